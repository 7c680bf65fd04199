"""The proof of a line: from its end, by values alone, giving way to whoever else asks."""

from __future__ import annotations

from battle import language
from battle.analysis.ledger import review_line
from battle.analysis.values import Values
from battle.engine.engine import Query
from battle.engine.line_proof import LineProof
from battle.protocol import Info, Limit
from battle.rules.game import Game, Node
from tests.support.fake_engine import FakeEngine
from tests.support.twin import bad_game, cost_of
from tests.support.twin_engine import TwinEngine


def line_of(game: Game) -> list[Node]:
    return game.main_line()


def let_finish(proof: LineProof) -> None:
    for _ in range(2000):
        proof.update()
        if proof.is_done or proof.failure:
            return
    raise AssertionError


def test_every_move_costs_what_the_twin_says() -> None:
    """When it is done all of the line is proven, and each move's cost is the slow twin's."""
    game, values = bad_game(), Values()
    let_finish(LineProof(TwinEngine(), values, line_of(game)))
    review = review_line(line_of(game), values)
    assert review is not None
    assert (review.exact_from, review.balances()) == (1, True)
    assert [move.cost for move in review.moves] == [cost_of(n) for n in game.root.main_line()]


def test_it_asks_from_the_end_for_one_proof_each() -> None:
    """Positions are asked about once, the last first, until proven, with the game's start."""
    game, engine = bad_game(), TwinEngine()
    let_finish(LineProof(engine, Values(), line_of(game)))
    left = [position.tiles_left for position in engine.asked]
    assert left == sorted(left)
    assert len(set(left)) == len(left)
    assert {(query.limit, query.lines) for query in engine.queries} == {(Limit(exact=True), 1)}
    assert {query.start for query in engine.queries} == {game.start}


def test_what_is_known_is_not_asked() -> None:
    """Positions whose values are proven already are passed over."""
    game, values = bad_game(), Values()
    let_finish(LineProof(TwinEngine(), values, line_of(game)))
    again = TwinEngine()
    proof = LineProof(again, values, line_of(game))
    assert proof.is_done
    proof.update()
    assert again.queries == []


def test_bounds_on_the_way_are_taken_in() -> None:
    """What is proven of a position before its value is known already."""
    game, values, engine = bad_game(), Values(), FakeEngine(silent=True)
    node = line_of(game)[0]
    proof = LineProof(engine, values, [node])
    proof.update()
    move = node.position.legal_moves[0]
    engine.say(Info(1, 1, 1, 2, -1, 5, 1000, 1000, 1, 1.0, (move,)))
    proof.update()
    known = values.known(node.position)
    assert known.lower >= -1
    assert known.upper <= 5


def test_it_gives_way_to_somebody_else() -> None:
    """While another query is the newest it neither polls nor asks nor cancels; then it goes on."""
    game, engine = bad_game(), TwinEngine()
    proof = LineProof(engine, Values(), line_of(game))
    while not proof.is_running:
        proof.update()
    other = engine.ask(Query(game.start, (), Limit(nodes=1)))
    cancelled = engine.cancelled
    for _ in range(5):
        proof.update()
    proof.rest()
    assert (engine.busy, engine.last_id, engine.cancelled) == (True, other, cancelled)
    while engine.busy:
        engine.poll()
    let_finish(proof)
    assert proof.is_done


def test_at_rest_the_engine_is_free() -> None:
    """At rest nothing runs, and the next update asks again."""
    engine = TwinEngine()
    proof = LineProof(engine, Values(), line_of(bad_game()))
    proof.update()
    proof.rest()
    assert not engine.busy
    let_finish(proof)
    assert proof.is_done


def test_an_engine_that_fails_ends_it_until_it_is_tried_again() -> None:
    """A failure is told; tried again the engine is started and the proof goes on."""
    engine = TwinEngine()
    proof = LineProof(engine, Values(), line_of(bad_game()))
    proof.update()
    engine.fail("it broke")
    proof.update()
    assert (proof.failure, proof.is_running) == ("it broke", False)
    proof.retry()
    assert engine.started == 1
    let_finish(proof)
    assert proof.is_done


def test_an_estimate_is_no_proof() -> None:
    """An answer that is not proven is a failure, told in the language in use; nothing is proven."""
    language.use("de")
    game = bad_game()
    values, engine = Values(), TwinEngine(blind=True)
    proof = LineProof(engine, values, line_of(game))
    let_finish(proof)
    assert proof.failure == "er hat einen Beweis aufgegeben"
    assert not values.known(game.start).is_exact
