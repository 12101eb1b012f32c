//! What may be said about a submission, after it has been run on the pairs of its decision. This is what is stored and shown.

use std::collections::BTreeMap;

use lang::problem::AtomKind;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::FORMAT;
use crate::answer::{Answer, GivenAnswer};
use crate::raw::{Claim, DecidedPair, ProofFinding, Reason};

/// A pair that the submission itself answered wrongly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofWitness {
    pub input: Map<String, Json>,
    pub output: Map<String, Json>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub atoms: BTreeMap<String, AtomKind>,
    /// Whether a correct predicate accepts it.
    pub expect: bool,
    /// What the submission answered.
    pub answer: Answer,
    /// Proven: no smaller pair of the bucket is answered wrongly.
    pub smallest: bool,
    /// The pair lies outside the scope of the proof: a failed test.
    #[serde(default, skip_serializing_if = "is_false")]
    pub beyond_scope: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProofVerdict {
    /// Proved: every pair of the bucket in the scope is answered correctly.
    Correct,
    Wrong(Box<ProofWitness>),
    Undecided(Reason),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfirmedBucket {
    /// The names of the subproperties that fail, in the order of the file.
    pub fails: Vec<String>,
    pub verdict: ProofVerdict,
}

/// The submission answered otherwise than the circuit says. Never the submission's fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofContradiction {
    pub pair: DecidedPair,
    pub given: GivenAnswer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DecisionStatus {
    /// Correct in every bucket.
    Proved,
    /// Wrong in at least one.
    Refuted,
    Undecided,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfirmedDecision {
    pub format: u64,
    /// `None` if there is no circuit.
    pub claim: Option<Claim>,
    /// The buckets with a pair in the scope.
    pub buckets: Vec<ConfirmedBucket>,
    pub findings: Vec<ProofFinding>,
    /// On how many pairs the submission itself was compared with the circuit.
    pub compared: usize,
    /// What the predicate equals on every pair of the scope, in words, if the solver proved it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub behaves_like: Option<String>,
    /// What it equals if some of its checks are replaced by versions of them, in words, if the solver proved it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equal_to: Option<String>,
    /// Set if a claim had to be withdrawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contradiction: Option<Box<ProofContradiction>>,
}

impl ConfirmedDecision {
    /// Nothing is known.
    pub fn undecided(buckets: impl IntoIterator<Item = Vec<String>>, reason: &Reason) -> Self {
        let undecided = |fails| ConfirmedBucket { fails, verdict: ProofVerdict::Undecided(reason.clone()) };
        Self {
            format: FORMAT,
            claim: None,
            buckets: buckets.into_iter().map(undecided).collect(),
            findings: Vec::new(),
            compared: 0,
            behaves_like: None,
            equal_to: None,
            contradiction: None,
        }
    }

    pub fn status(&self) -> DecisionStatus {
        let is_wrong = |bucket: &ConfirmedBucket| matches!(bucket.verdict, ProofVerdict::Wrong(_));
        let is_correct = |bucket: &ConfirmedBucket| bucket.verdict == ProofVerdict::Correct;
        if self.buckets.iter().any(is_wrong) {
            DecisionStatus::Refuted
        } else if !self.buckets.is_empty() && self.buckets.iter().all(is_correct) {
            DecisionStatus::Proved
        } else {
            DecisionStatus::Undecided
        }
    }

    /// Why it is undecided: the reason of the first bucket that is.
    pub fn reason(&self) -> Option<&Reason> {
        self.buckets.iter().find_map(|bucket| match &bucket.verdict {
            ProofVerdict::Undecided(reason) => Some(reason),
            _ => None,
        })
    }

    /// A failed test overrides *proved*: the pair of the bucket in which these fail was answered wrongly. `None` if the bucket has
    /// no pair in the scope.
    pub fn fail(&mut self, fails: &[String], witness: ProofWitness) -> Option<()> {
        let bucket = self.buckets.iter_mut().find(|bucket| bucket.fails == fails)?;
        if !matches!(bucket.verdict, ProofVerdict::Wrong(_)) {
            bucket.verdict = ProofVerdict::Wrong(Box::new(witness));
        }
        Some(())
    }
}
