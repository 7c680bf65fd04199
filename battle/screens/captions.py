"""What places and actions are called, the same on every surface."""

from __future__ import annotations

from typing import Final

from battle.language import N_

# Places
ANALYSE: Final = N_("Analyse")
HELP: Final = N_("Help")
LEARN: Final = N_("Learn")
NEW_GAME: Final = N_("New game")
PROGRESS: Final = N_("Your progress")
REVIEW: Final = N_("Review")
RULES: Final = N_("Rules")
SETTINGS: Final = N_("Settings")
WITH_A_FRIEND: Final = N_("Play with a friend")

# On the table
HINTS_USED: Final = N_("Hints: {n} used")
IN_ANALYSE: Final = N_("Open in Analyse")
MISTAKE_BACK: Final = N_("‹ Mistake")
MISTAKE_BEFORE: Final = N_("Previous mistake")
MISTAKE_ON: Final = N_("Mistake ›")
NEXT_MISTAKE: Final = N_("Next mistake")
OFFER_DRAW: Final = N_("Offer a draw")
PAIRS: Final = N_("Pairs")
PAIRS_TO_TAKE: Final = N_("Pairs to take")
PLAY_ON: Final = N_("Play on from here")
REDO: Final = N_("Redo")
RESIGN: Final = N_("Resign")
SAVED: Final = N_("Saved as {file}.")
SAVE_GAME: Final = N_("Save the game")
SHOW_RESULT: Final = N_("Show the result")
SOMEBODY_THINKS: Final = N_("{name} thinks …")
TABLE: Final = N_("Table")
TAKE_BACK: Final = N_("Take back")
TALK: Final = N_("Talk")
THINKS: Final = N_("thinks …")
TO_GAME: Final = N_("Back to the game")
TO_START: Final = N_("To Start")

# Everywhere
BACK: Final = N_("Back")
CANCEL: Final = N_("Cancel")
CHANGE: Final = N_("Change")
COPIED: Final = N_("Copied.")
NOT_COPIED: Final = N_("It could not be copied.")
DELETE: Final = N_("Delete")
DONE: Final = N_("Done")
EXPORT: Final = N_("Export")
FULL_SCREEN: Final = N_("Full screen")
GO_ON: Final = N_("Go on")
IMPORT: Final = N_("Import")
KEEP: Final = N_("Keep")
LOOK: Final = N_("Look at it")
MORE: Final = N_("More")
NEXT: Final = N_("Next")
NOT_NOW: Final = N_("Not now")
OFF: Final = N_("off")
OPEN_FILE: Final = N_("Open a file")
OPPONENT: Final = N_("Opponent")
PASTE_POSITION: Final = N_("Paste a position")
QUIT: Final = N_("Quit")
STAY: Final = N_("Stay")
YOU: Final = N_("You")
YOUR_NAME: Final = N_("Your name")
YOUR_TURN: Final = N_("Your turn")
