"""The games with friends as a window has them: nothing is loaded before there is one.

    friends.update(moment)     every frame: cheap, and nothing in it waits; returns what is new
    friends.prepare()          a game may be begun soon: what that needs is loaded in a thread
    friends.games              the `FriendGames`, loaded now if it has to be
    friends.opened             the games that are open, the newest first; none while nothing is kept

Saved games are opened a moment after the start, in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from battle.language import N_, _
from battle.profile.records import Records
from battle.rules.links import topic_in
from battle.storage import AtOnce, Messages, Places

if TYPE_CHECKING:
    from concurrent.futures import Future

    from battle.friend.game import FriendGame
    from battle.friend.games import FriendGames, OpenChannel
    from battle.friend.watching import Watcher

SEEN_AS: Final = N_("What a friend sees")

KEPT_AFTER_END: Final = timedelta(days=7)
"""How long a finished game waits for a rematch, and an invitation that is put off."""


@dataclass(frozen=True)
class News:
    """What has happened: sentences, games with a new message, games that now call the person.

    A game calls when a turn of the person begins, and when the friend ends it.
    """

    sentences: Messages
    written: list[FriendGame]
    called: list[FriendGame]


class Friends:
    """The person's games with friends; finished ones go into `records`.

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
        self._loading: Future[FriendGames] | None = None
        self._has_looked = False
        self._called: dict[str, object] = {}

    def prepare(self) -> None:
        """Load what a game needs, in a thread; may be called repeatedly."""
        if self._loading is None:
            from concurrent.futures import ThreadPoolExecutor

            loader = ThreadPoolExecutor(1, "friends") if self._in_thread else AtOnce()
            self._loading = loader.submit(self._load)

    @property
    def _games(self) -> FriendGames | None:
        is_there = self._loading is not None and self._loading.done()
        return self.games if is_there else None

    @property
    def games(self) -> FriendGames:
        self.prepare()
        assert self._loading is not None
        return self._loading.result()

    def _load(self) -> FriendGames:
        """Import what games with friends need, and open those that are kept; in the thread."""
        from battle.friend.games import FriendGames, Worker, open_ways

        if self._open_channel is None:
            import battle.friend.ways.mqtt  # noqa: F401

        games = FriendGames(
            self._places, self._open_channel or open_ways, Worker(in_thread=self._in_thread)
        )
        games.open_all()
        games.keep_finished(self._records)  # what ended as the program ended
        return games

    def update(self, moment: datetime) -> News | None:
        """Receive and send for all games; return the news, None if there is none."""
        if not self._has_looked:
            self._has_looked = True
            if any(self._places.friends.glob("[!.]*")):
                self.prepare()
        if (games := self._games) is None:
            return None
        before = {
            topic: (game.my_turn, game.over_since, game.chat.received)
            for topic, game in games.opened.items()
        }
        changed = games.update(moment)
        news = News(games.take_messages(), [], [])
        if changed:
            self._add_news(news, games, before)
        for topic, game in list(games.opened.items()):
            since = game.over_since or game.put_off
            is_old = since is not None and moment - since > KEPT_AFTER_END
            moving = game.handover
            is_delivered = game.status.delivered or game.is_shut_out
            if moving is not None:
                is_delivered = moving.plays
            if game.is_void or (is_old and is_delivered and not game.my_turn):
                games.forget(topic)
        is_news = changed or news.sentences or len(games.opened) < len(before)
        return news if is_news else None

    def _add_news(
        self, news: News, games: FriendGames, before: dict[str, tuple[bool, datetime | None, int]]
    ) -> None:
        for topic, game in games.opened.items():
            came = False, game.over_since, game.chat.received  # from another device, just now
            had_turn, over_since, heard = before.get(topic, came)
            news.sentences.extend(game.take_news())
            table = game.session
            place = game.my_turn, game.stage, table and (table.place, table.ending)
            is_due = game.my_turn > had_turn or (game.over_since and not over_since)
            if is_due and self._called.get(topic) != place:
                self._called[topic] = place  # once, though asked again and again
                news.called.append(game)
            if game.chat.on and game.chat.received > heard:
                news.written.append(game)
        games.keep_finished(self._records)

    @property
    def opened(self) -> list[FriendGame]:
        """The open games: those where it is the person's turn first, then the newest."""
        games = {} if self._games is None else self._games.opened
        return sorted(games.values(), key=lambda game: not game.my_turn)

    @property
    def watched(self) -> list[Watcher]:
        """The games of others that are watched."""
        return [] if self._games is None else [*self._games.watched.values()]

    def turn_words(self) -> str:
        """Say in few words in which games it is the person's turn; empty if in none.

        There is no turn in a game that has not been joined yet.
        """
        waiting = [game for game in self.opened if game.my_turn and game.logbook is not None]
        if not waiting:
            return ""
        words = _("{name}: your turn").format(name=waiting[0].friend_name)
        return words if len(waiting) == 1 else f"({len(waiting)}) {words}"

    def is_new(self, text: str) -> bool:
        """Whether a text has an invitation to an unknown game; nothing is loaded."""
        topic = topic_in(text)
        if self._games is not None and topic in self._games.withdrawn:
            return False
        return bool(topic) and not (self._places.friends / f"{topic}.json").exists()

    def close(self) -> None:
        if self._games is not None:
            self._games.close()
