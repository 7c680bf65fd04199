"""How the deal of a new game is chosen."""

from __future__ import annotations

from battle.profile.options import BY_NUMBER, FAIR, GameOptions
from battle.profile.proofs import Pars
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


def test_what_perfect_play_leads_to_is_told_only_of_fair_games(pilot: Pilot) -> None:
    """What a deal is worth is no secret in a fair game and one in every other."""
    scene = begin(pilot, GameOptions(deal_by=BY_NUMBER, number="10"))
    assert "perfect" not in scene.deal_choice.words_below(scene.position)
    fair = next(b for group in scene.form.groups for b in group.buttons if b.text == "Fair")
    pilot.click(fair.rect.center)
    assert "perfect play is a draw" in scene.deal_choice.words_below(scene.position)


def test_a_head_start_is_chosen_with_the_arrows(pilot: Pilot) -> None:
    """The slider goes point by point; the points given and their words follow."""
    pilot.app.pars = Pars(pilot.app.database, {10: 0})
    scene = begin(pilot, GameOptions(names=("Ada", "Ben"), deal_by=FAIR))
    assert "No points given" in scene.deal_choice.words_below(scene.position)
    scene.focus(scene.form.sliders[-1])
    pilot.press("right")
    pilot.run(0.1)
    assert scene.options.agreed_head_start == 1
    words = "Ada moves first  ·  Ada gets 1 point  ·  with perfect play Ada wins by 1 point"
    assert scene.deal_choice.words_below(scene.position) == words
    assert scene.form.sliders[-1].words(18) == "Ada +18"
    scene.options.begins = "second"
    assert "Ada gets 1 point" in scene.deal_choice.words_below(scene.options.start())


def test_the_slider_shows_what_is_offered_to_whom_is_named(pilot: Pilot) -> None:
    """While a name is typed the slider goes with what is offered, and nothing counts as chosen."""
    pilot.app.pars = Pars(pilot.app.database, {10: 0})
    scene = begin(pilot, GameOptions(names=("Ada", "Be"), deal_by=FAIR))
    scene.options.losses = {"Ada": 10.0, "Ben": 40.0}
    slider, field = scene.form.sliders[-1], scene.form.fields[1]
    assert slider.words(slider.stops[slider.at]) == "even"
    pilot.click(field.rect.center)
    pilot.press("end")
    pilot.type("n")
    pilot.run(0.1)
    assert scene.options.name(1) == "Ben"
    assert scene.options.head_start is None
    assert slider.stops[slider.at] == scene.options.agreed_head_start != 0


def test_the_deal_of_a_fair_game_is_not_told(pilot: Pilot) -> None:
    """Neither before nor in the game is the number of the deal to be seen, which tells its par."""
    scene = begin(pilot, GameOptions(names=("Ada", "Ben"), deal_by=FAIR))
    assert "Deal" not in scene.deal_choice.words_below(scene.position)
    pilot.press_button("Start the game")
    assert pilot.session.setup.deal is None
    assert "Deal" not in pilot.session.record().tags


def test_without_solved_deals_no_fair_game_can_be_started(pilot: Pilot) -> None:
    """Nothing can be started, and it is said why."""
    pilot.app.pars = Pars(pilot.app.database, {})
    scene = begin(pilot, GameOptions(deal_by=FAIR))
    assert "No solved deal" in scene.problem


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
