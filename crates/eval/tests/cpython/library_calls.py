"""Random calls of the functions of the library that are written in Python, with the answers of CPython's own modules.

Prints JSON: a list of objects with `name`, `prelude`, `expr` and `canon`, the canonical form of the value or `!Class` for
an exception. The same seed gives the same calls.
"""

import json
import random
import sys

from canon import canon

KEYS = ["abs", "lambda v: -v", "lambda v: v % 3", "None"]


def numbers(rng, most=7):
    return [rng.randint(-4, 9) for _ in range(rng.randint(0, most))]


def heap(rng):
    return f"made({numbers(rng)})"


def heap_call(name, *, item):
    def make(rng):
        more = f", {rng.randint(-4, 9)}" if item else ""
        return f"after({name}, {heap(rng)}{more})"

    return make


def bisect_call(name):
    def make(rng):
        items = sorted(numbers(rng))
        bounds = rng.choice(["", "", f", {rng.randint(-1, 4)}", f", {rng.randint(0, 3)}, {rng.randint(-1, 9)}", ", hi=2"])
        key = rng.choice(["", "", ", key=lambda v: v", ", key=lambda v: v // 2"])
        call = f"{name}({items}, {rng.randint(-5, 10)}{bounds}{key})"
        return call if name.startswith("bisect") else f"after({name}, {items}, {rng.randint(-5, 10)})"

    return make


def source(rng):
    items = numbers(rng)
    return rng.choice([f"{items}", f"tuple({items})", f"iter({items})", f"(v for v in {items})"])


def listed(name, arguments):
    return lambda rng: f"list({name}({arguments(rng)}))"


def predicate(rng):
    return rng.choice(["lambda v: v > 2", "lambda v: v % 2", "bool", "lambda v: v < 0"])


def bounds(rng):
    stop = rng.choice(["None", str(rng.randint(0, 8))])
    return rng.choice([stop, f"{rng.randint(0, 4)}, {stop}", f"{rng.randint(0, 4)}, {stop}, {rng.randint(1, 3)}"])


def words(rng):
    return "".join(rng.choice("abB -") for _ in range(rng.randint(0, 9)))


ERRORS = ["ValueError", "KeyError", "LookupError", "(KeyError, TypeError)", "Exception"]
STRINGS = (
    "ascii_letters ascii_lowercase ascii_uppercase digits hexdigits octdigits printable punctuation whitespace"
).split()

BINARY = "add and_ eq floordiv ge gt le lt mod mul ne or_ sub truediv xor".split()

CALLS = {
    "heapq": {
        "heappush": heap_call("heappush", item=True),
        "heappop": heap_call("heappop", item=False),
        "heapify": lambda rng: f"after(heapify, {numbers(rng)})",
        "heappushpop": heap_call("heappushpop", item=True),
        "heapreplace": heap_call("heapreplace", item=True),
        "merge": lambda rng: "list(merge("
        + ", ".join([source(rng) for _ in range(rng.randint(1, 3))] + rng.choice([[], ["reverse=True"], ["key=abs"]]))
        + "))",
        "nsmallest": lambda rng: f"nsmallest({rng.randint(-1, 9)}, {source(rng)}, key={rng.choice(KEYS)})",
        "nlargest": lambda rng: f"nlargest({rng.randint(-1, 9)}, {source(rng)}, {rng.choice(KEYS)})",
    },
    "bisect": {name: bisect_call(name) for name in "bisect bisect_left bisect_right insort insort_left insort_right".split()},
    "itertools": {
        "combinations_with_replacement": listed(
            "combinations_with_replacement", lambda rng: f"{numbers(rng, 4)}, {rng.randint(-1, 3)}"
        ),
        "compress": listed("compress", lambda rng: f"{source(rng)}, {source(rng)}"),
        "count": lambda rng: f"list(zip({numbers(rng)}, count({rng.randint(-3, 3)}, {rng.randint(-2, 2)})))",
        "cycle": lambda rng: f"list(zip({numbers(rng)}, cycle({source(rng)})))",
        "dropwhile": listed("dropwhile", lambda rng: f"{predicate(rng)}, {source(rng)}"),
        "filterfalse": listed("filterfalse", lambda rng: f"{rng.choice([predicate(rng), 'None'])}, {source(rng)}"),
        "islice": listed("islice", lambda rng: f"{source(rng)}, {bounds(rng)}"),
        "repeat": listed("repeat", lambda rng: f"{rng.randint(0, 9)}, {rng.randint(-1, 4)}"),
        "starmap": listed("starmap", lambda rng: f"max, zip({numbers(rng)}, {source(rng)})"),
        "tee": lambda rng: f"[list(part) for part in tee({source(rng)}" + rng.choice([")]", f", {rng.randint(0, 3)})]"]),
        "takewhile": listed("takewhile", lambda rng: f"{predicate(rng)}, {source(rng)}"),
        "zip_longest": listed(
            "zip_longest",
            lambda rng: ", ".join([source(rng) for _ in range(rng.randint(1, 4))] + rng.choice([[], ["fillvalue=0"]])),
        ),
    },
    "contextlib": {
        "closing": lambda rng: f"closing({rng.randint(0, 3)}).__enter__()",
        "nullcontext": lambda rng: f"nullcontext({numbers(rng)}).__enter__()",
        "suppress": lambda rng: f"suppress({rng.choice(ERRORS)}, {rng.choice(ERRORS)}).__exit__({rng.choice(ERRORS)}, 0, 0)",
    },
    "string": {
        **{name: lambda rng, name=name: f"{name}[{rng.randint(0, 25)}:]" for name in STRINGS},
        "capwords": lambda rng: f"capwords({words(rng)!r}" + rng.choice([")", ", None)", ", sep='-')", ", 'b')", ", '')"]),
    },
    "functools": {
        "cmp_to_key": lambda rng: f"sorted({numbers(rng)}, key=cmp_to_key(lambda a, b: "
        + rng.choice(["b - a", "a % 3 - b % 3", "0", "True", "None"])
        + "))",
        "partial": lambda rng: rng.choice(
            [
                f"partial(pow, {rng.randint(1, 4)})({rng.randint(0, 4)})",
                f"partial(max, {numbers(rng)}, default={rng.randint(0, 9)})()",
                f"partial(sorted, reverse={rng.choice([True, False])})({numbers(rng)})",
                f"partial(sorted, key=abs)({numbers(rng)}, reverse=True)",
                "partial(divmod, 7, 2)(1)",
            ]
        ),
        "reduce": lambda rng: f"reduce(lambda a, b: a * 2 - b, {source(rng)}{rng.choice(['', f', {rng.randint(0, 3)}'])})"
    },
    "operator": {
        **{name: lambda rng, name=name: f"{name}({rng.randint(-6, 6)}, {rng.randint(-3, 6)})" for name in BINARY},
        "lshift": lambda rng: f"lshift({rng.randint(-6, 6)}, {rng.randint(-1, 6)})",
        "rshift": lambda rng: f"rshift({rng.randint(-60, 60)}, {rng.randint(-1, 6)})",
        "pow": lambda rng: f"pow({rng.randint(-6, 6)}, {rng.randint(-2, 6)})",
        **{
            name: lambda rng, name=name: f"{name}({rng.choice([rng.randint(-3, 3), []])})"
            for name in "inv invert neg not_ pos truth".split()
        },
        "contains": lambda rng: f"contains({numbers(rng)}, {rng.randint(0, 9)})",
        "countOf": lambda rng: f"countOf({source(rng)}, {rng.randint(0, 9)})",
        "indexOf": lambda rng: f"indexOf({source(rng)}, {rng.randint(0, 9)})",
        "getitem": lambda rng: f"getitem({numbers(rng)}, {rng.randint(-4, 4)})",
        "setitem": lambda rng: f"after(setitem, {numbers(rng)}, {rng.randint(-3, 3)}, 7)",
        "delitem": lambda rng: f"after(delitem, {numbers(rng)}, {rng.randint(-3, 3)})",
        "attrgetter": lambda rng: "attrgetter("
        + ", ".join(rng.choice(['"args"', '"nothing"']) for _ in range(rng.randint(1, 2)))
        + f")(ValueError({numbers(rng)}))",
        "methodcaller": lambda rng: "methodcaller("
        + rng.choice(['"count", 1', '"index", 3', '"copy"', '"nothing"', '"count"', '"index", 3, 1'])
        + f")({numbers(rng)})",
        "itemgetter": lambda rng: "itemgetter("
        + ", ".join(str(rng.randint(-3, 3)) for _ in range(rng.randint(1, 4)))
        + f")({numbers(rng)})",
    },
    "typing": {
        "TYPE_CHECKING": lambda rng: "TYPE_CHECKING",
        "cast": lambda rng: "cast(" + rng.choice(["int", "list[int]", "'x'", "None"]) + f", {numbers(rng)})",
        "final": lambda rng: f"final({rng.choice(['len', 'max'])})({numbers(rng)})",
    },
    "sys": {
        "getrecursionlimit": lambda rng: "getrecursionlimit() > 0",
        "maxsize": lambda rng: "maxsize",
        "setrecursionlimit": lambda rng: f"setrecursionlimit({rng.choice([1000, 2000, 0, -1])})",
    },
    "math": {name: lambda rng, name=name: f"{name} * {rng.randint(-2, 3)} < {rng.randint(-9, 9)}" for name in "e inf nan pi tau".split()},
}

def helpers(arguments):
    names = ["a", "b"][:arguments]
    params = ", ".join(["f", "xs", *names])
    passed = ", ".join(["xs", *names])
    return (
        "def made(xs):\n    xs.sort()\n    return xs\n\n"
        f"def after({params}):\n    result = f({passed})\n    return result, xs\n"
    )


def answer(prelude, expr):
    names = {}
    exec(prelude, names)
    try:
        return canon(eval(expr, names))
    except Exception as error:
        return f"!{type(error).__name__}"


def more_arguments(expr):
    """How many arguments `after` passes on beside the list."""
    if not expr.startswith("after("):
        return 0
    depth, commas = 0, 0
    for char in expr[len("after(") : -1]:
        depth += (char in "([{") - (char in ")]}")
        commas += char == "," and depth == 0
    return commas - 1


def main():
    seed, rounds = int(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(seed)
    limit = sys.getrecursionlimit()
    cases = []
    for module, functions in CALLS.items():
        for name, make in functions.items():
            for _ in range(rounds):
                expr = make(rng)
                prelude = f"from {module} import {name}\n\n{helpers(more_arguments(expr))}"
                case = {"name": f"{module}.{name}", "prelude": prelude, "expr": expr, "canon": answer(prelude, expr)}
                sys.setrecursionlimit(limit)
                cases.append(case)
    json.dump(cases, sys.stdout)


main()
