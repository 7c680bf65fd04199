"""The first game, step by step: short steps on the board, then a small whole game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from battle.language import _
from battle.page.blocks import Board, Offer, Title
from battle.rules.position import Cell, Move
from battle.screens.board_view import BoardShown, BoardView, Bubble, Dock, board_of, ghosts
from battle.screens.screen import Shell
from battle.screens.task import TaskScreen
from battle.screens.view import Button, CardView, act, button_of
from battle.training.first_game import (
    COUNT,
    SMALL,
    WHOLE,
    FirstGame,
    first_game_pages,
    first_headline,
    step_page,
)
from battle.training.sitting import Stage
from battle.words import tile_words


class Lesson(TaskScreen):
    """The steps, continued where they were left; each is over when its task is done."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.game = FirstGame(self.services.settings.first_game)
        self._hint = False

    @property
    def ticks(self) -> bool:  # type: ignore[override]
        return self.game.awaits_reply or self.game.stage is Stage.WRONG

    @property
    def standing(self) -> object:
        game = self.game
        return game.index, game.stage, len(game.moves), game.said, self._hint

    def view(self) -> CardView | BoardView:
        game, title = self.game, f"{self.game.index + 1} / {COUNT}"
        page = [*step_page(game, self.services.settings.teacher_points)]
        note, *rest = (block for block in page if not isinstance(block, Offer))
        buttons = [button_of(block) for block in page if isinstance(block, Offer)]
        steps = Button(_("Steps"), "list", act("steps"))
        heading = note.words if isinstance(note, Title) else ""
        if game.step is WHOLE:
            blocks = (Board(SMALL), *rest)
            return CardView(title, blocks, main=buttons[0], buttons=(steps,), note=heading)
        reply = ""
        if game.moves and game.is_replied_to and game.stage is Stage.ASKING:
            tile = tile_words(game.places[-1].kind_of(game.moves[-1]))
            mine, theirs = game.position.points
            reply = _("The other player took {tile}. You have {mine}, the other player {theirs}.")
            reply = reply.format(tile=tile, mine=mine, theirs=theirs)
        said = game.said[0] if game.said is not None else first_headline(game)
        return BoardView(
            "task",
            title,
            game.position,
            self._board,
            "over" if game.is_over else "thinking" if self.ticks else "ready",
            live=game.stage is Stage.ASKING,
            note=heading,
            dock=Dock(said, reply),
            page=tuple(block for block in rest if getattr(block, "words", "") not in (said, "")),
            main=buttons[0] if game.is_over else None,
            buttons=tuple(buttons[1:]),
            actions=(*([] if game.is_over else buttons), steps),
        )

    @property
    def _board(self) -> BoardShown:
        """The board; the answer to a wrong pair lies on it before it is taken."""
        game, within = self.game, self.game.step.position
        if game.stage is Stage.WRONG and len(game.moves) > 1 and game.is_replied_to:
            place, move = game.places[-1], game.moves[-1]
            shown = board_of(place, marks=dict.fromkeys(move, "answer"), within=within)
            bubble = Bubble(f"+{place.worth(move)}", place.to_move)
            return replace(shown, ghosts=ghosts(game.moves[-2], 1), bubble=bubble)
        best = game.best() if self._hint else ()
        hinted: tuple[Cell, ...] = (*best[0],) if best else ()
        shown = board_of(game.position, marks=dict.fromkeys(hinted, "hint"), within=within)
        if game.moves and game.is_replied_to and game.stage is Stage.ASKING:
            return replace(shown, ghosts=ghosts(game.moves[-1], 2))
        return shown

    def tick(self, seconds: float) -> None:
        before = len(self.game.moves)
        self.game.tick(seconds)
        if len(self.game.moves) != before:
            self._acted()

    def _acted(self) -> None:
        """Remember a step that is done."""
        self._hint = False
        self.game.keep(self.services)

    # --- what is done ---------------------------------------------------------------------------

    def acts(self) -> Mapping[str, Callable[..., object]]:
        game = self.game
        return {
            "take": self._take,
            "hurry": self.hurry,
            "hint": partial(setattr, self, "_hint", True),
            "again": partial(game.go_to, game.index),
            "go_to": lambda place: game.go_to(place),
            "go_on": self._go_on,
            "steps": partial(setattr, self, "sheet", self._steps),
        }

    def _take(self, move: str) -> None:
        self.game.play(Move.parse(move))
        self._acted()

    def _steps(self) -> CardView:
        settings = self.services.settings
        steps = first_game_pages(self.game, settings.first_game, settings.teacher_points)[1]
        return CardView(_("Steps"), steps[1:])

    def _go_on(self) -> None:
        """Go to the next step; after the last a small game begins, with the teacher."""
        if (options := self.game.go_on(self.services)) is not None:
            self.shell.replace("table", options.session(self.services.now))
