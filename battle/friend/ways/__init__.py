"""The ways to a friend: over a broker, or directly within one network."""
