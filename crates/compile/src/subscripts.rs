//! Indexes: read, assigned, deleted.

use circuit::Lit;
use lang::ast::Slice;
use lang::builtins::Exception;

use crate::calls::Arguments;
use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{DictKind, Object, Seq};
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

/// The bounds of a slice, `None` where missing.
#[derive(Clone, Debug)]
pub(crate) struct SliceBounds {
    pub lower: Option<Value>,
    pub upper: Option<Value>,
    pub step: Option<Value>,
}

impl<'p> Machine<'p> {
    pub fn slice_bounds(&mut self, slice: &'p Slice) -> Result<SliceBounds> {
        let mut part = |expr: &'p Option<lang::ast::Expr>| expr.as_ref().map(|expr| self.evaluate(expr)).transpose();
        Ok(SliceBounds { lower: part(&slice.lower)?, upper: part(&slice.upper)?, step: part(&slice.step)? })
    }

    /// Does something with each alternative of a value, each on its own path, and returns the results as one value.
    pub fn by_alternative(
        &mut self,
        value: &Value,
        action: &mut dyn FnMut(&mut Self, &Alt) -> Result<Value>,
    ) -> Result<Value> {
        if self.is_dead() {
            return Ok(Value::never());
        }
        if let Some(alt) = value.single() {
            return action(self, alt);
        }
        let mark = self.held.len();
        let mut cases = Vec::new();
        for (lit, alt) in value.alts() {
            if let Some(value) = self.under(*lit, |this| action(this, alt))? {
                self.hold(&value);
                cases.push((*lit, value));
            }
        }
        self.release(mark);
        self.choose(&cases)
    }

    pub fn subscript(&mut self, base: &Value, index: &Value) -> Result<Value> {
        if self.has_instance(base)? {
            let args = std::slice::from_ref(index);
            return self.special_or(base, "__getitem__", args, &mut |this, part| {
                this.by_alternative(part, &mut |this, alt| this.item_of(alt, index))
            });
        }
        self.by_alternative(base, &mut |this, alt| this.item_of(alt, index))
    }

    fn item_of(&mut self, alt: &Alt, index: &Value) -> Result<Value> {
        match alt {
            Alt::Object(id) => match &*self.object(*id)? {
                Object::List(seq) | Object::Deque(seq, _) => self.pick_item(seq, index),
                Object::Dict(_) => self.dict_item(*id, index),
                _ => Ok(self.raise_always(Exception::TypeError)),
            },
            Alt::Range(parts) => self.range_item(parts, index),
            Alt::Str(_) | Alt::Text(_) => self.pick_item(&crate::text::text_row(alt).unwrap_or_default(), index),
            Alt::Class(class) if let Some(by_name) = self.members_by_name(*class)? => self.subscript(&by_name, index),
            _ if self.is_tuple(alt) => {
                let items = crate::equality::tuple_items(alt);
                self.pick_item(&Seq::of(items.iter().cloned()), index)
            }
            _ => Ok(self.raise_always(Exception::TypeError)),
        }
    }

    pub fn pick_item(&mut self, seq: &Seq, index: &Value) -> Result<Value> {
        let (seq, hits) = self.hits(seq, index)?;
        self.hit_value(&seq, &hits)
    }

    /// The value of the slot that is hit.
    pub fn hit_value(&mut self, seq: &Seq, hits: &[Lit]) -> Result<Value> {
        let cases: Vec<(Lit, Value)> = hits
            .iter()
            .zip(&seq.slots)
            .filter(|(hit, _)| **hit != Lit::FALSE)
            .map(|(hit, slot)| (*hit, slot.value.clone()))
            .collect();
        self.choose(&cases)
    }

    /// Which slot an index means: the sequence, its positions known if they must be, and when each slot is the one.
    /// Raises where there is none, or where the index is not a number.
    pub fn hits(&mut self, seq: &Seq, index: &Value) -> Result<(Seq, Vec<Lit>)> {
        if let Some(end @ (0 | -1)) = index.single().and_then(Alt::int) {
            let hits = self.end_hits(seq, end == 0);
            let found = self.circuit.any(hits.iter().copied());
            self.raise(!found, Exception::IndexError);
            return Ok((seq.clone(), hits));
        }
        let seq = self.dense(seq)?;
        let size = seq.slots.len();
        let has = |position: usize| seq.slots.get(position).map_or(Lit::FALSE, |slot| slot.present);
        let least = seq.slots.iter().take_while(|slot| slot.present == Lit::TRUE).count();
        let mut cases: Vec<Vec<Lit>> = vec![Vec::new(); size];
        let mut missed = Vec::new();
        for (lit, number) in self.clamped(index, size)? {
            let distance = usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX);
            if number >= 0 {
                missed.push(self.circuit.and(lit, !has(distance)));
                if let Some(cases) = cases.get_mut(distance) {
                    cases.push(lit);
                }
                continue;
            }
            // Counted from the end, wherever that is.
            missed.push(self.circuit.and(lit, !has(distance - 1)));
            for length in distance.max(least)..=size {
                let exactly = self.circuit.and(has(length - 1), !has(length));
                cases[length - distance].push(self.circuit.and(lit, exactly));
            }
        }
        let missed = self.circuit.any(missed);
        self.raise(missed, Exception::IndexError);
        let hits = cases.into_iter().map(|cases| self.circuit.any(cases)).collect();
        Ok((seq, hits))
    }

    /// When each slot is the first, or the last.
    pub fn end_hits(&mut self, seq: &Seq, first: bool) -> Vec<Lit> {
        let mut hits = vec![Lit::FALSE; seq.slots.len()];
        let dense = self.is_dense(seq);
        let mut others = Lit::FALSE;
        for step in 0..hits.len() {
            let index = if first { step } else { hits.len() - 1 - step };
            let present = seq.slots[index].present;
            hits[index] = self.circuit.and(present, !others);
            // In a dense row a neighbour says enough.
            others = if dense { present } else { self.circuit.or(others, present) };
        }
        hits
    }

    /// The possible values of an index into something of a size; what is far beyond counts as just beyond. Raises
    /// where it is not a number.
    pub fn clamped(&mut self, index: &Value, size: usize) -> Result<Vec<(Lit, i128)>> {
        let most = i128::try_from(size).unwrap_or(i128::MAX - 1) + 1;
        let mut numbers = Vec::new();
        for (lit, alt) in index.alts() {
            match alt {
                Alt::Int(_) | Alt::Bool(_) => numbers.push((*lit, alt.int().unwrap_or(0).clamp(-most, most))),
                Alt::Bits(bits) => {
                    let (low, high) = (bits.low.clamp(-most, most), bits.high.clamp(-most, most));
                    for number in low..=high {
                        self.step()?;
                        let (here, constant) = (Value::of(alt.clone()), Value::int(number));
                        let mut when = self.equal(&here, &constant)?;
                        if number == -most {
                            when = !self.less(&constant, &here)?;
                        } else if number == most {
                            when = !self.less(&here, &constant)?;
                        }
                        numbers.push((self.circuit.and(*lit, when), number));
                    }
                }
                Alt::Atom(..) => self.refuse_if(*lit, Construct::AtomAsIndex)?,
                _ => self.raise(*lit, Exception::TypeError),
            }
        }
        numbers.retain(|(lit, _)| *lit != Lit::FALSE);
        Ok(numbers)
    }

    fn dict_item(&mut self, id: ObjectId, key: &Value) -> Result<Value> {
        self.check_hashable(key)?;
        if self.is_dead() {
            return Ok(Value::never());
        }
        let dict = self.dict(id)?;
        let (found, value) = self.dict_find(&dict, key)?;
        match &dict.kind {
            DictKind::Counter => {
                let value = self.count_of(&dict, key)?;
                self.remember_read(&dict, key, &Value::int(0), &value);
                Ok(value)
            }
            DictKind::Plain | DictKind::Ordered => {
                self.raise(!found, Exception::KeyError);
                Ok(value)
            }
            DictKind::Default(factory) => {
                let mark = self.held.len();
                [&value, key, &Value::object(id)].into_iter().for_each(|value| self.hold(value));
                let made = self.under(!found, |this| this.make_missing(id, key, factory))?;
                self.release(mark);
                let value = (found != Lit::FALSE).then_some(value);
                self.pick(found, value, made)
            }
        }
    }

    /// What a `defaultdict` puts in for a missing key.
    fn make_missing(&mut self, id: ObjectId, key: &Value, factory: &Value) -> Result<Value> {
        self.by_alternative(factory, &mut |this, alt| {
            if matches!(alt, Alt::None) {
                return Ok(this.raise_always(Exception::KeyError));
            }
            let value = this.call_value(&Value::of(alt.clone()), &Arguments::default())?;
            if !this.is_dead() {
                this.dict_set(id, key, &value)?;
            }
            Ok(value)
        })
    }

    pub fn set_subscript(&mut self, base: &Value, index: &Value, value: &Value) -> Result<()> {
        if base.alts().len() > 1 && self.has_instance(base)? || self.is_single_instance(base)? {
            let args = [index.clone(), value.clone()];
            let set =
                &mut |this: &mut Self, part: &Value| this.set_subscript(part, index, value).map(|()| Value::none());
            return self.special_or(base, "__setitem__", &args, set).map(drop);
        }
        self.by_alternative(base, &mut |this, alt| {
            let Alt::Object(id) = alt else { return Ok(this.raise_always(Exception::TypeError)) };
            match &*this.object(*id)? {
                Object::List(seq) => {
                    let (mut seq, hits) = this.hits(seq, index)?;
                    for (slot, hit) in seq.slots.iter_mut().zip(hits) {
                        slot.value = this.ite(hit, value, &slot.value)?;
                    }
                    this.put(*id, Object::List(seq));
                    Ok(Value::none())
                }
                Object::Deque(..) => {
                    let list = Value::object(*id);
                    this.as_list(*id, |this| this.set_subscript(&list, index, value)).map(|()| Value::none())
                }
                Object::Dict(_) => this.dict_set(*id, index, value).map(|()| Value::none()),
                _ => Ok(this.raise_always(Exception::TypeError)),
            }
        })
        .map(drop)
    }

    pub fn delete_subscript(&mut self, base: &Value, index: &Value) -> Result<()> {
        if base.alts().len() > 1 && self.has_instance(base)? || self.is_single_instance(base)? {
            let args = std::slice::from_ref(index);
            let delete =
                &mut |this: &mut Self, part: &Value| this.delete_subscript(part, index).map(|()| Value::none());
            return self.special_or(base, "__delitem__", args, delete).map(drop);
        }
        self.by_alternative(base, &mut |this, alt| {
            let Alt::Object(id) = alt else { return Ok(this.raise_always(Exception::TypeError)) };
            match &*this.object(*id)? {
                Object::List(seq) => {
                    let (seq, hits) = this.hits(seq, index)?;
                    this.put_without(*id, seq, &hits);
                    Ok(Value::none())
                }
                Object::Deque(..) => {
                    let list = Value::object(*id);
                    this.as_list(*id, |this| this.delete_subscript(&list, index)).map(|()| Value::none())
                }
                Object::Dict(_) => this.dict_delete(*id, index).map(|()| Value::none()),
                _ => Ok(this.raise_always(Exception::TypeError)),
            }
        })
        .map(drop)
    }

    /// Makes a list of the slots that are not hit.
    pub fn put_without(&mut self, id: ObjectId, mut seq: Seq, hits: &[Lit]) {
        for (slot, hit) in seq.slots.iter_mut().zip(hits) {
            slot.present = self.circuit.and(slot.present, !*hit);
        }
        // In a branch the empty slot stays, so that the slots of both branches still go together.
        if self.path == Lit::TRUE {
            seq.slots.retain(|slot| slot.present != Lit::FALSE);
        }
        self.put(id, Object::List(seq));
    }

    /// `del d[key]`
    fn dict_delete(&mut self, id: ObjectId, key: &Value) -> Result<()> {
        self.check_hashable(key)?;
        if self.is_dead() {
            return Ok(());
        }
        let mut dict = self.dict(id)?;
        let mut found = Vec::new();
        for entry in &mut dict.entries {
            let same = self.equal(&entry.key, key)?;
            found.push(self.circuit.and(entry.present, same));
            let left = self.circuit.and(entry.present, !same);
            dict.removals += u32::from(left != entry.present);
            entry.present = left;
        }
        if self.path == Lit::TRUE {
            dict.entries.retain(|entry| entry.present != Lit::FALSE);
        }
        // A Counter forgives.
        if !matches!(dict.kind, DictKind::Counter) {
            let found = self.circuit.any(found);
            self.raise(!found, Exception::KeyError);
        }
        self.put(id, Object::Dict(dict));
        Ok(())
    }
}
