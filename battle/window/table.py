"""The playing screen: a session at the table, by mouse and by keyboard.

    events ──► take, actions ──► session ──version──► follow ──► board, lists, flights
                                    ▲
    scheduler ──► Opponent ──► answer            TableView paints what is shown
               └► Analyst ──► values ──► Hints, TableTeacher

What people want becomes calls on the session; when its version has grown, `follow` brings what is
shown up to it and lets the tiles fly. The program's moves come through `Opponent`; while a person
thinks `TableHelp` looks on, and with the end the review in `TableStudy` begins. Who sits there,
and what can be asked of them, is its `company`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import pygame
from pygame import Rect

from battle.analysis.costs import MoveCost
from battle.coach.hints import HINT, hint_page, no_further_hint
from battle.game.engine_move import move_seconds
from battle.game.events import DRAW, TAKE_BACK
from battle.game.opponent import Opponent
from battle.game.seating import NOT_OVER, WITHOUT_HELP
from battle.game.session import Session
from battle.game.setup import clock_text, labels, level_words
from battle.game.words import has_series, match_words, resigns_words, sides_cost
from battle.language import _, decimal, ngettext
from battle.page.blocks import Block, Ink, PairLine, Paragraph
from battle.profile.settings import Settings
from battle.rules.position import ALL_TILES, PLAYERS, Cell, Kind, Move, Player, Position, other
from battle.rules.record import Node
from battle.screens.share import AS_PICTURE, shared_game, shared_position
from battle.screens.table import TableGame
from battle.storage import Note
from battle.window.board import GLOW_SECONDS, Board, Refused
from battle.window.board_scene import BoardScene, Tool
from battle.window.board_view import (
    BoardLayout,
    BoardView,
    dealt_flights,
    flights_over,
    light_column,
    moved_flights,
)
from battle.window.cards import Choice, ChoiceDialog, question
from battle.window.company import Company
from battle.window.keys import TABLE_SHORTCUTS
from battle.window.pages import Flow
from battle.window.scene import Services, attempt
from battle.window.table_view import paint_race, table_layout
from battle.window.teacher import TeacherDialog
from battle.window.tree import TreePanel
from battle.window.ui import clipboard, draw
from battle.window.ui import theme as look
from battle.window.ui.draw import status_line
from battle.window.ui.keys import action_of, keys_of
from battle.window.ui.layout import FILL, across, box, column, inset, row
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import kept_art, paint_pair
from battle.window.ui.widgets import Point, list_rows
from battle.words import (
    label,
    last_pairs_words,
    listed,
    no_pair_words,
    no_player_words,
    points,
    spoken_to,
    tile_words,
    to_move_words,
    turn_words,
)

# --- what players and status line say -------------------------------------------------------------


def player_caption(session: Session, player: Player, taught: str = "") -> str:
    """Return the line under a player's name; `taught` says how the teacher helps the person."""
    if has_series(session):
        return _("series {points}").format(points=session.totals[player - 1])
    given = session.position.given[player - 1]
    if given:
        return ngettext("{n} point given", "{n} points given", given).format(n=given)
    seat = session.seat(player)
    promised = next((level for level in labels() if level.name == seat.level), None)
    if promised is not None and session.setup.start.tiles_left == ALL_TILES:
        words = _("loses ~{points} a game").format(points=decimal(promised.points or 0))
        return words if promised.points else level_words(promised)
    if seat.solver and promised is None:
        seconds = decimal(session.setup.think_seconds)
        return _("solver, {seconds} s a move").format(seconds=seconds)
    if player == session.person and taught:
        return taught
    return _("moves first") if player == session.setup.start.to_move else _("moves second")


def player_states(session: Session, player: Player, opponent: Opponent) -> tuple[str, str]:
    """Say what a player does, at length and in short."""
    if session.ending is not None:
        words = _("wins") if session.ending.winner == player else _("loses")
        return 2 * (words if session.ending.winner is not None else _("draw"),)
    if session.to_move != player:
        return _("waits"), _("waits")
    if is_paused(session, opponent):
        return _("clock paused"), _("paused")
    if player == session.person:
        return _("your turn"), _("your turn")
    if not session.seat(player).solver:
        return _("{name} to move").format(name=session.name(player)), _("to move")
    if opponent.is_getting_ready:
        return _("getting ready …"), _("starts …")
    seconds = decimal(opponent.seconds, 1)
    return _("thinks … {seconds} s").format(seconds=seconds), _("thinks …")


def is_paused(session: Session, opponent: Opponent) -> bool:
    """Whether the clock of the player to move stands, other than for the program's start."""
    clock, waits = session.clock, session.solver_to_move and opponent.is_getting_ready
    return clock is not None and not clock.running and session.can_run and not waits


def time_run(session: Session, player: Player, opponent: Opponent) -> float | None:
    """Return how far the time of the program that thinks has run, None if it does not."""
    if not opponent.is_thinking or player != session.to_move or opponent.is_getting_ready:
        return None
    return opponent.seconds / move_seconds(session)


def situation(session: Session, board: Board) -> str:
    """Describe the tile under the mouse or the selection, else say whose turn it is."""
    if session.ending is not None:
        return session.result_text
    cell = board.looked_at or board.hovered
    kind = None if cell is None else session.position.kind_at(cell)
    if cell is None or kind is None:
        name = "" if session.person == session.to_move else session.name(session.to_move)
        return last_pairs_words(session.position) or to_move_words(name, session.position)
    if board.looked_at is None or not board.partners:
        return board.refusal(cell, kind)
    return _("{kind} on {cell}: {points} with {cells}.").format(
        kind=tile_words(kind),
        cell=cell,
        points=points(kind.rank),
        cells=listed(map(str, board.partners)),
    )


# --- a player's panel -----------------------------------------------------------------------------

_TRAY_TILE: Final = 34
_TRAY_ROWS: Final = 2
"""The rows of full-size tiles that a tray has room for; of more, tiles become smaller."""

_RED_SECONDS: Final = 30.0
"""With less time than this a clock is red."""


def player_layout(outer: Rect, text: float) -> dict[str, Rect]:
    """Return the parts of a player's panel; `text` is the scale of the words in it.

    The `caption` is the line under the name. In a panel that is much wider than high the tray lies
    beside the rest, not below it.
    """

    def px(length: float) -> int:
        return round(length * text)

    whole = inset(outer, px(12))
    beside = whole.height < px(250) and whole.width > px(320)
    inner, tray = across(whole, FILL, FILL, gap=px(12)) if beside else (whole, whole)
    parts = column(
        row(
            box("badge", px(38)),
            column(box("name", px(24) - px(2)), box("caption", px(17)), box()),
            size=px(38),
            gap=px(10),
        ),
        box(size=px(8)),
        box("score", px(46)),
        box(size=px(4)),
        box("bar", max(4, px(6))),
        box(size=px(10)),
        box("strip", px(38)),
        box(size=px(8)),
        box("tray"),
    ).lay(inner)
    return {**parts, "outer": outer, "tray": tray if beside else parts["tray"]}


_PAIR_WIDTH: Final = 1.34
_PAIR_HEIGHT: Final = 1.56
"""The room of a pair in tile widths, with the gap to the next."""


def tray_slots(rect: Rect, pairs: int, widest: int) -> tuple[int, list[tuple[int, int]]]:
    """Return the width of tiles, as wide as they can be, and the corners of `pairs` pairs."""
    pad = max(3, widest // 6)
    room = rect.inflate(-2 * pad, -2 * pad)
    for tile in range(widest, 7, -1):
        columns = math.floor(room.width / (tile * _PAIR_WIDTH))
        if columns * math.floor(room.height / (tile * _PAIR_HEIGHT)) >= pairs:
            break
    columns = max(1, columns)
    return tile, [
        (
            round(room.left + (index % columns) * (room.width / columns)),
            round(room.top + (index // columns) * tile * _PAIR_HEIGHT),
        )
        for index in range(pairs)
    ]


def paint_player(
    surface: pygame.Surface,
    theme: Theme,
    parts: dict[str, Rect],
    session: Session,
    player: Player,
    *,
    caption: str,
    states: tuple[str, str],
    taken: Sequence[Kind],
    progress: float | None,
) -> None:
    """Paint a player's panel; the player to move, or at the end the winner, stands in light.

    `states` say at length and in short what the player does; beside a clock that leaves no room for
    words the sign of the player to move stands alone. `progress`, 0 to 1, is how far the
    solver's time has run, None if it does not run.
    """
    px, outer, ending = theme.px, parts["outer"], session.ending
    is_active = player == (ending.winner if ending else session.to_move)
    if is_active:
        draw.box(surface, outer.inflate(px(8), px(8)), look.GLOW, radius=px(17))
        ground, edge, width = look.PANEL_RAISED, look.GOLD, px(2)
    else:
        ground, edge, width = look.PANEL, look.LINE, 1
    draw.box(surface, outer, ground, radius=px(14), border=edge, width=width)
    draw.badge(surface, theme, player, parts["badge"])
    name = label(session.name(player))
    draw.line(surface, theme, Role.HEADING, name, look.INK, parts["name"])
    draw.line(surface, theme, Role.SMALL, caption, look.MUTED, parts["caption"])
    made = points_shown(session, player, taken)
    _score(surface, theme, parts, session, player, made, is_active=is_active)
    strip = parts["strip"]
    draw.box(surface, strip, look.GOLD if is_active else look.WELL, radius=px(8))
    if progress is not None:
        _progress(surface, theme, strip, progress)
    words = _clock(surface, theme, inset(strip, px(10), 0), session, player, is_active=is_active)
    ink = look.ON_GOLD if is_active else look.MUTED
    if is_active and ending is None:
        words = _pointer(surface, player, strip, words, ink)
    font = theme.font(Role.STRONG if is_active else Role.SMALL)
    shown = next((state for state in (*states, "") if font.size(state)[0] <= words.width), "")
    draw.text(surface, font, shown, ink, words)
    if not shown:
        draw.CUT_TEXTS.note(surface, strip, states[0], "")
    _tray(surface, theme, taken, parts["tray"])


def _score(
    surface: pygame.Surface,
    theme: Theme,
    parts: dict[str, Rect],
    session: Session,
    player: Player,
    made: int,
    *,
    is_active: bool,
) -> None:
    place = parts["score"]
    font = theme.font_of_size(Role.SCORE, place.height)
    ink = look.INK if is_active else look.RESTING_SCORE
    end = draw.text(surface, font, str(made), ink, place).right
    beside = across(place, end + theme.px(14) - place.left, FILL)[1]
    ink = look.INK if made < session.position.points_to_win else look.GOLD
    draw.text_within(surface, theme, Role.STRONG, aim_words(session, made), ink, beside)
    bar = parts["bar"]
    draw.box(surface, bar, look.WELL, radius=bar.height // 2)
    width = round(bar.width * max(0.0, min(1.0, made / session.position.points_to_win)))
    if width >= bar.height:
        filled = across(bar, width, FILL)[0]
        draw.box(surface, filled, look.PLAYERS[player], radius=bar.height // 2)


def points_shown(session: Session, player: Player, taken: Sequence[Kind]) -> int:
    """Return a player's points without those of pairs still in the air, behind those `taken`."""
    flying = session.taken(player)[len(taken) :]
    return session.points[player - 1] - sum(kind.rank for kind in flying)


def aim_words(session: Session, made: int) -> str:
    """Say whether a player has won or cannot win any more, empty while all is open."""
    needed = session.position.points_to_win - made
    if needed <= 0:
        return _("has won")
    if session.ending is not None:
        return ""
    return _("cannot win") if needed > session.position.points_left else ""


def _clock(
    surface: pygame.Surface,
    theme: Theme,
    rect: Rect,
    session: Session,
    player: Player,
    *,
    is_active: bool,
) -> Rect:
    """Paint the clock at the right, if there is one; return the room left for words."""
    left = session.remaining(player)
    if left is None:
        return rect
    ink = look.ON_GOLD if is_active else look.MUTED
    if left < _RED_SECONDS:
        ink = look.HURRIED if is_active else look.REFUSED
    place = draw.text(surface, theme.font(Role.CLOCK), clock_text(left), ink, rect, "right")
    return Rect(rect.left, rect.top, place.left - rect.left - theme.px(10), rect.height)


def _progress(surface: pygame.Surface, theme: Theme, rect: Rect, share: float) -> None:
    track = Rect(0, 0, rect.width - theme.px(20), max(2, theme.px(3)))
    track.midbottom = (rect.centerx, rect.bottom - theme.px(4))
    draw.box(surface, track, look.GOLD_DEEP, radius=track.height // 2)
    done = across(track, round(track.width * min(1.0, share)), FILL)[0]
    pygame.draw.rect(surface, look.ON_GOLD, done, border_radius=track.height // 2)


def _pointer(
    surface: pygame.Surface, player: Player, rect: Rect, words: Rect, ink: pygame.Color
) -> Rect:
    """Draw a triangle that points at the table; return the room left for words."""
    side = round(rect.height * 0.34)
    middle = words.left + side // 2
    tip = side // 2 if player == 1 else -side // 2
    points = [
        (middle + tip, rect.centery),
        (middle - tip, rect.centery - side * 0.6),
        (middle - tip, rect.centery + side * 0.6),
    ]
    draw.pointer(surface, ink, points)
    return across(words, side + rect.height // 4, FILL)[1]


def _tray(surface: pygame.Surface, theme: Theme, taken: Sequence[Kind], rect: Rect) -> None:
    draw.box(surface, rect, look.WELL, radius=theme.px(8))
    if not taken:
        words = _("no pair taken yet")
        draw.text(surface, theme.font(Role.SMALL), words, look.FAINT, rect, "centre")
    tile, corners = tray_slots(rect, len(taken), theme.px(_TRAY_TILE))
    for kind, corner in zip(taken, corners, strict=True):
        paint_pair(surface, kept_art(tile, theme), kind, corner)


# --- the table at one window size -----------------------------------------------------------------


class TableView:
    """Lays a playing screen out for a window of `size`; `players` are the parts of their panels.

    The trays keep their height while they fill, so that the lists below keep their place. The tiles
    of a quick deal are as large as fits.
    """

    def __init__(
        self, size: tuple[int, int], theme: Theme, settings: Settings, position: Position
    ) -> None:
        self.theme, scale = theme, theme.scale
        highest = table_layout(size, scale).players[0]
        rest = highest.height - player_layout(highest, scale)["tray"].height
        tray = (_TRAY_ROWS * _PAIR_HEIGHT + 2 / 6) * theme.px(_TRAY_TILE)
        self.layout = table_layout(size, scale, rest + math.ceil(tray))
        self.players = [player_layout(rect, scale) for rect in self.layout.players]
        self._settings, self._whole = settings, self.layout.board
        self._show(self._whole.close_up(position, running=True))

    def _show(self, board: BoardLayout) -> None:
        self.layout = replace(self.layout, board=board)
        self.board = BoardView(
            board,
            self.theme,
            rank_digits=self._settings.rank_digits,
            highlight_free=self._settings.highlight_free,
            opaque=True,
        )

    def fit(self, position: Position) -> BoardLayout | None:
        """Let the board fit what lies on it; return its layout before, None if it did."""
        old, new = self.layout.board, self._whole.close_up(position, running=True)
        if new == old or not position.tiles_left:
            return None
        self._show(new)
        return old

    def slot(self, player: Player, count: int) -> tuple[float, float, float, float]:
        """Return where the last of `count` pairs lies in a player's tray."""
        tray = self.players[player - 1]["tray"]
        tile, corners = tray_slots(tray, count, self.theme.px(_TRAY_TILE))
        left, top = corners[-1]
        return float(left), float(top), float(tile), float(tile * 4 / 3)


def pairs_page(session: Session, *, is_listed: bool) -> list[Block]:
    """Return the pairs that can be taken, the best paid first, or why none are listed."""
    if not is_listed:
        words = _("Press {key} to list the pairs").format(key=keys_of("pairs", TABLE_SHORTCUTS))
        return [Paragraph(words, Ink.FAINT)]
    if session.ending is not None:
        return [Paragraph(_("The game is over."), Ink.FAINT)]
    position = session.position
    pairs = [(move, position.kind_of(move)) for move in position.legal_moves]
    return [
        PairLine(None, kind, f"{move.first} – {move.second}", worth=kind.rank, leads_to=move)
        for move, kind in sorted(pairs, key=lambda pair: -pair[1].rank)
    ] or [Paragraph(no_pair_words(), Ink.FAINT)]


# --- the screen -----------------------------------------------------------------------------------

_PLAYING: Final = ("undo", "redo", "hint", "draw", "sides", "resign", "result")
"""The actions of somebody who plays."""


class TableScene(TableGame, BoardScene):
    """Shows one session and plays it."""

    app: Services
    company: Company
    view: TableView
    shortcuts = TABLE_SHORTCUTS

    def __init__(self, app: Services, session: Session, company: Company | None = None) -> None:
        super().__init__(app, Board(session.position))
        self.sit_down(session)
        self.company = company or Company(app, session)
        self.path = session.game.node.path()
        self.pairs = Flow(follow=self._pick_pair)
        self.moves = TreePanel()
        self.hints_page = Flow(TABLE_SHORTCUTS, lambda target: self.keys[target.action]())
        self._hints_version = 0
        self._has_said_silent = False
        self._end_shown = False
        self._dealt = False
        self.show_place(self.session.game.node)

    # --- coming and going -----------------------------------------------------------------------

    def enter(self) -> None:
        """Begin; the game belongs to this window now."""
        for message in self.company.claim():
            self.notice(message, "info" if isinstance(message, Note) else "problem")
        self.resume()

    def resume(self) -> None:
        """Come back from another screen: the clock runs, the solver is asked."""
        self.begin()
        self.company.resume()

    def focus_lost(self) -> None:
        self.session.rest_clock()

    def focus_gained(self) -> None:
        self.session.run_clock()

    def quitting(self) -> None:
        """Keep the unfinished game."""
        self.session.look_away()
        self.company.save()

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out for the window's size and build the toolbars."""
        self.motion.finish()
        position = self.session.position
        self.view = TableView(self.size, self.theme, self.app.settings, position)
        for panel in (self.pairs, self.moves, self.hints_page):
            self.add(panel, walked=False)
        tip, corner = _("Close the hints"), pygame.Rect(0, 0, 0, 0)
        self.closer = self.add_button(
            corner, "", self.close_hints, icon="close", look_as="quiet", tip=tip
        )
        self._place_lists()
        self.add_tools(*self._tools(), lambda action: self.keys[action])
        if self.company.plays:
            words, show = _("Show the result"), self.keys["result"]
            self.add_tool(self.tools["resign"].rect, "trophy", "result", words, show)
        self._show_what_is_possible()
        self.company.join(self)
        if not self._dealt:
            self._dealt = True
            if self.app.settings.animation and not self.session.game.root.children:
                board = self.view.layout.board
                self.motion.flights += dealt_flights(position, board, self.board.is_free)

    def _place_lists(self) -> None:
        """Put the lists below the players."""
        layout = self.view.layout
        for panel, place in (
            (self.pairs, layout.pairs),
            (self.moves, layout.moves),
            (self.hints_page, layout.moves),
        ):
            panel.place(self.theme, list_rows(self.theme, place), place)
        self._fill_lists()
        side = self.hints_page.rect.top - layout.moves.top
        self.closer.rect = pygame.Rect(layout.moves.right - side, layout.moves.top, side, side)
        self._show_hints()

    def _tools(self) -> tuple[list[Tool], list[Tool]]:
        """Return the tools on both sides: icon, action, words."""
        left = [
            ("menu", "menu", _("Menu")),
            ("new", "new", _("New game")),
            ("analyse", "analyse", _("Analyse")),
            ("save", "save", _("Save the game")),
            ("fullscreen", "fullscreen", _("Full screen")),
            ("help", "help", _("Help")),
        ]
        if not self.company.plays:
            return left, [*self.company.tools]
        first, second, fifth = self.company.tools
        return left, [
            first,
            second,
            ("hint", "hint", _("Hint: the next step, 1 hint")),
            ("list", "pairs", _("Pairs")),
            fifth,
            ("flag", "resign", _("Resign")),
        ]

    def _show_what_is_possible(self) -> None:
        """Let only those tools look alive that do something now."""
        for action, can in self.possible().items():
            if action in self.tools:
                self.tools[action].enabled = can
        if self.company.plays:
            over = self.session.ending is not None
            self.tools["resign"].visible = not over
            self.tools["result"].visible = over

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Move tiles, ask and hear the solver, watch the clock."""
        if self.company.moves_on():
            return
        super().update(seconds)
        if not self.moving and any(not flight.landing for flight in self.landed):
            self.app.sound.play("take")
        self.session.check_clock()
        self._follow_changes()
        self.think(self.seconds, is_seen=self.app.focused, is_at_rest=not self.motion.moving)
        self.board.listed = self.pairs.pointed_at
        self._head_pairs()
        if self.session.ending is not None and not self.motion.moving and not self._end_shown:
            self._show_end()
        self.company.update()
        self._fit()

    def _show_end(self) -> None:
        """Show that the game has just ended; tiles that still fly arrive at once."""
        self._follow_changes()
        self._begin_review()
        self._end_shown = True
        self.motion.finish()
        ending, person = self.session.ending, self.session.person
        sound = "draw"
        if ending is not None and ending.winner is not None:
            sound = "win" if person in (None, ending.winner) else "lose"
        self.app.sound.play(sound)
        self.company.show_result(self.study, unasked=True)

    def show_result(self) -> None:
        """Show the result, or say that there is none yet."""
        if self.session.ending is not None and not self._end_shown:
            self._show_end()
        elif self.session.ending is not None:
            self.company.show_result(self.study)
        else:
            self.notice(_(NOT_OVER), "refused")

    @property
    def in_play(self) -> bool:
        """Whether the game goes on."""
        return self.session.ending is None

    @property
    def ticking(self) -> bool:
        """Whether the clock runs, the solver thinks, or something pulses on the table."""
        clock = self.session.clock
        pulses = self.board.hint is not None or self.board.held is not None
        thinks = self.opponent.is_thinking or self.help.hints.is_waiting
        return super().ticking or (clock is not None and clock.running) or pulses or thinks

    def poll_help(self, seconds: float) -> None:
        """Show the requested step as soon as it is known; say once that the teacher is silent."""
        super().poll_help(seconds)
        self._show_hints()
        if self.help.teacher.is_silenced and not self._has_said_silent:
            self._has_said_silent = True
            self.notice(_("The teacher is silent: the solver is not responding."), "problem")

    # --- following the session ------------------------------------------------------------------

    def _follow_changes(self) -> None:
        if self.session.version != self.version:
            self.follow()

    def follow(self) -> None:
        """Bring everything shown up to the session, and let tiles fly between the two states."""
        self.catch_up()
        old, new = self.path, self.session.game.node.path()
        if old != new:
            self._go_over(old, new)
        self._end_shown = self._end_shown and self.session.ending is not None
        if self.session.ending is not None and not self._end_shown:
            self.outdate()
        self._fill_lists()
        self._show_what_is_possible()
        self._begin_review()
        self.app.wake()
        if self.session.pending is not None:
            self.company.answer()

    def _begin_review(self) -> None:
        """Review a game that has just ended, if the settings say so."""
        if not self._end_shown and self.company.wants_review:
            self.app.prover.review(self.study)

    def _go_over(self, old: list[Node], new: list[Node]) -> None:
        """Show another place of the game, reached by taking moves back, playing some, or both."""
        self.path = new
        self.pairs.choose(None)
        self.outdate()
        self.show_place(self.session.game.node)
        flights = flights_over(old, new, self.view.layout.board, self.view.slot)
        if len(new) == len(old) + 1 and not self.session.is_here(other(self.session.to_move)):
            for flight in flights:
                flight.delay, flight.glows = flight.delay + GLOW_SECONDS, True
        self.let_fly(flights)
        if new and new[-1] not in old and not self.app.settings.animation:
            self.app.sound.play("take")

    def _fit(self) -> None:
        """Let the board fit what lies on it, between moves."""
        position, is_free = self.session.position, self.board.is_free
        old = None if self.motion.moving else self.view.fit(position)
        if old is not None and self.app.settings.animation:
            self.motion.flights = moved_flights(position, old, self.view.layout.board, is_free)

    def _fill_lists(self) -> None:
        """List the pairs and the moves."""
        session, is_listed = self.session, self.app.settings.show_pairs
        self.pairs.fill(pairs_page(session, is_listed=is_listed))
        self._head_pairs()
        self.moves.fill(session.game.root, session.game.node, self.path)

    def _head_pairs(self) -> None:
        """Head the list of pairs, or say how to take the chosen one."""
        pairs, moves = self.pairs, self.session.position.legal_moves
        is_counted = self.app.settings.show_pairs and self.session.ending is None
        pairs.title, pairs.note = _("Pairs to take"), str(len(moves)) if is_counted else ""
        if pairs.chosen is not None:
            pairs.title, pairs.note = _("Click or Enter takes it"), ""

    # --- choosing and taking pairs --------------------------------------------------------------

    def choose(self, cell: Cell | None) -> None:
        """Select the tile on a cell, or take the pair; one that is held is not chosen again."""
        if cell is not None and cell in (self.board.held or ()):
            return
        self.pairs.choose(None)
        self.showing.drop()
        self.withdraw()
        if self.session.person_to_move:
            self.answered(self.board.choose(cell))
        else:
            self._refuse_for_now(cell)

    def choose_kind(self, kind: Kind) -> None:
        """Select a tile that was typed, where a pair may be taken."""
        if self.session.person_to_move:
            self.withdraw()
            self.pairs.choose(None)
            super().choose_kind(kind)
        else:
            self._refuse_for_now(None)

    def _refuse_for_now(self, cell: Cell | None) -> None:
        """Say why no pair can be chosen now."""
        if self.session.ending is not None:
            self.notice(_("The game is over."), "refused")
        elif cell is None or self.session.position.kind_at(cell) is not None:
            self.refuse(Refused(cell, turn_words(self.session.name(self.session.to_move))))

    def take(self, move: Move) -> None:
        """Take the pair a person has chosen, as soon as the teacher has nothing to say."""
        self.offer(move, self.seconds)
        teacher = self.help.teacher
        if teacher.held is not None:
            self.board.held, self.board.selected = move, None
            if not teacher.is_known:
                words = _("The teacher is checking {pair} … Esc takes it back.")
                kind = self.session.position.kind_of(move)
                self.notice(words.format(pair=tile_words(kind)))

    def play(self, move: Move) -> None:
        """Play the move."""
        if attempt(self.notice, partial(self.session.play, move)):
            self.quiet()
            self.follow()

    # --- the list of pairs ----------------------------------------------------------------------

    def _toggle_pairs(self) -> None:
        """Show the pairs and go to their list; hide them if the list has the keyboard."""
        shown, focused = self.app.settings.show_pairs, self.pairs.chosen is not None
        self.pairs.choose(None)
        if not shown or focused:
            self.app.change(show_pairs=not shown)
        if not focused:
            self._step_in_pairs(1)

    def _step_in_pairs(self, by: int) -> None:
        """Choose the next pair of the list, or the one before; the first at first."""
        self.pairs.step(by)
        if self.pairs.chosen is not None:
            self.board.selected = None

    def _pick_pair(self, move: Move) -> None:
        """Choose a listed pair, at the second click take it."""
        if self.pairs.chosen_target == move:
            self._take_listed(move)
            return
        self.pairs.choose(self.pairs.where(move))
        self.board.selected = None

    def _take_listed(self, move: Move) -> None:
        if self.session.person_to_move:
            self.take(move)
            self.pairs.choose(None)
        else:
            self._refuse_for_now(None)

    # --- hints ----------------------------------------------------------------------------------

    def ask_hint(self) -> None:
        """Ask for a hint, one step more."""
        if not self.session.person_to_move:
            self._refuse_for_now(None)
        elif not self.may_help():
            return
        elif self.help.hints.ask():
            self._show_hints()
        else:
            self.notice(no_further_hint())

    def _show_hints(self) -> None:
        """Bring the board and the page up to what the hints say."""
        hints, page = self.help.hints, self.hints_page
        self.closer.visible = page.visible = hints.is_open
        self.moves.visible = not hints.is_open
        page.title = _("Hints: {n} used").format(n=hints.used)
        page.fill(hint_page(hints, self.session.names))
        if hints.is_open and hints.version != self._hints_version:
            self._hints_version = hints.version
            self.board.selected, self.board.hint = None, hints.pair
            self.quiet()
            self._play_answer_to_worse()
            steps = enumerate(page.blocks)
            hinted = [n for n, b in steps if isinstance(b, Paragraph) and b.icon == HINT]
            page.to_end(hinted[-1] if hinted else None)

    def _play_answer_to_worse(self) -> None:
        """Play the answer to the pair that the hints call worse, once they speak of it."""
        self.show_answer(self.help.hints.answer(spoken_to(self.session.names)))

    def close_hints(self) -> None:
        """Show the moves again in place of the hints."""
        if self.help.hints.is_open:
            self.board.hint = None
            self.showing.drop()
        self.help.hints.close()
        self._show_hints()

    # --- the teacher ----------------------------------------------------------------------------

    def withdraw(self) -> None:
        """Let go of the pair that the teacher looks at, without taking it."""
        if self.help.teacher.held is not None:
            self.help.teacher.withdraw()
            self.board.held = None
            self.quiet()

    def object_to(self, cost: MoveCost) -> None:
        self.quiet()
        self.app.push(
            TeacherDialog(
                self.app,
                cost,
                self.help,
                table=self,
                on_play=partial(self.take_settled, cost.move),
                on_take_back=self.heed,
                on_better=self._show_better,
            )
        )

    def take_unopposed(self, move: Move) -> None:
        """Take the pair, and say so if the teacher could not tell."""
        teacher = self.help.teacher
        is_unsure = not teacher.is_silenced and teacher.is_unsure(move, self.teacher_rule)
        super().take_unopposed(move)
        if is_unsure:
            self.notice(_("Too early to judge that pair: the solver knows more with fewer tiles."))

    def _show_better(self) -> Move | None:
        """Show a better pair than the one that is held, for its price in hints; return it."""
        if not self.climb_to_pair():
            return None
        self._show_hints()
        return self.help.hints.pair

    # --- keys -----------------------------------------------------------------------------------

    def key_table(self) -> dict[str, Callable[[], object]]:
        keys = super().key_table() | {
            "undo": partial(self._ask, TAKE_BACK),
            "redo": partial(self.company.attempt, self.session.redo),
            "hint": self.ask_hint,
            "why": self._play_answer_to_worse,
            "words_up": lambda: self.hints_page.turn(-1),
            "words_down": lambda: self.hints_page.turn(1),
            "pairs": self._toggle_pairs,
            "analyse": self.analyse,
            "draw": partial(self._ask, DRAW),
            "sides": self.ask_for_sides,
            "resign": self.resign,
            "result": self.show_result,
            "talk": self.company.talk,
            "new": partial(self.app.go, "new_game"),
            "save": partial(self.app.go, "save_game", self.session),
            "open": partial(self.app.go, "open_game"),
            "copy": self.copy_record,
            "paste": self.paste,
            "help": partial(self.app.go, "help"),
            "menu": self.open_menu,
            "escape": self._escape,
        }
        is_left = self.company.plays
        return {name: call for name, call in keys.items() if is_left or name not in _PLAYING}

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Do what the key stands for; the table uses every key, the widgets get none."""
        if not self.types_tile(event):
            action = action_of(event, TABLE_SHORTCUTS)
            if action in self.keys:
                self.keys[action]()
        return True

    def move_cursor(self, columns: int, rows: int) -> None:
        if self.pairs.chosen is None:
            super().move_cursor(columns, rows)
        else:
            self._step_in_pairs(rows or columns)

    def next_choice(self, by: int) -> None:
        if self.pairs.chosen is None:
            super().next_choice(by)
        else:
            self._step_in_pairs(by)

    def press_enter(self) -> None:
        listed = self.pairs.chosen_target
        if listed is not None:
            self._take_listed(listed)
        elif self.board.hint is not None and self.session.person_to_move:
            self.take(self.board.hint)
        elif self.board.cursor is None and self.session.ending is not None:
            self.show_result()
        else:
            super().press_enter()

    def _escape(self) -> None:
        """Give up what was begun last; with nothing begun, open the menu."""
        board = self.board
        if self.pairs.chosen is not None:
            self.pairs.choose(None)
        elif board.held or board.selected or board.hint or self.help.hints.is_open:
            self._release()
        elif board.cursor is not None:
            board.cursor = None
        else:
            self.open_menu()

    def _release(self) -> None:
        """Let go of what is selected, shown or held."""
        self.withdraw()
        self.close_hints()
        self.board.selected = self.board.hint = None
        self.pairs.choose(None)
        self.quiet()

    def right_click_at(self, point: Point) -> None:
        self._release()

    # --- what can be asked for ------------------------------------------------------------------

    def _ask(self, what: str) -> None:
        """Ask the other player for something."""
        self.company.attempt(partial(self.company.ask, what))

    def possible(self) -> dict[str, bool]:
        """Return which tools are enabled, of those that are not always."""
        session = self.session
        goes_on = session.ending is None
        return {
            "undo": self.company.can_take_back,
            "redo": session.can_redo,
            "hint": goes_on and session.help_allowed,
            "sides": goes_on and session.can_change_sides,
            "draw": goes_on,
        }

    def ask_for_sides(self) -> None:
        """Let person and solver change places; ask if that costs something."""
        change = partial(self.company.attempt, lambda: self.notice(self.change_sides()))
        if not (cost := sides_cost(self.session)):
            change()
            return
        self.withdraw()
        title, stay, words = _("Change sides?"), _("Stay"), _("Change sides")
        self.company.put(question(self.app, title, cost, stay, words, change))

    def resign(self) -> None:
        """Ask whether to resign."""
        if self.session.ending is not None:
            self.notice(_("The game is over."), "refused")
            return
        player = self.session.person or self.session.to_move
        words = resigns_words(self.session.name(player))
        resign = partial(self.company.attempt, partial(self.session.resign, player))
        self.company.put(question(self.app, _("Resign?"), words, _("Play on"), _("Resign"), resign))

    def solver_failed(self, reason: str) -> None:
        """Say why the solver does not answer, and let it be tried again."""
        choices = [
            Choice(_("Try again"), self.opponent.start, "primary", "solver"),
            Choice(_("Back to the start"), partial(self.app.go, "home"), "", "home"),
        ]
        title = no_player_words(self.session.name(self.session.to_move))
        self.company.put(ChoiceDialog(self.app, title, reason, choices, unasked=True))

    def copy_record(self) -> None:
        """Put the game's record on the clipboard."""
        clipboard.copy_record(self.session.record(), self.notice)

    def paste(self) -> None:
        """Open what is on the clipboard; what is open stays if it is nothing that can be opened."""
        self.company.attempt(partial(self.app.go, "paste"))

    def analyse(self) -> None:
        """Show what is known of the game so far; while it goes on its record notes the help."""
        if self.may_help():
            self.app.go("study_table", self.study)

    def may_help(self) -> bool:
        """Return whether help may be used now; where it may not, say so."""
        if not self.session.help_allowed:
            self.notice(_(WITHOUT_HELP), "refused")
            self.app.sound.play("refuse")
        return self.session.help_allowed

    def open_menu(self) -> None:
        """Show what else can be done."""
        self.company.put(ChoiceDialog(self.app, _("Menu"), "", self.menu_choices()))

    def menu_choices(self) -> list[Choice]:
        """Return what stands in the menu, eight entries at the most."""
        app = self.app
        first = Choice(_("Back to the game"), lambda: None, "primary", "play")
        if self.session.ending is not None and self.company.plays:
            first = Choice(_("Show the result"), self.show_result, "primary", "trophy")
        urgent, learn = self.company.urgent, []
        if not urgent:
            learn = [
                Choice(_("Learn"), partial(app.go, "learn"), "", "learn"),
                Choice(_("Your record"), partial(app.go, "record"), "", "trophy"),
            ]
        return [
            first,
            *urgent,
            Choice(_("New game"), self.keys["new"], "", "new"),
            Choice(_("Files"), self._show_files, "", "open"),
            *learn,
            Choice(_("Settings"), partial(app.go, "settings"), "", "settings"),
            Choice(_("To the start screen"), partial(app.go, "home"), "", "home"),
            Choice(_("Quit"), app.quit, "", "quit"),
        ]

    def _show_files(self) -> None:
        is_over = self.session.ending is not None
        words = _("Share result") if is_over else _(AS_PICTURE)
        share = Choice(words, self._share, "", "export")
        self.company.put(self.files_dialog(self.keys, share))

    def _share(self) -> None:
        """Show what can be passed on of the result, else of the position."""
        session = self.session
        if session.ending is None:
            self.app.go("share", shared_position(session.position))
        else:
            self.app.go("share", shared_game(self.study, self.app.recorder.game(session)))

    # --- painting -------------------------------------------------------------------------------

    @property
    def status(self) -> tuple[str, str]:
        """The words of the status line, and their kind."""
        board, words = self.board, situation(self.session, self.board)
        if not self.app.focused and is_paused(self.session, self.opponent):
            words = _("The clock is paused while the window is in the background.")
        looked_at = board.looked_at or board.hovered
        return self.said or ((not looked_at and self.company.awaited()) or words, "info")

    def caption(self, player: Player) -> str:
        """Return the line under a player's name."""
        teacher, rule = self.help.teacher, self.teacher_rule
        taught = teacher.caption(rule) if teacher.is_wanted(rule) else ""
        return self.company.caption(player) or player_caption(self.session, player, taught)

    def states(self, player: Player) -> tuple[str, str]:
        """Say what a player does, at length and in short."""
        states, left = player_states(self.session, player, self.opponent), self.company.time_left()
        if left and player == self.session.to_move:
            return (f"{states[1]} · {left}",) * 2
        return states

    def tray(self, player: Player) -> tuple[Kind, ...]:
        """Return the pairs in a tray, without those that are still in the air."""
        taken = self.session.taken(player)
        flying = sum(1 for flight in self.motion.flights if not flight.landing) // 2
        nodes = self.path[len(self.path) - flying :] if flying else []
        mine = sum(1 for node in nodes if node.parent and node.parent.position.to_move == player)
        return taken[: len(taken) - mine] if mine else taken

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table and everything around it."""
        view, theme, session = self.view, self.theme, self.session
        layout, position, settings = view.layout, session.position, self.app.settings
        pairs = settings.show_pairs and session.ending is None
        board = self.showing.board(self.board)
        view.board.draw(surface, board, self.motion, seconds=self.seconds, pairs=pairs)
        for lit in self.help.hints.columns:
            light_column(surface, theme, layout.board, lit)
        first, second = (points_shown(session, each, self.tray(each)) for each in PLAYERS)
        points, goal = (first, second), position.points_to_win
        paint_race(surface, theme, layout.race, points, goal=goal, whole=position.all_points)
        for player, parts in zip(PLAYERS, view.players, strict=True):
            paint_player(
                surface,
                theme,
                parts,
                session,
                player,
                caption=self.caption(player),
                states=self.states(player),
                taken=self.tray(player),
                progress=time_run(session, player, self.opponent),
            )
        if not self.company.paint(surface):
            status_line(surface, theme, layout.status, *self.status, match_words(session))
