"""Compares the table of built-ins and methods with this CPython.

Reads the rows as JSON from standard input and prints one line per difference. A row is compared by calls: with every
number of positional arguments up to one too many, and with every keyword. Whether a `TypeError` comes from the
arguments or from the function itself is decided by its message, which is stable for these functions.
"""

import builtins
import contextlib
import importlib
import io
import json
import re
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from typing import NamedTuple


class Pair(NamedTuple):
    a: int = 0
    b: int = 0


RECEIVERS = {
    "List": list,
    "Tuple": tuple,
    "NamedTuple": Pair,
    "Range": lambda: range(0),
    "Set": set,
    "FrozenSet": frozenset,
    "Dict": dict,
    "DefaultDict": defaultdict,
    "Counter": Counter,
    "OrderedDict": OrderedDict,
    "Deque": deque,
    "Keys": lambda: {}.keys(),
    "Values": lambda: {}.values(),
    "Items": lambda: {}.items(),
    "Str": str,
}

# What CPython has and the table leaves out on purpose.
EXCEPTIONS = {
    ("Counter", "fromkeys"),  # always raises NotImplementedError
    ("Deque", "maxlen"),  # not methods
    ("Range", "start"),
    ("Range", "stop"),
    ("Range", "step"),
    ("NamedTuple", "_asdict"),  # attributes of the class
    ("NamedTuple", "_make"),
    ("NamedTuple", "a"),
    ("NamedTuple", "b"),
}

# Not functions whose arguments could be compared.
INCOMPARABLE = {"NotImplemented", "object.__setattr__"}

ARITY = re.compile(
    r"expected (at least |at most |exactly )?\d+ (positional )?arguments?"
    r"|takes (no|exactly|from|at least|at most|\d+|one|not) .*argument"
    r"|takes no arguments"
    r"|requires \d+ to \d+ arguments"
    r"|takes \d+ positional argument"
    r"|missing \d+ required"
    r"|missing required argument"
    r"|must have at least two arguments"
    r"|takes no keyword arguments"
    r"|(unexpected|invalid) keyword argument"
    r"|is an invalid keyword"
    r"|argument for .* given by name"
    r"|multiple values for"
)


def rejected(function, arguments, keywords):
    """Whether the function refuses these arguments before it looks at them."""
    try:
        # What `print` writes is not a difference.
        with contextlib.redirect_stdout(io.StringIO()):
            function(*arguments, **keywords)
    except TypeError as error:
        return bool(ARITY.search(str(error)))
    except Exception:
        return False
    return False


def allowed(row, count, keyword):
    """Whether the row accepts this many positional arguments and this keyword."""
    named = row["named"]
    positional = row["positional_only"] + len(named)
    if count > positional and not row["variadic"]:
        return False
    filled = set(range(count))
    if keyword in named:
        position = row["positional_only"] + named.index(keyword)
        if position in filled:
            return False
        filled.add(position)
    elif keyword is not None and keyword not in row["keyword_only"] and not row["any_keyword"]:
        return False
    return all(position in filled for position in range(row["required"]))


def compare(what, make, row):
    most = row["positional_only"] + len(row["named"]) + 1
    for count in range(most + 1):
        for keyword in [None, *row["named"], *row["keyword_only"], "no_such_keyword"]:
            keywords = {} if keyword is None else {keyword: None}
            expected = allowed(row, count, keyword)
            # Some functions look at a value before they count: `defaultdict` wants a function or `None` first, `sorted`
            # an iterable. Each of them gets as far as counting with one of these.
            if any(rejected(make(), [value] * count, keywords) for value in (None, ())) == expected:
                verb = "refuses" if expected else "accepts"
                print(f"CPython {verb} {what} with {count} positional arguments and the keyword {keyword}")


def main():
    table = json.load(sys.stdin)
    for row in table["builtins"]:
        module = builtins if row["module"] == "builtins" else importlib.import_module(row["module"])
        function = module
        for part in row["name"].split("."):
            function = getattr(function, part, None)
        if row["name"] in INCOMPARABLE:
            continue
        if function is None:
            print(f"CPython has no {row['module']}.{row['name']}")
        else:
            compare(row["name"], lambda function=function: function, row["signature"])
    for receiver, make in RECEIVERS.items():
        rows = table["methods"][receiver]
        for row in rows:
            name = row["name"]
            if not hasattr(make(), name):
                print(f"in CPython, {receiver} has no {name}")
                continue
            compare(f"{receiver}.{name}", lambda make=make, name=name: getattr(make(), name), row["signature"])
        known = {row["name"] for row in rows} | set(table["unsupported"])
        public = (name for name in dir(make()) if not name.startswith("_") or name in ("_replace", "_asdict", "_make"))
        for name in public:
            if name not in known and (receiver, name) not in EXCEPTIONS:
                print(f"the table misses {receiver}.{name}")


main()
