"""Every key of Analyse: what it does, and the words the help screen shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pygame

from battle.language import N_
from battle.training.lesson import TITLE
from battle.window.board.keys import LINE_SHORTCUTS, PREVIOUS_MISTAKE, TABLE_SHORTCUTS
from battle.window.ui.keys import KeyTable, Press, Shortcut, presses_of, with_ctrl

_FILES: Final = (
    "save",
    "open",
    "copy",
    "copy_position",
    "paste",
    "fullscreen",
    "help",
    "menu",
)
"""What has the same keys as at play."""


_ARROWS: Final = {
    "left": pygame.K_LEFT,
    "right": pygame.K_RIGHT,
    "up": pygame.K_UP,
    "down": pygame.K_DOWN,
}


def _shift(key: int) -> tuple[Press, ...]:
    return (Press(key, shift=True),)


STUDY_SHORTCUTS: Final = KeyTable(
    "analyse",
    (
        Shortcut("play", presses_of(pygame.K_TAB), N_("Back to the table")),
        Shortcut("back", presses_of(pygame.K_LEFT), N_("One move back")),
        Shortcut("forward", presses_of(pygame.K_RIGHT), N_("One move on")),
        Shortcut("to_start", presses_of(pygame.K_HOME), N_("To the start")),
        Shortcut("to_end", presses_of(pygame.K_END), N_("To the end of the line")),
        Shortcut("far_back", presses_of(pygame.K_PAGEUP), N_("Ten moves back")),
        Shortcut("far_on", presses_of(pygame.K_PAGEDOWN), N_("Ten moves on")),
        Shortcut("next_mistake", presses_of(pygame.K_n), N_("To the next mistake")),
        Shortcut("previous_mistake", _shift(pygame.K_n), PREVIOUS_MISTAKE),
        Shortcut("line_up", presses_of(pygame.K_UP), N_("To the line above, shown on the board")),
        Shortcut(
            "line_down", presses_of(pygame.K_DOWN), N_("To the line below, shown on the board")
        ),
        Shortcut(
            "choose",
            presses_of(pygame.K_RETURN, pygame.K_SPACE),
            N_("Play the line's first move; select the tile, take the pair"),
        ),
        Shortcut(
            "line",
            tuple(with_ctrl(key) for key in range(pygame.K_1, pygame.K_9 + 1)),
            N_("Play the first move of the line with this number"),
            is_range=True,
        ),
        *LINE_SHORTCUTS,
        *(shortcut for shortcut in TABLE_SHORTCUTS if shortcut.action in ("next", "previous")),
        *(
            replace(shortcut, presses=_shift(_ARROWS[shortcut.action]))
            for shortcut in TABLE_SHORTCUTS
            if shortcut.action in _ARROWS
        ),
        Shortcut("engine", presses_of(pygame.K_e), N_("Turn the solver on or off")),
        Shortcut("stop", _shift(pygame.K_e), N_("Stop everything the solver does")),
        Shortcut("values", presses_of(pygame.K_v), N_("Values: what moves cost, or final margins")),
        Shortcut("all_moves", presses_of(pygame.K_a), N_("All moves, or the best only")),
        Shortcut("review", presses_of(pygame.K_r), N_("Review the whole game")),
        Shortcut("prove_position", (with_ctrl(pygame.K_p),), N_("Prove this position, or stop")),
        Shortcut("prove_line", (with_ctrl(pygame.K_p, shift=True),), N_("Prove the line, or stop")),
        Shortcut("sheet", presses_of(pygame.K_t), N_("Lines or review")),
        Shortcut("learn", presses_of(pygame.K_l), TITLE),
        Shortcut("play_on", presses_of(pygame.K_g), N_("Play on from here")),
        Shortcut("edit", presses_of(pygame.K_b), N_("Set up a position")),
        Shortcut("export", presses_of(pygame.K_x), N_("Export the game or the position")),
        Shortcut("rename", presses_of(pygame.K_F2), N_("Write a comment, or name a variation")),
        Shortcut(
            "delete", presses_of(pygame.K_DELETE), N_("Delete the move and everything after it")
        ),
        Shortcut("promote", (with_ctrl(pygame.K_UP),), N_("Make the variation the main line")),
        *(shortcut for shortcut in TABLE_SHORTCUTS if shortcut.action in _FILES),
        Shortcut("new", (with_ctrl(pygame.K_n),), N_("New game")),
        Shortcut(
            "escape",
            presses_of(pygame.K_ESCAPE),
            N_("Drop the selection, or leave"),
        ),
    ),
)
