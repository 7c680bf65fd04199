"""Matches, what they come to, and the benchmark."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from math import inf
from pathlib import Path

import pytest

from battle.rules.position import FormatError
from solver import bench, match
from solver.kernels.encode import Kernels
from solver.match import (
    COLUMNS,
    MatchPair,
    described,
    elo_difference,
    match_result,
    play_match,
    sign_test,
)
from tests.support.brokers import until
from tests.support.calls import calls_of
from tests.support.lives import lives
from tests.support.processes import run, started
from tools import reference


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
