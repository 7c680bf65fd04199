"""Proves that fair games are as even as they say, the way they are offered one after the other.

    python -m tools.prove_fair 5 --seed 1       five in a row: some minutes each

Every game is proven from its own tiles, a deal in disguise, and with the points that it gives, as
nothing were known of the deal. The proofs are kept with those of `tools.proven_again`. Status
1 if perfect play does not end as the game says.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random

from battle.game.setup import FairTable, fair_table
from battle.profile.proofs import shipped_pars
from tools.command import Arguments, command, parser_of
from tools.proven_again import Start, Way, options_of, prove_all


def fair_games(pars: Mapping[int, int], seed: int) -> Iterator[FairTable]:
    """Yield the fair tables that are offered one after the other, without end."""
    random, table = Random(seed), None
    while True:
        table = fair_table(pars, random, before=table)
        assert table is not None
        yield table


@command
def main(arguments: Arguments = None) -> int:
    """Prove a row of fair games; return the exit status."""
    parser = parser_of("tools.prove_fair", __doc__)
    parser.add_argument("games", type=int, help="how many")
    parser.add_argument("--seed", type=int, default=1)
    options_of(parser)
    options = parser.parse_args(arguments)
    tables = list(islice(fair_games(shipped_pars(), options.seed), options.games))
    starts = [
        Start(table.deal, table.start(), f"{number} of seed {options.seed}")
        for number, table in enumerate(tables, start=1)
    ]
    way, uneven = Way(options.threads, options.hash), 0
    proofs = prove_all(options.output, starts, way)
    for start, proof in zip(starts, proofs, strict=True):
        one, other = start.position.points
        end = start.position.margin + proof.par
        print(f"game {start.game}: deal {proof.deal}, {one}-{other} given, perfect play: {end:+d}")
        uneven += end != 0
    return 1 if uneven else 0


if __name__ == "__main__":
    sys.exit(main())
