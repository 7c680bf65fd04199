"""The program's files: their places, atomic writes, claims, damaged files set aside.

    config   settings.json
    data     unfinished.mjb, last.mjb, record.db
    saves    games that were set aside
    documents  where a person saves games and exports by default
    problems the person's own files for the trainer, in data
    cache    compiled kernels, rendered tiles
    log      what to send with a report

Nothing here raises for a damaged file or a full or read-only disk: the caller gets messages,
sentences in the current language, to show to the person.

Several programs may share one home: a file that only one of them may write is claimed first
(`Claim`).
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from battle.language import N_, _
from battle.rules.files import read_bytes

if TYPE_CHECKING:
    from filelock import FileLock

Messages: TypeAlias = list[str]
T = TypeVar("T")

IN_A_BROWSER: Final = sys.platform == "emscripten"
"""Whether there are neither threads nor other programs."""

HOME_VARIABLE: Final = "MAHJONG_BATTLE_HOME"

_CLAIM_SECONDS: Final = 0.1
"""How long a claim waits for another program that only tests whether the file is free."""

_LEFTOVER_SECONDS: Final = 3600.0
"""A temporary file older than this is left over from a killed program."""

_OWN_CONFIG: Final = ("settings.json*",)
_OWN_DATA: Final = (
    *("unfinished*.mjb*", "last.mjb*", "analysis.mjb*"),
    *("editor.json*", "record.db*", "ways.json*"),
)
_OWN_FRIENDS: Final = (f"{'?' * 22}.json*", f"{'?' * 22}.moving")
"""The names of the files that the program makes, and of those that it sets aside."""

_REASONS: Final = {
    errno.ENOENT: N_("No such file or directory"),
    errno.EACCES: N_("Permission denied"),
    errno.EPERM: N_("Operation not permitted"),
    errno.EISDIR: N_("Is a directory"),
    errno.ENOTDIR: N_("Not a directory"),
    errno.EEXIST: N_("File exists"),
    errno.ENOSPC: N_("No space left on device"),
    errno.EROFS: N_("Read-only file system"),
    errno.ENAMETOOLONG: N_("File name too long"),
    errno.EIO: N_("Input/output error"),
}
"""The system's errors of files, in English."""


@dataclass(frozen=True)
class Places:
    """The directories of the program; they need not exist before something is written."""

    config: Path
    data: Path
    cache: Path
    log: Path
    saves: Path
    documents: Path
    pictures: Path
    _warned: set[Path] = field(default_factory=set, compare=False, repr=False)

    @staticmethod
    def of_system() -> Places:
        """Return the platform's places, or all below `MAHJONG_BATTLE_HOME` if it is set."""
        if home := os.environ.get(HOME_VARIABLE, ""):
            return Places.below(Path(home))
        from platformdirs import PlatformDirs  # a page has neither this nor locks

        dirs = PlatformDirs("mahjong-battle", appauthor=False)
        return Places(
            config=dirs.user_config_path,
            data=dirs.user_data_path,
            cache=dirs.user_cache_path,
            log=dirs.user_log_path,
            saves=dirs.user_data_path / "saves",
            documents=dirs.user_documents_path,
            pictures=dirs.user_pictures_path,
        )

    @staticmethod
    def below(home: Path) -> Places:
        """Return places that are all directories of `home`."""
        root = home.absolute()
        config, data, cache, log, saves = map(
            root.__truediv__, ("config", "data", "cache", "log", "saves")
        )
        return Places(config, data, cache, log, saves, documents=saves, pictures=saves)

    @property
    def problems(self) -> Path:
        """The directory of the person's own problem files."""
        return self.data / "problems"

    @property
    def friends(self) -> Path:
        """The directory of games with friends elsewhere, one file per game."""
        return self.data / "friends"

    def write(self, path: Path, text: str) -> Messages:
        """Write `text` to `path` atomically; report a failure once per directory."""
        try:
            write_atomically(path, text, private=True)
        except OSError as error:
            if path.parent in self._warned:
                return []
            self._warned.add(path.parent)
            return [
                _(
                    "Cannot save in {directory}: {reason}. The game continues without saving."
                ).format(directory=path.parent, reason=reason_of(error))
            ]
        self._warned.discard(path.parent)
        return []

    def could_write(self, path: Path) -> bool:
        """Whether the last file of a directory could be written."""
        return path.parent not in self._warned

    def tidy(self) -> None:
        """Remove temporary files of killed programs, and deny other users access to our files.

        Only files that the program names are touched, and no directory that was there before: the
        person's own may be in the same place. What is in a directory that is a link, or has a file
        of another user, is shared and stays as it is.
        """
        with contextlib.suppress(OSError):
            for directory in (self.config, self.data):
                directory.mkdir(0o700, parents=True, exist_ok=True)
        for directory in {self.config, self.data, self.saves, self.problems, self.friends}:
            remove_leftovers(directory)
        own = {self.config: _OWN_CONFIG, self.data: _OWN_DATA, self.friends: _OWN_FRIENDS}
        for directory, names in own.items():
            files = [*directory.glob("*")]
            if directory.is_symlink() or not all(map(_is_own, [directory, *files])):
                continue
            for file in files:
                is_named = any(map(file.match, names))
                if is_named and file.is_file() and not file.is_symlink():
                    _make_private(file)


class Note(str):
    """A message for the person that is no warning."""


class Claim:
    """An exclusive claim of a file by one program, until it is released or the program ends.

    The system releases a claim with its process, so that none outlives a kill. Where locks are
    impossible (a read-only directory, a file system without locks) every claim succeeds.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._lock: FileLock | None = None
        if not IN_A_BROWSER:
            from filelock import FileLock

            self._lock = FileLock(file.with_name(f".{file.name}.lock"), thread_local=False)

    def take(self) -> bool:
        """Claim the file; return whether no other program has it."""
        if self._lock is None or self._lock.is_locked:
            return True
        try:
            self.file.parent.mkdir(0o700, parents=True, exist_ok=True)
            self._lock.acquire(_CLAIM_SECONDS, poll_interval=_CLAIM_SECONDS / 10)
        except TimeoutError:
            return False
        except (OSError, NotImplementedError):
            return True
        return True

    def release(self) -> None:
        """Let go of the file; nothing is left beside it.

        The lock is removed while it is held: who opened it before finds that and tries again.
        """
        if self._lock is not None and self._lock.is_locked:
            with contextlib.suppress(OSError):  # Windows removes no open file
                Path(self._lock.lock_file).unlink()
            with contextlib.suppress(OSError):
                self._lock.release()


class AtOnce(Executor):
    """Does its work in the call that submits it."""

    def submit(self, work: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        done: Future[T] = Future()
        try:
            done.set_result(work(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


def writer(name: str) -> Executor:
    """Return what writes while the program goes on; in a page, without threads, at once."""
    return AtOnce() if IN_A_BROWSER else ThreadPoolExecutor(1, name)


def _make_private(file: Path) -> None:
    """Let only the person use a file, as far as the system can."""
    with contextlib.suppress(OSError):
        if file.stat().st_mode & 0o777 != 0o600:
            file.chmod(0o600)


def _is_own(path: Path) -> bool:
    """Whether a path, not what it links to, belongs to the user of this process."""
    with contextlib.suppress(OSError, AttributeError):  # systems without users
        return path.lstat().st_uid == os.geteuid()
    return True


def write_atomically(path: Path, content: str | bytes, *, private: bool = False) -> None:
    """Write `content` to `path` atomically; raise OSError.

    With `private` only the person can read it, or a directory created for it. Missing directories
    are created; a link is followed, so that the file it names is replaced. Pipes and devices are
    written to directly.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        path.write_bytes(_encoded(content))
        return
    path = path.resolve()
    path.parent.mkdir(0o700 if private else 0o777, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_encoded(content))
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(OSError):
            Path(name).chmod(0o600 if private else _mode_of(path))
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def sync_directory(directory: Path) -> None:
    """Let what was renamed in a directory outlast a loss of power, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def remove_leftovers(directory: Path) -> None:
    """Remove old temporary files of `write_atomically`."""
    for file in directory.glob(".*.????????.new"):
        with contextlib.suppress(OSError):
            if time.time() - file.stat().st_mtime > _LEFTOVER_SECONDS:
                file.unlink()


def _encoded(content: str | bytes) -> bytes:
    return content if isinstance(content, bytes) else content.encode("utf-8", errors="replace")


def _mode_of(path: Path) -> int:
    """Return the permissions of `path`, or those of a new file under the user's umask."""
    try:
        return path.stat().st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def read_json(path: Path, schema: int) -> tuple[dict[str, Any], Messages]:
    """Load a JSON object from `path`, empty if there is no such file, and messages for the person.

    An invalid file, or one with an unknown schema version, is set aside.
    """
    try:
        values = json.loads(read_bytes(path))
    except FileNotFoundError:
        return {}, []
    except OSError as error:
        return {}, [cannot_read(path, error)]
    except (ValueError, RecursionError):
        return {}, set_aside(path)
    version = values.pop("schema", None) if isinstance(values, dict) else None
    if not isinstance(version, int) or isinstance(version, bool) or not 1 <= version <= schema:
        return {}, set_aside(path)
    return values, []


def set_aside(path: Path) -> Messages:
    """Rename a damaged file, so that it is not overwritten; return a message."""
    return [damage_words(path, put_aside(path))]


def put_aside(path: Path) -> Path | None:
    """Rename a damaged file to `<name>.damaged-<n>`; return its new place, None if it has none."""
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.name}.damaged-{number}")):
        number += 1
    try:
        path.rename(aside)
    except OSError:
        return None
    return aside


def damage_words(path: Path, aside: Path | None) -> str:
    """Say where a damaged file was put."""
    if aside is None:
        return _("{file} is damaged and is not used.").format(file=path)
    return _("{file} was damaged; it was moved to {aside}.").format(file=path, aside=aside.name)


def reason_of(error: OSError) -> str:
    """Return why a file operation failed; unusual errors in the system's words."""
    usual = _REASONS.get(error.errno or 0, "")
    return _(usual) or error.strerror or str(error) or type(error).__name__


def cannot_read(file: Path | str, error: OSError) -> str:
    """Say that a file cannot be read, and why."""
    return _("Cannot read {file}: {reason}.").format(file=file, reason=reason_of(error))


def cannot_write(file: Path | str, error: OSError) -> str:
    """Say that a file cannot be written, and why."""
    return _("Cannot write {file}: {reason}.").format(file=file, reason=reason_of(error))
