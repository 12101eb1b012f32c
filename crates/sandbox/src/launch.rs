//! Starts a confined program: the caller's side.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use serde::{Deserialize, Serialize};

use crate::LaunchError;
use crate::confined::{Confined, Streams};
use crate::level::NamespaceAccess;
use crate::policy::{Policy, ProgramSpec};

/// The first argument by which an executable knows that it is the launcher.
pub const LAUNCH_ARGUMENT: &str = "__confine";
/// The variable with the task of the launcher. Other users can read arguments, but not variables, and the token is secret.
pub const LAUNCH_VARIABLE: &str = "CUSTODIET_LAUNCH";
/// The exit code of a launcher that could not start the program.
pub const LAUNCH_FAILED: i32 = 125;
/// How long a launcher may take, however busy the machine is.
const PATIENCE: Duration = Duration::from_mins(1);
/// No report is longer.
const MOST_BYTES: usize = 8 << 10;

/// What the launcher says before it becomes the program, in one line of output. If the program itself cannot be started, it says
/// so in a second line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaunchReport {
    /// Only the launcher knows it: the program cannot forge a report.
    pub token: u64,
    /// The process id of the program.
    pub started: Option<u32>,
    pub failed: Option<String>,
}

/// What the launcher is asked to do.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LauncherTask {
    Launch(LaunchRequest),
    /// Whether programs can run in namespaces.
    Probe {
        token: u64,
        access: NamespaceAccess,
    },
}

#[derive(Debug, Serialize, Deserialize)]
pub struct LaunchRequest {
    pub policy: Policy,
    pub program: ProgramSpec,
    /// The process with which the program has to die.
    pub parent: u32,
    /// The launcher forgets it when it becomes the program.
    pub token: u64,
}

/// Why a program was not started.
#[derive(Debug, thiserror::Error)]
pub enum SpawnError {
    #[error("cannot start the sandbox: {0}; `custodiet doctor` shows what this machine supports")]
    Io(#[from] io::Error),
    #[error(transparent)]
    Launch(#[from] LaunchError),
}

/// Starts the program, confined. `launcher` is an executable that calls `confine_if_asked` first, by default our own.
pub fn spawn(launcher: Option<&Path>, policy: &Policy, program: &ProgramSpec) -> Result<Confined, SpawnError> {
    spawn_with(launcher, policy, program, Stdio::piped())
}

/// The same, with a standard input of the caller's choice.
pub(crate) fn spawn_with(
    launcher: Option<&Path>,
    policy: &Policy,
    program: &ProgramSpec,
    stdin: Stdio,
) -> Result<Confined, SpawnError> {
    let token = new_token();
    let request = LaunchRequest { policy: policy.clone(), program: program.clone(), parent: std::process::id(), token };
    let mut child = start(launcher, &LauncherTask::Launch(request), stdin)?;
    let streams = Streams { stdin: child.stdin.take(), stdout: child.stdout.take(), stderr: child.stderr.take() };
    let mut confined = Confined::launched(child, token, streams);
    let report = match confined.stdout().map(first_line) {
        Some(line) => serde_json::from_slice::<LaunchReport>(&line?).ok().filter(|report| report.token == token),
        None => None,
    };
    match report {
        Some(LaunchReport { started: Some(pid), .. }) => {
            confined.became(pid);
            Ok(confined)
        }
        Some(LaunchReport { failed: Some(reason), .. }) => Err(LaunchError { reason }.into()),
        _ => {
            let exit = confined.kill();
            let how = exit.map_or_else(String::new, |exit| format!(" ({})", exit.status));
            Err(LaunchError { reason: format!("the launcher ended without a report{how}") }.into())
        }
    }
}

/// Which namespaces programs can have. `launcher` is as for [`spawn`].
pub fn probe_namespaces(launcher: Option<&Path>) -> Option<NamespaceAccess> {
    let works = |access: &NamespaceAccess| {
        let token = new_token();
        let Ok(mut child) = start(launcher, &LauncherTask::Probe { token, access: *access }, Stdio::null()) else {
            return false;
        };
        let line = child.stdout.as_mut().and_then(|stdout| first_line(stdout).ok()).unwrap_or_default();
        // It waits for the processes that it started; killed, it would leave them to somebody else.
        let since = Instant::now();
        while matches!(child.try_wait(), Ok(None)) && since.elapsed() < Duration::from_secs(2) {
            std::thread::sleep(Duration::from_micros(200));
        }
        let _ = child.kill();
        let _ = child.wait();
        serde_json::from_slice::<LaunchReport>(&line)
            .is_ok_and(|report| report.token == token && report.started.is_some())
    };
    [NamespaceAccess::Root, NamespaceAccess::User].into_iter().find(works)
}

/// The hasher's keys are random and secret, so this is an unguessable number.
fn new_token() -> u64 {
    RandomState::new().hash_one(())
}

fn start(launcher: Option<&Path>, task: &LauncherTask, stdin: Stdio) -> io::Result<Child> {
    let task = serde_json::to_string(task).map_err(io::Error::other)?;
    // Not by its name: the file may have been replaced since we were started.
    let launcher = launcher.map_or_else(|| PathBuf::from("/proc/self/exe"), Path::to_owned);
    Command::new(launcher)
        .arg(LAUNCH_ARGUMENT)
        .env_clear()
        .env(LAUNCH_VARIABLE, task)
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
}

/// One line, and not a byte more: what follows belongs to the program.
fn first_line(stdout: &mut ChildStdout) -> io::Result<Vec<u8>> {
    let (since, mut line) = (Instant::now(), Vec::new());
    while line.last() != Some(&b'\n') && line.len() < MOST_BYTES {
        let left = PATIENCE.saturating_sub(since.elapsed());
        let timeout = Timespec::try_from(left).map_err(io::Error::other)?;
        match poll(&mut [PollFd::new(&stdout.as_fd(), PollFlags::IN)], Some(&timeout)) {
            Ok(0) => return Err(io::ErrorKind::TimedOut.into()),
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => continue,
            Err(error) => return Err(error.into()),
        }
        let mut byte = [0];
        match stdout.read(&mut byte) {
            Ok(0) => break,
            Ok(_) => line.push(byte[0]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(line)
}
