"""What programs may rely on: every promised name has an example, and the examples run."""

from __future__ import annotations

import doctest
import re
import shlex
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import battle
import solver
from battle.engine import EngineError, SimpleEngine
from solver.match import play_match
from tools import reference

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


# --- examples and pages --------------------------------------------------------------------------

DOCS = Path(__file__).parents[1] / "docs"
EXAMPLES = DOCS / "examples"


def example(name: str) -> ModuleType:
    """Return an example as a module that other processes can import too."""
    return import_module(name)


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch, compiled_home: Path) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.setenv("PYTHONPATH", str(EXAMPLES))


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the command that runs the bot of the page about writing one."""
    program = re.findall(r"^```python\n(.*?)^```$", (DOCS / "bot.md").read_text(), re.M | re.S)[0]
    file = tmp_path_factory.mktemp("bot") / "miser.py"
    file.write_text(program, encoding="utf-8")
    return shlex.join([sys.executable, str(file)])


def test_the_pages_programs_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled_home: Path
) -> None:
    """Every program of the page for programs runs, beside a file of games."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.mjb").write_text(SHORT_GAME, encoding="utf-8")
    text = (DOCS / "programs.md").read_text(encoding="utf-8")
    programs = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
    for program in programs:
        exec(compile(program, "programs.md", "exec"), {})
    assert len(programs) == 3


SHORT_GAME = """[First "Ada"]
[Second "Ben"]
[Position "5m5p/5p5m/9s/9s"]

1. a1b2 c1d1 2. a2b1 10-9
"""


@pytest.mark.usefixtures("examples")
def test_accuracy_of_a_folder(tmp_path: Path) -> None:
    """The first example adds up what each player of two files lost."""
    (tmp_path / "one.mjb").write_text(SHORT_GAME, encoding="utf-8")
    (tmp_path / "two.mjb").write_text(f"{SHORT_GAME}\n{SHORT_GAME}", encoding="utf-8")
    with solver.Solver(1, 16) as at_work:
        found = example("accuracy").accuracy(tmp_path, solver.Limit(exact=True), at_work)
    assert found == {"Ada": (24, 6), "Ben": (0, 3)}


@pytest.mark.usefixtures("examples")
def test_a_bot_plays_a_level(bot: str) -> None:
    """The second example lets the bot play a deal to its end, by moves that its rule chooses."""
    with SimpleEngine(bot) as miser, SimpleEngine(threads=1, hash_mb=16) as other:
        made = example("bot_match").play(miser, other, "novice", 7)
    nodes = made.game.main_line()
    assert made.game.ending is not None
    for node in nodes[:-1:2]:
        leaves = {
            move: node.position.worth(move) - most_at_once(node.position.play(move))
            for move in node.position.legal_moves
        }
        assert leaves[node.children[0].move] == max(leaves.values())


def most_at_once(position: battle.Position) -> int:
    return max((position.kind_of(move).rank for move in position.legal_moves), default=0)


@pytest.mark.usefixtures("examples")
def test_a_bot_plays_a_match(bot: str) -> None:
    """A match takes a command for a player; of one that plays badly it says what it did."""
    (pair,) = play_match(f"engine={bot}", "greedy", range(7, 8))
    assert pair.deal == 7
    assert all(pair.moves)
    with pytest.raises(EngineError, match="cannot be started"):
        list(play_match("engine=no-such-program", "greedy", range(7, 8)))


@pytest.mark.usefixtures("examples")
def test_a_batch_in_a_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    """The third example's values are those of the slow reference, and its histogram counts them."""
    batch = example("batch")
    texts = list(batch.endgames(6, 12))
    values = batch.in_a_pool(texts, jobs=1)
    assert values == [reference.value(battle.position(text)) for text in texts]
    assert batch.histogram(values).count("*") == 6
