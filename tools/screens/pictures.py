"""Every screen by name, for pictures of it and for tests that look at all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from battle.analysis.costs import move_cost
from battle.analysis.study import Study
from battle.game.pie import Pie
from battle.game.session import Seat, Session, Setup
from battle.game.setup import Duplicate, Series, TimeControl
from battle.page.rules import rules_pages
from battle.profile.autosave import Autosave
from battle.profile.options import BY_NUMBER, FAIR, PASTED, GameOptions
from battle.profile.records import game_of
from battle.rules.deal import deal
from battle.rules.position import cell, kind
from battle.training.background_review import TableStudy
from battle.window.dialogs.files import ExportScene, SaveScene, save_game
from battle.window.dialogs.help import KeyHelpScene, RulesScene
from battle.window.dialogs.settings import SettingsScene
from battle.window.editor.scene import EditorScene
from battle.window.history.overview import record_export
from battle.window.history.scene import HistoryScene
from battle.window.navigation import KEYS, first_scene
from battle.window.result.scene import ResultScene
from battle.window.setup.scene import NewGameScene, PieScene
from battle.window.study.review import LINE
from battle.window.study.scene import StudyScene
from battle.window.table.scene import TableScene
from battle.window.table.teacher_dialog import TeacherDialog
from battle.window.training.trainer_scene import LessonScene
from tools.screens.friend_samples import FRIEND_SCREENS
from tools.screens.game_samples import sample_games
from tools.screens.samples import (
    costliest,
    guessed,
    prove_all,
    sample_session,
    sample_study,
    studied,
)
from tools.screens.trainer_samples import TRAINER_SCREENS

if TYPE_CHECKING:
    from battle.window.main import App
    from battle.window.scenes.scene import Scene

Maker: TypeAlias = Callable[["App"], list["Scene"]]
"""Makes the stack of scenes a picture shows, lowest first; it may have shown some already."""


def _start(app: App) -> list[Scene]:
    return [first_scene(app, None)]


def _play(app: App) -> list[Scene]:
    return [TableScene(app, sample_session(app, 24))]


def _opening(app: App) -> list[Scene]:
    return [TableScene(app, sample_session(app, 0))]


def _new_game(app: App) -> list[Scene]:
    names = ("Ada", "Benedikt")
    return [
        NewGameScene(
            app, GameOptions(names=names, deal_by=BY_NUMBER, number="4711", clock_minutes=10)
        )
    ]


def _new_game_level(app: App) -> list[Scene]:
    return [NewGameScene(app, GameOptions("level", ("Ada", "")))]


def _new_game_fair(app: App) -> list[Scene]:
    options = GameOptions(names=("Ada", "Benedikt"), begins="random", deal_by=FAIR, head_start=18)
    return [NewGameScene(app, options)]


def _pie(app: App) -> list[Scene]:
    scene = PieScene(app, GameOptions(names=("Ada", "Benedikt"), begins="pie", drawn=4711))
    scene.talks.pie = Pie(scene.talks.pie.start, 0)
    return [scene]


def _pie_seats(app: App) -> list[Scene]:
    scene = _pie(app)[0]
    assert isinstance(scene, PieScene)
    scene.talks.pie = scene.talks.pie.naming(6)
    return [scene]


def _new_game_pie(app: App) -> list[Scene]:
    return [NewGameScene(app, GameOptions("level", ("Ada", ""), begins="pie"))]


def _new_game_bad(app: App) -> list[Scene]:
    return [NewGameScene(app, GameOptions("solver", deal_by=PASTED, pasted="5m5p/5p5m/9s/9x"))]


def _sheet(name: str) -> Maker:
    def make(app: App) -> list[Scene]:
        return [SettingsScene(app, name)]

    return make


def _rules_page(page: int) -> Maker:
    def make(app: App) -> list[Scene]:
        scene = RulesScene(app)
        scene.page = page
        return [scene]

    return make


def _keys(app: App) -> list[Scene]:
    return [*_play(app), KeyHelpScene(app, KEYS, "table")]


def _sample_end(app: App) -> Session:
    """Return the second game of a series at its end."""
    session = sample_session(app, 200)
    session.series = Series(((118, 152),))
    session.hints = (2, 0)
    return session


def _result(app: App) -> list[Scene]:
    return _shown_result(app, _sample_end(app))


def _shown_result(app: App, session: Session, study: Study | None = None) -> list[Scene]:
    """Return the result over its table; `study` is what is known of the game already."""
    table = TableScene(app, session)
    found = TableStudy(app, session, study)
    if study is not None:
        found.reviewed()
    return [table, ResultScene(app, found, table.actions.copy_record)]


def _match() -> Session:
    """Return the second of four games of a match against a level."""
    setup = Setup((Seat(solver=True, level="casual"), Seat("Ada")), deal(4711), 4711)
    return Session(setup, Series(((118, 152),), Duplicate("5a3e", (4711, 815))))


def _play_level(app: App) -> list[Scene]:
    session = _match()
    for _ in range(21):
        session.play(session.position.legal_moves[0])
    return [TableScene(app, session)]


def _play_level_clock(app: App) -> list[Scene]:
    """Return a game against a level with a clock, the program to move."""
    setup = Setup(
        (Seat("Ada"), Seat(solver=True, level="casual")), deal(4711), 4711, TimeControl(300, 3)
    )
    session = Session(setup)
    for _ in range(21):
        session.play(session.position.legal_moves[0])
    return [TableScene(app, session)]


def _result_match(app: App) -> list[Scene]:
    session = _match()
    while session.ending is None:
        session.play(session.position.legal_moves[-1])
    return _shown_result(app, session)


def _result_reviewed(app: App) -> list[Scene]:
    session = _sample_end(app)
    return _shown_result(app, session, studied(session))


def _result_proving(app: App) -> list[Scene]:
    scenes = _result_reviewed(app)
    result = scenes[-1]
    assert isinstance(result, ResultScene)
    assert result.study.review is not None
    app.prover.take(result.study.review)
    app.prover.update()
    return scenes


def _result_level(app: App) -> list[Scene]:
    """Show a game won against a level for the second time."""
    seats = (Seat("Ada"), Seat(solver=True, level="casual"))
    session = Session(Setup(seats, deal(4711), 4711), now=app.now)
    while session.ending is None:
        moves = sorted(session.position.legal_moves, key=session.position.worth)
        session.play(moves[-1 if session.to_move == 1 else 0])
    for _won in range(2):
        app.records.put(game_of(session, app.moment()))
    app.pars.keep(4711, 17)
    return _shown_result(app, session)


def _analyse(app: App) -> list[Scene]:
    return [StudyScene(app, *sample_study(app, 200))]


def _review(app: App) -> list[Scene]:
    app.change(analyse_panels=("review",))
    return _analyse(app)


def _review_proving(app: App) -> list[Scene]:
    scenes = _review(app)
    scene = scenes[-1]
    assert isinstance(scene, StudyScene)
    scene.proofs.turn(LINE)
    return scenes


def _review_offers(app: App) -> list[Scene]:
    """Show the end of the review's page."""
    scenes = _review(app)
    scene = scenes[-1]
    assert isinstance(scene, StudyScene)
    app.push(scene)
    scene.review_panel.flow.scroll(10_000)
    app.scenes.clear()
    return scenes


def _lesson(app: App) -> list[Scene]:
    study, session = sample_study(app, 200)
    names = (session.name(1), session.name(2))
    scene = LessonScene(app, study, names, (1, 2), study.go_to)
    scene.enter()
    if scene.practice is not None:
        scene.practice.hint()
    return [scene]


def _editor(app: App) -> list[Scene]:
    return [EditorScene(app, sample_session(app, 34).position)]


def _editor_bad(app: App) -> list[Scene]:
    scene = EditorScene(app, sample_session(app, 34).position)
    for name, tile in (("c9", "5m"), ("l1", "1p"), ("l4", "1p")):
        scene.setup.place(cell(name), kind(tile))
    scene.setup.set_points(1, 250)
    return [scene]


def _export(app: App) -> list[Scene]:
    return [ExportScene(app, *sample_study(app, 200))]


def _record_empty(app: App) -> list[Scene]:
    return [HistoryScene(app)]


def _record(sheet: str) -> Maker:
    def make(app: App) -> list[Scene]:
        for game in sample_games(app.moment()):
            app.records.put(game)
        return [HistoryScene(app, sheet)]

    return make


def _record_proving(app: App) -> list[Scene]:
    scenes = _record("overview")(app)
    text = _sample_end(app).record().text
    for game in app.records.games()[-3:]:
        app.records.put(replace(game, record=text))
    app.prover.prove_all(app.records.games()[-3:])
    app.prover.update()
    return scenes


def _record_export(app: App) -> list[Scene]:
    return [SaveScene(app, record_export(sample_games(app.moment())), app.places.saves)]


def _save(app: App) -> list[Scene]:
    return [save_game(app, sample_session(app, 24))]


def _start_unfinished(app: App) -> list[Scene]:
    Autosave(app.places).save(sample_session(app, 24))
    return _start(app)


def _helped(app: App, plies: int) -> TableScene:
    """Return a game against the solver some moves before its end, whose values are known."""
    whole = sample_session(app, 200, solver=True)
    session = Session(whole.setup, now=app.now)
    for move in whole.game.moves[:-plies]:
        session.play(move)
    scene = TableScene(app, session)
    app.push(scene)
    prove_all(scene.help.values, session.position)
    return scene


def _menu(app: App) -> list[Scene]:
    scene = _helped(app, 10)
    scene.actions.open_menu()
    menu = app.scene
    app.scenes.clear()
    return [scene, menu]


def _request(app: App) -> list[Scene]:
    """Ask a player whether a move may be taken back."""
    scene = TableScene(app, sample_session(app, 24))
    app.push(scene)
    scene.actions.undo()
    scene.update(0)
    question = app.scene
    app.scenes.clear()
    return [scene, question]


def _hints(steps: int) -> Maker:
    def make(app: App) -> list[Scene]:
        scene = _helped(app, 10)
        for _step in range(steps):
            scene.ask_hint()
        app.scenes.clear()
        return [scene]

    return make


def _teacher_facts(app: App) -> list[Scene]:
    """Return what the teacher says while nothing is proven."""
    whole = sample_session(app, 200, solver=True)
    scene = TableScene(app, Session(whole.setup, now=app.now))
    app.push(scene)
    values, position = scene.help.values, scene.session.position
    values.learn(position, guessed(position))
    cost = move_cost(values, position, costliest(values, position))
    assert cost is not None
    warning = TeacherDialog(
        app,
        cost,
        scene.help,
        on_play=lambda: None,
        on_take_back=lambda: None,
        on_better=lambda: None,
    )
    app.push(warning)
    warning.tell_why()
    app.scenes.clear()
    return [scene, warning]


def _review_facts(app: App) -> list[Scene]:
    """Return a place of the game that is only estimated, in the review."""
    app.change(analyse_panels=("review",))
    study, session = sample_study(app, 200)
    study.go_to(study.line()[12])
    return [StudyScene(app, study, session)]


def _teacher(*, why: bool) -> Maker:
    def make(app: App) -> list[Scene]:
        app.change(teacher="points")
        scene = _helped(app, 10)
        scene.take(costliest(scene.help.values, scene.session.position))
        warning = app.scene
        assert isinstance(warning, TeacherDialog)
        if why:
            warning.tell_why()
        app.scenes.clear()
        return [scene, warning]

    return make


_SHEETS: Final = ("general", "table", "looks", "solver", "teacher", "analyse", "friends")

SCREENS: Final[dict[str, Maker]] = {
    "start": _start,
    "start-unfinished": _start_unfinished,
    "opening": _opening,
    "play": _play,
    "new-game": _new_game,
    "new-game-level": _new_game_level,
    "new-game-fair": _new_game_fair,
    "new-game-bad": _new_game_bad,
    "new-game-pie": _new_game_pie,
    "pie": _pie,
    "pie-seats": _pie_seats,
    **{f"settings-{name}": _sheet(name) for name in _SHEETS},
    **{f"rules-{page + 1}": _rules_page(page) for page in range(len(rules_pages()))},
    "keys": _keys,
    "play-level": _play_level,
    "play-level-clock": _play_level_clock,
    "result": _result,
    "result-match": _result_match,
    "result-reviewed": _result_reviewed,
    "result-proving": _result_proving,
    "result-level": _result_level,
    "record-empty": _record_empty,
    **{f"record-{sheet}": _record(sheet) for sheet in ("overview", "lost", "games")},
    "record-proving": _record_proving,
    "record-export": _record_export,
    "save": _save,
    "analyse": _analyse,
    "review": _review,
    "review-proving": _review_proving,
    "review-offers": _review_offers,
    "lesson": _lesson,
    "menu": _menu,
    "request": _request,
    "hints": _hints(2),
    "hints-all": _hints(5),
    "teacher": _teacher(why=False),
    "teacher-why": _teacher(why=True),
    "teacher-facts": _teacher_facts,
    "review-facts": _review_facts,
    "editor": _editor,
    "editor-bad": _editor_bad,
    "export": _export,
    **TRAINER_SCREENS,
    **FRIEND_SCREENS,
}
"""Add a line for each new screen; `python -m tools.screens.screenshot` renders them all."""


def show(app: App, name: str) -> None:
    """Show a screen by its name in place of all that is shown."""
    app.scenes.clear()
    for scene in SCREENS[name](app):
        if scene not in app.scenes:
            app.push(scene)
