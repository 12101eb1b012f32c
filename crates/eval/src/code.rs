//! The executable form of a problem file: names turned into slots, built-ins and methods into constants, loops inside
//! `all`, `any` and their like fused with their consumer.
//!
//! `build` makes it from the syntax tree, `machine` runs it. It holds no values with reference counts, so that one
//! program serves many threads.

use std::sync::Arc;

use lang::ast::{BinaryOp, CompareOp, FuncId, Span, UnaryOp};
use lang::builtins::{Builtin, Exception};
use lang::problem::RecordId;
use num_bigint::BigInt;

use crate::methods::Method;

/// An index into [`Program::names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symbol(pub u32);

/// An index into [`Program::blocks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block(pub u32);

/// An index into [`Program::generators`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeneratorId(pub u32);

/// A place in a frame.
pub type Slot = u32;

/// A problem file, ready to run.
#[derive(Debug, Default)]
pub struct Program {
    pub(crate) functions: Vec<Function>,
    pub(crate) blocks: Vec<Box<[Stmt]>>,
    pub(crate) generators: Vec<GeneratorCode>,
    pub(crate) constants: Vec<Constant>,
    pub(crate) names: Vec<Arc<str>>,
    pub(crate) records: Vec<RecordCode>,
    /// By record: declared with `order=True`.
    pub(crate) orderable_records: Vec<bool>,
    pub(crate) globals: Vec<Arc<str>>,
    /// Runs when a machine starts: constants, defaults, record defaults.
    pub(crate) start: Block,
    pub(crate) start_slots: usize,
    pub(crate) properties: Vec<PropertyCode>,
}

impl Default for Block {
    fn default() -> Self {
        Self(0)
    }
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
    /// How many fields, counted from the last, have a default.
    pub defaults: usize,
}

#[derive(Debug)]
pub(crate) enum Constant {
    Big(BigInt),
    Str(Arc<str>),
}

#[derive(Debug, Default)]
pub(crate) struct Function {
    pub name: Arc<str>,
    pub params: Vec<Param>,
    /// Leading parameters that can be given by position.
    pub positional: usize,
    pub slots: usize,
    /// The variable in each slot.
    pub slot_names: Vec<Symbol>,
    /// Own variables that nested functions use: they live in cells.
    pub cells: Vec<Slot>,
    /// Where the cells of the surrounding variables go.
    pub free: Vec<Slot>,
    pub body: Block,
    pub is_generator: bool,
    /// Some variable lives in a cell.
    pub has_cells: bool,
    /// The global a module-level function is bound to.
    pub global: Option<u32>,
    pub mutates: bool,
    pub calls: Vec<FuncId>,
}

#[derive(Debug)]
pub(crate) struct Param {
    pub name: Symbol,
    pub slot: Slot,
    pub in_cell: bool,
    /// Position among the function's defaults.
    pub default: Option<usize>,
    pub positional_only: bool,
}

/// A generator expression that escapes: the state machine of its clauses.
#[derive(Debug)]
pub(crate) struct GeneratorCode {
    pub slots: usize,
    pub cells: Vec<Slot>,
    pub free: Vec<Slot>,
    pub clauses: Box<[Clause]>,
    pub element: Node,
}

#[derive(Debug)]
pub(crate) struct Stmt {
    pub span: Span,
    pub op: Op,
}

#[derive(Debug)]
pub(crate) enum Op {
    Pass,
    Expr(Node),
    Assign(Target, Node),
    AssignMany(Box<[Target]>, Node),
    /// `name op= value`
    Augment(Box<Augment>),
    Delete(Box<[(Node, Node)]>),
    /// Test, then, else.
    If(Node, Block, Option<Block>),
    For(Box<For>),
    While(Box<While>),
    Break,
    Continue,
    Return(Node),
    Assert(Node, Option<Node>),
    Raise(Exception, Box<[Node]>),
    /// `raise` of what is no exception.
    RaiseOther(Node),
    Yield(Node),
    YieldFrom(Node),
    Define(Target, Node),
}

#[derive(Debug)]
pub(crate) struct Augment {
    pub place: Place,
    pub op: BinaryOp,
    pub value: Node,
}

#[derive(Debug)]
pub(crate) enum Place {
    /// Read as a node, written as a target.
    Variable(Node, Target),
    Subscript(Node, Node),
}

#[derive(Debug)]
pub(crate) struct For {
    pub target: Target,
    pub iterable: Node,
    pub body: Block,
    pub otherwise: Option<Block>,
}

#[derive(Debug)]
pub(crate) struct While {
    pub test: Node,
    pub body: Block,
    pub otherwise: Option<Block>,
}

#[derive(Debug)]
pub(crate) enum Target {
    Local(Slot),
    Cell(Slot),
    Global(u32),
    Unpack(Box<[Target]>),
    /// `first, *middle, last`: targets before, the starred one, targets after.
    UnpackStar(Box<[Target]>, Box<Target>, Box<[Target]>),
    Subscript(Box<(Node, Node)>),
}

#[derive(Debug)]
pub(crate) enum Node {
    None,
    Bool(bool),
    Int(i64),
    Constant(u32),
    Local(Slot, Symbol),
    /// A captured variable; `own` if it is this function's.
    Cell {
        slot: Slot,
        name: Symbol,
        own: bool,
    },
    Global(u32),
    Builtin(Builtin),
    Class(RecordId),
    Identity,
    Tuple(Box<[Node]>),
    List(Box<[Node]>),
    Set(Box<[Node]>),
    /// A display that holds `*xs`.
    Spread(Display, Box<[Item]>),
    Dict(Box<[DictEntry]>),
    Not(Box<Node>),
    Unary(UnaryOp, Box<Node>),
    Binary(BinaryOp, Box<(Node, Node)>),
    And(Box<[Node]>),
    Or(Box<[Node]>),
    Compare(CompareOp, Box<(Node, Node)>),
    /// A comparison whose right operand is a variable or a constant, so that looking at it runs nothing.
    CompareSimple(CompareOp, Box<(Node, Node)>),
    Chain(Box<(Node, Box<[(CompareOp, Node)]>)>),
    If(Box<(Node, Node, Node)>),
    Index(Box<(Node, Node)>),
    Slice(Box<(Node, SliceNode)>),
    /// Builds the slice itself, as the index of an assignment or deletion.
    SliceIndex(Box<SliceNode>),
    Field(Box<Node>, Symbol),
    Len(Box<Node>),
    /// A module-level function called with exactly its positional parameters.
    CallFunction(FuncId, Box<[Node]>),
    CallBuiltin(Builtin, Box<Args>),
    CallMethod(Box<MethodCall>),
    /// `name.add(value)` and `name.append(value)`, where the value rebinds nothing.
    Push(Method, Slot, Box<MethodCall>),
    Call(Box<(Node, Args)>),
    Comprehension(Display, Box<Comprehension>),
    DictComprehension(Box<Comprehension>),
    /// A generator consumed on the spot.
    Fold(Fold, Box<Comprehension>),
    FoldWith(Builtin, Box<(Comprehension, Args)>),
    Generator(Box<MakeGenerator>),
    Closure(Box<MakeClosure>),
    Walrus(Box<(Target, Node)>),
    /// Outside the language; reported by the checker, a fault if it is reached all the same.
    Outside(Box<str>),
    /// Evaluated for its exceptions only: the parts of an f-string.
    Message(Box<[Node]>),
    /// An expression with its place in the source, in programs built for explaining.
    At(Span, Box<Node>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Display {
    Tuple,
    List,
    Set,
    FrozenSet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fold {
    All,
    Any,
    Sum,
}

#[derive(Debug)]
pub(crate) struct Item {
    pub node: Node,
    pub spread: bool,
}

#[derive(Debug)]
pub(crate) enum DictEntry {
    Pair(Node, Node),
    Spread(Node),
}

#[derive(Debug, Default)]
pub(crate) struct SliceNode {
    pub lower: Option<Node>,
    pub upper: Option<Node>,
    pub step: Option<Node>,
}

#[derive(Debug, Default)]
pub(crate) struct Args {
    pub positional: Box<[Item]>,
    pub keywords: Box<[(Symbol, Node)]>,
    /// No `*xs` and no keywords.
    pub plain: bool,
}

#[derive(Debug)]
pub(crate) struct MethodCall {
    pub receiver: Node,
    pub method: Option<Method>,
    pub name: Symbol,
    pub args: Args,
}

#[derive(Debug)]
pub(crate) struct Comprehension {
    pub clauses: Box<[Clause]>,
    pub element: Node,
    pub value: Option<Node>,
    /// Captured loop variables: they get a fresh cell each time the comprehension starts.
    pub cells: Box<[Slot]>,
    pub is_generator: bool,
}

#[derive(Debug)]
pub(crate) struct Clause {
    pub target: Target,
    pub iterable: Node,
    pub conditions: Box<[Node]>,
}

#[derive(Debug)]
pub(crate) struct MakeGenerator {
    pub code: GeneratorId,
    /// The first iterable, evaluated where the generator is made.
    pub first: Node,
    pub captures: Box<[Slot]>,
}

#[derive(Debug)]
pub(crate) struct MakeClosure {
    pub function: FuncId,
    pub defaults: Box<[Node]>,
    pub captures: Box<[Slot]>,
}

/// Names that built-ins and methods know as keywords, at fixed places in [`Program::names`].
pub(crate) mod keyword {
    use super::Symbol;

    pub const KEY: Symbol = Symbol(0);
    pub const REVERSE: Symbol = Symbol(1);
    pub const DEFAULT: Symbol = Symbol(2);
    pub const START: Symbol = Symbol(3);
    pub const STRICT: Symbol = Symbol(4);
    pub const REPEAT: Symbol = Symbol(5);
    pub const INITIAL: Symbol = Symbol(6);
    pub const MOD: Symbol = Symbol(7);
    pub const R: Symbol = Symbol(8);
    pub const FUNC: Symbol = Symbol(9);
    pub const ITERABLE: Symbol = Symbol(10);
    pub const NAMES: &[&str] =
        &["key", "reverse", "default", "start", "strict", "repeat", "initial", "mod", "r", "func", "iterable"];
}
