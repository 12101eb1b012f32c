//! Edits of trees: a node is inserted above another one or taken out, subtrees are rotated, exchanged, mirrored or copied, the
//! contents of two nodes are exchanged.
//!
//! An edit changes one subtree, or every equal one in the pair: where an output shares most of its tree with an input, as after
//! an insertion, that keeps them related.

use fastrand::Rng;
use lang::scope::{Domain, NodePool};
use pairs::Concrete;

use crate::edits::Editor;
use crate::sites::{Path, get, get_mut, sites};

/// New nodes are at most this deep.
const MOST_NEW: usize = 3;

impl Editor<'_> {
    /// Whether a parameter has nodes.
    pub(crate) fn has_nodes(&self) -> bool {
        self.scope.params.iter().any(|domain| matches!(domain, Domain::Nodes { .. }))
    }

    /// Edits a tree, or all subtrees that are equal to one.
    pub(crate) fn edit_tree(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        let nodes = nodes(self, pair);
        let path = nodes.get(random.usize(0..nodes.len().max(1)))?;
        let old = get(pair, path)?.clone();
        let new = match random.u32(0..7) {
            0 | 1 => self.node_above(path, &old, pair, random)?,
            2 => *child_of(&old, random)?,
            3 => rotated(&old, random)?,
            4 => mirrored(&old, random)?,
            5 => get(pair, &nodes[random.usize(0..nodes.len())])?.clone(),
            _ => return exchange_contents(pair, &nodes, random),
        };
        if random.bool() {
            *get_mut(pair, path)? = new;
        } else {
            pair.iter_mut().for_each(|value| replace_all(value, &old, &new));
        }
        Some(())
    }

    /// A new node that holds this one.
    fn node_above(&self, path: &Path, old: &Concrete, pair: &[Concrete], random: &mut Rng) -> Option<Concrete> {
        let Domain::Nodes { pool, .. } = &self.scope.params[*path.first()?] else { return None };
        let Concrete::Node(record, _) = old else { return None };
        let class = pool.class_of(*record)?;
        let mut new = self.new_node(pool, &[class], pair, 0, random)?;
        let Concrete::Node(record, fields) = &mut new else { return None };
        let domains = &pool.classes[pool.class_of(*record)?].fields;
        let places: Vec<usize> = (0..fields.len()).filter(|place| takes_node(&domains[*place])).collect();
        let place = *places.get(random.usize(0..places.len().max(1)))?;
        match (&mut fields[place], &domains[place]) {
            (Concrete::List(items), Domain::List { .. }) => items.insert(random.usize(0..=items.len()), old.clone()),
            (field, _) => *field = old.clone(),
        }
        Some(new)
    }

    /// A node with few others in it.
    pub(crate) fn new_node(
        &self,
        pool: &NodePool,
        classes: &[usize],
        pair: &[Concrete],
        depth: usize,
        random: &mut Rng,
    ) -> Option<Concrete> {
        if depth > MOST_NEW + pool.classes.len() {
            return None;
        }
        let mut classes: Vec<usize> = classes.to_vec();
        random.shuffle(&mut classes);
        if depth >= MOST_NEW {
            // Whatever ends soonest.
            classes.sort_by_key(|class| pool.classes[*class].fields.iter().filter(|field| demands_node(field)).count());
        }
        let class = &pool.classes[*classes.first()?];
        let mut fields = Vec::new();
        for domain in &class.fields {
            fields.push(self.new_field(pool, domain, pair, depth, random)?);
        }
        Some(Concrete::Node(class.record, fields))
    }

    fn new_field(
        &self,
        pool: &NodePool,
        domain: &Domain,
        pair: &[Concrete],
        depth: usize,
        random: &mut Rng,
    ) -> Option<Concrete> {
        match domain {
            Domain::Node(classes) => self.new_node(pool, classes, pair, depth + 1, random),
            Domain::Optional(inner) if takes_node(inner) => {
                if depth >= MOST_NEW || random.u32(0..4) > 0 {
                    return Some(Concrete::None);
                }
                self.new_field(pool, inner, pair, depth, random)
            }
            Domain::List { element, .. } if takes_node(element) => {
                let number = if depth >= MOST_NEW || random.bool() { 0 } else { random.usize(0..3) };
                let items = (0..number).map(|_| self.new_field(pool, element, pair, depth, random));
                Some(Concrete::List(items.collect::<Option<_>>()?))
            }
            Domain::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.new_field(pool, part, pair, depth, random));
                Some(Concrete::Tuple(parts.collect::<Option<_>>()?))
            }
            Domain::Record { record, fields } => {
                let fields = fields.iter().map(|field| self.new_field(pool, field, pair, depth, random));
                Some(Concrete::Record(*record, fields.collect::<Option<_>>()?))
            }
            other => Some(self.new_value(other, pair, &[], random)),
        }
    }

    /// A new node for a place that takes one; which pool it belongs to follows from its classes, mostly.
    pub(crate) fn some_node(&self, classes: &[usize], pair: &[Concrete], random: &mut Rng) -> Option<Concrete> {
        let pools: Vec<&NodePool> = self
            .scope
            .params
            .iter()
            .filter_map(|domain| match domain {
                Domain::Nodes { pool, .. } if classes.iter().all(|class| *class < pool.classes.len()) => Some(&**pool),
                _ => None,
            })
            .collect();
        let pool = pools.get(random.usize(0..pools.len().max(1)))?;
        self.new_node(pool, classes, pair, 1, random)
    }
}

/// The addresses of all nodes of a pair.
pub(crate) fn nodes(editor: &Editor<'_>, pair: &[Concrete]) -> Vec<Path> {
    let sites = sites(editor.scope, pair).into_iter();
    sites.filter(|(_, domain)| matches!(domain, Domain::Node(_))).map(|(path, _)| path).collect()
}

/// Whether a place can hold a node directly, or in a list.
pub(crate) fn takes_node(domain: &Domain) -> bool {
    match domain {
        Domain::Node(_) => true,
        Domain::Optional(inner) | Domain::List { element: inner, .. } => takes_node(inner),
        _ => false,
    }
}

fn demands_node(domain: &Domain) -> bool {
    match domain {
        Domain::Node(_) => true,
        Domain::Tuple(parts) | Domain::Record { fields: parts, .. } => parts.iter().any(demands_node),
        _ => false,
    }
}

/// The nodes directly inside a node.
pub(crate) fn children(node: &Concrete) -> Vec<&Concrete> {
    let mut found = Vec::new();
    for child in node.children() {
        match child {
            Concrete::Node(..) => found.push(child),
            other => found.extend(children(other)),
        }
    }
    found
}

fn child_of(node: &Concrete, random: &mut Rng) -> Option<Box<Concrete>> {
    let children = children(node);
    children.get(random.usize(0..children.len().max(1))).map(|child| Box::new((*child).clone()))
}

/// A child takes the place of the node, which takes one of the child's places.
fn rotated(node: &Concrete, random: &mut Rng) -> Option<Concrete> {
    let Concrete::Node(record, fields) = node else { return None };
    let places: Vec<usize> =
        (0..fields.len()).filter(|place| matches!(&fields[*place], Concrete::Node(own, _) if own == record)).collect();
    let place = *places.get(random.usize(0..places.len().max(1)))?;
    let Concrete::Node(_, child) = &fields[place] else { return None };
    let others: Vec<usize> = (0..child.len())
        .filter(|other| *other != place && matches!(child[*other], Concrete::None | Concrete::Node(..)))
        .collect();
    let other = *others.get(random.usize(0..others.len().max(1)))?;
    let mut lower = fields.clone();
    lower[place] = child[other].clone();
    let mut upper = child.clone();
    upper[other] = Concrete::Node(*record, lower);
    Some(Concrete::Node(*record, upper))
}

/// Two fields of a node that hold nodes are exchanged.
fn mirrored(node: &Concrete, random: &mut Rng) -> Option<Concrete> {
    let Concrete::Node(record, fields) = node else { return None };
    let is_place = |value: &Concrete| matches!(value, Concrete::None | Concrete::Node(..));
    let places: Vec<usize> = (0..fields.len()).filter(|place| is_place(&fields[*place])).collect();
    if places.len() < 2 {
        return None;
    }
    let mut fields = fields.clone();
    let (one, other) = (places[random.usize(0..places.len())], places[random.usize(0..places.len())]);
    fields.swap(one, other);
    Some(Concrete::Node(*record, fields))
}

/// What two nodes hold apart from other nodes is exchanged.
fn exchange_contents(pair: &mut [Concrete], nodes: &[Path], random: &mut Rng) -> Option<()> {
    let (one, other) = (&nodes[random.usize(0..nodes.len())], &nodes[random.usize(0..nodes.len())]);
    let (Concrete::Node(a, left), Concrete::Node(b, right)) = (get(pair, one)?.clone(), get(pair, other)?.clone())
    else {
        return None;
    };
    if a != b || one == other {
        return None;
    }
    for place in 0..left.len() {
        let holds_nodes = |value: &Concrete| value.any(&|part| matches!(part, Concrete::Node(..)));
        let is_content = |value: &Concrete| !holds_nodes(value) && !matches!(value, Concrete::None);
        if is_content(&left[place]) && is_content(&right[place]) {
            if let Concrete::Node(_, fields) = get_mut(pair, one)? {
                fields[place] = right[place].clone();
            }
            if let Concrete::Node(_, fields) = get_mut(pair, other)? {
                fields[place] = left[place].clone();
            }
        }
    }
    Some(())
}

/// Replaces every subtree that is equal to one.
pub(crate) fn replace_all(value: &mut Concrete, old: &Concrete, new: &Concrete) {
    if value == old {
        *value = new.clone();
    } else {
        value.children_mut().for_each(|child| replace_all(child, old, new));
    }
}
