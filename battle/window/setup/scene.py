"""The new-game screen: who plays, who begins, which deal, how much time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, ClassVar, Final

import pygame

from battle.friend.words import SEEN_AS
from battle.game.levels import LevelLabel, labels, level_name, level_words
from battle.game.session import NotNowError
from battle.game.setup import MOST_GIVEN
from battle.game.words import (
    FIRST,
    NAME,
    SECOND,
    fair_words,
    match_words,
    pie_page,
    pie_said,
    pie_words,
    players_words,
)
from battle.language import N_, _, explain, ngettext
from battle.page.blocks import Block, Board, Offer, Page
from battle.profile.options import (
    BY_NUMBER,
    DAYS,
    FAIR,
    LEVEL,
    LIVE,
    MOST_DUPLICATE,
    PASTED,
    PIE,
    RANDOM,
    GameOptions,
)
from battle.profile.records import FRIEND, SOLVER
from battle.profile.settings import SETTINGS
from battle.profile.statistics import SuggestionReason, loss_words
from battle.rules.position import EMPTY_COLUMNS, Position, RulesError
from battle.window.board.view import Miniature
from battle.window.pages.flow import Flow
from battle.window.scenes.card_scene import CardScene
from battle.window.scenes.scene import Form, Option, Services
from battle.window.ui import clipboard, draw
from battle.window.ui import theme as look
from battle.window.ui.clipboard import paste_tip
from battle.window.ui.draw import CUT_TEXTS
from battle.window.ui.layout import FILL, across, down
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import TileArts
from battle.window.ui.widgets import Slider, TextField
from battle.words.numbers import gets_words, minutes_words, points, seconds_words, signed
from battle.words.plain import LONGEST_NAME

# --- pie rule ------------------------------------------------------------------------------------
#
# The pie rule on a card: what its page says, the table, and what can be done about it.
#
# +--------------------------------+
# |  the rule                      |
# |  what has happened, or is asked|
# |  the table at the start        |
# |  slider of the points          |   a person names
# +--------------------------------+
# |          [ Name these points ] |   a person names
# |  [ One seat ] [ The other ]    |   a person chooses
# +--------------------------------+

_NAMED: Final = tuple(range(-MOST_GIVEN, MOST_GIVEN + 1))
_PIE_ROW: Final = 56


class PieCard(CardScene):
    """A card on which two agree on points and seats; subclasses know who they are."""

    title = N_("Pie rule")
    tallest: ClassVar[int] = 660
    foot_height: ClassVar[int] = 52

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.flow = Flow()
        self._wish = 0
        self._page: Page = ()

    def page(self) -> Iterable[Block]:
        """Return the page of the pie rule."""
        raise NotImplementedError

    def name_points(self, points: int) -> None:
        """Name the points for moving second."""
        raise NotImplementedError

    def choose_seat(self, *, first: bool) -> None:
        """Take the seat that moves first, or the other one."""
        raise NotImplementedError

    def start_game(self) -> None:
        """Begin the game that was agreed on."""

    def update(self, seconds: float) -> None:
        """Show what has changed."""
        super().update(seconds)
        if tuple(self.page()) != self._page:
            self.restart()

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Put what is said above the table, and what can be done below it."""
        px = self.theme.px
        self._page = page = tuple(self.page())
        offers = [block for block in page if isinstance(block, Offer)]
        (self._start,) = (block.position for block in page if isinstance(block, Board))
        self.flow.place(self.theme, self.body)
        self.flow.fill([block for block in page if not isinstance(block, Offer | Board)])
        _words, room, row = down(self.body, self.flow.height, FILL, px(_PIE_ROW), gap=px(8))
        self._miniature, self._arts = Miniature(self.theme, room), TileArts(self.theme)
        actions: dict[str, Callable[[], None]] = {
            NAME: lambda: self.name_points(self._wish),
            FIRST: partial(self.choose_seat, first=True),
            SECOND: partial(self.choose_seat, first=False),
            "start": self.start_game,
        }
        if NAME in [offer.action for offer in offers]:
            self.form.lay(row, 1, 0.34)
            words = _("For moving second")
            self.begin_at(
                self.form.slider(words, _NAMED, self._wish, signed, partial(setattr, self, "_wish"))
            )
        for offer, place in zip(
            offers, across(self.foot, *[FILL] * len(offers), gap=px(12)), strict=True
        ):
            do = actions[offer.action]
            if offer.primary:
                self.begin_at(self.add_primary(offer.words, do, offer.icon))
            else:
                self.begin_at(self.add_button(place, offer.words, do, icon=offer.icon))
        if not offers:
            self.begin_at(self.back)

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint what is said, and the table."""
        self.flow.paint(surface, self._arts)
        self._miniature.draw(surface, self._start)


# --- scene ---------------------------------------------------------------------------------------

# --- levels --------------------------------------------------------------------------------------
#
# The levels below one another, each with what it promises; one is chosen, one is suggested.

_TALLEST: Final = 44


def add_levels(
    form: Form, rect: pygame.Rect, chosen: str, suggested: str, change: Callable[[str], object]
) -> None:
    """Add the levels to a form, in `rect` or in less of it."""
    rect, font = pygame.Rect(rect), form.theme.font(Role.BUTTON)
    rect.height = min(rect.height, len(labels()) * form.theme.px(_TALLEST))
    names = max(font.size(level_name(label.name))[0] for label in labels())
    options = [
        (label.name, partial(_Level, label=label, names=names, marked=label.name == suggested))
        for label in labels()
    ]
    form.column(rect, options, chosen, change)


class _Level(Option):
    """A level: its name, of all names the longest `names` pixels wide, then what it promises."""

    def __init__(self, rect: pygame.Rect, *, label: LevelLabel, names: int, marked: bool) -> None:
        super().__init__(rect, "", lambda: None, look_as="segment")
        self.text = level_name(label.name)
        self._label, self._names, self._marked = label, names, marked

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        px, rect, words = theme.px, self.rect, self.text
        self.text = ""
        super().paint(surface, theme, focused=focused)
        self.text = words
        name = pygame.Rect(rect.left + px(34), rect.top, self._names, rect.height)
        ink = self._shade(self.style.ink)
        draw.text(surface, theme.font(Role.BUTTON), words, ink, name)
        if self.selected:
            place = rect.left + px(9), rect.centery
            draw.sign(surface, "check", px(18), look.GOLD, midleft=place)
        room = pygame.Rect(name.right + px(18), rect.top, 0, rect.height)
        room.width = rect.right - px(10) - room.left
        if self._marked:
            room.width = self._paint_mark(surface, theme, room).left - px(10) - room.left
        words = level_words(self._label)
        draw.text_within(surface, theme, Role.SMALL, words, look.MUTED, room)

    def _paint_mark(self, surface: pygame.Surface, theme: Theme, room: pygame.Rect) -> pygame.Rect:
        """Mark what is suggested at the right of a room: for want of it without the word."""
        px, font, words = theme.px, theme.font(Role.SMALL), _("suggested")
        width = font.size(words)[0] + px(18)
        has_words = font.size(level_words(self._label))[0] <= room.width - px(10) - width
        pill = pygame.Rect(0, 0, width if has_words else px(26), min(px(24), room.height - px(4)))
        pill.midright = room.midright
        clear = look.translucent(look.GOLD, 30)
        draw.box(surface, pill, clear, radius=pill.height // 2, border=look.GOLD, width=px(1))
        if has_words:
            draw.text(surface, font, words, look.GOLD, pill, "centre")
        else:
            draw.sign(surface, "hint", pill.height - px(6), look.GOLD, center=pill.center)
            CUT_TEXTS.note(surface, pill, words, "")
        return pill


# --- deal choice ---------------------------------------------------------------------------------
#
# The half of the screen that chooses the deal: how, which, for how many games, with a picture.
#
# In a fair game it says what makes it even: the points given, and what perfect play leads to.

_DEAL_LABELS: Final = 0.36
_ROW: Final = 52
_LEAST_PICTURE: Final = 90
_HEAD_STARTS: Final = range(-MOST_GIVEN, MOST_GIVEN + 1)
_EMPTY_TABLE: Final = Position(EMPTY_COLUMNS)


class DealChoice:
    """Fills `rect` with the rows of a form that choose the deal of a game.

    `changed` is called when the deal is another one, with True if other widgets are needed for it.
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
        head, rows = down(column, px(24), FILL)
        self._head = head.move(0, -px(4))
        form.lay(rows, max(1, rows.height // px(_ROW)), _DEAL_LABELS)
        ways = [
            (RANDOM, _("Random")),
            (FAIR, _("Fair")),
            (BY_NUMBER, _("Number")),
            (PASTED, _("Pasted")),
        ]
        form.segments("", ways, options.deal_by, self._set_way, tips={FAIR: fair_words()})
        self._which()
        self._said = pygame.Rect(0, 0, 0, 0)
        if options.deal_by == FAIR:
            self._explain()
        else:
            lengths = [(0, _("off")), *((n, str(n)) for n in range(1, MOST_DUPLICATE + 1))]
            tips = dict.fromkeys(range(MOST_DUPLICATE + 1), duplicate_words())
            change = self._set_duplicate
            form.segments(_("Duplicate"), lengths, options.deals_twice, change, tips=tips)
        parts = (form.bottom - column.top, FILL, px(34))
        _rows, picture, self._below = down(column, *parts, gap=px(6))
        tall = picture.height >= px(_LEAST_PICTURE)
        self._miniature = Miniature(self._theme, picture) if tall else None
        if options.deal_by == FAIR and options.pars:
            self._below = self._with_button(self._below, "random", _("Another table"))

    def _which(self) -> None:
        """Add the row that says which deal: drawn, with which head start, by number, or as text."""
        options, form = self._options, self._form
        if options.deal_by == FAIR:
            at, words = options.agreed_head_start, self._head_start_words
            change = self._sets("head_start")
            self._head_start = form.slider(_("Head start"), _HEAD_STARTS, at, words, change)
            return
        self._words = form.space()
        if options.deal_by == RANDOM:
            self._words = self._with_button(self._words, "random", _("Another deal"))
        elif options.deal_by == BY_NUMBER:
            change = self._sets("number")
            self._entry = form.field(self._words, options.number, change, limit=10, digits=True)
        elif options.deal_by == PASTED:
            text, hint = " ".join(options.pasted.split())[:400], _("A position or a game record")
            place = self._with_button(self._words, "paste", paste_tip())
            self._entry = form.field(place, text, self._sets("pasted"), placeholder=hint)

    def _explain(self) -> None:
        """Keep room for the sentences that say what a fair game is."""
        font, self._said = self._theme.font(Role.SMALL), self._form.space()
        lines = len(draw.wrapped(font, fair_words(), self._said.width))
        if lines * font.get_height() > self._said.height:
            self._said.union_ip(self._form.space())

    def _with_button(self, place: pygame.Rect, icon: str, tip: str) -> pygame.Rect:
        """Add a button at the right of a place; return the room that is left."""
        room, square = across(place, FILL, place.height, gap=self._theme.px(10))
        action = self.paste if icon == "paste" else self._another
        self._form.host.add_button(square, "", action, icon=icon, tip=tip)
        return room

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

    def _sets(self, name: str) -> Callable[[Any], None]:
        """Return what takes in another value of an option of the same way to the deal."""

        def change(value: Any) -> None:
            setattr(self._options, name, value)
            self._changed(False)

        return change

    def _set_duplicate(self, deals: int) -> None:
        before = self._options.begins
        self._options.set_duplicate(deals)
        if self._options.begins != before:
            self._changed(True)

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
        return gets_words(self._options.name(1 if second else 0), points)

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
        if self._said.width:
            draw.text_within(surface, theme, Role.SMALL, fair_words(), look.MUTED, self._said)
        if self._miniature is not None:
            self._miniature.draw(surface, position or _EMPTY_TABLE)
        words = self.words_below(position)
        if options.deals_twice:
            words = f"{words}  ·  {_match_words(options.deals_twice)}"
        align: draw.Align = "left" if options.deal_by == FAIR else "centre"
        draw.text_within(surface, theme, Role.SMALL, words, look.MUTED, self._below, align)


def _match_words(deals: int) -> str:
    """Return how long a duplicate match is."""
    words = ngettext("{n} deal, {games} games", "{n} deals, {games} games", deals)
    return words.format(n=deals, games=2 * deals)


def duplicate_words() -> str:
    """Return what a duplicate match is."""
    return _("Every deal is played twice with seats swapped, and the points are added up")


def _position_words(position: Position) -> str:
    tiles = ngettext("{n} tile", "{n} tiles", position.tiles_left).format(n=position.tiles_left)
    return f"{tiles}  ·  {points(position.points_left)}"


# --- scene ---------------------------------------------------------------------------------------

_CONTROLS: Final = (
    (0, 0),
    (1, 0),
    (2, 1),
    (3, 0),
    (3, 2),
    (5, 0),
    (5, 3),
    (10, 0),
    (10, 5),
    (15, 10),
    (20, 0),
    (30, 0),
    (30, 20),
    (60, 0),
    (90, 30),
)
"""Minutes and seconds more a move together, where there is room for one row only."""
_ROWS: Final = {FRIEND: 8, LEVEL: 8, SOLVER: 7}
"""How many rows there are on the left at most, with room for the levels below theirs."""
_LEFT: Final = 0.51
"""The share of the width for who plays."""
_LABELS: Final = 0.3


class NewGameScene(CardScene):
    """Sets up a game; `options` holds what has been entered."""

    title = N_("New game")
    foot_height = 52
    tallest = 660

    def __init__(self, app: Services, options: GameOptions) -> None:
        super().__init__(app)
        self.options = options
        self._replaced = ""
        self.position: Position | None = None
        self.problem = ""

    def enter(self) -> None:
        """Begin with what is known of the person and of deals."""
        self._learn()

    def resume(self) -> None:
        """Come back from another screen, where the record may have changed."""
        super().resume()
        self._learn()

    def _learn(self) -> None:
        self.options.learn(self.app.records.games(), self.app.pars.all())
        self._check()

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Put who plays on the left, the deal with its picture on the right, the start below."""
        px = self.theme.px
        self._replaced = self._replaced_words()
        left, right = across(self.body, round(self.body.width * _LEFT), FILL, gap=px(34))
        self.form.lay(left, _ROWS[self.options.opponent], _LABELS)
        self._players()
        self._time()
        if self.options.opponent == FRIEND:
            self.ask("no_help", self.options.no_help, self._sets("no_help", rebuilds=True))
        self.deal_choice = DealChoice(self.app, self.form, self.options, right, self._deal_changed)
        self._start_button()

    def _players(self) -> None:
        options, form, px = self.options, self.form, self.theme.px
        self.begin_at(self.ask("opponent", options.opponent, self._set_opponent))
        if options.opponent == FRIEND:
            self.ask("elsewhere", options.elsewhere, self._set_elsewhere)
        count = 2 if options.opponent == FRIEND and not options.is_far else 1
        place = form.space(_("Names") if count == 2 else _("Your name"))
        hint = _(SEEN_AS) if options.is_far else ""
        for number, rect in enumerate(across(place, *[FILL] * count, gap=px(10))):
            form.field(
                rect,
                options.names[number],
                partial(self._set_name, number),
                placeholder=hint or options.placeholder(number),
                limit=LONGEST_NAME,
            )
        self._begins = form.segments(
            _("Begins"),
            self._beginners(),
            options.beginning,
            self._set_begins,
            tips={PIE: pie_words()},
        )

    def _beginners(self) -> list[tuple[str, str]]:
        ways = [("random", _("By lot"))]
        if self.options.deal_by != FAIR:
            ways.append((PIE, _("Pie rule")))
        first, second = (self.options.name(number) for number in (0, 1))
        if self.options.is_far:
            first = _("You")
        return [("first", first), ("second", second), *ways]

    def _time(self) -> None:
        """Add what belongs to the opponent: the levels, the solver's time, or a clock."""
        options, form = self.options, self.form
        if options.opponent == LEVEL:
            controls = tuple(sorted({*_CONTROLS, options.control}))
            form.slider(_("Clock"), controls, options.control, _control_words, self._set_control)
            filled = form.bottom - form.rect.top + self.theme.px(6)
            rest, suggested = down(form.rect, filled, FILL)[1], options.suggestion.level
            add_levels(form, rest, options.chosen_level, suggested, self._set_level)
            return
        if options.opponent == SOLVER:
            setting, chosen = SETTINGS["think_seconds"], options.think_seconds
            stops = setting.stops_with(chosen)
            form.slider(_(setting.label), stops, chosen, setting.words, self._sets("think_seconds"))
        if not options.is_far:
            self._clock(_("Clock"))
            return
        self.ask("timing", options.timing, self._set_timing)
        if options.timing == LIVE:
            self._clock(_("Time for each"), without_none=True)
        elif options.timing == DAYS:
            self.ask("days_a_move", options.days_a_move, self._sets("days_a_move"))

    def _clock(self, label: str, *, without_none: bool = False) -> None:
        """Add the time of a clock that runs at the table."""
        options = self.options
        stops = SETTINGS["clock_minutes"].stops_with(options.clock_minutes)[without_none:]
        change = self._sets("clock_minutes", rebuilds=True)
        self.form.slider(label, stops, options.clock_minutes, minutes_words, change)
        if options.clock_minutes:
            self.ask("clock_increment", options.clock_increment, self._sets("clock_increment"))

    def _start_button(self) -> None:
        words, icon = _("Start the game"), "play"
        if self.options.is_far:
            words, icon = _("Invite"), "people"
        self._start = self.add_primary(words, self.confirm, icon)
        self._show_whether_ready()

    # --- what is entered ------------------------------------------------------------------------

    def _set_opponent(self, opponent: str) -> None:
        self.options.set_opponent(opponent)
        self._check()
        self.refresh()

    def _set_elsewhere(self, elsewhere: bool) -> None:
        self.options.set_elsewhere(elsewhere)
        if elsewhere:
            self.app.friends.prepare()
        self._check()
        self.refresh()

    def _set_timing(self, timing: str) -> None:
        self.options.set_timing(timing)
        self.refresh()

    def _sets(self, name: str, *, rebuilds: bool = False) -> Callable[[Any], None]:
        """Return what takes in another value of an option, on which other widgets may depend."""

        def change(value: Any) -> None:
            setattr(self.options, name, value)
            if rebuilds:
                self.refresh()

        return change

    def _set_name(self, number: int, text: str) -> None:
        names = list(self.options.names)
        names[number] = text
        self.options.names = (names[0], names[1])
        self._check()
        self._show_beginner(number)
        self.deal_choice.follow_offer()

    def _show_beginner(self, number: int) -> None:
        """Call one of the two by name, the program by its level, where it is asked who begins."""
        self._begins.rename(self.theme, number, self._beginners()[number][1])

    def _set_begins(self, begins: str) -> None:
        before = self.options.duplicate, self.options.by_pie_rule
        self.options.set_begins(begins)
        self._check()
        if self.options.deal_by == FAIR or before != (
            self.options.duplicate,
            self.options.by_pie_rule,
        ):
            self.refresh()

    def _set_level(self, level: str) -> None:
        self.options.set_level(level)
        self._show_beginner(1)
        if self.options.deal_by == FAIR:
            self._check()
            self.refresh()

    def _deal_changed(self, rebuild: bool) -> None:
        """Take in another way to the deal, which asks for other widgets, or another deal."""
        self._check()
        if rebuild:
            self.refresh()
        else:
            self._show_whether_ready()

    def _set_control(self, control: tuple[float, float]) -> None:
        self.options.clock_minutes, self.options.clock_increment = control

    def _check(self) -> None:
        """Find out which position the game would start from, or what is wrong."""
        try:
            self.position, self.problem = self.options.start(), ""
        except RulesError as error:
            self.position, self.problem = None, explain(error)

    def _show_whether_ready(self) -> None:
        self._start.enabled = self.position is not None

    def _replaced_words(self) -> str:
        unfinished = None if self.options.is_far else self.app.autosave.load()[0]
        if unfinished is None:
            return ""
        words = _("The first move sets the unfinished game aside: {game}")
        parts = filter(None, (players_words(unfinished), match_words(unfinished)))
        return words.format(game=", ".join(parts))

    def _suggestion_words(self) -> str:
        """Say why another level than the last one is suggested."""
        found = self.options.suggestion
        if (
            self.options.opponent != LEVEL
            or not found.moves_on
            or found.why is SuggestionReason.NEW
        ):
            return ""
        if found.why is SuggestionReason.POINTS:
            return " ".join((level_name(found.level) + ":", loss_words(found.loss)))
        if found.why is SuggestionReason.WON:
            words = ngettext(
                "You won {n} game in a row against {before}: {level} is next.",
                "You won {n} games in a row against {before}: {level} is next.",
                found.games,
            )
        else:
            words = ngettext(
                "You lost {n} game against {before}: {level} suits you better.",
                "You lost {n} games in a row against {before}: {level} suits you better.",
                found.games,
            )
        before, level = level_name(found.before), level_name(found.level)
        words = words.format(n=found.games, before=before, level=level)
        return " ".join(filter(None, (words, loss_words(found.loss))))

    def _turn_words(self) -> str:
        """Say why it is the other one who begins."""
        options = self.options
        if options.beginning != options.next_beginner:
            return ""
        names = [options.name(0), options.name(1)]
        if options.beginning == "first":
            names.reverse()
        before, now = names
        return _("{before} began the last game, so {name} begins.").format(before=before, name=now)

    # --- events ---------------------------------------------------------------------------------

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Take a position or record pasted anywhere but into a name."""
        pastes = event.key == pygame.K_v and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if pastes and (not self.typing or self.deal_choice.takes_text):
            self.deal_choice.paste()
            return True
        return super().handle_key(event)

    def confirm(self) -> None:
        """Start the game, and remember what was chosen."""
        self._check()
        if self.position is None:
            self.app.say(self.problem, "refused")
            self.app.sound.play("refuse")
            return
        self.app.change(**self.options.to_remember())
        self.app.sound.play("deal")
        if self.options.is_far:
            self.app.go("invite", self.options)
        elif self.options.by_pie_rule:
            self.app.go("pie", self.options)
        else:
            self.app.go("table", self.options.session(self.app.now))

    # --- painting -------------------------------------------------------------------------------

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint the deal and what is said about it."""
        self.deal_choice.paint(surface, self.position)
        self._paint_note(surface)

    @property
    def note(self) -> str:
        """What is said beside the start button, in two lines at most."""
        rule = pie_words() if self.options.by_pie_rule else ""
        match, why = duplicate_words() if self.options.deals_twice else "", self._suggestion_words()
        is_offered = self.options.deal_by == FAIR and self.options.head_start is None
        offer = self.options.offer_words if is_offered else ""
        said = (rule, self._replaced, offer, match, why, self._turn_words())
        return "\n".join([words for words in said if words][:2])

    def _paint_note(self, surface: pygame.Surface) -> None:
        """Say beside the start button what is wrong, or what is replaced."""
        words, ink, icon = self.note, look.MUTED, "info"
        if self.problem:
            words, ink, icon = self.problem, look.REFUSED, "warning"
        if words:
            self.paint_note(surface, words, ink, icon, self._start)


def _control_words(control: tuple[float, float]) -> str:
    """Return a clock in words: `10 min + 5 s`."""
    minutes, increment = control
    if not minutes or not increment:
        return minutes_words(minutes)
    return f"{minutes_words(minutes)} + {seconds_words(increment)}"


# --- pie scene -----------------------------------------------------------------------------------
#
# The pie rule on screen: one names points, the other chooses the seat, and the game begins.
#
# a person names      slider, button          the program names     it thinks for a moment
# a person chooses    two buttons             the program chooses   it thinks for a moment
# all is agreed       what came of it, and the button that begins


class PieScene(PieCard):
    """Agrees on seats and points for the game that `options` set up."""

    def __init__(self, app: Services, options: GameOptions) -> None:
        super().__init__(app)
        self.options = options
        self.talks = options.negotiation(app.scheduler, app.pars)

    def enter(self) -> None:
        self.talks.begin()

    def resume(self) -> None:
        super().resume()
        self.talks.begin()

    def leave(self) -> None:
        self.talks.rest()

    def page(self) -> Iterator[Block]:
        talks, names = self.talks, (self.options.name(0), self.options.name(1))
        said = pie_said(talks.pie, names, talks.first)
        if talks.thinks:
            said = _("{name} thinks …").format(name=names[talks.pie.turn])
        yield from pie_page(talks.pie, said, asks=talks.asks)
        if talks.agreed is not None:
            yield Offer(_("Start the game"), "play", "start", primary=True)

    def name_points(self, points: int) -> None:
        self.talks.name(points)

    def choose_seat(self, *, first: bool) -> None:
        self.talks.choose(first=first)
        self.app.sound.play("deal")

    def start_game(self) -> None:
        self.app.go("table", self.options.session(self.app.now, self.talks.agreed))

    def update(self, seconds: float) -> None:
        """Let the program name or choose."""
        before = self.talks.agreed
        self.talks.update()
        if self.talks.agreed is not before:
            self.app.sound.play("deal")
        super().update(seconds)
