"""What the page's worker calls: begin, act, beat.

program.js ──begin──► App        emit ──► messages to the page
──act, beat──►        start_solver ──► the solver's worker
                      open_line, sodium ──► wire.js, for games with friends
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from battle.browser import engine
from battle.browser.analyse import (
    Analyse,
    analyse_again,
    analyse_position,
    analyse_study,
    analyse_table,
    analyse_unfinished,
    reviewed_table,
)
from battle.browser.app import App, Emit
from battle.browser.channels import OpenLine
from battle.browser.friend import (
    friend_screen,
    hosting,
    watch_screen,
    with_friends,
)
from battle.browser.sodium import Call, PageSodium
from battle.friend.games import KEEPS_NOTHING
from battle.friend.sodium import use
from battle.language import _
from battle.screens.daily import Daily
from battle.screens.day_result import result, result_again, result_of
from battle.screens.editor import Editor
from battle.screens.export import ExportGame
from battle.screens.friends import FriendList
from battle.screens.handed import Handed
from battle.screens.invitation import WithFriend
from battle.screens.join import Join
from battle.screens.learn import Learn
from battle.screens.lesson import Lesson, Lessons
from battle.screens.moving import MoveHere
from battle.screens.new_game import NewGame, new_game_again, opening
from battle.screens.open import ToAnalyse
from battle.screens.pie import PieHere, pie_again
from battle.screens.progress import YourProgress
from battle.screens.record import YourRecord
from battle.screens.review import Review
from battle.screens.rules import RulesPages
from battle.screens.screen import Screen
from battle.screens.settings import SettingsScreen
from battle.screens.share import Sharing
from battle.screens.start import Start
from battle.screens.table import TableGame, table_again
from battle.screens.talk import Talk
from battle.screens.trainer import Mistakes, Trainer
from battle.screens.watch import LookOn
from battle.storage import Places


def played_at_once(app: App, rival: str = "") -> Screen:
    """Return the screen that plays the last choice at once, or the same against another."""
    name, what = opening(app, rival)
    return SCREENS[name](app, what)


SCREENS: Final[Mapping[str, Callable[..., Screen]]] = {
    "home": Start,
    "new_game": NewGame,
    "play": played_at_once,
    "table": TableGame,
    "result": result,
    "review": Review,
    "review_table": reviewed_table,
    "analyse": Analyse,
    "study_position": analyse_position,
    "study_game": Analyse,
    "study_table": analyse_table,
    "study_unfinished": analyse_unfinished,
    "open": ToAnalyse,
    "editor": Editor,
    "daily": Daily,
    "export": ExportGame,
    "handed": Handed,
    "learn": Learn,
    "learn_from": Mistakes,
    "finished": result_of,
    "first_game": Lesson,
    "lessons": Lessons,
    "mistakes": result_of,
    "trainer": Trainer,
    "study": analyse_study,
    "progress": YourProgress,
    "record": YourRecord,
    "rules": RulesPages,
    "settings": SettingsScreen,
    "share": Sharing,
    "join": with_friends(Join),
    "look_on": with_friends(LookOn),
    "friend": friend_screen,
    "watch": watch_screen,
    "fetch": with_friends(MoveHere),
    "friends": FriendList,
    "hosting": hosting,
    "with_friend": with_friends(WithFriend),
    "pie": PieHere,
    "played": table_again,
    "ended": result_again,
    "analysed": analyse_again,
    "chosen": new_game_again,
    "agreeing": pie_again,
    "talk": Talk,
}
_running: list[App] = []


def app_of(page: Mapping[str, Any], places: Places, emit: Emit, **how: Any) -> App:
    """Return the program for what a page says of itself, and open what its address names.

    Without that a page that was loaded again goes on where it was, or with the game of others that
    its tab was watching.
    """
    os.environ["LANGUAGE"] = ":".join(code.replace("-", "_") for code in page["languages"])
    app = App(places, emit=emit, opens=SCREENS, page=page, **how)
    hash, place = str(page.get("hash", "")), page.get("place")
    if not hash and place != [] and not app.restore(place or ()):
        hash = str(page.get("watched", ""))
    if len(hash) > 1:
        app.act(json.dumps({"do": "open", "text": hash}))
    else:
        app.show()
    return app


def begin(
    first: str,
    emit: Emit,
    start_solver: engine.StartWorker,
    open_line: OpenLine | None,
    sodium: Call,
) -> None:
    """Start the program; `first` is what the page says of itself, as JSON.

    There is no `open_line` where another tab has the games with friends.
    """
    use(PageSodium(sodium))
    more = {"engine": engine.engine(start_solver), "open_line": open_line}
    _running[:] = [app_of(json.loads(first), Places.below(Path.home()), emit, **more)]


def act(text: str) -> None:
    """Do what was chosen on the page."""
    _running[0].act(text)


def beat() -> bool:
    """Let everything go on that takes time; return whether what a friend sent is to be kept."""
    return _running[0].beat()


def pause() -> float:
    """Return how many seconds the next beat can wait."""
    return _running[0].pause


def cannot_keep() -> None:
    """Say that the browser keeps nothing; no game moves from here or to here then."""
    app = _running[0]
    if app.has_friends:
        app.friends.games.cannot_keep()
    app.tell(_(KEEPS_NOTHING))
    app.show()


def hand_over() -> None:
    """Leave the game to another tab."""
    _running[0].hand_over()
