"""The way from screen to screen, and every screen by name for pictures of them.

Screens name each other only through these functions, so that none imports another.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import pygame

from battle.app.keys import action_of
from battle.play.language import explain
from battle.play.session import Seat, Session, Setup
from battle.rules.deal import deal
from battle.rules.errors import RulesError
from battle.rules.position import Player, Position

if TYPE_CHECKING:
    from battle.analysis.study import Study
    from battle.app.analyse import AnalyseScene
    from battle.app.export_scene import Export
    from battle.app.main import App
    from battle.app.play import PlayScene
    from battle.app.scene import Scene
    from battle.play.teacher import Judgement

Maker: TypeAlias = Callable[["App"], list["Scene"]]
"""Makes the stack of scenes a picture shows, lowest first."""


def first_scene(app: App, file: Path | None, level: str = "") -> Scene:
    """Return what the window shows first: the start screen, the game in `file`, a new game."""
    from battle.app.file_scene import read_game
    from battle.app.plan import LEVEL, Plan
    from battle.app.play import PlayScene
    from battle.app.start_scene import StartScene

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
    from battle.app.play import PlayScene

    app.replace(PlayScene(session))


def new_game(app: App, start: Position | None = None) -> None:
    """Set up a new game, from a position if one is given."""
    from battle.app.new_game_scene import NewGameScene
    from battle.app.plan import PASTED, Plan

    plan = Plan.remembered(app.settings)
    if start is not None:
        plan.deal_by, plan.pasted = PASTED, str(start)
    app.push(NewGameScene(plan))


def search_deals(app: App, handicap: int = 0) -> None:
    """Search for solved deals with a handicap, as long as the screen is open."""
    from battle.app.search_scene import SearchScene

    app.push(SearchScene(handicap))


def open_game(app: App, then: Callable[[App, Session], None] = play) -> None:
    """Choose a saved game; `then` says what is done with it."""
    from battle.app.file_scene import OpenScene

    app.push(OpenScene(_directory(app), then))


def analyse_table(app: App, table: PlayScene) -> None:
    """Analyse the game at the table so far; while it goes on its record notes the help."""
    from battle.app.analyse import AnalyseScene

    table.session.note_help("analysis")
    auto = table.auto_review
    if auto is not None and auto.fits:
        app.push(AnalyseScene(auto.study, table.session, auto.analyst))
    else:
        app.push(AnalyseScene(table.studied(), table.session))


def review_table(app: App, table: PlayScene) -> None:
    """Show the review of the finished game at the table, begun if it has not been yet."""
    from battle.app.analyse import AnalyseScene

    auto = table.reviewed()
    auto.study.to_end()
    if not auto.is_complete and not auto.running:
        auto.begin()
    panels = {*app.settings.analyse_panels, "review"}
    app.change(analyse_panels=tuple(sorted(panels)))
    app.push(AnalyseScene(auto.study, table.session, auto.analyst))


def analyse_game(app: App, session: Session) -> None:
    """Analyse a game from its record."""
    from battle.app.analyse import AnalyseScene
    from battle.app.studies import study_of

    app.replace(AnalyseScene(study_of(session), session))


def learn(app: App, scene: AnalyseScene, players: Sequence[Player]) -> None:
    """Put the mistakes of some players of an analysed game to the person again."""
    from battle.app.lesson_scene import LessonScene

    app.push(LessonScene(scene.study, scene.analyst, scene.names, players, scene.go_to))


def analyse_position(app: App, start: Position) -> None:
    """Analyse a position that belongs to no game."""
    from battle.analysis.study import Study
    from battle.app.analyse import AnalyseScene
    from battle.rules.game import Game

    app.replace(AnalyseScene(Study(Game(start))))


def analyse_study(app: App, study: Study, names: tuple[str, str]) -> None:
    """Analyse a study of the players called `names` over the screen it is from."""
    from battle.app.analyse import AnalyseScene
    from battle.rules.record import Record

    record = Record({"First": names[0], "Second": names[1]}, study.game)
    app.push(AnalyseScene(study, Session.from_record(record)))


def choose_study(app: App) -> None:
    """Ask what to analyse: the game that goes on, the last one, a saved one, a new deal."""
    from battle.app.start_scene import study_choices

    app.push(study_choices(app))


def edit_position(app: App, start: Position | None = None) -> None:
    """Set up a position, beginning with one or with an empty table."""
    from battle.app.editor_scene import EditorScene

    app.push(EditorScene(start))


def export(app: App, study: Study, session: Session) -> None:
    """Offer what can be exported of a game and of the position looked at."""
    from battle.app.export_scene import ExportScene

    app.push(ExportScene(study, session))


def save_export(app: App, session: Session, made: Export) -> None:
    """Save what is exported of a game in a file."""
    from battle.app.export_scene import ExportFileScene

    app.push(ExportFileScene(_directory(app), session, made))


def save_game(app: App, session: Session) -> None:
    """Save a game under a name."""
    from battle.app.file_scene import SaveScene

    app.push(SaveScene(_directory(app), session))


def _directory(app: App) -> Path:
    """Return where a game was opened or saved last, or the program's own place for games."""
    last = Path(app.settings.directory) if app.settings.directory else app.places.saves
    found = os.path.isdir(last)  # noqa: PTH112  (Path raises where nobody may look)
    return last if found else app.places.saves


def settings(app: App, sheet: str = "general") -> None:
    """Show the settings, open at one of their sheets."""
    from battle.app.settings_scene import SettingsScene

    app.push(SettingsScene(sheet))


def your_record(app: App) -> None:
    """Show the person's record."""
    from battle.app.record_scene import RecordScene

    app.push(RecordScene())


def analyse_over(app: App, session: Session) -> None:
    """Analyse a game over the screen that is shown; leaving comes back to it."""
    from battle.app.analyse import AnalyseScene
    from battle.app.studies import study_of

    app.push(AnalyseScene(study_of(session), session))


def export_record(app: App) -> None:
    """Save all games of the person's record as a table."""
    from battle.app.record_export import RecordFileScene

    app.push(RecordFileScene(_directory(app), app.records.games()))


def trainer(app: App) -> None:
    """Train endgames."""
    from battle.app.trainer_scene import TrainerScene

    app.push(TrainerScene())


def progress(app: App) -> None:
    """Show what was learned in the trainer."""
    from battle.app.progress_scene import ProgressScene

    app.push(ProgressScene())


def rules(app: App) -> None:
    """Show the rules."""
    from battle.app.rules_scene import RulesScene

    app.push(RulesScene())


def help_keys(app: App, first: str = "table") -> None:
    """Show every key, those of one screen first; see `HelpScene`."""
    from battle.app.help_scene import HelpScene

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
    from battle.app.result_scene import ResultScene

    app.push(ResultScene(scene))


def warn(app: App, table: PlayScene, judgement: Judgement) -> None:
    """Let the teacher speak up against a pair before it is taken."""
    from battle.app.teacher_scene import TeacherScene

    app.push(TeacherScene(table, judgement))


# --- pictures -----------------------------------------------------------------------------------


def _start(app: App) -> list[Scene]:
    return [first_scene(app, None)]


def sample_session(app: App, plies: int, *, solver: bool = False) -> Session:
    """Return a game some moves old, always the same."""
    from random import Random

    random = Random(plies)
    seats = (Seat("Ada"), Seat("Solver", solver=True) if solver else Seat("Benedikt"))
    session = Session(Setup(seats, deal(4711), 4711), now=app.now)
    for _ in range(plies):
        if session.ending is None:
            session.play(random.choice(session.position.legal_moves))
    return session


def _play(app: App) -> list[Scene]:
    from battle.app.play import PlayScene

    return [PlayScene(sample_session(app, 24))]


def _opening(app: App) -> list[Scene]:
    from battle.app.play import PlayScene

    return [PlayScene(sample_session(app, 0))]


def _new_game(app: App) -> list[Scene]:
    from battle.app.new_game_scene import NewGameScene
    from battle.app.plan import BY_NUMBER, Plan

    names = ("Ada", "Benedikt")
    return [NewGameScene(Plan(names=names, deal_by=BY_NUMBER, number="4711", clock_minutes=10))]


def _new_game_level(app: App) -> list[Scene]:
    from battle.app.new_game_scene import NewGameScene
    from battle.app.plan import Plan

    return [NewGameScene(Plan("level", ("Ada", "")))]


def _new_game_fair(app: App) -> list[Scene]:
    from battle.app.new_game_scene import NewGameScene
    from battle.app.plan import FAIR, Plan

    plan = Plan(names=("Ada", "Benedikt"), begins="random", deal_by=FAIR, handicap=4, duplicate=2)
    return [NewGameScene(plan)]


def _search(app: App) -> list[Scene]:
    from battle.app.search_scene import SearchScene
    from battle.play.engine_client import Info
    from battle.trainer.search import Found

    scene = SearchScene()
    app.push(scene)
    scene.search.deal, scene.search.bounds, scene.search.proving = 48213, (-11, 26), True
    scene.search.latest = Info(1, 9, 1, 4, -11, 26, 212_000_000, 10**6, 500, 212.0, ())
    scene.search.found += [Found(7154, 0, 341.0), Found(90210, -6, 1284.0)]
    app.scenes.clear()
    return [scene]


def _new_game_bad(app: App) -> list[Scene]:
    from battle.app.new_game_scene import NewGameScene
    from battle.app.plan import PASTED, Plan

    return [NewGameScene(Plan("solver", deal_by=PASTED, pasted="5m5p/5p5m/9s/9x"))]


def _sheet(name: str) -> Maker:
    def make(app: App) -> list[Scene]:
        from battle.app.settings_scene import SettingsScene

        return [SettingsScene(name)]

    return make


def _rules_page(page: int) -> Maker:
    def make(app: App) -> list[Scene]:
        from battle.app.rules_scene import RulesScene

        scene = RulesScene()
        scene.page = page
        return [scene]

    return make


def _keys(app: App) -> list[Scene]:
    from battle.app.help_scene import HelpScene

    return [*_play(app), HelpScene()]


def _result(app: App) -> list[Scene]:
    from battle.app.play import PlayScene
    from battle.app.result_scene import ResultScene
    from battle.play.series import Series

    session = sample_session(app, 200)
    session.series, session.hints = Series(((118, 152),)), (2, 0)
    table = PlayScene(session)
    return [table, ResultScene(table)]


def _match() -> Session:
    """Return the second of four games of a match against a level."""
    from battle.play.series import Duplicate, Series

    setup = Setup((Seat(solver=True, level="casual"), Seat("Ada")), deal(4711), 4711)
    return Session(setup, Series(((118, 152),), Duplicate("5a3e", (4711, 815))))


def _play_level(app: App) -> list[Scene]:
    from battle.app.play import PlayScene

    session = _match()
    for _ in range(21):
        session.play(session.position.legal_moves[0])
    return [PlayScene(session)]


def _result_match(app: App) -> list[Scene]:
    from battle.app.play import PlayScene
    from battle.app.result_scene import ResultScene

    session = _match()
    while session.ending is None:
        session.play(session.position.legal_moves[-1])
    table = PlayScene(session)
    return [table, ResultScene(table)]


def _result_reviewed(app: App) -> list[Scene]:
    from battle.app.play import PlayScene
    from battle.app.samples import studied

    scenes = _result(app)
    table = scenes[0]
    assert isinstance(table, PlayScene)
    table.app, table.study = app, studied(table.session)
    table.reviewed()
    return scenes


def _result_level(app: App) -> list[Scene]:
    """Show a game won against a level for the second time."""
    from battle.app.play import PlayScene
    from battle.app.result_scene import ResultScene
    from battle.play.records import game_of

    seats = (Seat("Ada"), Seat(solver=True, level="casual"))
    session = Session(Setup(seats, deal(4711), 4711), now=app.now)
    while session.ending is None:
        moves = sorted(session.position.legal_moves, key=session.position.worth)
        session.play(moves[-1 if session.to_move == 1 else 0])
    for _won in range(2):
        app.records.put(game_of(session, app.moment()))
    app.pars.keep(4711, 17)
    table = PlayScene(session)
    return [table, ResultScene(table)]


def sample_study(app: App, plies: int) -> tuple[Study, Session]:
    """Return the study of a sample game, its end proven, with a branch; no solver is needed."""
    from battle.app.samples import studied

    session = sample_session(app, plies)
    return studied(session), session


def _analyse(app: App) -> list[Scene]:
    from battle.app.analyse import AnalyseScene

    return [AnalyseScene(*sample_study(app, 200))]


def _review(app: App) -> list[Scene]:
    app.change(analyse_panels=("review",))
    return _analyse(app)


def _lesson(app: App) -> list[Scene]:
    from battle.app.lesson_scene import LessonScene
    from battle.play.analyst import Analyst

    study, session = sample_study(app, 200)
    names = (session.name(1), session.name(2))
    scene = LessonScene(study, Analyst(app.engine, study), names, (1, 2), study.go_to)
    scene.lesson.hint()
    return [scene]


def _editor(app: App) -> list[Scene]:
    from battle.app.editor_scene import EditorScene

    return [EditorScene(sample_session(app, 34).position)]


def _editor_bad(app: App) -> list[Scene]:
    from battle.app.editor_scene import EditorScene
    from battle.rules.cells import cell
    from battle.rules.tiles import kind

    scene = EditorScene(sample_session(app, 34).position)
    for name, tile in (("c9", "5m"), ("l1", "1p"), ("l4", "1p")):
        scene.setup.place(cell(name), kind(tile))
    scene.setup.set_points(1, 250)
    return [scene]


def _export(app: App) -> list[Scene]:
    from battle.app.export_scene import ExportScene

    return [ExportScene(*sample_study(app, 200))]


def _record_empty(app: App) -> list[Scene]:
    from battle.app.record_scene import RecordScene

    return [RecordScene()]


def _record(sheet: str) -> Maker:
    def make(app: App) -> list[Scene]:
        from battle.app.record_samples import sample_games
        from battle.app.record_scene import RecordScene

        for game in sample_games(app.moment()):
            app.records.put(game)
        return [RecordScene(sheet)]

    return make


def _record_export(app: App) -> list[Scene]:
    from battle.app.record_export import RecordFileScene
    from battle.app.record_samples import sample_games

    return [RecordFileScene(app.places.saves, sample_games(app.moment()))]


def _save(app: App) -> list[Scene]:
    from battle.app.file_scene import SaveScene

    return [SaveScene(app.places.saves, sample_session(app, 24))]


def _start_unfinished(app: App) -> list[Scene]:
    from battle.play.autosave import Autosave

    Autosave(app.places).save(sample_session(app, 24))
    return _start(app)


def _helped(app: App, plies: int) -> PlayScene:
    """Return a game against the solver some moves before its end, whose values are known."""
    from battle.app.play import PlayScene
    from battle.app.samples import prove_all

    whole = sample_session(app, 200, solver=True)
    session = Session(whole.setup, now=app.now)
    for move in whole.game.moves[:-plies]:
        session.play(move)
    scene = PlayScene(session)
    app.push(scene)
    prove_all(scene.help.values, session.position)
    return scene


def _menu(app: App) -> list[Scene]:
    scene = _helped(app, 10)
    scene.wishes.open_menu()
    menu = app.scene
    app.scenes.clear()
    return [scene, menu]


def _hints(steps: int) -> Maker:
    def make(app: App) -> list[Scene]:
        scene = _helped(app, 10)
        for _step in range(steps):
            scene.help.hints.ask()
        app.scenes.clear()
        return [scene]

    return make


def _trainer(name: str) -> Maker:
    def make(app: App) -> list[Scene]:
        from battle.app.trainer_samples import TRAINER_SCREENS

        return TRAINER_SCREENS[name](app)

    return make


def _teacher(*, why: bool) -> Maker:
    def make(app: App) -> list[Scene]:
        from battle.app.samples import costliest
        from battle.app.teacher_scene import TeacherScene

        app.change(teacher="points")
        scene = _helped(app, 10)
        scene.take(costliest(scene.help.values, scene.session.position))
        warning = app.scene
        assert isinstance(warning, TeacherScene)
        if why:
            warning.tell_why()
        app.scenes.clear()
        return [scene, warning]

    return make


_SHEETS: Final = ("general", "table", "solver", "teacher", "analyse")

SCREENS: Final[dict[str, Maker]] = {
    "start": _start,
    "start-unfinished": _start_unfinished,
    "opening": _opening,
    "play": _play,
    "new-game": _new_game,
    "new-game-level": _new_game_level,
    "new-game-fair": _new_game_fair,
    "new-game-bad": _new_game_bad,
    "search": _search,
    **{f"settings-{name}": _sheet(name) for name in _SHEETS},
    **{f"rules-{page + 1}": _rules_page(page) for page in range(6)},
    "keys": _keys,
    "play-level": _play_level,
    "result": _result,
    "result-match": _result_match,
    "result-reviewed": _result_reviewed,
    "result-level": _result_level,
    "record-empty": _record_empty,
    **{f"record-{sheet}": _record(sheet) for sheet in ("overview", "lost", "games")},
    "record-export": _record_export,
    "save": _save,
    "analyse": _analyse,
    "review": _review,
    "lesson": _lesson,
    "menu": _menu,
    "hints": _hints(2),
    "hints-all": _hints(5),
    "teacher": _teacher(why=False),
    "teacher-why": _teacher(why=True),
    "editor": _editor,
    "editor-bad": _editor_bad,
    "export": _export,
    **{name: _trainer(name) for name in ("trainer", "trainer-shown", "trainer-done")},
    **{name: _trainer(name) for name in ("progress", "progress-empty")},
}
"""Add a line for each new screen; `python -m battle.app.screenshot` renders them all."""
