"""Analyse, driven by clicks and keys."""

from __future__ import annotations

from pathlib import Path

import pygame

from battle.analysis.study import Snapshot, Study
from battle.analysis.values import MoveInfo
from battle.game.session import Session
from battle.game.setup import Seat, Setup
from battle.page.blocks import Progress
from battle.rules.position import ALL_POINTS, Cell, Move, deal, move, position
from battle.rules.record import Game, Record, record
from battle.window.board.board import FIRST_SECONDS, NEXT_SECONDS
from battle.window.board.view import shown_values
from battle.window.scenes.card_scene import Choice, ChoiceDialog, TextDialog
from battle.window.start import study_choices
from battle.window.study.scene import StudyScene
from tests.support.pilot import FRAME, Pilot, best_move, friends, pilot_at
from tools.screens.pictures import guessed, sample_study

SMALL = position("5m5p/5p5m/9s/9s 1 10-12")


def look_at(pilot: Pilot, study: Study, session: Session | None = None) -> StudyScene:
    """Analyse a study with a silent solver."""
    pilot.engine.silent = True
    scene = StudyScene(pilot.app, study, session)
    pilot.app.push(scene)
    pilot.run(2 * FRAME)
    return scene


def sample(pilot: Pilot) -> StudyScene:
    """Analyse a finished game, its end proven, the rest estimated."""
    return look_at(pilot, *sample_study(pilot.app, 200))


def on_cell(scene: StudyScene, cell: Cell) -> tuple[int, int]:
    """Return the middle of a cell on screen."""
    middle: tuple[int, int] = scene.view.layout.board.rect_of(cell).center
    return middle


def click_pair(pilot: Pilot, scene: StudyScene, pair: Move) -> None:
    """Click both tiles of a pair."""
    for cell in pair:
        pilot.click(on_cell(scene, cell))
    pilot.hover((5, 5))


def loss_of(study: Study, node: object) -> int:
    """Return what a move cost by the margins around it, counted anew."""
    path = study.line()
    place = path.index(node)  # type: ignore[arg-type]
    before, after = (study.values.margin(path[at].position).guess for at in (place - 1, place))
    assert before is not None
    assert after is not None
    return abs(before - after)


# --- there and back -----------------------------------------------------------------------------


def test_tab_goes_to_analyse_and_back(pilot: Pilot) -> None:
    """Tab shows the game so far in Analyse, Tab again the table, with the game as it was."""
    table = friends(pilot)
    pilot.engine.silent = True
    table.session.play(best_move(table.session))
    pilot.run(FRAME)
    pilot.press("tab")
    scene = pilot.scene
    assert isinstance(scene, StudyScene)
    assert scene.study.position == table.session.position
    assert scene.study.game is not table.session.game
    click_pair(pilot, scene, scene.study.position.legal_moves[0])
    assert scene.study.game.ply == 2
    pilot.press("tab")
    assert pilot.scene is table
    assert table.session.game.ply == 1
    assert not table.session.can_redo


def test_help_is_noted_while_the_game_goes_on(pilot: Pilot) -> None:
    """Analysing an unfinished game stands in its record; analysing a finished one does not."""
    table = friends(pilot)
    pilot.press("tab")
    pilot.press("tab")
    assert '[Help "analysis"]' in table.session.record().text
    assert Session.from_record(record(table.session.record().text)).help_used == ("analysis",)
    over = friends(pilot, position("5m/5m"))
    over.session.play(move("a1b1"))
    pilot.app.go("study_table", over.study)
    assert over.session.help_used == ()


def test_what_was_tried_out_is_there_again(pilot: Pilot) -> None:
    """Branches and values survive going back to the table and playing on."""
    table = friends(pilot)
    pilot.engine.silent = True
    pilot.press("tab")
    scene = pilot.scene
    assert isinstance(scene, StudyScene)
    tried, played = table.session.position.legal_moves[:2]
    click_pair(pilot, scene, tried)
    scene.study.values.guess(scene.study.position, 7)
    pilot.press("tab")
    table.session.play(played)
    pilot.run(FRAME)
    pilot.press("tab")
    again = pilot.scene
    assert isinstance(again, StudyScene)
    root = again.study.game.root
    assert [child.move for child in root.children] == [played, tried]
    assert again.study.values.margin(root.children[1].position).guess is not None


def test_the_solver_is_left_to_the_table(pilot: Pilot) -> None:
    """Going back while the solver looks at a position leaves nothing running there."""
    table = friends(pilot)
    pilot.engine.silent = True
    pilot.press("tab")
    scene = pilot.scene
    assert isinstance(scene, StudyScene)
    pilot.run(0.1)
    assert scene.analyst.is_busy
    pilot.press("tab")
    pilot.engine.silent = False
    for _step in range(3):
        pilot.press("h")
        pilot.run(0.1)
    assert table.board.hint is not None


def test_a_finished_game_gets_its_values_and_branches(pilot: Pilot) -> None:
    """What is found of a finished game is in the table's record, its main line unchanged."""
    table = friends(pilot, SMALL)
    for text in ("c1d1", "a1b2", "a2b1"):
        table.session.play(move(text))
    pilot.run(FRAME)
    pilot.engine.silent = True
    pilot.app.go("study_table", table.study)
    pilot.run(FRAME)
    scene = pilot.scene
    assert isinstance(scene, StudyScene)
    scene.study.to_start()
    scene.study.play(move("a1b2"))
    scene.study.values.prove(scene.study.game.root.position, 9, 9)
    pilot.press("tab")
    text = table.session.record().text
    assert "[%eval =7]" in text
    assert "(1. a1b2" in text
    assert next(node.move for node in table.session.game.root.main_line()) == move("c1d1")
    assert table.session.ending is not None


def test_an_analysis_is_there_again(pilot: Pilot) -> None:
    """An analysis that is left can be gone on with; one that was looked at only changes nothing."""
    pilot.engine.silent = True

    def offered() -> list[Choice]:
        choices = study_choices(pilot.app).choices
        return [choice for choice in choices if choice.words == "The last analysis"]

    pilot.app.go("study_game", Session(Setup((Seat("Ada"), Seat("Ben")), deal(5), 5)))
    pilot.press("escape")
    assert offered() == []
    for start in ("study_game", "study_position"):
        begun: object = Session(Setup((Seat(), Seat()), deal(5), 5))
        pilot.app.go(start, begun if start == "study_game" else SMALL)
        scene = pilot.scene
        assert isinstance(scene, StudyScene)
        tried = [scene.study.position.legal_moves[0]]
        click_pair(pilot, scene, tried[0])
        pilot.press("escape")
        offered()[0].action()
        again = pilot.scene
        assert isinstance(again, StudyScene)
        assert again.study.game.start == scene.study.game.start
        assert [node.move for node in again.study.line()[1:]] == tried
    pilot.press("escape")
    pilot.app.go("study_game", Session(Setup((Seat(), Seat()), deal(7), 7)))
    pilot.press("escape")
    offered()[0].action()
    assert isinstance(pilot.scene, StudyScene)
    assert pilot.scene.study.game.start == SMALL


def test_a_position_that_was_set_up_is_there_again(pilot: Pilot) -> None:
    """A position belongs to no game, and is kept before anything is tried out."""
    pilot.engine.silent = True
    pilot.app.go("study_position", SMALL)
    pilot.press("escape")
    found = pilot.app.autosave.load_analysis()
    assert found is not None
    assert found.position == SMALL


def test_escape_leaves_and_another_key_stops(pilot: Pilot) -> None:
    """Esc lets go of a tile, then leaves, with the solver on; Shift+E stops the solver."""
    table = friends(pilot)
    pilot.engine.silent = True
    pilot.press("tab")
    scene = pilot.scene
    assert isinstance(scene, StudyScene)
    pilot.run(0.1)
    pilot.click(on_cell(scene, scene.study.position.legal_moves[0].first))
    assert scene.board.selected is not None
    pilot.press("escape")
    assert scene.board.selected is None
    assert scene.analyst.on
    pilot.press("shift+e")
    assert not scene.analyst.on
    assert not scene.analyst.is_busy
    pilot.press("e")
    assert scene.analyst.on
    pilot.press("escape")
    assert pilot.scene is table


# --- values on the board ------------------------------------------------------------------------


def plaque_at(scene: StudyScene, cell: Cell) -> bytes:
    """Return the picture where a tile's plaque is."""
    scene.app.draw(scene.app.surface)
    place = scene.view.values.place_of(scene.study.position, cell)
    return pygame.image.tobytes(scene.app.surface.subsurface(place), "RGB")


def test_every_pair_that_is_known_carries_its_value_on_both_tiles(pilot: Pilot) -> None:
    """A plaque is drawn on both tiles of a pair once its value is known, and not before."""
    scene = look_at(pilot, Study(Game(SMALL)))
    empty = {cell: plaque_at(scene, cell) for cell in SMALL.free_cells}
    scene.study.values.learn(SMALL, guessed(SMALL))
    pilot.run(0.3)
    for pair in SMALL.legal_moves:
        for cell in pair:
            assert plaque_at(scene, cell) != empty[cell]


def test_a_proven_value_looks_unlike_an_estimate_of_the_same(pilot: Pilot) -> None:
    """The same number is drawn in another shape once it is proven."""
    scene = look_at(pilot, Study(Game(SMALL)), None)
    worth = {pair: SMALL.worth(pair) for pair in SMALL.legal_moves}
    guesses = [MoveInfo(p, -ALL_POINTS, ALL_POINTS, v, 1, (p,)) for p, v in worth.items()]
    scene.study.values.learn(SMALL, guesses)
    pilot.run(0.3)
    estimated = plaque_at(scene, SMALL.legal_moves[0].first)
    shown = scene.snapshot.moves
    assert not any(value.after.is_exact for value in shown)
    proofs = [MoveInfo(p, v, v, v, 2, (p,)) for p, v in worth.items()]
    scene.study.values.learn(SMALL, proofs)
    pilot.run(0.3)
    assert all(value.after.is_exact for value in scene.snapshot.moves)
    assert [v.cost.guess for v in shown] == [v.cost.guess for v in scene.snapshot.moves]
    assert plaque_at(scene, SMALL.legal_moves[0].first) != estimated


def test_a_tile_of_several_pairs_shows_its_best(pilot: Pilot) -> None:
    """A tile in several pairs shows the best of them, its partners theirs once it is selected."""
    start = position("5m/5m/5m/5m5p/5p")
    scene = look_at(pilot, Study(Game(start)))
    values = {"a1b1": 2, "a1c1": 5, "a1d1": 3}
    found = [MoveInfo(move(name), v, v, v, 1, (move(name),)) for name, v in values.items()]
    scene.study.values.learn(start, found)
    pilot.run(0.3)
    a1 = move("a1c1").first
    assert shown_values(scene.snapshot, scene.board)[a1].move == move("a1c1")
    pilot.click(on_cell(scene, a1))
    beside = shown_values(scene.snapshot, scene.board)
    for name in values:
        assert beside[move(name).second].move == move(name)


def test_costs_and_margins(pilot: Pilot) -> None:
    """V changes between what moves cost and the margins they lead to; both are kept."""
    scene = sample(pilot)
    before = plaque_at(scene, scene.snapshot.moves[0].move.first)
    assert pilot.app.settings.relative_values
    pilot.press("v")
    assert not pilot.app.settings.relative_values
    assert plaque_at(scene, scene.snapshot.moves[0].move.first) != before


def test_margins_are_from_the_first_players_side(pilot: Pilot) -> None:
    """What a move is worth for player 2 is shown as player 1's final margin."""
    start = position("5m/5m/2p/2p 2 20-30")
    scene = look_at(pilot, Study(Game(start)))
    found = [MoveInfo(m, v, v, v, 1, (m,)) for m, v in zip(start.legal_moves, (3, -3), strict=True)]
    scene.study.values.learn(start, found)
    pilot.run(0.3)
    shown = {value.move: value for value in scene.snapshot.moves}
    five, two = start.legal_moves
    assert shown[five].after.guess == -10 - 3
    assert shown[two].after.guess == -10 + 3
    assert [shown[five].cost.guess, shown[two].cost.guess] == [0, 6]


# --- playing ------------------------------------------------------------------------------------


def test_clicking_another_pair_begins_a_branch(pilot: Pilot) -> None:
    """Two clicks play a pair; the main line stays, the branch is in the tree and on screen."""
    scene = sample(pilot)
    place, before = scene.study.node, [*scene.study.game.root.main_line()]
    other = next(m for m in scene.study.position.legal_moves if place.child(m) is None)
    click_pair(pilot, scene, other)
    assert scene.study.node.parent is place
    assert scene.study.node.move == other
    assert [*scene.study.game.root.main_line()] == before
    assert any(word.node is scene.study.node for row in scene.tree.rows for word in row.words)


def test_lines_are_played_by_click_and_by_number(pilot: Pilot) -> None:
    """A click on a line, or Ctrl and its number, plays its first move."""
    scene = sample(pilot)
    first, second = (value.move for value in scene.snapshot.moves[:2])
    pilot.click(scene.sheet.rect_of(0).center)
    assert scene.study.node.move == first
    pilot.press("left")
    pilot.press("ctrl+2")
    assert scene.study.node.move == second


def test_the_keyboard_walks_through_the_game(pilot: Pilot) -> None:
    """Left, right, Home, End and the page keys go through the line looked at."""
    scene = sample(pilot)
    line = scene.study.line()
    for keys, place in (
        ("home", 0),
        ("right", 1),
        ("page down", 11),
        ("left", 10),
        ("page up", 0),
        ("left", 0),
        ("end", len(line) - 1),
        ("right", len(line) - 1),
    ):
        pilot.press(keys)
        assert scene.study.node is line[place], keys
        assert scene.board.position == line[place].position


def test_the_board_is_worked_by_keyboard(pilot: Pilot) -> None:
    """The full stop and Enter select and take a pair; Shift and the arrows walk over tiles."""
    scene = sample(pilot)
    place = scene.study.node
    pilot.press("shift+right")
    assert scene.board.cursor in scene.study.position.free_cells
    pilot.press(".")
    pilot.press("return")
    assert scene.board.selected is not None
    pilot.press(".")
    pilot.press("return")
    assert scene.study.node.parent is place


def test_clicks_go_to_moves_of_the_tree(pilot: Pilot) -> None:
    """A click on a move in the list looks at the position after it."""
    scene = sample(pilot)
    row = scene.tree.listing.rows[0]
    word = scene.tree.rows[row].words[0]
    rect = scene.tree.listing.rect_of(row)
    pilot.click((rect.left + word.left + 4, rect.centery))
    assert scene.study.node is word.node


# --- the graph ----------------------------------------------------------------------------------


def test_the_graph_goes_where_it_is_clicked_and_dragged(pilot: Pilot) -> None:
    """A click on the graph looks at that place of the line, dragging goes along."""
    scene = sample(pilot)
    line = scene.study.line()
    middle = scene.graph.plot.centery
    pilot.click((round(scene.graph.scale.x(3)), middle))
    assert scene.study.node is line[3]
    for kind, place in ((pygame.MOUSEBUTTONDOWN, 5), (pygame.MOUSEMOTION, 9)):
        where = (round(scene.graph.scale.x(place)), middle)
        extra = (
            {"rel": (1, 0), "buttons": (1, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
        )
        pygame.event.post(pygame.event.Event(kind, pos=where, touch=False, **extra))
        pilot.run(FRAME)
    assert scene.study.node is line[9]
    up = pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(5, 5), button=1, touch=False)
    pygame.event.post(up)
    pilot.run(FRAME)
    pilot.hover((round(scene.graph.scale.x(20)), middle))
    assert scene.study.node is line[9]


def test_the_ledger_on_screen_adds_up(pilot: Pilot) -> None:
    """Final margin = par − first player's losses + second player's, as the graph shows them."""
    scene = sample(pilot)
    for node in scene.study.line():
        margin = scene.study.values.known(node.position).guess
        assert margin is not None
        scene.study.values.prove(node.position, margin, margin)
    pilot.run(0.5)
    first, second = (scene.snapshot.losses[player][-1] for player in (1, 2))
    par, end = scene.snapshot.margins[0].guess, scene.snapshot.margins[-1].guess
    assert first is not None
    assert second is not None
    assert end == scene.study.line()[-1].position.margin
    assert end == par - first[0] + second[0]


def test_a_jump_through_the_whole_game_is_shown_soon(tmp_path: Path) -> None:
    """However many pairs come back, the last one has landed a little more than a second later."""
    with pilot_at(tmp_path, sound=False) as pilot:
        scene = sample(pilot)
        pilot.press("end")
        pilot.run(3.0)
        assert len(scene.study.node.path()) > 20
        pilot.press("home")
        assert scene.moving
        pilot.run(1.5)
        assert not scene.moving


# --- mistakes -----------------------------------------------------------------------------------


def test_mistake_keys_visit_every_marked_move(pilot: Pilot) -> None:
    """From the start N goes from mistake to mistake in their order, Shift+N back."""
    scene = sample(pilot)
    pilot.press("home")
    expected = scene.study.mistakes()
    assert len(expected) > 3
    for node in expected:
        pilot.press("n")
        assert scene.study.node is node
        assert loss_of(scene.study, node) > 0
    pilot.press("n")
    assert scene.study.node is expected[0]
    assert "from the beginning" in pilot.app.message.text
    pilot.press("shift+n")
    assert scene.study.node is expected[-1]
    assert "from the end" in pilot.app.message.text
    pilot.press("shift+n")
    assert scene.study.node is expected[-2]


def test_a_finished_game_opens_at_the_move_that_decided_it(pilot: Pilot) -> None:
    """Seen from its end it is looked at where it turned, from anywhere else where that is."""
    study = sample(pilot).study
    telling, session = study.telling_move(), Session.from_record(Record({}, study.game))
    assert telling is not None
    for place, shown in (
        (study.game.last, telling),
        (study.game.main_line()[2], study.game.main_line()[2]),
    ):
        study.go_to(place)
        pilot.app.push(StudyScene(pilot.app, study, session))
        pilot.run(0.1)
        assert study.node is shown


def test_the_game_stays_in_the_graph_beside_a_branch(pilot: Pilot) -> None:
    """From where a branch leaves it; on the game itself nothing stands beside it."""
    study = sample(pilot).study
    assert Snapshot(study).beside == {}
    node = study.game.main_line()[4]
    study.go_to(node)
    moves = [one for one in node.position.legal_moves if node.child(one) is None]
    study.play(moves[0])
    snapshot = Snapshot(study)
    main = study.game.main_line()
    assert list(snapshot.beside) == list(range(4, len(main)))
    assert snapshot.beside[7] == study.values.margin(main[7].position)
    assert snapshot.length == len(main)


# --- replaying ----------------------------------------------------------------------------------


def test_resting_on_a_pair_replays_its_line(pilot: Pilot) -> None:
    """The line of the pair under the mouse is played move by move; leaving puts all back."""
    scene = sample(pilot)
    start, value = scene.study.position, scene.snapshot.moves[0]
    line = (value.move, *scene.study.values.line(start.play(value.move)))
    assert len(line) > 2
    pilot.hover(on_cell(scene, value.move.first))
    assert scene.shown_board.position == start
    pilot.run(FIRST_SECONDS + 0.1)
    assert scene.shown_board.position == start.play(line[0])
    pilot.run(NEXT_SECONDS + 0.1)
    assert scene.shown_board.position == start.play(line[0]).play(line[1])
    assert scene.study.position == start
    pilot.hover((5, 5))
    assert scene.shown_board.position == start


def test_lines_are_replayed_by_keyboard(pilot: Pilot) -> None:
    """Down chooses a line, plus and minus step through it, Enter plays its first move."""
    scene = sample(pilot)
    start = scene.study.position
    pilot.press("down")
    pilot.press("down")
    chosen = scene.sheet.chosen_target
    assert chosen == scene.snapshot.moves[1].move
    pilot.type("+")
    assert scene.shown_board.position == start.play(chosen)
    pilot.type("-")
    assert scene.shown_board.position == start
    pilot.press("return")
    assert scene.study.node.move == chosen


def test_a_click_while_a_line_runs_means_the_position(pilot: Pilot) -> None:
    """A click during a replay selects the tile that lies there in the position itself."""
    scene = sample(pilot)
    first = scene.snapshot.moves[0].move.first
    pilot.hover(on_cell(scene, first))
    pilot.run(FIRST_SECONDS + 0.1)
    assert scene.shown_board.position.kind_at(first) is None
    pilot.click(on_cell(scene, first))
    assert scene.board.selected == first
    pilot.run(FIRST_SECONDS + NEXT_SECONDS)
    assert scene.shown_board.position == scene.study.position


# --- the solver ---------------------------------------------------------------------------------


def test_the_solver_is_asked_and_its_answer_shown(pilot: Pilot) -> None:
    """The position looked at is put to the solver; what it says is on the board."""
    scene = StudyScene(pilot.app, Study(Game(SMALL)))
    pilot.app.push(scene)
    pilot.run(0.5)
    assert pilot.engine.queries
    assert any(value.is_known for value in scene.snapshot.moves)


def test_stop_ends_everything_at_once(pilot: Pilot) -> None:
    """The stop button turns the solver off and ends a review; E turns it on again."""
    scene = sample(pilot)
    pilot.press("home")
    pilot.press("r")
    pilot.run(0.1)
    assert scene.analyst.review is not None
    pilot.press_button("Stop everything")
    assert scene.analyst.review is None
    assert not scene.analyst.is_busy
    asked = len(pilot.engine.queries)
    pilot.run(0.5)
    assert len(pilot.engine.queries) == asked
    pilot.press("e")
    pilot.run(0.1)
    assert scene.analyst.on
    assert len(pilot.engine.queries) > asked


def test_a_solver_that_has_failed_is_started_anew(pilot: Pilot) -> None:
    """After a failure the page shows no progress any more, and E brings the solver back, on."""
    scene = sample(pilot)
    pilot.press("home")
    pilot.press("r")
    pilot.run(0.1)
    pilot.engine.fail("the engine stopped: no luck")
    pilot.run(0.1)
    assert pilot.app.scheduler.failure
    assert not [one for one in scene.sheet.blocks if isinstance(one, Progress)]
    asked = len(pilot.engine.queries)
    pilot.press("e")
    pilot.run(0.1)
    assert scene.analyst.on
    assert not pilot.app.scheduler.failure
    assert len(pilot.engine.queries) > asked


# --- the tree -----------------------------------------------------------------------------------


def branch(pilot: Pilot, scene: StudyScene) -> Move:
    """Play something else than the main line; return it."""
    place = scene.study.node
    other = next(m for m in scene.study.position.legal_moves if place.child(m) is None)
    scene.play(other)
    pilot.run(FRAME)
    return other


def test_a_branch_is_named_promoted_and_deleted_by_keys(pilot: Pilot) -> None:
    """F2 writes a name, Ctrl+Up makes the branch the main line, Del takes it away."""
    scene = sample(pilot)
    place = scene.study.node
    main = place.children[0].move
    other = branch(pilot, scene)
    pilot.press("f2")
    assert isinstance(pilot.scene, TextDialog)
    pilot.type("too greedy")
    pilot.press("return")
    assert scene.study.node.comment.endswith("too greedy")
    assert any(row.comment == "too greedy" for row in scene.tree.rows)
    pilot.press("ctrl+up")
    assert place.children[0].move == other
    pilot.press("delete")
    assert isinstance(pilot.scene, ChoiceDialog)
    pilot.press_button("Delete")
    assert scene.study.node is place
    assert next(child.move for child in place.children) == main
    assert place.child(other) is None


def test_the_menu_of_a_move(pilot: Pilot) -> None:
    """A right click on a move of the tree offers what can be done with it."""
    scene = sample(pilot)
    row = scene.tree.listing.rows[0]
    word, rect = scene.tree.rows[row].words[0], scene.tree.listing.rect_of(row)
    pilot.click((rect.left + word.left + 4, rect.centery), button=pygame.BUTTON_RIGHT)
    assert isinstance(pilot.scene, ChoiceDialog)
    assert str(word.node.move) in pilot.scene.title
    pilot.press("escape")
    assert pilot.scene is scene


# --- the record ---------------------------------------------------------------------------------


def test_an_unfinished_game_is_saved_where_it_stands(pilot: Pilot) -> None:
    """The record of a game that goes on does not take tried out moves for played ones."""
    table = friends(pilot)
    pilot.engine.silent = True
    for _ in range(3):
        table.session.play(best_move(table.session))
    pilot.run(FRAME)
    pilot.press("tab")
    scene = pilot.scene
    assert isinstance(scene, StudyScene)
    scene.play(scene.study.position.legal_moves[0])
    pilot.press("ctrl+c")
    session = Session.from_record(record(pygame.scrap.get_text().strip("\0")))
    assert session.game.ply == 3
    assert session.position == table.session.position


def test_a_pasted_position_is_analysed(pilot: Pilot) -> None:
    """Ctrl+V opens what is on the clipboard in Analyse; nonsense changes nothing."""
    scene = sample(pilot)
    pygame.scrap.put_text("nonsense")
    pilot.press("ctrl+v")
    assert pilot.scene is scene
    pygame.scrap.put_text(str(SMALL))
    pilot.press("ctrl+v")
    assert isinstance(pilot.scene, StudyScene)
    assert pilot.scene.study.position == SMALL
    pilot.press("tab")
    assert not isinstance(pilot.scene, StudyScene)


def test_from_the_start_screen(pilot: Pilot) -> None:
    """The start screen's button offers the last game, a new deal and more."""
    table = friends(pilot, SMALL)
    for text in ("c1d1", "a1b2", "a2b1"):
        table.session.play(move(text))
    pilot.run(FRAME)
    pilot.app.go("home")
    pilot.run(FRAME)
    pilot.press_button("Analyse")
    assert isinstance(pilot.scene, ChoiceDialog)
    pilot.press_button("The last game")
    assert isinstance(pilot.scene, StudyScene)
    assert [node.move for node in pilot.scene.study.line()[1:]] == table.session.game.moves
    pilot.press("tab")
    assert pilot.table.session.game.moves == table.session.game.moves


# --- all sizes ----------------------------------------------------------------------------------


def test_drawing_changes_nothing(pilot: Pilot) -> None:
    """Drawing twice gives the same picture."""
    scene = sample(pilot)
    pilot.hover(on_cell(scene, scene.snapshot.moves[0].move.first))
    assert pilot.pixels() == pilot.pixels()


def test_panels_are_painted_only_when_they_change(pilot: Pilot) -> None:
    """Frames in which nothing happens paint no panel anew."""
    scene = sample(pilot)
    pilot.run(0.5)
    panels = (scene.tree.layer, scene.sheet.layer, scene.graph.layer)
    layers = [*scene.view.layers.values(), *(layer for layer in panels if layer is not None)]
    before = [layer.painted for layer in layers]
    pilot.run(0.5)
    assert [layer.painted for layer in layers] == before
    pilot.press("left")
    assert [layer.painted for layer in layers] != before
