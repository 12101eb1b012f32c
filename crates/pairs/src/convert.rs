//! Converts between pairs and the evaluator's values, without a detour through JSON.

use eval::{AtomName, Value};
use lang::problem::Problem;
use lang::types::Type;

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
pub fn concrete(problem: &Problem, pair: &eval::Pair) -> Option<Vec<Concrete>> {
    let params = problem.predicate.iter().flat_map(|predicate| &predicate.params);
    let types = params.map(|param| &param.ty).chain(std::iter::repeat(&Type::Unknown));
    pair.values.iter().zip(types).map(|(value, ty)| concrete_value(problem, ty, value)).collect()
}

fn evaluated(problem: &Problem, value: &Concrete) -> Option<Value> {
    let all =
        |items: &[Concrete]| -> Option<Vec<Value>> { items.iter().map(|item| evaluated(problem, item)).collect() };
    Some(match value {
        Concrete::None => Value::None,
        Concrete::Bool(truth) => Value::Bool(*truth),
        Concrete::Int(number) => Value::Int(*number),
        Concrete::Str(text) => Value::str(text),
        Concrete::Member(class, index, _) => Value::member(problem, *class, usize::from(*index))?,
        Concrete::Text(_) => Value::str(&value.as_text()?),
        Concrete::Atom(ty, id) => Value::atom(*ty, *id),
        Concrete::Tuple(items) => Value::tuple(all(items)?),
        Concrete::Record(class, items) | Concrete::Node(class, items) => Value::record_of(problem, *class, all(items)?),
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

/// A value of a type, which says whether a string is one of a few or has characters of its own.
fn concrete_value(problem: &Problem, ty: &Type, value: &Value) -> Option<Concrete> {
    let of = |ty: &Type, value: &Value| concrete_value(problem, ty, value);
    let all = |ty: &Type, items: &mut dyn Iterator<Item = &Value>| {
        items.map(|item| of(ty, item)).collect::<Option<Vec<Concrete>>>()
    };
    let unknown = Type::Unknown;
    let inner = match ty {
        Type::List(inner) | Type::Unordered(inner) | Type::Set(inner) | Type::FrozenSet(inner) => inner,
        Type::Union(members) => {
            let present = members.iter().find(|member| **member != Type::None);
            return match value {
                Value::None => Some(Concrete::None),
                value => of(present.unwrap_or(&Type::Unknown), value),
            };
        }
        _ => &unknown,
    };
    let row = |types: &mut dyn Iterator<Item = &Type>, items: &[Value]| {
        let types = types.chain(std::iter::repeat(&Type::Unknown));
        items.iter().zip(types).map(|(item, ty)| of(ty, item)).collect::<Option<Vec<Concrete>>>()
    };
    let sorted =
        |elements: Option<Vec<Concrete>>, frozen: bool| elements.map(|elements| Concrete::set(elements, frozen));
    match value {
        Value::None => Some(Concrete::None),
        Value::Bool(truth) => Some(Concrete::Bool(*truth)),
        Value::Int(number) => Some(Concrete::Int(*number)),
        Value::Str(text) if matches!(ty, Type::Str | Type::Number(_)) => Some(Concrete::text(text)),
        Value::Str(text) => Some(Concrete::Str((***text).into())),
        Value::Atom(atom) => Some(Concrete::Atom(atom.ty, atom.id)),
        Value::Tuple(items) => {
            let parts = if let Type::Tuple(parts) = ty { parts.as_slice() } else { &[] };
            row(&mut parts.iter(), items).map(Concrete::Tuple)
        }
        Value::Record(record) if record.is_member => {
            let (Value::Str(name), class) = (record.fields.first()?, problem.records.get(usize::from(record.class.0))?)
            else {
                return None;
            };
            let index = class.choices.iter().position(|member| *member.name == ***name)?;
            Some(Concrete::Member(record.class, u16::try_from(index).ok()?, class.choices[index].name.clone()))
        }
        Value::Record(record) => {
            let class = problem.records.get(usize::from(record.class.0));
            let fields = class.map_or(&[][..], |class| &class.fields);
            let fields = row(&mut fields.iter().map(|field| &field.ty), &record.fields);
            let make = if record.is_node { Concrete::Node } else { Concrete::Record };
            fields.map(|fields| make(record.class, fields))
        }
        Value::List(items) => all(inner, &mut items.borrow().iter()).map(Concrete::List),
        Value::Set(set) => sorted(all(inner, &mut set.borrow().keys()), false),
        Value::FrozenSet(set) => sorted(all(inner, &mut set.keys()), true),
        Value::Dict(dict) => {
            let (key_type, value_type) =
                if let Type::Dict(key, value) = ty { (&**key, &**value) } else { (&unknown, &unknown) };
            let table = dict.table.borrow();
            let entries = table.iter().map(|(key, value)| Some((of(key_type, key)?, of(value_type, value)?)));
            entries.collect::<Option<Vec<_>>>().map(Concrete::Dict)
        }
        _ => None,
    }
}
