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
from pkgutil import resolve_name
from typing import Any, Final, cast

from battle.browser import engine
from battle.browser.app import App, Emit
from battle.browser.channels import OpenLine
from battle.browser.sodium import Call, PageSodium
from battle.friend.sodium import use
from battle.language import _
from battle.screens.screen import Screen
from battle.storage import Places


def played_at_once(app: App, rival: str = "") -> Screen:
    """Return the screen that plays the last choice at once, or the same against another."""
    from battle.screens.new_game import opening

    name, what = opening(app, rival)
    return opened(name)(app, what)


SCREENS: Final[Mapping[str, str]] = {
    "home": "screens.start:Start",
    "new_game": "screens.new_game:NewGame",
    "play": "browser.main:played_at_once",
    "table": "screens.table:TableGame",
    "result": "screens.day_result:result",
    "review": "screens.review:Review",
    "review_table": "browser.analyse:reviewed_table",
    "analyse": "browser.analyse:Analyse",
    "study_position": "browser.analyse:analyse_position",
    "study_game": "browser.analyse:Analyse",
    "study_table": "browser.analyse:analyse_table",
    "study_unfinished": "browser.analyse:analyse_unfinished",
    "open": "screens.open:ToAnalyse",
    "editor": "screens.editor:Editor",
    "daily": "screens.daily:Daily",
    "export": "screens.export:ExportGame",
    "handed": "screens.handed:Handed",
    "learn": "screens.learn:Learn",
    "learn_from": "screens.trainer:Mistakes",
    "finished": "screens.day_result:result_of",
    "first_game": "screens.lesson:Lesson",
    "lessons": "screens.lesson:Lessons",
    "mistakes": "screens.day_result:result_of",
    "trainer": "screens.trainer:Trainer",
    "study": "browser.analyse:analyse_study",
    "progress": "screens.progress:YourProgress",
    "record": "screens.record:YourRecord",
    "rules": "screens.rules:RulesPages",
    "settings": "screens.settings:SettingsScreen",
    "share": "screens.share:Sharing",
    "join": "browser.friend:join",
    "look_on": "browser.friend:look_on",
    "friend": "browser.friend:friend_screen",
    "watch": "browser.friend:watch_screen",
    "fetch": "browser.friend:fetch",
    "friends": "screens.friends:FriendList",
    "hosting": "browser.friend:hosting",
    "with_friend": "browser.friend:with_friend",
    "pie": "screens.pie:PieHere",
    "played": "screens.table:table_again",
    "ended": "screens.day_result:result_again",
    "analysed": "browser.analyse:analyse_again",
    "chosen": "screens.new_game:new_game_again",
    "agreeing": "screens.pie:pie_again",
    "talk": "screens.talk:Talk",
}
"""What opens each screen; its module is loaded then, so that the first one waits for no other."""
_running: list[App] = []


def opened(name: str) -> Callable[..., Screen]:
    """Return what opens a screen."""
    return cast("Callable[..., Screen]", resolve_name(f"battle.{SCREENS[name]}"))


def load_all() -> None:
    """Load every screen."""
    for name in SCREENS:
        opened(name)


def app_of(page: Mapping[str, Any], places: Places, emit: Emit, **how: Any) -> App:
    """Return the program for what a page says of itself, and open what its address names.

    Without that a page that was loaded again goes on where it was, or with the game of others that
    its tab was watching.
    """
    os.environ["LANGUAGE"] = ":".join(code.replace("-", "_") for code in page["languages"])
    app = App(places, emit=emit, opens=opened, page=page, **how)
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
    engines = {name: engine.engine(start_solver) for name in ("engine", "second")}
    more = {**engines, "open_line": open_line}
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
    from battle.friend.games import KEEPS_NOTHING

    app = _running[0]
    if app.has_friends:
        app.friends.games.cannot_keep()
    app.tell(_(KEEPS_NOTHING))
    app.show()


def hand_over() -> None:
    """Leave the game to another tab."""
    _running[0].hand_over()
