//! `closure` and `reachable`, in layers: one per intermediate vertex.

use std::collections::BTreeMap;

use circuit::Lit;

use crate::construct::{Construct, LargeValue};
use crate::machine::Machine;
use crate::objects::{Key, Object, Set};
use crate::refusal::Result;
use crate::value::Value;

/// An edge, with when it is there.
type Edge = (Lit, Value, Value);

/// Edges between vertices by value.
struct Graph {
    /// Every value that can be a vertex, by key.
    vertices: BTreeMap<Key, Value>,
    /// `steps[a][b]`: an edge leads from `a` to `b`, by position in `vertices`.
    steps: Vec<Vec<Lit>>,
}

impl Machine<'_> {
    /// The closure of a relation, or what can be reached from a start.
    pub(super) fn relation(&mut self, edges: &Value, start: Option<&Value>) -> Result<Value> {
        let edges = self.edges(edges)?;
        self.check_ends(&edges, start)?;
        if self.is_dead() {
            return Ok(Value::never());
        }
        let graph = self.graph(&edges)?;
        let reach = self.transitive(&graph.steps)?;
        let set = match start {
            Some(start) => self.reached(&graph, &reach, start)?,
            None => pairs(&graph, &reach),
        };
        Ok(Value::object(self.allocate(Object::Set(set))))
    }

    fn edges(&mut self, iterable: &Value) -> Result<Vec<Edge>> {
        let mut edges = Vec::new();
        let place = self.keep();
        self.consume(iterable, &mut |this, item| {
            let (source, target) = this.pair_of(&item)?;
            // A source that cannot be hashed is an error before the next edge is one.
            this.check_hashable(&source)?;
            if !this.is_dead() {
                this.keep_value(place, &item);
                edges.push((this.path, source, target));
            }
            Ok(Lit::FALSE)
        })?;
        self.end_keep(place);
        Ok(edges)
    }

    /// Raises where a target or the start cannot be hashed.
    fn check_ends(&mut self, edges: &[Edge], start: Option<&Value>) -> Result<()> {
        if let Some(start) = start {
            self.check_hashable(start)?;
        }
        for (when, _, target) in edges {
            let unhashable = self.unhashable(target)?;
            let raises = self.circuit.and(*when, unhashable);
            if start.is_some() {
                // Only if the edges lead there.
                self.refuse_if(raises, Construct::UnhashableTargets)?;
            }
            self.under(*when, |this| this.check_hashable(target))?;
        }
        Ok(())
    }

    fn graph(&mut self, edges: &[Edge]) -> Result<Graph> {
        let mut graph = Graph { vertices: BTreeMap::new(), steps: Vec::new() };
        let mut listed = Vec::new();
        for (when, source, target) in edges {
            self.step()?;
            let (sources, targets) = (self.vertices(source, &mut graph)?, self.vertices(target, &mut graph)?);
            listed.push((*when, sources, targets));
        }
        let positions: BTreeMap<Key, usize> = graph.vertices.keys().cloned().zip(0..).collect();
        let size = positions.len();
        let mut parts = vec![vec![Vec::new(); size]; size];
        for (when, sources, targets) in &listed {
            for (from, source) in sources {
                let leaves = self.circuit.and(*when, *from);
                for (to, target) in targets {
                    let edge = self.circuit.and(leaves, *to);
                    if let (Some(a), Some(b)) = (positions.get(source), positions.get(target)) {
                        parts[*a][*b].push(edge);
                    }
                }
            }
        }
        for row in parts {
            graph.steps.push(row.into_iter().map(|parts| self.circuit.any(parts)).collect());
        }
        Ok(graph)
    }

    /// Lists what a vertex can be.
    fn vertices(&mut self, vertex: &Value, graph: &mut Graph) -> Result<Vec<(Lit, Key)>> {
        let Some(keys) = self.keys(vertex) else {
            return self.refuse(LargeValue::Relation);
        };
        let mut listed = Vec::with_capacity(keys.len());
        for (lit, key, value) in keys {
            match graph.vertices.get(&key) {
                // `True` and 1: which of them is in the result depends on the order of the edges.
                Some(known) if !same(known, &value) => {
                    return self.refuse(Construct::EqualVertices);
                }
                Some(_) => {}
                None => {
                    self.refuse_clash(&key, graph.vertices.keys())?;
                    graph.vertices.insert(key.clone(), value);
                }
            }
            listed.push((lit, key));
        }
        Ok(listed)
    }

    /// Warshall's algorithm: paths whose inner vertices are among the first ones, then one vertex more.
    fn transitive(&mut self, steps: &[Vec<Lit>]) -> Result<Vec<Vec<Lit>>> {
        let mut reach = steps.to_vec();
        for through in 0..reach.len() {
            self.step()?;
            let before = reach.clone();
            for (start, row) in reach.iter_mut().enumerate() {
                if start == through || before[start][through] == Lit::FALSE {
                    continue;
                }
                for (end, lit) in row.iter_mut().enumerate().filter(|(end, _)| *end != through) {
                    let detour = self.circuit.and(before[start][through], before[through][end]);
                    *lit = self.circuit.or(before[start][end], detour);
                }
            }
        }
        Ok(reach)
    }

    /// Where the edges lead from a vertex.
    fn reached(&mut self, graph: &Graph, reach: &[Vec<Lit>], start: &Value) -> Result<Set> {
        let mut starts = Vec::new();
        for (vertex, row) in graph.vertices.values().zip(reach) {
            let here = self.equal(vertex, start)?;
            if here != Lit::FALSE {
                starts.push((here, row));
            }
        }
        let mut set = Set::default();
        for (position, (key, value)) in graph.vertices.iter().enumerate() {
            let mut parts = Vec::new();
            for (here, row) in &starts {
                parts.push(self.circuit.and(*here, row[position]));
            }
            let lit = self.circuit.any(parts);
            if lit != Lit::FALSE {
                set.keyed.insert(key.clone(), (lit, value.clone()));
            }
        }
        Ok(set)
    }
}

/// The closure as a set of pairs.
fn pairs(graph: &Graph, reach: &[Vec<Lit>]) -> Set {
    let mut set = Set::default();
    for ((start, first), row) in graph.vertices.iter().zip(reach) {
        for ((end, second), lit) in graph.vertices.iter().zip(row) {
            if *lit != Lit::FALSE {
                let key = Key::Tuple(vec![start.clone(), end.clone()]);
                set.keyed.insert(key, (*lit, Value::tuple(vec![first.clone(), second.clone()])));
            }
        }
    }
    set
}

/// Equal constants that cannot be distinguished.
fn same(a: &Value, b: &Value) -> bool {
    use crate::value::Alt;
    match (a.single(), b.single()) {
        (Some(Alt::Tuple(a)), Some(Alt::Tuple(b))) => a.iter().zip(b.iter()).all(|(a, b)| same(a, b)),
        (Some(Alt::Record(_, a)), Some(Alt::Record(_, b))) if a.node > 0 || b.node > 0 => a.node == b.node,
        (Some(Alt::Record(c, a)), Some(Alt::Record(d, b))) => c == d && a.iter().zip(b.iter()).all(|(a, b)| same(a, b)),
        (Some(Alt::FrozenSet(a)), Some(Alt::FrozenSet(b))) => {
            a.keyed.values().zip(b.keyed.values()).all(|((_, a), (_, b))| same(a, b))
        }
        (Some(a), Some(b)) => a.is_scalar() && a.order(b).is_eq(),
        _ => false,
    }
}
