//! Tar archives, by the crate `tar`, from a stream that can only be read once.
//!
//! The contents of files are kept, one after the other: in memory for one submission, in a file without a name for many.
//! No more is kept than one submission may hold, or each of many.

use std::cell::Cell;
use std::io::{self, Read, Write};
use std::rc::Rc;

use tar::EntryType;

use super::{Entry, Holds, Kind, entry};
use crate::bytes::Bytes;
use crate::options::{ENTRIES, Limits};
use crate::trouble::{LeftOut, Trouble, size};

/// The longest name or other extended header.
const HEADER: u64 = 1 << 20;

pub fn list(
    name: &str,
    source: impl Read,
    unpacked: u64,
    holds: Holds,
    limits: &Limits,
) -> Result<(Vec<Entry>, Bytes), Trouble> {
    let meter = Rc::new(Meter { total: Cell::new(unpacked), now: Cell::new(0), spent: Cell::new(false) });
    let corrupt = |error: io::Error| {
        if meter.spent.get() {
            Trouble::TooLong { archive: name.into(), limit: size(unpacked) }
        } else {
            Trouble::corrupt(name, error)
        }
    };
    let mut archive = tar::Archive::new(Metered { source, meter: Rc::clone(&meter) });
    let mut kept = Kept::new(holds).map_err(|error| Trouble::unreadable(name, &error))?;
    let mut entries = Vec::new();
    let mut incoming = archive.entries().map_err(corrupt)?;
    for count in 0.. {
        meter.now.set(3 * HEADER);
        let Some(one) = incoming.next() else { break };
        let mut one = one.map_err(corrupt)?;
        if count == ENTRIES {
            return Err(Trouble::TooLong { archive: name.into(), limit: format!("{ENTRIES} files") });
        }
        meter.now.set(u64::MAX);
        let path = String::from_utf8(one.path_bytes().into_owned());
        let not_utf8 = path.is_err();
        let path = path.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        let kind = match one.header().entry_type() {
            EntryType::XGlobalHeader => continue,
            _ if not_utf8 => Kind::Refused(Trouble::NotUtf8 { path: path.clone() }),
            EntryType::Directory => Kind::Folder,
            EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse if path.ends_with('/') => Kind::Folder,
            EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => Kind::File,
            EntryType::Symlink | EntryType::Link => Kind::LeftOut(LeftOut::Link),
            _ => Kind::LeftOut(LeftOut::Special),
        };
        let place = kept.length;
        let Some(mut listed) = entry(&path, kind, one.size(), place) else {
            io::copy(&mut one, &mut io::sink()).map_err(corrupt)?;
            continue;
        };
        if listed.kind == Kind::File {
            let room = if holds == Holds::Many { limits.bytes } else { limits.bytes.saturating_sub(place) };
            if one.size() > room {
                if holds == Holds::OneSubmission {
                    return Err(Trouble::TooBig { limit: limits.bytes });
                }
                listed.kind = Kind::Refused(Trouble::TooBig { limit: limits.bytes });
            } else {
                let size = one.size();
                listed.size = kept.take(&mut one.by_ref().take(size)).map_err(corrupt)?;
                if listed.size < size {
                    return Err(Trouble::corrupt(name, "it ends too early"));
                }
            }
        }
        io::copy(&mut one, &mut io::sink()).map_err(corrupt)?;
        entries.push(listed);
    }
    kept.done().map(|bytes| (entries, bytes)).map_err(|error| Trouble::unreadable(name, &error))
}

/// What may still be read, in all and now.
struct Meter {
    total: Cell<u64>,
    now: Cell<u64>,
    spent: Cell<bool>,
}

/// Bounds what the crate reads into memory on its own: names and extended headers.
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
            return Err(io::Error::other("a name or header in it is too long"));
        };
        self.meter.total.set(total);
        self.meter.now.set(now);
        Ok(read)
    }
}

struct Kept {
    store: Store,
    length: u64,
}

enum Store {
    Memory(Vec<u8>),
    File(io::BufWriter<std::fs::File>),
}

impl Kept {
    fn new(holds: Holds) -> io::Result<Self> {
        let store = match holds {
            Holds::OneSubmission => Store::Memory(Vec::new()),
            Holds::Many => Store::File(io::BufWriter::new(tempfile::tempfile()?)),
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
