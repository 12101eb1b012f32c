//! Orders that Python does not define: those of the elements of sets and unordered lists.
//!
//! A circuit follows one of them, by value. So that a claim about it holds for all of them, a function is executed again
//! in orders that further inputs of the circuit choose ([`crate::Compiler::in_any_order`]), and where its answers differ is
//! one more literal:
//!
//! - The layout gives an unordered list of an argument any order ([`crate::layout::ListOrder::Any`]). The function is
//!   executed on that list, and on the list with two neighbors exchanged, for each two neighbors of each list. If no pair
//!   makes a difference, the order of no list does: exchanges of neighbors lead from any order to any other. With one
//!   exchange at a time the two circuits are almost the same, and most of them folds away.
//! - A set that is iterated over becomes a row of places, each holding any element, at each iteration on its own; in a
//!   submission, once for each set as long as it does not change. Where the order cannot show, nothing is done: see
//!   [`Machine::blindly`].

use std::collections::BTreeSet;
use std::rc::Rc;

use circuit::Lit;

use crate::construct::LargeValue;
use crate::layout::{Block, Constraint};
use crate::machine::Machine;
use crate::objects::{Object, Set, Slot, Source};
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

/// The greatest number of literals that choose the order of one collection.
const MOST_CHOICES: usize = 1024;

/// The order in which a function sees what has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Arrangement {
    /// Unordered lists as they are laid out, elements of sets by value.
    #[default]
    AsLaidOut,
    /// The same with two neighbors of an unordered list exchanged.
    Exchanged(Exchange),
    /// Sets in any order; `all` of them, or those whose order may show.
    AnySets { all: bool },
}

/// Which set it is: two sets with the same elements may come in different orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SetIdentity {
    Object(ObjectId),
    /// A frozenset, by its address.
    Value(usize),
}

impl SetIdentity {
    pub fn of(frozen: &Rc<Set>) -> Self {
        Self::Value(Rc::as_ptr(frozen).addr())
    }
}

/// An order that was chosen for a set of a submission, with what the set was like.
#[derive(Clone, Debug)]
pub(crate) struct SetOrder {
    pub identity: SetIdentity,
    /// How often it had lost elements.
    pub removals: u32,
    pub elements: Vec<Slot>,
    pub row: Vec<Slot>,
}

/// Collections without order on which the order of something depends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OrderSources {
    /// Unordered lists of arguments, by the first literal of their cells.
    pub lists: BTreeSet<Lit>,
    pub sets: bool,
}

impl OrderSources {
    fn is_empty(&self) -> bool {
        self.lists.is_empty() && !self.sets
    }

    fn add(&mut self, other: &Self) {
        self.lists.extend(&other.lists);
        self.sets |= other.sets;
    }
}

/// Collections whose order may show in the answer of a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShownOrders {
    pub sources: OrderSources,
    /// Even the order of sets that are consumed blindly.
    pub all_sets: bool,
}

impl ShownOrders {
    fn add(&mut self, sources: &OrderSources) {
        self.sources.add(sources);
    }

    /// The same for what was made from them blindly.
    pub fn add_derived(&mut self, sources: &OrderSources) {
        self.sources.add(sources);
        self.all_sets |= sources.sets;
    }
}

/// Whether items behind a stop are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum LookBehind {
    #[default]
    No,
    Yes,
    /// They were, and it turned out that this changes the answer: the function is executed again without.
    Failed,
}

/// A consumer that stops at some item does not ask for the items behind it. Another order has others behind it, and they
/// may raise. So where orders are compared, items are computed even behind a stop: if none can raise there, none can in
/// any order.
#[derive(Clone, Debug, Default)]
pub(crate) struct BehindStops {
    pub look: LookBehind,
    /// The current consumer may stop.
    pub stops: bool,
    /// What is iterated over next is looked at as a whole.
    pub whole: bool,
    /// What raises, perhaps behind a stop.
    pub raises: Vec<Lit>,
}

/// How a blind consumer takes its items.
#[derive(Clone, Copy, Debug, Default)]
struct Manner {
    /// It may stop at some item.
    stops: bool,
    /// What it consumes counts as met by whoever consumes its result blindly.
    passed_on: bool,
    /// It takes each item on its own.
    independent: bool,
}

/// Two neighbors of one list change places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The first literal of a [`FreeList`](crate::layout::FreeList).
    pub list: Lit,
    /// The place of the first of them.
    pub position: usize,
}

impl Machine<'_> {
    /// Whether the order of sets is the function's own business.
    pub fn is_submission(&self) -> bool {
        self.problem.module.is_executed
    }

    /// The possible elements of a set in iteration order. In a submission, a set that has not changed is iterated over in
    /// the same order each time.
    pub fn set_elements(&mut self, set: &Set, identity: SetIdentity) -> Result<Vec<Slot>> {
        self.elements_in_order(set, Some(identity))
    }

    /// The same for `pop`. CPython begins where the last `pop` stopped, so after a removal the order is one of its own.
    pub fn set_elements_to_pop(&mut self, set: &Set, identity: SetIdentity) -> Result<Vec<Slot>> {
        self.elements_in_order(set, (set.removals == 0).then_some(identity))
    }

    /// In the order that is known by this identity, if there is one; a new order is remembered by it.
    fn elements_in_order(&mut self, set: &Set, identity: Option<SetIdentity>) -> Result<Vec<Slot>> {
        let slots = set.slots();
        let present: Vec<Lit> = slots.iter().map(|slot| slot.present).collect();
        let most = if slots.len() < 2 { 1 } else { self.most_present(&present) };
        if most < 2 {
            return Ok(slots);
        }
        let any_order = match self.arrangement {
            Arrangement::AnySets { all } => all || !self.blind,
            _ => false,
        };
        self.meet(&OrderSources { lists: BTreeSet::new(), sets: true });
        if !any_order {
            return Ok(slots);
        }
        if present.len() * most > MOST_CHOICES {
            return self.refuse(LargeValue::Order);
        }
        if let Some(row) = identity.and_then(|identity| self.known_order(identity, set.removals, &slots)) {
            return Ok(row);
        }
        let mut row: Vec<Slot> = Vec::new();
        let mut chosen: Vec<Vec<Lit>> = vec![Vec::new(); slots.len()];
        let mut before = Lit::TRUE;
        for _ in 0..most {
            let there = self.circuit.input();
            self.require(vec![!there, before]);
            let cases: Vec<(Lit, Value)> =
                slots.iter().map(|slot| (self.circuit.input(), slot.value.clone())).collect();
            let lits: Vec<Lit> = cases.iter().map(|(lit, _)| *lit).collect();
            self.exactly_one(&lits, there);
            lits.into_iter().zip(&mut chosen).for_each(|(lit, places)| places.push(lit));
            if before != Lit::TRUE {
                self.lengths.insert((before, there));
            }
            row.push(Slot { present: there, value: self.choose(&cases)? });
            before = there;
        }
        for (places, present) in chosen.iter().zip(present) {
            self.exactly_one(places, present);
        }
        if let Some(identity) = identity.filter(|_| self.is_submission()) {
            self.set_orders.push(SetOrder { identity, removals: set.removals, elements: slots, row: row.clone() });
        }
        Ok(row)
    }

    /// The order in which this set was iterated over before. What was removed and put back may have changed it.
    fn known_order(&self, identity: SetIdentity, removals: u32, slots: &[Slot]) -> Option<Vec<Slot>> {
        let same = |known: &[Slot]| {
            let mut both = known.iter().zip(slots);
            known.len() == slots.len() && both.all(|(a, b)| a.present == b.present && a.value.is_same(&b.value))
        };
        let is_same =
            |known: &&SetOrder| known.identity == identity && known.removals == removals && same(&known.elements);
        self.set_orders.iter().find(is_same).map(|known| known.row.clone())
    }

    /// Notes that something is iterated over.
    fn meet(&mut self, sources: &OrderSources) {
        if !self.compares_orders {
            return;
        }
        if self.blind {
            self.met.add(sources);
            self.behind_stops.whole = self.behind_stops.stops && self.behind_stops.look == LookBehind::Yes;
        } else {
            self.shown.borrow_mut().add(sources);
        }
    }

    /// Notes that a list or dict is iterated over.
    pub fn meet_object(&mut self, id: ObjectId) {
        if let Some(sources) = self.unordered.get(&id).cloned() {
            if !self.blind && sources.sets {
                self.shown.borrow_mut().all_sets = true;
            }
            self.meet(&sources);
        }
    }

    /// Notes that the order of a list may show from now on.
    pub fn show_order(&self, id: ObjectId) {
        if let Some(sources) = self.unordered.get(&id) {
            self.shown.borrow_mut().add_derived(sources);
        }
    }

    /// Remembers a list of an argument if it has no order.
    pub fn note_free_list(&mut self, list: &Value, first: Option<Lit>) {
        if let (Some(Alt::Object(id)), Some(first)) = (list.single(), first)
            && self.free_lists.contains(&first)
        {
            self.unordered.insert(*id, OrderSources { lists: BTreeSet::from([first]), sets: false });
        }
    }

    /// Exchanges two neighbors of the list that is to be rearranged. The first one is there only where the second is:
    /// where there are not both, the two orders are not compared.
    pub fn exchange_neighbors(&mut self, slots: &mut [Slot]) {
        let Arrangement::Exchanged(Exchange { list, position }) = self.arrangement else { return };
        if slots.first().is_some_and(|slot| slot.present == list) && position + 1 < slots.len() {
            slots[position].present = slots[position + 1].present;
            slots.swap(position, position + 1);
        }
    }

    /// Exactly one where the guard is true, none where it is not.
    fn exactly_one(&mut self, lits: &[Lit], guard: Lit) {
        let mut some = lits.to_vec();
        some.push(!guard);
        self.require(some);
        let mut before = Lit::FALSE;
        for lit in lits {
            self.require(vec![!*lit, guard]);
            self.require(vec![!before, !*lit]);
            before = self.circuit.or(before, *lit);
        }
    }

    /// True of every pair with every order.
    fn require(&mut self, clause: Vec<Lit>) {
        if !clause.contains(&Lit::TRUE) {
            self.order_constraints.push(Constraint { block: Block::Shape, clause });
        }
    }

    /// Consumes items such that their order cannot show, if making and consuming them neither raises nor changes anything:
    /// whether there is one of a kind, how many there are, which ones. Then the order of what is consumed does not matter.
    pub fn blindly<T>(&mut self, consume: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let manner = Manner { passed_on: true, independent: true, ..Manner::default() };
        let (result, _) = self.watching(|this| consume(this).map(Some), manner)?;
        self.certain(result)
    }

    /// The same if the consumer compares the items with each other.
    pub fn blindly_together<T>(&mut self, consume: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let manner = Manner { passed_on: true, ..Manner::default() };
        let (result, _) = self.watching(|this| consume(this).map(Some), manner)?;
        self.certain(result)
    }

    /// The same if the consumer stops at some items: then what comes behind one is not computed.
    pub fn blindly_until<T>(&mut self, consume: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let manner = Manner { stops: true, passed_on: true, independent: true };
        let (result, _) = self.watching(|this| consume(this).map(Some), manner)?;
        self.certain(result)
    }

    /// The same, unless it turns out that the order can show: then there is no result.
    pub fn blindly_if<T>(&mut self, consume: impl FnOnce(&mut Self) -> Result<Option<T>>) -> Result<Option<T>> {
        let manner = Manner { passed_on: true, ..Manner::default() };
        Ok(self.watching(consume, manner)?.0)
    }

    /// Makes a list or dict whose order is that of the items, which shows only if the list or dict shows it.
    pub fn in_order_of_items(&mut self, make: impl FnOnce(&mut Self) -> Result<Object>) -> Result<Value> {
        let (object, sources) = self.watching(|this| make(this).map(Some), Manner::default())?;
        let object = self.certain(object)?;
        let id = self.allocate(object);
        if !sources.is_empty() {
            self.unordered.insert(id, sources);
        }
        Ok(Value::object(id))
    }

    fn certain<T>(&self, result: Option<T>) -> Result<T> {
        match result {
            Some(result) => Ok(result),
            None => self.inconsistent("a consumer without a result"),
        }
    }

    /// Consumes blindly, and returns what was consumed if its order does not show.
    fn watching<T>(
        &mut self,
        consume: impl FnOnce(&mut Self) -> Result<Option<T>>,
        Manner { stops, passed_on, independent }: Manner,
    ) -> Result<(Option<T>, OrderSources)> {
        let (blind, met) = (std::mem::replace(&mut self.blind, true), std::mem::take(&mut self.met));
        let independent = std::mem::replace(&mut self.independent, independent);
        let stopped = std::mem::replace(&mut self.behind_stops.stops, stops);
        let whole = std::mem::take(&mut self.behind_stops.whole);
        let behind = self.behind_stops.raises.len();
        let (raised, heap, objects) = (self.raised.len(), self.state.heap.clone(), self.next_object);
        let globals = Rc::clone(&self.state.globals);
        let result = consume(self)?;
        self.blind = blind;
        self.independent = independent;
        self.behind_stops.stops = stopped;
        // What is iterated over after the consumer has nothing to do with it.
        self.behind_stops.whole = whole;
        let behind = self.behind_stops.raises.split_off(behind);
        let mut here = std::mem::replace(&mut self.met, met);
        if here.is_empty() {
            return Ok((result, here));
        }
        let raises = self.circuit.any(self.raised[raised..].iter().map(|raise| raise.when).chain(behind));
        let shows = result.is_none()
            || self.can_happen(raises)
            || !Rc::ptr_eq(&globals, &self.state.globals)
            || self.state.heap.differing(&heap).into_iter().any(|id| id.0 < objects && !self.is_consumed(id));
        let looked = self.behind_stops.look == LookBehind::Yes;
        if stops && looked && shows {
            // What was computed behind stops may be wrong.
            self.behind_stops.look = LookBehind::Failed;
            return self.refuse(LargeValue::Order);
        }
        if shows || stops && here.sets && !looked {
            self.shown.borrow_mut().add_derived(&here);
            here = OrderSources::default();
        } else if blind && passed_on {
            self.met.add(&here);
        }
        Ok((result, here))
    }

    /// Whether this can be true for any pair, as far as is known.
    fn can_happen(&mut self, when: Lit) -> bool {
        match (when, &mut self.oracle) {
            (Lit::FALSE, _) => false,
            (Lit::TRUE, _) | (_, None) => true,
            (when, Some(oracle)) => {
                let before = oracle.work();
                let possible = oracle.can_happen(&self.circuit, when, self.pace.deadline);
                let work = oracle.work() - before;
                self.note_work(work);
                possible
            }
        }
    }

    /// An iterator from which nothing will be taken any more.
    fn is_consumed(&self, id: ObjectId) -> bool {
        match self.state.heap.get(id).map(|object| &**object) {
            Some(Object::Iter(iter)) => {
                let spent = matches!(iter.source, Source::Rest)
                    && iter.rest.slots.iter().all(|slot| slot.present == Lit::FALSE);
                spent || !self.is_shared(id)
            }
            _ => false,
        }
    }
}
