//! Searches the contents of a file, and of whatever is packed in it.

use std::io::Read;

use flate2::read::MultiGzDecoder;

use crate::archive::{Archive, ArchiveRole, EntryKind};
use crate::bytes::Bytes;
use crate::options::{ENTRIES, NESTED, SubmissionLimits};

/// How much is unpacked in all.
const UNPACKED: u64 = 256 << 20;

/// Whether this is true of these bytes, or of a file packed in them: in a `.zip`, `.tar` or `.gz`, or in one inside of these, up
/// to three levels deep. What cannot be unpacked is left out, and so are names that submissions ignore.
pub fn is_inside(bytes: Vec<u8>, mut is_it: impl FnMut(&[u8]) -> bool) -> bool {
    search(bytes, NESTED, &mut UNPACKED.clone(), &mut is_it)
}

fn search(bytes: Vec<u8>, nested: usize, left: &mut u64, is_it: &mut dyn FnMut(&[u8]) -> bool) -> bool {
    if is_it(&bytes) {
        return true;
    }
    if nested == 0 {
        return false;
    }
    // Unlike a submission, this may be a single compressed file.
    if bytes.starts_with(b"\x1f\x8b") {
        let unpacked = unpacked(&mut MultiGzDecoder::new(&*bytes), left);
        // A compressed archive is one level.
        let nested = if is_tar(&unpacked) { nested } else { nested - 1 };
        return search(unpacked, nested, left, is_it);
    }
    let limits = SubmissionLimits { files: ENTRIES, bytes: UNPACKED, ..SubmissionLimits::default() };
    let Ok(mut archive) = Archive::open("", Bytes::of_memory(bytes), ArchiveRole::OneSubmission, &limits) else {
        return false;
    };
    (0..archive.entries().len()).any(|index| {
        archive.entries()[index].kind != EntryKind::Folder
            && archive
                .read(index, |source| Ok(unpacked(source, left)))
                .is_ok_and(|inner| search(inner, nested - 1, left, is_it))
    })
}

fn is_tar(bytes: &[u8]) -> bool {
    bytes.get(257..).is_some_and(|magic| magic.starts_with(b"ustar"))
}

/// What can be read, as far as the limit allows.
fn unpacked(source: &mut dyn Read, left: &mut u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What precedes the damage counts.
    let _ = source.take(*left).read_to_end(&mut bytes);
    *left -= bytes.len() as u64;
    bytes
}
