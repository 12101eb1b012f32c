//! Assignment to names, tuples of targets, subscripts and attributes; subscripts as values.

use crate::ast::{Expr, ExprKind, Slice, UnaryOp};
use crate::diagnostic::Code;
use crate::resolve::Resolution;

use num_traits::ToPrimitive;

use super::Inference;
use super::elements::Wanted;
use super::faults::{InferResult, OperationError, Role};
use super::heap::{At, ObjectKind};
use super::shapes::Shape;
use super::value::{Item, Val};

/// What stands between the brackets.
#[derive(Clone, Copy, Debug)]
pub(super) enum Index<'a> {
    Slice(&'a Slice),
    Value(&'a Expr, Val),
}

impl<'a> Inference<'a> {
    pub fn assign(&mut self, target: &'a Expr, val: Val) {
        self.note_expr(target, val);
        match &target.kind {
            ExprKind::Name(_) => match self.problem.resolutions.get(target.id) {
                Some(Resolution::Var(var)) => self.write_var(var, val),
                Some(Resolution::Global(id)) => self.write(self.globals[id.index()], val),
                _ => self.escape(val),
            },
            ExprKind::Tuple(items) | ExprKind::List(items) => self.assign_parts(target, items, val),
            ExprKind::Subscript(base, index) => {
                let base_val = self.eval(base);
                let index = self.eval_index(index);
                self.store_item(target, base, base_val, &index, val);
            }
            ExprKind::Starred(inner) => self.assign(inner, val),
            ExprKind::Attribute(base, _) => {
                let base_val = self.eval(base);
                self.escape(val);
                self.check_assignable(target, base, base_val);
            }
            _ => self.escape(val),
        }
    }

    /// Reports an assignment to a field of a record, which could only raise.
    fn check_assignable(&mut self, target: &'a Expr, base: &'a Expr, val: Val) {
        if val.is_bottom() || val.is_unknown() {
            return;
        }
        let outcome = self.each(val, |this, item| match this.shape(item) {
            shape @ (Shape::Dataclass(..) | Shape::NamedTuple(_)) => Err(this.wrong(
                shape,
                "does not allow assignment to an attribute",
                "records are frozen; make a new one with `replace(record, field=value)`",
            )),
            _ => Ok(Val::NONE),
        });
        self.check(target.span, Role::Operation, outcome.map_err(|fault| fault.about(Some(base))));
    }

    fn assign_parts(&mut self, target: &'a Expr, items: &'a [Expr], val: Val) {
        let star = items.iter().position(|item| matches!(item.kind, ExprKind::Starred(_)));
        let before = star.unwrap_or(items.len());
        let after = items.len() - before - usize::from(star.is_some());
        let wanted = Wanted { before, star: star.is_some(), after };
        let mut parts = None;
        if !val.is_bottom() {
            let outcome = self.unpack(val, wanted, At::new(target.id)).map(|unpacked| parts = Some(unpacked));
            self.check(target.span, Role::Operation, outcome.map(|()| Val::NONE));
        }
        let Some(parts) = parts else {
            // Nothing is assigned; the names stay known.
            for item in items {
                self.assign(item, Val::BOTTOM);
            }
            return;
        };
        for (item, part) in items.iter().zip(parts.before) {
            self.assign(item, part);
        }
        if let Some(star) = star {
            let list = self.alloc(At::new(items[star].id), ObjectKind::List, &[parts.middle]);
            self.assign(&items[star], list);
            for (item, part) in items[star + 1..].iter().zip(parts.after) {
                self.assign(item, part);
            }
        }
    }

    pub fn eval_index(&mut self, index: &'a Expr) -> Index<'a> {
        let ExprKind::Slice(slice) = &index.kind else { return Index::Value(index, self.eval(index)) };
        for part in [&slice.lower, &slice.upper, &slice.step].into_iter().flatten() {
            let val = self.eval(part);
            if !val.is_bottom() {
                let bound = self.filtered_none(val);
                let outcome = if bound.is_bottom() { Ok(val) } else { self.number_index(bound) };
                self.check(part.span, Role::Operation, outcome.map_err(|fault| fault.about(Some(part))));
            }
        }
        Index::Slice(slice)
    }

    fn filtered_none(&mut self, val: Val) -> Val {
        let kept = self.values.items(val).iter().copied().filter(|item| *item != Item::None).collect();
        self.values.of(kept)
    }

    fn number_index(&mut self, val: Val) -> InferResult<'a> {
        self.each(val, |this, item| match this.shape(item) {
            Shape::Bool | Shape::Int => Ok(Val::INT),
            Shape::Atom(atom) => {
                let help = "use a dict with atoms as keys, or a position from `enumerate` or `index`";
                Err(this.atom_fault(atom, "is not an index", help))
            }
            other => Err(this.wrong(other, "is not an index", "indexes are integers")),
        })
    }

    pub fn eval_subscript(&mut self, expr: &'a Expr, base: &'a Expr, index: &'a Expr) -> Val {
        let base_val = self.eval(base);
        let index = self.eval_index(index);
        self.checked_item(expr, base, base_val, &index)
    }

    pub fn checked_item(&mut self, expr: &'a Expr, base: &'a Expr, val: Val, index: &Index<'a>) -> Val {
        if val.is_bottom() || matches!(index, Index::Value(_, index) if index.is_bottom()) {
            return Val::BOTTOM;
        }
        let outcome = self.each(val, |this, item| this.item(item, index, At::new(expr.id)));
        self.check(expr.span, Role::Operation, outcome.map_err(|fault| fault.about(Some(base))))
    }

    fn item(&mut self, item: Item, index: &Index<'a>, at: At) -> InferResult<'a> {
        let shape = self.shape(item);
        if let Some(positions) = self.positions(shape) {
            return self.position(&positions, index, at);
        }
        match (shape, index) {
            (Shape::Object(site, kind), Index::Value(key, val)) if kind.is_mapping() => {
                self.key(site, (key, *val))?;
                Ok(self.load(site, 1))
            }
            (Shape::Object(site, kind), _) if kind.is_list() || kind == ObjectKind::TupleOf => {
                let element = self.load(site, 0);
                match index {
                    Index::Slice(_) => {
                        let kind = if kind.is_list() { ObjectKind::List } else { ObjectKind::TupleOf };
                        Ok(self.alloc(at, kind, &[element]))
                    }
                    Index::Value(expr, val) => {
                        self.number_index(*val).map_err(|fault| fault.about(Some(expr)))?;
                        Ok(element)
                    }
                }
            }
            (Shape::Range, Index::Slice(_)) => Ok(Val::RANGE),
            (Shape::Range, Index::Value(expr, val)) => self.number_index(*val).map_err(|fault| fault.about(Some(expr))),
            (Shape::Str, Index::Slice(_)) => Ok(Val::STR),
            (Shape::Str, Index::Value(expr, val)) => {
                self.number_index(*val).map_err(|fault| fault.about(Some(expr)))?;
                Ok(Val::STR)
            }
            (Shape::Atom(atom), _) => {
                Err(self.atom_fault(atom, "cannot be indexed", "an atom holds nothing; index a list or a dict"))
            }
            (Shape::Object(_, kind), _) if kind.is_set() => {
                Err(self.wrong(shape, "has no index", "sort it first, `sorted(s)[0]`, or iterate over it with `for`"))
            }
            // `list[int]`, a type as a value.
            (Shape::Function, _) if matches!(item, Item::Callable(_)) => Ok(Val::UNKNOWN),
            _ => Err(self.wrong(shape, "has no index", "index a list, a tuple, a dict, a string or a range")),
        }
    }

    /// Checks a key that is looked up in a dict.
    fn key(&mut self, site: super::value::SiteId, key: (&'a Expr, Val)) -> InferResult<'a> {
        self.hashable(key.1).map_err(|fault| fault.about(Some(key.0)))?;
        let keys = self.load(site, 0);
        let culprit = Some(key.0).filter(|_| self.atom_of(key.1).is_none());
        self.lookup(key.1, keys, Self::is_constant(key.0)).map_err(|fault| fault.about(culprit))
    }

    /// An element or a slice of a tuple of known length.
    fn position(&mut self, positions: &[Val], index: &Index<'a>, at: At) -> InferResult<'a> {
        let count = positions.len();
        match index {
            Index::Slice(slice) => {
                if let Some((start, stop)) = constant_bounds(slice, count) {
                    return Ok(self.alloc(at, ObjectKind::Tuple, &positions[start..stop.max(start)]));
                }
                let element = self.join_all(positions.iter().copied());
                Ok(self.alloc(at, ObjectKind::TupleOf, &[element]))
            }
            Index::Value(expr, val) => {
                self.number_index(*val).map_err(|fault| fault.about(Some(expr)))?;
                let Some(wanted) = constant(expr) else { return Ok(self.join_all(positions.iter().copied())) };
                let place = if wanted < 0 { wanted + i64::try_from(count).unwrap_or(i64::MAX) } else { wanted };
                let position = usize::try_from(place).ok().and_then(|place| positions.get(place));
                position.copied().ok_or_else(|| {
                    let message = format!("index {wanted} is out of range");
                    let help = "positions count from 0; the last one is -1";
                    OperationError::new(Code::WrongType, message, format!("holds {count} values"), help)
                })
            }
        }
    }

    pub fn store_item(&mut self, target: &'a Expr, base: &'a Expr, val: Val, index: &Index<'a>, new: Val) {
        if val.is_bottom() || new.is_bottom() || matches!(index, Index::Value(_, index) if index.is_bottom()) {
            return;
        }
        if val.is_unknown() {
            self.escape(new);
            if let Index::Value(_, key) = index {
                self.escape(*key);
            }
        }
        let outcome = self.each(val, |this, item| this.put(item, index, new, At::new(target.id)));
        self.check(target.span, Role::Operation, outcome.map_err(|fault| fault.about(Some(base))));
    }

    fn put(&mut self, item: Item, index: &Index<'a>, new: Val, at: At) -> InferResult<'a> {
        match (self.shape(item), index) {
            (Shape::Object(site, kind), Index::Value(expr, key)) if kind.is_mapping() => {
                self.hashable(*key).map_err(|fault| fault.about(Some(expr)))?;
                self.store(site, 0, *key);
                self.store(site, 1, new);
            }
            (Shape::Object(site, kind), Index::Slice(_)) if kind.is_list() => {
                self.in_order(new, at, "assignment to a slice")?;
                let element = self.elements(new, at)?;
                self.unfill(site);
                self.store(site, 0, element);
            }
            (Shape::Object(site, kind), Index::Value(expr, index)) if kind.is_list() => {
                self.number_index(*index).map_err(|fault| fault.about(Some(expr)))?;
                self.store(site, 0, new);
            }
            (shape, _) => {
                return Err(self.wrong(shape, "does not allow assignment", "only lists and dicts can be assigned to"));
            }
        }
        Ok(Val::NONE)
    }

    pub fn delete(&mut self, target: &'a Expr) {
        let ExprKind::Subscript(base, index) = &target.kind else {
            if let ExprKind::Attribute(base, _) = &target.kind {
                self.eval(base);
                return;
            }
            self.eval(target);
            if let Some(Resolution::Var(var)) = self.problem.resolutions.get(target.id) {
                self.write_var(var, Val::BOTTOM);
            }
            return;
        };
        let val = self.eval(base);
        let index = self.eval_index(index);
        if val.is_bottom() || matches!(index, Index::Value(_, index) if index.is_bottom()) {
            return;
        }
        let outcome = self.each(val, |this, item| match (this.shape(item), index) {
            (Shape::Object(site, kind), Index::Value(key, val)) if kind.is_mapping() => {
                this.unfill(site);
                this.key(site, (key, val))
            }
            (Shape::Object(site, kind), Index::Slice(_)) if kind.is_list() => {
                this.unfill(site);
                Ok(Val::NONE)
            }
            (Shape::Object(site, kind), Index::Value(expr, val)) if kind.is_list() => {
                this.unfill(site);
                this.number_index(val).map_err(|fault| fault.about(Some(expr)))
            }
            (shape, _) => {
                Err(this.wrong(shape, "does not allow `del`", "delete from lists and dicts; discard from sets"))
            }
        });
        self.check(target.span, Role::Operation, outcome.map_err(|fault| fault.about(Some(base))));
    }
}

/// The integer an expression is, if it is written out.
pub(super) fn constant(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Int(value) => value.to_i64(),
        ExprKind::Bool(value) => Some(i64::from(*value)),
        ExprKind::Unary(UnaryOp::Negative, inner) => constant(inner)?.checked_neg(),
        _ => None,
    }
}

/// The bounds of a slice without a step, if they are written out.
fn constant_bounds(slice: &Slice, count: usize) -> Option<(usize, usize)> {
    if slice.step.is_some() {
        return None;
    }
    let length = i64::try_from(count).ok()?;
    let bound = |part: &Option<Expr>, missing: i64| match part {
        None => Some(missing),
        Some(part) if matches!(part.kind, ExprKind::None) => Some(missing),
        Some(part) => {
            constant(part).map(|value| if value < 0 { value.saturating_add(length).max(0) } else { value.min(length) })
        }
    };
    let (start, stop) = (bound(&slice.lower, 0)?, bound(&slice.upper, length)?);
    Some((usize::try_from(start).ok()?, usize::try_from(stop).ok()?))
}
