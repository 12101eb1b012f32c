//! `manifest.json`: which submissions a folder is about, what it claims of each, and the hashes of its files.
//!
//! Invariant: file names are computed, never taken from the manifest.

use std::collections::BTreeMap;

use decide::proof::parts::{PROBLEM, RELEASE, SUBMISSIONS_FORMAT, scope_override};
use decision::Claim;
use lang::problem::{AtomKind, Problem};
use lang::scope::Scope;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Increases when older releases can no longer read the format.
pub const VERSION: u32 = 1;

/// All fields of the file, in this order.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofManifest {
    pub format: String,
    pub version: u32,
    pub release: String,
    /// The name of the problem file without `.py`.
    pub problem: String,
    pub scope: Json,
    pub scope_override: String,
    pub submissions: Vec<SubmissionEntry>,
    /// SHA-256 of every file except the manifest and its seal.
    pub files: BTreeMap<String, String>,
}

/// What is claimed of a submission.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubmissionEntry {
    pub name: String,
    pub claim: Claim,
    /// The buckets in which every pair is answered correctly: for each, the subproperties that fail. Null if it is every pair of the scope.
    pub correct: Option<Vec<Vec<String>>>,
    /// With the claim `values`, one for each combination of kinds of atoms.
    pub proofs: Vec<BTreeMap<String, AtomKind>>,
}

impl ProofManifest {
    pub fn new(problem: &Problem, scope: &Scope) -> Self {
        Self {
            format: SUBMISSIONS_FORMAT.to_owned(),
            version: VERSION,
            release: RELEASE.to_owned(),
            problem: problem.name.clone(),
            scope: scope.to_json(),
            scope_override: scope_override(scope),
            submissions: Vec::new(),
            files: BTreeMap::new(),
        }
    }

    /// The files that the folder must hold, apart from the manifest and its seal.
    pub fn expected_files(&self) -> Vec<String> {
        let mut names = vec![PROBLEM.to_owned()];
        for (number, entry) in (1..).zip(&self.submissions) {
            names.push(submission_name(number));
            for turn in 1..=entry.proofs.len() {
                names.extend([cnf_name(number, turn), proof_name(number, turn)]);
            }
        }
        names
    }
}

pub fn submission_name(number: usize) -> String {
    format!("submission-{number:03}.json")
}

pub fn cnf_name(number: usize, turn: usize) -> String {
    format!("submission-{number:03}-{turn}.cnf")
}

pub fn proof_name(number: usize, turn: usize) -> String {
    format!("submission-{number:03}-{turn}.lrat")
}

/// `submission-001.json`: what was handed in, and what it may import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProvedFiles {
    /// The names that the predicate may have.
    pub predicate: Vec<String>,
    /// The path of each file, and its text.
    pub files: Vec<(String, String)>,
    pub support: Vec<(String, String)>,
}
