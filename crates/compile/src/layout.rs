//! The bits of one pair: which input of the circuit says what about the parameters' values.
//!
//! A value out of few is one-hot: a literal for each, of which exactly one is true. A list is a literal per cell that says
//! whether the cell is there, and the cells; all literals of a cell that is not there are false. A set, or a list without
//! order, is a literal per possible element. Integers with a large range are bits.
//!
//! Invariant: the assignments that satisfy the constraints of [`Block::Shape`] and [`Block::Bound`] are the pairs of the
//! scope, one for one. Guarded by `tests/layout.rs`.

use circuit::{Circuit, Lit, bits, count};
use lang::ast::Name;
use lang::problem::{AtomId, Problem, RecordId, Side};
use lang::scope::{Domain, Scope};

use pairs::concrete::Concrete;
use pairs::domain::values;
use pairs::structure::{PairStructure, ValueStructure};

/// More values than this are bits.
const MOST_LISTED: usize = crate::numbers::MOST_LISTED;
/// Possible elements of a set, at most.
const MOST_ELEMENTS: usize = 4096;

#[derive(Clone, Debug)]
pub struct Layout {
    pub params: Vec<ParamLayout>,
    /// How many atoms of each type there are.
    pub atoms: Vec<usize>,
}

#[derive(Clone, Debug)]
pub struct ParamLayout {
    pub name: Name,
    pub side: Side,
    pub place: Place,
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
    /// All possible elements of a list without order, and how many there are at most.
    Unordered(Vec<(Lit, Concrete)>, usize),
    Set {
        elements: Vec<(Lit, Concrete)>,
        most: usize,
        frozen: bool,
    },
    /// Entries in order of insertion.
    Dict(Vec<(Lit, Place, Place)>),
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
        circuit: &mut Circuit,
        constraints: &mut Vec<Constraint>,
    ) -> Result<Self, (Name, LayoutError)> {
        let params = problem.predicate.as_ref().map_or(&[][..], |predicate| &predicate.params);
        let mut layout = Self { params: Vec::new(), atoms: scope.atoms.clone() };
        for (param, domain) in params.iter().zip(&scope.params) {
            let mut builder = Builder { circuit, constraints, atoms: &scope.atoms };
            let place = builder.place(domain, Lit::TRUE).map_err(|error| (param.name.clone(), error))?;
            layout.params.push(ParamLayout { name: param.name.clone(), side: param.side, place });
        }
        Ok(layout)
    }

    /// The pair that an assignment describes: the values of the parameters.
    pub fn decode(&self, holds: &dyn Fn(Lit) -> bool) -> Vec<Concrete> {
        self.params.iter().map(|param| param.place.decode(holds)).collect()
    }

    /// The literals of the inputs that are true for a pair; `None` if it lies outside the scope.
    pub fn encode(&self, pair: &[Concrete]) -> Option<Vec<Lit>> {
        let mut set = Vec::new();
        for (param, value) in self.params.iter().zip(pair) {
            param.place.encode(value, &mut set)?;
        }
        Some(set)
    }

    /// What about the values of the parameters is ordered, and what is not.
    pub fn structure(&self) -> PairStructure {
        PairStructure { params: self.params.iter().map(|param| (param.side, param.place.structure())).collect() }
    }

    /// Elements of a pair, those of the input, distinct atoms, sum of absolute integers.
    pub fn measure(&self, pair: &[Concrete]) -> [u64; 4] {
        pairs::size::measure(self.params.iter().map(|param| param.side).zip(pair))
    }
}

impl Place {
    fn structure(&self) -> ValueStructure {
        let all = |places: &[Self]| places.iter().map(Self::structure).collect();
        let first = |place: Option<&Self>| Box::new(place.map_or(ValueStructure::Leaf, Self::structure));
        match self {
            Self::Listed(values) => ValueStructure::literals(values.iter().map(|(_, value)| value.clone()).collect()),
            Self::Bits { .. } => ValueStructure::Leaf,
            Self::Optional { inner, .. } => ValueStructure::Optional(Box::new(inner.structure())),
            Self::Tuple(parts) | Self::Record(_, parts) => ValueStructure::Parts(all(parts)),
            Self::List(cells) => ValueStructure::List(first(cells.first().map(|(_, cell)| cell))),
            Self::Unordered(..) => ValueStructure::Unordered,
            Self::Set { .. } => ValueStructure::Set,
            Self::Dict(entries) => {
                let (key, value) = entries.first().map(|(_, key, value)| (key, value)).unzip();
                ValueStructure::Dict(first(key), first(value))
            }
        }
    }

    pub fn decode(&self, holds: &dyn Fn(Lit) -> bool) -> Concrete {
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
                    inner.decode(holds)
                } else {
                    Concrete::None
                }
            }
            Self::Tuple(parts) => Concrete::Tuple(parts.iter().map(|part| part.decode(holds)).collect()),
            Self::Record(class, fields) => {
                Concrete::Record(*class, fields.iter().map(|field| field.decode(holds)).collect())
            }
            Self::List(cells) => {
                let there = cells.iter().take_while(|(lit, _)| holds(*lit));
                Concrete::List(there.map(|(_, cell)| cell.decode(holds)).collect())
            }
            Self::Unordered(elements, _) => Concrete::List(chosen(elements)),
            Self::Set { elements, frozen, .. } => Concrete::Set { elements: chosen(elements), frozen: *frozen },
            Self::Dict(entries) => {
                let there = entries.iter().take_while(|(lit, ..)| holds(*lit));
                Concrete::Dict(there.map(|(_, key, value)| (key.decode(holds), value.decode(holds))).collect())
            }
        }
    }

    fn encode(&self, value: &Concrete, set: &mut Vec<Lit>) -> Option<()> {
        let mut listed = |values: &[(Lit, Concrete)], value: &Concrete| {
            let (lit, _) = values.iter().find(|(_, known)| known == value)?;
            set.push(*lit);
            Some(())
        };
        match (self, value) {
            (Self::Listed(values), value) => listed(values, value),
            (Self::Bits { low, high, lits }, Concrete::Int(number)) => {
                if number < low || number > high {
                    return None;
                }
                let offset = number - low;
                set.extend((0..).zip(lits).filter(|(bit, _)| offset >> bit & 1 == 1).map(|(_, lit)| *lit));
                Some(())
            }
            (Self::Optional { none, .. }, Concrete::None) => {
                set.push(*none);
                Some(())
            }
            (Self::Optional { some, inner, .. }, value) => {
                set.push(*some);
                inner.encode(value, set)
            }
            (Self::Tuple(parts), Concrete::Tuple(values)) | (Self::Record(_, parts), Concrete::Record(_, values)) => {
                (parts.len() == values.len()).then_some(())?;
                parts.iter().zip(values).try_for_each(|(part, value)| part.encode(value, set))
            }
            (Self::List(cells), Concrete::List(values)) => {
                (values.len() <= cells.len()).then_some(())?;
                cells.iter().zip(values).try_for_each(|((lit, cell), value)| {
                    set.push(*lit);
                    cell.encode(value, set)
                })
            }
            (Self::Unordered(elements, most), Concrete::List(values))
            | (Self::Set { elements, most, .. }, Concrete::Set { elements: values, .. }) => {
                (values.len() <= *most).then_some(())?;
                values.iter().try_for_each(|value| listed(elements, value))
            }
            (Self::Dict(entries), Concrete::Dict(values)) => {
                (values.len() <= entries.len()).then_some(())?;
                entries.iter().zip(values).try_for_each(|((lit, key, value), (k, v))| {
                    set.push(*lit);
                    key.encode(k, set)?;
                    value.encode(v, set)
                })
            }
            _ => None,
        }
    }
}

struct Builder<'a> {
    circuit: &'a mut Circuit,
    constraints: &'a mut Vec<Constraint>,
    atoms: &'a [usize],
}

impl Builder<'_> {
    /// A place that is there when the guard is true; its literals are false when it is not.
    fn place(&mut self, domain: &Domain, guard: Lit) -> Result<Place, LayoutError> {
        Ok(match domain {
            Domain::Atom(_) | Domain::Bool | Domain::Literal(_) => self.listed(domain, guard)?,
            Domain::Int { low, high } => {
                if high.abs_diff(*low) < MOST_LISTED as u64 {
                    self.listed(domain, guard)?
                } else {
                    self.bits(*low, *high, guard)
                }
            }
            Domain::Optional(inner) => {
                let (some, none) = (self.circuit.input(), self.circuit.input());
                self.exactly_one(&[some, none], guard);
                Place::Optional { some, none, inner: Box::new(self.place(inner, some)?) }
            }
            Domain::Tuple(parts) => Place::Tuple(self.all(parts, guard)?),
            Domain::Record { record, fields } => Place::Record(*record, self.all(fields, guard)?),
            Domain::List { element, max } => {
                Place::List(self.cells(*max, guard, |this, there| this.place(element, there))?)
            }
            Domain::Unordered { element, max } => Place::Unordered(self.elements(element, *max, guard)?, *max),
            Domain::Set { element, max, frozen } => {
                Place::Set { elements: self.elements(element, *max, guard)?, most: *max, frozen: *frozen }
            }
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

    fn shape(&mut self, clause: Vec<Lit>) {
        self.constraints.push(Constraint { block: Block::Shape, clause });
    }

    /// Exactly one where the guard is true, none where it is not.
    fn exactly_one(&mut self, lits: &[Lit], guard: Lit) {
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
                let same = equal(self.circuit, first, second).ok_or(LayoutError::Keys)?;
                self.shape(vec![!*there, !*also, !same]);
            }
        }
        Ok(())
    }
}

/// Whether two places of one domain hold the same value.
fn equal(circuit: &mut Circuit, first: &Place, second: &Place) -> Option<Lit> {
    Some(match (first, second) {
        (Place::Listed(a), Place::Listed(b)) => {
            let both: Vec<Lit> = a.iter().zip(b).map(|((x, _), (y, _))| circuit.and(*x, *y)).collect();
            circuit.any(both)
        }
        (Place::Bits { lits: a, .. }, Place::Bits { lits: b, .. }) => bits::equal(circuit, a, b),
        (Place::Tuple(a), Place::Tuple(b)) | (Place::Record(_, a), Place::Record(_, b)) => {
            let parts: Vec<Lit> = a.iter().zip(b).map(|(x, y)| equal(circuit, x, y)).collect::<Option<_>>()?;
            circuit.all(parts)
        }
        (Place::Set { elements: a, .. }, Place::Set { elements: b, .. }) => {
            let parts: Vec<Lit> = a.iter().zip(b).map(|((x, _), (y, _))| circuit.iff(*x, *y)).collect();
            circuit.all(parts)
        }
        (Place::Optional { some: p, inner: a, .. }, Place::Optional { some: q, inner: b, .. }) => {
            let inner = equal(circuit, a, b)?;
            let both = circuit.and(*p, *q);
            let both = circuit.and(both, inner);
            let neither = circuit.and(!*p, !*q);
            circuit.or(both, neither)
        }
        _ => return None,
    })
}

/// An atom type and how many there are.
pub(crate) fn atom_count(layout: &Layout, ty: AtomId) -> usize {
    layout.atoms.get(usize::from(ty.0)).copied().unwrap_or(0)
}
