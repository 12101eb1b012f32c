//! Systems other than Linux: there is no sandbox, and starting a program fails.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{ChildStderr, ChildStdin, ChildStdout, ExitStatus};
use std::time::Duration;

use crate::{GroupKind, GroupLimits, GroupUsage, LaunchError, NoControlGroups, Policy, ProgramSpec, Support};

/// Why a program was not started.
#[derive(Debug, thiserror::Error)]
pub enum SpawnError {
    #[error("cannot start the sandbox: {0}; `custodiet doctor` shows what this machine supports")]
    Io(#[from] io::Error),
    #[error(transparent)]
    Launch(#[from] LaunchError),
}

#[derive(Debug)]
pub struct ForkServer {
    never: std::convert::Infallible,
}

impl ForkServer {
    pub fn pid(&self) -> u32 {
        match self.never {}
    }

    pub fn start(_: Option<&Path>, _: &Policy, _: &ProgramSpec) -> Result<Self, SpawnError> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "submissions can be run on Linux only").into())
    }

    pub fn start_within(
        launcher: Option<&Path>,
        policy: &Policy,
        program: &ProgramSpec,
        _: Duration,
    ) -> Result<Self, SpawnError> {
        Self::start(launcher, policy, program)
    }

    pub fn session(&self) -> u32 {
        match self.never {}
    }

    pub fn fork(&mut self) -> Result<Confined, SpawnError> {
        match self.never {}
    }
}

#[derive(Debug)]
pub struct Confined {
    never: std::convert::Infallible,
}

impl Confined {
    pub fn pid(&self) -> u32 {
        match self.never {}
    }

    pub fn session(&self) -> u32 {
        match self.never {}
    }

    pub fn is_forked(&self) -> bool {
        match self.never {}
    }

    pub fn streams(&mut self) -> Option<(ChildStdin, ChildStdout, ChildStderr)> {
        match self.never {}
    }

    pub fn failure(&self, _: &[u8]) -> Option<LaunchError> {
        match self.never {}
    }

    pub fn try_wait(&mut self) -> Option<ProcessExit> {
        match self.never {}
    }

    pub fn kill(&mut self) -> Option<ProcessExit> {
        match self.never {}
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessExit {
    pub status: ExitStatus,
    pub peak: u64,
    pub server_is_gone: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResourceUsage {
    pub cpu: Duration,
    pub queued: Duration,
    pub memory: u64,
    pub threads: u64,
}

#[derive(Debug)]
pub struct ControlGroups {
    never: std::convert::Infallible,
}

impl ControlGroups {
    pub fn create() -> Result<Self, NoControlGroups> {
        Err(NoControlGroups::NotLinux)
    }

    pub fn kind(&self) -> GroupKind {
        match self.never {}
    }

    pub fn group(&self, _: &str, _: GroupLimits) -> io::Result<ControlGroup> {
        match self.never {}
    }

    pub fn abandon(&self) {
        match self.never {}
    }
}

#[derive(Debug)]
pub struct ControlGroup {
    never: std::convert::Infallible,
}

impl ControlGroup {
    pub fn entry_files(&self) -> Vec<PathBuf> {
        match self.never {}
    }

    pub fn add(&self, _: u32) -> io::Result<()> {
        match self.never {}
    }

    pub fn oom_kills(&self) -> u64 {
        match self.never {}
    }

    pub fn limit_hits(&self) -> u64 {
        match self.never {}
    }

    pub fn usage(&self) -> Option<GroupUsage> {
        match self.never {}
    }

    pub fn kill(&self) -> bool {
        match self.never {}
    }
}

pub fn confine_if_asked() {}

pub fn support() -> Support {
    Support { landlock: None, seccomp: false, namespaces: None, root: false, other_users: false, linux: false }
}

pub fn spawn(_: Option<&Path>, _: &Policy, _: &ProgramSpec) -> Result<Confined, SpawnError> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "submissions can be run on Linux only").into())
}

pub fn usage(_: u32) -> Option<ResourceUsage> {
    None
}

pub fn serve_forks() -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

pub fn raise_descriptor_limit() {}

pub fn session_usage(_: u32) -> ResourceUsage {
    ResourceUsage::default()
}

pub fn folder_size(_: &Path, _: u64) -> (u64, u64) {
    (0, 0)
}

pub fn crash_handler() -> Option<String> {
    None
}
