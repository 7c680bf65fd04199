"""`positions`: what is proven of positions, collected from reviews, surveys and certificates.

A position and all its disguises are one entry, under the position that `canonical` makes of them:
they have the same value. An entry has the narrowest bounds that are known, and what proves each.
Certificates are verified when they are read; of other files it is kept what they say.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from operator import index
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from battle import __version__
from battle.analysis.costs import Review
from battle.analysis.values import Bounds, Values
from battle.commands.common import (
    A_FILE,
    SCHEMA,
    ProgressLine,
    WorkError,
    claim,
    complain,
    counted,
    reading,
    say,
    say_kept,
    write,
)
from battle.rules import certificate
from battle.rules.disguise import canonical
from battle.rules.files import CLUSTER, check_output, read_pars, read_text
from battle.rules.position import Move, Position, RulesError
from battle.rules.record import Record, all_games

_BEGINNING: Final = f'{{"schema": {SCHEMA}, "position": '
PROGRAM: Final = f"Mahjong Battle {__version__}"


class Proof(NamedTuple):
    """Proven bounds of a position for the player to move, and what proves them.

    `by` is certificate, review, analysis or survey; `source` says which one. A certificate has its
    text.
    """

    position: Position
    lower: int
    upper: int
    by: str
    source: str
    program: str = PROGRAM
    certificate: str | None = None

    @property
    def object(self) -> dict[str, Any]:
        return {name: value for name, value in self._asdict().items() if name != "position"}


class Entries:
    """What is proven, by the canonical position."""

    def __init__(self) -> None:
        self._proofs: dict[str, list[Proof]] = {}
        self._grids: dict[str, str] = {}

    def name(self, position: Position) -> str:
        if position.grid not in self._grids:
            self._grids[position.grid] = str(canonical(position))
        return self._grids[position.grid]

    def add(self, proof: Proof) -> None:
        """Keep a proof if it says more than those there are; raise WorkError if it contradicts."""
        left = proof.position.points_left
        proof = proof._replace(lower=max(-left, proof.lower), upper=min(left, proof.upper))
        if proof.upper - proof.lower == 2 * left:
            return
        name = self.name(proof.position)
        proofs = [*self._proofs.get(name, ()), proof]
        # of equal bounds those of a certificate, then the narrowest
        lowest = max(proofs, key=lambda known: (known.lower, bool(known.certificate), -known.upper))
        highest = max(
            proofs, key=lambda known: (-known.upper, bool(known.certificate), known.lower)
        )
        if lowest.lower > highest.upper:
            raise WorkError(
                f"{lowest.source} and {highest.source} contradict each other: {name} is worth"
                f" at least {lowest.lower}, and at most {highest.upper}"
            )
        self._proofs[name] = list(dict.fromkeys([lowest, highest]))

    def objects(self) -> dict[str, dict[str, Any]]:
        """Return all entries by the canonical position, those with few tiles first."""
        entries = {}
        for name, proofs in self._proofs.items():
            lower, upper = (
                max(proof.lower for proof in proofs),
                min(proof.upper for proof in proofs),
            )
            entries[name] = {
                "schema": SCHEMA,
                "position": name,
                "tiles": proofs[0].position.tiles_left,
                "lower": lower,
                "upper": upper,
                "exact": lower == upper,
                "proofs": [proof.object for proof in proofs],
            }
        return dict(sorted(entries.items(), key=lambda entry: (entry[1]["tiles"], entry[0])))


@click.command()
@click.argument("file", nargs=-1, type=A_FILE)
@click.option("--find", "wanted", metavar="POSITION", help="Only what is known of this position.")
@click.option("--output", type=A_FILE, help="Add the positions to this file.")
def positions(file: tuple[Path, ...], wanted: str | None, output: Path | None) -> None:
    """Print the positions that are proven in FILE…, with their bounds and what proves them.

    FILE is a survey (par.csv), what review or analyse wrote with --output, a proof, or a file of
    this command. Of games (.mjb), and without FILE of your own, it is what this machine has proven
    of them. A position is the same in every disguise: with its columns in another order or upside
    down, and its suits exchanged within a rank.
    """
    if wanted is not None and output is not None:
        raise click.UsageError("--find only prints: give one of --find and --output")
    reviewed_here = () if file else _of_games()
    if output is not None:
        check_output(output, lambda text: text.startswith(_BEGINNING))
        claim(output)
        file = (*file, output) if output.is_file() and output not in file else file
    entries = Entries()
    with ProgressLine() as status:
        for number, proof in enumerate(chain(reviewed_here, *map(_proofs_in, file)), start=1):
            entries.add(proof)
            status.say(counted(number, "proof"))
    objects = entries.objects()
    if wanted is not None:
        name = entries.name(Position.parse(wanted))
        if name not in objects:
            raise WorkError("nothing is proven of this position")
        objects = {name: objects[name]}
    lines = [json.dumps(entry) for entry in objects.values()]
    if output is None:
        for line in lines:
            say(line)
        return
    write(output, "".join(f"{line}\n" for line in lines))
    say_kept(counted(len(lines), "position"), output)


# -- what files prove -----------------------------------------------------------------------------


def _proofs_in(file: Path) -> Iterator[Proof]:
    """Yield the proofs in a file; raise RulesError for a kind of file that has none."""
    with reading(file):
        text = read_text(file, certificate.MOST_MEBIBYTES)
        if text.startswith(certificate.HEADING):
            for number, proof in enumerate(certificate.proofs_in(text), start=1):
                yield _certified(proof, f"{file}, proof {number}")
        elif text.startswith("{"):
            for number, line in enumerate(text.splitlines(), start=1):
                yield from _of_object(line, f"{file}, line {number}")
        elif text.startswith("deal,"):
            yield from _of_survey(file)
        else:
            yield from _of_games([(file.name, record) for _, record in all_games(text)])


def _certified(text: str, source: str) -> Proof:
    proven = certificate.verify(text)
    return Proof(proven.start, *proven.bounds, "certificate", source, certificate=text)


def _of_object(text: str, source: str) -> Iterator[Proof]:
    """Yield what an object of `review`, `analyse` or `positions` proves."""
    try:
        object = json.loads(text)
        source += _said_by(object.get("by", ""))
        if "proofs" in object:
            yield from _of_entry(object, source)
        elif "moves" in object:
            yield from _of_review(object, source)
        elif "lines" in object:
            position = Position.parse(object["position"])
            lines = {Move.parse(line["move"]): _bounds_in(line) for line in object["lines"]}
            yield from _of_moves(position, _bounds_in(object), lines, "analysis", source)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise RulesError(f"{source}: {error}") from None


def _of_entry(entry: Mapping[str, Any], source: str) -> Iterator[Proof]:
    position = Position.parse(entry["position"])
    for proof in entry["proofs"]:
        if proof["certificate"] is None:
            yield Proof(
                position, **proof | dict(zip(("lower", "upper"), _bounds_in(proof), strict=True))
            )
        else:
            yield _certified(proof["certificate"], proof["source"])._replace(
                program=proof["program"]
            )


def _bounds_in(object: Mapping[str, Any]) -> tuple[int, int]:
    return index(object["lower"]), index(object["upper"])


def _of_review(object: Mapping[str, Any], source: str) -> Iterator[Proof]:
    review = Review.from_dict(object)
    for ply, (here, margin) in enumerate(zip(review.positions, review.margins, strict=True)):
        mine = Bounds(margin.lower - here.margin, margin.upper - here.margin).for_player(
            here.to_move
        )
        yield Proof(here, mine.lower, mine.upper, "review", f"{source}, ply {ply}")


def _of_survey(file: Path) -> Iterator[Proof]:
    """Yield the proofs of a survey: of deals, solved or not, and of their first moves."""
    from solver.survey import PartialProofs, bounds_of

    file = file.with_name(file.name.replace(".bounds.csv", ".csv"))
    for number, proof in PartialProofs(file).by_deal(complain).items():
        bounds, source = (proof.lower, proof.upper), f"{file}, deal {number}{_said_by(proof.by)}"
        yield from _of_moves(Position.of_deal(number), bounds, proof.bounds, "survey", source)
    for number, par in read_pars(file, complain).items():
        start, source = Position.of_deal(number), f"{file}, deal {number}{_said_by(par.by)}"
        bounds = par.value, par.value
        yield from _of_moves(start, bounds, bounds_of(start, par), "survey", source)


def _said_by(others: str) -> str:
    return f", said by a {others}" if others == CLUSTER else ""


def _of_moves(
    start: Position,
    bounds: tuple[int, int],
    moves: Mapping[Move, tuple[int, int]],
    by: str,
    source: str,
) -> Iterator[Proof]:
    """Yield the proofs of a position and of those after its moves, by the bounds of the moves."""
    yield Proof(start, *bounds, by, source)
    for move, (lower, upper) in moves.items():
        gain = start.worth(move)
        yield Proof(start.play(move), gain - upper, gain - lower, by, f"{source}, after {move}")


def _of_games(games: Sequence[tuple[str, Record]] | None = None) -> Iterator[Proof]:
    """Yield the proofs that reviews on this machine made of games, by default the person's own."""
    from battle.commands.reviews import KeptProofs
    from battle.profile.records import Records

    with KeptProofs() as kept:
        if games is None:
            games = [
                (f"game of {game.ended:%Y-%m-%d %H:%M}", Record.parse(game.record))
                for game in Records(kept.database).games()
            ]
        for name, record in games:
            line = [node.position for node in record.game.main_line()]
            values = Values()
            kept.proofs.recall_all(values, line)
            for ply, here in enumerate(line):
                for place in (here, *map(here.play, here.legal_moves)):
                    known = values.known(place)
                    yield Proof(place, known.lower, known.upper, "review", f"{name}, ply {ply}")
