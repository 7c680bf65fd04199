"""Inviting a friend: what is asked before, and the invitation until somebody has taken it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from battle.friend.game import FriendGame
from battle.friend.meeting import Invitation, Meeting, MeetingStage, Terms, terms_of
from battle.friend.words import (
    NO_PAGE,
    WITHDRAWN,
    has_page,
    invitation_link,
    invitation_text,
    invited_words,
    terms_words,
    waiting_words,
)
from battle.game.setup import played_by
from battle.language import N_, _, explain
from battle.page.blocks import Block, Board, Chips, Ink, Message, Page, Paragraph
from battle.profile.options import ELSEWHERE, HERE, INVITE, LEVEL, RANDOM, GameOptions
from battle.rules.position import FormatError, RulesError
from battle.rules.quick import QUICK
from battle.screens import captions
from battle.screens.new_game import asks, settings_sheet
from battle.screens.room import ROOM, page_state
from battle.screens.screen import Screen, Shell
from battle.screens.view import Button, CardView, Field, Scan, act, code, given
from battle.services import Services
from battle.training.first_game import LEVEL as PUPILS

CODE: Final = N_("QR code")


class WithFriend(Screen):
    """Asks for a name once and how large the game is, shows what is sent; one press sends it.

    The invitation is made before it is sent, so that a press has all that it gives away. Other
    `options` are those of a new game.
    """

    tab = "home"

    def __init__(self, shell: Shell, options: GameOptions | None = None) -> None:
        super().__init__(shell)
        self.services.friends.prepare()
        self.options = options or GameOptions.remembered(self.services.settings)
        if options is None:
            self.options.set_rival(ELSEWHERE)
            self.options.deal_by = RANDOM
        self._asks_name, self._problem = not self._name, ""
        self._meeting: Meeting | None = None
        if "room" in shell.can and not self.services.wants_broker:
            self.services.page.want()
        self._agree()

    @property
    def _name(self) -> str:
        return self.options.names[0].strip()

    def _agree(self) -> None:
        """Make the invitation to what is chosen, or say why there is none."""
        self._meeting, self._problem = None, ""
        try:
            self._meeting = _offered(self.services, terms_of(self.options), self._name)
        except RulesError as error:
            self._problem = explain(error)

    @property
    def standing(self) -> object:
        return self._name

    # --- what is seen ---------------------------------------------------------------------------

    @property
    def _asked(self) -> tuple[str, ...]:
        """What is asked in sight; where nothing is drawn that is all."""
        return (*["name0"] * self._asks_name, "tiles") if self.is_drawn else (*asks(self.options),)

    def view(self) -> CardView:
        asked = asks(self.options)
        fields = [asked[name].field for name in self._asked if name in asked]
        more = Button(_(captions.MORE), "settings", act("more"))
        is_off = self._meeting is None
        scan = Button(_(CODE), "scan", act("code"), typed=N_("code"), off=is_off)
        if self._needs_program:
            scan = replace(scan, words=_(ROOM))
        return CardView(
            _(INVITE),
            fields=tuple(map(_in_short, fields) if self.is_drawn else fields),
            page=tuple(self._told()),
            main=self._send,
            buttons=(scan, *([more] if self.is_drawn else self._ways)),
            secret=True,
        )

    def _told(self) -> Iterator[Block]:
        """Yield what the friend reads, and what is needed to open it."""
        if self._meeting is None:
            yield Paragraph(self._problem, Ink.BAD)
            return
        assert self._meeting.terms is not None
        yield Message(
            invited_words(self._meeting.terms, self._name), _("Your friend reads"), mine=True
        )
        if self._needs_program:
            yield Paragraph(_(NO_PAGE))

    @property
    def _needs_program(self) -> bool:
        """Whether only a friend in this room can do with a browser."""
        return not self.services.page_address and self.services.wants_broker

    @property
    def _send(self) -> Button:
        """What sends: at once, unless a name is wanted, or the page that is made here."""
        meeting, do = self._meeting, act("send")
        if meeting is not None and self._name and meeting.invitation.broker:
            do = given("share", sent_text(self.services, meeting), "sent")
        return Button(_("Send"), "export", do, typed=N_("send"), off=meeting is None)

    def _more(self) -> CardView:
        """Return what is rarely chosen, and the other ways to a friend."""
        return settings_sheet(self.options, _(captions.MORE), *self._asked, besides=self._ways)

    @property
    def _ways(self) -> list[Button]:
        ways = [Button(_("At one device"), "people", act("here"), typed=N_("here"))]
        if "window" not in self.shell.can:
            join = act("go", name="join")
            ways.append(Button(_("Join"), "open", join, typed=N_("join")))
        return ways

    # --- what is done ---------------------------------------------------------------------------

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {
            "set": self._set,
            "send": lambda: self._invite("send"),
            "sent": lambda: self._invite(""),
            "code": lambda: self._invite("code"),
            "here": lambda: self.shell.go("new_game", rival=HERE),
            "more": self._show_more,
        }

    def _set(self, name: str, value: str) -> None:
        if (ask := asks(self.options).get(name)) is None:
            raise FormatError("bad value of {name}", name=name)
        ask.take(value)
        if name != "name0" or self._meeting is None:
            self._agree()
        else:
            agreed, where = self._meeting.terms, self._meeting.invitation
            assert agreed is not None
            self._meeting = _offered(self.services, agreed, self._name, where)

    def _show_more(self) -> None:
        self.options.learn(self.services.records.games(), self.services.pars.all())
        self.sheet = self._more

    def _invite(self, how: str) -> None:
        """Invite, show what is waited for, and give the invitation away if that is to be done."""
        if self._meeting is None:
            raise RulesError(self._problem)
        if not self._name:
            raise RulesError(_("Enter your name: your friend reads it."))
        game = self.services.invite(self._meeting)
        self.services.change(**self.options.to_remember())
        self.shell.replace("hosting", game, how=how)


def _in_short(field: Field) -> Field:
    """Return a field of a new game with no more than its words; the text to send follows it."""
    choices = tuple(replace(one, note="") for one in field.choices)
    return replace(field, note="", hint="", choices=choices, followed=field.kind == "text")


def _offered(
    services: Services, agreed: Terms, name: str, where: Invitation | None = None
) -> Meeting:
    """Return the meeting that is offered, at a new invitation or at `where`."""
    at = round(services.moment().timestamp())
    return Meeting.hosted(where or services.invitation(), name, agreed, at)


def sent_text(services: Services, meeting: Meeting) -> str:
    """Return what is sent to a friend."""
    where = meeting.invitation
    address = services.link_address(where, "host")
    return invitation_text(meeting, address, services.brokers_of(where))


class Hosting(Screen):
    """Waits for a friend, and goes to the table when somebody has joined; it need not stay open.

    It begins with giving the invitation away, as `how` says: `send`, or the `code` to scan.
    """

    name = "hosting"
    tab = "home"

    def __init__(self, shell: Shell, game: FriendGame, how: str = "") -> None:
        super().__init__(shell)
        self.game, self._how, self._is_copied = game, how, False
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
        return sent_text(self.services, self.game.meeting)

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
        agreed, name = before.meeting.terms, before.meeting.name
        self.game = services.invite(_offered(services, agreed, name))
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
            self.shell.effect("share", self._text)
        elif how:
            self._show_code()

    # --- what is seen ---------------------------------------------------------------------------

    def view(self) -> CardView:
        game, agreed = self.game, self.game.meeting.terms
        assert agreed is not None
        words, more = waiting_words(game.status)
        copied = Paragraph(_("Copied: paste it into a message to your friend."), icon="check")
        page: Page = (*[copied] * self._is_copied, Paragraph(more, icon="clock"))
        is_told = has_page(game.invitation, self._address)
        state = page_state(self.services)
        if state or not is_told:
            page = (*page, *(state or [Paragraph(_(NO_PAGE))]))
        can_send = "send" in self.shell.can
        if not (is_told and can_send):
            page = (*page, code(self._text))
        pip = _("Play {name} meanwhile").format(name=played_by(PUPILS))
        play = Button(pip, "play", act("play"))
        others = Button(_(captions.MORE), "menu", act("more"))
        send = Button(_("Send again"), "export", given("share", self._text), typed=N_("send"))
        return CardView(
            words,
            page,
            (Board(agreed.start),),
            main=play if can_send else send,
            buttons=(*[send] * can_send, *([others] if self.is_drawn else self._rare)),
            secret=True,
        )

    @property
    def _rare(self) -> list[Button]:
        """What is hardly ever wanted: the other ways to give it away, and what calls it off."""
        can, ways = self.shell.can, list[Button]()
        if has_page(self.game.invitation, self._address):
            ways.append(Button(_(CODE), "scan", act("code"), typed=N_("code")))
        if "mail" in can:
            mail = act("ask", name="mail", value=self._text)
            ways.append(Button(_("Send it by mail"), "export", mail))
        if "room" in can:
            ways.append(Button(_(ROOM), "people", act("room")))
        if "ways" in can:
            ways.append(Button(_(captions.CHANGE), "settings", act("go", name="settings")))
        call_off = Button(_("Call it off"), "delete", act("withdraw"), typed=N_("withdraw"))
        return [*ways, call_off]

    def _more(self) -> CardView:
        """Return what was offered, the text, and what is rarely done with it."""
        agreed = self.game.meeting.terms
        assert agreed is not None
        offered = Chips(tuple(terms_words(agreed, self.game.friend_name, guest=False)))
        return CardView(_(captions.MORE), (offered, code(self._text), *self._rare), secret=True)

    def _code(self) -> CardView:
        """Return the code to scan, with the link that it holds."""
        services, where = self.services, self.game.invitation
        link = invitation_link(self.game.meeting, self._address, services.brokers_of(where))
        words = Paragraph(_("Your friend scans this with a phone, and plays."), Ink.PLAIN)
        return CardView(_(CODE), (Scan(link), words), secret=True)

    # --- what is done ---------------------------------------------------------------------------

    def beat(self) -> None:
        self._give()
        if self.game.stage is not MeetingStage.OFFERED:
            self.shell.replace("friend", self.game.invitation.topic)

    def back(self) -> None:
        """Leave the invitation open."""
        self.shell.home()

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {
            "code": self._show_code,
            "copied": self._tell_copied,
            "more": lambda: setattr(self, "sheet", self._more),
            "room": self._open_room,
            "play": self._play_meanwhile,
            "withdraw": self._withdraw,
            "want_page": self.services.page.want,
        }

    def _show_code(self) -> None:
        """Show the code; where no page is known, that of this room."""
        if has_page(self.game.invitation, self._address):
            self.sheet = self._code
        elif "room" in self.shell.can:
            self._open_room()

    def _tell_copied(self, *, done: bool) -> None:
        """Say what comes next, as long as it is waited: a browser that cannot send has copied."""
        self._is_copied = done
        if not done:
            self.shell.tell(_(captions.NOT_COPIED))

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
