//! Converts between pairs and the evaluator's values, without a detour through JSON.

use eval::{AtomName, Value};
use lang::problem::Problem;

use crate::concrete::Concrete;
use crate::notation::atom_name;

/// A pair as evaluator values. `None` if a set or dict holds values that Python cannot hash, or that Python calls equal.
pub fn values(problem: &Problem, pair: &[Concrete]) -> Option<Vec<Value>> {
    pair.iter().map(|value| evaluated(problem, value)).collect()
}

/// The same with names for its atoms, as [`pair_json`](crate::notation::pair_json) writes them.
pub fn named_pair(problem: &Problem, pair: &[Concrete]) -> Option<eval::Pair> {
    let mut counts = vec![0; problem.atoms.len()];
    for value in pair {
        value.visit_atoms(&mut |ty, id| {
            let count = &mut counts[usize::from(ty.0)];
            *count = id.saturating_add(1).max(*count);
        });
    }
    let names = |(ty, count): (_, u32)| (0..count).map(|id| atom_name(problem, ty, id)).collect::<Vec<AtomName>>();
    let atoms = (0..).map(lang::problem::AtomId).zip(counts).map(names).collect();
    Some(eval::Pair::new(problem, values(problem, pair)?, atoms))
}

/// The values of a pair that was read. `None` if an integer has more than 64 bits.
pub fn concrete(pair: &eval::Pair) -> Option<Vec<Concrete>> {
    pair.values.iter().map(concrete_value).collect()
}

fn evaluated(problem: &Problem, value: &Concrete) -> Option<Value> {
    let all =
        |items: &[Concrete]| -> Option<Vec<Value>> { items.iter().map(|item| evaluated(problem, item)).collect() };
    Some(match value {
        Concrete::None => Value::None,
        Concrete::Bool(truth) => Value::Bool(*truth),
        Concrete::Int(number) => Value::Int(*number),
        Concrete::Str(text) => Value::str(text),
        Concrete::Atom(ty, id) => Value::atom(*ty, *id),
        Concrete::Tuple(items) => Value::tuple(all(items)?),
        Concrete::Record(class, items) => Value::record_of(problem, *class, all(items)?),
        Concrete::List(items) => Value::list(all(items)?),
        Concrete::Set { elements, frozen } => {
            let set = Value::set_of(all(elements)?, *frozen).ok()?;
            (count(&set) == elements.len()).then_some(set)?
        }
        Concrete::Dict(entries) => {
            let entry =
                |(key, value): &(Concrete, Concrete)| Some((evaluated(problem, key)?, evaluated(problem, value)?));
            let dict = Value::dict_of(entries.iter().map(entry).collect::<Option<Vec<_>>>()?).ok()?;
            (count(&dict) == entries.len()).then_some(dict)?
        }
    })
}

fn count(collection: &Value) -> usize {
    match collection {
        Value::Set(set) => set.borrow().len(),
        Value::FrozenSet(set) => set.len(),
        Value::Dict(dict) => dict.table.borrow().len(),
        _ => 0,
    }
}

fn concrete_value(value: &Value) -> Option<Concrete> {
    let all = |items: &mut dyn Iterator<Item = &Value>| items.map(concrete_value).collect::<Option<Vec<_>>>();
    let sorted =
        |elements: Option<Vec<Concrete>>, frozen: bool| elements.map(|elements| Concrete::set(elements, frozen));
    match value {
        Value::None => Some(Concrete::None),
        Value::Bool(truth) => Some(Concrete::Bool(*truth)),
        Value::Int(number) => Some(Concrete::Int(*number)),
        Value::Str(text) => Some(Concrete::Str((***text).into())),
        Value::Atom(atom) => Some(Concrete::Atom(atom.ty, atom.id)),
        Value::Tuple(items) => all(&mut items.iter()).map(Concrete::Tuple),
        Value::Record(record) => all(&mut record.fields.iter()).map(|fields| Concrete::Record(record.class, fields)),
        Value::List(items) => all(&mut items.borrow().iter()).map(Concrete::List),
        Value::Set(set) => sorted(all(&mut set.borrow().keys()), false),
        Value::FrozenSet(set) => sorted(all(&mut set.keys()), true),
        Value::Dict(dict) => {
            let table = dict.table.borrow();
            let entries = table.iter().map(|(key, value)| Some((concrete_value(key)?, concrete_value(value)?)));
            entries.collect::<Option<Vec<_>>>().map(Concrete::Dict)
        }
        _ => None,
    }
}
