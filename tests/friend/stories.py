"""Stories of two friends and their programs: what they do, and what each of them sees then."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from battle.friend.channel import LinkKind, LinkState
from battle.friend.game import FriendGame
from battle.friend.log import Logbook
from battle.friend.meeting import SIDES, MeetingStage, Side, Terms, invitation, joining_message
from battle.friend.sealing import Identity, packed
from battle.friend.words import delivered_words, state_words, status_words, terms_words
from battle.game.events import (
    DRAW,
    REMATCH,
    TAKE_BACK,
    Answered,
    Asked,
    Claimed,
    Event,
    NamedPoints,
    NextGame,
    Played,
    RanOut,
    Resigned,
    TookSeat,
    Withdrew,
)
from battle.game.seating import DAY
from battle.game.setup import TimeControl, time_control
from battle.rules.position import PLAYERS, deal, move, position
from battle.rules.record import record
from battle.screens.played import help_words, player_help_words
from tests.friend.pairs import BROKER, SMALL, Books, Home, book, copy, games_of, take
from tests.support.memory_channel import MemoryTopic
from tests.support.stories import Story, step

SECONDS: Final = {"s": 1, "min": 60, "h": 3600, "days": 24 * 3600}
ROUNDS: Final = 3
"""How often all that are there exchange what is new, while time passes."""


class Friends(Story):
    """Ada, Ben and others: their homes and programs, and the time that they share."""

    news = ("news",)

    def __init__(self, place: Path) -> None:
        super().__init__()
        self.place = place
        self.topics = defaultdict[str, MemoryTopic](MemoryTopic)
        self.homes: dict[str, Home] = {}
        self.games: dict[str, FriendGame] = {}
        self.copies: dict[str, str] = {}
        self.states: dict[str, str] = {}
        self.now = datetime(2026, 11, 22, 10, 40).astimezone()

    def go_on(self, sentence: str) -> None:
        """Let everybody exchange what is new."""
        if not sentence.endswith(" pass"):
            self.wait("3", "s")

    def facts(self) -> Iterator[tuple[str, str, str]]:
        """Yield what each person sees of the game."""
        for name, game in self.games.items():
            for what, words in self.seen(game, self.homes[name]):
                yield name, what, words

    def seen(self, game: FriendGame, home: Home) -> Iterator[tuple[str, str]]:
        """Yield what a person sees of a game."""
        friend, session = game.friend_name, game.session
        yield "status", status_words(game.status, friend, self.now)
        yield "game", state_words(game)
        yield "delivery", delivered_words(game.status)
        yield "news", " ".join(game.take_news())
        yield "said", " / ".join(f"{one.side}: {one.text}" for one in game.chat.said)
        yield "unread", str(len(game.chat.unread) or "")
        yield "not received", str(len(game.chat.waiting) or "")
        yield "refused messages", str(game.refused.total() or "")
        yield "may", "claim the win" if game.can_claim else ""
        offer, playing = game.meeting.offer, game.stage is MeetingStage.PLAYING
        if offer is not None and not playing:
            is_guest = game.side == "guest"
            yield "terms", ", ".join(terms_words(offer.terms, friend, guest=is_guest))
        if session is None:
            return
        yield "moves", " ".join(map(str, session.game.moves))
        yield "question", session.request_text
        yield "result", session.result_text
        if session.clock is not None:
            yield "seconds left", " ".join(f"{session.remaining(one):.0f}" for one in PLAYERS)
        if session.deadline is not None:
            yield "hours left", f"{(session.deadline - self.now) / timedelta(hours=1):.0f}"
        yield "help", "allowed" if session.help_allowed else ""
        yield "own help", " ".join(help_words(session))
        for player in PLAYERS:
            yield f"help of {session.name(player)}", player_help_words(session, player)
        if playing and game.replay is not None and game.replay.games[0].ending is not None:
            for kept in home.kept():
                assert record(kept.record).game.ending == kept.ending
                yield "record", f"{kept.ending.reason.value}, won by {kept.ending.winner}"

    def check(self) -> None:
        """Check that who has all of the other's has the same game, and one file of it.

        An invitation that is only looked at has no file.
        """
        for name, home in self.homes.items():
            game = self.games.get(name)
            assert len(home.games.topics()) == (game is not None and game.is_kept)
        playing = [one for one in self.games.values() if one.stage is MeetingStage.PLAYING]
        for one, other in pairwise(playing):
            if not one.closed and one.status.delivered and other.status.delivered:
                assert games_of(one.replay) == games_of(other.replay)
                assert one.meeting.check_word == other.meeting.check_word != "--"

    # What is done

    @step(r"Ada invites(.*)")
    def invite(self, agreed: str) -> None:
        """Begin a game of three moves; what is agreed follows, as `, 60 s each`."""
        kinds: dict[str, Callable[[str], dict[str, Any]]] = {
            r"(\d+) s each": lambda found: {"control": TimeControl(int(found))},
            r"(\d+) s each plus 5 a move": lambda found: {"control": TimeControl(int(found), 5)},
            r"(\d+) days a move": lambda found: {"days": int(found)},
            r"deal (\d+)": lambda found: {"start": deal(int(found)), "deal": int(found)},
            "(both may use help)": lambda _found: {"help": True},
            "(the guest moves first)": lambda _found: {"host": 2},
        }
        terms: dict[str, Any] = {}
        for words in agreed.split(", ")[1:]:
            (values,) = [
                made(found[1])
                for pattern, made in kinds.items()
                if (found := re.fullmatch(pattern, words))
            ]
            terms |= values
        home = self.homes["Ada"] = Home(self.place / "Ada", self.topics)
        agreed_terms = Terms(**{"start": SMALL, **terms})
        self.games["Ada"] = home.games.invite(agreed_terms, "Ada", broker=BROKER)
        self.line = str(self.games["Ada"].invitation)

    @step(r"(\w+) opens the (line|cut line)")
    def open(self, name: str, which: str) -> None:
        home = self.homes.setdefault(name, Home(self.place / name, self.topics))
        self.games[name] = home.games.join(self.line if which == "line" else self.line[:-1])

    @step(r"(\w+) joins")
    def join(self, name: str) -> None:
        self.games[name].join(name)

    @step(r"(-?\d+) (s|min|h|days) pass")
    def wait(self, number: str, unit: str) -> None:
        for _round in range(ROUNDS):
            self.now += timedelta(seconds=int(number) * SECONDS[unit] / ROUNDS)
            for name, home in self.homes.items():
                if self.states.get(name) == "reads nothing" and not self.games[name].closed:
                    self.games[name].channel.poll()
                if self.states.get(name) != "hangs":
                    home.games.update(self.now)

    @step(r"(\w+) plays (\w+)")
    def play(self, name: str, pair: str) -> None:
        self.games[name].session.play(move(pair))

    @step(r"(\w+) looks at the game")
    def look(self, name: str) -> None:
        self.games[name].session.run_clock()

    @step(r"(\w+) looks away")
    def look_away(self, name: str) -> None:
        self.games[name].session.look_away()

    @step(r"(\w+) asks to take back")
    def ask(self, name: str) -> None:
        self.games[name].session.request_take_back(self.games[name].session.own)

    @step(r"(\w+) (agrees|declines)")
    def answer(self, name: str, how: str) -> None:
        self.games[name].session.answer(how == "agrees")

    @step(r"(\w+) resigns( for the other)?")
    def resign(self, name: str, foreign: str | None) -> None:
        own = self.games[name].session.own
        self.games[name].session.resign(3 - own if foreign else own)

    @step(r"(\w+)(?: and (\w+))? uses? (\w+)")
    def use(self, name: str, other: str | None, help_used: str) -> None:
        for one in filter(None, (name, other)):
            self.games[one].session.note_help(help_used)

    @step(r"(\w+) claims")
    def claim(self, name: str) -> None:
        self.games[name].claim()

    @step(r"(\w+) says (.+)")
    def say(self, name: str, words: str) -> None:
        self.games[name].say(words.encode("ascii").decode("unicode_escape"))

    @step(r"(\w+) reads")
    def read(self, name: str) -> None:
        self.games[name].read_chat()

    @step(r"(\w+) switches messages off")
    def mute(self, name: str) -> None:
        self.games[name].switch_chat(False)

    @step(r"(\w+) withdraws")
    def withdraw(self, name: str) -> None:
        self.homes[name].games.forget(self.games.pop(name).invitation.topic)

    # What becomes of the programs

    @step(r"(\w+) loses the connection")
    def lose(self, name: str) -> None:
        self.games[name].channel.down()

    @step(r"(\w+) is connected again")
    def connect(self, name: str) -> None:
        self.games[name].channel.up()

    @step(r"(\w+)'s program (hangs|reads nothing|goes on)")
    def hinder(self, name: str, how: str) -> None:
        self.states[name] = how

    @step(r"(\w+) loses the way to the friend(?:: (.*))?")
    def lose_way(self, name: str, reason: str | None) -> None:
        lost = LinkState(LinkKind.LOST, self.now, reason or "", to_friend=True)
        self.games[name].channel.state = lost
        self.lose(name)
        self.games[name].channel.state = lost

    @step(r"Ada's newer program sends")
    def send_newer(self) -> None:
        game = self.games["Ada"]
        newer = game.logbook.copy("Ada").values | {"v": 2, "host": [["dance", 0, 0]]}
        sealed = game.meeting.seal.seal("host", packed(newer))
        self.topics[game.invitation.topic].put("host", game.meeting.host_message(sealed))

    @step(r"Eve's wish to join replaces Ben's")
    def displace(self) -> None:
        where = invitation(self.line)
        wish = joining_message(where, "Eve", Identity.new().public)
        self.topics[where.topic].put("join", wish)

    @step(r"Ada's program sends an old move and a claim at once")
    def claim_early(self) -> None:
        game = self.games["Ada"]
        game.logbook.do(Played(0, move("a1b2")), 0)
        game.logbook.do(Claimed(1), 2 * DAY)
        game._note()

    @step(r"(\w+) closes the program")
    def close(self, name: str) -> None:
        self.homes[name].games.close()
        self.homes[name].games = self.homes[name].new_program()

    @step(r"(\w+)'s program is killed")
    def kill(self, name: str) -> None:
        self.homes[name].end_abruptly()

    @step(r"(\w+) starts it again(?: and plays (\w+))?")
    def start(self, name: str, pair: str | None) -> None:
        games = self.homes[name].games
        self.games[name] = games.open(games.topics()[0])
        if pair is not None:
            self.play(name, pair)

    @step(r"(\w+) opens the game in another window")
    def open_again(self, name: str) -> None:
        self.homes[name].new_program().open(self.games[name].invitation.topic)

    @step(r"(\w+) keeps a copy of the home")
    def keep_copy(self, name: str) -> None:
        self.copies[name] = self.file(name).read_text()

    @step(r"(\w+) brings the copy back")
    def bring_back(self, name: str) -> None:
        self.file(name).write_text(self.copies[name])

    def file(self, name: str) -> Path:
        """Return the file of a person's game."""
        return self.homes[name].games.file(self.games[name].invitation.topic)


class Logs(Story):
    """Both sides' logbooks of one meeting, and a home of the host's that was copied."""

    def __init__(self) -> None:
        super().__init__()
        self.two = Books()
        self.copied: Logbook | None = None

    def facts(self) -> Iterator[tuple[str, str, str]]:
        """Yield what follows for each side from what it has."""
        books = {**self.two.books, "the copy": self.copied}
        for name, of in books.items():
            for what, words in self.seen(of) if of is not None else ():
                yield str(name), what, words

    def seen(self, of: Logbook) -> Iterator[tuple[str, str]]:
        """Yield what follows from one logbook."""
        entries = (f"{len(of.logs[side])} of the {side}'s" for side in SIDES)
        yield "entries", ", ".join(entries)
        fork, game = of.fork, of.replay.game
        if fork is not None and game.ending is None:
            common = ", ".join(f"{number} of the {side}'s" for side, number in fork.common.items())
            proof = "proof" if fork.proof else "no proof"
            yield "two versions", f"{common} are common, {proof}"
            terms = of.common_terms
            places = [game.game.start, *(node.position for node in game.game.main_line()[1:])]
            goes_on = f"{places.index(terms.start)} moves, the host as player {terms.host}"
            yield "can go on", f"after {goes_on}"
        if game is None:
            return
        yield "game", f"{game.series.number}, player {game.me}" + " to move" * game.my_turn
        yield "start", "the position" if game.game.start.columns == SMALL.columns else "a deal"
        yield "deal", str(game.setup.deal or "")
        yield "points before", " ".join(f"{one}:{other}" for one, other in game.series.games)
        yield "given", " ".join(map(str, game.game.start.given))
        yield "moves", " ".join(map(str, game.game.moves))
        yield "asked", ", ".join(f"{one.kind} by {by}" for by, one in game.requests.items())
        ending = game.ending
        winner = "" if ending is None or ending.winner is None else f", won by {ending.winner}"
        yield "ending", "" if ending is None else f"{ending.reason.value}{winner}"

    def go_on(self, sentence: str) -> None:
        """Check that who has the same has the same games."""
        host, guest = self.two.books.values()
        if host.logs == guest.logs and host.fork is guest.fork is None:
            assert self.two.agree()

    @step(r"They play (.*)")
    def agree(self, agreed: str) -> None:
        """Begin with other terms than a position of three moves."""
        values: dict[str, Any] = {"start": SMALL}
        for words in agreed.split(", "):
            what, _, value = words.partition(" ")
            if what == "deal":
                values |= {"start": deal(int(value)), "deal": int(value)}
            elif what == "match":
                values["deals"] = (values.get("deal", 0), int(value))
            elif what == "clock":
                values["control"] = time_control(value)
            elif what == "days":
                values["days"] = int(value)
            elif what == "pie":
                values["pie"] = value
            else:
                values["start"] = position(words)
        self.two = Books(Terms(**values))

    @step(r"(host|guest) (.+?)( unheard)?")
    def enter(self, side: Side, what: str, unheard: str | None) -> None:
        """Let a side do something, of which the other hears unless it is `unheard`."""
        self.two.do(side, self.event(self.two.books[side], what), send=not unheard)

    @step(r"the copy (.+)")
    def enter_elsewhere(self, what: str) -> None:
        """Let the copied home go on."""
        self.copied.do(self.event(self.copied, what), self.two.at)

    def event(self, of: Logbook, what: str) -> Event:
        """Return what a sentence says as the event that a side enters."""
        word, *rest = what.split()
        game = of.replay.game
        if word in ("plays", "takes"):
            moves = game.position.legal_moves
            played = move(rest[0]) if word == "plays" else moves[int(rest[0])]
            return Played(game.game.ply, played, *map(int, rest[1:]))
        if word == "proves":
            return of.fork.proof
        if word == "answers":
            return Answered(int(rest[0]), rest[1] == "yes")
        phrase, numbers = re.fullmatch(r"(\D+?)((?: -?\d+)*)", what).groups()
        events: dict[str, Callable[..., Event]] = {
            "asks for a draw": partial(Asked, DRAW),
            "asks to take back": partial(Asked, TAKE_BACK, 0),
            "asks for a rematch": partial(Asked, REMATCH),
            "withdraws": Withdrew,
            "resigns": Resigned,
            "runs out of time at": RanOut,
            "goes on": NextGame,
            "names": NamedPoints,
            "sits": TookSeat,
        }
        return events[phrase](*map(int, numbers.split()))

    @step(r"They hear of each other")
    def meet(self) -> None:
        self.two.meet()

    @step(r"The host's home is copied")
    def copy_home(self) -> None:
        self.copied = book("host", self.two.agreed)
        take(self.copied, copy(self.two.books["guest"]), self.two.at)

    @step(r"The (host|guest|copy) hears of the (host|guest|copy)")
    def hear(self, one: str, other: str) -> None:
        books: dict[str, Any] = {**self.two.books, "copy": self.copied}
        take(books[one], copy(books[other]), self.two.at)

    @step(r"The copy is the host from now on")
    def swap(self) -> None:
        self.two.books["host"], self.copied = self.copied, None
