"""The person's record as a table that spreadsheets open."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from battle.language import _
from battle.profile.records import PlayedGame, csv_of
from battle.window.history.words import games_words
from battle.window.scenes.file_export import FileExport
from battle.words.dates import short_day_words


def record_export(games: Sequence[PlayedGame]) -> FileExport:
    """Return games as a CSV file to be, named after the day of the last."""
    name = f"{_('Mahjong Battle record')} {short_day_words(games[-1].ended)}" if games else ""
    about = _("{games} as a table, a line each").format(games=games_words(len(games)))
    return FileExport(_("Export your record"), name, ".csv", partial(csv_of, games), about)
