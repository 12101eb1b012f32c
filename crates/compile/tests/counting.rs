//! Counts by hand, by `count` and by `Counter`: on every pair of a scope the circuit says what `eval` says.
//!
//! A value that was read from a dict and comes back with a constant added is put in entry by entry
//! (`increments.rs`), and numbers keep their thresholds where they are chosen and shifted (`numbers/ladder.rs`). The
//! functions below do that, or something that only looks like it.

mod given;

use std::collections::BTreeSet;

use circuit::{Lit, eval_bool};
use compile::{CompileOptions, CompiledFunction, Compiler};
use given::{all_pairs, given};
use pairs::Replay;
use pairs::replay::NoAnswer;

const FUNCTIONS: &[&str] = &[
    // The usual loop, and what is asked of it afterwards.
    "    d = {}\n    for n in x:\n        d[n] = d.get(n, 0) + 1\n    return d.get(2, 0) == x.count(2) and 1 in y",
    "    d = {}\n    for n in x:\n        d[n] = 1 + d.get(n, 0)\n    return all(d.get(n, 0) == x.count(n) > 1 for n in y)",
    "    d = {}\n    for n in x:\n        d[n] = d.get(n, 0) + 1\n    return list(d.values()) == [x.count(n) for n in d] and y == x",
    "    d = {}\n    for n in x:\n        d[n] = d.get(n, 0) + 1\n    return sum(d.values()) == len(x) and max(d.values()) > 1",
    "    c = Counter()\n    for n in x:\n        c[n] += 1\n    return c == Counter(y)",
    "    c = Counter(y)\n    for n in x:\n        c[n] -= 1\n    return all(c[n] >= 0 for n in (0, 1, 2))",
    "    d = defaultdict(int)\n    for n in x:\n        d[n] += 2\n    return d[1] == 2 * x.count(1) and len(d) < 3",
    // Other defaults and steps, and several steps before the value comes back.
    "    d = {}\n    for n in x:\n        d[n] = d.get(n, 5) - 2\n    return d.get(0, 0) < 2",
    "    d = {0: 1, 1: 4}\n    for n in x:\n        d[n] = d.get(n, 3) + 1 - 3 + 1\n    return d[0] > d[1]",
    "    d = {}\n    for n in x:\n        d[n] = 3 - d.get(n, 0)\n    return d.get(1, 0) == 3",
    // Another key, another dict, or a dict that has changed in between.
    "    d = {}\n    for n, m in zip(x, y):\n        d[m] = d.get(n, 0) + 1\n    return d.get(1, 0) > 1",
    "    d, e = {}, {}\n    for n in x:\n        e[n] = d.get(n, 0) + 1\n        d[n] = e.get(n, 0) + 1\n    return d == e or d.get(1, 0) == 2",
    "    d = {}\n    for n in x:\n        old = d.get(n, 0)\n        d[0] = 4\n        d[n] = old + 1\n    return d.get(0, 0) == 4",
    "    d = {}\n    for n in x:\n        old = d.get(n, 0)\n        d.pop(n, None)\n        d[n] = old + 1\n    return list(d) == y",
    "    d = {}\n    for n in x:\n        old = d.get(n, 0)\n        n = n // 2\n        d[n] = old + 1\n    return d.get(0, 0) == 2",
    "    d = {n: 0 for n in y}\n    for n in x:\n        d[n] = d[n] + 1\n    return 2 in d.values()",
    "    d = {n: 'a' for n in y}\n    for n in x:\n        d[n] = d.get(n, 0) + 1\n    return d.get(1, 0) == 1",
    "    d = {n: n == 1 for n in y}\n    for n in x:\n        d[n] = d.get(n, 0) + 1\n    return d.get(1, 0) == 2",
    // Under conditions, and with early ends.
    "    d = {}\n    for n in x:\n        if n in y:\n            d[n] = d.get(n, 0) + 1\n        elif n:\n            d[0] = d.get(0, 1) + 1\n    return d.get(0, 0) == 2",
    "    d = {}\n    for n in x:\n        if d.get(n, 0) == 2:\n            break\n        d[n] = d.get(n, 0) + 1\n    else:\n        return len(d) == 1\n    return d[n] == 2 and len(d) == 2",
    "    d = {}\n    for n in x:\n        if d.get(n, 0) >= 1:\n            del d[n]\n        else:\n            d[n] = d.get(n, 0) + 1\n    return list(d) == y",
    // Numbers that are chosen, shifted and compared.
    "    total = 0\n    for n in x:\n        if n == 1:\n            total += 1\n    return total == x.count(1) and total < len(y)",
    "    total = 0\n    for n in x:\n        total = total + 1 if n in y else total - 1\n    return total == len(x) - 2 * y.count(0) or total < 0",
    "    best = x.count(0)\n    for n in y:\n        if x.count(n) > best:\n            best = x.count(n)\n    return best >= len(x) - 1",
    "    a = len(x) if 1 in y else 7\n    return a == len(y) + 2 or a - 3 == x.count(0)",
    "    return {0: len(x), 1: len(y)}.get(x[0], 9) == len(y)",
    "    return [len(x), len(y), 3][y[0]] == x.count(y[-1]) + 1",
    // Elements of sets and counters.
    "    return set(x) == set(y) and Counter(x) == Counter(y)",
    "    return (Counter(x) - Counter(y)).total() == len(x) - len(y)",
    "    return Counter(x).most_common(1) == [(1, len(y))]",
];

fn text(types: [&str; 2], scope: &str) -> String {
    let text = format!(
        r#""""Counts."""

from collections import Counter, defaultdict
from typing import NewType

from custodiet import Input, Output, scope, subproperty

Number = NewType("Number", int)

def is_valid(x: Input[{}], y: Output[{}]) -> bool: ...

scope({scope})
"#,
        types[0], types[1]
    );
    let function = |(number, body)| format!("\n@subproperty\ndef f{number}(x, y):\n{body}\n");
    let functions: Vec<String> = FUNCTIONS.iter().enumerate().map(function).collect();
    text + &functions.concat()
}

#[test]
fn counts_agree_with_eval() {
    let text = text(["list[Number]", "list[Number]"], "Number=range(3), x=4, y=2");
    let loaded = given(&text);
    let problem = &loaded.problem;
    let options = CompileOptions { symmetry: false, ..CompileOptions::default() };
    let mut compiler = Compiler::new(problem, &problem.scope, options).expect("compiles");
    let compiled: Vec<CompiledFunction> = problem
        .subproperties
        .iter()
        .map(|property| {
            compiler.property(property).unwrap_or_else(|refusal| panic!("{:?}: {refusal}", property.function))
        })
        .collect();
    let replay = Replay::new(problem);
    let pairs = all_pairs(&problem.scope);
    assert_eq!(pairs.len(), 121 * 13);
    let mut answers = vec![BTreeSet::new(); FUNCTIONS.len()];
    for pair in &pairs {
        let set: BTreeSet<Lit> = compiler.layout.encode(pair).expect("inside the scope").into_iter().collect();
        let circuit = compiler.circuit();
        let bits: Vec<bool> = circuit.inputs().iter().map(|input| set.contains(&input.lit())).collect();
        for (number, (property, outcome)) in problem.subproperties.iter().zip(&compiled).enumerate() {
            let fault = outcome.faults.iter().find(|fault| eval_bool(circuit, fault.when, &bits));
            let answer = match fault {
                Some(fault) => Err(NoAnswer::Raises(fault.exception)),
                None => Ok(eval_bool(circuit, outcome.holds, &bits)),
            };
            answers[number].insert(format!("{answer:?}"));
            let checked = replay.check_function(pair, property.function, &property.params, &answer);
            assert!(checked.is_ok(), "{}\n{pair:?}: {checked:?}", FUNCTIONS[number]);
        }
    }
    for (function, answers) in FUNCTIONS.iter().zip(answers) {
        assert!(answers.len() > 1, "always the same answer: {function}");
    }
}
