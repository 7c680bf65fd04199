"""Two hundred games with hints at random moves: none speaks against itself, all places agree."""

from __future__ import annotations

from random import Random

import pytest

from battle.analysis.ledger import review_line
from battle.commands.reviews import review
from battle.game.session import Seat, Session, Setup
from battle.game.session_study import study_of
from battle.rules.deal import deal
from solver.api import Solver
from tests.support.endgame_values import Truth
from tests.support.hinted_games import QuickEngine, check_hinted, check_places, new_help, play
from tests.support.twin import bad_game
from tests.support.twin_engine import TwinEngine

SHARES = 8
MORE = [pytest.param(share, marks=pytest.mark.slow) for share in range(1, SHARES)]


@pytest.mark.parametrize("share", [0, *MORE])
def test_endgames_with_hints(share: int) -> None:
    """160 endgames: what the engine guessed is not marked, and what is proven later is blamed."""
    truth, blamed = Truth(), 0
    for seed in range(20 * share, 20 * share + 20):
        lot = Random(seed)
        engine = TwinEngine(lot.randint(1, 4), blind=lot.random() < 0.7)
        engine.error = lot.choice((1.0, 3.0, None))
        session = Session(Setup((Seat("Ada"), Seat("Ben")), bad_game(seed % 40, 14).start))
        help = new_help(engine, session)
        hinted = play(session, help, lot, 60)
        study = study_of(session, values=help.values)
        study.to_end()
        nodes = study.line()
        for node in nodes:
            if not node.position.is_over and lot.random() < 0.4:
                study.values.learn(node.position, truth.look(lot, node.position))
        for proven in (False, True):
            for node in nodes if proven else nodes[-3:]:
                study.values.learn(node.position, truth.proof(node.position))
            made = review_line(nodes, study.values)
            if made is not None:
                blamed += check_hinted(session, hinted, made)
                check_places(study, session, made)
    assert blamed


@pytest.mark.slow
def test_whole_games_with_hints_of_the_real_engine() -> None:
    """40 games on full deals, hints after 200 nodes, reviewed with as few and then with more."""
    with Solver(1, 16, known_deals=False) as solver:
        for seed in range(40):
            lot = Random(seed)
            session = Session(Setup((Seat("Ada"), Seat("Ben")), deal(7000 + seed), 7000 + seed))
            help = new_help(QuickEngine(solver, 200), session)
            hinted = play(session, help, lot, 60)
            study = study_of(session, values=help.values)
            for nodes in (100, 500):
                quick = QuickEngine(solver, nodes)
                made = review(session.game, quick, study.values, 60.0)
                study.to_end()
                check_hinted(session, hinted, made)
                check_places(study, session, made)
