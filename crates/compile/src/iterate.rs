//! Going through iterables.
//!
//! Lists, sets, dicts and other containers are iterated over live, as in Python: what the body of a loop does to them is seen.
//! So is an iterator that nothing else holds (`generators.rs`). One that a variable holds is worked out as a whole when it
//! is first asked, into a row of items, since it may be asked again later. That is no different as long as neither side
//! changes what the other sees, which is checked; an exception among the items is raised only where its item is requested.
//!
//! A list of few elements out of many possible ones, such as an unordered list of edges, is a row of all of them, each with
//! a literal that says whether it is there. It can be iterated over in two ways:
//!
//! - By possible element: many rounds, but in each the element is a constant, and most of the body folds away. The answer
//!   is a conjunction or union of what the rounds say, which is easy for the solver.
//! - By position: few rounds, but in each the element is a choice among all of them, and so is all that follows from it.
//!
//! What decides is what one round leaves for the next one ([`Carried`]). If nothing, rounds over constants are cheap,
//! however many: quantifiers, sets, `closure`, `reachable` and loops that only look at their item use possible elements.
//! Otherwise what is carried becomes more complicated from round to round: other loops, and comprehensions whose result
//! has an order, use positions if these are far fewer. Containers suffer most, as in a search with a worklist.
//!
//! The elements come in the same order either way, so this choice changes no answer. That it keeps large scopes easy is
//! guarded by `crates/decide/tests/growth.rs`.

use std::rc::Rc;

use circuit::{Lit, count};
use lang::ast::Stmt;
use lang::builtins::Exception;

use crate::arrangement::SetIdentity;
use crate::blind_loops::carried;
use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{Dict, DictKind, Iter, Object, Seq, Slot, ViewKind};
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

/// Positions are used only if a list has at least this many possible elements, this many times its length, and the square
/// of its length: fewer rounds must make up for elements that are choices.
const MANY_POSSIBLE: usize = 24;
const MANY_TIMES: usize = 8;

/// The same if the loop changes containers, whatever the length: rounds over possible elements fill them with elements that
/// may be there, and the next round must consider all of them.
const MANY_TIMES_IN_CONTAINERS: usize = 4;

/// Loops over possible elements that are inside one another make at most this many rounds together.
const MOST_NESTED_ROUNDS: usize = 1 << 12;

/// What one round of a loop leaves for the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Carried {
    Nothing,
    /// Variables, or the order of what it makes.
    Values,
    /// Lists, sets or dicts that it changes.
    Containers,
}

/// Called with each item; says when to stop asking for more.
pub(crate) type Body<'b, 'p> = &'b mut dyn FnMut(&mut Machine<'p>, Value) -> Result<Lit>;

impl<'p> Machine<'p> {
    /// Iterates over a value. What is not iterable raises.
    pub fn for_each(&mut self, iterable: &Value, body: Body<'_, 'p>) -> Result<()> {
        self.for_each_until(iterable, body).map(drop)
    }

    /// Iterates over a value in a region of its own; the order of the items does not show in what the body does with them.
    pub fn consume(&mut self, iterable: &Value, body: Body<'_, 'p>) -> Result<()> {
        self.blindly(|this| this.region(|this| Ok((this.for_each(iterable, body)?, None))))
    }

    /// The same; returns when it was stopped.
    pub fn for_each_until(&mut self, iterable: &Value, body: Body<'_, 'p>) -> Result<Lit> {
        if let Some(alt) = iterable.single() {
            return if self.is_dead() { Ok(Lit::FALSE) } else { self.for_each_of(alt, body) };
        }
        let mut stopped = Vec::new();
        for (lit, alt) in iterable.alts() {
            if self.is_dead() {
                break;
            }
            if let Some(stop) = self.under(*lit, |this| this.for_each_of(alt, body))? {
                stopped.push(self.circuit.and(*lit, stop));
            }
        }
        Ok(self.circuit.any(stopped))
    }

    /// Iterates over a value for a `for` statement.
    pub fn for_each_in_loop(&mut self, iterable: &Value, stmts: &[Stmt], body: Body<'_, 'p>) -> Result<()> {
        if let Some(Alt::Object(id)) = iterable.single()
            && matches!(&*self.object_in_any_order(*id)?, Object::List(_))
        {
            if !self.is_dead() {
                self.meet_object(*id);
                self.for_each_of_list(*id, carried(stmts), body)?;
            }
            return Ok(());
        }
        self.for_each(iterable, body)
    }

    fn for_each_of(&mut self, alt: &Alt, body: Body<'_, 'p>) -> Result<Lit> {
        match alt {
            Alt::Tuple(items) => self.slots_until(&Seq::of(items.iter().cloned()).slots, body),
            Alt::Record(class, items) if self.is_named_tuple(*class) => {
                self.slots_until(&Seq::of(items.iter().cloned()).slots, body)
            }
            Alt::FrozenSet(set) => {
                let slots = self.set_elements(set, SetIdentity::of(set))?;
                self.slots_until(&slots, body)
            }
            Alt::Range(parts) => {
                let items = self.range_items(parts)?;
                self.slots_until(&items, body)
            }
            Alt::Object(id) => match &*self.object_in_any_order(*id)? {
                Object::List(_) => {
                    self.meet_object(*id);
                    let independent = self.blind && self.independent;
                    self.for_each_of_list(*id, if independent { Carried::Nothing } else { Carried::Values }, body)
                }
                Object::Deque(seq, _) => {
                    self.meet_object(*id);
                    self.for_each_of_deque(*id, &seq.slots, body)
                }
                Object::Set(set) => {
                    let slots = self.set_elements(set, SetIdentity::Object(*id))?;
                    self.for_each_while_unchanged(*id, &slots, body)
                }
                Object::Dict(dict) => {
                    self.meet_object(*id);
                    let slots = view_slots(dict, ViewKind::Keys);
                    self.for_each_while_unchanged(*id, &slots, body)
                }
                Object::Iter(_) => self.drain(*id, body),
                Object::Instance(instance) => {
                    let iterator = self.instance_iter(alt, instance.class)?;
                    let mark = self.held.len();
                    self.hold(&iterator);
                    let stopped = self.for_each_until(&iterator, body);
                    self.release(mark);
                    stopped
                }
                Object::Class(_) => {
                    self.raise(Lit::TRUE, Exception::TypeError);
                    Ok(Lit::FALSE)
                }
                Object::Cell(_) => self.inconsistent("a cell as a value"),
            },
            Alt::View(kind, id) => {
                let Object::Dict(dict) = &*self.object(*id)? else {
                    return self.inconsistent("a view of something other than a dict");
                };
                let slots = view_slots(dict, *kind);
                if *kind == ViewKind::Keys {
                    return self.for_each_while_unchanged(*id, &slots, body);
                }
                self.for_each_live_value(*id, *kind, slots.len(), body)
            }
            Alt::Str(_) | Alt::Text(_) => self.slots_until(&crate::text::text_row(alt).unwrap_or_default().slots, body),
            Alt::Class(class) if let Some(members) = self.members(*class)? => self.for_each_until(&members, body),
            _ => {
                self.raise(Lit::TRUE, Exception::TypeError);
                Ok(Lit::FALSE)
            }
        }
    }

    /// Items that do not change during iteration.
    pub fn for_each_slot(&mut self, slots: &[Slot], body: Body<'_, 'p>) -> Result<()> {
        self.slots_until(slots, body).map(drop)
    }

    pub fn slots_until(&mut self, slots: &[Slot], body: Body<'_, 'p>) -> Result<Lit> {
        let mut running = Lit::TRUE;
        for slot in slots {
            running = self.for_one(slot.present, &slot.value, running, body)?;
            if self.is_over(running) {
                break;
            }
        }
        Ok(!running)
    }

    /// Whether nothing behind here needs to be computed.
    fn is_over(&self, running: Lit) -> bool {
        self.is_dead() || running == Lit::FALSE && !self.behind_stops.whole
    }

    /// One item; returns when to go on.
    fn for_one(&mut self, present: Lit, value: &Value, running: Lit, body: Body<'_, 'p>) -> Result<Lit> {
        self.step()?;
        let whole = std::mem::take(&mut self.behind_stops.whole);
        let guard = if whole { present } else { self.circuit.and(present, running) };
        let blind = std::mem::take(&mut self.blind);
        let raised = self.raised.len();
        let stopped = self.under(guard, |this| {
            let value = this.asked(value)?;
            if this.is_dead() { Ok(Lit::FALSE) } else { body(this, value) }
        })?;
        self.blind = blind;
        self.behind_stops.whole = whole;
        for index in if whole { raised..self.raised.len() } else { 0..0 } {
            let when = self.raised[index].when;
            self.behind_stops.raises.push(when);
            self.raised[index].when = self.circuit.and(when, running);
            if let Some(escape) = &mut self.raised[index].escape {
                escape.when = self.circuit.and(escape.when, running);
            }
        }
        let Some(stopped) = stopped else { return Ok(running) };
        // Where it was stopped before, it does not matter what is said now.
        let stopped = self.circuit.and(present, stopped);
        Ok(self.circuit.and(running, !stopped))
    }

    /// An item that is requested: an exception in its place is raised.
    pub fn asked(&mut self, value: &Value) -> Result<Value> {
        if !value.alts().iter().any(|(_, alt)| matches!(alt, Alt::Raise(..))) {
            return Ok(value.clone());
        }
        for (lit, alt) in value.alts() {
            if let Alt::Raise(exception, goes_on) = alt {
                // Whoever catches it may ask for what comes next, which is not known.
                if *goes_on && !self.tries.is_empty() {
                    self.refuse_if(*lit, Construct::AskedAfterException)?;
                }
                self.raise(*lit, *exception);
            }
        }
        Ok(Value::choice(value.alts().iter().filter(|(_, alt)| !matches!(alt, Alt::Raise(..))).cloned().collect()))
    }

    /// Iterates over a list, by possible element or by position.
    fn for_each_of_list(&mut self, id: ObjectId, carried: Carried, body: Body<'_, 'p>) -> Result<Lit> {
        let Object::List(seq) = &*self.object_in_any_order(id)? else { return self.inconsistent("not a list") };
        let possible = seq.slots.len();
        if possible < MANY_POSSIBLE || seq.is_fixed() {
            return self.for_each_live(id, body);
        }
        let together = self.rounds.saturating_mul(possible);
        if carried == Carried::Nothing && together <= MOST_NESTED_ROUNDS {
            let rounds = std::mem::replace(&mut self.rounds, together);
            let stopped = self.for_each_live(id, body);
            self.rounds = rounds;
            return stopped;
        }
        if let Some(row) = self.few_of_many(seq, carried)? {
            let start = self.object_in_any_order(id)?;
            return self.slots_until(&row.slots, &mut |this, item| {
                let stop = body(this, item)?;
                if !Rc::ptr_eq(&start, &this.object_in_any_order(id)?) {
                    return this.refuse(Construct::ListChangesInLoop);
                }
                Ok(stop)
            });
        }
        self.for_each_live(id, body)
    }

    /// Python asks a list for its next position each time.
    fn for_each_live(&mut self, id: ObjectId, body: Body<'_, 'p>) -> Result<Lit> {
        let mut running = Lit::TRUE;
        let mut seen = self.object_in_any_order(id)?;
        // So far, a slot's index was its position; and, once the list has changed in the middle, positions are counted.
        let (mut at_positions, mut by_position) = (true, false);
        for index in 0.. {
            let now = self.object_in_any_order(id)?;
            let (Object::List(before), Object::List(list)) = (&*seen, &*now) else {
                return self.inconsistent("not a list");
            };
            let all_known = before.is_fixed() && list.is_fixed();
            if !by_position && !all_known && !Rc::ptr_eq(&seen, &now) {
                let same = |a: &Slot, b: &Slot| a.present == b.present && a.value.is_same(&b.value);
                let grown = list.slots.len() >= index
                    && before.slots.len() >= index
                    && before.slots[..index].iter().zip(&list.slots).all(|(a, b)| same(a, b));
                if !grown {
                    if !at_positions || !self.ends_with(before, index - 1) {
                        return self.refuse(Construct::ListChangesInLoop);
                    }
                    by_position = true;
                }
            }
            let dense = if by_position { Some(self.dense(list)?) } else { None };
            let Some(slot) = dense.as_ref().unwrap_or(list).slots.get(index) else { break };
            let slot = slot.clone();
            if !by_position && index > 0 {
                let last = Seq { slots: list.slots[index - 1..=index].to_vec() };
                at_positions = at_positions && self.is_dense(&last);
            }
            running = self.for_one(slot.present, &slot.value, running, body)?;
            if self.is_over(running) {
                break;
            }
            seen = now;
        }
        Ok(!running)
    }

    /// Whether no element behind a slot is there without that slot's.
    fn ends_with(&mut self, seq: &Seq, index: usize) -> bool {
        let Some((last, behind)) = seq.slots.get(index..).and_then(<[Slot]>::split_first) else { return false };
        behind.iter().all(|slot| self.circuit.and(slot.present, !last.present) == Lit::FALSE)
            || self.is_dense(&Seq { slots: seq.slots[index..].to_vec() })
    }

    /// A list by position if it has few elements out of many possible ones.
    fn few_of_many(&mut self, seq: &Seq, carried: Carried) -> Result<Option<Seq>> {
        let presents: Vec<Lit> = seq.slots.iter().map(|slot| slot.present).collect();
        let most = self.most_present(&presents);
        let times = match carried {
            Carried::Nothing | Carried::Values => most.max(MANY_TIMES),
            Carried::Containers => MANY_TIMES_IN_CONTAINERS,
        };
        if seq.slots.len() < most * times {
            return Ok(None);
        }
        self.dense(seq).map(Some)
    }

    /// A set or dict must keep its size, and here its keys, during iteration.
    fn for_each_while_unchanged(&mut self, id: ObjectId, slots: &[Slot], body: Body<'_, 'p>) -> Result<Lit> {
        let mut running = Lit::TRUE;
        let start = self.object_in_any_order(id)?;
        for slot in slots {
            running = self.for_one_of(&start, id, slot, running, body)?;
            if self.is_over(running) {
                break;
            }
        }
        Ok(!running)
    }

    /// The elements of a deque, which raises if it changed when the next one is asked for.
    fn for_each_of_deque(&mut self, id: ObjectId, slots: &[Slot], body: Body<'_, 'p>) -> Result<Lit> {
        let start = self.object_in_any_order(id)?;
        self.slots_until(slots, &mut |this, item| {
            let stop = body(this, item)?;
            let goes_on = this.circuit.and(this.path, !stop);
            if goes_on != Lit::FALSE && !Rc::ptr_eq(&start, &this.object_in_any_order(id)?) {
                this.refuse_if(!stop, Construct::RowChangesInLoop)?;
            }
            Ok(stop)
        })
    }

    /// One element of a set or dict, which must have its size when the next one is asked for.
    fn for_one_of(
        &mut self,
        start: &Rc<Object>,
        id: ObjectId,
        slot: &Slot,
        running: Lit,
        body: Body<'_, 'p>,
    ) -> Result<Lit> {
        self.for_one(slot.present, &slot.value, running, &mut |this, item| {
            let stop = body(this, item)?;
            if this.circuit.and(this.path, !stop) != Lit::FALSE {
                this.check_size(start, id, stop)?;
            }
            Ok(stop)
        })
    }

    /// Raises where a set or dict no longer has the size it had.
    fn check_size(&mut self, start: &Rc<Object>, id: ObjectId, unless: Lit) -> Result<()> {
        let now = self.object_in_any_order(id)?;
        if Rc::ptr_eq(start, &now) {
            return Ok(());
        }
        let (before, after) = (presence(start), presence(&now));
        let same_keys = before.len() == after.len()
            && before.iter().zip(&after).all(|(a, b)| a.present == b.present && a.value.is_same(&b.value));
        // What is put back into a dict comes at its end, and in a set wherever there is a place.
        let removed = match (&**start, &*now) {
            (Object::Dict(a), Object::Dict(b)) => a.removals != b.removals,
            (Object::Set(a), Object::Set(b)) => a.removals != b.removals,
            _ => false,
        };
        if same_keys && !removed {
            return Ok(());
        }
        let lits = |slots: &[Slot]| slots.iter().map(|slot| slot.present).collect::<Vec<Lit>>();
        let a = count::count(&mut self.circuit, &lits(&before));
        let b = count::count(&mut self.circuit, &lits(&after));
        let same_size = count::equal(&mut self.circuit, &a, &b);
        let goes_on = !unless;
        let changed = self.circuit.and(!same_size, goes_on);
        // As long as nothing was removed, a set or dict of the same size is the same.
        let is_set = matches!(&**start, Object::Set(_));
        let kept = |(index, slot): (usize, &Slot)| {
            let same = |other: &Slot| other.present == slot.present && other.value.is_same(&slot.value);
            after.get(index).is_some_and(same) || is_set && after.iter().any(same)
        };
        let only_added = !removed && before.iter().enumerate().all(kept);
        let unclear = if only_added { Lit::FALSE } else { goes_on };
        // An OrderedDict also minds the order of its keys, but not after its last one.
        if matches!(&**start, Object::Dict(dict) if matches!(dict.kind, DictKind::Ordered)) {
            let unclear = self.circuit.or(unclear, changed);
            return self.refuse_if(unclear, Construct::ElementsChangeInLoop);
        }
        self.raise(changed, Exception::RuntimeError);
        self.refuse_if(unclear, Construct::ElementsChangeInLoop)
    }

    /// The values of a dict as they are when their turn comes.
    fn for_each_live_value(&mut self, id: ObjectId, kind: ViewKind, entries: usize, body: Body<'_, 'p>) -> Result<Lit> {
        let start = self.object(id)?;
        let mut running = Lit::TRUE;
        for index in 0..entries {
            let Object::Dict(dict) = &*self.object(id)? else {
                return self.inconsistent("a view of something other than a dict");
            };
            let Some(slot) = view_slots(dict, kind).into_iter().nth(index) else { break };
            running = self.for_one_of(&start, id, &slot, running, body)?;
            if running == Lit::FALSE || self.is_dead() {
                break;
            }
        }
        Ok(!running)
    }

    /// Takes what is left of an iterator, item by item.
    fn drain(&mut self, id: ObjectId, body: Body<'_, 'p>) -> Result<Lit> {
        let iter = self.iter(id)?;
        if iter.fresh == Lit::TRUE && !self.is_shared(id) {
            // Nothing else takes from it: its items can be made one by one, as Python does.
            return self.produce_until(id, body);
        }
        self.work_out(id)?;
        let mut running = Lit::TRUE;
        for index in 0.. {
            let iter = self.iter(id)?;
            let Some(slot) = iter.rest.slots.get(index) else { break };
            let (present, value) = (slot.present, slot.value.clone());
            running = self.for_one(present, &value, running, &mut |this, item| {
                let mut iter = this.iter(id)?;
                if let Some(slot) = iter.rest.slots.get_mut(index) {
                    slot.present = Lit::FALSE;
                }
                this.put(id, Object::Iter(iter));
                let stop = body(this, item)?;
                let iter = this.iter(id)?;
                this.check_watched(&iter)?;
                Ok(stop)
            })?;
            if running == Lit::FALSE || self.is_dead() {
                break;
            }
        }
        Ok(!running)
    }

    #[expect(clippy::iter_not_returning_iterator, reason = "an iterator of the language")]
    pub fn iter(&self, id: ObjectId) -> Result<Iter> {
        match &*self.object(id)? {
            Object::Iter(iter) => Ok(iter.clone()),
            _ => self.inconsistent("not an iterator"),
        }
    }

    /// Refuses if something that the items come from has changed since. Where none is left, asking for another would
    /// notice too.
    pub fn check_watched(&self, iter: &Iter) -> Result<()> {
        for (id, object) in &iter.watched {
            if !self.state.heap.get(*id).is_some_and(|now| Rc::ptr_eq(now, object)) {
                return self.refuse(Construct::IteratorOverChanging);
            }
        }
        Ok(())
    }

    /// All items at once, for a consumer that raises nothing itself and changes nothing. Exceptions among them are raised.
    pub fn items(&mut self, iterable: &Value) -> Result<Vec<Slot>> {
        let mut items = Vec::new();
        // What is iterated over once under a guard has its guard in `present`.
        let mut collect = |this: &mut Self, guard: Lit, slots: Vec<Slot>| -> Result<()> {
            for slot in slots {
                let present = this.circuit.and(guard, slot.present);
                let value = if slot.value.alts().iter().any(|(_, alt)| matches!(alt, Alt::Raise(..))) {
                    match this.under(present, |this| this.asked(&slot.value))? {
                        Some(value) => value,
                        None => continue,
                    }
                } else {
                    slot.value
                };
                if present != Lit::FALSE {
                    items.push(Slot { present, value });
                }
            }
            Ok(())
        };
        for (lit, alt) in iterable.alts() {
            let slots = match alt {
                Alt::Tuple(parts) => Seq::of(parts.iter().cloned()).slots,
                Alt::Record(class, parts) if self.is_named_tuple(*class) => Seq::of(parts.iter().cloned()).slots,
                Alt::FrozenSet(set) => self.set_elements(set, SetIdentity::of(set))?,
                Alt::Range(parts) => self.range_items(parts)?,
                Alt::View(kind, id) => match &*self.object(*id)? {
                    Object::Dict(dict) => view_slots(dict, *kind),
                    _ => return self.inconsistent("a view of something other than a dict"),
                },
                Alt::Object(id) => match &*self.object_in_any_order(*id)? {
                    Object::List(seq) | Object::Deque(seq, _) => {
                        self.meet_object(*id);
                        seq.slots.clone()
                    }
                    Object::Set(set) => self.set_elements(set, SetIdentity::Object(*id))?,
                    Object::Dict(dict) => {
                        self.meet_object(*id);
                        view_slots(dict, ViewKind::Keys)
                    }
                    Object::Iter(_) => self.under(*lit, |this| this.take_all(*id))?.unwrap_or_default(),
                    Object::Instance(instance) => {
                        let items = self.under(*lit, |this| {
                            let iterator = this.instance_iter(alt, instance.class)?;
                            this.items(&iterator)
                        });
                        items?.unwrap_or_default()
                    }
                    Object::Class(_) => {
                        self.raise(*lit, Exception::TypeError);
                        continue;
                    }
                    Object::Cell(_) => return self.inconsistent("a cell as a value"),
                },
                Alt::Str(_) | Alt::Text(_) => crate::text::text_row(alt).unwrap_or_default().slots,
                Alt::Class(class) if let Some(members) = self.members(*class)? => self.items(&members)?,
                _ => {
                    self.raise(*lit, Exception::TypeError);
                    continue;
                }
            };
            collect(self, *lit, slots)?;
        }
        Ok(items)
    }

    /// Items without what was made on paths that have ended since, such as before an exception or in a round of a loop that
    /// turned out to be impossible. What is left of such an item is never asked for.
    fn existing(&self, mut slots: Vec<Slot>) -> Vec<Slot> {
        for slot in &mut slots {
            let gone = |alt: &Alt| matches!(alt, Alt::Object(id) if self.state.heap.get(*id).is_none());
            if slot.value.alts().iter().any(|(_, alt)| gone(alt)) {
                let left = slot.value.alts().iter().filter(|(_, alt)| !gone(alt));
                slot.value = Value::choice(left.cloned().collect());
            }
        }
        slots
    }

    /// What is left of an iterator, which is then empty.
    pub fn take_all(&mut self, id: ObjectId) -> Result<Vec<Slot>> {
        let iter = self.iter(id)?;
        if iter.fresh == Lit::TRUE {
            let mut items = Seq::default();
            let place = self.keep();
            self.region(|this| {
                this.produce_until(id, &mut |this, item| {
                    this.keep_value(place, &item);
                    items.push(this.path, item);
                    Ok(Lit::FALSE)
                })?;
                Ok(((), None))
            })?;
            self.end_keep(place);
            return Ok(self.existing(items.slots));
        }
        self.work_out(id)?;
        let mut iter = self.iter(id)?;
        let rest = std::mem::take(&mut iter.rest);
        iter.watched.clear();
        self.put(id, Object::Iter(iter));
        Ok(rest.slots)
    }
}

/// The elements of a set, or the keys of a dict.
fn presence(object: &Object) -> Vec<Slot> {
    match object {
        Object::Set(set) => set.slots(),
        Object::Dict(dict) => view_slots(dict, ViewKind::Keys),
        _ => Vec::new(),
    }
}

pub(crate) fn view_slots(dict: &Dict, kind: ViewKind) -> Vec<Slot> {
    let value = |entry: &crate::objects::Entry| match kind {
        ViewKind::Keys => entry.key.clone(),
        ViewKind::Values => entry.value.clone(),
        ViewKind::Items => Value::tuple(vec![entry.key.clone(), entry.value.clone()]),
    };
    dict.entries.iter().map(|entry| Slot { present: entry.present, value: value(entry) }).collect()
}
