"""The ways to a friend: over a broker, within one network; what makes the channels of a game."""
