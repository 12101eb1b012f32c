//! A program of ours that handles untrusted input: confined like a worker, one process for each request.
//!
//! The program prepares itself once and then forks for each request ([`sandbox::serve_forks`]), so that requests cannot touch each
//! other and an answer does not depend on what was asked before. A request is one line, and so is its answer.
//!
//! Invariant: a request that takes too long or too much memory costs its own process and nothing else. Guarded by
//! `crates/custodiet/tests/prove.rs`.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sandbox::{Confined, ForkServer, MemoryLimit, Policy, ProgramSpec, SandboxLevel};

use crate::grade::JobFolder;
use crate::group::LazyGroup;
use crate::limits::{OPEN_FILES, RunLimits, Spent, THREADS};
use crate::line_process::{ExchangeError, LineProcess};
use crate::outcome::Crash;
use crate::worker::{RunConfig, StartError};

/// No answer is longer, in bytes.
const MOST_BYTES: usize = 64 << 20;

/// How to start it.
#[derive(Clone, Debug)]
pub struct ServiceProgram {
    /// The program and its arguments. With these, it must call [`sandbox::serve_forks`].
    pub command: Vec<String>,
    /// What it may read besides itself.
    pub read: Vec<PathBuf>,
    /// In bytes, for each process.
    pub memory: u64,
    /// How long it may take until it can fork.
    pub preparing: Duration,
}

/// A running program.
#[derive(Debug)]
pub struct Service {
    program: ServiceProgram,
    config: RunConfig,
    scratch: PathBuf,
    policy: Policy,
    server: Option<ForkServer>,
    group: LazyGroup,
}

/// The answer to a request.
#[derive(Debug)]
pub struct ServiceAnswer {
    pub line: Vec<u8>,
    pub spent: Spent,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    #[error("it took too long")]
    TimedOut,
    #[error("it took too much memory")]
    OutOfMemory,
    /// A fault of the program.
    #[error("the process {0}")]
    Crashed(String),
    #[error(transparent)]
    NotStarted(#[from] StartError),
}

impl Service {
    /// `job` is the folder of a job that runs nothing else.
    pub fn new(config: &RunConfig, program: ServiceProgram, job: &JobFolder) -> Result<Self, StartError> {
        let scratch = job.fresh_scratch(config).map_err(StartError::Folder)?;
        let policy = Policy {
            layers: config.layers,
            read: program.read.clone(),
            execute: Vec::new(),
            write: if config.layers.level == SandboxLevel::Reduced { Vec::new() } else { vec![scratch.clone()] },
            remove: false,
            memory: program.memory,
            memory_limit: MemoryLimit::Data,
            file_size: config.limits.disk,
            open_files: OPEN_FILES,
            processes: false,
            forks: false,
            user: config.other_user(),
        };
        Ok(Self { program, config: config.clone(), scratch, policy, server: None, group: LazyGroup::default() })
    }

    /// Sends a request and waits for the answer. `limit` is the processor time that it may take.
    pub fn ask(&mut self, request: &[u8], limit: Duration) -> Result<ServiceAnswer, ServiceError> {
        // A server may have been killed, for example by a machine that runs out of memory. The next one gets another chance.
        let forked = match self.fork() {
            Ok(forked) => forked,
            Err(_) => {
                self.server = None;
                self.fork()?
            }
        };
        let limits = RunLimits { test: limit, budget: limit, memory: self.program.memory, ..self.config.limits };
        let group = self.group.get(&self.config, 2 * self.program.memory, THREADS).map_err(StartError::Group)?;
        let process = LineProcess::new(forked, &self.scratch, limits, group).map_err(StartError::Folder)?;
        let mut process = process.with_lines_up_to(MOST_BYTES);
        process.begin();
        process.send(request);
        let lines = process.exchange(limit);
        let spent = process.spent();
        match lines.map(|lines| lines.into_iter().next()) {
            Ok(Some(line)) => {
                process.finish();
                Ok(ServiceAnswer { line, spent })
            }
            Ok(None) => Err(ServiceError::Crashed("sent no answer".to_owned())),
            Err(error) => Err(failed(error, process)),
        }
    }

    fn fork(&mut self) -> Result<Confined, StartError> {
        if self.server.is_none() {
            let server = start(&self.config, &self.policy, &self.program, &self.scratch)?;
            let group = self.group.get(&self.config, 2 * self.program.memory, THREADS).map_err(StartError::Group)?;
            // The server and its process, each with its own limit.
            if let Some(group) = group {
                group.add(server.pid()).map_err(StartError::Group)?;
            }
            self.server = Some(server);
        }
        match &mut self.server {
            Some(server) => Ok(server.fork()?),
            None => Err(StartError::Folder(io::ErrorKind::NotFound.into())),
        }
    }
}

fn start(
    config: &RunConfig,
    policy: &Policy,
    program: &ServiceProgram,
    scratch: &Path,
) -> Result<ForkServer, StartError> {
    let variables = [("HOME", scratch.display().to_string()), ("LANG", "C.UTF-8".to_owned())];
    let env: BTreeMap<String, String> = variables.map(|(name, value)| (name.to_owned(), value)).into();
    let spec = ProgramSpec { command: program.command.clone(), env, folder: scratch.to_owned() };
    Ok(ForkServer::start_within(config.launcher.as_deref(), policy, &spec, program.preparing)?)
}

fn failed(error: ExchangeError, process: LineProcess) -> ServiceError {
    let printed = process.kill().to_text();
    let crashed = |how: String| {
        let printed = printed.trim();
        if printed.contains("memory allocation") {
            return ServiceError::OutOfMemory;
        }
        ServiceError::Crashed(if printed.is_empty() { how } else { format!("{how}: {printed}") })
    };
    match error {
        ExchangeError::TimedOut(_) => ServiceError::TimedOut,
        ExchangeError::OutOfMemory => ServiceError::OutOfMemory,
        ExchangeError::Machine => StartError::Machine.into(),
        ExchangeError::Exited(exit) => crashed(match std::os::unix::process::ExitStatusExt::signal(&exit.status) {
            Some(signal) => Crash::Signal(signal).text("while it worked"),
            None => Crash::Exit(exit.status.code().unwrap_or(-1)).text("while it worked"),
        }),
        other => crashed(other.to_string()),
    }
}
