"""What can be wrong with what a friend's program sends; each is told, and changes nothing."""

from __future__ import annotations

from battle.rules.position import FormatError, RulesError


class DamagedError(FormatError):
    """A message that is damaged, forged, or tells of what cannot be.

    Its words are for those who look for the reason; a person is told that one was refused.
    """


def damaged_game() -> DamagedError:
    """Return the error for a kept game of which nothing can be used."""
    return DamagedError("a game with a friend is damaged")


class NewerError(FormatError):
    """What a newer program has written; nothing is wrong with it."""


class TooLateError(RulesError):
    """A deed that can do nothing as things stand; the message says why, to programmers."""
