"""The turning point of a game, read in every place that tells it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from battle import language
from battle.analysis.ledger import Review, review_line
from battle.analysis.values import Values
from battle.commands.output import review_text
from battle.page.blocks import Block, MoveLine, Paragraph, Title, flat
from battle.page.review import review_page
from battle.page.text import page_lines
from battle.report.export import review_html
from battle.rules.game import Game
from battle.rules.record import Record
from battle.training.result_page import review_equation
from tests.support.endgame_values import Truth, games

NAMES = ("Ada", "Ben")


@dataclass
class Told:
    """What one place says: the turning point's ply, None for none, and whether it is doubted."""

    ply: int | None
    is_doubted: bool


def partly_proven() -> Iterator[tuple[Game, Review, int]]:
    """Yield games won by another player than at first, proven up to that move and at the end."""
    for game, _random in games(300, 41, 20):
        truth, line = Truth(), game.main_line()
        margins = [truth.margin(node.position) for node in line]
        turns = [ply for ply in range(1, len(line)) if margins[ply - 1] * margins[ply] < 0]
        if not turns:
            continue
        values, ply = Values(), turns[0]
        for node in line[: ply + 1]:
            value = truth.value(node.position)
            values.prove(node.position, value, value)
        for node in line[ply + 1 :]:
            values.guess(node.position, Random(ply).randint(-3, 3), error=20.0)
        review = review_line(line, values)
        later = [values.margin(node.position) for node in line[ply + 1 :]]
        is_open = any(margin.lower < 0 < margin.upper for margin in later)
        if review is not None and is_open and review.turning_point == ply:
            yield game, review, ply


def proven(game: Game) -> Review:
    """Return the review of a game of which everything is proven."""
    truth, values, line = Truth(), Values(), game.main_line()
    for node in line:
        values.learn(node.position, truth.proof(node.position))
    review = review_line(line, values)
    assert review is not None
    return review


def places(game: Game, review: Review) -> dict[str, Told]:
    """Return what every place says of the turning point."""
    background: Any = SimpleNamespace(review=review, is_complete=True, running=False)
    session: Any = SimpleNamespace(names=NAMES, game=game)
    card = review_equation(session, background).words
    command = review_text(review, {})
    page = review_page(review, NAMES, game.ending)
    typed = " ".join(page_lines(page)).partition("Wendepunkt" if is_german() else "Turning point")
    html = review_html(Record({"First": "Ada", "Second": "Ben"}, game), review)
    graph, narrow, *_losses = re.findall('<svg[^>]*class="graph .*?</svg>', html)
    turn = re.findall("<h2>(?:Turning point|Wendepunkt)</h2>(.*?)</section>", html)
    below = re.sub("<svg.*?</svg>", "", html)
    is_drawn = 'class="turn"' in graph
    assert ('class="turn"' in narrow, is_doubted(narrow)) == (is_drawn, is_doubted(graph))
    return {
        "result": Told(number(card, "(?:move|Zug) ([0-9]+)"), is_doubted(card)),
        "review": of_blocks([*flat(page)]),
        "page": Told(number(" ".join(turn), "move-([0-9]+)|moment-([0-9]+)"), is_doubted(below)),
        "graph": Told(
            review.turning_point if is_drawn else None,
            is_doubted(graph) if is_drawn else is_doubted(below),
        ),
        "terminal": Told(
            number(typed[2], "([0-9]+)[.]") if typed[1] else None, is_doubted(" ".join(typed))
        ),
        "command": Told(number(command, "Turning point: ply ([0-9]+)"), is_doubted(command)),
    }


def is_german() -> bool:
    """Whether German is spoken."""
    return language.current() == "de"


def of_blocks(blocks: list[Block]) -> Told:
    """Return what the page of the review in Analyse says."""
    titles = ("Turning point", "Wendepunkt")
    places = [n for n, one in enumerate(blocks) if isinstance(one, Title) and one.words in titles]
    lines = [one for one in (blocks[n + 1] for n in places) if isinstance(one, MoveLine)]
    told = [one.words for one in blocks if isinstance(one, Paragraph)]
    doubts = [words for words in told if "decisive" in words or "entsch" in words]
    return Told(int(lines[0].number) if lines else None, any(map(is_doubted, doubts)))


def is_doubted(words: str) -> bool:
    """Whether a place says that more would have to be proven."""
    doubts = "decisive .*is not known until|entschied, steht erst fest"
    known = "as far as is known|soweit bekannt|is not known yet; a proof"
    return bool(re.search(f"{doubts}|{known}", words, re.IGNORECASE))


def number(words: str, pattern: str) -> int | None:
    """Return the number that a pattern finds, None for none."""
    found = re.search(pattern, words, re.IGNORECASE)
    return next(int(one) for one in found.groups() if one) if found else None


@pytest.mark.parametrize("code", ["en", "de"])
def test_every_place_knows_the_same_turning_point(code: str) -> None:
    """While later moves are not known it is doubted everywhere, and nowhere once all is proven."""
    language.use(code)
    try:
        for seen, (game, review, ply) in enumerate(partly_proven(), start=1):
            for place, told in places(game, review).items():
                assert told == Told(ply, True), place
            whole = proven(game)
            for place, told in places(game, whole).items():
                assert told == Told(whole.turning_point, False), place
            if seen == 12:
                return
    finally:
        language.use("en")
    raise AssertionError("too few games were turned")
