"""One text for one value, the same from CPython as from Custodiet.

Takes any value of the problem language; gives its canonical form. Values of different types or contents have
different forms, so `True` and `1`, a tuple and a list, and a `Counter` and a dict differ, and dicts with the same items
in another order differ too. Sets have no order: their elements are sorted by their own canonical forms. What has no
contents to compare (iterators, functions, exceptions) is only named, and a `defaultdict` does not show its factory.
"""

import dataclasses
import json
from collections import Counter, defaultdict, deque
from collections.abc import ItemsView, Iterator, KeysView, ValuesView
from enum import Enum


def canon(value):
    """The canonical form of `value`; `TypeError` for a value the language does not have."""
    if value is None or isinstance(value, (bool, int, float)):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, tuple):
        return record(value, value._fields) if hasattr(value, "_fields") else f"({join(value)})"
    if isinstance(value, list):
        return f"[{join(value)}]"
    if isinstance(value, deque):
        most = "" if value.maxlen is None else f", maxlen={value.maxlen}"
        return f"deque([{join(value)}]{most})"
    if isinstance(value, (set, frozenset)):
        name = "set" if isinstance(value, set) else "frozenset"
        return f"{{{name}: {', '.join(sorted(map(canon, value)))}}}"
    if isinstance(value, dict):
        return mapping(value)
    if isinstance(value, range):
        return f"range({value.start}, {value.stop}, {value.step})"
    if isinstance(value, (KeysView, ValuesView, ItemsView)):
        return f"<{type(value).__name__} {join(value)}>"
    if isinstance(value, Enum):
        return record(value, ["name", "value"])
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return record(value, [field.name for field in dataclasses.fields(value)])
    if isinstance(value, BaseException):
        return "<exception>"
    if isinstance(value, Iterator):
        return "<iterator>"
    if callable(value):
        return "<function>"
    raise TypeError(f"the language has no value of type {type(value).__name__}")


def join(values):
    return ", ".join(map(canon, values))


def record(value, names):
    fields = ", ".join(f"{name}={canon(getattr(value, name))}" for name in names)
    return f"{type(value).__name__}({fields})"


def mapping(value):
    if isinstance(value, Counter):
        name = "Counter"
    elif isinstance(value, defaultdict):
        name = "defaultdict"
    else:
        name = "dict"
    items = ", ".join(f"{canon(key)}: {canon(item)}" for key, item in value.items())
    return f"{{{name}: {items}}}"
