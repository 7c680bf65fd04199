"""A task of `battle.screens` on the table: an exercise, a lesson, or a step of the first game.

    rail +----------------+-----------+
         |                | title     |
         |     table      | words     |   of a review also who is ahead, and the moves
         |                | [buttons] |   always at the same place
         +----------------+-----------+

    screen ──view──► board, words, buttons      clicks and keys ──► acts of the screen
    another view ──► pairs fly off, or back     frames ──► shown one after the other, or by hand

Where the screen has no board but a card, that is shown in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import pygame
from pygame import Rect

from battle.analysis.costs import Mark
from battle.coach.answer import Look, Shown
from battle.language import _
from battle.page.blocks import Block, Ink, Paragraph
from battle.page.blocks import Role as WordsRole
from battle.rules.position import COLUMNS, ROWS, Cell, Kind, Move, Player, Position, other
from battle.screens import captions
from battle.screens.board_view import BoardShown, BoardView, Dock
from battle.screens.screen import Screen, do
from battle.screens.view import Act, Button, CardView, act, main_of
from battle.training.sitting import EMPTY
from battle.training.trainer_page import pairs_to_take
from battle.window.board import TILE_SECONDS, Board
from battle.window.board_scene import BoardScene
from battle.window.board_view import point_at_free
from battle.window.card_view import SheetScene, ViewScene
from battle.window.cards import add_rail, beside_rail, paint_rail
from battle.window.game_panels import LEAST_GRAPH, GraphPanel, MovesPanel
from battle.window.keys import (
    FIRST_SHORTCUTS,
    LESSON_SHORTCUTS,
    REVIEW_SHORTCUTS,
    TRAINER_SHORTCUTS,
)
from battle.window.pages import Flow, SignStrip, height_of
from battle.window.scene import Scene, Services
from battle.window.table_view import AnalysisView, players_row, title_line
from battle.window.ui import theme as look
from battle.window.ui.draw import Layer, status_line
from battle.window.ui.keys import KeyTable, action_of
from battle.window.ui.layout import FILL, Length, Share, across, down, inset
from battle.window.ui.theme import Role
from battle.window.ui.widgets import Point

KEYS: Final[Mapping[str, KeyTable]] = {
    "first_game": FIRST_SHORTCUTS,
    "learn_from": LESSON_SHORTCUTS,
    "lessons": FIRST_SHORTCUTS,
    "review": REVIEW_SHORTCUTS,
    "trainer": TRAINER_SHORTCUTS,
}
"""The keys of each screen with a task, by its name."""
_BUTTON: Final = 42
"""How high a button is."""
_MORE: Final = act("more")
"""To show what is seldom wanted, which the scene alone does: the screen names it."""


def task_scene(app: Services, screen: Screen) -> Scene:
    """Return what shows a screen with a task, as it stands: its board, or its card."""
    screen.resume()
    is_card = isinstance(screen.view(), CardView)
    return TaskCard(app, screen) if is_card else TaskScene(app, screen)


class TaskCard(ViewScene):
    """What a screen with a task shows between its boards."""

    def shown(self) -> CardView:
        view = self.screen.view()
        return view if isinstance(view, CardView) else self.view

    def update(self, seconds: float) -> None:
        if isinstance(self.screen.view(), BoardView):
            self.app.swap(TaskScene(self.app, self.screen))
        else:
            super().update(seconds)


class ToldBoard(Board):
    """A board whose tiles say of themselves why they cannot be chosen."""

    def __init__(self, position: Position, shown: BoardShown | None = None) -> None:
        super().__init__(position)
        self._says = {tile.cell: tile.says for tile in shown.tiles} if shown is not None else {}

    def refusal(self, cell: Cell, kind: Kind) -> str:
        return "" if self.is_takeable(cell) else self._says.get(cell, "")


def board_from(shown: BoardShown, position: Position) -> ToldBoard:
    """Return what is shown as a board to paint; the position has the points and who is to move."""
    kinds = {tile.cell: tile.kind for tile in shown.tiles}
    columns = tuple(
        tuple(kinds.get(Cell(column, row)) for row in range(ROWS)) for column in range(COLUMNS)
    )
    board = ToldBoard(replace(position, columns=columns), shown)
    hinted = [tile.cell for tile in shown.tiles if tile.mark == "hint"]
    board.hint = Move(*hinted) if len(hinted) == 2 else None
    if shown.ghosts:
        board.last = Move(*[one.cell for one in shown.ghosts[:2]]), shown.ghosts[0].player
    looks = dict[Cell, Look]()
    for tile in shown.tiles:
        if tile.mark in ("played", "answer", "best"):
            looks[tile.cell] = "lit" if tile.mark == "answer" and tile.glows else tile.mark
    is_dimmed = any(tile.quiet for tile in shown.tiles)
    if looks or is_dimmed:
        tag = next((tile for tile in shown.tiles if tile.tag), None)
        bubble, mark = shown.bubble, None
        if tag is not None and tag.cost is not None:
            mark = next(one for one in Mark if one.degree == tag.cost)
        board.shown = Shown(
            position.to_move if bubble is None else bubble.player,
            "",
            replace(board.position, to_move=position.to_move if bubble is None else bubble.player),
            looks,
            tag=("" if tag is None else tag.tag, mark),
            worth=0 if bubble is None else kinds[next(iter(looks))].rank,
            counts=bubble is not None and bubble.words != "",
            is_dimmed=is_dimmed,
        )
        board.in_light = tuple(looks)
    return board


class TaskScene(BoardScene):
    """The table with what is asked at one side of it."""

    view: AnalysisView
    board: ToldBoard

    def __init__(self, app: Services, screen: Screen) -> None:
        self.screen = screen
        self.shortcuts = KEYS[screen.name]  # type: ignore[misc]
        super().__init__(app, ToldBoard(EMPTY))
        self.task = BoardView("task", "", EMPTY, below=1)
        self.words, self.about = Flow(), Flow()
        self.graph, self.moves = GraphPanel(self._go_to), MovesPanel(self.act)
        self._laid_out: object = None
        self._frame, self._waited, self._by_itself = -1, 0.0, True

    # --- life -----------------------------------------------------------------------------------

    def resume(self) -> None:
        self.screen.resume()
        self._laid_out = None
        self._follow()

    def leave(self) -> None:
        self.screen.leave()

    def cancel(self) -> None:
        do(self.screen, act("back"))

    @property
    def below(self) -> Player:
        return self.task.below

    @property
    def standing(self) -> object:
        return self.screen.standing

    def resize(self, size: tuple[int, int]) -> None:
        """Lay it out with what is to be seen now; a setting that changes comes here too."""
        if self.app.scene is not self or self._follow():
            super().resize(size)

    def act(self, act: Act) -> None:
        """Do what was chosen, and show what has come of it, with the sheet that is asked for."""
        if act == _MORE:
            self._open_more()
            return
        do(self.screen, act)
        if self.app.scene is not self:
            return
        if self.screen.sheet is not None:
            self.app.push(SheetScene(self.app, self.screen, self.act))
        else:
            self._built_from = self.standing
            self.refresh()

    def _follow(self) -> bool:
        """Take over what is to be seen now; return whether that is a board."""
        view, before = self.screen.view(), self.task
        if isinstance(view, CardView):
            self.app.swap(TaskCard(self.app, self.screen))
            return False
        assert view.board is not None
        cursor, here = self.board.cursor, self.board.position
        if view == before:
            return True
        self.task, selected = view, self.board.selected
        self.board = board_from(view.board, view.position)
        if view.live and view.position == before.position:
            self.board.selected, self.board.cursor = selected, cursor
        elif self.widgets:
            self._let_fly(here, before)
        if view.frames and (view.once != before.once or not before.frames):
            self._frame = 0 if self.app.settings.animation else len(view.frames) - 1
            self._waited, self._by_itself = 0.0, True
        elif not view.frames:
            self._frame = -1
        if view.state == "over" != before.state:
            self.app.sound.play("win")
        return True

    def _let_fly(self, before: Position, task: BoardView) -> None:
        """Let pairs fly off the table, or back to it, that are the difference to another board."""
        here = self.board.position
        old, new = {*before.tiles()}, {*here.tiles()}
        gone, come = old - new, new - old
        if len(gone) == 2 and not come:
            pair = Move(*sorted(cell for cell, _kind in gone))
            self.app.sound.play("take" if task.live else "turn")
            self.fly((before, pair), landing=False)
        elif 0 < len(come) <= 4 and not gone:
            self.app.sound.play("refuse")
            own = {one.cell for one in (task.board.ghosts if task.board is not None else ())}
            cells: dict[tuple[Kind, bool], list[Cell]] = {}
            for cell, kind in sorted(come):
                cells.setdefault((kind, not own or cell in own), []).append(cell)
            pairs = []
            for (_kind, is_own), places in cells.items():
                mover = here.to_move if is_own else other(here.to_move)
                if len(places) == 2:
                    pairs.append((replace(here, to_move=mover), Move(*places)))
            self.fly(*pairs, landing=True)
        else:
            self.motion.finish()
            self.quiet()

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay the board out where the size or the task has changed; say what there is to say."""
        task = self.task
        box = task.board.box if task.board is not None else None
        laid_out = self.size, self.theme, box
        if laid_out != self._laid_out:
            self._laid_out = laid_out
            self.motion.finish()
            area = beside_rail(self.theme, self.size)
            settings, fit = self.app.settings, lambda board: board.around(box)
            self.view = AnalysisView(area, self.theme, settings, fit=fit)
        self._put_parts()
        add_rail(self, self.screen.tab, self.act)

    def _put_parts(self) -> None:
        """Lay the column out: what there is to say, then what can be done, at its foot."""
        task, px, side = self.task, self.theme.px, self.view.layout.side
        is_wide, gap = side.width > side.height, px(10)
        left, right = across(side, FILL, FILL, gap=2 * gap) if is_wide else (side, side)
        ways = self._rows([one for one in (task.main, *task.buttons) if one], right.width)
        acts = self._rows([*task.actions, *self._more], right.width)
        self._fill_about()
        least = self._height(Paragraph("\n\n\n", Ink.PLAIN, WordsRole.LARGE), left.width)
        words = max(least, sum(self._height(block, left.width) for block in self._said))
        upper: dict[str, Length] = {
            "head": px(44),
            "about": sum(self._height(block, left.width) for block in self.about.blocks),
            "signs": px(44) * bool(task.signs and not task.moves),
            "players": px(34) * bool(task.seats),
            "said": FILL,
        }
        lower: dict[str, Length] = {
            **{f"way {number}": px(_BUTTON) for number in range(len(ways))},
            "graph": 0,
            "moves": Share(0.58) if task.moves or is_wide else 0,
            **{f"act {number}": px(_BUTTON) for number in range(len(acts))},
            "status": px(28),
        }
        if task.moves and not is_wide:  # words too long for what is left are scrolled
            fixed = [
                length for length in (upper | lower).values() if isinstance(length, int) and length
            ]
            room = side.height - sum(fixed) - (len(fixed) + 1) * gap
            upper["said"] = min(words + px(28), room)
        for graph in (Share(0.42) if task.plot is not None else 0, 0):
            lower["graph"] = graph
            columns = ((left, upper), (right, lower)) if is_wide else ((side, upper | lower),)
            places = _laid_out(columns, gap)
            if graph and places["graph"].height >= px(LEAST_GRAPH):
                break
        self._put_words(places)
        for name, rows in (("way", ways), ("act", acts)):
            for number, row in enumerate(rows):
                self._put_row(row, places[f"{name} {number}"])
        if task.plot is not None and "graph" in places:
            self.graph.place(self.theme, places["graph"])
            self.graph.fill(task.plot)
            self.add(self.graph, walked=False)
        if task.moves:
            panel = places["moves"]
            self.moves.place(self.theme, inset(panel, px(8)), panel)
            self.moves.fill(task.moves)
            self.add(self.moves, walked=False)
        self.view.players = places.get("players", places["head"])
        painted = "status", *["players"] * bool(task.seats)
        self.view.layers = {name: Layer(places[name]) for name in painted}

    def _height(self, block: Block, width: int) -> int:
        return height_of(block, self.theme, width - 2 * self.theme.px(14))

    def _rows(self, buttons: Sequence[Button], width: int) -> list[list[Button]]:
        """Return buttons in rows, two beside each other where both have room for their words."""
        font, half = self.theme.font(Role.BUTTON), width // 2 - self.theme.px(20)
        rows = list[list[Button]]()
        for button in buttons:
            fits = font.size(button.words)[0] <= half
            if fits and rows and len(rows[-1]) == 1 and font.size(rows[-1][0].words)[0] <= half:
                rows[-1].append(button)
            else:
                rows.append([button])
        return rows

    def _put_row(self, row: Sequence[Button], place: Rect) -> None:
        """Put buttons beside each other, with their signs where there is room."""
        px, font = self.theme.px, self.theme.font(Role.BUTTON)
        for button, rect in zip(row, across(place, *[FILL] * len(row), gap=px(8)), strict=True):
            stands_out, icon = button.main or button is self.task.main, button.icon
            if rect.width < font.size(button.words)[0] + px(76):
                icon = ""
            go = partial(self.act, button.target or button.do)
            look_as = "primary" if stands_out else ""
            made = self.add_button(
                rect, button.words, go, icon=icon, look_as=look_as, tip=button.why
            )
            made.enabled, made.off = button.target is not None, button.off

    def _put_words(self, places: Mapping[str, Rect]) -> None:
        """Put the title, how far the run is, and what is said; what is new at its end is seen."""
        px, task = self.theme.px, self.task
        back, title, more = across(places["head"], px(44), FILL, px(44))
        tip = _("Back (Esc)")
        self.add_button(back, "", self.cancel, look_as="quiet", icon="chevron-left", tip=tip)
        self.under.append(partial(title_line, theme=self.theme, words=task.title, rect=title))
        help_tip = self.tip_of("help")
        keys = self.keys["help"]
        self.add_button(more, "", keys, look_as="quiet", icon="help", tip=help_tip)
        if "about" in places:
            self.about.place(self.theme, inset(places["about"], px(14), 0))
            self.add(self.about, walked=False)
        if "signs" in places:
            signs = inset(places["signs"], px(4), px(2))
            self.add(SignStrip(self.theme, signs, task.signs, self.act), walked=False)
        words, before, panel = self.words, self.words.blocks, places["said"]
        words.place(self.theme, inset(panel, px(14)), panel)
        words.fill(self._said)
        if words.blocks != before:
            (words.to_end if words.blocks[:1] == before[:1] else words.to_top)()
        self.add(words, walked=False)

    def _fill_about(self) -> None:
        """Take over what is said of the task as such."""
        task, about = self.task, list[Block]()
        about += [Paragraph(task.note)] * bool(task.note and task.shape == "review")
        if task.run is not None:
            about += [task.run, *[Paragraph(task.run.note)] * bool(task.run.note)]
        self.about.place(self.theme, Rect(0, 0, 1, 1))
        self.about.fill(about)

    @property
    def _said(self) -> list[Block]:
        task, dock = self.task, self.task.dock or Dock("")
        said: list[Block] = [Paragraph(dock.words, Ink.PLAIN, WordsRole.LARGE)]
        said += [Paragraph(dock.sub, Ink.PLAIN, WordsRole.TEXT)] * bool(dock.sub)
        return [*said, *task.page]

    @property
    def _more(self) -> tuple[Button, ...]:
        """The button of all that is seldom wanted."""
        return (Button(_(captions.MORE), "menu", _MORE),) if self.task.more else ()

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Let the screen go on; show its frames one after the other."""
        self.screen.beat()
        if self.app.scene is not self:
            return
        super().update(seconds)
        if self.app.scene is not self:
            return
        board = self.task.board
        if board is not None and not self.is_replaying:
            lit = (tile.cell for tile in board.tiles if tile.glows and not tile.mark)
            self.board.named |= frozenset(lit)
        self._waited += seconds * self.app.settings.animation_speed
        if self._by_itself and 0 <= self._frame < len(self.task.frames) - 1:
            steps = 2 if self.task.frames[self._frame].is_pair else 1
            if self._waited >= steps * TILE_SECONDS:
                self._waited, self._frame = 0.0, self._frame + 1

    @property
    def is_replaying(self) -> bool:
        """Whether frames are shown in place of the board."""
        return self._frame >= 0

    def _step(self, by: int) -> None:
        """Go on or back in what is shown, whose end is its beginning, and let it rest there."""
        if len(frames := self.task.frames) > 1:
            self._by_itself = False
            self._frame = (max(0, self._frame) + by) % (len(frames) - 1)

    @property
    def shown_board(self) -> Board:
        """The board to paint: the task's, or that of a frame."""
        if not self.is_replaying:
            return self.board
        board = board_from(self.task.frames[self._frame], self.task.position)
        board.named = self.board.named
        return board

    @property
    def moving(self) -> bool:
        rests = not self._by_itself or self._frame in (-1, len(self.task.frames) - 1)
        return super().moving or not rests

    @property
    def ticking(self) -> bool:
        """Whether the screen waits for something, or a hint pulses."""
        return self.screen.ticks or self.app.scheduler.is_busy or self.board.hint is not None

    @property
    def in_play(self) -> bool:
        """Whether something is being worked on."""
        return self.task.shape == "task" or self.task.live

    # --- choosing -------------------------------------------------------------------------------

    def _may_choose(self) -> bool:
        """Whether a pair may be chosen; the board is shown again, nothing has to be waited for."""
        if self.is_replaying:
            self._frame = -1
        if self.screen.ticks:
            self.act(act("hurry"))
        return self.task.live

    def on_event(self, event: pygame.event.Event) -> None:
        """Let the mouse point at tiles where they can be taken."""
        if self.task.live or event.type != pygame.MOUSEMOTION:
            super().on_event(event)

    def choose(self, cell: Cell | None) -> None:
        if self._may_choose():
            self.answered(self.board.choose(cell))

    def choose_kind(self, kind: Kind) -> None:
        if self._may_choose():
            super().choose_kind(kind)

    def take(self, move: Move) -> None:
        self.act(act("take", move=str(move)))

    # --- keys and mouse -------------------------------------------------------------------------

    def key_table(self) -> dict[str, Callable[[], object]]:
        common: dict[str, Callable[[], object]] = {
            "escape": self._escape,
            "help": partial(self.app.go, "help", self.shortcuts.screen),
            "more": self._open_more,
            "step_on": partial(self._step, 1),
            "step_back": partial(self._step, -1),
            "words_up": lambda: self.words.turn(-1),
            "words_down": lambda: self.words.turn(1),
        }
        acts = {
            one.action: partial(self.act, act(one.action))
            for one in self.shortcuts
            if one.action in self.screen.acts()
        }
        return super().key_table() | acts | common

    def _open_more(self) -> None:
        """Show what is seldom wanted."""
        more = self.task.more
        self.screen.sheet = lambda: CardView(_(captions.MORE), more)
        self.app.push(SheetScene(self.app, self.screen, self.act))

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Do what the key stands for; Tab walks through the buttons."""
        if self.types_tile(event):
            return True
        action = action_of(event, self.shortcuts)
        walking = self.focused is not None and action in ("choose", "left", "right", "up", "down")
        if action is None or walking:
            return False
        self.keys[action]()
        return True

    def press_enter(self) -> None:
        """Select a tile or take the pair that is pointed out; with nothing to choose go on."""
        board, task = self.board, self.task
        main = main_of(task.main, task.buttons)
        is_trying = board.selected is not None or board.cursor is not None
        if board.hint is not None and self.task.live and not is_trying:
            self.take(board.hint)
        elif main is not None and not (is_trying and self.task.live):
            self.act(main.do)
        else:
            super().press_enter()

    def _escape(self) -> None:
        """Undo the last selection, or leave."""
        if self.focused is not None:
            self.focus(None)
        elif not self.let_go():
            self.cancel()

    def right_click_at(self, point: Point) -> None:
        self.board.selected = None

    def _go_to(self, place: int) -> None:
        """Look at the pair that is nearest to a place of the graph, of those that can be."""
        moves = enumerate(self.task.moves, 1)
        ways = ((abs(ply - place), move.do) for ply, move in moves if move.do is not None)
        self.act(min(ways, key=lambda way: way[0])[1])

    def turn_wheel(self, rows: int) -> None:
        """Step through what is shown."""
        self._step(1 if rows > 0 else -1)

    def status(self) -> tuple[str, str]:
        """Return the words of the status line and their kind."""
        board = self.board
        if self.said is not None:
            return self.said
        if board.hovered is not None and board.looked_at is None:
            kind = board.position.kind_at(board.hovered)
            if kind is not None:
                return board.refusal(board.hovered, kind), "info"
        return pairs_to_take(board.position) if self.task.live else "", "info"

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table, both players, and the status line."""
        view, task, theme = self.view, self.task, self.theme
        board, layers, layout = self.shown_board, self.view.layers, self.view.layout
        surface.fill(look.ROOM)
        pairs = self.app.settings.show_pairs and task.live
        view.board.draw(surface, board, self.motion, seconds=self.seconds, pairs=pairs)
        paint_rail(surface, theme)
        if task.board is not None and task.board.points_at_free and task.live:
            cells, tall = layout.board.plate_of, layout.board.tile[1]
            point_at_free(surface, theme, board.position, lambda at: cells(at).center, tall)
        if task.seats:
            first, second = (seat.name for seat in sorted(task.seats, key=lambda one: one.player))
            shown = task.position, (first, second), task.state != "over"
            layers["players"].draw(surface, shown, lambda on: self._paint_players(on, *shown))
        status = self.status()
        place = layers["status"].rect
        layers["status"].draw(surface, status, lambda on: status_line(on, theme, place, *status))

    def _paint_players(
        self, surface: pygame.Surface, position: Position, names: tuple[str, str], marks: bool
    ) -> None:
        players_row(surface, self.theme, self.view.players, position, names, marks=marks)


def _laid_out(columns: Iterable[tuple[Rect, Mapping[str, Length]]], gap: int) -> dict[str, Rect]:
    """Return the places of parts below one another in columns; those without a height have none."""
    places = dict[str, Rect]()
    for room, parts in columns:
        there = {name: length for name, length in parts.items() if length != 0}
        places |= zip(there, down(room, *there.values(), gap=gap), strict=True)
    return places
