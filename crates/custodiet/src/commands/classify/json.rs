//! The classification as JSON.

use pairs::Placement;
use pairs::names::python_names;
use serde_json::{Value as Json, json};
use suite::classify::Classified;

use super::ClassificationReport;

pub fn report(report: &ClassificationReport<'_>) -> Json {
    let tests: Vec<Json> =
        report.tests.iter().enumerate().map(|(index, test)| test_json(report, index, test)).collect();
    let coverage = report.coverage.as_ref();
    let named = |bucket| python_names(report.problem, bucket);
    let missing = coverage
        .ok()
        .map(|coverage| coverage.missing.iter().map(|one| named(one.bucket.failing())).collect::<Vec<_>>());
    let focused = coverage.ok().map(|coverage| {
        let focused = coverage.missing.iter().filter(|one| !one.focused_on.is_empty());
        focused
            .map(|one| json!({ "fails": named(one.bucket.failing()), "focused_on": named(one.focused_on) }))
            .collect::<Vec<_>>()
    });
    json!({
        "problem": report.problem.name,
        "scope": report.problem.scope.to_json(),
        "tests": tests,
        "concretizable": coverage.ok().map(|coverage| coverage.concretizable.len()),
        "open": coverage.ok().map(|coverage| coverage.open),
        "order_undecided": coverage.ok().map(|coverage| &coverage.order_undecided),
        "missing": missing,
        "missing_focused": focused,
        "missing_unknown": coverage.err().map(ToString::to_string),
    })
}

fn test_json(report: &ClassificationReport<'_>, index: usize, test: &Classified) -> Json {
    let problem = report.problem;
    let name = |property: usize| {
        let mut properties = problem.preconditions.iter().chain(&problem.subproperties);
        properties.nth(property).map(|property| property.name.to_string())
    };
    let (bucket, invalid, raises) = match &test.placement {
        Placement::In(bucket) => (json!({ "fails": python_names(problem, bucket.failing()) }), Json::Null, Json::Null),
        Placement::Invalid(property) => (Json::Null, json!(name(*property)), Json::Null),
        Placement::Raises(property, fault) => {
            (Json::Null, Json::Null, json!({ "function": name(*property), "message": fault.to_string() }))
        }
    };
    json!({
        "index": index,
        "line": test.line,
        "bucket": bucket,
        "expect": test.expect,
        "right": test.right,
        "invalid": invalid,
        "raises": raises,
        "contradicted": test.contradicted,
        "repeats": test.repeats,
    })
}
