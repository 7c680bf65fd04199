"""Every key of a lesson and of the trainer: what it does, and the words the help screen shows."""

from __future__ import annotations

from typing import Final

import pygame

from battle.language import N_
from battle.training.problems import ADD_PROBLEMS
from battle.window.board.keys import LINE_SHORTCUTS, PREVIOUS_MISTAKE, TABLE_SHORTCUTS
from battle.window.ui.keys import KeyTable, Press, Shortcut, with_ctrl


def _as_at_play(*actions: str) -> tuple[Shortcut, ...]:
    """Return shortcuts that are the same at the table."""
    return tuple(shortcut for shortcut in TABLE_SHORTCUTS if shortcut.action in actions)


def _choose(words: str) -> Shortcut:
    return Shortcut("choose", (Press(pygame.K_RETURN), Press(pygame.K_SPACE)), words)


def _analyse(words: str) -> Shortcut:
    return Shortcut("analyse", (Press(pygame.K_a),), words)


_WALK: Final = _as_at_play("left", "right", "up", "down", "next", "previous")
_HELP: Final = (
    Shortcut("hint", (Press(pygame.K_h),), N_("One more hint")),
    Shortcut("solution", (Press(pygame.K_l),), N_("Show the solution")),
)
_WINDOW: Final = _as_at_play("fullscreen", "help")

LESSON_SHORTCUTS: Final = KeyTable(
    "lesson",
    N_("In a lesson"),
    (
        *_WALK,
        _choose(N_("Select the tile, take the pair; once it is solved: go on")),
        *_HELP,
        Shortcut("why", (Press(pygame.K_w),), N_("Why the pair was costly")),
        Shortcut("go_on", (Press(pygame.K_n),), N_("To the next mistake")),
        Shortcut("go_back", (Press(pygame.K_n, shift=True),), PREVIOUS_MISTAKE),
        *LINE_SHORTCUTS,
        _analyse(N_("Open the move in Analyse")),
        *_WINDOW,
        Shortcut("escape", (Press(pygame.K_ESCAPE),), N_("Let go, or leave the lesson")),
    ),
)

TRAINER_SHORTCUTS: Final = KeyTable(
    "trainer",
    N_("In the trainer"),
    (
        *_WALK,
        _choose(N_("Select the tile, take the pair; once it is answered: next exercise")),
        *_HELP,
        Shortcut("why", (Press(pygame.K_w),), N_("Why the pair was costly")),
        Shortcut(
            "go_on", (Press(pygame.K_n),), N_("Next exercise; while it is played out: enough")
        ),
        Shortcut("again", (Press(pygame.K_r),), N_("The same exercise once more, not counted")),
        Shortcut(
            "retire", (Press(pygame.K_DELETE),), N_("Do not ask this any more, or ask it again")
        ),
        *LINE_SHORTCUTS,
        _analyse(N_("Open the exercise in Analyse")),
        Shortcut("progress", (Press(pygame.K_t),), N_("Your progress")),
        Shortcut("theme", (with_ctrl(pygame.K_t),), N_("Theme of the exercises")),
        Shortcut("add_file", (with_ctrl(pygame.K_o),), ADD_PROBLEMS),
        *_WINDOW,
        Shortcut("escape", (Press(pygame.K_ESCAPE),), N_("Let go, or leave the trainer")),
    ),
)
