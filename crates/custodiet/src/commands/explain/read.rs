//! Reads a pair from a file or from standard input.

use std::path::Path;

use eval::Pair;
use lang::problem::Problem;
use serde_json::Value as Json;
use suite::strict;

use super::example;
use crate::input;

/// The largest pair: 16 MiB.
const MAX_SIZE: u64 = 16 << 20;

/// The pair, or what is wrong with it and how it is written.
pub fn pair(problem: &Problem, path: &Path) -> Result<Pair, String> {
    let bytes = input::read(path, MAX_SIZE, "the pair as JSON")
        .map_err(|error| format!("{error}\nhelp: give a JSON file that holds a pair, or `-` for standard input"))?;
    parse(problem, bytes).map_err(|fault| format!("{}:{fault}\n{}", input::shown(path), help(problem)))
}

fn parse(problem: &Problem, bytes: Vec<u8>) -> Result<Pair, String> {
    let text = strict::text(bytes, MAX_SIZE).map_err(|error| error.to_string())?;
    let json: Json = strict::json(&text).map_err(|error| error.to_string())?;
    Pair::read(problem, &json).map_err(|error| format!(" {error}"))
}

fn help(problem: &Problem) -> String {
    format!("help: a pair of `{}` looks like this: {}", problem.name, example::pair(problem))
}
