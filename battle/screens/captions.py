"""What places and actions are called, the same on every surface."""

from __future__ import annotations

from typing import Final

from battle.screens import captions

# Places
ANALYSE: Final = captions.ANALYSE
FIRST_GAME: Final = captions.FIRST_GAME
HELP: Final = captions.HELP
LEARN: Final = captions.LEARN
NEW_GAME: Final = captions.NEW_GAME
PROGRESS: Final = captions.PROGRESS
RECORD: Final = captions.RECORD
REVIEW: Final = captions.REVIEW
RULES: Final = captions.RULES
SETTINGS: Final = captions.SETTINGS
TRAINER: Final = captions.TRAINER
WITH_A_FRIEND: Final = captions.WITH_A_FRIEND

# On the table
HINT: Final = captions.HINT
HINTS_USED: Final = captions.HINTS_USED
IN_ANALYSE: Final = captions.IN_ANALYSE
MISTAKE_BACK: Final = captions.MISTAKE_BACK
MISTAKE_BEFORE: Final = captions.MISTAKE_BEFORE
MISTAKE_ON: Final = captions.MISTAKE_ON
MOVES: Final = captions.MOVES
NEXT_MISTAKE: Final = captions.NEXT_MISTAKE
OFFER_DRAW: Final = captions.OFFER_DRAW
PAIRS: Final = captions.PAIRS
PAIRS_TO_TAKE: Final = captions.PAIRS_TO_TAKE
PLAY_ON: Final = captions.PLAY_ON
REDO: Final = captions.REDO
RESIGN: Final = captions.RESIGN
RESIGN_NOW: Final = captions.RESIGN_NOW
SAVED: Final = captions.SAVED
SAVE_GAME: Final = captions.SAVE_GAME
SHARE_RESULT: Final = captions.SHARE_RESULT
SHOW_RESULT: Final = captions.SHOW_RESULT
SIDES_NOW: Final = captions.SIDES_NOW
SOMEBODY_THINKS: Final = captions.SOMEBODY_THINKS
TABLE: Final = captions.TABLE
TAKE_BACK: Final = captions.TAKE_BACK
TALK: Final = captions.TALK
THINKS: Final = captions.THINKS
TO_GAME: Final = captions.TO_GAME
TO_START: Final = captions.TO_START

# Everywhere
BACK: Final = captions.BACK
CANCEL: Final = captions.CANCEL
CHANGE: Final = captions.CHANGE
COPIED: Final = captions.COPIED
DECLINED: Final = captions.DECLINED
DELETE: Final = captions.DELETE
DONE: Final = captions.DONE
EXPORT: Final = captions.EXPORT
FULL_SCREEN: Final = captions.FULL_SCREEN
IMPORT: Final = captions.IMPORT
KEEP: Final = captions.KEEP
LOOK: Final = captions.LOOK
MORE: Final = captions.MORE
NEXT: Final = captions.NEXT
NOT_NOW: Final = captions.NOT_NOW
OFF: Final = captions.OFF
OPEN_FILE: Final = captions.OPEN_FILE
OPPONENT: Final = captions.OPPONENT
PASTE_POSITION: Final = captions.PASTE_POSITION
PREVIOUS: Final = captions.PREVIOUS
QUIT: Final = captions.QUIT
SHOW: Final = captions.SHOW
STAY: Final = captions.STAY
STOP_PROVING: Final = captions.STOP_PROVING
WRITE: Final = captions.WRITE
YOU: Final = captions.YOU
YOUR_NAME: Final = captions.YOUR_NAME
YOUR_TURN: Final = captions.YOUR_TURN
