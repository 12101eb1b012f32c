//! Union, intersection and differences of sets.

use circuit::{Lit, count};
use lang::ast::BinaryOp;

use crate::construct::Construct;
use crate::equality::same_constant;
use crate::machine::Machine;
use crate::objects::{Set, Slot};
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl Machine<'_> {
    pub fn set_operation(&mut self, op: BinaryOp, left: &Set, right: &Set) -> Result<Set> {
        match op {
            BinaryOp::BitOr => {
                let mut result = left.clone();
                self.union_into(&mut result, Lit::TRUE, right)?;
                Ok(result)
            }
            BinaryOp::BitAnd => self.intersection(left, right),
            BinaryOp::Subtract => self.without(left, right),
            _ => {
                let mut result = self.without(left, right)?;
                let other = self.without(right, left)?;
                self.union_into(&mut result, Lit::TRUE, &other)?;
                Ok(result)
            }
        }
    }

    /// Puts the elements of a set in, where `when` holds.
    pub fn union_into(&mut self, set: &mut Set, when: Lit, other: &Set) -> Result<()> {
        for (key, (present, value)) in &other.keyed {
            self.step()?;
            let present = self.circuit.and(when, *present);
            if present == Lit::FALSE {
                continue;
            }
            if !set.loose.is_empty() {
                self.set_add(set, present, value)?;
                continue;
            }
            self.refuse_clash(key, set.keyed.keys())?;
            let entry = match set.keyed.remove(key) {
                // The element that came first stays: `{True} | {1}` is `{True}`.
                Some((before, first)) => {
                    let kept = if same_constant(&first, value) { first } else { self.ite(before, &first, value)? };
                    (self.circuit.or(before, present), kept)
                }
                None => (present, value.clone()),
            };
            set.keyed.insert(key.clone(), entry);
        }
        for slot in &other.loose {
            let present = self.circuit.and(when, slot.present);
            if present != Lit::FALSE {
                self.set_add(set, present, &slot.value)?;
            }
        }
        Ok(())
    }

    /// The elements of one set that another lacks.
    fn without(&mut self, left: &Set, right: &Set) -> Result<Set> {
        self.kept(left, |this, element| Ok(!this.has_element(right, element)?))
    }

    /// The elements for which something holds.
    pub fn kept(&mut self, set: &Set, mut keep: impl FnMut(&mut Self, Element<'_>) -> Result<Lit>) -> Result<Set> {
        let mut result = Set::default();
        for (key, (present, value)) in &set.keyed {
            self.step()?;
            let keeps = keep(self, Element { key: Some(key), value })?;
            let present = self.circuit.and(*present, keeps);
            if present != Lit::FALSE {
                result.keyed.insert(key.clone(), (present, value.clone()));
            }
        }
        for slot in &set.loose {
            self.step()?;
            let keeps = keep(self, Element { key: None, value: &slot.value })?;
            let present = self.circuit.and(slot.present, keeps);
            if present != Lit::FALSE {
                result.loose.push(Slot { present, value: slot.value.clone() });
            }
        }
        Ok(result)
    }

    pub fn has_element(&mut self, set: &Set, element: Element<'_>) -> Result<Lit> {
        match element.key {
            Some(key) if set.loose.is_empty() => {
                self.refuse_clash(key, set.keyed.keys())?;
                Ok(set.keyed.get(key).map_or(Lit::FALSE, |(lit, _)| *lit))
            }
            _ => self.set_has(set, element.value),
        }
    }

    /// Of `True` and 1 CPython keeps the one in the smaller set, the right one's if both are of a size.
    fn intersection(&mut self, left: &Set, right: &Set) -> Result<Set> {
        self.check_spelling(left, right)?;
        let mut result = self.kept(left, |this, element| this.has_element(right, element))?;
        let mut right_is_larger = None;
        for (key, (_, value)) in &mut result.keyed {
            let Some((_, other)) = right.keyed.get(key) else { continue };
            if same_constant(value, other) {
                continue;
            }
            let larger = match right_is_larger {
                Some(lit) => lit,
                None => self.is_smaller(left, right),
            };
            right_is_larger = Some(larger);
            *value = self.ite(larger, value, other)?;
        }
        Ok(result)
    }

    /// Whether a set has fewer elements than another.
    pub fn is_smaller(&mut self, left: &Set, right: &Set) -> Lit {
        let lits = |set: &Set| set.slots().iter().map(|slot| slot.present).collect::<Vec<Lit>>();
        let (a, b) = (lits(left), lits(right));
        let a = count::count(&mut self.circuit, &a);
        let b = count::count(&mut self.circuit, &b);
        count::less(&mut self.circuit, &a, &b)
    }

    /// Elements with many possible values are numbers, or have them inside; which of `True` and 1 is kept is then not
    /// followed up.
    pub fn check_spelling(&self, left: &Set, right: &Set) -> Result<()> {
        let loose = !left.loose.is_empty() || !right.loose.is_empty();
        if loose && left.inner().into_iter().chain(right.inner()).any(mentions_truth) {
            return self.refuse(Construct::SetOfTruthsAndNumbers);
        }
        Ok(())
    }

    /// A view of keys or items and any iterable.
    pub(super) fn view_operator(&mut self, op: BinaryOp, left: &Alt, right: &Alt) -> Result<Set> {
        let (a, b) = (Value::of(left.clone()), Value::of(right.clone()));
        if op == BinaryOp::BitAnd {
            return self.view_intersection(left, right);
        }
        let a = self.elements_of(&a)?;
        if self.is_dead() {
            return Ok(a);
        }
        let b = self.elements_of(&b)?;
        self.set_operation(op, &a, &b)
    }

    /// Looks the elements of the other side up in the view, whose items need not be hashable for that.
    fn view_intersection(&mut self, left: &Alt, right: &Alt) -> Result<Set> {
        let (view, other) = if matches!(left, Alt::View(..)) { (left, right) } else { (right, left) };
        // Of equal elements CPython keeps those of the other side, unless that is a larger set or view.
        let swap = match (self.as_slots(view)?, self.as_slots(other)?) {
            (Some(a), Some(b)) => {
                let strict = matches!(other, Alt::View(..));
                self.is_shorter(&a, &b, strict)
            }
            _ => Lit::FALSE,
        };
        let (straight, swapped) =
            self.either(swap, |this| this.looked_up(view, other), |this| this.looked_up(other, view))?;
        match (straight, swapped) {
            (Some(a), Some(b)) => self.ite_set(swap, &a, &b),
            (Some(set), None) | (None, Some(set)) => Ok(set),
            (None, None) => Ok(Set::default()),
        }
    }

    fn is_shorter(&mut self, left: &[Slot], right: &[Slot], strict: bool) -> Lit {
        let lits = |slots: &[Slot]| slots.iter().map(|slot| slot.present).collect::<Vec<Lit>>();
        let a = count::count(&mut self.circuit, &lits(left));
        let b = count::count(&mut self.circuit, &lits(right));
        if strict { count::less(&mut self.circuit, &a, &b) } else { count::less_equal(&mut self.circuit, &a, &b) }
    }

    /// The elements of one iterable that are in another container.
    fn looked_up(&mut self, elements: &Alt, container: &Alt) -> Result<Set> {
        let mut set = Set::default();
        let (elements, container) = (Value::of(elements.clone()), Value::of(container.clone()));
        self.consume(&elements, &mut |this, item| {
            let inside = this.contains(&container, &item)?;
            let when = this.circuit.and(this.path, inside);
            this.under(inside, |this| this.set_add(&mut set, when, &item))?;
            Ok(Lit::FALSE)
        })?;
        Ok(set)
    }

    /// The elements of a set, frozenset, or view of keys or items.
    fn as_slots(&mut self, alt: &Alt) -> Result<Option<Vec<Slot>>> {
        if let Alt::View(..) = alt {
            return self.items(&Value::of(alt.clone())).map(Some);
        }
        Ok(self.as_set(alt)?.map(|set| set.slots()))
    }

    /// Any iterable as a set; raises where an element cannot be hashed.
    pub fn elements_of(&mut self, iterable: &Value) -> Result<Set> {
        if let Some(Alt::FrozenSet(_) | Alt::Object(_)) = iterable.single()
            && let Some(alt) = iterable.single()
            && let Some(set) = self.as_set(alt)?
        {
            return Ok((*set).clone());
        }
        let mut set = Set::default();
        self.consume(iterable, &mut |this, item| {
            let path = this.path;
            this.set_add(&mut set, path, &item)?;
            Ok(Lit::FALSE)
        })?;
        Ok(set)
    }
}

/// An element of a set that is looked for in another, with its key if it has one.
#[derive(Clone, Copy)]
pub(crate) struct Element<'a> {
    pub key: Option<&'a crate::objects::Key>,
    pub value: &'a Value,
}

/// Whether a truth value is somewhere in it.
fn mentions_truth(value: &Value) -> bool {
    value.alts().iter().any(|(_, alt)| match alt {
        Alt::Bool(_) => true,
        Alt::Tuple(items) => items.iter().any(mentions_truth),
        // To look at each node would take long; to say that there may be one is safe.
        Alt::Record(_, fields) => fields.node > 0 || fields.iter().any(mentions_truth),
        Alt::FrozenSet(set) => set.inner().into_iter().any(mentions_truth),
        _ => false,
    })
}
