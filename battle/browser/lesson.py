"""The first game in the page: short steps on the board, then a small whole game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from battle.browser.app import App, Screen
from battle.browser.views import View, blocks, board, button, ghosts, words_of
from battle.language import _
from battle.page.blocks import Offer
from battle.rules.position import Move
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

_REPLY_SECONDS: Final = 0.8
_WRONG_SECONDS: Final = 2.4
"""How long a pair is seen before the reply, and a wrong one before it comes back."""


class Lesson(Screen):
    """The steps, continued where they were left; each is over when its task is done."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._game = FirstGame(app.settings.first_game)
        self._acted_at, self._hint = 0.0, False

    def resume(self) -> None:
        self.app.scheduler.start()

    @property
    def ticks(self) -> bool:  # type: ignore[override]
        return self._game.awaits_reply or self._game.stage is Stage.WRONG

    @property
    def standing(self) -> object:  # type: ignore[override]
        game = self._game
        return game.index, game.stage, len(game.moves), game.said

    def view(self) -> View:
        game, threshold = self._game, self.app.settings.teacher_points
        page = [*step_page(game, threshold)]
        view: View = {
            "like": "lesson",
            "title": f"{game.index + 1} / {COUNT}",
            "note": words_of(page[:1]),
            "position": str(game.position),
            "turn": game.position.to_move,
            "state": "over" if game.is_over else "thinking" if self.ticks else "ready",
        }
        offers = [block for block in page if isinstance(block, Offer)]
        buttons = [button(block.words, block.icon, block.action) for block in offers]
        steps = button(_("Steps"), "list", "steps")
        if game.step is WHOLE:
            deal = {"block": "preview", "board": board(SMALL)}
            rest = [deal, *blocks(block for block in page[1:] if not isinstance(block, Offer))]
            return view | {"page": rest, "main": buttons[0], "actions": [steps]}
        marks = dict.fromkeys(game.best()[0], "hint") if self._hint and game.best() else {}
        shown, reply = board(game.position, marks=marks, within=game.step.position), ""
        if game.stage is Stage.WRONG and len(game.moves) > 1 and game.is_replied_to:
            shown = self._answered()
        if game.moves and game.is_replied_to and game.stage is Stage.ASKING:
            shown["ghosts"] = ghosts(game.moves[-1], 2)
            tile = tile_words(game.places[-1].kind_of(game.moves[-1]))
            mine, theirs = game.position.points
            reply = _("The other player took {tile}. You have {mine}, the other player {theirs}.")
            reply = reply.format(tile=tile, mine=mine, theirs=theirs)
        said = game.said[0] if game.said is not None else first_headline(game)
        task = [block for block in page[1:] if getattr(block, "words", "") not in (said, "")]
        return view | {
            "board": shown,
            "live": game.stage is Stage.ASKING,
            "dock": {"kind": "say", "words": said, "sub": reply},
            "page": blocks(block for block in task if not isinstance(block, Offer)),
            "main": buttons[0] if game.is_over else None,
            "buttons": buttons[1:],
            "actions": [*([] if game.is_over else buttons), steps],
        }

    def _answered(self) -> View:
        """Return the board with the answer to a wrong pair on it, before it is taken."""
        game, place, move = self._game, self._game.places[-1], self._game.moves[-1]
        shown = board(place, marks=dict.fromkeys(move, "answer"), within=game.step.position)
        bubble = {"words": f"+{place.worth(move)}", "player": place.to_move}
        return {**shown, "ghosts": ghosts(game.moves[-2], 1), "bubble": bubble}

    # --- time -----------------------------------------------------------------------------------

    def beat(self) -> None:
        """Let the other player answer once the pair was seen, and bring a wrong one back."""
        game, waited = self._game, self.app.now() - self._acted_at
        if game.awaits_reply:
            if waited >= _REPLY_SECONDS:
                game.reply()
                self._acted()
        elif game.stage is Stage.WRONG and waited >= _WRONG_SECONDS:
            game.take_back()

    def _acted(self) -> None:
        """Remember a step that is done."""
        self._acted_at, self._hint = self.app.now(), False
        self._game.keep(self.app)

    # --- what is done ---------------------------------------------------------------------------

    def acts(self) -> dict[str, Callable[..., object]]:
        game = self._game
        return {
            "take": self._take,
            "hint": partial(setattr, self, "_hint", True),
            "again": partial(game.go_to, game.index),
            "go_to": lambda place: game.go_to(place),
            "go_on": self._go_on,
            "steps": partial(setattr, self, "sheet", self._steps),
        }

    def _take(self, move: str) -> None:
        self._game.play(Move.parse(move))
        self._acted()

    def _steps(self) -> View:
        settings = self.app.settings
        steps = first_game_pages(self._game, settings.first_game, settings.teacher_points)[1]
        return {"title": _("Steps"), "page": blocks(steps[1:])}

    def _go_on(self) -> None:
        """Go to the next step; after the last a small game begins, with the teacher."""
        if (options := self._game.go_on(self.app)) is not None:
            self.app.replace("table", options.session(self.app.now))
