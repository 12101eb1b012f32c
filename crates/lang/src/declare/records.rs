//! Records: frozen dataclasses and `NamedTuple`s.

use std::collections::HashSet;

use crate::ast::{Class, ClassForm, Expr, ExprKind, FuncId, Ident, StmtKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::GlobalKind;
use crate::problem::{Field, RecordClass, RecordId, RecordKind};
use crate::scope::needs::Reached;
use crate::types::{Type, TypeNames};

use crate::parse::classes::HARMLESS;

use super::annotation::side;
use super::classes::{classes, slots};
use super::names::Names;
use super::reader::{TypePosition, TypeReader};
use super::{bad, callee, doc, limited, outside};

/// For each record, whether the predicate's parameters reach it. Reports nothing.
pub(super) fn in_pairs(names: &Names<'_>, predicate: Option<FuncId>) -> Vec<bool> {
    let mut reader = TypeReader::new(names);
    let records = records(names, &[], &mut reader, &mut Vec::new());
    let mut reached = Reached::new(TypeNames { atoms: &[], numbers: &[], records: &records });
    let params = predicate.map_or(&[][..], |id| &names.module.function(id).params);
    for (_, inner) in params.iter().filter_map(|param| side(names, param.annotation.as_ref()?)) {
        let ty = reader.read(inner, TypePosition::Anywhere);
        reached.visit(&ty);
    }
    reached.records
}

/// The records by their ids. The types of those in pairs must be types a pair can have.
pub(super) fn records(
    names: &Names<'_>,
    in_pairs: &[bool],
    reader: &mut TypeReader<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<RecordClass> {
    let ids = names.globals.iter().filter_map(|global| match global.kind {
        GlobalKind::Record(id) | GlobalKind::Enum(id) => Some(id.0),
        _ => None,
    });
    let mut records = slots(ids, diagnostics);
    for class in classes(names) {
        if let Some(GlobalKind::Enum(id)) = names.defined_at(&class.name.name, class.name.span)
            && let Some(slot) = records.get_mut(usize::from(id.0))
        {
            let class = super::enums::class(class, &names.module.functions, diagnostics);
            if class.choices.is_empty() && in_pairs.get(usize::from(id.0)) == Some(&true) {
                diagnostics.push(bad(
                    class.span,
                    format!("enumeration `{}` has no members, so no pair has a value of it", class.name),
                    "give it members: `RED = 1`",
                ));
            }
            *slot = Some(class);
        }
        if let Some(GlobalKind::Record(id)) = names.defined_at(&class.name.name, class.name.span)
            && let Some(slot) = records.get_mut(usize::from(id.0))
        {
            let place = if in_pairs.get(usize::from(id.0)) == Some(&true) {
                TypePosition::Pair
            } else {
                TypePosition::Anywhere
            };
            *slot = Some(record(names, class, place, reader, diagnostics));
        }
    }
    let missing = || RecordClass {
        name: "".into(),
        doc: None,
        kind: RecordKind::NamedTuple,
        fields: Vec::new(),
        members: Vec::new(),
        family: None,
        choices: Vec::new(),
        tagged: false,
        span: crate::ast::Span::default(),
    };
    records.into_iter().map(|record| record.unwrap_or_else(missing)).collect()
}

fn record(
    names: &Names<'_>,
    class: &Class,
    place: TypePosition,
    reader: &mut TypeReader<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> RecordClass {
    let name = &class.name.name;
    let is_call = class.form == ClassForm::NamedTupleCall;
    let is_tuple = is_call || class.bases.iter().any(|base| is_vocabulary(names, base, "NamedTuple"));
    let kind = if is_tuple { RecordKind::NamedTuple } else { dataclass(names, class, diagnostics) };
    if let Some(base) = class.bases.iter().find(|base| !is_vocabulary(names, base, "NamedTuple")) {
        diagnostics.push(outside(
            base.span,
            format!("record `{name}` derives from another class"),
            "give it all its fields itself, and no base class",
        ));
    }
    if let Some(keyword) = class.keywords.first() {
        diagnostics.push(outside(
            keyword.name.span,
            format!("record `{name}` has a class keyword"),
            format!("write `class {name}` without it"),
        ));
    }
    for decorator in &class.decorators {
        if is_tuple || !is_dataclass(names, decorator) {
            diagnostics.push(outside(
                decorator.span,
                "this decorator of a record is outside the language",
                "remove it",
            ));
        }
    }
    let mut members = Vec::new();
    let mut fields: Vec<Field> = Vec::new();
    for stmt in limited(&class.body, "fields", class.name.span, diagnostics) {
        match &stmt.kind {
            StmtKind::Error | StmtKind::Pass => {}
            StmtKind::Expr(expr) if matches!(expr.kind, ExprKind::Ellipsis | ExprKind::Str(_) | ExprKind::Error) => {}
            StmtKind::AnnotatedAssign { target, annotation, value } => {
                let ExprKind::Name(field) = &target.kind else { continue };
                let ident = Ident { name: field.clone(), span: target.span };
                diagnostics.extend(field_fault(&ident, value.as_ref(), kind, &fields));
                if fields.iter().all(|known| known.name != *field) {
                    let ty = reader.read(annotation, place);
                    fields.push(Field {
                        name: ident.name,
                        ty,
                        default: value.as_ref().map(|value| value.id),
                        span: ident.span,
                    });
                }
            }
            // Values shared by all, methods and properties belong to the class.
            StmtKind::Assign { targets, .. } => {
                let names =
                    targets.iter().filter_map(|it| if let ExprKind::Name(it) = &it.kind { Some(it) } else { None });
                members.extend(names.cloned());
            }
            StmtKind::Function(id) => {
                let method = &names.module.function(*id).name;
                if method.name.starts_with("__") && !HARMLESS.contains(&&*method.name) {
                    diagnostics.push(outside(
                        method.span,
                        format!("special method `{}` of record `{name}` is outside the language", method.name),
                        "write an ordinary method, or make it a class that is not a `NamedTuple`",
                    ));
                }
                members.push(method.name.clone());
            }
            _ => diagnostics.push(outside(
                stmt.span,
                format!("record `{name}` holds more than fields"),
                "leave only lines like `age: int`, methods, and values shared by all",
            )),
        }
    }
    if is_call && place == TypePosition::Pair {
        diagnostics.push(bad(
            class.name.span,
            format!("the fields of `{name}` have no types"),
            format!("a pair needs types: write `class {name}(NamedTuple):` with lines like `age: int`"),
        ));
    }
    let doc = doc(class.docstring.as_ref());
    RecordClass {
        name: name.clone(),
        doc,
        kind,
        fields,
        members,
        family: None,
        choices: Vec::new(),
        tagged: false,
        span: class.name.span,
    }
}

fn is_vocabulary(names: &Names<'_>, expr: &Expr, word: &str) -> bool {
    matches!(names.meaning(expr), Some(GlobalKind::Vocabulary(_, name)) if &*name == word)
}

/// `@dataclass`, imported or not.
fn is_dataclass(names: &Names<'_>, decorator: &Expr) -> bool {
    let name = callee(decorator);
    let is_forgotten =
        || matches!(&name.kind, ExprKind::Name(word) if &**word == "dataclass") && names.missing_import(name);
    is_vocabulary(names, name, "dataclass") || is_forgotten()
}

/// Reads `@dataclass(frozen=True, order=True)`.
fn dataclass(names: &Names<'_>, class: &Class, diagnostics: &mut Vec<Diagnostic>) -> RecordKind {
    let decorator = class.decorators.iter().find(|decorator| is_dataclass(names, decorator));
    if let Some(decorator) = decorator.map(callee).filter(|decorator| names.missing_import(decorator)) {
        diagnostics.push(names.unknown("dataclass", decorator.span));
    }
    let (mut frozen, mut order) = (false, false);
    if let Some(ExprKind::Call(call)) = decorator.map(|decorator| &decorator.kind) {
        if let Some(arg) = call.args.first() {
            diagnostics.push(bad(arg.span, "`dataclass` takes keywords only", "write `@dataclass(frozen=True)`"));
        }
        for keyword in &call.keywords {
            let on = match keyword.value.kind {
                ExprKind::Bool(value) => value,
                ExprKind::Error => continue,
                _ => {
                    diagnostics.push(bad(
                        keyword.value.span,
                        "an option of `dataclass` is `True` or `False`",
                        "write `@dataclass(frozen=True)`",
                    ));
                    continue;
                }
            };
            match (&*keyword.name.name, on) {
                ("frozen", _) => frozen = on,
                ("order", _) => order = on,
                // These change nothing that the language can see.
                ("eq" | "init" | "match_args", true)
                | ("repr" | "slots", _)
                | ("unsafe_hash" | "kw_only" | "weakref_slot", false) => {}
                (option, _) => {
                    let value = if on { "True" } else { "False" };
                    diagnostics.push(outside(
                        keyword.name.span,
                        format!("`{option}={value}` is outside the language"),
                        "records are compared by their fields; only `frozen=True` and `order=True` are supported",
                    ));
                }
            }
        }
    }
    if !frozen {
        let span = decorator.map_or(class.name.span, |decorator| decorator.span);
        diagnostics.push(
            bad(
                span,
                format!("record `{}` is not frozen", class.name.name),
                "write `@dataclass(frozen=True)`; then its values can be elements of sets and cannot change",
            )
            .label("its values could change"),
        );
    }
    RecordKind::Dataclass { order }
}

fn field_fault(field: &Ident, default: Option<&Expr>, kind: RecordKind, earlier: &[Field]) -> Option<Diagnostic> {
    let name = &field.name;
    if let Some(first) = earlier.iter().find(|known| known.name == *name) {
        return Some(
            Diagnostic::error(Code::DuplicateName, field.span, format!("field `{name}` is declared twice"))
                .also(first.span, "first declared here")
                .help("rename or remove one of them"),
        );
    }
    if kind == RecordKind::NamedTuple && name.starts_with('_') {
        return Some(bad(
            field.span,
            format!("a field of a `NamedTuple` cannot begin with `_`: `{name}`"),
            format!("call it `{}`", name.trim_start_matches('_')),
        ));
    }
    match default {
        None if earlier.last().is_some_and(|last| last.default.is_some()) => Some(bad(
            field.span,
            format!("field `{name}` has no default and follows one that has"),
            "put the fields without default first",
        )),
        Some(default) if kind != RecordKind::NamedTuple && is_mutable(default) => Some(bad(
            default.span,
            "a default that can change is shared by all records",
            "leave the default out, or use a tuple or `frozenset()`",
        )),
        _ => None,
    }
}

fn is_mutable(default: &Expr) -> bool {
    match &default.kind {
        ExprKind::List(_) | ExprKind::Set(_) | ExprKind::Dict(_) | ExprKind::Comprehension(_) => true,
        ExprKind::Call(call) => {
            matches!(&call.function.kind, ExprKind::Name(name) if matches!(&**name, "list" | "set" | "dict"))
        }
        _ => false,
    }
}

/// Reports sets and dicts whose elements or keys cannot be hashed.
pub(super) fn check_hashed(reader: &mut TypeReader<'_>, records: &[RecordClass]) {
    for hashed in std::mem::take(&mut reader.hashed) {
        if let Some(culprit) = unhashable(&hashed.ty, records) {
            let message = format!("`{culprit}` cannot be hashed, so it cannot be {}", hashed.role);
            reader.bad(
                hashed.span,
                message,
                "use `tuple[…]` instead of a list or a record of hashable fields, `frozenset[T]` instead of a set",
            );
        }
    }
}

/// The first part of a type that has no hash.
fn unhashable(ty: &Type, records: &[RecordClass]) -> Option<&'static str> {
    let mut seen = HashSet::new();
    let mut waiting = vec![ty];
    while let Some(ty) = waiting.pop() {
        match ty {
            Type::List(_) | Type::Unordered(_) => return Some("list"),
            Type::Set(_) => return Some("set"),
            Type::Dict(..) => return Some("dict"),
            Type::Counter(_) => return Some("Counter"),
            Type::DefaultDict(..) => return Some("defaultdict"),
            Type::Record(id) if seen.insert(*id) => {
                waiting.extend(
                    records.get(usize::from(id.0)).into_iter().flat_map(|record| &record.fields).map(|field| &field.ty),
                );
            }
            Type::Tuple(_) | Type::TupleOf(_) | Type::FrozenSet(_) | Type::Union(_) => waiting.extend(ty.parts()),
            _ => {}
        }
    }
    None
}

/// The records that a type is written with.
pub(super) fn records_in(ty: &Type) -> Vec<RecordId> {
    match ty {
        Type::Record(id) => vec![*id],
        _ => ty.parts().into_iter().flat_map(records_in).collect(),
    }
}
