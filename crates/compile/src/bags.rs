//! Counters by value: for each possible key its count.
//!
//! The entries of a `Counter` are in insertion order, which comparing and adding ignore. So what was counted is
//! remembered by value, too, as long as the entries stay as they are.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use circuit::Lit;
use lang::ast::BinaryOp;

use crate::machine::Machine;
use crate::objects::{Dict, Entry, Key, Slot};
use crate::refusal::Result;
use crate::value::Value;

/// Counts by key. What is missing counts as 0.
pub(crate) type Bag = BTreeMap<Key, Value>;

/// The most keys that are distinguished by value.
const MOST_KEYS: usize = 256;

/// For each entry its presence and where its key and value are in memory.
pub(crate) type Identity = Vec<(Lit, usize, usize)>;

/// The bags of entries that are known, by the identity of their parts.
#[derive(Debug, Default)]
pub(crate) struct Bags {
    /// The entries are kept as well, so that nothing else gets their addresses.
    known: HashMap<Identity, (Vec<Entry>, Rc<Bag>)>,
}

pub(crate) fn identity(entries: &[Entry]) -> Identity {
    entries.iter().map(|entry| (entry.present, entry.key.address(), entry.value.address())).collect()
}

impl Machine<'_> {
    /// Remembers what entries are by value.
    pub fn remember_bag(&mut self, entries: &[Entry], bag: Bag) -> Rc<Bag> {
        let bag = Rc::new(bag);
        self.bags.known.insert(identity(entries), (entries.to_vec(), Rc::clone(&bag)));
        bag
    }

    pub fn known_bag(&self, counter: &Dict) -> Option<Rc<Bag>> {
        self.bags.known.get(&identity(&counter.entries)).map(|(_, bag)| Rc::clone(bag))
    }

    /// A `Counter` by value; `None` if its keys are too many to list, or a count is not a number.
    pub fn bag(&mut self, counter: &Dict) -> Result<Option<Rc<Bag>>> {
        if let Some(bag) = self.known_bag(counter) {
            return Ok(Some(bag));
        }
        let mut cases: BTreeMap<Key, Vec<(Lit, Value)>> = BTreeMap::new();
        for entry in &counter.entries {
            if !entry.value.alts().iter().all(|(_, alt)| alt.is_number()) {
                return Ok(None);
            }
            let Some(keys) = self.keys(&entry.key) else { return Ok(None) };
            for (lit, key, _) in keys {
                let here = self.circuit.and(entry.present, lit);
                self.refuse_clash(&key, cases.keys())?;
                cases.entry(key).or_default().push((here, entry.value.clone()));
            }
        }
        if cases.len() > MOST_KEYS {
            return Ok(None);
        }
        let mut bag = Bag::new();
        for (key, mut cases) in cases {
            let found = self.circuit.any(cases.iter().map(|(lit, _)| *lit));
            cases.push((!found, Value::int(0)));
            cases.retain(|(lit, _)| *lit != Lit::FALSE);
            bag.insert(key, self.choose(&cases)?);
        }
        Ok(Some(self.remember_bag(&counter.entries, bag)))
    }

    /// Remembers, by value, elements that were counted into entries.
    pub fn remember_counted(&mut self, entries: &[Entry], items: &[Slot]) {
        let mut lits: BTreeMap<Key, Vec<Lit>> = BTreeMap::new();
        for item in items {
            let Some(keys) = self.keys(&item.value) else { return };
            for (lit, key, _) in keys {
                let here = self.circuit.and(item.present, lit);
                if lits.keys().any(|other| key.clash(other).is_some()) {
                    return;
                }
                lits.entry(key).or_default().push(here);
            }
        }
        if lits.len() <= MOST_KEYS {
            let bag = lits.into_iter().map(|(key, lits)| (key, self.count(&lits))).collect();
            self.remember_bag(entries, bag);
        }
    }

    /// The count of a key, if it is known by value.
    pub fn counted(&mut self, counter: &Dict, key: &Value) -> Result<Option<Value>> {
        let Some(bag) = self.known_bag(counter) else { return Ok(None) };
        let Some(keys) = self.keys(key) else { return Ok(None) };
        let zero = Value::int(0);
        let mut cases = Vec::new();
        let mut missing = Vec::new();
        for (lit, key, _) in keys {
            self.refuse_clash(&key, bag.keys())?;
            match bag.get(&key) {
                Some(count) => cases.push((lit, count.clone())),
                None => missing.push(lit),
            }
        }
        if !missing.is_empty() {
            cases.push((self.circuit.any(missing), zero));
        }
        self.choose(&cases).map(Some)
    }

    /// Whether a relation holds between the counts of every key.
    pub fn bags_agree(
        &mut self,
        left: &Bag,
        right: &Bag,
        relation: &mut dyn FnMut(&mut Self, &Value, &Value) -> Result<Lit>,
    ) -> Result<Lit> {
        let zero = Value::int(0);
        let mut parts = Vec::new();
        for (key, count) in left {
            self.refuse_clash(key, right.keys())?;
            parts.push(relation(self, count, right.get(key).unwrap_or(&zero))?);
        }
        for (_, count) in right.iter().filter(|(key, _)| !left.contains_key(key)) {
            parts.push(relation(self, &zero, count)?);
        }
        Ok(self.circuit.all(parts))
    }

    /// Remembers what a multiset operation makes of two Counters. Only positive counts are kept.
    pub fn remember_operation(&mut self, op: BinaryOp, left: &Dict, right: &Dict, entries: &[Entry]) -> Result<()> {
        let (Some(left), Some(right)) = (self.bag(left)?, self.bag(right)?) else { return Ok(()) };
        let zero = Value::int(0);
        let mut bag = Bag::new();
        for key in left.keys().chain(right.keys()) {
            if bag.contains_key(key) {
                continue;
            }
            self.refuse_clash(key, bag.keys())?;
            let (a, b) = (left.get(key).unwrap_or(&zero), right.get(key).unwrap_or(&zero));
            let count = self.combined_count(op, a, b)?;
            let positive = self.less(&zero, &count)?;
            bag.insert(key.clone(), self.ite(positive, &count, &zero)?);
        }
        self.remember_bag(entries, bag);
        Ok(())
    }
}
