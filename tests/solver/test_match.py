"""Matches, what they come to, and the benchmark."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from functools import cache
from math import inf
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any
from unittest.mock import Mock

import pytest

from battle.rules.files import PAR_HEADER, Par, read_pars
from battle.rules.position import FormatError, Move, Position, deal
from battle.rules.record import all_games
from solver import bench, match, survey
from solver.api import ALL_LINES, Analysis, Limit, MoveBounds, Report, Solver
from solver.bulk import AppendOnlyCsv
from solver.kernels import encode
from solver.kernels.encode import Kernels
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
from solver.match import (
    COLUMNS,
    MatchPair,
    described,
    elo_difference,
    match_result,
    play_match,
    sign_test,
)
from solver.survey import (
    Checkpoint,
    PartialProof,
    PartialProofs,
    SurveyedDeal,
    bounds_of,
    shared_out,
)
from tests.support.brokers import until
from tests.support.calls import calls_of
from tests.support.endgames import endgames
from tests.support.lives import lives
from tests.support.processes import run, started
from tools import reference
from tools.reference import Twin, best_moves, resistance

# -- match ----------------------------------------------------------------------------------------


def test_greedy_beats_random() -> None:
    """Taking the best pair is better than taking any, and a player equals itself."""
    assert match_result(list(play_match("greedy", "random", range(1, 11)))).margin > 0
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
    played = calls_of(monkeypatch, match, "play_pair")
    assert list(play_match("random", "greedy", range(1, 6), path=path)) == whole
    assert [number for (*_match, number), _options in played] == [3, 4, 5]
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
        until(lambda: len(list(pids.iterdir())) == 2)
        process.send_signal(sent)
        assert process.wait(20) != 0
        until(lambda: not any(lives(path.name) for path in pids.iterdir()))


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


def test_bench_visits_the_nodes_of_its_signature(kernels: Kernels) -> None:
    """One thread visits exactly these nodes, on every machine."""
    said = run(sys.executable, "-m", "battle", "bench").stdout
    found = re.search(r"^nodes (\d+) ", said, re.MULTILINE)
    assert found is not None, said
    assert int(found[1]) == reference.BENCH_NODES


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


# --- survey ---------------------------------------------------------------------------------------
#
# Surveys: deals solved here and on a cluster, what is proven so far, and the files that grow.


# -- survey ---------------------------------------------------------------------------------------


def small(number: int) -> Position:
    return endgames(16)[number].position


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file to write to, with endgames in place of deals and the twin for a solver."""
    monkeypatch.setattr(Position, "of_deal", small)
    monkeypatch.setattr(survey, "Solver", lambda *options, **others: Solver(1, 1, kernels=Twin()))
    return tmp_path / "new" / "par.csv"


@pytest.mark.parametrize("cores", [1, 2, 3, 8])
def test_a_survey_writes_what_the_twin_finds(path: Path, cores: int) -> None:
    """Par and best first moves of every deal are written, a line each, however many at once."""
    assert survey.survey(path, range(1, 6), threads=cores) == []
    rows = read_pars(path)
    assert sorted(rows) == [1, 2, 3, 4, 5]
    for number, row in rows.items():
        values = reference.move_values(small(number))
        assert row.value == max(values.values())
        assert row.best == tuple(sorted(m for m, v in values.items() if v == row.value))
    assert len(path.read_text().splitlines()) == 1 + 5


def test_a_survey_goes_on_where_it_stopped(path: Path) -> None:
    """What stands in the file is shown, kept, and not solved again; a cut line is solved again."""
    survey.survey(path, range(1, 4))
    before = path.read_text()
    path.write_text(before + "4,1,2")
    told: list[SurveyedDeal] = []
    survey.survey(path, range(1, 6), found=told.append)
    known = [(result.number, result.is_known) for result in told]
    assert known[:3] == [(1, True), (2, True), (3, True)]
    assert sorted(known[3:]) == [(4, False), (5, False)]
    assert str(told[0]) == f"deal 1: par {read_pars(path)[1].value:+d}, known already"
    assert str(told[3]) == read_pars(path)[told[3].number].row().rstrip()
    assert path.read_text().startswith(before)
    assert sorted(read_pars(path)) == [1, 2, 3, 4, 5]
    assert path.read_text().count("deal") == 1


def test_what_was_not_proven_is_missing(path: Path) -> None:
    """A deal that the seconds were not enough for is shown with its bounds, and left for later."""
    told: list[SurveyedDeal] = []
    assert survey.survey(path, range(1, 3), seconds=0.0, found=told.append) == [1, 2]
    assert not path.exists()
    kept = PartialProofs(path).by_deal()
    for result in told:
        value = reference.value(small(result.number))
        assert (result.par, result.is_done) == (None, False)
        assert result.proof.bounds == kept[result.number].bounds
        assert result.proof.lower <= value <= result.proof.upper
        assert str(result).endswith(
            f"not solved, par is from {result.proof.lower:+d} to {result.proof.upper:+d}"
        )


def test_a_stopped_deal_is_gone_on_with(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was proven of a deal is given to its next proof, with the work that was kept of it.

    Work that left nothing in the table is lost, and counted apart. When nothing is left to be gone
    on with, nothing is left beside the file.
    """
    survey.survey(path, range(1, 3), seconds=0.0)
    start = small(1)
    values = reference.move_values(start)
    bounds = {move: (value - 1, value) for move, value in values.items()}
    proofs = PartialProofs(path)
    proofs.keep(PartialProof(1, bounds, nodes=500, seconds=7.0, lost=100))
    proofs.keep_snapshot(1, Checkpoint(450, 6.0, Twin().table(1).deepest(1)))
    asked = calls_of(monkeypatch, Solver, "analyse")
    assert survey.survey(path, range(1, 2)) == []
    row = read_pars(path)[1]
    assert row.value == max(values.values())
    assert row.nodes > 450
    assert row.lost == 150
    assert row.seconds >= 6.0
    assert asked[0][1]["bounds"] == bounds
    assert not (path.parent / "par.1.table").exists()
    assert PartialProofs(path).path.exists()
    survey.survey(path, range(1, 3))
    assert not PartialProofs(path).path.exists()


def test_what_a_table_knew_is_used_unless_it_is_damaged(path: Path) -> None:
    """A snapshot that was cut, is of another deal or of other kernels is as good as none.

    The file is named then; without a snapshot there is nothing to say.
    """
    path.parent.mkdir()
    told: list[str] = []
    proofs, snapshot = PartialProofs(path), Checkpoint(450, 6.5, b"0123456789abcdef" * 9)
    file = path.parent / "par.7.table"
    for number in (7, 8):
        proofs.keep_snapshot(number, snapshot)
        assert proofs.snapshot(number) == snapshot
    whole = file.read_bytes()
    assert proofs.snapshot(9, told.append) == Checkpoint()
    assert not told
    for damaged in (whole[:-1], b"", b"x" + whole[1:], (path.parent / "par.8.table").read_bytes()):
        file.write_bytes(damaged)
        assert proofs.snapshot(7, told.append) == Checkpoint()
    assert len(told) == 4
    assert all(str(file) in text for text in told)
    file.write_bytes(whole)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("solver.kernels.tricks.WITHOUT", ("order",))
        assert proofs.snapshot(7) == Checkpoint()
    file.with_suffix(".new").write_bytes(whole[:99])  # as a kill leaves it
    proofs.forget(7)
    assert [one.name for one in path.parent.iterdir()] == ["par.8.table"]


def test_what_a_table_knew_is_let_go_of_once_it_is_restored(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The entries that were read take no memory beside the table while the deal is solved."""

    class Known:
        nodes, seconds, entries = 0, 0.0, b""

    kept: list[weakref.ref[Known]] = []
    solve = survey.solve

    def read(_proofs: PartialProofs, _number: int, _warn: object) -> Known:
        found = Known()
        kept.append(weakref.ref(found))
        return found

    def watched(*asked: Any) -> SurveyedDeal:
        assert kept[-1]() is None
        return solve(*asked)

    monkeypatch.setattr(PartialProofs, "snapshot", read)
    monkeypatch.setattr(survey, "solve", watched)
    assert survey.survey(path, range(1, 3), threads=1) == []
    assert len(kept) == 2


def test_a_killed_proof_goes_on_from_the_entries_that_were_kept(kernels: Kernels) -> None:
    """Entries that took most nodes save another solver most of the work, and prove the same."""
    start = max(endgames(72), key=lambda one: one.tiles).position
    with Solver(1, 16, kernels=kernels) as solver:
        whole = solver.analyse(start, Limit(exact=True))
        entries = solver.deepest(4096)
    with Solver(1, 16, kernels=kernels) as solver:
        solver.restore(start, entries)
        found = solver.analyse(start, Limit(exact=True))
    assert 0 < len(entries) <= 16 * 8192
    assert found.value == whole.value
    assert found.nodes < whole.nodes / 4


def test_keeping_what_a_table_knows_takes_little_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is written after a minute, and where that took 10 seconds not again for five minutes."""
    clock, written = [0.0], list[float]()
    monkeypatch.setattr(survey.time, "monotonic", lambda: clock[0])

    def deepest(_most: int) -> bytes:
        written.append(clock[0])
        clock[0] += 10
        return b"entries"

    keeper = survey.Keeper(PartialProofs(tmp_path / "par.csv"), {}, deepest)
    while clock[0] < 400:
        keeper(PartialProof(1, {}, nodes=int(clock[0])))
        clock[0] += 1
    assert written == [60.0, 370.0]


def test_threads_without_a_deal_help_the_others(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread of the first of two deals that is solved works on the second one from then on."""
    first_is_done, used = threading.Event(), []
    analyse, use = Solver.analyse, Solver.use

    def waiting(
        solver: Solver, start: Position, limit: Limit, *, bounds: MoveBounds, report: Report
    ) -> Analysis:
        answer = analyse(solver, start, limit, bounds=bounds)
        if start == small(2) and not used:
            first_is_done.wait(60)
            for _ in range(6000):
                report(analyse(solver, start, Limit(nodes=0), bounds=bounds))
                time.sleep(0.01)
        return answer

    def noted(solver: Solver, threads: int) -> None:
        used.append((solver.threads, threads))
        use(solver, threads)

    monkeypatch.setattr(Solver, "analyse", waiting)
    monkeypatch.setattr(Solver, "use", noted)
    done = survey.survey(path, range(1, 3), threads=2, found=lambda result: first_is_done.set())
    assert (done, used) == ([], [(1, 2)])
    for number, row in read_pars(path).items():
        assert row.value == reference.value(small(number))


def test_an_interrupted_survey_keeps_what_it_has_proven(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exception in the middle of deals goes on its way, after their bounds were written."""
    analyse = Solver.analyse

    def interrupted(
        solver: Solver, start: Position, limit: Limit, *, bounds: MoveBounds, report: Report
    ) -> Analysis:
        report(analyse(solver, start, Limit(nodes=0)))
        report(analyse(solver, start, Limit(nodes=0), bounds={start.legal_moves[0]: (-100, 90)}))
        raise KeyboardInterrupt

    monkeypatch.setattr(Solver, "analyse", interrupted)
    with pytest.raises(KeyboardInterrupt):
        survey.survey(path, range(1, 3))
    kept = PartialProofs(path).by_deal()
    assert kept
    for number, proof in kept.items():
        assert proof.lower <= reference.value(small(number)) <= proof.upper


def test_best_moves_too_dear_to_prove_are_said_to_be(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moves that take more than twice the nodes of par have a column and are not tried again."""
    monkeypatch.setattr(survey, "LITTLE", 0)
    start = small(3)
    value = reference.value(start)
    bounds = dict.fromkeys(start.legal_moves, (-100, value))
    sure, *unsure = sorted(start.legal_moves)
    bounds[sure] = (value, value)
    PartialProofs(path).keep(PartialProof(3, bounds, nodes=0))
    assert survey.survey(path, range(3, 4)) == []
    row = read_pars(path)[3]
    assert (row.best, row.unsure, row.given_up) == ((sure,), tuple(unsure), True)
    told: list[SurveyedDeal] = []
    assert survey.survey(path, range(3, 4), found=told.append) == []
    assert told[0].is_known


def test_best_moves_an_older_program_left_open_are_decided(path: Path) -> None:
    """A line with a `?` is gone on from, and its last line counts."""
    start = small(3)
    values = reference.move_values(start)
    value = max(values.values())
    sure = next(move for move in sorted(values) if values[move] == value)
    open_moves = tuple(move for move in sorted(values) if move != sure)
    path.parent.mkdir()
    path.write_text(PAR_HEADER + Par(3, value, 100, 2.0, (sure,), open_moves).row())
    assert survey.survey(path, range(3, 4)) == []
    best = tuple(move for move in sorted(values) if values[move] == value)
    assert read_pars(path)[3] == Par(3, value, 100, 2.0, best)


def test_memory_asked_for_is_shared_out(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals that are solved at once have as much memory and as many threads as one would have."""
    made: list[tuple[int, int]] = []

    def noted(threads: int, hash_mb: int, **options: Any) -> Solver:
        made.append((threads, hash_mb))
        return Solver(1, 1, kernels=Twin())

    monkeypatch.setattr(survey, "Solver", noted)
    survey.survey(path, range(1, 9), threads=4, hash_mb=64)
    survey.survey(path, range(9, 10), threads=4, hash_mb=64)
    assert made == [(1, 16)] * 4 + [(4, 64)]


def test_a_failure_ends_all_that_is_solved_at_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What one deal fails with is raised, and no thread goes on after it."""
    monkeypatch.setattr(Solver, "analyse", Mock(side_effect=MemoryError))
    with pytest.raises(MemoryError):
        survey.survey(path, range(1, 9), threads=4)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("survey")]


def test_lines_that_cannot_be_read_are_told(path: Path) -> None:
    """What a damaged file still tells is used, and no one has to find out what it does not."""
    survey.survey(path, range(1, 4))
    header, first, *rest = path.read_text().splitlines(keepends=True)
    path.write_text("".join([header, "x" + first, "7,\0\n", *rest]))
    told: list[str] = []
    assert survey.survey(path, range(1, 4), warn=told.append) == []
    assert told == [f"{path}: line 2 and 1 more cannot be read and is passed over"]
    assert sorted(read_pars(path)) == [1, 2, 3]


# -- partial proofs -------------------------------------------------------------------------------


def proof_of(number: int, lot: Random) -> PartialProof:
    """Return a proof with any bounds of a deal's first moves."""
    bounds = {move: (lot.randint(-90, 0), lot.randint(0, 90)) for move in deal(number).legal_moves}
    return PartialProof(number, bounds, lot.randint(0, 10**12), lot.randint(0, 9999) / 10, 7)


def test_the_last_line_of_a_deal_counts(tmp_path: Path) -> None:
    """What was kept is read as it was, of each deal the latest."""
    lot, proofs = Random(3), PartialProofs(tmp_path / "par.csv")
    kept = [proof_of(number, lot) for number in (1, 2, 1, 2_147_483_647)]
    for proof in kept:
        proofs.keep(proof)
    assert proofs.path.name == "par.bounds.csv"
    assert proofs.by_deal() == {1: kept[2], 2: kept[1], 2_147_483_647: kept[3]}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("5,", "0,"),
        ("{move}", "z1z2"),
        (":", ";"),
        (",7,", ",seven,"),
        (":90", ":-300"),
        (",", ",,"),
    ],
)
def test_a_damaged_line_is_left_out_and_told(tmp_path: Path, old: str, new: str) -> None:
    """The lines around it count, and its number is reported; also in a file without checksums."""
    proofs = PartialProofs(tmp_path / "par.csv")
    move = deal(5).legal_moves[0]
    proofs.keep(proof_of(4, Random(4)))
    proofs.keep(PartialProof(5, {move: (-3, 90)}, 12, 3.5, 7))
    lines = proofs.path.read_text(encoding="utf-8").splitlines()
    header, before, line = (line.rpartition(",")[0] for line in lines)
    damaged = line.replace(old.format(move=move), new, 1)
    proofs.path.write_text(f"{header}\n{before}\n{damaged}\n", encoding="utf-8")
    told: list[str] = []
    assert set(proofs.by_deal(told.append)) == {4}
    assert len(told) == 1
    assert "3" in told[0]


@pytest.mark.parametrize(
    ("old", "new"), [(":90", ":89"), ("5,", "6,"), (r"\w+,$", ","), (",$", ",cluster")]
)
def test_a_line_that_was_changed_proves_nothing(tmp_path: Path, old: str, new: str) -> None:
    """Bounds that could be right but are not those that were kept are refused, by file and line."""
    proofs = PartialProofs(tmp_path / "par.csv")
    proofs.keep(PartialProof(5, {deal(5).legal_moves[0]: (-3, 90)}, 12, 3.5, 7))
    header, line = proofs.path.read_text(encoding="utf-8").splitlines()
    proofs.path.write_text(f"{header}\n{re.sub(old, new, line, count=1)}\n", encoding="utf-8")
    told: list[str] = []
    assert proofs.by_deal(told.append) == {}
    assert told == [f"{proofs.path}: line 2 cannot be read and is passed over"]


def test_nothing_is_known_of_a_deal_without_par() -> None:
    """Every first move may be worth anything; par says that none is worth more."""
    start = deal(3)
    first, second, *_others = start.legal_moves
    assert PartialProof(3, bounds_of(start, None)).lower == -270
    proof = PartialProof(3, bounds_of(start, Par(3, 8, 1, 1.0, (first,), (second,))))
    assert (proof.lower, proof.upper) == (8, 8)


# -- cores ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deals", "cores", "shares"),
    [
        (1, 1, (1, 1)),
        (100, 1, (1, 1)),
        (1, 2, (1, 2)),
        (2, 2, (2, 1)),
        (3, 2, (1, 2)),
        (100, 2, (2, 1)),
        (1, 8, (1, 8)),
        (2, 8, (2, 4)),
        (8, 8, (8, 1)),
        (9, 8, (2, 4)),
        (100, 8, (8, 1)),
    ],
)
def test_many_deals_are_solved_at_once_and_few_together(
    deals: int, cores: int, shares: tuple[int, int]
) -> None:
    """As many deals at once as there are cores, unless most cores would wait for the last one."""
    assert shared_out(deals, cores) == shares


def test_no_more_threads_than_cores() -> None:
    """Whatever is asked, all shares together have at least one thread and no more than cores."""
    for deals in range(1, 40):
        for cores in range(1, 20):
            at_once, threads = shared_out(deals, cores)
            assert 1 <= at_once * threads <= cores
            assert at_once <= deals


# -- append only ----------------------------------------------------------------------------------


def test_lines_come_back_as_they_were_added(tmp_path: Path) -> None:
    """A file that is not there is begun with a header, in a directory that is made for it.

    A line with too few or too many fields is no row, and neither is a second header.
    """
    file = AppendOnlyCsv(tmp_path / "new" / "games.csv", ["deal", "margin"])
    assert file.read(list) == []
    file.mend()
    file.add([7, -3])
    file.add_line("8,+4")
    assert file.path.read_text(encoding="utf-8") == "deal,margin\n7,-3\n8,+4\n"
    for other_shape in ("1,2,3", "1", "deal,margin"):
        file.add_line(other_shape)
    assert file.read(list) == [["7", "-3"], ["8", "+4"]]


def test_a_survey_gives_older_files_all_columns(path: Path) -> None:
    """Whatever columns a file lacked, every line has all of them then, and says what it said."""
    survey.survey(path, range(1, 4))
    whole, known = path.read_text(), read_pars(path)
    rows = [line.split(",") for line in whole.splitlines()]
    older = "".join(f"{','.join(row[: 6 if row[0] == 'deal' else 5])}\n" for row in rows)
    begun = PartialProofs(path)
    proof = PartialProof(9, {deal(9).legal_moves[0]: (-3, 90)}, 12, 3.5, 7)
    lines = [",".join(row) for row in (survey.COLUMNS, proof.row())]
    for columns in (7, 8, 9):
        path.write_text(older + "5,cut")
        cut = "".join(f"{','.join(line.split(',')[:columns])}\n" for line in lines)
        begun.path.write_text(cut + "damaged,1\n")
        told: list[str] = []
        survey.survey(path, range(1, 4), warn=told.append)
        assert {**read_pars(path)} == known
        for file in (path, begun.path):
            text = [line for line in file.read_text().splitlines() if "damaged" not in line]
            assert len({line.count(",") for line in text}) == 1
        assert begun.by_deal() == {9: proof}
        assert told == [f"{begun.path}: line 3 cannot be read and is passed over"]


def test_a_line_that_was_cut_short_is_taken_away(tmp_path: Path) -> None:
    """However much of the last line was written, the lines before it are kept and work goes on."""
    whole = "deal,margin\n7,-3\n8,+4\n"
    for length in range(len(whole) + 1):
        file = AppendOnlyCsv(tmp_path / f"{length}.csv", ["deal", "margin"])
        file.path.write_text(whole[:length], encoding="utf-8")
        rows = file.read(list)
        file.mend()
        assert file.read(list) == rows
        file.add([9, 0])
        assert file.read(list) == [*rows, ["9", "0"]]


@pytest.mark.skipif(sys.platform == "win32", reason="the system limits no file there")
@pytest.mark.parametrize("room", range(1, 8))
def test_a_full_disk_is_told_and_leaves_no_part_of_a_line(tmp_path: Path, room: int) -> None:
    """Where a line finds no room it is refused whole, and the next one is not glued to it."""
    import resource

    file = AppendOnlyCsv(tmp_path / "games.csv", ["deal", "margin"])
    file.add([7, -3])
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (file.path.stat().st_size + room, hard))
    try:
        with pytest.raises(OSError, match="large"):
            file.add([8, 123456])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    file.add([9, 0])
    assert file.path.read_text(encoding="utf-8") == "deal,margin\n7,-3\n9,0\n"


def test_a_match_on_quick_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Quick deals and whole ones of one number are different games, in the file and its records."""
    path = tmp_path / "games.csv"
    whole, quick, half = (
        [*play_match("greedy", "random", range(7, 9), tiles=tiles, path=path)]
        for tiles in (108, 36, 54)
    )
    assert [line.split(",")[3] for line in path.read_text().splitlines()[1:]] == [
        *("7", "8", "36/7", "36/8", "54/7", "54/8"),
    ]
    played = calls_of(monkeypatch, match, "play_pair")
    assert [*play_match("greedy", "random", range(7, 9), tiles=36, path=path)] == quick
    assert not played
    games = [record.game for _, record in all_games(match.text_of_games(path))]
    assert [game.start.tiles_left for game in games] == [108] * 4 + [36] * 4 + [54] * 4
    assert all(game.ending is not None for game in games)
    assert {pair.deal for pair in whole + half} == {7, 8}
