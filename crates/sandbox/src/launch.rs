//! Starts a confined program: the caller's side.

use std::hash::{BuildHasher, RandomState};
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};
use serde::{Deserialize, Serialize};

use crate::LaunchError;
use crate::policy::{Policy, ProgramSpec};

/// The first argument by which an executable knows that it is the launcher.
pub const LAUNCH_ARGUMENT: &str = "__confine";

/// The only line of output if a program could not be confined, and was not started.
#[derive(Debug, Serialize, Deserialize)]
pub struct LaunchFailure {
    /// The reason.
    pub sandbox: String,
    pub token: u64,
}

/// What the launcher is asked to do.
#[derive(Debug, Serialize, Deserialize)]
pub struct LaunchRequest {
    pub policy: Policy,
    pub program: ProgramSpec,
    /// The process with which the program has to die.
    pub parent: u32,
    /// The launcher forgets it when it becomes the program, so the program cannot forge a [`LaunchFailure`].
    pub token: u64,
}

/// A confined program. Dropping it kills the program and everything that it started.
#[derive(Debug)]
pub struct Confined {
    child: Child,
    token: u64,
    exit: Option<ProcessExit>,
}

/// How a program exited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessExit {
    pub status: ExitStatus,
    /// The peak of its resident memory, in bytes.
    pub peak: u64,
}

/// Starts the program, confined. `launcher` is an executable that calls `confine_if_asked` first, by default our own.
pub fn spawn(launcher: Option<PathBuf>, policy: &Policy, program: &ProgramSpec) -> io::Result<Confined> {
    // The hasher's keys are random and secret, so this is an unguessable number.
    let token = RandomState::new().hash_one(());
    let request = LaunchRequest { policy: policy.clone(), program: program.clone(), parent: std::process::id(), token };
    let request = serde_json::to_string(&request).map_err(io::Error::other)?;
    // Not by its name: the file may have been replaced since we were started.
    let launcher = launcher.unwrap_or_else(|| PathBuf::from("/proc/self/exe"));
    let child = Command::new(launcher)
        .args([LAUNCH_ARGUMENT, &request])
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    Ok(Confined { child, token, exit: None })
}

impl Confined {
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Its standard streams, the first time.
    pub fn streams(&mut self) -> Option<(ChildStdin, ChildStdout, ChildStderr)> {
        Some((self.child.stdin.take()?, self.child.stdout.take()?, self.child.stderr.take()?))
    }

    /// The launcher's error, if this line of output is one.
    pub fn failure(&self, line: &[u8]) -> Option<LaunchError> {
        let failure: LaunchFailure = serde_json::from_slice(line).ok()?;
        (failure.token == self.token).then_some(LaunchError { reason: failure.sandbox })
    }

    /// How it exited, if it has. Everything that it started is killed then.
    pub fn try_wait(&mut self) -> Option<ProcessExit> {
        if self.exit.is_none() && has_exited(self.child.id()) {
            self.kill_group();
            self.exit = wait(self.child.id());
        }
        self.exit
    }

    /// Kills it and everything that it started, unless it has exited already. Returns how it exited.
    pub fn kill(&mut self) -> Option<ProcessExit> {
        if self.try_wait().is_none() {
            self.kill_group();
            self.exit = wait(self.child.id());
        }
        self.exit
    }

    /// Called before the process is waited for, while its number cannot belong to another process.
    fn kill_group(&self) {
        if let Some(pid) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            // There is no group yet if the launcher did not get that far.
            let _ = kill_process_group(pid, Signal::KILL);
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

/// Whether a child has exited. It is not waited for, so its number stays its own.
fn has_exited(pid: u32) -> bool {
    let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) else { return false };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(waitid(WaitId::Pid(pid), options), Ok(Some(_)))
}

/// Waits for a child. `Child::wait` does not report how much memory it used.
#[expect(unsafe_code, reason = "no safe function waits and reports resource usage")]
fn wait(pid: u32) -> Option<ProcessExit> {
    let pid = libc::pid_t::try_from(pid).ok()?;
    let mut status: libc::c_int = 0;
    // SAFETY: a struct of numbers, for which zero is a valid value.
    let mut used: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: writes only to the two variables that it is given.
        let waited = unsafe { libc::wait4(pid, &raw mut status, 0, &raw mut used) };
        if waited == pid {
            let peak = u64::try_from(used.ru_maxrss).unwrap_or(0) * 1024;
            return Some(ProcessExit { status: ExitStatus::from_raw(status), peak });
        }
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return None;
        }
    }
}

impl Drop for Confined {
    fn drop(&mut self) {
        self.kill();
    }
}
