"""Facts: each is what playing everything out by the rules shows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

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
from battle.coach.reason_words import fact_words
from battle.coach.reasons import TilePair
from battle.rules.deal import deal, played_down
from battle.rules.position import Kind, Move, Position, cell, kind, move, position
from tools.reference import small_positions

NAMES = ("Ada", "Ben")


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
            "Ben can then take 9s on c1 and d1 for 9 points, the highest pair there is then.",
        ),
        (StaysAvailable(NINE, 1), "9s on c1 and d1 for 9 points stays there for Ada."),
        (RulesOut(NINE), "9s on c1 and d1 can no longer be taken then: a tile of it is gone."),
        (EndsGame(2), "It leaves Ben no pair: the game is over."),
        (
            IfPassed(1, 3, NINE),
            "If the turn were passed Ada could take one of 3 pairs,"
            " at most 9s on c1 and d1 for 9 points.",
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
