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
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from battle import language
from battle.engine.client import Engine
from battle.engine.jobs import Question
from battle.engine.scheduler import Priority
from battle.game.engine_move import move_question
from battle.game.session import Session
from battle.game.setup import Seat, Setup
from battle.language import N_, _, explain
from battle.profile.options import GameOptions
from battle.profile.settings import Settings
from battle.rules.deal import deal
from battle.rules.files import MOST_OF_TABLE, lines_of, read_text
from battle.rules.position import Move, RulesError, other, quoted
from battle.rules.record import SUFFIX, one_game
from battle.services import Services
from battle.storage import Places, cannot_read, reason_of, write_atomically
from battle.terminal.setup import new_game
from battle.terminal.study import (
    TerminalHints,
    TerminalReview,
    TerminalTrainer,
    wait_for_solver,
)
from battle.terminal.table import (
    ALWAYS,
    LEGEND,
    LOOKING,
    Command,
    Dialogue,
    LeaveError,
    Table,
    how_to_begin,
    score_text,
)
from battle.words import pair_and_points, plain, taken_words

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
            self.changed()
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
        self._say(_(LEGEND))
        self.show(self.session)

    def _unfinished(self) -> Session | None:
        session, messages = self.autosave.load()
        self.tell(messages)
        if session is None:
            return self._copy_of_another()
        self._say(_("There is an unfinished game: {score}").format(score=score_text(session)))
        return session if self.dialogue.ask_yes(_("Continue it?")) else None

    def _copy_of_another(self) -> Session | None:
        """Return a copy of the game at another program's table, None if none is wanted."""
        session = self.autosave.elsewhere()
        if session is None:
            return None
        words = _("There is an unfinished game in another window: {score}")
        self._say(words.format(score=score_text(session)))
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

    def changed(self) -> None:
        """Keep the game and show it."""
        self.recorder.follow(self.session)
        self.tell(self.autosave.save(self.session))
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
                self.play(best.move)
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

    def undo(self, rest: str) -> None:
        """Take back; the solver may move again."""
        self._solver_works = True
        super().undo(rest)

    def negotiate(self) -> None:
        """Let the other player answer the open request."""
        request = self.session.pending
        assert request is not None
        name = self.session.name(other(request.by))
        question = f"{self.session.request_text} {name}: " + _("do you agree?")
        accepted = self.dialogue.ask_yes(question)
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
        """Let the solver tell one step more about a good pair."""
        if self.session.ending is not None:
            raise RulesError(_("The game is over."))
        if self._hints is None or self._hints.session is not self.session:
            self._hints = TerminalHints(self.scheduler, self.session, self.dialogue)
        self._hints.show_next()

    def change_sides(self, _rest: str) -> None:
        """Change places with the solver."""
        self.session.change_sides()
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

    def new(self, _rest: str) -> None:
        """Begin another game."""
        if self._may_leave_game():
            self._begin(self._new_session())

    def open(self, rest: str) -> None:
        """Open a saved game."""
        if name := rest or self.dialogue.ask(_("File: ")):
            file = _path_in(name)
            session = _session_in(next(filter(os.path.lexists, (file, _as_saved(file))), file))
            if self._may_leave_game():
                self._begin(session)

    def save(self, rest: str) -> None:
        """Save the game in a file."""
        name = f"{datetime.now():%Y-%m-%d %H.%M.%S}{SUFFIX}"
        file = _as_saved(_path_in(rest)) if rest else self.places.saves / name
        if rest and not file.parent.is_dir():
            raise RulesError(_("There is no directory {name}.").format(name=file.parent))
        question = _("{file} exists. Replace it?").format(file=file)
        if os.path.lexists(file) and not self.dialogue.ask_yes(question):
            return
        try:
            write_atomically(file, self.session.record().text)
        except OSError as error:
            words = _("Cannot save as {file}: {reason}.")
            raise RulesError(words.format(file=file, reason=reason_of(error))) from None
        self._say(_("Saved as {file}.").format(file=file))

    def choose_language(self, rest: str) -> None:
        """Choose the language."""
        codes = dict(language.available())
        if rest not in codes:
            names = ", ".join(f"{code} {name}" for code, name in codes.items())
            raise RulesError(_("Languages: {names}.").format(names=names))
        self.change(language=rest)
        self.tell(self.take_messages())
        self.show(self.session)

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
        Command(N_("train"), N_("exercises: endgames and your mistakes"), train),
        Command(N_("new"), N_("another game"), new),
        Command(N_("save"), N_("save the game"), save, N_("FILE")),
        Command(N_("open"), N_("open a saved game"), open, N_("FILE")),
        Command(N_("language"), N_("choose the language"), choose_language, N_("CODE")),
        *ALWAYS,
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
