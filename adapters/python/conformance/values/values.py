from dataclasses import dataclass


@dataclass(frozen=True)
class Point:
    x: int
    y: int


RIGHT = {
    "nothing": None,
    "true": True,
    "false": False,
    "integer": 12,
    "negative": -7,
    "big": 2**70,
    "text": "a",
    "empty text": "",
    "odd text": 'é 𝄞 " \\ \n',
    "list": [3, 1, 2],
    "empty list": [],
    "nested list": [[1], []],
    "tuple": (1, "a"),
    "set": {1, 2, 3},
    "frozenset": frozenset({"a", "b"}),
    "set of tuples": {(1, 2), (3, 4)},
    "dict": {"b": 1, "a": 2},
    "record": Point(1, 2),
    "list of records": [Point(1, 2), Point(3, 4)],
    "some": 5,
    "list of options": [None, 1],
}


def is_valid(kind, value):
    right = RIGHT[kind]
    return type(value) is type(right) and value == right
