"""What is passed on of a result or a position: its picture and its text, to save and to copy."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from typing import Final

import pygame

from battle.language import N_, _
from battle.page.blocks import Ink, Paragraph, Space
from battle.page.blocks import Role as BlockRole
from battle.profile.settings import Settings
from battle.screens.share import SIDE, Box, Shared, Words, picture
from battle.window.cards import CardScene
from battle.window.scene import FileExport, Services
from battle.window.ui import clipboard, draw
from battle.window.ui.layout import FILL, across, centred
from battle.window.ui.theme import Looks, Role, Theme
from battle.window.ui.tile_art import kept_art

_WORDS: Final = {True: Role.TITLE, False: Role.TEXT}


def poster(shared: Shared, settings: Settings) -> pygame.Surface:
    """Return the picture of what is shared."""
    theme = Theme(1.0, Looks(settings.tile_set))
    surface = pygame.Surface((SIDE, SIDE), pygame.SRCALPHA)
    for piece in picture(shared, settings.page):
        if isinstance(piece, Box):
            rect = pygame.Rect(*map(round, piece[:4]))
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


def poster_png(shared: Shared, settings: Settings) -> bytes:
    """Return the picture as a PNG file."""
    file = BytesIO()
    pygame.image.save(poster(shared, settings), file, "shared.png")
    return file.getvalue()


class ShareScene(CardScene):
    """Shows what is passed on; its text is copied, its picture saved."""

    title = N_("To share")
    foot_height = 52
    tallest = 640

    def __init__(self, app: Services, shared: Shared) -> None:
        super().__init__(app)
        self.shared = shared
        self.text = shared.text(app.settings.page)

    def fill(self) -> None:
        """Put the picture on the left, the text with the meaning of its signs on the right."""
        px, settings = self.theme.px, self.app.settings
        side = min(self.body.height, self.body.width // 2)
        left, right = across(self.body, side, FILL, gap=px(28))
        place = centred(left, side, side)
        shown = pygame.transform.smoothscale(poster(self.shared, settings), place.size)
        self.under.append(lambda surface: surface.blit(shown, place))
        first, *rest = self.text.splitlines()
        signs = [] if self.shared.signs is None else [self.shared.signs]
        address = [Paragraph(line) for line in rest[len(signs) :]]
        self.add_page(
            right, [Paragraph(first, Ink.PLAIN, BlockRole.STRONG), Space(8), *signs, *address]
        )
        copy, _rest = across(self.foot, px(230), FILL)
        self.add_button(copy, _("Copy the text"), self._copy, icon="copy")
        self.begin_at(self.add_primary(_("Save the picture"), self._save, "export"))

    def _copy(self) -> None:
        clipboard.copy(self.text, _("The text was copied."), self.app.say)

    def _save(self) -> None:
        png = partial(poster_png, self.shared, self.app.settings)
        name, place = f"mahjong-battle {self.shared.when}".strip(), self.shared.position
        export = FileExport(_("Save the picture"), name, ".png", png, position=place)
        self.app.go("save_export", export)
