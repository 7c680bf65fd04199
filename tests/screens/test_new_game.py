"""A new game, as values: whom one can play, what can be chosen, and how it begins."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from battle.game.session import Session
from battle.page.blocks import Board, Paragraph, Row
from battle.profile.options import DAYS, ELSEWHERE, HERE, LIVE, PIE, GameOptions
from battle.profile.proofs import Pars
from battle.profile.records import FRIEND, SOLVER
from battle.rules.position import ALL_TILES, FormatError, Position, deal, position
from battle.rules.quick import QUICK
from battle.screens.invitation import WithFriend
from battle.screens.new_game import NewGame, asks, opening
from battle.screens.screen import do, perform
from battle.screens.view import Button, Choice, Field, act
from tests.support.records import kept_game
from tests.support.shell import FakeShell

ENDGAME = "5m5p/5p5m/9s/9s"
won = partial(kept_game, 10, opponent="casual")
"""Another game that was won against Mo."""


@pytest.fixture
def shell(home: Path) -> FakeShell:
    return FakeShell(home)


def new_game(shell: FakeShell, options: GameOptions | Position | int | None = None) -> NewGame:
    screen = NewGame(shell, options)
    screen.resume()
    return screen


def choose(screen: NewGame, **chosen: object) -> None:
    """Choose values, one after the other."""
    for name, value in chosen.items():
        perform(screen, act("set", name=name, value=value))


def people(screen: NewGame) -> dict[str, Choice]:
    (field,) = screen.view().page
    assert isinstance(field, Field)
    return {one.words: one for one in field.choices}


def beside(screen: NewGame) -> dict[str, Field]:
    """Return the fields beside the people."""
    return {one.name: one for one in screen.view().beside if isinstance(one, Field)}


def settings(screen: NewGame) -> str:
    """Return what the line of the match settings says."""
    row = next(one for one in screen.view().beside if isinstance(one, Row | Button))
    button = row.blocks[0] if isinstance(row, Row) else screen.view().beside[-1]
    assert isinstance(button, Button)
    return button.note


def said(screen: NewGame) -> str:
    return " / ".join(one.words for one in screen.view().beside if isinstance(one, Paragraph))


def begun(screen: NewGame) -> Session:
    """Play; return the game at the table."""
    do(screen, screen.view().main.do)  # type: ignore[union-attr]
    assert isinstance(screen.shell, FakeShell)
    name, session = screen.shell.asked[-1]
    assert (name, screen.shell.said) == ("table", [])
    assert isinstance(session, Session)
    return session


# -- people ---------------------------------------------------------------------------------------


def test_everybody_to_play_is_one_list(shell: FakeShell) -> None:
    """Seven people with their faces, each with a sentence, then a friend here or elsewhere."""
    listed = people(new_game(shell))
    assert [one.face for one in listed.values()] == [
        *("pip", "mo", "kim", "vera", "lin", "sol", "echo"),
        *("", ""),
    ]
    assert all(one.note for one in listed.values())
    assert [*listed.values()][7:][0].value == HERE


@pytest.mark.parametrize(
    ("wins", "dots", "wanted"),
    [
        (1, [0, 1, 0], "One more win, and Kim is next"),
        (2, [0, 2, 0], "2 wins, and Vera is next"),
        (3, [0, 2, 0], "2 wins, and Vera is next"),
    ],
)
def test_two_dots_are_two_wins_and_the_button_says_what_is_wanted(
    shell: FakeShell, wins: int, dots: list[int], wanted: str
) -> None:
    """Wins against Mo are dots of his; the one who is suggested is chosen, and leads to a next."""
    for day in range(wins):
        shell.services.records.put(won(days=day))
    screen = new_game(shell, GameOptions("level"))
    assert [one.wins for one in people(screen).values()][:3] == dots
    main = screen.view().main
    assert main is not None
    assert (main.words, main.note) == ("Play Kim" if wins > 1 else "Play Mo", wanted)


def test_the_first_game_of_all_is_a_quick_one_against_pip(shell: FakeShell) -> None:
    """Until something else is chosen; who won that is led to Mo."""
    _name, session = opening(shell.services)
    assert (session.level, session.setup.start.tiles_left) == ("novice", QUICK)
    main = new_game(shell).view().main
    assert main is not None
    assert (main.words, main.note) == ("Play Pip", "One win, and Mo is next")
    shell.services.records.put(kept_game(10, opponent="novice"))
    main = new_game(shell).view().main
    assert main is not None
    assert (main.words, main.note) == ("Play Mo", "2 wins, and Kim is next")


def test_a_win_with_help_is_no_dot(shell: FakeShell) -> None:
    """It leads to no stronger level either."""
    shell.services.records.put(won(hints=(3, 3)))
    screen = new_game(shell, GameOptions("level"))
    assert people(screen)["Mo"].wins == 0
    main = screen.view().main
    assert main is not None
    assert main.note == "2 wins, and Kim is next"


def test_nobody_promises_what_is_not_so(shell: FakeShell) -> None:
    """Against another than the one who is suggested, or a friend, the button promises nothing."""
    screen = new_game(shell, GameOptions("level"))
    for rival in ("casual", "master", "perfect", "companion", HERE, ELSEWHERE):
        choose(screen, rival=rival)
        main = screen.view().main
        assert main is not None
        assert main.note == "", rival


def test_the_best_level_is_played_by_the_solver(shell: FakeShell) -> None:
    """Its time for a move can be chosen then, and Sol stays the one who is chosen."""
    screen = new_game(shell)
    assert "think_seconds" not in asks(screen.options)
    choose(screen, rival="perfect", think_seconds="10")
    (field,) = screen.view().page
    assert isinstance(field, Field)
    assert field.value == "perfect"
    setup = begun(screen).setup
    assert (setup.seats[1].solver, setup.seats[1].level, setup.think_seconds) == (True, "", 10)


# -- options --------------------------------------------------------------------------------------


def test_an_option_is_asked_where_it_applies() -> None:
    """Each depends on the opponent, and on what else is chosen."""

    def names(**chosen: object) -> set[str]:
        return {*asks(GameOptions(**chosen))}  # type: ignore[arg-type]

    usual = {"tiles", "begins", "clock_minutes", "name0", "deal_by", "duplicate", "pie"}
    assert names(opponent="level") == usual
    assert names(opponent="level", clock_minutes=5.0) == usual | {"clock_increment"}
    assert names(opponent="level", begins=PIE) == usual - {"begins", "duplicate"}
    assert names(opponent=SOLVER) == usual | {"think_seconds"}
    assert names(opponent=FRIEND) == usual | {"name1", "no_help"}
    far = usual - {"clock_minutes"} | {"timing", "no_help"}
    assert names(elsewhere=True) == far
    assert names(elsewhere=True, timing=DAYS) == far | {"days_a_move"}
    assert names(elsewhere=True, timing=LIVE) == far | {"clock_minutes"}
    fair = usual - {"duplicate", "pie"} | {"head_start"}
    assert names(opponent="level", deal_by="fair") == fair
    assert names(opponent="level", deal_by="number") == usual | {"number"}
    assert names(opponent="level", deal_by="pasted") == usual - {"tiles"} | {"pasted"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("tiles", "37"), ("begins", "third"), ("clock_minutes", "-1"), ("duplicate", "9")),
        *(("deal_by", "luck"), ("think_seconds", "1"), ("guest", "x"), ("drawn", "3")),
    ],
)
def test_what_is_not_offered_cannot_be_chosen(shell: FakeShell, name: str, value: str) -> None:
    """A value that no choice has is refused, and so is an option that is not asked."""
    screen = new_game(shell, GameOptions("level"))
    before = screen.view()
    with pytest.raises(FormatError, match=name):
        choose(screen, **{name: value})
    assert screen.view() == before


def test_what_is_chosen_is_played_and_remembered(shell: FakeShell) -> None:
    """Size, clock, name and who begins come to the table; all but who begins is kept."""
    screen = new_game(shell, GameOptions("level", drawn=17))
    choose(screen, rival="club", tiles="54", clock_minutes="10", clock_increment="5", name0="Ada")
    choose(screen, begins="second")
    assert settings(screen) == "10 min + 5 s"
    session = begun(screen)
    assert session.names == ("Kim", "Ada")
    assert (session.setup.start.tiles_left, str(session.setup.control)) == (54, "600+5")
    again = new_game(shell)
    assert settings(again) == "10 min + 5 s"
    assert [beside(again)[name].value for name in ("tiles", "begins")] == ["54", "first"]


def test_the_deal_is_the_one_that_was_seen(shell: FakeShell) -> None:
    """Another can be drawn, of the same size; a number or a text names one."""
    screen = new_game(shell, GameOptions("level", tiles=QUICK, drawn=17))

    def seen() -> Position:
        return next(one.position for one in screen.view().beside if isinstance(one, Board))

    first = seen()
    do(screen, act("another"))
    assert seen() != first
    assert seen().tiles_left == QUICK
    assert begun(screen).setup.start == seen()
    choose(screen, tiles="108", deal_by="number", number="42")
    assert seen() == deal(42)
    assert begun(screen).setup.deal == 42
    choose(screen, deal_by="pasted", pasted=position(ENDGAME).picture)
    assert seen() == position(ENDGAME)
    do(screen, act("analyse"))
    assert shell.asked[-1] == ("study_position", position(ENDGAME))


def test_what_is_missing_or_wrong_is_said_and_nothing_begins(shell: FakeShell) -> None:
    """Before anything is typed it is asked for; the button waits."""
    screen = new_game(shell, GameOptions("level"))
    for chosen, words in (
        ({"deal_by": "number"}, "Enter the number of a deal."),
        ({"number": "0"}, "bad deal number 0: expected 1 to 2147483647"),
        ({"deal_by": "pasted"}, "Paste a position or a game record."),
        ({"pasted": "5m"}, "bad grid: 5m is there once, expected 0, 2 or 4 times"),
    ):
        choose(screen, **chosen)
        main = screen.view().main
        assert main is not None
        assert (said(screen), main.off) == (words, True)
        do(screen, act("play"))
    assert shell.asked == []


def test_a_fair_game_says_how_it_is_made_even(shell: FakeShell) -> None:
    """Who moves first, who gets points, and to what that leads, as the head start is chosen."""
    shell.services.pars = Pars(shell.services.database, {10: 0})
    screen = new_game(shell, GameOptions(names=("Ada", "Ben"), lot=True))
    choose(screen, deal_by="fair")
    assert said(screen) == "Ada moves first  ·  No points given  ·  perfect play is a draw"
    choose(screen, head_start="1", begins="second")
    words = "Ben moves first  ·  Ada gets 1 point  ·  with perfect play: Ada wins by 1"
    assert said(screen) == words
    assert settings(screen) == "Fair deal: Ada +1, no clock"
    assert begun(screen).setup.head_start == -1


def test_without_a_known_deal_no_fair_game_begins(shell: FakeShell) -> None:
    """It is said why."""
    shell.services.pars = Pars(shell.services.database, {})
    screen = new_game(shell, GameOptions("level", deal_by="fair"))
    assert said(screen) == "No solved deal is known."


# -- how it begins --------------------------------------------------------------------------------


def test_the_pie_rule_comes_before_the_table(shell: FakeShell) -> None:
    """Its screen lies over this one, which is there again on the way back."""
    screen = new_game(shell, GameOptions(names=("Ada", "Ben")))
    choose(screen, pie=True)
    assert settings(screen) == "Seats by the pie rule, no clock"
    do(screen, act("play"))
    assert shell.asked == [("pie", screen.options)]


def test_a_friend_elsewhere_is_invited(shell: FakeShell) -> None:
    """With the terms that were chosen, once it was read; help is off unless it is wanted."""
    screen = new_game(shell)
    choose(screen, rival=ELSEWHERE, tiles="36", timing=DAYS, days_a_move="7", name0=" Ada ")
    assert settings(screen) == "7 days for a move, no help"
    do(screen, act("play"))
    name, options = shell.asked.pop()
    assert name == "with_friend"
    assert not shell.services.friends.opened
    do(WithFriend(shell, options), act("sent"))
    ((name, game, _how),) = shell.asked
    terms = game.meeting.terms
    assert (name, game.meeting.name) == ("hosting", "Ada")
    assert (terms.days, terms.help, terms.start.tiles_left) == (7, False, 36)


def test_play_plays_what_was_chosen_last(shell: FakeShell) -> None:
    """At once, the same against another person if one is named, who is remembered."""
    services = shell.services
    services.change(level="club", tiles=54, names=("Ada", ""))
    name, session = opening(services)
    assert (name, session.names, session.setup.start.tiles_left) == ("table", ("Ada", "Kim"), 54)
    assert opening(services, "master")[1].level == "master"
    assert GameOptions.remembered(services.settings).rival == "master"


def test_play_invites_nobody(shell: FakeShell) -> None:
    """After a game with a friend elsewhere it opens the list, with the friend chosen."""
    name, options = opening(shell.services, ELSEWHERE)
    assert (name, options.rival) == ("new_game", ELSEWHERE)


def test_a_deal_of_a_number_is_a_whole_one(shell: FakeShell) -> None:
    """A link to a deal means the whole deal, also after a quick game."""
    shell.services.change(tiles=QUICK)
    session = begun(new_game(shell, 7))
    assert (session.setup.deal, session.setup.start) == (7, deal(7))
    assert session.setup.start.tiles_left == ALL_TILES
