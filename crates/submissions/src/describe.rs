//! Lists the files of one submission and checks whether it can be graded at all. No contents are read here.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use crate::archive::{Archive, EntryKind};
use crate::disk;
use crate::errors::{Note, SubmissionError};
use crate::files::{Container, FileList, FilePlace, ListedFile};
use crate::kinds::{canvas, is_archive, is_unsupported_archive};
use crate::names::natural;
use crate::options::{GatherOptions, NESTED, SubmissionLimits};

/// Where a submission is.
#[derive(Clone, Debug)]
pub enum Location {
    File(PathBuf),
    Folder(PathBuf),
    /// Several files of one person, named by Canvas.
    Files(Vec<PathBuf>),
    /// Entries of an archive of many submissions. The first `skip` bytes of their paths lead to the submission.
    Inside {
        archive: Archive,
        entries: Vec<usize>,
        skip: usize,
    },
    /// It cannot be read.
    Invalid(SubmissionError),
}

pub fn describe(
    name: &str,
    place: &Location,
    options: &GatherOptions,
) -> Result<(FileList, Vec<Note>), SubmissionError> {
    let limits = &options.limits;
    let (mut list, mut notes) = match place {
        Location::File(path) => {
            let file = ListedFile { path: name.into(), place: FilePlace::Disk(path.clone()) };
            (FileList { container: Container::Disk, files: vec![file] }, Vec::new())
        }
        Location::Folder(path) => {
            let (files, notes) = disk::walk(path, limits)?;
            (FileList { container: Container::Disk, files }, notes)
        }
        Location::Files(paths) => {
            let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let file = |path: &PathBuf| ListedFile { path: name(path), place: FilePlace::Disk(path.clone()) };
            (FileList { container: Container::Disk, files: paths.iter().map(file).collect() }, Vec::new())
        }
        Location::Inside { archive, entries, skip } => {
            let (files, notes) = files(archive, entries.iter().copied(), *skip, limits)?;
            (FileList { container: Container::Open(archive.clone()), files }, notes)
        }
        Location::Invalid(error) => return Err(error.clone()),
    };
    if list.files.len() > 1 {
        restore_original_names(&mut list.files);
    }
    for _ in 0..NESTED {
        let [only] = list.files.as_slice() else { break };
        if !is_archive(&only.path) {
            break;
        }
        let archive = list.unpack(limits)?;
        let (files, more) = files(&archive, 0..archive.entries().len(), 0, limits)?;
        list = FileList { container: Container::Closed(Arc::new(list)), files };
        notes.extend(more);
    }
    list.files.sort_by(|one, other| natural(&one.path, &other.path));
    if !list.files.iter().any(|file| options.is_of_language(&file.path)) {
        return Err(nothing_of_language(&list.files, options));
    }
    notes.extend(same_but_case(&list.files));
    Ok((list, notes))
}

/// Restores the original names of the files of one person, so that they can import each other. Canvas adds numbers in front,
/// and a count after the name when a file is submitted again (`sort-1.py`).
fn restore_original_names(files: &mut [ListedFile]) {
    let given: Option<Vec<&str>> = files.iter().map(|file| Some(canvas(&file.path)?.1)).collect();
    let Some(given) = given else { return };
    let first = |name: &str| {
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        match stem.rsplit_once('-') {
            Some((stem, count)) if !stem.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit()) => {
                format!("{stem}.{extension}")
            }
            _ => name.to_owned(),
        }
    };
    let names = [given.iter().map(|name| first(name)).collect(), given.iter().map(|name| (*name).to_owned()).collect()];
    let distinct = |names: &Vec<String>| {
        let folded: BTreeSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
        folded.len() == names.len()
    };
    let Some(names) = names.into_iter().find(distinct) else { return };
    for (file, name) in files.iter_mut().zip(names) {
        file.path = name;
    }
}

/// The files among entries of an archive, and notes about skipped ones.
fn files(
    archive: &Archive,
    indices: impl Iterator<Item = usize>,
    skip: usize,
    limits: &SubmissionLimits,
) -> Result<(Vec<ListedFile>, Vec<Note>), SubmissionError> {
    let (mut files, mut notes, mut bytes) = (Vec::new(), Vec::new(), 0u64);
    for index in indices {
        let Some(entry) = archive.entries().get(index) else { continue };
        let path = entry.path.get(skip..).unwrap_or_default().to_string();
        if path.matches('/').count() >= limits.depth {
            return Err(SubmissionError::TooDeep { path, limit: limits.depth });
        }
        match &entry.kind {
            EntryKind::Folder => {}
            EntryKind::Refused(error) => return Err(error.clone()),
            EntryKind::Skipped(reason) => notes.push(Note::Skipped { path, reason: *reason }),
            EntryKind::File => {
                bytes = bytes.saturating_add(entry.size);
                if bytes > limits.bytes {
                    return Err(SubmissionError::TooLarge { limit: limits.bytes });
                }
                if files.len() == limits.files {
                    return Err(SubmissionError::TooManyFiles { limit: limits.files });
                }
                files.push(ListedFile { path, place: FilePlace::Entry(index) });
            }
        }
    }
    Ok((files, notes))
}

fn nothing_of_language(files: &[ListedFile], options: &GatherOptions) -> SubmissionError {
    match files {
        [] => SubmissionError::NoFiles,
        [only] if is_unsupported_archive(&only.path) => {
            SubmissionError::UnsupportedArchive { archive: only.path.clone() }
        }
        _ => SubmissionError::NoneOfLanguage {
            wanted: options.extensions.clone(),
            found: files.iter().map(|file| file.path.clone()).collect(),
        },
    }
}

fn same_but_case(files: &[ListedFile]) -> Vec<Note> {
    let mut folded: Vec<(String, &str)> =
        files.iter().map(|file| (file.path.to_lowercase(), file.path.as_str())).collect();
    folded.sort_unstable();
    let alike = folded.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    alike.map(|pair| Note::SameButCase { one: pair[0].1.into(), other: pair[1].1.into() }).collect()
}
