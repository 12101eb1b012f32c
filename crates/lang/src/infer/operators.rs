//! Unary and binary operators.

use crate::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::diagnostic::Code;

use super::Inference;
use super::faults::{InferResult, OperationError, Role, Tally};
use super::heap::{At, ObjectKind};
use super::shapes::Shape;
use super::value::{Item, Val};

/// Longer tuples are tuples of any length.
const MAX_TUPLE: usize = 16;

impl<'a> Inference<'a> {
    pub fn eval_unary(&mut self, expr: &'a Expr, op: UnaryOp, operand: &'a Expr) -> Val {
        let val = self.eval(operand);
        if val.is_bottom() {
            return val;
        }
        if op == UnaryOp::Not {
            self.check_truth(operand, val);
            return Val::BOOL;
        }
        let outcome = self.each(val, |this, item| this.unary(op, item, At::new(expr.id)));
        self.check(expr.span, Role::Operation, outcome.map_err(|fault| fault.about(Some(operand))))
    }

    /// Checks that an expression may stand where only its truth counts.
    pub fn check_truth(&mut self, expr: &'a Expr, val: Val) {
        if !val.is_bottom() {
            let outcome = self.truth(val).map_err(|fault| fault.about(Some(expr)));
            self.check(expr.span, Role::Truth, outcome);
        }
    }

    fn unary(&mut self, op: UnaryOp, item: Item, at: At) -> InferResult<'a> {
        match self.shape(item) {
            Shape::Bool | Shape::Int => Ok(Val::INT),
            Shape::Object(site, ObjectKind::Counter) if op != UnaryOp::Invert => {
                let key = self.load(site, 0);
                Ok(self.alloc(at, ObjectKind::Counter, &[key, Val::INT]))
            }
            Shape::Atom(atom) => Err(self.atom_arithmetic(atom)),
            other => Err(self.wrong(other, &format!("has no unary `{}`", op.symbol()), "use it with integers")),
        }
    }

    pub fn eval_binary(&mut self, expr: &'a Expr, op: BinaryOp, left: &'a Expr, right: &'a Expr) -> Val {
        let (a, b) = (self.eval(left), self.eval(right));
        if a.is_bottom() || b.is_bottom() {
            return Val::BOTTOM;
        }
        let outcome = self.binary_of(op, (left, a), (right, b), At::new(expr.id));
        self.check(expr.span, Role::Operation, outcome)
    }

    /// A binary operation on the values of two expressions, which the fault speaks of.
    pub fn binary_of(
        &mut self,
        op: BinaryOp,
        left: (&'a Expr, Val),
        right: (&'a Expr, Val),
        at: At,
    ) -> InferResult<'a> {
        // The right operand is to blame if it is the atom.
        let to_blame = |val: Val| self.only_atoms(val).is_some();
        let subject = if !to_blame(left.1) && to_blame(right.1) { right.0 } else { left.0 };
        let constant = Self::is_constant(left.0) || Self::is_constant(right.0);
        let result = self.binary(op, left.1, right.1, at, constant).map_err(|fault| fault.about(Some(subject)))?;
        let whole = op == BinaryOp::Power && matches!(right.0.kind, ExprKind::Int(_));
        Ok(if whole && self.all_are(left.1, Shape::is_number) { Val::INT } else { result })
    }

    pub fn binary(&mut self, op: BinaryOp, left: Val, right: Val, at: At, constant: bool) -> InferResult<'a> {
        let mut tally = Tally::new();
        for a in self.values.items(left).iter() {
            for b in self.values.items(right).iter() {
                self.spend(1);
                let outcome = self.binary_items(op, *a, *b, at, constant);
                tally.add(self, outcome);
            }
        }
        tally.finish()
    }

    fn binary_items(&mut self, op: BinaryOp, a: Item, b: Item, at: At, constant: bool) -> InferResult<'a> {
        let (left, right) = (self.shape(a), self.shape(b));
        let is_atom = |shape: Shape| matches!(shape, Shape::Atom(_));
        if (left == Shape::Str && !is_atom(right) || right == Shape::Str && !is_atom(left))
            && let Some(outcome) = self.string_operator(op, left, right)
        {
            return outcome;
        }
        match (left, right) {
            // An atom supports no arithmetic, whatever the other operand is.
            (Shape::Atom(atom), Shape::Atom(_) | Shape::Int | Shape::Bool | Shape::Str | Shape::Unknown)
            | (Shape::Int | Shape::Bool | Shape::Str | Shape::Unknown, Shape::Atom(atom)) => {
                Err(self.atom_arithmetic(atom))
            }
            (Shape::Unknown, _) | (_, Shape::Unknown) => Ok(Val::UNKNOWN),
            (Shape::Bool, Shape::Bool) if matches!(op, BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor) => {
                Ok(Val::BOOL)
            }
            // A float, or perhaps one.
            (Shape::Bool | Shape::Int, Shape::Bool | Shape::Int)
                if matches!(op, BinaryOp::Divide | BinaryOp::Power) =>
            {
                Ok(Val::UNKNOWN)
            }
            (Shape::Bool | Shape::Int, Shape::Bool | Shape::Int) => Ok(Val::INT),
            (Shape::Object(..) | Shape::NamedTuple(_), _) | (_, Shape::Object(..) | Shape::NamedTuple(_)) => {
                let result = match op {
                    BinaryOp::Add => self.concatenated(left, right, at),
                    BinaryOp::Multiply => self.repeated(left, right, at).or_else(|| self.repeated(right, left, at)),
                    _ => None,
                };
                match result.or_else(|| self.counters(op, left, right, at)) {
                    Some(result) => Ok(result),
                    None => match self.set_operation(op, left, right, at, constant)? {
                        Some(result) => Ok(result),
                        None => self.merged(op, left, right, at).ok_or_else(|| self.no_operator(op, left, right)),
                    },
                }
            }
            // `int | None`, a type as a value.
            (Shape::Function, Shape::Function | Shape::None) | (Shape::None, Shape::Function)
                if op == BinaryOp::BitOr =>
            {
                Ok(Val::UNKNOWN)
            }
            _ => Err(self.no_operator(op, left, right)),
        }
    }

    /// `+`, `*` and `%` of strings; `None` for other operators.
    fn string_operator(&self, op: BinaryOp, left: Shape, right: Shape) -> Option<InferResult<'a>> {
        match (op, left, right) {
            (BinaryOp::Add, Shape::Str, Shape::Str) | (BinaryOp::Modulo, Shape::Str, _) => Some(Ok(Val::STR)),
            (BinaryOp::Multiply, Shape::Str, times) | (BinaryOp::Multiply, times, Shape::Str) if times.is_number() => {
                Some(Ok(Val::STR))
            }
            (_, Shape::Unknown, _) | (_, _, Shape::Unknown) => Some(Ok(Val::UNKNOWN)),
            (BinaryOp::Add | BinaryOp::Multiply, Shape::Str, _)
            | (BinaryOp::Add | BinaryOp::Multiply, _, Shape::Str) => Some(Err(self.no_operator(op, left, right))),
            _ => None,
        }
    }

    fn no_operator(&self, op: BinaryOp, left: Shape, right: Shape) -> OperationError<'a> {
        let (a, b) = (self.noun(left), self.noun(right));
        let message = format!("`{}` does not work on {a} and {b}", op.symbol());
        let help = match (op, left.kind(), right.kind()) {
            (BinaryOp::Add, Some(k), Some(l)) if k.is_set() || l.is_set() => "combine sets with `|`",
            (BinaryOp::Add, Some(_), Some(_)) => "convert one side first: `list(…)` or `tuple(…)`",
            (BinaryOp::Add, None, None) if [left, right].contains(&Shape::Str) => {
                "convert the other side with `str(…)`"
            }
            (BinaryOp::Add, Some(k), None) if k.is_list() => "to add one element, write `xs + [x]` or `xs.append(x)`",
            (_, Some(k), Some(_)) if k.is_set_like() => {
                "set operators need sets on both sides; use `set(…)`, or a method such as `union`"
            }
            _ => "convert or compare the operands so that their types fit",
        };
        OperationError::new(Code::WrongType, message, format!("is {a}"), help)
    }

    fn concatenated(&mut self, left: Shape, right: Shape, at: At) -> Option<Val> {
        if let (Shape::Object(a, k), Shape::Object(b, l)) = (left, right)
            && k.is_list()
            && l.is_list()
        {
            let both = [self.load(a, 0), self.load(b, 0)];
            let element = self.join_all(both);
            return Some(self.alloc(at, ObjectKind::List, &[element]));
        }
        if let (Some(mut a), Some(b)) = (self.positions(left), self.positions(right))
            && a.len() + b.len() <= MAX_TUPLE
        {
            a.extend(b);
            return Some(self.alloc(at, ObjectKind::Tuple, &a));
        }
        let both = [self.tuple_elements(left)?, self.tuple_elements(right)?];
        let element = self.join_all(both);
        Some(self.alloc(at, ObjectKind::TupleOf, &[element]))
    }

    fn tuple_elements(&mut self, shape: Shape) -> Option<Val> {
        if let Shape::Object(site, ObjectKind::TupleOf) = shape {
            return Some(self.load(site, 0));
        }
        let positions = self.positions(shape)?;
        Some(self.join_all(positions))
    }

    fn repeated(&mut self, sequence: Shape, times: Shape, at: At) -> Option<Val> {
        if !times.is_number() {
            return None;
        }
        if let Shape::Object(site, kind) = sequence
            && kind.is_list()
        {
            let element = self.load(site, 0);
            return Some(self.alloc(at, ObjectKind::List, &[element]));
        }
        let element = self.tuple_elements(sequence)?;
        Some(self.alloc(at, ObjectKind::TupleOf, &[element]))
    }

    fn counters(&mut self, op: BinaryOp, left: Shape, right: Shape, at: At) -> Option<Val> {
        let (Shape::Object(a, ObjectKind::Counter), Shape::Object(b, ObjectKind::Counter)) = (left, right) else {
            return None;
        };
        if !matches!(op, BinaryOp::Add | BinaryOp::Subtract | BinaryOp::BitAnd | BinaryOp::BitOr) {
            return None;
        }
        let keys = [self.load(a, 0), self.load(b, 0)];
        let values = [self.load(a, 1), self.load(b, 1)];
        let (key, value) = (self.join_all(keys), self.join_all(values));
        Some(self.alloc(at, ObjectKind::Counter, &[key, value]))
    }

    /// `-`, `&`, `|` and `^` of sets and of views of dicts; a view goes together with anything.
    fn set_operation(
        &mut self,
        op: BinaryOp,
        left: Shape,
        right: Shape,
        at: At,
        constant: bool,
    ) -> InferResult<'a, Option<Val>> {
        if !matches!(op, BinaryOp::Subtract | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor) {
            return Ok(None);
        }
        let is_view = |shape: Shape| matches!(shape.kind(), Some(ObjectKind::Keys | ObjectKind::Items));
        let is_set = |shape: Shape| shape.kind().is_some_and(ObjectKind::is_set);
        if !(is_view(left) || is_view(right) || (is_set(left) && is_set(right))) {
            return Ok(None);
        }
        let (Some(a), Some(b)) = (self.shape_elements(left, at)?, self.shape_elements(right, at)?) else {
            return Ok(None);
        };
        if self.clash(a, b) {
            return Err(self.clash_fault(a, b, constant));
        }
        let element = if op == BinaryOp::Subtract { a } else { self.join(a, b) };
        let kind = if left.kind() == Some(ObjectKind::FrozenSet) { ObjectKind::FrozenSet } else { ObjectKind::Set };
        Ok(Some(self.alloc(at, kind, &[element])))
    }

    fn shape_elements(&mut self, shape: Shape, at: At) -> InferResult<'a, Option<Val>> {
        match shape {
            Shape::Object(site, _) => {
                let object = self.values.one(Item::Object(site));
                self.elements(object, at).map(Some)
            }
            Shape::Range => Ok(Some(Val::INT)),
            _ => Ok(self.tuple_elements(shape)),
        }
    }

    /// `|` of two dicts.
    fn merged(&mut self, op: BinaryOp, left: Shape, right: Shape, at: At) -> Option<Val> {
        let (Shape::Object(a, k), Shape::Object(b, l)) = (left, right) else { return None };
        if op != BinaryOp::BitOr || !k.is_mapping() || !l.is_mapping() {
            return None;
        }
        let keys = [self.load(a, 0), self.load(b, 0)];
        let values = [self.load(a, 1), self.load(b, 1)];
        let (key, value) = (self.join_all(keys), self.join_all(values));
        let either = |kind| k == kind || l == kind;
        let kind = if k != ObjectKind::DefaultDict && either(ObjectKind::OrderedDict) {
            ObjectKind::OrderedDict
        } else if either(ObjectKind::DefaultDict) {
            ObjectKind::DefaultDict
        } else {
            ObjectKind::Dict
        };
        Some(self.alloc(at, kind, &[key, value]))
    }

    /// `a op= b`: changes what can be changed, and gives what the target then holds.
    pub fn in_place(&mut self, op: BinaryOp, left: (&'a Expr, Val), right: (&'a Expr, Val), at: At) -> InferResult<'a> {
        if left.1.is_unknown() {
            self.escape(right.1);
        }
        let mut tally = Tally::new();
        for item in self.values.items(left.1).iter() {
            let whole = self.values.one(*item);
            let outcome = match self.changed_in_place(op, *item, right, at) {
                Some(outcome) => outcome.map(|_| whole),
                None => self.binary_of(op, (left.0, whole), right, at),
            };
            tally.add(self, outcome);
        }
        tally.finish().map_err(|fault| fault.about(Some(left.0)))
    }

    fn changed_in_place(
        &mut self,
        op: BinaryOp,
        item: Item,
        right: (&'a Expr, Val),
        at: At,
    ) -> Option<InferResult<'a>> {
        let Shape::Object(site, kind) = self.shape(item) else { return None };
        if !matches!(op, BinaryOp::Add | BinaryOp::BitOr) {
            self.unfill(site);
        }
        match (kind, op) {
            (ObjectKind::List | ObjectKind::Unordered, BinaryOp::Add) => Some(
                self.in_order(right.1, at, "`+=`")
                    .and_then(|_| self.elements(right.1, at))
                    .map_err(|fault| fault.about(Some(right.0)))
                    .inspect(|element| self.store(site, 0, *element)),
            ),
            (ObjectKind::Set, BinaryOp::Subtract | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor) => {
                let whole = self.values.one(item);
                let result = self.binary(op, whole, right.1, at, Self::is_constant(right.0));
                Some(
                    result
                        .and_then(|result| self.elements(result, at))
                        .inspect(|element| self.store(site, 0, *element)),
                )
            }
            (ObjectKind::Counter, BinaryOp::Add | BinaryOp::Subtract | BinaryOp::BitAnd | BinaryOp::BitOr) => {
                let whole = self.values.one(item);
                let result = self.binary(op, whole, right.1, at, false);
                Some(result.and_then(|result| self.elements(result, at)).inspect(|key| self.store(site, 0, *key)))
            }
            (ObjectKind::Dict | ObjectKind::DefaultDict | ObjectKind::OrderedDict, BinaryOp::BitOr) => {
                Some(self.mapping_parts(right.1, at).map_err(|fault| fault.about(Some(right.0))).map(|[key, value]| {
                    self.store(site, 0, key);
                    self.store(site, 1, value);
                    Val::NONE
                }))
            }
            (ObjectKind::List | ObjectKind::Unordered, BinaryOp::Multiply) => {
                let whole = self.values.one(item);
                Some(self.binary(op, whole, right.1, at, false))
            }
            _ => None,
        }
    }
}
