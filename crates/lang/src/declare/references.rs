//! Names of subproperties in quotes: groups, `instead_of`, `stricter_than`.

use crate::ast::{Call, Expr, ExprKind, Name, Span};
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::GlobalKind;
use crate::problem::{Group, PropertyKind, display_name};
use crate::suggest::{did_you_mean, listed};

use super::names::Names;
use super::properties::Properties;
use super::statements::{Called, called};
use super::{MAX_ITEMS, bad, limited, too_many};

/// A name in quotes with its place.
pub(super) struct Reference {
    pub(super) name: Name,
    pub(super) span: Span,
}

/// The names in `["no_new", "none_dropped"]`.
pub(super) fn names_in(what: &str, list: &Expr, diagnostics: &mut Vec<Diagnostic>) -> Vec<Reference> {
    let help = || format!("write a list of names in quotes: `{what}=[\"no_new\", \"none_dropped\"]`");
    let items = match &list.kind {
        ExprKind::List(items) | ExprKind::Tuple(items) => items,
        ExprKind::Error => return Vec::new(),
        _ => {
            diagnostics.push(bad(list.span, format!("`{what}` is a list of subproperties"), help()));
            return Vec::new();
        }
    };
    let mut found: Vec<Reference> = Vec::new();
    for item in limited(items, "names", list.span, diagnostics) {
        match &item.kind {
            ExprKind::Error => {}
            ExprKind::Str(name) if found.iter().any(|known| known.name == *name) => {
                diagnostics.push(bad(item.span, format!("`{name}` is named twice"), "leave one of them out"));
            }
            ExprKind::Str(name) => found.push(Reference { name: name.clone(), span: item.span }),
            _ => diagnostics.push(bad(item.span, "a subproperty is referred to by its name in quotes", help())),
        }
    }
    found
}

/// Reads the groups and resolves all references. What is referred to and does not exist is reported and dropped.
pub(super) fn read(names: &Names<'_>, properties: &mut Properties, diagnostics: &mut Vec<Diagnostic>) -> Vec<Group> {
    let groups = groups(names, properties, diagnostics);
    let mut all = std::mem::take(&mut properties.all);
    // Checked against the full list, then written into it.
    let known: Vec<(Name, PropertyKind)> =
        all.iter().map(|known| (known.property.name.clone(), known.property.kind)).collect();
    for declared in &mut all {
        let own_name = declared.property.name.clone();
        let mut resolve = |references: &[Reference]| {
            let mut resolved: Vec<Name> = Vec::new();
            for reference in references {
                let members: Vec<Name> = match groups.iter().find(|group| group.name == *reference.name) {
                    Some(group) => group.members.clone(),
                    None => vec![reference.name.clone()],
                };
                if members.contains(&own_name) {
                    let message = format!("error subproperty `{own_name}` refers to itself");
                    diagnostics
                        .push(unknown_error(reference.span, message).help("name the subproperties it is mistaken for"));
                } else if let Some(fault) =
                    members.iter().find_map(|member| reference_fault(names, &known, &groups, member, reference.span))
                {
                    diagnostics.push(fault);
                } else {
                    resolved
                        .extend(members.into_iter().filter(|member| !resolved.contains(member)).collect::<Vec<_>>());
                }
            }
            resolved
        };
        declared.property.instead_of = resolve(&declared.instead_of);
        declared.property.stricter_than = resolve(&declared.stricter_than);
    }
    properties.all = all;
    groups
}

fn groups(names: &Names<'_>, properties: &Properties, diagnostics: &mut Vec<Diagnostic>) -> Vec<Group> {
    let known: Vec<(Name, PropertyKind)> =
        properties.all.iter().map(|known| (known.property.name.clone(), known.property.kind)).collect();
    let mut groups: Vec<Group> = Vec::new();
    for stmt in &names.module.body {
        let Some((Called::Group, call)) = called(names, stmt) else { continue };
        if groups.len() >= MAX_ITEMS {
            diagnostics.push(too_many(stmt.span, "groups"));
            break;
        }
        let Some((name, span, members)) = group(call, stmt.span, diagnostics) else { continue };
        if let Some(earlier) = groups.iter().find(|earlier| alike(&earlier.name, &name)) {
            diagnostics.push(
                Diagnostic::error(Code::DuplicateName, span, format!("group `{name}` is declared twice"))
                    .also(earlier.span, "first declared here")
                    .help("rename or remove one of them"),
            );
            continue;
        }
        if let Some(same) = properties.all.iter().map(|known| &known.property).find(|known| alike(&known.name, &name)) {
            diagnostics.push(
                Diagnostic::error(Code::DuplicateName, span, format!("group `{name}` has the name of a property"))
                    .also(same.span, format!("people see it as `{}`", display_name(&same.name, same.kind)))
                    .help("give the group a name of its own"),
            );
            continue;
        }
        let mut kept = Vec::new();
        for member in &members {
            match reference_fault(names, &known, &groups, &member.name, member.span) {
                Some(fault) => diagnostics.push(fault),
                None => kept.push(member.name.clone()),
            }
        }
        if let [only] = members.as_slice() {
            diagnostics.push(
                Diagnostic::warning(Code::NoEffect, span, format!("group `{name}` has one member, `{}`", only.name))
                    .help("a group reports several subproperties as one; add another member or remove the group"),
            );
        }
        groups.push(Group { name, members: kept, span });
    }
    groups
}

/// The name and the members of `group("SAME-ELEMENTS", ["no_new", "none_dropped"])`.
fn group(call: &Call, whole: Span, diagnostics: &mut Vec<Diagnostic>) -> Option<(String, Span, Vec<Reference>)> {
    let help = "write `group(\"SAME-ELEMENTS\", [\"no_new\", \"none_dropped\"])`";
    let mut args: [Option<&Expr>; 2] = [None, None];
    for (index, arg) in call.args.iter().enumerate() {
        match args.get_mut(index) {
            Some(slot) => *slot = Some(arg),
            None => diagnostics.push(bad(arg.span, "`group` takes a name and a list", help)),
        }
    }
    for keyword in &call.keywords {
        match &*keyword.name.name {
            "name" if args[0].is_none() => args[0] = Some(&keyword.value),
            "members" if args[1].is_none() => args[1] = Some(&keyword.value),
            _ => diagnostics.push(bad(keyword.name.span, "`group` takes a name and a list", help)),
        }
    }
    let [Some(name), Some(members)] = args else {
        diagnostics.push(bad(whole, "`group` takes a name and a list", help));
        return None;
    };
    let members_found = names_in("members", members, diagnostics);
    if matches!(&members.kind, ExprKind::List(items) | ExprKind::Tuple(items) if items.is_empty()) {
        diagnostics.push(bad(members.span, "a group without members", help));
    }
    match &name.kind {
        ExprKind::Str(text) if !text.trim().is_empty() => Some((text.to_string(), name.span, members_found)),
        ExprKind::Error => None,
        _ => {
            diagnostics.push(bad(name.span, "the name of a group is a string in quotes", help));
            None
        }
    }
}

/// Case and the difference between `-` and `_` do not show in reports.
fn alike(a: &str, b: &str) -> bool {
    let folded = |text: &str| text.replace('-', "_").to_lowercase();
    folded(a) == folded(b)
}

fn unknown_error(span: Span, message: String) -> Diagnostic {
    Diagnostic::error(Code::UnknownSubproperty, span, message)
}

/// What is wrong with a reference to a subproperty, if anything.
fn reference_fault(
    names: &Names<'_>,
    known: &[(Name, PropertyKind)],
    groups: &[Group],
    name: &str,
    span: Span,
) -> Option<Diagnostic> {
    match known.iter().find(|(known, _)| &**known == name) {
        Some((_, PropertyKind::Precondition)) => {
            return Some(unknown_error(span, format!("`{name}` is a precondition, not a subproperty")).help(
                "only subproperties can be named here; pairs that fail a precondition are not considered at all",
            ));
        }
        Some(_) => return None,
        None => {}
    }
    if groups.iter().any(|group| group.name == name) {
        return Some(
            unknown_error(span, format!("`{name}` is a group"))
                .help("a group has subproperties as members; name them one by one"),
        );
    }
    let diagnostic = unknown_error(span, format!("there is no subproperty `{name}`"));
    if matches!(names.global(name).map(|global| &global.kind), Some(GlobalKind::Function(_))) {
        return Some(
            diagnostic
                .label("a function without decorator")
                .help(format!("write `@subproperty` above `def {name}(…)`")),
        );
    }
    let candidates = || known.iter().filter(|(_, kind)| *kind != PropertyKind::Precondition).map(|(name, _)| &**name);
    let help = did_you_mean(name, candidates()).unwrap_or_else(|| match listed(candidates()) {
        none if none.is_empty() => "declare it: a function below `@subproperty`".into(),
        names => format!("there are {names}"),
    });
    Some(diagnostic.help(help))
}
