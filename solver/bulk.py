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
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import (
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    as_completed,
)
from contextlib import closing, contextmanager
from functools import cache
from multiprocessing.connection import Connection, wait
from pathlib import Path
from threading import Thread, get_ident
from typing import Any, Final, Generic, NamedTuple, TypeVar

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
        rows, bad = [], []
        least = len(self.columns) - self._added
        text = self._content().decode("utf-8", errors="replace")
        for number, row in enumerate(rows_of(text[: text.rfind("\n") + 1]), start=1):
            if not row or row[0].removeprefix("\ufeff") == self.columns[0]:
                least = max(least, len(row))
                continue
            try:
                if not least <= len(row) <= len(self.columns):
                    raise ValueError(row)
                rows.append(of(row))
            except ValueError:
                bad.append(number)
        if bad:
            warn(passed_over(self.path, bad))
        return rows

    def mend(self) -> None:
        """Remove an unfinished last line, and add missing columns.

        Raises FormatError, and touches nothing, if this is another file, and OSError.
        """
        check_output(self.path, self._is_ours)
        content = self._content()
        take_rest_away(self.path, content)
        header, *lines = content[: content.rfind(b"\n") + 1].decode(*_AS_IT_IS).split("\n")
        missing = len(self.columns) - len(header.split(","))
        if header and missing:
            rows = [self.completed(line.split(","), missing) for line in lines]
            text = "\n".join([",".join(self.columns), *map(",".join, rows)])
            replace_whole(self.path, text.encode(*_AS_IT_IS))

    def completed(self, row: list[str], missing: int) -> list[str]:
        """Return a row with empty fields for the columns `missing` in its file."""
        is_row = len(row) >= len(self.columns) - self._added
        return [*row, *[""] * (len(self.columns) - len(row))] if is_row else row

    def _is_ours(self, text: str) -> bool:
        first, *rest = text.splitlines()
        lengths = range(len(self.columns) - self._added, len(self.columns) + 1)
        headers = [",".join(self.columns[:length]) for length in lengths]
        return first.rstrip() in headers if rest else headers[-1].startswith(text.rstrip())

    def add(self, row: Sequence[object]) -> None:
        """Add a line with these fields, and see it to the disk. Raises OSError."""
        self.add_line(",".join(map(str, row)))


class JsonLines(GrowingFile):
    """A file of JSON objects, one a line, that only grows."""

    def mend(self, warn: Callable[[str], None] = lambda text: None) -> dict[int, dict[str, Any]]:
        """Remove an unfinished last line; return the objects by line.

        Lines that are damaged are passed over; `warn` is called with how many. Raises FormatError,
        and touches nothing, where no line is an object.
        """
        content = self._content()
        objects, bad = {}, []
        for number, line in enumerate(content[: content.rfind(b"\n") + 1].split(b"\n"), start=1):
            try:
                objects[number] = dict[str, Any](json.loads(line or b"{}"))
            except (ValueError, TypeError, RecursionError):
                bad.append(number)
        if bad and not any(objects.values()):
            raise FormatError(
                "cannot read {file}: line {line} is no JSON object", file=self.path, line=bad[0]
            )
        if bad:
            warn(passed_over(self.path, bad))
        take_rest_away(self.path, content)
        return {number: object for number, object in objects.items() if object}

    def add(self, object: dict[str, Any]) -> None:
        """Add an object, and see it to the disk. Raises OSError, with nothing added."""
        self.add_line(json.dumps(object))


_AS_IT_IS: Final = ("utf-8", "surrogateescape")
"""How text is read and written with bytes that are none as they are."""


def replace_whole(path: Path, content: bytes) -> None:
    """Replace what a file has, in one piece. Raises OSError, with the file as it was."""
    path = path.resolve()
    unfinished = path.with_name(f"{path.name}.new")
    with unfinished.open("wb", buffering=0) as file:
        add_whole(file, content)
    unfinished.replace(path)


def take_rest_away(path: Path, content: bytes) -> None:
    """Remove an unfinished last line; `content` is the whole file."""
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
    """Yield the future of every task, arguments for `work`, as soon as it ends.

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
    work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int
) -> Generator[Result, None, None]:
    """Yield the result of `work` for every task, in `jobs` processes; in this one if it is 1.

    `work` is a function of a module, so that other processes find it. Left early, as on an
    interrupt, all workers end at once, whatever they are doing. Raises what a task raises.
    """
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

ANSWERED_WITHIN: Final = 60
"""Seconds in which an answer that a worker says it has must arrive."""

_LOOK_EVERY: Final = 1.0
"""Seconds between two looks for workers that have come or gone."""

_LARGE_TASK: Final = "distributed.admin.large-graph-warning-threshold"
"""Dask's setting for the size of a task that it warns of: what a table knows is larger."""


class ClusterWork(NamedTuple, Generic[Task, Result]):
    """How a cluster's workers do tasks; nobody trusts them, so their answers are plain values.

    `work` returns of a task what JSON can hold. `read` returns what such an answer says; it raises
    an exception, of any kind, for what cannot be the answer to this task.
    """

    work: Callable[[Task], Any]
    read: Callable[[Task, Any], Result]


class GivenUp(NamedTuple):
    """Stands for the result of a task that the cluster did not do, or whose result is refused."""

    reason: str


def done_there(
    there: ClusterWork[Task, Result],
    tasks: deque[Task],
    scheduler: str,
    warn: Callable[[str], None],
    *,
    ahead: int = 1,
    prepare: Callable[[Task], tuple[Task, str | None]] = lambda task: (task, None),
) -> Generator[tuple[Task, Result | GivenUp], None, None]:
    """Yield every task with what the workers of a Dask scheduler make of it.

    Nothing that they send is run here, and `there` checks what they answer. More tasks may be
    added at either end meanwhile; `ahead` of them are handed out for every thread of a worker, each
    as `prepare` returns it, with the worker that had better do it. `warn` is called when there are
    no workers, and when they have other work. Left early, the workers end what they do, if that
    calls `check_wanted` now and then. Raises OSError for a scheduler that does not answer, and
    ModuleNotFoundError if `distributed` is not installed.
    """
    from distributed import wait  # the optional extra `cluster`

    running: dict[Any, Task] = {}
    said = ""
    with _client_of(scheduler) as client:
        try:
            while tasks or running:
                threads = client.nthreads()
                while tasks and len(running) < ahead * sum(threads.values()):
                    task = tasks.popleft()
                    prepared, worker = prepare(task)
                    is_there = worker in threads
                    place = {"workers": worker, "allow_other_workers": True} if is_there else {}
                    future = client.submit(_answer, there.work, prepared, pure=False, **place)
                    running[future] = task
                trouble = _trouble(client, len(threads), {future.key for future in running})
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
                    result = _result(there, running[future], future)
                    yield running.pop(future), result
        except CancelledError:
            why = "is gone, or passes on what cannot be read"
            raise OSError(f"the Dask scheduler at {scheduler} {why}") from None
        finally:
            client.cancel(list(running))


@contextmanager
def _client_of(scheduler: str) -> Iterator[Any]:
    """Connect to a Dask scheduler, with no program from there run in this process."""
    import dask
    from distributed import Client

    class HearingClient(Client):
        """Gives up all tasks after an unreadable message; Dask's would wait for ever.

        One that cannot connect is closed at once. Dask's is closed when it is collected, which may
        be while the next one starts and holds the lock that closing needs.
        """

        def start(self, **options: Any) -> None:
            try:
                super().start(**options)  # type: ignore[no-untyped-call]
            except BaseException:
                self.close()  # type: ignore[no-untyped-call]
                raise

        async def _handle_report(self) -> None:
            try:
                await super()._handle_report()
            except Exception:  # a stranger's message may be anything
                for state in self.futures.values():
                    state.cancel()

    connect: Any = HearingClient
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # what matters is said by us
    with refusing_programs(), dask.config.set({_LARGE_TASK: "1 GiB"}):
        try:
            client = connect(scheduler, timeout=UNREACHABLE_AFTER, deserializers=("msgpack",))
        except OSError:
            raise
        except Exception as error:  # an address that is none, or what is read as an endless message
            raise OSError(f"no Dask scheduler at {scheduler}: {error}") from None
        with client:
            for topic in ("print", "warn"):  # which would print here what workers say
                client.unsubscribe_topic(topic)
            yield client


def spread_there(
    there: ClusterWork[Task, Result],
    tasks: Iterable[Task],
    scheduler: str,
    warn: Callable[[str], None],
) -> Generator[Result, None, None]:
    """Yield what the workers of a Dask scheduler make of every task (`done_there`).

    Raises OSError, also for a task that is given up.
    """
    done = done_there(there, deque(tasks), scheduler, warn, ahead=4)
    with closing(done):
        for _, result in done:
            if isinstance(result, GivenUp):
                raise OSError(f"a task was given up: {result.reason}")
            yield result


def _answer(work: Callable[[Task], Any], task: Task) -> str:
    """Return a worker's answer to a task, or its error, as text."""
    try:
        return json.dumps({"answer": work(task)})
    except UnwantedError:
        raise
    except Exception as error:
        return json.dumps({"error": f"{type(error).__name__}: {error}"})


def _result(there: ClusterWork[Task, Result], task: Task, future: Any) -> Result | GivenUp:
    """Return the result of a task whose future has ended."""
    if future.status == "error":  # what it says is not read: it would be a pickle of any classes
        return GivenUp("its workers end again and again, or have another version of the program")
    try:
        answer = json.loads(future.result(ANSWERED_WITHIN))
        if "error" in answer:
            return GivenUp(f"a worker failed: {str(answer['error'])[:_MOST_SAID]}")
        return there.read(task, answer["answer"])
    except CancelledError:
        raise
    except Exception as error:  # a stranger's answer may be anything
        return GivenUp(f"an answer is not believed: {str(error)[:_MOST_SAID]}")


_MOST_SAID: Final = 200
"""Characters of what is wrong with an answer."""


@contextmanager
def refusing_programs() -> Iterator[None]:
    """Let no pickle that is read in this process name a class or a function, so that none runs.

    Dask reads pickles in many places beside results, such as errors, types and events, whatever
    `deserializers` its client has; in here nothing but plain values is left of them.
    """
    _watch_pickles()
    guard = object()
    _guards.add(guard)
    try:
        yield
    finally:
        _guards.discard(guard)


_guards: Final[set[object]] = set()


@cache
def _watch_pickles() -> None:
    sys.addaudithook(_refuse_names)  # for good: there is no way to take it back


def _refuse_names(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "pickle.find_class" and _guards and arguments != ("builtins", "bytes"):
        raise TypeError("a pickle names {}.{}".format(*arguments))  # Dask goes on after TypeError


def _trouble(client: Any, workers: int, ours: set[str]) -> str:
    """Return why nothing is done of some tasks, which is nothing to wait for in silence."""
    if not workers:
        return "no workers"
    at_work = {str(key) for keys in client.processing().values() for key in keys}
    return "" if not at_work or at_work & ours else "the workers have other work"


class UnwantedError(Exception):
    """Ends a task nobody wants any more; Dask would take a CancelledError for its own."""


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
