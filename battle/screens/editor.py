"""The position editor: a table to set up freely, then to analyse, to play or to copy.

    palette ──choose──► a kind       fields ──set──► turn, points
    a cell  ──touch───► a tile of that kind goes there; a tile that lies there is picked up

A mouse and a keyboard can do more on its `editor`: see `battle/game/editor.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final

from battle.game.editor import EMPTY, PositionEditor, problems_of, summary
from battle.game.session import Session, Setup
from battle.language import _
from battle.page.blocks import Paragraph
from battle.rules.files import read_text
from battle.rules.position import KINDS, Cell, Kind, Position
from battle.rules.record import Record
from battle.rules.tree import Game
from battle.screens import captions
from battle.screens.board_view import BoardShown, BoardView, Dock, KindShown, Palette, TileShown
from battle.screens.screen import Place, Screen, Shell
from battle.screens.view import Button, Field, act, choice, given
from battle.services import Services
from battle.words import label, tile_words

_MOST_DIGITS: Final = 3


class Editor(Screen):
    """Sets a position up: a `start` of a game, which names the players, or what was there last."""

    tab = "open"

    def __init__(
        self, shell: Shell, start: Position | None = None, game: Session | None = None
    ) -> None:
        super().__init__(shell)
        self.editor = PositionEditor()
        self._tags, self._person = dict[str, str](), None if game is None else game.person
        with suppress(OSError, ValueError, KeyError, TypeError):
            kept = kept_table(self.services)
            self.editor.take_up(kept)
            if start is None:
                self._tags, self._person = kept["tags"], kept["person"]
        if start is not None:
            self.editor.change(start.with_given((0, 0)))
        if game is not None:
            self._tags = Session(Setup(game.setup.seats, EMPTY)).record().tags
        self.editor.changed = self._keep
        if start is not None:
            self._keep()

    def _keep(self) -> None:
        autosave, what = self.services.autosave, {"tags": self._tags, "person": self._person}
        autosave.keep_soon(autosave.editor_file, json.dumps(self.editor.kept | what))

    def _game(self, start: Position) -> Session:
        """Return the game that begins with a position."""
        return Session.from_record(Record(self._tags, Game(start)), person=self._person)

    @property
    def standing(self) -> object:
        editor = self.editor
        return editor.table, editor.chosen, editor.refusal

    @property
    def place(self) -> Place:
        """The table is kept by itself."""
        return "editor", (), {}

    # --- what is seen ---------------------------------------------------------------------------

    @property
    def said(self) -> tuple[Paragraph, ...]:
        """Everything that is wrong, each leading to its cells, or what there is."""
        found = self.editor.position
        return (*problems_of(self.editor.table),) if found is None else (summary(found),)

    @property
    def _board(self) -> BoardShown:
        """The whole table, however little lies on it."""
        tiles = (
            TileShown(cell, kind, free=True, words=words, name=f"{words}, {cell}")
            for cell, kind in self.editor.table.tiles()
            for words in [tile_words(kind)]
        )
        wrong = [cell for one in problems_of(self.editor.table) for cell in one.leads_to or ()]
        return BoardShown(tuple(tiles), wrong=tuple(dict.fromkeys(wrong)), letters=True)

    def _asked(self) -> Iterator[Field]:
        """Yield what is asked beside the table: whose turn it is, and the points."""
        table, game = self.editor.table, self._game(EMPTY)
        players = {player: label(game.name(player)) for player in game.near_first}
        yield choice("turn", _("To move"), table.to_move, players.items())
        for player, name in players.items():
            words, points = _("Points: {name}").format(name=name), table.points[player - 1]
            yield Field(f"points{player}", words, str(points), "number")

    def view(self) -> BoardView:
        editor, found = self.editor, self.editor.position
        is_ready = found is not None and not found.is_over
        kinds = (
            KindShown(kind, tile_words(kind), editor.left(kind), kind is editor.chosen)
            for kind in KINDS
        )
        analyse = act("lead_on", to="study_position")
        play = act("lead_on", to="new_game")
        return BoardView(
            "editor",
            _("Set up a position"),
            editor.table,
            self._board,
            live=True,
            below=self._person or 1,
            dock=Dock(editor.refusal or self.said[0].words),
            page=(Palette(tuple(kinds)), *self._asked()),
            main=Button(_("Analyse from here"), "analyse", analyse, off=not is_ready),
            buttons=(
                Button(_("Play from here"), "play", play, off=not is_ready),
                Button(
                    _("Copy as text"), "copy", given("copy", str(found or "")), off=found is None
                ),
            ),
            actions=(
                Button(_("Undo"), "undo", act("undo"), off=not editor.can_undo),
                Button(_(captions.REDO), "redo", act("redo"), off=not editor.can_redo),
                Button(
                    _("Close the gaps"), "chevron-up", act("close_gaps"), off=not editor.has_gaps
                ),
                Button(_("Clear the table"), "delete", act("clear")),
            ),
        )

    # --- what is done ---------------------------------------------------------------------------

    def acts(self) -> Mapping[str, Callable[..., object]]:
        editor = self.editor
        edits: dict[str, Callable[[], object]] = {
            "undo": editor.undo,
            "redo": editor.redo,
            "close_gaps": editor.close_gaps,
            "clear": self._clear,
        }
        return {
            "choose": lambda kind: setattr(editor, "chosen", Kind.parse(kind)),
            "touch": self._touch,
            "set": self._set,
            **{name: partial(self.edit, edit) for name, edit in edits.items()},
            "lead_on": self._lead_on,
        }

    def edit(self, change: Callable[[], object]) -> None:
        """Change the whole set-up; what was refused is forgotten."""
        self.editor.refusal = ""
        change()

    def _touch(self, cell: str) -> None:
        """Pick a tile up, to be put elsewhere, or put one down."""
        editor, at = self.editor, Cell.parse(cell)
        if editor.table.kind_at(at) is None:
            editor.place_chosen(at)
        else:
            editor.pick(at)
            self.edit(partial(editor.place, at, None))

    def _set(self, name: str, value: str) -> None:
        number = int(value[:_MOST_DIGITS]) if value.isdecimal() else 0
        if name == "turn":
            self.editor.turn(2 if number == 2 else 1)
        else:
            self.editor.give(2 if name == "points2" else 1, number)

    def _clear(self) -> None:
        """Begin anew, with nobody's names."""
        self._tags, self._person = {}, None
        self.editor.clear()

    def _lead_on(self, to: str) -> None:
        found = self.editor.position
        assert found is not None
        self.shell.go(to, self._game(found) if to == "study_position" else found)


def kept_table(services: Services) -> Mapping[str, Any]:
    """Return what was set up last; raises OSError or ValueError where there is nothing."""
    services.autosave.wait()
    kept: Mapping[str, Any] = json.loads(read_text(services.autosave.editor_file))
    return kept
