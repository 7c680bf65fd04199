"""The settings, as values: what each surface is offered, and what is taken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from battle.page.blocks import Card
from battle.profile import settings
from battle.profile.options import GameOptions
from battle.screens.screen import do
from battle.screens.settings import SettingsScreen
from battle.screens.view import CardView, Field, act
from tests.support.shell import FakeShell

SURFACES = {"window": frozenset(("mail", "room", "ways", "window")), "page": frozenset(("forget",))}


@pytest.fixture(params=SURFACES)
def shell(request: pytest.FixtureRequest, home: Path) -> FakeShell:
    return FakeShell(home, can=SURFACES[request.param])


@pytest.fixture
def window(home: Path) -> FakeShell:
    return FakeShell(home, can=SURFACES["window"])


def fields(screen: SettingsScreen) -> dict[str, Field]:
    """Return every field of the screen and of its sheet, by name."""

    def asked(view: CardView) -> Iterator[Field]:
        yield from view.fields
        for block in (*view.page, *view.beside):
            yield from block.blocks if isinstance(block, Card) else ()

    do(screen, act("more"))
    assert screen.sheet is not None
    return {one.name: one for view in (screen.view(), screen.sheet()) for one in asked(view)}


def set_to(screen: SettingsScreen, name: str, value: object) -> None:
    do(screen, act("set", name=name, value=value))


def test_every_setting_with_words_can_be_changed(home: Path) -> None:
    """What is declared with a label is offered by a surface, or asked for a new game."""
    shown = {*GameOptions().to_remember()}
    for number, can in enumerate(SURFACES.values()):
        shell = FakeShell(home / str(number), can=can)
        shell.services.change(teacher="points")
        shown |= {*fields(SettingsScreen(shell))}
    labelled = {name for name, one in settings.SETTINGS.items() if one.label}
    assert labelled <= shown
    assert {"name", "fullscreen", "ways", "brokers"} <= shown


def test_what_fields_offer_is_taken_and_nothing_else(shell: FakeShell) -> None:
    """Every choice and both ways of every switch; what is no choice or another's is refused."""
    screen = SettingsScreen(shell)
    for name, field in fields(screen).items():
        kinds = {"switch": (True, False)}
        for value in (*(one.value for one in field.choices), *kinds.get(field.kind, ())):
            set_to(screen, name, value)
            assert shell.said == []
            if name != "fullscreen":
                assert fields(screen)[name].value == value
    before = shell.services.settings
    missing = {"window": "page_theme", "page": "table"}[
        next(name for name, can in SURFACES.items() if can == shell.can)
    ]
    for name, value in (("teacher", "x"), ("sound", 4), (missing, "dark"), ("window", None)):
        set_to(screen, name, value)
        assert shell.said.pop()
    assert shell.services.settings == before


def test_what_only_the_file_has_is_not_offered(shell: FakeShell) -> None:
    """Cores, memory, proofs, marks and what Analyse shows are settings of the file alone."""
    screen = SettingsScreen(shell)
    kept = {"threads", "hash_mb", "prove_games", "thresholds", "relative_values"}
    assert not kept & {*fields(screen)}
    before = shell.services.settings
    for name in sorted(kept):
        set_to(screen, name, getattr(before, name))
        assert shell.said.pop()


def test_what_a_surface_alone_can_do_is_asked_of_it(shell: FakeShell) -> None:
    """Full screen, a notification to see, a file to save, and to forget everything."""
    screen = SettingsScreen(shell)
    set_to(screen, "notifications", True)
    do(screen, act("export"))
    expected = ["permit", "save"]
    if "window" in shell.can:
        set_to(screen, "fullscreen", True)
        expected.append("fullscreen")
    else:
        do(screen, act("delete"))
        assert screen.sheet is not None
        assert screen.sheet().main is not None
        do(screen, screen.sheet().main.do)
        expected.append("forget")
    assert [asked[0] for asked in shell.asked] == expected


def test_where_nothing_is_drawn_look_and_sound_are_not_asked(home: Path) -> None:
    """A terminal asks for the name, the language, help at the table, and how friends are met."""
    shell = FakeShell(home, can=frozenset(("room", "ways")))
    helped = {"teacher", "auto_review"}
    friends = {"notifications", "talk", "ways", "brokers"}
    assert {*fields(SettingsScreen(shell))} == {"name", "language"} | helped | friends
