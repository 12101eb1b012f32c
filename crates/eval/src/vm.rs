//! The instruction loop.
//!
//! Errors leave it with the span of the statement they happened in. Whatever an instruction needs more than a few
//! lines for is a method elsewhere: `operators`, `subscript`, `calls`, `iterators`.

use std::mem::replace;
use std::rc::Rc;

use lang::ast::{BinaryOp, CompareOp};

use crate::code::{CONSTANT, Code, Op};
use crate::compare::{equal, ordered};
use crate::fault::{Fault, Result, outside, raise, type_error};
use crate::frame::Frame;
use crate::iterators::Iter;
use crate::machine::{Machine, cell};
use crate::methods::Method;
use crate::table::Table;
use crate::truth::truth;
use crate::value::{DictKind, Items, Value};

/// The value of an operand.
macro_rules! get {
    ($regs:ident, $constants:ident, $operand:expr) => {{
        let operand = $operand;
        if operand & CONSTANT == 0 { &$regs[operand as usize] } else { &$constants[(operand & !CONSTANT) as usize] }
    }};
}

impl<'p> Machine<'p> {
    /// Runs code until it returns or yields. `frame.pc` says where it starts, and after a yield where it goes on.
    pub(crate) fn run(&mut self, code: &'p Code, frame: &mut Frame) -> Result<Value> {
        let mut pc = frame.pc;
        let result = self.instructions(code, frame, &mut pc);
        result.map_err(|fault| faulty(code, pc, fault))
    }

    #[inline]
    fn instructions(&mut self, code: &'p Code, frame: &mut Frame, at: &mut usize) -> Result<Value> {
        let constants = Rc::clone(&self.constants);
        let program = self.program;
        let Frame { regs, iters, pc: resume, yielded } = frame;
        let regs = &mut regs[..];
        let iters = &mut iters[..];
        let ops = &code.ops[..];
        let mut pc = *resume;
        macro_rules! tri {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(fault) => {
                        *at = pc;
                        return Err(fault);
                    }
                }
            };
        }
        macro_rules! step {
            () => {
                match self.steps_left.checked_sub(1) {
                    Some(left) => self.steps_left = left,
                    None => tri!(self.out_of_steps()),
                }
            };
        }
        loop {
            let op = ops[pc];
            pc += 1;
            match op {
                Op::Move(to, from) => regs[to as usize] = get!(regs, constants, from).clone(),
                Op::Take(to, from) => {
                    let value = replace(&mut regs[from as usize], Value::Unbound);
                    regs[to as usize] = value;
                }
                Op::Check(register, name) => {
                    if let Value::Unbound = regs[register as usize] {
                        tri!(self.unbound_local(name));
                    }
                }
                Op::LoadGlobal(to, global) => match &self.globals[global as usize] {
                    Value::Unbound => tri!(self.unbound_global(global)),
                    value => regs[to as usize] = value.clone(),
                },
                Op::StoreGlobal(global, from) => self.globals[global as usize] = get!(regs, constants, from).clone(),
                Op::LoadCell(to, from, name, own) => {
                    let value = match &regs[from as usize] {
                        Value::Cell(cell) => cell.borrow().clone(),
                        _ => Value::Unbound,
                    };
                    match value {
                        Value::Unbound if own => tri!(self.unbound_local(name)),
                        Value::Unbound => tri!(self.unbound_free(name)),
                        value => regs[to as usize] = value,
                    }
                }
                Op::StoreCell(to, from) => {
                    let value = get!(regs, constants, from).clone();
                    if let Value::Cell(cell) = &regs[to as usize] {
                        *cell.borrow_mut() = value;
                    }
                }
                Op::NewCell(register) => regs[register as usize] = cell(Value::Unbound),
                Op::Jump(target) => pc = target as usize,
                Op::Loop(target) => {
                    step!();
                    pc = target as usize;
                }
                Op::JumpIf(operand, target) => {
                    if tri!(truth(get!(regs, constants, operand))) {
                        pc = target as usize;
                    }
                }
                Op::JumpUnless(operand, target) => {
                    if !tri!(truth(get!(regs, constants, operand))) {
                        pc = target as usize;
                    }
                }
                Op::JumpCompare { op, sense, left, right, target } => {
                    let (a, b) = (get!(regs, constants, left), get!(regs, constants, right));
                    let holds = match (a, b) {
                        (Value::Int(a), Value::Int(b)) if !matches!(op, CompareOp::In | CompareOp::NotIn) => {
                            compare_ints(op, *a, *b)
                        }
                        (Value::Atom(x), Value::Atom(y)) if x.ty == y.ty && op == CompareOp::Equal => x.id == y.id,
                        (Value::Atom(x), Value::Atom(y)) if x.ty == y.ty && op == CompareOp::NotEqual => x.id != y.id,
                        _ => tri!(self.compare(op, a, b)),
                    };
                    if holds == sense {
                        pc = target as usize;
                    }
                }
                Op::Compare(op, to, left, right) => {
                    let (a, b) = (get!(regs, constants, left), get!(regs, constants, right));
                    let holds = match (a, b) {
                        (Value::Int(a), Value::Int(b)) if !matches!(op, CompareOp::In | CompareOp::NotIn) => {
                            compare_ints(op, *a, *b)
                        }
                        _ => tri!(self.compare(op, a, b)),
                    };
                    regs[to as usize] = Value::Bool(holds);
                }
                Op::Not(to, operand) => {
                    let holds = tri!(truth(get!(regs, constants, operand)));
                    regs[to as usize] = Value::Bool(!holds);
                }
                Op::Unary(op, to, operand) => {
                    let value = tri!(crate::numbers::unary(op, get!(regs, constants, operand)));
                    regs[to as usize] = value;
                }
                Op::Binary(op, to, left, right) => {
                    let (a, b) = (get!(regs, constants, left), get!(regs, constants, right));
                    let value = match (op, a, b) {
                        (BinaryOp::Add, Value::Int(a), Value::Int(b)) if let Some(sum) = a.checked_add(*b) => {
                            Value::Int(sum)
                        }
                        (BinaryOp::Subtract, Value::Int(a), Value::Int(b)) if let Some(rest) = a.checked_sub(*b) => {
                            Value::Int(rest)
                        }
                        _ => tri!(self.binary(op, a, b)),
                    };
                    regs[to as usize] = value;
                }
                Op::InPlace(op, to, left, right) => {
                    let (a, b) = (get!(regs, constants, left), get!(regs, constants, right));
                    let value = match (op, a, b) {
                        (BinaryOp::Add, Value::Int(a), Value::Int(b)) if let Some(sum) = a.checked_add(*b) => {
                            Value::Int(sum)
                        }
                        _ => tri!(self.in_place(op, a, b)),
                    };
                    regs[to as usize] = value;
                }
                Op::Tuple(to, first, size) => {
                    let range = first as usize..first as usize + size as usize;
                    let items: Items = regs[range].iter_mut().map(|item| replace(item, Value::Unbound)).collect();
                    regs[to as usize] = Value::Tuple(Rc::new(items));
                }
                Op::List(to, first, size) => {
                    let range = first as usize..first as usize + size as usize;
                    let items = regs[range].iter_mut().map(|item| replace(item, Value::Unbound)).collect();
                    regs[to as usize] = Value::list(items);
                }
                Op::Set(to, first, size) => {
                    let mut table = Table::with_capacity(size as usize);
                    for register in first as usize..first as usize + size as usize {
                        tri!(table.add(replace(&mut regs[register], Value::Unbound)));
                    }
                    regs[to as usize] = Value::set(table);
                }
                Op::Dict(to, first, size) => {
                    let mut table = Table::with_capacity(size as usize);
                    for pair in regs[first as usize..first as usize + 2 * size as usize].chunks_exact_mut(2) {
                        let [key, value] = pair else { continue };
                        tri!(table.insert(replace(key, Value::Unbound), replace(value, Value::Unbound)));
                    }
                    regs[to as usize] = Value::dict(DictKind::Plain, table);
                }
                Op::CheckAttribute(register, name) => {
                    tri!(self.attribute(&regs[register as usize], name));
                }
                Op::NewList(to) => regs[to as usize] = Value::list(Vec::new()),
                Op::NewSet(to) => regs[to as usize] = Value::set(Table::default()),
                Op::NewDict(to) => regs[to as usize] = Value::dict(DictKind::Plain, Table::default()),
                Op::Append(list, from) => {
                    if let Value::List(items) = &regs[list as usize] {
                        items.borrow_mut().push(get!(regs, constants, from).clone());
                    }
                }
                Op::Insert(set, from) => {
                    if let Value::Set(table) = &regs[set as usize] {
                        tri!(table.borrow_mut().add(get!(regs, constants, from).clone()));
                    }
                }
                Op::SetKey(dict, key, value) => {
                    if let Value::Dict(dict) = &regs[dict as usize] {
                        let (key, value) = (get!(regs, constants, key).clone(), get!(regs, constants, value).clone());
                        tri!(dict.table.borrow_mut().insert(key, value));
                    }
                }
                Op::Extend(list, from) => {
                    let value = get!(regs, constants, from).clone();
                    tri!(self.extend(&regs[list as usize], &value));
                }
                Op::InsertAll(set, from) => {
                    let value = get!(regs, constants, from).clone();
                    tri!(self.insert_all(&regs[set as usize], &value));
                }
                Op::Merge(dict, from) => tri!(merge(&regs[dict as usize], get!(regs, constants, from))),
                Op::ListToTuple(register) => {
                    if let Value::List(items) = &regs[register as usize] {
                        let items = Items::from_vec(items.take());
                        regs[register as usize] = Value::Tuple(Rc::new(items));
                    }
                }
                Op::SetToFrozen(register) => {
                    if let Value::Set(set) = &regs[register as usize] {
                        let table = set.take();
                        regs[register as usize] = Value::frozenset(table);
                    }
                }
                Op::AddSum(total, from) => {
                    let sum = match (&regs[total as usize], get!(regs, constants, from)) {
                        (Value::Int(a), Value::Int(b)) if let Some(sum) = a.checked_add(*b) => Value::Int(sum),
                        (total, item) => tri!(self.add_to_sum(total, item)),
                    };
                    regs[total as usize] = sum;
                }
                Op::Index(to, base, index) => {
                    let value = tri!(self.get_item(get!(regs, constants, base), get!(regs, constants, index)));
                    regs[to as usize] = value;
                }
                Op::SetIndex(base, index, from) => {
                    let value = get!(regs, constants, from).clone();
                    tri!(self.set_item(get!(regs, constants, base), get!(regs, constants, index), value));
                }
                Op::DeleteIndex(base, index) => {
                    tri!(self.delete_item(get!(regs, constants, base), get!(regs, constants, index)));
                }
                Op::Slice(to, first) => {
                    let parts = regs[first as usize..first as usize + 3].iter().cloned().collect();
                    regs[to as usize] = crate::subscript::slice_marker(parts);
                }
                Op::Field(to, base, name) => {
                    let value = tri!(self.attribute(get!(regs, constants, base), name));
                    regs[to as usize] = value;
                }
                Op::Len(to, operand) => {
                    let length = tri!(crate::builtins::len(get!(regs, constants, operand)));
                    regs[to as usize] = Value::Int(length);
                }
                Op::MakeSet(to, operand) => {
                    let table = match get!(regs, constants, operand) {
                        Value::List(items) => tri!(Table::from_items(&items.borrow())),
                        Value::Tuple(items) => tri!(Table::from_items(items)),
                        other => tri!(self.set_from(other)),
                    };
                    regs[to as usize] = Value::set(table);
                }
                Op::CallFunction(to, first, size, callee) => {
                    let code = &program.codes[callee.0 as usize];
                    if let Some(global) = code.global
                        && let Value::Unbound = self.globals[global as usize]
                    {
                        tri!(self.unbound_global(global));
                    }
                    let args = &mut regs[first as usize..first as usize + size as usize];
                    let frame = self.frame_with(code, args);
                    regs[to as usize] = tri!(self.enter(code, frame));
                }
                Op::CallBuiltin(to, first, size, builtin) => {
                    let arguments = self.taken(&mut regs[first as usize..first as usize + size as usize]);
                    regs[to as usize] = tri!(self.call_builtin(builtin, arguments));
                }
                Op::CallMethod(to, first, size, shape) => {
                    let args = &mut regs[first as usize..=first as usize + size as usize];
                    regs[to as usize] = tri!(self.method_of(args, shape));
                }
                Op::CallValue(to, first, size) => {
                    let callee = replace(&mut regs[first as usize], Value::Unbound);
                    let arguments = self.taken(&mut regs[first as usize + 1..=first as usize + size as usize]);
                    regs[to as usize] = tri!(self.call_value(&callee, arguments));
                }
                Op::CallShaped(to, first, shape) => regs[to as usize] = tri!(self.call_shaped(regs, first, shape)),
                Op::Push(method, receiver, operand) => {
                    let value = get!(regs, constants, operand).clone();
                    match (&regs[receiver as usize], method) {
                        (Value::Set(set), Method::Add) => tri!(set.borrow_mut().add(value)),
                        (Value::List(items), Method::Append) => items.borrow_mut().push(value),
                        (other, method) => tri!(no_method(other, method)),
                    }
                }
                Op::Iterate(slot, operand) => {
                    iters[slot as usize] = tri!(self.iter(get!(regs, constants, operand)));
                }
                Op::IterateBuiltin(slot, first, size, builtin) => {
                    let arguments = self.taken(&mut regs[first as usize..first as usize + size as usize]);
                    iters[slot as usize] = tri!(self.make_iter(builtin, arguments));
                }
                Op::Next(slot, to, end) => {
                    let next = match &mut iters[slot as usize] {
                        Iter::List(items, position) => {
                            *position += 1;
                            items.borrow().get(*position - 1).cloned()
                        }
                        Iter::Tuple(items, position) => {
                            *position += 1;
                            items.get(*position - 1).cloned()
                        }
                        Iter::Range { next, left, step } if *left > 0 => {
                            let number = *next;
                            *left -= 1;
                            *next = next.wrapping_add(*step);
                            Some(Value::Int(number))
                        }
                        other => tri!(self.next(other)),
                    };
                    match next {
                        Some(value) => regs[to as usize] = value,
                        None => {
                            iters[slot as usize] = Iter::Exhausted;
                            pc = end as usize;
                        }
                    }
                }
                Op::NextPair(slot, first, second, end) => match tri!(self.next_pair(&mut iters[slot as usize])) {
                    Some((a, b)) => {
                        regs[first as usize] = a;
                        regs[second as usize] = b;
                    }
                    None => {
                        iters[slot as usize] = Iter::Exhausted;
                        pc = end as usize;
                    }
                },
                Op::Unpack(operand, first, size) => {
                    let value = get!(regs, constants, operand).clone();
                    tri!(self.unpack(&value, &mut regs[first as usize..first as usize + size as usize]));
                }
                Op::UnpackStar(operand, first, before, after) => {
                    let value = get!(regs, constants, operand).clone();
                    let size = usize::from(before) + usize::from(after) + 1;
                    let places = &mut regs[first as usize..first as usize + size];
                    tri!(self.unpack_star(&value, places, before.into()));
                }
                Op::Closure(to, first, shape) => regs[to as usize] = self.make_closure(regs, first, shape),
                Op::Generator(to, operand, shape) => {
                    let first = tri!(self.iter(get!(regs, constants, operand)));
                    regs[to as usize] = self.make_generator(regs, first, shape);
                }
                Op::Return(operand) => {
                    return Ok(if operand & CONSTANT == 0 {
                        replace(&mut regs[operand as usize], Value::Unbound)
                    } else {
                        constants[(operand & !CONSTANT) as usize].clone()
                    });
                }
                Op::Yield(operand) => {
                    *resume = pc;
                    *yielded = true;
                    return Ok(get!(regs, constants, operand).clone());
                }
                Op::Raise(exception, first, size) => {
                    let args = &regs[first as usize..first as usize + size as usize];
                    let texts: Vec<String> = args.iter().map(crate::repr::message).collect();
                    tri!(raise(exception, texts.join(", ")))
                }
                Op::RaiseOther => tri!(type_error("exceptions must derive from BaseException")),
                Op::Outside(index) => tri!(outside(program.outside[index as usize].to_string())),
                Op::Message(to, first, size) => {
                    let parts = &regs[first as usize..first as usize + size as usize];
                    let text: String = parts.iter().map(crate::repr::message).collect();
                    regs[to as usize] = Value::str(&text);
                }
            }
        }
    }

    #[inline]
    pub(crate) fn compare(&mut self, op: CompareOp, left: &Value, right: &Value) -> Result<bool> {
        match op {
            CompareOp::Equal => equal(left, right),
            CompareOp::NotEqual => Ok(!equal(left, right)?),
            CompareOp::In => self.contains(right, left),
            CompareOp::NotIn => Ok(!self.contains(right, left)?),
            CompareOp::Is => Ok(is_same(left, right)),
            CompareOp::IsNot => Ok(!is_same(left, right)),
            _ => ordered(op, left, right, &self.program.orderable_records),
        }
    }

    fn extend(&mut self, list: &Value, value: &Value) -> Result<()> {
        crate::iterators::reject_set_order(value, "spread into a list or tuple")?;
        let added = self.collect(value)?;
        if let Value::List(items) = list {
            items.borrow_mut().extend(added);
        }
        Ok(())
    }

    fn insert_all(&mut self, set: &Value, value: &Value) -> Result<()> {
        let Value::Set(table) = set else { return Ok(()) };
        for item in self.collect(value)? {
            table.borrow_mut().add(item)?;
        }
        Ok(())
    }
}

fn merge(dict: &Value, value: &Value) -> Result<()> {
    let (Value::Dict(into), Value::Dict(from)) = (dict, value) else {
        return type_error(format!("'{}' object is not a mapping", value.type_name()));
    };
    for (key, value) in from.table.borrow().iter() {
        into.table.borrow_mut().insert(key.clone(), value.clone())?;
    }
    Ok(())
}

/// The place of a fault; and a `StopIteration` that leaves the body of a generator is an error there.
#[cold]
fn faulty(code: &Code, after: usize, mut fault: Box<Fault>) -> Box<Fault> {
    let pc = after.saturating_sub(1);
    let label = crate::build::index(pc);
    let in_generator = code.generator_bodies.iter().any(|(start, end)| *start <= label && label < *end);
    if in_generator && let Fault::Raised(raised) = &mut *fault {
        raised.stop_iteration_is_an_error();
    }
    if let Some(span) = code.spans.get(pc) {
        fault.locate(*span);
    }
    fault
}

#[inline]
fn compare_ints(op: CompareOp, a: i64, b: i64) -> bool {
    match op {
        CompareOp::Equal => a == b,
        CompareOp::NotEqual | CompareOp::IsNot => a != b,
        CompareOp::Less => a < b,
        CompareOp::LessEqual => a <= b,
        CompareOp::Greater => a > b,
        CompareOp::GreaterEqual => a >= b,
        CompareOp::Is | CompareOp::In | CompareOp::NotIn => false,
    }
}

/// `is`, whose right operand is `None`, `True` or `False`.
fn is_same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::None, Value::None) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        _ => false,
    }
}

#[cold]
fn no_method(receiver: &Value, method: Method) -> Result<()> {
    crate::calls::no_attribute(receiver, method.name())
}
