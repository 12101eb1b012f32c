//! The values of expressions.

use crate::ast::{BoolOp, DictItem, Expr, ExprKind, Ident};
use crate::builtins::Builtin;
use crate::globals::GlobalKind;
use crate::resolve::{Resolution, VarId};

use super::Analysis;
use super::faults::{Outcome, Role};
use super::heap::{At, Kind};
use super::storage::Storage;
use super::value::{Callable, Item, Val};

/// What surrounds an expression and matters to it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Want {
    /// The order of its elements cannot be seen.
    pub any_order: bool,
    /// Where to make a display: the elements of a list display share a place, so that long tables stay cheap.
    pub site: Option<At>,
}

/// What `*xs` stands for.
#[derive(Clone, Debug)]
pub(super) enum Star {
    /// A tuple of known length.
    Parts(Vec<Val>),
    /// Any number of these.
    Elements(Val),
    /// It cannot be spread.
    Failed,
}

impl<'a> Analysis<'a> {
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
            ExprKind::Bool(_) => Val::BOOL,
            ExprKind::Int(_) => Val::INT,
            ExprKind::Str(_) => Val::STR,
            ExprKind::Message(parts) => self.eval_message(parts),
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
            ExprKind::Error | ExprKind::Ellipsis | ExprKind::Slice(_) => Val::UNKNOWN,
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
            Storage::Local(slot) => self.env.set(slot, val),
            Storage::Context => {
                let cell = self.context_variable(var);
                self.write(cell, val);
            }
            Storage::Shared => self.write(self.shared[var.index()], val),
        }
    }

    fn eval_tuple(&mut self, expr: &'a Expr, items: &'a [Expr], want: Want) -> Val {
        let at = want.site.unwrap_or(At::new(expr.id));
        let mut positions = Vec::new();
        let (mut open, mut failed) = (false, false);
        for item in items {
            let ExprKind::Starred(inner) = &item.kind else {
                positions.push(self.eval(item));
                continue;
            };
            match self.eval_star(inner, "a tuple made with `*`") {
                Star::Parts(parts) => positions.extend(parts),
                Star::Elements(element) => {
                    positions.push(element);
                    open = true;
                }
                Star::Failed => failed = true,
            }
        }
        if failed {
            return Val::BOTTOM;
        }
        if open || positions.len() > 64 {
            let element = self.join_all(positions);
            return self.alloc(at, Kind::TupleOf, &[element]);
        }
        if positions.iter().any(|position| position.is_bottom()) {
            return Val::BOTTOM;
        }
        self.alloc(at, Kind::Tuple, &positions)
    }

    pub fn eval_star(&mut self, inner: &'a Expr, what: &str) -> Star {
        let val = self.eval(inner);
        if let Some(shape) = self.only_shape(val)
            && let Some(parts) = self.positions(shape)
        {
            return Star::Parts(parts);
        }
        let at = At::new(inner.id);
        let outcome = self.in_order(val, at, what).and_then(|_| self.elements(val, at));
        let failed = val.is_bottom() || outcome.is_err();
        let element = if val.is_bottom() { val } else { self.check_iteration(inner, outcome) };
        if failed { Star::Failed } else { Star::Elements(element) }
    }

    /// The same where the order of the elements cannot be seen.
    pub fn eval_unordered_star(&mut self, inner: &'a Expr) -> Star {
        let val = self.eval_with(inner, Want { any_order: true, site: None });
        if val.is_bottom() {
            return Star::Failed;
        }
        let outcome = self.elements(val, At::new(inner.id));
        let failed = outcome.is_err();
        let element = self.check_iteration(inner, outcome);
        if failed { Star::Failed } else { Star::Elements(element) }
    }

    pub fn check_iteration(&mut self, iterable: &'a Expr, outcome: Outcome<'a>) -> Val {
        self.check(iterable.span, Role::Iteration, outcome.map_err(|fault| fault.about(Some(iterable))))
    }

    fn eval_list(&mut self, expr: &'a Expr, items: &'a [Expr], want: Want) -> Val {
        let at = want.site.unwrap_or(At::new(expr.id));
        let mut element = Val::BOTTOM;
        for item in items {
            let val = match &item.kind {
                ExprKind::Starred(inner) if want.any_order => {
                    let star = self.eval_unordered_star(inner);
                    self.star_elements(star)
                }
                ExprKind::Starred(inner) => {
                    let star = self.eval_star(inner, "a list made with `*`");
                    self.star_elements(star)
                }
                _ => self.eval_with(item, Want { site: Some(at.inner()), any_order: false }),
            };
            element = self.join(element, val);
        }
        self.alloc(at, Kind::List, &[element])
    }

    fn star_elements(&mut self, star: Star) -> Val {
        match star {
            Star::Parts(parts) => self.join_all(parts),
            Star::Elements(element) => element,
            Star::Failed => Val::BOTTOM,
        }
    }

    fn eval_set(&mut self, expr: &'a Expr, items: &'a [Expr], want: Want) -> Val {
        let at = want.site.unwrap_or(At::new(expr.id));
        let mut seen = Vec::new();
        for item in items {
            let val = match &item.kind {
                ExprKind::Starred(inner) => {
                    let star = self.eval_unordered_star(inner);
                    self.star_elements(star)
                }
                _ => self.eval_with(item, Want { site: Some(at.inner()), any_order: false }),
            };
            self.check_key(item, val, &mut seen);
        }
        let element = self.join_all(seen.into_iter().map(|(_, val)| val));
        self.alloc(at, Kind::Set, &[element])
    }

    /// Checks that a value can be hashed and does not mix atoms with other things in one set or dict.
    fn check_key(&mut self, key: &'a Expr, val: Val, seen: &mut Vec<(&'a Expr, Val)>) {
        if val.is_bottom() {
            return;
        }
        let other = seen.iter().copied().find(|(_, other)| self.clash(*other, val));
        let outcome = match other {
            Some((other, before)) => {
                let constant = Self::is_constant(key) || Self::is_constant(other);
                Err(self.clash_fault(before, val, constant))
            }
            None => self.hashable(val),
        };
        self.check(key.span, Role::Hash, outcome.map_err(|fault| fault.about(Some(key))));
        // Long tables repeat themselves.
        if seen.iter().all(|(_, before)| *before != val) {
            seen.push((key, val));
        }
    }

    fn eval_dict(&mut self, expr: &'a Expr, items: &'a [DictItem], want: Want) -> Val {
        let at = want.site.unwrap_or(At::new(expr.id));
        let (mut seen, mut keys, mut values) = (Vec::new(), Val::BOTTOM, Val::BOTTOM);
        for item in items {
            let [key, value] = match item {
                DictItem::Pair(key, value) => {
                    let inner = Want { site: Some(at.inner()), any_order: false };
                    let key_val = self.eval_with(key, inner);
                    self.check_key(key, key_val, &mut seen);
                    [key_val, self.eval_with(value, inner)]
                }
                DictItem::Spread(mapping) => self.eval_spread(mapping),
            };
            keys = self.join(keys, key);
            values = self.join(values, value);
        }
        self.alloc(at, Kind::Dict, &[keys, values])
    }

    fn eval_spread(&mut self, mapping: &'a Expr) -> [Val; 2] {
        let val = self.eval(mapping);
        let (mut keys, mut values) = (Val::BOTTOM, Val::BOTTOM);
        let outcome = self.each(val, |this, item| match this.shape(item) {
            super::shapes::Shape::Object(site, kind) if kind.is_mapping() => {
                let (key, value) = (this.load(site, 0), this.load(site, 1));
                keys = this.join(keys, key);
                values = this.join(values, value);
                Ok(Val::NONE)
            }
            other => Err(this.wrong(other, "cannot be spread with `**`", "`**` takes a dict")),
        });
        if !val.is_bottom() {
            self.check(mapping.span, Role::Iteration, outcome.map_err(|fault| fault.about(Some(mapping))));
        }
        if self.values.is_unknown(val) { [Val::UNKNOWN; 2] } else { [keys, values] }
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
