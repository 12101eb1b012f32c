//! `in`

use std::rc::Rc;

use circuit::Lit;
use lang::ast::BinaryOp;
use lang::builtins::Exception;

use crate::construct::Construct;
use crate::equality::tuple_items;
use crate::machine::Machine;
use crate::objects::{Dict, Object, ViewKind};
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

impl Machine<'_> {
    /// `value in container`
    pub fn contains(&mut self, container: &Value, value: &Value) -> Result<Lit> {
        let mut cases = Vec::new();
        if self.has_instance(container)? {
            for (lit, part, class) in self.by_class(container)? {
                let inside = self.under(lit, |this| match (class, part.single()) {
                    (Some(class), _) => this.instance_contains(&part, class, value),
                    (None, Some(alt)) => this.contains_alt(alt, value),
                    (None, None) => Ok(Lit::FALSE),
                })?;
                if let Some(inside) = inside {
                    cases.push(self.circuit.and(lit, inside));
                }
            }
            return Ok(self.circuit.any(cases));
        }
        if let Some(alt) = container.single() {
            return self.contains_alt(alt, value);
        }
        for (lit, alt) in container.alts() {
            if let Some(inside) = self.under(*lit, |this| this.contains_alt(alt, value))? {
                cases.push(self.circuit.and(*lit, inside));
            }
        }
        Ok(self.circuit.any(cases))
    }

    fn contains_alt(&mut self, container: &Alt, value: &Value) -> Result<Lit> {
        if self.is_dead() {
            return Ok(Lit::FALSE);
        }
        match container {
            Alt::Tuple(_) => self.any_equal(&tuple_items(container), value),
            Alt::Record(class, items) if self.is_named_tuple(*class) => self.any_equal(items, value),
            Alt::FrozenSet(set) => {
                let value = self.frozen(value)?;
                self.check_hashable(&value)?;
                self.set_has(set, &value)
            }
            Alt::Range(parts) => {
                let value = self.as_integers(value);
                self.in_range(parts, &value)
            }
            Alt::Object(id) => match &*self.object_in_any_order(*id)? {
                Object::List(list) | Object::Deque(list, _) => {
                    let mut cases = Vec::new();
                    for slot in &list.slots {
                        self.step()?;
                        let same = self.equal(&slot.value, value)?;
                        cases.push(self.circuit.and(slot.present, same));
                    }
                    Ok(self.circuit.any(cases))
                }
                Object::Set(set) => {
                    let value = self.frozen(value)?;
                    self.check_hashable(&value)?;
                    self.set_has(set, &value)
                }
                Object::Dict(dict) => {
                    self.check_hashable(value)?;
                    self.dict_has(dict, value)
                }
                Object::Iter(_) => self.search(*id, value),
                Object::Instance(instance) => {
                    let class = instance.class;
                    self.instance_contains(&Value::of(container.clone()), class, value)
                }
                Object::Class(_) => {
                    self.raise(Lit::TRUE, Exception::TypeError);
                    Ok(Lit::FALSE)
                }
                Object::Cell(_) => self.inconsistent("a cell as a value"),
            },
            Alt::View(kind, id) => {
                let dict = self.dict(*id)?;
                self.in_view(*kind, &dict, value)
            }
            Alt::Str(_) | Alt::Text(_) => {
                let row = crate::text::text_row(container).unwrap_or_default();
                match self.text_argument(value)? {
                    Some(part) => self.text_contains(&row, &part),
                    None => Ok(Lit::FALSE),
                }
            }
            Alt::Class(class) if self.is_enumeration(*class) => {
                let mut cases = Vec::new();
                for (lit, alt) in value.alts() {
                    match alt {
                        Alt::Record(of, _) if of == class => cases.push(*lit),
                        Alt::Record(of, _) if self.is_enumeration(*of) => {}
                        _ => self.raise(*lit, Exception::TypeError),
                    }
                }
                Ok(self.circuit.any(cases))
            }
            _ => {
                self.raise(Lit::TRUE, Exception::TypeError);
                Ok(Lit::FALSE)
            }
        }
    }

    fn any_equal(&mut self, items: &[Value], value: &Value) -> Result<Lit> {
        let mut cases = Vec::new();
        for item in items {
            self.step()?;
            cases.push(self.equal(item, value)?);
        }
        Ok(self.circuit.any(cases))
    }

    /// A set is looked up in a set of frozensets as if it were frozen.
    pub fn frozen(&mut self, value: &Value) -> Result<Value> {
        let mut cases = Vec::new();
        let mut changed = false;
        for (lit, alt) in value.alts() {
            let frozen = match alt {
                Alt::Object(id) => match &*self.object(*id)? {
                    Object::Set(set) => Some(Value::of(Alt::FrozenSet(Rc::new(set.clone())))),
                    _ => None,
                },
                _ => None,
            };
            changed |= frozen.is_some();
            cases.push((*lit, frozen.unwrap_or_else(|| Value::of(alt.clone()))));
        }
        if changed { self.choose(&cases) } else { Ok(value.clone()) }
    }

    /// Whether a dict has a key, which is hashable.
    pub fn dict_has(&mut self, dict: &Dict, key: &Value) -> Result<Lit> {
        let mut cases = Vec::new();
        for entry in &dict.entries {
            self.step()?;
            let same = self.equal(&entry.key, key)?;
            cases.push(self.circuit.and(entry.present, same));
        }
        Ok(self.circuit.any(cases))
    }

    /// Takes items from an iterator up to and with the first equal one.
    fn search(&mut self, id: ObjectId, value: &Value) -> Result<Lit> {
        let mut found = Lit::FALSE;
        self.consume(&Value::object(id), &mut |this, item| {
            let same = this.equal(&item, value)?;
            let here = this.circuit.and(this.path, same);
            found = this.circuit.or(found, here);
            Ok(same)
        })?;
        Ok(found)
    }

    fn in_view(&mut self, kind: ViewKind, dict: &Dict, value: &Value) -> Result<Lit> {
        match kind {
            ViewKind::Keys => {
                self.check_hashable(value)?;
                self.dict_has(dict, value)
            }
            ViewKind::Values => {
                let mut cases = Vec::new();
                for entry in &dict.entries {
                    let same = self.equal(&entry.value, value)?;
                    cases.push(self.circuit.and(entry.present, same));
                }
                Ok(self.circuit.any(cases))
            }
            ViewKind::Items => {
                let mut cases = Vec::new();
                for (lit, alt) in value.alts() {
                    if !self.is_tuple(alt) {
                        continue;
                    }
                    let items = tuple_items(alt);
                    let [key, wanted] = &*items else { continue };
                    let inside = self.under(*lit, |this| {
                        this.check_hashable(key)?;
                        let mut cases = Vec::new();
                        for entry in &dict.entries {
                            let (same_key, same) = (this.equal(&entry.key, key)?, this.equal(&entry.value, wanted)?);
                            cases.push(this.circuit.all([entry.present, same_key, same]));
                        }
                        Ok(this.circuit.any(cases))
                    })?;
                    if let Some(inside) = inside {
                        cases.push(self.circuit.and(*lit, inside));
                    }
                }
                Ok(self.circuit.any(cases))
            }
        }
    }

    /// By arithmetic: a range may be long.
    fn in_range(&mut self, parts: &[Value; 3], value: &Value) -> Result<Lit> {
        let mut numbers = Vec::new();
        for (lit, alt) in value.alts() {
            if alt.is_number() {
                numbers.push((*lit, alt.clone()));
            } else if matches!(alt, Alt::Atom(..)) {
                self.refuse_if(*lit, Construct::AtomWithNumber)?;
            }
        }
        if numbers.is_empty() {
            return Ok(Lit::FALSE);
        }
        let Some(step) = parts[2].single().and_then(Alt::int) else {
            return self.refuse(Construct::RangeStep);
        };
        let is_number = self.circuit.any(numbers.iter().map(|(lit, _)| *lit));
        let number = Value::choice(numbers);
        let (from, to) = (&parts[0], &parts[1]);
        let (before, inside) = if step > 0 {
            (self.less(&number, from)?, self.less(&number, to)?)
        } else {
            (self.less(from, &number)?, self.less(to, &number)?)
        };
        let mut conditions = vec![is_number, !before, inside];
        if step.abs() != 1 {
            let distance = self.arithmetic(BinaryOp::Subtract, &number, from)?;
            let rest = self.arithmetic(BinaryOp::Modulo, &distance, &Value::int(step))?;
            conditions.push(self.equal(&rest, &Value::int(0))?);
        }
        Ok(self.circuit.all(conditions))
    }

    /// Whether every element of one set or view is in another.
    pub fn is_within(&mut self, left: &Alt, right: &Alt) -> Result<Lit> {
        let slots = self.items(&Value::of(left.clone()))?;
        let container = Value::of(right.clone());
        let mut parts = Vec::new();
        for slot in slots {
            // Which element is reached first, if one cannot be hashed, depends on the sizes.
            let (path, raised) = (self.path, self.raised.len());
            let inside = self.under(slot.present, |this| this.contains(&container, &slot.value))?;
            if self.path != path || self.raised.len() != raised {
                return self.refuse(Construct::UnhashableViewsCompared);
            }
            if let Some(inside) = inside {
                parts.push(self.circuit.implies(slot.present, inside));
            }
        }
        Ok(self.circuit.all(parts))
    }
}
