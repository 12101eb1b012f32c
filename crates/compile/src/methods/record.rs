//! Records with some fields changed: `_replace` of a `NamedTuple`, `replace` of a dataclass.

use std::sync::Arc;

use lang::builtins::Exception;

use crate::machine::Machine;
use crate::value::{Alt, Value};

impl Machine<'_> {
    /// A copy of a record with some fields changed.
    pub fn with_fields(&mut self, alt: &Alt, changes: &[(Arc<str>, Value)]) -> Value {
        let Alt::Record(class, fields) = alt else { return self.raise_always(Exception::TypeError) };
        let declared = &self.problem.records[usize::from(class.0)].fields;
        let mut fields = fields.to_vec();
        for (name, value) in changes {
            match declared.iter().position(|field| *field.name == **name) {
                Some(position) => fields[position] = value.clone(),
                // A dataclass complains through its constructor, a NamedTuple itself.
                None if self.is_named_tuple(*class) => return self.raise_always(Exception::ValueError),
                None => return self.raise_always(Exception::TypeError),
            }
        }
        Value::of(self.new_record(*class, fields))
    }
}
