"""Tests of the byte code of the page: dataclasses and regular expressions compiled before."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from types import ModuleType
from typing import Any

import pytest

from tools.page.bytecode import LOOK_UP, MADE, noted

SOURCE = """
from {module} import dataclass, field, InitVar, KW_ONLY

@dataclass
class Plain:
    one: int
    two: list = field(default_factory=list, compare=False)

@dataclass(frozen=True, order=True)
class Frozen:
    one: int
    two: str = "b"
    three: int = field(default=3, repr=False, hash=False)

@dataclass(frozen=True)
class Further(Frozen):
    four: float = 0.5
    def __repr__(self):
        return "own"

@dataclass(slots=True, unsafe_hash=True)
class Slots:
    one: int
    _: KW_ONLY
    two: int = 2

@dataclass(eq=False)
class Made:
    one: int
    given: InitVar[int] = 1
    two: int = field(init=False)
    def __post_init__(self, given):
        self.two = self.one + given
"""
OBJECTS: Mapping[str, list[tuple[Any, ...]]] = {
    "Plain": [(1,), (1, [2]), (2,)],
    "Frozen": [(1,), (1, "a", 7), (1, "b", 8), (2, "b")],
    "Further": [(1, "a", 2, 3.0), (1,)],
    "Slots": [(1,), (2,)],
    "Made": [(1,), (1, 5)],
}


def sample(tools: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return a module whose classes a `dataclasses` has made."""
    module = ModuleType("sample")
    for one in (tools, module):
        monkeypatch.setitem(sys.modules, one.__name__, one)
    exec(SOURCE.format(module=tools.__name__), vars(module))
    return module


def quick(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return a `dataclasses` that finds all its codes in what the usual one compiled."""
    with noted() as made:
        sample(dataclasses, monkeypatch)
    table, module = ModuleType(MADE), ModuleType("quick")
    exec(made.module, vars(table))
    for one in (table, module):
        monkeypatch.setitem(sys.modules, one.__name__, one)
    exec(inspect.getsource(dataclasses) + LOOK_UP["dataclasses.py"], vars(module))
    vars(module)["exec"].__kwdefaults__["_exec"] = _never_compile
    return module


def _never_compile(code: Any, *where: Any) -> None:
    assert not isinstance(code, str), code
    exec(code, *where)


def told(run: Callable[..., Any], *given: Any) -> str:
    """Return what a call comes to: its value, or what it raises."""
    try:
        return repr(run(*given))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


DOES: Mapping[str, Callable[..., Any]] = {
    "show": repr,
    "hash": lambda one: (hash(one) == hash(copy.copy(one)), hash(one) == object.__hash__(one)),
    "order": lambda one: one < one,
    "set": lambda one: setattr(one, "one", 9),
    "delete": lambda one: delattr(one, "two"),
    "made of nothing": lambda one: type(one)(),
    "copy": lambda one: pickle.loads(pickle.dumps(one)) == one,
}


OF_FIELDS = ("name", "type", "init", "repr", "hash", "compare", "kw_only")


@pytest.mark.parametrize("name", OBJECTS)
def test_a_class_is_as_the_usual_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its objects are shown, compared, hashed, changed, replaced, listed and pickled alike."""
    found = []
    for tools in (dataclasses, quick(monkeypatch)):
        kind = vars(sample(tools, monkeypatch))[name]
        made = [kind(*given) for given in OBJECTS[name]]
        replaced = partial(tools.replace, one=4)
        found.append(
            (
                [one == two for one in made for two in made],
                [told(replaced, one) for one in made],
                [[str(getattr(each, of)) for of in OF_FIELDS] for each in tools.fields(kind)],
                kind.__match_args__,
                {what: told(do, made[0]) for what, do in DOES.items()},
            )
        )
    assert found[0] == found[1]


PATTERNS = [(r"(?P<rank>[1-9])(?P<suit>[mps])|x", 0), (b"a+?b", 0), (r"^\\s*(é|ß)", re.I | re.M)]


def test_an_expression_is_as_the_usual_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """It finds the same, by the same names, with the same flags, and is not compiled again."""
    text = "5m x 7s\n  É aab"
    with noted() as made:
        re.purge()
        usual = [re.compile(*one) for one in PATTERNS]
    table = ModuleType(MADE)
    exec(made.module, vars(table))
    monkeypatch.setitem(sys.modules, MADE, table)
    compiler = vars(vars(re)["_compiler"])
    module = {**compiler}
    exec(LOOK_UP["re/_compiler.py"], module)
    module["compile"].__defaults__ = (0, None)  # nothing is compiled
    for one, before in zip(PATTERNS, usual, strict=True):
        found = module["compile"](one[0], int(one[1]))
        assert found == before
        assert (found.groupindex, found.flags) == (before.groupindex, before.flags)
        where = text.encode() if isinstance(one[0], bytes) else text
        assert [it.span() for it in found.finditer(where)] == [
            it.span() for it in before.finditer(where)
        ]


COMPARES = """
import dataclasses, inspect, sys
from types import ModuleType
from tools.page.bytecode import LOOK_UP, MADE, noted

OURS = ("battle", "solver", "fsrs")

def ours():
    return [name for name in sys.modules if name.split(".")[0] in OURS]

def classes():
    import battle.browser.main, solver.page
    return {
        f"{one.__module__}.{one.__qualname__}": told(one)
        for name in ours()
        for one in vars(sys.modules[name]).values()
        if isinstance(one, type) and "__dataclass_fields__" in vars(one)
    }

def told(one):
    methods = [(name, getattr(made, "__wrapped__", made)) for name, made in vars(one).items()]
    codes = {name: made.__code__ for name, made in methods if hasattr(made, "__code__")}
    asked = "name", "type", "init", "repr", "hash", "compare", "kw_only"
    fields = [[getattr(each, of) for of in asked] for each in dataclasses.fields(one)]
    return codes, fields, repr(one.__dataclass_params__), one.__match_args__, one.__hash__ is None

with noted() as made:
    usual = classes()
for name in ours():
    del sys.modules[name]
exec(made.module, vars(sys.modules.setdefault(MADE, ModuleType(MADE))))
exec(inspect.getsource(dataclasses) + LOOK_UP["dataclasses.py"], vars(dataclasses))
def never(code, *where):
    assert not isinstance(code, str), code
    exec_(code, *where)
exec_ = exec
dataclasses.exec.__kwdefaults__["_exec"] = never
assert classes() == usual
print(len(usual))
"""


def test_every_class_of_the_program_is_as_the_usual_one() -> None:
    """All of the page's classes have the same methods, fields and parameters; none is compiled."""
    ran = subprocess.run([sys.executable, "-c", COMPARES], capture_output=True, text=True)
    assert ran.stderr == ""
    assert int(ran.stdout) > 100
