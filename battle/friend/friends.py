"""The games with friends as a window has them: nothing is loaded before there is one.

    friends.update(moment)     every frame: cheap, and nothing in it waits
    friends.prepare()          a game may be begun soon: what that needs is loaded in a thread
    friends.games              the `FriendGames`, loaded now if it has to be
    friends.opened             the games that are open, the newest first; none while nothing is kept
    friends.take_news()        sentences that a person should read, once
    friends.take_calls()       the games in which it has become one's own turn, once

What is kept of earlier games is opened a moment after the start, in the same way.
"""

from __future__ import annotations

import threading
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from battle.friend.channel import TOPIC, WORD
from battle.language import N_, _
from battle.profile.records import Records
from battle.storage import Messages, Places

if TYPE_CHECKING:
    from battle.friend.game import FriendGame
    from battle.friend.games import FriendGames, OpenChannel

SEEN_AS: Final = N_("As your friend sees you")

KEPT_AFTER_END: Final = timedelta(days=7)
"""So long a finished game waits for a rematch before it is put away by itself."""


class Friends:
    """The games with friends of one person in one program; finished ones go into `records`.

    `open_channel` opens the ways to friends, None for those that an invitation names. `offered` are
    the invitations that the person was asked about; `ways` are brokers and whether one network is
    used, None for what the settings say. Files are written and messages opened in a thread, unless
    `in_thread` says otherwise.
    """

    def __init__(
        self,
        places: Places,
        records: Records,
        open_channel: OpenChannel | None = None,
        *,
        in_thread: bool = True,
    ) -> None:
        self._places = places
        self._records = records
        self._open_channel = open_channel
        self._in_thread = in_thread
        self.offered: set[str] = set()
        self.ways: tuple[str, bool] | None = None
        self._games: FriendGames | None = None
        self._loaded: FriendGames | None = None
        self._loading: threading.Thread | None = None
        self._has_looked = False
        self._called: set[str] = set()
        self._calls: list[FriendGame] = []
        self._news: Messages = []
        self._heard: dict[str, int] = {}
        self._written: list[FriendGame] = []

    # --- loading --------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Load what a game needs, in a thread; may be called again and again."""
        if self._games is None and self._loading is None:
            self._loading = threading.Thread(target=self._load, name="friends", daemon=True)
            self._loading.start()

    @property
    def is_loading(self) -> bool:
        """Whether something is loaded in the thread, or waits to be opened."""
        return self._loading is not None

    @property
    def games(self) -> FriendGames:
        """The games; what is kept is open afterwards."""
        if self._games is None:
            self.prepare()
            assert self._loading is not None
            self._loading.join()
            self._open()
        assert self._games is not None
        return self._games

    def _load(self) -> None:
        """Import what games with friends need, and open those that are kept; in the thread."""
        import battle.friend.ways.direct
        import battle.friend.ways.mqtt  # noqa: F401
        from battle.friend.games import FriendGames, Worker, open_ways

        worker = Worker() if self._in_thread else None
        games = FriendGames(self._places, self._open_channel or open_ways, worker)
        games.open_all()
        self._loaded = games

    def _open(self) -> None:
        assert self._loaded is not None
        self._has_looked, self._loading = True, None
        self._games = self._loaded
        self._heard = {topic: game.chat.heard for topic, game in self._games.opened.items()}
        self._called = {topic for topic, game in self._games.opened.items() if game.my_turn}

    # --- every frame ----------------------------------------------------------------------------

    def update(self, moment: datetime) -> bool:
        """Let all games take in and send what there is; return whether anything has changed."""
        if self._games is None:
            return self._look()
        changed = self._games.update(moment)
        messages = self._games.take_messages()
        self._news += messages
        if changed:
            self._follow(self._games)
        put_away = self._put_old_away(self._games, moment)
        return changed or put_away or bool(messages)

    def _look(self) -> bool:
        """Look once whether something is kept, and open it as soon as it can be."""
        if not self._has_looked:
            self._has_looked = True
            if any(self._places.friends.glob("*.json")):
                self.prepare()
        elif self._loading is not None and not self._loading.is_alive():
            self._open()
            return True
        return False

    def _follow(self, games: FriendGames) -> None:
        """Gather what is to be told, and put what has ended into the record."""
        for topic, game in games.opened.items():
            self._news += game.take_news()
            if game.my_turn and topic not in self._called:
                self._calls.append(game)
            (self._called.add if game.my_turn else self._called.discard)(topic)
            if game.chat.on and game.chat.heard > self._heard.get(topic, game.chat.heard):
                self._written.append(game)
            self._heard[topic] = game.chat.heard
        self._news += games.keep_finished(self._records)

    def _put_old_away(self, games: FriendGames, moment: datetime) -> bool:
        """Forget games that are over for long, and that both have; return whether there are any."""
        before = len(games.opened)
        for topic, game in list(games.opened.items()):
            since = game.over_since
            is_old = since is not None and moment - since > KEPT_AFTER_END
            if is_old and game.status.delivered and not game.my_turn:
                games.forget(topic)
        return len(games.opened) < before

    # --- what is told ---------------------------------------------------------------------------

    @property
    def opened(self) -> list[FriendGame]:
        """The games that are open: where one's own turn is first, then the newest."""
        if self._games is None:
            return []
        return sorted(self._games.opened.values(), key=lambda game: not game.my_turn)

    @property
    def waiting(self) -> list[FriendGame]:
        """The games in which it is one's own turn."""
        return [game for game in self.opened if game.my_turn]

    def take_news(self) -> Messages:
        """Return what a person should be told, once."""
        news, self._news = self._news, []
        return news

    def take_calls(self) -> list[FriendGame]:
        """Return the games in which it has become one's own turn, once."""
        calls, self._calls = self._calls, []
        return calls

    def take_written(self) -> list[FriendGame]:
        """Return the games in which the friend has written something, once."""
        written, self._written = self._written, []
        return written

    def turn_words(self) -> str:
        """Say in few words in which games it is one's own turn; empty if in none."""
        waiting = self.waiting
        if not waiting:
            return ""
        words = _("Your turn: {name}").format(name=waiting[0].friend_name)
        return words if len(waiting) == 1 else f"({len(waiting)}) {words}"

    def is_new(self, text: str) -> bool:
        """Whether a text has an invitation that leads to no game one knows; nothing is loaded."""
        topic = _topic_in(text)
        return bool(topic) and not (self._places.friends / f"{topic}.json").exists()

    def leads_somewhere(self, text: str) -> bool:
        """Whether a text has an invitation; nothing is loaded."""
        return bool(_topic_in(text))

    def close(self) -> None:
        """Keep all games and let go of the ways to the friends."""
        if self._games is not None:
            self._games.close()


def _topic_in(text: str) -> str:
    """Return the topic of the invitation in a text, empty if there seems to be none."""
    at = text.find(WORD)
    parts = text[at + len(WORD) :][:100].split(".") if at >= 0 else []
    return parts[1] if len(parts) > 2 and TOPIC.fullmatch(parts[1]) else ""
