"""Bulk work: files that grow by a line for every result, and tasks shared out to several workers.

Work that adds to such a file can be killed at any time and goes on where it was. Every line is
added in one piece. The first one is a header, and a file with another one is not touched. Work
begins by taking a last line away that was cut short.
"""

from __future__ import annotations

import json
import logging
import multiprocessing
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import (
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    as_completed,
)
from contextlib import closing
from functools import cache
from multiprocessing.connection import Connection, wait
from pathlib import Path
from threading import Thread, get_ident
from typing import Any, Final, TypeVar

from battle.rules.files import (
    MOST_OF_TABLE,
    add_whole,
    check_output,
    passed_over,
    read_bytes,
    rows_of,
)
from battle.rules.position import FormatError
from solver.api import Solver

Row = TypeVar("Row")
Task = TypeVar("Task")
Result = TypeVar("Result")

# -- files -----------------------------------------------------------------------------------------


class GrowingFile:
    """A file of lines that only grows; several processes may add to it.

    Every line is added in one piece, the first one after the `header`.
    """

    def __init__(self, path: Path, header: str = "") -> None:
        self.path = path
        self._header = header

    def add_line(self, line: str) -> None:
        """Add a line as it is, and see it to the disk. Raises OSError, with nothing added."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab", buffering=0) as file:
            header = "" if file.tell() else self._header
            add_whole(file, f"{header}{line}\n".encode())

    def _content(self) -> bytes:
        try:
            return read_bytes(self.path, MOST_OF_TABLE)
        except FileNotFoundError:
            return b""
        except FormatError as error:
            raise FormatError("cannot read {file}: {error}", file=self.path, error=error) from None


class AppendOnlyCsv(GrowingFile):
    """A CSV file that only grows.

    `columns` are its header; the last `added` of them are missing in files of older programs.
    """

    def __init__(self, path: Path, columns: Sequence[str], added: int = 0) -> None:
        super().__init__(path, f"{','.join(columns)}\n")
        self.columns = tuple(columns)
        self._added = added

    def read(
        self, of: Callable[[list[str]], Row], warn: Callable[[str], None] = lambda text: None
    ) -> list[Row]:
        """Return what `of` makes of every line that is whole; nothing if there is no file yet.

        A line for which it raises ValueError is passed over, and so is one with too few or too many
        fields; `warn` is called with how many. Raises OSError, or FormatError, naming the file,
        for what is not read.
        """
        found, bad = [], []
        least = len(self.columns) - self._added
        text = self._content().decode("utf-8", errors="replace")
        for number, row in enumerate(rows_of(text[: text.rfind("\n") + 1]), start=1):
            if not row or row[0].removeprefix("\ufeff") == self.columns[0]:
                least = max(least, len(row))
                continue
            try:
                if not least <= len(row) <= len(self.columns):
                    raise ValueError(row)
                found.append(of(row))
            except ValueError:
                bad.append(number)
        if bad:
            warn(passed_over(self.path, bad))
        return found

    def mend(self) -> None:
        """Take a last line away that was not written to its end.

        Raises FormatError, and touches nothing, if this is another file.
        """
        check_output(self.path, self._is_ours)
        take_rest_away(self.path, self._content())

    def _is_ours(self, text: str) -> bool:
        """Whether a text begins with the header, as far as it was written."""
        first, *rest = text.splitlines()
        lengths = range(len(self.columns) - self._added, len(self.columns) + 1)
        headers = [",".join(self.columns[:length]) for length in lengths]
        return first.rstrip() in headers if rest else headers[-1].startswith(text.rstrip())

    def add(self, row: Sequence[object]) -> None:
        """Add a line with these fields, and see it to the disk. Raises OSError."""
        self.add_line(",".join(map(str, row)))


class JsonLines(GrowingFile):
    """A file of JSON objects, one a line, that only grows."""

    def mend(self) -> list[dict[str, Any]]:
        """Take a last line away that was not written to its end; return the objects there are.

        Raises FormatError, and touches nothing, for a file with anything else.
        """
        content = self._content()
        try:
            lines = content[: content.rfind(b"\n") + 1].splitlines()
            found = [object for line in lines if isinstance(object := json.loads(line), dict)]
        except ValueError:
            raise FormatError("cannot read {file}: not JSON", file=self.path) from None
        take_rest_away(self.path, content)
        return found

    def add(self, object: dict[str, Any]) -> None:
        """Add an object, and see it to the disk. Raises OSError, with nothing added."""
        self.add_line(json.dumps(object))


def take_rest_away(path: Path, content: bytes) -> None:
    """Take a last line away that was not written to its end; `content` is all that a file has."""
    if content and not content.endswith(b"\n"):
        os.truncate(path, content.rfind(b"\n") + 1)


# -- workers ---------------------------------------------------------------------------------------


HASH_MB: Final = 64
"""The usual table of each of several solvers that work side by side."""


def shared_solver(name: str, hash_mb: int | None = None) -> Solver:
    """Return this thread's solver called `name`, with one thread; made when first asked for."""
    return _solver_of(name, hash_mb or HASH_MB, get_ident())


@cache
def _solver_of(name: str, hash_mb: int, thread: int) -> Solver:
    return Solver(1, hash_mb, tick=check_wanted)


def futures_of(
    pool: Executor, work: Callable[..., Result], tasks: Iterable[tuple[Any, ...]]
) -> Generator[tuple[Future[Result], tuple[Any, ...]], None, None]:
    """Yield what becomes of every task, some arguments for `work`, as soon as it has an end.

    Closed early, as on an interrupt, it begins no task that waits.
    """
    futures = {pool.submit(work, *task): task for task in tasks}
    try:
        for done in as_completed(futures):
            yield done, futures[done]
    finally:
        for future in futures:
            future.cancel()


def spread(
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    jobs: int,
    scheduler: str | None = None,
    warn: Callable[[str], None] = lambda text: None,
) -> Generator[Result, None, None]:
    """Yield what `work` makes of every task, done by `jobs` processes; by this one if it is 1.

    With the address of a Dask scheduler its workers do them (`done_there`). `work` is a function of
    a module, so that other processes find it. Left early, as on an interrupt, all workers end at
    once, whatever they are doing. Raises what a task raises.
    """
    if scheduler is not None:
        with closing(done_there(work, deque(tasks), scheduler, warn, ahead=4)) as there:
            for _, result in there:
                if result is None:
                    raise OSError("a task was given up: its workers were killed again and again")
                yield result
        return
    if jobs == 1 or len(tasks) < 2:
        yield from map(work, tasks)
        return
    context = multiprocessing.get_context("spawn")
    wanted, ours = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(
        min(jobs, len(tasks)), context, initializer=_follow_parent, initargs=(wanted,)
    )
    try:
        for done, _ in futures_of(pool, work, [(task,) for task in tasks]):
            yield done.result()
    except BaseException:
        ours.close()
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _follow_parent(wanted: Connection) -> None:
    Thread(target=_end_with_parent, args=(wanted,), daemon=True, name="parent").start()


def _end_with_parent(wanted: Connection) -> None:
    """End this process when its parent is gone, or has closed its side of the connection."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([wanted, parent.sentinel])
        os._exit(1)


# -- on a Dask cluster -----------------------------------------------------------------------------

UNREACHABLE_AFTER: Final = 5
"""Seconds in which the scheduler of a cluster has to answer."""

_LOOK_EVERY: Final = 1.0
"""Seconds between two looks for workers that have come or gone."""


def done_there(
    work: Callable[[Task], Result],
    tasks: deque[Task],
    scheduler: str,
    warn: Callable[[str], None],
    *,
    ahead: int = 1,
    prepare: Callable[[Task], tuple[Task, str | None]] = lambda task: (task, None),
) -> Generator[tuple[Task, Result | None], None, None]:
    """Yield every task with what `work` makes of it on the workers of a Dask scheduler.

    None if the workers that had it were killed again and again. More tasks may be added at either
    end meanwhile; `ahead` of them are handed out for every thread of a worker, each as `prepare`
    returns it, with the worker that had better do it. `warn` is called when there are no workers,
    and when they have other work. Left early, the workers end what they do, if that calls
    `check_wanted` now and then. Raises OSError for a scheduler that does not answer, what a task
    raises, and ModuleNotFoundError if `distributed` is not installed.
    """
    from distributed import Client, wait  # the optional extra `cluster`
    from distributed.scheduler import KilledWorker

    try:
        client = Client(scheduler, timeout=UNREACHABLE_AFTER)
    except OSError:
        raise
    except Exception as error:  # an address that is none, or what is read as an endless message
        raise OSError(f"no Dask scheduler at {scheduler}: {error}") from None
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # it is said below
    running: dict[Any, Task] = {}
    said = ""
    with client:
        try:
            while tasks or running:
                threads = sum(client.nthreads().values())
                while tasks and len(running) < ahead * threads:
                    task = tasks.popleft()
                    prepared, worker = prepare(task)
                    place = {"workers": worker, "allow_other_workers": True} if worker else {}
                    running[client.submit(work, prepared, pure=False, **place)] = task
                trouble = _trouble(client, threads, {future.key for future in running})
                if trouble and trouble != said:
                    warn(f"{trouble} at {scheduler}: waiting")
                said = trouble
                if not running:
                    time.sleep(_LOOK_EVERY)
                    continue
                try:
                    ended = wait(list(running), _LOOK_EVERY, "FIRST_COMPLETED").done
                except TimeoutError:
                    continue
                for future in ended:
                    try:
                        result = future.result()
                    except KilledWorker:
                        result = None
                    yield running.pop(future), result
        except CancelledError:
            raise OSError(f"the Dask scheduler at {scheduler} is gone") from None
        finally:
            client.cancel(list(running))


def _trouble(client: Any, threads: int, ours: set[str]) -> str:
    """Return why nothing is done of some tasks, which is nothing to wait for in silence."""
    if not threads:
        return "no workers"
    at_work = {str(key) for keys in client.processing().values() for key in keys}
    return "" if not at_work or at_work & ours else "the workers have other work"


class UnwantedError(Exception):
    """Ends a task that is wanted no more; a CancelledError would look to Dask like its own."""


def check_wanted() -> None:
    """Raise UnwantedError on a worker of a cluster whose task in hand is wanted no more."""
    if "distributed" not in sys.modules:
        return
    from distributed import get_worker

    try:
        worker = get_worker()
        key = worker.get_current_task()
    except ValueError:
        return
    task = worker.state.tasks.get(key)
    if task is None or task.state == "cancelled":
        raise UnwantedError
