//! The server's side of the fork protocol (`docs/adapters.md`), for programs of ours.
//!
//! [`serve_forks`] returns in each new process, which has its own streams and is confined like a program that was started by itself;
//! the server forks until its socket is closed, and then exits. What the server has computed before is there in every process, and
//! nothing that one process does is there in another.
//!
//! The caller must have no other thread: only the thread that calls `fork` exists afterwards. Guarded by `tests/serves.rs`.

use std::io::{self, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, ReturnFlags, SendFlags, recvmsg, send as send_bytes,
};
use rustix::process::{
    DumpableBehavior, Pid, Signal, getpid, getppid, set_dumpable_behavior, set_parent_process_death_signal,
};
use serde::Deserialize;

use crate::confined::wait;

/// No message to a server is longer.
const MOST_BYTES: usize = 1 << 18;

/// How its processes confine themselves.
#[derive(Deserialize)]
struct Confinement {
    seccomp: i64,
    process: u32,
    filters: Vec<String>,
}

/// Serves on the socket that is the standard input. Returns in each new process; an error means that the server cannot serve.
pub fn serve_forks() -> io::Result<()> {
    let control = io::stdin().as_fd().try_clone_to_owned()?;
    take(&std::fs::File::open("/dev/null")?, 0)?;
    let (message, _) = receive(&control)?;
    let confinement = match serde_json::from_slice::<Confinement>(&message) {
        Ok(confinement) => confinement,
        Err(error) => return Err(failed(&control, error.into())),
    };
    let filters: Result<Vec<Vec<u8>>, _> = confinement.filters.iter().map(hex::decode).collect();
    let filters = filters.map_err(|error| failed(&control, io::Error::other(error)))?;
    // Processes of the same user can read each other's memory. Not that of the server.
    set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(|error| failed(&control, error.into()))?;
    send(&control, r#"{"serving":true}"#)?;
    let server = getpid();
    loop {
        let (message, streams) = receive(&control)?;
        let [stdin, stdout, stderr] = match <[OwnedFd; 3]>::try_from(streams) {
            Ok(streams) if !message.is_empty() => streams,
            _ => std::process::exit(0),
        };
        match fork()? {
            None => {
                let ready = || -> io::Result<()> {
                    set_parent_process_death_signal(Some(Signal::KILL))?;
                    if getppid() != Some(server) {
                        std::process::exit(1);
                    }
                    set_dumpable_behavior(DumpableBehavior::Dumpable)?;
                    for (number, stream) in [&stdin, &stdout, &stderr].into_iter().enumerate() {
                        take(stream, number)?;
                    }
                    filters.iter().try_for_each(|filter| install(filter, &confinement))?;
                    send(&control, r#"{"ready":true}"#)
                };
                return match ready() {
                    Ok(()) => Ok(()),
                    Err(error) => {
                        failed(&control, error);
                        std::process::exit(1)
                    }
                };
            }
            Some(process) => {
                drop((stdin, stdout, stderr));
                let exit = wait(process).ok_or_else(io::Error::last_os_error)?;
                send(&control, &format!(r#"{{"exited":[{},{}]}}"#, exit.status.into_raw(), exit.peak >> 10))?;
            }
        }
    }
}

fn send(control: &OwnedFd, message: &str) -> io::Result<()> {
    send_bytes(control, message.as_bytes(), SendFlags::NOSIGNAL)?;
    Ok(())
}

/// Says why it cannot go on.
fn failed(control: &OwnedFd, error: io::Error) -> io::Error {
    let message = serde_json::json!({ "failed": error.to_string() });
    let _ = send(control, &message.to_string());
    error
}

/// One message and the descriptors that came with it. The message is empty if the socket is closed.
fn receive(control: &OwnedFd) -> io::Result<(Vec<u8>, Vec<OwnedFd>)> {
    let mut bytes = vec![0; MOST_BYTES];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let received = recvmsg(control, &mut [IoSliceMut::new(&mut bytes)], &mut ancillary, RecvFlags::CMSG_CLOEXEC)?;
    if received.flags.contains(ReturnFlags::TRUNC) {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut streams = Vec::new();
    for message in ancillary.drain() {
        if let RecvAncillaryMessage::ScmRights(descriptors) = message {
            streams.extend(descriptors);
        }
    }
    bytes.truncate(received.bytes);
    Ok((bytes, streams))
}

/// Makes a descriptor a standard stream, by its number.
#[expect(unsafe_code, reason = "no safe function replaces a descriptor by its number")]
fn take(stream: &impl AsFd, number: usize) -> io::Result<()> {
    let number = libc::c_int::try_from(number).map_err(io::Error::other)?;
    // SAFETY: the standard streams are open as long as the process, and nothing owns them.
    if unsafe { libc::dup2(stream.as_fd().as_raw_fd(), number) } < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// The new process, in the server.
#[expect(unsafe_code, reason = "no safe function forks")]
fn fork() -> io::Result<Option<u32>> {
    // SAFETY: there is only this thread, so the new process may do whatever this one may.
    match unsafe { libc::fork() } {
        0 => Ok(None),
        process => match u32::try_from(process) {
            Ok(process) => Ok(Some(process)),
            Err(_) => Err(io::Error::last_os_error()),
        },
    }
}

/// Installs a filter, with this process in the place of the placeholder.
#[expect(unsafe_code, reason = "no safe function installs a filter that another process made")]
fn install(filter: &[u8], confinement: &Confinement) -> io::Result<()> {
    let own = Pid::as_raw_pid(getpid()).cast_unsigned();
    let mut steps: Vec<libc::sock_filter> = filter
        .chunks_exact(8)
        .map(|step| {
            let constant = u32::from_ne_bytes([step[4], step[5], step[6], step[7]]);
            libc::sock_filter {
                code: u16::from_ne_bytes([step[0], step[1]]),
                jt: step[2],
                jf: step[3],
                k: if constant == confinement.process { own } else { constant },
            }
        })
        .collect();
    let length = libc::c_ushort::try_from(steps.len()).map_err(io::Error::other)?;
    let program = libc::sock_fprog { len: length, filter: steps.as_mut_ptr() };
    let call = libc::c_long::from(confinement.seccomp);
    // SAFETY: the kernel reads the program, which outlives the call, and nothing else.
    let installed = unsafe { libc::syscall(call, libc::SECCOMP_SET_MODE_FILTER, 0, &raw const program) };
    if installed == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
