"""What the page about the game rests on: first moves, games, positions, and its data."""

from __future__ import annotations

import json
import re
from math import isclose
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure

from battle.resources import asset
from battle.rules.files import Par
from battle.rules.position import deal, move, position
from solver.api import Solver
from solver.survey import PartialProof, PartialProofs
from tools import reference
from tools.portrait import data, pictures
from tools.portrait.__main__ import PLACE, collected, draw, main, page
from tools.portrait.data import Collected, EstimatedGame, MoveCosts, Proven, Share
from tools.reference import Twin
from tools.strength import Mean

# -- figures --------------------------------------------------------------------------------------


def solved(number: int, value: int, best: str, unsure: str = "") -> Par:
    """Return a solved deal."""
    moves = (tuple(map(move, words.split())) for words in (best, unsure))
    return Par(number, value, 1000, 1.0, *moves)


def proven(number: int, tiles: int, **more: object) -> Proven:
    """Return a proven position worth 4 points."""
    return Proven(number, tiles, None, 4, **more)  # type: ignore[arg-type]


def test_share_of_half_has_the_interval_of_wilson() -> None:
    """5 of 10 with two standard errors: middle 1/2, reach 2·√(2.5+1)/14."""
    low, high = Share(5, 10).interval
    assert isclose(low, 0.5 - 0.26726, abs_tol=1e-5)
    assert isclose(high, 0.5 + 0.26726, abs_tol=1e-5)


@pytest.mark.parametrize("count", [0, 7])
def test_share_of_none_or_all_has_a_width_and_stays_inside(count: int) -> None:
    """None of seven, or all, leave it open what the share is, but never below 0 or above 1."""
    low, high = Share(count, 7).interval
    assert -1e-9 <= low < high <= 1 + 1e-9
    assert high - low > 0.2


def test_highest_pair_is_among_the_best_or_not_or_unknown() -> None:
    """In deal 4 a pair of seven is the highest: best, not best, or not decided."""
    start = deal(4)
    ordered = sorted(start.legal_moves, key=start.worth)
    low, high = str(ordered[0]), str(ordered[-1])
    highest = " ".join(str(one) for one in ordered if start.worth(one) == start.worth(ordered[-1]))
    yes, no = solved(4, 1, f"{low} {high}"), solved(4, 1, low)
    unknown = solved(4, 1, low, highest)
    assert data.highest_first({1: yes, 2: no, 3: unknown}) == Share(1, 2)


def test_errors_are_the_mean_distances_by_tiles() -> None:
    """Seen 7, 4 and 1 of a value of 4 with 64 tiles is two points off, one standard error 1."""
    positions = [proven(number, 64, seen={300: seen}) for number, seen in enumerate((7, 4, 1))]
    positions += [proven(9, 41, seen={300: 0})]
    found = data.errors(Collected({}, {}, positions, [], []), 300)
    assert list(found) == [(64, 66)]
    assert found[64, 66].mean == 2
    assert isclose(found[64, 66].error, 1)


def test_a_move_gives_away_what_its_chooser_does_on_average() -> None:
    """Three positions: means of any pair, of the highest, and of what was looked for."""
    rows = [(2.0, 0.0, 1), (3.0, 1.0, 0), (4.0, 5.0, 2)]
    positions = [
        proven(n, 64, choice=MoveCosts(5, 1, highest, highest == 0, random), lost={300: lost})
        for n, (random, highest, lost) in enumerate(rows)
    ]
    found = data.given_away([*positions, proven(7, 64)])
    assert {key: one.mean for key, one in found.items()} == {"random": 3, "highest": 2, 300: 1}


def test_positions_after_random_play_are_counted_apart() -> None:
    """A sample's even numbers come from random moves, its odd ones from short looks."""
    positions = [
        proven(number, 64, choice=MoveCosts(4, 1, 0.0, is_best, 2.0))
        for number, is_best in ((0, True), (2, True), (4, False), (1, False), (3, True))
    ]
    some = Collected({}, {}, [*positions, proven(6, 64), proven(7, 64)], [], [])
    shares = {
        random: data.highest_is_best(data.decided(some, random=random)) for random in (True, False)
    }
    assert shares == {True: {(64, 66): Share(2, 3)}, False: {(64, 66): Share(1, 2)}}


def test_a_pair_at_random_is_best_as_often_as_pairs_are() -> None:
    """Deals 2 and 5 begin with six pairs, deal 4 with seven; an undecided deal does not count."""
    pars = {
        2: solved(2, 7, "k9l9"),
        4: solved(4, 4, "a1l1 g1g9 i1j1"),
        5: solved(5, 4, "c9l9"),
        1: solved(1, 4, "e1f9", "a1c1"),
    }
    found = data.pair_is_best(Collected(pars, {}, [], [], []))
    assert isclose(found[108, 108].mean, (1 / 6 + 3 / 7 + 1 / 6) / 3)


def test_nodes_that_double_with_every_pair_grow_twofold() -> None:
    """1, 2, 4 and 8 thousand nodes with 40 to 46 tiles: every two tiles double them."""
    points = [(40, 1000), (42, 2000), (44, 4000), (46, 8000)]
    assert isclose(data.growth(points, 2), 2)


# -- first moves ----------------------------------------------------------------------------------

START = position("5m5p6m/5p5m6m/9s7p/9s7p")
TRUE = reference.move_values(START)


@pytest.fixture
def small_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every deal be one small position."""
    monkeypatch.setattr(data, "deal", lambda number: START)


def collect(path: Path, pars: dict[int, Par] | None = None, **more: float) -> list[int]:
    with Solver(1, 1, kernels=Twin()) as solver:
        return data.prove_first_moves(path, [3, 4], pars or {}, solver, **more)


def test_values_are_those_of_the_twin(small_deal: None, tmp_path: Path) -> None:
    """Every first move has the value that the slow twin finds, and its pair's points beside it."""
    path = tmp_path / "moves.csv"
    assert collect(path) == []
    assert data.first_moves(path) == {3: TRUE, 4: TRUE}
    lines = path.read_text(encoding="utf-8").splitlines()
    name = str(START.legal_moves[0])
    worth, value = START.worth(START.legal_moves[0]), TRUE[START.legal_moves[0]]
    assert f"3,{name},{worth},{value}" in lines
    assert not path.with_name("moves.bounds.csv").exists()


def test_a_deal_that_was_cut_short_is_proven_again(small_deal: None, tmp_path: Path) -> None:
    """A file that lost its end in the middle of a deal has that deal whole after the next run."""
    path = tmp_path / "moves.csv"
    collect(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-12])
    assert list(data.first_moves(path)) == [3]
    assert collect(path) == []
    assert data.first_moves(path) == {3: TRUE, 4: TRUE}


def test_time_that_is_over_leaves_the_deal_open_and_keeps_its_bounds(
    small_deal: None, tmp_path: Path
) -> None:
    """No time proves no deal; what was known stays in the file beside, and the next run ends it."""
    path = tmp_path / "moves.csv"
    known = dict.fromkeys(START.legal_moves, (-40, 40)) | {START.legal_moves[0]: (-39, 39)}
    PartialProofs(path).keep(PartialProof(3, known))
    assert collect(path, seconds=0.0) == [3, 4]
    assert PartialProofs(path).by_deal()[3].bounds[START.legal_moves[0]][1] <= 39
    assert collect(path) == []
    assert data.first_moves(path)[3] == TRUE


# -- games ----------------------------------------------------------------------------------------


def test_a_game_that_is_proven_ends_on_par() -> None:
    """With nodes enough to prove every position the margin is the value, and so is what is seen."""
    value = max(reference.move_values(START).values())
    with Solver(1, 1, kernels=Twin()) as solver:
        game = data.played(7, START, 100_000, solver)
    assert (game.seen, game.margin) == (value, value)
    assert reference.move_values(START)[game.first] == value


def test_games_are_played_once(small_deal: None, tmp_path: Path) -> None:
    """A second run plays only what is missing, and what was written is read again."""
    path, told = tmp_path / "games.csv", []
    with Solver(1, 1, kernels=Twin()) as solver:
        data.play_games(path, [1, 2], solver, budgets=(300,))
        data.play_games(path, [2, 3], solver, told.append, budgets=(300,))
    assert [line.partition(",")[0] for line in told] == ["deal 3"]
    assert [(game.deal, game.nodes) for game in data.games(path)] == [(1, 300), (2, 300), (3, 300)]


# -- positions ------------------------------------------------------------------------------------


def test_a_choice_counts_what_moves_give_away() -> None:
    """Pairs of 9, 9 and 2 worth 3, 5 and 1: one is best, the highest give 1 away, any gives 2."""
    assert MoveCosts.of([(9, 3), (9, 5), (2, 1)]) == MoveCosts(3, 1, 1.0, True, 2.0)


def look(nodes: int, *pairs: tuple[str, int, int, int], lower: int = -50) -> dict[str, object]:
    """Return a look: pairs with how many there are alike, what they score and are seen to make."""
    choices = [[name, alike, gain, lower, 50, seen, seen] for name, alike, gain, seen in pairs]
    return {"nodes": nodes, "manner": "all", "lower": lower, "upper": 50, "choices": choices}


def test_a_sample_becomes_the_table_and_is_read_again(tmp_path: Path) -> None:
    """Lost is the value less that of the move seen best; a look that proved loses nothing."""
    pairs = ("a1a2", 2, 9, 7), ("b1b2", 1, 3, 2)
    proved = look(300, *pairs) | {"lower": 6, "upper": 6}
    alike = {"a1a2": 1, "a1a3": 1, "b1b2": 6}
    rows = [
        {"number": 3, "tiles": 64, "looks": [look(30, *pairs), proved], "truth": 6, "nodes": 99,
         "moves": alike},
        {"number": 4, "tiles": 66, "looks": [look(30, *pairs)], "truth": 5, "nodes": 1234},
        {"number": -2, "tiles": 108, "looks": [look(30, *pairs)], "truth": 5},
        {"number": 5, "tiles": 0, "looks": []},
    ]  # fmt: skip
    sample, table = tmp_path / "sample.jsonl", tmp_path / "positions.csv"
    sample.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    found = data.sampled([sample])
    all_moves, value_only = found
    assert (all_moves.number, all_moves.tiles, all_moves.nodes) == (3, 64, None)
    assert all_moves.choice == MoveCosts(3, 1, 5.0, False, 10 / 3)
    assert all_moves.lost == {30: 5, 300: 0}
    assert all_moves.seen[300] == 6
    assert (value_only.nodes, value_only.value, value_only.choice) == (1234, 5, None)
    assert list(value_only.seen) == [30]
    data.write_positions(table, found)
    again = data.positions(table)
    assert again[1] == value_only
    assert again[0].lost == all_moves.lost
    assert again[0].choice == MoveCosts(3, 1, 5.0, False, 3.33)


# --- portrait page --------------------------------------------------------------------------------
#
# The page and its pictures: every number from the data, with few data and with many.


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
    for pair in deal(2).legal_moves:
        assert " ".join(map(str, pair)) in words


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
