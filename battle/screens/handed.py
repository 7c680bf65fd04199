"""What a link brings to somebody who may not know the game: what it is, and one way in.

a link ──► Handed ──► the day's deal, a game against Pip, Analyse
              └─────► the first game

`way_in` says which links are shown so. Who has sent a result is compared with in the day's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from battle.game.session import Session
from battle.game.setup import played_by
from battle.language import N_, _
from battle.page.blocks import Board, Chips, Ink, Page, Paragraph, Role
from battle.profile.options import BY_NUMBER, LEVEL, GameOptions
from battle.rules.links import Held, Today, bare_deal, deal_link, held_in, position_link
from battle.rules.position import Position
from battle.rules.record import Record, record
from battle.screens import captions
from battle.screens.days import (
    OPPONENT,
    DayDeal,
    day_games,
    noted,
    pgn_date,
    session_of_day,
    today_of,
)
from battle.screens.home import Home
from battle.screens.join import RULES
from battle.screens.screen import Screen, Shell
from battle.screens.view import Button, CardView, act
from battle.services import Services
from battle.training.first_game import FIRST_GAME, first_game_note
from battle.training.first_game import LEVEL as PUPILS
from battle.words import date_words, shown_name

SENT_BY: Final = N_("{name} sends you the deal of the day")
SENT_BY_NOBODY: Final = N_("Deal of the day")
DAY_TERMS: Final = N_("{tiles} tiles · Against {name} · One try")
TO_BEAT: Final = N_("Points that {name} gave away: {n}. Fewer is better.")
SENDER: Final = N_("your friend")
GIVEN_AWAY: Final = N_("A pair gives points away if another one would have won more.")
A_DEAL: Final = N_("A deal to play")
DEAL_TERMS: Final = N_("{tiles} tiles · Against {name}")
A_POSITION: Final = N_("Which pair would you take?")
PLAY: Final = N_("Play")
_APART: Final = " · "


def way_in(services: Services, held: Held) -> tuple[str, Any] | None:
    """Return the screen that is shown before what a link holds, None if that is shown at once.

    A deal of a day that was played shows its result; newcomers are told of whatever can be played.
    """
    if isinstance(held, Today):
        services.handed = held
        told, link = held.day is not None, held.link
        if told and (game := _played(services, _deal(services, held))) is not None:
            return "finished", game
    else:
        number = bare_deal(held) if isinstance(held, Record) else None
        told, link = False, position_link(held) if isinstance(held, Position) else ""
        link = link if number is None else deal_link(number)
        if not link:
            return None
    return ("handed", link) if told or Home.now(services).lesson is not None else None


def _deal(services: Services, held: Today) -> DayDeal:
    """Return the deal that is meant; by a clock that is ahead it is today's."""
    today = today_of(services.moment())
    return DayDeal(min(held.day or today, today), held.tiles)


def _played(services: Services, deal: DayDeal) -> Session | None:
    """Return the game that counts for a deal of a day."""
    game = day_games(services.records.games()).get(deal)
    kept = None if game is None else Session.from_record(record(game.own.game.record))
    return kept and noted(services, kept)


class Handed(Screen):
    """Says who sends what and how it is played; nothing begins by itself."""

    def __init__(self, shell: Shell, link: str) -> None:
        super().__init__(shell)
        self._held = held_in(link)

    def resume(self) -> None:
        self._step = Home.now(self.services).lesson
        if isinstance(self._held, Today):
            self.services.handed = self._held  # after a reload too

    def view(self) -> CardView:
        title, terms, start, more, main = self._shown()
        leave = Button(_(captions.NOT_NOW), "close", act("back"))
        return CardView(
            title,
            (Chips(terms), Paragraph(_(RULES)), *more),
            (Board(start),),
            main=main,
            buttons=(*self._lesson, leave),
            shape="landing",
            initial=self._sender[:1].upper(),
        )

    @property
    def _lesson(self) -> tuple[Button, ...]:
        """The way to learn the game, for who has never played."""
        if self._step is None:
            return ()
        lesson = act("go", name="first_game")
        return (Button(_(FIRST_GAME), "learn", lesson, first_game_note(self._step)),)

    @property
    def _sender(self) -> str:
        return shown_name(self._held.name) if isinstance(self._held, Today) else ""

    def _shown(self) -> tuple[str, tuple[str, ...], Position, Page, Button]:
        """Return the title, the terms, the board, what is said besides, and the way in."""
        held, play = self._held, Button(_(PLAY), "play", act("play"))
        if isinstance(held, Today):
            deal, who = _deal(self.services, held), self._sender
            words = _(DAY_TERMS).format(tiles=deal.tiles, name=played_by(OPPONENT))
            is_late = deal.day < today_of(self.services.moment())
            terms = *[date_words(pgn_date(deal.day))] * is_late, *words.split(_APART)
            title = _(SENT_BY).format(name=who) if who else _(SENT_BY_NOBODY)
            beat = _(TO_BEAT).format(name=who or _(SENDER), n=held.lost)
            beaten = [Paragraph(beat, Ink.PLAIN, Role.STRONG)] * (held.lost is not None)
            return title, terms, deal.start, (*beaten, Paragraph(_(GIVEN_AWAY))), play
        if isinstance(held, Record):
            words = _(DEAL_TERMS).format(tiles=held.game.start.tiles_left, name=played_by(PUPILS))
            return _(A_DEAL), tuple(words.split(_APART)), held.game.start, (), play
        assert isinstance(held, Position)
        first, second = held.points
        turn = _("To move: player {number}").format(number=held.to_move)
        look = Button(_(captions.LOOK), "eye", act("play"))
        return _(A_POSITION), (turn, f"{first} : {second}"), held, (), look

    # --- what is done ---------------------------------------------------------------------------

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {"play": self._play}

    def _play(self) -> None:
        held = self._held
        services, names = self.services, self.services.settings.names
        if isinstance(held, Position):
            self.shell.go("study_position", held)
        elif isinstance(held, Today):
            self.shell.replace("table", session_of_day(_deal(services, held), services))
        else:
            assert isinstance(held, Record)
            number = str(bare_deal(held))
            options = GameOptions(LEVEL, names, level=PUPILS, deal_by=BY_NUMBER, number=number)
            self.shell.replace("table", options.session(services.now))
