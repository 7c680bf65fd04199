"""The graph of a review: what it says in either layout, and that its words have room."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from battle import language
from battle.analysis.ledger import USUAL, Review
from battle.page.review import review_plots
from battle.report.plot import plot_element
from tests.report.test_page import late, reviewed

NAMES = ("Maximiliana", "Bartholomew")
LAYOUTS = ("wide", "narrow")
WIDEST_LETTER = 7
"""Pixels that a letter of 12 pixels takes on average in a wide font."""


class Box(NamedTuple):
    """Where some words stand."""

    words: str
    left: float
    right: float
    y: float


def drawn(review: Review, layout: str) -> list[ElementTree.Element]:
    """Return the plots of a review in one layout."""
    plots = "".join(map(plot_element, review_plots(review, NAMES, USUAL)))
    whole = ElementTree.fromstring(f"<div>{plots}</div>")
    return [svg for svg in whole if svg.get("class") == f"graph {layout}"]


def boxes(svg: ElementTree.Element) -> list[Box]:
    """Return where all words of a graph stand."""
    found = []
    for text in svg.iter("text"):
        words, x = text.text or "", float(text.get("x", ""))
        width = WIDEST_LETTER * len(words)
        back = {"end": width, "middle": width / 2}.get(text.get("class", ""), 0.0)
        found.append(Box(words, x - back, x - back + width, float(text.get("y", ""))))
    return found


def collide(one: Box, other: Box) -> bool:
    return abs(one.y - other.y) < 12 and one.left < other.right and other.left < one.right


def turned_at(ply: int) -> Review:
    """Return a review of a game that turned with one move, as far as is known."""
    review = reviewed(7, 0)[1]
    moves = (
        replace(move, changed_outcome=move.ply == ply, outcome_exact=False) for move in review.moves
    )
    return replace(review, moves=tuple(moves))


@pytest.fixture(params=["en", "de"], autouse=True)
def spoken(request: pytest.FixtureRequest) -> None:
    language.use(request.param)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("seed", range(1, 7))
def test_words_are_inside_and_apart_in_either_layout(layout: str, seed: int) -> None:
    for review in (reviewed(seed, 12)[1], late(seed)[1]):
        for svg in drawn(review, layout):
            width = float(svg.get("viewBox", "").split()[2])
            found = boxes(svg)
            assert all(box.left >= 0 and box.right <= width for box in found), found
            assert not [pair for pair in combinations(found, 2) if collide(*pair)]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("ply", [1, 2, 17, 20, 24, 34, 37, 53, 54])
def test_the_turning_point_is_named_inside_the_graph_wherever_it_is(layout: str, ply: int) -> None:
    svg = drawn(turned_at(ply), layout)[0]
    width = float(svg.get("viewBox", "").split()[2])
    (label,) = (box for box in boxes(svg) if "," in box.words)
    assert label.left >= 0
    assert label.right <= width
    assert not any(collide(label, box) for box in boxes(svg) if box != label)


def test_both_layouts_say_the_same() -> None:
    wide, narrow = (
        sorted(box.words for svg in drawn(late(3)[1], name) for box in boxes(svg))
        for name in LAYOUTS
    )
    assert wide == narrow
