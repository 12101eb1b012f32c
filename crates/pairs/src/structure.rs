//! The structure of a problem's parameters: which parts of their values are ordered, and which are not.
//!
//! Derived from a scope, which also exists if it is too large for a circuit.

use lang::problem::{Problem, RecordId, Side};
use lang::scope::{Domain, Scope};

use crate::Concrete;

/// The structure of one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueStructure {
    /// A value without parts.
    Leaf,
    /// One of these, in the order of the file.
    Literals(Vec<Concrete>),
    Optional(Box<ValueStructure>),
    /// A tuple or record.
    Parts(Vec<ValueStructure>),
    /// One of several records, with the structures of their fields.
    Union(Vec<(RecordId, Vec<ValueStructure>)>),
    /// A value with nodes in it: the fields of each class of nodes, and the value around them.
    Nodes(Vec<(RecordId, Vec<ValueStructure>)>, Box<ValueStructure>),
    /// A list, or a string with its characters.
    List(Box<ValueStructure>),
    /// A list whose order does not matter.
    Unordered(Box<ValueStructure>),
    Set,
    Dict(Box<ValueStructure>, Box<ValueStructure>),
    /// A dict whose order does not matter: Python calls it equal to a dict with the same entries.
    Entries(Box<ValueStructure>, Box<ValueStructure>),
}

/// The structure of a predicate's parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairStructure {
    pub params: Vec<(Side, ValueStructure)>,
}

impl PairStructure {
    pub fn of_scope(problem: &Problem, scope: &Scope) -> Self {
        let params = problem.predicate.iter().flat_map(|predicate| &predicate.params);
        Self {
            params: params.zip(&scope.params).map(|(param, domain)| (param.side, ValueStructure::of(domain))).collect(),
        }
    }

    /// Positions of the inputs, or of the outputs.
    pub fn positions(&self, of: Side) -> Vec<usize> {
        let params = self.params.iter().enumerate().filter(|(_, (side, _))| *side == of);
        params.map(|(position, _)| position).collect()
    }

    /// The same, with dicts of the output unordered; `None` if there are no such dicts.
    pub(crate) fn up_to_equality(&self) -> Option<Self> {
        let params = self.params.iter().map(|(side, form)| match side {
            Side::Output => (*side, form.up_to_equality()),
            Side::Input => (*side, form.clone()),
        });
        let structure = Self { params: params.collect() };
        (structure != *self).then_some(structure)
    }

    /// The pair with every unordered list in the order that `shuffle` gives it.
    pub fn reordered(&self, pair: &[Concrete], shuffle: &mut dyn FnMut(&mut [Concrete])) -> Vec<Concrete> {
        self.params.iter().zip(pair).map(|((_, form), value)| form.reordered(value, shuffle)).collect()
    }
}

impl ValueStructure {
    pub fn of(domain: &Domain) -> Self {
        let all = |domains: &[Domain]| domains.iter().map(Self::of).collect();
        match domain {
            Domain::Atom(_) | Domain::Int { .. } | Domain::Bool | Domain::Node(_) => Self::Leaf,
            Domain::Literal(literals) => Self::literals(literals.iter().map(Concrete::from).collect()),
            Domain::Optional(inner) => Self::Optional(Box::new(Self::of(inner))),
            Domain::Tuple(parts) => Self::Parts(all(parts)),
            Domain::Record { fields, .. } => Self::Parts(all(fields)),
            Domain::Union(alternatives) => Self::Union(
                alternatives
                    .iter()
                    .filter_map(|alternative| match alternative {
                        Domain::Record { record, fields } => Some((*record, all(fields))),
                        _ => None,
                    })
                    .collect(),
            ),
            Domain::Nodes { pool, inner } => {
                let classes = pool.classes.iter().map(|class| (class.record, all(&class.fields)));
                Self::Nodes(classes.collect(), Box::new(Self::of(inner)))
            }
            Domain::List { element, .. } | Domain::Text { element, .. } => Self::List(Box::new(Self::of(element))),
            Domain::Unordered { element, .. } => Self::Unordered(Box::new(Self::of(element))),
            Domain::Set { .. } => Self::Set,
            Domain::Dict { key, value, .. } => Self::Dict(Box::new(Self::of(key)), Box::new(Self::of(value))),
        }
    }

    fn up_to_equality(&self) -> Self {
        let inside = |form: &Self| Box::new(form.up_to_equality());
        match self {
            Self::Optional(inner) => Self::Optional(inside(inner)),
            Self::Parts(parts) => Self::Parts(parts.iter().map(Self::up_to_equality).collect()),
            Self::Union(classes) => Self::Union(classes_up_to_equality(classes)),
            Self::Nodes(classes, inner) => Self::Nodes(classes_up_to_equality(classes), inside(inner)),
            Self::List(element) => Self::List(inside(element)),
            Self::Unordered(element) => Self::Unordered(inside(element)),
            Self::Dict(key, value) => Self::Entries(inside(key), inside(value)),
            other => other.clone(),
        }
    }

    pub(crate) fn reordered(&self, value: &Concrete, shuffle: &mut dyn FnMut(&mut [Concrete])) -> Concrete {
        let mut row = |parts: &[Self], values: &[Concrete]| -> Vec<Concrete> {
            parts.iter().zip(values).map(|(part, value)| part.reordered(value, shuffle)).collect()
        };
        match (self, value) {
            (Self::Unordered(element), Concrete::List(items)) => {
                let mut items: Vec<Concrete> = items.iter().map(|item| element.reordered(item, shuffle)).collect();
                shuffle(&mut items);
                Concrete::List(items)
            }
            (Self::Optional(inner), value) => inner.reordered(value, shuffle),
            (Self::Parts(parts), Concrete::Tuple(values)) => Concrete::Tuple(row(parts, values)),
            (Self::Parts(parts), Concrete::Record(class, values)) => Concrete::Record(*class, row(parts, values)),
            (Self::Union(classes), Concrete::Record(class, values)) => {
                Concrete::Record(*class, row(fields_of(classes, *class), values))
            }
            (Self::Nodes(classes, inner), value) => mapped_rows(value, &mut |row| match row {
                Row::Outer(value) => inner.reordered(value, shuffle),
                Row::Node(class, values) => {
                    let parts = fields_of(classes, class).iter().zip(values);
                    Concrete::Node(class, parts.map(|(part, value)| part.reordered(value, shuffle)).collect())
                }
            }),
            (Self::List(element), Concrete::List(values)) => {
                Concrete::List(values.iter().map(|value| element.reordered(value, shuffle)).collect())
            }
            (Self::Dict(key, inner), Concrete::Dict(entries)) => Concrete::Dict(
                entries.iter().map(|(k, v)| (key.reordered(k, shuffle), inner.reordered(v, shuffle))).collect(),
            ),
            _ => value.clone(),
        }
    }

    /// One of these values. Values in ascending order need no list of their own.
    pub fn literals(values: Vec<Concrete>) -> Self {
        if values.is_sorted() { Self::Leaf } else { Self::Literals(values) }
    }
}

fn classes_up_to_equality(classes: &[(RecordId, Vec<ValueStructure>)]) -> Vec<(RecordId, Vec<ValueStructure>)> {
    let fields = |fields: &[ValueStructure]| fields.iter().map(ValueStructure::up_to_equality).collect();
    classes.iter().map(|(class, parts)| (*class, fields(parts))).collect()
}

/// The structures of a class's fields.
pub(crate) fn fields_of(classes: &[(RecordId, Vec<ValueStructure>)], class: RecordId) -> &[ValueStructure] {
    classes.iter().find(|(known, _)| *known == class).map_or(&[], |(_, fields)| fields)
}

/// A row of a value with nodes in it.
pub(crate) enum Row<'a> {
    /// What is around the nodes.
    Outer(&'a Concrete),
    /// A node without those inside it.
    Node(RecordId, &'a [Concrete]),
}

/// Visits the rows of a value, a node before those inside it.
pub(crate) fn visit_rows(rows: &[Concrete], visitor: &mut dyn FnMut(Row<'_>)) {
    for (index, row) in rows.iter().enumerate() {
        match row {
            Concrete::Node(class, values) if index > 0 => visitor(Row::Node(*class, values)),
            other => visitor(Row::Outer(other)),
        }
    }
}

/// The value with each row replaced.
pub(crate) fn mapped_rows(value: &Concrete, change: &mut dyn FnMut(Row<'_>) -> Concrete) -> Concrete {
    let mut changed = Vec::new();
    visit_rows(&crate::nodes::rows(value), &mut |row| changed.push(change(row)));
    crate::nodes::assembled(&changed)
}
