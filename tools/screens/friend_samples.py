"""The screens of games with friends somewhere else, with friends who answer at once."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from battle.friend.friends import Friends
from battle.friend.game import FriendGame
from battle.friend.games import FriendGames
from battle.friend.terms import Terms
from battle.game.setup import TimeControl
from battle.profile.options import DAYS, LIVE, GameOptions
from battle.rules.deal import deal
from battle.storage import Places
from battle.window.friends.invitations import InvitationScene, JoinScene
from battle.window.friends.table import (
    ChatDialog,
    FriendPieScene,
    FriendResultScene,
    FriendsScene,
    FriendTableScene,
    QuestionDialog,
)
from battle.window.navigation import first_scene
from battle.window.setup.scene import NewGameScene
from tests.support.pilot import Meeting

if TYPE_CHECKING:
    from battle.window.main import App
    from battle.window.scenes.scene import Scene

LIVE_TERMS: Final = Terms(deal(4711), 4711, control=TimeControl(600, 5))
HELP_TERMS: Final = Terms(deal(4711), 4711, help=True)
FAIR_TERMS: Final = Terms(
    deal(4713).with_given((0, 18)), host=2, control=TimeControl(600, 5), head_start=-12
)
DAYS_TERMS: Final = Terms(deal(4712), 4712, host=2, days=3)
LONG_NAME: Final = "Benedikta von der Wasserkante-Oberhausen"


class _Far:
    """A friend somewhere else, with a program and a home of its own."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.meeting = Meeting()
        home = Path(tempfile.mkdtemp(prefix="friend-"))
        app.friends = Friends(
            Places.below(home / "here"), app.records, self.meeting.open, in_thread=False
        )
        self.games = FriendGames(Places.below(home / "there"), self.meeting.open)

    def meet(self) -> None:
        """Let both programs take in what has come, until nothing does."""
        for _ in range(6):
            now = datetime.now(UTC)
            self.app.friends.update(now)
            self.games.update(now)

    def begun(self, agreed: Terms, name: str = "Benedikt", moves: int = 0) -> FriendGame:
        """Return a game with the friend, so many moves old."""
        mine = self.app.friends.games.invite(agreed, "Ada", broker="mqtts://broker.example")
        theirs = self.games.join(str(mine.invitation))
        self.meet()
        theirs.join(name)
        self.meet()
        for _ in range(moves):
            for game in (mine, theirs):
                session = game.session
                if session is not None and session.my_turn:
                    move = max(session.position.legal_moves, key=session.position.worth)
                    session.play(move)
                    self.meet()
                    break
        self.theirs = theirs
        return mine


def _new_game(app: App) -> list[Scene]:
    options = GameOptions(opponent="friend", names=("Ada", ""), elsewhere=True, timing=LIVE)
    options.clock_minutes, options.clock_increment, options.no_help = 10, 5, True
    return [NewGameScene(app, options)]


def _new_game_days(app: App) -> list[Scene]:
    options = GameOptions(opponent="friend", names=(LONG_NAME, ""), elsewhere=True, timing=DAYS)
    return [NewGameScene(app, options)]


def _invitation(app: App) -> list[Scene]:
    far = _Far(app)
    game = app.friends.games.invite(FAIR_TERMS, "Ada", broker="mqtts://broker.example", lan=True)
    far.meet()
    return [InvitationScene(app, game)]


def _join_line(app: App) -> list[Scene]:
    _Far(app)
    return [JoinScene(app)]


def _join(name: str, agreed: Terms) -> Callable[[App], list[Scene]]:
    def make(app: App) -> list[Scene]:
        far = _Far(app)
        theirs = far.games.invite(agreed, name, broker="mqtts://broker.example")
        far.meet()
        scene = JoinScene(app, str(theirs.invitation))
        scene.enter()
        far.meet()
        return [scene]

    return make


def _pie(app: App) -> list[Scene]:
    far = _Far(app)
    return [FriendPieScene(app, far.begun(Terms(deal(4711), 4711, pie="host")))]


def _table(name: str, moves: int, agreed: Terms) -> Callable[[App], list[Scene]]:
    def make(app: App) -> list[Scene]:
        far = _Far(app)
        scene = FriendTableScene(app, far.begun(agreed, name, moves))
        far.theirs.say("Good luck!")
        far.meet()
        return [scene]

    return make


def _question(app: App) -> list[Scene]:
    far = _Far(app)
    table = FriendTableScene(app, far.begun(LIVE_TERMS, LONG_NAME, 5))
    session = far.theirs.session
    assert session is not None
    session.request_take_back(session.own)
    far.meet()
    words = table.session.request_text
    dialog = QuestionDialog(app, words, lambda: None, lambda: None, still=lambda: True)
    return [table, dialog]


def _talk(app: App) -> list[Scene]:
    far = _Far(app)
    game = far.begun(LIVE_TERMS, "Benedikt", 3)
    table = FriendTableScene(app, game)
    for number in range(3):
        game.say("Hello! Nice that it worked out.")
        far.theirs.say(f"Hello Ada, game {number + 1}. " + "I have been waiting for this. " * 4)
        far.meet()
    return [table, ChatDialog(app, game)]


def _withdrawn(app: App) -> list[Scene]:
    far = _Far(app)
    theirs = far.games.invite(LIVE_TERMS, LONG_NAME, broker="mqtts://broker.example")
    far.meet()
    far.games.forget(theirs.invitation.topic)
    scene = JoinScene(app, str(theirs.invitation))
    scene.enter()
    far.meet()
    return [scene]


def _helped_result(app: App) -> list[Scene]:
    far = _Far(app)
    game = far.begun(HELP_TERMS, LONG_NAME, 9)
    for one in (game, far.theirs):
        assert one.session is not None
        one.session.note_help("analysis")
        one.session.count_hint()
    assert far.theirs.session is not None
    far.theirs.session.resign(far.theirs.session.own)
    far.meet()
    table = FriendTableScene(app, game)
    return [table, FriendResultScene(app, table.study, game, table.actions.copy_record)]


def _result(app: App) -> list[Scene]:
    far = _Far(app)
    game = far.begun(LIVE_TERMS, "Benedikt", 200)
    table = FriendTableScene(app, game)
    return [table, FriendResultScene(app, table.study, game, table.actions.copy_record)]


def _list(app: App) -> list[Scene]:
    far = _Far(app)
    app.friends.games.invite(LIVE_TERMS, "Ada", broker="mqtts://broker.example")
    far.begun(DAYS_TERMS, LONG_NAME, 2)
    far.begun(LIVE_TERMS, "Ben", 1)
    far.theirs.say("Are you there?")
    far.meet()
    far.begun(LIVE_TERMS, "Cleo", 200)
    return [FriendsScene(app)]


def _start(count: int) -> Callable[[App], list[Scene]]:
    def make(app: App) -> list[Scene]:
        far = _Far(app)
        for number in range(count):
            far.begun(LIVE_TERMS, ("Benedikt", LONG_NAME, "Cleo")[number], number + 1)
            far.theirs.say("Are you there?")
            far.meet()
        return [first_scene(app, None)]

    return make


FRIEND_SCREENS: Final[dict[str, Callable[[App], list[Scene]]]] = {
    "new-game-far": _new_game,
    "new-game-far-days": _new_game_days,
    "invitation": _invitation,
    "join-line": _join_line,
    "join": _join("Ada", LIVE_TERMS),
    "join-long-name": _join(LONG_NAME, FAIR_TERMS),
    "join-withdrawn": _withdrawn,
    "friend-pie": _pie,
    "friend-table": _table("Benedikt", 7, LIVE_TERMS),
    "friend-table-days": _table(LONG_NAME, 6, DAYS_TERMS),
    "friend-question": _question,
    "friend-talk": _talk,
    "friend-result": _result,
    "friend-result-helped": _helped_result,
    "friends": _list,
    "start-friend": _start(1),
    "start-friends": _start(2),
    "start-many-friends": _start(3),
}
