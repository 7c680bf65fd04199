"""A new game, as values: whom one can play, what can be chosen, and how it begins."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from battle.game.session import Session
from battle.page.blocks import Paragraph, Row
from battle.profile.options import DAYS, ELSEWHERE, LIVE, PIE, GameOptions
from battle.profile.proofs import Pars
from battle.profile.records import FRIEND, SOLVER
from battle.rules.position import ALL_TILES, Position, deal
from battle.rules.quick import QUICK
from battle.screens.invitation import WithFriend
from battle.screens.new_game import NewGame, asks, opening
from battle.screens.screen import do, perform
from battle.screens.view import Button, Choice, Field, act
from tests.support.records import kept_game
from tests.support.shell import FakeShell

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
