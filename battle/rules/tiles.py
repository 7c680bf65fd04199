"""Tile kinds: the 27 different faces of the 108 tiles.

A kind is a suit and a rank, written rank first: `5m` is the character 5. Its index counts suits in
the order m, p, s and ranks within a suit:

    index  0 … 8    1m … 9m   character
           9 … 17   1p … 9p   dot
          18 … 26   1s … 9s   bamboo

There is exactly one `Kind` object per kind, so kinds may be compared with `is`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from battle.rules.errors import FormatError, quoted

SUITS: Final = "mps"
RANKS: Final = range(1, 10)
COPIES: Final = 4
ALL_TILES: Final = len(SUITS) * len(RANKS) * COPIES
"""The tiles of a full table, 108."""


@dataclass(frozen=True, slots=True, order=True)
class Kind:
    """One of the 27 kinds of tile; a pair of it scores its rank."""

    index: int

    @property
    def suit(self) -> str:
        """The suit letter: `m` character, `p` dot, `s` bamboo."""
        return SUITS[self.index // 9]

    @property
    def rank(self) -> int:
        """The rank, 1 to 9: the points a pair of this kind scores."""
        return self.index % 9 + 1

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return _kind_of_index, (self.index,)


KINDS: Final[tuple[Kind, ...]] = tuple(Kind(index) for index in range(27))
_KIND_OF_TEXT: Final = {str(kind): kind for kind in KINDS}


def _kind_of_index(index: int) -> Kind:
    return KINDS[index]


def kind(text: str) -> Kind:
    """Return the kind written `text`, such as `5m`; raise FormatError for anything else."""
    try:
        return _KIND_OF_TEXT[text]
    except KeyError:
        raise FormatError(
            "bad tile {text}: expected a rank 1-9 and a suit m, p or s, such as 5m",
            text=quoted(text),
        ) from None
