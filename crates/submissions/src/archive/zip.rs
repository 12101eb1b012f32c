//! Zip archives, by the crate `zip`. Stored and deflated entries.

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
    let zip = ZipArchive::new(bytes).map_err(|error| SubmissionError::corrupt(name, error))?;
    if zip.has_duplicate_names() {
        return Err(SubmissionError::Duplicate { path: duplicate(&zip).unwrap_or_else(|| name.into()) });
    }
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
        entries.extend(entry(&path, kind, one.size(), index as u64));
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

/// A name that occurs twice in the archive. The crate keeps the last of them in the position of the first.
fn duplicate(zip: &ZipArchive<Bytes>) -> Option<String> {
    let mut starts: Vec<(u64, usize)> = Vec::new();
    for index in 0..zip.len() {
        starts.push((zip.by_index_data(index).ok()?.central_header_start(), index));
    }
    let moved = starts.windows(2).find(|pair| pair[0].0 > pair[1].0)?;
    let name = zip.by_index_data(moved[0].1).ok()?;
    Some(String::from_utf8_lossy(name.name_raw()).into_owned())
}
