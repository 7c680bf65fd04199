"""Pages as HTML that needs nothing else: no script, no font, no image from elsewhere.

A page is sent as one document. A `Title` begins a section, cards stand side by side where there is
room, a `ToMove` is a link to its move: to its board if there is one, else to its row in the table
of all moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from battle.analysis.costs import Mark, Review, review_line
from battle.analysis.study import Study
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
from battle.page.review import review_page
from battle.report.svg import Markup, board_element, definitions, joined, plot_element, tag
from battle.rules.position import Kind, Player
from battle.rules.record import Evaluation, Record, Relation, with_evaluation
from battle.storage import write_atomically
from battle.words import names_in

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
    body = tag(
        "body", drawings, tag("main", tag("p", "Mahjong Battle", class_="muted"), *_sections(page))
    )
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
    for sort, group in groupby([block for block in blocks if type(block) in _RENDERED], key=_sort):
        run = [*group]
        if sort == "cards":
            yield _cards(run, boards)
        elif sort == "sums":
            yield tag("table", tag("tbody", *(_block(one, boards) for one in run)), class_="sum")
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
            return tag(
                "h3", *_badge(block.player), block.words, f" · {block.note}" if block.note else ""
            )
        case Paragraph():
            return tag(
                "p", _linked(block.words, block.leads_to, boards), class_=_CLASSES.get(block.ink)
            )
        case MoveLine():
            link = _linked(block.number, block.leads_to, boards)
            return tag("p", link, " ", _tile(block), " ", _cost(block), class_="move")
        case Sum():
            return tag("tr", tag("td", block.words), tag("td", block.number, class_="num"))
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
        tag("td", _tile(line), class_="pair"),
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
) -> str:
    """Return the review of a record's line, from its start on, as a document to send.

    `why` has, by ply, what is to be said of moves that were costly, in sentences.
    """
    return document(review_page(review, names_in(record), why, record))


def write_review(
    path: Path, record: Record, review: Review, why: Mapping[int, Sequence[str]]
) -> None:
    """Write the review of a record's main line as a page; its values come into the record.

    `why` has, by ply, what is to be said of costly moves. Raises OSError if the file cannot be
    written.
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
