"""What a review says in words, of reviews whose numbers are chosen."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from battle import language
from battle.analysis.costs import MoveReview, Review, review_line
from battle.analysis.values import Bounds, Cost, Values
from battle.page.review import (
    against_par,
    best_words,
    change_words,
    costly_page,
    deciding_words,
    lost_words,
    moment_words,
    proof_words,
    review_page,
    review_plots,
    winnable_words,
)
from battle.page.text import page_lines
from battle.rules.position import move, other, position
from battle.rules.record import Ending, Game, Reason, Record
from battle.words import Own, You, label
from tests.support.endgames import Truth
from tests.support.pilot import bad_game
from tests.support.texts import check_page

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


@pytest.mark.parametrize(
    ("costs", "over", "words"),
    [
        ((), False, "Par was +9. So far neither player has done better."),
        ((0, 0), True, "Par was +9. That is how it ended."),
        ((8,), False, "Par was +9. Ben did 8 points better."),
        ((0, 1), True, "Par was +9. Ada did 1 point better."),
    ],
)
def test_par(costs: tuple[int, ...], over: bool, words: str) -> None:
    """Whoever did better than par is named, in points."""
    found = review(*costs)
    better = found.final_margin.value - found.par.value
    assert against_par(better, found.par, NAMES, over=over) == words


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (4.0, "Par is estimated: +9\u2009±\u20094. Who did better is not known yet."),
        (None, "Par is estimated: ~\u2009+9. Who did better is not known yet."),
        (2.0, "Par was +9\u2009±\u20092. Ben did 7\u2009±\u20092 points better."),
    ],
)
def test_an_estimated_par(error: float | None, words: str) -> None:
    """Who did better is shown for an estimate only if that is twice its error or more."""
    found = replace(review(7, exact_from=2), par=Bounds(-99, 99, 9, error))
    better = found.final_margin.value - found.par.value
    assert against_par(better, found.par, NAMES) == words


def test_which_move_decided() -> None:
    """That no move did is said only where it is known of all."""
    assert "No move" in deciding_words(review(0, 0))
    assert "not known until" in deciding_words(review(0, exact_from=2))


def test_what_is_proven() -> None:
    """All, a part or nothing of a review is proven."""
    assert proof_words(review(1, 1)).startswith("Everything is proven")
    for first, number in ((2, 2), (3, 2), (4, 3)):
        assert f"from move {number} on" in proof_words(review(1, 1, 1, 1, 1, 1, exact_from=first))
    assert proof_words(review(1, 1, exact_from=3)).startswith("Nothing is proven")


def test_until_when_a_game_could_be_won() -> None:
    """Nothing is said of a player who could win to the end; what is not known is said to be so."""
    found = review(12, 0, 0)
    assert winnable_words(found.player(2), found) == ""
    assert winnable_words(found.player(1), found) == "Could still have won before move 1."
    first = replace(found.moves[0], before=Bounds(-99, 99, 9))
    unclear = replace(found, moves=(first, *found.moves[1:]))
    assert "not known yet" in winnable_words(unclear.player(1), unclear)
    lost = review(0, 0)
    assert "no chance" in winnable_words(lost.player(2), lost)


def test_best_moves() -> None:
    """They are counted among the moves that were a choice, as far as their costs are known."""
    assert best_words(review(0, 3, 2).player(1)) == "Best moves: 1 of 2, 50\u00a0%"
    assert best_words(review().player(1)) == "Every move was forced."
    partly = review(0, 3, 2, 0, 1, exact_from=3)
    assert best_words(partly.player(1)) == "Best moves: 0 of 2, 0\u00a0%"
    assert best_words(review(1, 1, exact_from=3).player(1)) == "Best moves: not known yet"


def test_a_change_of_the_outcome() -> None:
    """From whom to whom is reported, and whether that is certain."""
    (made,) = review(12).moves
    assert change_words(made, NAMES) == "Changed the outcome: Ada wins → Ben wins."
    assert "Probably" in change_words(replace(made, before=Bounds(1, 19, 9)), NAMES)


def test_losses() -> None:
    """Points lost are the least unless all is proven."""
    assert [lost_words(4, exact=exact) for exact in (True, False)] == ["lost 4", "lost at least 4"]
    nothing = [lost_words(0, exact=exact) for exact in (True, False)]
    assert nothing == ["lost 0", "no loss proven yet"]
    assert lost_words(4, exact=False, up_to_here=True) == "lost at least 4 up to here"


@pytest.mark.parametrize(("cost", "end"), [(0, "Ada found it."), (8, "Ada missed it.")])
def test_a_sharp_moment(cost: int, end: str) -> None:
    """A sharp moment tells what hung on it, and whether the pair was found."""
    (made,) = review(cost).moves
    reviewed = replace(made, ply=7, tension=Bounds(8, 8))
    assert moment_words(reviewed, NAMES) == (
        f"Move 4: one pair was worth 8 points more than any other. {end}"
    )
    least = replace(reviewed, tension=Bounds(4, 9))
    assert "worth at least 4 points more" in moment_words(least, NAMES)


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
    assert found is not None
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
    assert f"The deal gave {'you' if own is You else 'Ben'} −9." in ours
    assert re.search(r"Par +\+9 Ada lost +− 3 Ben lost +\+ 0 .* = \+6 ", theirs)
    assert re.search(r"Par +−9 (Ben lost|Your loss) +− 0 Ada lost +\+ 3 .* = −6 ", ours)
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
