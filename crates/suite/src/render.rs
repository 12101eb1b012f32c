//! Renders the parts of a test as they are stored.

use std::collections::BTreeMap;

use lang::problem::{AtomKind, Problem};
use pairs::{Concrete, pair_json};
use serde_json::{Map, Value as Json};

use crate::digest::sha256;
use crate::format::Test;

/// The two sides of a pair in JSON.
pub fn sides(problem: &Problem, pair: &[Concrete]) -> (Map<String, Json>, Map<String, Json>) {
    let mut json = pair_json(problem, pair);
    let mut side = |name: &str| match json.get_mut(name).map(Json::take) {
        Some(Json::Object(side)) => side,
        _ => Map::new(),
    };
    (side("input"), side("output"))
}

/// The input of a test as it is stored.
pub fn input_text(test: &Test) -> String {
    Json::Object(test.input.clone()).to_string()
}

/// The output of a test as a text that is the same for all outputs that Python calls equal.
pub fn output_text(test: &Test) -> String {
    fn plain(value: &Json) -> Json {
        match value {
            Json::Bool(truth) => Json::from(u8::from(*truth)),
            Json::Array(items) => items.iter().map(plain).collect(),
            Json::Object(entries) => {
                let entry = |(name, value): (&String, &Json)| {
                    let mut value = plain(value);
                    if let ("set" | "dict", Json::Array(items)) = (name.as_str(), &mut value) {
                        items.sort_by_key(Json::to_string);
                    }
                    (name.clone(), value)
                };
                Json::Object(entries.iter().map(entry).collect())
            }
            other => other.clone(),
        }
    }
    // Only values are compared: a parameter may be called `set` or `dict`.
    test.output.values().map(|value| plain(value).to_string()).collect::<Vec<_>>().join("\n")
}

/// The name of the family of an input.
pub fn family_id(input: &str) -> String {
    format!("f-{}", &sha256(input.as_bytes())[..12])
}

/// The kinds of atoms of a test. Consecutive turns cycle through all combinations of kinds.
pub fn kinds(problem: &Problem, turn: usize) -> BTreeMap<String, AtomKind> {
    let mut turn = turn;
    let mut kinds = BTreeMap::new();
    for atom in &problem.atoms {
        let allowed = atom.kinds.len().max(1);
        let kind = atom.kinds.get(turn % allowed).copied().unwrap_or(AtomKind::Str);
        turn /= allowed;
        kinds.insert(atom.name.to_string(), kind);
    }
    kinds
}
