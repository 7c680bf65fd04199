"""What a result means: luck and skill apart, and where it leads."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import product

import pytest

from battle import language
from battle.game.levels import ladder
from battle.game.session import Seat, Session, Setup
from battle.page.review import GamePar
from battle.profile.records import game_of
from battle.profile.statistics import OwnGame, own_games
from battle.rules.deal import deal
from battle.rules.position import Player, Position, position
from battle.training.result_page import level_advice, par_of, skill_words
from tests.profile.test_statistics import game

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    language.use("en")
    yield
    language.use("system")


def ended(margin: int, person: Player | None, *, level: str = "casual") -> Session:
    """Return a game that ended with a margin from player 1's side, a pair of 9 being the last."""
    program, human = Seat(solver=True, level=level), Seat("Ada")
    seats = {1: (human, program), 2: (program, human), None: (human, Seat("Ben"))}[person]
    last = position("9s/9s 1 0-0")
    start = Position(last.columns, 1, (100 + margin - 9, 100))
    session = Session(Setup(seats, start))
    session.play(session.position.legal_moves[0])
    assert session.ending is not None
    return session


def numbers(words: str) -> list[int]:
    return [int(found) for found in re.findall(r"[+-]?\d+", words.replace("−", "-"))]


@pytest.mark.parametrize("person", [1, 2])
def test_luck_and_skill_add_up(person: Player) -> None:
    """What the sentence says adds up to the margin, whoever sat where."""
    for margin, par in product((-20, -5, 0, 7, 30), (-9, 0, 4)):
        words = skill_words(ended(margin, person), GamePar(par, exact=True))
        own, luck = (margin, par) if person == 1 else (-margin, -par)
        found = numbers(words)
        if own:
            assert found.pop(0) == abs(own)
            assert ("You won" if own > 0 else "You lost") in words
        assert found.pop(0) == luck
        skill = own - luck
        assert found == ([abs(skill)] if skill else [])
        assert ("outplayed" in words) == (skill > 0)
        assert ("below" in words) == (skill < 0)


def test_the_words_of_the_promise() -> None:
    """A game lost by 5 whose par was -9 was outplayed by 4."""
    words = skill_words(ended(-5, 1), GamePar(-9, exact=True))
    assert words == "You lost by 5. Par was −9: you outplayed it by 4 points."


def test_an_estimate_is_marked() -> None:
    """Skill is told of an estimated par only where that is twice its error away."""
    for error, known in ((None, False), (3.0, False), (2.0, True)):
        words = skill_words(ended(-5, 1), GamePar(-9, exact=False, error=error))
        assert ("not known yet" in words) is not known
        assert words.count("±") == (0 if error is None else 1 + known)
    assert not {*"~±"} & {*skill_words(ended(-5, 1), GamePar(-9, exact=True))}


def test_before_par_is_known_there_is_a_sentence() -> None:
    """The line says what is missing; in a game given up it stays empty for good."""
    assert "The review separates" in skill_words(ended(3, 1), None)
    start = position("5m5p/5p5m/9s/9s 1 0-0")
    session = Session(Setup((Seat("Ada"), Seat("Ben")), start))
    session.play(session.position.legal_moves[0])
    session.resign(2)
    assert skill_words(session, GamePar(3, exact=True)) == ""


def test_between_friends_somebody_did_better() -> None:
    """In a game of two people it names who did better than par, and by how much."""
    assert "Ben did 12 points better" in skill_words(ended(-5, None), GamePar(7, exact=True))
    assert "Ada did 1 point better" in skill_words(ended(8, None), GamePar(7, exact=True))


def test_a_proven_par_comes_first() -> None:
    """What is proven of the deal counts before any review."""
    assert par_of(4, None) == GamePar(4, exact=True)
    assert par_of(None, None) is None


# --- where it leads -----------------------------------------------------------------------------


def games(*margins: int, level: str = "casual", hints: tuple[int, int] = (0, 0)) -> list[OwnGame]:
    return own_games([game(one, opponent=level, hints=hints) for one in margins])


def test_two_wins_lead_upwards() -> None:
    """After one win the next level is in sight, after two it is offered."""
    first = level_advice(ended(5, 1), games(5))
    assert first is not None
    assert (first.level, "One more win" in first.words, "Club" in first.words) == ("", True, True)
    second = level_advice(ended(5, 1), games(5, 8))
    assert second is not None
    assert (second.level, second.words) == (
        "club",
        "Won 2 games in a row against Casual: try Club.",
    )


def test_wins_with_help_do_not() -> None:
    """Wins with hints offer nothing; it is said what would."""
    found = level_advice(ended(5, 1), games(5, 8, hints=(1, 0)))
    assert found is not None
    assert found.level == ""
    assert "without help" in found.words


def test_losses_lead_downwards() -> None:
    """Somebody who has never won is offered a weaker level at once, unless it was close."""
    found = level_advice(ended(-25, 1), games(-25))
    assert found is not None
    assert found.level == "novice"
    assert level_advice(ended(-1, 1), games(-1)) is None


def test_at_the_ends_of_the_ladder_nothing_is_offered() -> None:
    """Nobody is stronger than the strongest level, nobody weaker than the weakest."""
    names = [label.name for label in ladder()]
    assert level_advice(ended(5, 1, level=names[-1]), games(5, 5, level=names[-1])) is None
    assert level_advice(ended(-5, 1, level=names[0]), games(-5, level=names[0])) is None


def test_games_of_two_people_lead_nowhere() -> None:
    """Only games against a level lead to one, and only the one that was just kept."""
    assert level_advice(ended(5, None), games(5, 8)) is None
    assert level_advice(ended(5, 1, level="club"), games(5, 8)) is None
    assert level_advice(ended(5, 1), []) is None


def test_the_games_of_the_record_are_understood() -> None:
    """Sessions that were kept lead as the games made by hand do."""
    session = ended(5, 1)
    whole = dataclasses.replace(game_of(session, NOON), start=str(deal(7)))
    found = level_advice(session, own_games([whole, whole]))
    assert found is not None
    assert found.level == "club"


def test_who_resigns_at_once_gets_no_advice() -> None:
    """After a few moves nothing is known of which level suits, and that is said."""
    session = Session(Setup((Seat("Ada"), Seat(solver=True, level="perfect")), deal(3)))
    session.resign(1)
    found = level_advice(session, own_games([game_of(session, NOON)]))
    assert found is not None
    assert found.level == ""
    assert "Too few moves" in found.words


def test_a_game_from_the_middle_leads_nowhere() -> None:
    """Whoever plays on from a table that is half empty is told of no next level."""
    session = ended(5, 1)
    found = level_advice(session, own_games([game_of(session, NOON)] * 2))
    assert found is not None
    assert found.level == ""
