"""The page that this program serves: made once of what is installed, and kept.

    battle, solver, libraries, assets ──► program.zip      sources, which the browser compiles
    battle/browser/page, assets ──► the page               its tiles, icons, faces, fonts, kernels
    Pyodide, Preact, libsodium, mqtt.js ──► as they are    from npm, checked by the hashes below

    <user cache>/mahjong-battle/page/<digest>/                 of when all that was last changed

It is made in a folder beside that one, which is renamed once it is whole, so that a program that is
killed leaves nothing broken. `files.json` names all files with their hashes: by it a browser
notices a new version and works without a network. A release brings its page along, made by
`tools.page` of byte code, which starts sooner.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import io
import json
import os
import re
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import battle
from battle.language import N_, explain
from battle.resources import PAGE_POLICY, asset, assets, colours
from battle.rules.position import FormatError, RulesError
from battle.storage import IN_A_BROWSER, Places, reason_of

if TYPE_CHECKING:
    from tarfile import TarFile

PACKAGES: Final = {
    "pyodide@314.0.7": (
        "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
    ),
    "libsodium@0.8.4": (
        "lMcYaRi0zcs7tarATsQUYC7rstliIXZuoq0c6zXSgNtSNtdvBgkSegjWhpMJAXzKX3SUSwIp7+zEsob+j3LuRw=="
    ),
    "libsodium-wrappers@0.8.4": (
        "mu8aAWucZjTB5O/BtGXtW4e1agy7uHxNYG7zPthmmD1jU43LCDmSWZLN4JhflbdPXj3yDO4lxM1O9hLDgIOXDw=="
    ),
    "mqtt@5.16.0": (
        "G0VsEtuJz5sJUgZJaaADMVfW7SIFPzkIuHR+d6rk+tBeSwdCfd9BaIRycRfd2AbyFDEmLlFM+SDQeti/+IbOnw=="
    ),
    "htm@3.1.1": (
        "983Vyg8NwUE7JkZ6NmOqpCZ+sh1bKv2iYTlUkzlWmA5JD2acKoxd4KVxbMmxX/85mtfdnDmTFoNKcg5DGAvxNQ=="
    ),
}
"""What comes from npm, with the SHA-512 of its archive."""
LOADED: Final = 7_466_667
"""The bytes of all these archives together."""

PARTS: Final = {
    "pyodide/pyodide.mjs": ("pyodide", "pyodide.mjs"),
    "pyodide/pyodide.asm.mjs": ("pyodide", "pyodide.asm.mjs"),
    "pyodide/pyodide.asm.wasm": ("pyodide", "pyodide.asm.wasm"),
    "pyodide/pyodide-lock.json": ("pyodide", "pyodide-lock.json"),
    "pyodide/python_stdlib.zip": ("pyodide", "python_stdlib.zip"),
    "vendor/preact.js": ("htm", "preact/standalone.module.js"),
    "vendor/libsodium.js": ("libsodium", "dist/modules-esm/libsodium.mjs"),
    "vendor/libsodium-wrappers.js": (
        "libsodium-wrappers",
        "dist/modules-esm/libsodium-wrappers.mjs",
    ),
    "vendor/mqtt.js": ("mqtt", "dist/mqtt.esm.js"),
}
"""The page's files from npm, with the package and the name that each has there."""

LIBRARIES: Final = ("fsrs", "typing_extensions", "segno.encoder", "segno.consts")
"""What the program imports that is neither its own nor Python's; all are plain Python."""

NOT_OURS: Final = ("window", "terminal", "commands", "cli.py", "__main__.py", "assets")
"""What of `battle` a page never imports."""

READ: Final = ("deals", "estimates", "levels", "problems", "locale", "review", "tiles")
"""Assets that the program reads, as folders; the page has its own."""
SHOWN: Final = (
    *("tiles/*.svg", "faces/*.svg", "fonts/Inter-[MS]*.otf", "fonts/OFL.txt", "icons/app.*"),
    *("table/wood.png", "sounds/turn.wav", "kernels.wasm"),
)

_REGISTRY: Final = "https://registry.npmjs.org"
_PATIENCE: Final = 20.0
"""Seconds that the registry may be silent."""
_LEFT_SECONDS: Final = 3600.0
"""A folder in which nothing was made for so long is left over from a killed program."""
_KEPT_SECONDS: Final = 14 * 24 * 3600.0
"""How long the page of another version is kept."""

_NOT_LOADED: Final = N_(
    "A browser needs parts from {host} once, 7 MB, which could not be loaded: {reason}."
)
_OTHER: Final = N_("{package} from {host} is not what this version was made for: it was not kept.")
_NOT_KEPT: Final = N_("The page for browsers cannot be kept in {directory}: {reason}.")
_NO_SOURCES: Final = N_("This program was built without the page for browsers.")

_BATTLE: Final = Path(battle.__file__).parent
_PAGE: Final = _BATTLE / "browser" / "page"


# --- where it is ----------------------------------------------------------------------------------


def page_folder() -> Path | None:
    """Return where the page lies: with the program, in a checkout, in the cache; None if nowhere.

    A page itself serves none.
    """
    if IN_A_BROWSER:
        return None
    places = assets() / "page", assets().parent / "dist" / "page", _kept_folder()
    return next((place for place in places if (place / "index.html").is_file()), None)


def _kept_folder() -> Path:
    """Return where the page of this version is kept once it is made."""
    return Places.of_system().cache / "page" / _digest()


@cache
def _digest() -> str:
    """Return what names a version: when each file that the page is made of was last changed."""
    digest = hashlib.sha256()
    for name, file in sorted({**dict(_shown_files()), **dict(program_files())}.items()):
        written = file.stat()
        digest.update(f"{name} {written.st_size} {written.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:20]


class OwnPage:
    """Makes the page in a thread as soon as it is wanted.

    While it `is_busy`, `share` says how much is done; `problem` says why it could not be made, and
    it may be wanted again then.
    """

    def __init__(self) -> None:
        self.is_there = self.is_busy = False
        self.share, self.problem = 0.0, ""

    def want(self) -> None:
        if not self.is_there and not self.is_busy:
            self.is_busy, self.share, self.problem = True, 0.0, ""
            threading.Thread(target=self._make, name="page", daemon=True).start()

    def make_in_sight(self) -> None:
        """Make it now, and show in the terminal how far that is."""
        from tqdm import tqdm

        self.want()
        with tqdm(total=LOADED, unit="B", unit_scale=True, leave=False, disable=None) as bar:
            while self.is_busy:
                time.sleep(0.05)
                bar.update(round(self.share * LOADED) - bar.n)

    def _make(self) -> None:
        try:
            make_page(self._loaded)
            self.is_there = True
        except RulesError as error:
            self.problem = explain(error)
        finally:
            self.is_busy = False

    def _loaded(self, size: int) -> None:
        self.share += size / LOADED


def make_page(tell: Callable[[int], object]) -> Path:
    """Return the folder of the page, made if there is none; `tell` gets the bytes as they come.

    Raises FormatError if it cannot be made.
    """
    if (folder := page_folder()) is not None:
        return folder
    kept = _kept_folder()
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        _tidy(kept.parent)
        work = Path(tempfile.mkdtemp(prefix="new-", dir=kept.parent))
        try:
            write_page(work, tell)
            work.rename(kept)
        finally:
            shutil.rmtree(work, ignore_errors=True)
    except OSError as error:
        if kept.is_dir():  # another program was quicker
            return kept
        raise FormatError(_NOT_KEPT, directory=kept.parent, reason=reason_of(error)) from error
    return kept


def _tidy(folder: Path) -> None:
    """Remove what killed programs have left, and pages that no program has made for long."""
    for other in folder.iterdir():
        age = time.time() - other.stat().st_mtime
        is_left = other.name.startswith("new-") and age > _LEFT_SECONDS
        if is_left or (re.fullmatch("[0-9a-f]{20}", other.name) and age > _KEPT_SECONDS):
            shutil.rmtree(other, ignore_errors=True)


# --- how it is made -------------------------------------------------------------------------------


def write_page(folder: Path, tell: Callable[[int], object]) -> None:
    """Write the page into an empty folder; may raise OSError and FormatError."""
    if not (_PAGE / "index.html").is_file():
        raise FormatError(_NO_SOURCES)
    _write_parts(folder, tell)
    for name, file in _shown_files():
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(file, folder / name)
    index = (folder / "index.html").read_text("utf-8").replace("{policy}", PAGE_POLICY)
    (folder / "index.html").write_text(index, encoding="utf-8")
    (folder / "tokens.css").write_text(tokens_css(), encoding="utf-8")
    symbols = "".join(map(_symbol, sorted(asset("icons").glob("*.svg"))))
    sprite = f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}</svg>\n'
    (folder / "icons.svg").write_text(sprite, encoding="utf-8")
    from zipfile import ZipFile  # a page never makes one, and would import it at its start

    with ZipFile(folder / "program.zip", "w") as packed:
        for name, file in program_files():
            packed.write(file, name)
    list_files(folder)


def list_files(folder: Path) -> None:
    """Write the list of files, with a version of them all."""
    files = {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.name != "files.json"
    }
    whole = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16]
    version = f"{battle.__version__} {whole}"
    (folder / "files.json").write_text(json.dumps({"version": version, "files": files}))


def program_files() -> Iterator[tuple[str, Path]]:
    """Yield the files of the program, its libraries and the assets it reads, with their names."""
    for package in (_BATTLE, _BATTLE.parent / "solver"):
        for file in sorted(package.rglob("*.py")):
            name = file.relative_to(_BATTLE.parent)
            if not (package is _BATTLE and name.parts[1] in NOT_OURS):
                yield name.as_posix(), file
    yield "battle/assets/tokens.json", asset("tokens.json")
    for part in READ:
        for file in sorted(asset(part).rglob("*")):
            if file.is_file() and file.suffix not in (".md", ".po", ".py", ".pyc"):
                yield f"battle/assets/{file.relative_to(assets()).as_posix()}", file
    for library in LIBRARIES:
        spec = importlib.util.find_spec(library)
        assert spec is not None
        assert spec.origin is not None
        first, place = Path(spec.origin), library.replace(".", "/")
        if spec.submodule_search_locations is None:
            yield f"{place}.py", first
        for file in sorted(first.parent.rglob("*.py")) if first.stem == "__init__" else []:
            yield file.relative_to(first.parent.parent).as_posix(), file


def _shown_files() -> Iterator[tuple[str, Path]]:
    """Yield the page's own files, its pictures, fonts and kernels, with their names there."""
    for file in sorted(_PAGE.glob("*")):
        if file.suffix != ".ts":
            yield file.name, file
    for names in SHOWN:
        for file in sorted(assets().glob(names)):
            yield file.relative_to(assets()).as_posix(), file
    if (licence := assets().parent / "LICENSE").is_file():  # in a checkout; else it lies there
        yield "LICENSE.txt", licence


def tokens_css() -> str:
    """Return the colours that window and page share, as custom properties of both themes."""
    light = f"{{ {colours(1)} color-scheme: light }}"
    return (
        f":root {{ {colours(0)} color-scheme: dark }}\n[data-theme=light] {light}\n"
        f"@media (prefers-color-scheme: light) {{ :root:not([data-theme]) {light} }}\n"
    )


def _symbol(file: Path) -> str:
    """Return an icon as a part of the sprite, in the colour of the words beside it."""
    if file.stem.startswith("app"):
        return ""
    inside = re.sub(r"</?svg[^>]*>", "", file.read_text("utf-8")).replace("#fff", "currentColor")
    return f'<symbol id="{file.stem}" viewBox="0 0 24 24">{inside.strip()}</symbol>\n'


# --- from npm -------------------------------------------------------------------------------------


def _write_parts(folder: Path, tell: Callable[[int], object]) -> None:
    for package, integrity in PACKAGES.items():
        with open_package(package, integrity, tell) as archive:
            for name, (owner, inside) in PARTS.items():
                if owner != package.partition("@")[0]:
                    continue
                part = archive.extractfile(f"package/{inside}")
                assert part is not None
                content = part.read()
                if name.startswith("vendor/"):  # a worker has no import map
                    content = content.replace(b'from"libsodium"', b'from"./libsodium.js"')
                (folder / name).parent.mkdir(exist_ok=True)
                (folder / name).write_bytes(content)


def open_package(
    package: str, integrity: str, tell: Callable[[int], object] = lambda _size: None
) -> TarFile:
    """Return a package from npm, its archive checked; raise FormatError if it is not to be had.

    The registry is npm's, or the one that its own variable `NPM_CONFIG_REGISTRY` names.
    """
    import tarfile  # none of these is in a page
    from http.client import HTTPException
    from urllib.parse import urlsplit
    from urllib.request import urlopen

    registry = os.environ.get("NPM_CONFIG_REGISTRY", "").rstrip("/") or _REGISTRY
    host = urlsplit(registry).hostname or registry
    name, _at, version = package.rpartition("@")
    data = bytearray()
    try:
        with urlopen(f"{registry}/{name}/-/{name}-{version}.tgz", timeout=_PATIENCE) as answer:
            while chunk := answer.read(1 << 16):
                data += chunk
                tell(len(chunk))
    except (OSError, HTTPException, ValueError) as error:
        cause = getattr(error, "reason", error)
        reason = reason_of(cause) if isinstance(cause, OSError) else str(cause)
        raise FormatError(_NOT_LOADED, host=host, reason=reason) from error
    if base64.b64encode(hashlib.sha512(data).digest()).decode() != integrity:
        raise FormatError(_OTHER, package=package, host=host)
    return tarfile.open(fileobj=io.BytesIO(data))
