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
import sys
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from battle import language
from battle.analysis.costs import ProblemTheme
from battle.analysis.values import Bounds
from battle.engine.client import Engine
from battle.engine.jobs import Question
from battle.engine.scheduler import Priority
from battle.game.engine_move import move_question
from battle.game.session import Session
from battle.game.setup import Seat, Setup
from battle.language import N_, _, explain
from battle.page.rules import rules_pages
from battle.page.text import board_text, page_lines
from battle.profile.options import GameOptions
from battle.profile.settings import Settings
from battle.rules.deal import deal
from battle.rules.files import MOST_OF_TABLE, lines_of, read_text
from battle.rules.position import Move, RulesError, other, quoted
from battle.rules.record import SUFFIX, one_game
from battle.services import Services
from battle.storage import Places, cannot_read, reason_of, write_atomically
from battle.terminal import text
from battle.terminal.review import TerminalHints, TerminalReview, wait_for_solver
from battle.terminal.setup import Dialogue, LeaveError, new_game
from battle.terminal.table import TableTerminal
from battle.terminal.trainer import TerminalTrainer
from battle.terminal.typed import HELP, TerminalCommand, how_to_begin
from battle.training.sitting import theme_of
from battle.words import no_answer_words, pair_and_points, plain, taken_words

_LONGEST_ECHO: Final = 200


def run(file: Path | None = None, level: str = "") -> None:
    """Play in the terminal: the game in `file`, or a new one against a level if there is one.

    Raises RulesError if the file cannot be opened.
    """
    prepare()
    with closing(Terminal(read=line_reader())) as terminal:
        terminal.run(file, level)


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


class Terminal(TableTerminal, Services):
    """One person or two at a terminal. `read` asks for a line, `write` prints one."""

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
        self._shows_table = True
        self._solver_works = True
        self._hints: TerminalHints | None = None
        self.session = Session(Setup((Seat(), Seat()), deal(1), 1))

    def run(self, file: Path | None = None, level: str = "") -> None:
        """Play until the person leaves, by an interrupt too, which goes on to the caller."""
        opened = None if file is None else _session_in(file)
        if level and opened is None:
            games, pars = self.records.games(), self.pars.all()
            opened = GameOptions.against(level, self.settings, games, pars).session()
        self.tell(self.take_messages())
        try:
            with suppress(LeaveError):
                self._begin(opened or self._unfinished() or self._new_session())
                while True:
                    self._step()
        except KeyboardInterrupt:
            self._say("")
            self._leave()
            raise
        self._leave()

    def close(self) -> None:
        """Let go of the record's file, and say what could not be kept."""
        super().close()
        self.tell(self.take_messages())

    def _step(self) -> None:
        if self.session.solver_to_move and self._solver_works:
            self._let_solver_move()
            return
        name = self.session.name(self.session.to_move)
        prompt = _("Game over") if self.session.ending is not None else name
        line = self.dialogue.ask(f"{prompt}> ")
        if self.session.check_clock():
            self._changed()
        else:
            self.obey(line)

    # Games begin

    def _begin(self, session: Session) -> None:
        self.session = session
        self._solver_works = True
        self.tell(self.autosave.claim(session))
        self.recorder.follow(session)
        if session.has_solver:
            self.scheduler.start()
        self._say(how_to_begin())
        session.run_clock()
        self._say(text.legend_text())
        self._show()

    def _unfinished(self) -> Session | None:
        session, messages = self.autosave.load()
        self.tell(messages)
        if session is None:
            return self._copy_of_another()
        self._say(_("There is an unfinished game: {score}").format(score=text.score_text(session)))
        return session if self.dialogue.ask_yes(_("Continue it?")) else None

    def _copy_of_another(self) -> Session | None:
        """Return a copy of the game at another program's table, None if none is wanted."""
        session = self.autosave.elsewhere()
        if session is None:
            return None
        words = _("There is an unfinished game in another window: {score}")
        self._say(words.format(score=text.score_text(session)))
        return session if self.dialogue.ask_yes(_("Continue with a copy?")) else None

    def _new_session(self) -> Session:
        """Return a game at this terminal; how one plays with a friend elsewhere is not asked."""
        chosen = self.settings
        here = dataclasses.replace(chosen, elsewhere=False, no_help=False)
        options = GameOptions.remembered(here)
        options.learn(self.records.games(), self.pars.all())
        self.tell(self.take_messages())
        session = new_game(self.dialogue, options, self.scheduler, self.pars)
        kept = options.to_remember() | {"elsewhere": chosen.elsewhere, "no_help": chosen.no_help}
        self.change(**kept)
        return session

    # What is shown

    def _show(self) -> None:
        """Show the game as it stands now."""
        if self._shows_table:
            self._say("\n" + board_text(self.session.position) + "\n")
        self._say(text.score_text(self.session))
        if self.session.ending is None:
            self._say(text.turn_text(self.session))
        else:
            par = self.pars.margin(self.session.game.start)
            known = None if par is None else Bounds.exactly(par)
            self._say(text.result_text(self.session, known))
            self._say(_("You can type review, rematch, new, train, save, undo or quit."))

    def _changed(self) -> None:
        """Keep the game and show it."""
        self.recorder.follow(self.session)
        self.tell(self.autosave.save(self.session))
        self._show()

    # Moves

    @property
    def commands(self) -> Sequence[TerminalCommand[Terminal]]:
        """The commands of a game at this terminal."""
        return COMMANDS

    @property
    def table(self) -> Session:
        """The game at the table."""
        return self.session

    def take(self, move: Move) -> None:
        """Take a pair and keep the game."""
        session = self.session
        name, before = session.name(session.to_move), session.position
        session.play(move)
        self._say(taken_words(name, pair_and_points(before, move)))
        self._changed()

    def _let_solver_move(self) -> None:
        self._say(_("{name} thinks …").format(name=self.session.name(self.session.to_move)))
        question = Question(move_question(self.session))
        job = self.scheduler.submit(question, Priority.MOVE)
        wait_for_solver(
            self.scheduler, self._say, lambda: question.answer is not None, self._time_solver
        )
        best = question.answer
        if best is None:
            job.cancel()
            self._without_solver(self.scheduler.failure)
        elif best.move is not None:
            try:
                self.take(best.move)
            except RulesError as error:
                self._without_solver(explain(error))

    def _time_solver(self) -> None:
        """Take no time from a program that still gets ready."""
        if self.scheduler.is_getting_ready:
            self.session.pause_clock()
        else:
            self.session.run_clock()

    def _without_solver(self, reason: str) -> None:
        self._solver_works = False
        words = _("The solver cannot play: {reason}. You can move for it, or save and quit.")
        self._say(words.format(reason=reason))

    # Commands

    def show_rules(self, _rest: str) -> None:
        """Tell the rules."""
        for page in rules_pages():
            for words in page_lines(page):
                self._say(words)
            self._say("")
        self._say(text.legend_text())

    def toggle_table(self, _rest: str) -> None:
        """Print the table after every move, or no longer."""
        self._shows_table = not self._shows_table
        self._say(
            _("The table is shown after every move.")
            if self._shows_table
            else _("The table is hidden now; table shows it.")
        )

    def undo(self, _rest: str) -> None:
        """Take back: at once against the solver, else if the other player agrees."""
        session = self.session
        if session.has_solver:
            session.take_back()
            self._solver_works = True
        else:
            session.request_take_back(other(session.to_move))
            if not self._answered():
                return
        self._changed()

    def redo(self, _rest: str) -> None:
        """Play again what was taken back."""
        self.session.redo()
        self._changed()

    def pause(self, _rest: str) -> None:
        """Stop the clock until the next line."""
        if self.session.clock is None or self.session.ending is not None:
            self._say(_("No clock is running."))
            return
        self.session.pause_clock()
        self.dialogue.ask(_("The clock is paused. Press Enter to continue. "))
        self.session.run_clock()
        self._say(text.score_text(self.session))

    def hint(self, _rest: str) -> None:
        """Let the solver tell one step more about a good pair."""
        if self.session.ending is not None:
            self._say(_("The game is over."))
            return
        if self._hints is None or self._hints.session is not self.session:
            self._hints = TerminalHints(self.scheduler, self.session, self._say)
        reason = self._hints.tell()
        if reason:
            self._say(no_answer_words(reason))

    def draw(self, _rest: str) -> None:
        """Offer a draw."""
        if self.session.has_solver:
            self._say(_("The solver plays on."))
            return
        self.session.offer_draw(self.session.to_move)
        if self._answered():
            self._changed()

    def _answered(self) -> bool:
        """Let the other player answer the open request; return whether it was accepted."""
        request = self.session.pending
        assert request is not None
        name = self.session.name(other(request.by))
        question = f"{self.session.request_text} {name}: " + _("do you agree?")
        accepted = self.dialogue.ask_yes(question)
        self.session.answer(accepted)
        if not accepted:
            self._say(_("{name} declines.").format(name=name))
        return accepted

    def resign(self, _rest: str) -> None:
        """Give the game up."""
        person = self.session.person
        player = self.session.to_move if person is None else person
        name = self.session.name(player)
        if self.dialogue.ask_yes(_("{name} resigns?").format(name=name)):
            self.session.resign(player)
            self._changed()

    def change_sides(self, _rest: str) -> None:
        """Change places with the solver."""
        self.session.change_sides()
        self._changed()

    def rematch(self, _rest: str) -> None:
        """Play the next game of the series: seats swapped, the same deal again or the next."""
        self._begin(self.session.next_game())

    def review(self, _rest: str) -> None:
        """Review the finished game, walk through it, and perhaps play on from a move."""
        if self.session.ending is None:
            self._say(_("Only finished games can be reviewed."))
            return
        session = TerminalReview(self, self.session, self.dialogue).run()
        if session is not None:
            self._begin(session)
        else:
            self._show()

    def train(self, _rest: str) -> None:
        """Train endgames; the game waits, and its clock stands still."""
        self.session.pause_clock()
        trainer = TerminalTrainer(
            self.scheduler,
            self.deck,
            self.records,
            self.dialogue,
            self.moment,
            theme_of(self.settings.trainer_theme),
            self._keep_theme,
        )
        trainer.run()
        self._show()
        self.session.run_clock()

    def _keep_theme(self, theme: ProblemTheme | None) -> None:
        name = "" if theme is None else theme.value
        self.change(trainer_theme=name)
        self.tell(self.take_messages())

    def new(self, _rest: str) -> None:
        """Begin another game."""
        if self._may_leave_game():
            self._begin(self._new_session())

    def open(self, rest: str) -> None:
        """Open a saved game."""
        name = rest or self.dialogue.ask(_("File: "))
        if not name:
            return
        file = _path_in(name)
        found = next(filter(os.path.lexists, (file, _as_saved(file))), file)
        session = _session_in(found)
        if self._may_leave_game():
            self._begin(session)

    def save(self, rest: str) -> None:
        """Save the game in a file."""
        name = f"{datetime.now():%Y-%m-%d %H.%M.%S}{SUFFIX}"
        file = _as_saved(_path_in(rest)) if rest else self.places.saves / name
        if rest and not file.parent.is_dir():
            self._say(_("There is no directory {name}.").format(name=file.parent))
            return
        question = _("{file} exists. Replace it?").format(file=file)
        if os.path.lexists(file) and not self.dialogue.ask_yes(question):
            return
        try:
            write_atomically(file, self.session.record().text)
        except OSError as error:
            words = _("Cannot save as {file}: {reason}.")
            self._say(words.format(file=file, reason=reason_of(error)))
        else:
            self._say(_("Saved as {file}.").format(file=file))

    def choose_language(self, rest: str) -> None:
        """Choose the language."""
        codes = dict(language.available())
        if rest not in codes:
            names = ", ".join(f"{code} {name}" for code, name in codes.items())
            self._say(_("Languages: {names}.").format(names=names))
            return
        self.change(language=rest)
        self.tell(self.take_messages())
        self._show()

    def _may_leave_game(self) -> bool:
        """Return whether the game that is going on may be given up for another one."""
        going_on = self.session.ending is None and self.session.game.can_undo
        return not going_on or self.dialogue.ask_yes(_("Leave the unfinished game?"))

    def _leave(self) -> None:
        self.session.pause_clock()
        self.recorder.follow(self.session)
        self.tell(self.autosave.save(self.session))
        going_on = self.session.ending is None and self.session.game.root.children
        if going_on and self.autosave.holds(self.session):
            self._say(_("The game is saved and can be continued next time."))


COMMANDS: Final[tuple[TerminalCommand[Terminal], ...]] = (
    TerminalCommand(N_("list"), HELP["list"], Terminal.list_pairs),
    TerminalCommand(N_("table"), N_("the table"), Terminal.show_table),
    TerminalCommand(
        N_("quiet"), N_("show the table after every move, or not"), Terminal.toggle_table
    ),
    TerminalCommand(N_("score"), HELP["score"], Terminal.show_score),
    TerminalCommand(N_("moves"), N_("the moves played"), Terminal.show_moves),
    TerminalCommand(N_("undo"), N_("take a move back"), Terminal.undo),
    TerminalCommand(N_("redo"), N_("redo a move that was taken back"), Terminal.redo),
    TerminalCommand(N_("hint"), N_("the next step towards a good pair"), Terminal.hint),
    TerminalCommand(N_("pause"), N_("pause the clock"), Terminal.pause),
    TerminalCommand(N_("sides"), N_("change sides with the solver"), Terminal.change_sides),
    TerminalCommand(N_("draw"), N_("offer a draw"), Terminal.draw),
    TerminalCommand(N_("resign"), N_("resign the game"), Terminal.resign),
    TerminalCommand(N_("rematch"), N_("the same deal again, seats swapped"), Terminal.rematch),
    TerminalCommand(
        N_("review"), N_("what every move of the finished game cost, and why"), Terminal.review
    ),
    TerminalCommand(N_("train"), N_("exercises: endgames and your mistakes"), Terminal.train),
    TerminalCommand(N_("new"), N_("another game"), Terminal.new),
    TerminalCommand(N_("save"), N_("save the game"), Terminal.save, N_("FILE")),
    TerminalCommand(N_("open"), N_("open a saved game"), Terminal.open, N_("FILE")),
    TerminalCommand(N_("record"), HELP["record"], Terminal.print_record),
    TerminalCommand(N_("rules"), N_("the rules of the game"), Terminal.show_rules),
    TerminalCommand(
        N_("language"), N_("choose the language"), Terminal.choose_language, N_("CODE")
    ),
    TerminalCommand(N_("help"), N_("this list"), Terminal.show_help),
    TerminalCommand(N_("quit"), HELP["quit"], Terminal.quit),
)


def _session_in(file: Path) -> Session:
    """Return the game in a file; raise RulesError, which names it, if it cannot be opened."""
    try:
        return Session.from_record(one_game(read_text(file, MOST_OF_TABLE)))
    except OSError as error:
        raise RulesError(cannot_read(file, error)) from None
    except ValueError as error:
        text = _("Cannot open {file}: {reason}")
        raise RulesError(text.format(file=file, reason=explain(error))) from None


def _path_in(words: str) -> Path:
    """Return the path that was typed; raise RulesError if it can be none."""
    with suppress(RuntimeError):
        if "\0" not in words:
            return Path(words).expanduser()
    raise RulesError(_("{line} cannot be the name of a file.").format(line=quoted(words)))


def _as_saved(file: Path) -> Path:
    """Return the name a game is saved by: with the usual ending where none was typed."""
    return file.with_suffix(SUFFIX) if file.name and not file.suffix else file
