//! Values of any depth can be made, and given up again; whatever else is done with them ends as in CPython, or in a fault.

use eval::{Fault, Machine, Program, canon};
use lang::load::{Mode, load};
use lang::source::Source;

/// What a function gives: the canonical form of its value, the class of its exception, or a fault.
fn answer(prelude: &str, body: &str) -> String {
    let text = format!("{prelude}\n\ndef case():\n    {}\n", body.replace('\n', "\n    "));
    let loaded = load(Source::new("deep.py", text), Mode::Language);
    assert!(!loaded.has_errors(), "{body}: {:?}", loaded.diagnostics);
    let program = Program::new(&loaded.problem);
    match Machine::new(&program).with_step_limit(2_000_000).call("case", &[]) {
        Ok(value) => canon(&program, &value, &|_| String::new()),
        Err(fault) => match *fault {
            Fault::Raised(raised) => raised.exception.to_string(),
            other => format!("{other:?}"),
        },
    }
}

const PRELUDE: &str = "
from collections import OrderedDict, defaultdict, deque
from copy import copy, deepcopy
from dataclasses import dataclass
from functools import cache, partial
from itertools import accumulate, chain, groupby, pairwise
from typing import NamedTuple

@dataclass(frozen=True)
class Link:
    to: int

@dataclass(frozen=True, order=True)
class Ordered:
    to: int

class Row(NamedTuple):
    to: int

class Box:
    def __init__(self, to):
        self.to = to

class Wrapped(Exception):
    pass

def closed(x):
    return lambda: x

def given(x):
    def inner(y=x):
        return y
    return inner

def passed_on(items):
    for item in items:
        yield item

def wrapped(x):
    error = Wrapped(x)
    return error

def remembering(x):
    @cache
    def f(y):
        return x
    f(1)
    return f
";

/// One level around a value, in every way in which a value can hold another one.
const LEVELS: &[&str] = &[
    "(x,)",
    "[x]",
    "(1, [x], 'a')",
    "{1: x}",
    "{1: [x]}.values()",
    "frozenset([x])",
    "deque([x])",
    "OrderedDict([(1, x)])",
    "defaultdict(list, {1: x})",
    "Link(x)",
    "Row(x)",
    "Box(x)",
    "closed(x)",
    "given(x)",
    "partial(len, x)",
    "wrapped(x)",
    "remembering(x)",
    "[x].append",
    "iter([x])",
    "map(len, x)",
    "filter(None, x)",
    "zip(x, x)",
    "enumerate(x)",
    "chain(x, [1])",
    "chain.from_iterable(x)",
    "accumulate(x)",
    "pairwise(x)",
    "groupby(x)",
    "(y for y in x)",
    "passed_on(x)",
    "reversed([x])",
    "((x, x), [x])",
];

#[test]
fn values_of_any_depth_can_be_given_up() {
    for level in LEVELS {
        let body = format!("x = ()\nfor i in range(100_000):\n    x = {level}\nreturn 'done'");
        assert_eq!(answer(PRELUDE, &body), "\"done\"", "{level}");
        // At the end of the evaluation, and in place of another value.
        let body = format!("x = ()\nfor i in range(100_000):\n    x = {level}\ny = [x]\ny[0] = x = 1\nreturn y");
        assert_eq!(answer(PRELUDE, &body), "[1]", "{level}");
    }
}

/// Deep values that are one and the same, or differ at the bottom.
#[test]
fn comparing_ends_as_in_cpython() {
    let cases = [
        ("(x,)", 900, "True"),
        ("(x,)", 1_100, "RecursionError"),
        ("[x]", 900, "True"),
        ("[x]", 1_100, "RecursionError"),
        ("{1: x}", 900, "True"),
        ("{1: x}", 20_000, "RecursionError"),
        ("frozenset([x])", 900, "True"),
        ("frozenset([x])", 20_000, "RecursionError"),
        ("deque([x])", 900, "True"),
        ("deque([x])", 20_000, "RecursionError"),
        ("OrderedDict([(1, x)])", 900, "True"),
        ("OrderedDict([(1, x)])", 20_000, "RecursionError"),
        ("Link(x)", 300, "True"),
        ("Link(x)", 400, "RecursionError"),
        ("Link(x)", 20_000, "RecursionError"),
        ("Row(x)", 900, "True"),
        ("Row(x)", 20_000, "RecursionError"),
        ("(1, [x])", 400, "True"),
        ("(1, [x])", 20_000, "RecursionError"),
    ];
    for (level, depth, expected) in cases {
        let body = format!(
            "x = 1\ny = 1\nfor i in range({depth}):\n    x = {level}\n    x, y = y, x\n    x = {level}\n    x, y = y, x\nreturn x == y"
        );
        assert_eq!(answer(PRELUDE, &body), expected, "{level}, {depth} levels");
    }
}

#[test]
fn ordering_hashing_and_writing_end_as_in_cpython() {
    let cases = [
        ("(x,)", "x < y", 900, "False"),
        ("(x,)", "x < y", 20_000, "RecursionError"),
        ("[x]", "x <= y", 900, "True"),
        ("[x]", "x <= y", 20_000, "RecursionError"),
        ("Ordered(x)", "x < y", 250, "False"),
        ("Ordered(x)", "x < y", 20_000, "RecursionError"),
        ("(x,)", "hash(x) == hash(y)", 20_000, "True"),
        ("(x,)", "x in {y}", 900, "True"),
        ("frozenset([x])", "hash(x) == hash(y)", 20_000, "True"),
        ("Link(x)", "hash(x) == hash(y)", 450, "True"),
        ("Link(x)", "hash(x) == hash(y)", 550, "RecursionError"),
        ("[x]", "len(repr(x))", 900, "1801"),
        ("[x]", "len(repr(x))", 1_100, "RecursionError"),
        ("(x,)", "len(f'{x}')", 900, "2701"),
        ("(x,)", "len(f'{x}')", 20_000, "RecursionError"),
        ("{1: x}", "len(str(x))", 900, "4501"),
        ("{1: x}", "len(str(x))", 20_000, "RecursionError"),
        ("Row(x)", "len(str(x))", 450, "3601"),
        ("Row(x)", "len(str(x))", 550, "RecursionError"),
        ("Link(x)", "len(repr(x))", 300, "2701"),
        ("Link(x)", "len(repr(x))", 400, "RecursionError"),
        ("[x]", "deepcopy(x) == x", 450, "True"),
        ("[x]", "deepcopy(x) == x", 550, "RecursionError"),
        ("[x]", "deepcopy(x) is x", 20_000, "RecursionError"),
        ("(x,)", "deepcopy(x) == x", 300, "True"),
        ("(x,)", "deepcopy(x) is x", 400, "RecursionError"),
        ("(x,)", "deepcopy(x) is x", 20_000, "RecursionError"),
        ("Link(x)", "copy(x) == y", 300, "True"),
    ];
    for (level, asked, depth, expected) in cases {
        let body = format!(
            "x = 1\ny = 1\nfor i in range({depth}):\n    x = {level}\n    x, y = y, x\n    x = {level}\n    x, y = y, x\nreturn {asked}"
        );
        assert_eq!(answer(PRELUDE, &body), expected, "{level}, {asked}, {depth} levels");
    }
}

/// CPython's own stack ends somewhere there; here there is a fault.
#[test]
fn what_cpython_does_not_count_ends_too() {
    for (level, asked) in
        [("(x,)", "hash(x)"), ("map(abs, x)", "list(x)"), ("chain(x, [1])", "sum(x)"), ("zip(x)", "next(x)")]
    {
        let body = format!("x = iter([1])\nfor i in range(200_000):\n    x = {level}\nreturn {asked}");
        let given = answer(PRELUDE, &body);
        assert!(given.starts_with("TooLarge"), "{level}, {asked}: {given}");
    }
    assert_eq!(answer(PRELUDE, "x = iter([-1])\nfor i in range(5_000):\n    x = map(abs, x)\nreturn list(x)"), "[1]");
    assert_eq!(
        answer(PRELUDE, "x = [1]\nfor i in range(1_100):\n    x = (y for y in x)\nreturn list(x)"),
        "RecursionError"
    );
}

/// `x = (x, x)`: few objects, but more ways through them than anyone can go.
#[test]
fn values_that_share_their_parts_end_too() {
    for asked in ["x == x", "x == (x[0], x[1])", "copy(x) is x"] {
        let body = format!("x = ()\nfor i in range(100):\n    x = (x, x)\nreturn {asked}");
        assert_eq!(answer(PRELUDE, &body), "True", "{asked}");
    }
    for (level, asked) in [
        ("(x, x)", "hash(x)"),
        ("(x, x)", "x == y"),
        ("(x, x)", "x < y"),
        ("(x, x)", "str(x)"),
        ("(x, x)", "deepcopy(x)"),
        ("[x, x]", "x == y"),
        ("[x, x]", "repr(x)"),
        ("Link((x, x))", "x == y"),
        ("{1: x, 2: x}", "x == y"),
    ] {
        let body = format!(
            "x = ()\ny = ()\nfor i in range(60):\n    x = {level}\n    x, y = y, x\n    x = {level}\n    x, y = y, x\nreturn {asked}"
        );
        let given = answer(PRELUDE, &body);
        assert!(given.starts_with("Steps") || given.starts_with("TooLarge"), "{level}, {asked}: {given}");
    }
    // What messages say of it is short.
    assert_eq!(answer(PRELUDE, "x = []\nfor i in range(60):\n    x = [x, x]\nraise ValueError(x)"), "ValueError");
}
