"""The trainer in the window: exercises, themes, lessons."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.analysis.costs import ProblemTheme, themes_of
from battle.game.session import Session
from battle.profile.records import game_of
from battle.rules.position import move
from battle.rules.problem import problem
from battle.rules.record import Record
from battle.rules.tree import Game
from battle.training import sitting
from battle.training.deck import Deck, Source
from battle.training.sitting import STEPS
from battle.window.cards import ChoiceDialog
from battle.window.study import StudyScene
from battle.window.trainer import LessonScene
from tests.support.calls import calls_of
from tests.support.pilot import (
    FRAME,
    Pilot,
    bad_game,
    cost_of,
    costly,
    pilot_at,
    reviewed,
    seat_twin,
)
from tests.support.trainees import (
    LONG,
    in_hand,
    said,
    seat,
    train,
)
from tools.reference import move_values

# -- trainer scene --------------------------------------------------------------------------------


def test_own_mistakes_tell_which_game_they_are_from(pilot: Pilot) -> None:
    """The opponent and the day stand beside the exercise; a game that is gone is only told of."""
    clock, _engine = seat(pilot, [])
    session = Session.from_record(Record({"First": "Ada", "Second": "Ben"}, bad_game(2)))
    game = game_of(session, clock())
    pilot.app.records.put(game)
    pilot.app.deck.add(LONG[:1], Source.OWN, game.key)
    clock.wait(hours=1)
    pilot.app.deck.add(LONG[1:2], Source.OWN, "gone")
    scene, told = train(pilot), ""
    for _exercise in range(2):
        scene.sitting.offers_all = True
        pilot.run(0.1)
        told += said(scene)
        pilot.press("shift+h", "n")
        pilot.run(0.1)
    assert "From one of your games." in told
    assert "From the game Ada – Ben, 21 November 2026." in told


def test_problems_are_made_while_nothing_else_is_wanted(pilot: Pilot) -> None:
    """An empty deck says so, and fills with problems that the solver finds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sitting, "TILES", 12)
        clock, _engine = seat(pilot, [])
        pilot.app.deck = Deck(pilot.app.database, clock)
        scene = train(pilot)
        assert "There are no exercises yet." in said(scene)
        pilot.run(8.0)
        assert scene.sitting.counts.more
        pilot.press("return")
        assert in_hand(scene).exercise.source is Source.GENERATED


def test_the_last_hint_is_in_sight(tmp_path: Path) -> None:
    """Hints stand below the buttons; in a small window with large text the page moves to them."""
    with pilot_at(tmp_path, size=(900, 600), text_scale=1.6, sound=False) as pilot:
        seat(pilot, LONG[:1])
        scene = train(pilot)
        flow = scene.task
        for _step in STEPS:
            pilot.press("h")
            pilot.run(0.2)
            assert flow.is_at_end
        assert in_hand(scene).hints


# -- trainer theme --------------------------------------------------------------------------------

OTHERS = [one for one in LONG if ProblemTheme.ZUGZWANG not in themes_of(one)]


def test_a_resting_trainer_looks_again_only_when_something_can_have_changed(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Going through all problems costs frames: not as time goes by, but when one becomes due."""
    clock, _engine = seat(pilot, OTHERS[:3])
    exercise = pilot.app.deck.next()
    pilot.app.deck.answer(exercise, 9)
    pilot.app.change(trainer_theme="zugzwang")
    scene = train(pilot)
    asked = calls_of(monkeypatch, Deck, "next")
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


# -- lesson scene ---------------------------------------------------------------------------------


def lesson_of(pilot: Pilot, game: Game, whose: str = "") -> LessonScene:
    """Review a game of two people and begin the lesson of one of them or of both."""
    scene = reviewed(pilot, game, First="Ada", Second="Ben")
    pilot.press("shift+l")
    asked = pilot.shows(ChoiceDialog)
    words = next(c.words for c in asked.choices if c.words.startswith(whose or "Both"))
    pilot.press_button(words)
    pilot.run(0.2)
    lesson = pilot.shows(LessonScene)
    assert scene in pilot.app.scenes
    return lesson


def test_every_costly_move_of_the_chosen_player_is_put_again(pilot: Pilot) -> None:
    """The lesson has the player's mistakes in the game's order; at its end Enter leaves."""
    seat_twin(pilot)
    game = bad_game(2)
    lesson = lesson_of(pilot, game, "Ben")
    mine = [n for n in costly(game) if n.parent and n.parent.position.to_move == 2]
    for node in mine:
        mistake = lesson.lesson.mistake
        assert (mistake.node, mistake.cost.value) == (node, cost_of(node))
        assert lesson.shown_board.position == node.parent.position
        assert f"cost {cost_of(node)} point" in said(lesson)
        pilot.press("n")
    assert lesson.lesson.mistake is None
    pilot.press("return")
    assert isinstance(pilot.scene, StudyScene)


def test_nothing_that_is_known_is_shown(pilot: Pilot) -> None:
    """The values known of a position make no difference to what the lesson shows of it."""
    seat_twin(pilot)
    scene = lesson_of(pilot, bad_game(1))
    mistake = scene.lesson.mistake
    pilot.hover((5, 5))
    pilot.run(2.0)
    before = pilot.pixels()
    known = scene.practice.values
    for pair in mistake.position.legal_moves:
        place = mistake.position.play(pair)
        for one in (place, *map(place.play, place.legal_moves)):
            values = move_values(one)
            if values:
                known.prove(one, max(values.values()), max(values.values()))
    pilot.run(2.0)
    assert pilot.pixels() == before


@pytest.mark.parametrize("size", [(900, 600), (900, 1200), (2560, 1440)])
@pytest.mark.parametrize("scale", [0.8, 1.6])
def test_at_every_size(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    """The task can be reached with all it offers, however little room there is."""
    with pilot_at(tmp_path, size=size, text_scale=scale, sound=False, animation=True) as pilot:
        seat_twin(pilot)
        scene = lesson_of(pilot, bad_game(1))
        pilot.press("h", "h")
        pilot.run(10 * FRAME)
        scene.task.scroll(10**6)
        assert scene.task.rect_of(len(scene.task.blocks) - 1).bottom <= scene.task.rect.bottom
        pilot.pixels()


# -- an exercise on the table ---------------------------------------------------------------------


def test_tiles_fly_off_and_back(tmp_path: Path) -> None:
    """With animations a pair flies to its taker, and a wrong one to its cells again."""
    with pilot_at(tmp_path, animation=True, sound=False) as pilot:
        seat(pilot, [problem("5m5p/5p5m/9s/9s 1 0-0; c1d1:9; a1b2:1; a2b1:1")])
        scene = train(pilot)
        for tile in move("a1b2"):
            pilot.click_cell(tile)
        pilot.hover((5, 5))
        assert [flight.landing for flight in scene.motion.flights] == [False, False]
        pilot.run(0.95)
        assert [flight.landing for flight in scene.motion.flights] == [True, True]
