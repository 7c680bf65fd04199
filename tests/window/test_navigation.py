"""The ways from screen to screen, held against every place that goes one."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from battle.window.main import INSTEAD, OVER, WAYS, scene_of

WINDOW = Path(__file__).parents[2] / "battle" / "window"


def ways() -> Iterator[tuple[str, ast.Call]]:
    """Yield every call of `app.go` with the name of a screen, and where it stands."""
    for file in sorted(WINDOW.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not ast.unparse(node.func).endswith("app.go"):
                continue
            if isinstance(node.args[0], ast.Constant):
                yield f"{file.relative_to(WINDOW)}:{node.lineno}", node


CALLS = list(ways())


@pytest.mark.parametrize(("place", "way"), CALLS, ids=[place for place, _way in CALLS])
def test_a_way_leads_to_a_screen_with_what_it_needs(place: str, way: ast.Call) -> None:
    """A screen gone to by name exists, and takes as many arguments, by these names."""
    name = ast.literal_eval(way.args[0])
    hands_over = inspect.signature(WAYS.get(name) or scene_of(name))
    named = {keyword.arg: None for keyword in way.keywords if keyword.arg is not None}
    hands_over.bind(None, *[None] * (len(way.args) - 1), **named)


def names_gone_by() -> Iterator[str]:
    """Yield the names in `app.go("…")` and `partial(app.go, "…")`, and what is handed to those."""
    for file in WINDOW.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func)
            is_way = called.endswith("app.go") or (
                called == "partial" and ast.unparse(node.args[0]).endswith("app.go")
            )
            if is_way:
                yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant))


def test_every_screen_is_gone_to() -> None:
    """No screen is left without a way that leads to it."""
    assert {*OVER, *INSTEAD, *WAYS} - set(names_gone_by()) == set()
