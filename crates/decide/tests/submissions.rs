//! Submissions are loaded as the Python adapter loads them, and answer as they answer there: by evaluation, and as circuits.

mod problem;
mod submission;

use std::collections::BTreeSet;
use std::time::Duration;

use compile::{AtomMode, CompileOptions, ListOrder};
use decide::Query;
use eval::Program;
use lang::problem::Problem;
use lang::submission::{SubmissionFailure, SubmissionFile};
use problem::{bundled, given};
use solver::{SolveResult, SolverKind};
use submission::adapter::Adapter;
use submission::{Answer, Circuit, Evaluation, Valid, draw, in_orders, kinds, load, turns, valid_pairs};

/// What must become of a case.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Expect {
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
const CASES: &[(&str, &str, Expect, &str)] = &[
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

#[test]
fn adapter_evaluation_and_circuit_agree() {
    let mut faults = Vec::new();
    for (name, problem, expect, text) in CASES {
        let loaded = bundled(problem);
        let fault = run(&loaded.problem, &split(text), *expect);
        faults.extend(fault.err().map(|fault| format!("{name}: {fault}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A pair with members of an enumeration: a submission receives their names.
#[test]
fn members_of_an_enumeration_are_names_to_a_submission() {
    let loaded = given(
        "
from enum import Enum
from typing import NewType
from custodiet import Atom, Input, Output, scope, subproperty
class Name(Atom): ...
class Light(Enum):
    RED = 'stop'
    GREEN = 2
    OFF = None
Count = NewType('Count', int)
def is_valid(who: Input[Name], lights: Input[list[Light]], first: Input[Light | None], times: Output[dict[Light, Count]]) -> bool: ...
scope(Name=1, lights=2, Count=range(2), times=2)
@subproperty
def counted(lights, times):
    return all(times.get(light, 0) == lights.count(light) for light in Light)
",
    );
    let submissions = [
        "def is_valid(who, lights, first, times):\n    return all(times.get(x, 0) == lights.count(x) for x in ('RED', 'GREEN', 'OFF'))\n",
        "from enum import Enum\nclass Light(Enum):\n    RED = 1\n    GREEN = 2\n    OFF = 3\n\
         def is_valid(who, lights, first, times):\n    return [Light[x].value for x in lights] == sorted(Light[x].value for x in lights) \
         and (first is None or Light[first] is Light.RED or first in times)\n",
        "def is_valid(who, lights, first, times):\n    return first == 'RED' or lights[-1:] == [first] or 'stop' in times\n",
    ];
    for text in submissions {
        run(&loaded.problem, &split(text), Compiles).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    }
}

/// Whether an answer depends on the order of a set: `true` if some order gives another answer for some pair.
#[test]
fn answers_that_depend_on_the_order_of_a_set_are_found() {
    let cases = [
        ("len(list(s)) > 1", false),
        ("list(s)[:1] == order[:1]", true),
        ("not s or s.pop() == order[0]", true),
        ("not s or next(iter(s)) == order[0]", true),
        // One set comes in one order as long as it does not change, but another set with the same elements need not.
        ("list(s) == list(s) and (not s or list(s)[0] == next(iter(s)))", false),
        ("not s or list(s)[0] == s.pop()", false),
        ("list(s) == list(set(order))", true),
        ("sorted(s) == sorted(set(order))", false),
        ("[x for x in s if x in order] == [x for x in s]", false),
        ("max(s, key=lambda x: 1, default=None) == (order[0] if order else None)", true),
    ];
    let loaded = bundled("toposort");
    let problem = &loaded.problem;
    let scope = problem::scoped(problem, "Vertex=3,edges=1,order=3");
    for (expression, expected) in cases {
        let text = format!("def is_valid(edges, order):\n    s = set(order)\n    return {expression}\n");
        let files = [SubmissionFile { path: "solution.py".to_owned(), text }];
        let submission = load(problem, &files).expect("it loads");
        let options = CompileOptions {
            symmetry: false,
            order: ListOrder::Any,
            atoms: AtomMode::Order,
            ..CompileOptions::default()
        };
        let mut compiler = decide::compiler(&submission.problem, &scope, options).expect("a compiler");
        let ask = submission.ask().expect("a predicate");
        let (_, differs) = compiler.answer_in_any_order(ask, &[0, 1]).expect("a circuit");
        let constraints = compiler.constraints.clone();
        let circuit = compiler.into_circuit();
        let found = differs.iter().any(|(lit, _)| {
            let mut query = Query::new(SolverKind::Cadical, &circuit, &constraints, false);
            query.assert(&circuit, *lit);
            query.solve(&[]) == SolveResult::Sat
        });
        assert_eq!(found, expected, "{expression}");
    }
}

/// The files of a case. What comes before the first mark is `solution.py`.
fn split(text: &str) -> Vec<SubmissionFile> {
    let mut files = Vec::new();
    let mut current = ("solution.py".to_owned(), String::new());
    for line in text.lines() {
        if let Some(path) = line.strip_prefix("# file: ") {
            files.push(std::mem::replace(&mut current, (path.to_owned(), String::new())));
        } else {
            current.1.push_str(line);
            current.1.push('\n');
        }
    }
    files.push(current);
    files.retain(|(_, text)| !text.trim().is_empty());
    files.into_iter().map(|(path, text)| SubmissionFile { path, text }).collect()
}

fn run(problem: &Problem, files: &[SubmissionFile], expect: Expect) -> Result<(), String> {
    let adapter = Adapter::start(problem, files, 1);
    let loaded = match load(problem, files) {
        Ok(loaded) => loaded,
        Err(failure) => return failed(&failure, adapter.err(), expect),
    };
    let program = Program::new(&loaded.problem);
    match (Evaluation::new(&loaded, &program, None).start(), &adapter, expect) {
        (None, Ok(_), Compiles | Evaluates) | (Some(Answer::Outside(_)), _, Outside) => {}
        (Some(Answer::Raises(class)), Err((_, theirs)), Fails) if class == *theirs => return Ok(()),
        (start, adapter, _) => {
            return Err(format!("started {start:?}, the adapter {:?}", adapter.as_ref().err()));
        }
    }
    let Ok(mut adapter) = adapter else { return Ok(()) };
    let mut evaluations = in_orders(&loaded, &program);
    let pairs = valid_pairs(problem, draw::draw(&problem.scope, 250, 7));
    let valid = Valid::new(problem, &problem.scope).expect("the preconditions have circuits");
    let mut seen = BTreeSet::new();
    let mut unknown = 0;
    for turn in 0..turns(problem) {
        let kinds = kinds(problem, turn);
        let circuit = Circuit::new(&loaded, &problem.scope, &valid, &kinds, Duration::from_mins(1));
        let circuit = match (circuit, expect) {
            (Ok(circuit), Compiles) if circuit.unknown().is_empty() => Some(circuit),
            (Ok(circuit), Evaluates) if !circuit.unknown().is_empty() => Some(circuit),
            (Err(_), Outside) => None,
            (Ok(circuit), Compiles) => return Err(format!("not for all pairs: {:?}", circuit.unknown())),
            (Ok(_), _) => return Err("has a circuit".to_owned()),
            (Err(refusal), Compiles | Evaluates) => return Err(submission::refusal(&loaded, &refusal)),
            (Err(_), Fails) => return Err("loads".to_owned()),
        };
        let by_circuit = circuit.map(|circuit| circuit.answers(&pairs));
        for (index, pair) in pairs.iter().enumerate() {
            let theirs = adapter.answer(problem, pair, &kinds);
            let ours: BTreeSet<Answer> = evaluations.iter_mut().map(|machine| machine.answer(pair, &kinds)).collect();
            let gates = by_circuit.as_ref().map(|answers| &answers[index]);
            let wrong =
                |answer: &Answer| answer.contradicts(&theirs) || gates.is_some_and(|gates| answer.contradicts(gates));
            if ours.len() > 1 || ours.iter().any(wrong) {
                let pair = pairs::pair_json(problem, pair);
                return Err(format!("evaluation {ours:?}, circuit {gates:?}, adapter {theirs:?}: {pair}"));
            }
            let outside = matches!(ours.first(), Some(Answer::Outside(_)));
            if outside && expect == Compiles {
                return Err(format!("{ours:?}"));
            }
            if expect == Evaluates {
                // Where the evaluation says nothing, the circuit must not.
                let silent = |answer: &Answer| matches!(answer, Answer::Outside(_) | Answer::Endless);
                let known = gates.is_some_and(|gates| !silent(gates));
                if ours.iter().any(silent) && known {
                    return Err(format!("evaluation {ours:?}, circuit {gates:?}"));
                }
                unknown += usize::from(gates.is_some_and(silent));
            }
            seen.insert(theirs);
        }
    }
    // Most pairs have an answer all the same.
    if expect == Evaluates && (unknown == 0 || unknown * 2 > pairs.len() * turns(problem)) {
        return Err(format!("not known for {unknown} pairs"));
    }
    Ok(())
}

/// A failure that both must see, for the same reason.
fn failed(failure: &SubmissionFailure, adapter: Option<(String, String)>, expect: Expect) -> Result<(), String> {
    let why = match failure {
        SubmissionFailure::Syntax { .. } => "syntax",
        SubmissionFailure::Missing { .. } => "missing",
        SubmissionFailure::Ambiguous { .. } => "ambiguous",
        SubmissionFailure::Arity { .. } => "arity",
        SubmissionFailure::TooLarge => "too large",
    };
    match (adapter, expect) {
        (Some((theirs, _)), Fails) if theirs == why => Ok(()),
        (adapter, _) => Err(format!("{failure:?}, the adapter {adapter:?}")),
    }
}
