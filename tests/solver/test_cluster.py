"""Surveys on clusters of real processes, whose workers may be anybody's."""

from __future__ import annotations

import gc
import os
import re
import signal
import socket
import threading
from collections import deque
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from battle.rules.files import CLUSTER, read_pars
from battle.rules.position import Position, deal
from solver import bulk, survey
from solver.bulk import ClusterWork, done_there
from solver.kernels.encode import Kernels
from solver.survey import PartialProof, PartialProofs, Slice, SliceDone
from tests.support import hostile_worker
from tests.support.brokers import until
from tests.support.clusters import cluster
from tests.support.endgames import endgames
from tests.support.hostile_worker import FIRST, LOST, MODES


@pytest.mark.slow
def test_a_cluster_can_be_left_alone(tmp_path: Path) -> None:
    """A stopped survey leaves the workers free; the next one goes on, and a worker may be killed.

    What the killed one had in hand is done again, once.
    """
    import distributed

    path, log, marker = tmp_path / "par.csv", tmp_path / "log", tmp_path / "killed"

    class HardEndgames(distributed.WorkerPlugin):  # type: ignore[misc]
        """Puts endgames in place of deals, in short slices; kills the worker of one, once."""

        def setup(self, worker: Any) -> None:
            def noted(task: Slice) -> SliceDone:
                slice = f"{task.number} {task.proof.nodes} {task.proof.seconds}"
                with log.open("a") as file:
                    file.write(f"{slice}\n")
                done = solve_slice(task)
                if marker.exists() and task.number == 2 and not marker.read_text():
                    marker.write_text(slice)
                    os.kill(os.getpid(), signal.SIGKILL)
                return done

            survey.KEPT_EVERY = 0.1
            Position.of_deal = hard  # type: ignore[method-assign, assignment]
            solve_slice, survey.solve_slice = survey.solve_slice, noted

    def stop(text: str) -> None:
        told.append(text)
        if proofs.snapshot(2, for_cluster=True).entries:
            raise KeyboardInterrupt

    told: list[str] = []
    proofs = PartialProofs(path)
    with (
        pytest.MonkeyPatch.context() as patch,
        cluster(tmp_path / "cluster", workers=2) as address,
        distributed.Client(address) as client,
    ):
        patch.setattr(Position, "of_deal", hard)
        client.register_plugin(HardEndgames())
        with pytest.raises(KeyboardInterrupt):
            survey.survey(path, range(1, 3), scheduler=address, hash_mb=16, progress=stop)
        until(lambda: not any(client.run(_busy).values()))
        kept = [(number, proofs.snapshot(number, for_cluster=True)) for number in (1, 2)]
        stopped = log.read_text().splitlines()
        log.unlink()
        marker.touch()
        assert survey.survey(path, range(1, 3), scheduler=address, hash_mb=16) == []
    slices = log.read_text().splitlines()
    assert {f"{number} {one.nodes} {one.seconds}" for number, one in kept if one.entries} <= {
        *slices
    }
    assert slices.count(marker.read_text()) == 2
    assert len(stopped) <= len(told) + 2
    for number, row in read_pars(path).items():
        assert row.value == HARD[number].value
    assert [file.name for file in tmp_path.glob("par*")] == ["par.csv"]


HARD = sorted(endgames(80), key=lambda one: -one.tiles)


def hard(number: int) -> Position:
    return HARD[number].position


def _busy(dask_worker: Any) -> int:
    return sum(
        task.state in ("executing", "cancelled") for task in dask_worker.state.tasks.values()
    )


def test_a_cluster_without_workers_is_reported(tmp_path: Path) -> None:
    """A survey says that there are no workers, and waits for them."""

    def stop(text: str) -> None:
        told.append(text)
        raise KeyboardInterrupt

    told: list[str] = []
    with cluster(tmp_path / "cluster", workers=0) as address, pytest.raises(KeyboardInterrupt):
        survey.survey(tmp_path / "par.csv", range(1, 3), scheduler=address, warn=stop)
    assert told == [f"no workers at {address}: waiting"]


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense", "foo://1:2"])
def test_a_scheduler_that_does_not_answer_is_told(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No scheduler at the address given: an OSError that names it, not hours of waiting.

    Nothing is left to be closed when it is collected, which can stop the next client for ever.
    """
    import distributed

    monkeypatch.setattr(bulk, "UNREACHABLE_AFTER", 1)
    with pytest.raises(OSError, match=re.escape(address)):
        survey.survey(tmp_path / "par.csv", range(1, 3), scheduler=address)
    left = [each.status for each in gc.get_objects() if isinstance(each, distributed.Client)]
    assert {*left} <= {"closed", "newly-created"}


def test_what_answers_and_is_no_scheduler_is_told(tmp_path: Path) -> None:
    """Another server at the address, which may say anything, is an OSError as well."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        answering = threading.Thread(target=_answer_nonsense, args=(server,))
        answering.start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(OSError, match=re.escape(address)):
            survey.survey(tmp_path / "par.csv", range(1, 3), scheduler=address)
        answering.join()


def _answer_nonsense(server: socket.socket) -> None:
    caller, _ = server.accept()
    with caller:
        caller.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" + b"no" * 1000)


# -- hostile workers -------------------------------------------------------------------------------


def test_nothing_a_hostile_worker_sends_is_run_or_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Programs in pickles do not run, wrong answers are refused, and what is written is marked.

    A made-up par within the bounds can only be marked, and so can bounds and tables; these are not
    used where no cluster is.
    """
    mark, path = tmp_path / "ran", tmp_path / "par.csv"
    monkeypatch.setenv("MARK", str(mark))
    proofs, told = PartialProofs(path), list[str]()
    for number in range(FIRST, FIRST + len(MODES)):
        bounds = dict.fromkeys(deal(number).legal_moves, (-100, 100))
        proofs.keep(PartialProof(number, bounds, lost=LOST))
    deals = range(FIRST, FIRST + len(MODES))
    with cluster(tmp_path / "cluster", preload=Path(hostile_worker.__file__)) as address:
        ask = partial(survey.survey, path, seconds=2.0, hash_mb=16, scheduler=address)
        missing = ask(deals[:-1], warn=told.append)
        with pytest.raises(OSError, match="cannot be read"):
            ask(deals[-1:])
    assert not mark.exists()
    refused = {MODES[int(words.split()[1]) - FIRST]: words for words in told if "given up" in words}
    assert {*MODES} - {*refused} == {"par", "events", "snapshot", "stream"}
    assert "it is about deal" in refused["other deal"]
    assert "are looser than those proven before" in refused["looser"]
    solved = read_pars(path)
    assert missing == sorted({*deals[:-1]} - {*solved})
    assert {MODES[number - FIRST]: par.by for number, par in solved.items()} == {"par": CLUSTER}
    begun = proofs.by_deal()
    for mode in ("events", "snapshot"):
        number = FIRST + MODES.index(mode)
        assert (begun[number].lower, begun[number].by) == (-9, CLUSTER)
        assert proofs.snapshot(number, for_cluster=True).entries
        assert not proofs.snapshot(number).entries
    assert len([*tmp_path.glob("*.table")]) == 2


def test_what_a_cluster_has_begun_stays_marked(tmp_path: Path, kernels: Kernels) -> None:
    """A deal that goes on from the bounds of a cluster is of the cluster, whoever ends it."""
    path = tmp_path / "par.csv"
    start = deal(5)
    proof = PartialProof(5, dict.fromkeys(start.legal_moves, (4, 4)), nodes=7, by=CLUSTER)
    PartialProofs(path).keep(proof)
    assert survey.survey(path, range(5, 6), threads=1, hash_mb=1) == []
    assert read_pars(path)[5].by == CLUSTER


def test_a_large_task_is_no_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a table knows goes to a worker without Dask's warning of a large graph."""
    there = ClusterWork(len, lambda task, answer: answer)
    with cluster(tmp_path / "cluster") as address:
        tasks = deque([bytes(12_000_000)])
        ((_, found),) = done_there(there, tasks, address, lambda text: None)
    assert found == 12_000_000
