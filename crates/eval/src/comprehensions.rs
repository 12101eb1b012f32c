//! Comprehensions, and generators that `all`, `any`, `sum` and their like consume on the spot.

use std::ops::ControlFlow;
use std::rc::Rc;

use crate::code::{Clause, Comprehension, Display, Fold, Node};
use crate::fault::{Result, type_error};
use crate::iterators::generator::stop_iteration_is_an_error;
use crate::machine::{Machine, cell};
use crate::table::Table;
use crate::value::{DictKind, Items, Value};

impl<'p> Machine<'p> {
    pub(crate) fn fold(&mut self, fold: Fold, comprehension: &Comprehension, frame: &mut [Value]) -> Result<Value> {
        match fold {
            Fold::All => self.quantify(comprehension, false, frame),
            Fold::Any => self.quantify(comprehension, true, frame),
            Fold::Sum => {
                let mut total = Value::Int(0);
                self.run(comprehension, frame, &mut |machine, frame| {
                    let item = machine.eval(&comprehension.element, frame)?;
                    total = match (&total, &item) {
                        (Value::Int(a), Value::Int(b)) if let Some(sum) = a.checked_add(*b) => Value::Int(sum),
                        _ => machine.add_to_sum(&total, &item)?,
                    };
                    Ok(ControlFlow::Continue(()))
                })?;
                Ok(total)
            }
        }
    }

    pub(crate) fn add_to_sum(&mut self, total: &Value, item: &Value) -> Result<Value> {
        if matches!(total, Value::Str(_)) {
            return type_error("sum() can't sum strings");
        }
        self.binary(lang::ast::BinaryOp::Add, total, item)
    }

    /// `all` stops at the first false element, `any` at the first true one.
    fn quantify(&mut self, comprehension: &Comprehension, stop_at: bool, frame: &mut [Value]) -> Result<Value> {
        let mut stopped = false;
        self.run(comprehension, frame, &mut |machine, frame| {
            if machine.test(&comprehension.element, frame)? == stop_at {
                stopped = true;
                return Ok(ControlFlow::Break(()));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(Value::Bool(stopped == stop_at))
    }

    pub(crate) fn comprehend(&mut self, display: Display, parts: &Comprehension, frame: &mut [Value]) -> Result<Value> {
        match display {
            Display::Set | Display::FrozenSet => {
                let mut table = Table::default();
                self.run(parts, frame, &mut |machine, frame| {
                    table.add(machine.eval(&parts.element, frame)?)?;
                    Ok(ControlFlow::Continue(()))
                })?;
                Ok(if display == Display::Set { Value::set(table) } else { Value::frozenset(table) })
            }
            Display::List | Display::Tuple => {
                let mut items = Vec::new();
                self.run(parts, frame, &mut |machine, frame| {
                    items.push(machine.eval(&parts.element, frame)?);
                    Ok(ControlFlow::Continue(()))
                })?;
                Ok(match display {
                    Display::Tuple => Value::Tuple(Rc::new(Items::from_vec(items))),
                    _ => Value::list(items),
                })
            }
        }
    }

    pub(crate) fn comprehend_dict(&mut self, parts: &Comprehension, frame: &mut [Value]) -> Result<Value> {
        let mut table = Table::default();
        let value_node = parts.value.as_ref().unwrap_or(&Node::None);
        self.run(parts, frame, &mut |machine, frame| {
            let key = machine.eval(&parts.element, frame)?;
            let value = machine.eval(value_node, frame)?;
            table.insert(key, value)?;
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(Value::dict(DictKind::Plain, table))
    }

    fn run<F>(&mut self, parts: &Comprehension, frame: &mut [Value], body: &mut F) -> Result<()>
    where
        F: FnMut(&mut Machine<'p>, &mut [Value]) -> Result<ControlFlow<()>>,
    {
        for slot in &parts.cells {
            frame[*slot as usize] = cell(Value::Unbound);
        }
        match self.clauses(&parts.clauses, frame, body) {
            Ok(_) => Ok(()),
            Err(fault) if parts.is_generator => stop_iteration_is_an_error(fault),
            Err(fault) => Err(fault),
        }
    }

    fn clauses<F>(&mut self, clauses: &[Clause], frame: &mut [Value], body: &mut F) -> Result<ControlFlow<()>>
    where
        F: FnMut(&mut Machine<'p>, &mut [Value]) -> Result<ControlFlow<()>>,
    {
        let Some((clause, rest)) = clauses.split_first() else { return body(self, frame) };
        let mut iter = self.iterate(&clause.iterable, frame)?;
        'next: while self.next_into(&mut iter, &clause.target, frame)? {
            self.step()?;
            for condition in &clause.conditions {
                if !self.test(condition, frame)? {
                    continue 'next;
                }
            }
            let flow = if rest.is_empty() { body(self, frame)? } else { self.clauses(rest, frame, body)? };
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
