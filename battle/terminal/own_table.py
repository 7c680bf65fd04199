"""The table of this machine: one person against the program, or two who take turns.

beat:  the solver's turn?  ──yes──► ask the engine, play its move
obey:  a command, or a move ──► show what changed, keep the game
"""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from battle import language
from battle.analysis.values import Values
from battle.coach.hints import hint_page, no_further_hint
from battle.coach.table import TableHelp
from battle.coach.teacher import HELP, Teacher, teacher_page
from battle.engine.jobs import Priority, Question
from battle.game.opponent import move_question, not_legal_words
from battle.game.seating import GAME_OVER, NOT_OVER, WITHOUT_HELP
from battle.game.session import Session, read_game
from battle.game.words import sides_cost, sides_words
from battle.language import N_, _, explain
from battle.page.blocks import Page
from battle.reviews.background import TableStudy
from battle.rules.disguise import day_in
from battle.rules.position import ALL_TILES, Move, RulesError, other, quoted
from battle.rules.quick import QUICK
from battle.rules.record import SUFFIX
from battle.screens import captions
from battle.screens.table import TableCompany
from battle.storage import cannot_write, write_atomically
from battle.terminal.game_lines import score_text
from battle.terminal.review import look
from battle.terminal.room import Command, Console, Room, wait_for_solver
from battle.terminal.table import ALWAYS, HOW_TO_BEGIN, LEGEND, LOOKING, GameRoom
from battle.words import label, listed, no_answer_words, pair_and_points, sentences, taken_words


class Coach:
    """Hints and the teacher in one game."""

    def __init__(self, room: Room, session: Session) -> None:
        self.session = session
        self._room = room
        self._help = TableHelp(room.services.scheduler, session, Values())
        self._shown: Page = ()

    def show_next(self) -> None:
        """Print the next step at the position on the table, waiting for the solver.

        Raises RulesError if the solver does not answer.
        """
        hints, dialogue = self._help.hints, self._room.dialogue
        if hints.is_outdated:
            hints.close()
            self._shown = ()
        if not hints.ask():
            raise RulesError(no_further_hint())
        self._help.look_on()
        self._room.wait(self._is_whole)
        self._help.look_away()
        if failure := self._help.pondering.failure:
            hints.give_up()
            raise RulesError(no_answer_words(failure))
        self._shown = dialogue.show([*hint_page(hints, self.session.names)], self._shown)

    def _is_whole(self) -> bool:
        hints = self._help.hints
        hints.update()
        return not (hints.is_waiting or hints.is_foreseeing or hints.is_explaining)

    def lets_take(self, move: Move) -> bool:
        """Return whether a pair is taken: the teacher may warn of it, and the person heed that."""
        services, teacher, hints = self._room.services, self._help.teacher, self._help.hints
        rule = Teacher(services.settings.teacher, services.settings.teacher_points)
        if not teacher.concerns(move, rule):
            return True
        teacher.hold(move, services.now())
        self._help.look_on()
        self._room.wait(lambda: teacher.has_waited(services.now()))
        cost = teacher.objection(move, rule, hints.subject)
        self._help.look_away()
        teacher.withdraw()
        if cost is None:
            return True
        names, values = self.session.names, self._help.values
        self._room.dialogue.show(teacher_page(cost, values, names, why=None, better=None, price=0))
        if self._room.dialogue.ask_yes(_("Play it anyway?")):
            return True
        self.session.note_help(HELP)
        return False


def show_daily(room: Room, rest: str) -> None:
    """Show the deal of a day, or its quick one."""
    words = rest.split()
    named = [word for word in words if word.lower() not in ("quick", _("quick"))]
    tiles = QUICK if len(named) < len(words) else ALL_TILES
    room.shell.go("daily", day_in(" ".join(named)) if named else None, tiles=tiles)


def open_file(room: Room, rest: str) -> None:
    """Open a saved game."""
    if name := rest or room.dialogue.ask(_("File: ")):
        file = _path_in(name)
        session = read_game(next(filter(os.path.lexists, (file, _as_saved(file))), file))
        room.shell.replace("table", session)


def choose_language(room: Room, rest: str) -> None:
    """Speak another language from now on."""
    codes = dict(language.available())
    if rest not in codes:
        names = listed(f"{code} {name}" for code, name in codes.items())
        raise RulesError(_("Languages: {names}.").format(names=names))
    room.services.change(language=rest)
    room.dialogue.say_all(room.services.take_messages())
    room.resume()


WITHOUT_GAME = (
    Command(
        N_("learn"), N_("the game in short steps, by playing"), lambda room: room.shell.go("learn")
    ),
    Command(
        N_("train"),
        N_("exercises: endgames and your mistakes"),
        lambda room: room.shell.go("trainer"),
    ),
    Command(
        N_("daily"), N_("the deal of the day, or quick, and what came of it"), show_daily, N_("DAY")
    ),
    Command(N_("open"), N_("open a saved game"), open_file, N_("FILE")),
    Command(N_("friends"), N_("games with friends"), lambda room: room.shell.go("friends")),
    Command(
        N_("settings"),
        N_("name, language, how friends are met"),
        lambda room: room.shell.go("settings"),
    ),
    Command(N_("language"), N_("choose the language"), choose_language, N_("CODE")),
)
"""The commands that need no game."""


class OwnTable(GameRoom):
    """The game that is kept by this program."""

    after_end = N_("You can type result, review, rematch, new, train, save, undo or quit.")

    def __init__(self, shell: Console, session: Session) -> None:
        super().__init__(shell)
        self.session = session
        self._solver_works = True
        self._is_given_up = False
        self._coach = Coach(self, session)
        self._study = TableStudy(self.services, session)

    @property
    def table(self) -> Session:
        return self.session

    @property
    def prompt(self) -> str:
        session = self.session
        name = label(session.name(session.to_move))
        return (_("Game over") if session.ending is not None else name) + "> "

    def begin(self) -> None:
        """Begin the game, which is kept from now on."""
        session, services = self.session, self.services
        self.dialogue.say_all(services.autosave.claim(session))
        services.recorder.follow(session)
        if session.has_solver:
            services.player_in(session).start()
        if session.cut is not None:
            self.say(explain(session.cut))
        self.say(_(HOW_TO_BEGIN))
        self.say(_(LEGEND))

    def resume(self) -> None:
        self.session.run_clock()
        self.show()

    def leave(self) -> None:
        """Keep the game; its clock stands still."""
        self.session.pause_clock()

    def close(self) -> None:
        """Say that the game is kept, where it is."""
        session, services = self.session, self.services
        session.pause_clock()
        services.recorder.follow(session)
        self.dialogue.say_all(services.autosave.save(session))
        going_on = session.ending is None and session.game.root.children
        if going_on and services.autosave.holds(session):
            self.say(_("The game is saved and can be continued next time."))

    def may_leave(self) -> bool:
        """Return whether a game that is going on may be given up for another one."""
        going_on = self.session.ending is None and self.session.game.can_undo
        if going_on and not self._is_given_up:
            self._is_given_up = self.dialogue.ask_yes(_("Leave the unfinished game?"))
        return not going_on or self._is_given_up

    def changed(self) -> None:
        self._is_given_up = False
        self.services.recorder.follow(self.session)
        self.dialogue.say_all(self.services.autosave.save(self.session))
        self.show()

    # --- moves ----------------------------------------------------------------------------------

    def obey(self, line: str) -> None:
        if self.session.check_clock():
            self.changed()
        else:
            super().obey(line)

    def play(self, move: Move) -> None:
        session = self.session
        name, before = session.name(session.to_move), session.position
        if not self._coach.lets_take(move):
            return
        session.play(move)
        self.say(taken_words(name, pair_and_points(before, move)))
        self.changed()

    def beat(self) -> None:
        """Let the solver move."""
        while self.session.solver_to_move and self._solver_works:
            self._let_solver_move()

    def _let_solver_move(self) -> None:
        session = self.session
        self.say(_(captions.SOMEBODY_THINKS).format(name=session.name(session.to_move)))
        question, scheduler = Question(move_question(session)), self.services.player_in(session)
        job = scheduler.submit(question, Priority.MOVE)
        wait_for_solver(scheduler, self.say, lambda: question.answer is not None, self._time_solver)
        try:
            if question.answer is None:
                job.cancel()
                raise RulesError(scheduler.failure)
            if question.answer.move not in session.position.legal_moves:
                raise RulesError(not_legal_words(question.answer.move))
            self.play(question.answer.move)
        except RulesError as error:
            self._solver_works = False
            words = _("The computer cannot play: {reason}. You can move for it, or save and quit.")
            self.say(words.format(reason=explain(error)))

    def _time_solver(self) -> None:
        """Stop the clock while a program gets ready."""
        session, player = self.session, self.services.player_in(self.session)
        (session.pause_clock if player.is_getting_ready else session.run_clock)()

    # --- what can be typed ----------------------------------------------------------------------

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
            self.say(_("{name} declines.").format(name=name))

    def redo(self) -> None:
        self.session.redo()
        self.changed()

    def pause(self) -> None:
        if self.session.clock is None or self.session.ending is not None:
            raise RulesError(_("No clock is running."))
        self.session.pause_clock()
        self.dialogue.ask(_("The clock is paused. Press Enter to continue. "))
        self.session.run_clock()
        self.say(score_text(self.session))

    def hint(self) -> None:
        if self.session.ending is not None:
            raise RulesError(_(GAME_OVER))
        if not self.session.help_allowed:
            raise RulesError(_(WITHOUT_HELP))
        self._coach.show_next()

    def change_sides(self) -> None:
        cost = sides_cost(self.session)
        if cost and not self.dialogue.ask_yes(sentences(cost, _(captions.SIDES_NOW))):
            return
        self.session.change_sides()
        self.say(sides_words(self.session))
        self.changed()

    def rematch(self) -> None:
        """Play the next game of the series: seats swapped, the same deal again or the next."""
        self.shell.replace("table", self.session.next_game())

    def result(self) -> None:
        """Show what was given away, and what can be done with the game."""
        if self.session.ending is None:
            raise RulesError(_(NOT_OVER))
        self.shell.go("result", self._study, TableCompany(self.services, self.session))

    def review(self) -> None:
        if self.session.ending is None:
            raise RulesError(_("Only finished games can be reviewed."))
        look(self, self._study)
        self.shell.go("review", self._study)

    def new(self) -> None:
        if self.may_leave():
            self.shell.go("new_game")

    def save(self, rest: str) -> None:
        name = f"{datetime.now():%Y-%m-%d %H.%M.%S}{SUFFIX}"
        file = _as_saved(_path_in(rest)) if rest else self.services.places.documents / name
        if rest and not file.parent.is_dir():
            raise RulesError(_("There is no directory {name}.").format(name=file.parent))
        question = _("{file} exists. Replace it?").format(file=file)
        if os.path.lexists(file) and not self.dialogue.ask_yes(question):
            return
        self.say(saved(file, self.session.text))

    commands = (
        *LOOKING,
        Command(N_("undo"), N_("take a move back"), undo),
        Command(N_("redo"), N_("redo a move that was taken back"), redo),
        Command(N_("hint"), N_("the next step towards a good pair"), hint),
        Command(N_("pause"), N_("pause the clock"), pause),
        Command(N_("sides"), N_("change sides with the computer"), change_sides),
        Command(N_("draw"), N_("offer a draw"), GameRoom.draw),
        Command(N_("resign"), N_("resign the game"), GameRoom.resign),
        Command(N_("rematch"), N_("the same deal again, seats swapped"), rematch),
        Command(N_("result"), N_("what was given away, to be shown and shared"), result),
        Command(N_("review"), N_("what every move of the finished game cost, and why"), review),
        Command(N_("new"), N_("another game"), new),
        *WITHOUT_GAME,
        Command(N_("save"), N_("save the game"), save, N_("FILE")),
        *ALWAYS,
    )


def saved(file: Path, text: str) -> str:
    """Write a file, and return where; raise RulesError where that cannot be."""
    try:
        write_atomically(file, text)
    except OSError as error:
        raise RulesError(cannot_write(file, error)) from None
    return _(captions.SAVED).format(file=file)


def _path_in(words: str) -> Path:
    """Return the path that was typed; raise RulesError if it can be none."""
    with suppress(RuntimeError):
        if "\0" not in words:
            return Path(words).expanduser()
    raise RulesError(_("{line} cannot be the name of a file.").format(line=quoted(words)))


def _as_saved(file: Path) -> Path:
    """Return the name a game is saved by: with the usual ending where none was typed."""
    return file.with_suffix(SUFFIX) if file.name and not file.suffix else file
