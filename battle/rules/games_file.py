"""Files that hold several games, one after the other, as PGN's do: their texts, and the records.

A game is its tags and the moves after them; where tags begin anew another game begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from battle.rules.errors import FormatError, RulesError
from battle.rules.record import TAG, Record, record

_MOVETEXT: Final = re.compile(r"(?:[^{;\[]++|\{[^}]*+\}|;[^\n]*+)*")
"""What is no tag: words, comments in braces, comments to the end of their line.

The outermost repetition takes nothing back either, but is not written `*+`: in early
versions of Python 3.11 that goes too far where a part begins and does not end, as a comment may.
"""

_NO_TAGS: Final = re.compile(rf"(?:^(?!{TAG.pattern})\[[^\n]*+(?:\n|\Z))+", re.MULTILINE)
"""Lines that begin as tags do and are none."""


class SeveralGamesError(FormatError):
    """One game was expected, and there are several; `count` is how many."""

    @property
    def count(self) -> int:
        """How many games there are."""
        return int(str(self.values["count"]))


def texts_of_games(text: str) -> list[str]:
    """Return the text of each game in a file, the whole where there are not several.

    They are not read: what is no record is found when it is.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    starts, end, has_moves = [0], 0, False
    is_record = TAG.match(text) is not None
    while end < len(text):
        begin = end
        while match := TAG.match(text, end):
            end = match.end()
        is_tag = end > begin or (is_record and text[begin - 1] == "\n")
        if has_moves and is_tag:
            starts.append(begin)
            has_moves = False
        if end == begin and text[end] == "[":
            lines = _NO_TAGS.match(text, end)
            end = lines.end() if lines else text.find("\n", end) + 1 or len(text)
        rest = _MOVETEXT.match(text, end)
        after = end if rest is None else rest.end()
        has_moves = has_moves or (after > end and not text[end:after].isspace())
        if text[after : after + 1] == "{":
            break
        end = after
    ends = [*starts[1:], len(text)]
    return [text[first:last] for first, last in zip(starts, ends, strict=True)]


def one_game(text: str, number: int | None = None) -> Record:
    """Return the game with a number, from 1, in the text of a file; without one its only game.

    Raises SeveralGamesError for several without a number, RulesError for a number there is none of
    and for what is no record.
    """
    texts = texts_of_games(text)
    if number is None and len(texts) > 1:
        raise SeveralGamesError("there are {count} games in it", count=len(texts))
    if number is not None and number > len(texts):
        raise FormatError(
            "bad number {number}: the file has {count} games", number=number, count=len(texts)
        )
    return record(texts[(number or 1) - 1])


def all_games(text: str, bad: Callable[[int, RulesError], None]) -> Iterator[tuple[int, Record]]:
    """Yield every game in the text of a file with its number; `bad` hears of those that are none.

    The only game of a file raises RulesError if it is none.
    """
    texts = texts_of_games(text)
    for number, one in enumerate(texts, start=1):
        try:
            found = record(one)
        except RulesError as error:
            if len(texts) == 1:
                raise
            bad(number, error)
        else:
            yield number, found
