//! `custodiet.closure` and `custodiet.reachable`. `python/custodiet/graphs.py` says what they mean.

use crate::fault::{Result, type_error};
use crate::iterators::reject_set_order;
use crate::iterators::unpack_error;
use crate::machine::Machine;
use crate::table::Table;
use crate::value::Value;

/// The ends of the edges that leave each vertex.
type Successors = Table<Vec<Value>>;

impl Machine<'_> {
    pub(crate) fn closure(&mut self, edges: &Value) -> Result<Value> {
        let successors = self.successors(edges)?;
        let mut pairs = Table::default();
        for start in successors.keys() {
            for end in self.reach(&successors, start)?.keys() {
                pairs.add(Value::pair(start.clone(), end.clone()))?;
            }
        }
        Ok(Value::set(pairs))
    }

    pub(crate) fn reachable(&mut self, edges: &Value, start: &Value) -> Result<Value> {
        let successors = self.successors(edges)?;
        Ok(Value::set(self.reach(&successors, start)?))
    }

    fn successors(&mut self, edges: &Value) -> Result<Successors> {
        let mut successors = Successors::default();
        let mut iter = self.iter(edges)?;
        while let Some(edge) = self.next(&mut iter)? {
            let (source, target) = self.ends(&edge)?;
            match successors.get_mut(&source)? {
                Some(targets) => targets.push(target),
                None => successors.insert(source, vec![target])?,
            }
        }
        Ok(successors)
    }

    fn ends(&mut self, edge: &Value) -> Result<(Value, Value)> {
        if let Some([source, target]) = edge.as_tuple() {
            return Ok((source.clone(), target.clone()));
        }
        if !crate::iterators::is_iterable(edge) {
            return type_error(format!("cannot unpack non-iterable {} object", edge.type_name()));
        }
        reject_set_order(edge, "unpacked")?;
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
