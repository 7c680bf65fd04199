"""A page of blocks that flows down a panel and scrolls; some blocks can be chosen.

    ┌──────────────┐  rect
    │ block        │  blocks are as high as their words need at the panel's width
    │ block ◄──────┼─ pointed at (mouse) and chosen (keyboard): only blocks with a target
    │ block        │
    └──────────────┘  the rest is reached by scrolling, `offset` pixels

Blocks are values: equal pages have equal keys, so a page is painted when it has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, Final

import pygame

from battle.page.blocks import Block
from battle.window.pages.painters import MARGIN, Brush, height_of, paint, paint_ground
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.keys import Shortcut
from battle.window.ui.theme import Theme
from battle.window.ui.widgets import Panel, Point

_NOTCH: Final = 48
"""How far a notch of the wheel scrolls."""


class Flow(Panel):
    """Blocks below one another in a rectangle; offers show their key among `keys`.

    `follow` gets the target of a block that is clicked.
    """

    def __init__(
        self, keys: Sequence[Shortcut] = (), follow: Callable[[Any], object] | None = None
    ) -> None:
        super().__init__()
        self._keys, self._follow = keys, follow
        self.blocks: tuple[Block, ...] = ()
        self.offset = 0
        self.pointed: int | None = None
        self.chosen: int | None = None
        self._edges: list[int] = [0]

    def place(self, theme: Theme, rect: pygame.Rect, panel: pygame.Rect | None = None) -> None:
        """Lay it out; without a panel its words begin as far left as the buttons around it."""
        rect = rect if panel else rect.inflate(2 * theme.px(MARGIN), 0)
        super().place(theme, rect, panel)
        self._measure()

    def place_within(self, theme: Theme, room: pygame.Rect) -> None:
        """Lay the page out in the middle of a room, as wide as its height allows."""
        self.place(theme, room)
        for part in range(19, 4, -1):
            if not self.is_longer:
                break
            narrow = pygame.Rect(0, room.top, room.width * part // 20, room.height)
            narrow.centerx = room.centerx
            self.place(theme, narrow)
        spare = max(0, self.rect.height - self.height) // 2
        self.rect = self.rect.inflate(0, -2 * spare)

    def fill(self, blocks: Sequence[Block]) -> None:
        """Show other blocks; a choice that is still there stays chosen."""
        blocks = tuple(blocks)
        if blocks == self.blocks:
            return
        chosen, pointed = self._target(self.chosen), self._target(self.pointed)
        self.blocks = blocks
        self.chosen, self.pointed = self.where(chosen), self.where(pointed)
        self._measure()

    def where(self, target: Any) -> int | None:
        """Return the number of the first block with a target."""
        found = (n for n, block in enumerate(self.blocks) if block.target == target)
        return None if target is None else next(found, None)

    def _target(self, number: int | None) -> Any:
        return None if number is None else self.blocks[number].target

    def _measure(self) -> None:
        heights = (height_of(block, self.theme, self.rect.width) for block in self.blocks)
        self._edges = [*accumulate(heights, initial=0)]
        self._keep_within()

    @property
    def height(self) -> int:
        """How high the whole page is."""
        return self._edges[-1]

    @property
    def shown(self) -> object:
        return self.blocks, self.offset, self.pointed, self.chosen

    # --- choosing -------------------------------------------------------------------------------

    @property
    def pointed_at(self) -> Any:
        """The target under the mouse, else the one the keyboard is on."""
        return self._target(self.chosen if self.pointed is None else self.pointed)

    @property
    def chosen_target(self) -> Any:
        """The target the keyboard is on."""
        return self._target(self.chosen)

    def at(self, point: Point) -> int | None:
        """Return the block with a target that a point lies in."""
        if not self.rect.collidepoint(point):
            return None
        inside = (number for number in self.choices if self.rect_of(number).collidepoint(point))
        return next(inside, None)

    def hover(self, point: Point | None) -> None:
        self.pointed = None if point is None else self.at(point)

    def press(self, point: Point, *, double: bool = False) -> None:
        target = self._target(self.at(point))
        if target is not None and self._follow is not None:
            self._follow(target)

    def step(self, by: int) -> None:
        """Choose the next block with a target, or the one before; the first at first."""
        choices = self.choices
        if choices:
            place = choices.index(self.chosen) + by if self.chosen in choices else 0
            self.choose(choices[place % len(choices)])

    def choose(self, number: int | None) -> None:
        """Choose a block and bring it into sight."""
        self.chosen, self.pointed = number, None
        if number is not None:
            self.bring(number)

    def bring(self, number: int) -> None:
        """Bring a block with a target into sight, with the first all that fits above it."""
        first = number == self.choices[0]
        self.offset = min(self.offset, 0 if first else self._edges[number])
        self.offset = max(self.offset, self._edges[number + 1] - self.rect.height)
        self._keep_within()

    @property
    def choices(self) -> list[int]:
        """The numbers of the blocks with a target."""
        return [n for n, block in enumerate(self.blocks) if block.target is not None]

    # --- scrolling ------------------------------------------------------------------------------

    def scroll(self, rows: int) -> bool:
        self.move(rows * self.theme.px(_NOTCH))
        return self.is_longer

    def turn(self, by: int) -> None:
        """Move by most of the page's height, down or up."""
        self.move(by * (self.rect.height * 2 // 3))

    def move(self, pixels: int) -> None:
        """Move the page up by `pixels`."""
        self.offset += pixels
        self._keep_within()

    @property
    def is_longer(self) -> bool:
        """Whether there is more than fits."""
        return self.height > self.rect.height

    @property
    def is_at_end(self) -> bool:
        """Whether the end of the page is in sight."""
        return self.offset >= self.height - self.rect.height

    def to_end(self, first: int | None = None) -> None:
        """Show the end; where it is long, all the same the beginning of block `first`."""
        self.offset = self.height if first is None else self._edges[first]
        self._keep_within()

    def to_top(self) -> None:
        """Show the beginning."""
        self.offset = 0

    def _keep_within(self) -> None:
        self.offset = max(0, min(self.offset, self.height - self.rect.height))

    def rect_of(self, number: int) -> pygame.Rect:
        """Return where a block is."""
        top, end = self._edges[number], self._edges[number + 1]
        return pygame.Rect(
            self.rect.left, self.rect.top + top - self.offset, self.rect.width, end - top
        )

    # --- painting -------------------------------------------------------------------------------

    def paint_content(self, surface: pygame.Surface) -> None:
        """Paint what is seen of the page, slivers at its edges left out, and where in it one is."""
        clip, brush = surface.get_clip(), Brush(surface, self.theme, self._keys)
        room = self.theme.px(8)
        surface.set_clip(self.rect.inflate(2 * room, 0).clip(clip))
        for number, block in enumerate(self.blocks):
            rect = self.rect_of(number)
            if rect.clip(self.rect).height < min(rect.height, room):
                continue
            if number in (self.chosen, self.pointed) and block.target is not None:
                paint_ground(block, brush, rect, chosen=number == self.chosen)
            paint(block, brush, rect)
        surface.set_clip(clip)
        self._paint_bar(surface)

    def _paint_bar(self, surface: pygame.Surface) -> None:
        if not self.is_longer:
            return
        px, rect = self.theme.px, self.rect
        height = max(px(16), rect.height * rect.height // self.height)
        share = self.offset / (self.height - rect.height)
        knob = pygame.Rect(0, 0, px(4), height)
        knob.topright = rect.right + px(7), rect.top + round(share * (rect.height - height))
        draw.box(surface, knob, look.SCROLL_KNOB, radius=knob.width // 2)
