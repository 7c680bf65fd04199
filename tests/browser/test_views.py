"""How often a view of the page is built: once an act, and never while it would be the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from battle.browser.app import App
from battle.browser.views import View
from battle.language import use
from battle.screens.screen import Screen
from tests.support.engines import TwinEngine
from tests.support.page import BEAT, Page
from tests.support.records import printings

ENDGAME = "5m5p1m3s/5p5m1m2p/9s2s2p4s/9s2s3s4s"
"""Eight pairs, of which some are traps."""


class Count:
    """How many views were built since `of` was asked last."""

    def __init__(self) -> None:
        self.views = 0

    @property
    def of(self) -> int:
        views, self.views = self.views, 0
        return views


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Count:
    count, build = Count(), App.view

    def view(app: App, screen: Screen | None = None) -> View:
        count.views += screen is None
        return build(app, screen)

    monkeypatch.setattr(App, "view", view)
    return count


@pytest.fixture
def page(home: Path, count: Count) -> Iterator[Page]:
    """Return a page in English, at a home of its own."""
    found = Page(home)
    with closing(found.app):
        yield found
    use("en")


def rest(page: Page, seconds: float) -> None:
    for _beat in range(round(seconds / BEAT)):
        page.seconds += BEAT
        page.app.beat()


def mine(view: View) -> object:
    return view.get("live") or view["screen"] == "result"


def test_an_act_builds_one_view(page: Page, count: Count) -> None:
    """Whatever is done, on any screen: what is seen then is built once."""
    page.begin(ENDGAME, teacher="off")
    while (view := page.wait(mine))["screen"] == "table":
        assert count.of
        page.act("take", move=view["pairs"][0]["move"])
        assert count.of == 1
    for do in ("details", "close", "table", "result", "back"):
        count.views = 0
        page.act(do)
        assert count.of == 1, do
    page.act("go", name="first_game")
    assert count.of == 1
    step = page.app.screen.game  # type: ignore[union-attr]
    page.act("take", move=str(step.best()[0]))
    assert count.of == 1
    page.act("back")
    page.act("go", name="trainer")
    assert count.of == 2
    practice = page.app.screen.practice  # type: ignore[union-attr]
    page.act("take", move=str(practice.position.legal_moves[0]))
    assert count.of == 1


@pytest.mark.parametrize("screen", ["table", "analyse"])
def test_a_solver_that_finds_nothing_builds_nothing(home: Path, count: Count, screen: str) -> None:
    """Ten seconds of thinking change nothing that is seen: a view is built for its begin alone."""
    page = Page(home, engine=TwinEngine(silent=True))
    with closing(page.app):
        page.begin(ENDGAME, teacher="off")
        if screen == "table":
            page.act("take", move=page.view["pairs"][0]["move"])
        else:
            page.act("analyse")
        rest(page, 1)
        seen = page.view
        assert page.app.scheduler.is_busy
        assert count.of
        rest(page, 10)
        assert page.app.scheduler.is_busy
        assert count.of == 0
        assert page.view is seen


def test_a_clock_that_runs_is_seen_to_run(page: Page, count: Count) -> None:
    """Ten seconds of a clock are shown second by second, and a view is built for each."""
    page.begin(ENDGAME, "here", clock_minutes=5.0)
    player = page.view["turn"]

    def left() -> str:
        return str(page.view["seats"][player - 1]["sub"]).partition(" ")[0]

    begun, shown = left(), set[str]()
    assert begun.count(":") == 1, page.view["seats"]
    count.views = 0
    for _beat in range(round(10 / BEAT)):
        page.seconds += BEAT
        page.app.beat()
        shown.add(left())
    assert len(shown) in (10, 11)
    assert len(shown) - 1 <= count.of <= len(shown)


def test_a_review_builds_a_view_only_for_what_it_finds(home: Path, count: Count) -> None:
    """The result is built again as the review finds costs; when it rests nothing is built."""
    page = Page(home, engine=TwinEngine(reports=20))
    with closing(page.app):
        page.begin(ENDGAME, teacher="off")
        while (view := page.wait(mine))["screen"] == "table":
            page.act("take", move=view["pairs"][0]["move"])
        count.views = 0
        page.wait(lambda view: view["state"] == "over")
        assert count.of
        rest(page, 5)
        assert not page.app.scheduler.is_busy
        count.views = 0
        rest(page, 10)
        assert count.of == 0


def test_a_wrong_pair_comes_back_by_itself(page: Page, count: Count) -> None:
    """What time changes in a lesson is seen without an act: one view for each change."""
    page.act("go", name="first_game")
    page.act("go_to", place=2)
    game = page.app.screen.game  # type: ignore[union-attr]
    wrong = next(move for move in game.position.legal_moves if move not in game.best())
    page.act("take", move=str(wrong))
    seen = [page.view]
    count.views = 0
    for _beat in range(round(10 / BEAT)):
        rest(page, BEAT)
        if page.view is not seen[-1]:
            seen.append(page.view)
    assert seen[-1]["position"] != seen[0]["position"]
    assert count.of == len(seen) - 1


def test_the_end_of_a_game_prints_its_record_once(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is kept of a game has one text, and another one once the review has found its costs."""
    page.begin(ENDGAME, teacher="off")
    printed = printings(monkeypatch)
    while (view := page.wait(mine))["screen"] == "table":
        page.act("take", move=view["pairs"][0]["move"])
    page.wait(lambda view: view["state"] == "over")
    rest(page, 5)
    (kept,) = page.app.records.games()
    assert kept.record in printed
    assert len(printed) == len({*printed})
