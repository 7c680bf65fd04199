"""The choice of what the trainer asks about."""

from __future__ import annotations

from typing import Any

import pytest

from battle.analysis.insights import ProblemTheme, themes_of
from battle.profile.settings import load
from battle.training.deck import Deck
from battle.training.exercise import Attempt, Exercise
from battle.window.scenes.dialogs import ChoiceDialog
from battle.window.training.trainer_scene import TrainerScene
from tests.support.pilot import Pilot
from tests.support.trainees import (
    LONG,
    SOME,
    best_and_worst,
    click_pair,
    in_hand,
    said,
    seat,
    train,
)

LOSING = [one for one in SOME if ProblemTheme.ZUGZWANG in themes_of(one)]
OTHERS = [one for one in LONG if ProblemTheme.ZUGZWANG not in themes_of(one)]


def choose(pilot: Pilot, scene: TrainerScene, words: str) -> None:
    """Choose an answer in the question what exercises shall be about."""
    scene.key_table()["theme"]()
    dialog = pilot.app.scene
    assert isinstance(dialog, ChoiceDialog)
    dialog.answer(next(choice for choice in dialog.choices if choice.words == words))
    pilot.run(0.1)


def test_a_theme_is_chosen_and_kept(pilot: Pilot) -> None:
    """An exercise about something else makes way at once, and the choice is in the settings."""
    seat(pilot, [*OTHERS[:3], LOSING[0]])
    pilot.app.deck.retire(_exercise_about(pilot, ProblemTheme.ZUGZWANG))
    scene = train(pilot)
    assert ProblemTheme.ZUGZWANG not in in_hand(scene).exercise.themes
    pilot.app.deck.ask_all_again()
    choose(pilot, scene, "Only: whoever has to move loses by it")
    assert ProblemTheme.ZUGZWANG in in_hand(scene).exercise.themes
    assert load(pilot.app.places)[0].trainer_theme == "zugzwang"
    assert not pilot.app.deck.answers()


def test_what_has_been_begun_stays(pilot: Pilot) -> None:
    """An exercise that was missed stays until the person goes on, and then the theme counts."""
    seat(pilot, OTHERS[:3])
    scene = train(pilot)
    begun = in_hand(scene)
    click_pair(pilot, scene, best_and_worst(scene)[1])
    choose(pilot, scene, "Only: whoever has to move loses by it")
    assert scene.practice is begun


def test_without_exercises_of_the_theme_the_page_says_so(pilot: Pilot) -> None:
    """Others that are due are counted and wait; one click asks about everything again."""
    clock, _engine = seat(pilot, OTHERS[:3])
    exercise = pilot.app.deck.next()
    assert exercise is not None
    pilot.app.deck.answer(exercise, Attempt(9))
    clock.wait(days=1)
    pilot.app.change(trainer_theme="zugzwang")
    scene = train(pilot)
    assert scene.practice is None
    assert "No exercise about “whoever has to move loses by it” is left for now." in said(scene)
    assert "1 about something else is due." in said(scene)
    scene.key_table()["all_themes"]()
    assert in_hand(scene).exercise.key == exercise.key
    assert load(pilot.app.places)[0].trainer_theme == ""


def _exercise_about(pilot: Pilot, theme: ProblemTheme) -> Exercise:
    exercise = pilot.app.deck.next(theme=theme)
    assert exercise is not None
    return exercise


def test_a_resting_trainer_looks_again_only_when_something_can_have_changed(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Going through all problems costs frames: not as time goes by, but when one becomes due."""
    clock, _engine = seat(pilot, OTHERS[:3])
    exercise = pilot.app.deck.next()
    assert exercise is not None
    pilot.app.deck.answer(exercise, Attempt(9))
    pilot.app.change(trainer_theme="zugzwang")
    scene = train(pilot)
    asked: list[object] = []
    through = Deck.next

    def counted(deck: Deck, **wanted: Any) -> Exercise | None:
        asked.append(wanted)
        return through(deck, **wanted)

    monkeypatch.setattr(Deck, "next", counted)
    pilot.run(12.0)
    assert not asked
    pilot.app.deck.retire(exercise)
    pilot.run(6.0)
    assert len(asked) == 1
    pilot.app.deck.ask_all_again()
    pilot.run(6.0)
    clock.wait(days=1)
    pilot.run(6.0)
    assert len(asked) == 3
    assert scene.sitting.counts.others_due == 1
