//! The values of a scope: how many there are, and one of them at random, all equally likely.
//!
//! A pair is one value for each parameter; its atoms are labeled, so pairs that differ only in names are different here.
//! Counts are exact up to 2^127; larger ones are known by their logarithm, and draws are then uniform up to the precision of
//! floating-point numbers.

use std::sync::Arc;

use fastrand::Rng;
use lang::problem::RecordId;
use lang::scope::{Domain, NodePool};
use pairs::Concrete;

use crate::trees::Trees;

/// The number of values of a space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cardinality {
    /// The number, if it is less than 2^127.
    pub exact: Option<u128>,
    /// The binary logarithm.
    pub log2: f64,
}

impl Cardinality {
    pub const ONE: Self = Self { exact: Some(1), log2: 0.0 };

    #[expect(clippy::cast_precision_loss, reason = "a logarithm")]
    pub fn of(number: u128) -> Self {
        Self { exact: Some(number).filter(|number| *number < 1 << 127), log2: (number as f64).log2() }
    }

    #[must_use]
    pub fn times(self, other: Self) -> Self {
        let exact = self.exact.zip(other.exact).and_then(|(a, b)| a.checked_mul(b)).filter(|n| *n < 1 << 127);
        Self { exact, log2: self.log2 + other.log2 }
    }

    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let exact = self.exact.zip(other.exact).and_then(|(a, b)| a.checked_add(b)).filter(|n| *n < 1 << 127);
        let (less, more) = if self.log2 < other.log2 { (self.log2, other.log2) } else { (other.log2, self.log2) };
        let log2 = if more == f64::NEG_INFINITY { more } else { more + (1.0 + (less - more).exp2()).log2() };
        Self { exact, log2 }
    }

    /// The number, if it is at most this.
    pub fn at_most(self, most: usize) -> Option<usize> {
        self.exact.and_then(|number| usize::try_from(number).ok()).filter(|number| *number <= most)
    }
}

/// Some cases, and the number of values of each.
#[derive(Clone, Debug)]
pub struct Weights {
    pub counts: Vec<Cardinality>,
    pub total: Cardinality,
}

impl Weights {
    pub fn new(counts: Vec<Cardinality>) -> Self {
        let total = counts.iter().fold(Cardinality::of(0), |sum, count| sum.plus(*count));
        Self { counts, total }
    }

    /// The last case: if cases are lengths, the greatest one.
    pub fn longest(&self) -> usize {
        self.counts.len() - 1
    }

    /// The case of a value that is drawn from all of them.
    pub fn draw(&self, random: &mut Rng) -> usize {
        if let Some(total) = self.total.exact {
            return self.find(random.u128(0..total.max(1))).0;
        }
        let mut rest = random.f64();
        for (case, count) in self.counts.iter().enumerate() {
            rest -= (count.log2 - self.total.log2).exp2();
            if rest < 0.0 {
                return case;
            }
        }
        self.counts.len() - 1
    }

    /// The case of the value with this rank, and its rank in the case. Counts must be exact.
    pub fn find(&self, mut rank: u128) -> (usize, u128) {
        for (case, count) in self.counts.iter().enumerate() {
            let count = count.exact.unwrap_or(u128::MAX);
            if rank < count {
                return (case, rank);
            }
            rank -= count;
        }
        (self.counts.len() - 1, 0)
    }
}

/// All values of one domain.
#[derive(Clone, Debug)]
pub struct Space {
    pub count: Cardinality,
    pub kind: SpaceKind,
}

#[derive(Clone, Debug)]
pub enum SpaceKind {
    Values(Vec<Concrete>),
    Int {
        low: i64,
        high: i64,
    },
    Optional(Box<Space>),
    Tuple(Vec<Space>),
    Record(RecordId, Vec<Space>),
    List {
        element: Box<Space>,
        lengths: Weights,
    },
    Text {
        element: Box<Space>,
        lengths: Weights,
    },
    Unordered {
        element: Box<Space>,
        sizes: Weights,
    },
    Set {
        element: Box<Space>,
        sizes: Weights,
        frozen: bool,
    },
    Dict {
        key: Box<Space>,
        value: Box<Space>,
        lengths: Weights,
    },
    /// One of these.
    Union(Vec<Space>, Weights),
    /// Everything around nodes, and the nodes.
    Nodes {
        trees: Trees,
        pool: Arc<NodePool>,
        inner: Box<Domain>,
        atoms: Vec<usize>,
    },
}

impl Space {
    /// `atoms` is the number of atoms of each type.
    pub fn new(domain: &Domain, atoms: &[usize]) -> Self {
        let all = |domains: &[Domain]| -> Vec<Self> { domains.iter().map(|part| Self::new(part, atoms)).collect() };
        let product = |parts: &[Self]| parts.iter().fold(Cardinality::ONE, |product, part| product.times(part.count));
        let one = |domain: &Domain| Box::new(Self::new(domain, atoms));
        let (count, kind) = match domain {
            Domain::Atom(_) | Domain::Bool | Domain::Literal(_) => {
                let values = pairs::domain::values(domain, atoms, usize::MAX).unwrap_or_default();
                (Cardinality::of(values.len() as u128), SpaceKind::Values(values))
            }
            Domain::Int { low, high } => {
                (Cardinality::of(u128::from(high.abs_diff(*low)) + 1), SpaceKind::Int { low: *low, high: *high })
            }
            Domain::Optional(inner) => {
                let inner = one(inner);
                (inner.count.plus(Cardinality::ONE), SpaceKind::Optional(inner))
            }
            Domain::Tuple(parts) => {
                let parts = all(parts);
                (product(&parts), SpaceKind::Tuple(parts))
            }
            Domain::Record { record, fields } => {
                let parts = all(fields);
                (product(&parts), SpaceKind::Record(*record, parts))
            }
            Domain::List { element, max } => {
                let element = one(element);
                let lengths = sequences(*max, |_| element.count);
                (lengths.total, SpaceKind::List { element, lengths })
            }
            Domain::Text { element, max } => {
                let element = one(element);
                let lengths = sequences(*max, |_| element.count);
                (lengths.total, SpaceKind::Text { element, lengths })
            }
            Domain::Union(alternatives) => {
                let parts = all(alternatives);
                let weights = Weights::new(parts.iter().map(|part| part.count).collect());
                (weights.total, SpaceKind::Union(parts, weights))
            }
            Domain::Nodes { pool, inner } => {
                let trees = Trees::new(pool, inner, atoms);
                let (pool, inner) = (Arc::clone(pool), inner.clone());
                (trees.count(), SpaceKind::Nodes { trees, pool, inner, atoms: atoms.to_vec() })
            }
            // A node without the others of its tree.
            Domain::Node(_) => (Cardinality::of(0), SpaceKind::Values(Vec::new())),
            Domain::Unordered { element, max } => {
                let element = one(element);
                let sizes = subsets(element.count, *max);
                (sizes.total, SpaceKind::Unordered { element, sizes })
            }
            Domain::Set { element, max, frozen } => {
                let element = one(element);
                let sizes = subsets(element.count, *max);
                (sizes.total, SpaceKind::Set { element, sizes, frozen: *frozen })
            }
            Domain::Dict { key, value, max } => {
                let (key, value) = (one(key), one(value));
                let lengths = sequences(*max, |before| less(key.count, before).times(value.count));
                (lengths.total, SpaceKind::Dict { key, value, lengths })
            }
        };
        Self { count, kind }
    }

    /// Draws a value, all equally likely.
    pub fn draw(&self, random: &mut Rng) -> Concrete {
        let all = |parts: &[Self], random: &mut Rng| parts.iter().map(|part| part.draw(random)).collect();
        match &self.kind {
            SpaceKind::Values(values) => {
                values.get(random.usize(0..values.len().max(1))).cloned().unwrap_or(Concrete::None)
            }
            SpaceKind::Int { low, high } => Concrete::Int(random.i64(*low..=*high)),
            SpaceKind::Optional(inner) => {
                let weights = Weights::new(vec![Cardinality::ONE, inner.count]);
                if weights.draw(random) == 0 { Concrete::None } else { inner.draw(random) }
            }
            SpaceKind::Tuple(parts) => Concrete::Tuple(all(parts, random)),
            SpaceKind::Record(class, parts) => Concrete::Record(*class, all(parts, random)),
            SpaceKind::Union(parts, weights) => {
                parts.get(weights.draw(random)).map_or(Concrete::None, |part| part.draw(random))
            }
            SpaceKind::Nodes { trees, .. } => trees.draw(random),
            SpaceKind::List { element, lengths } => {
                Concrete::List((0..lengths.draw(random)).map(|_| element.draw(random)).collect())
            }
            SpaceKind::Text { element, lengths } => {
                Concrete::Text((0..lengths.draw(random)).map(|_| element.draw(random)).collect())
            }
            SpaceKind::Unordered { element, sizes } => Concrete::List(element.distinct(sizes.draw(random), random)),
            SpaceKind::Set { element, sizes, frozen } => {
                Concrete::set(element.distinct(sizes.draw(random), random), *frozen)
            }
            SpaceKind::Dict { key, value, lengths } => {
                let mut entries: Vec<(Concrete, Concrete)> = Vec::new();
                let length = lengths.draw(random);
                while entries.len() < length {
                    let key = key.draw(random);
                    if entries.iter().all(|(known, _)| *known != key) {
                        entries.push((key, value.draw(random)));
                    }
                }
                Concrete::Dict(entries)
            }
        }
    }

    /// Whether a value of this type is one of the space.
    pub fn contains(&self, value: &Concrete) -> bool {
        let all = |parts: &[Self], values: &[Concrete]| {
            parts.len() == values.len() && parts.iter().zip(values).all(|(part, value)| part.contains(value))
        };
        match (&self.kind, value) {
            (SpaceKind::Values(values), value) => values.contains(value),
            (SpaceKind::Int { low, high }, Concrete::Int(number)) => (low..=high).contains(&number),
            (SpaceKind::Optional(_), Concrete::None) => true,
            (SpaceKind::Optional(inner), value) => inner.contains(value),
            (SpaceKind::Tuple(parts), Concrete::Tuple(values)) => all(parts, values),
            (SpaceKind::Record(class, parts), Concrete::Record(own, values)) => class == own && all(parts, values),
            (SpaceKind::Text { element, lengths }, Concrete::Text(values)) => {
                values.len() <= lengths.longest() && values.iter().all(|value| element.contains(value))
            }
            (
                SpaceKind::List { element, lengths: sizes }
                | SpaceKind::Unordered { element, sizes }
                | SpaceKind::Set { element, sizes, .. },
                Concrete::List(values) | Concrete::Set { elements: values, .. },
            ) => values.len() <= sizes.longest() && values.iter().all(|value| element.contains(value)),
            (SpaceKind::Union(parts, _), value) => parts.iter().any(|part| part.contains(value)),
            (SpaceKind::Nodes { pool, inner, atoms, .. }, value) => {
                pairs::nodes::are_within(pool, value) && holds(inner, pool, atoms, value)
            }
            (SpaceKind::Dict { key, value, lengths }, Concrete::Dict(entries)) => {
                let mut all = entries.iter();
                entries.len() <= lengths.longest() && all.all(|(k, v)| key.contains(k) && value.contains(v))
            }
            _ => false,
        }
    }

    /// Whether its values have ranks; those of sets, dicts and lists without order have none.
    pub(crate) fn has_ranks(&self) -> bool {
        match &self.kind {
            SpaceKind::Values(_) | SpaceKind::Int { .. } | SpaceKind::Nodes { .. } => true,
            SpaceKind::Optional(inner)
            | SpaceKind::List { element: inner, .. }
            | SpaceKind::Text { element: inner, .. } => inner.has_ranks(),
            SpaceKind::Tuple(parts) | SpaceKind::Record(_, parts) | SpaceKind::Union(parts, _) => {
                parts.iter().all(Self::has_ranks)
            }
            SpaceKind::Unordered { .. } | SpaceKind::Set { .. } | SpaceKind::Dict { .. } => false,
        }
    }

    /// The value with this rank, in some order, if it [has ranks](Self::has_ranks).
    pub(crate) fn at(&self, mut rank: u128) -> Concrete {
        let mut all = |parts: &[Self]| -> Vec<Concrete> {
            let digits = parts.iter().map(|part| {
                let base = part.count.exact.unwrap_or(u128::MAX).max(1);
                let digit = rank % base;
                rank /= base;
                part.at(digit)
            });
            digits.collect()
        };
        match &self.kind {
            SpaceKind::Values(values) => {
                usize::try_from(rank).ok().and_then(|rank| values.get(rank)).cloned().unwrap_or(Concrete::None)
            }
            SpaceKind::Int { low, .. } => Concrete::Int(low.saturating_add(i64::try_from(rank).unwrap_or(0))),
            SpaceKind::Optional(inner) => rank.checked_sub(1).map_or(Concrete::None, |rank| inner.at(rank)),
            SpaceKind::Tuple(parts) => Concrete::Tuple(all(parts)),
            SpaceKind::Record(class, parts) => Concrete::Record(*class, all(parts)),
            SpaceKind::List { element, lengths } | SpaceKind::Text { element, lengths } => {
                let (length, mut rank) = lengths.find(rank);
                let base = element.count.exact.unwrap_or(u128::MAX).max(1);
                let items = (0..length).map(|_| {
                    let digit = rank % base;
                    rank /= base;
                    element.at(digit)
                });
                let make = if matches!(self.kind, SpaceKind::Text { .. }) { Concrete::Text } else { Concrete::List };
                make(items.collect())
            }
            SpaceKind::Union(parts, weights) => {
                let (case, rank) = weights.find(rank);
                parts.get(case).map_or(Concrete::None, |part| part.at(rank))
            }
            SpaceKind::Nodes { trees, .. } => trees.at(rank),
            SpaceKind::Unordered { .. } | SpaceKind::Set { .. } | SpaceKind::Dict { .. } => Concrete::None,
        }
    }

    /// Draws different values, in ascending order.
    fn distinct(&self, number: usize, random: &mut Rng) -> Vec<Concrete> {
        let mut values = std::collections::BTreeSet::new();
        while values.len() < number {
            values.insert(self.draw(random));
        }
        values.into_iter().collect()
    }
}

/// Sequences of up to `max` elements, by length; `choices` is the number of possible elements after some others.
fn sequences(max: usize, choices: impl Fn(usize) -> Cardinality) -> Weights {
    let mut counts = vec![Cardinality::ONE];
    for before in 0..max {
        counts.push(counts[before].times(choices(before)));
    }
    Weights::new(counts)
}

/// Subsets of up to `max` elements, by size.
fn subsets(elements: Cardinality, max: usize) -> Weights {
    let mut counts = vec![Cardinality::ONE];
    for before in 0..max {
        let more = counts[before].times(less(elements, before));
        let divisor = before as u128 + 1;
        let log2 = more.log2 - Cardinality::of(divisor).log2;
        // If the product is too large to be exact, the quotient counts as too large, too.
        counts.push(Cardinality { exact: more.exact.map(|number| number / divisor), log2 });
    }
    Weights::new(counts)
}

fn less(count: Cardinality, by: usize) -> Cardinality {
    match count.exact {
        Some(number) => Cardinality::of(number.saturating_sub(by as u128)),
        // There are too many for the difference to matter.
        None => count,
    }
}

/// Whether a value with nodes is one of a domain; how many nodes there may be is asked elsewhere.
fn holds(domain: &Domain, pool: &NodePool, atoms: &[usize], value: &Concrete) -> bool {
    let all = |domains: &[Domain], values: &[Concrete]| {
        domains.len() == values.len()
            && domains.iter().zip(values).all(|(domain, value)| holds(domain, pool, atoms, value))
    };
    match (domain, value) {
        (Domain::Optional(_), Concrete::None) => true,
        (Domain::Optional(inner), value) => holds(inner, pool, atoms, value),
        (Domain::Tuple(domains), Concrete::Tuple(values)) => all(domains, values),
        (Domain::Record { record, fields }, Concrete::Record(own, values)) => record == own && all(fields, values),
        (Domain::Union(domains), value) => domains.iter().any(|domain| holds(domain, pool, atoms, value)),
        (Domain::List { element, max }, Concrete::List(values)) => {
            values.len() <= *max && values.iter().all(|value| holds(element, pool, atoms, value))
        }
        (Domain::Node(classes), Concrete::Node(record, values)) => {
            let class = pool.class_of(*record).filter(|class| classes.contains(class));
            class.is_some_and(|class| all(&pool.classes[class].fields, values))
        }
        (domain, value) => Space::new(domain, atoms).contains(value),
    }
}
