//! `Counter`: counting, and the methods that no other dict has.

use circuit::{Lit, count};
use lang::ast::BinaryOp;
use lang::builtins::{Builtin, Exception};
use lang::methods::CounterMethod;

use crate::calls::Arguments;
use crate::construct::{Construct, LargeValue};
use crate::machine::Machine;
use crate::objects::{Dict, Entry, Iter, Object, Seq, Slot, Source, ViewKind};
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

/// The most repetitions of one element.
const MOST_REPEATED: i128 = 1000;

impl Machine<'_> {
    pub(super) fn counter_method(
        &mut self,
        id: ObjectId,
        method: CounterMethod,
        arguments: &Arguments,
    ) -> Result<Value> {
        match method {
            CounterMethod::Update => self.count_into(id, arguments, BinaryOp::Add),
            CounterMethod::Subtract => self.count_into(id, arguments, BinaryOp::Subtract),
            CounterMethod::MostCommon => self.most_common(id, arguments.get(0)),
            CounterMethod::Total => {
                let values = Value::of(Alt::View(ViewKind::Values, id));
                self.call_builtin(Builtin::Sum, &Arguments::of([values]))
            }
            CounterMethod::Elements => self.elements(id),
        }
    }

    fn count_into(&mut self, id: ObjectId, arguments: &Arguments, op: BinaryOp) -> Result<Value> {
        let mut counter = self.dict(id)?;
        match arguments.get(0) {
            Some(source) => self.locking(id, source, |this| this.count_all(&mut counter, arguments, op))?,
            None => self.count_all(&mut counter, arguments, op)?,
        }
        if self.is_dead() {
            return Ok(Value::never());
        }
        if let Some(source) = arguments.get(0) {
            self.refuse_own_source(id, source)?;
        }
        self.put(id, Object::Dict(counter));
        Ok(Value::none())
    }

    /// Adds (or subtracts) the elements of an iterable, or the counts of a mapping, and of keywords.
    pub fn count_all(&mut self, counter: &mut Dict, arguments: &Arguments, op: BinaryOp) -> Result<()> {
        if let Some(source) = arguments.positional.first() {
            for (lit, alt) in source.alts() {
                if matches!(alt, Alt::None) || self.is_dead() {
                    continue;
                }
                if let Some(source) = self.as_dict(alt)? {
                    self.count_mapping(counter, *lit, &source.entries, op)?;
                    continue;
                }
                let items = self.under(*lit, |this| this.hashable_items(&Value::of(alt.clone())))?;
                let entries = self.tally(&items.unwrap_or_default())?;
                if op == BinaryOp::Add && counter.entries.is_empty() && *lit == Lit::TRUE {
                    counter.entries = entries;
                } else {
                    self.count_entries(counter, *lit, &entries, op)?;
                }
            }
        }
        let entry = |(name, count): &(std::sync::Arc<str>, Value)| Entry {
            present: Lit::TRUE,
            key: Value::of(Alt::Str(name.clone())),
            value: count.clone(),
        };
        let keywords: Vec<Entry> = arguments.keywords.iter().map(entry).collect();
        self.count_mapping(counter, Lit::TRUE, &keywords, op)
    }

    /// The items of an iterable that must all be hashable.
    pub fn hashable_items(&mut self, iterable: &Value) -> Result<Vec<Slot>> {
        let mut items = Seq::default();
        let place = self.keep();
        self.region(|this| {
            this.for_each(iterable, &mut |this, item| {
                this.check_hashable(&item)?;
                this.keep_value(place, &item);
                items.push(this.path, item);
                Ok(Lit::FALSE)
            })?;
            Ok(((), None))
        })?;
        self.end_keep(place);
        Ok(items.slots)
    }

    /// Counts elements: an entry is where its key occurs first, with the number of equal elements after it.
    fn tally(&mut self, items: &[Slot]) -> Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for (index, item) in items.iter().enumerate() {
            self.step()?;
            let mut known = Vec::new();
            for before in &items[..index] {
                let same = self.equal(&before.value, &item.value)?;
                known.push(self.circuit.and(before.present, same));
            }
            let known = self.circuit.any(known);
            let present = self.circuit.and(item.present, !known);
            if present == Lit::FALSE {
                continue;
            }
            let mut alike = vec![Lit::TRUE];
            for behind in &items[index + 1..] {
                let same = self.equal(&item.value, &behind.value)?;
                alike.push(self.circuit.and(behind.present, same));
            }
            let value = self.count(&alike);
            entries.push(Entry { present, key: item.value.clone(), value });
        }
        self.remember_counted(&entries, items);
        Ok(entries)
    }

    /// An empty `Counter` takes the counts of a mapping as they are, even where they are not numbers.
    fn count_mapping(&mut self, counter: &mut Dict, when: Lit, counts: &[Entry], op: BinaryOp) -> Result<()> {
        let any = self.dict_has_any(counter);
        let verbatim = if op == BinaryOp::Add { self.circuit.and(when, !any) } else { Lit::FALSE };
        let counted = self.circuit.and(when, !verbatim);
        let before = counter.clone();
        for entry in counts {
            self.step()?;
            let when = self.circuit.and(verbatim, entry.present);
            if when != Lit::FALSE {
                self.dict_put(counter, when, &entry.key, &entry.value)?;
            }
        }
        if counted == Lit::FALSE {
            return Ok(());
        }
        if verbatim == Lit::FALSE {
            return self.count_entries(counter, counted, counts, op);
        }
        // Both ways are possible: each from the start, then the entries of the one or the other.
        let mut other = before;
        self.count_entries(&mut other, counted, counts, op)?;
        let joined = self.ite_object(verbatim, &Object::Dict(counter.clone()), &Object::Dict(other))?;
        if let Object::Dict(joined) = joined {
            *counter = joined;
        }
        Ok(())
    }

    fn count_entries(&mut self, counter: &mut Dict, when: Lit, counts: &[Entry], op: BinaryOp) -> Result<()> {
        for entry in counts {
            self.step()?;
            let when = self.circuit.and(when, entry.present);
            let (found, old) = self.dict_find(counter, &entry.key)?;
            let old = self.ite(found, &old, &Value::int(0))?;
            // `update` adds the old count to the new one, `subtract` takes the new one from the old.
            let new = self.under(when, |this| match op {
                BinaryOp::Add => this.binary(op, &entry.value, &old),
                _ => this.binary(op, &old, &entry.value),
            })?;
            if self.is_dead() {
                break;
            }
            if let Some(new) = new {
                self.dict_put(counter, when, &entry.key, &new)?;
            }
        }
        Ok(())
    }

    /// Each key as often as it was counted. The `Counter` must not change before the iterator is used up.
    fn elements(&mut self, id: ObjectId) -> Result<Value> {
        let counter = self.dict(id)?;
        let mut rest = Seq::default();
        let mut going = Lit::TRUE;
        for entry in &counter.entries {
            let here = self.circuit.and(going, entry.present);
            let (mut least, mut most) = (0, 0);
            for (lit, alt) in entry.value.alts() {
                match crate::numbers::range_of(alt) {
                    Some((low, high)) => (least, most) = (least.min(low), most.max(high)),
                    None => {
                        let raises = self.circuit.and(here, *lit);
                        rest.push(raises, Value::of(Alt::Raise(Exception::TypeError, true)));
                        going = self.circuit.and(going, !raises);
                    }
                }
            }
            // A count beyond the machine's word raises, also a negative one.
            if most > MOST_REPEATED || least < i128::from(i64::MIN) {
                return self.refuse(LargeValue::Elements);
            }
            let numbers = entry.value.alts().iter().filter(|(_, alt)| alt.is_number()).cloned().collect();
            let numbers = Value::choice(numbers);
            let here = self.circuit.and(here, going);
            for repeated in 0..most {
                self.step()?;
                let more = self.less(&Value::int(repeated), &numbers)?;
                let present = self.circuit.and(here, more);
                rest.push(present, entry.key.clone());
            }
        }
        let watched = vec![(id, self.object(id)?)];
        let iter = Iter { source: Source::Rest, fresh: Lit::FALSE, rest, watched };
        Ok(Value::object(self.allocate(Object::Iter(iter))))
    }

    fn most_common(&mut self, id: ObjectId, limit: Option<&Value>) -> Result<Value> {
        let limit = limit.cloned().unwrap_or_else(Value::none);
        let counter = self.dict(id)?;
        let length = counter.entries.len();
        // When there may be an item at a position.
        let mut allowed = vec![Lit::FALSE; length];
        for (lit, alt) in limit.alts() {
            let most = match alt {
                Alt::None => length,
                Alt::Bits(_) => return self.refuse(Construct::MostCommonOfMany),
                _ => match alt.int() {
                    Some(number) => usize::try_from(number.max(0)).unwrap_or(length),
                    None => {
                        self.raise(*lit, Exception::TypeError);
                        continue;
                    }
                },
            };
            for allowed in allowed.iter_mut().take(most) {
                *allowed = self.circuit.or(*allowed, *lit);
            }
        }
        let sorted = self.by_count(&counter)?;
        let mut items = Seq::default();
        for (slot, allowed) in sorted.into_iter().zip(allowed) {
            let present = self.circuit.and(slot.present, allowed);
            items.push(present, slot.value);
        }
        Ok(self.new_list(items))
    }

    /// The pairs of a `Counter`, greatest counts first; equal counts in insertion order.
    fn by_count(&mut self, counter: &Dict) -> Result<Vec<Slot>> {
        let entries = &counter.entries;
        for entry in entries {
            for (lit, alt) in entry.value.alts() {
                if !alt.is_number() {
                    let here = self.circuit.and(entry.present, *lit);
                    self.refuse_if(here, Construct::MostCommonOfOthers)?;
                }
            }
        }
        let mut cases: Vec<Vec<(Lit, Value)>> = vec![Vec::new(); entries.len()];
        for (index, entry) in entries.iter().enumerate() {
            self.step()?;
            let mut ahead = Vec::new();
            for (other, rival) in entries.iter().enumerate().filter(|(other, _)| *other != index) {
                let first = if other < index {
                    !self.less(&rival.value, &entry.value)?
                } else {
                    self.less(&entry.value, &rival.value)?
                };
                ahead.push(self.circuit.and(rival.present, first));
            }
            let rank = count::count(&mut self.circuit, &ahead);
            let pair = Value::tuple(vec![entry.key.clone(), entry.value.clone()]);
            for (position, cases) in cases.iter_mut().enumerate() {
                let exactly = count::exactly(&mut self.circuit, &rank, position);
                let here = self.circuit.and(entry.present, exactly);
                if here != Lit::FALSE {
                    cases.push((here, pair.clone()));
                }
            }
        }
        let mut slots = Vec::new();
        for cases in cases {
            let present = self.circuit.any(cases.iter().map(|(lit, _)| *lit));
            slots.push(Slot { present, value: self.choose(&cases)? });
        }
        Ok(slots)
    }
}
