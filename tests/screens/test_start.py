"""Where one begins, as values: what stands out, in which order, and what is done."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from battle.friend.friends import Friends
from battle.game.session import Seat, Session, Setup
from battle.game.setup import KEY_TAG
from battle.page.blocks import Card, Paragraph, Row, flat
from battle.profile.records import PlayedGame, game_of
from battle.rules.position import ALL_TILES, PLAYERS, deal
from battle.rules.quick import QUICK
from battle.screens.board_view import seat_of
from battle.screens.day_result import result_again
from battle.screens.days import OPPONENT, DayDeal, daily_page, day_of, week_of
from battle.screens.friends import FriendList
from battle.screens.home import First, Home, going_words, last_game
from battle.screens.invitation import WithFriend
from battle.screens.record import YourRecord
from battle.screens.screen import do
from battle.screens.start import Start
from battle.screens.view import Button, Glance, act
from battle.storage import Places
from battle.training.first_game import COUNT
from tests.support.memory_channel import Meeting
from tests.support.records import kept_game
from tests.support.shell import FakeShell

DAY = date(2026, 11, 23)
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
OTHERS = [kept_game(3, days=1), kept_game(-5, opponent="casual", days=2)]


def on_the_deal_of(day: date, tiles: int = ALL_TILES, lost: int | None = None) -> PlayedGame:
    """Return a game on a deal of a day, played to its end on that day, with so many points lost."""
    session = DayDeal(day, tiles).session("Ada", day)
    while session.ending is None:
        session.play(session.position.legal_moves[0])
    game = game_of(session, NOON)
    return game if lost is None else replace(game, lost=(lost, 0), proven=(lost, 0), exact_from=1)


TODAY = [on_the_deal_of(DAY)]


def table(number: int = 1, *, plays_second: bool = False) -> Session:
    seats = Seat("Ada"), Seat(solver=True, level="casual")
    return Session(Setup(seats[::-1] if plays_second else seats, deal(number), number))


def home(
    games: list[PlayedGame], unfinished: Session | None = None, step: int = COUNT, due: int = 0
) -> Home:
    going = [unfinished] if unfinished else []
    return Home.of(games, going, today=DAY, first_game=step, due=due)


@pytest.mark.parametrize(
    ("known", "first"),
    [
        (home([], step=0, due=3), First.LESSON),
        (home([], table(), step=0), First.GO_ON),
        (home(OTHERS, table(), due=3), First.GO_ON),
        (home(OTHERS, step=0, due=3), First.DAILY),
        (home(TODAY, due=3), First.RUNG),
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


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_newcomer_finds_the_game_with_a_friend(home: Path, *, is_kept: bool) -> None:
    """It stands below the first game; where the friend's table is kept it opens that."""
    session = Session(Setup((Seat("Anna"), Seat("Ben")), deal(1), 1))
    session.play(session.position.legal_moves[0])
    session.resign(2)
    shell = begun(home, replace(game_of(session, NOON, key="k-1"), person=2))
    session.tags[KEY_TAG] = "k-1" if is_kept else "k-2"
    kept = SimpleNamespace(
        session=session,
        handover=None,
        chat=SimpleNamespace(unread=()),
        my_turn=False,
        rematch_asked=False,
        invitation=SimpleNamespace(topic="table"),
    )
    shell.services.friends = SimpleNamespace(opened=[kept], watched=[])  # type: ignore[assignment]
    screen, buttons, _said = shown(shell)
    first, *_others, last = buttons
    assert (first.words, last.words) == ("Your first game", "Last game")
    score = f"0 : {session.points[0]}"
    assert last.note == f"Lost against Anna: {score}"
    do(screen, last.do)
    ((name, opened),) = shell.asked
    if is_kept:
        assert (name, opened) == ("friend", "table")
    else:
        anna, ben = (seat_of(opened, player) for player in PLAYERS)
        assert (anna.face, anna.initial, ben.face, ben.initial) == ("", "A", "you", "")


def test_a_friends_game_knows_who_the_person_was(home: Path) -> None:
    """The last game that Learn and Analyse offer does, and so does a result after a reload."""
    session = Session(Setup((Seat("Anna"), Seat("Ben")), deal(1), 1))
    session.tags[KEY_TAG] = "k-1"
    session.play(session.position.legal_moves[0])
    session.resign(2)
    shell = begun(home, replace(game_of(session, NOON, key="k-1"), person=2))
    last = last_game(shell.services)
    assert last is not None
    assert (last.person, result_again(shell, session.text).session.person) == (2, 2)


def test_the_week_ends_today() -> None:
    """Seven days with what was given away where that is known; a run is told from two days on."""
    quick = on_the_deal_of(DAY - timedelta(3), QUICK, lost=15)
    before = [on_the_deal_of(DAY - timedelta(back)) for back in (5, 1)]
    known = home([*before, quick])
    days = week_of(known.played, DAY).days
    assert [day.done for day in days] == [False, True, False, True, False, True, False]
    assert [(day.figure, day.cost) for day in days if day.done] == [
        ("", None),
        ("15", 1),
        ("", None),
    ]
    assert [(day.words, day.now) for day in days[-2:]] == [("Sun", False), ("Today", True)]
    assert home(before + TODAY).run_words == "2 days in a row"
    assert home([quick]).run_words == ""


def test_an_unfinished_game_is_told_from_the_persons_side() -> None:
    """One's own points first, and whether one has the move."""
    own = table(plays_second=True)
    own.play(own.position.legal_moves[0])
    assert going_words(own) == f"0 : {own.points[0]}, your turn"
    assert going_words(table(plays_second=True)) == "0 : 0"


# --- the screen -----------------------------------------------------------------------------------


def begun(home: Path, *games: PlayedGame, unfinished: Sequence[Session] = ()) -> FakeShell:
    """Return a surface with a person who has played these games, and begun those in this order."""
    shell = FakeShell(home)
    shell.services.moment = lambda: NOON
    shell.services.records.add(games)
    for session in unfinished:
        if not session.game.root.children:
            session.play(session.position.legal_moves[0])
        shell.services.autosave.save(session)
    return shell


def shown(shell: FakeShell) -> tuple[Start, list[Button], list[str]]:
    """Return the screen, its buttons in their order, and the headings of its cards."""
    screen = Start(shell)
    screen.resume()
    view = screen.view()
    page = (*view.page, *view.beside)
    parts = [part for one in flat(page) for part in (one.blocks if isinstance(one, Row) else [one])]
    buttons = [one for one in parts if isinstance(one, Button)]
    return screen, buttons, [_heading(one) for one in page if isinstance(one, Card)]


def _heading(card: Card) -> str:
    """Return what a card is called, at a glance whom its game was with."""
    return card.words or next(one.name for one in card.blocks if isinstance(one, Glance))


def test_the_order_is_fixed_and_one_button_stands_out(home: Path) -> None:
    """Go on, day, next opponent, friend, last game; what does not apply is left out."""
    going, day = "Mo", "Deal of the day"
    after = [
        "Win 2 games without help, and Mo is next",
        "Play with a friend",
        "Lost against Mo: 130 : 135",
    ]
    for games, unfinished, headings, yellow in (
        (OTHERS, [table()], [going, day, *after], "Go on"),
        (OTHERS, [], [day, *after], "Play"),
        ([*OTHERS, *TODAY], [], None, "Play {}"),
    ):
        place = home / yellow
        screen, buttons, said = shown(begun(place, *games, unfinished=unfinished))
        expected = yellow.format(screen.home.next_rung.name)
        assert [one.words for one in buttons if one.main] == [expected]
        assert headings is None or said == headings


def test_a_game_that_went_to_another_device_is_found_under_you_alone(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Start lists the games with friends that can be played here."""
    shell = begun(home, *OTHERS)
    services, place = shell.services, Meeting()
    where = Places.below(home)
    with closing(Friends(where, services.records, place.open, in_thread=False)) as friends:
        services.friends = friends
        services.change(names=("Ada", ""), invitation_page="https://example.org/")
        do(WithFriend(shell), act("send"))
        (game,) = friends.opened
        assert "Games with friends" in shown(shell)[2]
        monkeypatch.setattr(game, "handover", SimpleNamespace(is_gone=True))
        assert "Games with friends" not in shown(shell)[2]
        record = YourRecord(shell)
        record.resume()
        ways = [one.do for one in record.view().page if isinstance(one, Button)]
        assert act("go", name="friends") in ways
        (row,) = FriendList(shell).view().page
        assert isinstance(row, Row)
        assert isinstance(row.blocks[0], Button)
        assert row.blocks[0].note == "moved to another device"
        monkeypatch.undo()


def test_a_second_press_at_the_same_place_ends_nothing(home: Path) -> None:
    """In the corner in which a result has *Start*, Start has its settings."""
    screen, _buttons, _said = shown(begun(home, *OTHERS))
    *_others, corner = screen.view().buttons
    assert corner.words == "Settings"


def test_the_day_is_played_in_one_press(home: Path) -> None:
    """Today's quick deal is at the table at once; when it is done it is shared and looked at."""
    screen, buttons, _said = shown(shell := begun(home / "before", *OTHERS))
    do(screen, next(one.do for one in buttons if one.main))
    ((name, session),) = shell.asked
    assert (name, day_of(session)) == ("table", DayDeal(DAY, QUICK))
    assert session.setup.seats[1].level == OPPONENT
    screen, buttons, _said = shown(shell := begun(home / "after", *TODAY))
    for words in ("Share", "Look at it"):
        do(screen, next(one.do for one in buttons if one.words == words))
    (_share, shared), (name, session) = shell.asked
    assert (_share, name, day_of(session)) == ("share", "finished", DayDeal(DAY, ALL_TILES))
    assert shared().text("")


def test_a_new_day_begins_with_its_deal(home: Path) -> None:
    """Start that stands open over midnight offers the next deal, not yesterday's result."""
    screen, buttons, _said = shown(shell := begun(home, *TODAY))
    assert "Play" not in [one.words for one in buttons]
    standing, noon = screen.standing, shell.services.moment()
    shell.services.moment = lambda: noon + timedelta(1)
    screen.beat()
    assert screen.standing != standing
    assert [
        one.words for one in flat(screen.view().page) if isinstance(one, Button) and one.main
    ] == ["Play"]


def test_a_deal_that_is_begun_is_not_begun_again(home: Path) -> None:
    """The card of today's deal, unfinished, says what it is; no other is offered."""
    session = DayDeal(DAY, QUICK).session("Ada", DAY)
    screen, buttons, _said = shown(begun(home, *OTHERS, unfinished=[session]))
    assert "Play" not in [one.words for one in buttons]
    glance = next(one for one in flat(screen.view().page) if isinstance(one, Glance))
    assert (glance.over, glance.name) == ("Deal of the day", "Kim")
    page = daily_page(DayDeal(DAY, QUICK), DAY, {}, is_begun=True)
    assert "Not finished yet." in [block.words for block in page if isinstance(block, Paragraph)]


def test_every_unfinished_game_is_within_sight(home: Path) -> None:
    """The last one goes on, also one that was set aside; all others are one press further.

    Today's deal, set aside, goes on from its own card.
    """
    day = DayDeal(DAY, QUICK).session("Ada", DAY)
    shell = begun(home, *OTHERS, unfinished=[day, table(), last := table(2)])
    kept = shell.services.autosave
    for age, game in enumerate(kept.games_aside()):  # both were set aside within a moment
        seconds = NOON.timestamp() - age - 60 * (day_of(game.session) is not None)
        os.utime(game.file, (seconds, seconds))

    def ways() -> list[str]:
        _screen, buttons, _said = shown(shell)
        return [one.words for one in buttons if one.do.name in ("go_on", "tab", "day")]

    assert ways() == ["Go on", "Your game with Mo", "Go on"]
    record = YourRecord(shell)
    record.resume()
    assert [game.session.name(2) for game in record.aside] == ["Mo", "Mo", "Kim"]
    while last.ending is None:
        last.play(last.position.legal_moves[0])
    kept.save(last)
    assert ways() == ["Go on", "Go on"]
    kept.remove(kept.games_aside()[0])
    screen, buttons, _said = shown(shell)
    assert [one.words for one in buttons if one.main] == ["Go on"]
    assert ways() == ["Go on"]
    do(screen, act("go_on"))
    assert day_of(shell.asked[-1][1]) == DayDeal(DAY, QUICK)


def test_the_one_try_goes_on_after_another_game(home: Path) -> None:
    """A deal of the day that was set aside is taken up where it was left, not begun again."""
    shell = FakeShell(home)

    def day() -> Session:
        screen = Start(shell)
        screen.resume()
        do(screen, act("day"))
        session = shell.asked[-1][1]
        assert isinstance(session, Session)
        return session

    kept = shell.services.autosave
    for session in (begun := day(), table()):
        session.play(session.position.legal_moves[0])
        kept.save_soon(session)
        kept.wait()
    again = day()
    assert day_of(again) == day_of(begun)
    assert again.game.moves == begun.game.moves
