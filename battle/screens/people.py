"""Whom one can play, as choices of a field."""

from __future__ import annotations

from collections.abc import Iterable

from battle.game.setup import face, level_name, level_words
from battle.language import _
from battle.profile.options import ELSEWHERE, HERE
from battle.profile.records import Rung
from battle.screens.view import Choice


def people(rungs: Iterable[Rung]) -> tuple[Choice, ...]:
    """Return the people of a ladder: who was beaten, and who suits the person next."""
    return tuple(
        Choice(
            rung.level.name,
            rung.name,
            level_words(rung.level),
            tag=level_name(rung.level.name),
            face=face(rung.level.name),
            mark=rung.mark,
            wins=rung.wins,
            done=rung.is_beaten,
            next=rung.is_next,
        )
        for rung in rungs
    )


def friends() -> tuple[Choice, ...]:
    """Return the two ways to play a friend."""
    return (
        Choice(HERE, _("A friend here"), _("at this device, taking turns"), icon="people"),
        Choice(ELSEWHERE, _("A friend elsewhere"), _("by invitation"), icon="export"),
    )
