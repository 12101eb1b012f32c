//! Two-level rules: simplify a conjunction by looking at the gates directly below it.
//!
//! Takes two literals with the inputs of their gates; returns a literal, a conjunction of smaller literals, or nothing.
//!
//! Invariant: the result denotes the conjunction and needs no additional gate. Guarded by the tests in `circuit`, on all
//! pairs of gates over four inputs.

use crate::lit::Lit;

/// The result of simplifying a conjunction.
pub(crate) enum Simplified {
    None,
    Is(Lit),
    Instead(Lit, Lit),
}

/// A literal and the inputs of its gate, if it is one.
type Seen = (Lit, Option<[Lit; 2]>);

/// Simplifies `a & b`. Neither may be a constant, and their nodes must differ.
#[inline]
pub(crate) fn simplify((a, below_a): Seen, (b, below_b): Seen) -> Simplified {
    if let Some(below) = below_a
        && let found @ (Simplified::Is(_) | Simplified::Instead(..)) = against(b, a, below)
    {
        return found;
    }
    if let Some(below) = below_b
        && let found @ (Simplified::Is(_) | Simplified::Instead(..)) = against(a, b, below)
    {
        return found;
    }
    match (below_a, below_b) {
        (Some(p), Some(q)) => match (a.is_negated(), b.is_negated()) {
            (false, false) if clash(p, q) => Simplified::Is(Lit::FALSE),
            (false, false) => Simplified::None,
            (true, true) => resolve(p, q),
            (true, false) => mixed(p, b, q),
            (false, true) => mixed(q, a, p),
        },
        _ => Simplified::None,
    }
}

/// `x & y`, where `y` is the gate `p & q` or its negation.
#[inline]
fn against(x: Lit, y: Lit, [p, q]: [Lit; 2]) -> Simplified {
    if x.node() != p.node() && x.node() != q.node() {
        return Simplified::None;
    }
    match (y.is_negated(), x == p || x == q) {
        (false, true) => Simplified::Is(y),
        (false, false) => Simplified::Is(Lit::FALSE),
        (true, false) => Simplified::Is(x),
        (true, true) => Simplified::Instead(x, if x == p { !q } else { !p }),
    }
}

/// Whether two conjunctions exclude each other.
#[inline]
fn clash(p: [Lit; 2], q: [Lit; 2]) -> bool {
    p[0] == !q[0] || p[0] == !q[1] || p[1] == !q[0] || p[1] == !q[1]
}

/// `!(p0 & p1) & !(q0 & q1)`: if they differ in one sign only, the other literal is false.
#[inline]
fn resolve(p: [Lit; 2], q: [Lit; 2]) -> Simplified {
    for (same, other) in [(0, 1), (1, 0)] {
        if (p[same] == q[0] && p[other] == !q[1]) || (p[same] == q[1] && p[other] == !q[0]) {
            return Simplified::Is(!p[same]);
        }
    }
    Simplified::None
}

/// `!(p0 & p1) & y`, where `y` is the gate `q0 & q1`.
#[inline]
fn mixed(p: [Lit; 2], y: Lit, q: [Lit; 2]) -> Simplified {
    if clash(p, q) {
        return Simplified::Is(y);
    }
    if p[0] == q[0] || p[0] == q[1] {
        return Simplified::Instead(!p[1], y);
    }
    if p[1] == q[0] || p[1] == q[1] {
        return Simplified::Instead(!p[0], y);
    }
    Simplified::None
}
