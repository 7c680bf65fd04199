"""Saving the record as a table."""

from __future__ import annotations

import csv
import io

from battle.window.dialogs.export import ExportFileScene
from battle.window.history.overview import record_export
from tests.profile.test_statistics import NOON
from tests.support.pilot import Pilot
from tools.screens.game_samples import sample_games


def test_every_game_is_a_line_of_the_file(pilot: Pilot) -> None:
    """The file has the games' keys in their order, and spreadsheets know its letters."""
    games = sample_games(NOON)
    pilot.app.places.saves.mkdir(parents=True)
    pilot.app.go("save_export", record_export(games))
    pilot.run(0.1)
    pilot.press_button("Save")
    (file,) = pilot.app.places.saves.glob("*.csv")
    content = file.read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    assert [row["key"] for row in rows] == [game.key for game in games]
    assert file.name in pilot.app.message.text


def test_a_file_is_not_replaced_without_a_question(pilot: Pilot) -> None:
    """The second export under the same name asks first; keeping leaves the file as it is."""
    pilot.app.go("home")
    pilot.app.places.saves.mkdir(parents=True)
    for games in (sample_games(NOON), sample_games(NOON)[:1]):
        pilot.app.go("save_export", record_export(games))
        pilot.run(0.1)
        scene = pilot.scene
        assert isinstance(scene, ExportFileScene)
        scene.name = "mine"
        scene.form.fields[0].set_text("mine")
        pilot.press_button("Save")
    pilot.press_button("Keep it")
    assert isinstance(pilot.scene, ExportFileScene)
    assert (pilot.app.places.saves / "mine.csv").read_text(encoding="utf-8").count("sample-") == 44
