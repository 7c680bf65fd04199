"""The players' colours and signs: they go with the person here, not with who begins."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest
from pygame import Rect

from battle.resources import asset
from battle.rules.position import Player
from battle.screens.view import act
from battle.window.card_view import SheetScene
from battle.window.exercise import TaskScene
from battle.window.result import ResultScene
from battle.window.study import StudyScene
from battle.window.table_view import player_halves, sign_place
from tests.support.pilot import (
    FRAME,
    Pilot,
    against_solver,
    bad_game,
    friends,
    meet_at_table,
    mover,
    play_pair,
    seat_twin,
    two_pilots,
)

pytestmark = pytest.mark.usefixtures("display")

_TOKENS = json.loads(asset("tokens.json").read_text("utf-8"))
CORAL, BLUE = (pygame.Color(_TOKENS[name][0]) for name in ("one", "two"))


def painted(pilot: Pilot, rect: Rect) -> dict[str, Rect]:
    """Return which of both colours are seen in a rectangle, and where."""
    pilot.pixels()
    part = pilot.app.surface.subsurface(rect.clip(pilot.app.surface.get_rect()))
    found = {}
    for name, colour in (("coral", CORAL), ("blue", BLUE)):
        mask = pygame.mask.from_threshold(part, colour, (1, 1, 1, 255))
        if boxes := mask.get_bounding_rects():
            found[name] = boxes[0].unionall(boxes[1:])
    return found


def is_disc(pilot: Pilot, sign: Rect) -> bool:
    """Whether a sign fills more than half of the way to its corner, as no diamond does."""
    pilot.pixels()
    x, y = sign.left + int(sign.width * 0.23), sign.top + int(sign.height * 0.23)
    return pilot.app.surface.get_at((x, y)) in (CORAL, BLUE)


@pytest.mark.parametrize("person", [1, 2])
def test_the_person_has_the_first_colour_on_every_screen(pilot: Pilot, person: Player) -> None:
    """Who begins and who moves second have the coral disc alike, from the table to Analyse."""
    seat_twin(pilot)
    game = bad_game()
    table = against_solver(pilot, game.start, first=person == 1)
    at = max(ply for ply in range(len(game.moves)) if ply % 2 == person - 1)
    for move in game.moves[:at]:
        table.session.play(move)
    pilot.settle()
    for player in (1, 2):
        place = table.view.layout.players[player - 1]
        sign = sign_place(pilot.app.theme, table.view.players[player - 1]["face"])
        own = player == person
        assert painted(pilot, place).keys() == {"coral" if own else "blue"}
        assert is_disc(pilot, sign) == own
    gone = painted(pilot, table.view.layout.board.felt)
    assert gone.keys() == {"blue"}, "the solver took the pair whose place is outlined"

    for move in game.moves[at:]:
        table.session.play(move)
    pilot.settle()
    result = pilot.shows(ResultScene)
    column = painted(pilot, result.body)
    assert column["coral"].top < column["blue"].top, "the person stands first"
    assert painted(pilot, result.board).keys() == {"coral", "blue"}

    pilot.press_button("Details")
    rows = painted(pilot, pilot.shows(SheetScene).body)
    assert rows["coral"].top < rows["blue"].top
    pilot.press("escape")

    result.act(act("review", ply=result.screen.played.costly[0].ply))
    pilot.settle()
    for scene in (TaskScene, StudyScene):
        halves = player_halves(pilot.shows(scene).view.players)
        for player, half in enumerate(halves, start=1):
            assert painted(pilot, half).keys() == {"coral" if player == person else "blue"}
        if scene is TaskScene:
            pilot.press("a")
            pilot.settle()


def test_player_1_has_the_first_colour_where_both_are_here(pilot: Pilot) -> None:
    """Of two people at one device the one who begins has the coral disc."""
    table = friends(pilot)
    pilot.run(FRAME)
    first, second = table.view.layout.players
    assert (painted(pilot, first).keys(), painted(pilot, second).keys()) == ({"coral"}, {"blue"})


def test_two_friends_each_see_themselves_in_the_first_colour(tmp_path: Path) -> None:
    """Host and guest of one game have the coral disc in their own windows, the friend the blue."""
    with two_pilots(tmp_path) as two:
        meet_at_table(two)
        for _ in range(2):
            play_pair(mover(two))
            two.run(1.0)
        for pilot in (two.ada, two.ben):
            own = pilot.session.own
            places = pilot.table.view.layout.players
            assert painted(pilot, places[own - 1]).keys() == {"coral"}
            assert painted(pilot, places[2 - own]).keys() == {"blue"}
