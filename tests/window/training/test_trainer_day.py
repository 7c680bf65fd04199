"""A day of training in the window: programs that end and are lost, and the morning after."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from battle.profile.store import Database
from battle.training.deck import NEW_A_DAY, Deck
from battle.training.problems import Source
from battle.window.training.trainer_scene import TrainerScene
from tests.support.diary import BERLIN, Diary
from tests.support.endgame_problems import Clock, problems
from tests.support.pilot import pilot_at
from tests.support.trainees import FullDeck, best_and_worst, click_pair, in_hand, train
from tests.support.twin import seat_twin

SHIPPED = problems(20, seed=95, most_tiles=12)
OWN = problems(3, seed=96, most_tiles=12)
MORNING = datetime(2026, 10, 24, 9, tzinfo=BERLIN)
"""In the night that follows the clocks go back."""


class Life:
    """Somebody's program, again and again, at the same home."""

    def __init__(self, home: Path) -> None:
        self.home, self.clock = home, Clock(MORNING)
        self.diary = Diary(self.clock)

    def sit(self, exercises: int, *, is_lost: bool = False) -> TrainerScene:
        """Answer some exercises, each third wrongly; then close the window, or lose it."""
        with pilot_at(self.home, animation=False, sound=False) as pilot:
            seat_twin(pilot)
            pilot.app.moment = self.clock
            pilot.app.deck = FullDeck(pilot.app.database, self.clock, lambda: SHIPPED, BERLIN)
            pilot.app.deck.add(OWN, Source.OWN, "a game")
            scene = train(pilot)
            for number in range(exercises):
                if scene.practice is None:
                    break
                practice = in_hand(scene)
                self.diary.see(practice.exercise)
                wrong = number % 3 == 2
                while practice.counts:
                    click_pair(pilot, scene, best_and_worst(scene)[wrong])
                assert practice.rated is not None
                self.diary.write(practice.exercise, practice.rated.rating)
                self.clock.wait(minutes=1)
                pilot.press("n")
                pilot.run(0.1)
            if is_lost:
                if scene.practice is not None:
                    self.diary.see(scene.practice.exercise)
                pilot.app.scenes.clear()
        return scene


def test_a_day_with_lost_programs_and_the_morning_after(tmp_path: Path) -> None:
    """All answers are there, each picture was new, and what is known comes tomorrow at four."""
    life = Life(tmp_path)
    life.sit(4)
    life.sit(2, is_lost=True)
    life.clock.wait(hours=3)
    life.sit(3, is_lost=True)
    life.clock.now = MORNING.replace(hour=22)
    last = life.sit(40)
    assert last.practice is None
    assert len({key for _day, key, _rating in life.diary.answers}) == NEW_A_DAY
    life.clock.now = (MORNING + timedelta(days=1)).replace(hour=3, minute=30)
    before = len(life.diary.answers)
    life.sit(5)
    after = len(life.diary.answers)
    life.clock.now = (MORNING + timedelta(days=1)).replace(hour=8)
    life.sit(60)
    assert len(life.diary.answers) > after
    new = {key for _day, key, _rating in life.diary.answers[after:]}
    assert len(new - {key for _day, key, _rating in life.diary.answers[:before]}) == NEW_A_DAY
    database = Database(tmp_path / "data" / "record.db")
    life.diary.compare(Deck(database, life.clock, lambda: SHIPPED, BERLIN))
    assert database.take_messages() == []
    database.close()
