//! Reads suites, and the problem file that is inside.
//!
//! Invariant: what is read has the fields of the format, each once and of its type. Whether they are true is asked by
//! [`verify`](crate::verify).

use std::fmt;

use lang::diagnostic::Diagnostic;
use lang::load::{Loaded, Mode, load};
use lang::problem::Problem;
use lang::scope::{Scope, override_bounds};
use lang::source::Source;
use serde_json::Value as Json;

use crate::build::large_scope;
use crate::format::{FORMAT, Suite};
use crate::strict::{self, Fault};

/// The largest suite: 256 MiB.
pub const MAX_SIZE: u64 = 256 << 20;

/// Why a file is no suite that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    pub fault: Fault,
    /// The way out.
    pub help: &'static str,
}

/// To be written after the name of the file.
impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ":{}", self.fault)
    }
}

const AGAIN: &str = "give a file that `custodiet suite` wrote, or write it again with `custodiet suite FILE -o SUITE`";
const NEWER: &str = "use the release of custodiet that wrote it, or a later one";

/// Reads a suite.
pub fn read(bytes: Vec<u8>) -> Result<Suite, ReadError> {
    let again = |fault| ReadError { fault, help: AGAIN };
    let text = strict::text(bytes, MAX_SIZE).map_err(again)?;
    let json: Json = strict::json(&text).map_err(again)?;
    // Before all else: a later format may have other fields.
    let format = match &json {
        Json::Object(fields) => fields.get("format"),
        _ => None,
    };
    match format.map(Json::as_u64) {
        None => return Err(again(Fault::whole("not a suite: there is no `format` in it"))),
        Some(Some(FORMAT)) => {}
        Some(Some(version)) if version > FORMAT => {
            let message = format!("a suite of format {version}; this release reads format {FORMAT}");
            return Err(ReadError { fault: Fault::whole(message), help: NEWER });
        }
        Some(_) => return Err(again(Fault::whole(format!("not a suite: `format` must be {FORMAT}")))),
    }
    strict::json(&text).map_err(again)
}

/// The problem inside a suite, with the suite's scopes; or why there is none.
pub fn problem(suite: &Suite) -> Result<Problem, ProblemError> {
    let source = Source::new(format!("{}.py", suite.problem.name), suite.problem.source.clone());
    let Loaded { mut problem, diagnostics, .. } = load(source, Mode::Problem);
    let errors: Vec<Diagnostic> = diagnostics.into_iter().filter(Diagnostic::is_error).collect();
    if !errors.is_empty() {
        return Err(ProblemError::Errors(errors));
    }
    let scope = scope(&problem, &suite.scope).map_err(|why| ProblemError::Scope("scope", why))?;
    let large = self::scope(&problem, &suite.large_scope).map_err(|why| ProblemError::Scope("large_scope", why))?;
    (problem.scope, problem.large_scope) = (scope, large);
    Ok(problem)
}

/// The large scope that a suite of this problem must have: the problem file's, as large as the suite's scope at least.
pub(crate) fn large_scope_of(suite: &Suite, problem: &Problem) -> Scope {
    let source = Source::new(format!("{}.py", suite.problem.name), suite.problem.source.clone());
    let mut own = load(source, Mode::Problem).problem;
    own.scope = problem.scope.clone();
    large_scope(&own)
}

#[derive(Debug)]
pub enum ProblemError {
    /// The problem file has errors.
    Errors(Vec<Diagnostic>),
    /// A scope of the suite is none of the problem file: which, and why.
    Scope(&'static str, String),
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Errors(errors) => {
                let first = errors.first().map_or("", |error| &*error.message);
                write!(f, "the problem file inside has errors: {first}")
            }
            Self::Scope(which, why) => write!(f, "`{which}` does not fit the problem file: {why}"),
        }
    }
}

/// Bounds as a suite has them.
fn scope(problem: &Problem, json: &Json) -> Result<Scope, String> {
    let Json::Object(entries) = json else { return Err("it is no object with one entry per bound".to_owned()) };
    let bounds: Vec<String> = entries
        .iter()
        .map(|(name, bound)| Ok(format!("{name}={}", bound_text(bound)?)))
        .collect::<Result<_, String>>()?;
    let scope = if bounds.is_empty() {
        problem.scope.clone()
    } else {
        override_bounds(problem, &bounds.join(",")).map_err(|error| error.to_string())?
    };
    if scope.to_json() == *json { Ok(scope) } else { Err(format!("all bounds must be given: {}", scope.to_json())) }
}

/// A bound as `--scope` takes it.
fn bound_text(bound: &Json) -> Result<String, String> {
    let range = |bound: &Json| match bound.get("range")?.as_array()?.as_slice() {
        [start, stop] => Some(format!("{start}..{stop}")),
        _ => None,
    };
    match bound {
        Json::Number(count) => Ok(count.to_string()),
        Json::Array(counts) => Ok(counts.iter().map(Json::to_string).collect::<Vec<_>>().join("x")),
        Json::Object(_) => range(bound).ok_or_else(|| format!("`{bound}` is no bound")),
        _ => Err(format!("`{bound}` is no bound")),
    }
}
