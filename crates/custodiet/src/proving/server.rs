//! `custodiet prove-server`: the process in which submissions are decided. It is started in the sandbox, and not by people.
//!
//! It compiles the problem, and is then forked for each request: one line in, one line out.

use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::time::Duration;

use circuit::Deadline;
use lang::load::load_file;
use lang::scope::override_bounds;
use prove::{DecidedProblem, ProofLimits, ProveAnswer, ProveRequest, answer};
use sandbox::serve_forks;
use solver::SolverLimits;

use crate::error::{Error, Result};
use crate::exit;

/// How long the problem may take.
pub const PREPARING: Duration = Duration::from_mins(10);

#[derive(Debug, clap::Args)]
pub struct Args {
    file: PathBuf,

    #[arg(long)]
    scope: Option<String>,

    /// The name of the problem, which is the module of its types; the file here has another one
    #[arg(long)]
    name: String,

    /// Answers only which functions a submission equals, for which less is prepared
    #[arg(long)]
    explain: bool,
}

pub fn run(args: &Args) -> Result<u8> {
    let internal = |error: std::io::Error| Error::Internal(format!("the prover cannot work: {error}"));
    let mut loaded = load_file(&args.file);
    loaded.problem.name.clone_from(&args.name);
    let mut fault = loaded.has_errors().then(|| "the problem file has errors".to_owned());
    if let Some(bounds) = &args.scope {
        match override_bounds(&loaded.problem, bounds) {
            Ok(scope) => loaded.problem.scope = scope,
            Err(error) => fault = Some(error.to_string()),
        }
    }
    // The last part of the time is for what cannot be interrupted.
    let limits = SolverLimits { deadline: Deadline::after(PREPARING.mul_f64(0.9)), ..SolverLimits::default() };
    let scope = loaded.problem.scope.clone();
    let decided = match fault {
        None if args.explain => Ok(DecidedProblem::without_buckets(&loaded.problem, &scope, limits)),
        None => Ok(DecidedProblem::new(&loaded.problem, &scope, limits).map(DecidedProblem::with_versions)),
        Some(message) => Err(message),
    };
    serve_forks().map_err(internal)?;
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).map_err(internal)?;
    let request: ProveRequest = serde_json::from_str(&line).map_err(|error| internal(error.into()))?;
    let answer = match &decided {
        Ok(decided) => answer(decided, &request, &ProofLimits::default()),
        Err(message) => ProveAnswer::Undecided { message: message.clone() },
    };
    let mut text = serde_json::to_vec(&answer).map_err(|error| internal(error.into()))?;
    text.push(b'\n');
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(&text).and_then(|()| stdout.flush()).map_err(internal)?;
    Ok(exit::FINE)
}
