"""The table of this machine: one person against the program, or two who take turns.

beat:  TableGame goes on ──► a question? the solver's turn? ──no──► a line can be typed
obey:  a command, or a move ──► an act of TableGame
"""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path

from battle import language
from battle.coach.hints import hint_page
from battle.engine.jobs import Scheduler
from battle.game.session import Session, read_game
from battle.language import N_, _, explain
from battle.page.blocks import Page, Paragraph
from battle.rules.disguise import day_in
from battle.rules.position import ALL_TILES, Move, RulesError, quoted
from battle.rules.quick import QUICK
from battle.rules.record import SUFFIX
from battle.screens import captions
from battle.screens.screen import perform
from battle.storage import cannot_write, write_atomically
from battle.terminal.game_lines import score_text
from battle.terminal.review import look
from battle.terminal.room import Command, Console, Room, wait_for_solver
from battle.terminal.table import ALWAYS, HOW_TO_BEGIN, LEGEND, LOOKING, GameRoom
from battle.words import label, listed, no_answer_words, sentences


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
        super().__init__(shell, session)
        self.game.opponent.least_seconds = 0.0
        self._hinted: Page = ()
        self._is_given_up = False

    @property
    def prompt(self) -> str:
        session = self.session
        name = label(session.name(session.to_move))
        return (_("Game over") if session.ending is not None else name) + "> "

    def begin(self) -> None:
        """Say what can be typed."""
        if self.session.cut is not None:
            self.say(explain(self.session.cut))
        self.say(_(HOW_TO_BEGIN))
        self.say(_(LEGEND))

    def resume(self) -> None:
        """Begin, or come back: how it stands is printed, without the last pair."""
        super().resume()
        self._seen = self.session.game.ply, None, ""

    def close(self) -> None:
        """Say that the game is kept, where it is."""
        session = self.session
        self.leave()
        self.dialogue.say_all(self.services.autosave.save(session))
        going_on = session.ending is None and session.game.root.children
        if going_on and self.services.autosave.holds(session):
            self.say(_("The game is saved and can be continued next time."))

    def may_leave(self) -> bool:
        """Return whether a game that is going on may be given up for another one."""
        going_on = self.session.ending is None and self.session.game.can_undo
        if going_on and not self._is_given_up:
            self._is_given_up = self.dialogue.ask_yes(_("Leave the unfinished game?"))
        return not going_on or self._is_given_up

    # --- time -----------------------------------------------------------------------------------

    def beat(self) -> None:
        """Let the game go on until somebody here can type, and ask what is to be answered."""
        self._go_on()
        while self._asks() or self._awaits:
            wait_for_solver(self._asked, self.say, lambda: not self._awaits, self._go_on)
            self._go_on()
        self.game.help.look_away()

    def _go_on(self) -> None:
        self.game.beat()
        self.follow()

    @property
    def _asked(self) -> Scheduler:
        """What is waited for: who plays, else who gives hints and warns."""
        services, session = self.services, self.session
        return services.player_in(session) if session.solver_to_move else services.scheduler

    @property
    def _awaits(self) -> bool:
        """Whether the program is to play, or hints or the teacher look for what they say."""
        game, hints = self.game, self.game.help.hints
        plays = self.session.solver_to_move and not game.failure
        looks = hints.is_waiting or hints.is_foreseeing or hints.is_explaining
        warns = game.help.teacher.held is not None and game.objection is None
        return game.sheet is None and (plays or warns or looks)

    def follow(self) -> None:
        """Print what has changed, and what hints say."""
        super().follow()
        hints = self.game.help.hints
        if not hints.is_open:
            self._hinted = ()
        elif not self._awaits:
            page = hint_page(hints, self.session.names)
            self._hinted = self.dialogue.show([*page], self._hinted)

    def show(self) -> None:
        self._is_given_up = False
        super().show()
        if self.session.solver_to_move and not self.game.failure:
            name = self.session.name(self.session.to_move)
            self.say(_(captions.SOMEBODY_THINKS).format(name=name))

    def _asks(self) -> bool:
        """Ask what has to be answered now; return whether something was."""
        game, dialogue = self.game, self.dialogue
        if game.objection is not None:
            dialogue.show(game.objected)
            self.do("insist" if dialogue.ask_yes(_("Play it anyway?")) else "withdraw")
        elif game.failure and game.sheet is not None:
            self._say_failure()
        elif game.sheet is not None:
            view = game.sheet()
            words = (block.words for block in view.page if isinstance(block, Paragraph))
            yes, no = view.main, view.buttons[0]
            assert yes is not None
            chosen = yes if dialogue.ask_yes(sentences(view.title, *words)) else no
            perform(game, chosen.do)
        else:
            return False
        return True

    def _say_failure(self) -> None:
        """Say why the solver does not answer; a person can move for it then."""
        game = self.game
        game.sheet = None
        words = _("The computer cannot play: {reason}. You can move for it, or save and quit.")
        if self.session.solver_to_move:
            self.say(words.format(reason=game.failure))
        else:
            self.say(no_answer_words(game.failure))
            game.failure = ""

    # --- what can be typed ----------------------------------------------------------------------

    def obey(self, line: str) -> None:
        if not self.session.check_clock():
            super().obey(line)

    def play(self, move: Move) -> None:
        (self.game.play if self.session.solver_to_move else self.game.take)(move)

    def pause(self) -> None:
        if self.session.clock is None or self.session.ending is not None:
            raise RulesError(_("No clock is running."))
        self.session.pause_clock()
        self.dialogue.ask(_("The clock is paused. Press Enter to continue. "))
        self.session.run_clock()
        self.say(score_text(self.session))

    def rematch(self) -> None:
        """Play the next game of the series: seats swapped, the same deal again or the next."""
        self.game.company.go_on(self.shell)

    def review(self) -> None:
        if self.session.ending is None:
            raise RulesError(_("Only finished games can be reviewed."))
        look(self, self.game.study)
        self.shell.go("review", self.game.study)

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
        Command(N_("undo"), N_("take a move back"), partial(GameRoom.do, name="undo")),
        Command(
            N_("redo"), N_("redo a move that was taken back"), partial(GameRoom.do, name="redo")
        ),
        Command(
            N_("hint"), N_("the next step towards a good pair"), partial(GameRoom.do, name="hint")
        ),
        Command(N_("pause"), N_("pause the clock"), pause),
        Command(
            N_("sides"), N_("change sides with the computer"), partial(GameRoom.do, name="sides")
        ),
        Command(N_("draw"), N_("offer a draw"), partial(GameRoom.do, name="draw")),
        Command(N_("resign"), N_("resign the game"), partial(GameRoom.do, name="resign")),
        Command(N_("rematch"), N_("the same deal again, seats swapped"), rematch),
        Command(
            N_("result"),
            N_("what was given away, to be shown and shared"),
            partial(GameRoom.do, name="result"),
        ),
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
