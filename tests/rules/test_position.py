"""The board: tiles, cells, moves, deals, positions, and how they are written."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battle.rules.position import (
    COLUMNS,
    KINDS,
    LAST_DEAL,
    PLAYERS,
    ROWS,
    Cell,
    FormatError,
    IllegalMoveError,
    Move,
    Position,
    cell,
    deal,
    deal_number,
    divide,
    for_player,
    kind,
    move,
    other,
    perft,
    position,
    quoted,
)
from tests.support.endgames import check_words, deal_numbers, games, mutilated, positions

# -- errors ---------------------------------------------------------------------------------------


@given(st.text())
def test_a_quoted_text_is_short_and_printable(text):
    """Whatever is quoted, an error stays one readable line."""
    assert len(quoted(text)) <= 44
    assert quoted(text).isprintable()


def test_short_texts_are_quoted_whole():
    """A text that fits is shown as it is, a long one with an ellipsis."""
    assert quoted("5x") == "'5x'"
    assert quoted("it's") == '"it\'s"'
    assert quoted("x" * 100) == f"'{'x' * 41}…'"
    assert len(quoted("\U000e0001" * 30)) == 44


# -- tiles ----------------------------------------------------------------------------------------


def test_there_are_27_kinds_in_the_promised_order():
    """The kinds come by suit m, p, s, then by rank."""
    assert [str(each) for each in KINDS] == [
        f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)
    ]
    assert [each.index for each in KINDS] == list(range(27))


def test_copies_are_the_same_object():
    """Kinds may be compared with `is` even after copying and pickling."""
    for each in KINDS:
        assert copy.deepcopy(each) is each
        assert pickle.loads(pickle.dumps(each)) is each


# -- cells ----------------------------------------------------------------------------------------

ALL = [Cell(column, row) for column in range(COLUMNS) for row in range(ROWS)]


def test_corners_have_their_names():
    """The top left cell is a1, the bottom right l9."""
    assert [str(Cell(0, 0)), str(Cell(11, 0)), str(Cell(0, 8)), str(Cell(11, 8))] == [
        "a1",
        "l1",
        "a9",
        "l9",
    ]


def test_cells_ascend_by_column_then_row():
    """The order of cells is column first."""
    assert sorted(ALL) == ALL


# -- move -----------------------------------------------------------------------------------------

cells = st.builds(Cell, st.integers(0, COLUMNS - 1), st.integers(0, ROWS - 1))
pairs = st.lists(cells, min_size=2, max_size=2, unique=True)


@given(pairs, st.sampled_from(["", "-", " "]), st.booleans())
def test_every_spelling_is_the_same_move(pair, between, upper):
    """Cells in either order and case, with a space or a hyphen between, are one move."""
    text = f"{pair[0]}{between}{pair[1]}"
    assert move(text.upper() if upper else text) == Move(*sorted(pair))


BAD = {
    kind: (
        r"bad tile .*expected a rank 1-9 and a suit m, p or s",
        ["", "5", "m", "5z", "0m", "m5", "5mm", " 5m", "55", "10m"],
    ),
    cell: (
        r"bad cell .*expected a column a-l and a row 1-9",
        ["", "a", "a0", "m1", "1a", "a10", " a1", "aa"],
    ),
    move: (
        r"^bad move .*(expected|needs)",
        [
            *("", "a1", "a1c", "a1a1", "a1--c9", "a1  c9", "a1c9d1", "z1c9", "a1c0", "a1c9 "),
            "a1\nc9",
        ],
    ),
    deal_number: (
        r"bad deal number .*expected 1 to",
        ["", "x", "-1", "1.0", "1e3", "0", "٣", "9" * 5000, "1 2", "0x1"],
    ),
}


@pytest.mark.parametrize(
    ("parser", "text", "plain"),
    [
        *((kind, text, "5m") for text in ("５ｍ", "5\u200bm", "\ufeff5m")),
        *((cell, text, "a1") for text in ("ａ１", "Ａ１", "a\xad1")),
        *(
            (move, text, "a1c9")
            for text in ("ａ１ｃ９", "a1–c9", "a1\u2011c9", "a1\u3000c9", "C9 − a1")
        ),
        *((position, text, "5m5p/5p5m 2 1-0") for text in ("５ｍ５ｐ／５ｐ５ｍ　２　１－０",)),
        (position, "5m5p/5p5m\xa02\xa01–0", "5m5p/5p5m 2 1-0"),
        (position, "> 5m5p/\n> 5p5m 2 1-0", "5m5p/5p5m 2 1-0"),
        (deal_number, "４７１１", "4711"),
    ],
)
def test_signs_that_mean_the_same_are_the_same(parser, text, plain):
    """Full-width signs, other spaces and dashes, and what cannot be seen, make no difference."""
    assert parser(text) == parser(plain)


@pytest.mark.parametrize("parser", BAD)
def test_anything_else_is_rejected_by_name(parser):
    """What is bad is named in the error, in one short line, with what was expected."""
    words, texts = BAD[parser]
    for text in texts:
        with pytest.raises(FormatError, match=words) as caught:
            parser(text)
        check_words(caught.value)


@pytest.mark.parametrize("parser", BAD)
@settings(max_examples=600)
@given(st.text(max_size=12) | mutilated(["a1c9", "l9-A1", "f1 f9", "4711", "5m"]))
def test_any_text_is_read_or_a_format_error(parser, text):
    """No text makes a parser fail in another way; what is printed is read back."""
    try:
        assert parser(str(parser(text))) == parser(text)
    except FormatError as error:
        check_words(error)


def test_kinds_and_cells_are_read_as_they_are_printed():
    """A printed kind is read back as the same object, a cell in either case."""
    assert all(kind(str(each)) is each for each in KINDS)
    assert all(cell(str(each)) == cell(str(each).upper()) == each for each in ALL)


# -- position -------------------------------------------------------------------------------------

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
    assert list(place.free_cells) == [each for each in ALL if free_by_the_rules(place, each)]
    assert list(place.free_cells) == [each for each in ALL if place.is_free(each)]


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
    assert for_player(place.margin, 1) == place.margin == place.points[0] - place.points[1]


@given(positions())
def test_line_and_picture_are_read_back(place):
    """Parser and printer are each other's inverse, for the line and for the picture."""
    assert position(str(place)) == place
    assert str(position(str(place))) == str(place)
    assert position(place.picture).columns == place.columns


def test_short_texts_are_filled_up():
    """Missing cells are empty, player 1 is to move, no one has points."""
    place = position(SMALL)
    assert str(place) == (
        "5m5p......./5p5m......./9s......../9s......../" + "/".join(["........."] * 8) + " 1 0-0"
    )
    assert position(SMALL + " 2") == Position(place.columns, 2)
    assert position(SMALL + " 2 12-9") == Position(place.columns, 2, (12, 9))


def test_an_empty_table_is_a_position_and_one_column_can_give_a_pair():
    """Nothing left is a game that is over; top and bottom of one column may be a pair."""
    place = position("." * 9 + " 2 143-127")
    assert (place.is_over, place.tiles_left, place.points_left) == (True, 0, 0)
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
        ("5m/5m 1 200-70", "bad points 200-70: with 5 on the table"),
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
    check_words(caught.value)


def test_unpaired_grids_are_read_on_request():
    """Grids made to count moves on may have an odd tile."""
    assert position("5m9p5m", paired=False).legal_moves == (move("a1a3"),)


@pytest.mark.parametrize(
    ("grid", "text", "words"),
    [
        ("5m5p/6p5p6p/5m/9s9s", "a2b2", "5p on b2 is not free"),
        (SMALL, "e1e2", "no tile is left on e1"),
        (SMALL, "a1d1", "5m and 9s are not a pair"),
    ],
)
def test_illegal_moves_say_why(grid, text, words):
    """A move that cannot be played is refused with the reason."""
    with pytest.raises(IllegalMoveError, match=words):
        position(grid).play(move(text))


@pytest.mark.parametrize(("one", "other"), [("d1", "c1"), ("c1", "c1")])
def test_moves_made_by_hand_in_the_wrong_order_or_of_one_cell_are_refused(one, other):
    """A move with its cells in descending order is not the one form; one tile is no pair."""
    with pytest.raises(IllegalMoveError, match=r"expected c1d1|two different cells"):
        position(SMALL).play(Move(cell(one), cell(other)))


@settings(max_examples=3000)
@given(
    mutilated([SMALL, f"{SMALL} 2 12-9", str(deal(1)), deal(2).picture]) | st.text(), st.booleans()
)
def test_mutilated_positions_are_positions_or_format_errors(text, paired):
    """No text makes the parser fail in another way; what it accepts it prints and reads again."""
    try:
        found = position(text, paired=paired)
    except FormatError as error:
        check_words(error)
    else:
        assert position(str(found), paired=paired) == found
        assert found.legal_moves == tuple(sorted(found.legal_moves))


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


# -- perft ----------------------------------------------------------------------------------------

LINES = [
    line.split(";")
    for line in (Path(__file__).parents[1] / "data/perft.txt").read_text("ascii").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("grid", "counts"), LINES, ids=[str(n) for n in range(1, len(LINES) + 1)])
def test_counts_match_to_the_last_one(grid, counts):
    """Every count of move sequences is the one the other program found."""
    start = position(grid.strip(), paired=False)
    expected = [int(count) for count in counts.split()]
    assert [perft(start, depth) for depth in range(1, len(expected) + 1)] == expected


def test_divide_adds_up():
    """The counts by first move add up to the whole, and name every legal move in order."""
    start = position(LINES[0][0].strip())
    shares = divide(start, 3)
    assert tuple(shares) == start.legal_moves
    assert perft(start, 0) == 1
    assert sum(shares.values()) == perft(start, 3)


# -- deal -----------------------------------------------------------------------------------------


def test_deal_1_begins_as_the_format_says():
    """Column a of deal 1 is the one the format promises."""
    assert str(deal(1)).startswith("3m5p7p8s6m7m1m9m2p/2m9s6m2p7p6p5s9s3s/")


@given(deal_numbers)
def test_every_deal_has_all_tiles(number):
    """A deal is the 108 tiles, 24 of them free, player 1 to move, all 270 points to come."""
    start = deal(number)
    assert Counter(kind for _, kind in start.tiles()) == dict.fromkeys(KINDS, 4)
    assert (len(start.free_cells), start.to_move, start.points) == (24, 1, (0, 0))
    assert start.points_left == 270


def test_deals_differ():
    """The first hundred deals and the last are all different."""
    numbers = [*range(1, 101), LAST_DEAL]
    assert len({deal(number) for number in numbers}) == len(numbers)


@given(deal_numbers)
def test_a_number_is_read_as_it_is_printed(number):
    """Parser and printer of deal numbers are inverse."""
    assert deal_number(str(number)) == number


@pytest.mark.parametrize("number", [0, -1, LAST_DEAL + 1, 10**30])
def test_numbers_out_of_range_are_rejected(number):
    """A number out of range is named, with the range."""
    with pytest.raises(FormatError, match=f"bad deal number {number}: expected 1 to {LAST_DEAL}"):
        deal(number)


@pytest.mark.parametrize("digit", "²₂②⑵⒉𝟐٢")
def test_a_digit_of_another_meaning_is_none(digit: str) -> None:
    """A digit may be of another width; what marks a footnote or a list is none."""
    for parse, text in ((Cell.parse, "a{}"), (deal_number, "{}"), (kind, "{}m")):
        assert parse(text.format("２")) == parse(text.format(2))
        with pytest.raises(FormatError):
            parse(text.format(digit))
