"""The result over the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.game.series import Series, duplicate
from battle.game.session import Seat, Session, Setup
from battle.game.words import series_words
from battle.page.blocks import Line, Tiles
from battle.page.review import GamePar
from battle.page.text import page_lines
from battle.rules.deal import deal
from battle.rules.position import position
from battle.window.result.scene import ResultScene
from battle.window.start import StartScene
from battle.window.study.scene import StudyScene
from battle.window.table.scene import TableScene
from tests.support.pilot import Pilot, best_move, friends, pilot_at, seated

SHORT = position("5m/5m/9s/9s 1 100-120")
LEFT_OVER = position("9s/9s/5m5p5m5p 1 20-20")


def play_out(session: Session) -> None:
    while session.ending is None:
        session.play(best_move(session))


def finished(pilot: Pilot) -> ResultScene:
    friends(pilot, SHORT)
    play_out(pilot.session)
    pilot.settle()
    scene = pilot.scene
    assert isinstance(scene, ResultScene)
    return scene


def test_the_result_comes_by_itself(pilot: Pilot) -> None:
    """When the last pair is taken the result says who won and how."""
    scene = finished(pilot)
    assert scene.headline == "Ben wins"
    assert Line("The table is empty.") in scene.page


def test_analysis_during_the_game_is_told(pilot: Pilot) -> None:
    """The result says that the analysis was used if it was opened before the end, else not."""
    assert "Analysis" not in " ".join(page_lines(finished(pilot).page))
    scene = friends(pilot, SHORT)
    pilot.press("tab")
    pilot.press("tab")
    play_out(scene.session)
    pilot.settle()
    result = pilot.scene
    assert isinstance(result, ResultScene)
    assert "Analysis was used" in " ".join(page_lines(result.page))


def test_the_end_with_tiles_left(pilot: Pilot) -> None:
    """Tiles that nobody could take are counted and shown."""
    scene = friends(pilot, LEFT_OVER)
    play_out(scene.session)
    pilot.settle()
    result = pilot.scene
    assert isinstance(result, ResultScene)
    assert scene.session.position.tiles_left > 0
    assert "has no pair to take" in " ".join(page_lines(result.page))
    (left,) = (block for block in result.page if isinstance(block, Tiles))
    assert sum(count for _kind, count in left.kinds) == scene.session.position.tiles_left
    pilot.pixels()


def test_a_rematch_swaps_seats_and_adds_up(pilot: Pilot) -> None:
    """The same start, the other one first, and the points of both games at the end."""
    finished(pilot)
    first = pilot.session.points
    pilot.press_button("Rematch")
    assert isinstance(pilot.scene, TableScene)
    assert [pilot.session.name(player) for player in (1, 2)] == ["Ben", "Ada"]
    play_out(pilot.session)
    pilot.settle()
    result = pilot.scene
    assert isinstance(result, ResultScene)
    second = pilot.session.points
    assert pilot.session.totals == (first[1] + second[0], first[0] + second[1])
    assert str(first[1] + second[0]) in series_words(result.session)


def play_on(pilot: Pilot, button: str) -> ResultScene:
    """Press the button that goes on and play that game to its end."""
    assert isinstance(pilot.scene, ResultScene)
    pilot.press_button(button)
    assert isinstance(pilot.scene, TableScene)
    play_out(pilot.session)
    pilot.settle()
    assert isinstance(pilot.scene, ResultScene)
    return pilot.scene


def test_a_duplicate_match_goes_on_by_its_first_button(pilot: Pilot) -> None:
    """Four games on two deals by the first button, then the match is told and another offered."""
    setup = Setup((Seat("Ada"), Seat("Ben")), deal(11), 11)
    pilot.app.replace(
        TableScene(pilot.app, Session(setup, Series((), duplicate((11, 12))), now=pilot.app.now))
    )
    play_out(pilot.session)
    pilot.settle()
    seen = [(pilot.session.setup.deal, pilot.session.name(1))]
    for number in (2, 3, 4):
        result = play_on(pilot, "Next game")
        seen.append((pilot.session.setup.deal, pilot.session.name(1)))
        assert ("Game" in series_words(result.session)) == (number < 4)
    assert seen == [(11, "Ada"), (11, "Ben"), (12, "Ada"), (12, "Ben")]
    assert series_words(pilot.session).startswith("The match")
    pilot.press("left")
    pilot.press("return")
    again = pilot.session.series.duplicate
    assert again is not None
    assert len(again.deals) == 2
    assert pilot.session.name(1) == "Ada"
    assert pilot.session.totals == (0, 0)


def test_in_a_match_sides_cannot_be_changed(pilot: Pilot) -> None:
    """The wish is refused with a sentence, and the level goes on thinking."""
    pilot.engine.silent = True
    setup = Setup((Seat(solver=True, level="club"), Seat("Ada")), deal(11), 11)
    pilot.app.replace(
        TableScene(pilot.app, Session(setup, Series((), duplicate((11,))), now=pilot.app.now))
    )
    pilot.settle()
    pilot.press("x")
    pilot.run(0.2)
    assert "agreed" in pilot.app.message.text
    assert pilot.session.setup == setup
    assert pilot.table.opponent.is_thinking


def test_a_duplicate_match_goes_on_after_a_restart(pilot: Pilot) -> None:
    """The game kept when the window closed is still the second game of its match."""
    setup = Setup((Seat("Ada"), Seat("Ben")), deal(11), 11)
    pilot.app.replace(
        TableScene(pilot.app, Session(setup, Series((), duplicate((11,))), now=pilot.app.now))
    )
    play_out(pilot.session)
    pilot.settle()
    pilot.press_button("Next game")
    pilot.session.play(best_move(pilot.session))
    totals = pilot.session.totals
    pilot.run(0.2)
    pilot.press("escape")
    kept, messages = pilot.app.autosave.load()
    assert messages == []
    assert kept is not None
    assert (kept.series.number, kept.totals) == (2, totals)
    play_out(kept)
    assert not kept.can_go_on


def test_a_new_deal_lets_the_other_begin(pilot: Pilot) -> None:
    """Another deal by lot, with the same two people, seats swapped."""
    finished(pilot)
    pilot.press_button("New deal")
    assert isinstance(pilot.scene, TableScene)
    assert pilot.session.setup.deal is not None
    assert pilot.session.name(1) == "Ben"
    assert pilot.session.series.games == ()


def test_a_key_too_many_changes_nothing(pilot: Pilot) -> None:
    """For a second the result takes no key; then Enter begins no game, it shows the review."""
    friends(pilot, SHORT)
    play_out(pilot.session)
    session = pilot.session
    while not isinstance(pilot.scene, ResultScene):
        pilot.run(0.05)
    for key in ("return", "escape", "space", "return"):
        pilot.press(key)
        assert isinstance(pilot.scene, ResultScene)
    pilot.settle()
    pilot.press("return")
    assert isinstance(pilot.scene, StudyScene)
    assert pilot.session is session


@pytest.mark.parametrize("way", ["key", "enter", "button", "menu"])
def test_the_result_can_be_reached_again(pilot: Pilot, way: str) -> None:
    """A key, Enter, the button in the place of the flag and the menu lead back to it, at once."""
    finished(pilot)
    pilot.press("escape")
    if way == "menu":
        pilot.press("escape")
        pilot.press_button("Show the result")
    elif way == "button":
        pilot.press_button("Show the result")
    else:
        pilot.press("e" if way == "key" else "return")
    assert isinstance(pilot.scene, ResultScene)
    pilot.press("escape")
    assert pilot.scene is pilot.table


def test_there_is_no_result_before_the_end(pilot: Pilot) -> None:
    """The key says so."""
    scene = friends(pilot, SHORT)
    pilot.press("e")
    assert pilot.scene is scene
    assert "not over" in pilot.app.message.text


def test_to_the_start_screen(pilot: Pilot) -> None:
    """The last button goes home; a finished game is not offered again."""
    finished(pilot)
    pilot.press_button("Start screen")
    assert isinstance(pilot.scene, StartScene)
    assert pilot.scene.unfinished is None


def test_the_next_level_is_a_click_away(pilot: Pilot) -> None:
    """After the second win in a row the card begins a game against the next level."""
    for _won in range(2):
        seats = (Seat("Ada"), Seat(solver=True, level="casual"))
        session = seated(pilot, seats).session
        while session.ending is None:
            choose = max if session.person_to_move else min
            session.play(choose(session.position.legal_moves, key=session.position.worth))
        assert session.ending.winner == 1
        pilot.settle()
    assert isinstance(pilot.scene, ResultScene)
    pilot.press_button("Another deal, against this level")
    assert isinstance(pilot.scene, TableScene)
    assert pilot.session.level == "club"
    assert pilot.session.person == 2
    assert pilot.session.setup.deal is not None


def test_luck_and_skill_stand_on_the_card(pilot: Pilot) -> None:
    """Where par is known they are told apart at once, and the card looks otherwise than without."""
    friends(pilot)
    play_out(pilot.session)
    pilot.run(0.1)
    result = pilot.scene
    assert isinstance(result, ResultScene)
    without_par = pilot.pixels()
    pilot.app.pars.keep(4711, 17)
    result.resume()
    assert result.par == GamePar(17, exact=True)
    assert pilot.pixels() != without_par


def test_everything_at_once_fits(tmp_path: Path) -> None:
    """In the smallest window, with the largest text, a card with every part stays inside."""
    with pilot_at(tmp_path, size=(900, 600), text_scale=1.6, animation=False) as pilot:
        seats = (Seat("Ada"), Seat(solver=True, level="casual"))
        for start in ("9s/9s 1 200-0", "9s/9s/5m5p5m5p 1 200-20"):
            table = seated(pilot, seats, position(start))
            table.session.series = Series(((118, 152),))
            table.session.hints = (2, 0)
            table.session.note_help("analysis")
            play_out(table.session)
            pilot.settle()
        result = pilot.scene
        assert isinstance(result, ResultScene)
        assert all(result.parts[str(n)].height for n in range(len(result.page)))
        assert result.parts["advice"].height
        window = pilot.app.surface.get_rect()
        assert window.contains(result.box)
        assert all(result.box.contains(part) for part in result.parts.values() if part.height)
        pilot.pixels()
