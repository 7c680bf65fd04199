"""The trainer, lessons from own games, and progress."""
