"""Calls that a test looks on at."""

from __future__ import annotations

from typing import Any

import pytest


def calls_of(
    monkeypatch: pytest.MonkeyPatch, owner: object, name: str
) -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Return a list that gets the arguments of every call of something, done as before."""
    calls: list[tuple[tuple[Any, ...], dict[str, Any]]] = []
    through = getattr(owner, name)

    def noted(*arguments: Any, **options: Any) -> Any:
        calls.append((arguments, options))
        return through(*arguments, **options)

    monkeypatch.setattr(owner, name, noted)
    return calls
