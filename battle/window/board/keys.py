"""Every key of a table at play; other screens with a table take from these what they share."""

from __future__ import annotations

from typing import Final

import pygame

from battle.language import N_
from battle.window.ui.keys import KeyTable, Press, Shortcut, presses_of, with_ctrl

PREVIOUS_MISTAKE: Final = N_("To the previous mistake")
PASTE: Final = N_("Paste a position or a game record")
LINE_SHORTCUTS: Final = (
    Shortcut("step_on", (Press(sign="+"),), N_("Next move of the line that is shown")),
    Shortcut("step_back", (Press(sign="-"),), N_("Previous move of the line that is shown")),
)
"""The keys of a line that is replayed on the board."""

TABLE_SHORTCUTS: Final = KeyTable(
    "table",
    (
        Shortcut("left", presses_of(pygame.K_LEFT), N_("To the free tile on the left")),
        Shortcut("right", presses_of(pygame.K_RIGHT), N_("To the free tile on the right")),
        Shortcut("up", presses_of(pygame.K_UP), N_("To the top of the column")),
        Shortcut("down", presses_of(pygame.K_DOWN), N_("To the bottom of the column")),
        Shortcut(
            "next", (Press(sign="."),), N_("To the next partner or the next tile with a pair")
        ),
        Shortcut("previous", (Press(sign=","),), N_("The same, backwards")),
        Shortcut(
            "choose",
            presses_of(pygame.K_RETURN, pygame.K_SPACE),
            N_("Select the tile, or take the pair"),
        ),
        Shortcut(
            "type_tile", (), N_("Type a tile to select it: rank, then m, p or s"), written="5 m"
        ),
        Shortcut("undo", (Press(pygame.K_u), with_ctrl(pygame.K_z)), N_("Take back")),
        Shortcut(
            "redo",
            (with_ctrl(pygame.K_y), with_ctrl(pygame.K_z, shift=True)),
            N_("Redo a move that was taken back"),
        ),
        Shortcut("hint", presses_of(pygame.K_h), N_("Hint: the next step towards a good pair")),
        Shortcut("words_up", presses_of(pygame.K_PAGEUP), N_("Hints and teacher: scroll up")),
        Shortcut("words_down", presses_of(pygame.K_PAGEDOWN), N_("Hints and teacher: scroll down")),
        Shortcut("pairs", presses_of(pygame.K_l), N_("List and mark the pairs that can be taken")),
        Shortcut("analyse", presses_of(pygame.K_TAB), N_("Analyse the game so far")),
        Shortcut("draw", presses_of(pygame.K_d), N_("Offer a draw")),
        Shortcut("sides", presses_of(pygame.K_x), N_("Change sides with the solver")),
        Shortcut("resign", presses_of(pygame.K_r), N_("Resign")),
        Shortcut("result", presses_of(pygame.K_e), N_("Show the result, after the end")),
        Shortcut("talk", presses_of(pygame.K_t), N_("Messages to a friend elsewhere")),
        Shortcut("new", (Press(pygame.K_n), with_ctrl(pygame.K_n)), N_("New game")),
        Shortcut("save", (with_ctrl(pygame.K_s),), N_("Save the game")),
        Shortcut("open", (with_ctrl(pygame.K_o),), N_("Open a game")),
        Shortcut("copy", (with_ctrl(pygame.K_c),), N_("Copy the game record")),
        Shortcut("copy_position", (with_ctrl(pygame.K_c, shift=True),), N_("Copy the position")),
        Shortcut(
            "paste",
            (with_ctrl(pygame.K_v),),
            N_("Paste a position, a game record or an invitation"),
        ),
        Shortcut("fullscreen", presses_of(pygame.K_F11), N_("Full screen")),
        Shortcut("help", (Press(pygame.K_F1), Press(sign="?")), N_("Help: every key")),
        Shortcut("menu", presses_of(pygame.K_F10), N_("Menu")),
        Shortcut("escape", presses_of(pygame.K_ESCAPE), N_("Cancel, close, or open the menu")),
    ),
)
