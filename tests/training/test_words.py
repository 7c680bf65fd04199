"""What the trainer says of verdicts, hints, moments and sources."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from random import Random

import pytest

from battle import language
from battle.analysis.values import Finding
from battle.game.levels import level_title
from battle.profile.records import PlayedGame
from battle.profile.store import Database
from battle.rules.game import Ending, Reason
from battle.rules.problem import problem
from battle.training.cards import Rating
from battle.training.deck import Deck
from battle.training.exercise import STEPS, Exercise, Hint, Rated, Stage, Verdict
from battle.training.practice import PlayOut, Practice
from battle.training.problems import Source
from battle.training.trainer_page import (
    due_words,
    hint_words,
    pairs_to_take,
    rated_words,
    repeat_words,
    rest_words,
    settled_words,
    source_words,
    trainer_headline,
    verdict_words,
    when_words,
    worth_words,
)
from tests.support.endgame_problems import NOON, Clock, problems
from tools.reference import move_values, value

ONE = problem("5m5p/5p5m/9s/9s 1 0-0; c1d1:9; a1b2:1; a2b1:1")
BEST, *_REST, WORST = ONE.values
HERE = datetime(2026, 11, 21, 15).astimezone()


def exercise(source: Source, repeat: int = 0) -> Exercise:
    return Exercise("k", source, "g", 2, repeat, ONE)


def game(person: int | None) -> PlayedGame:
    return PlayedGame(
        key="g",
        ended=NOON,
        seats=("Ada", "Casual (−35)"),
        opponent="casual",
        start="",
        points=(140, 120),
        ending=Ending(Reason.PLAYED_OUT, 1),
        person=person,  # type: ignore[arg-type]
    )


@pytest.fixture
def practice() -> Iterator[Practice]:
    with closing(Database(None)) as database:
        yield Practice(Deck(database, Clock()), exercise(Source.SHIPPED))


def test_each_source_is_told() -> None:
    """Where a problem is from, with the opponent and the day where they are known."""
    assert source_words(exercise(Source.SHIPPED), None) == "It comes with the game."
    assert "solver" in source_words(exercise(Source.GENERATED), None)
    assert source_words(exercise(Source.OWN), None) == "From one of your games."
    words = source_words(exercise(Source.OWN), game(1))
    assert words == f"From your game against {level_title('casual')}, 21 November 2026."
    assert source_words(exercise(Source.OWN), game(2)) == words
    assert "Ada – Casual" in source_words(exercise(Source.OWN), game(None))


def test_an_opponent_is_named_in_the_language_in_use() -> None:
    """A level is called as it is everywhere now, not as it was when the game was played."""
    language.use("de")
    try:
        words = source_words(exercise(Source.OWN), game(1))
        assert level_title("casual") in words
        assert "Casual" not in words
    finally:
        language.use("en")


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (timedelta(seconds=20), "in 1 minute"),
        (timedelta(minutes=10), "in 10 minutes"),
        (timedelta(minutes=59, seconds=30), "in 1 hour"),
        (timedelta(hours=5), "in 5 hours"),
        (timedelta(hours=12, minutes=30), "in 12 hours"),
        (timedelta(hours=13), "tomorrow"),
        (timedelta(hours=30), "tomorrow"),
        (timedelta(days=2), "in 2 days, on 23 November 2026"),
        (timedelta(days=40), "in 40 days, on 31 December 2026"),
        (timedelta(hours=-3), "in 1 minute"),
    ],
)
def test_moments_are_named_as_people_do(after: timedelta, words: str) -> None:
    """Minutes and hours on the same day, which ends at four in the morning; then days."""
    assert when_words(HERE + after, HERE) == words


def test_a_repeat_soon_after_four_is_not_tomorrow() -> None:
    """Ten minutes are ten minutes, also where a day ends in between."""
    late = datetime(2026, 11, 22, 3, 55).astimezone()
    assert when_words(late + timedelta(minutes=10), late) == "in 10 minutes"


def test_what_a_pair_cost_is_said() -> None:
    """Right ones keep the value, and it is said when there is no other; others cost points."""
    assert verdict_words(Verdict(ONE.position, BEST, 0), only=True).startswith("Right! Only 9s")
    assert verdict_words(Verdict(ONE.position, BEST, 0), only=False).startswith("Right! 9s")
    assert "costs 8 points" in verdict_words(Verdict(ONE.position, WORST, 8), only=True)


def test_hints_tell_more_and_more() -> None:
    """The worth, a column of it, the pair."""
    worth = worth_words(ONE.position, BEST)
    said = [hint_words(Hint(step, BEST), ONE.position, worth) for step in STEPS]
    assert said == [
        "A best pair is worth 9 points.",
        "It takes a tile from column c.",
        "It is 9s c1–d1.",
    ]


@pytest.mark.parametrize(
    ("rating", "lost", "hints", "shown", "words"),
    [
        (Rating.RIGHT, 0, 0, False, "Right: nothing lost."),
        (Rating.NEARLY, 1, 0, False, "Nearly: only 1 point lost."),
        (Rating.NEARLY, 0, 2, False, "Nearly: right with 2 hints."),
        (Rating.MISSED, 8, 0, False, "Missed: 8 points lost."),
        (Rating.MISSED, 0, 3, True, "Solution shown."),
    ],
)
def test_every_verdict_says_why(
    practice: Practice, rating: Rating, lost: int, hints: int, shown: bool, words: str
) -> None:
    """Nothing lost, little lost or hints, much lost, shown."""
    practice.lost, practice.hint_count, practice.is_shown = lost, hints, shown
    assert rated_words(practice, Rated(rating, NOON, counted=True)) == words


def test_what_was_just_said_is_not_said_again(practice: Practice) -> None:
    """A missed pair's cost stands above the verdict already."""
    practice.lost, practice.verdict = 8, Verdict(ONE.position, WORST, 8)
    assert rated_words(practice, Rated(Rating.MISSED, NOON, counted=True)) == "Missed."


@pytest.mark.parametrize("seed", range(6))
def test_the_end_is_told_from_the_person_s_side(seed: int) -> None:
    """Who wins by how much, and how much more there was."""
    one = problems(40, seed=97, most_tiles=10)[seed * 5]
    game = PlayOut(one)
    random = Random(seed)
    while game.stage is not Stage.OVER:
        if game.stage is Stage.ASKING:
            game.play(random.choice(game.position.legal_moves))
        else:
            game.reply()
        if (wanted := game.wanted) is not None:
            worth = move_values(wanted[0])
            game.values.learn(wanted[0], [Finding(m, v, v, v) for m, v in worth.items()])
        game.judge()
    place = game.position
    side = 1 if game.person == 1 else -1
    margin = side * (place.margin + (1 if place.to_move == 1 else -1) * value(place))
    begin = {1: "You win by", 0: "It is a draw.", -1: "You lose by"}[(margin > 0) - (margin < 0)]
    words = settled_words(game)
    assert words.startswith(begin)
    assert not margin or f" {abs(margin)} point" in words
    assert ("More was not to be had." in words) == (game.lost == 0)
    start = one.position.margin * side + one.value
    assert game.lost == start - margin


def test_repeats_are_counted() -> None:
    """A new one is called so, others how often they were seen."""
    assert repeat_words(exercise(Source.OWN)) == "New to you."
    assert repeat_words(exercise(Source.OWN, 1)) == "Seen 1 time before, in another disguise."
    assert repeat_words(exercise(Source.OWN, 4)) == "Seen 4 times before, in other disguises."


def test_a_rest_has_a_reason() -> None:
    """An empty deck, nothing to wait for, or a moment."""
    assert "Play a game" in rest_words(None, HERE, is_empty=True)
    assert rest_words(None, HERE, is_empty=False) == "Nothing is waiting to be repeated."
    soon = rest_words(HERE + timedelta(minutes=9), HERE, is_empty=False)
    assert soon == "The next exercise comes in 9 minutes."


def test_what_is_to_be_done_is_told(practice: Practice) -> None:
    """The headline asks for a pair; the status line says how many there are, and what is due."""
    assert trainer_headline(None) == "Endgame trainer"
    assert trainer_headline(practice) == "Your turn: which pair is best?"
    practice.show_solution()
    assert not practice.counts
    assert trainer_headline(practice) == "Answered: any pair may be tried now"
    assert pairs_to_take(ONE.position) == "3 pairs can be taken."
    assert (due_words(0), due_words(3)) == ("", "3 due")
