//! Compiles submissions, if their language needs it. A warm compiler serves many, one after the other.

use std::path::Path;
use std::time::Duration;

use sandbox::{Policy, spawn};

use crate::group::LazyGroup;
use crate::limits::{OPEN_FILES, RunLimits, THREADS};
use crate::line_process::{LineProcess, Printed};
use crate::protocol::{CompileRequest, Load, LoadFailure, LoadReply};
use crate::worker::{Language, LoadError, Phase, Placeholders, RunConfig, StartError, reply};

/// A compiler that may still be running.
#[derive(Debug, Default)]
pub struct SubmissionCompiler {
    warm: Option<LineProcess>,
    group: LazyGroup,
}

impl SubmissionCompiler {
    /// Compiles a submission into its `build` folder, if its language needs it. `job` is the folder that contains the
    /// submission's copy and nothing of other submissions; a warm compiler sees what is put there later. Also returns what
    /// the compiler printed, if it was killed.
    pub fn compile(
        &mut self,
        config: &RunConfig,
        language: &Language,
        load: &Load,
        job: &Path,
        scratch: &Path,
    ) -> (Result<(), LoadError>, Printed) {
        let mut printed = Printed::default();
        let compiled = self.asked(config, language, &CompileRequest::Compile(load), job, scratch, &mut printed);
        (compiled, printed)
    }

    /// Whether the compiler can use what the instructor supplies, such as a prelude. `load` names no submission.
    pub fn check(
        &mut self,
        config: &RunConfig,
        language: &Language,
        load: &Load,
        job: &Path,
        scratch: &Path,
    ) -> Result<(), LoadError> {
        self.asked(config, language, &CompileRequest::Check(load), job, scratch, &mut Printed::default())
    }

    fn asked(
        &mut self,
        config: &RunConfig,
        language: &Language,
        request: &CompileRequest<'_>,
        job: &Path,
        scratch: &Path,
        printed: &mut Printed,
    ) -> Result<(), LoadError> {
        let (CompileRequest::Compile(load) | CompileRequest::Check(load)) = request;
        let Some(compile) = &language.adapter.file.compile else { return Ok(()) };
        let limits = RunLimits { memory: compile.memory_mib << 20, disk: 256 << 20, ..config.limits };
        let mut process = match self.warm.take() {
            Some(process) => process,
            None => {
                let placeholders = Placeholders { language, load, memory: limits.memory };
                let mut read = placeholders.readable(&compile.read);
                read.push(job.to_owned());
                let policy = Policy {
                    layers: config.layers,
                    read,
                    execute: compile.execute.iter().map(|path| placeholders.fill(path).into()).collect(),
                    write: vec![job.join("build"), scratch.to_owned()],
                    remove: true,
                    memory: limits.memory,
                    memory_limit: compile.memory,
                    file_size: limits.disk,
                    open_files: OPEN_FILES,
                    processes: compile.processes > 0,
                    forks: false,
                    user: config.other_user(),
                };
                let program = placeholders.program(&compile.command, &compile.env, scratch);
                let process = spawn(config.launcher.as_deref(), &policy, &program).map_err(StartError::Spawn)?;
                let group = self.group.get(config, limits.memory, u64::from(compile.processes) + THREADS);
                let watched = group.and_then(|group| LineProcess::new(process, scratch, limits, group));
                let process = watched.map_err(StartError::Group)?;
                if compile.processes > 0 { process.with_children() } else { process }
            }
        };
        let line = serde_json::to_vec(request).map_err(StartError::Request)?;
        let limit = Duration::from_secs(compile.seconds);
        let replied = reply(&mut process, &line, &load.files, limit, limits, Phase::Compiling);
        // A compiler that replied can serve the next submission. One that timed out or crashed cannot.
        if compile.warm && replied.is_ok() {
            self.warm = Some(process);
        } else {
            *printed = process.kill();
        }
        match replied? {
            LoadReply::Compiled(true) => Ok(()),
            LoadReply::Failed(failure) => {
                Err(LoadError::Failed(Box::new(LoadFailure { before_running: true, ..failure })))
            }
            LoadReply::Compiled(false) | LoadReply::Ready(_) => Err(StartError::Compiler.into()),
        }
    }
}
