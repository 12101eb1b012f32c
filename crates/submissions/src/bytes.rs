//! Bytes that several readers share: a file that stays open, or memory.
//!
//! Each clone has its own position and, for a file, its own buffer.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::FileExt;
use std::sync::Arc;

#[derive(Debug)]
pub struct Bytes {
    store: Store,
    start: u64,
    length: u64,
    position: u64,
    buffer: Vec<u8>,
    /// The position of the buffer's first byte.
    buffered: u64,
}

#[derive(Clone, Debug)]
enum Store {
    File(Arc<File>),
    Memory(Arc<[u8]>),
}

impl Bytes {
    pub fn of_file(file: File) -> io::Result<Self> {
        let length = file.metadata()?.len();
        Ok(Self::new(Store::File(Arc::new(file)), 0, length))
    }

    pub fn of_memory(bytes: Vec<u8>) -> Self {
        let length = bytes.len() as u64;
        Self::new(Store::Memory(bytes.into()), 0, length)
    }

    /// A part of these bytes.
    pub fn span(&self, start: u64, length: u64) -> Self {
        Self::new(self.store.clone(), self.start + start, length.min(self.length.saturating_sub(start)))
    }

    pub fn length(&self) -> u64 {
        self.length
    }

    fn new(store: Store, start: u64, length: u64) -> Self {
        Self { store, start, length, position: 0, buffer: Vec::new(), buffered: 0 }
    }

    /// The part of the buffer after the position.
    fn ahead(&self) -> &[u8] {
        let skip = self.position.checked_sub(self.buffered).and_then(|skip| usize::try_from(skip).ok());
        skip.and_then(|skip| self.buffer.get(skip..)).unwrap_or_default()
    }
}

/// Does not copy the buffer.
impl Clone for Bytes {
    fn clone(&self) -> Self {
        Self { position: self.position, ..Self::new(self.store.clone(), self.start, self.length) }
    }
}

impl Read for Bytes {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.length.saturating_sub(self.position)).unwrap_or(usize::MAX);
        let wanted = target.len().min(left);
        let read = match &self.store {
            _ if wanted == 0 => 0,
            Store::Memory(bytes) => {
                let from = usize::try_from(self.start + self.position).map_err(io::Error::other)?;
                (&bytes[from..]).read(&mut target[..wanted])?
            }
            Store::File(file) => {
                if self.ahead().is_empty() {
                    let mut buffer = std::mem::take(&mut self.buffer);
                    buffer.resize(left.min(1 << 13), 0);
                    let read = file.read_at(&mut buffer, self.start + self.position)?;
                    buffer.truncate(read);
                    (self.buffer, self.buffered) = (buffer, self.position);
                }
                let ahead = self.ahead();
                let read = ahead.len().min(wanted);
                target[..read].copy_from_slice(&ahead[..read]);
                read
            }
        };
        self.position += read as u64;
        Ok(read)
    }
}

impl Seek for Bytes {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = match to {
            SeekFrom::Start(place) => Some(place),
            SeekFrom::End(by) => self.length.checked_add_signed(by),
            SeekFrom::Current(by) => self.position.checked_add_signed(by),
        };
        self.position = place.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.position)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// Random reads and seeks give the same as a cursor, for files and memory, whole and in part.
    #[test]
    fn reads_like_a_cursor() -> io::Result<()> {
        let mut random = fastrand::Rng::with_seed(1);
        let data: Vec<u8> = (0..30_000).map(|_| random.u8(..)).collect();
        let mut file = tempfile::tempfile()?;
        file.write_all(&data)?;
        for bytes in [Bytes::of_file(file)?, Bytes::of_memory(data.clone())] {
            for (start, length) in [(0, 30_000), (100, 20_000), (29_000, 1000), (5, 0)] {
                let mut ours = bytes.span(start as u64, length as u64);
                let mut theirs = io::Cursor::new(&data[start..start + length]);
                for _ in 0..500 {
                    let to = match random.u8(..3) {
                        0 => SeekFrom::Start(random.u64(..=length as u64 + 5)),
                        1 => SeekFrom::End(-random.i64(..=i64::try_from(length).unwrap_or(0))),
                        _ => SeekFrom::Current(random.i64(0..20)),
                    };
                    assert_eq!(ours.seek(to)?, theirs.seek(to)?);
                    let size = random.u64(..9000);
                    let (mut one, mut other) = (Vec::new(), Vec::new());
                    ours.clone().take(size).read_to_end(&mut one)?;
                    ours.by_ref().take(size).read_to_end(&mut other)?;
                    assert_eq!(one, other);
                    other.clear();
                    theirs.by_ref().take(size).read_to_end(&mut other)?;
                    assert_eq!(one, other);
                }
            }
        }
        Ok(())
    }
}
