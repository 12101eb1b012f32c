//! Buckets and subproperties by the names that people give.

use lang::problem::Problem;
use lang::suggest::{did_you_mean, listed};

use crate::bucket::Bucket;

/// The bucket in which exactly the named subproperties fail: `no_new,uniqueness`; `allprop` for none.
pub fn read_bucket(problem: &Problem, text: &str) -> Result<Bucket, String> {
    let names: Vec<&str> = text.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    match names.as_slice() {
        [] => return Err("no subproperty is named; `allprop` stands for the bucket in which nothing fails".to_owned()),
        ["allprop"] => return Ok(Bucket::of([])),
        several if several.contains(&"allprop") => {
            return Err("`allprop` says that nothing fails; give it alone, or leave it out".to_owned());
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
    let known = || problem.subproperties.iter().map(|property| &*property.name);
    let help = did_you_mean(name, known()).unwrap_or_else(|| format!("there are {}", listed(known())));
    Err(format!("there is no subproperty `{name}`; {help}"))
}

/// `NO-NEW` is `no_new`.
pub fn same(name: &str, given: &str) -> bool {
    let folded = |name: &str| name.replace('-', "_").to_lowercase();
    folded(name) == folded(given)
}
