"""Every key of the position editor: what it does, and the words the help screen shows."""

from __future__ import annotations

from typing import Final

import pygame

from battle.language import N_
from battle.window.ui.keys import KeyTable, Press, Shortcut, presses_of, with_ctrl

EDITOR_SHORTCUTS: Final = KeyTable(
    "editor",
    (
        Shortcut("type_tile", (), N_("Type a tile: it goes where the cursor is"), written="5 m"),
        Shortcut("left", presses_of(pygame.K_LEFT), N_("One cell to the left")),
        Shortcut("right", presses_of(pygame.K_RIGHT), N_("One cell to the right")),
        Shortcut("up", presses_of(pygame.K_UP), N_("One cell up")),
        Shortcut("down", presses_of(pygame.K_DOWN), N_("One cell down")),
        Shortcut("next_column", (Press(sign="/"),), N_("To the top of the next column")),
        Shortcut("leave_empty", (Press(sign="."),), N_("Leave the cell empty and go on")),
        Shortcut(
            "choose",
            presses_of(pygame.K_RETURN, pygame.K_SPACE),
            N_("Put the tile down that was chosen last"),
        ),
        Shortcut("delete", presses_of(pygame.K_DELETE), N_("Remove the tile")),
        Shortcut(
            "delete_before", presses_of(pygame.K_BACKSPACE), N_("Go back one cell, and remove")
        ),
        Shortcut("undo", (with_ctrl(pygame.K_z),), N_("Undo")),
        Shortcut(
            "redo",
            (with_ctrl(pygame.K_y), with_ctrl(pygame.K_z, shift=True)),
            N_("Redo"),
        ),
        Shortcut("copy", (with_ctrl(pygame.K_c),), N_("Copy the position")),
        Shortcut("paste", (with_ctrl(pygame.K_v),), N_("Paste a position or a game record")),
        Shortcut("escape", presses_of(pygame.K_ESCAPE), N_("Put back the tile held; else leave")),
    ),
)
