"""A program or a terminal that plays a game with a page, in a process that can be killed.

python -m tools.friend.page_side program HOME LINE SEED
python -m tools.friend.page_side terminal HOME LINE SEED

It joins what LINE invites to, or goes on with the game of it that HOME has. A program plays pairs
at random, by itself; at a terminal pairs are typed. Each position of the table is printed when it
is there, as JSON: `{"shown": …}` after a friend's move, `{"played": …}` after an own one, with the
time. A line at standard input, or its end, closes a program in order.

LINE of one network names nobody's network: both are on this machine, and the one that invites
serves the page at the port that HOME/port has.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from contextlib import closing, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random

import click

from battle.friend.channel import Channel
from battle.friend.friends import Friends
from battle.friend.game import FriendGame
from battle.friend.games import open_ways as open_usual_ways
from battle.friend.meeting import Invitation, MeetingStage, Side, invitation
from battle.friend.ways.build import page_folder
from battle.friend.ways.page import PageChannel
from battle.services import Services
from battle.storage import Places
from battle.terminal.app import Terminal
from battle.terminal.dialogue import Lines, line_reader
from battle.terminal.friend import FriendTable
from tools.command import command

_TICK = 0.01
_THINKS = 0.1, 0.6
"""Seconds until a program plays, at least and at most."""


def open_ways(home: Path, where: Invitation, side: Side) -> Channel:
    """Open the ways of an invitation; in one network only the page's port."""
    if not where.lan:
        return open_usual_ways(where, side)
    assert page_folder() is not None, "python -m tools.page builds the page"
    return PageChannel(where.topic, page_folder, number=int((home / "port").read_text("ascii")))


def say(what: str, position: object) -> None:
    """Print a position with the time."""
    sys.stdout.write(json.dumps({what: str(position), "at": time.time()}) + "\n")
    sys.stdout.flush()


class Program:
    """A program without a window, which plays by itself."""

    def __init__(self, home: Path, line: str, seed: str) -> None:
        self._random = Random(seed)
        made = partial(Friends, open_channel=partial(open_ways, home))
        self._services = Services(Places.below(home), friends=made)
        games = self._services.friends.games
        topic = invitation(line).topic
        self._game = games.opened.get(topic) or games.join(line)
        self._place: object = None
        self._due: float | None = None

    def run(self) -> None:
        """Play until standard input says that it is enough."""
        enough = threading.Event()

        def wait() -> None:
            sys.stdin.readline()
            enough.set()

        threading.Thread(target=wait, daemon=True).start()
        with closing(self._services):
            while not enough.wait(_TICK):
                self._services.friends.update(datetime.now(UTC))
                self._step(self._game)

    def _step(self, game: FriendGame) -> None:
        if game.stage is MeetingStage.SEEN:
            game.join("Ben")
        session = game.session
        if session is None:
            return
        session.run_clock()
        place = session.place, session.ending is None
        if place != self._place:
            self._place, self._due = place, None
            say("shown", session.position)
        if session.ending is not None or not session.my_turn:
            return
        self._due = self._due or time.monotonic() + self._random.uniform(*_THINKS)
        if time.monotonic() >= self._due:
            session.play(self._random.choice(session.position.legal_moves))
            say("played", session.position)
            self._place = session.place, session.ending is None


def run_terminal(home: Path, line: str) -> None:
    """Let somebody play at a terminal, as `battle play --terminal --join` does."""
    show = FriendTable.show

    def say_and_show(self: FriendTable) -> None:
        say("shown", self.session.position)
        show(self)

    FriendTable.show = say_and_show  # type: ignore[method-assign]
    terminal = Terminal(
        Places.below(home),
        lines=Lines(line_reader()),
        write=partial(print, flush=True),
        friends=partial(Friends, open_channel=partial(open_ways, home)),
    )
    with closing(terminal), suppress(BrokenPipeError):
        terminal.run_with_friend(line)


@command
@click.argument("kind", type=click.Choice(["program", "terminal"]))
@click.argument("home", type=click.Path(path_type=Path))
@click.argument("line")
@click.argument("seed")
def main(kind: str, home: Path, line: str, seed: str) -> None:
    """Play."""
    if kind == "program":
        Program(home, line, seed).run()
    else:
        run_terminal(home, line)


if __name__ == "__main__":
    sys.exit(main())
