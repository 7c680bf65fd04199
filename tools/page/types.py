"""The types of the page's script: `python -m tools.page.types [--check]`.

    battle.screens, battle.page.blocks ──► view.d.ts      every record that `plain` sends
    the page's script ──► tsc (TypeScript, from npm) ──► what does not fit these types

It writes `battle/browser/page/view.d.ts`; a test holds that it is current. With `--check` it lets
`tsc` read the whole script, strictly, once as pages run it and once as their workers do: which file
is whose say the two projects beside this file.
"""

from __future__ import annotations

import dataclasses
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import click

from battle.browser import main as program
from battle.browser.views import DRAWN, UNSENT, Around, block_name, is_empty
from battle.friend.ways.build import open_package
from battle.page.blocks import Block
from battle.rules.position import Cell, Kind, Move, Position
from battle.screens.board_view import BoardView
from battle.screens.view import Act, CardView
from tools.command import command
from tools.page.__main__ import PAGE, node

TYPESCRIPT: Final = (
    "typescript@5.9.3",
    "jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6M5TgSw==",
)
"""What checks the script, with the SHA-512 of its archive; no page has it."""
PROJECTS: Final = ("tsconfig.json", "tsconfig.worker.json")

HERE: Final = Path(__file__).parent
FILE: Final = PAGE / "view.d.ts"
HEAD: Final = """\
// What the program sends the page. Written by `python -m tools.page.types`: do not edit.

/** What is done when something is chosen; the page sends it back as it is. */
export interface Act {
  do: string;
  [given: string]: unknown;
}
/** A view: what a screen shows, and what goes with it. */
export type View = Around & (CardView | BoardView);
"""
_NAMES: Final = {
    str: "string",
    bool: "boolean",
    int: "number",
    float: "number",
    object: "unknown",
    Any: "unknown",
    NoneType: "null",
    Act: "Act",
    **dict.fromkeys((Kind, Cell, Move, Position), "string"),
}


def declarations() -> str:
    """Return the types of all that is sent."""
    assert program.SCREENS  # imported with every block there is
    blocks = sorted(_blocks(Block), key=lambda block: block.__name__)
    known: dict[type, str] = {}
    waiting: list[type] = [Around, CardView, BoardView, *blocks]
    for record in waiting:
        if record not in known:
            known[record] = ""
            known[record] = _interface(record, waiting)
    union = "".join(f"\n  | {block.__name__}" for block in blocks)
    return "\n".join((HEAD + f"export type Block ={union};\n", *known.values()))


def _blocks(base: type[Block]) -> Iterator[type[Block]]:
    for block in base.__subclasses__():
        if block not in DRAWN:
            yield block
        yield from _blocks(block)


def _interface(record: type, waiting: list[type]) -> str:
    """Return the type of a record; those that it is made of are waiting then."""
    hints, lines = get_type_hints(record), list[str]()
    if issubclass(record, Block):
        lines.append(f'block: "{block_name(record)}";')
        if "leads_to" in hints:
            lines.append("do?: Act;")
    for field in dataclasses.fields(record):
        if field.name in UNSENT:
            continue
        kind, is_optional = hints[field.name], is_empty(field.default)
        if is_optional and field.default is None:
            kind = Union[tuple(one for one in get_args(kind) if one is not NoneType)]  # noqa: UP007
        name = f"{field.name}{'?' * is_optional}"
        lines.append(f"{name}: {_name(kind, waiting)};")
    told = (record.__doc__ or "").partition("\n")[0]
    body = "".join(f"  {line}\n" for line in lines)
    return f"/** {told} */\nexport interface {record.__name__} {{\n{body}}}\n"


def _name(kind: Any, waiting: list[type]) -> str:
    """Return what a type of Python is called in TypeScript."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " | ".join(f'"{one}"' if isinstance(one, str) else str(one) for one in parts)
    if origin in (Union, UnionType):
        return " | ".join(dict.fromkeys(_name(one, waiting) for one in parts))
    if origin is tuple and Ellipsis not in parts:
        return f"[{', '.join(_name(one, waiting) for one in parts)}]"
    if parts and issubclass(origin, dict):
        return f"Record<string, {_name(parts[1], waiting)}>"
    if parts:
        inside = _name(parts[0], waiting)
        return f"({inside})[]" if " " in inside else f"{inside}[]"
    if kind in _NAMES:
        return _NAMES[kind]
    if issubclass(kind, Enum):
        return " | ".join(f'"{one.value}"' for one in kind)
    if kind in DRAWN:
        kind = get_type_hints(DRAWN[kind])["return"]
    if kind is not Block:
        waiting.append(kind)
    return str(kind.__name__)


def check(folder: Path) -> bool:
    """Let TypeScript, unpacked in a folder, read the script; return whether it is content."""
    with open_package(*TYPESCRIPT) as archive:
        archive.extractall(folder, filter="data")
    tsc = folder / "package" / "bin" / "tsc"
    runs = [
        subprocess.run([*node(), str(tsc), "--project", str(HERE / name)], check=False)
        for name in PROJECTS
    ]
    return not any(run.returncode for run in runs)


@command
@click.option("--check", "checks", is_flag=True, help="Check the page's script; write nothing.")
def main(checks: bool) -> int:
    """Write the types of what the page is sent."""
    if not checks:
        FILE.write_text(declarations(), encoding="utf-8")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        return int(not check(Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
