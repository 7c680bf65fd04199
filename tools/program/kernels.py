"""Compiles the kernels ahead of time: `python -m tools.program.kernels FOLDER`.

For each kind of processor of this machine's family it writes the library that
`solver.kernels.prebuilt` loads. Numba compiles for one processor in a process, so each library is
made by a process of its own. Needs a C compiler, `cc` or what `CC` names, to link it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from solver.kernels import prebuilt

CPUS: Final = {"-v4": "x86-64-v4", "-v3": "x86-64-v3", "-v2": "x86-64-v2", "": "generic"}
"""LLVM's name for the least processor that a library needs."""


def build(folder: Path) -> list[Path]:
    """Write the libraries for this machine's family into a folder; return their paths.

    Raises:
        subprocess.CalledProcessError: numba or the linker failed.

    """
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        for variant in prebuilt.variants():
            cpu = CPUS[variant] if variant or sys.platform != "darwin" else "apple-m1"
            environment = {
                **os.environ,
                "MAHJONG_BATTLE_HOME": str(work / cpu),  # numba's cache keeps no LLVM modules
                "NUMBA_CPU_NAME": cpu,
                "NUMBA_CPU_FEATURES": "",
            }
            file = work / prebuilt.file_of(variant).name
            command = [sys.executable, "-m", "tools.program.kernels", str(file), cpu]
            subprocess.run(command, env=environment, check=True)
        libraries = [file for file in work.iterdir() if file.is_file()]
        return [Path(shutil.copy(file, folder)) for file in libraries]


def compile_library(file: Path, cpu: str) -> None:
    """Write the library for a processor; numba must compile for it in this process."""
    import llvmlite.binding as llvm

    from solver.kernels import loader, search, table

    loader.load()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    machine = target.create_target_machine(cpu=cpu, opt=3, reloc="pic", codemodel="default")
    modules = [
        _alone(kernel, machine)
        for kernel in (
            search.known,
            search.begin,
            search.search,
            table.spread,
        )
    ]
    whole = modules.pop()
    for module in modules:
        whole.link_in(module)
    whole.verify()
    with tempfile.TemporaryDirectory() as folder:
        code = Path(folder) / "kernels.o"
        code.write_bytes(machine.emit_object(whole))
        subprocess.run(
            [os.environ.get("CC", "cc"), "-shared", "-o", str(file), str(code)], check=True
        )


def _alone(kernel: Any, machine: Any) -> Any:
    """Return the LLVM module of a kernel with nothing in it for calls from Python."""
    import llvmlite.binding as llvm

    compiled = next(iter(kernel.overloads.values()))  # the one that Python called
    module = llvm.parse_assembly(str(compiled.library._final_module))
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


def main() -> None:
    """Build all libraries, or one as `build` asks for it."""
    if len(sys.argv) == 3:
        compile_library(Path(sys.argv[1]), sys.argv[2])
    else:
        build(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
