//! Programs in namespaces of their own: other processes, networks, queues and files do not exist for them.
//!
//! ```text
//! grader ─ launcher ─┬─ init      process 1 of the namespace; when it exits, the kernel kills everything in there
//!                    └─ program   process 2, and whatever it starts
//! ```
//!
//! The launcher stays outside, waits for the program and ends as it did. To end the program, the grader asks the launcher with
//! SIGTERM: a launcher that is killed leaves processes that nobody waits for, and some containers have nobody who cleans up after
//! them. Init exits as soon as the launcher is gone, for whatever reason, so nothing outlives a killed grader. The program is not
//! process 1 itself, because that process ignores signals that it sends to itself.
//!
//! Guarded by `tests/confines.rs`.

use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::atomic::{AtomicI32, Ordering};
use std::{fs, io};

use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, getegid, geteuid, getpid, kill_process, waitid, waitpid,
};
use rustix::thread::{UnshareFlags, unshare_unsafe};

use crate::confine::ConfineError;
use crate::level::NamespaceAccess;

/// Which of the processes this one is, after [`enter`].
pub enum Role {
    /// The program to be, with its process id outside of the namespace.
    Program(u32),
    /// The launcher, when the program has exited.
    Launcher(ProgramEnd),
}

/// How the program exited.
pub enum ProgramEnd {
    Code(i32),
    Signal(i32),
}

/// Creates the namespaces, and a process in them.
pub fn enter(access: NamespaceAccess) -> Result<Role, ConfineError> {
    let failed = |step: &'static str| move |source: Errno| ConfineError::Step { step, source };
    create(access)?;
    // The launcher keeps the only end that is open for writing.
    let (alive, held) = pipe_with(PipeFlags::CLOEXEC).map_err(failed("create a pipe"))?;
    kill_program_when_asked();
    let (settled, settles) = pipe_with(PipeFlags::CLOEXEC).map_err(failed("create a pipe"))?;
    let Some(init) = fork()? else {
        drop((held, settled));
        wait_for_end(alive, settles);
    };
    drop(settles);
    // Before the program changes the root, which is that of init, too.
    fs::File::from(settled).read_exact(&mut [0]).map_err(ConfineError::Streams)?;
    let (told, tell) = pipe_with(PipeFlags::CLOEXEC).map_err(failed("create a pipe"))?;
    let Some(program) = fork()? else {
        drop((alive, held, tell));
        let mut number = [0; 4];
        fs::File::from(told).read_exact(&mut number).map_err(ConfineError::NoProcessId)?;
        return Ok(Role::Program(u32::from_ne_bytes(number)));
    };
    drop(told);
    // The streams belong to the program alone: they close when it closes them.
    to_nowhere().map_err(ConfineError::Streams)?;
    PROGRAM.store(program.as_raw_nonzero().get(), Ordering::SeqCst);
    let number = program.as_raw_nonzero().get().cast_unsigned().to_ne_bytes();
    fs::File::from(tell).write_all(&number).map_err(ConfineError::NoProcessId)?;
    let end = wait(program).map_err(failed("wait for the program"))?;
    drop(held);
    wait(init).map_err(failed("wait for the namespace"))?;
    Ok(Role::Launcher(end))
}

/// Whether this process could create the namespaces. It is in them afterwards.
pub fn create(access: NamespaceAccess) -> Result<(), ConfineError> {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    let mut flags = UnshareFlags::NEWNS
        | UnshareFlags::NEWPID
        | UnshareFlags::NEWNET
        | UnshareFlags::NEWIPC
        | UnshareFlags::NEWUTS
        | UnshareFlags::NEWCGROUP;
    if access == NamespaceAccess::User {
        flags |= UnshareFlags::NEWUSER;
    }
    unshare(flags).map_err(|source| ConfineError::Step { step: "create namespaces", source })?;
    if access == NamespaceAccess::User {
        // The same user as outside, and no other one.
        for (file, text) in [
            ("setgroups", "deny".to_owned()),
            ("uid_map", format!("{user} {user} 1")),
            ("gid_map", format!("{group} {group} 1")),
        ] {
            fs::write(format!("/proc/self/{file}"), text).map_err(ConfineError::UserMap)?;
        }
    }
    Ok(())
}

#[expect(unsafe_code, reason = "declared unsafe because of descriptor tables, which are not unshared here")]
fn unshare(flags: UnshareFlags) -> Result<(), Errno> {
    // SAFETY: `UnshareFlags::FILES` is not among the flags.
    unsafe { unshare_unsafe(flags) }
}

/// `None` in the new process.
#[expect(unsafe_code, reason = "there is no safe way to fork")]
fn fork() -> Result<Option<Pid>, ConfineError> {
    // SAFETY: this process has a single thread, so the new one inherits no locks that nobody would release.
    let forked = unsafe { libc::fork() };
    if forked < 0 {
        return Err(ConfineError::Fork(io::Error::last_os_error()));
    }
    Ok(Pid::from_raw(forked))
}

/// The program, until it is waited for.
static PROGRAM: AtomicI32 = AtomicI32::new(0);

#[expect(unsafe_code, reason = "there is no safe way to handle a signal without a thread")]
fn kill_program_when_asked() {
    extern "C" fn kill_program(_: libc::c_int) {
        let program = PROGRAM.load(Ordering::SeqCst);
        if program > 0 {
            // SAFETY: `kill` may be called in a handler, and nothing else happens here.
            unsafe { libc::kill(program, libc::SIGKILL) };
        }
    }
    let handler: extern "C" fn(libc::c_int) = kill_program;
    // SAFETY: the handler only calls what handlers may call.
    unsafe { libc::signal(libc::SIGTERM, handler as libc::sighandler_t) };
}

/// What init does: nothing, until the launcher is gone. Processes that were left to it are not waited for, so they vanish.
#[expect(unsafe_code, reason = "no safe function ignores a signal")]
fn wait_for_end(alive: OwnedFd, settles: OwnedFd) -> ! {
    // SAFETY: no handler is installed.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_IGN) };
    // The streams belong to the program alone.
    if to_nowhere().and_then(|()| fs::File::from(settles).write_all(&[1])).is_err() {
        std::process::exit(1);
    }
    let mut pipe = fs::File::from(alive);
    let mut nothing = [0];
    while matches!(pipe.read(&mut nothing), Err(error) if error.kind() == io::ErrorKind::Interrupted) {}
    std::process::exit(0)
}

fn to_nowhere() -> io::Result<()> {
    let nowhere = fs::File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(nowhere.as_fd())?;
    rustix::stdio::dup2_stdout(nowhere.as_fd())?;
    Ok(rustix::stdio::dup2_stderr(nowhere.as_fd())?)
}

fn wait(program: Pid) -> Result<ProgramEnd, Errno> {
    let exited = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    while matches!(waitid(WaitId::Pid(program), exited), Err(Errno::INTR)) {}
    // Its number is its own for a moment longer; from now on, nobody kills it.
    PROGRAM.store(0, Ordering::SeqCst);
    loop {
        match waitpid(Some(program), WaitOptions::empty()) {
            Err(Errno::INTR) | Ok(None) => {}
            Err(error) => return Err(error),
            Ok(Some((_, status))) => {
                return Ok(match (status.exit_status(), status.terminating_signal()) {
                    (Some(code), _) => ProgramEnd::Code(code),
                    (None, signal) => ProgramEnd::Signal(signal.unwrap_or(libc::SIGKILL)),
                });
            }
        }
    }
}

#[expect(unsafe_code, reason = "no safe function resets the action of a signal, or sends one without a name")]
fn end_by(signal: i32) {
    // SAFETY: no handler is installed. The Rust runtime has one for stack overflows, which is not needed any more.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
}

impl ProgramEnd {
    /// Ends this process in the same way.
    pub fn imitate(&self) -> ! {
        match self {
            Self::Code(code) => std::process::exit(*code),
            Self::Signal(signal) => {
                end_by(*signal);
                let _ = kill_process(getpid(), Signal::KILL);
                std::process::exit(128 + signal)
            }
        }
    }
}
