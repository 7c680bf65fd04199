"""The position editor: a table to set up freely, then to play, to analyse or to copy.

back  heading              tools
+-----------+  palette: 27 kinds
|           |  to move, points
|   table   |  what is wrong
|           |  play, analyse, copy, cancel
+-----------+
status

Mouse and keyboard work on `PositionEditor`, a plain model without pictures; turn and points are a
form. Keys go to the table unless a widget has the focus; Tab walks through the widgets and back.

Pressing on an empty cell paints with the kind chosen, as far as the mouse is dragged and tiles are
left; pressing on a tile holds it: let go elsewhere it moves there, beside the table it is gone,
where it lay it is replaced. The other button removes.

The keyboard writes tiles as a grid is written: a tile goes where the cursor is, which then moves
down; `/` goes to the next column, `.` leaves a cell empty.

The whole table is shown, however little lies on it: a tile may be put on any of its cells.

While the table is edited anything may lie anywhere: gaps in a column, one tile of a kind, a fifth.
It is a position when it has no problems: exactly if `position(str(table))` accepts the text.

Every edit can be undone. Edits that belong together (a drag of the mouse, the digits of a number)
share a `stroke` and are undone in one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial, partialmethod
from typing import ClassVar, Final, NamedTuple

import pygame
from pygame import Rect

from battle.language import N_, _, explain, ngettext
from battle.page.blocks import Ink, Paragraph
from battle.page.blocks import Role as WordsRole
from battle.rules.links import table_in
from battle.rules.position import (
    ALL_POINTS,
    COLUMN_LETTERS,
    COLUMNS,
    COPIES,
    EMPTY_COLUMNS,
    KINDS,
    PLAYERS,
    ROWS,
    Cell,
    Column,
    Kind,
    Player,
    Position,
    RulesError,
)
from battle.rules.record import Record
from battle.window.board import Board, Motion
from battle.window.board_view import (
    BoardLayout,
    BoardPainter,
    board_layout,
    board_width,
    widest_tile,
)
from battle.window.cards import Form, backdrop, question
from battle.window.keys import PASTE
from battle.window.pages import Flow
from battle.window.scene import Scene, Services
from battle.window.ui import clipboard, draw
from battle.window.ui import theme as look
from battle.window.ui.keys import (
    KeyTable,
    Press,
    Shortcut,
    TileTyping,
    action_of,
    keys_of,
    presses_of,
    with_ctrl,
)
from battle.window.ui.layout import FILL, across, box, centred, column, down, grid, inset, row
from battle.window.ui.theme import Role
from battle.window.ui.tile_art import ASPECT, kept_art
from battle.window.ui.widgets import Button
from battle.window.ui.window import Size, scale_of
from battle.words import no_pair_words

_EMPTY: Final = Position(EMPTY_COLUMNS)


class PositionEditor:
    """A table with everything that works on it; `refusal` says why something was not done.

    `table` is what lies there, as a position to be drawn; it need not be a valid one. While a
    button of the mouse is down a tile is `held`, taken from the cell `source` or from the palette,
    or the `brush` changes every cell it comes to.
    """

    def __init__(self, start: Position | None = None) -> None:
        self._tables = [_EMPTY if start is None else start.with_given((0, 0))]
        self._at = 0
        self._stroke: object = None
        self.chosen: Kind | None = None
        self.cursor = Cell(0, 0)
        self.brush: Callable[[Cell], object] | None = None
        self.held: Kind | None = None
        self.source: Cell | None = None
        self.refusal = ""
        self._last = self.cursor

    # --- what there is --------------------------------------------------------------------------

    @property
    def table(self) -> Position:
        """What lies on the table, whose turn it is, and the points."""
        return self._tables[self._at]

    @property
    def can_undo(self) -> bool:
        """Whether anything was edited."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Whether an edit was undone."""
        return self._at + 1 < len(self._tables)

    def left(self, kind: Kind) -> int:
        """Return how many tiles of a kind can still be placed, 0 to 4."""
        return max(0, COPIES - len(_cells_of(self.table, kind)))

    @property
    def position(self) -> Position | None:
        """The position that is set up, None as long as something is wrong."""
        return None if any(problems_of(self.table)) else self.table

    def shown(self, pointed: Cell | None) -> Position:
        """Return the table to be shown: without a tile that is held over another cell."""
        if self.source is None or self.source == pointed:
            return self.table
        return _with_tile(self.table, self.source, None)

    # --- editing --------------------------------------------------------------------------------

    def change(self, table: Position, stroke: object = None) -> None:
        """Replace the table, as an edit of its own or part of a stroke."""
        if table == self.table:
            return
        is_new = stroke is None or stroke != self._stroke
        self._at, self._stroke = self._at + is_new, stroke
        self._tables[self._at :] = [table]

    def undo(self, edits: int = 1) -> None:
        """Undo the last edits, as far as there are any; `redo` is the same the other way."""
        self._at = max(0, min(len(self._tables) - 1, self._at - edits))
        self._stroke = None

    redo = partialmethod(undo, -1)

    def place(self, cell: Cell, kind: Kind | None, *, stroke: object = None) -> None:
        """Put a tile of `kind` on `cell`, in place of what lies there; None empties the cell."""
        self.change(_with_tile(self.table, cell, kind), stroke)

    def move(self, source: Cell, target: Cell) -> None:
        """Move a tile to another cell; what lies there comes to the tile's old place."""
        moved = _with_tile(self.table, target, self.table.kind_at(source))
        self.change(_with_tile(moved, source, self.table.kind_at(target)))

    def close_gaps(self) -> None:
        """Move the tiles below a gap up, so that the tiles of every column touch."""
        self.change(replace(self.table, columns=tuple(map(_without_gaps, self.table.columns))))

    def clear(self) -> None:
        """Take every tile away, and the points; player 1 is to move."""
        self.change(_EMPTY)

    def paste(self, text: str) -> None:
        """Take over a position, its picture, or the last position of a game record.

        Of a game that is over the start is taken. Raises RulesError for any other text, and then
        changes nothing.
        """
        position = table_in(text)
        if isinstance(position, Record):
            game = position.game
            position = game.start if game.last.position.is_over else game.last.position
        self.change(position.with_given((0, 0)))

    # --- the mouse ------------------------------------------------------------------------------

    def press(self, cell: Cell) -> None:
        """Press the button on a cell: hold its tile, or begin to paint."""
        self._last = self.cursor = cell
        self.held = self.table.kind_at(cell)
        if self.held is not None:
            self.source = cell
        else:
            self.brush = partial(self._paint, object())
            self.brush(cell)

    def press_other(self, cell: Cell) -> None:
        """Press the other button on a cell: begin to remove."""
        self._last = self.cursor = cell
        self.brush = partial(self.place, kind=None, stroke=object())
        self.brush(cell)

    def _paint(self, stroke: object, cell: Cell) -> None:
        if self.table.kind_at(cell) is None:
            self.place_chosen(cell, stroke)

    def pick(self, cell: Cell) -> None:
        """Choose the kind of the tile on a cell."""
        self.chosen = self.table.kind_at(cell) or self.chosen

    def take(self, kind: Kind) -> None:
        """Press on a kind in the palette: choose it, and hold a tile of it if any is left."""
        self.chosen = kind
        self.held = kind if self.left(kind) else None

    def drag(self, cell: Cell | None) -> None:
        """Move on to a cell with the button down; None is beside the table."""
        if cell is not None and self.brush is not None:
            for passed in _between(self._last, cell):
                self.brush(passed)
            self._last = cell

    def release(self, cell: Cell | None) -> None:
        """Let the button go over a cell, or beside the table."""
        held, source = self.held, self.source
        self.let_go()
        if held is None:
            return
        if cell is None:
            if source is not None:
                self.place(source, None)
        elif source not in (None, cell):
            self.move(source, cell)
        else:
            self.chosen, self.cursor = self.chosen or held, cell
            self.place_chosen(cell)

    def let_go(self) -> None:
        """Put the tile in the hand back, and end what the mouse has begun."""
        self.held = self.source = self.brush = None

    def place_chosen(self, cell: Cell, stroke: object = None) -> bool:
        """Put a tile of the kind chosen on a cell; return whether it lies there, else refuse."""
        kind, self.refusal = self.chosen, ""
        if kind is None:
            self.refusal = _("Choose a tile first, or type it: 5m.")
        elif self.left(kind) or self.table.kind_at(cell) is kind:
            self.place(cell, kind, stroke=stroke)
        else:
            self.refusal = _("All {copies} {kind} are on the table.").format(
                copies=COPIES, kind=kind
            )
        return not self.refusal

    # --- the keyboard ---------------------------------------------------------------------------

    def write(self, kind: Kind | None = None) -> None:
        """Put a tile of `kind`, else of the kind chosen, at the cursor, and go to the next cell."""
        self.chosen = kind or self.chosen
        if self.place_chosen(self.cursor):
            self._advance(1)

    def erase(self, before: int = 0, after: int = 0) -> None:
        """Empty the cell at the cursor, which moves by some cells before and after that."""
        self._advance(before)
        self.place(self.cursor, None)
        self._advance(after)

    def step(self, columns: int, rows: int) -> None:
        """Move the cursor, as far as there are cells."""
        column, row = self.cursor.column + columns, self.cursor.row + rows
        self.cursor = Cell(max(0, min(COLUMNS - 1, column)), max(0, min(ROWS - 1, row)))

    def _advance(self, by: int) -> None:
        place = self.cursor.column * ROWS + self.cursor.row + by
        self.cursor = Cell(*divmod(max(0, min(COLUMNS * ROWS - 1, place)), ROWS))


def _with_tile(table: Position, cell: Cell, kind: Kind | None) -> Position:
    columns = [*table.columns]
    column = columns[cell.column]
    columns[cell.column] = (*column[: cell.row], kind, *column[cell.row + 1 :])
    return replace(table, columns=tuple(columns))


def _without_gaps(column: Column) -> Column:
    tiles = [kind for kind in column if kind is not None]
    first = next((row for row, kind in enumerate(column) if kind is not None), 0)
    return (*(None,) * first, *tiles, *(None,) * (ROWS - first - len(tiles)))


def _cells_of(table: Position, kind: Kind) -> tuple[Cell, ...]:
    return tuple(cell for cell, tile in table.tiles() if tile is kind)


def _between(start: Cell, end: Cell) -> list[Cell]:
    """Return the cells on the way from one to another, without the first."""
    columns, rows = end.column - start.column, end.row - start.row
    steps = max(abs(columns), abs(rows))
    return [
        Cell(start.column + round(columns * n / steps), start.row + round(rows * n / steps))
        for n in range(1, steps + 1)
    ]


# --- what is wrong, or can be done ---------------------------------------------------------------


def problems_of(table: Position) -> Iterator[Paragraph]:
    """Yield everything that keeps a table from being a position: gaps, kinds, points.

    A problem leads to its cells: the empty cells of a gap, the tiles of a kind; none for points.
    """
    problem = partial(Paragraph, ink=Ink.BAD, icon="warning", icon_ink=Ink.BAD)
    for index, tiles in enumerate(table.columns):
        rows = [row for row, kind in enumerate(tiles) if kind is not None] or [0]
        gap = [row for row in range(rows[0], rows[-1]) if tiles[row] is None]
        if gap:
            words = ngettext(
                "Column {column} has an empty cell between its tiles.",
                "Column {column} has {n} empty cells between its tiles.",
                len(gap),
            ).format(column=COLUMN_LETTERS[index], n=len(gap))
            yield problem(words, leads_to=tuple(Cell(index, row) for row in gap))
    left = 0
    for kind in KINDS:
        cells = _cells_of(table, kind)
        left += len(cells) // 2 * kind.rank
        words = _("There are {number} {kind}: each kind has only {copies} tiles.")
        if len(cells) == 1:
            words = _("There is one {kind}: each kind needs two or four tiles.")
        elif len(cells) < COPIES:
            words = _("There are three {kind}: each kind needs two or four tiles.")
        if len(cells) > COPIES or len(cells) % 2:
            words = words.format(number=len(cells), kind=kind, copies=COPIES)
            yield problem(words, leads_to=cells)
    both = table.points
    for player, points in zip(PLAYERS, both, strict=True):
        if not 0 <= points <= ALL_POINTS:
            words = _("Player {player} cannot have {number} points: the range is 0 to {all}.")
            yield problem(words.format(player=player, number=points, all=ALL_POINTS))
    if min(both) >= 0 and max(both) <= ALL_POINTS < sum(both) + left:
        words = _("{points} points taken and {number} on the table are more than {all}.")
        yield problem(words.format(points=sum(both), number=left, all=ALL_POINTS))


def summary(position: Position) -> Paragraph:
    """Return how many tiles and pairs there are, or why nothing can be done with a position."""
    if position.is_over:
        words = _("The table is empty. Choose a tile and place it on the cells.")
        if position.tiles_left:
            words = no_pair_words()
        return Paragraph(words, role=WordsRole.TEXT, icon="info", icon_ink=Ink.MUTED)
    tiles = ngettext("{n} tile", "{n} tiles", position.tiles_left).format(n=position.tiles_left)
    count = len(position.legal_moves)
    pairs = ngettext("{n} pair can be taken", "{n} pairs can be taken", count).format(n=count)
    return Paragraph(f"{tiles}  ·  {pairs}", Ink.PLAIN, role=WordsRole.TEXT, icon="check")


# --- layout --------------------------------------------------------------------------------------

_SIDE: Final = 330
"""The least width of the right side at 1280 x 800."""
_WIDEST_SIDE: Final = 560
_TALLEST_SIDE: Final = 640
_COLUMNS: Final = 9
_ROWS: Final = 3
_WIDEST_TILE: Final = 46
_NUMBER: Final = 19
"""The height of the number below a tile of the palette."""
_TOOLS: Final = 5
_FORM: Final = 104
_BUTTON: Final = 46
_PROBLEMS: Final = 76
"""The least height of what is wrong."""
_SQUEEZES: Final = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75)
"""How far the words' rows may give way to the palette where it is tight."""


class EditorLayout(NamedTuple):
    """The table, the other parts by name, the slots of the palette and the width of its tiles."""

    board: BoardLayout
    parts: dict[str, Rect]
    slots: dict[Kind, Rect]
    tile: int


def editor_layout(size: Size, text: float) -> EditorLayout:
    """Return the layout for a window of `size`, with words at the scale `text`."""

    def px(length: float) -> int:
        return round(length * text)

    gap = round(12 * scale_of(size))
    head, middle, status = down(inset(Rect((0, 0), size), 0, gap), px(44), FILL, px(30), gap=gap)
    middle = inset(middle, gap, 0)
    least = max(min(px(_SIDE), middle.width * 43 // 100), middle.width * 34 // 100)
    tile = widest_tile((middle.width - least - gap, middle.height))
    table = board_width(tile)
    side = min(middle.width - table - gap, px(_WIDEST_SIDE))
    whole = centred(middle, table + gap + side, middle.height)
    left, right = across(whole, table, side, gap=gap)
    board = board_layout(tile, left.center)
    tall = min(middle.height, max(board.outer.height, px(_TALLEST_SIDE)))
    tile, squeeze = _palette_tile(side - 2 * gap, tall - 5 * gap, gap, text)
    parts = column(
        box("palette", _ROWS * (math.ceil(tile * ASPECT) + px(_NUMBER)) + 2 * gap),
        box("form", px(_FORM * squeeze)),
        box("problems"),
        box("buttons", 2 * px(_BUTTON * squeeze) + px(8)),
        gap=gap,
    ).lay(centred(right, side, tall))
    tools = [box(f"tool {number}", head.height) for number in range(_TOOLS)]
    width = _TOOLS * head.height + (_TOOLS - 1) * px(6)
    parts |= row(
        box("back", head.height), box("heading"), row(*tools, size=width, gap=px(6)), gap=px(8)
    ).lay(Rect(whole.left, head.top, whole.width, head.height))
    parts["status"] = Rect(whole.left, status.top, whole.width, status.height)
    slots = dict(zip(KINDS, grid(inset(parts["palette"], gap), _COLUMNS, _ROWS), strict=True))
    return EditorLayout(board, parts, slots, tile)


def _palette_tile(width: int, height: int, gap: int, text: float) -> tuple[int, float]:
    """Return the width of the palette's tiles, and how far the rows of words give way to them.

    `width` is that of the palette, `height` that of all that lies below one another.
    """
    widest = min(width // _COLUMNS - max(2, gap // 3), round(_WIDEST_TILE * text))
    for squeeze in _SQUEEZES:
        rows = round((_FORM + 2 * _BUTTON + 8 + _PROBLEMS) * squeeze * text)
        row = (height - rows) // _ROWS - round(_NUMBER * text)
        if math.ceil(widest * ASPECT) <= row:
            return widest, squeeze
    return max(12, int(row / ASPECT)), squeeze


EDITOR_SHORTCUTS: Final = KeyTable(
    "editor",
    N_("In the position editor"),
    (
        Shortcut("type_tile", (), N_("Type a tile: it goes where the cursor is"), written="5 m"),
        Shortcut("left", presses_of(pygame.K_LEFT), N_("One cell to the left")),
        Shortcut("right", presses_of(pygame.K_RIGHT), N_("One cell to the right")),
        Shortcut("up", presses_of(pygame.K_UP), N_("One cell up")),
        Shortcut("down", presses_of(pygame.K_DOWN), N_("One cell down")),
        Shortcut("next_column", (Press(sign="/"),), N_("To the top of the next column")),
        Shortcut("leave_empty", (Press(sign="."),), N_("Leave the cell empty and go on")),
        Shortcut(
            "choose",
            presses_of(pygame.K_RETURN, pygame.K_SPACE),
            N_("Place the tile chosen last"),
        ),
        Shortcut("delete", presses_of(pygame.K_DELETE), N_("Remove the tile")),
        Shortcut(
            "delete_before",
            presses_of(pygame.K_BACKSPACE),
            N_("Go back one cell and remove the tile"),
        ),
        Shortcut("undo", (with_ctrl(pygame.K_z),), N_("Undo")),
        Shortcut(
            "redo",
            (with_ctrl(pygame.K_y), with_ctrl(pygame.K_z, shift=True)),
            N_("Redo"),
        ),
        Shortcut("copy", (with_ctrl(pygame.K_c),), N_("Copy the position")),
        Shortcut("paste", (with_ctrl(pygame.K_v),), PASTE),
        Shortcut("escape", presses_of(pygame.K_ESCAPE), N_("Put back the tile held, or leave")),
    ),
)


# --- scene ---------------------------------------------------------------------------------------


class EditorScene(Scene):
    """Sets a position up, beginning with `start` or an empty table."""

    help_page: ClassVar[str] = "editor"

    def __init__(self, app: Services, start: Position | None = None) -> None:
        super().__init__(app)
        self.editor = PositionEditor(start)
        self.pointed: tuple[Cell | None, Kind | None] = None, None
        """The cell of the table or the kind of the palette that the mouse is on."""
        self.problems = Flow(follow=self._go_to)
        self._by_keys = False
        self._typing = TileTyping()
        self._tools: dict[str, Button] = {}
        self._point = (0, 0)

    def resume(self) -> None:
        """Come back, or go to the background, with nothing held in the hand."""
        self.editor.let_go()

    focus_lost = resume

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out, and build tools, form and buttons."""
        theme, digits = self.theme, self.app.settings.rank_digits
        self.layout = editor_layout(self.size, theme.scale)
        self.board = BoardPainter(
            self.layout.board, theme, rank_digits=digits, highlight_free=False
        )
        self._art = kept_art(self.layout.tile, theme, rank_digits=digits)
        self._add_tools()
        self._add_form()
        places = grid(self.layout.parts["buttons"], 2, 2, theme.px(8))
        self.ways_out = (
            self.add_button(
                places[0], _("Play from here"), partial(self._begin, "new_game"), look_as="primary"
            ),
            self.add_button(
                places[1], _("Analyse from here"), partial(self._begin, "study_position")
            ),
            self.add_button(places[2], _("Copy as text"), self.copy),
        )
        self.add_button(places[3], _("Cancel"), self.cancel)
        panel, px = self.layout.parts["problems"], theme.px
        self.problems.place(theme, panel.inflate(-px(16), -px(16)), panel)
        self.add(self.problems, walked=False)
        self.refresh()

    def _add_tools(self) -> None:
        parts = self.layout.parts
        tools: list[tuple[str, str, Callable[[], None]]] = [
            ("undo", _("Undo") + _keys("undo"), partial(self._edit, self.editor.undo)),
            ("redo", _("Redo") + _keys("redo"), partial(self._edit, self.editor.redo)),
            ("chevron-up", _("Close the gaps"), partial(self._edit, self.editor.close_gaps)),
            ("delete", _("Clear the table"), partial(self._edit, self.editor.clear)),
            ("paste", _("Paste a position") + _keys("paste"), self.paste),
        ]
        back, tip = parts["back"], _("Back (Esc)")
        self.add_button(back, "", self.cancel, look_as="quiet", icon="chevron-left", tip=tip)
        for number, (icon, tip, action) in enumerate(tools):
            self._tools[icon] = self.add_button(
                parts[f"tool {number}"], "", action, icon=icon, tip=tip, look_as="tool"
            )
        self.write(_("Set up a position"), parts["heading"], Role.TITLE, look.INK)

    def _add_form(self) -> None:
        self.form = form = Form(self, self.layout.parts["form"])
        form.lay(form.rect, 2, 0.3)
        players = [(player, _("Player {number}").format(number=player)) for player in PLAYERS]
        table, change = self.editor.table, self.editor.change
        form.segments(
            _("To move"),
            players,
            table.to_move,
            lambda player: change(replace(self.editor.table, to_move=player)),
        )
        places = across(form.space(_("Points")), FILL, FILL, gap=self.theme.px(10))
        for player, points, rect in zip(PLAYERS, table.points, places, strict=True):
            form.field(rect, str(points), partial(self._set_points, player), limit=3, digits=True)

    # --- what is entered ------------------------------------------------------------------------

    def _set_points(self, player: Player, text: str) -> None:
        points = dict(zip(PLAYERS, self.editor.table.points, strict=True))
        points[player] = int(text or 0)
        self.editor.change(replace(self.editor.table, points=(points[1], points[2])), stroke=player)

    def _edit(self, change: Callable[[], None]) -> None:
        """Change the whole set-up; the form follows."""
        self.editor.refusal = ""
        change()
        self.resize(self.size)

    @property
    def standing(self) -> Position:
        return self.editor.table

    def refresh(self) -> None:
        """Show what is wrong, and enable the buttons that the set-up is ready for."""
        problems, position = [*problems_of(self.editor.table)], self.editor.position
        self.problems.fill(problems if position is None else [summary(position)])
        is_ready = position is not None and not position.is_over
        for button, usable in zip(
            self.ways_out, (is_ready, is_ready, position is not None), strict=True
        ):
            button.enabled = usable
        self._tools["undo"].enabled = self.editor.can_undo
        self._tools["redo"].enabled = self.editor.can_redo

    # --- what is done with it -------------------------------------------------------------------

    def _begin(self, screen: str) -> None:
        """Go to the screen where the position is played or analysed."""
        if self.editor.position is not None:
            self.app.go(screen, self.editor.position)

    def copy(self) -> None:
        """Put the position's line on the clipboard."""
        if self.editor.position is None:
            self._refuse(_("This is not a legal position yet."))
        else:
            clipboard.copy_position(self.editor.position, self.app.say)

    def paste(self) -> None:
        """Take over the position on the clipboard; nothing changes if there is none."""
        try:
            text = clipboard.text()
            self._edit(lambda: self.editor.paste(text))
        except RulesError as error:
            self._refuse(explain(error))

    def _refuse(self, words: str) -> None:
        self.editor.refusal = words
        self.app.sound.play("refuse")

    def cancel(self) -> None:
        """Leave, after a question if something was set up."""
        editor = self.editor
        if editor.held is not None or editor.brush is not None:
            editor.let_go()
        else:
            self.leave_for(self.app.pop)

    def leave_for(self, go: Callable[[], object]) -> None:
        if not self.editor.can_undo:
            go()
            return
        title, words = _("Leave the editor?"), _("Your position will not be saved.")
        self.app.push(question(self.app, title, words, _("Stay"), _("Leave"), go))

    # --- keyboard -------------------------------------------------------------------------------

    @property
    def shows_cursor(self) -> bool:
        """Whether the keyboard's cursor is on the table."""
        return self._by_keys and self.focused is None

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Let fields have their keys; the table has its own while no widget has the focus."""
        if self.typing:
            leaves = event.key in (pygame.K_RETURN, pygame.K_KP_ENTER)
            if leaves:
                self.focus(None)
            return leaves
        if self.handle_common_key(event):
            return True
        action = action_of(event, EDITOR_SHORTCUTS)
        if action in ("undo", "redo"):
            self._edit(getattr(self.editor, action))
        elif action in ("copy", "paste"):
            getattr(self, action)()
        else:
            return self.focused is None and self._on_table(event, action)
        return True

    def _on_table(self, event: pygame.event.Event, action: str | None) -> bool:
        typed = self._typing.feed(event, self.app.now())
        editor = self.editor
        commands: dict[str | None, Callable[[], None]] = {
            "left": partial(editor.step, -1, 0),
            "right": partial(editor.step, 1, 0),
            "up": partial(editor.step, 0, -1),
            "down": partial(editor.step, 0, 1),
            "next_column": partial(editor.step, 1, -ROWS),
            "leave_empty": partial(editor.erase, after=1),
            "choose": editor.write,
            "delete": editor.erase,
            "delete_before": partial(editor.erase, before=-1),
        }
        if typed is None and action not in commands:
            return False
        editor.refusal = ""
        if isinstance(typed, Kind):
            editor.write(typed)
        elif typed is None:
            commands[action]()
        self._by_keys = True
        self._sound_refusal("")
        return True

    def _step(self, by: int) -> None:
        """Walk through the widgets; after the last one, and before the first, is the table."""
        edge = self.ready[-1 if by > 0 else 0]
        if self.focused is not None and self.focused is edge:
            self._by_keys = True
            self.focus(None)
        else:
            super()._step(by)

    # --- mouse ----------------------------------------------------------------------------------

    def on_event(self, event: pygame.event.Event) -> None:
        """React to the mouse on table and palette."""
        editor, before = self.editor, self.editor.refusal
        moves = event.type == pygame.MOUSEMOTION
        presses = {
            pygame.BUTTON_LEFT: editor.press,
            pygame.BUTTON_RIGHT: editor.press_other,
            pygame.BUTTON_MIDDLE: editor.pick,
        }
        if not moves and getattr(event, "button", None) not in presses:
            return  # the wheel comes as two more buttons
        self._point, slots = self.app.point(event.pos), self.layout.slots.items()
        cell = self.board.layout.cell_at(self._point)
        kind = next((kind for kind, slot in slots if slot.collidepoint(self._point)), None)
        self.pointed = cell, kind
        if moves:
            editor.drag(cell)
        elif event.type == pygame.MOUSEBUTTONUP:
            editor.release(cell)
        else:
            before = editor.refusal = ""
            self._by_keys = False
            if cell is not None:
                presses[event.button](cell)
            elif kind is not None and event.button == pygame.BUTTON_LEFT:
                editor.take(kind)
        self._sound_refusal(before)

    def _go_to(self, cells: Sequence[Cell]) -> None:
        """Put the cursor on the first cell of a problem."""
        self.editor.refusal = ""
        self.editor.cursor, self._by_keys = cells[0], True

    def _sound_refusal(self, before: str) -> None:
        """Play the sound of a refusal if there is a new one."""
        if self.editor.refusal not in ("", before):
            self.app.sound.play("refuse")

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint table, palette and status line."""
        backdrop(surface, self.theme)
        self._paint_board(surface)
        self._paint_palette(surface)
        self._paint_status(surface)

    def _paint_board(self, surface: pygame.Surface) -> None:
        editor, cell, pointed = self.editor, self.pointed[0], self.problems.pointed_at
        self.board.draw(surface, Board(editor.shown(cell)), Motion(), seconds=0.0, pairs=False)
        for problem in self.problems.blocks:
            for wrong in problem.target or ():
                self._mark_problem(surface, wrong, editor.table.kind_at(wrong))
                if problem.target == pointed:
                    self._mark(surface, "hint", wrong)
        if self.shows_cursor:
            self._mark(surface, "cursor", editor.cursor)
        if editor.held is not None and cell is not None:
            self._mark(surface, "selected", cell)
        elif cell is not None and not self.shows_cursor:
            self._mark(surface, "partner", cell)

    def _mark(self, surface: pygame.Surface, name: str, cell: Cell) -> None:
        mark = self.board.art.mark(name)
        mark.set_alpha(255)
        surface.blit(mark, self.layout.board.corner_of(cell))

    def _mark_problem(self, surface: pygame.Surface, cell: Cell, kind: Kind | None) -> None:
        """Put a warning sign on a tile; an empty cell is outlined too."""
        width, plate = self.layout.board.tile[0], self.layout.board.plate_of(cell)
        red, side = look.REFUSED, max(12, round(width * 0.44))
        sign = Rect(0, 0, side, side)
        if kind is None:
            slot, edge = plate.inflate(-width // 8, -width // 8), max(1, width // 24)
            draw.box(
                surface, slot, look.translucent(red, 40), radius=width // 10, border=red, width=edge
            )
            sign.center = plate.center
        else:
            sign.topright = (plate.right + side // 6, plate.top - side // 6)
        draw.box(surface, sign, look.ROOM, radius=side // 2, border=red)
        draw.sign(surface, "warning", round(side * 0.74), red, center=sign.center)

    def _paint_palette(self, surface: pygame.Surface) -> None:
        px, theme, raised = self.theme.px, self.theme, look.PANEL_RAISED
        draw.box(surface, self.layout.parts["palette"], look.PANEL, radius=px(12), border=look.LINE)
        for kind, slot in self.layout.slots.items():
            left = self.editor.left(kind)
            if kind is self.editor.chosen:
                rect = slot.inflate(-px(1), -px(1))
                draw.box(surface, rect, raised, radius=px(7), border=look.GOLD, width=px(2))
            elif kind is self.pointed[1]:
                draw.box(surface, slot, raised, radius=px(7), border=look.LINE)
            tile = Rect((0, 0), self._art.size).move_to(midtop=(slot.centerx, slot.top + px(3)))
            surface.blit(self._art.tile(kind, dimmed=not left), tile)
            words = Rect(slot.left, tile.bottom, slot.width, slot.bottom - tile.bottom)
            ink = look.INK if left else look.FAINT
            draw.text(surface, theme.font(Role.SMALL), f"×{left}", ink, words, "centre")

    def _paint_status(self, surface: pygame.Surface) -> None:
        """Say why something was not done, else how to work."""
        px, place, refusal = self.theme.px, self.layout.parts["status"], self.editor.refusal
        words = refusal or _(
            "Type tiles: 5m. “/” next column, “.” empty cell, Delete removes, right click too."
        )
        ink = look.REFUSED if refusal else look.MUTED
        draw.sign(surface, "warning" if refusal else "keyboard", px(20), ink, midleft=place.midleft)
        draw.text_within(surface, self.theme, Role.TEXT, words, ink, across(place, px(30), FILL)[1])

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint the tile in the hand under the mouse."""
        if self.editor.held is not None:
            art = self.board.art
            tile, off = art.tile(self.editor.held), art.shadow_offset
            place = tile.get_rect(center=self._point)
            surface.blit(art.shadow(), place.move(off[0] + 4, off[1] + 6))
            surface.blit(tile, place)


def _keys(action: str) -> str:
    return f" ({keys_of(action, EDITOR_SHORTCUTS)})"
