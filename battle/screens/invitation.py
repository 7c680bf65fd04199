"""An invitation that no one has taken yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from battle.friend.games import FriendGame
from battle.friend.meeting import MeetingStage
from battle.friend.words import (
    NO_PAGE,
    WITHDRAWN,
    invitation_link,
    invitation_text,
    terms_page,
    waiting_words,
    ways_words,
)
from battle.language import N_, _
from battle.page.blocks import Card, Ink, Page, Paragraph, Role, Row
from battle.resources import page_folder
from battle.screens import captions
from battle.screens.screen import Screen, Shell
from battle.screens.view import Button, CardView, Scan, act, code


class Hosting(Screen):
    """Shows what is sent to a friend; goes to the table when somebody has joined."""

    tab = "home"

    def __init__(self, shell: Shell, game: FriendGame) -> None:
        super().__init__(shell)
        self.game = game
        self._ways = self._chosen_ways

    @property
    def _chosen_ways(self) -> tuple[str, bool, bool]:
        chosen = self.services.settings
        return chosen.brokers, chosen.meet_over_brokers, chosen.local_network

    @property
    def _text(self) -> str:
        services, game = self.services, self.game
        brokers = services.brokers_of(game.invitation)
        return invitation_text(game.meeting, self._address, brokers)

    @property
    def _address(self) -> str:
        return self.services.link_address(self.game.invitation, "host")

    @property
    def standing(self) -> object:
        return waiting_words(self.game.status), self._address

    def resume(self) -> None:
        """Come back from the settings: if the ways have changed it is another invitation."""
        if self._chosen_ways == self._ways or self.game.stage is not MeetingStage.OFFERED:
            return
        self._ways = self._chosen_ways
        services, before = self.services, self.game
        services.friends.ways = None
        assert before.meeting.terms is not None
        self.game = services.invite(before.meeting.terms, before.meeting.name)
        services.friends.games.withdraw(before)
        self.shell.effect("copy", self._text)
        self.shell.tell(
            _("This is a new line, already copied; the previous one can no longer be used.")
        )

    def view(self) -> CardView:
        game, services, can = self.game, self.services, self.shell.can
        agreed, text = game.meeting.terms, self._text
        assert agreed is not None
        what = _("Send this to your friend by any messenger.")
        ways = [Button(_("Copy the line only"), "copy", act("copy_line"), typed=N_("friend"))]
        no_page = "room" in can and page_folder() is None
        if "mail" in can:
            ways.insert(0, Button(_("Send it by mail"), "export", act("mail")))
        if "room" in can:
            ways.append(Button(_("In this room"), "people", act("room"), typed=N_("room")))
        words, more = waiting_words(game.status)
        waits = Paragraph(words, Ink.PLAIN, Role.STRONG, icon="clock"), Paragraph(more)
        terms: Page = (
            *terms_page(agreed, game.friend_name, guest=False),
            Paragraph(ways_words(game.invitation)),
            *[Paragraph(_(NO_PAGE))] * no_page,
        )
        if "ways" in can:
            terms = (*terms, Button(_(captions.CHANGE), "settings", act("go", name="settings")))
        link = invitation_link(game.meeting, self._address, services.brokers_of(game.invitation))
        return CardView(
            _("Invitation"),
            (
                Paragraph(what, Ink.PLAIN, Role.TEXT),
                code(text),
                Row(tuple(ways)),
                Card(waits),
            ),
            (Scan(link), Card(tuple(terms))) if self._address else (Card(tuple(terms)),),
            main=Button(_("Send the invitation"), "export", act("send")),
            buttons=(
                Button(_("Withdraw it"), "delete", act("withdraw"), typed=N_("withdraw")),
                Button(_("Leave it open"), "home", act("leave")),
            ),
            secret=True,
        )

    def beat(self) -> None:
        if self.game.stage is not MeetingStage.OFFERED:
            self.shell.replace("friend", self.game.invitation.topic)

    def back(self) -> None:
        """Leave the invitation open."""
        words = _("The game begins when your friend joins; it is listed on the start screen.")
        self.shell.tell(words)
        self.shell.home()

    def acts(self) -> Mapping[str, Callable[..., object]]:
        effect = self.shell.effect
        return {
            "send": lambda: effect("share", {"text": self._text}),
            "copy": lambda: effect("copy", self._text),
            "copy_line": lambda: effect("copy", self._line),
            "mail": lambda: effect("mail", self._text),
            "room": self._open_room,
            "withdraw": self._withdraw,
            "leave": self.back,
        }

    @property
    def _line(self) -> str:
        """The shortest that a program joins by."""
        where = self.game.invitation
        return str(where) if where.broker else where.link(self._address)

    def _open_room(self) -> None:
        self.services.friends.games.open_room(self.game)
        self.shell.go("room", self.game)

    def _withdraw(self) -> None:
        self.services.friends.games.withdraw(self.game)
        self.shell.tell(_(WITHDRAWN))
        self.shell.home()
