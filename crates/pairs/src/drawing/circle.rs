//! Nodes in a circle, clockwise in the order in which the pairs name them, the first on top. Of two, one stands beside the other.

use std::f64::consts::{PI, TAU};

use super::graph::{Graph, Proposal};
use super::layout::WIDEST;

/// Circles of growing size.
pub(super) fn proposals(graph: &Graph) -> impl Iterator<Item = Proposal> {
    let number = graph.nodes.len();
    let widths = (0..number).map(|node| graph.size(node).0);
    let (sum, widest) = (widths.clone().sum::<f64>(), widths.fold(0.0, f64::max));
    let first = ((sum + 14.0 * count(number)) / TAU).max(widest / 2.0 + 16.0).max(42.0);
    let radii = (0..24).map(move |step| first * 1.1_f64.powi(step));
    let fitting = radii.take_while(move |radius| 2.0 * radius < f64::from(WIDEST) * 1.2);
    fitting.map(move |radius| Proposal {
        middles: (0..number).map(|node| place(node, number, radius)).collect(),
        bends: vec![Vec::new(); graph.edges.len()],
    })
}

fn place(node: usize, number: usize, radius: f64) -> (f64, f64) {
    if number == 1 {
        return (0.0, 0.0);
    }
    let start = if number == 2 { PI } else { -PI / 2.0 };
    let angle = start + TAU * count(node) / count(number);
    // Boxes are wider than high.
    (radius * angle.cos(), radius * 0.72 * angle.sin())
}

/// There are fewer nodes than labels.
fn count(number: usize) -> f64 {
    u32::try_from(number).map_or(f64::INFINITY, f64::from)
}
