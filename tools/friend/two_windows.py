"""A whole game between two real windows in two processes, by mouse, through a real meeting place.

python -m tools.friend.two_windows broker     through a Mosquitto that this starts on 127.0.0.1
python -m tools.friend.two_windows lan        in one network, within the machine

Ada invites from New game and Ben joins with the line; Ada takes a move back, both write, they play
to the result and agree on a rematch. Told are the times from New game on, and the ports at which
each program listens in each state.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pygame

from battle.friend.channel import Channel
from battle.friend.friends import Friends
from battle.friend.invitation import Invitation
from battle.friend.terms import Side
from battle.friend.ways.broker import parse_broker
from battle.friend.ways.direct import DirectChannel
from battle.friend.ways.mqtt import MqttChannel
from battle.profile.records import Records
from battle.storage import Places
from battle.window.friends.question import QuestionDialog
from battle.window.friends.result import FriendResultScene
from battle.window.friends.table_scene import FriendTableScene
from battle.window.friends.talk_dialog import TalkDialog
from battle.window.main import App
from battle.window.navigation import first_scene
from battle.window.scenes.widget_scene import WidgetScene
from tests.support.fake_engine import FakeEngine
from tests.support.mosquitto import Mosquitto
from tests.support.open_ports import listening_ports
from tests.support.pilot import FRAME, Pilot, best_move
from tests.support.processes import started
from tests.support.two_pilots import pick

PATIENCE: Final = 150.0
"""Seconds after which a game is said to hang."""


class RealPilot(Pilot):
    """A pilot whose time is everybody's, so that threads and the other process keep up."""

    def run(self, seconds: float) -> None:
        """Let frames pass for some seconds."""
        for _ in range(max(1, round(seconds / FRAME))):
            self.app.step(FRAME)
            time.sleep(FRAME / 4)

    def until(self, done: Callable[[], bool], what: str) -> None:
        """Let frames pass until something is so."""
        end = time.monotonic() + PATIENCE
        while not done():
            self.run(FRAME)
            if time.monotonic() > end:
                raise TimeoutError(f"{what}: {self.scene}, {self.app.message}")


class Player:
    """Ada or Ben at a window; `shared` is where the line is left, as a messenger would carry it."""

    def __init__(self, name: str, home: Path, url: str) -> None:
        self.name, self.shared, self.url = name, home / "line", url
        self.began = time.monotonic()

        def friends(places: Places, records: Records) -> Friends:
            return Friends(places, records, None if url else _open_here)

        places = Places.below(home / name)
        app = App(places=places, size=(1280, 800), engine=FakeEngine(), friends=friends)
        app.change(language="en", names=(name, ""), auto_review=False, animation=False)
        app.change(brokers=url, meet_over_brokers=bool(url), local_network=not url)
        app.push(first_scene(app, None))
        self.pilot = RealPilot(app, FakeEngine(), [0.0])
        self.pilot.run(0.2)
        self.tell("start screen")

    def tell(self, what: str) -> None:
        """Print what has come about, when, and the ports that are open."""
        seconds = time.monotonic() - self.began
        ports = sorted(listening_ports())
        print(f"{self.name} {seconds:6.1f} s  {what}; ports: {ports or 'none'}", flush=True)

    def meet(self) -> None:
        """Come to the table: by inviting, or by the line."""
        pilot = self.pilot
        if self.name == "Ada":
            pilot.press_button("New game")
            for words in ("Friend", "Elsewhere", "Invite"):
                pick(pilot, words)
            line = pygame.scrap.get_text()
            self.shared.with_suffix(".new").write_text(line, "ascii")
            self.shared.with_suffix(".new").rename(self.shared)
            self.tell("invitation shown")
        else:
            pilot.until(self.shared.exists, "no line")
            pygame.scrap.put_text(self.shared.read_text("ascii"))
            pilot.press("ctrl+v")
            pilot.until(lambda: _has(pilot, "Join"), "nothing to join")
            self.tell("offer shown")
            pick(pilot, "Join")
        pilot.until(lambda: isinstance(pilot.scene, FriendTableScene), "no table")
        self.tell("at the table")

    def play(self) -> None:
        """Play to the end; Ada takes a move back and writes, Ben agrees to all."""
        pilot, number, told = self.pilot, 0, False
        while not isinstance(pilot.scene, FriendResultScene):
            self._dialogs()
            scene = pilot.scene
            if isinstance(scene, FriendTableScene) and scene.session.my_turn:
                moves = scene.session.game.ply
                move = best_move(scene.session)
                pilot.click_cell(move.first)
                pilot.click_cell(move.second)
                pilot.run(0.05)
                number += 1
                if number == 1:
                    self.tell("first move")
                if number == 2 and self.name == "Ada" and scene.session.game.ply == moves + 1:
                    self._take_back(scene)
            elif isinstance(scene, FriendTableScene) and scene.session.game.moves and not told:
                told = True
                self.tell("first move of the friend is here" if self.name == "Ada" else "waits")
            pilot.run(FRAME)
            if time.monotonic() - self.began > PATIENCE:
                raise TimeoutError(f"the game hangs: {scene}, {self.pilot.app.message}")
        self.tell(f"result after {number} moves")

    def _take_back(self, scene: FriendTableScene) -> None:
        """Ask for the move back, and write meanwhile."""
        pilot, ply = self.pilot, scene.session.game.ply
        pilot.press_button("Ask for a take-back")
        if scene.session.asked is None:
            return
        pilot.press_button("Messages")
        assert isinstance(pilot.scene, TalkDialog)
        pilot.type("sorry")
        pilot.press("return")
        pilot.press("escape")
        pilot.until(lambda: scene.session.asked is None, "no answer")
        self.tell(f"asked for a take-back at {ply}, now at {scene.session.game.ply}")

    def _dialogs(self) -> None:
        """Agree to what the friend asks."""
        pilot = self.pilot
        if isinstance(pilot.scene, QuestionDialog):
            pilot.run(0.1)
            if isinstance(pilot.scene, QuestionDialog):
                pick(pilot, "Agree")

    def again(self) -> None:
        """Agree on a rematch, and close."""
        pilot = self.pilot
        if self.name == "Ada":
            pick(pilot, "Rematch")

        def begun() -> bool:
            self._dialogs()
            scene = pilot.scene
            return isinstance(scene, FriendTableScene) and scene.session.series.number > 1

        pilot.until(begun, "no rematch")
        said = [message.text for message in pilot.table.friend.chat.said]  # type: ignore[attr-defined]
        games = len(pilot.app.records.games())
        self.tell(f"rematch begun; {games} game in the record, said: {said}")
        pilot.run(1.0)
        pilot.app.close()
        self.tell("closed")


def _has(pilot: Pilot, words: str) -> bool:
    scene = pilot.scene
    return isinstance(scene, WidgetScene) and any(button.text == words for button in scene.buttons)


def _open_here(where: Invitation, side: Side) -> Channel:
    """Open a way within the machine."""
    if where.broker:
        return MqttChannel(parse_broker(where.broker), where.topic)
    return DirectChannel(where.topic, listens=side == "host", addresses=["127.0.0.1"])


def main(way: str) -> int:
    """Start both and wait for them."""
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="two-windows-")))
        url = ""
        if way == "broker":
            broker = Mosquitto(home)
            broker.start()
            stack.callback(broker.kill)
            url = broker.url
        both = [
            stack.enter_context(
                started([sys.executable, "-m", "tools.friend.two_windows", name, str(home), url])
            )
            for name in ("Ada", "Ben")
        ]
        return max(process.wait(2 * PATIENCE) for process in both)


if __name__ == "__main__":
    if len(sys.argv) == 2:
        sys.exit(main(sys.argv[1]))
    player = Player(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
    player.meet()
    player.play()
    player.again()
