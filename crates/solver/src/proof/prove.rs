//! Has `CaDiCaL` write a proof.
//!
//! Takes clauses and a path; if the clauses contradict each other, there is an LRAT proof at the path afterwards, as
//! text; otherwise there is nothing.
//!
//! The clauses go through a file. Through the programming interface `CaDiCaL` numbers given and derived clauses in one
//! sequence; from a file, given clauses have the numbers of their lines, as LRAT wants.
//!
//! Invariant: a proof is at the path only if it is whole. Guarded by `tests/proofs.rs`.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use cadical_sys::{CaDiCal, Status};

use crate::dimacs::Cnf;
use crate::{Answer, Limits};

#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    #[error("cannot write `{path}`: {error}")]
    Write { path: PathBuf, error: io::Error },
    #[error("the path `{0}` is not valid Unicode")]
    NotUnicode(PathBuf),
    #[error("the solver does not read its clauses: {0}")]
    Clauses(String),
}

pub fn prove(cnf: &Cnf, out: &Path, limits: &Limits) -> Result<Answer, ProveError> {
    let deadline = limits.start();
    if deadline.is_reached() {
        return Ok(Answer::Unknown);
    }
    // Names of our own also keep `CaDiCaL` from compressing by the look of the name.
    let (clauses, proof) = (Scratch::beside(out, "clauses")?, Scratch::beside(out, "proof")?);
    let cannot_write = |path: &Path| {
        let path = path.to_owned();
        move |error| ProveError::Write { path, error }
    };
    write(cnf, &clauses.0).map_err(cannot_write(&clauses.0))?;

    let mut solver = CaDiCal::new();
    for (option, value) in [("factor", 0), ("lrat", 1), ("binary", 0)] {
        solver.set(option, value);
    }
    if !solver.trace_proof2(unicode(&proof.0)?) {
        return Err(cannot_write(&proof.0)(io::Error::last_os_error()));
    }
    solver.read_dimacs2(unicode(&clauses.0)?, &mut 0, 1).map_err(ProveError::Clauses)?;
    if let Some(conflicts) = limits.conflicts {
        solver.limit("conflicts", i32::try_from(conflicts).unwrap_or(i32::MAX));
    }
    solver.connect_terminator(deadline);
    let status = solver.solve();
    solver.disconnect_terminator();
    solver.close_proof_trace(false);
    match status {
        Status::SATISFIABLE => Ok(Answer::Sat),
        Status::UNKNOWN => Ok(Answer::Unknown),
        Status::UNSATISFIABLE => {
            fs::rename(&proof.0, out).map_err(cannot_write(out))?;
            Ok(Answer::Unsat)
        }
    }
}

fn write(cnf: &Cnf, path: &Path) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    cnf.write_clauses(&mut file)?;
    file.flush()
}

fn unicode(path: &Path) -> Result<&str, ProveError> {
    path.to_str().ok_or_else(|| ProveError::NotUnicode(path.to_owned()))
}

/// A file that is gone when it is no longer needed.
struct Scratch(PathBuf);

impl Scratch {
    fn beside(path: &Path, purpose: &str) -> Result<Self, ProveError> {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{}.{purpose}.part", std::process::id()));
        let path = PathBuf::from(name);
        unicode(&path)?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // It was renamed, or never made, or cannot be helped.
        let _ = fs::remove_file(&self.0);
    }
}
