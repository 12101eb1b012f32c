//! Finds the submissions in one path that the instructor gave.
//!
//! The rules are in `docs/submissions.md`. Guarded by `tests/gathering.rs` and `tests/archives.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::archive::{Archive, ArchiveRole, EntryKind};
use crate::bytes::Bytes;
use crate::describe::Location;
use crate::disk;
use crate::errors::{SkipReason, SubmissionError, Warning};
use crate::gradescope::{self, MetadataError, Submitter};
use crate::kinds::{METADATA, canvas, is_archive, is_documentation, is_project, is_unsupported_archive};
use crate::options::{CLASS, GatherOptions};

/// A submission whose files have not been listed yet.
#[derive(Debug)]
pub struct UnreadSubmission {
    pub name: String,
    /// Its path, starting with the path that was given.
    pub origin: PathBuf,
    /// The same for the same file or folder, however it was given.
    pub identity: PathBuf,
    pub place: Location,
    pub submitters: Vec<Submitter>,
}

/// What a given path contains.
#[derive(Debug)]
pub struct TopLevel<'a> {
    options: &'a GatherOptions,
    pub items: Vec<UnreadSubmission>,
    pub warnings: Vec<Warning>,
}

/// Examines an existing path. `alone` is whether no other archive was given.
pub fn examine<'a>(path: &Path, alone: bool, options: &'a GatherOptions) -> Result<TopLevel<'a>, std::io::Error> {
    let real = path.canonicalize()?;
    let kind = real.metadata()?.file_type();
    let mut top = TopLevel { options, items: Vec::new(), warnings: Vec::new() };
    let name = path.file_name().or(real.file_name()).unwrap_or_default();
    let (name, utf8) = (name.to_string_lossy().into_owned(), name.to_str().is_some());
    if kind.is_dir() {
        top.folder(path, &real);
    } else if !utf8 {
        top.add(name.clone(), path, &real, Location::Invalid(SubmissionError::NotUtf8 { path: name }));
    } else if !kind.is_file() {
        top.add(name.clone(), path, &real, Location::Invalid(SubmissionError::Special { path: name }));
    } else if is_archive(&name) {
        top.archive(name, path, &real, alone);
    } else if top.is_submission(&name) {
        top.add(name, path, &real, Location::File(real.clone()));
    } else if name == METADATA {
        top.warnings.push(Warning::MetadataAlone { file: path.into() });
    } else if options.named {
        top.add(name, path, &real, Location::File(real.clone()));
    } else {
        let folder = path.parent().unwrap_or(Path::new("")).into();
        top.warnings.push(Warning::Skipped { folder, files: vec![name] });
    }
    Ok(top)
}

impl TopLevel<'_> {
    fn add(&mut self, name: String, origin: &Path, identity: &Path, place: Location) {
        let (origin, identity) = (origin.into(), identity.into());
        self.items.push(UnreadSubmission { name, origin, identity, place, submitters: Vec::new() });
    }

    /// Whether a file with this name is a submission.
    fn is_submission(&self, name: &str) -> bool {
        self.options.is_of_language(name) || is_archive(name) || is_unsupported_archive(name)
    }

    fn folder(&mut self, path: &Path, real: &Path) {
        let listed = match disk::list(real, CLASS) {
            Ok(listed) => listed,
            Err(error) => {
                return self.warnings.push(Warning::Unreadable { path: path.into(), error: error.into() });
            }
        };
        // An export that was unpacked into its own folder.
        if let [only] = listed.as_slice()
            && only.kind.is_dir()
            && only.path.join(METADATA).symlink_metadata().is_ok_and(|data| data.is_file())
        {
            return self.folder(&path.join(&only.name), &only.path);
        }
        let metadata = listed.iter().find(|one| one.name == METADATA && one.kind.is_file());
        let named = metadata.and_then(|one| {
            let file = disk::open(&one.path).map_err(|error| MetadataError::Unreadable(error.into()));
            self.submitters(&path.join(METADATA), file.and_then(|mut file| read_metadata(&mut file)))
        });
        if named.is_none() && self.is_one_project(&listed) {
            let name = real.file_name().unwrap_or_default().to_string_lossy().into_owned();
            return self.add(name, path, real, Location::Folder(real.into()));
        }
        let (listed, people) = if named.is_none() { self.people(listed) } else { (listed, BTreeMap::new()) };
        for (name, files) in people {
            self.add(name.clone(), &path.join(&name), &real.join(&name), Location::Files(files));
        }
        let mut skipped = Vec::new();
        for one in listed {
            let known = named.as_ref().is_some_and(|named| named.contains_key(&one.name));
            // A link or pipe without an extension may have been meant as a folder.
            let bare = !one.kind.is_file() && !one.name.contains('.');
            if !(one.kind.is_dir() || bare || known || self.is_submission(&one.name)) {
                skipped.extend((one.name != METADATA && !is_documentation(&one.name)).then_some(one.name));
                continue;
            }
            let place = if !one.utf8 {
                Location::Invalid(SubmissionError::NotUtf8 { path: one.name.clone() })
            } else if one.kind.is_dir() {
                Location::Folder(one.path.clone())
            } else if one.kind.is_file() {
                Location::File(one.path.clone())
            } else if one.kind.is_symlink() {
                Location::Invalid(SubmissionError::Symlink { path: one.name.clone() })
            } else {
                Location::Invalid(SubmissionError::Special { path: one.name.clone() })
            };
            let origin = path.join(one.path.file_name().unwrap_or_default());
            self.add(one.name, &origin, &one.path, place);
        }
        if !skipped.is_empty() {
            self.warnings.push(Warning::Skipped { folder: path.into(), files: skipped });
        }
        match named {
            Some(named) => self.assign(named, path, real),
            None => self.warn_of_one_folder(),
        }
    }

    /// Whether a given folder is the submission of one person.
    fn is_one_project(&self, listed: &[disk::FolderEntry]) -> bool {
        let names = |folders: bool| -> Vec<&str> {
            listed.iter().filter(|one| one.kind.is_dir() == folders).map(|one| one.name.as_str()).collect()
        };
        let files = names(false);
        !files.iter().any(|name| self.is_submission(name)) && is_project(&names(true), &files)
    }

    /// Groups the files that Canvas named after the same person. Returns the other files, and the files by person.
    fn people(&self, listed: Vec<disk::FolderEntry>) -> (Vec<disk::FolderEntry>, BTreeMap<String, Vec<PathBuf>>) {
        let plain = |one: &&disk::FolderEntry| one.utf8 && one.kind.is_file();
        let grouped = self.grouped(listed.iter().filter(plain).map(|one| one.name.as_str()));
        let mut people: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
        let mut rest = Vec::new();
        for one in listed {
            match grouped.get(&one.name).filter(|_| one.kind.is_file()) {
                Some(person) => people.entry(person.clone()).or_default().push(one.path),
                None => rest.push(one),
            }
        }
        (rest, people)
    }

    /// Maps each file to its person, if the person has several files. An archive is a submission by itself.
    fn grouped<'n>(&self, names: impl Iterator<Item = &'n str>) -> BTreeMap<String, String> {
        let mut people: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for name in names {
            if let Some((person, _)) = canvas(name) {
                people.entry(person).or_default().push(name);
            }
        }
        let one = |files: &Vec<&str>| {
            files.len() > 1
                && files.iter().any(|name| self.options.is_of_language(name))
                && !files.iter().any(|name| is_archive(name) || is_unsupported_archive(name))
        };
        let people = people.into_iter().filter(|(_, files)| one(files));
        people.flat_map(|(person, files)| files.into_iter().map(|name| (name.to_owned(), person.to_owned()))).collect()
    }

    fn warn_of_one_folder(&mut self) {
        if let [UnreadSubmission { origin, place: Location::Folder(folder), .. }] = self.items.as_slice() {
            let submissions = disk::list(folder, CLASS).unwrap_or_default();
            let count = submissions.iter().filter(|one| one.kind.is_dir() || self.is_submission(&one.name)).count();
            if count > 1 {
                let folder = origin.clone();
                self.warnings.push(Warning::OneFolder { folder });
            }
        }
    }

    fn archive(&mut self, name: String, path: &Path, real: &Path, alone: bool) {
        // Exports are zip archives, whose list of files is cheap to read.
        if !alone && !name.to_ascii_lowercase().ends_with(".zip") {
            return self.add(name, path, real, Location::File(real.into()));
        }
        let bytes = disk::open(real).and_then(|file| Ok(Bytes::of_file(file)?));
        let bytes = bytes.map_err(|error| SubmissionError::unreadable(&name, error));
        let opened =
            bytes.and_then(|bytes| Archive::open(&name, bytes, ArchiveRole::ManySubmissions, &self.options.limits));
        let mut archive = match opened {
            Ok(archive) => archive,
            Err(error) => return self.add(name, path, real, Location::Invalid(error)),
        };
        let wrapper = wrapper(&archive, self.options.limits.depth);
        let metadata = format!("{wrapper}{METADATA}");
        let metadata = archive.entries().iter().position(|one| one.path == metadata && one.kind == EntryKind::File);
        let mut groups = groups(&archive, &wrapper);
        let files = groups.iter().filter(|(name, group)| !group.folder && self.options.is_of_language(name)).count();
        let class =
            groups.iter().all(|(name, group)| group.folder || !self.is_submission(name) || canvas(name).is_some());
        let names = |folders: bool| -> Vec<&str> {
            groups.iter().filter(|(_, group)| group.folder == folders).map(|(name, _)| name.as_str()).collect()
        };
        let project = files == 0 && is_project(&names(true), &names(false));
        if metadata.is_none() && (!alone || groups.is_empty() || files > 0 && !class || project) {
            if alone && files > 1 {
                self.warnings.push(Warning::OneArchive { archive: path.into(), files });
            }
            return self.add(name, path, real, Location::File(real.into()));
        }
        let named = metadata.and_then(|index| {
            let read = archive.read(index, |source| Ok(read_metadata(source)));
            let bytes = read.unwrap_or_else(|error| Err(MetadataError::Entry(Box::new(error))));
            self.submitters(&path.join(METADATA), bytes)
        });
        let mut people = BTreeSet::new();
        if named.is_none() {
            let plain = groups.iter().filter(|(_, group)| !group.folder && group.entries.len() == 1);
            for (name, person) in self.grouped(plain.map(|(name, _)| name.as_str())) {
                let entries = groups.remove(&name).unwrap_or_default().entries;
                groups.entry(person.clone()).or_default().entries.extend(entries);
                people.insert(person);
            }
        }
        let mut skipped = Vec::new();
        for (name, group) in groups {
            let known = named.as_ref().is_some_and(|named| named.contains_key(&name));
            if name.is_empty() {
                self.warnings.extend(
                    group.refused(&archive).into_iter().map(|error| Warning::Refused { archive: path.into(), error }),
                );
            } else if group.folder || known || people.contains(&name) || self.is_submission(&name) {
                let skip = wrapper.len() + if group.folder { name.len() + 1 } else { 0 };
                let origin = path.join(&wrapper).join(&name);
                let identity = real.join(&wrapper).join(&name);
                let place = group.place(&name, &archive, skip);
                self.add(name, &origin, &identity, place);
            } else if name != METADATA && !is_documentation(&name) {
                skipped.push(name);
            }
        }
        if !skipped.is_empty() {
            self.warnings.push(Warning::Skipped { folder: path.into(), files: skipped });
        }
        if let Some(named) = named {
            self.assign(named, path, real);
        }
    }

    /// The submitters by submission, or `None` with a warning.
    fn submitters(
        &mut self,
        file: &Path,
        bytes: Result<Vec<u8>, MetadataError>,
    ) -> Option<BTreeMap<String, Vec<Submitter>>> {
        match bytes.and_then(|bytes| gradescope::parse(&bytes)) {
            Ok(named) => Some(named.into_iter().collect()),
            Err(error) => {
                self.warnings.push(Warning::Metadata { file: file.into(), error });
                None
            }
        }
    }

    /// Assigns the submitters of an export to their submissions. A submission that the export lists, but that does not exist, is
    /// added.
    fn assign(&mut self, mut named: BTreeMap<String, Vec<Submitter>>, path: &Path, real: &Path) {
        for item in &mut self.items {
            item.submitters = named.remove(&item.name).unwrap_or_default();
        }
        for (name, submitters) in named {
            let (origin, identity) = (path.join(&name), real.join(&name));
            self.items.push(UnreadSubmission {
                name,
                origin,
                identity,
                place: Location::Invalid(SubmissionError::Missing),
                submitters,
            });
        }
    }
}

fn read_metadata(source: &mut dyn Read) -> Result<Vec<u8>, MetadataError> {
    let mut bytes = Vec::new();
    let read = source.take(gradescope::MAX_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| MetadataError::Unreadable(error.into()))?;
    if bytes.len() as u64 > gradescope::MAX_BYTES { Err(MetadataError::TooLong) } else { Ok(bytes) }
}

/// The path of the folder that contains everything in an archive, with a final `/`, or the empty string.
fn wrapper(archive: &Archive, depth: usize) -> String {
    let mut wrapper = String::new();
    for _ in 0..depth {
        let groups = groups(archive, &wrapper);
        let mut named = groups.iter().filter(|(name, _)| !name.is_empty());
        match (named.next(), named.next()) {
            (Some((name, group)), None) if group.folder => wrapper = format!("{wrapper}{name}/"),
            _ => break,
        }
    }
    wrapper
}

/// The entries of an archive under one top-level name.
#[derive(Debug, Default)]
struct Group {
    folder: bool,
    entries: Vec<usize>,
}

/// The top level of an archive below its wrapper. Refused entries without a name are under the empty one.
fn groups(archive: &Archive, wrapper: &str) -> BTreeMap<String, Group> {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for (index, entry) in archive.entries().iter().enumerate() {
        let rest = entry.path.strip_prefix(wrapper).unwrap_or_default();
        let (name, below) = rest.split_once('/').map_or((rest, None), |(name, below)| (name, Some(below)));
        if name.is_empty() && !matches!(entry.kind, EntryKind::Refused(_)) {
            continue;
        }
        let group = groups.entry(name.into()).or_default();
        group.folder |= below.is_some() || entry.kind == EntryKind::Folder;
        group.entries.push(index);
    }
    groups
}

impl Group {
    fn place(self, name: &str, archive: &Archive, skip: usize) -> Location {
        let kind = self.entries.first().and_then(|index| archive.entries().get(*index)).map(|entry| &entry.kind);
        match kind {
            Some(EntryKind::Skipped(SkipReason::Link)) if !self.folder => {
                Location::Invalid(SubmissionError::Symlink { path: name.into() })
            }
            Some(EntryKind::Skipped(SkipReason::Special)) if !self.folder => {
                Location::Invalid(SubmissionError::Special { path: name.into() })
            }
            _ => Location::Inside { archive: archive.clone(), entries: self.entries, skip },
        }
    }

    fn refused(&self, archive: &Archive) -> Vec<SubmissionError> {
        let kinds = self.entries.iter().filter_map(|index| archive.entries().get(*index)).map(|entry| &entry.kind);
        kinds.filter_map(|kind| if let EntryKind::Refused(error) = kind { Some(error.clone()) } else { None }).collect()
    }
}
