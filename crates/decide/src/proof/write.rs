//! Writes a proof folder.
//!
//! Takes a session and its analysis; writes a folder that holds the clauses and a proof for every minimal implication and
//! for every question about orders, and a pair for every concretizable bucket.
//!
//! Invariant: the folder appears only if every proof in it has been checked. The same problem, scope, settings and
//! release give the same bytes. Guarded by `tests/proofs.rs`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use compile::CompileOptions;
use lang::ast::FuncId;
use lang::problem::Problem;
use lang::scope::{OverrideError, PairTypes};
use pairs::pair_json;
use solver::SolverLimits;
use solver::dimacs::Cnf;
use solver::proof::{ProofError, ProveError};

use super::folder::{FolderDraft, unwritable};
use super::formula::{FolderFacts, Formulas, OrderFormulas};
use super::manifest::{
    MANIFEST, Manifest, PROBLEM, RELEASE, SEAL, cnf_name, order_cnf_name, order_proof_name, proof_name, read_scope,
    scope_override, seal,
};
use super::parts::{self, write_file};
use super::{hash, words};
use crate::analysis::Analysis;
use crate::order_questions::{OrderQuestion, OrderQuestions};
use crate::orders;
use crate::session::Session;

/// A proof folder that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenProof {
    pub dir: PathBuf,
    /// Of implications.
    pub proofs: usize,
    /// That a function does not depend on an order.
    pub order_proofs: usize,
    /// Concretizable buckets, each with a pair.
    pub buckets: usize,
    /// The size of all files together.
    pub bytes: u64,
}

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    #[error("`{dir}` is in the way: {why}; give a folder that does not exist yet", dir = .dir.display())]
    InTheWay { dir: PathBuf, why: Obstacle },
    #[error("cannot write `{path}`: {error}", path = .path.display())]
    Unwritable { path: PathBuf, error: io::Error },
    #[error("some buckets are undecided, so there is nothing to prove yet; allow more time, or make the scope smaller")]
    Open,
    #[error("the solver gave up on a proof ({0}); allow more time, or make the scope smaller")]
    GaveUp(String),
    #[error("the scope cannot be written as an option: {0}")]
    Scope(OverrideError),
    #[error("the scope as an option means a different scope: {0}")]
    OtherScope(String),
    #[error(transparent)]
    Prove(ProveError),
    #[error("the solver decided that {0}, and then found a pair that violates it")]
    Contradiction(String),
    #[error("the solver's proof that {claim} is invalid: {error}")]
    InvalidProof { claim: String, error: ProofError },
    #[error("the problem was compiled, and now it cannot be: {0}")]
    NotCompiled(String),
}

/// Why a folder cannot be replaced.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Obstacle {
    #[error("it has no name")]
    NoName,
    #[error("it is a file")]
    File,
    #[error("it contains `{0}`, which does not belong to a proof")]
    Foreign(String),
    #[error("it is not empty and not a proof folder")]
    NotAProof,
    #[error("there are too many unfinished drafts beside it")]
    TooManyDrafts,
}

impl WriteError {
    /// Whether the cause is the folder that was given.
    pub fn is_wrong_use(&self) -> bool {
        matches!(self, Self::InTheWay { .. } | Self::Unwritable { .. })
    }
}

/// Writes the folder, whole or not at all. Replaces an earlier proof folder at the same path.
pub fn write_proofs(session: &Session<'_>, analysis: &Analysis, dir: &Path) -> Result<WrittenProof, WriteError> {
    if analysis.open {
        return Err(WriteError::Open);
    }
    let problem = session.problem;
    // As the checker will read it: bounds in the order of the file, wherever they came from.
    let scope = read_scope(problem, &scope_override(&session.scope)).map_err(WriteError::Scope)?;
    if scope.params != session.scope.params || scope.atoms != session.scope.atoms {
        return Err(WriteError::OtherScope(scope.describe(PairTypes::of(problem))));
    }
    let draft = FolderDraft::begin(dir)?;
    let symmetry = session.settings.symmetry;
    let count = analysis.implications.len();
    let facts = FolderFacts { problem, scope: &scope, symmetry, release: RELEASE };
    let formulas = Formulas::new(facts, &session.compiled, count);
    let mut manifest = Manifest::new(problem, &scope, symmetry);
    write_file(&draft.path.join(PROBLEM), problem.source.text.as_bytes())?;
    let prover = Prover { dir: &draft.path, limits: &session.settings.limits };
    for (number, implication) in (1..).zip(&analysis.implications) {
        let claim = || words::implication(problem, *implication);
        prover.prove(&formulas.of(number, *implication), &cnf_name(number), &proof_name(number), &claim)?;
        manifest.state(*implication);
    }
    let order_proofs = prove_orders(session, facts, prover, &mut manifest)?;
    for (bucket, pair) in &analysis.concretizable {
        manifest.list(*bucket, pair_json(problem, pair));
    }
    let bytes = seal_folder(&draft.path, &mut manifest)?;
    draft.finish()?;
    Ok(WrittenProof { dir: dir.to_owned(), proofs: count, order_proofs, buckets: analysis.concretizable.len(), bytes })
}

/// Proves that no function depends on an order, except those for which that is undecided; returns the number of proofs.
fn prove_orders(
    session: &Session<'_>,
    facts: FolderFacts<'_>,
    prover: Prover<'_>,
    manifest: &mut Manifest,
) -> Result<usize, WriteError> {
    let problem = facts.problem;
    let functions = orders::functions(problem);
    let options = CompileOptions { symmetry: facts.symmetry, ..session.settings.compile_options() };
    let questions = OrderQuestions::new(problem, facts.scope, options, &functions, problem.preconditions.len())
        .map_err(|refusal| {
            // The same scope was compiled before.
            WriteError::NotCompiled(refusal.to_string())
        })?;
    if session.settings.limits.deadline.is_due() {
        return Err(WriteError::GaveUp("the answers are the same in every order".to_owned()));
    }
    let undecided =
        |function: &FuncId| session.order_undecided.contains(function) || questions.refused.contains(function);
    let name = |function: FuncId| problem.module.function(function).name.name.to_string();
    let decided: Vec<&OrderQuestion> =
        questions.questions.iter().filter(|question| !undecided(&question.function.function)).collect();
    let formulas = OrderFormulas::new(facts, &questions, decided.len());
    for (number, question) in (1..).zip(&decided) {
        let function = name(question.function.function);
        let order = words::other_order(&questions.layout, question.other);
        let claim = || format!("`{function}` gives the same answer {order}");
        let cnf = formulas.of(number, question);
        prover.prove(&cnf, &order_cnf_name(number), &order_proof_name(number), &claim)?;
        manifest.state_order(function, order);
    }
    manifest.order_undecided = all_functions(problem).filter(undecided).map(name).collect();
    Ok(decided.len())
}

/// The functions about whose order questions are asked, in their order.
pub(super) fn all_functions(problem: &Problem) -> impl Iterator<Item = FuncId> {
    let preconditions = problem.preconditions.iter().map(|property| property.function);
    preconditions.chain(orders::functions(problem).into_iter().map(|function| function.function))
}

/// Writes clauses and proofs.
#[derive(Clone, Copy)]
struct Prover<'a> {
    dir: &'a Path,
    limits: &'a SolverLimits,
}

impl Prover<'_> {
    /// Writes the clauses and their proof, and checks it.
    fn prove(self, cnf: &Cnf, cnf_name: &str, proof_name: &str, claim: &dyn Fn() -> String) -> Result<(), WriteError> {
        parts::prove(self.dir, cnf, [cnf_name, proof_name], &claim(), self.limits)
    }
}

/// Hashes all files and writes the manifest; returns the size of the folder in bytes.
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
