//! Extracts the declarations of a problem file: types, predicate, preconditions, subproperties, groups, scopes.
//!
//! Statically: nothing is executed. Takes the tree and the module-level names; returns what could be understood, as
//! complete as possible, beside a diagnostic for everything that could not.
//!
//! Invariant: without error diagnostics every id is in range, every parameter of a property is one of the
//! predicate's, every name in `instead_of`, `stricter_than` and groups is a subproperty, and both scopes are complete.
//!
//! `annotation`, `reader`, `constructor`, `union`, `names`: types as written. `classes`, `records`, `families`, `enums`: what the file
//! calls types.
//! `predicate`, `properties`, `references`, `helpers`: functions. `pictures`: how parameters are drawn. `bounds`, `unneeded`: scopes. `statements`: what else is in the module.

mod annotation;
mod bounds;
mod classes;
mod constructor;
pub mod enums;
mod families;
mod helpers;
mod names;
mod pictures;
mod predicate;
mod properties;
mod reader;
mod records;
mod references;
mod statements;
#[cfg(test)]
mod tests;
mod union;
mod unneeded;

use crate::ast::{Expr, ExprKind, Module, Span, Stmt, StmtKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::{Global, GlobalKind};
use crate::load::Mode;
use crate::problem::{AtomType, Group, NumberType, Predicate, Property, RecordClass};
use crate::scope::{PairTypes, Scope};
use crate::source::Source;
use crate::types::TypeNames;

pub use annotation::Annotations;
use names::Names;
use reader::TypeReader;

/// What a file declares; see [`Problem`](crate::problem::Problem).
#[derive(Debug, Default)]
pub struct Declarations {
    pub atoms: Vec<AtomType>,
    pub numbers: Vec<NumberType>,
    pub records: Vec<RecordClass>,
    pub predicate: Option<Predicate>,
    pub preconditions: Vec<Property>,
    pub subproperties: Vec<Property>,
    pub groups: Vec<Group>,
    pub scope: Scope,
    pub large_scope: Scope,
}

/// Finds all declarations. `Mode::Problem` demands a predicate, a scope and a required subproperty.
pub fn declare(
    source: &Source,
    module: &Module,
    globals: &[Global],
    mode: Mode,
    diagnostics: &mut Vec<Diagnostic>,
) -> Declarations {
    let names = Names::new(module, globals);
    statements::check(&names, diagnostics);

    let atoms = classes::atoms(&names, diagnostics);
    let numbers = classes::numbers(&names, diagnostics);
    let mut reader = TypeReader::new(&names);
    for global in globals {
        if let GlobalKind::Alias { stmt } = global.kind {
            reader.check_alias(stmt);
        }
    }
    let candidate = predicate::find(&names, mode, diagnostics);
    let in_pairs = records::in_pairs(&names, candidate);
    let mut records = records::records(&names, &in_pairs, &mut reader, diagnostics);
    let mut predicate = candidate.and_then(|id| predicate::read(source, id, &mut reader, diagnostics));
    helpers::check(&mut reader, predicate.as_ref().map(|predicate| predicate.function));
    records::check_hashed(&mut reader, &records);
    let params = predicate.as_ref().map_or(&[][..], |predicate| &predicate.params);
    families::mark(&mut records, &in_pairs, params, &mut reader);
    diagnostics.append(&mut reader.diagnostics);

    let types = TypeNames { atoms: &atoms, numbers: &numbers, records: &records };
    if let Some(predicate) = &mut predicate {
        pictures::read(&names, types, &mut predicate.params, diagnostics);
    }
    let params = predicate.as_ref().map(|predicate| predicate.params.as_slice());
    let mut properties = properties::read(&names, params, diagnostics);
    if mode == Mode::Problem {
        properties::demand_subproperty(&properties, predicate.as_ref(), &names, diagnostics);
        properties::limit_subproperties(&properties, diagnostics);
    }
    let groups = references::read(&names, &mut properties, diagnostics);

    let (scope, large_scope) = match params {
        Some(params) => bounds::read(&names, PairTypes { names: types, params }, mode, diagnostics),
        None => bounds::read_alone(&names, diagnostics),
    };
    let (preconditions, subproperties) = properties.split();
    Declarations { atoms, numbers, records, predicate, preconditions, subproperties, groups, scope, large_scope }
}

/// Longer lists in a file are cut off: no real file has them, and a hostile file must not cost time.
const MAX_ITEMS: usize = 1_000;

fn limited<'a, T>(items: &'a [T], what: &str, span: Span, diagnostics: &mut Vec<Diagnostic>) -> &'a [T] {
    match items.get(..MAX_ITEMS) {
        Some(kept) if items.len() > MAX_ITEMS => {
            diagnostics.push(too_many(span, what));
            kept
        }
        _ => items,
    }
}

fn too_many(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(Code::TooLarge, span, format!("more than {MAX_ITEMS} {what}"))
        .help("a problem needs a handful; leave the rest out")
}

/// A docstring that says something.
fn doc(docstring: Option<&String>) -> Option<String> {
    docstring.filter(|text| !text.is_empty()).cloned()
}

/// The body says nothing: `...`, `pass`, or nothing beside a docstring.
fn is_empty_body(body: &[Stmt]) -> bool {
    body.iter().all(|stmt| match &stmt.kind {
        StmtKind::Pass => true,
        StmtKind::Expr(expr) => matches!(expr.kind, ExprKind::Ellipsis | ExprKind::Str(_)),
        _ => false,
    })
}

/// What a decorator, base or call names: the `dataclass` of `@dataclass(frozen=True)`.
fn callee(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Call(call) => &call.function,
        _ => expr,
    }
}

fn bad(span: Span, message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::BadDeclaration, span, message).help(help)
}

fn outside(span: Span, message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::Outside, span, message).help(help)
}
