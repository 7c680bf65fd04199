"""How the deal of a new game is chosen."""

from __future__ import annotations

from battle.profile.pars import Pars
from battle.window.setup.options import BY_NUMBER, FAIR, GameOptions
from battle.window.setup.par_search import ParSearchScene
from battle.window.setup.scene import NewGameScene
from battle.window.start import StartScene
from tests.support.pilot import Pilot


def begin(pilot: Pilot, options: GameOptions) -> NewGameScene:
    """Set up a game."""
    scene = NewGameScene(pilot.app, options)
    pilot.app.replace(StartScene(pilot.app))
    pilot.app.push(scene)
    pilot.run(0.1)
    return scene


def test_a_par_is_told_only_of_fair_deals(pilot: Pilot) -> None:
    """What a deal is worth is no secret in a fair game and one in every other."""
    scene = begin(pilot, GameOptions(deal_by=BY_NUMBER, number="10"))
    assert "perfect" not in scene.deal_choice.words_below(scene.position)
    fair = next(b for group in scene.form.groups for b in group.buttons if b.text == "Fair")
    pilot.click(fair.rect.center)
    assert "a draw with perfect play" in scene.deal_choice.words_below(scene.position)


def test_a_handicap_is_chosen_with_the_arrows(pilot: Pilot) -> None:
    """The slider goes through the handicaps there are; the deal and its words follow."""
    scene = begin(pilot, GameOptions(names=("Ada", "Ben"), begins="random", deal_by=FAIR))
    stops = scene.options.handicaps
    assert scene.options.deal is not None
    scene.focus(scene.form.sliders[-1].widget)
    pilot.press("right")
    pilot.run(0.1)
    assert scene.options.handicap == stops[stops.index(0) + 1]
    points = scene.options.handicap
    assert f"Ada wins by {points} point" in scene.deal_choice.words_below(scene.position)
    assert f"Ada +{points}" == scene.form.sliders[-1].words(points)


def test_without_solved_deals_a_search_is_offered(pilot: Pilot) -> None:
    """Nothing can be started, it is said why, and the search is there."""
    pilot.app.pars = Pars(pilot.app.database, {})
    scene = begin(pilot, GameOptions(deal_by=FAIR))
    assert "search" in scene.problem
    pilot.press_button("Search for more solved deals")
    assert isinstance(pilot.scene, ParSearchScene)


def test_a_duplicate_match_is_set_up(pilot: Pilot) -> None:
    """Two deals are four games."""
    scene = begin(pilot, GameOptions("level", ("Ada", "")))
    scene.focus(scene.form.groups[-1].buttons[0])
    assert "twice" not in scene.note
    pilot.press("right")
    pilot.press("right")
    assert "played twice" in scene.note
    pilot.press_button("Start the game")
    agreed = pilot.session.series.duplicate
    assert agreed is not None
    assert agreed.length == 4


def test_another_deal_can_be_drawn(pilot: Pilot) -> None:
    """The dice draw another deal."""
    scene = begin(pilot, GameOptions())
    seen = {scene.options.drawn}
    for _ in range(3):
        pilot.press_button("Another deal")
        seen.add(scene.options.drawn)
    assert len(seen) > 1
