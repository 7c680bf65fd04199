"""A task on the table: what only the window decides."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.rules.position import move
from battle.rules.problem import problem
from battle.training.sitting import STEPS
from battle.window.exercise import TaskCard, TaskScene
from tests.support.pilot import FRAME, Pilot, bad_game, pilot_at, reviewed, seat_twin
from tests.support.trainees import LONG, in_hand, seat, train
from tools.reference import move_values

SMALL = problem("5m5p/5p5m/9s/9s 1 0-0; c1d1:9; a1b2:1; a2b1:1")


def test_hints_are_in_sight(tmp_path: Path) -> None:
    """In a small window with large text the last hint can be read, and no button moves."""
    with pilot_at(tmp_path, size=(900, 600), text_scale=1.6, sound=False) as pilot:
        seat(pilot, LONG[:1])
        scene, places = train(pilot), set()
        for _step in STEPS:
            places.add(tuple(button.rect.topleft for button in scene.buttons))
            pilot.press("h")
            pilot.run(0.2)
            assert scene.words.is_at_end
        assert in_hand(scene).hints
        assert len(places) == 1


def test_nothing_that_is_known_is_shown(pilot: Pilot) -> None:
    """The values known of a position make no difference to what the lesson shows of it."""
    seat_twin(pilot)
    reviewed(pilot, bad_game(1), First="Ada", Second="Ben")
    pilot.press("shift+l")
    pilot.press_button("Both players (5)")
    pilot.run(0.2)
    scene = pilot.shows(TaskScene)
    mistake, known = scene.screen.lesson.mistake, in_hand(scene).values
    pilot.hover((5, 5))
    pilot.run(2.0)
    before = pilot.pixels()
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
    """Words and buttons do not lie on one another, however little room there is."""
    with pilot_at(tmp_path, size=size, text_scale=scale, sound=False, animation=True) as pilot:
        seat(pilot, [SMALL])
        scene = train(pilot)
        pilot.press("h", "h")
        pilot.run(10 * FRAME)
        rects = [scene.words.rect, *(button.rect for button in scene.buttons)]
        for number, rect in enumerate(rects):
            assert rect.collidelist(rects[number + 1 :]) == -1
        assert scene.words.rect.height >= scene.theme.px(40)
        pilot.pixels()


def test_tiles_fly_off_and_back(tmp_path: Path) -> None:
    """With animations a pair flies to its taker, and a wrong one to its cells again."""
    with pilot_at(tmp_path, animation=True, sound=False) as pilot:
        seat(pilot, [SMALL])
        scene = train(pilot)
        for tile in move("a1b2"):
            pilot.click_cell(tile)
        pilot.hover((5, 5))
        assert [flight.landing for flight in scene.motion.flights] == [False, False]
        pilot.run(0.95)
        assert [flight.landing for flight in scene.motion.flights] == [True, True]


def test_where_no_exercise_is_left_a_card_says_so(pilot: Pilot) -> None:
    """The card takes the place of the board, and Esc leaves both."""
    clock, _engine = seat(pilot, [SMALL])
    train(pilot)
    below = len(pilot.app.scenes) - 1
    pilot.press("shift+h", "n")
    pilot.run(FRAME)
    assert pilot.shows(TaskCard).heading == "Nothing to repeat"
    clock.wait(days=1)
    pilot.run(6.0)
    pilot.press_button("Next")
    pilot.run(2 * FRAME)
    pilot.shows(TaskScene)
    pilot.press("escape")
    assert len(pilot.app.scenes) == below
