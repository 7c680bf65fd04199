"""Workers: processes that share out independent games, one core each.

Results come as they are ready. Workers end with the process that started them, even if that one
is killed, and at once when it wants no more results.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import TypeVar

from solver.api import Solver

Task = TypeVar("Task")
Result = TypeVar("Result")


def spread(work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int) -> Iterator[Result]:
    """Yield what `work` makes of every task, done by `jobs` processes; by this one if it is 1.

    `work` is a function of a module, so that other processes find it. Left early, as when somebody
    interrupts, all workers end at once, whatever they are doing. Raises what a task raises.
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
        for done in as_completed([pool.submit(work, task) for task in tasks]):
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


@cache
def shared_solver(name: str, hash_mb: int) -> Solver:
    """Return this process's solver called `name`, with one thread; made when first asked for."""
    return Solver(1, hash_mb)
