//! Trees as pools of nodes.
//!
//! The nodes of a parameter are numbered in preorder: a node before those inside it, these in the order of the fields. A place
//! that holds a node has one literal per node that it can be, always one with a greater number than its owner. So that each
//! tree has exactly one assignment,
//!
//! - each used node stands in exactly one place,
//! - of two places of one owner, the later one holds the node with the greater number,
//! - if a node stands in a place of another one, all nodes with a number between them are inside the latter.
//!
//! Nodes that are not used come last, and all their literals are false. Guarded by `tests/layout.rs`.

use std::sync::Arc;

use circuit::{Lit, count};
use lang::scope::{Domain, NodePool};

use super::build::Builder;
use super::{Block, Constraint, LayoutError, NodeClassPlace, NodePlace, Place};

/// Pools with at most this many nodes of a family know how deep they are, whether or not it is bounded.
const MOST_MEASURED: usize = 16;

/// A place that holds a node.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    /// The nodes it can be, and when it is which.
    choices: Vec<(Lit, usize)>,
    /// The classes of the pool that it allows.
    classes: Vec<usize>,
}

impl Builder<'_> {
    /// A value with nodes in it.
    pub fn nodes(&mut self, pool: &Arc<NodePool>, inner: &Domain, guard: Lit) -> Result<Place, LayoutError> {
        let most = pool.most();
        let used: Vec<Lit> = (0..most).map(|_| self.circuit.input()).collect();
        let outer = std::mem::take(&mut self.slots);
        self.room = 0..most;
        let inner = self.place(inner, guard)?;
        // The places of each owner, what is around all nodes first.
        let mut owners = vec![std::mem::take(&mut self.slots)];
        let mut nodes = Vec::new();
        for (number, used) in used.iter().enumerate() {
            let whens = self.node_classes(pool, *used);
            let mut classes = Vec::new();
            let mut slots = Vec::new();
            for (class, when) in pool.classes.iter().zip(whens) {
                self.room = number + 1..most;
                let mut fields = Vec::new();
                for field in &class.fields {
                    fields.push(self.place(field, when)?);
                }
                slots.push(std::mem::take(&mut self.slots));
                let (record, family) = (class.record, class.family);
                classes.push(NodeClassPlace { when, record, family, fields, deeper: Vec::new() });
            }
            // Only one of the classes has its places filled.
            slots.iter().for_each(|slots| self.in_order(slots));
            owners.push(slots.into_iter().flatten().collect());
            nodes.push(NodePlace { used: *used, classes });
        }
        self.in_order(&owners[0]);
        self.allowed(&owners, &nodes);
        let parents = self.parents(&owners, &used);
        self.contiguous(&parents);
        self.bounded(pool, &parents, &mut nodes);
        self.slots = outer;
        self.room = 0..0;
        Ok(Place::Nodes { pool: Arc::new(nodes), bounds: Arc::clone(pool), inner: Box::new(inner) })
    }

    /// When a node has each class; one of them where it is used.
    fn node_classes(&mut self, pool: &NodePool, used: Lit) -> Vec<Lit> {
        if let [_] = &*pool.classes {
            return vec![used];
        }
        let whens: Vec<Lit> = pool.classes.iter().map(|_| self.circuit.input()).collect();
        self.exactly_one(&whens, used);
        whens
    }

    /// A place that holds a node where the guard is true.
    pub fn node(&mut self, classes: &[usize], guard: Lit) -> Place {
        // The first place of an owner holds the node with the next number.
        let room = if self.slots.is_empty() {
            self.room.start..self.room.end.min(self.room.start + 1)
        } else {
            self.room.clone()
        };
        let choices: Vec<(Lit, usize)> = room.map(|number| (self.circuit.input(), number)).collect();
        self.exactly_one(&choices.iter().map(|(lit, _)| *lit).collect::<Vec<_>>(), guard);
        self.slots.push(Slot { choices: choices.clone(), classes: classes.to_vec() });
        Place::Node(choices)
    }

    /// Of two places, the later one holds the node with the greater number.
    fn in_order(&mut self, slots: &[Slot]) {
        for (index, first) in slots.iter().enumerate() {
            for second in &slots[index + 1..] {
                for (one, number) in &first.choices {
                    for (other, _) in second.choices.iter().filter(|(_, other)| other <= number) {
                        self.shape(vec![!*one, !*other]);
                    }
                }
            }
        }
    }

    /// A node that stands in a place has a class that the place allows.
    fn allowed(&mut self, owners: &[Vec<Slot>], nodes: &[NodePlace]) {
        for slot in owners.iter().flatten() {
            for (lit, number) in &slot.choices {
                let classes = &nodes[*number].classes;
                if slot.classes.len() < classes.len() {
                    let mut clause = vec![!*lit];
                    clause.extend(slot.classes.iter().filter_map(|class| classes.get(*class)).map(|class| class.when));
                    self.shape(clause);
                }
            }
        }
    }

    /// `parents[node][owner]`: the node stands in a place of the owner, of which the first is what is around all nodes.
    /// Each used node stands in exactly one place.
    fn parents(&mut self, owners: &[Vec<Slot>], used: &[Lit]) -> Vec<Vec<Lit>> {
        let mut parents = Vec::new();
        for (node, used) in used.iter().enumerate() {
            let mut row = Vec::new();
            let mut all = Vec::new();
            for slots in &owners[..=node] {
                let here: Vec<Lit> = slots
                    .iter()
                    .flat_map(|slot| &slot.choices)
                    .filter(|(_, n)| *n == node)
                    .map(|(lit, _)| *lit)
                    .collect();
                row.push(self.circuit.any(here.iter().copied()));
                all.extend(here);
            }
            self.exactly_one(&all, *used);
            parents.push(row);
        }
        parents
    }

    /// What is between a node and one that stands in a place of it is inside it.
    fn contiguous(&mut self, parents: &[Vec<Lit>]) {
        for (node, row) in parents.iter().enumerate() {
            for (owner, lit) in row.iter().enumerate().filter(|(_, lit)| **lit != Lit::FALSE) {
                // The owner with this position is the node with the number before it.
                for between in &parents[owner..node] {
                    let mut clause = vec![!*lit];
                    clause.extend(between[owner..].iter().filter(|lit| **lit != Lit::FALSE));
                    self.shape(clause);
                }
            }
        }
    }

    /// Bounds on the nodes of each family: in all, and inside each other.
    fn bounded(&mut self, pool: &NodePool, parents: &[Vec<Lit>], nodes: &mut [NodePlace]) {
        for (index, family) in pool.families.iter().enumerate() {
            let own: Vec<Vec<Lit>> = nodes.iter().map(|node| of_family(node, index)).collect();
            if pool.families.len() > 1 {
                let all: Vec<Lit> = own.iter().map(|lits| self.circuit.any(lits.iter().copied())).collect();
                let number = count::count_up_to(self.circuit, &all, family.most + 1);
                self.bound(count::at_most(&number, family.most));
            }
            // Without a bound of its own the depth follows from the number; asking for it costs gates.
            if family.depth == family.most && family.most > MOST_MEASURED {
                continue;
            }
            let mut deeper: Vec<Vec<Lit>> = Vec::new();
            for (node, own) in own.iter().enumerate() {
                let here = self.circuit.any(own.iter().copied());
                let mut levels = Vec::new();
                for level in 0..family.depth.max(1) {
                    // More than `level` of them: at least that many around it, and itself.
                    let mut cases = Vec::new();
                    for (owner, lit) in parents[node].iter().enumerate() {
                        let around = |level: usize| match (owner, level) {
                            (_, 0) => Lit::TRUE,
                            (0, _) => Lit::FALSE,
                            (owner, level) => deeper[owner - 1].get(level - 1).copied().unwrap_or(Lit::FALSE),
                        };
                        let with = self.circuit.and(here, around(level));
                        let more = if level == 0 { here } else { with };
                        let without = if owner == 0 {
                            Lit::FALSE
                        } else {
                            deeper[owner - 1].get(level).copied().unwrap_or(Lit::FALSE)
                        };
                        let either = self.circuit.or(more, without);
                        cases.push(self.circuit.and(*lit, either));
                    }
                    levels.push(self.circuit.any(cases));
                }
                if family.depth < family.most {
                    // The deepest ones hold no further node of the family.
                    for (owner, lit) in parents[node].iter().enumerate().skip(1) {
                        let full = deeper[owner - 1].get(family.depth - 1).copied().unwrap_or(Lit::FALSE);
                        if full != Lit::FALSE && *lit != Lit::FALSE {
                            self.bound_clause(vec![!*lit, !here, !full]);
                        }
                    }
                }
                deeper.push(levels);
            }
            for (node, levels) in nodes.iter_mut().zip(deeper) {
                for class in node.classes.iter_mut().filter(|class| class.family == index) {
                    class.deeper.clone_from(&levels);
                }
            }
        }
    }

    fn bound(&mut self, lit: Lit) {
        self.bound_clause(vec![lit]);
    }

    fn bound_clause(&mut self, clause: Vec<Lit>) {
        if !clause.contains(&Lit::TRUE) {
            self.constraints.push(Constraint { block: Block::Bound, clause });
        }
    }
}

/// When a node belongs to a family.
fn of_family(node: &NodePlace, family: usize) -> Vec<Lit> {
    node.classes.iter().filter(|class| class.family == family).map(|class| class.when).collect()
}
