"""What levels and the solver lose, from games that were played."""

from __future__ import annotations

import csv
from collections import defaultdict
from dataclasses import replace
from itertools import pairwise, product
from math import hypot, inf
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from battle.profile.proofs import shipped_pars
from battle.resources import asset
from battle.rules.files import LEVELS as LEVELS_FILE
from battle.rules.files import read_levels
from battle.rules.position import Position, deal, move, played_down, position
from solver import match
from solver.api import Solver
from solver.bulk import AppendOnlyCsv
from solver.levels import Level, read
from solver.match import MatchPair, match_result, play_match
from tests.support.calls import calls_of
from tools import proven_again, reference, strength
from tools.proven_again import Start, Way, prove
from tools.records import Records
from tools.reference import Twin
from tools.strength import (
    DealLosses,
    LevelLosses,
    MatchGames,
    ReviewedGame,
    against,
    fitted,
    losses_by_level,
    main,
    mean,
    read_games,
    review_all,
    write_levels,
)

# -- strength -------------------------------------------------------------------------------------

SMALL = 16
"""Tiles at the start of the games here; as many moves are made before as in half of a deal."""

LEVELS = [
    Level("novice", 60, 2.5, 14, 0.4),
    Level("club", 15, 0.7, 7, 0.8),
    Level("perfect"),
]


@pytest.fixture(autouse=True)
def _small_games_for_the_twin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games be small, and played and reviewed by the slow twin."""
    solvers = {name: Solver(1, 1, kernels=Twin()) for name in ("one", "other", "prover")}

    def small(number: int) -> Position:
        return played_down(Random(number), deal(number), SMALL)

    for module in (match, strength):
        monkeypatch.setattr(module, "shared_solver", lambda name, hash_mb: solvers[name])
    monkeypatch.setattr(strength, "deal", small)
    monkeypatch.setattr(Position, "of_deal", small)
    monkeypatch.setattr(match, "levels", lambda: {one.name: one for one in LEVELS})
    monkeypatch.setattr(strength, "TILES", 12)


def played(path: Path, deals: int = 2) -> Path:
    for one, other in (("club", "novice"), ("perfect", "club")):
        list(play_match(one, other, range(1, deals + 1), path=path))
    return path


def test_what_is_proven_is_what_the_twin_says(tmp_path: Path) -> None:
    """The margin and every cost of every game are those of minimax."""
    games, found = played(tmp_path / "games.csv"), tmp_path / "games.judged.csv"
    review_all(games, found, jobs=1)
    reviewed = {game.key: game for game in read_games(found)}
    rows = AppendOnlyCsv(games, match.COLUMNS).read(list)
    assert len(reviewed) == 2 * len(rows) == 8
    for one, other, seed, number, first, _second, moves, _moves in rows:
        game = reviewed[one, other, int(seed), int(number)]
        position = strength.deal(int(number))
        costs = []
        for word in moves.split():
            values = {str(move): value for move, value in reference.move_values(position).items()}
            if position.tiles_left == game.tiles:
                best = max(values.values())
                margin = position.margin + (best if position.to_move == 1 else -best)
                assert game.margin == margin
            if position.tiles_left <= 12:
                costs.append(max(values.values()) - values[word])
            position = position.play(next(m for m in position.legal_moves if str(m) == word))
        assert game.costs == tuple(costs)
        assert position.margin == int(first)


def test_reviewing_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed between the games of a deal, it reviews that deal again and no other one twice."""
    games, whole = played(tmp_path / "games.csv"), tmp_path / "whole.csv"
    parts = tmp_path / "parts.csv"
    review_all(games, whole, jobs=1)
    lines = whole.read_text(encoding="ascii").splitlines(keepends=True)
    parts.write_text("".join(lines[:4]) + "novice,cl", encoding="ascii")
    reviewed = calls_of(monkeypatch, strength, "review_pair")
    review_all(games, parts, jobs=1)
    assert len(reviewed) == 3
    assert set(read_games(parts)) == set(read_games(whole))
    review_all(games, parts, jobs=1)
    assert len(reviewed) == 3


def test_other_numbers_are_other_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that a level played with other numbers are not counted."""
    games = played(tmp_path / "games.csv")
    found = tmp_path / "games.judged.csv"
    review_all(games, found, jobs=1)
    changed = [replace(LEVELS[0], cap=2), *LEVELS[1:]]
    assert set(losses_by_level(LEVELS, read_games(found))) == {"novice", "club", "perfect"}
    monkeypatch.setattr(match, "levels", lambda: {one.name: one for one in changed})
    assert set(losses_by_level(changed, read_games(found))) == {"club", "perfect"}


def test_levels_are_written_as_they_are_read(tmp_path: Path) -> None:
    """The program's own file is the same, to the byte, when it has been read and written."""
    path = tmp_path / "levels.csv"
    write_levels(path, read_levels(asset(LEVELS_FILE)))
    assert path.read_bytes() == asset(LEVELS_FILE).read_bytes()


def losing(*points: int) -> LevelLosses:
    """Return a losses of games in which so much was lost."""
    return LevelLosses(tuple(DealLosses(0.0, (((8, lost),),)) for lost in points))


def test_a_level_that_loses_too_much_gets_a_smaller_slip() -> None:
    """The slip follows the label in proportion, by two at most, and stays where it fits."""
    club = LEVELS[1]
    assert fitted(club, losing(20, 20)).slip == pytest.approx(club.slip * 0.75, rel=0.01)
    assert fitted(club, losing(90, 90)).slip == pytest.approx(club.slip / 2, rel=0.01)
    assert fitted(club, losing(1, 1)).slip == pytest.approx(club.slip * 2, rel=0.01)
    assert fitted(club, losing(10, 21)) == club
    assert fitted(LEVELS[2], losing(9, 9)) == LEVELS[2]


def test_the_command_fits_and_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file of levels gets other slips for those that do not fit, the table is written."""
    games = played(tmp_path / "games.csv")
    file, written = tmp_path / "levels.csv", tmp_path / "table.csv"
    write_levels(file, LEVELS)
    monkeypatch.setattr(strength, "fitted", lambda one, losses: replace(one, cap=3))
    words = [str(games), "--file", str(file), "--jobs", "1"]
    main(["judge", *words])
    main(["fit", *words, "--write", str(written)])
    assert [one.cap for one in read(file).values()] == [3, 3, 3]
    assert capsys.readouterr().out.count("novice") == 2
    assert written.read_text(encoding="ascii").startswith("level,points,lost,error,")
    main(["table", *words, "--first", "2", "--last", "2"])
    assert "novice" not in capsys.readouterr().out
    assert all(isinstance(game, ReviewedGame) for game in read_games(tmp_path / "games.judged.csv"))


MEASURED = Path(strength.__file__).parents[1] / "bench" / "levels" / "games.csv"
"""The games from which the levels that come with the game were measured."""


def test_the_table_is_what_the_games_come_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table beside the levels is made of the games that are kept, not of other ones."""
    monkeypatch.undo()
    written = tmp_path / "measured.csv"
    main(["table", str(MEASURED), "--write", str(written)])
    table_shipped = asset("levels/measured.csv").read_text(encoding="ascii")
    assert written.read_text(encoding="ascii") == table_shipped
    assert capsys.readouterr().out.count("\n") == 7


def test_what_levels_lose_to_each_other_is_what_the_games_come_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table of levels against levels is made of the games that are kept, not of other ones."""
    monkeypatch.undo()
    written, robin = tmp_path / "against.csv", MEASURED.with_name("robin.csv")
    main(["against", str(MEASURED), str(robin), "--write", str(written)])
    shipped = asset("levels/against.csv").read_text(encoding="ascii")
    assert written.read_text(encoding="ascii") == shipped
    levels = list(read(asset(LEVELS_FILE)))
    rows = list(csv.DictReader(shipped.splitlines()))
    assert [(row["level"], row["against"]) for row in rows] == [*product(levels, repeat=2)]


def test_what_two_lose_to_each_other_adds_up_to_their_margin(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What a level loses more than another one is what that wins by, in the same games."""
    monkeypatch.undo()
    levels = list(read(asset(LEVELS_FILE)).values())
    robin = MEASURED.with_name("robin.csv")
    files = [path.with_suffix(".judged.csv") for path in (MEASURED, robin)]
    _header, *rows = against(levels, [game for file in files for game in read_games(file)])
    lost = {(level, other): float(points) for level, other, points, *_more in rows}
    played = defaultdict[tuple[str, str], list[float]](list)
    for one, other, _seed, _deal, first, second, *_moves in rows_of(robin):
        played[one.split()[0], other.split()[0]].append((int(first) + int(second)) / 2)
    met = [both for both in played if both in lost and len({*both}) == 2]
    margins = {both: fmean(played[both]) for both in met}
    assert len(margins) == 10
    for (one, other), margin in margins.items():
        assert lost[other, one] - lost[one, other] == pytest.approx(margin, abs=0.02)


def rows_of(games: Path) -> list[list[str]]:
    """Return the lines of a file of matches."""
    return AppendOnlyCsv(games, match.COLUMNS).read(list)


def test_another_file_is_no_table_to_write_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is refused by name before anything is reviewed, and stays as it was."""
    written = tmp_path / "letter.txt"
    written.write_text("Dear Ada")
    assert main(["judge", str(tmp_path / "games.csv"), "--write", str(written)]) == 2
    assert str(written) in capsys.readouterr().err
    assert written.read_text() == "Dear Ada"


def test_labels_are_true(monkeypatch: pytest.MonkeyPatch) -> None:
    """A level loses what it is called by, within twice the error of what was measured."""
    monkeypatch.undo()
    levels = list(read(asset(LEVELS_FILE)).values())
    found = losses_by_level(levels, read_games(MEASURED.with_suffix(".judged.csv")))
    assert set(found) == {one.name for one in levels}
    for one in levels:
        lost = found[one.name].lost
        assert abs(lost.mean - one.points) <= 2 * lost.error
        assert found[one.name].games >= 80


def test_every_level_beats_the_one_below() -> None:
    """In 80 games and more, by the points won with p < 0.01, and by the games won too."""
    rows = AppendOnlyCsv(MEASURED, match.COLUMNS).read(list)
    for below, above in pairwise(list(read(asset(LEVELS_FILE)))):
        pairs = [
            MatchPair(int(number), int(first), int(second))
            for one, other, _seed, number, first, second, *_moves in rows
            if (one.split()[0], other.split()[0]) == (above, below)
        ]
        found = match_result(pairs)
        assert 2 * len(pairs) >= 80
        assert found.margin > 0
        assert max(found.p_points, found.p_games) < 0.01


@pytest.mark.parametrize(
    ("name", "least", "most"), [("novice", -30, -10), ("casual", 0, 10), ("club", 15, 25)]
)
def test_a_trap_works_on_who_takes_a_highest_pair(name: str, least: int, most: int) -> None:
    """In 200 games each casual is at least level with such a player, and club well ahead."""
    rows = AppendOnlyCsv(MEASURED.with_name("short-sighted.csv"), match.COLUMNS).read(list)
    numbers = read(asset(LEVELS_FILE))[name].numbers
    pairs = [
        MatchPair(int(number), int(first), int(second))
        for one, other, _seed, number, first, second, *_moves in rows
        if (one, other) == (f"{name} {numbers}", "greedy")
    ]
    assert len(pairs) == 100
    assert least <= match_result(pairs).margin <= most


def test_kept_games_are_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves and margins of the games kept agree, and what was reviewed fits them."""
    monkeypatch.undo()
    reviewed = {game.key: game for game in read_games(MEASURED.with_suffix(".judged.csv"))}
    rows = AppendOnlyCsv(MEASURED, match.COLUMNS).read(list)
    assert len(reviewed) == 2 * len(rows) == 640
    for one, other, seed, number, first, _second, moves, _other_moves in rows[::10]:
        position = deal(int(number))
        game = reviewed[one, other, int(seed), int(number)]
        for word in moves.split():
            position = position.play(move(word))
        assert position.is_over
        assert position.margin == int(first)
        moved = (108 - game.tiles) // 2
        lost = sum(-cost if (moved + ply) % 2 == 0 else cost for ply, cost in enumerate(game.costs))
        assert game.margin + lost == int(first)


def test_the_table_holds_on_other_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """On deals that had no part in the labels the levels lose as much that have met there."""
    monkeypatch.undo()
    levels = list(read(asset(LEVELS_FILE)).values())
    one, other = (
        losses_by_level(levels, read_games(MEASURED.with_name(name)))
        for name in ("games.judged.csv", "other-deals.judged.csv")
    )
    assert set(other) == {"strong", "master", "perfect"}
    for name in other:
        lost, again = one[name].lost, other[name].lost
        assert abs(lost.mean - again.mean) <= 3 * hypot(lost.error, again.error)


# -- losses ---------------------------------------------------------------------------------------


def test_a_mean_has_an_error() -> None:
    """The standard error of a mean is the spread by the root of the number; of one, unknown."""
    assert mean([1.0, 3.0]) == (2.0, 1.0)
    assert mean([4]) == (4, inf)


def made_up(
    upper: str, lower: str, deal: int, par: int, before: tuple[int, int], costs: tuple[int, ...]
) -> list[ReviewedGame]:
    """Return two games in which the two lost so much before 76 tiles and every move costs so."""
    return [
        ReviewedGame(upper, lower, 0, deal, 76, par - before[0] + before[1], costs),
        ReviewedGame(lower, upper, 0, deal, 76, par - before[1] + before[0], costs),
    ]


def test_a_deal_counts_when_both_have_begun_it() -> None:
    """A deal that was played from one side only is left out, and so are other players' games."""
    whole = made_up("best", "good", 1, 5, (0, 3), (1,))
    other = made_up("best", "bad", 2, 5, (0, 3), (1,))
    half = made_up("best", "good", 3, 5, (0, 3), (1,))[:1]
    link = MatchGames.between("best", "good", [*whole, *other, *half])
    assert {*link.by_deal} == {1}
    assert link.lost_before(1) == 3


# -- points lost ----------------------------------------------------------------------------------

START = position("5m5p6m/5p5m6m/9s7p/9s7p")


OUTSIDE = {500101: 4, 500102: 5, 500103: 0, 500104: 6}
"""Pars that an independent program proved."""


def test_a_second_proof_finds_what_the_twin_finds() -> None:
    """The value is the slow twin's, and deal, game and way stand beside it as they were given."""
    with Solver(1, 1, kernels=Twin()) as solver:
        proof = prove(Start(7, START, "2 of seed 3"), Way(1, 1, "order"), solver)
    assert proof.par == reference.value(START, {})
    assert (proof.deal, proof.game, proof.without, proof.threads) == (7, "2 of seed 3", "order", 1)
    assert proof.nodes > 0


def test_all_second_proofs_agree_with_the_first() -> None:
    """Every proof that is kept gives the par of its deal, or the one found by another program."""
    first = {**shipped_pars(), **OUTSIDE}
    proofs = Records(proven_again.FILE, proven_again.ProvenAgain).read()
    assert proofs
    for proof in proofs:
        assert proof.par == first[proof.deal], proof
