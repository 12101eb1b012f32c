//! A confined program that was started: its streams, its end.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};

use crate::LaunchError;
use crate::fork_server::Forked;
use crate::launch::LaunchReport;

/// How long a launcher may take to end a program, before it is killed with it.
const PATIENCE: Duration = Duration::from_secs(5);

/// A confined program. Dropping it kills the program and everything that it started.
#[derive(Debug)]
pub struct Confined {
    process: Process,
    /// The process id of the program.
    pid: u32,
    token: u64,
    streams: Streams,
    exit: Option<ProcessExit>,
}

#[derive(Debug)]
enum Process {
    /// The launcher, which is the program now, or waits for it.
    Launched(Child),
    /// A process of a fork server.
    Forked(Forked),
}

#[derive(Debug)]
pub(crate) struct Streams {
    pub stdin: Option<ChildStdin>,
    pub stdout: Option<ChildStdout>,
    pub stderr: Option<ChildStderr>,
}

/// How a program exited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessExit {
    pub status: ExitStatus,
    /// The peak of its resident memory, in bytes.
    pub peak: u64,
    /// Nobody knows how it exited: it died with its fork server.
    pub server_is_gone: bool,
}

impl Confined {
    pub(crate) fn launched(child: Child, token: u64, streams: Streams) -> Self {
        let pid = child.id();
        Self { process: Process::Launched(child), pid, token, streams, exit: None }
    }

    pub(crate) fn forked(forked: Forked, streams: Streams) -> Self {
        let pid = forked.pid();
        // A fork server reports failures by its socket, so no line of output is a report.
        Self { process: Process::Forked(forked), pid, token: 0, streams, exit: None }
    }

    /// The launcher has reported the process id of the program.
    pub(crate) fn became(&mut self, pid: u32) {
        self.pid = pid;
    }

    pub(crate) fn stdout(&mut self) -> Option<&mut ChildStdout> {
        self.streams.stdout.as_mut()
    }

    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// The session of a launched program and of everything that it started. A forked one, which starts nothing, stands for itself.
    pub fn session(&self) -> u32 {
        match &self.process {
            Process::Launched(child) => child.id(),
            Process::Forked(forked) => forked.pid(),
        }
    }

    /// Whether it was forked from a server, and is in the control groups of that server.
    pub fn is_forked(&self) -> bool {
        matches!(self.process, Process::Forked(_))
    }

    /// Its standard streams, the first time.
    pub fn streams(&mut self) -> Option<(ChildStdin, ChildStdout, ChildStderr)> {
        let Streams { stdin, stdout, stderr } = &mut self.streams;
        Some((stdin.take()?, stdout.take()?, stderr.take()?))
    }

    /// Why the launcher could not become the program, if this line of output says so.
    pub fn failure(&self, line: &[u8]) -> Option<LaunchError> {
        let Process::Launched(_) = self.process else { return None };
        let report: LaunchReport = serde_json::from_slice(line).ok()?;
        let reason = report.failed.filter(|_| report.token == self.token)?;
        Some(LaunchError { reason })
    }

    /// How it exited, if it has. Everything that it started is killed then.
    pub fn try_wait(&mut self) -> Option<ProcessExit> {
        if self.exit.is_none() {
            self.exit = match &mut self.process {
                Process::Launched(child) if has_exited(child.id()) => {
                    kill_group(child.id());
                    wait(child.id())
                }
                Process::Launched(_) => None,
                Process::Forked(forked) => forked.try_wait(),
            };
        }
        self.exit
    }

    /// Kills it and everything that it started, unless it has exited already. Returns how it exited.
    pub fn kill(&mut self) -> Option<ProcessExit> {
        if self.try_wait().is_none() {
            self.exit = match &mut self.process {
                Process::Launched(child) => {
                    if self.pid != child.id() {
                        ask_to_kill(child.id());
                    }
                    kill_group(child.id());
                    wait(child.id())
                }
                Process::Forked(forked) => Some(forked.kill()),
            };
        }
        self.exit
    }
}

impl Drop for Confined {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Called before the process is waited for, while its number cannot belong to another process.
fn kill_group(pid: u32) {
    if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
        // There is no group yet if the launcher did not get that far.
        let _ = kill_process_group(pid, Signal::KILL);
        let _ = kill_process(pid, Signal::KILL);
    }
}

/// Lets a launcher kill the program and wait for it. Returns when it has, or after a while.
fn ask_to_kill(launcher: u32) {
    let Some(pid) = i32::try_from(launcher).ok().and_then(Pid::from_raw) else { return };
    let since = Instant::now();
    let _ = kill_process(pid, Signal::TERM);
    while !has_exited(launcher) && since.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_micros(100));
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
pub(crate) fn wait(pid: u32) -> Option<ProcessExit> {
    let pid = libc::pid_t::try_from(pid).ok()?;
    let mut status: libc::c_int = 0;
    // SAFETY: a struct of numbers, for which zero is a valid value.
    let mut used: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: writes only to the two variables that it is given.
        let waited = unsafe { libc::wait4(pid, &raw mut status, 0, &raw mut used) };
        if waited == pid {
            let peak = u64::try_from(used.ru_maxrss).unwrap_or(0) * 1024;
            return Some(ProcessExit { status: ExitStatus::from_raw(status), peak, server_is_gone: false });
        }
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return None;
        }
    }
}
