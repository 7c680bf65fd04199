"""Messages of every bad kind, sent into a game: `python -m tools.friend.mutilate 100000`.

From strangers (random bytes, cut, changed, oversized, old copies, copies in the wrong slot), from
someone who has the used invitation, and from a friend whose program sends nonsense with the right
key. Each is refused, and the game stays as it was.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import click

from battle.friend.channel import Arrived
from battle.friend.game import FriendGame
from battle.friend.meeting import (
    Invitation,
    Terms,
    front,
    joining_message,
    offer_content,
    other_side,
    taken_content,
)
from battle.friend.sealing import MOST_CONTENT, Identity, packed
from battle.rules.position import deal
from tests.friend.pairs import Two, games_of
from tools.command import command
from tools.friend.simulate import KINDS, bad_message, show

NONSENSE: tuple[object, ...] = (
    None,
    True,
    -1,
    0,
    2**70,
    1e300,
    "",
    "\x00\u202e",
    "x" * 5000,
    [],
    {},
    [[[]]],
)


class Attack:
    """A game in its middle, and what is sent into it."""

    def __init__(self, home: Path, seed: int = 0) -> None:
        self.random = Random(seed)
        self.two = Two(home, Terms(deal(5), 5)).meet()
        self.games = [self.two.host, self.two.guest]
        self.history: list[Arrived] = []
        for _ply in range(12):
            mover = next(game for game in self.games if game.my_turn)
            assert mover.session is not None
            mover.session.play(mover.session.position.legal_moves[0])
            self.two.pass_by(60)
            self.history += [Arrived(*message) for message in self.two.topic.kept.items()]

    def send(self, count: int) -> Counter[str]:
        """Send a number of bad messages; return how many of each kind, and the replies."""
        counts: Counter[str] = Counter()
        kinds = ("with the invitation", "nonsense", *KINDS[:-1])
        before = [games_of(game.replay) for game in self.games]
        logs = [dict(game.logbook.logs) for game in self.games if game.logbook is not None]
        assert all(game.session and game.session.game.ply == 12 for game in self.games)
        for number in range(count):
            kind = kinds[number % len(kinds)]
            counts[f"sent: {kind}"] += 1
            arrived = self._made(kind)
            for game in self.games:
                game.receive([arrived])
        for game, games, log in zip(self.games, before, logs, strict=True):
            assert game.logbook is not None
            assert games_of(game.replay) == games, "the game has changed"
            assert game.logbook.logs == log, "the logs have changed"
            assert not game.forked
            counts.update({f"refused: {reason}": n for reason, n in game.refused.items()})
        self.two.pass_by(60)
        for side in (self.two.ada, self.two.ben):
            side.games.close()
        return counts

    # What is sent

    def _made(self, kind: str) -> Arrived:
        if kind == "with the invitation":
            return by_the_invited(self.random, self.games[0].invitation)
        if kind == "nonsense":
            return self._nonsense()
        return bad_message(self.random, kind, self.history)

    def _nonsense(self) -> Arrived:
        """Return a message by a friend's broken program, which has the key."""
        game = self.random.choice(self.games)
        seal, book = game.meeting.seal, game.logbook
        assert seal is not None
        assert book is not None
        side = self.random.choice([game.side, other_side(game.side)])
        values = book.copy("Eve").values | {"side": side}
        copy = seal.seal(side, harmed(self.random, values))
        if side == "host":
            return Arrived("host", meeting_front(game, copy))
        return Arrived("guest", copy)


def by_the_invited(random: Random, where: Invitation) -> Arrived:
    """Return a message by a stranger who has the invitation."""
    eve = Identity(bytes(32))
    match random.randrange(5):
        case 0:
            return Arrived("join", joining_message(where, "Eve", eve.public))
        case 1:
            content = offer_content("Eve", Terms(deal(6), 6), eve.public, 5)
            return Arrived("host", front(where, content))
        case 2:
            return Arrived("host", front(where, taken_content("00" * 16)))
        case 3:
            content = harmed(random, {"v": 1, "name": "Eve", "terms": {}, "box": "00"})
            return Arrived("host", front(where, content))
        case _:
            content = harmed(random, {"name": "Eve"})
            return Arrived("join", where.seal.seal("join", content))


def harmed(random: Random, values: dict[str, Any]) -> bytes:
    """Return content with nonsense in some place of it."""
    if random.random() < 0.1:
        return random.randbytes(random.randrange(300))
    found = json.loads(json.dumps(values))
    place, inner = None, found
    while inner and isinstance(inner, dict | list) and (not place or random.random() < 0.7):
        place = inner
        key = random.choice([*place] if isinstance(place, dict) else range(len(place)))
        inner = place[key]
    if place is not None:
        place[key] = random.choice(NONSENSE)
    content = packed(found)
    return content if len(content) <= MOST_CONTENT else b""


def meeting_front(game: FriendGame, copy: bytes) -> bytes:
    """Return the host's slot with a copy in it, as the friend's program can make it too."""
    host = game.meeting
    guest = host.friend if host.side == "host" else host.identity.public
    assert guest is not None
    return front(game.invitation, taken_content(guest.mark), copy)


def run(count: int) -> Counter[str]:
    """Send a number of bad messages into a game."""
    with tempfile.TemporaryDirectory() as home:
        return Attack(Path(home)).send(count)


@command
@click.argument("messages", default=100_000)
def main(messages: int) -> None:
    """Send as many as the command line says, and print what became of them."""
    show(lambda: run(messages))


if __name__ == "__main__":
    sys.exit(main())
