//! What a submission did on one test.

use serde::{Deserialize, Serialize};

/// What a submission did on one test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Accepted,
    Rejected,
    Raised(Raised),
    TimedOut(TooLong),
    OutOfMemory,
    Crashed(Crash),
    /// The type of what it returned.
    NotABoolean(String),
    NotRun(Unasked),
}

/// An exception, and the last line of the submission that took part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raised {
    pub class: String,
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TooLong {
    /// It used its time on the processor.
    Computing,
    /// It did nothing, and went on doing it.
    Waiting,
}

/// Why a submission was not asked a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unasked {
    /// Too many tests took too long.
    TimeOuts,
    /// The tests took too long together.
    Budget,
    /// It could be loaded once, and not again.
    NotLoaded,
}

impl Unasked {
    /// The word for it, as in the files of results.
    pub fn word(self) -> &'static str {
        match self {
            Self::TimeOuts => "time_outs",
            Self::Budget => "budget",
            Self::NotLoaded => "not_loaded",
        }
    }
}

/// How a worker ended before it answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Crash {
    Signal(i32),
    Exit(i32),
    /// It sent something other than one answer for each test.
    Breach(String),
    /// It wrote more into its scratch folder than it may.
    Disk,
    /// It started more threads or processes than it may.
    Processes,
}

impl Outcome {
    /// The word for it, as in the files of results.
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

    /// Whether it ran and was not answered as expected.
    pub fn is_wrong(&self, expect: bool) -> bool {
        match self {
            Self::Accepted => !expect,
            Self::Rejected => expect,
            Self::NotRun(_) => false,
            _ => true,
        }
    }

    /// What people are told beyond the word. Empty where the word says it all.
    pub fn detail(&self) -> String {
        match self {
            Self::Accepted | Self::Rejected | Self::OutOfMemory | Self::NotRun(_) => String::new(),
            Self::Raised(raised) => raised.text(),
            Self::TimedOut(TooLong::Computing) => "it used its processor time".to_owned(),
            Self::TimedOut(TooLong::Waiting) => "it waited and did nothing".to_owned(),
            Self::NotABoolean(ty) => format!("it returned a value of type {ty}"),
            Self::Crashed(crash) => crash.text(),
        }
    }
}

impl Raised {
    /// `KeyError: 'c' (sort.py:9)`
    pub fn text(&self) -> String {
        let mut text = self.class.clone();
        if !self.message.is_empty() {
            text = format!("{text}: {}", self.message);
        }
        match (&self.file, self.line) {
            (Some(file), Some(line)) => format!("{text} ({file}:{line})"),
            (Some(file), None) => format!("{text} ({file})"),
            _ => text,
        }
    }
}

impl Crash {
    /// In the middle of a test.
    fn text(&self) -> String {
        match self {
            Self::Exit(_) => format!("{} in the middle of a test", self.ended()),
            _ => self.ended(),
        }
    }

    /// Whenever it was.
    pub(crate) fn ended(&self) -> String {
        match self {
            Self::Signal(11) => "ended by signal 11 (segmentation fault)".to_owned(),
            Self::Signal(6) => "ended by signal 6 (abort)".to_owned(),
            Self::Signal(31) => "ended by signal 31 (bad system call)".to_owned(),
            Self::Signal(number) => format!("ended by signal {number}"),
            Self::Exit(code) => format!("exited with code {code}"),
            Self::Breach(what) => format!("it broke the protocol: {what}"),
            Self::Disk => "it wrote more into its scratch folder than it may".to_owned(),
            Self::Processes => "it started more threads or processes than it may".to_owned(),
        }
    }
}
