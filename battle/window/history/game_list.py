"""The list of games of the record: one a row, the latest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from battle.language import _
from battle.profile.records import PlayedGame
from battle.profile.statistics import Outcome, own_games
from battle.window.history.words import (
    ICONS,
    OUTCOMES,
    game_margin_words,
    lost_words,
    players_words,
    points_words,
)
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, down
from battle.window.ui.listing import Column, Listing, cells, column_titles
from battle.window.ui.theme import Role, Theme
from battle.window.ui.widgets import RowList
from battle.words.dates import short_day_words
from battle.words.endings import winner_name

_ROW: Final = 36


class GameList(RowList):
    """The games in a list that scrolls."""

    def __init__(self, opens: Callable[[], object]) -> None:
        super().__init__(pygame.Rect(0, 0, 0, 0), Listing(), lambda _row: None, opens)
        self.games: Sequence[PlayedGame] = ()

    def fill(self, games: Sequence[PlayedGame]) -> None:
        """Show games, given in the order they ended."""
        self.games = list(reversed(games))
        self.listing.fill(len(self.games))

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Lay the list out in `rect`."""
        row = theme.px(_ROW)
        wide, _bar = across(rect, FILL, theme.px(10))
        self.head, rows = down(wide, row, FILL)
        rows.height -= rows.height % row
        self.rect = rows
        self.listing.place(rows, row)

    @property
    def chosen(self) -> PlayedGame | None:
        """The game chosen."""
        row = self.listing.chosen
        return None if row is None else self.games[row]

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        """Paint the titles and the rows that are seen."""
        column_titles(surface, theme, self.head, _columns())
        super().paint(surface, theme, focused=focused)

    def paint_row(
        self, surface: pygame.Surface, theme: Theme, row: int, place: pygame.Rect
    ) -> None:
        game, columns = self.games[row], _columns()
        places = cells(theme, place, columns)
        _paint_result(surface, theme, game, places[1])
        shown = (
            (0, Role.FIGURES, short_day_words(game.ended), look.MUTED),
            (2, Role.TEXT, players_words(game), look.INK),
            (3, Role.FIGURES, points_words(game), look.INK),
            (4, Role.FIGURES, game_margin_words(game), look.INK),
            (5, Role.STRONG, _lost(game), look.INK),
        )
        for column, role, words, ink in shown:
            font = draw.fitting_font(theme, role, words, places[column].width)
            draw.text(surface, font, words, ink, places[column], columns[column].align)
        sign = "edit" if not game.is_from_full_table else "hint" if game.has_help else ""
        if sign:
            draw.sign(surface, sign, theme.px(18), look.GOLD, midright=places[6].midright)


def _paint_result(
    surface: pygame.Surface, theme: Theme, game: PlayedGame, place: pygame.Rect
) -> None:
    """Paint how the game ended for the person; of two people who won."""
    own = own_games([game])
    outcome = own[0].outcome if own else None
    ink = look.GOLD if outcome is Outcome.WON else look.MUTED
    sign = ICONS[outcome] if outcome is not None else "people"
    draw.sign(surface, sign, theme.px(18), ink, midleft=place.midleft)
    words = winner_name(game.ending, game.names) if outcome is None else _(OUTCOMES[outcome])
    label = across(place, theme.px(26), FILL)[1]
    font = draw.fitting_font(theme, Role.TEXT, words, label.width)
    draw.text(surface, font, words, look.INK, label)


def _columns() -> tuple[Column, ...]:
    return (
        Column(_("Day"), 0.17, "left"),
        Column(_("Result"), 0.15, "left"),
        Column(_("Opponent"), 0.22, "left"),
        Column(_("Points"), 0.15),
        Column(_("Margin"), 0.12),
        Column(_("Points lost"), 0.15),
        Column("", 0.04),
    )


def _lost(game: PlayedGame) -> str:
    own = own_games([game])
    return lost_words(own[0]) if own else ""
