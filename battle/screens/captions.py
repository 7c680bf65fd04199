"""What places and actions are called, the same on every surface."""

from __future__ import annotations

from typing import Final

from battle.language import N_

# Places
ANALYSE: Final = N_("Analyse")
FIRST_GAME: Final = N_("First game")
LEARN: Final = N_("Learn")
NEW_GAME: Final = N_("New game")
PROGRESS: Final = N_("Your progress")
RECORD: Final = N_("Your record")
REVIEW: Final = N_("Review")
RULES: Final = N_("Rules")
SETTINGS: Final = N_("Settings")
TRAINER: Final = N_("Endgame trainer")
WITH_A_FRIEND: Final = N_("Play with a friend")

# On the table
HINT: Final = N_("Hint")
HINTS_USED: Final = N_("Hints: {n} used")
MOVES: Final = N_("Moves")
OFFER_DRAW: Final = N_("Offer a draw")
PAIRS: Final = N_("Pairs")
PAIRS_TO_TAKE: Final = N_("Pairs to take")
REDO: Final = N_("Redo")
RESIGN: Final = N_("Resign")
RESIGN_NOW: Final = N_("Resign?")
SAVE_GAME: Final = N_("Save the game")
SAVED: Final = N_("Saved as {file}.")
SHARE_RESULT: Final = N_("Share result")
SHOW_RESULT: Final = N_("Show the result")
SIDES_NOW: Final = N_("Change sides?")
TAKE_BACK: Final = N_("Take back")
THINKS: Final = N_("thinks …")
SOMEBODY_THINKS: Final = N_("{name} thinks …")
TO_START: Final = N_("To the start screen")

# Everywhere
BACK: Final = N_("Back")
CANCEL: Final = N_("Cancel")
CHANGE: Final = N_("Change")
COPIED: Final = N_("Copied.")
DELETE: Final = N_("Delete")
DONE: Final = N_("Done")
DECLINED: Final = N_("The request was declined.")
EXPORT: Final = N_("Export")
FULL_SCREEN: Final = N_("Full screen")
IMPORT: Final = N_("Import")
KEEP: Final = N_("Keep")
MORE: Final = N_("More")
NEXT: Final = N_("Next")
OFF: Final = N_("off")
OPPONENT: Final = N_("Opponent")
PREVIOUS: Final = N_("Previous")
SHOW: Final = N_("Show")
STAY: Final = N_("Stay")
STOP_PROVING: Final = N_("Stop proving")
YOU: Final = N_("You")
YOUR_TURN: Final = N_("Your turn")
