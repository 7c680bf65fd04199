"""Every key of the position editor: what it does, and the words the help screen shows."""

from __future__ import annotations

from typing import Final

import pygame

from battle.language import N_
from battle.window.ui.keys import KeyTable, Press, Shortcut

EDITOR_SHORTCUTS: Final = KeyTable(
    "editor",
    (
        Shortcut("type_tile", (), N_("Type a tile: it goes where the cursor is"), written="5 m"),
        Shortcut("left", (Press(pygame.K_LEFT),), N_("One cell to the left")),
        Shortcut("right", (Press(pygame.K_RIGHT),), N_("One cell to the right")),
        Shortcut("up", (Press(pygame.K_UP),), N_("One cell up")),
        Shortcut("down", (Press(pygame.K_DOWN),), N_("One cell down")),
        Shortcut("next_column", (Press(sign="/"),), N_("To the top of the next column")),
        Shortcut("leave_empty", (Press(sign="."),), N_("Leave the cell empty and go on")),
        Shortcut(
            "choose",
            (Press(pygame.K_RETURN), Press(pygame.K_SPACE)),
            N_("Put the tile down that was chosen last"),
        ),
        Shortcut("delete", (Press(pygame.K_DELETE),), N_("Remove the tile")),
        Shortcut("delete_before", (Press(pygame.K_BACKSPACE),), N_("Go back one cell, and remove")),
        Shortcut("undo", (Press(pygame.K_z, ctrl=True),), N_("Undo")),
        Shortcut(
            "redo",
            (Press(pygame.K_y, ctrl=True), Press(pygame.K_z, ctrl=True, shift=True)),
            N_("Redo"),
        ),
        Shortcut("copy", (Press(pygame.K_c, ctrl=True),), N_("Copy the position")),
        Shortcut("paste", (Press(pygame.K_v, ctrl=True),), N_("Paste a position or a game record")),
        Shortcut("escape", (Press(pygame.K_ESCAPE),), N_("Put back the tile held; else leave")),
    ),
)
