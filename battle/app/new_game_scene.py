"""The new-game screen: who plays, who begins, which deal, how much time."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame
from pygame_gui.elements import UITextEntryLine

from battle.app import draw, screens
from battle.app import theme as look
from battle.app.game_words import players_words
from battle.app.miniature import Miniature
from battle.app.page import Page
from battle.app.plan import BY_NUMBER, PASTED, RANDOM, Plan
from battle.app.settings_scene import THINK_SECONDS, seconds_words
from battle.app.theme import Role
from battle.play.autosave import Autosave
from battle.play.language import _, decimal, explain, ngettext
from battle.play.settings import LONGEST_NAME
from battle.rules.cells import COLUMNS
from battle.rules.errors import RulesError
from battle.rules.position import EMPTY_COLUMN, Position

MINUTES: Final = (0, 1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90)
INCREMENTS: Final = (0, 1, 2, 3, 5, 10, 15, 20, 30, 60)
_ROWS: Final = 7
_EMPTY_TABLE: Final = Position((EMPTY_COLUMN,) * COLUMNS)


class NewGameScene(Page):
    """Sets up a game; `plan` holds what has been entered."""

    foot_height = 52
    tallest = 660

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.note = ""
        self._position: Position | None = None
        self.problem = ""
        self._check()

    @property
    def heading(self) -> str:
        """What stands at the top."""
        return _("New game")

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Put the form on the left, the deal's picture on the right, the start below."""
        px = self.theme.px
        self.note = self._replaced_words()
        left = self.body.copy()
        picture = self.body.copy()
        wide = self.body.width - px(34) >= px(440) + px(250)
        if wide:
            left.width = max(px(440), round(self.body.width * 0.56))
            picture.width = self.body.width - left.width - px(34)
            picture.right = self.body.right
        picture.height -= px(44)
        self._miniature = Miniature(self.theme, picture) if wide else None
        self.form.lay(left, _ROWS, 0.3)
        self._players()
        self._deal()
        self._time()
        self._start_button()

    def _players(self) -> None:
        plan, form, px = self.plan, self.form, self.theme.px
        opponents = [("friend", _("A friend")), ("solver", _("The solver"))]
        self.begin_at(form.segments(_("Against"), opponents, plan.opponent, self._set_opponent))
        place = form.space(_("Names") if plan.opponent == "friend" else _("Your name"))
        gap = px(10)
        count = 2 if plan.opponent == "friend" else 1
        width = (place.width - (count - 1) * gap) // count
        for number in range(count):
            rect = pygame.Rect(place.left + number * (width + gap), place.top, width, place.height)
            form.field(
                rect,
                plan.names[number],
                partial(self._set_name, number),
                placeholder=plan.placeholder(number),
                limit=LONGEST_NAME,
            )
        self._begins_button = form.segments(
            _("Begins"), self._beginners(), plan.begins, self._set_begins
        )

    def _beginners(self) -> list[tuple[str, str]]:
        font = self.theme.font(Role.TEXT)
        room = round(self.form.rect.width * 0.7 / 3) - self.theme.px(20)
        names = [draw.fitted(font, self.plan.name(number), room) for number in (0, 1)]
        return [("first", names[0]), ("second", names[1]), ("random", _("Drawn"))]

    def _deal(self) -> None:
        plan, form, px = self.plan, self.form, self.theme.px
        ways = [(RANDOM, _("Random")), (BY_NUMBER, _("Number")), (PASTED, _("Pasted"))]
        form.segments(_("Deal"), ways, plan.deal_by, self._set_deal_by)
        place = form.space()
        place.left += round(form.rect.width * 0.3)
        place.width = form.rect.right - place.left
        square = pygame.Rect(0, 0, place.height, place.height)
        square.midright = place.midright
        field = pygame.Rect(place)
        field.width -= square.width + px(10)
        self._deal_words = field
        if plan.deal_by == RANDOM:
            self.add_button(square, "", self._shuffle, icon="random", tip=_("Another deal"))
        elif plan.deal_by == BY_NUMBER:
            entry = form.field(place, plan.number, self._set_number, limit=10)
            entry.set_allowed_characters("numbers")
        else:
            hint = _("A position or a game record")
            form.field(field, _one_line(plan.pasted), self._set_pasted, placeholder=hint)
            tip = _("Paste from the clipboard (Ctrl+V)")
            self.add_button(square, "", self._paste, icon="paste", tip=tip)

    def _time(self) -> None:
        plan, form = self.plan, self.form
        if plan.opponent == "solver":
            stops = tuple(sorted({*THINK_SECONDS, plan.think_seconds}))
            form.slider(
                _("Time for a move"), stops, plan.think_seconds, seconds_words, self._set_think
            )
            return
        minutes = tuple(sorted({*MINUTES, plan.clock_minutes}))
        form.slider(_("Clock"), minutes, plan.clock_minutes, _minutes_words, self._set_minutes)
        if plan.clock_minutes:
            increments = tuple(sorted({*INCREMENTS, plan.clock_increment}))
            form.slider(
                _("More a move"),
                increments,
                plan.clock_increment,
                seconds_words,
                self._set_increment,
            )

    def _start_button(self) -> None:
        px = self.theme.px
        rect = pygame.Rect(0, 0, px(230), px(50))
        rect.midright = self.foot.midright
        self._start = self.add_button(
            rect, _("Start the game"), self.confirm, look_as="action_primary", icon="play"
        )
        self._show_whether_ready()

    # --- what is entered ------------------------------------------------------------------------

    def _set_opponent(self, opponent: str) -> None:
        self.plan.opponent = opponent
        self.refresh()

    def _set_name(self, number: int, text: str) -> None:
        names = list(self.plan.names)
        names[number] = text
        self.plan.names = (names[0], names[1])
        for group in self.form.groups:
            if self._begins_button in group.buttons:
                words = self._beginners()[number][1]
                group.buttons[number].set_text(words)

    def _set_begins(self, begins: str) -> None:
        self.plan.begins = begins

    def _set_deal_by(self, way: str) -> None:
        self.plan.deal_by = way
        self._check()
        self.refresh()

    def _shuffle(self) -> None:
        self.plan.shuffle()
        self._check()
        self.app.sound.play("deal")

    def _set_number(self, text: str) -> None:
        self.plan.number = text
        self._check()
        self._show_whether_ready()

    def _set_pasted(self, text: str) -> None:
        self.plan.pasted = text
        self._check()
        self._show_whether_ready()

    def _paste(self) -> None:
        text = pygame.scrap.get_text().strip("\0")
        if not text.strip():
            self.app.say(_("The clipboard is empty."), "refused")
            return
        self.plan.deal_by, self.plan.pasted = PASTED, text
        self._check()
        self.refresh()

    def _set_think(self, seconds: float) -> None:
        self.plan.think_seconds = seconds

    def _set_minutes(self, minutes: float) -> None:
        self.plan.clock_minutes = minutes
        self.refresh()

    def _set_increment(self, seconds: float) -> None:
        self.plan.clock_increment = seconds

    def _check(self) -> None:
        """Find out which position the game would start from, or what is wrong."""
        try:
            self._position, self.problem = self.plan.start(), ""
        except RulesError as error:
            self._position, self.problem = None, explain(error)

    def _show_whether_ready(self) -> None:
        if self._position is None:
            self._start.disable()
        elif not self._start.is_enabled:
            self._start.enable()

    def _replaced_words(self) -> str:
        unfinished = Autosave(self.app.places).load()[0]
        if unfinished is None:
            return ""
        words = _("The first move puts the unfinished game aside: {game}")
        return words.format(game=players_words(unfinished))

    # --- events ---------------------------------------------------------------------------------

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Take a position or record pasted anywhere but into a name."""
        pastes = event.key == pygame.K_v and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if pastes and (not self.typing or (self.plan.deal_by == PASTED and self._in_deal_field)):
            self._paste()
            return True
        return super().handle_key(event)

    @property
    def _in_deal_field(self) -> bool:
        focused = self.focused
        return isinstance(focused, UITextEntryLine) and focused.rect.top >= self._deal_words.top

    def confirm(self) -> None:
        """Start the game, and remember what was chosen."""
        self.form.commit()
        self._check()
        if self._position is None:
            self.app.say(self.problem, "refused")
            self.app.sound.play("refuse")
            return
        self.app.change(**self.plan.to_remember())
        self.app.sound.play("deal")
        screens.play(self.app, self.plan.session(self.app.now))

    # --- painting -------------------------------------------------------------------------------

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint the deal and what is said about it."""
        px, theme = self.theme.px, self.theme
        if self.plan.deal_by == RANDOM:
            words = _("Deal {number}").format(number=self.plan.drawn)
            draw.text(surface, theme.font(Role.STRONG), words, look.INK, self._deal_words)
        if self._miniature is not None:
            self._miniature.draw(surface, self._position or _EMPTY_TABLE)
        if self._miniature is not None and self._position is not None:
            line = pygame.Rect(0, 0, self._miniature.rect.width, px(24))
            line.midtop = (self._miniature.rect.centerx, self._miniature.rect.bottom + px(12))
            words = _position_words(self._position)
            draw.text(surface, theme.font(Role.SMALL), words, look.MUTED, line, "centre")
        self._paint_note(surface)

    def _paint_note(self, surface: pygame.Surface) -> None:
        """Say beside the start button in a line or two what is wrong, or what is replaced."""
        px = self.theme.px
        words, ink = self.note, look.MUTED
        if self.problem:
            words, ink = self.problem, look.REFUSED
        if not words:
            return
        icon = draw.icon("warning" if self.problem else "info", px(22), ink)
        note = pygame.Rect(self.foot)
        surface.blit(icon, icon.get_rect(midleft=note.midleft))
        note.left += px(34)
        note.width = self._start.rect.left - note.left - px(20)
        font = self.theme.font(Role.SMALL)
        lines = draw.wrapped(font, words, note.width)[:2]
        line = pygame.Rect(note.left, 0, note.width, font.get_linesize())
        line.top = note.centery - len(lines) * line.height // 2
        for text in lines:
            draw.text(surface, font, text, ink, line)
            line.top += line.height


def _minutes_words(minutes: float) -> str:
    return _("off") if not minutes else _("{n} min").format(n=decimal(minutes))


def _position_words(position: Position) -> str:
    tiles = ngettext("{n} tile", "{n} tiles", position.tiles_left).format(n=position.tiles_left)
    points = position.points_left
    worth = ngettext("{n} point", "{n} points", points).format(n=points)
    return f"{tiles}  ·  {worth}"


def _one_line(text: str) -> str:
    return " ".join(text.split())[:400]
