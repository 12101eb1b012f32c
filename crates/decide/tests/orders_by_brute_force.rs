//! What the solver says about orders is what trying all orders says.
//!
//! Each body is a way to consume an unordered list or a set; some show its order and some do not. The expected answer is
//! computed: all pairs of the scope, each in all orders of its lists and in many orders of sets, evaluated by `eval`.

mod problem;

use decide::{DecideError, DecideSettings, Session};
use eval::SetOrder;
use itertools::Itertools;
use pairs::domain::values;
use pairs::replay::FunctionAnswer;
use pairs::{Concrete, Replay};
use problem::given;

/// How many orders of sets are tried.
const SET_ORDERS: u64 = 60;

/// Whether trying all orders shows that the only subproperty of a file depends on one.
fn depends(text: &str) -> bool {
    let problem = given(text).problem;
    let replay = Replay::new(&problem);
    let property = &problem.subproperties[0];
    let domains = &problem.scope.params;
    let choices = domains.iter().map(|domain| values(domain, &problem.scope.atoms, 10_000).expect("few values"));
    choices.multi_cartesian_product().any(|pair| {
        let ask = |pair: &[Concrete], order: Option<SetOrder>| -> FunctionAnswer {
            replay.answer(pair, property.function, &property.params, order).expect("an answer")
        };
        let answer = ask(&pair, None);
        let orders = pair.iter().map(orders_of).multi_cartesian_product();
        let has_sets = text.contains("set[") || text.contains("set(") || text.contains('{');
        orders.into_iter().any(|other| {
            ask(&other, None) != answer
                || has_sets && (0..SET_ORDERS).any(|seed| ask(&other, Some(SetOrder(seed))) != answer)
        })
    })
}

/// A value in all orders of its lists, all of which have none.
fn orders_of(value: &Concrete) -> Vec<Concrete> {
    match value {
        Concrete::List(items) => {
            let inner = items.iter().map(orders_of).multi_cartesian_product();
            inner
                .flat_map(|items| {
                    let length = items.len();
                    items.into_iter().permutations(length).map(Concrete::List)
                })
                .collect()
        }
        other => vec![other.clone()],
    }
}

/// Whether the solver finds that it depends on an order; it must decide.
fn decided(text: &str) -> bool {
    let problem = given(text).problem;
    match Session::new(&problem, &problem.scope, &DecideSettings::default()) {
        Ok(session) => {
            assert!(session.order_undecided.is_empty(), "undecided:\n{text}");
            false
        }
        Err(DecideError::DependsOnOrder(_)) => true,
        Err(failure) => panic!("{failure:?}\n{text}"),
    }
}

fn check(types: &str, bodies: &[&str]) {
    let (mut dependent, mut independent) = (0, 0);
    for body in bodies {
        let lines = body.lines().map(|line| format!("    {line}\n"));
        let text = format!(
            "from collections import Counter\nfrom itertools import chain, pairwise, permutations, product\n\
             from typing import NewType\n\nfrom custodiet import Input, Output, Unordered, closure, scope, subproperty\n\n\
             Num = NewType(\"Num\", int)\n\n{types}\n\n@subproperty\ndef asked(a, b):\n{}",
            lines.collect::<String>()
        );
        let expected = depends(&text);
        assert_eq!(decided(&text), expected, "{text}");
        *(if expected { &mut dependent } else { &mut independent }) += 1;
    }
    assert!(dependent > 2 && independent > 2, "{dependent} and {independent}: a test of both");
}

#[test]
fn unordered_lists() {
    check(
        "def is_valid(a: Input[Unordered[list[Num]]], b: Output[Num]) -> bool: ...\nscope(Num=range(3), a=3)",
        &[
            // Copies have the order of what they are made from.
            "return [x for x in a][:1] == [b]",
            "return len([x for x in a if x > 0]) == b",
            "return list(a) == list(a)",
            "return list(a)[-1:] == [b]",
            "return sorted(list(a)) == [0, b]",
            "return list(dict.fromkeys(a))[:1] == [b]",
            "return b in dict.fromkeys(x + 1 for x in a)",
            "return [y for y in [x + 1 for x in a] if y > 1].count(2) == b",
            "ys = [x for x in a] if b else [x for x in a if x]\nreturn ys[:1] == [0]",
            "ys = [x for x in a] if b else [x for x in a if x]\nreturn len(ys) == b",
            "ys = [x for x in a]\nys.append(b)\nreturn ys.index(b) == len(a)",
            "ys = [x for x in a]\nys.append(b)\nreturn 2 in ys",
            // Consumers that need the position of an item.
            "return all(i <= x for i, x in enumerate(a))",
            "return any(x == y for x, y in zip(a, [2, 1, 0]))",
            "return any(x + y == b for x, y in pairwise(a))",
            "return all(x != y or x == b for x, y in product(a, a))",
            "return any(x + 1 == y for x, y in permutations(a, 2))",
            "return sum(x for x in reversed(a)) == b",
            "return any(x == b for x in chain(a, map(lambda x: x + 1, a)))",
            "return tuple(a) == (b,) * len(a)",
            "return Counter(a)[b] == 1",
            "return max(a, key=lambda x: x // 2, default=0) == b",
            "return max(a, default=0) == b",
            // What is left of an iterator.
            "g = iter(a)\nreturn any(x == 0 for x in g) or next(g, 2) == b",
            "g = (x for x in a)\nfound = any(x == 0 for x in g)\nreturn found and next(g, 2) == b",
            "g = (x for x in a)\nreturn any(x == 0 for x in g)",
            // What comes behind a stop may raise.
            "return any(x == 0 or 2 // x == b for x in a)",
            "return any(x == 0 or 2 // (x - 1) == b for x in a)",
            "return 0 not in a or any(x == 0 or 2 // (x - 1) == b for x in a)",
            "return all(x == 0 or 2 // x >= b for x in a)",
            "return [1, 2, 3][b] in a or 0 in {2 // (x - 1) for x in a}",
            // Loops that look for an item.
            "for x in a:\n    if x == b:\n        return True\nreturn False",
            "for x in a:\n    if x == b:\n        return True\n    if x == b + 1:\n        return False\nreturn False",
            "for x in a:\n    if x == b:\n        return x\nreturn 0",
            "for x in a:\n    if x > b:\n        return x\nreturn 0",
            "x = 0\nfor x in a:\n    pass\nreturn x == b",
            "x = 0\nfor x in a:\n    if x > 2:\n        return False\nreturn len(a) == b",
            "for x in a:\n    for y in a:\n        if x + y == 3 and x != b:\n            return False\nreturn True",
            "y = 0\nfor x in a:\n    if y == 2:\n        return False\n    for y in [x]:\n        pass\nreturn True",
            "for x in a:\n    if x == b:\n        break\nelse:\n    return False\nreturn True",
            "for x in a:\n    if x == b:\n        break\n    if x == 1:\n        return False\nreturn True",
            "n = 0\nfor x in a:\n    n += x\nreturn n == b",
            "n = 0\nfor x in a:\n    n = 2 * n + x\nreturn n == b",
            "seen = []\nfor x in a:\n    seen.append(x)\nreturn seen[:1] == [b]",
            "seen = []\nfor x in a:\n    seen.append(x)\nreturn len(seen) == b",
            "for x in a:\n    if 2 // (x - 1) == b:\n        return False\nreturn True",
            "for x in a:\n    if x == 0:\n        return False\n    if 2 // (x - 1) == b:\n        return False\nreturn True",
            "best = None\nfor x in a:\n    if best is None or x > best:\n        best = x\nreturn best == b",
            "best = None\nfor x in a:\n    if best is None or x // 2 > best // 2:\n        best = x\nreturn best == b",
        ],
    );
}

#[test]
fn sets() {
    check(
        "def is_valid(a: Input[set[Num]], b: Output[Num]) -> bool: ...\nscope(Num=range(3), a=3)",
        &[
            "return any(x == 0 or 2 // (x - 1) == b for x in a)",
            "return 0 not in a or any(x == 0 or 2 // (x - 1) == b for x in a)",
            "return 0 not in a or all(x != 0 and 2 // (x - 1) == b for x in a)",
            "return any(x + y == b for x in a for y in a if x != y)",
            "return all(x == y or x + y != b for x, y in product(a, a))",
            "return sum([x * x for x in a]) == b",
            "return len([x for x in a if x]) == b",
            "for x in a:\n    if x == b:\n        return True\nreturn False",
            "for x in a:\n    return x == b\nreturn True",
            "for x in {y for y in a if y > 1}:\n    return x == b\nreturn True",
            "n = 0\nfor x in a:\n    n = 2 * n + x\nreturn n == b",
            "return {x for x in a if x != b} == a",
        ],
    );
}

#[test]
fn lists_in_lists() {
    check(
        "def is_valid(a: Input[Unordered[list[Unordered[list[Num]]]]], b: Output[Num]) -> bool: ...\n\
         scope(Num=range(2), a=(2, 2))",
        &[
            "return all(len(x) == b for x in a)",
            "return [0, 1] in a",
            "return [len(x) for x in a] == [b, b + 1]",
            "return any(x[:1] == [b] for x in a)",
            "return any(sorted(x)[:1] == [b] for x in a)",
            "return len({tuple(sorted(x)) for x in a}) == b",
            "return len({tuple(x) for x in a}) == b",
            "return any(x == y for x, y in pairwise(a))",
        ],
    );
}
