"""Pages as HTML that needs nothing else: no script, no font, no image from elsewhere.

A page is sent as one document. A `Title` begins a section, cards stand side by side where there is
room, a `ToMove` is a link to its move: to its board if there is one, else to its row in the table
of all moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final, TypeAlias

from battle.analysis.ledger import Mark
from battle.language import _, current
from battle.page.blocks import (
    Block,
    Board,
    Card,
    Code,
    Ink,
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
from battle.report.markup import Markup, joined, tag
from battle.report.plot import plot_element
from battle.report.style import STYLE
from battle.report.svg import board_element, definitions
from battle.rules.position import Kind, Player

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
    drawings = tag("svg", Markup(definitions()), width=0, height=0, style="position:absolute")
    name = tag("p", "Mahjong Battle", class_="muted")
    body = tag("body", drawings, tag("main", name, *_sections(page)))
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang=current())}\n"


def _sections(page: Page) -> Iterator[Markup]:
    """Yield the sections of a page; what comes before the first title stands for itself."""
    boards = frozenset(
        block.blocks[0].target.ply
        for block in page
        if isinstance(block, Card) and any(isinstance(one, Board) for one in block.blocks)
    )
    section: list[Block] = []
    for block in page:
        if isinstance(block, Title) and not block.large:
            yield from _section(section, boards)
            section = []
        section.append(block)
    yield from _section(section, boards)


def _section(blocks: list[Block], boards: _Boards) -> Iterator[Markup]:
    if blocks and isinstance(blocks[0], Title) and not blocks[0].large:
        yield tag("section", tag("h2", blocks[0].words), *_parts(blocks[1:], boards))
    else:
        yield from _parts(blocks, boards)


def _parts(blocks: Page, boards: _Boards) -> Iterator[Markup]:
    """Yield blocks one after the other; cards, sums and reasons that follow each other are one."""
    shown = [block for block in blocks if type(block) in _RENDERED]
    for sort, group in groupby(shown, key=_sort):
        run = [*group]
        if sort == "cards":
            yield _cards(run, boards)
        elif sort == "sums":
            yield tag("table", tag("tbody", *map(_sum, run)), class_="sum")
        elif sort == "reasons":
            yield tag("ul", *(tag("li", getattr(one, "words", "")) for one in run), class_="why")
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
    if isinstance(block, Paragraph) and block.icon == "chevron-right":
        return "reasons"
    return {Card: "cards", Sum: "sums"}.get(type(block), "")


def _cards(cards: list[Block], boards: _Boards) -> Markup:
    made = []
    for card in cards:
        assert isinstance(card, Card)
        first = card.blocks[0]
        is_moment = any(isinstance(one, Board) for one in card.blocks)
        wide = any(isinstance(one, MoveTable | Table) for one in card.blocks)
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
            note = f" · {block.note}" if block.note else ""
            return tag("h3", *_badge(block.player), block.words, note)
        case Paragraph():
            words = _linked(block.words, block.leads_to, boards)
            return tag("p", words, class_=_CLASSES.get(block.ink))
        case MoveLine():
            number = f"{block.number}." if block.number else ""
            link = _linked(number, block.leads_to, boards)
            return tag("p", link, " ", _tile(block), " ", _cost(block), class_="move")
        case PairLine():
            return tag("p", *_badge(block.player), _tile(block))
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


def _picture(kind: Kind) -> Markup:
    picture = "".join(f'<use href="#{name}"/>' for name in ("free", f"k{kind}"))
    return Markup(f'<svg class="tile" viewBox="0 0 36 51" aria-hidden="true">{picture}</svg>')


def _tile(block: MoveLine | PairLine) -> Markup:
    """Return the tile of a pair in small and in letters, with its cells."""
    return joined(_picture(block.kind), f"{block.kind} {block.cells}")


def _cost(line: MoveLine) -> Markup:
    """Return what a move cost, with its mark; a dot for nothing."""
    words = f"{line.cost} {line.mark.value}".rstrip()
    style = "mark" if line.mark is not Mark.NONE else None
    return tag("span", "·" if words == "0" else words, class_=style)


def _sum(block: Block) -> Markup:
    assert isinstance(block, Sum)
    return tag("tr", tag("td", block.words), tag("td", block.number, class_="num"))


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
        tag("td", f"{line.number}.", class_="num"),
        tag("td", *_badge(line.player), tag("span", names[(line.player or 1) - 1]), class_="who"),
        tag("td", _tile(line), class_="pair"),
        tag("td", str(line.kind.rank), class_="num points"),
        tag("td", _cost(line), class_="num"),
        tag("td", line.margin, class_="num"),
        tag("td", line.better, *notes, class_="best"),
        id_=f"move-{line.number}",
    )
