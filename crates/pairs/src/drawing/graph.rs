//! Pairs of the same type as a graph: nodes, and a line or an arrow for each pair.
//!
//! A graph without cycles stands in layers (`layered`), any other one in a circle (`circle`). Both propose places, wider ones if those
//! before did not do; [`Graph::layout`] takes the first in which no label overlaps another and no line passes through a node.

use super::layout::{
    BOX, LineEnds, MARGIN, NOTE, PictureLayout, PlacedLine, Rect, WIDEST, label_width, note_width, pixel,
};
use super::{DrawnText, HERE, Mark, circle, layered};

pub(super) type Point = (f64, f64);

/// How high a line from a node to itself rises.
const LOOP: f64 = 14.0;
/// Between two lines that lead there and back.
const APART: f64 = 4.0;
/// Free space around a node.
const FREE: f64 = 3.0;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    pub(super) directed: bool,
    pub(super) nodes: Vec<DrawnText>,
    /// No two with the same ends in the same order; in an undirected graph, in no order.
    pub(super) edges: Vec<Edge>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    pub from: usize,
    pub to: usize,
    /// What is said of it: a length, `×2` if it is there twice. May be empty.
    pub label: String,
    pub mark: Mark,
}

/// Where nodes and edges could be.
#[derive(Debug)]
pub(super) struct Proposal {
    /// The middle of each node.
    pub middles: Vec<Point>,
    /// For each edge, the points between its ends.
    pub bends: Vec<Vec<Point>>,
}

impl Graph {
    pub(super) fn count(&self) -> usize {
        self.nodes.len() + self.edges.iter().filter(|edge| !edge.label.is_empty()).count()
    }

    fn sign(&self) -> &'static str {
        if self.directed { "→" } else { "–" }
    }

    fn edge_text(&self, edge: &Edge) -> String {
        let label = if edge.label.is_empty() { String::new() } else { format!(" ({})", edge.label) };
        format!("{}{label}", self.nodes[edge.to].text)
    }

    pub(super) fn outline(&self) -> String {
        let edge = |edge: &Edge| format!("{} {} {}", self.nodes[edge.from].text, self.sign(), self.edge_text(edge));
        let edges: Vec<String> = self.edges.iter().map(edge).collect();
        let nodes = self.nodes.iter().filter(|node| node.mark.fails).map(|node| node.text.clone());
        let marked: Vec<String> = nodes.chain(self.edges.iter().filter(|one| one.mark.fails).map(edge)).collect();
        let marked = if marked.is_empty() { String::new() } else { format!("; marked: {}", marked.join(", ")) };
        format!("{}{marked}", edges.join(", "))
    }

    /// A line for each node from which edges lead.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (number, node) in self.nodes.iter().enumerate() {
            let edges: Vec<&Edge> = self.edges.iter().filter(|edge| edge.from == number).collect();
            let here = if node.mark.fails || edges.iter().any(|edge| edge.mark.fails) { HERE } else { "" };
            if edges.is_empty() {
                lines.extend((!here.is_empty()).then(|| format!("{}{here}", node.text)));
                continue;
            }
            let targets: Vec<String> = edges.iter().map(|edge| self.edge_text(edge)).collect();
            lines.push(format!("{} {} {}{here}", node.text, self.sign(), targets.join(", ")));
        }
        lines
    }

    pub(super) fn layout(&self) -> Option<PictureLayout> {
        let layers = layered::proposals(self);
        layers.into_iter().chain(circle::proposals(self)).find_map(|proposal| self.placed(&proposal))
    }

    pub(super) fn size(&self, node: usize) -> (f64, f64) {
        (f64::from(label_width(&self.nodes[node].text)), f64::from(BOX))
    }

    /// `None` if something would overlap, or if it is too wide.
    fn placed(&self, proposal: &Proposal) -> Option<PictureLayout> {
        let boxes: Vec<Rect> = (0..self.nodes.len()).map(|n| Rect::around(proposal.middles[n], self.size(n))).collect();
        let taken: Vec<Rect> =
            boxes.iter().enumerate().map(|(node, own)| self.with_loop(node, own.grown(FREE))).collect();
        let routes: Vec<Vec<Point>> =
            self.edges.iter().zip(&proposal.bends).map(|(edge, bends)| self.route(edge, bends, &boxes)).collect();
        let overlap = (0..taken.len()).any(|one| (0..one).any(|other| taken[one].overlaps(taken[other])));
        let crosses = |edge: &Edge, route: &[Point]| {
            let others = (0..boxes.len()).filter(|node| *node != edge.from && *node != edge.to);
            let mut others = others.map(|node| boxes[node].grown(FREE));
            others.any(|other| route.windows(2).any(|line| other.meets(line[0], line[1])))
        };
        if overlap || self.edges.iter().zip(&routes).any(|(edge, route)| edge.from != edge.to && crosses(edge, route)) {
            return None;
        }
        let labels = self.labels(&routes, &taken)?;
        self.drawn(&boxes, &routes, &labels)
    }

    /// Where a node is, with the line that leads to itself and its label.
    fn with_loop(&self, node: usize, own: Rect) -> Rect {
        match self.edges.iter().find(|edge| edge.from == node && edge.to == node) {
            Some(edge) if edge.label.is_empty() => Rect { top: own.top - LOOP, ..own },
            Some(_) => Rect { top: own.top - LOOP - f64::from(NOTE), ..own },
            None => own,
        }
    }

    fn route(&self, edge: &Edge, bends: &[Point], boxes: &[Rect]) -> Vec<Point> {
        let (from, to) = (boxes[edge.from], boxes[edge.to]);
        let middle = |of: Rect| (f64::midpoint(of.left, of.right), f64::midpoint(of.top, of.bottom));
        if edge.from == edge.to {
            let x = middle(from).0;
            return vec![
                (x - 6.0, from.top),
                (x - 9.0, from.top - LOOP),
                (x + 9.0, from.top - LOOP),
                (x + 6.0, from.top),
            ];
        }
        let start = from.border_towards(bends.first().copied().unwrap_or(middle(to)));
        let end = to.grown(1.0).border_towards(bends.last().copied().unwrap_or(middle(from)));
        let route: Vec<Point> = [start].into_iter().chain(bends.iter().copied()).chain([end]).collect();
        if !self.edges.iter().any(|other| other.from == edge.to && other.to == edge.from) {
            return route;
        }
        // One that leads back is beside it.
        let (dx, dy) = (end.0 - start.0, end.1 - start.1);
        let length = dx.hypot(dy).max(1.0);
        let aside = (-dy / length * APART, dx / length * APART);
        route.into_iter().map(|(x, y)| (x + aside.0, y + aside.1)).collect()
    }

    /// Where the labels of the edges stand, in the order of the edges: on their lines, beside all else.
    fn labels(&self, routes: &[Vec<Point>], taken: &[Rect]) -> Option<Vec<Option<Rect>>> {
        let mut placed: Vec<Option<Rect>> = Vec::new();
        for (edge, route) in self.edges.iter().zip(routes) {
            if edge.label.is_empty() {
                placed.push(None);
                continue;
            }
            let size = (f64::from(note_width(&edge.label)), f64::from(NOTE));
            if edge.from == edge.to {
                let (x, y) = (f64::midpoint(route[1].0, route[2].0), route[1].1);
                placed.push(Some(Rect::around((x, y - size.1 / 2.0), size)));
                continue;
            }
            let is_free = |at: &Rect| {
                let mut others = taken.iter().chain(placed.iter().flatten());
                !others.any(|other| other.overlaps(at.grown(1.0)))
            };
            let parts = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.2, 0.8];
            let found = parts.into_iter().map(|part| Rect::around(along(route, part), size)).find(is_free)?;
            placed.push(Some(found));
        }
        Some(placed)
    }

    fn drawn(&self, boxes: &[Rect], routes: &[Vec<Point>], labels: &[Option<Rect>]) -> Option<PictureLayout> {
        let all = || boxes.iter().chain(labels.iter().flatten()).map(|one| (one.left, one.top));
        let points = || all().chain(routes.iter().flatten().copied());
        let left = points().map(|(x, _)| x).fold(f64::INFINITY, f64::min);
        let top = points().map(|(_, y)| y).fold(f64::INFINITY, f64::min);
        let margin = f64::from(MARGIN);
        let at = |(x, y): Point| (pixel(x - left + margin), pixel(y - top + margin));
        let right = boxes.iter().map(|one| one.right).fold(0.0, f64::max);
        if right - left > f64::from(WIDEST) {
            return None;
        }
        let mut layout = PictureLayout::default();
        let ends = if self.directed { LineEnds::Arrow } else { LineEnds::Plain };
        for (edge, route) in self.edges.iter().zip(routes) {
            let points = route.iter().map(|point| at(*point)).collect();
            layout.lines.push(PlacedLine { points, ends, mark: edge.mark });
        }
        for (node, own) in self.nodes.iter().zip(boxes) {
            layout.boxed(node, at((own.left, own.top)), label_width(&node.text));
        }
        for (edge, own) in self.edges.iter().zip(labels) {
            if let Some(own) = own {
                layout.note(&edge.label, at((own.left, own.top)), note_width(&edge.label));
            }
        }
        layout.sized()
    }
}

/// The point at a part of a line's length.
fn along(route: &[Point], part: f64) -> Point {
    let length = |line: &[Point]| (line[1].0 - line[0].0).hypot(line[1].1 - line[0].1);
    let mut rest = part * route.windows(2).map(length).sum::<f64>();
    for line in route.windows(2) {
        let own = length(line);
        if rest <= own {
            let share = rest / own.max(1e-9);
            return (line[0].0 + (line[1].0 - line[0].0) * share, line[0].1 + (line[1].1 - line[0].1) * share);
        }
        rest -= own;
    }
    route.last().copied().unwrap_or_default()
}
