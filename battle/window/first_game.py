"""The first game on the table: a step at a time, and what a wrong pair leads to is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import pygame

from battle.language import _
from battle.rules.position import Cell, Kind, Move, Position
from battle.screens import captions
from battle.training.first_game import FirstGame, first_game_pages, first_headline
from battle.training.sitting import EMPTY, Attempt, Stage
from battle.window.board import Board, Refused
from battle.window.board_scene import Tool
from battle.window.board_view import point_at_free
from battle.window.exercise import ExerciseScene
from battle.window.keys import FIRST_SHORTCUTS
from battle.window.scene import Services
from battle.window.ui.keys import KeyTable, words_of
from battle.words import tile_words


class TaughtBoard(Board):
    """A board that explains why two similar tiles make no pair."""

    def refusal(self, cell: Cell, kind: Kind) -> str:
        if self.is_free(cell) and not self.is_takeable(cell):
            free = (self.position.kind_at(other) for other in self.position.free_cells)
            for lookalike in free:
                if lookalike is not None and lookalike != kind and lookalike.rank == kind.rank:
                    return _("{one} and {other}: their pictures differ.").format(
                        one=tile_words(kind), other=tile_words(lookalike)
                    )
        return super().refusal(cell, kind)


class FirstGameScene(ExerciseScene):
    """The steps of the first game, continued where it was left."""

    shortcuts: ClassVar[KeyTable] = FIRST_SHORTCUTS
    help_page: ClassVar[str] = "first"
    wrong_seconds: ClassVar[float] = 2.4
    sometimes: ClassVar[Sequence[str]] = ("hint", "again", "go_on")

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.board = TaughtBoard(EMPTY)
        self.game = FirstGame(app.settings.first_game)

    def resume(self) -> None:
        """Put the step on the table; meanwhile the solver gets ready for the game at the end."""
        self.app.scheduler.start()
        self.board.show(self.game.position)

    @property
    def attempt(self) -> Attempt:
        return self.game

    @property
    def close_up(self) -> Position:
        return self.game.step.position

    def tools_beside(self) -> tuple[Sequence[Tool], Sequence[Tool]]:
        return [
            ("close", "escape", _("Leave the first game")),
            ("fullscreen", "fullscreen", _(captions.FULL_SCREEN)),
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
        self.show_pages(*pages, index=self.game.index)

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self.fill()

    def acted(self) -> None:
        """Save a step that is done, and scroll to what is said of it and to the way on."""
        super().acted()
        game, sound = self.game, self.app.sound
        if game.stage is not Stage.WRONG and not game.is_replied_to:
            sound.play("take")
        if game.is_done and game.said is not None:
            self.fill()
            self.task.bring(self.task.choices[0])
            sound.play("win" if game.said[1] else "lose")
            game.keep(self.app)

    # --- what a person does ---------------------------------------------------------------------

    def answered(self, answer: Move | Refused | None) -> None:
        """Act on the board's answer; the fault of a try is shown until the next one."""
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
        self.resize(self.size)
        self.quiet()

    def go_on(self) -> None:
        """Go to the next step; the last one is a game against the weakest level."""
        if (options := self.game.go_on(self.app)) is not None:
            self.app.go("table", options.session(self.app.now))
        else:
            self.go_to(self.game.index)

    def press_enter(self) -> None:
        """Select a tile, take the highlighted pair, or go on."""
        board = self.board
        if self.game.stage is Stage.OVER:
            self.go_on()
        elif board.hint is not None and self.may_choose():
            self.take(board.hint)
        else:
            super().press_enter()

    def key_table(self) -> dict[str, Callable[[], object]]:
        return super().key_table() | {
            "hint": self.hint,
            "again": lambda: self.go_to(self.game.index),
            "go_back": lambda: self.go_to(self.game.index - 1),
            "go_on": self.go_on,
            "words_up": lambda: self.task.turn(-1),
            "words_down": lambda: self.task.turn(1),
        }

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table and everything around it."""
        view, board, game = self.view, self.board, self.game
        view.board.draw(surface, board, self.motion, seconds=self.seconds, pairs=False)
        status = (*self.status(), "")
        if game.step.points_at_free:
            layout = view.layout.board
            point_at_free(
                surface,
                self.theme,
                board.position,
                lambda cell: layout.plate_of(cell).center,
                layout.tile[1],
            )
        names = _(captions.YOU), _(captions.OPPONENT)
        words, is_done = first_headline(game), game.is_over
        view.paint(surface, words, board.position, names, status, is_done=is_done)
