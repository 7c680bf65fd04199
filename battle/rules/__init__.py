"""The rules of the game and its texts; standard library only."""
