"""Options of new games: what is entered and what comes of it."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from functools import partial

import pytest

from battle.game.pie import Pie
from battle.game.session import Seat, Session
from battle.game.setup import TimeControl, another_deal, level
from battle.profile.options import BY_NUMBER, FAIR, LEVEL, PASTED, PIE, GameOptions
from battle.profile.proofs import quick_pars
from battle.profile.settings import Settings
from battle.rules.position import Position, RulesError, deal, position
from battle.rules.quick import HALF, QUICK, quick_deal, quick_tiles
from battle.rules.record import record
from tests.support.records import kept_game

PARS = {1: 0, 2: -9, 3: 4, 4: 9, 5: 0, 6: -4}
won = partial(kept_game, 10, opponent="casual")
ENDGAME = "5m5p/5p5m/9s/9s"


def test_a_plan_comes_back_from_the_settings() -> None:
    """What was chosen last is offered again."""
    options = GameOptions("solver", ("Ada", "Ben"), "random", clock_minutes=5.0, think_seconds=10.0)
    again = GameOptions.remembered(Settings(**options.to_remember()))
    assert again.to_remember() == options.to_remember()


ADA, BEN, SOLVER = Seat("Ada"), Seat("Ben"), Seat(solver=True)
CLUB = Seat(solver=True, level="club")


@pytest.mark.parametrize(
    ("options", "seats", "control"),
    [
        (GameOptions(names=("Ada", "Ben")), (ADA, BEN), None),
        (GameOptions(names=("Ada", "Ben"), begins="second"), (BEN, ADA), None),
        (GameOptions(names=(" ", "")), (Seat("Player A"), Seat("Player B")), None),
        (
            GameOptions(names=("Ada", "Ben"), clock_minutes=5.0, clock_increment=3.0),
            (ADA, BEN),
            TimeControl(300, 3),
        ),
        (
            GameOptions("solver", ("Ada", ""), "second", clock_minutes=5.0),
            (SOLVER, ADA),
            TimeControl(300),
        ),
        (GameOptions(LEVEL, ("Ada", ""), "second", level="club"), (CLUB, ADA), None),
    ],
)
def test_who_sits_where_with_which_clock(
    options: GameOptions, seats: tuple[Seat, Seat], control: TimeControl | None
) -> None:
    """The first named begins unless something else is chosen; every game has its own seed."""
    setups = [options.session(time.monotonic).setup for _ in range(3)]
    assert {(one.seats, one.control, one.think_seconds) for one in setups} == {
        (seats, control, 2.0)
    }
    assert len({one.seed for one in setups}) > 1


def test_who_begins_can_be_drawn_by_lot(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lot decides between both."""
    for number, first in ((0.4, "Ben"), (0.6, "Ada")):
        monkeypatch.setattr(random, "random", lambda number=number: number)
        session = GameOptions(names=("Ada", "Ben"), begins="random").session(time.monotonic)
        assert session.setup.seats[0].name == first


@pytest.mark.parametrize(
    ("options", "start", "number"),
    [
        (GameOptions(drawn=77), deal(77), 77),
        (GameOptions(deal_by=BY_NUMBER, number=" 4711 "), deal(4711), 4711),
        (GameOptions(deal_by=PASTED, pasted=ENDGAME), position(ENDGAME), None),
        (GameOptions(deal_by=PASTED, pasted=deal(3).picture), deal(3), None),
        (GameOptions(deal_by=PASTED, pasted='[Deal "12"]\n\n*\n'), deal(12), 12),
    ],
)
def test_a_start_is_drawn_named_or_pasted(
    options: GameOptions, start: Position, number: int | None
) -> None:
    """A position or its picture has no number; a record is played again from where it began."""
    setup = options.session(time.monotonic).setup
    assert (options.start(), options.deal) == (setup.start, setup.deal) == (start, number)


@pytest.mark.parametrize("number", ["", "0", "2147483648", "12a", "-3"])
@pytest.mark.parametrize("text", ["", "hello", "5m5p/5p5m/9s/9x", '[Deal "x"]\n\n*', "5m/5p"])
def test_a_bad_start_is_told_in_one_line(number: str, text: str) -> None:
    """Whatever is no deal's number, no position and no record is refused with one line."""
    for options in (
        GameOptions(deal_by=BY_NUMBER, number=number),
        GameOptions(deal_by=PASTED, pasted=text),
    ):
        with pytest.raises(RulesError, match=r"\A.+\Z"):
            options.start()


def test_a_position_without_a_pair_cannot_be_played() -> None:
    """A game that would be over before it begins is refused."""
    with pytest.raises(RulesError, match="No pair"):
        GameOptions(deal_by=PASTED, pasted="5m5p5m5p").start()


def test_who_chooses_no_level_gets_the_suggested_one() -> None:
    """The suggestion follows the record as long as no one chose otherwise."""
    options = GameOptions(LEVEL)
    assert options.chosen_level == "novice"
    options.learn([won(days=1), won(days=2)], {})
    assert (options.chosen_level, options.name(1)) == ("club", "Kim")
    assert options.to_remember()["level"] == ""
    options.level = "strong"
    assert options.chosen_level == options.to_remember()["level"] == "strong"


def test_turns_with_one_opponent_say_nothing_of_another() -> None:
    """After a game against a level the level begins; two people begin with the first named."""
    options = GameOptions.remembered(Settings(opponent="level", begins="second"))
    options.learn([won(days=1)], {})
    assert options.begins == "second"
    options.set_opponent("friend")
    assert [seat.name for seat in options.session().setup.seats] == ["Player A", "Player B"]
    afresh = GameOptions.remembered(Settings(opponent="friend", begins="second"))
    afresh.learn([], {})
    assert afresh.begins == "first"


def test_a_level_no_longer_known_is_forgotten() -> None:
    """Settings that name a level which is none lead to the suggested one."""
    assert (
        GameOptions.remembered(Settings(opponent="level", level="godlike")).chosen_level == "novice"
    )


def fair_options(**values: object) -> GameOptions:
    options = GameOptions(names=("Ada", "Ben"), deal_by=FAIR, **values)  # type: ignore[arg-type]
    options.learn([], PARS)
    return options


def test_what_two_lose_is_the_head_start_offered() -> None:
    """The offer follows the record and the level, until another head start is chosen."""
    options = GameOptions(LEVEL, ("Ada", ""), deal_by=FAIR, level="club")
    options.learn([replace(won(days=1), lost=(32, 9), proven=(32, 9), exact_from=1)], PARS)
    assert options.usual[0] == options.loss.points
    assert options.agreed_head_start == 32 - level("club").points
    options.set_level("novice")
    assert options.agreed_head_start == 32 - level("novice").points
    options.head_start = 3
    assert options.agreed_head_start == options.to_remember()["handicap"] == 3
    options.set_opponent("solver")
    assert (options.agreed_head_start, options.to_remember()["handicap"]) == (32, 0)
    options.set_opponent("friend")
    assert options.agreed_head_start == 0


def test_a_head_start_is_remembered() -> None:
    """What was chosen last is chosen again; what was offered is offered again."""
    found = [GameOptions.remembered(Settings(handicap=n)).head_start for n in (12, 200, 0)]
    assert found == [12, 60, None]


@pytest.mark.parametrize("tiles", [QUICK, HALF])
def test_quick_games_start_fair_too(tiles: int) -> None:
    """What is given makes up for the par of a quick deal; a number deals it; it is remembered."""
    options = fair_options(tiles=tiles)
    options.losses = {"Ada": 40.0, "Ben": 10.0}
    start = options.start()
    assert options.offer == 0
    assert quick_tiles(start.with_given((0, 0))) == tiles
    assert quick_pars(tiles)[options.fair.deal] == -start.margin
    setup = GameOptions(deal_by=BY_NUMBER, number="7", tiles=tiles).session().setup
    assert (setup.start, setup.deal) == (quick_deal(tiles, 7), None)
    assert GameOptions.remembered(Settings(**options.to_remember())).tiles == tiles


def test_a_quick_deal_is_followed_by_quick_ones() -> None:
    """Another deal has its size; a match has one deal; a size replaces what was pasted."""
    options = GameOptions(duplicate=3, deal_by=PASTED)
    options.set_tiles(QUICK)
    session = options.session()
    assert session.series.duplicate.deals == (0,)
    assert quick_tiles(another_deal(session.setup).start) == QUICK
    assert quick_tiles(session.setup.swapped().start) == QUICK


def test_without_solved_deals_no_game_is_fair() -> None:
    """What is missing is told in one line."""
    with pytest.raises(RulesError, match="No solved deal"):
        GameOptions(deal_by=FAIR).start()


def test_what_is_even_already_is_not_played_twice() -> None:
    """A fair game is no duplicate match; under the pie rule no deal is played twice either."""
    assert fair_options(duplicate=2).session(time.monotonic).series.duplicate is None
    options = GameOptions(duplicate=2)
    options.set_begins(PIE)
    assert (options.by_pie_rule, options.deals_twice) == (True, 0)
    options.set_duplicate(1)
    assert (options.by_pie_rule, options.deals_twice) == (False, 1)


def test_what_the_pie_rule_came_to_is_the_game() -> None:
    """Who chose a seat sits there, and the points named are given; the record tells who named."""
    options = GameOptions(names=("Ada", "Ben"), begins=PIE)
    agreement = Pie(options.start(), 0).naming(6).choosing(first=False)
    session = options.session(time.monotonic, agreement)
    assert (session.names, session.points) == (("Ada", "Ben"), (0, 6))
    assert (session.setup.deal, session.setup.named_by) == (options.drawn, 1)
    assert Session.from_record(record(session.record().text)).setup.named_by == 1
    agreement = Pie(options.start(), 0).naming(6).choosing(first=True)
    session = options.session(time.monotonic, agreement)
    assert (session.names, session.points, session.setup.named_by) == (("Ben", "Ada"), (0, 6), 2)


def test_a_fair_game_needs_no_pie_rule() -> None:
    """Where a fair table is chosen a lot decides who begins."""
    assert not fair_options(begins=PIE).by_pie_rule
    assert fair_options(begins=PIE).beginning == "random"
