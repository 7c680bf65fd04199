"""Two real windows in one process, each with a home of its own, whose games meet in memory.

    with two_pilots(tmp_path) as two:
        two.ada.press_button("New game")
        two.run(0.5)                      # both windows, in turn

They share the display, the events and the clipboard of the process, so only one of them is driven
at a time; between two of its frames nothing of the other's can come.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest import mock

import pygame

from battle.friend.channel import Channel
from battle.friend.friends import Friends
from battle.friend.invitation import Invitation
from battle.friend.terms import Side
from battle.profile.records import Records
from battle.storage import Places
from battle.window.main import App
from battle.window.navigation import first_scene
from battle.window.scenes.scene import WidgetScene
from tests.support.fake_engine import FakeEngine
from tests.support.memory_channel import MemoryChannel, MemoryTopic
from tests.support.pilot import FRAME, Pilot


@dataclass
class Meeting:
    """Where channels in memory meet, by topic; `channels` are those that were opened."""

    topics: defaultdict[str, MemoryTopic] = field(default_factory=lambda: defaultdict(MemoryTopic))
    channels: list[MemoryChannel] = field(default_factory=list)

    def open(self, where: Invitation, _side: Side) -> Channel:
        """Open the way to a topic."""
        channel = MemoryChannel(self.topics[where.topic])
        self.channels.append(channel)
        return channel


@dataclass
class TwoPilots:
    """Ada and Ben, each at a window; one that is closed can be opened again."""

    home: Path
    size: tuple[int, int] = (1280, 800)
    meeting: Meeting = field(default_factory=Meeting)
    begun: datetime = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
    clock: list[float] = field(default_factory=lambda: [1000.0])
    open_now: dict[str, Pilot] = field(default_factory=dict)

    @property
    def ada(self) -> Pilot:
        """Ada's window."""
        return self.open_now["Ada"]

    @property
    def ben(self) -> Pilot:
        """Ben's window."""
        return self.open_now["Ben"]

    def moment(self) -> datetime:
        """Return the date and the time, which go on with the frames."""
        return self.begun + timedelta(seconds=self.clock[0] - 1000)

    def open(self, name: str, **changes: object) -> Pilot:
        """Open a person's window, as at the start of the program."""

        def friends(places: Places, records: Records) -> Friends:
            return Friends(places, records, self.meeting.open, in_thread=False)

        engine = FakeEngine()
        app = App(
            places=Places.below(self.home / name),
            size=self.size,
            now=lambda: self.clock[0],
            moment=self.moment,
            engine=engine,
            friends=friends,
        )
        app.change(**{"language": "en", "names": (name, ""), "auto_review": False, **changes})
        pilot = Pilot(app, engine, self.clock)
        self.open_now[name] = pilot
        app.push(first_scene(app, None))
        pilot.run(2 * FRAME)
        while app.friends.is_loading:
            pilot.run(FRAME)
        pilot.run(4 * FRAME)
        return pilot

    def close(self, name: str) -> None:
        """Close a person's window; the other one stays."""
        with mock.patch.object(pygame, "quit"):
            self.open_now.pop(name).app.close()

    def run(self, seconds: float) -> None:
        """Let frames pass in all windows that are open."""
        for _ in range(max(1, round(seconds / FRAME))):
            for pilot in list(self.open_now.values()):
                pilot.run(FRAME)

    def wait(self, days: float) -> None:
        """Let days pass in which nothing happens here."""
        self.clock[0] += days * 24 * 3600


def pick(pilot: Pilot, words: str) -> None:
    """Click the button that says `words`, also one of a group that is not chosen."""
    scene = pilot.scene
    assert isinstance(scene, WidgetScene)
    said = [button.text for button in scene.buttons]
    found = [button for button in scene.buttons if button.text == words]
    assert found, f"no button {words!r} among {said}"
    pilot.click(found[0].rect.center)


@contextmanager
def two_pilots(home: Path, size: tuple[int, int] = (1280, 800)) -> Iterator[TwoPilots]:
    """Open Ada's and Ben's windows; close what is open at the end."""
    two = TwoPilots(home, size)
    try:
        two.open("Ada")
        two.open("Ben")
        yield two
    finally:
        for name in list(two.open_now):
            with suppress(KeyError):
                two.close(name)
        pygame.quit()
