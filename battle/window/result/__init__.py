"""The result card of a finished game: who won, how, points lost, luck, and what was left."""
