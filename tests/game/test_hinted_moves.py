"""Moves that hints had named: the record tells which, and a hint that was wrong is blamed."""

from __future__ import annotations

from battle.analysis.ledger import Mark, review_line
from battle.analysis.study import Study
from battle.analysis.values import Finding, Values
from battle.commands.output import review_text
from battle.game.session import Seat, Session, Setup
from battle.page.review import blame_words
from battle.rules.position import position
from battle.rules.record import is_hinted, with_clock, with_hint, without_commands
from battle.words.moves import pair_words
from tests.support.endgame_values import Truth

START = position("5m5p/5p5m/9s/9s")


def session() -> Session:
    """Return a small game of two people."""
    return Session(Setup((Seat("Ada"), Seat("Ben")), START))


def test_only_the_pair_that_was_hinted_is_noted() -> None:
    """A hint belongs to its position, the last one counts, and taking back forgets nothing."""
    first, *others = START.legal_moves
    for noted, played in ((first, first), (first, others[0]), (others[0], others[0])):
        game = session()
        game.note_hint(first)
        game.note_hint(noted)
        game.play(played)
        assert is_hinted(game.game.node.comment) == (noted == played)
        if game.ending is None:
            game.play(game.position.legal_moves[0])
            assert not is_hinted(game.game.node.comment)


def test_the_record_keeps_what_was_hinted() -> None:
    """Written and read again, the same moves are hinted; people do not see the command."""
    game = session()
    game.note_hint(START.legal_moves[0])
    game.play(START.legal_moves[0])
    text = game.record().text
    assert "[%hint]" in text
    again = Session.from_record(game.record())
    assert is_hinted(again.game.root.children[0].comment)
    assert again.record().text == text
    comment = with_hint(with_clock("well played", 12))
    assert with_hint(comment) == comment
    assert without_commands(comment) == "well played"
    assert is_hinted(with_clock(comment, 5))


def test_a_hint_is_blamed_when_its_pair_is_proven_worse_and_not_before() -> None:
    """An estimate, however bad, neither marks nor blames; a proof does both, by name."""
    truth = Truth()
    best = truth.best(START)
    worse = next(move for move in START.legal_moves if move not in best)
    game = session()
    game.note_hint(worse)
    game.play(worse)
    study = Study(game.game, Values())
    nodes = study.line()
    left = START.points_left
    guesses = [
        Finding(move, -left, left, -9 if move == worse else 9, 1, (move,), 1.0)
        for move in START.legal_moves
    ]
    study.values.learn(START, guesses)
    made = review_line(nodes, study.values)
    assert made is not None
    assert made.moves[0].hinted
    assert made.moves[0].mark() is Mark.NONE
    assert not made.moves[0].blames_hint
    assert "hint was wrong" not in review_text(made, {})
    for node in nodes:
        study.values.learn(node.position, truth.proof(node.position))
    made = review_line(nodes, study.values)
    assert made is not None
    assert made.moves[0].blames_hint
    assert "the hint was wrong" in review_text(made, {})
    assert made.moves[0].as_dict()["hinted"] is True
    pair = pair_words(START, worse)
    words = blame_words(pair, made.moves[0].told)
    assert words.startswith(f"The hint was wrong: {pair} costs {made.moves[0].cost} point")
