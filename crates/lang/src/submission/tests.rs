use super::*;
use crate::load::{Mode, load};

const PROBLEM: &str = "
from typing import NamedTuple
from custodiet import Atom, Input, Output, Unordered, scope, subproperty

class Vertex(Atom, as_=(int, str)):
    '''A name.'''

class Edge(NamedTuple):
    start: Vertex
    end: Vertex

def is_valid(edges: Input[list[Edge]], order: Output[list[Vertex]]) -> bool: ...

scope(Vertex=3, edges=3, order=3)

@subproperty
def short(order):
    '''Short.'''
    return len(order) < 3
";

fn loaded(files: &[(&str, &str)]) -> Result<SubmissionProgram, SubmissionFailure> {
    let problem = load(Source::new("graph.py", PROBLEM), Mode::Problem).problem;
    let file = |(path, text): &(&str, &str)| SubmissionFile { path: (*path).to_owned(), text: (*text).to_owned() };
    let files: Vec<SubmissionFile> = files.iter().map(file).collect();
    load_submission(Handed { problem: &problem, predicate: &["is_valid".to_owned()], files: &files, support: &[] })
}

#[test]
fn places_name_file_and_line() {
    let submission = loaded(&[
        ("main.py", "import helpers\n\ndef is_valid(edges, order):\n    return helpers.f(order)\n"),
        ("helpers.py", "def f(xs):\n    return xs\n\nasync def g():\n    pass\n\nh = g\n"),
    ]);
    let submission = submission.expect("it loads");
    let places: Vec<String> = submission
        .outside
        .iter()
        .filter_map(|diagnostic| submission.place(diagnostic.primary.as_ref()?.span))
        .map(|(file, line)| format!("{file}:{line}"))
        .collect();
    assert_eq!(places, ["helpers.py:4", "helpers.py:7"]);
}

#[test]
fn failures_are_found_without_executing_anything() {
    let failure = |files: &[(&str, &str)]| loaded(files).err();
    let predicate = "def is_valid(edges, order):\n    return True\n";
    assert_eq!(failure(&[("a.py", predicate)]), None);
    let missing = SubmissionFailure::Missing { candidates: vec!["check".to_owned()] };
    assert_eq!(failure(&[("a.py", "def check(a, b): ...\ndef other(a): ...\n")]), Some(missing));
    let ambiguous = SubmissionFailure::Ambiguous { candidates: vec!["a.py".to_owned(), "b.py".to_owned()] };
    assert_eq!(failure(&[("b.py", predicate), ("a.py", "is_valid = 1\n")]), Some(ambiguous));
    let arity = SubmissionFailure::Arity { file: "a.py".to_owned(), line: 2 };
    assert_eq!(failure(&[("a.py", "\ndef is_valid(edges):\n    return True\n")]), Some(arity));
    let syntax = failure(&[("a.py", "import b\n".to_owned().as_str()), ("b.py", "x = (\n")]);
    assert!(matches!(&syntax, Some(SubmissionFailure::Syntax { file, line: 1, .. }) if file == "b.py"), "{syntax:?}");
    let imported = failure(&[("a.py", &format!("{predicate}import b\n")), ("b.py", "\nx = = 1\n")]);
    assert!(
        matches!(&imported, Some(SubmissionFailure::Syntax { file, line: 2, .. }) if file == "b.py"),
        "{imported:?}"
    );
}

#[test]
fn names_that_have_no_value_need_none() {
    let text = "
import random
from typing import Dict, List, TypeVar
import pytest
T = TypeVar('T')
Graph = Dict[int, List[T]]
@pytest.fixture
def pairs(): ...
class Test(random.Random): ...
def is_valid(edges, order):
    return len(order) == 1
";
    let submission = loaded(&[("a.py", text)]).expect("it loads");
    assert_eq!(submission.outside.iter().map(|found| &*found.message).collect::<Vec<_>>(), Vec::<&str>::new());
}

/// Why nothing would be proved about a file with these lines, beside a predicate. `None` if there is no such reason.
fn doubt(lines: &str) -> Option<String> {
    let text = format!("{lines}\ndef is_valid(xs, ys):\n    return xs == ys\n");
    let program = loaded(&[("a.py", &text), ("h.py", "K = 1\n")]).expect("it loads");
    program.doubt.map(|doubt| doubt.message)
}

#[test]
fn ordinary_files_raise_no_doubt() {
    let ordinary = [
        "import sys\nimport math\nfrom collections import Counter, defaultdict\nsys.setrecursionlimit(10 ** 6)",
        "from typing import List, Optional, Tuple\nEdge = Tuple[int, int]\ndef f(a: List[Edge], b: Optional[int] = None) -> bool:\n    return True",
        "from h import K\nfrom functools import lru_cache, wraps\n@lru_cache(maxsize=None)\ndef f(x: 'Node') -> \"int | None\":\n    return K",
        "from dataclasses import dataclass, field\n@dataclass(frozen=True)\nclass P:\n    name: str\n    tags: list = field(default_factory=list)\n    \
         def __lt__(self, other: 'P') -> bool:\n        return self.name < other.name",
        "class Stack:\n    \"\"\"Holds items.\"\"\"\n    limit = 5\n    def __init__(self):\n        self.items = []\n    def __len__(self):\n        return len(self.items)",
        "def f(xs):\n    import math\n    seen: set[int] = set()\n    def g(x: int, ys: list[int]) -> int:\n        return x\n    return g(1, xs)",
        "try:\n    LIMIT = int('5')\nexcept ValueError:\n    LIMIT = 3\nif __name__ == \"__main__\":\n    f()",
        "from enum import Enum, auto\nclass C(Enum):\n    A = auto()\n    B = 'x'\nclass E(ValueError):\n    pass",
        "from hypothesis import given, strategies as st\n@st.composite\ndef edges(draw):\n    return draw(st.lists(st.integers()))\n\
         @given(edges(), st.lists(st.text()).map(lambda x: sorted(x)))\ndef test_it(a, b):\n    assert is_valid(a, b)",
    ];
    for lines in ordinary {
        assert_eq!(doubt(lines), None, "{lines}");
    }
}

#[test]
fn what_loading_may_do_unseen_raises_a_doubt() {
    let doubtful = [
        ("try:\n    from h import K\nexcept SyntaxError:\n    K = 2", "an import that is not at the top of the file"),
        ("if 1 < 0:\n    import math", "an import that is not at the top of the file"),
        (
            "def f(x):\n    if x:\n        from math import gcd\n    return gcd(1, x)",
            "an import that is not at the top of the file",
        ),
        ("def f(x):\n    from h import K\n    return K", "an import that is not at the top of the file"),
        (
            "try:\n    A = gcd(2, 4)\nexcept NameError:\n    A = 1\nfrom math import gcd",
            "an import of something that may be used before",
        ),
        ("from math import gcd\ngcd = max", "`gcd`, which an import binds and something else, too"),
        ("LOG = []\ndef f(a: LOG.append(1)):\n    pass", "an annotation that is more than a type"),
        (
            "def f(x):\n    def g(a: Vertex):\n        return a\n    return g(x)",
            "an annotation that is more than a type",
        ),
        ("def f(x):\n    class A:\n        b: print(1)\n    return A", "an annotation that is more than a type"),
        ("LOG = []\nT = list[LOG.append(1)]", "a type that is computed"),
        ("LOG = []\ndef f(a=LOG.append(1)):\n    pass", "a default that calls something"),
        (
            "LOG = []\nimport pytest\npytest.foo(LOG.append(1))",
            "a call in an argument of something that only tests use",
        ),
        ("class A:\n    def __del__(self):\n        pass", "`__del__`, a special name that proofs do not cover"),
        ("class M(type):\n    pass\nclass A(metaclass=M):\n    pass", "a class that is derived from a built-in one"),
        ("class A:\n    pass\nclass B(A, x=1):\n    pass", "a keyword of a class"),
        ("class A(list):\n    pass", "a class that is derived from a built-in one"),
        ("LOG = []\nclass A:\n    LOG.append(1)", "a statement in the body of a class"),
        ("from functools import partial\nclass A:\n    f = partial(max, 1)", "a class attribute that is computed"),
        ("class A:\n    pass\nA.__eq__ = None", "an assignment to the attribute `__eq__`"),
        ("import sys\nsys.setrecursionlimit(30)", "`setrecursionlimit`, which proofs do not cover"),
        (
            "import sys\nsys.setrecursionlimit(5000)\ntry:\n    A = 1\nexcept RecursionError:\n    A = 2",
            "`setrecursionlimit` beside a `try`",
        ),
        ("from dataclasses import replace", "`replace`, which proofs do not cover"),
        ("def f(x):\n    return isinstance(x, (int, str | None))", "a union of types in `isinstance`"),
        ("from copy import deepcopy\nclass A:\n    pass", "`copy` beside classes of its own"),
        (
            "import heapq\nclass A:\n    def __lt__(self, other):\n        return True",
            "`heapq` or `bisect` beside comparisons of its own",
        ),
        (
            "class A:\n    def __str__(self):\n        return 'a'\ndef f(a):\n    print(a)",
            "`print` beside a `__str__` or `__repr__`",
        ),
        ("async def f():\n    pass", "an `async` function"),
        ("A = __name__", "`__name__` outside of a comparison with \"__main__\""),
    ];
    for (lines, expected) in doubtful {
        assert_eq!(doubt(lines).as_deref(), Some(expected), "{lines}");
    }
}
