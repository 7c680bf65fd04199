"""What programs may rely on: every promised name has an example, and the examples run."""

from __future__ import annotations

import builtins
import doctest
import inspect
import json
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from math import inf
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

import pdoc.doc
import pytest
from jsonschema import Draft202012Validator

import battle
import solver
from battle.engine import EngineError, SimpleEngine
from battle.engine.client import EngineClient
from battle.profile.options import BY_NUMBER
from battle.profile.settings import Settings
from battle.protocol import BestMove, info_of
from battle.rules.position import ALL_TILES
from battle.storage import Places
from battle.terminal.app import Terminal
from battle.terminal.dialogue import Lines
from battle.window.cards import ChoiceDialog
from battle.window.routes import first_scene
from solver.match import play_match
from solver.protocol import infos_of
from tests.support.pilot import Pilot
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
    ("solver", "MoveBounds"),
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


@pytest.mark.parametrize(
    ("name", "parse", "text"),
    [
        ("kind", battle.Kind.parse, "5m"),
        ("cell", battle.Cell.parse, "a1"),
        ("move", battle.Move.parse, "a1c9"),
        ("position", battle.Position.parse, "5m5p/5p5m/9s/9s 2 10-3"),
        ("record", battle.Record.parse, '[Deal "1"]\n\n1. a1d9 *'),
        ("problem", battle.Problem.parse, "9s/9s; a1b1:9"),
        ("deal", battle.Position.of_deal, 7),
    ],
)
def test_a_type_parses_its_texts(name: str, parse: Callable[[Any], object], text: Any) -> None:
    """The promised name in small letters is the type's own parser."""
    assert getattr(battle, name)(text) == parse(text)


@pytest.mark.parametrize(
    ("grid", "shown"),
    [("5m5p/5p5m/9s/9s", None), ("...9s/..9s", None), (".", None), ("9s/./9s", "9s//9s")],
)
def test_a_position_is_shown_as_short_as_it_can_be_typed(grid: str, shown: str | None) -> None:
    """Its repr leaves out what a short grid may, and is read as the same position."""
    position = battle.Position.parse(f"{grid} 2 10-3")
    assert repr(position) == f"position('{shown or grid} 2 10-3')"
    for given in (position, position.with_given((4, 0))):
        assert eval(repr(given), {"position": battle.position}) == given


def test_a_game_and_a_record_are_shown_in_a_line() -> None:
    """Their reprs say who plays, how far the game is, and the points."""
    record = battle.Record.parse(SHORT_GAME)
    record.game.undo()
    assert repr(record.game) == "<Game at move 2 of 3, 5-9>"
    assert repr(record) == "<Record of 'Ada' against 'Ben', 10-9>"


def test_an_engines_line_is_a_line_of_the_solver(compiled_home: Path) -> None:
    """What an engine process says of a position is what the solver says in the same words."""
    start = battle.Position.parse("5m5p/5p5m/9s/9s 2 0-0")
    with solver.Solver(1, 16) as at_work:
        analysis = at_work.analyse(start, lines=solver.ALL_LINES)
    for info, line in zip(infos_of(analysis), analysis.lines, strict=True):
        assert replace(info.line(start), seen=line.seen) == line
    other = info_of(["value", "3", "pv", "c1d1"])
    assert (other.line(start).error, other.line(start).value.player) == (inf, 2)
    with pytest.raises(ValueError, match="no move"):
        replace(other, pv=()).line(start)


def test_what_a_programmer_guesses_works(compiled_home: Path) -> None:
    """Values compare with numbers, a goal has its name, a bot names no query, texts are refused."""
    start = battle.Position.parse("5m5p/5p5m/9s/9s 2 0-0")
    with solver.Solver(1, 16) as at_work:
        analysis = at_work.analyse(start, solver.Limit(exact=True, goal="best"))  # type: ignore[arg-type]
        for wrong, limit in ((str(start), None), (battle.Game(start), None), (start, 1.0)):
            with pytest.raises(TypeError, match=r"expected a (Position|Limit), not"):
                at_work.analyse(wrong, limit)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="expected a Game, not"):
            solver.review(battle.Record({}, battle.Game(start)), at_work)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"battle\.position reads a text"):
        solver.prove(str(start))  # type: ignore[arg-type]
    value = analysis.value
    assert (value == 9, value != 8, value <= 9, value > 9) == (True, True, True, False)
    assert value != "9"
    assert solver.Limit(goal="best") == solver.Limit(goal=solver.Goal.BEST)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="points"):
        solver.Limit(goal="points")  # type: ignore[arg-type]
    assert solver.Goal.VALUE is solver.Goal.MARGIN
    assert str(BestMove(move=analysis.best)).startswith("bestmove c1d1 value 0")
    with pytest.raises(TypeError, match="bad id"):
        BestMove(analysis.best, 9, True)  # type: ignore[arg-type]
    with SimpleEngine("no-such-program") as engine:
        for wrong, limit in ((str(start), None), (start, 1.0)):
            with pytest.raises(TypeError, match=r"expected a (Position or a Game|Limit), not"):
                engine.play(wrong, limit)  # type: ignore[arg-type]


@pytest.mark.parametrize("tiles", [36, 54])
def test_quick_deals_are_promised(tiles: int) -> None:
    """They are deals as others are; what is none is refused in a line."""
    assert battle.quick_deal(tiles, 7).tiles_left == tiles
    for number in (0, -1, 2**31):
        with pytest.raises(battle.FormatError, match="bad deal number"):
            battle.quick_deal(tiles, number)
    with pytest.raises(battle.FormatError, match="bad tiles 40"):
        battle.quick_deal(40, 1)


@pytest.mark.parametrize("name", ["analysis", "review"])
def test_an_object_is_the_command_s_without_what_was_asked(name: str, compiled_home: Path) -> None:
    """What `as_dict` gives has every field of the schema but those that say what was asked."""
    game = battle.Record.parse(SHORT_GAME).game
    with solver.Solver(1, 16) as at_work:
        found = (
            at_work.analyse(game.start, lines=solver.ALL_LINES)
            if name == "analysis"
            else solver.review(game, at_work, solver.Limit(exact=True))
        ).as_dict()
    schema = json.loads((DOCS / "schema" / f"{name}.json").read_text(encoding="utf-8"))
    whole = schema["anyOf"][0] if "anyOf" in schema else schema
    lacking = {*whole["required"]} - {*found}
    asked = {"schema", "input", "file", "game", "limit"}
    assert lacking == asked | ({"id", "ply"} if name == "analysis" else {"players", "result"})
    if name == "review":
        whole["properties"]["moves"]["items"]["required"].remove("why")
    Draft202012Validator(whole | {"required": [*found]}).validate(found)


INTERNAL = {
    ("Solver", "kernels"): "are for the program's own tests",
    ("Solver.think", "request"): "For the program itself",
    ("Solver.search", "request"): "For the program itself",
    ("RunningAnalysis", "request"): "as `Solver.analysis` returns it",
}
"""Parameters of promised names that are not for programs, and what their documentation says."""


def signatures() -> Iterator[tuple[str, str, Any]]:
    """Yield the type of every parameter, result and field of promised names, with its name."""
    for module, name in sorted(PROMISED):
        found = getattr(import_module(module), name)
        parts = {name: found}
        if isinstance(found, type):
            parts = {name: found.__init__, f"{name} ": found}
            parts |= {f"{name}.{one}": part for one, part in vars(found).items() if one[0] != "_"}
        for part, value in parts.items():
            for way in ("fget", "func", "__func__", "__wrapped__"):
                value = getattr(value, way, value)
            if inspect.isfunction(value) or inspect.isclass(value):
                for parameter, hint in get_type_hints(value).items():
                    yield part.strip(), parameter, hint


def classes_in(hint: Any) -> set[type]:
    """Return the classes of our own that a type is made of."""
    if isinstance(hint, list):
        return set().union(*map(classes_in, hint))
    found = set().union(*map(classes_in, get_args(hint)))
    ours = isinstance(hint, type) and hint.__module__.split(".")[0] in ("battle", "solver")
    return found | {hint} if ours else found


def test_every_type_in_a_promised_signature_is_promised() -> None:
    """Nobody needs a private class to call a promised function, or to use what it returns."""
    promised, checked = {id(one) for one in everything().values()}, 0
    for part, parameter, hint in signatures():
        private = {one.__name__ for one in classes_in(hint) if id(one) not in promised}
        if (part, parameter) in INTERNAL:
            owner, _, method = part.partition(".")
            documented = getattr(solver, owner)
            words = (getattr(documented, method) if method else documented).__doc__
            assert INTERNAL[part, parameter] in " ".join(words.split())
        else:
            assert not private, f"{part}: {parameter} is {private}"
        checked += 1
    assert checked > 300


@pytest.mark.filterwarnings("ignore:Error parsing type annotation")
def test_documentation_names_only_what_there_is() -> None:
    """A name in backquotes in the documentation of a promised name can be looked up there."""
    words = "uci isready setoption position go info bestmove stop Seed Level exact with"
    known = {name for _, name in PROMISED} | {*dir(builtins), *words.split()}
    texts = []
    for module, name in PROMISED:
        parts = [found := pdoc.doc.Module(import_module(module)).members[name]]
        if isinstance(found, pdoc.doc.Class):
            parts += found.members.values()
        for part in parts:
            known.add(part.name)
            texts.append((f"{module}.{part.qualname}", part.docstring))
            if isinstance(part, pdoc.doc.Function):
                known |= {*part.signature.parameters}
    for name, text in texts:
        unknown = {*re.findall(r"`([A-Za-z_]{2,})`", text)} - known
        assert not unknown, name


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
    assert len(programs) == 4


SHORT_GAME = """[First "Ada"]
[Second "Ben"]
[Position "5m5p/5p5m/9s/9s"]

1. a1b2 c1d1 2. a2b1 10-9
"""


@pytest.mark.usefixtures("examples")
def test_accuracy_of_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first example adds up what each player of two files lost, and names bad games."""
    for name in ("bad", "worse"):
        (tmp_path / f"{name}.mjb").write_text(SHORT_GAME.replace("c1d1", "c1d2"), encoding="utf-8")
    (tmp_path / "bytes.mjb").write_bytes(b"\xff\xfe")
    (tmp_path / "mixed.mjb").write_text(
        f"{SHORT_GAME.replace('c1d1', 'c1d2')}\n{SHORT_GAME.replace('Ada', 'Cem')}",
        encoding="utf-8",
    )
    (tmp_path / "one.mjb").write_text(SHORT_GAME, encoding="utf-8")
    (tmp_path / "two.mjb").write_text(f"{SHORT_GAME}\n{SHORT_GAME}", encoding="utf-8")
    with solver.Solver(1, 16) as at_work:
        found = example("accuracy").accuracy(tmp_path, solver.Limit(exact=True), at_work)
    assert found == {"Ada": (24, 6), "Ben": (0, 4), "Cem": (8, 2)}
    told = [line.partition(": ")[0] for line in capsys.readouterr().err.splitlines()]
    names = ("bad", "bytes", "mixed", "worse")
    assert told == [f"{tmp_path / name}.mjb, game 1" for name in names]


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
    assert values == [reference.value(battle.Position.parse(text)) for text in texts]
    assert batch.histogram(values).count("*") == 6


def test_a_bot_sits_at_the_table(bot: str, pilot: Pilot) -> None:
    """`play --engine` lets the bot, by its own name, answer each pair by what its rule chooses."""
    pilot.app.replace(first_scene(pilot.app, engine=bot))
    session = pilot.session
    assert session.name(2) == "miser"
    for _ in range(3):
        session.play(session.position.legal_moves[0])
        before = session.position
        pilot.until(lambda: session.to_move == 1, pause=0.02)
        leaves = {
            move: before.worth(move) - most_at_once(before.play(move))
            for move in before.legal_moves
        }
        assert leaves[session.game.moves[-1]] == max(leaves.values())
    assert session.record().tags["Second"] == "miser"
    assert session.record().tags["SecondType"] == "program"


def test_a_bot_that_cheats_is_stopped(pilot: Pilot, tmp_path: Path) -> None:
    """A move that cannot be played is said, and nothing is played for it."""
    cheat = tmp_path / "cheat.py"
    cheat.write_text(
        "import sys\n"
        "answers = {'uci': 'uciok', 'isready': 'readyok', 'go': 'bestmove a1a2 value 0 estimate'}\n"
        "for line in sys.stdin:\n"
        "    print(answers.get(line.split()[0], ''), flush=True)\n"
    )
    command = shlex.join([sys.executable, str(cheat)])
    pilot.app.replace(first_scene(pilot.app, engine=command))
    table, session = pilot.table, pilot.session
    session.play(session.position.legal_moves[0])
    pilot.until(lambda: pilot.scene is not table, pause=0.02)
    assert session.game.ply == 1
    assert "a1a2" in pilot.shows(ChoiceDialog).text


@pytest.fixture
def silent_bot(monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the command of a program that greets and never moves; nobody is patient here."""
    for made in (EngineClient, SimpleEngine):
        monkeypatch.setitem(made.__init__.__kwdefaults__, "patience", 0.1)
    engine = Path(__file__).parent / "support" / "fake_engine_program.py"
    return shlex.join([sys.executable, str(engine), "silent"])


def test_a_match_with_a_silent_bot_ends(silent_bot: str) -> None:
    """A program that never moves ends the match with what is wrong, as one that ends does."""
    with pytest.raises(EngineError, match="it stopped responding"):
        list(play_match(f"engine={silent_bot}", "greedy", range(7, 8)))


def test_a_silent_bot_at_the_table_is_reported(silent_bot: str, pilot: Pilot) -> None:
    """The window says that the program does not play."""
    pilot.app.replace(first_scene(pilot.app, engine=silent_bot))
    table, session = pilot.table, pilot.session
    session.play(session.position.legal_moves[0])
    pilot.until(lambda: pilot.scene is not table, pause=0.02)
    assert "it stopped responding" in pilot.shows(ChoiceDialog).text


def test_a_bot_plays_in_the_terminal(bot: str, tmp_path: Path) -> None:
    """The terminal asks it for its moves too, and names it."""
    with closing(
        Terminal(Places.below(tmp_path / "greedy"), Settings(), lines=Lines(input))
    ) as terminal:
        assert terminal.invite_engine("bots/greedy --depth 3").guest == "greedy"
    assert any("miser" in line and "takes" in line for line in printed_with(bot, tmp_path))


def test_a_silent_bot_in_the_terminal_is_reported(silent_bot: str, tmp_path: Path) -> None:
    """The terminal says that the program does not play."""
    assert "it stopped responding" in "".join(printed_with(silent_bot, tmp_path))


def printed_with(command: str, home: Path) -> list[str]:
    """Return what the terminal prints in a game with a program, after the first pair."""
    lines, printed = iter(["a1d9", "quit"]), []

    def read(_prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    services = Terminal(Places.below(home), Settings(), lines=Lines(read), write=printed.append)
    with closing(services) as terminal:
        start = terminal.invite_engine(command)
        start.tiles, start.deal_by, start.number = ALL_TILES, BY_NUMBER, "1"
        terminal.invite_engine = lambda _command: start  # type: ignore[method-assign]
        terminal.run(engine=command)
    return printed
