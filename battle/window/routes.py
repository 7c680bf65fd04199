"""Every screen of the window by its name, and what opens it: `app.go("rules")`.

A screen is a class of the window, a screen of `battle.screens` as a card, or a way: a function that
does more before it opens one. A module is loaded when its scene is first shown, so that the start
screen waits for nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final, TypeVar

from battle.analysis.study import Study, study_of
from battle.game.session import Session
from battle.language import _, explain
from battle.profile import everything
from battle.profile.options import ELSEWHERE, GameOptions
from battle.reviews.background import TableStudy
from battle.rules.links import Held, Today, bare_deal, held_in
from battle.rules.position import ALL_TILES, Player, Position
from battle.rules.record import Record, record
from battle.rules.tree import Game
from battle.window.editor import EDITOR_SHORTCUTS
from battle.window.keys import (
    FIRST_SHORTCUTS,
    LESSON_SHORTCUTS,
    REVIEW_SHORTCUTS,
    STUDY_SHORTCUTS,
    TABLE_SHORTCUTS,
    TRAINER_SHORTCUTS,
)
from battle.window.scene import Scene, Services, attempt
from battle.window.ui import clipboard

if TYPE_CHECKING:
    from battle.friend.game import FriendGame
    from battle.friend.watching import Watcher
    from battle.window.card_view import ViewScene

KEYS: Final = (
    TABLE_SHORTCUTS,
    STUDY_SHORTCUTS,
    FIRST_SHORTCUTS,
    REVIEW_SHORTCUTS,
    LESSON_SHORTCUTS,
    TRAINER_SHORTCUTS,
    EDITOR_SHORTCUTS,
)
"""Every key of the screens that have keys of their own."""

OVER: Final[Mapping[str, str]] = {
    "add_problems": "files:OpenProblemsScene",
    "analyse": "study:StudyScene",
    "editor": "editor:EditorScene",
    "open_game": "files:OpenScene",
    "result": "result:ResultScene",
    "save_export": "files:SaveScene",
    "save_game": "files:save_game",
}
"""The screens that are shown over the others, by their names, and what makes each.

`self.app.go("rules")` opens one, `self.app.go("table", session)` with what it is to show."""
INSTEAD: Final[Mapping[str, str]] = {
    "home": "start:StartScene",
    "table": "table:TableScene",
}
"""The screens that are shown instead of all others."""

Way = TypeVar("Way", bound=Callable[..., None])

WAYS: Final[dict[str, Callable[..., Any]]] = {}
"""The functions that do more to open a screen, by its name."""


def screen(way: Way) -> Way:
    """Declare a screen by the function that opens it, under the function's name."""
    WAYS[way.__name__] = way
    return way


def scene_of(name: str) -> Callable[..., Scene]:
    """Return what makes a screen of `OVER` or `INSTEAD`."""
    made: Callable[..., Scene] = resolve_name(f"battle.window.{OVER.get(name) or INSTEAD[name]}")
    return made


def first_scene(
    app: Services,
    level: str = "",
    day: date | None = None,
    engine: str = "",
) -> Scene:
    """Return what the window shows first: the start screen or a new game.

    A `day` is shown with its deal, over the start screen.
    """
    if day is not None:
        app.push(scene_of("home")(app))
        return card_scene(app, "daily", day, level, ALL_TILES)
    if engine:
        return scene_of("table")(app, app.invite_engine(engine).session(app.now))
    if level:
        return scene_of("table")(app, app.options_against(level).session(app.now))
    return scene_of("home")(app)


CARDS: Final[Mapping[str, str]] = {
    "daily": "daily:Daily",
    "export": "export:ExportGame",
    "friends": "friends:FriendList",
    "handed": "handed:Handed",
    "hosting": "invitation:Hosting",
    "learn": "learn:Learn",
    "fetch": "moving:MoveHere",
    "join": "join:Join",
    "look_on": "watch:LookOn",
    "moving": "moving:MoveAway",
    "new_game": "new_game:NewGame",
    "open": "open:ToAnalyse",
    "pie": "pie:PieHere",
    "pie_with_friend": "pie:PieWithFriend",
    "progress": "progress:YourProgress",
    "record": "record:YourRecord",
    "room": "room:InThisRoom",
    "rules": "rules:RulesPages",
    "talk": "talk:Talk",
    "with_friend": "invitation:WithFriend",
    "settings": "settings:SettingsScreen",
    "share": "share:Sharing",
}
"""The screens of `battle.screens` that are shown as cards, and what makes each."""


TASKS: Final[Mapping[str, str]] = {
    "first_game": "lesson:Lesson",
    "learn_from": "trainer:Mistakes",
    "lessons": "lesson:Lessons",
    "review": "review:Review",
    "trainer": "trainer:Trainer",
}
"""Those that ask something at a board."""


def task_scene(app: Services, name: str, *what: Any, **how: Any) -> Scene:
    """Return a screen of `TASKS` as the window shows it."""
    from battle.window.card_view import WindowShell
    from battle.window.exercise import task_scene

    screen = resolve_name(f"battle.screens.{TASKS[name]}")(WindowShell(app), *what, **how)
    screen.name = name
    return task_scene(app, screen)


def card_scene(app: Services, name: str, *what: Any, **how: Any) -> ViewScene:
    """Return a screen of `CARDS` as the window shows it."""
    from battle.window.card_view import ViewScene, WindowShell

    screen = resolve_name(f"battle.screens.{CARDS[name]}")(WindowShell(app), *what, **how)
    screen.name = name
    return ViewScene(app, screen)


def show(app: Services, screen: str, *what: Any, **how: Any) -> None:
    """Show a screen by its name, with what it is to show."""
    if screen in WAYS:
        WAYS[screen](app, *what, **how)
    elif screen in CARDS:
        app.push(card_scene(app, screen, *what, **how))
    elif screen in TASKS:
        app.push(task_scene(app, screen, *what, **how))
    else:
        put = app.push if screen in OVER else app.replace
        put(scene_of(screen)(app, *what, **how))


@screen
def help(app: Services, first: str = "table") -> None:
    """Show the rules and the keys, those of a screen of `KEYS` before the others."""
    from battle.window.help import HelpScene

    if not isinstance(app.scene, HelpScene):
        app.push(HelpScene(app, KEYS, first))


# --- playing ------------------------------------------------------------------------------------


@screen
def play(app: Services, rival: str = "") -> None:
    """Play the last choice at once, or the same against another."""
    from battle.screens.new_game import opening

    screen, what = opening(app, rival)
    app.go(screen, what)


@screen
def paste(app: Services, *, studied: bool = False) -> None:
    """Open the invitation, the game or the position on the clipboard, in Analyse if `studied`.

    Everything of a person is asked about. Raises RulesError if there is none.
    """
    text = clipboard.text()
    if everything.is_export(text):
        from battle.window.files import ask_to_import

        ask_to_import(app, text)
    else:
        app.go("found", held_in(text), studied=studied)


@screen
def found(app: Services, found: Held, *, studied: bool = False) -> None:
    """Show an invitation, a deal, a game or a position.

    What is over, and a position, is shown in Analyse; with `studied` everything of a game is.
    Raises RulesError for an invitation that leads nowhere, such as one's own.
    """
    from battle.screens.handed import way_in
    from battle.screens.join import way_of

    if isinstance(found, str):
        app.friends.offered.add(found)
        app.go(way_of(found), found)
    elif isinstance(found, Today):
        app.go(*(way_in(app, found) or ("daily", None, "", found.tiles)))
    elif isinstance(found, Record) and (studied or (number := bare_deal(found)) is None):
        session = Session.from_record(found, now=app.now)
        kept = "table" if session.ending is None else "study_game"
        app.go("opened", session, "study_game" if studied else kept)
    elif isinstance(found, Record):
        app.go("new_game", number)
    elif studied:
        app.go("study_position", found)
    else:
        app.go("analyse", Study(Game(found)))


@screen
def opened(app: Services, session: Session, to: str) -> None:
    """Show a game from a record on a screen, and say so if that breaks off."""
    app.go(to, session)
    if session.cut is not None:
        app.say(explain(session.cut), "problem")


@screen
def play_from(app: Services, start: Position, before: Session) -> None:
    """Set up a game from a position of the game `before`, with sides as they were there.

    A game that is not over yet is kept: with the first move it goes to the saved games.
    """
    options = GameOptions.remembered(app.settings)
    options.play_on(start, before.person or start.to_move, before.setup.seats)
    app.go("new_game", options)


# --- a friend somewhere else --------------------------------------------------------------------


@screen
def far_start(app: Services, line: str) -> None:
    """Begin at the start screen with what a line leads to; with none set a game up for a friend."""
    from battle.screens.join import way_of

    if not line:
        app.go("new_game", rival=ELSEWHERE)
    else:
        app.friends.offered.add(line)
        attempt(app.say, lambda: app.go(way_of(line), line))


@screen
def link(app: Services, line: str) -> None:
    """Open what the link that the program was started with names; a new invitation is asked about.

    Raises RulesError for a link that names nothing.
    """
    from battle.screens.handed import way_in
    from battle.window.start import ask_to_look

    if not isinstance(held := held_in(line), str):
        app.go(*(way_in(app, held) or ("found", held)))
    elif app.friends.is_new(line):
        ask_to_look(app, line, _("This link is an invitation."))
    else:
        app.go("far_start", line)


@screen
def friend(app: Services, topic: str) -> None:
    """Show a game with a friend by the topic of its invitation."""
    app.go("friend_game", app.friends.games.open(topic))


@screen
def watch(app: Services, topic: str) -> None:
    """Show a game of others by the topic of its link."""
    app.go("friend_game", app.friends.games.watched[topic])


@screen
def friend_game(app: Services, game: FriendGame | Watcher) -> None:
    """Show a game with a friend, or one of others, as far as it has come."""
    from battle.screens.friend_table import company_of
    from battle.screens.friends import TABLE, stage_of
    from battle.window.card_view import WindowShell
    from battle.window.table import TableScene

    if (stage := stage_of(game)) == TABLE:
        assert game.session is not None
        app.replace(TableScene(app, game.session, company_of(WindowShell(app), game)))
    else:
        app.go("home")
        app.go(stage, game=game)


# --- analysing ----------------------------------------------------------------------------------


@screen
def study_table(app: Services, study: TableStudy) -> None:
    """Analyse the game at the table so far; while it goes on its record notes the help."""
    study.session.note_help("analysis")
    review = study.review
    if review is not None:
        app.go("analyse", review.study, study.session, review.analyst)
    else:
        app.go("analyse", study.studied(), study.session)


@screen
def study_unfinished(app: Services, session: Session) -> None:
    """Analyse a game that goes on; its record notes the help."""
    app.go("study_table", TableStudy(app, session))


def _open_review_panel(app: Services) -> None:
    app.change(analyse_panels=tuple(sorted({*app.settings.analyse_panels, "review"})))


@screen
def review_table(app: Services, study: TableStudy) -> None:
    """Show the review of the finished game at the table, begun if it has not been yet."""
    review = study.reviewed()
    review.study.to_end()
    app.scheduler.start()
    if not review.is_complete and not review.running:
        review.begin()
    _open_review_panel(app)
    app.go("analyse", review.study, study.session, review.analyst)


@screen
def study_game(app: Services, session: Session, *, over: bool = False) -> None:
    """Analyse a game from its record; `over` the screen that is shown, or instead of it."""
    (app.push if over else app.replace)(scene_of("analyse")(app, study_of(session.game), session))


@screen
def finished(app: Services, session: Session) -> None:
    """Show how a finished game ended, over the screen that is shown."""
    app.go("result", TableStudy(app, session))


@screen
def mistakes(app: Services, session: Session) -> None:
    """Put the mistakes of a finished game to the person again; first it may have to be reviewed."""
    _open_review_panel(app)
    app.go("study_game", session, over=True)
    from battle.window.study import StudyScene

    scene = app.scene
    assert isinstance(scene, StudyScene)
    if scene.study.review() is None:
        scene.review_game()
    else:
        scene.learn(scene.leave_study)


@screen
def study_position(app: Services, start: Position | Session) -> None:
    """Analyse a position that belongs to no game, or over the editor a game that begins with it."""
    if isinstance(start, Position):
        app.replace(scene_of("analyse")(app, Study(Game(start))))
    else:
        app.push(scene_of("analyse")(app, study_of(start.game), start, stands_alone=True))


@screen
def analysed(app: Services, text: str, *moves: str, person: Player | None = None) -> None:
    """Go on with the analysis of the game in a record, after some moves."""
    session = Session.from_record(record(text), now=app.now, person=person)
    app.replace(scene_of("analyse")(app, study_of(session.game), session, at=moves))


@screen
def study(app: Services, study: Study, names: tuple[str, str]) -> None:
    """Analyse a study of the players called `names` over the screen it is from."""
    record = Record({"First": names[0], "Second": names[1]}, study.game)
    app.go("analyse", study, Session.from_record(record))
