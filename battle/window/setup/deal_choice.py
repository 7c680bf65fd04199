"""The half of the new-game screen that chooses the deal: how, which, for how many games, a picture.

In a fair game it is told what makes it even: the points given, and what perfect play then leads to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from battle.game.even_words import fair_words
from battle.game.fair import MOST_GIVEN
from battle.game.session import NotNowError
from battle.language import _, explain, ngettext
from battle.rules.position import EMPTY_COLUMNS, Position
from battle.window.board.miniature import Miniature
from battle.window.scenes.scene import Services
from battle.window.scenes.widget_scene import Form
from battle.window.setup.options import BY_NUMBER, FAIR, MOST_DUPLICATE, PASTED, RANDOM, GameOptions
from battle.window.ui import clipboard, draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role
from battle.window.ui.widgets import Slider, TextField
from battle.words.numbers import points

_LABELS: Final = 0.36
_ROW: Final = 52
_LEAST_PICTURE: Final = 90
_HEAD_STARTS: Final = range(-MOST_GIVEN, MOST_GIVEN + 1)
_EMPTY_TABLE: Final = Position(EMPTY_COLUMNS)


class DealChoice:
    """Fills `rect` with the rows of a form that choose the deal of a game.

    `changed` is told when the deal is another one, with True if other widgets are needed for it.
    """

    def __init__(
        self,
        app: Services,
        form: Form,
        options: GameOptions,
        rect: pygame.Rect,
        changed: Callable[[bool], None],
    ) -> None:
        self._app, self._form, self._theme = app, form, form.theme
        self._options = options
        self._changed = changed
        self._words = pygame.Rect(0, 0, 0, 0)
        self._entry: TextField | None = None
        self._head_start: Slider[int] | None = None
        self._lay_out(rect)

    # --- layout ---------------------------------------------------------------------------------

    def _lay_out(self, column: pygame.Rect) -> None:
        options, form, px = self._options, self._form, self._theme.px
        self._head = pygame.Rect(column.left, column.top - px(4), column.width, px(24))
        rows = pygame.Rect(column)
        rows.height -= self._head.height
        rows.bottom = column.bottom
        form.lay(rows, max(1, rows.height // px(_ROW)), _LABELS)
        ways = [
            (RANDOM, _("Random")),
            (FAIR, _("Fair")),
            (BY_NUMBER, _("Number")),
            (PASTED, _("Pasted")),
        ]
        form.segments("", ways, options.deal_by, self._set_way, tips={FAIR: fair_words()})
        self._which()
        self._explain()
        if options.deal_by != FAIR:
            self._add_duplicate()
        self._picture(pygame.Rect(column.left, form.bottom, column.width, 0), column.bottom)

    def _add_duplicate(self) -> None:
        lengths = [(0, _("off")), *((n, str(n)) for n in range(1, MOST_DUPLICATE + 1))]
        tips = dict.fromkeys(range(MOST_DUPLICATE + 1), duplicate_words())
        self._form.segments(
            _("Duplicate"), lengths, self._options.deals_twice, self._set_duplicate, tips=tips
        )

    def _which(self) -> None:
        """Add the row that says which deal: drawn, with which head start, by number, or as text."""
        options, form = self._options, self._form
        if options.deal_by == FAIR:
            at, told = options.agreed_head_start, self._set_head_start
            words = self._head_start_words
            self._head_start = form.slider(_("Head start"), _HEAD_STARTS, at, words, told)
            return
        self._words = form.space()
        if options.deal_by == RANDOM:
            self._add_square(self._words, "random", self._another, _("Another deal"))
        elif options.deal_by == BY_NUMBER:
            self._entry = form.field(
                self._words, options.number, self._set_number, limit=10, digits=True
            )
        elif options.deal_by == PASTED:
            self._text_field()

    def _explain(self) -> None:
        """Keep room for the sentences that say what a fair game is."""
        self._said = pygame.Rect(0, 0, 0, 0)
        if self._options.deal_by != FAIR:
            return
        font, self._said = self._theme.font(Role.SMALL), self._form.space()
        lines = len(draw.wrapped(font, fair_words(), self._said.width))
        if lines * font.get_height() > self._said.height:
            self._said.union_ip(self._form.space())

    def _text_field(self) -> None:
        """Add the field for a position or a record, and the button that pastes one."""
        square, hint = self._square(self._words), _("A position or a game record")
        text = _one_line(self._options.pasted)
        self._entry = self._form.field(self._words, text, self._set_pasted, placeholder=hint)
        tip = _("Paste from the clipboard (Ctrl+V)")
        self._form.host.add_button(square, "", self.paste, icon="paste", tip=tip)

    def _add_square(
        self, place: pygame.Rect, icon: str, action: Callable[[], object], tip: str
    ) -> None:
        """Add a button at the right of a place."""
        self._form.host.add_button(self._square(place), "", action, icon=icon, tip=tip)

    def _square(self, place: pygame.Rect) -> pygame.Rect:
        """Return the square at the right of a place, which gives it its room."""
        square = pygame.Rect(0, 0, place.height, place.height)
        square.midright = place.midright
        place.width -= square.width + self._theme.px(10)
        return square

    def _picture(self, room: pygame.Rect, bottom: int) -> None:
        """Put the deal's picture below the rows, and a line below it."""
        px, options = self._theme.px, self._options
        self._below = pygame.Rect(room.left, 0, room.width, px(34))
        self._below.bottom = bottom
        room.top += px(6)
        room.height = self._below.top - px(6) - room.top
        tall = room.height >= px(_LEAST_PICTURE)
        self._miniature = Miniature(self._theme, room) if tall else None
        if options.deal_by != FAIR:
            return
        if options.pars:
            self._add_square(self._below, "random", self._another, _("Another table"))

    # --- what is entered ------------------------------------------------------------------------

    def follow_offer(self) -> None:
        """Show the head start that is agreed on now: who is called otherwise is offered another."""
        if self._head_start is not None:
            self._head_start.at = _HEAD_STARTS.index(self._options.agreed_head_start)

    @property
    def takes_text(self) -> bool:
        """Whether the keyboard is in the field for a position or a record."""
        return (
            self._form.host.typing
            and self._form.host.focused is self._entry
            and self._options.deal_by == PASTED
        )

    def paste(self) -> None:
        """Take the deal from the clipboard."""
        try:
            text = clipboard.text()
        except NotNowError as error:
            self._app.say(explain(error), "refused")
            return
        self._options.deal_by, self._options.pasted = PASTED, text
        self._changed(True)

    def _set_way(self, way: str) -> None:
        self._options.deal_by = way
        self._changed(True)

    def _set_head_start(self, points: int) -> None:
        self._options.head_start = points
        self._changed(False)

    def _set_duplicate(self, deals: int) -> None:
        before = self._options.begins
        self._options.set_duplicate(deals)
        if self._options.begins != before:
            self._changed(True)

    def _set_number(self, text: str) -> None:
        self._options.number = text
        self._changed(False)

    def _set_pasted(self, text: str) -> None:
        self._options.pasted = text
        self._changed(False)

    def _another(self) -> None:
        if self._options.deal_by == FAIR:
            self._options.choose_fair()
        else:
            self._options.shuffle()
        self._changed(False)
        self._app.sound.play("deal")

    # --- words ----------------------------------------------------------------------------------

    def _head_start_words(self, points: int) -> str:
        if points == 0:
            return _("even")
        name = self._options.name(0 if points > 0 else 1)
        return _("{name} +{points}").format(name=name, points=abs(points))

    def words_below(self, position: Position | None) -> str:
        """Return what is said of the deal: what it is worth only in a fair game."""
        if position is None:
            return ""
        if self._options.deal_by != FAIR:
            return _position_words(position)
        begins = self._options.name(1 if self._options.fair_second_begins else 0)
        said = _("{name} moves first").format(name=begins)
        return "  ·  ".join((said, self._given_words(position), self._outcome_words()))

    def _given_words(self, start: Position) -> str:
        """Say who begins with how many points."""
        points = max(start.given)
        if not points:
            return _("No points given")
        second = (start.given[1] > 0) != self._options.fair_second_begins
        words = ngettext("{name} gets {n} point", "{name} gets {n} points", points)
        return words.format(name=self._options.name(1 if second else 0), n=points)

    def _outcome_words(self) -> str:
        """Say what perfect play leads to."""
        points = self._options.agreed_head_start
        if points == 0:
            return _("perfect play is a draw")
        words = ngettext(
            "with perfect play {name} wins by {n} point",
            "with perfect play {name} wins by {n} points",
            abs(points),
        )
        return words.format(name=self._options.name(0 if points > 0 else 1), n=abs(points))

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, position: Position | None) -> None:
        """Paint the heading, the picture of a position if there is one, and what is said of it."""
        theme, options = self._theme, self._options
        draw.text(surface, theme.font(Role.TEXT), _("Deal"), look.INK, self._head)
        if options.deal_by == RANDOM:
            words = _("Deal {number}").format(number=options.drawn)
            draw.text(surface, theme.font(Role.STRONG), words, look.INK, self._words)
        self._paint_explanation(surface)
        if self._miniature is not None:
            self._miniature.draw(surface, position or _EMPTY_TABLE)
        words = self.words_below(position)
        if options.deals_twice:
            words = f"{words}  ·  {_match_words(options.deals_twice)}"
        align: draw.Align = "left" if options.deal_by == FAIR else "centre"
        draw.text_within(surface, theme, Role.SMALL, words, look.MUTED, self._below, align)

    def _paint_explanation(self, surface: pygame.Surface) -> None:
        if self._said.width:
            draw.text_within(surface, self._theme, Role.SMALL, fair_words(), look.MUTED, self._said)


def _match_words(deals: int) -> str:
    """Return how long a duplicate match is."""
    words = ngettext("{n} deal, {games} games", "{n} deals, {games} games", deals)
    return words.format(n=deals, games=2 * deals)


def duplicate_words() -> str:
    """Return what a duplicate match is."""
    return _("Every deal is played twice with seats swapped, and all points are added up")


def _position_words(position: Position) -> str:
    tiles = ngettext("{n} tile", "{n} tiles", position.tiles_left).format(n=position.tiles_left)
    return f"{tiles}  ·  {points(position.points_left)}"


def _one_line(text: str) -> str:
    return " ".join(text.split())[:400]
