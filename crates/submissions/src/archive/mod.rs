//! Archives: their entries, and the contents of one entry at a time.
//!
//! Takes the bytes of an archive; gives its entries in order, without ignored ones. Each entry has a clean path: relative,
//! separated by `/`, without `..`. An entry that has to be refused is listed with the reason. Opening an archive reads only its
//! list of files or, for `.tar.gz`, unpacks it once within limits.
//!
//! The format is detected from the content, not the file name.

mod tar;
mod zip;

use std::collections::BTreeSet;
use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;

use flate2::read::MultiGzDecoder;

use crate::bytes::Bytes;
use crate::errors::{SkipReason, SubmissionError};
use crate::kinds::is_ignored;
use crate::names::{LONGEST, brief, stand_in};
use crate::options::{SubmissionLimits, UNPACKED};

/// An open archive. Clones share its data and read independently.
#[derive(Clone, Debug)]
pub struct Archive {
    entries: Arc<[ArchiveEntry]>,
    store: Store,
}

#[derive(Clone, Debug)]
enum Store {
    /// Entries store their index.
    Zip(::zip::ZipArchive<Bytes>),
    /// All contents, one after the other. Entries store where theirs begin.
    Tar(Bytes),
}

#[derive(Clone, Debug)]
pub struct ArchiveEntry {
    pub path: String,
    pub kind: EntryKind,
    pub size: u64,
    place: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryKind {
    File,
    Folder,
    Skipped(SkipReason),
    /// The path of the entry contains only the clean part of its name, which at least identifies the submission.
    Refused(SubmissionError),
}

/// What an archive is expected to contain, which decides how much of it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArchiveRole {
    OneSubmission,
    ManySubmissions,
}

impl Archive {
    /// `name` is used in error messages only.
    pub fn open(
        name: &str,
        mut bytes: Bytes,
        role: ArchiveRole,
        limits: &SubmissionLimits,
    ) -> Result<Self, SubmissionError> {
        let mut first = [0; 262];
        let read = fill(&mut bytes, &mut first).map_err(|error| SubmissionError::unreadable(name, error))?;
        bytes.seek(SeekFrom::Start(0)).map_err(|error| SubmissionError::unreadable(name, error))?;
        let first = &first[..read];
        let (entries, store) = if first.starts_with(b"PK\x03\x04") || first.starts_with(b"PK\x05\x06") {
            let (entries, zip) = zip::list(name, bytes)?;
            (entries, Store::Zip(zip))
        } else if first.starts_with(b"\x1f\x8b") {
            let unpacked = if role == ArchiveRole::ManySubmissions { UNPACKED } else { limits.bytes.saturating_mul(4) };
            let (entries, contents) = tar::list(name, MultiGzDecoder::new(bytes), unpacked, role, limits)?;
            (entries, Store::Tar(contents))
        } else if first.get(257..) == Some(b"ustar") {
            let length = bytes.length();
            let (entries, contents) = tar::list(name, bytes, length, role, limits)?;
            (entries, Store::Tar(contents))
        } else {
            return Err(SubmissionError::UnknownFormat { archive: name.into() });
        };
        Ok(Self { entries: refuse_duplicates(entries).into(), store })
    }

    pub fn entries(&self) -> &[ArchiveEntry] {
        &self.entries
    }

    /// Reads the contents of a file, which may be longer than its size claims.
    pub fn read<T>(
        &mut self,
        index: usize,
        then: impl FnOnce(&mut dyn Read) -> Result<T, SubmissionError>,
    ) -> Result<T, SubmissionError> {
        let entry = self.entries.get(index).ok_or(SubmissionError::Changed)?;
        match &mut self.store {
            Store::Zip(zip) => zip::read(zip, entry, then),
            Store::Tar(contents) => then(&mut contents.span(entry.place, entry.size)),
        }
    }
}

/// Reads until the target is full or the source ends.
fn fill(source: &mut impl Read, target: &mut [u8]) -> std::io::Result<usize> {
    let mut filled = 0;
    while filled < target.len() {
        match source.read(&mut target[filled..])? {
            0 => break,
            read => filled += read,
        }
    }
    Ok(filled)
}

/// An entry with a clean path, or `None` if it is ignored.
fn entry(name: &str, mut kind: EntryKind, size: u64, place: u64) -> Option<ArchiveEntry> {
    let (mut path, mut shown) = (String::new(), String::new());
    let mut too_long = false;
    let drive = |part: &str| part.len() == 2 && part.ends_with(':') && part.as_bytes()[0].is_ascii_alphabetic();
    if name.starts_with('/') {
        kind = EntryKind::Refused(SubmissionError::OutsideArchive { path: name.into() });
    }
    for (index, part) in name.split('/').filter(|part| !matches!(*part, "" | ".")).enumerate() {
        if part == ".." || index == 0 && drive(part) {
            kind = EntryKind::Refused(SubmissionError::OutsideArchive { path: name.into() });
            break;
        }
        if is_ignored(part) {
            return None;
        }
        if part.contains('\0') {
            kind = EntryKind::Refused(SubmissionError::InvalidName { path: name.into() });
            break;
        }
        if !path.is_empty() {
            path.push('/');
            shown.push('/');
        }
        // It stays in its folder, so that the submission is reported to which it belongs.
        let short = (part.len() > LONGEST).then(|| stand_in(part));
        too_long |= short.is_some();
        path.push_str(short.as_deref().unwrap_or(part));
        shown.push_str(&short.as_deref().map_or(part.into(), brief));
    }
    if too_long && !matches!(kind, EntryKind::Refused(_)) {
        kind = EntryKind::Refused(SubmissionError::NameTooLong { path: shown });
    }
    let nothing = path.is_empty() && !matches!(kind, EntryKind::Refused(_));
    (!nothing).then_some(ArchiveEntry { path, kind, size, place })
}

/// Refuses paths that occur twice: as two files, or as a file and a folder.
fn refuse_duplicates(mut entries: Vec<ArchiveEntry>) -> Vec<ArchiveEntry> {
    let mut files = BTreeSet::new();
    let mut twice = BTreeSet::new();
    for entry in &entries {
        if entry.kind == EntryKind::File && !files.insert(entry.path.as_str()) {
            twice.insert(entry.path.clone());
        }
    }
    for entry in &entries {
        let parents = entry.path.match_indices('/').map(|(at, _)| &entry.path[..at]);
        let folder = (entry.kind == EntryKind::Folder).then_some(entry.path.as_str());
        twice.extend(parents.chain(folder).filter(|path| files.contains(path)).map(String::from));
    }
    for entry in &mut entries {
        if entry.kind == EntryKind::File && twice.contains(&entry.path) {
            entry.kind = EntryKind::Refused(SubmissionError::Duplicate { path: entry.path.clone() });
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path_and_kind(name: &str) -> Option<(String, EntryKind)> {
        entry(name, EntryKind::File, 0, 0).map(|entry| (entry.path, entry.kind))
    }

    #[test]
    fn paths_are_clean() {
        let fine = |name: &str| Some((name.to_string(), EntryKind::File));
        assert_eq!(path_and_kind("./a//b.py"), fine("a/b.py"));
        assert_eq!(path_and_kind("a b/ü\n'\"`.py"), fine("a b/ü\n'\"`.py"));
        assert_eq!(path_and_kind("a/...py"), None);
        for ignored in ["__MACOSX/a.py", "x/.git/config", "a/.DS_Store", "x/node_modules/y/z.js", "Thumbs.db", "./", ""]
        {
            assert_eq!(path_and_kind(ignored), None, "{ignored}");
        }
        for (escaping, clean) in
            [("../a.py", ""), ("x/y/../../../a.py", "x/y"), ("/etc/a.py", "etc/a.py"), ("C:/a", "")]
        {
            let escapes = EntryKind::Refused(SubmissionError::OutsideArchive { path: escaping.into() });
            assert_eq!(path_and_kind(escaping), Some((clean.into(), escapes)));
        }
        assert!(matches!(path_and_kind("a\0b"), Some((_, EntryKind::Refused(SubmissionError::InvalidName { .. })))));
    }

    /// Names that are too long differ from each other and from every name that is not, and are short.
    #[test]
    fn long_names_stay_distinct() {
        let long = |end: &str| format!("{}{end}", "x".repeat(300));
        let path = |name: &str| path_and_kind(&format!("{name}/s.py")).expect("an entry");
        let (one, refused) = path(&long("1"));
        assert!(matches!(refused, EntryKind::Refused(SubmissionError::NameTooLong { path }) if path.len() < 200));
        assert_ne!(one, path(&long("2")).0);
        assert_eq!(one, path(&long("1")).0);
        let folder = one.strip_suffix("/s.py").expect("the file stays in its folder");
        assert!((256..300).contains(&folder.len()), "{folder}: no valid name is as long");
        let (imitated, _) = path(folder);
        assert_ne!(one, imitated);
    }

    /// Whatever the name, the path has no empty, `.`, `..` or ignored part.
    #[test]
    fn paths_never_escape() {
        let mut random = fastrand::Rng::with_seed(2);
        let parts = ["..", ".", "", "a", "C:", "b.py", "\0", "__pycache__", ".x", "…"];
        for _ in 0..20_000 {
            let name: Vec<&str> = (0..random.usize(..6)).map(|_| parts[random.usize(..parts.len())]).collect();
            let name = name.join("/");
            let Some(entry) = entry(&name, EntryKind::File, 0, 0) else { continue };
            let clean = |part: &str| !matches!(part, "" | "." | "..") && !is_ignored(part) && !part.contains('\0');
            assert!(entry.path.is_empty() || entry.path.split('/').all(clean), "{name:?} gives {entry:?}");
            let escapes = name.starts_with('/') || name.split('/').any(|part| part == "..");
            assert!(!escapes || entry.kind != EntryKind::File, "{name:?} gives {entry:?}");
        }
    }
}
