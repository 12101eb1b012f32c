//! Alternatives: `A | B`, `Optional[A]`, `Union[A, B]`.

use crate::ast::{BinaryOp, Expr, ExprKind, Span};
use crate::globals::GlobalKind;
use crate::types::Type;

use super::reader::{TypePosition, TypeReader};

/// One side of a `|`.
#[derive(Clone, Copy)]
pub(super) enum Alternative<'a> {
    None,
    Type(&'a Expr),
}

/// The operands of `A | B | None`, from left to right.
pub(super) fn alternatives(expr: &Expr) -> Vec<Alternative<'_>> {
    let mut found = Vec::new();
    let mut waiting = vec![expr];
    while let Some(expr) = waiting.pop() {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::BitOr, left, right) => waiting.extend([&**right, &**left]),
            ExprKind::None => found.push(Alternative::None),
            _ => found.push(Alternative::Type(expr)),
        }
    }
    found
}

impl TypeReader<'_> {
    /// Whether a type is a record, and no enumeration.
    fn is_record(&self, ty: &Type) -> bool {
        let Type::Record(id) = ty else { return false };
        !self.names.globals.iter().any(|global| matches!(global.kind, GlobalKind::Enum(it) if it == *id))
    }

    /// The type of a value that is one of several. In a pair: one type, or one of several
    /// records, or `None`.
    pub(super) fn union(&mut self, members: &[Alternative<'_>], span: Span, place: TypePosition) -> Type {
        let mut or_none = false;
        let mut union = Type::Never;
        let mut literals = Vec::new();
        for member in members {
            match member {
                Alternative::None => or_none = true,
                Alternative::Type(expr) => match self.ty(expr, place) {
                    Type::Literal(values) => literals.extend(values),
                    ty => union = union.join(ty),
                },
            }
        }
        if !literals.is_empty() {
            let mut distinct = Vec::new();
            for literal in literals {
                if !distinct.contains(&literal) {
                    distinct.push(literal);
                }
            }
            union = union.join(Type::Literal(distinct));
        }
        let kinds = || union.members().iter().filter(|member| **member != Type::None);
        if place.in_pair() && kinds().count() > 1 && !kinds().all(|kind| self.is_record(kind)) {
            return self.bad(
                span,
                "a value of a pair has one type, may be `None`, or is one of several records",
                "use one type for all alternatives, `T | None`, or a record for each alternative",
            );
        }
        match union {
            Type::Never if place.in_pair() => {
                self.bad(span, "a value that is always `None` says nothing", "write `T | None`")
            }
            Type::Never => Type::None,
            union if or_none => union.join(Type::None),
            union => union,
        }
    }
}
