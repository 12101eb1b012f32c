//! The executable form of a problem file: instructions for a register machine.
//!
//! `build` makes it from the syntax tree, `vm` runs it. A frame holds the function's variables in its first registers
//! and intermediate values behind them, so that most operands are read in place. It holds no values with
//! reference counts, so that one program serves many threads.

use std::sync::Arc;

use lang::ast::{BinaryOp, Collects, CompareOp, FuncId, Span, UnaryOp};
use lang::builtins::{Builtin, Exception};
use lang::methods::Method;
use lang::problem::RecordId;
use num_bigint::BigInt;

/// A register of the frame.
pub(crate) type Reg = u16;

/// Where an operand is: a register, or a constant if the [`CONSTANT`] bit is set.
pub(crate) type Operand = u16;

pub(crate) const CONSTANT: u16 = 0x8000;

/// The position of an instruction.
pub(crate) type Label = u32;

/// An index into [`Program::names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symbol(pub u32);

/// An index into [`Program::codes`]. The functions of the file come first, by their `FuncId`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CodeId(pub u32);

impl CodeId {
    pub fn of(function: FuncId) -> Self {
        Self(function.0)
    }
}

/// A problem file, ready to run.
#[derive(Debug, Default)]
pub struct Program {
    pub(crate) codes: Vec<FunctionCode>,
    pub(crate) constants: Vec<Constant>,
    pub(crate) names: Vec<Arc<str>>,
    pub(crate) records: Vec<RecordCode>,
    /// By record: declared with `order=True`.
    pub(crate) orderable_records: Vec<bool>,
    pub(crate) globals: Vec<Arc<str>>,
    pub(crate) calls: Vec<CallShape>,
    pub(crate) closures: Vec<ClosureShape>,
    pub(crate) patterns: Vec<PatternCode>,
    pub(crate) classes: Vec<ClassCode>,
    /// Some class defines how its instances are compared or hashed.
    pub(crate) overloads: bool,
    /// What was outside the language, for the fault where it is reached.
    pub(crate) outside: Vec<Box<str>>,
    /// Runs when a machine starts: constants, defaults, record defaults.
    pub(crate) start: CodeId,
    pub(crate) properties: Vec<PropertyCode>,
    /// Some function assigns to a variable of the module.
    pub(crate) rebinds_globals: bool,
    /// A submission may do what a problem file may not: depend on the order of a set.
    pub(crate) is_submission: bool,
}

#[derive(Debug)]
pub(crate) struct PropertyCode {
    pub name: Arc<str>,
    pub function: FuncId,
    /// Which parameters of the predicate it takes.
    pub params: Vec<usize>,
    /// Something it runs could change its arguments.
    pub mutates: bool,
}

#[derive(Debug)]
pub(crate) struct RecordCode {
    pub name: Arc<str>,
    pub fields: Vec<Symbol>,
    pub is_tuple: bool,
    pub is_member: bool,
    /// What the class of an enumeration does.
    pub enumeration: Option<EnumCode>,
    /// How many fields, counted from the last, have a default.
    pub defaults: usize,
}

/// Which globals say what the class of an enumeration does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EnumCode {
    /// The tuple of its members.
    pub members: u32,
    /// The dict that is indexed by their names.
    pub by_name: u32,
    /// The function that finds them by value.
    pub of_value: u32,
}

/// A class statement.
#[derive(Debug)]
pub(crate) struct ClassCode {
    pub name: Arc<str>,
    /// How many values it derives from.
    pub bases: u16,
    /// The variables of its body.
    pub members: Vec<(Symbol, Reg)>,
    /// The record whose methods these are.
    pub record: Option<RecordId>,
    pub is_abstract: bool,
    pub is_top: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Constant {
    None,
    Bool(bool),
    Int(i64),
    Big(BigInt),
    /// By its bits, so that `0.0` is not `-0.0`.
    Float(u64),
    Str(Arc<str>),
    Builtin(Builtin),
    Class(RecordId),
    Identity,
    /// No value: what `del` leaves in a variable.
    Unbound,
}

/// A function, a generator expression that escapes, or the module's own code.
#[derive(Debug, Default)]
pub(crate) struct FunctionCode {
    pub id: CodeId,
    pub name: Arc<str>,
    /// They are in the first registers.
    pub params: Vec<Param>,
    /// Leading parameters that can be given by position.
    pub positional: usize,
    pub registers: usize,
    /// How deep its loops nest: each level has an iterator of its own in the frame.
    pub iterators: usize,
    pub ops: Vec<Op>,
    /// The statement each instruction belongs to.
    pub spans: Vec<Span>,
    /// Own variables that nested functions use, parameters included: they live in cells.
    pub cells: Vec<Reg>,
    /// Registers that must be without a value at the start: variables that may be read before they are assigned.
    pub fresh: Vec<Reg>,
    /// Where the cells of the surrounding variables go.
    pub free: Vec<Reg>,
    pub is_generator: bool,
    /// A generator that stands for an iterator of CPython's that is written in C.
    pub stands_for: Option<StandsFor>,
    /// Neither a generator nor with cells of its own: its registers need no preparation.
    pub is_plain: bool,
    /// Instructions that stand for the body of a generator: a `StopIteration` must not escape from there.
    pub generator_bodies: Vec<(Label, Label)>,
    /// What catches exceptions, inner ones first.
    pub handlers: Vec<HandlerCode>,
    /// The global a module-level function is bound to.
    pub global: Option<u32>,
    pub mutates: bool,
    /// Functions of the file that it mentions.
    pub mentions: Vec<FuncId>,
}

/// Iterators written in C differ from generators: a `StopIteration` from what they call ends the iteration, as their own does,
/// and with other exceptions most of them do not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StandsFor {
    /// It ends with any exception.
    Ending,
    /// It goes on with the next item of its source.
    Lasting,
}

impl StandsFor {
    pub fn of(name: &str) -> Option<Self> {
        Some(match name.strip_prefix("itertools.")? {
            "_takewhile" | "_dropwhile" | "_filterfalse" | "_starmap" | "_compress" | "_cycle" | "_tee" => {
                Self::Lasting
            }
            _ => Self::Ending,
        })
    }
}

impl FunctionCode {
    /// Where the innermost loop around an instruction takes its next value.
    pub fn next_round(&self, pc: usize) -> Option<usize> {
        let place = u32::try_from(pc).ok()?;
        let around = |op: &Op| match op {
            Op::Next(_, _, body) | Op::NextPair(_, _, _, body) => *body <= place,
            _ => false,
        };
        (pc..self.ops.len()).find(|later| around(&self.ops[*later]))
    }
}

/// Instructions whose exceptions are caught: the exception goes to a register, and execution to the target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandlerCode {
    pub start: Label,
    pub end: Label,
    pub target: Label,
    pub register: Reg,
}

#[derive(Debug)]
pub(crate) struct Param {
    pub name: Symbol,
    /// Position among the function's defaults.
    pub default: Option<usize>,
    pub positional_only: bool,
    pub collects: Option<Collects>,
}

/// A call with `*xs` or keywords.
#[derive(Debug)]
pub(crate) struct CallShape {
    pub callee: Callee,
    /// One entry per positional argument: whether it is spread.
    pub spread: Box<[bool]>,
    /// Their values follow the positional ones; [`keyword::SPREAD`] stands for a mapping.
    pub keywords: Box<[Symbol]>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Callee {
    /// The callee is in the register before the arguments.
    Value,
    Builtin(Builtin),
    /// The receiver is in the register before the arguments.
    Method(Option<Method>, Symbol),
}

#[derive(Debug)]
pub(crate) struct ClosureShape {
    pub code: CodeId,
    pub function: FuncId,
    pub defaults: u16,
    pub captures: Box<[Reg]>,
}

/// A pattern of a `match`. The values it compares with are in registers, and what it captures goes to registers.
#[derive(Debug)]
pub(crate) enum PatternCode {
    Anything,
    Value(Reg),
    /// `None`, `True` or `False`.
    Singleton(Reg),
    Capture(Option<Box<PatternCode>>, Reg),
    Sequence {
        before: Box<[PatternCode]>,
        star: StarCode,
        after: Box<[PatternCode]>,
    },
    Mapping(Box<[(Reg, PatternCode)]>, Option<Reg>),
    Class {
        class: Reg,
        positional: Box<[PatternCode]>,
        keywords: Box<[(Symbol, PatternCode)]>,
    },
    Or(Box<[PatternCode]>),
}

/// The star of a sequence pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StarCode {
    /// There is none.
    Missing,
    /// `*_`
    Ignored,
    Captured(Reg),
}

/// A field's class and position, as far as both are below 256.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldPlace {
    pub class: u8,
    pub position: u8,
}

/// One instruction. Results go to the first register unless said otherwise.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Move(Reg, Operand),
    /// Like `Move`, but the source is no longer needed.
    Take(Reg, Reg),
    /// Raises if the variable has no value yet.
    Check(Reg, Symbol),
    LoadGlobal(Reg, u32),
    StoreGlobal(u32, Operand),
    /// The cell is in the second register; `true` if it is this function's own variable.
    LoadCell(Reg, Reg, Symbol, bool),
    StoreCell(Reg, Operand),
    NewCell(Reg),
    Jump(Label),
    /// A jump back to the test of a `while` loop: counts a step.
    Loop(Label),
    JumpIf(Operand, Label),
    JumpUnless(Operand, Label),
    /// Jumps if the truth of `left op right` is `sense`.
    JumpCompare {
        op: CompareOp,
        sense: bool,
        left: Operand,
        right: Operand,
        target: Label,
    },
    /// Jumps if the truth of `value in container` is `sense`.
    JumpIn {
        sense: bool,
        value: Operand,
        container: Operand,
        target: Label,
    },
    /// The same for `(first, second) in container`.
    JumpPairIn {
        sense: bool,
        first: Operand,
        second: Operand,
        container: Operand,
        target: Label,
    },
    Compare(CompareOp, Reg, Operand, Operand),
    Not(Reg, Operand),
    Unary(UnaryOp, Reg, Operand),
    Binary(BinaryOp, Reg, Operand, Operand),
    /// `old op= value`: mutable values are changed in place.
    InPlace(BinaryOp, Reg, Operand, Operand),
    /// From that many registers, which are no longer needed.
    Tuple(Reg, Reg, u16),
    List(Reg, Reg, u16),
    Set(Reg, Reg, u16),
    /// Keys and values in turn; the count is of pairs.
    Dict(Reg, Reg, u16),
    NewList(Reg),
    NewSet(Reg),
    NewDict(Reg),
    /// Into the list, set or dict that a display or comprehension builds in the first register.
    Append(Reg, Operand),
    Extend(Reg, Operand),
    Insert(Reg, Operand),
    InsertAll(Reg, Operand),
    /// `{x.field for x in xs}`, or the same into a list: a field of each element of the operand.
    CollectFields(Reg, Operand, Symbol, FieldPlace),
    SetKey(Reg, Operand, Operand),
    Merge(Reg, Operand),
    ListToTuple(Reg),
    SetToFrozen(Reg),
    /// Adds to the total of a `sum`.
    AddSum(Reg, Operand),
    Index(Reg, Operand, Operand),
    SetIndex(Operand, Operand, Operand),
    DeleteIndex(Operand, Operand),
    /// A slice from three registers, as an index to write to or delete.
    Slice(Reg, Reg),
    /// `base[lower:upper:step]`
    GetSlice(Reg, Operand, Operand, Operand, Operand),
    /// Where the field stands in records of some class: a guess that saves the search.
    Field(Reg, Operand, Symbol, FieldPlace),
    SetAttribute(Operand, Symbol, Operand),
    DeleteAttribute(Operand, Symbol),
    /// From bases in the registers from the second on; an index into [`Program::classes`].
    MakeClass(Reg, Reg, u32),
    Len(Reg, Operand),
    /// `set(xs)`
    MakeSet(Reg, Operand),
    /// Arguments are in that many registers from the second on, and are no longer needed.
    CallFunction(Reg, Reg, u16, CodeId),
    CallBuiltin(Reg, Reg, u16, Builtin),
    /// The receiver comes first, then the arguments.
    CallMethod(Reg, Reg, u16, u32),
    /// The callee comes first, then the arguments.
    CallValue(Reg, Reg, u16),
    /// Raises if the value has no such attribute: Python looks a method up before it evaluates the arguments.
    CheckAttribute(Reg, Symbol),
    /// With `*xs` or keywords; an index into [`Program::calls`].
    CallShaped(Reg, Reg, u32),
    /// `receiver.add(value)` or `receiver.append(value)`, its value not wanted.
    Push(Method, Reg, Operand),
    /// Starts the iterator of a loop and jumps to where its next value is taken.
    Iterate(u16, Operand, Label),
    /// Starts a loop over a lazy built-in, without an iterator object.
    IterateBuiltin(u16, Reg, u8, Builtin, Label),
    /// Takes the next value of a loop's iterator and jumps to the loop's body, or goes on when there is none. Counts a
    /// step.
    Next(u16, Reg, Label),
    /// The next value, unpacked into two registers.
    NextPair(u16, Reg, Reg, Label),
    /// Into that many registers from the first on.
    Unpack(Operand, Reg, u16),
    /// `before, *rest, after`: counts before and after.
    UnpackStar(Operand, Reg, u8, u8),
    /// An index into [`Program::closures`]; defaults start at the second register.
    Closure(Reg, Reg, u32),
    /// A generator expression over the operand; an index into [`Program::closures`].
    Generator(Reg, Operand, u32),
    Return(Operand),
    Yield(Operand),
    /// The arguments are in that many registers.
    Raise(Exception, Reg, u16),
    /// The same where the arguments are for people only.
    RaiseText(Exception, Reg, u16),
    /// An exception object or class; the second is the cause.
    RaiseValue(Operand, Operand),
    /// Raises again what was caught.
    Reraise(Reg),
    /// Jumps unless a handler of the classes catches the exception.
    JumpUncaught(Reg, Operand, Label),
    /// Enters the block of a `with`: the bound `__exit__` of the operand, and what its `__enter__` returns.
    Enter(Reg, Reg, Operand),
    /// Calls a bound `__exit__` for a block that no exception ended.
    Exit(Reg),
    /// Calls a bound `__exit__` with an exception, and jumps unless it suppresses it.
    JumpUnsuppressed(Reg, Reg, Label),
    /// Jumps unless the value fits the pattern, an index into [`Program::patterns`].
    JumpUnmatched(Reg, u32, Label),
    /// An index into [`Program::outside`].
    Outside(u32),
    /// Joins the parts of an f-string.
    Message(Reg, Reg, u16),
    /// The strings in that many registers, one after the other.
    Concat(Reg, Reg, u16),
}

/// Names that built-ins and methods know as keywords, at fixed places in [`Program::names`].
pub(crate) mod keyword {
    use super::Symbol;

    pub const KEY: Symbol = Symbol(0);
    pub const REVERSE: Symbol = Symbol(1);
    pub const DEFAULT: Symbol = Symbol(2);
    pub const STRICT: Symbol = Symbol(3);
    pub const REPEAT: Symbol = Symbol(4);
    pub const INITIAL: Symbol = Symbol(5);
    /// `**mapping`
    pub const SPREAD: Symbol = Symbol(6);
    pub const NAMES: &[&str] = &["key", "reverse", "default", "strict", "repeat", "initial", "**"];
}
