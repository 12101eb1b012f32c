//! Methods of sets and frozensets, and `isdisjoint` of views.

use lang::ast::BinaryOp;
use lang::builtins::Exception;

use super::Method;
use crate::calls::Arguments;
use crate::compare::as_set;
use crate::fault::{Result, outside, raise, type_error};
use crate::machine::Machine;
use crate::operators::set_operation;
use crate::table::Table;
use crate::value::Value;

impl Machine<'_> {
    pub(super) fn set_method(&mut self, receiver: &Value, method: Method, arguments: Arguments) -> Result<Value> {
        let name = method.name();
        if let Value::Set(set) = receiver
            && method.changes_sets()
        {
            if let Some(op) = update_operation(method) {
                arguments.expect(
                    name,
                    usize::from(op == BinaryOp::BitXor),
                    if op == BinaryOp::BitXor { 1 } else { usize::MAX },
                )?;
                for other in &arguments.positional {
                    self.update_set(set, op, other)?;
                }
                return Ok(Value::None);
            }
            return self.change_set(set, method, arguments);
        }
        match method {
            Method::Copy => {
                arguments.expect(name, 0, 0)?;
                let copy = like(receiver, as_set(receiver)?)?;
                self.charged(copy)
            }
            Method::Union | Method::Intersection | Method::Difference => {
                arguments.expect(name, 0, usize::MAX)?;
                let op = match method {
                    Method::Union => BinaryOp::BitOr,
                    Method::Intersection => BinaryOp::BitAnd,
                    _ => BinaryOp::Subtract,
                };
                let mut result = self.set_from(receiver)?;
                for other in &arguments.positional {
                    result = self.combined(op, &result, other)?;
                }
                like(receiver, result)
            }
            Method::SymmetricDifference => {
                arguments.expect(name, 1, 1)?;
                let other = self.set_from(&arguments.positional[0])?;
                like(receiver, set_operation(BinaryOp::BitXor, &as_set(receiver)?, &other)?)
            }
            Method::IsSuperset | Method::IsDisjoint if looks_up_keys(receiver) && !is_set(&arguments) => {
                arguments.expect(name, 1, 1)?;
                // Item by item: what comes after the answer is not looked at.
                let this = as_set(receiver)?;
                let mut iter = self.iter(&arguments.positional[0])?;
                while let Some(item) = self.next(&mut iter)? {
                    if this.contains(&item)? != (method == Method::IsSuperset) {
                        return Ok(Value::Bool(false));
                    }
                }
                Ok(Value::Bool(true))
            }
            _ => {
                arguments.expect(name, 1, 1)?;
                let (this, other) = (as_set(receiver)?, self.set_from(&arguments.positional[0])?);
                Ok(Value::Bool(match method {
                    Method::IsSubset => this.is_subset(&other)?,
                    Method::IsSuperset => other.is_subset(&this)?,
                    _ => set_operation(BinaryOp::BitAnd, &this, &other)?.is_empty(),
                }))
            }
        }
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
            if set.contains(&item)? {
                result.add(item)?;
            }
        }
        Ok(result)
    }

    fn update_set(&mut self, set: &std::cell::RefCell<Table<()>>, op: BinaryOp, other: &Value) -> Result<()> {
        // An iterator may look at the set, and change it, while the set is being updated.
        if let Value::Iter(_) = other {
            if op == BinaryOp::BitXor {
                let other = self.set_from(other)?;
                let result = set_operation(op, &set.borrow(), &other)?;
                *set.borrow_mut() = result;
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
                *set.borrow_mut() = kept;
            }
            return Ok(());
        }
        let before = set.borrow().clone();
        let result = self.combined(op, &before, other)?;
        *set.borrow_mut() = result;
        Ok(())
    }

    fn change_set(
        &mut self,
        set: &std::cell::RefCell<Table<()>>,
        method: Method,
        mut arguments: Arguments,
    ) -> Result<Value> {
        let name = method.name();
        match method {
            Method::Add => {
                arguments.expect(name, 1, 1)?;
                set.borrow_mut().add(arguments.take(0))?;
            }
            Method::Discard | Method::Remove => {
                arguments.expect(name, 1, 1)?;
                let key = match arguments.take(0) {
                    Value::Set(inner) => Value::frozenset(inner.borrow().clone()),
                    other => other,
                };
                let removed = set.borrow_mut().remove(&key)?.is_some();
                if !removed && method == Method::Remove {
                    return raise(Exception::KeyError, crate::repr::message_repr(&key));
                }
            }
            Method::Clear => {
                arguments.expect(name, 0, 0)?;
                set.borrow_mut().clear();
            }
            _ => {
                arguments.expect(name, 0, 0)?;
                let mut table = set.borrow_mut();
                if table.len() > 1 {
                    return outside("`pop` depends on the order of a set, which Python leaves open");
                }
                return match table.pop_last() {
                    Some((key, ())) => Ok(key),
                    None => raise(Exception::KeyError, "pop from an empty set"),
                };
            }
        }
        Ok(Value::None)
    }
}

fn update_operation(method: Method) -> Option<BinaryOp> {
    match method {
        Method::Update => Some(BinaryOp::BitOr),
        Method::IntersectionUpdate => Some(BinaryOp::BitAnd),
        Method::DifferenceUpdate => Some(BinaryOp::Subtract),
        Method::SymmetricDifferenceUpdate => Some(BinaryOp::BitXor),
        _ => None,
    }
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
