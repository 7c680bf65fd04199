"""Who sits at the table with the person here, as the screens of a game need to know it.

                  `Company`, at this table            `FriendAway`, at another program; `Watching`
    sits there    the program, or a person            a friend (`battle.window.friend_table`)
    save          the unfinished game, in a file      nothing: the log is kept by itself
    ask           done at once, or put to the other   sent; the answer comes by the log
    answer        a question over the table           a bar at its foot
    caption       nothing                             whether the friend is there, what waits
    next          begun here                          agreed; the friend may go first

A table and its result have one company, which lives as they do:

    TableScene(app, session, company)
        claim ──► resume ──► join ──► update          it is shown, laid out, and goes on
        moves_on                                      another game has begun: another table
        show_result ──► ResultScene(app, study, company)
                            wish ──► grant            what the friend would like to play
                            go_on, new_deal ──► another table, with company of its own

Whether the clock rests behind a question is a rule of the session (`Session.rest_clock`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pygame

from battle.game.events import DRAW
from battle.game.session import Seat, Session
from battle.game.setup import another_deal
from battle.language import _
from battle.reviews.background import TableStudy
from battle.screens.table import TableCompany
from battle.window.board_scene import BoardScene, Tool
from battle.window.cards import Choice, ChoiceDialog, question
from battle.window.scene import Services, attempt


class Wish(NamedTuple):
    """Another game that is wished for, in words, and its deal, 0 for the same."""

    words: str
    deal: int


class Company(TableCompany):
    """Both players sit here: two people, or a person and the program."""

    app: Services
    table: BoardScene
    """The screen they play at."""

    # --- at the table ---------------------------------------------------------------------------

    def join(self, table: BoardScene) -> None:
        """Take a seat at a table that has been laid out, and add the widgets for it."""
        self.table = table

    def resume(self) -> None:
        """Let the clock run: the table is shown."""
        if self.session.seating.clock_runs_on or self.app.focused:
            self.session.run_clock()

    def update(self) -> None:
        """Show what has changed at the table."""

    # --- captions -------------------------------------------------------------------------------

    def time_left(self) -> str:
        """Return how long the player to move has, empty unless it is counted in days."""
        return ""

    def awaited(self) -> str:
        """Say who is awaited, empty if it is a person here."""
        return ""

    def paint(self, surface: pygame.Surface) -> bool:
        """Paint what belongs to them over the table; return whether it took the foot."""
        return False

    # --- asking and answering -------------------------------------------------------------------

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The tools by which something is asked of them: icon, action, words."""
        fifth = ("swap", "sides", _("Change sides"))
        if not self.session.has_solver:
            fifth = ("handshake", "draw", _("Offer a draw"))
        return ("undo", "undo", _("Take back")), ("redo", "redo", _("Redo")), fifth

    @property
    def urgent(self) -> list[Choice]:
        """Their entries in the menu, the most urgent first."""
        return []

    def put(self, dialog: ChoiceDialog) -> None:
        """Put a question over the table."""
        self.session.rest_clock()
        self.app.push(dialog)

    def attempt(self, call: Callable[[], object]) -> None:
        """Do what the session allows; say at the table why where it does not."""
        if not attempt(self.table.notice, call):
            self.app.sound.play("refuse")

    def ask(self, what: str) -> None:
        """Ask for a take-back, which the program grants, or a draw; raises RulesError."""
        session = self.session
        if what == DRAW:
            session.offer_draw(session.own)
        else:
            session.ask_back()

    def answer(self) -> None:
        """Put the open request to the player who has to answer it."""
        choices = [
            Choice(_("Decline"), partial(self.reply, False)),
            Choice(_("Agree"), partial(self.reply, True)),
        ]
        title, words = self.session.request_question, self.session.request_text
        self.put(
            ChoiceDialog(
                self.app, title, words, choices, on_escape=0, side_by_side=True, unasked=True
            )
        )

    def reply(self, accept: bool) -> None:
        """Answer the open request."""
        self.attempt(lambda: self.session.answer(accept))
        if not accept:
            self.table.notice(_("The request was declined."))

    def talk(self) -> None:
        """Write to the other player, if there is one to write to."""
        words = _("Both players are at this table: there is no one to write to.")
        self.table.notice(words, "refused")

    # --- the next game --------------------------------------------------------------------------

    def show_result(self, study: TableStudy, *, unasked: bool = False) -> None:
        """Show how the game ended; `unasked` when it has just done so."""
        self.app.go("result", study, self, unasked=unasked)

    def go_on(self) -> None:
        """Play the next game of the series, or begin another match."""
        self.app.go("table", self.session.go_on())

    def new_deal(self) -> None:
        """Play another deal; the other player begins."""
        first, second = self.session.setup.seats
        play, series = partial(self.play_deal, (second, first)), self.session.series
        if series.duplicate is None or not self.session.can_go_on:
            play()
            return
        words = _(
            "Game {number} of {count} is next. If you play a new deal, the match is kept with the "
            "saved games."
        ).format(number=series.number + 1, count=series.duplicate.length)
        title, stay = _("Leave the duplicate match?"), _("Stay in the match")
        self.app.push(question(self.app, title, words, stay, _("New deal"), play))

    def play_deal(self, seats: tuple[Seat, Seat]) -> None:
        """Play another deal in these seats."""
        again = dataclasses.replace(another_deal(self.session.setup), seats=seats)
        self.app.go("table", Session(again, now=self.app.now))

    @property
    def wish(self) -> Wish | None:
        """What the other would like to play next, None for nothing."""
        return None

    def grant(self, wish: Wish, agreed: bool) -> None:
        """Answer a wish, unless it has been withdrawn."""
