"""The way from screen to screen.

Screens name each other only through these functions, so that none imports another.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from battle.game.session import Session
from battle.language import explain
from battle.rules.errors import RulesError
from battle.rules.position import Player, Position
from battle.window.keys import action_of

if TYPE_CHECKING:
    from battle.analysis.ledger import MoveCost
    from battle.analysis.study import Study
    from battle.window.dialogs.export import Export
    from battle.window.main import App
    from battle.window.scenes.scene import Scene
    from battle.window.study.scene import AnalyseScene
    from battle.window.table.scene import PlayScene


def first_scene(app: App, file: Path | None, level: str = "") -> Scene:
    """Return what the window shows first: the start screen, the game in `file`, a new game."""
    from battle.window.dialogs.files import read_game
    from battle.window.setup.plan import LEVEL, Plan
    from battle.window.start import StartScene
    from battle.window.table.scene import PlayScene

    if level:
        plan = Plan.remembered(app.settings)
        plan.opponent, plan.level = LEVEL, level
        return PlayScene(plan.session(app.now))
    if file is None:
        return StartScene()
    try:
        return PlayScene(read_game(file))
    except RulesError as error:
        app.say(explain(error), "problem")
        return StartScene()


def home(app: App) -> None:
    """Go to the start screen."""
    app.replace(first_scene(app, None))


def play(app: App, session: Session) -> None:
    """Play or look at a game."""
    from battle.window.table.scene import PlayScene

    app.replace(PlayScene(session))


def new_game(app: App, start: Position | None = None) -> None:
    """Set up a new game, from a position if one is given."""
    from battle.window.setup.plan import PASTED, Plan
    from battle.window.setup.scene import NewGameScene

    plan = Plan.remembered(app.settings)
    if start is not None:
        plan.deal_by, plan.pasted = PASTED, str(start)
    app.push(NewGameScene(plan))


def search_deals(app: App, handicap: int = 0) -> None:
    """Search for solved deals with a handicap, as long as the screen is open."""
    from battle.window.setup.par_search import SearchScene

    app.push(SearchScene(handicap))


def open_game(app: App, then: Callable[[App, Session], None] = play) -> None:
    """Choose a saved game; `then` says what is done with it."""
    from battle.window.dialogs.files import OpenScene

    app.push(OpenScene(_directory(app), then))


def analyse_table(app: App, table: PlayScene) -> None:
    """Analyse the game at the table so far; while it goes on its record notes the help."""
    from battle.window.study.scene import AnalyseScene

    table.session.note_help("analysis")
    auto = table.auto_review
    if auto is not None and auto.fits:
        app.push(AnalyseScene(auto.study, table.session, auto.analyst))
    else:
        app.push(AnalyseScene(table.studied(), table.session))


def review_table(app: App, table: PlayScene) -> None:
    """Show the review of the finished game at the table, begun if it has not been yet."""
    from battle.window.study.scene import AnalyseScene

    auto = table.reviewed()
    auto.study.to_end()
    if not auto.is_complete and not auto.running:
        auto.begin()
    panels = {*app.settings.analyse_panels, "review"}
    app.change(analyse_panels=tuple(sorted(panels)))
    app.push(AnalyseScene(auto.study, table.session, auto.analyst))


def analyse_game(app: App, session: Session) -> None:
    """Analyse a game from its record."""
    from battle.game.session_study import study_of
    from battle.window.study.scene import AnalyseScene

    app.replace(AnalyseScene(study_of(session), session))


def learn(app: App, scene: AnalyseScene, players: Sequence[Player]) -> None:
    """Put the mistakes of some players of an analysed game to the person again."""
    from battle.window.training.lesson_scene import LessonScene

    app.push(LessonScene(scene.study, scene.analyst, scene.names, players, scene.go_to))


def analyse_position(app: App, start: Position) -> None:
    """Analyse a position that belongs to no game."""
    from battle.analysis.study import Study
    from battle.rules.game import Game
    from battle.window.study.scene import AnalyseScene

    app.replace(AnalyseScene(Study(Game(start))))


def analyse_study(app: App, study: Study, names: tuple[str, str]) -> None:
    """Analyse a study of the players called `names` over the screen it is from."""
    from battle.rules.record import Record
    from battle.window.study.scene import AnalyseScene

    record = Record({"First": names[0], "Second": names[1]}, study.game)
    app.push(AnalyseScene(study, Session.from_record(record)))


def choose_study(app: App) -> None:
    """Ask what to analyse: the game that goes on, the last one, a saved one, a new deal."""
    from battle.window.start import study_choices

    app.push(study_choices(app))


def edit_position(app: App, start: Position | None = None) -> None:
    """Set up a position, beginning with one or with an empty table."""
    from battle.window.editor.scene import EditorScene

    app.push(EditorScene(start))


def export(app: App, study: Study, session: Session) -> None:
    """Offer what can be exported of a game and of the position looked at."""
    from battle.window.dialogs.export import ExportScene

    app.push(ExportScene(study, session))


def save_export(app: App, session: Session, made: Export) -> None:
    """Save what is exported of a game in a file."""
    from battle.window.dialogs.export import ExportFileScene

    app.push(ExportFileScene(_directory(app), session, made))


def save_game(app: App, session: Session) -> None:
    """Save a game under a name."""
    from battle.window.dialogs.files import SaveScene

    app.push(SaveScene(_directory(app), session))


def _directory(app: App) -> Path:
    """Return where a game was opened or saved last, or the program's own place for games."""
    last = Path(app.settings.directory) if app.settings.directory else app.places.saves
    found = os.path.isdir(last)  # noqa: PTH112  (Path raises where nobody may look)
    return last if found else app.places.saves


def settings(app: App, sheet: str = "general") -> None:
    """Show the settings, open at one of their sheets."""
    from battle.window.dialogs.settings import SettingsScene

    app.push(SettingsScene(sheet))


def your_record(app: App) -> None:
    """Show the person's record."""
    from battle.window.history.scene import RecordScene

    app.push(RecordScene())


def analyse_over(app: App, session: Session) -> None:
    """Analyse a game over the screen that is shown; leaving comes back to it."""
    from battle.game.session_study import study_of
    from battle.window.study.scene import AnalyseScene

    app.push(AnalyseScene(study_of(session), session))


def export_record(app: App) -> None:
    """Save all games of the person's record as a table."""
    from battle.window.history.export import RecordFileScene

    app.push(RecordFileScene(_directory(app), app.records.games()))


def trainer(app: App) -> None:
    """Train endgames."""
    from battle.window.training.trainer_scene import TrainerScene

    app.push(TrainerScene())


def progress(app: App) -> None:
    """Show what was learned in the trainer."""
    from battle.window.training.progress_scene import ProgressScene

    app.push(ProgressScene())


def rules(app: App) -> None:
    """Show the rules."""
    from battle.window.dialogs.rules import RulesScene

    app.push(RulesScene())


def help_keys(app: App, first: str = "table") -> None:
    """Show every key, those of one screen first; see `HelpScene`."""
    from battle.window.dialogs.key_help import HelpScene

    if not isinstance(app.scene, HelpScene):
        app.push(HelpScene(first))


def handle_common_key(app: App, event: pygame.event.Event) -> bool:
    """Do what a key does on every screen; return whether it was one of those."""
    if action_of(event) != "help":
        return False
    help_keys(app)
    return True


def result(app: App, scene: PlayScene) -> None:
    """Show how the game of a playing screen ended."""
    from battle.window.table.result import ResultScene

    app.push(ResultScene(scene))


def warn(app: App, table: PlayScene, cost: MoveCost) -> None:
    """Let the teacher speak up against a pair before it is taken."""
    from battle.window.table.teacher_dialog import TeacherScene

    app.push(TeacherScene(table, cost))
