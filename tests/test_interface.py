"""What programs may rely on: every promised name has an example, and the examples run."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

PROMISED = {
    (module, name)
    for module in ("battle", "battle.engine", "battle.protocol", "solver")
    for name in import_module(module).__all__
}
EXPLAINED = {
    ("battle", "Player"),
    ("battle", "__version__"),
    ("battle.protocol", "OPTIONS"),
    ("solver", "ALL_LINES"),
}


def everything() -> dict[str, Any]:
    """Return what `from battle import *`, and the same of the other rooms, would give."""
    return {name: getattr(import_module(module), name) for module, name in PROMISED}


@pytest.mark.parametrize(("module", "name"), sorted(PROMISED - EXPLAINED))
def test_every_promised_name_has_an_example_that_runs(
    module: str, name: str, compiled_home: Path
) -> None:
    """The example in the documentation of a promised name gives what it says."""
    found = getattr(import_module(module), name)
    (test,) = doctest.DocTestFinder(recurse=False).find(found, name, globs=everything()) or [None]
    assert test is not None, "no example"
    failed, tried = doctest.DocTestRunner(
        optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    ).run(test)
    assert tried
    assert not failed
