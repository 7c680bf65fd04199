"""What can be passed on or kept of a game that is analysed, and of the position looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from battle.analysis.study import Study
from battle.coach.reasons import explanations
from battle.game.session import Session
from battle.language import _
from battle.page.blocks import Board
from battle.report import board_svg, review_html, review_of_game
from battle.rules.links import game_link, position_link
from battle.rules.position import Position, RulesError
from battle.rules.record import SUFFIX, Record
from battle.screens import captions
from battle.screens.screen import Screen, Shell
from battle.screens.share import AS_PICTURE, shared_position
from battle.screens.view import Button, CardView, act, given
from battle.words import label, names_in, number_of

_FORBIDDEN: Final = '<>:"/\\|?*'


def is_forbidden(sign: str) -> bool:
    """Whether a name of a file cannot contain a sign."""
    return sign in _FORBIDDEN or not sign.isprintable()


def suggested_name(session: Session) -> str:
    """Return a name for a game's file: players and date."""
    first, second = map(label, session.names)
    words = f"{first} - {second} {session.tags.get('Date', '')}"
    kept = "".join("" if is_forbidden(sign) else sign for sign in words)
    return " ".join(kept.split())[:100]


class ExportGame(Screen):
    """Offers all of it; `position` is the one looked at."""

    tab = "open"

    def __init__(
        self, shell: Shell, study: Study, session: Session, position: Position | None = None
    ) -> None:
        super().__init__(shell)
        self.study, self.session = study, session
        self.position = position or study.position
        self.review = review_of_game(study)

    def view(self) -> CardView:
        return CardView(_(captions.EXPORT), (*self._ways(),), (Board(self.position),))

    def _ways(self) -> Iterator[Button]:
        """Yield what can be done: first with the position, then with the game."""
        with_values, page = _("With values and variations"), self.services.page_address
        record = self.record

        def copy(words: str, text: str, note: str = "") -> Button:
            return Button(words, "copy", given("copy", text), note)

        yield copy(_("Copy the position"), str(self.position), self.position.grid)
        if page:
            yield copy(_("Position as a link"), page + position_link(self.position))
        note = _("To send, with the board alone")
        yield Button(_(AS_PICTURE), "export", act("share"), note)
        note = _("SVG file, sharp at any size")
        yield Button(_("Position as a drawing"), "export", act("save", what="drawing"), note)
        yield copy(_("Copy the record"), record.text, with_values)
        if page:
            yield copy(_("Game as a link"), page + game_link(record))
        yield Button(_("Record as a file"), "save", act("save", what="record"), with_values)
        page_note = _("One file with boards and graph, to send to the other player")
        if self.review is None:
            page_note = _("The game has to be reviewed first")
        save = act("save", what="page")
        yield Button(_("Review as a web page"), "review", save, page_note, off=self.review is None)

    # --- what is done ---------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The record of the game with all that is known of it."""
        return self.session.with_findings(self.study).record()

    def acts(self) -> Mapping[str, Callable[..., object]]:
        shared = partial(shared_position, self.position)
        return {
            "save": self._save,
            "share": lambda: self.shell.go("share", shared),
        }

    def _save(self, what: str) -> None:
        game, number = suggested_name(self.session), number_of(self.study.game.node)
        files: dict[str, tuple[str, Callable[[], str]]] = {
            "drawing": (
                _("{game} move {number}").format(game=game, number=number) + ".svg",
                partial(board_svg, self.position),
            ),
            "record": (game + SUFFIX, lambda: self.record.text),
            "page": (_("{game} review").format(game=game) + ".html", self._page),
        }
        name, text = files[what]
        self.shell.effect("save", {"name": name, "text": text()})

    def _page(self) -> str:
        """Return the review as a page."""
        if self.review is None:
            raise RulesError(_("The game has to be reviewed first"))
        record, person = self.record, self.session.person
        why = explanations(self.review, self.study.values, names_in(record, person))
        return review_html(record, self.review, why, person)
