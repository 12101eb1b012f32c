//! `x += y` and similar: lists, sets and dicts change and stay the same object.

use circuit::Lit;
use lang::ast::BinaryOp;
use lang::builtins::Exception;

use crate::calls::Arguments;
use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{DictKind, Object};
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

impl Machine<'_> {
    /// `left op= right`: gives what the variable then holds.
    pub fn in_place(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
        if self.is_dead() {
            return Ok(Value::never());
        }
        if self.has_instance(left)?
            || self.has_instance(right)? && !left.alts().iter().any(|(_, alt)| matches!(alt, Alt::Object(_)))
        {
            return self.special_in_place(op, left, right);
        }
        if !left.alts().iter().any(|(_, alt)| matches!(alt, Alt::Object(_))) {
            return self.binary(op, left, right);
        }
        let mut cases = Vec::new();
        let mut others = Vec::new();
        let several = left.alts().len() > 1;
        let mark = self.held.len();
        for (lit, alt) in left.alts() {
            let Alt::Object(id) = alt else {
                others.push((*lit, alt.clone()));
                continue;
            };
            let guard = if several { *lit } else { Lit::TRUE };
            let value = self.under(guard, |this| this.change(op, *id, right))?;
            if let Some(value) = value {
                self.hold(&value);
                cases.push((*lit, value));
            }
        }
        if !others.is_empty() {
            let guard = self.circuit.any(others.iter().map(|(lit, _)| *lit));
            let others = Value::choice(others);
            if let Some(value) = self.under(guard, |this| this.binary(op, &others, right))? {
                cases.push((guard, value));
            }
        }
        self.release(mark);
        self.choose(&cases)
    }

    fn change(&mut self, op: BinaryOp, id: ObjectId, right: &Value) -> Result<Value> {
        let this = Value::object(id);
        match (&*self.object(id)?, op) {
            (Object::List(_), BinaryOp::Add) => {
                self.extend_list(id, right)?;
                Ok(this)
            }
            (Object::List(list), BinaryOp::Multiply) if right.alts().iter().all(|(_, alt)| alt.is_number()) => {
                let list = self.repeated_list(list, right)?;
                self.put(id, Object::List(list));
                Ok(this)
            }
            (Object::Deque(..), BinaryOp::Add) => {
                self.extend_deque(id, right)?;
                Ok(this)
            }
            (Object::Deque(seq, most), BinaryOp::Multiply) if right.alts().iter().all(|(_, alt)| alt.is_number()) => {
                let seq = self.repeated_list(seq, right)?;
                let seq = self.cut(seq, *most, true)?;
                self.put(id, Object::Deque(seq, *most));
                Ok(this)
            }
            (Object::Set(_), BinaryOp::BitOr | BinaryOp::BitAnd | BinaryOp::Subtract | BinaryOp::BitXor) => self
                .change_by_parts(id, right, &mut |machine, alt| {
                    let is_set = match alt {
                        Alt::FrozenSet(_) => true,
                        Alt::Object(other) => matches!(&*machine.object(*other)?, Object::Set(_)),
                        _ => false,
                    };
                    if !is_set {
                        return machine.binary(op, &Value::object(id), &Value::of(alt.clone()));
                    }
                    let Some(other) = machine.as_set(alt)? else { return machine.inconsistent("not a set") };
                    let result = machine.set(id).and_then(|set| machine.set_operation(op, &set, &other))?;
                    machine.put(id, Object::Set(result));
                    Ok(Value::object(id))
                }),
            (Object::Dict(dict), BinaryOp::BitOr) if !matches!(dict.kind, DictKind::Counter) => {
                self.update_method(id, &Arguments::of([right.clone()]))?;
                Ok(this)
            }
            (Object::Dict(dict), BinaryOp::Add | BinaryOp::Subtract | BinaryOp::BitAnd | BinaryOp::BitOr)
                if matches!(dict.kind, DictKind::Counter) =>
            {
                self.change_by_parts(id, right, &mut |machine, alt| machine.change_counter(op, id, alt))
            }
            _ => self.binary(op, &this, right),
        }
    }

    /// Does something for each possible right operand.
    fn change_by_parts(
        &mut self,
        id: ObjectId,
        right: &Value,
        change: &mut dyn FnMut(&mut Self, &Alt) -> Result<Value>,
    ) -> Result<Value> {
        let mut cases = Vec::new();
        let several = right.alts().len() > 1;
        let mark = self.held.len();
        self.hold(&Value::object(id));
        for (lit, alt) in right.alts() {
            let guard = if several { *lit } else { Lit::TRUE };
            if let Some(value) = self.under(guard, |this| change(this, alt))? {
                self.hold(&value);
                cases.push((*lit, value));
            }
        }
        self.release(mark);
        self.choose(&cases)
    }

    fn change_counter(&mut self, op: BinaryOp, id: ObjectId, right: &Alt) -> Result<Value> {
        let other = match right {
            Alt::Object(other) => self.object(*other)?,
            _ if op == BinaryOp::BitAnd => return self.intersect_counter(id, right),
            // Counter asks the other side for its `items` without looking what it is.
            _ => return Ok(self.raise_always(Exception::AttributeError)),
        };
        match &*other {
            Object::Dict(other) => {
                let mut counter = self.dict(id)?;
                self.counter_in_place(op, &mut counter, other)?;
                self.put(id, Object::Dict(counter));
                Ok(Value::object(id))
            }
            _ if op == BinaryOp::BitAnd => self.intersect_counter(id, right),
            _ => Ok(self.raise_always(Exception::AttributeError)),
        }
    }

    /// `counter &= right` where `right` is not a dict: looking up a key raises unless it has indexes.
    fn intersect_counter(&mut self, id: ObjectId, right: &Alt) -> Result<Value> {
        let counter = self.dict(id)?;
        let any = self.circuit.any(counter.entries.iter().map(|entry| entry.present));
        let has_indexes = match right {
            Alt::Str(_) | Alt::Text(_) | Alt::Atom(..) | Alt::Range(_) => true,
            Alt::Object(other) => matches!(&*self.object(*other)?, Object::List(_)),
            other => self.is_tuple(other),
        };
        if has_indexes {
            self.refuse_if(any, Construct::CounterAndSequence)?;
        } else {
            self.raise(any, Exception::TypeError);
        }
        Ok(Value::object(id))
    }

    /// `xs += iterable`
    pub fn extend_list(&mut self, id: ObjectId, iterable: &Value) -> Result<()> {
        for (lit, alt) in iterable.alts() {
            if let Some(set) = self.ordered_set(alt)?.filter(|_| !self.is_submission()) {
                let lits: Vec<Lit> = set.slots().iter().map(|slot| slot.present).collect();
                let count = circuit::count::count_up_to(&mut self.circuit, &lits, 2);
                let several = circuit::count::at_least(&count, 2);
                let several = self.circuit.and(*lit, several);
                self.refuse_if(several, Construct::ExtendBySet)?;
            }
        }
        let added = self.locking(id, iterable, |this| this.items(iterable))?;
        if self.is_dead() {
            return Ok(());
        }
        let Object::List(list) = &*self.object(id)? else { return self.inconsistent("not a list") };
        let mut list = list.clone();
        list.slots.extend(added);
        self.put(id, Object::List(list));
        Ok(())
    }

    /// A set or frozenset, whose order is open.
    fn ordered_set(&mut self, alt: &Alt) -> Result<Option<std::rc::Rc<crate::objects::Set>>> {
        if matches!(alt, Alt::View(..)) { Ok(None) } else { self.as_set(alt) }
    }
}
