//! Buckets and subproperties by name: the names that people type, and the names that they read.

use lang::problem::{Problem, display_name};
use lang::suggest::closest;

use crate::bucket::Bucket;
use crate::subproperties::SubpropertySet;

/// A name that does not stand for a bucket or a subproperty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    #[error("no subproperty is named; write `allprop` for the bucket in which every subproperty holds")]
    NoName,
    #[error("`allprop` means that nothing fails; use it alone, or leave it out")]
    AllPropWithOthers,
    #[error("a name is missing between two commas; write one comma between two names")]
    MissingName,
    #[error("{}", unknown(name, closest.as_deref(), subproperties, groups))]
    Unknown {
        name: String,
        /// What was probably meant.
        closest: Option<String>,
        subproperties: Vec<String>,
        groups: Vec<String>,
    },
}

fn unknown(name: &str, closest: Option<&str>, subproperties: &[String], groups: &[String]) -> String {
    let what = if name.is_empty() {
        "no subproperty is named".to_owned()
    } else {
        format!("there is no subproperty `{name}`")
    };
    let names = |names: &[String]| lang::suggest::listed(names.iter().map(String::as_str));
    match closest {
        Some(closest) => format!("{what}; did you mean `{closest}`?"),
        None if groups.is_empty() => format!("{what}; the subproperties are {}", names(subproperties)),
        None => format!("{what}; the subproperties are {}; the groups are {}", names(subproperties), names(groups)),
    }
}

/// The bucket in which exactly the named subproperties fail: `no_new,uniqueness`; `allprop` for none.
pub fn read_bucket(problem: &Problem, text: &str) -> Result<Bucket, NameError> {
    let text = text.trim();
    // A trailing comma is fine.
    let names: Vec<&str> = text.strip_suffix(',').unwrap_or(text).split(',').map(str::trim).collect();
    match names.as_slice() {
        none if none.iter().all(|name| name.is_empty()) => return Err(NameError::NoName),
        ["allprop"] => return Ok(Bucket::of([])),
        several if several.contains(&"allprop") => return Err(NameError::AllPropWithOthers),
        several if several.contains(&"") => return Err(NameError::MissingName),
        _ => {}
    }
    let mut failing = Vec::new();
    for name in names {
        failing.extend(positions(problem, name)?);
    }
    Ok(Bucket::of(failing))
}

/// The position of a named subproperty, or those of the members of a named group.
pub fn positions(problem: &Problem, name: &str) -> Result<Vec<usize>, NameError> {
    let find = |name: &str| problem.subproperties.iter().position(|property| same(&property.name, name));
    if let Some(position) = find(name) {
        return Ok(vec![position]);
    }
    if let Some(group) = problem.groups.iter().find(|group| same(&group.name, name)) {
        return Ok(group.members.iter().filter_map(|member| find(member)).collect());
    }
    let groups = || problem.groups.iter().map(|group| &*group.name);
    let subproperties = || problem.subproperties.iter().map(|property| &*property.name);
    Err(NameError::Unknown {
        name: name.to_owned(),
        closest: closest(name, subproperties().chain(groups())).map(str::to_owned),
        subproperties: subproperties().map(str::to_owned).collect(),
        groups: groups().map(str::to_owned).collect(),
    })
}

/// Whether two spellings mean the same name: `NO-NEW` is `no_new`.
pub fn same(name: &str, given: &str) -> bool {
    let folded = |name: &str| name.replace('-', "_").to_lowercase();
    folded(name) == folded(given)
}

/// The display name of a precondition or subproperty, by its position with preconditions first.
pub fn property_name(problem: &Problem, property: usize) -> String {
    let properties = problem.preconditions.iter().chain(&problem.subproperties);
    properties.skip(property).map(|property| display_name(&property.name, property.kind)).next().unwrap_or_default()
}

/// `exactly NO-NEW and UNIQUENESS fail`
pub fn bucket_words(problem: &Problem, bucket: Bucket) -> String {
    let first = problem.preconditions.len();
    let names: Vec<String> = bucket.failing().iter().map(|position| property_name(problem, first + position)).collect();
    match names.as_slice() {
        [] => "nothing fails".to_owned(),
        [one] => format!("exactly {one} fails"),
        _ => format!("exactly {} fail", listed(&names)),
    }
}

/// `A, B and C`
pub fn listed(names: &[String]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// The names of the Python functions of some subproperties.
pub fn python_names(problem: &Problem, subproperties: SubpropertySet) -> Vec<String> {
    let known = subproperties.iter().filter_map(|position| problem.subproperties.get(position));
    known.map(|property| property.name.to_string()).collect()
}
