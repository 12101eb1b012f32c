//! The classification as people see it.

use std::fmt::Write;

use lang::problem::Problem;
use lang::scope::PairTypes;
use pairs::Placement;
use pairs::names::{bucket_words, listed, property_name};
use pairs::{Bucket, focused_on, is_positive};
use suite::classify::{Classified, Missing};

use super::{ClassificationReport, Coverage};
use crate::commands::explain::layout::hanging;
use crate::style::{bad, doubtful, faint, good, strong};
use crate::words::count;

/// Larger combinations shown without `--all`.
const MAX_SHOWN: usize = 5;

pub fn report(report: &ClassificationReport<'_>, file: &str, width: usize, all: bool) -> String {
    let problem = report.problem;
    let mut text = format!(
        "{} · {} in {file} · scope: {}\n\n",
        strong(&problem.name),
        count(report.tests.len(), "test"),
        problem.scope.describe(PairTypes::of(problem))
    );
    for test in &report.tests {
        let lead = format!("  {} ", faint(&format!("line {:<4}", test.line)));
        text.push_str(&hanging(&lead, &line(report, test), width));
    }
    text.push('\n');
    match &report.coverage {
        Ok(coverage) => text.push_str(&never_exercised(problem, coverage, width, all)),
        Err(why) => {
            let _ = writeln!(text, "Which buckets have no test is unknown: {why}; `custodiet analyze` says more");
        }
    }
    text.push_str(&summary(report));
    text
}

/// `✓ reject: exactly UNIQUENESS fails`
fn line(report: &ClassificationReport<'_>, test: &Classified) -> String {
    let words = test.placement.words(report.problem);
    let expected = if test.expect { "accept" } else { "reject" };
    let mut text = match (&test.placement, test.right) {
        (Placement::In(_), Some(true)) => format!("{} {expected}: {words}", good("✓")),
        (Placement::In(_), _) => {
            let right = if test.expect { "reject" } else { "accept" };
            format!("{} {expected} is wrong; a correct predicate must {right} this pair: {words}", bad("✗"))
        }
        (Placement::Invalid(_), _) => format!("{} {words}, so it is not used as a test", doubtful("–")),
        (Placement::Raises(..), _) => format!("{} {words}", bad("!")),
    };
    if test.contradicted {
        let _ = write!(text, "; {} the reference predicate says the opposite", bad("!"));
    }
    if let Some(first) = test.repeats.and_then(|first| report.tests.get(first)) {
        let _ = write!(text, " {}", faint(&format!("(repeats line {})", first.line)));
    }
    text
}

fn never_exercised(problem: &Problem, coverage: &Coverage, width: usize, all: bool) -> String {
    let Coverage { concretizable, missing, open, order_undecided } = coverage;
    let known = match (open, order_undecided.is_empty()) {
        (true, _) => " found so far",
        (false, true) => "",
        (false, false) => " (in one order of sets and `Unordered` lists)",
    };
    if missing.is_empty() {
        return format!("All {} concretizable buckets{known} have a test.\n", concretizable.len());
    }
    let mut text =
        format!("No test in {} of the {} concretizable buckets{known}:\n", missing.len(), concretizable.len());
    let mut holes = Vec::new();
    if missing.iter().any(|missing| missing.bucket.failing().is_empty()) {
        holes.push((0, "no test where everything holds".to_owned()));
    }
    holes.extend((0..problem.subproperties.len()).flat_map(|position| gaps(problem, position, missing, concretizable)));
    // Subproperties without any focused test come first.
    holes.sort_by_key(|(rank, _)| *rank);
    for (rank, words) in holes {
        let mark = if rank == 0 { bad("!") } else { doubtful("·") };
        text.push_str(&hanging(&format!("  {mark} "), &words, width));
    }
    let mut add = |words: String| text.push_str(&hanging("    ", &words, width));
    let rest: Vec<&Missing> = missing
        .iter()
        .filter(|missing| !missing.bucket.failing().is_empty() && missing.focused_on.is_empty())
        .collect();
    let shown = if all { rest.len() } else { MAX_SHOWN.min(rest.len()) };
    if !rest.is_empty() {
        add(format!("and in {} of failures:", count(rest.len(), "larger combination")));
        for missing in &rest[..shown] {
            add(format!("  {}", bucket_words(problem, missing.bucket)));
        }
    }
    if shown < rest.len() {
        add(format!("  … and {} more; --all shows them", rest.len() - shown));
    }
    text
}

/// The focused buckets of a subproperty that have no test, with a rank: 0 if none has one, 1 if some have.
fn gaps(problem: &Problem, position: usize, missing: &[Missing], concretizable: &[Bucket]) -> Vec<(u8, String)> {
    let name = name(problem, position);
    let lacking: Vec<Bucket> =
        missing.iter().filter(|missing| missing.focused_on.contains(position)).map(|missing| missing.bucket).collect();
    let focused = concretizable.iter().filter(|bucket| focused_on(**bucket, concretizable).contains(position)).count();
    let with = |bucket: &Bucket| -> String {
        let others = bucket.failing().without(position).iter();
        let names: Vec<String> = others.map(|other| self::name(problem, other)).collect();
        if names.is_empty() { "alone".to_owned() } else { format!("with {}", listed(&names)) }
    };
    let a_test = |buckets: &[Bucket]| {
        if buckets.iter().all(|bucket| is_positive(problem, *bucket)) { "correct test" } else { "test" }
    };
    match lacking.as_slice() {
        [] => Vec::new(),
        [one] if focused == 1 && one.failing().len() == 1 => {
            vec![(0, format!("no {} where {name} fails while everything else holds", a_test(&[*one])))]
        }
        all if all.len() == focused => {
            let ways: Vec<String> = all.iter().map(with).collect();
            let ways = ways.join(", or ");
            let test = a_test(all);
            vec![(0, format!("no {test} where {name} fails and as little else as possible (it fails {ways})"))]
        }
        some => some
            .iter()
            .map(|one| (1, format!("no {} where {name} fails {} only", a_test(&[*one]), with(one))))
            .collect(),
    }
}

fn name(problem: &Problem, position: usize) -> String {
    property_name(problem, problem.preconditions.len() + position)
}

fn summary(report: &ClassificationReport<'_>) -> String {
    let number = |fits: &dyn Fn(&Classified) -> bool| report.tests.iter().filter(|test| fits(test)).count();
    let wrong = number(&|test| test.right == Some(false));
    let mut parts = vec![if wrong == 0 {
        "every expectation is right".to_owned()
    } else {
        bad(&format!("{} wrong", count(wrong, "expectation")))
    }];
    let invalid = number(&|test| matches!(test.placement, Placement::Invalid(_)));
    if invalid > 0 {
        parts.push(format!("{invalid} excluded by a precondition"));
    }
    let raises = number(&|test| matches!(test.placement, Placement::Raises(..)));
    if raises > 0 {
        parts.push(bad(&format!("{raises} on which the problem file raises")));
    }
    let contradicted = number(&|test| test.contradicted);
    if contradicted > 0 {
        parts.push(bad(&format!("{contradicted} on which the problem file contradicts itself")));
    }
    let repeats = number(&|test| test.repeats.is_some());
    if repeats > 0 {
        parts.push(format!("{repeats} repeated up to renaming and order"));
    }
    format!("\n{}\n", parts.join(" · "))
}
