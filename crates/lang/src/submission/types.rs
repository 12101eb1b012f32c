//! Names at the top level that have no value in the language and need none: types, and what only tests use.

use super::link::Linker;
use crate::ast::{Expr, ExprKind, Name};
use crate::globals::GlobalKind;

impl Linker<'_> {
    /// A type alias or something that does nothing: the name has no value of its own.
    pub fn assigns_type(&mut self, unit: usize, name: &Name, value: &Expr) -> bool {
        if self.is_stub(unit, value) {
            self.units[unit].stubs.insert(name.clone());
            self.poison(unit, name, &format!("`{name}`, which only tests use, is outside the language"));
            return true;
        }
        let is_type = self.is_type(unit, value, 0);
        if is_type {
            self.units[unit].types.insert(name.clone());
            self.poison(unit, name, &format!("`{name}`, a type, is outside the language"));
        }
        is_type
    }

    /// Whether an expression can only be a type: it has no value in the language.
    fn is_type(&self, unit: usize, value: &Expr, depth: usize) -> bool {
        let is_typing = |name: &str| match self.meaning(unit, name) {
            Some(GlobalKind::Vocabulary(module, _)) => matches!(&**module, "typing" | "collections.abc"),
            _ => self.units[unit].types.contains(name),
        };
        match &value.kind {
            ExprKind::Name(name) => is_typing(name),
            ExprKind::Attribute(base, _) => {
                matches!(&base.kind, ExprKind::Name(name)
                    if matches!(self.meaning(unit, name), Some(GlobalKind::Module(module)) if &**module == "typing"))
            }
            ExprKind::Subscript(base, _) => {
                let plain = |name: &str| matches!(name, "list" | "dict" | "tuple" | "set" | "frozenset" | "type");
                self.is_type(unit, base, depth)
                    || matches!(&base.kind, ExprKind::Name(name) if plain(name) && self.meaning(unit, name).is_none())
            }
            ExprKind::Binary(crate::ast::BinaryOp::BitOr, left, right) if depth < 50 => {
                self.is_type(unit, left, depth + 1) || self.is_type(unit, right, depth + 1)
            }
            ExprKind::Call(call) => match &call.function.kind {
                ExprKind::Name(name) => match self.meaning(unit, name) {
                    Some(GlobalKind::Vocabulary(_, known)) => matches!(&**known, "NewType" | "TypeVar"),
                    Some(GlobalKind::Outside(_)) | None => matches!(&**name, "NewType" | "ParamSpec" | "TypeVar"),
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether an expression starts at something that does nothing.
    pub fn is_stub(&self, unit: usize, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Name(name) => self.units[unit].stubs.contains(name),
            ExprKind::Attribute(base, _) | ExprKind::Subscript(base, _) => self.is_stub(unit, base),
            ExprKind::Call(call) => self.is_stub(unit, &call.function),
            _ => false,
        }
    }
}

/// `@composite` makes something that does nothing of a function.
pub(super) fn is_composite(decorator: &Expr) -> bool {
    let callee = match &decorator.kind {
        ExprKind::Call(call) => &call.function,
        _ => decorator,
    };
    let name = match &callee.kind {
        ExprKind::Name(name) => name,
        ExprKind::Attribute(_, attribute) => &attribute.name,
        _ => return false,
    };
    &**name == "composite"
}
