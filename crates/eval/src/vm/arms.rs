//! What the instruction loop leaves to others, so that it stays small: one function for each rarer instruction.

use std::rc::Rc;

use lang::builtins::{Builtin, Exception};
use lang::methods::Method;

use crate::calls::no_attribute;
use crate::code::{CodeId, Symbol};
use crate::fault::{Result, raise};
use crate::frame::{Course, Room, clear, refresh};
use crate::iterators::Iter;
use crate::machine::Machine;
use crate::table::Table;
use crate::value::{DictKind, Items, Range, Value, copy, put, take};

#[inline(never)]
pub(super) fn new_list() -> Value {
    Value::list(Vec::new())
}

#[inline(never)]
pub(super) fn new_set() -> Value {
    Value::set(Table::default())
}

#[inline(never)]
pub(super) fn new_dict() -> Value {
    Value::dict(DictKind::Plain, Table::default())
}

#[inline(never)]
pub(super) fn store_cell(cell: &Value, value: &Value) {
    if let Value::Cell(cell) = cell {
        *cell.borrow_mut() = value.clone();
    }
}

#[inline(never)]
pub(super) fn tuple(registers: &mut [Value]) -> Value {
    if let [first, second] = registers {
        return Value::pair(take(first), take(second));
    }
    Value::Tuple(Rc::new(registers.iter_mut().map(take).collect()))
}

#[inline(never)]
pub(super) fn list(registers: &mut [Value]) -> Value {
    Value::list(registers.iter_mut().map(take).collect())
}

#[inline(never)]
pub(super) fn set(registers: &mut [Value]) -> Result<Value> {
    let mut table = Table::with_capacity(registers.len());
    for register in registers {
        table.add(take(register))?;
    }
    Ok(Value::set(table))
}

#[inline(never)]
pub(super) fn dict(registers: &mut [Value]) -> Result<Value> {
    let mut table = Table::with_capacity(registers.len() / 2);
    for pair in registers.chunks_exact_mut(2) {
        let [key, value] = pair else { continue };
        table.insert(take(key), take(value))?;
    }
    Ok(Value::dict(DictKind::Plain, table))
}

#[inline(never)]
pub(super) fn list_to_tuple(register: &mut Value) {
    if let Value::List(items) = register {
        *register = Value::Tuple(Rc::new(Items::from_vec(items.take())));
    }
}

#[inline(never)]
pub(super) fn set_to_frozen(register: &mut Value) {
    if let Value::Set(set) = register {
        *register = Value::frozenset(set.take());
    }
}

#[inline(never)]
pub(super) fn slice_index(parts: &[Value]) -> Value {
    crate::subscript::slice_marker(parts.iter().cloned().collect())
}

/// `receiver.add(value)` or `receiver.append(value)`
#[inline(never)]
pub(super) fn push(method: Method, receiver: &Value, value: &Value) -> Result<()> {
    match (receiver, method) {
        (Value::Set(set), Method::Add) => set.borrow_mut().add_ref(value),
        (Value::List(items), Method::Append) => {
            items.borrow_mut().push(value.clone());
            Ok(())
        }
        (Value::Deque(deque), Method::Append) => {
            deque.push_back(value.clone());
            Ok(())
        }
        (other, method) => no_attribute(other, method.name()),
    }
}

#[cold]
pub(super) fn raise_text(exception: Exception, args: &[Value]) -> Result<()> {
    let texts: Vec<String> = args.iter().map(crate::repr::message).collect();
    raise(exception, texts.join(", "))
}

#[inline(never)]
pub(super) fn message(parts: &[Value]) -> Value {
    let text: String = parts.iter().map(crate::repr::message).collect();
    Value::str(&text)
}

impl Machine<'_> {
    /// `receiver.add(value)` or `receiver.append(value)`
    #[inline(never)]
    pub(super) fn push(&mut self, method: Method, receiver: &Value, value: &Value) -> Result<()> {
        match receiver {
            Value::Set(_) if self.program.overloads => self.asking(|_| push(method, receiver, value)),
            Value::Instance(_) | Value::Record(_) | Value::Type(_) | Value::Special(_) | Value::Class(_) => {
                let name = self.program.names.iter().position(|name| **name == *method.name());
                let Some(name) = name.and_then(|name| u32::try_from(name).ok()) else {
                    return no_attribute(receiver, method.name());
                };
                let callee = self.attribute(receiver, Symbol(name))?;
                self.call_value(&callee, crate::calls::Arguments::one(value.clone())).map(drop)
            }
            _ => push(method, receiver, value),
        }
    }

    /// Into the set that a display or comprehension builds.
    #[inline]
    pub(super) fn insert(&mut self, table: &std::cell::RefCell<Table<()>>, value: &Value) -> Result<()> {
        if self.program.overloads {
            return self.asking(|_| table.borrow_mut().add_ref(value));
        }
        table.borrow_mut().add_ref(value)
    }

    #[cold]
    pub(super) fn raise_with(&mut self, exception: Exception, args: &[Value]) -> Result<()> {
        self.raise_value(&Value::exception(exception, Some(args.iter().cloned().collect())))
    }

    #[inline(never)]
    pub(super) fn load_cell(&self, register: &Value, name: Symbol, own: bool) -> Result<Value> {
        let value = match register {
            Value::Cell(cell) => cell.borrow().clone(),
            _ => Value::Unbound,
        };
        match value {
            Value::Unbound if own => self.unbound_local(name),
            Value::Unbound => self.unbound_free(name),
            value => Ok(value),
        }
    }

    /// `(first, second) in container`
    #[inline(never)]
    pub(super) fn contains_pair(&mut self, container: &Value, first: &Value, second: &Value) -> Result<bool> {
        match container {
            Value::Set(set) if !self.program.overloads => set.borrow().contains_pair(first, second),
            _ => self.contains(container, &Value::pair(first.clone(), second.clone())),
        }
    }

    /// `set(xs)`
    #[inline(never)]
    pub(super) fn make_set(&mut self, value: &Value) -> Result<Value> {
        self.charge(super::TABLE_STEPS)?;
        Ok(Value::set(match value {
            Value::List(items) if !self.program.overloads => {
                self.charge(items.borrow().len())?;
                Table::from_items(&items.borrow())?
            }
            Value::Tuple(items) if !self.program.overloads => {
                self.charge(items.len())?;
                Table::from_items(items)?
            }
            Value::Range(range) if range.step == 1 => {
                let mut table = Table::with_capacity(usize::try_from(range.len()).unwrap_or(0));
                for number in range.start..range.stop {
                    self.step()?;
                    table.add_ref(&Value::Int(number))?;
                }
                table
            }
            other => self.set_from(other)?,
        }))
    }

    /// Calls a function of the file with exactly its parameters.
    #[expect(clippy::needless_pass_by_value, reason = "a room is lent to one call at a time")]
    #[inline(never)]
    pub(super) fn call_direct(
        &mut self,
        callee: CodeId,
        args: &mut [Value],
        room: Room<'_>,
        constants: &[Value],
        called: &mut Course,
    ) -> Result<()> {
        let code = &self.program.codes[callee.0 as usize];
        if let Some(global) = code.global
            && let Value::Unbound = self.globals[global as usize]
        {
            return self.unbound_global(global);
        }
        if !code.is_plain || self.is_deep() || !room.fits(code) {
            let frame = self.frame_with(code, args);
            called.value = self.enter(code, frame)?;
            return Ok(());
        }
        self.step()?;
        let (regs, more_regs) = room.regs.split_at_mut(code.registers);
        let (iters, more_iters) = room.iters.split_at_mut(code.iterators);
        refresh(regs, code);
        for (register, arg) in regs.iter_mut().zip(args) {
            std::mem::swap(register, arg);
        }
        self.depth += 1;
        let room = Room { regs: more_regs, iters: more_iters };
        let result = self.instructions(code, regs, iters, room, constants, called);
        self.depth -= 1;
        clear(regs, iters);
        result
    }

    #[inline(never)]
    pub(super) fn builtin_of(&mut self, builtin: Builtin, args: &mut [Value]) -> Result<Value> {
        if let (Builtin::Range, [Value::Int(stop)]) = (builtin, &*args) {
            return Ok(Value::Range(Rc::new(Range { start: 0, stop: *stop, step: 1 })));
        }
        let arguments = self.taken(args);
        self.call_builtin(builtin, arguments)
    }

    /// The callee comes first.
    #[inline(never)]
    pub(super) fn value_of(&mut self, registers: &mut [Value]) -> Result<Value> {
        let callee = take(&mut registers[0]);
        let arguments = self.taken(&mut registers[1..]);
        self.call_value(&callee, arguments)
    }

    #[inline(never)]
    pub(super) fn get_slice(&mut self, base: &Value, parts: [&Value; 3]) -> Result<Value> {
        let value = crate::subscript::get_slice(base, parts)?;
        self.charged_slice(base, value)
    }

    #[inline(never)]
    pub(super) fn iterate(&mut self, iter: &mut Iter, value: &Value) -> Result<()> {
        iter.put(self.iter(value)?);
        Ok(())
    }

    #[inline(never)]
    pub(super) fn iterate_builtin(&mut self, iter: &mut Iter, builtin: Builtin, args: &mut [Value]) -> Result<()> {
        match (builtin, &*args) {
            (Builtin::Range, [Value::Int(stop)]) => iter.put(Iter::Range { next: 0, left: (*stop).max(0), step: 1 }),
            (Builtin::Enumerate, [Value::List(items)]) => {
                iter.put(Iter::EnumerateList(Rc::clone(items), 0));
            }
            (Builtin::Pairwise, [Value::List(items)]) => iter.put(Iter::PairwiseList(Rc::clone(items), 0, None)),
            _ => {
                let arguments = self.taken(args);
                iter.put(self.make_iter(builtin, arguments)?);
            }
        }
        Ok(())
    }

    /// The next value of an iterator into a register, if there is one.
    #[inline(never)]
    pub(super) fn next_other(&mut self, iter: &mut Iter, place: &mut Value) -> Result<bool> {
        if let Iter::Set(set, position, size, removals) = iter {
            let table = set.borrow();
            if table.len() == *size && table.removals() == *removals {
                let Some((key, ())) = table.at(*position) else { return Ok(false) };
                *position += 1;
                copy(place, key);
                return Ok(true);
            }
        }
        match self.next(iter)? {
            Some(value) => {
                put(place, value);
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// The next value of an iterator, unpacked into two registers, if there is one.
    #[inline(never)]
    pub(super) fn next_two(&mut self, iter: &mut Iter, first: &mut Value, second: &mut Value) -> Result<bool> {
        match iter {
            Iter::List(items, position) => {
                if let Some(Value::Tuple(tuple)) = items.borrow().get(*position)
                    && let [a, b] = &***tuple
                {
                    *position += 1;
                    if let (Value::Atom(a), Value::Atom(b)) = (a, b) {
                        put(first, Value::Atom(*a));
                        put(second, Value::Atom(*b));
                    } else {
                        copy(first, a);
                        copy(second, b);
                    }
                    return Ok(true);
                }
            }
            Iter::EnumerateList(items, position) => {
                let items = items.borrow();
                let Some(item) = items.get(*position) else { return Ok(false) };
                put(first, Value::Int(i64::try_from(*position).unwrap_or(i64::MAX)));
                copy(second, item);
                *position += 1;
                return Ok(true);
            }
            Iter::PairwiseList(items, position, previous) if *position > 0 => {
                let items = items.borrow();
                let Some(item) = items.get(*position) else { return Ok(false) };
                *position += 1;
                copy(second, item);
                // What comes first now came second before.
                if let Some(previous) = previous {
                    copy(first, previous);
                    copy(previous, item);
                }
                return Ok(true);
            }
            Iter::Combinations(state) => {
                if let Some((a, b)) = state.next_two() {
                    copy(first, a);
                    copy(second, b);
                    return Ok(true);
                }
            }
            _ => {}
        }
        let Some((a, b)) = self.next_pair(iter)? else { return Ok(false) };
        put(first, a);
        put(second, b);
        Ok(true)
    }
}
