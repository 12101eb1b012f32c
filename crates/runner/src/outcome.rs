//! What a submission did on one test.

use serde::{Deserialize, Serialize};

/// What a submission did on one test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Accepted,
    Rejected,
    Raised(RaisedException),
    TimedOut(TimeoutKind),
    OutOfMemory,
    Crashed(Crash),
    /// The type of what it returned.
    NotABoolean(String),
    NotRun(NotRunReason),
}

/// An exception, and the innermost line of the submission in its stack trace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RaisedException {
    pub class: String,
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeoutKind {
    /// It used up its processor time.
    Computing,
    /// It waited too long without doing anything.
    Waiting,
}

/// Why a submission was not run on a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NotRunReason {
    /// Too many tests timed out.
    TimeOuts,
    /// All tests together took too long.
    Budget,
    /// It could be loaded once, but not again.
    NotLoaded,
    /// The results folder has no outcome. This is never the result of a run.
    NotRecorded,
}

impl NotRunReason {
    pub const ALL: [Self; 4] = [Self::TimeOuts, Self::Budget, Self::NotLoaded, Self::NotRecorded];

    /// Its name in result files.
    pub fn word(self) -> &'static str {
        match self {
            Self::TimeOuts => "time_outs",
            Self::Budget => "budget",
            Self::NotLoaded => "not_loaded",
            Self::NotRecorded => "not_recorded",
        }
    }
}

/// How a worker ended before it answered a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Crash {
    Signal(i32),
    Exit(i32),
    /// It broke the protocol: it sent something other than one answer for each test.
    Breach(String),
    /// It wrote too much to its scratch folder.
    Disk,
    /// It started too many threads or processes.
    Processes,
}

impl Outcome {
    /// Its name in result files.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Raised(_) => "raised",
            Self::TimedOut(_) => "timed_out",
            Self::OutOfMemory => "out_of_memory",
            Self::Crashed(_) => "crashed",
            Self::NotABoolean(_) => "not_a_boolean",
            Self::NotRun(_) => "not_run",
        }
    }

    /// Details beyond the name, for people. Empty if there are none.
    pub fn detail(&self) -> String {
        match self {
            Self::Accepted | Self::Rejected | Self::OutOfMemory | Self::NotRun(_) => String::new(),
            Self::Raised(raised) => raised.text(),
            Self::TimedOut(TimeoutKind::Computing) => "it used up its processor time".to_owned(),
            Self::TimedOut(TimeoutKind::Waiting) => "it waited without doing anything".to_owned(),
            Self::NotABoolean(ty) => format!("it returned a value of type {ty}"),
            Self::Crashed(crash) => crash.text("during a test"),
        }
    }
}

impl RaisedException {
    /// `KeyError: 'c' (sort.py:9)`
    pub fn text(&self) -> String {
        let mut text = self.class.clone();
        if !self.message.is_empty() {
            text = format!("{text}: {}", self.message);
        }
        located(text, self.file.as_deref(), self.line)
    }
}

/// A text followed by the place that it is about, if it is known: `KeyError: 'c' (sort.py:9)`.
pub fn located(text: String, file: Option<&str>, line: Option<u64>) -> String {
    match (file, line) {
        (Some(file), Some(line)) => format!("{text} ({file}:{line})"),
        (Some(file), None) => format!("{text} ({file})"),
        (None, _) => text,
    }
}

impl Crash {
    /// A sentence without its subject. `when` completes it, as in "exited with code 1 while loading".
    pub(crate) fn text(&self, when: &str) -> String {
        match self {
            Self::Signal(11) => format!("killed by signal 11 (segmentation fault) {when}"),
            Self::Signal(6) => format!("killed by signal 6 (abort) {when}"),
            Self::Signal(31) => format!("killed by signal 31 (bad system call) {when}"),
            Self::Signal(number) => format!("killed by signal {number} {when}"),
            Self::Exit(code) => format!("exited with code {code} {when}"),
            Self::Breach(what) => format!("broke the protocol {when}: {what}"),
            Self::Disk => format!("wrote too much to its scratch folder {when}"),
            Self::Processes => format!("started too many threads or processes {when}"),
        }
    }
}
