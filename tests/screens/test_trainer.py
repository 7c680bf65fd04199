"""The trainer as a screen, by values: exercises, help, what comes next, and lessons."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from battle.analysis.costs import ProblemTheme, themes_of
from battle.analysis.study import Study
from battle.engine.jobs import Analyst
from battle.page.blocks import Board, Ink, Paragraph
from battle.rules.position import Cell, Move, RulesError
from battle.screens.screen import do, perform
from battle.screens.trainer import Mistakes, Trainer
from battle.screens.view import Button, act
from battle.training.deck import Rating, Source
from battle.training.sitting import RUN
from battle.words import spelled
from tests.support.endgames import Clock
from tests.support.pilot import bad_game, cost_of, costly
from tests.support.records import kept_game
from tests.support.shell import FakeShell, OnScreen
from tests.support.trainees import LONG, SOME, FullDeck
from tools.reference import move_values


class Case(OnScreen):
    """A trainer with a deck of some exercises, and its clock."""

    def __init__(self, home: Path, problems: list[object], theme: str = "") -> None:
        self.clock, self.shell = Clock(), FakeShell(home)
        services = self.services = self.shell.services
        services.moment = self.clock
        services.deck = FullDeck(services.database, self.clock, lambda: problems)
        services.change(trainer_theme=theme)
        self.screen = Trainer(self.shell)
        self.screen.resume()

    @property
    def offered(self) -> list[str]:
        """What can be done, the main act first; what is seldom wanted last."""
        view = self.board
        buttons = (view.main, *view.buttons, *view.actions, *view.more)
        return [one.do.name for one in buttons if one is not None and not one.off]

    @property
    def said(self) -> str:
        view = self.board
        words = [getattr(block, "words", "") for block in view.page]
        return spelled(" ".join((view.title, view.dock.words, view.dock.sub, *words)))

    def answer(self, which: str) -> Move:
        """Take the best or the worst pair."""
        values = move_values(self.board.position)
        pair = (max if which == "best" else min)(values, key=lambda one: values[one])
        self.act("take", move=str(pair))
        return pair

    def work(self, seconds: float = 0.1, frames: int = 60) -> None:
        for _frame in range(frames):
            self.screen.tick(seconds)
            self.services.scheduler.poll()

    def marked(self, mark: str) -> set[Cell]:
        return {tile.cell for tile in self.board.board.tiles if tile.mark == mark}


def test_an_exercise_is_asked_judged_and_followed_by_the_next(home: Path) -> None:
    """A right pair ends it; the way on stands out, what is seldom wanted lies behind More."""
    case = Case(home, LONG[:2])
    view = case.board
    assert (view.title, view.live, view.run.note) == ("Which pair is best?", True, "Level 2")
    assert case.offered == ["hint", "solution", "theme", "about", "progress", "add_file"]
    case.screen.tick(3.0)
    case.answer("best")
    view = case.board
    assert (view.title, view.state, view.live) == ("Right", "over", False)
    assert view.run.inks == (Ink.GOOD,)
    assert case.said.startswith("Right Right! Only ")
    assert case.offered[:4] == ["go_on", "solution", "analyse", "again"]
    (answer,) = case.services.deck.answers()
    assert (answer.rating, answer.seconds) == (Rating.RIGHT, 3.0)
    with pytest.raises(RulesError, match="This exercise is finished"):
        perform(case.screen, act("take", move="a1b1"))
    case.act("again")
    assert case.board.live
    case.act("go_on")
    assert (case.board.title, len(case.services.deck.answers())) == ("Which pair is best?", 1)


def test_a_costly_pair_comes_back_beside_the_best_one(home: Path) -> None:
    """Its cost is said and kept, the best pair is framed; another try counts no more."""
    case = Case(home, LONG[:1])
    start = case.board.position
    worst = case.answer("worst")
    assert (case.board.live, {one.cell for one in case.board.board.ghosts}) == (False, {*worst})
    case.work(0.5, 3)
    values = move_values(start)
    assert (case.board.live, case.board.position) == (True, start)
    best = Move(*sorted(case.marked("best")))
    assert values[best] == max(values.values())
    lost = max(values.values()) - values[worst]
    assert f"costs {lost} point" in case.said
    assert "Best was " in case.said
    case.answer("best")
    (answer,) = case.services.deck.answers()
    assert (answer.rating, answer.lost) == (Rating.MISSED, lost)


def test_the_answer_to_a_costly_pair_is_played_then_a_better_pair(home: Path) -> None:
    """Show plays one after the other, each a new showing; Why adds reasons to the first."""
    case = Case(home, LONG[:1])
    case.answer("worst")
    case.screen.hurry()
    seen = {case.board.once}
    case.act("why")
    case.work()
    view = case.board
    assert view.frames[-1].bubble.player != view.position.to_move
    assert any(isinstance(block, Paragraph) for block in view.page)
    for _pair in ("own", "better"):
        seen.add(case.board.once)
        case.act("solution")
        case.work()
    assert "Best was " in case.board.dock.words
    assert len({*seen, case.board.once}) == 4
    assert "solution" not in case.offered


def test_each_hint_says_more_and_lights_more(home: Path) -> None:
    """What the pair scores, its column in the light, the pair framed; then there are no more."""
    case = Case(home, LONG[:1])
    lit = []
    for number in range(3):
        case.act("hint")
        lit.append((len(case.board.page), sum(one.glows for one in case.board.board.tiles)))
        assert len(case.marked("hint")) == 2 * (number == 2)
    assert [count for count, _glows in lit] == [1, 2, 3]
    assert lit[1][1] > 0
    assert "hint" not in case.offered
    case.act("hint")
    assert case.shell.said == ["There are no more hints."]
    case.answer("best")
    assert case.board.title == "Right, with a hint"


def test_the_solution_makes_an_exercise_missed_and_is_played(home: Path) -> None:
    """Its pairs are framed one after the other, at last the beginning again."""
    case = Case(home, LONG[:1])
    case.act("solution")
    case.work()
    view = case.board
    assert (view.title, view.run.inks) == ("Solution shown", (Ink.BAD,))
    assert len(view.frames) > 2
    assert all(frame.is_pair for frame in view.frames)
    assert view.frames[0] == view.frames[-1]
    assert spelled(view.dock.words) == "The best pair, and what follows."


def test_after_ten_exercises_the_missed_ones_are_shown(home: Path) -> None:
    """The card has the run, the rating, and a board for each that was missed; yellow goes on."""
    case = Case(home, SOME[:20])
    for number in range(RUN):
        case.answer("worst" if number in (2, 5) else "best")
        case.act("go_on")
    card = case.card
    assert card.title == "8 of 10 right"
    boards = [block for block in card.beside if isinstance(block, Board)]
    assert [len(board.shown) for board in boards] == [2, 2]
    assert any("Your rating is " in getattr(block, "words", "") for block in card.page)
    do(case.screen, cast("Button", card.main).do)
    assert case.board.run.inks == ()


def test_nothing_due_says_when_and_offers_what_comes_by_then(home: Path) -> None:
    """A missed exercise comes back ten minutes later, in disguise."""
    case = Case(home, LONG[:1])
    start = case.board.position
    case.answer("worst")
    case.act("go_on")
    card = case.card
    assert (card.title, card.main) == ("Nothing due", None)
    assert "in 10 minutes" in card.page[0].words
    case.clock.wait(minutes=11)
    case.work(6.0, 1)
    do(case.screen, cast("Button", case.card.main).do)
    assert case.board.position != start


def test_an_exercise_is_retired_and_asked_again(home: Path) -> None:
    """Only once it is answered; the words change with it."""
    case = Case(home, LONG[:1])
    case.act("retire")
    assert not case.screen.sitting.is_retired
    case.answer("best")
    for is_retired in (True, False):
        case.act("retire")
        assert ("This exercise will not be asked again." in case.said) is is_retired
        (entry,) = case.services.deck.entries()
        assert entry.is_retired is is_retired


def test_a_theme_is_chosen_and_left(home: Path) -> None:
    """The one chosen is marked and kept; where none is left on it all can be asked again."""
    others = [one for one in LONG if ProblemTheme.ZUGZWANG not in themes_of(one)]
    case = Case(home, others[:2])
    case.act("theme")
    buttons = cast("tuple[Button, ...]", case.screen.sheet().page)
    assert [one.on for one in buttons] == [True, False, False, False]
    do(case.screen, buttons[-1].do)
    assert case.services.settings.trainer_theme == "zugzwang"
    assert case.card.title == "None left on this theme"
    do(case.screen, cast("Button", case.card.main).do)
    assert case.services.settings.trainer_theme == ""
    assert case.board.live


def test_what_is_left_for_later_needs_an_answer_first(home: Path) -> None:
    """Neither the next exercise nor Analyse; then Analyse gets what was played."""
    case = Case(home, LONG[:1])
    for name in ("go_on", "analyse"):
        case.act(name)
    assert [words.split()[0] for words in case.shell.said] == ["Take", "Answer"]
    pair = case.answer("best")
    case.act("analyse")
    name, study, _names = case.shell.asked[-1]
    assert (name, [str(node.move) for node in study.game.main_line()[1:]]) == ("study", [str(pair)])


def test_an_own_mistake_tells_which_game_it_is_from(home: Path) -> None:
    """Below the question; one included with the game says so behind More."""
    case = Case(home, LONG[:1])
    case.act("about")
    (source, *_more) = case.screen.sheet().page
    assert source.words == "Included with the game."
    case.services.deck.add(LONG[1:2], Source.OWN, "gone")
    case.answer("best")
    case.act("go_on")
    assert "From one of your games." in case.said
    case.services.records.put(game := kept_game(3))
    case.services.deck.add(LONG[2:3], Source.OWN, game.key)
    case.answer("best")
    case.act("go_on")
    assert "From your game against Kim, " in case.said


# --- the mistakes of a game -----------------------------------------------------------------------


class LessonCase(Case):
    """A lesson on the mistakes of a reviewed game."""

    def __init__(self, home: Path, seed: int = 1) -> None:
        super().__init__(home, [])
        self.game = bad_game(seed)
        study = Study(self.game)
        analyst = Analyst(self.services.scheduler, study.game, study.values)
        analyst.begin_review(study.line())
        self.services.scheduler.wait(lambda: analyst.review is None)
        self.left: list[object] = []
        self.screen = Mistakes(
            self.shell,
            study,
            ("Ada", "Ben"),
            (1, 2),
            self.left.append,
            lambda: self.left.append("left"),
        )
        self.screen.resume()


def test_every_costly_pair_is_put_again(home: Path) -> None:
    """In the game's order, with its cost; the card at the end lists them and leads back."""
    case, answered = LessonCase(home, 2), []
    for node in costly(case.game):
        assert case.board.position == node.parent.position
        assert f"cost {cost_of(node)} point" in case.said
        answered.append("why" in case.offered)
        case.answer("best")
        case.act("go_on")
    assert any(answered)
    count = len(costly(case.game))
    assert case.card.title == "End of the lesson"
    assert f"{count} of {count} mistakes corrected" in case.card.page[1].words
    do(case.screen, cast("Button", case.card.main).do)
    assert (case.shell.asked[-1], case.left) == (("back",), ["left"])


def test_a_mistake_is_skipped_gone_back_to_and_shown(home: Path) -> None:
    """Each is as it was left; the list leads to any of them."""
    case = LessonCase(home)
    first = case.board.position
    case.act("go_on")
    assert case.board.run.inks == (Ink.FAINT,)
    case.act("go_back")
    assert case.board.position == first
    case.act("mistakes")
    rows = cast("tuple[Button, ...]", case.screen.sheet().page)
    assert [row.on for row in rows[:2]] == [True, False]
    do(case.screen, rows[1].do)
    case.act("solution")
    case.work()
    assert case.board.main.words == "Next mistake"
    assert case.board.run.note == f"2 of {len(rows)}"


def test_a_mistake_is_looked_at_in_analyse(home: Path) -> None:
    """The lesson is left for the place after it; nothing else is told."""
    case = LessonCase(home)
    case.act("analyse")
    assert case.left == [costly(case.game)[0]]


def test_every_act_that_is_offered_is_there(home: Path) -> None:
    """Whatever a board or card offers, before an answer and after, can be done."""
    for case in (Case(home / "one", LONG[:1]), LessonCase(home / "two")):
        for which in ("", "worst", "best"):
            if which:
                case.screen.hurry()
                case.answer(which)
            assert {*case.offered} <= {*case.screen.acts()}
