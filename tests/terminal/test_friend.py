"""A game with a friend somewhere else, at two terminals."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from battle.friend.games import FriendGames
from battle.profile.records import Records
from battle.profile.settings import Settings
from battle.profile.store import Database
from battle.rules.position import FormatError
from battle.rules.record import Reason, record
from battle.services import Services
from battle.storage import Places
from battle.terminal.friend import FriendTerminal, LineReader
from tests.support.memory_channel import MemoryChannel, MemoryTopic
from tests.support.texts import Script

LINE = re.compile(r"^mahjong-battle:\S+$", re.MULTILINE)


class AtTerminal:
    """One of the two: what was printed when some lines were typed."""

    def __init__(self, home: Path, topic: MemoryTopic) -> None:
        self.places = Places.below(home)
        self.topic = topic
        self.output: list[str] = []

    def run(
        self,
        *lines: str | None,
        line: str = "",
        meanwhile: Callable[[], object] = lambda: None,
    ) -> str:
        """Run the program, type these lines and end the input; return what was printed."""
        self.output.clear()
        waiting = deque(lines)

        def poll() -> str | None:
            if not waiting:
                raise EOFError
            meanwhile()
            return waiting.popleft()

        games = FriendGames(self.places, lambda where, side: MemoryChannel(self.topic))
        with closing(Services(self.places, chosen=Settings())) as services:
            terminal = FriendTerminal(services, games, poll=poll, write=self.output.append)
            terminal.run(line or None, "mqtt://example.org")
        return "\n".join(self.output)

    def invite(self, *answers: str) -> str:
        """Return the line of a new invitation, alone on its line."""
        found = LINE.search(self.run(*answers))
        assert found is not None
        return found[0]


@pytest.fixture
def two(tmp_path: Path) -> tuple[AtTerminal, AtTerminal]:
    topic = MemoryTopic()
    return AtTerminal(tmp_path / "ada", topic), AtTerminal(tmp_path / "ben", topic)


INVITES = ("Ada", "1", "4711", "3d", "no")
"""Answers that make an invitation: name, who begins, deal, time, help."""


def test_a_game_goes_from_terminal_to_terminal(two: tuple[AtTerminal, AtTerminal]) -> None:
    """The invitation stands on a line of its own; each types, leaves and comes back in turn."""
    ada, ben = two
    line = ada.invite(*INVITES)
    printed = ben.run("yes", "Ben", "say Hello!", "list", line=line)
    assert "Ada invites you:" in printed
    assert "Ada moves first" in printed
    assert "3 days for each move" in printed
    printed = ada.run("1", "undo", "friend", line=line)
    assert "Ben has joined." in printed
    assert "Your friend: Hello!" in printed or "Ben: Hello!" in printed
    assert "Ada took" in printed
    printed = ben.run("yes", "resign", "yes", "rematch", line=line)
    assert "Ada asks to take back" in printed
    assert "Ben resigned" in printed
    printed = ada.run("yes", "draw", line=line)
    assert "Ben would like another game." in printed
    assert "Ben to move" in printed
    printed = ben.run("yes", "record", line=line)
    assert 'Termination "draw agreed"' in printed
    assert "game is saved" in printed


def test_a_question_that_comes_again_and_again_is_printed_once(
    two: tuple[AtTerminal, AtTerminal],
) -> None:
    """A draw that is offered and withdrawn on end is one line, and one more once it is declined."""
    ada, ben = two
    line = ada.invite(*INVITES)
    ben.run("yes", "Ben", line=line)
    ada.run("1", line=line)
    games = FriendGames(ada.places, lambda where, side: MemoryChannel(ada.topic))
    game = games.open(games.topics()[0])

    def offer() -> None:
        game.session.offer_draw(game.session.me)

    def withdraw() -> None:
        game.session.withdraw()

    steps = iter([offer, withdraw, offer, withdraw, offer, None, None, None, None, None, offer])

    def meanwhile() -> None:
        (next(steps, None) or (lambda: None))()
        games.update(datetime.now(UTC))

    printed = ben.run(*[None] * 8, "no", *[None] * 5, line=line, meanwhile=meanwhile)
    games.close()
    assert printed.count("offers a draw") == 2


def test_a_game_is_played_out_with_never_both_there(two: tuple[AtTerminal, AtTerminal]) -> None:
    """Each starts, takes a pair and leaves in turn, to the end by the rules, into both records."""
    ada, ben = two
    line = ada.invite(*INVITES)
    ben.run("yes", "Ben", line=line)
    sides, printed = (ada, ben), ""
    for turn in range(60):
        printed = sides[turn % 2].run("1", line=line)
        if "You can type rematch" in printed:
            break
    for side in (ada, ben):
        assert "You can type rematch" in side.run(line=line)
    ((first,), (second,)) = [Records(Database.of(side.places)).games() for side in sides]
    assert record(first.record) == record(second.record)
    assert first.ending == second.ending
    assert first.ending is not None
    assert first.ending.reason is Reason.PLAYED_OUT


@pytest.mark.parametrize("words", ["0+5", "32d", "ten", "10+x"])
def test_a_time_that_is_none_is_asked_again(two: tuple[AtTerminal, AtTerminal], words: str) -> None:
    """Seconds a move without minutes are no clock either, and nothing goes on without one."""
    printed = two[0].run("Ada", "1", "4711", words, "3d", "no")
    assert printed.count("days per move such as 3d") == 2
    assert LINE.search(printed)


def test_help_lists_what_is_understood(two: tuple[AtTerminal, AtTerminal]) -> None:
    """Every command is in the list, and wrong lines are answered with a sentence."""
    printed = two[0].run(*INVITES, "help", "a1c9", "rematch", "say", "claim", "yes", "seat 1")
    for command in FriendTerminal.commands:
        assert f"  {command.name}" in printed
    assert printed.count("The game has not begun yet.") == 6


def test_the_pie_rule_goes_from_terminal_to_terminal(two: tuple[AtTerminal, AtTerminal]) -> None:
    """Whom the lot has fallen on names points, the other takes a seat, and both have that game."""
    ada, ben = two
    line = ada.invite("Ada", "4", "4711", "0", "no")
    named_by_ben = "Name these points" in ben.run("yes", "Ben", "points 61", "seat 1", line=line)
    assert ben.output.count("Please type a number from -60 to 60.") == 1
    namer, chooser, name = (ben, ada, "Ben") if named_by_ben else (ada, ben, "Ada")
    printed = namer.run("seat 1", "points -5", "points 3", line=line)
    assert "“points NUMBER”: Name these points" in printed
    assert printed.count("That is not possible now.") == 2
    printed = chooser.run("seat 2", "score", line=line)
    assert f"{name} names 5 points for moving first. Choose your seat." in printed
    assert "“seat 1”: Move first, with 5 points" in printed
    assert f"{name} 5 (5 points given)" in printed
    assert f"{name} 5 (5 points given)" in namer.run("score", line=line)


def test_messages_are_switched_off_and_on(two: tuple[AtTerminal, AtTerminal]) -> None:
    """Who has switched them off gets none and sends none, until they are switched on."""
    ada, ben = two
    line = ada.invite(*INVITES)
    ben.run("yes", "Ben", "messages off", "messages perhaps", line=line)
    assert "Please type on or off." in ben.output
    assert "Messages are off." in ada.run("say Hello?", line=line)
    printed = ben.run("say No", "messages", "messages on", "say Yes", line=line)
    assert printed.count("Messages are off.") == 2
    assert "Messages are on." in printed
    printed = ada.run("list", line=line)
    assert "Ben: Yes" in printed
    assert "Ben: No" not in printed


def test_ctrl_c_leaves_as_quit_does(two: tuple[AtTerminal, AtTerminal]) -> None:
    """Whoever interrupts the program is told that the game is kept, and the friend is told too."""
    ada, ben = two
    line = ada.invite(*INVITES)
    ben.run("yes", "Ben", line=line)
    games = FriendGames(ada.places, lambda where, side: MemoryChannel(ada.topic))

    def interrupted() -> str:
        raise KeyboardInterrupt

    said: list[str] = []
    with closing(Services(ada.places, chosen=Settings())) as services:
        FriendTerminal(services, games, poll=interrupted, write=said.append).run(line)
    assert "game is saved" in said[-1]
    assert games.opened == {}


def test_an_invitation_that_was_withdrawn_ends_with_a_word(
    two: tuple[AtTerminal, AtTerminal],
) -> None:
    """Who takes it back is informed that it leads nowhere, the other who took it back."""
    ada, ben = two
    line = ada.invite(*INVITES)
    printed = ada.run("withdraw", line=line)
    assert "can no longer be used" in printed
    assert "game is saved" not in printed
    printed = ben.run("list", line=line)
    assert "Ada withdrew the invitation" in printed
    assert "game is saved" not in printed


def test_a_used_invitation_ends_with_a_word(
    two: tuple[AtTerminal, AtTerminal], tmp_path: Path
) -> None:
    """A third who has the line is informed, and the program ends."""
    ada, ben = two
    line = ada.invite(*INVITES)
    ben.run("yes", "Ben", line=line)
    ada.run("list", line=line)
    eve = AtTerminal(tmp_path / "eve", ada.topic)
    assert "Someone else has joined" in eve.run("list", line=line)


def test_a_line_that_is_none_is_refused(two: tuple[AtTerminal, AtTerminal]) -> None:
    """What is no invitation raises an error in a line."""
    with pytest.raises(FormatError, match="no invitation"):
        two[0].run(line="hello")


def test_lines_are_read_when_they_are_wanted() -> None:
    """The reader hands over one line at a time, and tells the end of input."""
    reader = LineReader(Script("one", "two").read)

    def next_line() -> str:
        return next(filter(None, (reader.poll() for _tick in range(300))))

    assert next_line() == "one"
    assert next_line() == "two"
    with pytest.raises(EOFError):
        next_line()
