"""Damage: what is done to a text or a file before it is read."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

NASTY = (
    *("\0", "\x1b]0;title\x07", "\x7f", "\x9b2J", "\u200b", "\u202e", "\ufeff", "\u0301", "\u2028"),
    *("𝟙", "٣", "½", "İ", "ß", "王", "\U0001f000", "\U000e0041", "\r", "\n", "\r\n", "\t", " ", ""),
    *(
        '"',
        "\\",
        "'",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "<",
        ">",
        "%",
        ";",
        ":",
        ",",
        "/",
        "-",
        "+",
        "=",
    ),
    *("0", "-1", "1e999", "nan", "inf", "99999999999999999999", "0x10", "1_0", "²", "-0", "271"),
    *(
        "null",
        "true",
        "[]",
        "{}",
        "None",
        "{0}",
        "{name}",
        "%s",
        "=HYPERLINK(1)",
        "../..",
        "*",
        "?",
    ),
    *("[%eval =7]", "[%clk 0:00:01]", "1. a1c9", "143-127", '[Deal "1"]', "5m", "a1", "9s9s"),
)
"""Pieces that parsers have stumbled over."""

_BAD_BYTES = b'\x00\x1b\x7f\x80\xbf\xc0\xed\xff"\\\n\r,;'


def damaged(samples: Sequence[bytes], random: Random) -> bytes:
    """Return one of some samples with up to four things done to it."""
    content = random.choice(samples)
    for _step in range(random.choice((1, 1, 1, 2, 3, 4))):
        content = random.choice(_STEPS)(content, random, samples)
    return content[:_MOST]


_MOST = 200_000


def _place(content: bytes, random: Random) -> int:
    return random.randint(0, len(content))


def _slice(content: bytes, random: Random) -> tuple[int, int]:
    start = _place(content, random)
    return start, min(len(content), start + random.choice((1, 2, 5, 20, 200)))


def _flip(content: bytes, random: Random, _samples: Sequence[bytes]) -> bytes:
    if not content:
        return content
    at = random.randrange(len(content))
    return content[:at] + bytes([content[at] ^ 1 << random.randrange(8)]) + content[at + 1 :]


def _set(content: bytes, random: Random, _samples: Sequence[bytes]) -> bytes:
    at = _place(content, random)
    return content[:at] + bytes([random.choice(_BAD_BYTES)]) + content[at + 1 :]


def _insert(content: bytes, random: Random, _samples: Sequence[bytes]) -> bytes:
    at = _place(content, random)
    return content[:at] + random.choice(NASTY).encode("utf-8", "surrogatepass") + content[at:]


def _replace(content: bytes, random: Random, _samples: Sequence[bytes]) -> bytes:
    start, end = _slice(content, random)
    return content[:start] + random.choice(NASTY).encode() + content[end:]


def _delete(content: bytes, random: Random, _samples: Sequence[bytes]) -> bytes:
    start, end = _slice(content, random)
    return content[:start] + content[end:]


def _double(content: bytes, random: Random, _samples: Sequence[bytes]) -> bytes:
    start, end = _slice(content, random)
    return content[:end] + content[start:end] + content[end:]


def _repeat(content: bytes, random: Random, _samples: Sequence[bytes]) -> bytes:
    start, end = _slice(content, random)
    return content[:end] + content[start:end] * random.choice((3, 30, 300)) + content[end:]


def _cut(content: bytes, random: Random, _samples: Sequence[bytes]) -> bytes:
    return content[: _place(content, random)]


def _splice(content: bytes, random: Random, samples: Sequence[bytes]) -> bytes:
    other = random.choice(samples)
    return content[: _place(content, random)] + other[_place(other, random) :]


def _number(content: bytes, random: Random, _samples: Sequence[bytes]) -> bytes:
    """Change one of the figures."""
    figures = [at for at, byte in enumerate(content[:5000]) if byte in b"0123456789"]
    if not figures:
        return content
    at = random.choice(figures)
    return content[:at] + random.choice((b"0", b"9", b"10", b"-1", b"", b"1.5")) + content[at + 1 :]


_STEPS = (
    *(_flip, _flip, _set, _insert, _insert, _replace, _delete, _double, _repeat, _cut, _splice),
    *(_number, _number),
)


def odd_name(random: Random) -> str:
    """Return what nobody would be called."""
    words = "".join(random.choice((*NASTY, "Ada", "\ud800")) for _ in range(random.randint(0, 6)))
    return words * random.choice((1, 1, 1, 1, 50, 2000))
