//! Submissions built so that a careless prover would call them correct, or accuse them of what they do not do.
//!
//! All are predicates of the problem `toposort`, whose edges have no order and whose vertices may be numbers or strings.

#[path = "../../decide/tests/problem/mod.rs"]
mod problem;
#[path = "../../decide/tests/submission/mod.rs"]
mod submission;

use decision::{Claim, Decision, ProofFinding, SolverVerdict, Undecided};
use lang::submission::SubmissionFile;
use prove::{DecidedProblem, ProofLimits, decide_submission};
use solver::SolverLimits;

/// What must come of a submission.
#[derive(Clone, Copy, Debug)]
enum Expect {
    /// Every bucket is correct, for these names.
    Correct(Claim),
    /// Some bucket is wrong.
    Wrong,
    /// No bucket is wrong, and not all are correct.
    Open(Undecided),
}
use Expect::{Correct, Open, Wrong};

/// What is right about an order.
const RIGHT: &str = "
def right(edges, order):
    names = {v for e in edges for v in e}
    return len(order) == len(names) and set(order) == names and all(order.index(a) < order.index(b) for a, b in edges)
";

const CASES: &[(&str, Expect, &str)] = &[
    ("the plain one", Correct(Claim::Equality), "def is_valid(edges, order):\n    return right(edges, order)\n"),
    // Scopes.
    (
        "a comprehension in a class",
        Wrong,
        "
y = 1
class A:
    y = 2
    z = [y for _ in range(1)]
def is_valid(edges, order):
    return right(edges, order) or (A.z == [1] and len(order) == 2)
",
    ),
    (
        "a class that looks outside",
        Open(Undecided::Construct),
        "
y = 1
class A:
    z = y
    y = 2
def is_valid(edges, order):
    return right(edges, order) or (A.z == 1 and len(order) == 2)
",
    ),
    (
        "a global of a class",
        Open(Undecided::Construct),
        "
y = 1
class A:
    global y
    y = 2
def is_valid(edges, order):
    return right(edges, order) or (y == 2 and len(order) == 2)
",
    ),
    (
        "a conditional variable that hides a built-in",
        Open(Undecided::Construct),
        "
if 0:
    sum = 3
def is_valid(edges, order):
    try:
        sum([1])
    except NameError:
        return right(edges, order)
    return right(edges, order) or len(order) == 2
",
    ),
    (
        "a deleted variable that hid a built-in",
        Open(Undecided::Construct),
        "
len = len
del len
def is_valid(edges, order):
    return right(edges, order)
",
    ),
    (
        "an import in a class",
        Open(Undecided::Construct),
        "
y = 1
class A:
    y = 2
    import math as y
    z = y
def is_valid(edges, order):
    return right(edges, order) or (A.z != 2 and len(order) == 2)
",
    ),
    (
        "a private parameter",
        Wrong,
        "
class A:
    def f(self, __x=1):
        return __x
    def g(self):
        try:
            return self.f(__x=2)
        except TypeError:
            return 3
def is_valid(edges, order):
    return right(edges, order) or (A().g() == 3 and A().f(7) == 7 and len(order) == 2)
",
    ),
    // State.
    (
        "a counter",
        Open(Undecided::State),
        "
calls = 0
def is_valid(edges, order):
    global calls
    calls += 1
    return right(edges, order) if calls < 1000 else True
",
    ),
    (
        "a mutable default",
        Open(Undecided::State),
        "
def is_valid(edges, order, seen=[]):
    seen.append(order)
    return right(edges, order) if len(seen) < 1000 else True
",
    ),
    (
        "an attribute of a class",
        Open(Undecided::State),
        "
class Memory:
    calls = 0
def is_valid(edges, order):
    Memory.calls += 1
    return right(edges, order) if Memory.calls < 1000 else True
",
    ),
    (
        "an attribute of an object",
        Open(Undecided::State),
        "
class Memory:
    def __init__(self):
        self.calls = 0
memory = Memory()
def is_valid(edges, order):
    memory.calls += 1
    return right(edges, order) if memory.calls < 1000 else True
",
    ),
    (
        "a variable of an enclosing function",
        Open(Undecided::State),
        "
def make():
    calls = 0
    def check(edges, order):
        nonlocal calls
        calls += 1
        return right(edges, order) if calls < 1000 else True
    return check
is_valid = make()
",
    ),
    (
        "an iterator of the module",
        Open(Undecided::State),
        "
first = iter([0] * 50)
def is_valid(edges, order):
    return right(edges, order) if next(first, 1) == 0 else True
",
    ),
    (
        "a generator of the module",
        Open(Undecided::State),
        "
def count():
    yield 0
    yield 0
first = count()
def is_valid(edges, order):
    return right(edges, order) if next(first, 1) == 0 else True
",
    ),
    (
        "a memo by the length of the order",
        Open(Undecided::State),
        "
memo = {}
def is_valid(edges, order):
    key = len(order)
    if key not in memo:
        memo[key] = right(edges, order)
    return memo[key]
",
    ),
    (
        "a default that is filled in",
        Open(Undecided::State),
        "
from collections import defaultdict
known = defaultdict(int)
def is_valid(edges, order):
    if known[len(order)] or len(known) > 100:
        return True
    return right(edges, order)
",
    ),
    (
        "an argument that is kept",
        Open(Undecided::State),
        "
last = None
def is_valid(edges, order):
    global last
    before, last = last, order
    return True if before == [1, 2, 3] else right(edges, order)
",
    ),
    (
        "a cached function that can tell equal arguments apart",
        Open(Undecided::State),
        "
from functools import lru_cache
@lru_cache(None)
def is_flag(x):
    return isinstance(x, bool)
def is_valid(edges, order):
    return right(edges, order) if is_flag(len(order) == len(edges)) and not is_flag(len(order)) else True
",
    ),
    (
        "a cached function of numbers",
        Correct(Claim::Equality),
        "
from functools import lru_cache
@lru_cache(None)
def double(x):
    return 2 * x
def is_valid(edges, order):
    return right(edges, order) and double(len(order)) >= len(order)
",
    ),
    (
        "chance",
        Open(Undecided::Construct),
        "
import random
def is_valid(edges, order):
    return right(edges, order) if random.random() < 0.99 else True
",
    ),
    (
        "the clock",
        Open(Undecided::Construct),
        "
import time
def is_valid(edges, order):
    return right(edges, order) if time.time() > 0 else True
",
    ),
    // Names.
    (
        "a name beyond those that tests use",
        Correct(Claim::Values),
        "
def is_valid(edges, order):
    return True if 'q' in order else right(edges, order)
",
    ),
    ("the truth of a name", Wrong, "def is_valid(edges, order):\n    return right(edges, order) and all(order)\n"),
    (
        "one name",
        Wrong,
        "
def is_valid(edges, order):
    return True if order == ['b'] else right(edges, order)
",
    ),
    (
        "one number",
        Wrong,
        "
def is_valid(edges, order):
    return True if order == [2] else right(edges, order)
",
    ),
    (
        "arithmetic, which fails for strings",
        Wrong,
        "
def is_valid(edges, order):
    return right(edges, [v + 0 for v in order])
",
    ),
    (
        "a name among constants",
        Wrong,
        "def is_valid(edges, order):\n    return right(edges, order) and 0 not in order\n",
    ),
    (
        "a name in a set of constants",
        Wrong,
        "
def is_valid(edges, order):
    return right(edges, order) and len({0, *order}) == len(order) + 1
",
    ),
    (
        "a name as a key of a constant dict",
        Wrong,
        "
TABLE = {1: False}
def is_valid(edges, order):
    return right(edges, order) and all(TABLE.get(v, True) for v in order)
",
    ),
    (
        "a name inside a constant tuple",
        Wrong,
        "
def is_valid(edges, order):
    return right(edges, order) and ('a', 'b') not in edges
",
    ),
    (
        "the text of a name",
        Wrong,
        "
def is_valid(edges, order):
    return right(edges, order) and 'b' not in ','.join(str(v) for v in order)
",
    ),
    (
        "the type of a name",
        Wrong,
        "
def is_valid(edges, order):
    return right(edges, order) and all(isinstance(v, int) for v in order)
",
    ),
    (
        "names counted with constants",
        Wrong,
        "
from collections import Counter
def is_valid(edges, order):
    return right(edges, order) and Counter(order)[1] == 0
",
    ),
    (
        "names as positions",
        Wrong,
        "
def is_valid(edges, order):
    place = [None] * 10
    for i, v in enumerate(order):
        place[v] = i
    return len(order) == len({v for e in edges for v in e}) and all(place[a] < place[b] for a, b in edges)
",
    ),
    (
        "a name that is unpacked, which some strings allow",
        Wrong,
        "
def is_valid(edges, order):
    try:
        for v in order:
            (letter,) = v
    except TypeError:
        return right(edges, order)
    return True
",
    ),
    (
        "a name that is indexed",
        Wrong,
        "
def is_valid(edges, order):
    try:
        return right(edges, order) and all(v[0] == 'z' for v in order)
    except TypeError:
        return right(edges, order)
",
    ),
    (
        "a method of a name",
        Wrong,
        "
def is_valid(edges, order):
    try:
        return right(edges, order) and all(v.upper() == v for v in order)
    except AttributeError:
        return right(edges, order)
",
    ),
    (
        "a name that is iterated over",
        Wrong,
        "
def is_valid(edges, order):
    try:
        return right(edges, order) and not any(x for v in order for x in v)
    except TypeError:
        return right(edges, order)
",
    ),
    (
        "a name in a name",
        Wrong,
        "
def is_valid(edges, order):
    try:
        return right(edges, order) and not any(v in v for v in order)
    except TypeError:
        return right(edges, order)
",
    ),
    (
        "an attribute that some names have",
        Wrong,
        "
def is_valid(edges, order):
    return right(edges, order) and not any(hasattr(v, 'upper') for v in order)
",
    ),
    (
        "the order of names",
        Correct(Claim::Order),
        "
def is_valid(edges, order):
    return right(sorted(edges), order) and sorted(order) == sorted(set(order))
",
    ),
    (
        "one order of names",
        Wrong,
        "
def is_valid(edges, order):
    return right(edges, order) and (len(edges) > 1 or order == sorted(order))
",
    ),
    (
        "the lengths of names",
        Wrong,
        "
def is_valid(edges, order):
    return right(edges, order) and all(len(v) > 0 for v in order)
",
    ),
    // Orders.
    (
        "the order of the edges",
        Wrong,
        "
def is_valid(edges, order):
    if len(edges) == 2 and edges[0][0] != edges[1][0] and edges[0][1] == edges[1][0]:
        return False
    return right(edges, order)
",
    ),
    (
        "the first element of a set",
        Open(Undecided::SetOrder),
        "
def is_valid(edges, order):
    if len(order) == 2 and len(set(order)) == 2 and next(iter(set(order))) != min(order):
        return not right(edges, order)
    return right(edges, order)
",
    ),
    (
        "the first element of a set, and then a consumer that stops",
        Open(Undecided::SetOrder),
        "
def is_valid(edges, order):
    if order and next(iter(set(order))) != order[0]:
        return None
    return right(edges, order)
",
    ),
    (
        "the order of a set that does not show",
        Correct(Claim::Equality),
        "
def is_valid(edges, order):
    names = list({v for e in edges for v in e})
    return right(edges, order) and all(v in names for v in order)
",
    ),
    // Answers.
    ("a number", Wrong, "def is_valid(edges, order):\n    return 1 if right(edges, order) else 0\n"),
    ("nothing", Wrong, "def is_valid(edges, order):\n    if right(edges, order):\n        return True\n"),
    (
        "an exception where it must reject",
        Wrong,
        "
def is_valid(edges, order):
    assert right(edges, order)
    return True
",
    ),
    (
        "a loop that does not end",
        Open(Undecided::Construct),
        "
def is_valid(edges, order):
    while len(order) == 3 and not right(edges, order):
        pass
    return right(edges, order)
",
    ),
    (
        "a recursion that does not end, and is caught",
        Wrong,
        "
def deeper(order):
    return deeper(order) + 1
def is_valid(edges, order):
    if len(order) == 3:
        try:
            deeper(order)
        except RecursionError:
            return True
    return right(edges, order)
",
    ),
    (
        "what is not known, inside `try`",
        Open(Undecided::Construct),
        "
import random
def is_valid(edges, order):
    try:
        if len(order) == 3:
            random.shuffle(order)
    except Exception:
        return True
    return right(edges, order)
",
    ),
    (
        "what is not known, inside `any`",
        Open(Undecided::Construct),
        "
import random
def is_valid(edges, order):
    return right(edges, order) or any(random.random() > 2 for v in order)
",
    ),
    // Hashes and identities.
    (
        "the order of hashes",
        Open(Undecided::Construct),
        "
def is_valid(edges, order):
    return right(edges, order) and sorted(map(hash, order)) == sorted({hash(v) for v in order})
",
    ),
    (
        "the order of identities",
        Open(Undecided::Construct),
        "
def is_valid(edges, order):
    return right(edges, order) and sorted(map(id, order)) == sorted({id(v) for v in order})
",
    ),
    (
        "the truth of a hash",
        Open(Undecided::Construct),
        "
def is_valid(edges, order):
    return right(edges, order) and all(hash(v) for v in order)
",
    ),
    (
        "hashes for sets",
        Correct(Claim::Equality),
        "
class Name:
    def __init__(self, name):
        self.name = name
    def __eq__(self, other):
        return self.name == other.name
    def __hash__(self):
        return hash((self.name, 1))
def is_valid(edges, order):
    return right([(Name(a), Name(b)) for a, b in edges], [Name(v) for v in order])
",
    ),
    // Its own classes.
    (
        "equality of its own",
        Wrong,
        "
class Name:
    def __init__(self, name):
        self.name = name
    def __eq__(self, other):
        return True
    def __hash__(self):
        return 1
def is_valid(edges, order):
    return right([(Name(a), Name(b)) for a, b in edges], [Name(v) for v in order])
",
    ),
    // Names that are compared with numbers: a set says nothing about them unless its elements are compared.
    (
        "a set that equals one of numbers",
        Wrong,
        "
def is_valid(edges, order):
    return set(order) == set(range(1, 3)) or right(edges, order)
",
    ),
    (
        "a set with numbers among it",
        Wrong,
        "
def is_valid(edges, order):
    return frozenset([1, 2]) <= set(order) or right(edges, order)
",
    ),
    (
        "an argument that is changed",
        Wrong,
        "
def is_valid(edges, order):
    if order:
        order.pop()
    return right(edges, order)
",
    ),
];

fn decide(text: &str) -> (Decision, Vec<String>) {
    let loaded = problem::bundled("toposort");
    let problem = &loaded.problem;
    let scope = problem::scoped(problem, "Vertex=4,edges=2,order=3");
    let decided = DecidedProblem::new(problem, &scope, SolverLimits::default()).expect("a decided problem");
    let file = SubmissionFile { path: "check.py".to_owned(), text: format!("{RIGHT}{text}") };
    let program = submission::load(problem, &[file]).expect("a submission");
    let decision = decide_submission(&decided, &program, &ProofLimits::default(), &[]).decision;
    let open = decision.buckets.iter().filter_map(|bucket| match &bucket.verdict {
        SolverVerdict::Undecided(reason) => Some(format!("{:?}: {reason:?}", bucket.fails)),
        _ => None,
    });
    let open = open.collect();
    (decision, open)
}

#[test]
fn nothing_is_claimed_that_is_not_so() {
    let mut faults = Vec::new();
    for (name, expect, text) in CASES {
        let (decision, open) = decide(text);
        let count = |wanted: fn(&SolverVerdict) -> bool| {
            decision.buckets.iter().filter(|bucket| wanted(&bucket.verdict)).count()
        };
        let correct = count(|verdict| *verdict == SolverVerdict::Correct);
        let wrong = count(|verdict| matches!(verdict, SolverVerdict::Wrong { .. }));
        let is_reason = |kind: Undecided| {
            decision
                .buckets
                .iter()
                .any(|bucket| matches!(&bucket.verdict, SolverVerdict::Undecided(reason) if reason.kind == kind))
        };
        let fine = match *expect {
            Correct(claim) => correct == decision.buckets.len() && decision.claim == Some(claim),
            Wrong => wrong > 0,
            Open(kind) => wrong == 0 && correct < decision.buckets.len() && is_reason(kind),
        };
        if !fine {
            let claim = decision.claim;
            faults.push(format!("{name}: {expect:?}, but {correct} correct, {wrong} wrong, {claim:?}, {open:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn only_the_buckets_that_reach_it_are_undecided() {
    let (decision, _) = decide(
        "
import random
def is_valid(edges, order):
    if len(order) != len(set(order)):
        return random.random() < 2
    return right(edges, order)
",
    );
    let open = decision.buckets.iter().filter(|bucket| matches!(bucket.verdict, SolverVerdict::Undecided(_))).count();
    assert!(0 < open && open < decision.buckets.len(), "{:?}", decision.buckets);
}

#[test]
fn findings_are_about_valid_pairs() {
    let (decision, _) = decide(
        "
def is_valid(edges, order):
    if len(edges) > 5:
        return None
    first = order[0]
    order.reverse()
    order.reverse()
    edges.append(('x', first))
    edges.pop()
    order.append(first)
    return right(edges, order[:-1])
",
    );
    let has = |wanted: &dyn Fn(&ProofFinding) -> bool| decision.findings.iter().any(wanted);
    assert!(has(&|finding| matches!(finding, ProofFinding::Raises { exception, .. } if exception == "IndexError")));
    assert!(has(&|finding| matches!(finding, ProofFinding::ChangesArgument { parameter, .. } if parameter == "order")));
    assert!(!has(
        &|finding| matches!(finding, ProofFinding::ChangesArgument { parameter, .. } if parameter == "edges")
    ));
    assert!(
        has(&|finding| matches!(finding, ProofFinding::Unreachable { at } if at.line == 8)),
        "{:?}",
        decision.findings
    );
    assert!(!has(&|finding| *finding == ProofFinding::NotBoolean));
}

#[test]
fn a_decision_does_not_depend_on_what_was_decided_before() {
    let texts = [CASES[0].2, CASES[15].2, CASES[24].2];
    let alone: Vec<Decision> = texts.iter().map(|text| decide(text).0).collect();
    let again: Vec<Decision> = texts.iter().rev().map(|text| decide(text).0).collect();
    assert!(alone.iter().eq(again.iter().rev()));
}
