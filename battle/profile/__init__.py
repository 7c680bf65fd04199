"""What is kept for a person: settings, the record of games, proofs, the game to go on with."""
