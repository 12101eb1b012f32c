//! Methods of sets, frozensets and views.

use std::rc::Rc;

use circuit::{Lit, count};
use lang::ast::BinaryOp;
use lang::builtins::Exception;
use lang::methods::{SetQuery, SetUpdate, ViewMethod};

use crate::arrangement::SetIdentity;
use crate::calls::Arguments;
use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{Object, Set};
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

impl Machine<'_> {
    pub(super) fn set_query(&mut self, alt: &Alt, method: SetQuery, arguments: &Arguments) -> Result<Value> {
        let others = &arguments.positional;
        match method {
            SetQuery::Copy => self.like(alt, None),
            SetQuery::Union => self.with_others(BinaryOp::BitOr, alt, others),
            SetQuery::Intersection => self.with_others(BinaryOp::BitAnd, alt, others),
            SetQuery::Difference => self.with_others(BinaryOp::Subtract, alt, others),
            SetQuery::SymmetricDifference => self.with_others(BinaryOp::BitXor, alt, others),
            SetQuery::IsDisjoint => self.is_disjoint(alt, &others[0]),
            SetQuery::IsSubset => {
                let other = self.elements_of(&others[0])?;
                let Some(set) = self.as_set(alt)? else { return self.inconsistent("not a set") };
                let inside = self.is_subset(&set, &other)?;
                Ok(Value::truth(inside))
            }
            SetQuery::IsSuperset => self.is_superset(alt, &others[0]),
        }
    }

    pub(super) fn view_method(&mut self, alt: &Alt, method: ViewMethod, arguments: &Arguments) -> Result<Value> {
        match method {
            ViewMethod::IsDisjoint => self.is_disjoint(alt, &arguments.positional[0]),
        }
    }

    fn with_others(&mut self, op: BinaryOp, alt: &Alt, others: &[Value]) -> Result<Value> {
        let Some(set) = self.as_set(alt)? else { return self.inconsistent("not a set") };
        let mut result = (*set).clone();
        for other in others {
            result = self.combined(op, &result, other)?;
            if self.is_dead() {
                return Ok(Value::never());
            }
        }
        self.like(alt, Some(result))
    }

    /// A set of the receiver's class; its copy without one.
    fn like(&mut self, alt: &Alt, set: Option<Set>) -> Result<Value> {
        let set = match (set, alt) {
            (Some(set), _) => set,
            (None, Alt::FrozenSet(_)) => return Ok(Value::of(alt.clone())),
            (None, _) => match self.as_set(alt)? {
                Some(set) => (*set).clone(),
                None => return self.inconsistent("not a set"),
            },
        };
        Ok(match alt {
            Alt::FrozenSet(_) => Value::of(Alt::FrozenSet(Rc::new(set))),
            _ => Value::object(self.allocate(Object::Set(set))),
        })
    }

    /// A set and any iterable. Of equal elements an intersection keeps the iterable's.
    fn combined(&mut self, op: BinaryOp, set: &Set, other: &Value) -> Result<Set> {
        if op != BinaryOp::BitAnd || self.is_set(other)? {
            if op == BinaryOp::BitOr && !self.is_set(other)? {
                let mut result = set.clone();
                self.add_all(&mut result, other)?;
                return Ok(result);
            }
            let other = self.elements_of(other)?;
            return self.set_operation(op, set, &other);
        }
        let mut result = Set::default();
        self.consume(other, &mut |this, item| {
            this.check_hashable(&item)?;
            let inside = this.set_has(set, &item)?;
            let when = this.circuit.and(this.path, inside);
            if when != Lit::FALSE {
                this.set_add(&mut result, when, &item)?;
            }
            Ok(Lit::FALSE)
        })?;
        Ok(result)
    }

    fn add_all(&mut self, set: &mut Set, iterable: &Value) -> Result<()> {
        self.consume(iterable, &mut |this, item| {
            let path = this.path;
            this.set_add(set, path, &item)?;
            Ok(Lit::FALSE)
        })
    }

    /// Whether a value is a set or frozenset and nothing else.
    fn is_set(&mut self, value: &Value) -> Result<bool> {
        Ok(match value.single() {
            Some(Alt::FrozenSet(_)) => true,
            Some(Alt::Object(id)) => matches!(&*self.object(*id)?, Object::Set(_)),
            _ => false,
        })
    }

    fn is_disjoint(&mut self, alt: &Alt, other: &Value) -> Result<Value> {
        if self.is_set(other)?
            && let (Some(a), Some(b)) = (self.as_set(alt)?, other.single().map(|alt| self.as_set(alt)).transpose()?)
            && let Some(b) = b
        {
            let common = self.kept(&a, |this, element| this.has_element(&b, element))?;
            let any = self.circuit.any(common.slots().iter().map(|slot| slot.present));
            return Ok(Value::truth(!any));
        }
        // Stops at the first common element.
        let found = self.first_where(alt, other, true)?;
        Ok(Value::truth(!found))
    }

    fn is_superset(&mut self, alt: &Alt, other: &Value) -> Result<Value> {
        if self.is_set(other)?
            && let (Some(a), Some(b)) = (self.as_set(alt)?, other.single().map(|alt| self.as_set(alt)).transpose()?)
            && let Some(b) = b
        {
            let inside = self.is_subset(&b, &a)?;
            return Ok(Value::truth(inside));
        }
        let found = self.first_where(alt, other, false)?;
        Ok(Value::truth(!found))
    }

    /// Whether some item of an iterable is in a set, or is not; asks for none after that.
    fn first_where(&mut self, container: &Alt, iterable: &Value, wanted: bool) -> Result<Lit> {
        let container = Value::of(container.clone());
        let mut found = Lit::FALSE;
        self.consume(iterable, &mut |this, item| {
            let inside = this.contains(&container, &item)?;
            let stop = if wanted { inside } else { !inside };
            let here = this.circuit.and(this.path, stop);
            found = this.circuit.or(found, here);
            Ok(stop)
        })?;
        Ok(found)
    }

    pub(super) fn set_update(&mut self, id: ObjectId, method: SetUpdate, others: &[Value]) -> Result<Value> {
        match method {
            SetUpdate::Update => return self.update_all(id, BinaryOp::BitOr, others),
            SetUpdate::IntersectionUpdate => return self.update_all(id, BinaryOp::BitAnd, others),
            SetUpdate::DifferenceUpdate => return self.update_all(id, BinaryOp::Subtract, others),
            SetUpdate::SymmetricDifferenceUpdate => return self.update_all(id, BinaryOp::BitXor, others),
            SetUpdate::Pop => {
                let set = self.set(id)?;
                return self.set_pop(id, &set);
            }
            SetUpdate::Clear => self.put(id, Object::Set(Set::default())),
            SetUpdate::Add => {
                let mut set = self.set(id)?;
                self.set_add(&mut set, Lit::TRUE, &others[0])?;
                self.put(id, Object::Set(set));
            }
            SetUpdate::Discard => {
                let Some((_, set)) = self.set_without(id, &others[0])? else { return Ok(Value::never()) };
                self.put(id, Object::Set(set));
            }
            SetUpdate::Remove => {
                let Some((found, set)) = self.set_without(id, &others[0])? else { return Ok(Value::never()) };
                self.raise(!found, Exception::KeyError);
                self.put(id, Object::Set(set));
            }
        }
        Ok(Value::none())
    }

    fn update_all(&mut self, id: ObjectId, op: BinaryOp, others: &[Value]) -> Result<Value> {
        for other in others {
            let before = self.set(id)?;
            // The others are made into sets first.
            let live = matches!(op, BinaryOp::BitOr | BinaryOp::Subtract);
            let result = if live {
                self.locking(id, other, |this| this.combined(op, &before, other))?
            } else {
                self.combined(op, &before, other)?
            };
            if self.is_dead() {
                return Ok(Value::never());
            }
            self.put(id, Object::Set(result));
        }
        Ok(Value::none())
    }

    /// A set without an element, and where it had the element. `None` if hashing the element always raises.
    fn set_without(&mut self, id: ObjectId, value: &Value) -> Result<Option<(Lit, Set)>> {
        let mut set = self.set(id)?;
        let value = self.frozen(value)?;
        self.check_hashable(&value)?;
        if self.is_dead() {
            return Ok(None);
        }
        let found = self.set_remove(&mut set, &value)?;
        Ok(Some((found, set)))
    }

    /// Takes an element out, which is hashable; returns where it was there.
    pub fn set_remove(&mut self, set: &mut Set, value: &Value) -> Result<Lit> {
        let mut found = Vec::new();
        if let Some(keys) = self.keys(value) {
            for (lit, key, _) in keys {
                self.refuse_clash(&key, set.keyed.keys())?;
                if let Some((present, _)) = set.keyed.get_mut(&key) {
                    found.push(self.circuit.and(*present, lit));
                    *present = self.circuit.and(*present, !lit);
                }
            }
        } else {
            for (present, element) in set.keyed.values_mut() {
                let same = self.key_equal(element, value)?;
                found.push(self.circuit.and(*present, same));
                *present = self.circuit.and(*present, !same);
            }
        }
        for slot in &mut set.loose {
            let same = self.key_equal(&slot.value, value)?;
            found.push(self.circuit.and(slot.present, same));
            slot.present = self.circuit.and(slot.present, !same);
        }
        set.keyed.retain(|_, (present, _)| *present != Lit::FALSE);
        set.loose.retain(|slot| slot.present != Lit::FALSE);
        Ok(self.circuit.any(found))
    }

    /// `pop` of a set with one element: of several, Python leaves open which. A submission gets the first one in the order
    /// of iteration.
    fn set_pop(&mut self, id: ObjectId, set: &Set) -> Result<Value> {
        if self.is_submission() {
            return self.pop_first(id, set);
        }
        let slots = set.slots();
        let lits: Vec<Lit> = slots.iter().map(|slot| slot.present).collect();
        let size = count::count_up_to(&mut self.circuit, &lits, 2);
        self.refuse_if(count::at_least(&size, 2), Construct::PopOfSet)?;
        self.raise(!count::at_least(&size, 1), Exception::KeyError);
        self.put(id, Object::Set(Set::default()));
        let cases: Vec<(Lit, Value)> = slots.into_iter().map(|slot| (slot.present, slot.value)).collect();
        if self.is_dead() { Ok(Value::never()) } else { self.choose(&cases) }
    }

    fn pop_first(&mut self, id: ObjectId, set: &Set) -> Result<Value> {
        let slots = self.set_elements_to_pop(set, SetIdentity::Object(id))?;
        let some = self.circuit.any(slots.iter().map(|slot| slot.present));
        self.raise(!some, Exception::KeyError);
        if self.is_dead() {
            return Ok(Value::never());
        }
        let mut cases = Vec::new();
        let mut earlier = Lit::FALSE;
        for slot in slots {
            cases.push((self.circuit.and(slot.present, !earlier), slot.value));
            earlier = self.circuit.or(earlier, slot.present);
        }
        let first = self.choose(&cases)?;
        let mut rest = set.clone();
        self.set_remove(&mut rest, &first)?;
        self.put(id, Object::Set(rest));
        Ok(first)
    }
}
