"""Sample decks for pictures of the trainer: problems that come with the game, some answered."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import cycle
from typing import TYPE_CHECKING, Final, TypeAlias

from battle.analysis.insights import ProblemTheme
from battle.training.deck import Deck
from battle.training.practice import STEPS
from battle.training.problems import AddedFile, shipped_problems
from battle.window.dialogs.files import OpenProblemsScene, report_added
from battle.window.training.progress_scene import ProgressScene
from battle.window.training.trainer_scene import TrainerScene

if TYPE_CHECKING:
    from battle.window.main import App
    from battle.window.scenes.scene import Scene

Maker: TypeAlias = Callable[["App"], list["Scene"]]

_LOST: Final = (0, 0, 4, 0, 1, 0, 0, 6, 0)
_A_DAY: Final = (4, 9, 0, 12, 7, 3, 10)


def _answered(app: App, days: int) -> None:
    """Let the person have trained on so many days up to today."""
    lost, now = cycle(_LOST), app.moment()
    deck = Deck(app.database, lambda: now - timedelta(days=back), shipped_problems)
    for back, number in zip(range(days - 1, -1, -1), cycle(_A_DAY), strict=False):
        for _exercise in range(number):
            exercise = deck.next(more=back > 0)
            if exercise is not None:
                move = exercise.problem.best_moves[0]
                deck.answer(exercise, next(lost), move)


def _trainer(app: App) -> list[Scene]:
    return [TrainerScene(app)]


def _trainer_missed(app: App) -> list[Scene]:
    """Answer wrongly, and have the solution shown."""
    scene = TrainerScene(app)
    app.push(scene)
    for _step in (*STEPS, "solution"):
        scene.hint()
    return [scene]


def _trainer_done(app: App) -> list[Scene]:
    _answered(app, 7)
    while app.deck.next() is not None:
        _answered(app, 1)
    return [TrainerScene(app)]


def _trainer_theme(app: App) -> list[Scene]:
    """Return the trainer with the question what its exercises are to be about."""
    app.change(trainer_theme="poisoned-pair")
    scene = TrainerScene(app)
    app.push(scene)
    scene.choose_theme()
    return [scene, app.scenes[-1]]


def _trainer_theme_done(app: App) -> list[Scene]:
    """Return the trainer where no exercise of the theme is left, and others are due."""
    app.change(trainer_theme="zugzwang")
    theme = ProblemTheme.ZUGZWANG
    deck = Deck(app.database, lambda: app.moment() - timedelta(days=30), shipped_problems)
    for _number in range(5):
        exercise = deck.next(more=True, theme=ProblemTheme.ONLY_PAIR)
        if exercise is not None:
            deck.answer(exercise, 4, exercise.problem.best_moves[0])
    while (exercise := app.deck.next(more=True, theme=theme)) is not None:
        app.deck.retire(exercise)
    return [TrainerScene(app)]


def _add_problems(app: App) -> list[Scene]:
    app.places.saves.mkdir(parents=True, exist_ok=True)
    for name in ("Endgames.mbp", "From the club.mbp"):
        (app.places.saves / name).write_text("", encoding="utf-8")
    scene = OpenProblemsScene(app, app.places.saves)
    scene.chosen = "Endgames.mbp"
    return [scene]


def _added_problems(app: App) -> list[Scene]:
    """Return what is said of a file with many lines that are none."""
    scene = _trainer(app)
    app.push(scene[0])
    wrong = tuple(f"line {n}: bad problem: c2d2 has no value" for n in range(3, 12))
    report_added(app, AddedFile("From the club", 24, wrong))
    return [*scene, app.scenes[-1]]


def _progress(app: App) -> list[Scene]:
    _answered(app, 24)
    exercise = app.deck.next(more=True)
    if exercise is not None:
        app.deck.retire(exercise)
    return [ProgressScene(app)]


def _progress_empty(app: App) -> list[Scene]:
    return [ProgressScene(app)]


TRAINER_SCREENS: Final[dict[str, Maker]] = {
    "trainer": _trainer,
    "trainer-shown": _trainer_missed,
    "trainer-done": _trainer_done,
    "trainer-theme": _trainer_theme,
    "trainer-theme-done": _trainer_theme_done,
    "trainer-add": _add_problems,
    "trainer-added": _added_problems,
    "progress": _progress,
    "progress-empty": _progress_empty,
}
