"""Setting up a new game: opponent, level, deal, clock."""
