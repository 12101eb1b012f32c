//! Where a property fails, in the words people read.

use std::path::PathBuf;

use eval::{Machine, Pair, Program, explain};

/// The explanation of a failing property of a bundled problem.
fn check(problem: &str, property: &str, pair: &str, expected: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../problems/{problem}.py"));
    let loaded = lang::load::load_file(&path);
    assert!(!loaded.has_errors(), "{problem}: {:?}", loaded.diagnostics);
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
