//! One submission, looked at: which files it has, and whether it can be taken at all. Only lists are read here.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use crate::archive::{Archive, Kind};
use crate::disk;
use crate::files::{Container, Found, Member, Place};
use crate::kinds::{canvas, is_archive, is_other_archive};
use crate::names::natural;
use crate::options::{Limits, NESTED, Options};
use crate::trouble::{Note, Trouble};

/// Where a submission lies.
#[derive(Clone, Debug)]
pub enum Where {
    File(PathBuf),
    Folder(PathBuf),
    /// Several files of one person, as Canvas names them.
    Files(Vec<PathBuf>),
    /// Entries of an archive of many submissions, and how much of their paths leads to the submission.
    Inside {
        archive: Archive,
        entries: Vec<usize>,
        skip: usize,
    },
    Nowhere(Trouble),
}

pub fn describe(name: &str, place: &Where, options: &Options) -> Result<(Found, Vec<Note>), Trouble> {
    let limits = &options.limits;
    let (mut found, mut notes) = match place {
        Where::File(path) => {
            let member = Member { path: name.into(), place: Place::Disk(path.clone()) };
            (Found { container: Container::Disk, members: vec![member] }, Vec::new())
        }
        Where::Folder(path) => {
            let (members, notes) = disk::walk(path, limits)?;
            (Found { container: Container::Disk, members }, notes)
        }
        Where::Files(paths) => {
            let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let member = |path: &PathBuf| Member { path: name(path), place: Place::Disk(path.clone()) };
            (Found { container: Container::Disk, members: paths.iter().map(member).collect() }, Vec::new())
        }
        Where::Inside { archive, entries, skip } => {
            let (members, notes) = members(archive, entries.iter().copied(), *skip, limits)?;
            (Found { container: Container::Open(archive.clone()), members }, notes)
        }
        Where::Nowhere(trouble) => return Err(trouble.clone()),
    };
    if found.members.len() > 1 {
        as_they_called_it(&mut found.members);
    }
    for _ in 0..NESTED {
        let [only] = found.members.as_slice() else { break };
        if !is_archive(&only.path) {
            break;
        }
        let archive = found.unpack(limits)?;
        let (members, more) = members(&archive, 0..archive.entries().len(), 0, limits)?;
        found = Found { container: Container::Closed(Arc::new(found)), members };
        notes.extend(more);
    }
    found.members.sort_by(|one, other| natural(&one.path, &other.path));
    if !found.members.iter().any(|member| options.is_of_language(&member.path)) {
        return Err(nothing_of_language(&found.members, options));
    }
    notes.extend(same_but_case(&found.members));
    Ok((found, notes))
}

/// Gives the files of one person their own names, so that they can import each other. Canvas puts numbers in front, and a
/// count behind the name when a file is handed in again (`sort-1.py`).
fn as_they_called_it(members: &mut [Member]) {
    let given: Option<Vec<&str>> = members.iter().map(|member| Some(canvas(&member.path)?.1)).collect();
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
    for (member, name) in members.iter_mut().zip(names) {
        member.path = name;
    }
}

/// The files among entries of an archive, and what is left out of it.
fn members(
    archive: &Archive,
    indices: impl Iterator<Item = usize>,
    skip: usize,
    limits: &Limits,
) -> Result<(Vec<Member>, Vec<Note>), Trouble> {
    let (mut members, mut notes, mut bytes) = (Vec::new(), Vec::new(), 0u64);
    for index in indices {
        let Some(entry) = archive.entries().get(index) else { continue };
        let path = entry.path.get(skip..).unwrap_or_default().to_string();
        if path.matches('/').count() >= limits.depth {
            return Err(Trouble::TooDeep { path, limit: limits.depth });
        }
        match &entry.kind {
            Kind::Folder => {}
            Kind::Refused(trouble) => return Err(trouble.clone()),
            Kind::LeftOut(why) => notes.push(Note::LeftOut { path, why: *why }),
            Kind::File => {
                bytes = bytes.saturating_add(entry.size);
                if bytes > limits.bytes {
                    return Err(Trouble::TooBig { limit: limits.bytes });
                }
                if members.len() == limits.files {
                    return Err(Trouble::TooMany { limit: limits.files });
                }
                members.push(Member { path, place: Place::Entry(index) });
            }
        }
    }
    Ok((members, notes))
}

fn nothing_of_language(members: &[Member], options: &Options) -> Trouble {
    match members {
        [] => Trouble::NoFiles,
        [only] if is_other_archive(&only.path) => Trouble::OtherArchive { archive: only.path.clone() },
        _ => Trouble::NoneOfLanguage {
            wanted: options.extensions.clone(),
            found: members.iter().map(|member| member.path.clone()).collect(),
        },
    }
}

fn same_but_case(members: &[Member]) -> Vec<Note> {
    let mut folded: Vec<(String, &str)> =
        members.iter().map(|member| (member.path.to_lowercase(), member.path.as_str())).collect();
    folded.sort_unstable();
    let alike = folded.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    alike.map(|pair| Note::SameButCase { one: pair[0].1.into(), other: pair[1].1.into() }).collect()
}
