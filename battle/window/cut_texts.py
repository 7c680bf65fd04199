"""The texts on the screen that were cut or made smaller for want of room, with where they stand.

    text ──note──► the frame that is being painted ──finish──► the frame that is seen ──► asked_for

`battle.window.ui.draw` notes every such text, and pointing at one shows it whole, in the size asked
for, as does the keyboard's focus on its button, or a key that shows one after the other: so nothing
on any screen is cut without a way to read it. What a layer copies instead of
painting it anew is kept from the frame before.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame


class CutText(NamedTuple):
    """A text that is not seen whole, or smaller than asked: its words, and where it stands."""

    rect: pygame.Rect
    words: str


class CutTexts:
    """The cut texts of the scene on top."""

    def __init__(self) -> None:
        self._screen: pygame.Surface | None = None
        self._painted: list[CutText] = []
        self._seen: list[CutText] = []
        self._shrunk: set[str] = set()
        self._turn = 0

    @property
    def seen(self) -> tuple[CutText, ...]:
        """Those of the frame that is seen."""
        return tuple(self._seen)

    def start(self, screen: pygame.Surface) -> None:
        """Begin the frame's topmost scene on the screen; what lies below it cannot be read."""
        self._screen = screen
        self._painted = []
        self._shrunk = set()

    def finish(self) -> None:
        """Let the frame be the one that is seen."""
        self._seen = self._painted

    def shrink(self, words: str) -> None:
        """Remember of a text that it is painted smaller than asked in this frame."""
        self._shrunk.add(words)

    def note(self, surface: pygame.Surface, rect: pygame.Rect, words: str, shown: str) -> None:
        """Note a text that stands in `rect` of a surface as `shown`, if it is cut or small."""
        if (words != shown or words in self._shrunk) and surface.get_abs_parent() is self._screen:
            self._painted.append(CutText(rect.move(surface.get_abs_offset()), words))

    def keep(self, rect: pygame.Rect) -> None:
        """Keep those of the frame before that lie in a part of the screen that is copied."""
        self._painted += [cut for cut in self._seen if rect.colliderect(cut.rect)]

    def turn(self) -> None:
        """Show the next of them, after the last one none; those of one place count once."""
        self._turn = (self._turn + 1) % (len(self._places) + 1)

    def stop_turning(self) -> None:
        """Show none of them unless it is pointed at."""
        self._turn = 0

    @property
    def _places(self) -> list[CutText]:
        """One text of each place, from top to bottom."""
        places = {tuple(cut.rect.topleft): cut for cut in self._seen}
        return sorted(places.values(), key=lambda cut: (cut.rect.top, cut.rect.left))

    def asked_for(self, point: tuple[int, int] | None, focus: pygame.Rect | None) -> CutText | None:
        """Return the one to be shown whole: by the key, under a point, or on a focused widget."""
        if self._turn:
            places = self._places
            return places[self._turn - 1] if self._turn <= len(places) else None
        pointed = None if point is None else self.at(point)
        if pointed is None and focus is not None:
            inside = (cut for cut in reversed(self._seen) if focus.collidepoint(cut.rect.center))
            pointed = next(inside, None)
        return pointed

    def at(self, point: tuple[int, int]) -> CutText | None:
        """Return the text that lies under a point."""
        found = (cut for cut in reversed(self._seen) if cut.rect.collidepoint(point))
        return next(found, None)


CUT_TEXTS: Final = CutTexts()
"""Those of the window."""
