//! A confined program that speaks in lines, watched while it is waited for.
//!
//! Time is counted on the processor: [`Link::exchange`] gives up when the program used what it may since its last line, or
//! waited for nothing for too long. Waiting for a processor counts for neither, so that a busy machine changes no outcome.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use sandbox::{Confined, End, Policy, Program, Usage, folder_size, spawn, usage};

use crate::limits::{Limits, PRINTED, SCRATCH_ENTRIES, Spent, THREADS};
use crate::outcome::{Crash, Outcome, TooLong};
use crate::protocol::MOST_BYTES;

/// How often a program is looked at.
const TICK: Duration = Duration::from_millis(10);
/// How long to wait for the end of a program that has closed its streams.
const GRACE: Duration = Duration::from_secs(1);

/// A running program.
#[derive(Debug)]
pub struct Link {
    process: Confined,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// Not yet written.
    outbox: Vec<u8>,
    /// Read, and not yet a line.
    inbox: Vec<u8>,
    printed: Printed,
    watch: Watch,
    /// Seen with the last lines, which were good.
    stop: Option<Stop>,
}

/// What is printed, cut.
#[derive(Debug, Default)]
pub struct Printed {
    pub text: Vec<u8>,
    pub cut: bool,
}

/// What the program had used at its last line.
#[derive(Debug)]
struct Watch {
    scratch: PathBuf,
    limits: Limits,
    at: Instant,
    used: Usage,
    looked: Instant,
    /// At the last look.
    seen: Usage,
    /// Up to the last line.
    spent: Spent,
}

/// Why there will be no further line.
#[derive(Debug)]
pub enum Stop {
    TooLong(TooLong),
    TooMuchMemory,
    TooMuchDisk,
    TooManyThreads,
    /// Longer than a line may be.
    Breach(String),
    Ended(Option<End>),
}

impl Link {
    pub fn start(
        launcher: Option<&Path>,
        policy: &Policy,
        program: &Program,
        scratch: &Path,
        limits: Limits,
    ) -> io::Result<Self> {
        let mut process = spawn(launcher.map(Path::to_owned), policy, program)?;
        let (stdin, stdout, stderr) = process.streams().ok_or_else(|| io::Error::other("no streams"))?;
        for stream in [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()] {
            fcntl_setfl(stream, fcntl_getfl(stream)? | OFlags::NONBLOCK)?;
        }
        let now = Instant::now();
        let watch = Watch {
            scratch: scratch.to_owned(),
            limits,
            at: now,
            used: Usage::default(),
            looked: now,
            seen: Usage::default(),
            spent: Spent::default(),
        };
        Ok(Self {
            process,
            stdin: Some(stdin),
            stdout: Some(stdout),
            stderr: Some(stderr),
            outbox: Vec::new(),
            inbox: Vec::new(),
            printed: Printed::default(),
            watch,
            stop: None,
        })
    }

    pub fn pid(&self) -> u32 {
        self.process.pid()
    }

    /// To be sent as soon as it can be.
    pub fn send(&mut self, line: &[u8]) {
        self.outbox.extend_from_slice(line);
        self.outbox.push(b'\n');
    }

    /// How much is still to be sent.
    pub fn unsent(&self) -> usize {
        self.outbox.len()
    }

    /// From now on, time counts anew.
    pub fn begin(&mut self) {
        self.watch.begin(usage(self.process.pid()).unwrap_or(self.watch.used));
    }

    /// What the program has used since it was started, while it was waited for.
    pub fn spent(&self) -> Spent {
        self.watch.spent
    }

    /// If this line says so: why the program could not be confined, and was not started.
    pub fn failure(&self, line: &[u8]) -> Option<String> {
        self.process.failure(line)
    }

    /// Sends and receives until there are lines; gives them. `computing` is the processor time until the next line.
    pub fn exchange(&mut self, computing: Duration) -> Result<Vec<Vec<u8>>, Stop> {
        if let Some(stop) = self.stop.take() {
            return Err(stop);
        }
        let received = self.receive(computing);
        // Looking at the clock for each line would take longer than reading it.
        if self.watch.at.elapsed() >= TICK || received.is_err() {
            self.watch.count(usage(self.process.pid()));
            self.stop = if received.is_ok() { self.watch.amounts(self.watch.used).err() } else { None };
        }
        received
    }

    fn receive(&mut self, computing: Duration) -> Result<Vec<Vec<u8>>, Stop> {
        loop {
            let lines = self.lines()?;
            if !lines.is_empty() {
                return Ok(lines);
            }
            if self.stdout.is_none() {
                return Err(self.gone());
            }
            self.transfer().map_err(|_| Stop::Ended(None))?;
            if self.watch.looked.elapsed() >= TICK && !self.inbox.contains(&b'\n') {
                self.watch.look(self.process.pid(), computing)?;
            }
        }
    }

    /// Complete lines that were read.
    fn lines(&mut self) -> Result<Vec<Vec<u8>>, Stop> {
        let Some(end) = self.inbox.iter().rposition(|byte| *byte == b'\n') else {
            let long = self.inbox.len() > MOST_BYTES;
            return if long {
                Err(Stop::Breach(format!("more than {MOST_BYTES} bytes on a line")))
            } else {
                Ok(Vec::new())
            };
        };
        let rest = self.inbox.split_off(end + 1);
        let read = std::mem::replace(&mut self.inbox, rest);
        let lines: Vec<Vec<u8>> = read[..end].split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        Ok(lines)
    }

    /// Waits a little for any of the streams, and moves what there is.
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
            // It reads no more. Whether it still answers will be seen.
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

    /// It closed its answers: it has ended, or is about to, or is ended.
    fn gone(&mut self) -> Stop {
        let since = Instant::now();
        while self.process.ended().is_none() && since.elapsed() < GRACE {
            self.drain_printed();
            std::thread::sleep(Duration::from_millis(1));
        }
        match self.process.ended() {
            Some(end) => Stop::Ended(Some(end)),
            None => {
                self.process.end();
                Stop::Breach("it closed its answers and went on".to_owned())
            }
        }
    }

    /// Ends the program. Gives what it printed.
    pub fn end(mut self) -> Printed {
        self.process.end();
        self.drain_printed();
        std::mem::take(&mut self.printed)
    }

    /// Lets the program end by itself, for a while.
    pub fn finish(mut self) -> Printed {
        self.close(GRACE);
        self.end()
    }

    /// Closes the program's input. How it ended, if it did so by itself.
    pub fn close(&mut self, patience: Duration) -> Option<End> {
        self.stdin = None;
        let since = Instant::now();
        while self.process.ended().is_none() && since.elapsed() < patience && self.transfer().is_ok() {}
        self.process.ended()
    }
}

/// Whether there may be more to read later.
fn read_some<S: Read>(stream: &mut Option<S>, mut take: impl FnMut(&[u8])) -> bool {
    let Some(stream) = stream else { return false };
    let mut buffer = [0; 1 << 14];
    // A flood of output must not keep us from looking at the clock.
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

impl Watch {
    fn begin(&mut self, used: Usage) {
        self.at = Instant::now();
        self.looked = self.at;
        self.used = used;
        self.seen = used;
    }

    /// Adds what was used since the last line, and begins anew. A program that has ended is taken as it was last seen.
    fn count(&mut self, now: Option<Usage>) {
        let now = now.unwrap_or(self.seen);
        self.spent += self.since(now);
        self.begin(now);
    }

    /// What was used since the last line.
    fn since(&self, now: Usage) -> Spent {
        let computed = now.cpu.saturating_sub(self.used.cpu);
        let queued = now.queued.saturating_sub(self.used.queued);
        Spent { computed, waited: self.at.elapsed().saturating_sub(queued).saturating_sub(computed) }
    }

    /// Whether the program has gone beyond what it may.
    fn look(&mut self, pid: u32, computing: Duration) -> Result<(), Stop> {
        self.looked = Instant::now();
        let Some(now) = usage(pid) else { return Ok(()) };
        self.seen = now;
        self.amounts(now)?;
        let Spent { computed, waited } = self.since(now);
        if computed >= computing {
            return Err(Stop::TooLong(TooLong::Computing));
        }
        let wall = self.looked - self.at;
        if waited >= Limits::waiting(computing) || wall >= Limits::wall(computing) {
            return Err(Stop::TooLong(TooLong::Waiting));
        }
        Ok(())
    }

    fn amounts(&self, now: Usage) -> Result<(), Stop> {
        if now.memory > self.limits.memory {
            return Err(Stop::TooMuchMemory);
        }
        if now.threads > THREADS {
            return Err(Stop::TooManyThreads);
        }
        let (bytes, entries) = folder_size(&self.scratch, self.limits.disk.max(SCRATCH_ENTRIES));
        if bytes > self.limits.disk || entries > SCRATCH_ENTRIES { Err(Stop::TooMuchDisk) } else { Ok(()) }
    }
}

impl Stop {
    /// What it means for the test that was waited for.
    pub fn outcome(&self, limits: Limits) -> Outcome {
        match self {
            Self::TooLong(how) => Outcome::TimedOut(*how),
            Self::TooMuchMemory => Outcome::OutOfMemory,
            Self::TooMuchDisk => Outcome::Crashed(Crash::Disk),
            Self::TooManyThreads => Outcome::Crashed(Crash::Processes),
            Self::Breach(what) => Outcome::Crashed(Crash::Breach(what.clone())),
            Self::Ended(None) => Outcome::Crashed(Crash::Exit(-1)),
            Self::Ended(Some(end)) => ended(*end, limits),
        }
    }
}

/// Runtimes end themselves when memory runs out, in ways of their own. All have used most of it by then.
#[cfg(unix)]
fn ended(end: End, limits: Limits) -> Outcome {
    use std::os::unix::process::ExitStatusExt;
    let most = end.peak > limits.memory / 5 * 3;
    match end.status.signal() {
        Some(_) if most => Outcome::OutOfMemory,
        Some(signal) => Outcome::Crashed(Crash::Signal(signal)),
        None => Outcome::Crashed(Crash::Exit(end.status.code().unwrap_or(-1))),
    }
}
