"""Byte code of the program and of Python's library; runs in Pyodide (`bytecode.mjs`).

    import the program once ──► what of the library it needs
                            ──► the code that `dataclasses` compiles for each class, by its text

That text is compiled here and not at each start, of which it was more than half. The library's
`dataclasses` writes the same text as ever and looks its code up; what it does not find it compiles.
"""

import dataclasses
import importlib
import importlib.util
import marshal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType
from typing import Any
from zipfile import ZIP_STORED, ZipFile

STARTS = (
    "battle.browser.main",
    "encodings.idna",
    "gettext",
    "zipfile",
    "shutil",
    "tempfile",
    "solver.page",
    "solver.api",
    "segno.encoder",
)
ALWAYS = (
    *("encodings/__init__", "encodings/aliases", "encodings/ascii", "encodings/cp437"),
    *("encodings/idna", "encodings/latin_1", "encodings/utf_8", "encodings/utf_8_sig"),
    *("_pyodide/", "pyodide/", "importlib/", "collections/", "asyncio/", "concurrent/"),
    *("sqlite3/", "ctypes/", "json/", "re/", "zoneinfo/", "email/", "_sysconfigdata", "zipfile/"),
)
"""What Python needs to begin, and rooms of the library that are taken whole."""

CODES = "dataclass_codes"
"""The module of the library that has them."""
_LOOK_UP = f"""
from {CODES} import CODES

def exec(text, *where, _exec=exec):
    _exec(CODES.get(text, text), *where)

class inspect:  # a class without docstring is described by its name: no signature is worked out
    unwrap = inspect.unwrap
    def signature(*_, **__):
        raise ValueError
"""


@contextmanager
def noted_codes() -> Iterator[dict[str, CodeType]]:
    """Yield what `dataclasses` compiles meanwhile, by its text."""
    codes: dict[str, CodeType] = {}

    def note(text: str, *where: Any) -> None:
        codes[text] = compile(text, "<string>", "exec", dont_inherit=True)
        exec(codes[text], *where)

    vars(dataclasses)["exec"] = note
    try:
        yield codes
    finally:
        del vars(dataclasses)["exec"]


def module_of(codes: dict[str, CodeType]) -> str:
    """Return the source of the module that has them."""
    return f"from marshal import loads\nCODES = loads({marshal.dumps(codes)!r})\n"


def looking_up(source: bytes) -> bytes:
    """Return the source of `dataclasses`, made to look its codes up."""
    return source + _LOOK_UP.encode()


def byte_code(source: bytes, name: str) -> bytes:
    """Return a `.pyc` file without docstrings, never checked against its source."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    head = importlib.util.MAGIC_NUMBER + (0b01).to_bytes(4, "little") + bytes(8)
    return head + marshal.dumps(code)


def pack(source: dict[str, bytes], file: str, place: str) -> None:
    """Write a zip of some files, modules as byte code."""
    with ZipFile(file, "w", ZIP_STORED) as packed:
        for name, data in source.items():
            if name.endswith(".py"):
                data, name = byte_code(data, f"{place}/{name}"), name + "c"
            packed.writestr(name, data)


def main() -> None:
    """Make both zips."""
    sys.path.insert(0, "/sources.zip")
    with noted_codes() as codes:
        for name in STARTS:
            importlib.import_module(name)
    used = {name.replace(".", "/") for name in sys.modules}
    with ZipFile("/sources.zip") as sources, ZipFile("/library.zip") as library:
        pack({name: sources.read(name) for name in sources.namelist()}, "/program.zip", "/program")
        wanted = {
            name: library.read(name)
            for name in library.namelist()
            if not name.endswith("/")
            if name.startswith(ALWAYS)
            or name.removesuffix(".py").removesuffix("/__init__") in used
            or not name.endswith(".py")
        }
    wanted["dataclasses.py"] = looking_up(wanted["dataclasses.py"])
    wanted[f"{CODES}.py"] = module_of(codes).encode()
    pack(wanted, "/python_stdlib.zip", "/lib")
