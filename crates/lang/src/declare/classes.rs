//! Atoms and `NewType`s.

use crate::ast::{Class, Expr, ExprKind, StmtKind};
use crate::builtins::Builtin;
use crate::diagnostic::Diagnostic;
use crate::globals::GlobalKind;
use crate::problem::{AtomKind, AtomType, NewTypeBase, NumberType};

use super::names::Names;
use super::{bad, doc, is_empty_body, outside};

/// More types of one kind than there are ids are an error.
const MAX_TYPES: usize = 60_000;

/// The atom types by their ids.
pub(super) fn atoms(names: &Names<'_>, diagnostics: &mut Vec<Diagnostic>) -> Vec<AtomType> {
    let ids = names.globals.iter().filter_map(|global| match global.kind {
        GlobalKind::Atom(id) => Some(id.0),
        _ => None,
    });
    let mut atoms = slots(ids, diagnostics);
    for class in classes(names) {
        if let Some(GlobalKind::Atom(id)) = names.defined_at(&class.name.name, class.name.span)
            && let Some(slot) = atoms.get_mut(usize::from(id.0))
        {
            *slot = Some(atom(names, class, diagnostics));
        }
    }
    let missing =
        || AtomType { name: "".into(), doc: None, kinds: vec![AtomKind::Str], span: crate::ast::Span::default() };
    atoms.into_iter().map(|atom| atom.unwrap_or_else(missing)).collect()
}

/// Room for all ids of one kind. A name defined twice leaves its second id without a declaration.
pub(super) fn slots<T>(ids: impl Iterator<Item = u16>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Option<T>> {
    let count = ids.max().map_or(0, |greatest| usize::from(greatest) + 1);
    if count > MAX_TYPES {
        diagnostics.push(
            Diagnostic::whole_file(
                crate::diagnostic::Code::TooLarge,
                format!("more than {MAX_TYPES} types are declared"),
            )
            .help("a problem needs a handful; split the file"),
        );
    }
    std::iter::repeat_with(|| None).take(count).collect()
}

pub(super) fn classes<'a>(names: &Names<'a>) -> impl Iterator<Item = &'a Class> + use<'a> {
    names.module.body.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Class(class) => Some(&**class),
        _ => None,
    })
}

fn atom(names: &Names<'_>, class: &Class, diagnostics: &mut Vec<Diagnostic>) -> AtomType {
    let name = &class.name.name;
    if let [_, second, ..] = class.bases.as_slice() {
        diagnostics.push(bad(
            second.span,
            format!("atom `{name}` derives from more than `Atom`"),
            format!("write `class {name}(Atom): ...`"),
        ));
    }
    if let Some(decorator) = class.decorators.first() {
        diagnostics.push(bad(
            decorator.span,
            format!("atom `{name}` takes no decorator"),
            "an atom is just a name; remove the decorator, or the base `Atom`",
        ));
    }
    if !is_empty_body(&class.body) {
        diagnostics.push(
            bad(
                class.name.span,
                format!("atom `{name}` has a body"),
                "an atom is just a name; for values with parts write a record, `@dataclass(frozen=True)`",
            )
            .label("its body may only be a docstring"),
        );
    }
    let mut kinds = None;
    for keyword in &class.keywords {
        if &*keyword.name.name == "as_" {
            kinds = atom_kinds(names, name, &keyword.value, diagnostics);
        } else {
            let message = format!("an atom has no `{}`", keyword.name.name);
            diagnostics.push(bad(
                keyword.name.span,
                message,
                format!("write `class {name}(Atom, as_=(int, str)): ...`"),
            ));
        }
    }
    let doc = doc(class.docstring.as_ref());
    AtomType { name: name.clone(), doc, kinds: kinds.unwrap_or_else(|| vec![AtomKind::Str]), span: class.name.span }
}

fn atom_kinds(names: &Names<'_>, atom: &str, value: &Expr, diagnostics: &mut Vec<Diagnostic>) -> Option<Vec<AtomKind>> {
    let items = match &value.kind {
        ExprKind::Error => return None,
        ExprKind::Tuple(items) => items.iter().collect(),
        _ => vec![value],
    };
    let help = format!("write `class {atom}(Atom, as_=(int, str))`, or `as_=int`, or `as_=str`");
    let mut kinds = Vec::new();
    for item in items {
        let kind = match names.meaning(item) {
            Some(GlobalKind::Builtin(Builtin::Int)) => AtomKind::Int,
            Some(GlobalKind::Builtin(Builtin::Str)) => AtomKind::Str,
            _ => {
                diagnostics.push(bad(item.span, "an atom is written as `int` or `str`", help));
                return None;
            }
        };
        if kinds.contains(&kind) {
            diagnostics.push(bad(item.span, "this kind of value is named twice", help));
            return None;
        }
        kinds.push(kind);
    }
    if kinds.is_empty() {
        diagnostics.push(bad(value.span, "an atom must be written as something", help));
        return None;
    }
    Some(kinds)
}

/// The `NewType`s by their ids.
pub(super) fn numbers(names: &Names<'_>, diagnostics: &mut Vec<Diagnostic>) -> Vec<NumberType> {
    let ids = names.globals.iter().filter_map(|global| match global.kind {
        GlobalKind::Number(id) => Some(id.0),
        _ => None,
    });
    let mut numbers = slots(ids, diagnostics);
    for stmt in &names.module.body {
        let (targets, value) = match &stmt.kind {
            StmtKind::Assign { targets, value } => (targets.as_slice(), value),
            StmtKind::AnnotatedAssign { target, value: Some(value), .. } => (std::slice::from_ref(target), value),
            _ => continue,
        };
        for target in targets {
            let ExprKind::Name(name) = &target.kind else { continue };
            if let Some(GlobalKind::Number(id)) = names.defined_at(name, target.span)
                && let Some(slot) = numbers.get_mut(usize::from(id.0))
            {
                diagnostics.extend(new_type_fault(names, name, value));
                *slot = Some(NumberType { name: name.clone(), base: new_type_base(names, value), span: target.span });
            }
        }
    }
    let missing = || NumberType { name: "".into(), base: NewTypeBase::Int, span: crate::ast::Span::default() };
    numbers.into_iter().map(|number| number.unwrap_or_else(missing)).collect()
}

fn new_type_base(names: &Names<'_>, value: &Expr) -> NewTypeBase {
    match &value.kind {
        ExprKind::Call(call) if call.args.len() == 2 => match names.meaning(&call.args[1]) {
            Some(GlobalKind::Builtin(Builtin::Str)) => NewTypeBase::Str,
            _ => NewTypeBase::Int,
        },
        _ => NewTypeBase::Int,
    }
}

fn new_type_fault(names: &Names<'_>, name: &str, value: &Expr) -> Option<Diagnostic> {
    let ExprKind::Call(call) = &value.kind else { return None };
    let help = format!("write `{name} = NewType(\"{name}\", int)`");
    let ([text, base], []) = (call.args.as_slice(), call.keywords.as_slice()) else {
        return Some(bad(value.span, "`NewType` takes a name and a type", help));
    };
    match &text.kind {
        ExprKind::Error => return None,
        ExprKind::Str(text) if &**text == name => {}
        ExprKind::Str(other) => {
            return Some(
                bad(text.span, format!("`{name}` calls itself `{other}`"), help)
                    .label("must be the name it is assigned to"),
            );
        }
        _ => return Some(bad(text.span, "the name of a `NewType` is a string in quotes", help)),
    }
    match names.meaning(base) {
        _ if matches!(base.kind, ExprKind::Error) => None,
        Some(GlobalKind::Builtin(Builtin::Int | Builtin::Str)) => None,
        _ => Some(outside(base.span, format!("`{name}` is not a `NewType` over `int` or `str`"), help)),
    }
}
