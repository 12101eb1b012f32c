//! Folders and archives for tests, made on the spot.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use rustix::time::{ClockId, clock_gettime};
use submissions::{GatherError, GatherOptions, Gathered, Submission, SubmissionError, gather};
use tar::EntryType;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A folder that goes away with the test.
pub struct Disk(tempfile::TempDir);

impl Disk {
    /// Files by their paths. A path that ends with `/` is an empty folder.
    pub fn of(files: &[(&str, &str)]) -> Self {
        let disk = Self(tempfile::tempdir().expect("a folder"));
        for (path, text) in files {
            disk.put(path, text.as_bytes());
        }
        disk
    }

    pub fn put(&self, path: &str, bytes: &[u8]) {
        let to = self.path(path);
        if path.ends_with('/') {
            return fs::create_dir_all(to).expect("a folder");
        }
        fs::create_dir_all(to.parent().expect("a parent")).expect("a folder");
        fs::write(to, bytes).expect("a file");
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    pub fn gather(&self, paths: &[&str]) -> Gathered {
        self.try_gather(paths).expect("submissions")
    }

    pub fn try_gather(&self, paths: &[&str]) -> Result<Gathered, GatherError> {
        let paths: Vec<PathBuf> = paths.iter().map(|path| self.path(path)).collect();
        gather(&paths, &GatherOptions::new(["py"]))
    }

    /// Names, and `ok` or the kind of error.
    pub fn summary(&self, paths: &[&str]) -> Vec<(String, &'static str)> {
        summary(&self.gather(paths))
    }
}

pub fn summary(gathered: &Gathered) -> Vec<(String, &'static str)> {
    let kind = |one: &Submission| one.content.as_ref().map_or_else(SubmissionError::kind, |_| "ok");
    gathered.submissions.iter().map(|one| (one.name.clone(), kind(one))).collect()
}

pub fn ok(names: &[&str]) -> Vec<(String, &'static str)> {
    names.iter().map(|name| ((*name).to_string(), "ok")).collect()
}

pub fn paths(submission: &Submission) -> Vec<&str> {
    submission.content.as_ref().expect("content").paths().collect()
}

pub fn error(submission: &Submission) -> &SubmissionError {
    submission.content.as_ref().expect_err("error")
}

pub fn said(gathered: &Gathered) -> Vec<String> {
    gathered.warnings.iter().map(ToString::to_string).collect()
}

/// Paths and contents of a private copy.
pub fn copied(submission: &Submission) -> Vec<(String, Vec<u8>)> {
    let disk = Disk::of(&[]);
    let folder = disk.path("copy");
    let paths = submission.copy_to(&folder).expect("a copy");
    let mut seen = everything_below(&folder);
    seen.sort();
    let mut reported: Vec<PathBuf> = paths.iter().map(|path| folder.join(path)).collect();
    reported.sort();
    assert_eq!(seen, reported, "exactly the reported files exist");
    let text = |path: &PathBuf| path.to_str().expect("UTF-8").to_string();
    paths.iter().map(|path| (text(path), fs::read(folder.join(path)).expect("a file"))).collect()
}

pub fn everything_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let data = path.symlink_metadata().expect("data");
        assert!(data.is_dir() || data.is_file(), "{} is plain", path.display());
        if data.is_dir() { found.extend(everything_below(&path)) } else { found.push(path) }
    }
    found
}

/// What this thread has computed so far. Other work on the machine does not count.
pub fn computed() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().expect("no debts"), time.tv_nsec.try_into().expect("no debts"))
}

pub fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in files {
        if path.ends_with('/') {
            writer.add_directory(*path, SimpleFileOptions::default()).expect("a folder");
        } else {
            writer.start_file(*path, SimpleFileOptions::default()).expect("a file");
            writer.write_all(bytes).expect("its bytes");
        }
    }
    writer.finish().expect("an archive").into_inner()
}

pub fn text_zip(files: &[(&str, &str)]) -> Vec<u8> {
    zip(&files.iter().map(|(path, text)| (*path, text.as_bytes())).collect::<Vec<_>>())
}

/// A header that takes any path.
pub fn header(path: &[u8], kind: EntryType, size: u64) -> tar::Header {
    let mut header = tar::Header::new_gnu();
    header.as_mut_bytes()[..path.len()].copy_from_slice(path);
    header.set_entry_type(kind);
    header.set_size(size);
    header.set_mode(0o644);
    header.set_cksum();
    header
}

pub fn tar(entries: &[(&[u8], EntryType, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (path, kind, bytes) in entries {
        let mut header = header(path, *kind, bytes.len() as u64);
        if matches!(kind, EntryType::Symlink | EntryType::Link) {
            header.set_link_name("a.py").expect("a target");
            header.set_cksum();
        }
        builder.append(&header, *bytes).expect("an entry");
    }
    builder.into_inner().expect("an archive")
}

pub fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("its bytes");
    encoder.finish().expect("packed")
}

pub fn tar_gz(files: &[(&str, &str)]) -> Vec<u8> {
    let entries: Vec<(&[u8], EntryType, &[u8])> =
        files.iter().map(|(path, text)| (path.as_bytes(), EntryType::Regular, text.as_bytes())).collect();
    gz(&tar(&entries))
}
