//! Starts the workers of one language for one job, as fast as the language allows.
//!
//! A language with a fork server has it started once for each seed; its workers are forked from there. Other workers are started
//! ahead, while the one before them runs, if there will be one more. With [`RunConfig::cold_start`], and without a sandbox, every
//! worker is a new process that nothing has happened in.
//!
//! A server that cannot be used is no reason to fail: its workers are started as new processes then, which answer the same, later.

use std::io;
use std::path::Path;

use sandbox::{Confined, ForkServer, Policy, ProgramSpec, SandboxLevel, SpawnError, spawn};

use crate::group::LazyGroup;
use crate::limits::THREADS;
use crate::line_process::LineProcess;
use crate::worker::RunConfig;

/// Servers and workers that are kept: one for the tests, one for repeating them with another seed.
const MOST_KEPT: usize = 2;

#[derive(Debug, Default)]
pub struct WorkerStarter {
    servers: Vec<(Identity, ServerState)>,
    ahead: Vec<(Identity, Confined)>,
    expects_more: bool,
    group: LazyGroup,
}

/// What a worker is started with. Only workers that are started with the same can replace each other.
type Identity = String;

#[derive(Debug)]
enum ServerState {
    Running(Box<ForkServer>),
    Unusable,
}

/// A program to start, and how it is started as a fork server, if it can be one.
#[derive(Debug)]
pub(crate) struct WorkerProgram {
    pub policy: Policy,
    pub program: ProgramSpec,
    pub server: Option<ProgramSpec>,
}

impl WorkerStarter {
    /// Whether it is worth starting workers ahead: there are more submissions to come.
    pub fn expect_more(&mut self, more: bool) {
        self.expects_more = more;
        if !more {
            self.ahead.clear();
        }
    }

    /// The sessions of fork servers that are running.
    pub fn sessions(&self) -> Vec<u32> {
        let running = |(_, state): &(Identity, ServerState)| match state {
            ServerState::Running(server) => Some(server.session()),
            ServerState::Unusable => None,
        };
        self.servers.iter().filter_map(running).collect()
    }

    /// The worker, with all its limits in force.
    pub(crate) fn watched(&mut self, process: Confined, config: &RunConfig, scratch: &Path) -> io::Result<LineProcess> {
        let group = self.group.get(config, config.limits.memory, THREADS)?;
        LineProcess::new(process, scratch, config.limits, group)
    }

    /// A worker that has not loaded anything yet.
    pub(crate) fn start(&mut self, config: &RunConfig, worker: &WorkerProgram) -> Result<Confined, SpawnError> {
        let launcher = config.launcher.as_deref();
        let start = || spawn(launcher, &worker.policy, &worker.program);
        if config.cold_start || config.layers.level == SandboxLevel::None {
            return start();
        }
        // A folder that was replaced is another one for whatever was started with it.
        let folder =
            std::fs::metadata(&worker.program.folder).map_or(0, |found| std::os::unix::fs::MetadataExt::ino(&found));
        let identity = serde_json::to_string(&(&worker.policy, &worker.program, folder)).unwrap_or_default();
        if worker.server.is_some() {
            return match self.fork(config, worker, &identity) {
                Some(forked) => Ok(forked),
                None => start(),
            };
        }
        let ready = self.ahead.iter_mut().position(|(of, process)| *of == identity && process.try_wait().is_none());
        let started = match ready {
            Some(place) => self.ahead.swap_remove(place).1,
            None => start()?,
        };
        if self.expects_more {
            self.ahead.retain(|(of, _)| *of != identity);
            self.ahead.truncate(MOST_KEPT - 1);
            // If this one fails, so will the next one, which reports it.
            self.ahead.extend(start().ok().map(|process| (identity, process)));
        }
        Ok(started)
    }

    /// `None` if there is no server that can be used.
    fn fork(&mut self, config: &RunConfig, worker: &WorkerProgram, identity: &Identity) -> Option<Confined> {
        let program = worker.server.as_ref()?;
        // A server may have been killed, for example by a machine that runs out of memory. The next one gets another chance.
        for _ in 0..2 {
            let place = match self.servers.iter().position(|(of, _)| of == identity) {
                Some(place) => place,
                None => {
                    let server = ForkServer::start(config.launcher.as_deref(), &worker.policy, program).ok();
                    // Its workers are in the same group.
                    let group = self.group.get(config, config.limits.memory, THREADS).ok()?;
                    let joined = |server: &ForkServer| group.is_none_or(|group| group.add(server.pid()).is_ok());
                    let state = match server.filter(joined) {
                        Some(server) => ServerState::Running(Box::new(server)),
                        None => ServerState::Unusable,
                    };
                    self.servers.truncate(MOST_KEPT - 1);
                    self.servers.insert(0, (identity.clone(), state));
                    0
                }
            };
            match &mut self.servers.get_mut(place)?.1 {
                ServerState::Unusable => return None,
                ServerState::Running(server) => match server.fork() {
                    Ok(forked) => return Some(forked),
                    Err(_) => drop(self.servers.remove(place)),
                },
            }
        }
        None
    }
}
