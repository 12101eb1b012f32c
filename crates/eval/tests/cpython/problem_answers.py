"""What the functions of a problem file answer under CPython.

    python3 problem_answers.py PROBLEM COUNT SEED

prints a line of JSON for each of COUNT random pairs: the pair, and what every precondition, every subproperty and the
predicate itself say of it: true, false, or the name of the exception. Half of the pairs are drawn from the whole scope,
half are close to each other and spread over the buckets.
"""

import dataclasses
import itertools
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[4] / "python/tests"))

import pairs  # noqa: E402
import problems  # noqa: E402
from custodiet.declarations import declared_in  # noqa: E402


def notation(value, tagged):
    """A value in the notation of pairs; records of these classes say which one they are."""
    inner = lambda part: notation(part, tagged)
    if isinstance(value, (set, frozenset)):
        return {"set": [inner(element) for element in value]}
    if isinstance(value, dict):
        return {"dict": [[inner(k), inner(v)] for k, v in value.items()]}
    if dataclasses.is_dataclass(value):
        tag = {"class": type(value).__name__} if type(value) in tagged else {}
        return tag | {f.name: inner(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: inner(part) for name, part in zip(value._fields, value)}
    if isinstance(value, (list, tuple)):
        return [inner(element) for element in value]
    return value


def answer(function, pair):
    try:
        return bool(function(*[pair[name] for name in pairs.parameters(function)]))
    except Exception as error:
        return type(error).__name__


def main(problem, count, seed):
    module = problems.load(problem)
    declared = declared_in(module)
    functions = {p.function.__name__: p.function for p in declared.preconditions.values()}
    functions |= {s.function.__name__: s.function for s in declared.subproperties.values()}
    functions["is_valid"] = module.is_valid
    hints = pairs.typing.get_type_hints(module.is_valid, include_extras=True)
    sides = {name: hints[name].__metadata__[-1] for name in pairs.parameters(module.is_valid)}
    sampler = pairs.Sampler(module, seed, kind=[str, int][seed % 2])
    drawn = (sampler.draw() for _ in range(count // 2))
    walked = (pair for pair, _ in pairs.walk(module, count * 20, seed))
    more = (sampler.draw() for _ in itertools.count())
    for pair in itertools.islice(itertools.chain(drawn, itertools.islice(walked, count // 2), more), count):
        sided = {"input": {}, "output": {}}
        for name, value in pair.items():
            sided[sides[name]][name] = notation(value, sampler.tagged)
        answers = {name: answer(function, pair) for name, function in functions.items()}
        print(json.dumps({"pair": sided, "answers": answers}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
