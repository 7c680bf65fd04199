"""Lists what every screen offers, or counts its words, in the window and in the page.

    python -m tools.screens.offers acts > before.txt
    python -m tools.screens.offers words > before.txt
    python -m tools.screens.offers acts result "page settings"

A line for each thing, so that `diff` compares two checkouts; with names only the screens whose
names begin so, in the window, or in the page where it says so. A button that opens a menu or a
sheet is pressed, and what it offers follows behind `>`; those of the rail lead to the same places
everywhere. The window's screens are those of `pictures.py`, those of the page are opened by name
with games like theirs.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import click

from battle.profile.options import GameOptions
from battle.profile.records import game_of
from battle.reviews.background import TableStudy
from battle.rules.position import RulesError
from battle.rules.quick import QUICK
from tools.command import command

if TYPE_CHECKING:
    import pygame

    from battle.window.main import App
    from battle.window.scene import Scene
    from battle.window.ui.theme import Font
    from battle.window.ui.widgets import Widget
    from tests.support.page import Page

What: TypeAlias = Literal["acts", "words"]

_WORD: Final = re.compile(r"[^\W\d_]+")
_READ: Final = ("title", "words", "note", "sub", "says", "hint", "label", "aside", "eye")
"""The parts of the page's views that are read; others are codes, numbers or said to the blind."""
_BROKER: Final = "mqtts://broker.example"
_LISTS: Final = ("pairs", "moves", "signs", "board", "frames")
"""The parts of which only is said that they can be chosen."""


@command
@click.argument("what", type=click.Choice(["acts", "words"]))
@click.argument("screens", nargs=-1)
def main(what: What, screens: tuple[str, ...]) -> None:
    """List the acts of every screen, or count its words."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    for line in offers(what, screens):
        print(line, flush=True)


def offers(what: What, screens: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the lines of all screens, or of those whose names begin with one of `screens`."""
    wanted = [name.removeprefix("window ") for name in screens] or ["", "page "]
    yield from _window(what, wanted)
    yield from _page(what, [name.removeprefix("page ") for name in wanted if name[:5] == "page "])


def _count(texts: set[str]) -> str:
    """Return how many words there are, each text counted once."""
    return f"{sum(len(_WORD.findall(text)) for text in texts)} words"


# --- the window ----------------------------------------------------------------------------------


def _window(what: What, wanted: Sequence[str]) -> Iterator[str]:
    from battle.window.ui import draw
    from tools.screens.pictures import SCREENS

    seen: set[str] = set()
    rendered = draw.rendered

    def read(font: Font, text: str, colour: pygame.Color) -> pygame.Surface:
        seen.add(text)
        return rendered(font, text, colour)

    draw.rendered = read
    for name in filter(lambda name: name.startswith((*wanted,)), SCREENS):
        with _Window(name) as window:
            seen.clear()
            app = window.app()
            for _frame in range(4):
                app.step(0.1)
            if what == "words":
                yield f"window {name}: {_count(seen)}"
                continue
            yield from (f"window {name}: {said}" for said in window.acts())
    draw.rendered = rendered


class _Window(ExitStack):
    """A window at a screen, over the start screen; opened again after a press that changed it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self._app: App | None = None
        self._scenes: list[Scene] = []

    def app(self) -> App:
        if self._app is None:
            self.close()
            self._app = self.enter_context(_opened(self.name))
            self._scenes = [*self._app.scenes]
        return self._app

    def acts(self) -> list[str]:
        """Return what is offered, and what is behind each button."""
        offered = self._offered()
        lines = [said for said, _can in offered]
        for number in (number for number, (_said, can) in enumerate(offered) if can):
            behind = _behind(self.app(), number)
            lines += [f"{offered[number][0]} > {said}" for said in behind]
            if not self._is_back(offered):
                self._app = None
        return lines

    def _offered(self) -> list[tuple[str, bool]]:
        from battle.window.cards import Stop
        from battle.window.ui.widgets import Button

        return [
            (
                _said(widget),
                isinstance(widget, Button) and not isinstance(widget, Stop) and widget.usable,
            )
            for widget in self.app().scene.widgets
        ]

    def _is_back(self, offered: Sequence[tuple[str, bool]]) -> bool:
        """Close what a press has opened; return whether the screen is as it was."""
        app = self.app()
        if app.scenes[:-1] == self._scenes and app.scene.overlay:
            app.pop()
            app.step(0.1)
        return app.scenes == self._scenes and self._offered() == offered


@contextmanager
def _opened(name: str) -> Iterator[App]:
    """Open a window at a screen, over the start screen that it leads back to."""
    from tools.screens.hands import own_window
    from tools.screens.pictures import show

    with own_window({"language": "en", "sound": False}, size=(1280, 800)) as app:
        show(app, "start")
        start = app.scene
        show(app, name)
        app.scenes.insert(0, start)
        yield app
        app.scenes.clear()


def _said(widget: Widget) -> str:
    """Return what a widget is and says."""
    off = "" if widget.enabled else " (off)"
    return f"{type(widget).__name__}: {widget.text or widget.tip}{off}"


def _behind(app: App, number: int) -> list[str]:
    """Press a button of the screen; return what is offered by the menu or sheet that it opens."""
    from battle.window.ui.widgets import Button

    app.step(0.1)
    below = app.scene
    button = below.widgets[number]
    assert isinstance(button, Button)
    with suppress(RulesError):
        button.action()
    if below not in app.scenes or app.scene is below or not app.scene.overlay:
        return []
    app.step(0.1)
    return [*map(_said, app.scene.widgets)]


# --- the page ------------------------------------------------------------------------------------


def _page(what: What, wanted: Sequence[str]) -> Iterator[str]:
    from battle import language
    from tests.support.memory_channel import Meeting
    from tests.support.page import Page

    home_of = partial(tempfile.TemporaryDirectory, ignore_cleanup_errors=True)

    def opened(home: str, opens: Callable[[Page], object]) -> Page:
        page = Page(Path(home), meeting=Meeting())
        page.app.change(language="en")
        opens(page)
        page.app.show()
        return page

    openings = _openings()
    for name in filter(lambda name: name.startswith((*wanted,)), openings):
        opens = openings[name]
        with home_of() as home:
            page = opened(home, opens)
            page.app.close()
            view = page.view
        if what == "words":
            yield f"page {name}: {_count({*_texts(view)})}"
            continue
        offered = [said for said, _button in _offers(view)]
        for said, button in _offers(view):
            if button.get("off") or button["do"]["do"] in ("ask", "back", "home"):
                continue
            with home_of() as home:
                page = opened(home, opens)
                again = dict(_offers(page.view)).get(said)
                with closing(page.app):
                    sheet = page.press(again).get("sheet", {}) if again is not None else {}
                    offered += [f"{said} > {behind}" for behind, _button in _offers(sheet)]
        yield from (f"page {name}: {said}" for said in offered)
    language.use("en")


def _offers(view: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the buttons and fields of a view, with what they say."""
    if isinstance(view, list):
        for part in view:
            yield from _offers(part)
    elif isinstance(view, dict):
        words = view.get("words") or view.get("says") or view.get("number") or ""
        if isinstance(do := view.get("do"), dict):
            given = " ".join(f"{name}={value}" for name, value in do.items() if name != "do")
            off = " (off)" * bool(view.get("off"))
            yield f"{do['do']} {given}: {words}{off}", view
        elif "value" in view and "kind" in view:
            chosen = [choice["words"] for choice in view.get("choices", [])]
            said = f"{view['kind']} {view['name']}: {words} {' | '.join(chosen)}"
            yield said, {"do": {"do": "ask"}}
        for name, part in view.items():
            if name not in _LISTS:
                yield from _offers(part)
            elif part and name != "board":
                yield f"{name}", {"do": {"do": "ask"}}


def _texts(view: Any, name: str = "") -> Iterator[str]:
    """Yield the texts of a view that are read."""
    if isinstance(view, str):
        yield from [view] * (name in _READ)
    elif isinstance(view, list):
        for part in view:
            yield from _texts(part, name)
    elif isinstance(view, dict):
        for name, part in view.items():
            if name not in _LISTS and name != "choices":
                yield from _texts(part, name)
            elif name == "choices":
                yield from (choice["words"] for choice in part)


def _openings() -> dict[str, Callable[[Page], object]]:
    """Return how each screen of the page is opened."""
    from tools.screens import pictures

    def named(name: str, *what: Any) -> Callable[[Page], object]:
        return lambda page: page.app.go(name, *what)

    def table(page: Page, rival: str, plies: int) -> None:
        session = GameOptions(rival, ("Ada", "Benedikt"), drawn=4711).session(page.app.now)
        for _ply in range(plies):
            session.play(session.position.legal_moves[0])
        page.app.go("table", session)

    def finished(page: Page, name: str, *more: Any) -> None:
        session = pictures.sample_session(page.app, 200)
        page.app.records.put(game_of(session, page.app.moment()))
        study = TableStudy(page.app, session, pictures.studied(session))
        study.reviewed()
        page.app.go(name, study, *more)

    def start(page: Page, plies: int = 0) -> None:
        page.app.change(first_game=99)
        if plies:
            page.app.autosave.save(pictures.sample_session(page.app, plies))
        page.app.home()

    def analyse(page: Page) -> None:
        study, session = pictures.sample_study(page.app, 200)
        page.app.go("analyse", session, study)

    def friend(page: Page, moves: int, name: str = "friend") -> None:
        far = pictures.Far(page.app)
        topic = far.begun(pictures.LIVE_TERMS, moves=moves).invitation.topic
        page.app.go(name, *[topic] * (name != "friends"))

    def hosting(page: Page) -> None:
        pictures.Far(page.app)
        invited = page.app.friends.games.invite(pictures.LIVE_TERMS, "Ada", broker=_BROKER)
        page.app.go("friend", invited.invitation.topic)

    def join(page: Page) -> None:
        far = pictures.Far(page.app)
        theirs = far.games.invite(pictures.LIVE_TERMS, "Benedikt", broker=_BROKER)
        far.meet()
        page.app.go("join", str(theirs.invitation))
        far.meet()

    def pie(page: Page) -> None:
        page.app.go("pie", GameOptions("here", ("Ada", "Benedikt"), begins="pie", drawn=4711))

    return {
        "start": lambda page: page.app.home(),
        "start-known": start,
        "start-unfinished": partial(start, plies=24),
        "new-game": lambda page: page.app.go("new_game", rival="casual"),
        "new-game-here": lambda page: page.app.go("new_game", rival="here"),
        "new-game-far": lambda page: page.app.go("new_game", rival="elsewhere"),
        "opening": partial(table, rival="here", plies=0),
        "play": partial(table, rival="here", plies=24),
        "play-level": partial(table, rival="casual", plies=20),
        "result": partial(finished, name="result"),
        "review": lambda page: finished(page, "review", 20),
        "analyse": analyse,
        **{name: named(name) for name in ("learn", "rules", "settings", "daily", "open")},
        **{name: named(name) for name in ("first_game", "trainer", "progress", "record")},
        "daily-quick": lambda page: page.app.go("daily", tiles=QUICK),
        "pie": pie,
        "with_friend": named("with_friend"),
        "invitation": hosting,
        "join": join,
        "join-line": named("join"),
        "friend-table": partial(friend, moves=7),
        "friend-result": partial(friend, moves=200),
        "friends": partial(friend, moves=7, name="friends"),
        "friend-talk": partial(friend, moves=7, name="talk"),
    }


if __name__ == "__main__":
    sys.exit(main())
