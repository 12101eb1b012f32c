//! Sequences: positions and lengths of rows of slots.

use std::collections::HashSet;

use circuit::{Lit, Node, count};

use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{Object, Seq, Slot};
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl Machine<'_> {
    /// The same elements, with a slot present only if all before it are: then a slot's index is its position.
    pub fn dense(&mut self, seq: &Seq) -> Result<Seq> {
        let mut seq = seq.clone();
        seq.slots.retain(|slot| slot.present != Lit::FALSE);
        if self.is_dense(&seq) {
            return Ok(seq);
        }
        let presents: Vec<Lit> = seq.slots.iter().map(|slot| slot.present).collect();
        let most = self.most_present(&presents);
        self.dense_up_to(&seq, most)
    }

    /// The same if at most this number can be present.
    pub fn dense_up_to(&mut self, seq: &Seq, most: usize) -> Result<Seq> {
        let presents: Vec<Lit> = seq.slots.iter().map(|slot| slot.present).collect();
        let mut before: count::Unary = Vec::new();
        // For each position, what may stand there and when.
        let mut cases: Vec<Vec<(Lit, Value)>> = vec![Vec::new(); most];
        for (index, slot) in seq.slots.iter().enumerate() {
            for (position, cases) in cases.iter_mut().enumerate().take(index + 1) {
                let exactly = count::exactly(&mut self.circuit, &before, position);
                let here = self.circuit.and(slot.present, exactly);
                if here != Lit::FALSE {
                    cases.push((here, slot.value.clone()));
                }
            }
            before = count::add_up_to(&mut self.circuit, &before, &[slot.present], most);
        }
        let total = count::count_up_to(&mut self.circuit, &presents, most);
        let mut dense = Seq::default();
        for (position, cases) in cases.into_iter().enumerate() {
            let present = total.get(position).copied().unwrap_or(Lit::FALSE);
            if present == Lit::FALSE {
                break;
            }
            dense.slots.push(Slot { present, value: self.choose(&cases)? });
        }
        Ok(dense)
    }

    /// How many of these can be true at most: all, or as many as the scope allows elements in the set that they come from.
    pub fn most_present(&self, presents: &[Lit]) -> usize {
        let all = presents.len();
        for (members, most) in &self.at_most {
            if *most >= all {
                continue;
            }
            let mut seen = HashSet::new();
            if presents
                .iter()
                .all(|present| self.member(*present, members, 8).is_some_and(|member| seen.insert(member)))
            {
                return *most;
            }
        }
        all
    }

    /// The member that must be true for the literal to be.
    fn member(&self, lit: Lit, members: &HashSet<Lit>, depth: usize) -> Option<Lit> {
        if members.contains(&lit) {
            return Some(lit);
        }
        if depth == 0 || lit.is_negated() || lit.is_const() {
            return None;
        }
        match self.circuit.fan_in(lit.node()) {
            Node::And(a, b) => self.member(a, members, depth - 1).or_else(|| self.member(b, members, depth - 1)),
            _ => None,
        }
    }

    /// Whether it is known that no slot is present behind one that is not.
    pub fn is_dense(&mut self, seq: &Seq) -> bool {
        seq.slots.windows(2).all(|pair| {
            pair[0].present == Lit::TRUE
                || pair[1].present == Lit::FALSE
                || self.lengths.contains(&(pair[0].present, pair[1].present))
                || self.circuit.and(pair[1].present, !pair[0].present) == Lit::FALSE
        })
    }

    /// The position of each slot, as a number.
    pub fn positions(&mut self, seq: &Seq) -> Vec<Value> {
        if self.is_dense(seq) {
            return (0..seq.slots.len()).map(Value::size).collect();
        }
        let presents: Vec<Lit> = seq.slots.iter().map(|slot| slot.present).collect();
        let before = self.counts_before(&presents);
        before.iter().map(|unary| self.number_of(unary)).collect()
    }

    /// How many elements there are.
    pub fn length_of(&mut self, seq: &Seq) -> Value {
        let presents: Vec<Lit> = seq.slots.iter().map(|slot| slot.present).collect();
        // In a dense row the presences are the unary number.
        let length = if self.is_dense(seq) { self.number_of(&presents) } else { self.count(&presents) };
        self.narrow(length.alts().to_vec())
    }

    /// A tuple of the elements: one alternative per length.
    pub fn tuple_of(&mut self, seq: &Seq) -> Result<Value> {
        if seq.is_fixed() {
            return Ok(Value::tuple(seq.values().cloned().collect::<Vec<_>>()));
        }
        let seq = self.dense(seq)?;
        let has = |position: usize| seq.slots.get(position).map_or(Lit::FALSE, |slot| slot.present);
        let mut alts = Vec::new();
        for length in 0..=seq.slots.len() {
            let least = if length == 0 { Lit::TRUE } else { has(length - 1) };
            let exactly = self.circuit.and(least, !has(length));
            let items: Vec<Value> = seq.values().take(length).cloned().collect();
            alts.push((exactly, Alt::Tuple(items.into())));
        }
        Ok(Value::choice(alts))
    }

    /// Refuses where the order of a set would show.
    pub fn refuse_set_order(&mut self, value: &Value) -> Result<()> {
        if self.is_submission() {
            return Ok(());
        }
        for (lit, alt) in value.alts() {
            let slots = match alt {
                Alt::FrozenSet(set) => set.slots(),
                Alt::Object(id) => match &*self.object_in_any_order(*id)? {
                    Object::Set(set) => set.slots(),
                    _ => continue,
                },
                _ => continue,
            };
            let presents: Vec<Lit> = slots.iter().map(|slot| slot.present).collect();
            let size = count::count_up_to(&mut self.circuit, &presents, 2);
            let several = self.circuit.and(*lit, count::at_least(&size, 2));
            self.refuse_if(several, Construct::SetOrder)?;
        }
        Ok(())
    }

    /// Whether a range, view, list, set, dict has an element; an iterator is always true.
    pub fn is_not_empty(&mut self, alt: &Alt) -> Result<Lit> {
        let slots = match alt {
            Alt::Object(id) => match &*self.object_in_any_order(*id)? {
                Object::List(seq) | Object::Deque(seq, _) => seq.slots.clone(),
                Object::Set(set) => set.slots(),
                Object::Dict(dict) => crate::iterate::view_slots(dict, crate::objects::ViewKind::Keys),
                Object::Iter(_) | Object::Cell(_) | Object::Instance(_) | Object::Class(_) => return Ok(Lit::TRUE),
            },
            Alt::Range(parts) => self.range_items(parts)?,
            Alt::View(kind, id) => match &*self.object(*id)? {
                Object::Dict(dict) => crate::iterate::view_slots(dict, *kind),
                _ => return self.inconsistent("a view of something other than a dict"),
            },
            _ => return Ok(Lit::TRUE),
        };
        Ok(self.circuit.any(slots.iter().map(|slot| slot.present)))
    }

    /// Raises where a value is not iterable.
    pub fn check_iterable(&mut self, value: &Value) -> Result<()> {
        for (lit, alt) in value.alts() {
            let iterable = match alt {
                Alt::Object(id) => match &*self.object_in_any_order(*id)? {
                    Object::Instance(instance) => {
                        self.find(instance.class, "__iter__")?.is_some()
                            || self.find(instance.class, "__getitem__")?.is_some()
                    }
                    Object::Class(_) => false,
                    _ => true,
                },
                Alt::Tuple(_) | Alt::FrozenSet(_) | Alt::Range(_) | Alt::View(..) | Alt::Str(_) | Alt::Text(_) => true,
                Alt::Record(class, _) => self.is_named_tuple(*class),
                Alt::Class(class) => self.is_enumeration(*class),
                _ => false,
            };
            if !iterable {
                self.raise(*lit, lang::builtins::Exception::TypeError);
            }
        }
        Ok(())
    }
}
