"""Saving the person's record as a table that spreadsheets open."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from battle.language import _
from battle.profile.records import PlayedGame, csv_of
from battle.window.dialogs.files import SaveScene
from battle.window.history.words import games_words
from battle.window.scenes.scene import Services
from battle.words.dates import short_day_words


class HistoryExportScene(SaveScene):
    """Saves games as a CSV file under a name in a directory."""

    suffix = ".csv"

    def __init__(self, app: Services, directory: Path, games: Sequence[PlayedGame]) -> None:
        self.games = games
        super().__init__(app, directory, None)
        if games:
            self.name = f"{_('Mahjong Battle record')} {short_day_words(games[-1].ended)}"

    @property
    def heading(self) -> str:
        """What stands at the top."""
        return _("Export your record")

    def content(self) -> str:
        """Return what is written into the file."""
        return csv_of(self.games)

    def _empty_words(self) -> str:
        games = games_words(len(self.games))
        return _("{games} as a table, a line each").format(games=games)
