"""Tests of records of games, what they note beside moves, and files of several games."""

from __future__ import annotations

import random
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battle.rules.links import found_in
from battle.rules.position import (
    FormatError,
    IllegalMoveError,
    RulesError,
    deal,
    position,
)
from battle.rules.record import (
    LINE_LENGTH,
    MOST_MOVES,
    Evaluation,
    Record,
    SeveralGamesError,
    all_games,
    clock_in,
    evaluation_in,
    one_game,
    recognise,
    record,
    texts_of_games,
    with_clock,
    with_evaluation,
    with_words,
    without_commands,
)
from battle.rules.tree import Ending, Game, Node, Reason
from tests.support.endgames import check_words, games, mutilated, played
from tests.support.trees import tree_text

SMALL = "5m5p/5p5m/9s/9s"
START = f'[Position "{SMALL}"]\n'
SECOND = f'[Position "{SMALL} 2"]\n'

FULL = """\
[Event "Casual game"]
[Site "The \\"Old\\" Café \\\\ garden"]
[First "Ada"]
[Second "Ben"]
[Position "5m5p/5p5m/9s/9s"]
[Annotator_2 "somebody"]
[Result "10-9"]

{Before the first move} 1. a1b2 $1 {[%eval =1] both tiles were free} (1. c1d1 $2
$14 a1b2 {then} (1... a2b1 {or this} 2. a1b2) 2. a2b1) 1... c1d1 2. a2b1 10-9
"""


def tree(node: Node) -> object:
    """Return everything a record keeps about a tree of moves, to compare."""
    return node.move, node.comment, node.nags, [tree(child) for child in node.children]


@st.composite
def trees(draw: st.DrawFn) -> Game:
    """Draw a game with comments, glyphs, variations, and perhaps an agreed ending."""
    game = draw(games())
    random = Random(draw(st.integers(0, 2**32)))
    words = st.text(max_size=60) | st.text("ab {}();[", max_size=120)
    nodes = game.main_line()
    for node in random.sample(nodes, min(4, len(nodes))):
        game.go_to(node)
        for _ in range(random.randint(1, 4)):
            if game.position.is_over:
                break
            game.play(random.choice(game.position.legal_moves), as_main_line=False)
            game.node.nags = tuple(random.sample(range(140), random.randint(0, 2)))
        game.node.comment = " ".join(draw(words).split())
    game.go_to(game.last)
    if game.ending is None and draw(st.booleans()):
        winner = random.choice([1, 2])
        reason = random.choice([Reason.RESIGNED, Reason.TIME, Reason.AGREED])
        game.end(Ending(reason, None if reason is Reason.AGREED else winner))
    return game


tag_values = st.text(st.characters(exclude_characters="\n\r"), max_size=30)


@given(trees(), st.dictionaries(st.from_regex(r"[A-Za-z0-9_]{1,12}", fullmatch=True), tag_values))
def test_parser_and_printer_are_inverse(game, tags):
    """A printed record is read back with its tags, moves, comments, variations and ending."""
    for name in ("Deal", "Position", "Result", "Termination"):
        tags.pop(name, None)
    before = Record(tags, game)
    after = record(str(before))
    assert tree(after.game.root) == tree(game.root)
    assert {name: after.tags[name] for name in tags} == tags
    assert list(after.tags)[: len(tags)] == list(tags)
    assert after.game.ending == game.ending_at(game.last)
    assert (after.game.start, after.result) == (game.start, before.result)
    assert after == before


@given(trees(), st.data())
def test_a_copy_is_a_game_of_its_own(game, data):
    """It says the same at the same place, goes forward the same way, and shares no node."""
    text, places = record_of(game), [game.root, *nodes_below(game.root)]
    game.go_to(data.draw(st.sampled_from(places)))
    copied = game.copy()
    assert record_of(copied) == text
    assert (copied.moves, copied.ending) == (game.moves, game.ending)
    assert not {*places} & {copied.root, *nodes_below(copied.root)}
    while game.can_redo:
        game.redo()
        copied.redo()
        assert copied.moves == game.moves
    copied.root.comment = "another"
    copied.go_to(copied.root)
    copied.end(Ending(Reason.RESIGNED, 1)) if copied.ending is None else None
    assert record_of(game) == text


def record_of(game: Game) -> str:
    return Record({}, game).text


def nodes_below(node: Node) -> list[Node]:
    return [one for child in node.children for one in (child, *nodes_below(child))]


@given(trees())
def test_lines_are_short(game):
    """Moves are wrapped: only a single long word makes a line long."""
    for line in str(Record({}, game)).split("\n\n", 1)[1].splitlines():
        assert len(line) <= LINE_LENGTH or " " not in line


@pytest.mark.parametrize(
    "text",
    [
        FULL,
        f'{START}[Termination "abandoned"]\n[Result "*"]\n\n*\n',
        f'{SECOND}[Result "9-10"]\n\n1... a1b2 2. c1d1 a2b1 9-10\n',
        '[Deal "4711"]\n[Result "*"]\n\n*\n',
    ],
    ids=["everything", "another program's termination", "player 2 begins", "a deal"],
)
def test_the_printed_form_is_kept_to_the_letter(text):
    """A record in the one form is printed as it was."""
    assert str(record(text)) == text


WHOLE = "1. a1b2 c1d1 2. a2b1 10-9"


def test_a_record_is_looked_at_where_it_ends():
    """After reading, the game stands at the end of the main line, and undo goes back along it."""
    game = record(FULL).game
    assert game.node is game.last
    assert tree_text(game.root, game.node) == "a1b2 (c1d1 a1b2 (a2b1 a1b2) a2b1) c1d1 a2b1@"
    assert game.ending == Ending(Reason.PLAYED_OUT, 1)


def test_deal_and_position_may_both_stand_there_if_they_agree():
    """Two names of one start are kept, names of two starts are refused."""
    assert record(f'[Deal "1"]\n[Position "{deal(1)}"]\n').tags["Position"] == str(deal(1))
    with pytest.raises(FormatError, match="Deal and Position name different starts"):
        record(f'[Deal "2"]\n[Position "{deal(1)}"]\n')


def test_a_record_made_with_a_false_start_is_refused():
    """A program cannot make a record whose tags and game disagree."""
    with pytest.raises(FormatError, match="another start"):
        Record({"Deal": "2"}, Game(deal(1)))


@pytest.mark.parametrize(
    ("movetext", "printed"),
    [
        ("1. a1b2 c1d1 2. a2b1 10-9", WHOLE),
        ("1.a1b2 c1d1 2.a2b1", WHOLE),
        ("a1b2 c1d1 a2b1 *", WHOLE),
        ("1. A1-B2 1... D1C1 2. a2 b1 10-9", WHOLE),
        ("1. a1b2\r\nc1d1\r\n\r\n2. a2b1\r10-9\r\n", WHOLE),
        ("1. a1b2 ( ) c1d1 (1... c1d1) 7. a2b1", WHOLE),
        ("1 a1b2 c1d1 2 a2b1 10-9", WHOLE),
        pytest.param('[Result "*"]\n\na1b2 c1d1 a2b1 *', WHOLE, id="an open result is filled in"),
        pytest.param(
            "1. a1b2! c1d1?? 2. a2b1!? $146",
            "1. a1b2 $1 c1d1 $4 2. a2b1 $5 $146 10-9",
            id="glyphs become numbers",
        ),
        pytest.param(
            "; from the start\n{a\n  b} 1. a1b2 {x ( y ; z} {two} ; three {}\nc1d1",
            "{from the start a b} 1. a1b2 ; x ( y ; z two three {}\nc1d1 *",
            id="comments of every kind are kept",
        ),
        pytest.param(
            "1. a1b2 ({first} 1. c1d1 {then}) {after} ({empty}) c1d1",
            "1. a1b2 {after empty} (1. c1d1 {first then}) 1... c1d1 *",
            id="a comment after a variation belongs to the move before it",
        ),
        pytest.param(
            "1. c1d1 (1. c1d1 a1b2 2. a2b1) 1... a2b1 *",
            "1. c1d1 a2b1 (1... a1b2 2. a2b1) *",
            id="a variation that repeats a move does not change the main line",
        ),
    ],
)
def test_reading_is_tolerant_and_printing_has_one_form(movetext, printed):
    """Every way to write the moves is read as the same game, and what is printed as itself."""
    found = record(f"\ufeff{START}\n{movetext}")
    assert str(found) == f'{START}[Result "{printed.split()[-1]}"]\n\n{printed}\n'
    assert record(str(found)) == found


MAIL = f'{START}[Event "A long name"]\n\n1. a1b2 c1d1\n2. a2b1 10-9\n'


@pytest.mark.parametrize(
    "text",
    [
        f'{{a comment}} [Event "A long name"]\n{START}\n{WHOLE}',
        f'{START}; a comment\n[Event "A long name"]\n\n{WHOLE}',
        f'% for a program\n{START}[Event "A long name"]\n%[Deal "x"]\n\n1. a1b2\n% x\nc1d1 a2b1',
        MAIL.replace(" ", "\xa0"),
        MAIL.replace(" ", "\u3000"),
        MAIL.replace(" ", " \u200b"),
        MAIL.replace("\n", "\r"),
        MAIL.replace("\n", "\u2028"),
        MAIL.replace('"', "＂"),
        MAIL.replace('["', "[“").replace('"]', "”]"),
        MAIL.replace("-", "–"),
        MAIL.replace("-", "\u2011"),
        MAIL.replace("a1b2", "a1 – b2"),
        MAIL.replace("1.", "１．").replace("a1b2", "ａ１ｂ２"),
        MAIL.replace("c1d1", "1... c1d1"),
        MAIL.replace("c1d1", "1. … c1d1"),
        MAIL.replace("c1d1", "c1d1 $6 ?!"),
        MAIL.replace("\n\n", "\n"),
        MAIL.replace("[", " [").replace("\n", "  \n"),
        "> " + MAIL.replace("\n", "\n> "),
        ">> " + MAIL.replace("\n", "\n>> "),
        f"Hello Ben,\nlook at this:\n\n{MAIL}\n-- \nAda (sent from a phone)\n",
        f"On Monday Ben wrote:\n> {MAIL.replace(chr(10), chr(10) + '> ')}\nGood game!\n",
        MAIL + "$ ",
        "\ufeff" + MAIL + "\x1a",
        MAIL.replace("A long name", "A long\nname"),
        MAIL.replace("/", "/\n"),
    ],
)
def test_what_programs_and_mails_do_to_records_is_undone(text):
    """Whatever stands around, among and instead of its signs, it is the same game."""
    assert len(texts_of_games(text)) == 1
    for found in (record(text), recognise(text), *(found for _, found in all_games(text))):
        assert [str(node.move) for node in found.game.root.main_line()] == ["a1b2", "c1d1", "a2b1"]
        assert (found.game.start, found.result) == (position(SMALL), "10-9")
        assert " ".join(found.tags.get("Event", "A long name").split()) == "A long name"
        assert (found.cut, record(found.text)) == (None, found)


def test_comments_among_the_tags_are_kept():
    """They are said of the start, as those before the first move are."""
    found = record(f'{{one}}\n{START}; two\n[Event "x"]\n{{three}} {WHOLE} {{four}}')
    assert (found.game.root.comment, found.game.last.comment) == ("one two three", "four")


@pytest.mark.parametrize("value", ['The "Old" Café', "“smart”", "Zoë – 李", "a\u200bb"])
def test_the_value_of_a_tag_keeps_its_signs(value):
    """Names are never changed, and quotation marks in them need no backslash."""
    assert record(f'[Site "{value}"]\n{START}\n*').tags["Site"] == value


@pytest.mark.parametrize(
    ("text", "moves", "line"),
    [
        ("1. a1b2 c1", 1, 3),
        ("1. a1b2\nc1d1 {what a", 2, 4),
        ("1. a1b2\n\n(1. c1d1", 1, 5),
        ("1. a1b2 c1d1 2", 2, 3),
        ("1. a1b2 c1d1 1", 2, 3),
    ],
)
def test_a_record_that_breaks_off_is_read_as_far_as_it_goes(text, moves, line):
    """Its game goes on there, and where it breaks off is said with the line and the move."""
    found = record(f'{START}[Result "10-9"]\n{text}')
    assert (len(found.game.main_line()) - 1, found.result) == (moves, "*")
    assert f"line {line}: the record breaks off before move " in str(found.cut)
    assert record(found.text).cut is None


def test_what_cannot_be_read_is_named_with_its_line_and_costs_its_game_only():
    """The line counts in the file; the games before and after are read."""
    text = f"{START}\n{WHOLE}\n\nWords between.\n\n{START}\n1. a1b2\na1b2 *\n\n{START}\n*\n"
    told = {}
    found = [number for number, _ in all_games(text, told.__setitem__)]
    assert (found, [*told]) == ([1, 3], [2])
    assert str(told[2]).startswith("line 10: bad record at move 1...: illegal move a1b2")


def test_a_comment_that_is_never_closed_costs_its_own_game_only():
    """It ends where the tags of another game begin after an empty line."""
    text = f"{START}\n1. a1b2 {{open\n\n{START}\n{{closed}} {WHOLE}\n"
    cut, whole = (found for _number, found in all_games(text))
    assert (cut.cut is None, len(cut.game.moves), whole.result) == (False, 1, "10-9")


@pytest.mark.parametrize(
    ("termination", "ending"),
    [
        ("first player resigned", Ending(Reason.RESIGNED, 2)),
        ("second player resigned", Ending(Reason.RESIGNED, 1)),
        ("first player out of time", Ending(Reason.TIME, 2)),
        ("second player out of time", Ending(Reason.TIME, 1)),
        ("second player forked", Ending(Reason.FORKED, 1)),
        ("draw agreed", Ending(Reason.AGREED, None)),
    ],
)
def test_endings_before_the_end_are_told(termination, ending):
    """Resignation, time, fork and agreement survive, with the points as they stood."""
    text = f'{START}[Result "5-0"]\n[Termination "{termination}"]\n\n1. a1b2 5-0\n'
    found = record(text)
    assert (found.game.ending, str(found)) == (ending, text)
    found.game.resume()
    assert str(found) == f'{START}[Result "*"]\n\n1. a1b2 *\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no start, expected a tag"),
        ("1. a1b2", "no start, expected a tag"),
        ('[Deal "0"]', "bad deal number 0"),
        ('[Deal "x"]', "bad deal number 'x'"),
        ('[Position "5m"]', "bad grid: 5m is there once"),
        ('[Position "5m/5m" ', "bad tag"),
        ("[Position 5m/5m]", "bad tag '[Position 5m/5m]': expected a name and a value"),
        ('[Deal "1"]\n[Deal "1"]', "the tag Deal is there twice"),
        (f"{START}1. a1b2 hello", "'hello' is no move, expected two cells, such as a1c9"),
        (f"{START}1. a1b2 a1c99", "'a1c99' is no move"),
        (f"{START}1. a1b2 -", "'-' is no move"),
        (f"{START}1. a1a1", "bad move a1a1: a pair needs two different cells"),
        (f"{START}1. a1b2 }}", "'}' is no move"),
        (f"{START}1. a1b2 (1. c1d1 *", "a variation has no closing parenthesis"),
        (f"{START}1. a1b2 )", "a closing parenthesis without an opening one"),
        (f"{START}(1. a1b2)", "a variation stands before the first move"),
        (f"{START}1. a1b2 * c1d1", "nothing after the result, found 'c1d1'"),
        (f"{START}1. a1b2 * *", "nothing after the result"),
        (f'{START}[Result "yes"]', "bad result 'yes': expected points, such as 143-127, or *"),
        (f'{START}[Result "5-0"] a1b2 5-0', "bad result 5-0: after its moves it should be *"),
        (
            f'{START}[Result "9-10"] a1b2 c1d1 a2b1',
            "bad result 9-10: after its moves it should be 10-9",
        ),
        (
            f'{START}[Result "10-9"] a1b2 c1d1 a2b1 *',
            "the tag says 10-9, the end of the moves says *",
        ),
        (f'{START}[Termination "draw agreed"] a1b2 c1d1 a2b1', "no move could be played any more"),
        (f'{START}[Termination "draw agreed"][Result "1-0"] a1b2 1-0', "it should be 5-0"),
    ],
)
def test_bad_records_are_rejected_by_their_bad_part(text, words):
    """The error names the bad part and is one short line."""
    with pytest.raises(FormatError) as caught:
        record(text)
    assert words in str(caught.value)
    check_words(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{START}1. a1b2 c1d1 2. a2f1", "move 2.: illegal move a2f1: no tile is left on f1"),
        (
            f"{START}1. a1b2 c1d1 2. a2b1 a1b1",
            "move 2...: illegal move a1b1: no tile is left on a1",
        ),
        (f"{SECOND}a1c1", "move 1...: illegal move a1c1: 5m and 9s are not a pair"),
        (f"{START}1. a1b2 (1. c1d1 c1d1)", "move 1... in a variation: illegal move c1d1"),
        ('[Deal "1"] a1a2', "move 1.: illegal move a1a2: 5p on a2 is not free"),
    ],
)
def test_illegal_moves_are_rejected_with_number_and_reason(text, words):
    """A record with an illegal move tells which one and why."""
    with pytest.raises(IllegalMoveError) as caught:
        record(text)
    assert f"bad record at {words}" in str(caught.value)
    check_words(caught.value)


@settings(max_examples=3300)
@given(
    mutilated(
        [
            FULL,
            FULL.replace("\n", "\r\n"),
            f'{SECOND}[Result "*"]\n\n1... c1d1 2. a1b2 *\n',
            str(Record({"Deal": "7"}, played(deal(7), Random(7), 54))),
        ]
    )
)
def test_mutilated_records_are_read_or_rejected(text):
    """No text makes the parser fail in another way; what it reads it prints and reads again."""
    try:
        found = record(text)
    except RulesError as error:
        check_words(error)
    else:
        assert record(str(found)) == found


def test_a_move_may_have_tens_of_thousands_of_comments_and_glyphs():
    """A record is read in one go through it, however much is said of one move."""
    found = record(START + "\n1. a1b2 " + "{a} !! " * 49_000 + "*")
    assert found.game.last.comment.count("a") == 49_000
    assert found.game.last.nags == (3,) * 49_000


def test_deep_nesting_is_no_trouble():
    """Thousands of open variations are refused in words, closed ones are read."""
    with pytest.raises(FormatError, match="no closing parenthesis"):
        record(f"{START}a1b2 " + "( c1d1 " * 9999 + "*")
    assert len(record(f"{START}a1b2 " + "( c1d1 " * 3000 + ")" * 3000).game.root.children) == 2


def test_pasted_texts_are_recognised():
    """A record, a line and a picture are distinguished."""
    for text, found in (
        (f"\n\n  {FULL}", record(FULL)),
        (f" {SMALL} 2\n", position(f"{SMALL} 2")),
        (deal(1).picture, deal(1)),
        ("\ufeff" + str(deal(1)), deal(1)),
    ):
        assert recognise(text) == found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *(
            (text, r"expected a link, a game or a position such as")
            for text in ("", "hello", "{1. a1b2} *", "🀇", "x" * 10**5)
        ),
        *(
            (text, r"^bad (column|grid|position)")
            for text in ("4711", "1. a1b2 *", "5m/6m", "." * 200, "-")
        ),
    ],
    ids=lambda text: text[:12],
)
def test_other_pasted_texts_are_refused(text, words):
    """What begins like a position is refused as one, anything else as neither."""
    with pytest.raises(FormatError, match=words) as caught:
        recognise(text)
    check_words(caught.value)


def test_records_are_equal_by_what_they_say():
    """Records compare by their text, and with nothing else."""
    assert record(FULL) == record(FULL)
    assert record(FULL) != record(START)
    assert record(FULL) != FULL


def test_a_tag_never_breaks_its_line():
    """A line break in a tag's value is printed as a space."""
    assert '[First "a b"]' in str(Record({"First": "a\r\nb"}, Game(deal(1))))


@given(st.text(alphabet='\\"a ', max_size=12))
def test_every_value_of_a_tag_survives_a_round_trip(value):
    """Backslashes and quotation marks come back as they were, in whatever order they stand."""
    assert record(Record({"Event": value}, Game(deal(1))).text).tags["Event"] == value


def test_a_record_of_more_moves_than_a_person_can_look_at_is_refused():
    """The limit is reported, and holds for variations too, which could go on without end."""
    first, second = deal(1).legal_moves[:2]
    variations = f"({second})" * (MOST_MOVES - 1)
    assert len(record(f'[Deal "1"]\n\n{first} {variations}').game.root.children) == 2
    with pytest.raises(FormatError, match=f"at most {MOST_MOVES} moves"):
        record(f'[Deal "1"]\n\n{first} {variations} ({second})')


def test_points_given_are_kept_and_decide():
    """Points given stand in the record, are part of the result, and can turn it round."""
    found = record('[Position "5m5p/5p5m"]\n[Given "0-1"]\n\n1. a1b2 b1a2 5-6\n')
    assert (found.game.start.given, found.result) == ((0, 1), "5-6")
    assert found.game.ending == Ending(Reason.PLAYED_OUT, 2)
    assert record(found.text) == found
    assert record('[Deal "3"]\n[Given "18-0"]\n\n*\n').game.start == deal(3).with_given((18, 0))
    assert "Given" not in Record({"Given": "3-0", "Deal": "3"}, Game(deal(3))).text


@pytest.mark.parametrize("given", ["", "x", "18", "-5-0", "300-0", "1-2-3"])
def test_points_given_that_are_none_are_refused(given):
    """What should be two numbers and is not is reported in one line that names the tag."""
    with pytest.raises(FormatError, match=r"bad tag Given: bad points .*"):
        record(f'[Deal "3"]\n[Given "{given}"]\n\n*\n')


# -- annotation -----------------------------------------------------------------------------------

evaluations = st.builds(Evaluation, st.sampled_from(["=", ">=", "<=", "~"]), st.integers(-270, 270))


@given(evaluations)
def test_parser_and_printer_are_inverse_annotation(value):
    """A printed evaluation is read back."""
    assert evaluation_in(f"[%eval {value}]") == value


@pytest.mark.parametrize("text", ["", "7", "=", "==7", "= 7", "=7.5", "=٣", "=1000", "#7"])
def test_what_is_no_evaluation_is_none(text):
    """What cannot be read is no evaluation; a plus sign may stand there."""
    assert evaluation_in(f"[%eval {text}]") is None
    assert evaluation_in("[%eval =+7]") == Evaluation("=", 7)


@given(evaluations, st.floats(0, 10**5))
def test_commands_live_side_by_side_with_words(value, seconds):
    """Writing one command leaves the words and the other command alone."""
    comment = with_clock(with_evaluation("good [sic] move", value), seconds)
    assert evaluation_in(comment) == value
    assert clock_in(comment) == pytest.approx(seconds, abs=0.0501)
    assert without_commands(comment) == "good [sic] move"
    assert without_commands(with_evaluation(comment, None)) == "good [sic] move"
    assert evaluation_in(with_evaluation(comment, None)) is None
    assert clock_in(with_clock(comment, None)) is None


@given(evaluations, evaluations)
def test_a_new_evaluation_replaces_the_old_one(old, new):
    """A comment has one evaluation."""
    assert with_evaluation(with_evaluation("", old), new) == f"[%eval {new}]"


def test_the_clock_is_written_as_in_pgn():
    """Hours, minutes, seconds, and tenths where there are some."""
    assert with_clock("", 192) == "[%clk 0:03:12]"
    assert with_clock("", 3600.25) == "[%clk 1:00:00.2]"


@given(st.text())
def test_any_comment_can_be_asked(comment):
    """A comment of any kind is no error."""
    evaluation_in(comment)
    clock_in(comment)
    without_commands(comment)


@given(evaluations, st.text(max_size=20))
def test_words_replace_words_and_nothing_else(value, words):
    """New words leave every command as it is, and cannot be taken for one."""
    comment = with_words(with_evaluation("old words", value), words)
    assert evaluation_in(comment) == value
    assert "old words" not in comment
    assert with_words(comment, without_commands(comment)) == comment


# -- games file -----------------------------------------------------------------------------------


def games_of_games_file(number: int, seed: int = 1) -> list[Record]:
    """Return short random games with comments that look like tags and tags that look like moves."""
    chance = random.Random(seed)
    found = []
    for one in range(1, number + 1):
        game = Game(deal(one))
        for _ply in range(chance.randint(0, 6)):
            game.play(chance.choice(game.position.legal_moves))
            game.node.comment = chance.choice(
                ["", '[First "x"]', "a\\n[Deal 3", "; (", "[%eval =3]"]
            )
        found.append(
            Record({"First": chance.choice(['{"a"}', "A; [b]", "\\\\"]), "Deal": str(one)}, game)
        )
    return found


@pytest.mark.parametrize("between", ["", "\n", "\r\n\r\n"])
def test_games_one_after_the_other_are_read_as_they_were_written(between: str) -> None:
    """Joined and taken apart again they are the same, whatever stands in comments and tags."""
    wanted = games_of_games_file(40)
    text = between.join(one.text for one in wanted)
    assert [record(part) for part in texts_of_games(text)] == wanted
    assert one_game(text, 7) == wanted[6]


def test_one_of_several_has_to_be_named() -> None:
    """Without a number, and with one there is none of, it is said how many games there are."""
    text = "".join(one.text for one in games_of_games_file(3))
    with pytest.raises(SeveralGamesError) as several:
        one_game(text)
    assert several.value.count == 3
    with pytest.raises(RulesError, match="bad number 4: the file has 3 games"):
        one_game(text, 4)


def test_a_bad_game_spoils_no_other() -> None:
    """It is reported by its number; the only game of a file raises what is wrong with it."""
    texts = [one.text for one in games_of_games_file(3)]
    texts[1] = texts[1].replace('[Deal "2"]', "[Deal two]")
    told: list[int] = []
    found = [number for number, _one in all_games("".join(texts), lambda *bad: told.append(bad[0]))]
    assert (found, told) == ([1, 3], [2])
    with pytest.raises(RulesError, match="bad tag"):
        list(all_games(texts[1], lambda *bad: None))


def test_what_is_no_game_is_one_text() -> None:
    """So that whoever reads it says what is wrong with it."""
    for text in ("", "x", "[", "[[[", '[Deal "1"', '[Deal "1"] {never closed', "1. a1c9 [x"):
        assert texts_of_games(text) == [text]


def test_lines_that_look_like_tags_begin_a_game_that_is_none() -> None:
    """However many there are, they are one text by themselves; what is in a line stays in it."""
    one, other = (game.text for game in games_of_games_file(2))
    assert texts_of_games(f"{one}[x\n[y\n[z\n{other}") == [one, f"[x\n[y\n[z\n{other}"]
    assert texts_of_games(f"{one}; [x\n[y\n[z\n") == [f"{one}; [x\n", "[y\n[z\n"]


def test_a_comment_without_an_end_hides_what_follows() -> None:
    """Nothing after a brace that is never closed begins a game."""
    text = '[Deal "1"]\n\n1. a9g9 {open\n[Deal "2"]\n\n*\n'
    assert texts_of_games(text) == [text]


def test_what_was_pasted_is_recognised() -> None:
    """An invitation, with words around it, is known by its beginning; the rest is read."""
    topic = "A" * 22
    for line in (f"mahjong-battle:1.{topic}.key", f"https://example.org/join#1.{topic}.key"):
        assert found_in(f"Play! {line}") == f"Play! {line}"
    assert found_in("5m5p/5p5m") == position("5m5p/5p5m")
    assert isinstance(found_in('[Deal "1"]\n\n*'), Record)
    with pytest.raises(FormatError, match="expected a link, a game"):
        found_in("mahjong-battle:1.short.key")


def test_a_value_before_the_first_move_is_no_tag() -> None:
    """A comment in brackets that stands right below the tags is read, and printed again."""
    text = '[First "Ada"]\n[Deal "4711"]\n[Result "*"]\n\n{[%eval =7]} 1. a9g9 {[%eval =-3]} *'
    assert "{[%eval =7]}" in str(record(text))
    assert record(str(record(text))) == record(text)
