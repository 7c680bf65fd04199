"""The game in the terminal: the table in text, moves and commands typed, one line at a time.

    loop:  the solver's turn?  ──yes──► ask the engine, play its move
                 │ no
                 └──► read a line ──► a command, or a move ──► show what changed

    Dialogue    asks for lines and prints sentences, whatever the width
    Room        a place in the conversation: the commands known there, and what other lines mean
    PageRoom    a room that prints a page, and again what is new in it after every line
    Table       the room in front of a game, on this machine or with a friend elsewhere
    Terminal    the table of this machine, and the program

Words are understood in English and in the language in use, in capitals too. Nothing is drawn over:
what is printed stays, so that it can be read out, piped and logged. The end of input ends the game
as `quit` does; the unfinished game is kept after every move.

Hints, reviews and exercises are the pages of the window, read line by line; what is printed after
each step is what the page says more than before.

    hint      each time the next step, at the same price as in the window
    review    every position is looked at ──► the sums and the costly moves
              │ a number, next, previous ──► that move, and why
              └ play ──► a game from the position before it
    train     the deck's next exercise ──► a pair is typed ──► judged ──► the defence replies ──►
"""

from __future__ import annotations

import dataclasses
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import ClassVar, Final, TypeAlias, TypeVar

from battle import language
from battle.analysis.costs import MoveReview, ProblemTheme, Review
from battle.analysis.study import study_of
from battle.analysis.values import Bounds, Values
from battle.coach.hints import Hints, hint_page, no_further_hint
from battle.coach.reasons import ReasonSearch, move_page
from battle.engine.client import Engine, EngineState
from battle.engine.jobs import PONDER_SECONDS, Analyst, Priority, Question, Scheduler
from battle.game.engine_move import move_question, not_legal_words
from battle.game.pie import Agreement, pie_page, pie_said, seat_words
from battle.game.seating import WITHOUT_HELP
from battle.game.session import Session, read_game
from battle.game.setup import (
    MOST_GIVEN,
    SIZES,
    Seat,
    Setup,
    clock_text,
    labels,
    level_name,
    level_words,
)
from battle.game.words import fair_words, sides_cost, sides_words
from battle.language import N_, _, decimal, explain, ngettext
from battle.page.blocks import Block, Offer, Page, Role, Space
from battle.page.review import NOTHING_TO_REVIEW, REVIEW_ENDED, costly_page, review_page
from battle.page.rules import rules_pages
from battle.page.text import board_text, fitted, news, padded, page_lines, screen_width
from battle.profile.options import (
    BY_NUMBER,
    DAYS,
    FAIR,
    LEVEL,
    LIVE,
    NO_CLOCK,
    OTHER_NAME,
    PASTED,
    RANDOM,
    GameOptions,
)
from battle.profile.proofs import Pars
from battle.profile.records import FRIEND, SOLVER
from battle.profile.settings import Settings
from battle.reviews.background import BackgroundReview
from battle.rules.disguise import day_in
from battle.rules.files import lines_of
from battle.rules.links import Today, bare_deal
from battle.rules.position import (
    ALL_TILES,
    PLAYERS,
    Cell,
    FormatError,
    Kind,
    Move,
    Position,
    RulesError,
    meant,
    other,
    quoted,
)
from battle.rules.quick import QUICK
from battle.rules.record import SUFFIX, Record, move_number
from battle.screens.days import (
    DayDeal,
    calendar_of,
    calendar_table,
    daily_page,
    day_games,
    shared_day,
    today_of,
)
from battle.screens.result_page import result_page
from battle.services import Services
from battle.storage import Messages, Places, cannot_write, write_atomically
from battle.training.first_game import WHOLE, FirstGame, step_page
from battle.training.sitting import Practice, Sitting, Stage, theme_of
from battle.training.trainer_page import (
    PLAYED_OUT,
    WHICH_THEME,
    chosen_theme_words,
    due_words,
    task_page,
    verdict_page,
)
from battle.words import (
    NO_MOVE,
    address,
    label,
    last_pairs_words,
    listed,
    name_in,
    no_answer_words,
    no_pair_words,
    number_of,
    numbered,
    pair_and_points,
    plain,
    range_words,
    sentences,
    taken_words,
    titled,
    to_move_words,
)

Answer = TypeVar("Answer")
Number = TypeVar("Number", int, float)

_ALIASES: Final = {"?": "help", "exit": "quit"}
_AS_TYPED: Final = (N_("FILE"), N_("TEXT"))
"""The arguments that are a person's own words."""
HOW_TO_BEGIN: Final = N_("Type a pair to take it, such as a1c9 or 5m; help lists the commands.")
LEGEND: Final = N_("[5m] can be taken, (5m) is free without a partner, 5m is blocked.")
"""The meaning of the marks in the table."""


class LeaveError(Exception):
    """The person leaves, or there is no more input."""


class BegunError(Exception):
    """A game has begun instead of the one that questions are asked about."""


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

    def ask_until(
        self,
        prompt: str,
        options: str,
        understand: Callable[[str], Answer],
        read: Callable[[str], str] = meant,
    ) -> Answer:
        """Return what `understand` makes of the answer, asking again while it raises RulesError.

        `quit` leaves, `help` lists the `options`; others are `read` in the signs that are meant.
        """
        while True:
            answer = self.ask(prompt)
            word = word_named(answer, (N_("quit"), N_("help")))
            if word == "quit":
                raise LeaveError
            try:
                if not word:
                    return understand(read(answer))
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

    def ask_for(
        self,
        question: str,
        default: str,
        understand: Callable[[str], Answer],
        words: Iterable[str] = (),
        read: Callable[[str], str] = meant,
    ) -> Answer:
        """Return what `understand` makes of the answer; nothing typed means the default.

        `help` names the `words`, in English, that it understands too.
        """
        prompt = titled(f"{question} [{default}]" if default else question, "")
        options = (
            _("Answer the question; Enter means {default}, {quit} leaves.")
            if default
            else _("Answer the question; {quit} leaves.")
        )
        options = options.format(default=default, quit=_(N_("quit")))
        if names := listed(map(_, words)):
            options = sentences(options, _("You can also type: {words}.").format(words=names))
        return self.ask_until(prompt, options, lambda answer: understand(answer or default), read)

    def ask_name(self, question: str, default: str) -> str:
        """Return a name, as it is typed."""
        return self.ask_for(question, default, name_in, read=str)

    def choose(self, question: str, choices: Sequence[Answer], default: Answer) -> Answer:
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
        raise RulesError(range_words(lowest, highest))

    return understand


def word_named(typed: str, words: Iterable[str]) -> str:
    """Return which of some English words was typed, empty if none."""
    said = meant(typed).strip().lower()
    said = _ALIASES.get(said, said)
    return next((word for word in words if said in (word, _(word).lower())), "")


# --- rooms ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Command:
    """A word that can be typed, in English.

    `run` takes the room, and with an `argument` the rest of the line.
    """

    name: str
    help: str
    run: Callable[..., object]
    argument: str = ""


class Room:
    """A place in the conversation, held in a `dialogue`."""

    commands: ClassVar[tuple[Command, ...]]
    """What can be typed here, in the order of the help."""

    dialogue: Dialogue
    _is_open = True
    """Whether the person stays in this room, where it leads back to another."""

    def take(self, line: str) -> None:
        """Obey a line that is no command; raise RulesError, which helps, if it means nothing."""
        raise NotImplementedError

    def obey(self, line: str) -> None:
        """Run a command, else `take` the line."""
        first, *rest = line.split(None, 1) or [""]
        commands = {command.name: command for command in self.commands}
        name = word_named(first, commands)
        try:
            if name:
                argument, words = commands[name].argument, "".join(rest).strip()
                arguments = [words if argument in _AS_TYPED else meant(words)] if argument else []
                commands[name].run(self, *arguments)
            else:
                self.take(meant(line))
        except RulesError as error:
            self._say(explain(error))

    def _say(self, words: str) -> None:
        self.dialogue.say(words)

    def print_messages(self, messages: Messages) -> None:
        for message in messages:
            self._say(message)

    @property
    def words(self) -> str:
        return listed(_(command.name) for command in self.commands)

    @property
    def pair_or_words(self) -> str:
        """What can be typed where pairs are tried out."""
        return _("Type a pair as in a game, or: {words}.").format(words=self.words)

    def show_board(self, position: Position) -> None:
        self._say("\n" + board_text(position) + "\n")

    def back(self) -> None:
        self._is_open = False

    def quit(self) -> None:
        raise LeaveError


class PageRoom(Room):
    """A room that prints a page and takes what it offers as words, until the person goes back."""

    prompt: ClassVar[str]

    def __init__(self, services: Services, dialogue: Dialogue) -> None:
        self.dialogue, self._services, self._scheduler = dialogue, services, services.scheduler
        self._shown: Page = ()

    def page(self) -> Iterable[Block]:
        raise NotImplementedError

    def show_page(self) -> None:
        """Print what is new on the page, last the words that can be typed."""
        self._shown = self.dialogue.show(
            sorted(self.page(), key=lambda block: isinstance(block, Offer)), self._shown
        )

    def show_another_page(self) -> None:
        self._shown = ()
        self.show_page()

    def ask(self) -> str:
        return self.dialogue.ask(_(self.prompt) + "> ")

    def stay(self) -> None:
        while self._is_open:
            self.obey(self.ask())


LEAVING: Final = (Command(N_("back"), "", Room.back), Command(N_("quit"), "", Room.quit))
"""What can be typed in every room that leads back to the table."""


class Table(Room):
    """The room in front of a game: a pair is taken by typing it."""

    shows_table = True
    pars: Pars
    after_end: ClassVar[str]
    """What can be typed when a game is over."""

    @property
    def table(self) -> Session:
        raise NotImplementedError

    def take(self, line: str) -> None:
        if line:
            unknown = _("{line} is neither a command nor a move; expected a1c9, 5m or help")
            self.play(move_in(line, self.table.position, unknown))

    def play(self, move: Move) -> None:
        """Take the pair that was typed; raise RulesError if that cannot be."""
        self.table.play(move)

    def show(self, session: Session) -> None:
        if self.shows_table:
            self.show_board(session.position)
        self._say(score_text(session))
        self._say(self._state(session))
        if session.ending is not None:
            self._say(_(self.after_end))

    def _state(self, session: Session) -> str:
        if session.ending is not None:
            par = self.pars.margin(session.game.start)
            return result_text(session, None if par is None else Bounds.exactly(par))
        position = session.position
        turn = to_move_words(session.name(session.to_move), position)
        return sentences(turn, last_pairs_words(position))

    def changed(self) -> None:
        """Follow the changes of a command."""

    def negotiate(self) -> None:
        """Pass the person's request to the other player."""
        raise NotImplementedError

    # Commands

    def show_help(self) -> None:
        self._say(_("Take a pair by its cells, a1c9; by its kind, 5m; or by its number, 3."))
        for command in self.commands:
            names = " ".join([_(command.name), _(command.argument) if command.argument else ""])
            self._say(f"  {padded(names.strip(), 18)} {_(command.help)}")

    def show_rules(self) -> None:
        for page in rules_pages():
            self.print_messages([*page_lines(page), ""])
        self._say(_(LEGEND))

    def show_table(self) -> None:
        self._say(board_text(self.table.position))
        self._say(_(LEGEND))

    def toggle_table(self) -> None:
        self.shows_table = not self.shows_table
        self._say(
            _("The table is shown after every move.")
            if self.shows_table
            else _("The table is hidden now; table shows it.")
        )

    def show_score(self) -> None:
        self.print_messages(
            [score_text(self.table), taken_text(self.table), self._state(self.table)]
        )

    def undo(self) -> None:
        """Take back: at once against the solver, else if the other player agrees."""
        self.table.ask_back()
        (self.changed if self.table.has_solver else self.negotiate)()

    def draw(self) -> None:
        self.table.offer_draw(self.table.own)
        self.negotiate()

    def resign(self) -> None:
        session = self.table
        player = session.person or session.own
        if self.dialogue.ask_yes(
            address(session.name(player), _("{name} resigns?"), _("Do you resign?"))
        ):
            session.resign(player)
            self.changed()


LOOKING: Final = (
    Command(
        N_("list"),
        N_("the pairs that can be taken"),
        lambda room: room.dialogue.say(pairs_text(room.table.position)),
    ),
    Command(N_("table"), N_("the table"), Table.show_table),
    Command(N_("quiet"), N_("show the table after every move, or not"), Table.toggle_table),
    Command(N_("score"), N_("points, pairs taken, whose turn"), Table.show_score),
    Command(
        N_("moves"),
        N_("the moves played"),
        lambda room: room.dialogue.say(moves_text(room.table)),
    ),
)
"""The commands of every table that look at the game."""

ALWAYS: Final = (
    Command(
        N_("record"),
        N_("print the game as a record"),
        lambda room: room.dialogue.print(room.table.text),
    ),
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
        return _only(words, [move for move in moves if position.kind_of(move) is Kind.parse(words)])
    with suppress(FormatError):
        wanted = Cell.parse(words)
        return _only(words, [move for move in moves if wanted in move])
    try:
        return Move.parse(words)
    except FormatError:
        raise FormatError(unknown.format(line=quoted(line))) from None


def _only(words: str, moves: list[Move]) -> Move:
    """Return the only one of some moves; raise RulesError if there are none or more."""
    if not moves:
        raise RulesError(_("There is no pair of {words} to take.").format(words=words))
    if len(moves) > 1:
        names = listed(map(str, moves))
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
            "{name}, taken: {kinds}; {needed} point is still needed to win.",
            "{name}, taken: {kinds}; {needed} points are still needed to win.",
            needed,
        )
        name = label(session.name(player))
        lines.append(text.format(name=name, kinds=kinds, needed=needed))
    return "\n".join(lines)


def moves_text(session: Session) -> str:
    """Return the moves played so far, numbered."""
    words, position = "", session.game.start
    for ply, move in enumerate(session.game.moves, start=1):
        is_first = position.to_move == 1 or not words
        words += f"\n{numbered(ply, position.to_move)} {move}" if is_first else f" {move}"
        position = position.play(move)
    return words.lstrip("\n") or _(NO_MOVE)


def result_text(session: Session, par: Bounds | None = None) -> str:
    """Return how the game ended; `par` is that of its start, None if it is not known."""
    first = session.result_text
    more = [line for line in page_lines(result_page(session, par)) if line not in first]
    if (counted := session.counted) != session.points:
        words = _("Where games are added up, this one counts {first} – {second}.")
        more.append(words.format(first=counted[0], second=counted[1]))
    return "\n".join((first, *more))


# --- hints ---------------------------------------------------------------------------------------


def wait_for_solver(
    scheduler: Scheduler,
    say: Callable[[str], object],
    is_enough: Callable[[], bool],
    meanwhile: Callable[[], None] = lambda: None,
) -> None:
    """Let the solver work until there `is_enough` or it has failed; say if it is compiled first."""
    is_said = False

    def look() -> None:
        nonlocal is_said
        meanwhile()
        engine = scheduler.engine
        if engine.state is EngineState.COMPILING and "compiling" in engine.message and not is_said:
            is_said = True
            say(_("The solver is being prepared for its first use: a minute or less."))

    scheduler.wait(is_enough, look)


class TerminalHints:
    """The hints of one game."""

    def __init__(self, scheduler: Scheduler, session: Session, dialogue: Dialogue) -> None:
        self.session = session
        self._scheduler, self._dialogue = scheduler, dialogue
        self._pondering = Analyst(scheduler, session.game, Values())
        self._hints = Hints(session, self._pondering)
        self._shown: Page = ()

    def show_next(self) -> None:
        """Print the next step at the position on the table, waiting for the solver.

        Raises RulesError if the solver does not answer.
        """
        hints = self._hints
        if hints.is_outdated:
            hints.close()
            self._shown = ()
        if not hints.ask():
            raise RulesError(no_further_hint())
        self._pondering.analyse(self.session.position, PONDER_SECONDS)
        wait_for_solver(self._scheduler, self._dialogue.say, self._is_whole)
        self._pondering.analyse(None)
        if failure := self._pondering.failure:
            hints.give_up()
            raise RulesError(no_answer_words(failure))
        self._shown = (
            self._dialogue.show(hint_page(hints, self.session.names), self._shown) or self._shown
        )

    def _is_whole(self) -> bool:
        hints = self._hints
        hints.update()
        return not (hints.is_waiting or hints.is_foreseeing or hints.is_explaining)


# --- review --------------------------------------------------------------------------------------

_SHOWN_EVERY: Final = 10


class TerminalReview(PageRoom):
    """The review of one finished game, begun with `run`."""

    prompt = N_("Review")

    def __init__(self, services: Services, session: Session, dialogue: Dialogue) -> None:
        super().__init__(services, dialogue)
        self._session, self._names = session, session.names
        self._work = BackgroundReview(services, session, study_of(session.game))
        self._line = self._work.study.line()
        self._ply = 0
        self._chosen: Session | None = None

    def run(self) -> Session | None:
        """Review the game and talk about it; return the game to be played on, None for none."""
        work = self._work
        if work.of < 2:
            raise RulesError(_(NOTHING_TO_REVIEW))
        try:
            self._look()
            if work.failure:
                self._say(no_answer_words(work.failure))
            if work.review is not None:
                self.show_another_page()
                self._say(
                    _(
                        "A number shows that move, with three dots the second player's; next and"
                        " previous step; play continues from there; back."
                    )
                )
                self.stay()
            return self._chosen
        finally:
            work.analyst.stop()

    def _look(self) -> None:
        """Have every position looked at; an interrupt ends it, and what was found stays."""
        self._say(_("The game is being reviewed; Ctrl+C stops it."))
        work, shown = self._work, 0
        work.begin()

        def show() -> None:
            nonlocal shown
            if work.done >= shown + _SHOWN_EVERY:
                shown = work.done
                self._say(_("{done} of {of} positions").format(done=shown, of=work.of))

        try:
            wait_for_solver(self._scheduler, self._say, lambda: not work.running, show)
        except KeyboardInterrupt:
            work.cancel()
            self._say(_(REVIEW_ENDED))

    @property
    def _review(self) -> Review:
        review = self._work.review
        assert review is not None, "a line that was reviewed once has values"
        return review

    def page(self) -> Iterable[Block]:
        review, names = self._review, self._names
        return *review_page(review, names), Space(rules=True), *costly_page(review, names)

    def _find_reasons(self, move: MoveReview) -> None:
        """Have proven why a move was costly, as far as it can be; an interrupt ends that."""
        if not move.cost.proven:
            return
        before = self._line[move.ply - 1].position
        search = ReasonSearch(self._work.analyst, self._work.study.values, before, move.move)
        with suppress(KeyboardInterrupt), closing(search):
            wait_for_solver(self._scheduler, self._say, lambda: search.is_done)

    def take(self, line: str) -> None:
        """Go to the move of a number, the second player's after dots; nothing goes back."""
        if match := re.fullmatch(r"([0-9]{1,3})(\.*|…)", line, re.ASCII):
            number, second = int(match[1]), len(match[2]) > 1 or match[2] == "…"
            moves = self._review.moves
            plies = [move.ply for move in moves if move_number(move.ply, move.player) == number]
            self._go_to(plies[-second] if plies else 0)
        elif line:
            raise RulesError(
                _("Type the number of a move, or one of: {words}.").format(words=self.words)
            )
        else:
            self.back()

    def _go_to(self, ply: int) -> None:
        """Show the position before a move, what was played, what was better, and why."""
        review, study = self._review, self._work.study
        if not 1 <= ply <= len(review.moves):
            raise RulesError(
                _("The game has moves 1 to {number}.").format(number=number_of(self._line[-1]))
            )
        self._ply, node = ply, self._line[ply]
        self.show_board(self._line[ply - 1].position)
        self._find_reasons(review.moves[ply - 1])
        self.dialogue.show(move_page(node, ply, study.values, self._names, cost=study.cost(node)))

    def play_on(self) -> None:
        """Play on from the position before the move that is shown, the same two."""
        if not self._ply:
            raise RulesError(_("Go to a move first: type its number."))
        setup, start = self._session.setup, self._line[self._ply - 1].position
        self._chosen = Session(
            Setup(setup.seats, start, None, setup.control, setup.think_seconds, setup.next_seed)
        )
        self._is_open = False

    commands = (
        Command(N_("next"), "", lambda room: room._go_to(room._ply + 1)),
        Command(N_("previous"), "", lambda room: room._go_to(room._ply - 1)),
        Command(N_("sum"), "", lambda room: room.show_another_page()),
        Command(N_("play"), "", play_on),
        *LEAVING,
    )


# --- the first game ------------------------------------------------------------------------------


class TerminalFirstGame(PageRoom):
    """The steps of the first game, begun with `run`; they go on where they were left."""

    prompt = N_("First game")

    def __init__(self, services: Services, dialogue: Dialogue) -> None:
        super().__init__(services, dialogue)
        self._game = FirstGame(services.settings.first_game)
        self.wanted: GameOptions | None = None

    def run(self) -> GameOptions | None:
        """Teach until the person goes back; return the whole game if it is wanted now."""
        self._say(self.pair_or_words)
        self._begin(self._game.index)
        self.stay()
        return self.wanted

    def page(self) -> Iterable[Block]:
        return step_page(self._game, self._services.settings.teacher_points)

    def _begin(self, step: int) -> None:
        self._game.go_to(step)
        self._say("")
        self.show_another_page()
        if self._game.step is not WHOLE:
            self.show_board(self._game.position)

    def take(self, line: str) -> None:
        game = self._game
        if not line:
            return
        if game.is_over:
            raise RulesError(_("This step is done: next goes on, again begins it once more."))
        game.play(move_in(line, game.position, self.pair_or_words))
        self._judge()
        said = game.said
        if game.awaits_reply:
            before, reply = game.position, game.reply()
            if reply is not None:
                self._say(taken_words(_("The other player"), pair_and_points(before, reply)))
            if game.said is not said:
                self._judge()
        game.take_back()
        game.keep(self._services)
        if not game.is_over:
            self.show_board(game.position)

    def _judge(self) -> None:
        """Print the verdict on the last try, and everything else that is new."""
        self._shown = [block for block in self._shown if getattr(block, "role", 0) != Role.STRONG]
        self.show_page()

    def hint(self) -> None:
        for best in self._game.best()[:1]:
            self._say(pair_and_points(self._game.position, best))

    def next_step(self) -> None:
        """Go to the next step; after the last comes the whole game."""
        self.wanted = self._game.go_on(self._services)
        if self.wanted is None:
            self._begin(self._game.index)
        else:
            self._is_open = False

    commands = (
        Command(N_("hint"), "", hint),
        Command(N_("next"), "", next_step),
        Command(N_("again"), "", lambda room: room._begin(room._game.index)),
        *LEAVING,
    )


# --- trainer -------------------------------------------------------------------------------------


class TerminalTrainer(PageRoom):
    """One sitting, begun with `run`."""

    prompt = N_("Trainer")

    def __init__(self, services: Services, dialogue: Dialogue) -> None:
        super().__init__(services, dialogue)
        theme = theme_of(services.settings.trainer_theme)
        self._sitting = Sitting(
            self._scheduler, services.moment, services.deck, services.records, theme
        )

    @property
    def _practice(self) -> Practice:
        return self._sitting.practice

    def run(self) -> None:
        """Put exercises until the person goes back or there is none; what was answered is kept."""
        sitting = self._sitting
        self._scheduler.start()
        try:
            sitting.next()
            if sitting.counts.due:
                self._say(due_words(sitting.counts.due + sitting.counts.others_due))
            self._say(self.pair_or_words)
            if sitting.theme is not None:
                self._say(chosen_theme_words(sitting.theme))
            while self._is_open:
                if self._practice.is_none:
                    self._offer_more()
                else:
                    self._put(self._practice)
        finally:
            sitting.stop()

    def page(self) -> Iterable[Block]:
        return task_page(self._sitting)

    def _offer_more(self) -> None:
        """Show the end of a run, or say why there is no exercise, and ask how to go on."""
        sitting = self._sitting
        self.show_another_page()
        if sitting.is_run_over and self.dialogue.ask_yes(_("Ten more?")):
            sitting.go_on()
        elif (
            not sitting.is_run_over
            and sitting.theme
            and self.dialogue.ask_yes(_("Exercises on all themes again?"))
        ):
            self._ask_about(None)
        else:
            self._is_open = False

    # --- one exercise ---------------------------------------------------------------------------

    def _put(self, practice: Practice) -> None:
        """Put an exercise until another one is in hand; the time of the answers counts."""
        self._say("")
        self.show_another_page()
        self.show_table()
        while self._is_open and self._practice is practice:
            self._sitting.judge()
            self.show_page()
            begun = time.monotonic()
            line = self.ask()
            if practice.counts:
                practice.seconds += time.monotonic() - begun
            self.obey(line)

    def _work_while(self, is_wanted: Callable[[], bool]) -> None:
        """Let the solver work while something is wanted of it; say why if it cannot."""
        sitting = self._sitting

        def is_enough() -> bool:
            sitting.judge()
            if is_wanted():
                sitting.update()
            return not is_wanted() or sitting.has_failed

        wait_for_solver(self._scheduler, self._say, is_enough)
        if is_wanted() and sitting.has_failed:
            self._say(sitting.waiting_words(needed=True))
            self._practice.take_back()

    def _prove(self) -> Practice:
        """Wait until the best moves are known, where they can be found; return the exercise."""
        practice = self._practice
        self._work_while(
            lambda: (
                practice.stage is Stage.ASKING and not practice.best_moves and bool(practice.wanted)
            )
        )
        return practice

    # --- what can be typed ----------------------------------------------------------------------

    def take(self, line: str) -> None:
        """Take the pair that a line names; nothing goes on at the end of an exercise."""
        practice = self._practice
        if practice.stage is Stage.OVER:
            if line:
                raise RulesError(_(PLAYED_OUT))
            self.next_exercise()
        if not line:
            return
        move = move_in(line, practice.position, self.pair_or_words)
        practice.position.check(move)
        old = tuple(verdict_page(self._sitting))
        self._shown = [block for block in self._shown if block not in old]
        self._sitting.forget()
        practice.play(move)
        self._work_while(lambda: practice.stage is Stage.CHECKING)
        practice.take_back()

    def hint(self) -> None:
        if self._prove().hint() is None:
            raise RulesError(no_further_hint())

    def solution(self) -> None:
        """Show the answer to the last pair, or a best pair, and the play expected after it."""
        self._prove()
        if not self._sitting.can_show or not self._sitting.show():
            raise RulesError(_("No solution can be shown now."))
        self._work_while(lambda: self._sitting.is_following)

    def more(self) -> None:
        self._sitting.offers_all = True

    def show_table(self) -> None:
        self.show_board(self._practice.position)
        self._say(_(LEGEND))

    def why(self) -> None:
        self._sitting.explain()
        self._work_while(lambda: self._sitting.is_looking)
        if self._sitting.why is None:
            raise RulesError(_("There is no costly pair to explain."))

    def next_exercise(self) -> None:
        if words := self._sitting.go_on():
            raise RulesError(words)

    def again(self) -> None:
        if not self._sitting.again():
            raise RulesError(_("Answer it first; then you can try it again."))
        self.show_table()

    def choose_theme(self) -> None:
        themes = (None, *ProblemTheme)
        for number, theme in enumerate(themes, start=1):
            self._say(f"  {number} {chosen_theme_words(theme)}")
        question = _(WHICH_THEME).rstrip("?")
        self._ask_about(self.dialogue.choose(question, themes, self._sitting.theme))

    def _ask_about(self, theme: ProblemTheme | None) -> None:
        self._services.change(trainer_theme="" if theme is None else theme.value)
        self.print_messages(self._services.take_messages())
        if words := self._sitting.ask_about(theme):
            self._say(words)

    commands = (
        Command(N_("hint"), "", hint),
        Command(N_("show"), "", solution),
        Command(N_("more"), "", more),
        Command(N_("list"), "", lambda room: room._say(pairs_text(room._practice.position))),
        Command(N_("table"), "", show_table),
        Command(N_("why"), "", why),
        Command(N_("next"), "", next_exercise),
        Command(N_("again"), "", again),
        Command(N_("theme"), "", choose_theme),
        *LEAVING,
    )


# --- this machine --------------------------------------------------------------------------------

_LONGEST_ECHO: Final = 200


Start: TypeAlias = Path | Record | Position | Today | None
"""What is played: the game in a file, or what a link names."""


def run(start: Start = None, level: str = "", day: date | None = None, engine: str = "") -> None:
    """Play in the terminal: what is to `start`, the deal of a day, or a game against a level.

    With an `engine`, a command, it is a game against another program.

    Raises RulesError if a file cannot be opened.
    """
    prepare()
    with closing(Terminal(read=line_reader())) as terminal:
        terminal.run(start, level, day, engine)


def prepare() -> None:
    """Make the streams ready: a line that is printed is there before anything is waited for."""
    with suppress(ImportError):
        import readline  # noqa: F401  (gives `input` a history and editing)
    with suppress(AttributeError, ValueError):
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]


def line_reader() -> Callable[[str], str]:
    """Return what asks for a line; one that comes from a file is printed as if typed."""
    if sys.stdin is not None and sys.stdin.isatty():
        return input
    lines = iter(()) if sys.stdin is None else lines_of(sys.stdin)

    def read(prompt: str) -> str:
        print(prompt, end="", flush=True)
        line = next(lines, None)
        if line is None:
            raise EOFError
        print(plain(line[:_LONGEST_ECHO].rstrip("\n")))
        return line

    return read


class Terminal(Table, Services):
    """One person or two at a terminal. `read` asks for a line, `write` prints one."""

    after_end = N_("You can type review, rematch, new, train, save, undo or quit.")

    def __init__(
        self,
        places: Places | None = None,
        chosen: Settings | None = None,
        engine: Engine | None = None,
        *,
        read: Callable[[str], str] = input,
        write: Callable[[str], object] = print,
    ) -> None:
        super().__init__(places, chosen=chosen, engine=engine)
        self.dialogue = Dialogue(read, write)
        self._solver_works = True
        self._hints: TerminalHints | None = None
        self.session = Session(Setup((Seat(), Seat()), Position.of_deal(1), 1))
        self._has_begun = False

    def run(
        self,
        start: Start = None,
        level: str = "",
        day: date | None = None,
        engine: str = "",
    ) -> None:
        """Play until the person leaves, by an interrupt too, which goes on to the caller."""
        opened = read_game(start) if isinstance(start, Path) else None
        if isinstance(start, Record):
            start = bare_deal(start) or start
        if isinstance(start, Record):
            opened = Session.from_record(start, now=self.now)
        elif isinstance(start, Today):
            opened = self._daily_session(DayDeal(today_of(self.moment()), start.tiles), level)
        elif day is not None:
            opened = self._daily_session(DayDeal(day), level)
        elif engine:
            opened = self.invite_engine(engine).session()
        elif level and opened is None:
            opened = self.options_against(level).session()
        self.print_messages(self.take_messages())
        try:
            with suppress(LeaveError):
                position = start if isinstance(start, Position) else None
                going = opened if opened or position else self._unfinished()
                with suppress(BegunError):
                    self._begin(going or self._new_session(position))
                while True:
                    self._step()
        except KeyboardInterrupt:
            self._say("")
            raise
        finally:
            self._leave()

    def close(self) -> None:
        """Let go of the record's file, and say what could not be kept."""
        super().close()
        self.print_messages(self.take_messages())

    def _step(self) -> None:
        if self.session.solver_to_move and self._solver_works:
            self._let_solver_move()
            return
        name = self.session.name(self.session.to_move)
        prompt = _("Game over") if self.session.ending is not None else label(name)
        line = self.dialogue.ask(f"{prompt}> ")
        if self.session.check_clock():
            self.changed()
        else:
            self.obey(line)

    # Games begin

    def _begin(self, session: Session) -> None:
        self.session, self._has_begun = session, True
        self._solver_works = True
        self.print_messages(self.autosave.claim(session))
        self.recorder.follow(session)
        if session.has_solver:
            self.player_in(session).start()
        if session.cut is not None:
            self._say(explain(session.cut))
        self._say(_(HOW_TO_BEGIN))
        session.run_clock()
        self._say(_(LEGEND))
        self.show(self.session)

    def _daily_session(self, deal: DayDeal, level: str = "") -> Session:
        return deal.session(self.options_against(level), today_of(self.moment()), self.now)

    def _unfinished(self) -> Session | None:
        """Return the unfinished game, or a copy of another program's, if that is wanted."""
        session, messages = self.autosave.load()
        self.print_messages(messages)
        words, question = _("There is an unfinished game: {score}"), _("Continue it?")
        if session is None:
            session = self.autosave.elsewhere()
            words = _("There is an unfinished game in another window: {score}")
            question = _("Continue with a copy?")
        if session is None:
            return None
        self._say(words.format(score=score_text(session)))
        return session if self.dialogue.ask_yes(question) else None

    def _new_session(self, start: Position | None = None) -> Session:
        """Return a game at this terminal; how one plays with a friend elsewhere is not asked."""
        chosen = self.settings
        options = GameOptions.remembered(
            dataclasses.replace(chosen, elsewhere=False, no_help=False)
        )
        options.learn(self.records.games(), self.pars.all())
        if start is not None:
            options.deal_by, options.pasted = PASTED, str(start)
        self.print_messages(self.take_messages())
        session = new_game(
            self.dialogue, options, self.scheduler, self.pars, self._obey_without_game
        )
        self.change(
            **options.to_remember() | {"elsewhere": chosen.elsewhere, "no_help": chosen.no_help}
        )
        return session

    def _obey_without_game(self, line: str) -> bool:
        """Obey one of the words `WITHOUT_GAME`; return whether the line was one.

        Raises BegunError where that began a game.
        """
        session = self.session
        is_known = bool(word_named(line.partition(" ")[0], WITHOUT_GAME))
        if is_known:
            self.obey(line)
        if self.session is not session:
            raise BegunError
        return is_known

    # What is shown

    def show(self, session: Session) -> None:
        """Show the game, once one has begun."""
        if self._has_begun:
            super().show(session)

    def changed(self) -> None:
        self.recorder.follow(self.session)
        self.print_messages(self.autosave.save(self.session))
        self.show(self.session)

    # Moves

    @property
    def table(self) -> Session:
        return self.session

    def play(self, move: Move) -> None:
        session = self.session
        name, before = session.name(session.to_move), session.position
        session.play(move)
        self._say(taken_words(name, pair_and_points(before, move)))
        self.changed()

    def _let_solver_move(self) -> None:
        self._say(_("{name} thinks …").format(name=self.session.name(self.session.to_move)))
        question, scheduler = Question(move_question(self.session)), self.player_in(self.session)
        job = scheduler.submit(question, Priority.MOVE)
        wait_for_solver(
            scheduler, self._say, lambda: question.answer is not None, self._time_solver
        )
        try:
            if question.answer is None:
                job.cancel()
                raise RulesError(scheduler.failure)
            if question.answer.move not in self.session.position.legal_moves:
                raise RulesError(not_legal_words(question.answer.move))
            self.play(question.answer.move)
        except RulesError as error:
            self._solver_works = False
            words = _("The solver cannot play: {reason}. You can move for it, or save and quit.")
            self._say(words.format(reason=explain(error)))

    def _time_solver(self) -> None:
        """Stop the clock while a program gets ready."""
        session = self.session
        (session.pause_clock if self.player_in(session).is_getting_ready else session.run_clock)()

    # Commands

    def undo(self) -> None:
        """Take back; the solver may move again."""
        self._solver_works = True
        super().undo()

    def negotiate(self) -> None:
        request = self.session.pending
        assert request is not None
        name, asked = self.session.name(other(request.by)), self.session.request_question
        accepted = self.dialogue.ask_yes(sentences(self.session.request_text, asked))
        self.session.answer(accepted)
        if accepted:
            self.changed()
        else:
            self._say(_("{name} declines.").format(name=name))

    def redo(self) -> None:
        self.session.redo()
        self.changed()

    def pause(self) -> None:
        if self.session.clock is None or self.session.ending is not None:
            raise RulesError(_("No clock is running."))
        self.session.pause_clock()
        self.dialogue.ask(_("The clock is paused. Press Enter to continue. "))
        self.session.run_clock()
        self._say(score_text(self.session))

    def hint(self) -> None:
        if self.session.ending is not None:
            raise RulesError(_("The game is over."))
        if not self.session.help_allowed:
            raise RulesError(_(WITHOUT_HELP))
        if self._hints is None or self._hints.session is not self.session:
            self._hints = TerminalHints(self.scheduler, self.session, self.dialogue)
        self._hints.show_next()

    def change_sides(self) -> None:
        cost = sides_cost(self.session)
        if cost and not self.dialogue.ask_yes(sentences(cost, _("Change sides?"))):
            return
        self.session.change_sides()
        self._say(sides_words(self.session))
        self.changed()

    def rematch(self) -> None:
        """Play the next game of the series: seats swapped, the same deal again or the next."""
        self._begin(self.session.next_game())

    def review(self) -> None:
        """Review the finished game, walk through it, and perhaps play on from a move."""
        if self.session.ending is None:
            raise RulesError(_("Only finished games can be reviewed."))
        session = TerminalReview(self, self.session, self.dialogue).run()
        if session is not None:
            self._begin(session)
        else:
            self.show(self.session)

    def train(self) -> None:
        """Train endgames; the game waits, and its clock stands still."""
        self.session.pause_clock()
        TerminalTrainer(self, self.dialogue).run()
        self.show(self.session)
        self.session.run_clock()

    def learn(self) -> None:
        """Teach the game in steps, then begin one against the weakest level; the clock waits."""
        self.session.pause_clock()
        options = TerminalFirstGame(self, self.dialogue).run()
        if options is not None and self._may_leave_game():
            self._begin(options.session())
            return
        self.show(self.session)
        self.session.run_clock()

    def new(self) -> None:
        if self._may_leave_game():
            with suppress(BegunError):
                self._begin(self._new_session())

    def daily(self, rest: str) -> None:
        """Show the deal of a day, what came of it and the month, and play it if that is wanted."""
        today, played = today_of(self.moment()), day_games(self.records.games())
        words = rest.split()
        named = [word for word in words if word.lower() not in ("quick", _("quick"))]
        day = day_in(" ".join(named)) if named else today
        deal = DayDeal(day, QUICK if len(named) < len(words) else ALL_TILES)
        calendar = calendar_table(day, calendar_of(played, deal.tiles))
        self.dialogue.show((*daily_page(deal, today, played, self.autosave.load()[0]), calendar))
        if deal in played:
            text = shared_day(played[deal], played, today).text(self.settings.page)
            self._say(text)
        if self.dialogue.ask_yes(_("Play it?")) and self._may_leave_game():
            self._begin(self._daily_session(deal))

    def open(self, rest: str) -> None:
        if name := rest or self.dialogue.ask(_("File: ")):
            file = _path_in(name)
            session = read_game(next(filter(os.path.lexists, (file, _as_saved(file))), file))
            if self._may_leave_game():
                self._begin(session)

    def save(self, rest: str) -> None:
        name = f"{datetime.now():%Y-%m-%d %H.%M.%S}{SUFFIX}"
        file = _as_saved(_path_in(rest)) if rest else self.places.documents / name
        if rest and not file.parent.is_dir():
            raise RulesError(_("There is no directory {name}.").format(name=file.parent))
        question = _("{file} exists. Replace it?").format(file=file)
        if os.path.lexists(file) and not self.dialogue.ask_yes(question):
            return
        try:
            write_atomically(file, self.session.text)
        except OSError as error:
            raise RulesError(cannot_write(file, error)) from None
        self._say(_("Saved as {file}.").format(file=file))

    def choose_language(self, rest: str) -> None:
        codes = dict(language.available())
        if rest not in codes:
            names = listed(f"{code} {name}" for code, name in codes.items())
            raise RulesError(_("Languages: {names}.").format(names=names))
        self.change(language=rest)
        self.print_messages(self.take_messages())
        self.show(self.session)

    def _may_leave_game(self) -> bool:
        """Return whether the game that is going on may be given up for another one."""
        going_on = self.session.ending is None and self.session.game.can_undo
        return not going_on or self.dialogue.ask_yes(_("Leave the unfinished game?"))

    def _leave(self) -> None:
        self.session.pause_clock()
        self.recorder.follow(self.session)
        self.print_messages(self.autosave.save(self.session))
        going_on = self.session.ending is None and self.session.game.root.children
        if going_on and self.autosave.holds(self.session):
            self._say(_("The game is saved and can be continued next time."))

    commands = (
        *LOOKING,
        Command(N_("undo"), N_("take a move back"), undo),
        Command(N_("redo"), N_("redo a move that was taken back"), redo),
        Command(N_("hint"), N_("the next step towards a good pair"), hint),
        Command(N_("pause"), N_("pause the clock"), pause),
        Command(N_("sides"), N_("change sides with the solver"), change_sides),
        Command(N_("draw"), N_("offer a draw"), Table.draw),
        Command(N_("resign"), N_("resign the game"), Table.resign),
        Command(N_("rematch"), N_("the same deal again, seats swapped"), rematch),
        Command(N_("review"), N_("what every move of the finished game cost, and why"), review),
        Command(N_("learn"), N_("the game in short steps, by playing"), learn),
        Command(N_("train"), N_("exercises: endgames and your mistakes"), train),
        Command(N_("new"), N_("another game"), new),
        Command(
            N_("daily"), N_("the deal of the day, or quick, and what came of it"), daily, N_("DAY")
        ),
        Command(N_("save"), N_("save the game"), save, N_("FILE")),
        Command(N_("open"), N_("open a saved game"), open, N_("FILE")),
        Command(N_("language"), N_("choose the language"), choose_language, N_("CODE")),
        *ALWAYS,
    )


def _path_in(words: str) -> Path:
    """Return the path that was typed; raise RulesError if it can be none."""
    with suppress(RuntimeError):
        if "\0" not in words:
            return Path(words).expanduser()
    raise RulesError(_("{line} cannot be the name of a file.").format(line=quoted(words)))


def _as_saved(file: Path) -> Path:
    """Return the name a game is saved by: with the usual ending where none was typed."""
    return file.with_suffix(SUFFIX) if file.name and not file.suffix else file


# --- a new game ----------------------------------------------------------------------------------
#
# The questions that set up a new game, on this machine or with a friend elsewhere.

_PICTURE_LINES: Final = 9
_MOST_DAYS: Final = 30
_BEGINS: Final = ("first", "second", "random", "pie")


WITHOUT_GAME: Final = ("learn", "train", "daily", "open", "language", "rules")
"""The words of the table that the first question understands."""


def new_game(
    dialogue: Dialogue,
    options: GameOptions,
    scheduler: Scheduler,
    pars: Pars,
    obey: Callable[[str], bool] = lambda _line: False,
) -> Session:
    """Ask what to play, offering what was played last; return the game.

    `obey` returns whether a line was one of the words `WITHOUT_GAME`, after which the first
    question is asked again. The program thinks about the pie rule where par is not known.
    """
    question = _("Play against: 1 a friend, 2 the solver, 3 a level")
    opponents = (FRIEND, SOLVER, LEVEL)
    default, choice = str(opponents.index(options.opponent) + 1), one_of(opponents)
    opponent = ""
    while not opponent:
        opponent = dialogue.ask_for(
            question, default, lambda line: "" if obey(line) else choice(line), WITHOUT_GAME
        )
    options.set_opponent(opponent)
    ask_options(dialogue, options)
    if options.by_pie_rule:
        return options.session(agreement=_by_pie_rule(dialogue, options, scheduler, pars))
    return options.session()


def ask_options(dialogue: Dialogue, options: GameOptions) -> None:
    """Ask how to play against the chosen opponent; the defaults are those of the last game."""
    ask, is_far = dialogue.ask_for, options.is_far
    first, other = dialogue.ask_name(_("Your name"), options.names[0]), options.names[1]
    if options.opponent == FRIEND and not is_far:
        other = dialogue.ask_name(_(OTHER_NAME), other)
    options.names = first, other
    if options.opponent == LEVEL:
        for number, rung in enumerate(options.rungs, start=1):
            name = listed((rung.name, level_name(rung.level.name)))
            words = listed(filter(None, (level_words(rung.level), rung.mark)))
            dialogue.say(f"  {number} {titled(name, words)}")
        options.set_level(
            dialogue.choose(_("Level"), [label.name for label in labels()], options.chosen_level)
        )
    if not is_far:
        options.take_turns()
    question = _("Who begins: 1 you, 2 the other, 3 random, 4 by the pie rule")
    options.set_begins(dialogue.choose(question, _BEGINS, options.begins))
    if options.deal_by != PASTED:
        _choose_deal(dialogue, options)
    if options.opponent == SOLVER:
        question = _("Seconds the solver thinks about a move")
        options.think_seconds = ask(
            question, decimal(options.think_seconds), number_between(float, 0.05, 3600)
        )
    _choose_clock(dialogue, options)
    if options.deal_by == FAIR:
        _agree_on_head_start(dialogue, options)
    if is_far:
        options.no_help = not dialogue.ask_yes(_("May both use hints, values and the teacher?"))


def _choose_deal(dialogue: Dialogue, options: GameOptions) -> None:
    """Ask for the deal: by lot, by its number, as a position, or a fair one; quick, half, whole."""
    fair = N_("fair")
    sizes = {word.lower(): tiles for tiles, name in SIZES.items() for word in (name, _(name))}

    def understand(line: str) -> None:
        size, _blank, rest = line.partition(" ")
        if size.lower() in sizes:
            options.set_tiles(sizes[size.lower()])
            line = rest.strip()
        if line.lower() in (fair, _(fair)):
            options.deal_by = FAIR
        elif not line:
            options.deal_by = RANDOM
        elif line.isascii() and line.isdigit():
            options.deal_by, options.number = BY_NUMBER, line
        else:
            more = _PICTURE_LINES - 1 if len(line.split()) > 3 else 0
            lines = [line, *(dialogue.ask("") for _line in range(more))]
            options.deal_by, options.pasted = PASTED, "\n".join(lines)
        options.start()

    question = _(
        "Deal: a number, a position, fair for an even game, or nothing for a random deal; before it"
        " quick, half or whole"
    )
    dialogue.ask_for(question, "", understand)


def _choose_clock(dialogue: Dialogue, options: GameOptions) -> None:
    """Ask for the clock: with a friend elsewhere it may be days for a move."""
    between, between_days = number_between(float, 0, 600), number_between(int, 1, _MOST_DAYS)

    def understand(answer: str) -> None:
        days = re.fullmatch(r"([0-9]{1,2})\s*[dtj天]", answer, re.ASCII)
        if options.is_far and days:
            options.timing, options.days_a_move = DAYS, between_days(days[1])
            return
        words, _plus, more = answer.partition("+")
        minutes, increment = between(words), between(more.strip() or "0")
        if increment and not minutes:
            text = _("0 minutes means no clock; for {seconds} seconds per move type 0.1+{seconds}.")
            raise RulesError(text.format(seconds=decimal(increment)))
        options.clock_minutes, options.clock_increment = minutes, increment
        if options.is_far:
            options.timing = LIVE if minutes else NO_CLOCK

    question = (
        _("Time: 0 for none, minutes such as 10 or 10+5, or days per move such as 3d")
        if options.is_far
        else _("Minutes on each player's clock, 0 for none; 5+3 adds 3 seconds per move")
    )
    usual = decimal(options.clock_minutes)
    if options.clock_minutes and options.clock_increment:
        usual += f"+{decimal(options.clock_increment)}"
    dialogue.ask_for(question, usual, understand)


def _agree_on_head_start(dialogue: Dialogue, options: GameOptions) -> None:
    """Ask for the head start of a fair game, having said which one is offered, and why."""
    dialogue.say(fair_words())
    if options.offer_words:
        dialogue.say(options.offer_words)
    options.head_start = dialogue.ask_for(
        _("By how many points should {name} be ahead? Below 0 for {other}").format(
            name=options.name(0), other=options.name(1)
        ),
        str(options.offer),
        number_between(int, -MOST_GIVEN, MOST_GIVEN),
    )


def _by_pie_rule(
    dialogue: Dialogue, options: GameOptions, scheduler: Scheduler, pars: Pars
) -> Agreement:
    """Return the agreed seats and points, printing what is new on the page each time."""
    talks = options.negotiation(scheduler, pars)
    names = options.name(0), options.name(1)
    shown: Page = ()

    def has_thought() -> bool:
        talks.update()
        return not talks.thinks

    talks.begin()
    while True:
        said = pie_said(talks.pie, names, talks.first, talks.you)
        shown = dialogue.show(pie_page(talks.pie, said, asks=False), shown)
        if talks.agreed is not None:
            return talks.agreed
        if talks.thinks:
            wait_for_solver(scheduler, dialogue.say, has_thought)
            talks.update()
        elif talks.pie.points is None:
            limits = number_between(int, -MOST_GIVEN, MOST_GIVEN)
            talks.name(dialogue.ask_for(_("For moving second"), "0", limits))
        else:
            first, second = (seat_words(talks.pie.points, first=each) for each in (True, False))
            question = _("1 {first}, 2 {second}").format(first=first, second=second)
            talks.choose(first=dialogue.choose(question, (True, False), True))
