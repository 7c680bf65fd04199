"""Tests of the kernels as WebAssembly: every call, and all that it writes, as the native ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import wasmtime

from battle.resources import asset
from solver import bench
from solver.api import Limit, Solver
from solver.kernels import cache, memory
from solver.kernels.prebuilt import PREFIX
from tools import reference
from tools.program import kernels

PAGE = 65536


class Wasm:
    """The library for WebAssembly in wasmtime, its memory written and read word by word."""

    def __init__(self, file: Path) -> None:
        self.store = wasmtime.Store()
        module = wasmtime.Module.from_file(self.store.engine, str(file))
        self.memory = wasmtime.Memory(self.store, wasmtime.MemoryType(wasmtime.Limits(64, None)))
        offered: dict[str, wasmtime.Memory | wasmtime.Global] = {
            "memory": self.memory,
            "__stack_pointer": self._global(8 * PAGE, mutable=True),
            "__memory_base": self._global(8 * PAGE),
            "__table_base": self._global(0),
        }
        wanted = [offered[part.name or ""] for part in module.imports]
        self.exports = wasmtime.Instance(self.store, module, wanted).exports(self.store)
        self._call("__wasm_apply_data_relocs")
        self.first = 16 * PAGE

    def _global(self, value: int, *, mutable: bool = False) -> wasmtime.Global:
        kind = wasmtime.GlobalType(wasmtime.ValType.i32(), mutable)
        return wasmtime.Global(self.store, kind, wasmtime.Val.i32(value))

    def _call(self, name: str, *numbers: int) -> Any:
        function = self.exports[name]
        assert isinstance(function, wasmtime.Func)
        return function(self.store, *numbers)

    def run(self, name: str, arguments: Iterable[Any]) -> tuple[int, list[np.ndarray[Any, Any]]]:
        """Return what a kernel answers, and every array of its arguments as it left it."""
        arrays: dict[int, tuple[int, np.ndarray[Any, Any]]] = {}
        free = self.first + 16
        numbers: list[int] = []
        for argument in flat(arguments):
            if isinstance(argument, np.ndarray):
                place = arrays.setdefault(memory.address(argument), (free, argument))[0]
                free = max(free, place + -(-8 * len(argument) // 64) * 64)
                numbers += (0, 0, len(argument), 8, place, len(argument), 8)
            else:
                numbers.append(int(argument))
        if (short := free - self.memory.data_len(self.store)) > 0:
            self.memory.grow(self.store, -(-short // PAGE))
        for place, array in arrays.values():
            self.memory.write(self.store, np.ascontiguousarray(array).tobytes(), place)
        status = self._call(PREFIX + name, self.first, self.first + 8, *numbers)
        assert status == 0, f"{name} failed"
        answer = int.from_bytes(self._read(self.first, 8), "little", signed=True)
        return answer, [
            np.frombuffer(self._read(place, 8 * len(array)), np.int64)
            for place, array in arrays.values()
        ]

    def _read(self, place: int, size: int) -> bytes:
        return bytes(self.memory.read(self.store, place, place + size))


def flat(arguments: Iterable[Any]) -> Iterable[Any]:
    """Yield arguments, those of tuples one by one."""
    for argument in arguments:
        if isinstance(argument, tuple):
            yield from flat(argument)
        else:
            yield argument


def arrays_of(arguments: Iterable[Any]) -> list[np.ndarray[Any, Any]]:
    """Return the different arrays of some arguments, in order."""
    arrays = [argument for argument in flat(arguments) if isinstance(argument, np.ndarray)]
    return list({memory.address(array): array for array in arrays}.values())


@pytest.fixture(scope="module")
def wasm() -> Wasm:
    """Return the library that programs bring along for the page."""
    return Wasm(asset("kernels.wasm"))


def test_the_library_is_made_of_these_kernels() -> None:
    """It names their sources as they are now; `python -m tools.program.kernels` writes it."""
    sources = kernels.section(b"sources", cache.sources_digest().digest())
    assert asset("kernels.wasm").read_bytes().endswith(sources)


def test_every_call_answers_and_writes_as_the_native_kernels(
    wasm: Wasm, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each call of each kernel in whole proofs gives the same answer and leaves the same memory."""
    from solver.kernels import compiled, search, table  # not before there is a home for them

    calls: dict[str, int] = {}

    def twin(name: str, native: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            found, left = wasm.run(name, arguments)
            answer = native(*arguments)
            assert answer in (None, found), name
            for one, other in zip(left, arrays_of(arguments), strict=True):
                assert np.array_equal(one, other), name
            calls[name] = calls.get(name, 0) + 1
            return answer

        return call

    for name in ("begin", "search", "known"):
        monkeypatch.setattr(search, name, twin(name, getattr(search, name)))
    monkeypatch.setattr(compiled, "spread", twin("spread", table.spread))
    with Solver(1, 1, known_deals=False) as solver:
        for start in reference.small_positions(30, 1, 18):
            solver.analyse(start, lines=100)
        for task in bench.proofs(40, 2):
            solver.analyse(task.position)
        solver.analyse(bench.proofs(72, 1)[0].position, Limit(nodes=20_000))
    assert set(calls) == {"begin", "search", "known", "spread"}
    assert calls["search"] > 200
