//! A confined program that exchanges lines with us, and is monitored while we wait for it.
//!
//! Limits apply to processor time: [`LineProcess::exchange`] fails if the program has used up its time since its last line, or
//! has waited too long for something other than a processor. So a busy machine does not change an outcome, and neither does one that
//! stood still: time in which we could not look does not count (see [`Watch`]). Guarded by `tests/trouble.rs` of the command line.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use sandbox::{Confined, ControlGroup, LaunchError, ProcessExit, ResourceUsage, folder_size, session_usage, usage};

use crate::limits::{PRINTED, RunLimits, SCRATCH_ENTRIES, Spent, THREADS};
use crate::outcome::{Crash, Outcome, TimeoutKind};
use crate::protocol::{MAX_LINE_BYTES, ProtocolError};
use crate::watch::Watch;

/// How often a program is checked.
const TICK: Duration = Duration::from_millis(10);
/// How long a program may take to exit after its streams are closed.
const GRACE: Duration = Duration::from_secs(1);
/// How long its launcher may take after that, however busy the machine is.
const LAUNCHER_GRACE: Duration = Duration::from_secs(30);

/// A running program.
#[derive(Debug)]
pub struct LineProcess {
    process: Confined,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// Not sent yet.
    outbox: Vec<u8>,
    /// Received, but not returned as lines yet.
    inbox: Vec<u8>,
    /// No line may be longer, in bytes.
    most_bytes: usize,
    printed: Printed,
    monitor: Monitor,
    /// Found while the last lines were read. Those are valid, so it is reported afterwards.
    pending: Option<ExchangeError>,
}

/// What a program printed, cut to a maximum length.
#[derive(Debug, Default)]
pub struct Printed {
    pub text: Vec<u8>,
    pub cut: bool,
}

/// What the program has used, compared with its limits.
#[derive(Debug)]
struct Monitor {
    scratch: PathBuf,
    limits: RunLimits,
    /// Since the last line.
    watch: Watch,
    /// At the last line.
    used: ResourceUsage,
    /// At the last check.
    seen: ResourceUsage,
    /// Up to the last line.
    spent: Spent,
    /// Where the kernel counts, if it does, and how often it had to kill something there when the program was started.
    group: Option<Arc<ControlGroup>>,
    oom_kills: u64,
    /// And how often its memory was used up.
    limit_hits: u64,
    /// If the program may start others: all of them count.
    session: Option<u32>,
}

/// Why there will be no further line.
#[derive(Debug, thiserror::Error)]
pub enum ExchangeError {
    #[error("the program timed out")]
    TimedOut(TimeoutKind),
    #[error("the program ran out of memory")]
    OutOfMemory,
    #[error("the program wrote too much to its scratch folder")]
    TooMuchDisk,
    #[error("the program started too many threads")]
    TooManyThreads,
    #[error("the program broke the protocol: {0}")]
    Protocol(#[from] ProtocolError),
    #[error("the program exited")]
    Exited(ProcessExit),
    /// Nothing can be said about the program.
    #[error("the machine ran out of memory, or a fork server was killed")]
    Machine,
    #[error("cannot communicate with the program: {0}")]
    Io(#[from] io::Error),
}

impl LineProcess {
    /// A program that was just started.
    pub fn new(
        mut process: Confined,
        scratch: &Path,
        limits: RunLimits,
        group: Option<Arc<ControlGroup>>,
    ) -> io::Result<Self> {
        // Moving a process from group to group takes the kernel longer than forking it.
        if let Some(group) = group.as_ref().filter(|_| !process.is_forked()) {
            group.add(process.pid())?;
        }
        let (stdin, stdout, stderr) =
            process.streams().ok_or_else(|| io::Error::other("the program has no streams"))?;
        for stream in [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()] {
            fcntl_setfl(stream, fcntl_getfl(stream)? | OFlags::NONBLOCK)?;
        }
        let monitor = Monitor {
            scratch: scratch.to_owned(),
            limits,
            watch: Watch::start(),
            used: ResourceUsage::default(),
            seen: ResourceUsage::default(),
            spent: Spent::default(),
            oom_kills: group.as_ref().map_or(0, |group| group.oom_kills()),
            limit_hits: group.as_ref().map_or(0, |group| group.limit_hits()),
            group,
            session: None,
        };
        Ok(Self {
            process,
            stdin: Some(stdin),
            stdout: Some(stdout),
            stderr: Some(stderr),
            outbox: Vec::new(),
            inbox: Vec::new(),
            most_bytes: MAX_LINE_BYTES,
            printed: Printed::default(),
            monitor,
            pending: None,
        })
    }

    /// The program may start others, which count like itself.
    #[must_use]
    pub fn with_children(mut self) -> Self {
        self.monitor.session = Some(self.process.session());
        self
    }

    /// Its lines may be so long.
    #[must_use]
    pub fn with_lines_up_to(mut self, bytes: usize) -> Self {
        self.most_bytes = bytes;
        self
    }

    pub fn pid(&self) -> u32 {
        self.process.pid()
    }

    /// Queues a line. [`Self::exchange`] sends it.
    pub fn send(&mut self, line: &[u8]) {
        self.outbox.extend_from_slice(line);
        self.outbox.push(b'\n');
    }

    /// How many bytes are still to be sent.
    pub fn unsent(&self) -> usize {
        self.outbox.len()
    }

    /// Restarts the clock.
    pub fn begin(&mut self) {
        self.monitor.begin(self.monitor.usage(self.process.pid()).unwrap_or(self.monitor.used));
    }

    /// The time that the program has used since its start, while we waited for it.
    pub fn spent(&self) -> Spent {
        self.monitor.spent
    }

    /// The launcher's error, if this line is one.
    pub fn failure(&self, line: &[u8]) -> Option<LaunchError> {
        self.process.failure(line)
    }

    /// Sends and receives until there are complete lines. `computing` limits the processor time until the next line.
    pub fn exchange(&mut self, computing: Duration) -> Result<Vec<Vec<u8>>, ExchangeError> {
        if let Some(error) = self.pending.take() {
            return Err(error);
        }
        let received = self.receive(computing);
        // Reading the clock for each line would take longer than reading the line.
        if self.monitor.watch.since_start() >= TICK || received.is_err() {
            self.monitor.count(self.monitor.usage(self.process.pid()));
            self.pending = if received.is_ok() { self.monitor.check_amounts(self.monitor.used).err() } else { None };
        }
        received
    }

    fn receive(&mut self, computing: Duration) -> Result<Vec<Vec<u8>>, ExchangeError> {
        loop {
            let lines = self.lines()?;
            if !lines.is_empty() {
                return Ok(lines);
            }
            if self.stdout.is_none() {
                return Err(self.gone());
            }
            self.transfer()?;
            // What it computes after it closed its output is not time for an answer, however late we notice.
            if self.stdout.is_some() && self.monitor.watch.since_look() >= TICK && !self.inbox.contains(&b'\n') {
                self.monitor.check(self.process.pid(), computing)?;
            }
        }
    }

    /// The complete lines received so far.
    fn lines(&mut self) -> Result<Vec<Vec<u8>>, ExchangeError> {
        let Some(end) = self.inbox.iter().rposition(|byte| *byte == b'\n') else {
            let too_long = self.inbox.len() > self.most_bytes;
            return if too_long { Err(ProtocolError::LineTooLong.into()) } else { Ok(Vec::new()) };
        };
        let rest = self.inbox.split_off(end + 1);
        let read = std::mem::replace(&mut self.inbox, rest);
        let lines: Vec<Vec<u8>> = read[..end].split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        Ok(lines)
    }

    /// Waits briefly for any of the streams, then sends and receives what is possible.
    fn transfer(&mut self) -> io::Result<()> {
        {
            let mut fds = Vec::with_capacity(3);
            if let Some(stdin) = self.stdin.as_ref().filter(|_| !self.outbox.is_empty()) {
                fds.push(PollFd::new(stdin, PollFlags::OUT));
            }
            fds.extend(self.stdout.as_ref().map(|stdout| PollFd::new(stdout, PollFlags::IN)));
            fds.extend(self.stderr.as_ref().map(|stderr| PollFd::new(stderr, PollFlags::IN)));
            let timeout = rustix::event::Timespec { tv_sec: 0, tv_nsec: 10_000_000 };
            match poll(&mut fds, Some(&timeout)) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.write();
        if !read_some(&mut self.stdout, |bytes| self.inbox.extend_from_slice(bytes)) {
            self.stdout = None;
        }
        self.drain_printed();
        Ok(())
    }

    fn write(&mut self) {
        let Some(stdin) = self.stdin.as_mut().filter(|_| !self.outbox.is_empty()) else { return };
        match stdin.write(&self.outbox) {
            Ok(count) => drop(self.outbox.drain(..count)),
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
            // It has closed its input, but it may still answer.
            Err(_) => {
                self.outbox.clear();
                self.stdin = None;
            }
        }
    }

    fn drain_printed(&mut self) {
        let printed = &mut self.printed;
        if !read_some(&mut self.stderr, |bytes| printed.take(bytes)) {
            self.stderr = None;
        }
    }

    /// The program closed its output: it has exited, or is about to, or is killed. Until then it is monitored: closing the
    /// output must not give it a moment without limits.
    fn gone(&mut self) -> ExchangeError {
        let (mut watch, pid) = (Watch::start(), self.process.pid());
        let before = usage(pid).unwrap_or_default();
        // On a busy machine, it may have to wait for a processor before it can exit, and its launcher, too, before it notices.
        let is_late = |waited: Duration| match usage(pid) {
            Some(now) if now.threads > 0 && now.memory > 0 => {
                waited.saturating_sub(now.queued.saturating_sub(before.queued)) >= GRACE
            }
            _ => false,
        };
        while self.process.try_wait().is_none() {
            let waited = watch.look();
            if waited >= LAUNCHER_GRACE || is_late(waited) {
                break;
            }
            self.drain_printed();
            if let Err(error) = self.check_amounts() {
                self.process.kill();
                return error;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        match self.process.try_wait() {
            Some(_) if self.monitor.was_out_of_memory() => ExchangeError::OutOfMemory,
            Some(exit) if exit.server_is_gone || self.monitor.was_killed_by_the_machine() => ExchangeError::Machine,
            Some(exit) => ExchangeError::Exited(exit),
            None => {
                self.process.kill();
                ProtocolError::ClosedOutput.into()
            }
        }
    }

    /// Kills the program. Returns what it printed.
    pub fn kill(mut self) -> Printed {
        self.process.kill();
        self.drain_printed();
        std::mem::take(&mut self.printed)
    }

    /// Lets the program exit by itself, then kills it. Returns what it printed.
    pub fn finish(mut self) -> Printed {
        self.close(GRACE);
        self.kill()
    }

    /// Closes the program's input. Returns how it exited, if it did so in time.
    pub fn close(&mut self, patience: Duration) -> Option<ProcessExit> {
        self.stdin = None;
        let since = Instant::now();
        let within_limits = |it: &mut Self| it.transfer().is_ok() && it.check_amounts().is_ok();
        while self.process.try_wait().is_none() && since.elapsed() < patience && within_limits(self) {}
        self.process.try_wait()
    }

    /// Whether memory, threads and disk are within their limits. Looks only once per tick.
    fn check_amounts(&mut self) -> Result<(), ExchangeError> {
        if self.monitor.watch.since_look() < TICK {
            return Ok(());
        }
        self.monitor.watch.look();
        self.monitor.usage(self.process.pid()).map_or(Ok(()), |now| self.monitor.check_amounts(now))
    }
}

/// Whether there may be more to read later.
fn read_some<S: Read>(stream: &mut Option<S>, mut take: impl FnMut(&[u8])) -> bool {
    let Some(stream) = stream else { return false };
    let mut buffer = [0; 1 << 14];
    // A flood of output must not keep us from checking the limits.
    for _ in 0..64 {
        match stream.read(&mut buffer) {
            Ok(0) => return false,
            Ok(count) => take(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return true,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return false,
        }
    }
    true
}

impl Printed {
    fn take(&mut self, bytes: &[u8]) {
        let room = PRINTED.saturating_sub(self.text.len());
        self.cut |= bytes.len() > room;
        self.text.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    pub fn to_text(&self) -> String {
        let text = String::from_utf8_lossy(&self.text);
        if self.cut { format!("{text}\n[cut: it printed more]\n") } else { text.into_owned() }
    }
}

impl Monitor {
    fn begin(&mut self, used: ResourceUsage) {
        self.watch = Watch::start();
        self.used = used;
        self.seen = used;
    }

    /// Adds what was used since the last line, and restarts the clock. For a program that has exited, the last check counts.
    fn count(&mut self, now: Option<ResourceUsage>) {
        let now = now.unwrap_or(self.seen);
        let elapsed = self.watch.look();
        self.spent += self.since(now, elapsed);
        self.begin(now);
    }

    fn usage(&self, pid: u32) -> Option<ResourceUsage> {
        let own = usage(pid)?;
        Some(self.session.map_or(own, |session| ResourceUsage { queued: own.queued, ..session_usage(session) }))
    }

    /// Whether the kernel killed something because the program used up its memory, and not the machine.
    fn was_out_of_memory(&self) -> bool {
        self.group
            .as_ref()
            .is_some_and(|group| group.oom_kills() > self.oom_kills && group.limit_hits() > self.limit_hits)
    }

    /// Whether the kernel killed something because the machine ran out of memory.
    fn was_killed_by_the_machine(&self) -> bool {
        self.group
            .as_ref()
            .is_some_and(|group| group.oom_kills() > self.oom_kills && group.limit_hits() == self.limit_hits)
    }

    /// What was used since the last line, if this much time has passed.
    fn since(&self, now: ResourceUsage, elapsed: Duration) -> Spent {
        let computed = now.cpu.saturating_sub(self.used.cpu);
        let queued = now.queued.saturating_sub(self.used.queued);
        Spent { computed, waited: elapsed.saturating_sub(queued).saturating_sub(computed) }
    }

    /// Whether the program is within its limits.
    fn check(&mut self, pid: u32, computing: Duration) -> Result<(), ExchangeError> {
        let wall = self.watch.look();
        let Some(now) = self.usage(pid) else { return Ok(()) };
        self.seen = now;
        self.check_amounts(now)?;
        let Spent { computed, waited } = self.since(now, wall);
        if computed >= computing {
            return Err(ExchangeError::TimedOut(TimeoutKind::Computing));
        }
        if waited >= RunLimits::waiting(computing) || wall >= RunLimits::wall(computing) {
            return Err(ExchangeError::TimedOut(TimeoutKind::Waiting));
        }
        Ok(())
    }

    fn check_amounts(&self, now: ResourceUsage) -> Result<(), ExchangeError> {
        if now.memory > self.limits.memory || self.was_out_of_memory() {
            return Err(ExchangeError::OutOfMemory);
        }
        if now.threads > THREADS {
            return Err(ExchangeError::TooManyThreads);
        }
        let (bytes, entries) = folder_size(&self.scratch, self.limits.disk.max(SCRATCH_ENTRIES));
        if bytes > self.limits.disk || entries > SCRATCH_ENTRIES { Err(ExchangeError::TooMuchDisk) } else { Ok(()) }
    }
}

impl ExchangeError {
    /// The outcome of the test that was running.
    pub fn outcome(&self, limits: RunLimits) -> Outcome {
        match self {
            Self::TimedOut(kind) => Outcome::TimedOut(*kind),
            Self::OutOfMemory => Outcome::OutOfMemory,
            Self::TooMuchDisk => Outcome::Crashed(Crash::Disk),
            Self::TooManyThreads => Outcome::Crashed(Crash::Processes),
            Self::Protocol(error) => Outcome::Crashed(Crash::Breach(error.to_string())),
            // The caller asks for this one before.
            Self::Io(_) | Self::Machine => Outcome::Crashed(Crash::Exit(-1)),
            Self::Exited(exit) => exited(*exit, limits),
        }
    }
}

/// Runtimes abort in different ways when memory runs out, but all have used most of it by then.
fn exited(exit: ProcessExit, limits: RunLimits) -> Outcome {
    let used_most = exit.peak > limits.memory / 5 * 3;
    match exit.status.signal() {
        Some(_) if used_most => Outcome::OutOfMemory,
        Some(signal) => Outcome::Crashed(Crash::Signal(signal)),
        None => Outcome::Crashed(Crash::Exit(exit.status.code().unwrap_or(-1))),
    }
}
