"""The position editor: a table to set up freely, then to analyse, to play or to copy.

    palette ──choose──► a kind       fields ──set──► turn, points
    a cell  ──touch───► a tile of that kind goes there; a tile that lies there is picked up

A mouse and a keyboard can do more on its `editor`: see `battle/game/editor.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from battle.game.editor import PositionEditor, problems_of, summary
from battle.language import _
from battle.page.blocks import Paragraph
from battle.rules.position import KINDS, PLAYERS, Cell, Kind, Position
from battle.screens import captions
from battle.screens.board_view import BoardShown, BoardView, Dock, KindShown, Palette, TileShown
from battle.screens.screen import Place, Screen, Shell
from battle.screens.view import Button, Field, act, choice, given
from battle.words import tile_words

_MOST_DIGITS: Final = 3


class Editor(Screen):
    """Sets a position up, beginning with `start`, one as text, or an empty table."""

    tab = "open"

    def __init__(self, shell: Shell, start: Position | str | None = None) -> None:
        super().__init__(shell)
        self.editor = PositionEditor(Position.parse(start) if isinstance(start, str) else start)
        self._leave_for: Callable[[], object] = shell.back

    @property
    def standing(self) -> object:
        editor = self.editor
        return editor.table, editor.chosen, editor.refusal

    @property
    def place(self) -> Place:
        """The position, as long as it is one."""
        found = self.editor.position
        return "editor", () if found is None else (str(found),), {}

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
        table, name = self.editor.table, _("Player {number}")
        players = [(player, name.format(number=player)) for player in PLAYERS]
        yield choice("turn", _("To move"), table.to_move, players)
        for player, points in zip(PLAYERS, table.points, strict=True):
            words = _("Points of player {number}").format(number=player)
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
            below=1,
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
                Button(_("Close the gaps"), "chevron-up", act("close_gaps")),
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
            "clear": editor.clear,
        }
        return {
            "choose": lambda kind: setattr(editor, "chosen", Kind.parse(kind)),
            "touch": self._touch,
            "set": self._set,
            **{name: partial(self.edit, edit) for name, edit in edits.items()},
            "lead_on": lambda to: self.shell.go(to, editor.position),
            "leave": lambda: self._leave_for(),
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

    def back(self) -> None:
        self.leave_for(self.shell.back)

    def leave_for(self, go: Callable[[], object]) -> None:
        """Go elsewhere, after a question if something was set up."""
        if not self.editor.can_undo:
            go()
            return
        self._leave_for = go
        leave = Button(_("Leave"), "", act("leave"))
        words = _("Your position will not be saved.")
        self.question(_("Leave the editor?"), words, leave, _(captions.STAY))
