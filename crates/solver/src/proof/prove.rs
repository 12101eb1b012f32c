//! Lets `CaDiCaL` write a proof.
//!
//! Takes clauses and a path. If the clauses are unsatisfiable, an LRAT proof is written to the path, as text; otherwise
//! nothing is.
//!
//! The clauses go through a file. Through the programming interface `CaDiCaL` numbers original and derived clauses in one
//! sequence; from a file, original clauses get the numbers of their lines, as LRAT requires.
//!
//! Invariant: a proof appears at the path only if it is complete. Guarded by `tests/proofs.rs`.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use cadical_sys::{CaDiCal, Status};

use crate::cadical::Alarm;
use crate::dimacs::Cnf;
use crate::{SolveResult, SolverLimits};

#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    #[error("cannot write `{path}`: {error}")]
    Write { path: PathBuf, error: io::Error },
    #[error("the path `{0}` is not valid Unicode")]
    NotUnicode(PathBuf),
    #[error("the solver does not read its clauses: {0}")]
    Clauses(String),
}

pub fn prove(cnf: &Cnf, out: &Path, limits: &SolverLimits) -> Result<SolveResult, ProveError> {
    if limits.deadline.is_due() {
        return Ok(SolveResult::Unknown);
    }
    let cannot_write = |path: &Path| {
        let path = path.to_owned();
        move |error| ProveError::Write { path, error }
    };
    // Beside the proof, so that a rename moves it into place. `CaDiCaL` compresses by the look of a name, so it never
    // sees the final one.
    let parent = out.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let scratch = tempfile::tempdir_in(parent).map_err(cannot_write(out))?;
    let (clauses, proof) = (scratch.path().join("clauses"), scratch.path().join("proof"));
    write(cnf, &clauses).map_err(cannot_write(&clauses))?;

    let mut solver = CaDiCal::new();
    for (option, value) in [("factor", 0), ("lrat", 1), ("binary", 0)] {
        solver.set(option, value);
    }
    if !solver.trace_proof2(unicode(&proof)?) {
        return Err(cannot_write(&proof)(io::Error::last_os_error()));
    }
    solver.read_dimacs2(unicode(&clauses)?, &mut 0, 1).map_err(ProveError::Clauses)?;
    if let Some(conflicts) = limits.conflicts {
        solver.limit("conflicts", i32::try_from(conflicts).unwrap_or(i32::MAX));
    }
    if let Some(ticks) = limits.ticks {
        solver.limit("ticks", i32::try_from(ticks).unwrap_or(i32::MAX));
    }
    solver.connect_terminator(Alarm(limits.deadline));
    let status = solver.solve();
    solver.disconnect_terminator();
    solver.close_proof_trace(false);
    match status {
        Status::SATISFIABLE => Ok(SolveResult::Sat),
        Status::UNKNOWN => Ok(SolveResult::Unknown),
        Status::UNSATISFIABLE => {
            fs::rename(&proof, out).map_err(cannot_write(out))?;
            Ok(SolveResult::Unsat)
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
