//! Versions as Python source, to be added to the problem file.
//!
//! A version that sees a part of the data is a function that calls its subproperty. An edit becomes a copy of the edited
//! function; if that is one that the subproperty calls, both are copied, and the copies call each other.
//!
//! Invariant: the text, added to the problem file, defines functions that hold where the version holds. Nothing in it comes
//! from anywhere but the problem file and this crate.

use std::collections::BTreeSet;

use lang::ast::{ExprKind, FuncId, Function, Span};
use lang::problem::Problem;

use crate::reach::{functions, reached};
use crate::site::Site;

/// A copy of the functions of an edited file that a subproperty needs and the problem file lacks. The subproperty is called
/// `name`, and what it calls `name` with the old name after it.
pub(crate) fn copied(before: &Problem, after: &Problem, target: FuncId, name: &str) -> Option<String> {
    let text_of = |problem: &Problem, name: &str| {
        functions(problem).into_iter().find_map(|id| {
            let function = problem.module.function(id);
            (*function.name.name == *name).then(|| problem.source.slice(function.span).to_owned())
        })
    };
    let changed = |id: &FuncId| {
        let own = &after.module.function(*id).name.name;
        text_of(before, own) != text_of(after, own)
    };
    let needed: Vec<FuncId> =
        reached(after, target).into_iter().filter(|id| reached(after, *id).iter().any(changed)).collect();
    let names: BTreeSet<&str> = needed.iter().map(|id| &*after.module.function(*id).name.name).collect();
    let renamed = |old: &str| {
        if *after.module.function(target).name.name == *old { name.to_owned() } else { format!("{name}_{old}") }
    };
    let mut all = Vec::new();
    for id in needed.iter().filter(|id| **id != target).chain([&target]) {
        let function = after.module.function(*id);
        let site = Site::new(after, *id);
        let own = site.expressions.iter().filter_map(|expr| match &expr.kind {
            ExprKind::Name(used) if names.contains(&**used) => Some((expr.span, renamed(used))),
            _ => None,
        });
        let body = body(after, function, own.collect())?;
        let params: Vec<&str> = function.params.iter().map(|param| &*param.name.name).collect();
        all.push(format!("def {}({}):\n{body}\n", renamed(&function.name.name), params.join(", ")));
    }
    Some(all.join("\n\n"))
}

/// The lines of a function after its docstring, with some expressions replaced.
fn body(problem: &Problem, function: &Function, mut changes: Vec<(Span, String)>) -> Option<String> {
    let (first, last) = (function.body.first()?.span, function.body.last()?.span);
    let text = &problem.source.text;
    changes.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    changes.dedup();
    let mut body = text.get(first.start as usize..last.end as usize)?.to_owned();
    for (span, new) in changes {
        let range = (span.start.checked_sub(first.start)? as usize)..(span.end.checked_sub(first.start)? as usize);
        body.get(range.clone())?;
        body.replace_range(range, &new);
    }
    let line_start = text[..first.start as usize].rfind('\n').map_or(0, |end| end + 1);
    let indent = &text[line_start..first.start as usize];
    Some(if indent.trim().is_empty() { format!("{indent}{body}") } else { format!("    {body}") })
}
