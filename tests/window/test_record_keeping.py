"""What is kept of games, proven behind other screens, and said of their turning point."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from battle import language
from battle.analysis.costs import Review, review_line
from battle.analysis.values import Values
from battle.page.blocks import MoveLine, Paragraph, Title, flat
from battle.page.review import review_page
from battle.profile.store import FILE_NAME
from battle.rules.position import position
from battle.rules.tree import Game, move_number
from battle.storage import Places
from battle.training.deck import Source, key_of
from battle.window.result import ResultScene
from battle.window.start import StartScene
from battle.window.table import TableScene
from tests.support.endgames import Truth, endgame_games, play_out, proven_review
from tests.support.engines import TwinEngine
from tests.support.pilot import (
    FRAME,
    Pilot,
    bad_game,
    costly,
    friends,
    pilot_at,
    played,
    seat_twin,
)
from tests.support.records import printings

# -- record keeping -------------------------------------------------------------------------------

SHORT = position("5m/5m/9s/9s 1 100-120")


def test_own_mistakes_go_into_the_deck(pilot: Pilot) -> None:
    """Every position in which points were given away can be learned from, whoever gave them."""
    seat_twin(pilot)
    game = bad_game()
    table = played(pilot, game)
    pilot.until(lambda: table.study.review is not None and table.study.review.is_settled)
    wrong = [node.parent.position for node in costly(game)]
    entries = pilot.app.deck.entries()
    assert {one.key for one in entries} == {key_of(place) for place in wrong[-8:]}
    assert {one.source for one in entries} == {Source.OWN}
    (kept,) = pilot.app.records.games()
    assert pilot.app.deck.next().game == kept.key


def test_a_game_given_up_before_any_move_is_not_reviewed(pilot: Pilot) -> None:
    """As in the page: there is nothing to look for, and nothing is asked of the solver."""
    table = friends(pilot, SHORT)
    table.session.resign(1)
    pilot.run(0.1)
    assert isinstance(pilot.scene, ResultScene)
    assert table.study.review is None


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


def partly_proven() -> Iterator[tuple[Game, Review, int]]:
    """Yield games won by another player than at first, proven up to that move and at the end."""
    for game, _random in endgame_games(300, 41, 20):
        truth, line = Truth(), game.main_line()
        margins = [truth.margin(node.position) for node in line]
        turns = [ply for ply in range(1, len(line)) if margins[ply - 1] * margins[ply] < 0]
        if not turns:
            continue
        values, ply = Values(), turns[0]
        for node in line[: ply + 1]:
            value = truth.value(node.position)
            values.prove(node.position, value, value)
        for node in line[ply + 1 :]:
            values.guess(node.position, Random(ply).randint(-3, 3), error=20.0)
        review = review_line(line, values)
        later = [values.margin(node.position) for node in line[ply + 1 :]]
        is_open = any(margin.lower < 0 < margin.upper for margin in later)
        if review is not None and is_open and review.turning_point == ply:
            yield game, review, ply


def said(review: Review) -> tuple[int | None, bool]:
    """Return which ply the review calls the turning point, and if it is doubted."""
    blocks = [*flat(review_page(review, ("Ada", "Ben")))]
    turns = [
        one
        for title, one in pairwise(blocks)
        if isinstance(title, Title) and title.words in ("Turning point", "Wendepunkt")
    ]
    line = int(turns[0].number.rstrip(".…")) if turns and isinstance(turns[0], MoveLine) else None
    told = " ".join(one.words for one in blocks if isinstance(one, Paragraph))
    return line, is_doubted(told)


def is_doubted(words: str) -> bool:
    """Whether a place says that more would have to be proven."""
    doubts = "decisive .*is not known until|entschied, steht erst fest"
    known = "as far as (is )?known|soweit bekannt"
    return bool(re.search(f"{doubts}|{known}", words, re.IGNORECASE))


@pytest.mark.parametrize("code", ["en", "de"])  # the languages whose doubts are known above
def test_result_and_review_know_the_same_turning_point(code: str) -> None:
    """While later moves are not known it is doubted by both, and by neither once all is proven."""
    language.use(code)
    try:
        for seen, (game, review, ply) in enumerate(partly_proven(), start=1):
            whole = proven_review(game)
            for found, turn, doubted in ((review, ply, True), (whole, whole.turning_point, False)):
                number = turn and move_number(turn, found.moves[turn - 1].player)
                assert said(found) == (number, doubted)
            if seen == 12:
                return
    finally:
        language.use("en")
    raise AssertionError("too few games were turned")
