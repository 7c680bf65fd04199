"""The first game on the table: a step at a time, and what a wrong pair leads to is shown.

choose ──► take ──► right: the other player takes a pair    wrong: it does too, and both come back
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

import pygame

from battle.language import _
from battle.profile.settings import GameOptions
from battle.rules.position import Cell, Kind, Move
from battle.training.first_game import COUNT, LEVEL, FirstGame, first_game_pages, headline
from battle.training.practice import Stage
from battle.training.sitting import EMPTY
from battle.window.board.board import Board, Refused, pair_flights
from battle.window.board.keys import FIRST_SHORTCUTS
from battle.window.scenes.board_scene import Tool
from battle.window.scenes.scene import Services
from battle.window.training.trainer_scene import REPLY_SECONDS, ExerciseScene
from battle.window.ui.keys import KeyTable, words_of
from battle.words import tile_words

_BACK_SECONDS: Final = 2.4
"""How long a wrong pair and its answer are away before they come back."""


class TaughtBoard(Board):
    """Names tiles in words: their short form is not known yet."""

    def kind_words(self, kind: Kind) -> str:
        return tile_words(kind)

    def refusal(self, cell: Cell, kind: Kind) -> str:
        if self.is_free(cell) and not self.is_takeable(cell):
            free = (self.position.kind_at(other) for other in self.position.free_cells)
            for found in free:
                if found is not None and found != kind and found.rank == kind.rank:
                    return _("{one} and {other}: their pictures differ.").format(
                        one=tile_words(kind), other=tile_words(found)
                    )
        return super().refusal(cell, kind)


class FirstGameScene(ExerciseScene):
    """Teaches the game in steps; the person goes on where the first game was left."""

    shortcuts: ClassVar[KeyTable] = FIRST_SHORTCUTS
    help_page: ClassVar[str] = "first"
    sometimes: ClassVar[Sequence[str]] = ("hint", "again", "go_on")

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.board = TaughtBoard(EMPTY)
        self.game = FirstGame(app.settings.first_game)
        self._acted_at = 0.0

    def resume(self) -> None:
        """Put the step on the table; the solver gets ready for the game at the end meanwhile."""
        self.app.scheduler.start()
        self.board.show(self.game.position)

    def tools_beside(self) -> tuple[Sequence[Tool], Sequence[Tool]]:
        return [
            ("close", "escape", _("Leave the first game")),
            ("fullscreen", "fullscreen", _("Full screen")),
            ("help", "help", _("Help")),
        ], [
            ("hint", "hint", words_of("hint", self.shortcuts)),
            ("rematch", "again", words_of("again", self.shortcuts)),
            ("chevron-left", "go_back", words_of("go_back", self.shortcuts)),
            ("chevron-right", "go_on", words_of("go_on", self.shortcuts)),
        ]

    def fill(self) -> None:
        settings = self.app.settings
        pages = first_game_pages(self.game, settings.first_game, settings.teacher_points)
        self.show_pages(*pages)
        here = self.listed.where(self.game.index)
        if self.listed.chosen != here:
            self.listed.choose(here)

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Move tiles, let the other player answer, and bring back what was wrong."""
        super().update(seconds)
        waited, game = self.seconds - self._acted_at, self.game
        if not self.motion.moving and game.awaits_reply and waited >= REPLY_SECONDS:
            self._reply()
        elif game.stage is Stage.WRONG and not game.awaits_reply and waited >= _BACK_SECONDS:
            self._bring_back()
        self.fill()

    def _reply(self) -> None:
        before = self.game.position
        move = self.game.reply()
        self._acted_at = self.seconds
        if move is not None:
            self.board.show(self.game.position, (move, before.to_move))
            self.fly(before, move, landing=False)
            self.app.sound.play("turn")
        self._settle()

    def _bring_back(self) -> None:
        """Bring a wrong pair back, with the answer to it."""
        self.motion.finish()
        back, view = self.game.take_back(), self.view
        self.board.show(self.game.position)
        self.let_fly(
            [
                flight
                for before, move in back
                for flight in pair_flights(
                    before, move, view.layout.board, view.slot(before.to_move, 1), landing=True
                )
            ]
        )

    def _settle(self) -> None:
        """Remember a step that is done; what is said of it and the way on come into sight."""
        game = self.game
        if game.is_done and game.said is not None:
            self.fill()
            self.task.to_end(1)
            self.app.sound.play("win" if game.said[1] else "lose")
            if game.index >= self.app.settings.first_game:
                self.app.change(first_game=game.index + 1)

    @property
    def ticking(self) -> bool:
        """Whether the other player is about to move, or something pulses on the table."""
        waits = self.game.stage in (Stage.REPLYING, Stage.WRONG)
        return super().ticking or waits or self.board.hint is not None

    # --- what a person does ---------------------------------------------------------------------

    def may_choose(self) -> bool:
        if self.game.stage is Stage.WRONG:
            self._bring_back()
        return self.game.stage is Stage.ASKING

    def take(self, move: Move) -> None:
        """Take a pair: it flies off, and is judged."""
        before = self.game.position
        self.game.play(move)
        self._acted_at = self.seconds
        self.board.show(self.game.position, (move, before.to_move))
        self.fly(before, move, landing=False)
        self.app.sound.play("refuse" if self.game.stage is Stage.WRONG else "take")
        self._settle()

    def answered(self, answer: Move | Refused | None) -> None:
        """Act on the board's answer; what was wrong with the last try is said until the next."""
        if self.board.selected is not None and self.game.said and not self.game.said[1]:
            self.game.said = None
        super().answered(answer)

    def refuse(self, refused: Refused) -> None:
        super().refuse(refused)
        self.game.said = refused.reason, False

    def hint(self) -> None:
        """Point out a right pair."""
        if self.may_choose():
            self.board.selected, self.board.hint = None, self.game.best()[0]

    def go_to(self, index: int) -> None:
        """Go to a step."""
        self.motion.finish()
        self.game.go_to(index)
        self.board.show(self.game.position)
        self.quiet()

    def go_on(self) -> None:
        """Go to the next step; the last one is a game against the weakest level."""
        if self.game.step is not None:
            self.go_to(self.game.index + 1)
            return
        app, teacher = self.app, self.app.settings.teacher
        app.change(first_game=COUNT, teacher="points" if teacher == "off" else teacher)
        options = GameOptions.against(LEVEL, app.settings, app.records.games(), app.pars.all())
        app.go("table", options.session(app.now))

    def press_enter(self) -> None:
        """Select a tile, take the pair that is pointed out, or go on."""
        board = self.board
        if self.game.stage is Stage.OVER:
            self.go_on()
        elif board.hint is not None and self.may_choose():
            self.take(board.hint)
        elif board.cursor is not None:
            self.choose(board.cursor)
        else:
            board.next_choice()

    def key_table(self) -> dict[str, Callable[[], object]]:
        return super().key_table() | {
            "hint": self.hint,
            "again": lambda: self.go_to(self.game.index),
            "go_back": lambda: self.go_to(self.game.index - 1),
            "go_on": self.go_on,
            "words_up": lambda: self.task.turn(-1),
            "words_down": lambda: self.task.turn(1),
        }

    def follow(self, target: object) -> None:
        if isinstance(target, int):
            self.go_to(target)
        else:
            super().follow(target)

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table and everything around it."""
        view, board, game = self.view, self.board, self.game
        view.board.draw(surface, board, self.motion, seconds=self.seconds, pairs=False)
        status = (*self.status_of(is_asked=game.stage is Stage.ASKING), "")
        names = _("You"), _("The other player")
        view.paint(surface, headline(game), board.position, names, status)
