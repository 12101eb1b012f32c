//! Checks a folder with proofs about submissions, trusting nothing in it.
//!
//! The hashes of all files; that the problem and the submissions in it compile to exactly these clauses; that every proof is one, without a
//! solver. Nothing of a submission is executed.
//!
//! Invariant: no content of a folder makes it panic, and compiling is limited. Guarded by `tests/proofs.rs`.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use decide::proof::hash;
use decide::proof::parts::{
    MANIFEST, PROBLEM, SEAL, SUBMISSIONS_FORMAT, read_scope, regular_files, scope_override, seal,
};
use decision::Claim;
use lang::load::{Mode, load};
use lang::scope::PairTypes;
use lang::source::Source;
use solver::SolverLimits;
use solver::dimacs::Cnf;
use solver::proof::ProofError;

use super::formula::{ClaimedBuckets, formula};
use super::manifest::{ProofManifest, ProvedFiles, SubmissionEntry, VERSION, cnf_name, proof_name, submission_name};
use crate::circuit::SubmissionCircuit;
use crate::decided_problem::DecidedProblem;
use crate::limits::ProofLimits;
use crate::loading::LoadedFrom;

/// What a valid folder proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubmissionProofReport {
    pub problem: String,
    /// In words.
    pub scope: String,
    pub scope_override: String,
    /// The release of custodiet that wrote the folder.
    pub release: String,
    /// Subproperties that may raise; pairs on which one does are no part of what is proved.
    pub may_raise: Vec<String>,
    pub submissions: Vec<CheckedSubmission>,
    /// Of all formulas together.
    pub clauses: usize,
    pub proof_bytes: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedSubmission {
    pub name: String,
    /// The names that its predicate may have.
    pub predicate: Vec<String>,
    /// The files that were handed in, and those that it may import.
    pub files: Vec<String>,
    pub support: Vec<String>,
    /// `None` if the problem has no atoms.
    pub claim: Option<Claim>,
    /// In how many buckets every pair is answered correctly; `None` if it is every pair of the scope.
    pub correct: Option<usize>,
}

/// Why a folder is rejected.
#[derive(Debug, thiserror::Error)]
pub enum SubmissionProofFault {
    #[error("cannot read `{file}`: {error}")]
    Unreadable { file: String, error: io::Error },
    #[error("cannot read `{file}`: it is not a regular file")]
    NotAFile { file: String },
    #[error("`manifest.json` is invalid: {0}")]
    Manifest(String),
    #[error("`manifest.json` uses version {found} of the format, and this release knows version {VERSION}")]
    Version { found: u32 },
    #[error("`{file}` was changed: its SHA-256 differs from the recorded one")]
    Changed { file: String },
    #[error("`{file}` is missing")]
    Missing { file: String },
    #[error("`{file}` does not belong to the proof")]
    Foreign { file: String },
    #[error("`problem.py` {0}")]
    Problem(String),
    #[error("`{file}` is not a submission: {why}")]
    Submission { file: String, why: String },
    #[error("`{file}` does not match `problem.py` and the submission: {why}")]
    Formula { file: String, why: String, release: String },
    #[error("`{file}` is not a valid proof: {error}")]
    Proof { file: String, error: ProofError },
}

impl SubmissionProofFault {
    /// A word for machines.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } | Self::NotAFile { .. } => "unreadable",
            Self::Manifest(_) => "manifest",
            Self::Version { .. } => "version",
            Self::Changed { .. } => "changed",
            Self::Missing { .. } => "missing",
            Self::Foreign { .. } => "foreign",
            Self::Problem(_) => "problem",
            Self::Submission { .. } => "submission",
            Self::Formula { .. } => "formula",
            Self::Proof { .. } => "proof",
        }
    }

    pub fn file(&self) -> &str {
        match self {
            Self::Unreadable { file, .. }
            | Self::NotAFile { file }
            | Self::Changed { file }
            | Self::Missing { file }
            | Self::Foreign { file }
            | Self::Submission { file, .. }
            | Self::Formula { file, .. }
            | Self::Proof { file, .. } => file,
            Self::Problem(_) => PROBLEM,
            Self::Manifest(_) | Self::Version { .. } => MANIFEST,
        }
    }

    /// What to do next.
    pub fn help(&self) -> String {
        let write = "`custodiet prove FILE SUBMISSIONS --proof DIR`";
        let own = env!("CARGO_PKG_VERSION");
        match self {
            Self::Unreadable { .. } | Self::NotAFile { .. } => {
                "make the file readable, or copy the folder again".to_owned()
            }
            Self::Version { .. } => format!("check it with the release that wrote it, or write it again with {write}"),
            Self::Changed { .. } | Self::Missing { .. } => {
                format!("copy the folder again from its source, or write it again with {write}")
            }
            Self::Foreign { .. } => "remove the file from the folder".to_owned(),
            Self::Formula { release, .. } if release != own => format!(
                "release {} wrote the folder and this is {own}: check it with that release, or write it again with {write}",
                release.escape_debug()
            ),
            _ => format!("do not rely on this folder; write it again with {write}"),
        }
    }
}

type Result<T> = std::result::Result<T, SubmissionProofFault>;

/// Checks everything, and stops at the first fault. The format of its manifest says that the folder is about submissions.
pub fn check_submission_proofs(dir: &Path, limits: &ProofLimits) -> Result<SubmissionProofReport> {
    let folder = Folder { dir: dir.to_owned() };
    let manifest = folder.manifest()?;
    let text = String::from_utf8(folder.read(PROBLEM)?)
        .map_err(|_| SubmissionProofFault::Problem("is not UTF-8".to_owned()))?;
    let loaded = load(Source::new(format!("{}.py", manifest.problem), text), Mode::Problem);
    if let Some(error) = loaded.diagnostics.iter().find(|found| found.is_error()) {
        return Err(SubmissionProofFault::Problem(format!("has errors: {}", error.message)));
    }
    let problem = loaded.problem;
    let misfit = |why: &str| SubmissionProofFault::Manifest(format!("it does not match `problem.py`: {why}"));
    if problem.name != manifest.problem {
        return Err(misfit("the name"));
    }
    let scope = read_scope(&problem, &manifest.scope_override).map_err(|error| misfit(&error.to_string()))?;
    if scope_override(&scope) != manifest.scope_override || scope.to_json() != manifest.scope {
        return Err(misfit("the bounds"));
    }
    let solving = SolverLimits { deadline: limits.deadline, ..SolverLimits::default() };
    let decided = DecidedProblem::without_buckets(&problem, &scope, solving)
        .map_err(|error| SubmissionProofFault::Problem(format!("cannot be compiled: {error}")))?;
    let mut report = SubmissionProofReport {
        problem: problem.name.clone(),
        scope: scope.describe(PairTypes::of(&problem)),
        scope_override: manifest.scope_override.clone(),
        release: manifest.release.clone(),
        may_raise: decided.may_raise(),
        submissions: Vec::new(),
        clauses: 0,
        proof_bytes: 0,
    };
    for (number, entry) in (1..).zip(&manifest.submissions) {
        let checking = Checking { folder: &folder, decided: &decided, limits, release: &manifest.release };
        let checked = checking.submission(number, entry, &mut report)?;
        report.submissions.push(checked);
    }
    Ok(report)
}

struct Folder {
    dir: PathBuf,
}

impl Folder {
    fn read(&self, name: &str) -> Result<Vec<u8>> {
        fs::read(self.dir.join(name)).map_err(|error| unreadable(name, error))
    }

    /// The manifest, after all files were compared with it.
    fn manifest(&self) -> Result<ProofManifest> {
        let found = regular_files(&self.dir).map_err(|error| unreadable(".", error))?;
        let found = found.map_err(|file| SubmissionProofFault::NotAFile { file })?;
        let text = self.read(MANIFEST)?;
        if self.read(SEAL)? != seal(&text).as_bytes() {
            return Err(SubmissionProofFault::Changed { file: MANIFEST.to_owned() });
        }
        let invalid = |why: String| SubmissionProofFault::Manifest(why);
        let version: serde_json::Value = serde_json::from_slice(&text).map_err(|error| invalid(error.to_string()))?;
        let version = version.get("version").and_then(serde_json::Value::as_u64);
        if let Some(found) = version.and_then(|version| u32::try_from(version).ok()).filter(|found| *found != VERSION) {
            return Err(SubmissionProofFault::Version { found });
        }
        let manifest: ProofManifest = serde_json::from_slice(&text).map_err(|error| invalid(error.to_string()))?;
        if manifest.format != SUBMISSIONS_FORMAT {
            return Err(invalid("`format` is not the one expected".to_owned()));
        }
        if manifest.submissions.is_empty() {
            return Err(invalid("it has no submissions".to_owned()));
        }
        let expected: BTreeSet<String> = manifest.expected_files().into_iter().collect();
        if let Some(file) = expected.iter().find(|name| !manifest.files.contains_key(*name)) {
            return Err(invalid(format!("`files` has no hash of `{file}`")));
        }
        if let Some(file) = manifest.files.keys().find(|name| !expected.contains(*name)) {
            return Err(invalid(format!("`files` has a hash of `{}`, which belongs to no proof", file.escape_debug())));
        }
        let known = |name: &String| expected.contains(name) || [MANIFEST, SEAL].contains(&name.as_str());
        if let Some(file) = found.iter().find(|name| !known(name)) {
            return Err(SubmissionProofFault::Foreign { file: file.clone() });
        }
        for (name, digest) in &manifest.files {
            if hash::of_file(&self.dir.join(name)).map_err(|error| unreadable(name, error))? != *digest {
                return Err(SubmissionProofFault::Changed { file: name.clone() });
            }
        }
        Ok(manifest)
    }
}

fn unreadable(name: &str, error: io::Error) -> SubmissionProofFault {
    let file = name.to_owned();
    match error.kind() {
        io::ErrorKind::NotFound => SubmissionProofFault::Missing { file },
        _ => SubmissionProofFault::Unreadable { file, error },
    }
}

struct Checking<'a, 'p> {
    folder: &'a Folder,
    decided: &'a DecidedProblem<'p>,
    limits: &'a ProofLimits,
    release: &'a str,
}

impl Checking<'_, '_> {
    fn submission(
        &self,
        number: usize,
        entry: &SubmissionEntry,
        report: &mut SubmissionProofReport,
    ) -> Result<CheckedSubmission> {
        let file = submission_name(number);
        let broken = |why: &str| SubmissionProofFault::Submission { file: file.clone(), why: why.to_owned() };
        let handed: ProvedFiles =
            serde_json::from_slice(&self.folder.read(&file)?).map_err(|error| broken(&error.to_string()))?;
        let ProvedFiles { predicate, files, support } = &handed;
        let loading = LoadedFrom { predicate, files, support };
        let program = loading.program(self.decided.problem).map_err(|reason| broken(&reason.message))?;
        let correct = match &entry.correct {
            None => None,
            Some(all) if all.is_empty() => return Err(SubmissionProofFault::Manifest("nothing is claimed".to_owned())),
            Some(all) => {
                let unknown = || SubmissionProofFault::Manifest("a bucket names an unknown subproperty".to_owned());
                let named = self.decided.named(all).ok_or_else(unknown)?;
                if named.iter().collect::<BTreeSet<_>>().len() < named.len() {
                    return Err(SubmissionProofFault::Manifest("a bucket is listed twice".to_owned()));
                }
                Some(named)
            }
        };
        let kinds = self.decided.kinds_of(entry.claim);
        let shown: Vec<_> = kinds.iter().map(|kinds| self.decided.shown_kinds(entry.claim, kinds)).collect();
        if shown != entry.proofs {
            let why = "a submission does not have the proofs that its claim needs".to_owned();
            return Err(SubmissionProofFault::Manifest(why));
        }
        for (turn, kinds) in (1..).zip(&kinds) {
            let (cnf_file, proof_file) = (cnf_name(number, turn), proof_name(number, turn));
            let differs = |why: String| SubmissionProofFault::Formula {
                file: cnf_file.clone(),
                why,
                release: self.release.to_owned(),
            };
            let own = SubmissionCircuit::with_claim(self.decided, &program, (entry.claim, kinds), self.limits)
                .map_err(|refusal| differs(refusal.to_string()))?;
            let claimed = ClaimedBuckets { correct: correct.as_deref(), name: &entry.name };
            let cnf = formula(self.decided, own, &claimed);
            let open = |name: &str| File::open(self.folder.dir.join(name)).map_err(|error| unreadable(name, error));
            let found = Cnf::read(BufReader::new(open(&cnf_file)?)).map_err(|error| differs(error.to_string()))?;
            let is_same = found.var_count() == cnf.var_count() && found.clauses().eq(cnf.clauses());
            if !is_same || found.comments() != cnf.comments() {
                return Err(differs("its clauses or comments differ".to_owned()));
            }
            let proof = open(&proof_file)?;
            report.proof_bytes += proof.metadata().map_err(|error| unreadable(&proof_file, error))?.len();
            report.clauses += cnf.clause_count();
            solver::proof::check(&cnf, BufReader::new(proof))
                .map_err(|error| SubmissionProofFault::Proof { file: proof_file.clone(), error })?;
        }
        let paths = |files: &[(String, String)]| files.iter().map(|(path, _)| path.clone()).collect();
        Ok(CheckedSubmission {
            name: entry.name.clone(),
            predicate: predicate.clone(),
            files: paths(files),
            support: paths(support),
            claim: (!self.decided.problem.atoms.is_empty()).then_some(entry.claim),
            correct: entry.correct.as_ref().map(Vec::len),
        })
    }
}
