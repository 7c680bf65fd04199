"""The page of a review, its plots and boards, and the files that it goes into."""

from __future__ import annotations

import re
import shutil
import subprocess
from base64 import b64encode
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from hashlib import sha256
from html import unescape
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from hypothesis import given

from battle import language
from battle.analysis.costs import Review, review_line
from battle.analysis.study import Study
from battle.analysis.values import Bounds, Cost, Values
from battle.page.review import review_plots
from battle.page.text import columns_of
from battle.report import (
    Markup,
    board_svg,
    joined,
    keep_values,
    plot_element,
    review_html,
    review_of_game,
    tag,
    write_review,
)
from battle.rules import svg
from battle.rules.position import Position, deal
from battle.rules.record import Record, evaluation_in, record, without_commands
from battle.rules.tree import Ending, Game, Reason
from battle.words import from_number, lost_figure
from tests.support.colours import contrast
from tests.support.endgames import played, positions
from tests.support.texts import LANGUAGES

# -- page -----------------------------------------------------------------------------------------

SVG = "{http://www.w3.org/2000/svg}"


@cache
def worth(position: Position) -> int:
    """Return a position's value by trying everything."""
    return max(
        (position.worth(move) - worth(position.play(move)) for move in position.legal_moves),
        default=0,
    )


def review_of(game: Game, guessed: Callable[[int], int | None] = lambda ply: None) -> Review:
    """Return the review of a game; of plies that `guessed` has a guess for, that is known alone."""
    values, nodes = Values(), game.main_line()
    for ply, node in enumerate(nodes):
        guess = guessed(ply)
        if guess is None:
            values.prove(node.position, worth(node.position), worth(node.position))
        else:
            values.guess(node.position, guess)
    review = review_line(nodes, values, game.ending_at(game.last))
    assert review is not None
    return review


def reviewed(seed: int, proven: int = 8, **tags: str) -> tuple[Record, Review]:
    """Return a random game and its review: the last `proven` plies exact, guesses before them."""
    random = Random(seed)
    game = played(deal(seed), random, 60)
    first = game.ply - proven
    review = review_of(game, lambda ply: random.randint(-3, 3) if ply < first else None)
    return Record({"First": "Ada", "Second": "Ben", "Deal": str(seed), **tags}, game), review


def late(seed: int, plies: int = 7, **tags: str) -> tuple[Record, Review]:
    """Return a wholly proven review of the end of a random game."""
    line = [node.position for node in played(deal(seed), Random(seed), 60).root.main_line()]
    game = played(line[-plies], Random(seed), 60)
    return Record({"First": "Ada", "Second": "Ben", **tags}, game), review_of(game)


def parsed(page: str) -> ElementTree.Element:
    """Return a page as a tree; it is written so that it is well-formed XML too."""
    return ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))


def text_of(element: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def number(text: str) -> int:
    """Return the number written in the cell of a table."""
    return int(text.replace("−", "-").translate({ord(sign): None for sign in "=+~ \u202f"}))


def by_class(page: str, name: str) -> list[ElementTree.Element]:
    """Return the elements of a class."""
    return [e for e in parsed(page).iter() if name in e.attrib.get("class", "").split()]


@pytest.mark.parametrize("seed", [3, 14, 25])
def test_the_sum_on_the_page_adds_up(seed: int) -> None:
    """Par − the first player's losses + the second's is the final margin, as written there."""
    for made in (late(seed), late(seed, 9)):
        (table,) = by_class(review_html(*made), "sum")
        par, first, second, final = (text_of(row[-1]) for row in table.iter("tr"))
        assert first.startswith("− ")
        assert second.startswith("+ ")
        lost = [number(text[1:]) for text in (first, second)]
        assert number(par) - lost[0] + lost[1] == number(final)
        assert number(final) == made[0].game.last.position.margin


@pytest.mark.parametrize("seed", [3, 14])
def test_the_list_of_moves_adds_up_to_the_sum(seed: int) -> None:
    """Every move of the record is listed, and the costs of each player are what they lost."""
    made = reviewed(seed)
    (table,) = by_class(review_html(*made), "moves")
    rows = [[text_of(cell) for cell in row] for row in table.iter("tr")][1:]
    moves = made[0].game.moves
    assert [row[2].split()[-1].replace("–", "") for row in rows] == [str(move) for move in moves]
    costs = {"Ada": 0, "Ben": 0}
    for row in rows:
        costs[row[1]] += 0 if row[4] in "·…" else -number(row[4].strip("?! ≤\u2009"))
    assert tuple(costs.values()) == made[1].lost


def test_estimates_are_told_apart() -> None:
    """A game proven near its end has dashed and solid lines, and says from which move on.

    No dashed line, ~, ± or ≥ stands on the page of a game computed to its end.
    """
    made = reviewed(7)
    page = review_html(*made)
    assert 1 < made[1].exact_from <= len(made[1].moves)
    assert by_class(page, "estimated")
    assert any("estimated" not in line.attrib["class"].split() for line in by_class(page, "margin"))
    number = from_number(made[1].exact_from, len(made[1].moves))
    assert f"Proven from move {number} on" in text_of(parsed(page))
    page = review_html(*late(7))
    assert by_class(page, "estimated") == []
    assert not {*"~±≥"} & {*text_of(parsed(page))}
    assert "Everything is proven" in text_of(parsed(page))


def test_losses_are_as_certain_in_the_graph_as_in_the_sum() -> None:
    """What a player lost at least has the same sign beside the curve, in the sum, on the card."""
    for made in (reviewed(7), late(7)):
        page = text_of(parsed(review_html(*made)))
        for player, name in ((1, "Ada"), (2, "Ben")):
            exact = all(move.exact for move in made[1].moves if move.player == player)
            lost = lost_figure(made[1].lost[player - 1], exact=exact).replace("\u2009", " ")
            assert f"{name} {lost}" in page.partition("Points given away so far")[2]
            assert f"{name} gave away{'−' if player == 1 else '+'} {lost}" in page


def test_the_worst_moves_are_seen_without_scripts() -> None:
    """Each of the three worst moves of each player is said, and links to moves lead somewhere."""
    made = reviewed(11)
    page = review_html(*made)
    worst = {move.ply for player in (1, 2) for move in made[1].player(player).worst}
    ids = {e.attrib["id"] for e in parsed(page).iter() if "id" in e.attrib}
    links = {e.attrib["href"][1:] for e in parsed(page).iter("a") if "href" in e.attrib}
    assert worst
    assert {f"move-{ply}" for ply in worst} <= {e.attrib["id"] for e in by_class(page, "counted")}
    assert links == {f"move-{move.ply}" for move in made[1].moves} <= ids


def seen(page: str, ply: int) -> list[ElementTree.Element]:
    """Return the parts of the board that are seen before a move, as their attributes say."""
    (board,) = by_class(page, "board")
    spans = [(part, part.get("data-from", "0"), part.get("data-to", "999")) for part in board]
    return [part for part, first, end in spans if int(first) <= ply < int(end)]


@pytest.mark.parametrize("seed", [3, 25])
def test_the_board_has_each_place_of_the_game(seed: int) -> None:
    """Before each move its tiles lie there, the blocked ones shaded, with the pair pointed out.

    One of unknown cost is neither good nor bad. The last place is the end, with what stayed.
    Without scripts the place of the costliest move is seen.
    """
    sorts = {True: "better", False: "played", None: "unknown"}
    made = reviewed(seed)
    page = review_html(*made)
    for move in made[1].moves:
        parts = seen(page, move.ply)
        tiles = [part for part in parts if "translate" in part.get("transform", "")]
        faces = [part[1].attrib["href"] for part in tiles]
        assert faces == [f"#k{kind}" for _cell, kind in move.position.tiles()]
        shaded = sum(int(part[2].get("data-to", "999")) > move.ply for part in tiles)
        assert shaded == move.position.tiles_left - len(move.position.free_cells)
        looks = [part.get("class") for part in parts if part.get("class") in sorts.values()]
        assert looks == [sorts[None if move.cost.points is None else not move.cost.points]]
    end = seen(page, made[1].moves[-1].ply + 1)
    stayed = [part for part in end if "translate" in part.get("transform", "")]
    assert len(stayed) == made[1].positions[-1].tiles_left
    first = max(made[1].moves, key=lambda move: (move.cost.proven, -move.ply))
    (board,) = by_class(page, "board")
    shown = [part.attrib for part in board if "hidden" not in part.attrib]
    assert shown == [part.attrib for part in seen(page, first.ply)]


def test_a_page_needs_nothing_else() -> None:
    """No link out of the page, no font or image to load; it is small, and runs its script alone."""
    page = review_html(*next(m for m in map(reviewed, range(1, 40)) if len(m[1].moves) >= 52))
    assert len(page.encode()) < 400_000
    without_names = page.replace("http://www.w3.org/", "").replace("url(#", "")
    for word in ("://", "<link", "@import", "url("):
        assert word not in without_names
    assert set(re.findall(r'(?:href|src)="(.)', page)) == {"#"}
    (script,) = re.findall("<script>(.*?)</script>", page, re.DOTALL)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    assert f'content="{policy}"' in unescape(page)


@pytest.mark.page
def test_the_board_is_stepped_through(tmp_path: Path) -> None:
    """Keys, the ways, the list and the graph lead to moves; one card and its tiles are seen."""
    playwright = pytest.importorskip("playwright.sync_api")
    made, review = reviewed(11)
    file = tmp_path / "page.html"
    file.write_text(review_html(made, review), encoding="utf-8")
    plies = [move.ply for move in review.moves]
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=shutil.which("chromium"))
        page = browser.new_page()
        failures: list[object] = []
        page.on("pageerror", lambda error: failures.append(error))
        page.goto(file.as_uri())

        def check(ply: int) -> None:
            page.wait_for_selector(f"#move-{ply}", state="visible")
            assert page.locator(".step:visible").count() == 1
            tiles = page.locator(".board > g[transform]:visible").count()
            assert tiles == review.moves[ply - 1].position.tiles_left

        for key, ply in (("Home", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", plies[-1])):
            page.keyboard.press(key)
            check(ply)
        page.click("[data-way=previous]")
        check(plies[-2])
        page.click("tr[data-ply='3']")
        check(3)
        page.locator(".graph.narrow .hit[href='#move-9']").click()
        check(9)
        mistakes = [move.ply for move in review.moves if move.mark.value in ("?", "??")]
        page.keyboard.press("Home")
        for ply in [ply for ply in mistakes if ply > 1][:2]:
            page.keyboard.press("n")
            check(ply)
        assert failures == []
        browser.close()


def test_names_are_escaped_everywhere() -> None:
    """Names that look like markup stand on the page as they are, and change nothing of it."""
    names = {"First": "<b>\"Ada\" & 'Eve'</b>", "Second": "</style><script>x</script>"}
    page = review_html(*late(9, **names, Event="<i>"))
    assert names["First"] in text_of(parsed(page))
    assert page.count("<script") == 1
    assert not [e for e in parsed(page).iter("b") if not (e.text or "").isdigit()]
    assert not list(parsed(page).iter("i"))


def test_the_record_can_be_copied() -> None:
    """The record at the end is the record."""
    made = reviewed(8)
    made[0].game.last.comment = "[%eval =4] a <good> end & more"
    (text,) = (e.text for e in parsed(review_html(*made)).iter("pre"))
    assert record(text) == made[0]


@pytest.mark.parametrize(
    ("ending", "words"),
    [
        (Ending(Reason.RESIGNED, 2), "Ada resigned: Ben won"),
        (Ending(Reason.TIME, 1), "Ben ran out of time: Ada won"),
        (Ending(Reason.AGREED, None), "Ada and Ben drew"),
    ],
)
def test_the_headline_says_how_it_ended(ending: Ending, words: str) -> None:
    """A game ended before the table did says how."""
    game = played(deal(2), Random(2), 6)
    game.end(ending)
    record = Record({"First": "Ada", "Second": "Ben"}, game)
    page = review_html(record, review_of(game, lambda ply: 0))
    assert words in text_of(parsed(page).find(".//h1"))  # type: ignore[arg-type]


def test_a_game_without_moves_has_a_page() -> None:
    """Par and the record are all there is to say."""
    game = Game(deal(1))
    page = review_html(Record({"Deal": "1"}, game), review_of(game, lambda ply: 5))
    assert parsed(page).find(".//h1") is not None
    assert not by_class(page, "moves")


def test_markup_is_escaped_once() -> None:
    """Text is escaped, markup is not again."""
    inner = tag("b", "<&>", class_="x", title='"')
    assert inner == '<b class="x" title="&quot;">&lt;&amp;&gt;</b>'
    assert tag("p", inner, "<", id=None) == f"<p>{inner}&lt;</p>"
    assert joined(Markup("<br/>"), "&") == "<br/>&amp;"


def test_the_moves_that_counted_say_why() -> None:
    """What is known of why they were costly stands below their boards, as text."""
    made, review = late(7, 9)
    (ply, *_others) = [move.ply for move in review.moves if move.cost.value and move.exact]
    page = review_html(made, review, why={ply: ("It uncovers <9m>.", "More.")})
    assert "<li>It uncovers &lt;9m&gt;.</li><li>More.</li>" in page
    assert 'class="why"' not in review_html(made, review)


def test_a_board_tells_a_cost_as_its_heading_does() -> None:
    """A move that cost at least so many points has the sign of that on the tiles too."""
    made, review = late(7, 9)
    worst = next(move for player in (1, 2) for move in review.player(player).worst)
    least = replace(worst, cost=Cost(3, 20))
    moves = [least if move is worst else move for move in review.moves]
    page = review_html(made, replace(review, moves=tuple(moves)))
    (card,) = (e for e in parsed(page).iter() if e.get("id") == f"move-{worst.ply}")
    assert "≤ −3" in text_of(card).replace("\u2009", " ")
    (pair,) = (part for part in seen(page, worst.ply) if part.get("class") == "played")
    assert [text.text for text in pair.iter("text")] == ["≤−3"] * 2


# -- plot -----------------------------------------------------------------------------------------

NAMES = ("Maximiliana", "Bartholomew")
LAYOUTS = ("wide", "narrow")
WIDEST_LETTER = 7
"""Pixels that a letter of 12 pixels takes on average in a wide font."""


class Box(NamedTuple):
    """Where some words stand."""

    words: str
    left: float
    right: float
    y: float


def drawn(review: Review, layout: str) -> list[ElementTree.Element]:
    """Return the plots of a review in one layout."""
    plots = "".join(map(plot_element, review_plots(review, NAMES)))
    whole = ElementTree.fromstring(f"<div>{plots}</div>")
    return [svg for svg in whole if svg.get("class") == f"graph {layout}"]


def boxes(svg: ElementTree.Element) -> list[Box]:
    """Return where all words of a graph stand."""
    found = []
    for text in svg.iter("text"):
        words, x = text.text or "", float(text.get("x", ""))
        width = WIDEST_LETTER * columns_of(words)
        back = {"end": width, "middle": width / 2}.get(text.get("class", ""), 0.0)
        found.append(Box(words, x - back, x - back + width, float(text.get("y", ""))))
    return found


def collide(one: Box, other: Box) -> bool:
    return abs(one.y - other.y) < 12 and one.left < other.right and other.left < one.right


@cache
def plotted(seed: int, proven: int) -> Review:
    """Return the review of a random game, made once for all layouts and languages."""
    return reviewed(seed, proven)[1]


@cache
def turned_at(ply: int) -> Review:
    """Return a review of a game that turned with one move, as far as is known."""
    review = plotted(7, 0)
    moves = []
    for made in review.moves:
        change = 1 if made.player == 2 else -1
        after = Bounds(-9, 9, change if made.ply == ply else -change, 0.4)
        before = Bounds(-9, 9, -change, 0.4)
        moves.append(replace(made, before=before, after=after, cost=Cost(1, 9)))
    return replace(review, moves=tuple(moves))


@pytest.fixture(params=LANGUAGES)
def spoken(request: pytest.FixtureRequest) -> None:
    language.use(request.param)


def check_places(svg: ElementTree.Element) -> list[Box]:
    """Check that all words are inside a graph and apart; return where they stand."""
    width, height = map(float, svg.get("viewBox", "").split()[2:])
    found = boxes(svg)
    assert all(box.left >= 0 and box.right <= width for box in found), found
    assert all(12 <= box.y <= height - 4 for box in found), found
    assert not [pair for pair in combinations(found, 2) if collide(*pair)]
    return found


@pytest.mark.usefixtures("spoken")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("seed", range(1, 7))
def test_words_are_inside_and_apart_in_either_layout(layout: str, seed: int) -> None:
    for review in (plotted(seed, 12), late(seed)[1]):
        for picture in drawn(review, layout):
            check_places(picture)


@pytest.mark.usefixtures("spoken")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("ply", [1, 2, 17, 20, 24, 34, 37, 53, 54])
def test_the_turning_point_is_named_inside_the_graph_wherever_it_is(layout: str, ply: int) -> None:
    review = turned_at(ply)
    (words,) = {plot.cut_words for plot in review_plots(review, NAMES) if plot.cut_words}
    said = [box.words for box in check_places(drawn(review, layout)[0])]
    assert said.count(words) == 1


@pytest.mark.usefixtures("spoken")
def test_both_layouts_say_the_same() -> None:
    wide, narrow = (
        sorted(box.words for svg in drawn(late(3)[1], name) for box in boxes(svg))
        for name in LAYOUTS
    )
    assert wide == narrow


# -- svg ------------------------------------------------------------------------------------------
LINK = "{http://www.w3.org/1999/xlink}href"


def uses(text: str) -> list[tuple[str, float, float]]:
    """Return what a picture puts where."""
    return [
        (use.attrib[LINK], float(use.attrib["x"]), float(use.attrib["y"]))
        for use in ElementTree.fromstring(text).iter(f"{SVG}use")
    ]


def words_of(text: str) -> list[str]:
    """Return the words a picture writes, apart from the names of columns and rows."""
    return [node.text or "" for node in ElementTree.fromstring(text).iter(f"{SVG}text")][21:]


@given(positions())
def test_every_tile_is_drawn_at_its_place(shown: Position) -> None:
    """Sorted by place, the faces are the tiles of the position; as many are bright as are free.

    No picture asks for a drawing it does not bring, and none brings one it does not use.
    """
    text = board_svg(shown)
    faces = [(x, y, name) for name, x, y in uses(text) if name.startswith("#k")]
    drawn = [name for _x, _y, name in sorted(faces)]
    assert drawn == [f"#k{kind}" for _cell, kind in shown.tiles()]
    plates = Counter(name for name, _x, _y in uses(text))
    assert plates["#free"] == len(shown.free_cells)
    assert plates["#blocked"] == shown.tiles_left - len(shown.free_cells)
    defined = {f"#{name}" for name in re.findall(r'<g id="(\w+)"', text)}
    used = {name for name, _x, _y in uses(text)}
    assert used <= defined <= used | {"#free", "#blocked"}


def test_a_picture_is_small_and_needs_nothing_else() -> None:
    """A whole deal takes less than 24 kB without a link; on every side is room for tiles."""
    text = board_svg(deal(4711))
    assert len(text.encode()) < 24_000
    assert set(re.findall(r'(?:href|src)="(.)', text)) == {"#"}
    assert "url(" not in text
    places = uses(text)
    assert len(places) == 2 * 108
    width, height = (int(size) for size in re.findall(r'viewBox="0 0 (\d+) (\d+)"', text)[0])
    assert all(0 < x < width - 36 and 0 < y < height - 48 for _name, x, y in places)


@pytest.mark.parametrize(
    ("ink", "ground"), [*product(svg.SUIT_INKS.values(), (svg.FREE_GROUND, svg.BLOCKED_GROUND))]
)
def test_faces_can_be_read(ink: str, ground: str) -> None:
    """Rank and suit have a contrast of 4.5 or more on free and on blocked tiles."""
    assert contrast(bytes.fromhex(ink[1:]), bytes.fromhex(ground[1:])) >= 4.5


# -- export ---------------------------------------------------------------------------------------


def guessed(seed: int = 5, plies: int = 9) -> Record:
    """Return a game of a few moves whose every position has a guess after it."""
    random = Random(seed)
    game = played(deal(seed), random, plies)
    for node in game.main_line():
        node.comment = f"[%eval ~{random.randint(-9, 9)}] said by Ada"
    return Record({"First": "Ada", "Second": "Ben", "Deal": str(seed)}, game)


def test_the_values_of_a_review_come_into_the_record() -> None:
    """Read again, the record's evaluations give the same review; its words are still there."""
    made = guessed()
    review = review_of_game(Study(made.game))
    assert review is not None
    keep_values(made, review)
    again = record(made.text)
    assert review_of_game(Study(again.game)) == review
    nodes = again.game.main_line()
    assert [without_commands(node.comment) for node in nodes] == ["said by Ada"] * len(nodes)


def test_proven_values_are_kept_as_proven() -> None:
    """What the review proves has `=` in the record, what it guesses has `~`."""
    made = Record({}, played(deal(3), Random(3), 60))
    keep_values(made, review_of(made.game, lambda ply: 0 if ply < made.game.ply else None))
    relations = [str(evaluation_in(node.comment))[0] for node in made.game.main_line()]
    assert (relations[-1], relations[0]) == ("=", "~")


def test_a_page_is_written(tmp_path: Path, read_only: Path) -> None:
    """The file is the page, with the values in the record at its end; else it is an error.

    There is no review of a game that nothing has been found out about.
    """
    made = guessed()
    review = review_of_game(Study(made.game))
    assert review is not None
    file = tmp_path / "made" / "page.html"
    write_review(file, made, review, {})
    text = file.read_text(encoding="utf-8")
    assert text == review_html(made, review)
    assert "[%eval ~" in text
    with pytest.raises(OSError, match=r"\w"):
        write_review(read_only / "page.html", made, review, {})
    assert review_of_game(Study(played(deal(2), Random(2), 9))) is None


@pytest.mark.skipif(shutil.which("chromium") is None, reason="no browser to print with")
def test_a_page_fills_its_sheets_when_it_is_printed(tmp_path: Path) -> None:
    """The review of a whole game takes four sheets at most: nothing leaves half of one empty."""
    page, printed = tmp_path / "page.html", tmp_path / "page.pdf"
    page.write_text(review_html(*reviewed(7)))
    subprocess.run(
        [
            "chromium",
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            f"--user-data-dir={tmp_path}",
            f"--print-to-pdf={printed}",
            page,
        ],
        check=True,
        capture_output=True,
        timeout=300,
    )
    sheets = len(re.findall(rb"/Type\s*/Page\b", printed.read_bytes()))
    assert 2 <= sheets <= 4
