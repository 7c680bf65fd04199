"""Loading the compiled kernels: the only place outside them that imports numba.

Compiling takes up to a minute the first time and a second afterwards, so the caller says what
to do with the texts that report it, and calls in a thread of its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from typing import Final, TypeAlias

from battle.rules.position import Position
from solver.kernels import encode, prebuilt
from solver.kernels.encode import Kernels

Progress: TypeAlias = Callable[[str], None]

_WARMING_POSITION: Final = "5m5p6m6p7m/5p5m7m6m/9s6p/9s"
_lock = Lock()
_loaded: list[Kernels] = []


def load(progress: Progress = lambda text: None) -> Kernels:
    """Return the compiled kernels; compile them, or read them from the cache, the first time."""
    with _lock:
        if not _loaded:
            _loaded.append(_load(progress))
        return _loaded[0]


def _load(progress: Progress) -> Kernels:
    if prebuilt.library() is not None:
        from solver.kernels.compiled import CompiledKernels

        return CompiledKernels()
    from solver.kernels import cache  # which a page, always prebuilt, does without

    directory = cache.prepare()
    if directory is None:
        progress("the cache directory cannot be written, kernels are compiled at every start")
    warm = directory is not None and cache.is_warm(directory)
    with _ticking(progress, "loading kernels" if warm else "compiling kernels"):
        from solver.kernels.compiled import CompiledKernels

        kernels = CompiledKernels()
        try:
            _use(kernels)
        except Exception:  # a damaged cache file fails in ways of its own
            if directory is None:
                raise
            progress("the kernel cache is damaged, compiling kernels again")
            warm = False
            cache.wipe(directory)
            cache.prepare()
            _use(kernels)
    if directory is not None and not warm:
        cache.seal(directory)
    return kernels


def _use(kernels: Kernels) -> None:
    """Call every kernel once, which compiles it."""
    start = Position.parse(_WARMING_POSITION)
    table = kernels.table(1)
    searcher = kernels.searcher(start, table, 0)
    for _gain, state in encode.moves_by_signature(start):
        searcher.known(state)
        searcher.bound(state, 1, 1000)
    table.hashfull()
    table.tend()
    table.clear()


@contextmanager
def _ticking(progress: Progress, text: str) -> Iterator[None]:
    """Say every second that the block, which is long, is still going on."""
    done, started = Event(), time.monotonic()

    def tick() -> None:
        while not done.wait(1.0):
            progress(f"{text}, {time.monotonic() - started:.0f} s")

    progress(text)
    ticker = Thread(target=tick, daemon=True, name="ticker")
    ticker.start()
    try:
        yield
    finally:
        done.set()
        ticker.join()
