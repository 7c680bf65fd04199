"""Analyse, driven by clicks and keys."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from battle.analysis.study import Snapshot, Study
from battle.analysis.values import MoveInfo
from battle.game.session import Session
from battle.page.blocks import act
from battle.page.text import page_lines
from battle.rules.position import ALL_POINTS, Cell, move, position
from battle.rules.record import Record
from battle.rules.tree import Game
from battle.window.board import FIRST_SECONDS, NEXT_SECONDS
from battle.window.board_view import shown_values, tag_place
from battle.window.cards import ChoiceDialog
from battle.window.study import StudyScene
from battle.window.ui import draw
from battle.window.ui.theme import Font
from tests.support.pilot import FRAME, Pilot, block_at, friends, pilot_at
from tools.screens.pictures import sample_study

SMALL = position("5m5p/5p5m/9s/9s 1 10-12")


def look_at(pilot: Pilot, study: Study, session: Session | None = None) -> StudyScene:
    """Analyse a study with a silent solver."""
    pilot.engine.silent = True
    scene = StudyScene(pilot.app, study, session)
    pilot.app.push(scene)
    pilot.run(2 * FRAME)
    return scene


@pytest.fixture
def scene(pilot: Pilot) -> StudyScene:
    """Return the analysis of a finished game, its end proven, the rest estimated."""
    return look_at(pilot, *sample_study(pilot.app, 200))


def first_of_tree(scene: StudyScene) -> tuple[object, tuple[int, int]]:
    """Return the first move of the list that is seen, and where it stands."""
    row = scene.tree.listing.rows[0]
    word, rect = scene.tree.rows[row].words[0], scene.tree.listing.rect_of(row)
    return word.node, (rect.left + word.left + 4, rect.centery)


# --- there and back -----------------------------------------------------------------------------


def test_a_finished_game_gets_its_values_and_branches(pilot: Pilot) -> None:
    """What is found of a finished game is in the table's record, its main line unchanged."""
    table = friends(pilot, SMALL)
    for text in ("c1d1", "a1b2", "a2b1"):
        table.session.play(move(text))
    pilot.run(FRAME)
    pilot.engine.silent = True
    pilot.app.go("study_table", table.study)
    scene = pilot.shows(StudyScene)
    scene.study.to_start()
    scene.study.play(move("a1b2"))
    scene.study.values.prove(scene.study.game.root.position, 9, 9)
    pilot.press("a")
    text = table.session.record().text
    assert "[%eval =7]" in text
    assert "(1. a1b2" in text
    assert next(node.move for node in table.session.game.root.main_line()) == move("c1d1")
    assert table.session.ending is not None


# --- values on the board ------------------------------------------------------------------------


def plaque_at(scene: StudyScene, cell: Cell) -> bytes:
    """Return the picture where a tile's plaque is."""
    scene.draw(scene.app.surface)
    place = tag_place(scene.view.layout.board, scene.study.position, cell, (40, 20))
    return pygame.image.tobytes(scene.app.surface.subsurface(place), "RGB")


def test_every_pair_that_is_known_carries_its_value_on_both_tiles(pilot: Pilot) -> None:
    """A plaque is drawn once a value is known, and another of the same number once it is proven."""
    scene = look_at(pilot, Study(Game(SMALL)))
    seen = [{cell: plaque_at(scene, cell) for cell in SMALL.free_cells}]
    worth = {pair: SMALL.worth(pair) for pair in SMALL.legal_moves}
    for bounds in (ALL_POINTS, 0):
        found = [MoveInfo(p, v - bounds, v + bounds, v, 1, (p,)) for p, v in worth.items()]
        scene.study.values.learn(SMALL, found)
        pilot.run(0.3)
        seen.append({cell: plaque_at(scene, cell) for cell in SMALL.free_cells})
        assert [value.after.is_exact for value in scene.snapshot.moves] == [not bounds] * 3
    for pair in SMALL.legal_moves:
        assert all(len({one[cell] for one in seen}) == 3 for cell in pair)


def test_a_tile_of_several_pairs_shows_its_best(pilot: Pilot) -> None:
    """A tile in several pairs shows the best of them, its partners theirs once it is selected."""
    start = position("5m/5m/5m/5m5p/5p")
    scene = look_at(pilot, Study(Game(start)))
    values = {move("a1b1"): 2, move("a1c1"): 5, move("a1d1"): 3}
    found = [MoveInfo(one, v, v, v, 1, (one,)) for one, v in values.items()]
    scene.study.values.learn(start, found)
    pilot.run(0.3)
    a1 = move("a1c1").first
    assert shown_values(scene.snapshot, scene.board)[a1].move == move("a1c1")
    pilot.click_cell(a1)
    beside = shown_values(scene.snapshot, scene.board)
    assert [beside[one.second].move for one in values] == [*values]


def test_costs_and_margins(pilot: Pilot, scene: StudyScene) -> None:
    """V changes between what moves cost and the margins they lead to; both are kept."""
    before = plaque_at(scene, scene.snapshot.moves[0].move.first)
    assert pilot.app.settings.relative_values
    pilot.press("v")
    assert not pilot.app.settings.relative_values
    assert plaque_at(scene, scene.snapshot.moves[0].move.first) != before


# --- playing ------------------------------------------------------------------------------------


def test_the_tree_by_mouse(pilot: Pilot, scene: StudyScene) -> None:
    """A click on a move looks at the position after it; a right click offers what can be done."""
    node, point = first_of_tree(scene)
    pilot.click(point)
    assert scene.study.node is node
    pilot.click(point, button=pygame.BUTTON_RIGHT)
    assert str(scene.study.node.move) in pilot.shows(ChoiceDialog).title
    pilot.press("escape")
    assert pilot.scene is scene


# --- the graph ----------------------------------------------------------------------------------


def test_the_graph_goes_where_it_is_clicked_and_dragged(pilot: Pilot, scene: StudyScene) -> None:
    """A click on the graph looks at that place of the line, dragging goes along."""
    line = scene.study.line()

    def at(place: int) -> tuple[int, int]:
        return round(scene.graph.scale.x(place)), scene.graph.room.centery

    pilot.click(at(3))
    assert scene.study.node is line[3]
    down, drag, up = pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP
    for kind, point in ((down, at(5)), (drag, at(9)), (up, (5, 5))):
        extra = {"rel": (1, 0), "buttons": (1, 0, 0)} if kind == drag else {"button": 1}
        pygame.event.post(pygame.event.Event(kind, pos=point, touch=False, **extra))
        pilot.run(FRAME)
    pilot.hover(at(20))
    assert scene.study.node is line[9]


def test_a_jump_through_the_whole_game_is_shown_soon(tmp_path: Path) -> None:
    """However many pairs come back, the last one has landed a little more than a second later."""
    with pilot_at(tmp_path, sound=False) as pilot:
        scene = look_at(pilot, *sample_study(pilot.app, 200))
        pilot.press("end")
        pilot.run(3.0)
        assert len(scene.study.node.path()) > 20
        pilot.press("home")
        assert scene.moving
        pilot.run(1.5)
        assert not scene.moving


# --- mistakes -----------------------------------------------------------------------------------


def test_mistake_keys_visit_every_marked_move(pilot: Pilot, scene: StudyScene) -> None:
    """From the start N goes from mistake to mistake in their order, Shift+N back."""
    pilot.press("home")
    expected, values = scene.study.mistakes(), scene.study.values
    assert len(expected) > 3
    for node in expected:
        pilot.press("n")
        assert scene.study.node is node
        assert values.margin(node.position).guess != values.margin(node.parent.position).guess
    for key, place, words in (
        ("n", 0, "from the beginning"),
        ("shift+n", -1, "from the end"),
        ("shift+n", -2, "from the end"),
    ):
        pilot.press(key)
        assert scene.study.node is expected[place]
        assert words in pilot.app.message.text


def test_a_finished_game_opens_at_the_move_that_decided_it(pilot: Pilot, scene: StudyScene) -> None:
    """Seen from its end it is looked at before it turned, from anywhere else where that is."""
    study = scene.study
    telling, session = study.telling_move(), Session.from_record(Record({}, study.game))
    assert telling is not None
    second = study.game.main_line()[2]
    for place, shown in ((study.game.last, telling.parent), (second, second)):
        study.go_to(place)
        pilot.app.push(StudyScene(pilot.app, study, session))
        pilot.run(0.1)
        assert study.node is shown


def test_buttons_for_mistakes_live_while_there_is_another(pilot: Pilot) -> None:
    """They are off in a game without a known mistake, and at the only one."""
    study, session = sample_study(pilot.app, 200)
    scene = look_at(pilot, study, session)
    buttons = [scene.tools[name] for name in ("previous_mistake", "next_mistake")]
    for node in study.line():
        scene.go_to(node)
        is_offered = any(mistake is not node for mistake in study.mistakes())
        assert [button.enabled for button in buttons] == [is_offered] * 2
    assert study.mistakes()
    plain = look_at(pilot, Study(Game(SMALL)))
    assert not plain.tools["next_mistake"].enabled
    assert not plain.tools["previous_mistake"].enabled


def test_the_game_stays_in_the_graph_beside_a_branch(scene: StudyScene) -> None:
    """From where a branch leaves it; on the game itself nothing stands beside it."""
    study = scene.study
    assert Snapshot(study).beside == {}
    main = study.game.main_line()
    study.go_to(main[4])
    study.play(next(one for one in study.position.legal_moves if main[4].child(one) is None))
    snapshot = Snapshot(study)
    assert list(snapshot.beside) == list(range(4, len(main)))
    assert snapshot.beside[7] == study.values.margin(main[7].position)


# --- replaying ----------------------------------------------------------------------------------


def test_resting_on_a_pair_replays_its_line(pilot: Pilot, scene: StudyScene) -> None:
    """The line under the mouse is played move by move; leaving puts all back.

    A click meanwhile selects the tile that lies there in the position itself.
    """
    start, value = scene.study.position, scene.snapshot.moves[0]
    first, second, *_more = (value.move, *scene.study.values.line(start.play(value.move)))
    middle, after = pilot.centre_of(value.move.first), start.play(first)
    pilot.hover(middle)
    for seconds, shown in ((0, start), (FIRST_SECONDS, after), (NEXT_SECONDS, after.play(second))):
        pilot.run(seconds + 0.1)
        assert scene.shown_board.position == shown
    pilot.click(middle)
    assert scene.board.selected == value.move.first
    pilot.run(FIRST_SECONDS + NEXT_SECONDS)
    assert scene.shown_board.position == scene.study.position == start
    pilot.press("escape")
    pilot.run(FIRST_SECONDS + 0.1)
    pilot.hover((5, 5))
    assert scene.shown_board.position == start


# --- the solver ---------------------------------------------------------------------------------


def test_the_solver_is_asked_and_its_answer_shown(pilot: Pilot) -> None:
    """The position looked at is put to the solver; what it says is on the board."""
    scene = StudyScene(pilot.app, Study(Game(SMALL)))
    pilot.app.push(scene)
    pilot.run(0.5)
    assert pilot.engine.queries
    assert any(value.is_known for value in scene.snapshot.moves)


def test_the_figures_of_the_solver_are_behind_more(pilot: Pilot, scene: StudyScene) -> None:
    """What it works with, and how fast, is shown below both sheets once More is opened."""
    for _sheet in range(2):
        assert not any("cores" in line for line in page_lines(scene.sheet.blocks))
        pilot.press("t")
        pilot.run(0.2)
    more = next(one for one in scene.sheet.blocks if one.target == act("more"))
    pilot.click(block_at(scene, more))
    pilot.run(0.2)
    for _sheet in range(2):
        assert sum("cores" in line for line in page_lines(scene.sheet.blocks)) == 1
        pilot.press("t")
        pilot.run(0.2)
    assert "more" in pilot.app.settings.analyse_panels


def test_the_sheets_names_are_whole_at_large_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 160 % in German neither tab is cut, nor touches the sign beside it."""
    fitted, cut = draw.fitted, set()

    def note(font: Font, words: str, width: int) -> str:
        shown = fitted(font, words, width)
        cut.update({words} - {shown})
        return shown

    monkeypatch.setattr(draw, "fitted", note)
    with pilot_at(tmp_path, size=(1280, 800), text_scale=1.6, language="de") as pilot:
        for shown in ((), ("review",)):
            pilot.app.change(analyse_panels=shown)
            look_at(pilot, *sample_study(pilot.app, 200))
            pilot.pixels()
            assert not {"Varianten", "Auswertung"} & cut
            tools = pilot.shows(StudyScene).tools
            assert tools["all_moves"].rect.left - tools["review"].rect.right >= 4


def test_every_sign_has_a_tip_and_the_menu_words(pilot: Pilot, scene: StudyScene) -> None:
    """What a sign does is said beside it; what has none stands in the menu."""
    assert all(one.text or one.tip for one in scene.buttons)
    pilot.press_button("Menu")
    values = "On the tiles: how each pair ends"
    for words in ("Table", "Play on from here", values, "Files", "Help", "Quit"):
        assert pilot.button(words)


# --- the tree and the record --------------------------------------------------------------------


# --- painting -----------------------------------------------------------------------------------


def test_panels_are_painted_only_when_they_change(pilot: Pilot, scene: StudyScene) -> None:
    """Frames in which nothing happens paint no panel again."""
    pilot.run(0.5)
    panels = (scene.tree.layer, scene.sheet.layer, scene.graph.layer)
    layers = [*scene.view.layers.values(), *(layer for layer in panels if layer is not None)]
    before = [layer.painted for layer in layers]
    pilot.run(0.5)
    pilot.pixels()
    assert [layer.painted for layer in layers] == before
    pilot.press("left")
    pilot.pixels()
    assert [layer.painted for layer in layers] != before


def test_a_click_says_what_the_signs_mean(pilot: Pilot, scene: StudyScene) -> None:
    """The key to the signs stands below lines and review; a click opens and closes it."""
    for shown in (False, True):
        scene.show_review(shown)
        pilot.run(FRAME)
        for said in (True, False):
            row = next(n for n, one in enumerate(scene.sheet.blocks) if one.target == act("signs"))
            scene.sheet.bring(row)
            pilot.click(scene.sheet.rect_of(row).center)
            pilot.run(FRAME)
            assert ("✓ is proven" in str(scene.sheet.blocks)) == said
