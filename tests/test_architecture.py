"""The rules that keep the code in one piece: who imports whom, in what order, under which name."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import grimp
import networkx as nx
import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("engine", "personas", "scenarios", "verifiers")
SLOW_TO_IMPORT = ("langgraph", "litellm", "networkx", "numpy")


def run_python(*arguments: str, cwd: Path = ROOT) -> str:
    done = subprocess.run([sys.executable, *arguments], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def imports() -> nx.DiGraph:
    """Which module of ours imports which, imports for type checkers and inside functions among them."""
    graph = grimp.build_graph("tenure", exclude_type_checking_imports=False, cache_dir=None)
    drawn = nx.DiGraph()
    drawn.add_nodes_from(graph.modules)
    for module in graph.modules:
        drawn.add_edges_from((module, other) for other in graph.find_modules_directly_imported_by(module))
    return drawn


def circles(graph: nx.DiGraph) -> list[str]:
    """Every set of modules that import each other, as a sentence."""
    return [
        f"{' and '.join(sorted(group))} import each other"
        for group in nx.strongly_connected_components(graph)
        if len(group) > 1
    ]


def test_the_import_graph_sees_every_module(imports: nx.DiGraph) -> None:
    files = {
        ".".join(("tenure", *(parts[:-1] if parts[-1] == "__init__" else parts)))
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        for parts in [path.relative_to(ROOT).with_suffix("").parts]
        if all((ROOT / parent / "__init__.py").is_file() for parent in path.relative_to(ROOT).parents[:-1])
    }
    assert set(imports) - {"tenure"} == files


def test_imports_go_one_way() -> None:
    run_python(
        "-c", "import sys; from importlinter.cli import lint_imports_command as run; run()", "--no-cache"
    )


def test_no_modules_import_each_other_in_a_circle(imports: nx.DiGraph) -> None:
    found = circles(imports)
    assert not found, "\n".join(found)


def test_a_circle_would_be_found() -> None:
    graph = nx.DiGraph([("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")])
    assert circles(graph) == ["a and b and c import each other"]


def under_two_names(loaded: Iterable[tuple[str, str]]) -> list[str]:
    """Of `(file, module)` pairs, our files with more than one module: two copies of all their state."""
    names: defaultdict[Path, set[str]] = defaultdict(set)
    for file, module in loaded:
        if module != "__main__":
            names[Path(file).resolve()].add(module)
    return [
        f"{path} is loaded as {' and '.join(sorted(known))}"
        for path, known in names.items()
        if len(known) > 1 and path.is_relative_to(ROOT) and not path.is_relative_to(ROOT / ".venv")
    ]


def test_no_file_is_imported_under_two_names(imports: nx.DiGraph) -> None:
    # In a process of its own, from the repository's root, where `import engine` would find the folder again.
    script = (
        "import importlib, sys\n"
        f"for name in {sorted(imports)!r}:\n"
        "    if not name.endswith('.__main__'): importlib.import_module(name)\n"
        "for module in list(sys.modules.values()):\n"
        "    if getattr(module, '__file__', None): print(module.__file__, module.__name__, sep='\\t')\n"
    )
    loaded = [
        (file, name) for file, _, name in (x.partition("\t") for x in run_python("-c", script).splitlines())
    ]
    assert set(imports) - {n for n in imports if n.endswith(".__main__")} <= {name for _, name in loaded}
    assert not under_two_names(loaded)


def test_the_tests_load_no_file_under_two_names() -> None:
    modules = list(sys.modules.values())
    loaded = [(getattr(module, "__file__", None), module.__name__) for module in modules]
    assert not under_two_names((file, name) for file, name in loaded if file)


def test_a_file_under_two_names_would_be_found() -> None:
    twice = [
        (str(ROOT / folder / "engine" / "version.py"), name)
        for folder, name in [(".", "a"), ("build/dev/tenure", "b")]
    ]
    assert under_two_names(twice) == [f"{ROOT / 'engine' / 'version.py'} is loaded as a and b"]


def test_the_command_line_starts_light() -> None:
    script = "import sys, tenure.engine.cli; print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = run_python("-c", script).split()
    assert "tenure" in loaded
    assert not set(SLOW_TO_IMPORT) & set(loaded)


def test_packs_checks_are_never_collected(tmp_path: Path) -> None:
    checks = tmp_path / "scenarios" / "packs" / "some" / "tasks" / "one" / "checks"
    checks.mkdir(parents=True)
    (checks / "test_result.py").write_text("def test_result():\n    assert False\n", "utf-8")
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text("utf-8"), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "scenarios"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == pytest.ExitCode.NO_TESTS_COLLECTED, done.stdout + done.stderr
