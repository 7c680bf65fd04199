"""The pages of a review and of a move, in the study's panel."""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path

import pygame
import pytest

from battle.analysis.study import Study
from battle.analysis.values import MoveInfo, Values
from battle.coach.move_page import insights, move_page
from battle.coach.reasons import reasons
from battle.engine.jobs import Analyst
from battle.page.blocks import Block, MoveLine, Offer, Paragraph, Progress, Sum, Title, ToMove, flat
from battle.page.review import review_page
from battle.rules.position import Position
from battle.rules.record import Node
from battle.window.board.board import FIRST_SECONDS
from battle.window.study.review import StudyProofs, StudyReview
from battle.window.study.scene import StudyScene
from tests.support.endgames import Truth
from tests.support.engines import TwinEngine
from tests.support.pilot import (
    FRAME,
    Pilot,
    analysed,
    bad_game,
    cost_of,
    costly,
    pilot_at,
    reviewed,
    seat_twin,
)
from tools.reference import move_values, value

# -- review panel ---------------------------------------------------------------------------------


def blocks(scene: StudyScene) -> tuple[Block, ...]:
    return scene.sheet.blocks


def said(scene: StudyScene) -> list[str]:
    """Return the words of the page."""
    return [one.words for one in blocks(scene) if isinstance(one, Paragraph | Title | Offer)]


def numbers(scene: StudyScene) -> list[int]:
    """Return the numbers of the sum that is shown: par, losses with their signs, result."""
    shown = [block.number for block in blocks(scene) if isinstance(block, Sum)]
    return [int(re.sub(r"[^0-9-]", "", one.replace("−", "-"))) for one in shown]


def worst(scene: StudyScene) -> list[MoveLine]:
    """Return the worst moves that are listed."""
    return [b for b in blocks(scene) if isinstance(b, MoveLine) and b.number]


def where(scene: StudyScene, number: int) -> tuple[int, int]:
    """Bring a block into sight and return its middle."""
    scene.sheet.choose(number)
    scene.sheet.choose(None)
    middle: tuple[int, int] = scene.sheet.rect_of(number).center
    return middle


def find(scene: StudyScene, block: Block) -> tuple[int, int]:
    """Return where a block is."""
    return where(scene, blocks(scene).index(block))


def everything(place: Position) -> Values:
    """Return a store that knows every move of a position and every reply, from the twin."""
    values = Values()
    for one in (place, *map(place.play, place.legal_moves)):
        values.learn(one, [MoveInfo(m, v, v, v) for m, v in move_values(one).items()])
    return values


@pytest.mark.parametrize("seed", range(3))
def test_the_sum_adds_up_and_is_the_twins(pilot: Pilot, seed: int) -> None:
    """Par, both losses and the final margin are those of the slow twin, and the sum adds up."""
    seat_twin(pilot)
    game = bad_game(seed)
    scene = reviewed(pilot, game)
    par, first, second, final = numbers(scene)
    lost = {1: 0, 2: 0}
    for node in game.root.main_line():
        assert node.parent is not None
        lost[node.parent.position.to_move] += cost_of(node)
    start = game.root.position
    assert par == (value(start) if start.to_move == 1 else -value(start)) + start.margin
    assert (first, second) == (-lost[1], lost[2])
    assert final == par + first + second == game.last.position.margin
    assert "Everything is proven, from the first move on." in said(scene)


def test_a_review_can_be_cancelled(pilot: Pilot) -> None:
    """While it runs the page tells how far it is; its offer ends it, what was found stays."""
    twin = seat_twin(pilot)
    scene = analysed(pilot, bad_game())
    pilot.press("r")
    pilot.run(3 * FRAME)
    (shown,) = [block for block in blocks(scene) if isinstance(block, Progress)]
    assert 0 <= shown.share < 1
    (offer,) = [block for block in blocks(scene) if isinstance(block, Offer)]
    pilot.click(find(scene, offer))
    assert scene.analyst.review is None
    pilot.press("e")
    pilot.run(FRAME)
    assert not twin.busy
    assert not [block for block in blocks(scene) if isinstance(block, Progress)]


def test_the_page_by_keys(pilot: Pilot) -> None:
    """The arrow keys go through everything that can be chosen, Enter follows, Esc lets go."""
    seat_twin(pilot)
    scene = reviewed(pilot, bad_game())
    targets = [block.target for block in blocks(scene) if block.target is not None]
    seen = []
    for _target in targets:
        pilot.press("down")
        seen.append(scene.sheet.chosen_target)
        number = scene.sheet.chosen
        assert number is not None
        assert scene.sheet.rect.contains(scene.sheet.rect_of(number))
    assert seen == targets
    pilot.press("escape")
    assert scene.sheet.chosen is None
    pilot.press("up")
    places = [n for n, target in enumerate(targets) if isinstance(target, ToMove)]
    for _ in range(places[0]):
        pilot.press("down")
    chosen = scene.sheet.chosen_target
    assert isinstance(chosen, ToMove)
    line = scene.study.line()
    pilot.press("return")
    assert scene.study.node is line[chosen.place]


@pytest.mark.parametrize("seed", range(3))
def test_reasons_are_those_that_are_proven(pilot: Pilot, seed: int) -> None:
    """At each costly move stand the reasons that the slow twin's values prove, in their order."""
    seat_twin(pilot)
    game = bad_game(seed)
    scene = reviewed(pilot, game)
    told = 0
    for node in costly(game):
        assert node.parent is not None
        assert node.move is not None
        scene.go_to(node)
        pilot.run(1.0)
        values = everything(node.parent.position)
        expected = [
            reason.words for reason in reasons(values, node.parent.position, node.move, scene.names)
        ]
        above, _ = proven_here(scene)
        shown = [b.words for b in above if isinstance(b, Paragraph) and b.icon == "play"]
        assert shown == expected
        told += len(shown)
    assert told


def proven_here(scene: StudyScene) -> tuple[list[Block], list[str]]:
    """Return the blocks above what is proven of the position, and what is said of it."""
    shown = list(blocks(scene))
    proven = (Title("Proven after this move"), Title("Proven at the start"))
    titles = [n for n, one in enumerate(shown) if one in proven]
    if not titles:
        return shown, []
    below = takewhile(lambda one: isinstance(one, Paragraph), shown[titles[0] + 1 :])
    return shown[: titles[0]], [one.words for one in below if isinstance(one, Paragraph)]


@pytest.mark.parametrize("seed", range(3))
def test_what_is_proven_of_a_position_is_the_twins(pilot: Pilot, seed: int) -> None:
    """At each place stand the insights that the slow twin's values prove."""
    seat_twin(pilot)
    scene = reviewed(pilot, bad_game(seed))
    told = 0
    for node in scene.study.line():
        scene.go_to(node)
        pilot.run(1.0)
        found = insights(everything(node.position), node.position, scene.names)
        expected = [words for words, _move in found]
        assert proven_here(scene)[1] == expected
        told += len(expected)
    assert told


def test_a_reason_is_shown_on_the_board(pilot: Pilot) -> None:
    """Pointing at a reason replays its line; letting go puts the position back."""
    seat_twin(pilot)
    game = bad_game(2)
    scene = reviewed(pilot, game)
    for node in costly(game):
        scene.go_to(node)
        pilot.run(1.0)
        found = [
            b for b in blocks(scene) if isinstance(b, Paragraph) and isinstance(b.target, ToMove)
        ]
        shown = [block for block in found if block.icon == "play"]
        if shown:
            break
    place = shown[0].target
    assert isinstance(place, ToMove)
    start = scene.study.line()[place.place].position
    pilot.hover(find(scene, shown[0]))
    pilot.run(FIRST_SECONDS + 0.1)
    assert scene.shown_board.position == start.play(place.line[0])
    assert scene.study.node is node
    pilot.hover((5, 5))
    pilot.run(2 * FRAME)
    assert scene.shown_board.position == node.position
    pilot.click(find(scene, shown[0]))
    assert scene.study.node.move == place.line[0]
    assert scene.study.node.parent is scene.study.line()[place.place]


def test_nothing_unproven_is_given_as_a_reason(pilot: Pilot) -> None:
    """With a solver that proves nothing, costs are not known and no reason is told."""
    seat_twin(pilot, blind=True)
    game = bad_game()
    scene = reviewed(pilot, game)
    for node in game.root.main_line():
        scene.go_to(node)
        pilot.run(0.2)
        cost = scene.snapshot.costs.get(node)
        if cost is None or not cost.cost.value or cost.exact:
            continue
        assert not [b for b in blocks(scene) if isinstance(b, Paragraph) and b.icon == "play"]
        assert "Its cost is not known until it is proven." in said(scene)


def test_reasons_are_not_asked_for_when_the_solver_is_off(pilot: Pilot) -> None:
    """After Stop nothing is asked; where the reasons would have to be, the page says so."""
    twin = seat_twin(pilot)
    scene = analysed(pilot, bad_game(1))
    scene.stop()
    for node in scene.study.line():
        scene.study.values.prove(node.position, value(node.position), value(node.position))
    asked = len(twin.queries)
    scene.show_review()
    for node in costly(scene.study.game):
        scene.go_to(node)
        pilot.run(0.3)
        given = [b for b in blocks(scene) if isinstance(b, Paragraph) and b.icon == "play"]
        assert bool(given) != ("Turn the solver on to see why." in said(scene))
    assert len(twin.queries) == asked
    pilot.press("e")
    pilot.run(1.0)
    assert len(twin.queries) > asked
    assert "Turn the solver on to see why." not in said(scene)


@pytest.mark.parametrize("size", [(900, 600), (2560, 1440)])
@pytest.mark.parametrize("scale", [0.8, 1.6])
def test_the_page_at_every_size(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    """Everything on the page can be reached, however little room there is."""
    with pilot_at(tmp_path, size=size, text_scale=scale, sound=False, animation=False) as pilot:
        twin = seat_twin(pilot)
        assert isinstance(twin, TwinEngine)
        scene = reviewed(pilot, bad_game())
        flow = scene.sheet
        assert flow.rect.height > 0
        flow.move(10**6)
        assert flow.rect_of(len(flow.blocks) - 1).bottom <= flow.rect.bottom
        pilot.pixels()


def test_a_longer_page_scrolls(tmp_path: Path) -> None:
    """The wheel scrolls the page; another move shows it from its beginning."""
    with pilot_at(tmp_path, size=(900, 600), sound=False, animation=False) as pilot:
        seat_twin(pilot)
        scene = reviewed(pilot, bad_game())
        flow = scene.sheet
        pilot.hover(flow.rect.center)
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-2))
        pilot.run(FRAME)
        assert flow.offset > 0
        pilot.press("right")
        assert flow.offset == 0


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


@pytest.fixture(scope="module")
def study() -> Study:
    """Return a study of a game with mistakes, at its end, in which every move is proven."""
    truth, made = Truth(), Study(bad_game())
    for node in made.nodes():
        made.values.learn(node.position, truth.proof(node.position))
    made.to_end()
    return made


def review_blocks(study: Study) -> list[Block]:
    """Return the page of the line looked at."""
    review = study.review()
    assert review is not None
    ending = study.game.ending_at(study.line()[-1])
    return [*flat(review_page(review, NAMES, ending))]


def move_blocks(study: Study, node: Node) -> list[Block]:
    """Return what is told of the move to a node, with the reasons that are proven."""
    assert node.parent is not None
    cost = study.cost(node)
    return [*move_page(node, len(node.path()), study.values, NAMES, cost=cost)]


def test_the_sum_adds_up(study: Study) -> None:
    """Par, what each player lost, and the final margin, which is their sum."""
    shown = [block.number for block in review_blocks(study) if isinstance(block, Sum)]
    numbers = [int(re.sub(r"[^0-9-]", "", one.replace("−", "-"))) for one in shown]
    *parts, final = numbers
    assert sum(parts) == final == study.line()[-1].position.margin


def test_the_worst_moves_lead_to_their_places(study: Study) -> None:
    """Every move that is listed cost something, and leads to the place after it."""
    lines = [block for block in review_blocks(study) if isinstance(block, MoveLine)]
    assert lines
    for block in lines:
        assert block.leads_to == ToMove(int(block.number))
        node = study.line()[int(block.number)]
        assert block.cost == (f"−{cost_of(node)}" if cost_of(node) else "0")


def test_a_costly_move_is_told_with_better_ones(study: Study) -> None:
    """What was better can be looked at from the place before, each a move that keeps the value."""
    for node in costly(study.game):
        assert node.parent is not None
        before = node.parent
        first, *better = [b for b in move_blocks(study, node) if isinstance(b, MoveLine)]
        assert first.cost == f"−{cost_of(node)}"
        assert first.leads_to is None
        assert better
        for block in better:
            assert isinstance(block.leads_to, ToMove)
            assert study.line()[block.leads_to.place] is before
            assert block.leads_to.line[0] in study.values.best_moves(before.position)


def test_reasons_begin_where_they_can_be_seen(study: Study) -> None:
    """The line that shows a reason begins before the move or after it, and can be played."""
    told = 0
    for node in costly(study.game):
        for block in move_blocks(study, node):
            if isinstance(block, Paragraph) and isinstance(block.target, ToMove):
                place = study.line()[block.target.place]
                assert place in (node, node.parent)
                assert block.target.line[0] in place.position.legal_moves
                told += 1
    assert told


def test_a_best_move_is_praised(study: Study) -> None:
    """A move that costs nothing has its title and its line, and nothing better beside it."""
    good = [node for node in study.line()[1:] if not cost_of(node)]
    assert good
    for node in good:
        blocks = move_blocks(study, node)
        assert len([block for block in blocks if isinstance(block, Title)]) == 1
        assert len([block for block in blocks if isinstance(block, MoveLine)]) == 1
        (words,) = [b.words for b in blocks if isinstance(b, Paragraph)]
        assert words in ("No move was better.", "There was no choice.")


def test_a_move_of_which_nothing_is_known_is_not_told() -> None:
    """Without a cost there is nothing to say of a move."""
    unknown = Study(bad_game())
    first = unknown.line()[1]
    assert unknown.cost(first) is None
    assert move_blocks(unknown, first) == []
