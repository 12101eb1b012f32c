//! From paths to submissions: each looked at and read once, named, put in order.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use crate::describe::describe;
use crate::files::Files;
use crate::gradescope::Submitter;
use crate::kinds::is_archive;
use crate::names::{distinct, natural};
use crate::options::Options;
use crate::top::{Item, look};
use crate::trouble::{GatherError, Note, Trouble, Warning, plain};

/// What one student or group handed in.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The file's, folder's or archive's name, with its extension and without directories. Where several would be the
    /// same, parent folders stand in front, with `/` between. No two submissions have the same.
    pub name: String,
    /// Where it lies, under the path as it was given. For a submission inside an archive, the archive's path and the path
    /// inside.
    pub origin: PathBuf,
    /// Who handed it in, where an export says so.
    pub submitters: Vec<Submitter>,
    /// Its files, or why it cannot be graded.
    pub content: Result<Files, Trouble>,
    /// The first submission whose files of the language hold the same, whatever they are called.
    pub same_as: Option<String>,
    pub notes: Vec<Note>,
}

impl Submission {
    /// Copies its files into a folder, byte for byte, and gives their paths in it. The folder is made if it is not there;
    /// nothing in it is overwritten. Only plain files and folders are made.
    pub fn copy_to(&self, folder: &Path) -> Result<Vec<PathBuf>, Trouble> {
        self.content.as_ref().map_err(Clone::clone)?.copy_to(folder)
    }
}

/// All submissions in natural order of their names, and what else is to be told.
#[derive(Clone, Debug)]
pub struct Gathered {
    pub submissions: Vec<Submission>,
    pub warnings: Vec<Warning>,
}

/// Finds the submissions in files, folders, archives and exports. Fails only if a path is not there or nothing is found.
pub fn gather(paths: &[PathBuf], options: &Options) -> Result<Gathered, GatherError> {
    let missing: Vec<PathBuf> = paths.iter().filter(|path| path.symlink_metadata().is_err()).cloned().collect();
    if !missing.is_empty() {
        return Err(GatherError::NotThere(missing));
    }
    let archives = paths.iter().filter(|path| is_archive(&path.to_string_lossy())).count();
    let (mut items, mut warnings) = (Vec::new(), Vec::new());
    for path in paths {
        match look(path, archives < 2, options) {
            Ok(top) => {
                items.extend(top.items);
                warnings.extend(top.warnings);
            }
            Err(error) => warnings.push(Warning::Folder { folder: path.clone(), why: plain(&error) }),
        }
    }
    let items = without_repeated(items, &mut warnings);
    let mut warnings = joined(warnings);
    if items.is_empty() {
        return Err(GatherError::Nothing { paths: paths.into(), extensions: options.extensions.clone(), warnings });
    }
    let given: Vec<(&str, &Path)> = items.iter().map(|item| (item.name.as_str(), item.identity.as_path())).collect();
    let names = distinct(&given);
    warnings.extend(renamed(&items, &names));
    let mut named: Vec<(String, Item)> = names.into_iter().zip(items).collect();
    named.sort_by(|(one, _), (other, _)| natural(one, other));
    let mut first = HashMap::new();
    let submissions = named.into_iter().map(|(name, item)| submission(name, item, options, &mut first)).collect();
    Ok(Gathered { submissions, warnings })
}

/// `first` knows for each content the first submission that has it.
fn submission(name: String, item: Item, options: &Options, first: &mut HashMap<Vec<u8>, String>) -> Submission {
    let described = describe(&item.name, &item.place, options);
    let (mut notes, mut same_as) = (Vec::new(), None);
    let content = described.and_then(|(found, about)| {
        notes = about;
        let (files, content) = Files::new(found, options)?;
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

fn without_repeated(items: Vec<Item>, warnings: &mut Vec<Warning>) -> Vec<Item> {
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

/// One warning for all files that were skipped in a folder.
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

fn renamed(items: &[Item], names: &[String]) -> Vec<Warning> {
    let mut by_name: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (item, name) in items.iter().zip(names).filter(|(item, name)| item.name != **name) {
        by_name.entry(&item.name).or_default().push(name.clone());
    }
    by_name.into_iter().map(|(from, to)| Warning::Renamed { from: from.into(), to }).collect()
}
