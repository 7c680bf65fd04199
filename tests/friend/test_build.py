"""Tests of the page that a program makes of itself, with a registry of their own."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import struct
import tarfile
import threading
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from zipfile import ZipFile

import pytest

from battle.cli import run
from battle.friend.ways import build
from battle.friend.ways.build import OwnPage, make_page, page_folder
from battle.rules.position import FormatError
from battle.storage import Places

WANT = OwnPage.want


def quiet(_size: int) -> None:
    """Take no notice of what has been loaded."""


def archive(package: str) -> bytes:
    """Return a package with the parts that the page takes from it."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as packed:
        for owner, inside in build.PARTS.values():
            if owner == package:
                content = b'import it from"libsodium";'
                member = tarfile.TarInfo(f"package/{inside}")
                member.size = len(content)
                packed.addfile(member, io.BytesIO(content))
    return data.getvalue()


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield the folder of a registry that has all packages, and let the program use it."""
    folder, hashes, size = tmp_path / "registry", {}, 0
    for package in build.PACKAGES:
        name, _at, version = package.partition("@")
        (folder / name / "-").mkdir(parents=True)
        data = archive(name)
        (folder / name / "-" / f"{name}-{version}.tgz").write_bytes(data)
        hashes[package] = base64.b64encode(hashlib.sha512(data).digest()).decode()
        size += len(data)
    monkeypatch.setattr(build, "PACKAGES", hashes)
    monkeypatch.setattr(build, "LOADED", size)
    monkeypatch.setattr(OwnPage, "want", WANT)
    for files in ("_shown_files", "program_files"):
        monkeypatch.setattr(build, files, partial(list, [*getattr(build, files)()]))
    monkeypatch.setattr(build, "assets", lambda: tmp_path)  # no page comes with this program
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("NPM_CONFIG_REGISTRY", f"http://127.0.0.1:{server.server_port}/")
        yield folder
        server.shutdown()


def left() -> list[str]:
    """Return what lies where pages are kept."""
    kept = Places.of_system().cache / "page"
    return sorted(file.name for file in kept.iterdir()) if kept.is_dir() else []


def test_a_page_is_made_of_what_is_installed(registry: Path) -> None:
    """It has the program without window and terminal, and a list of all files with their hashes."""
    assert page_folder() is None
    loaded: list[int] = []
    page = make_page(loaded.append)
    assert page == page_folder()
    assert sum(loaded) == build.LOADED
    listed = json.loads((page / "files.json").read_text("utf-8"))["files"]
    there = {file.relative_to(page).as_posix(): file for file in page.rglob("*") if file.is_file()}
    assert listed == {
        name: hashlib.sha256(file.read_bytes()).hexdigest()
        for name, file in sorted(there.items())
        if name != "files.json"
    }
    assert "Content-Security-Policy" in (page / "index.html").read_text("utf-8")
    assert "{policy}" not in (page / "index.html").read_text("utf-8")
    wrappers = (page / "vendor" / "libsodium-wrappers.js").read_text("utf-8")
    assert wrappers == 'import it from"./libsodium.js";'
    names = set(ZipFile(page / "program.zip").namelist())
    assert {"battle/browser/main.py", "solver/page.py", "fsrs/__init__.py"} <= names
    assert not any(name.startswith(("battle/window", "battle/terminal")) for name in names)
    assert {"kernels.wasm", "first.json", "tiles/5m.svg", "LICENSE.txt"} <= {*listed}
    assert not any(name.endswith(".d.ts") for name in listed)


def test_a_page_is_made_once(registry: Path) -> None:
    """Once it is there nothing is loaded; in another's place it is left as it is."""
    page = make_page(quiet)
    (page / "index.html").write_text("kept")
    assert make_page(pytest.fail) == page
    assert left() == [page.name]
    assert (page / "index.html").read_text() == "kept"


def test_two_programs_may_make_it_at_once(registry: Path) -> None:
    """Whoever is second finds it made, and leaves nothing of their own."""
    made: list[Path] = []

    def meanwhile(_size: int) -> None:
        if not made:
            made.append(Path())
            made[0] = make_page(quiet)

    assert make_page(meanwhile) == made[0]
    assert left() == [made[0].name]


def test_nothing_is_kept_of_what_is_not_as_pinned(registry: Path) -> None:
    """An archive with another hash is named in one line, and nothing is left of the attempt."""
    file = next(registry.glob("htm/-/*.tgz"))
    file.write_bytes(file.read_bytes() + b"!")
    with pytest.raises(FormatError, match=r"^htm@\S+ from 127.0.0.1 is not what this version was"):
        make_page(quiet)
    assert left() == []


def test_without_a_network_a_sentence_says_what_is_missing(
    registry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names the host, how much is to be loaded, and why that could not be; one may try again."""
    there = os.environ["NPM_CONFIG_REGISTRY"]
    page = OwnPage()
    for address, reason in (("http://127.0.0.1:9/", "refused"), (f"{there}no", "not found")):
        monkeypatch.setenv("NPM_CONFIG_REGISTRY", address)
        page.make_in_sight()
        assert page.problem.startswith("A browser needs parts from 127.0.0.1 once, 7 MB, which")
        assert page.problem.endswith(f"{reason}.")
        assert left() == []
    monkeypatch.setenv("NPM_CONFIG_REGISTRY", there)
    page.make_in_sight()
    assert (page.problem, page.is_there, round(page.share, 6)) == ("", True, 1.0)


def test_where_nothing_can_be_kept_a_sentence_says_so(registry: Path) -> None:
    """A cache that cannot be written is named, with the reason."""
    kept = Places.of_system().cache / "page"
    kept.parent.mkdir(parents=True)
    kept.write_text("in the way")
    page = OwnPage()
    page.make_in_sight()
    assert page.problem == f"The page for browsers cannot be kept in {kept}: File exists."


def test_what_killed_programs_left_goes(registry: Path) -> None:
    """Old folders of attempts and of other versions go; new ones and what is not ours stay."""
    kept = Places.of_system().cache / "page"
    names = {"new-old": 7200.0, "new-young": 60.0, "a" * 20: 1.3e6, "b" * 20: 1e6, "mine": 1e8}
    for name, age in names.items():
        (kept / name).mkdir(parents=True)
        (kept / name / "index.html").touch()
        os.utime(kept / name, (time.time() - age,) * 2)
    page = make_page(quiet)
    assert left() == sorted(["new-young", "b" * 20, "mine", page.name])


def test_a_killed_program_leaves_no_page_that_is_broken(
    registry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until the last file is written there is no page."""

    def die(_folder: Path) -> None:
        assert page_folder() is None
        raise KeyboardInterrupt

    monkeypatch.setattr(build, "list_files", die)
    with pytest.raises(KeyboardInterrupt):
        make_page(quiet)
    assert page_folder() is None


def test_a_program_without_sources_says_so(
    registry: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A program that was built without Python's sources cannot make the page."""
    monkeypatch.setattr(build, "_PAGE", tmp_path)
    page = OwnPage()
    page.make_in_sight()
    assert page.problem == "This program was built without the page for browsers."


def test_the_command_says_what_is_missing(
    registry: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`mahjong-battle web` without a network ends with one line, where there is no page yet."""
    monkeypatch.setenv("NPM_CONFIG_REGISTRY", "http://127.0.0.1:9")
    with pytest.raises(SystemExit) as ended:
        run(["web", "--no-open"])
    assert ended.value.code == 2
    printed = capsys.readouterr().err
    assert "A browser needs parts from 127.0.0.1 once, 7 MB" in printed
    assert printed.count("\n") == 1


def test_an_installed_page_has_the_icons_it_names(registry: Path) -> None:
    """The manifest's icons are in the page, one for round shapes, and pictures as large as said."""
    folder = make_page(quiet)
    icons = json.loads((folder / "manifest.webmanifest").read_text("utf-8"))["icons"]
    assert [icon.get("purpose") for icon in icons].count("maskable") == 1
    for icon in icons:
        data = (folder / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", data[16:24])
            assert icon["sizes"] == f"{width}x{height}"
