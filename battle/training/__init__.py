"""Training: problems, the deck that repeats them, lessons from the person's own games."""
