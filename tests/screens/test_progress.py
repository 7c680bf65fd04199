"""Your progress, as values: what it counts, and what it offers."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from battle.page.blocks import Bars, Figure, Row
from battle.screens.progress import YourProgress
from battle.screens.screen import do
from battle.screens.view import Button, act
from battle.training.deck import Source
from tests.support.endgames import Clock
from tests.support.shell import FakeShell
from tests.support.trainees import SOME, FullDeck


def test_figures_and_bars_are_those_of_answers_and_problems(home: Path) -> None:
    """Four answers, three of them right, a day off, two answers; two problems were retired."""
    clock, shell = Clock(datetime(2026, 11, 18, 15).astimezone()), FakeShell(home)
    shell.services.moment = clock
    deck = shell.services.deck = FullDeck(shell.services.database, clock, lambda: SOME)
    for lost in (0, 0, 0, 9, None, 0, 9):
        if lost is None:
            clock.wait(days=2)
            continue
        exercise = deck.next()
        deck.answer(exercise, lost, exercise.problem.best_moves[0])
    deck.add(SOME[30:33], Source.GENERATED)
    for _number in range(2):
        deck.retire(deck.next())
    screen = YourProgress(shell)
    screen.resume()
    assert sum(one.is_retired for one in screen.entries) == 2
    (again,) = (one for one in screen.view().page if isinstance(one, Button))
    assert again.words == "Ask 2 retired ones again"
    do(screen, again.do)
    assert not any(one.is_retired for one in deck.entries())
    view = screen.view()
    _you, figures, *bars = (*view.page, *view.beside)
    assert isinstance(figures, Row)
    shown = {one.title: one.number for one in figures.blocks if isinstance(one, Figure)}
    assert shown == {
        "level": str(deck.level),
        "rating": str(deck.rating),
        "answered": "6",
        "right": "67\u00a0%",
    }
    days, levels, week, maturities = (block.bars for block in bars if isinstance(block, Bars))
    assert [(bar.number, bar.part) for bar in days[-3:]] == [(4, 3), (0, 0), (2, 1)]
    assert [bar.stands_out for bar in days] == [False] * (len(days) - 1) + [True]
    assert days[-3].label == str(date(2026, 11, 18).day)
    end = clock.now + timedelta(days=7)
    waiting = [one for one in screen.entries if one.due is not None and one.due < end]
    assert abs(sum(bar.number for bar in week) - len(waiting)) <= 1
    assert week[0].stands_out
    assert [bar.label for bar in week[1:]] == ["Sat", "Sun", "Mon", "Tue", "Wed", "Thu"]
    assert [sum(bar.number for bar in levels), sum(bar.part for bar in levels)] == [6, 4]
    assert sum(bar.number for bar in maturities) == len(screen.entries)
    assert maturities[0].number == sum(one.due is None for one in screen.entries) > 0


@pytest.mark.parametrize("over_trainer", [True, False])
def test_without_an_answer_it_leads_to_the_exercises(home: Path, over_trainer: bool) -> None:
    """Over the trainer they lie below; else the trainer is opened."""
    screen = YourProgress(shell := FakeShell(home), over_trainer=over_trainer)
    screen.resume()
    main = screen.view().main
    assert main is not None
    assert main.do == (act("back") if over_trainer else act("go", name="trainer"))
    do(screen, main.do)
    assert shell.asked == [("back",) if over_trainer else ("trainer",)]
