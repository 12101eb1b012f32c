//! `copy.copy` and `copy.deepcopy`.

use std::collections::HashMap;
use std::rc::Rc;

use lang::builtins::Exception;
use lang::problem::RecordId;

use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{Object, Slot};
use crate::refusal::Result;
use crate::value::{Alt, Fields, ObjectId, Value};

/// Only an object that contains itself gets so deep.
const MOST_NESTED: u32 = 100;

impl Machine<'_> {
    pub fn copied(&mut self, value: &Value, deep: bool) -> Result<Value> {
        if deep {
            return Copier { known: HashMap::new(), nodes: HashMap::new(), depth: 0 }.copy(self, value);
        }
        self.by_alternative(value, &mut |this, alt| match alt {
            Alt::View(..) => this.refuse(Construct::CopyOfIterator),
            Alt::Object(id) => {
                let object = this.object(*id)?;
                if matches!(&*object, Object::Iter(_)) {
                    return this.refuse(Construct::CopyOfIterator);
                }
                Ok(Value::object(this.allocate((*object).clone())))
            }
            alt => Ok(Value::of(alt.clone())),
        })
    }
}

struct Copier {
    /// What is one object in the original is one in the copy.
    known: HashMap<ObjectId, ObjectId>,
    /// By number, the copies of nodes.
    nodes: HashMap<u32, Alt>,
    depth: u32,
}

impl Copier {
    fn copy(&mut self, machine: &mut Machine<'_>, value: &Value) -> Result<Value> {
        machine.step()?;
        if self.depth > MOST_NESTED {
            return machine.refuse(Construct::CopyOfItself);
        }
        let mut alts = Vec::new();
        for (lit, alt) in value.alts() {
            let copy = match alt {
                Alt::Tuple(items) => Alt::Tuple(self.all(machine, items)?),
                Alt::Record(class, fields) => self.record(machine, *class, fields)?,
                Alt::View(..) => {
                    machine.raise(*lit, Exception::TypeError);
                    continue;
                }
                Alt::Object(id) => Alt::Object(self.object(machine, *id)?),
                other => other.clone(),
            };
            alts.push((*lit, copy));
        }
        Ok(Value::choice(alts))
    }

    fn record(&mut self, machine: &mut Machine<'_>, class: RecordId, fields: &Fields) -> Result<Alt> {
        if let Some(copy) = self.nodes.get(&fields.node).filter(|_| fields.node > 0) {
            return Ok(copy.clone());
        }
        let copies = self.all(machine, fields.shared())?;
        let copy = machine.new_record(class, copies.to_vec());
        if fields.node > 0 {
            self.nodes.insert(fields.node, copy.clone());
        }
        Ok(copy)
    }

    fn all(&mut self, machine: &mut Machine<'_>, items: &Rc<[Value]>) -> Result<Rc<[Value]>> {
        self.depth += 1;
        let copies = items.iter().map(|item| self.copy(machine, item)).collect();
        self.depth -= 1;
        copies
    }

    fn object(&mut self, machine: &mut Machine<'_>, id: ObjectId) -> Result<ObjectId> {
        if let Some(copy) = self.known.get(&id) {
            return Ok(*copy);
        }
        let object = machine.object(id)?;
        if matches!(&*object, Object::Iter(_)) {
            return machine.refuse(Construct::CopyOfIterator);
        }
        let copy = machine.allocate((*object).clone());
        self.known.insert(id, copy);
        self.depth += 1;
        let made = match &*object {
            Object::List(seq) | Object::Deque(seq, _) => {
                let mut seq = seq.clone();
                for Slot { value, .. } in &mut seq.slots {
                    *value = self.copy(machine, value)?;
                }
                Some(if let Object::Deque(_, most) = &*object { Object::Deque(seq, *most) } else { Object::List(seq) })
            }
            Object::Dict(dict) => {
                let mut dict = dict.clone();
                for entry in &mut dict.entries {
                    entry.key = self.copy(machine, &entry.key)?;
                    entry.value = self.copy(machine, &entry.value)?;
                }
                Some(Object::Dict(dict))
            }
            _ => None,
        };
        self.depth -= 1;
        if let Some(made) = made {
            machine.put(copy, made);
        }
        Ok(copy)
    }
}
