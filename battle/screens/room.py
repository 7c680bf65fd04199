"""A code that a friend in the same room scans to join."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from battle.friend.game import FriendGame
from battle.friend.meeting import MeetingStage
from battle.friend.words import ROOM_TRUST, WAITING, status_words, told_in_short
from battle.language import N_, _
from battle.page.blocks import Ink, Page, Paragraph, Progress, Role
from battle.screens.screen import Screen, Shell
from battle.screens.view import Button, CardView, Scan, act, code
from battle.services import Services

ROOM: Final = N_("In this room")


def page_state(services: Services) -> Page:
    """Return how far the page is that this program serves, or why it is not there."""
    page = services.page
    if page.problem:
        again = Button(_("Try again"), "redo", act("want_page"), typed=N_("again"))
        return Paragraph(page.problem, Ink.GOLD, icon="warning"), again
    words = _("Getting what a browser needs, only this once")
    return (Progress(words, round(page.share, 2)),) if page.is_busy else ()


class InThisRoom(Screen):
    """Shows the code of an invitation in this network; goes to the table when somebody joins."""

    tab = "home"

    def __init__(self, shell: Shell, game: FriendGame) -> None:
        super().__init__(shell)
        self.game = game
        self.services.page.want()

    @property
    def link(self) -> str:
        """The link in the code, empty until the port is open."""
        from battle.friend.ways.page import room_link

        return room_link(self.game.invitation, told_in_short(self.game.meeting))

    @property
    def standing(self) -> tuple[str, str, Page]:
        game, link = self.game, self.link
        waits = status_words(game.status, game.friend_name, self.services.moment())
        return link, _(WAITING) if link else waits, page_state(self.services)

    def view(self) -> CardView:
        link, waits, state = self.standing
        words = _("Your friend scans this, or opens the link, in the same network.")
        return CardView(
            _(ROOM),
            (
                *(state or [Paragraph(words, Ink.PLAIN, Role.TEXT)]),
                Paragraph(waits, Ink.GOLD, icon="clock"),
                *[code(link)] * bool(link and not self.services.page.is_busy),
                Paragraph(_(ROOM_TRUST)),
            ),
            (Scan(link),) if link and not state else (),
            secret=True,
        )

    def beat(self) -> None:
        if self.game.stage is not MeetingStage.OFFERED:
            self.shell.replace("friend", self.game.invitation.topic)

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {"want_page": self.services.page.want}
