"""The compiled search: positions as bits, and one question at a time."""
