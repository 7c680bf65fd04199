"""The way from screen to screen: every screen by its name, with what it is to show.

    self.app.go("rules")            on any screen
    self.app.go("table", session)

This is the only module beside `main` that knows the screens. A function here makes a scene and
says how it comes onto the stack; its name is the name to go by. `SCREENS` lists them all. A scene's
module is loaded when it is first shown, so that the start screen waits for nothing else.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from battle.analysis.ledger import MoveCost
from battle.analysis.study import Study
from battle.game.session import Session
from battle.game.session_study import study_of
from battle.language import N_, explain
from battle.profile.options import PASTED, GameOptions
from battle.profile.records import FRIEND
from battle.rules.game import Game, Node
from battle.rules.position import Move, Player, Position, RulesError
from battle.rules.problem import SUFFIX
from battle.rules.record import Record, SeveralGamesError
from battle.training.background_review import TableStudy
from battle.window.board.keys import STUDY_SHORTCUTS, TABLE_SHORTCUTS
from battle.window.dialogs.help import KeyHelpScene, KeySection
from battle.window.editor.scene import EDITOR_SHORTCUTS
from battle.window.scenes.card_scene import FileExport
from battle.window.scenes.scene import Scene, Services
from battle.window.table.help import TableHelp
from battle.window.training.keys import LESSON_SHORTCUTS, TRAINER_SHORTCUTS

if TYPE_CHECKING:
    from battle.friend.game import FriendGame

KEYS: Final = (
    KeySection("table", N_("At the table"), TABLE_SHORTCUTS),
    KeySection("analyse", N_("In Analyse"), STUDY_SHORTCUTS),
    KeySection("lesson", N_("In a lesson"), LESSON_SHORTCUTS),
    KeySection("trainer", N_("In the trainer"), TRAINER_SHORTCUTS),
    KeySection("editor", N_("In the position editor"), EDITOR_SHORTCUTS),
)
"""Every key of the screens that have keys of their own."""


def bind_keys(chosen: Mapping[str, str]) -> None:
    """Use the keys that the person has chosen, on every screen."""
    for section in KEYS:
        section.shortcuts.bind(chosen)


Way = TypeVar("Way", bound=Callable[..., None])

SCREENS: Final[dict[str, Callable[..., Any]]] = {}
"""What leads to each screen, by the screen's name."""


def screen(way: Way) -> Way:
    """Make a screen known by the name of the function that leads to it."""
    SCREENS[way.__name__] = way
    return way


def first_scene(app: Services, file: Path | None, level: str = "") -> Scene:
    """Return what the window shows first: the start screen, the game in `file`, a new game."""
    from battle.window.start import StartScene

    if file is None and not level:
        return StartScene(app)
    from battle.window.dialogs.files import GamesScene, read_game
    from battle.window.table.scene import TableScene

    if level or file is None:
        games, pars = app.records.games(), app.pars.all()
        options = GameOptions.against(level, app.settings, games, pars)
        return TableScene(app, options.session(app.now))
    try:
        return TableScene(app, read_game(file))
    except SeveralGamesError:
        app.push(StartScene(app))
        return GamesScene(app, file, "table")
    except RulesError as error:
        app.say(explain(error), "problem")
        return StartScene(app)


@screen
def home(app: Services) -> None:
    """Go to the start screen."""
    from battle.window.start import StartScene

    app.replace(StartScene(app))


# --- playing ------------------------------------------------------------------------------------


@screen
def table(app: Services, session: Session) -> None:
    """Play or look at a game."""
    from battle.window.table.scene import TableScene

    app.replace(TableScene(app, session))


@screen
def new_game(app: Services, start: Position | None = None) -> None:
    """Set up a new game, from a position if one is given."""
    from battle.window.setup.scene import NewGameScene

    options = GameOptions.remembered(app.settings)
    if start is not None:
        options.deal_by, options.pasted = PASTED, str(start)
    app.push(NewGameScene(app, options))


@screen
def play_from(app: Services, start: Position, before: Session) -> None:
    """Play from a position against whom was chosen last, sides as they were in the game `before`.

    A game that is not over yet is kept: with the first move it goes to the saved games.
    """
    from battle.window.table.scene import TableScene

    options = GameOptions.remembered(app.settings)
    options.learn(app.records.games(), app.pars.all())
    person = before.person or start.to_move
    session = options.session_from(start, person, app.now, before.setup.seats)
    app.replace(TableScene(app, session))


@screen
def pie(app: Services, options: GameOptions) -> None:
    """Agree on seats and points before a game is begun, over the screen that sets it up."""
    from battle.window.setup.scene import PieScene

    app.push(PieScene(app, options))


@screen
def result(
    app: Services, study: TableStudy, on_copy: Callable[[], None], *, unasked: bool = False
) -> None:
    """Show how the game at the table ended; `on_copy` copies its record."""
    from battle.window.result.scene import ResultScene

    app.push(ResultScene(app, study, on_copy, unasked=unasked))


@screen
def teacher(
    app: Services,
    cost: MoveCost,
    help: TableHelp,
    *,
    on_play: Callable[[], None],
    on_take_back: Callable[[], None],
    on_better: Callable[[], Move | None],
) -> None:
    """Let the teacher speak up against a pair before it is taken; see `TeacherDialog`."""
    from battle.window.table.teacher_dialog import TeacherDialog

    dialog = TeacherDialog(
        app, cost, help, on_play=on_play, on_take_back=on_take_back, on_better=on_better
    )
    app.push(dialog)


# --- a friend somewhere else --------------------------------------------------------------------


@screen
def invite(app: Services, options: GameOptions) -> None:
    """Invite a friend to the game that was set up, instead of the screen that did it."""
    from battle.friend.terms import terms_of
    from battle.window.friends.invitations import InvitationScene, invited

    try:
        game = invited(app, terms_of(options), options.names[0].strip())
    except RulesError as error:
        app.say(explain(error), "refused")
        return
    app.swap(InvitationScene(app, game))


@screen
def join(app: Services, line: str = "") -> None:
    """Look at what an invitation leads to; without a line one is asked for."""
    from battle.window.friends.invitations import JoinScene

    app.push(JoinScene(app, line))


@screen
def far_start(app: Services, line: str) -> None:
    """Begin at the start screen with what a line leads to; with none set a game up for a friend."""
    from battle.window.setup.scene import NewGameScene

    if line and app.friends.is_new(line):
        app.go("join", line)
    elif line:
        try:
            app.go("friend_game", app.friends.games.join(line))
        except RulesError as error:
            app.say(explain(error), "refused")
    else:
        options = GameOptions.remembered(app.settings)
        options.opponent = FRIEND
        options.set_elsewhere(True)
        app.friends.prepare()
        app.push(NewGameScene(app, options))


@screen
def friend_game(app: Services, game: FriendGame) -> None:
    """Show a game with a friend as far as it has come."""
    from battle.friend.meeting import MeetingStage
    from battle.window.friends.invitations import InvitationScene, JoinScene
    from battle.window.friends.table import FriendPieScene, FriendTableScene

    if game.stage is MeetingStage.OFFERED:
        app.push(InvitationScene(app, game))
    elif game.stage in (MeetingStage.LOOKING, MeetingStage.SEEN, MeetingStage.REFUSED):
        app.push(JoinScene(app, game=game))
    elif game.session is None:
        app.go("home")
        app.push(FriendPieScene(app, game))
    else:
        app.replace(FriendTableScene(app, game))


@screen
def friend_result(
    app: Services,
    study: TableStudy,
    game: FriendGame,
    on_copy: Callable[[], None],
    *,
    unasked: bool = False,
) -> None:
    """Show how a game with a friend ended; `on_copy` copies its record."""
    from battle.window.friends.table import FriendResultScene

    app.push(FriendResultScene(app, study, game, on_copy, unasked=unasked))


@screen
def talk(app: Services, game: FriendGame) -> None:
    """Show the messages of a game with a friend, and write one."""
    from battle.window.friends.table import ChatDialog

    app.push(ChatDialog(app, game))


@screen
def friends(app: Services) -> None:
    """List the games with friends."""
    from battle.window.friends.table import FriendsScene

    app.push(FriendsScene(app))


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
def study_game(app: Services, session: Session) -> None:
    """Analyse a game from its record."""
    from battle.window.study.scene import StudyScene

    app.replace(StudyScene(app, study_of(session), session))


@screen
def study_over(app: Services, session: Session) -> None:
    """Analyse a game over the screen that is shown; leaving comes back to it."""
    from battle.window.study.scene import StudyScene

    app.push(StudyScene(app, study_of(session), session))


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


@screen
def choose_study(app: Services) -> None:
    """Ask what to analyse: the game that goes on, the last one, a saved one, a new deal."""
    from battle.window.start import study_choices

    app.push(study_choices(app))


@screen
def editor(app: Services, start: Position | None = None) -> None:
    """Set up a position, beginning with one or with an empty table."""
    from battle.window.editor.scene import EditorScene

    app.push(EditorScene(app, start))


@screen
def export(app: Services, study: Study, session: Session) -> None:
    """Offer what can be exported of a game and of the position looked at."""
    from battle.window.dialogs.files import ExportScene

    app.push(ExportScene(app, study, session))


@screen
def save_export(app: Services, made: FileExport, session: Session | None = None) -> None:
    """Save what is exported in a file, beside the picture of the game it is from."""
    from battle.window.dialogs.files import ExportFileScene

    app.push(ExportFileScene(app, _directory(app), made, session))


# --- training -----------------------------------------------------------------------------------


@screen
def lesson(
    app: Services,
    study: Study,
    names: tuple[str, str],
    players: Sequence[Player],
    look_at: Callable[[Node], None],
) -> None:
    """Put the mistakes of some players of an analysed game to the person again."""
    from battle.window.training.lesson_scene import LessonScene

    app.push(LessonScene(app, study, names, players, look_at))


@screen
def trainer(app: Services) -> None:
    """Train endgames."""
    from battle.window.training.trainer_scene import TrainerScene

    app.push(TrainerScene(app))


@screen
def add_problems(app: Services) -> None:
    """Choose a file of problems for the trainer."""
    from battle.window.dialogs.files import OpenProblemsScene

    app.push(OpenProblemsScene(app, _directory(app)))


@screen
def progress(app: Services) -> None:
    """Show what was learned in the trainer."""
    from battle.window.training.progress_scene import ProgressScene

    app.push(ProgressScene(app))


# --- files and the person's record --------------------------------------------------------------


@screen
def open_game(app: Services, then: str = "table") -> None:
    """Choose a saved game; `then` names the screen that shows it."""
    from battle.window.dialogs.files import OpenScene

    app.push(OpenScene(app, _directory(app), then))


@screen
def choose_game(app: Services, file: Path, then: str = "table") -> None:
    """Choose one of the games in a file; `then` names the screen that shows it."""
    from battle.window.dialogs.files import GamesScene

    app.push(GamesScene(app, file, then))


def open_dropped(app: Services, file: Path) -> None:
    """Open a game that was dropped on the window, or let the trainer have the problems."""
    from battle.window.dialogs.files import add_dropped, read_game

    if file.suffix.lower() == SUFFIX:
        add_dropped(app, file)
        return
    try:
        session = read_game(file)
    except SeveralGamesError:
        choose_game(app, file)
    except RulesError as error:
        app.say(explain(error), "problem")
    else:
        table(app, session)


@screen
def save_game(app: Services, session: Session) -> None:
    """Save a game under a name."""
    from battle.window.dialogs.files import SaveScene

    app.push(SaveScene(app, _directory(app), session))


@screen
def history(app: Services) -> None:
    """Show the person's record."""
    from battle.window.history.scene import HistoryScene

    app.push(HistoryScene(app))


def _directory(app: Services) -> Path:
    """Return where a game was opened or saved last, or the program's own place for games."""
    last = Path(app.settings.directory) if app.settings.directory else app.places.saves
    found = os.path.isdir(last)  # noqa: PTH112  (Path raises where nobody may look)
    return last if found else app.places.saves


# --- about the program --------------------------------------------------------------------------


@screen
def settings(app: Services, sheet: str = "general") -> None:
    """Show the settings, open at one of their sheets."""
    from battle.window.dialogs.settings import SettingsScene

    app.push(SettingsScene(app, sheet))


@screen
def rules(app: Services) -> None:
    """Show the rules."""
    from battle.window.dialogs.help import RulesScene

    app.push(RulesScene(app))


@screen
def keys(app: Services, first: str = "table") -> None:
    """Show every key, those of a screen of `KEYS` first."""
    if not isinstance(app.scene, KeyHelpScene):
        app.push(KeyHelpScene(app, KEYS, first))
