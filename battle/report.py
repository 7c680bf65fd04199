"""Pages, positions and plots as HTML and SVG.

Elements have their texts and attributes escaped by construction (`tag`, `joined`), and no character
gets into them that their formats do not allow.

A page is sent as one document that needs nothing else: no script, no font, no image from
elsewhere. A `Title` begins a section, cards stand side by side where there is room, a `ToMove` is a
link to its move: to its board if there is one, else to its row in the table of all moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate, groupby
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

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
)
from battle.page.review import Scale, review_page
from battle.page.text import columns_of
from battle.rules import svg
from battle.rules.position import KINDS, Cell, Player, Position, other
from battle.rules.record import Evaluation, Record, Relation, with_evaluation
from battle.storage import write_atomically
from battle.words import names_in, plain, signed, spelled

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
# Positions as SVG pictures, with pairs pointed out; `battle.rules.svg` draws the table.

_LOOKS: Final[Mapping[str, tuple[str, str]]] = {
    "played": ("#ff8f3a", "5 3"),
    "better": ("#ffd23f", ""),
}
"""Colour and dashes of a pair's frame."""


def board_svg(position: Position, *, title: str = "") -> str:
    """Return a picture of a position as a whole SVG document, in ASCII: it is printed as well.

    `title` describes the picture for those who cannot see it.
    """
    whole = svg.document(position.columns, position.partners, joined(title or position.grid))
    return whole.encode("ascii", errors="xmlcharrefreplace").decode()


def board_element(position: Position, shown: Sequence[MarkedPair] = (), *, title: str) -> str:
    """Return a picture as an element of a page in which the `definitions` stand already.

    `shown` are pairs pointed out, the last on top.
    """
    plaques = {cell: pair.words for pair in shown for cell in pair.move if pair.words}
    over = "".join([*map(_frames, shown), *(_plaque(*plaque) for plaque in plaques.items())])
    return svg.element(position.columns, position.partners, joined(title), over=over)


def _frames(pair: MarkedPair) -> str:
    colour, dashes = _LOOKS[pair.look]
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return "".join(
        f'<rect x="{x - 1}" y="{y - 1}" width="38" height="50" rx="6" fill="none" stroke="#101010"'
        f' stroke-width="5"/><rect x="{x - 1}" y="{y - 1}" width="38" height="50" rx="6"'
        f' fill="none" stroke="{colour}" stroke-width="3"{dashed}/>'
        for x, y in map(svg.corner, pair.move)
    )


def _plaque(cell: Cell, words: str) -> str:
    """Return a small label over the upper right of a tile."""
    x, y = svg.corner(cell)
    width = 8 + 8 * len(words)
    left = x + svg.TILE[0] + 4 - width
    return (
        f'<rect x="{left}" y="{y - 7}" width="{width}" height="18" rx="9" fill="#14120b"/>'
        f'<text x="{left + width / 2:g}" y="{y + 6.5}" fill="#fff" font-family="sans-serif"'
        f' font-size="13" font-weight="bold" text-anchor="middle">{joined(words)}</text>'
    )


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

    def element(self) -> Markup:
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
GENERATOR: Final = tag("meta", name="generator", content="Mahjong Battle")
"""What stands in the head of every page, and in no page of another program."""

_CLASSES: Final = {Ink.MUTED: "muted", Ink.FAINT: "muted", Ink.BAD: "played", Ink.GOLD: "better"}

_Boards: TypeAlias = frozenset[int]
"""The plies of the moves that stand on a board."""


def document(page: Page) -> str:
    """Return a page as an HTML document in the language in use, called by its first title."""
    title = next((block.words for block in page if isinstance(block, Title)), "")
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        GENERATOR,
        tag("title", f"{title} · Mahjong Battle"),
        tag("style", Markup(STYLE)),
    )
    drawings = tag(
        "svg",
        Markup(svg.definitions(map(str, KINDS))),
        width=0,
        height=0,
        style="position:absolute",
    )
    body = tag(
        "body", drawings, tag("main", tag("p", "Mahjong Battle", class_="muted"), *_sections(page))
    )
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang=current())}\n"


def _sections(page: Page) -> Iterator[Markup]:
    """Yield the sections of a page; what comes before the first title stands for itself."""
    boards = frozenset(
        block.blocks[0].target.ply
        for block in page
        if isinstance(block, Card) and any(isinstance(part, Board) for part in block.blocks)
    )
    numbers = accumulate(isinstance(block, Title) and not block.large for block in page)
    for _number, group in groupby(page, lambda _block: next(numbers)):
        first, *rest = group
        if isinstance(first, Title) and not first.large:
            yield tag("section", tag("h2", first.words), *_parts(rest, boards))
        else:
            yield from _parts([first, *rest], boards)


def _parts(blocks: Page, boards: _Boards) -> Iterator[Markup]:
    """Yield blocks one after the other; cards, sums and reasons that follow each other are one."""
    for sort, group in groupby([block for block in blocks if type(block) in _RENDERED], key=_sort):
        run = [*group]
        if sort == "cards":
            yield _cards(run, boards)
        elif sort == "sums":
            yield tag("table", tag("tbody", *(_block(part, boards) for part in run)), class_="sum")
        elif sort == "reasons":
            yield tag("ul", *(tag("li", getattr(part, "words", "")) for part in run), class_="why")
        else:
            yield from (_block(block, boards) for block in run)


_RENDERED: Final = (
    Title,
    Paragraph,
    Sum,
    MoveLine,
    PairLine,
    Table,
    MoveTable,
    Board,
    Plot,
    Code,
    Card,
)
"""The blocks that a page shows; what can be done, how far something is, and room it does not."""


def _sort(block: Block) -> str:
    if isinstance(block, Paragraph) and block.icon == ITEM:
        return "reasons"
    return {Card: "cards", Sum: "sums"}.get(type(block), "")


def _cards(cards: list[Block], boards: _Boards) -> Markup:
    made = []
    for card in cards:
        assert isinstance(card, Card)
        first = card.blocks[0]
        is_moment = any(isinstance(part, Board) for part in card.blocks)
        wide = any(isinstance(part, MoveTable | Table) for part in card.blocks)
        name = f"moment-{first.target.ply}" if is_moment else None
        style = "card scroll" if wide else "card"
        made.append(tag("div", *_parts(card.blocks, boards), class_=style, id_=name))
    has_boards = 'class="board"' in made[0]
    if len(made) == 1 and not has_boards:
        return made[0]
    return tag("div", *made, class_="two boards" if has_boards else "two")


def _block(block: Block, boards: _Boards) -> Markup:
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
                _linked(spelled(block.words), block.leads_to, boards),
                class_=_CLASSES.get(block.ink),
            )
        case MoveLine():
            link = _linked(block.number, block.leads_to, boards)
            return tag("p", link, " ", _pair(block), " ", _cost(block), class_="move")
        case Sum():
            return tag("tr", tag("td", block.words), tag("td", block.number, class_="num"))
        case PairLine():
            return tag("p", *_badge(block.player), _pair(block))
        case Board():
            return Markup(board_element(block.position, block.shown, title=block.said))
        case Plot():
            return plot_element(block)
        case Code():
            return tag("pre", block.text)
        case Table() | MoveTable():
            return _table(block)
    raise TypeError(f"{type(block).__name__} is not part of a page of HTML")


def _linked(words: str, target: object, boards: _Boards) -> str:
    if not isinstance(target, ToMove) or not words:
        return words
    place = "moment" if target.ply in boards else "move"
    return tag("a", words, href=f"#{place}-{target.ply}")


def _badge(player: Player | None) -> Iterator[Markup]:
    if player is not None:
        yield joined(tag("span", str(player), class_=f"badge player-{player}"), " ")


def _pair(block: MoveLine | PairLine) -> Markup:
    picture = Markup(
        '<svg class="tile" viewBox="0 0 36 51" aria-hidden="true">'
        f'<use href="#free"/><use href="#k{block.kind}"/></svg>'
    )
    return joined(picture, f"{block.kind} {block.cells}")


def _cost(line: MoveLine) -> Markup:
    words = f"{line.cost} {line.mark.value}".rstrip()
    return tag(
        "span", "·" if words == "0" else words, class_=None if line.mark is Mark.NONE else "mark"
    )


def _table(table: Table | MoveTable) -> Markup:
    if isinstance(table, Table):
        heads = [tag("th", words) for words in table.header]
        rows = [tag("tr", *(tag("td", cell) for cell in row)) for row in table.rows]
        return tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *rows))
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
        id_=f"move-{line.leads_to.ply}",
    )


# --- the style sheet -----------------------------------------------------------------------------
#
# By day, by night, on a phone, on paper.

STYLE: Final = """
:root{color-scheme:light dark;--ground:#f7f4ea;--card:#fff;--ink:#1d241f;--muted:#55615a;
--line:#d9d3c0;--first:#b23a24;--second:#1c5f9f;--better:#8a6100;--worse:#a33c00;--felt:#14504a}
@media (prefers-color-scheme:dark){:root{--ground:#0e1c1a;--card:#16302b;--ink:#f6efdd;
--muted:#abbdb2;--line:#2d5148;--first:#ff8a70;--second:#7dbbff;--better:#ffd23f;--worse:#ff9d5c}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:64rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:clamp(1.5rem,5vw,2.3rem);line-height:1.15;margin:.2em 0}
h2{font-size:1.3rem;margin:2.2em 0 .6em}
h3{font-size:1.05rem;margin:0 0 .5em}
p{margin:.4em 0}
.muted,small{color:var(--muted)}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1rem 1.2rem}
.two{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr))}
.two.boards{grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr))}
.num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
table{border-collapse:collapse}
.sum td{padding:.15em 0}
.sum td+td{padding-left:2.5rem}
.sum tr:last-child td{border-top:2px solid var(--ink);font-weight:700}
.badge{display:inline-block;width:1.6em;height:1.6em;line-height:1.6em;margin-right:.2em;
text-align:center;font-size:.85em;font-weight:700;color:var(--card);background:var(--first);
border-radius:50%}
.badge.player-2{background:var(--second);border-radius:0;
clip-path:polygon(50% 0,100% 50%,50% 100%,0 50%)}
.scroll{overflow-x:auto}
.graph{display:block;width:100%;height:auto}.graph.narrow{display:none}
.graph text{font-size:12px;fill:var(--muted)}
.graph .end{text-anchor:end}.graph .middle{text-anchor:middle}
.graph .strong{font-weight:600;fill:var(--ink)}
.graph .grid{stroke:var(--line)}.graph .axis{stroke:var(--muted)}
.graph .turn{stroke:var(--worse);stroke-dasharray:1 4;stroke-width:1.5}
.line{fill:none;stroke-width:2.2;stroke-linejoin:round}
.line.margin{stroke:var(--ink)}
.line.player-1{stroke:var(--first)}.line.player-2{stroke:var(--second)}
.line.estimated{stroke-dasharray:6 4;stroke-width:1.6}
.sign{stroke:var(--card);stroke-width:1.5}
.sign.player-1{fill:var(--first)}.sign.player-2{fill:var(--second)}
.board{display:block;width:100%;height:auto;margin:.4rem 0 .8rem}
.tile{width:1.35em;height:1.8em;vertical-align:middle;margin-right:.4em}
.moves{width:100%}
.moves th{text-align:left;font-weight:600;color:var(--muted);border-bottom:2px solid var(--line)}
.moves th,.moves td{padding:.2em .7em .2em 0}
.moves td{border-bottom:1px solid var(--line);white-space:nowrap}
.moves .num,.moves th.num{text-align:right}
.moves td:nth-child(2){max-width:11rem;overflow:hidden;text-overflow:ellipsis}
.moves td.best{white-space:normal;min-width:9rem}
.note{font-weight:600}
.mark{white-space:nowrap;font-weight:700;color:var(--worse)}
.played,.better{font-weight:600}
.played{color:var(--worse)}.better{color:var(--better)}
.played::before,.better::before{content:"";display:inline-block;width:1.5em;height:1em;
border:3px solid #d9a800;border-radius:3px;vertical-align:-.1em;margin-right:.45em}
.played::before{border-color:#ff8f3a;border-style:dashed}
a{color:inherit}
.why{margin:.2em 0 0;padding-left:1.2em}
@media screen and (max-width:700px){main{padding:1rem .6rem 3rem}.card{padding:.8rem .8rem}
.graph.wide{display:none}.graph.narrow{display:block;max-width:26rem;margin:auto}
.sum td+td{padding-left:1rem}.sum td:first-child,h1{overflow-wrap:anywhere}
.moves,.moves tbody{display:block}.moves thead{display:none}
.moves tr{display:grid;grid-template-columns:2.4rem 2rem minmax(0,1fr) auto 4.2rem;gap:0 .4rem;
padding:.3rem 0;border-bottom:1px solid var(--line);align-items:center}
.moves td{border:0;padding:0}.moves .who span+span,.moves .points{display:none}
.moves .pair{white-space:normal}
.moves td.best{grid-column:3/-1;min-width:0;font-size:.9rem;color:var(--muted)}
.moves td.best:empty{display:none}}
pre{white-space:pre-wrap;overflow-wrap:anywhere;user-select:all;font-size:.85rem;margin:.5rem 0 0}
@media print{:root{color-scheme:light;--ground:#fff;--card:#fff;--ink:#000;--muted:#444;
--line:#bbb;--first:#b23a24;--second:#1c5f9f;--better:#6d4c00;--worse:#8f3400}
@page{margin:14mm}
body{font-size:9.5pt;line-height:1.35}main{max-width:none;padding:0}a{text-decoration:none}
h1{font-size:18pt}h2{font-size:12pt;margin:1em 0 .3em;break-after:avoid}h3{font-size:10pt}
.card{padding:.5em .8em;border-radius:6px}.two{gap:.6em;grid-template-columns:1fr 1fr}
.two.boards{grid-template-columns:1fr 1fr 1fr}.two>.card,tr,svg{break-inside:avoid}
.graph.wide{max-height:52mm}.graph.narrow{display:none}.board{margin:.2em 0}
.moves{font-size:8.5pt}.moves th,.moves td{padding:0 .6em 0 0}.tile{width:1em;height:1.3em}
.scroll{overflow:visible}pre{font-size:8pt;margin:.2em 0 0}}
"""


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
