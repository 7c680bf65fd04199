"""The deal of the day: which deal it is, which game counts, the run, and the line to share."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from battle.game.session import NotNowError, Session
from battle.profile.options import GameOptions
from battle.profile.proofs import shipped_pars
from battle.profile.records import PlayedGame, day_runs, game_of
from battle.rules.disguise import day_in, deal_of_day, known_deal
from battle.rules.position import RulesError, deal
from battle.rules.record import record
from battle.training import daily
from battle.training.background import GameProver
from battle.training.daily import (
    calendar_table,
    daily_page,
    daily_session,
    day_games,
    day_of,
    share_line,
)
from tests.support.pilot import bad_game, cost_of
from tests.support.services import FakeServices
from tests.support.texts import check_page

DAY = date(2026, 11, 23)
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
OPTIONS = GameOptions("level", ("Ada", ""), level="casual")


def played(day: date = DAY, begun: date | None = None, moves: int = 200) -> Session:
    """Return a game on the deal of a day, resigned after some moves if it is not over by then."""
    session = daily_session(day, OPTIONS, begun or day)
    while session.ending is None and session.game.ply < moves:
        session.play(session.position.legal_moves[0])
    if session.ending is None:
        session.resign(1)
    return session


def kept(session: Session, lost: int | None = None, *, exact: bool = True) -> PlayedGame:
    """Return a game as the record keeps it, reviewed if what the person lost is given."""
    game = game_of(session, NOON)
    if lost is None:
        return game
    return replace(game, lost=(lost, 9), proven=(lost, 9), exact_from=1 if exact else 5)


# -- the deal -------------------------------------------------------------------------------------


def test_the_deal_of_a_day_is_specified() -> None:
    """What a day's deal is never changes: not with the machine, nor with a later version."""
    assert str(deal_of_day(DAY)).startswith("5m1p1m8p6s9m6s5p2m/4s4p5m4m9p2m7s7s6m/")
    days = [date(2026, 1, 1) + timedelta(number) for number in range(1000)]
    text = "\n".join(str(deal_of_day(day)) for day in days)
    assert sha256(text.encode()).hexdigest()[:16] == "62ef45513efc6b64"


def test_every_deal_is_solved_whatever_else_is() -> None:
    """Days draw from deals 1 to 100, which are solved, and the program knows their par."""
    found = [known_deal(deal_of_day(DAY + timedelta(n)), shipped_pars()) for n in range(100)]
    assert all(one is not None and one.number <= 100 for one in found)
    assert {*range(1, 101)} <= {*shipped_pars()}
    assert len({one.number for one in found if one is not None}) > 50


@pytest.mark.parametrize(
    "text",
    ["", "0001-01-01", "9999-12-31", "2026-11-31", "23.11.2026", "20261123", "2026-1-1", "today"],
)
def test_what_is_no_day_is_refused(text: str) -> None:
    """A day is typed in one form, and the error shows what was typed."""
    with pytest.raises(RulesError, match=r"bad day .*expected one such as 2026-11-23"):
        day_in(text)
    assert day_in("2026-11-23") == DAY


# -- the game -------------------------------------------------------------------------------------


def test_moves_sides_and_help_are_settled() -> None:
    """Nothing can be taken back or swapped, and no help is allowed until the game is over."""
    session = daily_session(DAY, OPTIONS, DAY)
    assert session.person == 1
    assert (session.level, session.name(1)) == ("casual", "Ada")
    session.play(session.position.legal_moves[0])
    session.play(session.position.legal_moves[0])
    can = session.can_take_back, session.can_change_sides, session.help_allowed
    assert can == (False, False, False)
    for act in (session.take_back, session.change_sides):
        with pytest.raises(NotNowError, match="every move stands"):
            act()
    session.resign(1)
    assert session.help_allowed
    assert not session.can_take_back


def test_a_level_plays_the_same_game_for_everybody() -> None:
    """Where a level errs follows from the day."""
    assert daily_session(DAY, OPTIONS, DAY).setup.seed == 20261123


def test_the_record_marks_it_and_brings_it_back() -> None:
    """The event names the day; a rematch is a game like any other."""
    session = played()
    text = session.record().text
    assert '[Event "Deal of the day 2026-11-23"]' in text
    again = Session.from_record(record(text))
    assert day_of(again) == day_of(session) == DAY
    assert day_of(session.next_game()) is None
    assert (
        day_of(Session.from_record(record('[Event "Deal of the day x"]\n[Deal "1"]\n\n*'))) is None
    )


def test_the_first_game_counts() -> None:
    """A second game on a day changes nothing, nor does one on another deal that claims to be."""
    games = [kept(played(), 12), kept(played(), 0)]
    assert day_games(games)[DAY].figure == "12"
    false = daily_session(DAY, OPTIONS, DAY)
    claim = Session(replace(false.setup, start=deal(1)))
    claim.tags |= false.tags
    claim.play(claim.position.legal_moves[0])
    claim.resign(2)
    assert day_games([kept(claim, 0), *games])[DAY].figure == "12"


def test_only_what_is_proven_is_shown() -> None:
    """A proven loss is a number, else it is at least that; a game that was given up has none."""

    def figure(game: PlayedGame) -> str:
        return day_games([game])[DAY].figure

    assert figure(kept(played())) == "…"
    assert figure(kept(played(), 0, exact=False)) == "…"
    assert figure(kept(played(), 7, exact=False)) == "≥\u20097"
    assert figure(kept(played(), 0)) == "0"
    assert figure(kept(played(moves=4), 0)) == "–"


def test_a_run_is_of_days_played_in_time() -> None:
    """A day played later, or given up, stands in the calendar but continues no run."""

    def runs(*games: Session, today: date = DAY) -> tuple[int, int]:
        found = day_games([kept(game, 0) for game in games]).values()
        return day_runs((one.day for one in found if one.in_run), today)

    before = [played(DAY - timedelta(days)) for days in (1, 2, 3)]
    assert runs(*before) == runs(*before, today=DAY - timedelta(1)) == (3, 3)
    assert runs(*before, played()) == (4, 4)
    assert runs(*before, played(moves=4)) == (3, 3)
    assert runs(*before, today=DAY + timedelta(1)) == (0, 3)
    late = played(DAY - timedelta(2), begun=DAY)
    assert runs(before[0], late, before[2]) == (1, 1)


# -- the line -------------------------------------------------------------------------------------


def test_the_line_is_right_after_the_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The prover proves the game by itself; then the line has its points, and a sign for each move.

    Before that it says what is known. The true costs come from the reference solver.
    """
    game = bad_game()
    assert game.start.to_move == 1
    monkeypatch.setattr(daily, "deal_of_day", lambda _day: game.start)
    services = FakeServices(tmp_path)
    session = daily_session(DAY, OPTIONS, DAY)
    services.recorder.follow(session)
    for node in game.root.main_line():
        session.play(node.move)
    services.recorder.follow(session)

    def line() -> str:
        return share_line(day_games(services.records.games())[DAY])

    assert line() == "Mahjong Battle 2026-11-23, against Casual: not reviewed yet"
    prover: GameProver = services.prover
    prover.prove_all(services.records.games())
    for _frame in range(6000):
        services.frame()
        services.seconds += 0.02
        if not prover.waiting:
            break
    costs = [cost_of(node) for node in game.root.main_line()][::2]
    signs = "".join("·" if not cost else "•" if cost < 3 else "●" for cost in costs)
    said = f"{sum(costs)} points lost {signs}"
    assert line() == f"Mahjong Battle 2026-11-23, against Casual: {said}"
    assert {*signs} & {"•", "●"}
    assert day_games(services.records.games())[DAY].figure == str(sum(costs))


def test_a_line_before_the_proof_says_what_is_known() -> None:
    """With the end of the game proven it is at least so much, and early moves are open."""

    def line(game: PlayedGame) -> str:
        return share_line(day_games([game])[DAY]).partition(": ")[2]

    session = played()
    assert line(kept(session)) == "not reviewed yet"
    assert line(kept(played(moves=4), 3)) == "broken off"
    *_others, before, last = session.game.root.main_line()
    (node,) = [one for one in (before, last) if one.parent.position.to_move == 1]
    node.parent.comment = f"[%eval ={session.position.margin + 2}]"
    node.comment = f"[%eval ={session.position.margin}]"
    moves = (session.game.ply + 1) // 2
    found = kept(session, 5, exact=False)
    damaged = replace(found, record=found.record.replace("\n1. ", "\n1. a1a2 "))
    assert line(damaged).strip() == "at least 5 points lost"
    assert line(found) == f"at least 5 points lost {'◦' * (moves - 1)}•"


# -- the page -------------------------------------------------------------------------------------


def test_the_page() -> None:
    """It says how the day is played, what came of it, the run, and has the line and the month."""
    games = {day: kept(played(day), 12) for day in (DAY - timedelta(1), DAY)}
    found = day_games(games.values())
    page = daily_page(DAY, DAY, found, "the line")
    check_page("daily", (*page, calendar_table(DAY, found)))
