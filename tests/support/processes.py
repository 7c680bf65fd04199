"""Processes that tests start: they end with the test, whatever becomes of it.

A process gets a group of its own, and the whole group is killed when the test is done with it, so
that nothing a process has started outlives it either. It can be interrupted also where the suite
runs in the background and signals are ignored: a process would inherit that.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
"""The checkout, in which processes run unless they are told to run elsewhere."""

PATIENCE: Final = 300.0
"""Seconds after which a process that does not end is killed."""


@contextlib.contextmanager
def started(command: Sequence[str | Path], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """Start a process with the options of `Popen`; kill it and what it has started at the end."""
    options.setdefault("cwd", ROOT)
    with _interruptible():
        process = subprocess.Popen(command, start_new_session=True, **options)
    try:
        yield process
    finally:
        _kill_group(process)
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):  # what could not be written is lost
                    stream.close()


def run(
    *command: str | Path,
    input: str | bytes | None = None,
    seconds: float = PATIENCE,
    **options: Any,
) -> subprocess.CompletedProcess[Any]:
    """Run a command to its end and return what it printed, as text unless `text` is false.

    Raise TimeoutExpired if it takes longer than that; its group is killed.
    """
    options = {"text": True, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    if input is not None or "stdin" not in options:
        options["stdin"] = subprocess.DEVNULL if input is None else subprocess.PIPE
    with started(command, **options) as process:
        printed, complained = process.communicate(input, timeout=seconds)
    return subprocess.CompletedProcess(command, process.returncode, printed, complained)


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    """Let signals that are ignored here have their usual effect on a process started meanwhile.

    A program run in the background ignores interrupts, one run by `nohup` the end of its terminal;
    what a process ignores is ignored by those it starts, what it handles is not.
    """
    names = [name for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)]
    numbers = [signal.Signals[name] for name in names]
    ignored = [number for number in numbers if signal.getsignal(number) is signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, lambda _number, _frame: None)
    try:
        yield
    finally:
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)


def _kill_group(process: subprocess.Popen[Any]) -> None:
    if os.name != "posix":
        process.kill()
        return
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
