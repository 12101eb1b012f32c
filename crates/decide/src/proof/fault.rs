//! Why a proof folder is not believed, and what to do about it.

use std::path::PathBuf;

use solver::proof::ProofError;

#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    #[error("cannot read the folder `{dir}`: {why}", dir = .dir.display())]
    NoFolder { dir: PathBuf, why: String },
    #[error("`{dir}` is no proof folder: there is no `manifest.json` in it", dir = .dir.display())]
    NoManifest { dir: PathBuf },
    #[error("cannot read `{file}`: {why}")]
    Unreadable { file: String, why: String },
    #[error("`manifest.json` is of a later version of the format: {found}")]
    Version { found: String },
    #[error("`manifest.json` is not as it must be: {why}")]
    Manifest { why: String },
    #[error("`{file}` was changed: its SHA-256 is not the one that was written")]
    Changed { file: String },
    #[error("`{file}` is missing")]
    Missing { file: String },
    #[error("`{file}` is no part of the proof")]
    Foreign { file: String },
    #[error("`problem.py` {why}")]
    Problem { why: String },
    #[error("`manifest.json` does not fit `problem.py`: {why}")]
    Misfit { why: String },
    #[error("nothing proves an implication that the listed buckets need: {implication}")]
    MissingImplication { implication: String },
    #[error("an implication is stated that is no minimal one of the listed buckets: {implication}")]
    SurplusImplication { implication: String },
    #[error("the pair of {bucket} is not one of its pairs: {why}")]
    Pair { bucket: String, why: String },
    #[error("`{file}` does not say what `problem.py` says: {why}")]
    Formula { file: String, why: String, release: String },
    #[error("`{file}` proves nothing: {error}")]
    Proof { file: String, error: ProofError },
}

impl CheckError {
    /// A word for machines.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::NoFolder { .. } => "no_folder",
            Self::NoManifest { .. } => "no_manifest",
            Self::Unreadable { .. } => "unreadable",
            Self::Version { .. } => "version",
            Self::Manifest { .. } => "manifest",
            Self::Changed { .. } => "changed",
            Self::Missing { .. } => "missing",
            Self::Foreign { .. } => "foreign",
            Self::Problem { .. } => "problem",
            Self::Misfit { .. } => "misfit",
            Self::MissingImplication { .. } => "missing_implication",
            Self::SurplusImplication { .. } => "surplus_implication",
            Self::Pair { .. } => "pair",
            Self::Formula { .. } => "formula",
            Self::Proof { .. } => "proof",
        }
    }

    /// There is no proof folder to speak of.
    pub fn is_wrong_use(&self) -> bool {
        matches!(self, Self::NoFolder { .. } | Self::NoManifest { .. })
    }

    /// The file that is to blame, if it is one.
    pub fn file(&self) -> Option<&str> {
        match self {
            Self::Unreadable { file, .. }
            | Self::Changed { file }
            | Self::Missing { file }
            | Self::Foreign { file }
            | Self::Formula { file, .. }
            | Self::Proof { file, .. } => Some(file),
            Self::Problem { .. } => Some(super::manifest::PROBLEM),
            Self::NoFolder { .. } | Self::NoManifest { .. } => None,
            _ => Some(super::manifest::MANIFEST),
        }
    }

    /// The way out.
    pub fn help(&self) -> String {
        let write = "`custodiet analyze FILE --proof DIR`";
        match self {
            Self::NoFolder { .. } | Self::NoManifest { .. } => format!("give a folder that {write} wrote"),
            Self::Unreadable { .. } => "make the file readable, or copy the folder again".to_owned(),
            Self::Version { .. } => "check it with a newer release of custodiet".to_owned(),
            Self::Changed { .. } | Self::Missing { .. } => {
                format!("copy the folder again from where it came, or write it again with {write}")
            }
            Self::Foreign { .. } => "remove the file from the folder".to_owned(),
            Self::Formula { release, .. } if release != super::manifest::RELEASE => {
                format!(
                    "the folder is of release {release} and this is {}: check it with that release, or write it again with {write}",
                    super::manifest::RELEASE
                )
            }
            Self::Problem { .. } => {
                format!("this release cannot analyze that file; correct it, and write the proof again with {write}")
            }
            Self::Manifest { .. }
            | Self::Misfit { .. }
            | Self::MissingImplication { .. }
            | Self::SurplusImplication { .. }
            | Self::Pair { .. }
            | Self::Formula { .. }
            | Self::Proof { .. } => format!("do not rely on this folder; write it again with {write}"),
        }
    }
}
