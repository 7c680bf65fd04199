"""Where compiled kernels are kept, so that they are compiled once per installation.

    <user cache>/mahjong-battle/kernels/<hash>/     what numba writes, and a list of checksums

The hash covers the kernel sources, the tricks switched off, the versions of Python, numba and
llvmlite, and the processor: numba itself does not notice a change in a function that another file
inlines. `MAHJONG_BATTLE_HOME` moves the cache below `<home>/cache`. A directory that cannot be
written costs speed and nothing else; files that are not what they were when they were written are
thrown away. What is kept is code that will run, so that only its owner may enter `kernels`.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from solver.kernels import tricks

KERNEL_MODULES: Final = tuple(
    f"solver.kernels.{name}"
    for name in (
        "encode",
        "jit",
        "numba_jit",
        "tricks",
        "state",
        "moves",
        "bounds",
        "table",
        "search",
    )
)
HOME_VARIABLE: Final = "MAHJONG_BATTLE_HOME"
CHECKSUMS: Final = "checksums.json"
KEPT_SECONDS: Final = 14 * 24 * 3600
"""How long a directory of other kernels is kept after its last use."""
ROOM: Final = 16 * 2**20
"""The bytes that must be free on the disk before kernels are written to it."""


def directory() -> Path:
    """Return this installation's cache directory, whether it exists or not."""
    home = os.environ.get(HOME_VARIABLE, "")
    usual = user_cache_path("mahjong-battle", appauthor=False)
    caches = Path(home).absolute() / "cache" if home else usual
    return caches / "kernels" / _fingerprint()


def prepare() -> Path | None:
    """Make the cache directory ready and return it, None if it or its disk cannot be written.

    Damaged files in it and directories that were not used for long are removed. Never raises for
    what it finds on the disk.
    """
    path = directory()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if sys.platform != "win32" and path.parent.stat().st_mode & 0o022:
            wipe(path)  # others could write there
        path.parent.chmod(0o700)  # which only its owner can
        path.mkdir(exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass
        os.utime(path)
        if not _is_sound(path):
            wipe(path)
            path.mkdir(exist_ok=True)
        for other in path.parent.iterdir():
            is_ours = other != path and re.fullmatch("[0-9a-f]{20}", other.name)
            if is_ours and time.time() - other.stat().st_mtime > KEPT_SECONDS:
                wipe(other)
        has_room = is_warm(path) or shutil.disk_usage(path).free >= ROOM
    except OSError:
        return None
    return path if has_room else None


def is_warm(path: Path) -> bool:
    """Whether the kernels in a directory are complete."""
    return (path / CHECKSUMS).is_file()


def seal(path: Path) -> None:
    """Write the checksums of a directory whose kernels are all compiled; do nothing if it fails."""
    try:
        kernels = (file for file in path.rglob("*.nb?") if file.is_file())
        checksums = {str(file.relative_to(path)): _checksum(file) for file in kernels}
        new = path / f".checksums-{os.getpid()}"
        new.write_text(json.dumps(checksums, indent=1, sort_keys=True), encoding="utf-8")
        new.replace(path / CHECKSUMS)
    except OSError:
        return


def wipe(path: Path) -> None:
    """Remove a cache directory as far as that is possible."""
    shutil.rmtree(path, ignore_errors=True)


def _fingerprint() -> str:
    import llvmlite.binding as llvm  # slow to load, and not needed before kernels are

    digest = sources_digest()
    features = llvm.get_host_cpu_features().flatten()
    parts = (sys.version, version("numba"), version("llvmlite"), llvm.get_host_cpu_name(), features)
    digest.update("\0".join(parts).encode())
    return digest.hexdigest()[:20]


def sources_digest() -> hashlib._Hash:
    """Return a digest of the sources of the kernels and the tricks used, to be added to."""
    digest = hashlib.sha256("\0".join(tricks.WITHOUT).encode())
    root = Path(__file__).parents[2]
    for module in KERNEL_MODULES:
        source = root / f"{module.replace('.', '/')}.py"
        digest.update(source.read_bytes() if source.is_file() else b"")
        digest.update(b"\0")
    return digest


def _checksum(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _is_sound(path: Path) -> bool:
    """Whether the files are those of the list; without a list numba has not been through yet."""
    try:
        expected = json.loads((path / CHECKSUMS).read_text(encoding="utf-8"))
        return all(_checksum(path / name) == checksum for name, checksum in expected.items())
    except FileNotFoundError as missing:
        return missing.filename is not None and Path(missing.filename).name == CHECKSUMS
    except (OSError, ValueError, AttributeError, TypeError):
        return False
