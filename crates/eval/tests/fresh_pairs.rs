//! Every property sees the pair as it was given, whatever the ones before it did to theirs.

use eval::{Machine, Pair, Program};
use lang::load::{Mode, load};
use lang::source::Source;
use serde_json::json;

/// Whether the second property sees an unchanged list after the first one ran.
fn is_fresh(module: &str, body: &str) -> bool {
    let text = format!(
        "\"\"\"T.\"\"\"\nfrom custodiet import Input, Output, scope, subproperty\n\n\
         def is_valid(xs: Input[list[bool]], y: Output[bool]) -> bool: ...\n\nscope(xs=2)\n\n{module}\n\n\
         @subproperty\ndef first(xs, y):\n    \"\"\"F.\"\"\"\n    {body}\n    return True\n\n\
         @subproperty\ndef second(xs, y):\n    \"\"\"S.\"\"\"\n    return xs == [True, False]\n"
    );
    let loaded = load(Source::new("fresh.py", text), Mode::Problem);
    assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
    let program = Program::new(&loaded.problem);
    let pair = json!({ "input": { "xs": [true, false] }, "output": { "y": true } });
    let pair = Pair::read(&loaded.problem, &pair).expect("a pair");
    let mut machine = Machine::new(&program);
    machine.holds(0, &pair.values).expect("an answer");
    machine.holds(1, &pair.values).expect("an answer")
}

#[test]
fn what_is_changed_in_place_is_changed_for_nobody_else() {
    let change = "def change(ys):\n    ys.append(True)";
    for (module, body) in [
        ("", "xs.append(y)"),
        ("", "add = xs.append\n    add(y)"),
        ("", "list(map(xs.append, [y]))"),
        ("", "(xs.sort if y else xs.reverse)()"),
        ("", "pops = [zs.pop for zs in [xs]]\n    pops[0]()"),
        ("", "(lambda: xs.clear())()"),
        (change, "change(xs)"),
        (change, "list(map(change, [xs]))"),
        (&format!("{change}\n\nHELPERS = [change]"), "HELPERS[0](xs)"),
        (&format!("{change}\n\nHELPERS = [change]"), "list(map(HELPERS[0], [xs]))"),
        (&format!("{change}\n\ndef call(ys, how=change):\n    how(ys)"), "call(xs)"),
        ("push = lambda ys: ys.append(True)", "push(xs)"),
        ("push = lambda ys: ys.append(True)", "list(map(push, [xs]))"),
    ] {
        assert!(is_fresh(module, body), "{module}\n{body}");
    }
}
