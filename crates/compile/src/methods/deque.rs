//! `collections.deque`: a row of slots like a list, changed at both ends.

use circuit::Lit;
use lang::builtins::Exception;
use lang::methods::{DequeMethod, ListMethod};

use crate::calls::Arguments;
use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{Object, Seq};
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

/// Rotations of a deque of unknown length are unrolled up to here.
const MOST_ROTATIONS: i128 = 16;

impl Machine<'_> {
    /// `deque(iterable, maxlen)`
    pub fn deque_builtin(&mut self, arguments: &Arguments) -> Result<Value> {
        let most = match arguments.get(1).map(Value::single) {
            None | Some(Some(Alt::None)) => None,
            Some(Some(alt)) => match alt.int() {
                Some(number) if number < 0 => return Ok(self.raise_always(Exception::ValueError)),
                Some(number) => match usize::try_from(number) {
                    Ok(most) if i64::try_from(number).is_ok() => Some(most),
                    _ => return Ok(self.raise_always(Exception::OverflowError)),
                },
                None if alt.is_number() => return self.refuse(Construct::BoundedDeque),
                None => return Ok(self.raise_always(Exception::TypeError)),
            },
            Some(None) => return self.refuse(Construct::BoundedDeque),
        };
        self.in_order_of_items(|this| {
            let seq = this.sequence_of(arguments.get(0))?;
            Ok(Object::Deque(this.cut(seq, most, true)?, most))
        })
    }

    /// Drops what a bounded deque has no room for, at one end.
    pub fn cut(&mut self, mut seq: Seq, most: Option<usize>, at_front: bool) -> Result<Seq> {
        let Some(most) = most else { return Ok(seq) };
        if seq.slots.len() <= most {
            return Ok(seq);
        }
        seq.slots.retain(|slot| slot.present != Lit::FALSE);
        if seq.slots.len() <= most {
            return Ok(seq);
        }
        if !seq.is_fixed() {
            return self.refuse(Construct::BoundedDeque);
        }
        if at_front {
            seq.slots.drain(..seq.slots.len() - most);
        } else {
            seq.slots.truncate(most);
        }
        Ok(seq)
    }

    /// Does to a deque what a method does to a list of its elements.
    pub fn as_list<T>(&mut self, id: ObjectId, action: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let Object::Deque(seq, most) = &*self.object(id)? else { return self.inconsistent("not a deque") };
        let most = *most;
        self.put(id, Object::List(seq.clone()));
        let result = action(self)?;
        if self.is_dead() {
            // Nobody sees it any more, but it stays a deque.
            self.put(id, Object::Deque(Seq::default(), most));
            return Ok(result);
        }
        let Object::List(seq) = &*self.object(id)? else { return self.inconsistent("not a list") };
        let seq = self.cut(seq.clone(), most, true)?;
        self.put(id, Object::Deque(seq, most));
        Ok(result)
    }

    pub(super) fn deque_method(&mut self, id: ObjectId, method: DequeMethod, arguments: Arguments) -> Result<Value> {
        let Object::Deque(seq, most) = &*self.object(id)? else { return self.inconsistent("not a deque") };
        let (mut seq, most) = (seq.clone(), *most);
        let as_list = |method: ListMethod, arguments: Arguments| (method, arguments);
        let (method, arguments) = match method {
            DequeMethod::AppendLeft => {
                let mut longer = Seq::of([arguments.positional[0].clone()]);
                longer.slots.append(&mut seq.slots);
                let seq = self.cut(longer, most, false)?;
                self.put(id, Object::Deque(seq, most));
                return Ok(Value::none());
            }
            DequeMethod::ExtendLeft => {
                self.refuse_set_order(&arguments.positional[0])?;
                let mut added = Seq { slots: self.items(&arguments.positional[0])? };
                if self.is_dead() {
                    return Ok(Value::never());
                }
                added.slots.reverse();
                let Object::Deque(now, _) = &*self.object(id)? else { return self.inconsistent("not a deque") };
                added.slots.extend(now.slots.iter().cloned());
                let seq = self.cut(added, most, false)?;
                self.put(id, Object::Deque(seq, most));
                return Ok(Value::none());
            }
            DequeMethod::Copy => return Ok(Value::object(self.allocate(Object::Deque(seq, most)))),
            DequeMethod::PopLeft => {
                let (seq, hits) = self.hits(&seq, &Value::int(0))?;
                let value = self.hit_value(&seq, &hits)?;
                self.put_deque_without(id, seq, &hits, most);
                return Ok(value);
            }
            DequeMethod::Pop => {
                let (seq, hits) = self.hits(&seq, &Value::int(-1))?;
                let value = self.hit_value(&seq, &hits)?;
                self.put_deque_without(id, seq, &hits, most);
                return Ok(value);
            }
            DequeMethod::Insert if most.is_some() => {
                if !seq.is_fixed() {
                    return self.refuse(Construct::BoundedDeque);
                }
                if most.is_some_and(|most| seq.slots.len() >= most) {
                    return Ok(self.raise_always(Exception::IndexError));
                }
                as_list(ListMethod::Insert, arguments)
            }
            DequeMethod::Rotate => return self.rotate(id, seq, most, arguments.get(0)),
            DequeMethod::Append => as_list(ListMethod::Append, arguments),
            DequeMethod::Clear => as_list(ListMethod::Clear, arguments),
            DequeMethod::Count => as_list(ListMethod::Count, arguments),
            DequeMethod::Extend => {
                // An iterable may read the deque itself, so that it must not look like a list.
                self.extend_deque(id, &arguments.positional[0])?;
                return Ok(Value::none());
            }
            DequeMethod::Index => as_list(ListMethod::Index, arguments),
            DequeMethod::Insert => as_list(ListMethod::Insert, arguments),
            DequeMethod::Remove => as_list(ListMethod::Remove, arguments),
            DequeMethod::Reverse => as_list(ListMethod::Reverse, arguments),
        };
        self.as_list(id, |this| this.list_method(id, method, arguments))
    }

    fn put_deque_without(&mut self, id: ObjectId, seq: Seq, hits: &[Lit], most: Option<usize>) {
        self.put_without(id, seq, hits);
        if let Some(object) = self.state.heap.get(id).cloned()
            && let Object::List(seq) = &*object
        {
            self.put(id, Object::Deque(seq.clone(), most));
        }
    }

    pub fn extend_deque(&mut self, id: ObjectId, iterable: &Value) -> Result<()> {
        self.refuse_set_order(iterable)?;
        let added = self.items(iterable)?;
        if self.is_dead() {
            return Ok(());
        }
        let Object::Deque(seq, most) = &*self.object(id)? else { return self.inconsistent("not a deque") };
        let (mut seq, most) = (seq.clone(), *most);
        seq.slots.extend(added);
        let seq = self.cut(seq, most, true)?;
        self.put(id, Object::Deque(seq, most));
        Ok(())
    }

    /// The last element comes first, as often as asked; the other way round if negative.
    fn rotate(&mut self, id: ObjectId, mut seq: Seq, most: Option<usize>, steps: Option<&Value>) -> Result<Value> {
        let one = Value::int(1);
        let Some(alt) = steps.unwrap_or(&one).single() else { return self.refuse(Construct::RotateByUnknown) };
        let Some(steps) = alt.int() else {
            if alt.is_number() || matches!(alt, Alt::Atom(..)) {
                return self.refuse(Construct::RotateByUnknown);
            }
            return Ok(self.raise_always(Exception::TypeError));
        };
        if i64::try_from(steps).is_err() {
            return Ok(self.raise_always(Exception::OverflowError));
        }
        if seq.is_fixed() {
            let length = seq.slots.len();
            if length > 1 {
                let right = usize::try_from(steps.rem_euclid(length as i128)).unwrap_or(0);
                seq.slots.rotate_right(right);
            }
            self.put(id, Object::Deque(seq, most));
            return Ok(Value::none());
        }
        if steps.abs() > MOST_ROTATIONS {
            return self.refuse(Construct::RotateByUnknown);
        }
        for _ in 0..steps.abs() {
            self.step()?;
            let some = self.circuit.any(seq.slots.iter().map(|slot| slot.present));
            let hits = self.end_hits(&seq, steps < 0);
            let value = self.hit_value(&seq, &hits)?;
            for (slot, hit) in seq.slots.iter_mut().zip(&hits) {
                slot.present = self.circuit.and(slot.present, !*hit);
            }
            let mut moved = Seq::default();
            moved.push(some, value);
            if steps < 0 {
                seq.slots.append(&mut moved.slots);
            } else {
                moved.slots.append(&mut seq.slots);
                seq = moved;
            }
        }
        self.put(id, Object::Deque(seq, most));
        Ok(Value::none())
    }
}
