"""CSV files of records, a line each, whose columns are the fields of a NamedTuple.

A field is a number, a text or a move, None if it is empty; or several numbers with spaces between,
each after another one if they are a mapping: `1000:5 3000:6`. Fractions have two places at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from types import UnionType
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from solver.bulk import AppendOnlyCsv

Record = TypeVar("Record", bound=tuple[Any, ...])


class Records(Generic[Record]):
    """The file of a kind of record; raises OSError or FormatError for what cannot be used."""

    def __init__(self, path: Path, kind: type[Record]) -> None:
        self._kind, self._types = kind, get_type_hints(kind)
        self._file = AppendOnlyCsv(path, [*self._types])

    def read(self, warn: Callable[[str], None] = lambda text: None) -> list[Record]:
        """Return the records; none if there is no file. `warn` is called for lines skipped."""
        return self._file.read(self._of, warn)

    def mend(self) -> list[Record]:
        """Remove a last line that was cut short; return the records."""
        self._file.mend()
        return self.read()

    def add(self, *records: Record) -> None:
        """Add records in one piece."""
        lines = (",".join(map(_written, record)) for record in records)
        self._file.add_line("\n".join(lines))

    def fill(
        self,
        keys: Iterable[tuple[Any, ...]],
        make: Callable[..., Iterable[Record]],
        report: Callable[[str], None],
    ) -> None:
        """Make and add the records of keys that the file has not yet, one key after the other.

        A record begins with its key, a key with the number of a deal, which is reported.
        """
        known = self.mend()
        for key in keys:
            if not any(record[: len(key)] == key for record in known):
                self.add(*make(*key))
                report(f"deal {key[0]}")

    def write(self, records: Iterable[Record]) -> None:
        """Write the file with these records alone."""
        self._file.path.unlink(missing_ok=True)
        self.add(*records)

    def _of(self, row: list[str]) -> Record:
        types = self._types.values()
        return self._kind(*(_read(kind, word) for kind, word in zip(types, row, strict=True)))


def _read(kind: Any, word: str) -> Any:
    base, inner = get_origin(kind), get_args(kind)
    if base is UnionType:
        return _read(inner[0], word) if word else None
    if base is dict:
        return {inner[0](key): inner[1](one) for key, one in map(_pair, word.split())}
    if base is tuple:
        return tuple(map(inner[0], word.split()))
    return getattr(kind, "parse", kind)(word)


def _pair(word: str) -> list[str]:
    return word.split(":")


def _written(field: object) -> str:
    if isinstance(field, dict):
        return " ".join(f"{key}:{one}" for key, one in field.items())
    if type(field) is tuple:
        return " ".join(map(_written, field))
    if isinstance(field, float | bool):
        return f"{round(field, 2):g}"
    return "" if field is None else str(field)
