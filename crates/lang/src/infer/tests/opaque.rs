//! One mistake is reported once: what is outside the language does not make other errors.

use super::{PRELUDE, loaded, words};
use crate::load::{Mode, load};
use crate::source::Source;

#[track_caller]
fn check(program: &str, expected: &[&str]) {
    let codes: Vec<&str> = loaded(program).diagnostics.iter().map(|diagnostic| diagnostic.code.as_str()).collect();
    assert_eq!(codes, expected, "{program}");
}

#[test]
fn a_function_with_something_outside_may_do_anything() {
    check(
        "def g(xs):\n    xs @ 1\n    xs.append([])\ndef f():\n    xs = [1]\n    g(xs)\n    return xs[0] + []\n",
        &["C010"],
    );
    check("def f(n):\n    x = None\n    if n @ 2: x = 3\n    return x + 1\n", &["C010"]);
    check("def f(n: int): return n @ 2 + [1]\n", &["C010"]);
}

#[test]
fn other_functions_are_still_judged() {
    check("def g(n): return n @ 2\ndef f(n: int): return n + [1]\n", &["C010", "C016"]);
    check("def f(v: Vertex, n): return v < v or n @ 2\n", &["C012", "C010"]);
}

#[test]
fn a_property_without_answer_is_a_warning() {
    let declared = "from custodiet import Input, Output, scope, subproperty\n\
        def is_valid(xs: Input[list[Vertex]], ys: Output[list[Vertex]]) -> bool: ...\n\
        scope(Vertex=3, xs=2, ys=2)\n";
    let found = |body: &str| -> Vec<String> {
        let property = format!("@subproperty\ndef same(xs, ys):\n    \"\"\"The same.\"\"\"\n    {body}\n");
        let source = Source::new("test.py", format!("{PRELUDE}{declared}{property}"));
        load(source, Mode::Problem).diagnostics.iter().map(words).collect()
    };
    assert_eq!(found("xs == ys"), ["C044: `same` never returns a value"]);
    assert_eq!(found("return xs == ys"), [""; 0]);
    assert_eq!(found("if xs: return True"), [""; 0]);
    assert_eq!(found("raise ValueError"), [""; 0]);
    assert_eq!(found("return xs < ys"), ["C012: atoms cannot be ordered"]);
}
