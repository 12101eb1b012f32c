//! A small pair of a problem, to show how one is written. It need not be correct.

use std::sync::Arc;

use lang::problem::{AtomId, AtomKind, Problem, RecordId, Side};
use lang::scope::{Domain, NodePool};
use lang::types::Literal;
use serde_json::{Map, Value as Json, json};

/// A pair of the problem's scope as JSON text, on one line.
pub fn pair(problem: &Problem) -> String {
    let mut sides = [Map::new(), Map::new()];
    let mut example = Example { problem, atoms: vec![0; problem.atoms.len()], pool: None };
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
    /// The nodes of the parameter.
    pool: Option<Arc<NodePool>>,
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
                Some(Literal::Str(text) | Literal::Member(_, _, text)) => json!(&**text),
                None => Json::Null,
            },
            Domain::Text { element, max } => {
                let Domain::Literal(letters) = &**element else { return Json::Null };
                let letters = letters.iter().filter_map(|letter| match letter {
                    Literal::Str(text) => Some(&**text),
                    _ => None,
                });
                json!(letters.take((*max).min(2)).collect::<String>())
            }
            Domain::Optional(inner) => self.value(inner),
            Domain::Tuple(parts) => parts.iter().map(|part| self.value(part)).collect(),
            Domain::List { element, .. } | Domain::Unordered { element, .. } => json!([self.value(element)]),
            Domain::Set { element, .. } => json!({ "set": [self.value(element)] }),
            Domain::Dict { key, value, .. } => json!({ "dict": [[self.value(key), self.value(value)]] }),
            Domain::Record { record, fields } => self.record(*record, fields),
            Domain::Union(alternatives) => alternatives.first().map_or(Json::Null, |first| self.value(first)),
            Domain::Nodes { pool, inner } => {
                self.pool = Some(Arc::clone(pool));
                self.value(inner)
            }
            Domain::Node(classes) => self.node(classes),
        }
    }

    fn record(&mut self, record: RecordId, fields: &[Domain]) -> Json {
        let Some(class) = self.problem.records.get(usize::from(record.0)) else { return Json::Null };
        let tag = class.tagged.then(|| (eval::CLASS.to_owned(), json!(&*class.name)));
        let mut object: Map<String, Json> = tag.into_iter().collect();
        for (field, part) in class.fields.iter().zip(fields) {
            object.insert(field.name.to_string(), self.value(part));
        }
        Json::Object(object)
    }

    /// A node with as few others inside it as possible.
    fn node(&mut self, classes: &[usize]) -> Json {
        let Some(pool) = self.pool.clone() else { return Json::Null };
        let classes = classes.iter().filter_map(|class| pool.classes.get(*class));
        let Some(class) = classes.min_by_key(|class| class.fields.iter().filter(|field| needs_node(field)).count())
        else {
            return Json::Null;
        };
        let fields: Vec<Domain> = class.fields.iter().map(without_nodes).collect();
        self.record(class.record, &fields)
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

fn needs_node(domain: &Domain) -> bool {
    match domain {
        Domain::Node(_) => true,
        Domain::Tuple(parts) | Domain::Record { fields: parts, .. } => parts.iter().any(needs_node),
        _ => false,
    }
}

/// The domain with `None` and empty lists where nodes can be left out.
fn without_nodes(domain: &Domain) -> Domain {
    fn has_node(domain: &Domain) -> bool {
        match domain {
            Domain::Optional(inner) | Domain::List { element: inner, .. } => has_node(inner),
            other => needs_node(other),
        }
    }
    match domain {
        Domain::Optional(inner) if has_node(inner) => Domain::Literal(Vec::new()),
        Domain::List { element, .. } if has_node(element) => Domain::Tuple(Vec::new()),
        other => other.clone(),
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
