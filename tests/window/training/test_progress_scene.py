"""The progress in the trainer, against answers that were counted by hand."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from battle.page.blocks import Bar, Bars, Figure, Row
from battle.training.exercise import Attempt
from battle.training.problems import Source
from battle.window.training.progress_scene import ProgressScene
from battle.window.training.trainer_scene import TrainerScene
from tests.support.endgame_problems import Clock
from tests.support.pilot import Pilot
from tests.support.trainees import SOME, seat


def show(pilot: Pilot) -> ProgressScene:
    """Open the progress over the trainer."""
    pilot.app.push(TrainerScene(pilot.app))
    scene = ProgressScene(pilot.app)
    pilot.app.push(scene)
    pilot.run(0.1)
    return scene


def answer(pilot: Pilot, clock: Clock, losses: list[int]) -> None:
    """Answer so many new exercises, and lose so much."""
    for lost in losses:
        exercise = pilot.app.deck.next(more=True)
        assert exercise is not None
        pilot.app.deck.answer(exercise, Attempt(lost, exercise.problem.best_moves[0]))


def train(pilot: Pilot) -> Clock:
    """Train on three days: 4 answers of which 3 right, none, 2 of which 1 right."""
    clock = Clock(datetime(2026, 11, 18, 15).astimezone())
    seat(pilot, SOME, clock)
    answer(pilot, clock, [0, 0, 0, 9])
    clock.wait(days=2)
    pilot.app.deck.answer(next_due(pilot), Attempt(0))
    answer(pilot, clock, [9])
    return clock


def next_due(pilot: Pilot):  # type: ignore[no-untyped-def]
    exercise = pilot.app.deck.next()
    assert exercise is not None
    assert exercise.repeat == 1
    return exercise


def said(scene: ProgressScene) -> tuple[dict[str, str], list[tuple[Bar, ...]]]:
    """Return the figures, and the bars of days, levels, the week and how well known."""
    figures, *bars = scene.page
    assert isinstance(figures, Row)
    found = {one.title: one.number for one in figures.blocks if isinstance(one, Figure)}
    return found, [block.bars for block in bars if isinstance(block, Bars)]


def test_the_numbers_are_those_of_the_answers(pilot: Pilot) -> None:
    """Six answers, four right, one or two repeats kept, three points lost an answer."""
    train(pilot)
    figures, _bars = said(show(pilot))
    assert figures["answered"] == "6"
    assert figures["right"] == "67\u00a0%"
    assert figures["points lost an answer"] == "3.0"
    repeats = [one for one in pilot.app.deck.answers() if one.repeat]
    kept = sum(one.lost == 0 for one in repeats)
    assert figures["kept in memory"] == f"{round(100 * kept / len(repeats))}\u00a0%"


def test_the_bars_are_those_of_answers_and_problems(pilot: Pilot) -> None:
    """The last days with gaps, the levels, the week from today on, and every problem's maturity."""
    clock = train(pilot)
    pilot.app.deck.add(SOME[30:33], Source.GENERATED)
    scene = show(pilot)
    _figures, (days, levels, week, maturities) = said(scene)
    assert [(bar.number, bar.part) for bar in days[-3:]] == [(4, 3), (0, 0), (2, 1)]
    assert [bar.is_today for bar in days] == [False] * (len(days) - 1) + [True]
    assert days[-3].label == str(date(2026, 11, 18).day)
    end = clock.now + timedelta(days=7)
    waiting = [one for one in scene.entries if one.due is not None and one.due < end]
    assert abs(sum(bar.number for bar in week) - len(waiting)) <= 1
    assert week[0].is_today
    assert [bar.label for bar in week[1:]] == ["Sat", "Sun", "Mon", "Tue", "Wed", "Thu"]
    assert sum(bar.number for bar in levels) == 6
    assert sum(bar.part for bar in levels) == 4
    assert sum(bar.number for bar in maturities) == len(scene.entries)
    assert maturities[0].number == sum(one.due is None for one in scene.entries) > 0


def test_what_was_retired_can_be_asked_again(pilot: Pilot) -> None:
    """A button says how many there are, brings them all back, and is gone."""
    train(pilot)
    keys = set()
    for _number in range(2):
        exercise = pilot.app.deck.next(more=True)
        assert exercise is not None
        pilot.app.deck.retire(exercise)
        keys.add(exercise.key)
    scene = show(pilot)
    retired = {one.key for one in scene.entries if one.is_retired}
    assert retired == keys
    pilot.press_button("Ask 2 retired ones again")
    assert not any(one.is_retired for one in pilot.app.deck.entries())
    assert len(scene.order) == 1


def test_without_an_answer_it_leads_to_the_exercises(pilot: Pilot) -> None:
    """The only thing to do is to begin."""
    seat(pilot, SOME)
    show(pilot)
    pilot.pixels()
    pilot.press("return")
    assert isinstance(pilot.scene, TrainerScene)
