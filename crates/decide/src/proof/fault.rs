//! Why a proof folder is rejected, and what to do about it.

use std::io;
use std::path::PathBuf;

use eval::PairError;
use pairs::subproperties::MOST_SUBPROPERTIES;
use solver::dimacs::DimacsError;
use solver::proof::ProofError;

use super::manifest::{MANIFEST, ManifestError, PROBLEM, RELEASE};
use lang::scope::OverrideError;

#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    #[error("cannot read the folder `{dir}`: {}", folder_error(.error), dir = .dir.display())]
    NoFolder { dir: PathBuf, error: io::Error },
    #[error("`{dir}` is not a proof folder: it has no `manifest.json`", dir = .dir.display())]
    NoManifest { dir: PathBuf },
    #[error("cannot read `{file}`: {}", .error.to_string().to_lowercase())]
    Unreadable { file: String, error: io::Error },
    #[error("cannot read `{file}`: it is not a regular file")]
    NotAFile { file: String },
    #[error("`manifest.json` is invalid: {0}")]
    Manifest(#[from] ManifestError),
    #[error("`{file}` was changed: its SHA-256 differs from the recorded one")]
    Changed { file: String },
    #[error("`{file}` is missing")]
    Missing { file: String },
    #[error("`{file}` does not belong to the proof")]
    Foreign { file: String },
    #[error("`problem.py` {0}")]
    Problem(#[from] ProblemFault),
    #[error("`manifest.json` does not match `problem.py`: {0}")]
    ManifestMismatch(#[from] ManifestMismatch),
    #[error("an implication that the listed buckets require is not proven: {implication}")]
    MissingImplication { implication: String },
    #[error("an implication is stated that is not minimal for the listed buckets: {implication}")]
    SurplusImplication { implication: String },
    #[error("it is not proven that `{function}` gives the same answer in every order of sets and unordered lists")]
    MissingOrder { function: String },
    #[error("the pair listed for {bucket} is not in it: {fault}")]
    Pair { bucket: String, fault: PairFault },
    #[error("`{file}` does not match `problem.py`: {fault}")]
    Formula { file: String, fault: FormulaFault, release: String },
    #[error("`{file}` is not a valid proof: {error}")]
    Proof { file: String, error: ProofError },
}

/// What is wrong with the problem file of a folder.
#[derive(Debug, thiserror::Error)]
pub enum ProblemFault {
    #[error("is not UTF-8")]
    NotUtf8,
    #[error("has errors: line {line}: {message}")]
    Errors { line: usize, message: String },
    #[error("has {found} subproperties; at most {MOST_SUBPROPERTIES} are supported")]
    TooManySubproperties { found: usize },
    #[error("cannot be compiled: line {line}: {reason}")]
    NotCompiled { line: usize, reason: String },
}

/// How the manifest differs from the problem file.
#[derive(Debug, thiserror::Error)]
pub enum ManifestMismatch {
    #[error("`{0}` is not a valid problem name")]
    Name(String),
    #[error("the subproperties are not those of the file, in its order")]
    Subproperties,
    #[error("the scope: {0}")]
    Scope(#[from] OverrideError),
    #[error("`scope` and `scope_override` do not give all bounds of the same scope")]
    Bounds,
}

/// Why a pair is not in the bucket that it is listed for.
#[derive(Debug, thiserror::Error)]
pub enum PairFault {
    #[error("{0}")]
    Unreadable(PairError),
    #[error("it lies beyond the scope: {0}")]
    BeyondScope(String),
    #[error("an integer is too large")]
    TooLarge,
    #[error("`{property}` holds for it")]
    Holds { property: String },
    #[error("`{property}` fails for it")]
    Fails { property: String },
    #[error("`{property}` has no answer: {fault}")]
    NoAnswer { property: String, fault: String },
    #[error("it has no bits in the formula")]
    NotEncoded,
    #[error("the formula disagrees with evaluation")]
    FormulaDisagrees,
}

/// How a formula differs from the one that the compiler generates.
#[derive(Debug, thiserror::Error)]
pub enum FormulaFault {
    #[error(transparent)]
    Unreadable(#[from] DimacsError),
    #[error("clause {number} is `{}` and must be `{}`", dimacs(.found), dimacs(.expected))]
    Clause { number: usize, found: Vec<i32>, expected: Vec<i32> },
    #[error(
        "there are {} clauses over {} variables, and there must be {} over {}",
        .found.clauses, .found.variables, .expected.clauses, .expected.variables
    )]
    Size { found: FormulaSize, expected: FormulaSize },
    #[error("the comment on line {line} differs")]
    Comment { line: usize },
}

/// How large a formula is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormulaSize {
    pub clauses: usize,
    pub variables: i32,
}

fn folder_error(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such folder".to_owned(),
        io::ErrorKind::NotADirectory => "it is a file".to_owned(),
        _ => error.to_string().to_lowercase(),
    }
}

fn dimacs(clause: &[i32]) -> String {
    clause.iter().chain(&[0]).map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

impl CheckError {
    /// A word for machines.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::NoFolder { .. } => "no_folder",
            Self::NoManifest { .. } => "no_manifest",
            Self::Unreadable { .. } | Self::NotAFile { .. } => "unreadable",
            Self::Manifest(ManifestError::Version(_)) => "version",
            Self::Manifest(_) => "manifest",
            Self::Changed { .. } => "changed",
            Self::Missing { .. } => "missing",
            Self::Foreign { .. } => "foreign",
            Self::Problem(_) => "problem",
            Self::ManifestMismatch(_) => "misfit",
            Self::MissingImplication { .. } => "missing_implication",
            Self::SurplusImplication { .. } => "surplus_implication",
            Self::MissingOrder { .. } => "missing_order",
            Self::Pair { .. } => "pair",
            Self::Formula { .. } => "formula",
            Self::Proof { .. } => "proof",
        }
    }

    /// Whether the path does not lead to a proof folder at all.
    pub fn is_wrong_use(&self) -> bool {
        matches!(self, Self::NoFolder { .. } | Self::NoManifest { .. })
    }

    /// Whether the cause is a bug in custodiet and not the folder: its compiler and its evaluator disagree.
    pub fn is_internal(&self) -> bool {
        matches!(self, Self::Pair { fault: PairFault::NotEncoded | PairFault::FormulaDisagrees, .. })
    }

    /// The file that is wrong, if it is one.
    pub fn file(&self) -> Option<&str> {
        match self {
            Self::Unreadable { file, .. }
            | Self::NotAFile { file }
            | Self::Changed { file }
            | Self::Missing { file }
            | Self::Foreign { file }
            | Self::Formula { file, .. }
            | Self::Proof { file, .. } => Some(file),
            Self::Problem(_) => Some(PROBLEM),
            Self::NoFolder { .. } | Self::NoManifest { .. } => None,
            Self::Manifest(_)
            | Self::ManifestMismatch(_)
            | Self::MissingImplication { .. }
            | Self::SurplusImplication { .. }
            | Self::MissingOrder { .. }
            | Self::Pair { .. } => Some(MANIFEST),
        }
    }

    /// What to do next.
    pub fn help(&self) -> String {
        let write = "`custodiet analyze FILE --proof DIR`";
        match self {
            Self::NoFolder { .. } | Self::NoManifest { .. } => {
                format!("give a folder that {write} or `custodiet prove … --proof DIR` wrote")
            }
            Self::Unreadable { .. } | Self::NotAFile { .. } => {
                "make the file readable, or copy the folder again".to_owned()
            }
            Self::Manifest(ManifestError::Version(_)) => {
                format!("check it with the release that wrote it, or write it again with {write}")
            }
            Self::Changed { .. } | Self::Missing { .. } => {
                format!("copy the folder again from its source, or write it again with {write}")
            }
            Self::Foreign { .. } => "remove the file from the folder".to_owned(),
            Self::Formula { release, .. } if release != RELEASE => {
                format!(
                    "release {release} wrote the folder and this is {RELEASE}: check it with that release, or write it again with {write}"
                )
            }
            Self::Problem(_) => {
                format!("this release cannot analyze that file; fix it, and write the proof again with {write}")
            }
            Self::Manifest(_)
            | Self::ManifestMismatch(_)
            | Self::MissingImplication { .. }
            | Self::SurplusImplication { .. }
            | Self::MissingOrder { .. }
            | Self::Pair { .. }
            | Self::Formula { .. }
            | Self::Proof { .. } => format!("do not rely on this folder; write it again with {write}"),
        }
    }
}
