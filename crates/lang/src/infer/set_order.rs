//! What would depend on the order of a set.
//!
//! Going through a set is fine as long as the order cannot be seen in the result: `sorted`, `len`, `sum`, sets, loops.
//! A list or tuple made from a set shows it, and so do numbering, pairing and picking one.

use std::collections::BTreeSet;

use crate::ast::{Expr, ExprKind};
use crate::bindings::target_names;
use crate::builtins::Builtin;
use crate::diagnostic::Code;

use super::Inference;
use super::faults::{InferResult, OperationError};
use super::heap::{At, ObjectKind};
use super::shapes::Shape;
use super::value::{Callable, Item, Val};
use super::walk;

/// Whether the order of its argument shows in the result of a built-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OrderUse {
    /// The result is the same for any order of the first argument.
    Ignored,
    /// The order is passed on; it depends on the consumer of the result whether it shows.
    PassedOn,
    Visible,
}

pub(super) fn order_use(builtin: Builtin) -> OrderUse {
    match builtin {
        Builtin::All
        | Builtin::Any
        | Builtin::Bool
        | Builtin::Closure
        | Builtin::Counter
        | Builtin::Dict
        | Builtin::DictFromKeys
        | Builtin::OrderedFromKeys
        | Builtin::FrozenSet
        | Builtin::Len
        | Builtin::Max
        | Builtin::Min
        | Builtin::Prod
        | Builtin::Reachable
        | Builtin::Set
        | Builtin::Sorted
        | Builtin::Sum => OrderUse::Ignored,
        Builtin::Chain
        | Builtin::ChainFromIterable
        | Builtin::Filter
        | Builtin::Iter
        | Builtin::List
        | Builtin::Map
        | Builtin::Permutations
        | Builtin::Product
        | Builtin::Tuple => OrderUse::PassedOn,
        Builtin::Abs
        | Builtin::Accumulate
        | Builtin::Chr
        | Builtin::Combinations
        | Builtin::DefaultDict
        | Builtin::OrderedDict
        | Builtin::Float
        | Builtin::Round
        | Builtin::CopyCopy
        | Builtin::DeepCopy
        | Builtin::Ceil
        | Builtin::Comb
        | Builtin::Exp
        | Builtin::Fabs
        | Builtin::Factorial
        | Builtin::Floor
        | Builtin::Gcd
        | Builtin::GroupBy
        | Builtin::IsClose
        | Builtin::IsFinite
        | Builtin::IsInf
        | Builtin::IsNan
        | Builtin::Isqrt
        | Builtin::Lcm
        | Builtin::Log
        | Builtin::Log10
        | Builtin::Log2
        | Builtin::Perm
        | Builtin::MathPow
        | Builtin::Sqrt
        | Builtin::Trunc
        | Builtin::Deque
        | Builtin::Divmod
        | Builtin::Enumerate
        | Builtin::Exception(_)
        | Builtin::Format
        | Builtin::Int
        | Builtin::Next
        | Builtin::Cache
        | Builtin::LruCache
        | Builtin::Wraps
        | Builtin::Print
        | Builtin::Ord
        | Builtin::Pairwise
        | Builtin::Pow
        | Builtin::Range
        | Builtin::Replace
        | Builtin::Repr
        | Builtin::Reversed
        | Builtin::Str
        | Builtin::StrMakeTrans
        | Builtin::StrMethod(_)
        | Builtin::AbstractMethod
        | Builtin::Callable
        | Builtin::ClassMethod
        | Builtin::Delattr
        | Builtin::Getattr
        | Builtin::Hasattr
        | Builtin::Hash
        | Builtin::Id
        | Builtin::IsInstance
        | Builtin::IsSubclass
        | Builtin::NotImplemented
        | Builtin::Object
        | Builtin::ObjectSetattr
        | Builtin::Property
        | Builtin::Setattr
        | Builtin::StaticMethod
        | Builtin::Super
        | Builtin::Type
        | Builtin::Zip => OrderUse::Visible,
    }
}

impl<'a> Inference<'a> {
    /// Checks that a value whose order will be seen has one. `what` shows the order.
    pub fn in_order(&mut self, val: Val, at: At, what: &str) -> InferResult<'a> {
        if self.has_set_order(val) { Err(self.set_order_fault(val, at, what)) } else { Ok(val) }
    }

    /// Whether the value can be nothing but a set, or an iterator over one, that may hold something.
    pub fn has_set_order(&mut self, val: Val) -> bool {
        let items = self.values.items(val);
        let mut holds = false;
        for item in items.iter() {
            let Shape::Object(site, ObjectKind::Set | ObjectKind::FrozenSet | ObjectKind::SetIterator) =
                self.shape(*item)
            else {
                return false;
            };
            holds |= !self.load(site, 0).is_bottom();
        }
        holds
    }

    pub fn set_order_fault(&mut self, val: Val, at: At, what: &str) -> OperationError<'a> {
        let is_set = self.all_are(val, |shape| shape.kind().is_some_and(ObjectKind::is_set));
        let label = if is_set { "is a set, which has no order" } else { "has the order of a set, which is undefined" };
        let element = self.elements(val, at).unwrap_or(Val::UNKNOWN);
        let help = if self.atom_in_order(element, element).is_some() {
            "atoms cannot be sorted; iterate over the list that the set was made from, or use the set itself"
        } else {
            "fix the order with `sorted(…)`, or use the set itself"
        };
        OperationError::new(Code::SetOrder, format!("{what} depends on the order of a set"), label, help)
    }

    /// An iterator over these elements, in the order of what they come from.
    pub fn iterator(&mut self, at: At, element: Val, sources: &[Val]) -> Val {
        let unordered = sources.iter().any(|source| self.has_set_order(*source));
        self.alloc(at, if unordered { ObjectKind::SetIterator } else { ObjectKind::Iterator }, &[element])
    }

    /// Whether an expression mentions one of these variables.
    pub fn mentions(&self, expr: &'a Expr, targets: &[&'a Expr]) -> bool {
        let mut names = BTreeSet::new();
        for target in targets {
            target_names(target, &mut names);
        }
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            match &expr.kind {
                ExprKind::Name(name) if names.contains(name) => return true,
                // Its body is not looked into; it may mention anything.
                ExprKind::Lambda(_) => return true,
                _ => walk::children(&self.problem.module, expr, &mut |child| pending.push(child)),
            }
        }
        false
    }

    /// The built-in a value is, if it can be nothing else.
    pub fn only_builtin(&self, val: Val) -> Option<Builtin> {
        match *self.values.items(val) {
            [Item::Callable(index)] => match self.values.callable_value(index) {
                Callable::Builtin(builtin) => Some(*builtin),
                Callable::Method(..) => None,
            },
            _ => None,
        }
    }
}
