"""The hints of a position as blocks: the steps that were taken, and what the next one costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pygame

from battle.analysis.values import Values
from battle.coach.hint_words import (
    next_words,
    proof_words,
    reason_intro,
    step_words,
)
from battle.coach.hints import Ladder, Step
from battle.coach.reason_words import reason_words
from battle.coach.reasons import Reason
from battle.language import _
from battle.rules.move import Move
from battle.rules.position import Player
from battle.rules.tiles import Kind
from battle.window.board.keys import TABLE_SHORTCUTS
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.blocks import FAINT, INK, Command, Offer, Paragraph, Space
from battle.window.ui.flow import Block
from battle.window.ui.keys import keys_of
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import TileArts
from battle.words.moves import cells_words


@dataclass(frozen=True)
class HintPage:
    """What the page is made of.

    `worse` is the pair that the reason speaks of. `is_foreseeing` while more of the line is
    looked for, `is_looking` for more reasons, `is_waiting` for the next step.
    """

    ladder: Ladder
    names: Mapping[Player, str]
    worse: Move | None
    values: Values
    reasons: tuple[Reason, ...]
    is_foreseeing: bool
    is_looking: bool
    is_waiting: bool

    def blocks(self) -> Iterator[Block]:
        """Yield the page."""
        ladder = self.ladder
        if ladder.is_corrected:
            words = _("The solver has looked closer: another pair is better.")
            yield Paragraph(words, tuple(look.GOLD), icon="info")
        for step in ladder.steps:
            yield from self._step(step)
        if ladder.steps:
            yield Paragraph(proof_words(ladder), FAINT)
        yield Space(4)
        if self.is_waiting:
            yield Paragraph(_("Looking for a good pair …"), INK, icon="clock")
        elif ladder.next is not None:
            key = keys_of("hint", TABLE_SHORTCUTS)
            yield Offer(next_words(ladder.next), "hint", Command("hint"), primary=True, key=key)

    def _step(self, step: Step) -> Iterator[Block]:
        if step is Step.LINE:
            yield Paragraph(_("What is expected:"), INK, icon="hint")
            yield from self._line()
            if self.is_foreseeing:
                yield Paragraph(_("Looking further …"), FAINT, icon="clock")
        elif step is Step.REASON:
            yield from self._reason()
        else:
            yield Paragraph(step_words(step, self.ladder), INK, icon="hint")

    def _line(self) -> Iterator[Block]:
        position = self.ladder.position
        for move in self.ladder.line:
            kind = position.kind_at(move.first)
            assert kind is not None
            yield PairLine(position.to_move, kind, cells_words(move))
            position = position.play(move)

    def _reason(self) -> Iterator[Block]:
        yield Paragraph(
            reason_intro(self.ladder.position, self.worse, self.values), INK, icon="hint"
        )
        for reason in self.reasons:
            yield Paragraph(reason_words(reason, self.names), INK, icon="chevron-right")
        if self.is_looking:
            yield Paragraph(_("Looking for the reason …"), FAINT, icon="clock")


@dataclass(frozen=True)
class PairLine:
    """A pair that a player takes: the player's sign, the tile, the cells."""

    player: Player
    kind: Kind
    cells: str

    @property
    def target(self) -> Any:
        """Nothing is chosen with it."""
        return None

    def height(self, theme: Theme, width: int) -> int:
        """Return how high it is."""
        return theme.px(31)

    def paint_ground(
        self, surface: pygame.Surface, theme: Theme, rect: pygame.Rect, *, chosen: bool
    ) -> None:
        """Paint nothing: it is never chosen."""

    def paint(
        self, surface: pygame.Surface, theme: Theme, minis: TileArts, rect: pygame.Rect
    ) -> None:
        """Paint sign, tile and cells."""
        px = theme.px
        sign = pygame.Rect(rect.left + px(20), 0, px(18), px(18))
        sign.centery = rect.centery
        draw.badge(surface, theme, self.player, sign)
        art = minis.art(round((rect.height - px(6)) / 1.34))
        left = sign.right + px(8)
        surface.blit(art.tile(self.kind), (left, rect.centery - art.size[1] // 2))
        words = pygame.Rect(left + art.width + px(7), rect.top, 0, rect.height)
        words.width = rect.right - px(4) - words.left
        font = draw.fitting_font(theme, Role.STRONG, self.cells, words.width)
        draw.text(surface, font, self.cells, look.INK, words)
