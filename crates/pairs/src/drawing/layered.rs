//! Nodes of a directed graph without cycles in layers, so that every edge leads down.
//!
//! A node stands below all that lead to it (longest paths). An edge that passes other layers has a place in each of them, between the
//! nodes. Places in a layer follow the middle of their neighbors, down and up in turn (Sugiyama's method).

use super::graph::{Graph, Point, Proposal};
use super::layout::BOX;

/// Sweeps over the layers.
const SWEEPS: usize = 8;
/// Between two nodes of a layer, and beside an edge that passes.
const BESIDE: f64 = 16.0;
/// What an edge takes in a layer that it passes.
const PASSING: f64 = 6.0;

/// A place in a layer: a node, or an edge that passes.
#[derive(Clone, Copy, Debug)]
struct Slot {
    layer: usize,
    width: f64,
    x: f64,
}

struct Layers {
    slots: Vec<Slot>,
    /// Slots by layer, from the left.
    rows: Vec<Vec<usize>>,
    /// From a slot to one of the next layer.
    links: Vec<(usize, usize)>,
    /// For each edge, the slots that it passes.
    passed: Vec<Vec<usize>>,
}

/// Layers of growing height. None if there is a cycle, or if edges have no direction.
pub(super) fn proposals(graph: &Graph) -> Vec<Proposal> {
    let Some(depths) = depths(graph).filter(|_| graph.directed) else { return Vec::new() };
    let mut layers = Layers::new(graph, &depths);
    for _ in 0..SWEEPS {
        layers.sweep(true);
        layers.sweep(false);
    }
    let labeled = graph.edges.iter().any(|edge| !edge.label.is_empty());
    let heights: [f64; 3] = if labeled { [66.0, 84.0, 104.0] } else { [50.0, 62.0, 80.0] };
    heights.map(|height| layers.proposal(graph, height)).into()
}

/// The length of the longest path to each node. `None` if there is a cycle.
fn depths(graph: &Graph) -> Option<Vec<usize>> {
    let mut depths = vec![0; graph.nodes.len()];
    for _ in 0..=graph.nodes.len() {
        let mut changed = false;
        for edge in &graph.edges {
            if depths[edge.to] <= depths[edge.from] {
                depths[edge.to] = depths[edge.from] + 1;
                changed = true;
            }
        }
        if !changed {
            return Some(depths);
        }
    }
    None
}

impl Layers {
    fn new(graph: &Graph, depths: &[usize]) -> Self {
        let slot = |layer, width| Slot { layer, width, x: 0.0 };
        let mut slots: Vec<Slot> =
            depths.iter().enumerate().map(|(node, depth)| slot(*depth, graph.size(node).0)).collect();
        let (mut links, mut passed) = (Vec::new(), Vec::new());
        for edge in &graph.edges {
            let between = depths[edge.from] + 1..depths[edge.to];
            let first = slots.len();
            slots.extend(between.map(|layer| slot(layer, PASSING)));
            let own: Vec<usize> = (first..slots.len()).collect();
            let chain: Vec<usize> = [edge.from].into_iter().chain(own.iter().copied()).chain([edge.to]).collect();
            links.extend(chain.windows(2).map(|pair| (pair[0], pair[1])));
            passed.push(own);
        }
        let deepest = depths.iter().max().map_or(0, |deepest| deepest + 1);
        let in_layer = |layer| (0..slots.len()).filter(|slot| slots[*slot].layer == layer).collect();
        let rows = (0..deepest).map(in_layer).collect();
        let mut all = Self { slots, rows, links, passed };
        (0..deepest).for_each(|layer| all.pack(layer));
        all
    }

    /// Follows the neighbors above, from the top; or those below, from the bottom.
    fn sweep(&mut self, down: bool) {
        let order: Vec<usize> =
            if down { (0..self.rows.len()).collect() } else { (0..self.rows.len()).rev().collect() };
        for layer in order {
            let wanted: Vec<(usize, f64)> =
                self.rows[layer].iter().map(|slot| (*slot, self.wanted(*slot, down))).collect();
            for (slot, x) in &wanted {
                self.slots[*slot].x = *x;
            }
            // A stable sort: equal wishes keep their order.
            self.rows[layer].sort_by(|one, other| self.slots[*one].x.total_cmp(&self.slots[*other].x));
            self.pack(layer);
        }
    }

    /// The middle of the neighbors in one direction.
    fn wanted(&self, slot: usize, down: bool) -> f64 {
        let neighbors = self.links.iter().filter_map(|(above, below)| {
            let (own, other) = if down { (below, above) } else { (above, below) };
            (*own == slot).then_some(*other)
        });
        let (sum, number) = neighbors.fold((0.0, 0.0), |(sum, number), one| (sum + self.slots[one].x, number + 1.0));
        if number > 0.0 { sum / number } else { self.slots[slot].x }
    }

    /// Moves the slots of a layer apart, as little as possible on the whole.
    fn pack(&mut self, layer: usize) {
        let slots = self.rows[layer].clone();
        let (mut moved, mut number, mut free) = (0.0, 0.0, f64::NEG_INFINITY);
        for slot in &slots {
            let own = &mut self.slots[*slot];
            let x = own.x.max(free + own.width / 2.0);
            moved += x - own.x;
            number += 1.0;
            own.x = x;
            free = x + own.width / 2.0 + BESIDE;
        }
        for slot in &slots {
            self.slots[*slot].x -= moved / f64::max(number, 1.0);
        }
    }

    fn proposal(&self, graph: &Graph, height: f64) -> Proposal {
        let y = |slot: &Slot| (0..slot.layer).fold(0.0, |sum, _| sum + height);
        let middle = |slot: usize| (self.slots[slot].x, y(&self.slots[slot]));
        let half = f64::from(BOX) / 2.0 + 2.0;
        // Straight past the nodes of a layer.
        let past = |slot: &usize| -> [Point; 2] {
            let (x, y) = middle(*slot);
            [(x, y - half), (x, y + half)]
        };
        Proposal {
            middles: (0..graph.nodes.len()).map(middle).collect(),
            bends: self.passed.iter().map(|slots| slots.iter().flat_map(past).collect()).collect(),
        }
    }
}
