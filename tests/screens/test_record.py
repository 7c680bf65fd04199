"""Your record, as values: what it lists, counts and offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from battle.page.blocks import Block, Card, Figure, Paragraph, Row
from battle.profile.record_page import (
    MOST_BARS,
    figures,
    loss_page,
)
from battle.profile.records import (
    WINDOW,
    OwnGame,
    PlayedGame,
    judged,
    own_games,
)
from battle.rules.quick import QUICK, quick_deal
from battle.rules.tree import Ending, Reason
from battle.screens.record import YourRecord
from battle.screens.screen import do
from battle.screens.view import Button, CardView
from battle.training.first_game import SMALL
from tests.support.pilot import bad_game
from tests.support.records import NOON, kept_game
from tests.support.services import FakeServices
from tests.support.shell import FakeShell
from tools.screens.pictures import sample_games


@pytest.fixture
def shell(home: Path) -> FakeShell:
    return FakeShell(home)


def services_of(shell: FakeShell) -> FakeServices:
    assert isinstance(shell.services, FakeServices)
    return shell.services


def record_of(shell: FakeShell, games: Iterable[PlayedGame] = ()) -> YourRecord:
    """Return the record with games in it, as it is opened."""
    for game in games:
        shell.services.records.put(game)
    screen = YourRecord(shell)
    screen.resume()
    return screen


def blocks(view: CardView) -> Iterator[Block]:
    """Yield every block that is shown, those of rows and cards one by one."""

    def within(some: Iterable[Block]) -> Iterator[Block]:
        for block in some:
            yield block
            yield from within(block.blocks if isinstance(block, Row | Card) else ())

    yield from within((*view.page, *view.beside, *view.buttons))


def rows(screen: YourRecord) -> list[Button]:
    """Return the games that are shown."""
    shown = [one for one in screen.view().page if isinstance(one, Row)]
    buttons = (one for row in shown for one in row.blocks)
    return [one for one in buttons if isinstance(one, Button) and one.note]


def buttons(screen: YourRecord) -> dict[str, Button]:
    return {one.words: one for one in blocks(screen.view()) if isinstance(one, Button)}


def said(screen: YourRecord) -> str:
    shown = blocks(screen.view())
    return " / ".join(one.words for one in shown if isinstance(one, Paragraph))


# -- the list -------------------------------------------------------------------------------------


def test_a_game_opens_as_it_was_played(shell: FakeShell) -> None:
    """The person sits where they sat; one whose record another hand has spoilt is refused."""
    services = services_of(shell)
    services.played(bad_game(), program=1)
    screen = record_of(shell)
    (game,) = screen.games
    do(screen, rows(screen)[0].do)
    ((name, session),) = shell.asked
    assert (name, session.person, session.tags["Key"]) == ("finished", 2, game.key)
    services.records.put(replace(game, record="no record"))
    do(screen, rows(screen)[0].do)
    assert len(shell.asked) == len(shell.said) == 1


def test_the_small_game_is_called_the_first_one(shell: FakeShell) -> None:
    """It began from no position that the person knows of."""
    screen = record_of(shell, [kept_game(3, start=str(SMALL))])
    assert rows(screen)[0].note == "21 Nov · First game"


@pytest.mark.parametrize(
    ("column", "value"),
    [("ended", "0001-01-01T00:00:00+14:00"), ("start", ""), ("proven_second", 2**63 - 1)],
)
def test_a_damaged_row_is_no_obstacle(shell: FakeShell, column: str, value: str | int) -> None:
    """The other games are shown, however a row is damaged."""
    for game in (games := sample_games(NOON)[-6:]):
        shell.services.records.put(game)
    services_of(shell).database.execute(
        f"UPDATE games SET {column} = ? WHERE key = ?", [value, games[0].key]
    )
    assert len(rows(record_of(shell))) >= 5


# -- what goes on behind --------------------------------------------------------------------------


# -- figures and lines ----------------------------------------------------------------------------


def figures_of(games: list[OwnGame], now: Any = NOON) -> list[Figure]:
    return [one for row in figures(games, now) for one in row.blocks if isinstance(one, Figure)]


def test_the_figures_count_all_games() -> None:
    """Games, their ends, and runs are those of the games; what was lost is that of one size.

    No game counts there that is not known to its first pair, or was not played to its end.
    """
    games = own_games(sample_games(NOON))
    count, loss, run, days = figures_of(games)
    assert count.number == str(len(games))
    for word in ("won", "drawn", "lost"):
        assert f"{sum(own.outcome.value == word for own in games)} {word}" in count.note
    known = [own.lost for own in games if own.lost is not None][-WINDOW:]
    assert (loss.number, loss.note) == (f"{sum(known) / WINDOW:.1f}", "Whole · 10 games")
    assert (run.number, run.note) == ("0", "longest: 7")
    assert int(days.number) >= 1
    quick = {"start": str(quick_deal(QUICK, 1)), "exact_from": 1}
    part = kept_game(lost=(65, 60), exact_from=40)
    resigned = kept_game(lost=(40, 0), ending=Ending(Reason.RESIGNED, 2), **quick)
    some = [kept_game(lost=(n, 9), **quick) for n in (4, 6, 5)]
    whole = kept_game(lost=(30, 9), exact_from=1)
    loss = figures_of(own_games([*some, whole, resigned, part]))[1]
    assert (loss.number, loss.note) == ("5.0", "Quick · 3 games")
    assert len(figures_of(own_games([resigned, part]))) == 3
    off = own_games([kept_game(3, days=number) for number in (-5, -4, -3)])
    assert (figures_of(off)[2].number, figures_of(off)[2].note) == ("0", "longest: 3")
    assert figures_of(off, NOON - timedelta(days=2))[2].number == "3"


def test_a_bar_is_what_was_lost_and_the_line_is_the_average_of_the_last_games() -> None:
    """Of many games the latest are shown, averages count all before."""
    random = Random(7)
    lost = [random.randint(0, 60) for _ in range(MOST_BARS + WINDOW)]
    games = [kept_game(lost=(n, 3), days=day, exact_from=1) for day, n in enumerate(lost)]
    bars, note = loss_page(judged(own_games(games)))
    assert [bar.number for bar in bars.bars] == lost[WINDOW:]
    for number, average in enumerate(bars.line, start=WINDOW):
        recent = lost[number - WINDOW + 1 : number + 1]
        assert average == pytest.approx(sum(recent) / len(recent))
    assert bars.level is not None
    assert note.words == "The line: average of 10 games. Dashed: what Kim loses."
    others = [replace(games[0], opponent="casual"), *games]
    assert loss_page(judged(own_games(others)))[0].level is None


@pytest.mark.parametrize("browser", ["", "expires", "installs"])
def test_what_keeps_the_games_stands_by_them(home: Path, browser: str) -> None:
    """Safari's seven days are said, and installing is offered, where a browser has the games."""
    shell = FakeShell(home, can=frozenset(("forget", browser)))
    shown = [*blocks(record_of(shell, [kept_game()]).view())]
    said = [part for part in shown if isinstance(part, Paragraph) and "seven days" in part.words]
    offered = [part for part in shown if isinstance(part, Button) and part.words == "Install"]
    assert (len(said), len(offered)) == (browser == "expires", browser == "installs")
