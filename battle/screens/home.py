"""What is known of the person where one begins: what to do first, and what waits beside it.

One thing stands out, always, and it is the first of these that applies (`Home.first`):

    nothing was ever played       the first game
    a friend waits for a move     that game
    a game is unfinished          go on with it
    today's deal was not played   today's deal
    else                          the next rung of the ladder
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from itertools import pairwise
from typing import Final

from battle.game.session import Session
from battle.language import N_, _, ngettext
from battle.page.blocks import Board, Card, MarkedPair
from battle.profile.record_page import outcome_words
from battle.profile.records import (
    FRIEND,
    OwnGame,
    PlayedGame,
    Rung,
    own_games,
    rungs,
)
from battle.rules.position import RulesError
from battle.rules.record import record
from battle.screens.days import (
    DayDeal,
    DayGame,
    day_games,
    day_of,
    game_of_day,
    run_of,
    today_of,
)
from battle.screens.people import wanted_words
from battle.screens.share import costs_of, run_words
from battle.screens.view import Button, act
from battle.services import Services
from battle.training.first_game import COUNT, steps_done
from battle.training.sitting import theme_of
from battle.words import score_words

ABOUT_RULES: Final = N_("Short pages with pictures")


class First(Enum):
    """What stands out."""

    LESSON = "the first game"
    FRIEND = "a friend waits"
    GO_ON = "a game is unfinished"
    DAILY = "today's deal"
    RUNG = "the next rung"


@dataclass(frozen=True)
class Home:
    """What is known of the person; `lesson` is the step of the first game, None after others.

    Games with friends elsewhere do not count, since one can begin with them, nor do those in which
    no pair was taken. `going` are the unfinished games, the last one first. `played` are the games
    on deals of a day; of a day with two the quick one is told.
    """

    lesson: int | None
    going: Sequence[Session]
    today: date
    played: Mapping[DayDeal, DayGame]
    due: int
    rungs: Sequence[Rung]
    last: OwnGame | None

    @staticmethod
    def now(services: Services) -> Home:
        """Return it as it is now."""
        going, messages = services.autosave.going()
        services.report(messages)
        return Home.of(
            services.records.games(),
            [game.session for game in going],
            today=today_of(services.moment()),
            first_game=services.settings.first_game,
            due=services.deck.due_about(theme_of(services.settings.trainer_theme)),
        )

    @staticmethod
    def of(
        games: Sequence[PlayedGame],
        going: Sequence[Session],
        *,
        today: date,
        first_game: int,
        due: int = 0,
    ) -> Home:
        """Return it for all games in the order they ended, and how many exercises are `due`."""
        own = own_games(games)
        is_new = not going and all(
            game.opponent == FRIEND and game.person is not None for game in games if game.has_pairs
        )
        done = steps_done(first_game)
        return Home(
            lesson=done if done < COUNT and is_new else None,
            going=going,
            today=today,
            played=day_games(games),
            due=due,
            rungs=[rung for rung in rungs(own) if rung.level.points is not None],
            last=next(reversed(own), None),
        )

    def first(self, *, is_awaited: bool) -> First:
        """Return what stands out; a friend who waits for the person is known to the caller."""
        applies = {
            First.FRIEND: is_awaited,
            First.LESSON: self.lesson is not None,
            First.GO_ON: bool(self.going),
            First.DAILY: self.of_today is None,
        }
        return next((one for one, so in applies.items() if so), First.RUNG)

    @property
    def of_today(self) -> DayGame | None:
        """The game that counts for today."""
        return game_of_day(self.played, self.today)

    @property
    def begun_today(self) -> Session | None:
        """The unfinished game on today's deal."""
        return next((one for one in self.going if day_of(one) == DayDeal(self.today)), None)

    @property
    def next_rung(self) -> Rung:
        """Whom to play next."""
        return next(rung for rung in self.rungs if rung.is_next)

    # --- words ----------------------------------------------------------------------------------

    @property
    def run_words(self) -> str:
        """How many days in a row a deal of the day was played, from two on."""
        return run_words(run_of(self.played, self.today)[0])

    @property
    def rung_words(self) -> str:
        """What is wanted of the person, so that somebody else is next."""
        following = self.next_rung
        return wanted_words(following) or _("Next: {name}").format(name=following.name)

    @property
    def exercises_words(self) -> str:
        """How many of the next exercises were asked before."""
        words = ngettext("{n} exercise to repeat", "{n} exercises to repeat", self.due)
        return words.format(n=self.due)

    @property
    def last_words(self) -> tuple[str, str]:
        """Return the points of the last game, the person's first, and against whom it ended how."""
        assert self.last is not None
        score = score_words(self.last.game.points, self.last.person)
        return score, outcome_words(self.last)


def at_a_glance(own: OwnGame) -> tuple[Board, int]:
    """Return a game at its costliest pair with what that cost, in its middle while none is known.

    Raises RulesError for a record that cannot be read.
    """
    root = record(own.game.record).game.root
    nodes = [root, *root.main_line()]
    costs = costs_of(own.game, own.person)
    costly = [(cost, -number) for number, cost in enumerate(costs) if cost]
    if not costly:
        return Board(nodes[len(nodes) // 2].position), 0
    mine = [
        (node, after.move) for node, after in pairwise(nodes) if node.position.to_move == own.person
    ]
    cost, number = max(costly)
    node, move = mine[-number]
    assert move is not None
    return Board(node.position, (MarkedPair(move, "played"),)), cost


def going_words(session: Session) -> str:
    """Return the points of an unfinished game, the person's first: `55 : 48, your turn`."""
    words = score_words(session.points, session.person)
    if session.person_to_move and session.person is not None:
        return _("{score}, your turn").format(score=words)
    return words


def far_games(services: Services) -> list[Button]:
    """Return the ways to the games with friends, those that wait for the person first.

    One that went to another device, or is over with nothing to read and no rematch asked for, is
    left out. Nothing is loaded for them before there is one.
    """
    friends, talks = services.friends, services.settings.talk
    if not friends.opened and not friends.watched:
        return []
    from battle.friend.words import state_words
    from battle.screens.friends import watch_button

    games = list[Button]()
    for game in friends.opened:
        if game.handover is not None and game.handover.is_gone:
            continue
        unread = len(game.chat.unread) if talks else 0
        is_over = game.session is not None and game.session.ending is not None
        if is_over and not (unread or game.my_turn or game.rematch_asked):
            continue
        do = act("go", name="friend", topic=game.invitation.topic)
        state, is_main = state_words(game), game.my_turn and not games
        opens = Button(game.friend_name, "people", do, state, badge=unread, main=is_main)
        games.append(opens)
    return [*games, *map(watch_button, friends.watched)]


def far_card(games: Sequence[Button]) -> list[Card]:
    """Return the card of games with friends, if there are any; it leads to the list of all."""
    every = Button(_("All"), "", act("go", name="friends"), end=True, typed=N_("friends"))
    return [Card((every, *games), _("Games with friends"), "people")] if games else []


def last_game(services: Services) -> Session | None:
    """Return the game that ended last, as Start tells it: with what was found if that is kept."""
    autosave = services.autosave
    kept, own = autosave.game_in(autosave.last_file), own_games(services.records.games())
    if not own:
        return kept
    game, person = own[-1].game, own[-1].person
    try:
        last = Session.from_record(record(game.record), now=services.now, person=person)
    except RulesError:
        return kept
    return kept if kept is not None and kept.position == last.position else last
