"""Byte code of the program and of Python's library; runs in Pyodide (`bytecode.mjs`).

The program is imported once, to see what of the library it needs.
"""

import importlib
import importlib.util
import marshal
import sys
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


def byte_code(source: bytes, name: str) -> bytes:
    """Return a `.pyc` file without docstrings, never checked against its source."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    head = importlib.util.MAGIC_NUMBER + (0b01).to_bytes(4, "little") + bytes(8)
    return head + marshal.dumps(code)


def pack(source: ZipFile, names: list[str], file: str, place: str) -> None:
    """Write a zip of some files, modules as byte code."""
    with ZipFile(file, "w", ZIP_STORED) as packed:
        for name in names:
            data = source.read(name)
            if name.endswith(".py"):
                data, name = byte_code(data, f"{place}/{name}"), name + "c"
            packed.writestr(name, data)


def main() -> None:
    """Make both zips."""
    sys.path.insert(0, "/sources.zip")
    for name in STARTS:
        importlib.import_module(name)
    used = {name.replace(".", "/") for name in sys.modules}
    with ZipFile("/sources.zip") as sources, ZipFile("/library.zip") as library:
        pack(sources, sources.namelist(), "/program.zip", "/program")
        wanted = [
            name
            for name in library.namelist()
            if name.startswith(ALWAYS)
            or name.removesuffix(".py").removesuffix("/__init__") in used
            or not name.endswith((".py", "/"))
        ]
        pack(
            library,
            [name for name in wanted if not name.endswith("/")],
            "/python_stdlib.zip",
            "/lib",
        )
