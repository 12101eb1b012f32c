//! Zip archives, by the crate `zip`. Stored and deflated entries.

use std::collections::BTreeSet;
use std::io::{Read, Seek, SeekFrom};

use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use super::{ArchiveEntry, EntryKind, entry};
use crate::bytes::Bytes;
use crate::errors::{SkipReason, SubmissionError};
use crate::options::ENTRIES;

pub fn list(name: &str, mut bytes: Bytes) -> Result<(Vec<ArchiveEntry>, ZipArchive<Bytes>), SubmissionError> {
    if is_zip64(&mut bytes).map_err(|error| SubmissionError::unreadable(name, error))? {
        return Err(SubmissionError::TooManyEntries { archive: name.into(), limit: ENTRIES });
    }
    let zip = ZipArchive::new(bytes.clone()).map_err(|error| SubmissionError::corrupt(name, error))?;
    let repeated = repeated(name, &zip, &mut bytes)?;
    let mut entries = Vec::new();
    for index in 0..zip.len() {
        let one = zip.by_index_data(index).map_err(|error| SubmissionError::corrupt(name, error))?;
        // Many tools write UTF-8 without setting its flag. Names that are not UTF-8 are in the old character set.
        let path = match std::str::from_utf8(one.name_raw()) {
            Ok(path) => path.to_string(),
            Err(_) => one.name().map_err(|error| SubmissionError::corrupt(name, error))?.into_owned(),
        };
        // Old Windows tools write backslashes.
        let path = path.replace('\\', "/");
        let of_type = one.unix_mode().map_or(0, |mode| mode & 0o170_000);
        let kind = if one.is_dir() || path.ends_with('/') {
            EntryKind::Folder
        } else if one.is_symlink() || of_type == 0o120_000 {
            EntryKind::Skipped(SkipReason::Link)
        } else if !matches!(of_type, 0 | 0o100_000) {
            EntryKind::Skipped(SkipReason::Special)
        } else if one.encrypted() {
            EntryKind::Refused(SubmissionError::Encrypted { path: path.clone() })
        } else if !matches!(one.compression(), CompressionMethod::Stored | CompressionMethod::Deflated) {
            EntryKind::Refused(SubmissionError::UnsupportedCompression { path: path.clone() })
        } else {
            EntryKind::File
        };
        let mut listed = entry(&path, kind, one.size(), index as u64);
        if let Some(listed) = listed.as_mut()
            && repeated.contains(&index)
            && !matches!(listed.kind, EntryKind::Folder | EntryKind::Refused(_))
        {
            listed.kind = EntryKind::Refused(SubmissionError::Duplicate { path: listed.path.clone() });
        }
        entries.extend(listed);
    }
    Ok((entries, zip))
}

pub fn read<T>(
    zip: &mut ZipArchive<Bytes>,
    entry: &ArchiveEntry,
    then: impl FnOnce(&mut dyn Read) -> Result<T, SubmissionError>,
) -> Result<T, SubmissionError> {
    let index = usize::try_from(entry.place).map_err(|_| SubmissionError::Changed)?;
    let mut file = zip.by_index(index).map_err(|error| match error {
        ZipError::CompressionMethodNotSupported(_) => {
            SubmissionError::UnsupportedCompression { path: entry.path.clone() }
        }
        error => SubmissionError::corrupt(&entry.path, error),
    })?;
    then(&mut file)
}

/// Whether any end record, valid or not, claims more files than 16 bits can count, or a list of files beyond 4 GiB. The crate
/// would allocate memory for as many files as such a record claims.
fn is_zip64(bytes: &mut Bytes) -> std::io::Result<bool> {
    let start = bytes.length().saturating_sub(22 + (1 << 16));
    bytes.seek(SeekFrom::Start(start))?;
    let mut tail = Vec::new();
    bytes.read_to_end(&mut tail)?;
    bytes.seek(SeekFrom::Start(0))?;
    Ok(tail.windows(22).any(|record| {
        record.starts_with(b"PK\x05\x06")
            && [&record[8..10], &record[10..12], &record[12..16], &record[16..20]]
                .iter()
                .any(|field| field.iter().all(|byte| *byte == 0xff))
    }))
}

/// The entries whose names occur more than once. Of those with the same name the crate keeps only the last, in the position of
/// the first.
fn repeated(name: &str, zip: &ZipArchive<Bytes>, bytes: &mut Bytes) -> Result<BTreeSet<usize>, SubmissionError> {
    let mut repeated = BTreeSet::new();
    if !zip.has_duplicate_names() {
        return Ok(repeated);
    }
    let mut kept = BTreeSet::new();
    for index in 0..zip.len() {
        let one = zip.by_index_data(index).map_err(|error| SubmissionError::corrupt(name, error))?;
        kept.insert(one.central_header_start());
    }
    let mut at = zip.central_directory_start();
    // One with the same name follows each that was left out.
    while kept.last().is_some_and(|last| at < *last) {
        let (header, next) = ListedHeader::read(bytes, at).map_err(|error| SubmissionError::unreadable(name, error))?;
        if !kept.contains(&at) {
            let index = zip.index_for_name_raw(&header.name).filter(|_| !header.renamed);
            // It has another name in another character set. Nobody knows which entry is meant.
            let path = || String::from_utf8_lossy(&header.name).into_owned();
            repeated.insert(index.ok_or_else(|| SubmissionError::Duplicate { path: path() })?);
        }
        at = next;
    }
    Ok(repeated)
}

/// An entry in the list of files at the end of the archive.
struct ListedHeader {
    name: Vec<u8>,
    /// Whether an extra field gives it another name.
    renamed: bool,
}

impl ListedHeader {
    /// The entry at this place, and the place of the next.
    fn read(bytes: &mut Bytes, at: u64) -> std::io::Result<(Self, u64)> {
        let mut fixed = [0; 46];
        bytes.seek(SeekFrom::Start(at))?;
        bytes.read_exact(&mut fixed)?;
        let length = |at: usize| usize::from(u16::from_le_bytes([fixed[at], fixed[at + 1]]));
        let (mut name, mut extra) = (vec![0; length(28)], vec![0; length(30)]);
        bytes.read_exact(&mut name)?;
        bytes.read_exact(&mut extra)?;
        let next = at + (fixed.len() + name.len() + extra.len() + length(32)) as u64;
        let renamed = extra.windows(2).any(|bytes| bytes == b"\x75\x70");
        Ok((Self { name, renamed }, next))
    }
}
