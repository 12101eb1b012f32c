//! A verdict as JSON, in the order of the file. Names are those of the Python functions.

use eval::{Binding, Fault, Where};
use serde_json::{Map, Value as Json, json};

use super::verdict::{Answer, Outcome, Verdict};

pub fn report(verdict: &Verdict<'_>) -> Json {
    json!({
        "valid_input": verdict.is_valid_input(),
        "fails": names(verdict.subproperties().filter(|answer| answer.fails())),
        "holds": names(verdict.subproperties().filter(|answer| answer.holds())),
        "where": places(verdict),
        "preconditions": {
            "holds": names(verdict.preconditions().filter(|answer| answer.holds())),
            "fails": names(verdict.preconditions().filter(|answer| answer.fails())),
        },
        "raises": faults(verdict),
        "not_asked": names(verdict.answers.iter().filter(|answer| answer.is_unasked())),
        "in_scope": verdict.beyond.is_empty(),
        "beyond_scope": verdict.beyond,
        "positive": verdict.positive(),
        "reference": verdict.reference.as_ref().and_then(|said| said.as_ref().ok()),
    })
}

fn names<'v, 'a: 'v>(answers: impl Iterator<Item = &'v Answer<'a>>) -> Vec<&'a str> {
    answers.map(|answer| &*answer.property.name).collect()
}

fn places(verdict: &Verdict<'_>) -> Json {
    let mut places = Map::new();
    for answer in &verdict.answers {
        if let Outcome::Fails(Some(found)) = &answer.outcome {
            places.insert(answer.property.name.to_string(), place(verdict, found));
        }
    }
    Json::Object(places)
}

fn place(verdict: &Verdict<'_>, found: &Where) -> Json {
    let binding = |binding: &Binding| {
        let value = verdict.pair.write_value(verdict.problem, &binding.value);
        json!({ "name": binding.name, "value": value, "index": binding.index })
    };
    json!({
        "line": found.line,
        "expression": found.expression,
        "reason": found.reason,
        "bindings": found.bindings.iter().map(binding).collect::<Vec<_>>(),
        "text": found.text(&|value| verdict.pair.show(verdict.program, value)),
    })
}

fn faults(verdict: &Verdict<'_>) -> Json {
    let mut faults = Map::new();
    for answer in &verdict.answers {
        if let Outcome::Raises(found) = &answer.outcome {
            faults.insert(answer.property.name.to_string(), fault(verdict, found));
        }
    }
    if let (Some(predicate), Some(Err(found))) = (&verdict.problem.predicate, &verdict.reference) {
        faults.insert(predicate.name.to_string(), fault(verdict, found));
    }
    Json::Object(faults)
}

fn fault(verdict: &Verdict<'_>, fault: &Fault) -> Json {
    let line = fault.at().map(|span| verdict.problem.source.line(span.start));
    match fault {
        Fault::Raised(raised) => {
            let message = raised.message(&|atom| verdict.pair.atom_name(atom).to_string());
            json!({ "exception": raised.exception.name(), "message": message, "line": line })
        }
        limit => json!({ "exception": null, "message": limit.to_string(), "line": line }),
    }
}
