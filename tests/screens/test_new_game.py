"""A new game, as values: whom one can play, what can be chosen, and how it begins."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from battle.page.blocks import Paragraph, Row
from battle.profile.options import DAYS, ELSEWHERE, LIVE, PIE, GameOptions
from battle.profile.proofs import Pars
from battle.profile.records import FRIEND, SOLVER
from battle.rules.position import Position
from battle.screens.invitation import WithFriend
from battle.screens.new_game import NewGame, asks, opening
from battle.screens.screen import do
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


def test_without_a_known_deal_no_fair_game_begins(shell: FakeShell) -> None:
    """It is said why."""
    shell.services.pars = Pars(shell.services.database, {})
    screen = new_game(shell, GameOptions("level", deal_by="fair"))
    assert said(screen) == "No solved deal is known."


# -- how it begins --------------------------------------------------------------------------------


def test_a_friend_elsewhere_is_invited(shell: FakeShell) -> None:
    """With the terms that were chosen, once it was read; help is off unless it is wanted."""
    screen = new_game(shell)
    chosen = {"rival": ELSEWHERE, "tiles": "36", "timing": DAYS, "days_a_move": "7"}
    for name, value in (chosen | {"name0": " Ada "}).items():
        do(screen, act("set", name=name, value=value))
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
