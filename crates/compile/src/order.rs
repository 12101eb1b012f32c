//! Comparison operators: `==`, `<`, `in`, `is` and their negations.

mod membership;

use circuit::Lit;
use lang::ast::CompareOp;
use lang::builtins::Exception;
use lang::problem::{RecordId, RecordKind};

use crate::atoms::AtomMode;
use crate::classes::Special;
use crate::construct::Construct;
use crate::equality::tuple_items;
use crate::machine::Machine;
use crate::objects::{Dict, DictKind, Object, Seq, Set, ViewKind};
use crate::refusal::Result;
use crate::value::{Alt, Value};

/// A value without the NaNs, which are equal to nothing.
fn equatable(value: &Value) -> Value {
    if !value.alts().iter().any(|(_, alt)| crate::floats::is_nan(alt)) {
        return value.clone();
    }
    Value::choice(value.alts().iter().filter(|(_, alt)| !crate::floats::is_nan(alt)).cloned().collect())
}

impl Machine<'_> {
    pub fn compare(&mut self, op: CompareOp, left: &Value, right: &Value) -> Result<Lit> {
        if self.is_dead() {
            return Ok(Lit::FALSE);
        }
        match op {
            CompareOp::Equal => self.equal(&equatable(left), right),
            CompareOp::NotEqual => Ok(!self.equal(&equatable(left), right)?),
            CompareOp::In => self.contains(right, left),
            CompareOp::NotIn => Ok(!self.contains(right, left)?),
            CompareOp::Is => self.is_same(left, right),
            CompareOp::IsNot => Ok(!self.is_same(left, right)?),
            CompareOp::Less | CompareOp::LessEqual | CompareOp::Greater | CompareOp::GreaterEqual => {
                self.ordered(op, left, right)
            }
        }
    }

    /// `<`, `<=`, `>` or `>=`
    pub fn ordered(&mut self, op: CompareOp, left: &Value, right: &Value) -> Result<Lit> {
        self.step()?;
        let numbers = |value: &Value| value.alts().iter().all(|(_, alt)| alt.is_number());
        if numbers(left) && numbers(right) {
            return self.ordered_numbers(op, left, right);
        }
        let mut cases = Vec::new();
        let (lefts, rights) = (self.parts(left), self.parts(right));
        for (l, a) in &lefts {
            for (r, b) in &rights {
                let both = self.circuit.and(*l, *r);
                let holds = self.under(both, |this| this.ordered_parts(op, a, b))?;
                if let Some(holds) = holds {
                    cases.push(self.circuit.and(both, holds));
                }
            }
        }
        Ok(self.circuit.any(cases))
    }

    fn ordered_numbers(&mut self, op: CompareOp, left: &Value, right: &Value) -> Result<Lit> {
        match op {
            CompareOp::Less => self.less(left, right),
            CompareOp::LessEqual => Ok(!self.less(right, left)?),
            CompareOp::Greater => self.less(right, left),
            _ => Ok(!self.less(left, right)?),
        }
    }

    fn ordered_parts(&mut self, op: CompareOp, left: &Value, right: &Value) -> Result<Lit> {
        let (Some((_, a)), Some((_, b))) = (left.alts().first(), right.alts().first()) else { return Ok(Lit::FALSE) };
        let is_hash = |alt: &Alt| matches!(alt, Alt::Special(it) if matches!(**it, Special::Hash(_) | Special::Id(_)));
        if is_hash(a) || is_hash(b) {
            return self.refuse(Construct::HashArithmetic);
        }
        if self.has_instance(left)? || self.has_instance(right)? {
            let value = self.rich_compare(op, left, right)?;
            return self.truth(&value);
        }
        match (a, b) {
            (a, b) if a.is_number() && b.is_number() => self.ordered_numbers(op, left, right),
            (Alt::Float(_), other) | (other, Alt::Float(_)) if crate::floats::is_real(other) => {
                self.ordered_floats(op, left, right)
            }
            (Alt::Str(a), Alt::Str(b)) => Ok(Lit::constant(holds(op, a.cmp(b)))),
            (Alt::Str(_) | Alt::Text(_), Alt::Str(_) | Alt::Text(_)) => {
                let rows = (crate::text::text_row(a), crate::text::text_row(b));
                let (Some(a), Some(b)) = rows else { return Ok(Lit::FALSE) };
                let (a, b) = (self.dense(&a)?, self.dense(&b)?);
                self.ordered_items(op, &a, &b)
            }
            (Alt::Record(class, _), Alt::Record(other, _))
                if !self.is_named_tuple(*class) || !self.is_named_tuple(*other) =>
            {
                if class == other && self.is_orderable(*class) {
                    return self.ordered_items(op, &fixed(a), &fixed(b));
                }
                Ok(self.unorderable())
            }
            (Alt::Atom(a, first), Alt::Atom(b, second)) if a == b && self.atoms == AtomMode::Order => {
                Ok(Lit::constant(holds(op, first.cmp(second))))
            }
            (Alt::Atom(..), _) | (_, Alt::Atom(..)) => self.refuse(Construct::AtomsOrdered),
            (a, b) if self.is_tuple(a) && self.is_tuple(b) => self.ordered_items(op, &fixed(a), &fixed(b)),
            (Alt::Object(a), Alt::Object(b)) => match (&*self.object(*a)?, &*self.object(*b)?) {
                (Object::List(a), Object::List(b)) | (Object::Deque(a, _), Object::Deque(b, _)) => {
                    let (a, b) = (self.dense(a)?, self.dense(b)?);
                    self.ordered_items(op, &a, &b)
                }
                (Object::Set(a), Object::Set(b)) => self.ordered_sets(op, a, b),
                (Object::Dict(a), Object::Dict(b)) => match (&a.kind, &b.kind) {
                    (DictKind::Counter, DictKind::Counter) => self.ordered_counters(op, a, b),
                    _ => Ok(self.unorderable()),
                },
                _ => Ok(self.unorderable()),
            },
            _ => self.ordered_set_like(op, a, b),
        }
    }

    fn is_orderable(&self, class: RecordId) -> bool {
        matches!(self.problem.records[usize::from(class.0)].kind, RecordKind::Dataclass { order: true })
    }

    fn unorderable(&mut self) -> Lit {
        self.raise(Lit::TRUE, Exception::TypeError);
        Lit::FALSE
    }

    /// The first elements that differ decide; without any, the length does. The slots are dense.
    fn ordered_items(&mut self, op: CompareOp, left: &Seq, right: &Seq) -> Result<Lit> {
        let less = matches!(op, CompareOp::Less | CompareOp::LessEqual);
        // Of different elements the one is less or greater, or they are not comparable.
        let strictly = if less { CompareOp::Less } else { CompareOp::Greater };
        let mut cases = Vec::new();
        // All elements so far are equal.
        let mut so_far = Lit::TRUE;
        for index in 0..left.slots.len().max(right.slots.len()) {
            self.step()?;
            let of = |seq: &Seq| seq.slots.get(index).map_or(Lit::FALSE, |slot| slot.present);
            let (a, b) = (of(left), of(right));
            // One ends here, the other does not.
            let shorter = if less { self.circuit.and(!a, b) } else { self.circuit.and(a, !b) };
            cases.push(self.circuit.and(so_far, shorter));
            if matches!(op, CompareOp::LessEqual | CompareOp::GreaterEqual) {
                let same_end = self.circuit.and(!a, !b);
                cases.push(self.circuit.and(so_far, same_end));
            }
            let both = self.circuit.and(a, b);
            so_far = self.circuit.and(so_far, both);
            let (Some(x), Some(y)) = (left.slots.get(index), right.slots.get(index)) else {
                so_far = Lit::FALSE;
                break;
            };
            if so_far == Lit::FALSE {
                break;
            }
            let equal = self.equal(&x.value, &y.value)?;
            let differ = self.circuit.and(so_far, !equal);
            if let Some(decides) = self.under(differ, |this| this.ordered(strictly, &x.value, &y.value))? {
                cases.push(self.circuit.and(so_far, decides));
            }
            so_far = self.circuit.and(so_far, equal);
        }
        if matches!(op, CompareOp::LessEqual | CompareOp::GreaterEqual) {
            cases.push(so_far);
        }
        Ok(self.circuit.any(cases))
    }

    /// Order of sets is inclusion.
    fn ordered_sets(&mut self, op: CompareOp, left: &Set, right: &Set) -> Result<Lit> {
        let (small, large) = if is_less(op) { (left, right) } else { (right, left) };
        let inside = self.is_subset(small, large)?;
        if matches!(op, CompareOp::LessEqual | CompareOp::GreaterEqual) {
            return Ok(inside);
        }
        let back = self.is_subset(large, small)?;
        Ok(self.circuit.and(inside, !back))
    }

    fn ordered_set_like(&mut self, op: CompareOp, left: &Alt, right: &Alt) -> Result<Lit> {
        if !self.is_set_like(left)? || !self.is_set_like(right)? {
            return Ok(self.unorderable());
        }
        if matches!(left, Alt::View(..)) || matches!(right, Alt::View(..)) {
            let (small, large) = if is_less(op) { (left, right) } else { (right, left) };
            let inside = self.is_within(small, large)?;
            if matches!(op, CompareOp::LessEqual | CompareOp::GreaterEqual) {
                return Ok(inside);
            }
            let back = self.is_within(large, small)?;
            return Ok(self.circuit.and(inside, !back));
        }
        match (self.as_set(left)?, self.as_set(right)?) {
            (Some(a), Some(b)) => self.ordered_sets(op, &a, &b),
            _ => Ok(self.unorderable()),
        }
    }

    /// A set, frozenset, or view of keys or items.
    pub fn is_set_like(&self, alt: &Alt) -> Result<bool> {
        Ok(match alt {
            Alt::FrozenSet(_) | Alt::View(ViewKind::Keys | ViewKind::Items, _) => true,
            Alt::Object(id) => matches!(&*self.object(*id)?, Object::Set(_)),
            _ => false,
        })
    }

    /// Order of Counters is inclusion of multisets; a missing key counts as zero.
    fn ordered_counters(&mut self, op: CompareOp, left: &Dict, right: &Dict) -> Result<Lit> {
        self.check_counts(left)?;
        self.check_counts(right)?;
        let (small, large) = if is_less(op) { (left, right) } else { (right, left) };
        let inside = self.counts_within(small, large)?;
        if matches!(op, CompareOp::LessEqual | CompareOp::GreaterEqual) {
            return Ok(inside);
        }
        let back = self.counts_within(large, small)?;
        Ok(self.circuit.and(inside, !back))
    }

    fn counts_within(&mut self, small: &Dict, large: &Dict) -> Result<Lit> {
        if let (Some(small), Some(large)) = (self.bag(small)?, self.bag(large)?) {
            return self.bags_agree(&small, &large, &mut |this, a, b| Ok(!this.less(b, a)?));
        }
        let mut parts = Vec::new();
        for entry in small.entries.iter().chain(&large.entries) {
            let (a, b) = (self.count_of(small, &entry.key)?, self.count_of(large, &entry.key)?);
            let fits = !self.less(&b, &a)?;
            parts.push(self.circuit.implies(entry.present, fits));
        }
        Ok(self.circuit.all(parts))
    }
}

fn is_less(op: CompareOp) -> bool {
    matches!(op, CompareOp::Less | CompareOp::LessEqual)
}

/// The items of a tuple or record.
fn fixed(alt: &Alt) -> Seq {
    Seq::of(tuple_items(alt).iter().cloned())
}

fn holds(op: CompareOp, order: std::cmp::Ordering) -> bool {
    match op {
        CompareOp::Less => order.is_lt(),
        CompareOp::LessEqual => order.is_le(),
        CompareOp::Greater => order.is_gt(),
        _ => order.is_ge(),
    }
}
