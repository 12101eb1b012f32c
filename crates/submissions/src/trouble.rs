//! What can be wrong, as data: with one submission ([`Trouble`]), about it ([`Note`]), with the gathering as a whole
//! ([`Warning`]), and what ends it ([`GatherError`]).

use std::fmt::{self, Display, Formatter};
use std::path::{Path, PathBuf};

/// Why a submission cannot be graded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    #[error("empty: it holds no files")]
    NoFiles,
    #[error("empty: it has no {} file, only {}", dotted(.wanted), some(.found))]
    NoneOfLanguage { wanted: Vec<String>, found: Vec<String> },
    #[error("empty: nothing but blanks in {}", some(.files))]
    Blank { files: Vec<String> },
    #[error("empty: `submission_metadata.yml` names it, and it is not there")]
    NotThere,
    #[error("unreadable: {}: {why}", quoted(.path))]
    Unreadable { path: String, why: String },
    #[error("unreadable: the name {} is not UTF-8; rename it", quoted(.path))]
    NotUtf8 { path: String },
    #[error("unreadable: {} is damaged or no archive: {why}", quoted(.archive))]
    Corrupt { archive: String, why: String },
    #[error("unreadable: {} is encrypted; unpack it with its password first", quoted(.path))]
    Encrypted { path: String },
    #[error("unreadable: {} is packed by a method other than deflate; unpack it first", quoted(.path))]
    Packed { path: String },
    #[error("unreadable: archives like {} are not read; unpack it, or pack it as .zip or .tar.gz", quoted(.archive))]
    OtherArchive { archive: String },
    #[error("refused: {} is a symbolic link, and links are not followed; put the file there", quoted(.path))]
    Symlink { path: String },
    #[error("refused: {} is neither a file nor a folder; put a file there", quoted(.path))]
    Special { path: String },
    #[error("refused: {} leads out of its archive; unpack it by hand", quoted(.path))]
    Escapes { path: String },
    #[error("refused: {} is no name for a file; rename it", quoted(.path))]
    BadName { path: String },
    #[error("refused: {} is in the archive more than once; unpack it by hand", quoted(.path))]
    Twice { path: String },
    #[error("refused: {} holds more than {limit}; unpack it without what is not needed, and give the folder", quoted(.archive))]
    TooLong { archive: String, limit: String },
    #[error("refused: more than {limit} files; take out what the program does not need")]
    TooMany { limit: usize },
    #[error("refused: more than {}; take out what the program does not need", size(*.limit))]
    TooBig { limit: u64 },
    #[error("refused: {} lies more than {limit} folders deep", quoted(.path))]
    TooDeep { path: String, limit: usize },
    #[error("changed on the disk since it was listed; start again")]
    Changed,
    #[error("cannot be copied to {}: {why}", .to.display())]
    NotCopied { to: PathBuf, why: String },
}

impl Trouble {
    /// One word for machines: `empty`, `unreadable`, `refused`, `changed` or `not_copied`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::NoFiles | Self::NoneOfLanguage { .. } | Self::Blank { .. } | Self::NotThere => "empty",
            Self::Unreadable { .. }
            | Self::NotUtf8 { .. }
            | Self::Corrupt { .. }
            | Self::Encrypted { .. }
            | Self::Packed { .. }
            | Self::OtherArchive { .. } => "unreadable",
            Self::Symlink { .. }
            | Self::Special { .. }
            | Self::Escapes { .. }
            | Self::BadName { .. }
            | Self::Twice { .. }
            | Self::TooLong { .. }
            | Self::TooMany { .. }
            | Self::TooBig { .. }
            | Self::TooDeep { .. } => "refused",
            Self::Changed => "changed",
            Self::NotCopied { .. } => "not_copied",
        }
    }

    pub(crate) fn unreadable(path: &str, why: &std::io::Error) -> Self {
        Self::Unreadable { path: path.into(), why: plain(why) }
    }

    pub(crate) fn corrupt(archive: &str, why: impl Display) -> Self {
        Self::Corrupt { archive: archive.into(), why: why.to_string() }
    }
}

/// What is told about a submission that is graded all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A file that was not taken.
    LeftOut { path: String, why: LeftOut },
    /// Names that are one on file systems that ignore case.
    SameButCase { one: String, other: String },
    /// Another submission has this name too, so this one carries its folder's.
    Renamed { from: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    Link,
    Special,
}

impl Display for Note {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::LeftOut { path, why: LeftOut::Link } => write!(f, "{} is a link and was left out", quoted(path)),
            Self::LeftOut { path, why: LeftOut::Special } => {
                write!(f, "{} is neither a file nor a folder and was left out", quoted(path))
            }
            Self::SameButCase { one, other } => {
                write!(f, "{} and {} differ only in upper and lower case", quoted(one), quoted(other))
            }
            Self::Renamed { from } => write!(f, "another submission is called {} too", quoted(from)),
        }
    }
}

/// What is told about the gathering as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// Files beside the submissions that are none.
    Skipped { folder: PathBuf, files: Vec<String> },
    /// Symbolic links, special files and bad names in an archive, outside every submission.
    Refused { archive: PathBuf, trouble: Trouble },
    /// The same file or folder, given more than once.
    GivenTwice { origin: PathBuf },
    /// Submissions of one name, told apart by their folders.
    Renamed { from: String, to: Vec<String> },
    /// `submission_metadata.yml` cannot be used.
    Metadata { file: PathBuf, why: String },
    /// `submission_metadata.yml` was given as a submission.
    MetadataAlone { file: PathBuf },
    /// An archive that may have been meant as a folder of submissions.
    OneArchive { archive: PathBuf, files: usize },
    /// A folder that may have been meant as the folder of submissions.
    OneFolder { folder: PathBuf },
    /// A given folder that cannot be read.
    Folder { folder: PathBuf, why: String },
}

impl Display for Warning {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Skipped { folder, files } => {
                let (count, s) =
                    (files.len(), if files.len() == 1 { " is no submission" } else { "s are no submissions" });
                write!(f, "{}: {count} file{s}: {}", shown(folder), some(files))
            }
            Self::Refused { archive, trouble } => write!(f, "{}: {trouble}", shown(archive)),
            Self::GivenTwice { origin } => write!(f, "{} was given more than once", shown(origin)),
            Self::Renamed { from, to } => write!(f, "several submissions are called {}: {}", quoted(from), all(to)),
            Self::Metadata { file, why } => {
                write!(f, "{}: {why}; the submissions are taken without their ids", shown(file))
            }
            Self::MetadataAlone { file } => {
                write!(f, "{}: give the folder it lies in, so that ids are kept", shown(file))
            }
            Self::OneArchive { archive, files } => {
                let archive = shown(archive);
                write!(
                    f,
                    "{archive}: its {files} files are one submission; if each is one, unpack it and give the folder"
                )
            }
            Self::OneFolder { folder } => {
                let folder = shown(folder);
                write!(f, "{folder}: the only submission; if it holds the submissions, give this folder instead")
            }
            Self::Folder { folder, why } => write!(f, "{}: {why}", shown(folder)),
        }
    }
}

/// Why there is no list of submissions at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GatherError {
    #[error("{} not there", listed(.0))]
    NotThere(Vec<PathBuf>),
    #[error("no submissions in {}: looked for {} files, archives and folders{}", listed(.paths), dotted(.extensions), because(.warnings))]
    Nothing { paths: Vec<PathBuf>, extensions: Vec<String>, warnings: Vec<Warning> },
}

/// What the system says, without its number.
pub(crate) fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
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
    names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ")
}

/// The first three names.
fn some(names: &[String]) -> String {
    let more = names.len().saturating_sub(3);
    let first = all(names.get(..3).unwrap_or(names));
    if more == 0 { first } else { format!("{first} and {more} more") }
}

fn dotted(list: &[String]) -> String {
    list.iter().map(|one| format!(".{one}")).collect::<Vec<_>>().join(" or ")
}

fn listed(list: &[PathBuf]) -> String {
    list.iter().map(|path| shown(path)).collect::<Vec<_>>().join(", ")
}

fn because(warnings: &[Warning]) -> String {
    std::iter::once(String::new()).chain(warnings.iter().map(Warning::to_string)).collect::<Vec<_>>().join("; ")
}

pub(crate) fn size(bytes: u64) -> String {
    if bytes >= 1 << 20 && bytes.is_multiple_of(1 << 20) {
        format!("{} MiB", bytes >> 20)
    } else {
        format!("{bytes} bytes")
    }
}
