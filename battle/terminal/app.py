"""The game in the terminal: the table in text, moves and commands typed, one line at a time.

    loop:  the solver's turn?  ──yes──► ask the engine, play its move
                 │ no
                 └──► read a line ──► a command, or a move ──► show what changed

Nothing is drawn over: what is printed stays, so that it can be read out, piped and logged. The end
of input ends the game as `quit` does; the unfinished game is kept after every move.
"""

from __future__ import annotations

import dataclasses
import os
import re
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import date, datetime
from pathlib import Path
from typing import Final

from battle import language
from battle.engine.client import Engine
from battle.engine.jobs import Priority, Question, Scheduler
from battle.game.engine_move import move_question, not_legal_words
from battle.game.pie import Agreement, pie_page, pie_said, seat_words
from battle.game.session import WITHOUT_HELP, Session, fair_words, read_game, sides_words
from battle.game.setup import MOST_GIVEN, Seat, Setup, labels, level_name, level_words
from battle.language import N_, _, decimal, explain
from battle.page.blocks import Page
from battle.profile.proofs import Pars
from battle.profile.records import FRIEND, SOLVER
from battle.profile.settings import (
    BY_NUMBER,
    DAYS,
    FAIR,
    LEVEL,
    LIVE,
    NO_CLOCK,
    PASTED,
    RANDOM,
    GameOptions,
    Settings,
)
from battle.rules.disguise import day_in
from battle.rules.files import lines_of
from battle.rules.position import Move, RulesError, deal, other, quoted
from battle.rules.record import SUFFIX
from battle.services import Services
from battle.storage import Places, cannot_write, write_atomically
from battle.terminal.study import (
    TerminalFirstGame,
    TerminalHints,
    TerminalReview,
    TerminalTrainer,
    wait_for_solver,
)
from battle.terminal.table import (
    ALWAYS,
    HOW_TO_BEGIN,
    LEGEND,
    LOOKING,
    Command,
    Dialogue,
    LeaveError,
    Table,
    number_between,
    score_text,
)
from battle.training.daily import (
    calendar_table,
    daily_page,
    daily_session,
    day_games,
    share_line,
    today_of,
)
from battle.training.first_game import LEVEL as FIRST_LEVEL
from battle.words import (
    LONGEST_NAME,
    label,
    listed,
    pair_and_points,
    plain,
    sentences,
    taken_words,
    titled,
)

_LONGEST_ECHO: Final = 200


def run(
    file: Path | None = None, level: str = "", day: date | None = None, engine: str = ""
) -> None:
    """Play in the terminal: the game in `file`, the deal of a day, or a game against a level.

    With an `engine`, a command, it is a game against another program.

    Raises RulesError if the file cannot be opened.
    """
    prepare()
    with closing(Terminal(read=line_reader())) as terminal:
        terminal.run(file, level, day, engine)


def prepare() -> None:
    """Make the streams ready."""
    with suppress(ImportError):
        import readline  # noqa: F401  (gives `input` a history and editing)
    for stream in (sys.stdin, sys.stdout):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]


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
        self.session = Session(Setup((Seat(), Seat()), deal(1), 1))

    def run(
        self,
        file: Path | None = None,
        level: str = "",
        day: date | None = None,
        engine: str = "",
    ) -> None:
        """Play until the person leaves, by an interrupt too, which goes on to the caller."""
        opened = None if file is None else read_game(file)
        if day is not None:
            opened = self._daily_session(day, level)
        elif engine:
            opened = self.invite_engine(engine).session()
        elif level and opened is None:
            opened = self._against(level).session()
        self.print_messages(self.take_messages())
        try:
            with suppress(LeaveError):
                self._begin(opened or self._unfinished() or self._new_session())
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
        self.session = session
        self._solver_works = True
        self.print_messages(self.autosave.claim(session))
        self.recorder.follow(session)
        if session.has_solver:
            self.player_in(session).start()
        self._say(_(HOW_TO_BEGIN))
        session.run_clock()
        self._say(_(LEGEND))
        self.show(self.session)

    def _against(self, level: str) -> GameOptions:
        """Return the options for a game against a level, the suggested one if it is empty."""
        games, pars = self.records.games(), self.pars.all()
        return GameOptions.against(level, self.settings, games, pars)

    def _daily_session(self, day: date, level: str = "") -> Session:
        """Return a game on the deal of a day."""
        return daily_session(day, self._against(level), today_of(self.moment()), self.now)

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

    def _new_session(self) -> Session:
        """Return a game at this terminal; how one plays with a friend elsewhere is not asked."""
        chosen = self.settings
        options = GameOptions.remembered(
            dataclasses.replace(chosen, elsewhere=False, no_help=False)
        )
        options.learn(self.records.games(), self.pars.all())
        self.print_messages(self.take_messages())
        session = new_game(self.dialogue, options, self.scheduler, self.pars)
        kept = options.to_remember() | {"elsewhere": chosen.elsewhere, "no_help": chosen.no_help}
        self.change(**kept)
        return session

    # What is shown

    def changed(self) -> None:
        """Keep the game and show it."""
        self.recorder.follow(self.session)
        self.print_messages(self.autosave.save(self.session))
        self.show(self.session)

    # Moves

    @property
    def table(self) -> Session:
        return self.session

    def play(self, move: Move) -> None:
        """Take a pair and keep the game."""
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
        """Take no time from a program that still gets ready."""
        session = self.session
        getting_ready = self.player_in(session).is_getting_ready
        (session.pause_clock if getting_ready else session.run_clock)()

    # Commands

    def undo(self, rest: str) -> None:
        """Take back; the solver may move again."""
        self._solver_works = True
        super().undo(rest)

    def negotiate(self) -> None:
        """Let the other player answer the open request."""
        request = self.session.pending
        assert request is not None
        name, asked = self.session.name(other(request.by)), self.session.request_question
        accepted = self.dialogue.ask_yes(sentences(self.session.request_text, asked))
        self.session.answer(accepted)
        if accepted:
            self.changed()
        else:
            self._say(_("{name} declines.").format(name=name))

    def redo(self, _rest: str) -> None:
        """Play again what was taken back."""
        self.session.redo()
        self.changed()

    def pause(self, _rest: str) -> None:
        """Stop the clock until the next line."""
        if self.session.clock is None or self.session.ending is not None:
            raise RulesError(_("No clock is running."))
        self.session.pause_clock()
        self.dialogue.ask(_("The clock is paused. Press Enter to continue. "))
        self.session.run_clock()
        self._say(score_text(self.session))

    def hint(self, _rest: str) -> None:
        """Show the next step of a hint."""
        if self.session.ending is not None:
            raise RulesError(_("The game is over."))
        if not self.session.help_allowed:
            raise RulesError(_(WITHOUT_HELP))
        if self._hints is None or self._hints.session is not self.session:
            self._hints = TerminalHints(self.scheduler, self.session, self.dialogue)
        self._hints.show_next()

    def change_sides(self, _rest: str) -> None:
        """Change places with the solver."""
        self.session.change_sides()
        self._say(sides_words(self.session))
        self.changed()

    def rematch(self, _rest: str) -> None:
        """Play the next game of the series: seats swapped, the same deal again or the next."""
        self._begin(self.session.next_game())

    def review(self, _rest: str) -> None:
        """Review the finished game, walk through it, and perhaps play on from a move."""
        if self.session.ending is None:
            raise RulesError(_("Only finished games can be reviewed."))
        session = TerminalReview(self, self.session, self.dialogue).run()
        if session is not None:
            self._begin(session)
        else:
            self.show(self.session)

    def train(self, _rest: str) -> None:
        """Train endgames; the game waits, and its clock stands still."""
        self.session.pause_clock()
        TerminalTrainer(self, self.dialogue).run()
        self.show(self.session)
        self.session.run_clock()

    def learn(self, _rest: str) -> None:
        """Teach the game in steps, then begin one against the weakest level; the clock waits."""
        self.session.pause_clock()
        if TerminalFirstGame(self, self.dialogue).run() and self._may_leave_game():
            self._begin(self._against(FIRST_LEVEL).session())
            return
        self.show(self.session)
        self.session.run_clock()

    def new(self, _rest: str) -> None:
        """Begin another game."""
        if self._may_leave_game():
            self._begin(self._new_session())

    def daily(self, rest: str) -> None:
        """Show the deal of a day, what came of it and the month, and play it if that is wanted."""
        today = today_of(self.moment())
        day, played = day_in(rest) if rest else today, day_games(self.records.games())
        game = played.get(day)
        line = share_line(game) if game else ""
        self.dialogue.show((*daily_page(day, today, played, line), calendar_table(day, played)))
        if self.dialogue.ask_yes(_("Play it?")) and self._may_leave_game():
            self._begin(self._daily_session(day))

    def open(self, rest: str) -> None:
        """Open a saved game."""
        if name := rest or self.dialogue.ask(_("File: ")):
            file = _path_in(name)
            session = read_game(next(filter(os.path.lexists, (file, _as_saved(file))), file))
            if self._may_leave_game():
                self._begin(session)

    def save(self, rest: str) -> None:
        """Save the game in a file."""
        name = f"{datetime.now():%Y-%m-%d %H.%M.%S}{SUFFIX}"
        file = _as_saved(_path_in(rest)) if rest else self.places.documents / name
        if rest and not file.parent.is_dir():
            raise RulesError(_("There is no directory {name}.").format(name=file.parent))
        question = _("{file} exists. Replace it?").format(file=file)
        if os.path.lexists(file) and not self.dialogue.ask_yes(question):
            return
        try:
            write_atomically(file, self.session.record().text)
        except OSError as error:
            raise RulesError(cannot_write(file, error)) from None
        self._say(_("Saved as {file}.").format(file=file))

    def choose_language(self, rest: str) -> None:
        """Choose the language."""
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
        Command(N_("daily"), N_("the deal of the day, and what came of it"), daily, N_("DAY")),
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
            dialogue.say(f"  {number} {titled(level_name(label.name), level_words(label))}")
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

    question = _("Minutes on each player's clock, 0 for none; 5+3 adds 3 seconds per move")
    if options.is_far:
        question = _("Time: 0 for none, minutes such as 10 or 10+5, or days per move such as 3d")
    usual = decimal(options.clock_minutes)
    if options.clock_minutes and options.clock_increment:
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
        str(options.offer),
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
        said = pie_said(talks.pie, names, talks.first, talks.you)
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
