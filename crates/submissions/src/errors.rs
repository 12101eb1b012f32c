//! What can be wrong, as data: with one submission ([`SubmissionError`]), about it ([`Note`]), with the gathering as a whole
//! ([`Warning`]), and what makes gathering impossible ([`GatherError`]).

use std::fmt::{self, Display, Formatter};
use std::path::{Path, PathBuf};

use crate::cause::Cause;
use crate::gradescope::MetadataError;
use crate::names::LONGEST;

/// Why a submission cannot be graded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SubmissionError {
    #[error("empty: it contains no files")]
    NoFiles,
    #[error("empty: it contains no {} file, only {}", dotted(.wanted), some(.found))]
    NoneOfLanguage { wanted: Vec<String>, found: Vec<String> },
    #[error("empty: {} {} only white space", some(.files), if .files.len() == 1 { "contains" } else { "contain" })]
    Blank { files: Vec<String> },
    #[error("empty: `submission_metadata.yml` lists it, but it does not exist; download the export again")]
    Missing,
    #[error("unreadable: {}: {source}", quoted(.path))]
    Unreadable { path: String, source: Cause },
    #[error("unreadable: the name {} is not UTF-8; rename it", quoted(.path))]
    NotUtf8 { path: String },
    #[error("unreadable: {} is not a valid archive: {source}; download it again", quoted(.archive))]
    Corrupt { archive: String, source: Cause },
    #[error("unreadable: {} is incomplete; download it again", quoted(.archive))]
    Truncated { archive: String },
    #[error("unreadable: {} is neither a .zip nor a .tar.gz archive; pack it again as one of these", quoted(.archive))]
    UnknownFormat { archive: String },
    #[error("unreadable: {} is encrypted; unpack it with its password first", quoted(.path))]
    Encrypted { path: String },
    #[error("unreadable: {} is compressed by a method other than deflate; unpack it first", quoted(.path))]
    UnsupportedCompression { path: String },
    #[error("unreadable: archives like {} are not supported; unpack it, or pack it as .zip or .tar.gz", quoted(.archive))]
    UnsupportedArchive { archive: String },
    #[error("refused: {} is a symbolic link, and links are not followed; replace it with the file", quoted(.path))]
    Symlink { path: String },
    #[error("refused: {} is neither a file nor a folder; replace it with a file", quoted(.path))]
    Special { path: String },
    #[error("refused: {} points outside its archive; unpack it by hand", quoted(.path))]
    OutsideArchive { path: String },
    #[error("refused: {} is not a valid file name; rename it", quoted(.path))]
    InvalidName { path: String },
    #[error("refused: a name in {} is longer than {LONGEST} bytes; shorten it", quoted(.path))]
    NameTooLong { path: String },
    #[error("refused: the archive contains {} more than once; unpack it by hand", quoted(.path))]
    Duplicate { path: String },
    #[error("refused: {} contains more than {limit} files; unpack only what is needed, and give the folder", quoted(.archive))]
    TooManyEntries { archive: String, limit: usize },
    #[error("refused: {} unpacks to more than {}; unpack only what is needed, and give the folder", quoted(.archive), size(*.limit))]
    ArchiveTooLarge { archive: String, limit: u64 },
    #[error("refused: it contains more than {limit} files; remove what the program does not need")]
    TooManyFiles { limit: usize },
    #[error("refused: it is larger than {}; remove what the program does not need", size(*.limit))]
    TooLarge { limit: u64 },
    #[error("refused: {} is nested more than {limit} folders deep; move it up", quoted(.path))]
    TooDeep { path: String, limit: usize },
    #[error("changed on disk since it was listed; run the command again")]
    Changed,
    #[error("cannot be copied to {}: {source}", .to.display())]
    NotCopied { to: PathBuf, source: Cause },
    /// What was found when the submission was packed, in words.
    #[error("{0}")]
    Recorded(String),
}

impl SubmissionError {
    /// One word for machines: `empty`, `unreadable`, `refused`, `changed`, `not_copied` or `recorded`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::NoFiles | Self::NoneOfLanguage { .. } | Self::Blank { .. } | Self::Missing => "empty",
            Self::Unreadable { .. }
            | Self::NotUtf8 { .. }
            | Self::Corrupt { .. }
            | Self::Truncated { .. }
            | Self::UnknownFormat { .. }
            | Self::Encrypted { .. }
            | Self::UnsupportedCompression { .. }
            | Self::UnsupportedArchive { .. } => "unreadable",
            Self::Symlink { .. }
            | Self::Special { .. }
            | Self::OutsideArchive { .. }
            | Self::InvalidName { .. }
            | Self::NameTooLong { .. }
            | Self::Duplicate { .. }
            | Self::TooManyEntries { .. }
            | Self::ArchiveTooLarge { .. }
            | Self::TooManyFiles { .. }
            | Self::TooLarge { .. }
            | Self::TooDeep { .. } => "refused",
            Self::Changed => "changed",
            Self::NotCopied { .. } => "not_copied",
            Self::Recorded(_) => "recorded",
        }
    }

    pub(crate) fn unreadable(path: &str, source: impl Into<Cause>) -> Self {
        Self::Unreadable { path: path.into(), source: source.into() }
    }

    pub(crate) fn corrupt(archive: &str, source: impl Into<Cause>) -> Self {
        Self::Corrupt { archive: archive.into(), source: source.into() }
    }
}

/// A remark about a submission that is graded nevertheless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A file that was skipped.
    Skipped { path: String, reason: SkipReason },
    /// Names that are equal on file systems that ignore case.
    SameButCase { one: String, other: String },
    /// Another submission has the same name, so this one was renamed.
    Renamed { from: String },
}

/// Why a file inside a submission was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkipReason {
    Link,
    /// Neither a file nor a folder.
    Special,
}

impl Display for Note {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Skipped { path, reason: SkipReason::Link } => write!(f, "{} is a link and was skipped", quoted(path)),
            Self::Skipped { path, reason: SkipReason::Special } => {
                write!(f, "{} is neither a file nor a folder and was skipped", quoted(path))
            }
            Self::SameButCase { one, other } => {
                write!(f, "{} and {} differ only in upper and lower case", quoted(one), quoted(other))
            }
            Self::Renamed { from } => write!(f, "another submission is also called {}", quoted(from)),
        }
    }
}

/// A remark about the gathering as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// Files next to the submissions that are not submissions.
    Skipped { folder: PathBuf, files: Vec<String> },
    /// Entries of an archive that were refused and do not belong to any submission.
    Refused { archive: PathBuf, error: SubmissionError },
    /// The same file or folder, given more than once.
    GivenTwice { origin: PathBuf },
    /// Submissions with the same name, renamed after their folders.
    Renamed { from: String, to: Vec<String> },
    /// `submission_metadata.yml` cannot be used.
    Metadata { file: PathBuf, error: MetadataError },
    /// `submission_metadata.yml` was given as a submission.
    MetadataAlone { file: PathBuf },
    /// An archive that may have been meant as a folder of submissions.
    OneArchive { archive: PathBuf, files: usize },
    /// A folder that may have been meant as the folder of submissions.
    OneFolder { folder: PathBuf },
    /// A given path that cannot be read.
    Unreadable { path: PathBuf, error: Cause },
}

impl Display for Warning {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Skipped { folder, files } => {
                if let [file] = &files[..] {
                    return write!(f, "{} is not a submission and was skipped", shown(&folder.join(file)));
                }
                let skipped = format!("{} files are not submissions and were skipped", files.len());
                write!(f, "{}: {skipped}: {}", shown(folder), some(files))
            }
            Self::Refused { archive, error } => write!(f, "{}: {error}", shown(archive)),
            Self::GivenTwice { origin } => write!(f, "{} was given more than once", shown(origin)),
            Self::Renamed { from, to } => {
                write!(f, "several submissions are called {}; they were renamed to {}", quoted(from), all(to))
            }
            Self::Metadata { file, error } => {
                write!(f, "{}: {error}; the submissions are graded without names and ids", shown(file))
            }
            Self::MetadataAlone { file } => {
                write!(f, "{} is not a submission; give its folder to keep names and ids", shown(file))
            }
            Self::OneArchive { archive, files } => write!(
                f,
                "{}: its {files} files are treated as one submission; if each is a submission, unpack it and give the folder",
                shown(archive)
            ),
            Self::OneFolder { folder } => {
                let folder = shown(folder);
                write!(
                    f,
                    "{folder} is treated as one submission; if it contains the submissions, give this folder instead"
                )
            }
            Self::Unreadable { path, error } => write!(f, "cannot read {}: {error}", shown(path)),
        }
    }
}

/// Why there are no submissions at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GatherError {
    #[error("{} {} not exist", listed(.0), if .0.len() == 1 { "does" } else { "do" })]
    NotFound(Vec<PathBuf>),
    #[error("no submissions in {}: looked for {} files, archives and folders{}", listed(.paths), dotted(.extensions), because(.warnings))]
    NoSubmissions { paths: Vec<PathBuf>, extensions: Vec<String>, warnings: Vec<Warning> },
}

/// A name in backticks, on one line.
pub(crate) fn quoted(name: &str) -> String {
    let mut text = String::from("`");
    for letter in name.chars() {
        if letter.is_control() { text.extend(letter.escape_default()) } else { text.push(letter) }
    }
    text + "`"
}

fn shown(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

fn all(names: &[String]) -> String {
    joined(names.iter().map(|name| quoted(name)).collect())
}

/// `a`, `a and b`, or `a, b and c`
fn joined(mut parts: Vec<String>) -> String {
    match parts.pop() {
        Some(last) if !parts.is_empty() => format!("{} and {last}", parts.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// The first three names, and how many more there are.
fn some(names: &[String]) -> String {
    let more = names.len().saturating_sub(3);
    let mut parts: Vec<String> = names.iter().take(3).map(|name| quoted(name)).collect();
    parts.extend((more > 0).then(|| format!("{more} more")));
    joined(parts)
}

fn dotted(list: &[String]) -> String {
    list.iter().map(|one| format!(".{one}")).collect::<Vec<_>>().join(" or ")
}

fn listed(list: &[PathBuf]) -> String {
    joined(list.iter().map(|path| shown(path)).collect())
}

fn because(warnings: &[Warning]) -> String {
    std::iter::once(String::new()).chain(warnings.iter().map(Warning::to_string)).collect::<Vec<_>>().join("; ")
}

fn size(bytes: u64) -> String {
    if bytes >= 1 << 20 && bytes.is_multiple_of(1 << 20) {
        format!("{} MiB", bytes >> 20)
    } else {
        format!("{bytes} bytes")
    }
}
