"""Games with a friend somewhere else: the screen that each has come to.

    a link ──► Join, LookOn, MoveHere ──► friend_screen, watch_screen ──► table
    New ──► Hosting ──┘                       ▲
    start screen, list ───────────────────────┘

What happens is decided in `battle.friend`; its sentences are those of `battle.friend.words`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from battle.browser.app import IN_ANOTHER_TAB, App
from battle.browser.channels import ELSEWHERE_OPEN
from battle.friend.game import FriendGame
from battle.friend.games import FriendGames
from battle.friend.words import (
    BEGINS,
    EACH,
    MOVE_HERE,
    MOVE_NOBODY,
    MOVE_RULES,
    MOVED,
    SIZES,
    WATCH_RULES,
    YOU_BEGIN,
    YOUR_FRIEND,
)
from battle.game.seating import NOT_NOW
from battle.game.session import NotNowError
from battle.language import N_, _
from battle.rules.position import ALL_TILES, RulesError
from battle.rules.quick import HALF, QUICK
from battle.screens import captions
from battle.screens.friend_table import company_of
from battle.screens.friends import TABLE, stage_of
from battle.screens.handed import (
    A_DEAL,
    A_POSITION,
    DAY_TERMS,
    DEAL_TERMS,
    GIVEN_AWAY,
    SENDER,
    SENT_BY,
    SENT_BY_NOBODY,
    TO_BEAT,
)
from battle.screens.invitation import Hosting, WithFriend
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
from battle.screens.moving import MoveAway, MoveHere
from battle.screens.pie import PieWithFriend
from battle.screens.screen import Screen
from battle.screens.table import TableGame
from battle.screens.watch import (
    WATCHED_GAME,
    WATCHED_GAME_OF_NOBODY,
    LookOn,
)
from battle.training.first_game import FIRST_GAME, FIRST_GAME_NOTE

FIRST: Final = {
    "title": INVITED,
    "nobody": INVITED_BY_NOBODY,
    "rules": RULES,
    "quick": SIZES[QUICK],
    "half": SIZES[HALF],
    "whole": SIZES[ALL_TILES],
    "begins": BEGINS,
    "you_begin": YOU_BEGIN,
    "friend": YOUR_FRIEND,
    "each": EACH,
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
    "sent_by": SENT_BY,
    "day": SENT_BY_NOBODY,
    "day_terms": DAY_TERMS,
    "to_beat": TO_BEAT,
    "sender": SENDER,
    "given_away": GIVEN_AWAY,
    "deal": A_DEAL,
    "deal_terms": DEAL_TERMS,
    "position": A_POSITION,
    "kim": "Kim",
    "pip": "Pip",
    "look": captions.LOOK,
    "first_game": FIRST_GAME,
    "first_note": FIRST_GAME_NOTE,
    "not_now": captions.NOT_NOW,
    "loading": N_("Loading the game. Nothing to install, no account."),
    "queued": N_("Taken. It goes on once the game is loaded."),
    "old": N_(
        "The game needs WebAssembly, which this browser lacks or has switched off: use a newer "
        "Firefox, Chrome, Edge or Safari."
    ),
    "missing": N_(
        "The game cannot start: a part of it did not arrive. Check the network, then reload."
    ),
    "ended": N_("The game has stopped. Reload the page: nothing is lost."),
    "late": N_("This takes long. Check the network, or reload the page."),
    "waits": N_("The game is open in another tab. It comes here in a moment …"),
    "elsewhere": IN_ANOTHER_TAB,
    "reload": N_("Reload"),
}
"""What the page says before the program is there, in all languages."""

STAGES: Final[Mapping[str, Callable[..., Screen]]] = {
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


def friend_screen(app: App, topic: str) -> Screen:
    """Return the screen of a game with a friend; a reload of the page leads there again."""
    game = games_of(app).open(topic)
    if (stage := stage_of(game)) == TABLE:
        assert game.session is not None
        return TableGame(app, game.session, company_of(app, game))
    return STAGES[stage](app, game=game)


def hosting(app: App, game: FriendGame, how: str = "") -> Screen:
    """Return the screen of a game to which a friend has just been invited."""
    screen = Hosting(app, game, how)
    screen.opened = "friend", (topic_of(game),), {}
    return screen


def with_friends(make: Callable[..., Screen]) -> Callable[..., Screen]:
    """Return what opens a screen, where no other tab has the games with friends."""

    def opened(app: App, *what: object, **how: object) -> Screen:
        games_of(app)
        return make(app, *what, **how)

    return opened


join, look_on, fetch, with_friend = map(with_friends, (Join, LookOn, MoveHere, WithFriend))


def topic_of(game: FriendGame) -> str:
    """Return the name of a game in acts."""
    return game.invitation.topic


def watch_screen(app: App, topic: str) -> Screen:
    """Return the screen of a game of others, as far as it has come."""
    watcher = games_of(app).watched.get(topic)
    if watcher is None:
        raise NotNowError(_(NOT_NOW))
    if watcher.session is None:
        return LookOn(app, game=watcher)
    return TableGame(app, watcher.session, company_of(app, watcher))
