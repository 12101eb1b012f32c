//! What the solver says about a submission. Nothing of this may be shown before the submission has been run on the pairs.

use std::collections::BTreeMap;

use lang::problem::AtomKind;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::FORMAT;
use crate::answer::Answer;

/// For which values of atoms a decision holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Claim {
    /// Any values: the submission only compares them for equality.
    Equality,
    /// Any values of one kind: the submission also compares them with each other, by their order.
    Order,
    /// The values that tests use, of every kind that the problem allows: 0, 1, 2, … and `a`, `b`, `c`, ….
    Values,
}

/// A line of a submission.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubmissionPlace {
    pub file: String,
    pub line: usize,
}

/// Why something is undecided.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    pub kind: Undecided,
    pub at: Option<SubmissionPlace>,
    /// A sentence about the submission, without its subject's name. Parts of it come from the submission.
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Undecided {
    /// It uses something that the compiler cannot follow.
    Construct,
    /// A call may change what a later one sees.
    State,
    /// The answer depends on the order of a set.
    SetOrder,
    /// The circuit would be too large.
    Size,
    /// The solver gave up.
    Solver,
    /// The limit on time or memory ended the proof.
    Limits,
    /// It cannot be loaded.
    Load,
    /// It is not written in Python.
    Language,
    /// The problem itself cannot be decided.
    Problem,
    /// The submission was not run on a pair that it has to be run on, or not to its end.
    NotRun,
    /// The submission contradicts the solver: a fault of this program.
    Contradiction,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecidedBucket {
    /// The names of the subproperties that fail, in the order of the file.
    pub fails: Vec<String>,
    pub verdict: SolverVerdict,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SolverVerdict {
    /// On every pair.
    Correct,
    Wrong {
        /// The position of its witness among the pairs of the decision.
        witness: usize,
        /// Whether no smaller pair of the bucket is answered wrongly.
        smallest: bool,
    },
    Undecided(Reason),
}

/// Why a pair is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PairPurpose {
    /// It shows a mistake.
    Witness,
    /// It may show a mistake, if Python iterates over a set in a certain order, or does not come to an end.
    Suspect,
    /// The circuit and the submission must agree on it.
    Check,
}

/// A pair on which the submission must be run before the decision is believed. Values are as in suites: in the notation of
/// pairs, with atoms of the first kind that the problem allows; `atoms` says with which kind they are shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecidedPair {
    pub input: Map<String, Json>,
    pub output: Map<String, Json>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub atoms: BTreeMap<String, AtomKind>,
    /// The names of the subproperties that fail.
    pub fails: Vec<String>,
    /// Whether a correct predicate accepts it.
    pub expect: bool,
    /// What the circuit says that the predicate answers; `None` where it says nothing, or depends on the order of a set.
    pub predicted: Option<Answer>,
    pub purpose: PairPurpose,
}

/// Something else that is known about a submission.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProofFinding {
    /// It raises this exception for some valid pair.
    Raises { exception: String, at: Option<SubmissionPlace> },
    /// For some valid pair it returns something that is neither `True` nor `False`.
    NotBoolean,
    /// For some valid pair its answer depends on the order in which Python iterates over a set.
    SetOrder,
    /// For some valid pair its answer depends on the order of an unordered list.
    InputOrder { parameter: String },
    /// It changes the argument of this name.
    ChangesArgument { parameter: String, at: Option<SubmissionPlace> },
    /// No valid pair of the scope reaches this line.
    Unreachable { at: SubmissionPlace },
}

/// All that the solver says about a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    pub format: u64,
    /// `None` if there is no circuit.
    pub claim: Option<Claim>,
    /// The buckets with a pair in the scope, in the order of the problem's analysis.
    pub buckets: Vec<DecidedBucket>,
    pub pairs: Vec<DecidedPair>,
    pub findings: Vec<ProofFinding>,
}

impl Decision {
    /// Nothing is known.
    pub fn undecided(buckets: impl IntoIterator<Item = Vec<String>>, reason: &Reason) -> Self {
        let undecided = |fails| DecidedBucket { fails, verdict: SolverVerdict::Undecided(reason.clone()) };
        let buckets = buckets.into_iter().map(undecided).collect();
        Self { format: FORMAT, claim: None, buckets, pairs: Vec::new(), findings: Vec::new() }
    }
}

impl Reason {
    pub fn new(kind: Undecided, message: impl Into<String>) -> Self {
        Self { kind, at: None, message: message.into() }
    }
}
