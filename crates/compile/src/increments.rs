//! `d[key] = d.get(key, 0) + 1`: what was read from a dict comes back with something added.
//!
//! Read as it stands, the new value is chosen among all entries, and then put into one of them. If it is known that the
//! value is that of the same key of the same dict plus a constant, each entry is only compared with itself: the counts of
//! a hand-written loop are then the same numbers as those of `list.count`.

use std::collections::HashMap;

use circuit::Lit;
use lang::ast::BinaryOp;

use crate::bags::{Identity, identity};
use crate::machine::Machine;
use crate::objects::{Dict, Entry};
use crate::refusal::Result;
use crate::value::{Alt, Value};

/// Numbers that were read from dicts, by their place in memory.
#[derive(Debug, Default)]
pub(crate) struct Increments {
    known: HashMap<usize, Increment>,
}

/// The value of a key of a dict plus a constant.
#[derive(Clone, Debug)]
pub(crate) struct Increment {
    /// The value itself and the entries are kept, so that nothing else gets their addresses.
    _value: Value,
    _entries: Vec<Entry>,
    identity: Identity,
    key: Value,
    /// What counts as the value of a missing key.
    missing: i128,
    plus: i128,
}

impl Machine<'_> {
    /// Remembers that a value was read from a dict.
    pub fn remember_read(&mut self, dict: &Dict, key: &Value, missing: &Value, value: &Value) {
        if let Some(Alt::Int(missing)) = missing.single()
            && value.alts().len() > 1
        {
            let increment = Increment {
                _value: value.clone(),
                _entries: dict.entries.clone(),
                identity: identity(&dict.entries),
                key: key.clone(),
                missing: *missing,
                plus: 0,
            };
            self.increments.known.insert(value.address(), increment);
        }
    }

    /// Remembers that a value is another one plus a constant.
    pub fn remember_increment(&mut self, value: &Value, by: i128, sum: &Value) {
        if let Some(increment) = self.increments.known.get(&value.address())
            && let Some(plus) = increment.plus.checked_add(by)
            && sum.alts().len() > 1
        {
            let increment = Increment { _value: sum.clone(), plus, ..increment.clone() };
            self.increments.known.insert(sum.address(), increment);
        }
    }

    /// Puts a value in at the entry of its key, where `when` holds; returns the value of a new entry. `None`
    /// if the value is not that of the same key plus a constant.
    pub fn increment_entries(
        &mut self,
        dict: &mut Dict,
        when: Lit,
        key: &Value,
        value: &Value,
    ) -> Result<Option<Value>> {
        let Some(increment) = self.increments.known.get(&value.address()) else { return Ok(None) };
        let (missing, plus) = (increment.missing, increment.plus);
        let numbers = |entry: &Entry| entry.value.alts().iter().all(|(_, alt)| matches!(alt, Alt::Int(_)));
        if !increment.key.is_same(key)
            || increment.identity != identity(&dict.entries)
            || !dict.entries.iter().all(numbers)
        {
            return Ok(None);
        }
        for entry in &mut dict.entries {
            // The value of an entry that is not present does not matter.
            let same = self.equal(&entry.key, key)?;
            let here = self.circuit.and(when, same);
            if here != Lit::FALSE {
                let sum = self.arithmetic(BinaryOp::Add, &entry.value, &Value::int(plus))?;
                entry.value = self.ite(here, &sum, &entry.value)?;
            }
        }
        Ok(Some(self.arithmetic(BinaryOp::Add, &Value::int(missing), &Value::int(plus))?))
    }
}
