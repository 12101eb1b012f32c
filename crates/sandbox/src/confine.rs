//! Confines this process and becomes the program: the launcher's side.
//!
//! Each step takes away what the next one does not need. Memory is limited last, since the launcher itself may need more.

use std::fs;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::fs::Mode;
use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, Signal, getpid, getppid, set_parent_process_death_signal, setrlimit, setsid};
use rustix::thread::{
    CapabilitiesSecureBits, CapabilitySet, CapabilitySets, set_capabilities, set_capabilities_secure_bits,
    set_no_new_privs, set_thread_groups, set_thread_res_gid, set_thread_res_uid,
};

use crate::files::FileAccess;
use crate::launch::{LAUNCH_ARGUMENT, LAUNCH_FAILED, LAUNCH_VARIABLE, LaunchReport, LaunchRequest, LauncherTask};
use crate::level::NamespaceAccess;
use crate::namespaces::Role;
use crate::policy::{MemoryLimit, Policy};
use crate::{SandboxLevel, calls, crashes, files, namespaces, private_root};

/// Why the launcher could not become the program. Sent to the caller as text, see [`LaunchReport`].
#[derive(Debug, thiserror::Error)]
pub enum ConfineError {
    #[error("the launcher received no request")]
    NoRequest,
    #[error("the launcher cannot read its request: {0}")]
    Request(#[source] serde_json::Error),
    #[error("the request does not name a program")]
    NoProgram,
    #[error("the grader has exited")]
    ParentExited,
    #[error("cannot {step}: {source}")]
    Step { step: &'static str, source: Errno },
    #[error("cannot switch to user {user}: {source}")]
    User { user: u32, source: Errno },
    #[error("cannot list open files in /proc/self/fd: {0}")]
    OpenFiles(#[source] io::Error),
    #[error("cannot filter system calls (seccomp): {0}")]
    Seccomp(#[from] seccompiler::Error),
    #[error("cannot restrict files (Landlock): {0}")]
    Landlock(#[from] landlock::RulesetError),
    #[error("cannot restrict files (Landlock): {0}")]
    Path(#[from] landlock::PathFdError),
    #[error("cannot restrict files (Landlock): the kernel does not enforce the rules")]
    NotEnforced,
    #[error("cannot set up the user namespace: {0}")]
    UserMap(#[source] io::Error),
    #[error("cannot start a process in the namespaces: {0}")]
    Fork(#[source] io::Error),
    #[error("a process in the namespaces was not told its process id: {0}")]
    NoProcessId(#[source] io::Error),
    #[error("cannot detach from the standard streams: {0}")]
    Streams(#[source] io::Error),
    #[error("cannot mount `{}` into the private root: {source}", path.display())]
    PrivateRoot { path: PathBuf, source: io::Error },
    #[error("cannot start `{program}`: {source}")]
    Exec { program: String, source: io::Error },
}

/// If this process was started by the sandbox: confines it and becomes the program. Must be the first call in `main`.
pub fn confine_if_asked() {
    if std::env::args().nth(1).as_deref() != Some(LAUNCH_ARGUMENT) {
        return;
    }
    let (error, token) =
        match std::env::var(LAUNCH_VARIABLE).ok().map(|request| serde_json::from_str::<LauncherTask>(&request)) {
            Some(Ok(LauncherTask::Launch(request))) => (become_program(&request), request.token),
            Some(Ok(LauncherTask::Probe { token, access })) => (probe(access, token), token),
            Some(Err(error)) => (ConfineError::Request(error), 0),
            None => (ConfineError::NoRequest, 0),
        };
    report(&LaunchReport { token, started: None, failed: Some(error.to_string()) });
    std::process::exit(LAUNCH_FAILED);
}

fn report(report: &LaunchReport) {
    let mut stdout = io::stdout().lock();
    let _ = writeln!(stdout, "{}", serde_json::to_string(report).unwrap_or_default());
    let _ = stdout.flush();
}

/// Tries what programs in namespaces need, without starting one. Returns only if a step failed.
fn probe(access: NamespaceAccess, token: u64) -> ConfineError {
    let entered = namespaces::enter(access).and_then(|role| match role {
        Role::Launcher(end) => end.imitate(),
        Role::Program(pid) => {
            let system: Vec<_> = files::SYSTEM.iter().map(|path| (path.into(), FileAccess::Read)).collect();
            private_root::enter(&system).map(|()| pid)
        }
    });
    match entered {
        Err(error) => error,
        Ok(pid) => {
            report(&LaunchReport { token, started: Some(pid), failed: None });
            std::process::exit(0);
        }
    }
}

/// Returns only if a step failed.
fn become_program(request: &LaunchRequest) -> ConfineError {
    match confine(request) {
        Err(error) => error,
        Ok(mut command) => {
            let program = command.get_program().display().to_string();
            ConfineError::Exec { program, source: command.exec() }
        }
    }
}

fn confine(request: &LaunchRequest) -> Result<Command, ConfineError> {
    let (policy, program) = (&request.policy, &request.program);
    let [path, arguments @ ..] = program.command.as_slice() else { return Err(ConfineError::NoProgram) };
    // A session of its own: no terminal, and a process group that can be killed as a whole.
    setsid().map_err(failed("create a session"))?;
    only_standard_streams()?;
    // Programs run as other users, who must be able to enter the private root.
    rustix::process::umask(Mode::from_raw_mode(0o022));
    die_with(request.parent)?;
    // Also for the launcher, which ends like its program.
    crashes::leave_no_image().map_err(failed("set resource limits"))?;
    let pid = match policy.layers.namespaces {
        None => getpid().as_raw_nonzero().get().cast_unsigned(),
        Some(access) => match namespaces::enter(access)? {
            Role::Launcher(end) => end.imitate(),
            Role::Program(outside) => {
                let mut rules = files::rules(policy, Path::new(path));
                // It must exist to be entered.
                rules.push((program.folder.clone(), FileAccess::Read));
                private_root::enter(&rules)?;
                outside
            }
        },
    };
    default_signals();
    let mut command = Command::new(path);
    command.args(arguments).env_clear().envs(&program.env).current_dir(&program.folder);
    let calls = match policy.layers.level {
        SandboxLevel::None => Vec::new(),
        SandboxLevel::Reduced | SandboxLevel::Full => {
            calls::filters(policy, getpid()).map_err(seccompiler::Error::from)?
        }
    };
    if let Some(user) = policy.user {
        switch_user(user).map_err(|source| ConfineError::User { user, source })?;
    }
    if policy.layers.namespaces.is_none() {
        // Once more, since switching users resets it.
        die_with(request.parent)?;
    }
    if policy.layers.level != SandboxLevel::None {
        drop_capabilities().map_err(failed("drop capabilities"))?;
        set_no_new_privs(true).map_err(failed("set no_new_privs"))?;
    }
    if policy.layers.landlock {
        files::restrict(policy, Path::new(path))?;
    }
    limit_resources(policy)?;
    for filter in &calls {
        seccompiler::apply_filter(filter)?;
    }
    report(&LaunchReport { token: request.token, started: Some(pid), failed: None });
    Ok(command)
}

fn failed(step: &'static str) -> impl FnOnce(Errno) -> ConfineError {
    move |source| ConfineError::Step { step, source }
}

/// A program that is started in the background of a script inherits signals that are ignored; that must not change outcomes.
#[expect(unsafe_code, reason = "no safe function resets the action of a signal")]
fn default_signals() {
    for signal in 1..=libc::SIGRTMAX() {
        // SAFETY: no handler is installed. Two signals cannot be changed, and keep their default action anyway.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

/// Lets the kernel kill this process when the grader is gone.
fn die_with(parent: u32) -> Result<(), ConfineError> {
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(failed("set the parent death signal"))?;
    let found = getppid().map(|parent| parent.as_raw_nonzero().get().cast_unsigned());
    if found == Some(parent) { Ok(()) } else { Err(ConfineError::ParentExited) }
}

fn limit_resources(policy: &Policy) -> Result<(), ConfineError> {
    let limit = |resource, most: u64| {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) }).map_err(failed("set resource limits"))
    };
    limit(Resource::Fsize, policy.file_size)?;
    limit(Resource::Nofile, policy.open_files)?;
    limit(Resource::Memlock, 0)?;
    limit(Resource::Msgqueue, 0)?;
    // Timers and queued signals are counted per user, not per process.
    limit(Resource::Sigpending, 64)?;
    limit(Resource::Data, policy.memory)?;
    if policy.memory_limit == MemoryLimit::AddressSpace {
        limit(Resource::As, policy.memory)?;
    }
    Ok(())
}

/// Everything else that is open is closed when the program starts.
#[expect(unsafe_code, reason = "no safe function closes a range of descriptors")]
fn only_standard_streams() -> Result<(), ConfineError> {
    let flag = libc::c_int::try_from(libc::CLOSE_RANGE_CLOEXEC).unwrap_or(0);
    // SAFETY: marks descriptors to be closed by `exec`; none is closed while it is in use.
    if unsafe { libc::close_range(3, libc::c_uint::MAX, flag) } == 0 {
        return Ok(());
    }
    // Linux before 5.11.
    let open = fs::read_dir("/proc/self/fd").map_err(ConfineError::OpenFiles)?;
    let numbers = open.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<libc::c_int>().ok());
    for number in numbers.filter(|number| *number > 2) {
        // SAFETY: as above; if the descriptor is no longer open, the error does not matter.
        unsafe { libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC) };
    }
    Ok(())
}

fn switch_user(user: u32) -> Result<(), Errno> {
    let (uid, gid) = (rustix::process::Uid::from_raw(user), rustix::process::Gid::from_raw(user));
    set_thread_groups(&[])?;
    set_thread_res_gid(gid, gid, gid)?;
    set_thread_res_uid(uid, uid, uid)
}

/// Root without capabilities is an ordinary user who owns many files.
fn drop_capabilities() -> Result<(), Errno> {
    // Only root may do this; others have nothing to lock.
    let _ = set_capabilities_secure_bits(
        CapabilitiesSecureBits::NO_ROOT
            | CapabilitiesSecureBits::NO_ROOT_LOCKED
            | CapabilitiesSecureBits::NO_SETUID_FIXUP
            | CapabilitiesSecureBits::NO_SETUID_FIXUP_LOCKED
            | CapabilitiesSecureBits::KEEP_CAPS_LOCKED
            | CapabilitiesSecureBits::NO_CAP_AMBIENT_RAISE
            | CapabilitiesSecureBits::NO_CAP_AMBIENT_RAISE_LOCKED,
    );
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })
}
