//! Values with nodes in them: a tree taken apart, node by node, and all trees of a scope.
//!
//! [`rows`] and [`assembled`] are inverse to each other. Orders and canonical forms look at a tree row by row, as the circuit
//! does (`compile::layout`): nodes are numbered in preorder, so that equal trees have equal numbers.

use lang::problem::RecordId;
use lang::scope::{Domain, NodePool};

use crate::concrete::Concrete;
use crate::domain::values;

/// Stands where a node was taken out.
const PLACE: Concrete = Concrete::Node(RecordId(u16::MAX), Vec::new());

/// The value without its nodes, then each node without those inside it, a node before those inside it.
pub fn rows(value: &Concrete) -> Vec<Concrete> {
    let mut rows = Vec::new();
    add_row(value, &mut rows);
    rows
}

fn add_row(value: &Concrete, rows: &mut Vec<Concrete>) {
    let mut taken = Vec::new();
    let row = match value {
        Concrete::Node(..) if rows.is_empty() => {
            taken.push(value.clone());
            PLACE
        }
        other => other.map(|child| taken_out(child, &mut taken)),
    };
    rows.push(row);
    taken.iter().for_each(|node| add_row(node, rows));
}

fn taken_out(value: &Concrete, taken: &mut Vec<Concrete>) -> Concrete {
    match value {
        Concrete::Node(..) => {
            taken.push(value.clone());
            PLACE
        }
        other => other.map(|child| taken_out(child, taken)),
    }
}

/// The value that these rows describe.
pub fn assembled(rows: &[Concrete]) -> Concrete {
    let mut next = 1;
    rows.first().map_or(Concrete::None, |row| put_back(row, rows, &mut next))
}

fn put_back(row: &Concrete, rows: &[Concrete], next: &mut usize) -> Concrete {
    if *row == PLACE {
        let own = *next;
        *next += 1;
        return match rows.get(own) {
            Some(node) => node.map(|child| put_back(child, rows, next)),
            None => Concrete::None,
        };
    }
    row.map(|child| put_back(child, rows, next))
}

/// The nodes of a value.
pub fn count_nodes(value: &Concrete) -> u64 {
    u64::from(matches!(value, Concrete::Node(..))) + value.children().map(count_nodes).sum::<u64>()
}

/// How many nodes of each family a value has, and how many of them are inside each other.
pub fn measured(pool: &NodePool, value: &Concrete) -> Vec<(usize, usize)> {
    fn walk(pool: &NodePool, value: &Concrete, depths: &mut [usize], found: &mut [(usize, usize)]) {
        let family = match value {
            Concrete::Node(record, _) => pool.class_of(*record).map(|class| pool.classes[class].family),
            _ => None,
        };
        if let Some(family) = family {
            depths[family] += 1;
            found[family].0 += 1;
            found[family].1 = found[family].1.max(depths[family]);
        }
        value.children().for_each(|child| walk(pool, child, depths, found));
        if let Some(family) = family {
            depths[family] -= 1;
        }
    }
    let mut found = vec![(0, 0); pool.families.len()];
    walk(pool, value, &mut vec![0; pool.families.len()], &mut found);
    found
}

/// Whether a value has no more nodes than its pool.
pub fn are_within(pool: &NodePool, value: &Concrete) -> bool {
    let measured = measured(pool, value);
    measured.iter().zip(&pool.families).all(|((count, depth), family)| *count <= family.most && *depth <= family.depth)
}

/// Nodes that may still be used, by family: in all, and inside each other.
#[derive(Clone)]
struct Left {
    count: Vec<usize>,
    depth: Vec<usize>,
}

/// A value and the nodes in it, by family.
type Counted = (Concrete, Vec<usize>);

/// All values of a domain with nodes, unless there are more than `most` on the way.
pub(crate) fn trees(pool: &NodePool, inner: &Domain, atoms: &[usize], most: usize) -> Option<Vec<Concrete>> {
    let count = pool.families.iter().map(|family| family.most).collect();
    let depth = pool.families.iter().map(|family| family.depth).collect();
    let trees = Trees { pool, atoms, most };
    Some(trees.of(inner, &Left { count, depth })?.into_iter().map(|(value, _)| value).collect())
}

struct Trees<'a> {
    pool: &'a NodePool,
    atoms: &'a [usize],
    most: usize,
}

impl Trees<'_> {
    fn of(&self, domain: &Domain, left: &Left) -> Option<Vec<Counted>> {
        let none = vec![0; left.count.len()];
        let found: Vec<Counted> = match domain {
            Domain::Optional(inner) => {
                let mut all = vec![(Concrete::None, none)];
                all.extend(self.of(inner, left)?);
                all
            }
            Domain::Tuple(parts) => made(self.product(parts, left)?, Concrete::Tuple),
            Domain::Record { record, fields } => {
                made(self.product(fields, left)?, |fields| Concrete::Record(*record, fields))
            }
            Domain::Union(alternatives) => {
                let mut all = Vec::new();
                for alternative in alternatives {
                    all.extend(self.of(alternative, left)?);
                }
                all
            }
            Domain::List { element, max } => {
                let mut all = Vec::new();
                for length in 0..=*max {
                    let domains = vec![(**element).clone(); length];
                    let lists = self.product(&domains, left)?;
                    if lists.is_empty() {
                        break;
                    }
                    all.extend(made(lists, Concrete::List));
                }
                all
            }
            Domain::Node(classes) => {
                let mut all = Vec::new();
                for class in classes.iter().filter_map(|class| self.pool.classes.get(*class)) {
                    let mut rest = left.clone();
                    let (Some(count), Some(depth)) =
                        (rest.count[class.family].checked_sub(1), rest.depth[class.family].checked_sub(1))
                    else {
                        continue;
                    };
                    (rest.count[class.family], rest.depth[class.family]) = (count, depth);
                    let nodes =
                        made(self.product(&class.fields, &rest)?, |fields| Concrete::Node(class.record, fields));
                    all.extend(nodes.into_iter().map(|(node, mut used)| {
                        used[class.family] += 1;
                        (node, used)
                    }));
                }
                all
            }
            other => values(other, self.atoms, self.most)?.into_iter().map(|value| (value, none.clone())).collect(),
        };
        (found.len() <= self.most).then_some(found)
    }

    fn product(&self, parts: &[Domain], left: &Left) -> Option<Vec<(Vec<Concrete>, Vec<usize>)>> {
        let mut rows = vec![(Vec::new(), vec![0; left.count.len()])];
        for part in parts {
            let mut longer = Vec::new();
            for (row, used) in rows {
                let mut rest = left.clone();
                rest.count.iter_mut().zip(&used).for_each(|(left, used)| *left -= used);
                for (value, more) in self.of(part, &rest)? {
                    let mut row: Vec<Concrete> = row.clone();
                    row.push(value);
                    longer.push((row, used.iter().zip(&more).map(|(used, more)| used + more).collect()));
                }
                if longer.len() > self.most {
                    return None;
                }
            }
            rows = longer;
        }
        Some(rows)
    }
}

fn made(rows: Vec<(Vec<Concrete>, Vec<usize>)>, make: impl Fn(Vec<Concrete>) -> Concrete) -> Vec<Counted> {
    rows.into_iter().map(|(row, used)| (make(row), used)).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lang::scope::{NodeClass, NodeFamily};

    use super::*;

    /// `class Node: left: "Node | None"; value: int; right: "Node | None"`
    fn binary(most: usize, depth: usize, values: i64) -> Domain {
        let child = Domain::Optional(Box::new(Domain::Node(vec![0])));
        let fields = vec![child.clone(), Domain::Int { low: 1, high: values }, child.clone()];
        let classes = vec![NodeClass { record: RecordId(0), family: 0, fields }];
        let families = vec![NodeFamily { key: "Node".to_owned(), most, depth }];
        Domain::Nodes { pool: Arc::new(NodePool { families, classes }), inner: Box::new(child) }
    }

    #[test]
    fn trees_are_counted_by_catalan() {
        let count = |most, depth, numbers| values(&binary(most, depth, numbers), &[], usize::MAX).map(|all| all.len());
        assert_eq!((0..6).map(|most| count(most, most, 1)).collect::<Vec<_>>(), [1, 2, 4, 9, 23, 65].map(Some));
        // 1, 1, 2, 5 trees with 0 to 3 nodes, and 2 values for each node.
        assert_eq!(count(3, 3, 2), Some(1 + 2 + 2 * 4 + 5 * 8));
        // Of those with three nodes, one has depth 2.
        assert_eq!(count(3, 2, 1), Some(1 + 1 + 2 + 1));
        assert_eq!(values(&binary(5, 5, 2), &[], 100), None);
    }

    #[test]
    fn rows_describe_a_tree() {
        for tree in values(&binary(4, 4, 2), &[], usize::MAX).expect("few") {
            let found = rows(&tree);
            assert_eq!(assembled(&found), tree);
            assert_eq!(found.len() as u64, 1 + count_nodes(&tree));
        }
        let leaf = |number| Concrete::Node(RecordId(0), vec![Concrete::None, Concrete::Int(number), Concrete::None]);
        let list = Concrete::List(vec![leaf(1), Concrete::Tuple(vec![leaf(2), Concrete::Int(3)])]);
        assert_eq!(assembled(&rows(&list)), list);
    }
}
