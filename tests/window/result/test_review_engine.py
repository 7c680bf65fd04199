"""A game in the window, reviewed by the real engine, against the review of the command line."""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path
from random import Random

import pytest

from battle.engine.client import EngineClient
from battle.page.blocks import MoveLine, Sum
from battle.rules.position import deal, played_down
from battle.screens.view import act
from battle.window.exercise import TaskScene
from battle.window.result import ResultScene
from battle.window.study import StudyScene
from tests.support.endgames import play_out
from tests.support.pilot import FRAME, Pilot, friends, pilot_at
from tests.support.processes import run
from tools.reference import move_values

pytestmark = pytest.mark.usefixtures("compiled_home")

PATIENCE = 120.0
TILES = 26


def wait(pilot: Pilot, done: object) -> None:
    """Let frames pass in real time until something is so."""
    assert callable(done)
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end
        pilot.run(FRAME)
        time.sleep(0.02)
    pilot.run(0.3)


def play_badly(pilot: Pilot, seed: int) -> None:
    """Play an endgame at the table with random moves."""
    random = Random(seed)
    table = friends(pilot, played_down(random, deal(seed), TILES))
    play_out(table.session, lambda position: random.choice(position.legal_moves))
    pilot.run(2 * FRAME)
    assert isinstance(pilot.scene, ResultScene)


def number(words: str) -> int:
    return int(re.sub(r"[^0-9-]", "", words.replace("−", "-")))


def test_the_window_and_the_command_agree(tmp_path: Path) -> None:
    """Page, list of moves and `review --json` have the same numbers, to the point."""
    with (
        pilot_at(tmp_path / "home", animation=False, sound=False) as pilot,
        EngineClient(threads=1, hash_mb=16) as client,
    ):
        pilot.app.scheduler.engine = client
        play_badly(pilot, 5)
        table = pilot.table
        file = tmp_path / "game.mbg"
        file.write_text(table.session.record().text)
        assert "eval" not in file.read_text()
        wait(pilot, lambda: table.study.review is not None and not table.study.review.running)
        result = pilot.shows(ResultScene)
        assert result.screen.played.is_known
        result.act(act("analyse"))
        scene = pilot.shows(StudyScene)
        pilot.run(0.3)
        blocks = scene.sheet.blocks
        page = [number(block.number) for block in blocks if isinstance(block, Sum)]
        costs = [scene.snapshot.costs[node] for node in scene.study.line()[1:]]
        pilot.press("shift+l", "return")
        lesson = pilot.shows(TaskScene).screen.lesson
        values = move_values(lesson.mistake.position)
        pilot.scene.take(max(values, key=lambda move: values[move]))
        wait(pilot, lambda: lesson.how(0) == "right")
    command = [sys.executable, "-m", "battle", "review", str(file), "--json", "--threads", "1"]
    told = json.loads(run(*command).stdout)
    first, second = told["lost"]
    assert told["exact_from"] == 1
    assert page == [told["par"], -first, second, told["final_margin"]]
    assert told["final_margin"] == told["par"] - first + second
    assert [cost.cost.value for cost in costs] == [move["cost"] for move in told["moves"]]
    assert all(cost.exact for cost in costs)
    listed = [block for block in blocks if isinstance(block, MoveLine) and block.number]
    assert listed
    for block in listed:
        assert number(block.cost) == -told["moves"][block.leads_to.ply - 1]["cost"]
