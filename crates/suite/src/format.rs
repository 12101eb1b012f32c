//! The file format of suites, version 1. `docs/suites.md` is its description.
//!
//! Pairs are stored once, abstractly: in the notation of pairs, with atoms named by the first kind that the problem file
//! allows. [`Test::atoms`] says which kind a test is shown with.

use std::collections::BTreeMap;

use lang::problem::Problem;
use pairs::implications::minimal;
use pairs::standing::python_names;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::digest::sha256;

/// The version that this release writes.
pub const FORMAT: u64 = 1;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    pub format: u64,
    pub problem: ProblemFile,
    /// Bounds as in the problem file.
    pub scope: Json,
    pub large_scope: Json,
    pub seed: u64,
    pub options: Options,
    /// Names of the Python functions, in the order of the file.
    pub subproperties: Vec<String>,
    /// Ordered by number of failing subproperties, then in the file's order.
    pub buckets: Vec<Bucket>,
    /// Unscored: pairs of which exactly one precondition fails.
    pub outside: Vec<Outside>,
    pub contradictory: Contradictory,
    /// A time limit struck before all that was asked for was there.
    pub stopped_early: bool,
}

/// The problem file itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProblemFile {
    pub name: String,
    pub source: String,
    /// Of `source`, in hexadecimal digits.
    pub sha256: String,
}

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// `both`, `solver` or `random`; `hand` if somebody wrote the tests.
    pub engine: String,
    /// Which buckets, as on the command line; `given` if they are those of tests that somebody wrote.
    pub buckets: String,
    /// Tests for each bucket.
    pub tests: usize,
    /// Of them, for each kind.
    pub mix: Mix,
    pub outside: usize,
}

/// How many tests of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mix {
    pub smallest: usize,
    pub small: usize,
    pub diverse: usize,
    pub large: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bucket {
    /// The subproperties that fail.
    pub fails: Vec<String>,
    /// Those of which this is a focused bucket: they fail here, and nowhere with fewer others.
    pub focused_on: Vec<String>,
    /// No pair of the scope is in it; it was found in the large scope.
    #[serde(default, skip_serializing_if = "is_false")]
    pub only_large: bool,
    /// Why there are fewer tests than asked for, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    pub tests: Vec<Test>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// Stable: the same pair has the same id in every suite of the problem.
    pub id: String,
    pub input: Map<String, Json>,
    pub output: Map<String, Json>,
    /// What a right predicate answers.
    pub expect: bool,
    pub engine: Engine,
    pub kind: Kind,
    /// Of smallest tests: the solver proved that no pair of the scope comes before it in the bucket.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proven: Option<bool>,
    /// Of positive tests; null where the solver could not say.
    pub positive_kind: Option<PositiveKind>,
    /// The kind of value that atoms of each type are shown with. Empty where there are no atoms.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub atoms: BTreeMap<String, AtomKind>,
    /// Relational tests of one family have the same input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// What sets it apart from the other tests of its bucket, in words (`docs/suites.md`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shape: Vec<String>,
}

/// An unscored test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outside {
    pub id: String,
    /// The precondition that fails.
    pub violates: String,
    pub input: Map<String, Json>,
    pub output: Map<String, Json>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub atoms: BTreeMap<String, AtomKind>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    Solver,
    Random,
    /// Somebody wrote it.
    Hand,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Smallest,
    Small,
    Diverse,
    Large,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PositiveKind {
    /// No other output of the scope is correct for the input.
    Functional,
    Relational,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AtomKind {
    Int,
    Str,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contradictory {
    /// Null where the solver was not asked or gave up.
    pub count: Option<u64>,
    /// All minimal ones: the reasons.
    pub implications: Vec<Implication>,
    /// What is said in place of the count where pairs were drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_found: Option<NotFound>,
}

/// Buckets of which no pair was found; they may have pairs all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotFound {
    pub buckets: u64,
    /// Pairs that were looked at.
    pub candidates: u64,
}

/// If these hold, at least one of those holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Implication {
    #[serde(rename = "if")]
    pub hold: Vec<String>,
    pub then: Vec<String>,
}

impl Contradictory {
    /// What is said of all other buckets, where these are all that have a pair in the scope.
    pub fn of(problem: &Problem, concretizable: &[pairs::Bucket]) -> Self {
        let count = problem.subproperties.len();
        let stated = |one: &pairs::Implication| Implication {
            hold: python_names(problem, one.hold),
            then: python_names(problem, one.then),
        };
        Self {
            count: Some((1_u64 << count) - concretizable.len() as u64),
            implications: minimal(count, concretizable).iter().map(stated).collect(),
            not_found: None,
        }
    }
}

impl ProblemFile {
    /// The file of a problem, as a suite keeps it.
    pub fn of(problem: &Problem) -> Self {
        let source = problem.source.text.clone();
        Self { name: problem.name.clone(), sha256: sha256(source.as_bytes()), source }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}
