"""The end of a game in lines: who won, what was given away once it is known, and the ways on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battle.language import N_, _
from battle.page.blocks import Block, Paragraph, Role, Row, Score, Title
from battle.page.review import REVIEW_ENDED
from battle.screens.board_view import BoardView, GivenAway
from battle.screens.result import Result
from battle.screens.view import CardView
from battle.terminal.card_view import ScreenRoom
from battle.words import signs_text

REVIEWED_NOW: Final = N_("The game is being reviewed; Ctrl+C stops it.")


class ResultRoom(ScreenRoom):
    """Prints a result, or the sheet over it."""

    screen: Result

    def beat(self) -> None:
        """Wait for the review; an interrupt ends it, and what was found stays."""
        self.screen.beat()
        if not self.screen.awaits:
            return
        self.say(_(REVIEWED_NOW))
        try:
            self.wait(lambda: not self.screen.awaits, self.screen.beat)
        except KeyboardInterrupt:
            self.screen.study.reviewed().cancel()
            self.say(_(REVIEW_ENDED))

    def card(self) -> CardView:
        view = self.screen.view() if self.screen.sheet is None else self.screen.sheet()
        if isinstance(view, CardView):
            return view
        return CardView(view.title, tuple(_told(view)), main=view.main, buttons=view.actions)


def _told(view: BoardView) -> Iterator[Block]:
    """Yield a result in words."""
    yield Paragraph(view.note)
    yield Row(tuple(Score(seat.player, seat.name, seat.score, seat.won) for seat in view.seats))
    for block in view.page:
        if not isinstance(block, GivenAway):
            yield block
            continue
        if block.words:
            yield Title(block.words)
            yield Paragraph(signs_text([sign.cost for sign in block.signs]))
        yield from [
            Paragraph(words, role=Role.TEXT) for words in (block.moment, block.sub) if words
        ]
        yield from [] if block.show is None else [block.show]
