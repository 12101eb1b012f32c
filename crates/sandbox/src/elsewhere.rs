//! Systems other than Linux: there is no sandbox, and everything says so.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{ChildStderr, ChildStdin, ChildStdout, ExitStatus};
use std::time::Duration;

use crate::{Policy, Program, Support};

#[derive(Debug)]
pub struct Confined {
    nothing: std::convert::Infallible,
}

impl Confined {
    pub fn pid(&self) -> u32 {
        match self.nothing {}
    }

    pub fn streams(&mut self) -> Option<(ChildStdin, ChildStdout, ChildStderr)> {
        match self.nothing {}
    }

    pub fn failure(&self, _: &[u8]) -> Option<String> {
        match self.nothing {}
    }

    pub fn ended(&mut self) -> Option<End> {
        match self.nothing {}
    }

    pub fn end(&mut self) -> Option<End> {
        match self.nothing {}
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    pub status: ExitStatus,
    pub peak: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub cpu: Duration,
    pub queued: Duration,
    pub memory: u64,
    pub threads: u64,
}

pub fn confine_if_asked() {}

pub fn support() -> Support {
    Support { landlock: None, seccomp: false, root: false, linux: false }
}

pub fn spawn(_: Option<PathBuf>, _: &Policy, _: &Program) -> io::Result<Confined> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "programs are run on Linux only"))
}

pub fn usage(_: u32) -> Option<Usage> {
    None
}

pub fn folder_size(_: &Path, _: u64) -> (u64, u64) {
    (0, 0)
}
