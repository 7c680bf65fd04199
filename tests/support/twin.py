"""A pilot whose solver answers with the slow twin's values, and a game with mistakes for it."""

from __future__ import annotations

from random import Random

from battle.analysis.study import Study
from battle.game.session import Session
from battle.rules.deal import deal, played_down
from battle.rules.game import Game, Node
from battle.rules.position import Position
from battle.rules.record import Record
from battle.window.study.scene import StudyScene
from tests.support.pilot import FRAME, Pilot
from tests.support.twin_engine import TwinEngine
from tools.reference import move_values, value


def seat_twin(pilot: Pilot, **ways: bool) -> TwinEngine:
    """Let the twin be the app's solver."""
    twin = TwinEngine(**ways)
    pilot.app.scheduler.engine = twin
    return twin


def bad_game(seed: int = 1, tiles: int = 20) -> Game:
    """Return a game of an endgame in which both players make mistakes."""
    random = Random(seed)
    while True:
        start = played_down(random, deal(random.randint(1, 10_000)), tiles)
        game = Game(Position(start.columns, start.to_move))
        while not game.position.is_over:
            game.play(random.choice(game.position.legal_moves))
        losers = {node.parent.position.to_move for node in costly(game) if node.parent}
        if losers == {1, 2}:
            return game


def cost_of(node: Node) -> int:
    """Return what the move to a node cost, by the slow twin."""
    assert node.parent is not None
    assert node.move is not None
    values = move_values(node.parent.position)
    return max(values.values()) - values[node.move]


def costly(game: Game) -> list[Node]:
    """Return the nodes after the main line's costly moves."""
    return [node for node in game.root.main_line() if cost_of(node)]


def analysed(pilot: Pilot, game: Game, **tags: str) -> StudyScene:
    """Analyse a game, from its start on."""
    study = Study(game)
    study.to_start()
    scene = StudyScene(pilot.app, study, Session.from_record(Record(tags, game)))
    pilot.app.push(scene)
    pilot.run(2 * FRAME)
    return scene


def reviewed(pilot: Pilot, game: Game, **tags: str) -> StudyScene:
    """Analyse a game and wait for its review."""
    scene = analysed(pilot, game, **tags)
    pilot.press("r")
    finish_review(pilot, scene)
    return scene


def finish_review(pilot: Pilot, scene: StudyScene) -> None:
    """Let frames pass until the review is over and shown."""
    for _ in range(600):
        if scene.analyst.review is None:
            break
        pilot.run(FRAME)
    assert scene.analyst.review is None
    pilot.run(0.3)


def margin(place: Position) -> int:
    """Return the final margin of a position with perfect play, by the slow twin."""
    return place.margin + (value(place) if place.to_move == 1 else -value(place))


def winner(place: Position) -> int:
    """Return 1, -1 or 0 for who wins with perfect play."""
    return (margin(place) > 0) - (margin(place) < 0)


def turned_game() -> Game:
    """Return a game with mistakes in which who wins changes."""
    return next(
        game
        for game in map(bad_game, range(100))
        if len({winner(node.position) for node in (game.root, *game.root.main_line())}) > 1
    )
