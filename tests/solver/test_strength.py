"""Measurements: the ledger of measured games, files that survive, levels that fit their label."""

from __future__ import annotations

import argparse
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from battle.rules.game import Game
from battle.rules.position import Position
from solver import reference, selfplay, strength
from solver.api import Limit, Solver
from solver.journal import Journal
from solver.levels import level, read, write
from solver.player import Player
from solver.reference import Twin
from solver.selfplay import Judge, Task, judged, known_proofs, play, start_of
from solver.strength import Measurement, adjusted, calibrate, whole_loss
from solver.tally import COLUMNS, Cost, Measured, Tally, latest, mean, measured

SMALL = 16
"""Tiles at the start of the games here."""


def twin() -> Solver:
    return Solver(1, 1, kernels=Twin())


@pytest.fixture(autouse=True)
def _twin_in_place_of_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games be played and judged by the slow twin."""
    solvers = {name: twin() for name in ("players", "judge")}
    monkeypatch.setattr(selfplay, "shared_solver", lambda name, hash_mb: solvers[name])


def games(number: int) -> list[Game]:
    with twin() as solver:
        return [play(level("novice"), start_of(n, SMALL), n, solver) for n in range(1, number + 1)]


def wanted(path: Path, **others: object) -> argparse.Namespace:
    usual = {"games": 3, "first": 1, "tiles": SMALL, "prove": 9.0, "look": 50, "jobs": 1}
    return argparse.Namespace(**{**usual, "hash": 1, "output": path, **others})


def test_costs_are_those_of_the_twin() -> None:
    """Every cost is what minimax says, and proven."""
    for game in games(6):
        with twin() as solver:
            review = judged(game, Judge(solver, prove=60))
        position = game.start
        for move in review.moves:
            values = reference.move_values(position)
            assert (move.cost, move.exact) == (max(values.values()) - values[move.move], True)
            position = position.play(move.move)
        assert review.balances()


def test_what_cannot_be_proven_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the first position that is not proven back, costs are estimates; the rest is exact."""
    game = games(1)[0]
    large = game.start.tiles_left - 4

    class Weak(Solver):
        def analyse(self, position: Position, limit: Limit | None = None, *a, **o):  # type: ignore
            if position.tiles_left > large:
                limit = Limit(nodes=5)
            return super().analyse(position, limit, *a, **o)

    with Weak(1, 1, kernels=Twin()) as weak, twin() as solver:
        review, exact = judged(game, Judge(weak, prove=60)), judged(game, Judge(solver, prove=60))
    assert [move.exact for move in review.moves] == [ply >= 2 for ply in range(len(review.moves))]
    assert review.exact_from == 3
    assert [m.cost for m in review.moves[2:]] == [m.cost for m in exact.moves[2:]]
    assert review.balances()


def test_a_game_is_the_same_again() -> None:
    """The same level, deal and seed play the same game, another seed another one."""
    start = start_of(3, SMALL)
    with twin() as solver:
        lines = [
            [node.move for node in play(level("novice"), start, seed, solver).root.main_line()]
            for seed in (1, 1, 2, 3)
        ]
    assert lines[0] == lines[1]
    assert len({tuple(map(str, line)) for line in lines}) > 1


def test_a_measurement_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed in its second game, it plays only what is missing, and the file is as in one go."""
    whole, parts = tmp_path / "whole.csv", tmp_path / "parts.csv"
    levels = [level("novice"), level("club")]
    Measurement(wanted(whole)).run(levels)
    Measurement(wanted(parts, games=1)).run(levels[:1])
    with parts.open("a", encoding="ascii") as file:
        file.write("club,1,2,3,4,5,0 0 ")
    played: list[Task] = []
    original = selfplay.work
    monkeypatch.setattr(strength, "work", lambda task: played.append(task) or original(task))
    Measurement(wanted(parts)).run(levels)
    assert len(played) == 5
    assert sorted(parts.read_text().split("\n")) == sorted(whole.read_text().split("\n"))
    Measurement(wanted(parts)).run(levels)
    assert len(played) == 5


def test_more_seconds_judge_again_what_was_not_proven(tmp_path: Path) -> None:
    """Games that are proven are left alone; others are judged again, and the new line counts."""
    path, club = tmp_path / "games.csv", level("club")
    Measurement(wanted(path, games=2)).run([club])
    journal = Journal(path, COLUMNS)
    first, second = (one for row in journal.rows() if (one := measured(row)))
    doubtful = replace(first, costs=tuple(Cost(99, exact=False) for _ in first.costs))
    path.unlink()
    journal.add(doubtful.row())
    journal.add(second.row())
    measurement = Measurement(wanted(path, games=2, prove=10.0))
    measurement.run([club])
    assert len(journal.rows()) == 3
    assert measurement.games(club) == [replace(first, prove=10.0), second]


def test_proofs_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A position that was proven once is not proven again, and what is kept is right."""
    monkeypatch.setattr(selfplay, "WORTH_KEEPING", 8)
    path, game = tmp_path / "proofs.csv", games(1)[0]
    with twin() as solver:
        first = judged(game, Judge(solver, prove=60, proofs=path))
    kept = known_proofs(path)
    nodes = [game.root, *game.root.main_line()]
    large = [n.position for n in nodes if n.position.tiles_left >= 8 and not n.position.is_over]
    assert kept == {position.grid: reference.value(position) for position in large}

    class Forbidden(Solver):
        def analyse(self, position: Position, *a, **o):  # type: ignore[no-untyped-def]
            assert position.grid not in kept
            return super().analyse(position, *a, **o)

    with Forbidden(1, 1, kernels=Twin()) as solver:
        assert judged(game, Judge(solver, prove=60, proofs=path)) == first
    assert known_proofs(path) == kept


GAME = Measured("club", "1/2/3", 7, 108, 60.0, -4, (Cost(3, True), Cost(1, False), Cost(0, True)))


def test_games_are_written_as_they_are_read() -> None:
    """A line of the file survives, a damaged one is passed over."""
    assert measured([str(word) for word in GAME.row()]) == GAME
    assert GAME.row()[-1] == "3 1~ 0"
    for row in ([], ["club"] * 7, ["club", "1", "2", "3", "4", "5", "0 x"]):
        assert measured(row) is None


def test_tallies() -> None:
    """Means are a player's in a game, with the error of a mean over games."""
    tally = Tally((GAME, replace(GAME, costs=(Cost(5, True), Cost(0, True)))))
    assert tally.proven == mean([1.5, 2.5])
    assert tally.estimated.mean == 0.25
    assert tally.lost == (2.25, 0.25)
    assert (tally.moves, tally.worst, tally.share_proven) == (1.25, 5, 0.8)
    assert tally.parts == [pytest.approx(9 / 5), 0, 0, 0]
    assert mean([4]) == (4, inf)


def test_the_longest_proof_counts() -> None:
    """Of two lines about the same game the one that was given more time is taken."""
    longer = replace(GAME, prove=90.0, margin=5)
    assert list(latest([longer, GAME]).values()) == [longer]
    assert list(latest([GAME, longer]).values()) == [longer]


def test_a_level_that_loses_too_much_gets_a_smaller_slip() -> None:
    """The slip follows the label in proportion, by two at most, and stays where it fits."""
    club = level("club")

    def losing(*points: int) -> list[Measured]:
        return [replace(GAME, costs=(Cost(2 * lost, True),)) for lost in points]

    assert adjusted(club, losing(20, 20)).slip == pytest.approx(club.slip * 0.75, rel=0.01)
    assert adjusted(club, losing(90, 90)).slip == pytest.approx(club.slip / 2, rel=0.01)
    assert adjusted(club, losing(1, 1)).slip == pytest.approx(club.slip * 2, rel=0.01)
    assert adjusted(club, losing(10, 21)) == club
    assert adjusted(level("perfect"), losing(9, 9)) == level("perfect")


def test_moves_that_were_not_played_count_as_meant() -> None:
    """Games of fewer tiles lack moves; each counts with the level's slip, in whole games none."""
    club, costs = level("club"), (Cost(4, True),) * 10
    whole, part = (Tally((replace(GAME, tiles=tiles, costs=costs),)) for tiles in (108, 20))
    assert whole_loss(club, whole).mean == 20
    assert whole_loss(club, part).mean == pytest.approx(20 + club.slip * 22)


def test_calibrating_brings_losses_near_the_label(tmp_path: Path) -> None:
    """A level that loses a third of what it should loses about as much after a few rounds."""
    path = tmp_path / "levels.csv"
    start = replace(level("club"), points=12.0, slip=0.15)
    write(path, [start, level("perfect")])
    calibrate(["club"], path, Measurement(wanted(tmp_path / "games.csv", games=12)), rounds=6)
    after = read(path)["club"]
    measurement = Measurement(wanted(tmp_path / "other.csv", games=12, first=50))
    measurement.run([start, after])
    lost = [whole_loss(one, Tally(tuple(measurement.games(one)))).mean for one in (start, after)]
    assert lost[0] < 6
    assert 9 < lost[1] < 15
    assert read(path)["perfect"] == level("perfect")


def test_the_table_has_a_line_a_level(tmp_path: Path) -> None:
    """Levels with games stand in the table, with what they should lose and what they lose."""
    measurement = Measurement(wanted(tmp_path / "games.csv"))
    measurement.run([level("perfect")])
    header, row = strength.table([level("club"), level("perfect")], measurement)
    found = dict(zip(header, row, strict=True))
    assert (found["level"], found["points"], found["lost"]) == ("perfect", "0", "0.00")
    assert (found["games"], found["tiles"], found["share_proven"]) == ("3", str(SMALL), "1.000")


def test_numbers_tell_games_apart(tmp_path: Path) -> None:
    """Games that a level played with other numbers are not counted."""
    measurement = Measurement(wanted(tmp_path / "games.csv", games=1))
    measurement.run([level("club")])
    other = replace(level("club"), cap=2)
    assert other.numbers != level("club").numbers
    assert len(measurement.games(level("club"))) == 1
    assert measurement.games(other) == []


def test_both_sides_err_in_their_own_way() -> None:
    """A game's two sides have different seeds."""
    start = start_of(5, SMALL)
    with twin() as solver:
        game = play(level("novice"), start, 4, solver)

        def think(position, limit, lines):  # type: ignore[no-untyped-def]
            return solver.analyse(position, limit, lines, start=start)

        for ply, node in enumerate(game.root.main_line()):
            assert node.parent is not None
            move, _ = Player(level("novice"), 8 + ply % 2).choose(node.parent.position, think)
            assert move == node.move
