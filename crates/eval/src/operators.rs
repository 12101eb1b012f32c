//! Binary operators on everything.

use std::rc::Rc;

use lang::ast::BinaryOp;
use lang::builtins::Exception;

use crate::compare::{as_set, is_set_like};
use crate::fault::{Result, outside, raise, too_large, type_error};
use crate::machine::Machine;
use crate::methods::deque::Deque;
use crate::numbers::{arithmetic, cost, is_number};
use crate::special::is_special;
use crate::table::Table;
use crate::value::{DictKind, Items, Value};

/// Sequences beyond this many elements are not built.
pub(crate) const MAX_ELEMENTS: usize = 20_000_000;

impl Machine<'_> {
    #[inline(never)]
    pub(crate) fn binary(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
        if let (Value::Int(a), Value::Int(b)) = (left, right) {
            let fast = match op {
                BinaryOp::Add => a.checked_add(*b),
                BinaryOp::Subtract => a.checked_sub(*b),
                BinaryOp::Multiply => a.checked_mul(*b),
                _ => None,
            };
            if let Some(number) = fast {
                return Ok(Value::Int(number));
            }
        }
        if is_number(left) && is_number(right) {
            if matches!(op, BinaryOp::Power | BinaryOp::ShiftLeft)
                || matches!(left, Value::Big(_))
                || matches!(right, Value::Big(_))
            {
                self.charge(cost(op, left, right))?;
            }
            return arithmetic(op, left, right);
        }
        if crate::floats::is_real(left) && crate::floats::is_real(right) {
            return crate::floats::arithmetic(op, left, right);
        }
        if is_special(left) || is_special(right) {
            return self.special_binary(op, left, right);
        }
        if self.program.overloads && (is_set_like(left) || matches!(left, Value::Dict(_))) {
            return self.asking(|this| this.plain_binary(op, left, right));
        }
        self.plain_binary(op, left, right)
    }

    fn plain_binary(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
        match (op, left, right) {
            (_, Value::Atom(_), _) | (_, _, Value::Atom(_)) if !is_container(left) && !is_container(right) => {
                outside("arithmetic on an atom; atoms only have equality")
            }
            (BinaryOp::Add, Value::List(a), Value::List(b)) => {
                self.charge(a.borrow().len() + b.borrow().len())?;
                Ok(Value::list(a.borrow().iter().chain(&*b.borrow()).cloned().collect()))
            }
            (BinaryOp::Multiply, Value::List(items), count) if is_number(count) => {
                Ok(Value::list(self.repeated(&items.borrow(), count)?))
            }
            (BinaryOp::Multiply, count, Value::List(items)) if is_number(count) => {
                Ok(Value::list(self.repeated(&items.borrow(), count)?))
            }
            (BinaryOp::Add, Value::Deque(a), Value::Deque(b)) => {
                self.charge(a.len() + b.len())?;
                let items = a.items.borrow().iter().chain(&*b.items.borrow()).cloned().collect();
                Ok(Value::Deque(Deque::new(items, a.most)))
            }
            (BinaryOp::Multiply, Value::Deque(deque), count) | (BinaryOp::Multiply, count, Value::Deque(deque))
                if is_number(count) =>
            {
                let items = self.repeated(&deque.to_vec(), count)?;
                Ok(Value::Deque(Deque::new(items.into(), deque.most)))
            }
            (BinaryOp::Add | BinaryOp::Multiply | BinaryOp::Modulo, Value::Str(_), _)
            | (BinaryOp::Multiply, _, Value::Str(_)) => self.string_operation(op, left, right),
            (_, Value::Dict(_), Value::Dict(_)) => self.dict_operation(op, left, right),
            _ => self.compound_operation(op, left, right),
        }
    }

    /// `old op= value`: mutable values are changed in place.
    #[inline(never)]
    pub(crate) fn in_place(&mut self, op: BinaryOp, old: &Value, value: &Value) -> Result<Value> {
        match (old, op) {
            (Value::Instance(_), _) => return self.special_in_place(op, old, value),
            (Value::List(items), BinaryOp::Add) => {
                self.extend_list(items, value)?;
            }
            (Value::List(items), BinaryOp::Multiply) if is_number(value) => {
                let result = self.repeated(&items.borrow(), value)?;
                *items.borrow_mut() = result;
            }
            (Value::Deque(deque), BinaryOp::Add) => self.extend_deque(deque, value, false)?,
            (Value::Deque(deque), BinaryOp::Multiply) if is_number(value) => {
                let result = self.repeated(&deque.to_vec(), value)?;
                deque.replace(result);
            }
            (Value::Set(set), BinaryOp::BitOr | BinaryOp::BitAnd | BinaryOp::Subtract | BinaryOp::BitXor)
                if matches!(value, Value::Set(_) | Value::FrozenSet(_)) =>
            {
                self.charge(size(old) / 4 + size(value))?;
                let result = self.asking(|_| set_operation(op, &set.borrow(), &as_set(value)?))?;
                crate::methods::set::replace(set, op, result);
            }
            (Value::Dict(dict), _) if self.in_place_dict(dict, op, value)? => {}
            _ => return self.binary(op, old, value),
        }
        Ok(old.clone())
    }

    #[inline(never)]
    pub(crate) fn add_to_sum(&mut self, total: &Value, item: &Value) -> Result<Value> {
        if matches!(total, Value::Str(_)) {
            return type_error("sum() can't sum strings");
        }
        self.binary(BinaryOp::Add, total, item)
    }

    fn compound_operation(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
        match (op, left.as_tuple(), right.as_tuple()) {
            (BinaryOp::Add, Some(a), Some(b)) => {
                self.charge(a.len() + b.len())?;
                return Ok(Value::tuple(a.iter().chain(b).cloned()));
            }
            (BinaryOp::Multiply, Some(items), _) if is_number(right) => {
                return Ok(Value::Tuple(Rc::new(Items::from_vec(self.repeated(items, right)?))));
            }
            (BinaryOp::Multiply, _, Some(items)) if is_number(left) => {
                return Ok(Value::Tuple(Rc::new(Items::from_vec(self.repeated(items, left)?))));
            }
            _ => {}
        }
        if matches!(op, BinaryOp::BitOr | BinaryOp::BitAnd | BinaryOp::Subtract | BinaryOp::BitXor) {
            let views = matches!(left, Value::View(_)) && is_set_like(left)
                || matches!(right, Value::View(_)) && is_set_like(right);
            if views && op == BinaryOp::BitAnd {
                return self.intersect_view(left, right);
            }
            if views {
                // A view of keys or items accepts any iterable on the other side.
                let (a, b) = (self.set_from(left)?, self.set_from(right)?);
                return Ok(Value::set(set_operation(op, &a, &b)?));
            }
            self.charge((size(left) + size(right)) / 4)?;
            let result = match (left, right) {
                (Value::Set(a), Value::Set(b)) => Value::set(set_operation(op, &a.borrow(), &b.borrow())?),
                (Value::Set(a), Value::FrozenSet(b)) => Value::set(set_operation(op, &a.borrow(), b)?),
                (Value::FrozenSet(a), Value::Set(b)) => Value::frozenset(set_operation(op, a, &b.borrow())?),
                (Value::FrozenSet(a), Value::FrozenSet(b)) => Value::frozenset(set_operation(op, a, b)?),
                _ => return unsupported(op, left, right),
            };
            return self.charged(result);
        }
        unsupported(op, left, right)
    }

    /// Looks the elements of the other side up in the view, whose items need not be hashable for that.
    fn intersect_view(&mut self, left: &Value, right: &Value) -> Result<Value> {
        let (view, other) = if matches!(left, Value::View(_)) { (left, right) } else { (right, left) };
        // Of equal elements CPython keeps those of the other side, unless that is a larger set or view.
        let size = |value: &Value| crate::builtins::len(value).unwrap_or(0);
        let swap = match other {
            Value::Set(_) | Value::FrozenSet(_) => size(view) <= size(other),
            Value::View(_) => size(view) < size(other),
            _ => false,
        };
        let (view, other) = if swap { (other, view) } else { (view, other) };
        let mut iter = self.iter(other)?;
        let mut result = Table::default();
        while let Some(item) = self.next(&mut iter)? {
            self.step()?;
            if self.contains(view, &item)? {
                result.add(item)?;
            }
        }
        Ok(Value::set(result))
    }

    fn repeated(&mut self, items: &[Value], count: &Value) -> Result<Vec<Value>> {
        let count = match count {
            Value::Big(_) => {
                return raise(Exception::OverflowError, "cannot fit 'int' into an index-sized integer");
            }
            other => usize::try_from(other.as_int().unwrap_or(0)).unwrap_or(0),
        };
        if items.is_empty() {
            return Ok(Vec::new());
        }
        let size = items.len().saturating_mul(count);
        if size > MAX_ELEMENTS {
            return too_large("a sequence");
        }
        self.charge(size)?;
        let mut result = Vec::with_capacity(size);
        for _ in 0..count {
            result.extend_from_slice(items);
        }
        Ok(result)
    }

    /// Any iterable as a set.
    pub(crate) fn set_from(&mut self, value: &Value) -> Result<Table<()>> {
        if is_set_like(value) {
            let table = as_set(value)?;
            self.charge(table.len())?;
            return Ok(table);
        }
        let mut iter = self.iter(value)?;
        self.table_from_iter(&mut iter)
    }

    fn dict_operation(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
        let (Value::Dict(a), Value::Dict(b)) = (left, right) else { return Ok(Value::None) };
        self.charge(a.table.borrow().len() + b.table.borrow().len())?;
        if a.is_counter() && b.is_counter() && op != BinaryOp::Multiply {
            if !matches!(op, BinaryOp::Add | BinaryOp::Subtract | BinaryOp::BitAnd | BinaryOp::BitOr) {
                return unsupported(op, left, right);
            }
            return crate::methods::counter::operation(op, &a.table.borrow(), &b.table.borrow());
        }
        if op != BinaryOp::BitOr {
            return type_error(format!("unsupported operand type(s) for {}: 'dict' and 'dict'", op.symbol()));
        }
        // The left operand decides the class, unless only the right one is a defaultdict or an OrderedDict.
        let kind = match (&a.kind, &b.kind) {
            (DictKind::Plain, DictKind::Default(factory)) => DictKind::Default(factory.clone()),
            (DictKind::Plain | DictKind::Counter, DictKind::Ordered) => DictKind::Ordered,
            (DictKind::Plain, _) => DictKind::Plain,
            (kind, _) => kind.clone(),
        };
        let union = a.copy(kind);
        union.inherit(b);
        for (key, value) in b.table.borrow().iter() {
            union.table.borrow_mut().insert(key.clone(), value.clone())?;
        }
        Ok(Value::Dict(union))
    }
}

/// How many elements a set or a dict has.
fn size(value: &Value) -> usize {
    crate::builtins::len(value).ok().and_then(|size| usize::try_from(size).ok()).unwrap_or(0)
}

#[cold]
pub(crate) fn unsupported(op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
    let (symbol, left, right) = (op.symbol(), left.type_name(), right.type_name());
    type_error(format!("unsupported operand type(s) for {symbol}: '{left}' and '{right}'"))
}

fn is_container(value: &Value) -> bool {
    crate::iterators::is_iterable(value)
}

pub(crate) fn set_operation(op: BinaryOp, left: &Table<()>, right: &Table<()>) -> Result<Table<()>> {
    let mut result = Table::with_capacity(left.len());
    match op {
        BinaryOp::BitOr => {
            result = left.clone();
            for (hash, key) in right.hashed_keys() {
                result.insert_hashed(hash, key.clone(), ())?;
            }
        }
        BinaryOp::BitAnd => {
            // Of `True` and `1` CPython keeps the one in the smaller set, in the right one if both are of a size.
            let (from, other) = if right.len() > left.len() { (left, right) } else { (right, left) };
            for (hash, key) in from.hashed_keys() {
                if other.contains_hashed(hash, key)? {
                    result.insert_hashed(hash, key.clone(), ())?;
                }
            }
        }
        _ => {
            for (hash, key) in left.hashed_keys() {
                if !right.contains_hashed(hash, key)? {
                    result.insert_hashed(hash, key.clone(), ())?;
                }
            }
            if op == BinaryOp::BitXor {
                for (hash, key) in right.hashed_keys() {
                    if !left.contains_hashed(hash, key)? {
                        result.insert_hashed(hash, key.clone(), ())?;
                    }
                }
            }
        }
    }
    Ok(result)
}
