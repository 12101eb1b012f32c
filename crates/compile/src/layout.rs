//! The bits of one pair: which input of the circuit says what about the parameters' values.
//!
//! A value out of few is one-hot: a literal for each, of which exactly one is true. A list is a literal per cell that says
//! whether the cell is there, and the cells; all literals of a cell that is not there are false. A set, or a list without
//! order, is a literal per possible element. Integers with a large range are bits. A string is laid out as the list of its
//! characters. A tree is a pool of nodes, and where a node stands, one literal per node that it can be.
//!
//! Invariant: the assignments that satisfy the constraints of [`Block::Shape`] and [`Block::Bound`] are the pairs of the
//! scope, one for one. Guarded by `tests/layout.rs`.

mod build;
mod nodes;

use std::sync::Arc;

use circuit::{Circuit, Lit};
use lang::ast::Name;
use lang::problem::{AtomId, Problem, RecordId, Side};
use lang::scope::{NodePool, Scope};

use pairs::concrete::Concrete;
use pairs::structure::PairStructure;

use crate::arrangement::Exchange;
use build::Builder;

/// More values than this are bits.
const MOST_LISTED: usize = crate::numbers::MOST_LISTED;
/// Possible elements of a set, at most.
const MOST_ELEMENTS: usize = 4096;

#[derive(Clone, Debug)]
pub struct Layout {
    pub params: Vec<ParamLayout>,
    /// How many atoms of each type there are.
    pub atoms: Vec<usize>,
    /// What about the values of the parameters is ordered, and what is not.
    pub structure: PairStructure,
}

#[derive(Clone, Debug)]
pub struct ParamLayout {
    pub name: Name,
    pub side: Side,
    pub place: Place,
    /// The lists without order in it, if the layout gives them one.
    pub free: Vec<FreeList>,
}

/// Whether lists without order have one in a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListOrder {
    /// Each combination of elements is there once.
    None,
    /// Each combination is there in every order.
    Any,
}

/// A list without order that is laid out in any order, as cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeList {
    /// When each cell is there. The first literal identifies the list.
    pub cells: Vec<Lit>,
}

/// How one value of a pair is laid out.
#[derive(Clone, Debug)]
pub enum Place {
    /// One of these.
    Listed(Vec<(Lit, Concrete)>),
    /// `low` plus an unsigned number.
    Bits {
        low: i64,
        high: i64,
        lits: Vec<Lit>,
    },
    /// `None`, or the inner value where the literal is true.
    Optional {
        some: Lit,
        none: Lit,
        inner: Box<Place>,
    },
    Tuple(Vec<Place>),
    Record(RecordId, Vec<Place>),
    /// A cell is there if its literal is true.
    List(Vec<(Lit, Place)>),
    /// A string: a cell for each character, there if its literal is true.
    Text(Vec<(Lit, Place)>),
    /// All possible elements of a list without order, and how many there are at most.
    Unordered(Vec<(Lit, Concrete)>, usize),
    Set {
        elements: Vec<(Lit, Concrete)>,
        most: usize,
        frozen: bool,
    },
    /// Entries in order of insertion.
    Dict(Vec<(Lit, Place, Place)>),
    /// One of several records: each with when it is the one.
    Union(Vec<(Lit, Place)>),
    /// A value with nodes in it.
    Nodes {
        pool: Arc<Vec<NodePlace>>,
        /// How many there may be.
        bounds: Arc<NodePool>,
        inner: Box<Place>,
    },
    /// One of the nodes of the pool around it, by number.
    Node(Vec<(Lit, usize)>),
}

/// A node of a pool. Nodes are numbered in preorder, so that each tree has one assignment.
#[derive(Clone, Debug)]
pub struct NodePlace {
    pub used: Lit,
    /// The classes that it can have: when it has it, the record, its family, and its fields.
    pub classes: Vec<NodeClassPlace>,
}

#[derive(Clone, Debug)]
pub struct NodeClassPlace {
    pub when: Lit,
    pub record: RecordId,
    pub family: usize,
    pub fields: Vec<Place>,
    /// For each number of nodes of the family around it and itself, when there are more.
    pub deeper: Vec<Lit>,
}

/// What a constraint is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Block {
    /// The bits describe a pair at all.
    Shape,
    /// Sizes stay within the scope.
    Bound,
    /// True of every pair anyway, and said to help the solver.
    Derived,
    /// Of all pairs that differ only by renaming atoms, few remain.
    Symmetry,
}

/// A disjunction that every pair satisfies.
#[derive(Clone, Debug)]
pub struct Constraint {
    pub block: Block,
    pub clause: Vec<Lit>,
}

/// Why a parameter has no layout within a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    #[error("has too many possible values")]
    ManyValues,
    #[error("has more than {MOST_ELEMENTS} possible elements")]
    ManyElements,
    #[error("has keys that cannot be compared")]
    Keys,
}

impl Layout {
    /// Lays out the parameters of a problem's predicate; adds inputs to the circuit.
    pub fn new(
        problem: &Problem,
        scope: &Scope,
        order: ListOrder,
        circuit: &mut Circuit,
        constraints: &mut Vec<Constraint>,
    ) -> Result<Self, (Name, LayoutError)> {
        let params = problem.predicate.as_ref().map_or(&[][..], |predicate| &predicate.params);
        let structure = PairStructure::of_scope(problem, scope);
        let mut layout = Self { params: Vec::new(), atoms: scope.atoms.clone(), structure };
        for (param, domain) in params.iter().zip(&scope.params) {
            let mut builder = Builder {
                circuit,
                constraints,
                atoms: &scope.atoms,
                order,
                free: Vec::new(),
                slots: Vec::new(),
                room: 0..0,
            };
            let place = builder.place(domain, Lit::TRUE).map_err(|error| (param.name.clone(), error))?;
            let free = builder.free;
            layout.params.push(ParamLayout { name: param.name.clone(), side: param.side, place, free });
        }
        Ok(layout)
    }

    /// The pair that an assignment describes: the values of the parameters.
    pub fn decode(&self, holds: &dyn Fn(Lit) -> bool) -> Vec<Concrete> {
        self.params.iter().map(|param| param.place.decode(holds)).collect()
    }

    /// The same with two neighbors of a list exchanged.
    pub fn decode_exchanged(&self, holds: &dyn Fn(Lit) -> bool, exchange: Exchange) -> Vec<Concrete> {
        self.params.iter().map(|param| param.place.decode_with(holds, Some(exchange))).collect()
    }

    /// The literals of the inputs that are true for a pair; `None` if it lies outside the scope.
    pub fn encode(&self, pair: &[Concrete]) -> Option<Vec<Lit>> {
        let mut set = Vec::new();
        for (param, value) in self.params.iter().zip(pair) {
            param.place.encode(value, &mut Encoded { set: &mut set, pool: &[], nodes: 0 })?;
        }
        Some(set)
    }

    /// Elements of a pair, those of the input, distinct atoms, sum of absolute integers.
    pub fn measure(&self, pair: &[Concrete]) -> [u64; 4] {
        pairs::size::measure(self.params.iter().map(|param| param.side).zip(pair))
    }
}

impl Place {
    pub fn decode(&self, holds: &dyn Fn(Lit) -> bool) -> Concrete {
        self.decode_in(&[], holds, None)
    }

    fn decode_with(&self, holds: &dyn Fn(Lit) -> bool, exchange: Option<Exchange>) -> Concrete {
        self.decode_in(&[], holds, exchange)
    }

    fn decode_in(&self, pool: &[NodePlace], holds: &dyn Fn(Lit) -> bool, exchange: Option<Exchange>) -> Concrete {
        let all = |places: &[Self]| places.iter().map(|place| place.decode_in(pool, holds, exchange)).collect();
        let chosen = |elements: &[(Lit, Concrete)]| -> Vec<Concrete> {
            elements.iter().filter(|(lit, _)| holds(*lit)).map(|(_, value)| value.clone()).collect()
        };
        match self {
            Self::Listed(values) => {
                values.iter().find(|(lit, _)| holds(*lit)).map_or(Concrete::None, |(_, value)| value.clone())
            }
            Self::Bits { low, lits, .. } => {
                let offset: i64 = (0..).zip(lits).filter(|(_, lit)| holds(**lit)).map(|(bit, _)| 1_i64 << bit).sum();
                Concrete::Int(low + offset)
            }
            Self::Optional { some, inner, .. } => {
                if holds(*some) {
                    inner.decode_in(pool, holds, exchange)
                } else {
                    Concrete::None
                }
            }
            Self::Tuple(parts) => Concrete::Tuple(all(parts)),
            Self::Record(class, fields) => Concrete::Record(*class, all(fields)),
            Self::List(cells) => {
                let there = cells.iter().take_while(|(lit, _)| holds(*lit));
                let mut items: Vec<Concrete> = there.map(|(_, cell)| cell.decode_in(pool, holds, exchange)).collect();
                if let Some(Exchange { list, position }) = exchange
                    && cells.first().is_some_and(|(first, _)| *first == list)
                    && position + 1 < items.len()
                {
                    items.swap(position, position + 1);
                }
                Concrete::List(items)
            }
            Self::Text(cells) => {
                let there = cells.iter().take_while(|(lit, _)| holds(*lit));
                Concrete::Text(there.map(|(_, cell)| cell.decode_in(pool, holds, exchange)).collect())
            }
            Self::Unordered(elements, _) => Concrete::List(chosen(elements)),
            Self::Set { elements, frozen, .. } => Concrete::Set { elements: chosen(elements), frozen: *frozen },
            Self::Dict(entries) => {
                let there = entries.iter().take_while(|(lit, ..)| holds(*lit));
                let decode = |place: &Self| place.decode_in(pool, holds, exchange);
                Concrete::Dict(there.map(|(_, key, value)| (decode(key), decode(value))).collect())
            }
            Self::Union(alternatives) => match alternatives.iter().find(|(lit, _)| holds(*lit)) {
                Some((_, place)) => place.decode_in(pool, holds, exchange),
                None => Concrete::None,
            },
            Self::Nodes { pool, inner, .. } => inner.decode_in(pool, holds, exchange),
            Self::Node(choices) => {
                let node = choices.iter().find(|(lit, _)| holds(*lit)).and_then(|(_, number)| pool.get(*number));
                let class = node.and_then(|node| node.classes.iter().find(|class| holds(class.when)));
                match class {
                    Some(class) => Concrete::Node(class.record, all(&class.fields)),
                    None => Concrete::None,
                }
            }
        }
    }

    /// The literals that are true for a value; `None` if it has no place here.
    pub fn encoded(&self, value: &Concrete) -> Option<Vec<Lit>> {
        let mut set = Vec::new();
        self.encode(value, &mut Encoded { set: &mut set, pool: &[], nodes: 0 })?;
        Some(set)
    }

    /// All literals of the place.
    pub fn literals(&self, out: &mut Vec<Lit>) {
        match self {
            Self::Listed(values) | Self::Unordered(values, _) | Self::Set { elements: values, .. } => {
                out.extend(values.iter().map(|(lit, _)| *lit));
            }
            Self::Bits { lits, .. } => out.extend(lits),
            Self::Optional { some, none, inner } => {
                out.extend([*some, *none]);
                inner.literals(out);
            }
            Self::Tuple(parts) | Self::Record(_, parts) => parts.iter().for_each(|part| part.literals(out)),
            Self::List(cells) | Self::Text(cells) | Self::Union(cells) => cells.iter().for_each(|(there, cell)| {
                out.push(*there);
                cell.literals(out);
            }),
            Self::Dict(entries) => entries.iter().for_each(|(there, key, value)| {
                out.push(*there);
                key.literals(out);
                value.literals(out);
            }),
            Self::Nodes { pool, inner, .. } => {
                inner.literals(out);
                for node in pool.iter() {
                    out.push(node.used);
                    out.extend(node.classes.iter().map(|class| class.when));
                    node.classes.iter().flat_map(|class| &class.fields).for_each(|field| field.literals(out));
                }
            }
            Self::Node(choices) => out.extend(choices.iter().map(|(lit, _)| *lit)),
        }
    }

    fn encode(&self, value: &Concrete, out: &mut Encoded<'_>) -> Option<()> {
        let listed = |values: &[(Lit, Concrete)], value: &Concrete, out: &mut Encoded<'_>| {
            let (lit, _) = values.iter().find(|(_, known)| known == value)?;
            out.set.push(*lit);
            Some(())
        };
        match (self, value) {
            (Self::Listed(values), value) => listed(values, value, out),
            (Self::Bits { low, high, lits }, Concrete::Int(number)) => {
                if number < low || number > high {
                    return None;
                }
                let offset = number - low;
                out.set.extend((0..).zip(lits).filter(|(bit, _)| offset >> bit & 1 == 1).map(|(_, lit)| *lit));
                Some(())
            }
            (Self::Optional { none, .. }, Concrete::None) => {
                out.set.push(*none);
                Some(())
            }
            (Self::Optional { some, inner, .. }, value) => {
                out.set.push(*some);
                inner.encode(value, out)
            }
            (Self::Tuple(parts), Concrete::Tuple(values)) | (Self::Record(_, parts), Concrete::Record(_, values)) => {
                (parts.len() == values.len()).then_some(())?;
                parts.iter().zip(values).try_for_each(|(part, value)| part.encode(value, out))
            }
            (Self::List(cells), Concrete::List(values)) | (Self::Text(cells), Concrete::Text(values)) => {
                (values.len() <= cells.len()).then_some(())?;
                cells.iter().zip(values).try_for_each(|((lit, cell), value)| {
                    out.set.push(*lit);
                    cell.encode(value, out)
                })
            }
            (Self::Unordered(elements, most), Concrete::List(values))
            | (Self::Set { elements, most, .. }, Concrete::Set { elements: values, .. }) => {
                (values.len() <= *most).then_some(())?;
                values.iter().try_for_each(|value| listed(elements, value, out))
            }
            (Self::Dict(entries), Concrete::Dict(values)) => {
                (values.len() <= entries.len()).then_some(())?;
                entries.iter().zip(values).try_for_each(|((lit, key, value), (k, v))| {
                    out.set.push(*lit);
                    key.encode(k, out)?;
                    value.encode(v, out)
                })
            }
            (Self::Union(alternatives), Concrete::Record(class, _)) => {
                let is_it = |place: &Self| matches!(place, Self::Record(own, _) if own == class);
                let (lit, place) = alternatives.iter().find(|(_, place)| is_it(place))?;
                out.set.push(*lit);
                place.encode(value, out)
            }
            (Self::Nodes { pool, inner, bounds }, value) => {
                pairs::nodes::are_within(bounds, value).then_some(())?;
                inner.encode(value, &mut Encoded { set: out.set, pool, nodes: 0 })
            }
            (Self::Node(choices), Concrete::Node(record, values)) => {
                let number = out.nodes;
                out.nodes += 1;
                let (lit, _) = choices.iter().find(|(_, node)| *node == number)?;
                let node = out.pool.get(number)?;
                let class = node.classes.iter().find(|class| class.record == *record)?;
                out.set.extend([*lit, node.used, class.when]);
                class.fields.iter().zip(values).try_for_each(|(field, value)| field.encode(value, out))
            }
            _ => None,
        }
    }
}

/// An encoding on the way.
struct Encoded<'a> {
    /// The literals that are true.
    set: &'a mut Vec<Lit>,
    pool: &'a [NodePlace],
    /// The nodes met so far.
    nodes: usize,
}

/// An atom type and how many there are.
pub(crate) fn atom_count(layout: &Layout, ty: AtomId) -> usize {
    layout.atoms.get(usize::from(ty.0)).copied().unwrap_or(0)
}
