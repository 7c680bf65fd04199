"""What surfaces say of a game with its players: who plays, which game of a series, what follows."""

from __future__ import annotations

from battle.game.session import Session
from battle.language import _, ngettext
from battle.rules.position import other
from battle.rules.tree import Reason
from battle.words import address, label, sentences
from battle.words import points as worth


def players_words(session: Session) -> str:
    """Return who plays and with how many points: `Ada 34 – 27 Ben`."""
    first, second = session.points
    return _("{first} {points} – {others} {second}").format(
        first=label(session.name(1)), points=first, others=second, second=label(session.name(2))
    )


def given_words(points: int) -> str:
    """Return that a player has points before the first pair."""
    return ngettext("{n} point given", "{n} points given", points).format(n=points)


def resigns_words(session: Session) -> str:
    """Return that the player to move, or the person, is about to resign, or only who then wins.

    Nothing counts the points left outside a series.
    """
    player = session.person or session.to_move
    name, winner = session.name(player), session.name(other(player))
    if not has_series(session):
        return _("{name} wins.").format(name=winner)
    said = address(name, _("{name} resigns the game."), _("You resign the game."))
    return sentences(said, _("The points left go to {name}.").format(name=winner))


def sides_cost(session: Session) -> str:
    """Return what a change of sides costs, to be asked about; empty while it costs nothing."""
    if not (session.can_change_sides and session.notes_sides):
        return ""
    own, others = session.points if session.person == 2 else reversed(session.points)
    words = _(
        "You go on with {own}, the computer with {others}. "
        "The game then does not count for a level."
    )
    return words.format(own=worth(own), others=others)


def sides_words(session: Session) -> str:
    """Say who the person is after a change of sides."""
    return _("Sides changed: you are player {number} now.").format(number=session.person)


def match_words(session: Session) -> str:
    """Return that it is the deal of the day, or which game of a duplicate match; else nothing."""
    agreed = session.series.duplicate
    if agreed is None:
        return _("deal of the day") if session.is_daily else ""
    return _("game {number} of {count}").format(number=session.series.number, count=agreed.length)


def has_series(session: Session) -> bool:
    """Whether the series has more to report than a single game."""
    return bool(session.series.games) or session.series.duplicate is not None


def next_game(session: Session) -> tuple[str, str]:
    """Return the label and the tip of the button for the next game."""
    series = session.series.plus(session.counted)
    if series.duplicate is None:
        return _("Rematch"), _("The same deal, with sides changed")
    if series.is_over:
        tip = _("Another duplicate match on new deals; the other player begins")
        return _("New match"), tip
    words = (
        _("Game {number} of {count}: another deal")
        if series.next_deal is not None
        else _("Game {number} of {count}: the same deal with seats swapped")
    )
    tip = words.format(number=series.number, count=series.duplicate.length)
    return _("Next game"), tip


def left_words(session: Session) -> str:
    """Return what a game that was broken off counts in its series; empty for what was taken."""
    ending, left = session.ending, sum(session.counted) - sum(session.points)
    if ending is not None and ending.reason is Reason.AGREED:
        return _("The points taken count.")
    words = ngettext(
        "The {n} point left goes to the winner.", "The {n} points left go to the winner.", left
    )
    return words.format(n=left) if left else ""


def series_words(session: Session) -> str:
    """Return the score of a series with the current game: `Game 2 of 4: Ada 260 – 280 Ben`.

    Who sits near comes first.
    """
    agreed, number = session.series.duplicate, session.series.number
    if agreed is None:
        words = _("All {n} games: {one} {first} – {second} {two}")
        if number == 2:
            words = _("Both games: {one} {first} – {second} {two}")
    elif session.ending is not None and not session.can_go_on:
        words = _("The match: {one} {first} – {second} {two}")
    else:
        words = _("Game {n} of {count}: {one} {first} – {second} {two}")
    near, far = session.near, other(session.near)
    return words.format(
        n=number,
        count=agreed.length if agreed is not None else number,
        one=label(session.name(near)),
        first=session.totals[near - 1],
        second=session.totals[far - 1],
        two=label(session.name(far)),
    )
