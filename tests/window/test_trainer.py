"""The trainer in the window: exercises, themes, lessons, progress."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from battle.analysis.costs import ProblemTheme, themes_of
from battle.coach.reasons import reasons
from battle.game.session import Session
from battle.page.blocks import Bars, Figure, MoveLine, Offer, Row
from battle.profile.records import game_of
from battle.profile.settings import load
from battle.rules.position import Move, cell, move
from battle.rules.problem import Problem, problem
from battle.rules.record import Game, Record
from battle.training import sitting
from battle.training.deck import NEW_A_DAY, Deck, Exercise, Rating, Source, new_exercise
from battle.training.sitting import STEPS, Practice, Stage
from battle.training.trainer_page import headline
from battle.window.cards import ChoiceDialog
from battle.window.study import StudyScene
from battle.window.trainer import LessonScene, ProgressScene, TrainerScene
from tests.support.endgames import Clock
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
from tests.support.trainees import (
    LONG,
    SOME,
    best_and_worst,
    click_pair,
    in_hand,
    play_out,
    said,
    seat,
    train,
)
from tools.reference import move_values

# -- trainer scene --------------------------------------------------------------------------------


def click_cells(pilot: Pilot, scene: TrainerScene, pair: Move) -> None:
    for place in pair:
        pilot.click(scene.view.layout.board.rect_of(place).center)
    pilot.hover((5, 5))


def test_an_exercise_is_played_out_and_the_next_one_comes(pilot: Pilot) -> None:
    """Best pairs to the end: the answer is right and listed; R repeats it, and Enter goes on."""
    seat(pilot, LONG[:2])
    scene = train(pilot)
    first = in_hand(scene)
    assert scene.shown_board.position == first.exercise.problem.position
    play_out(pilot, scene)
    assert first.stage is Stage.OVER
    assert first.rated.rating is Rating.RIGHT
    (answer,) = pilot.app.deck.answers()
    assert (answer.lost, answer.key) == (0, first.exercise.key)
    assert answer.seconds > 0
    assert "Right: nothing lost." in said(scene)
    assert sum(isinstance(block, MoveLine) for block in scene.listed.blocks) == 1
    pilot.press("home")
    assert scene.board.position == first.start
    play_out(pilot, scene)
    assert len(pilot.app.deck.answers()) == 1
    pilot.press("return")
    assert in_hand(scene).exercise.key != first.exercise.key


def test_a_missed_pair_comes_back_and_the_next_try_counts_no_more(pilot: Pilot) -> None:
    """What it cost is said and kept; the position is there again, to be done better."""
    seat(pilot, LONG[:1])
    scene = train(pilot)
    place = in_hand(scene).position
    worst = best_and_worst(scene)[1]
    cost = LONG[0].cost(worst)
    assert cost > 2
    click_pair(pilot, scene, worst)
    assert scene.shown_board.position == place
    assert f"costs {cost} points" in said(scene)
    assert "It returns in 10 minutes." in said(scene)
    play_out(pilot, scene)
    (answer,) = pilot.app.deck.answers()
    assert (answer.lost, answer.rating) == (cost, Rating.MISSED)


def test_why_a_pair_was_costly_is_told_on_demand(pilot: Pilot) -> None:
    """The checked reasons, without the solution before it is shown, with it afterwards."""
    told = named = 0
    seat(pilot, LONG)
    scene = train(pilot)
    for _number in range(8):
        practice = in_hand(scene)
        start, worst = practice.position, best_and_worst(scene)[1]
        click_pair(pilot, scene, worst)
        if not practice.counts:
            assert "Why?" in said(scene)
            pilot.press("w")
            pilot.run(1.0)
            values = practice.values
            found = reasons(values, start, worst)
            for reason in found:
                assert (reason.words in said(scene)) == (not reason.names_better)
                told += not reason.names_better
            pilot.press("shift+h")
            pilot.run(0.1)
            assert all(reason.words in said(scene) for reason in found)
            named += sum(reason.names_better for reason in found)
        pilot.press("n")
        pilot.run(0.1)
    assert told > 0
    assert named > 2


def test_it_comes_again_in_disguise_when_it_is_due(pilot: Pilot) -> None:
    """Ten minutes later the rest page gives way to the same problem in another picture."""
    clock, _engine = seat(pilot, LONG[:1])
    scene = train(pilot)
    first = in_hand(scene).exercise
    click_pair(pilot, scene, best_and_worst(scene)[1])
    pilot.press("n")
    assert scene.practice.is_none
    assert "The next exercise comes in 10 minutes." in said(scene)
    clock.wait(minutes=11)
    pilot.run(6.0)
    assert scene.sitting.counts.due == 1
    pilot.press("return")
    again = in_hand(scene).exercise
    assert again.key == first.key
    assert again.problem.position.grid != first.problem.position.grid
    assert "Seen 1 time before" in said(scene)


@pytest.mark.parametrize("way", ["leave", "close"])
def test_leaving_keeps_what_was_done(tmp_path: Path, way: str) -> None:
    """Before a pair is taken nothing is kept; after it what it lost is, also for the next start."""
    one = next(one for one in LONG if len(one.best_moves) < len(one.values))
    with pilot_at(tmp_path, animation=False, sound=False) as pilot:
        seat(pilot, [one])
        scene = train(pilot)
        grid = in_hand(scene).position.grid
        pilot.press("escape")
        assert pilot.app.deck.answers() == []
        scene = train(pilot)
        assert in_hand(scene).position.grid == grid
        click_pair(pilot, scene, one.best_moves[0])
        if way == "leave":
            pilot.press("escape")
    with pilot_at(tmp_path, animation=False, sound=False) as pilot:
        seat(pilot, [one])
        assert [answer.rating for answer in pilot.app.deck.answers()] == [Rating.RIGHT]


def test_who_has_had_enough_goes_on_in_two_steps(pilot: Pilot) -> None:
    """N ends the playing out, and once more brings the next; before a pair it says what to do."""
    first = next(one for one in LONG if not _is_over_after(one))
    seat(pilot, [first, *LONG])
    scene = train(pilot)
    practice = in_hand(scene)
    pilot.press("n")
    assert "Take a pair first" in scene.status()[0]
    click_pair(pilot, scene, best_and_worst(scene)[0])
    assert "Enough" in said(scene)
    pilot.press("n")
    assert practice.rated is not None
    assert in_hand(scene) is practice
    pilot.press("n")
    assert in_hand(scene) is not practice


def test_after_the_day_s_new_ones_there_are_more_on_demand(pilot: Pilot) -> None:
    """Ten new ones a day; then it says when the next come, and Enter brings more."""
    seat(pilot, SOME)
    scene = train(pilot)
    for _number in range(NEW_A_DAY):
        pilot.press("shift+h", "n")
    assert scene.practice.is_none
    assert f"{NEW_A_DAY} exercises answered today, 0 right." in said(scene)
    assert "New ones come tomorrow at 4:00." in said(scene)
    pilot.press("return")
    assert in_hand(scene).exercise.repeat == 0


def test_a_retired_exercise_is_not_asked_again(pilot: Pilot) -> None:
    """Delete retires it once it is answered, or takes that back; then it does not come any more."""
    clock, _engine = seat(pilot, LONG[:1])
    scene = train(pilot)
    pilot.press("delete")
    assert not scene.sitting.is_retired
    pilot.press("shift+h", "delete")
    assert "will not be asked again" in said(scene)
    assert "It returns" not in said(scene)
    pilot.press("delete")
    assert "will not be asked again" not in said(scene)
    assert "It returns" in said(scene)
    pilot.press("delete")
    clock.wait(days=1)
    pilot.press("n")
    assert scene.practice.is_none


def test_analyse_opens_over_the_trainer(pilot: Pilot) -> None:
    """What was played stands there with its values; Esc comes back to the same exercise."""
    seat(pilot, LONG[:1])
    scene = train(pilot)
    pilot.press("a")
    assert pilot.scene is scene
    play_out(pilot, scene)
    practice = in_hand(scene)
    pilot.press("a")
    analysis = pilot.shows(StudyScene)
    assert analysis.study.position == LONG[0].position
    assert analysis.study.game.root.position == LONG[0].position
    line = [node.move for node in analysis.study.line()[1:]]
    assert line == practice.moves
    assert analysis.study.values.known(LONG[0].position).lower == LONG[0].value
    pilot.run(0.5)
    pilot.press("escape")
    pilot.run(0.2)
    while pilot.scene is analysis:
        pilot.press("escape")
    assert pilot.scene is scene
    assert in_hand(scene) is practice


def _is_over_after(one: Problem) -> bool:
    game = Practice(new_exercise(one, Source.OWN))
    game.play(one.best_moves[0])
    return game.stage is Stage.OVER or game.reply() is not None


@pytest.mark.parametrize("is_broken", [True, False])
def test_without_an_answer_of_the_solver_the_window_goes_on(pilot: Pilot, is_broken: bool) -> None:
    """A reply that is not proven is waited for with a word; leaving works, the answer is kept."""
    one = next(one for one in LONG if not _is_over_after(one))
    _clock, engine = seat(pilot, [one], silent=True)
    scene = train(pilot)
    click_cells(pilot, scene, one.best_moves[0])
    pilot.run(3.0)
    assert in_hand(scene).stage is Stage.REPLYING
    if is_broken:
        engine.fail("no luck")
        pilot.run(0.5)
        assert "The solver is not responding: no luck" in said(scene)
    else:
        assert "The solver is proving it …" in said(scene)
        pilot.click(scene.view.layout.board.outer.center)
        assert headline(scene.sitting) == "The defence replies"
    pilot.press("n")
    assert in_hand(scene).rated is not None
    assert pilot.app.deck.answers()[0].rating is Rating.RIGHT
    pilot.press("escape")
    assert pilot.scene is not scene


def test_own_mistakes_tell_which_game_they_are_from(pilot: Pilot) -> None:
    """The opponent and the day stand beside the exercise; a game that is gone is only told of."""
    clock, _engine = seat(pilot, [])
    session = Session.from_record(Record({"First": "Ada", "Second": "Ben"}, bad_game(2)))
    game = game_of(session, clock())
    pilot.app.records.put(game)
    pilot.app.deck.add(LONG[:1], Source.OWN, game.key)
    clock.wait(hours=1)
    pilot.app.deck.add(LONG[1:2], Source.OWN, "gone")
    scene = train(pilot)
    assert "From one of your games." in said(scene)
    pilot.press("shift+h", "n")
    pilot.run(0.1)
    assert "From the game Ada – Ben, 21 November 2026." in said(scene)


def test_problems_are_made_while_nothing_else_is_wanted(pilot: Pilot) -> None:
    """An empty deck says so, and fills with problems that the solver finds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sitting, "TILES", 12)
        clock, _engine = seat(pilot, [])
        pilot.app.deck = Deck(pilot.app.database, clock)
        scene = train(pilot)
        assert "There are no exercises yet." in said(scene)
        pilot.run(8.0)
        assert scene.sitting.counts.more
        pilot.press("return")
        assert in_hand(scene).exercise.source is Source.GENERATED
        assert "The solver has found it for you." in said(scene)


def test_the_last_hint_is_in_sight(tmp_path: Path) -> None:
    """Hints stand below the buttons; in a small window with large text the page moves to them."""
    with pilot_at(tmp_path, size=(900, 600), text_scale=1.6, sound=False) as pilot:
        seat(pilot, LONG[:1])
        scene = train(pilot)
        flow = scene.task
        for _step in STEPS:
            pilot.press("h")
            pilot.run(0.2)
            assert flow.is_at_end
        assert in_hand(scene).hints


# -- trainer theme --------------------------------------------------------------------------------

LOSING = [one for one in SOME if ProblemTheme.ZUGZWANG in themes_of(one)]
OTHERS = [one for one in LONG if ProblemTheme.ZUGZWANG not in themes_of(one)]


def choose(pilot: Pilot, scene: TrainerScene, words: str) -> None:
    """Choose an answer in the question what exercises shall be about."""
    scene.key_table()["theme"]()
    dialog = pilot.shows(ChoiceDialog)
    dialog.answer(next(choice for choice in dialog.choices if choice.words == words))
    pilot.run(0.1)


def test_a_theme_is_chosen_and_kept(pilot: Pilot) -> None:
    """An exercise about something else makes way at once, unless it was begun; the choice stays."""
    seat(pilot, [*OTHERS[:3], LOSING[0]])
    pilot.app.deck.retire(pilot.app.deck.next(theme=ProblemTheme.ZUGZWANG))
    scene = train(pilot)
    assert ProblemTheme.ZUGZWANG not in in_hand(scene).exercise.themes
    pilot.app.deck.ask_all_again()
    choose(pilot, scene, "Only: zugzwang (having to move loses)")
    assert ProblemTheme.ZUGZWANG in in_hand(scene).exercise.themes
    assert load(pilot.app.places)[0].trainer_theme == "zugzwang"
    assert not pilot.app.deck.answers()
    begun = in_hand(scene)
    click_pair(pilot, scene, best_and_worst(scene)[1])
    assert not begun.counts
    scene.ask_about(next(one for one in ProblemTheme if one not in begun.exercise.themes))
    assert scene.practice is begun


def test_without_exercises_of_the_theme_the_page_says_so(pilot: Pilot) -> None:
    """Others that are due are counted and wait; one click asks about everything again."""
    clock, _engine = seat(pilot, OTHERS[:3])
    exercise = pilot.app.deck.next()
    pilot.app.deck.answer(exercise, 9)
    clock.wait(days=1)
    pilot.app.change(trainer_theme="zugzwang")
    scene = train(pilot)
    assert scene.practice.is_none
    assert "There are no more “zugzwang (having to move loses)” exercises for now." in said(scene)
    assert "1 on other themes is due." in said(scene)
    scene.key_table()["all_themes"]()
    assert in_hand(scene).exercise.key == exercise.key
    assert load(pilot.app.places)[0].trainer_theme == ""


def test_a_resting_trainer_looks_again_only_when_something_can_have_changed(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Going through all problems costs frames: not as time goes by, but when one becomes due."""
    clock, _engine = seat(pilot, OTHERS[:3])
    exercise = pilot.app.deck.next()
    pilot.app.deck.answer(exercise, 9)
    pilot.app.change(trainer_theme="zugzwang")
    scene = train(pilot)
    asked: list[object] = []
    through = Deck.next

    def counted(deck: Deck, **wanted: Any) -> Exercise | None:
        asked.append(wanted)
        return through(deck, **wanted)

    monkeypatch.setattr(Deck, "next", counted)
    pilot.run(12.0)
    assert not asked
    pilot.app.deck.retire(exercise)
    pilot.run(6.0)
    assert len(asked) == 1
    pilot.app.deck.ask_all_again()
    pilot.run(6.0)
    clock.wait(days=1)
    pilot.run(6.0)
    assert len(asked) == 3
    assert scene.sitting.counts.others_due == 1


# -- progress scene -------------------------------------------------------------------------------


def show(pilot: Pilot) -> ProgressScene:
    """Open the progress over the trainer."""
    pilot.app.push(TrainerScene(pilot.app))
    scene = ProgressScene(pilot.app)
    pilot.app.push(scene)
    pilot.run(0.1)
    return scene


def test_figures_and_bars_are_those_of_answers_and_problems(pilot: Pilot) -> None:
    """Four answers, three of them right, a day off, two answers; two problems were retired."""
    clock = Clock(datetime(2026, 11, 18, 15).astimezone())
    seat(pilot, SOME, clock)
    deck = pilot.app.deck
    for lost in (0, 0, 0, 9, None, 0, 9):
        if lost is None:
            clock.wait(days=2)
            continue
        exercise = deck.next(more=True)
        deck.answer(exercise, lost, exercise.problem.best_moves[0])
    deck.add(SOME[30:33], Source.GENERATED)
    for _number in range(2):
        deck.retire(deck.next(more=True))
    scene = show(pilot)
    assert sum(one.is_retired for one in scene.entries) == 2
    pilot.press_button("Ask 2 retired ones again")
    assert not any(one.is_retired for one in deck.entries())
    assert len(scene.order) == 1
    figures, *bars = scene.page
    assert isinstance(figures, Row)
    shown = {one.title: one.number for one in figures.blocks if isinstance(one, Figure)}
    repeats = [one for one in deck.answers() if one.repeat]
    kept = sum(one.lost == 0 for one in repeats)
    assert shown == {
        "answered": "6",
        "right": "67\u00a0%",
        "remembered": f"{round(100 * kept / len(repeats))}\u00a0%",
        "points lost per answer": "3.0",
    }
    days, levels, week, maturities = (block.bars for block in bars if isinstance(block, Bars))
    assert [(bar.number, bar.part) for bar in days[-3:]] == [(4, 3), (0, 0), (2, 1)]
    assert [bar.stands_out for bar in days] == [False] * (len(days) - 1) + [True]
    assert days[-3].label == str(date(2026, 11, 18).day)
    end = clock.now + timedelta(days=7)
    waiting = [one for one in scene.entries if one.due is not None and one.due < end]
    assert abs(sum(bar.number for bar in week) - len(waiting)) <= 1
    assert week[0].stands_out
    assert [bar.label for bar in week[1:]] == ["Sat", "Sun", "Mon", "Tue", "Wed", "Thu"]
    assert [sum(bar.number for bar in levels), sum(bar.part for bar in levels)] == [6, 4]
    assert sum(bar.number for bar in maturities) == len(scene.entries)
    assert maturities[0].number == sum(one.due is None for one in scene.entries) > 0


def test_without_an_answer_it_leads_to_the_exercises(pilot: Pilot) -> None:
    """The only thing to do is to begin."""
    seat(pilot, SOME)
    show(pilot)
    pilot.pixels()
    pilot.press("return")
    assert isinstance(pilot.scene, TrainerScene)


# -- lesson scene ---------------------------------------------------------------------------------

SOLVER = {"First": "Ada", "Second": "Solver", "SecondType": "program"}


def lesson_of(pilot: Pilot, game: Game, whose: str = "") -> LessonScene:
    """Review a game of two people and begin the lesson of one of them or of both."""
    scene = reviewed(pilot, game, First="Ada", Second="Ben")
    pilot.press("shift+l")
    asked = pilot.shows(ChoiceDialog)
    words = next(c.words for c in asked.choices if c.words.startswith(whose or "Both"))
    pilot.press_button(words)
    pilot.run(0.2)
    lesson = pilot.shows(LessonScene)
    assert scene in pilot.app.scenes
    return lesson


def test_every_costly_move_of_the_chosen_player_is_put_again(pilot: Pilot) -> None:
    """The lesson has the player's mistakes in the game's order; at its end Enter leaves."""
    seat_twin(pilot)
    game = bad_game(2)
    lesson = lesson_of(pilot, game, "Ben")
    mine = [n for n in costly(game) if n.parent and n.parent.position.to_move == 2]
    for node in mine:
        mistake = lesson.lesson.mistake
        assert (mistake.node, mistake.cost.value) == (node, cost_of(node))
        assert lesson.shown_board.position == node.parent.position
        assert f"cost {cost_of(node)} point" in said(lesson)
        pilot.press("n")
    assert lesson.lesson.mistake is None
    pilot.press("return")
    assert isinstance(pilot.scene, StudyScene)


def test_against_the_solver_only_the_person_learns(pilot: Pilot) -> None:
    """Against the solver no one is asked whose mistakes; before a review that is said until it."""
    twin = seat_twin(pilot)
    twin.silent = True
    scene = analysed(pilot, bad_game())
    pilot.press("shift+l")
    assert pilot.scene is scene
    assert scene.said == ("The game has to be reviewed first.", "refused")
    pilot.press("shift+r")
    assert scene.said is None
    twin.silent = False
    scene = reviewed(pilot, bad_game(2), **SOLVER)
    assert scene.session.person == 1
    pilot.press("shift+l")
    lesson = pilot.shows(LessonScene)
    assert {one.position.to_move for one in lesson.lesson.mistakes} == {1}


def test_nothing_that_is_known_is_shown(pilot: Pilot) -> None:
    """The values known of a position make no difference to what the lesson shows of it."""
    seat_twin(pilot)
    scene = lesson_of(pilot, bad_game(1))
    mistake = scene.lesson.mistake
    pilot.hover((5, 5))
    pilot.run(2.0)
    before = pilot.pixels()
    known = scene.practice.values
    for pair in mistake.position.legal_moves:
        place = mistake.position.play(pair)
        for one in (place, *map(place.play, place.legal_moves)):
            values = move_values(one)
            if values:
                known.prove(one, max(values.values()), max(values.values()))
    pilot.run(2.0)
    assert pilot.pixels() == before


def test_escape_leaves_and_analyse_looks_at_the_mistake(pilot: Pilot) -> None:
    """Esc goes back to Analyse where it was; A shows the mistake there."""
    twin = seat_twin(pilot)
    scene = lesson_of(pilot, bad_game(1))
    pilot.press("n")
    mistake = scene.lesson.mistake
    pilot.press("a")
    study = pilot.shows(StudyScene)
    assert study.study.node is mistake.node
    pilot.press("shift+l", "return")
    assert isinstance(pilot.scene, LessonScene)
    pilot.press("escape")
    pilot.run(1.0)
    assert pilot.app.scene is study
    assert study.study.node is mistake.node
    assert not twin._events


def test_a_mistake_in_the_list_is_gone_to(pilot: Pilot) -> None:
    """A click on it puts it on the table; what was passed over is skipped. Shift+N goes back."""
    seat_twin(pilot)
    scene = lesson_of(pilot, bad_game(1))
    last = len(scene.listed.blocks) - 1
    scene.listed.choose(last)
    pilot.click(scene.listed.rect_of(last).center)
    assert scene.lesson.index == len(scene.lesson.mistakes) - 1
    assert scene.lesson.how(0) == "skipped"
    pilot.press("shift+n")
    assert scene.lesson.index == len(scene.lesson.mistakes) - 2


@pytest.mark.parametrize("size", [(900, 600), (900, 1200), (2560, 1440)])
@pytest.mark.parametrize("scale", [0.8, 1.6])
def test_at_every_size(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    """The task can be reached with all it offers, however little room there is."""
    with pilot_at(tmp_path, size=size, text_scale=scale, sound=False, animation=True) as pilot:
        seat_twin(pilot)
        scene = lesson_of(pilot, bad_game(1))
        pilot.press("h", "h")
        pilot.run(10 * FRAME)
        scene.task.scroll(10**6)
        assert scene.task.rect_of(len(scene.task.blocks) - 1).bottom <= scene.task.rect.bottom
        pilot.pixels()


# -- an exercise on the table ---------------------------------------------------------------------

SMALL = problem("5m5p/5p5m/9s/9s 1 0-0; c1d1:9; a1b2:1; a2b1:1")
PLACE = SMALL.position
NINES = move("c1d1")
FIVES = move("a1b2")


def put_small(pilot: Pilot) -> TrainerScene:
    """Put the pair of 9s on the screen, which everything else leaves to the defence."""
    seat(pilot, [SMALL])
    scene = TrainerScene(pilot.app)
    pilot.app.push(scene)
    pilot.run(2 * FRAME)
    return scene


def test_a_wrong_pair_is_away_for_a_while(pilot: Pilot) -> None:
    """Long enough to be seen; but a click on the next pair does not have to wait."""
    scene = put_small(pilot)
    click_cells(pilot, scene, FIVES)
    assert scene.board.position == PLACE.play(FIVES)
    assert scene.ticking
    pilot.run(1.5)
    assert scene.board.position == PLACE
    assert not scene.moving
    click_cells(pilot, scene, FIVES)
    click_cells(pilot, scene, NINES)
    assert scene.board.position == PLACE.play(NINES)
    pilot.run(3.0)
    assert scene.board.position == PLACE.play(NINES)
    click_cells(pilot, scene, FIVES)
    assert scene.status()[0] == "This exercise is finished."
    assert scene.board.position == PLACE.play(NINES)


def test_tiles_fly_off_and_back(tmp_path: Path) -> None:
    """With animations a pair flies to its taker, and a wrong one to its cells again."""
    with pilot_at(tmp_path, animation=True, sound=False) as pilot:
        scene = put_small(pilot)
        click_cells(pilot, scene, FIVES)
        assert [flight.landing for flight in scene.motion.flights] == [False, False]
        pilot.run(0.95)
        assert [flight.landing for flight in scene.motion.flights] == [True, True]


def test_a_pair_is_chosen_by_keyboard(pilot: Pilot) -> None:
    """Full stop and Enter, or typing a tile, do what clicks do."""
    scene = put_small(pilot)
    pilot.type("9s")
    assert scene.board.selected == cell("c1")
    pilot.press(".", "return")
    assert scene.board.position == PLACE.play(NINES)


@pytest.mark.parametrize("way", ["click", "key", "tool"])
def test_what_a_page_offers_is_done(pilot: Pilot, way: str) -> None:
    """A block of a page, its key and its button do the same."""
    scene = put_small(pilot)
    if way == "click":
        blocks = scene.task.blocks
        offer = next(row for row, block in enumerate(blocks) if isinstance(block, Offer))
        pilot.click(scene.task.rect_of(offer).center)
    elif way == "key":
        pilot.press("h")
    else:
        pilot.press_button("Hint")
    assert len(scene.practice.hints) == 1


def test_escape_lets_go_before_it_leaves(pilot: Pilot) -> None:
    """What is selected is dropped first; then the screen is left."""
    below = put_small(pilot)
    scene = put_small(pilot)
    pilot.type("9s")
    pilot.press("escape")
    assert pilot.scene is scene
    assert scene.board.selected is None
    pilot.press("escape")
    assert pilot.scene is below


def test_a_line_that_is_shown_covers_the_position(pilot: Pilot) -> None:
    """The line plays by itself, steps by hand, and goes when a tile is chosen."""
    scene = put_small(pilot)
    pilot.press("shift+h")
    pilot.run(FRAME)
    pilot.type("+")
    assert scene.shown_board.position == PLACE.play(NINES)
    pilot.pixels()
    pilot.type("5m")
    assert scene.shown_board.position == PLACE
    assert scene.line is None
