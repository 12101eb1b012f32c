//! The files of one submission: where they are, how they are read, and their private copy.

use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::archive::{Archive, Holds};
use crate::bytes::Bytes;
use crate::digest::Digest;
use crate::disk;
use crate::options::{Limits, Options};
use crate::trouble::{Trouble, plain};

/// The files of a submission. Their contents stay where they are until they are copied.
#[derive(Clone, Debug)]
pub struct Files {
    pub(crate) found: Found,
    limits: Limits,
    bytes: u64,
    sha256: String,
}

impl Files {
    /// Paths with `/` between names, in natural order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.found.members.iter().map(|member| member.path.as_str())
    }

    /// How long they are together.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Of all names and contents, in hexadecimal digits. The same files give the same, wherever they lie and however they
    /// are packed.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// Reads all of it once. Also gives what to compare for duplicates.
    pub(crate) fn new(found: Found, options: &Options) -> Result<(Self, Vec<u8>), Trouble> {
        let mut digest = Digest::default();
        found.pour(&options.limits, |path, pour| {
            let mut one = digest.file(path, options.is_of_language(path));
            pour(&mut |bytes| {
                one.add(bytes);
                Ok(())
            })?;
            one.done();
            Ok(())
        })?;
        if let Some(files) = digest.blank() {
            return Err(Trouble::Blank { files });
        }
        let (bytes, sha256, content) = (digest.bytes(), digest.sha256(), digest.content());
        Ok((Self { found, limits: options.limits, bytes, sha256 }, content))
    }

    /// Copies all files into a folder, which is made if it is not there. Nothing there is overwritten. If it fails, what
    /// has been copied stays.
    pub(crate) fn copy_to(&self, folder: &Path) -> Result<Vec<PathBuf>, Trouble> {
        let mut digest = Digest::default();
        let mut copied = Vec::new();
        make_folder(folder)?;
        let mut made = folder.to_path_buf();
        self.found.pour(&self.limits, |path, pour| {
            let to = folder.join(path);
            let failed = |error: std::io::Error| Trouble::NotCopied { to: to.clone(), why: plain(&error) };
            if let Some(parent) = to.parent()
                && parent != made
            {
                make_folder(parent)?;
                made = parent.into();
            }
            let mut file = OpenOptions::new().write(true).create_new(true).open(&to).map_err(failed)?;
            let mut one = digest.file(path, false);
            pour(&mut |bytes| {
                one.add(bytes);
                file.write_all(bytes).map_err(failed)
            })?;
            one.done();
            copied.push(PathBuf::from(path));
            Ok(())
        })?;
        if digest.sha256() == self.sha256 { Ok(copied) } else { Err(Trouble::Changed) }
    }
}

fn make_folder(folder: &Path) -> Result<(), Trouble> {
    let failed = |error: std::io::Error| Trouble::NotCopied { to: folder.into(), why: plain(&error) };
    std::fs::create_dir_all(folder).map_err(failed)
}

/// Files that were found and not yet read.
#[derive(Clone, Debug)]
pub struct Found {
    pub container: Container,
    /// In natural order of their paths.
    pub members: Vec<Member>,
}

#[derive(Clone, Debug)]
pub struct Member {
    pub path: String,
    pub place: Place,
}

#[derive(Clone, Debug)]
pub enum Place {
    Disk(PathBuf),
    /// An entry of the container.
    Entry(usize),
}

#[derive(Clone, Debug)]
pub enum Container {
    Disk,
    /// An archive of many submissions.
    Open(Archive),
    /// An archive of one submission: the first of these files. Opened anew whenever it is read.
    Closed(Arc<Found>),
}

/// Hands the contents of a file over, piece by piece.
type Pour<'a> = &'a mut dyn FnMut(&mut dyn FnMut(&[u8]) -> Result<(), Trouble>) -> Result<(), Trouble>;

impl Found {
    /// The archive the files lie in.
    pub fn open(&self, limits: &Limits) -> Result<Option<Archive>, Trouble> {
        match &self.container {
            Container::Disk => Ok(None),
            Container::Open(archive) => Ok(Some(archive.clone())),
            Container::Closed(packed) => packed.unpack(limits).map(Some),
        }
    }

    /// Opens the first file, an archive of one submission.
    pub fn unpack(&self, limits: &Limits) -> Result<Archive, Trouble> {
        let member = self.members.first().ok_or(Trouble::Changed)?;
        let mut bytes = Vec::new();
        let limit = limits.packed();
        self.read(self.open(limits)?.as_mut(), member, |source| {
            let failed = |error| Trouble::unreadable(&member.path, &error);
            source.take(limit + 1).read_to_end(&mut bytes).map_err(failed)
        })?;
        if bytes.len() as u64 > limit {
            return Err(Trouble::TooBig { limit });
        }
        Archive::open(&member.path, Bytes::of_memory(bytes), Holds::OneSubmission, limits)
    }

    /// Goes through all files in order, within the limit on bytes, whatever sizes were claimed before.
    fn pour(
        &self,
        limits: &Limits,
        mut each: impl FnMut(&str, Pour<'_>) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let mut archive = self.open(limits)?;
        let mut buffer = vec![0; 1 << 16];
        let mut left = limits.bytes;
        for member in &self.members {
            self.read(archive.as_mut(), member, |source| {
                each(&member.path, &mut |sink| {
                    loop {
                        let read = match source.read(&mut buffer) {
                            Ok(0) => return Ok(()),
                            Ok(read) => read,
                            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                            Err(error) => return Err(Trouble::unreadable(&member.path, &error)),
                        };
                        let rest = left.checked_sub(read as u64);
                        left = rest.ok_or(Trouble::TooBig { limit: limits.bytes })?;
                        sink(&buffer[..read])?;
                    }
                })
            })?;
        }
        Ok(())
    }

    fn read<T>(
        &self,
        archive: Option<&mut Archive>,
        member: &Member,
        then: impl FnOnce(&mut dyn Read) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        match (&member.place, archive) {
            (Place::Disk(path), _) => {
                then(&mut disk::open(path).map_err(|error| Trouble::unreadable(&member.path, &error))?)
            }
            (Place::Entry(index), Some(archive)) => archive.read(*index, then),
            (Place::Entry(_), None) => Err(Trouble::Changed),
        }
    }
}
