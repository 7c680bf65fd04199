"""The page and its pictures: every number from the data, with few data and with many."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure

from battle.resources import asset
from battle.rules.files import Par
from battle.rules.position import deal
from tools.portrait import pictures
from tools.portrait.__main__ import PLACE, collected, draw, main
from tools.portrait.data import EstimatedGame, MoveCosts, Proven
from tools.portrait.figures import Collected
from tools.portrait.page import page
from tools.strength import Mean

EMPTY = Collected({}, {}, [], [], [])


def sample() -> Collected:
    """Return three deals of par 17, 17 and −16 with other data, all of them easy to reckon with."""
    firsts = {number: deal(number).legal_moves for number in (1, 2, 3)}
    values = {1: 17, 2: 17, 3: -16}
    return Collected(
        {n: Par(n, value, 70_000_000, 1.0, (firsts[n][0],)) for n, value in values.items()},
        {
            n: dict.fromkeys(moves, values[n] - 33) | {moves[0]: values[n]}
            for n, moves in firsts.items()
        },
        [
            *(Proven(n, 64, 4400, 4, {1_000: 46, 100_000: 4 + 25}) for n in range(3)),
            *(
                Proven(n, 66, None, 4, {}, MoveCosts(4, 1, 13.0, False, 14.0), {30: 15})
                for n in range(11, 21, 2)
            ),
        ],
        [
            EstimatedGame(n, nodes, values[n] + 51, firsts[n][place], values[n] + gap)
            for nodes, place, gap in ((1_000, 0, 61), (100_000, 1, -35))
            for n in values
        ],
        [("novice", Mean(71.0, 0.75)), ("perfect", Mean(0.25, 0.01))],
    )


def numbers(text: str) -> set[str]:
    """Return the numbers of a page's sentences, without its addresses, code and table of files."""
    text = re.sub(r"\]\([^)]*\)|`[^`]*`|^\|.*$", "", text, flags=re.MULTILINE)
    return set(re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", text))


def test_the_page_names_no_number_that_is_not_in_its_data() -> None:
    """Every number in the sentences is one of the rules or follows from the sample."""
    rules = {"108", "12", "9", "4", "27", "54", "270"}
    # a full table, its columns and rows, copies, kinds, turns, points; from 76 tiles on levels are
    # judged by proofs, 300 positions is a short look, and 5 ± 2 from 3 to 7 shows what a bar is
    told = {"76", "300", "5", "2", "3", "7"}
    counts = {"3", "8", "5", "1", "0", "2"}
    # deals, later positions, those with all moves, and what is counted of three and of five
    intervals = {"20", "94", "0", "57", "6", "80", "43", "100", "44", "67", "33", "15", "25"}
    # Wilson: (k + 2 ± 2√(k(n−k)/n + 1)) / (n + 4) for 2, 0, 1 and 3 of 3, and 0 of 5;
    # the shares themselves; (1/9 + 1/6 + 1/6) / 3 of the first moves are best, 1 of 4 later
    par = {"6.0", "22.0", "17", "16", "14.7", "7.3"}
    # the mean of 17, 17 and −16, two errors of 11; the mean distance 44/3, two errors of 11/3
    moves = {"33.0", "0.0", "28.1", "1.2"}
    # nine first moves and twice six, all but one of them 33 worse: 88/3, 55/2, 55/2
    looks = {"1,000", "100,000", "42.0", "25.0", "0.00", "64", "66", "30", "70"}
    away = {"14.0", "13.0", "15.0", "61.0", "35.0", "51.0"}
    levels = {"71.0", "1.5", "0.25", "0.02"}
    expected = rules | told | counts | intervals | par | moves | looks | away | levels
    found = numbers(page(sample()))
    assert found - expected == set()
    assert {"6.0", "22.0", "33.0", "42.0", "13.0", "61.0", "71.0"} <= found


def test_nothing_collected_makes_a_page_that_says_so() -> None:
    """Without any data the page has its headings and says that nothing is known."""
    text = page(EMPTY)
    assert "No deal is solved yet." in text
    assert "nan" not in text
    assert "inf" not in text


@pytest.mark.parametrize("count", [0, 1, 3])
def test_pictures_are_drawn_of_few_and_of_more_deals(count: int, tmp_path: Path) -> None:
    """With no deal, one or three, every picture that the page shows is there and is SVG."""
    whole = sample()
    some = Collected(
        dict(list(whole.pars.items())[:count]),
        dict(list(whole.first_moves.items())[:count]),
        whole.positions[:count],
        whole.games[:count],
        whole.levels[:count],
    )
    draw(tmp_path, some)
    text = (tmp_path / "README.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"\(([a-z-]+)\.svg\)", text))
    assert shown == {file.stem for file in tmp_path.glob("*.svg")}
    for file in tmp_path.glob("*.svg"):
        root = ElementTree.parse(file).getroot()
        assert "nan" not in ElementTree.tostring(root, encoding="unicode")


def drawn(picture: pictures.Picture, some: Collected) -> Axes:
    """Return the axes of a picture."""
    figure = Figure()
    picture(figure, figure.add_subplot(), some)
    return figure.axes[0]


def dots(axes: Axes) -> list[tuple[float, float]]:
    """Return where all dots of a picture are."""
    clouds = [one for one in axes.collections if isinstance(one, PathCollection)]
    return [tuple(place) for one in clouds for place in np.ma.getdata(one.get_offsets())]


def test_a_picture_has_a_dot_for_every_first_move() -> None:
    """As many dots are shown as there are first moves, each at its value."""
    some = sample()
    values = sorted(value for worths in some.first_moves.values() for value in worths.values())
    places = dots(drawn(pictures.first_moves, some))
    assert sorted(x for x, _ in places) == values
    assert len({*places}) == len(values)


def test_every_picture_is_followed_by_what_to_see_in_it() -> None:
    """Below each picture stands a sentence about it."""
    paragraphs = page(sample()).split("\n\n")
    places = [n for n, one in enumerate(paragraphs) if one.startswith("![")]
    assert len(places) == len(pictures.PICTURES)
    assert all(paragraphs[place + 1].startswith("**What to see:**") for place in places)


def test_the_table_shows_every_tile_and_every_pair() -> None:
    """Deal 2 has 108 tiles with its grid's faces, and beside them its six pairs, the best first."""
    words = [text.get_text() for text in drawn(pictures.table, sample()).texts]
    letters = str.maketrans("mps", "cdb")
    faces = sorted(str(kind).translate(letters) for _, kind in deal(2).tiles())
    assert sorted(word for word in words if re.fullmatch("[1-9][cdb]", word)) == faces
    assert [word for word in words if re.fullmatch("[+−][0-9]+", word)] == ["+17"] + ["−16"] * 5
    for move in deal(2).legal_moves:
        assert " ".join(map(str, move)) in words


def test_the_fewer_tiles_the_further_right() -> None:
    """The numbers below the proofs fall from left to right, as the game goes."""
    assert drawn(pictures.proofs, sample()).xaxis_inverted()


def test_deals_of_one_par_are_dots_above_each_other() -> None:
    """A hundred deals of the same par are a hundred dots, one above the other."""
    whole = sample()
    pars = {n: Par(n, 4, 1, 1.0, whole.pars[1].best) for n in range(1, 101)}
    axes = drawn(pictures.pars, Collected(pars, {}, [], [], []))
    assert sorted(dots(axes)) == [(4, height) for height in range(1, 101)]
    assert axes.get_ylim()[1] > 100


def test_the_page_is_the_one_that_its_data_make() -> None:
    """After a change of the data `python -m tools.portrait draw` has been run."""
    text = page(collected(PLACE, asset("deals/par.csv")))
    assert (PLACE / "README.md").read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    "words",
    [
        ["positions"],
        ["positions", "/nowhere/sample.jsonl"],
        ["draw", "7"],
        ["games", "seven"],
        ["draw", "--pars", "/nowhere"],
    ],
)
def test_bad_words_are_told_in_one_line(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that is not there, words too many, a deal that is none: status 2 and one line."""
    assert main([*words, "--place", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_another_table_of_positions_is_refused_and_a_damaged_game_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file is named for what cannot be read; a line that is no game is passed over and told."""
    table = tmp_path / "positions.csv"
    table.write_text("number,tiles\n1,2\n", encoding="utf-8")
    assert main(["draw", "--place", str(tmp_path)]) == 2
    assert str(table) in capsys.readouterr().err
    table.unlink()
    (tmp_path / "games.csv").write_text("deal,nodes,seen,first,margin\nx\n", encoding="utf-8")
    assert main(["draw", "--place", str(tmp_path)]) == 0
    assert "games.csv" in capsys.readouterr().err
