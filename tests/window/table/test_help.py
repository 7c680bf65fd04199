"""The opponent's moves, help at the table, and the words beside it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from battle.analysis.values import Values
from battle.coach.hints import Step
from battle.coach.reasons import POINTS, Teacher, move_facts, teacher_state
from battle.engine.jobs import Scheduler
from battle.game.session import Seat, Session, Setup
from battle.game.setup import Series
from battle.page.blocks import ITEM, Offer, PairLine, Paragraph
from battle.rules.position import PLAYERS, Move, Position, cell, deal, position
from battle.window.board import Board
from battle.window.settings import SettingsScene
from battle.window.table import (
    WAIT_SECONDS,
    Opponent,
    TableHelp,
    TableScene,
    TeacherDialog,
    player_caption,
    player_states,
    situation,
    time_run,
    whereabouts,
)
from battle.words import tile_words
from tests.support.engines import FakeEngine, TwinEngine
from tests.support.pilot import (
    FRAME,
    Pilot,
    against_solver,
    bad_game,
    friends,
    pick,
    pilot_at,
    seat_twin,
)
from tools.reference import move_values

# -- opponent -------------------------------------------------------------------------------------


class Asked:
    """An opponent in a game in which the solver begins; a test lets time pass."""

    def __init__(self) -> None:
        self.session = Session(Setup((Seat(solver=True), Seat("Ada")), deal(7), 7))
        self.engine, self.now = FakeEngine(), 100.0
        self.scheduler = Scheduler(self.engine)
        self.opponent = Opponent(self.scheduler, self.session, lambda: self.now)

    def poll(self) -> None:
        """Let the scheduler ask, and hear what is answered."""
        self.scheduler.poll()
        self.scheduler.poll()


@pytest.fixture
def asked() -> Asked:
    return Asked()


def test_a_move_is_asked_for_once(asked: Asked) -> None:
    """The answer is a move of the position, there as long as the game is so; time runs on."""
    opponent = asked.opponent
    assert (opponent.seconds, opponent.ask(), opponent.is_thinking) == (0.0, None, True)
    asked.now += 1.5
    assert opponent.seconds == 1.5
    asked.poll()
    answer = opponent.ask()
    assert answer.move in asked.session.position.legal_moves
    assert opponent.ask() is answer
    assert len(asked.engine.queries) == 1
    opponent.cancel()
    assert opponent.seconds == 0.0


def test_an_answer_for_another_state_is_not_used(asked: Asked) -> None:
    """When the game has changed since, its move is asked for and no other is taken for it."""
    asked.engine.silent = True
    asked.opponent.ask()
    asked.poll()
    asked.session.play(asked.session.position.legal_moves[0])
    assert asked.opponent.ask() is None
    assert asked.engine.cancelled == 1
    asked.poll()
    assert asked.engine.asked[-1] == asked.session.position


# -- help -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "opponent", "wanted"),
    [
        ("off", "second", False),
        ("points", "second", True),
        ("result", "second", True),
        ("points", "first", False),
        ("points", "none", False),
    ],
)
def test_when_the_table_is_looked_at(pilot: Pilot, mode: str, opponent: str, wanted: bool) -> None:
    """Only for a teacher that is on, on the turn of a person who plays the program."""
    pilot.app.change(teacher=mode)
    pilot.engine.silent = True
    is_first = opponent != "first"
    scene = friends(pilot) if opponent == "none" else against_solver(pilot, first=is_first)
    assert scene.help.is_wanted(scene.teacher_rule) == wanted
    scene.session.resign(1)
    assert not scene.help.is_wanted(scene.teacher_rule)


def test_hints_want_a_look_as_long_as_they_are_open(pilot: Pilot) -> None:
    """Two friends with hints open are looked at, and no longer when these are closed."""
    twin = seat_twin(pilot)
    scene = friends(pilot, bad_game(1).start)
    pilot.press("h")
    assert scene.help.is_wanted(scene.teacher_rule)
    pilot.press("escape")
    pilot.run(0.1)
    assert not scene.help.is_wanted(scene.teacher_rule)
    assert not twin.busy


def test_values_are_those_of_the_study(pilot: Pilot) -> None:
    """What is known at the table is one store, before and after a study was made of the game."""
    scene = friends(pilot, bad_game(1).start)
    before = scene.help.values
    study = scene.study.studied()
    assert study.values is before
    assert scene.help.values is before
    assert scene.help.pondering.values is before


# -- words ----------------------------------------------------------------------------------------

FRIENDS = (Seat("Ada"), Seat("Ben"))
WITH_SOLVER = (Seat("Ada"), Seat(solver=True))


def thinking(session: Session) -> Opponent:
    """Return an opponent that was asked for its move half a second ago."""
    moments = iter((0.0, *[0.5] * 9))
    opponent = Opponent(Scheduler(FakeEngine(silent=True)), session, lambda: next(moments))
    opponent.ask()
    return opponent


def test_what_players_do_is_said() -> None:
    """Who is to move, who waits; the seconds of a solver that thinks; who wins and who loses."""
    session = Session(Setup(WITH_SOLVER, deal(7), 7))
    opponent = thinking(session)
    assert player_states(session, 1, opponent) == ("your turn", "your turn")
    assert player_states(session, 2, opponent) == ("waits", "waits")
    assert time_run(session, 2, opponent) is None
    session.play(session.position.legal_moves[0])
    opponent = thinking(session)
    assert player_states(session, 2, opponent)[0] == "thinks … 0.5 s"
    whole = session.setup.think_seconds
    assert time_run(session, 2, opponent) == pytest.approx(0.5 / whole)
    assert time_run(session, 1, opponent) is None
    session.resign(1)
    assert [player_states(session, player, opponent)[0] for player in PLAYERS] == ["loses", "wins"]


def test_what_stands_below_a_name() -> None:
    """Who began, the teacher behind who plays alone, the solver's time, the points of a series.

    What a level loses in a game it says only where a whole deal is played.
    """
    start = deal(7)
    alone, friends = Session(Setup(WITH_SOLVER, start, 7)), Session(Setup(FRIENDS, start, 7))
    series = Session(Setup(FRIENDS, start, 7), Series(((118, 152),)))
    assert player_caption(alone, 1, "sure") == "sure"
    assert player_caption(alone, 2, "sure").startswith("solver")
    for place, words in ((start, "~54 a game"), (bad_game(1).start, "moves")):
        level = Session(Setup((Seat("Ada"), Seat(solver=True, level="novice")), place))
        assert words in player_caption(level, 2)
    assert player_caption(friends, 1) == "moves first"
    assert player_caption(friends, 2) == "moves second"
    turned = Session(Setup(FRIENDS, replace(start, to_move=2)))
    assert [player_caption(turned, player) for player in PLAYERS] == ["moves second", "moves first"]
    assert "118" in player_caption(series, 1)


def test_the_status_line_says_what_is_looked_at() -> None:
    """First the result, then a tile looked at or blocked, else whose turn it is."""
    session = Session(Setup(FRIENDS, position("5m5m/9s1p9s/1p")))
    board = Board(session.position)
    assert situation(session, board) == "Ada to move: 2 pairs can be taken."
    free = session.position.free_cells[0]
    board.hover(free)
    assert str(free) in situation(session, board)
    board.hover(cell("l9"))
    session.resign(2)
    assert situation(session, board) == session.result_text


def test_the_end_of_the_line_says_where_the_game_is() -> None:
    """Deal and move; when the game is over, the last move instead of the next."""
    session = Session(Setup(FRIENDS, deal(7), 7))
    for number in (1, 2, 2):
        session.play(session.position.legal_moves[0])
        assert whereabouts(session) == f"deal 7  ·  move {number}"
    session.play(session.position.legal_moves[0])
    session.resign(1)
    assert whereabouts(session) == "deal 7  ·  move 2"


# --- hints on screen ------------------------------------------------------------------------------
#
# Hints at the table, asked for step by step by key and by mouse.


@cache
def start_of() -> Position:
    """Return an endgame in which a move of the player to move costs something."""
    starts = (bad_game(number).start for number in range(1, 50))
    return next(start for start in starts if len(set(move_values(start).values())) > 1)


def said(scene: TableScene) -> str:
    """Return all words of the panel."""
    return " ".join(b.words for b in scene.hints_page.blocks if isinstance(b, Paragraph | Offer))


def press(pilot: Pilot, key: str, times: int = 1) -> None:
    """Press a key and let the solver look, some times."""
    for _ in range(times):
        pilot.press(key)
        pilot.run(0.3)


def test_every_step_tells_more_and_costs_one_hint(pilot: Pilot) -> None:
    """Worth, columns, pair, line and reason belong to one best pair; each counts as a hint."""
    seat_twin(pilot)
    scene = friends(pilot, start_of())
    place = scene.session.position
    seen = []
    for number in range(1, 6):
        press(pilot, "h")
        assert scene.session.hints == ((number, 0) if place.to_move == 1 else (0, number))
        seen.append((scene.help.hints.columns, scene.board.hint))
    ladder = scene.help.hints.ladder
    assert move_values(place)[ladder.move] == max(move_values(place).values())
    columns = {cell.column for cell in ladder.move}
    assert [set(lit) for lit, _pair in seen] == [set(), columns, set(), set(), set()]
    assert [pair for _lit, pair in seen] == [None, None, *[ladder.move] * 3]
    words = said(scene)
    assert f"worth {place.worth(ladder.move)} point" in words
    kind, (first, second) = place.kind_of(ladder.move), ladder.move
    assert f"The pair is {tile_words(kind)} on {first} and {second}." in words
    lines = [b for b in scene.hints_page.blocks if isinstance(b, PairLine)]
    assert lines[0].kind == place.kind_at(ladder.move.first)
    assert "Proven" in words


def test_hints_by_mouse(pilot: Pilot) -> None:
    """The button takes the first step, the panel's offer the next, and the cross closes it."""
    seat_twin(pilot)
    scene = friends(pilot, start_of())
    pilot.press_button("Hint")
    pilot.run(0.3)
    hints, page = scene.help.hints, scene.hints_page

    offers = [n for n, block in enumerate(page.blocks) if isinstance(block, Offer)]
    pilot.click(page.rect_of(offers[0]).center)
    pilot.run(0.3)
    assert hints.ladder.steps == (Step.WORTH, Step.COLUMNS)
    pilot.click(scene.closer.rect.center)
    assert not hints.is_open
    assert not scene.motion.moving


def test_no_hint_on_the_solvers_turn(pilot: Pilot) -> None:
    """While the solver thinks H says whose turn it is."""
    pilot.engine.silent = True
    scene = against_solver(pilot, first=False)
    press(pilot, "h")
    assert "has the move" in pilot.app.message.text
    assert (scene.session.hints, scene.help.hints.is_open) == ((0, 0), False)


def test_hints_leave_the_engine_to_the_opponent(pilot: Pilot) -> None:
    """Enter takes the pair that the hints show; the solver is asked for its move, and answers."""
    twin = seat_twin(pilot)
    start = start_of()
    scene = against_solver(pilot, start, first=start.to_move == 1)
    press(pilot, "h", 3)
    pair = scene.board.hint
    pilot.press("return")
    assert scene.session.game.moves[:1] == [pair]
    pilot.settle()
    assert scene.session.game.ply >= 2 or scene.session.ending is not None
    assert twin.queries[-1].lines == 1 or scene.session.person_to_move


@pytest.mark.parametrize("size", [(900, 600), (600, 1000)])
def test_hints_fit_small_windows(tmp_path: Path, size: tuple[int, int]) -> None:
    """In small windows too the newest step is in sight, and the next offer can be brought there."""
    with pilot_at(tmp_path, size=size, animation=False, sound=False) as pilot:
        seat_twin(pilot)
        scene = friends(pilot, start_of())
        press(pilot, "h", 4)
        flow = scene.hints_page
        told = [isinstance(one, Paragraph) and one.icon == "hint" for one in flow.blocks]
        newest = flow.rect_of(len(told) - 1 - told[::-1].index(True))
        assert flow.rect.top <= newest.top < flow.rect.bottom
        assert flow.is_longer
        press(pilot, "page down", 4)
        for key, is_seen in (("page down", True), ("page up", False), ("page down", True)):
            pilot.press(key)
            assert flow.rect.contains(flow.rect_of(len(flow.blocks) - 1)) == is_seen
        assert scene.view.layout.moves.contains(flow.rect)


# --- teacher --------------------------------------------------------------------------------------
#
# The teacher at the table, its rule and on screen.


# -- teacher --------------------------------------------------------------------------------------

RULE = Teacher(POINTS, 1)


@pytest.fixture
def engine() -> TwinEngine:
    """Return an engine that proves everything."""
    return TwinEngine()


@pytest.fixture
def help(engine: TwinEngine) -> TableHelp:
    """Return the help of a person who is to move against the solver."""
    return help_against_solver(engine, bad_game(1).start)


def help_against_solver(engine: TwinEngine, start: Position) -> TableHelp:
    """Return the help of a person who is to move at `start`."""
    seats = (Seat("Ada"), Seat(solver=True))
    setup = Setup(seats if start.to_move == 1 else (seats[1], seats[0]), start)
    return TableHelp(Scheduler(engine), Session(setup), Values())


def let_look(help: TableHelp) -> None:
    """Let the engine look until it has said everything."""
    for _ in range(20):
        help.look_on()
        help.pondering.scheduler.poll()


def test_it_objects_to_what_costs_enough(help: TableHelp) -> None:
    """Of every pair it objects to those that cost as much as it was set to, with what they cost."""
    let_look(help)
    for move, cost in costs(help.session.position).items():
        found = help.teacher.objection(move, Teacher(POINTS, 2), None)
        assert (found is not None) == (cost >= 2)
        assert found is None or (found.cost.value, found.exact) == (cost, True)
        assert help.teacher.is_unsure(move, Teacher(POINTS, 2)) == (cost >= 2)


def test_the_caption_says_how_much_the_teacher_can_judge(
    help: TableHelp, engine: TwinEngine
) -> None:
    """Nothing before it has looked, every pair once all is proven; a pair is judged or not."""
    engine.silent = True
    help.look_on()
    assert help.teacher.caption(RULE) == "teacher: too early"
    engine.silent = False
    help.look_away()
    let_look(help)
    assert help.teacher.caption(RULE) == "teacher: costs known"
    assert teacher_state(3, 8) == "teacher: 3/8 costs"


def test_an_unknown_pair_is_held_a_moment(help: TableHelp, engine: TwinEngine) -> None:
    """A pair waits until its time is over, without an objection, or until something is known."""
    engine.silent = True
    move = help.session.position.legal_moves[0]
    assert help.teacher.concerns(move, RULE)
    help.teacher.hold(move, 10.0)
    help.look_on()
    assert not help.teacher.is_known
    waits = [help.teacher.has_waited(10.0 + WAIT_SECONDS / part) for part in (2, 1)]
    assert waits == [False, True]
    assert help.teacher.objection(move, RULE, None) is None
    assert help.teacher.is_unsure(move, RULE)
    engine.silent = False
    help.look_away()
    let_look(help)
    assert help.teacher.is_known
    assert help.teacher.has_waited(10.0)


def test_a_held_pair_belongs_to_a_turn(help: TableHelp) -> None:
    """A settled move concerns it no more; after a move the pair that is held is outdated."""
    first, second, *_ = help.session.position.legal_moves
    help.teacher.settle(first)
    assert [help.teacher.concerns(move, RULE) for move in (first, second)] == [False, True]
    help.teacher.hold(second, 0.0)
    assert not help.teacher.is_outdated
    help.session.play(first)
    assert help.teacher.is_outdated
    help.teacher.withdraw()
    assert (help.teacher.held, help.teacher.is_outdated) == (None, False)


def test_an_estimate_is_not_held_against_hints(engine: TwinEngine) -> None:
    """The pair that hints are about is objected to only if its cost is proven."""
    engine.blind, engine.error = True, 0.5
    help = help_against_solver(engine, bad_game(1).start)
    let_look(help)
    found = {
        move: help.teacher.objection(move, RULE, None) for move in help.session.position.legal_moves
    }
    objected = [move for move, cost in found.items() if cost is not None and not cost.exact]
    assert objected
    assert all(help.teacher.objection(move, RULE, move) is None for move in objected)


def test_a_dead_engine_silences_it(help: TableHelp, engine: TwinEngine) -> None:
    """Where the engine was given up no pair concerns the teacher."""
    engine.silent = True
    help.look_on()
    help.pondering.scheduler.poll()
    engine.fail("it broke")
    help.pondering.scheduler.poll()
    assert help.teacher.is_silenced
    assert not help.teacher.concerns(help.session.position.legal_moves[0], RULE)


# -- teacher on screen ----------------------------------------------------------------------------


@cache
def costs(place: Position) -> dict[Move, int]:
    """Return what every move costs, by the slow twin."""
    values = move_values(place)
    return {move: max(values.values()) - value for move, value in values.items()}


def worst_of(place: Position) -> Move:
    """Return the first of the moves that cost most."""
    found = costs(place)
    return max(found, key=lambda move: found[move])


@cache
def costly_start() -> Position:
    """Return an endgame whose worst move costs three points at least."""
    starts = (bad_game(number).start for number in range(1, 200))
    return next(start for start in starts if costs(start)[worst_of(start)] >= 3)


def taught(pilot: Pilot, start: Position, mode: str = "points", points: int = 3) -> TableScene:
    """Sit a person who is to move and the solver at the table, with the teacher behind."""
    pilot.app.change(teacher=mode, teacher_points=points)
    scene = against_solver(pilot, start, first=start.to_move == 1)
    pilot.run(0.5)
    return scene


def choose(pilot: Pilot, move: Move) -> None:
    """Click the two tiles of a pair."""
    for tile in move:
        pilot.click_cell(tile)


def warned(pilot: Pilot, *, silent: bool = False) -> tuple[TableScene, Move]:
    """Choose the worst pair of a position; the teacher speaks up, or holds it where `silent`."""
    seat_twin(pilot, silent=silent)
    start = costly_start()
    scene = taught(pilot, start)
    choose(pilot, worst_of(start))
    assert isinstance(pilot.scene, TeacherDialog) != silent
    assert scene.board.held == worst_of(start)
    return scene, worst_of(start)


def said_teacher(pilot: Pilot) -> str:
    """Return what the card says."""
    blocks = pilot.shows(TeacherDialog).flow.blocks
    return " ".join(block.words for block in blocks if isinstance(block, Paragraph))


def test_it_speaks_before_a_costly_pair_is_taken(pilot: Pilot) -> None:
    """The pair stays on the table and its true cost is reported; so far that is no help."""
    scene, worst = warned(pilot)
    assert f"This costs {costs(costly_start())[worst]} point" in said_teacher(pilot)
    assert "proven" in said_teacher(pilot)
    assert (scene.session.game.ply, scene.board.held) == (0, worst)
    assert scene.session.help_used == ()


@pytest.mark.parametrize("how", ["return", "escape", "a click on the table"])
def test_the_pair_is_taken_back(pilot: Pilot, how: str) -> None:
    """After a moment Enter and Esc leave the pair on the table, at once a click on the board."""
    scene, _worst = warned(pilot)
    if how == "a click on the table":
        pilot.click(scene.view.layout.board.felt.topleft)
    else:
        pilot.press(how)
        pilot.shows(TeacherDialog)
        pilot.settle()
        pilot.press(how)
    assert pilot.scene is scene
    assert (scene.session.game.ply, scene.board.held, scene.board.selected) == (0, None, None)
    assert scene.session.hints == (0, 0)
    assert scene.session.record().tags["Help"] == "teacher"


def test_the_pair_is_played_anyway(pilot: Pilot) -> None:
    """Play it anyway takes the pair, and the solver answers; nothing is asked twice.

    A warning that was overridden is noted as no help.
    """
    scene, worst = warned(pilot)
    pilot.press_button("Play it anyway")
    pilot.settle()
    assert scene.session.game.moves[0] == worst
    assert len(scene.session.game.moves) > 1 or scene.session.ending is not None
    pilot.press("u")
    pilot.settle()
    pilot.run(0.5)
    choose(pilot, worst)
    assert pilot.scene is scene or scene.session.ending is not None
    assert scene.session.game.moves[:1] == [worst]
    assert "Help" not in scene.session.record().tags


def test_a_quick_move_is_held_a_moment(pilot: Pilot) -> None:
    """Before anything is known the pair is held with a word about it, a second at most.

    A tile of it may be clicked once more; under another screen it waits.
    """
    scene, worst = warned(pilot, silent=True)
    pilot.click_cell(worst.second)
    assert (scene.board.held, scene.session.game.ply) == (worst, 0)
    assert "teacher is checking" in pilot.app.message.text
    assert scene.ticking
    pilot.press("f1")
    pilot.run(2 * WAIT_SECONDS)
    assert scene.session.game.ply == 0
    pilot.press("escape")
    pilot.run(2 * WAIT_SECONDS)
    assert (scene.session.game.moves, scene.board.held) == ([worst], None)


@pytest.mark.parametrize("how", ["escape", "another tile", "typing"])
def test_a_held_pair_can_be_withdrawn(pilot: Pilot, how: str) -> None:
    """Esc, another tile clicked or typed, lets go of the pair; it is not taken later."""
    scene, worst = warned(pilot, silent=True)
    start = scene.session.position
    if how == "escape":
        pilot.press("escape")
    elif how == "typing":
        pilot.type(str(start.kind_at(worst.first)))
    else:
        pilot.click_cell(next(cell for cell in start.free_cells if cell not in worst))
    assert scene.board.held is None
    pilot.run(2 * WAIT_SECONDS)
    assert (scene.session.game.ply, pilot.scene) == (0, scene)


@pytest.mark.parametrize("key", ["u", "x"])
def test_a_held_pair_is_of_one_position(pilot: Pilot, key: str) -> None:
    """Taking a move back, or changing sides, lets go of it, also where it could still be taken."""
    seat_twin(pilot, silent=True)
    scene = taught(pilot, deal(7))
    apart: list[Move] = []
    for move in deal(7).legal_moves:
        if {cell.column for one in apart for cell in one}.isdisjoint(c.column for c in move):
            apart.append(move)
    for move in apart[:2]:
        scene.session.play(move)
    pilot.run(FRAME)
    scene.take(apart[2])
    assert scene.board.held == apart[2]
    pilot.press(key)
    pilot.run(FRAME)
    assert scene.board.held is None
    pilot.run(2 * WAIT_SECONDS)
    assert apart[2] not in scene.session.game.moves


def test_why_tells_checked_reasons_and_keeps_the_better_pair(pilot: Pilot) -> None:
    """Why? names no better pair, a second click on it does nothing; the pair costs its hints."""
    seat_twin(pilot)
    told = 0
    for number in range(1, 9):
        start = bad_game(number).start
        found, worst = costs(start), worst_of(start)
        if found[worst] < 2:
            continue
        scene = taught(pilot, start, points=2)
        choose(pilot, worst)
        why = pilot.button("Why?")
        pilot.click(why)
        pilot.click(why)
        pilot.run(1.0)
        assert (pilot.button("Why?"), sum(scene.session.hints)) == (why, 0)
        best = [move for move, cost in found.items() if not cost]
        words = said_teacher(pilot).split("Seeing a better")[0]
        assert not any(f"{m.first} and {m.second}" in words for m in best), words
        assert "3 hints" in said_teacher(pilot)
        blocks = pilot.shows(TeacherDialog).flow.blocks
        told += any(isinstance(b, Paragraph) and b.icon == ITEM for b in blocks)
        pilot.press_button("A better pair")
        pilot.run(0.3)
        assert sum(scene.session.hints) == 3
        assert scene.board.hint in best
        assert pilot.shows(TeacherDialog).better == scene.board.hint
        pilot.press_button("Choose another")
        assert scene.session.game.ply == 0
    assert told > 1


def test_an_estimate_is_told_as_one(pilot: Pilot) -> None:
    """What is not proven has its error; facts about it are shown, and no reason."""
    seat_twin(pilot, blind=True).error = 0.5
    spoken = 0
    for number in range(1, 6):
        start = bad_game(number).start
        scene = taught(pilot, start, points=1)
        choose(pilot, worst_of(start))
        pilot.run(WAIT_SECONDS)
        if pilot.scene is scene:
            continue
        spoken += 1
        assert "±" in said_teacher(pilot)
        assert "estimate" in said_teacher(pilot)
        pilot.press_button("Why?")
        assert "estimate of how the game goes on" in said_teacher(pilot)
        facts = move_facts(start, worst_of(start), discreetly=True)
        assert facts
        assert all(words in said_teacher(pilot) for words in facts)
        pilot.press("escape")
    assert spoken > 1


def test_the_opponent_has_the_engine_to_itself(pilot: Pilot) -> None:
    """On the solver's turn nothing is looked at: the last question is the one for its move."""
    twin = seat_twin(pilot)
    scene, found = taught(pilot, costly_start()), costs(costly_start())
    choose(pilot, min(found, key=lambda move: found[move]))
    twin.silent = True
    pilot.run(0.5)
    if scene.session.ending is None and scene.session.solver_to_move:
        asked = len(twin.queries)
        assert twin.queries[-1].lines == 1
        pilot.run(1.0)
        assert len(twin.queries) == asked


@pytest.mark.parametrize("size", [(900, 600), (1280, 800), (2560, 1440), (620, 1000)])
def test_the_card_fits_and_leaves_the_table_in_sight(tmp_path: Path, size: tuple[int, int]) -> None:
    """Card and answers lie in the window and cover no cell of the table, except in a small one."""
    with pilot_at(tmp_path, size=size, animation=False, sound=False) as pilot:
        scene, _worst = warned(pilot)
        card = pilot.shows(TeacherDialog)
        assert pilot.app.surface.get_rect().contains(card.box)
        assert all(card.box.contains(element.rect) for element in card.order)
        assert not card.box.colliderect(scene.view.layout.board.felt.inflate(-20, -20))
        assert card.flow.rect.bottom < card.order[0].rect.top
        pilot.run(FRAME)


def test_the_menu_leads_to_the_teacher(pilot: Pilot) -> None:
    """The settings in the menu turn the teacher on for the game at the table."""
    seat_twin(pilot)
    scene = taught(pilot, costly_start(), "off")
    assert "teacher" not in scene.caption(scene.session.person or 1)
    pilot.press("f10")
    pilot.press_button("Settings")
    pick(pilot, "Playing")
    sheet = pilot.shows(SettingsScene)
    modes = {button.text: button for button in sheet.form.groups[1].buttons}
    pilot.click(modes["Costly pairs"].rect.center)
    assert pilot.app.settings.teacher == "points"
    pilot.press("escape")
    assert scene.caption(scene.session.person or 1).startswith("teacher: ")
