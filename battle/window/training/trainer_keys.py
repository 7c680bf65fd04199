"""Every key of the trainer: what it does, and the words the help screen shows."""

from __future__ import annotations

from typing import Final

import pygame

from battle.language import N_
from battle.window.board.keys import TABLE_SHORTCUTS
from battle.window.ui.keys import Press, Shortcut

_AS_AT_PLAY: Final = ("left", "right", "up", "down", "next", "previous")

TRAINER_SHORTCUTS: Final = (
    *(shortcut for shortcut in TABLE_SHORTCUTS if shortcut.action in _AS_AT_PLAY),
    Shortcut(
        "choose",
        (Press(pygame.K_RETURN), Press(pygame.K_SPACE)),
        N_("Select the tile, take the pair; once it is answered: next exercise"),
    ),
    Shortcut("hint", (Press(pygame.K_h),), N_("One more hint")),
    Shortcut("solution", (Press(pygame.K_l),), N_("Show the solution")),
    Shortcut("why", (Press(pygame.K_w),), N_("Why the pair was costly")),
    Shortcut("go_on", (Press(pygame.K_n),), N_("Next exercise; while it is played out: enough")),
    Shortcut("again", (Press(pygame.K_r),), N_("The same exercise once more, not counted")),
    Shortcut("retire", (Press(pygame.K_DELETE),), N_("Do not ask this any more, or ask it again")),
    Shortcut("step_on", (Press(sign="+"),), N_("One move on in the line that is shown")),
    Shortcut("step_back", (Press(sign="-"),), N_("One move back in the line that is shown")),
    Shortcut("analyse", (Press(pygame.K_a),), N_("Look at the exercise in Analyse")),
    Shortcut("progress", (Press(pygame.K_t),), N_("Your progress")),
    *(shortcut for shortcut in TABLE_SHORTCUTS if shortcut.action in ("fullscreen", "help")),
    Shortcut("escape", (Press(pygame.K_ESCAPE),), N_("Let go; else leave the trainer")),
)
