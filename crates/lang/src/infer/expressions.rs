//! The values of expressions.

use crate::ast::{BoolOp, Expr, ExprKind, Ident};
use crate::builtins::Builtin;
use crate::globals::GlobalKind;
use crate::resolve::{Resolution, VarId};
use crate::types::Literal;

use super::Inference;
use super::faults::Role;
use super::heap::At;
use super::storage::Storage;
use super::value::{Callable, Item, Val};

/// What surrounds an expression and matters to it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Want {
    /// The order of its elements cannot be seen.
    pub any_order: bool,
    /// An element is taken from it at once, if it has any: what a lazy iterator does for it happens.
    pub taken: bool,
    /// Where to make a display: the elements of a list display share a place, so that long tables stay cheap.
    pub site: Option<At>,
}

impl Want {
    /// What a loop over the value asks for.
    pub const LOOP: Self = Self { any_order: true, taken: true, site: None };

    pub fn at(site: At) -> Self {
        Self { site: Some(site), ..Self::default() }
    }
}

impl<'a> Inference<'a> {
    pub fn eval(&mut self, expr: &'a Expr) -> Val {
        self.eval_with(expr, Want::default())
    }

    pub fn eval_with(&mut self, expr: &'a Expr, want: Want) -> Val {
        self.spend(1);
        if self.exhausted() {
            return Val::UNKNOWN;
        }
        let val = self.eval_kind(expr, want);
        self.note_expr(expr, val);
        val
    }

    fn eval_kind(&mut self, expr: &'a Expr, want: Want) -> Val {
        match &expr.kind {
            ExprKind::None => Val::NONE,
            // Known exactly, so that flags are believed.
            ExprKind::Bool(value) => {
                let item = self.values.literal(&Literal::Bool(*value));
                self.values.one(item)
            }
            ExprKind::Int(_) => Val::INT,
            // What is done with floats is not followed.
            ExprKind::Str(_) => Val::STR,
            ExprKind::Message(parts) | ExprKind::FString(parts) => self.eval_message(parts),
            ExprKind::Formatted(formatted) => self.eval_formatted(expr, formatted),
            ExprKind::Name(_) => self.eval_name(expr),
            ExprKind::Tuple(items) => self.eval_tuple(expr, items, want),
            ExprKind::List(items) => self.eval_list(expr, items, want),
            ExprKind::Set(items) => self.eval_set(expr, items, want),
            ExprKind::Dict(items) => self.eval_dict(expr, items, want),
            ExprKind::Comprehension(comprehension) => self.eval_comprehension(expr, comprehension, want),
            ExprKind::Unary(op, operand) => self.eval_unary(expr, *op, operand),
            ExprKind::Binary(op, left, right) => self.eval_binary(expr, *op, left, right),
            ExprKind::Boolean(op, operands) => self.eval_boolean(*op, operands),
            ExprKind::Compare(first, links) => self.eval_compare(first, links),
            ExprKind::Conditional(conditional) => {
                self.eval_conditional(&conditional.test, &conditional.then, &conditional.otherwise, want)
            }
            ExprKind::Call(call) => self.eval_call(expr, call, want),
            ExprKind::Attribute(base, attribute) => self.eval_attribute(expr, base, attribute),
            ExprKind::Subscript(base, index) => self.eval_subscript(expr, base, index),
            ExprKind::Lambda(id) => {
                self.define(*id);
                self.function_value(*id)
            }
            ExprKind::Walrus(target, value) => {
                let val = self.eval(value);
                self.assign(target, val);
                val
            }
            ExprKind::Starred(inner) => self.eval(inner),
            ExprKind::Error | ExprKind::Ellipsis | ExprKind::Slice(_) | ExprKind::Float(_) => Val::UNKNOWN,
        }
    }

    fn eval_message(&mut self, parts: &'a [Expr]) -> Val {
        for part in parts {
            self.eval(part);
        }
        Val::STR
    }

    fn eval_name(&mut self, expr: &'a Expr) -> Val {
        match self.problem.resolutions.get(expr.id) {
            Some(Resolution::Var(var)) => self.read_var(var),
            Some(Resolution::Global(id)) => match self.problem.resolutions.global(id).kind {
                GlobalKind::Function(function) => self.function_value(function),
                GlobalKind::Record(record) if self.opaque.is_record(record) => Val::UNKNOWN,
                GlobalKind::Record(record) => self.values.one(Item::RecordClass(record)),
                GlobalKind::Number(number) => self.values.one(Item::NumberClass(number)),
                GlobalKind::Constant => self.read(self.globals[id.index()]),
                _ => Val::UNKNOWN,
            },
            Some(Resolution::Builtin(builtin)) => self.builtin_value(builtin),
            Some(Resolution::Unknown) | None => Val::UNKNOWN,
        }
    }

    pub fn builtin_value(&mut self, builtin: Builtin) -> Val {
        let item = self.values.callable(Callable::Builtin(builtin));
        self.values.one(item)
    }

    fn read_var(&mut self, var: VarId) -> Val {
        match self.storage[var.index()] {
            Storage::Local(slot) => self.env.get(slot),
            Storage::Context => {
                let cell = self.context_variable(var);
                self.read(cell)
            }
            Storage::Shared => self.read(self.shared[var.index()]),
        }
    }

    pub fn write_var(&mut self, var: VarId, val: Val) {
        self.note_var(var, val);
        match self.storage[var.index()] {
            Storage::Local(slot) => {
                self.env.set(slot, val);
                self.note_write(slot, val);
            }
            Storage::Context => {
                let cell = self.context_variable(var);
                self.write(cell, val);
            }
            Storage::Shared => self.write(self.shared[var.index()], val),
        }
    }

    fn eval_boolean(&mut self, op: BoolOp, operands: &'a [Expr]) -> Val {
        let mut result = Val::BOTTOM;
        let mut exits = Vec::new();
        for (index, operand) in operands.iter().enumerate() {
            let val = self.eval(operand);
            if index + 1 == operands.len() {
                result = self.join(result, val);
                break;
            }
            self.check_truth(operand, val);
            let kept = if op == BoolOp::Or { self.truthy(val) } else { self.falsy(val) };
            result = self.join(result, kept);
            let here = self.save_env();
            self.assume(operand, op == BoolOp::Or);
            let exit = std::mem::replace(&mut self.env, here);
            exits.push(exit);
            self.assume(operand, op == BoolOp::And);
            if !self.env.live {
                break;
            }
        }
        for exit in exits {
            self.join_env(exit);
        }
        result
    }

    fn eval_conditional(&mut self, test: &'a Expr, then: &'a Expr, otherwise: &'a Expr, want: Want) -> Val {
        let val = self.eval(test);
        self.check_truth(test, val);
        let before = self.save_env();
        self.assume(test, true);
        let first = if self.env.live { self.eval_with(then, want) } else { Val::BOTTOM };
        let after = std::mem::replace(&mut self.env, before);
        self.assume(test, false);
        let second = if self.env.live { self.eval_with(otherwise, want) } else { Val::BOTTOM };
        self.join_env(after);
        self.join(first, second)
    }

    fn eval_attribute(&mut self, expr: &'a Expr, base: &'a Expr, attribute: &'a Ident) -> Val {
        if let Some(resolution) = self.problem.resolutions.get(expr.id) {
            return match resolution {
                Resolution::Builtin(builtin) => self.builtin_value(builtin),
                Resolution::Global(_) => self.eval_name(expr),
                _ => Val::UNKNOWN,
            };
        }
        let val = self.eval(base);
        if val.is_bottom() {
            return val;
        }
        let outcome = self.each(val, |this, item| this.attribute(item, &attribute.name));
        self.check(attribute.span, Role::Operation, outcome.map_err(|fault| fault.about(Some(base))))
    }
}
