"""The terminal: a game, its commands, its texts."""

from __future__ import annotations

import re
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest

from battle import language
from battle.engine.client import EngineClient
from battle.friend.friends import Friends
from battle.friend.games import FriendGames
from battle.game.session import Session
from battle.game.setup import Seat, Setup
from battle.profile.autosave import Autosave
from battle.profile.proofs import shipped_pars
from battle.profile.records import Records
from battle.profile.settings import Settings
from battle.profile.store import FILE_NAME, Database
from battle.rules.disguise import known_deal
from battle.rules.position import FormatError, RulesError, deal
from battle.rules.record import record
from battle.rules.tree import Reason
from battle.services import Services
from battle.storage import Places
from battle.terminal.app import Terminal
from battle.terminal.card_view import ScreenRoom
from battle.terminal.dialogue import Lines, word_named
from battle.terminal.friend import FriendTable
from battle.terminal.own_table import OwnTable
from battle.terminal.room import Command, Room
from battle.terminal.start import NewGameRoom, StartRoom
from battle.terminal.task import TaskRoom
from battle.training.first_game import COUNT, FINISHED
from tests.support.conversations import TYPED, Shown, check_conversation, conversations
from tests.support.engines import TwinEngine
from tests.support.memory_channel import Meeting
from tests.support.texts import LANGUAGES, Script

# -- app ------------------------------------------------------------------------------------------

ENGINE = Path(__file__).parents[1] / "support" / "fake_engine_program.py"
FRIENDS = ["a friend here", "your name Ada", "the other player's name Ben", "size whole"]
"""What sets up a game between two people, but for the deal."""
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
DIFFERS = {r'\[Date ".*"\]': "[Date]", r"20\d\d-.*\.mjb": "NOW.mjb", r"\(5:0\d\)": "(5 min)"}
"""The name of a file that nobody has named, and how much of five minutes is left."""
SMALL = "5m5p/5p5m/9s/9s"
"""After this start: 5m a1b2, 5p a2b1, 9s c1d1."""


class Player(Script):
    """Types lines at a terminal and keeps what it prints."""

    def __init__(self, places: Places, *engine: str) -> None:
        super().__init__()
        self.places = places
        self.engine = EngineClient([sys.executable, str(ENGINE), *engine])
        self.terminal = self.new_terminal()

    def new_terminal(self) -> Terminal:
        """Return a terminal with nothing begun."""
        return Terminal(
            self.places,
            Settings(),
            self.engine,
            lines=Lines(self.read),
            write=self.output.append,
        )

    def type(self, *lines: str, file: Path | None = None) -> str:
        """Run the program, type these lines and end the input; return what was printed."""
        self.output.clear()
        self.lines = iter(lines)
        self.terminal.autosave.release()
        self.terminal = self.new_terminal()
        self.terminal.run(file)
        return self.printed


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Player]:
    """Return who types in an empty home."""
    player = Player(Places.below(tmp_path))
    yield player
    player.engine.close()
    language.use("en")


@pytest.mark.parametrize("file", conversations("terminal"), ids=lambda file: file.stem)
def test_conversations(tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is printed for what is typed is what was approved; `HERE` is where files are."""
    monkeypatch.setenv("LANGUAGE", "en")
    places = Places.below(tmp_path)

    def run(shown: Shown, how: str) -> None:
        shown.lines = iter([line.replace("HERE", str(tmp_path)) for line in shown.lines])
        engine = TwinEngine()
        if how != "twin":
            engine = EngineClient([sys.executable, str(ENGINE), *how.split()])
        terminal = Terminal(
            places,
            None,
            engine,
            lines=Lines(shown.read),
            write=shown.output.append,
            moment=lambda: NOON,
        )
        terminal.run()
        for game in terminal.records.games() if how == "twin" else []:
            shown.output.append(f"(Kept: proven from move {game.exact_from}, lost {game.lost}.)")
        terminal.close()

    check_conversation(file, run, {re.escape(str(tmp_path)): "HERE", **DIFFERS})


def test_a_game_in_another_window_stays_there(player: Player) -> None:
    """It is reported, and another one is begun beside it."""
    other = Autosave(player.places)
    session = Session(Setup((Seat("Ada"), Seat("Ben")), deal(5), 5))
    session.play(session.position.legal_moves[0])
    other.save(session)
    assert "in another window" in player.type("quit")
    assert record(other.file.read_text("utf-8")) == session.record()


@pytest.mark.parametrize("answered", range(len(FRIENDS)))
def test_every_question_can_be_left(player: Player, answered: int) -> None:
    """Quit leaves wherever one is; help prints again what can be chosen."""
    shown = player.type(*FRIENDS[:answered], "help", "quit", "not read")
    assert shown.count("You can also") == 2 + (answered > 0)
    assert next(player.lines) == "not read"


def test_the_first_question_understands_what_needs_no_game(player: Player, tmp_path: Path) -> None:
    """A game that is opened is played instead of what was asked."""
    file = tmp_path / "a.mjb"
    file.write_text('[First "Zoe"]\n[Deal "1"]\n\n*\n')
    assert "Zoe to move" in player.type(f"open {file}", "quit")
    assert "Zoe to move" in player.type("daily", "no", f"open {file}", "new", "yes", "quit")


def test_game_between_friends_to_the_end(player: Player) -> None:
    """Two people play a deal to its end by the numbers of pairs, and the result is reported."""
    output = player.type(*FRIENDS, "1", "play", *["1"] * 54)
    assert "Ada to move: 9 pairs can be taken." in output
    session = player.terminal.session
    assert session.ending is not None
    assert session.result_text in output
    assert not Autosave(player.places).file.exists()
    assert record(Autosave(player.places).last_file.read_text()).game.ply == session.game.ply


@pytest.mark.parametrize("line", ["a1b2", "B2-A1", "a1 b2", "5m", "5M", "a1", "b2", "1"])
def test_ways_to_type_a_move(player: Player, line: str) -> None:
    """A pair is named by its cells, by its kind, by one of its tiles, or by its number."""
    output = player.type(*FRIENDS, SMALL, "play", line)
    assert "Ada takes 5m on a1 and b2, 5 points." in output
    assert "Ben to move: 2 pairs can be taken." in output


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("7m", "There is no pair of 7m to take."),
        ("3p", "There are several pairs of 3p: a1b1, a1c1, a1d1, b1c1, b1d1, c1d1."),
        ("99", "There is no pair 99: the pairs that can be taken are 1 to 6."),
        ("0", "There is no pair 0: the pairs that can be taken are 1 to 6."),
        ("fiddle", "'fiddle' is neither a command nor a move; expected a1c9, 5m or help"),
        ("a1z9", "neither a command nor a move"),
        ("a1a2", "illegal move a1a2: no tile is left on a2"),
        ("\x00", "neither a command nor a move"),
        ("save /dev/null/x", "There is no directory /dev/null."),
        ("save /nowhere/at/all", "There is no directory /nowhere/at."),
        ("open /no/such/file", "Cannot read file: No such file or directory."),
        ("redo", "There is no move to redo."),
        ("undo", "There is no move to take back."),
        ("sides", "Only a person and the computer can change sides."),
        ("rematch", "The game is not over yet."),
        ("language xx", "Languages: en English"),
    ],
)
def test_refusals(player: Player, line: str, answer: str) -> None:
    """What cannot be done is answered with a sentence, and the game stands as it did."""
    assert answer in player.type(*FRIENDS, "3p/3p/3p/3p", "play", line)
    assert player.terminal.session.game.ply == 0


def test_a_fair_game_is_even_to_the_point(player: Player) -> None:
    """Points given make up for the deal, and for the head start that was chosen."""
    lead = "head start 61", "head start much", "head start 18"
    output = player.type(*FRIENDS, "deal fair", *lead, "play", "score")
    assert output.count("bad value of head_start") == 2
    setup, pars = player.terminal.session.setup, shipped_pars()
    par = pars[known_deal(setup.start, pars).number]
    assert par + setup.start.margin == setup.head_start == 18
    assert setup.deal is None
    points = max(setup.start.given)
    assert f"({points} points given)" in output
    assert "Deal" not in player.type("y", "record").split("[Position")[0].replace("Deal:", "")


def test_two_friends_agree_by_the_pie_rule(player: Player) -> None:
    """One names points and the other chooses the seat; after the game it is said what was even."""
    output = player.type(
        *FRIENDS, "pie rule on", "10", "play", "points 5", "seat 2", "yes", "resign", "y"
    )
    session = player.terminal.session
    assert session.setup.named_by == 1
    assert session.points == (0, 5)
    assert f"{session.name(1)} has been drawn to name the points." in output
    assert f"{session.name(2)}, choose your seat." in output
    assert "“seat 2”: Move second, with 5 points" in output
    assert "even would have been no points." in output


def test_the_program_takes_part_in_the_pie_rule(player: Player) -> None:
    """Against a program one side is its own: it names the par it knows, or chooses by it."""
    output = player.type(
        *("vera", "size whole", "pie rule on", "10", "play"),
        *("points 1", "seat 1", "yes", "score"),
    )
    setup = player.terminal.session.setup
    assert {seat.level for seat in setup.seats} == {"", "strong"}
    if setup.seats[(setup.named_by or 1) - 1].solver:
        assert "Vera names no points." in output
    else:
        assert "Agreed: 1 point for moving second. You move first." in output
        assert setup.seats[1].solver


@pytest.mark.parametrize("count", range(7))
def test_input_may_end_anywhere(player: Player, count: int) -> None:
    """The end of input at any question ends the program quietly."""
    player.type(*[*FRIENDS, SMALL, "play", "5m"][:count])


@pytest.mark.parametrize(
    "name", [".", "/", "~nobody-of-this-name/x", "~nobody-of-this-name", "\0", "x" * 300]
)
@pytest.mark.parametrize("command", ["save", "open"])
def test_names_that_no_file_can_have(player: Player, command: str, name: str) -> None:
    """A name that cannot be used is reported in a sentence, and the game goes on."""
    shown = player.type(*FRIENDS, SMALL, "play", f"{command} {name}", "no", "score", "quit")
    assert "Saved" not in shown
    assert "Ada, taken: nothing" in shown


def test_a_game_that_cannot_be_kept_is_not_said_to_be(tmp_path: Path) -> None:
    """Where nothing can be written leaving promises nothing; else it does."""
    (tmp_path / "file").write_text("no directory")
    told = {}
    for name in ("file", "home"):
        player = Player(Places.below(tmp_path / name))
        told[name] = player.type(*FRIENDS, SMALL, "play", "5m", "quit")
        player.engine.close()
    assert "continues without saving" in told["file"]
    assert "The game is saved" not in told["file"]
    assert "The game is saved" in told["home"]


def test_file_to_begin_with(player: Player, tmp_path: Path) -> None:
    """A file named at the start is opened; one that cannot be raises one line."""
    file = tmp_path / "a.mjb"
    game = '[First "Ada"]\n[Second "Ben"]\n[Deal "1"]\n\n*\n\n'
    file.write_text(game)
    player.type("1", file=file)
    assert player.terminal.session.game.ply == 1
    file.write_text(game.replace("*", "1. a1"))
    assert "the record breaks off before move 1" in player.type("quit", file=file)
    file.write_text(2 * game)
    with pytest.raises(RulesError, match=r"a\.mjb contains 2 games"):
        player.type(file=file)
    file.write_text("nonsense")
    with pytest.raises(RulesError, match=r"a\.mjb: bad record"):
        player.type(file=file)
    file.write_bytes(b"\x80\x00\xff")
    with pytest.raises(RulesError, match="not UTF-8"):
        player.type(file=file)


def test_every_command_is_listed_and_understood(player: Player) -> None:
    """Help lists every command, and none of them needs more than a full stop to an argument."""
    output = player.type(*FRIENDS, SMALL, "play", "help", "?")
    assert all(output.count(command.help) >= 2 for command in OwnTable.commands)


@pytest.mark.parametrize("answer", ["five", "-1", "601", "nan", "inf"])
def test_a_clock_that_is_none_is_refused(player: Player, answer: str) -> None:
    """Whatever is no time is refused in one line; any other will do."""
    output = player.type(*FRIENDS, SMALL, f"clock {answer}", "clock 7,5", "play")
    assert output.count("bad value of clock_minutes") + output.count("Please type") == 1
    assert str(player.terminal.session.setup.control) == "450+0"


def test_the_first_game_ends_with_the_teacher(player: Player) -> None:
    """After the last step the teacher watches from then on; who has chosen it keeps the choice."""
    player.terminal.change(first_game=COUNT - 1, teacher="off")
    player.lines = iter([*FRIENDS, SMALL, "play", "learn", "yes", "next", "quit"])
    player.terminal.run()
    assert player.terminal.settings.first_game == FINISHED
    assert player.terminal.settings.teacher == "points"
    assert player.terminal.session.level == "novice"


def test_games_come_into_the_record(player: Player) -> None:
    """A game that is played to its end is in the record, also when it is ended a second time."""
    player.type(*FRIENDS, SMALL, "play", "5m", "5p", "9s", "undo", "y", "9s", "quit")
    (game,) = Records(Database.of(player.places)).games()
    assert game.seats == ("Ada", "Ben")
    assert game.points == player.terminal.session.points
    player.type(*FRIENDS, SMALL, "play", "5m", "quit", "y")
    assert len(Records(Database.of(player.places)).games()) == 1


def test_a_damaged_record_is_told_in_the_terminal(player: Player) -> None:
    """What became of the file is printed, and the game goes on."""
    file = player.places.data / FILE_NAME
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"no database")
    assert FILE_NAME in player.type(*FRIENDS, SMALL, "play", "5m", "5p", "9s")
    assert len(Records(Database.of(player.places)).games()) == 1


def test_no_name_commands_the_terminal(player, tmp_path):
    """Names and comments of a record are read, not obeyed: no escape gets to the terminal."""
    file = tmp_path / "game.mjb"
    escape = "\x1b]0;hacked\x07\x1b[2J\x9b31m"
    file.write_text(
        f'[First "A{escape}"]\n[Second "B{escape}"]\n[Position "{SMALL}"]\n\n'
        f"1. a1b2 {{{escape}}} *\n"
    )
    printed = player.type("score", "record", f"open no{escape}such", "quit", file=file)
    assert "hacked" in printed
    assert not {*printed} & {"\x1b", "\x07", "\x9b"}


def test_an_interrupt_says_that_the_game_is_kept(player: Player) -> None:
    """Ctrl+C at a prompt leaves as quit does, and goes on to end the program."""
    lines = iter([*FRIENDS, SMALL, "play", "5m"])

    def read(prompt: str) -> str:
        player.output.append(prompt)
        line = next(lines, None)
        if line is None:
            raise KeyboardInterrupt
        return line

    terminal = Terminal(
        player.places, Settings(), player.engine, lines=Lines(read), write=player.output.append
    )
    with pytest.raises(KeyboardInterrupt):
        terminal.run()
    terminal.close()
    assert player.output[-1] == "The game is saved and can be continued next time."


# -- commands -------------------------------------------------------------------------------------


def test_a_word_is_known_in_both_languages_in_small_letters_and_in_capitals() -> None:
    """Of the words of a room only its own are understood."""
    language.use("de")
    names = [word_named(word, ("save", "help")) for word in ("Hilfe", "hilfe", "HELP", "helfen")]
    assert names == ["help", "help", "help", ""]
    leaving = "quit", "QUIT", "ｑｕｉｔ", "exit", " ende ", "Ende"
    assert {word_named(word, ["quit"]) for word in leaving} == {"quit"}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(
    "room",
    [OwnTable, NewGameRoom, FriendTable, StartRoom, ScreenRoom, TaskRoom],
)
def test_every_command_can_be_typed_in_every_language(room: type[Room], code: str) -> None:
    """Each is one word, which names no other command of the room in either language."""
    language.use(code)
    names = [command.name for command in room.commands]
    assert [word_named(language._(name), names) for name in names] == names
    assert not any(" " in language._(name) for name in names)


def test_a_line_begins_with_a_command_or_is_taken_as_it_is() -> None:
    """The rest of the line goes with the command; what is no command goes on whole."""
    done: list[tuple[str, str]] = []

    class Any(Room):
        commands = tuple(
            Command(name, "", lambda _room, rest, name=name: done.append((name, rest)), "REST")
            for name in ("save", "help", "quit")
        )

        def take(self, line: str) -> None:
            done.append(("", line))

    for line in ("save", "SAVE  My game.mjb ", "?", "exit", "a1 c9", ""):
        Any(Mock()).obey(line)
    named = [("save", ""), ("save", "My game.mjb"), ("help", ""), ("quit", "")]
    assert done == [*named, ("", "a1 c9"), ("", "")]


# --- friend ---------------------------------------------------------------------------------------
#
# A game with a friend somewhere else, at two terminals.


LINE = re.compile(r"mahjong-battle:\S+")
SECRETS = {
    LINE.pattern: "(the invitation)",
    r"[A-Z2-7]{4}(-[A-Z2-7]{4})+": "(the word)",
    r'\[(Date|Key) ".*"\]': r"[\1]",
    r"(██[█▀▄ ]*██\n)+": "(the code)\n",
}
"""What is drawn for every game, and when it was played."""


NOTHING = "…"
"""What is typed while a friend is awaited."""


class AtTerminal:
    """One of the two: what was printed when some lines were typed."""

    def __init__(self, home: Path, meeting: Meeting) -> None:
        self.places = Places.below(home)
        self.meeting = meeting
        self.output: list[str] = []

    def run(
        self,
        *lines: str | None,
        line: str = "",
        at_start: bool = False,
        meanwhile: Callable[[], object] = lambda: None,
    ) -> str:
        """Run the program, type these lines and end the input; return what was printed."""
        self.output.clear()
        waiting = deque(lines)

        def poll() -> str | None:
            if not waiting:
                raise EOFError
            meanwhile()
            line = waiting.popleft()
            self.output.append(f"{TYPED} {NOTHING if line is None else line}")
            return line

        with closing(self.terminal(poll)) as terminal:
            if at_start:
                terminal.run()
            else:
                terminal.run_with_friend(line or None, "mqtt://example.org")
        return "\n".join(self.output)

    def terminal(self, poll: Callable[[], str | None]) -> Terminal:
        """Return a terminal whose lines are polled."""
        lines = Lines(lambda _prompt: "")
        lines.poll = poll  # type: ignore[method-assign]
        friends = partial(Friends, open_channel=self.meeting.open, in_thread=False)
        return Terminal(
            self.places, Settings(), lines=lines, write=self.output.append, friends=friends
        )

    def invite(self, *answers: str) -> str:
        """Return the line of a new invitation."""
        found = LINE.search(self.run(*answers))
        return found[0]

    def host(self, guest: AtTerminal) -> str:
        """Let another one join as Ben; return the line of the game."""
        line = self.invite(*INVITES)
        guest.run("name Ben", "yes", None, line=line)
        return line


@pytest.fixture
def two(tmp_path: Path) -> tuple[AtTerminal, AtTerminal]:
    meeting = Meeting()
    return AtTerminal(tmp_path / "ada", meeting), AtTerminal(tmp_path / "ben", meeting)


def test_an_invitation_that_is_not_joined_leaves_nothing(
    two: tuple[AtTerminal, AtTerminal],
) -> None:
    """Whoever says no, or leaves before, has no game of it, and is not connected."""
    ada, ben = two
    line = ada.invite(*INVITES)
    for answers in (("no",), ("quit",), ()):
        assert "--join" not in ben.run(*answers, line=line)
        assert not [*ben.places.data.rglob("*.json")]
        assert all(not topic.channels for topic in ben.meeting.topics.values())


@pytest.mark.parametrize("file", conversations("two-terminals"), ids=lambda file: file.stem)
def test_conversations_of_friends(
    tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ada's invitation leads the others to her game; each types, leaves and comes back in turn.

    Whoever comes `by 2` has the second invitation or link that was printed.
    """
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setattr("random.random", lambda: 0.0)  # lots are drawn alike
    meeting, invitations = Meeting(), [""]

    def run(shown: Shown, how: str) -> None:
        name, *by = how.split()
        at_work = AtTerminal(tmp_path / name, meeting)
        at_work.output = shown.output
        number = 0 if by == ["invites"] else int(by[-1]) if by else -1
        lines = (None if line == NOTHING else line for line in shown.lines)
        printed = at_work.run(*lines, line=invitations[number])
        invitations.extend(one for one in LINE.findall(printed) if one not in invitations)

    check_conversation(file, run, SECRETS)


INVITES = ("your name Ada", "begins 1", "4711", "clock days", "for a move 3", "no help on", "send")
"""What makes an invitation: name, who begins, deal, time, help."""


def test_a_game_that_waits_is_what_stands_out(two: tuple[AtTerminal, AtTerminal]) -> None:
    """A program begun anew names it at the start, opens it by the friend's name, and goes back."""
    ada, ben = two
    ada.host(ben)
    printed = ada.run(None, "ben", None, "back", None, at_start=True)
    assert "“yes”: Ben: 0 : 0, your turn" in printed
    assert "Ada to move" in printed
    assert printed.count("Games with friends") == 2


def test_a_question_that_comes_again_and_again_is_printed_once(
    two: tuple[AtTerminal, AtTerminal],
) -> None:
    """A draw that is offered and withdrawn on end is one line, and one more once it is declined."""
    ada, ben = two
    line = ada.host(ben)
    ada.run("1", line=line)
    games = FriendGames(ada.places, ada.meeting.open)
    game = games.open(games.topics()[0])

    offer = partial(game.session.offer_draw, game.session.me)
    withdraw = game.session.withdraw
    steps = iter([offer, withdraw, offer, withdraw, offer, *[None] * 5, offer])

    def meanwhile() -> None:
        (next(steps, None) or (lambda: None))()
        games.update(datetime.now(UTC))

    printed = ben.run(*[None] * 8, "no", *[None] * 5, line=line, meanwhile=meanwhile)
    games.close()
    assert printed.count("offers a draw") == 2


def test_a_game_is_watched_at_a_third_terminal(tmp_path: Path) -> None:
    """The link that a player types for shows moves and messages, and what is typed does nothing."""
    meeting = Meeting()
    ada, ben, eve = (AtTerminal(tmp_path / name, meeting) for name in ("ada", "ben", "eve"))
    line = ada.host(ben)
    ada.run("1", line=line)
    ben.run("say hidden", "1", line=line)
    pauses = iter([0, 1.05])  # another second: what was said in that of `watch` stays hidden
    typed = ("watch", None, "say Hello", "1")
    printed = ada.run(*typed, line=line, meanwhile=lambda: time.sleep(next(pauses, 0)))
    found = LINE.findall(printed)[-1]
    assert found.startswith("mahjong-battle:2.")
    assert "Ada lets others watch" in ben.run("", line=line)
    shown = eve.run("", "a1b1", "resign", "quit", line=found)
    assert "You are watching" in shown
    assert "Ada: Hello" in shown
    assert "hidden" not in shown
    assert re.search(r"Ada takes .* on .* and .*, . points\.", shown)
    assert not list((tmp_path / "eve").rglob("friends/*.json"))


def test_the_program_knows_where_a_game_is_watched(
    two: tuple[AtTerminal, AtTerminal], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`watch` and `move` print the page and the brokers that the services name."""
    ada, ben = two
    line = ada.host(ben)
    monkeypatch.setattr(Services, "link_address", lambda *_where: "https://watch.example/")
    assert "https://watch.example/#" in ada.run("watch", line=line)
    assert "https://watch.example/#" in ada.run("move", None, None, line=line)


def test_a_game_is_played_out_with_never_both_there(two: tuple[AtTerminal, AtTerminal]) -> None:
    """Each starts, takes a pair and leaves in turn, to the end by the rules, into both records."""
    ada, ben = two
    line = ada.host(ben)
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
    assert first.ending.reason is Reason.PLAYED_OUT


def test_help_lists_what_is_understood(two: tuple[AtTerminal, AtTerminal]) -> None:
    """Every command is in the list."""
    ada, ben = two
    printed = ada.run("help", line=ada.host(ben))
    for command in FriendTable.commands:
        assert f"  {command.name}" in printed


def test_the_pie_rule_goes_from_terminal_to_terminal(two: tuple[AtTerminal, AtTerminal]) -> None:
    """Whom the lot has fallen on names points, the other takes a seat, and both have that game."""
    ada, ben = two
    line = ada.invite("your name Ada", "pie rule on", "4711", "no help on", "send")
    named_by_ben = "Name these points" in ben.run(
        "name Ben", "yes", None, "points 61", "seat 1", line=line
    )
    assert ben.output.count("Please type a number from -60 to 60.") == named_by_ben
    namer, chooser, name = (ben, ada, "Ben") if named_by_ben else (ada, ben, "Ada")
    printed = namer.run("seat 1", "points -5", "points 3", line=line)
    assert "“points NUMBER”: Name these points" in printed
    assert printed.count("Type one of: ") == 2
    printed = chooser.run("seat 2", "score", line=line)
    assert f"{name} names 5 points for moving first. Choose your seat." in printed
    assert "“seat 1”: Move first, with 5 points" in printed
    assert f"{name} 5 (5 points given)" in printed
    assert f"{name} 5 (5 points given)" in namer.run("score", line=line)


def test_ctrl_c_says_that_the_game_with_a_friend_is_kept(
    two: tuple[AtTerminal, AtTerminal],
) -> None:
    """Whoever interrupts the program is told that the game is kept, and it goes on to end it."""
    ada, ben = two
    line = ada.host(ben)
    with closing(ada.terminal(Mock(side_effect=KeyboardInterrupt))) as terminal:
        with pytest.raises(KeyboardInterrupt):
            terminal.run_with_friend(line)
        assert "game is saved" in ada.output[-1]


def test_a_line_that_is_none_is_refused(two: tuple[AtTerminal, AtTerminal]) -> None:
    """What is no invitation raises an error in a line."""
    with pytest.raises(FormatError, match="no invitation"):
        two[0].run(line="hello")


def test_lines_are_read_when_they_are_wanted() -> None:
    """The reader hands over one line at a time, and tells the end of input."""
    reader = Lines(Script("one", "two").read)

    def next_line() -> str:
        return next(filter(None, (reader.poll() for _tick in range(300))))

    assert next_line() == "one"
    assert next_line() == "two"
    with pytest.raises(EOFError):
        next_line()
