"""Where one begins: the game to go on with, the deal of the day, whom to play next, a friend.

The order is fixed, and what does not apply is left out. What stands out is decided in
`battle.screens.home`. Who has played nobody is shown what a duel is, and offered the first game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from battle.game.session import Seat, Session, Setup
from battle.game.setup import KEY_TAG, face, played_by
from battle.language import N_, _, ngettext
from battle.page.blocks import Block, Board, Card, Ink, Paragraph, Role, Row, Score, Title
from battle.profile.options import LEVEL, GameOptions
from battle.rules.position import RulesError, other
from battle.rules.quick import QUICK, quick_deal
from battle.rules.record import record
from battle.screens import captions
from battle.screens.days import (
    OPPONENT,
    DayDeal,
    DayGame,
    day_of,
    next_deal_words,
    pgn_date,
    session_of_day,
    shared_day,
    today_of,
    week_of,
)
from battle.screens.home import First, Home, at_a_glance, far_card, far_games, going_words
from battle.screens.people import people
from battle.screens.screen import Screen, Shell
from battle.screens.share import ended_words
from battle.screens.view import Button, CardView, DayScore, Duel, Glance, Ladder, act
from battle.training.first_game import FIRST_GAME, first_game_note
from battle.training.first_game import LEVEL as PUPILS
from battle.words import date_words, label, score_words, titled

FREE: Final = N_("Free. No account. Works offline.")
_MOST_FAR: Final = 2
"""How many games with friends are shown, before the list of all."""
_DUEL, _PLIES = 302, 8
"""The quick deal on which a duel is shown, and how many pairs have been taken."""


class Start(Screen):
    """What to do first, in one yellow button; beside it what else there is to play."""

    tab = "home"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.home: Home

    def resume(self) -> None:
        """Look again at what is known of the person."""
        self.services.autosave.release()
        self.renew()

    def renew(self) -> None:
        self.home = Home.now(self.services)

    def beat(self) -> None:
        """Begin a new day with its deal."""
        if today_of(self.services.moment()) != self.home.today:
            self.resume()

    @property
    def standing(self) -> object:
        return far_games(self.services), self.home.today

    def view(self) -> CardView:
        far = far_games(self.services)
        first, name = self.home.first(is_awaited=any(one.main for one in far)), "Mahjong Battle"
        has_room = first is not First.GO_ON
        waits = far_card(far[: _MOST_FAR if has_room else 1])
        if self.home.lesson is not None:
            page = *waits, *self._welcome(first)
            return CardView(name, page, (_duel(),), buttons=self._ways, shape="start")
        left = *waits, *self._going(first), self._day(first)
        right = self._opponent(first), self._friend, *self._behind
        return CardView(name, left, right, buttons=self._ways, shape="start")

    @property
    def _ways(self) -> tuple[Button, ...]:
        """What a window offers besides; the corner, where a result has *Start*, ends nothing."""
        if "window" not in self.shell.can:
            return ()
        full = act("ask", name="fullscreen", value=True)
        return (
            Button(_(captions.PASTE_POSITION), "paste", act("go", name="paste")),
            Button(_(captions.OPEN_FILE), "open", act("go", name="open_game")),
            Button(_(captions.HELP), "help", act("go", name="help")),
            Button(_(captions.QUIT), "quit", act("ask", name="quit", value=True)),
            Button(_(captions.FULL_SCREEN), "fullscreen", full),
            Button(_(captions.SETTINGS), "settings", act("go", name="settings")),
        )

    # --- the first time -------------------------------------------------------------------------

    def _welcome(self, first: First) -> tuple[Block, ...]:
        assert self.home.lesson is not None
        lesson, note = act("go", name="first_game"), first_game_note(self.home.lesson)
        is_main, on_desk = first is First.LESSON, "window" in self.shell.can
        words = _(captions.WITH_A_FRIEND)
        friend = self._friend if on_desk else Button(words, "people", act("invite"))
        plays = _("Play {name}").format(name=played_by(PUPILS))
        six = Card((Ladder(people(self.home.rungs)),), self.home.rung_words)
        last = list[Button]()
        if self.home.last is not None:  # with a friend, since the first game is still offered
            told = titled(*reversed(self.home.last_words))
            last.append(Button(_("Last game"), "review", act("last"), told))
        return (
            Title(_("A duel for two"), large=True),
            Paragraph(
                _("Take pairs from the ends of the columns. The higher score wins."),
                role=Role.TEXT,
            ),
            Button(_(FIRST_GAME), "play", lesson, note, main=is_main, face=face(PUPILS)),
            friend,
            Button(_("I know the rules"), "play", act("know"), plays),
            *last,
            *[six] * self.is_drawn,
            *[Paragraph(_(FREE), Ink.FAINT)] * (not on_desk),
        )

    # --- what can be played ---------------------------------------------------------------------

    def _going(self, first: First) -> Iterator[Card]:
        """Yield the card of the last unfinished game, which leads to all others."""
        if not self.home.going:
            return
        session, *others = self.home.going  # today's deal has a card of its own
        others = [one for one in others if one is not self.home.begun_today]
        is_first = first is First.GO_ON
        go_on = Button(_(captions.GO_ON), "play", act("go_on"), main=is_first)
        glance, more = _glance(session), list[Button]()
        if others[1:]:
            words = ngettext("{n} more game waits", "{n} more games wait", len(others))
            more = [Button(words.format(n=len(others)), "person", act("tab", name="record"))]
        elif others:
            second, do = _glance(others[0]), act("go_on", number=self.home.going.index(others[0]))
            more = [Button(_heading(second), "person", do, second.words)]
        if is_first:
            yield Card((glance, go_on, *more))
        else:  # a friend waits above it: both have to fit
            yield Card((replace(go_on, icon="", end=True), *more), _heading(glance))

    def _day(self, first: First) -> Card:
        """Return the card of the deal of the day, with the days before it."""
        home, heading, icon = self.home, _("Deal of the day"), "calendar"
        week = week_of(home.played, home.today)
        run = [Paragraph(home.run_words, role=Role.STRONG)] if home.run_words else []
        archive = Button(_("Archive"), "", act("go", name="daily"), end=True, typed=N_("daily"))
        if (game := home.of_today) is not None:
            share = Button(_("Share"), "export", act("share"), typed=N_("share"))
            below = Row((*run, Paragraph(next_deal_words(self.services.moment()))))
            return Card((archive, Row((_told(game), share)), week, below), heading, icon)
        play = Button(_("Play"), "play", act("day"))
        if first is not First.DAILY:
            words = _(captions.GO_ON) if home.begun_today else play.words
            is_shown = home.begun_today in home.going[:1]
            plays = [] if is_shown else [replace(play, words=words, icon="", end=True)]
            return Card((archive, *plays, week, *run), heading, icon)
        board, day = Board(DayDeal(home.today).start), date_words(pgn_date(home.today))
        words = _("Give away as few points as you can. One try.")
        glance = Glance(board, day, played_by(OPPONENT), words, face(OPPONENT))
        return Card((archive, glance, replace(play, main=True), week, *run), heading, icon)

    def _opponent(self, first: First) -> Card:
        """Return the card of whom to play next, on the ladder of all."""
        home, level = self.home, self.home.next_rung.level.name
        words = _("Play {name}").format(name=home.next_rung.name)
        play = Button(words, "play", act("play", rival=level), main=True, typed=N_("play"))
        tiles = self.services.settings.tiles
        size = Paragraph(ngettext("{n} tile", "{n} tiles", tiles).format(n=tiles))
        ladder = Ladder(people(home.rungs))
        if first is not First.RUNG:
            beside = replace(play, icon="", end=True, main=False)
            return Card((beside, ladder, size), home.rung_words)
        change = Button(_(captions.CHANGE), "", act("go", name="new_game"), end=True)
        return Card((change, ladder, size, play), home.rung_words)

    @property
    def _friend(self) -> Card:
        """Return the way to a friend; where a link opens by itself, joining lies behind it."""
        if "window" not in self.shell.can:
            return Card((Button(_(captions.WITH_A_FRIEND), "people", act("invite")),))
        join = Button(_("Join"), "", act("go", name="join"), end=True)
        invite = Button(_("Invite"), "", act("invite"), end=True)
        told = Paragraph(_("Send a link."))
        return Card((join, invite, told), _(captions.WITH_A_FRIEND), "people")

    @property
    def _behind(self) -> Iterator[Card]:
        """Yield what is to be looked at again: exercises, and the last game."""
        home = self.home
        if home.due:
            trainer = act("go", name="trainer")
            words, note = _("Endgame trainer"), home.exercises_words
            yield Card((Button(words, "trainer", trainer, note, typed=N_("train")),))
        if home.last is not None:
            score, words = home.last_words
            look = Button(_(captions.LOOK), "eye", act("last"))
            try:
                board, cost = at_a_glance(home.last)
            except RulesError:
                yield Card((look, Paragraph(_("Last game"))), titled(words, score), "review")
            else:
                told = [score, *[_("This one cost you {n}").format(n=cost)] * bool(cost)]
                yield Card((Glance(board, _("Last game"), words, " · ".join(told)), look))

    # --- what is done ---------------------------------------------------------------------------

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {
            "choose": lambda level: self.shell.go("new_game", rival=level),
            "day": self._play_day,
            "go_on": lambda number=0: self.shell.go("table", self.home.going[number]),
            "invite": lambda: self.shell.go("with_friend"),
            "know": self._know,
            "last": self._show_last,
            "play": lambda rival: self.shell.go("play", rival),
            "share": self._share,
        }

    def _play_day(self) -> None:
        self.shell.go("table", session_of_day(DayDeal(self.home.today), self.services))

    def _know(self) -> None:
        """Begin a quick game against the first of the ladder."""
        options = GameOptions(LEVEL, self.services.settings.names, level=PUPILS, tiles=QUICK)
        self.shell.go("table", options.session(self.services.now))

    def _share(self) -> None:
        home = self.home
        if (game := home.of_today) is not None:
            name = self.services.settings.names[0]
            self.shell.go("share", partial(shared_day, game, home.played, home.today, name))

    def _show_last(self) -> None:
        """Show how the last game ended; one with a friend where the two can play again."""
        if (last := self.home.last) is None:
            return
        topics = (
            game.invitation.topic
            for game in self.services.friends.opened
            if game.session is not None
            and game.session.tags.get(KEY_TAG) == last.game.key
            and game.handover is None
        )
        if (topic := next(topics, None)) is not None:
            self.shell.go("friend", topic=topic)
        else:
            kept = record(last.game.record)
            self.shell.go("finished", Session.from_record(kept, person=last.person))


def _glance(session: Session) -> Glance:
    """Return an unfinished game: which deal of a day it is, against whom, and how it stands."""
    board, deal = Board(session.position), day_of(session)
    if session.person is None:
        both = " – ".join(label(name) for name in session.names)
        return Glance(board, _("Your game"), both, score_words(session.points, 1))
    them = other(session.person)
    name, seat = label(session.name(them)), session.seat(them)
    shown = face(seat.level) if seat.solver else ""
    over = _("Your game with") if deal is None else deal.title
    return Glance(board, over, name, going_words(session), shown, "" if shown else name[:1].upper())


def _heading(glance: Glance) -> str:
    """Return what a glance is of, in a line."""
    return " ".join(filter(None, (glance.over, glance.name)))


def _told(game: DayGame) -> DayScore:
    """Return what the game of a day came to, with its points."""
    own = game.own
    won = score_words(own.game.points, own.person)
    if not own.is_played_out:
        return DayScore(game.figure, _("Broken off"), won)
    words = ngettext("point given away", "points given away", own.lost or 0)
    return DayScore(game.figure, words, ended_words(own, won))


def _duel() -> Duel:
    """Return a game in progress, with who sits at it: always the same."""
    session = Session(Setup((Seat(), Seat(solver=True, level=PUPILS)), quick_deal(QUICK, _DUEL)))
    for number in range(_PLIES):
        moves = session.position.legal_moves
        session.play(moves[number * 7 % len(moves)])
    first, second = session.points
    you = Score(1, _(captions.YOU), first, is_winner=False, face="you")
    them = Score(2, played_by(PUPILS), second, is_winner=False, face=face(PUPILS))
    return Duel(Board(session.position), (you, them))
