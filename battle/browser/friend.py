"""Games with a friend somewhere else: inviting, joining, the friend as company, messages.

    a link for watching ──► watch_screen: Watch, then a table with `Watching`
    a link ──► Invite ──► friend_screen ──► table with `FriendAway`, or Pie
    New ──► `invited` ──► Hosting ──┘          ▲      └──► Talk, Result
    start screen, list ────────────────────────┘

What happens is decided in `battle.friend`; its sentences are those of `battle.friend.words`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final

from battle.browser.app import IN_ANOTHER_TAB, AnyScreen, App, Screen
from battle.browser.channels import ELSEWHERE_OPEN, sockets_in
from battle.browser.views import (
    View,
    blocks,
    board,
    button,
    button_block,
    card,
    field,
)
from battle.friend.channel import LinkKind
from battle.friend.friends import SEEN_AS
from battle.friend.games import NOT_JOINED, FriendGame, FriendGames
from battle.friend.log import SWITCHED_OFF, ChatMessage
from battle.friend.meeting import MeetingStage, invitation, told_in
from battle.friend.watching import Watcher
from battle.friend.words import (
    APART,
    ASK_AGAIN,
    ASKED,
    ASKED_AGAIN,
    LET_IN,
    MATCH_OVER,
    MOVE,
    MOVE_HERE,
    MOVE_NOBODY,
    MOVE_RULES,
    MOVED,
    STOP_WATCHING,
    TALK_OFF,
    WATCH,
    WATCH_RULES,
    WATCH_TOLD,
    WATCHED,
    again_words,
    awaited_words,
    check_words,
    claim_words,
    copies_question,
    looking_words,
    presence_words,
    state_words,
    talk_page,
    terms_words,
    time_left_words,
    watch_presence_words,
    watch_text,
    watch_title,
    watch_words,
    ways_words,
    wish_words,
)
from battle.game.seating import NOT_NOW
from battle.game.session import NotNowError, Session
from battle.game.setup import draw_deal
from battle.language import N_, _
from battle.page.blocks import Ink, Paragraph, Role
from battle.rules.position import Player, Position, RulesError, deal, deal_number
from battle.screens.board_view import Dock
from battle.screens.friends import GAMES, begin_move, watch_button
from battle.screens.invitation import Hosting
from battle.screens.moving import MoveAway, MoveHere
from battle.screens.pie import PieWithFriend
from battle.screens.screen import Shell
from battle.screens.table import TableCompany, TableGame
from battle.screens.view import Button, CardView, act
from battle.words import name_in, shown_name

FIRST: Final = {
    "title": N_("{name} invites you to a game"),
    "nobody": N_("You are invited to a game"),
    "rules": N_(
        "Take two equal tiles from the ends of the columns. A pair is worth its number. More "
        "points win."
    ),
    "your_name": N_("Your name"),
    "play": N_("Play with {name}"),
    "play_with_nobody": N_("Play"),
    "watch": N_("{name}: a game to watch"),
    "watch_nobody": N_("A game of others to watch"),
    "watch_rules": WATCH_RULES,
    "move": MOVE_HERE,
    "move_nobody": MOVE_NOBODY,
    "move_rules": MOVE_RULES,
    "moved": MOVED,
    "soon": N_("You join in a moment …"),
    "loading": N_("Loading the game. Nothing to install, no account."),
    "old": N_(
        "The game needs WebAssembly, which this browser lacks or has switched off: use a newer "
        "Firefox, Chrome, Edge or Safari."
    ),
    "missing": N_(
        "The game cannot start: a part of it did not arrive. Check the network, then reload."
    ),
    "ended": N_("The program has ended. Reload the page: games are kept."),
    "late": N_("This takes long. Check the network, or reload the page."),
    "waits": N_("The game is open in another tab. It comes here in a moment …"),
    "elsewhere": IN_ANOTHER_TAB,
    "reload": N_("Reload"),
}
"""What the page says before the program is there, in all languages."""

_TAKEN: Final = N_(
    "If it was you who joined, this browser has lost the game: ask for a new invitation."
)
_MOST_SAID: Final = 40


def games_of(app: App) -> FriendGames:
    """Return the games with friends; raise RulesError where another tab has them."""
    if not app.has_friends:
        raise RulesError(_(ELSEWHERE_OPEN))
    return app.friends.games


def friend_screen(app: App, topic: str) -> AnyScreen:
    """Return the screen of a game with a friend; a reload of the page leads there again."""
    screen = screen_of(app, games_of(app).open(topic))
    screen.topic = topic
    return screen


def screen_of(app: App, game: FriendGame) -> AnyScreen:
    """Return the screen of a game as far as it has come."""
    if game.handover is not None:
        return MoveAway(app, game)
    if game.stage is MeetingStage.OFFERED:
        return Hosting(app, game)
    if game.stage in NOT_JOINED or game.logbook is None:
        return Invite(app, game=game)
    if game.session is None:
        return PieWithFriend(app, game)
    return TableGame(app, game.session, FriendAway(app, game))


def topic_of(game: FriendGame) -> str:
    """Return the name of a game in acts."""
    return game.invitation.topic


# --- before the game ------------------------------------------------------------------------------


def fetch_screen(app: App, text: str) -> AnyScreen:
    """Return the screen of a link that moves a game, or of the game if it has come by it."""
    come = games_of(app).arrived(invitation(text))
    return MoveHere(app, text) if come is None else friend_screen(app, topic_of(come))


def invite_screen(app: App, text: str = "", game: FriendGame | None = None) -> AnyScreen:
    """Return the screen that a link leads to; raise RulesError for one that leads nowhere."""
    where = invitation(text) if text else None
    if where is None or not where.watches:
        return Invite(app, text, game)
    app.ways.look(where.topic, sockets_in(told_in(text)))
    games_of(app).watch(text)
    return watch_screen(app, where.topic, told_in(text))


class Invite(Screen):
    """Shows what an invitation invites to, and joins; pressed early, it joins by itself.

    While it is only looked at nothing of it is kept: a reload leads to its link again.
    """

    def __init__(self, app: App, text: str = "", game: FriendGame | None = None) -> None:
        super().__init__(app)
        self._told = told_in(text)
        self._sockets = sockets_in(self._told)
        self.game = self._look(text) if game is None else game
        self.topic = topic_of(self.game) if self.game.is_kept else text
        self._name = app.settings.names[0]
        self._wants = False

    def _look(self, text: str) -> FriendGame:
        self.app.ways.look(invitation(text).topic, self._sockets)
        return games_of(self.app).join(text)

    def resume(self) -> None:
        if self.game.closed:
            self.game = self._look(str(self.game.invitation))

    def view(self) -> View:
        game, offer = self.game, self.game.meeting.offer
        said = {name: _(words) for name, words in FIRST.items()}
        who = game.meeting.friend_name or shown_name("".join(self._told[:1]))
        view: View = {
            "screen": "invite",
            "title": said["title"].format(name=who) if who else said["nobody"],
            "initial": who[:1].upper(),
            "rules": said["rules"],
            "fields": [field("name", said["your_name"], self._name, hint=_(SEEN_AS))],
            "secret": True,
        }
        if (start := self._start) is not None:
            view["board"] = board(start)
        if offer is not None:
            view["chips"] = terms_words(offer.terms, game.friend_name, guest=True)
        else:
            view["chips"] = chips_in(self._told)
        if game.stage is MeetingStage.REFUSED:
            words, more = looking_words(game, self.app.moment())
            if game.meeting.can_ask_again:
                again = button(_(ASK_AGAIN), "people", "ask_again")
                home = button(_("To the start screen"), "home", "home")
                return view | {"say": words, "sub": more, "main": again, "buttons": [home]}
            lost = "" if game.meeting.withdrawn or game.meeting.again else _(_TAKEN)
            home = button(_("To the start screen"), "home", "home")
            return view | {"say": words, "sub": lost or more, "main": home, "fields": []}
        if game.stage is MeetingStage.JOINING:
            words, more = looking_words(game, self.app.moment())
            home = button(_("To the start screen"), "home", "home")
            return view | {"say": words, "sub": more, "main": home, "fields": []}
        play = said["play"].format(name=who) if who else said["play_with_nobody"]
        view["main"] = button(play, "play", "join")
        if self._wants:
            view["main"] = button(said["soon"], "clock", "join", off=True)
        if game.stage is MeetingStage.LOOKING or self._wants:
            view["say"], view["sub"] = looking_words(game, self.app.moment())
        else:
            view["say"] = ways_words(game.invitation)
        return view

    @property
    def _start(self) -> Position | None:
        """The table that is played on: the offer's, before it is there what the link says."""
        agreed = self.game.meeting.terms
        return start_in(self._told) if agreed is None else agreed.start

    def beat(self) -> None:
        """Join as soon as that is possible, if it is wanted; a game that has begun is gone to."""
        game = self.game
        if self._wants and game.stage is MeetingStage.SEEN:
            self._join()
        elif game.logbook is not None and game.stage not in NOT_JOINED:
            self.app.replace("friend", topic_of(game))

    def acts(self) -> dict[str, Callable[..., object]]:
        return {"set": self._set, "join": self._want, "ask_again": self._ask_again}

    def _ask_again(self) -> None:
        self.app.change(names=(self._name, self.app.settings.names[1]))
        self.game.ask_again(self._name)
        self._keep_ways()

    def _keep_ways(self) -> None:
        if self._sockets:
            self.app.ways.learn(topic_of(self.game), self._sockets)

    def _set(self, name: str, value: str) -> None:
        self._name = name_in(value)

    def _want(self) -> None:
        self._wants = True
        self.beat()

    def _join(self) -> None:
        """Join; what was pressed before the offer was there holds if it is as the link said."""
        game, told = self.game, start_in(self._told)
        agreed = game.meeting.terms
        assert agreed is not None
        bare = agreed.start.with_given((0, 0))
        self._wants = False
        if self._told[2:3] and (told is None or told.with_given((0, 0)) != bare):
            self.app.tell(_("The game is another one than the link said: look at it again."))
            self._told = []
            return
        self.app.change(names=(self._name, self.app.settings.names[1]))
        game.join(self._name)
        self._keep_ways()
        self.app.replace("friend", topic_of(game))

    def leave(self) -> None:
        """Let go of an invitation that was not taken, or can no longer be used."""
        if self.game.stage is MeetingStage.REFUSED or not self.game.is_kept:
            self.app.friends.games.let_go(self.game)


def chips_in(told: list[str]) -> list[str]:
    """Return the game in words, as a link tells it."""
    return told[1].split(APART) if len(told) > 1 else []


def start_in(told: list[str]) -> Position | None:
    """Return the table that a link tells, None if it tells none that can be."""
    try:
        line = told[2]
        number = line.removeprefix("deal ")
        return Position.parse(line) if number == line else deal(deal_number(number))
    except (IndexError, RulesError):
        return None


# --- at the table ---------------------------------------------------------------------------------


def with_days(presence: str, session: Session, player: Player, now: datetime) -> str:
    """Return who is there, and how long there is for a move that is counted in days."""
    left = session.deadline
    days = "" if left is None or player != session.to_move else time_left_words(left - now)
    return " · ".join(filter(None, (presence, days)))


class Said:
    """The message that the dock shows, until the next move or other event of the game."""

    def __init__(self) -> None:
        self._last: ChatMessage | None = None
        self._version = 0

    def now(self, unread: Sequence[ChatMessage], version: int) -> ChatMessage | None:
        """Return the last unread message if it came at this version of the session."""
        last = unread[-1] if unread else None
        if last != self._last:
            self._last, self._version = last, version
        return last if version == self._version else None


def said_by(name: str, said: ChatMessage) -> Dock:
    """Return what the dock shows of a message."""
    return Dock(name, said.text)


class FriendAway(TableCompany):
    """The other player is a friend, at another program or page.

    friend's copy ──► FriendGame ──► Session ──version──► TableGame ──► board, lists
    """

    is_elsewhere = True

    def __init__(self, app: App, game: FriendGame) -> None:
        assert game.session is not None
        super().__init__(app, game.session)
        self.app = app
        self._said = Said()
        self.game = game
        self._later: object = None
        """What was asked about the two copies when it was put off."""

    def moves_on(self) -> bool:
        is_refused = self.game.stage is MeetingStage.REFUSED
        stays = not is_refused and self.game.handover is None
        if stays and self.game.session is self.session:
            return False
        self.app.replace("friend", topic_of(self.game))
        return True

    def caption(self, player: Player) -> str:
        """Return how it stands with the friend, or how long there is for a move."""
        now, is_here = self.app.moment(), player == self.session.me
        presence = "" if is_here else presence_words(self.game.status, now)
        return with_days(presence, self.session, player, now)

    @property
    def seen_by(self) -> str:
        return _(WATCHED) if self.game.watched else ""

    def asks(self) -> Dock | None:
        session, game = self.session, self.game
        if game.asks_again is not None and not game.asks_quietly:
            main, other = self._answers
            return Dock(again_words(game), kind="ask", main=main, buttons=(other,))
        if self._asks_about_copies:
            answers = [Button(_("Agree"), "check", act("play_on"))]
            if game.fork_proof is not None:
                claim = Button(_("Claim the win"), "flag", act("claim"))
                answers = [claim] if game.is_shut_out else [*answers, claim]
            later = Button(_("Decide later"), "clock", act("later"))
            words, (main, *more) = copies_question(game), answers
            return Dock(words, kind="ask", main=main, buttons=(*more, later))
        if session.pending is not None:
            agree = Button(_("Agree"), "check", act("reply", accept=True))
            decline = Button(_("Decline"), "close", act("reply", accept=False))
            return Dock(session.request_text, kind="ask", main=agree, buttons=(decline,))
        unread = game.chat.unread if self.app.settings.talk else ()
        if said := self._said.now(unread, session.version):
            return said_by(game.friend_name, said)
        if words := awaited_words(game):
            link = game.status.link
            reason = link.reason if not link.is_up and link.kind is not LinkKind.CLOSED else ""
            last = session.game.node.move
            if last is None or session.asked is not None or reason or not game.status.delivered:
                return Dock(words, reason)
        return None

    @property
    def _answers(self) -> tuple[Button, Button]:
        """The buttons below the question whether a guest is let in again."""
        assert self.game.asks_again is not None
        mark = self.game.asks_again.public.mark
        return (
            Button(_("Decline"), "close", act("let_in", agreed=False, mark=mark)),
            Button(_(LET_IN), "check", act("let_in", agreed=True, mark=mark)),
        )

    def _ask_to_let_in(self) -> None:
        main, other = self._answers
        words = (Paragraph(again_words(self.game)),)
        self.app.screen.sheet = lambda: CardView(_("Question"), words, main=main, buttons=(other,))

    @property
    def _asks_about_copies(self) -> bool:
        game = self.game
        asked = game.forked, game.friends_next
        is_offered = bool(game.friends_next) and not game.next
        return (game.asks_how_to_go_on or is_offered) and self._later != asked

    @property
    def messages(self) -> Button:
        is_on = self.app.settings.talk
        unread = len(self.game.chat.unread) if is_on else 0
        button = talk_button(topic_of(self.game), unread)
        is_off = self.game.chat.silence or not is_on
        return replace(button, words=_(TALK_OFF)) if is_off else button

    @property
    def tools(self) -> tuple[Button, ...]:
        undo, _redo, last = super().tools
        return replace(undo, words=_("Ask for a take-back")), last

    @property
    def urgent(self) -> tuple[Button, ...]:
        buttons = []
        if self.game.asks_quietly:
            buttons.append(Button(_("Answer the question"), "help", act("ask_to_let_in")))
        if self.game.can_claim:
            buttons.append(Button(claim_words(self.game), "clock", act("claim")))
        return (
            *buttons,
            Button(_("Compare a word"), "people", act("compare")),
            Button(_(WATCH), "eye", act("ask_watch")),
            Button(_(MOVE), "export", act("move")),
        )

    def acts(self) -> dict[str, Callable[..., object]]:
        game = self.game
        return {
            "claim": game.claim,
            "let_in": game.let_in,
            "ask_to_let_in": self._ask_to_let_in,
            "play_on": self._play_on,
            "later": self._decide_later,
            "compare": self._compare,
            "ask_watch": self._ask_watch,
            "share_watch": partial(self._let_watch, "share"),
            "copy_watch": partial(self._let_watch, "copy"),
            "move": partial(begin_move, self.app, topic_of(game)),
        }

    def take_back(self) -> None:
        super().take_back()
        self._say_asked()

    def offer_draw(self) -> None:
        super().offer_draw()
        self._say_asked()

    def _say_asked(self) -> None:
        self.app.tell(_(ASKED).format(name=self.game.friend_name))

    def _decide_later(self) -> None:
        self._later = self.game.forked, self.game.friends_next

    def _play_on(self) -> None:
        game, name = self.app.friends.games.play_on(self.game), self.game.friend_name
        if game.side == "guest":
            self.app.replace("friend", topic_of(game))
        else:
            self.app.tell(_(ASKED_AGAIN).format(name=name))

    def _compare(self) -> None:
        page = blocks([Paragraph(check_words(self.game), role=Role.TEXT)])
        done = button(_("Done"), "check", "close")
        self.app.screen.sheet = lambda: {
            "title": _("Compare a word"),
            "page": page,
            "main": done,
        }

    def _ask_watch(self) -> None:
        page = blocks([Paragraph(_(WATCH_TOLD).format(name=self.game.friend_name), Ink.PLAIN)])
        self.app.screen.sheet = lambda: {
            "title": _(WATCH),
            "page": page,
            "main": button(_("Send the link"), "export", "share_watch"),
            "buttons": [button(_("Copy"), "copy", "copy_watch")],
        }

    def _let_watch(self, how: str) -> None:
        """Give the link away by which others watch; the friend sees that they may."""
        self.game.let_watch()
        app, meeting = self.app, self.game.meeting
        where = meeting.invitation
        page = app.watch_address(where, meeting.side)
        text = watch_text(meeting, page, app.brokers_of(where))
        self.app.effect(how, {"text": text} if how == "share" else text)

    # --- the next game --------------------------------------------------------------------------

    @property
    def wish(self) -> str:
        return wish_words(self.game)

    def go_on(self, shell: Shell, number: int = 0) -> None:
        """Go on with the match, or ask for a rematch: of deal `number`, or of the same."""
        game = self.game
        if self.session.can_go_on:
            game.go_on()
            return
        if game.meeting.terms is not None and game.meeting.terms.deals:
            raise RulesError(_(MATCH_OVER))
        game.ask_rematch(number)
        shell.tell(_(ASKED_AGAIN).format(name=game.friend_name))

    def new_deal(self, shell: Shell) -> None:
        """Ask for a game on another deal."""
        self.go_on(shell, draw_deal())

    def grant(self, *, agreed: bool) -> None:
        self.game.answer_rematch(agreed)


# --- watching -------------------------------------------------------------------------------------


def watch_screen(app: App, topic: str, told: list[str] | None = None) -> AnyScreen:
    """Return the screen of a game of others; `told` is what its link says of it."""
    watcher = games_of(app).watched.get(topic)
    if watcher is None:
        raise NotNowError(_(NOT_NOW))
    if watcher.session is None:
        return Watch(app, watcher, told or [])
    return TableGame(app, watcher.session, Watching(app, watcher))


class Watch(Screen):
    """Shows what a link for watching tells, until the game is there."""

    def __init__(self, app: App, watcher: Watcher, told: list[str]) -> None:
        super().__init__(app)
        self.watcher, self._told = watcher, told

    def resume(self) -> None:
        where, games = self.watcher.invitation, self.app.friends.games
        if where.topic not in games.watched:
            self.app.ways.look(where.topic, sockets_in(self._told))
            self.watcher = games.watch(where.link(self.app.address, "\n".join(self._told)))

    def view(self) -> View:
        words, more = watch_words(self.watcher)
        who, start = self.watcher.told, start_in(self._told)
        said = {name: _(words) for name, words in FIRST.items()}
        return {
            "screen": "invite",
            "title": said["watch"].format(name=who) if who else said["watch_nobody"],
            "chips": chips_in(self._told),
            "board": None if start is None else board(start),
            "rules": said["watch_rules"],
            "buttons": [button(_(STOP_WATCHING), "close", "stop_watching")],
            "say": words,
            "sub": more,
            "secret": True,
        }

    def beat(self) -> None:
        """Go to the table as soon as it is there."""
        if self.watcher.session is not None:
            self.app.replace("watch", self.watcher.invitation.topic)

    def acts(self) -> dict[str, Callable[..., object]]:
        return {"stop_watching": partial(stop_watching, self.app, self.watcher)}

    def leave(self) -> None:
        """Keep no line open to a game that is not there."""
        if self.watcher.session is None:
            self.app.friends.games.stop_watching(self.watcher)


def stop_watching(app: App, watcher: Watcher) -> None:
    """Leave a game of others."""
    app.friends.games.stop_watching(watcher)
    app.effect("unwatch", value=True)
    app.home()


class Watching(TableCompany):
    """Both players are elsewhere, and nothing can be done here.

    their copies ──► Watcher ──► Session ──version──► TableGame ──► board, lists
    """

    plays = False
    is_elsewhere = True

    def __init__(self, app: App, watcher: Watcher) -> None:
        assert watcher.session is not None
        super().__init__(app, watcher.session)
        self.app = app
        self._said = Said()
        self.watcher = watcher

    @property
    def title(self) -> str:
        return watch_title(self.watcher)

    def moves_on(self) -> bool:
        if self.watcher.session is self.session:
            return False
        self.app.replace("watch", self.watcher.invitation.topic)
        return True

    def caption(self, player: Player) -> str:
        now = self.app.moment()
        presence = watch_presence_words(self.watcher, player, now)
        return with_days(presence, self.session, player, now)

    def asks(self) -> Dock | None:
        """Return what is wrong with the connection, or what was said last."""
        words, more = watch_words(self.watcher)
        if not self.watcher.channel.state.is_up or self.watcher.differs:
            return Dock(words, more)
        if said := self._said.now(self._unread, self.session.version):
            return said_by(self.watcher.names[said.side == "guest"], said)
        return None

    @property
    def tools(self) -> tuple[Button, ...]:
        return ()

    @property
    def messages(self) -> Button:
        return talk_button(self.watcher.invitation.topic, len(self._unread))

    @property
    def _unread(self) -> Sequence[ChatMessage]:
        return self.watcher.unread if self.app.settings.talk else ()

    @property
    def urgent(self) -> tuple[Button, ...]:
        return (Button(_(STOP_WATCHING), "close", act("stop_watching")),)

    def acts(self) -> dict[str, Callable[..., object]]:
        return {"stop_watching": partial(stop_watching, self.app, self.watcher)}


# --- messages and lists ---------------------------------------------------------------------------


def talk_button(topic: str, unread: int) -> Button:
    """Return the button to the messages of a game, with how many were not read."""
    words = _("Messages")
    shown = f"{words} ({unread})" if unread else words
    return Button(shown, "talk", act("go", name="talk", topic=topic))


class Talk(Screen):
    """The messages of a game with a friend, and a line to say something; or those of others."""

    def __init__(self, app: App, topic: str) -> None:
        super().__init__(app)
        self.watcher = app.friends.games.watched.get(topic)
        self.game = None if self.watcher else app.friends.games.open(topic)

    @property
    def _is_on(self) -> bool:
        return self.app.settings.talk and (self.game is None or self.game.chat.on)

    def view(self) -> View:
        about = self.watcher or self.game
        assert about is not None
        page = talk_page(about, self.app.moment(), _MOST_SAID) if self._is_on else []
        if not self._is_on:
            page = [Paragraph(_(SWITCHED_OFF), Ink.PLAIN)]
        elif not page:
            page = [Paragraph(_("No messages yet."), Ink.FAINT)]
        whose = about.friend_name if isinstance(about, FriendGame) else watch_title(about)
        words = _("Switch off") if self._is_on else _("Switch on")
        entry = {"block": "field", **field("message", _("Your message"), "", send=_("Send"))}
        if self._is_on and self.game is not None and self.game.chat.silence:
            (entry,) = blocks([Paragraph(_(self.game.chat.silence), Ink.PLAIN)])
        says = [*[entry] * self._is_on, button_block(words, "talk", "switch")]
        return {
            "title": f"{_('Messages')}: {whose}",
            "page": [*blocks(page), *says * (self.game is not None)],
        }

    def beat(self) -> None:
        """Take as read what is shown."""
        about = self.watcher or self.game
        if self._is_on and self.app.is_visible and about is not None:
            about.read_chat()

    def acts(self) -> dict[str, Callable[..., object]]:
        return {} if self.game is None else {"set": self._say, "switch": self._switch}

    def _say(self, name: str, value: str) -> None:
        if value.strip() and self.game is not None:
            self.game.say(value)

    def _switch(self) -> None:
        on = not self._is_on
        if on and not self.app.settings.talk:
            self.app.change(talk=True)
        if self.game is not None:
            self.game.switch_chat(on)


def friends_card(app: App) -> list[View]:
    """Return the card of the start screen with the games with friends, none without any."""
    games, rows = app.friends.opened, blocks(map(watch_button, app.friends.watched))
    if not games and not rows:
        return []
    for game in games[:3]:
        words = f"{game.friend_name}: {state_words(game)}"
        first = game.my_turn and game is games[0]
        rows.append(
            button_block(words, "people", "go", name="friend", topic=topic_of(game), main=first)
        )
    every = button_block(_("All games with friends"), "list", "go", name="friends")
    return [card(*rows, every, words=_(GAMES), icon="people")]
