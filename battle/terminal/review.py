"""The review of a finished game, read line by line.

every position is looked at ──► the sums and the costly moves
a number, next, previous    ──► that move, and why
play                        ──► a game from the position before it
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import closing, suppress
from typing import Final

from battle.analysis.costs import MoveReview, Review
from battle.analysis.study import study_of
from battle.coach.reasons import ReasonSearch, move_page
from battle.game.session import Session
from battle.game.setup import Setup
from battle.language import N_, _
from battle.page.blocks import Block, Space
from battle.page.review import NOTHING_TO_REVIEW, REVIEW_ENDED, costly_page, review_page
from battle.reviews.background import BackgroundReview
from battle.rules.position import RulesError, meant
from battle.rules.tree import move_number
from battle.screens import captions
from battle.terminal.result import REVIEWED_NOW
from battle.terminal.room import LEAVING, Command, Console, PageRoom
from battle.words import no_answer_words, number_of

_SHOWN_EVERY: Final = 10


class ReviewRoom(PageRoom):
    """The review of one finished game; there is none of a game with a single position."""

    def __init__(self, shell: Console, session: Session) -> None:
        super().__init__(shell)
        self._session, self._names = session, session.names
        self._work = BackgroundReview(self.services, session, study_of(session.game))
        if self._work.of < 2:
            raise RulesError(_(NOTHING_TO_REVIEW))
        self._line = self._work.study.line()
        self._ply = 0

    @property
    def prompt(self) -> str:
        return _(captions.REVIEW) + "> "

    def resume(self) -> None:
        """Review the game; there is nothing to talk about without any values."""
        work = self._work
        self._look()
        if work.failure:
            self.say(no_answer_words(work.failure))
        if work.review is None:
            self.back()
            return
        self.show_another_page()
        self.say(
            _(
                "A number shows that move, with three dots the second player's; next and"
                " previous step; play continues from there; back."
            )
        )

    def leave(self) -> None:
        self._work.analyst.stop()

    def _look(self) -> None:
        """Have every position looked at; an interrupt ends it, and what was found stays."""
        self.say(_(REVIEWED_NOW))
        work, shown = self._work, 0
        work.begin()

        def show() -> None:
            nonlocal shown
            if work.done >= shown + _SHOWN_EVERY:
                shown = work.done
                self.say(_("{done} of {of} positions").format(done=shown, of=work.of))

        try:
            self.wait(lambda: not work.running, show)
        except KeyboardInterrupt:
            work.cancel()
            self.say(_(REVIEW_ENDED))

    @property
    def _review(self) -> Review:
        review = self._work.review
        assert review is not None, "a line that was reviewed once has values"
        return review

    def page(self) -> Iterable[Block]:
        review, names = self._review, self._names
        return *review_page(review, names), Space(rules=True), *costly_page(review, names)

    def _find_reasons(self, move: MoveReview) -> None:
        """Have proven why a move was costly, as far as it can be; an interrupt ends that."""
        if not move.cost.proven:
            return
        before = self._line[move.ply - 1].position
        search = ReasonSearch(self._work.analyst, self._work.study.values, before, move.move)
        with suppress(KeyboardInterrupt), closing(search):
            self.wait(lambda: search.is_done)

    def take(self, line: str) -> None:
        """Go to the move of a number, the second player's after dots; nothing goes back."""
        if match := re.fullmatch(r"([0-9]{1,3})(\.*|…)", meant(line), re.ASCII):
            number, second = int(match[1]), len(match[2]) > 1 or match[2] == "…"
            moves = self._review.moves
            plies = [move.ply for move in moves if move_number(move.ply, move.player) == number]
            self._go_to(plies[-second] if plies else 0)
        elif line:
            raise RulesError(
                _("Type the number of a move, or one of: {words}.").format(words=self.words)
            )
        else:
            self.back()

    def _go_to(self, ply: int) -> None:
        """Show the position before a move, what was played, what was better, and why."""
        review, study = self._review, self._work.study
        if not 1 <= ply <= len(review.moves):
            raise RulesError(
                _("The game has moves 1 to {number}.").format(number=number_of(self._line[-1]))
            )
        self._ply, node = ply, self._line[ply]
        self.show_board(self._line[ply - 1].position)
        self._find_reasons(review.moves[ply - 1])
        self.dialogue.show(move_page(node, ply, study.values, self._names, cost=study.cost(node)))

    def play_on(self) -> None:
        """Play on from the position before the move that is shown, the same two."""
        if not self._ply:
            raise RulesError(_("Go to a move first: type its number."))
        setup, start = self._session.setup, self._line[self._ply - 1].position
        again = Setup(setup.seats, start, None, setup.control, setup.think_seconds, setup.next_seed)
        self.shell.replace("table", Session(again))

    commands = (
        Command(N_("next"), "", lambda room: room._go_to(room._ply + 1)),
        Command(N_("previous"), "", lambda room: room._go_to(room._ply - 1)),
        Command(N_("sum"), "", lambda room: room.show_another_page()),
        Command(N_("play"), "", play_on),
        *LEAVING,
    )
