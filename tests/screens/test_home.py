"""What the start screen says of the person: window and page show the same."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from battle.game.session import Seat, Session, Setup
from battle.page.blocks import Paragraph
from battle.profile.options import GameOptions
from battle.profile.records import PlayedGame, game_of
from battle.rules.disguise import deal_of_day
from battle.rules.position import deal
from battle.screens.days import DayDeal, daily_page
from battle.screens.home import First, Home, going_words
from battle.training.first_game import FINISHED
from tests.support.records import kept_game

DAY = date(2026, 11, 23)
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
OTHERS = [kept_game(3, days=1), kept_game(-5, opponent="casual", days=2)]


def on_the_deal_of(day: date) -> PlayedGame:
    """Return a game on the deal of a day, played to its end on that day."""
    session = DayDeal(day).session(GameOptions("level", ("Ada", ""), level="casual"), day)
    while session.ending is None:
        session.play(session.position.legal_moves[0])
    return game_of(session, NOON)


TODAY = [on_the_deal_of(DAY)]


def table(*, plays_second: bool = False) -> Session:
    seats = Seat("Ada"), Seat(solver=True, level="casual")
    return Session(Setup(seats[::-1] if plays_second else seats, deal(1), 1))


def home(
    games: list[PlayedGame], unfinished: Session | None = None, step: int = FINISHED, due: int = 0
) -> Home:
    return Home.of(games, unfinished, today=DAY, first_game=step, due=due)


@pytest.mark.parametrize(
    ("known", "first"),
    [
        (home([], step=0, due=3), First.LESSON),
        (home([], table(), step=0), First.GO_ON),
        (home(OTHERS, table(), due=3), First.GO_ON),
        (home(OTHERS, step=0, due=3), First.DAILY),
        (home(TODAY, due=3), First.EXERCISES),
        (home(TODAY), First.RUNG),
    ],
)
def test_the_first_that_applies_stands_out(known: Home, first: First) -> None:
    """One thing does, whatever is known; a friend who waits comes before all others."""
    assert known.first(is_awaited=False) is first
    assert known.first(is_awaited=True) is First.FRIEND


@pytest.mark.parametrize("opponent", ["friend", "casual"])
def test_the_first_game_is_offered_until_one_against_a_level(opponent: str) -> None:
    """Games with friends take it from no start screen."""
    known = home([kept_game(3, opponent=opponent)], step=2)
    assert known.lesson == (2 if opponent == "friend" else None)


@pytest.mark.parametrize(
    ("unfinished", "words"), [(DayDeal(DAY), "Not finished yet"), (None, "Not played yet")]
)
def test_a_deal_that_is_begun_is_not_said_to_be_unplayed(
    unfinished: DayDeal | None, words: str
) -> None:
    """Start screen and the deal's own page tell today's deal, begun, from another game."""
    session = table()
    if unfinished is not None:
        options = GameOptions("level", ("Ada", ""), level="casual")
        session = unfinished.session(options, DAY)
        session.play(session.position.legal_moves[0])
    assert home(OTHERS, session).daily_words == words
    page = daily_page(DayDeal(DAY), DAY, {}, session)
    assert f"{words}." in [block.words for block in page if isinstance(block, Paragraph)]


def test_the_board_is_what_stands_out() -> None:
    """The unfinished game's, else today's deal as long as it has not been played."""
    session = table()
    session.play(session.position.legal_moves[0])
    assert home(TODAY, session).position == session.position
    assert home(OTHERS).position == deal_of_day(DAY)
    assert home(TODAY).position is None


def test_the_week_ends_today() -> None:
    """Seven days with those that were played; a run is told from two days on."""
    before = [on_the_deal_of(DAY - timedelta(back)) for back in (5, 1)]
    known = home(before)
    assert [day.is_played for day in known.days] == [False, True, False, False, False, True, False]
    assert [day.words for day in known.days[-2:]] == ["Sun", "Today"]
    assert known.daily_words == "Not played yet"
    assert home(before + TODAY).daily_words == "Played today, 2 days in a row"


def test_the_ladder_knows_who_was_beaten() -> None:
    """A won game beats its opponent, a lost one does not; the solver is the best level."""
    known = home([*OTHERS, kept_game(9, opponent="solver", days=3)])
    assert [rung.name for rung in known.rungs if rung.is_beaten] == ["Kim", "Sol"]
    assert [rung.name for rung in known.rungs if rung.is_next] == [known.next_rung.name] == ["Mo"]
    assert len(known.rungs) == 6


def test_the_last_game_is_told_from_the_persons_side() -> None:
    """Won, drawn or lost, one's own points first, and against whom."""
    told = [home([kept_game(margin, person=2)]).last_words for margin in (-7, 0, 7)]
    assert told == [
        ("135 : 128", "Won against Kim"),
        ("135 : 135", "Drawn against Kim"),
        ("135 : 142", "Lost against Kim"),
    ]
    friend = home([kept_game(7, opponent="friend")]).last_words
    assert friend == ("142 : 135", "Won against Solver")


def test_an_unfinished_game_is_told_from_the_persons_side() -> None:
    """One's own points first, and whether one has the move."""
    own = table(plays_second=True)
    own.play(own.position.legal_moves[0])
    assert going_words(own) == f"0 : {own.points[0]}, your turn"
    assert going_words(table(plays_second=True)) == "0 : 0"
