"""Where compiled kernels are kept, so that they are compiled once per installation.

    <user cache>/mahjong-battle/kernels/<hash>/     what numba writes, and a list of checksums

The hash covers the kernel sources, the tricks switched off, the versions of Python, numba and
llvmlite, and the processor: numba itself does not notice a change in a function that another file
inlines. `MAHJONG_BATTLE_HOME` moves the cache below `<home>/cache`. A directory that cannot be
written costs speed and nothing else; files that are not what they were when they were written are
thrown away. What is kept is code that will run: a directory that others may write in, or replace,
is not used, and a private one takes its place for as long as the process runs.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import json
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
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

    It is `directory()`, or a private one where others may write there. Damaged files in it and
    directories that were not used for long are removed. Never raises for what it finds on the disk.
    """
    path = directory()
    try:
        _make(path)
        if others_may_write(path):
            path = _private()
            _make(path)
        with tempfile.TemporaryFile(dir=path):
            pass
        os.utime(path)
        if not _is_sound(path):
            wipe(path)
            path.mkdir(parents=True, exist_ok=True)
        for other in path.parent.iterdir():
            if other != path and time.time() - other.stat().st_mtime > KEPT_SECONDS:
                wipe(other)
        has_room = is_warm(path) or shutil.disk_usage(path).free >= ROOM
    except OSError:
        return None
    return path if has_room else None


def others_may_write(path: Path) -> bool:
    """Whether another user may write in a directory, or put another in its place.

    The system's own directories do not count, and so does a group of which the person is the
    only member. In a directory such as `/tmp` others cannot replace what is not theirs.
    """
    if sys.platform == "win32":
        return False
    for end in {path.absolute(), path.resolve()}:
        for place in (end, *end.parents):
            found = place.stat()
            if found.st_uid not in (os.geteuid(), 0):
                return True
            is_shared = found.st_mode & stat.S_ISVTX and place != end
            by_group = found.st_mode & stat.S_IWGRP and not _is_own_group(found.st_gid)
            if not is_shared and (by_group or found.st_mode & stat.S_IWOTH):
                return True
    return any(file.lstat().st_uid not in (os.geteuid(), 0) for file in path.rglob("*"))


def _is_own_group(number: int) -> bool:
    """Whether a group has no member but the person, as many systems make one for everybody."""
    import grp
    import pwd

    if number == 0:
        return True
    try:
        person, group = pwd.getpwuid(os.geteuid()), grp.getgrgid(number)
    except KeyError:
        return False
    return person.pw_gid == number and {*group.gr_mem} <= {person.pw_name}


def _make(path: Path) -> None:
    """Make a directory, and those above it that are missing, for the person alone."""
    for place in reversed((path, *path.parents)):
        if not place.is_dir():
            place.mkdir(mode=0o700, exist_ok=True)


@functools.cache
def _private() -> Path:
    """Return a directory that is this process's own, removed at its end."""
    path = Path(tempfile.mkdtemp(prefix="mahjong-battle-kernels-"))
    atexit.register(wipe, path)
    return path / "kernels" / directory().name


def is_warm(path: Path) -> bool:
    """Whether the kernels in a directory are complete."""
    return (path / CHECKSUMS).is_file()


def seal(path: Path) -> None:
    """Write the checksums of a directory whose kernels are all compiled; do nothing if it fails."""
    try:
        found = {str(file.relative_to(path)): _checksum(file) for file in _files(path)}
        text = json.dumps(found, indent=1, sort_keys=True)
        handle, name = tempfile.mkstemp(dir=path, prefix=".checksums-")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).replace(path / CHECKSUMS)
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


def _files(path: Path) -> Iterator[Path]:
    return (file for file in sorted(path.rglob("*.nb?")) if file.is_file())


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
