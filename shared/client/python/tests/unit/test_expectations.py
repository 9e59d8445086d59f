"""The scenario finds what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from expectations import at, check, filled, holds

OUTCOME = {"a": {"b": [1, 2, 3]}, "list": [{"x": 1}, {"y": 2}, {"x": 3}], "none": None}


@pytest.mark.parametrize(("path", "value"), [
    ("a.b", [1, 2, 3]), ("a.b[0]", 1), ("a.b[-1]", 3), ("a.b[3]", None), ("a.c.d", None), ("list[*].x", [1, 3]), ("none", None), ("missing[*].x", []),
])
def test_paths(path: str, value: Any) -> None:
    assert at(OUTCOME, path) == value


def test_filled() -> None:
    saved = {"run": "r7", "read": {"data": [1]}}
    assert filled({"a": ["${read}"], "b": "x-${run}", "c": "${read.data}", "d": 5}, saved) == {"a": [{"data": [1]}], "b": "x-r7", "c": [1], "d": 5}


@pytest.mark.parametrize(("rule", "right", "wrong"), [
    (5, 5, 6), (None, None, 0), ([1], [1], [1, 2]), ({"a": 1}, {"a": 1}, {"a": 1, "b": 2}),
    ({"$matches": "^a+$"}, "aa", "b"), ({"$matches": "a"}, "a", None), ({"$not": 1}, 2, 1), ({"$at_least": 2}, 2, 1), ({"$at_least": 2}, 2, None),
    ({"$length": 1}, [0], []), ({"$sorted": [1, 2]}, [2, 1], [1]),
    ({"$in_order": ["a", "b", "c"]}, ["a", "a", "c"], ["a", "c", "b"]), ({"$in_order": ["a", "b"]}, ["a"], []),
    ({"$in_order": ["a", "b"]}, ["a", "b"], ["b"]), ({"$in_order": ["a", "b"]}, ["a"], ["a", "x"]),
])
def test_rules(rule: Any, right: Any, wrong: Any) -> None:
    assert holds(rule, right) and not holds(rule, wrong)
    check({"at": right}, {"at": rule})
    with pytest.raises(AssertionError):
        check({"at": wrong}, {"at": rule})


def test_an_unknown_rule_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="unknown rule"):
        holds({"$like": 1}, 1)
