//! Starts a confined program: the caller's side.

use std::hash::{BuildHasher, RandomState};
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};
use serde::{Deserialize, Serialize};

use crate::policy::{Policy, Program};

/// The first argument by which an executable knows that it is to confine itself.
pub const ASK: &str = "__confine";

/// The only line of output if a program could not be confined, and was not started.
#[derive(Debug, Serialize, Deserialize)]
pub struct Failure {
    /// Why.
    pub sandbox: String,
    pub token: u64,
}

/// What the launcher is told.
#[derive(Debug, Serialize, Deserialize)]
pub struct Orders {
    pub policy: Policy,
    pub program: Program,
    /// The process whose end is to be the program's end.
    pub parent: u32,
    /// Known to the launcher and forgotten when it becomes the program, which so cannot speak in its name.
    pub token: u64,
}

/// A confined program. When it is dropped, it is ended, with all that it started.
#[derive(Debug)]
pub struct Confined {
    child: Child,
    token: u64,
    ended: Option<End>,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    pub status: ExitStatus,
    /// The most resident memory it ever had, in bytes.
    pub peak: u64,
}

/// Starts the program, confined. `launcher` is an executable that calls `confine_if_asked` first, as a rule our own.
pub fn spawn(launcher: Option<PathBuf>, policy: &Policy, program: &Program) -> io::Result<Confined> {
    // Its keys are random, and nobody sees them.
    let token = RandomState::new().hash_one(());
    let orders = Orders { policy: policy.clone(), program: program.clone(), parent: std::process::id(), token };
    let orders = serde_json::to_string(&orders).map_err(io::Error::other)?;
    // Not by its name: it may have been replaced since we were started.
    let launcher = launcher.unwrap_or_else(|| PathBuf::from("/proc/self/exe"));
    let child = Command::new(launcher)
        .args([ASK, &orders])
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    Ok(Confined { child, token, ended: None })
}

impl Confined {
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Its standard streams, once.
    pub fn streams(&mut self) -> Option<(ChildStdin, ChildStdout, ChildStderr)> {
        Some((self.child.stdin.take()?, self.child.stdout.take()?, self.child.stderr.take()?))
    }

    /// If this line of its output says so: why it could not be confined, and was not started.
    pub fn failure(&self, line: &[u8]) -> Option<String> {
        let failure: Failure = serde_json::from_slice(line).ok()?;
        (failure.token == self.token).then_some(failure.sandbox)
    }

    /// How it ended, if it has. What it started is ended then.
    pub fn ended(&mut self) -> Option<End> {
        if self.ended.is_none() && has_ended(self.child.id()) {
            self.kill();
            self.ended = wait(self.child.id());
        }
        self.ended
    }

    /// Ends it and all that it started, and says how it ended.
    pub fn end(&mut self) -> Option<End> {
        if self.ended().is_none() {
            self.kill();
            self.ended = wait(self.child.id());
        }
        self.ended
    }

    /// The group first, while the number is surely its own: the process is not waited for yet.
    fn kill(&mut self) {
        if let Some(pid) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            // There is no group yet if the launcher did not get that far.
            let _ = kill_process_group(pid, Signal::KILL);
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

/// Whether a child has ended. It is not waited for: its number stays its own.
fn has_ended(pid: u32) -> bool {
    let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) else { return false };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(waitid(WaitId::Pid(pid), options), Ok(Some(_)))
}

/// Waits for a child; the library's own way does not tell how much memory it used.
#[expect(unsafe_code, reason = "no safe function waits and tells what was used")]
fn wait(pid: u32) -> Option<End> {
    let pid = libc::pid_t::try_from(pid).ok()?;
    let mut status: libc::c_int = 0;
    // SAFETY: a struct of numbers, for which zero is a value.
    let mut used: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: writes to the two variables it is given, and to nothing else.
        let waited = unsafe { libc::wait4(pid, &raw mut status, 0, &raw mut used) };
        if waited == pid {
            let peak = u64::try_from(used.ru_maxrss).unwrap_or(0) * 1024;
            return Some(End { status: ExitStatus::from_raw(status), peak });
        }
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return None;
        }
    }
}

impl Drop for Confined {
    fn drop(&mut self) {
        self.end();
    }
}
