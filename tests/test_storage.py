"""Tests of the files that outlive the program."""

import os
import stat
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.language import use
from battle.rules.files import read_text
from battle.storage import (
    HOME_VARIABLE,
    Claim,
    Places,
    read_json,
    reason_of,
    set_aside,
    write_atomically,
)

pytestmark = pytest.mark.disk


def names(directory: Path) -> list[str]:
    """Return the names of everything in a directory."""
    return sorted(path.name for path in directory.iterdir())


def test_one_variable_puts_everything_below_one_directory(home):
    """With MAHJONG_BATTLE_HOME set, all places are its directories."""
    places = Places.of_system()
    assert places == Places.below(home)
    assert {place.parent for place in (places.config, places.data, places.cache, places.log)} == {
        home
    }


def test_the_platform_decides_otherwise(monkeypatch):
    """Without the variable, configuration, data and cache are where the platform puts them."""
    monkeypatch.delenv(HOME_VARIABLE)
    places = Places.of_system()
    assert all(
        "mahjong-battle" in str(place)
        for place in (places.config, places.data, places.cache, places.log, places.saves)
    )
    assert places.saves.is_relative_to(places.data)


def test_what_a_person_saves_is_not_hidden(monkeypatch, home):
    """Games and exports go to the person's documents; the program changes no rights there."""
    monkeypatch.delenv(HOME_VARIABLE)
    for name in ("CONFIG_HOME", "DATA_HOME", "CACHE_HOME", "STATE_HOME", "DOCUMENTS_DIR"):
        monkeypatch.setenv(f"XDG_{name}", str(home / name))
    places = Places.of_system()
    assert places.documents == home / "DOCUMENTS_DIR"
    places.documents.mkdir(0o755, parents=True)
    (places.documents / "letter.txt").write_text("mine")
    there = places.documents, *places.documents.iterdir()
    before = [path.stat().st_mode for path in there]
    places.tidy()
    assert [path.stat().st_mode for path in there] == before


@given(st.text(st.characters(exclude_characters="\0")))
def test_a_text_is_read_as_it_was_written(tmp_path, text):
    """Whatever the text, writing and reading give it back, but for what UTF-8 cannot hold.

    Zeros are in no text: UTF-16 without a mark is known by them.
    """
    path = tmp_path / "deep" / "er" / "file.txt"
    write_atomically(path, text)
    assert read_text(path) == text.encode("utf-8", "replace").decode().removeprefix("\ufeff")
    assert names(path.parent) == ["file.txt"]


def test_a_write_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    """When the disk is full, what was there is still there and nothing is left behind."""
    path = tmp_path / "file.txt"
    write_atomically(path, "old")

    full = OSError(28, "No space left on device")
    monkeypatch.setattr(os, "fsync", Mock(side_effect=full))
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, "new")
    assert read_text(path) == "old"
    assert names(tmp_path) == ["file.txt"]


@pytest.mark.skipif(sys.platform == "win32", reason="permissions and links are POSIX's here")
def test_permissions_and_links_are_kept(tmp_path):
    """A link stays a link to the file that is written, with the permissions it had."""
    path, link = tmp_path / "file.txt", tmp_path / "link.txt"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert read_text(path) == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in directories here")
def test_what_is_no_file_is_not_replaced(tmp_path):
    """A pipe gets the text and stays a pipe."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_atomically(pipe, "text")
    assert os.read(reader, 100) == b"text"
    os.close(reader)
    assert pipe.is_fifo()
    assert names(tmp_path) == ["pipe"]


def test_a_directory_that_cannot_be_written_is_reported_once_until_it_works_again(places, tmp_path):
    """The person is informed the first time; after a success the next failure is news."""
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    (message,) = places.write(blocked / "file", "text")
    assert "The game continues without saving." in message
    assert places.write(blocked / "file", "text") == []
    blocked.unlink()
    assert places.write(blocked / "file", "text") == []
    (blocked / "file").unlink()
    blocked.rmdir()
    blocked.write_text("")
    assert places.write(blocked / "file", "text") != []


def test_values_are_read_as_they_were_written(places):
    """JSON values keep their form, without the schema version; without a file there are none."""
    path = places.config / "some.json"
    assert read_json(path, 3) == ({}, [])
    path.parent.mkdir(parents=True)
    path.write_text('{"schema": 3, "name": "Käthe", "numbers": [1, 2]}', "utf-8")
    assert read_json(path, 3) == ({"name": "Käthe", "numbers": [1, 2]}, [])


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"{}",
        b'{"schema": 2}',
        b'{"schema": 0}',
        b'{"schema": true}',
        b'{"schema": "1"}',
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b'{"schema": 1, "x": ' + b"9" * 5000 + b"}",
        b"\x00" * 100,
    ],
    ids=range(13),
)
def test_damaged_files_are_set_aside_and_kept(tmp_path, content):
    """A file that cannot be understood is renamed, not a byte changed, and the person is told."""
    path = tmp_path / "settings.json"
    for number in (1, 2):
        path.write_bytes(content)
        values, (message,) = read_json(path, 1)
        assert values == {}
        assert f"settings.json.damaged-{number}" in message
        assert (tmp_path / f"settings.json.damaged-{number}").read_bytes() == content
    assert names(tmp_path) == ["settings.json.damaged-1", "settings.json.damaged-2"]


def test_a_damaged_file_that_cannot_be_renamed_is_left(tmp_path, monkeypatch):
    """Where nothing may be renamed the file stays and the person is told that it is not used."""
    path = tmp_path / "file"
    path.write_text("damaged")

    monkeypatch.setattr(Path, "rename", Mock(side_effect=PermissionError))
    (message,) = set_aside(path)
    assert message == f"{path} is damaged and is not used."
    assert path.exists()


def test_a_file_that_cannot_be_read_is_no_damage(tmp_path):
    """A directory in the place of the file is reported and left alone."""
    path = tmp_path / "settings.json"
    path.mkdir()
    values, (message,) = read_json(path, 1)
    assert values == {}
    assert message.startswith(f"Cannot read {path}: ")
    assert path.is_dir()


def test_the_usual_reasons_are_told_in_the_language_in_use(tmp_path):
    """In English a reason is the system's own; in German it is German."""
    with pytest.raises(FileNotFoundError) as raised:
        (tmp_path / "none").read_text()
    assert reason_of(raised.value) == raised.value.strerror
    use("de")
    assert reason_of(raised.value) == "Datei oder Verzeichnis gibt es nicht"


def test_what_a_killed_program_was_writing_is_removed_at_the_next_start(places):
    """Only what was begun long ago, as another program may be writing, and only such files."""
    killed = (".a.mjb.k2_x4b1q.new", ".b.mjb.p0cq_8zz.new", "c.new", ".mine.new")
    for directory in (places.data, places.saves, places.problems, places.friends):
        old, new, other, mine = (directory / name for name in killed)
        directory.mkdir(parents=True, exist_ok=True)
        for file in (old, new, other, mine):
            file.write_text("half")
        for file in (old, other, mine):
            os.utime(file, (0, 0))
        places.tidy()
        left = {file for file in directory.iterdir() if file.is_file()}
        assert left == {new, other, mine}


def test_a_file_is_claimed_by_one_at_a_time(tmp_path):
    """The second is refused until the first lets go."""
    first, second = Claim(tmp_path / "new" / "file"), Claim(tmp_path / "new" / "file")
    assert first.take()
    assert first.take()
    assert not second.take()
    first.release()
    assert second.take()
    assert not first.take()


_CLAIMING = """
import sys
from pathlib import Path
from battle.storage import Claim
file, held = Path(sys.argv[1]), Path(sys.argv[2])
for _time in range(60):
    claim = Claim(file)
    if claim.take():
        held.open("x").close()
        held.unlink()
        claim.release()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no file that is open")
def test_a_claim_leaves_nothing_beside_the_file(tmp_path):
    """Its lock goes with it, also where several programs claim; never do two have it."""
    file = tmp_path / "mine" / "results"
    words = [sys.executable, "-c", _CLAIMING, file, tmp_path / "held"]
    programs = [subprocess.Popen(words) for _program in range(3)]
    assert [program.wait(60) for program in programs] == [0, 0, 0]
    assert [*file.parent.iterdir()] == []


def test_where_nothing_can_be_claimed_nobody_is_refused(read_only):
    """A game goes on in a directory that cannot be written."""
    assert Claim(read_only / "file").take()
    assert Claim(read_only / "file").take()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files belong to nobody here")
def test_what_others_use_stays_open(tmp_path, monkeypatch):
    """A directory elsewhere that is linked to, and one with another user's file, are not closed."""
    shared = tmp_path / "club"
    shared.mkdir()
    places = Places.below(tmp_path / "home")
    places.data.mkdir(parents=True)
    places.saves.symlink_to(shared)
    files = [shared / "game.mjb", places.data / "record.db"]
    for file in files:
        file.touch()
        file.chmod(0o644)
        file.parent.chmod(0o755)
    user, lstat = os.geteuid(), Path.lstat

    def theirs(path: Path) -> os.stat_result:
        found = [*lstat(path)]
        found[stat.ST_UID] = user + (path.name == "record.db")
        return os.stat_result(found)

    monkeypatch.setattr(Path, "lstat", theirs)
    places.tidy()
    for file in files:
        assert stat.S_IMODE(file.stat().st_mode) == 0o644
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o755


def test_what_the_program_keeps_is_private(tmp_path):
    """Other users can look into no folder and read no file of the program's, even if they could."""
    places = Places.below(tmp_path)
    topic = "A" * 22
    files = [places.config / "settings.json", places.config / "settings.json.damaged-1"]
    files += [places.data / name for name in ("record.db", "record.db-wal", "unfinished 2.mjb")]
    files += [places.friends / name for name in (f"{topic}.json", f"{topic}.moving")]
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
        file.chmod(0o644)
    places.tidy()
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    other = Places.below(tmp_path / "other")
    assert other.write(other.config / "settings.json", "{}") == []
    assert other.write(other.saves / "a.mjb", "x") == []
    other.tidy()
    made = other.config, other.data, other.saves
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in made} == {0o700}


def test_what_is_not_ours_keeps_its_rights(tmp_path):
    """A home in a folder of the person's: nothing there that the program has not named changes."""
    places = Places.below(tmp_path)
    there = []
    for folder in (places.config, places.data, places.saves, places.problems, places.friends):
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o775)
        files = [folder / name for name in ("thesis.txt", "list.json", "x.mbp", ".notes.new")]
        for file in files:
            file.touch()
            file.chmod(0o664)
            os.utime(file, (0, 0))
        there += [folder, *files]
    before = [path.stat().st_mode for path in there]
    places.tidy()
    assert [path.stat().st_mode for path in there] == before
