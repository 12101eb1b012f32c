//! The work stays bounded on programs written to make it grow.

use std::time::{Duration, Instant};

use super::diagnostics;

#[track_caller]
fn check(program: &str) {
    let start = Instant::now();
    let found = diagnostics(program);
    assert!(found.is_empty(), "{found:?}");
    let time = start.elapsed();
    assert!(time < Duration::from_secs(20), "{time:?}");
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

#[test]
fn a_long_chain_of_functions() {
    check(&lines(1000, |k| format!("def f{k}(x): return f{}(x) if x else [x]\n", k + 1)).replace("f1000(x)", "x"));
}

#[test]
fn a_thousand_functions_that_call_each_other() {
    check(&lines(1000, |k| {
        let (a, b, c) = ((k * 7 + 1) % 1000, (k * 13 + 5) % 1000, (k * 31 + 3) % 1000);
        format!("def f{k}(x, y): return f{a}([x], y) if x else f{b}(y, x) + f{c}((x, y), [y])\n")
    }));
}

#[test]
fn doubling_calls() {
    check(&lines(40, |k| format!("def f{k}(x): return (f{}([x]), f{}((x, x)))\n", k + 1, k + 1)).replace("f40", "len"));
}

#[test]
fn deeply_nested_loops() {
    let loops = lines(60, |k| {
        let (outer, inner) = ("    ".repeat(k + 1), "    ".repeat(k + 2));
        format!("{outer}for x{k} in xs:\n{inner}a{} = [a{k}]\n", k + 1)
    });
    check(&format!("def f(xs):\n    a0 = None\n{loops}"));
}

#[test]
fn many_variables_and_branches() {
    let assigns = lines(1000, |k| format!("    if u: x{k} = [u, {k}]\n    else: x{k} = None\n"));
    check(&format!("def f(u):\n{assigns}    return x0\n"));
}

#[test]
fn nested_expressions() {
    for (open, close) in
        [("(", ",)"), ("[", "]"), ("f(", ")"), ("-", ""), ("not ", ""), ("{1: ", "}"), ("lambda: ", "")]
    {
        check(&format!("def f(x): return {}1{}\n", open.repeat(150), close.repeat(150)).replace("-1", "1"));
    }
    let blocks = lines(90, |k| format!("{}if x:\n", "    ".repeat(k + 1)));
    check(&format!("def f(x):\n{blocks}{}return 1\n", "    ".repeat(91)));
}

#[test]
fn tables() {
    let rows = lines(3000, |k| format!("    ({k}, 'a{k}', [{k}, None]),\n"));
    check(&format!("TABLE = [\n{rows}]\ndef f(): return [a + 1 for a, b, c in TABLE if b == 'a' and c[0] == 1]\n"));
}

#[test]
fn growing_types() {
    check("def f(n, x):\n    while n:\n        x = [x, (x, {1: x}), {x}]\n        n = x\n    return x\n");
    check("def g(x): return g([x]) or g((x, x)) or g({1: x})\ndef f(): return g(1)\n");
    let joins = lines(40, |k| format!("    if u: x = [x, ({k}, x)]\n"));
    check(&format!("def f(u):\n    x = []\n{joins}    return x\n"));
}
