//! Pairs that `--add` names: what was found for one submission becomes a test for all.

use std::path::Path;

use lang::problem::Problem;
use serde_json::{Map, Value as Json};
use suite::format::TestSource;
use suite::read::MAX_SIZE;
use suite::{AdoptedPair, Suite, adopt};

use crate::error::{Error, Result};
use crate::words::count;
use crate::{input, style};

/// Pairs that cannot be tests and are listed.
const MAX_SHOWN: usize = 10;
/// Nested lists and objects of a file.
const DEPTH: usize = 40;

/// The suite with the pairs of a file, and what became of them. Warns about pairs that cannot be tests.
pub fn added(suite: &Suite, problem: &Problem, path: &Path) -> Result<(Suite, AddedPairs)> {
    let pairs = read(path)?;
    let extended = adopt(suite, problem, &pairs);
    let shown = input::shown(path);
    if !extended.refused.is_empty() {
        let warning = style::doubtful("warning:");
        let (number, refused) = (extended.refused.len(), count(extended.refused.len(), "pair"));
        let tests = if number == 1 { "a test" } else { "tests" };
        remark!("{warning} {shown}: {refused} cannot be {tests} of this problem:");
        for (place, why) in extended.refused.iter().take(MAX_SHOWN) {
            remark!("  pair {}: {why}", place + 1);
        }
    }
    let all_known = extended.refused.is_empty();
    Ok((extended.suite, AddedPairs { new: extended.added, all_known }))
}

/// What became of the pairs of a file.
#[derive(Clone, Copy, Debug)]
pub struct AddedPairs {
    pub new: usize,
    /// All others are tests of the suite already.
    pub all_known: bool,
}

/// Every object with an `input` and an `output` is a pair, wherever it is: in a list of pairs, in lines with one pair each, in what
/// `prove --json` prints, in `results.json`.
fn read(path: &Path) -> Result<Vec<AdoptedPair>> {
    let help = "pass a list of pairs, the output of `custodiet prove --json`, or a `results.json`";
    let bytes = input::read(path, MAX_SIZE, "pairs as JSON", help)?;
    let mut pairs = Vec::new();
    for value in serde_json::Deserializer::from_slice(&bytes).into_iter::<Json>() {
        let value =
            value.map_err(|error| Error::usage(format!("--add: {}: {error}", input::shown(path))).with_help(help))?;
        collect(&value, DEPTH, &mut pairs);
    }
    if pairs.is_empty() {
        return Err(Error::usage(format!("--add: {} holds no pair", input::shown(path))).with_help(help));
    }
    Ok(pairs)
}

fn collect(value: &Json, depth: usize, pairs: &mut Vec<AdoptedPair>) {
    let Some(depth) = depth.checked_sub(1) else { return };
    match value {
        Json::Array(items) => items.iter().for_each(|item| collect(item, depth, pairs)),
        Json::Object(fields) => match (fields.get("input"), fields.get("output")) {
            (Some(Json::Object(input)), Some(Json::Object(output))) => pairs.push(pair(fields, input, output)),
            _ => fields.values().for_each(|field| collect(field, depth, pairs)),
        },
        _ => {}
    }
}

fn pair(fields: &Map<String, Json>, input: &Map<String, Json>, output: &Map<String, Json>) -> AdoptedPair {
    // What is not a kind for each atom type says nothing.
    let atoms = fields.get("atoms").and_then(|atoms| serde_json::from_value(atoms.clone()).ok()).unwrap_or_default();
    AdoptedPair { input: input.clone(), output: output.clone(), atoms, found_by: TestSource::Hand }
}
