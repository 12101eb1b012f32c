//! Reads a pair from a file or from standard input.

use std::path::Path;

use eval::Pair;
use lang::problem::Problem;
use serde_json::Value as Json;
use suite::strict;

use super::example;
use crate::error::{Error, Result};
use crate::input;

/// The largest pair: 16 MiB.
const MAX_SIZE: u64 = 16 << 20;

pub fn pair(problem: &Problem, path: &Path) -> Result<Pair> {
    let help = "give a JSON file that holds a pair, or `-` for standard input";
    let bytes = input::read(path, MAX_SIZE, "the pair as JSON", help)?;
    let refused = |message: String| {
        let help = format!("a pair of `{}` looks like this: {}", problem.name, example::pair(problem));
        Error::usage(format!("{}:{message}", input::shown(path))).with_help(help)
    };
    let text = strict::text(bytes, MAX_SIZE).map_err(|error| refused(error.to_string()))?;
    let json: Json = strict::json(&text).map_err(|error| refused(error.to_string()))?;
    Pair::read(problem, &json).map_err(|error| refused(format!(" {error}")))
}
