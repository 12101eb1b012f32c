//! Displays: `(a, *b)`, `[a]`, `{a}`, `{a: b, **c}`.
//!
//! A display one part of which never gets a value never gets one either.

use crate::ast::{DictItem, Expr, ExprKind};

use super::Inference;
use super::expressions::Want;
use super::faults::{InferResult, Role};
use super::heap::{At, ObjectKind};
use super::shapes::Shape;
use super::value::Val;

/// Longer tuples are tuples of any length.
const MAX_TUPLE: usize = 64;

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

impl<'a> Inference<'a> {
    pub fn eval_tuple(&mut self, expr: &'a Expr, items: &'a [Expr], want: Want) -> Val {
        let at = want.site.unwrap_or(At::new(expr.id));
        let mut positions = Vec::new();
        let (mut open, mut failed) = (false, false);
        for item in items {
            let ExprKind::Starred(inner) = &item.kind else {
                let val = self.eval(item);
                failed |= val.is_bottom();
                positions.push(val);
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
        if open || positions.len() > MAX_TUPLE {
            let element = self.join_all(positions);
            return self.alloc(at, ObjectKind::TupleOf, &[element]);
        }
        self.alloc(at, ObjectKind::Tuple, &positions)
    }

    /// What `*xs` gives, in an order that will be seen in `what`.
    pub fn eval_star(&mut self, inner: &'a Expr, what: &str) -> Star {
        let val = self.eval(inner);
        if let Some(shape) = self.only_shape(val)
            && let Some(parts) = self.positions(shape)
        {
            return Star::Parts(parts);
        }
        let at = At::new(inner.id);
        let outcome = self.in_order(val, at, what).and_then(|_| self.elements(val, at));
        self.star(inner, val, outcome)
    }

    /// The same where the order of the elements cannot be seen.
    pub fn eval_unordered_star(&mut self, inner: &'a Expr) -> Star {
        let val = self.eval_with(inner, Want::LOOP);
        let outcome = self.elements(val, At::new(inner.id));
        self.star(inner, val, outcome)
    }

    fn star(&mut self, inner: &'a Expr, val: Val, outcome: InferResult<'a>) -> Star {
        if val.is_bottom() {
            return Star::Failed;
        }
        let failed = outcome.is_err();
        let element = self.check_iteration(inner, outcome);
        if failed { Star::Failed } else { Star::Elements(element) }
    }

    pub fn check_iteration(&mut self, iterable: &'a Expr, outcome: InferResult<'a>) -> Val {
        self.check(iterable.span, Role::Iteration, outcome.map_err(|fault| fault.about(Some(iterable))))
    }

    /// The elements that an item of a list or set display gives; `None` if it never gets a value.
    fn eval_item(&mut self, item: &'a Expr, at: At, any_order: bool) -> Option<Val> {
        let ExprKind::Starred(inner) = &item.kind else {
            let val = self.eval_with(item, Want::at(at.inner()));
            return Some(val).filter(|val| !val.is_bottom());
        };
        let star =
            if any_order { self.eval_unordered_star(inner) } else { self.eval_star(inner, "a list made with `*`") };
        match star {
            Star::Parts(parts) => Some(self.join_all(parts)),
            Star::Elements(element) => Some(element),
            Star::Failed => None,
        }
    }

    pub fn eval_list(&mut self, expr: &'a Expr, items: &'a [Expr], want: Want) -> Val {
        let at = want.site.unwrap_or(At::new(expr.id));
        let mut element = Some(Val::BOTTOM);
        for item in items {
            let val = self.eval_item(item, at, want.any_order);
            element = element.zip(val).map(|(all, val)| self.join(all, val));
        }
        let Some(element) = element else { return Val::BOTTOM };
        let list = self.alloc(at, ObjectKind::List, &[element]);
        self.fill(list, items.iter().any(is_plain))
    }

    pub fn eval_set(&mut self, expr: &'a Expr, items: &'a [Expr], want: Want) -> Val {
        let at = want.site.unwrap_or(At::new(expr.id));
        let (mut seen, mut failed) = (Vec::new(), false);
        for item in items {
            match self.eval_item(item, at, true) {
                Some(val) => self.check_key(item, val, &mut seen),
                None => failed = true,
            }
        }
        if failed {
            return Val::BOTTOM;
        }
        let element = self.join_all(seen.into_iter().map(|(_, val)| val));
        let set = self.alloc(at, ObjectKind::Set, &[element]);
        self.fill(set, items.iter().any(is_plain))
    }

    /// Checks that a value can be hashed and does not mix atoms with other things in one set or dict.
    fn check_key(&mut self, key: &'a Expr, val: Val, seen: &mut Vec<(&'a Expr, Val)>) {
        if val.is_bottom() {
            return;
        }
        let other = seen.iter().copied().find(|(_, other)| self.clash(*other, val));
        let outcome = if let Some((other, before)) = other {
            let constant = Self::is_constant(key) || Self::is_constant(other);
            Err(self.clash_fault(before, val, constant))
        } else {
            let outcome = self.hashable(val);
            // Nothing is hashed if there is nothing to spread.
            if is_plain(key) { outcome } else { self.for_elements(Val::BOTTOM, outcome, val) }
        };
        self.check(key.span, Role::Hash, outcome.map_err(|fault| fault.about(Some(key))));
        // Long tables repeat themselves.
        if seen.iter().all(|(_, before)| *before != val) {
            seen.push((key, val));
        }
    }

    pub fn eval_dict(&mut self, expr: &'a Expr, items: &'a [DictItem], want: Want) -> Val {
        let at = want.site.unwrap_or(At::new(expr.id));
        let (mut seen, mut keys, mut values, mut failed) = (Vec::new(), Val::BOTTOM, Val::BOTTOM, false);
        for item in items {
            let [key, value] = match item {
                DictItem::Pair(key, value) => {
                    let inner = Want::at(at.inner());
                    let key_val = self.eval_with(key, inner);
                    self.check_key(key, key_val, &mut seen);
                    let value = self.eval_with(value, inner);
                    failed |= key_val.is_bottom() || value.is_bottom();
                    [key_val, value]
                }
                DictItem::Spread(mapping) => self.eval_spread(mapping),
            };
            keys = self.join(keys, key);
            values = self.join(values, value);
        }
        if failed {
            return Val::BOTTOM;
        }
        let dict = self.alloc(at, ObjectKind::Dict, &[keys, values]);
        self.fill(dict, items.iter().any(|item| matches!(item, DictItem::Pair(..))))
    }

    fn eval_spread(&mut self, mapping: &'a Expr) -> [Val; 2] {
        let val = self.eval(mapping);
        let (mut keys, mut values) = (Val::BOTTOM, Val::BOTTOM);
        let outcome = self.each(val, |this, item| match this.shape(item) {
            Shape::Object(site, kind) if kind.is_mapping() => {
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
        if val.is_unknown() { [Val::UNKNOWN; 2] } else { [keys, values] }
    }
}

fn is_plain(item: &Expr) -> bool {
    !matches!(item.kind, ExprKind::Starred(_))
}
