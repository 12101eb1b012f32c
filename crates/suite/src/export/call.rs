//! A pair as a call of the predicate, in the notation of a language.

use eval::{AtomName, Pair, Program};
use lang::problem::Problem;
use pairs::Concrete;
use serde_json::Value as Json;

use super::pyret::pyret_call;

/// `is_valid([("a", "b")], ["a"])` in the named language; in Python if the language is unknown.
pub fn call(problem: &Problem, program: &Program, pair: &Pair, language: &str) -> String {
    let predicate = problem.predicate.as_ref().map_or("is_valid", |predicate| &*predicate.name);
    match language {
        "pyret" => pyret_call(problem, pair),
        "javascript" => {
            let values = pairs::concrete(problem, pair).unwrap_or_default();
            let values: Vec<String> = values.iter().map(|value| javascript(problem, pair, value)).collect();
            format!("{}({})", camel(predicate), values.join(", "))
        }
        _ => {
            let values: Vec<String> = pair.values.iter().map(|value| pair.show_as_given(program, value)).collect();
            format!("{predicate}({})", values.join(", "))
        }
    }
}

/// `is_valid` as `isValid`
fn camel(name: &str) -> String {
    let mut text = String::new();
    let mut upper = false;
    for c in name.chars() {
        match c {
            '_' if !text.is_empty() => upper = true,
            c if upper => {
                text.extend(c.to_uppercase());
                upper = false;
            }
            c => text.push(c),
        }
    }
    text
}

/// Tuples are arrays, records objects with the fields of the file, sets and dicts `Set` and `Map`.
fn javascript(problem: &Problem, pair: &Pair, value: &Concrete) -> String {
    let all = |items: &[Concrete]| -> String {
        items.iter().map(|item| javascript(problem, pair, item)).collect::<Vec<_>>().join(", ")
    };
    match value {
        Concrete::None => "null".to_owned(),
        Concrete::Bool(truth) => truth.to_string(),
        Concrete::Int(number) => number.to_string(),
        Concrete::Str(_) | Concrete::Text(_) => Json::from(value.as_text().unwrap_or_default()).to_string(),
        Concrete::Member(_, _, name) => Json::from(&**name).to_string(),
        Concrete::Atom(ty, id) => match pair.atom_name(eval::Atom { ty: *ty, id: *id }) {
            AtomName::Int(number) => number.to_string(),
            AtomName::Str(text) => Json::from(text).to_string(),
        },
        Concrete::Tuple(items) | Concrete::List(items) => format!("[{}]", all(items)),
        Concrete::Set { elements, .. } => format!("new Set([{}])", all(elements)),
        Concrete::Dict(entries) => {
            let entry = |(key, value): &(Concrete, Concrete)| {
                format!("[{}, {}]", javascript(problem, pair, key), javascript(problem, pair, value))
            };
            format!("new Map([{}])", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        Concrete::Record(id, items) | Concrete::Node(id, items) => {
            let record = problem.records.get(usize::from(id.0));
            let fields = record.map_or(&[][..], |record| &record.fields);
            let field = |(field, item): (&lang::problem::Field, &Concrete)| {
                format!("{}: {}", field.name, javascript(problem, pair, item))
            };
            let tag =
                record.filter(|record| record.tagged).map(|record| format!("class: {}", Json::from(&*record.name)));
            let fields = tag.into_iter().chain(fields.iter().zip(items).map(field));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
    }
}
