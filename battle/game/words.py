"""Texts about games: in lists, on a series, on fair games and the pie rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battle.analysis.values import Bounds
from battle.game.pie import Pie
from battle.game.session import Session
from battle.game.setup import draw_deal, further_deals
from battle.language import N_, _, ngettext
from battle.page.blocks import Block, Board, Offer, Paragraph, Role, Space, Title
from battle.rules.position import for_player
from battle.words import date_words, label, moves_words


def players_words(session: Session) -> str:
    """Return who plays and with how many points: `Ada 34 – 27 Ben`."""
    first, second = session.points
    return _("{first} {points} – {others} {second}").format(
        first=label(session.name(1)), points=first, others=second, second=label(session.name(2))
    )


def game_words(session: Session) -> tuple[str, str]:
    """Return players and points, when the game was begun and how far it is."""
    moves = moves_words(session.game.ply)
    day = date_words(session.tags.get("Date", ""))
    return players_words(session), "  ·  ".join(filter(None, (match_words(session), day, moves)))


def sides_words(session: Session) -> str:
    """Say who the person is after a change of sides."""
    return _("Sides changed: you are player {number} now.").format(number=session.person)


def match_words(session: Session) -> str:
    """Return which game of a duplicate match it is, empty outside one."""
    agreed = session.series.duplicate
    if agreed is None:
        return ""
    return _("game {number} of {count}").format(number=session.series.number, count=agreed.length)


# --- a series, between its games ----------------------------------------------------------------


def has_series(session: Session) -> bool:
    """Whether the series has more to report than a single game."""
    return bool(session.series.games) or session.series.duplicate is not None


def next_game(session: Session) -> tuple[str, str]:
    """Return the words of the button that goes on after a game, and what it does in a sentence."""
    series = session.series.plus(session.counted)
    if series.duplicate is None:
        tip = _("The same deal with seats swapped; both games' points are added up")
        return _("Rematch"), tip
    if series.is_over:
        tip = _("Another duplicate match on new deals; the other player begins")
        return _("New match"), tip
    words = _("Game {number} of {count}: the same deal with seats swapped")
    if series.next_deal is not None:
        words = _("Game {number} of {count}: another deal")
    tip = words.format(number=series.number, count=series.duplicate.length)
    return _("Next game"), tip


def go_on(session: Session) -> Session:
    """Return the game that comes after one that is over: the next, or the first of a new match."""
    if session.can_go_on or session.series.duplicate is None:
        return session.next_game()
    count = len(session.series.duplicate.deals)
    return session.new_match(tuple(further_deals(count, draw_deal(), lambda _before: draw_deal())))


def series_words(session: Session) -> str:
    """Return the score of a series with the current game: `Game 2 of 4: Ada 260 – 280 Ben`."""
    agreed, number = session.series.duplicate, session.series.number
    if agreed is None:
        words = _("All {n} games: {one} {first} – {second} {two}")
    elif session.ending is not None and not session.can_go_on:
        words = _("The match: {one} {first} – {second} {two}")
    else:
        words = _("Game {n} of {count}: {one} {first} – {second} {two}")
    first, second = session.totals
    return words.format(
        n=number,
        count=agreed.length if agreed is not None else number,
        one=label(session.name(1)),
        first=first,
        second=second,
        two=label(session.name(2)),
    )


# --- fair tables, and points named under the pie rule -------------------------------------------


NAME: Final = "name"
"""The offer to name the points."""
FIRST: Final = "first"
SECOND: Final = "second"
"""The offers of the two seats."""


def pie_page(pie: Pie, said: str, *, asks: bool) -> Iterator[Block]:
    """Yield the rule, what has happened (`said`), the table, and the offers to the person asked.

    The number that goes with `NAME` is asked for by the surface.
    """
    yield Paragraph(pie_words(), role=Role.TEXT)
    yield Space()
    yield Title(said, large=True)
    yield Board(pie.start)
    if asks and pie.points is None:
        yield Offer(_("Name these points"), "check", NAME, primary=True, typed=N_("points NUMBER"))
    elif asks and pie.points is not None:
        yield Offer(seat_words(pie.points, first=True), "check", FIRST, typed=N_("seat 1"))
        yield Offer(seat_words(pie.points, first=False), "check", SECOND, typed=N_("seat 2"))


def pie_said(pie: Pie, names: tuple[str, str], first: int | None, you: int | None = None) -> str:
    """Say what has happened or is asked; `you` is who reads it, None if both do.

    `first` is who moves first once that is agreed.
    """
    namer, chooser = names[pie.namer], names[pie.chooser]
    if pie.points is None:
        words = _("{namer} has been drawn to name the points.")
        if you == pie.namer:
            words = _("You have been drawn to name the points.")
    elif first is not None and you is None:
        words = _("{namer} names {points}. {first} moves first.")
    elif first is not None:
        words = _("Agreed: {points}. You move second.")
        if first == you:
            words = _("Agreed: {points}. You move first.")
    elif you is None:
        words = _("{namer} names {points}. {chooser}, choose your seat.")
    elif you == pie.namer:
        words = _("You name {points}. {chooser} chooses a seat.")
    else:
        words = _("{namer} names {points}. Choose your seat.")
    points = "" if pie.points is None else named_words(pie.points)
    mover = "" if first is None else names[first]
    return words.format(namer=namer, chooser=chooser, points=points, first=mover)


def fair_words() -> str:
    """Return what a fair game is, in two sentences."""
    return _(
        "Every fair game is a solved deal in a new disguise. Points given at the start make it"
        " exactly even, or as uneven as you like."
    )


def pie_words() -> str:
    """Return the rule in two sentences."""
    return _(
        "One player names the points for moving second, the other chooses the seat. So name the "
        "number that makes both seats equally good."
    )


def named_words(points: int) -> str:
    """Return what was named: `6 points for moving second`."""
    if not points:
        return _("no points")
    words = ngettext("{n} point for moving second", "{n} points for moving second", abs(points))
    if points < 0:
        words = ngettext("{n} point for moving first", "{n} points for moving first", abs(points))
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


def verdict_words(session: Session, par: Bounds) -> str:
    """Say after a game how good the named points were, given par with them; empty without any.

    Of an estimated par only what its error allows.
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
    if not par.is_exact:
        words = _("{name} named {named}; even would have been {even}, give or take {error}.")
    return words.format(
        name=name,
        named=named_words(named),
        even=named_words(named + off),
        error=max(1, round(par.error or 0)),
    )
