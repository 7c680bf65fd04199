"""Reasons why moves cost, facts seen from the rules alone, and the page of a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from battle import language
from battle.analysis.costs import review_line
from battle.analysis.insights import OnlyMove, PoisonedPair, Resistance, insights
from battle.analysis.study import Study
from battle.analysis.values import Bounds, MoveInfo, Values
from battle.coach.facts import (
    BlockEachOther,
    EndsGame,
    Fact,
    IfPassed,
    MadeAvailable,
    MoveFact,
    RulesOut,
    StaysAvailable,
    Uncovered,
    WaitsFor,
    discreet_facts,
    move_facts,
    position_facts,
)
from battle.coach.move_page import insight_lines, insight_page, move_page
from battle.coach.reason_words import explanations, fact_words, facts_intro, line_of, reason_words
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
from battle.page.blocks import Block
from battle.rules.deal import deal, played_down
from battle.rules.game import Game
from battle.rules.position import Cell, Kind, Move, Position, cell, kind, move, position
from tests.support.endgames import Truth, endgame_games
from tests.support.engines import TwinEngine
from tests.support.pilot import bad_game
from tests.support.texts import check_page
from tools.reference import move_values, small_positions, value

# -- reasons --------------------------------------------------------------------------------------

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
        exact = [MoveInfo(pair, worth, worth, worth) for pair, worth in move_values(one).items()]
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
            found.append(MoveInfo(pair, worth - low, worth + high, worth))
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
            analyst = Analyst(Scheduler(TwinEngine()), study.game, study.values)
            worth, after = move_values(place), place.play(played)
            exact = [MoveInfo(one, -99, max(worth.values()), 0) for one in worth]
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
        analyst = Analyst(Scheduler(engine), study.game, study.values)
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
            "It leaves Ben no pair and ends the game. 3m on a1 and c9 scores 1 point more.",
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
            "After 3m on a1 and c9 Ada has to move and loses 1 point by it.",
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


# -- reason lines ---------------------------------------------------------------------------------


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
                for pair in moves:
                    start = start.play(pair)
                sorts.add(type(reason))
    assert sorts >= {Uncovers, Leaves, KeepsShut, Passing}


# -- explanations ---------------------------------------------------------------------------------


def test_costly_moves_have_reasons_where_they_are_proven_and_facts_elsewhere() -> None:
    """No other move is spoken of, and no costly one is passed over."""
    names = ("Ada", "Ben")
    count = {True: 0, False: 0}
    for game, _ in endgame_games(20, 300):
        truth, values = Truth(), Values()
        nodes = game.main_line()
        for node in nodes:
            values.learn(node.position, truth.proof(node.position))
        review = review_line(nodes, values)
        assert review is not None
        told = explanations(review, values, names)
        assert sorted(told) == [move.ply for move in review.moves if move.cost.value]
        for ply, sentences in told.items():
            before = nodes[ply - 1].position
            proven = reasons(values, before, review.moves[ply - 1].move)
            count[bool(proven)] += 1
            if proven:
                assert sentences == tuple(reason_words(one, names) for one in proven)
            else:
                assert sentences[0] == facts_intro()
    assert count[True]


# -- facts ----------------------------------------------------------------------------------------


def positions() -> Iterator[Position]:
    """Yield small positions, many with long columns, and what random play leaves of deals."""
    yield from small_positions(150, 3)
    random = Random(4)
    for number in range(1, 60):
        yield played_down(random, deal(number), random.choice((24, 60, 96, 108)))


def pairs(here: Position) -> dict[Move, int]:
    """Return every pair of a position with its points, by looking at every two tiles."""
    tiles = [one for one in here.tiles() if here.is_free(one[0])]
    return {
        Move(one, other): kind.rank
        for number, (one, kind) in enumerate(tiles)
        for other, same in tiles[number + 1 :]
        if same is kind
    }


def one(found: tuple[Fact, ...], kind_of: type) -> Fact | None:
    (fact,) = [fact for fact in found if isinstance(fact, kind_of)] or [None]
    return fact


def test_facts_of_moves_are_what_comes_of_them() -> None:
    """What a move uncovers, makes available, leaves and rules out is seen on the table then."""
    for here in positions():
        before = pairs(here)
        for made in here.legal_moves:
            after, found = here.play(made), move_facts(here, made)
            replies = pairs(after)
            if not replies:
                assert found == (EndsGame(after.to_move),)
                continue
            shown = {place for place, _ in after.tiles() if after.is_free(place)}
            fresh = {place for place in shown if not here.is_free(place)}
            uncovered = one(found, Uncovered)
            assert isinstance(uncovered, Uncovered)
            assert dict(uncovered.tiles) == {place: after.kind_at(place) for place in fresh}
            _check_highest(found, MadeAvailable, {m: replies[m] for m in replies.keys() - before})
            _check_highest(found, StaysAvailable, {m: replies[m] for m in replies.keys() & before})
            gone = {m: before[m] for m in before.keys() - replies.keys() - {made}}
            _check_highest(found, RulesOut, gone)
            new, stays = one(found, MadeAvailable), one(found, StaysAvailable)
            if isinstance(new, MadeAvailable):
                assert new.opponent == after.to_move
                least = stays.pair.points if isinstance(stays, StaysAvailable) else 0
                assert new.is_highest == (new.pair.points > least)


def _check_highest(found: tuple[MoveFact, ...], kind_of: type, wanted: dict[Move, int]) -> None:
    fact = one(found, kind_of)
    assert (fact is not None) == bool(wanted)
    if isinstance(fact, MadeAvailable | StaysAvailable | RulesOut):
        assert fact.pair.points == wanted[fact.pair.move] == max(wanted.values())


def test_no_other_pair_is_named_discreetly() -> None:
    """What is told before a pair is taken names no pair that could be taken instead."""
    for here in positions():
        for made in here.legal_moves:
            for fact in discreet_facts(here, made):
                if isinstance(fact, MadeAvailable):
                    assert fact.pair.move not in here.legal_moves


def test_passing_is_what_the_other_player_would_find() -> None:
    """If the turn were passed the other player would have the same pairs."""
    for here in positions():
        fact = one(position_facts(here), IfPassed)
        found = pairs(here)
        assert (fact is None) == (not found)
        if isinstance(fact, IfPassed):
            assert fact.opponent != here.to_move
            assert fact.pairs == len(found)
            assert fact.highest.points == found[fact.highest.move] == max(found.values())


def test_what_waits_never_goes_first() -> None:
    """However the game goes a kind that waits is never taken before the other, nor one blocked."""
    blocked = waiting = 0
    for here in small_positions(600, 9, 14):
        orders = first_taken(here, {})
        for fact in position_facts(here):
            if isinstance(fact, BlockEachOther):
                blocked += 1
                assert not any(kind in order for order in orders for kind in fact.kinds)
            elif isinstance(fact, WaitsFor):
                waiting += 1
                for order in orders:
                    if fact.kind in order:
                        assert fact.first in order[: order.index(fact.kind)]
    assert blocked > 10
    assert waiting > 10


def first_taken(
    here: Position, known: dict[str, frozenset[tuple[Kind, ...]]]
) -> frozenset[tuple[Kind, ...]]:
    """Return the orders in which kinds can be taken, each kind once, when everything is played."""
    if here.grid not in known:
        found: set[tuple[Kind, ...]] = set()
        for made in here.legal_moves:
            taken = here.kind_at(made.first)
            assert taken is not None
            for order in first_taken(here.play(made), known):
                found.add((taken, *(kind for kind in order if kind is not taken)))
        known[here.grid] = frozenset(found or {()})
    return known[here.grid]


NINE = TilePair(move("c1d1"), kind("9s"))


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (Uncovered(()), "It uncovers nothing."),
        (Uncovered(((cell("a2"), kind("5m")),)), "It uncovers 5m on a2."),
        (
            Uncovered(((cell("a2"), kind("5m")), (cell("b2"), kind("1p")))),
            "It uncovers 5m on a2 and 1p on b2.",
        ),
        (MadeAvailable(NINE, 2, False), "Ben can then take 9s on c1 and d1 for 9 points."),
        (
            MadeAvailable(NINE, 2, True),
            "Ben can then take 9s on c1 and d1 for 9 points, the highest pair available.",
        ),
        (StaysAvailable(NINE, 1), "9s on c1 and d1 for 9 points stays there for Ada."),
        (RulesOut(NINE), "9s on c1 and d1 can no longer be taken: one of its tiles is gone."),
        (EndsGame(2), "It leaves Ben no pair: the game is over."),
        (
            IfPassed(1, 3, NINE),
            "After a pass Ada could take one of 3 pairs, the highest 9s on c1 and d1 for 9 points.",
        ),
        (
            BlockEachOther((kind("5m"), kind("1p")), 0),
            "5m and 1p block each other in column a: neither can ever be taken.",
        ),
        (WaitsFor(kind("5m"), kind("1p"), 11), "5m waits for 1p in column l."),
    ],
)
def test_facts_in_words(fact: Fact, words: str) -> None:
    """Every fact is one sentence."""
    assert fact_words(fact, NAMES) == words


def test_a_column_in_turns_is_blocked() -> None:
    """Two kinds in turns block each other; a kind around another is waited for."""
    assert position_facts(position("1s2s1s2s")) == (BlockEachOther((kind("1s"), kind("2s")), 0),)
    facts = position_facts(position("9s5m5m9s"))
    assert WaitsFor(kind("5m"), kind("9s"), 0) in facts


# -- move page ------------------------------------------------------------------------------------

SMALL = position("5m5p/5p5m/9s/9s 1 0-3")


def proven(here: Position) -> Values:
    """Return a store that has proven a position and the replies to all its moves."""
    values = Values()
    for place in [here, *map(here.play, here.legal_moves)]:
        found = move_values(place).items()
        values.learn(place, [MoveInfo(one, value, value, value) for one, value in found])
    return values


def told(here: Position, values: Values) -> list[str]:
    found = insight_lines(insights(values, here), here, NAMES)
    return [words for words, _move in found]


def test_a_position_that_is_proven() -> None:
    """Of a proven position it is said what hangs on the move, and what the turn is worth."""
    assert told(SMALL, proven(SMALL)) == [
        "Only 9s c1–d1 wins.",
        "The best pair is worth 8 points more than any other.",
        "If it were Ben's turn, Ben would win by 12.",
    ]


def test_a_position_that_nobody_looked_at() -> None:
    """Of what is not proven nothing is said."""
    assert told(SMALL, Values()) == []


def only(**found: object) -> list[str]:
    """Return what is said of a position of which one thing alone is known."""
    nothing = {"only_move": None, "tension": None, "poisoned": None, "resistance": None}
    known: Any = SimpleNamespace(**{**nothing, "turned": Bounds(-3, 3), **found})
    return [words for words, _move in insight_lines(known, SMALL, NAMES)]


def test_a_loser_is_told_where_a_reply_can_go_wrong() -> None:
    """The best resistance is named where a reply gives the win away, with how many do not."""
    here = position("5m5p/5p5m/9s/9s 1 0-12")
    assert "The best resistance: 9s c1–d1. 0 of 2 replies win." not in told(here, proven(here))
    best = Resistance(move("c1d1"), 1, 3)
    assert only(resistance=best) == ["The best resistance: 9s c1–d1. 1 of 3 replies wins."]
    assert only(resistance=Resistance(move("c1d1"), 2, 2)) == []


def test_bounds_are_told_as_bounds() -> None:
    """Where only a bound is proven it is said to be one; what is not proven is not said."""
    assert only(tension=Bounds(0, 4)) == []
    least = "The best pair is worth at least 2 points more than any other."
    assert only(tension=Bounds(2, 4)) == [least]
    poisoned = PoisonedPair(move("c1d1"), 3, exact=False)
    assert only(poisoned=poisoned) == [
        "Poisoned: 9s c1–d1, the highest pair, costs at least 3 points."
    ]
    kept = OnlyMove(move("c1d1"), wins=False)
    assert only(only_move=kept) == ["Only 9s c1–d1 does not lose."]


@pytest.mark.parametrize("code", ["en", "de"])
def test_the_whole_page_of_a_move(code: str) -> None:
    """What is said of a costly move, of a good one, and of where they lead, reads as approved."""
    language.use(code)
    study, truth = Study(bad_game(1)), Truth()
    for node in study.nodes():
        study.values.learn(node.position, truth.proof(node.position))
    line, review = study.game.main_line(), review_line(study.game.main_line(), study.values)
    page: list[Block] = []
    for ply in (1, 2, 3):
        node = line[ply]
        page += move_page(node, ply, study.values, NAMES, cost=study.cost(node), review=review)
        page += insight_page(node, ply, study.values, NAMES)
    check_page(f"move-{code}", page)
