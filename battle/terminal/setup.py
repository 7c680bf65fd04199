"""The questions that set up a new game, on this machine or with a friend elsewhere."""

from __future__ import annotations

import re
from typing import Final

from battle.engine.scheduler import Scheduler
from battle.game.levels import labels, level_name, level_words
from battle.game.pie import Agreement
from battle.game.session import Session
from battle.game.setup import MOST_GIVEN
from battle.game.words import fair_words, pie_page, pie_said, seat_words
from battle.language import N_, _, decimal
from battle.page.blocks import Page
from battle.profile.options import (
    BY_NUMBER,
    DAYS,
    FAIR,
    LEVEL,
    LIVE,
    NO_CLOCK,
    PASTED,
    RANDOM,
    GameOptions,
)
from battle.profile.proofs import Pars
from battle.profile.records import FRIEND, SOLVER
from battle.rules.position import RulesError
from battle.terminal.table import Dialogue, number_between
from battle.words import LONGEST_NAME

_PICTURE_LINES: Final = 9
_MOST_DAYS: Final = 30
_BEGINS: Final = ("first", "second", "random", "pie")


def new_game(dialogue: Dialogue, options: GameOptions, scheduler: Scheduler, pars: Pars) -> Session:
    """Ask what to play, offering what was played last; return the game.

    The program thinks about the pie rule where par is not known.
    """
    question = _("Play against: 1 a friend, 2 the solver, 3 a level")
    options.set_opponent(dialogue.choose(question, (FRIEND, SOLVER, LEVEL), options.opponent))
    ask_options(dialogue, options)
    if options.by_pie_rule:
        return options.session(agreement=_by_pie_rule(dialogue, options, scheduler, pars))
    return options.session()


def ask_options(dialogue: Dialogue, options: GameOptions) -> None:
    """Ask how to play against the opponent that is chosen, offering what was played last."""
    ask, is_far = dialogue.ask_for, options.is_far
    first, other = ask(_("Your name"), options.names[0], name_in), options.names[1]
    if options.opponent == FRIEND and not is_far:
        other = ask(_("The other player's name"), other, name_in)
    options.names = first, other
    if options.opponent == LEVEL:
        for number, label in enumerate(labels(), start=1):
            dialogue.say(f"  {number} {level_name(label.name)}: {level_words(label)}")
        names = [label.name for label in labels()]
        options.set_level(dialogue.choose(_("Level"), names, options.chosen_level))
    if not is_far:
        options.take_turns()
    question = _("Who begins: 1 you, 2 the other, 3 random, 4 by the pie rule")
    options.set_begins(dialogue.choose(question, _BEGINS, options.begins))
    _choose_deal(dialogue, options)
    if options.opponent == SOLVER:
        question = _("Seconds the solver thinks about a move")
        seconds = number_between(float, 0.05, 3600)
        options.think_seconds = ask(question, decimal(options.think_seconds), seconds)
    _choose_clock(dialogue, options)
    if options.deal_by == FAIR:
        _agree_on_head_start(dialogue, options)
    if is_far:
        options.no_help = not dialogue.ask_yes(_("May both use hints, values and the teacher?"))


def name_in(words: str) -> str:
    """Return a name as it can be kept."""
    return "".join(letter for letter in words if letter.isprintable())[:LONGEST_NAME]


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
            more = _PICTURE_LINES - 1 if len(line.split()) > 3 else 0
            lines = [line, *(dialogue.ask("") for _line in range(more))]
            options.deal_by, options.pasted = PASTED, "\n".join(lines)
        options.start()

    question = _("Deal: a number, a position, fair for an even game, or nothing for a random deal")
    dialogue.ask_for(question, "", understand)


def _choose_clock(dialogue: Dialogue, options: GameOptions) -> None:
    """Ask for the clock: with a friend elsewhere it may be days for a move."""
    between, between_days = number_between(float, 0, 600), number_between(int, 1, _MOST_DAYS)

    def understand(answer: str) -> None:
        days = re.fullmatch(r"([0-9]{1,2})\s*[dt]", answer, re.ASCII)
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

    question = _("Minutes on each player's clock, 0 for none; 5+3 adds 3 seconds per move")
    if options.is_far:
        question = _("Time: 0 for none, minutes such as 10 or 10+5, or days per move such as 3d")
    usual = decimal(options.clock_minutes)
    if all(options.control):
        usual += f"+{decimal(options.clock_increment)}"
    dialogue.ask_for(question, usual, understand)


def _agree_on_head_start(dialogue: Dialogue, options: GameOptions) -> None:
    """Ask for the head start of a fair game, having said which one is offered, and why."""
    dialogue.say(fair_words())
    if options.offer_words:
        dialogue.say(options.offer_words)
    question = _("By how many points should {name} be ahead? Below 0 for {other}")
    options.head_start = dialogue.ask_for(
        question.format(name=options.name(0), other=options.name(1)),
        str(options.offer.points),
        number_between(int, -MOST_GIVEN, MOST_GIVEN),
    )


def _by_pie_rule(
    dialogue: Dialogue, options: GameOptions, scheduler: Scheduler, pars: Pars
) -> Agreement:
    """Return the seats and points that are agreed, printing what the page says more each time."""
    talks = options.negotiation(scheduler, pars)
    names = options.name(0), options.name(1)
    shown: Page = ()

    def has_thought() -> bool:
        talks.update()
        return not talks.thinks

    talks.begin()
    while True:
        said = pie_said(talks.pie, names, talks.first)
        shown = dialogue.show(pie_page(talks.pie, said, asks=False), shown)
        if talks.agreed is not None:
            return talks.agreed
        if talks.thinks:
            scheduler.wait(has_thought)
            talks.update()
        elif talks.pie.points is None:
            limits = number_between(int, -MOST_GIVEN, MOST_GIVEN)
            talks.name(dialogue.ask_for(_("For moving second"), "0", limits))
        else:
            first, second = (seat_words(talks.pie.points, first=each) for each in (True, False))
            question = _("1 {first}, 2 {second}").format(first=first, second=second)
            talks.choose(first=dialogue.choose(question, (True, False), True))
