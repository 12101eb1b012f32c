//! Where a property fails, in the words people read.

use std::path::PathBuf;

use eval::{Machine, Pair, Program, explain};
use lang::load::{Loaded, Mode, load, load_file};
use lang::source::Source;

/// The explanation of a failing property of a bundled problem.
fn check(problem: &str, property: &str, pair: &str, expected: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../problems/{problem}.py"));
    check_loaded(load_file(&path), property, pair, expected);
}

/// The explanation of a property with this body, of `xs = [4, 0, 7]` and `ys = [7, 8]`.
fn check_body(body: &str, expected: &str) {
    let source = format!(
        r#""""A problem."""
from typing import NewType
from custodiet import Input, Output, scope, subproperty

Number = NewType("Number", int)

def is_valid(xs: Input[list[Number]], ys: Output[list[Number]]) -> bool: ...

scope(Number=range(9), xs=5, ys=5)

def is_large(number):
    return number > 3

def has_zero(numbers):
    for number in numbers:
        if number == 0:
            return True
    return False

def is_fine(numbers):
    return True

@subproperty(hint="What if?")
def holds(xs, ys):
    """It holds."""
    {}
"#,
        body.replace('\n', "\n    ")
    );
    let pair = r#"{"input": {"xs": [4, 0, 7]}, "output": {"ys": [7, 8]}}"#;
    check_loaded(load(Source::new("problem.py", source), Mode::Problem), "holds", pair, expected);
}

fn check_loaded(loaded: Loaded, property: &str, pair: &str, expected: &str) {
    assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
    let problem = loaded.problem;
    let pair = Pair::read(&problem, &serde_json::from_str(pair).expect("JSON")).expect("a pair");
    let program = Program::new(&problem);
    let mut machine = Machine::new(&program);
    let position = machine.property_names().position(|name| name == property).expect("a property");
    assert!(!machine.holds(position, &pair.values).expect("does not raise"), "{property} holds");
    let place = explain(&problem, position, &pair).expect("an explanation");
    let text = place.text(&|value| pair.show(&program, value));
    assert_eq!(text, expected);
}

#[test]
fn the_element_of_a_loop_with_early_return() {
    check(
        "toposort",
        "uniqueness",
        r#"{"input": {"edges": [["a", "b"]]}, "output": {"order": ["a", "b", "b"]}}"#,
        r#"vertex = "b" (index 2 of order): vertex ("b") is in seen ({"a", "b"})"#,
    );
}

#[test]
fn elements_missing_from_a_set() {
    check(
        "toposort",
        "no_new",
        r#"{"input": {"edges": [[1, 2]]}, "output": {"order": [1, 2, 7]}}"#,
        "set(order) <= vertices(edges) fails: only the left side has 7",
    );
}

#[test]
fn the_pair_of_elements_of_a_quantifier() {
    check(
        "toposort",
        "sortedness",
        r#"{"input": {"edges": [["a", "b"], ["b", "c"]]}, "output": {"order": ["c", "b", "a"]}}"#,
        r#"earlier = "c", later = "b": (later, earlier) (("b", "c")) is in leads ({("a", "b"), ("a", "c"), ("b", "c")})"#,
    );
}

#[test]
fn two_nested_loops() {
    check(
        "toposort",
        "incoming_edge_count",
        r#"{"input": {"edges": [["a", "b"]]}, "output": {"order": ["b", "a"]}}"#,
        r#"i = 0, vertex = "b", source = "a", target = "b": target ("b") equals vertex ("b"), and order[:i].count(source) (0) differs from edges.count((source, target)) (1)"#,
    );
}

#[test]
fn a_comparison_of_sizes() {
    check(
        "toposort",
        "same_num_vertices",
        r#"{"input": {"edges": [["a", "b"]]}, "output": {"order": ["b"]}}"#,
        "len(order) (1) differs from len(vertices(edges)) (2)",
    );
}

#[test]
fn repeated_elements_of_a_parameter() {
    check(
        "toposort",
        "distinct_edges",
        r#"{"input": {"edges": [["a", "b"], ["c", "b"], ["a", "b"]]}, "output": {"order": []}}"#,
        r#"("a", "b") stands at positions 0 and 2 of edges"#,
    );
}

#[test]
fn records_and_indexes() {
    check(
        "sortacle",
        "ordered",
        r#"{"input": {"people_in": []}, "output": {"people_out": [{"name": "x", "age": 3}, {"name": "y", "age": 1}]}}"#,
        r#"earlier = Person(name="x", age=3), later = Person(name="y", age=1): earlier.age (3) is greater than later.age (1)"#,
    );
}

#[test]
fn all_operands_of_a_conjunction_decide() {
    check(
        "matcher",
        "stable",
        r#"{"input": {"companies": [[0, 1], [0, 1]], "candidates": [[0, 1], [0, 1]]},
            "output": {"hires": {"set": [{"company": 0, "candidate": 1}, {"company": 1, "candidate": 0}]}}}"#,
        "company = 0, candidate_ranking = [0, 1], candidate = 0, company_ranking = [0, 1]: \
         wants(candidate_ranking, staff, candidate) is true, and wants(company_ranking, employers, company) is true",
    );
}

#[test]
fn the_element_of_a_quantifier_without_a_loop() {
    check_body("return all(xs)", "all(xs) fails: 0 is in xs (index 1 of xs)");
    check_body("return not any(ys)", "any(ys) holds: 7 is in ys (index 0 of ys)");
    check_body("return all(set(xs))", "all(set(xs)) fails: 0 is in set(xs)");
    check_body("return all(map(is_large, xs))", "number = 0 (index 1 of xs): number (0) is at most 3");
    check_body("return all(map(lambda x: x > 3, xs))", "(lambda x: x > 3)(0) is False (index 1 of xs)");
    check_body("return not any(map(is_large, xs))", "number = 4 (index 0 of xs): number (4) is greater than 3");
    check_body("return not all(ys)", "all(ys) holds of every element");
}

#[test]
fn containers_that_should_be_empty_or_not() {
    check_body("return not xs", "xs is [4, 0, 7]");
    check_body("return not (set(ys) - set(xs))", "set(ys) - set(xs) is {8}");
    check_body("return not sorted(ys)", "sorted(ys) is [7, 8]");
    check_body("return len(xs) - 3", "len(xs) - 3 is 0");
    check_body("return xs[3:]", "xs[3:] is []");
}

#[test]
fn questions_about_sets() {
    check_body("return set(ys).issubset(xs)", "set(ys).issubset(xs) fails: only set(ys) has 8");
    check_body("return set(ys).issuperset(xs)", "set(ys).issuperset(xs) fails: only xs has 4, 0");
    check_body("return set(ys).isdisjoint(xs)", "set(ys).isdisjoint(xs) fails: set(ys) and xs both have 7");
}

#[test]
fn helpers_that_should_be_false() {
    check_body("return not has_zero(xs)", "number = 0 (index 1 of numbers): number (0) equals 0");
    check_body("return not is_large(xs[0])", "number (4) is greater than 3");
    check_body("return not is_fine(xs)", "is_fine(xs) is true");
}
