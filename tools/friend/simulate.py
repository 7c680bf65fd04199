"""Whole games over a hostile meeting place: `python -m tools.friend.simulate 200`.

Each side comes and goes, is killed and comes back from its disk; the broker is killed; messages are
lost, repeated, delayed, reordered, forged, and old ones sent again. After both have been there once
more, both must have the same game, and every entry that either ever made.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from battle.friend.channel import Channel
from battle.friend.game import FriendGame
from battle.friend.meeting import SIDES, Invitation, MeetingStage, Side, Terms, other_side
from battle.rules.position import RulesError, deal
from battle.storage import Places
from tests.friend.pairs import games_of
from tools.friend.hostile import HostileChannel, HostileTopic
from tools.friend.person import Person


@dataclass
class Simulation:
    """One game, from the invitation to its end on both sides."""

    seed: int
    home: Path
    counts: Counter[str] = field(default_factory=Counter)
    trouble: float = 0.3

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.topic = HostileTopic(self.random, self.trouble)
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        self.people: dict[Side, Person] = {
            side: Person(side, Places.below(self.home / side), self._open, _lose) for side in SIDES
        }

    def _open(self, where: Invitation, side: Side) -> HostileChannel:
        return HostileChannel(self.topic)

    def run(self, *, never_both: bool = False) -> None:
        """Play the game to its end; raise AssertionError if something is lost or differs."""
        host = self.people["host"]
        number = self.random.randint(1, 10**6)
        made = host.begin().invite(Terms(deal(number), number), "Ada", broker="mqtt://example.org")
        self.people["guest"].line = str(made.invitation)
        for _step in range(20_000):
            if self._is_over():
                break
            self._step(never_both=never_both)
        assert self._is_over(), f"game {self.seed} did not come to its end"
        self._both_once_more()
        self.counts["moves"] += self._ply("host")
        self._check()
        self.counts["games"] += 1
        self.counts.update(self.topic.counts)

    def _step(self, *, never_both: bool) -> None:
        """Let something happen."""
        self.now += timedelta(seconds=self.random.choice([0.1, 1, 5, 30, 700]))
        person = self.people[self.random.choice(SIDES)]
        chance = self.random.random()
        if person.game is None:
            other = self.people[other_side(person.side)]
            if never_both:
                other.close()
            person.start()
            self.counts["starts"] += 1
        elif chance < 0.03:
            person.remember(f"game {self.seed}")
            person.kill()
            self.counts["kills"] += 1
        elif chance < 0.05:
            person.close()
        elif chance < 0.06:
            self.topic.restart()
        elif isinstance(person.game.channel, HostileChannel):
            person.game.channel.connect()
            person.game.update(self.now)
            self._act(person, person.game)
            if self.random.random() < 0.8:
                person.game.update(self.now)
        person.remember(f"game {self.seed}")

    def _act(self, person: Person, game: FriendGame) -> None:
        """Let a person do something, as far as it can be done."""
        if game.stage is MeetingStage.SEEN:
            game.join("Ben")
        session = game.session
        if session is None or session.ending is not None:
            return
        chance = self.random.random()
        with suppress(RulesError):
            if session.pending is not None:
                agrees = session.pending.kind == "take back" and chance < 0.5
                session.answer(agrees)
                self.counts["answers"] += 1
            elif chance < 0.03:
                session.request_take_back(session.own)
                self.counts["take-backs asked"] += 1
            elif chance < 0.05:
                session.offer_draw(session.own)
            elif chance < 0.08:
                game.say(f"message {self.random.random()}")
                self.counts["messages"] += 1
            elif session.my_turn:
                session.play(self.random.choice(session.position.legal_moves))

    def _is_over(self) -> bool:
        """Whether somebody knows the end of the game."""
        found = [one.game.replay for one in self.people.values() if one.game is not None]
        return any(replay is not None and replay.ends for replay in found)

    def _both_once_more(self) -> None:
        """Let both be there, with nothing going wrong any more."""
        self.topic.trouble = 0
        for person in self.people.values():
            if person.game is None:
                person.start()
        for _round in range(6):
            self.now += timedelta(seconds=20)
            for person in self.people.values():
                assert person.game is not None
                assert isinstance(person.game.channel, HostileChannel)
                person.game.channel.connect()
                person.game.update(self.now)
                person.remember(f"game {self.seed}")

    def _ply(self, side: Side) -> int:
        game = self.people[side].game
        assert game is not None
        assert game.session is not None
        return game.session.game.ply

    def _check(self) -> None:
        host, guest = (self.people[side].game for side in SIDES)
        assert host is not None
        assert guest is not None
        assert host.logbook is not None
        assert guest.logbook is not None
        assert host.logbook.logs == guest.logbook.logs, f"game {self.seed} differs"
        assert games_of(host.replay) == games_of(guest.replay)
        for side in SIDES:
            assert host.logbook.logs[side] == self.people[side].entered
        said = [list(game.chat.said) for game in (host, guest)]
        assert sorted(said[0], key=str) == sorted(said[1], key=str), "messages differ"
        for person in self.people.values():
            person.close()


def _lose(channel: Channel) -> None:
    assert isinstance(channel, HostileChannel)
    channel.lose()


def run(
    count: int, first: int = 0, *, trouble: float = 0.3, never_both: bool = False
) -> Counter[str]:
    """Play some games; return what happened in them."""
    counts: Counter[str] = Counter()
    for seed in range(first, first + count):
        with tempfile.TemporaryDirectory() as home:
            Simulation(seed, Path(home), counts, trouble).run(never_both=never_both)
    return counts


def main() -> None:
    """Play as many games as the command line says, and print what happened."""
    os.fsync = lambda fd: None  # what is simulated need not outlive a loss of power
    words = sys.argv[1:] or ["200"]
    counts = run(int(words[0]), int(words[1]) if len(words) > 1 else 0)
    for what, count in sorted(counts.items()):
        print(f"{count:8}  {what}")


if __name__ == "__main__":
    main()
