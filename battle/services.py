"""The services shared by all front ends: the person's data, and the solver's scheduler.

    places     where files are                 records    the finished games, kept by `recorder`
    settings   what the person has chosen      proofs     what is proven, with the `pars` of deals
    autosave   the unfinished game             deck       the trainer's problems
    friends    games with friends elsewhere    prover     reviews and proves games when nothing
    scheduler  has the solver work                        else is asked
    page       what this program serves in a network
    handed     the deal of a day that a link brought, with whose points
    sitting    the trainer's run in hand

A front end creates one of these or is a subclass, as `battle.window.main.App` and
`battle.terminal.app.Terminal` are; it shows what `take_messages` returns, and closes it.
"""

from __future__ import annotations

import dataclasses
import os
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from battle import language
from battle.engine.client import Engine, EngineClient, command_in
from battle.engine.jobs import Scheduler
from battle.friend.friends import Friends
from battle.friend.ways.build import OwnPage
from battle.game.session import Session
from battle.profile import settings
from battle.profile.autosave import Autosave
from battle.profile.options import GameOptions
from battle.profile.proofs import Pars, ProofQueue, Proofs
from battle.profile.records import SOLVER, GameRecorder, Records
from battle.profile.settings import Settings
from battle.profile.store import Database
from battle.reviews.power import Power
from battle.reviews.prover import GameProver
from battle.rules.links import Today
from battle.storage import Messages, Places
from battle.training.deck import Deck, personal_problems, shipped_problems

if TYPE_CHECKING:
    from battle.friend.game import FriendGame
    from battle.friend.meeting import Invitation, Meeting, Side
    from battle.training.sitting import Sitting

FriendsMaker: TypeAlias = Callable[[Places, Records], Friends]


def current_moment() -> datetime:
    """Return the date and the time."""
    return datetime.now(UTC)


class Guest(NamedTuple):
    """Another program that plays at the table."""

    name: str
    scheduler: Scheduler


class Services:
    """Opens everything that front ends share, without a display.

    `now` counts seconds from any fixed moment; `moment` returns date and time with a time zone.
    `chosen` replaces the saved settings.
    """

    def __init__(
        self,
        places: Places | None = None,
        *,
        chosen: Settings | None = None,
        engine: Engine | None = None,
        second: Engine | None = None,
        now: Callable[[], float] = time.monotonic,
        moment: Callable[[], datetime] = current_moment,
        friends: FriendsMaker = Friends,
    ) -> None:
        self.now, self.moment = now, moment
        self.places = places or Places.of_system()
        self.places.tidy()
        kept, self._messages = settings.load(self.places)
        self.settings = chosen or kept
        language.use(self.settings.language)
        threads, hash_mb = self.settings.threads, self.settings.hash_mb
        engine = engine or EngineClient(threads=threads, hash_mb=hash_mb)
        self.scheduler = Scheduler(engine, second)
        self.guest: Guest | None = None
        self.handed: Today | None = None
        self.sitting: Sitting | None = None
        self.autosave = Autosave(self.places)
        self.database = Database.of(self.places)
        self.pars = Pars(self.database)
        self.proofs = Proofs(self.database, self.pars)
        self.records = Records(self.database)
        self.recorder = GameRecorder(self.records, self.pars, moment)
        self.friends = friends(self.places, self.records)
        self.page = OwnPage()
        self.deck = Deck(
            self.database,
            moment,
            shipped_problems,
            files=partial(personal_problems, self.places.problems),
        )
        self.proof_queue = ProofQueue(self.database)
        self.prover = GameProver(self, self.proof_queue, Power(now))

    def change(self, **values: Any) -> None:
        """Change and save settings, and apply them to language and solver."""
        self.settings = dataclasses.replace(self.settings, **values)
        language.use(self.settings.language)
        threads, hash_mb = self.settings.threads, self.settings.hash_mb
        self.scheduler.engine.set_options(threads=threads, hash_mb=hash_mb)
        self.autosave.write_soon(partial(settings.save, self.settings, self.places))

    def options_against(self, level: str) -> GameOptions:
        """Return the options for a game against a level, the suggested one if it is empty."""
        return GameOptions.against(level, self.settings, self.records.games(), self.pars.all())

    def invite_engine(self, command: str) -> GameOptions:
        """Let another program play in place of the solver; return the options for a game with it.

        It is called as its script or else its program is, and plays where its name is the seat's.
        Raises FormatError if it is no command.
        """
        words = command_in(command)
        scripts = (word for word in reversed(words[1:]) if os.path.isfile(word))  # noqa: PTH113
        self.guest = Guest(Path(next(scripts, words[0])).stem, Scheduler(EngineClient(words)))
        options = GameOptions.remembered(self.settings)
        options.opponent, options.guest = SOLVER, self.guest.name
        return options

    def player_in(self, session: Session) -> Scheduler:
        """Return what plays the program's moves in a game: the solver, or the guest."""
        is_guest = self.guest is not None and self.guest.name in [
            seat.name for seat in session.setup.seats if seat.solver
        ]
        return self.guest.scheduler if self.guest and is_guest else self.scheduler

    # --- where a friend finds a game ------------------------------------------------------------

    @property
    def page_address(self) -> str:
        """The address of the page that links lead to, empty without one."""
        return self.settings.page

    def brokers_of(self, where: Invitation) -> str:
        """Return where a page reaches the brokers of an invitation, as a link names them."""
        return self.friends.ways[0] if self.friends.ways else self.settings.brokers

    @property
    def wants_broker(self) -> bool:
        """Whether new games with friends are met over a broker."""
        chosen, ways = self.settings, self.friends.ways
        lan = ways[1] if ways else chosen.local_network
        return not lan or bool(ways[0] if ways else chosen.meet_over_brokers)

    def invitation(self) -> Invitation:
        """Return a new invitation, as the person wants to be reached; may raise RulesError."""
        from battle.friend.meeting import Invitation
        from battle.friend.ways.broker import brokers_in_one_word

        chosen, ways = self.settings, self.friends.ways
        brokers, lan = ways or (chosen.brokers, chosen.local_network)
        broker = brokers_in_one_word(brokers) if self.wants_broker else ""
        return Invitation.new(broker, lan=lan)

    def invite(self, meeting: Meeting) -> FriendGame:
        """Return a new game, which a friend can join by an invitation from here."""
        return self.friends.games.host(meeting)

    def link_address(self, where: Invitation, side: Side) -> str:
        """Return the address that links to a game lead to, empty where there is none yet."""
        if where.broker:
            return self.page_address
        from battle.friend.ways.page import room_page

        return room_page() if side == "host" else where.room

    def learn_ways(self, text: str, *, kept: bool = True) -> None:
        """Use what an invitation's link says of how it is reached, and remember it if `kept`."""

    def report(self, messages: Iterable[str]) -> None:
        """Keep messages for the person until they are taken."""
        self._messages += messages

    def take_messages(self) -> Messages:
        """Return messages for the person, once."""
        messages, self._messages = self._messages, []
        return messages + self.database.take_messages() + self.autosave.take_messages()

    def close(self) -> None:
        self.friends.close()
        self.autosave.release()
        self.prover.put_down()
        self.proofs.wait()
        self.database.close()
        self.scheduler.close()
        if self.guest is not None:
            self.guest.scheduler.close()
