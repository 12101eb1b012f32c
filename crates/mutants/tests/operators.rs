//! Mutants of the bundled problems.

use std::path::Path;

use lang::load::load_file;
use lang::problem::Problem;
use mutants::{Operator, mutants};

fn problem(name: &str) -> Problem {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../problems").join(format!("{name}.py"));
    let loaded = load_file(&path);
    assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
    loaded.problem
}

/// Checks that each operator turns a function into one with this line.
fn check(name: &str, expected: &[(Operator, &str, &str)]) {
    let all = mutants(&problem(name));
    for (operator, function, line) in expected {
        let here = all.iter().filter(|mutant| mutant.operator == *operator && mutant.function == *function);
        let lines: Vec<&str> = here.map(|mutant| &*mutant.line).collect();
        assert!(lines.contains(line), "{operator:?} in {name}.{function}: no `{line}` in {lines:#?}");
    }
}

#[test]
fn vertices_in_order() {
    use Operator::*;
    check(
        "toposort",
        &[
            (Comparison, "no_new", "return set(order) >= vertices(edges)"),
            (Coarser, "no_new", "return (len((set(order))) <= len((vertices(edges))))"),
            (Multiplicity, "same_num_vertices", "return (len(set(order))) == len(vertices(edges))"),
            (Elements, "uniqueness", "for vertex in (list(order)[1:]):"),
            (Statement, "uniqueness", "pass"),
            (Unconditional, "uniqueness", "if (False):"),
            (OneStep, "sortedness", "leads = (set(edges))"),
            (
                Neighbors,
                "sortedness",
                "return not any((later, earlier) in leads for earlier, later in (zip(list(order), list(order)[1:])))",
            ),
            (
                Quantifier,
                "sortedness",
                "return not all((later, earlier) in leads for earlier, later in combinations(order, 2))",
            ),
            (
                Swap,
                "sortedness",
                "return not any((later, earlier) in leads for later, earlier in combinations(order, 2))",
            ),
            (Changed, "sortedness", "order = order[::-1]"),
            (View, "sortedness", "Windows { param: 1, length: 2 }"),
            (
                Unbounded,
                "incoming_edge_count",
                "if target == vertex and order[:None].count(source) != edges.count((source, target)):",
            ),
            (
                Nearby,
                "incoming_edge_count",
                "if target == vertex and order[max(0, i - 1):i].count(source) != edges.count((source, target)):",
            ),
        ],
    );
}

#[test]
fn other_problems() {
    use Operator::*;
    check(
        "sortacle",
        &[
            (Parameter, "no_new", "return all(person in people_out for person in people_out)"),
            (View, "no_new", "FieldsApart { fields: 2 }"),
        ],
    );
    check("dedupe", &[(Opposite, "no_new", "return set(kept).issuperset(items)")]);
    check(
        "matcher",
        &[
            (Field, "companies_complete", "return set(range(len(companies))) <= {hire.candidate for hire in hires}"),
            (OffByOne, "no_new_company", "return all((0 + 1) <= hire.company < len(companies) for hire in hires)"),
            (ShorterChain, "no_new_company", "return all((hire.company < len(companies)) for hire in hires)"),
            (Junction, "uniqueness", "return ((len(employers) == len(hires)))"),
            (Branch, "place", "return ((ranking.index(who)))"),
            (Negation, "stable", "if (not (candidate in staff)):"),
        ],
    );
    check("change", &[(Arithmetic, "total", "return sum(coin + times for coin, times in given.items())")]);
}

/// A mutant of a helper targets every subproperty that calls it, and the same file gives the same mutants.
#[test]
fn helpers_and_order() {
    let problem = problem("toposort");
    let [first, second] = [mutants(&problem), mutants(&problem)];
    let lines = |all: &[mutants::Mutant]| all.iter().map(|mutant| mutant.line.clone()).collect::<Vec<_>>();
    assert_eq!(lines(&first), lines(&second));
    let helper = first.iter().find(|mutant| mutant.function == "vertices").expect("mutants of helpers");
    let number = |name: &str| problem.subproperties.iter().position(|property| &*property.name == name);
    for name in ["no_new", "none_dropped"] {
        let target = mutants::MutantTarget::Subproperty(number(name).expect("declared"));
        assert!(helper.targets.contains(&target), "{name}");
    }
    assert!(helper.targets.contains(&mutants::MutantTarget::Predicate));
}
