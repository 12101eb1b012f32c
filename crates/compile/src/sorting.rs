//! Sorting, stable as Python's.
//!
//! Keys that are known are sorted here and now. Listed integers, and listed strings, such as characters, are counted: position
//! `k` holds `v` where fewer than `k + 1` elements are below `v`, and more than `k` are not above it. Anything else is ranked by
//! comparing all pairs.

use std::collections::BTreeSet;
use std::sync::Arc;

use circuit::{Lit, count};
use lang::ast::CompareOp;
use lang::builtins::Exception;

use crate::calls::Arguments;
use crate::construct::Construct;
use crate::equality::tuple_items;
use crate::machine::Machine;
use crate::objects::{Object, Seq, Slot};
use crate::refusal::Result;
use crate::value::{Alt, Value};

/// `key=` and `reverse=`.
pub(crate) struct SortOptions {
    pub key: Option<Value>,
    reverse: Lit,
    /// When the elements come out of a set: then those with equal keys have no order.
    pub unordered: Lit,
}

impl Machine<'_> {
    /// Takes the options out of a call's keywords. Raises where `reverse` is not a number.
    pub fn sort_options(&mut self, arguments: &mut Arguments) -> Result<SortOptions> {
        let key = arguments.keyword("key").filter(|key| !matches!(key.single(), Some(Alt::None)));
        if key.as_ref().is_some_and(|key| key.alts().iter().any(|(_, alt)| matches!(alt, Alt::None))) {
            return self.refuse(Construct::MaybeNoSortKey);
        }
        let mut reverse = Lit::FALSE;
        if let Some(value) = arguments.keyword("reverse") {
            for (lit, alt) in value.alts() {
                if !alt.is_number() {
                    self.raise(*lit, Exception::TypeError);
                }
            }
            let numbers = value.alts().iter().filter(|(_, alt)| alt.is_number()).cloned().collect();
            reverse = self.truth(&Value::choice(numbers))?;
        }
        Ok(SortOptions { key, reverse, unordered: Lit::FALSE })
    }

    pub fn sorted(&mut self, seq: &Seq, options: &SortOptions) -> Result<Seq> {
        let mut seq = seq.clone();
        seq.slots.retain(|slot| slot.present != Lit::FALSE);
        let mark = self.held.len();
        let keys = match &options.key {
            None => seq.values().cloned().collect(),
            Some(function) => self.sort_keys(&seq, function)?,
        };
        self.release(mark);
        if self.is_dead() {
            return Ok(seq);
        }
        if keys.iter().flat_map(Value::alts).any(|(_, alt)| crate::floats::is_nan(alt)) {
            return self.refuse(Construct::NotANumber);
        }
        if options.key.is_some() && options.unordered != Lit::FALSE && !self.is_submission() {
            self.refuse_ties(&seq, &keys, options.unordered)?;
        }
        match options.reverse {
            Lit::FALSE => self.sort_by(&seq, &keys, false),
            Lit::TRUE => self.sort_by(&seq, &keys, true),
            reverse => {
                let up = self.sort_by(&seq, &keys, false)?;
                let down = self.sort_by(&seq, &keys, true)?;
                self.ite_seq(reverse, &down, &up)
            }
        }
    }

    fn sort_keys(&mut self, seq: &Seq, function: &Value) -> Result<Vec<Value>> {
        seq.values().for_each(|value| self.hold(value));
        let mut keys = Vec::new();
        for slot in &seq.slots {
            self.step()?;
            let arguments = Arguments::of([slot.value.clone()]);
            let key = self.under(slot.present, |this| this.call_value(function, &arguments))?;
            let key = key.unwrap_or_else(Value::never);
            self.hold(&key);
            keys.push(key);
        }
        Ok(keys)
    }

    fn refuse_ties(&mut self, seq: &Seq, keys: &[Value], unordered: Lit) -> Result<()> {
        for second in 0..keys.len() {
            for first in 0..second {
                self.step()?;
                let equal = self.equal(&keys[first], &keys[second])?;
                let tie = self.circuit.all([unordered, seq.slots[first].present, seq.slots[second].present, equal]);
                self.refuse_if(tie, Construct::SetOrder)?;
            }
        }
        Ok(())
    }

    fn sort_by(&mut self, seq: &Seq, keys: &[Value], reverse: bool) -> Result<Seq> {
        if let Some(keys) = keys.iter().map(constant).collect::<Option<Vec<_>>>()
            && keys.iter().all(|key| key.is_like(&keys[0]))
        {
            return Ok(sort_known(seq, &keys, reverse));
        }
        let by_itself = seq.values().zip(keys).all(|(value, key)| value.is_same(key));
        if by_itself && let Some(listed) = listed(seq) {
            return self.sort_by_counting(seq, &listed, reverse);
        }
        for key in keys {
            self.refuse_sets(key)?;
        }
        self.sort_by_rank(seq, keys, reverse)
    }

    /// `listed` is what the elements may be, in ascending order.
    fn sort_by_counting(&mut self, seq: &Seq, listed: &BTreeSet<Listed<'_>>, reverse: bool) -> Result<Seq> {
        let mut listed: Vec<&Listed<'_>> = listed.iter().collect();
        if reverse {
            listed.reverse();
        }
        let presents: Vec<Lit> = seq.slots.iter().map(|slot| slot.present).collect();
        let total = if self.is_dense(seq) { presents.clone() } else { count::count(&mut self.circuit, &presents) };
        let mut reached = vec![Lit::FALSE; presents.len()];
        let mut before: count::Unary = Vec::new();
        let mut cells: Vec<Vec<(Lit, Alt)>> = vec![Vec::new(); total.len()];
        for (index, wanted) in listed.iter().enumerate() {
            // Which elements come no later than this one.
            for (slot, reached) in seq.slots.iter().zip(&mut reached) {
                self.step()?;
                let here = slot.value.alts().iter().find(|(_, alt)| Listed::of(alt).as_ref() == Some(*wanted));
                let here = here.map_or(Lit::FALSE, |(lit, _)| *lit);
                let here = self.circuit.and(slot.present, here);
                *reached = self.circuit.or(*reached, here);
            }
            let up_to =
                if index + 1 == listed.len() { total.clone() } else { count::count(&mut self.circuit, &reached) };
            for (position, cell) in cells.iter_mut().enumerate() {
                let not_before = !count::at_least(&before, position + 1);
                let lit = self.circuit.and(not_before, count::at_least(&up_to, position + 1));
                cell.push((lit, wanted.alt()));
            }
            before = up_to;
        }
        let mut sorted = Seq::default();
        for (present, cell) in total.into_iter().zip(cells) {
            sorted.push(present, Value::choice(cell));
        }
        Ok(sorted)
    }

    /// The rank of an element is how many come before it.
    fn sort_by_rank(&mut self, seq: &Seq, keys: &[Value], reverse: bool) -> Result<Seq> {
        let size = seq.slots.len();
        let mut before: Vec<Vec<Lit>> = vec![Vec::new(); size];
        for second in 0..size {
            for first in 0..second {
                self.step()?;
                let (one, other) = (seq.slots[first].present, seq.slots[second].present);
                let both = self.circuit.and(one, other);
                let (small, large) = if reverse { (first, second) } else { (second, first) };
                let swapped = self.under(both, |this| this.is_below(&keys[small], &keys[large]))?;
                if self.is_dead() {
                    return Ok(seq.clone());
                }
                let swapped = swapped.unwrap_or(Lit::FALSE);
                before[first].push(self.circuit.and(other, swapped));
                before[second].push(self.circuit.and(one, !swapped));
            }
        }
        let presents: Vec<Lit> = seq.slots.iter().map(|slot| slot.present).collect();
        let total = if self.is_dense(seq) { presents } else { count::count(&mut self.circuit, &presents) };
        let ranks: Vec<count::Unary> = before.iter().map(|before| count::count(&mut self.circuit, before)).collect();
        let mut sorted = Seq::default();
        for (position, present) in total.into_iter().enumerate() {
            let mut cases = Vec::new();
            for (slot, rank) in seq.slots.iter().zip(&ranks) {
                let here = count::exactly(&mut self.circuit, rank, position);
                let here = self.circuit.and(slot.present, here);
                if here != Lit::FALSE {
                    cases.push((here, slot.value.clone()));
                }
            }
            let value = self.choose(&cases)?;
            sorted.push(present, value);
        }
        Ok(sorted)
    }

    fn is_below(&mut self, left: &Value, right: &Value) -> Result<Lit> {
        let is_number = |value: &Value| value.alts().iter().all(|(_, alt)| alt.is_number());
        if is_number(left) && is_number(right) {
            return self.less(left, right);
        }
        self.compare(CompareOp::Less, left, right)
    }

    /// Sets are not in a total order: which comes out first depends on Python's method.
    fn refuse_sets(&mut self, key: &Value) -> Result<()> {
        for (_, alt) in key.alts() {
            match alt {
                Alt::FrozenSet(_) | Alt::View(..) => return self.refuse(Construct::SortedSets),
                Alt::Object(id) => match &*self.object(*id)? {
                    Object::Set(_) | Object::Dict(_) => return self.refuse(Construct::SortedSets),
                    Object::List(seq) => seq.values().try_for_each(|value| self.refuse_sets(value))?,
                    _ => {}
                },
                Alt::Record(_, fields) if !fields.holds_objects => {}
                Alt::Tuple(_) | Alt::Record(..) => {
                    tuple_items(alt).iter().try_for_each(|item| self.refuse_sets(item))?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// What an element may be, in Python's order. Integers and strings are not compared with each other.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Listed<'a> {
    Int(i128),
    Str(&'a Arc<str>),
}

impl<'a> Listed<'a> {
    fn of(alt: &'a Alt) -> Option<Self> {
        match alt {
            Alt::Int(number) => Some(Self::Int(*number)),
            Alt::Str(text) => Some(Self::Str(text)),
            _ => None,
        }
    }

    fn alt(&self) -> Alt {
        match self {
            Self::Int(number) => Alt::Int(*number),
            Self::Str(text) => Alt::Str(Arc::clone(text)),
        }
    }
}

/// All that elements may be, if they are all integers, or all strings, and listed.
fn listed(seq: &Seq) -> Option<BTreeSet<Listed<'_>>> {
    let found = seq.values().flat_map(Value::alts).map(|(_, alt)| Listed::of(alt)).collect::<Option<BTreeSet<_>>>()?;
    let ends = (found.first()?, found.last()?);
    matches!(ends, (Listed::Int(_), Listed::Int(_)) | (Listed::Str(_), Listed::Str(_))).then_some(found)
}

/// A key that is known: integers, and tuples of them.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    Int(i128),
    Tuple(Vec<Known>),
}

fn constant(value: &Value) -> Option<Known> {
    match value.single()? {
        Alt::Tuple(items) => items.iter().map(constant).collect::<Option<Vec<_>>>().map(Known::Tuple),
        alt => alt.int().map(Known::Int),
    }
}

impl Known {
    /// Comparing them raises nothing.
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Int(_), Self::Int(_)) => true,
            (Self::Tuple(a), Self::Tuple(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_like(b)),
            _ => false,
        }
    }
}

fn sort_known(seq: &Seq, keys: &[Known], reverse: bool) -> Seq {
    let mut slots: Vec<(&Known, &Slot)> = keys.iter().zip(&seq.slots).collect();
    slots.sort_by(|(a, _), (b, _)| if reverse { b.cmp(a) } else { a.cmp(b) });
    Seq { slots: slots.into_iter().map(|(_, slot)| slot.clone()).collect() }
}
