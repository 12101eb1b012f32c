//! A program that has done its imports and is forked for each submission.
//!
//! The server is started like any program, with a socket as its standard input. Its own confinement is that of its processes, except
//! that it may fork and add filters. For each process we send three streams; the server forks, and the new process takes these streams,
//! closes everything else, installs the filters of its policy and says so. The kernel tells us its process id with that message. When
//! the process has exited, the server reports how. It has one process at a time.
//!
//! Nothing about submissions or tests reaches the server: these come through the streams. So its processes inherit nothing that
//! could tell them about others. `docs/adapters.md` describes what a server has to do.
//!
//! Invariant: a process that said it is ready is confined as if it had been started by itself. Guarded by
//! the attacks of `runner`, which run with and without a server, and by its test `forked-as-started`.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair, sockopt,
};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
use serde::{Deserialize, Serialize};

use crate::LaunchError;
use crate::confined::{Confined, ProcessExit, Streams};
use crate::launch::{SpawnError, spawn_with};
use crate::policy::{Policy, ProgramSpec};
use crate::{SandboxLevel, calls};

/// How long a server may take for an answer, however busy the machine is.
const PATIENCE: Duration = Duration::from_mins(1);
/// No message is longer.
const MOST_BYTES: usize = 4 << 10;
/// Stands for the process id in filters. No process has such an id.
const ANY_PROCESS: u32 = 0x7fff_fff1;

/// A running server.
#[derive(Debug)]
pub struct ForkServer {
    process: Confined,
    socket: Arc<OwnedFd>,
}

/// The first message to a server: how its processes confine themselves.
#[derive(Serialize)]
struct Confinement {
    /// The number of the system call that installs a filter.
    seccomp: i64,
    /// The process id in the filters, to be replaced by that of the process.
    process: u32,
    /// Instructions, in the order in which the filters are to be installed, in hexadecimal digits.
    filters: Vec<String>,
}

/// What a server or one of its processes says.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Message {
    /// The server can fork.
    Serving(bool),
    /// The process is confined.
    Ready(bool),
    /// The server or the process could not do what it has to.
    Failed(String),
    /// The status of the process, as `wait` reports it, and the peak of its resident memory in KiB.
    Exited(i32, u64),
}

impl ForkServer {
    /// Starts a server. The policy is that of its processes. `launcher` is as for [`spawn`](crate::spawn).
    pub fn start(launcher: Option<&Path>, policy: &Policy, program: &ProgramSpec) -> Result<Self, SpawnError> {
        Self::start_within(launcher, policy, program, PATIENCE)
    }

    /// The same for a server that may take longer until it can fork.
    pub fn start_within(
        launcher: Option<&Path>,
        policy: &Policy,
        program: &ProgramSpec,
        patience: Duration,
    ) -> Result<Self, SpawnError> {
        let (ours, theirs) = socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)
            .map_err(io::Error::from)?;
        sockopt::set_socket_passcred(&ours, true).map_err(io::Error::from)?;
        let own = Policy { forks: true, ..policy.clone() };
        let process = spawn_with(launcher, &own, program, Stdio::from(theirs))?;
        let server = Self { process, socket: Arc::new(ours) };
        let confinement = serde_json::to_vec(&confinement(policy)?).map_err(io::Error::other)?;
        server.send(&confinement, &[])?;
        match receive(&server.socket, patience)? {
            (Message::Serving(true), _) => Ok(server),
            (message, _) => Err(unexpected(message).into()),
        }
    }

    /// Starts a process. The one before it must have exited.
    pub fn fork(&mut self) -> Result<Confined, SpawnError> {
        let pipe = || pipe_with(PipeFlags::CLOEXEC).map_err(io::Error::from);
        let ((read_in, stdin), (stdout, write_out), (stderr, write_error)) = (pipe()?, pipe()?, pipe()?);
        let streams = Streams {
            stdin: Some(ChildStdin::from(stdin)),
            stdout: Some(ChildStdout::from(stdout)),
            stderr: Some(ChildStderr::from(stderr)),
        };
        self.send(b"fork", &[&read_in, &write_out, &write_error])?;
        drop((read_in, write_out, write_error));
        match self.receive()? {
            (Message::Ready(true), Some(pid)) => {
                // It waits for its first line, so it has not exited, and the number is its own.
                let process = pidfd_open(pid, PidfdFlags::empty()).map_err(io::Error::from)?;
                let pid = pid.as_raw_nonzero().get().cast_unsigned();
                Ok(Confined::forked(Forked { pid, process, socket: self.socket.clone() }, streams))
            }
            (message, _) => Err(unexpected(message).into()),
        }
    }

    pub fn pid(&self) -> u32 {
        self.process.pid()
    }

    /// The session in which the server and its processes are.
    pub fn session(&self) -> u32 {
        self.process.session()
    }

    fn send(&self, bytes: &[u8], streams: &[&OwnedFd]) -> io::Result<()> {
        let streams: Vec<_> = streams.iter().map(|stream| stream.as_fd()).collect();
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut ancillary = SendAncillaryBuffer::new(&mut space);
        if !streams.is_empty() && !ancillary.push(SendAncillaryMessage::ScmRights(&streams)) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        // A server that has exited is an error, not a signal.
        let sent = sendmsg(&*self.socket, &[IoSlice::new(bytes)], &mut ancillary, SendFlags::NOSIGNAL)?;
        if sent == bytes.len() { Ok(()) } else { Err(io::ErrorKind::WriteZero.into()) }
    }

    fn receive(&self) -> io::Result<(Message, Option<Pid>)> {
        receive(&self.socket, PATIENCE)
    }
}

/// A process of a server.
#[derive(Debug)]
pub(crate) struct Forked {
    pid: u32,
    /// Names this process only, even after it has exited and its number belongs to another one.
    process: OwnedFd,
    socket: Arc<OwnedFd>,
}

impl Forked {
    pub fn pid(&self) -> u32 {
        self.pid
    }

    pub fn try_wait(&mut self) -> Option<ProcessExit> {
        readable(&self.process, Duration::ZERO).ok()?.then(|| self.exit())
    }

    pub fn kill(&mut self) -> ProcessExit {
        let _ = pidfd_send_signal(&self.process, Signal::KILL);
        self.exit()
    }

    /// How it exited. If the server is gone, so is the process, which dies with it.
    fn exit(&self) -> ProcessExit {
        match receive(&self.socket, PATIENCE) {
            Ok((Message::Exited(status, kibibytes), _)) => {
                let status = ExitStatus::from_raw(status);
                ProcessExit { status, peak: kibibytes << 10, server_is_gone: false }
            }
            _ => ProcessExit { status: ExitStatus::from_raw(libc::SIGKILL), peak: 0, server_is_gone: true },
        }
    }
}

fn confinement(policy: &Policy) -> Result<Confinement, SpawnError> {
    let place = Pid::from_raw(ANY_PROCESS.cast_signed()).ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    let filters = match policy.layers.level {
        SandboxLevel::None => Vec::new(),
        SandboxLevel::Reduced | SandboxLevel::Full => calls::filters(policy, place).map_err(io::Error::other)?,
    };
    let bytes = |step: &seccompiler::sock_filter| {
        [&step.code.to_ne_bytes()[..], &[step.jt, step.jf], &step.k.to_ne_bytes()].concat()
    };
    let in_hexadecimal =
        |filter: &seccompiler::BpfProgram| hex::encode(filter.iter().flat_map(bytes).collect::<Vec<u8>>());
    Ok(Confinement {
        seccomp: libc::SYS_seccomp,
        process: ANY_PROCESS,
        filters: filters.iter().map(in_hexadecimal).collect(),
    })
}

fn unexpected(message: Message) -> LaunchError {
    let reason = match message {
        Message::Failed(reason) => reason.chars().take(500).collect(),
        other => format!("the fork server answered {other:?}"),
    };
    LaunchError { reason }
}

/// One message, and the process that sent it, as the kernel says.
fn receive(socket: &OwnedFd, patience: Duration) -> io::Result<(Message, Option<Pid>)> {
    if !readable(socket, patience)? {
        return Err(io::ErrorKind::TimedOut.into());
    }
    let mut bytes = vec![0; MOST_BYTES];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmCredentials(1), ScmRights(4))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let received = recvmsg(socket, &mut [IoSliceMut::new(&mut bytes)], &mut ancillary, RecvFlags::CMSG_CLOEXEC)?;
    if received.bytes == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let sender = ancillary.drain().find_map(|message| match message {
        RecvAncillaryMessage::ScmCredentials(sender) => Some(sender.pid),
        _ => None,
    });
    let message = serde_json::from_slice(&bytes[..received.bytes]).map_err(io::Error::from)?;
    Ok((message, sender))
}

fn readable(descriptor: &OwnedFd, patience: Duration) -> io::Result<bool> {
    let since = Instant::now();
    loop {
        let left = patience.saturating_sub(since.elapsed());
        let timeout = Timespec::try_from(left).map_err(io::Error::other)?;
        match poll(&mut [PollFd::new(&descriptor, PollFlags::IN)], Some(&timeout)) {
            Ok(ready) => return Ok(ready > 0),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}
