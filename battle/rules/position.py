"""The board: tile kinds, cells, moves and positions; perft and the numbered deals.

A position is an immutable value. Its text is one line,

    <grid> [<to move> [<points>]]        5m5p/5p5m/9s/9s 1 0-0

with the columns from `a` to `l`, each from top to bottom, `.` for an empty cell. In every column
the tiles are contiguous: empty cells lie only above and below them.

Points that a player was *given* before the first move count like others, but no tiles on the table
were taken for them, so the line leaves them out: it has the points taken. A game's record states
the points given (`battle.rules.record`).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, combinations, compress
from random import Random
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

from battle.rules import svg

Item = TypeVar("Item")

# --- errors --------------------------------------------------------------------------------------
#
# Errors in the game's texts and moves, each reported in one line.
#
# An error keeps its sentence and the values in it apart, so that it can be translated:
# `FormatError("bad deal number {number}", number=7)`.


class RulesError(ValueError):
    """A violation of the rules or of a text format; the message is one line.

    `template` is the sentence with names in braces, `values` are their values; a value may be an
    error itself. Without values the template is the message.

        >>> isinstance(FormatError("bad tile"), RulesError)
        True
    """

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template.format(**values) if values else template)
        self.template = template
        self.values = values


class FormatError(RulesError):
    """A text that is not in its format; the message names the bad part and what was expected.

    >>> kind("0m")
    Traceback (most recent call last):
    battle.rules.position.FormatError: bad tile '0m': expected a rank 1-9 and a suit …
    """


class IllegalMoveError(RulesError):
    """A well-formed move that cannot be played in the position; the message says why.

    >>> position("5m5p/5p5m/9s/9s").play(move("a1a2"))
    Traceback (most recent call last):
    battle.rules.position.IllegalMoveError: illegal move a1a2: 5m and 5p are not a pair of one kind
    """


def check_is(value: object, *types: type) -> None:
    """Raise TypeError unless a value is of one of these types, for callers without a type checker.

    A text is not read in passing; the functions of `battle` read it.
    """
    if not isinstance(value, types):
        names = " or a ".join(one.__name__ for one in types)
        words = f"expected a {names}, not {quoted(repr(value))}"
        if isinstance(value, str):
            words += f"; battle.{types[0].__name__.lower()} reads a text"
        raise TypeError(words)


_LONGEST_QUOTE = 44


def quoted(text: str) -> str:
    """Return `text` in quotes on one line, shortened so that an error stays readable."""
    shown = repr(text[:_LONGEST_QUOTE])
    if len(shown) <= _LONGEST_QUOTE and len(text) <= _LONGEST_QUOTE:
        return shown
    return f"{shown[: _LONGEST_QUOTE - 2]}…{shown[0]}"


# --- texts as people type them -------------------------------------------------------------------

_PLAIN: Final = {
    ord(sign): plain
    for signs, plain in (
        *((chr(sign + 0xFEE0), chr(sign)) for sign in range(ord("!"), ord("~") + 1)),  # full width
        *(("‐‑‒–—―−﹣", "-"), ("“”„‟«»", '"'), ("‘’‚‛", "'"), ("…", "...")),
        *(("。｡", "."), ("、､", ","), ("【〔", "["), ("】〕", "]"), ("\x85\u2028\u2029", "\n")),
        ("\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007", " "),
        ("\u2008\u2009\u200a\u202f\u205f\u3000", " "),
    )
    for sign in signs
}
_INVISIBLE: Final = re.compile(
    "[\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]"
)


def meant(text: str) -> str:
    """Return a text with every sign in the plain form of what it means; invisible ones go.

    A raised or circled digit is none: a footnote's `²` does not mean 2. Parsers of what people type
    and paste read it so; names and comments stay as they are.

        >>> meant("ｃ１\u2013ｄ１")
        'c1-d1'
    """
    if text.isascii():
        return text
    return _INVISIBLE.sub("", text.translate(_PLAIN))


# --- tiles ---------------------------------------------------------------------------------------
#
# Tile kinds: the 27 different faces of the 108 tiles.
#
# A kind is a suit and a rank, written rank first: `5m` is the character 5. Its index counts suits
# in the order m, p, s and ranks within a suit:
#
#     index  0 … 8    1m … 9m   character
#            9 … 17   1p … 9p   dot
#           18 … 26   1s … 9s   bamboo
#
# There is exactly one `Kind` object per kind, so kinds can be compared with `is`.

SUITS: Final = "mps"
RANKS: Final = range(1, 10)
COPIES: Final = 4
ALL_TILES: Final = len(SUITS) * len(RANKS) * COPIES
"""The tiles of a full table, 108."""


@dataclass(frozen=True, slots=True, order=True)
class Kind:
    """One of the 27 kinds of tile; a pair of it scores its rank.

    >>> Kind.parse("5m").rank, Kind.parse("5m").suit, Kind.parse("5m").index
    (5, 'm', 4)
    """

    index: int

    @property
    def suit(self) -> str:
        """The suit letter: `m` character, `p` dot, `s` bamboo."""
        return SUITS[self.index // 9]

    @property
    def rank(self) -> int:
        """The rank, 1 to 9: the points a pair of this kind scores."""
        return self.index % 9 + 1

    @staticmethod
    def parse(text: str) -> Kind:
        """Return the kind written `text`, such as `5m`; raise FormatError for anything else.

        >>> kind("9s").rank
        9
        """
        try:
            return _KIND_OF_TEXT[meant(text)]
        except KeyError:
            raise FormatError(
                "bad tile {text}: expected a rank 1-9 and a suit m, p or s, such as 5m",
                text=quoted(text),
            ) from None

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"

    def __repr__(self) -> str:
        return f"kind('{self}')"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Kind.parse, (str(self),)


KINDS: Final[tuple[Kind, ...]] = tuple(Kind(index) for index in range(27))
_KIND_OF_TEXT: Final = {str(kind): kind for kind in KINDS}

kind = Kind.parse


# --- cells ---------------------------------------------------------------------------------------
#
# Cells: the 12 x 9 places of the table.
#
#             a  b  c  …  l      columns, left to right
#          1  .  .  .     .
#          2  .  .  .     .
#          …                     rows, top to bottom
#          9  .  .  .     .
#
# Tiles never move, so a cell names a tile for the whole game.

COLUMNS: Final = 12
ROWS: Final = 9
COLUMN_LETTERS: Final = "abcdefghijkl"
ROW_DIGITS: Final = "123456789"


class Cell(NamedTuple):
    """A place on the table: `column` 0 to 11 from the left, `row` 0 to 8 from the top.

    >>> Cell.parse("a1").column, Cell.parse("a1").row, str(Cell(11, 8))
    (0, 0, 'l9')
    """

    column: int
    row: int

    @staticmethod
    def parse(text: str) -> Cell:
        """Return the cell written `text` in either case, such as `a1`; raise FormatError otherwise.

        >>> cell("L9") == cell("l9")
        True
        """
        try:
            return _CELL_OF_TEXT[meant(text)]
        except KeyError:
            raise FormatError(
                "bad cell {text}: expected a column a-l and a row 1-9, such as a1",
                text=quoted(text),
            ) from None

    def __str__(self) -> str:
        return COLUMN_LETTERS[self.column] + ROW_DIGITS[self.row]

    def __repr__(self) -> str:
        return f"cell('{self}')"


CELLS: Final = tuple(tuple(Cell(column, row) for row in range(ROWS)) for column in range(COLUMNS))
"""Every cell, by its column and its row."""

_CELL_OF_TEXT: Final = {
    spelling: cell
    for column in CELLS
    for cell in column
    for spelling in (str(cell), str(cell).upper())
}

cell = Cell.parse


# --- move ----------------------------------------------------------------------------------------
#
# Moves: the two cells of a pair.

_MANY_MOVES: Final = 2**13
"""More different moves than a usual game or file has."""

_SPELLING: Final = re.compile(r"([^\s-]{2})(?: ?- ?| )?([^\s-]{2})")


class Move(NamedTuple):
    """Two different cells in ascending order: column first, then row.

    >>> Move.parse("a1c9").first, str(Move.parse("a1c9"))
    (cell('a1'), 'a1c9')
    """

    first: Cell
    second: Cell

    @staticmethod
    @lru_cache(_MANY_MOVES)
    def parse(text: str) -> Move:
        """Return the move written `text`: `a1c9`, `C9-a1` or `a1 c9`; raise FormatError otherwise.

        >>> move("C9-a1")
        move('a1c9')
        """
        match = _SPELLING.fullmatch(meant(text))
        if match is None:
            raise FormatError(
                "bad move {text}: expected two cells, such as a1c9", text=quoted(text)
            )
        try:
            return move_of(Cell.parse(match[1]), Cell.parse(match[2]))
        except FormatError as error:
            raise FormatError("bad move {text}: {error}", text=quoted(text), error=error) from None

    def __str__(self) -> str:
        return f"{self.first}{self.second}"

    def __repr__(self) -> str:
        return f"move('{self}')"


def move_of(first: Cell, second: Cell) -> Move:
    """Return the move that takes the tiles on two different cells, given in either order."""
    if first == second:
        raise FormatError(
            "bad move {text}: a pair needs two different cells", text=f"{first}{second}"
        )
    return Move(min(first, second), max(first, second))


move = Move.parse


# --- position ------------------------------------------------------------------------------------

Column: TypeAlias = tuple[Kind | None, ...]
Player: TypeAlias = Literal[1, 2]
PLAYERS: Final[tuple[Player, Player]] = (1, 2)

ALL_POINTS: Final = 270
POINTS_TO_WIN: Final = 136
MOST_CHARACTERS: Final = 10_000
"""The most characters of a position; a picture with wide margins has some hundreds."""

_RANKS: Final = tuple(kind.rank for kind in KINDS)

_KEPT: Final = 64
"""The cache of deals, for files with several games on a deal."""

_PADDING: Final = re.compile(r"\.+(?=/|$)")
"""The empty cells below the tiles of a column."""

EMPTY_COLUMN: Final[Column] = (None,) * ROWS
EMPTY_COLUMNS: Final = (EMPTY_COLUMN,) * COLUMNS

_PAIRED: Final = frozenset(range(2, COPIES + 1, 2))
"""The possible numbers of tiles of a kind that occurs."""


def other(player: Player) -> Player:
    """Return the player who is not `player`."""
    return 2 if player == 1 else 1


def for_player(margin: int, player: Player) -> int:
    """Convert a margin between player 1's side and `player`'s side."""
    return margin if player == 1 else -margin


def sign_of(margin: int) -> int:
    """Return the sign of a margin: 1, -1, or 0 for a draw."""
    return (margin > 0) - (margin < 0)


def winner_at(margin: int) -> Player | None:
    """Return who wins at a final margin from player 1's side, None for a draw."""
    return None if margin == 0 else 1 if margin > 0 else 2


@dataclass(frozen=True)
class Position:
    """A valid position. Build one with `parse`, `of_deal` or `play`, which keep it valid.

    `columns` are 12 columns of 9 cells from the top, a kind or None for an empty cell; `to_move`
    is the player whose turn it is, 1 or 2; `points` are what players 1 and 2 have, of which they
    were `given` some at the start of the game.

        >>> start = Position.parse("5m5p/5p5m/9s/9s")
        >>> start.legal_moves
        (move('a1b2'), move('a2b1'), move('c1d1'))
        >>> start.play(Move.parse("c1d1")).points
        (9, 0)
        >>> start.tiles_left, start.points_left, start.is_over
        (6, 19, False)
    """

    columns: tuple[Column, ...]
    to_move: Player = 1
    points: tuple[int, int] = (0, 0)
    given: tuple[int, int] = (0, 0)

    @staticmethod
    def parse(text: str, *, paired: bool = True) -> Position:
        """Return the position written `text`, a line or a picture of the grid.

        Raises FormatError, naming the bad part, for anything that is not a valid position. With
        `paired` false a kind may have any number of tiles, as in grids made to count moves on.

            >>> position("5m5p/5p5m/9s/9s 2 10-3").to_move
            2
        """
        if len(text) > MOST_CHARACTERS:
            raise FormatError(
                "bad position: expected at most {most} characters, found {count}",
                most=MOST_CHARACTERS,
                count=len(text),
            )
        text = meant(text)
        lines = [line for line in text.splitlines() if line.strip()]
        while lines and all(line.lstrip().startswith(">") for line in lines):  # quoted in a mail
            lines = [line.lstrip().removeprefix(">") for line in lines]
        is_picture = len(lines) > 1 and "/" not in text
        fields = [""] if is_picture else re.sub(r"(?<=/)\s+", "", "\n".join(lines)).split()
        if not 1 <= len(fields) <= 3:
            raise FormatError(
                "bad position {text}: expected <grid> [<to move> [<points>]], found {count} fields",
                text=quoted(text),
                count=len(fields),
            )
        columns = _columns_of_picture(lines) if is_picture else _columns_of_grid(fields[0])
        to_move: Player = 2 if fields[1:2] == ["2"] else 1
        if fields[1:2] not in ([], ["1"], ["2"]):
            raise FormatError("bad player to move {text}: expected 1 or 2", text=quoted(fields[1]))
        points = points_in(fields[2]) if len(fields) > 2 else (0, 0)
        kinds = _kinds_in(columns)
        if paired:
            _check_paired(kinds)
        left = _points_of(kinds)
        if sum(points) + left > ALL_POINTS:
            raise FormatError(
                "bad points {points}: with {left} on the table they are more than {all}",
                points=f"{points[0]}-{points[1]}",
                left=left,
                all=ALL_POINTS,
            )
        return Position(tuple(columns), to_move, points)

    @staticmethod
    @lru_cache(_KEPT)
    def of_deal(number: int) -> Position:
        """Return the start of deal `number`, 1 to 2^31 - 1; raise FormatError otherwise.

        A Fisher-Yates shuffle of the sorted tiles, laid row by row, that uses only
        `random.Random(number).random()`, which Python promises to repeat.

            >>> deal(1).grid[:18], deal(1).tiles_left
            ('3m5p7p8s6m7m1m9m2p', 108)
        """
        if not 1 <= number <= LAST_DEAL:
            raise _bad_number(number)
        tiles = shuffled([kind for kind in KINDS for _ in range(COPIES)], Random(number).random)
        return Position(
            tuple(
                tuple(tiles[row * COLUMNS + column] for row in range(ROWS))
                for column in range(COLUMNS)
            )
        )

    def kind_at(self, cell: Cell) -> Kind | None:
        """Return the kind of the tile on `cell`, None if the cell is empty."""
        return self.columns[cell.column][cell.row]

    def is_free(self, cell: Cell) -> bool:
        """Whether a tile lies on `cell` and all above it, or all below it, is empty."""
        column = self.columns[cell.column]
        return column[cell.row] is not None and not (
            any(column[: cell.row]) and any(column[cell.row + 1 :])
        )

    @cached_property
    def free_cells(self) -> tuple[Cell, ...]:
        """The cells of the free tiles, in ascending order."""
        return tuple(chain.from_iterable(map(_ends, CELLS, self.columns)))

    @cached_property
    def _alike(self) -> dict[Kind | None, list[Cell]]:
        """The free cells of every kind that has some, in ascending order."""
        alike: defaultdict[Kind | None, list[Cell]] = defaultdict(list)
        for cell in self.free_cells:
            alike[self.columns[cell.column][cell.row]].append(cell)
        return alike

    @cached_property
    def partners(self) -> Mapping[Cell, tuple[Cell, ...]]:
        """For every free cell the other free cells of the same kind, in ascending order."""
        same = ((cell, self._alike[self.kind_at(cell)]) for cell in self.free_cells)
        return {
            cell: tuple([partner for partner in cells if partner is not cell])
            for cell, cells in same
        }

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, in ascending order of the first cell, then of the second."""
        pairs = [pair for cells in self._alike.values() for pair in combinations(cells, 2)]
        return tuple(map(Move._make, sorted(pairs)))

    @property
    def is_over(self) -> bool:
        """Whether the player to move has no pair to take, which ends the game."""
        return not self.legal_moves

    @cached_property
    def tiles_left(self) -> int:
        """The number of tiles on the table, 0 to 108."""
        return sum(1 for _ in self.tiles())

    @cached_property
    def points_left(self) -> int:
        """The points of all pairs still on the table, reachable or not."""
        return _points_of(_kinds_in(self.columns))

    @property
    def margin(self) -> int:
        """Player 1's points minus player 2's."""
        return self.points[0] - self.points[1]

    @property
    def taken(self) -> tuple[int, int]:
        """The points of the pairs that players 1 and 2 have taken."""
        return self.points[0] - self.given[0], self.points[1] - self.given[1]

    @property
    def all_points(self) -> int:
        """The total points of a game: all pairs of its start, and the points given."""
        return sum(self.points) + self.points_left

    @property
    def points_to_win(self) -> int:
        """The points that guarantee a win."""
        return self.all_points // 2 + 1

    def with_given(self, given: tuple[int, int]) -> Position:
        """Return the position as if players 1 and 2 had been given these points at the start."""
        first, second = self.taken
        return replace(self, points=(first + given[0], second + given[1]), given=given)

    def tiles(self) -> Iterator[tuple[Cell, Kind]]:
        """Yield every tile's cell and kind, in ascending order of the cells."""
        for index, column in enumerate(self.columns):
            for row, kind in enumerate(column):
                if kind is not None:
                    yield Cell(index, row), kind

    def kind_of(self, move: Move) -> Kind:
        """Return the kind of the pair that `move` takes, legal or not.

        Raises IllegalMoveError where no tile is left on its first cell.
        """
        return self._kind_on(move.first, move)

    def _kind_on(self, cell: Cell, move: Move) -> Kind:
        kind = self.kind_at(cell)
        if kind is None:
            raise IllegalMoveError(
                "illegal move {move}: no tile is left on {cell}", move=move, cell=cell
            )
        return kind

    def worth(self, move: Move) -> int:
        """Return the points `move` scores; raise IllegalMoveError if it cannot be played."""
        self.check(move)
        return self.kind_of(move).rank

    def check(self, move: Move) -> None:
        """Raise IllegalMoveError, with the reason, unless `move` is legal here."""
        kinds = []
        for cell in move:
            kind = self._kind_on(cell, move)
            kinds.append(kind)
            if not self.is_free(cell):
                raise IllegalMoveError(
                    "illegal move {move}: {kind} on {cell} is not free",
                    move=move,
                    kind=kind,
                    cell=cell,
                )
        if move.first == move.second:
            raise IllegalMoveError(
                "illegal move {move}: a pair needs two different cells", move=move
            )
        if kinds[0] != kinds[1]:
            raise IllegalMoveError(
                "illegal move {move}: {first} and {second} are not a pair of one kind",
                move=move,
                first=kinds[0],
                second=kinds[1],
            )
        if move.first > move.second:
            raise IllegalMoveError(
                "illegal move {move}: expected {other}", move=move, other=move_of(*move)
            )

    def play(self, move: Move) -> Position:
        """Return the position after `move`; raise IllegalMoveError if it cannot be played."""
        gained = self.worth(move)
        columns = list(self.columns)
        for cell in move:
            column = columns[cell.column]
            columns[cell.column] = (*column[: cell.row], None, *column[cell.row + 1 :])
        first, second = self.points
        points = (first + gained, second) if self.to_move == 1 else (first, second + gained)
        return Position(tuple(columns), other(self.to_move), points, self.given)

    def __str__(self) -> str:
        return f"{self.grid} {self.to_move} {self.taken[0]}-{self.taken[1]}"

    def __repr__(self) -> str:
        given = f".with_given({self.given})" if any(self.given) else ""
        return f"position('{self.trimmed}'){given}"

    @property
    def trimmed(self) -> str:
        """The position's text without the empty cells and columns at ends, which reads the same."""
        return str(self).replace(self.grid, _PADDING.sub("", self.grid).rstrip("/") or ".")

    def _repr_svg_(self) -> str:
        """Return a picture of the table, which notebooks show."""
        return svg.document(self.columns, self.partners, self.grid)

    @cached_property
    def grid(self) -> str:
        """The columns as one word: all 9 cells of all 12 columns, separated by `/`."""
        return "/".join(
            "".join("." if kind is None else str(kind) for kind in column)
            for column in self.columns
        )

    @property
    def picture(self) -> str:
        """The table as people read it: 9 lines of 12 tiles, `..` for an empty cell."""
        return "\n".join(
            " ".join(".." if column[row] is None else str(column[row]) for column in self.columns)
            for row in range(ROWS)
        )


position = Position.parse


_MANY: Final = 2**12
"""More different columns than a usual file has."""
_TOKEN: Final = re.compile(r"\.|[0-9].?|.")
_TILES: Final[Mapping[str, Kind | None]] = {
    **{str(kind): kind for kind in KINDS},
    **dict.fromkeys((".", "..", "--")),
}


def _columns_of_grid(text: str) -> list[Column]:
    words = text.split("/")
    if len(words) > COLUMNS:
        raise FormatError(
            "bad grid: expected at most {columns} columns, found {count}",
            columns=COLUMNS,
            count=len(words),
        )
    columns = [*map(_column, words, COLUMN_LETTERS)]
    return columns + [EMPTY_COLUMN] * (COLUMNS - len(columns))


@lru_cache(_MANY)
def _column(text: str, letter: str) -> Column:
    tokens: list[str] = _TOKEN.findall(text)
    if len(tokens) > ROWS:
        raise FormatError(
            "bad column {column}: expected at most {rows} cells, found {count}",
            column=letter,
            rows=ROWS,
            count=len(tokens),
        )
    return _column_of_tokens(tokens, letter)


def _column_of_tokens(tokens: list[str], letter: str) -> Column:
    """Return the column of these tiles; raise FormatError for a bad one, or a gap between them."""
    try:
        column = (*map(_TILES.__getitem__, tokens), *EMPTY_COLUMN[len(tokens) :])
    except KeyError as unknown:
        try:
            Kind.parse(unknown.args[0])
        except FormatError as error:
            raise FormatError("bad column {column}: {error}", column=letter, error=error) from None
        raise
    filled = [row for row, kind in enumerate(column) if kind]
    if filled and filled[-1] - filled[0] >= len(filled):
        raise FormatError(
            "bad column {column}: an empty cell lies between its tiles", column=letter
        )
    return column


def _columns_of_picture(lines: list[str]) -> list[Column]:
    rows = [line.split() for line in lines]
    if len(rows) != ROWS:
        raise FormatError(
            "bad picture: expected {rows} lines, found {count}", rows=ROWS, count=len(rows)
        )
    for number, row in enumerate(rows, start=1):
        if len(row) != COLUMNS:
            raise FormatError(
                "bad picture: expected {columns} tiles in line {number}, found {count}",
                columns=COLUMNS,
                number=number,
                count=len(row),
            )
    return [
        _column_of_tokens([row[index] for row in rows], COLUMN_LETTERS[index])
        for index in range(COLUMNS)
    ]


def points_in(text: str) -> tuple[int, int]:
    """Return the points of players 1 and 2 written `12-9`; raise FormatError for anything else."""
    match = re.fullmatch(r"([0-9]{1,3})-([0-9]{1,3})", meant(text), re.ASCII)
    if match is None or max(int(match[1]), int(match[2])) > ALL_POINTS:
        raise FormatError(
            "bad points {text}: expected two numbers from 0 to {all}, such as 12-9",
            text=quoted(text),
            all=ALL_POINTS,
        )
    return int(match[1]), int(match[2])


def _check_paired(kinds: list[int]) -> None:
    for index, count in Counter(kinds).items():
        if count == 1:
            raise FormatError(
                "bad grid: {kind} is there once, expected 0, 2 or 4 times", kind=KINDS[index]
            )
        if count not in _PAIRED:
            raise FormatError(
                "bad grid: {kind} is there {count} times, expected 0, 2 or 4 times",
                kind=KINDS[index],
                count=count,
            )


def _kinds_in(columns: Iterable[Column]) -> list[int]:
    """Return the index of every tile's kind, column by column."""
    return [kind.index for column in columns for kind in column if kind is not None]


def _points_of(kinds: list[int]) -> int:
    return sum(map(_RANKS.__getitem__, kinds)) // 2


def _ends(cells: tuple[Cell, ...], column: Column) -> list[Cell]:
    """Return the rows of a column's free tiles: none, one or two."""
    filled = [*compress(cells, column)]
    return [filled[0], filled[-1]] if len(filled) > 1 else filled


# --- perft ---------------------------------------------------------------------------------------
#
# Perft: counting move sequences, so that two programs can compare their rules exactly.


def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of `depth` legal moves from `position`, depth at least 0.

    >>> perft(position("5m5p/5p5m/9s/9s"), 2)
    6
    """
    if depth == 0:
        return 1
    if depth == 1:
        return len(position.legal_moves)
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves)


def divide(position: Position, depth: int) -> dict[Move, int]:
    """Return the number of sequences of `depth` (1 or more) moves by their first move.

    >>> divide(position("5m5p/5p5m/9s/9s"), 2)
    {move('a1b2'): 2, move('a2b1'): 2, move('c1d1'): 2}
    """
    return {move: perft(position.play(move), depth - 1) for move in position.legal_moves}


# --- deal ----------------------------------------------------------------------------------------
#
# Numbered deals: the same starting grid for the same number on every machine.
#
# And positions after random play from them.

LAST_DEAL: Final = 2**31 - 1


deal = Position.of_deal


def shuffled(items: Iterable[Item], random: Callable[[], float]) -> list[Item]:
    """Return items in a random order, by the shuffle of `deal`."""
    order = [*items]
    for last in range(len(order) - 1, 0, -1):
        other = int(random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


def played_down(random: Random, start: Position, tiles: int) -> Position:
    """Return the position after random play from `start` down to at most `tiles` tiles.

    Games that end with more tiles are played again; the points are kept. Only `random.random()`
    is used, which Python promises to repeat.

        >>> from random import Random
        >>> played_down(Random(7), deal(1), 20).tiles_left
        20
    """
    while True:
        position = start
        while position.tiles_left > tiles and not position.is_over:
            moves = position.legal_moves
            position = position.play(moves[int(random.random() * len(moves))])
        if position.tiles_left <= tiles:
            return position


def deal_number(text: str) -> int:
    """Return the deal number written `text`; raise FormatError if it is none."""
    digits = meant(text).strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 10):
        raise _bad_number(quoted(text))
    number = int(digits)
    if not 1 <= number <= LAST_DEAL:
        raise _bad_number(number)
    return number


def _bad_number(number: int | str) -> FormatError:
    return FormatError(
        "bad deal number {number}: expected 1 to {last}", number=number, last=LAST_DEAL
    )
