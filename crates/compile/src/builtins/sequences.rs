//! `all any len list next range sorted tuple`

use std::rc::Rc;

use lang::ast::Comprehension;
use lang::builtins::{Builtin, Exception};

use super::fits;
use crate::calls::Arguments;
use crate::machine::Machine;
use crate::objects::{Object, Seq, ViewKind};
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl<'p> Machine<'p> {
    pub fn sequence_builtin(&mut self, builtin: Builtin, arguments: &Arguments) -> Result<Value> {
        if builtin == Builtin::Sorted {
            return self.sorted_builtin(arguments);
        }
        let (least, most) = match builtin {
            Builtin::List | Builtin::Tuple => (0, 1),
            Builtin::Next => (1, 2),
            Builtin::Range => (1, 3),
            _ => (1, 1),
        };
        if !fits(arguments, least, most) {
            return Ok(self.raise_always(Exception::TypeError));
        }
        match (builtin, &*arguments.positional) {
            (Builtin::Len, [value]) => self.by_alternative(value, &mut |this, alt| this.len_of(alt)),
            (Builtin::All | Builtin::Any, [value]) => {
                let is_any = builtin == Builtin::Any;
                let decided = self.for_each_until(value, &mut |this, item| {
                    let truth = this.truth(&item)?;
                    Ok(if is_any { truth } else { !truth })
                })?;
                Ok(Value::truth(if is_any { decided } else { !decided }))
            }
            (Builtin::Range, parts) => self.range_builtin(parts),
            (Builtin::Next, [iterator, default @ ..]) => {
                self.by_alternative(iterator, &mut |this, alt| this.next_of(alt, default.first()))
            }
            (_, values) => {
                let mut seq = Seq::default();
                if let [value] = values {
                    self.refuse_set_order(value)?;
                    seq.slots = self.items(value)?;
                }
                if builtin == Builtin::Tuple { self.tuple_of(&seq) } else { Ok(self.new_list(seq)) }
            }
        }
    }

    /// `all(… for …)` and `any(… for …)`: nothing is computed behind the item that decides.
    pub fn quantify(&mut self, comprehension: &'p Comprehension, is_any: bool) -> Result<Value> {
        let first = self.evaluate(&comprehension.clauses[0].iterable)?;
        let own = self.raised.len();
        let decided = self.gather(comprehension, first, &mut |this| {
            let truth = this.condition(&comprehension.element)?;
            Ok(if is_any { truth } else { !truth })
        })?;
        self.stops_are_faults(own);
        Ok(Value::truth(if is_any { decided } else { !decided }))
    }

    fn len_of(&mut self, alt: &Alt) -> Result<Value> {
        let slots = match alt {
            Alt::Object(id) => match &*self.object(*id)? {
                Object::List(seq) => seq.slots.clone(),
                Object::Set(set) => set.slots(),
                Object::Dict(dict) => crate::iterate::view_slots(dict, ViewKind::Keys),
                Object::Iter(_) | Object::Cell(_) => return Ok(self.raise_always(Exception::TypeError)),
            },
            Alt::View(_, id) => crate::iterate::view_slots(&self.dict(*id)?, ViewKind::Keys),
            Alt::FrozenSet(set) => set.slots(),
            Alt::Range(parts) => match self.constant_length(parts) {
                Some(length) => return Ok(Value::int(length)),
                None => self.range_items(parts)?,
            },
            Alt::Str(_) => return self.refuse("the length of a string"),
            Alt::Atom(..) => return self.refuse("the length of an atom"),
            _ if self.is_tuple(alt) => return Ok(Value::size(crate::equality::tuple_items(alt).len())),
            _ => return Ok(self.raise_always(Exception::TypeError)),
        };
        Ok(self.length_of(&Seq { slots }))
    }

    fn next_of(&mut self, alt: &Alt, default: Option<&Value>) -> Result<Value> {
        let Alt::Object(id) = alt else { return Ok(self.raise_always(Exception::TypeError)) };
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

    fn range_builtin(&mut self, parts: &[Value]) -> Result<Value> {
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
                    return self.refuse("a range whose step is not known");
                }
                for (lit, _) in zero {
                    self.raise(lit, Exception::ValueError);
                }
                [start.clone(), stop.clone(), Value::choice(steps)]
            }
            _ => return self.refuse("a range of more than three parts"),
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
                Alt::Atom(..) => self.refuse_if(*lit, "a range of atoms")?,
                _ => self.raise(*lit, Exception::TypeError),
            }
        }
        self.choose(&cases)
    }

    fn sorted_builtin(&mut self, arguments: &Arguments) -> Result<Value> {
        let mut arguments = arguments.clone();
        let mut options = self.sort_options(&mut arguments)?;
        let [value] = &*arguments.positional else { return Ok(self.raise_always(Exception::TypeError)) };
        if !fits(&arguments, 1, 1) {
            return Ok(self.raise_always(Exception::TypeError));
        }
        for (lit, alt) in value.alts() {
            if self.has_no_order(alt)? {
                options.unordered = self.circuit.or(options.unordered, *lit);
            }
        }
        let seq = Seq { slots: self.items(value)? };
        if self.is_dead() {
            return Ok(Value::never());
        }
        let sorted = self.sorted(&seq, &options)?;
        Ok(self.new_list(sorted))
    }

    fn has_no_order(&self, alt: &Alt) -> Result<bool> {
        Ok(match alt {
            Alt::FrozenSet(_) => true,
            Alt::Object(id) => matches!(&*self.object(*id)?, Object::Set(_)),
            _ => false,
        })
    }
}
