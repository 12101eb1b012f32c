//! An explanation as JSON, in the order of the file. Names are those of the Python functions.

use eval::{Binding, Fault, Where};
use serde_json::{Map, Value as Json, json};

use super::explanation::{Evaluation, Explanation, PropertyResult};

pub fn report(explanation: &Explanation<'_>) -> Json {
    json!({
        "valid_input": explanation.is_valid_input(),
        "fails": names(explanation.subproperties().filter(|result| result.fails())),
        "holds": names(explanation.subproperties().filter(|result| result.holds())),
        "where": places(explanation),
        "preconditions": {
            "holds": names(explanation.preconditions().filter(|result| result.holds())),
            "fails": names(explanation.preconditions().filter(|result| result.fails())),
        },
        "raises": faults(explanation),
        "not_asked": names(explanation.results.iter().filter(|result| result.is_skipped())),
        "in_scope": explanation.beyond.is_empty(),
        "beyond_scope": explanation.beyond,
        "positive": explanation.positive(),
        "reference": explanation.reference.as_ref().and_then(|returned| returned.as_ref().ok()),
    })
}

fn names<'v, 'a: 'v>(results: impl Iterator<Item = &'v PropertyResult<'a>>) -> Vec<&'a str> {
    results.map(|result| &*result.property.name).collect()
}

fn places(explanation: &Explanation<'_>) -> Json {
    let mut places = Map::new();
    for result in &explanation.results {
        if let Evaluation::Fails(Some(found)) = &result.evaluation {
            places.insert(result.property.name.to_string(), place(explanation, found));
        }
    }
    Json::Object(places)
}

fn place(explanation: &Explanation<'_>, found: &Where) -> Json {
    let binding = |binding: &Binding| {
        let value = explanation.pair.write_value(explanation.problem, &binding.value);
        json!({ "name": binding.name, "value": value, "index": binding.index })
    };
    json!({
        "line": found.line,
        "expression": found.expression,
        "reason": found.reason(),
        "bindings": found.bindings.iter().map(binding).collect::<Vec<_>>(),
        "text": found.text(&|value| explanation.pair.show(explanation.program, value)),
    })
}

fn faults(explanation: &Explanation<'_>) -> Json {
    let mut faults = Map::new();
    for result in &explanation.results {
        if let Evaluation::Raises(found) = &result.evaluation {
            faults.insert(result.property.name.to_string(), fault(explanation, found));
        }
    }
    if let (Some(predicate), Some(Err(found))) = (&explanation.problem.predicate, &explanation.reference) {
        faults.insert(predicate.name.to_string(), fault(explanation, found));
    }
    Json::Object(faults)
}

fn fault(explanation: &Explanation<'_>, fault: &Fault) -> Json {
    let line = fault.at().map(|span| explanation.problem.source.line(span.start));
    match fault {
        Fault::Raised(raised) => {
            let message = raised.message(&|atom| explanation.pair.atom_name(atom).to_string());
            json!({ "exception": raised.exception.name(), "message": message, "line": line })
        }
        limit => json!({ "exception": null, "message": limit.to_string(), "line": line }),
    }
}
