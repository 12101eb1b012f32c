//! Enumerations: `class Color(Enum)`, whose members are literals or `auto()`.
//!
//! A member is a record with the fields `name` and `value`. What a file does with the class itself is linked by
//! `library::enums`.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::ast::{BinaryOp, Class, Expr, ExprKind, Function, Name, Stmt, StmtKind, UnaryOp};
use crate::diagnostic::Diagnostic;
use crate::problem::{EnumMember, EnumValue, Field, RecordClass, RecordKind};
use crate::types::Type;

use super::{doc, outside};

/// A member of an enumeration as it is written; one that repeats an earlier value is another name for that member.
#[derive(Clone, Debug)]
pub struct WrittenMember<'a> {
    pub name: Name,
    pub value: EnumValue,
    /// The expression of the value, unless it is `auto()`.
    pub written: Option<&'a Expr>,
    pub alias_of: Option<usize>,
}

/// The class of the members, as a record.
pub(crate) fn class(class: &Class, functions: &[Function], diagnostics: &mut Vec<Diagnostic>) -> RecordClass {
    let name = &class.name.name;
    let mut methods = Vec::new();
    for stmt in &class.body {
        let fits = match &stmt.kind {
            StmtKind::Function(id) => {
                let method = &functions[id.index()].name.name;
                methods.push(method.clone());
                !(method.starts_with("__") || method.starts_with('_') && method.ends_with('_'))
            }
            StmtKind::Error | StmtKind::Pass => true,
            StmtKind::Expr(expr) => matches!(expr.kind, ExprKind::Ellipsis | ExprKind::Str(_) | ExprKind::Error),
            _ => member(stmt).is_some(),
        };
        if !fits {
            diagnostics.push(outside(
                stmt.span,
                format!("enumeration `{name}` holds more than members and methods"),
                "leave only lines like `RED = 1` or `RED = auto()`, and methods that are not special ones",
            ));
        }
    }
    let field = |name: &str, ty: Type| Field { name: name.into(), ty, default: None, span: class.name.span };
    RecordClass {
        name: name.clone(),
        doc: doc(class.docstring.as_ref()),
        kind: RecordKind::Enum,
        fields: vec![field("name", Type::Str), field("value", Type::Unknown)],
        members: methods,
        family: None,
        choices: members(class)
            .into_iter()
            .filter(|member| member.alias_of.is_none())
            .map(|member| EnumMember { name: member.name, value: member.value })
            .collect(),
        tagged: false,
        span: class.span,
    }
}

/// A line `NAME = value` with a value that is understood.
pub(crate) fn member(stmt: &Stmt) -> Option<(&Name, &Expr)> {
    let StmtKind::Assign { targets, value } = &stmt.kind else { return None };
    let [Expr { kind: ExprKind::Name(name), .. }] = &targets[..] else { return None };
    let private = name.starts_with('_');
    (!private && (is_auto(value) || is_literal(value))).then_some((name, value))
}

fn is_auto(value: &Expr) -> bool {
    let ExprKind::Call(call) = &value.kind else { return false };
    let named = match &call.function.kind {
        ExprKind::Name(name) => &**name == "auto",
        ExprKind::Attribute(_, member) => &*member.name == "auto",
        _ => false,
    };
    named && call.args.is_empty() && call.keywords.is_empty()
}

fn is_literal(value: &Expr) -> bool {
    literal(value).is_some()
}

/// The value of a literal.
fn literal(value: &Expr) -> Option<EnumValue> {
    Some(match &value.kind {
        ExprKind::None => EnumValue::None,
        ExprKind::Bool(truth) => EnumValue::Bool(*truth),
        ExprKind::Int(number) => EnumValue::Int(number.clone()),
        ExprKind::Float(number) => EnumValue::Float(*number),
        ExprKind::Str(text) => EnumValue::Str(text.clone()),
        ExprKind::Unary(UnaryOp::Negative, inner) => match literal(inner)? {
            EnumValue::Int(number) => EnumValue::Int(-number),
            EnumValue::Float(number) => EnumValue::Float(-number),
            _ => return None,
        },
        ExprKind::Binary(BinaryOp::ShiftLeft, left, right) => match (&left.kind, &right.kind) {
            (ExprKind::Int(number), ExprKind::Int(by)) => EnumValue::Int(number << by.to_u8().filter(|by| *by < 100)?),
            _ => return None,
        },
        ExprKind::Tuple(items) => EnumValue::Tuple(items.iter().map(literal).collect::<Option<_>>()?),
        _ => return None,
    })
}

/// The members of an enumeration in order.
pub fn members(class: &Class) -> Vec<WrittenMember<'_>> {
    let mut found: Vec<WrittenMember<'_>> = Vec::new();
    for (name, expr) in class.body.iter().filter_map(member) {
        let (value, written) = match literal(expr) {
            Some(value) => (value, Some(expr)),
            None => (next(&found), None),
        };
        let alias_of = found.iter().position(|member| equal(&member.value, &value));
        found.push(WrittenMember { name: name.clone(), value, written, alias_of });
    }
    found
}

/// What `auto()` gives: one more than the greatest number.
///
/// Python sorts the values so far and adds one to the last of them that is a number. Where they cannot be sorted, the list
/// stays as far as `list.sort` got: its first values are in order if their second run was inserted before the failure.
fn next(found: &[WrittenMember<'_>]) -> EnumValue {
    let is_number = |value: &&EnumValue| number(value).is_some();
    let values: Vec<&EnumValue> = found.iter().map(|member| &member.value).collect();
    let (first, rest) = values.split_at(values.iter().take_while(|value| is_number(value)).count());
    let last = match rest.iter().rev().find(|value| is_number(value)) {
        Some(last) => Some(*last),
        None if rest.is_empty() || !is_one_run(first) => {
            first.iter().copied().max_by(|a, b| compare(a, b).unwrap_or(Ordering::Equal))
        }
        None => first.last().copied(),
    };
    match last {
        Some(EnumValue::Int(number)) => EnumValue::Int(number + 1),
        Some(EnumValue::Bool(truth)) => EnumValue::Int(BigInt::from(i32::from(*truth) + 1)),
        Some(EnumValue::Float(number)) => EnumValue::Float(number + 1.0),
        _ => EnumValue::Int(BigInt::from(1)),
    }
}

/// Whether numbers do not descend, or all descend.
fn is_one_run(numbers: &[&EnumValue]) -> bool {
    let descends = |pair: &[&EnumValue]| compare(pair[1], pair[0]) == Some(Ordering::Less);
    let mut pairs = numbers.windows(2);
    let down = pairs.next().is_some_and(descends);
    pairs.all(|pair| descends(pair) == down)
}

fn compare(a: &EnumValue, b: &EnumValue) -> Option<Ordering> {
    match (a, b) {
        (EnumValue::Int(a), EnumValue::Int(b)) => Some(a.cmp(b)),
        _ => number(a)?.partial_cmp(&number(b)?),
    }
}

fn number(value: &EnumValue) -> Option<f64> {
    match value {
        EnumValue::Bool(truth) => Some(f64::from(u8::from(*truth))),
        EnumValue::Int(number) => number.to_f64(),
        EnumValue::Float(number) => Some(*number),
        _ => None,
    }
}

/// Python's `==`: 1, 1.0 and `True` are one value.
fn equal(a: &EnumValue, b: &EnumValue) -> bool {
    match (a, b) {
        (EnumValue::Int(a), EnumValue::Int(b)) => a == b,
        (EnumValue::Tuple(a), EnumValue::Tuple(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b)),
        _ => match (number(a), number(b)) {
            (Some(a), Some(b)) => a.to_bits() == b.to_bits() || a == b,
            _ => a == b,
        },
    }
}
