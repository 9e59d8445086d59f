from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from biom_client import AsyncClient, Client


def methods(client: type) -> dict[str, Callable[..., Any]]:
    return {name: method for name, method in inspect.getmembers(client, inspect.isfunction) if not name.startswith("_")}


def test_both_clients_have_the_same_methods() -> None:
    asynchronous = methods(AsyncClient)
    assert methods(Client).keys() == asynchronous.keys()
    for name, method in methods(Client).items():
        both = inspect.signature(method), inspect.signature(asynchronous[name])
        assert list(both[0].parameters.values()) == list(both[1].parameters.values()), name
        returns = [str(s.return_annotation).replace("AsyncGenerator", "Generator").replace(", None, None]", ", None]") for s in both]
        assert returns[0] == returns[1], name
        assert method.__doc__, name
