//! The instruction loop.
//!
//! Errors leave it with the span of the statement they happened in. It keeps its state in a few machine registers:
//! whatever an instruction needs more than a few lines for is a method elsewhere (`arms`, `operators`, `subscript`,
//! `calls`, `iterators`), and results go to registers through [`put`], which calls no destructor for scalars.

mod arms;

use std::rc::Rc;

use lang::ast::{BinaryOp, CompareOp};

use crate::code::{CONSTANT, Code, Op};
use crate::compare::{equal, ordered};
use crate::fault::{Fault, Result, outside, type_error};
use crate::frame::{Frame, Room};
use crate::iterators::Iter;
use crate::machine::{Machine, cell};
use crate::table::Table;
use crate::truth::truth;
use crate::value::{DictKind, Value, put, take};

/// The value of an operand.
macro_rules! get {
    ($regs:ident, $constants:ident, $operand:expr) => {{
        let operand = $operand;
        if operand & CONSTANT == 0 { &$regs[operand as usize] } else { &$constants[(operand & !CONSTANT) as usize] }
    }};
}

/// The registers from one on.
macro_rules! span {
    ($regs:ident, $first:expr, $size:expr) => {
        &mut $regs[$first as usize..$first as usize + $size as usize]
    };
}

impl<'p> Machine<'p> {
    /// Runs code on the registers of a frame until it returns or yields. `frame.pc` says where it starts, and after a
    /// yield where it goes on.
    pub(crate) fn run(&mut self, code: &'p Code, frame: &mut Frame) -> Result<Value> {
        let constants = Rc::clone(&self.constants);
        let Frame { regs, iters, pc } = frame;
        self.instructions(code, regs, iters, Room::default(), &constants, pc)
    }

    /// Runs code on the first registers of a frame whose other registers are free.
    pub(crate) fn run_roomy(&mut self, code: &'p Code, frame: &mut Frame) -> Result<Value> {
        let constants = Rc::clone(&self.constants);
        let (regs, more_regs) = frame.regs.split_at_mut(code.registers);
        let (iters, more_iters) = frame.iters.split_at_mut(code.iterators);
        let room = Room { regs: more_regs, iters: more_iters };
        self.instructions(code, regs, iters, room, &constants, &mut 0)
    }

    /// Runs code from `resume` on; what it calls directly takes its registers from `room`.
    pub(crate) fn instructions(
        &mut self,
        code: &'p Code,
        regs: &mut [Value],
        iters: &mut [Iter],
        mut room: Room<'_>,
        constants: &[Value],
        resume: &mut usize,
    ) -> Result<Value> {
        let ops = &code.ops[..];
        let mut pc = *resume;
        let fault: Box<Fault> = 'fault: loop {
            macro_rules! tri {
                ($result:expr) => {
                    match $result {
                        Ok(value) => value,
                        Err(fault) => break 'fault fault,
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
            macro_rules! set {
                ($to:expr, $value:expr) => {{
                    let value = $value;
                    put(&mut regs[$to as usize], value);
                }};
            }
            let op = &ops[pc];
            pc += 1;
            match *op {
                Op::Move(to, from) => set!(to, get!(regs, constants, from).clone()),
                Op::Take(to, from) => set!(to, take(&mut regs[from as usize])),
                Op::Check(register, name) => {
                    if let Value::Unbound = regs[register as usize] {
                        tri!(self.unbound_local(name));
                    }
                }
                Op::LoadGlobal(to, global) => match &self.globals[global as usize] {
                    Value::Unbound => tri!(self.unbound_global(global)),
                    value => set!(to, value.clone()),
                },
                Op::StoreGlobal(global, from) => self.globals[global as usize] = get!(regs, constants, from).clone(),
                Op::LoadCell(to, from, name, own) => set!(to, tri!(self.load_cell(&regs[from as usize], name, own))),
                Op::StoreCell(to, from) => {
                    let value = get!(regs, constants, from).clone();
                    if let Value::Cell(cell) = &regs[to as usize] {
                        *cell.borrow_mut() = value;
                    }
                }
                Op::NewCell(register) => set!(register, cell(Value::Unbound)),
                Op::Jump(target) => pc = target as usize,
                Op::Loop(target) => {
                    step!();
                    pc = target as usize;
                }
                Op::JumpIf(operand, target) => {
                    if tri!(quick_truth(get!(regs, constants, operand))) {
                        pc = target as usize;
                    }
                }
                Op::JumpUnless(operand, target) => {
                    if !tri!(quick_truth(get!(regs, constants, operand))) {
                        pc = target as usize;
                    }
                }
                Op::JumpCompare { op, sense, left, right, target } => {
                    let (a, b) = (get!(regs, constants, left), get!(regs, constants, right));
                    if tri!(self.compare(op, a, b)) == sense {
                        pc = target as usize;
                    }
                }
                Op::Compare(op, to, left, right) => {
                    let (a, b) = (get!(regs, constants, left), get!(regs, constants, right));
                    set!(to, Value::Bool(tri!(self.compare(op, a, b))));
                }
                Op::Not(to, operand) => set!(to, Value::Bool(!tri!(quick_truth(get!(regs, constants, operand))))),
                Op::Unary(op, to, operand) => {
                    set!(to, tri!(crate::numbers::unary(op, get!(regs, constants, operand))));
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
                    set!(to, value);
                }
                Op::InPlace(op, to, left, right) => {
                    let (a, b) = (get!(regs, constants, left), get!(regs, constants, right));
                    let value = match (op, a, b) {
                        (BinaryOp::Add, Value::Int(a), Value::Int(b)) if let Some(sum) = a.checked_add(*b) => {
                            Value::Int(sum)
                        }
                        _ => tri!(self.in_place(op, a, b)),
                    };
                    set!(to, value);
                }
                Op::Tuple(to, first, size) => set!(to, arms::tuple(span!(regs, first, size))),
                Op::List(to, first, size) => set!(to, arms::list(span!(regs, first, size))),
                Op::Set(to, first, size) => set!(to, tri!(arms::set(span!(regs, first, size)))),
                Op::Dict(to, first, size) => set!(to, tri!(arms::dict(span!(regs, first, 2 * size)))),
                Op::CheckAttribute(register, name) => {
                    tri!(self.attribute(&regs[register as usize], name));
                }
                Op::NewList(to) => set!(to, Value::list(Vec::new())),
                Op::NewSet(to) => set!(to, Value::set(Table::default())),
                Op::NewDict(to) => set!(to, Value::dict(DictKind::Plain, Table::default())),
                Op::Append(list, from) => {
                    if let Value::List(items) = &regs[list as usize] {
                        items.borrow_mut().push(get!(regs, constants, from).clone());
                    }
                }
                Op::Insert(set, from) => {
                    if let Value::Set(table) = &regs[set as usize] {
                        tri!(table.borrow_mut().add_ref(get!(regs, constants, from)));
                    }
                }
                Op::SetKey(dict, key, value) => {
                    if let Value::Dict(dict) = &regs[dict as usize] {
                        let (key, value) = (get!(regs, constants, key).clone(), get!(regs, constants, value).clone());
                        tri!(dict.table.borrow_mut().insert(key, value));
                    }
                }
                Op::Extend(list, from) => tri!(self.extend(&regs[list as usize], get!(regs, constants, from))),
                Op::InsertAll(set, from) => tri!(self.insert_all(&regs[set as usize], get!(regs, constants, from))),
                Op::Merge(dict, from) => {
                    tri!(merge(&regs[dict as usize], get!(regs, constants, from)));
                    tri!(self.charge(dict_size(&regs[dict as usize])));
                }
                Op::ListToTuple(register) => arms::list_to_tuple(&mut regs[register as usize]),
                Op::SetToFrozen(register) => arms::set_to_frozen(&mut regs[register as usize]),
                Op::AddSum(total, from) => {
                    let sum = match (&regs[total as usize], get!(regs, constants, from)) {
                        (Value::Int(a), Value::Int(b)) if let Some(sum) = a.checked_add(*b) => Value::Int(sum),
                        (total, item) => tri!(self.add_to_sum(total, item)),
                    };
                    set!(total, sum);
                }
                Op::Index(to, base, index) => {
                    set!(to, tri!(self.get_item(get!(regs, constants, base), get!(regs, constants, index))));
                }
                Op::SetIndex(base, index, from) => {
                    let value = get!(regs, constants, from).clone();
                    tri!(self.set_item(get!(regs, constants, base), get!(regs, constants, index), value));
                }
                Op::DeleteIndex(base, index) => {
                    tri!(self.delete_item(get!(regs, constants, base), get!(regs, constants, index)));
                }
                Op::Slice(to, first) => set!(to, arms::slice_index(&*span!(regs, first, 3))),
                Op::GetSlice(to, base, first) => {
                    let parts = &regs[first as usize..first as usize + 3];
                    let value = tri!(crate::subscript::get_slice(get!(regs, constants, base), parts));
                    set!(to, tri!(self.charged(value)));
                }
                Op::Field(to, base, name, place) => {
                    let value = match get!(regs, constants, base) {
                        Value::Record(record)
                            if record.class.0 == u16::from(place.class)
                                && let Some(field) = record.fields.get(usize::from(place.position)) =>
                        {
                            field.clone()
                        }
                        base => tri!(self.attribute(base, name)),
                    };
                    set!(to, value);
                }
                Op::Len(to, operand) => {
                    set!(to, Value::Int(tri!(crate::builtins::len(get!(regs, constants, operand)))));
                }
                Op::MakeSet(to, operand) => set!(to, tri!(self.make_set(get!(regs, constants, operand)))),
                Op::CallFunction(to, first, size, callee) => {
                    let args = span!(regs, first, size);
                    set!(to, tri!(self.call_direct(callee, args, room.reborrow(), constants)));
                }
                Op::CallBuiltin(to, first, size, builtin) => {
                    set!(to, tri!(self.builtin_of(builtin, span!(regs, first, size))));
                }
                Op::CallMethod(to, first, size, shape) => {
                    set!(to, tri!(self.method_of(span!(regs, first, size + 1), shape)));
                }
                Op::CallValue(to, first, size) => set!(to, tri!(self.value_of(span!(regs, first, size + 1)))),
                Op::CallShaped(to, first, shape) => set!(to, tri!(self.call_shaped(regs, first, shape))),
                Op::Push(method, receiver, operand) => {
                    tri!(arms::push(method, &regs[receiver as usize], get!(regs, constants, operand)));
                }
                Op::Iterate(slot, operand, next) => {
                    let iter = &mut iters[slot as usize];
                    match get!(regs, constants, operand) {
                        Value::List(items) => iter.put(Iter::List(Rc::clone(items), 0)),
                        Value::Tuple(items) => iter.put(Iter::Tuple(Rc::clone(items), 0)),
                        other => tri!(self.iterate(iter, other)),
                    }
                    pc = next as usize;
                }
                Op::IterateBuiltin(slot, first, size, builtin, next) => {
                    let args = span!(regs, first, size);
                    tri!(self.iterate_builtin(&mut iters[slot as usize], builtin, args));
                    pc = next as usize;
                }
                Op::Next(slot, to, body) => {
                    step!();
                    let place = &mut regs[to as usize];
                    let more = match &mut iters[slot as usize] {
                        Iter::List(items, position) => next_of(&items.borrow(), position, place),
                        Iter::Tuple(items, position) => next_of(items, position, place),
                        Iter::Range { next, left, step } if *left > 0 => {
                            put(place, Value::Int(*next));
                            *left -= 1;
                            *next = next.wrapping_add(*step);
                            true
                        }
                        other => tri!(self.next_other(other, place)),
                    };
                    if more {
                        pc = body as usize;
                    }
                }
                Op::NextPair(slot, first, second, body) => {
                    step!();
                    if let Some((a, b)) = tri!(self.next_pair(&mut iters[slot as usize])) {
                        set!(first, a);
                        set!(second, b);
                        pc = body as usize;
                    }
                }
                Op::Unpack(operand, first, size) => {
                    let value = get!(regs, constants, operand).clone();
                    tri!(self.unpack(&value, span!(regs, first, size)));
                }
                Op::UnpackStar(operand, first, before, after) => {
                    let value = get!(regs, constants, operand).clone();
                    let size = usize::from(before) + usize::from(after) + 1;
                    tri!(self.unpack_star(&value, span!(regs, first, size), before.into()));
                }
                Op::Closure(to, first, shape) => set!(to, self.make_closure(regs, first, shape)),
                Op::Generator(to, operand, shape) => {
                    set!(to, tri!(self.make_generator(regs, get!(regs, constants, operand), shape)));
                }
                Op::Return(operand) => {
                    return Ok(if operand & CONSTANT == 0 {
                        take(&mut regs[operand as usize])
                    } else {
                        constants[(operand & !CONSTANT) as usize].clone()
                    });
                }
                Op::Yield(operand) => {
                    *resume = pc;
                    self.yielded = true;
                    return Ok(get!(regs, constants, operand).clone());
                }
                Op::Raise(exception, first, size) => tri!(arms::raise_with(exception, &*span!(regs, first, size))),
                Op::RaiseOther => tri!(type_error("exceptions must derive from BaseException")),
                Op::Outside(index) => tri!(outside(self.program.outside[index as usize].to_string())),
                Op::Message(to, first, size) => set!(to, arms::message(&*span!(regs, first, size))),
            }
        };
        Err(faulty(code, pc, fault))
    }

    #[inline]
    pub(crate) fn compare(&mut self, op: CompareOp, left: &Value, right: &Value) -> Result<bool> {
        match (left, right) {
            (Value::Int(a), Value::Int(b)) if !matches!(op, CompareOp::In | CompareOp::NotIn) => {
                Ok(compare_ints(op, *a, *b))
            }
            (Value::Atom(a), Value::Atom(b)) if a.ty == b.ty && op == CompareOp::Equal => Ok(a.id == b.id),
            (Value::Atom(a), Value::Atom(b)) if a.ty == b.ty && op == CompareOp::NotEqual => Ok(a.id != b.id),
            _ => self.compare_any(op, left, right),
        }
    }

    #[inline(never)]
    fn compare_any(&mut self, op: CompareOp, left: &Value, right: &Value) -> Result<bool> {
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

fn dict_size(value: &Value) -> usize {
    if let Value::Dict(dict) = value { dict.table.borrow().len() } else { 0 }
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

/// The next item of a sequence, if there is one.
#[inline]
fn next_of(items: &[Value], position: &mut usize, place: &mut Value) -> bool {
    let Some(item) = items.get(*position) else { return false };
    *position += 1;
    put(place, item.clone());
    true
}

#[inline]
fn quick_truth(value: &Value) -> Result<bool> {
    match value {
        Value::Bool(truth) => Ok(*truth),
        _ => truth(value),
    }
}
