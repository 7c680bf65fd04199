"""The deal of the day: which deal it is, which game counts, the run, and the line to share."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from battle.game.session import NotNowError, Seat, Session, Setup
from battle.language import use
from battle.page.blocks import Signs
from battle.page.text import columns_of
from battle.profile.proofs import shipped_pars
from battle.profile.records import PlayedGame, game_of
from battle.reviews.background import TableStudy
from battle.reviews.prover import GameProver
from battle.rules.disguise import day_in, deal_of_day, known_deal
from battle.rules.position import ALL_TILES, Position, RulesError, deal
from battle.rules.quick import QUICK, quick_deal
from battle.rules.record import record
from battle.screens import days
from battle.screens.days import (
    DayDeal,
    calendar_of,
    daily_page,
    day_games,
    day_of,
    run_of,
    shared_day,
)
from battle.screens.share import SIDE, Box, Shared, Tile, Words, picture, shared_game
from battle.words import given_away_words, sign_legend
from tests.support.pilot import bad_game, cost_of
from tests.support.services import FakeServices
from tests.support.texts import check_page

DAY = date(2026, 11, 23)
TODAY = DayDeal(DAY, ALL_TILES)
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
NAME = "Ada"


def played(day: date = DAY, begun: date | None = None, moves: int = 200) -> Session:
    """Return a game on the deal of a day, resigned after some moves if it is not over by then."""
    session = DayDeal(day, ALL_TILES).session(NAME, begun or day)
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
    session = TODAY.session(NAME, DAY)
    assert session.person == 1
    assert (session.level, session.name(1)) == ("club", "Ada")
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
    assert TODAY.session(NAME, DAY).setup.seed == 20261123


def test_the_record_marks_it_and_brings_it_back() -> None:
    """The event names the day; a rematch is a game like any other."""
    session = played()
    text = session.record().text
    assert '[Event "Deal of the day 2026-11-23"]' in text
    assert day_of(Session.from_record(record(text))) == day_of(session) == TODAY
    assert day_of(session.next_game()) is None
    assert (
        day_of(Session.from_record(record('[Event "Deal of the day x"]\n[Deal "1"]\n\n*'))) is None
    )


def test_the_first_game_counts() -> None:
    """A second game on a day changes nothing, nor does one on another deal that claims to be."""
    games = [kept(played(), 12), kept(played(), 0)]
    assert day_games(games)[TODAY].figure == "12"
    false = TODAY.session(NAME, DAY)
    claim = Session(replace(false.setup, start=deal(1)))
    claim.tags |= false.tags
    claim.play(claim.position.legal_moves[0])
    claim.resign(2)
    assert day_games([kept(claim, 0), *games])[TODAY].figure == "12"


def test_only_what_is_proven_is_shown() -> None:
    """A proven loss is a number, else it is at least that; a game that was given up has none."""

    def figure(game: PlayedGame) -> str:
        return day_games([game])[TODAY].figure

    assert figure(kept(played())) == "…"
    assert figure(kept(played(), 0, exact=False)) == "…"
    assert figure(kept(played(), 7, exact=False)) == "≥\u20097"
    assert figure(kept(played(), 0)) == "0"
    assert figure(kept(played(moves=4), 0)) == "–"


def test_a_run_is_of_days_played_in_time() -> None:
    """A day played later, or given up, stands in the calendar but continues no run."""

    def runs(*games: Session, today: date = DAY) -> tuple[int, int]:
        return run_of(day_games([kept(game, 0) for game in games]), today)

    before = [played(DAY - timedelta(days)) for days in (1, 2, 3)]
    assert runs(*before) == runs(*before, today=DAY - timedelta(1)) == (3, 3)
    assert runs(*before, played()) == (4, 4)
    assert runs(*before, played(moves=4)) == (3, 3)
    assert runs(*before, today=DAY + timedelta(1)) == (0, 3)
    late = played(DAY - timedelta(2), begun=DAY)
    assert runs(before[0], late, before[2]) == (1, 1)


# -- the line -------------------------------------------------------------------------------------


def shared(games: list[PlayedGame]) -> str:
    """Return what is shared of the deal of the day."""
    found = day_games(games)
    return shared_day(found[TODAY], found, DAY).text("https://example.org/")


def test_the_signs_are_right_after_the_proof(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The prover proves the game by itself; then each move has the sign of what it cost.

    Before that nothing is said of it. The true costs come from the reference solver.
    """
    game = bad_game()
    assert game.start.to_move == 1
    monkeypatch.setattr(days, "deal_of_day", lambda _day: game.start)
    services = FakeServices(tmp_path)
    session = TODAY.session(NAME, DAY)
    services.recorder.follow(session)
    for node in game.root.main_line():
        session.play(node.move)
    services.recorder.follow(session)
    costs = [cost_of(node) for node in game.root.main_line()][::2]
    mine, theirs = session.points
    ends = {True: "won", False: "lost"}[mine > theirs]
    first = f"Mahjong Battle 23 Nov, whole · {ends} {mine}:{theirs} against Kim (Club)"
    assert shared(services.records.games()).splitlines() == [
        first,
        "https://example.org/#day&20261123",
    ]
    prover: GameProver = services.prover
    prover.prove_all(services.records.games())
    for _frame in range(6000):
        services.frame()
        services.seconds += 0.02
        if not prover.waiting:
            break
    signs = "".join("🟩🟨🟧🟥"[(cost > 0) + (cost > 2) + (cost > 5)] for cost in costs)
    lost = given_away_words(sum(costs), exact=True)
    link = f"https://example.org/#day&20261123.{sum(costs)}"
    said = [f"Mahjong Battle 23 Nov, whole · {lost}", signs, link]
    assert shared(services.records.games()).splitlines() == said
    assert len({*signs}) > 1
    assert day_games(services.records.games())[TODAY].figure == str(sum(costs))


def test_nothing_is_shared_of_pairs_that_are_not_known() -> None:
    """With the end of the game proven there are no signs yet; one that was given up has none."""
    session = played()
    assert shared([kept(played(moves=4), 3)]).splitlines() == [
        "Mahjong Battle 23 Nov, whole · lost against Kim (Club)",
        "https://example.org/#day&20261123",
    ]
    *_others, before, last = session.game.root.main_line()
    (node,) = [one for one in (before, last) if one.parent.position.to_move == 1]
    node.parent.comment = f"[%eval ={session.position.margin + 2}]"
    node.comment = f"[%eval ={session.position.margin}]"
    found = kept(session, 5, exact=False)
    damaged = replace(found, record=found.record.replace("\n1. ", "\n1. a1a2 "))
    for game in damaged, found:
        first, address = shared([game]).splitlines()
        assert "given away" not in first
        assert address == "https://example.org/#day&20261123"


def test_hints_that_were_used_are_said() -> None:
    """Whoever shares a result does not keep quiet about them."""
    game = replace(kept(played(), 2), hints=(28, 0))
    assert "28 hints" in shared([game]).splitlines()[0]


@pytest.mark.parametrize("number", [7, None])
def test_a_link_that_is_shared_is_short(home: Path, number: int | None) -> None:
    """A whole deal has its number for a link; where a link is too long there is the page alone."""
    services, page = FakeServices(home), "https://example.org/play/"
    start = deal(7).with_given((3, 0)) if number is None else deal(number)
    session = Session(Setup((Seat("Ada"), Seat(solver=True)), start, number))
    while session.ending is None:
        session.play(session.position.legal_moves[0])
    text = shared_game(TableStudy(services, session), services.recorder).text(page)
    assert text.splitlines()[-1] == (page if number is None else f"{page}#deal=7")


def test_a_run_is_shared_from_its_second_day_on() -> None:
    """Two days in a row are said, one is not."""
    days = [kept(played(DAY - timedelta(1)), 2), kept(played(), 2)]
    assert shared(days).splitlines()[0].endswith(" · 2 days in a row")
    assert "in a row" not in shared(days[1:])


def test_the_quick_deal_has_a_calendar_of_its_own() -> None:
    """A game on the quick deal counts for that alone, and its text says so."""
    quick = DayDeal(DAY, QUICK)
    session = quick.session(NAME, DAY)
    while session.ending is None:
        session.play(session.position.legal_moves[0])
    found = day_games([kept(session, 3), kept(played(), 12)])
    assert {deal: game.figure for deal, game in found.items()} == {quick: "3", TODAY: "12"}
    assert [*calendar_of(found, QUICK)] == [*calendar_of(found, ALL_TILES)] == [DAY]
    assert session.is_daily
    text = shared_day(found[quick], found, DAY).text("https://example.org/")
    assert text.startswith("Mahjong Battle 23 Nov · ")
    assert text.endswith("https://example.org/#quick&20261123")


@pytest.mark.parametrize("place", [quick_deal(QUICK, 1), deal(1)])
def test_everything_lies_within_the_picture(place: Position) -> None:
    """Boxes and tiles lie on the square, no tile over another, the address below."""
    signs = Signs((0, 1, 2, 3, None) * 6, sign_legend())
    pieces = picture(
        Shared(place, lines=("Won", "140 : 130"), run=6, signs=signs), "https://example.org/"
    )
    for piece in pieces:
        height = piece.height if isinstance(piece, Box) else 0
        if not isinstance(piece, Words):
            assert min(piece.x, piece.y) >= 0
            assert max(piece.x + piece.width, piece.y + height) <= SIDE
    tiles = [piece for piece in pieces if isinstance(piece, Tile)][3:]
    assert len({(tile.x, tile.y) for tile in tiles}) == place.tiles_left
    assert "example.org" in [piece.words for piece in pieces if isinstance(piece, Words)]


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
def test_the_meaning_of_the_signs_lies_within_the_picture(language: str) -> None:
    """Its words end before the next sign and before the edge, in every language."""
    use(language)
    signs = Signs((0, None), sign_legend())
    pieces = picture(Shared(deal(1), signs=signs), "")
    legend = [one for one in pieces if isinstance(one, Words) and one.y == 934]
    starts = [*(one.x - 24 for one in legend[1:]), SIDE - 56]
    assert all(one.x + one.width < start for one, start in zip(legend, starts, strict=True))
    assert all(one.size * columns_of(one.words) / 2 <= one.width for one in legend)


# -- the page -------------------------------------------------------------------------------------


def test_the_page() -> None:
    """It says how the day is played, what came of it, the run, and has its signs."""
    games = {day: kept(played(day), 12) for day in (DAY - timedelta(1), DAY)}
    found = day_games(games.values())
    page = daily_page(TODAY, DAY, found, is_begun=False)
    check_page("daily", page)
