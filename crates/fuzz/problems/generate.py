"""Random problem files: types, scope, helpers, preconditions, subproperties and sometimes a reference predicate.

`problem(seed)` returns the text of a file whose scope contains at most `most_pairs` pairs. The tool may refuse
some of its constructs: such a problem is counted and skipped.
"""

import math
import random
import typing

from custodiet.declarations import declared_in

from bodies import Bodies
from declared_types import Types, named, written
from expressions import BOOL, INT, inner
from kinds import kind_of
from orders import ORDERS, load

HEAD = '''"""{title}."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations, product
from typing import Literal, NamedTuple, NewType, Optional

from custodiet import Atom, Input, Output, Unordered, closure, reachable
from custodiet import error_subproperty, precondition, scope, subproperty
'''


def problem(seed, most_pairs=3_000):
    """The text of a problem file."""
    rng = random.Random(seed)
    least = min(rng.choice([6, 20, 100, 300, 500]), most_pairs // 3)
    while True:
        types = Types(rng)
        shape = rng.choice([(1, 1), (1, 1), (1, 1), (2, 1), (1, 2)])
        params = [(name, "Input") for name in ("a", "b")[: shape[0]]] + [
            (name, "Output") for name in ("r", "s")[: shape[1]]
        ]
        params = [
            (name, side, INT if rng.random() < 0.1 else types.draw(rng.choice([0, 1, 2, 2, 3])))
            for name, side in params
        ]
        for name, _, t in params:
            types.bound(name, t)
        if not any(named(t) & {"V", "W"} for _, _, t in params) and rng.random() < 0.5:
            continue
        if not types.bounds and not any(map(named, (t for _, _, t in params))):
            continue
        counts = [types.count(t, name) for name, _, t in params]
        if least <= math.prod(counts) <= most_pairs and max(counts) > 2:
            return _file(rng, types, params)


def _file(rng, types, params):
    bodies, needed = Bodies(rng), _records(params)
    types.bounds = {k: b for k, b in types.bounds.items() if "_" not in k or k.split("_")[0] in {r[1] for r in needed}}
    used = set().union(*(named(t) for _, _, t in params))
    text = HEAD.format(title="A random problem")
    text += "".join(f'\n{name} = NewType("{name}", int)\n' for name in types.numbers if name in used)
    text += "".join(f'\n\nclass {name}(Atom):\n    """A name."""\n' for name in types.atoms if name in used)
    for _, name, fields in needed:
        lines = "".join(f"    {field}: {written(t)}\n" for field, t in fields)
        decorated = f"@dataclass(frozen=True)\nclass {name}:\n{lines}"
        text += "\n\n" + (decorated if rng.random() < 0.6 else f"class {name}(NamedTuple):\n{lines}")
    signature = ", ".join(f"{name}: {side}[{written(t)}]" for name, side, t in params)
    predicate, scope = f"\n\ndef is_valid({signature}) -> bool:", f"\n\n{types.scope(used)}"
    helpers = _helpers(rng, bodies, params)
    trial = Trial(rng, text + predicate + " ...\n" + scope + helpers)
    functions, conjunction = _properties(rng, bodies, params, trial)
    bodies.env = [(name, t) for name, _, t in params]
    body = " ...\n"
    if rng.random() < 0.5:
        body = "\n" + rng.choice([bodies.body(2), f"    return {conjunction}\n", f"    return {conjunction}\n"])
    return text + predicate + body + scope + helpers + functions


class Trial:
    """Tries functions on a few random pairs, so that most of them are neither constant nor raise all the time."""

    def __init__(self, rng, text):
        self.rng, self.module = rng, load(text)
        hints = typing.get_type_hints(self.module.is_valid, include_extras=True)
        scope = declared_in(self.module).scope
        self.kinds = {n: kind_of(hint, scope.get(n), scope) for n, hint in hints.items() if n != "return"}
        values = {name: kind.values() for name, kind in self.kinds.items()}
        self.pairs = [{name: rng.choice(listed) for name, listed in values.items()} for _ in range(40)]

    def shares(self, text, name, params):
        """How often a function holds, and how often it answers at all."""
        exec(text, self.module.__dict__)
        held = answered = 0
        for pair in self.pairs:
            ORDERS.sample(0)
            try:
                held += bool(vars(self.module)[name](*(self.kinds[n].build(pair[n], True) for n in params)))
                answered += 1
            except Exception:
                pass
        return held / len(self.pairs), answered / len(self.pairs)

    def restrict(self, name, params):
        """Keeps the pairs for which a precondition holds."""
        kept = []
        for pair in self.pairs:
            ORDERS.sample(0)
            try:
                if vars(self.module)[name](*(self.kinds[n].build(pair[n], True) for n in params)):
                    kept.append(pair)
            except Exception:
                pass
        self.pairs = kept or self.pairs


def _records(params):
    """The records inside the parameters, inner ones first."""
    found = []

    def visit(t):
        for part in inner(t):
            visit(part)
        if t[0] == "rec" and t not in found:
            found.append(t)

    for _, _, t in params:
        visit(t)
    return found


def _helpers(rng, bodies, params):
    text = ""
    for number in range(rng.choice([0, 0, 1, 1, 2])):
        chosen = rng.sample(params, rng.randint(1, min(2, len(params))))
        bodies.env = [(f"p{i}", t) for i, (_, _, t) in enumerate(chosen)]
        result = rng.choice([BOOL, INT])
        body = bodies.body(2, result)
        text += f"\n\ndef helper{number}({', '.join(name for name, _ in bodies.env)}):\n{body}"
        bodies.helpers.append((f"helper{number}", [t for _, _, t in chosen], result))
    return text


def _properties(rng, bodies, params, trial):
    """The text of all properties, and the conjunction of the required ones."""
    text, calls = "", []
    inputs = [param for param in params if param[1] == "Input"]
    for number in range(rng.choice([0, 0, 0, 1, 1, 2])):
        some = inputs if rng.random() < 0.7 else params
        text += _property(rng, bodies, trial, "@precondition", f"pre{number}", some, 1)[0]
    for number in range(rng.choice([1, 2, 2, 3, 3, 4])):
        made, names = _property(rng, bodies, trial, "@subproperty", f"sub{number}", params, rng.choice([1, 2, 2, 3]))
        text += made
        calls.append(f"sub{number}({', '.join(names)})")
    for number in range(rng.choice([0, 0, 1])):
        decorator = rng.choice(["@error_subproperty", '@error_subproperty(instead_of=["sub0"])'])
        text += _property(rng, bodies, trial, decorator, f"err{number}", params, 2)[0]
    return text, " and ".join(calls)


def _property(rng, bodies, trial, decorator, name, params, d):
    picky = rng.random() < 0.85
    for _ in range(12):
        chosen = sorted(rng.sample(params, rng.randint(1, len(params))), key=params.index)
        bodies.env = [(param, t) for param, _, t in chosen]
        body = bodies.body(d)
        names = [param for param, _, _ in chosen]
        text = f'\n\n{decorator}\ndef {name}({", ".join(names)}):\n    """What is asked."""\n{body}'
        held, answered = trial.shares(text, name, names)
        precondition = decorator == "@precondition"
        if not picky or (0 < held < answered and answered > 0.6 and (held > 0.3 or not precondition)):
            break
    if precondition and held > 0:
        trial.restrict(name, names)
    return text, names
