"""Questions at the terminal, and the ones that set up a new game."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from battle.game.clock import TimeControl
from battle.game.even_words import fair_words, named_words, pie_words, seat_words
from battle.game.fair import MOST_GIVEN, fair_table
from battle.game.levels import labels, level_name, level_words
from battle.game.pie import Pie, program_moves_first, program_names
from battle.game.session import Session
from battle.game.setup import LARGEST_SEED, Seat, Setup
from battle.language import N_, _, decimal, explain
from battle.page.text import board_text, fitted, screen_width
from battle.profile.records import PlayedGame
from battle.profile.settings import Settings
from battle.profile.statistics import HeadStartOffer, Suggestion, against_program, next_beginner
from battle.rules.deal import LAST_DEAL, deal, deal_number
from battle.rules.position import Position, RulesError, position
from battle.terminal.commands import word_named
from battle.words.plain import LONGEST_NAME, plain

Answer = TypeVar("Answer")

_PICTURE_LINES: Final = 9
_BEGINS: Final = ("first", "second", "random", "pie")


@dataclass(frozen=True)
class KnownAtSetup:
    """What is known when a game is set up: the level that suits, solved deals, what friends lose.

    `worth` tells what moving first is worth, as the program thinks; `games` are those of the
    record, in the order they ended.
    """

    suggestion: Suggestion
    pars: Mapping[int, int]
    losses: Mapping[str, float]
    worth: Callable[[Position], int]
    games: Sequence[PlayedGame]


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

    def print(self, text: str) -> None:
        """Print a text that somebody may copy: no line of it is broken."""
        self._write(plain(text))

    def ask_in_setup(self, prompt: str, options: str) -> str:
        """Return the answer to a question; `quit` leaves, `help` tells what can be typed.

        Both are known in the language in use and in English.
        """
        while True:
            answer = self.ask(prompt)
            word = word_named(answer, (N_("quit"), N_("help")))
            if word == "quit":
                raise LeaveError
            if word != "help" and answer != "?":
                return answer
            self.say(options)

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

    def ask_yes(self, question: str) -> bool:
        """Return the answer to a question; only yes or no will do."""
        yes, no = N_("yes"), N_("no")
        while True:
            options = _("Type {yes} or {no}; {quit} leaves.")
            options = options.format(yes=_(yes), no=_(no), quit=_(N_("quit")))
            answer = self.ask_in_setup(f"{question} ({_(yes)}/{_(no)}) ", options).lower()
            for word, meaning in ((yes, True), (_(yes), True), (no, False), (_(no), False)):
                if answer and word.startswith(answer):
                    return meaning

    def ask_for(self, question: str, default: str, understand: Callable[[str], Answer]) -> Answer:
        """Return what `understand` makes of the answer, asking again while it raises RulesError.

        Nothing typed means the default.
        """
        prompt = f"{question} [{default}]: " if default else f"{question}: "
        options = _("Answer the question; {quit} leaves.")
        if default:
            options = _("Answer the question; nothing typed means {default}, {quit} leaves.")
        options = options.format(default=default, quit=_(N_("quit")))
        while True:
            try:
                return understand(self.ask_in_setup(prompt, options) or default)
            except RulesError as error:
                self.say(explain(error))


def new_game(dialogue: Dialogue, chosen: Settings, known: KnownAtSetup) -> tuple[Session, Settings]:
    """Ask what to play, offering what was played last; return the game and what was chosen.

    Where no level was chosen before, the suggested one is offered.
    """
    suggested = known.suggestion.level
    opponent = _opponent(dialogue, chosen)
    names = _names(dialogue, chosen.names, alone=opponent != "friend")
    level = _level(dialogue, chosen.level or suggested) if opponent == "level" else chosen.level
    chosen = replace(chosen, opponent=opponent, names=names)
    begins = ask_who_begins(dialogue, _in_turn(chosen, known.games))
    number, start = _start(dialogue, known)
    chosen = replace(chosen, begins=begins, level=level)
    if opponent == "solver":
        chosen = replace(chosen, think_seconds=_think_seconds(dialogue, chosen))
    minutes, increment = _clock(dialogue, chosen)
    chosen = replace(chosen, clock_minutes=minutes, clock_increment=increment)
    setup = _setup(chosen, number, deal(1) if start is None else start)
    if start is None:
        setup = _fair(dialogue, chosen, known, setup)
    elif begins == "pie":
        setup = _by_pie_rule(dialogue, chosen, known, setup)
    return Session(setup), replace(chosen, level="" if level == suggested else level)


def game_against(chosen: Settings, level: str, games: Sequence[PlayedGame] = ()) -> Session:
    """Return a game against a level on a deal drawn by lot, all else as it was chosen last.

    By the `games` of the record the other one begins than began the last one.
    """
    chosen = replace(chosen, opponent="level", level=level)
    chosen = replace(chosen, begins=_in_turn(chosen, games))
    number = numbered_deal("")
    return Session(_setup(chosen, number, deal(number)))


def _setup(chosen: Settings, number: int | None, start: Position) -> Setup:
    seats = Seat(chosen.names[0]), _other_seat(chosen)
    by_lot = chosen.begins in ("random", "pie")
    if chosen.begins == "second" or (by_lot and random.random() < 0.5):
        seats = seats[1], seats[0]
    clock = TimeControl(chosen.clock_minutes * 60, chosen.clock_increment)
    control = clock if chosen.clock_minutes else None
    seed = random.randint(0, LARGEST_SEED)
    return Setup(seats, start, number, control, chosen.think_seconds, seed)


def _other_seat(chosen: Settings) -> Seat:
    if chosen.opponent == "friend":
        return Seat(chosen.names[1])
    return Seat(solver=True, level=chosen.level if chosen.opponent == "level" else "")


def _opponent(dialogue: Dialogue, chosen: Settings) -> str:
    words = ("friend", "solver", "level")
    return dialogue.ask_for(
        _("Play against: 1 a friend, 2 the solver, 3 a level"),
        str(words.index(chosen.opponent) + 1),
        one_of(words),
    )


def _level(dialogue: Dialogue, level: str) -> str:
    """Return the level to play against, chosen from a list with what each promises."""
    names = tuple(label.name for label in labels())
    for number, label in enumerate(labels(), start=1):
        dialogue.say(f"  {number} {level_name(label.name)}: {level_words(label)}")
    return dialogue.ask_for(_("Level"), str(names.index(level) + 1), one_of(names))


def _names(dialogue: Dialogue, names: tuple[str, str], *, alone: bool) -> tuple[str, str]:
    first = dialogue.ask_for(_("Your name"), names[0], _name)
    if alone:
        return first, names[1]
    return first, dialogue.ask_for(_("The other player's name"), names[1], _name)


def _in_turn(chosen: Settings, games: Sequence[PlayedGame]) -> str:
    """Return who begins: if somebody by name, the one who did not begin the last game."""
    if chosen.begins not in ("first", "second"):
        return chosen.begins
    called = Session(Setup((Seat(chosen.names[0]), Seat(chosen.names[1])), deal(1))).names
    return next_beginner(games, chosen.opponent, called) or chosen.begins


def ask_who_begins(dialogue: Dialogue, begins: str) -> str:
    """Return who begins, a word of the settings; `begins` is offered."""
    return dialogue.ask_for(
        _("Who begins: 1 you, 2 the other, 3 by chance, 4 by the pie rule"),
        str(_BEGINS.index(begins) + 1),
        one_of(_BEGINS),
    )


def _start(dialogue: Dialogue, known: KnownAtSetup) -> tuple[int | None, Position | None]:
    """Return the number of the deal to play, None for a position, and where it starts.

    The start is None for a fair game.
    """
    fair = N_("fair")

    def understand(line: str) -> tuple[int | None, Position | None]:
        if line.lower() in (fair, _(fair)):
            if not known.pars:
                raise RulesError(_("No solved deal is known."))
            return None, None
        if line and not (line.isascii() and line.isdigit()):
            return None, position(_whole_picture(dialogue, line))
        number = numbered_deal(line)
        return number, deal(number)

    return dialogue.ask_for(
        _("Deal: a number, a position, fair for an even game, or nothing for a random deal"),
        "",
        understand,
    )


def numbered_deal(line: str) -> int:
    """Return the number of the deal that was typed, one by lot for nothing; raise FormatError."""
    return deal_number(line) if line else random.randint(1, LAST_DEAL)


# --- fair games and the pie rule ----------------------------------------------------------------


def _fair(dialogue: Dialogue, chosen: Settings, known: KnownAtSetup, setup: Setup) -> Setup:
    """Return the setup on a fair table, with the head start that is asked for."""
    mine = setup.seats[0] == Seat(chosen.names[0])
    names = _called(setup if mine else replace(setup, seats=setup.seats[::-1]))
    dialogue.say(fair_words())
    offer = _offer(chosen, known)
    if offer.is_known:
        words = _("{first} loses {a} points a game, {second} {b}.")
        first, second = (decimal(round(loss or 0)) for loss in offer.losses)
        dialogue.say(words.format(first=names[0], a=first, second=names[1], b=second))
    question = _("By how many points shall {name} be ahead? Less than 0 for {other}")
    head_start = dialogue.ask_for(
        question.format(name=names[0], other=names[1]),
        str(offer.points),
        whole_between(-MOST_GIVEN, MOST_GIVEN),
    )
    head_start = head_start if mine else -head_start
    table = fair_table(known.pars, random.Random())
    assert table is not None
    return replace(setup, start=table.start(head_start), head_start=head_start)


def _offer(chosen: Settings, known: KnownAtSetup) -> HeadStartOffer:
    if chosen.opponent == "friend":
        first, second = map(known.losses.get, chosen.names)
        return HeadStartOffer((first, second))
    level = chosen.level if chosen.opponent == "level" else ""
    return against_program(known.suggestion.loss, level)


def _by_pie_rule(dialogue: Dialogue, chosen: Settings, known: KnownAtSetup, setup: Setup) -> Setup:
    """Return the setup with the seats and points that are agreed."""
    people = Seat(chosen.names[0]), _other_seat(chosen)
    names = _called(replace(setup, seats=people))
    dialogue.say(pie_words())
    dialogue.say("\n" + board_text(setup.start) + "\n")
    pie = Pie(setup.start, random.randrange(2))
    name = names[pie.namer]
    if people[pie.namer].solver:
        points = program_names(known.worth(pie.start))
    else:
        question = _("{name}, how many points for whoever moves second?").format(name=name)
        points = dialogue.ask_for(question, "0", whole_between(-MOST_GIVEN, MOST_GIVEN))
    pie = pie.naming(points)
    named = named_words(points)
    dialogue.say(_("{name} names {points}.").format(name=name, points=named))
    if people[pie.chooser].solver:
        first = program_moves_first(known.worth(pie.start), points)
    else:
        seats = [seat_words(points, first=True), seat_words(points, first=False)]
        question = _("{name}: 1 {first}, 2 {second}").format(
            name=names[pie.chooser], first=seats[0], second=seats[1]
        )
        first = dialogue.ask_for(question, "1", one_of(("first", "second"))) == "first"
    agreed = pie.choosing(first=first)
    seated = people if agreed.first == 0 else people[::-1]
    return replace(setup, seats=seated, start=agreed.start, named_by=agreed.named_by)


def _called(setup: Setup) -> tuple[str, str]:
    """Return what is called who sits where."""
    return Session(setup).names


def whole_between(lowest: int, highest: int) -> Callable[[str], int]:
    """Return what understands a whole number; it raises RulesError for others."""

    def understand(answer: str) -> int:
        if re.fullmatch(r"[-+]?[0-9]{1,3}", answer, re.ASCII):
            number = int(answer)
            if lowest <= number <= highest:
                return number
        text = _("Please type a number from {lowest} to {highest}.")
        raise RulesError(text.format(lowest=lowest, highest=highest))

    return understand


def _whole_picture(dialogue: Dialogue, line: str) -> str:
    """Return `line`, or with it the further lines of the picture that it begins."""
    if len(line.split()) < 4:
        return line
    return "\n".join([line, *(dialogue.ask("") for _line in range(_PICTURE_LINES - 1))])


def _think_seconds(dialogue: Dialogue, chosen: Settings) -> float:
    return dialogue.ask_for(
        _("Seconds the solver thinks about a move"),
        decimal(chosen.think_seconds),
        _number_between(0.05, 3600),
    )


def _clock(dialogue: Dialogue, chosen: Settings) -> tuple[float, float]:
    """Return the minutes on each clock and the seconds more for every move."""

    def understand(answer: str) -> tuple[float, float]:
        words, _plus, more = answer.partition("+")
        minutes, increment = between(words), between(more.strip() or "0")
        if increment and not minutes:
            text = _("0 minutes are no clock; for {seconds} seconds a move type 0.1+{seconds}.")
            raise RulesError(text.format(seconds=decimal(increment)))
        return minutes, increment

    between = _number_between(0, 600)
    usual = decimal(chosen.clock_minutes)
    if chosen.clock_minutes and chosen.clock_increment:
        usual += f"+{decimal(chosen.clock_increment)}"
    question = _("Minutes on each player's clock, 0 for none; 5+3 gives 3 seconds more a move")
    return dialogue.ask_for(question, usual, understand)


def one_of(choices: Sequence[Answer]) -> Callable[[str], Answer]:
    """Return what understands the number, from 1, of a choice; it raises RulesError for others."""

    def understand(answer: str) -> Answer:
        if re.fullmatch(r"[0-9]{1,3}", answer) and 1 <= int(answer) <= len(choices):
            return choices[int(answer) - 1]
        raise RulesError(_("Please type a number from 1 to {number}.").format(number=len(choices)))

    return understand


def _number_between(lowest: float, highest: float) -> Callable[[str], float]:
    def understand(answer: str) -> float:
        with suppress(ValueError):
            number = float(answer.replace(",", "."))
            if lowest <= number <= highest:
                return number
        text = _("Please type a number from {lowest} to {highest}.")
        raise RulesError(text.format(lowest=decimal(lowest), highest=decimal(highest)))

    return understand


def _name(words: str) -> str:
    return "".join(letter for letter in words if letter.isprintable())[:LONGEST_NAME]
