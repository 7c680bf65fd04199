"""Levels: what they lose, measured by the slow twin on small positions; and how they resist."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from statistics import fmean

import pytest

from battle.rules.position import FormatError, Move, Position
from solver.api import ALL_LINES, Analysis, Limit, Solver
from solver.kernels import encode
from solver.levels import (
    COMPANION_REACH,
    FULL_APPEARANCE,
    ChoiceWeights,
    Level,
    appearances,
    kept,
    level,
    levels,
    options_of,
    seen,
    unhurried,
    weights_for,
)
from tools import reference
from tools.reference import Twin, best_moves, resistance

NAMES = ["novice", "casual", "club", "strong", "master", "perfect", "companion"]


@cache
def analysed(found: Position) -> Analysis:
    with Solver(1, 1, kernels=Twin()) as solver:
        return solver.analyse(found, Limit(exact=True), ALL_LINES)


def losses_of(found: Position) -> dict[Move, int]:
    """Return what every move of a position loses, by the slow twin."""
    values = reference.move_values(found)
    return {move: max(values.values()) - value for move, value in values.items()}


@pytest.fixture(scope="module")
def places() -> list[Position]:
    """Return positions of up to 16 tiles with something to choose."""
    found = (one for one in reference.small_positions(120, 7) if len(one.legal_moves) > 1)
    return [one for one in found if max(losses_of(one).values()) > 0]


def lost_by(chosen: Level, places: list[Position], seeds: range) -> Iterator[int]:
    for place in places:
        losses = losses_of(place)
        for seed in seeds:
            move = chosen.choose(analysed(place), seed)
            yield losses[move]


def test_names() -> None:
    """The levels are called what the protocol promises, in either case, the weakest first."""
    assert list(levels()) == NAMES
    assert level("Strong") is levels()["strong"]
    points = [one.points for one in levels().values() if not one.follows]
    assert points == sorted(points, reverse=True)
    with pytest.raises(FormatError, match="expected one of novice, casual, club"):
        level("godlike")


@pytest.mark.parametrize("name", ["strong", "master", "perfect", "companion"])
def test_no_move_is_worse_than_the_cap(name: str, places: list[Position]) -> None:
    """Whatever the seed, no move loses more than the cap of a level that knows what moves cost."""
    chosen = level(name)
    assert max(lost_by(chosen, places, range(20))) <= chosen.cap


def test_a_cap_cuts(places: list[Position]) -> None:
    """There are moves beyond the cap, which a level of the same slip without one does play."""
    careless = Level("careless", 99, slip=9, cap=99, attention=0)
    assert max(lost_by(careless, places, range(20))) > 7
    capped = Level("capped", 99, slip=9, cap=4, attention=0)
    assert 0 < max(lost_by(capped, places, range(20))) <= 4


@pytest.mark.parametrize("names", [["novice", "casual", "club"], ["strong", "master", "perfect"]])
def test_stronger_levels_lose_less(places: list[Position], names: list[str]) -> None:
    """The mean loss falls from one short-sighted level to the next, and down to nothing."""
    means = [fmean(lost_by(level(name), places, range(12))) for name in names]
    assert means == sorted(means, reverse=True)
    assert len(set(means)) == len(means)
    assert (means[-1] == 0) == (names[-1] == "perfect")


def test_a_slip_is_what_is_lost(places: list[Position]) -> None:
    """Over many seeds a level loses its slip, wherever a position lets it and its eyes do not."""
    chosen = Level("sloppy", 99, slip=0.5, cap=99, attention=1)
    tried = 0
    for place in places[:25]:
        options = options_of(analysed(place))
        looks = appearances(place, [option.move for option in options])
        losses = [option.loss for option in options]
        expected = weights_for(chosen.slip, looks, losses)
        if abs(expected.expected_loss(looks, losses) - 0.5) < 0.01:
            tried += 1
            lost = list(lost_by(chosen, [place], range(300)))
            assert abs(fmean(lost) - 0.5) < 0.25
    assert tried >= 5


def test_weights() -> None:
    """Nothing lost needs much trust, a little less, and blindness is the most there is."""
    looks, losses = [5.0, 3.0, -2.0], [4, 0, 6]
    one_lost = weights_for(1, looks, losses)
    assert weights_for(0.001, looks, losses).trust > one_lost.trust > 0
    assert one_lost.expected_loss(looks, losses) == pytest.approx(1, abs=0.01)
    by_appearance = ChoiceWeights(FULL_APPEARANCE, 0).expected_loss(looks, losses)
    assert weights_for(by_appearance + 0.01, looks, losses).appearance < FULL_APPEARANCE
    assert weights_for(99, looks, losses) == ChoiceWeights(0, 0)
    assert ChoiceWeights(0, 0).expected_loss(looks, losses) == pytest.approx(10 / 3)


def test_attention_prefers_what_looks_good(places: list[Position]) -> None:
    """Of moves that lose the same, those that gain more at once are made more often than others."""
    chosen = Level("careless", 99, slip=1, cap=99, attention=1)
    better = worse = 0
    for place in places:
        losses = losses_of(place)
        for seed in range(20):
            move = chosen.choose(analysed(place), seed)
            same = [gain(place, one) for one in losses if losses[one] == losses[move] > 0]
            better += gain(place, move) > fmean(same or [0]) and bool(same)
            worse += gain(place, move) < fmean(same or [0]) and bool(same)
    assert better > 1.5 * worse > 0


def gain(place: Position, move: Move) -> int:
    """Return what a move scores less what the best reply scores."""
    after = place.play(move)
    return place.worth(move) - max(map(after.worth, after.legal_moves), default=0)


def test_blind_spots_stay() -> None:
    """What is overlooked is overlooked by the same seed, and by some other one it is not."""
    place = next(
        one
        for one in reference.small_positions(50, 3)
        if len(set(_appearances(one, range(30)))) > 1
    )
    assert _appearances(place, range(30)) == _appearances(place, range(30))


def _appearances(place: Position, seeds: range) -> list[float]:
    return [sum(appearances(place, place.legal_moves, 0.5, seed)) for seed in seeds]


def test_attention_counts_replies() -> None:
    """With full attention a pair counts its rank less the best reply, wherever its tiles lie."""
    for place in reference.small_positions(40, 5):
        for move, look in zip(
            place.legal_moves, appearances(place, place.legal_moves), strict=True
        ):
            assert look == gain(place, move)


def test_full_sight_counts_replies() -> None:
    """Who sees all twelve columns counts every pair its rank less the best reply."""
    for place in reference.small_positions(40, 5):
        looks = seen(place, 12, 12)
        assert looks == {move: gain(place, move) for move in place.legal_moves}


def test_sight_finds_what_lies_close() -> None:
    """Pairs further apart are found only where there are no others, and none is made up."""
    for place in reference.small_positions(40, 5):
        found = set(seen(place, 2, 0))
        close = {one for one in place.legal_moves if abs(one.first[0] - one.second[0]) < 2}
        assert found == (close or set(place.legal_moves))


@pytest.mark.parametrize(
    ("grid", "fall_into_it"),
    [
        ("4m9s4m/2p/9s/2p", {"novice"}),
        ("4m9s4m/2p/2p/1s/9s/1s", {"novice", "casual"}),
        ("4m9s4m/2p/2p/1s/1s/1p/1p/1m/1m/1s/1s/9s", {"novice", "casual", "club"}),
        ("4m5s4m/2p/5s/2p", {"novice", "casual", "club"}),
    ],
)
def test_a_trap_is_seen_as_far_as_a_level_sees(grid: str, fall_into_it: set[str]) -> None:
    """The 4 is taken by who does not see that it uncovers a pair of 9, or where it does not."""
    place = Position.parse(grid)
    chosen = {name: level(name).choose(analysed(place)) for name in ("novice", "casual", "club")}
    fours = {name for name, move in chosen.items() if move and place.worth(move) == 4}
    assert fours == fall_into_it


def test_who_is_short_sighted_draws_only_between_what_looks_alike(places: list[Position]) -> None:
    """Over many seeds a short-sighted level plays all moves that look best to it, and no other."""
    drawn = 0
    for place in places[:40]:
        looks = seen(place, 12, 3)
        best = {move for move in looks if looks[move] == max(looks.values())}
        moves = {level("casual").choose(analysed(place), seed) for seed in range(40)}
        assert moves == best
        drawn += len(best) > 1
    assert drawn


def test_repeatable(places: list[Position]) -> None:
    """The same seed chooses the same moves, another one does not."""
    moves = [[level("strong").choose(analysed(p), seed) for p in places] for seed in (1, 1, 2)]
    assert moves[0] == moves[1]
    assert moves[0] != moves[2]


def test_nothing_to_choose() -> None:
    """A game that is over has no move, a single move is played."""
    assert level("novice").choose(analysed(Position(((None,) * 9,) * 12))) is None
    forced = next(p for p in reference.small_positions(99, 1) if len(p.legal_moves) == 1)
    assert all(level(name).choose(analysed(forced)) == forced.legal_moves[0] for name in NAMES)


@pytest.mark.parametrize("ahead", [-40, -10, 0, 10, 40])
def test_the_companion_stays_near(places: list[Position], ahead: int) -> None:
    """The companion gives back when it is ahead, and its best when it is behind."""
    companion = level("companion")
    for place in places:
        points = (40 + ahead, 40) if place.to_move == 1 else (40, 40 + ahead)
        losses, values = losses_of(place), reference.move_values(place)
        move = companion.choose(analysed(Position(place.columns, place.to_move, points)))
        able = [values[one] for one in values if losses[one] <= companion.cap]
        nearest = min(abs(ahead + value) for value in able)
        assert abs(ahead + values[move]) <= max(COMPANION_REACH, nearest)


def test_estimates_never_beat_proofs(places: list[Position]) -> None:
    """A move that is proven to lose more than the cap is not played, whatever it is guessed."""
    random = Random(4)
    for place in places:
        analysis = analysed(place)
        for option in options_of(analysis):
            assert option.loss == losses_of(place)[option.move]
        seed = random.randrange(1000)
        assert level("strong").choose(analysis, seed) in place.legal_moves


# --- test player ---------------------------------------------------------------------------------
#
# Players: among moves worth the same they take the one that is hardest to answer.


class Thinker:
    """Thinks with the slow twin, and counts how often."""

    def __init__(self) -> None:
        self.positions: list[Position] = []

    def __call__(self, place: Position, limit: Limit, lines: int) -> Analysis:
        """Return all there is to know of a place."""
        self.positions.append(place)
        with Solver(1, 1, kernels=Twin()) as solver:
            return solver.analyse(place, Limit(exact=True, goal=limit.goal), lines)


@pytest.fixture(scope="module")
def ties() -> list[Position]:
    """Return positions in which several moves, that resist differently, keep the value."""
    return [
        place
        for place in reference.small_positions(400, 21, most_tiles=18)
        if len({resistance(place, move) for move in best_moves(place)}) > 1
    ]


@pytest.mark.parametrize("name", ["perfect", "master"])
def test_best_resistance(ties: list[Position], name: str) -> None:
    """A best move is one after which most replies lose, in won and in lost positions."""
    assert len(ties) > 10
    lost = 0
    for place in ties:
        move, analysis = level(name).play(seed=2, position=place, think=Thinker())
        assert move is not None
        assert analysis.exact
        if move in best_moves(place):
            assert resistance(place, move) == max(resistance(place, m) for m in best_moves(place))
            lost += analysis.value.points < 0
    assert lost > 0


def test_perfect_keeps_the_value(ties: list[Position]) -> None:
    """The perfect player never loses a point, resisting or not."""
    for place in ties:
        move, _ = level("perfect").play(place, Thinker())
        assert move in best_moves(place)


def test_weaker_levels_do_not_resist(ties: list[Position]) -> None:
    """A level that errs a lot thinks about its own position only."""
    thinker = Thinker()
    for place in ties[:5]:
        level("club").play(place, thinker)
    assert thinker.positions == ties[:5]


def test_kept_moves_are_all_best_moves(ties: list[Position]) -> None:
    """Of moves that lead to the same one is kept, of those that lose a point none."""
    for place in ties:
        found = kept(Thinker()(place, Limit(), 1000))
        assert set(found) <= set(best_moves(place))
        after = {encode.state_of(place.play(move)) for move in best_moves(place)}
        assert {encode.state_of(place.play(move)) for move in found} == after


def test_unhurried() -> None:
    """Nodes alone decide where they do; a limit of time stays one."""
    assert unhurried(Limit(time=0.1, nodes=5)) == Limit(nodes=5)
    assert unhurried(Limit(time=0.1)) == Limit(time=0.1)
    assert all(unhurried(one.limit).time is None for one in levels().values())


def test_a_game_that_is_over() -> None:
    """There is no move where the game is over, and no failure either."""
    move, analysis = level("perfect").play(Position(((None,) * 9,) * 12), Thinker())
    assert move is None
    assert analysis.exact
