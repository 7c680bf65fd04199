"""The end of a game, by values: what is said and when, what comes next, and the map of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from battle.game.session import Seat, Session, Setup
from battle.game.setup import Series, duplicate
from battle.game.words import resigns_words
from battle.page.blocks import Card, Sum
from battle.page.review import review_page
from battle.page.text import page_lines
from battle.report import review_html
from battle.reviews.background import TableStudy
from battle.rules.position import PLAYERS, Move, position
from battle.rules.record import record
from battle.rules.tree import Game
from battle.screens.board_view import BoardView, GivenAway
from battle.screens.result import Result
from battle.screens.screen import do
from battle.screens.table import TableCompany
from battle.screens.view import Act, Button, CardView, act
from battle.words import given_away_words
from tests.support.endgames import play_out
from tests.support.pilot import bad_game, cost_of, sum_of
from tests.support.records import kept_game
from tests.support.services import FakeServices
from tests.support.shell import FakeShell
from tools.reference import move_values


def best_game(seed: int = 1) -> Game:
    """Return a game in which both always took a best pair, the one worth least."""
    game = Game(bad_game(seed).start)
    while not game.position.is_over:
        worths = move_values(game.position)
        best = [pair for pair in worths if worths[pair] == max(worths.values())]
        game.play(min(best, key=game.position.worth))
    return game


def result_of(home: Path, session: Session | Game, company: object = None) -> Result:
    """Return the result of a game; one that is given as a game was played against the program."""
    shell = FakeShell(home)
    if isinstance(session, Game):
        assert isinstance(shell.services, FakeServices)
        session = shell.services.played(session, program=2)
    result = Result(shell, TableStudy(shell.services, session), company)  # type: ignore[arg-type]
    result.resume()
    return result


def reviewed(result: Result) -> BoardView:
    """Let the review come to its end; return what is seen then."""
    services = result.services
    assert isinstance(services, FakeServices)
    while not result.played.is_known:
        services.frame()
    return result.view()


def given(view: BoardView) -> GivenAway:
    """Return what is said of the points given away."""
    return next(block for block in view.page if isinstance(block, GivenAway))


def ended(seats: tuple[Seat, Seat], series: Series | None = None) -> Session:
    """Return a short game between two, played to its end."""
    start = position("5m/5m/9s/9s 1 100-120")
    session = Session(Setup(seats, start), *([] if series is None else [series]))
    return play_out(session)


FRIENDS = Seat("Ada"), Seat("Ben")
WITH_LEVEL = Seat("Ada"), Seat(solver=True, level="casual")


@pytest.mark.parametrize("seed", range(2))
def test_nothing_is_said_before_it_is_known(home: Path, seed: int) -> None:
    """While it is looked for the card says only that; then all is there, as the twin has it.

    The next game and all else that can be done stand where they stood.
    """
    game = bad_game(seed)
    result = result_of(home, game)
    before = result.view()
    assert given(before) == GivenAway("Looking through your game …", waits=True)
    after = reviewed(result)
    costs = [cost_of(node) for node in game.main_line()[1:] if node.position.to_move == 2]
    card = given(after)
    assert card.words == f"{given_away_words(sum(costs), exact=True)} in {len(costs)} pairs"
    assert [sign.points for sign in card.signs] == costs
    assert card.moment == f"This one cost you {max(costs)}"
    assert (before.main, before.actions) == (after.main, after.actions)
    assert (before.state, after.state) == ("thinking", "over")


@pytest.mark.parametrize("seed", range(4))
def test_a_game_without_a_costly_pair_has_nothing_to_show(home: Path, seed: int) -> None:
    """Whoever lost it lost by the deal, which is offered with sides changed, and not twice."""
    game = best_game(seed)
    result, margin = result_of(home, game), game.position.margin
    view = reviewed(result)
    card = given(view)
    assert card.words.startswith("Nothing given away in ")
    lost = f"Ben had the better deal, by {-margin}"
    assert card.moment == (lost if margin < 0 else "Every pair was a best one")
    assert (card.show, card.board) == (None, None)
    ways = [one.words for one in view.page if isinstance(one, Button)]
    assert ways == (["Rematch"] if margin < 0 else [])
    further = [one.words for one in details(result).page if isinstance(one, Button)]
    assert ("Rematch" in further) == (margin >= 0)


def test_the_next_level_is_played_by_a_button_after_a_rematch_too(home: Path) -> None:
    """The same deal from the other side stands beside it, with another sign."""
    shell = FakeShell(home)
    for days in range(2):
        shell.services.records.put(kept_game(9, opponent="casual", days=days))
    session = ended(WITH_LEVEL, Series(((50, 40),)))
    result = Result(shell, TableStudy(shell.services, session))
    result.resume()
    view = result.view()
    ways = [one for one in (view.main, *view.page) if isinstance(one, Button)]
    assert [(one.words, one.icon) for one in ways] == [("Play Kim", "play"), ("Rematch", "rematch")]


def test_the_map_has_who_took_each_tile_and_for_how_much(home: Path) -> None:
    """Both tiles of a pair have its worth, which adds up to the points; the others are tiles."""
    session = ended(FRIENDS)
    board = result_of(home, session).view().board
    assert board is not None
    for player in PLAYERS:
        worth = sum(int(ghost.words) for ghost in board.ghosts if ghost.player == player)
        assert worth == 2 * (session.points[player - 1] - (100, 120)[player - 1])
    assert len(board.ghosts) + len(board.tiles) == session.game.start.tiles_left


@pytest.mark.parametrize(
    ("seats", "series", "words"),
    [
        (WITH_LEVEL, None, "Play again"),
        (FRIENDS, None, "Rematch"),
        (FRIENDS, Series(duplicate=duplicate((11,))), "Next game"),
    ],
)
def test_the_next_game_is_one_press_away(
    home: Path, seats: tuple[Seat, Seat], series: Series | None, words: str
) -> None:
    """Against a level it is another deal; of two people and in a match the same, seats swapped."""
    result = result_of(home, ended(seats, series))
    main = result.view().main
    assert main is not None
    assert main.words == words
    do(result, main.do)
    assert isinstance(result.shell, FakeShell)
    name, session = result.shell.asked[-1]
    assert name == "table"
    assert session.setup.seats == seats[::-1]
    assert (session.game.start == result.session.game.start) == (seats is FRIENDS)


def test_whoever_resigns_leaves_all_points(home: Path) -> None:
    """Question and result say so, with how both games stand; another deal is next, after both."""
    session = Session(Setup(FRIENDS, position("5m/5m/9s/9s 1 100-120")), Series(((30, 4),)))
    assert resigns_words(session) == "Ada resigns the game. The points left go to Ben."
    session.resign(2)
    note = "Ben resigned. The 14 points left go to the winner. Both games: Ada 144 – 124 Ben"
    view = result_of(home, session).view()
    assert view.note == note
    ways = view.main, *view.page
    assert [one.words for one in ways if isinstance(one, Button)] == ["New deal", "Rematch"]


@pytest.mark.parametrize(("given", "by"), [("100-100", 5), ("100-105", 0), ("100-120", 0)])
def test_a_resigned_game_that_could_be_won_is_said_to_be_one(
    home: Path, given: str, by: int
) -> None:
    """Once it is proven; the nine, and no other pair, was left."""
    start = position(f"1m/1m/5m/5m/9s/9s 1 {given}")
    session = Session(Setup(FRIENDS, start))
    for move in ("a1b1", "c1d1"):
        session.play(Move.parse(move))
    session.resign(1)
    result = result_of(home, session)
    assert result.view().note == "Ada resigned."
    result.study.reviewed().begin()
    note = f"Ada resigned, and could have won by {by}." if by else "Ada resigned."
    assert reviewed(result).note == note


def test_after_the_first_losses_a_lesson_is_offered(home: Path) -> None:
    """The first that is not done yet; after a fourth loss, and after a win, none."""
    offered = []
    cases = (1, -80, 0), (2, -80, 0), (2, -80, 1), (3, -80, 5), (3, -80, 7), (4, -80, 0), (1, 80, 0)
    for losses, margin, done in cases:
        shell = FakeShell(home / f"{losses} {margin} {done}")
        shell.services.change(lessons=done)
        for number in range(losses):
            shell.services.records.put(kept_game(-9, opponent="kim", days=number))
        start = replace(position("5m/5m/9s/9s"), points=(100 + margin // 2, 100 - margin // 2))
        session = play_out(Session(Setup(WITH_LEVEL, start)))
        result = Result(shell, TableStudy(shell.services, session))
        result.resume()
        buttons = (one for one in result.view().page if isinstance(one, Button))
        given = [dict(one.do.given)["at"] for one in buttons if one.do.name == "go"]
        offered.append(given[0] if given else None)
    assert offered == [0, 0, 1, 1, None, None, None]


def test_a_match_is_not_left_without_a_question(home: Path) -> None:
    """Another deal within a match is asked about first."""
    result = result_of(home, ended(FRIENDS, Series(duplicate=duplicate((11,)))))
    do(result, act("again"))
    assert result.sheet is not None
    assert result.sheet().title == "Leave the duplicate match?"
    assert isinstance(result.shell, FakeShell)
    assert not result.shell.asked


class Wishing(TableCompany):
    """Company that would like another game."""

    wish, agree = "Ben would like a rematch.", "Agree to the rematch"
    granted: bool | None = None

    def grant(self, *, agreed: bool) -> None:
        self.granted = agreed


@pytest.mark.parametrize("is_withdrawn", [False, True])
def test_a_wish_moves_nothing_and_is_answered(home: Path, *, is_withdrawn: bool) -> None:
    """What stands out agrees to it; one that was withdrawn meanwhile is not granted."""
    session = ended(FRIENDS)
    company = Wishing(FakeShell(home).services, session)
    result = result_of(home, session, company)
    before = result.view()
    result.beat()
    view = result.view()
    assert view.main is not None
    assert (view.page[0], view.actions) == (before.page[0], before.actions)
    asked = view.page[-1]
    assert isinstance(asked, Card)
    (decline,) = asked.blocks
    assert isinstance(decline, Button)
    assert (asked.words, decline.words) == (company.wish, "Decline")
    if is_withdrawn:
        company.wish = ""
    do(result, view.main.do)
    assert company.granted == (None if is_withdrawn else True)
    assert result.view() == before


def details(result: Result) -> CardView:
    """Return what stands behind *Details*."""
    do(result, Act("details"))
    assert result.sheet is not None
    return result.sheet()


@pytest.mark.parametrize("made", [bad_game, best_game])
def test_a_game_has_one_measure(home: Path, made: Callable[[], Game]) -> None:
    """Card, details, record, review, exported page and JSON have the same points given away."""
    game = made()
    result = result_of(home, game)
    card = given(reviewed(result))
    services = result.services
    assert isinstance(services, FakeServices)
    while not services.records.games()[0].lost:
        services.frame()
    par, *lost, _final = sum_of(game)
    own, others = lost
    assert card.words.startswith(given_away_words(own, exact=True))
    sums = {block.words: block.number for block in details(result).page if isinstance(block, Sum)}
    assert (sums["You gave away"], sums["Ben gave away"]) == (str(own), str(others))
    if par:
        side = "You" if par > 0 else "Ben"
        assert sums[f"{side} had the better deal"] == f"by {abs(par)}"
    review = result.study.review
    assert review is not None
    assert review.review is not None
    assert services.records.games()[0].lost == (own, others)
    assert review.review.as_dict()["lost"] == lost
    page = "\n".join(page_lines(review_page(review.review, ("Ada", "Ben"))))
    html = unescape(review_html(record(services.records.games()[0].record), review.review))
    for words in (page, html):
        assert given_away_words(own, exact=True) in words


@pytest.mark.parametrize("seed", range(4))
def test_a_lesson_is_offered_after_a_loss(home: Path, seed: int) -> None:
    """Whoever lost, and gave points away, can learn from it; a winner is offered none."""
    result = result_of(home, bad_game(seed))
    reviewed(result)
    services = result.services
    assert isinstance(services, FakeServices)
    while result.study.review is None or not result.study.review.is_settled:
        services.frame()
    offered = [block.icon for block in result.view().page if isinstance(block, Button)]
    assert ("learn" in offered) == (result.view().title == "You lost")
    if "learn" in offered:
        do(result, act("learn"))
        assert isinstance(result.shell, FakeShell)
        assert result.shell.asked[-1][0] == "learn_from"
