//! The files of one submission: where they are, how they are read, and how they are copied.

use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::archive::{Archive, ArchiveRole};
use crate::bytes::Bytes;
use crate::digest::SubmissionDigest;
use crate::disk;
use crate::errors::SubmissionError;
use crate::options::{GatherOptions, SubmissionLimits};

/// The files of a submission. Only descriptions are in memory; contents are read when they are copied.
#[derive(Clone, Debug)]
pub struct Files {
    list: FileList,
    limits: SubmissionLimits,
    bytes: u64,
    sha256: String,
}

impl Files {
    /// Paths with `/` as separator, in natural order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.list.files.iter().map(|file| file.path.as_str())
    }

    /// Their total size.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The hash of all names and contents, in hexadecimal. It does not depend on where the files are or how they are packed.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// Reads all files once. Also returns what to compare to find duplicates.
    pub(crate) fn new(list: FileList, options: &GatherOptions) -> Result<(Self, Vec<u8>), SubmissionError> {
        let mut digest = SubmissionDigest::default();
        list.read_all(&options.limits, |path, read| {
            let mut one = digest.file(path, options.is_of_language(path));
            read(&mut |bytes| {
                one.add(bytes);
                Ok(())
            })?;
            one.done();
            Ok(())
        })?;
        if let Some(files) = digest.blank() {
            return Err(SubmissionError::Blank { files });
        }
        let (bytes, sha256, content) = (digest.bytes(), digest.sha256(), digest.content());
        Ok((Self { list, limits: options.limits, bytes, sha256 }, content))
    }

    /// Copies all files into a folder, which is created if necessary. Nothing in it is overwritten. After an error, what has
    /// been copied stays.
    pub(crate) fn copy_to(&self, folder: &Path) -> Result<Vec<PathBuf>, SubmissionError> {
        let mut digest = SubmissionDigest::default();
        let mut copied = Vec::new();
        create_folder(folder)?;
        let mut made = folder.to_path_buf();
        self.list.read_all(&self.limits, |path, read| {
            let to = folder.join(path);
            let failed = |error: std::io::Error| SubmissionError::NotCopied { to: to.clone(), source: error.into() };
            if let Some(parent) = to.parent()
                && parent != made
            {
                create_folder(parent)?;
                made = parent.into();
            }
            let mut file = OpenOptions::new().write(true).create_new(true).open(&to).map_err(failed)?;
            let mut one = digest.file(path, false);
            read(&mut |bytes| {
                one.add(bytes);
                file.write_all(bytes).map_err(failed)
            })?;
            one.done();
            copied.push(PathBuf::from(path));
            Ok(())
        })?;
        if digest.sha256() == self.sha256 { Ok(copied) } else { Err(SubmissionError::Changed) }
    }
}

fn create_folder(folder: &Path) -> Result<(), SubmissionError> {
    let failed = |error: std::io::Error| SubmissionError::NotCopied { to: folder.into(), source: error.into() };
    std::fs::create_dir_all(folder).map_err(failed)
}

/// Files that have been listed, but not read.
#[derive(Clone, Debug)]
pub struct FileList {
    pub container: Container,
    /// In natural order of their paths.
    pub files: Vec<ListedFile>,
}

#[derive(Clone, Debug)]
pub struct ListedFile {
    pub path: String,
    pub place: FilePlace,
}

#[derive(Clone, Debug)]
pub enum FilePlace {
    Disk(PathBuf),
    /// An entry of the container.
    Entry(usize),
}

#[derive(Clone, Debug)]
pub enum Container {
    Disk,
    /// An archive of many submissions, which stays open.
    Open(Archive),
    /// An archive of one submission: the first file of this list. Opened again whenever it is read.
    Closed(Arc<FileList>),
}

/// Reads one file and passes its contents to a sink, chunk by chunk.
type ReadChunks<'a> =
    &'a mut dyn FnMut(&mut dyn FnMut(&[u8]) -> Result<(), SubmissionError>) -> Result<(), SubmissionError>;

impl FileList {
    /// The archive that contains the files, if any.
    pub fn open(&self, limits: &SubmissionLimits) -> Result<Option<Archive>, SubmissionError> {
        match &self.container {
            Container::Disk => Ok(None),
            Container::Open(archive) => Ok(Some(archive.clone())),
            Container::Closed(packed) => packed.unpack(limits).map(Some),
        }
    }

    /// Opens the first file, an archive of one submission.
    pub fn unpack(&self, limits: &SubmissionLimits) -> Result<Archive, SubmissionError> {
        let file = self.files.first().ok_or(SubmissionError::Changed)?;
        let mut bytes = Vec::new();
        let limit = limits.packed();
        self.read(self.open(limits)?.as_mut(), file, |source| {
            let failed = |error| SubmissionError::unreadable(&file.path, error);
            source.take(limit + 1).read_to_end(&mut bytes).map_err(failed)
        })?;
        if bytes.len() as u64 > limit {
            return Err(SubmissionError::TooLarge { limit });
        }
        Archive::open(&file.path, Bytes::of_memory(bytes), ArchiveRole::OneSubmission, limits)
    }

    /// Reads all files in order, up to the limit on bytes, whatever sizes an archive claims.
    fn read_all(
        &self,
        limits: &SubmissionLimits,
        mut each: impl FnMut(&str, ReadChunks<'_>) -> Result<(), SubmissionError>,
    ) -> Result<(), SubmissionError> {
        let mut archive = self.open(limits)?;
        let mut buffer = vec![0; 1 << 16];
        let mut left = limits.bytes;
        for file in &self.files {
            self.read(archive.as_mut(), file, |source| {
                each(&file.path, &mut |sink| {
                    loop {
                        let read = match source.read(&mut buffer) {
                            Ok(0) => return Ok(()),
                            Ok(read) => read,
                            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                            Err(error) => return Err(SubmissionError::unreadable(&file.path, error)),
                        };
                        let rest = left.checked_sub(read as u64);
                        left = rest.ok_or(SubmissionError::TooLarge { limit: limits.bytes })?;
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
        file: &ListedFile,
        then: impl FnOnce(&mut dyn Read) -> Result<T, SubmissionError>,
    ) -> Result<T, SubmissionError> {
        match (&file.place, archive) {
            (FilePlace::Disk(path), _) => {
                then(&mut disk::open(path).map_err(|error| SubmissionError::unreadable(&file.path, error))?)
            }
            (FilePlace::Entry(index), Some(archive)) => archive.read(*index, then),
            (FilePlace::Entry(_), None) => Err(SubmissionError::Changed),
        }
    }
}
