//! Buckets and subproperties by the names that people give.

use lang::problem::Problem;
use lang::suggest::{did_you_mean, listed};

use crate::bucket::Bucket;

/// The bucket in which exactly the named subproperties fail: `no_new,uniqueness`; `allprop` for none.
pub fn read_bucket(problem: &Problem, text: &str) -> Result<Bucket, String> {
    let text = text.trim();
    // A comma may stand at the end.
    let names: Vec<&str> = text.strip_suffix(',').unwrap_or(text).split(',').map(str::trim).collect();
    match names.as_slice() {
        none if none.iter().all(|name| name.is_empty()) => {
            return Err("no subproperty is named; `allprop` stands for the bucket in which nothing fails".to_owned());
        }
        ["allprop"] => return Ok(Bucket::of([])),
        several if several.contains(&"allprop") => {
            return Err("`allprop` says that nothing fails; give it alone, or leave it out".to_owned());
        }
        several if several.contains(&"") => {
            return Err("a name is missing between commas; write one comma between two names".to_owned());
        }
        _ => {}
    }
    let mut failing = Vec::new();
    for name in names {
        failing.extend(positions(problem, name)?);
    }
    Ok(Bucket::of(failing))
}

/// The subproperty of a name, or the members of a group.
pub fn positions(problem: &Problem, name: &str) -> Result<Vec<usize>, String> {
    let find = |name: &str| problem.subproperties.iter().position(|property| same(&property.name, name));
    if let Some(position) = find(name) {
        return Ok(vec![position]);
    }
    if let Some(group) = problem.groups.iter().find(|group| same(&group.name, name)) {
        return Ok(group.members.iter().filter_map(|member| find(member)).collect());
    }
    let groups = || problem.groups.iter().map(|group| &*group.name);
    let known = || problem.subproperties.iter().map(|property| &*property.name);
    let help = did_you_mean(name, known().chain(groups())).unwrap_or_else(|| {
        let groups = if groups().next().is_none() { String::new() } else { format!("; groups: {}", listed(groups())) };
        format!("there are {}{groups}", listed(known()))
    });
    if name.is_empty() {
        return Err(format!("no subproperty is named; {help}"));
    }
    Err(format!("there is no subproperty `{name}`; {help}"))
}

/// `NO-NEW` is `no_new`.
pub fn same(name: &str, given: &str) -> bool {
    let folded = |name: &str| name.replace('-', "_").to_lowercase();
    folded(name) == folded(given)
}
