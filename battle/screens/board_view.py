"""What a screen with a board shows and offers, as values that a surface draws or sends.

    BoardView
    ├── seats, race    who plays, as far as it is shown
    ├── board          a `BoardShown`: tiles, outlines of what was taken; `frames` come before it
    ├── request        what another player asks
    ├── talk           what the players write to each other
    ├── dock           the one place that speaks
    ├── pairs, moves   lists
    ├── page, main, buttons    what a task says and offers below the board
    └── actions, more  what else can be done; `sides` of a wide table have some of it

What a pair is called, costs and does stands beside it. The functions below make these records of
a session, a position, or what is shown of a costly pair.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from string import ascii_lowercase
from typing import Final, Literal, TypeAlias

from battle.analysis.costs import USUAL, MoveCost
from battle.coach.answer import Shown
from battle.game.session import Session
from battle.game.setup import face
from battle.language import _, ngettext
from battle.page.blocks import Block, Page, Plot, Run
from battle.rules.position import (
    COLUMNS,
    PLAYERS,
    ROWS,
    Cell,
    Kind,
    Move,
    Player,
    Position,
    other,
)
from battle.rules.tree import Node, move_number
from battle.screens.played import Played
from battle.screens.view import Act, Button, CardView, act
from battle.words import address, cost_figure, label, tile_words

Frame: TypeAlias = Literal["", "played", "answer", "best", "hint"]
"""How a tile is framed, and so why."""
YOU: Final = "you"
"""The face of the person here."""
GUEST: Final = "guest"
"""The face of who plays the person at the same device."""


@dataclass(frozen=True)
class TileShown:
    """A tile on the board: its words, those for who does not see it, and what it `says` in vain.

    A free one can be taken with its `pairs`; a blocked one lies between its `blockers`. It is
    framed, `glows` in the light, or is `quiet` outside it; a `tag` has the colour of a class of
    `cost`, 0 for a best pair. Where it has several partners, which look alike, all of them have a
    `place`: where they lie, from 0 to 1 across the board and down.
    """

    cell: Cell
    kind: Kind
    free: bool
    words: str = ""
    name: str = ""
    says: str = ""
    take: str = ""
    pairs: tuple[Cell, ...] = ()
    place: tuple[float, float] | None = None
    blockers: tuple[Cell, ...] = ()
    mark: Frame = ""
    glows: bool = False
    quiet: bool = False
    tag: str = ""
    cost: int | None = None


@dataclass(frozen=True)
class Ghost:
    """The outline of a tile that a player took; `words` on it say for how much."""

    cell: Cell
    player: Player
    words: str = ""


@dataclass(frozen=True)
class Bubble:
    """What a player gets for a pair that is played; no words where it makes no difference."""

    words: str
    player: Player


@dataclass(frozen=True)
class BoardShown:
    """A board of so many columns and rows, of which it shows those in the `box`.

    The box is left, top, right, bottom; the `columns` are words for each that has tiles, for who
    does not see them. A board with `letters` names its cells; a `close` one
    leaves little room for empty columns. `is_pair`: two tiles are shown at once. Free tiles can be
    pointed at, for who does not know yet which those are. Cells are `wrong` that keep it from being
    a position, with a tile or without.
    """

    tiles: tuple[TileShown, ...]
    ghosts: tuple[Ghost, ...] = ()
    columns: tuple[str, ...] = ()
    box: tuple[int, int, int, int] | None = None
    cols: int = COLUMNS
    rows: int = ROWS
    letters: bool = False
    close: bool = False
    bubble: Bubble | None = None
    is_pair: bool = False
    points_at_free: bool = False
    wrong: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class KindShown:
    """A kind of tile to choose, of which so many are `left`; the one that is `on` is chosen."""

    kind: Kind
    words: str
    left: int
    on: bool = False


@dataclass(frozen=True)
class Palette(Block):
    """All kinds, suit by suit; the act `choose` gets one as `kind`."""

    kinds: tuple[KindShown, ...]


@dataclass(frozen=True)
class SeatShown:
    """A player: what they are doing, their points, and the pairs they took.

    A face, or the `initial` of somebody who is elsewhere; `eye` says who else sees the game. The
    `aim` is what they still want, a `share` of what wins is theirs. It `says` who has how many
    points for who does not see the sign.
    """

    player: Player
    name: str
    score: int
    sub: str = ""
    face: str = ""
    initial: str = ""
    eye: str = ""
    moves: bool = False
    won: bool = False
    is_you: bool = False
    taken: tuple[Kind, ...] = ()
    aim: str = ""
    share: float = 0.0
    says: str = ""


@dataclass(frozen=True)
class RaceShown:
    """Both scores as shares of all points, the first player's first, and how many win."""

    shares: tuple[float, float]
    words: str


@dataclass(frozen=True)
class Price:
    """What is known of a pair's cost: as it is written, its bounds, and its class if it has one."""

    words: str
    lower: int
    upper: int
    proven: bool
    cost: int | None


@dataclass(frozen=True)
class Taken:
    """A pair that a player takes: its tile."""

    player: Player
    kind: Kind


@dataclass(frozen=True)
class PairShown:
    """A pair that can be taken, with what it costs and the `play` that is expected after it.

    Where another pair is of its kind too, `places` say where its tiles lie, from 0 to 1 across the
    board and down.
    """

    move: Move
    kind: Kind
    words: str
    cells: str
    worth: str
    do: Act
    places: tuple[tuple[float, float], ...] = ()
    price: Price | None = None
    play: tuple[Taken, ...] = ()


@dataclass(frozen=True)
class MoveShown:
    """A move of the game; one that is `on` led to what is shown."""

    number: str
    player: Player
    kind: Kind
    cells: str
    price: Price | None = None
    do: Act | None = None
    on: bool = False


@dataclass(frozen=True)
class SignShown:
    """The sign of a pair, of the class of its cost, with its `points` if it cost any.

    The one that is `on` is looked at.
    """

    says: str
    cost: int | None
    points: int = 0
    do: Act | None = None
    on: bool = False


DockKind: TypeAlias = Literal["say", "last", "ask", "speak", "talk"]


@dataclass(frozen=True)
class Dock:
    """What the one place that speaks says, with `sub` beside it, and what can be answered.

    It says something, shows the `last` move with its worth, asks before anything else, lets a
    player speak at length, or shows what another has written. A `closes` one can be put away.
    While a tile is chosen it shows that one, its partners, and the words `chosen`.
    """

    words: str
    sub: str = ""
    kind: DockKind = "say"
    main: Button | None = None
    buttons: tuple[Button, ...] = ()
    closes: bool = False
    tile: Kind | None = None
    player: Player | None = None
    worth: str = ""
    face: str = ""
    initial: str = ""
    chosen: str = ""


@dataclass(frozen=True)
class GivenAway(Block):
    """What a player gave away: the points in words, a sign for each pair, the costliest of them.

    The `board` shows that pair, of a `kind`; `sub` is what it uncovered. One that `waits` has
    nothing yet, and is as high as it will be.
    """

    words: str = ""
    signs: tuple[SignShown, ...] = ()
    moment: str = ""
    kind: Kind | None = None
    sub: str = ""
    show: Button | None = None
    board: BoardShown | None = None
    waits: bool = False


@dataclass(frozen=True)
class RequestShown:
    """What another player asks, with the pairs it is about; without a `yes` it was asked here."""

    words: str
    no: Button
    yes: Button | None = None
    pairs: tuple[Kind, ...] = ()


BoardShape: TypeAlias = Literal["table", "study", "task", "review", "result", "editor"]
"""A board between its players; beside its lists; over a task; over what is said of a pair; what a
finished game left of it; one to set up, each cell of which the act `touch` gets."""
State: TypeAlias = Literal["ready", "thinking", "over"]


@dataclass(frozen=True)
class BoardView:
    """What there is to see and do on a screen with a board.

    Tiles of a `live` one can be chosen, which the act `take` gets as a move. `frames` are shown
    one after the other before the board, again whenever `once` is another number. The player
    `below` sits on this side of a table, and has the first colour and sign, whoever begins: every
    surface shows them so. `lower` and `upper` are what is known of the margin.
    """

    shape: BoardShape
    title: str
    position: Position
    board: BoardShown | None = None
    state: State = "ready"
    live: bool = False
    note: str = ""
    is_sure: bool = False
    lower: int | None = None
    upper: int | None = None
    run: Run | None = None
    seats: tuple[SeatShown, ...] = ()
    below: Player = field(kw_only=True)
    race: RaceShown | None = None
    signs: tuple[SignShown, ...] = ()
    request: RequestShown | None = None
    talk: CardView | None = None
    dock: Dock | None = None
    frames: tuple[BoardShown, ...] = ()
    once: int = 0
    pairs: tuple[PairShown, ...] = ()
    pairs_title: str = ""
    moves: tuple[MoveShown, ...] = ()
    plot: Plot | None = None
    page: Page = ()
    main: Button | None = None
    buttons: tuple[Button, ...] = ()
    actions: tuple[Button, ...] = ()
    sides: tuple[tuple[Button, ...], ...] = ()
    more: tuple[Button, ...] = ()


# --- the board -----------------------------------------------------------------------------------


def board_of(
    position: Position,
    *,
    after: Node | None = None,
    marks: Mapping[Cell, Frame] | None = None,
    lit: Collection[Cell] = (),
    tags: Mapping[Cell, tuple[str, int | None]] | None = None,
    dimmed: bool = False,
    analysed: bool = False,
    within: Position | None = None,
) -> BoardShown:
    """Return a board; the pair of the move to the node `after` is still outlined.

    `tags` are words on tiles with the class of a cost. `dimmed` leaves only what is marked, lit or
    has a tag in the light; an `analysed` one has letters and closes its gaps. The board has room
    for the tiles of `within`, such as those a game began with.
    """
    marks, tags, tiles, box = marks or {}, tags or {}, [], _box(within or position)
    for cell, kind in position.tiles():
        tag, cost = tags.get(cell, ("", None))
        is_seen = cell in marks or cell in lit or cell in tags
        tile = replace(
            _tile(position, cell, kind),
            mark=marks.get(cell, ""),
            glows=cell in lit,
            quiet=dimmed and not is_seen,
            tag=tag,
            cost=cost,
            place=_place(box, cell) if len(position.partners.get(cell, ())) > 1 else None,
        )
        tiles.append(tile)
    outlined: tuple[Ghost, ...] = ()
    if after is not None and after.parent is not None and after.move is not None:
        outlined = ghosts(after.move, after.parent.position.to_move)
    return BoardShown(
        tuple(tiles), outlined, _columns(position), box, letters=analysed, close=analysed
    )


def map_of(session: Session) -> BoardShown:
    """Return the map of a game: who took each tile and for how much, and the tiles that stayed."""
    gone = tuple(
        Ghost(cell, node.parent.position.to_move, str(node.parent.position.worth(node.move)))
        for node in session.game.node.path()
        if node.parent is not None and node.move is not None
        for cell in node.move
    )
    return replace(board_of(session.position, within=session.game.start), ghosts=gone)


_GROWN: Final = 6
"""The columns that are left room for, so that no tile gets larger than those of a quick deal."""


def room_of(session: Session) -> Position:
    """Return the position of a game for whose tiles its board has room.

    A later one than the start once two outer columns more are empty: the board grows, but seldom.
    """
    room = session.game.start
    for node in session.game.node.path():
        if node.parent is not None:  # before the last pair, whose places are seen
            before = node.parent.position
            if _GROWN <= _width(before) <= _width(room) - 2:
                room = before
    return room


def _width(position: Position) -> int:
    """Return how many columns lie between the first and the last with a tile, those included."""
    filled = [number for number, column in enumerate(position.columns) if any(column)]
    return filled[-1] - filled[0] + 1


def _box(position: Position) -> tuple[int, int, int, int]:
    """Return the first and the last column and row with a tile: left, top, right, bottom."""
    cells = [cell for cell, _kind in position.tiles()] or [Cell(0, 0), Cell(COLUMNS - 1, ROWS - 1)]
    columns, rows = zip(*cells, strict=True)
    return min(columns), min(rows), max(columns), max(rows)


def _place(box: tuple[int, int, int, int], cell: Cell) -> tuple[float, float]:
    """Return where a cell is on a board, from 0 to 1 across it and down."""
    left, top, right, bottom = box
    return (cell.column - left + 0.5) / (right - left + 1), (cell.row - top + 0.5) / (
        bottom - top + 1
    )


def _columns(position: Position) -> tuple[str, ...]:
    """Return words for each column, empty for one without tiles."""
    counts = [sum(kind is not None for kind in column) for column in position.columns]
    said = (
        ngettext("column {letter}, {n} tile", "column {letter}, {n} tiles", count).format(
            letter=letter, n=count
        )
        for letter, count in zip(ascii_lowercase, counts, strict=False)
    )
    return tuple(words if count else "" for words, count in zip(said, counts, strict=True))


def ghosts(cells: Iterable[Cell], player: Player) -> tuple[Ghost, ...]:
    """Return the outlines of tiles that a player took."""
    return tuple(Ghost(cell, player) for cell in cells)


def no_pair_of(position: Position, cell: Cell) -> str:
    """Return why the tile on a cell cannot be taken with another, if it cannot."""
    above, below = _around(position, cell)
    if above and below:
        return _("Blocked: {above} above, {below} below.").format(above=above, below=below)
    kind = position.kind_at(cell)
    assert kind is not None
    return _("No second {tile} is free.").format(tile=tile_words(kind))


def blockers_of(position: Position, cell: Cell) -> tuple[Cell, ...]:
    """Return all other tiles in the column of a cell."""
    return tuple(
        one for one, _kind in position.tiles() if one.column == cell.column and one != cell
    )


def _around(position: Position, cell: Cell) -> tuple[int, int]:
    """Return how many tiles lie above a cell in its column, and below it."""
    column = position.columns[cell.column]
    above, below = column[: cell.row], column[cell.row + 1 :]
    return sum(kept is not None for kept in above), sum(kept is not None for kept in below)


def _tile(position: Position, cell: Cell, kind: Kind) -> TileShown:
    above, below = _around(position, cell)
    column, row = _("column {letter}"), _("row {number}")
    words = tile_words(kind)
    place = column.format(letter=str(cell)[0]), row.format(number=cell.row + 1)
    tile = TileShown(cell, kind, not (above and below), words)
    says = no_pair_of(position, cell)
    if not tile.free:
        name = ", ".join((words, *place, _("blocked")))
        return replace(tile, says=says, blockers=blockers_of(position, cell), name=name)
    partners = sorted(position.partners.get(cell, ()), key=lambda one: one.row)
    has = ngettext("has {n} partner", "has {n} partners", len(partners)).format(n=len(partners))
    parts = words, *place, _("top") if not above else _("bottom"), has if partners else ""
    return replace(
        tile,
        pairs=tuple(partners),
        name=", ".join(filter(None, parts)),
        says=says,
        take=_("Take +{points}").format(points=kind.rank),
    )


def shown_board(
    shown: Shown, *, dims: bool = False, at: int | None = None, within: Position | None = None
) -> BoardShown:
    """Return the board of what is shown of a pair, with the first tiles in the light, or all."""
    seen = [*shown.looks][:at]
    words, mark = shown.tag
    tag = words, None if mark is None else mark.degree
    tagged = () if dims or not words else shown.tagged
    if words.isalpha():
        tagged = tagged[:1]  # a word is wider than a tile, and the other may lie beside it
    looks = {cell: shown.looks[cell] for cell in seen}
    view = board_of(
        shown.position,
        marks={cell: "answer" if look == "lit" else look for cell, look in looks.items()},
        lit=[cell for cell, look in looks.items() if look == "lit"],
        tags=dict.fromkeys(tagged, tag),
        dimmed=shown.is_dimmed or dims,
        within=within,
    )
    is_whole = shown.worth and len(seen) == len(shown.looks)
    bubble = Bubble(f"+{shown.worth}" * shown.counts, shown.player) if is_whole else None
    return replace(view, ghosts=ghosts(shown.gone or (), other(shown.player)), bubble=bubble)


_READ_STEPS: Final = 3
"""How many frames a pair stays in the light before the next one is played."""


def answer_frames(
    shown: Shown, within: Position, before: Position | None = None
) -> tuple[BoardShown, ...]:
    """Return the boards of an answer that is played tile by tile, with what follows it.

    The pair it answers comes first if a position `before` that is given. Then the answer is shown
    again.
    """
    frames = list[BoardShown]()
    if before is not None:
        marks: dict[Cell, Frame] = dict.fromkeys(shown.gone or (), "played")
        frames = [board_of(before, marks=marks, dimmed=True, within=within)] * _READ_STEPS
    for step in (shown, *shown.then):
        counts = range(len(step.in_turn))
        frames += [shown_board(step, at=count, within=within) for count in counts]
        frames += [shown_board(step, within=within)] * (_READ_STEPS if shown.then else 1)
    return (*frames, *[shown_board(shown, within=within)] * bool(shown.then))


# --- players and lists ---------------------------------------------------------------------------


def seat_of(session: Session, player: Player, sub: str = "", eye: str = "") -> SeatShown:
    """Return a player; `sub` is the line under the name."""
    place, ending, name = session.seat(player), session.ending, label(session.name(player))
    made = session.points[player - 1]
    is_elsewhere = session.person not in (None, player) or not session.is_here(player)
    is_away = is_elsewhere and not place.solver
    both = [*zip(session.names, PLAYERS, strict=True)]
    is_guest = session.person is None and both[player - 1] != min(both)
    return SeatShown(
        player,
        name,
        made,
        sub,
        face(place.level) if place.solver else "" if is_away else GUEST if is_guest else YOU,
        initial=name[:1].upper() if is_away else "",
        eye=eye,
        moves=ending is None and session.to_move == player,
        won=ending is not None and ending.winner == player,
        is_you=player == session.person,
        taken=tuple(session.taken(player)),
        aim=aim_words(session, player, made),
        share=max(0.0, min(1.0, made / session.position.points_to_win)),
        says=seat_words(player, name, made),
    )


def seat_words(player: Player, name: str, points: int) -> str:
    """Say who sits there, as which player, and how many points they have."""
    words = ngettext(
        "{name}, player {number}: {n} point", "{name}, player {number}: {n} points", points
    )
    return words.format(name=name, number=player, n=points)


def aim_words(session: Session, player: Player, made: int) -> str:
    """Say how many points a player still wants, or that they have won or cannot win any more."""
    place = session.position
    needed, left = place.points_to_win - made, place.points_left
    if place.tiles_left == 2 and place.to_move != player:
        left = 0
    if needed <= 0:
        return _("has won")
    if session.ending is not None:
        return ""
    if needed > left:
        return _("cannot win")
    return _("{n} to win").format(n=needed)


def decided_words(session: Session) -> str:
    """Say that one of the last two pairs won the game that goes on; empty if none did."""
    for node in session.game.node.path()[-2:]:
        assert node.parent is not None
        player, enough = node.parent.position.to_move, node.position.points_to_win
        before, made = (one.position.points[player - 1] for one in (node.parent, node))
        if before < enough <= made and session.ending is None:
            words = _("{name} has won; what is left decides by how much.")
            yours = _("You have won; what is left decides by how much.")
            return address(session.name(player), words, yours)
    return ""


def seats_of(session: Session) -> tuple[SeatShown, ...]:
    """Return both players."""
    return tuple(seat_of(session, player) for player in PLAYERS)


def own_first(session: Session) -> tuple[SeatShown, ...]:
    """Return both players, the person here first."""
    return tuple(seat_of(session, player) for player in session.near_first)


def race_of(session: Session) -> RaceShown:
    """Return how far both are on their way."""
    position = session.position
    one, two = (points / max(1, position.all_points) for points in session.points)
    return RaceShown((one, two), _("{points} to win").format(points=position.points_to_win))


def price_of(cost: MoveCost | None) -> Price | None:
    """Return what is known of a pair's cost, None for nothing."""
    if cost is None or not cost.is_known:
        return None
    found, points = cost.cost, cost.cost.points
    degree = None if points is None else USUAL.mark(points).degree
    return Price(cost_figure(found), found.lower, found.upper, cost.exact, degree)


def pair_of(
    position: Position, move: Move, price: Price | None = None, play: tuple[Taken, ...] = ()
) -> PairShown:
    """Return a pair that can be taken."""
    kind = position.kind_of(move)
    cells, worth = f"{move.first} – {move.second}", f"+{kind.rank}"
    do = act("take", move=str(move))
    return PairShown(move, kind, tile_words(kind), cells, worth, do, (), price, play)


def pairs_of(position: Position, within: Position) -> tuple[PairShown, ...]:
    """Return the pairs that can be taken, the best paid first; the board has room for `within`."""
    box = _box(within)

    def placed(pair: PairShown) -> PairShown:
        is_alone = kinds.count(pair.kind) == 1
        places = tuple(_place(box, cell) for cell in pair.move)
        return pair if is_alone else replace(pair, places=places)

    pairs = [pair_of(position, move) for move in position.legal_moves]
    pairs.sort(key=lambda pair: (-pair.kind.rank, pair.kind))
    kinds = [pair.kind for pair in pairs]
    return tuple(map(placed, pairs))


def move_of(
    node: Node, ply: int, price: Price | None = None, do: Act | None = None, *, on: bool = False
) -> MoveShown:
    """Return the move to a node, number `ply` of its line from 1."""
    assert node.parent is not None
    assert node.move is not None
    before = node.parent.position
    number, cells = str(move_number(ply, before.to_move)), f"{node.move.first} {node.move.second}"
    return MoveShown(number, before.to_move, before.kind_of(node.move), cells, price, do, on)


def signs_of(played: Played, at: int = -1) -> tuple[SignShown, ...]:
    """Return a sign for each of a player's pairs; that of the pair `at` a ply stands out."""
    return tuple(
        SignShown(
            sign.words,
            None if sign.mark is None else sign.mark.degree,
            sign.points,
            act("review", ply=sign.ply) if sign.ply else None,
            on=sign.ply == at,
        )
        for sign in played.signs
    )
