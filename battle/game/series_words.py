"""What is said of a series between games: how it stands, and which game comes next."""

from __future__ import annotations

from typing import NamedTuple

from battle.game.random_deals import draw_deal, further_deals
from battle.game.session import Session
from battle.language import _


class NextGame(NamedTuple):
    """The words of the button that goes on, and what it does in a sentence."""

    words: str
    tip: str


def has_series(session: Session) -> bool:
    """Whether there is more to be said than of a single game."""
    return bool(session.series.games) or session.series.duplicate is not None


def next_game(session: Session) -> NextGame:
    """Return what comes after a game that is over."""
    series = session.series.plus(session.counted)
    if series.duplicate is None:
        tip = _("The same deal with seats swapped; both games' points are added up")
        return NextGame(_("Rematch"), tip)
    if series.is_over:
        tip = _("Another duplicate match on other deals; the other player begins")
        return NextGame(_("New match"), tip)
    words = _("Game {number} of {count}: the same deal with seats swapped")
    if series.next_deal is not None:
        words = _("Game {number} of {count}: another deal")
    tip = words.format(number=series.number, count=series.duplicate.length)
    return NextGame(_("Next game"), tip)


def go_on(session: Session) -> Session:
    """Return the game that comes after one that is over: the next, or the first of a new match."""
    if session.can_go_on or session.series.duplicate is None:
        return session.next_game()
    count = len(session.series.duplicate.deals)
    deals = further_deals(count, draw_deal(), lambda _before: draw_deal())
    return session.new_match(tuple(deals))


def series_words(session: Session) -> str:
    """Return how a series stands with the game at the table: `Game 2 of 4: Ada 260 – 280 Ben`."""
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
        one=session.name(1),
        first=first,
        second=second,
        two=session.name(2),
    )
