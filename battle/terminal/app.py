"""The game in the terminal: rooms that lie over one another, words typed one line at a time.

    loop:  beat ──► another room?  ──no──► follow: what is new ──► a line ──► obey

    Terminal     the program, as screens and rooms see it: it opens rooms by their names
    Room         a place in the conversation: the commands known there, and what other lines mean
    ScreenRoom   a room that prints a screen of `battle.screens`, and takes its offers as words
    OwnTable     the table of this machine
    FriendTable  the table of a person here and a friend elsewhere

Words are understood in English and in the language in use, in capitals too. Nothing is drawn over:
what is printed stays, so that it can be read out, piped and logged. The end of input ends the game
as `quit` does; the unfinished game is kept after every move. Once there are games with friends they
go on while a line is waited for, ten times a second.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from datetime import date
from pathlib import Path
from typing import Any, Final, TypeAlias

from battle.engine.client import Engine
from battle.game.session import Session, read_game
from battle.language import _
from battle.profile.options import GameOptions
from battle.profile.settings import Settings
from battle.rules.links import Today, bare_deal
from battle.rules.position import ALL_TILES, Position
from battle.rules.record import Record
from battle.screens.daily import Daily
from battle.screens.day_result import result, result_of
from battle.screens.days import DayDeal, today_of
from battle.screens.handed import Handed, way_in
from battle.screens.learn import Learn
from battle.screens.lesson import Lesson, Lessons
from battle.screens.new_game import NewGame, opening
from battle.screens.pie import PieHere
from battle.screens.progress import YourProgress
from battle.screens.record import YourRecord
from battle.screens.result import Result
from battle.screens.review import Review
from battle.screens.screen import Screen
from battle.screens.settings import SettingsScreen
from battle.screens.share import Sharing
from battle.screens.start import Start
from battle.screens.task import TaskScreen
from battle.screens.trainer import Mistakes, Trainer
from battle.services import Services
from battle.storage import Places
from battle.terminal.card_view import ScreenRoom
from battle.terminal.dialogue import Dialogue, LeaveError, Lines, line_reader, prepare
from battle.terminal.own_table import OwnTable, saved
from battle.terminal.review import ResultRoom, show_reasons, show_sums
from battle.terminal.room import Room
from battle.terminal.start import NewGameRoom, StartRoom
from battle.terminal.table import show_rules
from battle.terminal.task import TaskRoom

Begin: TypeAlias = Path | Record | Position | Today | None
"""What is played: the game in a file, or what a link names."""

PRINTED: Final[Mapping[str, Callable[..., None]]] = {
    "review_table": show_sums,
    "rules": show_rules,
    "study_table": show_reasons,
}
"""What is read, and has no room of its own."""
SCREENS: Final[Mapping[str, Callable[..., Screen]]] = {
    "daily": Daily,
    "finished": result_of,
    "first_game": Lesson,
    "handed": Handed,
    "home": Start,
    "learn": Learn,
    "learn_from": Mistakes,
    "lessons": Lessons,
    "mistakes": result_of,
    "new_game": NewGame,
    "pie": PieHere,
    "progress": YourProgress,
    "record": YourRecord,
    "result": result,
    "review": Review,
    "settings": SettingsScreen,
    "share": Sharing,
    "trainer": Trainer,
}
ROOMS: Final[Mapping[type[Screen], Callable[..., ScreenRoom]]] = {
    NewGame: NewGameRoom,
    Result: ResultRoom,
    Start: StartRoom,
    TaskScreen: TaskRoom,
    Screen: ScreenRoom,
}
"""What prints a screen: the first that suits."""


def run(start: Begin = None, level: str = "", day: date | None = None, engine: str = "") -> None:
    """Play in the terminal: what is to `start`, the deal of a day, or a game against a level.

    With an `engine`, a command, it is a game against another program.

    Raises RulesError if a file cannot be opened.
    """
    prepare()
    with closing(Terminal(lines=Lines(line_reader()))) as terminal:
        terminal.run(start, level, day, engine)


def run_with_friend(line: str | None, broker: str, *, lan: bool) -> None:
    """Invite a friend, or join what `line` invites to, and play; raise RulesError if that fails.

    `broker` names brokers as `parse_brokers` reads them; without one, and without `lan`, the
    settings say where the two meet.
    """
    prepare()
    with closing(Terminal(lines=Lines(line_reader()))) as terminal:
        terminal.run_with_friend(line, broker, lan=lan)


class Terminal(Services):
    """One person or two at a terminal, who type `lines`; `write` prints one."""

    def __init__(
        self,
        places: Places | None = None,
        chosen: Settings | None = None,
        engine: Engine | None = None,
        *,
        lines: Lines,
        write: Callable[[str], object] = print,
        **more: Any,
    ) -> None:
        super().__init__(places, chosen=chosen, engine=engine, **more)
        self.dialogue = Dialogue(lines, write)
        self.rooms: list[Room] = []
        self._in_room = False

    # --- what rooms ask for ---------------------------------------------------------------------

    can: Final = frozenset(("room", "table", "ways"))

    @property
    def services(self) -> Services:
        return self

    @property
    def session(self) -> Session:
        """The game at the table of this machine."""
        return next(room.session for room in self.rooms if isinstance(room, OwnTable))

    def go(self, name: str, *what: Any, **how: Any) -> None:
        """Open a room over this one; a game is begun instead of the one at the table."""
        if name == "play":
            name, game = opening(self, *what)
            what = (game,)
        if name == "table":
            self._sit_down(*what)
        elif name in PRINTED:
            PRINTED[name](self.rooms[-1], *what)
        else:
            if name == "room":
                self.page.make_in_sight()
            self.enter(self._room_of(name, *what, **how))
            if name == "hosting" and self._in_room:
                self.friends.games.open_room(*what)
                self.go("room", *what)

    def enter(self, room: Room) -> None:
        """Open a room over this one."""
        self.rooms[-1].leave()
        self.rooms.append(room)
        room.resume()

    def _room_of(self, name: str, *what: Any, **how: Any) -> Room:
        if name in SCREENS:
            screen = SCREENS[name](self, *what, **how)
            return next(room for kind, room in ROOMS.items() if isinstance(screen, kind))(
                self, screen
            )
        from battle.terminal import friend  # loaded as soon as there is one

        self.dialogue.meanwhile = self.hear_friends
        if name in friend.ROOMS:
            return friend.ROOMS[name](self, *what, **how)
        return ScreenRoom(self, friend.SCREENS[name](self, *what, **how))

    def _sit_down(self, session: Session) -> None:
        if all(room.may_leave() for room in self.rooms):
            self._leave_rooms()
            table = OwnTable(self, session)
            table.begin()
            self.enter(table)

    def _leave_rooms(self) -> None:
        """Leave all rooms but the start."""
        self.rooms[-1].leave()
        self.rooms = self.rooms[:1]

    def back(self) -> None:
        """Leave the room for the one below; the last one is left with the program."""
        if len(self.rooms) == 1:
            raise LeaveError
        self.rooms.pop().leave()
        self.rooms[-1].resume()

    def home(self) -> None:
        """Leave all rooms for the start."""
        self._leave_rooms()
        self.rooms[0].resume()

    def replace(self, name: str, *what: Any, **how: Any) -> None:
        if name != "table":
            self._leave_rooms()
        self.go(name, *what, **how)

    def tell(self, words: str) -> None:
        self.dialogue.say(words)

    def effect(self, name: str, value: Any) -> None:
        """Print what other surfaces copy or send; save a file."""
        if name in ("copy", "mail", "share"):
            self.dialogue.print(value)
        elif name == "save":
            self.dialogue.say(saved(self.places.documents / value["name"], value["text"]))
        elif name == "open":
            self.dialogue.say(_("The window and the page can do that."))

    def hear_friends(self) -> None:
        """Let games with friends go on, and print the news."""
        news = self.friends.update(self.moment())
        self.dialogue.say_all([f"* {words}" for words in (news.sentences if news else ())])

    # --- life -----------------------------------------------------------------------------------

    def run(
        self,
        start: Begin = None,
        level: str = "",
        day: date | None = None,
        engine: str = "",
    ) -> None:
        """Play until the person leaves, by an interrupt too, which goes on to the caller."""
        opened = read_game(start) if isinstance(start, Path) else None
        way: tuple[str, Any] | None = None
        dealt: Position | int | None = start if isinstance(start, Position) else None
        if isinstance(start, Record) and (dealt := bare_deal(start)) is None:
            opened = Session.from_record(start, now=self.now)
        elif isinstance(start, Today) and (way := way_in(self, start)) is None:
            opened = self._daily_session(DayDeal(today_of(self.moment()), start.tiles), level)
        elif day is not None:
            opened = self._daily_session(DayDeal(day, ALL_TILES), level)
        elif engine:
            opened = self.invite_engine(engine).session()
        elif level and opened is None:
            opened = self.options_against(level).session()

        def begin() -> None:
            if opened is not None:
                self.go("table", opened)
            elif dealt is not None:
                self.go("new_game", dealt)
            elif way is not None:
                self.go(*way)
            else:
                self.home()

        self.stay(begin)

    def run_with_friend(self, line: str | None, broker: str = "", *, lan: bool = False) -> None:
        """Play the game that `line` leads to, or without one invite a friend to a new one.

        Raises RulesError for a line that leads to no game.
        """
        if broker or lan:
            self.friends.ways = broker, lan
        self.dialogue.meanwhile = self.hear_friends

        def begin() -> None:
            if line is None:
                self._invite(lan=lan)
            else:
                self.go("line", line)

        self.stay(begin)

    def stay(self, begin: Callable[[], object]) -> None:
        """Begin, and go on from room to room until the person leaves."""
        self._print_messages()
        self.rooms = [self._room_of("home")]
        if any(self.places.friends.glob("[!.]*")):  # as the other surfaces do
            self.dialogue.meanwhile = self.hear_friends
        try:
            with suppress(LeaveError):
                begin()
                while True:
                    self._step()
        except KeyboardInterrupt:
            self.dialogue.say("")
            raise
        finally:
            for room in reversed(self.rooms):
                room.close()

    def _step(self) -> None:
        room = self.rooms[-1]
        self._print_messages()
        if self.dialogue.meanwhile is not None:
            self.hear_friends()
        room.beat()
        if room is not self.rooms[-1]:
            return
        room.follow()
        if (line := self.dialogue.next(room.prompt)) is not None:
            room.obey(line)

    def close(self) -> None:
        """Let go of the record's file, and say what could not be kept."""
        super().close()
        self._print_messages()

    def _print_messages(self) -> None:
        """Print what there is to say, also of what is just being written."""
        self.autosave.wait()
        self.dialogue.say_all(self.take_messages())

    def _daily_session(self, deal: DayDeal, level: str = "") -> Session:
        name = GameOptions.remembered(self.settings).name(0)
        return deal.session(name, today_of(self.moment()), self.now, level)

    def _invite(self, *, lan: bool) -> None:
        """Ask what to play with a friend; then show the invitation, in one network its code."""
        self._in_room = lan
        names = self.settings.names[0], ""
        self.go("with_friend", GameOptions(names=names, begins="random", elsewhere=True))
