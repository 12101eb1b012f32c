//! Enumerations: `class Color(Enum)`, whose members are literals or `auto()`.
//!
//! A member is a record with the fields `name` and `value`. What a file does with the class itself is linked by
//! `library::enums`.

use num_traits::ToPrimitive;

use crate::ast::{BinaryOp, Class, Expr, ExprKind, Stmt, StmtKind, UnaryOp};
use crate::diagnostic::Diagnostic;
use crate::problem::{Field, RecordClass, RecordKind};
use crate::types::Type;

use super::{doc, outside};

/// The value of a member.
#[derive(Clone, Debug, PartialEq)]
pub enum MemberValue {
    Int(i128),
    /// Any other literal, as it is written.
    Text(String),
}

/// A member of an enumeration; one that repeats an earlier value is another name for that member.
#[derive(Clone, Debug)]
pub struct Member {
    pub name: crate::ast::Name,
    pub value: MemberValue,
    pub alias_of: Option<usize>,
}

/// The class of the members, as a record.
pub(super) fn class(class: &Class, diagnostics: &mut Vec<Diagnostic>) -> RecordClass {
    let name = &class.name.name;
    for stmt in &class.body {
        let fits = match &stmt.kind {
            StmtKind::Error | StmtKind::Pass => true,
            StmtKind::Expr(expr) => matches!(expr.kind, ExprKind::Ellipsis | ExprKind::Str(_) | ExprKind::Error),
            _ => member(stmt).is_some(),
        };
        if !fits {
            diagnostics.push(outside(
                stmt.span,
                format!("enumeration `{name}` holds more than members"),
                "leave only lines like `RED = 1` or `RED = auto()`, and write functions of the module instead of methods",
            ));
        }
    }
    let field = |name: &str, ty: Type| Field { name: name.into(), ty, default: None, span: class.name.span };
    RecordClass {
        name: name.clone(),
        doc: doc(class.docstring.as_ref()),
        kind: RecordKind::Dataclass { order: false },
        fields: vec![field("name", Type::Str), field("value", Type::Unknown)],
        members: Vec::new(),
        family: None,
        tagged: false,
        span: class.span,
    }
}

/// A line `NAME = value` with a value that is understood.
fn member(stmt: &Stmt) -> Option<(&crate::ast::Name, &Expr)> {
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
    match &value.kind {
        ExprKind::None | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Str(_) => true,
        ExprKind::Unary(UnaryOp::Negative, inner) => matches!(inner.kind, ExprKind::Int(_) | ExprKind::Float(_)),
        ExprKind::Binary(BinaryOp::ShiftLeft, left, right) => {
            matches!((&left.kind, &right.kind), (ExprKind::Int(_), ExprKind::Int(_)))
        }
        ExprKind::Tuple(items) => items.iter().all(is_literal),
        _ => false,
    }
}

/// The members of an enumeration in order. `text` gives the source of a value.
pub fn members<'a>(class: &'a Class, text: &dyn Fn(&Expr) -> String) -> Vec<Member> {
    let mut found: Vec<Member> = Vec::new();
    for (name, value) in class.body.iter().filter_map(member) {
        let value = match &value.kind {
            _ if is_auto(value) => MemberValue::Int(next(&found)),
            _ => match integer(value) {
                Some(number) => MemberValue::Int(number),
                None => MemberValue::Text(text(value)),
            },
        };
        let alias_of = found.iter().position(|member| member.value == value);
        found.push(Member { name: name.clone(), value, alias_of });
    }
    found
}

/// What `auto()` gives: one more than the last number.
fn next(found: &[Member]) -> i128 {
    let last = found.iter().rev().find_map(|member| match member.value {
        MemberValue::Int(number) => Some(number),
        MemberValue::Text(_) => None,
    });
    last.map_or(1, |number| number + 1)
}

fn integer(value: &Expr) -> Option<i128> {
    match &value.kind {
        ExprKind::Int(number) => number.to_i128(),
        ExprKind::Unary(UnaryOp::Negative, inner) => integer(inner).map(|number| -number),
        ExprKind::Binary(BinaryOp::ShiftLeft, left, right) => {
            let by = u32::try_from(integer(right)?).ok().filter(|by| *by < 100)?;
            integer(left).filter(|number| *number < 1 << 20).map(|number| number << by)
        }
        _ => None,
    }
}
