"""The rules in pictures: what the pictures say is true."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle import language
from battle.page import rules
from battle.page.blocks import Paragraph
from battle.page.rules import rules_pages
from battle.rules.position import cell, move
from battle.window.dialogs.rules import RulesScene
from battle.window.start import StartScene
from tests.support.approved import check_page
from tests.support.pilot import Pilot, pilot_at


def test_every_page_can_be_seen_by_keyboard(pilot: Pilot) -> None:
    """Enter turns page after page and leaves after the last one."""
    pilot.app.replace(StartScene(pilot.app))
    scene = RulesScene(pilot.app)
    pilot.app.push(scene)
    pilot.run(0.1)
    for page in range(len(rules_pages())):
        assert scene.page == page
        pilot.pixels()
        pilot.press("return")
    assert isinstance(pilot.scene, StartScene)


def test_the_pairs_in_the_picture_can_be_taken() -> None:
    """Both marked pairs are legal moves, one of them from a single column."""
    moves = rules.PAIRS.legal_moves
    assert rules.ACROSS in moves
    assert rules.WITHIN in moves
    assert len({cell.column for cell in rules.WITHIN}) == 1


def test_the_move_in_the_picture_opens_a_pair() -> None:
    """The marked move is the highest, and opens a pair that could not be taken before."""
    before, taken, opened = rules.BEFORE, rules.TAKEN, rules.OPENED
    assert taken in before.legal_moves
    assert before.worth(taken) == max(before.worth(move) for move in before.legal_moves)
    assert opened not in before.legal_moves
    assert opened in before.play(taken).legal_moves


def test_the_end_in_the_picture_is_one() -> None:
    """Nobody can take a pair on the last page's table."""
    assert rules.LEFT.is_over
    assert rules.LEFT.tiles_left > 0


@pytest.mark.parametrize("code", ["en", "de"])
def test_the_rules_say_what_was_approved(code: str) -> None:
    """Every sentence, and every diagram as the terminal prints it."""
    language.use(code)
    try:
        check_page(f"rules-{code}", [block for page in rules_pages() for block in page])
    finally:
        language.use("en")


def test_the_names_in_the_words_are_those_in_the_picture() -> None:
    """The tile that the last page names lies there, and the move that it names can be played."""
    said = [block.words for block in rules_pages()[-1] if isinstance(block, Paragraph)]
    tile, place = said[2].split()[0:3:2]
    named = move(said[3].split()[9])
    assert str(rules.PAIRS.kind_at(cell(place))) == tile
    assert named == rules.ACROSS
    assert named in rules.PAIRS.legal_moves


def test_large_letters_have_room(tmp_path: Path) -> None:
    """In a small window with large text a page is divided, so that all of it is seen."""
    changes = {"text_scale": 1.6, "language": "de", "sound": False}
    with pilot_at(tmp_path, size=(900, 600), **changes) as pilot:
        scene = RulesScene(pilot.app)
        pilot.app.replace(scene)
        pilot.run(0.1)
        assert scene.page_count > len(rules_pages())
        for _page in range(scene.page_count):
            assert not scene.words.is_longer
            assert not scene.pictures.is_longer
            pilot.press("right")
