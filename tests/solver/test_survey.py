"""Surveys: deals solved, what is proven so far, and the files that grow."""

from __future__ import annotations

import re
import sys
import threading
import time
import weakref
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

from battle.rules.files import PAR_HEADER, Par, read_pars
from battle.rules.position import Position, deal
from battle.rules.record import all_games
from solver import match, survey
from solver.api import Analysis, Limit, MoveBounds, Report, Solver
from solver.bulk import AppendOnlyCsv
from solver.kernels.encode import Kernels
from solver.match import (
    play_match,
)
from solver.survey import (
    Checkpoint,
    PartialProof,
    PartialProofs,
    SurveyedDeal,
    bounds_of,
    shared_out,
)
from tests.support.calls import calls_of
from tests.support.endgames import endgames
from tools import reference
from tools.reference import Twin


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
