"""Random types of parameters, with the bounds of their scope. Types are tuples, as in `expressions.py`."""

import math

from expressions import BOOL, INT, hashable, inner


class Types:
    """Random types, with their bounds."""

    def __init__(self, rng):
        self.rng = rng
        low = rng.choice([0, 0, 0, -1, 1])
        self.numbers = {"Num": (low, low + rng.randint(2, 4))}
        if rng.random() < 0.2:
            self.numbers["Other"] = (0, 2)
        self.atoms = {"V": rng.randint(1, 3)}
        if rng.random() < 0.2:
            self.atoms["W"] = rng.randint(1, 2)
        self.records, self.bounds, self.record_count = [], {}, 0

    def leaf(self):
        roll = self.rng.random()
        if roll < 0.45:
            return ("num", self.rng.choice(list(self.numbers)))
        if roll < 0.7:
            return ("atom", self.rng.choice(list(self.atoms)))
        if roll < 0.8:
            return BOOL
        return ("lit", self.rng.choice([("p", "q"), ("q", "p", "r"), (1, 2), (0, 2, 1)]))

    def draw(self, depth, must_hash=False):
        t = self.drawn(depth, must_hash)
        # Unordered lists inside unordered lists are known to be undecided.
        while is_nested(t) and self.rng.random() < 0.95:
            t = self.drawn(depth, must_hash)
        return t

    def drawn(self, depth, must_hash):
        roll = self.rng.random()
        if depth == 0 or roll < 0.2:
            return self.leaf()
        if roll < 0.3:
            return ("tuple", tuple(self.draw(depth - 1, must_hash) for _ in range(self.rng.choice([1, 2, 2]))))
        if roll < 0.37:
            element = self.draw(depth - 1, must_hash)
            return ("opt", element) if element[0] != "opt" else element
        if roll < 0.44:
            return self.record(depth - 1, must_hash)
        if must_hash:
            return ("fset", self.draw(depth - 1, True))
        if roll < 0.58:
            return ("list", self.draw(depth - 1))
        if roll < 0.76:
            return ("unord", self.draw(depth - 1))
        if roll < 0.88:
            return ("set", self.draw(depth - 1, True))
        if roll < 0.92:
            return ("fset", self.draw(depth - 1, True))
        return ("dict", self.draw(0), self.draw(depth - 1))

    def record(self, depth, must_hash):
        known = [record for record in self.records if hashable(record) or not must_hash]
        if known and self.rng.random() < 0.6:
            return self.rng.choice(known)
        name = f"Rec{self.record_count}"
        self.record_count += 1
        # A plain integer is a field with a range of its own.
        draw = lambda: INT if self.rng.random() < 0.2 else self.draw(depth, must_hash)
        fields = tuple((field, draw()) for field in ("left", "right", "deep")[: self.rng.choice([1, 2, 2])])
        self.records.append(("rec", name, fields))
        for field, t in fields:
            self.bound(f"{name}_{field}", t)
        return self.records[-1]

    def bound(self, key, t):
        if t == INT:
            self.bounds[key] = (0, self.rng.randint(2, 3))
        elif depth(t):
            self.bounds[key] = [
                self.rng.choice([1, 2, 2, 3]),
                *(self.rng.choice([1, 2, 2]) for _ in range(depth(t) - 1)),
            ]

    def count(self, t, key, level=0):
        """The number of values."""
        if t == INT:
            return self.bounds[key][1] - self.bounds[key][0]
        if t[0] == "num":
            return self.numbers[t[1]][1] - self.numbers[t[1]][0]
        if t[0] in ("bool", "lit", "atom"):
            return 2 if t == BOOL else len(t[1]) if t[0] == "lit" else self.atoms[t[1]]
        if t[0] == "rec":
            return math.prod(self.count(part, f"{t[1]}_{field}") for field, part in t[2])
        if t[0] in ("opt", "tuple"):
            return math.prod(self.count(part, key, level) for part in inner(t)) + (t[0] == "opt")
        most, (first, *rest) = self.bounds[key][level], [self.count(part, key, level + 1) for part in inner(t)]
        of_length = {"list": lambda n: first**n, "dict": lambda n: math.perm(first, n) * rest[0] ** n}
        return sum(of_length.get(t[0], lambda n: math.comb(first, n))(n) for n in range(most + 1))

    def scope(self, used):
        """The declaration of the scope, and sometimes of a large one."""
        text = f"scope({self.listed(used, lambda: 0)})\n"
        if self.rng.random() < 0.2:
            text += f"scope.large({self.listed(used, lambda: self.rng.randint(0, 1))})\n"
        return text

    def listed(self, used, more):
        texts = [f"{name}=range({low}, {high + more()})" for name, (low, high) in self.numbers.items() if name in used]
        texts += [f"{name}={most + more()}" for name, most in self.atoms.items() if name in used]
        for key, bound in self.bounds.items():
            if isinstance(bound, tuple):
                texts.append(f"{key}=range({bound[0]}, {bound[1] + more()})")
            else:
                counts = tuple(count + more() for count in bound)
                texts.append(f"{key}={counts[0] if len(counts) == 1 else counts}")
        return ", ".join(texts)


def depth(t):
    """The number of levels of containers; a record's fields have bounds of their own."""
    if t[0] == "rec":
        return 0
    return max(map(depth, inner(t)), default=0) + (t[0] in ("list", "unord", "set", "fset", "dict"))


def has_unordered(t):
    return t[0] == "unord" or any(map(has_unordered, inner(t)))


def is_nested(t):
    """Whether an unordered list contains unordered lists."""
    return any(is_nested(part) or (t[0] == "unord" and has_unordered(part)) for part in inner(t))


def written(t):
    """A type as an annotation."""
    if t[0] in ("num", "atom", "rec"):
        return t[1]
    if t[0] in ("int", "bool"):
        return t[0]
    if t[0] == "lit":
        return f"Literal[{', '.join(map(repr, t[1]))}]"
    texts = ", ".join(map(written, inner(t)))
    if t[0] == "unord":
        return f"Unordered[list[{texts}]]"
    return f"{ {'opt': 'Optional', 'fset': 'frozenset'}.get(t[0], t[0]) }[{texts}]"


def named(t):
    """The names of numbers and atoms inside."""
    if t[0] in ("num", "atom"):
        return {t[1]}
    return set().union(*map(named, inner(t)))
