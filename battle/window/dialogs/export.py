"""Exporting: the position as text, PNG or SVG, the record with its values, the review as a page.

`ExportScene` offers them; what becomes a file is saved by `ExportFileScene`, which asks before a
file is replaced and says what went wrong, as saving a game does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pygame

from battle.analysis.study import Study
from battle.coach.reason_words import explanations
from battle.game import session_study as studies
from battle.game.session import Session
from battle.language import N_, _
from battle.report.export import review_html, review_of_game
from battle.report.svg import board_svg
from battle.rules.position import Position
from battle.rules.record import SUFFIX, Record
from battle.window.board.miniature import Miniature, board_png
from battle.window.dialogs.files import SaveScene, suggested_name
from battle.window.scenes.card_scene import CardScene
from battle.window.scenes.dialogs import FileExport
from battle.window.scenes.scene import Services
from battle.window.ui import clipboard
from battle.window.ui.layout import FILL, across, down


@dataclass(frozen=True)
class _Offer:
    words: str
    note: str
    icon: str
    action: Callable[[], object]
    possible: bool = True


class ExportScene(CardScene):
    """Offers everything that can be exported of a game and of the position looked at."""

    title = N_("Export")
    tallest = 592

    def __init__(self, app: Services, study: Study, session: Session) -> None:
        super().__init__(app)
        self.study = study
        self.session = session
        self.position = study.position
        self.review = review_of_game(study)

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Put the offers on the left, the position on the right where there is room."""
        px = self.theme.px
        left = self.body
        self._miniature: Miniature | None = None
        if left.width >= px(720):
            left, room = across(left, round(left.width * 0.56), FILL, gap=px(28))
            self._miniature = Miniature(self.theme, room)
        offers, gap = self._offers(), px(8)
        height = min(px(68), (left.height - (len(offers) - 1) * gap) // len(offers))
        for offer, rect in zip(offers, down(left, *[height] * len(offers), gap=gap), strict=True):
            button = self.add_button(
                rect, offer.words, offer.action, look_as="menu_item", icon=offer.icon
            )
            button.note, button.enabled = offer.note, offer.possible
        self.begin_at(self.order[1])

    def _offers(self) -> list[_Offer]:
        reviewed = self.review is not None
        page_note = _("One file with boards and graph, to send to the other player")
        if not reviewed:
            page_note = _("The game has to be reviewed first")
        game, save = suggested_name(self.session), self._save
        name = _("{game} move {number}").format(game=game, number=self.study.game.ply)
        picture = partial(board_png, self.position, self.app.settings)
        drawing = partial(board_svg, self.position)
        png = partial(save, _("Save the picture"), name, ".png", picture, self.position)
        svg = partial(save, _("Save the drawing"), name, ".svg", drawing, self.position)
        record = partial(save, _("Save the record"), game, SUFFIX, lambda: self.record.text)
        return [
            _Offer(
                _("Copy the position"),
                self.position.grid,
                "copy",
                partial(clipboard.copy_position, self.position, self.app.say),
            ),
            _Offer(_("Position as a picture"), _("PNG file"), "export", png),
            _Offer(
                _("Position as a drawing"),
                _("SVG file, sharp at any size"),
                "export",
                svg,
            ),
            _Offer(
                _("Copy the record"),
                _("With values and variations"),
                "copy",
                lambda: clipboard.copy_record(self.record, self.app.say),
            ),
            _Offer(_("Record as a file"), _("With values and variations"), "save", record),
            _Offer(_("Review as a web page"), page_note, "review", self._save_page, reviewed),
        ]

    # --- doing ----------------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The record of the game with all that is known of it."""
        return studies.saved(self.study, self.session).record()

    def _save_page(self) -> None:
        review = self.review
        if review is None:
            return
        name = _("{game} review").format(game=suggested_name(self.session))
        thresholds = self.study.thresholds

        def content() -> str:
            why = explanations(review, self.study.values, self.session.names)
            return review_html(self.record, review, thresholds, why)

        self._save(_("Save the review"), name, ".html", content)

    def _save(
        self,
        title: str,
        name: str,
        suffix: str,
        content: Callable[[], str | bytes],
        position: Position | None = None,
    ) -> None:
        export = FileExport(title, name, suffix, content, position=position)
        self.app.go("save_export", export, self.session)

    # --- painting -------------------------------------------------------------------------------

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint the position."""
        if self._miniature is not None:
            self._miniature.draw(surface, self.position)


class ExportFileScene(SaveScene):
    """Saves an export under a name in a directory, beside the picture of the game it is from."""

    def __init__(
        self, app: Services, directory: Path, export: FileExport, session: Session | None
    ) -> None:
        self.export = export
        self.suffix = export.suffix
        super().__init__(app, directory, session)
        self.name = export.name

    @property
    def heading(self) -> str:
        """What stands at the top."""
        return self.export.heading

    def content(self) -> str | bytes:
        """Return what is written into the file."""
        return self.export.content()

    def shown_position(self) -> Position | None:
        """Return the position in the preview: of a picture the one that it is of."""
        return super().shown_position() if self.export.position is None else self.export.position

    def _empty_words(self) -> str:
        return self.export.about
