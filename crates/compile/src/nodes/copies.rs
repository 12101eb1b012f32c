//! What a call can read, what it made, and copies of that.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::Objects;
use crate::classes::Special;
use crate::machine::Machine;
use crate::objects::{Dict, DictKind, Entry, Object, Seq, Set, Slot};
use crate::value::{Alt, Closure, Fields, ObjectId, Value};

impl Machine<'_> {
    /// The objects that a call can read. `None` if one is an iterator: reading changes it.
    pub(super) fn readable(&self, closure: &Closure, args: &[Value]) -> Option<Objects> {
        let mut walk =
            Walk { machine: self, seen: HashSet::new(), found: Vec::new(), known: HashSet::new(), to_copy: false };
        let roots = args.iter().chain(&closure.cells).chain(&closure.defaults);
        let roots = roots.chain(self.state.globals.iter()).chain(self.record_defaults.iter().flatten());
        for value in roots {
            walk.value(value, ObjectId(0))?;
        }
        for class in self.record_members.iter().flatten() {
            walk.object(*class, ObjectId(0))?;
        }
        Some(walk.found)
    }

    /// The objects of a result that did not exist before a call. `None` if one cannot be copied.
    pub(super) fn made_since(&self, first: u32, result: &Value) -> Option<Objects> {
        let mut walk =
            Walk { machine: self, seen: HashSet::new(), found: Vec::new(), known: HashSet::new(), to_copy: true };
        walk.value(result, ObjectId(first))?;
        let can_be_copied = |object: &Object| matches!(object, Object::List(_) | Object::Set(_) | Object::Dict(_));
        walk.found.iter().all(|(_, object)| can_be_copied(object)).then_some(walk.found)
    }

    /// The result of a call with new objects for those that the call made.
    pub(super) fn copied_result(&mut self, result: &Value, made: &Objects) -> Value {
        if made.is_empty() {
            return result.clone();
        }
        let mut copies = HashMap::new();
        for (id, _) in made {
            copies.insert(*id, ObjectId(self.next_object));
            self.next_object += 1;
            if let Some(sources) = self.unordered.get(id).cloned() {
                self.unordered.insert(copies[id], sources);
            }
        }
        let mut copier = Copier { copies, nodes: HashMap::new(), last: self.nodes.last };
        let objects: Vec<(ObjectId, Object)> =
            made.iter().map(|(id, object)| (copier.copies[id], copier.object(object))).collect();
        let result = copier.value(result);
        self.nodes.last = copier.last;
        for (id, object) in objects {
            self.state.heap.put(id, Rc::new(object));
        }
        result
    }
}

struct Walk<'a, 'p> {
    machine: &'a Machine<'p>,
    /// Fields of nodes that were visited.
    seen: HashSet<u32>,
    found: Objects,
    known: HashSet<ObjectId>,
    /// Whether what is found has to be copied.
    to_copy: bool,
}

impl Walk<'_, '_> {
    /// Finds objects from a number on. `None` at what cannot be followed.
    fn value(&mut self, value: &Value, first: ObjectId) -> Option<()> {
        for (_, alt) in value.alts() {
            match alt {
                Alt::Tuple(items) => items.iter().try_for_each(|item| self.value(item, first))?,
                Alt::Record(_, fields) if !fields.holds_objects => {}
                Alt::Record(_, fields) if fields.node == 0 || self.seen.insert(fields.node) => {
                    fields.iter().try_for_each(|item| self.value(item, first))?;
                }
                Alt::FrozenSet(set) => set.inner().into_iter().try_for_each(|item| self.value(item, first))?,
                Alt::Object(id) | Alt::View(_, id) | Alt::Cell(id) => self.object(*id, first)?,
                // Python makes a new one in each call, which `is` would show.
                Alt::Function(_) | Alt::Exception(..) | Alt::Special(_) if self.to_copy => return None,
                Alt::Exception(_, parts) => parts.iter().try_for_each(|item| self.value(item, first))?,
                Alt::Special(special) => {
                    if let Special::Super(class, _) = &**special {
                        self.object(*class, first)?;
                    }
                    special.inner().into_iter().try_for_each(|item| self.value(item, first))?;
                }
                Alt::Function(closure) => {
                    closure.cells.iter().chain(&closure.defaults).try_for_each(|item| self.value(item, first))?;
                }
                Alt::Method(method) => self.value(&method.0, first)?,
                _ => {}
            }
        }
        Some(())
    }

    fn object(&mut self, id: ObjectId, first: ObjectId) -> Option<()> {
        if id < first || !self.known.insert(id) {
            return Some(());
        }
        // A cell or object of another branch does not exist here.
        let Some(object) = self.machine.state.heap.get(id) else { return Some(()) };
        self.found.push((id, Rc::clone(object)));
        match &**object {
            Object::Iter(_) => return None,
            Object::Instance(instance) => self.object(instance.class, first)?,
            Object::Class(class) => class.ancestors.iter().try_for_each(|class| self.object(*class, first))?,
            _ => {}
        }
        object.inner().into_iter().try_for_each(|item| self.value(item, first))
    }
}

struct Copier {
    copies: HashMap<ObjectId, ObjectId>,
    /// Nodes that hold copied objects, by number.
    nodes: HashMap<u32, Fields>,
    last: u32,
}

impl Copier {
    fn object(&mut self, object: &Object) -> Object {
        match object {
            Object::List(seq) => Object::List(Seq { slots: self.slots(&seq.slots) }),
            Object::Set(set) => Object::Set(self.set(set)),
            Object::Dict(dict) => {
                let kind = match &dict.kind {
                    DictKind::Default(factory) => DictKind::Default(self.value(factory)),
                    other => other.clone(),
                };
                let entries = dict.entries.iter().map(|entry| Entry {
                    present: entry.present,
                    key: self.value(&entry.key),
                    value: self.value(&entry.value),
                });
                let entries = entries.collect();
                Object::Dict(Dict { kind, entries, removals: dict.removals })
            }
            other => other.clone(),
        }
    }

    fn slots(&mut self, slots: &[Slot]) -> Vec<Slot> {
        slots.iter().map(|slot| Slot { present: slot.present, value: self.value(&slot.value) }).collect()
    }

    fn set(&mut self, set: &Set) -> Set {
        let keyed = set.keyed.iter().map(|(key, (lit, value))| (key.clone(), (*lit, self.value(value)))).collect();
        Set { keyed, loose: self.slots(&set.loose), removals: set.removals }
    }

    fn value(&mut self, value: &Value) -> Value {
        if !value.holds_objects() {
            return value.clone();
        }
        Value::choice(value.alts().iter().map(|(lit, alt)| (*lit, self.alt(alt))).collect())
    }

    fn alt(&mut self, alt: &Alt) -> Alt {
        let id = |id: &ObjectId, this: &Self| this.copies.get(id).copied().unwrap_or(*id);
        match alt {
            Alt::Object(object) => Alt::Object(id(object, self)),
            Alt::View(kind, object) => Alt::View(*kind, id(object, self)),
            Alt::Tuple(items) => Alt::Tuple(items.iter().map(|item| self.value(item)).collect()),
            Alt::Record(_, fields) if !fields.holds_objects => alt.clone(),
            Alt::Record(class, fields) => Alt::Record(*class, self.fields(fields)),
            Alt::FrozenSet(set) => Alt::FrozenSet(Rc::new(self.set(set))),
            Alt::Method(method) => Alt::Method(Rc::new((self.value(&method.0), method.1))),
            other => other.clone(),
        }
    }

    /// A node that holds nothing that was copied stays what it is.
    fn fields(&mut self, fields: &Fields) -> Fields {
        if let Some(known) = self.nodes.get(&fields.node).filter(|_| fields.node > 0) {
            return known.clone();
        }
        let values: Vec<Value> = fields.iter().map(|item| self.value(item)).collect();
        let is_same = values.iter().zip(fields.iter()).all(|(new, old)| same_value(new, old));
        let copy = if is_same {
            fields.clone()
        } else if fields.node == 0 {
            values.into()
        } else {
            self.last += 1;
            Fields::numbered(values, self.last)
        };
        if fields.node > 0 {
            self.nodes.insert(fields.node, copy.clone());
        }
        copy
    }
}

/// Whether two values have the same alternatives under the same literals.
pub(super) fn same_value(one: &Value, other: &Value) -> bool {
    if one.is_same(other) {
        return true;
    }
    let (one, other) = (one.alts(), other.alts());
    one.len() == other.len() && one.iter().zip(other).all(|((l, a), (r, b))| l == r && same_alt(a, b))
}

fn same_alt(one: &Alt, other: &Alt) -> bool {
    let all = |a: &[Value], b: &[Value]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_value(a, b));
    match (one, other) {
        (Alt::Text(a), Alt::Text(b)) => Rc::ptr_eq(a, b),
        (Alt::Bits(a), Alt::Bits(b)) => a.lits == b.lits && a.low == b.low && a.high == b.high,
        (Alt::Tuple(a), Alt::Tuple(b)) => all(a, b),
        (Alt::Record(c, a), Alt::Record(d, b)) => c == d && a.node == b.node && (a.node > 0 || all(a, b)),
        (Alt::FrozenSet(a), Alt::FrozenSet(b)) => Rc::ptr_eq(a, b),
        (Alt::Range(a), Alt::Range(b)) => all(&**a, &**b),
        (Alt::Method(a), Alt::Method(b)) => Rc::ptr_eq(a, b),
        (a, b) => a.is_scalar() && b.is_scalar() && a.order(b).is_eq(),
    }
}
