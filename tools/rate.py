"""Nodes a second in the middle of the proof of a full deal: how quick the kernels are.

    python -m tools.rate 5 --slices 3 --nodes 1000000 --hash 2048

A proof begins with a small table that stays in the processor's caches, and takes minutes; `bench`
measures small proofs. Here the table is as large as asked for from the start, and a question about
the deal is searched for some millions of nodes. A line for each slice: million nodes a second of
processor time. Rates differ by a quarter from one minute to the next, so compare two versions by
turns, and run two at once to see what two proofs at once would do.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Final

import click

from battle.rules.position import deal as numbered_deal
from battle.rules.position import deal_number
from solver import machine
from solver.kernels import encode
from tools.command import command

BETA: Final = 4
"""The middle one of the pars that are known."""

WARMING_UP: Final = 1000


def rates(number: int, slices: int, nodes: int, hash_mb: int) -> Iterator[float]:
    """Yield nodes per second of processor time, in millions, of slices of `nodes` nodes."""
    from solver.kernels.compiled import CompiledSearch, CompiledTable

    start = numbered_deal(number)
    state = encode.state_of(start)
    table = CompiledTable(hash_mb)
    table.use_whole()
    searcher = CompiledSearch(start, table, 0)
    searcher.bound(state, BETA, WARMING_UP)
    for _ in range(slices):
        before, began = searcher.nodes, time.thread_time()
        searcher.bound(state, BETA, nodes)
        yield (searcher.nodes - before) / (time.thread_time() - began) / 1e6


@command
@click.argument("deal", type=deal_number)
@click.option("--slices", default=3)
@click.option("--nodes", default=1_000_000, help="Of a slice.")
@click.option("--hash", "hash_mb", default=2048, help="MiB of table.")
def main(deal: int, slices: int, nodes: int, hash_mb: int) -> None:
    """Measure a deal as the command line says."""
    machine.check_table(hash_mb)
    for rate in rates(deal, slices, nodes, hash_mb):
        print(f"{rate:.3f}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
