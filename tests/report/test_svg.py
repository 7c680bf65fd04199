"""Positions as pictures: what is drawn is read back from the SVG."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from xml.etree import ElementTree

import pytest
from hypothesis import given

from battle.report.svg import (
    BLOCKED_GROUND,
    FREE_GROUND,
    HEIGHT,
    SUIT_INKS,
    WIDTH,
    Shown,
    board_element,
    board_svg,
    definitions,
)
from battle.rules.deal import deal
from battle.rules.position import KINDS, Position, move, position
from tests.support.strategies import positions

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"


def uses(text: str) -> list[tuple[str, float, float]]:
    """Return what a picture puts where."""
    return [
        (use.attrib[LINK], float(use.attrib["x"]), float(use.attrib["y"]))
        for use in ElementTree.fromstring(text).iter(f"{SVG}use")
    ]


def words_of(text: str) -> list[str]:
    """Return the words a picture writes, apart from the names of columns and rows."""
    written = [node.text or "" for node in ElementTree.fromstring(text).iter(f"{SVG}text")]
    return written[21:]


@given(positions())
def test_every_tile_is_drawn_at_its_place(shown: Position) -> None:
    """Sorted by place, the faces are the tiles of the position, column by column."""
    faces = [(x, y, name) for name, x, y in uses(board_svg(shown)) if name.startswith("#k")]
    drawn = [name for _x, _y, name in sorted(faces)]
    assert drawn == [f"#k{kind}" for _cell, kind in shown.tiles()]


@given(positions())
def test_free_tiles_look_free(shown: Position) -> None:
    """As many plates are bright as tiles are free."""
    plates = Counter(name for name, _x, _y in uses(board_svg(shown)))
    assert plates["#free"] == len(shown.free_cells)
    assert plates["#blocked"] == shown.tiles_left - len(shown.free_cells)


@given(positions())
def test_whatever_is_used_is_defined(shown: Position) -> None:
    """No picture asks for a drawing it does not bring, and none brings one it does not use."""
    text = board_svg(shown)
    defined = {
        f"#{group.attrib['id']}"
        for group in ElementTree.fromstring(text).iter(f"{SVG}g")
        if "id" in group.attrib
    }
    used = {name for name, _x, _y in uses(text)}
    assert used <= defined <= used | {"#free", "#blocked"}


def test_a_picture_is_small_and_needs_nothing_else() -> None:
    """A whole deal takes less than 24 kB, without a font file, an image or a link."""
    text = board_svg(deal(4711))
    assert len(text.encode()) < 24_000
    links = re.findall(r'(?:href|src)="(.)', text)
    assert set(links) == {"#"}
    assert "url(" not in text


def test_everything_lies_within_the_picture() -> None:
    """The corners of all tiles leave room for the tiles on every side."""
    places = uses(board_svg(deal(1)))
    assert len(places) == 2 * 108
    for _name, x, y in places:
        assert 0 < x < WIDTH - 36
        assert 0 < y < HEIGHT - 48


def test_pairs_pointed_out_carry_their_words() -> None:
    """Both tiles of each pair have them; the pair played has a dashed frame, the better a solid."""
    text = board_element(
        position("5m5p/5p5m/9s/9s"),
        [Shown(move("a1b2"), "played", "−4"), Shown(move("c1d1"), "better", "0")],
        title="two pairs",
    )
    assert sorted(words_of(text)) == ["0", "0", "−4", "−4"]
    frames = [
        frame.attrib
        for frame in ElementTree.fromstring(text).iter(f"{SVG}rect")
        if frame.attrib.get("stroke-width") == "3"
    ]
    assert sum("stroke-dasharray" in frame for frame in frames) == 2
    assert len(frames) == 4


def test_words_are_escaped() -> None:
    """Signs that mean something in XML are written as themselves."""
    title, words = '<b>"Ada" & Ben</b>', "<&>"
    text = board_element(position("9s/9s"), [Shown(move("a1b1"), words=words)], title=title)
    root = ElementTree.fromstring(text)
    assert root.findtext(f"{SVG}title") == title
    assert words_of(text) == [words, words]


def test_boards_in_a_page_share_their_drawings() -> None:
    """A board for a page brings no drawings; those for all kinds are made once."""
    text = board_element(deal(3), title="deal 3")
    assert "<defs" not in text
    ElementTree.fromstring(text)
    names = re.findall(r'id="(\w+)"', definitions())
    assert sorted(names) == sorted(["free", "blocked", *(f"k{kind}" for kind in KINDS)])


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb`, as WCAG 2 defines it."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("ink", "ground"), [*product(SUIT_INKS.values(), (FREE_GROUND, BLOCKED_GROUND))]
)
def test_faces_can_be_read(ink: str, ground: str) -> None:
    """Rank and suit have a contrast of 4.5 or more on free and on blocked tiles."""
    bright, dark = sorted((luminance(ink), luminance(ground)), reverse=True)
    assert (bright + 0.05) / (dark + 0.05) >= 4.5
