//! Parts of proof folders that folders about submissions have, too: see `prove::proof`.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, ErrorKind, Write};
use std::path::Path;

use circuit::Circuit;
use circuit::Lit;
use circuit::cnf::Encoder;
use compile::{Block, Constraint, Layout};
use lang::problem::Problem;
use lang::scope::{OverrideError, Scope};
use serde_json::Value as Json;
use solver::dimacs::Cnf;
use solver::{SolveResult, SolverLimits};

pub use super::folder::FolderDraft;
use super::folder::unwritable;
pub use super::manifest::{MANIFEST, PROBLEM, RELEASE, SEAL, SUBMISSIONS_FORMAT};
use super::write::WriteError;
use super::{manifest, words};

/// The `format` of a folder's manifest; `None` if it has none.
pub fn format_of(dir: &Path) -> Option<String> {
    let path = dir.join(MANIFEST);
    // A pipe would block, and a device never end.
    if !fs::symlink_metadata(&path).ok()?.is_file() {
        return None;
    }
    let json: Json = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    json.get("format").and_then(Json::as_str).map(str::to_owned)
}

/// What the variables of the inputs say about the pair.
pub fn input_meanings(problem: &Problem, layout: &Layout, var: &dyn Fn(Lit) -> Option<i32>) -> Vec<(i32, String)> {
    words::inputs(problem, layout, var)
}

/// Breaks a comment into lines.
pub fn comment(cnf: &mut Cnf, head: &str, text: &str) {
    let mut lines = Vec::new();
    words::wrapped(head, text, &mut lines);
    lines.iter().for_each(|line| cnf.comment(line));
}

/// Clauses that describe the pairs, all but those of symmetry, with an encoder that knows the inputs.
pub fn clauses_of_pairs(circuit: &Circuit, constraints: &[Constraint]) -> (Encoder, Cnf) {
    let (mut encoder, mut cnf) = (Encoder::new(), Cnf::new());
    encoder.declare_inputs(circuit, &mut cnf);
    for constraint in constraints.iter().filter(|constraint| constraint.block != Block::Symmetry) {
        encoder.clause(circuit, &constraint.clause, &mut cnf);
    }
    (encoder, cnf)
}

/// The scope as an option, and read again.
pub fn scope_override(scope: &Scope) -> String {
    manifest::scope_override(scope)
}

pub fn read_scope(problem: &Problem, text: &str) -> Result<Scope, OverrideError> {
    manifest::read_scope(problem, text)
}

pub fn seal(manifest: &[u8]) -> String {
    manifest::seal(manifest)
}

pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    fs::write(path, bytes).map_err(unwritable(path))
}

/// Writes clauses and a proof that they contradict each other, and checks it.
pub fn prove(dir: &Path, cnf: &Cnf, names: [&str; 2], claim: &str, limits: &SolverLimits) -> Result<(), WriteError> {
    let [cnf_path, proof] = names.map(|name| dir.join(name));
    File::create(&cnf_path)
        .and_then(|file| {
            let mut out = BufWriter::new(file);
            cnf.write(&mut out)?;
            out.flush()
        })
        .map_err(unwritable(&cnf_path))?;
    match solver::proof::prove(cnf, &proof, limits).map_err(WriteError::Prove)? {
        SolveResult::Unsat => {}
        SolveResult::Unknown => return Err(WriteError::GaveUp(claim.to_owned())),
        SolveResult::Sat => return Err(WriteError::Contradiction(claim.to_owned())),
    }
    let text = File::open(&proof).map_err(unwritable(&proof))?;
    let checked = solver::proof::check(cnf, BufReader::new(text));
    checked.map_err(|error| WriteError::InvalidProof { claim: claim.to_owned(), error })
}

/// The names of everything in a folder, if these are regular files: reading a pipe or a device may block forever.
pub fn regular_files(dir: &Path) -> std::io::Result<Result<Vec<String>, String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !entry.file_type()?.is_file() {
            return Ok(Err(name));
        }
        names.push(name);
    }
    if names.is_empty() {
        return Err(ErrorKind::NotFound.into());
    }
    names.sort();
    Ok(Ok(names))
}
