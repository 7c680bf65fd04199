"""Inviting a friend: what is asked before, and the invitation until somebody has taken it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from battle.friend.game import FriendGame
from battle.friend.meeting import MeetingStage, terms_of
from battle.friend.words import (
    NO_PAGE,
    WITHDRAWN,
    has_page,
    invitation_link,
    invitation_text,
    invited_words,
    terms_words,
    waiting_words,
    ways_words,
)
from battle.game.setup import played_by
from battle.language import N_, _
from battle.page.blocks import Board, Card, Chips, Ink, Page, Paragraph, Role
from battle.profile.options import ELSEWHERE, HERE, LEVEL, RANDOM, GameOptions
from battle.rules.position import FormatError, RulesError
from battle.rules.quick import QUICK
from battle.screens import captions
from battle.screens.new_game import asks
from battle.screens.room import page_state
from battle.screens.screen import Screen, Shell
from battle.screens.view import Button, CardView, Scan, act, code
from battle.services import Services
from battle.training.first_game import LEVEL as PUPILS


class WithFriend(Screen):
    """Asks for a name once, how large the game is and who begins; one press sends it."""

    tab = "home"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.services.friends.prepare()
        self.options = GameOptions.remembered(self.services.settings)
        self.options.set_rival(ELSEWHERE)
        self.options.deal_by = RANDOM
        self._asks_name = not self._name
        if "room" in shell.can and not self.services.wants_broker:
            self.services.page.want()

    @property
    def _name(self) -> str:
        return self.options.names[0].strip()

    def view(self) -> CardView:
        options, asked = self.options, asks(self.options)
        names = ("name0", "tiles", "begins") if self._asks_name else ("tiles", "begins")
        fields = [asked[name].field for name in names if name in asked]
        if self._asks_name:
            fields[0] = replace(fields[0], note="", hint="")
        reads = invited_words(terms_of(options), self._name)
        page: Page = (Card((Paragraph(reads, Ink.PLAIN),), _("What your friend reads")),)
        if not self._has_page:
            page = (*page, Paragraph(_(NO_PAGE), Ink.GOLD, icon="warning"))
        join = act("go", name="join")
        return CardView(
            _(captions.WITH_A_FRIEND),
            fields=tuple(fields),
            beside=page,
            main=Button(_("Send"), "export", act("send"), typed=N_("send")),
            buttons=(
                Button(_("Show a code"), "scan", act("code"), typed=N_("code")),
                Button(_("At one device"), "people", act("here")),
                Button(_(captions.MORE), "settings", act("settings")),
                *([] if "window" in self.shell.can else [Button(_("Join"), "open", join)]),
            ),
        )

    @property
    def _has_page(self) -> bool:
        """Whether a browser can open what is sent, as far as that is known before."""
        services = self.services
        return bool(services.page_address) or not services.wants_broker

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {
            "set": self._set,
            "send": lambda: self._invite("send"),
            "code": lambda: self._invite("code"),
            "here": lambda: self.shell.go("new_game", rival=HERE),
            "settings": lambda: self.shell.go("new_game", self.options),
        }

    def _set(self, name: str, value: str) -> None:
        if (ask := asks(self.options).get(name)) is None:
            raise FormatError("bad value of {name}", name=name)
        ask.take(value)

    def _invite(self, how: str) -> None:
        """Invite, show what is waited for, and give the invitation away."""
        if not self._name:
            raise RulesError(_("Enter your name: your friend reads it."))
        services, options = self.services, self.options
        game = services.invite(terms_of(options), self._name)
        services.change(**options.to_remember())
        self.shell.replace("hosting", game, how=how)


def sent_text(services: Services, game: FriendGame) -> str:
    """Return what is sent to a friend."""
    where = game.invitation
    address = services.link_address(where, "host")
    return invitation_text(game.meeting, address, services.brokers_of(where))


class Hosting(Screen):
    """Waits for a friend, and goes to the table when somebody has joined; it need not stay open.

    It begins with giving the invitation away, as `how` says: `send`, or the `code` to scan.
    """

    name = "hosting"
    tab = "home"

    def __init__(self, shell: Shell, game: FriendGame, how: str = "") -> None:
        super().__init__(shell)
        self.game, self._how = game, how
        self.topic = game.invitation.topic
        self._ways = self._chosen_ways
        self._is_local = "room" in shell.can and not game.invitation.broker
        if self._is_local:
            self.services.page.want()

    @property
    def _chosen_ways(self) -> tuple[str, bool, bool]:
        chosen = self.services.settings
        return chosen.brokers, chosen.meet_over_brokers, chosen.local_network

    @property
    def _text(self) -> str:
        return sent_text(self.services, self.game)

    @property
    def _address(self) -> str:
        return self.services.link_address(self.game.invitation, "host")

    @property
    def standing(self) -> object:
        return waiting_words(self.game.status), self._address, page_state(self.services)

    def resume(self) -> None:
        """Begin, or come back from the settings: if the ways have changed it is another one."""
        self._give()
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
            _("This is a new invitation, already copied; the one before can no longer be used.")
        )

    def _give(self) -> None:
        """Give the invitation away, once what its link leads to is there."""
        if self._is_local and (self.services.page.is_busy or not self._address):
            return
        how, self._how = self._how, ""
        if how == "send":
            self._send()
        elif how:
            self._show_code()

    # --- what is seen ---------------------------------------------------------------------------

    def view(self) -> CardView:
        game, agreed = self.game, self.game.meeting.terms
        assert agreed is not None
        words, more = waiting_words(game.status)
        page: Page = (
            Chips(tuple(terms_words(agreed, game.friend_name, guest=False))),
            Paragraph(words, Ink.PLAIN, Role.STRONG, icon="clock"),
            Paragraph(more),
        )
        is_told = has_page(game.invitation, self._address)
        state = page_state(self.services)
        if not is_told:
            page = (*page, *(state or [Paragraph(_(NO_PAGE), Ink.GOLD, icon="warning")]))
        can_send = "send" in self.shell.can
        if not (is_told and can_send):
            page = (*page, code(self._text))
        pip = _("Play {name} while you wait").format(name=played_by(PUPILS))
        play = Button(pip, "play", act("play"))
        send = Button(_("Send again"), "export", act("send"), typed=N_("send"))
        return CardView(
            _("Invitation"),
            page,
            (Board(agreed.start),),
            main=play if can_send else send,
            buttons=(
                *[send] * can_send,
                Button(_("Show a code"), "scan", act("code"), typed=N_("code")),
                Button(_("Call it off"), "delete", act("withdraw"), typed=N_("withdraw")),
                Button(_(captions.MORE), "menu", act("more"), typed=N_("more")),
            ),
            secret=True,
        )

    def _more(self) -> CardView:
        """Return the other ways to give it away, and how the two meet."""
        can, ways = self.shell.can, list[Button]()
        if "mail" in can:
            ways.append(Button(_("Send it by mail"), "export", act("mail")))
        if "room" in can:
            ways.append(Button(_("In this room"), "people", act("room")))
        if "ways" in can:
            ways.append(Button(_(captions.CHANGE), "settings", act("go", name="settings")))
        met = Paragraph(ways_words(self.game.invitation))
        return CardView(_(captions.MORE), (code(self._text), met, *ways), secret=True)

    def _code(self) -> CardView:
        """Return the code to scan, with the link that it holds."""
        services, where = self.services, self.game.invitation
        link = invitation_link(self.game.meeting, self._address, services.brokers_of(where))
        words = Paragraph(_("Your friend scans this with a phone, and plays."), Ink.PLAIN)
        return CardView(_("A code to scan"), (Scan(link), words), secret=True)

    # --- what is done ---------------------------------------------------------------------------

    def beat(self) -> None:
        self._give()
        if self.game.stage is not MeetingStage.OFFERED:
            self.shell.replace("friend", self.game.invitation.topic)

    def back(self) -> None:
        """Leave the invitation open."""
        self.shell.home()

    def acts(self) -> Mapping[str, Callable[..., object]]:
        effect = self.shell.effect
        return {
            "send": self._send,
            "code": self._show_code,
            "more": lambda: setattr(self, "sheet", self._more),
            "copy": lambda: effect("copy", self._text),
            "mail": lambda: effect("mail", self._text),
            "room": self._open_room,
            "play": self._play_meanwhile,
            "withdraw": self._withdraw,
            "want_page": self.services.page.want,
        }

    def _send(self) -> None:
        self.shell.effect("share", {"text": self._text})

    def _show_code(self) -> None:
        """Show the code; where no page is known, that of this room."""
        if has_page(self.game.invitation, self._address):
            self.sheet = self._code
        elif "room" in self.shell.can:
            self._open_room()

    def _open_room(self) -> None:
        self.services.friends.games.open_room(self.game)
        self.shell.go("room", self.game)

    def _play_meanwhile(self) -> None:
        """Begin a quick game against the first of the ladder."""
        services = self.services
        options = GameOptions(LEVEL, services.settings.names, level=PUPILS, tiles=QUICK)
        self.shell.replace("table", options.session(services.now))

    def _withdraw(self) -> None:
        self.services.friends.games.withdraw(self.game)
        self.shell.tell(_(WITHDRAWN))
        self.shell.home()
