//! Predicates that check a version of a subproperty: what is said of them, and that it is true of every pair of a tiny scope.

#[path = "../../decide/tests/problem/mod.rs"]
mod problem;
#[path = "../../decide/tests/submission/mod.rs"]
mod submission;
mod truth;

use lang::submission::SubmissionFile;
use prove::{DecidedProblem, ProofLimits, decide_submission};
use solver::SolverLimits;

/// Checks what a predicate is said to be a version of, in some scope and in a tiny one.
fn check(name: &str, bounds: &str, cases: &[(&str, Option<&str>)]) {
    let loaded = problem::bundled(name);
    let problem = &loaded.problem;
    let scope = problem::scoped(problem, bounds);
    let (_, tiny) = problem::TINY.iter().find(|(known, _)| *known == name).expect("a tiny scope");
    let tiny = problem::scoped(problem, tiny);
    let pairs = truth::pairs_in_every_order(problem, &tiny, truth::MOST_PAIRS);
    let [decided, tiny] = [&scope, &tiny].map(|scope| {
        DecidedProblem::new(problem, scope, SolverLimits::default()).expect("a decided problem").with_versions()
    });
    let mut found = Vec::new();
    for (text, expected) in cases {
        let file = SubmissionFile { path: "check.py".to_owned(), text: (*text).to_owned() };
        let loaded = submission::load(problem, &[file]).expect("a submission");
        let equal = decide_submission(&decided, &loaded, &ProofLimits::default(), &[]).equal_to;
        let said = equal.as_ref().map(|formula| formula.text.as_str());
        if said != *expected {
            found.push(format!("{name}: {said:?}\n{text}"));
        }
        // A formula that is right in a scope is right in a smaller one.
        if let Some(formula) = equal {
            assert_eq!(truth::differs(&decided, &pairs, &loaded, &formula), None, "{text}");
        }
        let (_, faults) = truth::compare(&tiny, &pairs, &loaded, Some(name));
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn versions_of_toposort() {
    let with = |rest: &str| format!("def is_valid(edges, order):\n    names = {{v for e in edges for v in e}}\n{rest}");
    let last = with(
        "    place = {v: i for i, v in enumerate(order)}\n    return place.keys() == names and all(place[a] < place[b] for a, b in edges)\n",
    );
    let first = with("    return set(order) == names and all(order.index(a) < order.index(b) for a, b in edges)\n");
    let skipped = with(
        "    if len(set(order)) != len(order) or not set(order) <= names:\n        return False\n    return all(order.index(a) < order.index(b) for a, b in edges if a in order and b in order)\n",
    );
    let empty = with(
        "    if not order:\n        return True\n    return len(order) == len(names) and set(order) == names and all(order.index(a) < order.index(b) for a, b in edges)\n",
    );
    // A formula over the subproperties needs no version.
    let plain = with("    return set(order) == names\n");
    // What uses values of names is like nothing known.
    let odd = with("    return set(order) == names and len(edges) % 2 == 0\n");
    check(
        "toposort",
        "Vertex=4,edges=3,order=4",
        &[
            (
                &last,
                Some(
                    "NO-NEW, NONE-DROPPED, and SORTEDNESS counting only the last occurrence of each element of `order`",
                ),
            ),
            (
                &first,
                Some(
                    "NO-NEW, NONE-DROPPED, and SORTEDNESS counting only the first occurrence of each element of `order`",
                ),
            ),
            (
                &skipped,
                Some(
                    "NO-NEW, UNIQUENESS, and SORTEDNESS ignoring elements of `edges` with a part that is not in `order`",
                ),
            ),
            (&empty, Some("NO-NEW, UNIQUENESS, SORTEDNESS, and NONE-DROPPED unless `order` is empty")),
            (&plain, None),
            (&odd, None),
        ],
    );
}

#[test]
fn versions_of_sortacle() {
    let names = "
def is_valid(people_in, people_out):
    if sorted(p.name for p in people_in) != sorted(p.name for p in people_out):
        return False
    return all(a.age <= b.age for a, b in zip(people_out, people_out[1:]))
";
    let by_name = "
def is_valid(people_in, people_out):
    one = {p.name: p for p in people_in}
    other = {p.name: p for p in people_out}
    return one == other and all(a.age <= b.age for a, b in zip(people_out, people_out[1:]))
";
    let ends = "
from collections import Counter
def is_valid(people_in, people_out):
    if Counter(people_in) != Counter(people_out):
        return False
    return not people_out or people_out[0].age <= people_out[-1].age
";
    check(
        "sortacle",
        "Name=2,Person_age=range(3),people_in=3,people_out=3",
        &[
            (names, Some("ORDERED; and NONE-DROPPED and COUNTS-OF-OUTPUT, both as far as the `name` goes")),
            (
                by_name,
                Some("ORDERED; and NO-NEW and NONE-DROPPED, both counting only the last element with the same `name`"),
            ),
            (
                ends,
                Some(
                    "NONE-DROPPED, COUNTS-OF-OUTPUT, and ORDERED for the first and the last element of `people_out` only",
                ),
            ),
        ],
    );
}

#[test]
fn versions_of_matcher() {
    let companies_only = "
def is_valid(companies, candidates, hires):
    employers = {hire.company for hire in hires}
    if employers != set(range(len(companies))):
        return False
    return len(employers) == len(hires)
";
    check(
        "matcher",
        "Id=range(3),companies=(2,2),candidates=(2,2),hires=3",
        &[(
            companies_only,
            Some(
                "COMPANIES-COMPLETE, NO-NEW-COMPANY, and UNIQUENESS with line 103 of matcher.py as `return ((len(employers) == len(hires)))`",
            ),
        )],
    );
}

#[test]
fn versions_of_dedupe() {
    let neighbors = "
def is_valid(items, kept):
    return set(items) == set(kept) and all(a != b for a, b in zip(kept, kept[1:]))
";
    check(
        "dedupe",
        "Item=3,items=3,kept=4",
        &[(neighbors, Some("NO-NEW, NONE-DROPPED, and NO-REPEATS for neighbors in `kept` only"))],
    );
}

#[test]
fn versions_of_merge() {
    let sets = "
def is_valid(left, right, merged):
    return merged == sorted(merged) and set(left) | set(right) <= set(merged) and len(merged) <= len(left) + len(right)
";
    let not_first = "
from collections import Counter
def is_valid(left, right, merged):
    rest = merged[1:]
    return Counter(left) + Counter(right) == Counter(merged) and rest == sorted(rest)
";
    check(
        "merge",
        "Number=range(3),left=2,right=2,merged=4",
        &[
            (
                sets,
                Some(
                    "ORDERED, holds-both ignoring repetition, and same-length with line 82 of merge.py as `return len(merged) <= len(left) + len(right)`",
                ),
            ),
            (not_first, Some("NONE-LOST, NONE-ADDED, and ORDERED ignoring the first element of `merged`")),
        ],
    );
}
