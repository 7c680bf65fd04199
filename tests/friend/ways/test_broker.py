"""How the address of a broker is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.friend.ways.broker import (
    PUBLIC_BROKERS,
    Broker,
    brokers_in_one_word,
    parse_broker,
    parse_brokers,
)
from battle.rules.position import FormatError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mqtt://broker.example", Broker("broker.example", 1883, tls=False)),
        ("MQTTS://Broker.Example/", Broker("broker.example", 8883, tls=True)),
        ("mqtts://a:b%40c@h:1", Broker("h", 1, tls=True, user="a", password="b@c")),
        ("mqtt://anna@192.168.1.5:18830", Broker("192.168.1.5", 18830, tls=False, user="anna")),
        ("mqtt://[2001:DB8::1]:2000", Broker("2001:db8::1", 2000, tls=False)),
        ("mqtt://bücher.example", Broker("xn--bcher-kva.example", 1883, tls=False)),
    ],
)
def test_addresses_are_read(text: str, expected: Broker) -> None:
    """Scheme, name, password, host and port are read, with the usual ports where none is named."""
    assert parse_broker(text) == expected
    assert parse_broker(expected.url) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("", "broker.example", "http://broker.example", "mqtt://", "mqtt://a b", "mqtt://h:0"),
        *("mqtt://h:65536", "mqtt://h:x", "mqtt://h/path", "mqtt://h?q", "mqtt://h#f"),
        *(
            "mqtt://h\n",
            "mqtt://%00@h",
            "mqtt://a:%0a@h",
            "mqtt://:secret@h",
            "mqtt://-" + "x" * 64,
        ),
        *("mqtt://" + "x." * 200, "mqtt://a@b@c", "mqtt://h:1:2", "mqtt://[::1", "mqtt://ü" * 99),
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    """Anything else is refused in one line."""
    with pytest.raises(FormatError) as refused:
        parse_broker(text)
    assert "\n" not in str(refused.value)


@given(st.text(max_size=60) | st.text("mqts:/@[].%0aé", max_size=60).map("mqtt://".__add__))
def test_nothing_but_a_format_error_comes_of_it(text: str) -> None:
    """Whatever is typed is read or refused; what is read is written and read again."""
    try:
        broker = parse_broker(text)
    except FormatError:
        return
    assert parse_broker(broker.url) == broker


def test_a_password_is_shown_to_nobody() -> None:
    """Neither what is shown of a broker nor a complaint about an address holds its password."""
    broker = parse_broker("mqtts://anna:secret@h:99")
    assert broker.shown == "mqtts://h:99"
    assert "secret" not in repr(broker)
    with pytest.raises(FormatError) as refused:
        parse_broker("mqtts://anna:secret@h h")
    assert "secret" not in str(refused.value)


def test_several_brokers_are_used_at_once() -> None:
    """Each address counts once, and no address stands for the public brokers."""
    one, two = parse_brokers(" mqtt://a  mqtts://b\nmqtt://a:1883 ")
    assert (one.host, two.host) == ("a", "b")
    assert brokers_in_one_word("mqtt://u:%2Cx@a mqtts://b:7") == "mqtt://u:%2Cx@a,mqtts://b:7"
    assert parse_brokers("mqtt://a,mqtts://b") == (one, two)
    assert [broker.url for broker in parse_brokers("")] == [
        parse_broker(url).url for url in PUBLIC_BROKERS
    ]
    assert all(broker.tls for broker in parse_brokers(" "))
    with pytest.raises(FormatError, match="at most 3"):
        parse_brokers("mqtt://a mqtt://b mqtt://c mqtt://d")
