"""Surveys: deals solved here and on a cluster, what is proven so far, and the files that grow."""

from __future__ import annotations

import os
import re
import signal
import socket
import sys
import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest

from battle.protocol import Goal
from battle.rules.files import PAR_HEADER, Par, read_pars
from battle.rules.position import Position, deal
from solver import survey
from solver.api import Analysis, Bounds, Limit, Report, Solver
from solver.bulk import AppendOnlyCsv
from solver.survey import PartialProof, PartialProofs, SurveyedDeal, bounds_of, shared_out
from tests.solver.conftest import endgames
from tools import reference
from tools.reference import Twin

# -- survey ---------------------------------------------------------------------------------------


def small(number: int) -> Position:
    return endgames(16)[number].position


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Bounds]:
    """Return the bounds that the solver is given, question by question."""
    given: list[Bounds] = []
    analyse = Solver.analyse

    def noted(solver: Solver, *arguments: Any, bounds: Bounds, **options: Any) -> Analysis:
        given.append(bounds)
        return analyse(solver, *arguments, bounds=bounds, **options)

    monkeypatch.setattr(Solver, "analyse", noted)
    return given


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file to write to, with endgames in place of deals and the twin for a solver."""
    monkeypatch.setattr(survey, "deal", small)
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
    """What stands in the file is told, kept, and not solved again; a cut line is solved again."""
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
    """A deal that the seconds were not enough for is told with its bounds, and left for later."""
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


def test_a_stopped_deal_is_gone_on_with(path: Path, asked: list[Bounds]) -> None:
    """What was proven of a deal is given to its next proof, with the work that went into it.

    When nothing is left to be gone on with, nothing is left beside the file.
    """
    survey.survey(path, range(1, 3), seconds=0.0)
    start = small(1)
    values = reference.move_values(start)
    bounds = {move: (value - 1, value) for move, value in values.items()}
    PartialProofs(path).keep(PartialProof(1, bounds, nodes=500, seconds=7.0))
    asked.clear()
    assert survey.survey(path, range(1, 2)) == []
    row = read_pars(path)[1]
    assert row.value == max(values.values())
    assert row.nodes > 500
    assert row.seconds >= 7.0
    assert asked[0] == bounds
    assert PartialProofs(path).path.exists()
    survey.survey(path, range(1, 3))
    assert not PartialProofs(path).path.exists()


def test_an_interrupted_survey_keeps_what_it_has_proven(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exception in the middle of deals goes on its way, after their bounds were written."""
    analyse = Solver.analyse

    def interrupted(
        solver: Solver, start: Position, limit: Limit, *, bounds: Bounds, report: Report
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


def test_best_moves_are_all_found() -> None:
    """The goal BEST decides for every move whether it keeps the value, and need not value it."""
    with Solver(1, 1, kernels=Twin()) as solver:
        for endgame in endgames(16):
            found = solver.analyse(endgame.position, Limit(goal=Goal.BEST), lines=1000)
            values = reference.move_values(endgame.position)
            for line in found.lines:
                keeps = values[line.move] == endgame.value
                assert (line.lower.points == endgame.value) == keeps
                assert (line.upper.points >= endgame.value) == keeps


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

    def failing(solver: Solver, *arguments: Any, **options: Any) -> Analysis:
        raise MemoryError

    monkeypatch.setattr(Solver, "analyse", failing)
    with pytest.raises(MemoryError):
        survey.survey(path, range(1, 9), threads=4)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("survey")]


@pytest.mark.slow
@pytest.mark.parametrize("kills", [False, True])
def test_a_cluster_of_two_workers(path: Path, kills: bool) -> None:
    """Two workers solve four deals, a line each; one that is killed costs no other deal."""
    distributed = pytest.importorskip("distributed")

    class SmallDeals(distributed.WorkerPlugin):  # type: ignore[misc]
        """Puts small positions in place of deals, and the twin in place of the kernels."""

        def setup(self, worker: Any) -> None:
            def alone(number: int, *rest: Any) -> SurveyedDeal:
                if kills and number == 2 and not marker.exists():
                    marker.touch()
                    os.kill(os.getpid(), signal.SIGKILL)
                return solve_alone(number, *rest)

            survey.deal = lambda number: endgames(16)[number].position
            survey.Solver = lambda *options, **others: Solver(1, 1, kernels=Twin())
            solve_alone, survey.solve_alone = survey.solve_alone, alone

    path.parent.mkdir()
    marker = path.parent / "killed"
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        with distributed.Client(cluster) as client:
            client.register_plugin(SmallDeals())
        assert survey.survey(path, range(1, 5), scheduler=cluster.scheduler_address) == []
    rows = read_pars(path)
    assert marker.exists() == kills
    assert {number: rows[number].value for number in rows} == {
        number: max(reference.move_values(small(number)).values()) for number in range(1, 5)
    }


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense", "foo://1:2"])
def test_a_scheduler_that_does_not_answer_is_told(
    path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No scheduler at the address given: an OSError that names it, not hours of waiting."""
    pytest.importorskip("distributed")
    monkeypatch.setattr(survey, "_UNREACHABLE_AFTER", 1)
    with pytest.raises(OSError, match=re.escape(address)):
        survey.survey(path, range(1, 3), scheduler=address)


def test_what_answers_and_is_no_scheduler_is_told(path: Path) -> None:
    """Another server at the address, which may say anything, is an OSError as well."""
    pytest.importorskip("distributed")
    with socket.create_server(("127.0.0.1", 0)) as server:
        answering = threading.Thread(target=_answer_nonsense, args=(server,))
        answering.start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(OSError, match=re.escape(address)):
            survey.survey(path, range(1, 3), scheduler=address)
        answering.join()


def _answer_nonsense(server: socket.socket) -> None:
    caller, _ = server.accept()
    with caller:
        caller.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" + b"no" * 1000)


def test_lines_that_cannot_be_read_are_told(path: Path) -> None:
    """What a damaged file still tells is used, and nobody has to find out what it does not."""
    survey.survey(path, range(1, 4))
    header, first, *rest = path.read_text().splitlines(keepends=True)
    path.write_text("".join([header, "x" + first, "7,\0\n", *rest]))
    told: list[str] = []
    assert survey.survey(path, range(1, 4), tell=told.append) == []
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
    """The lines around it count, and its number is told."""
    proofs = PartialProofs(tmp_path / "par.csv")
    move = deal(5).legal_moves[0]
    proofs.keep(proof_of(4, Random(4)))
    proofs.keep(PartialProof(5, {move: (-3, 90)}, 12, 3.5, 7))
    header, before, line = proofs.path.read_text(encoding="utf-8").splitlines()
    damaged = line.replace(old.format(move=move), new, 1)
    proofs.path.write_text(f"{header}\n{before}\n{damaged}\n", encoding="utf-8")
    told: list[str] = []
    assert set(proofs.by_deal(told.append)) == {4}
    assert len(told) == 1
    assert "3" in told[0]


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
