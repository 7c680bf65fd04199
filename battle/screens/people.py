"""Whom one can play, as choices of a field, and who one is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from battle.game.setup import face, level_name, level_words, played_by, stronger
from battle.language import _, ngettext
from battle.profile.options import ELSEWHERE, HERE
from battle.profile.records import Outcome, OwnGame, Rung
from battle.screens import captions
from battle.screens.view import Choice, Portrait
from battle.services import Services


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


def wanted_words(rung: Rung) -> str:
    """Say what fills somebody's circles, and who is next then; empty where that leads nowhere."""
    above = stronger(rung.level.name)
    if not rung.leads_on or above == rung.level.name:
        return ""
    words = ngettext(
        "Win once more without help, and {name} is next",
        "Win {n} games without help, and {name} is next",
        rung.wanted,
    )
    return words.format(n=rung.wanted, name=played_by(above))


def portrait(services: Services, games: Sequence[OwnGame]) -> Portrait:
    """Return the person, with how many of their games they won."""
    won = sum(own.outcome is Outcome.WON for own in games)
    said = ngettext("{won} won of {n} game", "{won} won of {n} games", len(games))
    note = said.format(won=won, n=len(games)) if games else ""
    return Portrait("you", services.settings.names[0] or _(captions.YOU), note)


def friends() -> tuple[Choice, ...]:
    """Return the two ways to play a friend."""
    return (
        Choice(HERE, _("A friend here"), _("at this device, taking turns"), icon="people"),
        Choice(ELSEWHERE, _("A friend elsewhere"), _("by invitation"), icon="export"),
    )
