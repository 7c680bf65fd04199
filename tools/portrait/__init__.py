"""A portrait of the game: what proofs tell of it, collected, counted, drawn and told."""
