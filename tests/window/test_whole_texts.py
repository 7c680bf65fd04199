"""Every screen with the longest names: what is cut or made smaller can be read whole."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from battle.game.session import Session
from battle.profile.options import GameOptions
from battle.rules.position import Player
from battle.window.setup.scene import NewGameScene
from battle.window.ui import draw
from battle.window.ui.draw import CUT_TEXTS
from battle.window.ui.panels import placed
from battle.window.ui.theme import Role, Theme
from battle.words.plain import LONGEST_NAME
from tests.support.pilot import Pilot, friends, pilot_at
from tools.screens.pictures import SCREENS, show

WIDE = "W" * (LONGEST_NAME - 4) + " Mm"
"""Nearly the widest name that is accepted; a digit tells whose it is."""
SMALL = ((900, 600), 1.6, "de")
CASES = [
    pytest.param(name, *case, marks=[] if case == SMALL else pytest.mark.slow)
    for name in SCREENS
    for case in (
        (size, scale, language)
        for size in ((900, 600), (1280, 800))
        for scale in (0.8, 1.0, 1.6)
        for language in ("en", "de")
    )
]


class Seen:
    """What the drawing of the topmost scene cut or made smaller."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.words: set[str] = set()
        fitted, fitting_font, start = draw.fitted, draw.fitting_font, CUT_TEXTS.start

        def tell_cut(font: pygame.font.Font, text: str, width: int) -> str:
            shown = fitted(font, text, width)
            if shown != text:
                self.words.add(text)
            return shown

        def tell_small(theme: Theme, role: Role, words: str, width: int) -> pygame.font.Font:
            font = fitting_font(theme, role, words, width)
            if font is not theme.font(role) and words:
                self.words.add(words)
            return font

        def begin(screen: pygame.Surface) -> None:
            self.words.clear()
            start(screen)

        monkeypatch.setattr(draw, "fitted", tell_cut)
        monkeypatch.setattr(draw, "fitting_font", tell_small)
        monkeypatch.setattr(CUT_TEXTS, "start", begin)


def name_of(session: Session, player: Player) -> str:
    return f"{WIDE}{player}"


@pytest.mark.parametrize(("name", "size", "scale", "language"), CASES)
def test_what_is_cut_can_be_read(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: str,
    size: tuple[int, int],
    scale: float,
    language: str,
) -> None:
    """Pointing at a cut or small text shows it whole."""
    with pilot_at(tmp_path, size=size, text_scale=scale, language=language, sound=False) as pilot:
        monkeypatch.setattr(Session, "name", name_of)
        seen = Seen(monkeypatch)
        show(pilot.app, name)
        pilot.run(0.1)
        pilot.pixels()
        readable = {cut.words for cut in CUT_TEXTS.seen}
        assert seen.words <= readable, seen.words - readable
        window = pilot.app.surface.get_rect()
        for cut in CUT_TEXTS.seen:
            box, lines = placed(window, pilot.app.theme, cut)
            assert window.contains(box), cut
            assert "".join(lines).replace(" ", "") == cut.words.replace(" ", "").replace("\n", "")


def test_the_mouse_shows_the_whole_text(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A name that is cut in its panel stands whole beside the mouse that points at it."""
    changes = {"text_scale": 1.6, "animation": False, "sound": False}
    with pilot_at(tmp_path, size=(900, 600), **changes) as pilot:
        monkeypatch.setattr(Session, "name", name_of)
        friends(pilot)
        pilot.hover((1, 1))
        pilot.run(0.2)
        pilot.pixels()
        cut = next(cut for cut in CUT_TEXTS.seen if cut.words == f"{WIDE}1")
        box, _lines = placed(pilot.app.surface.get_rect(), pilot.app.theme, cut)
        before = picture(pilot, box)
        pilot.hover(cut.rect.center)
        assert picture(pilot, box) != before
        pilot.hover((1, 1))
        assert picture(pilot, box) == before


def test_the_keyboard_shows_the_whole_text(tmp_path: Path) -> None:
    """A button whose words are cut is read where the focus is, and F3 goes through all of them."""
    changes = {"text_scale": 1.6, "animation": False, "sound": False}
    with pilot_at(tmp_path, size=(900, 600), **changes) as pilot:
        pilot.app.push(NewGameScene(pilot.app, GameOptions("solver", (f"{WIDE}1", ""))))
        pilot.run(0.2)
        scene = pilot.scene
        assert isinstance(scene, NewGameScene)
        first = next(b for b in scene.buttons if b.text == f"{WIDE}1")
        while scene.focused is not first:
            pilot.press("tab")
        focused = CUT_TEXTS.asked_for(None, scene.keyboard_at)
        assert focused is not None
        assert focused.words == f"{WIDE}1"
        pilot.hover((1, 1))
        assert CUT_TEXTS.asked_for(None, scene.keyboard_at) is None
        read = []
        for _press in range(len(CUT_TEXTS.seen) + 1):
            pilot.press("f3")
            pilot.run(0.05)
            shown = CUT_TEXTS.asked_for(None, None)
            if shown is None:
                break
            read.append(shown.words)
        assert f"{WIDE}1" in read
        assert shown is None


def picture(pilot: Pilot, rect: pygame.Rect) -> bytes:
    """Return what is seen in a part of the window."""
    pilot.pixels()
    return pygame.image.tobytes(pilot.app.surface.subsurface(rect), "RGB")
