"""Names, comments and file names that nobody would give, on the screens that show them."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.rules.record import record
from battle.window.dialogs.files import OpenScene
from battle.window.start import StartScene
from battle.window.study.scene import StudyScene
from battle.window.table.scene import TableScene
from tests.support.pilot import Pilot, pilot_at
from tools.screens.samples import sample_session

NAMES = {
    "a NUL byte": "A\0da",
    "a sign of no width": "\u200b",
    "signs that turn letters": "\u202eevil\u2066",
    "an escape": "\x1b]0;title\x07",
    "a combining mark": "\u0301",
    "a hundred thousand letters": "x" * 10**5,
    "a hundred thousand words": "x " * 10**5,
}


def unfinished(home: Path, name: str) -> bytes:
    """Leave an unfinished game of somebody with this name, and return its file's bytes."""
    with pilot_at(home) as pilot:
        text = sample_session(pilot.app, 5).record().text.replace("Ada", name)
        text = text.replace("1. ", "1. {" + name.replace("}", ")") + "} ", 1)
        file = pilot.app.autosave.file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode("utf-8", errors="replace"))
    return file.read_bytes()


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_start_never_fails_because_of_a_name_in_the_unfinished_game(
    tmp_path: Path, name: str
) -> None:
    """It is shown, continued, analysed and kept with its name as it was."""
    before = unfinished(tmp_path, name)
    with pilot_at(tmp_path, animation=False) as pilot:
        pilot.app.push(StartScene(pilot.app))
        pilot.run(0.2)
        pilot.press("return")
        assert isinstance(pilot.scene, TableScene)
        assert len(pilot.session.name(1)) <= 40
        pilot.run(0.2)
        pilot.press("tab")
        assert isinstance(pilot.scene, StudyScene)
        pilot.run(0.2)
        tags = pilot.session.record().tags
    assert tags["First"] == record(before.decode()).tags["First"]


@pytest.mark.parametrize("name", ["\x1b[31m", "\udcff\udcfe", "\u200b", "a\nb", "\u202e"])
def test_a_directory_with_odd_file_names_is_shown(pilot: Pilot, tmp_path: Path, name: str) -> None:
    """A file can be chosen whatever it is called."""
    try:
        (tmp_path / f"{name}.mjb").write_text("[Deal nonsense")
    except OSError:
        pytest.skip("the file system does not take such names")
    pilot.app.push(StartScene(pilot.app))
    scene = OpenScene(pilot.app, tmp_path)
    pilot.app.push(scene)
    pilot.run(0.2)
    scene.chosen = f"{name}.mjb"
    assert scene.chosen in scene.names
    scene.confirm()
    pilot.run(0.2)
    assert pilot.scene is scene
    assert scene.problem
