//! The instruction loop.
//!
//! Errors leave it with the span of the statement they happened in. It keeps its state in a few machine registers:
//! whatever an instruction needs more than a few lines for is a method elsewhere (the modules below, `operators`,
//! `subscript`, `calls`, `iterators`), and results go to registers through [`put`], which calls no destructor for
//! scalars.

mod arms;
mod collect;
mod decide;

use std::rc::Rc;

use lang::ast::BinaryOp;

use crate::code::{CONSTANT, FieldPlace, FunctionCode, Op};
use crate::fault::{Fault, Result, outside};
use crate::frame::{Course, Frame, Room};
use crate::iterators::Iter;
use crate::machine::{Machine, cell};
use crate::value::{Value, copy, put, release, take};

/// What a set or a dict takes, in steps, by its memory.
pub(crate) const TABLE_STEPS: usize = 6;

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
    pub(crate) fn run(&mut self, code: &'p FunctionCode, frame: &mut Frame) -> Result<Value> {
        let constants = Rc::clone(&self.constants);
        let mut course = Course::from(frame.pc);
        let ended =
            self.instructions(code, &mut frame.regs, &mut frame.iters, Room::default(), &constants, &mut course);
        frame.pc = course.pc;
        ended?;
        Ok(course.value)
    }

    /// Runs code on registers that are ready for it; what it calls directly takes its registers from `room`.
    #[inline]
    pub(crate) fn instructions(
        &mut self,
        code: &'p FunctionCode,
        regs: &mut [Value],
        iters: &mut [Iter],
        mut room: Room<'_>,
        constants: &[Value],
        course: &mut Course,
    ) -> Result<()> {
        let mut result = self.execute(code, regs, iters, room.reborrow(), constants, course);
        while let Err(fault) = result {
            self.handle(code, regs, course, fault)?;
            result = self.execute(code, regs, iters, room.reborrow(), constants, course);
        }
        result
    }

    /// The same up to the first fault, with the place behind it in `course`.
    fn execute(
        &mut self,
        code: &'p FunctionCode,
        regs: &mut [Value],
        iters: &mut [Iter],
        mut room: Room<'_>,
        constants: &[Value],
        course: &mut Course,
    ) -> Result<()> {
        let ops = &code.ops[..];
        let mut pc = course.pc;
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
            // Made after the register is free, an integer or truth value is written right into it.
            macro_rules! scalar {
                ($to:expr, $value:expr) => {{
                    let place = &mut regs[$to as usize];
                    if !place.is_scalar() {
                        release(place);
                    }
                    std::mem::forget(std::mem::replace(place, $value));
                }};
            }
            // A clone of a value that may stand in a register.
            macro_rules! copy {
                ($to:expr, $from:expr) => {{
                    let from = $from;
                    match *from {
                        Value::Int(number) => scalar!($to, Value::Int(number)),
                        Value::Atom(atom) => scalar!($to, Value::Atom(atom)),
                        _ => set!($to, from.clone()),
                    }
                }};
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
                Op::Move(to, from) => copy!(to, get!(regs, constants, from)),
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
                    arms::store_cell(&regs[to as usize], get!(regs, constants, from));
                }
                Op::NewCell(register) => set!(register, cell(Value::Unbound)),
                Op::Jump(target) => pc = target as usize,
                Op::Loop(target) => {
                    step!();
                    pc = target as usize;
                }
                Op::JumpIf(operand, target) => {
                    if tri!(self.quick_truth(get!(regs, constants, operand))) {
                        pc = target as usize;
                    }
                }
                Op::JumpUnless(operand, target) => {
                    if !tri!(self.quick_truth(get!(regs, constants, operand))) {
                        pc = target as usize;
                    }
                }
                Op::JumpCompare { op, sense, left, right, target } => {
                    let (a, b) = (get!(regs, constants, left), get!(regs, constants, right));
                    if tri!(self.compare(op, a, b)) == sense {
                        pc = target as usize;
                    }
                }
                Op::JumpIn { sense, value, container, target } => {
                    let (value, container) = (get!(regs, constants, value), get!(regs, constants, container));
                    let holds = match container {
                        Value::Set(set) if value.is_scalar() && !self.program.overloads => {
                            tri!(set.borrow().contains(value))
                        }
                        _ => tri!(self.contains(container, value)),
                    };
                    if holds == sense {
                        pc = target as usize;
                    }
                }
                Op::JumpPairIn { sense, first, second, container, target } => {
                    let (first, second) = (get!(regs, constants, first), get!(regs, constants, second));
                    if tri!(self.contains_pair(get!(regs, constants, container), first, second)) == sense {
                        pc = target as usize;
                    }
                }
                Op::Compare(op, to, left, right) => {
                    let (a, b) = (get!(regs, constants, left), get!(regs, constants, right));
                    if matches!(a, Value::Instance(_)) || matches!(b, Value::Instance(_)) {
                        set!(to, tri!(self.compare_value(op, a, b)));
                        continue;
                    }
                    let holds = tri!(self.compare(op, a, b));
                    scalar!(to, Value::Bool(holds));
                }
                Op::Not(to, operand) => {
                    let holds = tri!(self.quick_truth(get!(regs, constants, operand)));
                    scalar!(to, Value::Bool(!holds));
                }
                Op::Unary(op, to, operand) => {
                    set!(to, tri!(self.unary(op, get!(regs, constants, operand))));
                }
                Op::Binary(op, to, left, right) => {
                    let (a, b) = (get!(regs, constants, left), get!(regs, constants, right));
                    match (op, a, b) {
                        (BinaryOp::Add, Value::Int(a), Value::Int(b)) if let Some(sum) = a.checked_add(*b) => {
                            scalar!(to, Value::Int(sum));
                        }
                        (BinaryOp::Subtract, Value::Int(a), Value::Int(b)) if let Some(rest) = a.checked_sub(*b) => {
                            scalar!(to, Value::Int(rest));
                        }
                        _ => set!(to, tri!(self.binary(op, a, b))),
                    }
                }
                Op::InPlace(op, to, left, right) => {
                    let (a, b) = (get!(regs, constants, left), get!(regs, constants, right));
                    match (op, a, b) {
                        (BinaryOp::Add, Value::Int(a), Value::Int(b)) if let Some(sum) = a.checked_add(*b) => {
                            scalar!(to, Value::Int(sum));
                        }
                        _ => set!(to, tri!(self.in_place(op, a, b))),
                    }
                }
                Op::Tuple(to, first, size) => set!(to, arms::tuple(span!(regs, first, size))),
                Op::List(to, first, size) => set!(to, arms::list(span!(regs, first, size))),
                Op::Set(to, first, size) => {
                    tri!(self.charge(TABLE_STEPS));
                    set!(to, tri!(arms::set(span!(regs, first, size))));
                }
                Op::Dict(to, first, size) => {
                    tri!(self.charge(TABLE_STEPS));
                    set!(to, tri!(arms::dict(span!(regs, first, 2 * size))));
                }
                Op::CheckAttribute(register, name) => {
                    tri!(self.attribute(&regs[register as usize], name));
                }
                Op::NewList(to) => set!(to, arms::new_list()),
                Op::NewSet(to) => {
                    tri!(self.charge(TABLE_STEPS));
                    set!(to, arms::new_set());
                }
                Op::NewDict(to) => {
                    tri!(self.charge(TABLE_STEPS));
                    set!(to, arms::new_dict());
                }
                Op::Append(list, from) => {
                    collect::append(&regs[list as usize], get!(regs, constants, from));
                }
                Op::Insert(set, from) => {
                    if let Value::Set(table) = &regs[set as usize] {
                        tri!(self.insert(table, get!(regs, constants, from)));
                    }
                }
                Op::CollectFields(into, from, name, place) => {
                    let (into, from) = (&regs[into as usize], get!(regs, constants, from));
                    tri!(self.collect_fields(into, from, name, place));
                }
                Op::SetKey(dict, key, value) => {
                    let (key, value) = (get!(regs, constants, key), get!(regs, constants, value));
                    tri!(self.asking(|_| collect::set_key(&regs[dict as usize], key, value)));
                }
                Op::Extend(list, from) => tri!(self.extend(&regs[list as usize], get!(regs, constants, from))),
                Op::InsertAll(set, from) => tri!(self.insert_all(&regs[set as usize], get!(regs, constants, from))),
                Op::Merge(dict, from) => {
                    tri!(self.asking(|_| collect::merge(&regs[dict as usize], get!(regs, constants, from))));
                    tri!(self.charge(collect::dict_size(&regs[dict as usize])));
                }
                Op::ListToTuple(register) => arms::list_to_tuple(&mut regs[register as usize]),
                Op::SetToFrozen(register) => arms::set_to_frozen(&mut regs[register as usize]),
                Op::AddSum(total, from) => match (&regs[total as usize], get!(regs, constants, from)) {
                    (Value::Int(a), Value::Int(b)) if let Some(sum) = a.checked_add(*b) => {
                        scalar!(total, Value::Int(sum));
                    }
                    (old, item) => set!(total, tri!(self.add_to_sum(old, item))),
                },
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
                Op::GetSlice(to, base, lower, upper, step) => {
                    let parts =
                        [get!(regs, constants, lower), get!(regs, constants, upper), get!(regs, constants, step)];
                    set!(to, tri!(self.get_slice(get!(regs, constants, base), parts)));
                }
                Op::Field(to, base, name, place) => {
                    let base = get!(regs, constants, base);
                    match field_at(base, place) {
                        Some(field) => copy!(to, field),
                        None => set!(to, tri!(self.attribute(base, name))),
                    }
                }
                Op::SetAttribute(base, name, from) => {
                    let value = get!(regs, constants, from).clone();
                    tri!(self.set_attribute(get!(regs, constants, base), name, value));
                }
                Op::DeleteAttribute(base, name) => tri!(self.delete_attribute(get!(regs, constants, base), name)),
                Op::MakeClass(to, first, index) => set!(to, tri!(self.make_class(regs, first as usize, index))),
                Op::Len(to, operand) => {
                    let length = match get!(regs, constants, operand) {
                        Value::List(items) => i64::try_from(items.borrow().len()).unwrap_or(i64::MAX),
                        other => tri!(self.len_of(other)),
                    };
                    scalar!(to, Value::Int(length));
                }
                Op::MakeSet(to, operand) => set!(to, tri!(self.make_set(get!(regs, constants, operand)))),
                Op::CallFunction(to, first, size, callee) => {
                    let args = span!(regs, first, size);
                    let mut called = Course::from(0);
                    tri!(self.call_direct(callee, args, room.reborrow(), constants, &mut called));
                    set!(to, called.value);
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
                    let (receiver, value) = (&regs[receiver as usize], get!(regs, constants, operand));
                    tri!(self.push(method, receiver, value));
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
                    let iter = &mut iters[slot as usize];
                    let more = match regs.get_disjoint_mut([first as usize, second as usize]) {
                        Ok([first, second]) => tri!(self.next_two(iter, first, second)),
                        // `for x, x in …`
                        Err(_) => tri!(self.next_two(iter, &mut Value::Unbound, &mut regs[second as usize])),
                    };
                    if more {
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
                Op::Closure(to, first, shape) => {
                    tri!(self.charge(TABLE_STEPS));
                    set!(to, self.make_closure(regs, first, shape));
                }
                Op::Generator(to, operand, shape) => {
                    set!(to, tri!(self.make_generator(regs, get!(regs, constants, operand), shape)));
                }
                Op::Return(operand) => {
                    if operand & CONSTANT == 0 {
                        put(&mut course.value, take(&mut regs[operand as usize]));
                    } else {
                        copy(&mut course.value, &constants[(operand & !CONSTANT) as usize]);
                    }
                    return Ok(());
                }
                Op::Yield(operand) => {
                    course.pc = pc;
                    copy(&mut course.value, get!(regs, constants, operand));
                    self.yielded = true;
                    return Ok(());
                }
                Op::Raise(exception, first, size) => tri!(self.raise_with(exception, &*span!(regs, first, size))),
                Op::RaiseText(exception, first, size) => tri!(arms::raise_text(exception, &*span!(regs, first, size))),
                Op::RaiseValue(value, cause) => {
                    tri!(self.raise_from(get!(regs, constants, value), get!(regs, constants, cause)));
                }
                Op::Reraise(register) => tri!(self.raise_value(&regs[register as usize])),
                Op::JumpUnmatched(subject, pattern, target) => {
                    if !tri!(self.matches(subject, pattern, regs)) {
                        pc = target as usize;
                    }
                }
                Op::JumpUncaught(register, classes, target) => {
                    if !tri!(self.catches(&regs[register as usize], get!(regs, constants, classes))) {
                        pc = target as usize;
                    }
                }
                Op::Enter(exit, value, manager) => {
                    let [bound, entered] = tri!(self.enter_block(get!(regs, constants, manager)));
                    set!(exit, bound);
                    set!(value, entered);
                }
                Op::Exit(exit) => tri!(self.exit_block(&regs[exit as usize])),
                Op::JumpUnsuppressed(exit, exception, target) => {
                    if !tri!(self.suppresses(&regs[exit as usize], &regs[exception as usize])) {
                        pc = target as usize;
                    }
                }
                Op::Outside(index) => tri!(outside(self.program.outside[index as usize].to_string())),
                Op::Concat(to, first, size) => set!(to, tri!(self.concatenated(&*span!(regs, first, size)))),
                Op::Message(to, first, size) => set!(to, arms::message(&*span!(regs, first, size))),
            }
        };
        course.pc = pc;
        Err(faulty(code, pc, fault))
    }
}

/// The place of a fault; and a `StopIteration` that leaves the body of a generator is an error there.
#[cold]
fn faulty(code: &FunctionCode, after: usize, mut fault: Box<Fault>) -> Box<Fault> {
    let pc = after.saturating_sub(1);
    let label = crate::build::index(pc);
    let in_generator = code.generator_bodies.iter().any(|(start, end)| *start <= label && label < *end);
    if in_generator && let Fault::Raised(raised) = &mut *fault {
        raised.stop_iteration_is_an_error();
    }
    // What happens in the library is reported where the file calls it.
    if let Some(span) = code.spans.get(pc)
        && !span.is_library()
    {
        fault.locate(*span);
    }
    fault
}

/// The next item of a sequence, if there is one.
#[inline]
fn next_of(items: &[Value], position: &mut usize, place: &mut Value) -> bool {
    let Some(item) = items.get(*position) else { return false };
    *position += 1;
    copy(place, item);
    true
}

/// The field at a place, if the value is a record of that class.
#[inline]
fn field_at(value: &Value, place: FieldPlace) -> Option<&Value> {
    match value {
        Value::Record(record) if record.class.0 == u16::from(place.class) => {
            record.fields.get(usize::from(place.position))
        }
        _ => None,
    }
}
