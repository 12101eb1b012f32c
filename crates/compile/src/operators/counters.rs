//! Counters as multisets: `+ - & |`, in place and not, and signs.

use circuit::Lit;
use lang::ast::BinaryOp;

use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{Dict, DictKind, Entry};
use crate::refusal::Result;
use crate::value::Value;

impl Machine<'_> {
    /// `left op right`; only positive counts are kept.
    pub(super) fn counter_operation(&mut self, op: BinaryOp, left: &Dict, right: &Dict) -> Result<Dict> {
        self.check_counts(left)?;
        self.check_counts(right)?;
        let mut entries = Vec::new();
        for entry in &left.entries {
            let other = self.count_of(right, &entry.key)?;
            let count = self.combined_count(op, &entry.value, &other)?;
            entries.push(self.positive(entry.present, &entry.key, count)?);
        }
        if op != BinaryOp::BitAnd {
            for entry in &right.entries {
                let known = self.dict_has(left, &entry.key)?;
                let count = self.combined_count(op, &Value::int(0), &entry.value)?;
                let present = self.circuit.and(entry.present, !known);
                entries.push(self.positive(present, &entry.key, count)?);
            }
        }
        entries.retain(|entry| entry.present != Lit::FALSE);
        self.remember_operation(op, left, right, &entries)?;
        Ok(Dict { entries, ..Dict::new(DictKind::Counter) })
    }

    /// `counter op= other`: key by key, as CPython does it, then what is not positive goes.
    pub(super) fn counter_in_place(&mut self, op: BinaryOp, counter: &mut Dict, other: &Dict) -> Result<()> {
        self.check_counts(counter)?;
        self.check_counts(other)?;
        let keys = if op == BinaryOp::BitAnd { counter.entries.clone() } else { other.entries.clone() };
        for entry in keys {
            let old = self.count_of(counter, &entry.key)?;
            let new = self.count_of(other, &entry.key)?;
            let count = self.combined_count(op, &old, &new)?;
            self.entry_put(counter, entry.present, &entry.key, &count)?;
        }
        for entry in &mut counter.entries {
            let positive = self.less(&Value::int(0), &entry.value)?;
            entry.present = self.circuit.and(entry.present, positive);
        }
        counter.entries.retain(|entry| entry.present != Lit::FALSE);
        Ok(())
    }

    /// `+counter` and `-counter`: positive counts, after a change of sign for `-`.
    pub(super) fn signed_counter(&mut self, counter: &Dict, negate: bool) -> Result<Dict> {
        self.check_counts(counter)?;
        let mut entries = Vec::new();
        for entry in &counter.entries {
            let count = if negate {
                self.arithmetic(BinaryOp::Subtract, &Value::int(0), &entry.value)?
            } else {
                entry.value.clone()
            };
            entries.push(self.positive(entry.present, &entry.key, count)?);
        }
        entries.retain(|entry| entry.present != Lit::FALSE);
        Ok(Dict { entries, ..Dict::new(DictKind::Counter) })
    }

    /// Multiset operations on counts that are not numbers raise in the order of the keys.
    pub fn check_counts(&self, counter: &Dict) -> Result<()> {
        let mut counts = counter.entries.iter().flat_map(|entry| entry.value.alts());
        if counts.all(|(_, alt)| alt.is_number()) {
            return Ok(());
        }
        self.refuse(Construct::CounterOfOthers)
    }

    /// The count of a key; what is missing counts as 0.
    pub fn count_of(&mut self, counter: &Dict, key: &Value) -> Result<Value> {
        if let Some(count) = self.counted(counter, key)? {
            return Ok(count);
        }
        let (found, count) = self.dict_find(counter, key)?;
        if found == Lit::FALSE {
            return Ok(Value::int(0));
        }
        self.ite(found, &count, &Value::int(0))
    }

    pub fn combined_count(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
        if let BinaryOp::Add | BinaryOp::Subtract = op {
            return self.arithmetic(op, left, right);
        }
        let less = self.less(left, right)?;
        if op == BinaryOp::BitOr { self.ite(less, right, left) } else { self.ite(less, left, right) }
    }

    fn positive(&mut self, present: Lit, key: &Value, count: Value) -> Result<Entry> {
        let positive = self.less(&Value::int(0), &count)?;
        Ok(Entry { present: self.circuit.and(present, positive), key: key.clone(), value: count })
    }
}
