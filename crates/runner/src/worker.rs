//! One submission in one process: loaded, then called.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{fs, io};

use sandbox::{ControlGroups, LaunchError, Layers, Policy, ProgramSpec, SandboxLevel, SpawnError};
use serde_json::value::RawValue;

use crate::adapter::{Adapter, Tools};
use crate::limits::{OPEN_FILES, RunLimits, Spent};
use crate::line_process::{ExchangeError, LineProcess, Printed};
use crate::outcome::{Crash, Outcome};
use crate::protocol::{
    CallRequest, Load, LoadFailure, LoadFailureKind, LoadReply, ProtocolError, Ready, read_answer, read_reply,
};
use crate::starter::{WorkerProgram, WorkerStarter};

/// How many calls a worker receives before it has answered the first.
const WINDOW: usize = 64;

/// How to run workers: the same for all submissions of a run.
#[derive(Clone, Debug)]
pub struct RunConfig {
    pub layers: Layers,
    pub limits: RunLimits,
    /// An executable that calls `sandbox::confine_if_asked`; our own except in tests.
    pub launcher: Option<PathBuf>,
    /// If workers run as other users, this one. Jobs that run in parallel need different users, because processes of one user can
    /// change each other's memory.
    pub user: u32,
    /// Start every worker as a new process.
    pub cold_start: bool,
    /// In which the kernel counts memory and processes, where it does.
    pub groups: Option<Arc<ControlGroups>>,
}

impl RunConfig {
    /// How to run workers of this language. If only we can use its tools, it cannot run as another user.
    #[must_use]
    pub fn of(&self, language: &Language) -> Self {
        let layers = Layers { other_user: self.layers.other_user && !language.tools.private, ..self.layers };
        Self { layers, ..self.clone() }
    }

    /// The user that programs of this run switch to.
    pub fn other_user(&self) -> Option<u32> {
        self.layers.other_user.then_some(self.user)
    }

    /// If workers run as another user, lets them, and no other users, see what is in the folder of their job.
    pub fn grant_entry(&self, folder: &Path) -> io::Result<()> {
        if self.layers.other_user {
            std::os::unix::fs::chown(folder, None, Some(self.user))?;
            fs::set_permissions(folder, fs::Permissions::from_mode(0o710))?;
        }
        Ok(())
    }

    /// If workers run as another user, lets them write to a folder.
    pub fn grant_writing(&self, folder: &Path) -> io::Result<()> {
        if self.layers.other_user {
            std::os::unix::fs::chown(folder, Some(self.user), Some(self.user))?;
        }
        Ok(())
    }
}

/// A language on this machine.
#[derive(Clone, Debug)]
pub struct Language {
    pub adapter: Adapter,
    pub tools: Tools,
}

/// A loaded submission, ready to be called.
#[derive(Debug)]
pub struct Worker {
    process: LineProcess,
    limits: RunLimits,
    files: Vec<String>,
    pub ready: Ready,
}

/// Why a submission was not loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The submission's fault.
    #[error("{}", .0.message)]
    Failed(Box<LoadFailure>),
    /// Our fault: the program or the sandbox could not be started.
    #[error(transparent)]
    NotStarted(#[from] StartError),
}

/// Why a worker or compiler was not started, through no fault of the submission.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("cannot prepare the working folder: {0}; check that the temporary folder is writable and not full")]
    Folder(#[source] io::Error),
    #[error(transparent)]
    Spawn(#[from] SpawnError),
    #[error("cannot put the worker into a control group: {0}; `custodiet doctor` shows what this machine supports")]
    Group(#[source] io::Error),
    #[error(transparent)]
    Launch(#[from] LaunchError),
    #[error("the machine ran out of memory; free some, or pass a lower --jobs or --memory")]
    Machine,
    #[error("cannot write a request to the worker: {0}")]
    Request(#[from] serde_json::Error),
    #[error("the compiler replied neither `compiled` nor `failed`; run `custodiet adapter test` on its adapter")]
    Compiler,
}

impl LoadError {
    pub(crate) fn failed(why: LoadFailureKind, message: String) -> Self {
        Self::Failed(Box::new(LoadFailure::new(why, message)))
    }

    fn broke_protocol(error: &ProtocolError, phase: Phase) -> Self {
        let crash = Crash::Breach(error.to_string());
        Self::failed(LoadFailureKind::Crashed, crash.text(phase.during()))
    }
}

/// What a worker did with the calls that it was given.
#[derive(Debug)]
pub struct CallResults {
    /// One for each call, in order, up to the last one that was answered or ended the worker.
    pub outcomes: Vec<Outcome>,
    /// Whether the worker cannot be called again.
    pub ended: bool,
    /// Whether it ended because of the machine: then nothing is known about the call that it was working on.
    pub by_machine: bool,
}

impl Worker {
    /// Starts a worker in its own scratch folder and lets it load the submission.
    pub fn start(
        config: &RunConfig,
        language: &Language,
        load: &Load,
        scratch: &Path,
        starter: &mut WorkerStarter,
    ) -> (Result<Self, LoadError>, Printed) {
        let run = &language.adapter.file.run;
        let program = worker_program(config, language, load, scratch);
        let limit = Duration::from_secs(run.load_seconds);
        let mut process = match starter
            .start(config, &program)
            .map_err(StartError::Spawn)
            .and_then(|process| starter.watched(process, config, scratch).map_err(StartError::Group))
        {
            Ok(process) => process,
            Err(error) => return (Err(error.into()), Printed::default()),
        };
        match loaded(&mut process, load, limit, config.limits) {
            Ok(ready) => {
                let files = load.files.clone();
                (Ok(Self { process, limits: config.limits, files, ready }), Printed::default())
            }
            Err(error) => (Err(error), process.kill()),
        }
    }

    /// Makes the calls, in order, until all are answered or the worker cannot continue.
    pub fn call(&mut self, calls: &[&RawValue]) -> CallResults {
        self.call_ahead(calls, WINDOW)
    }

    /// The same, with `window` calls sent before the first is answered.
    pub(crate) fn call_ahead(&mut self, calls: &[&RawValue], window: usize) -> CallResults {
        self.call_until(calls, window, |_| false)
    }

    /// The same, until the time that it has used is enough.
    pub(crate) fn call_within(&mut self, calls: &[&RawValue], enough: impl Fn(Spent) -> bool) -> CallResults {
        self.call_until(calls, WINDOW, enough)
    }

    fn call_until(&mut self, calls: &[&RawValue], window: usize, enough: impl Fn(Spent) -> bool) -> CallResults {
        let mut outcomes = Vec::with_capacity(calls.len());
        let mut sent = 0;
        self.process.begin();
        while outcomes.len() < calls.len() {
            while sent < calls.len() && sent < outcomes.len() + window && self.process.unsent() < 1 << 16 {
                let line = serde_json::to_vec(&CallRequest { test: sent, arguments: calls[sent] }).unwrap_or_default();
                self.process.send(&line);
                sent += 1;
            }
            let lines = match self.process.exchange(self.limits.test) {
                Ok(lines) => lines,
                Err(ExchangeError::Machine) => return CallResults { outcomes, ended: true, by_machine: true },
                Err(error) => {
                    outcomes.push(error.outcome(self.limits));
                    return CallResults { outcomes, ended: true, by_machine: false };
                }
            };
            for line in lines {
                let number = outcomes.len();
                let answer = if number < sent {
                    read_answer(&line, number, &self.files)
                } else {
                    Err(ProtocolError::unsolicited(&line))
                };
                match answer {
                    Ok(outcome) => outcomes.push(outcome),
                    Err(error) => {
                        // An extra answer is blamed on the last test.
                        outcomes.truncate(calls.len() - 1);
                        outcomes.push(ExchangeError::from(error).outcome(self.limits));
                        return CallResults { outcomes, ended: true, by_machine: false };
                    }
                }
            }
            // It already works on the next tests, so it cannot be called again.
            if outcomes.len() < calls.len() && enough(self.process.spent()) {
                return CallResults { outcomes, ended: true, by_machine: false };
            }
        }
        CallResults { outcomes, ended: false, by_machine: false }
    }

    /// The time that it has used, loading included.
    pub fn spent(&self) -> Spent {
        self.process.spent()
    }

    pub fn pid(&self) -> u32 {
        self.process.pid()
    }

    /// Kills it. Returns what the submission printed.
    pub fn kill(self) -> Printed {
        self.process.kill()
    }

    /// Whether it exits successfully by itself when its input is closed.
    pub fn exits_with_its_input(mut self, patience: Duration) -> bool {
        self.process.close(patience).is_some_and(|exit| exit.status.success())
    }

    /// Lets it exit by itself. Returns what the submission printed.
    pub fn finish(self) -> Printed {
        self.process.finish()
    }
}

fn worker_program(config: &RunConfig, language: &Language, load: &Load, scratch: &Path) -> WorkerProgram {
    let run = &language.adapter.file.run;
    let placeholders = Placeholders { language, load, memory: config.limits.memory };
    let policy = Policy {
        layers: config.layers,
        read: placeholders.readable(&run.read),
        execute: Vec::new(),
        // If nothing protects files, it could write wherever its user can.
        write: if config.layers.level == SandboxLevel::Reduced { Vec::new() } else { vec![scratch.to_owned()] },
        remove: false,
        memory: config.limits.memory,
        memory_limit: run.memory,
        file_size: config.limits.disk,
        open_files: OPEN_FILES,
        processes: false,
        forks: false,
        user: config.other_user(),
    };
    let program = placeholders.program(&run.command, &run.env, scratch);
    let server = run.fork_server.as_ref().map(|arguments| {
        let mut server = program.clone();
        server.command.extend(arguments.iter().map(|argument| placeholders.fill(argument)));
        server
    });
    WorkerProgram { policy, program, server }
}

/// The predicate that a worker has loaded.
fn loaded(process: &mut LineProcess, load: &Load, limit: Duration, limits: RunLimits) -> Result<Ready, LoadError> {
    let line = serde_json::to_vec(load).map_err(StartError::Request)?;
    match reply(process, &line, &load.files, limit, limits, Phase::Loading)? {
        LoadReply::Ready(ready) if load.files.contains(&ready.file) && load.predicate.contains(&ready.name) => {
            Ok(ready)
        }
        LoadReply::Ready(ready) => {
            Err(LoadError::broke_protocol(&ProtocolError::wrong_predicate(&ready), Phase::Loading))
        }
        LoadReply::Compiled(_) => Err(LoadError::broke_protocol(&ProtocolError::NotReady, Phase::Loading)),
        LoadReply::Failed(failure) => Err(LoadError::Failed(Box::new(failure))),
    }
}

/// What a program is asked to do, for messages.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Phase {
    Compiling,
    Loading,
}

impl Phase {
    fn verb(self) -> &'static str {
        match self {
            Self::Compiling => "compiling",
            Self::Loading => "loading",
        }
    }

    fn during(self) -> &'static str {
        match self {
            Self::Compiling => "while compiling",
            Self::Loading => "while loading",
        }
    }
}

/// Sends one line and returns the reply to it.
pub(crate) fn reply(
    process: &mut LineProcess,
    line: &[u8],
    files: &[String],
    limit: Duration,
    limits: RunLimits,
    phase: Phase,
) -> Result<LoadReply, LoadError> {
    process.send(line);
    process.begin();
    let lines = process.exchange(limit).map_err(|error| match error.outcome(limits) {
        _ if matches!(error, ExchangeError::Machine) => StartError::Machine.into(),
        Outcome::TimedOut(_) => {
            let message = format!("{} took longer than {} s", phase.verb(), limit.as_secs());
            LoadError::failed(LoadFailureKind::TimedOut, message)
        }
        Outcome::OutOfMemory => {
            LoadError::failed(LoadFailureKind::OutOfMemory, format!("ran out of memory {}", phase.during()))
        }
        Outcome::Crashed(crash) => LoadError::failed(LoadFailureKind::Crashed, crash.text(phase.during())),
        other => LoadError::failed(LoadFailureKind::Crashed, other.detail()),
    })?;
    let [line] = lines.as_slice() else {
        return Err(LoadError::broke_protocol(&ProtocolError::SeveralReplies, phase));
    };
    if let Some(error) = process.failure(line) {
        return Err(StartError::Launch(error).into());
    }
    read_reply(line, files).map_err(|error| LoadError::broke_protocol(&error, phase))
}

/// The values of the placeholders in an adapter's commands, such as `{submission}`.
pub(crate) struct Placeholders<'a> {
    pub language: &'a Language,
    pub load: &'a Load,
    pub memory: u64,
}

impl Placeholders<'_> {
    pub fn fill(&self, pattern: &str) -> String {
        let folder = &self.language.adapter.folder.display().to_string();
        let mebibytes = self.memory >> 20;
        let mut text = pattern
            .replace("{adapter}", folder)
            .replace("{submission}", &self.load.submission)
            .replace("{support}", self.load.support.as_deref().unwrap_or(""))
            .replace("{build}", self.load.build.as_deref().unwrap_or(""))
            .replace("{memory}", &mebibytes.to_string())
            .replace("{heap}", &(mebibytes / 4 * 3).to_string())
            .replace("{seed}", &self.load.seed.to_string());
        for (name, path) in &self.language.tools.paths {
            text = text.replace(&format!("{{{name}}}"), &path.display().to_string());
        }
        text
    }

    pub fn program(&self, command: &[String], env: &BTreeMap<String, String>, scratch: &Path) -> ProgramSpec {
        let scratch_text = scratch.display().to_string();
        let mut all = BTreeMap::from([
            ("HOME".to_owned(), scratch_text.clone()),
            ("TMPDIR".to_owned(), scratch_text),
            ("LANG".to_owned(), "C.UTF-8".to_owned()),
            ("PATH".to_owned(), "/usr/local/bin:/usr/bin:/bin".to_owned()),
        ]);
        all.extend(env.iter().map(|(name, value)| (name.clone(), self.fill(value))));
        let command = command.iter().map(|part| self.fill(part)).collect();
        ProgramSpec { command, env: all, folder: scratch.to_owned() }
    }

    /// What the program may read: the submission, its support and build folders, the adapter, and what the tools need.
    pub fn readable(&self, more: &[String]) -> Vec<PathBuf> {
        let load = self.load;
        let own = [Some(&load.submission), load.support.as_ref(), load.build.as_ref()];
        let mut read: Vec<PathBuf> = own.into_iter().flatten().map(PathBuf::from).collect();
        read.push(self.language.adapter.folder.clone());
        read.extend(self.language.tools.paths.values().flat_map(|tool| libraries(tool)));
        read.extend(more.iter().map(|path| PathBuf::from(self.fill(path))));
        read
    }
}

/// What a tool needs: for `…/bin/python3` the folder `…/lib`, for an installation folder everything in it.
fn libraries(tool: &Path) -> Vec<PathBuf> {
    if tool.is_dir() {
        return vec![tool.to_owned()];
    }
    let prefix = tool.parent().and_then(Path::parent);
    let beside = prefix.into_iter().flat_map(|prefix| [prefix.join("lib"), prefix.join("lib64")]);
    beside.filter_map(|path| fs::canonicalize(path).ok()).chain([tool.to_owned()]).collect()
}
