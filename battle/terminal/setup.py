"""Questions at the terminal, and the ones that set up a new game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, TypeVar

from battle.engine.scheduler import Scheduler
from battle.game.levels import labels, level_name, level_words
from battle.game.pie import Agreement
from battle.game.session import Session
from battle.game.setup import MOST_GIVEN
from battle.game.words import fair_words, pie_page, pie_said, seat_words
from battle.language import N_, _, decimal, explain
from battle.page.blocks import Block
from battle.page.text import fitted, news, screen_width
from battle.profile.options import BY_NUMBER, FAIR, LEVEL, PASTED, RANDOM, GameOptions
from battle.profile.proofs import Pars
from battle.profile.records import FRIEND, SOLVER
from battle.rules.position import RulesError
from battle.terminal.typed import word_named
from battle.words import LONGEST_NAME, plain

Answer = TypeVar("Answer")

_PICTURE_LINES: Final = 9
_BEGINS: Final = ("first", "second", "random", "pie")


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
        """Print a text that may be copied: no line of it is broken."""
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
            options = _("Answer the question; Enter means {default}, {quit} leaves.")
        options = options.format(default=default, quit=_(N_("quit")))
        while True:
            try:
                return understand(self.ask_in_setup(prompt, options) or default)
            except RulesError as error:
                self.say(explain(error))


def new_game(dialogue: Dialogue, options: GameOptions, scheduler: Scheduler, pars: Pars) -> Session:
    """Ask what to play, offering what was played last; return the game.

    The program thinks about the pie rule where par is not known.
    """
    options.set_opponent(_opponent(dialogue, options.opponent))
    first = dialogue.ask_for(_("Your name"), options.names[0], _name)
    other = options.names[1]
    if options.opponent == FRIEND:
        other = dialogue.ask_for(_("The other player's name"), other, _name)
    options.names = first, other
    if options.opponent == LEVEL:
        options.set_level(_level(dialogue, options.chosen_level))
    options.take_turns()
    options.set_begins(ask_who_begins(dialogue, options.begins))
    _choose_deal(dialogue, options)
    if options.opponent == SOLVER:
        question = _("Seconds the solver thinks about a move")
        usual = decimal(options.think_seconds)
        options.think_seconds = dialogue.ask_for(question, usual, _number_between(0.05, 3600))
    options.clock_minutes, options.clock_increment = _clock(dialogue, options)
    if options.deal_by == FAIR:
        _agree_on_head_start(dialogue, options)
    elif options.by_pie_rule:
        return options.session(agreement=_by_pie_rule(dialogue, options, scheduler, pars))
    return options.session()


def _opponent(dialogue: Dialogue, opponent: str) -> str:
    words = (FRIEND, SOLVER, LEVEL)
    return dialogue.ask_for(
        _("Play against: 1 a friend, 2 the solver, 3 a level"),
        str(words.index(opponent) + 1),
        one_of(words),
    )


def _level(dialogue: Dialogue, level: str) -> str:
    """Return the level to play against, chosen from a list with what each promises."""
    names = tuple(label.name for label in labels())
    for number, label in enumerate(labels(), start=1):
        dialogue.say(f"  {number} {level_name(label.name)}: {level_words(label)}")
    return dialogue.ask_for(_("Level"), str(names.index(level) + 1), one_of(names))


def ask_who_begins(dialogue: Dialogue, begins: str) -> str:
    """Return who begins, a word of the settings; `begins` is offered."""
    return dialogue.ask_for(
        _("Who begins: 1 you, 2 the other, 3 random, 4 by the pie rule"),
        str(_BEGINS.index(begins) + 1),
        one_of(_BEGINS),
    )


def _choose_deal(dialogue: Dialogue, options: GameOptions) -> None:
    """Ask for the deal: by lot, by its number, as a position, or a fair one."""
    fair = N_("fair")

    def understand(line: str) -> None:
        if line.lower() in (fair, _(fair)):
            options.deal_by = FAIR
        elif not line:
            options.deal_by = RANDOM
        elif line.isascii() and line.isdigit():
            options.deal_by, options.number = BY_NUMBER, line
        else:
            options.deal_by, options.pasted = PASTED, _whole_picture(dialogue, line)
        options.start()

    dialogue.ask_for(
        _("Deal: a number, a position, fair for an even game, or nothing for a random deal"),
        "",
        understand,
    )


def _agree_on_head_start(dialogue: Dialogue, options: GameOptions) -> None:
    """Ask for the head start of a fair game, having said which one is offered, and why."""
    dialogue.say(fair_words())
    if options.offer_words:
        dialogue.say(options.offer_words)
    question = _("By how many points should {name} be ahead? Below 0 for {other}")
    options.head_start = dialogue.ask_for(
        question.format(name=options.name(0), other=options.name(1)),
        str(options.offer.points),
        whole_between(-MOST_GIVEN, MOST_GIVEN),
    )


def _by_pie_rule(
    dialogue: Dialogue, options: GameOptions, scheduler: Scheduler, pars: Pars
) -> Agreement:
    """Return the seats and points that are agreed, printing what the page says more each time."""
    talks = options.negotiation(scheduler, pars)
    names, shown = (options.name(0), options.name(1)), tuple[Block, ...]()

    def has_thought() -> bool:
        talks.update()
        return not talks.thinks

    talks.begin()
    while True:
        said = pie_said(talks.pie, names, talks.first)
        page = tuple(pie_page(talks.pie, said, asks=False))
        for words in news(shown, page):
            dialogue.say(words)
        shown = page
        if talks.agreed is not None:
            return talks.agreed
        if talks.thinks:
            scheduler.wait(has_thought)
            talks.update()
        elif talks.pie.points is None:
            limits = whole_between(-MOST_GIVEN, MOST_GIVEN)
            talks.name(dialogue.ask_for(_("For moving second"), "0", limits))
        else:
            first, second = (seat_words(talks.pie.points, first=each) for each in (True, False))
            question = _("1 {first}, 2 {second}").format(first=first, second=second)
            taken = dialogue.ask_for(question, "1", one_of(("first", "second")))
            talks.choose(first=taken == "first")


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


def _clock(dialogue: Dialogue, options: GameOptions) -> tuple[float, float]:
    """Return the minutes on each clock and the seconds more for every move."""

    def understand(answer: str) -> tuple[float, float]:
        words, _plus, more = answer.partition("+")
        minutes, increment = between(words), between(more.strip() or "0")
        if increment and not minutes:
            text = _("0 minutes means no clock; for {seconds} seconds per move type 0.1+{seconds}.")
            raise RulesError(text.format(seconds=decimal(increment)))
        return minutes, increment

    between = _number_between(0, 600)
    usual = decimal(options.clock_minutes)
    if all(options.control):
        usual += f"+{decimal(options.clock_increment)}"
    question = _("Minutes on each player's clock, 0 for none; 5+3 adds 3 seconds per move")
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
