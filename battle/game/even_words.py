"""What is said of what makes a game even: fair tables, and points named under the pie rule."""

from __future__ import annotations

from battle.game.session import Session
from battle.language import _, ngettext
from battle.page.review import GamePar
from battle.rules.position import for_player


def fair_words() -> str:
    """Return what a fair game is, in two sentences."""
    return _(
        "Every fair game is a solved deal in a new disguise. Points given at the start make it"
        " exactly even, or as uneven as you like."
    )


def pie_words() -> str:
    """Return the rule in two sentences."""
    return _(
        "One player names the points that whoever moves second gets, the other chooses the seat."
        " So it is best to name what makes both seats equally good."
    )


def named_words(points: int) -> str:
    """Return what was named: `6 points for whoever moves second`."""
    if not points:
        return _("no points for anybody")
    words = ngettext(
        "{n} point for whoever moves second", "{n} points for whoever moves second", abs(points)
    )
    if points < 0:
        words = ngettext(
            "{n} point for whoever moves first", "{n} points for whoever moves first", abs(points)
        )
    return words.format(n=abs(points))


def seat_words(points: int, *, first: bool) -> str:
    """Return what a seat is: `move second, with 6 points`."""
    mine = -points if first else points
    if mine <= 0:
        return _("Move first") if first else _("Move second")
    words = ngettext("Move first, with {n} point", "Move first, with {n} points", mine)
    if not first:
        words = ngettext("Move second, with {n} point", "Move second, with {n} points", mine)
    return words.format(n=mine)


def verdict_words(session: Session, par: GamePar) -> str:
    """Say after a game how good the points named were, given par with them; empty if none were.

    Of an estimated par only what its error allows to be told.
    """
    namer = session.setup.named_by
    if namer is None:
        return ""
    start = session.game.start
    named = for_player(start.given[1] - start.given[0], start.to_move)
    off = for_player(par.value, start.to_move)
    name = session.name(namer)
    if not par.supports(off):
        words = _("{name} named {named}. What would have been even is not known yet.")
        return words.format(name=name, named=named_words(named))
    if off == 0:
        words = _("{name} named {named}, which was exactly even.")
        return words.format(name=name, named=named_words(named))
    words = _("{name} named {named}; even would have been {even}.")
    if not par.exact:
        words = _("{name} named {named}; even would have been {even}, give or take {error}.")
    return words.format(
        name=name,
        named=named_words(named),
        even=named_words(named + off),
        error=max(1, round(par.error or 0)),
    )
