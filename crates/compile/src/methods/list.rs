//! Methods of lists; `count` and `index` of tuples, `NamedTuple`s and ranges.

use std::rc::Rc;

use circuit::Lit;
use lang::builtins::Exception;
use lang::methods::{ListMethod, RangeMethod, TupleMethod};

use crate::calls::Arguments;
use crate::construct::{Construct, LargeValue};
use crate::machine::Machine;
use crate::objects::{Object, Seq};
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

impl Machine<'_> {
    pub(super) fn list_method(&mut self, id: ObjectId, method: ListMethod, arguments: Arguments) -> Result<Value> {
        let object = match method {
            ListMethod::Count => self.object_in_any_order(id)?,
            _ => self.object(id)?,
        };
        let Object::List(seq) = &*object else { return self.inconsistent("not a list") };
        let mut seq = seq.clone();
        let positional = &arguments.positional;
        match method {
            ListMethod::Append => seq.push(Lit::TRUE, positional[0].clone()),
            ListMethod::Extend => {
                self.extend_list(id, &positional[0])?;
                return Ok(Value::none());
            }
            ListMethod::Insert => seq = self.inserted(&seq, &positional[0], &positional[1])?,
            ListMethod::Remove => {
                let hits = self.first_equal(&seq, &positional[0])?;
                let found = self.circuit.any(hits.iter().copied());
                self.raise(!found, Exception::ValueError);
                self.put_without(id, seq, &hits);
                return Ok(Value::none());
            }
            ListMethod::Pop => return self.pop_item(id, &seq, arguments.get(0)),
            ListMethod::Reverse => seq.slots.reverse(),
            ListMethod::Clear => seq = Seq::default(),
            ListMethod::Copy => return Ok(self.new_list(seq)),
            ListMethod::Sort => return self.sort_method(id, &seq, arguments),
            ListMethod::Count => return self.count_in(&seq, &positional[0]),
            ListMethod::Index => return self.index_in(&seq, &positional[0], &positional[1..]),
        }
        self.put(id, Object::List(seq));
        Ok(Value::none())
    }

    fn inserted(&mut self, seq: &Seq, index: &Value, value: &Value) -> Result<Seq> {
        let index = self.small_index(index)?;
        let Some(index) = self.numbers_only(&index) else { return Ok(Seq::default()) };
        let (seq, behind) = self.between(seq, Some(&index), None)?;
        let mut result = Seq::default();
        for (slot, behind) in seq.slots.iter().zip(&behind) {
            let before = self.circuit.and(slot.present, !*behind);
            result.push(before, slot.value.clone());
        }
        result.push(Lit::TRUE, value.clone());
        for (slot, behind) in seq.slots.iter().zip(&behind) {
            let behind = self.circuit.and(slot.present, *behind);
            result.push(behind, slot.value.clone());
        }
        Ok(result)
    }

    fn pop_item(&mut self, id: ObjectId, seq: &Seq, index: Option<&Value>) -> Result<Value> {
        let index = match index {
            Some(index) => self.small_index(index)?,
            None => Value::int(-1),
        };
        if self.is_dead() {
            return Ok(Value::never());
        }
        let (seq, hits) = self.hits(seq, &index)?;
        let value = self.hit_value(&seq, &hits)?;
        self.put_without(id, seq, &hits);
        Ok(value)
    }

    /// An index must fit into 64 bits; what is left of it.
    fn small_index(&mut self, index: &Value) -> Result<Value> {
        let mut rest = Vec::new();
        for (lit, alt) in index.alts() {
            match (crate::numbers::range_of(alt), alt) {
                (Some((low, high)), _) if low >= -(1 << 63) && high < 1 << 63 => rest.push((*lit, alt.clone())),
                (Some(_), Alt::Bits(_)) => return self.refuse(LargeValue::Index),
                (Some(_), _) => self.raise(*lit, Exception::OverflowError),
                (None, _) => rest.push((*lit, alt.clone())),
            }
        }
        Ok(Value::choice(rest))
    }

    /// Raises where a value is not a number; returns what is left of it.
    fn numbers_only(&mut self, value: &Value) -> Option<Value> {
        for (lit, alt) in value.alts() {
            if !alt.is_number() && !matches!(alt, Alt::Atom(..)) {
                self.raise(*lit, Exception::TypeError);
            }
        }
        let rest = value.alts().iter().filter(|(_, alt)| alt.is_number() || matches!(alt, Alt::Atom(..)));
        let rest: Vec<(Lit, Alt)> = rest.cloned().collect();
        (!self.is_dead()).then(|| Value::choice(rest))
    }

    fn sort_method(&mut self, id: ObjectId, seq: &Seq, mut arguments: Arguments) -> Result<Value> {
        let options = self.sort_options(&mut arguments)?;
        // The key function finds the list empty.
        self.put(id, Object::List(Seq::default()));
        let empty = self.object(id)?;
        let raised = self.raised.len();
        let sorted = self.sorted(seq, &options)?;
        // A comparison that fails leaves the list half sorted, which shows where the exception is caught.
        if self.raised[raised..].iter().any(|raise| raise.escape.is_some()) {
            return self.refuse(Construct::SortRaises);
        }
        let now = self.object(id)?;
        if let Object::List(seq) = &*now
            && !Rc::ptr_eq(&empty, &now)
        {
            let touched = self.circuit.any(seq.slots.iter().map(|slot| slot.present));
            self.refuse_if(!touched, Construct::ListChangesInSort)?;
            self.raise(touched, Exception::ValueError);
        }
        self.put(id, Object::List(sorted));
        Ok(Value::none())
    }

    pub(super) fn tuple_method(&mut self, alt: &Alt, method: TupleMethod, arguments: &Arguments) -> Result<Value> {
        let seq = Seq::of(crate::equality::tuple_items(alt).iter().cloned());
        match method {
            TupleMethod::Count => self.count_in(&seq, &arguments.positional[0]),
            TupleMethod::Index => self.index_in(&seq, &arguments.positional[0], &arguments.positional[1..]),
        }
    }

    pub(super) fn range_method(
        &mut self,
        parts: &[Value; 3],
        method: RangeMethod,
        arguments: &Arguments,
    ) -> Result<Value> {
        let seq = Seq { slots: self.range_items(parts)? };
        match method {
            RangeMethod::Count => self.count_in(&seq, &arguments.positional[0]),
            RangeMethod::Index => self.index_in(&seq, &arguments.positional[0], &[]),
        }
    }

    fn count_in(&mut self, seq: &Seq, value: &Value) -> Result<Value> {
        let mut equal = Vec::new();
        for slot in &seq.slots {
            self.step()?;
            let same = self.equal(&slot.value, value)?;
            equal.push(self.circuit.and(slot.present, same));
        }
        let count = self.count(&equal);
        if count.alts().len() <= crate::numbers::MOST_LISTED {
            return Ok(count);
        }
        Ok(self.narrow(count.alts().to_vec()))
    }

    fn index_in(&mut self, seq: &Seq, value: &Value, bounds: &[Value]) -> Result<Value> {
        let mut numbers = Vec::new();
        for bound in bounds {
            match self.numbers_only(bound) {
                Some(bound) => numbers.push(bound),
                None => return Ok(Value::never()),
            }
        }
        let mut within = seq.clone();
        let mut positions = self.positions(seq);
        if !numbers.is_empty() {
            let (seq, between) = self.between(seq, numbers.first(), numbers.get(1))?;
            positions = self.positions(&seq);
            within = seq;
            for (slot, between) in within.slots.iter_mut().zip(between) {
                slot.present = self.circuit.and(slot.present, between);
            }
        }
        let hits = self.first_equal(&within, value)?;
        let found = self.circuit.any(hits.iter().copied());
        self.raise(!found, Exception::ValueError);
        let cases: Vec<(Lit, Value)> = hits.into_iter().zip(positions).filter(|(hit, _)| *hit != Lit::FALSE).collect();
        self.choose(&cases)
    }

    /// When each slot is the first that equals a value.
    fn first_equal(&mut self, seq: &Seq, value: &Value) -> Result<Vec<Lit>> {
        let mut hits = Vec::new();
        let mut earlier = Lit::FALSE;
        for slot in &seq.slots {
            self.step()?;
            let same = self.equal(&slot.value, value)?;
            let same = self.circuit.and(slot.present, same);
            hits.push(self.circuit.and(same, !earlier));
            earlier = self.circuit.or(earlier, same);
        }
        Ok(hits)
    }
}
