"""The result card, without a review and with one."""

from __future__ import annotations

import re
from pathlib import Path

import pygame
import pytest

from battle.analysis.values import Bounds
from battle.game.session import Seat, Session, Setup
from battle.game.setup import Series
from battle.page.blocks import Finding, Line, Score
from battle.rules.position import COLUMNS, EMPTY_COLUMN, Position, deal, position
from battle.rules.record import Game, evaluation_in, record
from battle.training.result_page import costliest_words, result_page, tiles_left
from battle.window.files import SaveScene
from battle.window.pages import Brush, height_of, paint
from battle.window.result import ResultScene
from battle.window.study import StudyScene
from battle.window.table import TableScene
from battle.window.ui import draw
from battle.window.ui.theme import Theme
from battle.window.ui.widgets import STYLES
from tests.support.endgames import highest_pair, play_out, proven_review
from tests.support.pilot import (
    FRAME,
    Pilot,
    bad_game,
    cost_of,
    costly,
    friends,
    pilot_at,
    played,
    seat_twin,
    seated,
    sum_of,
)
from tests.support.texts import check_page
from tools.reference import move_values

pytestmark = pytest.mark.usefixtures("display")

# -- scene ----------------------------------------------------------------------------------------

FRIENDS = (Seat("Ada"), Seat("Ben"))
SHORT = position("5m/5m/9s/9s 1 100-120")


def shown_result(pilot: Pilot) -> ResultScene:
    """Play the game at the table to its end."""
    play_out(pilot.session, highest_pair)
    pilot.settle()
    return pilot.shows(ResultScene)


def test_a_key_too_many_changes_nothing(pilot: Pilot) -> None:
    """For a second the result takes no key; then Enter begins no game, it shows the review."""
    session = friends(pilot, SHORT).session
    play_out(session, highest_pair)
    while not isinstance(pilot.scene, ResultScene):
        pilot.run(0.05)
    for key in ("return", "escape", "space", "return"):
        pilot.press(key)
        pilot.shows(ResultScene)
    pilot.settle()
    pilot.press("return")
    pilot.shows(StudyScene)
    assert pilot.session is session


@pytest.mark.parametrize("by_solver", [False, True])
def test_enter_while_the_last_tiles_fly_hurries_nothing_away(
    tmp_path: Path, by_solver: bool
) -> None:
    """The card comes at once, over a table without tiles in the air, and the review has begun."""
    with pilot_at(tmp_path, sound=False) as pilot:
        seat_twin(pilot)
        *moves, last = bad_game().moves
        table = friends(pilot, bad_game().start)
        for pair in moves:
            table.session.play(pair)
        pilot.settle()
        if by_solver:
            pilot.session.play(last)
        else:
            table.play(last)
            pilot.run(3 * FRAME)
            assert table.moving
        pilot.press("return")
        result = pilot.shows(ResultScene)
        assert not table.moving
        assert table.board.position == pilot.session.position
        assert result.reviewing
        pilot.until(lambda: not result.reviewing)
        assert result.finding.proven


def test_luck_and_skill_stand_on_the_card(pilot: Pilot) -> None:
    """Where par is known they are told apart at once, and the card looks otherwise than without."""
    friends(pilot)
    result = shown_result(pilot)
    without_par = pilot.pixels()
    pilot.app.pars.keep(4711, 17)
    result.resume()
    assert result.par == Bounds.exactly(17)
    assert pilot.pixels() != without_par


def test_everything_at_once_fits(tmp_path: Path) -> None:
    """In the smallest window, with the largest text, a card with every part stays inside."""
    with pilot_at(tmp_path, size=(900, 600), text_scale=1.6, animation=False) as pilot:
        seats = (Seat("Ada"), Seat(solver=True, level="casual"))
        for start in ("9s/9s 1 200-0", "9s/9s/5m5p5m5p 1 200-20"):
            table = seated(pilot, seats, position(start))
            table.session.series = Series(((118, 152),))
            table.session.hints = (2, 0)
            table.session.note_help("analysis")
            result = shown_result(pilot)
        assert all(
            height_of(block, result.theme, 600) == 0 or result.parts[str(number)].height
            for number, block in enumerate(result.page[1:], 1)
        )
        assert all(button.text for button in result.buttons)
        assert result.parts["advice"].height
        window = pilot.app.surface.get_rect()
        assert window.contains(result.box)
        assert all(result.box.contains(part) for part in result.parts.values() if part.height)
        pilot.pixels()


def test_what_was_named_is_read_to_its_end(tmp_path: Path) -> None:
    """In the smallest window, with the largest text, a long sentence takes lines and is not cut."""
    names = "Bartholomäa Featherstone", "Benedikta von der Wasserkante"
    with pilot_at(tmp_path, size=(900, 600), text_scale=1.6, language="de", sound=False) as pilot:
        seats, start = (Seat(names[0]), Seat(names[1])), deal(11).with_given((0, 12))
        session = Session(Setup(seats, start, 11, named_by=2), now=pilot.app.now)
        pilot.app.pars.keep(11, 17)
        pilot.app.replace(TableScene(pilot.app, session))
        session.resign(1)
        pilot.settle()
        result = pilot.shows(ResultScene)
        lines = (line for line in result.page if isinstance(line, Line))
        verdict = next(line for line in lines if "12" in line.words)
        pilot.pixels()
        assert len(verdict.words) > 80
        assert verdict.words not in {cut.words for cut in draw.CUT_TEXTS.seen}


# -- reviewed result ------------------------------------------------------------------------------


def shown(pilot: Pilot, game: Game) -> ResultScene:
    """Play a game at the table to its end; the result is shown."""
    played(pilot, game)
    return pilot.shows(ResultScene)


def finish(pilot: Pilot, result: ResultScene) -> None:
    """Let the review come to its end."""
    pilot.until(lambda: not result.reviewing)


@pytest.mark.parametrize("seed", range(3))
def test_the_review_comes_by_itself(pilot: Pilot, seed: int) -> None:
    """When a game ends it is reviewed, and its costliest pairs and sum are the slow twin's."""
    seat_twin(pilot)
    game = bad_game(seed)
    result = shown(pilot, game)
    assert result.reviewing
    assert result.finding.share is not None
    finish(pilot, result)
    par, *lost, _final = sum_of(game)
    worst = sorted((cost_of(node) for node in costly(game)), reverse=True)[:2]
    assert re.findall(r"−(\d+)", result.finding.words) == [*map(str, worst)]
    assert result.finding.proven == "Everything is proven, from the first move on."
    assert result.par == Bounds.exactly(par)
    (kept,) = pilot.app.records.games()
    assert kept.lost == kept.proven == tuple(lost)
    assert "%eval" in kept.record


def test_nothing_jumps_when_it_arrives(pilot: Pilot) -> None:
    """Parts and buttons stay where they were before the review; one to the trainer comes."""
    seat_twin(pilot)
    result = shown(pilot, bad_game())
    before = result.box.copy(), dict(result.parts), _buttons(result)
    finish(pilot, result)
    after = _buttons(result)
    assert after.pop(f"Learn from {result.learned} mistake{'s' * (result.learned != 1)}")
    assert (result.box, result.parts) == before[:2]
    assert before[2].pop("Cancel the review")
    assert after == before[2]


def _buttons(result: ResultScene) -> dict[str, tuple[int, ...]]:
    return {one.text or one.tip: tuple(one.rect) for one in result.order}


def test_it_can_be_cancelled(pilot: Pilot) -> None:
    """The small button ends the work at once; Review takes it up again."""
    twin = seat_twin(pilot)
    result = shown(pilot, bad_game())
    pilot.press_button("Cancel the review")
    asked = len(twin.queries)
    pilot.run(0.5)
    assert (result.reviewing, twin.busy, len(twin.queries)) == (False, False, asked)
    assert result.finding.words == "This game has not been reviewed yet."
    pilot.press_button("Review")
    scene = pilot.shows(StudyScene)
    assert scene.shows("review")
    assert scene.analyst.review is not None


def test_it_can_be_turned_off(tmp_path: Path) -> None:
    """With `auto_review` off nothing is asked until the review is wanted, which is then kept."""
    with pilot_at(tmp_path, auto_review=False, animation=False, sound=False) as pilot:
        twin = seat_twin(pilot)
        shown(pilot, bad_game())
        pilot.run(0.3)
        assert twin.queries == []
        pilot.press_button("Review")
        study = pilot.shows(StudyScene)
        pilot.until(lambda: study.analyst.review is None)
        pilot.app.pop()
        assert sum(pilot.app.records.games()[0].lost or ()) == sum(map(cost_of, costly(bad_game())))


def test_analyse_takes_the_review_over(pilot: Pilot) -> None:
    """Review shows what is known and goes on where it was: it asks about no position again."""
    twin = seat_twin(pilot)
    shown(pilot, bad_game())
    pilot.run(40 * FRAME)
    pilot.press_button("Review")
    scene = pilot.shows(StudyScene)
    assert scene.analyst is pilot.table.study.review.analyst
    in_front = scene.front
    pilot.until(lambda: scene.analyst.review is None)
    grids = [place.grid for place in twin.asked]
    line = [node.position.grid for node in scene.study.line() if node is not in_front]
    assert all(grids.count(grid) <= 2 for grid in line)
    pilot.press("tab")
    pilot.run(0.2)
    assert not twin.busy
    assert pilot.shows(ResultScene).finding.proven


def test_the_game_gets_its_values(pilot: Pilot) -> None:
    """The record that is copied or saved has the values that were found."""
    seat_twin(pilot)
    game = bad_game()
    result = shown(pilot, game)
    finish(pilot, result)
    pilot.press_button("Look at the table")
    pilot.press("ctrl+c")
    copied = record(pygame.scrap.get_text()).game
    for node in (copied.root, *copied.root.main_line()):
        found = evaluation_in(node.comment)
        assert found.is_proven
    pilot.press("ctrl+s")
    assert isinstance(pilot.scene, SaveScene)


def test_it_goes_on_while_the_table_is_looked_at(pilot: Pilot) -> None:
    """Off the card the review goes on; a move taken back ends it and play goes on."""
    twin = seat_twin(pilot)
    result = shown(pilot, bad_game())
    pilot.press_button("Look at the table")
    assert pilot.scene is pilot.table
    finish(pilot, result)
    assert pilot.table.study.review.is_complete
    pilot.table.session.request_take_back(1)
    pilot.table.session.answer(True)
    pilot.run(3 * FRAME)
    assert pilot.table.session.game.ending is None
    assert not twin.busy
    assert pilot.table.study.review is None


@pytest.mark.parametrize(("failure", "button"), [("", "Rematch"), ("it has died", "New deal")])
def test_another_game_gets_the_engine(pilot: Pilot, failure: str, button: str) -> None:
    """Leaving the card leaves nothing of the review running; a solver that dies is in no way."""
    twin = seat_twin(pilot)
    result = shown(pilot, bad_game())
    pilot.run(2 * FRAME)
    assert twin.busy
    if failure:
        twin.fail(failure)
        pilot.run(0.2)
        assert failure in result.finding.words
    pilot.press_button(button)
    pilot.run(0.2)
    pilot.shows(TableScene)
    assert not twin.busy


# -- blocks ---------------------------------------------------------------------------------------


def ended() -> Session:
    """Return a game that Ada began and Ben has won; Ada had two hints."""
    session = Session(Setup((Seat("Ada"), Seat("Ben")), position("5m/5m/9s/9s 1 100-120")))
    session.hints = (2, 0)
    return play_out(session)


def test_the_whole_page() -> None:
    """How it ended, both scores with who began and the hints, and luck and skill."""
    check_page("result", result_page(ended(), None))


@pytest.mark.parametrize(("height", "has_order"), [(66, False), (104, True)])
def test_what_stands_below_a_name_stays_inside_its_box(
    height: int, has_order: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a low box with large letters who began is left out, and never the hints."""
    theme = Theme(1.6)
    box = pygame.Rect(10, 10, theme.px(300), theme.px(height))
    notes = ("1 pair", "moved first", "2 hints")
    score = Score(1, "Ada", 105, True, notes, least="moved first")
    written = {}
    write = draw.text

    def note(surface, font, words, ink, rect, *rest):  # type: ignore[no-untyped-def]
        written[words] = pygame.Rect(rect)
        return write(surface, font, words, ink, rect, *rest)

    monkeypatch.setattr(draw, "text", note)
    surface = pygame.Surface((900, 300))
    paint(score, Brush(surface, theme), box)
    assert "2 hints" in written
    assert ("moved first" in written) == has_order
    lines = [written[words] for words in ("Ada", "2 hints")]
    assert all(box.top < line.top and line.bottom < box.bottom for line in lines)


@pytest.mark.parametrize("found", [Finding("One line."), Finding("", "Nothing is proven yet.")])
def test_what_a_review_says_in_one_line_stands_in_the_middle(found: Finding) -> None:
    """Beside no other line it is painted halfway between the edges of its box."""
    theme, rect = Theme(1.0), pygame.Rect(0, 0, 700, 92)
    empty, shown = pygame.Surface(rect.size), pygame.Surface(rect.size)
    paint(Finding(""), Brush(empty, theme), rect)
    paint(found, Brush(shown, theme), rect)
    words = pygame.mask.from_threshold(shown, (0, 0, 0), (1, 1, 1, 255), empty)
    words.invert()
    assert abs(words.get_bounding_rects()[0].centery - rect.centery) < 8


def test_each_kind_that_was_left_is_shown_once() -> None:
    """Kinds stand in a row, the highest first, each with how many of it were left.

    Where nothing was left no room is needed; too much is said in words only, in a line.
    """
    theme, empty = Theme(1.0), Position((EMPTY_COLUMN,) * COLUMNS)
    left = tiles_left(position("5m9s5m/5m9s5m/1p1p 1 20-20"), pictures=True)
    assert [(str(kind), count) for kind, count in left.kinds] == [("9s", 2), ("5m", 4), ("1p", 2)]
    assert height_of(tiles_left(empty, pictures=True), theme, 600) == 0
    whole = tiles_left(deal(3), pictures=True)
    assert (whole, whole.kinds) == (tiles_left(deal(3), pictures=False), ())
    assert height_of(whole, theme, 600) > 0


def test_the_costliest_pairs_are_ones_own() -> None:
    """Who plays alone is shown two of their own, two people the costliest of both."""
    review = proven_review(bad_game())
    for own, begins in ((None, "The costliest pairs: "), (1, "Your costliest pairs: ")):
        moves = [move for move in review.moves if own in (None, move.player)]
        costs = sorted((move.cost.value for move in moves), reverse=True)[:2]
        words = costliest_words(review, own)
        assert words.startswith(begins)
        assert re.findall(r"−(\d+)", words) == [*map(str, costs)]


def test_that_no_pair_cost_anything_is_said_of_ones_own() -> None:
    """Who made no mistake is told so of their own pairs, whatever the other player's cost."""
    game = Game(bad_game().root.position)
    while not game.position.is_over:
        worth = move_values(game.position)
        best, worst = max(worth, key=worth.__getitem__), min(worth, key=worth.__getitem__)
        game.play(best if game.position.to_move == 1 else worst)
    review = proven_review(game)
    assert review.lost[1]
    assert costliest_words(review, 1) == "None of your pairs cost anything."
    assert costliest_words(review, None).startswith("The costliest pair")


@pytest.mark.parametrize("seats", [FRIENDS, (Seat("Ada"), Seat(solver=True, level="casual"))])
def test_there_are_few_buttons_and_one_is_first(pilot: Pilot, seats: tuple[Seat, Seat]) -> None:
    """At most six; the first is the review after a game against a level, else another game."""
    seat_twin(pilot)
    seated(pilot, seats, SHORT)
    result = shown_result(pilot)
    first = [button.text for button in result.buttons if button.style is STYLES["primary"]]
    assert first == ["Review" if seats[1].solver else "Rematch"]
    assert len(result.buttons) <= 6
