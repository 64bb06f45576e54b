"""Nothing that can reach an event may read a wall clock, draw unseeded, or depend on hashes and set order.

Any of these, once it reaches an event, gives two runs of one seed two digests, often only on another machine.
The rule is read off the source. A statement that truly stands outside the simulation says so, and why, on
one of its lines or the one above: `# outside the simulation: the lock is the operating system's`.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAYERS = (
    "engine/kernel",
    "engine/office",
    "engine/apps",
    "engine/cyber",
    "engine/minds",
    "engine/agents",
    "personas",
    "scenarios",
)
ALLOWED = re.compile(r"#\s*outside the simulation: \S")

UNSEEDED_MODULES = ("uuid", "secrets", "time", "numpy.random")
UNSEEDED = {
    "asyncio.sleep",
    "datetime.date.today",
    "datetime.datetime.now",
    "datetime.datetime.today",
    "datetime.datetime.utcnow",
    "os.getrandom",
    "os.times",
    "os.urandom",
    "random.SystemRandom",
}
SET_TYPES = {"set", "frozenset", "Set", "FrozenSet", "AbstractSet", "MutableSet"}
SET_METHODS = {"union", "intersection", "difference", "symmetric_difference", "copy"}
ORDER_FREE = {"all", "any", "frozenset", "len", "max", "min", "set", "sorted", "sum"}
TIES_KEEP_ORDER = {"max", "min", "sorted"}
ORDERED = {"deque", "dict", "enumerate", "filter", "iter", "list", "map", "next", "reduce", "tuple", "zip"}
ORDERED_METHODS = {"extend", "extendleft", "fromkeys", "join", "writelines"}


@dataclass
class Sets:
    """What is known of names to be sets: attributes and functions by name, if every definition agrees."""

    attributes: dict[str, bool] = field(default_factory=dict)
    functions: dict[str, bool] = field(default_factory=dict)

    def learn(self, tree: ast.AST) -> None:
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns is not None:
                table = self.attributes if is_property(node) else self.functions
                table[node.name] = table.get(node.name, True) and is_set_type(node.returns)
            elif isinstance(node, ast.ClassDef):
                for item in node.body:
                    if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                        self._attribute(item.target.id, is_set_type(item.annotation))
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Attribute):
                self._attribute(node.target.attr, is_set_type(node.annotation))
            elif isinstance(node, ast.Assign) and is_plain_set(node.value):
                for target in node.targets:
                    if isinstance(target, ast.Attribute):
                        self._attribute(target.attr, True)

    def _attribute(self, name: str, is_set: bool) -> None:
        self.attributes[name] = self.attributes.get(name, True) and is_set


def is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(isinstance(d, ast.Name) and "property" in d.id for d in node.decorator_list)


def is_set_type(annotation: ast.expr | None) -> bool:
    if isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    return isinstance(annotation, ast.Name) and annotation.id in SET_TYPES


def is_plain_set(node: ast.expr) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("set", "frozenset")
    return isinstance(node, ast.Set | ast.SetComp)


class Reader(ast.NodeVisitor):
    """Collects `(line, what is wrong)` from one module."""

    def __init__(self, sets: Sets) -> None:
        self.sets = sets
        self.found: list[tuple[ast.expr, str]] = []
        self.full_names: dict[str, str] = {}
        self.scopes: list[set[str]] = [set()]
        self.parents: dict[ast.AST, ast.AST] = {}

    def read(self, tree: ast.Module) -> None:
        self.parents = {child: parent for parent in ast.walk(tree) for child in ast.iter_child_nodes(parent)}
        self.visit(tree)

    def lines_of_statement(self, node: ast.expr) -> range:
        """The lines of the statement that the node is in, without those of a body, and the line above."""
        statement: ast.AST = node
        while not isinstance(statement, ast.stmt):
            statement = self.parents[statement]
        end = node if hasattr(statement, "body") else statement
        return range(statement.lineno - 1, (end.end_lineno or end.lineno) + 1)

    def report(self, node: ast.expr, text: str) -> None:
        self.found.append((node, text))

    # names and what they stand for

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            top = alias.name.partition(".")[0]
            self.full_names[alias.asname or top] = alias.name if alias.asname else top

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.level == 0:
            for alias in node.names:
                self.full_names[alias.asname or alias.name] = f"{node.module}.{alias.name}"

    def full_name(self, node: ast.AST) -> str | None:
        if isinstance(node, ast.Name):
            return self.full_names.get(node.id)
        if isinstance(node, ast.Attribute):
            before = self.full_name(node.value)
            return before and f"{before}.{node.attr}"
        return None

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            if node.id == "hash":
                self.report(node, "hash() differs from process to process")
            self.check_name(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if not self.check_name(node):
            self.generic_visit(node)

    def check_name(self, node: ast.expr) -> bool:
        name = self.full_name(node)
        if name is None:
            return False
        if name == "asyncio.sleep" and self.is_call_of_zero(self.parents[node]):
            return True
        if name in UNSEEDED or name.startswith(tuple(f"{module}." for module in UNSEEDED_MODULES)):
            self.report(node, f"{name} reads the wall clock or draws without the run's seed")
            return True
        if name.startswith("random.") and not name.startswith("random.Random"):
            self.report(node, f"{name} draws from the process's generator; take a stream of the run")
            return True
        return False

    @staticmethod
    def is_call_of_zero(node: ast.AST) -> bool:
        """`asyncio.sleep(0)` lets other tasks run and waits for no clock."""
        return isinstance(node, ast.Call) and [ast.unparse(a) for a in node.args] == ["0"]

    # sets

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        self.scopes.append({a.arg for a in arguments if is_set_type(a.annotation)})
        for inner in ast.walk(node):
            self.learn_local(inner)
        self.generic_visit(node)
        self.scopes.pop()

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_Module(self, node: ast.Module) -> None:
        for inner in node.body:
            self.learn_local(inner)
        self.generic_visit(node)

    def learn_local(self, node: ast.AST) -> None:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            if is_set_type(node.annotation):
                self.scopes[-1].add(node.target.id)
        elif isinstance(node, ast.Assign) and self.is_set(node.value):
            self.scopes[-1].update(target.id for target in node.targets if isinstance(target, ast.Name))

    def is_set(self, node: ast.AST) -> bool:
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.Name(id=name):
                return any(name in scope for scope in self.scopes)
            case ast.Attribute(attr=name):
                return self.sets.attributes.get(name, False)
            case ast.BinOp(left=left, right=right, op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor()):
                return any(self.is_set(side) or is_keys(side) for side in (left, right))
            case ast.IfExp(body=body, orelse=orelse):
                return self.is_set(body) or self.is_set(orelse)
            case ast.Call(func=ast.Name(id="set" | "frozenset")):
                return True
            case ast.Call(func=ast.Attribute(value=value, attr=method)) if method in SET_METHODS:
                return self.is_set(value)
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                return self.sets.functions.get(name, False)
            case _:
                return False

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        self.check_order(node.iter)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        whole = self.parents[node]
        if not isinstance(whole, ast.SetComp) and not self.is_order_free(whole):
            self.check_order(node.iter)
        self.generic_visit(node)

    def visit_Starred(self, node: ast.Starred) -> None:
        if not isinstance(self.parents[node], ast.Set):
            self.check_order(node.value)
        self.generic_visit(node)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> None:
        self.check_order(node.value)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if any(isinstance(target, ast.Tuple | ast.List) for target in node.targets):
            self.check_order(node.value)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if name == "id":
            self.report(node, "id() differs from process to process")
        if self.full_name(node.func) == "random.Random" and not (node.args or node.keywords):
            self.report(node, "random.Random() without a seed")
        if method == "time" and "loop" in ast.unparse(node.func):
            self.report(node, "the event loop's time is the wall clock")
        if (
            method == "pop"
            and not node.args
            and isinstance(node.func, ast.Attribute)
            and self.is_set(node.func.value)
        ):
            self.report(node, "set.pop() takes an arbitrary element")
        if (name in ORDERED or method in ORDERED_METHODS) and not self.is_order_free(node):
            for argument in node.args:
                self.check_order(argument)
        if name in TIES_KEEP_ORDER and any(keyword.arg == "key" for keyword in node.keywords):
            for argument in node.args:
                if self.is_set(argument):
                    self.report(
                        node, f"{name}(…, key=…) leaves ties in the set's order; sort the set itself first"
                    )
        self.generic_visit(node)

    def is_order_free(self, node: ast.AST) -> bool:
        """Whether the value only goes to something for which order means nothing."""
        call = self.parents.get(node)
        if not (isinstance(node, ast.GeneratorExp | ast.ListComp | ast.Call) and isinstance(call, ast.Call)):
            return False
        keyed = any(keyword.arg == "key" for keyword in call.keywords)
        return (
            isinstance(call.func, ast.Name) and call.func.id in ORDER_FREE and node in call.args and not keyed
        )

    def check_order(self, node: ast.expr) -> None:
        if self.is_set(node):
            self.report(node, f"a set has no order: sorted({ast.unparse(node)})")


def is_keys(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("keys", "items")
    )


def findings(source: str, sets: Sets | None = None) -> list[str]:
    """What breaks the rule in a module, as `line: what is wrong`."""
    tree = ast.parse(source)
    if sets is None:
        sets = Sets()
        sets.learn(tree)
    reader = Reader(sets)
    reader.read(tree)
    comments = tokenize.generate_tokens(io.StringIO(source).readline)
    allowed = {t.start[0] for t in comments if t.type == tokenize.COMMENT and ALLOWED.match(t.string)}
    return [
        f"{node.lineno}: {text}"
        for node, text in reader.found
        if allowed.isdisjoint(reader.lines_of_statement(node))
    ]


def modules() -> Iterator[Path]:
    for layer in LAYERS:
        yield from sorted((ROOT / layer).rglob("*.py"))


def test_the_simulated_layers_are_pure() -> None:
    sets = Sets()
    for path in modules():
        sets.learn(ast.parse(path.read_text("utf-8")))
    wrong = [
        f"{path.relative_to(ROOT)}:{finding}"
        for path in modules()
        for finding in findings(path.read_text("utf-8"), sets)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "line",
    [
        "import time; time.monotonic()",
        "import time as t; f = t.time",
        "from time import perf_counter; perf_counter()",
        "from datetime import datetime; datetime.now()",
        "import datetime; datetime.date.today()",
        "import asyncio; asyncio.get_running_loop().time()",
        "import asyncio; await_me = asyncio.sleep(1)",
        "import uuid; uuid.uuid4()",
        "from uuid import uuid4; uuid4()",
        "import os; os.urandom(8)",
        "import random; random.choice([1])",
        "from random import shuffle; shuffle([])",
        "import random; random.Random()",
        "hash('a')",
        "sorted([], key=hash)",
        "id(object())",
        "for x in {1, 2}: pass",
        "s = set(); [x for x in s]",
        "s = set(); {x: 1 for x in s}",
        "s = {1} | {2}; list(s)",
        "def f(s: set[str]): return ', '.join(s)",
        "def f(s: frozenset[str]): yield from s",
        "def f(a: dict, b: dict):\n    for k in a.keys() - b.keys(): print(k)",
        "def g() -> set[int]: ...\nfor x in g(): pass",
        "class C:\n    s: set[int]\n    def f(self): return tuple(self.s)",
        "class C:\n    def __init__(self): self.s = set()\n    def f(self): return self.s.pop()",
        "s = {1}; a, *b = s",
        "s = {1}; print(*s)",
        "s = {'a'}; sorted(s, key=len)",
        "s = {1}; next(iter(s))",
        "import time\ntime.time()  # outside the simulation:",
        "import time\n# outside the simulation: all of it\nwith x:\n    time.time()",
    ],
)
def test_what_breaks_a_digest_is_found(line: str) -> None:
    assert findings(line)


@pytest.mark.parametrize(
    "line",
    [
        "import random; random.Random(7).choice([1])",
        "from random import Random\ndef f(rng: Random): return rng.random()",
        "from datetime import datetime; datetime.fromtimestamp(0)",
        "def f(event): return event.time",
        "for x in sorted({2, 1}): pass",
        "s = {1}; sorted(x + 1 for x in s); any(x > 1 for x in s)",
        "s = {1}; len(s); max(s); {x + 1 for x in s}; 1 in s",
        "for x in {'a': 1}: pass",
        "class C:\n    s: list[int]\n    def f(self): return tuple(self.s)",
        "class A:\n    s: set[int]\nclass B:\n    s: list[int]\ndef f(b: B): return list(b.s)",
        "import time\ntime.time()  # outside the simulation: how long the demo took",
        "import time\n# outside the simulation: how long the demo took\ntime.time()",
        "import os; os.getpid()",
        "import time\nx = [\n    # outside the simulation: for the table\n    1,\n    time.time(),\n]",
        "import asyncio; let_others_run = asyncio.sleep(0)",
    ],
)
def test_what_is_ordered_or_seeded_is_left_alone(line: str) -> None:
    assert findings(line) == []
