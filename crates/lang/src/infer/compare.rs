//! Comparisons: equality, order and membership.

use crate::ast::{CompareOp, Expr, Span};
use crate::diagnostic::Code;
use crate::problem::{RecordId, RecordKind};

use super::Inference;
use super::expressions::Want;
use super::faults::{InferResult, OperationError, Role, Tally};
use super::heap::{At, ObjectKind};
use super::shapes::Shape;
use super::value::{Item, Val};

impl<'a> Inference<'a> {
    pub fn eval_compare(&mut self, first: &'a Expr, links: &'a [(CompareOp, Expr)]) -> Val {
        let mut left = (first, self.eval(first));
        let mut reached = true;
        let lazy = self.lazy;
        for (op, operand) in links {
            let membership = matches!(op, CompareOp::In | CompareOp::NotIn);
            let right = (operand, self.eval_with(operand, Want { any_order: membership, ..Want::default() }));
            if left.1.is_bottom() || right.1.is_bottom() {
                reached = false;
            } else {
                let span = Span::new(left.0.span.start, operand.span.end);
                let outcome = self.compare(*op, left, right);
                reached &= !self.check(span, Role::Operation, outcome).is_bottom();
            }
            left = right;
            // The rest of a chain is compared only if this link holds.
            self.lazy = true;
        }
        self.lazy = lazy;
        if reached { Val::BOOL } else { Val::BOTTOM }
    }

    fn compare(&mut self, op: CompareOp, left: (&'a Expr, Val), right: (&'a Expr, Val)) -> InferResult<'a> {
        match op {
            CompareOp::Is | CompareOp::IsNot => Ok(Val::BOOL),
            CompareOp::Equal | CompareOp::NotEqual => self.comparable(left, right),
            CompareOp::In | CompareOp::NotIn => self.contains(left, right),
            CompareOp::Less | CompareOp::LessEqual | CompareOp::Greater | CompareOp::GreaterEqual => {
                let subject = if self.only_atoms(left.1).is_none() && self.only_atoms(right.1).is_some() {
                    right.0
                } else {
                    left.0
                };
                self.ordered(op.symbol(), left.1, right.1).map_err(|fault| fault.about(Some(subject)))?;
                self.sets_comparable(left, right)
            }
        }
    }

    fn comparable(&mut self, left: (&'a Expr, Val), right: (&'a Expr, Val)) -> InferResult<'a> {
        if self.clash(left.1, right.1) {
            let constant = Self::is_constant(left.0) || Self::is_constant(right.0);
            let culprit = if self.atom_of(left.1).is_some() { right.0 } else { left.0 };
            return Err(self.clash_fault(left.1, right.1, constant).about(Some(culprit)));
        }
        Ok(Val::BOOL)
    }

    /// `<=` of sets compares their elements.
    fn sets_comparable(&mut self, left: (&'a Expr, Val), right: (&'a Expr, Val)) -> InferResult<'a> {
        let is_set = |shape: Shape| shape.kind().is_some_and(|kind| kind.is_set_like() || kind == ObjectKind::Counter);
        if self.all_are(left.1, is_set) && self.all_are(right.1, is_set) {
            return self.comparable(left, right);
        }
        Ok(Val::BOOL)
    }

    /// Checks that two values can be put in order.
    pub fn ordered(&mut self, symbol: &str, left: Val, right: Val) -> InferResult<'a> {
        // An atom cannot be ordered against anything.
        let met = self.only_atoms(left).or(self.only_atoms(right)).map(|atom| (atom, false));
        if let Some((atom, inside)) = met.or_else(|| self.atom_in_order(left, right)) {
            return Err(self.atom_ordered(atom, inside));
        }
        let mut tally = Tally::new();
        for a in self.values.items(left).iter() {
            for b in self.values.items(right).iter() {
                self.spend(1);
                let (a, b) = (self.shape(*a), self.shape(*b));
                let outcome = if self.has_order(a, b) { Ok(Val::BOOL) } else { Err(self.no_order(symbol, a, b)) };
                tally.add(self, outcome);
            }
        }
        tally.finish()
    }

    /// Whether two such values can sometimes be put in order.
    fn has_order(&mut self, a: Shape, b: Shape) -> bool {
        match (a, b) {
            (Shape::Unknown, _)
            | (_, Shape::Unknown)
            | (Shape::Str, Shape::Str)
            | (Shape::Bool | Shape::Int, Shape::Bool | Shape::Int)
            | (Shape::NamedTuple(_), Shape::Object(_, ObjectKind::TupleOf))
            | (Shape::Object(_, ObjectKind::TupleOf), Shape::NamedTuple(_)) => true,
            (Shape::Dataclass(a, ordered), Shape::Dataclass(b, _)) => ordered && a == b,
            (Shape::Object(_, k), Shape::Object(_, l)) if k != ObjectKind::Tuple || l != ObjectKind::Tuple => {
                let tuple = |kind| matches!(kind, ObjectKind::Tuple | ObjectKind::TupleOf);
                (tuple(k) && tuple(l))
                    || (k.is_list() && l.is_list())
                    || (k.is_set_like() && l.is_set_like())
                    || (k, l) == (ObjectKind::Counter, ObjectKind::Counter)
            }
            _ => match (self.positions(a), self.positions(b)) {
                // Only the first unequal elements are put in order. Of the first it is known whether they can be equal.
                (Some(a), Some(b)) => match (a.first(), b.first()) {
                    (Some(a), Some(b)) => self.firsts_have_order(*a, *b),
                    _ => true,
                },
                _ => false,
            },
        }
    }

    fn firsts_have_order(&mut self, a: Val, b: Val) -> bool {
        let simple = |shape: Shape| matches!(shape, Shape::None | Shape::Bool | Shape::Int | Shape::Str);
        let (Some(a), Some(b)) = (self.only_shape(a), self.only_shape(b)) else { return true };
        let unlike = a != b && !(a.is_number() && b.is_number());
        !(simple(a) && simple(b) && unlike)
    }

    fn no_order(&self, symbol: &str, a: Shape, b: Shape) -> OperationError<'a> {
        let (left, right) = (self.noun(a), self.noun(b));
        let message = format!("`{symbol}` does not work on {left} and {right}");
        let help = match (a, b) {
            (Shape::Dataclass(a, false), Shape::Dataclass(b, false)) if a == b => {
                "compare a field, or declare `@dataclass(frozen=True, order=True)`"
            }
            (Shape::None, _) | (_, Shape::None) => "check `is None` first",
            _ => "compare values of the same type that have an order",
        };
        OperationError::new(Code::WrongType, message, format!("is {left}"), help)
    }

    fn contains(&mut self, needle: (&'a Expr, Val), container: (&'a Expr, Val)) -> InferResult<'a> {
        let constant = Self::is_constant(needle.0) || Self::is_constant(container.0);
        let culprit = if self.atom_of(needle.1).is_some() { container.0 } else { needle.0 };
        let classes = self.values.items(container.1);
        if !classes.is_empty() && classes.iter().all(|item| self.is_enumeration(*item)) {
            let is_member = |this: &mut Self, item| this.can_be_member(item);
            return self.each(needle.1, is_member).map_err(|fault| fault.about(Some(needle.0)));
        }
        self.each(container.1, |this, item| {
            this.can_look_into(item).map_err(|fault| fault.about(Some(container.0)))?;
            this.can_look_for(needle.1, item).map_err(|fault| fault.about(Some(needle.0)))?;
            let whole = this.values.one(item);
            let elements = this.elements(whole, At::new(container.0.id))?;
            this.lookup(needle.1, elements, constant).map_err(|fault| fault.about(Some(culprit)))
        })
    }

    /// Whether it is the class of an enumeration.
    fn is_enumeration(&self, item: Item) -> bool {
        matches!(item, Item::RecordClass(id) if self.is_enum(id))
    }

    pub fn is_enum(&self, id: RecordId) -> bool {
        self.problem.records.get(usize::from(id.0)).is_some_and(|record| record.kind == RecordKind::Enum)
    }

    /// Python raises where something that is no member is looked for in an enumeration.
    fn can_be_member(&mut self, needle: Item) -> InferResult<'a> {
        let what = "is not looked for in an enumeration";
        match self.shape(needle) {
            Shape::Unknown => Ok(Val::BOOL),
            Shape::Dataclass(id, _) if self.is_enum(id) => Ok(Val::BOOL),
            Shape::Atom(atom) => Err(self.atom_fault(atom, what, "compare atoms with `==`")),
            other => Err(self.wrong(other, what, "look for a member, or compare with the name or value of each")),
        }
    }

    fn can_look_into(&mut self, container: Item) -> InferResult<'a> {
        match self.shape(container) {
            Shape::Object(..) | Shape::NamedTuple(_) | Shape::Range | Shape::Str => Ok(Val::BOOL),
            Shape::Atom(atom) => Err(self.atom_fault(atom, "is not a container", "compare atoms with `==`")),
            other => {
                let help = "look into a list, a tuple, a set, a dict, a string or a range";
                Err(self.wrong(other, "is not a container", help))
            }
        }
    }

    fn can_look_for(&mut self, needle: Val, container: Item) -> InferResult<'a> {
        match self.shape(container) {
            // Python looks for the frozenset of a set.
            Shape::Object(_, kind)
                if kind.is_set() && self.all_are(needle, |shape| shape.kind() == Some(ObjectKind::Set)) =>
            {
                Ok(needle)
            }
            Shape::Object(_, kind) if kind.is_set() || kind.is_mapping() || kind == ObjectKind::Keys => {
                self.hashable(needle)
            }
            Shape::Str => self.each(needle, |this, item| this.text(item, "is not in any string")),
            _ => Ok(needle),
        }
    }

    /// Checks that looking for a value among others does not compare an atom with something other than an atom of its type.
    pub fn lookup(&mut self, needle: Val, elements: Val, constant: bool) -> InferResult<'a> {
        if self.clash(needle, elements) {
            return Err(self.clash_fault(needle, elements, constant));
        }
        Ok(Val::BOOL)
    }
}
