//! From the values of a domain to the inputs of a circuit.

use std::ops::Range;

use circuit::{Circuit, Lit, bits, count};
use lang::scope::Domain;
use pairs::concrete::Concrete;
use pairs::domain::values;

use super::nodes::Slot;
use super::{Block, Constraint, FreeList, LayoutError, ListOrder, MOST_ELEMENTS, MOST_LISTED, Place};

/// Adds inputs, and what they satisfy.
pub(super) struct Builder<'a> {
    pub circuit: &'a mut Circuit,
    pub constraints: &'a mut Vec<Constraint>,
    pub atoms: &'a [usize],
    pub order: ListOrder,
    pub free: Vec<FreeList>,
    /// The places of the pool being built that hold nodes, by their owner: each with its choices, in order.
    pub slots: Vec<Slot>,
    /// The nodes that the next place of a node can hold.
    pub room: Range<usize>,
}

impl Builder<'_> {
    /// A place that is there when the guard is true; its literals are false when it is not.
    pub fn place(&mut self, domain: &Domain, guard: Lit) -> Result<Place, LayoutError> {
        Ok(match domain {
            Domain::Atom(_) | Domain::Bool | Domain::Literal(_) => self.listed(domain, guard)?,
            Domain::Int { low, high } => {
                if high.abs_diff(*low) < MOST_LISTED as u64 {
                    self.listed(domain, guard)?
                } else {
                    self.bits(*low, *high, guard)
                }
            }
            // The last nodes have no room for others.
            Domain::Optional(inner) if self.room.is_empty() && demands_node(inner) => {
                Place::Listed(vec![(guard, Concrete::None)])
            }
            Domain::Optional(inner) => {
                let (some, none) = (self.circuit.input(), self.circuit.input());
                self.exactly_one(&[some, none], guard);
                Place::Optional { some, none, inner: Box::new(self.place(inner, some)?) }
            }
            Domain::Tuple(parts) => Place::Tuple(self.all(parts, guard)?),
            Domain::Record { record, fields } => Place::Record(*record, self.all(fields, guard)?),
            Domain::List { element, max } => {
                let max = if demands_node(element) { self.room.len().min(*max) } else { *max };
                Place::List(self.cells(max, guard, |this, there| this.place(element, there))?)
            }
            Domain::Text { element, max } => {
                Place::Text(self.cells(*max, guard, |this, there| this.place(element, there))?)
            }
            Domain::Unordered { element, max } => match self.order {
                ListOrder::None => Place::Unordered(self.elements(element, *max, guard)?, *max),
                ListOrder::Any => {
                    let cells = self.cells(*max, guard, |this, there| this.place(element, there))?;
                    let keys: Vec<(Lit, &Place)> = cells.iter().map(|(there, cell)| (*there, cell)).collect();
                    self.distinct(&keys)?;
                    self.free.push(FreeList { cells: cells.iter().map(|(there, _)| *there).collect() });
                    Place::List(cells)
                }
            },
            Domain::Set { element, max, frozen } => {
                Place::Set { elements: self.elements(element, *max, guard)?, most: *max, frozen: *frozen }
            }
            Domain::Union(alternatives) => {
                let lits: Vec<Lit> = alternatives.iter().map(|_| self.circuit.input()).collect();
                self.exactly_one(&lits, guard);
                let places = lits.iter().zip(alternatives).map(|(lit, domain)| Ok((*lit, self.place(domain, *lit)?)));
                Place::Union(places.collect::<Result<_, LayoutError>>()?)
            }
            Domain::Nodes { pool, inner } => self.nodes(pool, inner, guard)?,
            Domain::Node(classes) => self.node(classes, guard),
            Domain::Dict { key, value, max } => {
                let entries =
                    self.cells(*max, guard, |this, there| Ok((this.place(key, there)?, this.place(value, there)?)))?;
                let keys: Vec<(Lit, &Place)> = entries.iter().map(|(there, (key, _))| (*there, key)).collect();
                self.distinct(&keys)?;
                Place::Dict(entries.into_iter().map(|(there, (key, value))| (there, key, value)).collect())
            }
        })
    }

    fn all(&mut self, parts: &[Domain], guard: Lit) -> Result<Vec<Place>, LayoutError> {
        parts.iter().map(|part| self.place(part, guard)).collect()
    }

    fn listed(&mut self, domain: &Domain, guard: Lit) -> Result<Place, LayoutError> {
        let Some(values) = values(domain, self.atoms, MOST_ELEMENTS) else {
            return Err(LayoutError::ManyValues);
        };
        if let [only] = &*values {
            return Ok(Place::Listed(vec![(guard, only.clone())]));
        }
        let lits: Vec<(Lit, Concrete)> = values.into_iter().map(|value| (self.circuit.input(), value)).collect();
        self.exactly_one(&lits.iter().map(|(lit, _)| *lit).collect::<Vec<_>>(), guard);
        Ok(Place::Listed(lits))
    }

    pub fn shape(&mut self, clause: Vec<Lit>) {
        self.constraints.push(Constraint { block: Block::Shape, clause });
    }

    /// Exactly one where the guard is true, none where it is not.
    pub fn exactly_one(&mut self, lits: &[Lit], guard: Lit) {
        let mut some = lits.to_vec();
        if guard != Lit::TRUE {
            some.push(!guard);
            lits.iter().for_each(|lit| self.shape(vec![!*lit, guard]));
        }
        self.shape(some);
        // Pairs while they are few; a ladder beyond.
        if lits.len() <= 12 {
            for (index, first) in lits.iter().enumerate() {
                for second in &lits[index + 1..] {
                    self.shape(vec![!*first, !*second]);
                }
            }
            return;
        }
        let mut before = lits[0];
        for lit in &lits[1..] {
            self.shape(vec![!before, !*lit]);
            before = self.circuit.or(before, *lit);
        }
    }

    fn bits(&mut self, low: i64, high: i64, guard: Lit) -> Place {
        let range = high.abs_diff(low);
        let width = (64 - range.leading_zeros()) as usize;
        let lits: Vec<Lit> = (0..width).map(|_| self.circuit.input()).collect();
        if guard != Lit::TRUE {
            lits.iter().for_each(|lit| self.shape(vec![!*lit, guard]));
        }
        let most = bits::from_const(i128::from(range), width + 1);
        let word = bits::zero_extend(&lits, width + 1);
        let within = bits::less_equal(self.circuit, &word, &most);
        if within != Lit::TRUE {
            self.shape(vec![within]);
        }
        Place::Bits { low, high, lits }
    }

    /// Cells, each there only if the one before is.
    fn cells<T>(
        &mut self,
        max: usize,
        guard: Lit,
        mut inner: impl FnMut(&mut Self, Lit) -> Result<T, LayoutError>,
    ) -> Result<Vec<(Lit, T)>, LayoutError> {
        let mut cells = Vec::new();
        let mut before = guard;
        for _ in 0..max {
            let there = self.circuit.input();
            if before != Lit::TRUE {
                self.shape(vec![!there, before]);
            }
            cells.push((there, inner(self, there)?));
            before = there;
        }
        Ok(cells)
    }

    /// A literal per possible element, at most `max` of them true.
    fn elements(&mut self, element: &Domain, max: usize, guard: Lit) -> Result<Vec<(Lit, Concrete)>, LayoutError> {
        let Some(mut values) = values(element, self.atoms, MOST_ELEMENTS) else {
            return Err(LayoutError::ManyElements);
        };
        values.sort();
        let elements: Vec<(Lit, Concrete)> = values.into_iter().map(|value| (self.circuit.input(), value)).collect();
        let lits: Vec<Lit> = elements.iter().map(|(lit, _)| *lit).collect();
        if guard != Lit::TRUE {
            lits.iter().for_each(|lit| self.shape(vec![!*lit, guard]));
        }
        if max < lits.len() {
            let number = count::count_up_to(self.circuit, &lits, max + 1);
            let within = count::at_most(&number, max);
            self.constraints.push(Constraint { block: Block::Bound, clause: vec![within] });
        }
        Ok(elements)
    }

    /// No two of those that are there are equal.
    fn distinct(&mut self, keys: &[(Lit, &Place)]) -> Result<(), LayoutError> {
        for (index, (there, first)) in keys.iter().enumerate() {
            for (also, second) in &keys[index + 1..] {
                let same = self.equal(first, second).ok_or(LayoutError::Keys)?;
                self.shape(vec![!*there, !*also, !same]);
            }
        }
        Ok(())
    }

    /// Whether two places of one domain hold the same value, lists without order in any order.
    fn equal(&mut self, first: &Place, second: &Place) -> Option<Lit> {
        Some(match (first, second) {
            (Place::Listed(a), Place::Listed(b)) => {
                let both: Vec<Lit> = a.iter().zip(b).map(|((x, _), (y, _))| self.circuit.and(*x, *y)).collect();
                self.circuit.any(both)
            }
            (Place::Bits { lits: a, .. }, Place::Bits { lits: b, .. }) => bits::equal(self.circuit, a, b),
            (Place::Tuple(a), Place::Tuple(b)) | (Place::Record(_, a), Place::Record(_, b)) => {
                let parts: Vec<Lit> = a.iter().zip(b).map(|(x, y)| self.equal(x, y)).collect::<Option<_>>()?;
                self.circuit.all(parts)
            }
            (Place::Set { elements: a, .. }, Place::Set { elements: b, .. })
            | (Place::Unordered(a, _), Place::Unordered(b, _)) => {
                let parts: Vec<Lit> = a.iter().zip(b).map(|((x, _), (y, _))| self.circuit.iff(*x, *y)).collect();
                self.circuit.all(parts)
            }
            (Place::Optional { some: p, inner: a, .. }, Place::Optional { some: q, inner: b, .. }) => {
                let inner = self.equal(a, b)?;
                self.both_or_neither(*p, *q, inner)
            }
            (Place::List(a), Place::List(b)) => {
                let is_free = self.free.iter().any(|list| list.cells.first() == a.first().map(|(there, _)| there));
                let mut parts = Vec::new();
                for (position, (there, cell)) in a.iter().enumerate() {
                    if !is_free {
                        let same = self.equal(cell, &b[position].1)?;
                        parts.push(self.both_or_neither(*there, b[position].0, same));
                        continue;
                    }
                    // As many, and each of one among the other: no element of either occurs twice.
                    let mut among = vec![!*there];
                    for (also, other) in b {
                        let same = self.equal(cell, other)?;
                        among.push(self.circuit.and(*also, same));
                    }
                    parts.push(self.circuit.any(among));
                    parts.push(self.circuit.iff(*there, b[position].0));
                }
                self.circuit.all(parts)
            }
            (Place::Text(a), Place::Text(b)) => {
                let mut parts = Vec::new();
                for ((there, cell), (also, other)) in a.iter().zip(b) {
                    let same = self.equal(cell, other)?;
                    parts.push(self.both_or_neither(*there, *also, same));
                }
                self.circuit.all(parts)
            }
            (Place::Dict(a), Place::Dict(b)) => {
                let mut parts = Vec::new();
                for ((there, key, value), (also, other_key, other_value)) in a.iter().zip(b) {
                    let (keys, values) = (self.equal(key, other_key)?, self.equal(value, other_value)?);
                    let same = self.circuit.and(keys, values);
                    parts.push(self.both_or_neither(*there, *also, same));
                }
                self.circuit.all(parts)
            }
            _ => return None,
        })
    }

    /// Both are there and the same, or neither is there.
    fn both_or_neither(&mut self, first: Lit, second: Lit, same: Lit) -> Lit {
        let both = self.circuit.and(first, second);
        let both = self.circuit.and(both, same);
        let neither = self.circuit.and(!first, !second);
        self.circuit.or(both, neither)
    }
}

/// Whether every value of a domain has a node.
fn demands_node(domain: &Domain) -> bool {
    match domain {
        Domain::Node(_) => true,
        Domain::Tuple(parts) | Domain::Record { fields: parts, .. } => parts.iter().any(demands_node),
        _ => false,
    }
}
