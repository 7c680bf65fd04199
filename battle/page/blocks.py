"""The blocks that every page is made of, independent of any surface.

    builders    beside what they tell: `battle.coach.hints`, …          return a Page
    renderers   `battle.page.text` (terminal, commands), `battle.window.pages`, `battle.report`

Blocks are frozen values: pages compare by value, so a page is drawn or printed only when it has
changed. They state a meaning (an ink, a role, an icon by name), never pixels or colours. `said` is
the sentence for a surface without pictures, if the fields alone do not make one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Literal, TypeAlias

from battle.analysis.costs import Mark
from battle.rules.position import Kind, Move, Player, Position


class Ink(Enum):
    """The emphasis or meaning of words."""

    PLAIN = "plain"
    MUTED = "muted"
    FAINT = "faint"
    GOLD = "gold"
    GOOD = "good"
    BAD = "bad"


class Role(Enum):
    """The role of words in a layout."""

    SMALL = "small"
    TEXT = "text"
    LARGE = "large"
    STRONG = "strong"
    HEADING = "heading"


@dataclass(frozen=True)
class Block:
    """The base of all blocks."""

    @property
    def target(self) -> Any:
        """The target that is followed when the block is chosen, None if it cannot be chosen."""
        return getattr(self, "leads_to", None)


Page: TypeAlias = Sequence[Block]


@dataclass(frozen=True)
class Act:
    """What is done when something is chosen: one of the screen's acts, and what it takes."""

    name: str
    given: tuple[tuple[str, Any], ...] = ()


def act(do: str, /, **given: Any) -> Act:
    """Return an act with its arguments."""
    return Act(do, tuple(given.items()))


@dataclass(frozen=True)
class ToMove:
    """A target: the place after move `ply` of the line that a page is about, or `before` it.

    Ply 0 is the start. `line`, if any, is played from there.
    """

    ply: int
    before: bool = False
    line: tuple[Move, ...] = ()

    @property
    def place(self) -> int:
        """The number of moves played there."""
        return self.ply - self.before


@dataclass(frozen=True)
class Space(Block):
    """Space between blocks, `size` in pixels of a 1280 x 800 window, with a line if `rules`."""

    size: int = 8
    rules: bool = False


@dataclass(frozen=True)
class Title(Block):
    """A heading, with a player's sign before it and a note at its end, if given."""

    words: str
    note: str = ""
    player: Player | None = None
    leads_to: Any = None
    large: bool = False
    ink: Ink = Ink.PLAIN


@dataclass(frozen=True)
class Paragraph(Block):
    """A paragraph; `icon` stands before its first line."""

    words: str
    ink: Ink = Ink.MUTED
    role: Role = Role.SMALL
    icon: str = ""
    icon_ink: Ink = Ink.GOLD
    leads_to: Any = None
    said: str = ""


ITEM: Final = "dot"
"""The icon of a paragraph in a list; nothing that can be clicked has it."""


@dataclass(frozen=True)
class Sum(Block):
    """A line of a sum: a label and a number. The `result` stands below a stroke.

    `proven` is None for numbers that need no proof, such as a count.
    """

    words: str
    number: str
    player: Player | None = None
    proven: bool | None = True
    result: bool = False


@dataclass(frozen=True)
class MoveLine(Block):
    """A move: number, tile, cells, cost, and whether it changed who wins.

    If there is room: the `player`, the `margin` after it, the `better` pairs, and `notes` in
    sentences.
    """

    number: str
    kind: Kind
    cells: str
    cost: str
    mark: Mark
    proven: bool
    changed: bool = False
    leads_to: Any = None
    said: str = ""
    player: Player | None = None
    margin: str = ""
    better: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class ValueLine(Block):
    """A legal move: number, tile, cells and value, with proven `bounds` if any.

    The expected `play` after it stands below.
    """

    number: str
    kind: Kind
    cells: str
    value: str
    mark: Mark
    proven: bool
    bounds: str
    play: str
    leads_to: Any


@dataclass(frozen=True)
class PairLine(Block):
    """A pair: the sign of the player who takes it, tile, cells, its worth, and its `places`.

    Without a `player`, a `worth` or `places` that part is left out.
    """

    player: Player | None
    kind: Kind
    cells: str
    said: str = ""
    worth: int = 0
    leads_to: Any = None
    places: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Button(Block):
    """Does something; a `note` stands below its words, `aside` at its end, a `face` for its icon.

    A `main` one stands out, once a screen; one that is `off` does nothing now but say `why`, if
    that is known; one that is `on` is what is shown; of a `small` one only the icon is seen. One at
    the `end` stands beside the heading of its card. A `badge` is how many messages wait behind it.
    `typed` is its word in the terminal, in English as marked with `N_`.
    """

    words: str
    icon: str
    do: Act
    note: str = ""
    aside: str = ""
    face: str = ""
    badge: int = 0
    small: bool = False
    end: bool = False
    main: bool = False
    danger: bool = False
    off: bool = False
    why: str = ""
    on: bool = False
    key: str = ""
    typed: str = ""

    @property
    def target(self) -> Act | None:
        """What choosing it means."""
        refusal = act("say", words=self.why) if self.why else None
        return refusal if self.off else self.do


@dataclass(frozen=True)
class KeyLine(Block):
    """Keys as they are written, one cap each, and what they do."""

    keys: tuple[str, ...]
    words: str
    leads_to: Any = None


@dataclass(frozen=True)
class Progress(Block):
    """A progress bar, 0 to 1, with its text."""

    words: str
    share: float


@dataclass(frozen=True)
class Run(Block):
    """The `inks` of what is done of `count` things, as bars; the next is in hand.

    `said` is the same in words; the `note` stands beside them.
    """

    inks: tuple[Ink, ...]
    count: int
    said: str
    note: str = ""


@dataclass(frozen=True)
class Table(Block):
    """A table of texts with a header; `numeric` columns, counted from 0, are flush right."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[int, ...] = ()


@dataclass(frozen=True)
class MoveTable(Block):
    """A table of moves with all their details; `names` are those of the players."""

    lines: tuple[MoveLine, ...]
    names: tuple[str, str]


@dataclass(frozen=True)
class MarkedPair:
    """A pair highlighted on a board.

    `look` is its frame: dashed for the pair `played`, solid for the `better` one. `words`, such as
    `-6`, stand on both tiles.
    """

    move: Move
    look: Literal["played", "better", "unknown"] = "better"
    words: str = ""


@dataclass(frozen=True)
class Board(Block):
    """A position with highlighted pairs, the last on top."""

    position: Position
    shown: tuple[MarkedPair, ...] = ()
    said: str = ""
    leads_to: Any = None


@dataclass(frozen=True)
class Walk(Block):
    """A line to step through on one board: a card for each move, with the `Board` before it.

    It opens at the `ply`. The plot and the table lead to the cards; where there are no steps, as on
    paper, those of the moves that `counted` are seen.
    """

    cards: tuple[Card, ...]
    plot: Plot
    table: MoveTable
    ply: int
    counted: frozenset[int]


@dataclass(frozen=True)
class Diagram(Block):
    """The first columns and rows of a position, large, with highlighted pairs.

    The place of a pair that is `gone` is outlined, `points_at_free` tiles are pointed at, cells can
    be `lettered`. With `names` beside the rows it is tiles in rows, none of which is blocked. A
    `small` one takes no more room than its tiles need to be told apart.
    """

    position: Position
    columns: int
    rows: int
    shown: tuple[MarkedPair, ...] = ()
    gone: Move | None = None
    points_at_free: bool = False
    lettered: bool = False
    names: tuple[str, ...] = ()
    small: bool = False


@dataclass(frozen=True)
class Race(Block):
    """Both scores as bars growing towards each other, and the points that are left."""

    points: tuple[int, int]
    left: int


@dataclass(frozen=True)
class Curve:
    """A curve of a plot: a value at each ply from `first` on, None if unknown.

    Unproven stretches are dashed; it climbs in `steps` or straight, and is `thin` as a secondary
    curve. Its `name` stands at its end.
    """

    values: tuple[int | None, ...]
    proven: tuple[bool, ...]
    player: Player | None = None
    steps: bool = False
    name: str = ""
    first: int = 0
    thin: bool = False


@dataclass(frozen=True)
class Dot:
    """A dot of a plot for a costly move of a player, with its label."""

    place: int
    value: int
    player: Player
    mark: Mark
    words: str = ""


@dataclass(frozen=True)
class Plot(Block):
    """A plot of curves over the plies of a line, 0 for its start.

    Numbers are written with their sign where zero divides them (`signed`); then `sides` say what
    lies above and below it, and the player `up` is ahead above it. `cut` is a place with a line
    across, named by `cut_words`; `first` is the player who moves first.
    """

    title: str
    curves: tuple[Curve, ...]
    low: int
    high: int
    signed: bool = False
    sides: tuple[str, str] | None = None
    up: Player = 1
    dots: tuple[Dot, ...] = ()
    cut: int | None = None
    cut_words: str = ""
    tall: bool = False
    first: Player = 1


@dataclass(frozen=True)
class Chips(Block):
    """A few words each, side by side, such as what is agreed on."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class Message(Block):
    """What somebody has written: who and when in a `note`; one's own is `mine`."""

    words: str
    note: str
    mine: bool = False


@dataclass(frozen=True)
class Score(Block):
    """A player's result of a game; `face` is the name of one, `initial` stands where none is."""

    player: Player
    name: str
    points: int
    is_winner: bool
    face: str = ""
    initial: str = ""


@dataclass(frozen=True)
class Signs(Block):
    """A coloured sign for each pair of a player, higher where it cost more, with a legend.

    `marks` are classes of costs, 0 for the best pair, None for what is not known.
    """

    marks: tuple[int | None, ...]
    legend: tuple[tuple[int | None, str], ...]


@dataclass(frozen=True)
class Row(Block):
    """Blocks side by side, with an icon between them if `sign` names one."""

    blocks: tuple[Block, ...]
    sign: str = ""


@dataclass(frozen=True)
class Figure(Block):
    """A large number with its label above and a note below."""

    title: str
    number: str
    note: str = ""


@dataclass(frozen=True)
class Bar:
    """A bar; `part` of its `number` is filled. `words` say more than the number, if given.

    The label of a bar that `stands_out` is never left out.
    """

    label: str
    number: int
    part: int
    words: str = ""
    stands_out: bool = False


@dataclass(frozen=True)
class Bars(Block):
    """Bars of one scale, standing side by side or lying below one another.

    `filled` says what their filled part is. A `line` has a value over each standing bar; a dashed
    line goes through all at `level`.
    """

    title: str
    bars: tuple[Bar, ...]
    lying: bool = False
    filled: str = ""
    line: tuple[float, ...] = ()
    level: float | None = None


@dataclass(frozen=True)
class Code(Block):
    """Text to be copied verbatim."""

    text: str


@dataclass(frozen=True)
class Card(Block):
    """Blocks that belong together, with a heading and a note at its end, if given.

    If there is room, cards stand side by side.
    """

    blocks: tuple[Block, ...]
    words: str = ""
    icon: str = ""
    note: str = ""


def flat(page: Page) -> Iterator[Block]:
    """Yield the blocks of a page, those of its cards one by one."""
    for block in page:
        if isinstance(block, Card):
            yield from flat(block.blocks)
        else:
            yield block
