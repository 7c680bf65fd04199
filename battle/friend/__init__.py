"""A game with a friend who sits somewhere else: what is sent, how it is sealed, and on what way."""
