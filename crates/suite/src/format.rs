//! The file format of suites, version 1, described in `docs/suite-format.md`.
//!
//! Pairs are stored once, abstractly: in the notation of pairs, with atoms of the first kind that the problem file allows.
//! [`Test::atoms`] is the kind with which a test is shown.

use std::collections::BTreeMap;

pub use lang::problem::AtomKind;
use lang::problem::Problem;
use pairs::implications::minimal;
use pairs::names::python_names;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::digest::sha256;

/// The version of the format that this release writes.
pub const FORMAT: u64 = 1;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    pub format: u64,
    pub problem: ProblemFile,
    /// The bounds, as in the problem file.
    pub scope: Json,
    pub large_scope: Json,
    pub seed: u64,
    pub options: SuiteOptions,
    /// The names of the Python functions, in the order of the file.
    pub subproperties: Vec<String>,
    /// Ordered by number of failing subproperties, then in the file's order.
    pub buckets: Vec<SuiteBucket>,
    /// Unscored tests: pairs on which exactly one precondition fails.
    pub outside: Vec<OutsideTest>,
    pub contradictory: Contradictory,
    /// Functions that may depend on the order of a set or an unordered list: claims about all pairs that rest on them hold
    /// in one order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub order_undecided: Vec<String>,
    /// A time limit ended the generation early.
    pub stopped_early: bool,
}

/// The problem file itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProblemFile {
    pub name: String,
    pub source: String,
    /// The hash of `source`, in hexadecimal digits.
    pub sha256: String,
}

/// The options of the command that made the suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuiteOptions {
    /// `both`, `solver` or `random`; `hand` for hand-made tests.
    pub engine: String,
    /// The value of `--buckets`; `given` for hand-made tests.
    pub buckets: String,
    /// The number of tests for each bucket.
    pub tests: usize,
    /// The shares of the kinds of tests.
    pub mix: Mix,
    pub outside: usize,
}

/// The number of tests of each kind, or their shares.
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
pub struct SuiteBucket {
    /// The subproperties that fail.
    pub fails: Vec<String>,
    /// The subproperties on which the bucket is focused: they fail here, and in no bucket in which fewer others fail.
    pub focused_on: Vec<String>,
    /// The bucket has no pair in the scope; it was found in the large scope.
    #[serde(default, skip_serializing_if = "is_false")]
    pub only_large: bool,
    /// Why there are fewer tests than requested.
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
    /// The answer of a correct predicate.
    pub expect: bool,
    pub engine: TestSource,
    pub kind: TestKind,
    /// For smallest tests: whether the solver proved that no pair of the bucket comes before it in the size order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proven: Option<bool>,
    /// For positive tests; null if the solver did not decide it.
    pub positive_kind: Option<PositiveKind>,
    /// For each atom type the kind of value with which its atoms are shown. Empty if there are no atoms.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub atoms: BTreeMap<String, AtomKind>,
    /// The family of a relational test: tests with the same input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// What distinguishes it from other tests of its bucket, in words (`docs/suites.md`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shape: Vec<String>,
}

/// An unscored test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutsideTest {
    pub id: String,
    /// The precondition that fails.
    pub violates: String,
    pub input: Map<String, Json>,
    pub output: Map<String, Json>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub atoms: BTreeMap<String, AtomKind>,
}

/// What found a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TestSource {
    Solver,
    Random,
    /// Written by hand.
    Hand,
}

/// What a test is for: the smallest pair of its bucket, a small or varied one, or one beyond the scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TestKind {
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
    /// Another output is correct, too.
    Relational,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contradictory {
    /// Null if the solver was not used or gave up.
    pub count: Option<u64>,
    /// All minimal implications, which exclude exactly the contradictory buckets.
    pub implications: Vec<StatedImplication>,
    /// Stated in place of the count if pairs were only drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_found: Option<NotFound>,
}

/// Buckets without a known pair; they may still have pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotFound {
    pub buckets: u64,
    /// The number of pairs that were examined.
    pub candidates: u64,
}

/// If all of `hold` hold, at least one of `then` holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedImplication {
    #[serde(rename = "if")]
    pub hold: Vec<String>,
    pub then: Vec<String>,
}

impl Contradictory {
    /// The claim about all other buckets, if these are all that have a pair in the scope.
    pub fn of(problem: &Problem, concretizable: &[pairs::Bucket]) -> Self {
        let count = problem.subproperties.len();
        let stated = |one: &pairs::Implication| StatedImplication {
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
    /// The file of a problem, as a suite stores it.
    pub fn of(problem: &Problem) -> Self {
        let source = problem.source.text.clone();
        Self { name: problem.name.clone(), sha256: sha256(source.as_bytes()), source }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}
