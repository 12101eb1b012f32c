//! Writes a proof folder.
//!
//! Takes a session and what its analysis found; gives a folder in which every minimal implication has its clauses and a
//! proof, and every concretizable bucket its pair.
//!
//! Invariant: the folder appears only if every proof in it has been checked. The same problem, scope, settings and
//! release give the same bytes. Guarded by `tests/proofs.rs`.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use lang::scope::PairTypes;
use pairs::pair_json;
use solver::Answer;
use solver::proof::{ProofError, ProveError};

use super::folder::{Draft, unwritable};
use super::formula::Formulas;
use super::manifest::{
    MANIFEST, Manifest, PROBLEM, RELEASE, SEAL, cnf_name, proof_name, read_scope, scope_override, seal,
};
use super::{hash, words};
use crate::analysis::Analysis;
use crate::session::Session;

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub dir: PathBuf,
    pub proofs: usize,
    /// Concretizable buckets, each with a pair.
    pub buckets: usize,
    /// Of all files together.
    pub bytes: u64,
}

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    #[error("`{dir}` is in the way: {why}; give a folder that does not exist yet", dir = .dir.display())]
    InTheWay { dir: PathBuf, why: String },
    #[error("cannot write `{path}`: {error}", path = .path.display())]
    Unwritable { path: PathBuf, error: io::Error },
    #[error(
        "not all buckets are decided, so there is nothing to prove yet; allow more time, or make the scope smaller"
    )]
    Open,
    #[error("the solver gave up on a proof ({0}); allow more time, or make the scope smaller")]
    GaveUp(String),
    #[error("the scope cannot be written as an option: {0}")]
    Scope(String),
    #[error(transparent)]
    Prove(ProveError),
    #[error(
        "the solver found an implication ({0}) and then an exception to it; this is a bug in custodiet, please report it with the problem file"
    )]
    Contradiction(String),
    #[error("the solver's proof of an implication ({implication}) is wrong, {error}; is the disk full?")]
    Wrong { implication: String, error: ProofError },
}

impl WriteError {
    /// The folder that was asked for is to blame.
    pub fn is_wrong_use(&self) -> bool {
        matches!(self, Self::InTheWay { .. } | Self::Unwritable { .. })
    }
}

/// Writes the folder, whole or not at all. An earlier proof folder of this name is replaced.
pub fn write_proofs(session: &Session<'_>, analysis: &Analysis, dir: &Path) -> Result<Written, WriteError> {
    if analysis.open {
        return Err(WriteError::Open);
    }
    let problem = session.problem;
    // As whoever checks will read it: bounds in the order of the file, wherever they came from.
    let scope =
        read_scope(problem, &scope_override(&session.scope)).map_err(|error| WriteError::Scope(error.to_string()))?;
    if scope.params != session.scope.params || scope.atoms != session.scope.atoms {
        return Err(WriteError::Scope(scope.describe(PairTypes::of(problem))));
    }
    let draft = Draft::begin(dir)?;
    let symmetry = session.settings.symmetry;
    let count = analysis.implications.len();
    let formulas = Formulas::new(problem, &scope, &session.compiled, symmetry, RELEASE, count);
    let mut manifest = Manifest::new(problem, &scope, symmetry);
    write_file(&draft.path.join(PROBLEM), problem.source.text.as_bytes())?;
    for (number, implication) in (1..).zip(&analysis.implications) {
        let name = || words::implication(problem, *implication);
        let cnf = formulas.of(number, *implication);
        let cnf_path = draft.path.join(cnf_name(number));
        File::create(&cnf_path)
            .and_then(|file| {
                let mut out = BufWriter::new(file);
                cnf.write(&mut out)?;
                out.flush()
            })
            .map_err(unwritable(&cnf_path))?;
        let proof = draft.path.join(proof_name(number));
        match solver::proof::prove(&cnf, &proof, &session.settings.limits).map_err(WriteError::Prove)? {
            Answer::Unsat => {}
            Answer::Unknown => return Err(WriteError::GaveUp(name())),
            Answer::Sat => return Err(WriteError::Contradiction(name())),
        }
        let text = File::open(&proof).map_err(unwritable(&proof))?;
        solver::proof::check(&cnf, BufReader::new(text))
            .map_err(|error| WriteError::Wrong { implication: name(), error })?;
        manifest.state(*implication);
    }
    for (bucket, pair) in &analysis.concretizable {
        manifest.list(*bucket, pair_json(problem, pair));
    }
    let bytes = seal_folder(&draft.path, &mut manifest)?;
    draft.finish()?;
    Ok(Written { dir: dir.to_owned(), proofs: count, buckets: analysis.concretizable.len(), bytes })
}

/// Hashes all files and writes the manifest; gives the number of bytes of the folder.
fn seal_folder(dir: &Path, manifest: &mut Manifest) -> Result<u64, WriteError> {
    let mut bytes = 0;
    for name in manifest.expected_files() {
        let path = dir.join(&name);
        let digest = hash::of_file(&path).map_err(unwritable(&path))?;
        bytes += fs::metadata(&path).map_err(unwritable(&path))?.len();
        manifest.files.insert(name, digest);
    }
    let path = dir.join(MANIFEST);
    let text = manifest.text().map_err(|error| unwritable(&path)(error.into()))?;
    let seal = seal(text.as_bytes());
    write_file(&path, text.as_bytes())?;
    write_file(&dir.join(SEAL), seal.as_bytes())?;
    Ok(bytes + (text.len() + seal.len()) as u64)
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    fs::write(path, bytes).map_err(unwritable(path))
}
