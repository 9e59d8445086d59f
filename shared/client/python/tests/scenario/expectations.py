"""The language of the scenario: values that were saved, paths into an outcome, and rules for what is there."""

from __future__ import annotations

import re
from typing import Any

PART = re.compile(r"([^.\[\]]+)|\[(-?\d+|\*)\]")


def filled(value: Any, saved: dict[str, Any]) -> Any:
    """Return the value with what was saved in place of ${name}."""
    if isinstance(value, dict):
        return {name: filled(member, saved) for name, member in value.items()}
    if isinstance(value, list):
        return [filled(item, saved) for item in value]
    if not isinstance(value, str):
        return value
    if whole := re.fullmatch(r"\$\{([^}]+)\}", value):
        return at(saved, whole[1])
    return re.sub(r"\$\{([^}]+)\}", lambda name: str(at(saved, name[1])), value)


def at(value: Any, path: str) -> Any:
    """Return what stands at a path; what is missing is None."""
    return _at(value, PART.findall(path))


def _at(value: Any, parts: list[tuple[str, str]]) -> Any:
    if not parts:
        return value
    (name, index), rest = parts[0], parts[1:]
    if index == "*":
        items = [_at(item, rest) for item in value or []]
        return [item for item in items if item is not None]
    if index:
        known = isinstance(value, list) and -len(value) <= int(index) < len(value)
        return _at(value[int(index)], rest) if known else None
    return _at(value.get(name), rest) if isinstance(value, dict) else None


def check(outcome: Any, expected: dict[str, Any]) -> None:
    for path, rule in expected.items():
        value = at(outcome, path)
        assert holds(rule, value), f"{path} is {value!r}, not {rule!r}"


def holds(rule: Any, value: Any) -> bool:
    """Report whether a value is as expected."""
    if not isinstance(rule, dict) or not any(name.startswith("$") for name in rule):
        return bool(rule == value)
    ((name, operand),) = rule.items()
    if name == "$matches":
        return isinstance(value, str) and re.search(operand, value) is not None
    if name == "$not":
        return bool(value != operand)
    if name == "$at_least":
        return isinstance(value, (int, float)) and value >= operand
    if name == "$length":
        return isinstance(value, list) and len(value) == operand
    if name == "$sorted":
        return isinstance(value, list) and sorted(value) == operand
    if name == "$in_order":
        places = [operand.index(item) if item in operand else -1 for item in value or []]
        return places[:1] == [0] and places == sorted(places) and -1 not in places
    raise ValueError(f"unknown rule {name}")
