"""What is inside a sealed message: names and values as JSON, packed."""

from __future__ import annotations

import json
import zlib
from typing import Any, Final, TypeGuard

from battle.friend.shared.errors import DamagedError
from battle.rules.position import FormatError

MOST_UNPACKED: Final = 2**20
"""Bytes of JSON in one message; what would be more is not unpacked."""


def is_number(found: object, least: int, most: int) -> TypeGuard[int]:
    """Whether a value that was sent is a whole number from `least` to `most`."""
    return isinstance(found, int) and not isinstance(found, bool) and least <= found <= most


def packed(values: dict[str, Any]) -> bytes:
    """Return names and values as they are sealed."""
    return zlib.compress(plain_bytes(values), 9)


def plain_bytes(values: object) -> bytes:
    """Return values as JSON, the same for the same values."""
    return json.dumps(values, separators=(",", ":"), sort_keys=True).encode()


def unpacked(content: bytes) -> dict[str, Any]:
    """Return the names and values that were packed; raise FormatError for anything else."""
    unpacker = zlib.decompressobj()
    try:
        plain = unpacker.decompress(content, MOST_UNPACKED)
        if not unpacker.eof:
            raise DamagedError("a message is larger than it may be, or cut")
        values = json.loads(plain)
    except (zlib.error, ValueError, RecursionError) as error:
        if isinstance(error, FormatError):
            raise
        raise DamagedError("a message is not in its format") from None
    if not isinstance(values, dict):
        raise DamagedError("a message is not in its format")
    return values
