"""What a review says in words, of reviews whose numbers are chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from battle import language
from battle.analysis.costs import MoveReview, Review, review_line
from battle.analysis.values import Bounds, Cost, Values
from battle.page.review import (
    against_par,
    change_words,
    costly_page,
    deciding_words,
    moment_words,
    proof_words,
    review_page,
    review_plots,
    winnable_words,
)
from battle.page.text import page_lines
from battle.rules.position import PLAYERS, move, other, position
from battle.rules.record import Record
from battle.rules.tree import Ending, Game, Reason
from battle.words import Own, You, given_away_words, label
from tests.support.endgames import Truth
from tests.support.pilot import bad_game
from tests.support.texts import check_page, check_text

NAMES = ("Ada", "Ben")
START = position("5m5p/5p5m/9s/9s")
PAIR = move("a1b2")


def review(*costs: int, par: int = 9, exact_from: int = 1) -> Review:
    """Return a review of moves that cost so many points, player 1 moving first."""
    moves: list[MoveReview] = []
    margins = [par]
    for ply, cost in enumerate(costs):
        margins.append(margins[-1] + (cost if ply % 2 else -cost))
    known = [
        Bounds.exactly(margin) if ply >= exact_from else Bounds(-99, 99, margin, 0.1)
        for ply, margin in enumerate(margins, start=1)
    ]
    for ply, cost in enumerate(costs, start=1):
        place = replace(START, to_move=1 if ply % 2 else 2)
        lost = Cost.exactly(cost) if ply >= exact_from else Cost(0, 99, cost)
        moves.append(MoveReview(place, PAIR, known[ply - 1], known[ply], lost, ply=ply, best=()))
    return Review(START, known[0], tuple(moves))


def unclear(found: Review) -> Review:
    """Return a review of which it is not known who could have won at first."""
    first = replace(found.moves[0], before=Bounds(-99, 99, 9))
    return replace(found, moves=(first, *found.moves[1:]))


def estimated(error: float | None) -> Review:
    """Return a review with a par of 9 that is not proven."""
    return replace(review(7, exact_from=2), par=Bounds(-99, 99, 9, error))


REVIEWS = {
    "no move": review(),
    "no points lost": review(0, 0),
    "8 lost by Ada": review(8),
    "1 lost by Ben": review(0, 1),
    "par ± 4": estimated(4.0),
    "par of unknown error": estimated(None),
    "par ± 2": estimated(2.0),
    "proven from the second ply on": review(1, 1, 1, 1, 1, 1, exact_from=2),
    "proven from the third ply on": review(1, 1, 1, 1, 1, 1, exact_from=3),
    "proven from the fourth ply on": review(1, 1, 1, 1, 1, 1, exact_from=4),
    "nothing proven": review(1, 1, exact_from=3),
    "won until the first move": review(12, 0, 0),
    "perhaps won until the first move": unclear(review(12, 0, 0)),
    "some moves best": review(0, 3, 2),
    "some moves best, proven in part": review(0, 3, 2, 0, 1, exact_from=3),
}


def told(found: Review) -> Iterator[str]:
    """Yield all sentences about a review."""
    better = found.final_margin.value - found.par.value
    for over in (False, True):
        yield against_par(better, found.par, NAMES, over=over)
    yield deciding_words(found)
    yield proof_words(found)
    for player in PLAYERS:
        yield f"{NAMES[player - 1]}: {winnable_words(found.player(player), found)}"
    for made in found.moves[:1]:
        yield change_words(made, NAMES) if made.changed_outcome else "The outcome stays."
        for low, high in ((8, 8), (4, 9)):
            yield moment_words(replace(made, ply=7, tension=Bounds(low, high)), NAMES)


def test_reviews_in_words() -> None:
    """Par and who did better, what decided, what is proven, chances, sharp moments.

    Who did better than an estimate is said only if that is twice its error; what is not known yet
    is said to be so.
    """
    lines = [f"{name}:\n" + "\n".join(told(found)) for name, found in REVIEWS.items()]
    check_text("review-words", "\n\n".join(lines))


def test_losses() -> None:
    """Points given away are the least unless all is proven."""
    some = [given_away_words(4, exact=exact) for exact in (True, False)]
    assert some == ["4 points given away", "At least 4 points given away"]
    nothing = [given_away_words(0, exact=exact) for exact in (True, False)]
    assert nothing == ["Nothing given away", "Not known yet"]


@pytest.mark.parametrize(
    ("ending", "wanted"),
    [
        (
            Ending(Reason.RESIGNED, 1),
            "Resigning decided it: Ben wins with perfect play from there.",
        ),
        (Ending(Reason.TIME, 1), "The clock decided it: Ben wins with perfect play from there."),
        (
            Ending(Reason.AGREED, None),
            "Agreeing decided it: Ben wins with perfect play from there.",
        ),
        (Ending(Reason.RESIGNED, 2), "The result is that of perfect play from there: Ben wins."),
    ],
)
def test_a_game_that_was_given_up_says_what_decided_it(ending: Ending, wanted: str) -> None:
    """The page says whether the ending or perfect play did."""
    game, values = Game(position("5m5p/5p5m/9s/9s 2")), Values()
    values.prove(game.start, 9, 9)
    game.end(ending)
    found = review_line(game.main_line(), values, game.ending)
    assert found is not None
    assert wanted in [block.words for block in review_page(found, NAMES) if hasattr(block, "words")]


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("known", ["whole", "part"])
def test_the_whole_page(code: str, known: str) -> None:
    """The page that is sent reads as approved, of a game proven whole and of one in part."""
    language.use(code)
    game, values, truth = bad_game(1), Values(), Truth()
    line = game.main_line()
    for node in line[-5:] if known == "part" else line:
        values.learn(node.position, truth.proof(node.position))
    for node in line[:-5]:
        values.guess(node.position, truth.value(node.position), error=1.5)
    found = review_line(game.main_line(), values)
    record = Record({"First": "Ada", "Second": "Ben", "Date": "2026.11.21"}, game)
    why = {move.ply: ("It leaves more.",) for move in found.moves if move.cost.proven}
    page = review_page(found, NAMES, why=why, record=record)
    check_page(f"review-{known}-{code}", [*page, *costly_page(found, NAMES)])


@pytest.mark.parametrize("own", [Own, You])
def test_margins_are_from_the_side_of_the_person_here(own: type[Own]) -> None:
    """A person who moves second reads the same margins and plot turned round, and who is up."""
    found = review(3)
    others, mine = ("Ada", "Ben"), ("Ada", own("Ben"))
    theirs, ours = (" ".join(page_lines(review_page(found, names))) for names in (others, mine))
    assert "Par was +9." in theirs
    assert "The deal gave you −9." in ours
    assert re.search(r"Par +\+9 Ada gave away +− 3 Ben gave away +\+ 0 .* = \+6 ", theirs)
    assert re.search(r"Par +−9 (Ben|You) gave away +− 0 Ada gave away +\+ 3 .* = −6 ", ours)
    up, down = (review_plots(found, names)[0] for names in (others, mine))
    assert [-(value or 0) for value in up.curves[0].values] == [*down.curves[0].values]
    assert [-dot.value for dot in up.dots] == [dot.value for dot in down.dots]
    assert (up.low, up.high, up.up) == (-down.high, -down.low, other(down.up))
    assert (down.up, down.sides) == (2, (f"{label(mine[1])} ahead", "Ada ahead"))


def test_points_given_at_the_start_are_said() -> None:
    """A page whose score is more than the pairs come to says who was given the rest."""
    texts = []
    for given in ((0, 0), (0, 7)):
        found = replace(review(3), start=START.with_given(given))
        texts.append(" ".join(page_lines(review_page(found, NAMES))))
    assert "was given" not in texts[0]
    assert "Ben was given 7 points at the start" in texts[1]
