"""Where one's points went in a finished game: each costly pair in three steps, on the table.

    the pair that was taken ──► the answer, played ──► a better pair ──► the next pair

What is shown and offered comes from the `Walk`; yellow walks through it, and Esc leads back.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

import pygame

from battle.language import _
from battle.page.blocks import Ink, Paragraph
from battle.page.blocks import Role as WordsRole
from battle.reviews.background import TableStudy
from battle.rules.position import Cell
from battle.screens.board_view import signs_of
from battle.screens.played import Offered, Walk
from battle.screens.view import Act
from battle.window.board import Board
from battle.window.board_scene import BoardScene
from battle.window.keys import REVIEW_SHORTCUTS
from battle.window.pages import Flow, SignStrip, height_of
from battle.window.scene import Services
from battle.window.table_view import AnalysisView
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.keys import KeyTable, action_of
from battle.window.ui.layout import FILL, down, inset
from battle.window.ui.theme import Role


class ReviewScene(BoardScene):
    """The walk through the costly pairs of one game, begun at that of a ply."""

    view: AnalysisView
    shortcuts: ClassVar[KeyTable] = REVIEW_SHORTCUTS

    def __init__(self, app: Services, study: TableStudy, ply: int) -> None:
        self.walk = Walk(study.session, study, ply)
        super().__init__(app, Board(self.walk.move.position))
        self.study = study
        self.words = Flow()
        self._seen: object = None

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Put sentence and buttons at one side of the table, title and signs at the other."""
        walk, settings = self.walk, self.app.settings
        close_up = walk.move.position
        self.view = AnalysisView(self.size, self.theme, settings, (), close_up=close_up)
        layout, px = self.view.layout, self.theme.px
        is_wide = layout.engine.bottom < layout.sheet.top < layout.board.outer.bottom
        side = layout.engine.union(layout.sheet) if is_wide else layout.sheet
        other = layout.players.union(layout.tree) if is_wide else layout.graph
        offers, aside = walk.offers, self._aside
        inner, high = inset(side, px(14)), px(44)
        tall = height_of(self._words, self.theme, inner.width)
        said = min(max(px(170), tall), inner.height - (len(offers) + len(aside)) * px(52))
        words, rest = down(inner, said, FILL, gap=px(8))
        above = down(rest, *[high] * len(offers), FILL, gap=px(8))[:-1]
        below = down(rest, FILL, *[high] * len(aside), gap=px(8))[1:]
        self.words.place(self.theme, words, side)
        self.add(self.words, walked=False)
        for number, (offer, place) in enumerate(zip(offers, above, strict=True)):
            look_as = "" if number else "primary"
            call = partial(self._follow, offer)
            self.add_button(place, offer.words, call, icon=offer.icon, look_as=look_as)
        for (caption, icon, action), place in zip(aside, below, strict=True):
            tip = self.tip_of(action)
            button = self.add_button(
                place, caption, self.keys[action], icon=icon, look_as="quiet", tip=tip
            )
            by = {"previous_mistake": -1, "next_mistake": 1}.get(action, 0)
            button.enabled = not by or walk.beside(by) is not None
        self._other = down(other, min(px(144), other.height), FILL)[0]
        title, strip, _rest = down(inset(self._other, px(14)), px(48), px(38), FILL, gap=px(6))
        self.write(_("Where points went"), title, Role.HEADING, look.INK)
        signs = signs_of(walk, walk.ply)
        self.add(SignStrip(self.theme, strip, signs, self._go_to_sign), walked=False)
        self._show()
        self.focus(self.order[0])

    @property
    def _aside(self) -> list[tuple[str, str, str]]:
        """What is offered at the foot: words, icon, action; the next pair unless yellow is it."""
        following = [(_("Next"), "chevron-right", "next_mistake")]
        return [
            *([] if self.walk.is_last_step else following),
            (_("Previous"), "chevron-left", "previous_mistake"),
            (_("Try it"), "analyse", "analyse"),
            (_("Show the result"), "trophy", "escape"),
        ]

    @property
    def _words(self) -> Paragraph:
        return Paragraph(self.walk.shown.words, Ink.PLAIN, WordsRole.LARGE)

    def _show(self) -> None:
        """Show the step, if it is another one."""
        walk, shown = self.walk, self.walk.shown
        seen = walk.ply, walk.step, walk.times
        if seen != self._seen:
            self._seen = seen
            self.show_answer(shown)
        self.words.fill([self._words])

    # --- time -----------------------------------------------------------------------------------

    @property
    def in_play(self) -> bool:
        """Whether a person plays here."""
        return False

    # --- what a person does ---------------------------------------------------------------------

    def choose(self, cell: Cell | None) -> None:
        """Do nothing: tiles are looked at here; they are tried in Analyse."""

    def _follow(self, offer: Offered) -> None:
        """Do what is offered."""
        if offer.action == "show":
            self.walk.show("answer" if offer.to == "answer" else "better")
            self.resize(self.size)
        elif offer.action == "go_to":
            self._go_to(int(offer.to))
        else:
            self.cancel()

    def _go_to(self, ply: int) -> None:
        self.walk.go_to(ply)
        self.resize(self.size)

    def _go_to_sign(self, act: Act) -> None:
        self._go_to(**dict(act.given))

    def _beside(self, by: int) -> None:
        if (ply := self.walk.beside(by)) is not None:
            self._go_to(ply)

    def analyse(self) -> None:
        """Try other pairs at this place, in Analyse."""
        study = self.study.reviewed().study
        study.go_to(study.game.main_line()[self.walk.ply - 1])
        self.app.go("study_table", self.study)

    def key_table(self) -> dict[str, Callable[[], object]]:
        return super().key_table() | {
            "previous_mistake": partial(self._beside, -1),
            "next_mistake": partial(self._beside, 1),
            "analyse": self.analyse,
            "help": partial(self.app.go, "help", "review"),
            "escape": self.cancel,
        }

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Do what the key stands for; Enter and Tab are the buttons'."""
        action = action_of(event, REVIEW_SHORTCUTS)
        if action is None or action not in self.keys:
            return self.handle_common_key(event)
        self.keys[action]()
        return True

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table with what is shown, and the title's panel."""
        board = self.showing.board(self.board)
        self.view.board.draw(surface, board, self.motion, seconds=self.seconds, pairs=False)
        draw.box(surface, self._other, look.PANEL, radius=self.theme.px(14), border=look.LINE)
