//! The parameters' symbolic values, from their layout.

use std::rc::Rc;

use circuit::{Lit, bits};
use lang::problem::EnumValue;
use num_traits::ToPrimitive;

use crate::construct::LargeValue;
use crate::layout::Place;
use crate::machine::Machine;
use crate::objects::{Dict, DictKind, Entry, Object, Seq, Set, Slot};
use crate::refusal::Result;
use crate::value::{Alt, Bits, Value};
use pairs::concrete::Concrete;

impl Machine<'_> {
    /// The value that a place describes; containers are new objects.
    pub fn argument(&mut self, place: &Place) -> Result<Value> {
        Ok(match place {
            Place::Listed(values) => {
                let mut cases = Vec::new();
                for (lit, value) in values {
                    cases.push((*lit, self.constant(value)?));
                }
                match &*cases {
                    [(_, only)] => only.clone(),
                    // Members of an enumeration are records of one class, which become one whose fields are choices.
                    _ if values.iter().any(|(_, value)| matches!(value, Concrete::Member(..))) => {
                        self.choose(&cases)?
                    }
                    _ => Value::choice(
                        cases.into_iter().filter_map(|(lit, value)| Some((lit, value.single()?.clone()))).collect(),
                    ),
                }
            }
            Place::Bits { low, high, lits } => {
                let (low, high) = (i128::from(*low), i128::from(*high));
                let width = crate::numbers::width(low, high).max(lits.len() + 2);
                let offset = bits::zero_extend(lits, width);
                let base = bits::from_const(low, width);
                let sum = bits::add(&mut self.circuit, &offset, &base);
                let word = sum[..crate::numbers::width(low, high)].to_vec();
                Value::of(Alt::Bits(Rc::new(Bits { lits: word, low, high })))
            }
            Place::Optional { some, none, inner } => {
                let inner = self.argument(inner)?;
                self.choose(&[(*none, Value::none()), (*some, inner)])?
            }
            Place::Tuple(parts) => Value::tuple(self.arguments_of(parts)?),
            Place::Record(class, fields) => Value::of(Alt::Record(*class, self.arguments_of(fields)?.into())),
            Place::Union(alternatives) => {
                let mut cases = Vec::new();
                for (lit, place) in alternatives {
                    cases.push((*lit, self.argument(place)?));
                }
                self.choose(&cases)?
            }
            Place::Nodes { pool, inner, .. } => {
                let outer = std::mem::take(&mut self.pool);
                self.node_values(pool)?;
                let value = self.argument(inner)?;
                self.pool = outer;
                value
            }
            Place::Node(choices) => self.node_choice(choices)?,
            Place::List(cells) => {
                let mut slots = Vec::new();
                for (there, cell) in cells {
                    slots.push(Slot { present: *there, value: self.argument(cell)? });
                }
                self.exchange_neighbors(&mut slots);
                for neighbors in slots.windows(2) {
                    self.lengths.insert((neighbors[0].present, neighbors[1].present));
                }
                let list = self.new_list(Seq { slots });
                self.note_free_list(&list, cells.first().map(|(there, _)| *there));
                list
            }
            Place::Text(cells) => {
                let mut slots = Vec::new();
                for (there, cell) in cells {
                    slots.push(Slot { present: *there, value: self.argument(cell)? });
                }
                for neighbors in slots.windows(2) {
                    self.lengths.insert((neighbors[0].present, neighbors[1].present));
                }
                Value::of(Alt::Text(Rc::new(Seq { slots })))
            }
            Place::Unordered(elements, most) => {
                self.at_most.push((elements.iter().map(|(lit, _)| *lit).collect(), *most));
                let mut slots = Vec::new();
                for (lit, element) in elements {
                    slots.push(Slot { present: *lit, value: self.constant(element)? });
                }
                self.new_list(Seq { slots })
            }
            Place::Set { elements, most, frozen } => {
                self.at_most.push((elements.iter().map(|(lit, _)| *lit).collect(), *most));
                let mut set = Set::default();
                for (lit, element) in elements {
                    let value = self.constant(element)?;
                    self.set_add(&mut set, *lit, &value)?;
                }
                if *frozen {
                    Value::of(Alt::FrozenSet(Rc::new(set)))
                } else {
                    Value::object(self.allocate(Object::Set(set)))
                }
            }
            Place::Dict(entries) => {
                let mut dict = Dict::new(DictKind::Plain);
                for (there, key, value) in entries {
                    let (key, value) = (self.argument(key)?, self.argument(value)?);
                    dict.entries.push(Entry { present: *there, key, value });
                }
                Value::object(self.allocate(Object::Dict(dict)))
            }
        })
    }

    fn arguments_of(&mut self, places: &[Place]) -> Result<Vec<Value>> {
        places.iter().map(|place| self.argument(place)).collect()
    }

    fn value_of_member(&mut self, value: &EnumValue) -> Result<Value> {
        Ok(match value {
            EnumValue::None => Value::none(),
            EnumValue::Bool(truth) => Value::of(Alt::Bool(*truth)),
            EnumValue::Int(number) => match number.to_i128() {
                Some(number) if number.unsigned_abs() < 1 << 100 => Value::int(number),
                _ => return self.refuse(LargeValue::Integer),
            },
            EnumValue::Float(number) => Value::of(Alt::Float(number.to_bits())),
            EnumValue::Str(text) => Value::of(Alt::Str(text.clone())),
            EnumValue::Tuple(items) => {
                Value::tuple(items.iter().map(|item| self.value_of_member(item)).collect::<Result<Vec<_>>>()?)
            }
        })
    }

    /// A value without anything unknown in it.
    fn constant(&mut self, value: &Concrete) -> Result<Value> {
        let all = |this: &mut Self, items: &[Concrete]| -> Result<Vec<Value>> {
            items.iter().map(|item| this.constant(item)).collect()
        };
        Ok(match value {
            Concrete::None => Value::none(),
            Concrete::Bool(truth) => Value::of(Alt::Bool(*truth)),
            Concrete::Int(number) => Value::int(i128::from(*number)),
            Concrete::Str(text) => Value::of(Alt::Str(text.clone())),
            Concrete::Member(class, index, name) => {
                let member = &self.problem.records[usize::from(class.0)].choices[usize::from(*index)];
                let value = self.value_of_member(&member.value)?;
                Value::of(Alt::Record(*class, vec![Value::of(Alt::Str(name.clone())), value].into()))
            }
            Concrete::Text(_) => Value::of(Alt::Str(value.as_text().unwrap_or_default().into())),
            Concrete::Atom(ty, id) => Value::of(self.atoms.alternative(*ty, *id)),
            Concrete::Tuple(items) => Value::tuple(all(self, items)?),
            Concrete::Record(class, items) => Value::of(Alt::Record(*class, all(self, items)?.into())),
            Concrete::Node(class, items) => {
                let fields = all(self, items)?;
                Value::of(self.new_record(*class, fields))
            }
            Concrete::List(items) => {
                let items = all(self, items)?;
                self.new_list(Seq::of(items))
            }
            Concrete::Set { elements, frozen } => {
                let mut set = Set::default();
                for element in elements {
                    let element = self.constant(element)?;
                    self.set_add(&mut set, Lit::TRUE, &element)?;
                }
                if *frozen {
                    Value::of(Alt::FrozenSet(Rc::new(set)))
                } else {
                    Value::object(self.allocate(Object::Set(set)))
                }
            }
            Concrete::Dict(entries) => {
                let mut dict = Dict::new(DictKind::Plain);
                for (key, value) in entries {
                    let (key, value) = (self.constant(key)?, self.constant(value)?);
                    dict.entries.push(Entry { present: Lit::TRUE, key, value });
                }
                Value::object(self.allocate(Object::Dict(dict)))
            }
        })
    }
}
