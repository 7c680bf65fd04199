"""What pairs are worth, and what the last move cost, in plaques on the tiles.

Plaques hang over the end a tile can be reached from, where nothing lies, so that they hide little
of its face.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pygame

from battle.analysis.ledger import Mark, MoveCost, MoveValue, Thresholds
from battle.analysis.study import Snapshot
from battle.rules.position import ROWS, Cell, Position, move_of
from battle.window.board.board import Board
from battle.window.board.flights import LineReplay
from battle.window.board.layout import BoardLayout
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.panels import plaque
from battle.window.ui.theme import Theme
from battle.words.numbers import cost_figure, value_figure

_WIDTH: Final = 0.93
_HEIGHT: Final = 0.40
_OUTSIDE: Final = 0.74
"""The size of a plaque in tile widths, and the share of its height that hangs over the end."""
_LEAST_HEIGHT: Final = 14


class ValueTags:
    """Paints the plaques of one board at one layout."""

    def __init__(self, layout: BoardLayout, theme: Theme, thresholds: Thresholds) -> None:
        self._layout = layout
        self._theme = theme
        self._thresholds = thresholds
        width = layout.tile[0]
        self.size = (round(width * _WIDTH), max(_LEAST_HEIGHT, round(width * _HEIGHT)))
        self._pictures: dict[tuple[str, bool, Mark], pygame.Surface] = {}

    def draw(
        self,
        surface: pygame.Surface,
        snapshot: Snapshot,
        board: Board,
        *,
        relative: bool,
        without: Iterable[Cell] = (),
    ) -> None:
        """Paint the values of all pairs; with a tile looked at, those of its pairs."""
        hidden = {*without}
        for cell, value in shown_values(snapshot, board).items():
            if cell not in hidden and value.is_known:
                picture = self.plaque(value, relative=relative)
                place = self.place_of(snapshot.position, cell)
                surface.blit(picture, place)

    def place_of(self, position: Position, cell: Cell) -> pygame.Rect:
        """Return where the plaque of a free tile is."""
        plate = self._layout.plate_of(cell)
        place = pygame.Rect((0, 0), self.size)
        place.centerx = plate.centerx
        outside = round(place.height * _OUTSIDE)
        if not any(position.columns[cell.column][cell.row + 1 :]):
            place.bottom = plate.bottom + outside
        else:
            place.top = plate.top - outside
        return place

    def plaque(self, value: MoveValue, *, relative: bool) -> pygame.Surface:
        """Return the picture of a value."""
        mark = self._thresholds.mark(value.told.proven)
        key = (
            value_figure(value, relative=relative),
            value.shown(relative=relative).is_exact,
            mark,
        )
        if key not in self._pictures:
            self._pictures[key] = plaque(self._theme, self.size, *key)
        return self._pictures[key]

    def draw_steps(self, surface: pygame.Surface, replay: LineReplay) -> None:
        """Paint where a replayed line has taken pairs: the move's number in its taker's sign."""
        side = round(self._layout.tile[0] * 0.46)
        steps = zip(replay.positions, replay.moves[: replay.at], strict=False)
        for number, (before, move) in enumerate(steps, 1):
            for cell in move:
                rect = self._layout.rect_of(cell)
                sign = pygame.Rect(0, 0, side, side)
                sign.center = rect.center
                draw.badge(surface, self._theme, before.to_move, sign, str(number))


def shown_values(snapshot: Snapshot, board: Board) -> dict[Cell, MoveValue]:
    """Return the value each tile shows: its best pair's, beside a tile looked at that pair's."""
    shown = dict(snapshot.best_of)
    looked_at = board.looked_at
    if looked_at is None or not board.partners:
        return shown
    for partner in board.partners:
        value = snapshot.of_move(move_of(looked_at, partner))
        if value is not None:
            shown[partner] = value
    return shown


# --- move mark -----------------------------------------------------------------------------------
#
# The mark of the move just looked at, on the places its tiles were taken from.
#
# ┌────┐  what it cost with its mark, as on the plaques of values, beside the taker's sign;
# │ (1)│  a round sign with two arrows where it changed who wins with perfect play
# │?−4v│
# └────┘

_MARK_WIDTH: Final = 1.08
_MARK_HEIGHT: Final = 0.42
_LEAST: Final = 15
_SIGN: Final = 0.38
"""The sizes of the plaque and of the round sign in tile widths."""
_ASIDE: Final = 0.82


def draw_mark(
    surface: pygame.Surface,
    theme: Theme,
    layout: BoardLayout,
    position: Position,
    cost: MoveCost,
) -> None:
    """Paint the mark of the move that led to `position`, if it cost anything."""
    if not cost.told.points:
        return
    width = layout.tile[0]
    size = (round(width * _MARK_WIDTH), max(_LEAST, round(width * _MARK_HEIGHT)))
    words = f"{cost.mark.value} {cost_figure(cost.told)}".strip()
    picture = plaque(theme, size, words, cost.exact, cost.mark)
    for cell in cost.move:
        rect = layout.rect_of(cell)
        place = picture.get_rect(centerx=rect.centerx)
        if cell.row + 1 < ROWS and position.columns[cell.column][cell.row + 1] is not None:
            place.top = rect.top
        else:
            place.bottom = rect.bottom
        surface.blit(picture, place)
        if cost.changed_outcome:
            _draw_change(surface, rect, round(width * _SIGN))


def _draw_change(surface: pygame.Surface, rect: pygame.Rect, side: int) -> None:
    """Paint the round sign right of the taker's, where no plaque of a neighbour hangs."""
    sign = pygame.Rect(0, 0, side, side)
    sign.center = (rect.left + round(rect.width * _ASIDE), rect.centery)
    border = max(1, side // 12)
    draw.box(surface, sign, look.ROOM, radius=side // 2, border=look.GOLD, width=border)
    draw.sign(surface, "swap", round(side * 0.72), look.GOLD, center=sign.center)
