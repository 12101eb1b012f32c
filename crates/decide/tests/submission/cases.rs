//! Submissions of a file or a few, and what must become of each when it is loaded and asked.

/// What must become of a case.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Expect {
    /// It loads, answers like the adapter's, and has a circuit that does.
    Compiles,
    /// The same without a circuit.
    Evaluates,
    /// It cannot be loaded, in both ways.
    Fails,
    /// Something outside the language is reached when it is loaded.
    Outside,
}
use Expect::{Compiles, Evaluates, Fails, Outside};

/// The problem, what to expect, and files: `# file: NAME` begins the next one.
pub const CASES: &[(&str, &str, Expect, &str)] = &[
    ("a function", "toposort", Compiles, "def is_valid(edges, order):\n    return len(order) > len(edges)\n"),
    (
        "the last definition wins",
        "toposort",
        Compiles,
        "
def is_valid(edges, order):
    return 1 / 0

def is_valid(edges, order):
    return check(order)

def check(order):
    return True

def check(order):
    return len(set(order)) == len(order)
",
    ),
    (
        "bound by assignment",
        "toposort",
        Compiles,
        "
def check(edges, order):
    return not edges

is_valid = check

def check(edges, order):
    return None
",
    ),
    ("a lambda", "toposort", Compiles, "is_valid = lambda edges, order: all(v in order for e in edges for v in e)\n"),
    (
        "code at the top level",
        "toposort",
        Compiles,
        "
limits = []
for number in range(5):
    if number % 2:
        limits.append(number)
    else:
        limits += [0]
total = sum(limits)
if total > 3:
    def is_valid(edges, order):
        return len(order) <= total
else:
    def is_valid(edges, order):
        return False
while total > 4:
    total -= 1
",
    ),
    (
        "tests are left out",
        "toposort",
        Compiles,
        "
assert False
def is_valid(edges, order):
    return order == []
def test_it():
    assert is_valid([], [1])
test_it()
print(undefined)
is_valid(undefined, 3)
unittest.main()
run_tests(1)
",
    ),
    (
        "the main block",
        "toposort",
        Compiles,
        "
def is_valid(edges, order):
    return __name__ != '__main__'
if __name__ == '__main__':
    import nowhere
    raise ValueError
",
    ),
    (
        "a name that is used before it is defined",
        "toposort",
        Fails,
        "
answer = compute()
def compute():
    return 1
def is_valid(edges, order):
    return True
",
    ),
    (
        "a name that nothing defines",
        "toposort",
        Compiles,
        "
def is_valid(edges, order):
    if not order:
        return lenght(edges)
    return True
",
    ),
    (
        "not a Boolean",
        "toposort",
        Compiles,
        "
def is_valid(edges, order):
    if len(order) == 1:
        return 1
    if len(order) == 2:
        return None
    return order and edges
",
    ),
    (
        "annotations",
        "toposort",
        Compiles,
        "
from __future__ import annotations
from typing import *
Edge = Tuple[int, int]
Graph = dict[str, 'list[Edge]'] | None
T = TypeVar('T')
limit: int = 3
def is_valid(edges: List[Edges], order: Undefined[T]) -> whatever:
    count: Counter[int] = 0
    return len(order) < limit
",
    ),
    (
        "annotations that are evaluated",
        "toposort",
        Compiles,
        "
from typing import List, Tuple
import typing
Edge = typing.Tuple[int, int]
def is_valid(edges: List[Edge], order: 'list[Undefined]') -> bool:
    return len(order) < 3
",
    ),
    (
        "an annotation with a name that nothing defines",
        "toposort",
        Outside,
        "
def is_valid(edges: List[int], order) -> bool:
    return True
",
    ),
    (
        "tools for tests",
        "toposort",
        Compiles,
        "
import pytest
from hypothesis import given, strategies as st
orders = st.lists(st.integers())

@given(orders, st.booleans())
def test_orders(order, flag):
    assert is_valid([], order)

@pytest.mark.parametrize('x', [1, 2])
def check_it(x):
    pass

@st.composite
def pairs(draw):
    return draw(orders)

def is_valid(edges, order):
    return len(edges) == len(order)
",
    ),
    (
        "what is outside and not reached",
        "toposort",
        Compiles,
        "
import random
import unittest
from socket import socket

class Tests(unittest.TestCase):
    def test_one(self):
        self.assertTrue(is_valid([], []))

def shuffled(order):
    random.shuffle(order)
    return socket(order)

async def waits():
    await shuffled([])

def is_valid(edges, order):
    return len(order) == 2
",
    ),
    (
        "what is outside and reached",
        "toposort",
        Evaluates,
        "
import random
def is_valid(edges, order):
    if len(order) == 4:
        return random.random() < 2
    return len(order) == 2
",
    ),
    (
        "loops that do not end for some pairs",
        "toposort",
        Evaluates,
        "
def is_valid(edges, order):
    position = 0
    while position < len(edges):
        if order[:1] == [edges[position][0]]:
            continue
        position += 1
    return len(order) == 3
",
    ),
    (
        "what is outside, inside loops, generators and `try`",
        "toposort",
        Evaluates,
        "
import random

def shuffled(xs):
    for x in xs:
        if len(xs) == 4:
            yield random.choice(xs)
        yield x

def is_valid(edges, order):
    found = []
    try:
        for x in shuffled(order):
            if x in found:
                raise ValueError(x)
            found.append(x)
    except ValueError as error:
        return False
    finally:
        if len(edges) == 2 and len(order) == 2:
            found = random.sample(found, 1)
    return found == order and bool(edges)
",
    ),
    (
        "a shared generator that does not end for some pairs",
        "toposort",
        Evaluates,
        "
def turns(xs):
    yield 0
    while len(xs) == 2:
        pass

def is_valid(edges, order):
    it = turns(order)
    next(it)
    try:
        for turn in it:
            pass
    except Exception:
        return False
    return True
",
    ),
    (
        "a handler that is left inside a generator",
        "toposort",
        Evaluates,
        "
import random

def handled(xs):
    try:
        raise KeyError
    except KeyError:
        if len(xs) == 2:
            yield 1
        yield 2

def is_valid(edges, order):
    try:
        raise IndexError
    except IndexError:
        try:
            total = sum(random.random() < n if n == 1 else n for n in handled(order))
            if len(order) == 3:
                raise
        except IndexError:
            return True
        except KeyError:
            return False
    return total == 2 and bool(edges)
",
    ),
    (
        "items that are made on a path that ends",
        "heap",
        Compiles,
        "
from collections import deque

def levels(keys):
    keys, width = deque(keys), 1
    while keys:
        yield [keys.popleft() for _ in range(min(width, len(keys)))]
        width *= 2
        if width > 4:
            raise ValueError

def is_valid(heap, taken, left):
    rows = list(levels(left))
    return [len(row) for row in rows] == [1, 2] and sorted(heap) == sorted(taken for row in rows for taken in row)
",
    ),
    (
        "dataclasses",
        "toposort",
        Compiles,
        "
import dataclasses
from dataclasses import dataclass, field as of

@dataclass
class Vertex:
    name: object
    before: set = of(default_factory=set)
    seen: bool = False

    def comes(self):
        self.seen = True
        return self

@dataclasses.dataclass(frozen=True, order=True)
class Step:
    place: int
    kind: int = 0

    def next(self):
        return Step(self.place + 1)

def is_valid(edges, order):
    found = {}
    for a, b in edges:
        found.setdefault(a, Vertex(a))
        found.setdefault(b, Vertex(name=b)).before.add(a)
    step = Step(0)
    for v in order:
        if v not in found or any(not found[w].seen for w in found[v].before):
            return False
        found[v].comes()
        step = step.next()
    return Step(0) <= step and step == Step(len(found))
",
    ),
    (
        "helpers in another file",
        "toposort",
        Compiles,
        "
import helpers
from helpers import count, LIMIT as limit
from more.deep import twice
import more.deep as deep
helpers.seen.append(3)

def is_valid(edges, order):
    return count(order) < limit and helpers.count(edges) > 0 and twice(1) == deep.two and helpers.seen == [1, 3]
# file: helpers.py
from functional import *
seen = []
seen.append(1)
LIMIT = len(seen) + 2
def count(xs):
    return size(xs)
assert 1 == 2
# file: functional.py
import helpers
def size(xs):
    return sum(1 for x in xs)
def _hidden():
    return 1
# file: more/__init__.py
base = 1
# file: more/deep.py
from . import base
from .base_of import number
two = base + number
def twice(x):
    return x * two
# file: more/base_of.py
number = 1
",
    ),
    (
        "own modules replace those of the standard library",
        "toposort",
        Compiles,
        "
import heapq
from bisect import find
def is_valid(edges, order):
    return heapq.biggest(len(order)) and find(edges)
# file: heapq.py
def biggest(n):
    return n > 2
# file: bisect.py
def find(xs):
    return len(xs) == 1
",
    ),
    (
        "some modules cannot be replaced",
        "toposort",
        Compiles,
        "
from itertools import chain
def is_valid(edges, order):
    return len(list(chain(edges, order))) == 3
# file: itertools.py
def chain(a, b):
    return []
",
    ),
    (
        "a file that is named like a module",
        "toposort",
        Compiles,
        "
# file: random.py
def is_valid(edges, order):
    return __name__ == 'submission'
",
    ),
    (
        "imports inside functions",
        "toposort",
        Compiles,
        "
def is_valid(edges, order):
    from helpers import size
    import itertools as tools
    def inner():
        return size(order)
    return inner() == 2 or len(list(tools.chain(edges, order))) == 1
# file: helpers.py
def size(xs):
    return len(xs)
",
    ),
    (
        "an import that does not exist",
        "toposort",
        Outside,
        "import nowhere\ndef is_valid(edges, order):\n    return True\n",
    ),
    (
        "a relative import outside a package",
        "toposort",
        Outside,
        "
from .helpers import size
def is_valid(edges, order):
    return True
# file: helpers.py
size = 1
",
    ),
    ("another syntax", "toposort", Fails, "def is_valid(edges, order)\n    return True\n"),
    ("another name", "toposort", Fails, "def valid(edges, order):\n    return True\n"),
    (
        "several files",
        "toposort",
        Fails,
        "
# file: a.py
def is_valid(edges, order):
    return True
# file: b.py
is_valid = None
",
    ),
    (
        "a file of tests does not count",
        "toposort",
        Compiles,
        "
# file: solution.py
def is_valid(edges, order):
    return True
# file: test_solution.py
def is_valid(edges, order):
    return False
",
    ),
    ("another number of parameters", "toposort", Fails, "def is_valid(edges):\n    return True\n"),
    (
        "parameters with defaults",
        "toposort",
        Compiles,
        "def is_valid(edges, order, seen=[]):\n    return order == seen\n",
    ),
    (
        "an exception when it is loaded",
        "toposort",
        Fails,
        "
def is_valid(edges, order):
    return True
[][1]
",
    ),
    (
        "order of a set",
        "toposort",
        Compiles,
        "
def is_valid(edges, order):
    vertices = {v for edge in edges for v in edge}
    rest = set(order)
    first = vertices.pop() if vertices else None
    while rest:
        rest.pop()
    copied = list(vertices) + list(set(order))
    return len(copied) == len(vertices) + len(set(order)) and first not in vertices and not rest
",
    ),
    (
        "atoms are ordered",
        "toposort",
        Compiles,
        "
def is_valid(edges, order):
    return order == sorted(order) and (not order or max(order) == order[-1])
",
    ),
    (
        "atoms are values",
        "toposort",
        Compiles,
        "
def is_valid(edges, order):
    if not order:
        return edges == []
    return order[0] == 0 or sum(order) > 3 or not order[-1] or order[0] in (2, 'a')
",
    ),
    (
        "records that are imported",
        "sortacle",
        Compiles,
        "
from sortacle import Person
import sortacle
def is_valid(people_in, people_out):
    return people_out == [Person(p.name, p.age) for p in people_in] and sortacle.Person is not None
",
    ),
    (
        "records that are declared again",
        "sortacle",
        Compiles,
        "
from dataclasses import dataclass
@dataclass(frozen=True)
class Person:
    name: str
    age: int
def is_valid(people_in, people_out):
    return people_out == [Person(p.name, p.age) for p in people_in]
",
    ),
    (
        "records that are classes with methods",
        "sortacle",
        Compiles,
        "
class Person:
    def __init__(self, age, name):
        self.name = name
        self.age = age
    def __eq__(self, other):
        return self.name == other.name and self.age == other.age
def is_valid(people_in, people_out):
    return all(p in people_in for p in people_out) and [p.age for p in people_out] == sorted(p.age for p in people_in)
",
    ),
    (
        "records that are dataclasses with methods",
        "matcher",
        Compiles,
        "
from dataclasses import dataclass
@dataclass(frozen=True, order=True)
class Hire:
    company: int
    candidate: int
    def reversed(self):
        return Hire(self.candidate, self.company)
def is_valid(companies, candidates, hires):
    back = sorted(hire.reversed() for hire in hires)
    return [hire.company for hire in back] == list(range(len(companies))) and hires == {hire.reversed() for hire in back}
",
    ),
    (
        "a class with the name of a record that is made from other fields",
        "sortacle",
        Compiles,
        "
class Person:
    def __init__(self, who):
        self.who = who
def is_valid(people_in, people_out):
    return [p.age for p in people_out] == sorted(p.age for p in people_in) and not isinstance(people_in[:1], Person)
",
    ),
    (
        "records of another class",
        "sortacle",
        Compiles,
        "
from typing import NamedTuple
class Person(NamedTuple):
    name: str
    age: int = 3
class Point(NamedTuple):
    x: int
    y: int = 2
def is_valid(people_in, people_out):
    ages = [age for name, age in people_out]
    return people_out[:1] == people_in[:1] and ages == [p[1] for p in people_in] and Point(1) == (1, 2)
",
    ),
    (
        "an enumeration with a property",
        "toposort",
        Compiles,
        "
from enum import Enum, auto
class Fault(Enum):
    NONE = auto()
    EXTRA = 'extra'
    ORDER = auto()
    @property
    def serious(self):
        return self is not Fault.NONE
    def worse(self, other):
        return other if self is Fault.NONE else self
def diagnose(edges, order):
    for v in order:
        if all(v not in edge for edge in edges):
            return Fault.EXTRA
    for a, b in edges:
        if a in order and b in order and order.index(a) > order.index(b):
            return Fault['ORDER']
    return Fault.NONE
def is_valid(edges, order):
    fault = diagnose(edges, order)
    match fault.worse(Fault.ORDER):
        case Fault.EXTRA:
            return len(Fault) == 2
    return not fault.serious and isinstance(fault, Fault) and fault in list(Fault)
",
    ),
    (
        "a named tuple that is made by a call",
        "toposort",
        Compiles,
        "
from collections import namedtuple
Edge = namedtuple('Edge', 'start end')
def is_valid(edges, order):
    edges = [Edge(*edge) for edge in edges]
    return all(edge.start in order and edge.end in order for edge in edges)
",
    ),
    (
        "an ordered dict",
        "toposort",
        Compiles,
        "
from collections import OrderedDict
def is_valid(edges, order):
    seen = OrderedDict.fromkeys(order)
    if order:
        seen.move_to_end(order[0])
    rest = [v for v in order if v != order[0]]
    return list(seen) == rest + order[:1] and seen == OrderedDict((v, None) for v in order[1:] + order[:1])
",
    ),
];
