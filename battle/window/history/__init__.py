"""The person's record: every finished game, results and points lost."""
