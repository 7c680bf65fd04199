"""The way from screen to screen: every screen by its name, with what it is to show.

    self.app.go("rules")            on any screen
    self.app.go("table", session)

This is the only module beside `main` that knows the screens. Most are a class in `OVER` or
`INSTEAD`, made with what is handed over; a function marked `@screen` does more, and its name is the
name to go by. A scene's module is loaded when it is first shown, so that the start screen waits for
nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final, TypeVar

from battle.analysis.study import Study
from battle.game.session import Session, study_of
from battle.language import explain
from battle.profile.records import FRIEND
from battle.profile.settings import PASTED, GameOptions
from battle.rules.position import Position, RulesError
from battle.rules.record import Game, Record, SeveralGamesError
from battle.training.background import TableStudy
from battle.window.board.keys import (
    LESSON_SHORTCUTS,
    STUDY_SHORTCUTS,
    TABLE_SHORTCUTS,
    TRAINER_SHORTCUTS,
)
from battle.window.editor.scene import EDITOR_SHORTCUTS
from battle.window.scenes.scene import Scene, Services

if TYPE_CHECKING:
    from battle.friend.game import FriendGame

KEYS: Final = (
    TABLE_SHORTCUTS,
    STUDY_SHORTCUTS,
    LESSON_SHORTCUTS,
    TRAINER_SHORTCUTS,
    EDITOR_SHORTCUTS,
)
"""Every key of the screens that have keys of their own."""

OVER: Final[Mapping[str, str]] = {
    "add_problems": "dialogs.files:OpenProblemsScene",
    "choose_study": "start:study_choices",
    "editor": "editor.scene:EditorScene",
    "export": "dialogs.files:ExportScene",
    "friend_result": "friends.table:FriendResultScene",
    "friends": "friends.table:FriendsScene",
    "history": "history.scene:HistoryScene",
    "join": "friends.invitations:JoinScene",
    "lesson": "training.trainer_scene:LessonScene",
    "open_game": "dialogs.files:OpenScene",
    "pie": "setup.scene:PieScene",
    "progress": "training.trainer_scene:ProgressScene",
    "result": "result.scene:ResultScene",
    "rules": "dialogs.help:RulesScene",
    "save_export": "dialogs.files:SaveScene",
    "save_game": "dialogs.files:save_game",
    "settings": "dialogs.settings:SettingsScene",
    "talk": "friends.table:ChatDialog",
    "teacher": "table.teacher_dialog:TeacherDialog",
    "trainer": "training.trainer_scene:TrainerScene",
}
"""The screens that are shown over the others, and what makes each."""
INSTEAD: Final[Mapping[str, str]] = {
    "home": "start:StartScene",
    "table": "table.scene:TableScene",
}
"""The screens that are shown instead of all others."""

Way = TypeVar("Way", bound=Callable[..., None])

WAYS: Final[dict[str, Callable[..., Any]]] = {}
"""What leads to the other screens."""


def screen(way: Way) -> Way:
    """Make a screen known by the name of the function that leads to it."""
    WAYS[way.__name__] = way
    return way


def scene_of(name: str) -> Callable[..., Scene]:
    """Return what makes a screen of `OVER` or `INSTEAD`."""
    made: Callable[..., Scene] = resolve_name(f"battle.window.{OVER.get(name) or INSTEAD[name]}")
    return made


def lead(app: Services, name: str, *what: Any, **how: Any) -> None:
    """Show a screen by its name, with what it is to show."""
    if name in WAYS:
        WAYS[name](app, *what, **how)
    else:
        (app.push if name in OVER else app.replace)(scene_of(name)(app, *what, **how))


def bind_keys(chosen: Mapping[str, str]) -> None:
    """Use the keys that the person has chosen, on every screen."""
    for table in KEYS:
        table.bind(chosen)


def first_scene(app: Services, file: Path | None, level: str = "") -> Scene:
    """Return what the window shows first: the start screen, the game in `file`, a new game."""
    start, table = scene_of("home"), scene_of("table")
    if level:
        games, pars = app.records.games(), app.pars.all()
        options = GameOptions.against(level, app.settings, games, pars)
        return table(app, options.session(app.now))
    if file is None:
        return start(app)
    from battle.window.dialogs.files import OpenScene, read_game

    try:
        return table(app, read_game(file))
    except SeveralGamesError:
        app.push(start(app))
        return OpenScene(app, file)
    except RulesError as error:
        app.say(explain(error), "problem")
        return start(app)


@screen
def keys(app: Services, first: str = "table") -> None:
    """Show every key, those of a screen of `KEYS` first."""
    from battle.window.dialogs.help import KeyHelpScene

    if not isinstance(app.scene, KeyHelpScene):
        app.push(KeyHelpScene(app, KEYS, first))


# --- playing ------------------------------------------------------------------------------------


@screen
def new_game(app: Services, start: Position | None = None, *, far: bool = False) -> None:
    """Set up a new game, from a position if one is given, or for a friend elsewhere."""
    from battle.window.setup.scene import NewGameScene

    options = GameOptions.remembered(app.settings)
    if start is not None:
        options.deal_by, options.pasted = PASTED, str(start)
    if far:
        options.opponent = FRIEND
        options.set_elsewhere(True)
        app.friends.prepare()
    app.push(NewGameScene(app, options))


@screen
def play_from(app: Services, start: Position, before: Session) -> None:
    """Play from a position against whom was chosen last, sides as they were in the game `before`.

    A game that is not over yet is kept: with the first move it goes to the saved games.
    """
    options = GameOptions.remembered(app.settings)
    options.learn(app.records.games(), app.pars.all())
    person = before.person or start.to_move
    app.go("table", options.session_from(start, person, app.now, before.setup.seats))


# --- a friend somewhere else --------------------------------------------------------------------


@screen
def invite(app: Services, options: GameOptions) -> None:
    """Invite a friend to the game that was set up, instead of the screen that did it."""
    from battle.friend.meeting import terms_of
    from battle.window.friends.invitations import InvitationScene, invited

    try:
        game = invited(app, terms_of(options), options.names[0].strip())
    except RulesError as error:
        app.say(explain(error), "refused")
        return
    app.swap(InvitationScene(app, game))


@screen
def far_start(app: Services, line: str) -> None:
    """Begin at the start screen with what a line leads to; with none set a game up for a friend."""
    if not line:
        app.go("new_game", far=True)
    elif app.friends.is_new(line):
        app.go("join", line)
    else:
        try:
            app.go("friend_game", app.friends.games.join(line))
        except RulesError as error:
            app.say(explain(error), "refused")


@screen
def friend_game(app: Services, game: FriendGame) -> None:
    """Show a game with a friend as far as it has come."""
    from battle.friend.meeting import MeetingStage
    from battle.window.friends.invitations import InvitationScene
    from battle.window.friends.table import FriendPieScene, FriendTableScene

    if game.stage is MeetingStage.OFFERED:
        app.push(InvitationScene(app, game))
    elif game.stage in (MeetingStage.LOOKING, MeetingStage.SEEN, MeetingStage.REFUSED):
        app.go("join", game=game)
    elif game.session is None:
        app.go("home")
        app.push(FriendPieScene(app, game))
    else:
        app.replace(FriendTableScene(app, game))


# --- analysing ----------------------------------------------------------------------------------


@screen
def study_table(app: Services, study: TableStudy) -> None:
    """Analyse the game at the table so far; while it goes on its record notes the help."""
    from battle.window.study.scene import StudyScene

    study.session.note_help("analysis")
    review = study.review
    if review is not None:
        app.push(StudyScene(app, review.study, study.session, review.analyst))
    else:
        app.push(StudyScene(app, study.studied(), study.session))


@screen
def study_unfinished(app: Services, session: Session) -> None:
    """Analyse a game that goes on, over its table."""
    from battle.window.table.scene import TableScene

    scene = TableScene(app, session)
    app.replace(scene)
    study_table(app, scene.study)


@screen
def review_table(app: Services, study: TableStudy) -> None:
    """Show the review of the finished game at the table, begun if it has not been yet."""
    from battle.window.study.scene import StudyScene

    review = study.reviewed()
    review.study.to_end()
    app.scheduler.start()
    if not review.is_complete and not review.running:
        review.begin()
    panels = {*app.settings.analyse_panels, "review"}
    app.change(analyse_panels=tuple(sorted(panels)))
    app.push(StudyScene(app, review.study, study.session, review.analyst))


@screen
def study_game(app: Services, session: Session, *, over: bool = False) -> None:
    """Analyse a game from its record; `over` the screen that is shown, or instead of it."""
    from battle.window.study.scene import StudyScene

    (app.push if over else app.replace)(StudyScene(app, study_of(session), session))


@screen
def study_position(app: Services, start: Position) -> None:
    """Analyse a position that belongs to no game."""
    from battle.window.study.scene import StudyScene

    app.replace(StudyScene(app, Study(Game(start))))


@screen
def study(app: Services, study: Study, names: tuple[str, str]) -> None:
    """Analyse a study of the players called `names` over the screen it is from."""
    from battle.window.study.scene import StudyScene

    record = Record({"First": names[0], "Second": names[1]}, study.game)
    app.push(StudyScene(app, study, Session.from_record(record)))
