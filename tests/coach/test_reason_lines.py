"""Lines that show reasons, on endgames the slow twin knows."""

from __future__ import annotations

from random import Random

from battle.analysis.values import Finding, Values
from battle.coach.reason_words import line_of
from battle.coach.reasons import (
    Ends,
    GreedyTrap,
    KeepsShut,
    Leaves,
    OtherTiles,
    Passing,
    Punished,
    Reason,
    Uncovers,
    reasons,
)
from battle.rules.deal import deal, played_down
from battle.rules.position import Move, Position
from tools.reference import move_values, value


def everything(place: Position) -> Values:
    """Return a store that knows every move of a position and every reply."""
    values = Values()
    for one in (place, *map(place.play, place.legal_moves)):
        values.learn(one, [Finding(m, v, v, v) for m, v in move_values(one).items()])
    return values


def spoken_of(reason: Reason) -> Move:
    """Return the move that a reason is about."""
    match reason:
        case Uncovers(reply=pair) | Leaves(pair) | Punished(pair):
            return pair.move
        case Ends(pair) | KeepsShut(pair) | OtherTiles(pair) | GreedyTrap(better=pair):
            return pair.move
        case Passing(after=pair):
            return pair.move


def test_lines_show_what_reasons_speak_of() -> None:
    """A line begins with the move spoken of, can be played, and keeps the value as it goes."""
    random, sorts = Random(3), set()
    for number in range(1, 25):
        place = played_down(random, deal(number), 18)
        values = everything(place)
        for played in place.legal_moves:
            for reason in reasons(values, place, played):
                line = line_of(reason, place, played, values)
                expected = spoken_of(reason)
                start, moves = line
                assert start in (place, place.play(played))
                assert moves[0] == expected
                assert start.worth(moves[0]) - value(start.play(moves[0])) == value(start)
                for move in moves:
                    start = start.play(move)
                sorts.add(type(reason))
    assert sorts >= {Uncovers, Leaves, KeepsShut, Passing}
