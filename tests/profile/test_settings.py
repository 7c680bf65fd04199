"""Tests of the settings."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from battle import language, resources
from battle.profile import settings
from battle.profile.settings import Settings, WindowPlace
from battle.words import LONGEST_NAME
from tests.support.endgames import mutilated

CHOSEN = Settings(
    invitation_page="https://example.org/join/",
    language="de",
    text_scale=1.25,
    rank_digits=False,
    animation=False,
    sound=False,
    sound_volume=0.3,
    show_pairs=False,
    highlight_free=False,
    think_seconds=5.0,
    threads=2,
    hash_mb=512,
    names=("Käthe", "B. „Bo“ Ö"),
    begins="random",
    opponent="solver",
    level="club",
    handicap=-4,
    clock_minutes=10.0,
    clock_increment=5.0,
    directory="/home/ada/games",
    analyse_panels=("all moves", "review"),
    relative_values=False,
    auto_review=False,
    prove_games="never",
    thresholds=(2, 4, 9),
    teacher="points",
    teacher_points=5,
    tile_set="plain",
    table="wine",
    cost_colours="safe",
    animation_speed=2.0,
    keys={"table.hint": "ctrl+k"},
    brokers="mqtts://ada:secret@broker.example mqtt://192.168.1.5:1884",
    meet_over_brokers=False,
    local_network=True,
    talk=False,
    elsewhere=True,
    timing="days",
    days_a_move=5,
    no_help=True,
    tiles=54,
    trainer_theme="zugzwang",
    page_theme="light",
    first_game=3,
    lessons=5,
    step="A trap: g4h5",
    notifications=True,
    window=WindowPlace(-8, 30, 1920, 1080, True),
)

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=50),
    lambda inner: (
        st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


def keep(places, **values: Any) -> None:
    """Write settings as another version or another hand might have."""
    file = settings.settings_file(places)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"schema": 1, **values}), "utf-8")


def test_settings_are_read_as_they_were_kept(places):
    """Every setting survives, and the chosen ones all differ from the defaults."""
    assert settings.save(CHOSEN, places) == []
    assert settings.load(places) == (CHOSEN, [])
    default = Settings()
    for field in dataclasses.fields(Settings):
        assert getattr(CHOSEN, field.name) != getattr(default, field.name)


def test_the_first_start_has_the_defaults(places):
    """Without a file the defaults hold, nothing is reported and nothing is written."""
    assert settings.load(places) == (Settings(), [])
    assert not places.config.exists()


def test_one_bad_value_costs_only_itself(places):
    """A value that is out of range falls back, is named, and the others hold."""
    keep(places, text_scale=99, sound=False, begins="third", colour="unknown")
    found, messages = settings.load(places)
    assert found == Settings(sound=False)
    assert [message.split("”")[0] for message in messages] == [
        "The setting “text_scale",
        "The setting “begins",
    ]


@example({})
@given(st.dictionaries(st.sampled_from([f.name for f in dataclasses.fields(Settings)]), anything))
def test_any_values_give_settings(places, values):
    """Whatever stands in the file, also nothing, there are settings that can be kept and read."""
    keep(places, **values)
    found, messages = settings.load(places)
    assert len(messages) <= len(values)
    settings.save(found, places)
    assert settings.load(places) == (found, [])


@given(mutilated([json.dumps({"schema": 1, **dataclasses.asdict(CHOSEN)})]))
def test_mutilated_files_give_settings(places, text):
    """A damaged file gives settings too, and is not lost if nothing of it could be used."""
    file = settings.settings_file(places)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    found, messages = settings.load(places)
    assert isinstance(found, Settings)
    assert file.exists() or any("damaged" in message for message in messages)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 10**400, -1, True, "1", None, [1]])
def test_odd_numbers_are_refused(places, value):
    """A number that is none, or out of all proportion, is not used."""
    keep(places, text_scale=value, threads=value)
    found, messages = settings.load(places)
    assert found == Settings()
    assert len(messages) == 2


def test_a_wrong_setting_is_told_in_the_persons_language(places):
    """It is read before the program has switched to that."""
    keep(places, language="de", text_scale=-1)
    try:
        assert settings.load(places)[1] == [
            "Die Einstellung „text_scale“ war unbrauchbar; es gilt der Standardwert."
        ]
    finally:
        language.use("en")


def test_long_names_are_cut(places):
    """A name is kept to a length that fits the table."""
    keep(places, names=["x" * 1000, ""])
    assert settings.load(places)[0].names == ("x" * LONGEST_NAME, "")


def test_settings_that_cannot_be_kept_are_told(places, read_only):
    """A read-only directory costs the saving, never the program."""
    (message,) = settings.save(CHOSEN, dataclasses.replace(places, config=read_only))
    assert "without saving" in message


def test_the_published_page_is_used_unless_another_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build writes where its page is; a person's own setting comes first."""
    file = tmp_path / "page-address.txt"
    monkeypatch.setattr(resources, "asset", lambda name: tmp_path / name)
    assert Settings().page == ""
    file.write_text("https://example.org/game/\n")
    assert Settings().page == "https://example.org/game/"
    assert Settings(invitation_page="https://other.example/").page == "https://other.example/"
