"""The screen of the search for solved deals."""

from __future__ import annotations

from battle.engine.engine import Failed
from battle.profile.par_search import LOOKS
from battle.protocol import BestMove, Info
from battle.window.setup.options import FAIR, GameOptions
from battle.window.setup.par_search import ParSearchScene
from battle.window.setup.scene import NewGameScene
from tests.support.pilot import FRAME, Pilot


def begin(pilot: Pilot) -> ParSearchScene:
    """Search from the new-game screen, as a person would; the engine answers when told to."""
    pilot.engine.silent = True
    pilot.app.push(
        NewGameScene(pilot.app, GameOptions(names=("Ada", "Ben"), begins="random", deal_by=FAIR))
    )
    pilot.run(0.1)
    pilot.press_button("Search for more solved deals")
    pilot.run(0.1)
    assert isinstance(pilot.scene, ParSearchScene)
    return pilot.scene


def prove(pilot: Pilot, scene: ParSearchScene, par: int) -> int:
    """Let the engine look at deals and prove the par of one; return it."""
    while not scene.search.proving:
        pilot.engine.say(BestMove(pilot.engine.last_id, None, 5, exact=False))
        pilot.run(2 * FRAME)
    number = scene.search.deal
    pilot.engine.say(BestMove(pilot.engine.last_id, None, par, exact=True))
    pilot.run(2 * FRAME)
    return number


def test_a_deal_that_was_found_can_be_played(pilot: Pilot) -> None:
    """What the search proves is a handicap to choose as soon as one is back."""
    scene = begin(pilot)
    number = prove(pilot, scene, 33)
    assert str(number) != str(scene.search.deal)
    pilot.press("escape")
    new_game = pilot.scene
    assert isinstance(new_game, NewGameScene)
    assert 33 in new_game.options.handicaps
    new_game.options.set_handicap(33)
    assert new_game.options.deal == number


def test_it_is_told_what_the_search_is_at(pilot: Pilot) -> None:
    """First how many deals were looked at, then the bounds and how much of a proof is done."""
    scene = begin(pilot)
    assert scene._bounds_words() == f"looked at 0 of {LOOKS} deals"
    assert scene._work_words() == ""
    scene.search.proving = True
    assert "ready" in scene._bounds_words()
    scene.search.bounds = (-7, 12)
    scene.search.latest = Info(1, 9, 1, -3, -7, 12, 34_500_000, 1, 1, 1.0, ())
    minus = "\N{MINUS SIGN}"
    assert scene._bounds_words() == f"between {minus}7 and +12, about {minus}3"
    assert scene._work_words().startswith("34 million positions")


def test_leaving_ends_the_search(pilot: Pilot) -> None:
    """The engine is free for the game that begins."""
    scene = begin(pilot)
    assert scene.search.running
    pilot.press("escape")
    assert not scene.search.running


def test_the_search_stops_and_goes_on_by_its_button(pilot: Pilot) -> None:
    """Enter stops the search, Enter again goes on with another deal."""
    scene = begin(pilot)
    pilot.press("return")
    assert not scene.search.running
    pilot.press("return")
    assert scene.search.running
    assert len(pilot.engine.queries) == 2


def test_a_failure_is_told(pilot: Pilot) -> None:
    """An engine that gives up ends the search with its reason."""
    scene = begin(pilot)
    pilot.engine.say(Failed("no memory is left"))
    pilot.run(2 * FRAME)
    assert "no memory is left" in pilot.app.message.text
    assert not scene.search.running
    pilot.press_button("Search")
    assert scene.search.running


def test_the_bar_shows_what_is_still_possible(pilot: Pilot) -> None:
    """The closer the bounds, the shorter the gold bar, and it lies where they are."""
    scene = begin(pilot)
    lengths = []
    for bounds in ((-270, 270), (-20, 40), (10, 12)):
        scene.search.bounds = bounds
        lengths.append(scene._x_of(bounds[1]) - scene._x_of(bounds[0]))
    assert lengths == sorted(lengths, reverse=True)
    assert scene._x_of(0) == scene._proof.centerx
    assert scene._proof.left < scene._x_of(-999) < scene._x_of(999) < scene._proof.right
