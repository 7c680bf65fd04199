"""The board: selection, lines, flights, marks, layout."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from unittest.mock import Mock

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from battle.analysis.costs import Mark
from battle.coach.answer import Shown
from battle.game.session import Session
from battle.rules.position import (
    COLUMNS,
    PLAYERS,
    ROWS,
    Cell,
    Move,
    Player,
    cell,
    deal,
    kind,
    move,
    position,
)
from battle.rules.quick import HALF, QUICK, quick_deal
from battle.screens.board_view import board_of
from battle.training.first_game import STEPS, Step
from battle.window.board import (
    FIRST_SECONDS,
    NEXT_SECONDS,
    TILE_SECONDS,
    Board,
    LineReplay,
    Motion,
    Refused,
    Showing,
)
from battle.window.board_view import (
    BoardPainter,
    board_layout,
    column_rect,
    dealt_flights,
    light_column,
    tag_place,
)
from battle.window.exercise import board_from
from battle.window.table import TableScene
from battle.window.table_view import (
    TableLayout,
    player_halves,
    player_layout,
    players_row,
    table_layout,
    tray_slots,
)
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import TileArt
from battle.window.ui.window import text_scale_of
from battle.words import You
from tests.support.pilot import (
    Pilot,
    bad_game,
    friends,
    pilot_at,
    reviewed,
    seat_twin,
)

pytestmark = pytest.mark.usefixtures("display")

# -- board ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clicks", "answer", "selected"),
    [
        (["b2"], None, "b2"),
        (["b2", "a1"], move("a1b2"), "b2"),
        (["a1", "c1"], None, "c1"),
        (["a1", "a1"], None, None),
        (["a1", "l9"], None, None),
        (["a1", None], None, None),
    ],
)
def test_a_tile_is_selected_and_a_pair_is_a_move(
    clicks: list[str | None], answer: Move | None, selected: str | None
) -> None:
    """The partner of the selected tile completes a move; a click on nothing lets go."""
    board = Board(position("5m5p/5p5m/9s/9s"))
    for click in clicks:
        found = board.choose(None if click is None else cell(click))
    assert found == answer
    assert board.selected == (None if selected is None else cell(selected))


def test_the_mouse_is_on_tiles_only() -> None:
    """An empty cell is like none; a mouse that rests when the position changes is on nothing."""
    board = Board(position("5m5p/5p5m/9s/9s"))
    for name, found in (("l9", None), ("c1", cell("c1"))):
        board.hover(cell(name))
        assert board.hovered == found
    board.hover(cell("a1"))
    board.show(board.position, None)
    assert board.hovered == cell("a1")
    board.show(board.position.play(move("c1d1")))
    assert board.hovered is None


def test_a_blocked_tile_says_what_blocks_it() -> None:
    """The reason counts the tiles above and below, which are marked until another press."""
    board = Board(deal(1))
    start = board.position.legal_moves[0].first
    board.choose(start)
    answer = board.choose(cell("c3"))
    assert isinstance(answer, Refused)
    assert "2 above, 6 below" in answer.reason
    assert board.selected == start
    assert board.blockers == tuple(cell(f"c{row}") for row in (1, 2, 4, 5, 6, 7, 8, 9))
    board.choose(start)
    assert not board.blockers


def test_hovering_shows_partners_only_of_free_tiles() -> None:
    """A hovered free tile shows its partners, a blocked one none."""
    board = Board(position("5m9s5p/5p9s5m"))
    board.hovered = cell("a1")
    assert board.partners == (cell("b3"),)
    board.hovered = cell("a2")
    assert board.partners == ()


def test_another_position_forgets_what_was_pointed_out() -> None:
    """After a move nothing is selected, and the cursor stands on a free tile again."""
    board = Board(position("5m5p/5m5p/9s/9s"))
    board.choose(cell("a1"))
    board.cursor = cell("a1")
    board.show(board.position.play(move("a1b1")))
    assert board.selected is None
    assert board.cursor == cell("a2")


def test_the_cursor_skips_empty_columns() -> None:
    """Left and right pass over columns without tiles, around the edge; no tile, no cursor."""
    board = Board(position("5m/./5m5p5p"))
    board.cursor = cell("a1")
    for step, name in (((1, 0), "c1"), ((0, 1), "c3"), ((1, 0), "a1")):
        board.step(*step)
        assert board.cursor == cell(name)
    empty = Board(position("5m/5m"))
    empty.cursor = cell("a1")
    empty.show(empty.position.play(move("a1b1")))
    empty.step(1, 0)
    empty.next_choice()
    assert empty.cursor is None


def test_next_goes_round_the_partners() -> None:
    """With a tile selected its partners are visited in a ring, both ways."""
    board = Board(position("5m/5m/5m/5m"))
    board.choose(cell("b1"))
    for by, name in ((1, "a1"), (1, "c1"), (1, "d1"), (1, "a1"), (-1, "d1")):
        board.next_choice(by)
        assert board.cursor == cell(name)


def test_typing_a_kind_goes_round_its_tiles() -> None:
    """Typing a tile again and again selects each free one of its kind in turn."""
    board = Board(position("5m/5m/9s/9s"))
    for name in ("a1", "b1", "a1"):
        assert board.choose_kind(kind("5m")) is None
        assert board.selected == cell(name)


def test_a_tile_selected_in_any_way_ends_what_was_pointed_out() -> None:
    """Clicked or typed, it takes the place of a hint and of a pair of the list."""
    for choose in (lambda b: b.choose(cell("a1")), lambda b: b.choose_kind(kind("5m"))):
        board = Board(position("5m/5m/9s/9s"))
        board.hint = board.listed = move("c1d1")
        choose(board)
        assert (board.selected, board.hint, board.listed) == (cell("a1"), None, None)


@pytest.mark.parametrize(
    ("grid", "words"),
    [("9s/9s", "is left"), ("5m9s5m5p/5p/9s", "Only one"), ("5p5m5m5p/9s/9s", "is free")],
)
def test_typing_a_kind_that_cannot_be_taken_says_why(grid: str, words: str) -> None:
    """Gone, only one free, and none free have different reasons."""
    board = Board(position(grid))
    if words == "Only one":
        board = Board(position("5m9s/9s5m5p/5p"))
        board.show(position("5m5p/9s5m9s5p"))
    answer = board.choose_kind(kind("5m"))
    assert isinstance(answer, Refused)
    assert words in answer.reason


# -- column highlight -----------------------------------------------------------------------------


@pytest.mark.parametrize("column", [0, 5, COLUMNS - 1])
def test_the_light_is_on_the_column(pilot: Pilot, column: int) -> None:
    """All tiles of the column lie in it, no middle of another's; only it is painted over."""
    scene = friends(pilot)
    layout = scene.view.layout.board
    place = column_rect(layout, scene.theme, column)
    for at in (Cell(column, row) for column in range(COLUMNS) for row in range(ROWS)):
        tile = layout.rect_of(at)
        is_lit = place.contains(tile) if at.column == column else place.collidepoint(tile.center)
        assert is_lit == (at.column == column)
    before = pygame.Surface(pilot.app.size)
    before.fill((9, 9, 9))
    after = before.copy()
    light_column(after, scene.theme, layout, column)
    assert after.get_at(place.center) != before.get_at(place.center)
    after.fill((9, 9, 9), place)
    assert pygame.image.tobytes(after, "RGB") == pygame.image.tobytes(before, "RGB")


@pytest.mark.parametrize("tiles", [QUICK, HALF])
def test_the_light_stays_on_the_cloth(pilot: Pilot, tiles: int) -> None:
    """In a quick game, whose tiles are larger, it covers its column, no frame and no points bar."""
    start = quick_deal(tiles, 1)
    layout = friends(pilot, start).view.layout.board
    for column in {at.column for at, _kind in start.tiles()}:
        place = column_rect(layout, pilot.app.theme, column)
        assert layout.felt.contains(place)
        here = [layout.rect_of(at) for at, _kind in start.tiles() if at.column == column]
        assert all(place.contains(rect) for rect in here)


# -- flights --------------------------------------------------------------------------------------


def test_every_tile_of_a_deal_falls_into_its_place() -> None:
    """Each falls straight down onto its own cell; those that are not free are dimmed."""
    start, layout = deal(7), board_layout(48, (600, 400))
    free = set(start.free_cells)
    flights = dealt_flights(start, layout, free.__contains__)
    assert {(flight.cell, flight.kind) for flight in flights} == set(start.tiles())
    for flight in flights:
        place = layout.rect_of(flight.cell)
        assert flight.goal == tuple(map(float, place))
        assert flight.start[0] == flight.goal[0]
        assert flight.start[1] < flight.goal[1]
        assert flight.dimmed == (flight.cell not in free)


# -- line replay ----------------------------------------------------------------------------------

START = position("5m5p/5p5m/9s/9s 1 10-12")
LINE = (move("c1d1"), move("a1b2"), move("a2b1"))


def replayed(line: tuple[Move, ...] = LINE) -> LineReplay:
    """Return a line that has just been pointed at."""
    replay = LineReplay(Motion(), Mock())
    replay.update((START, line), 0.0)
    return replay


def test_a_line_plays_itself_after_a_rest() -> None:
    """The first move comes after a while, the others sooner or later one by one, then no more."""
    replay, present = replayed(), Board(START)
    for at, seconds in enumerate((FIRST_SECONDS, NEXT_SECONDS, NEXT_SECONDS)):
        assert not replay.is_at_end
        replay.update((START, LINE), seconds - 0.01)
        assert replay.played == [*LINE[:at]]
        replay.update((START, LINE), 0.02)
        assert replay.played == [*LINE[: at + 1]]
    assert replay.is_at_end
    replay.update((START, LINE), 10.0)
    assert replay.board(present).position == replay.positions[-1]


def test_a_line_stepped_through_by_hand_stands_still() -> None:
    """After a step nothing moves by itself, and no step leaves the line.

    Later moves may become known better meanwhile.
    """
    replay = replayed(LINE[:1])
    for by, at in ((-1, 0), (1, 1), (1, 1)):
        replay.step(by)
        assert replay.at == at
    replay.update((START, LINE), 10.0)
    assert (replay.moves, replay.at) == ([*LINE], 1)
    replay.step(-1)
    assert replay.at == 0


def test_a_move_that_cannot_be_played_ends_the_line() -> None:
    """What follows a move that is impossible is left out."""
    assert replayed((LINE[0], LINE[0], LINE[1])).moves == [LINE[0]]


def test_what_begins_otherwise_is_another_line() -> None:
    """It begins at its first move; one that goes on otherwise than shown changes nothing."""
    replay = replayed()
    for _step in range(2):
        replay.step(1)
    replay.update((START, (LINE[0], LINE[2], LINE[1])), 0.0)
    assert (replay.moves, replay.at) == ([*LINE], 2)
    replay.update((START, (LINE[1], LINE[0])), 0.0)
    assert (replay.moves, replay.at) == ([LINE[1], LINE[0]], 0)


def test_the_board_is_the_lines_once_it_has_begun() -> None:
    """Pointing at a line covers the board after its first move; dropping it puts the board back."""
    fly, present = Mock(), Board(START)
    replay = LineReplay(Motion(), fly)
    replay.update((START, LINE), 0.0)
    assert replay.board(present) is present
    replay.update((START, LINE), FIRST_SECONDS)
    assert replay.board(present).position == START.play(LINE[0])
    fly.assert_called_once_with((START, LINE[0]), landing=False, apart=TILE_SECONDS)
    replay.step(-1)
    assert replay.board(present) is present
    fly.assert_called_with((START, LINE[0]), landing=True, apart=0.0)
    replay.step(1)
    replay.update(None, 0.0)
    assert replay.is_at_end
    assert replay.board(present) is present


def test_the_order_of_a_line_is_written_in_no_players_sign(pilot: Pilot) -> None:
    """Where a line has taken pairs stand its numbers alone: no colour is a player's."""
    seat_twin(pilot)
    view = reviewed(pilot, bad_game()).view
    replay = replayed()
    surface = pygame.Surface(pilot.app.surface.get_size())
    for _ in LINE:
        replay.step(1)
    view.values.draw_steps(surface, replay.played)
    cells = [cell for move in LINE for cell in move]
    seen = {
        tuple(surface.get_at((x, y)))[:3]
        for place in (view.layout.board.rect_of(at).clip(surface.get_rect()) for at in cells)
        for x in range(place.left, place.right)
        for y in range(place.top, place.bottom)
    }
    assert len(seen) > 2
    assert not seen & {tuple(look.PLAYERS[player])[:3] for player in PLAYERS}


# -- both players --------------------------------------------------------------------------------

ROOM = pygame.Rect(0, 0, 600, 40)


def _points(name: str, *, to_move: bool) -> bytes:
    """Return the picture of the points beside a name."""
    surface = pygame.Surface(ROOM.size)
    surface.fill(look.PANEL)
    start = position(f"5m/5m {1 if to_move else 2} 118-0")
    players_row(surface, Theme(1.0), ROOM, start, (name, "Ben"))
    row = player_halves(ROOM)[0]
    points = pygame.Rect(row.right - 50, row.top + 4, 40, row.height - 8)
    return pygame.image.tobytes(surface.subsurface(points), "RGB")


@pytest.mark.parametrize("to_move", [False, True])
def test_a_long_name_leaves_the_points_alone(to_move: bool) -> None:
    """The points look the same beside any name, also with the sign of who is to move."""
    long = "Bartholomew Featherstonehaugh-Montgomery the Third"
    assert _points(long, to_move=to_move) == _points("Ada", to_move=to_move)


def _panel(names: tuple[str, str], *, to_move: int = 1, marks: bool = True) -> bytes:
    """Return the picture of the panel."""
    surface = pygame.Surface(ROOM.size)
    start = position(f"5m/5m {to_move} 118-0")
    players_row(surface, Theme(1.0), ROOM, start, names, marks=marks)
    return pygame.image.tobytes(surface, "RGB")


def test_a_person_without_a_name_is_you() -> None:
    """Beside the board of every screen stands You, as at the table; a given name stays."""
    assert _panel((You("Player"), "Ben")) == _panel(("You", "Ben")) != _panel(("Player", "Ben"))


def test_nobody_is_to_move_where_all_is_done() -> None:
    """Without marks the row looks the same whoever would be next."""
    names = "Ada", "Ben"
    assert _panel(names) != _panel(names, to_move=2)
    assert _panel(names, marks=False) == _panel(names, to_move=2, marks=False)


# -- table layout ---------------------------------------------------------------------------------

sizes = st.tuples(st.integers(900, 3840), st.integers(600, 2160))
texts = st.sampled_from([0.8, 1.0, 1.3, 1.6])
cells = st.builds(Cell, st.integers(0, COLUMNS - 1), st.integers(0, ROWS - 1))


def _layout(size: tuple[int, int], text: float) -> TableLayout:
    return table_layout(size, text_scale_of(size, text))


@given(
    size=sizes, text=texts, asked=st.booleans(), said=st.booleans(), near=st.sampled_from(PLAYERS)
)
def test_nothing_overlaps_and_nothing_leaves_the_window(
    *, size: tuple[int, int], text: float, asked: bool, said: bool, near: Player
) -> None:
    """At every allowed size and text scale all parts lie apart, inside the window."""
    found = table_layout(size, text_scale_of(size, text), near, asked=asked, said=said)
    parts = [*found.tools, *found.players, found.board.outer]
    parts += [found.asked] * asked + [found.said] * said
    window = Rect((0, 0), size)
    for part in parts:
        assert window.contains(part), part
        assert part.width > 0
        assert part.height > 0
    for one, other in combinations(parts, 2):
        assert not one.colliderect(other), (one, other)


@given(sizes, texts)
def test_a_players_panel_holds_its_parts(size: tuple[int, int], text: float) -> None:
    """Every part of a player's panel lies inside it, and every score of a game in its place."""
    scale = text_scale_of(size, text)
    for rect in _layout(size, text).players:
        panel = player_layout(rect, scale)
        assert all(rect.contains(part) for part in panel.values())
        font = Theme(scale).font_of_size(Role.SCORE, panel["score"].height)
        assert max(font.size(str(points))[0] for points in range(271)) <= panel["score"].width


@given(sizes, cells)
def test_every_edge_of_a_tile_belongs_to_its_cell(size: tuple[int, int], cell: Cell) -> None:
    """The middle and the corners of a tile's plate are the cell's, so a click there hits it."""
    board = _layout(size, 1.0).board
    plate = board.rect_of(cell)
    plate.size = round(plate.width * 0.93), round(plate.height * 0.9)
    inner = plate.inflate(-2, -2)
    for point in (inner.center, inner.topleft, inner.bottomleft, inner.bottomright):
        assert board.cell_at(point) == cell
    assert board.felt.contains(board.rect_of(cell))


@given(sizes)
def test_points_beside_the_grid_belong_to_no_cell(size: tuple[int, int]) -> None:
    """The rim and the margin of the cloth hit no tile."""
    board = _layout(size, 1.0).board
    for point in (board.outer.topleft, board.outer.midtop, board.outer.bottomright):
        assert board.cell_at(point) is None


@given(st.integers(60, 900), st.integers(30, 600), st.integers(1, 54))
def test_a_tray_holds_every_pair(width: int, height: int, pairs: int) -> None:
    """All pairs lie in different places of the tray, as far as tiles can be made small."""
    tray = Rect(10, 20, width, height)
    tile, corners = tray_slots(tray, pairs, 34)
    assert len(corners) == len(set(corners)) == pairs
    if tile > 8:
        for left, top in corners:
            assert tray.contains(Rect(left, top, tile, tile * 4 // 3))


def test_tall_windows_put_the_players_above_the_table() -> None:
    """A portrait window uses its width for the table."""
    tall, wide = _layout((900, 1400), 1.0), _layout((1400, 900), 1.0)
    assert tall.players[0].bottom < tall.board.outer.top
    assert wide.players[0].right < wide.board.outer.left
    assert tall.board.outer.width > 800


def test_tiles_grow_with_the_window() -> None:
    """A larger window shows larger tiles, up to 4K."""
    widths = [_layout(s, 1.0).board.tile[0] for s in ((900, 600), (1280, 800), (2560, 1440))]
    assert widths == sorted(set(widths))
    assert _layout((3840, 2160), 1.0).board.tile[0] > 130


@pytest.mark.parametrize("tile", [24, 37, 50, 96])
def test_the_tiles_lie_in_the_middle_of_the_cloth(tile: int) -> None:
    """What is left of the cloth around all tiles is the same left and right, above and below."""
    layout = board_layout(tile, (800, 600))
    tiles = layout.rect_of(Cell(0, 0)).union(layout.rect_of(Cell(COLUMNS - 1, ROWS - 1)))
    around = layout.felt
    assert abs((tiles.left - around.left) - (around.right - tiles.right)) <= 2
    assert abs((tiles.top - around.top) - (around.bottom - tiles.bottom)) <= 2


@pytest.mark.parametrize(("scale", "tile"), [(0.85, 37), (1.0, 50), (1.6, 42), (2.0, 96)])
def test_the_tags_of_tiles_lie_beside_their_faces(scale: float, tile: int) -> None:
    """A tag covers no face, not even its digit; it is high as text and apart from the next one."""
    layout, theme = board_layout(tile, (800, 600)), Theme(scale)
    start = position("5m5p/5p9s5m/9s")
    for name in ("a1", "a2", "b3"):
        for words in ("0", "−8", "−12", "−12 ± 3"):
            picture = draw.tag(theme, words, "±" not in words, Mark.NONE, layout.widest_tag)
            place = tag_place(layout, start, cell(name), picture.get_size())
            face = layout.plate_of(cell(name)).move(0, -round(0.07 * tile))
            assert not place.colliderect(face)
            assert place.width <= layout.pitch[0] - 2
            if len(words) <= 2:
                assert place.height >= theme.px(15)


@pytest.mark.parametrize("tile", range(12, 45, 3))
def test_the_names_on_the_rim_are_whole_or_left_out(
    tile: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No letter or digit on the rim of a small table is cut by its edge."""
    layout = board_layout(tile, (400, 300))
    edge = [(x, y) for x in range(layout.outer.width) for y in (0, 1)]

    def edges() -> list[pygame.Color]:
        surface = pygame.Surface((800, 600))
        view = BoardPainter(layout, Theme(1.0), rank_digits=True, highlight_free=True)
        view.draw(surface, Board(deal(1)), Motion(), seconds=0.0, pairs=False)
        return [surface.get_at((layout.outer.left + x, layout.outer.top + y)) for x, y in edge]

    named = edges()
    monkeypatch.setattr("battle.window.board_view._write", Mock())
    assert named == edges()


def test_blocked_tiles_keep_the_colours_of_their_figures() -> None:
    """A blocked tile's ivory is a little darker and cooler; its figures are inked as on any."""
    art = TileArt(96, Theme(1.0), rank_digits=False)
    free, blocked = (art.tile(kind("8s"), dimmed=dimmed) for dimmed in (False, True))
    ivory, dark = free.get_at((8, 60)), blocked.get_at((8, 60))
    assert all(0.78 < b / a < 0.92 for a, b in zip(ivory[:3], dark[:3], strict=True))
    assert dark.b / dark.r > ivory.b / ivory.r
    inked = [(x, y) for x in range(96) for y in range(128) if sum(free.get_at((x, y))[:3]) < 300]
    same = [at for at in inked if free.get_at(at) == blocked.get_at(at)]
    assert len(same) > 0.8 * len([at for at in inked if at[1] < 110])


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.title)
@pytest.mark.parametrize("size", [(900, 600), (1280, 800), (2560, 1440)])
def test_a_lessons_tiles_are_as_large_as_they_fit(step: Step, size: tuple[int, int]) -> None:
    """They are a third larger at least, all on the cloth, and a click hits its cell."""
    whole = _layout(size, 1.0).board
    board = whole.close_up(step.position)
    assert board.tile[0] * 3 >= whole.tile[0] * 4
    for one, _kind in step.position.tiles():
        assert whole.felt.contains(board.rect_of(one))
        assert board.cell_at(board.plate_of(one).center) == one


@pytest.mark.parametrize("dimmed", [True, False])
def test_a_board_that_waits_is_dimmed(*, dimmed: bool) -> None:
    """All of it, with no pair in the light."""
    place = position("5m/5m/9s/9s 1 0-0")
    shown = board_from(board_of(place, dimmed=dimmed), place).shown
    assert (shown is not None and shown.is_dimmed) == dimmed


def test_the_table_keeps_its_place_during_a_game(tmp_path: Path) -> None:
    """No tile moves when a pair leaves edge columns empty, nor when the game is opened again."""
    with pilot_at(tmp_path, sound=False) as pilot:
        table = friends(pilot, position("5m/./9s1p/1p/3s/9s3s/./././././5m", paired=False))
        before = table.view.layout.board
        table.take(move("a1l1"))
        pilot.run(2.0)
        assert table.view.layout.board == before
        pilot.app.go("table", Session.from_record(table.session.record(), own=True))
        again = pilot.app.scene
        assert isinstance(again, TableScene)
        assert again.view.layout.board == before


@pytest.mark.parametrize("animated", [True, False])
def test_what_follows_an_answer_is_played_and_the_answer_shown_again(*, animated: bool) -> None:
    """Pair after pair comes into the light; without animation the answer alone is shown."""
    place = position("5m5p/5p5m/9s/9s")
    steps = []
    for pair in (move("c1d1"), move("a1b2"), move("a2b1")):
        steps.append(Shown(place.to_move, "", place, dict.fromkeys(pair, "answer"), worth=1))
        place = place.play(pair)
    first = replace(steps[0], then=tuple(steps[1:]))
    showing, seen = Showing(), []
    showing.begin(first, animated=animated)
    for _frame in range(1000):
        seen += [showing.shown] if seen[-1:] != [showing.shown] else []
        if not showing.moving:
            break
        showing.update(0.1)
    assert not showing.moving
    assert seen == ([first, *steps[1:], first] if animated else [first])
    assert showing.board(Board(place)).in_light == tuple(first.looks)
