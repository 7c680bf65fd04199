"""Games with a friend somewhere else: inviting, joining, the friend as company, messages.

    a link ──► Join, LookOn, MoveHere ──► friend_screen, watch_screen ──► table
    New ──► Hosting ──┘                       ▲                           with `FriendAway`
    start screen, list ───────────────────────┘                           or `Watching`

What happens is decided in `battle.friend`; its sentences are those of `battle.friend.words`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final

from battle.browser.app import IN_ANOTHER_TAB, AnyScreen, App
from battle.browser.channels import ELSEWHERE_OPEN
from battle.browser.views import (
    blocks,
    button,
)
from battle.friend.channel import LinkKind
from battle.friend.games import FriendGame, FriendGames
from battle.friend.log import ChatMessage
from battle.friend.meeting import MeetingStage
from battle.friend.watching import Watcher
from battle.friend.words import (
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
    presence_words,
    time_left_words,
    watch_presence_words,
    watch_text,
    watch_title,
    watch_words,
    wish_words,
)
from battle.game.seating import NOT_NOW
from battle.game.session import NotNowError, Session
from battle.game.setup import draw_deal
from battle.language import N_, _
from battle.page.blocks import Ink, Paragraph, Role
from battle.rules.position import Player, RulesError
from battle.screens.board_view import Dock
from battle.screens.friends import TABLE, begin_move, stage_of
from battle.screens.invitation import Hosting
from battle.screens.join import (
    INVITED,
    INVITED_BY_NOBODY,
    PLAY,
    PLAY_WITH_NOBODY,
    RULES,
    SOON,
    YOUR_NAME,
    Join,
)
from battle.screens.moving import MoveAway
from battle.screens.pie import PieWithFriend
from battle.screens.screen import Shell
from battle.screens.table import TableCompany, TableGame
from battle.screens.view import Button, CardView, act
from battle.screens.watch import (
    WATCHED_GAME,
    WATCHED_GAME_OF_NOBODY,
    LookOn,
    stop_watching,
)

FIRST: Final = {
    "title": INVITED,
    "nobody": INVITED_BY_NOBODY,
    "rules": RULES,
    "your_name": YOUR_NAME,
    "play": PLAY,
    "play_with_nobody": PLAY_WITH_NOBODY,
    "watch": WATCHED_GAME,
    "watch_nobody": WATCHED_GAME_OF_NOBODY,
    "watch_rules": WATCH_RULES,
    "move": MOVE_HERE,
    "move_nobody": MOVE_NOBODY,
    "move_rules": MOVE_RULES,
    "moved": MOVED,
    "soon": SOON,
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

STAGES: Final[Mapping[str, Callable[..., AnyScreen]]] = {
    "moving": MoveAway,
    "hosting": Hosting,
    "join": Join,
    "pie_with_friend": PieWithFriend,
}
"""The screens that a game with a friend goes through before the table."""


def games_of(app: App) -> FriendGames:
    """Return the games with friends; raise RulesError where another tab has them."""
    if not app.has_friends:
        raise RulesError(_(ELSEWHERE_OPEN))
    return app.friends.games


def friend_screen(app: App, topic: str) -> AnyScreen:
    """Return the screen of a game with a friend; a reload of the page leads there again."""
    game = games_of(app).open(topic)
    if (stage := stage_of(game)) == TABLE:
        assert game.session is not None
        screen: AnyScreen = TableGame(app, game.session, FriendAway(app, game))
    else:
        screen = STAGES[stage](app, game=game)
    screen.topic = topic
    return screen


def with_friends(make: Callable[..., AnyScreen]) -> Callable[..., AnyScreen]:
    """Return what opens a screen, where no other tab has the games with friends."""

    def opened(app: App, *what: str) -> AnyScreen:
        games_of(app)
        return make(app, *what)

    return opened


def topic_of(game: FriendGame) -> str:
    """Return the name of a game in acts."""
    return game.invitation.topic


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
        page = app.link_address(where, meeting.side)
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


def watch_screen(app: App, topic: str) -> AnyScreen:
    """Return the screen of a game of others, as far as it has come."""
    watcher = games_of(app).watched.get(topic)
    if watcher is None:
        raise NotNowError(_(NOT_NOW))
    if watcher.session is None:
        return LookOn(app, game=watcher)
    return TableGame(app, watcher.session, Watching(app, watcher))


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
