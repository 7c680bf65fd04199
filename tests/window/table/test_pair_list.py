"""The list of pairs beside the table, by keyboard and by mouse."""

from __future__ import annotations

from tests.support.pilot import Pilot, friends


def test_the_list_of_pairs_by_keyboard(pilot: Pilot) -> None:
    """L goes to the list, the arrows point pairs out on the board, Enter takes one."""
    scene = friends(pilot)
    pilot.press("l")
    assert scene.pairs.focused
    pilot.press("down")
    assert scene.board.listed == scene.pairs.rows[1][0]
    pilot.press("return")
    assert scene.session.game.ply == 1
    assert not scene.pairs.focused


def test_the_list_of_pairs_by_mouse(pilot: Pilot) -> None:
    """The first click on a row points the pair out, the second takes it."""
    scene = friends(pilot)
    middle = scene.pairs.listing.rect_of(2).center
    wanted = scene.pairs.rows[2][0]
    pilot.click(middle)
    assert scene.board.listed == wanted
    assert scene.session.game.ply == 0
    pilot.click(middle)
    assert scene.session.game.moves == [wanted]


def test_pairs_are_pointed_out_under_the_mouse(pilot: Pilot) -> None:
    """The best paid come first; a row under the mouse marks its pair on the board."""
    scene = friends(pilot)
    points = [kind.rank for _move, kind in scene.pairs.rows]
    assert points == sorted(points, reverse=True)
    assert {move for move, _kind in scene.pairs.rows} == {*scene.session.position.legal_moves}
    pilot.hover(scene.pairs.listing.rect_of(1).center)
    assert scene.board.listed == scene.pairs.rows[1][0]
    pilot.hover((5, 5))
    assert scene.board.listed is None


def test_hidden_pairs_cannot_be_clicked(pilot: Pilot) -> None:
    """Where the pairs are not shown a click there does nothing; L shows them."""
    scene = friends(pilot)
    pilot.app.change(show_pairs=False)
    pilot.click(scene.pairs.listing.rect_of(1).center)
    assert scene.board.listed is None
    pilot.press("l")
    assert pilot.app.settings.show_pairs
    assert scene.pairs.focused
