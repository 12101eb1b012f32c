"""Replays a suite under CPython, with the problem file that it holds.

    python3 check_suite.py < SUITE

prints a line for every answer that is not the one that the suite gives, and the number of answers asked for. Atoms are
shown as each test says. Shares no code with Custodiet but the words that problem files import.
"""

import dataclasses
import json
import sys
import types
import typing

from custodiet import Atom
from custodiet.declarations import declared_in


def load(problem):
    module = types.ModuleType(problem["name"])
    sys.modules[problem["name"]] = module
    exec(compile(problem["source"], problem["name"] + ".py", "exec"), module.__dict__)
    return module


def value(hint, json_value, atoms):
    """A value of a type, from the notation of pairs."""
    if hasattr(hint, "__supertype__"):
        return value(hint.__supertype__, json_value, atoms)
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return value(parts[0], json_value, atoms)
    if origin in (typing.Union, types.UnionType):
        if json_value is None:
            return None
        some = [part for part in parts if part is not type(None)]
        if len(some) > 1:
            # A record of a union says which one it is.
            some = [part for part in some if part.__name__ == json_value["class"]]
            json_value = {name: part for name, part in json_value.items() if name != "class"}
        return value(some[0], json_value, atoms)
    if origin is list:
        return [value(parts[0], item, atoms) for item in json_value]
    if origin is tuple:
        return tuple(value(part, item, atoms) for part, item in zip(parts, json_value, strict=True))
    if origin in (set, frozenset):
        return origin(value(parts[0], item, atoms) for item in json_value["set"])
    if origin is dict:
        return {value(parts[0], k, atoms): value(parts[1], v, atoms) for k, v in json_value["dict"]}
    if isinstance(hint, type) and issubclass(hint, Atom):
        return f"<{json_value}>" if atoms[hint.__name__] == "str" else int(number(json_value))
    if dataclasses.is_dataclass(hint) or hasattr(hint, "_fields"):
        hints = typing.get_type_hints(hint)
        return hint(**{name: value(hints[name], json_value[name], atoms) for name in json_value})
    return json_value


def number(name):
    """A number for an atom that is stored under a name."""
    return name if isinstance(name, int) else int.from_bytes(name.encode(), "big")


def main(suite):
    module = load(suite["problem"])
    declared = declared_in(module)
    preconditions = [p.function for p in declared.preconditions.values()]
    subproperties = [s.function for s in declared.subproperties.values()]
    hints = typing.get_type_hints(module.is_valid)
    asked = 0

    def answers(function, test):
        sides = test["input"] | test["output"]
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        return function(*[value(hints[name], sides[name], test.get("atoms", {})) for name in names])

    for bucket in suite["buckets"]:
        for test in bucket["tests"]:
            expected = {f: True for f in preconditions} | {f: f.__name__ not in bucket["fails"] for f in subproperties}
            for function, holds in expected.items():
                asked += 1
                if bool(answers(function, test)) != holds:
                    print(f"{test['id']}: {function.__name__} is not {holds}")
    for test in suite["outside"]:
        for function in preconditions:
            asked += 1
            violated = function.__name__ == test["violates"]
            if bool(answers(function, test)) == violated:
                print(f"{test['id']}: {function.__name__} is {not violated}")
            if violated:
                break
    print(asked)


main(json.load(sys.stdin))
