"""Pages, positions and plots as HTML and SVG.

Elements have their texts and attributes escaped by construction (`tag`, `joined`), and no character
gets into them that their formats do not allow.

A page is sent as one document that needs nothing else: no font, image or script from elsewhere. A
`Title` begins a section, cards stand side by side where there is room, a `ToMove` is a link to its
move in the `Walk`: one board, which a script in the page (`assets/review/walk.js`) steps through.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import accumulate, groupby
from pathlib import Path
from types import MappingProxyType
from typing import Final

from battle.analysis.costs import Mark, Review, review_line
from battle.analysis.study import Study
from battle.language import _, current
from battle.page.blocks import (
    ITEM,
    Block,
    Board,
    Card,
    Code,
    Curve,
    Ink,
    MarkedPair,
    MoveLine,
    MoveTable,
    Page,
    PairLine,
    Paragraph,
    Plot,
    Sum,
    Table,
    Title,
    ToMove,
    Walk,
)
from battle.page.review import Scale, review_page
from battle.page.text import columns_of
from battle.resources import asset, colours
from battle.rules import svg
from battle.rules.position import PLAYERS, Cell, Kind, Player, Position, other
from battle.rules.record import Evaluation, Record, Relation, with_evaluation
from battle.storage import write_atomically
from battle.words import names_in, parted, plain, signed

_NAMES = {"class_": "class", "id_": "id"}


class Markup(str):
    """Text that is markup already; any other string is escaped when it becomes part of some."""

    __slots__ = ()


def tag(element: str, /, *parts: str, **attributes: object) -> Markup:
    """Return an `element` with `parts` in it, strings or markup.

    Attributes are written in the order given, `_` in their names as `-`, those that are None not
    at all.
    """
    written = "".join(
        f' {_NAMES.get(key, key.replace("_", "-"))}="{escape(plain(str(value)))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if not parts:
        return Markup(f"<{element}{written}/>")
    return Markup(f"<{element}{written}>{joined(*parts)}</{element}>")


def joined(*parts: str) -> Markup:
    """Return parts one after the other, those that are no markup escaped."""
    return Markup(
        "".join(
            part if isinstance(part, Markup) else escape(plain(part), quote=False) for part in parts
        )
    )


# --- positions -----------------------------------------------------------------------------------
#
# Positions as SVG pictures; `battle.rules.svg` draws the table.


def board_svg(position: Position, *, title: str = "") -> str:
    """Return a picture of a position as a whole SVG document, in ASCII: it is printed as well.

    `title` describes the picture for those who cannot see it.
    """
    whole = svg.document(position.columns, position.partners, joined(title or position.grid))
    return whole.encode("ascii", errors="xmlcharrefreplace").decode()


# --- the board that is stepped through ------------------------------------------------------------
#
# Every part of it says from which ply on it is seen, and until which; where both are left out it is
# always. A page without scripts shows one place, `assets/review/walk.js` shows the others.

_SHADE: Final = (
    '<path d="M28 2H261A26 26 0 0 1 285.3 18.8l11 29A26 26 0 0 1 298 57V372A26 26 0 0'
    ' 1 272 398H39A26 26 0 0 1 14.7 381.2L3.7 352.2A26 26 0 0 1 2 343V28A26 26 0 0 1 28 2Z"/>'
)
"""The outline of a tile, which darkens a blocked one."""
_PITCH: Final = (59, 77)
_EDGE: Final = 24


def _definitions(kinds: Iterable[str]) -> Markup:
    """Return the drawings of tiles that a page uses, each once, in a box of 60 x 80."""
    drawings = [("tile", _drawing("tile")), ("shade", _SHADE)]
    drawings += [(f"k{kind}", _drawing(kind)) for kind in sorted(kinds)]
    scale = 'transform="scale(.2)"'
    groups = "".join(f'<g id="{name}" {scale}>{drawn}</g>' for name, drawn in drawings)
    return Markup(f"<defs>{groups}</defs>")


def _drawing(name: str) -> str:
    """Return what is in a drawing of the assets, without the lines that it is written in."""
    text = asset(f"tiles/{name}.svg").read_text("utf-8")
    return "".join(text.partition(">")[2].rpartition("</svg>")[0].split("\n"))


@dataclass(frozen=True)
class _Stage:
    """The board of a walk; `boards` are what is seen before each move."""

    boards: Mapping[int, Board]
    ply: int

    def element(self) -> Markup:
        tiles = dict(next(iter(self.boards.values())).position.tiles())
        right, bottom = (max(cell[axis] for cell in tiles) + 1 for axis in (0, 1))
        width, height = _EDGE + right * _PITCH[0] + 12, _EDGE + bottom * _PITCH[1] + 14
        return tag(
            "svg",
            *self._names(right, bottom),
            *(self._tile(cell, kind) for cell, kind in tiles.items()),
            *(part for ply, board in self.boards.items() for part in self._pairs(ply, board)),
            viewBox=f"0 0 {width} {height}",
            class_="board",
            role="img",
            aria_label=self.boards[self.ply].said,
        )

    def _names(self, right: int, bottom: int) -> Iterator[Markup]:
        """Yield the letters of the columns and the digits of the rows."""
        for column in range(right):
            x, _y = _corner(Cell(column, 0))
            yield tag("text", chr(ord("a") + column), x=x + 30, y=16, class_="name")
        for row in range(bottom):
            _x, y = _corner(Cell(0, row))
            yield tag("text", str(row + 1), x=12, y=y + 42, class_="name")

    def _tile(self, cell: Cell, kind: Kind) -> Markup:
        boards = self.boards.items()
        gone = next((ply for ply, one in boards if one.position.kind_at(cell) is None), None)
        free = next((ply for ply, one in boards if one.position.is_free(cell)), gone)
        x, y = _corner(cell)
        return tag(
            "g",
            tag("use", href="#tile"),
            tag("use", href=f"#k{kind}"),
            tag("use", href="#shade", class_="shade", **self._span(None, free)),
            transform=f"translate({x} {y})",
            **self._span(None, gone),
        )

    def _pairs(self, ply: int, board: Board) -> Iterator[Markup]:
        """Yield the frames and costs of the pairs pointed out, and where the last pair lay."""
        for pair in board.shown:
            marks = [mark for cell in pair.move for mark in _marks(cell, pair)]
            yield tag("g", *marks, class_=pair.look, **self._span(ply, ply + 1))
        places = [
            tag("rect", x=x + 3, y=y + 3, width=53, height=70, rx=6)
            for pair in board.shown[:1]
            for x, y in map(_corner, pair.move)
        ]
        style = f"ghost player-{board.position.to_move}"
        yield tag("g", *places, class_=style, **self._span(ply + 1, ply + 2))

    def _span(self, first: int | None, end: int | None) -> dict[str, object]:
        """Return the attributes of what is seen from ply `first` on and gone at ply `end`."""
        is_seen = (first or 0) <= self.ply and (end is None or self.ply < end)
        return {"data_from": first, "data_to": end, "hidden": None if is_seen else ""}


def _corner(cell: Cell) -> tuple[int, int]:
    return _EDGE + cell[0] * _PITCH[0], _EDGE + cell[1] * _PITCH[1]


def _marks(cell: Cell, pair: MarkedPair) -> Iterator[Markup]:
    """Yield the frame of a tile, and a small label at its foot."""
    x, y = _corner(cell)
    yield tag("rect", x=x, y=y, width=58, height=74, rx=6, class_="frame")
    if pair.words:
        width = 10 + 9 * len(pair.words)
        yield tag("rect", x=f"{x + 29 - width / 2:g}", y=y + 58, width=width, height=24, rx=12)
        yield tag("text", pair.words, x=x + 29, y=y + 76)


# --- plots ---------------------------------------------------------------------------------------
#
# Plots as SVG: curves over the places of a line, with a grid of round values.
#
#     +7 |--.__                      solid where proven, dashed where estimated
#      0 |_____\____/''''  ◆ Ben     players differ in colour, sign and name
#     −7 |
#
# There are two layouts of each, and the page's style sheet shows the one that has room: a wide one
# with names beside the curves, as above, and a narrow one for phones with names above and below.
# Colours come from there too, by the classes used here.

_LETTER: Final = 7.2
"""The width that a letter has in a wide font; an average of many."""


@dataclass(frozen=True)
class _Layout:
    """How wide a plot is, and where its curves begin and end.

    `row` is the height of a row of words above and below it, where curves are named; with none, 0,
    that stands to the right of them.
    """

    name: str
    width: int
    left: int
    right: int
    row: int


_LAYOUTS: Final = (_Layout("wide", 784, 46, 632, 0), _Layout("narrow", 340, 36, 326, 16))


def plot_element(plot: Plot) -> Markup:
    """Return a plot as SVG elements, one for each layout."""
    return joined(*(_Drawing(plot, layout).element() for layout in _LAYOUTS))


class _Drawing:
    """A plot in one layout."""

    def __init__(self, plot: Plot, layout: _Layout) -> None:
        self.plot, self.layout = plot, layout
        self.top = 30 + layout.row
        self.bottom = self.top + (190 if plot.tall else 100)
        self.above, self.below = self.top - 9, self.bottom + 14
        self.scale = Scale(plot, layout.left, layout.right, self.top, self.bottom)

    def element(self, *over: Markup) -> Markup:
        """Return the plot, with elements `over` it."""
        plot, layout = self.plot, self.layout
        parts = [*self.grid(), *self.sides(), *self.cut()]
        for curve in plot.curves:
            parts += self.curve(curve)
        for dot in plot.dots:
            place = self.scale.x(dot.place), self.scale.y(dot.value)
            parts.append(tag("g", tag("title", dot.words), _sign(dot.player, *place)))
        parts += [*self.names(), *self.numbers()]
        box = f"0 0 {layout.width} {self.below + layout.row + 20}"
        style = f"graph {layout.name}"
        parts += over
        return tag("svg", tag("title", plot.title), *parts, viewBox=box, class_=style, role="img")

    def grid(self) -> Iterator[Markup]:
        """Yield lines across at round values, with their numbers and the plot's unit."""
        left, right = self.layout.left, self.layout.right
        for value in self.scale.ticks():
            y = f"{self.scale.y(value):.1f}"
            yield tag(
                "line", x1=left, x2=right, y1=y, y2=y, class_="axis" if value == 0 else "grid"
            )
            words = signed(value) if self.plot.signed else str(value)
            yield tag("text", words, x=left - 8, y=f"{self.scale.y(value) + 4:.1f}", class_="end")
        yield tag("text", self.plot.title, x=left, y=self.above - self.layout.row, class_="strong")

    def curve(self, curve: Curve) -> Iterator[Markup]:
        """Yield a curve, dashed wherever one of its ends is not proven."""
        name = "margin" if curve.player is None else f"player-{curve.player}"
        for solid, run in self.scale.stretches(curve):
            path = " ".join(f"{x:.1f} {y:.1f}" for x, y in run)
            yield tag(
                "path", d=f"M{path}", class_=f"line {name}" if solid else f"line {name} estimated"
            )

    def sides(self) -> Iterator[Markup]:
        """Yield what lies above and below zero."""
        if self.plot.sides is None:
            return
        zero, x = self.scale.y(0), self.layout.right + 14
        places = [(x, (self.top + zero) / 2), (x, (zero + self.bottom) / 2)]
        if self.layout.row:
            x = self.layout.left + 6
            places = [(x, self.above), (x, self.below)]
        for player, words, place in zip(
            (self.plot.up, other(self.plot.up)), self.plot.sides, places, strict=True
        ):
            yield from _named(player, *place, words)

    def cut(self) -> Iterator[Markup]:
        """Yield the line across, with its words."""
        if self.plot.cut is None:
            return
        x = self.scale.x(self.plot.cut)
        yield tag("line", x1=f"{x:.1f}", x2=f"{x:.1f}", y1=self.top, y2=self.bottom, class_="turn")
        if words := self.plot.cut_words:
            room = _LETTER * columns_of(words) / 2
            middle = max(room, min(self.layout.width - room, x))
            yield tag(
                "text", words, x=f"{middle:g}", y=self.below + self.layout.row + 14, class_="middle"
            )

    def names(self) -> Iterator[Markup]:
        """Yield the names of the curves: at their ends, or above them; never on each other."""
        named = [curve for curve in self.plot.curves if curve.name]
        left, right, row = self.layout.left, self.layout.right, self.layout.row
        ends = [self.scale.y(curve.values[-1] or 0) + 4 for curve in named]
        if len(ends) == 2 and abs(ends[0] - ends[1]) < 16:
            upper = 0 if ends[0] <= ends[1] else 1
            ends[1 - upper] = min(self.bottom + 4, max(ends) + 8)
            ends[upper] = ends[1 - upper] - 16
        for number, curve in enumerate(named):
            place = (right + 14, ends[number])
            if row:
                place = (left + (right - left) * number // len(named) + 6, self.above)
            yield from _named(curve.player or 1, *place, curve.name)

    def numbers(self) -> Iterator[Markup]:
        """Yield the numbers of moves below the plot, every fifth, at the first player's."""
        y = self.below + (self.layout.row if self.plot.sides else 0)
        for ply in range(10 - self.plot.first, self.scale.count, 10):
            yield tag(
                "text", f"{ply // 2 + 1}.", x=f"{self.scale.x(ply):.1f}", y=y, class_="middle"
            )


def _named(player: Player, x: float, y: float, words: str) -> Iterator[Markup]:
    yield _sign(player, x, y - 4)
    yield tag("text", words, x=f"{x + 10:g}", y=f"{y:.0f}")


def _sign(player: Player, x: float, y: float) -> Markup:
    if player == 1:
        return tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=5, class_="sign player-1")
    return tag("path", d=f"M{x:.1f} {y - 6:.1f}l6 6-6 6-6-6z", class_="sign player-2")


# --- pages ---------------------------------------------------------------------------------------

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""What a page may load: nothing; a `Walk` adds its own script, and no other."""
GENERATOR: Final = tag("meta", name="generator", content="Mahjong Battle")
"""What stands in the head of every page, and in no page of another program."""

_CLASSES: Final = {Ink.MUTED: "muted", Ink.FAINT: "muted", Ink.BAD: "bad", Ink.GOOD: "good"}


def document(page: Page) -> str:
    """Return a page as an HTML document in the language in use, called by its first title."""
    title = next((block.words for block in page if isinstance(block, Title)), "")
    policy, scripts, kinds = _POLICY, list[Markup](), set[str]()
    for walk in (block for block in page if isinstance(block, Walk)):
        kinds |= {str(line.kind) for line in walk.table.lines}
        kinds |= {str(kind) for _cell, kind in _boards_of(walk)[walk.ply].position.tiles()}
        script = _text("walk.js")
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        policy += f"; script-src 'sha256-{digest}'"
        scripts.append(tag("script", Markup(script)))
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=Markup(policy)),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        GENERATOR,
        tag("title", f"{title} · Mahjong Battle"),
        tag("style", Markup(_style())),
    )
    drawings = tag("svg", _definitions(kinds), width=0, height=0, style="position:absolute")
    whole = tag("main", tag("p", "Mahjong Battle", class_="muted"), *_sections(page))
    body = tag("body", drawings, whole, *scripts)
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang=current())}\n"


def _style() -> str:
    """Return the style sheet, in the colours of the theme that the reader's system has."""
    light = f":root{{{colours(1)}}}"
    themes = f":root{{{colours(0)}}}\n@media print,(prefers-color-scheme:light){{{light}}}\n"
    return themes + _text("page.css")


def _text(name: str) -> str:
    return asset(f"review/{name}").read_text("utf-8")


def _sections(page: Page) -> Iterator[Markup]:
    """Yield the sections of a page; what comes before the first title stands for itself."""
    numbers = accumulate(isinstance(block, Title) and not block.large for block in page)
    for _number, group in groupby(page, lambda _block: next(numbers)):
        first, *rest = group
        if isinstance(first, Title) and not first.large:
            yield tag("section", tag("h2", first.words), *_parts(rest))
        else:
            yield from _parts([first, *rest])


def _parts(blocks: Page) -> Iterator[Markup]:
    """Yield blocks one after the other; cards, sums and reasons that follow each other are one."""
    for sort, group in groupby([block for block in blocks if type(block) in _RENDERED], key=_sort):
        run = [*group]
        if sort == "cards":
            yield _cards(run)
        elif sort == "sums":
            yield tag("table", tag("tbody", *(_block(part) for part in run)), class_="sum")
        elif sort == "reasons":
            items = (tag("li", _pictured(getattr(part, "words", ""))) for part in run)
            yield tag("ul", *items, class_="why")
        else:
            yield from (_block(block) for block in run)


_RENDERED: Final = (
    Title,
    Paragraph,
    Sum,
    MoveLine,
    PairLine,
    Table,
    Plot,
    Code,
    Card,
    Walk,
)
"""The blocks that a page shows; what can be done, how far something is, and room it does not."""


def _sort(block: Block) -> str:
    if isinstance(block, Paragraph) and block.icon == ITEM:
        return "reasons"
    return {Card: "cards", Sum: "sums"}.get(type(block), "")


def _cards(cards: list[Block]) -> Markup:
    made = []
    for card in cards:
        assert isinstance(card, Card)
        made.append(tag("div", *_parts(card.blocks), class_="card"))
    return made[0] if len(made) == 1 else tag("div", *made, class_="two")


def _block(block: Block) -> Markup:
    match block:
        case Title(large=True):
            return tag("h1", block.words)
        case Title():
            return tag(
                "h3", *_badge(block.player), block.words, f" · {block.note}" if block.note else ""
            )
        case Paragraph():
            return tag(
                "p",
                _linked(_pictured(block.words), block.leads_to),
                class_=_CLASSES.get(block.ink),
            )
        case MoveLine():
            link = _linked(block.number, block.leads_to)
            return tag("p", link, " ", _pair(block), " ", _cost(block), class_="move")
        case Sum():
            return tag("tr", tag("td", block.words), tag("td", block.number, class_="num"))
        case PairLine():
            return tag("p", *_badge(block.player), _pair(block))
        case Walk():
            return _walk(block)
        case Plot():
            return plot_element(block)
        case Code():
            return tag("pre", block.text)
        case Table():
            return _table(block)
    raise TypeError(f"{type(block).__name__} is not part of a page of HTML")


def _linked(words: str, target: object) -> str:
    if not isinstance(target, ToMove) or not words:
        return words
    return tag("a", words, href=f"#move-{target.ply}")


def _pictured(words: str) -> Markup:
    """Return a sentence with a little tile before each that it names."""
    return joined(
        *(
            part if isinstance(part, str) else joined(_tile(part.kind), part.words)
            for part in parted(words)
        )
    )


def _badge(player: Player | None) -> Iterator[Markup]:
    if player is not None:
        yield joined(tag("span", "", class_=f"badge player-{player}"), " ")


def _pair(block: MoveLine | PairLine) -> Markup:
    return joined(_tile(block.kind), f"{block.kind} {block.cells}")


def _tile(kind: Kind) -> Markup:
    uses = tag("use", href="#tile"), tag("use", href=f"#k{kind}")
    return tag("svg", *uses, class_="tile", viewBox="0 0 60 80", aria_hidden="true")


def _cost(line: MoveLine) -> Markup:
    words = f"{line.cost} {line.mark.value}".rstrip()
    return tag(
        "span", "·" if words == "0" else words, class_=None if line.mark is Mark.NONE else "mark"
    )


def _table(table: Table) -> Markup:
    heads = [tag("th", words) for words in table.header]
    rows = [tag("tr", *(tag("td", cell) for cell in row)) for row in table.rows]
    return tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *rows))


def _moves(table: MoveTable) -> Markup:
    columns = [("", ""), (_("Player"), "who"), (_("Pair"), ""), (_("Points"), "num points")]
    columns += [(_("Cost"), "num"), (_("Margin"), "num"), (_("Best"), "best")]
    heads = [tag("th", words, class_=name or None) for words, name in columns]
    rows = [_row(line, table.names) for line in table.lines]
    return tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *rows), class_="moves")


def _row(line: MoveLine, names: tuple[str, str]) -> Markup:
    notes = (tag("div", note, class_="note") for note in line.notes)
    return tag(
        "tr",
        tag("td", line.number, class_="num"),
        tag("td", *_badge(line.player), tag("span", names[(line.player or 1) - 1]), class_="who"),
        tag("td", _pair(line), class_="pair"),
        tag("td", str(line.kind.rank), class_="num points"),
        tag("td", _cost(line), class_="num"),
        tag("td", line.margin, class_="num"),
        tag("td", line.better, *notes, class_="best"),
        data_ply=line.leads_to.ply,
    )


def _boards_of(walk: Walk) -> dict[int, Board]:
    """Return the boards of a walk by the ply of the move that is made there."""
    return {
        card.blocks[0].target.ply: part
        for card in walk.cards
        for part in card.blocks
        if isinstance(part, Board)
    }


def _walk(walk: Walk) -> Markup:
    """Return the board, the ways between its places, what is said of each, plot and list."""
    boards = _boards_of(walk)
    ways = (
        ("previous-mistake", _("‹ Mistake"), None),
        ("previous", "‹", _("Previous")),
        ("next", "›", _("Next")),
        ("next-mistake", _("Mistake ›"), None),
    )
    links = (tag("a", words, data_way=way, aria_label=said) for way, words, said in ways)
    mistakes = {line.leads_to.ply for line in walk.table.lines if line.mark in _MISTAKES}
    cards = []
    for card, (ply, board) in zip(walk.cards, boards.items(), strict=True):
        blocks = [block for block in card.blocks if block is not board]
        scores = (
            tag("span", *_badge(player), name, " ", tag("b", str(points)))
            for player, name, points in zip(
                PLAYERS, walk.table.names, board.position.points, strict=True
            )
        )
        cards.append(
            tag(
                "div",
                tag("p", *scores, class_="scores"),
                *_parts(blocks),
                id_=f"move-{ply}",
                class_="card step counted" if ply in walk.counted else "card step",
                data_from=ply,
                data_to=ply + 1,
                data_mistake="" if ply in mistakes else None,
            )
        )
    counted, every = (
        tag("h2", words, class_="still") for words in (_("The moves that counted"), _("Every move"))
    )
    return tag(
        "div",
        tag("div", _Stage(boards, walk.ply).element(), class_="cloth"),
        tag("nav", *links, class_="ways"),
        tag("div", counted, *cards, class_="said"),
        tag("div", *_lit(walk), class_="card ahead"),
        tag("div", tag("div", every, _moves(walk.table), class_="list"), class_="card moving"),
        class_="walk",
        data_ply=walk.ply,
    )


_MISTAKES: Final = (Mark.MISTAKE, Mark.BLUNDER)


def _lit(walk: Walk) -> Iterator[Markup]:
    """Yield the plot in both layouts; each of its places leads to the move made there."""
    for layout in _LAYOUTS:
        plot = replace(walk.plot, tall=not layout.row)
        drawing = _Drawing(plot, layout)
        scale, over = drawing.scale, []
        half = (scale.x(1) - scale.x(0)) / 2
        for line in walk.table.lines:
            ply = line.leads_to.ply
            x, height = scale.x(ply), drawing.bottom - drawing.top
            hidden = None if ply == walk.ply else ""
            span = {"data_from": ply, "data_to": ply + 1, "hidden": hidden}
            box = {"y": drawing.top, "height": height}
            over.append(tag("rect", x=f"{x - 1:.1f}", width=2, **box, class_="here", **span))
            hit = tag("rect", x=f"{x - half:.1f}", width=f"{2 * half:.1f}", **box)
            over.append(tag("a", hit, href=f"#move-{ply}", tabindex=-1, class_="hit"))
        yield drawing.element(*over)


# --- a review as a page --------------------------------------------------------------------------
#
# What can be kept or sent of a game: its review as a page of HTML, in the language in use.


def review_html(
    record: Record,
    review: Review,
    why: Mapping[int, Sequence[str]] = MappingProxyType({}),
    person: Player | None = None,
) -> str:
    """Return the review of a record's line, from its start on, as a document to send.

    `why` are the reasons of costly moves, in sentences, by ply. Margins are from the side of the
    `person`, if one is given.
    """
    return document(review_page(review, names_in(record, person), why, record))


def write_review(
    path: Path, record: Record, review: Review, why: Mapping[int, Sequence[str]]
) -> None:
    """Write the review of a record's main line as a page; its values come into the record.

    `why` are the reasons of costly moves, by ply. Raises OSError if the file cannot be written.
    """
    keep_values(record, review)
    write_atomically(path, review_html(record, review, why=why))


def keep_values(record: Record, review: Review) -> None:
    """Write the margins of a review into the comments of the record's main line."""
    for node, margin in zip(record.game.main_line(), review.margins, strict=True):
        relation: Relation = "=" if margin.is_exact else "~"
        value = Evaluation(relation, margin.value, None if margin.is_exact else margin.error)
        node.comment = with_evaluation(node.comment, value)


def review_of_game(study: Study) -> Review | None:
    """Return the review of a study's main line; None while one of its values is missing."""
    game = study.game
    return review_line(game.main_line(), study.values, game.ending_at(game.last))
