"""The rules in words and pictures; the pictures are drawn from real tiles and real positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

import pygame

from battle.language import N_, _
from battle.rules.position import COLUMN_LETTERS, ROW_DIGITS, Cell, Kind, kind, move, position
from battle.window.board.miniature import Diagram
from battle.window.board.panels import paint_race
from battle.window.scenes.card_scene import PagedCardScene
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, down
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import ASPECT, TileArt

Picture = Callable[[pygame.Surface, Theme, pygame.Rect], None]


@dataclass(frozen=True)
class RulesPage:
    """A heading, some paragraphs, and what draws the picture beside them."""

    heading: str
    paragraphs: Sequence[str]
    picture: Picture


# --- the pictures -------------------------------------------------------------------------------

_SUITS: Final = (("m", N_("Character")), ("p", N_("Dot")), ("s", N_("Bamboo")))

_FREE: Final = position("5m3p9s2m/7s1p6m4s/8p/3s2p9m/1m6s4p7p5s/2s8m3m", paired=False)
_PAIRS: Final = position("4s7m2p8s/6p1s9m/3m5p1p/8s2s5m3p/7p9p4m7p/1m6m2m", paired=False)
_ACROSS: Final = move("a4d1")
_WITHIN: Final = move("e1e4")
_BEFORE: Final = position("9m8p4p/3p8s2s7p/9m8p1s/5p4m6p", paired=False)
_TAKEN: Final = move("a1c1")
_OPENED: Final = move("a2c2")
_LEFT: Final = position("3m/.7p2s/./.9s/1s4p/./.5m", paired=False)


def _tiles(surface: pygame.Surface, theme: Theme, room: pygame.Rect) -> None:
    """Draw every kind, a suit a row, with the suit's name above."""
    words = theme.font(Role.SMALL)
    label = words.get_linesize() + theme.px(6)
    tile = int(min(room.width / (9 * 1.08), (room.height - 3 * label) / (3 * ASPECT * 1.12)))
    art = TileArt(tile, theme, rank_digits=True)
    step = tile * 1.08
    height = label + round(tile * ASPECT * 1.12)
    left = room.centerx - round(step * 9 - tile * 0.08) // 2
    top = room.centery - 3 * height // 2
    for letter, name in _SUITS:
        line = pygame.Rect(left, top, room.width, label)
        draw.text(surface, words, _(name), look.MUTED, line)
        for rank in range(1, 10):
            corner = (round(left + (rank - 1) * step), top + label)
            _lay(surface, art, kind(f"{rank}{letter}"), corner)
        top += height


def _lay(surface: pygame.Surface, art: TileArt, found: Kind, corner: tuple[int, int]) -> None:
    off = art.shadow_offset
    surface.blit(art.shadow(), (corner[0] + off[0], corner[1] + off[1]))
    surface.blit(art.tile(found), corner)


def _free(surface: pygame.Surface, theme: Theme, room: pygame.Rect) -> None:
    """Draw columns whose free tiles are pointed at from above and below."""
    diagram = Diagram(theme, room, 6, 5, margin=0.6)
    diagram.draw(surface, _FREE)
    for free in _FREE.free_cells:
        x, y = diagram.centre_of(free)
        rows = [c.row for c in _FREE.free_cells if c.column == free.column]
        if free.row == min(rows):
            _point(surface, theme, (x, y - round(diagram.art.size[1] * 0.62)), down=True)
        if free.row == max(rows):
            _point(surface, theme, (x, y + round(diagram.art.size[1] * 0.68)), down=False)


def _point(surface: pygame.Surface, theme: Theme, tip: tuple[int, int], *, down: bool) -> None:
    """Draw a small gold arrowhead whose tip is at `tip`."""
    half, tall = theme.px(8), theme.px(10) * (-1 if down else 1)
    points = [tip, (tip[0] - half, tip[1] + tall), (tip[0] + half, tip[1] + tall)]
    draw.pointer(surface, look.GOLD, points)


def _pairs(surface: pygame.Surface, theme: Theme, room: pygame.Rect) -> None:
    """Draw two pairs: one across the table, one from a single column."""
    diagram = Diagram(theme, room, 6, 4)
    across, within = dict.fromkeys(_ACROSS, "selected"), dict.fromkeys(_WITHIN, "partner")
    diagram.draw(surface, _PAIRS, marks={**across, **within})


def _opened(surface: pygame.Surface, theme: Theme, room: pygame.Rect) -> None:
    """Draw a position, a move, and what the other player can take then."""
    half = (room.width - theme.px(54)) // 2
    places = across(room, half, half, gap=theme.px(54))
    before, after = (Diagram(theme, place, 4, 4) for place in places)
    before.draw(surface, _BEFORE, marks=dict.fromkeys(_TAKEN, "selected"))
    opened = _BEFORE.play(_TAKEN)
    after.draw(surface, opened, marks=dict.fromkeys(_OPENED, "partner"), gone=_TAKEN)
    draw.sign(surface, "chevron-right", theme.px(40), look.GOLD, center=room.center)


def _points(surface: pygame.Surface, theme: Theme, room: pygame.Rect) -> None:
    """Draw some pairs with what they are worth, and the race to 136."""
    px = theme.px
    tile = min(px(58), room.width // 8)
    art = TileArt(tile, theme, rank_digits=True)
    height = art.size[1] + px(52)
    race = px(54)
    top = room.centery - (height + px(40) + race) // 2
    font = theme.font_of_size(Role.SCORE, px(30))
    for number, name in enumerate(("1s", "5p", "9m")):
        middle = room.left + room.width * (2 * number + 1) // 6
        left = middle - round(tile * 1.05)
        for step in (0, 1):
            _lay(surface, art, kind(name), (left + round(step * tile * 1.08), top))
        words = pygame.Rect(0, 0, tile * 2, px(40))
        words.midtop = (middle, top + art.size[1] + px(10))
        draw.text(surface, font, f"+{name[0]}", look.GOLD, words, "centre")
    place = pygame.Rect(room.left, top + height + px(40), room.width, race)
    paint_race(surface, theme, place.inflate(-px(20), 0), (143, 101), 26)


def _end(surface: pygame.Surface, theme: Theme, room: pygame.Rect) -> None:
    """Draw a table with a few tiles left of which no two are alike."""
    Diagram(theme, room, 7, 3).draw(surface, _LEFT)


def _cells(surface: pygame.Surface, theme: Theme, room: pygame.Rect) -> None:
    """Draw columns with their letters above and rows with their numbers beside, a move marked."""
    px = theme.px
    font = theme.font(Role.STRONG)
    label = font.get_linesize() + px(6)
    inner = pygame.Rect(room.left + label, room.top + label, 0, 0)
    inner.size = room.width - 2 * label, room.height - 2 * label
    diagram = Diagram(theme, inner, 6, 4)
    diagram.draw(surface, _PAIRS, marks=dict.fromkeys(_ACROSS, "selected"))
    width, height = diagram.art.size
    place = pygame.Rect(0, 0, width, label)
    for column, letter in enumerate(COLUMN_LETTERS[:6]):
        place.midbottom = diagram.centre_of(Cell(column, 0))[0], diagram.cloth.top
        draw.text(surface, font, letter, look.GOLD, place, "centre")
    place = pygame.Rect(0, 0, label, height)
    for row, digit in enumerate(ROW_DIGITS[:4]):
        place.midright = diagram.cloth.left, diagram.centre_of(Cell(0, row))[1]
        draw.text(surface, font, digit, look.GOLD, place, "centre")


PAGES: Final = (
    RulesPage(
        N_("The tiles"),
        (
            N_("108 tiles lie face up on the table, 12 columns of 9."),
            N_("There are three suits, the ranks 1 to 9 in each, and four tiles of every kind."),
            N_("A tile is worth its rank. Tiles never move; nothing is hidden and nothing drawn."),
        ),
        _tiles,
    ),
    RulesPage(
        N_("Free tiles"),
        (
            N_("A tile is free if nothing lies above it in its column, or nothing below it."),
            N_("Open sides to the left or right do not count."),
            N_("So a column has two free tiles at most: its top one and its bottom one."),
        ),
        _free,
    ),
    RulesPage(
        N_("Taking a pair"),
        (
            N_("The players take turns. Each takes one pair: two free tiles of the same kind."),
            N_("Both may come from the same column, its top and its bottom."),
            N_("Whoever can take a pair must take one. Nobody passes."),
        ),
        _pairs,
    ),
    RulesPage(
        N_("What a move opens"),
        (
            N_("The tiles behind the ones you take become free, and the other player is next."),
            N_("So the highest pair is often the wrong one."),
            N_("Here the pair of nines opens a pair of eights for the other player."),
        ),
        _opened,
    ),
    RulesPage(
        N_("Points"),
        (
            N_("A pair scores the rank of its tiles, 1 to 9 points."),
            N_("All 54 pairs together are worth 270 points."),
            N_("Whoever has 136 points has won, whatever happens next."),
        ),
        _points,
    ),
    RulesPage(
        N_("The end"),
        (
            N_("The game ends when the player to move has no pair to take."),
            N_("Tiles that are left count for nobody. More points win; equal points are a draw."),
            N_(
                "A rematch plays the same deal with seats swapped and adds up both games, so that"
                " the luck of the deal cancels. A duplicate match does so with several deals."
            ),
            N_("Whoever resigns leaves, in such a sum, all that is on the table to the other."),
        ),
        _end,
    ),
    RulesPage(
        N_("How it is written"),
        (
            N_("A tile is written as its rank and its suit: m character, p dot, s bamboo."),
            N_("A cell is written as its column, a to l, and its row, 1 to 9 from the top."),
            N_("8s on d1 is the eight of bamboo at the top of the fourth column."),
            N_("A pair is written as its two cells: here a4d1 takes both eights."),
        ),
        _cells,
    ),
)


class RulesScene(PagedCardScene):
    """Turns the pages of the rules."""

    tallest: ClassVar[int] = 640

    title = N_("Rules")

    def measure(self) -> None:
        """Divide the body into words and picture, and draw the picture once."""
        px = self.theme.px
        self._words, room = across(self.body, round(self.body.width * 0.36), FILL, gap=px(36))
        self._room = down(room, FILL, px(8))[0]
        self._sheets = [(page, part) for page in PAGES for part in self._parts(page)]
        self.page_count = len(self._sheets)
        self.page = min(self.page, self.page_count - 1)
        self._picture = pygame.Surface(self._room.size, pygame.SRCALPHA)
        self._sheets[self.page][0].picture(self._picture, self.theme, self._picture.get_rect())

    @property
    def _text(self) -> pygame.Rect:
        """Where the paragraphs stand, under the page's heading."""
        return down(self._words, self.theme.px(52), FILL)[1]

    def _parts(self, page: RulesPage) -> list[list[str]]:
        """Return the paragraphs of a page in as many parts as large letters ask for."""
        least = self.theme.px(Role.TEXT.value[1])
        parts: list[list[str]] = [[]]
        for paragraph in map(_, page.paragraphs):
            if parts[-1] and self._height([*parts[-1], paragraph], least) > self._text.height:
                parts.append([])
            parts[-1].append(paragraph)
        return parts

    def _height(self, paragraphs: Sequence[str], size: int) -> int:
        """Return how tall paragraphs are in letters of a size."""
        font = self.theme.font_of_size(Role.TEXT, size)
        height = round(font.get_linesize() * 1.25)
        lines = sum(len(draw.wrapped(font, words, self._text.width)) for words in paragraphs)
        return lines * height + height // 2 * (len(paragraphs) - 1)

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint the words and the picture of the open page."""
        page, paragraphs = self._sheets[self.page]
        px, words = self.theme.px, self._words
        title = pygame.Rect(words.left, words.top + px(4), words.width, px(40))
        font = self.theme.font_of_size(Role.HEADING, px(24))
        draw.text(surface, font, _(page.heading), look.GOLD, title)
        self._paint_paragraphs(surface, paragraphs, self._text)
        surface.blit(self._picture, self._room)

    def _paint_paragraphs(
        self, surface: pygame.Surface, paragraphs: Sequence[str], rect: pygame.Rect
    ) -> None:
        """Write as large as fits, up to a size that is comfortable to read."""
        size = self.theme.px(18)
        least = round(self.theme.px(Role.TEXT.value[1]) * draw.LEAST_SHARE)
        while size > least and self._height(paragraphs, size) > rect.height:
            size -= 1
        font = self.theme.font_of_size(Role.TEXT, size)
        blocks = [draw.wrapped(font, words, rect.width) for words in paragraphs]
        room = pygame.Rect(rect)
        for block in blocks:
            end = draw.lines(surface, font, block, look.INK, room, leading=1.25)
            room.top = end + round(font.get_linesize() * 1.25) // 2
