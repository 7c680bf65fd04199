"""Tests of positions: the rules of taking pairs, and the two texts of a position."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battle.rules.deal import deal
from battle.rules.position import (
    COLUMNS,
    KINDS,
    PLAYERS,
    ROWS,
    Cell,
    FormatError,
    IllegalMoveError,
    Move,
    Position,
    cell,
    for_player,
    move,
    other,
    position,
)
from tests.support.strategies import check_words, games, mutilated, positions

SMALL = "5m5p/5p5m/9s/9s"


def free_by_the_rules(place: Position, where: Cell) -> bool:
    """Return whether every cell above or every cell below is empty, as the rules put it."""
    column = place.columns[where.column]
    if column[where.row] is None:
        return False
    above, below = column[: where.row], column[where.row + 1 :]
    return all(found is None for found in above) or all(found is None for found in below)


@given(positions())
def test_free_tiles_are_those_the_rules_call_free(place):
    """A tile is free if nothing lies above it or nothing below it."""
    cells = [Cell(column, row) for column in range(COLUMNS) for row in range(ROWS)]
    assert list(place.free_cells) == [each for each in cells if free_by_the_rules(place, each)]
    assert list(place.free_cells) == [each for each in cells if place.is_free(each)]


@given(positions())
def test_legal_moves_are_all_pairs_in_ascending_order(place):
    """The legal moves are all pairs of free tiles of one kind, in the promised order."""
    pairs = [
        Move(one, other)
        for one in place.free_cells
        for other in place.free_cells
        if one < other and place.kind_at(one) == place.kind_at(other)
    ]
    assert list(place.legal_moves) == sorted(pairs)
    assert place.is_over == (not pairs)


@given(positions())
def test_a_move_takes_two_tiles_and_scores_their_rank(place):
    """Playing a move changes two cells, the mover's points and the turn, and nothing else."""
    before = str(place)
    for each in place.legal_moves:
        after = place.play(each)
        kind = place.kind_of(each)
        assert kind is place.kind_at(each.first) is place.kind_at(each.second)
        with pytest.raises(IllegalMoveError, match=f"no tile is left on {each.first}"):
            after.kind_of(each)
        assert {c for c, _ in place.tiles()} - {c for c, _ in after.tiles()} == set(each)
        assert after.points[place.to_move - 1] == place.points[place.to_move - 1] + kind.rank
        assert after.points[after.to_move - 1] == place.points[after.to_move - 1]
        assert after.to_move == 3 - place.to_move
        assert after.tiles_left == place.tiles_left - 2
        assert (
            after.points_left
            == place.points_left - kind.rank
            == place.points_left - place.worth(each)
        )
    assert str(place) == before


@given(positions())
def test_points_taken_and_left_are_always_270(place):
    """In a game from a deal no point is lost."""
    assert sum(place.points) + place.points_left == 270
    assert place.margin == place.points[0] - place.points[1]


@given(positions())
def test_line_and_picture_are_read_back(place):
    """Parser and printer are each other's inverse, for the line and for the picture."""
    assert position(str(place)) == place
    assert str(position(str(place))) == str(place)
    assert position(place.picture).columns == place.columns


def test_short_texts_are_filled_up():
    """Missing cells are empty, player 1 is to move, nobody has points."""
    place = position(SMALL)
    assert str(place) == (
        "5m5p......./5p5m......./9s......../9s......../" + "/".join(["........."] * 8) + " 1 0-0"
    )
    assert position(SMALL + " 2") == Position(place.columns, 2)
    assert position(SMALL + " 2 12-9") == Position(place.columns, 2, (12, 9))


def test_an_empty_table_is_a_position():
    """Nothing left is a game that is over."""
    place = position("." * 9 + " 2 143-127")
    assert place.is_over
    assert place.tiles_left == 0
    assert place.points_left == 0


def test_one_column_can_give_a_pair():
    """The top and the bottom tile of one column are a pair if they are of one kind."""
    assert position("5m9p9p5m").legal_moves == (move("a1a4"),)


def test_pictures_may_be_spaced_and_dashed():
    """Empty cells may be -- or .., lines may be indented, with blank lines and any line ends."""
    rows = [["--"] * 12 for _ in range(9)]
    rows[8][0] = rows[8][11] = "7p"
    text = "\n\n" + "\r\n".join("   " + "  ".join(row) + " " for row in rows) + "\n\n"
    assert position(text).legal_moves == (move("a9l9"),)
    assert position("\n" + "\n\n".join(" ".join(row) for row in rows)).legal_moves == (
        move("a9l9"),
    )


def test_a_line_may_stand_between_blank_lines_and_spaces():
    """White space around and between the fields does not matter."""
    assert position(f"\n  {SMALL}   2\t12-9 \n") == position(f"{SMALL} 2 12-9")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected <grid>"),
        ("5m/5m 1 0-0 x", "found 4 fields"),
        ("5m/5m 3", "bad player to move '3': expected 1 or 2"),
        ("5m/5m ١", "bad player to move '١'"),
        ("5m/5m 1 0", "bad points '0': expected two numbers"),
        ("5m/5m 1 0-271", "bad points '0-271': expected two numbers from 0 to 270"),
        ("5m/5m 1 -1-1", "bad points '-1-1'"),
        ("5m/5m 1 ٣-1", "bad points"),
        ("5m/5m 1 " + "9" * 6000 + "-1", "bad points"),
        ("5m/5m 1 200-70", "bad points 200-70: with the 5 points on the table"),
        ("5x/5m", "bad column a: bad tile '5x'"),
        ("5m/0m", "bad column b: bad tile '0m'"),
        ("5m/5", "bad column b: bad tile '5'"),
        ("5m/M5", "bad column b: bad tile 'M'"),
        ("5m.5m", "bad column a: an empty cell lies between"),
        ("5m", "bad grid: 5m is there once, expected 0, 2 or 4 times"),
        ("5m5m5m/5m5m5m", "bad grid: 5m is there 6 times"),
        ("5m5m5m5m5m5m5m5m5m5m", "bad column a: expected at most 9 cells, found 10"),
        ("/" * 12, "expected at most 12 columns, found 13"),
        ("5m 5m\n5m 5m", "bad picture: expected 9 lines, found 2"),
        ("\n".join(["5m " * 12] * 8 + ["5m " * 11]), "expected 12 tiles in line 9, found 11"),
        ("\n".join([".. " * 12] * 8 + [".. " * 11 + "5z"]), "bad column l: bad tile '5z'"),
    ],
)
def test_bad_positions_are_rejected_by_their_bad_part(text, words):
    """The error names the bad part, says what was expected, and is one short line."""
    with pytest.raises(FormatError) as caught:
        position(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 160


def test_unpaired_grids_are_read_on_request():
    """Grids made to count moves on may have an odd tile."""
    assert position("5m9p5m", paired=False).legal_moves == (move("a1a3"),)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a1a2", "5p on b1 is not free"),
        ("e1e2", "no tile is left on e1"),
        ("a1d1", "5m and 9s are not a pair"),
    ],
)
def test_illegal_moves_say_why(text, words):
    """A move that cannot be played is refused with the reason."""
    place = position("5m5p/6p5p6p/5m/9s9s" if "b1" in words else SMALL)
    text = "a2b2" if "b1" in words else text
    words = "5p on b2 is not free" if "b1" in words else words
    with pytest.raises(IllegalMoveError, match=words):
        place.play(move(text))


def test_moves_made_by_hand_in_the_wrong_order_are_refused():
    """A move with its cells in descending order is not the one form, and says so."""
    with pytest.raises(IllegalMoveError, match="expected c1d1"):
        position(SMALL).play(Move(cell("d1"), cell("c1")))


def test_a_move_of_one_cell_twice_is_refused():
    """One tile is no pair."""
    with pytest.raises(IllegalMoveError):
        position(SMALL).play(Move(cell("c1"), cell("c1")))


@settings(max_examples=3000)
@given(mutilated([SMALL, f"{SMALL} 2 12-9", str(deal(1)), deal(2).picture]), st.booleans())
def test_mutilated_positions_are_positions_or_format_errors(text, paired):
    """No text makes the parser fail in another way; what it accepts it prints and reads again."""
    try:
        found = position(text, paired=paired)
    except FormatError as error:
        check_words(error)
    else:
        assert position(str(found), paired=paired) == found
        assert found.legal_moves == tuple(sorted(found.legal_moves))


@settings(max_examples=500)
@given(st.text())
def test_any_text_is_a_position_or_a_format_error(text):
    """No text at all makes the parser fail in another way."""
    try:
        position(text)
    except FormatError as error:
        check_words(error)


def test_positions_are_values():
    """Equal positions are equal and hash alike; none can be changed."""
    one, other = deal(3), deal(3)
    assert one == other
    assert hash(one) == hash(other)
    with pytest.raises(AttributeError):
        one.to_move = 2  # type: ignore[misc]
    assert {kind for _, kind in one.tiles()} == set(KINDS)


@given(positions())
def test_margins_turn_with_the_player_who_sees_them(place):
    """Each player is the other's other, and what one is ahead the other is behind."""
    for player in PLAYERS:
        assert other(player) != player
        assert other(other(player)) == player
        assert for_player(place.margin, player) == -for_player(place.margin, other(player))
    assert for_player(place.margin, 1) == place.points[0] - place.points[1]


@given(games(), st.integers(0, 60), st.integers(0, 60))
def test_points_given_add_up_and_change_nothing_else(game, first, second):
    """Points given are added to what is taken, all through a game; the line leaves them out."""
    places = [game.start, *(node.position for node in game.root.main_line())]
    shown = game.start.with_given((first, second))
    all_points = sum(game.start.points) + game.start.points_left + first + second
    for node, place in zip([None, *game.root.main_line()], places, strict=True):
        shown = shown if node is None else shown.play(node.move)
        assert shown.points == (place.points[0] + first, place.points[1] + second)
        assert (shown.taken, shown.margin) == (place.points, place.margin + first - second)
        assert shown.legal_moves == place.legal_moves
        assert str(shown) == str(place)
        assert position(str(shown)) == place
        assert shown.with_given((0, 0)) == place
        assert sum(shown.points) + shown.points_left == shown.all_points == all_points
        assert 2 * (shown.points_to_win - 1) <= shown.all_points < 2 * shown.points_to_win
