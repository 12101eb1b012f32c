//! Buckets and implications of the three problems of the paper, as computed independently by exhaustive enumeration.
//!
//! A bucket is written by what fails: `3-5` fails the third and the fifth subproperty of the file.

mod problem;

use std::collections::BTreeSet;

use decide::{Bucket, DecideSettings, Implication, Session, analyze};
use pairs::SubpropertySet;
use problem::{bundled, scoped};

struct Truth {
    problem: &'static str,
    scope: &'static str,
    buckets: &'static str,
    /// "if > then", both by position.
    implications: &'static str,
    /// As few suffice.
    basis: usize,
}

const TOPOSORT: &str = "- 4-6 3-5 3-5-6 3-4-5 3-4-5-6 2-5 2-5-6 2-4-5-6 2-3 2-3-6 2-3-5 2-3-5-6 2-3-4 2-3-4-6 2-3-4-5 \
    2-3-4-5-6 1-5 1-4-5-6 1-3-5 1-3-5-6 1-3-4-5 1-3-4-5-6 1-2 1-2-6 1-2-5 1-2-5-6 1-2-4-6 1-2-4-5-6 1-2-3 1-2-3-6 \
    1-2-3-5 1-2-3-5-6 1-2-3-4 1-2-3-4-6 1-2-3-4-5 1-2-3-4-5-6";
const TOPOSORT_IMPLICATIONS: &str = "2-5>1 2-5>3 3-6>4 1-2-3>5 1-3-5>2 2-3-4>6 2-4-5>6 2-5-6>4 1-3-4-5>6";
const SORTACLE: &str = "- 4-5 4-5-6 3 3-4-5 3-4-5-6 2-5-6 2-4-5 2-4-5-6 2-3-5-6 2-3-4-5 2-3-4-5-6 1-4-6 1-4-5 1-4-5-6 \
    1-3-4-6 1-3-4-5 1-3-4-5-6 1-2-4-5 1-2-4-5-6 1-2-3-4-5 1-2-3-4-5-6";
const SORTACLE_IMPLICATIONS: &str = "4>1 5>2 5-6>4 4-6>5 2-4>6 1-5>6 4-5>6 4-6>2 2-4>5 5-6>1 1-5>4";
const MATCHER_MISSING: &str = "1 2 5 6 1-2 1-3 1-5 2-3 2-6 3-5 3-6 1-2-4 1-2-5 1-2-6 1-3-5 2-3-6 1-2-4-5 1-2-4-6 1-2-5-6 \
    1-2-4-5-6";
const MATCHER_IMPLICATIONS: &str = "2-4-6>1 2-4-6>5 1-4-5>2 1-4-5>6 3>1-2 3-4-5>2 3-4-6>1";

fn positions(text: &str) -> Vec<usize> {
    text.split('-').filter(|part| !part.is_empty()).map(|part| part.parse::<usize>().expect("a number") - 1).collect()
}

fn set(text: &str) -> SubpropertySet {
    positions(text).into_iter().collect()
}

fn buckets(text: &str) -> BTreeSet<Bucket> {
    text.split_whitespace().map(|bucket| Bucket::of(positions(bucket))).collect()
}

fn implications(text: &str) -> BTreeSet<Implication> {
    let one = |text: &str| {
        let (hold, then) = text.split_once('>').expect("if > then");
        Implication { hold: set(hold), then: set(then) }
    };
    text.split_whitespace().map(one).collect()
}

fn check(truth: &Truth, expected: &BTreeSet<Bucket>) {
    let loaded = bundled(truth.problem);
    let scope = scoped(&loaded.problem, truth.scope);
    let mut session = Session::new(&loaded.problem, &scope, &DecideSettings::default()).expect("compiles");
    let analysis = analyze(&mut session).expect("no mismatch");
    let found: BTreeSet<Bucket> = analysis.concretizable.iter().map(|(bucket, _)| *bucket).collect();
    assert_eq!(found, *expected, "{} {}", truth.problem, truth.scope);
    let all: BTreeSet<Implication> = analysis.implications.iter().copied().collect();
    assert_eq!(all, implications(truth.implications), "{}", truth.problem);
    assert!(analysis.basis.len() <= truth.basis, "{}: a basis of {}", truth.problem, analysis.basis.len());
    assert!(analysis.raises.is_empty());
    assert_ne!(analysis.complete, Some(false));
}

#[test]
fn toposort() {
    let expected = buckets(TOPOSORT);
    assert_eq!(expected.len(), 37);
    for scope in ["", "Vertex=6,edges=6,order=7"] {
        let truth =
            Truth { problem: "toposort", scope, buckets: TOPOSORT, implications: TOPOSORT_IMPLICATIONS, basis: 6 };
        check(&truth, &buckets(truth.buckets));
    }
}

#[test]
fn four_vertices_reach_34_buckets_of_toposort() {
    let loaded = bundled("toposort");
    let scope = scoped(&loaded.problem, "Vertex=4");
    let mut session = Session::new(&loaded.problem, &scope, &DecideSettings::default()).expect("compiles");
    assert_eq!(analyze(&mut session).expect("no mismatch").concretizable.len(), 34);
}

#[test]
fn sortacle() {
    let expected = buckets(SORTACLE);
    assert_eq!(expected.len(), 22);
    let truth =
        Truth { problem: "sortacle", scope: "", buckets: SORTACLE, implications: SORTACLE_IMPLICATIONS, basis: 6 };
    check(&truth, &buckets(truth.buckets));
}

#[test]
fn matcher() {
    let missing = buckets(MATCHER_MISSING);
    let expected: BTreeSet<Bucket> =
        SubpropertySet::all_of_first(6).map(Bucket::new).filter(|bucket| !missing.contains(bucket)).collect();
    assert_eq!(expected.len(), 44);
    let truth =
        Truth { problem: "matcher", scope: "", buckets: MATCHER_MISSING, implications: MATCHER_IMPLICATIONS, basis: 7 };
    assert_eq!(buckets(truth.buckets), missing);
    check(&truth, &expected);
}

/// With one outsider a side the matcher shows four implications that vanish with two.
#[test]
fn one_outsider_a_side_is_too_few() {
    let whole = bundled("matcher");
    let text = format!("{}{ONE_OUTSIDER}", whole.problem.source.text);
    let loaded = problem::given(&text);
    let mut session =
        Session::new(&loaded.problem, &loaded.problem.scope, &DecideSettings::default()).expect("compiles");
    let small = analyze(&mut session).expect("no mismatch");
    assert_eq!(small.concretizable.len(), 40);
    let mut session = Session::new(&whole.problem, &whole.problem.scope, &DecideSettings::default()).expect("compiles");
    let large = analyze(&mut session).expect("no mismatch");
    assert_eq!(decide::grow::vanished(&small.implications, &large).len(), 4);
}

const ONE_OUTSIDER: &str = r#"

@precondition
def one_outsider(companies, hires):
    """Only one company and one candidate are not of the input."""
    n = len(companies)
    return all(hire.company <= n and hire.candidate <= n for hire in hires)
"#;

/// The paper says that NO-NEW and NONE-DROPPED imply SAME-NUM-VERTICES.
#[test]
fn the_papers_claim_is_refuted_with_a_pair() {
    let loaded = bundled("toposort");
    let mut session =
        Session::new(&loaded.problem, &loaded.problem.scope, &DecideSettings::default()).expect("compiles");
    let (pair, proven) = session.smallest(Bucket::of([2, 4])).expect("no mismatch").expect("a pair");
    assert!(proven);
    let json = pairs::pair_json(&loaded.problem, &pair);
    assert_eq!(json["input"]["edges"].as_array().expect("edges").len(), 1);
    assert_eq!(json["output"]["order"].as_array().expect("order").len(), 3);
}

#[test]
fn the_other_solver_and_no_symmetry_say_the_same() {
    let loaded = bundled("toposort");
    let scope = scoped(&loaded.problem, "Vertex=3,edges=2,order=3");
    let mut found = Vec::new();
    for solver in solver::SolverKind::ALL.iter().copied() {
        for symmetry in [true, false] {
            let settings = DecideSettings { solver, symmetry, ..DecideSettings::default() };
            let mut session = Session::new(&loaded.problem, &scope, &settings).expect("compiles");
            let analysis = analyze(&mut session).expect("no mismatch");
            found.push(analysis.concretizable.iter().map(|(bucket, _)| *bucket).collect::<Vec<_>>());
        }
    }
    assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "{found:?}");
}
