"""Whether the machine lives on its battery, asked now and then."""

from __future__ import annotations

import psutil
import pytest

from battle.training.game_prover import PATIENCE, Power, on_battery


class Battery:
    """What the system says of a battery."""

    def __init__(self, plugged: bool | None) -> None:
        self.power_plugged = plugged


@pytest.mark.parametrize(
    ("battery", "low"), [(None, False), (Battery(True), False), (Battery(None), False)]
)
def test_without_a_battery_or_plugged_in_there_is_power(
    monkeypatch: pytest.MonkeyPatch, battery: Battery | None, low: bool
) -> None:
    """A machine counts as plugged in unless it says that it is not."""
    monkeypatch.setattr(psutil, "sensors_battery", lambda: battery, raising=False)
    assert on_battery() is low


def test_on_its_battery_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A battery that is not plugged in is what the machine lives on."""
    monkeypatch.setattr(psutil, "sensors_battery", lambda: Battery(False), raising=False)
    assert on_battery()


def test_a_system_that_cannot_say_has_power(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong while asking, the machine counts as plugged in."""

    def broken() -> Battery:
        raise OSError("no driver")

    monkeypatch.setattr(psutil, "sensors_battery", broken, raising=False)
    assert not on_battery()
    monkeypatch.delattr(psutil, "sensors_battery")
    assert not on_battery()


def test_the_system_is_asked_now_and_then() -> None:
    """What the system says is taken for true for a while."""
    clock, answers = [0.0], iter([True, False])
    power = Power(lambda: clock[0], lambda: next(answers))
    assert power.is_low
    clock[0] = PATIENCE - 1
    assert power.is_low
    clock[0] = PATIENCE
    assert not power.is_low
