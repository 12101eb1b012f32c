//! What can be hashed, `hash`, and the equality of keys.

use circuit::Lit;
use lang::ast::CompareOp;
use lang::builtins::Exception;
use lang::resolve::Owner;

use crate::classes::{Special, special};
use crate::construct::Construct;
use crate::equality::{same_constant, tuple_items};
use crate::machine::Machine;
use crate::objects::{Object, ViewKind};
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

/// CPython's hash of integers is taken modulo this prime.
const MODULUS: i128 = (1 << 61) - 1;

impl Machine<'_> {
    /// Raises where a value cannot be hashed, and what the `__hash__` of an instance in it raises.
    pub fn check_hashable(&mut self, value: &Value) -> Result<()> {
        if self.has_own_hash(value)? {
            return self.run_own_hashes(value);
        }
        let unhashable = self.unhashable(value)?;
        self.raise(unhashable, Exception::TypeError);
        Ok(())
    }

    /// Where a value cannot be hashed, whatever the `__hash__` of instances says.
    pub fn unhashable(&mut self, value: &Value) -> Result<Lit> {
        let mut parts = Vec::new();
        for (lit, alt) in value.alts() {
            let part = match alt {
                Alt::Object(id) => match &*self.object(*id)? {
                    Object::Iter(_) | Object::Class(_) => Lit::FALSE,
                    Object::Instance(instance) => Lit::constant(!self.class_has_hash(instance.class)?),
                    _ => Lit::TRUE,
                },
                Alt::View(ViewKind::Keys | ViewKind::Items, _) => Lit::TRUE,
                Alt::Record(_, fields) if fields.node > 0 && !fields.holds_objects => Lit::FALSE,
                Alt::Tuple(_) | Alt::Record(..) => {
                    let mut inner = Vec::new();
                    for item in tuple_items(alt).iter() {
                        inner.push(self.unhashable(item)?);
                    }
                    self.circuit.any(inner)
                }
                _ => Lit::FALSE,
            };
            parts.push(self.circuit.and(*lit, part));
        }
        Ok(self.circuit.any(parts))
    }

    /// A class that defines equality below what defines its hash has none.
    fn class_has_hash(&self, class: ObjectId) -> Result<bool> {
        let line = self.line(class)?;
        let place = |name: &str| -> Result<Option<(usize, Value)>> {
            let found = self.find_from(&line, name)?;
            Ok(found.map(|(value, holder)| (line.iter().position(|it| *it == holder).unwrap_or(0), value)))
        };
        Ok(match (place("__hash__")?, place("__eq__")?) {
            (Some((_, hash)), _) if matches!(hash.single(), Some(Alt::None)) => false,
            (Some((hash, _)), Some((eq, _))) => hash <= eq,
            (None, Some(_)) => false,
            _ => true,
        })
    }

    /// The class of an instance with a `__hash__` of its own.
    fn own_hash_of(&self, alt: &Alt) -> Result<Option<ObjectId>> {
        match self.instance(alt)? {
            Some(instance) if self.find(instance.class, "__hash__")?.is_some() => Ok(Some(instance.class)),
            _ => Ok(None),
        }
    }

    /// Whether a value, or what it holds, may be an instance with a `__hash__` of its own.
    fn has_own_hash(&self, value: &Value) -> Result<bool> {
        for (_, alt) in value.alts() {
            let found = match alt {
                Alt::Object(_) => self.own_hash_of(alt)?.is_some(),
                Alt::Record(_, fields) if fields.node > 0 && !fields.holds_objects => false,
                Alt::Tuple(_) | Alt::Record(..) => {
                    let mut found = false;
                    for item in tuple_items(alt).iter() {
                        found = found || self.has_own_hash(item)?;
                    }
                    found
                }
                Alt::FrozenSet(set) => {
                    let mut found = false;
                    for slot in &set.loose {
                        found = found || self.has_own_hash(&slot.value)?;
                    }
                    found
                }
                _ => false,
            };
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Hashes one part after the other, as Python does.
    fn run_own_hashes(&mut self, value: &Value) -> Result<()> {
        for (lit, alt) in value.alts() {
            self.under(*lit, |this| match alt {
                Alt::Tuple(_) | Alt::Record(..) => {
                    for item in tuple_items(alt).iter() {
                        if !this.is_dead() {
                            this.check_hashable(item)?;
                        }
                    }
                    Ok(())
                }
                _ => {
                    let unhashable = this.unhashable(&Value::of(alt.clone()))?;
                    this.raise(unhashable, Exception::TypeError);
                    match (this.own_hash_of(alt)?, alt) {
                        (Some(class), Alt::Object(id)) if !this.is_dead() => {
                            this.own_hash(*id, class)?;
                        }
                        _ => {}
                    }
                    Ok(())
                }
            })?;
        }
        Ok(())
    }

    /// What the `__hash__` of an instance says. Sets and dicts remember what it said first, so it must always say the same.
    fn own_hash(&mut self, id: ObjectId, class: ObjectId) -> Result<Value> {
        let receiver = Value::object(id);
        let said = self.unchanging(|this| this.call_special(&receiver, class, "__hash__", &[]))?;
        let mut cases = Vec::new();
        for (lit, alt) in said.unwrap_or_else(Value::never).alts() {
            match alt {
                Alt::Special(it) if matches!(**it, Special::Hash(_) | Special::Id(_)) => {
                    cases.push((*lit, Value::of(alt.clone())));
                }
                alt if alt.is_number() => cases.push((*lit, self.hash_of_number(alt)?)),
                _ => self.raise(*lit, Exception::TypeError),
            }
        }
        if self.is_dead() {
            return Ok(Value::never());
        }
        let hash = self.choose(&cases)?;
        let Some(first) = self.hashes.get(&id).cloned() else {
            self.hashes.insert(id, hash.clone());
            return Ok(hash);
        };
        let same = self.same_hash(&first, &hash)?;
        self.refuse_if(!same, Construct::HashChanges)?;
        Ok(hash)
    }

    fn same_hash(&mut self, left: &Value, right: &Value) -> Result<Lit> {
        let same = self.compare_value(CompareOp::Equal, left, right)?;
        self.truth(&same)
    }

    fn hash_of_number(&self, alt: &Alt) -> Result<Value> {
        match alt {
            Alt::Bool(truth) => Ok(Value::int(i128::from(*truth))),
            Alt::Int(-1) => Ok(Value::int(-2)),
            Alt::Int(number) if number.abs() < MODULUS => Ok(Value::of(alt.clone())),
            Alt::Bits(bits) if bits.low > -1 && bits.high < MODULUS => Ok(Value::of(alt.clone())),
            _ => self.refuse(Construct::HashArithmetic),
        }
    }

    /// `hash(value)`
    pub fn hash_builtin(&mut self, value: &Value) -> Result<Value> {
        let mut cases = Vec::new();
        for (lit, alt) in value.alts() {
            if let (Some(class), Alt::Object(id)) = (self.own_hash_of(alt)?, alt)
                && self.class_has_hash(class)?
            {
                let hash = self.under(*lit, |this| this.own_hash(*id, class))?;
                cases.extend(hash.map(|hash| (*lit, hash)));
                continue;
            }
            let part = Value::of(alt.clone());
            if self.under(*lit, |this| this.check_hashable(&part))?.is_none() || self.is_dead() {
                continue;
            }
            let hash = match alt {
                Alt::Bool(_) | Alt::Int(_) | Alt::Bits(_) => self.hash_of_number(alt)?,
                // Two values can have one hash, and which numbers they are shows in what a submission does with them. Only for
                // sets and dicts it makes no difference.
                _ if self.is_submission() && !self.is_inside_hash() => {
                    return self.refuse(Construct::HashArithmetic);
                }
                _ if self.has_own_hash(&part)? => return self.refuse(Construct::HashOfHashes),
                // Python hashes the name of a member.
                Alt::Record(class, items) if self.is_enumeration(*class) => special(Special::Hash(items[0].clone())),
                _ => special(Special::Hash(part)),
            };
            cases.push((*lit, hash));
        }
        self.choose(&cases)
    }

    /// Whether the code being executed is that of a `__hash__`.
    fn is_inside_hash(&self) -> bool {
        match self.state.frames.last().map(|frame| frame.owner) {
            Some(Owner::Function(id)) => &*self.problem.module.function(id).name.name == "__hash__",
            _ => false,
        }
    }

    /// Equality of keys: what has another hash is never compared.
    pub fn key_equal(&mut self, left: &Value, right: &Value) -> Result<Lit> {
        let equal = self.equal(left, right)?;
        // Python asks one object for no hash. Two tuples are two objects.
        let identical = match (left.single(), right.single()) {
            (Some(Alt::Object(a)), Some(Alt::Object(b))) => a == b,
            _ => same_constant(left, right),
        };
        if equal == Lit::FALSE || !self.has_own_hash(left)? && !self.has_own_hash(right)? {
            return Ok(equal);
        }
        let same = self.unseen(|this| this.same_key_hash(left, right))?;
        Ok(if identical { equal } else { self.circuit.and(equal, same) })
    }

    /// Whether two values, which are equal, have one hash, too.
    fn same_key_hash(&mut self, left: &Value, right: &Value) -> Result<Lit> {
        if let (Some(Alt::Tuple(a)), Some(Alt::Tuple(b))) = (left.single(), right.single()) {
            let mut same = Vec::new();
            for (a, b) in a.iter().zip(b.iter()) {
                if self.has_own_hash(a)? || self.has_own_hash(b)? {
                    same.push(self.same_key_hash(a, b)?);
                }
            }
            return Ok(self.circuit.all(same));
        }
        let (a, b) = (self.hash_builtin(left)?, self.hash_builtin(right)?);
        self.same_hash(&a, &b)
    }
}
