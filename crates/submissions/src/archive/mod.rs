//! Archives: what they hold, and the contents of one entry at a time.
//!
//! Takes the bytes of an archive; gives its entries in order, without what is ignored. Each entry has a clean path:
//! relative, `/` between names, no `..`. What may not be taken is an entry too, and says why. Opening one costs no more
//! than its list of files and, for `.tar.gz`, one pass of unpacking within limits.
//!
//! Which archive it is, its first bytes say, not its name.

mod tar;
mod zip;

use std::collections::BTreeSet;
use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;

use flate2::read::MultiGzDecoder;

use crate::bytes::Bytes;
use crate::kinds::is_ignored;
use crate::options::{Limits, UNPACKED};
use crate::trouble::{LeftOut, Trouble};

/// An open archive. Clones share what they can; each reads on its own.
#[derive(Clone, Debug)]
pub struct Archive {
    entries: Arc<[Entry]>,
    store: Store,
}

#[derive(Clone, Debug)]
enum Store {
    /// Entries know their index.
    Zip(::zip::ZipArchive<Bytes>),
    /// The contents one after the other. Entries know where theirs begin.
    Tar(Bytes),
}

#[derive(Clone, Debug)]
pub struct Entry {
    pub path: String,
    pub kind: Kind,
    pub size: u64,
    place: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    File,
    Folder,
    LeftOut(LeftOut),
    /// The path is what of it is clean, the name of the submission at least.
    Refused(Trouble),
}

/// How much an archive is trusted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    OneSubmission,
    Many,
}

impl Archive {
    /// `name` is for messages.
    pub fn open(name: &str, mut bytes: Bytes, holds: Holds, limits: &Limits) -> Result<Self, Trouble> {
        let mut first = [0; 262];
        let read = fill(&mut bytes, &mut first).map_err(|error| Trouble::unreadable(name, &error))?;
        bytes.seek(SeekFrom::Start(0)).map_err(|error| Trouble::unreadable(name, &error))?;
        let first = &first[..read];
        let (entries, store) = if first.starts_with(b"PK\x03\x04") || first.starts_with(b"PK\x05\x06") {
            let (entries, zip) = zip::list(name, bytes)?;
            (entries, Store::Zip(zip))
        } else if first.starts_with(b"\x1f\x8b") {
            let unpacked = if holds == Holds::Many { UNPACKED } else { limits.bytes.saturating_mul(4) };
            let (entries, contents) = tar::list(name, MultiGzDecoder::new(bytes), unpacked, holds, limits)?;
            (entries, Store::Tar(contents))
        } else if first.get(257..) == Some(b"ustar") {
            let length = bytes.length();
            let (entries, contents) = tar::list(name, bytes, length, holds, limits)?;
            (entries, Store::Tar(contents))
        } else {
            return Err(Trouble::corrupt(name, "neither .zip nor .tar.gz by its first bytes"));
        };
        Ok(Self { entries: refuse_repeated(entries).into(), store })
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The contents of a file. What is read of it may be longer than its size says.
    pub fn read<T>(
        &mut self,
        index: usize,
        then: impl FnOnce(&mut dyn Read) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        let entry = self.entries.get(index).ok_or(Trouble::Changed)?;
        match &mut self.store {
            Store::Zip(zip) => zip::read(zip, entry, then),
            Store::Tar(contents) => then(&mut contents.span(entry.place, entry.size)),
        }
    }
}

/// As much as there is, at most the whole target.
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

/// An entry with a clean path, or none for what is ignored.
fn entry(name: &str, mut kind: Kind, size: u64, place: u64) -> Option<Entry> {
    let mut path = String::new();
    let refuse = |trouble| Kind::Refused(trouble);
    let drive = |part: &str| part.len() == 2 && part.ends_with(':') && part.as_bytes()[0].is_ascii_alphabetic();
    if name.starts_with('/') {
        kind = refuse(Trouble::Escapes { path: name.into() });
    }
    for (index, part) in name.split('/').filter(|part| !matches!(*part, "" | ".")).enumerate() {
        if part == ".." || index == 0 && drive(part) {
            kind = refuse(Trouble::Escapes { path: name.into() });
            break;
        }
        if is_ignored(part) {
            return None;
        }
        if part.len() > 255 || part.contains('\0') {
            kind = refuse(Trouble::BadName { path: name.into() });
            break;
        }
        if !path.is_empty() {
            path.push('/');
        }
        path.push_str(part);
    }
    let nothing = path.is_empty() && !matches!(kind, Kind::Refused(_));
    (!nothing).then_some(Entry { path, kind, size, place })
}

/// Paths that stand for two things: a file given twice, or a file that is also a folder.
fn refuse_repeated(mut entries: Vec<Entry>) -> Vec<Entry> {
    let mut files = BTreeSet::new();
    let mut twice = BTreeSet::new();
    for entry in &entries {
        if entry.kind == Kind::File && !files.insert(entry.path.as_str()) {
            twice.insert(entry.path.clone());
        }
    }
    for entry in &entries {
        let parents = entry.path.match_indices('/').map(|(at, _)| &entry.path[..at]);
        let folder = (entry.kind == Kind::Folder).then_some(entry.path.as_str());
        twice.extend(parents.chain(folder).filter(|path| files.contains(path)).map(String::from));
    }
    for entry in &mut entries {
        if entry.kind == Kind::File && twice.contains(&entry.path) {
            entry.kind = Kind::Refused(Trouble::Twice { path: entry.path.clone() });
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path_and_kind(name: &str) -> Option<(String, Kind)> {
        entry(name, Kind::File, 0, 0).map(|entry| (entry.path, entry.kind))
    }

    #[test]
    fn paths_are_clean() {
        let fine = |name: &str| Some((name.to_string(), Kind::File));
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
            let escapes = Kind::Refused(Trouble::Escapes { path: escaping.into() });
            assert_eq!(path_and_kind(escaping), Some((clean.into(), escapes)));
        }
        for bad in ["a\0b".to_string(), "x".repeat(256)] {
            assert!(matches!(path_and_kind(&bad), Some((_, Kind::Refused(Trouble::BadName { .. })))));
        }
    }

    /// Whatever the bytes of a name: the path has no empty, `.`, `..` or ignored part.
    #[test]
    fn paths_never_escape() {
        let mut random = fastrand::Rng::with_seed(2);
        let parts = ["..", ".", "", "a", "C:", "b.py", "\0", "__pycache__", ".x", "…"];
        for _ in 0..20_000 {
            let name: Vec<&str> = (0..random.usize(..6)).map(|_| parts[random.usize(..parts.len())]).collect();
            let name = name.join("/");
            let Some(entry) = entry(&name, Kind::File, 0, 0) else { continue };
            let clean = |part: &str| !matches!(part, "" | "." | "..") && !is_ignored(part) && !part.contains('\0');
            assert!(entry.path.is_empty() || entry.path.split('/').all(clean), "{name:?} gives {entry:?}");
            let escapes = name.starts_with('/') || name.split('/').any(|part| part == "..");
            assert!(!escapes || entry.kind != Kind::File, "{name:?} gives {entry:?}");
        }
    }
}
