"""What of the games at the table goes into the person's record."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.game.session import Session
from battle.game.tags import KEY_TAG
from battle.profile.store import FILE_NAME
from battle.rules.game import Ending, Game, Node, Reason
from battle.rules.position import position
from battle.rules.record import record
from battle.storage import Places
from battle.training.problems import Source, key_of
from battle.window.main import App
from battle.window.result.scene import ResultScene
from battle.window.study.scene import StudyScene
from battle.window.table.scene import TableScene
from battle.window.training.trainer_scene import TrainerScene
from tests.support.fake_engine import FakeEngine
from tests.support.pilot import (
    FRAME,
    Pilot,
    against_solver,
    best_move,
    friends,
    pilot_at,
)
from tests.support.twin import bad_game, cost_of, costly, seat_twin

SHORT = position("5m/5m/9s/9s 1 100-120")


def play_out(session: Session) -> None:
    while session.ending is None:
        session.play(best_move(session))


def play_game(pilot: Pilot, game: Game) -> TableScene:
    """Play a game at the table of two people to its end."""
    table = friends(pilot, game.root.position)
    for node in game.root.main_line():
        assert node.move is not None
        table.session.play(node.move)
    pilot.run(2 * FRAME)
    return table


def let_finish(pilot: Pilot, table: TableScene) -> None:
    """Wait until the review has ended and nothing more is proven."""
    for _ in range(900):
        pilot.run(FRAME)
        auto = table.study.review
        if auto is not None and auto.is_settled:
            pilot.run(2 * FRAME)
            return
    raise AssertionError("the review does not end")


def costly_of(game: Game) -> list[Node]:
    return [node for node in costly(game) if node.parent is not None]


def test_a_game_that_ends_is_kept_once(pilot: Pilot) -> None:
    """However long the result is looked at, the record has the game once, with who played."""
    table = against_solver(pilot, SHORT)
    play_out(table.session)
    pilot.run(1)
    (game,) = pilot.app.records.games()
    assert (game.person, game.points, game.ending) == (1, (109, 125), Ending(Reason.PLAYED_OUT, 2))
    assert game.seats == ("Ada", "Solver")
    assert game.key == table.session.tags[KEY_TAG]


def test_taken_back_and_ended_after_a_restart(tmp_path: Path) -> None:
    """A game taken back, continued in the next run and ended there is still one game."""
    with pilot_at(tmp_path, animation=False, sound=False) as pilot:
        table = against_solver(pilot, SHORT)
        play_out(table.session)
        pilot.run(0.1)
        pilot.run(1.1)
        pilot.press("escape")
        table.session.take_back()
        table.session.play(best_move(table.session))
        pilot.engine.silent = True
        pilot.run(0.1)
    with pilot_at(tmp_path, animation=False, sound=False) as pilot:
        pilot.app.push(TableScene(pilot.app, _unfinished(pilot)))
        pilot.run(0.1)
        play_out(pilot.session)
        pilot.run(0.1)
        assert len(pilot.app.records.games()) == 1


def _unfinished(pilot: Pilot) -> Session:
    text = (pilot.app.places.data / "unfinished.mjb").read_text(encoding="utf-8")
    return Session.from_record(record(text), now=pilot.app.now)


def test_the_review_comes_into_the_record(pilot: Pilot) -> None:
    """Points lost are those of the slow twin, and the record can be opened with its values."""
    seat_twin(pilot)
    game = bad_game()
    let_finish(pilot, play_game(pilot, game))
    (kept,) = pilot.app.records.games()
    lost = {1: 0, 2: 0}
    for node in costly_of(game):
        assert node.parent is not None
        lost[node.parent.position.to_move] += cost_of(node)
    assert kept.lost == kept.proven == (lost[1], lost[2])
    assert kept.par_exact
    assert "%eval" in kept.record


def test_a_result_that_is_asked_for_early_is_reviewed_too(tmp_path: Path) -> None:
    """Enter while the last tiles still fly shows the result at once, and the review goes on."""
    with pilot_at(tmp_path, animation=True, sound=False) as pilot:
        seat_twin(pilot)
        game = bad_game()
        table = friends(pilot, game.root.position)
        *first, last = game.root.main_line()
        for node in first:
            assert node.move is not None
            table.session.play(node.move)
        pilot.run(3.0)
        assert last.move is not None
        table.play(last.move)
        assert table.motion.moving
        pilot.press("return")
        assert isinstance(pilot.scene, ResultScene)
        assert not table.motion.moving
        let_finish(pilot, table)
        assert pilot.app.records.games()[-1].lost is not None


def test_own_mistakes_go_into_the_deck(pilot: Pilot) -> None:
    """Every position in which points were given away can be learned from, whoever gave them."""
    seat_twin(pilot)
    game = bad_game()
    let_finish(pilot, play_game(pilot, game))
    wrong = [node.parent.position for node in costly_of(game) if node.parent is not None]
    entries = pilot.app.deck.entries()
    assert {one.key for one in entries} == {key_of(place) for place in wrong[-8:]}
    assert {one.source for one in entries} == {Source.OWN}
    (kept,) = pilot.app.records.games()
    exercise = pilot.app.deck.next()
    assert exercise is not None
    assert exercise.game == kept.key
    assert pilot.app.message.text == f"{len(entries)} mistakes of this game wait in the trainer."


@pytest.mark.parametrize("by_key", [False, True])
def test_the_result_leads_to_the_mistakes(pilot: Pilot, by_key: bool) -> None:
    """A button in the review's corner opens the trainer; leaving it comes back to the result."""
    seat_twin(pilot)
    let_finish(pilot, play_game(pilot, bad_game()))
    pilot.run(1.1)
    words = f"Train {len(pilot.app.deck.entries())} mistakes"
    if by_key:
        result = pilot.scene
        assert isinstance(result, ResultScene)
        for _tab in result.order:
            if getattr(result.focused, "text", "") != words:
                pilot.press("tab")
        pilot.press("return")
    else:
        pilot.press_button(words)
    pilot.run(FRAME)
    assert isinstance(pilot.scene, TrainerScene)
    pilot.press("escape")
    pilot.run(FRAME)
    assert isinstance(pilot.scene, ResultScene)
    assert pilot.button(words)


def test_a_review_in_analyse_comes_into_the_record(tmp_path: Path) -> None:
    """A game of the record that is reviewed later, in Analyse, has its review from then on."""
    with pilot_at(tmp_path, auto_review=False, animation=False, sound=False) as pilot:
        seat_twin(pilot)
        play_game(pilot, bad_game())
        (before,) = pilot.app.records.games()
        assert before.lost is None
        pilot.press_button("Review")
        scene = pilot.scene
        assert isinstance(scene, StudyScene)
        for _ in range(600):
            if scene.analyst.review is None:
                break
            pilot.run(FRAME)
        pilot.app.pop()
        (after,) = pilot.app.records.games()
        assert after.lost is not None
        assert sum(after.lost) == sum(map(cost_of, costly(bad_game())))
        assert {one.source for one in pilot.app.deck.entries()} <= {Source.OWN}


def test_a_game_that_was_deleted_stays_deleted(pilot: Pilot) -> None:
    """A review that ends after its game was deleted brings it back neither here nor in the deck."""
    seat_twin(pilot)
    table = play_game(pilot, bad_game())
    pilot.app.records.remove(table.session.tags[KEY_TAG])
    let_finish(pilot, table)
    assert pilot.app.records.games() == []
    assert pilot.app.deck.entries() == []


def test_a_damaged_database_is_told_at_once(tmp_path: Path) -> None:
    """At the start the person hears that the record was set aside; games are kept from then on."""
    with pilot_at(tmp_path, sound=False) as pilot:
        file = pilot.app.places.data / FILE_NAME
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"SQLite format 3\0 and nothing that follows")
    with pilot_at(tmp_path, animation=False, sound=False) as pilot:
        pilot.app.go("home")
        pilot.run(0.1)
        assert pilot.app.message.kind == "problem"
        assert FILE_NAME in pilot.app.message.text
        play_out(friends(pilot, SHORT).session)
        pilot.run(0.1)
        assert len(pilot.app.records.games()) == 1
    assert file.with_name(f"{FILE_NAME}.damaged-1").exists()


def test_everything_damaged_is_told(tmp_path: Path) -> None:
    """With settings, unfinished game and record damaged the note names all three files."""
    places = Places.below(tmp_path)
    files = [places.config / "settings.json", places.data / "unfinished.mjb"]
    files.append(places.data / FILE_NAME)
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"nothing of use")
    app = App(places=places, size=(1280, 800), engine=FakeEngine())
    try:
        app.go("home")
        app.step(0.0)
        assert all(file.name in app.toast.text for file in files)
    finally:
        app.close()


def test_a_database_damaged_while_the_program_runs(pilot: Pilot) -> None:
    """What became of the record is said on the screen that is shown when it is noticed."""
    play_out(friends(pilot, SHORT).session)
    pilot.run(0.1)
    file = pilot.app.places.data / FILE_NAME
    file.unlink()
    file.write_bytes(b"no database")
    pilot.app.say("")
    play_out(friends(pilot, SHORT).session)
    pilot.run(0.1)
    assert FILE_NAME in pilot.app.message.text
    assert len(pilot.app.records.games()) == 1
