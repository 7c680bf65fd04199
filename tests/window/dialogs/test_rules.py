"""The rules in pictures: what the pictures say is true."""

from __future__ import annotations

from pathlib import Path

from battle.rules.position import cell, move
from battle.window.dialogs import rules as rules_scene
from battle.window.dialogs.rules import PAGES, RulesScene
from battle.window.start import StartScene
from battle.window.ui.theme import Role
from tests.support.pilot import Pilot, pilot_at


def test_every_page_can_be_seen_by_keyboard(pilot: Pilot) -> None:
    """Enter turns page after page and leaves after the last one."""
    pilot.app.replace(StartScene(pilot.app))
    scene = RulesScene(pilot.app)
    pilot.app.push(scene)
    pilot.run(0.1)
    for page in range(len(PAGES)):
        assert scene.page == page
        pilot.pixels()
        pilot.press("return")
    assert isinstance(pilot.scene, StartScene)


def test_the_pairs_in_the_picture_can_be_taken() -> None:
    """Both marked pairs are legal moves, one of them from a single column."""
    moves = rules_scene._PAIRS.legal_moves
    assert rules_scene._ACROSS in moves
    assert rules_scene._WITHIN in moves
    assert len({cell.column for cell in rules_scene._WITHIN}) == 1


def test_the_move_in_the_picture_opens_a_pair() -> None:
    """The marked move is the highest, and opens a pair that could not be taken before."""
    before, taken, opened = rules_scene._BEFORE, rules_scene._TAKEN, rules_scene._OPENED
    assert taken in before.legal_moves
    assert before.worth(taken) == max(before.worth(move) for move in before.legal_moves)
    assert opened not in before.legal_moves
    assert opened in before.play(taken).legal_moves


def test_the_end_in_the_picture_is_one() -> None:
    """Nobody can take a pair on the last page's table."""
    assert rules_scene._LEFT.is_over
    assert rules_scene._LEFT.tiles_left > 0


def test_the_names_in_the_words_are_those_in_the_picture() -> None:
    """The tile that the last page names lies there, and the move that it names can be played."""
    tile, place = PAGES[-1].paragraphs[2].split()[0:3:2]
    named = move(PAGES[-1].paragraphs[3].split()[9])
    assert str(rules_scene._PAIRS.kind_at(cell(place))) == tile
    assert named == rules_scene._ACROSS
    assert named in rules_scene._PAIRS.legal_moves


def test_large_letters_stay_large(tmp_path: Path) -> None:
    """In a small window with large text a page is divided, so that its letters keep their size."""
    changes = {"text_scale": 1.6, "language": "de", "sound": False}
    with pilot_at(tmp_path, size=(900, 600), **changes) as pilot:
        scene = RulesScene(pilot.app)
        pilot.app.replace(scene)
        pilot.run(0.1)
        least = pilot.app.theme.px(Role.TEXT.value[1])
        assert scene.page_count > len(PAGES)
        for _page, paragraphs in scene._sheets:
            assert scene._height(paragraphs, least) <= scene._text.height
