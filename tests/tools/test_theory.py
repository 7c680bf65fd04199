"""The theory's statements on a share of its class, and the verifier of certificates."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from battle.rules import certificate
from battle.rules.position import position
from tools import verify
from tools.portrait import theory
from tools.portrait.__main__ import PLACE
from tools.reference import Columns, columns_of

CERTIFICATES = PLACE / "certificates"


def share() -> Iterator[Columns]:
    """Yield every 40th position of up to six tiles, and some random ones."""
    yield from islice(theory.small_class(6), 0, None, 40)
    yield from theory.random_positions(10)


def test_no_statement_has_a_counterexample() -> None:
    """All hold in small positions; the whole class: `python -m tools.portrait.theory`."""
    assert list(theory.counterexamples(share())) == []


def test_statements_about_plain_positions_need_plainness() -> None:
    """Of four eights three are free: games leave different tiles."""
    columns = columns_of(position("8m/8m1s1s8m8m"))
    assert not theory.is_plain(columns)
    assert len(theory.ends(columns)) == 2


def test_one_move_before_needs_an_even_kind() -> None:
    """Three of four eights are free: what the lone one and the bottom one leave is worth 7."""
    columns = columns_of(position("8m/8m1s1s8m8m"))
    after = theory.without(columns, frozenset({(0, 0), (1, 4)}))
    assert theory.is_plain(after)
    assert not theory.is_even(columns, columns[0][0])
    assert (theory.value(columns), theory.value(after)) == (8, 7)


def test_two_of_four_needs_what_it_asks_for() -> None:
    """It fails where m uncovers one tile, and where a free kind of four lies over a covered one."""
    columns = columns_of(position("2m4m3m2m/4m3m4m4m"))
    after = theory.without(columns, frozenset({(0, 0), (0, 3)}))
    assert (theory.value(columns), theory.value(after)) == (3, 5)
    columns = columns_of(position("6m9m7m/6p3m6p1m6m/7m7m/3m/1m/9m/7m6m1p6m1p"))
    after = theory.without(columns, frozenset({(0, 2), (2, 0)}))
    assert (theory.value(columns), theory.value(after)) == (0, 12)


def test_theorem_one_fails_where_its_example_says() -> None:
    """In 4 4 9 9, 9 and 9 the lone nines end the game at once; the other nines clear the table."""
    columns = columns_of(position("4m4m9m9m/9m/9m", paired=False))
    sizes = {len(b"".join(after)): gain for gain, after in theory.moves_of(columns)}
    assert not theory.is_plain(columns)
    assert {len(b"".join(one)) for one in theory.ends(columns)} == {0, 4}
    assert sizes == {4: 9}
    assert theory.longest(columns) == 3


def test_a_wrong_statement_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """That the player to move never loses has counterexamples, and they are named."""

    def never_loses(columns: Columns) -> bool:
        return theory.value(columns) >= 0

    monkeypatch.setattr(theory, "STATEMENTS", (never_loses,))
    found = [*theory.counterexamples(iter([(b"\x00\x08\x08\x00",)]))]
    assert found == [("never_loses", (b"\x00\x08\x08\x00",))]


def test_the_class_has_every_position_once() -> None:
    """Of a kind of two there are two, of a kind of four five, of two kinds of two fourteen."""
    found = [*theory.small_class(4)]
    assert len(found) == len({*found}) == 3 * 2 + 3 * 5 + 3 * 14


def test_stacks_are_as_long_as_their_columns() -> None:
    """As many pairs can be taken from stacks as from the columns they become."""
    random = Random(2)
    for stacks in (theory.random_stacks(random) for _ in range(20)):
        assert theory.longest_solitaire(stacks) == theory.longest(theory.reduced(stacks))


def rows() -> dict[str, dict[str, str]]:
    """Return the endgames that have certificates, by deal."""
    text = (CERTIFICATES / "endgames.csv").read_text(encoding="utf-8")
    return {row["deal"]: row for row in csv.DictReader(text.splitlines())}


def test_every_endgame_has_a_certificate() -> None:
    """There is a file for each, and the verifier is no longer than a hundred lines."""
    assert {*rows()} == {file.stem for file in CERTIFICATES.glob("*.txt")}
    lines = (PLACE.parents[1] / "tools" / "verify.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 100


@pytest.mark.parametrize("number", ["97", "12"])
def test_a_certificate_is_verified_by_both_programs(number: str) -> None:
    """The stand-alone verifier and the program's own come to the same, and see what is wrong."""
    row, text = rows()[number], (CERTIFICATES / f"{number}.txt").read_text(encoding="utf-8")
    found = certificate.verify(text)
    assert found.lower == found.upper == int(row["value"])
    assert verify.check(row, text)
    more = str(int(row["value"]) + 1)
    for one, other in (
        (row, text.replace("at least ", "at least 1")),
        (row | {"value": more}, text),
    ):
        assert not verify.check(one, other)
    raised = text.replace(f"at least {row['value']}\n", f"at least {more}\n").replace(
        f"at most {row['value']}\n", f"at most {more}\n"
    )
    assert not verify.check(row | {"value": more}, raised)
    other_deal = row | {"moves": " ".join(row["moves"].split()[:-2])}
    assert not verify.check(other_deal, text)
