//! `|` of dicts.

use circuit::Lit;
use lang::ast::BinaryOp;

use super::Made;
use crate::machine::Machine;
use crate::objects::{Dict, DictKind, Entry, Object};
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl Machine<'_> {
    /// Two dicts; `None` if these are none.
    pub(super) fn dict_operation(&mut self, op: BinaryOp, left: &Alt, right: &Alt) -> Result<Option<Made>> {
        let (Alt::Object(a), Alt::Object(b)) = (left, right) else { return Ok(None) };
        let (a, b) = (self.object(*a)?, self.object(*b)?);
        let (Object::Dict(a), Object::Dict(b)) = (&*a, &*b) else { return Ok(None) };
        if let (DictKind::Counter, DictKind::Counter) = (&a.kind, &b.kind) {
            if op == BinaryOp::BitXor {
                return Ok(Some(self.unsupported()));
            }
            return self.counter_operation(op, a, b).map(|dict| Some(Made::Dict(dict)));
        }
        if op != BinaryOp::BitOr {
            return Ok(Some(self.unsupported()));
        }
        let mut result = a.clone();
        for entry in &b.entries {
            self.entry_put(&mut result, entry.present, &entry.key, &entry.value)?;
        }
        // The left operand decides the class, unless only the right one is a defaultdict or an OrderedDict.
        if let (DictKind::Plain, DictKind::Default(_)) | (DictKind::Plain | DictKind::Counter, DictKind::Ordered) =
            (&a.kind, &b.kind)
        {
            result.kind = b.kind.clone();
        }
        Ok(Some(Made::Dict(result)))
    }

    /// Sets the value of a key, which is hashable, where `when` holds.
    pub fn entry_put(&mut self, dict: &mut Dict, when: Lit, key: &Value, value: &Value) -> Result<()> {
        self.step()?;
        let mut known = Vec::new();
        for entry in &mut dict.entries {
            let same = self.equal(&entry.key, key)?;
            let here = self.circuit.and(entry.present, same);
            if here == Lit::FALSE {
                continue;
            }
            let changes = self.circuit.and(when, here);
            entry.value = self.ite(changes, value, &entry.value)?;
            known.push(here);
            if here == Lit::TRUE {
                return Ok(());
            }
        }
        let known = self.circuit.any(known);
        let present = self.circuit.and(when, !known);
        if present != Lit::FALSE {
            dict.entries.push(Entry { present, key: key.clone(), value: value.clone() });
        }
        Ok(())
    }
}
