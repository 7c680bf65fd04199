"""The pages of a review and of a move, in the study's panel."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

import pygame
import pytest

from battle.analysis.study import Study
from battle.coach.reasons import move_page
from battle.engine.jobs import Analyst
from battle.page.blocks import Button, MoveLine, Paragraph, Title, ToMove
from battle.rules.position import position
from battle.window.board import FIRST_SECONDS
from battle.window.board_view import shown_values
from battle.window.study import StudyProofs, StudyReview, StudyScene
from tests.support.endgames import prove
from tests.support.pilot import (
    FRAME,
    Pilot,
    analysed,
    bad_game,
    block_at,
    cost_of,
    costly,
    pilot_at,
    reviewed,
    seat_twin,
)
from tools.reference import value

# -- review panel ---------------------------------------------------------------------------------


PROVEN = Title("Proven about this position")


def said(scene: StudyScene) -> list[str]:
    """Return the words of the page."""
    return [one.words for one in scene.sheet.blocks if isinstance(one, Paragraph | Title | Button)]


def reasons_shown(scene: StudyScene) -> list[Paragraph]:
    """Return the reasons on the page, which stand above what is proven of the position."""
    above = takewhile(lambda one: one != PROVEN, scene.sheet.blocks)
    return [one for one in above if isinstance(one, Paragraph) and one.icon == "play"]


def test_the_page_by_keys(pilot: Pilot) -> None:
    """The arrow keys go through everything that can be chosen, Enter follows, Esc lets go."""
    seat_twin(pilot)
    scene = reviewed(pilot, bad_game())
    sheet, line = scene.sheet, scene.study.line()
    targets = [block.target for block in sheet.blocks if block.target is not None]
    for target in targets:
        pilot.press("down")
        assert sheet.chosen_target == target
        assert sheet.rect.contains(sheet.rect_of(sheet.chosen))
    pilot.press("escape")
    assert sheet.chosen is None
    while not isinstance(sheet.chosen_target, ToMove):
        pilot.press("down")
    place = sheet.chosen_target.ply
    pilot.press("return")
    assert scene.study.node is line[place]


def test_a_reason_is_shown_on_the_board(pilot: Pilot) -> None:
    """Pointing at a reason replays its line, a reply after the pair that was taken."""
    seat_twin(pilot)
    game = bad_game(2)
    scene = reviewed(pilot, game)
    for node in costly(game):
        scene.go_to(node)
        pilot.run(1.0)
        shown = [one for one in reasons_shown(scene) if isinstance(one.target, ToMove)]
        if shown:
            break
    place = shown[0].target
    assert isinstance(place, ToMove)
    before = scene.study.line()[place.place]
    pilot.hover(block_at(scene, shown[0]))
    pilot.run(FIRST_SECONDS + 0.1)
    first = place.line[0] if before is node.parent else node.move
    assert scene.shown_board.position == node.parent.position.play(first)
    assert scene.study.node is node
    pilot.hover((5, 5))
    pilot.run(2 * FRAME)
    assert scene.shown_board.position == node.parent.position
    pilot.click(block_at(scene, shown[0]))
    assert (scene.study.node.move, scene.study.node.parent) == (place.line[0], before)


def test_the_review_shows_the_position_before_the_move(pilot: Pilot) -> None:
    """Title, points, clipboard and solver mean the board; Lines show the position after it."""
    seat_twin(pilot)
    game = bad_game(2)
    scene = reviewed(pilot, game)
    for node in costly(game):
        scene.go_to(node)
        pilot.run(0.3)
        before = node.parent.position
        assert scene.board.position == scene.snapshot.position == before
        assert (scene.board.last, scene.snapshot.node) == (None, node)
        pilot.press("ctrl+shift+c")
        assert position(pygame.scrap.get_text().strip("\0")) == before
        shown = shown_values(scene.snapshot, scene.board)
        assert {cell for cell, one in shown.items() if one.move == node.move} == {*node.move}
        assert {one.cost.value for one in shown.values()} == {0, cost_of(node)}
        scene.show_review(False)
        assert scene.board.position == scene.snapshot.position == node.position
        scene.show_review()
    assert scene.board.position == before
    pilot.press("home")
    assert shown_values(scene.snapshot, scene.board) == {}


def test_a_pair_that_is_tried_in_the_review_is_judged(pilot: Pilot) -> None:
    """Another pair is a branch judged on the same board; the one that was taken leads on."""
    seat_twin(pilot)
    game = bad_game(2)
    scene = reviewed(pilot, game)
    node = next(one for one in costly(game) if len(one.parent.position.legal_moves) > 2)
    scene.go_to(node)
    before, best = node.parent, scene.study.values.best_moves(node.parent.position)[0]
    scene.play(best)
    pilot.run(0.3)
    assert scene.study.node is before.child(best)
    assert scene.board.position == before.position
    assert [(one.move, one.cost.value) for one in scene.snapshot.judged] == [(best, 0)]
    scene.go_to(node)
    scene.play(node.move)
    assert scene.study.node is node.following
    assert scene.board.position == node.position


def test_a_pair_tried_at_the_end_of_the_review_leads_on_to_the_lines(pilot: Pilot) -> None:
    """Taken once more it is on the board as it was played, and the reply can be tried."""
    seat_twin(pilot)
    scene = reviewed(pilot, bad_game(2))
    node = next(one for one in scene.study.line() if len(one.position.legal_moves) > 2)
    scene.go_to(node.following)
    tried = next(one for one in node.position.legal_moves if node.child(one) is None)
    scene.play(tried)
    assert scene.board.position == node.position
    scene.play(tried)
    assert scene.board.position == node.position.play(tried)
    assert not scene.shows("review")


def test_reasons_are_not_asked_for_when_the_solver_is_off(pilot: Pilot) -> None:
    """After Stop nothing is asked; where the reasons would have to be, the page says so."""
    twin, off = seat_twin(pilot), "Turn the solver on to see why."
    scene = analysed(pilot, bad_game(1))
    scene.stop()
    for node in scene.study.line():
        scene.study.values.prove(node.position, value(node.position), value(node.position))
    asked = len(twin.queries)
    scene.show_review()
    for node in costly(scene.study.game):
        scene.go_to(node)
        pilot.run(0.3)
        assert bool(reasons_shown(scene)) != (off in said(scene))
    assert len(twin.queries) == asked
    pilot.press("e")
    pilot.run(1.0)
    assert len(twin.queries) > asked
    assert off not in said(scene)


@pytest.mark.parametrize("size", [(900, 600), (2560, 1440)])
@pytest.mark.parametrize("scale", [0.8, 1.6])
def test_the_page_at_every_size(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    """The wheel scrolls a longer page, to its end; another move shows it from its beginning."""
    with pilot_at(tmp_path, size=size, text_scale=scale, sound=False, animation=False) as pilot:
        seat_twin(pilot)
        sheet = reviewed(pilot, bad_game()).sheet
        assert sheet.rect.height > 0
        pilot.hover(sheet.rect.center)
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-100))
        pilot.run(FRAME)
        assert sheet.is_at_end
        assert (sheet.offset > 0) == sheet.is_longer
        pilot.press("right")
        assert sheet.offset == 0
        pilot.pixels()


def test_a_page_that_is_not_seen_asks_for_nothing(pilot: Pilot) -> None:
    """Closed it asks for no reason; open it does, at a costly move."""
    twin = seat_twin(pilot)
    study = Study(bad_game())
    for node in study.line():
        study.values.prove(node.position, value(node.position), value(node.position))
    study.go_to(costly(study.game)[0])
    analyst = Analyst(pilot.app.scheduler, study.game, study.values)
    review = StudyReview(study, analyst, StudyProofs(pilot.app, study))
    for is_open in (False, True):
        review.update(is_open=is_open)
        pilot.app.scheduler.poll()
        assert twin.busy == is_open


# -- pages ----------------------------------------------------------------------------------------

NAMES = ("Ada", "Ben")


def test_a_costly_move_is_told_with_better_ones() -> None:
    """What was better, and what shows a reason, can be looked at where it begins, and played."""
    study, told = Study(bad_game()), 0
    prove(study.values, study.nodes())
    study.to_end()
    for node in costly(study.game):
        before, ply = node.parent, len(node.path())
        page = [*move_page(node, ply, study.values, NAMES, cost=study.cost(node))]
        first, *better = [block for block in page if isinstance(block, MoveLine)]
        assert (first.cost, first.leads_to) == (f"−{cost_of(node)}", None)
        best = study.values.best_moves(before.position)
        targets = [block.leads_to for block in better]
        assert targets
        assert {study.line()[target.place] for target in targets} == {before}
        assert all(target.line[0] in best for target in targets)
        for block in page:
            if isinstance(block, Paragraph) and isinstance(block.target, ToMove):
                place = study.line()[block.target.place]
                assert place in (node, before)
                assert block.target.line[0] in place.position.legal_moves
                told += 1
    assert told
