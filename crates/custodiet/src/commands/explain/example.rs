//! A small pair of a problem, to show how one is written. It need not be correct.

use lang::problem::{AtomId, AtomKind, Problem, Side};
use lang::scope::Domain;
use lang::types::Literal;
use serde_json::{Map, Value as Json, json};

/// A pair of the problem's scope as JSON text, on one line.
pub fn pair(problem: &Problem) -> String {
    let mut sides = [Map::new(), Map::new()];
    let mut example = Example { problem, atoms: vec![0; problem.atoms.len()] };
    let params = problem.predicate.iter().flat_map(|predicate| &predicate.params);
    for (param, domain) in params.zip(&problem.scope.params) {
        let side = usize::from(param.side == Side::Output);
        sides[side].insert(param.name.to_string(), example.value(domain));
    }
    let sides = sides.map(Json::Object).map(|side| spaced(&side));
    format!("{{\"input\": {}, \"output\": {}}}", sides[0], sides[1])
}

struct Example<'a> {
    problem: &'a Problem,
    /// How many atoms of each type were used.
    atoms: Vec<usize>,
}

impl Example<'_> {
    fn value(&mut self, domain: &Domain) -> Json {
        match domain {
            Domain::Atom(id) => self.atom(*id),
            Domain::Int { low, .. } => json!(low),
            Domain::Bool => json!(true),
            Domain::Literal(values) => match values.first() {
                Some(Literal::Bool(truth)) => json!(truth),
                Some(Literal::Int(number)) => json!(number),
                Some(Literal::Str(text)) => json!(&**text),
                None => Json::Null,
            },
            Domain::Optional(inner) => self.value(inner),
            Domain::Tuple(parts) => parts.iter().map(|part| self.value(part)).collect(),
            Domain::List { element, .. } | Domain::Unordered { element, .. } => json!([self.value(element)]),
            Domain::Set { element, .. } => json!({ "set": [self.value(element)] }),
            Domain::Dict { key, value, .. } => json!({ "dict": [[self.value(key), self.value(value)]] }),
            Domain::Record { record, fields } => {
                let names = self.problem.records.get(usize::from(record.0)).map_or(&[][..], |class| &class.fields);
                Json::Object(
                    names.iter().zip(fields).map(|(field, part)| (field.name.to_string(), self.value(part))).collect(),
                )
            }
        }
    }

    /// `"a"`, `"b"`, … or `1`, `2`, … as far as the scope allows, then again.
    fn atom(&mut self, id: AtomId) -> Json {
        let index = usize::from(id.0);
        let most = self.problem.scope.atoms.get(index).copied().unwrap_or(1).clamp(1, 26);
        let number = self.atoms[index] % most;
        self.atoms[index] += 1;
        if self.problem.atoms[index].kinds.contains(&AtomKind::Str) {
            let letter = char::from(b'a' + u8::try_from(number).unwrap_or_default());
            json!(letter.to_string())
        } else {
            json!(number + 1)
        }
    }
}

/// JSON with a space after commas and colons, as people write it.
fn spaced(json: &Json) -> String {
    match json {
        Json::Array(items) => format!("[{}]", items.iter().map(spaced).collect::<Vec<_>>().join(", ")),
        Json::Object(entries) => {
            let entries = entries.iter().map(|(key, value)| format!("{}: {}", json!(key), spaced(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use eval::Pair;
    use lang::load::load_file;

    use super::*;

    #[test]
    fn every_problem_has_an_example_inside_its_scope() {
        let problems = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems"));
        let files = std::fs::read_dir(problems).expect("the problems").map(|entry| entry.expect("an entry").path());
        let mut checked = 0;
        for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "py")) {
            let problem = load_file(&file).problem;
            let text = pair(&problem);
            let json = serde_json::from_str(&text).expect("JSON");
            let read = Pair::read(&problem, &json).unwrap_or_else(|error| panic!("{file:?}: {text}: {error}"));
            assert_eq!(eval::beyond_scope(&problem, &problem.scope, &read), [""; 0], "{text}");
            checked += 1;
        }
        assert!(checked >= 11);
    }
}
