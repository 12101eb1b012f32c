//! The decomposition as a table.

use lang::problem::{Group, PairParam, Problem, Property, PropertyKind, Side, display_name};
use lang::scope::PairTypes;

use crate::style::{faint, strong};
use crate::table::{table, wrap};
use crate::words;

/// What the file declares; empty if it declares nothing.
pub fn show(problem: &Problem, width: usize) -> String {
    let mut text = String::new();
    if let Some(predicate) = &problem.predicate {
        let doc = problem.doc.as_deref().map(words::first_sentence).unwrap_or_default();
        let title = if doc.is_empty() { problem.name.clone() } else { format!("{} · {doc}", problem.name) };
        for line in wrap(&title, width) {
            text.push_str(&line);
            text.push('\n');
        }
        let reference =
            if predicate.has_reference { "the reference predicate" } else { "without a reference implementation" };
        let (inputs, outputs) = (params(problem, Side::Input), params(problem, Side::Output));
        let rows = [
            ["predicate".to_owned(), format!("{}, {reference}", predicate.name)],
            [words_for("input", &predicate.params, Side::Input), inputs],
            [words_for("output", &predicate.params, Side::Output), outputs],
            ["scope".to_owned(), problem.scope.describe(PairTypes::of(problem))],
            ["large scope".to_owned(), large_scope(problem)],
        ];
        text.push_str(&table(&rows.map(Vec::from), width));
        text.push('\n');
    }
    text.push_str(&properties(problem, width));
    text.push_str(&groups(problem, width));
    text
}

fn words_for(noun: &str, params: &[PairParam], side: Side) -> String {
    if params.iter().filter(|param| param.side == side).count() == 1 { noun.to_owned() } else { words::plural(noun) }
}

fn params(problem: &Problem, side: Side) -> String {
    let params = problem.predicate.iter().flat_map(|predicate| &predicate.params).filter(|param| param.side == side);
    params.map(|param| format!("{}: {}", param.name, param.annotation)).collect::<Vec<_>>().join(", ")
}

fn large_scope(problem: &Problem) -> String {
    if problem.large_scope == problem.scope {
        return "the same as the scope".to_owned();
    }
    problem.large_scope.describe(PairTypes::of(problem))
}

fn properties(problem: &Problem, width: usize) -> String {
    let all: Vec<&Property> = problem.preconditions.iter().chain(&problem.subproperties).collect();
    if all.is_empty() {
        return String::new();
    }
    let rows: Vec<Vec<String>> = all.iter().map(|property| row(problem, property)).collect();
    format!("{}\n", table(&rows, width))
}

fn row(problem: &Problem, property: &Property) -> Vec<String> {
    let kind = match property.kind {
        PropertyKind::Precondition => "precondition",
        PropertyKind::Required => "required",
        PropertyKind::Error => "error",
    };
    let params: Vec<&str> =
        problem.module.function(property.function).params.iter().map(|param| &*param.name.name).collect();
    let name = display_name(&property.name, property.kind);
    vec![strong(&name), kind.to_owned(), faint(&format!("({})", params.join(", "))), remarks(problem, property)]
}

/// The first sentence of the docstring, and what an error subproperty replaces.
fn remarks(problem: &Problem, property: &Property) -> String {
    let names =
        |names: &[lang::ast::Name]| names.iter().map(|name| shown(problem, name)).collect::<Vec<_>>().join(", ");
    let mut parts = vec![property.doc.as_deref().map(words::first_sentence).unwrap_or_default()];
    if !property.instead_of.is_empty() {
        parts.push(format!("Instead of {}.", names(&property.instead_of)));
    }
    if !property.stricter_than.is_empty() {
        parts.push(format!("Stricter than {}.", names(&property.stricter_than)));
    }
    parts.join(" ")
}

fn groups(problem: &Problem, width: usize) -> String {
    let row = |group: &Group| {
        let members: Vec<String> = group.members.iter().map(|name| shown(problem, name)).collect();
        vec![strong(&group.name), "group".to_owned(), pairs::names::listed(&members)]
    };
    let rows: Vec<Vec<String>> = problem.groups.iter().filter(|group| !group.members.is_empty()).map(row).collect();
    if rows.is_empty() { String::new() } else { format!("{}\n", table(&rows, width)) }
}

/// The display name of a subproperty or group.
fn shown(problem: &Problem, name: &str) -> String {
    let property = problem.subproperties.iter().find(|property| &*property.name == name);
    property.map_or_else(|| name.to_owned(), |property| display_name(name, property.kind))
}
