//! An evaluation ends, in bounded memory, whatever the program does.

use eval::{Fault, Machine, Program};
use lang::load::{Mode, load};
use lang::source::Source;

/// The fault of a function that would never end.
fn check(source: &str) -> Fault {
    let text = format!("def endless():\n    {}\n", source.replace('\n', "\n    "));
    let loaded = load(Source::new("endless.py", text), Mode::Language);
    assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
    let program = Program::new(&loaded.problem);
    let mut machine = Machine::new(&program).with_step_limit(2_000_000);
    *machine.call("endless", &[]).expect_err("it never ends")
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
