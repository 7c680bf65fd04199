"""Matches, what they come to, and the benchmark."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from math import inf
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Final

import pytest

from battle.rules.position import FormatError, Move, Position
from solver import bench, match
from solver.api import ALL_LINES, Analysis, Limit, Solver
from solver.kernels import encode
from solver.kernels.encode import Kernels
from solver.levels import (
    COMPANION_REACH,
    FULL_APPEARANCE,
    RESISTANCE_SECONDS,
    ChoiceWeights,
    Level,
    appearances,
    kept,
    level,
    levels,
    options_of,
    unhurried,
    weights_for,
)
from solver.match import (
    COLUMNS,
    MatchPair,
    PairTask,
    described,
    elo_difference,
    match_result,
    play_match,
    sign_test,
)
from tests.support.processes import run, started
from tools import reference
from tools.reference import Twin

# -- match ----------------------------------------------------------------------------------------


def test_greedy_beats_random() -> None:
    """Taking the best pair is better than taking any, and a player equals itself."""
    pairs = list(play_match("greedy", "random", range(1, 11)))
    assert match_result(pairs).margin > 0
    assert all(pair.margin == 0 for pair in play_match("greedy", "greedy", range(1, 6)))


def test_the_solver_beats_greedy(kernels: Kernels) -> None:
    """Even a short search wins against greed on two deals, and the same match is the same again."""
    one = list(play_match("nodes=20000", "greedy", range(1, 3)))
    assert match_result(one).margin > 10
    assert one == list(play_match("nodes=20000", "greedy", range(1, 3)))


def test_seats_are_swapped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Margins are the first player's in both games, who begins the first and not the second."""
    begun = []

    def game(start: object, first: str, second: str) -> tuple[int, str]:
        begun.append((first, second))
        return (3, "a1b1") if first == "random" else (5, "c1d1")

    monkeypatch.setattr(match, "_chooser", lambda text, name, seed: text)
    monkeypatch.setattr(match, "play_game", game)
    assert list(play_match("random", "greedy", range(4, 5))) == [
        MatchPair(4, 3, -5, ("a1b1", "c1d1"))
    ]
    assert begun == [("random", "greedy"), ("greedy", "random")]


def test_games_do_not_depend_on_each_other() -> None:
    """A deal is played the same whichever deals are played with it; another seed plays another."""
    alone = [*play_match("random", "greedy", range(5, 6))]
    assert alone[0] in list(play_match("random", "greedy", range(3, 7)))
    assert alone != [*play_match("random", "greedy", range(5, 6), seed=1)]


def test_a_match_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Left early and cut short, it plays what is missing; another seed and player are apart."""
    path = tmp_path / "games.csv"
    whole = list(play_match("random", "greedy", range(1, 6)))
    running = play_match("random", "greedy", range(1, 6), path=path)
    assert [next(running), next(running)] == whole[:2]
    running.close()
    with path.open("a", encoding="ascii") as file:
        file.write("random,greedy,0,3,4")
    played: list[PairTask] = []
    original = match.play_pair
    monkeypatch.setattr(match, "play_pair", lambda task: played.append(task) or original(task))
    assert list(play_match("random", "greedy", range(1, 6), path=path)) == whole
    assert [task.deal for task in played] == [3, 4, 5]
    assert list(play_match("random", "greedy", range(1, 6), path=path)) == whole
    assert len(played) == 3
    list(play_match("random", "random", range(1, 3), path=path))
    list(play_match("random", "greedy", range(1, 3), path=path, seed=2))
    assert len(played) == 7
    assert path.read_text(encoding="ascii").count(",".join(COLUMNS)) == 1


def test_processes_share_the_games() -> None:
    """Two processes play what one plays."""
    one = list(play_match("random", "greedy", range(1, 5)))
    two = list(play_match("random", "greedy", range(1, 5), jobs=2))
    assert sorted(two, key=lambda pair: pair.deal) == one


FOREVER = """
import sys, time, os
from solver.bulk import spread

def sleep(number):
    open(f"{sys.argv[1]}/{os.getpid()}", "w").close()
    time.sleep(300)

if __name__ == "__main__":
    list(spread(sleep, [1, 2], 2))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT])
def test_workers_end_with_their_parent(tmp_path: Path, sent: signal.Signals) -> None:
    """When the process that shares out the work is killed or interrupted, no worker is left.

    The parent ends at once though its workers are busy for minutes.
    """
    script, pids = tmp_path / "forever.py", tmp_path / "pids"
    pids.mkdir()
    script.write_text(FOREVER, encoding="ascii")
    path = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with started([sys.executable, script, pids], env=path, stderr=subprocess.DEVNULL) as process:
        _until(lambda: len(list(pids.iterdir())) == 2)
        process.send_signal(sent)
        assert process.wait(20) != 0
        _until(lambda: not any(_lives(path.name) for path in pids.iterdir()))


def _until(done) -> None:  # type: ignore[no-untyped-def]
    last = time.monotonic() + 60
    while not done():
        assert time.monotonic() < last
        time.sleep(0.05)


def _lives(pid: str) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def test_results() -> None:
    """Games are counted one by one, margins by deal."""
    found = match_result([MatchPair(1, 10, -4), MatchPair(2, 0, 2)])
    assert (found.won, found.drawn, found.lost, found.margin, found.error) == (2, 1, 1, 2.0, 1.0)
    assert str(found).startswith("+2 =1 -1, +2.00 ± 1.00 points a game, rating +89 (")
    assert str(match_result([MatchPair(1, 10, 4)])).startswith(
        "+2 =0 -0, +7.00 points a game, rating above "
    )
    assert "rating below +" in str(match_result([MatchPair(1, -10, -4)]))
    assert "inf" not in str(match_result([MatchPair(1, -10, -4)]))
    assert [MatchPair(1, 5, -5).score, MatchPair(1, 0, 5).score, MatchPair(1, 0, 0).score] == [
        0.5,
        0.75,
        0.5,
    ]


def test_ratings() -> None:
    """Three wins in four are 191 points; intervals hold the difference and narrow with deals."""
    few, many = elo_difference([1, 0.5, 1, 0.5]), elo_difference([1, 0.5] * 50)
    assert few.difference == many.difference == pytest.approx(190.85, abs=0.01)
    assert few.lower < many.lower < many.difference < many.upper < few.upper
    assert elo_difference([0.5] * 9).difference == 0
    assert elo_difference([0.5] * 9).lower == pytest.approx(-elo_difference([0.5] * 9).upper)
    assert elo_difference([1, 1, 1]).difference == inf
    assert 0 < elo_difference([1, 1, 1, 1, 1]).lower < inf
    assert elo_difference([1]).lower < 0


def test_the_interval_is_wilsons() -> None:
    """For independent games it is the interval of the book: 8 of 10 wins are 49 % to 94 %."""
    found = elo_difference([1] * 8 + [0] * 2)
    shares = [1 / (1 + 10 ** (-points / 400)) for points in (found.lower, found.upper)]
    assert shares == pytest.approx([0.4902, 0.9433], abs=1e-3)


def test_p_values() -> None:
    """A coin that falls on one side 9 times in 10 does so, either way, with 2.1 %."""
    assert sign_test([1] * 9 + [-1] + [0] * 5) == pytest.approx(22 / 1024)
    assert sign_test([]) == sign_test([0, 0]) == sign_test([1, -1]) == 1
    found = match_result([MatchPair(n, 5, -3) for n in range(1, 10)])
    assert (found.p_games, found.p_points) == (1, 2 / 2**9)
    wide = match_result([MatchPair(n, 2 * n, 2 * n) for n in (-1, 1, 3, 5)])
    assert wide.margin / wide.error == pytest.approx(1.549, abs=1e-3)
    assert wide.p_points == 2 / 2**4
    long = match_result([MatchPair(n, 2 * n, 2 * n) for n in (-1, 1, 3, 5, -2, 0, 2) * 3])
    assert long.margin / long.error == pytest.approx(2.2904, abs=1e-3)
    assert long.p_points == pytest.approx(0.0220, abs=1e-3)


@pytest.mark.parametrize("text", ["", "time=", "time=-1", "depth=0", "nobody", "nodes=x"])
def test_bad_players(text: str) -> None:
    """A text that names no player is refused before anything is played."""
    with pytest.raises(FormatError, match="bad player") as refused:
        described(text)
    assert "convert" not in str(refused.value)
    assert "literal" not in str(refused.value)
    with pytest.raises(FormatError, match="bad player"):
        next(play_match("greedy", text, range(1, 2)))


def test_bench_is_repeatable(kernels: Kernels) -> None:
    """The same tasks visit the same nodes twice, and the summary adds them up."""
    tasks = bench.proofs(40, 3)
    one = list(bench.run(kernels, tasks, hash_mb=16))
    other = list(bench.run(kernels, tasks, hash_mb=16))
    assert [m.found.nodes for m in one] == [m.found.nodes for m in other]
    assert bench.Summary(one).signature == sum(m.found.nodes for m in other)
    assert all(m.found.exact for m in one)
    assert "numba" in bench.machine_line()


# -- bench ----------------------------------------------------------------------------------------


def test_the_spread_is_a_factor() -> None:
    """Numbers a factor of 4 apart have a mean in the middle that is uncertain by a factor of 2.

    More of them make it surer; a single measurement, or one of no node, does not break the figures.
    """
    assert bench.geometric_mean([100, 400]) == pytest.approx(200)
    assert bench.error_of_mean([100, 400]) == pytest.approx(2)
    few, many = bench.error_of_mean([100, 400] * 10), bench.error_of_mean([100, 400] * 40)
    assert 1 < many < few < 2
    assert bench.error_of_mean([7]) == bench.geometric_mean([0]) == 1


# -- signature ------------------------------------------------------------------------------------

SIGNATURE: Final = 2_238_915
"""A commit that changes the search changes this number, and ends with `Bench: <nodes>`."""


def test_bench_visits_the_nodes_of_its_signature(kernels: Kernels) -> None:
    """One thread visits exactly these nodes, on every machine."""
    said = run(sys.executable, "-m", "battle", "bench").stdout
    found = re.search(r"^nodes (\d+) ", said, re.MULTILINE)
    assert found is not None, said
    assert int(found[1]) == SIGNATURE


# --- levels ---------------------------------------------------------------------------------------
#
# Levels: what they lose, measured by the slow twin on small positions.


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
            assert move is not None
            yield losses[move]


def test_names() -> None:
    """The levels are called what the protocol promises, in either case, the weakest first."""
    assert list(levels()) == NAMES
    assert level("Strong") is levels()["strong"]
    points = [one.points for one in levels().values() if not one.follows]
    assert points == sorted(points, reverse=True)
    with pytest.raises(FormatError, match="expected one of novice, casual, club"):
        level("godlike")


def test_levels_answer_within_a_second() -> None:
    """No level has leave to think longer, counting what it does to resist."""
    assert all((one.limit.time or 9) + RESISTANCE_SECONDS < 1 for one in levels().values())


@pytest.mark.parametrize("name", NAMES)
def test_no_move_is_worse_than_the_cap(name: str, places: list[Position]) -> None:
    """Whatever the seed, no move loses more than the level's cap."""
    chosen = level(name)
    assert max(lost_by(chosen, places, range(20))) <= chosen.cap


def test_a_cap_cuts(places: list[Position]) -> None:
    """There are moves beyond the cap, which a level of the same slip without one does play."""
    careless = Level("careless", 99, slip=9, cap=99, attention=0)
    assert max(lost_by(careless, places, range(20))) > level("novice").cap / 2
    capped = Level("capped", 99, slip=9, cap=4, attention=0)
    assert 0 < max(lost_by(capped, places, range(20))) <= 4


def test_stronger_levels_lose_less(places: list[Position]) -> None:
    """The mean loss falls from level to level, down to nothing."""
    names = [name for name in NAMES if not level(name).follows]
    means = [fmean(lost_by(level(name), places, range(12))) for name in names]
    assert means == sorted(means, reverse=True)
    assert len(set(means)) == len(means)
    assert means[-1] == 0


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
            assert move is not None
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


def test_repeatable(places: list[Position]) -> None:
    """The same seed chooses the same moves, another one does not."""
    moves = [[level("club").choose(analysed(p), seed) for p in places] for seed in (1, 1, 2)]
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
        assert move is not None
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
        assert level("club").choose(analysis, seed) in place.legal_moves


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


def resistance(place: Position, move: Move) -> tuple[float, float]:
    """Return the share of losing replies and the points they lose, by the slow twin."""
    after = place.play(move)
    values = reference.move_values(after)
    different = [values[moves[0]] for moves in encode.moves_by_signature(after).values()]
    losses = [max(different) - value for value in different]
    return (fmean(loss > 0 for loss in losses), fmean(losses)) if losses else (0, 0)


@pytest.fixture(scope="module")
def ties() -> list[Position]:
    """Return positions in which several moves, that resist differently, keep the value."""
    return [
        place
        for place in reference.small_positions(400, 21, most_tiles=18)
        if len({resistance(place, move) for move in best_moves(place)}) > 1
    ]


def best_moves(place: Position) -> list[Move]:
    values = reference.move_values(place)
    return [move for move, value in values.items() if value == max(values.values())]


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
