//! Methods of lists; `count` and `index` of tuples, `NamedTuple`s and ranges.

use std::rc::Rc;

use circuit::Lit;
use lang::builtins::Exception;

use crate::builtins::fits;
use crate::calls::Arguments;
use crate::machine::Machine;
use crate::objects::{Object, Seq};
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

impl Machine<'_> {
    pub fn list_method(&mut self, id: ObjectId, name: &str, arguments: &Arguments) -> Result<Value> {
        let Object::List(seq) = &*self.object(id)? else { return self.refuse("no list (a fault of the compiler)") };
        let mut seq = seq.clone();
        let (least, most) = match name {
            "append" | "extend" | "remove" | "count" => (1, 1),
            "insert" => (2, 2),
            "pop" => (0, 1),
            "index" => (1, 3),
            _ => (0, 0),
        };
        if name == "sort" {
            return self.sort_method(id, &seq, arguments);
        }
        if !fits(arguments, least, most) {
            return Ok(self.raise_always(Exception::TypeError));
        }
        match (name, &*arguments.positional) {
            ("append", [value]) => seq.push(Lit::TRUE, value.clone()),
            ("extend", [value]) => {
                self.extend_list(id, value)?;
                return Ok(Value::none());
            }
            ("insert", [index, value]) => seq = self.inserted(&seq, index, value)?,
            ("remove", [value]) => {
                let hits = self.first_equal(&seq, value)?;
                let found = self.circuit.any(hits.iter().copied());
                self.raise(!found, Exception::ValueError);
                self.put_without(id, seq, &hits);
                return Ok(Value::none());
            }
            ("pop", index) => return self.pop_item(id, &seq, index.first()),
            ("reverse", _) => seq.slots.reverse(),
            ("clear", _) => seq = Seq::default(),
            ("copy", _) => return Ok(self.new_list(seq)),
            _ => return self.search_sequence(&seq, name, &arguments.positional),
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
                (Some(_), Alt::Bits(_)) => return self.refuse("an index of more than 64 bits"),
                (Some(_), _) => self.raise(*lit, Exception::OverflowError),
                (None, _) => rest.push((*lit, alt.clone())),
            }
        }
        Ok(Value::choice(rest))
    }

    /// Raises where a value is no number; what is left of it.
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

    fn sort_method(&mut self, id: ObjectId, seq: &Seq, arguments: &Arguments) -> Result<Value> {
        let mut arguments = arguments.clone();
        let options = self.sort_options(&mut arguments)?;
        if !fits(&arguments, 0, 0) {
            return Ok(self.raise_always(Exception::TypeError));
        }
        // The key function finds the list empty.
        self.put(id, Object::List(Seq::default()));
        let empty = self.object(id)?;
        let sorted = self.sorted(seq, &options)?;
        let now = self.object(id)?;
        if let Object::List(seq) = &*now
            && !Rc::ptr_eq(&empty, &now)
        {
            let touched = self.circuit.any(seq.slots.iter().map(|slot| slot.present));
            self.refuse_if(!touched, "a list that changes while it is sorted")?;
            self.raise(touched, Exception::ValueError);
        }
        self.put(id, Object::List(sorted));
        Ok(Value::none())
    }

    pub fn sequence_method(&mut self, alt: &Alt, name: &str, arguments: &Arguments) -> Result<Value> {
        let most = if name == "count" || matches!(alt, Alt::Range(_)) { 1 } else { 3 };
        if !fits(arguments, 1, most) {
            return Ok(self.raise_always(Exception::TypeError));
        }
        let seq = match alt {
            Alt::Range(parts) => Seq { slots: self.range_items(parts)? },
            _ => Seq::of(crate::equality::tuple_items(alt).iter().cloned()),
        };
        self.search_sequence(&seq, name, &arguments.positional)
    }

    /// `count` and `index`
    fn search_sequence(&mut self, seq: &Seq, name: &str, arguments: &[Value]) -> Result<Value> {
        let Some((value, bounds)) = arguments.split_first() else { return self.refuse("nothing to look for") };
        if name == "count" {
            let mut equal = Vec::new();
            for slot in &seq.slots {
                self.step()?;
                let same = self.equal(&slot.value, value)?;
                equal.push(self.circuit.and(slot.present, same));
            }
            let count = self.count(&equal);
            return Ok(self.narrow(count.alts().to_vec()));
        }
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
