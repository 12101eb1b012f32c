//! `itertools.groupby`: the items and their keys are worked out when the first group is asked for, and each group is an
//! iterator over a run of them, which is empty once the next one is asked for.
//!
//! Where it could be seen that Python works them out later, that is refused: keys that raise or change something, a
//! source that others take from, and groups that are collected before they are looked at.

use circuit::Lit;

use crate::construct::Construct;
use crate::iterate::Body;
use crate::machine::Machine;
use crate::objects::{Iter, Object, Seq, Source};
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

/// Items without gaps, and where groups start.
struct Runs {
    items: Seq,
    keys: Seq,
    starts: Vec<Lit>,
}

impl<'p> Machine<'p> {
    pub(super) fn grouped(&mut self, iterable: &Value, key: &Value, body: Body<'_, 'p>) -> Result<()> {
        let watched = self.reachable_from(vec![iterable.clone()]);
        let runs = self.runs(iterable, key)?;
        let place = self.keep();
        runs.items.values().chain(runs.keys.values()).for_each(|value| self.keep_value(place, value));
        let mut running = Lit::TRUE;
        for (index, start) in runs.starts.iter().enumerate() {
            let first = self.circuit.and(*start, running);
            let stop = self.under(first, |this| {
                let items = this.run_from(&runs, index);
                let group = this.iter_of(items);
                if let Some(Alt::Object(id)) = group.single() {
                    this.groups.insert(*id);
                }
                let stop = body(this, Value::tuple(vec![runs.keys.slots[index].value.clone(), group.clone()]))?;
                this.under(!stop, |this| {
                    this.end_group(&group);
                    Ok(())
                })?;
                let goes_on = this.circuit.and(this.path, !stop);
                let changed = |(id, object): &(ObjectId, _)| {
                    !this.state.heap.get(*id).is_some_and(|now| std::rc::Rc::ptr_eq(now, object))
                };
                if goes_on != Lit::FALSE && watched.iter().any(changed) {
                    return this.refuse(Construct::IteratorOverChanging);
                }
                Ok(stop)
            })?;
            let stopped = self.circuit.and(*start, stop.unwrap_or(Lit::FALSE));
            running = self.circuit.and(running, !stopped);
            if running == Lit::FALSE || self.is_dead() {
                break;
            }
        }
        self.end_keep(place);
        Ok(())
    }

    fn end_group(&mut self, group: &Value) {
        if let Some(Alt::Object(id)) = group.single() {
            let spent = Iter { source: Source::Rest, fresh: Lit::FALSE, rest: Seq::default(), watched: Vec::new() };
            self.put(*id, Object::Iter(spent));
        }
    }

    /// The items of the group that starts at an index.
    fn run_from(&mut self, runs: &Runs, index: usize) -> Seq {
        let mut group = Seq::default();
        let mut goes_on = Lit::TRUE;
        for (position, slot) in runs.items.slots.iter().enumerate().skip(index) {
            if position > index {
                let same = self.circuit.and(slot.present, !runs.starts[position]);
                goes_on = self.circuit.and(goes_on, same);
            }
            group.push(goes_on, slot.value.clone());
        }
        group
    }

    fn runs(&mut self, iterable: &Value, key: &Value) -> Result<Runs> {
        let by_itself = matches!(key.single(), Some(Alt::None));
        if !by_itself && key.alts().iter().any(|(_, alt)| matches!(alt, Alt::None)) {
            return self.refuse(Construct::MaybeNoKey);
        }
        let (mark, before, first_new) = (self.raised.len(), self.state.heap.clone(), self.next_object);
        let place = self.keep();
        let (items, keys) = self.region(|this| {
            let (mut items, mut keys) = (Seq::default(), Seq::default());
            this.for_each(iterable, &mut |this, item| {
                this.keep_value(place, &item);
                let key = if by_itself { item.clone() } else { this.mapped(key, vec![item.clone()])? };
                this.keep_value(place, &key);
                if this.has_instance(&key)? {
                    return this.refuse(Construct::KeyOfGroups);
                }
                items.push(this.path, item);
                keys.push(this.path, key);
                Ok(Lit::FALSE)
            })?;
            Ok(((items, keys), None))
        })?;
        if self.raised.len() > mark {
            return self.refuse(Construct::KeyOfGroups);
        }
        self.check_untouched(&before, first_new, None, false)?;
        let (items, keys) = (self.dense(&items)?, self.dense(&keys)?);
        let mut starts = Vec::new();
        for (index, slot) in items.slots.iter().enumerate() {
            let Some(previous) = index.checked_sub(1) else {
                starts.push(slot.present);
                continue;
            };
            let (a, b) = (keys.slots[previous].value.clone(), keys.slots[index].value.clone());
            let same = self.under(slot.present, |this| this.equal(&a, &b))?.unwrap_or(Lit::TRUE);
            starts.push(self.circuit.and(slot.present, !same));
        }
        self.end_keep(place);
        if self.raised.len() > mark {
            return self.refuse(Construct::KeyOfGroups);
        }
        Ok(Runs { items, keys, starts })
    }
}
