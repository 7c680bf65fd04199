"""What cards show besides words and forms: people, a game at a glance, a month, a week, a picture.

`PARTS` has each block of `battle.screens` that is one: how high it is at most, and what lays it
out. `ask_people` is the list from which somebody to play is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from io import BytesIO
from itertools import count, product
from pathlib import Path
from typing import Any, Final, TypeAlias

import pygame
import segno
from pygame import Color, Rect

from battle.analysis.costs import Mark
from battle.coach.answer import Look, Shown
from battle.language import _
from battle.page.blocks import Block, Ink, Paragraph, Score, Signs
from battle.page.blocks import Role as WordsRole
from battle.profile.records import WINS_TO_RISE
from battle.profile.settings import Settings
from battle.rules.position import Cell
from battle.screens import captions
from battle.screens.share import SIDE, Box, Piece, Poster, Words
from battle.screens.view import (
    Act,
    Calendar,
    CalendarDay,
    Choice,
    Copyable,
    DayScore,
    Duel,
    Glance,
    Ladder,
    Portrait,
    Scan,
    Square,
    Week,
    act,
)
from battle.storage import cannot_write, write_atomically
from battle.window.board_view import Miniature
from battle.window.cards import CardScene, Form, Group, Option
from battle.window.pages import height_of
from battle.window.scene import Services
from battle.window.ui import clipboard, draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, centred, down, inset
from battle.window.ui.theme import Looks, Role, Theme
from battle.window.ui.tile_art import kept_art
from battle.window.ui.widgets import Button, Point, Widget
from battle.words import marks_of, sign_legend

Do: TypeAlias = Callable[[Act], object]

_BOARD, _OF_GLANCE = 1.03, 0.6
"""How wide the board of a glance is, by its height, and at most of the whole."""
_SIDE: Final = 104
"""How wide the place of one who sits at a board is."""
_BELOW: Final = 112
"""How high it is below one."""
_ROOMY: Final = 340
"""How wide a day's result is at least where the faces beside its number are large."""
_MARKS: Final = (*Mark,)


def glance_height(width: int) -> int:
    """Return how high the board of a glance can be."""
    return round(width * _OF_GLANCE / _BOARD)


def _put_glance(scene: CardScene, block: Glance, _do: Do, rect: Rect) -> None:
    """Put the board at the left, and whom the game is with beside it."""
    px, board = scene.theme.px, block.board
    wide = round(min(rect.height, glance_height(rect.width)) * _BOARD)
    picture, words = across(rect, wide, FILL, gap=px(18))
    table = Miniature(scene.theme, picture)
    looks: dict[Cell, Look] = {cell: "played" for pair in board.shown for cell in pair.move}
    place = board.position
    shown = Shown(place.to_move, "", place, looks, is_dimmed=True) if looks else None
    scene.under.append(partial(table.draw, position=place, shown=shown))
    told = max(
        px(36), height_of(Paragraph(block.words, role=WordsRole.TEXT), scene.theme, words.width)
    )
    parts = px(24), px(56), told
    over, name, below = down(centred(words, words.width, sum(parts)), *parts)
    scene.write(block.over, over, Role.TEXT)
    if block.face:
        picture, name = across(name, px(58), FILL)
        paint = partial(draw.face, name=block.face, size=px(50), midleft=picture.midleft)
        scene.under.append(paint)
    scene.write(block.name, name, Role.HEADING, look.INK)
    scene.write(block.words, below, Role.TEXT, look.INK)


def _put_duel(scene: CardScene, block: Duel, _do: Do, rect: Rect) -> None:
    """Put who sits there at both sides of a board, or below it where that leaves it more room."""
    px, room = scene.theme.px, inset(rect, scene.theme.px(10))
    ground = partial(draw.box, fill=look.PANEL, radius=px(16), border=look.LINE)
    scene.under.append(partial(ground, rect=rect))
    first, middle, second = across(room, px(_SIDE), FILL, px(_SIDE), gap=px(6))
    above, below = down(room, FILL, px(_BELOW), gap=px(10))
    if min(above.size) > min(middle.size):
        middle, (first, second) = above, across(below, FILL, FILL)
    table = Miniature(scene.theme, middle)
    scene.under.append(partial(table.draw, position=block.board.position))
    for score, place in zip(block.scores, (first, second), strict=True):
        _put_player(scene, score, centred(place, px(_SIDE), min(place.height, px(150))))


def _put_player(scene: CardScene, score: Score, rect: Rect) -> None:
    px = scene.theme.px
    picture, name, number = down(rect, FILL, px(26), px(36))
    size = min(px(66), picture.height)
    paint = partial(draw.face, name=score.face, size=size, center=picture.center)
    scene.under.append(paint)
    badge = Rect(0, 0, px(20), px(20))
    badge.center = picture.centerx + size // 2 - px(4), picture.centery + size // 2 - px(4)
    scene.under.append(partial(draw.player_sign, player=score.player, rect=badge))
    scene.write(score.name, name, Role.STRONG, look.INK, align="centre")
    scene.write(str(score.points), number, Role.TITLE, look.INK, align="centre")


def _put_portrait(scene: CardScene, block: Portrait, _do: Do, rect: Rect) -> None:
    """Put the face at the left, name and note beside it."""
    px = scene.theme.px
    picture, words = across(rect, px(56), FILL, gap=px(8))
    paint = partial(draw.face, name=block.face, size=px(52), midleft=picture.midleft)
    scene.under.append(paint)
    name, note = down(centred(words, words.width, px(46)), px(26), FILL)
    scene.write(block.name, name, Role.HEADING, look.INK)
    scene.write(block.note, note)


def _put_day_score(scene: CardScene, block: DayScore, _do: Do, rect: Rect) -> None:
    """Put the number at the left with its words, who won at the right."""
    px, theme = scene.theme.px, scene.theme
    number, is_narrow = block.number or "…", rect.width < px(_ROOMY)
    high = rect.height * (2 if is_narrow and block.scores else 3)
    font = theme.font_of_size(Role.DISPLAY, high // max(4, 2 * len(number)))
    ink = {"": look.FAINT, "0": look.GOLD}.get(block.number, look.INK)
    scores, head = (px(132), px(26)) if is_narrow else (px(176), px(34))
    wide = font.size(number)[0], FILL, scores * bool(block.scores)
    figure, words, both = across(rect, *wide, gap=px(12))
    scene.under.append(lambda surface: draw.text(surface, font, number, ink, figure))
    if not block.scores:
        lines = [Paragraph(block.words, Ink.PLAIN, WordsRole.STRONG), Paragraph(block.won)]
        tall = sum(height_of(line, theme, words.width) for line in lines)
        scene.add_page(centred(words, words.width, tall), lines)
        return
    scene.write(block.words, words, Role.STRONG, look.INK)
    above, below = down(centred(both, both.width, px(68)), px(40), FILL, gap=px(4))
    scene.write(block.won, below, Role.STRONG, look.INK, align="centre")
    scene.write(":", above, Role.HEADING, align="centre")
    for at, half in enumerate(across(above, FILL, FILL, gap=px(16))):
        score, badge = block.scores[at], Rect(0, 0, px(14), px(14))
        place, picture = across(half, FILL, head + px(4))
        if at == 0:
            picture, place = across(half, head + px(4), FILL)
        paint = partial(draw.face, name=score.face, size=head, center=picture.center)
        badge.bottomright = picture.right, picture.centery + head // 2 + px(4)
        scene.under += [paint, partial(draw.player_sign, player=score.player, rect=badge)]
        ink = look.INK if score.is_winner else look.MUTED
        scene.write(str(score.points), place, Role.HEADING, ink, align="centre")


def _put_week(scene: CardScene, block: Week, _do: Do, rect: Rect) -> None:
    """Put the days side by side."""
    gap = scene.theme.px(6)
    for day, place in zip(
        block.days, across(rect, *[FILL] * len(block.days), gap=gap), strict=True
    ):
        scene.under.append(partial(_paint_square, theme=scene.theme, rect=place, day=day))


def _paint_square(surface: pygame.Surface, *, theme: Theme, rect: Rect, day: Square) -> None:
    px = theme.px
    box, words = down(rect, FILL, theme.font(Role.SMALL).get_linesize() + px(2))
    box = centred(box, min(box.width, px(52)), min(box.height, px(46)))
    fill, ink = look.CHOSEN if day.done else look.WELL, look.INK
    if day.cost is not None:
        fill, ink = theme.costs[_MARKS[day.cost]], look.ON_GOLD
    edge, width = (look.GOLD, px(2.5)) if day.now else (look.LINE, 1)
    draw.box(surface, box, fill, radius=px(9), border=edge, width=width)
    if day.figure:
        draw.line(surface, theme, Role.STRONG, day.figure, ink, box, "centre")
    elif day.done:
        draw.sign(surface, "check", px(20), look.GOLD, center=box.center)
    ink = look.GOLD if day.now else look.MUTED
    draw.line(surface, theme, Role.SMALL, day.words, ink, words, "centre")


def _put_ladder(scene: CardScene, block: Ladder, do: Do, rect: Rect) -> None:
    """Put everybody's face into a row."""
    for one, place in zip(block.people, across(rect, *[FILL] * len(block.people)), strict=True):
        choose = partial(do, act(block.choose, level=one.value))
        scene.add(_Face(place, one, partial(scene.click, choose)))


class _Face(Button):
    """A face of the ladder with its name and its wins as dots: beaten, next, or still far."""

    def __init__(self, rect: Rect, one: Choice, action: Callable[[], object]) -> None:
        super().__init__(rect, one.words, action, look_as="quiet", tip=one.note)
        self._one = one

    def room(self, theme: Theme) -> Rect:
        return self.rect

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        px, one = theme.px, self._one
        self.paint_ground(surface, theme)
        if one.next:
            draw.box(surface, self.rect, look.CHOSEN, radius=px(10))
        line = theme.font(Role.SMALL).get_linesize()
        picture, name, wins, _foot = down(self.rect, FILL, line, px(14), px(4))
        size = min(px(52), picture.height - px(8))
        draw.face(surface, one.face, size, center=picture.center)
        if not (one.done or one.next):
            veil = Rect(0, 0, size, size).move_to(center=picture.center)
            draw.box(surface, veil, look.translucent(look.PANEL, 120), radius=px(10))
        for number, left in enumerate((-px(7), px(7))):
            is_won = number < (one.wins or 0)
            fill = look.PROVEN if is_won else look.translucent(look.PANEL, 0)
            edge = None if is_won else look.FAINT
            dot = Rect(0, 0, px(8), px(8)).move_to(center=(wins.centerx + left, wins.centery))
            draw.box(surface, dot, fill, radius=px(4), border=edge)
        ink = look.GOLD if one.next else look.INK if one.done else look.MUTED
        draw.line(surface, theme, Role.SMALL, self.text, ink, name, "centre")


# --- somebody to play -----------------------------------------------------------------------------

_DOT: Final = 15
"""The room for a dot: two are two wins."""


def ask_people(
    form: Form, room: Rect, people: Sequence[Choice], value: str, choose: Callable[[str], object]
) -> Group[str]:
    """Add the list of whom one can play, below one another."""
    makers = iter(people)
    names = [(one.value, one.words) for one in people]

    def make(rect: Rect, words: str) -> Option:
        return _Person(rect, next(makers))

    return form.group(room, names, value, choose, upright=True, make=make)


class _Person(Option):
    """Somebody to play: face or sign, name, level, how they play, who is next, wins as dots."""

    def __init__(self, rect: Rect, person: Choice) -> None:
        super().__init__(rect, person.words, person.note)
        self._person, self.note = person, person.note

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        px, person, ink = theme.px, self._person, self.paint_ground(surface, theme)
        size = min(px(44), self.rect.height - px(6))
        picture, words, _margin = across(self.rect, size + px(26), FILL, px(14))
        if person.face:
            draw.face(surface, person.face, size, center=picture.center)
        else:
            draw.sign(surface, person.icon, px(24), ink, center=picture.center)
        font, small = theme.font(Role.BUTTON), theme.font(Role.SMALL)
        line, below = font.get_height(), small.get_height()
        if words.height >= line + below:
            words, note = down(centred(words, words.width, line + below), line, FILL)
            draw.line(surface, theme, Role.SMALL, self.note, look.MUTED, note)
        dots = px(_DOT) * WINS_TO_RISE * (person.wins is not None)
        said = person.mark if person.next or not dots else ""
        words, mark, wins = across(words, FILL, small.size(said)[0] + px(8), dots)
        draw.text(surface, small, said, look.GOLD if person.next else look.PROVEN, mark)
        for number in range(WINS_TO_RISE if dots else 0):
            is_won = number < (person.wins or 0)
            slot = Rect(wins.left + px(_DOT) * number, wins.top, px(_DOT), wins.height)
            fill, edge = (look.PROVEN,) * 2 if is_won else (Color(0, 0, 0, 0), look.FAINT)
            box = centred(slot, px(9), px(9))
            draw.box(surface, box, fill, radius=box.width // 2, border=edge, width=px(1))
        end = draw.text(surface, font, self.text, ink, words).right - words.left + px(8)
        beside = across(words, end, FILL, px(8))[1]
        draw.line(surface, theme, Role.SMALL, person.tag, look.MUTED, beside)


# --- a month --------------------------------------------------------------------------------------

_STEPS: Final = {
    pygame.K_LEFT: -1,
    pygame.K_RIGHT: 1,
    pygame.K_UP: -7,
    pygame.K_DOWN: 7,
    pygame.K_PAGEUP: -28,
    pygame.K_PAGEDOWN: 28,
}
"""By how many days keys go on."""


class CalendarPanel(Widget):
    """A month; a click or the arrows choose a day that can be shown."""

    def __init__(self, rect: Rect, month: Calendar, choose: Callable[[Act], object]) -> None:
        super().__init__(rect)
        self._month, self._choose = month, choose
        self._names, *rows = down(rect, rect.height // 9, *[FILL] * len(month.weeks))
        places = (place for row in rows for place in across(row, *[FILL] * 7))
        both = zip((day for week in month.weeks for day in week), places, strict=True)
        self.places = [(day, place) for day, place in both if day is not None]

    def press(self, point: Point, *, double: bool = False) -> None:
        for day, place in self.places:
            if place.collidepoint(point) and day.do is not None:
                self._choose(day.do)

    def key(self, event: pygame.event.Event) -> bool:
        by = _STEPS.get(event.key, 0)
        if not by:
            return False
        days = [day for day, _place in self.places]
        at = next(number for number, day in enumerate(days) if day.on) + by
        is_there = at < 0 or (self._month.after if at >= len(days) else days[at].do) is not None
        if is_there:
            self._choose(act(self._month.step, by=by))
        return is_there or event.key not in (pygame.K_DOWN, pygame.K_RIGHT)

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        names = zip(self._month.weekdays, across(self._names, *[FILL] * 7), strict=True)
        for name, place in names:
            draw.text(surface, theme.font(Role.SMALL), name, look.MUTED, place, "centre")
        for day, place in self.places:
            _paint_day(surface, theme, day, place)


def _paint_day(surface: pygame.Surface, theme: Theme, day: CalendarDay, place: Rect) -> None:
    px, small, box = theme.px, theme.font(Role.SMALL), inset(place, theme.px(2))
    fill = look.CHOSEN if day.in_run else look.WELL
    if day.cost is not None:
        fill = theme.costs[_MARKS[day.cost]]
    edge, width = (look.GOLD, px(2)) if day.on else (look.LINE, px(1))
    draw.box(surface, box, fill, radius=px(8), border=edge, width=width)
    words, ink = day.number, look.FAINT if day.do is None else look.MUTED
    if day.figure:
        number, box = down(inset(box, px(4), px(3)), small.get_linesize(), FILL)
        is_coloured = day.cost is not None
        draw.text(surface, small, words, look.ON_GOLD if is_coloured else look.MUTED, number)
        words, ink = day.figure, look.ON_GOLD if is_coloured else look.INK
    role = Role.STRONG if day.figure else Role.TEXT
    draw.text_within(surface, theme, role, words, ink, box, "centre")


def _put_calendar(scene: CardScene, block: Calendar, do: Do, rect: Rect) -> None:
    """Put the month with its arrows above, its days below."""
    px = scene.theme.px
    head, days = down(rect, px(44), FILL, gap=px(6))
    back, title, on = across(head, px(44), FILL, px(44), gap=px(8))
    scene.write(block.title, title, Role.HEADING, look.INK, align="centre")
    turn = partial(scene.add_button, look_as="tool")
    before, after = block.before, block.after
    turn(back, "", partial(do, before), icon="chevron-left", tip=_("The month before"))
    scene.add(CalendarPanel(days, block, do))
    forward = partial(do, after or before)
    turn(on, "", forward, icon="chevron-right", tip=_("The next month")).enabled = bool(after)


# --- what is passed on ----------------------------------------------------------------------------

_WORDS: Final = {True: Role.TITLE, False: Role.TEXT}


def poster(pieces: Iterable[Piece], settings: Settings) -> pygame.Surface:
    """Return the picture made of its pieces."""
    theme = Theme(1.0, Looks(settings.tile_set))
    surface = pygame.Surface((SIDE, SIDE), pygame.SRCALPHA)
    for piece in pieces:
        if isinstance(piece, Box):
            rect = pygame.Rect(*map(round, (piece.x, piece.y, piece.width, piece.height)))
            draw.box(surface, rect, pygame.Color(piece.colour), radius=round(piece.radius))
        elif isinstance(piece, Words):
            size = piece.size
            font = theme.font_of_size(_WORDS[piece.strong], size)
            while font.size(piece.words)[0] > piece.width and size > 12:
                size -= 2
                font = theme.font_of_size(_WORDS[piece.strong], size)
            drawn = font.render(piece.words, pygame.Color(piece.colour))
            place = drawn.get_rect(midleft=(round(piece.x), round(piece.y)))
            surface.blit(drawn, place.move(-place.width if piece.right else 0, 0))
        else:
            art = kept_art(round(piece.width), theme)
            corner = round(piece.x), round(piece.y)
            surface.blit(art.tile(piece.kind, dimmed=not piece.free), corner)
    return surface


def poster_png(pieces: Iterable[Piece], settings: Settings) -> bytes:
    """Return the picture as a PNG file."""
    file = BytesIO()
    pygame.image.save(poster(pieces, settings), file, "shared.png")
    return file.getvalue()


def _keep_poster(app: Services, block: Poster) -> None:
    """Save the picture among the person's pictures, under a name that is free; say which."""
    names = (f"{block.name} {n}.png" if n > 1 else f"{block.name}.png" for n in count(1))
    name = next(name for name in names if not (app.places.pictures / name).exists())
    try:
        write_atomically(app.places.pictures / name, poster_png(block.pieces, app.settings))
    except OSError as error:
        app.say(cannot_write(name, error), "refused")
    else:
        saved = Path(app.places.pictures.name, name)
        app.say(_(captions.SAVED).format(file=saved))


def _put_poster(scene: CardScene, block: Poster, _do: Do, rect: Rect) -> None:
    """Put the picture at the left, the text and what can be done with it at the right."""
    px, settings = scene.theme.px, scene.app.settings
    side = min(rect.height, rect.width // 2)
    left, right = across(rect, side, FILL, gap=px(24))
    shown = pygame.transform.smoothscale(poster(block.pieces, settings), (side, side))
    scene.under.append(lambda surface: surface.blit(shown, left))
    words, save, copy = down(right, FILL, px(52), px(46), gap=px(10))
    said: list[Block] = [
        Paragraph(line, Ink.PLAIN, WordsRole.TEXT)
        if max(line) < "\U00010000"
        else Signs(marks_of(line), sign_legend()[:-1])  # no font of ours has the squares
        for line in block.text.splitlines()
    ]
    scene.add_page(words, said)
    keep = partial(_keep_poster, scene.app, block)
    scene.begin_at(scene.add_button(save, block.save, keep, look_as="primary", icon="save"))
    put = partial(clipboard.copy, block.text, _(captions.COPIED), scene.app.say)
    scene.add_button(copy, block.copy, put, icon="copy")


def _put_line(scene: CardScene, block: Copyable, do: Do, rect: Rect) -> None:
    """Put what is copied beside the button that copies it."""
    scene.add_line(rect, block.text, block.copy.words, partial(do, block.copy.do))


_QUIET: Final = 4
"""How many squares of light there are around a code."""


def paint_code(surface: pygame.Surface, rect: pygame.Rect, link: str) -> None:
    """Paint a link as a code to scan, its squares of whole pixels."""
    rows = segno.make(link, micro=False).matrix
    side = rect.width // (len(rows) + 2 * _QUIET)
    place = centred(rect, *[side * (len(rows) + 2 * _QUIET)] * 2)
    surface.fill("white", place)
    for down_by, along in product(range(len(rows)), repeat=2):
        if rows[down_by][along]:
            left, top = place.left + side * (along + _QUIET), place.top + side * (down_by + _QUIET)
            surface.fill("black", (left, top, side, side))


def _put_code(scene: CardScene, block: Scan, _do: Do, rect: Rect) -> None:
    """Put a link as a code to scan."""
    place = centred(rect, rect.height, rect.height)
    scene.under.append(partial(paint_code, rect=place, link=block.link))


Height: TypeAlias = int | Callable[[CardScene, Any, int], int]
PARTS: Final[Mapping[type, tuple[Height, Callable[[CardScene, Any, Do, Rect], object]]]] = {
    Glance: (196, _put_glance),
    Duel: (470, _put_duel),
    Portrait: (56, _put_portrait),
    DayScore: (70, _put_day_score),
    Week: (68, _put_week),
    Ladder: (100, _put_ladder),
    Calendar: (300, _put_calendar),
    Poster: (330, _put_poster),
    Copyable: (64, _put_line),
    Scan: (380, _put_code),
}
"""None with a plain height is higher than it is wide."""
