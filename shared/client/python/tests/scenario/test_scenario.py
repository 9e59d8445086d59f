from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clients import Maker
from run import Run

SCENARIO = json.loads((Path(__file__).parents[3] / "scenario" / "scenario.json").read_text())


@pytest.fixture(params=["sync", "async"], scope="module")
def run(request: pytest.FixtureRequest) -> Iterator[Run]:
    if not {"SCENARIO_URL", "SCENARIO_KEYS"} <= os.environ.keys():
        pytest.fail("SCENARIO_URL and SCENARIO_KEYS are not set: start all of it with `go test ./cmd/biom -run TestLongPythonClient`, or see shared/client/scenario/README.md")
    maker = Maker(request.param)
    yield Run(maker, os.environ["SCENARIO_URL"], json.loads(os.environ["SCENARIO_KEYS"]), SCENARIO["documents"])
    maker.end()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "step" in metafunc.fixturenames:
        steps = SCENARIO["steps"]
        metafunc.parametrize("step", steps, ids=[step["name"] for step in steps])


def test_step(run: Run, step: dict[str, Any]) -> None:
    run.step(step)
