"""Which params each part of a pack uses, found in its texts as written: what lint and explain reason from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from jinja2 import TemplateError, meta

from ..personas.problems import AuthoringErrors
from ..personas.source import load_document
from .documents import TEXT_SUFFIXES
from .pack import Pack
from .source import PackSource
from .templates import Templates

_TEMPLATES = Templates({})


def names_in(text: str) -> frozenset[str]:
    """The params that a text uses."""
    if "{{" not in text and "{%" not in text:
        return frozenset()
    try:
        return (
            frozenset(meta.find_undeclared_variables(_TEMPLATES.environment.parse(text))) - _TEMPLATES.globals
        )
    except TemplateError:
        return frozenset()


def _union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset[str]().union(*sets)


def names_in_formula(formula: str) -> frozenset[str]:
    """The params that a formula uses."""
    return names_in("{{ " + formula + " }}")


class Uses:
    """Who uses which params.

    Args:
        pack: A loaded pack; its source is read as written.
    """

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        source, overlay = pack.source, f"{pack.task.folder}/overlay/"
        self.formulas: dict[str, frozenset[str]] = {
            name: names_in_formula(param.formula)
            for name, param in pack.scenario.params.items()
            if param.formula is not None
        }
        self.facts: dict[str, frozenset[str]] = {}
        """Fact to the params that its `reveals` hold: what one learns with it."""
        for path in ("facts.yaml", f"{overlay}facts.yaml"):
            for name, fact in _section(source, path, "facts"):
                self.facts[name] = _names(fact.get("reveals")) or _names(fact.get("statement"))
        self.criteria: dict[str, frozenset[str]] = {}
        """Criterion to the params it checks."""
        for criterion in _items(source, f"{pack.task.folder}/rubric.yaml", "criteria"):
            self.criteria[str(criterion.get("id"))] = _names(criterion)
        self.documents: dict[str, frozenset[str]] = {}
        """File of the data room, and the brief, to the params in it."""
        for path in source.files:
            plain = path.removeprefix(overlay)
            if plain.startswith("world/") and path.endswith((*TEXT_SUFFIXES, ".yaml")):
                self.documents[plain] = names_in(_text(source, path))
        brief = f"{pack.task.folder}/task.md"
        self.documents[brief] = names_in(_text(source, brief))

    def closure(self, names: Iterable[str]) -> frozenset[str]:
        """The params and all that their formulas are made of."""
        found: set[str] = set()
        todo = sorted(names)
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                todo += sorted(self.formulas.get(name, frozenset()))
        return frozenset(found)

    def in_documents(self) -> frozenset[str]:
        """Params that stand in some document of the data room or the brief."""
        return _union(self.documents.values())

    def resting_on(self, fact: str) -> tuple[str, ...]:
        """Criteria that check a value which is known from the fact, or follows from it."""
        learned = self.facts.get(fact, frozenset())
        return tuple(name for name, used in self.criteria.items() if learned & self.closure(used))

    def only_from(self, fact: str) -> tuple[str, ...]:
        """Criteria resting on the fact that no document and no other fact gives the value for."""
        others = _union(used for name, used in self.facts.items() if name != fact)
        learned = self.facts.get(fact, frozenset()) - self.in_documents() - others
        return tuple(name for name, used in self.criteria.items() if learned & self.closure(used))

    def unused(self) -> tuple[str, ...]:
        """Params that no text, no rubric and no reference uses, directly or through a formula."""
        source = self._pack.source
        texts = [
            _text(source, path)
            for path in source.files
            if path.endswith((*TEXT_SUFFIXES, ".yaml")) and path != "scenario.yaml"
        ]
        main, _ = load_document(source.text("scenario.yaml"), "scenario.yaml")
        rest = {key: value for key, value in cast("Mapping[str, Any]", main).items() if key != "params"}
        used = _names(rest).union(*(names_in(text) for text in texts))
        code = "\n".join(_text(source, path) for path in source.files if path.endswith(".py"))
        params = self._pack.scenario.params
        used |= {name for name in params if f'"{name}"' in code or f"'{name}'" in code}
        whole = self.closure(used & set(params))
        return tuple(name for name in params if name not in whole)


def _names(node: Any) -> frozenset[str]:
    if isinstance(node, str):
        return names_in(node)
    if isinstance(node, Mapping):
        items = cast("Mapping[str, Any]", node).items()
        return _union(names_in(key) | _names(value) for key, value in items)
    if isinstance(node, list):
        return _union(_names(item) for item in cast("list[Any]", node))
    return frozenset()


def _data(source: PackSource, path: str) -> Mapping[str, Any]:
    if path not in source.files:
        return {}
    try:
        data, _ = load_document(source.text(path), path)
    except AuthoringErrors:
        return {}
    return cast("Mapping[str, Any]", data if isinstance(data, Mapping) else {})


def _section(source: PackSource, path: str, section: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    found = _data(source, path).get(section)
    if isinstance(found, Mapping):
        for name, item in cast("Mapping[str, Any]", found).items():
            if isinstance(item, Mapping):
                yield name, cast("Mapping[str, Any]", item)


def _items(source: PackSource, path: str, section: str) -> Iterator[Mapping[str, Any]]:
    found = _data(source, path).get(section)
    if isinstance(found, list):
        yield from (item for item in cast("list[Any]", found) if isinstance(item, Mapping))


def _text(source: PackSource, path: str) -> str:
    return source.files[path].decode("utf-8", "replace")
