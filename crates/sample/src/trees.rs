//! Trees: counts them by their number of nodes, and draws one at random, each with the same probability.
//!
//! Counts are kept by the number of nodes of each family, and per depth that is left, so that a draw can decide part by part
//! how many nodes go where. The same choices, made by a rank instead of at random, number the trees.
//! Guarded by `tests/space.rs` and `tests/uniform.rs`.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use fastrand::Rng;
use lang::problem::RecordId;
use lang::scope::{Domain, NodePool};
use pairs::Concrete;

use crate::space::{Cardinality, Space, Weights};

/// Trees have ranks only if there are few of them, and then there are few values of each part.
const MOST_LISTED: usize = 1 << 16;

/// The number of values, by their number of nodes of each family.
type Counts = BTreeMap<Vec<usize>, Cardinality>;

/// All values of a domain with nodes.
#[derive(Clone, Debug)]
pub struct Trees {
    root: Arc<Part>,
    /// By number of nodes.
    sizes: Vec<Vec<usize>>,
    weights: Weights,
}

/// The values of a place in a tree.
#[derive(Debug)]
struct Part {
    counts: Counts,
    kind: PartKind,
}

#[derive(Debug)]
enum PartKind {
    /// Without nodes. Values that have no rank of their own are listed, if they are few.
    Plain(Space, Option<Vec<Concrete>>),
    Optional(Arc<Part>),
    /// The parts of a tuple, record or node, and the counts of each part with all after it.
    Row {
        make: Make,
        parts: Vec<Arc<Part>>,
        from: Vec<Counts>,
    },
    /// Lists of each length.
    List {
        element: Arc<Part>,
        lengths: Vec<Counts>,
    },
    Either(Vec<Arc<Part>>),
    /// A node of a family: one more than its fields have.
    Node {
        family: usize,
        fields: Arc<Part>,
    },
}

#[derive(Clone, Copy, Debug)]
enum Make {
    Tuple,
    Record(RecordId),
    Node(RecordId),
}

/// How a choice is made.
enum Chooser<'a> {
    Random(&'a mut Rng),
    /// The rank among what is left to choose.
    Rank(u128),
}

impl Trees {
    pub fn new(pool: &NodePool, inner: &Domain, atoms: &[usize]) -> Self {
        let most: Vec<usize> = pool.families.iter().map(|family| family.most).collect();
        let depth: Vec<usize> = pool.families.iter().map(|family| family.depth).collect();
        let mut builder = Builder { pool, atoms, most, classes: HashMap::new() };
        let root = builder.part(inner, &depth);
        let (sizes, counts): (Vec<Vec<usize>>, Vec<Cardinality>) = root.counts.clone().into_iter().unzip();
        Self { root, sizes, weights: Weights::new(counts) }
    }

    pub fn count(&self) -> Cardinality {
        self.weights.total
    }

    pub fn draw(&self, random: &mut Rng) -> Concrete {
        let size = &self.sizes[self.weights.draw(random)];
        self.root.value(size, &mut Chooser::Random(random))
    }

    /// The tree with this rank, which is less than the count, which is exact.
    pub fn at(&self, rank: u128) -> Concrete {
        let (size, rank) = self.weights.find(rank);
        self.root.value(&self.sizes[size], &mut Chooser::Rank(rank))
    }
}

impl Chooser<'_> {
    /// One of several cases; the rank becomes the one in the case.
    fn case(&mut self, counts: Vec<Cardinality>) -> usize {
        let weights = Weights::new(counts);
        match self {
            Self::Random(random) => weights.draw(random),
            Self::Rank(rank) => {
                let (case, rest) = weights.find(*rank);
                *rank = rest;
                case
            }
        }
    }

    /// The choice inside the first of two parts; the rank becomes the one of the second.
    fn first(&mut self, count: Cardinality) -> Chooser<'_> {
        match self {
            Self::Random(random) => Chooser::Random(random),
            Self::Rank(rank) => {
                let base = count.exact.unwrap_or(u128::MAX).max(1);
                let digit = *rank % base;
                *rank /= base;
                Chooser::Rank(digit)
            }
        }
    }
}

impl Part {
    fn count(&self, size: &[usize]) -> Cardinality {
        self.counts.get(size).copied().unwrap_or(Cardinality::of(0))
    }

    /// A value with exactly this number of nodes.
    fn value(&self, size: &[usize], chooser: &mut Chooser<'_>) -> Concrete {
        match &self.kind {
            PartKind::Plain(space, listed) => match (chooser, listed) {
                (Chooser::Random(random), _) => space.draw(random),
                (Chooser::Rank(rank), Some(listed)) => {
                    usize::try_from(*rank).ok().and_then(|rank| listed.get(rank)).cloned().unwrap_or(Concrete::None)
                }
                (Chooser::Rank(rank), None) => space.at(*rank),
            },
            PartKind::Optional(inner) => {
                let none = Cardinality::of(u128::from(size.iter().all(|number| *number == 0)));
                match chooser.case(vec![none, inner.count(size)]) {
                    0 => Concrete::None,
                    _ => inner.value(size, chooser),
                }
            }
            PartKind::Either(parts) => {
                let case = chooser.case(parts.iter().map(|part| part.count(size)).collect());
                parts.get(case).map_or(Concrete::None, |part| part.value(size, chooser))
            }
            PartKind::Node { family, fields } => {
                let mut left = size.to_vec();
                left[*family] -= 1;
                fields.value(&left, chooser)
            }
            PartKind::Row { make, parts, from } => {
                let mut left = size.to_vec();
                let mut values = Vec::new();
                for (index, part) in parts.iter().enumerate() {
                    let rest = from.get(index + 1);
                    values.push(split(part, rest, &mut left, chooser));
                }
                match make {
                    Make::Tuple => Concrete::Tuple(values),
                    Make::Record(record) => Concrete::Record(*record, values),
                    Make::Node(record) => Concrete::Node(*record, values),
                }
            }
            PartKind::List { element, lengths } => {
                let of_length = |counts: &Counts| counts.get(size).copied().unwrap_or(Cardinality::of(0));
                let length = chooser.case(lengths.iter().map(of_length).collect());
                let mut left = size.to_vec();
                let each = (0..length).map(|index| split(element, lengths.get(length - index - 1), &mut left, chooser));
                Concrete::List(each.collect())
            }
        }
    }
}

/// The value of a part that leaves enough nodes for the rest; `left` becomes what the rest has.
fn split(part: &Part, rest: Option<&Counts>, left: &mut Vec<usize>, chooser: &mut Chooser<'_>) -> Concrete {
    let cases: Vec<(&Vec<usize>, Vec<usize>, Cardinality)> = part
        .counts
        .iter()
        .filter_map(|(own, count)| {
            let other: Vec<usize> =
                left.iter().zip(own).map(|(left, own)| left.checked_sub(*own)).collect::<Option<_>>()?;
            let others = match rest {
                Some(rest) => rest.get(&other).copied()?,
                None => Cardinality::of(u128::from(other.iter().all(|number| *number == 0))),
            };
            Some((own, other, count.times(others)))
        })
        .collect();
    let case = chooser.case(cases.iter().map(|(_, _, count)| *count).collect());
    let Some((own, other, _)) = cases.into_iter().nth(case) else { return Concrete::None };
    *left = other;
    part.value(own, &mut chooser.first(part.count(own)))
}

struct Builder<'a> {
    pool: &'a NodePool,
    atoms: &'a [usize],
    most: Vec<usize>,
    /// Nodes of a class with this depth left.
    classes: HashMap<(usize, Vec<usize>), Arc<Part>>,
}

impl Builder<'_> {
    fn part(&mut self, domain: &Domain, depth: &[usize]) -> Arc<Part> {
        let none = || vec![0; self.most.len()];
        let part = match domain {
            Domain::Optional(inner) => {
                let zero = none();
                let inner = self.part(inner, depth);
                let mut counts = inner.counts.clone();
                add(&mut counts, zero, Cardinality::ONE);
                Part { counts, kind: PartKind::Optional(inner) }
            }
            Domain::Tuple(parts) => self.row(Make::Tuple, parts, depth),
            Domain::Record { record, fields } => self.row(Make::Record(*record), fields, depth),
            Domain::Union(alternatives) => {
                let parts = alternatives.iter().map(|alternative| self.part(alternative, depth)).collect();
                either(parts)
            }
            Domain::Node(classes) => {
                let parts = classes.iter().map(|class| self.node(*class, depth)).collect();
                either(parts)
            }
            Domain::List { element, max } => {
                let mut lengths = vec![Counts::from([(none(), Cardinality::ONE)])];
                let element = self.part(element, depth);
                for length in 0..*max {
                    let longer = self.product(&element.counts, &lengths[length]);
                    if longer.is_empty() {
                        break;
                    }
                    lengths.push(longer);
                }
                let mut counts = Counts::new();
                for (size, count) in lengths.iter().flatten() {
                    add(&mut counts, size.clone(), *count);
                }
                Part { counts, kind: PartKind::List { element, lengths } }
            }
            other => {
                let space = Space::new(other, self.atoms);
                let listed =
                    if space.has_ranks() { None } else { pairs::domain::values(other, self.atoms, MOST_LISTED) };
                Part { counts: Counts::from([(none(), space.count)]), kind: PartKind::Plain(space, listed) }
            }
        };
        Arc::new(part)
    }

    fn node(&mut self, class: usize, depth: &[usize]) -> Arc<Part> {
        let key = (class, depth.to_vec());
        if let Some(known) = self.classes.get(&key) {
            return Arc::clone(known);
        }
        let pool = self.pool;
        let class = &pool.classes[class];
        let mut left = depth.to_vec();
        let part = match left[class.family].checked_sub(1) {
            None => either(Vec::new()),
            Some(less) => {
                left[class.family] = less;
                let row = self.row(Make::Node(class.record), &class.fields, &left);
                let counts = row.counts.iter().filter_map(|(size, count)| {
                    let mut size = size.clone();
                    size[class.family] += 1;
                    (size[class.family] <= self.most[class.family]).then_some((size, *count))
                });
                let counts = counts.collect();
                Part { counts, kind: PartKind::Node { family: class.family, fields: Arc::new(row) } }
            }
        };
        let part = Arc::new(part);
        self.classes.insert(key, Arc::clone(&part));
        part
    }

    fn row(&mut self, make: Make, domains: &[Domain], depth: &[usize]) -> Part {
        let parts: Vec<Arc<Part>> = domains.iter().map(|domain| self.part(domain, depth)).collect();
        let mut from = vec![Counts::from([(vec![0; self.most.len()], Cardinality::ONE)])];
        for part in parts.iter().rev() {
            let before = from.last().map(|after| self.product(&part.counts, after)).unwrap_or_default();
            from.push(before);
        }
        from.reverse();
        Part { counts: from.first().cloned().unwrap_or_default(), kind: PartKind::Row { make, parts, from } }
    }

    /// Two parts beside each other.
    fn product(&self, one: &Counts, other: &Counts) -> Counts {
        let mut counts = Counts::new();
        for (own, count) in one {
            for (more, others) in other {
                let size: Vec<usize> = own.iter().zip(more).map(|(own, more)| own + more).collect();
                if size.iter().zip(&self.most).all(|(size, most)| size <= most) {
                    add(&mut counts, size, count.times(*others));
                }
            }
        }
        counts
    }
}

fn either(parts: Vec<Arc<Part>>) -> Part {
    let mut counts = Counts::new();
    for (size, count) in parts.iter().flat_map(|part| &part.counts) {
        add(&mut counts, size.clone(), *count);
    }
    Part { counts, kind: PartKind::Either(parts) }
}

fn add(counts: &mut Counts, size: Vec<usize>, count: Cardinality) {
    let known = counts.entry(size).or_insert(Cardinality::of(0));
    *known = known.plus(count);
}
