"""Compiles the kernels ahead of time: `python -m tools.program.kernels [FOLDER]`.

Without a folder it writes those of the page, `assets/kernels.wasm`, which programs bring along, so
that they can make the page without a compiler; do so whenever a kernel has changed.

For each kind of processor of this machine's family it writes the library that
`solver.kernels.prebuilt` loads. Numba compiles for one processor in a process, so each library is
made by a process of its own. Needs a C compiler, `cc` or what `CC` names, to link it. No kernel is
called: this machine may be unable to execute what it compiles.

    numba's LLVM module of a kernel ──► that kernel alone ──► an object ──► a library
                                                 ▲
              for WebAssembly: numba compiles for plain x86-64, and the module is given another
              target. Its indices are 64 bits wide and its arrays come as plain arguments, so that
              nothing in it depends on the size of a pointer.

The library for WebAssembly is one for Emscripten to load, as Pyodide does; `wasm-ld` that links it
comes with the package ziglang.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

from battle.resources import asset
from solver.kernels import cache, memory, prebuilt

CPUS: Final = {"-v4": "x86-64-v4", "-v3": "x86-64-v3", "-v2": "x86-64-v2", "": "generic"}
"""LLVM's name for the least processor that a library needs."""

WASM: Final = "wasm32"
_WASM_TRIPLE: Final = "wasm32-unknown-emscripten"
_WASM_FEATURES: Final = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
_WASM_LD: Final = ("-m", "ziglang", "wasm-ld", "-shared", "--experimental-pic", "--strip-all")
_OF_A_PROCESSOR: Final = re.compile(r'"(?:target-cpu|target-features|tune-cpu)"="[^"]*"')


def build(folder: Path) -> list[Path]:
    """Write the libraries for this machine's family into a folder; return their paths.

    Raises:
        subprocess.CalledProcessError: numba or the linker failed.

    """
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        for variant in prebuilt.variants():
            cpu = CPUS[variant] if variant or sys.platform != "darwin" else "apple-m1"
            _compile(work / prebuilt.file_of(variant).name, cpu, cpu)
        libraries = [file for file in work.iterdir() if file.is_file()]
        return [Path(shutil.copy(file, folder)) for file in libraries]


def build_wasm(file: Path) -> None:
    """Write the library for WebAssembly; errors as of `build`. Numba must be on an x86-64.

    It ends with a section that names the sources of the kernels.
    """
    _compile(file, "x86-64", WASM)
    with file.open("ab") as library:
        library.write(section(b"sources", cache.sources_digest().digest()))


def section(name: bytes, content: bytes) -> bytes:
    """Return a part of a WebAssembly module that is not executed, of less than 128 bytes."""
    inside = bytes([len(name)]) + name + content
    return bytes([0, len(inside)]) + inside


def _compile(file: Path, cpu: str, target: str) -> None:
    """Have a library made by a process of its own, in which numba compiles for `cpu`."""
    with tempfile.TemporaryDirectory() as home:
        environment = {
            **os.environ,
            "MAHJONG_BATTLE_HOME": home,  # numba's cache keeps no LLVM modules
            "NUMBA_CPU_NAME": cpu,
            "NUMBA_CPU_FEATURES": "",
        }
        command = [sys.executable, "-m", "tools.program.kernels", str(file), target]
        subprocess.run(command, env=environment, check=True)


def compile_library(file: Path, target: str) -> None:
    """Write the library for a processor, or `WASM`; numba must compile for it in this process."""
    import llvmlite.binding as llvm

    from solver.kernels import search, table

    if target == WASM:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        machine = llvm.Target.from_triple(_WASM_TRIPLE).create_target_machine(
            features=_WASM_FEATURES, opt=3, reloc="pic", codemodel="default"
        )
    else:
        machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
            cpu=target, opt=3, reloc="pic", codemodel="default"
        )
    kernels = (search.known, search.begin, search.search, table.spread)
    modules = [_alone(kernel, machine) for kernel in kernels]
    whole = modules.pop()
    for module in modules:
        whole.link_in(module)
    whole.verify()
    if target == WASM:
        tuned = llvm.create_pipeline_tuning_options(speed_level=3)
        passes = llvm.create_pass_builder(machine, tuned)
        passes.getModulePassManager().run(whole, passes)
    names = [prebuilt.PREFIX + kernel.__name__ for kernel in kernels]
    linker = [os.environ.get("CC", "cc"), "-shared"]
    if target == WASM:
        linker = [sys.executable, *_WASM_LD, *(f"--export={name}" for name in names)]
    with tempfile.TemporaryDirectory() as folder:
        code = Path(folder) / "kernels.o"
        code.write_bytes(machine.emit_object(whole))
        subprocess.run([*linker, "-o", str(file), str(code)], check=True)


def _alone(kernel: Any, machine: Any) -> Any:
    """Return the LLVM module of a kernel for a machine, nothing in it for calls from Python."""
    import llvmlite.binding as llvm

    hints = get_type_hints(kernel.py_func)
    del hints["return"]
    kernel.compile(tuple(_numba_type(hint) for hint in hints.values()))
    (compiled,) = kernel.overloads.values()
    text = str(compiled.library._final_module)
    if machine.triple.startswith(WASM):
        text = _retargeted(text, machine)
    module = llvm.parse_assembly(text)
    for part in (*module.functions, *module.global_variables):
        if not part.is_declaration:
            part.linkage = "internal"
    function = module.get_function(compiled.fndesc.llvm_func_name)
    function.linkage = "external"
    function.name = prebuilt.PREFIX + kernel.__name__
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options()))
    return module


def _numba_type(hint: Any) -> Any:
    """Return the type of a kernel's argument by its annotation."""
    from numba import types

    if hint is int:
        return types.int64
    if hint == memory.Words:
        return types.int64[::1]
    is_named = hasattr(hint, "_fields")
    members = get_type_hints(hint).values() if is_named else get_args(hint)
    return types.BaseTuple.from_types(
        tuple(_numba_type(member) for member in members), hint if is_named else None
    )


def _retargeted(text: str, machine: Any) -> str:
    """Return an LLVM module, as text, for another machine than it was made for."""
    layout, triple = (
        f'target datalayout = "{machine.target_data}"',
        f'target triple = "{machine.triple}"',
    )
    text = re.sub(r"^target datalayout = .*$", layout, text, flags=re.MULTILINE)
    text = re.sub(r"^target triple = .*$", triple, text, flags=re.MULTILINE)
    return _OF_A_PROCESSOR.sub("", text)


def main() -> None:
    """Build all libraries, the page's, or one as `_compile` asks for it."""
    if len(sys.argv) == 3:
        compile_library(Path(sys.argv[1]), sys.argv[2])
    elif len(sys.argv) == 2:
        build(Path(sys.argv[1]))
    else:
        build_wasm(asset("kernels.wasm"))


if __name__ == "__main__":
    main()
