//! `manifest.json`: what a proof folder claims, and the names and hashes of its files.
//!
//! Invariant: file names are computed, never taken from the manifest. Guarded by `tests/proofs.rs`.

use std::collections::BTreeMap;

use lang::problem::Problem;
use lang::scope::{Bound, OverrideError, Scope, override_bounds};
use pairs::{Bucket, Implication, SubpropertySet};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Marks a JSON object as the manifest of a proof folder.
const FORMAT: &str = "custodiet proof";
/// Marks the manifest of a folder with proofs about submissions.
pub const SUBMISSIONS_FORMAT: &str = "custodiet proof of submissions";
/// Increases when older releases can no longer read the format.
const VERSION: u32 = 2;
/// Written into every folder.
pub const RELEASE: &str = env!("CARGO_PKG_VERSION");

pub const MANIFEST: &str = "manifest.json";
/// The hash of the manifest itself.
pub const SEAL: &str = "manifest.sha256";
pub const PROBLEM: &str = "problem.py";

pub(super) fn cnf_name(number: usize) -> String {
    format!("{number:03}.cnf")
}

pub(super) fn proof_name(number: usize) -> String {
    format!("{number:03}.lrat")
}

pub(super) fn order_cnf_name(number: usize) -> String {
    format!("order-{number:03}.cnf")
}

pub(super) fn order_proof_name(number: usize) -> String {
    format!("order-{number:03}.lrat")
}

/// The content of [`SEAL`]: a line that `sha256sum --check` reads.
pub(super) fn seal(manifest: &[u8]) -> String {
    format!("{}  {MANIFEST}\n", super::hash::of_bytes(manifest))
}

/// All fields of the file, in this order.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    format: String,
    version: u32,
    pub release: String,
    /// The name of the problem file without `.py`.
    pub problem: String,
    pub scope: Json,
    pub scope_override: String,
    pub symmetry: bool,
    /// In the order of the file, as are all lists of names.
    pub subproperties: Vec<String>,
    pub implications: Vec<ImplicationEntry>,
    pub concretizable: Vec<BucketEntry>,
    /// What shows that no function depends on the order of a set or an unordered list.
    pub orders: Vec<OrderEntry>,
    /// Functions for which it is not known.
    pub order_undecided: Vec<String>,
    /// SHA-256 of every file except the manifest and its seal.
    pub files: BTreeMap<String, String>,
}

/// An implication and the files that prove it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ImplicationEntry {
    pub r#if: Vec<String>,
    pub then: Vec<String>,
    pub cnf: String,
    pub proof: String,
}

/// A function that gives the same answer in two orders, and the files that prove it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OrderEntry {
    pub function: String,
    /// What the other order is.
    pub order: String,
    pub cnf: String,
    pub proof: String,
}

/// A concretizable bucket and one of its pairs.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BucketEntry {
    pub fails: Vec<String>,
    pub pair: Json,
}

/// Why a manifest is invalid.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error("`format` is not \"{FORMAT}\"")]
    Format,
    #[error("`version` is missing")]
    NoVersion,
    /// A later release wrote it.
    #[error("it uses version {0} of the format, and this release knows version {VERSION}")]
    Version(Json),
    #[error("`{name}` is not among the subproperties")]
    UnknownSubproperty { name: String },
    #[error("`{name}` occurs twice, or not in the order of the subproperties")]
    SubpropertyOrder { name: String },
    #[error("the files of implication {number} are not called `{}` and `{}`", cnf_name(*.number), proof_name(*.number))]
    FileNames { number: usize },
    #[error("`orders` does not list the questions about orders of this problem in their order, each with its files")]
    Orders,
    #[error("`order_undecided` does not name functions of this problem in their order, each once")]
    OrderUndecided,
    #[error("`files` has no hash of `{file}`")]
    MissingHash { file: String },
    #[error("`files` has a hash of `{file}`, which belongs to no proof")]
    SurplusHash { file: String },
    #[error("a bucket is listed twice, or the buckets are not in order")]
    BucketOrder,
    #[error("an implication is stated twice, or the implications are not in order")]
    ImplicationOrder,
}

impl Manifest {
    pub fn new(problem: &Problem, scope: &Scope, symmetry: bool) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            release: RELEASE.to_owned(),
            problem: problem.name.clone(),
            scope: scope.to_json(),
            scope_override: scope_override(scope),
            symmetry,
            subproperties: problem.subproperties.iter().map(|property| property.name.to_string()).collect(),
            implications: Vec::new(),
            concretizable: Vec::new(),
            orders: Vec::new(),
            order_undecided: Vec::new(),
            files: BTreeMap::new(),
        }
    }

    pub fn read(text: &[u8]) -> Result<Self, ManifestError> {
        let json: Json = serde_json::from_slice(text)?;
        if json.get("format").and_then(Json::as_str) != Some(FORMAT) {
            return Err(ManifestError::Format);
        }
        match json.get("version") {
            Some(version) if version.as_u64() == Some(u64::from(VERSION)) => {}
            Some(version) => return Err(ManifestError::Version(version.clone())),
            None => return Err(ManifestError::NoVersion),
        }
        // From the text, so that a repeated key is an error.
        Ok(serde_json::from_slice(text)?)
    }

    pub fn text(&self) -> Result<String, serde_json::Error> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        Ok(text)
    }

    pub fn state(&mut self, implication: Implication) {
        let number = self.implications.len() + 1;
        self.implications.push(ImplicationEntry {
            r#if: self.names(implication.hold),
            then: self.names(implication.then),
            cnf: cnf_name(number),
            proof: proof_name(number),
        });
    }

    /// States that a function does not depend on an order.
    pub fn state_order(&mut self, function: String, order: String) {
        let number = self.orders.len() + 1;
        self.orders.push(OrderEntry { function, order, cnf: order_cnf_name(number), proof: order_proof_name(number) });
    }

    pub fn list(&mut self, bucket: Bucket, pair: Json) {
        self.concretizable.push(BucketEntry { fails: self.names(bucket.failing()), pair });
    }

    /// The names at some positions.
    fn names(&self, positions: SubpropertySet) -> Vec<String> {
        let names = positions.iter().filter_map(|position| self.subproperties.get(position));
        names.cloned().collect()
    }

    /// The positions of some names, which must come in the order of the file, each once.
    pub fn positions(&self, names: &[String]) -> Result<SubpropertySet, ManifestError> {
        let mut positions = SubpropertySet::EMPTY;
        let mut from = 0;
        for name in names {
            let known = self.subproperties.iter().position(|known| known == name);
            let position = known.ok_or_else(|| ManifestError::UnknownSubproperty { name: name.clone() })?;
            if position < from {
                return Err(ManifestError::SubpropertyOrder { name: name.clone() });
            }
            from = position + 1;
            positions.insert(position);
        }
        Ok(positions)
    }

    /// The files that the folder must hold, apart from the manifest and its seal.
    pub fn expected_files(&self) -> Vec<String> {
        let numbers = 1..=self.implications.len();
        let proofs = numbers.flat_map(|number| [cnf_name(number), proof_name(number)]);
        let orders = (1..=self.orders.len()).flat_map(|number| [order_cnf_name(number), order_proof_name(number)]);
        std::iter::once(PROBLEM.to_owned()).chain(proofs).chain(orders).collect()
    }
}

/// Whether a file of this name may be in a proof folder.
pub(super) fn is_ours(name: &str) -> bool {
    let numbered = |name: &str| {
        let number = name.strip_suffix(".cnf").or_else(|| name.strip_suffix(".lrat"));
        let number = number.map(|number| number.strip_prefix("order-").unwrap_or(number));
        number.is_some_and(|number| number.len() >= 3 && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    // `submission-001.json`, `submission-001-1.cnf`
    let of_submission = |name: &str| {
        let rest = name.strip_prefix("submission-").and_then(|rest| rest.split_once('.'));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        rest.is_some_and(|(numbers, ending)| {
            numbers.split('-').all(is_number)
                && match numbers.split('-').count() {
                    1 => ending == "json",
                    2 => ["cnf", "lrat"].contains(&ending),
                    _ => false,
                }
        })
    };
    [MANIFEST, SEAL, PROBLEM].contains(&name) || numbered(name) || of_submission(name)
}

/// A scope as the command line reads it, with all its bounds.
pub(super) fn scope_override(scope: &Scope) -> String {
    let bounds = scope.bounds.iter().map(|(name, bound)| match bound {
        Bound::Counts(counts) => {
            let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
            format!("{name}={}", counts.join("x"))
        }
        Bound::Range(start, stop) => format!("{name}={start}..{stop}"),
        Bound::Text(alphabet, length) => format!("{name}={}:{length}", override_quoted(alphabet)),
    });
    bounds.collect::<Vec<_>>().join(",")
}

/// An alphabet in the quotes it does not contain. Commas, parentheses and spaces mean nothing inside.
fn override_quoted(alphabet: &str) -> String {
    let quote = if alphabet.contains('"') { '\'' } else { '"' };
    format!("{quote}{alphabet}{quote}")
}

/// The scope that [`scope_override`] wrote as this text.
pub(super) fn read_scope(problem: &Problem, text: &str) -> Result<Scope, OverrideError> {
    if text.is_empty() {
        return Ok(problem.scope.clone());
    }
    override_bounds(problem, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_ours_are_ours() {
        assert!(["manifest.json", "manifest.sha256", "problem.py", "001.cnf", "1000.lrat"].into_iter().all(is_ours));
        assert!(["submission-001.json", "submission-001-1.cnf", "submission-001-1.lrat"].into_iter().all(is_ours));
        assert!(
            !["submission-.json", "submission-1.cnf", "submission-1-1-1.cnf", "submission-a.json"]
                .into_iter()
                .any(is_ours)
        );
        assert!(!["notes.txt", "01.cnf", ".cnf", "a01.lrat", "001.cnf.part", "../001.cnf"].into_iter().any(is_ours));
    }
}
