"""Dask clusters of real processes: a scheduler, and workers that may do as a test wants."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.support.brokers import until
from tests.support.processes import ROOT, started


@contextmanager
def cluster(
    place: Path, *, workers: int = 1, threads: int = 1, preload: Path | None = None
) -> Iterator[str]:
    """Yield the address of a scheduler with workers; `preload` is what each runs before it works.

    Files of the cluster are written to `place`.
    """
    place.mkdir(exist_ok=True)
    found = place / "scheduler.json"
    common = ("--scheduler-file", found, "--no-dashboard")
    scheduler = ("scheduler", *common, "--host", "127.0.0.1", "--port", "0")
    worker = ("worker", *common, "--nthreads", str(threads), "--local-directory", place)
    if preload is not None:
        worker = (*worker, "--preload", preload)
    with ExitStack() as stack, (place / "log").open("w") as log:

        def start(command: str, *options: str | Path) -> None:
            program = (sys.executable, "-m", f"distributed.cli.dask_{command}", *options)
            stack.enter_context(started(program, cwd=ROOT, stdout=log, stderr=log))

        start(*scheduler)
        until(lambda: found.exists() and found.read_text().endswith("}"))
        for _ in range(workers):
            start(*worker)
        yield str(json.loads(found.read_text())["address"])
