"""Random expressions of a given type, over variables of known types.

Types are tuples: `("int",)`, `("num", "Num")`, `("bool",)`, `("lit", values)`, `("atom", "V")`, `("tuple", parts)`,
`("list", t)`, `("unord", t)`, `("set", t)`, `("fset", t)`, `("dict", k, v)`, `("opt", t)` and `("rec", name, fields)`.
A method returns `None` where it has nothing of that type; `Expressions.truth` always finds something.
"""

INT, BOOL = ("int",), ("bool",)
COLLECTIONS = ("list", "unord", "set", "fset", "dict")


def is_int(t):
    return t[0] in ("int", "num") or (t[0] == "lit" and all(type(v) is int for v in t[1]))


def hashable(t):
    if t[0] in ("list", "unord", "set", "dict"):
        return False
    return all(map(hashable, inner(t)))


def orderable(t):
    if t[0] in ("tuple", "list", "unord"):
        return all(map(orderable, inner(t)))
    return is_int(t) or t[0] == "lit"


def inner(t):
    """The types directly inside."""
    if t[0] == "tuple":
        return t[1]
    if t[0] == "rec":
        return tuple(field for _, field in t[2])
    return t[1:] if t[0] in (*COLLECTIONS, "opt") else ()


def plain(t):
    """What operations see: every number is an integer."""
    return INT if is_int(t) else t


class Expressions:
    def __init__(self, rng):
        self.rng, self.env, self.helpers, self.fresh = rng, [], [], 0

    def pick(self, *choices):
        return self.rng.choice(choices)

    def chance(self, probability):
        return self.rng.random() < probability

    def name(self):
        self.fresh += 1
        return f"{self.rng.choice('abcxyz')}{self.fresh}"

    # Everything that can be reached from a variable without calling anything.

    def paths(self):
        found = []
        for name, t in self.env:
            waiting = [(name, t, 0)]
            while waiting:
                text, t, depth = waiting.pop()
                found.append((text, t))
                if depth > 2:
                    continue
                if t[0] == "tuple":
                    waiting += [(f"{text}[{i}]", part, depth + 1) for i, part in enumerate(t[1])]
                elif t[0] == "rec":
                    waiting += [(f"{text}.{field}", part, depth + 1) for field, part in t[2]]
                elif t[0] == "opt" and self.chance(0.4):
                    waiting.append((text, t[1], depth + 1))
                elif t[0] in ("list", "unord") and self.chance(0.25):
                    waiting.append((f"{text}[{self.pick('0', '-1', '1', '2')}]", t[1], depth + 1))
        return found

    def reach(self, accepts):
        """A path to something of a type that is accepted."""
        found = [(text, t) for text, t in self.paths() if accepts(t)]
        return self.rng.choice(found) if found else None

    # Integers.

    def number(self, d):
        choices = [self.constant, self.reached_number, self.reached_number, self.length, self.length]
        if d > 0:
            choices += [
                self.arithmetic,
                self.total,
                self.extreme,
                self.count,
                self.position,
                self.looked_up,
                self.called_number,
            ]
        for _ in range(4):
            text = self.rng.choice(choices)(d - 1)
            if text:
                return text
        return self.constant(0)

    def constant(self, d):
        return self.pick("0", "1", "1", "2", "3", "-1")

    def reached_number(self, d):
        found = self.reach(is_int)
        return found and found[0]

    def length(self, d):
        found = self.collection(d) if self.chance(0.4) else self.reach(lambda t: t[0] in COLLECTIONS)
        return found and f"len({found[0]})"

    def arithmetic(self, d):
        operator = self.pick("+", "+", "-", "-", "*", "//", "%")
        right = self.pick("2", "3", self.number(d)) if operator in ("//", "%") else self.number(d)
        return f"({self.number(d)} {operator} {right})"

    def total(self, d):
        found = self.iterable(d)
        if not found:
            return None
        text, t = found
        if is_int(t) and self.chance(0.5):
            return f"sum({text})"
        with self.bound(t) as (target, _):
            return f"sum({self.pick('1', self.number(d))} for {target} in {text} if {self.truth(d)})"

    def extreme(self, d):
        found = self.iterable(d, is_int)
        if not found:
            return f"{self.pick('min', 'max')}({self.number(d)}, {self.number(d)})"
        default = self.pick("", ", default=0", ", default=-1")
        return f"{self.pick('min', 'max')}({found[0]}{default})"

    def count(self, d):
        found = self.reach(lambda t: t[0] in ("list", "unord"))
        value = found and self.value(found[1][1], d)
        return value and f"{found[0]}.{self.pick('count', 'count', 'index')}({value})"

    def position(self, d):
        found = self.reach(lambda t: t[0] in ("list", "unord") and is_int(t[1]))
        return found and f"{found[0]}[{self.number(d)}]"

    def looked_up(self, d):
        found = self.reach(lambda t: t[0] == "dict" and is_int(t[2]))
        key = found and self.value(found[1][1], d)
        if not key:
            return None
        return f"{found[0]}[{key}]" if self.chance(0.3) else f"{found[0]}.get({key}, {self.pick('0', '-1')})"

    def called_number(self, d):
        return self.call(INT, d)

    # Values of any type.

    def value(self, t, d):
        if is_int(t) and self.chance(0.7):
            return self.number(d)
        if t[0] == "bool" and self.chance(0.3):
            return self.pick("True", "False", f"({self.truth(d)})")
        found = self.reach(lambda other: plain(other) == plain(t))
        if found and self.chance(0.8):
            return found[0]
        if t[0] == "lit":
            return repr(self.rng.choice(t[1]))
        if t[0] == "opt":
            return self.pick("None", self.value(t[1], d))
        if t[0] == "tuple" and d > 0:
            parts = [self.value(part, d - 1) for part in t[1]]
            return f"({', '.join(parts)})" if all(parts) else None
        if t[0] in ("list", "unord") and d > 0:
            items = [self.value(t[1], d - 1) for _ in range(self.rng.randint(0, 2))]
            return f"[{', '.join(items)}]" if all(items) else None
        if t[0] in ("set", "fset"):
            made = self.reach(
                lambda other: other[0] in ("list", "unord", "set", "fset") and plain(other[1]) == plain(t[1])
            )
            return made and f"{'set' if t[0] == 'set' else 'frozenset'}({made[0]})"
        return found[0] if found else (self.number(d) if is_int(t) else None)

    def call(self, result, d):
        """A call of a helper with this result."""
        self.rng.shuffle(self.helpers)
        for name, params, returned in self.helpers:
            if returned == result:
                arguments = [self.value(param, min(d, 1)) for param in params]
                if all(arguments):
                    return f"{name}({', '.join(arguments)})"
        return None

    # Collections: text and type.

    def collection(self, d):
        found = self.reach(lambda t: t[0] in COLLECTIONS)
        if found is None or d <= 0 or self.chance(0.4):
            return found
        text, t = found
        element = t[1]
        ordered = t[0] in ("list", "unord", "dict")
        makers = [lambda: (f"sorted({text})", ("list", element)) if orderable(element) else None]
        if hashable(element) and t[0] != "dict":
            makers += [
                lambda: (f"set({text})", ("set", element)),
                lambda: (f"frozenset({text})", ("fset", element)),
                lambda: self.counted(text, element),
                lambda: self.operation(text, t, d),
                lambda: self.operation(text, t, d),
                lambda: (f"dict.fromkeys({text}, {self.pick('0', '1')})", ("dict", element, INT)),
            ]
        if ordered and t[0] != "dict":
            makers += [
                lambda: (f"{text}[{self.pick('1:', ':-1', '::-1', ':2', '::2')}]", ("list", element)),
                lambda: (f"list(reversed({text}))", ("list", element)),
                lambda: (f"({text} + {text})", ("list", element)),
                lambda: (f"list(enumerate({text}))", ("list", ("tuple", (INT, element)))),
                lambda: (f"list(zip({text}, {text}[1:]))", ("list", ("tuple", (element, element)))),
            ]
        if t[0] == "dict":
            makers += [
                lambda: (f"list({text}.values())", ("list", t[2])),
                lambda: (f"list({text}.items())", ("list", ("tuple", (element, t[2])))),
                lambda: (f"set({text})", ("set", element)),
            ]
        makers += [lambda: self.comprehension(text, t, d)] * 3
        makers += [lambda: self.ranked(text, element, d), lambda: self.combined_items(text, t)]
        if (
            plain(element)[0] == "tuple"
            and len(element[1]) == 2
            and element[1][0] == element[1][1]
            and hashable(element)
        ):
            makers += [lambda: (f"closure({text})", ("set", element)), lambda: self.reached(text, element, d)]
        return self.rng.choice(makers)() or found

    def ranked(self, text, element, d):
        """Sorted by a key, or by frequency: ties keep their order."""
        if hashable(element) and self.chance(0.3):
            return f"Counter({text}).most_common({self.pick('', '1', '2')})", ("list", ("tuple", (element, INT)))
        with self.bound(element, simple=True) as (target, _):
            key = self.number(min(d, 1))
        backward = self.pick("", "", ", reverse=True")
        return f"sorted({text}, key=lambda {target}: {key}{backward})", ("list", element)

    def combined_items(self, text, t):
        if t[0] == "dict":
            return None
        pair = ("list", ("tuple", (t[1], t[1])))
        if t[0] in ("set", "fset"):
            return f"set(product({text}, {text}))", ("set", pair[1])
        forms = ["pairwise({0})", "combinations({0}, 2)", "permutations({0}, 2)", "product({0}, {0})"]
        return f"list({self.rng.choice(forms).format(text)})", pair

    def reached(self, text, element, d):
        start = self.value(element[1][0], d)
        return start and (f"reachable({text}, {start})", ("set", element[1][0]))

    def counted(self, text, element):
        return f"Counter({text})", ("dict", element, INT)

    def operation(self, text, t, d):
        other = self.reach(lambda o: o[0] in ("list", "unord", "set", "fset") and plain(o[1]) == plain(t[1]))
        if not other:
            return None
        return f"(set({text}) {self.pick('&', '|', '-', '^')} set({other[0]}))", ("set", t[1])

    def comprehension(self, text, t, d):
        element = t[1]
        with self.bound(element) as (target, _):
            item = self.pick(INT, BOOL, None)
            result, made = (self.number(d - 1), INT) if item == INT else (self.truth(d - 1), BOOL)
            if item is None:
                found = self.reach(lambda t: t[0] not in COLLECTIONS)
                result, made = found or (result, made)
            where = f" if {self.truth(d - 1)}" if self.chance(0.5) else ""
        if t[0] in ("set", "fset") or self.chance(0.4):
            if not hashable(made):
                return None
            return f"{{{result} for {target} in {text}{where}}}", ("set", made)
        if hashable(element) and self.chance(0.25) and "," not in target:
            return f"{{{target}: {result} for {target} in {text}{where}}}", ("dict", element, made)
        return f"[{result} for {target} in {text}{where}]", ("list", made)

    def iterable(self, d, accepts=lambda t: True):
        """Something to iterate over, with the type of its elements."""
        for _ in range(4):
            if self.chance(0.08) and accepts(INT):
                return f"range({self.pick('2', '3', self.number(0))})", INT
            found = self.collection(d)
            if not found:
                return None
            text, t = found
            if t[0] == "dict" and self.chance(0.5):
                text, t = self.pick(
                    (f"{text}.items()", ("list", ("tuple", t[1:]))), (f"{text}.values()", ("list", t[2]))
                )
            if accepts(t[1]):
                return text, t[1]
        return None

    # Truth values.

    def truth(self, d):
        choices = [self.compared_numbers, self.equal, self.member, self.related, self.shaped]
        if d > 0:
            choices += [self.combined, self.combined, self.quantified, self.quantified, self.called, self.keyed]
        for _ in range(12):
            text = self.rng.choice(choices)(d - 1)
            if text:
                return text
        return f"{self.number(0)} {self.pick('<', '<=', '==', '!=')} {self.number(0)}"

    def compared_numbers(self, d):
        operator = self.pick("<", "<=", "==", "!=", ">", ">=")
        left, right = self.number(d), self.number(d)
        if left == right or (left.lstrip("-").isdigit() and right.lstrip("-").isdigit()):
            return None
        if self.chance(0.1):
            return f"{self.number(d)} <= {self.number(d)} < {self.number(d)}"
        return f"{left} {operator} {right}"

    def equal(self, d):
        found = self.reach(lambda t: True)
        other = found and self.value(found[1], d)
        if not other or other == found[0]:
            return None
        if orderable(found[1]) and self.chance(0.2):
            return f"{found[0]} {self.pick('<', '<=')} {other}"
        return f"{found[0]} {self.pick('==', '==', '!=')} {other}"

    def member(self, d):
        found = self.collection(d)
        value = found and self.value(found[1][1], d)
        if not value or (found[1][0] in ("set", "fset", "dict") and not hashable(found[1][1])):
            return None
        return f"{value} {self.pick('in', 'in', 'not in')} {found[0]}"

    def related(self, d):
        """Two collections with equal types of elements."""
        first = self.collection(d)
        if not first:
            return None
        second = self.reach(lambda t: t[0] in COLLECTIONS and plain(t[1]) == plain(first[1][1])) or self.collection(d)
        if not second or plain(second[1][1]) != plain(first[1][1]):
            return None
        forms = ["{0} == {1}", "len({0}) {2} len({1})"]
        if hashable(first[1][1]):
            forms += ["set({0}) {2} set({1})"] * 3 + ["set({0}).isdisjoint({1})", "set({0}).issubset({1})"]
            if "dict" not in (first[1][0], second[1][0]):
                forms += ["Counter({0}) == Counter({1})"]
        if orderable(first[1][1]):
            forms += ["sorted({0}) == sorted({1})", "{0} == sorted({1})"]
        form = self.rng.choice(forms)
        if form.startswith("Counter"):
            return form.format(first[0], second[0], self.pick("<=", "<", "=="))

    def shaped(self, d):
        """The truth of a value, or whether it is None."""
        found = self.reach(lambda t: t[0] == "opt")
        if found and self.chance(0.6):
            return f"{found[0]} is {self.pick('None', 'not None')}"
        found = self.reach(lambda t: t[0] in ("bool", *COLLECTIONS) or is_int(t))
        return found and self.pick(found[0], f"not {found[0]}")

    def combined(self, d):
        first, second = self.truth(d), self.truth(d)
        if self.chance(0.15):
            return f"({first} if {second} else {self.truth(d)})"
        return f"({self.pick('', '', 'not ')}({first}) {self.pick('and', 'or')} {second})"

    def quantified(self, d):
        found = self.iterable(d)
        if not found:
            return None
        with self.bound(found[1]) as (target, _):
            where = f" if {self.truth(d)}" if self.chance(0.3) else ""
            return f"{self.pick('all', 'any')}({self.truth(d)} for {target} in {found[0]}{where})"

    def called(self, d):
        return self.call(BOOL, d)

    def keyed(self, d):
        """The first, last or most frequent: ties depend on an order."""
        found = self.iterable(d)
        if not found:
            return None
        text, t = found
        with self.bound(t, simple=True) as (target, _):
            key = self.number(min(d, 1))
        chosen = f"{self.pick('min', 'max')}({text}, key=lambda {target}: {key}, default=None)"
        value = self.value(t, d)
        return value and f"{chosen} {self.pick('==', '!=')} {value}"

    def bound(self, t, simple=False):
        return Bound(self, t, simple)


class Bound:
    """A loop variable, in scope inside `with`: its target and the names it introduces."""

    def __init__(self, expressions, t, simple):
        self.expressions, self.before = expressions, len(expressions.env)
        if t[0] == "tuple" and not simple and expressions.chance(0.7):
            self.names = [(expressions.name(), part) for part in t[1]]
            self.target = ", ".join(name for name, _ in self.names)
            if len(self.names) == 1:
                self.target += ","
        else:
            self.names = [(expressions.name(), t)]
            self.target = self.names[0][0]

    def __enter__(self):
        # Twice: a loop variable should be used more often than others.
        self.expressions.env += self.names * 2
        return self.target, self.names

    def __exit__(self, *_):
        del self.expressions.env[self.before :]
