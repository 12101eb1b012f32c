//! What one pair has and another one does not.
//!
//! Lists are compared along their longest common subsequence, sets and graphs by what they hold, tables row by row and then cell by
//! cell, trees node by node.

use std::collections::BTreeSet;

use super::cells::{Cells, CellsKind};
use super::graph::Graph;
use super::matching::Matching;
use super::tree::Tree;
use super::{Drawing, DrawnText, Shape};

/// The drawings of a pair, in which everything is marked that those of another pair do not have, and nothing else.
pub fn differences(of: &[Drawing], other: &[Drawing]) -> Vec<Drawing> {
    let mut marked = of.to_vec();
    for drawing in &mut marked {
        drawing.unmark();
        if let Some(other) = other.iter().find(|other| other.name == drawing.name) {
            mark(&mut drawing.shape, &other.shape);
        }
    }
    marked
}

fn mark(shape: &mut Shape, other: &Shape) {
    match (shape, other) {
        (Shape::Tree(tree), Shape::Tree(other)) => in_tree(tree, other),
        (Shape::Graph(graph), Shape::Graph(other)) => in_graph(graph, other),
        (Shape::Matching(matching), Shape::Matching(other)) => in_matching(matching, other),
        (Shape::Cells(cells), Shape::Cells(other)) => in_cells(cells, other),
        // One of them is empty, say, and there is no other kind of picture.
        (Shape::Cells(cells), _) => all(cells.rows.iter_mut().flatten()),
        (Shape::Graph(graph), _) => all(graph.nodes.iter_mut()),
        (Shape::Matching(matching), _) => all(matching.sides.iter_mut().flatten()),
        (Shape::Tree(tree), _) => whole_tree(tree),
    }
}

fn all<'a>(labels: impl Iterator<Item = &'a mut DrawnText>) {
    labels.for_each(|label| label.mark.differs = true);
}

fn texts(labels: &[DrawnText]) -> Vec<String> {
    labels.iter().map(|label| label.text.clone()).collect()
}

fn whole_tree(tree: &mut Tree) {
    all(tree.labels.iter_mut());
    tree.children.iter_mut().for_each(whole_tree);
}

fn in_tree(tree: &mut Tree, other: &Tree) {
    let lacking = not_shared(&texts(&tree.labels), &texts(&other.labels));
    lacking.into_iter().for_each(|place| tree.labels[place].mark.differs = true);
    if tree.children.len() == other.children.len() {
        tree.children.iter_mut().zip(&other.children).for_each(|(child, other)| in_tree(child, other));
        return;
    }
    let outlines = |tree: &Tree| tree.children.iter().map(Tree::outline).collect::<Vec<_>>();
    for place in not_shared(&outlines(tree), &outlines(other)) {
        whole_tree(&mut tree.children[place]);
    }
}

fn in_graph(graph: &mut Graph, other: &Graph) {
    let edges = |graph: &Graph| -> Vec<(String, String, String)> {
        let text = |node: usize| graph.nodes[node].text.clone();
        graph.edges.iter().map(|edge| (text(edge.from), text(edge.to), edge.label.clone())).collect()
    };
    let known: BTreeSet<_> = edges(other).into_iter().collect();
    for (place, edge) in edges(graph).into_iter().enumerate() {
        graph.edges[place].mark.differs |= !known.contains(&edge);
    }
    of_set(graph.nodes.iter_mut(), &other.nodes);
}

fn in_matching(matching: &mut Matching, other: &Matching) {
    let known: BTreeSet<[&str; 2]> = other.lines.iter().map(|line| other.texts(line)).collect();
    let differ: Vec<bool> = matching.lines.iter().map(|line| !known.contains(&matching.texts(line))).collect();
    matching.lines.iter_mut().zip(differ).for_each(|(line, differs)| line.mark.differs |= differs);
    for (side, others) in matching.sides.iter_mut().zip(&other.sides) {
        of_set(side.iter_mut(), others);
    }
}

fn of_set<'a>(labels: impl Iterator<Item = &'a mut DrawnText>, others: &[DrawnText]) {
    let known: BTreeSet<&str> = others.iter().map(|label| &*label.text).collect();
    labels.for_each(|label| label.mark.differs |= !known.contains(&*label.text));
}

fn in_cells(cells: &mut Cells, other: &Cells) {
    match (cells.kind, other.kind) {
        (CellsKind::Set, CellsKind::Set) => of_set(cells.rows.iter_mut().flatten(), &other.rows.concat()),
        (CellsKind::Numbered | CellsKind::Table, CellsKind::Numbered | CellsKind::Table) => in_table(cells, other),
        (CellsKind::List, CellsKind::List) | (CellsKind::Single, CellsKind::Single) => {
            let lacking = not_shared(&texts(&cells.rows.concat()), &texts(&other.rows.concat()));
            for (place, label) in cells.rows.iter_mut().flatten().enumerate() {
                label.mark.differs |= lacking.contains(&place);
            }
        }
        _ => all(cells.rows.iter_mut().flatten()),
    }
}

fn in_table(cells: &mut Cells, other: &Cells) {
    let rows = |cells: &Cells| cells.rows.iter().map(|row| texts(row).join("\u{0}")).collect::<Vec<_>>();
    let is_alike = cells.rows.len() == other.rows.len();
    for place in not_shared(&rows(cells), &rows(other)) {
        let counterpart = other.rows.get(place).filter(|_| is_alike).map_or(&[][..], |row| row);
        for (column, label) in cells.rows[place].iter_mut().enumerate() {
            label.mark.differs |= counterpart.get(column).is_none_or(|other| other.text != label.text);
        }
    }
}

/// The places in the first list that are not in a longest common subsequence.
fn not_shared(one: &[String], other: &[String]) -> BTreeSet<usize> {
    let mut longest = vec![vec![0_usize; other.len() + 1]; one.len() + 1];
    for i in (0..one.len()).rev() {
        for j in (0..other.len()).rev() {
            longest[i][j] =
                if one[i] == other[j] { longest[i + 1][j + 1] + 1 } else { longest[i + 1][j].max(longest[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut lacking) = (0, 0, BTreeSet::new());
    while i < one.len() {
        if j < other.len() && one[i] == other[j] {
            (i, j) = (i + 1, j + 1);
        } else if j < other.len() && longest[i][j + 1] > longest[i + 1][j] {
            j += 1;
        } else {
            lacking.insert(i);
            i += 1;
        }
    }
    lacking
}
