"""Games of the record, and what is printed of games."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from battle.profile.records import PlayedGame
from battle.rules.position import Player, deal
from battle.rules.record import Record
from battle.rules.tree import Ending, Reason

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def kept_game(
    margin: int = 0,
    *,
    person: Player | None = 1,
    opponent: str = "club",
    lost: tuple[int, int] | None = None,
    days: float = 0,
    hints: tuple[int, int] = (0, 0),
    exact_from: int | None = None,
    **more: Any,
) -> PlayedGame:
    """Return a game played out with a margin from player 1's side; `more` are other fields."""
    game = PlayedGame(
        key=f"{days} {margin}",
        ended=NOON + timedelta(days=days),
        seats=("Ada", "Solver"),
        opponent=opponent,
        start=str(deal(4711)),
        points=(135 + margin, 135),
        ending=Ending(Reason.PLAYED_OUT, None if margin == 0 else 1 if margin > 0 else 2),
        person=person,
        lost=lost,
        proven=lost,
        exact_from=exact_from,
        hints=hints,
    )
    return replace(game, **more)


def printings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gets every text of a record that is printed from now on."""
    printed, text = list[str](), Record.text.fget  # type: ignore[attr-defined]

    def noted(record: Record) -> str:
        printed.append(text(record))
        return printed[-1]

    monkeypatch.setattr(Record, "text", property(noted))
    return printed
