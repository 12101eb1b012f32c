//! `min` and `max`: the first of equals wins.

use std::collections::BTreeMap;

use circuit::Lit;
use lang::ast::CompareOp;
use lang::builtins::Exception;

use crate::calls::Arguments;
use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{Seq, Slot};
use crate::refusal::Result;
use crate::value::{Alt, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::builtins) enum Extreme {
    Min,
    Max,
}

impl Machine<'_> {
    pub(in crate::builtins) fn extreme(&mut self, extreme: Extreme, mut arguments: Arguments) -> Result<Value> {
        let key = arguments.keyword("key").filter(|key| !matches!(key.single(), Some(Alt::None)));
        let default = arguments.keyword("default");
        let several = arguments.positional.len() > 1;
        if several && default.is_some() {
            return Ok(self.raise_always(Exception::TypeError));
        }
        if let Some(key) = &key
            && key.alts().iter().any(|(_, alt)| matches!(alt, Alt::None))
        {
            return self.refuse(Construct::MaybeNoKey);
        }
        let iterable =
            if several { self.iter_of(Seq::of(arguments.positional)) } else { arguments.positional.remove(0) };
        let mark = self.held.len();
        self.hold(&iterable);
        let best = self.best_of(extreme, &iterable, key.as_ref());
        self.release(mark);
        let (any, best) = best?;
        match default {
            Some(default) => self.ite(any, &best, &default),
            None => {
                self.raise(!any, Exception::ValueError);
                Ok(best)
            }
        }
    }

    /// The extreme item, and whether there is one.
    fn best_of(&mut self, extreme: Extreme, iterable: &Value, key: Option<&Value>) -> Result<(Lit, Value)> {
        if key.is_none() {
            // Booleans and numbers that are equal would have to be distinguished.
            for kind in [|alt: &Alt| matches!(alt, Alt::Int(_)), |alt: &Alt| matches!(alt, Alt::Bool(_))] {
                let best = self.blindly_if(|this| {
                    if !this.holds_only(iterable, &|_, alt| kind(alt))? {
                        return Ok(None);
                    }
                    let items = this.items(iterable)?;
                    Ok(Some(this.extreme_listed(extreme, &items)))
                })?;
                if let Some(best) = best {
                    return Ok(best);
                }
            }
        }
        let op = match extreme {
            Extreme::Min => CompareOp::Less,
            Extreme::Max => CompareOp::Greater,
        };
        let (mut any, mut rank, mut best) = (Lit::FALSE, Value::never(), Value::never());
        self.region(|this| {
            this.for_each(iterable, &mut |this, item| {
                this.hold(&item);
                let new_rank = match key {
                    None => item.clone(),
                    Some(key) => this.call_value(key, &Arguments::of([item.clone()]))?,
                };
                this.hold(&new_rank);
                let better = this.under(any, |this| this.compare(op, &new_rank, &rank))?;
                let better = match better {
                    Some(better) => {
                        let better = this.circuit.and(any, better);
                        this.circuit.or(!any, better)
                    }
                    None => Lit::TRUE,
                };
                let taken = this.circuit.and(this.path, better);
                rank = this.ite(taken, &new_rank, &rank)?;
                best = this.ite(taken, &item, &best)?;
                any = this.circuit.or(any, this.path);
                Ok(Lit::FALSE)
            })?;
            Ok(((), None))
        })?;
        Ok((any, best))
    }

    /// From the extreme end: a value is the result where some item has it and none has one beyond.
    fn extreme_listed(&mut self, extreme: Extreme, items: &[Slot]) -> (Lit, Value) {
        let mut having: BTreeMap<i128, (Alt, Vec<Lit>)> = BTreeMap::new();
        for slot in items {
            for (lit, alt) in slot.value.alts() {
                let number = alt.int().unwrap_or(0);
                let lit = self.circuit.and(slot.present, *lit);
                having.entry(number).or_insert_with(|| (alt.clone(), Vec::new())).1.push(lit);
            }
        }
        let mut values: Vec<(Alt, Vec<Lit>)> = having.into_values().collect();
        if extreme == Extreme::Max {
            values.reverse();
        }
        let certain = items.iter().any(|slot| slot.present == Lit::TRUE);
        let count = values.len();
        let (mut beyond, mut alts) = (Lit::FALSE, Vec::new());
        for (index, (alt, lits)) in values.into_iter().enumerate() {
            // If no other is left and there is an item, this is it.
            let here = if certain && index + 1 == count { Lit::TRUE } else { self.circuit.any(lits) };
            alts.push((self.circuit.and(here, !beyond), alt));
            beyond = self.circuit.or(beyond, here);
        }
        (beyond, Value::choice(alts))
    }
}
