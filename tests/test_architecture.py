"""The picture in CONTRIBUTING.md, held to the code: who may import whom."""

from __future__ import annotations

import ast
import sys
from collections import deque
from collections.abc import Iterator, Mapping, Set
from pathlib import Path

import pytest

from tests.support.processes import run

ROOT = Path(__file__).parents[1]
ROOMS_WITHOUT_THE_SOLVER = (
    "window",
    "terminal",
    "browser",
    "screens",
    "reviews",
    "training",
    "friend",
    "profile",
    "coach",
    "game",
    "engine",
    "report",
)
STANDARD = sys.stdlib_module_names


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def name_of(file: Path) -> str:
    """Return the dotted name of a module; a package goes by that of its folder."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


BY_NAME = {"battle.window.routes": "battle.window.", "battle.browser.main": "battle.", "solver": ""}
"""The modules with a table of others that they import by name, and what stands before each name.

Both tables of screens load one when it is first shown; `solver` loads what is asked of it."""
IMPORTERS = (
    "import_module",
    "__import__",
    "resolve_name",
    "run_module",
    "run_path",
    "exec",
    "eval",
)

FILES = {name_of(file): file for file in (*modules("battle"), *modules("solver"))}


def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def imported_by(file: Path) -> Iterator[str]:
    """Yield the names of all modules that a file imports, wherever it does.

    Imports inside functions and under `TYPE_CHECKING` count, and modules named in a table of
    `BY_NAME`. A name taken from one of our packages is the module of that name if there is one,
    else the package.
    """
    if prefix := BY_NAME.get(name_of(file)):
        yield from modules_named(file, prefix)
    for node in ast.walk(parsed(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports have whole names"
            assert node.module is not None
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in FILES else node.module


def modules_named(file: Path, prefix: str = "") -> set[str]:
    """Return our modules whose names are texts of a file, as `name` or `name:what`."""
    texts = (node for node in ast.walk(parsed(file)) if isinstance(node, ast.Constant))
    named = {f"{prefix}{str(text.value).partition(':')[0]}" for text in texts}
    return named & FILES.keys() - {name_of(file)}


def importers_in(tree: ast.AST) -> set[str]:
    """Return the names in a file that import what a text names, or run it."""
    return {
        name
        for node in ast.walk(tree)
        for name in (getattr(node, key, None) for key in ("id", "attr", "name"))
        if name in IMPORTERS
    }


def packages_of(file: Path) -> set[str]:
    """Return the top-level names of all that a file imports."""
    return {name.partition(".")[0] for name in imported_by(file)}


def a_circle(arrows: Mapping[str, Set[str]]) -> list[str]:
    """Return the shortest circle among arrows, its first name once more at its end; [] if none."""
    found: list[str] = []
    for start in arrows:
        ways = deque([[start]])
        seen: set[str] = set()
        while ways:
            way = ways.popleft()
            if found and len(way) + 1 >= len(found):
                break
            for name in sorted(arrows.get(way[-1], set()) - seen):
                if name == start:
                    found = [*way, start]
                    ways.clear()
                    break
                seen.add(name)
                ways.append([*way, name])
    return found


def test_a_circle_is_found() -> None:
    """The search names the shortest circle, and finds none where arrows only run down."""
    assert a_circle({"a": {"b", "c"}, "b": {"c"}, "c": {"d"}, "d": {"b", "c"}}) == ["c", "d", "c"]
    assert a_circle({"a": {"a"}}) == ["a", "a"]
    assert a_circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Arrows run one way, those inside functions and under `TYPE_CHECKING` too."""
    arrows = {name: {*imported_by(file)} & FILES.keys() for name, file in FILES.items()}
    assert sum(map(len, arrows.values())) > 500, "the imports are not read"
    assert not (circle := a_circle(arrows)), " → ".join(circle)


def test_nothing_is_imported_by_name_but_what_a_table_names() -> None:
    """Only the modules of `BY_NAME`, whose tables count as arrows, import what a text names."""
    assert {name for name, file in FILES.items() if importers_in(parsed(file))} == {*BY_NAME}


def test_an_import_by_name_is_seen() -> None:
    """However a function is reached that imports by name, it is found; a table's arrows are."""
    for text in ("i.import_module(x)", "from i import import_module as f", "__import__('a')"):
        assert importers_in(ast.parse(text)), text
    assert not importers_in(ast.parse("import battle.report"))
    assert "solver.api" in {*imported_by(FILES["solver"])}
    assert "battle.window.table" in {*imported_by(FILES["battle.window.routes"])}


def test_contracts_are_kept() -> None:
    """`lint-imports` finds every contract of pyproject.toml kept."""
    done = run(sys.executable, "-c", "from importlinter.cli import lint_imports_command as f; f()")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


@pytest.mark.parametrize("file", modules("battle/rules"), ids=lambda file: file.stem)
def test_rules_use_the_standard_library_only(file: Path) -> None:
    """The rules import nothing but the standard library and themselves."""
    assert packages_of(file) <= STANDARD | {"battle"}


@pytest.mark.parametrize(
    "file",
    [file for room in ROOMS_WITHOUT_THE_SOLVER for file in modules(f"battle/{room}")],
    ids=lambda file: ".".join(file.relative_to(ROOT).with_suffix("").parts),
)
def test_only_commands_know_the_solver(file: Path) -> None:
    """The window, the terminal and all below reach the solver through the engine protocol only."""
    assert not packages_of(file) & {"solver", "numba", "numpy"}


@pytest.mark.parametrize("package", ["battle", "solver"])
def test_packages_load_nothing_heavy(package: str) -> None:
    """Importing a package by its name loads neither pygame nor numba."""
    done = run(sys.executable, "-c", f"import sys, {package}; print(*sys.modules)")
    assert done.returncode == 0, done.stderr
    assert not set(done.stdout.split()) & {"pygame", "numba", "numpy", "llvmlite"}
