//! `all any len list next range sorted tuple`

use std::rc::Rc;

use lang::ast::Comprehension;
use lang::builtins::Exception;

use crate::calls::Arguments;
use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{Object, Seq, ViewKind};
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl<'p> Machine<'p> {
    pub(super) fn quantifier(&mut self, iterable: &Value, is_any: bool) -> Result<Value> {
        let decided = self.blindly_until(|this| {
            this.for_each_until(iterable, &mut |this, item| {
                let truth = this.truth(&item)?;
                Ok(if is_any { truth } else { !truth })
            })
        })?;
        Ok(Value::truth(if is_any { decided } else { !decided }))
    }

    /// The items of `list(…)` and `tuple(…)`.
    pub fn sequence_of(&mut self, iterable: Option<&Value>) -> Result<Seq> {
        let mut seq = Seq::default();
        if let Some(iterable) = iterable {
            self.refuse_set_order(iterable)?;
            seq.slots = self.items(iterable)?;
        }
        Ok(seq)
    }

    /// `all(… for …)` and `any(… for …)`: nothing is computed behind the item that decides.
    pub fn quantify(&mut self, comprehension: &'p Comprehension, is_any: bool) -> Result<Value> {
        let first = self.evaluate(&comprehension.clauses[0].iterable)?;
        let own = self.raised.len();
        let decided = self.blindly_until(|this| {
            this.gather(comprehension, first, &mut |this| {
                let truth = this.condition(&comprehension.element)?;
                Ok(if is_any { truth } else { !truth })
            })
        })?;
        self.stops_are_faults(own);
        Ok(Value::truth(if is_any { decided } else { !decided }))
    }

    pub(super) fn len_of(&mut self, alt: &Alt) -> Result<Value> {
        let slots = match alt {
            Alt::Object(id) => match &*self.object_in_any_order(*id)? {
                Object::List(seq) | Object::Deque(seq, _) => seq.slots.clone(),
                Object::Set(set) => set.slots(),
                Object::Dict(dict) => crate::iterate::view_slots(dict, ViewKind::Keys),
                Object::Instance(instance) => {
                    let receiver = Value::of(alt.clone());
                    return match self.instance_len(&receiver, instance.class)? {
                        Some(length) => Ok(length),
                        None => Ok(self.raise_always(Exception::TypeError)),
                    };
                }
                Object::Iter(_) | Object::Cell(_) | Object::Class(_) => {
                    return Ok(self.raise_always(Exception::TypeError));
                }
            },
            Alt::View(_, id) => crate::iterate::view_slots(&self.dict(*id)?, ViewKind::Keys),
            Alt::FrozenSet(set) => set.slots(),
            Alt::Range(parts) => match self.constant_length(parts) {
                Some(length) if i64::try_from(length).is_err() => {
                    return Ok(self.raise_always(Exception::OverflowError));
                }
                Some(length) => return Ok(Value::int(length)),
                None => self.range_items(parts)?,
            },
            Alt::Str(text) => return Ok(Value::size(text.chars().count())),
            Alt::Text(row) => row.slots.clone(),
            Alt::Atom(..) => return self.refuse(Construct::LengthOfAtom),
            _ if self.is_tuple(alt) => return Ok(Value::size(crate::equality::tuple_items(alt).len())),
            _ => return Ok(self.raise_always(Exception::TypeError)),
        };
        Ok(self.length_of(&Seq { slots }))
    }

    pub(super) fn next_of(&mut self, alt: &Alt, default: Option<&Value>) -> Result<Value> {
        let Alt::Object(id) = alt else { return Ok(self.raise_always(Exception::TypeError)) };
        if let Object::Instance(instance) = &*self.object(*id)? {
            if default.is_some() {
                return self.refuse(Construct::OwnIterator);
            }
            let receiver = Value::of(alt.clone());
            return match self.call_special(&receiver, instance.class, "__next__", &[])? {
                Some(value) => Ok(value),
                None => Ok(self.raise_always(Exception::TypeError)),
            };
        }
        if !matches!(&*self.object(*id)?, Object::Iter(_)) {
            return Ok(self.raise_always(Exception::TypeError));
        }
        let (found, value) = self.next_item(*id)?;
        match default {
            Some(default) => self.ite(found, &value, default),
            None => {
                self.raise(!found, Exception::StopIteration);
                Ok(value)
            }
        }
    }

    pub(super) fn range_builtin(&mut self, parts: &[Value]) -> Result<Value> {
        let mut numbers = Vec::new();
        for part in parts {
            numbers.push(self.range_part(part)?);
        }
        if self.is_dead() {
            return Ok(Value::never());
        }
        let parts = match &*numbers {
            [stop] => [Value::int(0), stop.clone(), Value::int(1)],
            [start, stop] => [start.clone(), stop.clone(), Value::int(1)],
            [start, stop, step] => {
                let (zero, steps): (Vec<_>, Vec<_>) =
                    step.alts().iter().cloned().partition(|(_, alt)| alt.int() == Some(0));
                if step.alts().iter().any(|(_, alt)| matches!(alt, Alt::Bits(_))) {
                    return self.refuse(Construct::RangeStep);
                }
                for (lit, _) in zero {
                    self.raise(lit, Exception::ValueError);
                }
                [start.clone(), stop.clone(), Value::choice(steps)]
            }
            _ => return self.inconsistent("a range of more than three parts"),
        };
        if self.is_dead() {
            return Ok(Value::never());
        }
        Ok(Value::of(Alt::Range(Rc::new(parts))))
    }

    /// A part of a range: a number, `True` taken for 1.
    fn range_part(&mut self, part: &Value) -> Result<Value> {
        let mut cases = Vec::new();
        for (lit, alt) in part.alts() {
            match alt {
                Alt::Bool(truth) => cases.push((*lit, Value::int(i128::from(*truth)))),
                Alt::Int(_) | Alt::Bits(_) => cases.push((*lit, Value::of(alt.clone()))),
                Alt::Atom(..) => self.refuse_if(*lit, Construct::RangeOfAtoms)?,
                _ => self.raise(*lit, Exception::TypeError),
            }
        }
        self.choose(&cases)
    }

    pub(super) fn sorted_builtin(&mut self, mut arguments: Arguments) -> Result<Value> {
        let mut options = self.sort_options(&mut arguments)?;
        let value = &arguments.positional[0];
        for (lit, alt) in value.alts() {
            if self.has_no_order(alt)? {
                options.unordered = self.circuit.or(options.unordered, *lit);
            }
        }
        // Elements that a key makes equal stay in the order in which they come. Those of a set are refused, except in a
        // submission, where their order shows.
        let mut all_sets = !self.is_submission();
        for (_, alt) in value.alts() {
            all_sets &= self.has_no_order(alt)?;
        }
        let sort = |this: &mut Self| {
            let seq = Seq { slots: this.items(value)? };
            if this.is_dead() {
                return Ok(Value::never());
            }
            let sorted = this.sorted(&seq, &options)?;
            Ok(this.new_list(sorted))
        };
        if options.key.is_none() || all_sets { self.blindly_together(sort) } else { sort(self) }
    }

    fn has_no_order(&self, alt: &Alt) -> Result<bool> {
        Ok(match alt {
            Alt::FrozenSet(_) => true,
            Alt::Object(id) => matches!(&*self.object(*id)?, Object::Set(_)),
            _ => false,
        })
    }
}
