"""The end of a game in lines: its result, and what is known of its pairs.

every position is looked at ──► the result, the review
Analyse                     ──► printed: the sums and the costly moves, or why one was costly
"""

from __future__ import annotations

from contextlib import closing, suppress
from typing import Final

from battle.coach.reasons import ReasonSearch, move_page
from battle.language import _, ngettext
from battle.page.blocks import Space
from battle.page.review import REVIEW_ENDED, costly_page, review_page
from battle.page.text import page_lines
from battle.reviews.background import TableStudy
from battle.screens.result import Result
from battle.terminal.card_view import ScreenRoom
from battle.terminal.room import Room
from battle.words import no_answer_words

_SHOWN_EVERY: Final = 10


def look(room: Room, study: TableStudy) -> None:
    """Wait for the review of a finished game; an interrupt ends it, and what was found stays."""
    work, shown = study.reviewed(), 0
    if work.is_complete:
        return
    if not work.running:
        work.begin()
    room.say(_("The game is being reviewed; Ctrl+C stops it."))

    def show() -> None:
        nonlocal shown
        if work.done >= shown + _SHOWN_EVERY:
            shown = work.done
            room.say(
                ngettext("{done} of {of} position", "{done} of {of} positions", work.of).format(
                    done=shown, of=work.of
                )
            )

    try:
        room.wait(lambda: not work.running, show)
    except KeyboardInterrupt:
        work.cancel()
        room.say(_(REVIEW_ENDED))
    if work.failure:
        room.say(no_answer_words(work.failure))


class ResultRoom(ScreenRoom):
    """Prints a result, and waits for what was given away."""

    screen: Result

    def beat(self) -> None:
        self.screen.beat()
        if self.screen.awaits:
            look(self, self.screen.study)


def show_sums(room: Room, study: TableStudy) -> None:
    """Print the sums of a finished game, and its costly moves."""
    look(room, study)
    if (review := study.reviewed().review) is not None:
        names = study.session.names
        page = *review_page(review, names), Space(rules=True), *costly_page(review, names)
        room.dialogue.say_all(page_lines(page))


def show_reasons(room: Room, study: TableStudy) -> None:
    """Print what is known of the move after the place that is looked at, and why it was costly."""
    work = study.reviewed()
    found = work.study
    line, ply = found.line(), len(found.node.path()) + 1
    if ply >= len(line):
        show_sums(room, study)
        return
    node, cost = line[ply], found.cost(line[ply])
    room.show_board(line[ply - 1].position)
    if cost is not None and cost.cost.proven and node.move is not None:
        search = ReasonSearch(work.analyst, found.values, line[ply - 1].position, node.move)
        with suppress(KeyboardInterrupt), closing(search):
            room.wait(lambda: search.is_done)
    names = study.session.names
    room.dialogue.say_all(page_lines([*move_page(node, ply, found.values, names, cost=cost)]))
