"""Hints at the table, asked for step by step by key and by mouse."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from battle.coach.hints import Step
from battle.page.blocks import Offer, PairLine, Paragraph
from battle.rules.position import Move, Position
from battle.window.table.scene import TableScene
from tests.support.pilot import Pilot, against_solver, bad_game, friends, pilot_at, seat_twin
from tools.reference import move_values


@cache
def start_number(number: int) -> Position:
    """Return the start of a game in which both players make mistakes."""
    return bad_game(number).start


@cache
def start_of(seed: int = 1) -> Position:
    """Return an endgame in which a move of the player to move costs something."""
    for number in range(seed, seed + 50):
        start = start_number(number)
        if len(set(move_values(start).values())) > 1:
            return start
    raise AssertionError


def best_of(place: Position) -> set[Move]:
    """Return the moves that keep the value, by the slow twin."""
    values = move_values(place)
    return {move for move, value in values.items() if value == max(values.values())}


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
    assert ladder is not None
    assert ladder.move in best_of(place)
    columns = {cell.column for cell in ladder.move}
    assert [set(lit) for lit, _pair in seen] == [set(), columns, set(), set(), set()]
    assert [pair for _lit, pair in seen] == [None, None, *[ladder.move] * 3]
    words = said(scene)
    assert f"worth {place.worth(ladder.move)} point" in words
    kind, (first, second) = place.kind_at(ladder.move.first), ladder.move
    assert f"The pair is {kind} on {first} and {second}." in words
    lines = [b for b in scene.hints_page.blocks if isinstance(b, PairLine)]
    assert lines[0].kind == place.kind_at(ladder.move.first)
    assert "Proven" in words


def test_the_reason_is_why_another_pair_loses(pilot: Pilot) -> None:
    """The last step names a pair that costs points, and what it says that it costs is true."""
    seat_twin(pilot)
    scene = friends(pilot, start_of())
    place, values = scene.session.position, move_values(scene.session.position)
    press(pilot, "h", 5)
    pilot.run(0.5)
    worse = scene.help.hints.worse
    assert worse is not None
    cost = max(values.values()) - values[worse]
    assert cost > 0
    pair = f"{place.kind_at(worse.first)} on {worse.first} and {worse.second}"
    assert f"{pair} costs {cost} point" in said(scene)


def test_hints_by_mouse(pilot: Pilot) -> None:
    """The button takes the first step, the panel's offer the next, and the cross closes it."""
    seat_twin(pilot)
    scene = friends(pilot, start_of())
    pilot.press_button("Hint")
    pilot.run(0.3)
    hints, page = scene.help.hints, scene.hints_page
    assert hints.ladder is not None

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
    assert "turn" in pilot.app.message.text
    assert (scene.session.hints, scene.help.hints.is_open) == ((0, 0), False)


def test_the_hinted_pair_can_be_taken_at_once(pilot: Pilot) -> None:
    """Enter takes the pair that the hints show."""
    seat_twin(pilot)
    scene = friends(pilot, start_of())
    press(pilot, "h", 3)
    pair = scene.board.hint
    pilot.press("return")
    assert scene.session.game.moves == [pair]


def test_hints_leave_the_engine_to_the_opponent(pilot: Pilot) -> None:
    """When the pair is taken with the hints open the solver is asked for its move, and answers."""
    twin = seat_twin(pilot)
    start = start_of()
    scene = against_solver(pilot, start, first=start.to_move == 1)
    press(pilot, "h", 3)
    pilot.press("return")
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
        assert flow.rect.contains(flow.rect_of(len(flow.blocks) - 1))
        pilot.press("page up")
        assert not flow.rect.contains(flow.rect_of(len(flow.blocks) - 1))
        pilot.press("page down")
        assert flow.rect.contains(flow.rect_of(len(flow.blocks) - 1))
        assert scene.view.layout.moves.contains(flow.rect)
