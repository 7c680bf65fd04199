"""What can be kept or sent of a game."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from battle.analysis.ledger import review_line
from battle.analysis.study import Study
from battle.analysis.values import Values
from battle.language import use
from battle.report.export import keep_values, review_html, review_of_game, write_review
from battle.rules.deal import deal
from battle.rules.record import Record, evaluation_in, record, without_commands
from tests.support.strategies import played


def guessed(seed: int = 5, plies: int = 9) -> Record:
    """Return a game of a few moves whose every position has a guess after it."""
    random = Random(seed)
    game = played(deal(seed), random, plies)
    for node in game.main_line():
        node.comment = f"[%eval ~{random.randint(-9, 9)}] said by Ada"
    return Record({"First": "Ada", "Second": "Ben", "Deal": str(seed)}, game)


def test_the_values_of_a_review_come_into_the_record() -> None:
    """Read again, the record's evaluations give the same review; its words are still there."""
    made = guessed()
    review = review_of_game(Study(made.game))
    assert review is not None
    keep_values(made, review)
    again = record(made.text)
    assert review_of_game(Study(again.game)) == review
    nodes = again.game.main_line()
    assert [without_commands(node.comment) for node in nodes] == ["said by Ada"] * len(nodes)


def test_proven_values_are_kept_as_proven() -> None:
    """What the review proves has `=` in the record, what it guesses has `~`."""
    game = played(deal(3), Random(3), 60)
    nodes = game.main_line()
    values = Values()
    for node in nodes[:-1]:
        values.guess(node.position, 0)
    review = review_line(nodes, values)
    assert review is not None
    keep_values(made := Record({}, game), review)
    relations = [str(evaluation_in(node.comment))[0] for node in nodes]
    assert made.game is game
    assert (relations[-1], relations[0]) == ("=", "~")


def test_a_page_is_written(tmp_path: Path) -> None:
    """The file is the page, with the values in the record at its end."""
    made = guessed()
    review = review_of_game(Study(made.game))
    assert review is not None
    file = tmp_path / "made" / "page.html"
    write_review(file, made, review, {})
    assert file.read_text(encoding="utf-8") == review_html(made, review)
    assert "[%eval ~" in file.read_text(encoding="utf-8")


def test_a_page_that_cannot_be_written_is_an_error(read_only: Path) -> None:
    """It is the caller who tells it."""
    made = guessed()
    review = review_of_game(Study(made.game))
    assert review is not None
    with pytest.raises(OSError, match=r"\w"):
        write_review(read_only / "page.html", made, review, {})


def test_a_game_with_a_missing_value_has_no_review() -> None:
    """There is nothing to say about a game nobody has looked at."""
    assert review_of_game(Study(played(deal(2), Random(2), 9))) is None


def test_a_page_is_in_the_language_in_use() -> None:
    """German pages say so."""
    made = guessed()
    review = review_of_game(Study(made.game))
    assert review is not None
    use("de")
    assert '<html lang="de">' in review_html(made, review)
