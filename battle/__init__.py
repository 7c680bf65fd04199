"""Mahjong Battle: the game, its rules, its window and its commands."""

__version__ = "0.1.0"
