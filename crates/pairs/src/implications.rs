//! All minimal implications between subproperties, derived from the concretizable buckets.
//!
//! An implication "if these hold, at least one of those holds" is a clause over the subproperties that no concretizable
//! bucket violates; it is minimal if no part of it is an implication. So the minimal implications are the prime implicates
//! of the Boolean function whose models are the concretizable buckets. They are computed by the method of Coudert and Madre
//! for primes: by cases on one subproperty at a time, on decision diagrams, so that equal cases are computed once.
//!
//! Invariant: the implications exclude exactly the buckets that are not concretizable, and so does the basis. Guarded by
//! the tests below.

use std::collections::{BTreeSet, HashMap};

use crate::bucket::Bucket;
use crate::subproperties::SubpropertySet;

/// If all of `hold` hold, at least one of `then` holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Implication {
    pub hold: SubpropertySet,
    pub then: SubpropertySet,
}

impl Implication {
    /// Whether a bucket violates the implication: all of `hold` hold and all of `then` fail.
    pub fn excludes(self, bucket: Bucket) -> bool {
        self.hold.is_disjoint(bucket.failing()) && self.then.is_subset(bucket.failing())
    }

    fn size(self) -> usize {
        self.hold.len() + self.then.len()
    }
}

/// All minimal implications, shorter ones first, then in the order of the file.
pub fn minimal(count: usize, concretizable: &[Bucket]) -> Vec<Implication> {
    let mut diagram = Diagram::default();
    let mut buckets: Vec<SubpropertySet> = concretizable.iter().map(|bucket| bucket.failing()).collect();
    buckets.sort_unstable();
    buckets.dedup();
    let root = diagram.excluded(&buckets, count, 0);
    let mut primes = Primes { diagram, found: HashMap::new() };
    let cubes = primes.of(root);
    let mut implications: Vec<Implication> =
        cubes.iter().map(|cube| Implication { hold: cube.hold, then: cube.fail }).collect();
    implications.sort_by_key(|implication| {
        (
            implication.size(),
            implication.hold.len(),
            implication.hold.bits().reverse_bits() ^ u32::MAX,
            implication.then.bits().reverse_bits() ^ u32::MAX,
        )
    });
    implications
}

/// An irredundant list of implications that has all others as consequences. If there are few buckets, it is a shortest
/// one.
pub fn basis(count: usize, implications: &[Implication]) -> Vec<Implication> {
    if count <= MOST_FOR_SHORTEST && implications.len() <= 64 {
        return shortest_basis(count, implications);
    }
    let mut kept: Vec<Implication> = implications.to_vec();
    // Long ones are dropped first: short ones say more.
    for candidate in implications.iter().rev() {
        let rest: Vec<Implication> = kept.iter().copied().filter(|other| other != candidate).collect();
        if follows(count, &rest, *candidate) {
            kept = rest;
        }
    }
    kept
}

/// The greatest number of subproperties for which a shortest basis is computed.
const MOST_FOR_SHORTEST: usize = 12;

/// A minimum hitting set: for every excluded bucket, the basis must contain an implication that excludes it.
fn shortest_basis(count: usize, implications: &[Implication]) -> Vec<Implication> {
    let mut demands: Vec<u64> = SubpropertySet::all_of_first(count)
        .map(Bucket::new)
        .map(|bucket| {
            let excluding = implications.iter().enumerate().filter(|(_, implication)| implication.excludes(bucket));
            excluding.fold(0_u64, |mask, (index, _)| mask | 1 << index)
        })
        .filter(|demand| *demand != 0)
        .collect();
    demands.sort_unstable_by_key(|demand| (demand.count_ones(), *demand));
    demands.dedup();
    // A demand that contains another one is met whenever that one is.
    let mut least: Vec<u64> = Vec::new();
    for demand in demands {
        if !least.iter().any(|other| other & !demand == 0) {
            least.push(demand);
        }
    }
    let mut best = u64::MAX;
    let mut budget = 200_000_u32;
    meet(&least, 0, &mut best, &mut budget);
    let chosen = implications.iter().enumerate().filter(|(index, _)| best >> index & 1 == 1);
    chosen.map(|(_, implication)| *implication).collect()
}

/// Searches for a smaller choice than the best one, within a budget.
fn meet(demands: &[u64], chosen: u64, best: &mut u64, budget: &mut u32) {
    if chosen.count_ones() >= best.count_ones() {
        return;
    }
    let Some(open) = demands.iter().find(|demand| *demand & chosen == 0) else {
        *best = chosen;
        return;
    };
    for index in (0..64).filter(|index| open >> index & 1 == 1) {
        // The first descent always ends with a basis; the budget only limits the search for smaller ones.
        if *budget == 0 && *best != u64::MAX {
            return;
        }
        *budget = budget.saturating_sub(1);
        meet(demands, chosen | 1 << index, best, budget);
    }
}

/// Whether every bucket that violates `goal` violates one of the premises.
fn follows(count: usize, premises: &[Implication], goal: Implication) -> bool {
    fn search(
        premises: &[Implication],
        holds: SubpropertySet,
        fails: SubpropertySet,
        position: usize,
        count: usize,
    ) -> bool {
        // Some premise is certainly violated: there is nothing to find here.
        if premises.iter().any(|p| p.hold.is_subset(holds) && p.then.is_subset(fails)) {
            return true;
        }
        let open: Vec<Implication> =
            premises.iter().copied().filter(|p| p.hold.is_disjoint(fails) && p.then.is_disjoint(holds)).collect();
        if open.is_empty() {
            return false;
        }
        let Some(next) = (position..count).find(|at| !(holds | fails).contains(*at)) else { return false };
        search(&open, holds.with(next), fails, next + 1, count)
            && search(&open, holds, fails.with(next), next + 1, count)
    }
    search(premises, goal.hold, goal.then, 0, count)
}

/// Reduced decision diagrams of sets of excluded buckets.
#[derive(Debug, Default)]
struct Diagram {
    /// The position of a subproperty, the diagram if it holds, and the diagram if it fails.
    nodes: Vec<(usize, Node, Node)>,
    unique: HashMap<(usize, Node, Node), Node>,
    both: HashMap<(Node, Node), Node>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Node {
    /// No bucket.
    Empty,
    /// Every bucket.
    Full,
    Inner(u32),
}

impl Diagram {
    fn node(&mut self, position: usize, holds: Node, fails: Node) -> Node {
        if holds == fails {
            return holds;
        }
        *self.unique.entry((position, holds, fails)).or_insert_with(|| {
            self.nodes.push((position, holds, fails));
            Node::Inner(u32::try_from(self.nodes.len() - 1).unwrap_or(u32::MAX))
        })
    }

    /// The buckets that are not in the list, from a position on. All listed buckets agree before that position.
    fn excluded(&mut self, buckets: &[SubpropertySet], count: usize, position: usize) -> Node {
        if buckets.is_empty() {
            return Node::Full;
        }
        if position == count {
            return Node::Empty;
        }
        let (fail, hold): (Vec<_>, Vec<_>) = buckets.iter().partition(|failing| failing.contains(position));
        let holds = self.excluded(&hold, count, position + 1);
        let fails = self.excluded(&fail, count, position + 1);
        self.node(position, holds, fails)
    }

    fn cases(&self, node: Node, position: usize) -> (Node, Node) {
        match node {
            Node::Inner(index) if self.nodes[index as usize].0 == position => {
                let (_, holds, fails) = self.nodes[index as usize];
                (holds, fails)
            }
            other => (other, other),
        }
    }

    fn position(&self, node: Node) -> usize {
        match node {
            Node::Inner(index) => self.nodes[index as usize].0,
            _ => usize::MAX,
        }
    }

    fn intersection(&mut self, a: Node, b: Node) -> Node {
        match (a, b) {
            (Node::Empty, _) | (_, Node::Empty) => return Node::Empty,
            (Node::Full, other) | (other, Node::Full) => return other,
            _ if a == b => return a,
            _ => {}
        }
        let key = (a.min(b), a.max(b));
        if let Some(known) = self.both.get(&key) {
            return *known;
        }
        let position = self.position(a).min(self.position(b));
        let ((a_holds, a_fails), (b_holds, b_fails)) = (self.cases(a, position), self.cases(b, position));
        let holds = self.intersection(a_holds, b_holds);
        let fails = self.intersection(a_fails, b_fails);
        let node = self.node(position, holds, fails);
        self.both.insert(key, node);
        node
    }
}

/// Buckets in which some subproperties hold, some fail, and the others are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Cube {
    hold: SubpropertySet,
    fail: SubpropertySet,
}

struct Primes {
    diagram: Diagram,
    found: HashMap<Node, BTreeSet<Cube>>,
}

impl Primes {
    /// The largest cubes inside a set of buckets.
    fn of(&mut self, node: Node) -> BTreeSet<Cube> {
        match node {
            Node::Empty => return BTreeSet::new(),
            Node::Full => return BTreeSet::from([Cube { hold: SubpropertySet::EMPTY, fail: SubpropertySet::EMPTY }]),
            Node::Inner(_) => {}
        }
        if let Some(known) = self.found.get(&node) {
            return known.clone();
        }
        let position = self.diagram.position(node);
        let (holds, fails) = self.diagram.cases(node, position);
        let both = self.diagram.intersection(holds, fails);
        let (free, holding, failing) = (self.of(both), self.of(holds), self.of(fails));
        let mut primes = free.clone();
        primes.extend(holding.difference(&free).map(|cube| Cube { hold: cube.hold.with(position), ..*cube }));
        primes.extend(failing.difference(&free).map(|cube| Cube { fail: cube.fail.with(position), ..*cube }));
        self.found.insert(node, primes.clone());
        primes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All clauses over `count` subproperties that are minimal among those that no bucket violates.
    fn naive(count: usize, concretizable: &[Bucket]) -> BTreeSet<Implication> {
        let mut valid = Vec::new();
        for hold in SubpropertySet::all_of_first(count) {
            for then in SubpropertySet::all_of_first(count) {
                let implication = Implication { hold, then };
                if hold.is_disjoint(then) && !concretizable.iter().any(|bucket| implication.excludes(*bucket)) {
                    valid.push(implication);
                }
            }
        }
        let within = |a: &Implication, b: &Implication| a.hold.is_subset(b.hold) && a.then.is_subset(b.then) && a != b;
        valid.iter().copied().filter(|b| !valid.iter().any(|a| within(a, b))).collect()
    }

    fn all(count: usize) -> impl Iterator<Item = Bucket> {
        SubpropertySet::all_of_first(count).map(Bucket::new)
    }

    #[test]
    fn all_sets_of_buckets_of_three_subproperties() {
        for set in 0..1_u32 << 8 {
            let buckets: Vec<Bucket> = all(3).filter(|bucket| set >> bucket.failing().bits() & 1 == 1).collect();
            let found = minimal(3, &buckets);
            assert_eq!(found.iter().copied().collect::<BTreeSet<_>>(), naive(3, &buckets), "{buckets:?}");
            let basis = basis(3, &found);
            for bucket in all(3) {
                let excluded = basis.iter().any(|implication| implication.excludes(bucket));
                assert_eq!(excluded, !buckets.contains(&bucket), "{buckets:?} {bucket:?}");
            }
        }
    }

    #[test]
    fn random_sets_of_buckets_of_five_subproperties() {
        let mut random = fastrand::Rng::with_seed(1);
        for round in 0..200 {
            let buckets: Vec<Bucket> = all(5).filter(|_| random.u64(0..10) < round % 11).collect();
            let found = minimal(5, &buckets);
            assert_eq!(found.iter().copied().collect::<BTreeSet<_>>(), naive(5, &buckets));
        }
    }
}
