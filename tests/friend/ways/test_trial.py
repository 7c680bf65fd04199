"""The test of a broker tells in one line what is wrong with it."""

from __future__ import annotations

import pytest

from battle.friend.ways import mqtt as broker_trial
from battle.friend.ways.mqtt import BrokerTrial, try_broker
from tests.support.amqtt_broker import amqtt_broker, free_port
from tests.support.patience import until


def test_a_good_broker_works() -> None:
    """A broker that keeps messages is found to, in a thread of the trial's own."""
    with amqtt_broker() as broker:
        trial = BrokerTrial(broker.url)
        outcome = until(lambda: trial.outcome)
    assert outcome.ok
    assert outcome.line.startswith("127.0.0.1 works")


@pytest.mark.parametrize(
    ("url", "line"),
    [
        ("nonsense", "is no broker"),
        ("mqtt://no-such-broker.invalid", "The name no-such-broker.invalid is not found."),
        ("mqtt://127.0.0.1:{free}", "Nobody answers at 127.0.0.1 on port"),
    ],
)
def test_what_is_wrong_is_told(url: str, line: str) -> None:
    """No address, no such name, nobody there: each is one plain line."""
    outcome = try_broker(url.format(free=free_port()))
    assert not outcome.ok
    assert line in outcome.line
    assert "\n" not in outcome.line


def test_a_broker_that_lets_nobody_in_is_told() -> None:
    """Without the name and the password that it asks for a broker is of no use."""
    with amqtt_broker(people=True) as broker:
        outcome = try_broker(broker.url)
    assert (outcome.ok, outcome.line) == (False, "127.0.0.1 asks for a name and a password.")


def test_a_broker_that_keeps_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who does not find again what was left says that nothing is kept."""
    monkeypatch.setattr(broker_trial, "_has", lambda _channel, _token: False)
    monkeypatch.setattr(broker_trial, "KEPT_SECONDS", 0.2)
    with amqtt_broker() as broker:
        outcome = try_broker(broker.url)
    assert (outcome.ok, outcome.line) == (
        False,
        "127.0.0.1 keeps nothing for a friend who comes later.",
    )
