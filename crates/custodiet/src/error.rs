//! Everything that keeps a command from its result. `main` renders it: `error: …`, `help: …`, and the exit code.
//!
//! What a problem file, proof or suite gets wrong is the *result* of the command that examines it (`check`,
//! `check-proof`, `verify`). It is an error only for commands that need a good one to work on.

use std::io;
use std::path::PathBuf;

use analysis::AnswerKeyError;
use decide::DecideError;
use decide::proof::{CheckError, WriteError};
use grading::setup::Unconfirmed;
use grading::{MergeError, PartError, PreflightError, SetupError, StoreError};
use report::plain::lines;
use runner::adapter::AdapterError;
use runner::prepared::PrepareError;
use solver::proof::ProveError;
use submissions::GatherError;

use crate::commands::analyze::failure::Contradiction;
use crate::commands::problem::ProblemErrors;
use crate::commands::{merge, split};
use crate::words::count;
use crate::{crash, exit, output, style};

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An option, argument or file that the command cannot work with.
    #[error("{0}")]
    Usage(String),

    /// The answer is "no", and there is nothing else to show.
    #[error("{0}")]
    No(String),

    /// A bug in custodiet.
    #[error("{0}")]
    Internal(String),

    /// Any other error, with the way out that this command knows.
    #[error("{error}")]
    Helped { error: Box<Self>, help: String },

    #[error("cannot read `{file}`: {}", input_reason(.source))]
    Unreadable { file: String, source: io::Error, help: &'static str },

    #[error("cannot write `{}`: {}", .path.display(), output::reason(.path, .source))]
    Unwritable { path: PathBuf, source: io::Error },

    /// Writing failed although it seemed possible before the work began.
    #[error("cannot write `{}`: {}", .path.display(), output::reason(.path, .source))]
    NotWritten { path: PathBuf, source: io::Error },

    #[error("cannot write to standard output: {0}")]
    Stdout(#[source] io::Error),

    #[error("cannot create a temporary folder: {0}")]
    NoTemporary(#[source] io::Error),

    /// The problem file has errors, or the analysis rejects parts of it.
    #[error("the problem file has errors")]
    Problem(Box<ProblemErrors>),

    #[error("{0}")]
    Contradiction(Box<Contradiction>),

    #[error(transparent)]
    Analysis(#[from] DecideError),

    #[error("--proof: {0}")]
    NoProof(#[from] WriteError),

    #[error(transparent)]
    NotAProof(CheckError),

    #[error(transparent)]
    Store(#[from] StoreError),

    /// Parts of a class that do not fit together.
    #[error(transparent)]
    Merge(MergeError),

    #[error(transparent)]
    Part(#[from] PartError),

    /// This number of submissions of a part is left.
    #[error("{} could not be run because of this machine, so the part is not finished", count(*.0, "submission"))]
    NotRun(usize),

    #[error(transparent)]
    Adapter(#[from] AdapterError),

    #[error(transparent)]
    Preflight(#[from] PreflightError),

    #[error(transparent)]
    Setup(SetupError),

    #[error(transparent)]
    Unconfirmed(#[from] Unconfirmed),

    #[error(transparent)]
    Gather(#[from] GatherError),

    #[error(transparent)]
    Prepare(#[from] PrepareError),

    #[error(transparent)]
    AnswerKey(#[from] AnswerKeyError),

    #[error("interrupted; {next}")]
    Interrupted { next: &'static str },
}

pub type Result<T> = std::result::Result<T, Error>;

impl From<report::BuildError> for Error {
    fn from(error: report::BuildError) -> Self {
        match error {
            report::BuildError::Key(error) => error.into(),
            report::BuildError::Store(error) => error.into(),
        }
    }
}

#[expect(clippy::needless_pass_by_value, reason = "errors of libraries are passed by `map_err`")]
impl Error {
    pub fn usage(message: impl ToString) -> Self {
        Self::Usage(message.to_string())
    }

    pub fn no(message: impl ToString) -> Self {
        Self::No(message.to_string())
    }

    pub fn internal(message: impl ToString) -> Self {
        Self::Internal(message.to_string())
    }

    /// Adds the way out, in place of the one that the error has by itself.
    pub fn with_help(self, help: impl ToString) -> Self {
        Self::Helped { error: Box::new(self), help: help.to_string() }
    }

    /// Whether it is a bug in custodiet.
    fn is_internal(&self) -> bool {
        match self {
            Self::Helped { error, .. } => error.is_internal(),
            Self::Internal(_) | Self::Analysis(DecideError::Mismatch(_)) => true,
            Self::NoProof(error) => matches!(
                error,
                WriteError::Contradiction(_)
                    | WriteError::InvalidProof { .. }
                    | WriteError::Prove(ProveError::Clauses(_))
            ),
            Self::NotAProof(error) => error.is_internal(),
            _ => false,
        }
    }

    pub fn code(&self) -> u8 {
        match self {
            Self::Helped { error, .. } => error.code(),
            error if error.is_internal() => exit::INTERNAL,
            Self::Internal(_)
            | Self::NotWritten { .. }
            | Self::NotRun(_)
            | Self::Stdout(_)
            | Self::NoProof(WriteError::Prove(ProveError::Write { .. }))
            | Self::Store(StoreError::Full | StoreError::NoThread(_) | StoreError::Database { .. })
            | Self::Adapter(AdapterError::Write { .. }) => exit::INTERNAL,
            Self::No(_)
            | Self::Contradiction(_)
            | Self::Analysis(_)
            | Self::NoProof(WriteError::Open | WriteError::GaveUp(_))
            | Self::Adapter(AdapterError::CommandFailed { .. } | AdapterError::CommandNotRun { .. }) => exit::NO,
            Self::Problem(errors) => errors.code(),
            Self::Interrupted { .. } => exit::INTERRUPTED,
            Self::Usage(_)
            | Self::Unreadable { .. }
            | Self::Unwritable { .. }
            | Self::NoTemporary(_)
            | Self::NotAProof(_)
            | Self::NoProof(_)
            | Self::Store(_)
            | Self::Merge(_)
            | Self::Part(_)
            | Self::Adapter(_)
            | Self::Preflight(_)
            | Self::Setup(_)
            | Self::Unconfirmed(_)
            | Self::Gather(_)
            | Self::Prepare(_)
            | Self::AnswerKey(_) => exit::USAGE,
        }
    }

    fn help(&self) -> Option<String> {
        match self {
            Self::Helped { help, .. } => Some(help.clone()),
            Self::NoProof(WriteError::InvalidProof { .. }) => {
                Some(format!("the disk may be full; if it is not, {}", crash::REPORT_IT))
            }
            error if error.is_internal() => Some(crash::REPORT_IT.to_owned()),
            Self::Unreadable { help, .. } => Some((*help).to_owned()),
            Self::Unwritable { path, source } | Self::NotWritten { path, source } => {
                Some(output::way_out(path, source))
            }
            Self::NotRun(_) => Some("run the same command again: only what is missing is run".to_owned()),
            Self::Stdout(_) => Some("write to a file with -o, or free some disk space".to_owned()),
            Self::NoTemporary(_) => Some("set TMPDIR to a folder you can write to".to_owned()),
            Self::Contradiction(contradiction) => Some(contradiction.help()),
            Self::NotAProof(error) => Some(error.help()),
            Self::Store(StoreError::Folder { error, .. }) if output::is_out_of_files(error) => {
                Some(output::MORE_FILES.to_owned())
            }
            Self::Store(StoreError::Folder { .. }) => Some(
                "choose a folder that you can write to, or copy this one; TMPDIR sets the folder for temporary files"
                    .to_owned(),
            ),
            Self::Store(StoreError::NotOpened { .. }) => {
                Some(format!("if many files are open, {}", output::MORE_FILES))
            }
            Self::Store(StoreError::Busy(_)) => Some("wait for it, or choose another folder".to_owned()),
            Self::Store(StoreError::Newer(_)) => Some("use that release, or choose another folder".to_owned()),
            Self::Store(StoreError::OtherProblem { .. } | StoreError::NotResults(_)) => {
                Some("choose another folder".to_owned())
            }
            Self::Preflight(PreflightError::Support { .. }) => {
                Some("correct the file and run the same command again; nothing was graded".to_owned())
            }
            Self::Store(StoreError::Damaged { .. }) => Some(
                "do not use this file; grade into another folder with -o, or move it away and grade again".to_owned(),
            ),
            Self::Store(StoreError::NoResults(_)) => Some("pass a folder from `custodiet grade … -o DIR`".to_owned()),
            Self::Store(
                StoreError::OtherSuite(_)
                | StoreError::ChangedRoster(_)
                | StoreError::ChangedProofs(_)
                | StoreError::Submission { .. },
            ) => {
                Some("run the same `custodiet grade` command again: it runs what is missing or was changed".to_owned())
            }
            Self::Merge(error) => Some(merge::way_out(error)),
            Self::Part(error) => Some(split::way_out(error)),
            Self::Unconfirmed(unconfirmed) => Some(unconfirmed.help()),
            Self::Gather(_) => Some("pass files, folders or archives of submissions".to_owned()),
            Self::Prepare(_) => Some("generate the suite again with `custodiet suite`".to_owned()),
            Self::AnswerKey(_) => Some("grade again with a new suite".to_owned()),
            Self::Usage(_)
            | Self::No(_)
            | Self::Internal(_)
            | Self::Problem(_)
            | Self::Analysis(_)
            | Self::NoProof(_)
            | Self::Store(_)
            | Self::Adapter(_)
            | Self::Preflight(_)
            | Self::Setup(_)
            | Self::Interrupted { .. } => None,
        }
    }

    /// Prints the error and returns the exit code. Messages may quote files and submissions, so control characters
    /// are made visible.
    pub fn report(&self) -> u8 {
        let message = lines(&self.to_string()).join("\n");
        match self {
            Self::Problem(errors) => return errors.report(),
            Self::Contradiction(found) if let Some(code) = found.report_json() => return code,
            Self::Interrupted { .. } => remark!("{message}"),
            error if error.is_internal() => remark!("{} {message}", style::bad("internal error:")),
            _ => remark!("{} {message}", style::bad("error:")),
        }
        if let Some(help) = self.help() {
            remark!("help: {}", lines(&help).join("\n"));
        }
        self.code()
    }
}

impl From<decide::Mismatch> for Error {
    fn from(mismatch: decide::Mismatch) -> Self {
        Self::Analysis(DecideError::Mismatch(mismatch))
    }
}

impl From<MergeError> for Error {
    fn from(error: MergeError) -> Self {
        match error {
            MergeError::Store(error) => error.into(),
            other => Self::Merge(other),
        }
    }
}

impl From<SetupError> for Error {
    fn from(error: SetupError) -> Self {
        match error {
            SetupError::Adapter(error) => error.into(),
            other => Self::Setup(other),
        }
    }
}

impl From<sample::sampler::SampleError> for Error {
    fn from(failure: sample::sampler::SampleError) -> Self {
        match failure {
            sample::sampler::SampleError::Mismatch(mismatch) => mismatch.into(),
            sample::sampler::SampleError::TooMany { found } => DecideError::TooMany { found }.into(),
        }
    }
}

impl From<generate::cross::CrossCheckError> for Error {
    fn from(failure: generate::cross::CrossCheckError) -> Self {
        match failure {
            generate::cross::CrossCheckError::Mismatch(mismatch) => mismatch.into(),
            generate::cross::CrossCheckError::Random(failure) => failure.into(),
        }
    }
}

/// Why a file cannot be read, in a few words.
fn input_reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string().to_lowercase(),
    }
}
