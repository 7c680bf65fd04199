"""The end of a deal of the day, by values: the number, the days, the text, before and after."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from battle.game.session import Session
from battle.page.blocks import Board, Card, Paragraph, flat
from battle.profile.records import own_games
from battle.screens import days
from battle.screens.board_view import BoardView, GivenAway
from battle.screens.day_result import DayResult, result_of
from battle.screens.days import DayDeal
from battle.screens.home import at_a_glance
from battle.screens.screen import do
from battle.screens.view import DayScore, Square, Week
from tests.support.pilot import bad_game, cost_of
from tests.support.services import FakeServices
from tests.support.shell import FakeShell

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
DAY = NOON.date()


@pytest.fixture
def shell(home: Path, monkeypatch: pytest.MonkeyPatch) -> FakeShell:
    """Return a surface on a day whose deal is an endgame."""
    monkeypatch.setattr(days, "quick_deal_of_day", lambda _day: bad_game().start)
    shell = FakeShell(home)
    shell.services.moment = lambda: NOON
    return shell


def played(shell: FakeShell, day: date = DAY) -> Session:
    """Return the game on the deal of a day, played today as `bad_game` is."""
    session = DayDeal(day).session("Ada", DAY)
    shell.services.recorder.follow(session)
    for node in bad_game().root.main_line():
        if node.move is not None:
            session.play(node.move)
    shell.services.recorder.follow(session)
    return session


def shown(shell: FakeShell, session: Session) -> DayResult:
    result = result_of(shell, session)
    assert isinstance(result, DayResult)
    result.resume()
    return result


def reviewed(result: DayResult) -> BoardView:
    """Let the review come to its end, and into the record."""
    services = result.services
    assert isinstance(services, FakeServices)
    while not result.played.is_known or not _square(result.view()).figure:
        services.frame()
    return result.view()


def _square(view: BoardView) -> Square:
    """Return today's square of the week."""
    card = next(block for block in view.page if isinstance(block, Card))
    return next(block for block in card.blocks if isinstance(block, Week)).days[-1]


@pytest.mark.parametrize(
    ("lost", "exact", "words"),
    [
        (4, True, "Better than Anna, who gave away 8."),
        (8, True, "Level with Anna, who gave away 8."),
        (9, False, "Anna was better and gave away 8."),
        (8, False, ""),
    ],
)
def test_what_is_certain_is_compared_with_who_sent_the_deal(
    shell: FakeShell, lost: int, exact: bool, words: str
) -> None:
    """Of points that are lost at least nothing is said before they are more than theirs.

    A game that was broken off is compared with nobody's.
    """
    shell.services.handed = days.Today(DayDeal(DAY).tiles, DAY, 8, "Anna")
    session = days.session_of_day(DayDeal(DAY), shell.services)
    assert days.compared_words(session, lost, exact=exact) == words
    session.resign(1)
    page = shown(shell, session).view().page
    assert not any(isinstance(block, Paragraph) for block in page)


def test_the_result_is_what_was_given_away(shell: FakeShell) -> None:
    """The number, the signs, today's square and the text tell the same, once it is known.

    Till then none of them tells anything; what can be done stands where it stood. Share shows what
    is passed on, as of any game.
    """
    result = shown(shell, played(shell))
    before = result.view()
    score, given, _card = before.page
    assert isinstance(score, DayScore)
    waits = GivenAway("Looking through your game …", waits=True)
    assert (score.number, given, result.shared().marks) == ("", waits, ())
    after = reviewed(result)
    costs = [cost_of(node) for node in bad_game().root.main_line()][::2]
    score, given, _card = after.page
    assert isinstance(score, DayScore)
    assert isinstance(given, GivenAway)
    text = result.shared().text(shell.services.page_address)
    assert [score.number, _square(after).figure] == 2 * [str(sum(costs))]
    assert [sign.points for sign in given.signs] == costs
    assert text.startswith(f"Mahjong Battle 23 Nov · {sum(costs)} points given away\n")
    assert len(result.shared().marks) == len(costs)
    assert before.main is not None
    assert after.main is not None
    assert (before.main.words, before.actions) == (after.main.words, after.actions)
    do(result, after.main.do)
    assert shell.asked[-1][0] == "share"
    again = result_of(shell, result.session)
    assert again.shared().text(shell.services.page_address) == text


def test_the_last_game_is_seen_at_its_costliest_pair(shell: FakeShell) -> None:
    """Start shows it with that pair and its cost, before these are known in its middle."""
    session = played(shell)
    (own,) = own_games(shell.services.records.games())
    board, cost = at_a_glance(own)
    middle = bad_game().main_line()[session.game.ply // 2].position
    assert (board, cost) == (Board(middle), 0)
    reviewed(shown(shell, session))
    (own,) = own_games(shell.services.records.games())
    board, cost = at_a_glance(own)
    nodes = [*bad_game().root.main_line()][::2]
    assert cost == max(map(cost_of, nodes))
    (pair,) = board.shown
    assert (board.position, pair.move) in [
        (node.parent.position, node.move)
        for node in nodes
        if node.parent is not None and cost_of(node) == cost
    ]


def test_the_first_try_counts(shell: FakeShell) -> None:
    """A second one shows its own number, and what the first came to."""
    first = reviewed(shown(shell, played(shell))).page[0]
    assert isinstance(first, DayScore)
    (kept,) = shell.services.records.games()
    shell.services.records.put(replace(kept, ended=kept.ended - timedelta(hours=1)))
    words = _words(shown(shell, played(shell)).view())
    assert f"Your first try counts: {first.number} points given away" in words


def test_a_day_played_later_continues_no_run(shell: FakeShell) -> None:
    """It has no week; that is said in its place."""
    view = shown(shell, played(shell, DAY - timedelta(3))).view()
    assert not any(isinstance(block, Card) for block in view.page)
    assert "A day played later counts in the archive, not for the run." in _words(view)


def test_a_deal_that_was_given_up_has_no_number(shell: FakeShell) -> None:
    """It is broken off, whatever was played till then."""
    session = DayDeal(DAY).session("Ada", DAY)
    shell.services.recorder.follow(session)
    session.play(session.position.legal_moves[0])
    session.resign(1)
    shell.services.recorder.follow(session)
    score = shown(shell, session).view().page[0]
    assert isinstance(score, DayScore)
    assert (score.number, score.words, score.won) == ("–", "Broken off", "You lost")


def _words(view: BoardView) -> list[str]:
    return [block.words for block in flat(view.page) if isinstance(block, Paragraph)]
