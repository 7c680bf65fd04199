"""A game at a table, whatever shows it: the program moves, the teacher looks on, all is kept.

    resume ──► beat ──► think: Opponent, TableHelp ──► play ──► follow: study, record, file
       acts ──► take ──► the teacher ──┬─► nothing to say ──┘
                                       └─► an objection ──► insist, withdraw, why, better

What is said at a table and what can be done there stands here, for all surfaces: captions, the
status, buttons with their acts, questions as sheets. The window paints it around its board, the
page sends it. Who else sits there is its `TableCompany`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property, partial
from typing import Any, Final, Literal, TypeAlias

from battle.analysis.costs import MoveCost, move_cost
from battle.coach.answer import Shown, answered
from battle.coach.hints import (
    HINT,
    HintStep,
    hint_page,
    no_further_hint,
    reason_intro,
    why_not_words,
)
from battle.coach.reasons import ReasonSearch
from battle.coach.table import TableHelp
from battle.coach.teacher import OFF, POINTS, Teacher, teacher_page
from battle.game.events import TEACHER
from battle.game.opponent import Opponent, move_seconds, not_legal_words
from battle.game.seating import (
    DAILY_STANDS,
    GAME_OVER,
    NONE_TO_TAKE_BACK,
    NOT_NOW,
    NOT_OVER,
    WITHOUT_HELP,
    NotNowError,
)
from battle.game.session import Seat, Session
from battle.game.setup import KEY_TAG, another_deal, clock_text, labels
from battle.game.words import given_words, has_series, resigns_words, sides_cost, sides_words
from battle.language import _, decimal
from battle.page.blocks import ITEM, Page, Paragraph
from battle.profile.records import own_games
from battle.reviews.background import TableStudy
from battle.rules.links import game_link
from battle.rules.position import PLAYERS, Cell, Move, Player, RulesError, other
from battle.rules.record import record
from battle.screens import captions
from battle.screens.advice import analyse_price, circle_of
from battle.screens.board_view import (
    BoardShown,
    BoardView,
    Dock,
    Frame,
    RequestShown,
    answer_frames,
    board_of,
    decided_words,
    map_of,
    move_of,
    pairs_of,
    race_of,
    room_of,
    seat_of,
)
from battle.screens.days import day_games, day_of, pgn_date, today_of
from battle.screens.screen import Place, Screen, Shell
from battle.screens.view import Button, CardView, act, given
from battle.services import Services
from battle.storage import Messages
from battle.training.first_game import is_small_game
from battle.words import (
    address,
    date_words,
    last_pairs_words,
    no_answer_words,
    no_player_words,
    sentences,
    spoken_to,
    tile_words,
    turn_words,
)

# --- who sits there ------------------------------------------------------------------------------


Presence: TypeAlias = Literal["", "here", "away", "lost"]
"""Whether a player elsewhere is there; empty for one who is here."""


class TableCompany:
    """Both players sit here: two people, or a person and the program."""

    plays = True
    """Whether something can be done at the table here."""
    is_elsewhere = False
    """Whether others keep the game: the unfinished one of this machine stays as it is."""

    def __init__(self, services: Services, session: Session) -> None:
        self.services, self.session = services, session

    topic = ""
    """The invitation to a game with others elsewhere."""

    def claim(self) -> Messages:
        """Claim the game for this program; return messages for the person."""
        if self.is_elsewhere:
            self.services.autosave.release()
            return []
        return self.services.autosave.claim(self.session)

    def save(self) -> None:
        """Keep the unfinished game; one with a friend is kept by itself, one of others is not."""
        if not self.is_elsewhere:
            self.services.autosave.save_soon(self.session)

    def moves_on(self) -> bool:
        """Go to another game if the session is no longer the one they play; return whether."""
        return False

    # --- what is said of them -------------------------------------------------------------------

    @property
    def title(self) -> str:
        """The title of the table."""
        return "Mahjong Battle"

    def says(self) -> Dock | None:
        """Return what is said of them before anything else, None for nothing."""
        return None

    @property
    def speech(self) -> Dock | None:
        """What one of them has just written, None for nothing."""
        return None

    @property
    def talk(self) -> Page:
        """What they have said lately."""
        return ()

    @property
    def conversation(self) -> CardView | None:
        """All that they said, and a line to say more; None where both sit here."""
        return None

    @property
    def request(self) -> RequestShown | None:
        """What they ask or were asked, beside the table until it is answered or withdrawn."""
        return None

    @property
    def question(self) -> CardView | None:
        """What is asked over the table, until it is answered or put off."""
        session = self.session
        if session.pending is None or self.is_elsewhere:
            return None
        agree = Button(_("Agree"), "check", act("reply", accept=True))
        decline = Button(_("Decline"), "close", act("reply", accept=False))
        words = (Paragraph(session.request_question),)
        return CardView(session.request_text, words, main=agree, buttons=(decline,))

    def caption(self, player: Player) -> str:
        """Return what is to be known of a player's company, empty for nothing."""
        return ""

    def time_left(self) -> str:
        """Return how long the player to move has, empty unless it is counted in days."""
        return ""

    def presence(self, player: Player) -> Presence:
        """Return whether a player is there."""
        return ""

    @property
    def seen_by(self) -> str:
        """Say who else sees the game, empty for nobody."""
        return ""

    # --- what can be asked of them --------------------------------------------------------------

    @property
    def tools(self) -> tuple[Button, ...]:
        """What can be asked of them: first to take back, last what ends or turns the game."""
        session, is_over = self.session, self.session.ending is not None
        over, stands = _(GAME_OVER), _(DAILY_STANDS if session.is_daily else NONE_TO_TAKE_BACK)
        back, draw = not self.can_take_back, _(captions.OFFER_DRAW)
        last = Button(draw, "handshake", act("draw"), key="d", off=is_over, why=over)
        if session.has_solver:
            off = not session.can_change_sides
            last = Button(_("Change sides"), "swap", act("sides"), key="x", off=off)
        return (
            Button(_(captions.TAKE_BACK), "undo", act("undo"), key="u", off=back, why=stands),
            Button(_(captions.REDO), "redo", act("redo"), key="y", off=not session.can_redo),
            last,
        )

    @property
    def messages(self) -> Button | None:
        """The button to what the players say to each other, None where both sit here."""
        return None

    @property
    def urgent(self) -> tuple[Button, ...]:
        """What can be done with them besides, the most urgent first."""
        return ()

    def acts(self) -> Mapping[str, Callable[..., object]]:
        """Return what can be done with them alone."""
        return {}

    @property
    def can_take_back(self) -> bool:
        """Whether there is a move to take back, or to ask for."""
        return self.session.can_ask_back

    def take_back(self) -> CardView | None:
        """Take back the last move, or ask for it; return what is asked first; raises RulesError."""
        self.session.ask_back()
        return None

    def offer_draw(self) -> CardView | None:
        """Offer a draw; return what is asked first; raises RulesError."""
        self.session.offer_draw(self.session.own)
        return None

    # --- the end, and the next game -------------------------------------------------------------

    @property
    def wants_review(self) -> bool:
        """Whether the game is over and reviewed by itself: one with moves that was played here."""
        session, is_wanted = self.session, self.services.settings.auto_review
        is_over = session.ending is not None and session.game.ply > 0
        return is_over and (is_wanted or session.is_daily) and self.plays

    def go_on(self, shell: Shell) -> None:
        """Play the next game of the series, or begin another match."""
        shell.replace("table", self.session.go_on())

    def new_deal(self, shell: Shell) -> None:
        """Play another deal; the other player begins."""
        first, second = self.session.setup.seats
        self.play_deal(shell, (second, first))

    def play_deal(self, shell: Shell, seats: tuple[Seat, Seat]) -> None:
        """Play another deal in these seats."""
        again = dataclasses.replace(another_deal(self.session.setup), seats=seats)
        shell.replace("table", Session(again, now=shell.services.now))

    @property
    def wish(self) -> str:
        """What the other would like to play next, in words, empty for nothing."""
        return ""

    @property
    def agree(self) -> str:
        """What says yes to the wish."""
        return ""

    @property
    def has_played_both_sides(self) -> bool:
        """Whether this deal was played from both sides."""
        return self.session.series.number % 2 == 0

    @property
    def wishes(self) -> bool:
        """Whether another game is asked for here, and the other has not answered."""
        return False

    def grant(self, *, agreed: bool) -> None:
        """Answer the wish; raises RulesError."""


# --- the game ------------------------------------------------------------------------------------

_RARE: Final = "sides", "compare"
"""The acts that a page has one sheet further off."""

_TOLD: Final = (HINT, "clock")
"""The icons of what the dock says of a hint: the steps, and that one is being looked for."""
_IN_BRIEF: Final = 3
"""How many steps of a hint are told in a line."""
_SWEEP, _SWEPT = 2.0, 0.3
"""The seconds in which a bar that only moves is run through, and how much of it is lit."""
_IN_FULL: Final = (HintStep.LINE, HintStep.REASON)
"""The steps of a hint that need more room than a line."""


class TableGame(Screen):
    """One session, played on a screen.

    A surface says whether a person can see the clock run (`is_seen`), and whether all that moves
    at the table `is_at_rest`, and shows what has changed since a `version` of the session.

    The teacher's `objection` to a pair stays until it is answered; `why` looks for reasons once
    they are asked for, and `better` is a better pair that was bought. A `failure` of the solver
    stays until it is tried again. What is shown of a costly pair was asked for `times`.
    """

    name = "table"

    def __init__(self, shell: Shell, session: Session, company: TableCompany | None = None) -> None:
        super().__init__(shell)
        services = self.services
        self.session = session
        self.company = company or TableCompany(services, session)
        self.study = TableStudy(services, session)
        self.opponent = Opponent(services.player_in(session), session, services.now)
        self.help = TableHelp(services.scheduler, session, self.study.values)
        self.version, self._ending = session.version, session.ending
        self._ply = session.game.ply
        self.is_seen = self.is_at_rest = True
        self.objection: MoveCost | None = None
        self.why: ReasonSearch | None = None
        self.better: Move | None = None
        self.times = 0
        self.failure = ""
        self._other_mode = POINTS if services.settings.teacher == OFF else OFF
        self._is_again = session.is_daily and day_of(session) in day_games(services.records.games())
        self._question: CardView | None = None
        self._text, self._text_of = "", -1
        self._is_silence_known = self._is_warned = False
        self._is_claimed = False

    # --- coming and going -----------------------------------------------------------------------

    def resume(self) -> None:
        """Begin, or come back from another screen: the clock runs, the solver is asked."""
        if not self._is_claimed:
            self._is_claimed = True
            for message in self.company.claim():
                self.shell.tell(message)
        self.services.recorder.follow(self.session)
        if self.session.has_solver:
            self._try_again()
        if self.session.seating.clock_runs_on or self.is_seen:
            self.session.run_clock()
        self.put_question()

    def leave(self) -> None:
        """Stop the clock and the solver."""
        self.session.look_away()
        self.opponent.cancel()
        self.help.hints.give_up()
        self.withdraw()
        self.help.look_away()
        self.company.save()

    @property
    def place(self) -> Place:
        """The unfinished game is in its file; one that has not begun, or is over, in its record."""
        if self.company.is_elsewhere:
            return self.opened
        session = self.session
        goes_on = session.game.root.children and session.ending is None
        if session.version != self._text_of:
            self._text, self._text_of = "" if goes_on else session.text, session.version
        held = self.help.teacher.held
        return "played", (self._text,), {} if held is None else {"held": str(held)}

    def back(self) -> None:
        """Go to the result of a game that is over, from which one looked at the table."""
        if self.session.ending is not None and self.company.plays:
            self._show_result()
        else:
            self.shell.home()

    def look(self, *, is_visible: bool) -> None:
        """Stop the clock while nobody can see it."""
        self.is_seen = is_visible
        (self.session.run_clock if is_visible else self.session.rest_clock)()

    @property
    def in_play(self) -> bool:  # type: ignore[override]
        return self.session.ending is None

    @property
    def ticks(self) -> bool:  # type: ignore[override]
        """Whether a clock runs, the program is to move, or the teacher holds a pair."""
        clock, held = self.session.clock, self.help.teacher.held
        waits = self.session.solver_to_move or held is not None
        return waits or (clock is not None and clock.running)

    # --- time -----------------------------------------------------------------------------------

    @property
    def standing(self) -> object:
        hints, teacher = self.help.hints, self.help.teacher
        searches = hints.is_waiting, hints.is_foreseeing, hints.is_explaining
        is_judged = hints.is_open or self.objection is not None
        return (
            self.session.version,
            [self._sub(player) for player in PLAYERS],
            (
                teacher.held and self.situation,
                teacher.held,
                self.objection,
                self.why is not None and self.why.is_done,
            ),
            (hints.version, *searches, self.failure),
            (self.company.request, self.company.says(), self.company.speech, self.company.talk),
            is_judged and self.study.values.version,
        )

    def beat(self) -> None:
        """Let clock, program, hints and teacher go on, and follow what has changed."""
        if self.company.moves_on():
            return
        self.session.check_clock()
        if self.session.version != self.version:
            self.follow()
        self.put_question()
        if self.sheet is not None:
            self.session.rest_clock()
        elif self.is_seen and not self.session.solver_to_move:
            self.session.run_clock()
        if self.objection is not None or self.help.is_wanted(self.teacher_rule):
            self.help.look_on()
            self._hear_help()
        else:
            self.help.look_away()
        if not self.session.solver_to_move:
            self.opponent.cancel()
        elif not self.failure:
            self._hear_opponent()

    def _hear_help(self) -> None:
        """Take what hints and the teacher have found."""
        hints, teacher, failure = self.help.hints, self.help.teacher, self.help.pondering.failure
        if failure and hints.is_waiting:
            self._fail(failure)
        else:
            hints.update()
        if self.objection is not None:
            self._follow_objection(self.objection)
        elif teacher.held is not None and (teacher.is_known or teacher.is_silenced):
            self._judge(teacher.held)
        elif teacher.held is not None and self.services.scheduler.is_getting_ready:
            self.session.pause_clock()
        if teacher.is_silenced and not self._is_silence_known:
            self._is_silence_known = True
            self.shell.tell(_("The teacher is silent: the computer does not answer."))

    def _hear_opponent(self) -> None:
        """Ask for the program's move, and play what it answers; its start takes no time."""
        opponent = self.opponent
        answer, failure = opponent.ask(), opponent.failure
        if opponent.is_getting_ready:
            self.session.pause_clock()
        elif self.is_seen:
            self.session.run_clock()
        if failure:
            self._fail(failure)
        elif answer and (opponent.hurries or (self.is_at_rest and opponent.has_thought)):
            opponent.cancel()
            if answer.move in self.session.position.legal_moves:
                with suppress(NotNowError):  # its time has just run out
                    self.play(answer.move)
            else:
                self._fail(not_legal_words(answer.move))

    def _fail(self, reason: str) -> None:
        """Say why the solver does not answer, and let it be tried again."""
        self.failure = reason
        self.help.hints.give_up()
        title = no_player_words(self.session.name(self.session.to_move))
        words = (Paragraph(no_answer_words(reason)),)
        home = Button(_(captions.TO_START), "home", act("home"))
        self.sheet = lambda: CardView(title, words, main=self._retry, buttons=(home,))

    @property
    def _retry(self) -> Button:
        return Button(_("Try again"), "solver", act("retry"))

    def _try_again(self) -> None:
        self.failure = ""
        self.opponent.start()

    def follow(self) -> None:
        """Bring everything up to the session; a game that has ended is reviewed, and shown once.

        The window shows the end as soon as all tiles lie.
        """
        was, self._ending = self._ending, self.session.ending
        before, self._ply = self._ply, self.session.game.ply
        if self._ply < before:
            self.shell.tell(_("Taken back."))
        self.version = self.session.version
        self.study.follow()
        if self.help.hints.is_outdated:
            self.help.hints.close()
        if self.help.teacher.is_outdated:
            self.withdraw()
        self.services.recorder.follow(self.session)
        self.company.save()
        if self.company.wants_review:
            self.services.prover.review(self.study)
        has_ended = self._ending is not None and self._ending != was
        if has_ended and self.company.plays and not self._is_shown_there:
            self._show_result()
        self.put_question()

    def put_question(self) -> None:
        """Put over the table what others ask, once; say so where they ask it no more."""
        before, asked = self._question, self.company.question
        if asked == before:
            return
        self._question = asked
        if asked is not None:
            self.sheet = lambda: asked
        elif self.sheet is not None and self.sheet() == before:
            self.sheet = None
            self.shell.tell(_("The question was withdrawn."))

    # --- what is said ---------------------------------------------------------------------------

    @property
    def situation(self) -> str:
        """How it stands, in a sentence: who is awaited, else what the game has come to."""
        session, held = self.session, self.help.teacher.held
        if self.failure and session.ending is None:
            return no_player_words(session.name(session.to_move))
        if held is not None and not self.help.teacher.is_known:
            words = self.services.scheduler.getting_ready or _("The teacher is checking {pair} …")
            return words.format(pair=tile_words(session.position.kind_of(held)))
        if (said := self.company.says()) is not None:
            return sentences(said.words, said.sub)
        if session.ending is not None:
            return session.result_text
        words = self._near_end or self._how
        return words if self.company.plays else words or _("You are watching")

    @property
    def _near_end(self) -> str:
        """What is to be known of the end that comes: that it is decided, or that it is near."""
        return decided_words(self.session) or last_pairs_words(self.session.position)

    @property
    def _how(self) -> str:
        """How a pair is taken, before the first one if the person takes it."""
        session = self.session
        if session.game.node.parent is not None or not session.person_to_move:
            return ""
        is_clicked = "window" in self.shell.can
        touch, click = _("Touch a tile, then its partner."), _("Click a tile, then its partner.")
        return click if is_clicked else touch

    @property
    def is_paused(self) -> bool:
        """Whether the clock of the player to move stands, other than for the program's start."""
        session, clock = self.session, self.session.clock
        waits = session.solver_to_move and self.opponent.is_getting_ready
        return clock is not None and not clock.running and session.can_run and not waits

    def states(self, player: Player) -> tuple[str, str]:
        """Say what a player does, at length and in short."""
        states, left = self._states(player), self.company.time_left()
        if left and self.session.ending is None and player == self.session.to_move:
            return (f"{states[1]} · {left}",) * 2
        return states

    def _states(self, player: Player) -> tuple[str, str]:
        session = self.session
        if session.ending is not None:
            words = _("wins") if session.ending.winner == player else _("loses")
            return 2 * (words if session.ending.winner is not None else _("draw"),)
        if session.to_move != player:
            return _("waits"), _("waits")
        if self.is_paused:
            return _("clock paused"), _("paused")
        if player == session.person:
            return _("your turn"), _("your turn")
        if not session.seat(player).solver:
            return _("{name}'s turn").format(name=session.name(player)), _("to move")
        if self.opponent.is_getting_ready:
            starts = _("getting ready …")
            once = self.services.scheduler.engine.is_compiling
            return (_("getting ready, only this once …"), starts) if once else (starts, starts)
        seconds = decimal(self.opponent.seconds, 1)
        return _("thinks … {seconds} s").format(seconds=seconds), _(captions.THINKS)

    def progress(self, player: Player) -> tuple[float, float] | None:
        """Return from where to where the bar of the program that thinks is lit, None if none is.

        That is its time; while it gets ready the bar only moves.
        """
        opponent, session = self.opponent, self.session
        if not opponent.is_thinking or player != session.to_move:
            return None
        if opponent.is_getting_ready:
            at = self.services.now() % _SWEEP / _SWEEP * (1 + _SWEPT)
            return at - _SWEPT, at
        return 0.0, opponent.seconds / move_seconds(session)

    def caption(self, player: Player) -> str:
        """Return the line under a player's name: the company, the score, the level, the teacher."""
        if words := self.company.caption(player):
            return words
        session = self.session
        if has_series(session):
            own, others = session.totals[player - 1], session.totals[other(player) - 1]
            return _("match so far {own} : {others}").format(own=own, others=others)
        if given := session.position.given[player - 1]:
            return given_words(given)
        seat = session.seat(player)
        if session.is_daily and seat.solver:
            deal, today = day_of(session), today_of(self.services.moment())
            if self._is_again:
                return _("Deal of the day, once more")
            if deal is not None and deal.day != today:
                return _("{day}, one try").format(day=date_words(pgn_date(deal.day)))
            return _("Deal of the day, one try")
        if seat.solver and all(level.name != seat.level for level in labels()):
            seconds = decimal(session.setup.think_seconds)
            return _("{seconds} s a move").format(seconds=seconds)
        if self.company.is_elsewhere or session.game.ply:
            return ""
        return _("moves first") if player == session.setup.start.to_move else _("moves second")

    # --- what is seen ---------------------------------------------------------------------------

    def view(self) -> BoardView:
        session, position, game = self.session, self.session.position, self.session.game
        held, is_over = self.help.teacher.held, session.ending is not None
        near, plays = session.near, self.company.plays
        is_live = session.person_to_move and session.pending is None and held is None
        tools, talk = self.company.tools, self.company.messages
        actions = [*tools[:1], *([self.hint] if talk is None else [talk])]
        hint = [self.hint] * (talk is not None and plays and session.help_allowed)
        answer = self.answer if self.times and self.better is None else None
        unseen = position if self.objection is None else None
        return BoardView(
            "table",
            self.company.title,
            position,
            self._board,
            "over" if is_over else "thinking" if session.solver_to_move or held else "ready",
            live=is_live and self.objection is None,
            below=near,
            seats=tuple(
                seat_of(session, player, self._sub(player), self.company.seen_by * (player == near))
                for player in PLAYERS
            ),
            race=race_of(session),
            request=self.company.request,
            talk=self.company.conversation,
            dock=self.dock,
            frames=answer_frames(answer, room_of(session), unseen) if answer else (),
            once=self.times,
            pairs=pairs_of(position, room_of(session)) if plays and not is_over else (),
            pairs_title=_(captions.PAIRS_TO_TAKE),
            moves=tuple(move_of(node, ply) for ply, node in enumerate(game.node.path(), start=1)),
            main=self.end if is_over and plays else None,
            actions=tuple(actions),
            sides=self.sides,
            more=(
                Button(_(captions.TO_START), "home", act("home")),
                self.analyse,
                Button(_(captions.RULES), "rules", act("go", name="rules")),
                Button(_(captions.SETTINGS), "settings", act("go", name="settings")),
                *[self.end] * (plays and not is_over),
                *hint,
                *(one for one in tools[1:] if one.do.name not in _RARE),
                *(one for one in self.company.urgent if one.do.name not in _RARE),
                Button(_("Advanced"), "menu", act("advanced")),
            ),
        )

    def _advanced(self) -> CardView:
        """Return the sheet of what is hardly ever wanted."""
        every = *self.company.tools, *self.company.urgent
        rare = (one for one in every if one.do.name in _RARE and not one.off)
        text = self.services.page_address + game_link(self.session.record())
        link = Button(_("Copy as a link"), "copy", given("copy", text))
        return CardView(_("Advanced"), (*rare, link))

    def _sub(self, player: Player) -> str:
        """Return the line under a name: what is left on the clock, and what is done or known."""
        left, goes_on = self.session.remaining(player), self.session.ending is None
        is_to_move = goes_on and player == self.session.to_move
        known = self.caption(player)
        said = self.states(player)[1] if is_to_move else ""
        parts = "" if left is None else clock_text(left), said, known
        return " · ".join(filter(None, parts))

    @property
    def pointed_out(self) -> tuple[Move | None, Move | None]:
        """The pair that is held, or else that of the hints, which may be better than the one held.

        Only one of them: where both share a tile nobody sees which others belong to it.
        """
        held = self.help.teacher.held if self.better is None else None
        return held, self.help.hints.pair if held is None else None

    @property
    def _board(self) -> BoardShown:
        game, hints, position = self.session.game, self.help.hints, self.session.position
        held, hint = self.pointed_out
        marks: dict[Cell, Frame] = dict.fromkeys(held or (), "played")
        marks |= dict.fromkeys(hint or (), "hint")
        lit = [cell for cell, _kind in position.tiles() if cell.column in hints.columns]
        if self.session.ending is not None:
            return map_of(self.session)
        within, dims = room_of(self.session), bool(lit)
        return board_of(position, after=game.node, marks=marks, lit=lit, dimmed=dims, within=within)

    @property
    def dock(self) -> Dock:
        """What the one place that speaks says: the first that applies."""
        session, node, held = self.session, self.session.game.node, self.help.teacher.held
        if self.objection is not None:
            return self._dock_of(self.objection)
        if (said := self.company.speech or self.company.says()) is not None:
            return self._beside_last(said)
        if session.ending is not None or held is not None:
            return Dock(self.situation)
        if self.failure:
            return Dock(self.situation, buttons=(self._retry,))
        if self.help.hints.is_open:
            return self._hint_told()
        if session.solver_to_move and self.opponent.has_thought:
            return Dock(_(captions.SOMEBODY_THINKS).format(name=session.name(session.to_move)))
        change, name = self.change, session.name(session.to_move)
        if node.parent is None or node.move is None:
            begins = address(name, _("{name} begins"), _("You begin"))
            return Dock(begins, self._how, buttons=(change,) if change else ())
        before = node.parent.position
        kind, name = before.kind_of(node.move), session.name(before.to_move)
        took, tile = address(name, _("{name} took"), _("You took")), tile_words(kind)
        if change is not None:
            return Dock(f"{took} {tile}", f"+{kind.rank}", buttons=(change,))
        if not self.company.plays:
            took = f"{_('You are watching')} · {took}"
        if last := self._near_end:
            return Dock(last, f"{took} {tile}")
        worth = f"+{kind.rank}"
        return Dock(tile, took, "last", tile=kind, player=before.to_move, worth=worth)

    def _beside_last(self, said: Dock) -> Dock:
        """Return what is said; what a player has written with the pair they have just taken."""
        node = self.session.game.node
        if said.kind != "talk" or node.parent is None or node.move is None:
            return said
        before = node.parent.position
        kind = before.kind_of(node.move)
        if before.to_move != said.player:
            return said
        return dataclasses.replace(said, tile=kind, worth=f"+{kind.rank}")

    def _dock_of(self, objection: MoveCost) -> Dock:
        """Return what the teacher says in brief, and the answers to it, the bold one last.

        A reason that was asked for stands in place of where the pair leads, which was read.
        """
        said = [block for block in self.objected if isinstance(block, Paragraph)]
        why = [block.words for block in said if block.icon == ITEM][:1]
        if self.better is not None:
            why = [said[-1].words]
        elif (answer := self.answer) is not None:
            why = [answer.words]
        main, insist, *more = self.answers
        buttons = *(one for one in reversed(more) if not one.off), insist
        why = why or [block.words for block in said[1:3] if not block.icon]
        prices = [block.words for block in said if block.icon == "hint"]
        words = sentences(*dict.fromkeys((*why, *prices)))
        return Dock(said[0].words, words, "ask", main, buttons, tile=objection.kind)

    def _hint_told(self) -> Dock:
        """Return the last step of the hint, and the button for the next one."""
        hints, answer = self.help.hints, self.answer if self.times else None
        if hints.ladder is not None and hints.worse is not None and answer is not None:
            intro = reason_intro(hints.ladder.position, hints.worse, hints.values)
            asked = why_not_words(hints.ladder, hints.worse)
            return Dock(sentences(asked, intro), answer.words, closes=True)
        page = hint_page(hints, self.session.names)
        told = [block for block in page if isinstance(block, Paragraph) and block.icon in _TOLD]
        following = None if hints.is_waiting or hints.ladder is None else hints.ladder.next
        more = () if following is None else (Button(_(following.value), "hint", act("hint")),)
        is_explained = hints.ladder is not None and HintStep.REASON in hints.ladder.steps
        words = " ".join(block.words for block in told[: 1 if is_explained else _IN_BRIEF][-1:])
        return Dock(words, buttons=more, closes=True)

    def _hints_in_full(self) -> CardView:
        hints = self.help.hints
        page = hint_page(hints, self.session.names)
        return CardView(_(captions.HINTS_USED).format(n=hints.used), page)

    # --- what can be done -----------------------------------------------------------------------

    @property
    def _is_shown_there(self) -> bool:
        """Whether the surface shows the end and the hints itself, each in its place."""
        return "table" in self.shell.can

    @property
    def _why_no_help(self) -> str:
        """Why no help can be had, empty if it can."""
        if self.session.ending is not None:
            return _(GAME_OVER)
        return "" if self.session.help_allowed else _(WITHOUT_HELP)

    @property
    def hint(self) -> Button:
        """The button that asks for the next step of a hint."""
        why = self._why_no_help
        return Button(_("Hint"), "hint", act("hint"), key="h", off=bool(why), why=why)

    @property
    def change(self) -> Button | None:
        """The button to everybody one can play, until a person has moved; None afterwards."""
        session = self.session
        is_settled = self.company.is_elsewhere or session.is_daily or session.series.number > 1
        is_settled = is_settled or is_small_game(session)
        if is_settled or not session.is_untouched:
            return None
        return Button(_(captions.ANOTHER_OPPONENT), "people", act("choose"))

    @property
    def end(self) -> Button:
        """The button that ends the game, then shows its result."""
        if self.session.ending is not None:
            return Button(_(captions.SHOW_RESULT), "trophy", act("result"))
        return Button(_(captions.RESIGN), "flag", act("resign"), key="r")

    @property
    def analyse(self) -> Button:
        """The button to what is known of the game so far."""
        off, why = not self.session.help_allowed, _(WITHOUT_HELP)
        return Button(_(captions.ANALYSE), "analyse", act("analyse"), key="a", off=off, why=why)

    @property
    def sides(self) -> tuple[tuple[Button, ...], ...]:
        """The tools left and right of a wide table: what one does alone, what is of both."""
        undo, talk = self.company.tools[:1], self.company.messages
        if not self.company.plays:
            return (), () if talk is None else (talk,)
        is_over, over = self.session.ending is not None, _(GAME_OVER)
        resign = Button(_(captions.RESIGN), "flag", act("resign"), off=is_over, why=over)
        if talk is not None:
            draw = Button(_("Draw"), "handshake", act("draw"), off=is_over, why=over)
            return (*undo, draw), (talk, resign)
        on, why = self.teacher_rule.is_on, self._why_no_help
        teacher = Button(_("Teacher"), "teacher", act("teacher"), on=on, off=bool(why), why=why)
        return (*undo, self.hint), (teacher, resign)

    @property
    def lesser(self) -> tuple[Button, ...]:
        """What can be done besides taking pairs and back, and is seldom wanted."""
        tools = self.company.tools[1:] if self.company.plays else ()
        talks = self.company.messages is not None
        hint = [self.hint] * (talks and self.company.plays and self.session.help_allowed)
        shown = ("draw",) if talks else ()
        return tuple(one for one in (*hint, *tools) if not one.off and one.do.name not in shown)

    @property
    def urgent(self) -> tuple[Button, ...]:
        """What can be done besides, the most urgent first."""
        return (*[self._retry] * bool(self.failure), *self.company.urgent)

    def acts(self) -> Mapping[str, Callable[..., object]]:
        session, company = self.session, self.company
        return {
            "take": lambda move: self.take(Move.parse(move)),
            "undo": self._take_back,
            "redo": partial(self._do, session.redo),
            "hint": self._ask_hint,
            "why": self._show_why,
            "better": self._show_better,
            "withdraw": self._heed,
            "insist": self._insist,
            "sides": self._ask_for_sides,
            "teacher": self._switch_teacher,
            "change": self._change_sides,
            "draw": partial(self._ask, company.offer_draw),
            "reply": self._reply,
            "resign": self._ask_to_resign,
            "give_up": lambda: self._do(session.resign, session.person or session.to_move),
            "retry": self._try_again,
            "analyse": self._analyse,
            "choose": lambda: self.shell.go("new_game"),
            "result": self._show_result,
            "talk": self._refuse_talk,
            "advanced": partial(setattr, self, "sheet", self._advanced),
            "close": self._close,
            **{name: partial(self._ask, call) for name, call in company.acts().items()},
        }

    def check_turn(self) -> None:
        """Raise NotNowError, which says why, where no person here can take a pair now."""
        session = self.session
        if session.ending is not None:
            raise NotNowError(_(GAME_OVER))
        if not session.person_to_move:
            raise NotNowError(turn_words(session.name(session.to_move)))

    def _check_help(self) -> None:
        if not self.session.help_allowed:
            raise NotNowError(_(WITHOUT_HELP))

    def _do(self, call: Callable[..., object], *arguments: object) -> None:
        call(*arguments)
        self.follow()

    def _ask(self, call: Callable[..., object], **given: Any) -> None:
        """Do what may ask something first, which is put over the table."""
        asked = call(**given)
        if isinstance(asked, CardView):
            self.sheet = lambda: asked
        elif self.session.version != self.version:
            self.follow()

    def _take_back(self) -> None:
        self.failure = ""
        self._ask(self.company.take_back)

    def _reply(self, accept: bool) -> None:
        self._do(self.session.answer, accept)
        if not accept:
            is_far = self.company.is_elsewhere
            self.shell.tell(_("You declined.") if is_far else _("The request was declined."))

    def _close(self) -> None:
        """Close what lies over the table; an open request is declined, hints are put away."""
        if self.session.pending is not None and self.session.me is None:
            self._reply(False)
        else:
            self.help.hints.close()

    def _ask_to_resign(self) -> None:
        session = self.session
        if session.ending is not None:
            raise NotNowError(_(GAME_OVER))
        words = resigns_words(session)
        resign = Button(_(captions.RESIGN), "flag", act("give_up"), danger=True)
        self.question(_("Resign?"), words, resign, _("Play on"))

    def _ask_for_sides(self) -> None:
        """Let person and program change places, after a question if that costs something."""
        if not (cost := sides_cost(self.session)):
            self._change_sides()
            return
        self.withdraw()
        change = Button(_("Change sides"), "swap", act("change"))
        self.question(_("Change sides?"), cost, change, _(captions.STAY))

    def _change_sides(self) -> None:
        self._do(self.session.change_sides)
        self.opponent.cancel()
        self.shell.tell(sides_words(self.session))

    def _analyse(self) -> None:
        """Show what is known of the game so far; while it goes on its record notes the help."""
        self._check_help()
        if (name := self._at_stake) and not self._is_warned:
            self._is_warned = True
            yes = Button(_(captions.ANALYSE), "analyse", act("analyse"))
            self.question(_(captions.ANALYSE), analyse_price(name), yes, _(captions.STAY))
            return
        self.shell.go("study_table", self.study)

    def _show_result(self) -> None:
        if self.session.ending is None:
            raise NotNowError(_(NOT_OVER))
        self.shell.go("result", self.study, self.company)

    def _refuse_talk(self) -> None:
        raise NotNowError(_("Both players are at this table: there is no one to write to."))

    # --- pairs and the teacher ------------------------------------------------------------------

    @property
    def teacher_rule(self) -> Teacher:
        """When the teacher is to speak, as the person has chosen."""
        return Teacher(self.services.settings.teacher, self.services.settings.teacher_points)

    def _switch_teacher(self) -> None:
        """Let the teacher warn from now on, or no more."""
        self._check_help()
        was = self.services.settings.teacher
        self.services.change(teacher=self._other_mode)
        self._other_mode = was
        silent, speaks = _("The teacher is silent."), _("The teacher warns of costly pairs.")
        self.shell.tell(speaks if self.teacher_rule.is_on else silent)

    def take(self, move: Move) -> None:
        """Take the pair a person has chosen, as soon as the teacher has nothing to say."""
        self.check_turn()
        self.session.position.check(move)
        self.withdraw()
        teacher = self.help.teacher
        if not teacher.concerns(move, self.teacher_rule):
            self.play(move)
            return
        teacher.hold(move)
        self.help.look_on()
        if teacher.is_known:
            self._judge(move)

    def play(self, move: Move) -> None:
        """Play a move; raises RulesError."""
        self._do(self.session.play, move)

    def withdraw(self) -> None:
        """Release the pair that the teacher looks at."""
        if self.why is not None:
            self.why.close()
        self.objection = self.why = self.better = None
        self.times = 0
        self.help.teacher.withdraw()

    def _judge(self, move: Move) -> None:
        """Object to a pair, or take it."""
        teacher, hints = self.help.teacher, self.help.hints
        self.objection = teacher.objection(move, self.teacher_rule, hints.subject)
        if self.objection is None:
            self._take_settled(move)

    def _take_settled(self, move: Move) -> None:
        """Take a pair all the same; the teacher says nothing more of it."""
        self.help.teacher.settle(move)
        self.withdraw()
        self.play(move)

    def _insist(self) -> None:
        """Take the pair that the teacher objects to."""
        if self.objection is not None:
            self._take_settled(self.objection.move)

    def _heed(self) -> None:
        """Leave a pair on the table as the teacher advised, which has helped with that."""
        self.session.note_help(TEACHER)
        self.withdraw()

    def _follow_objection(self, objection: MoveCost) -> None:
        """Say what has been proven meanwhile."""
        cost = move_cost(self.study.values, objection.position, objection.move)
        if cost is not None and cost.exact and not objection.exact:
            self.objection = cost
            if self.why is not None:
                self._ask_why(cost)

    def _show_why(self) -> None:
        """Show the answer to the costly pair; look for reasons against one that is held."""
        self.times += 1
        if self.objection is not None:
            self._ask_why(self.objection)

    def _ask_why(self, cost: MoveCost) -> None:
        if self.why is not None:
            self.why.close()
        pondering, values = self.help.pondering, self.study.values
        self.why = ReasonSearch(pondering, values, cost.position, cost.move)

    def _show_better(self) -> None:
        """Show a better pair than the one that is held, for its price in hints."""
        hints = self.help.hints
        if self.objection is not None and hints.climb_to(HintStep.PAIR):
            self.session.note_help(TEACHER)
            self.better = hints.pair

    @property
    def objected(self) -> Page:
        """What the teacher says of the pair that is held."""
        assert self.objection is not None
        page = teacher_page(
            self.objection,
            self.study.values,
            self.session.names,
            why=self.why,
            better=self.better,
        )
        return (*page, Paragraph(words, icon="hint")) if (words := self._price) else page

    @property
    def _price(self) -> str:
        """What a better pair costs, said before it is shown, until help was used."""
        name = "" if self.why is None or self.better is not None else self._at_stake
        return _("With a hint, {name}’s circle stays empty.").format(name=name) if name else ""

    @property
    def _at_stake(self) -> str:
        """Whose circle a win would fill and help would leave empty, empty for nobody's."""
        return "" if self.session.was_shown else self._circle

    @cached_property
    def _circle(self) -> str:
        return circle_of(self.session, own_games(self.services.records.games()))

    @property
    def answers(self) -> tuple[Button, ...]:
        """The answers to the teacher: the safe one first, what it can say besides last."""
        answers = (
            Button(_("Choose another"), "undo", act("withdraw"), main=True),
            Button(_("Play it anyway"), "play", act("insist")),
            Button(_("Show why"), "help", act("why"), off=self.why is not None),
        )
        if self.why is None or self.better is not None:
            return answers
        return (*answers, Button(_("A better pair"), "hint", act("better")))

    @property
    def answer(self) -> Shown | None:
        """The answer to a costly pair as far as it is known: the one held, or the hints' worse.

        That to a pair that is held is shown once it was asked for; it gives no better pair away.
        """
        names = spoken_to(self.session.names)
        if self.objection is None:
            return self.help.hints.answer(names)
        if self.why is None:
            return None
        discreetly = self.better is None
        values = self.study.values
        return answered(self.objection, values, names, discreetly=discreetly, briefly=True)

    # --- hints ----------------------------------------------------------------------------------

    def _ask_hint(self) -> None:
        """Ask for a hint, one step more."""
        self.check_turn()
        self._check_help()
        self.withdraw()
        hints = self.help.hints
        if not hints.is_open and (name := self._at_stake):
            hints.offer(_("With a hint, {name}’s circle stays empty.").format(name=name))
            return
        if not hints.ask():
            raise RulesError(no_further_hint())
        ladder = hints.ladder
        if ladder is not None and {*_IN_FULL} & {*ladder.steps} and not self._is_shown_there:
            self.sheet = self._hints_in_full


def session_again(shell: Shell, text: str) -> Session:
    """Return a game of this program from its record, whose person is known if it is kept."""
    found, services = record(text), shell.services
    game = services.records.game(found.tags.get(KEY_TAG, ""))
    person = None if game is None else game.person
    return Session.from_record(found, now=services.now, own=True, person=person)


def table_again(shell: Shell, text: str, held: str = "") -> TableGame:
    """Return the table of the unfinished game, or of the one in a record.

    The teacher looks again at a pair that was `held`.
    """
    session, messages = (session_again(shell, text), []) if text else shell.services.autosave.load()
    for words in messages:
        shell.tell(words)
    if session is None:
        raise NotNowError(_(NOT_NOW))
    game = TableGame(shell, session)
    if held and game.help.teacher.concerns(pair := Move.parse(held), game.teacher_rule):
        game.help.teacher.hold(pair)
    return game
