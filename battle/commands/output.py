"""Where results go: texts and JSON to standard output, or objects to a file that is resumed."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from battle.commands.common import (
    SCHEMA,
    ProgressLine,
    a_solver,
    check_output,
    claim,
    complain,
    interrupted_by_sigterm,
    say,
    using_cluster,
    writing,
)
from battle.rules.position import RulesError

if TYPE_CHECKING:
    from solver.api import Solver

Result = TypeVar("Result")
Task = TypeVar("Task")

_BEGINNING: Final = f'{{"schema": {SCHEMA}, '


def _is_ours(text: str) -> bool:
    """Whether a file begins as one of these objects does, as far as it was written."""
    return text.startswith(_BEGINNING) or _BEGINNING.startswith(text)


class Objects:
    """Objects of JSON, printed a line each, or added to a file in which no work stands twice.

    `work` says of an object what was done for it.
    """

    def __init__(
        self, output: Path | None, files: Sequence[Path], work: Callable[[Mapping[str, Any]], str]
    ) -> None:
        from solver.bulk import JsonLines

        self._work = work
        self._file = None if output is None else JsonLines(output)
        self._done: set[str] = set()
        if output is not None and self._file is not None:
            check_output(output, files, _is_ours)
            claim(output)
            try:
                with writing(output):
                    self._done = {work(one) for one in self._file.mend()}
            except (LookupError, TypeError, AttributeError, RulesError):
                words = f"cannot write {output}: it has other objects, name another file"
                raise RulesError(words) from None

    def has(self, work: str) -> bool:
        """Whether the file has what would come of some work."""
        return work in self._done

    def put(self, object: dict[str, Any]) -> None:
        """Print an object, or add it to the file; raise WorkError if it cannot be written."""
        if self._file is None:
            click.echo(json.dumps(object))
        elif not self.has(self._work(object)):
            with writing(self._file.path):
                self._file.add(object)
            self._done.add(self._work(object))


def show(text: str, name: str | None) -> None:
    """Print an answer in the width of the terminal, under a name where there are several."""
    from battle.page.text import fitted, screen_width

    text = text if name is None else f"{name}:\n{text}\n"
    say(fitted(text, screen_width()))


def work_through(
    tasks: Iterator[Task],
    alone: Callable[[Task], Result],
    here: Callable[[Task, Solver, ProgressLine], Result],
    workers: tuple[int | None, str | None],
    threads: int | None,
    hash_mb: int | None,
) -> Generator[Result, None, None]:
    """Yield what comes of every task; SIGTERM ends the work as Ctrl+C does.

    `workers` are a number of processes and the address of a cluster, whose workers do each task
    `alone`, with a progress bar in a terminal. Where both are None the tasks are done `here`, one
    after the other, by a solver with `threads` and `hash_mb`, which is made if there is a task.
    """
    with interrupted_by_sigterm():
        if any(workers):
            yield from _spread_out(alone, [*tasks], *workers)
        elif (first := next(tasks, None)) is not None:
            with a_solver(threads, hash_mb) as solver, ProgressLine() as status:
                for task in chain([first], tasks):
                    found = here(task, solver, status)
                    status.clear()
                    yield found


def _spread_out(
    work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int | None, scheduler: str | None
) -> Generator[Result, None, None]:
    from tqdm import tqdm

    from solver.bulk import spread

    found = spread(work, tasks, jobs or 1, scheduler, complain)
    with using_cluster(), closing(found):
        yield from tqdm(found, total=len(tasks), leave=False, disable=None)
