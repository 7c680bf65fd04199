"""The panel of the hints: the steps that were taken as blocks, and what the next one costs.

While it is shown it stands where the moves are listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pygame

from battle.coach.fact_words import fact_lines
from battle.coach.facts import move_facts
from battle.coach.hint_words import (
    correction_words,
    move_words,
    next_words,
    proof_words,
    reason_intro,
    step_words,
)
from battle.coach.hints import Ladder, Step
from battle.coach.reason_words import reason_words
from battle.language import _
from battle.window.board.keys import TABLE_SHORTCUTS
from battle.window.pages.blocks import FAINT, INK, Command, Offer, PairLine, Paragraph, Space
from battle.window.pages.flow import Block, Flow
from battle.window.table.hints import ToldHints
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.keys import keys_of
from battle.window.ui.listing import list_panel, list_rows
from battle.window.ui.theme import Theme
from battle.window.ui.tile_art import TileArts
from battle.words.endings import Names
from battle.words.moves import cells_words

CLOSE: Final = "close"
MORE: Final = "hint"
"""What can be clicked in the panel: its cross, the offer of the next step."""

HINT: Final = "hint"
"""The icon of a hint."""

_NOTCH: Final = 34


class HintsPanel:
    """The page of the hints and where it is scrolled to; `closer` is where the mouse closes it."""

    def __init__(self) -> None:
        self.flow = Flow()
        self.closer = pygame.Rect(0, 0, 0, 0)
        self._rect = self.closer
        self._on_closer = False

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Lay the panel out."""
        words = list_rows(theme, rect)
        self.flow.place(theme, words)
        side = words.top - rect.top
        self.closer = pygame.Rect(rect.right - side, rect.top, side, side)
        self._rect, self._theme = rect, theme

    def fill(self, told: ToldHints, names: Names, *, is_more: bool) -> None:
        """Show what is told; if it `is_more` than before, from the last hint on."""
        blocks = tuple(hint_blocks(told, names))
        self.flow.fill(blocks)
        if is_more:
            hints = [n for n, block in enumerate(blocks) if _is_hint(block)]
            self.flow.to_end(hints[-1] if hints else None)

    # --- the mouse and the keyboard -------------------------------------------------------------

    def click(self, point: tuple[int, int]) -> str | None:
        """Return what a click means, empty for nothing; None beside the panel."""
        if not self._rect.collidepoint(point):
            return None
        if self.closer.collidepoint(point):
            return CLOSE
        return MORE if self.flow.target_at(point) == Command(MORE) else ""

    def hover(self, point: tuple[int, int]) -> None:
        """Let the mouse be at a point."""
        self.flow.hover(point)
        self._on_closer = self.closer.collidepoint(point)

    def turn(self, by: int) -> None:
        """Move the page by most of its height, down or up."""
        self.flow.scroll(by * (self.flow.rect.height * 2 // 3))

    def scroll(self, point: tuple[int, int], rows: int) -> bool:
        """Move the page if the mouse is on it; return whether it is."""
        if not self._rect.collidepoint(point):
            return False
        self.flow.scroll(rows * self._theme.px(_NOTCH))
        return True

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, arts: TileArts, used: int) -> None:
        """Paint the panel; so many hints were `used` in the game."""
        title = _("Hints: {n} used").format(n=used)
        list_panel(surface, self._theme, self._rect, title, "")
        ink = look.GOLD if self._on_closer else look.MUTED
        cross = draw.icon("close", self._theme.px(16), ink)
        surface.blit(cross, cross.get_rect(center=self.closer.center))
        self.flow.paint(surface, arts)


def _is_hint(block: Block) -> bool:
    return isinstance(block, Paragraph) and block.icon == HINT


def hint_blocks(told: ToldHints, names: Names) -> Iterator[Block]:
    """Yield the page of what is told."""
    ladder = told.ladder
    if ladder.is_corrected:
        yield Paragraph(correction_words(ladder), tuple(look.GOLD), icon="info")
    for step in ladder.steps:
        if step is Step.LINE:
            yield from _line(told)
        elif step is Step.REASON:
            yield from _reason(told, names)
        else:
            yield Paragraph(step_words(step, ladder), INK, icon=HINT)
    if ladder.steps:
        yield Paragraph(proof_words(ladder), FAINT)
    yield Space(4)
    if told.is_waiting:
        yield Paragraph(_("Looking for a good pair …"), INK, icon="clock")
    elif ladder.next is not None:
        yield Offer(
            next_words(ladder.next),
            HINT,
            Command(MORE),
            primary=True,
            key=keys_of("hint", TABLE_SHORTCUTS),
        )


def _line(told: ToldHints) -> Iterator[Block]:
    yield Paragraph(_("What is expected:"), INK, icon=HINT)
    yield from _pairs(told.ladder)
    if told.is_foreseeing:
        yield Paragraph(_("Looking further …"), FAINT, icon="clock")


def _pairs(ladder: Ladder) -> Iterator[Block]:
    position = ladder.position
    for move in ladder.line:
        yield PairLine(position.to_move, position.kind_of(move), cells_words(move))
        position = position.play(move)


def _reason(told: ToldHints, names: Names) -> Iterator[Block]:
    yield Paragraph(reason_intro(told.ladder.position, told.worse, told.values), INK, icon=HINT)
    for reason in told.reasons:
        yield Paragraph(reason_words(reason, names), INK, icon="chevron-right")
    ladder = told.ladder
    if not told.reasons and ladder.move is not None:
        pair = move_words(ladder.position, ladder.move)
        yield Paragraph(_("{pair}, certain by the rules:").format(pair=pair), FAINT)
        for words in fact_lines(move_facts(ladder.position, ladder.move), names):
            yield Paragraph(words, INK, icon="chevron-right")
    if told.is_looking:
        yield Paragraph(_("Looking for the reason …"), FAINT, icon="clock")
