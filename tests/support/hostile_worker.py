"""A hostile worker of a cluster: what `dask worker --preload` runs in place of honest work.

What it does depends on the deal: `MODES` from deal `FIRST` on. Its programs, which touch the file
`MARK` of the environment, are given as pickles in every place where Dask reads them.
"""

from __future__ import annotations

import json
import os
import pickle
from base64 import b64encode
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import distributed.core
import distributed.worker
import distributed.worker_state_machine
from distributed.protocol import to_serialize

from battle.rules.position import deal
from solver import bulk, survey

FIRST: Final = 5001
LOST: Final = 50
"""What every deal has lost before."""
MODES: Final = (
    *("result", "error", "events", "par", "other deal", "moves", "looser", "crossed", "back"),
    *("time", "snapshot", "long snapshot", "no text", "nested", "failed"),
    "stream",
)


class Program:
    """Runs a program where its pickle is read."""

    def __reduce__(self) -> Any:
        return Path.touch, (Path(os.environ["MARK"]),)


def answer(task: survey.Slice, **others: Any) -> dict[str, Any]:
    """Return an answer that is believed, with other parts in place of its own."""
    proof = others.pop("proof", None) or made_up(task.number, -9, 9)
    entries = b64encode(os.urandom(16 * 1000)).decode()
    found = {"proof": proof.row(), "left": 0.0, "worker": "tcp://nowhere:1", "snapshot": entries}
    return found | others


def made_up(number: int, lower: int, upper: int, lost: int = LOST) -> survey.PartialProof:
    """Return a proof that gives all moves of a deal these bounds."""
    bounds = dict.fromkeys(deal(number).legal_moves, (lower, upper))
    return survey.PartialProof(number, bounds, 10**9, 99.0, lost=lost)


def plain(mode: str, task: survey.Slice) -> dict[str, Any]:
    """Return an answer in plain values."""
    match mode:
        case "par":
            return answer(task, proof=made_up(task.number, -5, -5))
        case "other deal":
            return answer(task, proof=made_up(task.number + 1, -5, -5))
        case "moves":
            first, *_others = deal(task.number).legal_moves
            return answer(task, proof=survey.PartialProof(task.number, {first: (-5, -5)}))
        case "looser":
            return answer(task, proof=made_up(task.number, -200, 200))
        case "crossed":
            return answer(task, proof=made_up(task.number, 5, -5))
        case "back":
            return answer(task, proof=made_up(task.number, -5, -5, lost=LOST + 1))
        case "time":
            return answer(task, left=1e9)
        case "long snapshot":
            return answer(task, snapshot=b64encode(bytes(17)).decode())
    return answer(task)


def dask_setup(worker: Any) -> None:
    """Take the place of what the worker would do."""
    pickled = pickle.dumps(Program())
    get_data, error_message = worker.handlers["get_data"], distributed.core.error_message

    async def any_data(comm: Any, keys: Any, serializers: Any = None, **others: Any) -> Any:
        if any(isinstance(worker.data.get(key), Program) for key in keys):
            serializers = ("pickle",)
        return await get_data(comm, keys=keys, serializers=serializers, **others)

    def hostile(_work: Any, task: survey.Slice) -> Any:
        mode = MODES[task.number - FIRST]
        match mode:
            case "result":
                return Program()
            case "error" | "stream":
                raise RuntimeError(mode)
            case "events":
                worker.log_event("warn", {"message": pickled, "category": pickled})
            case "no text":
                return 7
            case "nested":
                return "[" * 100_000
            case "failed":
                return json.dumps({"error": "MemoryError: \x1b[2Jnone"})
        return json.dumps({"answer": plain(mode, task)})

    def hostile_message(error: BaseException, status: str = "error") -> dict[str, Any]:
        found = dict(error_message(error, status))
        if isinstance(error, RuntimeError):
            program = to_serialize(pickled if str(error) == "error" else Program())
            found |= dict.fromkeys(("exception", "traceback"), program)
        return found

    worker.handlers["get_data"] = any_data
    distributed.worker.error_message = hostile_message
    distributed.worker_state_machine.pickle = SimpleNamespace(dumps=lambda _type: pickled)
    bulk._answer = hostile
