"""A person's stored data: settings, the record of games, proofs, the unfinished game."""
