"""Every key of the screens with a board: the table, Analyse, lessons and the trainer.

A key has one meaning on all of them: what is done at the table keeps its letter, and where Analyse
does something else it takes that letter with Shift.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pygame

from battle.language import N_
from battle.screens import captions
from battle.training.trainer_page import LESSON
from battle.window.ui.keys import KeyTable, Press, Shortcut, presses_of, with_ctrl

PREVIOUS_MISTAKE: Final = N_("To the previous mistake")
ADD_PROBLEMS: Final = N_("Add problems from a file")
PASTE: Final = N_("Paste a position or a game record")
LINE_SHORTCUTS: Final = (
    Shortcut("step_on", (Press(sign="+"),), N_("Next move of the line that is shown")),
    Shortcut("step_back", (Press(sign="-"),), N_("Previous move of the line that is shown")),
)
"""The keys of a line that is replayed on the board."""

TABLE_SHORTCUTS: Final = KeyTable(
    "table",
    N_("At the table"),
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
        Shortcut("undo", (Press(pygame.K_u), with_ctrl(pygame.K_z)), captions.TAKE_BACK),
        Shortcut(
            "redo",
            (with_ctrl(pygame.K_y), with_ctrl(pygame.K_z, shift=True)),
            N_("Redo a move that was taken back"),
        ),
        Shortcut("hint", presses_of(pygame.K_h), N_("Hint: the next step towards a good pair")),
        Shortcut("words_up", presses_of(pygame.K_PAGEUP), N_("Hints and teacher: scroll up")),
        Shortcut("words_down", presses_of(pygame.K_PAGEDOWN), N_("Hints and teacher: scroll down")),
        Shortcut("pairs", presses_of(pygame.K_l), N_("List and mark the pairs that can be taken")),
        Shortcut("analyse", presses_of(pygame.K_a), N_("Analyse the game so far")),
        Shortcut("draw", presses_of(pygame.K_d), captions.OFFER_DRAW),
        Shortcut("sides", presses_of(pygame.K_x), N_("Change sides with the computer")),
        Shortcut("resign", presses_of(pygame.K_r), captions.RESIGN),
        Shortcut("result", presses_of(pygame.K_F8), N_("Show the result, after the end")),
        Shortcut("talk", presses_of(pygame.K_t), N_("Messages to a friend elsewhere")),
        Shortcut("teacher", presses_of(pygame.K_F4), N_("Switch the teacher on or off")),
        Shortcut("new", (with_ctrl(pygame.K_n),), captions.NEW_GAME),
        Shortcut("save", (with_ctrl(pygame.K_s),), captions.SAVE_GAME),
        Shortcut("open", (with_ctrl(pygame.K_o),), N_("Open a game")),
        Shortcut("copy", (with_ctrl(pygame.K_c),), N_("Copy the game record")),
        Shortcut("copy_position", (with_ctrl(pygame.K_c, shift=True),), N_("Copy the position")),
        Shortcut(
            "paste",
            (with_ctrl(pygame.K_v),),
            N_("Paste a position, a game record or an invitation"),
        ),
        Shortcut("fullscreen", presses_of(pygame.K_F11), captions.FULL_SCREEN),
        Shortcut("help", (Press(pygame.K_F1), Press(sign="?")), N_("Help: every key")),
        Shortcut("menu", presses_of(pygame.K_F10), N_("Menu")),
        Shortcut("escape", presses_of(pygame.K_ESCAPE), N_("Cancel, close, or open the menu")),
    ),
)


# --- Analyse -------------------------------------------------------------------------------------

_FILES: Final = (
    "new",
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
    N_("In Analyse"),
    (
        Shortcut("play", presses_of(pygame.K_a), N_("Back to the table")),
        Shortcut("back", presses_of(pygame.K_LEFT), captions.PAIR_BEFORE),
        Shortcut("forward", presses_of(pygame.K_RIGHT), captions.NEXT_PAIR),
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
        Shortcut(
            "values", presses_of(pygame.K_v), N_("On the tiles: what a pair costs, or how it ends")
        ),
        Shortcut("all_moves", _shift(pygame.K_a), N_("All moves, or the best only")),
        Shortcut("review", _shift(pygame.K_r), N_("Review the whole game")),
        Shortcut("prove_position", (with_ctrl(pygame.K_p),), N_("Prove this position, or stop")),
        Shortcut("prove_line", (with_ctrl(pygame.K_p, shift=True),), N_("Prove the line, or stop")),
        Shortcut("sheet", _shift(pygame.K_t), N_("Lines or review")),
        Shortcut("learn", _shift(pygame.K_l), LESSON),
        Shortcut("play_on", presses_of(pygame.K_g), captions.PLAY_ON),
        Shortcut("edit", presses_of(pygame.K_b), N_("Set up a position")),
        Shortcut("export", _shift(pygame.K_x), N_("Export the game or the position")),
        Shortcut("rename", presses_of(pygame.K_F2), N_("Write a comment, or name a variation")),
        Shortcut(
            "delete", presses_of(pygame.K_DELETE), N_("Delete the move and everything after it")
        ),
        Shortcut("promote", (with_ctrl(pygame.K_UP),), N_("Make the variation the main line")),
        *(shortcut for shortcut in TABLE_SHORTCUTS if shortcut.action in _FILES),
        Shortcut(
            "escape",
            presses_of(pygame.K_ESCAPE),
            N_("Drop the selection, or leave"),
        ),
    ),
)


# --- lessons and the trainer ---------------------------------------------------------------------


def _as_at_play(*actions: str) -> tuple[Shortcut, ...]:
    return tuple(shortcut for shortcut in TABLE_SHORTCUTS if shortcut.action in actions)


def _choose(words: str) -> Shortcut:
    return Shortcut("choose", presses_of(pygame.K_RETURN, pygame.K_SPACE), words)


_WALK: Final = _as_at_play("left", "right", "up", "down", "next", "previous")
_HELP: Final = (
    Shortcut("hint", presses_of(pygame.K_h), N_("One more hint")),
    Shortcut("solution", _shift(pygame.K_h), N_("Show the solution")),
    Shortcut("why", presses_of(pygame.K_w), N_("Why the pair was costly")),
)
_WINDOW: Final = _as_at_play("fullscreen", "help")

FIRST_SHORTCUTS: Final = KeyTable(
    "first",
    N_("In the first game and lessons"),
    (
        *_WALK,
        _choose(N_("Select the tile, take the pair; once it is done: next step")),
        Shortcut("hint", presses_of(pygame.K_h), N_("Show me a pair")),
        Shortcut("go_on", presses_of(pygame.K_n), N_("To the next step")),
        Shortcut("go_back", _shift(pygame.K_n), N_("To the previous step")),
        Shortcut("again", presses_of(pygame.K_HOME), N_("The same step once more")),
        Shortcut("words_up", presses_of(pygame.K_PAGEUP), N_("Scroll the text up")),
        Shortcut("words_down", presses_of(pygame.K_PAGEDOWN), N_("Scroll the text down")),
        *_WINDOW,
        Shortcut("escape", presses_of(pygame.K_ESCAPE), N_("Let go, or leave")),
    ),
)

REVIEW_SHORTCUTS: Final = KeyTable(
    "review",
    N_("In the review"),
    (
        *_WALK,
        _choose(N_("Go on; while it is tried select the tile, take the pair")),
        Shortcut("next_mistake", presses_of(pygame.K_n), N_("To the next mistake")),
        Shortcut("previous_mistake", _shift(pygame.K_n), N_("To the mistake before")),
        Shortcut("try", presses_of(pygame.K_j), N_("Try it, or back to the game")),
        Shortcut("analyse", presses_of(pygame.K_a), captions.IN_ANALYSE),
        *_WINDOW,
        Shortcut("escape", presses_of(pygame.K_ESCAPE), captions.BACK),
    ),
)

LESSON_SHORTCUTS: Final = KeyTable(
    "lesson",
    N_("In a lesson"),
    (
        *_WALK,
        _choose(N_("Select the tile, take the pair; once it is solved: go on")),
        *_HELP,
        Shortcut("go_on", presses_of(pygame.K_n), N_("To the next mistake")),
        Shortcut("go_back", _shift(pygame.K_n), PREVIOUS_MISTAKE),
        *LINE_SHORTCUTS,
        Shortcut("analyse", presses_of(pygame.K_a), N_("Open the move in Analyse")),
        *_WINDOW,
        Shortcut("escape", presses_of(pygame.K_ESCAPE), N_("Let go, or leave the lesson")),
    ),
)

TRAINER_SHORTCUTS: Final = KeyTable(
    "trainer",
    N_("In the trainer"),
    (
        *_WALK,
        _choose(N_("Select the tile, take the pair; once it is answered: next exercise")),
        *_HELP,
        Shortcut("go_on", presses_of(pygame.K_n), N_("Next exercise")),
        Shortcut(
            "again", presses_of(pygame.K_HOME), N_("The same exercise once more, not counted")
        ),
        Shortcut(
            "retire", presses_of(pygame.K_DELETE), N_("Do not ask this any more, or ask it again")
        ),
        *LINE_SHORTCUTS,
        Shortcut("analyse", presses_of(pygame.K_a), N_("Open the exercise in Analyse")),
        Shortcut("progress", presses_of(pygame.K_y), captions.PROGRESS),
        Shortcut("theme", (with_ctrl(pygame.K_t),), N_("Theme of the exercises")),
        Shortcut("add_file", (with_ctrl(pygame.K_o),), ADD_PROBLEMS),
        *_WINDOW,
        Shortcut("escape", presses_of(pygame.K_ESCAPE), N_("Let go, or leave the trainer")),
    ),
)
