//! `==`, keys and membership.

use std::rc::Rc;

use circuit::{Lit, count};

use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{Dict, DictKind, Key, Object, Seq, Set, Slot, ViewKind};
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

/// Keys of several values together, with the values themselves and when they are the ones.
type Combination = (Lit, Vec<Key>, Vec<Value>);

/// The most values that are listed when a set is looked up by value.
pub(crate) const MOST_KEYS: usize = 1024;

/// As many strings of a row are listed then.
const MOST_TEXTS: usize = 128;

impl Machine<'_> {
    /// Whether two values are equal. Comparing never raises, except that atoms know only their own kind.
    pub fn equal(&mut self, left: &Value, right: &Value) -> Result<Lit> {
        if left.is_same(right) && left.alts().iter().all(|(_, alt)| alt.is_scalar()) {
            return Ok(Lit::TRUE);
        }
        if let Some(equal) = self.equal_ladders(left, right) {
            return Ok(equal);
        }
        let mut cases = Vec::new();
        for (l, a) in left.alts() {
            for (r, b) in right.alts() {
                // Most combinations of scalars differ; no gate is needed to say so.
                let equal = self.equal_alts(a, b)?;
                if equal != Lit::FALSE {
                    let both = self.circuit.and(*l, *r);
                    cases.push(self.circuit.and(both, equal));
                }
            }
        }
        Ok(self.circuit.any(cases))
    }

    fn equal_alts(&mut self, left: &Alt, right: &Alt) -> Result<Lit> {
        if let (Some(a), Some(b)) = (left.int(), right.int()) {
            return Ok(Lit::constant(a == b));
        }
        match (left, right) {
            (Alt::None, Alt::None) => Ok(Lit::TRUE),
            (Alt::Str(a), Alt::Str(b)) => Ok(Lit::constant(a == b)),
            (Alt::Atom(s, a), Alt::Atom(t, b)) => {
                if s != t {
                    return self.refuse(Construct::AtomsOfTwoTypes);
                }
                Ok(Lit::constant(a == b))
            }
            (Alt::Str(_) | Alt::Text(_), Alt::Str(_) | Alt::Text(_)) => {
                let rows = (crate::text::text_row(left), crate::text::text_row(right));
                let (Some(a), Some(b)) = rows else { return Ok(Lit::FALSE) };
                self.equal_seqs(&a, &b)
            }
            (Alt::Atom(..), Alt::Int(_) | Alt::Bool(_) | Alt::Bits(_) | Alt::Float(_) | Alt::Str(_) | Alt::Text(_))
            | (Alt::Int(_) | Alt::Bool(_) | Alt::Bits(_) | Alt::Float(_) | Alt::Str(_) | Alt::Text(_), Alt::Atom(..)) => {
                self.refuse(Construct::AtomWithOther)
            }
            (a, b) if a.is_number() && b.is_number() => self.equal_bits(a, b),
            // `==` leaves out a NaN; containers look whether it is the same one.
            (Alt::Float(a), Alt::Float(b)) => Ok(Lit::constant(a == b || f64::from_bits(*a) == f64::from_bits(*b))),
            (Alt::Float(float), number) | (number, Alt::Float(float)) if number.is_number() => {
                self.equal_to_float(number, f64::from_bits(*float))
            }
            (a, b) if self.is_tuple(a) && self.is_tuple(b) => {
                let (a, b) = (tuple_items(a), tuple_items(b));
                if a.len() != b.len() {
                    return Ok(Lit::FALSE);
                }
                self.equal_items(&a, &b)
            }
            (Alt::Record(c, a), Alt::Record(d, b)) => {
                if c != d {
                    return Ok(Lit::FALSE);
                }
                self.equal_fields(a, b)
            }
            (Alt::Range(a), Alt::Range(b)) => {
                if Rc::ptr_eq(a, b) {
                    return Ok(Lit::TRUE);
                }
                let (a, b) = (self.range_items(a)?, self.range_items(b)?);
                self.equal_seqs(&Seq { slots: a }, &Seq { slots: b })
            }
            (Alt::Function(a), Alt::Function(b)) => Ok(Lit::constant(a.number == b.number)),
            (Alt::Builtin(a), Alt::Builtin(b)) => Ok(Lit::constant(a == b)),
            (Alt::Class(a), Alt::Class(b)) => Ok(Lit::constant(a == b)),
            (Alt::Number(a), Alt::Number(b)) => Ok(Lit::constant(a == b)),
            (Alt::Method(a), Alt::Method(b)) => {
                if Rc::ptr_eq(a, b) {
                    return Ok(Lit::TRUE);
                }
                self.refuse(Construct::MethodsCompared)
            }
            (Alt::Exception(c, a), Alt::Exception(d, b)) => {
                if c != d {
                    return Ok(Lit::FALSE);
                }
                self.equal(&a[1], &b[1])
            }
            (Alt::View(ViewKind::Values, a), Alt::View(ViewKind::Values, b)) => {
                if a == b {
                    // Two views of one dict's values are different objects, and so unequal, or one object.
                    return self.refuse(Construct::ValueViewsCompared);
                }
                Ok(Lit::FALSE)
            }
            _ => self.equal_objects(left, right),
        }
    }

    fn equal_objects(&mut self, left: &Alt, right: &Alt) -> Result<Lit> {
        if let (Alt::View(ViewKind::Items, _), other) | (other, Alt::View(ViewKind::Items, _)) = (left, right) {
            // The values need not be hashable.
            if !self.is_set_like(other)? {
                return Ok(Lit::FALSE);
            }
            let (there, back) = (self.is_within(left, right)?, self.is_within(right, left)?);
            return Ok(self.circuit.and(there, back));
        }
        if let (Some(a), Some(b)) = (self.as_set(left)?, self.as_set(right)?) {
            return self.equal_sets(&a, &b);
        }
        let special = |alt: &Alt| matches!(alt, Alt::Special(_));
        if special(left) || special(right) || self.instance(left)?.is_some() || self.instance(right)?.is_some() {
            return self.equal_instances(left, right);
        }
        let (Alt::Object(a), Alt::Object(b)) = (left, right) else { return Ok(Lit::FALSE) };
        if a == b {
            return Ok(Lit::TRUE);
        }
        match (&*self.object(*a)?, &*self.object(*b)?) {
            (Object::List(a), Object::List(b)) | (Object::Deque(a, _), Object::Deque(b, _)) => self.equal_seqs(a, b),
            (Object::Dict(a), Object::Dict(b)) => self.equal_dicts(a, b),
            _ => Ok(Lit::FALSE),
        }
    }

    pub fn equal_items(&mut self, left: &[Value], right: &[Value]) -> Result<Lit> {
        let mut parts = Vec::new();
        for (a, b) in left.iter().zip(right) {
            let equal = self.equal(a, b)?;
            if equal == Lit::FALSE {
                return Ok(Lit::FALSE);
            }
            parts.push(equal);
        }
        Ok(self.circuit.all(parts))
    }

    pub fn equal_seqs(&mut self, left: &Seq, right: &Seq) -> Result<Lit> {
        let (left, right) = (self.dense(left)?, self.dense(right)?);
        let mut parts = Vec::new();
        for index in 0..left.slots.len().max(right.slots.len()) {
            let part = match (left.slots.get(index), right.slots.get(index)) {
                (Some(a), Some(b)) => {
                    let same_length = self.circuit.iff(a.present, b.present);
                    let equal = self.equal(&a.value, &b.value)?;
                    let equal = self.circuit.implies(a.present, equal);
                    self.circuit.and(same_length, equal)
                }
                (Some(only), None) | (None, Some(only)) => !only.present,
                (None, None) => break,
            };
            if part == Lit::FALSE {
                return Ok(Lit::FALSE);
            }
            parts.push(part);
        }
        Ok(self.circuit.all(parts))
    }

    pub fn equal_sets(&mut self, left: &Set, right: &Set) -> Result<Lit> {
        let there = self.is_subset(left, right)?;
        let back = self.is_subset(right, left)?;
        Ok(self.circuit.and(there, back))
    }

    pub fn is_subset(&mut self, left: &Set, right: &Set) -> Result<Lit> {
        let mut parts = Vec::new();
        for (key, (present, value)) in &left.keyed {
            let inside = if right.loose.is_empty() {
                self.refuse_clash(key, right.keyed.keys())?;
                right.keyed.get(key).map_or(Lit::FALSE, |(lit, _)| *lit)
            } else {
                self.set_has(right, value)?
            };
            parts.push(self.circuit.implies(*present, inside));
        }
        for slot in &left.loose {
            let inside = self.set_has(right, &slot.value)?;
            parts.push(self.circuit.implies(slot.present, inside));
        }
        Ok(self.circuit.all(parts))
    }

    fn equal_dicts(&mut self, left: &Dict, right: &Dict) -> Result<Lit> {
        let counters = matches!((&left.kind, &right.kind), (DictKind::Counter, DictKind::Counter));
        // By value where there are few; else a solver argues better about which entries are equal.
        let entries = left.entries.len().max(right.entries.len());
        if counters
            && let (Some(a), Some(b)) = (self.bag(left)?, self.bag(right)?)
            && a.len().max(b.len()) <= entries
        {
            return self.bags_agree(&a, &b, &mut Self::equal);
        }
        let there = self.dict_within(left, right, counters)?;
        let back = self.dict_within(right, left, counters)?;
        let mut equal = self.circuit.and(there, back);
        if let (DictKind::Ordered, DictKind::Ordered) = (&left.kind, &right.kind)
            && equal != Lit::FALSE
        {
            let keys = |dict: &Dict| Seq { slots: crate::iterate::view_slots(dict, ViewKind::Keys) };
            let in_order = self.equal_seqs(&keys(left), &keys(right))?;
            equal = self.circuit.and(equal, in_order);
        }
        Ok(equal)
    }

    /// Whether every entry of one dict is in the other, with an equal value. What a `Counter` lacks counts as 0.
    fn dict_within(&mut self, left: &Dict, right: &Dict, counters: bool) -> Result<Lit> {
        let mut parts = Vec::new();
        for entry in &left.entries {
            let (found, value) = self.dict_find(right, &entry.key)?;
            let equal = if found == Lit::FALSE { Lit::FALSE } else { self.equal(&entry.value, &value)? };
            let mut same = self.circuit.and(found, equal);
            if counters {
                let zero = self.equal(&entry.value, &Value::int(0))?;
                let absent = self.circuit.and(!found, zero);
                same = self.circuit.or(same, absent);
            }
            parts.push(self.circuit.implies(entry.present, same));
        }
        Ok(self.circuit.all(parts))
    }

    /// A set, frozenset, or view of keys or items, as a set.
    pub fn as_set(&mut self, alt: &Alt) -> Result<Option<Rc<Set>>> {
        Ok(match alt {
            Alt::FrozenSet(set) => Some(Rc::clone(set)),
            Alt::Object(id) => match &*self.object_in_any_order(*id)? {
                Object::Set(set) => Some(Rc::new(set.clone())),
                _ => None,
            },
            Alt::View(ViewKind::Keys | ViewKind::Items, id) => {
                let Alt::View(kind, _) = alt else { return Ok(None) };
                let Object::Dict(dict) = &*self.object(*id)? else {
                    return self.inconsistent("a view of something other than a dict");
                };
                let mut set = Set::default();
                for slot in crate::iterate::view_slots(dict, *kind) {
                    self.under(slot.present, |this| this.set_add(&mut set, slot.present, &slot.value))?;
                }
                Some(Rc::new(set))
            }
            _ => None,
        })
    }

    pub fn is_tuple(&self, alt: &Alt) -> bool {
        match alt {
            Alt::Tuple(_) => true,
            Alt::Record(class, _) => self.is_named_tuple(*class),
            _ => false,
        }
    }

    /// The value as a list of possible keys, if they are not too many. It is hashable.
    pub fn keys(&mut self, value: &Value) -> Option<Vec<(Lit, Key, Value)>> {
        let mut keys = Vec::new();
        for (lit, alt) in value.alts() {
            for (when, key, value) in self.keys_of(alt)? {
                let when = self.circuit.and(*lit, when);
                if when != Lit::FALSE {
                    keys.push((when, key, value));
                }
            }
            if keys.len() > MOST_KEYS {
                return None;
            }
        }
        Some(keys)
    }

    fn keys_of(&mut self, alt: &Alt) -> Option<Vec<(Lit, Key, Value)>> {
        let constant = |key: Key| Some(vec![(Lit::TRUE, key, Value::of(alt.clone()))]);
        match alt {
            Alt::None => constant(Key::None),
            Alt::Bool(truth) => constant(Key::Int(i128::from(*truth))),
            Alt::Int(number) => constant(Key::Int(*number)),
            Alt::Float(bits) => match crate::floats::integer_of(f64::from_bits(*bits)) {
                Some(number) => constant(Key::Int(number)),
                None => constant(Key::Float(*bits)),
            },
            Alt::Str(text) => constant(Key::Str(text.clone())),
            Alt::Text(row) => {
                let texts = self.listed_texts(row, MOST_TEXTS)?;
                let listed =
                    |(text, lit): (std::sync::Arc<str>, Lit)| (lit, Key::Str(text.clone()), Value::of(Alt::Str(text)));
                Some(texts.into_iter().map(listed).collect())
            }
            Alt::Atom(ty, id) => constant(Key::Atom(*ty, *id)),
            Alt::Builtin(builtin) => constant(Key::Thing(format!("builtin {}", builtin.name()))),
            Alt::Class(class) => constant(Key::Thing(format!("class {}", class.0))),
            Alt::Number(number) => constant(Key::Thing(format!("number {}", number.0))),
            Alt::Function(closure) => constant(Key::Thing(format!("function {}", closure.number))),
            Alt::Object(id) => match self.state.heap.get(*id).map(|it| &**it) {
                Some(Object::Instance(instance)) if !matches!(self.find(instance.class, "__eq__"), Ok(None)) => None,
                _ => constant(Key::Thing(format!("object {}", id.0))),
            },
            Alt::Tuple(items) => {
                let combinations = self.combinations(items)?;
                let finish = |(lit, keys, values): Combination| (lit, Key::Tuple(keys), Value::tuple(values));
                Some(combinations.into_iter().map(finish).collect())
            }
            // A tree has too many values to list.
            Alt::Record(_, fields) if fields.node > 0 => None,
            Alt::Record(class, items) => {
                let is_tuple = self.is_named_tuple(*class);
                let combinations = self.combinations(items)?;
                let finish = |(lit, keys, values): Combination| {
                    let key = if is_tuple { Key::Tuple(keys) } else { Key::Record(*class, keys) };
                    (lit, key, Value::of(Alt::Record(*class, values.into())))
                };
                Some(combinations.into_iter().map(finish).collect())
            }
            Alt::FrozenSet(set) => self.keys_of_set(set),
            Alt::Range(_)
            | Alt::Bits(_)
            | Alt::View(..)
            | Alt::Cell(_)
            | Alt::Method(_)
            | Alt::Exception(..)
            | Alt::Special(_)
            | Alt::Unbound
            | Alt::Raise(..) => None,
        }
    }

    /// All combinations of the items' keys.
    fn combinations(&mut self, items: &[Value]) -> Option<Vec<Combination>> {
        let mut combinations = vec![(Lit::TRUE, Vec::new(), Vec::new())];
        for item in items {
            let keys = self.keys(item)?;
            if combinations.len() * keys.len() > MOST_KEYS {
                return None;
            }
            let mut longer = Vec::with_capacity(combinations.len() * keys.len());
            for (before, prefix, values) in &combinations {
                for (lit, key, value) in &keys {
                    let when = self.circuit.and(*before, *lit);
                    if when == Lit::FALSE {
                        continue;
                    }
                    let (mut prefix, mut values) = (prefix.clone(), values.clone());
                    prefix.push(key.clone());
                    values.push(value.clone());
                    longer.push((when, prefix, values));
                }
            }
            combinations = longer;
        }
        Some(combinations)
    }

    fn keys_of_set(&mut self, set: &Set) -> Option<Vec<(Lit, Key, Value)>> {
        let open = set.keyed.values().filter(|(lit, _)| *lit != Lit::TRUE).count();
        if !set.loose.is_empty() || open > 8 {
            return None;
        }
        let mut subsets: Vec<(Lit, Vec<Key>, Set)> = vec![(Lit::TRUE, Vec::new(), Set::default())];
        for (key, (present, value)) in &set.keyed {
            let mut more = Vec::new();
            for (lit, keys, subset) in subsets {
                let with = self.circuit.and(lit, *present);
                let without = self.circuit.and(lit, !*present);
                if without != Lit::FALSE {
                    more.push((without, keys.clone(), subset.clone()));
                }
                if with != Lit::FALSE {
                    let (mut keys, mut subset) = (keys, subset);
                    keys.push(key.clone());
                    subset.keyed.insert(key.clone(), (Lit::TRUE, value.clone()));
                    more.push((with, keys, subset));
                }
            }
            subsets = more;
        }
        let finish = |(lit, keys, subset): (Lit, Vec<Key>, Set)| {
            (lit, Key::FrozenSet(keys), Value::of(Alt::FrozenSet(Rc::new(subset))))
        };
        Some(subsets.into_iter().map(finish).collect())
    }

    /// Refuses a key that cannot be distinguished from others without comparing an atom with something else.
    pub fn refuse_clash<'k>(&self, key: &Key, mut others: impl Iterator<Item = &'k Key>) -> Result<()> {
        if self.problem.atoms.is_empty() {
            return Ok(());
        }
        match others.find_map(|other| key.clash(other)) {
            Some(clash) => self.refuse(clash),
            None => Ok(()),
        }
    }

    /// Puts an element in, where `when` holds; raises where it cannot be hashed.
    pub fn set_add(&mut self, set: &mut Set, when: Lit, value: &Value) -> Result<()> {
        self.check_hashable(value)?;
        if self.is_dead() {
            return Ok(());
        }
        let Some(keys) = self.keys(value) else {
            let known = self.set_has(set, value)?;
            let present = self.circuit.and(when, !known);
            if present != Lit::FALSE {
                set.loose.push(Slot { present, value: value.clone() });
            }
            return Ok(());
        };
        for (lit, key, value) in keys {
            let mut lit = self.circuit.and(when, lit);
            for slot in &set.loose {
                let same = self.key_equal(&slot.value, &value)?;
                let same = self.circuit.and(slot.present, same);
                lit = self.circuit.and(lit, !same);
            }
            if lit == Lit::FALSE {
                continue;
            }
            self.refuse_clash(&key, set.keyed.keys())?;
            let entry = match set.keyed.remove(&key) {
                // The element that came first stays: `{True} | {1}` is `{True}`.
                Some((present, first)) => {
                    let kept = if same_constant(&first, &value) { first } else { self.ite(present, &first, &value)? };
                    (self.circuit.or(present, lit), kept)
                }
                None => (lit, value),
            };
            set.keyed.insert(key, entry);
        }
        Ok(())
    }

    /// Whether a set holds a value, which is hashable.
    pub fn set_has(&mut self, set: &Set, value: &Value) -> Result<Lit> {
        let mut cases = Vec::new();
        match self.keys(value) {
            Some(keys) => {
                for (lit, key, _) in keys {
                    self.refuse_clash(&key, set.keyed.keys())?;
                    if let Some((present, _)) = set.keyed.get(&key) {
                        cases.push(self.circuit.and(lit, *present));
                    }
                }
            }
            None => {
                for (present, element) in set.keyed.values() {
                    let same = self.key_equal(element, value)?;
                    cases.push(self.circuit.and(*present, same));
                }
            }
        }
        for slot in &set.loose {
            let same = self.key_equal(&slot.value, value)?;
            cases.push(self.circuit.and(slot.present, same));
        }
        Ok(self.circuit.any(cases))
    }

    /// How many of these are true, as a number.
    pub fn count(&mut self, lits: &[Lit]) -> Value {
        let unary = count::count(&mut self.circuit, lits);
        self.number_of(&unary)
    }

    /// The set that an object is.
    pub fn set(&self, id: ObjectId) -> Result<Set> {
        match &*self.object(id)? {
            Object::Set(set) => Ok(set.clone()),
            _ => self.inconsistent("not a set"),
        }
    }
}

/// The items of a tuple or `NamedTuple`.
pub(crate) fn tuple_items(alt: &Alt) -> Rc<[Value]> {
    match alt {
        Alt::Tuple(items) => Rc::clone(items),
        Alt::Record(_, fields) => Rc::clone(fields.shared()),
        _ => Rc::from([]),
    }
}

/// The same constant; `True` and 1 differ.
pub(crate) fn same_constant(a: &Value, b: &Value) -> bool {
    match (a.single(), b.single()) {
        (Some(a), Some(b)) => a.is_scalar() && a.order(b).is_eq(),
        _ => a.is_same(b),
    }
}
