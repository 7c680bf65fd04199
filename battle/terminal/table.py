"""The conversation at a terminal: lines are typed, sentences are printed.

    Dialogue    asks for lines and prints sentences, whatever the width
    Room        a place in the conversation: the commands known there, and what other lines mean
    Table       the room in front of a game, on this machine or with a friend elsewhere

Words are understood in English and in the language in use, in capitals too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeVar

from battle.analysis.values import Bounds
from battle.game.session import Session
from battle.game.setup import clock_text
from battle.language import N_, _, decimal, explain, ngettext
from battle.page.blocks import Block, Page
from battle.page.rules import rules_pages
from battle.page.text import board_text, fitted, news, padded, page_lines, screen_width
from battle.profile.proofs import Pars
from battle.rules.position import (
    PLAYERS,
    FormatError,
    Move,
    Position,
    RulesError,
    cell,
    kind,
    move,
    other,
    quoted,
)
from battle.storage import Messages
from battle.training.result_page import result_page
from battle.words import (
    NO_MOVE,
    address,
    label,
    listed,
    no_pair_words,
    pair_and_points,
    plain,
    titled,
    to_move_words,
)

Answer = TypeVar("Answer")
Number = TypeVar("Number", int, float)

_ALIASES: Final = {"?": "help", "exit": "quit"}
HOW_TO_BEGIN: Final = N_("Type a pair to take it, such as a1c9 or 5m; help lists the commands.")
LEGEND: Final = N_("[5m] can be taken, (5m) is free without a partner, 5m is blocked.")
"""What the marks in the table mean."""


class LeaveError(Exception):
    """The person leaves, or there is no more input."""


class Dialogue:
    """A conversation in lines: `read` shows a prompt and returns a line, `write` prints one."""

    def __init__(self, read: Callable[[str], str], write: Callable[[str], object]) -> None:
        self._read = read
        self._write = write

    def say(self, words: str) -> None:
        """Print a text in lines that fit, names in it without what a terminal would obey."""
        self._write(fitted(plain(words), screen_width()))

    def show(self, page: Iterable[Block], before: Page = ()) -> Page:
        """Print a page, but for the blocks that one `before` had; return it."""
        page = tuple(page)
        for words in news(before, page):
            self.say(words)
        return page

    def print(self, text: str) -> None:
        """Print a text that may be copied: no line of it is broken."""
        self._write(plain(text))

    def ask(self, prompt: str) -> str:
        """Return the line typed after a prompt; raise LeaveError at the end of input."""
        try:
            *lines, last = fitted(plain(prompt), screen_width()).split("\n")
            for line in lines:
                self._write(line)
            return self._read(last).strip()
        except EOFError:
            self.say("")
            raise LeaveError from None

    def ask_until(self, prompt: str, options: str, understand: Callable[[str], Answer]) -> Answer:
        """Return what `understand` makes of the answer, asking again while it raises RulesError.

        `quit` leaves, `help` lists the `options`.
        """
        while True:
            answer = self.ask(prompt)
            word = word_named(_ALIASES.get(answer, answer), (N_("quit"), N_("help")))
            if word == "quit":
                raise LeaveError
            try:
                if not word:
                    return understand(answer)
                self.say(options)
            except RulesError as error:
                self.say(explain(error))

    def ask_yes(self, question: str) -> bool:
        """Return the answer to a question; only yes or no will do, or how they begin."""
        yes, no = N_("yes"), N_("no")
        options = _("Type {yes} or {no}; {quit} leaves.").format(
            yes=_(yes), no=_(no), quit=_(N_("quit"))
        )

        def understand(answer: str) -> bool:
            for word in (yes, _(yes), no, _(no)) if answer else ():
                if word.startswith(answer.lower()):
                    return word in (yes, _(yes))
            raise RulesError(options)

        return self.ask_until(f"{question} ({_(yes)}/{_(no)}) ", options, understand)

    def ask_for(self, question: str, default: str, understand: Callable[[str], Answer]) -> Answer:
        """Return what `understand` makes of the answer; nothing typed means the default."""
        prompt = titled(f"{question} [{default}]" if default else question, "")
        options = _("Answer the question; {quit} leaves.")
        if default:
            options = _("Answer the question; Enter means {default}, {quit} leaves.")
        options = options.format(default=default, quit=_(N_("quit")))
        return self.ask_until(prompt, options, lambda answer: understand(answer or default))

    def choose(self, question: str, choices: Sequence[Answer], default: Answer) -> Answer:
        """Return one of some choices, which is typed by its number, from 1."""
        return self.ask_for(question, str(choices.index(default) + 1), one_of(choices))


def one_of(choices: Sequence[Answer]) -> Callable[[str], Answer]:
    """Return what understands the number, from 1, of a choice; it raises RulesError for others."""
    return lambda answer: choices[number_between(int, 1, len(choices))(answer) - 1]


def number_between(
    sort: Callable[[str], Number], lowest: float, highest: float
) -> Callable[[str], Number]:
    """Return what understands a number of some sort; it raises RulesError for others."""

    def understand(answer: str) -> Number:
        with suppress(ValueError):
            number = sort(answer.replace(",", "."))
            if lowest <= number <= highest:
                return number
        text = _("Please type a number from {lowest} to {highest}.")
        raise RulesError(text.format(lowest=decimal(lowest), highest=decimal(highest)))

    return understand


def word_named(typed: str, words: Iterable[str]) -> str:
    """Return which of some English words was typed, empty if none."""
    return next((word for word in words if typed.lower() in (word, _(word).lower())), "")


# --- rooms ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Command:
    """A word that can be typed, in English; `run` takes the room and the rest of the line."""

    name: str
    help: str
    run: Callable[[Any, str], object]
    argument: str = ""


class Room:
    """A place in the conversation, held in a `dialogue`."""

    commands: ClassVar[tuple[Command, ...]]
    """What can be typed here, in the order of the help."""

    dialogue: Dialogue
    _is_open = True
    """Whether the person stays in this room, where it leads back to another."""

    def take(self, line: str) -> None:
        """Do what a line says that is no command; raise RulesError, which helps, if nothing."""
        raise NotImplementedError

    def obey(self, line: str) -> None:
        """Do what a line says: a command, else what it means here."""
        first, _space, rest = line.partition(" ")
        commands = {command.name: command for command in self.commands}
        name = word_named(_ALIASES.get(first.lower(), first), commands)
        try:
            if name:
                commands[name].run(self, rest.strip())
            else:
                self.take(line)
        except RulesError as error:
            self._say(explain(error))

    def _say(self, words: str) -> None:
        self.dialogue.say(words)

    def print_messages(self, messages: Messages) -> None:
        """Print messages."""
        for message in messages:
            self._say(message)

    @property
    def words(self) -> str:
        """The commands in the language in use."""
        return listed(_(command.name) for command in self.commands)

    @property
    def pair_or_words(self) -> str:
        """What can be typed where pairs are tried out."""
        return _("Type a pair as in a game, or: {words}.").format(words=self.words)

    def show_board(self, position: Position) -> None:
        """Print a position."""
        self._say("\n" + board_text(position) + "\n")

    def back(self, _rest: str) -> None:
        """Go back to the table."""
        self._is_open = False

    def quit(self, _rest: str) -> None:
        """Leave the program."""
        raise LeaveError


class Table(Room):
    """The room in front of a game: a pair is taken by typing it."""

    shows_table = True
    pars: Pars
    after_end: ClassVar[str]
    """What can be typed when a game is over."""

    @property
    def table(self) -> Session:
        """The game at the table; raises RulesError if none has begun."""
        raise NotImplementedError

    def take(self, line: str) -> None:
        if line:
            unknown = _("{line} is neither a command nor a move; expected a1c9, 5m or help")
            self.play(move_in(line, self.table.position, unknown))

    def play(self, move: Move) -> None:
        """Take the pair that was typed; raise RulesError if that cannot be."""
        self.table.play(move)

    def show(self, session: Session) -> None:
        """Print the game as it stands now."""
        if self.shows_table:
            self.show_board(session.position)
        self._say(score_text(session))
        self._say(self._state(session))
        if session.ending is not None:
            self._say(_(self.after_end))

    def _state(self, session: Session) -> str:
        """Say whose turn it is, or how the game ended."""
        if session.ending is not None:
            par = self.pars.margin(session.game.start)
            return result_text(session, None if par is None else Bounds.exactly(par))
        return to_move_words(session.name(session.to_move), session.position)

    def changed(self) -> None:
        """Follow what a command has changed."""

    def negotiate(self) -> None:
        """Have the other player asked what the person here has just asked."""
        raise NotImplementedError

    # Commands

    def show_help(self, _rest: str) -> None:
        """List how a pair is taken, and what every command is for."""
        self._say(_("Take a pair by its cells, a1c9; by its kind, 5m; or by its number, 3."))
        for command in self.commands:
            names = " ".join([_(command.name), _(command.argument) if command.argument else ""])
            self._say(f"  {padded(names.strip(), 18)} {_(command.help)}")

    def show_rules(self, _rest: str) -> None:
        """Print the rules."""
        for page in rules_pages():
            self.print_messages([*page_lines(page), ""])
        self._say(_(LEGEND))

    def list_pairs(self, _rest: str) -> None:
        """List the pairs that can be taken."""
        self._say(pairs_text(self.table.position))

    def show_table(self, _rest: str) -> None:
        """Print the table."""
        self._say(board_text(self.table.position))
        self._say(_(LEGEND))

    def toggle_table(self, _rest: str) -> None:
        """Print the table after every move, or no longer."""
        self.shows_table = not self.shows_table
        self._say(
            _("The table is shown after every move.")
            if self.shows_table
            else _("The table is hidden now; table shows it.")
        )

    def show_score(self, _rest: str) -> None:
        """Print points, times and turn."""
        self.print_messages(
            [score_text(self.table), taken_text(self.table), self._state(self.table)]
        )

    def show_moves(self, _rest: str) -> None:
        """List the moves played."""
        self._say(moves_text(self.table))

    def print_record(self, _rest: str) -> None:
        """Print the game as a record."""
        self.dialogue.print(self.table.record().text)

    def undo(self, _rest: str) -> None:
        """Take back: at once against the solver, else if the other player agrees."""
        session = self.table
        if session.has_solver:
            session.take_back()
            self.changed()
        else:
            session.request_take_back(session.me or other(session.to_move))
            self.negotiate()

    def draw(self, _rest: str) -> None:
        """Offer a draw."""
        if self.table.has_solver:
            raise RulesError(_("The solver plays on."))
        self.table.offer_draw(self.table.own)
        self.negotiate()

    def resign(self, _rest: str) -> None:
        """Give the game up."""
        session = self.table
        player = session.person or session.own
        words = address(session.name(player), _("{name} resigns?"), _("Do you resign?"))
        if self.dialogue.ask_yes(words):
            session.resign(player)
            self.changed()


LOOKING: Final = (
    Command(N_("list"), N_("the pairs that can be taken"), Table.list_pairs),
    Command(N_("table"), N_("the table"), Table.show_table),
    Command(N_("quiet"), N_("show the table after every move, or not"), Table.toggle_table),
    Command(N_("score"), N_("points, pairs taken, whose turn"), Table.show_score),
    Command(N_("moves"), N_("the moves played"), Table.show_moves),
)
"""The commands of every table that look at the game."""

ALWAYS: Final = (
    Command(N_("record"), N_("print the game as a record"), Table.print_record),
    Command(N_("rules"), N_("the rules of the game"), Table.show_rules),
    Command(N_("help"), N_("this list"), Table.show_help),
    Command(N_("quit"), N_("leave; the game is saved"), Table.quit),
)
"""The last commands of every table."""


# --- moves as they are typed ---------------------------------------------------------------------
#
# By their cells, by their kind, by one cell, by their number.


def move_in(line: str, position: Position, unknown: str) -> Move:
    """Return the move that a line names; raise RulesError, which helps, if it names none.

    `unknown` is the refusal of a line that is no move at all; it may quote it as `{line}`.
    """
    words = line.lower()
    moves = position.legal_moves
    if re.fullmatch(r"[0-9]{1,3}", words):
        if not moves:
            raise RulesError(no_pair_words())
        if 1 <= int(words) <= len(moves):
            return moves[int(words) - 1]
        text = _("There is no pair {number}: the pairs that can be taken are 1 to {last}.")
        raise RulesError(text.format(number=words, last=len(moves)))
    with suppress(FormatError):
        return _only(words, [found for found in moves if position.kind_of(found) is kind(words)])
    with suppress(FormatError):
        wanted = cell(words)
        return _only(words, [found for found in moves if wanted in found])
    try:
        return move(words)
    except FormatError:
        raise FormatError(unknown.format(line=quoted(line))) from None


def _only(words: str, moves: list[Move]) -> Move:
    """Return the only one of some moves; raise RulesError if there are none or more."""
    if not moves:
        raise RulesError(_("There is no pair of {words} to take.").format(words=words))
    if len(moves) > 1:
        names = listed(str(found) for found in moves)
        text = _("There are several pairs of {words}: {names}. Type one of them.")
        raise RulesError(text.format(words=words, names=names))
    return moves[0]


# --- a game in sentences -------------------------------------------------------------------------


def pairs_text(position: Position) -> str:
    """Return the pairs that can be taken, numbered from 1 in the promised order of moves."""
    pairs = (
        f"{number}. {pair_and_points(position, move)}"
        for number, move in enumerate(position.legal_moves, start=1)
    )
    return "\n".join(pairs) or no_pair_words()


def score_text(session: Session) -> str:
    """Return both players' points, the points left, and the times if there is a clock."""
    parts = []
    for player, given in zip(PLAYERS, session.position.given, strict=True):
        text = f"{label(session.name(player))} {session.points[player - 1]}"
        if given:
            words = ngettext("{n} point given", "{n} points given", given).format(n=given)
            text = f"{text} ({words})"
        remaining = session.remaining(player)
        parts.append(text if remaining is None else f"{text} ({clock_text(remaining)})")
    left = session.position.points_left
    text = ngettext(
        "{scores}; {points} point left on the table.",
        "{scores}; {points} points left on the table.",
        left,
    )
    return text.format(scores=listed(parts), points=left)


def taken_text(session: Session) -> str:
    """Return for each player the pairs taken, in order, and the points still needed to win."""
    lines = []
    for player in PLAYERS:
        kinds = " ".join(str(kind) for kind in session.taken(player)) or _("nothing")
        needed = session.needed(player)
        text = ngettext(
            "{name} has taken {kinds}; {needed} point is still needed to win.",
            "{name} has taken {kinds}; {needed} points are still needed to win.",
            needed,
        )
        yours = ngettext(
            "You have taken {kinds}; {needed} point is still needed to win.",
            "You have taken {kinds}; {needed} points are still needed to win.",
            needed,
        )
        lines.append(address(session.name(player), text, yours, kinds=kinds, needed=needed))
    return "\n".join(lines)


def moves_text(session: Session) -> str:
    """Return the moves played so far, numbered."""
    moves = [str(move) for move in session.game.moves]
    lines = (f"{ply // 2 + 1}. {' '.join(moves[ply : ply + 2])}" for ply in range(0, len(moves), 2))
    return "\n".join(lines) or _(NO_MOVE)


def result_text(session: Session, par: Bounds | None = None) -> str:
    """Return how the game ended; `par` is that of its start, None if it is not known."""
    first = session.result_text
    more = (line for line in page_lines(result_page(session, par)) if line not in first)
    return "\n".join((first, *more))
