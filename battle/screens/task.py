"""A screen on which something is asked at a board; time passes from beat to beat.

beat ──► tick(seconds)      a reply, a wrong pair that comes back, help as soon as it is known
line of pairs ──► frames    each pair framed in turn, at last the first again
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from battle.coach.reasons import Line
from battle.screens.board_view import BoardShown, Bubble, board_of
from battle.screens.screen import Screen, Shell
from battle.screens.view import Button, CardView, act

_A_WHILE: Final = 3.0
"""The seconds in which anything has been seen."""


class TaskScreen(Screen):
    """Asks something at a board."""

    tab = "learn"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._seen_at: float | None = None

    @property
    def awaits(self) -> bool:
        """Whether something that was asked for is on its way."""
        return False

    def resume(self) -> None:
        """Count from now on, and let the solver get ready."""
        self._seen_at = None
        self.services.scheduler.start()

    def beat(self) -> None:
        before, self._seen_at = self._seen_at, self.services.now()
        self.tick(0.0 if before is None else self._seen_at - before)

    def tick(self, seconds: float) -> None:
        """Let time pass."""
        raise NotImplementedError

    def hurry(self) -> None:
        """Let pass what only has to be seen."""
        while self.ticks:
            self.tick(_A_WHILE)

    def lay_over(self, sheet: Callable[[], CardView]) -> Callable[[], None]:
        """Return the act that puts a sheet over the screen."""
        return partial(setattr, self, "sheet", sheet)


def line_frames(line: Line) -> tuple[BoardShown, ...]:
    """Return the boards of a line, each with its next pair framed, at last the first again."""
    place, boards = line[0], list[BoardShown]()
    for move in line[1]:
        bubble = Bubble(f"+{place.worth(move)}", place.to_move)
        is_own = place.to_move == line[0].to_move
        marks = dict.fromkeys(move, "played" if is_own else "answer")
        shown = board_of(place, marks=marks, within=line[0])  # type: ignore[arg-type]
        boards.append(replace(shown, bubble=bubble, is_pair=True))
        place = place.play(move)
    return (*boards, boards[0])


def leads(words: str, icon: str, do: str, key: str = "", typed: str = "") -> Button:
    """Return the button of an act that takes nothing."""
    return Button(words, icon, act(do), key=key, typed=typed)
