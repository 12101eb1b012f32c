//! Confines this process and becomes the program: the launcher's side.
//!
//! Each step takes away what the next does not need. Memory is limited last, since the launcher itself may need more.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use rustix::process::{Resource, Rlimit, Signal, getpid, getppid, set_parent_process_death_signal, setrlimit, setsid};
use rustix::thread::{
    CapabilitiesSecureBits, CapabilitySet, CapabilitySets, set_capabilities, set_capabilities_secure_bits,
    set_no_new_privs, set_thread_groups, set_thread_res_gid, set_thread_res_uid,
};

use crate::launch::{ASK, Failure, Orders};
use crate::policy::Memory;
use crate::{Level, calls, files};

/// If this process was started by the sandbox: confines it and becomes the program. Must come first in `main`.
pub fn confine_if_asked() {
    let mut args = std::env::args();
    if args.nth(1).as_deref() != Some(ASK) {
        return;
    }
    let failure = match args.next().map(|orders| serde_json::from_str::<Orders>(&orders)) {
        Some(Ok(orders)) => Failure { sandbox: become_program(&orders), token: orders.token },
        Some(Err(error)) => Failure { sandbox: error.to_string(), token: 0 },
        None => Failure { sandbox: "no orders".to_owned(), token: 0 },
    };
    let mut stdout = std::io::stdout().lock();
    let _ = writeln!(stdout, "{}", serde_json::to_string(&failure).unwrap_or_default());
    let _ = stdout.flush();
    std::process::exit(125);
}

/// Does not return, unless something failed; then says what.
fn become_program(orders: &Orders) -> String {
    match confine(orders) {
        Err(why) => why,
        Ok(mut command) => {
            let error = command.exec();
            format!("cannot start `{}`: {error}", orders.program.command.first().map_or("", String::as_str))
        }
    }
}

fn confine(orders: &Orders) -> Result<Command, String> {
    let (policy, program) = (&orders.policy, &orders.program);
    let [path, arguments @ ..] = program.command.as_slice() else { return Err("no program".to_owned()) };
    let failed = |what: &'static str| move |error: rustix::io::Errno| format!("{what}: {error}");
    // A session of its own: no terminal, and a group that can be ended as a whole.
    setsid().map_err(failed("setsid"))?;
    only_standard_streams()?;
    let mut command = Command::new(path);
    command.args(arguments).env_clear().envs(&program.env).current_dir(&program.folder);
    let calls = match policy.level {
        Level::None => Vec::new(),
        Level::Reduced | Level::Full => calls::filters(policy, getpid())?,
    };
    if policy.level == Level::Reduced {
        become_user(policy.user)?;
    }
    // After the change of user, which forgets it.
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(failed("death signal"))?;
    if getppid().map(|parent| parent.as_raw_nonzero().get().cast_unsigned()) != Some(orders.parent) {
        return Err("the grader has ended".to_owned());
    }
    if policy.level != Level::None {
        give_up_capabilities()?;
        set_no_new_privs(true).map_err(failed("no new privileges"))?;
    }
    if policy.level == Level::Full {
        files::restrict(policy, Path::new(path))?;
    }
    let limit = |resource, most: u64| {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) }).map_err(failed("limit"))
    };
    limit(Resource::Core, 0)?;
    limit(Resource::Fsize, policy.file_size)?;
    limit(Resource::Nofile, policy.open_files)?;
    limit(Resource::Memlock, 0)?;
    limit(Resource::Msgqueue, 0)?;
    // Timers and queued signals are counted for all processes of a user together.
    limit(Resource::Sigpending, 64)?;
    limit(Resource::Data, policy.memory)?;
    if policy.memory_is == Memory::AddressSpace {
        limit(Resource::As, policy.memory)?;
    }
    for filter in &calls {
        calls::apply(filter)?;
    }
    Ok(command)
}

/// Whatever else was open when we were started is closed when the program starts.
#[expect(unsafe_code, reason = "no safe function closes a range of descriptors")]
fn only_standard_streams() -> Result<(), String> {
    let flag = libc::c_int::try_from(libc::CLOSE_RANGE_CLOEXEC).unwrap_or(0);
    // SAFETY: marks descriptors as to be closed by `exec`; none is closed while it is in use.
    if unsafe { libc::close_range(3, libc::c_uint::MAX, flag) } == 0 {
        return Ok(());
    }
    // Linux before 5.11.
    let open = std::fs::read_dir("/proc/self/fd").map_err(|error| format!("/proc/self/fd: {error}"))?;
    let numbers = open.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<libc::c_int>().ok());
    for number in numbers.filter(|number| *number > 2) {
        // SAFETY: as above; a number that is no longer open is an error that does not matter.
        unsafe { libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC) };
    }
    Ok(())
}

fn become_user(user: u32) -> Result<(), String> {
    let failed = |what: &'static str| move |error: rustix::io::Errno| format!("{what} {user}: {error}");
    let (uid, gid) = (rustix::process::Uid::from_raw(user), rustix::process::Gid::from_raw(user));
    set_thread_groups(&[]).map_err(failed("groups of user"))?;
    set_thread_res_gid(gid, gid, gid).map_err(failed("group"))?;
    set_thread_res_uid(uid, uid, uid).map_err(failed("user"))
}

/// Root without capabilities is a user who owns many files.
fn give_up_capabilities() -> Result<(), String> {
    // Only root may; for others there is nothing to lock.
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
        .map_err(|error| format!("capabilities: {error}"))
}
