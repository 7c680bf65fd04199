"""The paper: page and theory as a PDF, made from the same Markdown by Typst.

Only as much of Markdown is read as these pages use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tools.portrait.figures import Collected
from tools.portrait.page import page

HEAD: Final = """\
#set document(title: "%s", author: "%s")
#set page(paper: "a4", margin: (x: 17mm, y: 13mm), numbering: "1")
#set text(font: "Libertinus Serif", size: 8.8pt, lang: "en")
#set par(justify: true, leading: 0.52em, spacing: 0.75em)
#set heading(numbering: none)
#show heading.where(level: 1): set text(size: 13pt)
#show raw: set text(size: 8pt)
#set table(stroke: 0.4pt + luma(180), inset: 2.5pt)
#show table: set text(size: 8pt)
#show table: set par(justify: false)
#align(center)[#text(size: 18pt, weight: "bold")[%s] \\ %s]
"""
TITLE: Final = "Mahjong Battle, solved deal by deal"
AUTHORS: Final = "The Mahjong Battle authors"

NARROW: Final = {"table.svg": 36, "first-moves.svg": 40}
"""Tall pictures, and how wide they are, in hundredths of a column; others have 45."""

PIECES: Final = re.compile(
    r"(?s)`(?P<code>[^`]*)`|\[(?P<shown>[^\]]*)\]\((?P<address>[^)]*)\)"
    r"|\*\*(?P<bold>.+?)\*\*|\*(?P<italic>[^*]+?)\*|</?sub>"
)


def write(place: Path, some: Collected) -> None:
    """Write `paper.typ` and `paper.pdf` beside the page with its pictures. Raises OSError."""
    import typst

    theory = (place / "theory.md").read_text(encoding="utf-8")
    source = place / "paper.typ"
    source.write_text(paper(page(some), theory), encoding="utf-8")
    typst.compile(str(source), output=str(place / "paper.pdf"))


def paper(page: str, theory: str) -> str:
    """Return the source of the paper; what the page says before its sections is the abstract."""
    head = HEAD % (TITLE, AUTHORS, TITLE, AUTHORS)
    said, sections = page.split("\n\n## ", 1)
    abstract = ["#pad(x: 8mm)[#strong[Abstract]", "", *blocks(said), "]"]
    sections = f"{TITLE}\n\n## {sections}"
    theories = ["= Theory", *blocks(theory, 0)]
    return "\n".join([head, *abstract, *blocks(sections), *theories, *references(page, theory)])


def references(*texts: str) -> Iterator[str]:
    """Yield a section with what the texts lead to elsewhere, once each, by its address."""
    pieces = (piece for text in texts for piece in PIECES.finditer(text))
    found = {piece["address"]: piece["shown"] for piece in pieces}
    yield "\n= References\n"
    for address, shown in found.items():
        if address and address.startswith("http"):
            yield f'+ {inline(shown)}: #link("{address}")'


def blocks(markdown: str, less: int = 1) -> Iterator[str]:
    """Yield the blocks of a page, without its title, and with headings of a level less."""
    for block in markdown.split("\n\n")[1:]:
        lines = block.strip("\n").splitlines()
        if lines[0].startswith("<sub>To measure"):
            continue
        if found := re.fullmatch(r"(#+) (.*)", lines[0]):
            yield f"{'=' * (len(found[1]) - less)} {inline(found[2])}"
        elif found := re.fullmatch(r"!\[(.*)\]\((.*)\)", lines[0]):
            width = NARROW.get(found[2], 45)
            yield f'#figure(image("{found[2]}", width: {width}%), caption: [{inline(found[1])}])'
        elif lines[0].startswith("|"):
            yield table(lines)
        elif re.match(r"(- |\d+\. )", lines[0]):
            items = re.split(r"\n(?=- |\d+\. )", "\n".join(lines))
            marks = ("- " if item.startswith("- ") else "+ " for item in items)
            texts = (inline(re.sub(r"^(- |\d+\. )", "", item)) for item in items)
            yield "\n".join(map(str.__add__, marks, texts))
        elif all(line.startswith("    ") for line in lines):
            yield "```\n" + "\n".join(line[4:] for line in lines) + "\n```"
        else:
            yield inline("\n".join(lines))
        yield ""


def table(lines: list[str]) -> str:
    """Return a table; its second line only says where the head ends."""
    rows = [line.strip("|").split("|") for line in (lines[0], *lines[2:])]
    cells = ["[" + inline(cell.strip()) + "]" for row in rows for cell in row]
    width = len(rows[0])
    head = f"table.header({', '.join(f'strong({cell})' for cell in cells[:width])})"
    inside = ",\n  ".join([head, *cells[width:]])
    return f"#align(center, table(columns: {width}, align: left,\n  {inside}))"


def inline(text: str) -> str:
    """Return the text of a block with its marks, all other signs as they are."""
    found, last = [], 0
    for piece in PIECES.finditer(text):
        found += [_plain(text[last : piece.start()]), _marked(piece)]
        last = piece.end()
    return "".join([*found, _plain(text[last:])])


def _marked(piece: re.Match[str]) -> str:
    if piece["code"] is not None:
        quoted = piece["code"].replace("\\", "\\\\").replace('"', '\\"')
        return f'#raw("{quoted}")'
    if piece["shown"] is not None:
        shown, address = inline(piece["shown"]), piece["address"]
        return f'#link("{address}")[{shown}]' if address.startswith("http") else shown
    if piece["bold"] is not None:
        return f"#strong[{inline(piece['bold'])}]"
    return f"#emph[{inline(piece['italic'])}]" if piece["italic"] is not None else ""


def _plain(text: str) -> str:
    return re.sub(r"([\\#$@<>*_`~\[\]=+/-])", r"\\\1", text)
