//! Fresh copies of the values of a pair, for functions that may change their arguments.

use crate::value::{Dict, Record, Value};
use std::rc::Rc;

/// A copy that shares nothing mutable with the original. The values of a pair are trees, so that sharing inside one
/// need not be kept.
pub fn deep_copy(value: &Value) -> Value {
    match value {
        Value::List(items) => Value::list(items.borrow().iter().map(deep_copy).collect()),
        Value::Set(set) => Value::set(set.borrow().clone()),
        Value::Tuple(items) if items.iter().any(holds_mutable) => Value::tuple(items.iter().map(deep_copy)),
        Value::Record(record) if record.fields.iter().any(holds_mutable) => Value::Record(Rc::new(Record {
            class: record.class,
            is_tuple: record.is_tuple,
            fields: record.fields.iter().map(deep_copy).collect(),
        })),
        Value::Dict(dict) => {
            let mut table = dict.table.borrow().clone();
            table.retain(|_, value| {
                *value = deep_copy(value);
                true
            });
            Value::Dict(Dict::with_table(dict.kind.clone(), table))
        }
        other => other.clone(),
    }
}

fn holds_mutable(value: &Value) -> bool {
    match value {
        Value::List(_) | Value::Set(_) | Value::Dict(_) => true,
        Value::Tuple(items) => items.iter().any(holds_mutable),
        Value::Record(record) => record.fields.iter().any(holds_mutable),
        _ => false,
    }
}
