"""The address of an MQTT broker, as it is written in the settings and in an invitation.

    mqtt://broker.example                      port 1883, open: who listens sees name and password
    mqtts://broker.example                     port 8883, inside TLS
    mqtts://me:secret@broker.example:8886      with a name, a password and a port
    wss://broker.example:8884/mqtt             the same broker as a page in a browser reaches it

`docs/broker.md` describes what a broker and eavesdroppers see.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from battle.language import N_
from battle.rules.position import FormatError, quoted

PUBLIC_BROKERS: Final = ("mqtts://broker.hivemq.com", "mqtts://test.mosquitto.org:8886")
"""Public test brokers, without any guarantee."""

_WEB: Final = {
    "broker.hivemq.com": "wss://broker.hivemq.com:8884/mqtt",
    "test.mosquitto.org": "wss://test.mosquitto.org:8081/mqtt",
}
"""Where the public brokers speak to pages."""

NO_ANSWER: Final = N_("{host} did not answer in time.")
CLOSED: Final = N_("{host} closed the connection.")
REFUSES: Final = N_("{host} refuses: {reason}")
NO_LOGIN: Final = N_("{host} does not accept the name and the password.")
ASKS_LOGIN: Final = N_("{host} asks for a name and a password.")
KEEPS_NOTHING: Final = N_("{host} keeps no messages: you must both be online.")
SENDS_TOO_MUCH: Final = N_("{host} sends more than agreed.")

VERSION: Final = 1
"""Of what lies below a topic; another version is another topic."""

SPEAKS_MQTT_5: Final[dict[tuple[str, int], bool]] = {}
"""Whether brokers, by host and port, speak MQTT 5, once they have answered to any version."""

LONGEST_URL: Final = 300
MOST_BROKERS: Final = 3
_PORTS: Final = {"mqtt": 1883, "mqtts": 8883}
_URL: Final = re.compile(
    r"(?P<scheme>mqtts?)://"
    r"(?:(?P<user>[^:@/?#\s]*)(?::(?P<password>[^@/?#\s]*))?@)?"
    r"(?P<host>\[[0-9a-fA-F:.]+\]|[^:@/?#\[\]\s,]+)"
    r"(?::(?P<port>[0-9]{1,5}))?/?",
    re.IGNORECASE,
)
_SOCKET: Final = re.compile(r"wss?://[A-Za-z0-9.:/_\[\]-]{1,290}")


@dataclass(frozen=True)
class Broker:
    """The address of a broker and the login; `user` is empty if it needs none."""

    host: str
    port: int
    tls: bool
    user: str = ""
    password: str = field(default="", repr=False)

    @property
    def address(self) -> tuple[str, int]:
        return self.host, self.port

    @property
    def url(self) -> str:
        """The whole address with its password, as `parse_broker` reads it."""
        return self._written(self.login)

    @property
    def login(self) -> str:
        """Name and password as they stand in an address, empty without them."""
        who = quote(self.user, safe="")
        if self.password:
            who += ":" + quote(self.password, safe="")
        return who + "@" if who else ""

    @property
    def shown(self) -> str:
        """The address without name and password, to be shown."""
        return self._written("")

    @property
    def place(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self._scheme] else f"{host}:{self.port}"

    @property
    def _scheme(self) -> str:
        return "mqtts" if self.tls else "mqtt"

    def _written(self, who: str) -> str:
        return f"{self._scheme}://{who}{self.place}"


def topic_prefix(topic: str) -> str:
    """Return the MQTT topic above the slots."""
    return f"mahjong-battle/{VERSION}/{topic}"


def web_address(broker: Broker) -> str:
    """Return where a public broker speaks to pages, empty for any other."""
    return "" if broker.user else _WEB.get(broker.host, "")


def parse_broker(text: str) -> Broker:
    """Parse the address of a broker; raise FormatError, with the reason, for a bad one."""
    found = _URL.fullmatch(text) if len(text) <= LONGEST_URL else None
    if found is None:
        raise FormatError(
            N_("{text} is not a server's address: expected mqtts://name or mqtt://name:port"),
            text=quoted(re.sub(r"//.*@", "//…@", text, flags=re.DOTALL)),  # without the password
        )
    scheme = found["scheme"].lower()
    port = int(found["port"] or _PORTS[scheme])
    if not 0 < port < 2**16:
        raise FormatError(N_("a port is a number from 1 to 65535, not {port}"), port=port)
    user, password = unquote(found["user"] or ""), unquote(found["password"] or "")
    if not (user + password).isprintable() or (password and not user):
        raise FormatError(N_("the name or the password of the server cannot be used"))
    return Broker(_host(found["host"]), port, scheme == "mqtts", user, password)


def parse_brokers(text: str) -> tuple[Broker, ...]:
    """Parse a list of brokers separated by commas or blanks.

    An empty text stands for `PUBLIC_BROKERS`; what only a page can use is passed over. Raises
    FormatError for a bad one or too many.
    """
    words = text.replace(",", " ").split()
    addresses = [word for word in words if not _SOCKET.fullmatch(word)] or words or PUBLIC_BROKERS
    if len(addresses) > MOST_BROKERS:
        raise FormatError(N_("at most {most} servers can be used at once"), most=MOST_BROKERS)
    return tuple(dict.fromkeys(map(parse_broker, addresses)))


def brokers_in_one_word(text: str) -> str:
    """Return the brokers as one word that `parse_brokers` reads, for an invitation."""
    return ",".join(broker.url for broker in parse_brokers(text))


def sockets(brokers: str, named: str) -> str:
    """Return where a page reaches brokers, with blanks between: the known and the named ones.

    A name and a password are those of the broker with the same host.
    """
    there = parse_brokers(brokers)
    hosts, words = {broker.host for broker in there}, named.replace(",", " ").split()
    own = [word for word in words if _SOCKET.fullmatch(word) and _host_of(word) in hosts]
    return " ".join(dict.fromkeys(filter(None, (*map(web_address, there), *own))))


def _host_of(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:  # brackets that are no address
        return ""


def _host(text: str) -> str:
    """Return a host name in ASCII, as resolvers need it."""
    if text.startswith("["):
        return text[1:-1].lower()
    try:
        host = text.encode("idna").decode("ascii").lower()
    except UnicodeError:
        host = ""
    if not host or len(host) > 253 or not re.fullmatch(r"[a-z0-9_.-]+", host):
        raise FormatError(N_("{host} is not a host name"), host=quoted(text))
    return host
