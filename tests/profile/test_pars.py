"""Tests of the pars that are known: shipped with the game and found on this machine."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

from battle.profile.proofs import Pars, pars_of, shipped_pars
from battle.profile.store import FILE_NAME, Database
from battle.rules.deal import deal
from battle.rules.disguise import random_disguise
from battle.storage import Places

FILE = """deal,par,nodes,seconds,best
1,0,12345,10.5,a1b2 c3d4
2,-9,12345,10.5,a1b2?

3,four,1,1.0,a1b2
4
5,999,1,1.0,a1b2
0,1,1,1.0,a1b2
6,7,1,1.0,a1b2
"""


def test_pars_are_read_as_far_as_they_can_be(tmp_path):
    """Damaged lines, and what cannot be a deal or a par, are left out."""
    file = tmp_path / "par.csv"
    assert pars_of(file) == {}
    file.write_text(FILE, "ascii")
    assert pars_of(file) == {1: 0, 2: -9, 6: 7}
    file.write_bytes(FILE.encode() + b"\xff\xfe,\n7,3,1,1.0,a1b2\n")
    assert pars_of(file) == {1: 0, 2: -9, 6: 7, 7: 3}


def test_pars_are_those_the_solver_writes(tmp_path):
    """What the solver prints as a row is read with the same deal and par."""
    from battle.rules.par import HEADER, Par, read

    rows = [Par(number, (number * 37) % 61 - 30, 5, 1.0, ()) for number in range(1, 200)]
    file = tmp_path / "par.csv"
    file.write_text(HEADER + "".join(row.row() for row in rows), "ascii")
    assert pars_of(file) == {number: par.value for number, par in read(file).items()}
    assert len(pars_of(file)) == 199


def test_the_shipped_deals_are_there():
    """The deals in the assets are known, each under its number."""
    lines = Path("assets/deals/par.csv").read_text("ascii").splitlines()[1:]
    expected = {int(line.split(",")[0]): int(line.split(",")[1]) for line in lines}
    assert dict(shipped_pars()) == expected


def test_what_was_found_is_known_the_next_time(tmp_path: Path):
    """A par that was kept is there in another run, beside those that come with the game."""
    places = Places.below(tmp_path)
    assert Pars(Database.of(places), {3: 4}).keep(77, -12) == []
    again = Pars(Database.of(places), {3: 4})
    assert again.all() == {3: 4, 77: -12}
    assert [again.value(deal(number)) for number in (3, 77, 78)] == [4, -12, None]


def test_a_par_is_known_in_any_disguise(tmp_path: Path):
    """Shipped or found, a deal in disguise is worth the same, from whoever's side it is asked."""
    pars, random = Pars(Database.of(Places.below(tmp_path)), {3: 4}), Random(9)
    pars.keep(77, -12)
    for number, value in ((3, 4), (77, -12)):
        shown = random_disguise(random).of_position(deal(number))
        assert (pars.value(shown), pars.margin(shown)) == (value, value)
        second = replace(shown, to_move=2)
        assert (pars.value(second), pars.margin(second)) == (value, -value)
        assert pars.value(shown.play(shown.legal_moves[0])) is None
    assert pars.margin(deal(78)) is None


def test_the_games_own_pars_count_before_others(tmp_path: Path):
    """What somebody wrote into the file does not replace what was shipped."""
    pars = Pars(Database.of(Places.below(tmp_path)), {3: 4})
    pars.keep(3, 50)
    assert (pars.value(deal(3)), pars.all()) == (4, {3: 4})


def test_a_damaged_file_costs_only_what_was_found(tmp_path: Path):
    """Without the file the shipped pars are known, and it is said what happened to it."""
    places = Places.below(tmp_path)
    places.data.mkdir(parents=True)
    (places.data / FILE_NAME).write_bytes(b"no database at all" * 99)
    database = Database.of(places)
    pars = Pars(database, {3: 4})
    assert pars.all() == {3: 4}
    assert database.take_messages()
    pars.keep(8, 1)
    assert Pars(Database.of(places), {}).all() == {8: 1}
