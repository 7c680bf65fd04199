"""The program of a page: its services, and the screens that lie on one another.

    page ──act──► App ──► the screen on top ──► session, study, settings …
         ◄─view──  └─ beat: engine, clocks and reviews go on; what is shown of them has changed?

A screen says what is to be seen and done now, as a whole, and keeps no picture of what was sent.
Screens are opened by name, as in the window.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import takewhile
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from battle import language
from battle.browser.channels import ELSEWHERE_OPEN, NO_WAY, OpenLine, Ways, sockets_in
from battle.browser.views import Around, Notice, PageWords, plain
from battle.engine.client import Engine
from battle.friend.friends import Friends
from battle.friend.game import FriendGame
from battle.friend.meeting import Invitation, Meeting, Side, invitation, told_in
from battle.friend.ways.broker import brokers_in_one_word, sockets
from battle.friend.words import state_words
from battle.game.seating import NOT_NOW
from battle.game.session import Session
from battle.language import N_, _, explain
from battle.page.blocks import Paragraph
from battle.profile import everything
from battle.reviews.background import TableStudy
from battle.rules.links import INVITATION, Today, held_in, topic_in
from battle.rules.position import FormatError, Position, RulesError
from battle.rules.record import Record
from battle.rules.tree import Game
from battle.screens import captions
from battle.screens.board_view import BoardView
from battle.screens.handed import way_in
from battle.screens.join import way_of
from battle.screens.screen import Place, Screen, ask, by_act, sections, tabs
from battle.screens.view import Button, CardView, act, question
from battle.services import Services
from battle.storage import Places

Emit: TypeAlias = Callable[[str], object]
"""Sends a message to the page, a JSON object."""

_VIEW_SECONDS: Final = 0.15
"""What changes by itself is sent no sooner than this after the last view."""
_BUSY_SECONDS, _TICK_SECONDS, _REST_SECONDS = 0.04, 0.25, 1.0
"""The time between two beats: of a search, of a clock, and where nothing goes on."""
_FRESH_SECONDS: Final = 2.0
"""How long after news of a friend more is looked for."""
_FRIENDS_SECONDS: Final = 0.05
"""What friends have sent is read no sooner than this after the last."""
_SETTLED_SECONDS: Final = 0.5
"""What Start shows meanwhile is said once a game has stood still for so long."""
_RESTING_SECONDS: Final = 60.0
"""The solver is ended after so long without work where nobody plays: it has a Python of its own."""
_THREADS: Final = 1
_TABLE_MIB, _SMALL_TABLE_MIB = 64, 32
_SECOND_CORES, _SECOND_GIB = 4, 8
"""What a second solver takes that shares in reviews; some browsers do not tell the memory."""

_BY_ITSELF: Final = ("visible", "version", "installs")
"""What the browser reports by itself, which leaves a notice there."""
_OVER_SHEETS: Final = ("set", "copied", *_BY_ITSELF)
"""What may happen while a sheet lies over the screen, and leaves it there."""

IN_ANOTHER_TAB: Final = N_("The game is open in another tab, where it goes on.")

_SAID: Final = {
    "back": captions.BACK,
    "close": N_("Close"),
    "more": captions.MORE,
    "moves": N_("Moves"),
    "pairs": captions.PAIRS,
    "refused": NOT_NOW,
    "wait": N_("One moment …"),
}
"""What the page says by itself."""


class App(Services):
    """The program; `opens` returns what opens a screen by its name; `home` comes first."""

    def __init__(
        self,
        places: Places,
        engine: Engine,
        emit: Emit,
        opens: Callable[[str], Callable[..., Screen]],
        page: Mapping[str, Any],
        open_line: OpenLine | None = None,
        second: Engine | None = None,
        **more: Any,
    ) -> None:
        self.address = str(page.get("address", ""))
        self._has = {name for name in ("expires", "installs") if page.get(name)}
        self.ways = Ways(places, open_line, self.address)
        self.has_friends = open_line is not None or "friends" in more
        friends = partial(Friends, open_channel=self.ways.open, in_thread=False)
        is_phone, memory = page.get("phone"), page.get("memory", _SECOND_GIB)
        if second is not None:
            second.set_options(threads=_THREADS, hash_mb=_SMALL_TABLE_MIB)
        if is_phone or page.get("cores", 0) < _SECOND_CORES or memory < _SECOND_GIB:
            second = None
        super().__init__(places, engine=engine, second=second, **{"friends": friends, **more})
        table = _SMALL_TABLE_MIB if is_phone else _TABLE_MIB
        self.settings = dataclasses.replace(self.settings, threads=_THREADS, hash_mb=table)
        self.scheduler.engine.set_options(threads=_THREADS, hash_mb=table)
        self.is_visible = True
        self._emit, self._opens = emit, opens
        self._notice: Notice | None = None
        self._notices = 0
        self._sent, self._spoken = "", ""
        self._is_stale, self._shown_at = True, 0.0
        self._stood: object = None
        self._at, self._start_at = "", ""
        self._heard_at, self._news_at = -_FRIENDS_SECONDS, -_FRESH_SECONDS
        self._worked_at, self._is_resting = self.now(), True
        self._stack: list[Screen] = []
        self._doing: tuple[Screen | None, Place] = None, None
        self._export: everything.Export | None = None
        if self.has_friends:
            self._hear_friends()
        self.go("home")

    # --- what screens ask for -------------------------------------------------------------------

    @property
    def can(self) -> frozenset[str]:
        return frozenset(("analyse", "forget", "send", *self._has))

    @property
    def services(self) -> Services:
        """The program itself, for screens."""
        return self

    @property
    def screen(self) -> Screen:
        """The screen on top."""
        return self._stack[-1]

    def go(self, name: str, *args: Any, **more: Any) -> None:
        """Open a screen over this one, for what it takes."""
        screen = self._opens(name)(self, *args, **more)
        screen.name = screen.name or name
        is_plain = all(isinstance(one, str | int | float | None) for one in (*args, *more.values()))
        if is_plain and screen.opened is None:
            screen.opened = name, args, more
        elif screen.opened is None and self._stack and self._doing[0] is self.screen:
            screen.opened = self._doing[1]
        if self._stack:
            self.screen.leave()
        self._stack.append(screen)
        screen.resume()

    def back(self) -> None:
        """Leave the screen on top; the last one stays."""
        if len(self._stack) > 1:
            self._stack.pop().leave()
            self.screen.resume()

    def home(self) -> None:
        """Leave all screens but the first."""
        self.screen.leave()
        del self._stack[1:]
        self.screen.resume()

    def restore(self, places: Iterable[Iterable[Any]]) -> bool:
        """Open the screens of a tab again, as far as that can be; return whether any was."""
        for name, what, how in places:
            below = len(self._stack)
            try:
                given = dict(how)
                within = given.pop("go_to", None)
                if name:
                    self.go(name, *what, **given)
                else:
                    [do] = what
                    self._do(do, given)
                    assert len(self._stack) > below
                if within is not None:
                    self._do("go_to", {"place": within})
            except Exception:  # whatever a tab has kept, it must not be in the way of a start
                del self._stack[below:]
                self.screen.resume()
                break
        return len(self._stack) > 1

    def replace(self, name: str, *args: Any, **more: Any) -> None:
        """Open a screen in place of all but the first."""
        self.screen.leave()
        del self._stack[1:]
        self.go(name, *args, **more)

    def tell(self, words: str) -> None:
        """Show a sentence for a few seconds."""
        self._notices += 1
        self._notice = Notice(words, self._notices)

    def effect(self, name: str, value: object) -> None:
        """Ask the page for what only a page can do, such as `copy`."""
        self._emit(_json({name: value}))

    # --- where a friend finds a game ------------------------------------------------------------

    @property
    def page_address(self) -> str:
        """The own page, if others can open it, else the one that is published."""
        known = self.settings.page
        is_here = urlsplit(self.address).hostname in ("127.0.0.1", "localhost")
        return known if known and is_here else self.address

    def brokers_of(self, where: Invitation) -> str:
        return self.ways.addresses(where)

    def invitation(self) -> Invitation:
        named = self.settings.brokers
        broker, self.ways.named = brokers_in_one_word(named), named
        if not sockets(broker, named):
            raise FormatError(_(NO_WAY))
        if not self.has_friends:
            raise RulesError(_(ELSEWHERE_OPEN))
        return Invitation.new(broker)

    def invite(self, meeting: Meeting) -> FriendGame:
        game = super().invite(meeting)
        self.ways.learn(game.invitation.topic, self.settings.brokers)
        return game

    def link_address(self, where: Invitation, side: Side) -> str:
        return self.page_address

    def learn_ways(self, text: str, *, kept: bool = True) -> None:
        take = self.ways.learn if kept else self.ways.look
        take(invitation(text).topic, sockets_in(told_in(text)))

    # --- acts -----------------------------------------------------------------------------------

    def act(self, text: str) -> None:
        """Do what was chosen on the page, a JSON object; tell why where that cannot be."""
        given = json.loads(text)
        do, screen = given.pop("do"), self.screen
        if do == "back" and screen.sheet is not None:
            do = "close"
        if do not in _BY_ITSELF:
            self._notice = None
        if do not in _OVER_SHEETS:
            screen.sheet = None
        try:
            self._do(do, given)
        except RulesError as error:
            self.tell(explain(error))
        self._sent = ""  # an answer comes, even if it is the view that the page has
        self.show()

    def _do(self, do: str, given: dict[str, Any]) -> None:
        """Do an act of the screen on top, or one that all have; raises RulesError."""
        screen = self.screen
        common: dict[str, Callable[..., object]] = {
            "back": screen.back,
            "go": self.go,
            "home": self.home,
            "say": self.tell,
            "tab": self._go_to_tab,
            "ask": partial(ask, screen),
            "given": _nothing,
            "open": self.open,
            "import": self._import,
            "copied": lambda done: self.tell(_(captions.COPIED if done else captions.NOT_COPIED)),
            "saved": lambda file: self.tell(_(captions.SAVED).format(file=file)),
            "version": self._renewed,
            "visible": self._look,
            "installs": self._can_install,
        }
        self._doing = screen, by_act(do, **given)
        try:
            (common | {**screen.acts()}).get(do, _nothing)(**given)
        finally:
            self._doing = None, None

    def _go_to_tab(self, name: str) -> None:
        if name == "home":
            self.home()
        else:
            self.replace(name)

    def _renewed(self) -> None:
        reload = Button(_("Reload"), "redo", act("ask", name="reload", value=True), main=True)
        words = _("The page has been renewed. It is there after a reload.")
        self.screen.sheet = lambda: question(_("A new version"), words, reload, _("Later"))

    def hand_over(self) -> None:
        """Save everything, and say that the game goes on in another tab."""
        here = Button(_("Go on here"), "redo", act("ask", name="reload", value=True))
        told = CardView(_("In another tab"), (Paragraph(_(IN_ANOTHER_TAB)),), main=here)
        self.screen.leave()
        self.friends.close()
        self.screen.sheet = lambda: told
        self.show()

    def _look(self, **how: bool) -> None:
        self.is_visible = how["is"]
        self.screen.look(is_visible=self.is_visible)

    def _can_install(self, **how: bool) -> None:
        (self._has.add if how["is"] else self._has.discard)("installs")

    def open(self, text: str) -> None:
        """Open what a link, a file or a pasted text holds; raise RulesError if it holds nothing."""
        if not text.strip("# \n"):
            return
        if everything.is_export(text):
            self._ask_to_import(everything.read(self, text))
            return
        line = INVITATION + text.removeprefix("#")
        held = line if text[:1] == "#" and topic_in(line) else held_in(text)
        if isinstance(held, str):
            self.replace(way_of(held), held)
            return
        is_told = isinstance(held, Today) or self.screen.name == "home"
        if is_told and (way := way_in(self, held)):
            self.go(*way)
            return
        if isinstance(held, Today):
            self.replace("daily", tiles=held.tiles)
            return
        if isinstance(held, Position):
            held = Record({}, Game(held))
        session = Session.from_record(held)
        if session.ending is not None and session.game.root.children:
            self.go("result", TableStudy(self, session))
        elif session.setup.deal is not None and not session.game.root.children:
            self.go("new_game", session.setup.deal)
        else:
            self.go("analyse", session)
        if session.cut is not None:
            self.tell(explain(session.cut))

    def _ask_to_import(self, export: everything.Export) -> None:
        """Say what an export would bring, and ask; the screen stays."""
        if export.is_empty:
            self.tell(_(everything.NOTHING_NEW))
            return
        self._export = export
        take = Button(_(captions.IMPORT), "open", act("import"), main=True)
        self.screen.sheet = lambda: question(*export.question, take)

    def _import(self) -> None:
        export, self._export = self._export, None
        if export is not None:
            self.tell(export.keep(self))
            self.change(**export.settings)
            if not self.screen.in_play:
                self.screen.resume()

    # --- time -----------------------------------------------------------------------------------

    def beat(self) -> bool:
        """Let everything go on that takes time, and show what has changed.

        Returns whether a friend has sent something, which is to be kept.
        """
        is_due = self.has_friends and self.now() - self._heard_at >= _FRIENDS_SECONDS
        has_news = is_due and self._hear_friends()
        self.scheduler.is_reserved = self.screen.in_play
        self.scheduler.poll()
        self.screen.beat()
        self.prover.update()
        self._begin_or_end_solver()
        self._tell_messages()
        self._is_stale = self._is_stale or self._standing != self._stood
        if self._is_stale and self.now() - self._shown_at >= _VIEW_SECONDS:
            self.show()
        elif self.screen.in_play and self.now() - self._shown_at >= _SETTLED_SECONDS:
            self._tell_start()
        return has_news

    def _begin_or_end_solver(self) -> None:
        if self.scheduler.is_busy or self.screen.in_play:
            if self._is_resting:
                self.scheduler.start()
            self._worked_at, self._is_resting = self.now(), False
        elif not self._is_resting and self.now() - self._worked_at > _RESTING_SECONDS:
            self.scheduler.engine.close()
            self._is_resting = True

    @property
    def pause(self) -> float:
        """How many seconds the next beat can wait; what is heard or done brings one at once."""
        if self.scheduler.is_busy or self._is_stale:
            return _BUSY_SECONDS
        is_fresh = self.now() - self._news_at < _FRESH_SECONDS
        return _TICK_SECONDS if self.screen.ticks or is_fresh else _REST_SECONDS

    def _hear_friends(self) -> bool:
        """Take in what friends have done; call the person where it is their turn now."""
        self._heard_at = self.now()
        news = self.friends.update(self.moment())
        if news is None:
            return False
        self._is_stale, self._news_at = True, self._heard_at
        if news.sentences:
            self.tell(" ".join(news.sentences))
        for game in news.called:
            is_turn = game.my_turn and game.logbook is not None
            words = _(captions.YOUR_TURN) if is_turn else state_words(game)
            self.effect("call", {"title": game.friend_name, "words": words})
        return True

    def show(self) -> None:
        """Send the view if it is another one than the page has."""
        self._is_stale, self._shown_at = False, self.now()
        self._tell_messages()
        view = self.view()
        text, self._at = _json({"view": view}), view.get("position", "")
        self._stood = self._standing
        if text != self._sent:
            self._sent, self._spoken = text, language.current()
            self._emit(text)

    def _tell_start(self) -> None:
        """Send what Start shows of the game as it stands: a new visit begins with that."""
        if self._at != self._start_at:
            self._start_at = self._at
            self._stack[0].renew()
            self._emit(_json({"start": self.view(self._stack[0])}))

    def _tell_messages(self) -> None:
        for message in self.take_messages():
            self.tell(message)

    @property
    def _standing(self) -> object:
        """What the view shows of things that change without an act or news of a friend."""
        return self.screen, self.screen.sheet, self.screen.standing, self._notices

    def view(self, screen: Screen | None = None) -> dict[str, Any]:
        """Return what is to be seen, of the screen on top by default, as JSON has it."""
        screen = screen or self.screen
        depth, shown = self._stack.index(screen), screen.view()
        board = shown if isinstance(shown, BoardView) else None
        is_new = self._spoken != language.current()
        around = Around(
            screen.name,
            language.current(),
            self.settings.page_theme,
            depth + screen.inner,
            tuple(filter(None, takewhile(bool, (one.place for one in self._stack[1 : depth + 1])))),
            turn=None if board is None else board.position.to_move,
            tabs=tabs(screen.tab),
            sections=sections(screen.name),
            notice=self._notice,
            calls=self.friends.turn_words(),
            region="" if board is None else _region(board),
            sound=self.settings.sound,
            notifies=self.settings.notifications,
            sheet=None if screen.sheet is None else screen.sheet(),
            words=PageWords(**{name: _(said) for name, said in _SAID.items()}) if is_new else None,
        )
        return {"state": "ready", **plain(shown), **plain(around)}


def _region(board: BoardView) -> str:
    """Say that it is the table, and whose turn it is where somebody's is."""
    mover = next((seat.name for seat in board.seats if seat.moves), "")
    return _("The table. To move: {name}").format(name=mover) if mover else _("The table")


def _nothing(**_more: object) -> None:
    """Do nothing: a sheet has been closed, or an act came too late."""


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
