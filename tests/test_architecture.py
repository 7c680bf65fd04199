"""The picture in CONTRIBUTING.md, held to the code: who may import whom."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.processes import run

ROOT = Path(__file__).parents[1]
ROOMS_WITHOUT_THE_SOLVER = (
    "window",
    "terminal",
    "training",
    "profile",
    "coach",
    "game",
    "engine",
    "report",
)
STANDARD = sys.stdlib_module_names


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imported_by(file: Path) -> Iterator[str]:
    """Yield the top-level names of all modules that a file imports, wherever it does."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.partition(".")[0]


def test_contracts_are_kept() -> None:
    """`lint-imports` finds every contract of pyproject.toml kept."""
    done = run(sys.executable, "-c", "from importlinter.cli import lint_imports_command as f; f()")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


@pytest.mark.parametrize("file", modules("battle/rules"), ids=lambda file: file.stem)
def test_rules_use_the_standard_library_only(file: Path) -> None:
    """The rules import nothing but the standard library and themselves."""
    assert set(imported_by(file)) <= STANDARD | {"battle"}


@pytest.mark.parametrize(
    "file",
    [file for room in ROOMS_WITHOUT_THE_SOLVER for file in modules(f"battle/{room}")],
    ids=lambda file: ".".join(file.relative_to(ROOT).with_suffix("").parts),
)
def test_only_commands_know_the_solver(file: Path) -> None:
    """The window, the terminal and all below reach the solver through the engine protocol only."""
    assert not set(imported_by(file)) & {"solver", "numba", "numpy"}


@pytest.mark.parametrize("package", ["battle", "solver"])
def test_packages_load_nothing_heavy(package: str) -> None:
    """Importing a package by its name loads neither pygame nor numba."""
    done = run(sys.executable, "-c", f"import sys, {package}; print(*sys.modules)")
    assert done.returncode == 0, done.stderr
    assert not set(done.stdout.split()) & {"pygame", "numba", "numpy", "llvmlite"}
