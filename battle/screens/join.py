"""An invitation of a friend: what it invites to, and joining.

a line ──► Join: looked at ──► joined ──► the pie rule, or the table
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from battle.friend.game import NOT_JOINED, FriendGame
from battle.friend.meeting import MeetingStage, told_in
from battle.friend.words import ASK_AGAIN, looking_words, terms_words, told_words
from battle.language import N_, _
from battle.page.blocks import Board, Chips, Ink, Page, Paragraph, Role
from battle.rules.links import is_for_moving, is_for_watching
from battle.rules.position import Position, RulesError, deal, deal_number
from battle.screens import captions
from battle.screens.screen import Place, Screen, Shell
from battle.screens.view import Button, CardView, Field, act
from battle.words import name_in, shown_name

INVITED: Final = N_("{name} invites you to a game")
INVITED_BY_NOBODY: Final = N_("You are invited to a game")
RULES: Final = N_("Take equal tiles from column ends. A pair is worth its number.")
YOUR_NAME: Final = captions.YOUR_NAME
PLAY: Final = N_("Play with {name}")
PLAY_WITH_NOBODY: Final = N_("Play")
SOON: Final = N_("You join in a moment …")


def way_of(line: str) -> str:
    """Return the name of the screen that an invitation's line leads to."""
    if is_for_moving(line):
        return "fetch"
    return "look_on" if is_for_watching(line) else "join"


class Join(Screen):
    """Shows what an invitation invites to, and joins; pressed early, it joins by itself.

    Without a line one is asked for. While an invitation is only looked at nothing of it is kept: a
    reload of the page leads to its line again. One that is put off waits on Start.
    """

    tab = "home"

    def __init__(self, shell: Shell, line: str = "", game: FriendGame | None = None) -> None:
        super().__init__(shell)
        self.services.friends.prepare()
        self._line, self._told, self.game = "", list[str](), game
        self.tab = "" if line or game else self.tab  # who comes by a link knows no places yet
        self._name = self.services.settings.names[0]
        self._asks_name, self._has_seen = not self._name, False
        if line:
            self._look(line)

    def _look(self, line: str) -> None:
        """Look up the game of a line; raise RulesError for one that leads nowhere."""
        self.services.learn_ways(line, kept=False)
        self.game = self.services.friends.games.join(line)
        self._line, self._told = line, told_in(line)

    @property
    def place(self) -> Place:
        if self.game is not None and self.game.is_kept:
            return "friend", (self.game.invitation.topic,), {}
        return "join", (self._line,), {}

    def resume(self) -> None:
        if self.game is not None and self.game.closed:
            self._look(self._line or self.game.invitation.line)

    @property
    def _wants(self) -> bool:
        """Whether the game is joined as soon as that is possible."""
        return self.game is not None and bool(self.game.wished)

    @property
    def _begun(self) -> FriendGame | None:
        """The game if it has begun already."""
        game = self.game
        has_begun = game is not None and game.logbook is not None and game.stage not in NOT_JOINED
        return game if has_begun else None

    @property
    def standing(self) -> object:
        game = self.game
        if game is None:
            return None
        return game.stage, self._wants, looking_words(game, self.services.moment())

    # --- what is seen ---------------------------------------------------------------------------

    def view(self) -> CardView:
        game, leave = self.game, Button(_(captions.NOT_NOW), "close", act("later"))
        if game is None:
            words = _("Paste what your friend sent you.")
            line = Field("line", "", "", "paste", hint=_("mahjong-battle:…"), send=_(captions.LOOK))
            return CardView(_("Join a friend"), (Paragraph(words, Ink.PLAIN, Role.TEXT), line))
        self._has_seen = game.stage is MeetingStage.SEEN
        who, start = game.meeting.friend_name or shown_name("".join(self._told[:1])), self._start
        words, more = looking_words(game, self.services.moment())
        name = Field("name", _(YOUR_NAME), self._name)
        asked = [name] * self._asks_name
        home, main = Button(_(captions.TO_START), "home", act("home")), None
        decline = Button(_("Decline"), "close", act("cancel"))
        declines = (decline,) if game.put_off is not None else ()
        agreed = self._terms(game)
        terms = [Chips(agreed)] if agreed else []
        page: Page = (*terms, Paragraph(_(RULES)))
        title = _(INVITED).format(name=who) if who else _(INVITED_BY_NOBODY)
        if game.meeting.can_ask_again:
            main, leave = Button(_(ASK_AGAIN), "people", act("ask_again")), home
            page = (*state_of(words, more, "close"), *asked)
        elif game.stage is MeetingStage.REFUSED:
            title, leave, page = words, home, (Paragraph(more, Ink.PLAIN, Role.TEXT),)
        elif game.stage is MeetingStage.JOINING:
            leave, page = home, (*terms, *state_of(words, more))
        elif game.stage is MeetingStage.SEEN and not self._wants:
            main = Button(self._play(who), "play", act("join"))
            page = (*page, *asked)
        else:
            main = Button(self._play(who), "play", act("join"))
            if self._wants:
                is_lost = bool(game.status.link.reason) and not game.status.link.is_up
                soon = _("You join when you are online again") if is_lost else _(SOON)
                main = Button(soon, "clock", act("join"), off=True)
                leave = Button(_(captions.CANCEL), "close", act("cancel"))
            page = (*page, *asked, *state_of(words, more))
        return CardView(
            title,
            page,
            () if start is None else (Board(start),),
            main=main or leave,
            buttons=((home,) if self._wants else ()) + ((leave,) if main else ()) + declines,
            secret=True,
            shape="landing",
            initial=who[:1].upper(),
        )

    def _play(self, who: str) -> str:
        return _(PLAY).format(name=who) if who else _(PLAY_WITH_NOBODY)

    def _terms(self, game: FriendGame) -> tuple[str, ...]:
        """Return what is played; before the offer is there what the link says."""
        if (offer := game.meeting.offer) is None:
            return told_words(self._told)
        return tuple(terms_words(offer.terms, game.friend_name, guest=True))

    @property
    def _start(self) -> Position | None:
        """The table that is played on: the offer's, before it is there what the link says."""
        agreed = None if self.game is None else self.game.meeting.terms
        return start_in(self._told) if agreed is None else agreed.start

    # --- what is done ---------------------------------------------------------------------------

    def beat(self) -> None:
        """Go to a game that has begun."""
        if (game := self._begun) is not None:
            self.shell.replace("friend", game.invitation.topic)

    def leave(self) -> None:
        """Let go of an invitation that was not taken, or can no longer be used."""
        game = self.game
        if game is not None and (game.stage is MeetingStage.REFUSED or not game.is_kept):
            self.services.friends.games.let_go(game)

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {
            "set": self._set,
            "join": self._join,
            "cancel": self._cancel,
            "later": self._later,
            "ask_again": self._ask_again,
        }

    def _set(self, name: str, value: str) -> None:
        """Take in the name, or look at the line; some have a screen of their own."""
        if name == "name":
            self._name = name_in(value)
        elif (way := way_of(value)) == "join":
            self._look(value)
        else:
            self.shell.replace(way, value)

    def _join(self) -> None:
        """Join; before the offer arrived that counts only if it matches the link."""
        assert self.game is not None
        self._keep_name()
        told = [] if self._has_seen else self._told
        start = start_in(told)
        line = "" if start is None else str(start.with_given((0, 0)))
        self.game.wish(self._name, shown_name("".join(told[:1])), line or "".join(told[2:3]))
        self._keep_ways()
        self.beat()

    def _later(self) -> None:
        """Keep the invitation for another time."""
        assert self.game is not None
        self.game.look_later(shown_name("".join(self._told[:1])))
        self._keep_ways()
        self.shell.back()

    def _cancel(self) -> None:
        """Join nothing any more."""
        assert self.game is not None
        self.services.friends.games.let_go(self.game)
        self.shell.home()

    def _ask_again(self) -> None:
        assert self.game is not None
        self._keep_name()
        self.game.ask_again(self._name)
        self._keep_ways()

    def _keep_name(self) -> None:
        self.services.change(names=(self._name, self.services.settings.names[1]))

    def _keep_ways(self) -> None:
        if self._line:
            self.services.learn_ways(self._line)


def state_of(words: str, more: str, icon: str = "clock") -> Page:
    """Return what is waited for, or why nothing is, and what that means."""
    return Paragraph(words, Ink.PLAIN, Role.STRONG, icon=icon), Paragraph(more)


def start_in(told: list[str]) -> Position | None:
    """Return the table that a link tells, None if it tells none that can be."""
    try:
        line = told[2]
        number = line.removeprefix("deal ")
        return Position.parse(line) if number == line else deal(deal_number(number))
    except (IndexError, RulesError):
        return None
