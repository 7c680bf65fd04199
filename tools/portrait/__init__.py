"""A portrait of the game: proven results collected, counted, drawn and described."""
