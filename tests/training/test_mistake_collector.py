"""What of a reviewed game comes into the record and into the deck, against the slow twin."""

from __future__ import annotations

import pytest

from battle.analysis.study import Study
from battle.analysis.values import Finding
from battle.game.session import Seat, Session, Setup
from battle.game.session_study import study_of
from battle.rules.game import Game
from battle.rules.position import PLAYERS, Player, Position
from battle.training.background_review import Learning
from battle.training.problems import Source, key_of
from tests.support.review_services import FakeServices
from tests.support.twin import bad_game, costly
from tools.reference import move_values


def proven(session: Session) -> Study:
    """Return the study of a game in which every move's value is known."""
    study = study_of(session)
    for node in study.line():
        values = move_values(node.position)
        found = [Finding(move, value, value, value) for move, value in values.items()]
        study.values.learn(node.position, found)
    return study


def wrong(game: Game, player: Player | None = None) -> set[str]:
    """Return the keys of the positions in which points were given away."""
    places: list[Position] = [node.parent.position for node in costly(game) if node.parent]
    return {key_of(place) for place in places if player in (None, place.to_move)}


def test_a_review_is_kept_and_every_proven_mistake_is_learned_from(services: FakeServices) -> None:
    """Of two people both learn; the record tells from then on what the game lost."""
    game = bad_game()
    session = services.played(game)
    learning = services.mistake_collector.collect(session, proven(session))
    entries = services.deck.entries()
    assert {one.key for one in entries} == wrong(game)
    assert {one.source for one in entries} == {Source.OWN}
    assert learning == Learning(len(entries), ())
    (kept,) = services.records.games()
    assert kept.lost == kept.proven
    assert kept.lost is not None


def test_what_was_learned_from_already_is_not_new(services: FakeServices) -> None:
    """The same review once more puts nothing into the deck."""
    session = services.played(bad_game())
    study = proven(session)
    assert services.mistake_collector.collect(session, study).new > 0
    assert services.mistake_collector.collect(session, study) == Learning()


@pytest.mark.parametrize("program", PLAYERS)
def test_against_a_program_only_the_person_learns(services: FakeServices, program: Player) -> None:
    """The program's mistakes do not come into the deck."""
    game = bad_game()
    session = services.played(game, program)
    services.mistake_collector.collect(session, proven(session))
    assert {one.key for one in services.deck.entries()} == wrong(game, 1 if program == 2 else 2)


def test_a_game_that_is_not_in_the_record_is_not_learned_from(services: FakeServices) -> None:
    """What was deleted, or never recorded, stays out of the record and of the deck."""
    session = Session(Setup((Seat("Ada"), Seat("Ben")), bad_game().start))
    assert services.mistake_collector.collect(session, study_of(session)) == Learning()
    assert services.deck.entries() == []
    assert services.records.games() == []
