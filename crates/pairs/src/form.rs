//! The form of a problem's parameters: what about their values is ordered, and what is not.
//!
//! Read off a scope, which also exists where it is too large for a circuit. A layout has the same form
//! (`compile::Layout::forms`).

use crate::Concrete;
use lang::problem::{Problem, Side};
use lang::scope::{Domain, Scope};

/// The form of one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// Without parts.
    Leaf,
    /// One of these, in the order of the file.
    Literals(Vec<Concrete>),
    Optional(Box<Form>),
    /// Of a tuple or record.
    Parts(Vec<Form>),
    List(Box<Form>),
    /// A list whose order says nothing.
    Unordered,
    Set,
    Dict(Box<Form>, Box<Form>),
    /// A dict whose order says nothing: Python calls it equal to one with the same entries.
    Entries(Box<Form>, Box<Form>),
}

/// The forms of a predicate's parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forms {
    pub params: Vec<(Side, Form)>,
}

impl Forms {
    pub fn of_scope(problem: &Problem, scope: &Scope) -> Self {
        let params = problem.predicate.iter().flat_map(|predicate| &predicate.params);
        Self { params: params.zip(&scope.params).map(|(param, domain)| (param.side, Form::of(domain))).collect() }
    }

    /// Positions of the inputs, or of the outputs.
    pub fn positions(&self, of: Side) -> Vec<usize> {
        let params = self.params.iter().enumerate().filter(|(_, (side, _))| *side == of);
        params.map(|(position, _)| position).collect()
    }

    /// The same with dicts of the output without order; nothing if there are none.
    pub(crate) fn up_to_equality(&self) -> Option<Self> {
        let params = self.params.iter().map(|(side, form)| match side {
            Side::Output => (*side, form.up_to_equality()),
            Side::Input => (*side, form.clone()),
        });
        let forms = Self { params: params.collect() };
        (forms != *self).then_some(forms)
    }

    /// The pair with every list without order in the order that `shuffle` gives it.
    pub fn reordered(&self, pair: &[Concrete], shuffle: &mut dyn FnMut(&mut [Concrete])) -> Vec<Concrete> {
        self.params.iter().zip(pair).map(|((_, form), value)| form.reordered(value, shuffle)).collect()
    }
}

impl Form {
    pub fn of(domain: &Domain) -> Self {
        let all = |domains: &[Domain]| domains.iter().map(Self::of).collect();
        match domain {
            Domain::Atom(_) | Domain::Int { .. } | Domain::Bool => Self::Leaf,
            Domain::Literal(literals) => Self::literals(literals.iter().map(Concrete::from).collect()),
            Domain::Optional(inner) => Self::Optional(Box::new(Self::of(inner))),
            Domain::Tuple(parts) => Self::Parts(all(parts)),
            Domain::Record { fields, .. } => Self::Parts(all(fields)),
            Domain::List { element, .. } => Self::List(Box::new(Self::of(element))),
            Domain::Unordered { .. } => Self::Unordered,
            Domain::Set { .. } => Self::Set,
            Domain::Dict { key, value, .. } => Self::Dict(Box::new(Self::of(key)), Box::new(Self::of(value))),
        }
    }

    fn up_to_equality(&self) -> Self {
        let inside = |form: &Self| Box::new(form.up_to_equality());
        match self {
            Self::Optional(inner) => Self::Optional(inside(inner)),
            Self::Parts(parts) => Self::Parts(parts.iter().map(Self::up_to_equality).collect()),
            Self::List(element) => Self::List(inside(element)),
            Self::Dict(key, value) => Self::Entries(inside(key), inside(value)),
            other => other.clone(),
        }
    }

    fn reordered(&self, value: &Concrete, shuffle: &mut dyn FnMut(&mut [Concrete])) -> Concrete {
        let mut row = |parts: &[Self], values: &[Concrete]| -> Vec<Concrete> {
            parts.iter().zip(values).map(|(part, value)| part.reordered(value, shuffle)).collect()
        };
        match (self, value) {
            (Self::Unordered, Concrete::List(items)) => {
                let mut items = items.clone();
                shuffle(&mut items);
                Concrete::List(items)
            }
            (Self::Optional(inner), value) => inner.reordered(value, shuffle),
            (Self::Parts(parts), Concrete::Tuple(values)) => Concrete::Tuple(row(parts, values)),
            (Self::Parts(parts), Concrete::Record(class, values)) => Concrete::Record(*class, row(parts, values)),
            (Self::List(element), Concrete::List(values)) => {
                Concrete::List(values.iter().map(|value| element.reordered(value, shuffle)).collect())
            }
            (Self::Dict(key, inner), Concrete::Dict(entries)) => Concrete::Dict(
                entries.iter().map(|(k, v)| (key.reordered(k, shuffle), inner.reordered(v, shuffle))).collect(),
            ),
            _ => value.clone(),
        }
    }

    /// One of these values. Values in ascending order need no list.
    pub fn literals(values: Vec<Concrete>) -> Self {
        if values.is_sorted() { Self::Leaf } else { Self::Literals(values) }
    }
}
