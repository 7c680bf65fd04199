"""The questions that set up a new game, on this machine or with a friend elsewhere."""

from __future__ import annotations

import dataclasses
import re
from typing import Final

from battle.game.setup import MOST_GIVEN, SIZES, labels, level_name, level_words
from battle.game.words import fair_words
from battle.language import N_, _, decimal
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
from battle.profile.records import FRIEND, SOLVER
from battle.rules.position import Position, RulesError, meant
from battle.screens import captions
from battle.terminal.dialogue import Dialogue, number_between, one_of
from battle.terminal.own_table import WITHOUT_GAME
from battle.terminal.room import Command, Console, Room
from battle.terminal.table import RULES
from battle.words import listed, sentences, titled

_PICTURE_LINES: Final = 9
_MOST_DAYS: Final = 30
_BEGINS: Final = ("first", "second", "random", "pie")
_OPPONENTS: Final = (FRIEND, SOLVER, LEVEL)


class NewGameRoom(Room):
    """Asks what to play, offering what was played last; the first question takes other words too.

    How one plays with a friend elsewhere is not asked.
    """

    def __init__(self, shell: Console, start: Position | None = None) -> None:
        super().__init__(shell)
        services = self.services
        self._options = options = GameOptions.remembered(
            dataclasses.replace(services.settings, elsewhere=False, no_help=False)
        )
        options.learn(services.records.games(), services.pars.all())
        if start is not None:
            options.deal_by, options.pasted = PASTED, str(start)

    @property
    def _usual(self) -> str:
        return str(_OPPONENTS.index(self._options.opponent) + 1)

    @property
    def prompt(self) -> str:
        question = _("Play against: 1 a friend, 2 the solver, 3 a level")
        return titled(f"{question} [{self._usual}]", "")

    def take(self, line: str) -> None:
        """Ask everything else once the opponent is chosen, and begin."""
        options, services = self._options, self.services
        options.set_opponent(one_of(_OPPONENTS)(meant(line) or self._usual))
        ask_options(self.dialogue, options)
        chosen = services.settings
        services.change(
            **options.to_remember() | {"elsewhere": chosen.elsewhere, "no_help": chosen.no_help}
        )
        if options.by_pie_rule:
            self.shell.go("pie", options)
        else:
            self.shell.replace("table", options.session())

    def show_help(self) -> None:
        words = _("Answer the question; Enter means {default}, {quit} leaves.")
        others = listed(_(command.name) for command in self.commands[:-2])
        self.say(
            sentences(
                words.format(default=self._usual, quit=_("quit")),
                _("You can also type: {words}.").format(words=others),
            )
        )

    commands = (
        *WITHOUT_GAME,
        RULES,
        Command(N_("help"), "", show_help),
        Command(N_("quit"), "", Room.quit),
    )


def ask_options(dialogue: Dialogue, options: GameOptions) -> None:
    """Ask how to play against the chosen opponent; the defaults are those of the last game."""
    ask, is_far = dialogue.ask_for, options.is_far
    first, other = dialogue.ask_name(_(captions.YOUR_NAME), options.names[0]), options.names[1]
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
