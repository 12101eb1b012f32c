//! Tar archives, by the crate `tar`, from a stream that can be read only once.
//!
//! The contents of files are spooled, one after the other: for one submission in memory, for many in an anonymous file. The
//! limits of a submission apply.

use std::cell::Cell;
use std::io::{self, Read, Write};
use std::rc::Rc;

use tar::EntryType;

use super::{ArchiveEntry, ArchiveRole, EntryKind, entry};
use crate::bytes::Bytes;
use crate::errors::{SkipReason, SubmissionError};
use crate::options::{ENTRIES, SubmissionLimits};

/// The longest name or other extended header.
const MAX_HEADER: u64 = 1 << 20;

pub fn list(
    name: &str,
    source: impl Read,
    unpacked: u64,
    role: ArchiveRole,
    limits: &SubmissionLimits,
) -> Result<(Vec<ArchiveEntry>, Bytes), SubmissionError> {
    let meter = Rc::new(Meter { total: Cell::new(unpacked), now: Cell::new(0), spent: Cell::new(false) });
    let corrupt = |error: io::Error| {
        if meter.spent.get() {
            SubmissionError::ArchiveTooLarge { archive: name.into(), limit: unpacked }
        } else {
            SubmissionError::corrupt(name, error)
        }
    };
    let mut archive = tar::Archive::new(Metered { source, meter: Rc::clone(&meter) });
    let mut spool = Spool::new(role).map_err(|error| SubmissionError::unreadable(name, error))?;
    let mut entries = Vec::new();
    let mut incoming = archive.entries().map_err(corrupt)?;
    for count in 0.. {
        meter.now.set(3 * MAX_HEADER);
        let Some(one) = incoming.next() else { break };
        let mut one = one.map_err(corrupt)?;
        if count == ENTRIES {
            return Err(SubmissionError::TooManyEntries { archive: name.into(), limit: ENTRIES });
        }
        meter.now.set(u64::MAX);
        let path = String::from_utf8(one.path_bytes().into_owned());
        let not_utf8 = path.is_err();
        let path = path.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        let kind = match one.header().entry_type() {
            EntryType::XGlobalHeader => continue,
            _ if not_utf8 => EntryKind::Refused(SubmissionError::NotUtf8 { path: path.clone() }),
            EntryType::Directory => EntryKind::Folder,
            EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse if path.ends_with('/') => {
                EntryKind::Folder
            }
            EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => EntryKind::File,
            EntryType::Symlink | EntryType::Link => EntryKind::Skipped(SkipReason::Link),
            _ => EntryKind::Skipped(SkipReason::Special),
        };
        let place = spool.length;
        let Some(mut listed) = entry(&path, kind, one.size(), place) else {
            io::copy(&mut one, &mut io::sink()).map_err(corrupt)?;
            continue;
        };
        if listed.kind == EntryKind::File {
            let room =
                if role == ArchiveRole::ManySubmissions { limits.bytes } else { limits.bytes.saturating_sub(place) };
            if one.size() > room {
                if role == ArchiveRole::OneSubmission {
                    return Err(SubmissionError::TooLarge { limit: limits.bytes });
                }
                listed.kind = EntryKind::Refused(SubmissionError::TooLarge { limit: limits.bytes });
            } else {
                let size = one.size();
                listed.size = spool.take(&mut one.by_ref().take(size)).map_err(corrupt)?;
                if listed.size < size {
                    return Err(SubmissionError::Truncated { archive: name.into() });
                }
            }
        }
        io::copy(&mut one, &mut io::sink()).map_err(corrupt)?;
        entries.push(listed);
    }
    spool.done().map(|bytes| (entries, bytes)).map_err(|error| SubmissionError::unreadable(name, error))
}

/// How many bytes may still be read.
struct Meter {
    total: Cell<u64>,
    /// Until the next entry.
    now: Cell<u64>,
    /// Whether `total` was exceeded.
    spent: Cell<bool>,
}

/// Limits what the crate reads into memory on its own: names and extended headers.
struct Metered<R> {
    source: R,
    meter: Rc<Meter>,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(target)?;
        let left = |cell: &Cell<u64>| cell.get().checked_sub(read as u64);
        let (Some(total), Some(now)) = (left(&self.meter.total), left(&self.meter.now)) else {
            self.meter.spent.set(left(&self.meter.total).is_none());
            return Err(io::Error::other("a name or header is too long"));
        };
        self.meter.total.set(total);
        self.meter.now.set(now);
        Ok(read)
    }
}

struct Spool {
    store: Store,
    length: u64,
}

enum Store {
    Memory(Vec<u8>),
    File(io::BufWriter<std::fs::File>),
}

impl Spool {
    fn new(role: ArchiveRole) -> io::Result<Self> {
        let store = match role {
            ArchiveRole::OneSubmission => Store::Memory(Vec::new()),
            ArchiveRole::ManySubmissions => Store::File(io::BufWriter::new(tempfile::tempfile()?)),
        };
        Ok(Self { store, length: 0 })
    }

    fn take(&mut self, source: &mut impl Read) -> io::Result<u64> {
        let taken = match &mut self.store {
            Store::Memory(bytes) => io::copy(source, bytes)?,
            Store::File(file) => io::copy(source, file)?,
        };
        self.length += taken;
        Ok(taken)
    }

    fn done(self) -> io::Result<Bytes> {
        match self.store {
            Store::Memory(bytes) => Ok(Bytes::of_memory(bytes)),
            Store::File(mut file) => {
                file.flush()?;
                Bytes::of_file(file.into_inner()?)
            }
        }
    }
}
