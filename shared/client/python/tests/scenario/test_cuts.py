"""What is told over a connection that is cut again and again."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from biom_client import Event, Progress, Result
from clients import Maker
from cutter import Cutter
from run import SAMPLES

STAGES = ["accepted", "queued", "preparing", "extracting", "validating"]
REPORT = SAMPLES / "pentacamaxl-en-13-axes.pdf"  # it has withheld values


def stages(events: list[Event]) -> list[str]:
    return [event.stage for event in events if isinstance(event, Progress)]


@pytest.fixture
def cutter() -> Iterator[Cutter]:
    cutter = Cutter(os.environ["SCENARIO_URL"], 1, 2, 0, 3)
    yield cutter
    cutter.close()


def test_events_of_a_job(cutter: Cutter, make: Maker, pauses: list[float]) -> None:
    job = make.connect(os.environ["SCENARIO_URL"]).submit(REPORT)
    *steps, last = make.connect(cutter.url).events(job["id"])
    assert cutter.cuts >= 3
    assert list(dict.fromkeys(stages(steps))) == STAGES
    assert [event.id for event in steps if isinstance(event, Progress)] == [str(n) for n in range(1, len(steps) + 1)]
    assert isinstance(last, Result) and len(last.withheld) == 4


def test_stream_of_an_upload(cutter: Cutter, make: Maker, pauses: list[float]) -> None:
    *steps, last = make.connect(cutter.url).stream(REPORT)
    assert cutter.cuts >= 1
    told = stages(steps)  # what happened between a cut and the repeat is not told
    assert told[0] == "accepted" and told == sorted(told, key=STAGES.index)
    assert isinstance(last, Result) and len(last.withheld) == 4
