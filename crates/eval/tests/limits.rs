//! An evaluation ends, in bounded memory, whatever the program does.

use eval::{Fault, Machine, Program};
use lang::load::{Mode, load};
use lang::source::Source;

/// The fault of a function that is given up.
fn check(source: &str) -> Fault {
    let text = format!("def given_up():\n    {}\n", source.replace('\n', "\n    "));
    let loaded = load(Source::new("given_up.py", text), Mode::Language);
    assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
    let program = Program::new(&loaded.problem);
    let mut machine = Machine::new(&program).with_step_limit(2_000_000);
    *machine.call("given_up", &[]).expect_err("it is given up")
}

#[test]
fn loops_end_by_the_step_limit() {
    let endless = [
        "while True:\n    pass",
        "xs = [0]\nfor x in xs:\n    xs.append(x)",
        "xs = [0]\nxs.extend(x for x in xs)",
        "xs = [1]\nwhile True:\n    xs = xs + xs",
        "xs = [1]\nwhile True:\n    xs += xs",
        "t = (1,)\nwhile True:\n    t = t * 2",
        "xs = list(range(1000))\nkeep = []\nwhile True:\n    keep.append(xs[:])",
        "xs = list(range(1000))\nkeep = []\nwhile True:\n    keep.append(xs.copy())",
        "s = set(range(1000))\nkeep = []\nwhile True:\n    keep.append(s | {1})",
        "s = set(range(1000))\nkeep = []\nwhile True:\n    keep.append(s.copy())",
        "d = {i: i for i in range(1000)}\nkeep = []\nwhile True:\n    keep.append(d.copy())",
        "d = {i: i for i in range(1000)}\nkeep = []\nwhile True:\n    keep.append({**d})",
        "d = {i: i for i in range(1000)}\nkeep = []\nwhile True:\n    keep.append(dict(d))",
    ];
    for source in endless {
        let fault = check(source);
        assert!(matches!(fault, Fault::Steps { .. }), "{source}: {fault:?}");
    }
}

#[test]
fn integers_end_by_their_size() {
    for source in ["n = 3\nwhile True:\n    n = n * n", "n = 1\nwhile True:\n    n = n << n + 1"] {
        let fault = check(source);
        assert!(matches!(fault, Fault::TooLarge { .. }), "{source}: {fault:?}");
    }
}

#[test]
fn recursion_ends_as_in_cpython() {
    let fault = check("def down(n):\n    return down(n + 1)\nreturn down(0)");
    let Fault::Raised(raised) = fault else { panic!("{fault:?}") };
    assert_eq!(raised.exception.name(), "RecursionError");
}

#[test]
fn dicts_whose_entries_may_have_moved_are_given_up() {
    let moved = [
        "d = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}\nfor k in d:\n    del d[k]\n    d[k + 9] = 0",
        "d = {1: 1}\nfor k in d.values():\n    d.clear()\n    d[2] = 2",
        "d = {'a': 1}\nfor k in d:\n    del d[k]\n    d[2] = 2",
        "d = {1: 1, 2: 2}\nfor k in reversed(d):\n    del d[k]\n    d[k] = 2",
        "d = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}\nfor k in [1, 2, 3, 4]:\n    del d[k]\ne = d.copy()\nfor k in e:\n    del e[k]\n    e[7] = 0",
    ];
    for source in moved {
        let fault = check(source);
        assert!(matches!(fault, Fault::Outside { .. }), "{source}: {fault:?}");
    }
}
