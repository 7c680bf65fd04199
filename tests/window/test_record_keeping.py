"""What is kept of games, proven behind other screens, and said of their turning point."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.profile.store import FILE_NAME
from battle.rules.position import position
from battle.storage import Places
from battle.window.result import ResultScene
from battle.window.start import StartScene
from battle.window.table import TableScene
from tests.support.endgames import play_out
from tests.support.engines import TwinEngine
from tests.support.pilot import (
    FRAME,
    Pilot,
    bad_game,
    friends,
    pilot_at,
    seat_twin,
)
from tests.support.records import printings

# -- record keeping -------------------------------------------------------------------------------

SHORT = position("5m/5m/9s/9s 1 100-120")


def test_the_end_of_a_game_prints_its_record_once(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person's record, the last game and the screens that come and go share one text.

    It is printed again only with what the review has found.
    """
    printed = printings(monkeypatch)
    table = friends(pilot, SHORT)
    while table.session.ending is None:
        printed.clear()
        table.session.play(table.session.position.legal_moves[0])
    pilot.run(1)
    assert isinstance(pilot.scene, ResultScene)
    pilot.app.go("table", table.session)
    pilot.run(0.1)
    (kept,) = pilot.app.records.games()
    assert kept.record in printed
    assert len(printed) == len({*printed})


def test_what_is_damaged_is_told_at_once(tmp_path: Path) -> None:
    """The note names settings, unfinished game and record; games are kept from then on."""
    places = Places.below(tmp_path)
    names = ("settings.json", "unfinished.mjb", FILE_NAME)
    for folder, name in zip((places.config, places.data, places.data), names, strict=True):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"SQLite format 3\0 and nothing that follows")
    with pilot_at(tmp_path, animation=False, sound=False) as pilot:
        pilot.app.go("home")
        pilot.run(0.1)
        assert pilot.app.message.kind == "problem"
        assert all(name in pilot.app.toast.text for name in names)
        play_out(friends(pilot, SHORT).session)
        pilot.run(0.1)
        assert len(pilot.app.records.games()) == 1
    assert (places.data / f"{FILE_NAME}.damaged-1").exists()


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


# -- background proof -----------------------------------------------------------------------------


def ended(pilot: Pilot) -> tuple[TableScene, ResultScene, TwinEngine]:
    """Play a game to its end at the table, with a solver whose proofs take a while."""
    twin = seat_twin(pilot)
    twin.reports = 12
    game = bad_game()
    table = friends(pilot, game.start)
    for move in game.moves:
        table.session.play(move)
    review = table.study.reviewed()
    for node in review.study.nodes():
        review.study.values.guess(node.position, 1)
    pilot.app.change(auto_review=False)
    pilot.run(2 * FRAME)
    assert isinstance(pilot.scene, ResultScene)
    pilot.app.prover.take(review)
    pilot.run(4 * FRAME)
    return table, pilot.scene, twin


def let_finish_of_background_proof(pilot: Pilot, result: ResultScene) -> None:
    review = result.screen.study.review
    assert review is not None
    pilot.until(lambda: review.is_proven)


def test_the_signs_of_the_card_fill_in(pilot: Pilot) -> None:
    """Behind the result the game is proven: no sign stays hollow; in the end the record has it."""
    _, result, _ = ended(pilot)
    played = result.screen.played
    assert not all(sign.mark is not None for sign in played.signs)
    let_finish_of_background_proof(pilot, result)
    pilot.run(4 * FRAME)
    assert all(sign.mark is not None for sign in played.signs)
    pilot.run(1.0)
    (game,) = pilot.app.records.games()
    assert game.exact_from == 1
    assert pilot.app.prover.waiting == {}


def test_a_game_in_play_has_the_solver_for_itself(pilot: Pilot) -> None:
    """While a game is played, also under a card, nothing is proven; without it, it goes on."""
    _, result, twin = ended(pilot)
    assert twin.busy
    friends(pilot)
    pilot.run(3 * FRAME)
    assert not twin.busy
    pilot.app.go("settings")
    asked = len(twin.queries)
    pilot.run(0.5)
    assert len(twin.queries) == asked
    pilot.app.go("home")
    assert isinstance(pilot.scene, StartScene)
    let_finish_of_background_proof(pilot, result)


# -- turning point --------------------------------------------------------------------------------
