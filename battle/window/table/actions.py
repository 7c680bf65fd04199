"""What a person can ask for at the table, apart from taking a pair.

Each method is one action, for a button, a key or the menu. What the session does not allow now is
said in the status line.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from battle.game.session import NOT_OVER, Session
from battle.language import _, explain
from battle.rules.position import RulesError, other
from battle.rules.record import Record
from battle.training.background import TableStudy
from battle.window.board.keys import PASTE, TABLE_SHORTCUTS
from battle.window.scenes.card_scene import Choice, ChoiceDialog, question
from battle.window.scenes.scene import Services
from battle.window.table.help import Opponent, teacher_rule
from battle.window.ui import clipboard
from battle.window.ui.keys import words_of


class Notice(Protocol):
    """Says something in the status line for a while."""

    def __call__(self, words: str, kind: str = "info") -> None:
        """Say it; `kind` is that of a `Message`."""


class TableActions:
    """What people can do with the game of one session, and where they can go from its table."""

    def __init__(
        self, app: Services, study: TableStudy, opponent: Opponent, notice: Notice
    ) -> None:
        self._app = app
        self._study = study
        self._session = study.session
        self._opponent = opponent
        self._notice = notice

    def _try(self, call: Callable[[], object]) -> None:
        """Do what the session allows; say why where it does not."""
        try:
            call()
        except RulesError as error:
            self._notice(explain(error), "refused")
            self._app.sound.play("refuse")

    def _ask(self, question: ChoiceDialog) -> None:
        self._session.pause_clock()
        self._app.push(question)

    # The game

    def undo(self) -> None:
        """Take back: at once with the solver at the table, else ask the other player."""
        if self._session.has_solver:
            self._try(self._session.take_back)
        else:
            moved_last = self._session.me or other(self._session.to_move)
            self._try(lambda: self._session.request_take_back(moved_last))

    def possible(self) -> dict[str, bool]:
        """Return of the tools that depend on it whether they would do something now."""
        session = self._session
        goes_on = session.ending is None
        mover_before = session.me or other(session.to_move)
        return {
            "undo": session.can_take_back or session.can_request_take_back(mover_before),
            "redo": session.can_redo,
            "hint": goes_on and session.help_allowed,
            "sides": goes_on and session.can_change_sides,
            "draw": goes_on,
        }

    def redo(self) -> None:
        """Play again what was taken back."""
        self._try(self._session.redo)

    def change_sides(self) -> None:
        """Let person and solver change places."""
        self._try(self._session.change_sides)
        if self._session.has_solver:
            self._opponent.cancel()

    def offer_draw(self) -> None:
        """Offer the other player a draw."""
        if self._session.has_solver:
            self._notice(_("The solver plays every game to the end."), "refused")
        else:
            asks = self._session.me or self._session.to_move
            self._try(lambda: self._session.offer_draw(asks))

    def resign(self) -> None:
        """Ask whether to resign."""
        if self._session.ending is not None:
            self._notice(_("The game is over."), "refused")
            return
        player = self._session.me or self._session.person or self._session.to_move
        words = _("{name} resigns the game.").format(name=self._session.name(player))
        resign = partial(self._try, partial(self._session.resign, player))
        title, no, yes = _("Resign?"), _("Play on"), _("Resign")
        self._ask(question(self._app, title, words, no, yes, resign))

    def answer_request(self) -> None:
        """Put the open request to the player who has to answer it."""
        request = self._session.pending
        if request is None:
            return
        asked = other(request.by)
        title = _("{name}, do you agree?").format(name=self._session.name(asked))
        choices = [
            Choice(_("Decline"), lambda: self._answer(False)),
            Choice(_("Agree"), lambda: self._answer(True)),
        ]
        words = self._session.request_text
        self._ask(
            ChoiceDialog(
                self._app, title, words, choices, on_escape=0, side_by_side=True, unasked=True
            )
        )

    def _answer(self, accept: bool) -> None:
        self._try(lambda: self._session.answer(accept))
        if not accept:
            self._notice(_("The request was declined."))

    def show_result(self, *, unasked: bool = False) -> None:
        """Show how the game ended; `unasked` when it has just done so."""
        if self._session.ending is None:
            self._notice(_(NOT_OVER), "refused")
        else:
            self._app.go("result", self._study, self.copy_record, unasked=unasked)

    def talk(self) -> None:
        """Say that there is nobody to write to."""
        self._notice(_("Both players are at this table: there is no one to write to."), "refused")

    # The solver

    def solver_failed(self, reason: str) -> None:
        """Say why the solver does not answer, and let it be tried again."""
        choices = [
            Choice(_("Try again"), self._app.scheduler.start, "primary", "solver"),
            Choice(_("Back to the start"), self.go_home, "", "home"),
        ]
        title = _("The solver is not responding")
        self._ask(ChoiceDialog(self._app, title, reason, choices, unasked=True))

    # The clipboard

    def copy_record(self) -> None:
        """Put the game's record on the clipboard."""
        clipboard.copy_record(self._session.record(), self._notice)

    def copy_position(self) -> None:
        """Put the position's line on the clipboard."""
        clipboard.copy_position(self._session.position, self._notice)

    def paste(self) -> None:
        """Open the record, the position or the invitation on the clipboard.

        What is open stays if it is none of them.
        """
        app = self._app
        try:
            text = clipboard.text()
            if app.friends.is_new(text):
                app.go("join", text)
                return
            found = clipboard.game()
        except RulesError as error:
            self._notice(explain(error), "refused")
            return
        if isinstance(found, Record):
            app.go("table", Session.from_record(found, now=app.now))
        else:
            app.go("new_game", found)

    # Other screens

    def analyse(self) -> None:
        """Show what is known of the game so far; while it goes on its record notes the help."""
        if self.may_help():
            self._app.go("study_table", self._study)

    def may_help(self) -> bool:
        """Return whether help may be used now; where it may not, say so."""
        if not self._session.help_allowed:
            self._notice(_("This game is played without help."), "refused")
            self._app.sound.play("refuse")
        return self._session.help_allowed

    def open_menu(self) -> None:
        """Show what else can be done."""
        choices = self.menu_choices()
        self._ask(ChoiceDialog(self._app, _("Menu"), "", choices, on_escape=0))

    def menu_choices(self) -> list[Choice]:
        """Return what stands in the menu."""
        app = self._app
        return [
            Choice(_("Back to the game"), lambda: None, "primary", "play"),
            *self._result_choice(),
            Choice(_("New game"), self.new_game, "", "new"),
            Choice(_("Open a game"), self.open_game, "", "open"),
            Choice(_("Save the game"), self.save_game, "", "save"),
            Choice(_("Analyse"), self.analyse, "", "analyse"),
            Choice(words_of("copy", TABLE_SHORTCUTS), self.copy_record, "", "copy"),
            Choice(_(PASTE), self.paste, "", "paste"),
            Choice(_("Trainer"), lambda: app.go("trainer"), "", "learn"),
            Choice(_("Your record"), lambda: app.go("history"), "", "trophy"),
            *self._teacher_choice(),
            Choice(_("Settings"), lambda: app.go("settings"), "", "settings"),
            Choice(_("Rules"), lambda: app.go("rules"), "", "rules"),
            Choice(_("To the start screen"), self.go_home, "", "home"),
            Choice(_("Quit"), app.quit, "", "quit"),
        ]

    def _result_choice(self) -> list[Choice]:
        """Return the way to the result, after the end."""
        if self._session.ending is None:
            return []
        return [Choice(_("Show the result"), self.show_result, "", "trophy")]

    def _teacher_choice(self) -> list[Choice]:
        """Return the way to the teacher's settings, in a game in which it can speak."""
        if self._session.person is None:
            return []
        on = teacher_rule(self._app.settings).is_on
        words = _("Teacher: on") if on else _("Teacher: off")
        return [Choice(words, lambda: self._app.go("settings", "teacher"), "", "learn")]

    def new_game(self) -> None:
        """Set up a new game."""
        self._app.go("new_game")

    def open_game(self) -> None:
        """Choose a game to open."""
        self._app.go("open_game")

    def save_game(self) -> None:
        """Save the game under a name."""
        self._app.go("save_game", self._session)

    def show_help(self) -> None:
        """Show every key."""
        self._app.go("keys")

    def go_home(self) -> None:
        """Go to the start screen; the game can be continued from there."""
        self._app.go("home")
