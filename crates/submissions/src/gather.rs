//! Turns paths into submissions: each is examined and read once, named, and sorted.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use crate::describe::describe;
use crate::errors::{GatherError, Note, SubmissionError, Warning};
use crate::files::Files;
use crate::gradescope::Submitter;
use crate::kinds::is_archive;
use crate::names::{distinct, natural, shorten};
use crate::options::GatherOptions;
use crate::top_level::{UnreadSubmission, examine};

/// What one student or group submitted.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The name of the file, folder or archive, with its extension and without its path. If several are the same, parent
    /// folders are added in front, separated by `/`. No two submissions have the same name.
    pub name: String,
    /// Its path, starting with the path that was given. For a submission inside an archive, the path of the archive
    /// followed by the path inside.
    pub origin: PathBuf,
    /// Who submitted it, if an export says so.
    pub submitters: Vec<Submitter>,
    /// Its files, or why it cannot be graded.
    pub content: Result<Files, SubmissionError>,
    /// The first submission whose files of the language have the same contents, whatever their names.
    pub same_as: Option<String>,
    pub notes: Vec<Note>,
}

impl Submission {
    /// Copies its files into a folder, byte for byte, and returns their paths in it. The folder is created if necessary, and
    /// nothing in it is overwritten. Only regular files and folders are created.
    pub fn copy_to(&self, folder: &Path) -> Result<Vec<PathBuf>, SubmissionError> {
        self.content.as_ref().map_err(Clone::clone)?.copy_to(folder)
    }
}

/// All submissions in the natural order of their names, and warnings.
#[derive(Clone, Debug)]
pub struct Gathered {
    pub submissions: Vec<Submission>,
    pub warnings: Vec<Warning>,
}

/// Finds the submissions in files, folders, archives and exports. Fails only if a path does not exist or nothing is found.
pub fn gather(paths: &[PathBuf], options: &GatherOptions) -> Result<Gathered, GatherError> {
    let missing: Vec<PathBuf> = paths.iter().filter(|path| path.symlink_metadata().is_err()).cloned().collect();
    if !missing.is_empty() {
        return Err(GatherError::NotFound(missing));
    }
    let archives = paths.iter().filter(|path| is_archive(&path.to_string_lossy())).count();
    let (mut items, mut warnings) = (Vec::new(), Vec::new());
    for path in paths {
        match examine(path, archives < 2, options) {
            Ok(top) => {
                items.extend(top.items);
                warnings.extend(top.warnings);
            }
            Err(error) => warnings.push(Warning::Unreadable { path: path.clone(), error: error.into() }),
        }
    }
    let mut items = without_repeated(items, &mut warnings);
    shorten(items.iter_mut().map(|item| &mut item.name));
    let mut warnings = joined(warnings);
    if items.is_empty() {
        return Err(GatherError::NoSubmissions {
            paths: paths.into(),
            extensions: options.extensions.clone(),
            warnings,
        });
    }
    let given: Vec<(&str, &Path)> = items.iter().map(|item| (item.name.as_str(), item.identity.as_path())).collect();
    let names = distinct(&given);
    warnings.extend(renamed(&items, &names));
    let mut named: Vec<(String, UnreadSubmission)> = names.into_iter().zip(items).collect();
    named.sort_by(|(one, _), (other, _)| natural(one, other));
    let mut first = HashMap::new();
    let submissions = named.into_iter().map(|(name, item)| submission(name, item, options, &mut first)).collect();
    Ok(Gathered { submissions, warnings })
}

/// `first` maps contents to the first submission that has them.
fn submission(
    name: String,
    item: UnreadSubmission,
    options: &GatherOptions,
    first: &mut HashMap<Vec<u8>, String>,
) -> Submission {
    let described = describe(&item.name, &item.place, options);
    let (mut notes, mut same_as) = (Vec::new(), None);
    let content = described.and_then(|(list, remarks)| {
        notes = remarks;
        let (files, content) = Files::new(list, options)?;
        same_as = first.get(&content).cloned();
        if same_as.is_none() {
            first.insert(content, name.clone());
        }
        Ok(files)
    });
    if name != item.name {
        notes.push(Note::Renamed { from: item.name });
    }
    Submission { name, origin: item.origin, submitters: item.submitters, content, same_as, notes }
}

fn without_repeated(items: Vec<UnreadSubmission>, warnings: &mut Vec<Warning>) -> Vec<UnreadSubmission> {
    let mut seen = BTreeSet::new();
    let mut kept = Vec::new();
    for item in items {
        if seen.insert(item.identity.clone()) {
            kept.push(item);
        } else {
            warnings.push(Warning::GivenTwice { origin: item.origin });
        }
    }
    kept
}

/// Joins the warnings about files that were skipped in the same folder.
fn joined(warnings: Vec<Warning>) -> Vec<Warning> {
    let mut joined: Vec<Warning> = Vec::new();
    for warning in warnings {
        let Warning::Skipped { folder, files } = warning else {
            joined.push(warning);
            continue;
        };
        let same = joined.iter_mut().find_map(|one| match one {
            Warning::Skipped { folder: other, files } if *other == folder => Some(files),
            _ => None,
        });
        match same {
            Some(more) => more.extend(files),
            None => joined.push(Warning::Skipped { folder, files }),
        }
    }
    joined
}

fn renamed(items: &[UnreadSubmission], names: &[String]) -> Vec<Warning> {
    let mut by_name: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (item, name) in items.iter().zip(names).filter(|(item, name)| item.name != **name) {
        by_name.entry(&item.name).or_default().push(name.clone());
    }
    by_name.into_iter().map(|(from, to)| Warning::Renamed { from: from.into(), to }).collect()
}
