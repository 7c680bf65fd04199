"""Byte code of the program and of Python's library; runs in Pyodide (`bytecode.mjs`).

    LEFT_OUT, SHORTER ──► a library that starts sooner, and imports less by itself
    import the program once ──► what of the library it needs
                            ──► what is compiled meanwhile: the methods of each dataclass, by the
                                text that `dataclasses` writes for it, and regular expressions

All that is made here and not at each start, of which it was more than half. The library's modules
do what they always do and look up what they would compile; what they do not find they compile.
"""

import dataclasses
import importlib
import importlib.util
import marshal
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, SimpleNamespace
from typing import Any, NamedTuple

STARTS = (
    "battle.browser.main",
    "encodings.idna",
    "gettext",
    "solver.page",
    "solver.api",
    "segno.encoder",
)
ALWAYS = (
    *("encodings/__init__", "encodings/aliases", "encodings/ascii", "encodings/cp437"),
    *("encodings/idna", "encodings/latin_1", "encodings/utf_8", "encodings/utf_8_sig"),
    *("_pyodide/", "pyodide/", "collections/", "sqlite3/", "ctypes/", "json/", "re/"),
    *("zoneinfo/", "_sysconfigdata"),
)
"""What Python needs to begin, and rooms of the library that are taken whole."""
FROZEN = ("importlib/_bootstrap.py", "importlib/_bootstrap_external.py", "zipimport.py")
"""What the interpreter itself has."""

LEFT_OUT = ("ssl.py", "bz2.py", "lzma.py", "compression/zstd/")
"""What the library itself does without where it is missing."""
ASYNCIO = """
from .coroutines import *
from .events import *
from .exceptions import *
from .futures import *
from .runners import *
from .tasks import *

DefaultEventLoopPolicy = events._BaseDefaultEventLoopPolicy
"""
"""What Pyodide's own loop takes of it: a page has no other, no streams and no processes."""
SHORTER = {
    "asyncio/__init__.py": (None, ASYNCIO),
    "html/__init__.py": ("from html.entities import html5 as _html5", ""),
    "pyodide/_package_loader.py": ("from zipfile import ZipFile", ""),
}
"""Modules of the library, a text in them or None for all of it, and what stands in its place."""

MADE = "made_before"
"""The module of the library that has what was compiled here."""
LOOK_UP = {
    "dataclasses.py": f"""
from marshal import loads
from {MADE} import CODES

def exec(text, *where, _exec=exec):
    _exec(loads(CODES[text]) if text in CODES else text, *where)

class inspect:  # a class without docstring is described by its name: no signature is worked out
    unwrap = inspect.unwrap
    def signature(*_, **__):
        raise ValueError
""",
    "re/_compiler.py": f"""
from {MADE} import PATTERNS

def compile(p, flags=0, _compile=compile):
    made = PATTERNS.get((p, int(flags))) if isstring(p) else None
    return _sre.compile(*made) if made else _compile(p, flags)
""",
}
"""What is added to modules of the library, so that they look there."""


class Made(NamedTuple):
    """What was compiled: code by its text, what `_sre` got by the expression and its flags."""

    codes: dict[str, CodeType]
    patterns: dict[tuple[str | bytes, int], tuple[Any, ...]]

    @property
    def module(self) -> bytes:
        """The source of the module that has it."""
        codes = {text: marshal.dumps(code) for text, code in self.codes.items()}
        packed = marshal.dumps((codes, self.patterns))
        return f"from marshal import loads\nCODES, PATTERNS = loads({packed!r})\n".encode()


@contextmanager
def noted() -> Iterator[Made]:
    """Yield what dataclasses and regular expressions compile meanwhile."""
    made, compiler, given = Made({}, {}), vars(vars(re)["_compiler"]), list[Any]()
    usual, sre = compiler["compile"], compiler["_sre"]

    def note_code(text: str, *where: Any) -> None:
        made.codes[text] = compile(text, "<string>", "exec", dont_inherit=True)
        exec(made.codes[text], *where)

    def note_given(pattern: Any, flags: int, code: list[int], *more: Any) -> Any:
        given[:] = pattern, int(flags), [int(one) for one in code], *more
        return sre.compile(*given)

    def note_pattern(pattern: Any, flags: int = 0) -> Any:
        expression = usual(pattern, flags)
        if isinstance(pattern, str | bytes):
            made.patterns[pattern, int(flags)] = (*given,)
        return expression

    vars(dataclasses)["exec"] = note_code
    compiler |= {
        "compile": note_pattern,
        "_sre": SimpleNamespace(**vars(sre) | {"compile": note_given}),
    }
    try:
        yield made
    finally:
        del vars(dataclasses)["exec"]
        compiler |= {"compile": usual, "_sre": sre}


def byte_code(source: bytes, name: str) -> bytes:
    """Return a `.pyc` file without docstrings, never checked against its source."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    head = importlib.util.MAGIC_NUMBER + (0b01).to_bytes(4, "little") + bytes(8)
    return head + marshal.dumps(code)


def pack(source: dict[str, bytes], file: str, place: str) -> None:
    """Write a zip of some files, modules as byte code."""
    from zipfile import ZipFile

    with ZipFile(file, "w") as packed:
        for name, data in source.items():
            if name.endswith(".py"):
                data, name = byte_code(data, f"{place}/{name}"), name + "c"
            packed.writestr(name, data)


def shorten(file: str) -> None:
    """Make a library's zip shorter; raise ValueError if it is not the one that is known here."""
    from zipfile import ZipFile

    with ZipFile(file) as library:
        names = [name for name in library.namelist() if not name.startswith(LEFT_OUT)]
        kept = {name: library.read(name) for name in names}
    for name, (old, new) in SHORTER.items():
        source = kept[name].decode()
        if source.count(old or source) != 1:
            raise ValueError(f"{name} has no {old!r}")
        kept[name] = source.replace(old or source, new).encode()
    with ZipFile(file, "w") as library:
        for name, data in kept.items():
            library.writestr(name, data)


def main() -> None:
    """Make both zips, in a Python that was begun with the shorter library."""
    sys.path.insert(0, "/sources.zip")
    with noted() as made:
        for name in STARTS:
            importlib.import_module(name)
        sys.modules["battle.browser.main"].load_all()
    used = {name.replace(".", "/") for name in sys.modules}
    from zipfile import ZipFile  # of the program nothing at its start needs it

    with ZipFile("/sources.zip") as sources, ZipFile("/library.zip") as library:
        ours = {name: sources.read(name) for name in sources.namelist()}
        theirs = {
            name: library.read(name)
            for name in library.namelist()
            if not name.endswith("/") and name not in FROZEN
            if name.startswith(ALWAYS)
            or name.removesuffix(".py").removesuffix("/__init__") in used
            or not name.endswith(".py")
        }
    ours["typing_extensions.py"] = (
        b"from typing import *\n"  # this Python has all that is asked of it
    )
    for name, added in LOOK_UP.items():
        theirs[name] += added.encode()
    theirs[f"{MADE}.py"] = made.module
    pack(ours, "/program.zip", "/program")
    pack(theirs, "/python_stdlib.zip", "/lib")
