//! `custodiet.closure` and `custodiet.reachable`. `python/custodiet/graphs.py` says what they mean.

use crate::compare::{hash, hash_pair};
use crate::fault::{Result, type_error};
use crate::iterators::unpack_error;
use crate::machine::Machine;
use crate::table::{KeyKind, Table, small};
use crate::value::Value;

/// The ends of the edges that leave each vertex.
type Successors = Table<Vec<Value>>;

impl Machine<'_> {
    pub(crate) fn closure(&mut self, edges: &Value) -> Result<Value> {
        let edges = self.edges(edges)?;
        if let Some(closure) = self.small_closure(&edges)? {
            return Ok(Value::set(closure));
        }
        let successors = successors(edges)?;
        let mut pairs = Table::default();
        for start in successors.keys() {
            for end in self.reach(&successors, start)?.keys() {
                pairs.add(Value::pair(start.clone(), end.clone()))?;
            }
        }
        Ok(Value::set(pairs))
    }

    /// The closure over up to 64 vertices, all atoms or integers: where one leads to is a word of bits.
    fn small_closure(&mut self, edges: &[(Value, Value)]) -> Result<Option<Table<()>>> {
        let mut vertices = Table::default();
        let mut steps = [0_u64; 64];
        for (source, target) in edges {
            if !matches!((source, target), (Value::Int(_) | Value::Atom(_), Value::Int(_) | Value::Atom(_))) {
                return Ok(None);
            }
            let (source, target) = (vertices.position_of(source)?, vertices.position_of(target)?);
            if vertices.len() > steps.len() {
                return Ok(None);
            }
            steps[source] |= 1 << target;
        }
        let mut closure = Table::with_capacity(2 * edges.len());
        for (start, (first, ())) in vertices.iter().enumerate() {
            let (mut seen, mut waiting) = (0_u64, steps[start]);
            while waiting != 0 {
                self.step()?;
                seen |= waiting;
                let next = bits(waiting).fold(0, |next, vertex| next | steps[vertex]);
                waiting = next & !seen;
            }
            for (second, ()) in bits(seen).filter_map(|end| vertices.at(end)) {
                closure.push(hash_pair(first, second)?, Value::pair(first.clone(), second.clone()), ());
            }
        }
        Ok(Some(closure))
    }

    pub(crate) fn reachable(&mut self, edges: &Value, start: &Value) -> Result<Value> {
        if let Some(seen) = self.small_reach(edges, start)? {
            return Ok(Value::set(seen));
        }
        let successors = successors(self.edges(edges)?)?;
        Ok(Value::set(self.reach(&successors, start)?))
    }

    /// What is reached if all vertices are small scalars of one kind, and the edges are tuples in a list or a tuple:
    /// nothing can raise then.
    fn small_reach(&mut self, edges: &Value, start: &Value) -> Result<Option<Table<()>>> {
        let Some((kind, first)) = small(start) else { return Ok(None) };
        let steps = match edges {
            Value::List(items) => small_steps(&items.borrow(), kind),
            Value::Tuple(items) => small_steps(items, kind),
            _ => None,
        };
        let Some(steps) = steps else { return Ok(None) };
        let (mut seen, mut waiting) = (0_u64, first);
        while waiting != 0 {
            let next = bits(waiting).fold(0, |next, vertex| next | steps[vertex]);
            waiting = next & !seen;
            seen |= next;
        }
        // As many as `reach` would count.
        self.charge(1 + seen.count_ones() as usize)?;
        Ok(Some(Table::of_small(start, seen)))
    }

    fn edges(&mut self, edges: &Value) -> Result<Vec<(Value, Value)>> {
        let mut pairs = Vec::with_capacity(8);
        let mut iter = self.iter(edges)?;
        while let Some(edge) = self.next(&mut iter)? {
            let (source, target) = self.ends(&edge)?;
            // A source that cannot be hashed is an error before the next edge is one.
            hash(&source)?;
            pairs.push((source, target));
        }
        Ok(pairs)
    }

    fn ends(&mut self, edge: &Value) -> Result<(Value, Value)> {
        if let Some([source, target]) = edge.as_tuple() {
            return Ok((source.clone(), target.clone()));
        }
        if !crate::iterators::is_iterable(edge) {
            return type_error(format!("cannot unpack non-iterable {} object", edge.type_name()));
        }
        self.reject_set_order(edge, "unpacked")?;
        let items = self.collect(edge)?;
        match <[Value; 2]>::try_from(items) {
            Ok([source, target]) => Ok((source, target)),
            Err(items) => unpack_error(2, items.len()),
        }
    }

    fn reach(&mut self, successors: &Successors, start: &Value) -> Result<Table<()>> {
        let mut seen = Table::default();
        let mut waiting = vec![start.clone()];
        while let Some(vertex) = waiting.pop() {
            self.step()?;
            for next in successors.get(&vertex)?.into_iter().flatten() {
                if !seen.contains(next)? {
                    seen.add(next.clone())?;
                    waiting.push(next.clone());
                }
            }
        }
        Ok(seen)
    }
}

fn successors(edges: Vec<(Value, Value)>) -> Result<Successors> {
    let mut successors = Successors::default();
    for (source, target) in edges {
        match successors.get_mut(&source)? {
            Some(targets) => targets.push(target),
            None => successors.insert(source, vec![target])?,
        }
    }
    Ok(successors)
}

/// For each vertex the bits of those that follow; `None` if something is not a pair of small scalars of this kind.
fn small_steps(edges: &[Value], kind: KeyKind) -> Option<[u64; 64]> {
    let mut steps = [0; 64];
    for edge in edges {
        let Some([source, target]) = edge.as_tuple() else { return None };
        match (small(source)?, small(target)?) {
            ((one, source), (other, target)) if one == kind && other == kind => {
                steps[source.trailing_zeros() as usize] |= target;
            }
            _ => return None,
        }
    }
    Some(steps)
}

/// The positions of the bits that are set.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < u64::BITS).then_some(bit as usize)
    })
}
