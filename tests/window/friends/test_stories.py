"""Stories of friends at windows of their own, in `tests/approved/windows`: what all of them see.

    > Ada and Ben meet: Live
    > Ada presses u
    > Ben picks Agree

Whoever is no friend of them, such as Eve, has a window once it is opened.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from urllib.parse import unquote

import pytest

from battle.friend.channel import LinkKind, LinkState
from battle.friend.log import Fork
from battle.friend.meeting import Invitation
from battle.friend.words import waiting_words
from battle.game.events import ProvedFork
from battle.page.text import page_lines
from battle.profile.records import own_games
from battle.rules.position import position
from battle.screens.home import far_games
from battle.screens.invitation import Hosting
from battle.screens.join import Join
from battle.screens.moving import MoveAway, MoveHere
from battle.screens.result import Result
from battle.screens.talk import Talk
from battle.window.card_view import ViewScene
from battle.window.cards import ChoiceDialog, Stop
from battle.window.files import open_dropped
from battle.window.table import TableScene
from battle.window.ui import clipboard
from tests.support.pilot import (
    Pilot,
    TwoPilots,
    invite_friend,
    join_friend,
    meet_at_table,
    pick,
    play_pair,
    two_pilots,
)
from tests.support.stories import Story, check_story, step, stories

LINE = r"(mahjong-battle:|#)[1-4]\.[\w.~-]+"
"""An invitation, or what a link has of one."""


WORD = r"(\w{4}-){2}\w{4}"
"""What two people compare."""


class Windows(Story):
    """The windows of two friends, and of whoever looks on."""

    news = ("said", "sounds")

    def __init__(self, two: TwoPilots, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__()
        self.two = two
        monkeypatch.setattr("battle.game.setup.random", Random(1))
        self.heard: dict[str, list[str]] = {}
        self.mail = ""
        monkeypatch.setattr("webbrowser.open", self.send_mail)
        self.said: dict[str, object] = {}
        for pilot in two.open_now.values():
            pilot.app.say("")
        for who, what, words in self.facts():
            self.shown[who][what] = words

    def send_mail(self, url: str) -> bool:
        """Take in what the system's mail is given; it works once."""
        is_first, self.mail = not self.mail, unquote(url.partition("body=")[2])
        return is_first

    # What is seen

    def facts(self) -> Iterator[tuple[str, str, str]]:
        """Yield what each window shows, and what is on the clipboard that they share."""
        for name, pilot in self.two.open_now.items():
            for what, words in self.window(name, pilot):
                yield name, what, words
        yield "clipboard", "text", re.sub(LINE, r"\1…", clipboard.peek())
        yield "mail", "text", re.sub(LINE, r"\1…", self.mail)

    def window(self, name: str, pilot: Pilot) -> Iterator[tuple[str, str]]:
        """Yield what one window shows."""
        scene, app = pilot.scene, pilot.app
        yield "title", app.window.title
        shown = scene.screen if isinstance(scene, ViewScene) else scene
        yield "screen", type(shown).__name__.removesuffix("Scene")
        yield "said", app.message.text if app.message is not self.said.get(name) else ""
        self.said[name] = app.message
        offered = [one for one in scene.buttons if not isinstance(one, Stop)]
        buttons = [one.text for one in offered if one.text and one.visible and not one.is_grey]
        yield "buttons", " / ".join(buttons) * (not isinstance(scene, TableScene))
        if isinstance(scene, ChoiceDialog):
            words = f"{scene.title} {scene.text}".strip().replace("\n", " / ")
            yield "question", re.sub(WORD, "WORD", words)
        if isinstance(shown, Hosting):
            yield "waits", " / ".join(waiting_words(shown.game.status))
        if isinstance(shown, Join) and shown.game is not None:
            yield "title", shown.view().title
            yield "waits", re.sub(WORD, "WORD", " / ".join(page_lines(shown.view().page[-2:])))
        if isinstance(shown, Result):
            yield "wish", shown.company.wish
        if isinstance(shown, Talk | MoveAway | MoveHere):
            words = " / ".join(page_lines(shown.view().page))
            yield "page", re.sub(WORD, "WORD", re.sub(LINE, r"\1…", words))
        if any(isinstance(one, TableScene) for one in app.scenes):
            yield from self.table(pilot.table)
        games = (f"{one.note}{f', {one.badge} unread' * bool(one.badge)}" for one in far_games(app))
        yield "games", " / ".join(games)
        kept = [f"{one.outcome.name.lower()} {one.rival}" for one in own_games(app.records.games())]
        yield "record", ", ".join(kept)
        heard = self.heard.get(name, [])
        yield "sounds", ", ".join(heard)
        heard.clear()

    def table(self, table: TableScene) -> Iterator[tuple[str, str]]:
        """Yield what a table shows."""
        session, company = table.session, table.company
        yield "players", " and ".join(session.names)
        yield "given", ":".join(map(str, session.position.given)) * any(session.position.given)
        yield "deal", str(session.setup.deal or "")
        yield "moves", " ".join(map(str, session.game.moves))
        yield "captions", " / ".join(map(table.game.caption, (1, 2)))
        yield "seen by", company.seen_by
        yield "states", ", ".join(table.game.states(player)[0] for player in (1, 2))
        yield "status", table.status[0]
        buttons = table.friend.no, table.friend.yes
        answers = " / ".join(button.text for button in buttons if button.visible)
        yield "asked", "" if company.request is None else f"{company.request.words} {answers}"
        yield "heard", "" if company.speech is None else company.speech.sub
        yield "ending", session.result_text if session.ending else ""

    # What is done

    def go_on(self, sentence: str) -> None:
        """Let all windows show what follows."""
        self.two.run(0.5)

    @step(r"Ada and Ben meet(?:: (.+))?")
    def meet(self, choices: str | None) -> None:
        meet_at_table(self.two, *(choices or "").split(", ") * bool(choices))

    @step(r"Ada invites")
    def invite(self) -> None:
        invite_friend(self.two.ada)

    @step(r"Ben joins")
    def join(self) -> None:
        join_friend(self.two.ben)

    @step(r"(\w+) presses (.+)")
    def press(self, name: str, keys: str) -> None:
        self.two.open_now[name].press(*keys.split())

    @step(r"(\w+) (picks|clicks) (?!on a free)(.+)")
    def pick(self, name: str, how: str, words: str) -> None:
        (pick if how == "picks" else Pilot.press_button)(self.two.open_now[name], words)

    @step(r"(\w+) types (.+)")
    def type(self, name: str, words: str) -> None:
        self.two.open_now[name].type(words)

    @step(r"(\w+) takes a pair")
    def take(self, name: str) -> None:
        play_pair(self.two.open_now[name])

    @step(r"(\w+) (points at|clicks on) a free tile")
    def point(self, name: str, how: str) -> None:
        pilot = self.two.open_now[name]
        point = pilot.centre_of(pilot.session.position.free_cells[0])
        (pilot.hover if how == "points at" else pilot.click)(point)

    @step(r"(\d+) seconds pass")
    def wait(self, seconds: str) -> None:
        self.two.run(float(seconds))

    @step(r"(\d+) hours? pass(?:es)?")
    def skip(self, hours: str) -> None:
        self.two.clock[0] += 3600 * int(hours)

    @step(r"(\w+) closes the window")
    def close(self, name: str) -> None:
        self.two.close(name)

    @step(r"(\w+) opens the window(, without names)?")
    def open(self, name: str, nameless: str | None) -> None:
        self.two.open(name, **({"names": ("", "")} if nameless else {}))

    @step(r"(\w+) looks away and back")
    def look_away(self, name: str) -> None:
        for gained in (False, True):
            self.two.open_now[name].focus(gained)

    @step(
        r"(\w+) opens (home|Analyse|the game|the invitation|an old link|the link(?:, damaged)?"
        r"|a file with it)"
    )
    def go(self, name: str, where: str) -> None:
        app, link = self.two.open_now[name].app, clipboard.peek().rpartition(" ")[2]
        if where == "Analyse":
            app.go("study_position", position("5m/5m"))
        elif where == "the game":
            app.go("friend_game", (*app.friends.opened, *app.friends.watched)[0])
        elif where == "a file with it":
            file = self.two.home / "from Ada.txt"
            file.write_text(clipboard.peek())
            open_dropped(app, file)
        elif where == "home":
            app.go("home")
        elif where == "the invitation":
            app.go("join", str(self.two.ada.table.company.game.invitation))
        else:
            app.go("link", link.removesuffix(link[-9:]) if "damaged" in where else link)

    @step(r"the clipboard has a link for watching")
    def copy_link(self) -> None:
        clipboard.put(str(replace(Invitation.new("mqtts://broker.example"), watches=True)))

    @step(r"the way of (Ada|Ben) is (closed|connecting|tried in vain)")
    def lose(self, name: str, how: str) -> None:
        reason = "broker.example cannot be reached: no such host." * (how == "tried in vain")
        channel = self.two.meeting.channels[name == "Ben"]
        channel.state = LinkState(LinkKind.CONNECTING, reason=reason)

    @step(r"the broker forgets what it kept")
    def forget(self) -> None:
        for topic in self.two.meeting.topics.values():
            topic.kept.clear()

    @step(r"(\w+)'s (\w+) is (\S+)")
    def change(self, name: str, setting: str, to: str) -> None:
        self.two.open_now[name].app.change(**{setting: to})

    @step(r"(\w+) (asks for a rematch|asks for deal (\d+)|withdraws)")
    def wish(self, name: str, what: str, number: str | None) -> None:
        game = self.two.open_now[name].table.company.game
        game.session.withdraw() if what == "withdraws" else game.ask_rematch(int(number or 0))

    @step(r"(\w+)'s copy shows that the friend has played two versions(, proven)?")
    def fork(self, name: str, proven: str | None) -> None:
        proof = ProvedFork(0, "0" * 64, "0" * 128) if proven else None
        book = self.two.open_now[name].table.company.game.logbook
        book.fork = Fork({"host": 0, "guest": 0}, proof)

    @step(r"(\w+) (resigns|offers a draw)")
    def act(self, name: str, what: str) -> None:
        session = self.two.open_now[name].session
        (session.resign if what == "resigns" else session.offer_draw)(session.me)

    @step(r"(\w+) is listened to")
    def listen(self, name: str) -> None:
        self.two.open_now[name].app.sound.play = self.heard.setdefault(name, []).append


@pytest.mark.parametrize("file", stories("windows"), ids=lambda file: file.stem)
def test_a_story_of_friends(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Step by step, each window shows what was approved, whether or not the page is built."""
    monkeypatch.setattr("battle.friend.words.page_folder", lambda: None)
    with two_pilots(tmp_path) as two:
        check_story(file, Windows(two, monkeypatch))
