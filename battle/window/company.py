"""Who sits at the table with the person here, as the screens of a game need to know it.

                  `Company`, at this table            `FriendAway`, at another program; `Watching`
    sits there    the program, or a person            a friend (`battle.window.friend_table`)
    save          the unfinished game, in a file      nothing: the log is kept by itself
    take_back     done at once, or put to the other   sent; the answer comes by the log
    answer        a question over the table           a bar at its foot
    caption       nothing                             whether the friend is there, what waits
    go_on         begun here                          agreed; the friend may go first

What they say and can be asked is said in `battle.screens.table`; here is what the window adds:

    TableScene(app, session, company)
        claim ──► join ──► update                     it is shown, laid out, and goes on
        moves_on                                      another game has begun: another table
    ResultScene(app, study, company)
        wish ──► grant                                what the friend would like to play
        go_on, new_deal ──► another table, with company of its own

Whether the clock rests behind a question is a rule of the session (`Session.rest_clock`).
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from battle.game.session import Session
from battle.screens.table import TableCompany
from battle.storage import Messages, Note
from battle.window.board_scene import BoardScene
from battle.window.scene import Scene, Services, attempt


class Company(TableCompany):
    """Both players sit here: two people, or a person and the program."""

    table: BoardScene
    """The screen they play at."""

    def __init__(self, app: Services, session: Session) -> None:
        super().__init__(app, session)
        self.app = app

    def claim(self) -> Messages:
        """Claim the game for this window, and say what there is to say of it."""
        for message in super().claim():
            self.app.say(message, "info" if isinstance(message, Note) else "problem")
        return []

    def join(self, table: BoardScene) -> None:
        """Take a seat at a table that has been laid out, and add the widgets for it."""
        self.table = table

    def update(self) -> None:
        """Show what has changed at the table."""

    def paint(self, surface: pygame.Surface) -> bool:
        """Paint what belongs to them over the table; return whether it took the foot."""
        return False

    def put(self, dialog: Scene) -> None:
        """Put a question over the table."""
        self.session.rest_clock()
        self.app.push(dialog)

    def attempt(self, call: Callable[[], object]) -> None:
        """Do what the session allows; say at the table why where it does not."""
        if not attempt(self.table.notice, call):
            self.app.sound.play("refuse")

    def answer(self) -> None:
        """Let it be heard that the other asks for something."""
