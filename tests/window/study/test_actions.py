"""What can be done in a study, and how it is said and laid out."""

from __future__ import annotations

import dataclasses
import re
from itertools import combinations
from unittest.mock import Mock, patch

import hypothesis
import pygame
import pytest
from hypothesis import settings
from hypothesis import strategies as st

from battle.analysis.costs import MoveCost
from battle.analysis.study import ExpectedLines, Snapshot, Study
from battle.analysis.values import Bounds, Cost, MoveInfo
from battle.engine.jobs import REVIEW_SECONDS
from battle.page.blocks import Button, Plot, Progress, act
from battle.page.review import line_plot, seen_words, verdict_notes, wins
from battle.rules.position import ALL_POINTS, PLAYERS, Position, deal, move, position
from battle.rules.record import Record
from battle.rules.tree import Game
from battle.window.board import Board, LineReplay, Motion
from battle.window.cards import RAIL
from battle.window.game_panels import GraphPanel
from battle.window.pages import Flow
from battle.window.study import LINE, POSITION, StudyScene
from battle.window.study_panels import (
    compact,
    lines_page,
    situation,
    study_parts,
)
from battle.window.table_view import analysis_layout
from battle.window.tree import Columns, TreePanel, marked_cost, tree_rows
from battle.window.ui.theme import Theme
from battle.window.ui.window import text_scale_of
from battle.words import margin_figure, number_of
from tests.support.engines import TwinEngine
from tests.support.pilot import FRAME, Pilot, analysed, bad_game, cost_of, seat_twin

pytestmark = pytest.mark.usefixtures("display")

# -- actions --------------------------------------------------------------------------------------

START = position("5m5p/5p5m/9s/9s 1 10-12")


def opened_at(pilot: Pilot, *moves: str, start: Position = START) -> StudyScene:
    """Analyse a short game at its end, with a silent solver."""
    pilot.engine.silent = True
    game = Game(start)
    for text in moves:
        game.play(move(text))
    scene = StudyScene(pilot.app, Study(game))
    pilot.app.push(scene)
    pilot.run(FRAME)
    return scene


def test_reviewing_again_takes_longer(pilot: Pilot) -> None:
    """A line that is reviewed but not proven throughout gets more time for each position."""
    start = deal(1)
    scene = opened_at(pilot, str(start.legal_moves[0]), start=start)
    for node in scene.study.line():
        scene.study.values.guess(node.position, 0)
    assert scene.study.review().exact_from > 1
    with patch.object(scene.analyst, "begin_review") as begun:
        scene.review_game()
    assert begun.call_args.args == (scene.study.line(), 4 * REVIEW_SECONDS)


# -- proofs ---------------------------------------------------------------------------------------


def opened(pilot: Pilot) -> tuple[StudyScene, TwinEngine]:
    """Open a game whose positions all have guesses, with a solver that takes a while."""
    twin = seat_twin(pilot)
    twin.reports = 8
    pilot.app.change(analyse_panels=("review",))
    scene = analysed(pilot, bad_game())
    scene.analyst.stop()
    for node in scene.study.nodes():
        scene.study.values.guess(node.position, 1)
    scene.refresh()
    pilot.run(2 * FRAME)
    return scene, twin


def offers(scene: StudyScene) -> dict[object, str]:
    return {
        block.target: block.words
        for block in scene.proofs.blocks(scene.front)
        if isinstance(block, Button)
    }


def test_a_position_is_proven(pilot: Pilot) -> None:
    """Both proofs are offered with their times; Ctrl+P proves the position, which is kept."""
    scene, twin = opened(pilot)
    assert offers(scene)[act(LINE)].startswith("Prove the whole line: ")
    assert offers(scene)[act(POSITION)].startswith("Prove this position: ")
    twin.queries.clear()
    pilot.press("ctrl+p")
    pilot.run(2 * FRAME)
    assert "is being proven" in scene.proofs.words
    pilot.until(lambda: not scene.proofs.is_running)
    assert {*offers(scene)} == {act(LINE)}
    assert scene.study.values.known(scene.study.position).is_exact
    assert [query.moves for query in twin.queries if query.lines == 1] == [()]
    pilot.app.proofs.wait()
    pilot.app.go("home")
    again = analysed(pilot, bad_game())
    assert again.study.values.known(again.study.game.start).is_exact


def test_a_line_is_proven_from_its_end(pilot: Pilot) -> None:
    """Ctrl+Shift+P proves the line; in the end every move costs what the slow twin says."""
    scene, _ = opened(pilot)
    pilot.press("ctrl+shift+p")
    pilot.run(2 * FRAME)
    assert "move 1 in" in scene.proofs.words
    assert any(isinstance(block, Progress) for block in scene.proofs.blocks(scene.front))
    pilot.until(lambda: not scene.proofs.is_running)
    review = scene.study.review()
    assert review.exact_from == 1
    line = scene.study.game.root.main_line()
    assert [move.cost.value for move in review.moves] == [cost_of(node) for node in line]


@pytest.mark.parametrize("keys", ["ctrl+shift+p", "shift+e"])
def test_a_proof_is_ended_and_goes_on(pilot: Pilot, keys: str) -> None:
    """The same keys, or those that stop all, end it; begun again it goes on with the rest."""
    scene, twin = opened(pilot)
    scene.proofs.turn(LINE, scene.front)
    late = scene.study.line()[-3].position
    pilot.until(lambda: scene.study.values.known(late).is_exact)
    pilot.press(keys)
    pilot.run(FRAME)
    assert not scene.proofs.is_running
    scene.analyst.stop()
    twin.queries.clear()
    scene.proofs.turn(LINE, scene.front)
    pilot.until(lambda: not scene.proofs.is_running)
    left = [query for query in twin.queries if query.lines == 1]
    assert 0 < len(left) <= len(scene.study.line()) - 3


# -- layout ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(900, 600), (1280, 800), (2560, 1440), (900, 1300)])
@pytest.mark.parametrize("scale", [0.8, 1.0, 1.6])
def test_parts_lie_apart_in_their_panels(size: tuple[int, int], scale: float) -> None:
    """No part leaves the column or its panel, or lies on another or on the board."""
    text = text_scale_of(size, scale)
    rail = round(RAIL * text)
    layout = analysis_layout(pygame.Rect(rail, 0, size[0] - rail, size[1]), text)
    parts = study_parts(layout.side, Theme(text).px)
    inside = [parts.pop(name) for name in ("sheet", "lines", "review", "all_moves", "tree")]
    assert all(parts["lists"].contains(rect) and rect.width > 0 for rect in inside[:-1])
    assert parts["moves"].contains(inside[-1])
    assert not any(one.colliderect(other) for one, other in combinations(inside, 2))
    assert parts["verdict"].contains(parts.pop("leave"))
    assert not any(one.colliderect(other) for one, other in combinations(parts.values(), 2))
    assert all(layout.side.contains(part) for part in parts.values())
    assert not layout.side.colliderect(layout.board.outer)


# -- tree rows ------------------------------------------------------------------------------------

COLUMNS = Columns(200, 24, 12, lambda text: 7 * len(text))


@st.composite
def trees(draw: st.DrawFn) -> Game:
    """Games of a few moves with branches, some named."""
    game = Game(deal(draw(st.integers(1, 5))))
    nodes = [game.root]
    for _ in range(draw(st.integers(0, 14))):
        game.go_to(nodes[draw(st.integers(0, len(nodes) - 1))])
        moves = game.position.legal_moves
        game.play(moves[draw(st.integers(0, min(3, len(moves) - 1)))], as_main_line=False)
        if game.node not in nodes:
            nodes.append(game.node)
        game.node.comment = draw(st.sampled_from(["", "", "a name", "[%eval =7]"]))
    return game


@settings(max_examples=60, deadline=None)
@hypothesis.given(trees())
def test_every_move_stands_in_one_row(game: Game) -> None:
    """Moves come in the order of the record, each once, and none leaves the panel or overlaps."""
    rows = tree_rows(game.root, COLUMNS)
    text = Record({}, game).text.split("\n\n", 1)[1]
    moves = re.findall(r"[a-l][1-9][a-l][1-9]", re.sub(r"\{[^}]*\}", "", text))
    nodes = [word.node for row in rows for word in row.words]
    assert [str(node.move) for node in nodes] == moves
    assert len(nodes) == len(set(map(id, nodes)))
    for row in rows:
        end = 0
        for word in row.words:
            assert end <= word.left
            end = word.left + word.width
            assert row.word_at(word.left) is word
        assert end <= COLUMNS.width


def test_a_line_alone_has_no_branches() -> None:
    """At the table the moves played are listed two a row, counted one by one, and nothing else."""
    game = Game(position("5m5p/5p5m/9s/9s 2"))
    first, second = game.position.legal_moves[:2]
    game.play(second)
    game.go_to(game.root)
    game.play(first)
    game.play(game.position.legal_moves[0])
    rows = tree_rows(game.root, COLUMNS, game.node.path())
    assert [[number_of(word.node) for word in row.words] for row in rows] == [[1], [2]]


def test_comments_without_commands_have_rows() -> None:
    """Words for people get a row after their move, what programs keep does not."""
    game = Game(deal(1))
    game.play(game.position.legal_moves[0])
    game.node.comment = "[%eval =7] a trap"
    (comment,) = (row.comment for row in tree_rows(game.root, COLUMNS) if row.comment)
    assert comment == "a trap"


# -- words ----------------------------------------------------------------------------------------

NAMES = ("Ada", "Ben")


@pytest.mark.parametrize(
    ("margin", "words"),
    [
        (Bounds(7, 7, 7), "Ada wins by 7"),
        (Bounds(-3, -3, -3), "Ben wins by 3"),
        (Bounds(0, 0, 0), "A draw with perfect play"),
        (Bounds(2, 9, 4), "Ada wins"),
        (Bounds(-9, -2, -4), "Ben wins"),
        (Bounds(-9, 9, 4, 2.0), "Ada wins by 4\u2009±\u20092"),
        (Bounds(-9, 9, -4, 1.5), "Ben wins by 4\u2009±\u20092"),
        (Bounds(-9, 9, 4, 2.1), "Who wins is not known yet"),
        (Bounds(-9, 9, 4), "Who wins is not known yet"),
        (Bounds(-9, 9, 0, 1.0), "Who wins is not known yet"),
        (Bounds(-9, 9), "Who wins is not known yet"),
    ],
)
def test_the_verdict_says_as_much_as_is_known(margin: Bounds, words: str) -> None:
    """A proof is reported exactly, a winner with bounds by them, an estimate if well supported."""
    assert wins(margin, NAMES) == words


def test_the_place_is_named_by_its_pair() -> None:
    """Ahead it is after a pair, looking back that pair."""
    place = study()
    count = len(place.line()) - 1
    for ply, node in enumerate(place.line()):
        place.go_to(node)
        ahead = f"After pair {ply} of {count}" if ply else "At the start"
        assert seen_words(Snapshot(place), NAMES) == ahead
        if node.parent is not None:
            assert seen_words(Snapshot(place, node.parent), NAMES) == f"Pair {ply} of {count}"


def test_a_note_says_how_certain_the_verdict_is() -> None:
    """A winner is proven; bounds are shown where they say much more than that points are left."""
    trivial, told = Bounds(-20, 20), "estimated: +3\u2009±\u20094"
    for margin, notes in (
        (Bounds(1, 20, 3), ("proven",)),
        (Bounds(-19, 20, 3, 3.8), (told,)),
        (Bounds(-2, 4, 3, 3.8), (f"{told}; certain: −2 … +4", told)),
        (Bounds(-20, 20), ()),
    ):
        assert verdict_notes(margin, trivial) == notes


def test_the_status_line_says_what_is_looked_at() -> None:
    """A line move by move, else why a tile cannot be taken, or that the game ended here."""
    start = deal(1)
    board, replay = Board(start), LineReplay(Motion(), Mock())
    assert not situation(start, NAMES, board, replay, over=False)
    assert situation(start, NAMES, board, replay, over=True) == "The game ended here."
    blocked, kind = next(one for one in start.tiles() if not board.is_free(one[0]))
    board.hover(blocked)
    assert situation(start, NAMES, board, replay, over=False) == board.refusal(blocked, kind)
    replay.update((START, (move("c1d1"), move("a1b2"))), 0.0)
    for words in ("move 1 of 2: Ada takes", "move 2 of 2: Ben takes"):
        replay.step(1)
        assert words in situation(start, NAMES, board, replay, over=False)


@pytest.mark.parametrize(
    ("number", "words"),
    [(950, "950"), (12_000, "12 k"), (3_400_000, "3.4 M"), (2 * 10**9, "2.0 G")],
)
def test_large_numbers_are_short(number: int, words: str) -> None:
    """A large number is reported in few signs."""
    assert compact(number) == words


# --- panels ---------------------------------------------------------------------------------------
#
# The lists and the graph of Analyse as models: what lies where, and what stays chosen.


ROOM = pygame.Rect(20, 30, 300, 220)


def study() -> Study:
    """Return a study of a short game, at its end."""
    game = Game(START)
    for text in ("c1d1", "a1b2"):
        game.play(move(text))
    return Study(game)


def plotted(snapshot: Snapshot) -> Plot:
    """Return what the graph shows of a study."""
    costs = [snapshot.costs.get(node) for node in snapshot.line]
    return line_plot(snapshot.margins, costs, snapshot.side, at=snapshot.place)


# --- the graph ----------------------------------------------------------------------------------


def test_every_place_of_the_graph_is_found_where_it_stands() -> None:
    """The place nearest to a point is the one that stands there; edges hold every margin."""
    found: list[int] = []
    graph, shown = GraphPanel(found.append), Snapshot(study())
    graph.place(Theme(1.0), ROOM, ROOM)
    graph.fill(plotted(shown))
    for place in range(len(shown.line)):
        graph.drag((round(graph.scale.x(place)), graph.room.centery))
    graph.drag((ROOM.right + 50, ROOM.centery))
    assert found == [0, 1, 2, 2]
    assert (graph.scale.plot.low, graph.scale.plot.high) == (-10, 10)
    assert not graph.rect.colliderect(graph.head)


def test_a_person_who_moved_second_is_up() -> None:
    """Graph, lines and the note on the verdict turn round with the side that margins are from."""
    first, second = (plotted(Snapshot(study(), side=side)) for side in PLAYERS)
    assert (first.up, second.up) == (1, 2)
    turned = [value and -value for value in first.curves[0].values]
    assert turned == [*second.curves[0].values]
    assert any(turned)
    assert verdict_notes(Bounds(-40, 40, 7, 3.0), Bounds(-45, 45), 2) == (
        "estimated: −7\u2009±\u20093",
    )
    place = Study(Game(START))
    place.values.learn(START, [MoveInfo(one, 5, 5, 5) for one in START.legal_moves])
    margin = place.values.margin(START)
    for side in PLAYERS:
        page = lines_page(Snapshot(place).moves, ExpectedLines(), side, relative=False)
        assert {getattr(block, "value", "") for block in page} == {margin_figure(margin, side)}
    assert margin_figure(margin, 1) != margin_figure(margin, 2)


def test_a_margin_that_is_estimated_has_a_wave() -> None:
    """Proven margins stand alone, estimates after a wave, what is not known as a question."""
    assert margin_figure(Bounds(4, 4, 4)) == "+4"
    assert margin_figure(Bounds(-9, 9, -4)).startswith("~")
    assert margin_figure(Bounds(-9, 9)) == "…"


# --- the lines ----------------------------------------------------------------------------------


def test_the_chosen_line_stays_chosen_wherever_it_stands() -> None:
    """When news bring the moves into another order the choice goes with its move."""
    place, sheet = Study(Game(START)), Flow()
    sheet.place(Theme(1.0), ROOM)

    def fill() -> None:
        moves = Snapshot(place).moves
        sheet.fill([*lines_page(moves, ExpectedLines(), relative=True)])

    fill()
    sheet.choose(len(sheet.blocks) - 1)
    chosen, moves = sheet.chosen_target, START.legal_moves
    worth, most = {one: 9 if one == chosen else 0 for one in moves}, ALL_POINTS
    place.values.learn(START, [MoveInfo(m, -most, most, v, 1, (m,)) for m, v in worth.items()])
    fill()
    assert (sheet.chosen, sheet.chosen_target) == (0, chosen)


# --- the tree -----------------------------------------------------------------------------------


def test_every_move_of_the_tree_is_found_where_it_stands() -> None:
    """The move at a point is the one whose words are there."""
    shown = Snapshot(study())
    panel = TreePanel()
    panel.place(Theme(1.0), ROOM)
    panel.fill(shown.root, shown.node, shown.line, shown.costs)
    for node in shown.line[1:]:
        number = panel.row_of(node)
        (word,) = (one for one in panel.rows[number].words if one.node is node)
        rect = panel.listing.rect_of(number)
        assert panel.node_at((rect.left + word.left + 2, rect.centery)) is node
    assert panel.node_at((ROOM.left - 5, ROOM.top + 5)) is None


def test_a_move_that_cost_something_says_what() -> None:
    """The mark stands before the cost, with its error if estimated; best moves are silent."""
    one = move("c1d1")
    margins = Bounds.exactly(9), Bounds.exactly(5)
    cost = MoveCost(position("5m5p/5p5m/9s/9s"), one, *margins, Cost.exactly(4))
    assert marked_cost(cost) == "? −4"
    guess = dataclasses.replace(cost, cost=Cost(0, 9, 4, 2.0))
    assert "±" in marked_cost(guess)
    assert marked_cost(dataclasses.replace(guess, cost=Cost(0, 9))) == ""
    assert marked_cost(None) == ""
