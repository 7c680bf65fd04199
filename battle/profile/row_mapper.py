"""Rows of a table as values of a dataclass: each field declared once with the columns it is in.

    field of the dataclass ──FieldColumns──► one column or several of the row, and back

A mapper takes its columns from the tables that a new file has, after every step of its part. It
cannot be made while a column belongs to no field or a field to no column, so that a column added
by a later step is read and written, or is missed at the first start.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from sqlite3 import Connection
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar

from battle.profile.database import Part

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Row = TypeVar("Row", bound="DataclassInstance")
Stored: TypeAlias = str | int | None


@dataclass(frozen=True)
class FieldColumns:
    """How a field stands in its columns.

    `write` returns what each of them holds; `read` is given that and returns the field, or raises
    ValueError or TypeError for what cannot be one.
    """

    columns: tuple[str, ...]
    write: Callable[[Any], Sequence[Stored]]
    read: Callable[..., Any]


class RowMapper(Generic[Row]):
    """Maps the rows of one table of a part to values of a dataclass.

    Raises ValueError unless `fields` are those of the dataclass and hold all columns.
    """

    def __init__(
        self, part: Part, name: str, sort: type[Row], fields: Mapping[str, FieldColumns]
    ) -> None:
        self.name: Final = name
        self.columns: Final = part.columns(name)
        self._sort = sort
        self._fields = dict(fields)
        held = [column for field in fields.values() for column in field.columns]
        if sorted(held) != sorted(self.columns):
            raise ValueError(f"the table {name} has {self.columns}, its fields are in {held}")
        if fields.keys() != {field.name for field in dataclasses.fields(sort)}:
            raise ValueError(f"the table {name} has columns of {[*fields]}")

    def row(self, value: Row) -> dict[str, Stored]:
        """Return what the columns hold for a value, by name, in their order."""
        held = {
            column: stored
            for name, field in self._fields.items()
            for column, stored in zip(field.columns, field.write(getattr(value, name)), strict=True)
        }
        return {column: held[column] for column in self.columns}

    def put(self, connection: Connection, row: Mapping[str, Stored]) -> None:
        """Write a row, in place of what is there under its key."""
        names, marks = ", ".join(row), ", ".join(f":{name}" for name in row)
        connection.execute(f"INSERT OR REPLACE INTO {self.name} ({names}) VALUES ({marks})", row)

    def select(
        self, connection: Connection, rest: str = "", values: Sequence[object] = ()
    ) -> list[Row]:
        """Return what a query finds; a row that another hand made meaningless is passed over."""
        query = f"SELECT {', '.join(self.columns)} FROM {self.name} {rest}"
        found = (self._value(row) for row in connection.execute(query, values))
        return [value for value in found if value is not None]

    def _value(self, row: Sequence[Any]) -> Row | None:
        held = dict(zip(self.columns, row, strict=True))
        try:
            read = {
                name: field.read(*(held[column] for column in field.columns))
                for name, field in self._fields.items()
            }
            return self._sort(**read)
        except (ValueError, TypeError):
            return None
