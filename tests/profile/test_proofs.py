"""Proven values kept between runs, held against the slow twin."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from battle.analysis.study import Study
from battle.profile.proofs import Pars, Proofs, key_of
from battle.profile.store import FILE_NAME, Database
from battle.rules.deal import deal
from battle.rules.disguise import random_disguise
from battle.rules.game import Game
from battle.rules.position import Position, position
from battle.storage import Places
from tools import reference

START = position("5m5p6m/5p5m6m/9s7p/9s7p")


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places.below(tmp_path)


def value_of(place: Position) -> int:
    return max(reference.move_values(place).values(), default=0)


def study() -> Study:
    """Return a study of a game of three moves."""
    game = Game(START)
    for _ in range(3):
        game.play(game.position.legal_moves[0])
    return Study(game)


def test_what_is_proven_is_known_the_next_time(places: Places) -> None:
    """A study of the same positions in another run knows all that was proven in this one."""
    first = study()
    for node in first.nodes():
        first.values.prove(node.position, value_of(node.position), value_of(node.position))
    kept = Proofs(Database.of(places))
    kept.keep(first)
    kept.wait()
    second = study()
    Proofs(Database.of(places)).recall(second)
    for node in second.nodes():
        known = second.values.known(node.position)
        assert (known.lower, known.upper) == (value_of(node.position),) * 2


def test_guesses_and_claims_are_not_kept(places: Places) -> None:
    """Neither a guess nor what a record claims comes back as a proof."""
    first = study()
    first.values.guess(START, 3)
    first.values.tell(START, 4, 4)
    kept = Proofs(Database.of(places))
    kept.keep(first)
    kept.wait()
    second = study()
    Proofs(Database.of(places)).recall(second)
    assert not second.values.known(START).is_exact


def test_a_contradiction_is_passed_over(places: Places) -> None:
    """A kept value that a proof contradicts changes nothing, and the rest is taken in."""
    true = value_of(START)
    database = Database.of(places)
    kept = Proofs(database)
    rows = [(key_of(START), true + 1, true + 1)]
    database.write(lambda link: link.executemany("INSERT INTO proven VALUES (?, ?, ?)", rows))
    proven = study()
    proven.values.prove(START, true, true)
    kept.recall(proven)
    assert proven.values.known(START).lower == proven.values.known(START).upper == true


def test_a_damaged_file_costs_the_proofs_only(places: Places) -> None:
    """A database that cannot be read is set aside; the study is as it was."""
    places.data.mkdir(parents=True)
    (places.data / FILE_NAME).write_bytes(b"no database" * 1000)
    database = Database.of(places)
    found = study()
    Proofs(database).recall(found)
    assert not found.values.known(START).is_exact
    assert database.take_messages()


def test_the_key_is_the_grids(places: Places) -> None:
    """Positions of one grid share a key whoever moves and whatever the points; others do not."""
    other = Position(START.columns, 2, (9, 12))
    assert key_of(other) == key_of(START)
    assert key_of(START.play(START.legal_moves[0])) != key_of(START)


def test_a_solved_deal_is_recalled_in_disguise(places: Places) -> None:
    """A study that begins from a solved deal, however it is disguised, knows its par at once."""
    database = Database.of(places)
    kept = Proofs(database, Pars(database, {77: -12}))
    found = Study(Game(random_disguise(Random(3)).of_position(deal(77))))
    kept.recall(found)
    known = found.values.known(found.position)
    assert (known.lower, known.upper) == (-12, -12)
