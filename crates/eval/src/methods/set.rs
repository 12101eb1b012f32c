//! Methods of sets and frozensets, and `isdisjoint` of views.

use lang::ast::BinaryOp;
use lang::builtins::Exception;
use lang::methods::{SetQuery, SetUpdate, ViewMethod};

use crate::calls::Arguments;
use crate::compare::as_set;
use crate::fault::{Result, outside, raise, type_error};
use crate::machine::Machine;
use crate::operators::set_operation;
use crate::table::Table;
use crate::value::Value;

impl Machine<'_> {
    pub(super) fn set_query(&mut self, receiver: &Value, method: SetQuery, arguments: &Arguments) -> Result<Value> {
        match method {
            SetQuery::Copy => {
                let copy = like(receiver, as_set(receiver)?)?;
                self.charged(copy)
            }
            SetQuery::Union => self.with_others(BinaryOp::BitOr, receiver, arguments),
            SetQuery::Intersection => self.with_others(BinaryOp::BitAnd, receiver, arguments),
            SetQuery::Difference => self.with_others(BinaryOp::Subtract, receiver, arguments),
            SetQuery::SymmetricDifference => {
                self.charge(len(receiver))?;
                let other = self.set_from(&arguments.positional[0])?;
                like(receiver, set_operation(BinaryOp::BitXor, &as_set(receiver)?, &other)?)
            }
            SetQuery::IsSubset => {
                self.charge(len(receiver) / 4)?;
                let (this, other) = (as_set(receiver)?, self.set_from(&arguments.positional[0])?);
                Ok(Value::Bool(this.is_subset(&other)?))
            }
            SetQuery::IsSuperset if is_set(arguments) => {
                self.charge(len(receiver) / 4)?;
                let (this, other) = (as_set(receiver)?, self.set_from(&arguments.positional[0])?);
                Ok(Value::Bool(other.is_subset(&this)?))
            }
            SetQuery::IsSuperset => self.each_contained(receiver, &arguments.positional[0], true),
            SetQuery::IsDisjoint => self.is_disjoint(receiver, arguments),
        }
    }

    pub(super) fn view_method(&mut self, receiver: &Value, method: ViewMethod, arguments: &Arguments) -> Result<Value> {
        match method {
            ViewMethod::IsDisjoint => self.is_disjoint(receiver, arguments),
        }
    }

    fn with_others(&mut self, op: BinaryOp, receiver: &Value, arguments: &Arguments) -> Result<Value> {
        let mut result = self.set_from(receiver)?;
        for other in &arguments.positional {
            result = self.combined(op, &result, other)?;
        }
        like(receiver, result)
    }

    fn is_disjoint(&mut self, receiver: &Value, arguments: &Arguments) -> Result<Value> {
        if looks_up_keys(receiver) && !is_set(arguments) {
            return self.each_contained(receiver, &arguments.positional[0], false);
        }
        self.charge(len(receiver) / 4)?;
        let (this, other) = (as_set(receiver)?, self.set_from(&arguments.positional[0])?);
        Ok(Value::Bool(set_operation(BinaryOp::BitAnd, &this, &other)?.is_empty()))
    }

    /// Whether each item of an iterable is in the set, or none is. As in CPython, no item is taken after the first
    /// that decides.
    fn each_contained(&mut self, receiver: &Value, iterable: &Value, wanted: bool) -> Result<Value> {
        self.charge(len(receiver) / 4)?;
        let this = as_set(receiver)?;
        let mut iter = self.iter(iterable)?;
        while let Some(item) = self.next(&mut iter)? {
            self.step()?;
            if this.contains(&item)? != wanted {
                return Ok(Value::Bool(false));
            }
        }
        Ok(Value::Bool(true))
    }

    /// A set and any iterable. Of equal elements an intersection keeps the iterable's.
    fn combined(&mut self, op: BinaryOp, set: &Table<()>, other: &Value) -> Result<Table<()>> {
        if op != BinaryOp::BitAnd || matches!(other, Value::Set(_) | Value::FrozenSet(_)) {
            let other = self.set_from(other)?;
            return set_operation(op, set, &other);
        }
        let mut result = Table::default();
        let mut iter = self.iter(other)?;
        while let Some(item) = self.next(&mut iter)? {
            self.step()?;
            if set.contains(&item)? {
                result.add(item)?;
            }
        }
        Ok(result)
    }

    fn update_with(&mut self, set: &std::cell::RefCell<Table<()>>, op: BinaryOp, other: &Value) -> Result<()> {
        // An iterator may look at the set, and change it, while the set is being updated.
        if let Value::Iter(_) = other {
            if op == BinaryOp::BitXor {
                let other = self.set_from(other)?;
                let result = set_operation(op, &set.borrow(), &other)?;
                replace(set, op, result);
                return Ok(());
            }
            let mut kept = Table::default();
            let mut iter = self.iter(other)?;
            while let Some(item) = self.next(&mut iter)? {
                self.step()?;
                match op {
                    BinaryOp::BitOr => set.borrow_mut().add(item)?,
                    BinaryOp::Subtract => drop(set.borrow_mut().remove(&item)?),
                    _ if set.borrow().contains(&item)? => kept.add(item)?,
                    _ => {}
                }
            }
            if op == BinaryOp::BitAnd {
                replace(set, op, kept);
            }
            return Ok(());
        }
        self.charge(set.borrow().len() / 4)?;
        let before = set.borrow().clone();
        let result = self.combined(op, &before, other)?;
        replace(set, op, result);
        Ok(())
    }

    pub(super) fn set_update(
        &mut self,
        set: &std::cell::RefCell<Table<()>>,
        method: SetUpdate,
        mut arguments: Arguments,
    ) -> Result<Value> {
        match method {
            SetUpdate::Update => self.update_all(set, BinaryOp::BitOr, &arguments)?,
            SetUpdate::IntersectionUpdate => self.update_all(set, BinaryOp::BitAnd, &arguments)?,
            SetUpdate::DifferenceUpdate => self.update_all(set, BinaryOp::Subtract, &arguments)?,
            SetUpdate::SymmetricDifferenceUpdate => self.update_all(set, BinaryOp::BitXor, &arguments)?,
            SetUpdate::Add => set.borrow_mut().add(arguments.take(0))?,
            SetUpdate::Discard => drop(remove(set, arguments.take(0))?),
            SetUpdate::Remove => {
                if let Err(missing) = remove(set, arguments.take(0))? {
                    return raise(Exception::KeyError, crate::repr::message_repr(&missing));
                }
            }
            SetUpdate::Clear => set.borrow_mut().clear(),
            SetUpdate::Pop => return self.pop_of_set(set),
        }
        Ok(Value::None)
    }

    /// Of several elements, a submission gets the first one in the order of iteration.
    fn pop_of_set(&self, set: &std::cell::RefCell<Table<()>>) -> Result<Value> {
        let mut table = set.borrow_mut();
        if table.len() > 1 && !self.program.is_submission {
            return outside("`pop` depends on the order of a set, which Python does not define");
        }
        let first = match self.set_order {
            Some(order) => order.shuffled(&table).pop(),
            None => table.keys().next().cloned(),
        };
        match first {
            Some(first) => table.remove(&first).map(|_| first),
            None => raise(Exception::KeyError, "pop from an empty set"),
        }
    }

    fn update_all(&mut self, set: &std::cell::RefCell<Table<()>>, op: BinaryOp, arguments: &Arguments) -> Result<()> {
        arguments.positional.iter().try_for_each(|other| self.update_with(set, op, other))
    }
}

/// Makes a set the result of an operation on it.
pub(crate) fn replace(set: &std::cell::RefCell<Table<()>>, op: BinaryOp, result: Table<()>) {
    let mut set = set.borrow_mut();
    let may_lack_some = op != BinaryOp::BitOr && (op == BinaryOp::BitXor || result.len() < set.len());
    set.replace_by(result, may_lack_some);
}

/// Removes an element; gives it back if the set does not have it. A set is looked up as the equal frozenset.
fn remove(set: &std::cell::RefCell<Table<()>>, key: Value) -> Result<std::result::Result<(), Value>> {
    if let Value::Set(inner) = &key {
        crate::limits::spend(inner.borrow().len())?;
    }
    let frozen = if let Value::Set(inner) = &key { Some(Value::frozenset(inner.borrow().clone())) } else { None };
    let key = frozen.unwrap_or(key);
    let removed = set.borrow_mut().remove(&key)?.is_some();
    Ok(if removed { Ok(()) } else { Err(key) })
}

/// How many elements a set or a view has.
fn len(value: &Value) -> usize {
    crate::builtins::len(value).ok().and_then(|size| usize::try_from(size).ok()).unwrap_or(0)
}

/// A set of the receiver's class.
fn like(receiver: &Value, table: Table<()>) -> Result<Value> {
    match receiver {
        Value::Set(_) => Ok(Value::set(table)),
        Value::FrozenSet(_) => Ok(Value::frozenset(table)),
        other => type_error(format!("'{}' object has no such method", other.type_name())),
    }
}

/// Whether the only argument is a set itself.
fn is_set(arguments: &Arguments) -> bool {
    matches!(&*arguments.positional, [Value::Set(_) | Value::FrozenSet(_)])
}

/// Whether membership in it is a look-up of a hashable key.
fn looks_up_keys(receiver: &Value) -> bool {
    match receiver {
        Value::Set(_) | Value::FrozenSet(_) => true,
        Value::View(view) => view.kind == crate::value::ViewKind::Keys,
        _ => false,
    }
}
