//! Reads suites, and the problem file that each suite contains.
//!
//! Invariant: a suite that was read has the fields of the format, each once and of its type. Whether they are true is
//! checked by `verify`.

use lang::diagnostic::Diagnostic;
use lang::load::{Loaded, Mode, load};
use lang::problem::Problem;
use lang::scope::needs::{apply, contains};
use lang::scope::{Bound, PairTypes, Scope, override_with};
use lang::source::Source;
use serde_json::Value as Json;

use crate::format::{FORMAT, Suite};
use crate::strict::{self, Located, TextError};

/// The largest suite: 256 MiB.
pub const MAX_SIZE: u64 = 256 << 20;

/// Why a file is not a suite that can be read. Written after the name of the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    #[error(":{0}")]
    Text(#[from] Located<TextError>),
    #[error(": not a suite: it has no field `format`")]
    NoFormat,
    #[error(": not a suite: `format` must be {FORMAT}")]
    WrongFormat,
    #[error(": a suite of format {version}; this release reads format {FORMAT}")]
    NewerFormat { version: u64 },
}

impl ReadError {
    /// What to do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::NewerFormat { .. } => "use the release of custodiet that wrote it, or a later one",
            Self::Text(_) | Self::NoFormat | Self::WrongFormat => {
                "give a file that `custodiet suite` wrote, or write it again with `custodiet suite FILE -o SUITE`"
            }
        }
    }
}

/// Reads a suite.
pub fn read(bytes: Vec<u8>) -> Result<Suite, ReadError> {
    let text = strict::text(bytes, MAX_SIZE)?;
    let json: Json = strict::json(&text)?;
    // The version comes first: a later format may have other fields.
    let format = match &json {
        Json::Object(fields) => fields.get("format"),
        _ => None,
    };
    match format.map(Json::as_u64) {
        None => return Err(ReadError::NoFormat),
        Some(Some(FORMAT)) => {}
        Some(Some(version)) if version > FORMAT => return Err(ReadError::NewerFormat { version }),
        Some(_) => return Err(ReadError::WrongFormat),
    }
    Ok(strict::json(&text)?)
}

/// Whether these bytes are JSON that holds a suite of any format, valid or not.
pub fn holds_suite(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut todo: Vec<Json> = serde_json::from_slice(bytes).into_iter().collect();
    while let Some(json) = todo.pop() {
        match json {
            Json::Object(fields) => {
                if ["format", "problem", "subproperties", "buckets"].iter().all(|key| fields.contains_key(*key)) {
                    return true;
                }
                todo.extend(fields.into_iter().map(|(_, value)| value));
            }
            Json::Array(items) => todo.extend(items),
            _ => {}
        }
    }
    false
}

/// The problem inside a suite, with the suite's scopes.
pub fn problem(suite: &Suite) -> Result<Problem, ProblemError> {
    problem_and_large_scope(suite).map(|(problem, _)| problem)
}

/// The same, with the large scope that a suite of this problem must have: the problem file's, at least as large as the
/// suite's scope.
pub(crate) fn problem_and_large_scope(suite: &Suite) -> Result<(Problem, Scope), ProblemError> {
    let source = Source::new(format!("{}.py", suite.problem.name), suite.problem.source.clone());
    let Loaded { mut problem, diagnostics, .. } = load(source, Mode::Problem);
    let errors: Vec<Diagnostic> = diagnostics.into_iter().filter(Diagnostic::is_error).collect();
    if !errors.is_empty() {
        return Err(ProblemError::Errors(errors));
    }
    let scope = |field, json| scope(&problem, json).map_err(|error| ProblemError::Scope { field, error });
    let (small, large) = (scope("scope", &suite.scope)?, scope("large_scope", &suite.large_scope)?);
    problem.scope = small;
    let expected = large_scope(&problem);
    problem.large_scope = large;
    Ok((problem, expected))
}

/// The large scope of a problem, extended to contain the small scope, which the command line may have made larger.
pub fn large_scope(problem: &Problem) -> Scope {
    let mut bounds = problem.large_scope.bounds.clone();
    for (name, bound) in &mut bounds {
        if let Some(small) = problem.scope.bound(name).filter(|small| !contains(bound, small)) {
            *bound = small.clone();
        }
    }
    if bounds == problem.large_scope.bounds {
        return problem.large_scope.clone();
    }
    apply(PairTypes::of(problem), bounds).unwrap_or_else(|_| problem.scope.clone())
}

/// Why a suite has no usable problem.
#[derive(Debug, thiserror::Error)]
pub enum ProblemError {
    #[error("the problem file inside has errors: {}", .0.first().map_or("", |error| &*error.message))]
    Errors(Vec<Diagnostic>),
    #[error("`{field}` does not fit the problem file: {error}")]
    Scope {
        /// `scope` or `large_scope`.
        field: &'static str,
        error: ScopeError,
    },
}

/// Why the bounds in a suite are not a scope of its problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScopeError {
    #[error("it must be an object with one entry per bound")]
    NotAnObject,
    #[error("`{bound}` is not a bound")]
    NotABound { bound: Json },
    #[error("{reason}")]
    Unfit { reason: String },
    #[error("all bounds must be given: {expected}")]
    Incomplete { expected: Json },
}

impl ScopeError {
    fn unfit(error: impl std::fmt::Display) -> Self {
        Self::Unfit { reason: error.to_string() }
    }
}

/// The scope with the bounds that a suite states.
fn scope(problem: &Problem, json: &Json) -> Result<Scope, ScopeError> {
    let Json::Object(entries) = json else { return Err(ScopeError::NotAnObject) };
    let bound = |(name, bound): (&String, &Json)| match Bound::from_json(bound) {
        Some(read) => Ok((name.clone(), read)),
        None => Err(ScopeError::NotABound { bound: bound.clone() }),
    };
    let bounds: Vec<(String, Bound)> = entries.iter().map(bound).collect::<Result<_, _>>()?;
    let scope = override_with(problem, bounds).map_err(ScopeError::unfit)?;
    let expected = scope.to_json();
    if expected == *json { Ok(scope) } else { Err(ScopeError::Incomplete { expected }) }
}
