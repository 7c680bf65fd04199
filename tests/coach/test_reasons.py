"""Reasons, each claim checked against the slow twin, and their words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from battle.analysis.study import Study
from battle.analysis.values import Finding, Values
from battle.coach.reason_words import reason_words
from battle.coach.reasons import (
    Ends,
    GreedyTrap,
    KeepsShut,
    Leaves,
    OtherTiles,
    Passing,
    Punished,
    Reason,
    ReasonSearch,
    TilePair,
    Uncovers,
    questions,
    reasons,
)
from battle.engine.jobs import Analyst
from battle.engine.scheduler import Scheduler
from battle.rules.deal import deal, played_down
from battle.rules.game import Game
from battle.rules.position import Cell, Move, Position, kind, move, position
from tests.support.twin_engine import TwinEngine
from tools.reference import move_values, small_positions, value

NAMES = ("Ada", "Ben")
ENDS = position("4p6s4p6s/6s6s")
SHUT = position("1m9p1m/9p/1m/1m")
PAIR = TilePair(move("a1c9"), kind("3m"))


@cache
def places() -> tuple[Position, ...]:
    """Return endgames in which moves differ."""
    random = Random(4)
    deals = [played_down(random, deal(number), 18) for number in range(1, 41)]
    small = [Position(place.columns, random.choice((1, 2))) for place in small_positions(150, 9)]
    return tuple(place for place in [ENDS, SHUT, *deals, *small] if len(place.legal_moves) > 1)


def everything(place: Position) -> Values:
    """Return a store that knows every move of a position and every reply."""
    values = Values()
    for one in (place, *map(place.play, place.legal_moves)):
        exact = [Finding(pair, worth, worth, worth) for pair, worth in move_values(one).items()]
        values.learn(one, exact)
    return values


def something(place: Position, random: Random) -> Values:
    """Return a store that knows proven bounds of some of them."""
    values = Values()
    for one in (place, *map(place.play, place.legal_moves)):
        if random.random() < 0.2:
            continue
        found = []
        for pair, worth in move_values(one).items():
            low, high = random.choice([0, 0, 0, 1, 30]), random.choice([0, 0, 0, 1, 30])
            found.append(Finding(pair, worth - low, worth + high, worth))
        values.learn(one, found)
    return values


def costly(place: Position) -> Iterator[tuple[Move, int]]:
    """Yield the moves of a position that cost something, with what they cost."""
    values = move_values(place)
    for one, worth in values.items():
        if worth < max(values.values()):
            yield one, max(values.values()) - worth


def check(place: Position, played: Move, cost: int, reason: Reason) -> None:
    """Check every claim of a reason with the twin and the rules."""
    after = place.play(played)
    values, replies = move_values(place), move_values(after)
    best = {one for one, worth in values.items() if worth == max(values.values())}
    uncovered = set(after.free_cells) - set(place.free_cells)
    match reason:
        case Ends(better, opponent, points):
            assert after.is_over
            assert (better.move in best, opponent, points) == (True, after.to_move, cost)
        case Uncovers(cells, reply, opponent, gives_back):
            assert opponent == after.to_move
            best_replies = [one for one, worth in replies.items() if worth == value(after)]
            assert set(cells) == uncovered & {one for pair in best_replies for one in pair}
            assert set(cells) & set(reply.move)
            assert replies[reply.move] == value(after)
            assert not any(reply.move in place.play(one).legal_moves for one in best)
            others = [worth for one, worth in replies.items() if not set(one) & set(cells)]
            assert (gives_back is None) == (not others)
            assert gives_back is None or 1 <= gives_back <= value(after) - max(others)
        case KeepsShut(better, cells, reply):
            assert better.move in best
            assert set(cells) <= uncovered
            assert reply.move not in place.play(better.move).legal_moves
            assert replies[reply.move] == value(after)
        case Leaves(pair, opponent):
            assert opponent == after.to_move
            assert pair.move in best
            assert not any(pair.move in place.play(one).legal_moves for one in best)
            assert replies[pair.move] == value(after)
        case Punished(reply, opponent, gives_back, margin):
            assert opponent == after.to_move
            others = [worth for one, worth in replies.items() if one != reply.move]
            assert 1 <= gives_back <= value(after) - max(others)
            assert replies[reply.move] == value(after)
            ahead = value(after) if opponent == 1 else -value(after)
            assert margin == after.margin + ahead
        case OtherTiles(better):
            assert better.move in best
            assert place.kind_at(better.move.first) is place.kind_at(played.first)
        case GreedyTrap(taken, better, points):
            assert taken.points == place.worth(played) == max(map(place.worth, values))
            assert all(place.worth(one) < taken.points for one in best)
            assert (better.move in best, points) == (True, cost)
        case Passing(player, loses, better):
            left = place.play(better.move)
            assert better.move in best
            assert (player, -loses) == (left.to_move, value(left))
            assert loses > 0
            assert value(after) >= 0


def test_every_reason_is_true() -> None:
    """With everything known, all claims of all reasons for all costly moves are true."""
    kinds: Counter[str] = Counter()
    explained = total = 0
    for place in places():
        values = everything(place)
        for played, cost in costly(place):
            found = reasons(values, place, played)
            for reason in found:
                check(place, played, cost, reason)
            kinds.update(type(reason).__name__ for reason in found)
            total, explained = total + 1, explained + bool(found)
    assert set(kinds) == {
        "Ends",
        "GreedyTrap",
        "KeepsShut",
        "Leaves",
        "OtherTiles",
        "Passing",
        "Punished",
        "Uncovers",
    }
    assert explained > 0.5 * total > 100


def is_as_true_of(best: Move, place: Position, reason: Reason) -> bool:
    """Whether what a reason says of a costly move is to be said of a best move as well."""
    after, values = place.play(best), move_values(place)
    uncovered = set(after.free_cells) - set(place.free_cells)
    match reason:
        case Ends():
            return after.is_over
        case Uncovers(cells, reply, _, _):
            return set(cells) <= uncovered and reply.move in after.legal_moves
        case Leaves(pair, _):
            return pair.move in after.legal_moves
        case Punished(reply, _, _, _):
            replies = move_values(after)
            return [one for one in replies if replies[one] == value(after)] == [reply.move]
        case GreedyTrap():
            return place.worth(best) == max(map(place.worth, values))
        case KeepsShut(better, cells, _):
            return best == better.move and bool(set(cells) & uncovered)
        case Passing(_, _, better):
            return best == better.move and value(after) >= 0
        case OtherTiles(better):
            return best == better.move and values[best] < max(values.values())


def test_no_reason_is_as_true_of_a_best_move() -> None:
    """On 600 endgames nothing that is said of a costly move holds for one that costs none."""
    told: Counter[str] = Counter()
    random = Random(21)
    for small in small_positions(600, 33, 12):
        place = Position(small.columns, random.choice((1, 2)))
        if len(place.legal_moves) < 2:
            continue
        values, worth = everything(place), move_values(place)
        best = [one for one in worth if worth[one] == max(worth.values())]
        for played, _cost in costly(place):
            for reason in reasons(values, place, played):
                told[type(reason).__name__] += 1
                assert not any(is_as_true_of(one, place, reason) for one in best), reason
    assert len(told) == len(Reason.__args__)


def test_nothing_unproven_is_said() -> None:
    """With bounds only, and some of nothing, what is said is true all the same."""
    random = Random(8)
    said = 0
    for place in places():
        values = something(place, random)
        for played, cost in costly(place):
            for reason in reasons(values, place, played):
                check(place, played, cost, reason)
                said += 1
    assert said > 20


def test_good_moves_have_no_reasons() -> None:
    """A move that costs nothing needs no reason, and nothing is asked about it."""
    for place in places()[:60]:
        values = everything(place)
        for played in set(place.legal_moves) - {one for one, _ in costly(place)}:
            assert reasons(values, place, played) == ()
            assert questions(values, place, played) == []


def test_uncovered_pair() -> None:
    """The pair that a move uncovers, what takes it, and what would have kept it shut."""
    found = reasons(everything(SHUT), SHUT, move("a1c1"))
    reply, better = TilePair(move("a2b1"), kind("9p")), TilePair(move("c1d1"), kind("1m"))
    assert found[:3] == (
        OtherTiles(better),
        Uncovers((Cell(0, 1),), reply, 2, 16),
        KeepsShut(better, (Cell(0, 1),), reply),
    )


def test_move_that_ends_the_game() -> None:
    """The move that takes the last pair there is costs what could still have been won."""
    found = reasons(everything(ENDS), ENDS, move("b1b2"))
    assert found[0] == Ends(TilePair(move("a4b1"), kind("6s")), 2, 2)


def test_why_asks_what_is_missing() -> None:
    """With little known, a ReasonSearch asks until the reasons are those of full knowledge."""
    for place in places()[:25]:
        for played, _ in list(costly(place))[:2]:
            study = Study(Game(place))
            analyst = Analyst(Scheduler(TwinEngine()), study, study.values)
            worth, after = move_values(place), place.play(played)
            exact = [Finding(one, -99, max(worth.values()), 0) for one in worth]
            study.values.learn(place, exact)
            study.values.prove(place, value(place), value(place))
            study.values.prove(after, value(after), value(after))
            why = ReasonSearch(analyst, study.values, place, played)
            for _ in range(100):
                analyst.scheduler.poll()
                if why.is_done:
                    break
            assert why.is_done
            assert why.reasons == reasons(everything(place), place, played)


def test_why_gives_up() -> None:
    """A ReasonSearch whose question cannot be answered, or that is closed, asks nothing more."""
    place = next(place for place in places() if list(costly(place)) and place.tiles_left > 10)
    played, _ = next(costly(place))
    for end in ("blind", "stop", "close"):
        study = Study(Game(place))
        engine = TwinEngine(blind=end == "blind", silent=end != "blind")
        analyst = Analyst(Scheduler(engine), study, study.values)
        study.values.prove(place, value(place), value(place))
        study.values.prove(place.play(played), value(place.play(played)), value(place.play(played)))
        why = ReasonSearch(analyst, study.values, place, played)
        analyst.scheduler.poll()
        if end == "stop":
            analyst.stop()
        if end == "close":
            why.close()
        for _ in range(20):
            analyst.scheduler.poll()
        assert why.is_done
        assert not engine.busy
        assert len(engine.queries) == 1


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (
            Ends(PAIR, 2, 1),
            "It leaves Ben no pair and ends the game. 3m on a1 and c9 makes 1 point more.",
        ),
        (
            Uncovers((Cell(0, 0),), PAIR, 1, 2),
            "It uncovers a1: Ada takes 3m on a1 and c9 for 3 points. Any reply elsewhere gives "
            "back at least 2 points.",
        ),
        (
            Uncovers((Cell(0, 0), Cell(2, 8)), PAIR, 1, None),
            "It uncovers a1 and c9: Ada takes 3m on a1 and c9 for 3 points.",
        ),
        (
            Passing(1, 1, PAIR),
            "After 3m on a1 and c9 it is Ada who has to move and falls back by 1 point.",
        ),
    ],
)
def test_words(reason: Reason, words: str) -> None:
    """Reasons are told in sentences."""
    assert reason_words(reason, NAMES) == words


def test_every_reason_has_words() -> None:
    """Every reason found becomes a sentence with nothing left to fill in."""
    for place in places():
        values = everything(place)
        for played, _ in costly(place):
            for reason in reasons(values, place, played):
                words = reason_words(reason, NAMES)
                assert words.endswith(".")
                assert "{" not in words
