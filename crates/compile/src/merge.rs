//! Joins several values, objects or states into one; literals select which one is meant.

use std::cmp::Ordering;
use std::rc::Rc;

use circuit::Lit;

use crate::classes::{Attributes, ClassObject, Instance};
use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{Dict, DictKind, Entry, Iter, Object, Seq, Set, Slot, Source};
use crate::refusal::Result;
use crate::state::{Exit, Frame, State};
use crate::value::{Alt, Bits, ObjectId, Value};

impl Machine<'_> {
    /// The value whose literal is true. The literals exclude each other.
    pub fn choose(&mut self, cases: &[(Lit, Value)]) -> Result<Value> {
        match cases {
            [] => return Ok(Value::never()),
            [(_, value)] => return Ok(value.clone()),
            [(first, a), (second, b)] if *first == !*second => return self.ite(*first, a, b),
            [(_, first), rest @ ..] if rest.iter().all(|(_, value)| value.is_same(first)) => return Ok(first.clone()),
            _ => {}
        }
        let listed: Vec<(Lit, &Value)> = cases.iter().map(|(lit, value)| (*lit, value)).collect();
        if let Some(value) = self.choose_ladder(&listed) {
            return Ok(value);
        }
        let mut parts: Vec<(Lit, &Alt)> = Vec::new();
        for (guard, value) in cases {
            for (lit, alt) in value.alts() {
                let lit = self.circuit.and(*guard, *lit);
                if lit != Lit::FALSE {
                    parts.push((lit, alt));
                }
            }
        }
        parts.sort_by(|(_, a), (_, b)| a.order(b));
        let mut alts = Vec::new();
        for group in parts.chunk_by(|(_, a), (_, b)| a.order(b) == Ordering::Equal) {
            let lit = self.circuit.any(group.iter().map(|(lit, _)| *lit));
            let alt =
                if group.len() == 1 || group[0].1.is_scalar() { group[0].1.clone() } else { self.choose_alt(group)? };
            alts.push((lit, alt));
        }
        let alts = self.fewer_nodes(alts)?;
        Ok(self.narrow(alts))
    }

    /// One alternative out of several of one shape.
    fn choose_alt(&mut self, group: &[(Lit, &Alt)]) -> Result<Alt> {
        let mut result = group[0].1.clone();
        // The last is taken where none of the others is.
        for (lit, alt) in &group[1..] {
            result = self.ite_alt(*lit, alt, &result)?;
        }
        Ok(result)
    }

    /// The first value where the literal is true, else the second.
    pub fn ite(&mut self, when: Lit, then: &Value, otherwise: &Value) -> Result<Value> {
        if when == Lit::TRUE || then.is_same(otherwise) || otherwise.is_never() {
            return Ok(then.clone());
        }
        if when == Lit::FALSE || then.is_never() {
            return Ok(otherwise.clone());
        }
        if let Some(value) = self.choose_ladder(&[(when, then), (!when, otherwise)]) {
            return Ok(value);
        }
        let (mut ours, mut theirs) = (then.alts().iter().peekable(), otherwise.alts().iter().peekable());
        let mut alts = Vec::new();
        loop {
            let order = match (ours.peek(), theirs.peek()) {
                (None, None) => break,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some((_, a)), Some((_, b))) => a.order(b),
            };
            let our = if order == Ordering::Greater { None } else { ours.next() };
            let their = if order == Ordering::Less { None } else { theirs.next() };
            let (lit, alt) = match (our, their) {
                (Some((lit, alt)), None) => (self.circuit.and(when, *lit), alt.clone()),
                (None, Some((lit, alt))) => (self.circuit.and(!when, *lit), alt.clone()),
                (Some((l, a)), Some((r, b))) => (self.circuit.ite(when, *l, *r), self.ite_alt(when, a, b)?),
                (None, None) => break,
            };
            if lit != Lit::FALSE {
                alts.push((lit, alt));
            }
        }
        let alts = self.fewer_nodes(alts)?;
        Ok(self.narrow(alts))
    }

    /// Too many integers to list become one in bits, too many strings a row of characters.
    pub fn narrow(&mut self, alts: Vec<(Lit, Alt)>) -> Value {
        let ints = alts.iter().filter(|(_, alt)| matches!(alt, Alt::Int(_))).count();
        let has_bits = alts.iter().any(|(_, alt)| matches!(alt, Alt::Bits(_)));
        let alts = self.narrow_texts(alts);
        if ints > crate::numbers::MOST_LISTED || (has_bits && ints > 0) {
            let (numbers, mut rest): (Vec<_>, Vec<_>) =
                alts.into_iter().partition(|(_, alt)| matches!(alt, Alt::Int(_) | Alt::Bits(_)));
            let lit = self.circuit.any(numbers.iter().map(|(lit, _)| *lit));
            let bits = self.bits_of(&numbers);
            rest.push((lit, Alt::Bits(Rc::new(bits))));
            return Value::choice(rest);
        }
        Value::choice(alts)
    }

    /// Both have one shape.
    fn ite_alt(&mut self, when: Lit, then: &Alt, otherwise: &Alt) -> Result<Alt> {
        Ok(match (then, otherwise) {
            (Alt::Bits(a), Alt::Bits(b)) => Alt::Bits(Rc::new(self.ite_bits(when, a, b))),
            (Alt::Text(a), Alt::Text(b)) if Rc::ptr_eq(a, b) => then.clone(),
            (Alt::Text(a), Alt::Text(b)) => {
                Alt::Text(Rc::new(self.merged_rows(&[(when, (**a).clone()), (!when, (**b).clone())])))
            }
            (Alt::Tuple(a), Alt::Tuple(b)) => Alt::Tuple(self.ite_all(when, a, b)?),
            // Equal numbers: the same node.
            (Alt::Record(_, a), Alt::Record(..)) if a.node > 0 => then.clone(),
            (Alt::Record(class, a), Alt::Record(_, b)) => {
                if Rc::ptr_eq(a.shared(), b.shared()) {
                    return Ok(then.clone());
                }
                Alt::Record(*class, self.ite_all(when, a.shared(), b.shared())?.to_vec().into())
            }
            (Alt::FrozenSet(a), Alt::FrozenSet(b)) => {
                if Rc::ptr_eq(a, b) {
                    then.clone()
                } else {
                    Alt::FrozenSet(Rc::new(self.ite_set(when, a, b)?))
                }
            }
            (Alt::Range(a), Alt::Range(b)) => {
                let parts =
                    [self.ite(when, &a[0], &b[0])?, self.ite(when, &a[1], &b[1])?, self.ite(when, &a[2], &b[2])?];
                Alt::Range(Rc::new(parts))
            }
            (Alt::Exception(class, a), Alt::Exception(_, b)) if !Rc::ptr_eq(a, b) => {
                Alt::Exception(*class, [self.ite(when, &a[0], &b[0])?, self.ite(when, &a[1], &b[1])?].into())
            }
            _ => then.clone(),
        })
    }

    fn ite_all(&mut self, when: Lit, then: &Rc<[Value]>, otherwise: &Rc<[Value]>) -> Result<Rc<[Value]>> {
        if Rc::ptr_eq(then, otherwise) {
            return Ok(Rc::clone(then));
        }
        then.iter().zip(&**otherwise).map(|(a, b)| self.ite(when, a, b)).collect()
    }

    pub fn ite_bits(&mut self, when: Lit, then: &Bits, otherwise: &Bits) -> Bits {
        let (low, high) = (then.low.min(otherwise.low), then.high.max(otherwise.high));
        let width = crate::numbers::width(low, high);
        let a = circuit::bits::sign_extend(&then.lits, width);
        let b = circuit::bits::sign_extend(&otherwise.lits, width);
        let lits = a.iter().zip(&b).map(|(x, y)| self.circuit.ite(when, *x, *y)).collect();
        Bits { lits, low, high }
    }

    pub fn ite_seq(&mut self, when: Lit, then: &Seq, otherwise: &Seq) -> Result<Seq> {
        let mut slots = Vec::new();
        for index in 0..then.slots.len().max(otherwise.slots.len()) {
            slots.push(match (then.slots.get(index), otherwise.slots.get(index)) {
                (Some(a), Some(b)) => Slot {
                    present: self.circuit.ite(when, a.present, b.present),
                    value: if b.present == Lit::FALSE {
                        a.value.clone()
                    } else if a.present == Lit::FALSE {
                        b.value.clone()
                    } else {
                        self.ite(when, &a.value, &b.value)?
                    },
                },
                (Some(a), None) => Slot { present: self.circuit.and(when, a.present), value: a.value.clone() },
                (None, Some(b)) => Slot { present: self.circuit.and(!when, b.present), value: b.value.clone() },
                (None, None) => break,
            });
        }
        Ok(Seq { slots })
    }

    pub fn ite_set(&mut self, when: Lit, then: &Set, otherwise: &Set) -> Result<Set> {
        let mut result = Set::default();
        let keys = then.keyed.keys().chain(otherwise.keyed.keys());
        for key in keys {
            if result.keyed.contains_key(key) {
                continue;
            }
            let entry = match (then.keyed.get(key), otherwise.keyed.get(key)) {
                (Some((p, a)), Some((q, b))) => (self.circuit.ite(when, *p, *q), self.ite(when, a, b)?),
                (Some((p, a)), None) => (self.circuit.and(when, *p), a.clone()),
                (None, Some((q, b))) => (self.circuit.and(!when, *q), b.clone()),
                (None, None) => continue,
            };
            if entry.0 != Lit::FALSE {
                result.keyed.insert(key.clone(), entry);
            }
        }
        let loose = (Seq { slots: then.loose.clone() }, Seq { slots: otherwise.loose.clone() });
        result.loose = self.ite_seq(when, &loose.0, &loose.1)?.slots;
        result.loose.retain(|slot| slot.present != Lit::FALSE);
        result.removals = then.removals.max(otherwise.removals);
        Ok(result)
    }

    fn ite_dict(&mut self, when: Lit, then: &Dict, otherwise: &Dict) -> Result<Dict> {
        let kind = match (&then.kind, &otherwise.kind) {
            (DictKind::Default(a), DictKind::Default(b)) => DictKind::Default(self.ite(when, a, b)?),
            (DictKind::Plain, DictKind::Plain)
            | (DictKind::Counter, DictKind::Counter)
            | (DictKind::Ordered, DictKind::Ordered) => then.kind.clone(),
            _ => return self.refuse(Construct::KindsOfDict),
        };
        let mut entries = Vec::new();
        for index in 0..then.entries.len().max(otherwise.entries.len()) {
            entries.push(match (then.entries.get(index), otherwise.entries.get(index)) {
                (Some(a), Some(b)) => Entry {
                    present: self.circuit.ite(when, a.present, b.present),
                    key: self.ite(when, &a.key, &b.key)?,
                    value: self.ite(when, &a.value, &b.value)?,
                },
                (Some(a), None) => Entry { present: self.circuit.and(when, a.present), ..a.clone() },
                (None, Some(b)) => Entry { present: self.circuit.and(!when, b.present), ..b.clone() },
                (None, None) => break,
            });
        }
        Ok(Dict { kind, entries, removals: then.removals.max(otherwise.removals) })
    }

    fn ite_iter(&mut self, when: Lit, then: &Iter, otherwise: &Iter) -> Result<Iter> {
        let source = match (&then.source, &otherwise.source) {
            (_, Source::Rest) => then.source.clone(),
            (Source::Rest, _) => otherwise.source.clone(),
            _ => then.source.clone(),
        };
        let fresh = self.circuit.ite(when, then.fresh, otherwise.fresh);
        let rest = self.ite_seq(when, &then.rest, &otherwise.rest)?;
        let mut watched = then.watched.clone();
        watched.extend(otherwise.watched.iter().cloned());
        watched.sort_by_key(|(id, object)| (*id, Rc::as_ptr(object).addr()));
        watched.dedup_by(|(a, x), (b, y)| a == b && Rc::ptr_eq(x, y));
        Ok(Iter { source, fresh, rest, watched })
    }

    /// What only one branch has set is without a value in the other.
    fn ite_attributes(&mut self, when: Lit, then: &Attributes, otherwise: &Attributes) -> Result<Attributes> {
        let unbound = Value::of(Alt::Unbound);
        let mut joined = Attributes::new();
        for name in then.keys().chain(otherwise.keys()) {
            if !joined.contains_key(name) {
                let (a, b) = (then.get(name).unwrap_or(&unbound), otherwise.get(name).unwrap_or(&unbound));
                let value = self.ite(when, a, b)?;
                joined.insert(name.clone(), value);
            }
        }
        Ok(joined)
    }

    /// One object, as two branches left it.
    pub fn ite_object(&mut self, when: Lit, then: &Object, otherwise: &Object) -> Result<Object> {
        Ok(match (then, otherwise) {
            (Object::List(a), Object::List(b)) => Object::List(self.ite_seq(when, a, b)?),
            (Object::Deque(a, most), Object::Deque(b, other)) if most == other => {
                Object::Deque(self.ite_seq(when, a, b)?, *most)
            }
            (Object::Set(a), Object::Set(b)) => Object::Set(self.ite_set(when, a, b)?),
            (Object::Dict(a), Object::Dict(b)) => Object::Dict(self.ite_dict(when, a, b)?),
            (Object::Cell(a), Object::Cell(b)) => Object::Cell(self.ite(when, a, b)?),
            (Object::Iter(a), Object::Iter(b)) => Object::Iter(self.ite_iter(when, a, b)?),
            (Object::Instance(a), Object::Instance(b)) if a.class == b.class => {
                let attributes = self.ite_attributes(when, &a.attributes, &b.attributes)?;
                Object::Instance(Instance { class: a.class, attributes })
            }
            (Object::Class(a), Object::Class(b)) => {
                let attributes = self.ite_attributes(when, &a.attributes, &b.attributes)?;
                Object::Class(ClassObject { attributes, ..a.clone() })
            }
            _ => return self.inconsistent("an object of two kinds"),
        })
    }

    /// The first state where the literal is true, else the second.
    pub fn join(&mut self, when: Lit, then: State, otherwise: State) -> Result<State> {
        if when == Lit::TRUE {
            return Ok(then);
        }
        if when == Lit::FALSE {
            return Ok(otherwise);
        }
        let mut joined = otherwise.clone();
        for id in then.heap.differing(&otherwise.heap) {
            let object = match (then.heap.get(id), otherwise.heap.get(id)) {
                (Some(a), Some(b)) => Rc::new(self.ite_object(when, a, b)?),
                (Some(a), None) => Rc::clone(a),
                (None, Some(b)) => Rc::clone(b),
                (None, None) => continue,
            };
            joined.heap.put(id, object);
        }
        for index in 0..joined.frames.len().min(then.frames.len()) {
            let (ours, theirs) = (&then.frames[index], &otherwise.frames[index]);
            if !Rc::ptr_eq(ours, theirs) {
                let values =
                    self.join_values(when, (&then, &ours.values), (&otherwise, &theirs.values), &mut joined)?;
                joined.frames[index] = Rc::new(Frame { owner: ours.owner, values });
            }
        }
        if !Rc::ptr_eq(&then.globals, &otherwise.globals) {
            let values =
                self.join_values(when, (&then, &then.globals), (&otherwise, &otherwise.globals), &mut joined)?;
            joined.globals = Rc::new(values);
        }
        Ok(joined)
    }

    /// Variables that two states have in common, one by one.
    fn join_values(
        &mut self,
        when: Lit,
        (then, ours): (&State, &[Value]),
        (otherwise, theirs): (&State, &[Value]),
        joined: &mut State,
    ) -> Result<Vec<Value>> {
        let mut values = Vec::with_capacity(ours.len());
        for (ours, theirs) in ours.iter().zip(theirs) {
            let value = match self.unshared(then, ours, otherwise, theirs) {
                Some((a, b)) => {
                    let objects = (then.heap.get(a).cloned(), otherwise.heap.get(b).cloned());
                    let (Some(first), Some(second)) = objects else {
                        return self.inconsistent("an object that does not exist on this path");
                    };
                    [a, b].into_iter().for_each(|id| self.show_order(id));
                    let object = self.ite_object(when, &first, &second)?;
                    let id = ObjectId(self.next_object);
                    self.next_object += 1;
                    joined.heap.put(id, Rc::new(object));
                    Value::object(id)
                }
                None => self.ite(when, ours, theirs)?,
            };
            values.push(value);
        }
        Ok(values)
    }

    /// Two different lists, sets or dicts of one kind, each known to this variable alone: then it cannot be seen that
    /// they become one, and operations on them are done once.
    fn unshared(&self, then: &State, ours: &Value, otherwise: &State, theirs: &Value) -> Option<(ObjectId, ObjectId)> {
        let (Some(Alt::Object(a)), Some(Alt::Object(b))) = (ours.single(), theirs.single()) else { return None };
        if a == b {
            return None;
        }
        let same_kind = match (&**then.heap.get(*a)?, &**otherwise.heap.get(*b)?) {
            (Object::List(_), Object::List(_)) | (Object::Set(_), Object::Set(_)) => true,
            (Object::Deque(_, most), Object::Deque(_, other)) => most == other,
            (Object::Instance(x), Object::Instance(y)) => x.class == y.class,
            (Object::Dict(x), Object::Dict(y)) => matches!(
                (&x.kind, &y.kind),
                (DictKind::Plain, DictKind::Plain)
                    | (DictKind::Counter, DictKind::Counter)
                    | (DictKind::Ordered, DictKind::Ordered)
            ),
            _ => false,
        };
        let alone = |state: &State, id: ObjectId| self.references(state, id) == 1;
        (same_kind && alone(then, *a) && alone(otherwise, *b)).then_some((*a, *b))
    }

    /// How many places refer to an object, up to two.
    fn references(&self, state: &State, id: ObjectId) -> usize {
        let mut count = 0;
        let mut visit = |value: &Value| count += usize::from(count < 2) * mentions(value, id);
        self.kept.iter().flatten().for_each(&mut visit);
        self.held.iter().for_each(&mut visit);
        state.globals.iter().for_each(&mut visit);
        self.record_defaults.iter().flatten().for_each(&mut visit);
        self.waiting().for_each(&mut visit);
        state.frames.iter().flat_map(|frame| &frame.values).for_each(&mut visit);
        state.heap.objects().for_each(|object| object.inner().into_iter().for_each(&mut visit));
        count
    }

    /// Whether a variable or another object refers to an object: then it is seen again.
    pub fn is_shared(&self, id: ObjectId) -> bool {
        let here = |value: &Value| mentions(value, id) > 0;
        self.kept.iter().flatten().any(here)
            || self.state.globals.iter().any(here)
            || self.record_defaults.iter().flatten().any(here)
            || self.waiting().any(here)
            || self.state.frames.iter().flat_map(|frame| &frame.values).any(here)
            || self.state.heap.objects().any(|object| object.inner().into_iter().any(here))
    }

    /// Values that returns wait with.
    fn waiting(&self) -> impl Iterator<Item = &Value> {
        let escapes = self.raised.iter().filter_map(|raise| raise.escape.as_deref()).map(|escape| &escape.value);
        let returned = self.calls.iter().filter_map(|call| call.returned.as_ref()).map(|exit| &exit.value);
        returned.chain(escapes).chain(&self.handling)
    }

    /// Adds a way out to those that wait. Of the two, the newer is taken where it was reached.
    pub fn add_exit(&mut self, waiting: Option<Exit>, exit: Exit) -> Result<Exit> {
        let Some(waiting) = waiting else { return Ok(exit) };
        let value = self.ite(exit.when, &exit.value, &waiting.value)?;
        let when = self.circuit.or(exit.when, waiting.when);
        let state = self.join(exit.when, exit.state, waiting.state)?;
        Ok(Exit { when, state, value })
    }
}

/// How often a value refers to an object directly.
fn mentions(value: &Value, id: ObjectId) -> usize {
    value.alts().iter().map(|(_, alt)| alt_mentions(alt, id)).sum()
}

fn alt_mentions(alt: &Alt, id: ObjectId) -> usize {
    match alt {
        Alt::Object(object) | Alt::View(_, object) | Alt::Cell(object) => usize::from(*object == id),
        Alt::Tuple(items) => items.iter().map(|item| mentions(item, id)).sum(),
        Alt::Record(_, fields) if fields.holds_objects => fields.iter().map(|item| mentions(item, id)).sum(),
        Alt::FrozenSet(set) => set.inner().into_iter().map(|item| mentions(item, id)).sum(),
        Alt::Function(closure) => closure.cells.iter().chain(&closure.defaults).map(|cell| mentions(cell, id)).sum(),
        Alt::Method(method) => mentions(&method.0, id),
        Alt::Exception(_, parts) => mentions(&parts[0], id),
        Alt::Special(special) => special.inner().into_iter().map(|value| mentions(value, id)).sum(),
        _ => 0,
    }
}
