"""A game at a table, whatever shows it: the program moves, the teacher looks on, all is kept.

    begin ──► think: Opponent, TableHelp ──► play ──► catch_up: study, record, file ──► leave
    offer ──► TableTeacher ──┬─► take_unopposed ──────┘
                             └─► object_to ──► take_settled, heed, climb_to_pair

The screens of the window and of the page are a `TableGame` each and add what is seen; their
`TableCompany` is who else sits there.
"""

from __future__ import annotations

from typing import Protocol

from battle.analysis.costs import MoveCost
from battle.coach.hints import Step
from battle.coach.reasons import HELP, Teacher
from battle.coach.table import TableHelp
from battle.engine.jobs import Scheduler
from battle.game.engine_move import not_legal_words
from battle.game.opponent import Opponent
from battle.game.session import NotNowError, Session
from battle.game.words import sides_words
from battle.language import _
from battle.profile.autosave import Autosave
from battle.reviews.background import ReviewServices, TableStudy
from battle.rules.position import Move, Player
from battle.storage import Messages
from battle.words import turn_words


class TableServices(ReviewServices, Protocol):
    """What a table needs from the program."""

    autosave: Autosave

    def player_in(self, session: Session) -> Scheduler:
        """Return what plays the program's moves."""


class TableCompany:
    """Both players sit here: two people, or a person and the program."""

    plays = True
    """Whether something can be done at the table here."""
    is_elsewhere = False
    """Whether others keep the game: the unfinished one of this machine stays as it is."""

    def __init__(self, app: TableServices, session: Session) -> None:
        self.app = app
        self.session = session

    def claim(self) -> Messages:
        """Claim the game for this program; return messages for the person."""
        if self.is_elsewhere:
            self.app.autosave.release()
            return []
        return self.app.autosave.claim(self.session)

    def save(self) -> None:
        """Keep the unfinished game; one with a friend is kept by itself, one of others is not."""
        if not self.is_elsewhere:
            self.app.autosave.save_soon(self.session)

    def moves_on(self) -> bool:
        """Go to another game if the session is no longer the one they play; return whether."""
        return False

    def caption(self, player: Player) -> str:
        """Return what is to be known of a player's company, empty for nothing."""
        return ""

    @property
    def wants_review(self) -> bool:
        """Whether the game is over and reviewed by itself: one with moves that was played here."""
        session, is_wanted = self.session, self.app.settings.auto_review or self.session.is_daily
        is_over = session.ending is not None and session.game.ply > 0
        return is_over and is_wanted and self.plays

    @property
    def can_take_back(self) -> bool:
        """Whether there is a move to take back, or to ask for."""
        return self.session.can_ask_back


class TableGame:
    """One session, played on a screen."""

    app: TableServices
    company: TableCompany

    def sit_down(self, session: Session) -> None:
        """Begin with everybody at the table."""
        self.session = session
        self.study = TableStudy(self.app, session)
        self.opponent = Opponent(self.app.player_in(session), session, self.app.now)
        self.help = TableHelp(self.app.scheduler, session, self.study.values)
        self.version = session.version

    def begin(self) -> None:
        """Begin, or come back from another screen: the solver is asked."""
        self.app.recorder.follow(self.session)
        if self.session.has_solver:
            self.opponent.start()

    def leave(self) -> None:
        """Stop the clock and the solver."""
        self.session.look_away()
        self.opponent.cancel()
        self.help.hints.give_up()
        self.withdraw()
        self.help.look_away()
        self.company.save()

    def check_turn(self) -> None:
        """Raise NotNowError, which says why, where no person here can take a pair now."""
        session = self.session
        if session.ending is not None:
            raise NotNowError(_("The game is over."))
        if not session.person_to_move:
            raise NotNowError(turn_words(session.name(session.to_move)))

    def change_sides(self) -> str:
        """Let person and program change places; return who is who. May raise RulesError."""
        self.session.change_sides()
        self.opponent.cancel()
        return sides_words(self.session)

    # --- what a screen does in its own way ---------------------------------------------------

    def play(self, move: Move) -> None:
        """Play a move, and show what follows."""

    def close_hints(self) -> None:
        """Put the hints away."""
        self.help.hints.close()

    def withdraw(self) -> None:
        """Release the pair that the teacher looks at."""
        self.help.teacher.withdraw()

    def object_to(self, cost: MoveCost) -> None:
        """Show the teacher's objection."""

    def solver_failed(self, reason: str) -> None:
        """Say why the solver does not answer."""

    # --- time -----------------------------------------------------------------------------------

    def think(self, seconds: float, *, is_seen: bool, is_at_rest: bool = True) -> None:
        """Let the engine work for the person who thinks, or for the opponent.

        `is_seen`: a person can see the clock run; `is_at_rest`: nothing moves on the table.
        """
        if self.help.is_wanted(self.teacher_rule):
            self.help.look_on()
            self.poll_help(seconds)
        else:
            self.help.look_away()
        if self.session.solver_to_move:
            self.poll_opponent(is_seen=is_seen, is_at_rest=is_at_rest)
        else:
            self.opponent.cancel()

    def poll_help(self, seconds: float) -> None:
        """Get what hints and the teacher have found."""
        hints, teacher, failure = self.help.hints, self.help.teacher, self.help.pondering.failure
        if failure and hints.is_waiting:
            self.solver_failed(failure)
        else:
            hints.update()
        if teacher.held is not None and teacher.has_waited(seconds):
            self._judge(teacher.held)

    def poll_opponent(self, *, is_seen: bool, is_at_rest: bool) -> None:
        """Ask for the program's move, and play what it answers; its start takes no time."""
        opponent = self.opponent
        answer, failure = opponent.ask(), opponent.failure
        if opponent.is_getting_ready:
            self.session.pause_clock()
        elif is_seen:
            self.session.run_clock()
        if failure:
            self.solver_failed(failure)
        elif answer and (opponent.hurries or (is_at_rest and opponent.has_thought)):
            opponent.cancel()
            if answer.move in self.session.position.legal_moves:
                self.play(answer.move)
            else:
                self.solver_failed(not_legal_words(answer.move))

    def catch_up(self) -> None:
        """Bring all but the picture up to the session."""
        self.version = self.session.version
        self.study.follow()
        if self.help.hints.is_outdated:
            self.close_hints()
        if self.help.teacher.is_outdated:
            self.withdraw()
        self.app.recorder.follow(self.session)
        self.company.save()

    # --- the teacher ----------------------------------------------------------------------------

    @property
    def teacher_rule(self) -> Teacher:
        """When the teacher is to speak, as the person has chosen."""
        return Teacher(self.app.settings.teacher, self.app.settings.teacher_points)

    def offer(self, move: Move, seconds: float) -> None:
        """Take the pair a person has chosen, as soon as the teacher has nothing to say."""
        self.withdraw()
        teacher = self.help.teacher
        if not teacher.concerns(move, self.teacher_rule):
            self.play(move)
            return
        teacher.hold(move, seconds)
        self.help.look_on()
        if teacher.is_known:
            self._judge(move)

    def _judge(self, move: Move) -> None:
        cost = self.help.teacher.objection(move, self.teacher_rule, self.help.hints.subject)
        if cost is None:
            self.take_unopposed(move)
        else:
            self.object_to(cost)

    def take_unopposed(self, move: Move) -> None:
        """Take a pair to which the teacher does not object."""
        self.take_settled(move)

    def take_settled(self, move: Move) -> None:
        """Take a pair all the same; the teacher says nothing more of it."""
        self.help.teacher.settle(move)
        self.withdraw()
        self.play(move)

    def heed(self) -> None:
        """Leave a pair on the table as the teacher advised, which has helped with that."""
        self.session.note_help(HELP)
        self.withdraw()

    def climb_to_pair(self) -> bool:
        """Find a better pair, for its price in hints; return whether there is one."""
        is_found = self.help.hints.climb_to(Step.PAIR)
        if is_found:
            self.session.note_help(HELP)
        return is_found
