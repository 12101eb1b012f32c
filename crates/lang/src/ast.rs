//! The syntax tree of a problem file: what the author wrote, with a span on everything, and nothing inferred.
//!
//! `parse` makes it, `declare` and `resolve` read meaning off it. Facts about an expression live in tables
//! indexed by its [`ExprId`], never in the tree.
//!
//! Invariant: every [`ExprId`] below [`Module::expr_count`] belongs to exactly one expression. What the parser
//! could not represent is [`ExprKind::Error`] or [`StmtKind::Error`] and has been reported.

pub mod walk;

use std::sync::Arc;

use num_bigint::BigInt;

/// A half-open range of byte offsets into the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

/// Where the spans of the library begin: behind the largest problem file.
pub const LIBRARY_START: u32 = (1 << 20) + 1;

impl Span {
    /// A place in the library that nobody needs to know.
    pub const LIBRARY: Self = Self { start: LIBRARY_START, end: LIBRARY_START };

    /// Whether this is a place in the library and not in the file.
    pub fn is_library(self) -> bool {
        self.start >= LIBRARY_START
    }

    pub fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }
}

pub type Name = Arc<str>;

/// A name with its place in the file.
#[derive(Clone, Debug)]
pub struct Ident {
    pub name: Name,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExprId(pub u32);

impl ExprId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A `class` statement, numbered in the order in which the statements end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub u32);

impl ClassId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A `def` or a `lambda`: an index into [`Module::functions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FuncId(pub u32);

impl FuncId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Debug, Default)]
pub struct Module {
    pub docstring: Option<String>,
    pub body: Vec<Stmt>,
    /// All functions of the file, nested ones and lambdas included, in the order of their first character; behind those
    /// of a class body comes what its decorators add.
    pub functions: Vec<Function>,
    pub expr_count: u32,
    /// Every statement of the body is executed, as Python does it; in a problem file only declarations are.
    pub is_executed: bool,
    pub class_count: u32,
}

impl Module {
    pub fn function(&self, id: FuncId) -> &Function {
        &self.functions[id.index()]
    }
}

#[derive(Debug)]
pub struct Expr {
    pub id: ExprId,
    pub span: Span,
    pub kind: ExprKind,
}

#[derive(Debug)]
pub enum ExprKind {
    /// Outside the language; already reported.
    Error,
    None,
    Bool(bool),
    Int(BigInt),
    Float(f64),
    Str(Arc<str>),
    /// `...`, the body of a predicate without a reference.
    Ellipsis,
    /// The interpolated parts of an f-string. Only messages of `raise` and `assert` may hold one.
    Message(Vec<Expr>),
    /// `f"{a} and {b}"`: strings and [`ExprKind::Formatted`] values, one after the other.
    FString(Vec<Expr>),
    /// `{value!r:spec}` in an f-string.
    Formatted(Box<Formatted>),
    Name(Name),
    Tuple(Vec<Expr>),
    List(Vec<Expr>),
    Set(Vec<Expr>),
    Dict(Vec<DictItem>),
    /// `*xs` in a call or a display; in a target, the starred name.
    Starred(Box<Expr>),
    Comprehension(Box<Comprehension>),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a and b and c`: two operands or more.
    Boolean(BoolOp, Vec<Expr>),
    /// `a < b <= c`: one link or more.
    Compare(Box<Expr>, Vec<(CompareOp, Expr)>),
    Conditional(Box<Conditional>),
    Call(Box<Call>),
    Attribute(Box<Expr>, Ident),
    Subscript(Box<Expr>, Box<Expr>),
    /// Only as the index of a subscript.
    Slice(Box<Slice>),
    /// Its body is a single `return`.
    Lambda(FuncId),
    /// `name := value`; the target is a `Name` expression.
    Walrus(Box<Expr>, Box<Expr>),
}

#[derive(Debug)]
pub struct Formatted {
    pub value: Expr,
    pub conversion: Conversion,
    /// A string, or an f-string without conversions.
    pub spec: Option<Expr>,
}

/// What is done to a value before it is formatted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    None,
    /// `!s`
    Str,
    /// `!r`, and `=` without a format
    Repr,
}

#[derive(Debug)]
pub enum DictItem {
    Pair(Expr, Expr),
    /// `**mapping`
    Spread(Expr),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComprehensionKind {
    List,
    Set,
    /// `element` is the key; `value` is there.
    Dict,
    Generator,
}

#[derive(Debug)]
pub struct Comprehension {
    pub kind: ComprehensionKind,
    pub element: Expr,
    pub value: Option<Expr>,
    /// One or more.
    pub clauses: Vec<Clause>,
}

/// `for target in iterable if condition …`
#[derive(Debug)]
pub struct Clause {
    pub target: Expr,
    pub iterable: Expr,
    pub conditions: Vec<Expr>,
}

#[derive(Debug)]
pub struct Conditional {
    pub test: Expr,
    pub then: Expr,
    pub otherwise: Expr,
}

#[derive(Debug)]
pub struct Call {
    pub function: Expr,
    /// Positional ones; `Starred` for `*xs`.
    pub args: Vec<Expr>,
    pub keywords: Vec<Keyword>,
}

#[derive(Debug)]
pub struct Keyword {
    /// `**` for a mapping that is spread.
    pub name: Ident,
    pub value: Expr,
    /// `**mapping`
    pub spread: bool,
}

#[derive(Debug)]
pub struct Slice {
    pub lower: Option<Expr>,
    pub upper: Option<Expr>,
    pub step: Option<Expr>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Negative,
    Positive,
    Invert,
    Not,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    FloorDivide,
    Modulo,
    Power,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitOr,
    BitXor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoolOp {
    And,
    Or,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In,
    NotIn,
    Is,
    IsNot,
}

impl UnaryOp {
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Negative => "-",
            Self::Positive => "+",
            Self::Invert => "~",
            Self::Not => "not",
        }
    }
}

impl BinaryOp {
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::FloorDivide => "//",
            Self::Modulo => "%",
            Self::Power => "**",
            Self::ShiftLeft => "<<",
            Self::ShiftRight => ">>",
            Self::BitAnd => "&",
            Self::BitOr => "|",
            Self::BitXor => "^",
        }
    }
}

impl CompareOp {
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
            Self::In => "in",
            Self::NotIn => "not in",
            Self::Is => "is",
            Self::IsNot => "is not",
        }
    }

    /// `<`, `<=`, `>`, `>=`
    pub fn is_ordering(self) -> bool {
        matches!(self, Self::Less | Self::LessEqual | Self::Greater | Self::GreaterEqual)
    }
}

#[derive(Debug)]
pub struct Stmt {
    pub span: Span,
    pub kind: StmtKind,
}

#[derive(Debug)]
pub enum StmtKind {
    /// Outside the language; already reported.
    Error,
    Pass,
    Expr(Expr),
    /// `a = b = value`: one target or more.
    Assign {
        targets: Vec<Expr>,
        value: Expr,
    },
    /// `target: annotation = value`
    AnnotatedAssign {
        target: Expr,
        annotation: Expr,
        value: Option<Expr>,
    },
    AugmentedAssign {
        target: Expr,
        op: BinaryOp,
        value: Expr,
    },
    /// `del xs[i], d[k], x.y, name`: each target is a subscript, an attribute or a name.
    Delete(Vec<Expr>),
    If {
        test: Expr,
        then: Vec<Stmt>,
        otherwise: Vec<Stmt>,
    },
    For {
        target: Expr,
        iterable: Expr,
        body: Vec<Stmt>,
        otherwise: Vec<Stmt>,
    },
    While {
        test: Expr,
        body: Vec<Stmt>,
        otherwise: Vec<Stmt>,
    },
    Break,
    Continue,
    Return(Option<Expr>),
    Assert {
        test: Expr,
        message: Option<Expr>,
    },
    /// `raise X`, `raise X(message)`, `raise X from Y`; `raise` alone, inside a handler.
    Raise {
        exception: Option<Expr>,
        cause: Option<Expr>,
    },
    Try(Box<Try>),
    Match(Box<Match>),
    With(Box<With>),
    Yield(Option<Expr>),
    YieldFrom(Expr),
    Nonlocal(Vec<Ident>),
    Global(Vec<Ident>),
    Function(FuncId),
    Class(Box<Class>),
    /// Module level only: `import a.b as c` and `from a import b as c`.
    Import {
        module: Ident,
        names: Vec<ImportName>,
    },
    /// Module level only: `type Edge = tuple[Vertex, Vertex]`.
    TypeAlias {
        name: Ident,
        value: Expr,
    },
}

/// A handler or a `finally` is there.
#[derive(Debug, Default)]
pub struct Try {
    pub body: Vec<Stmt>,
    pub handlers: Vec<Handler>,
    pub otherwise: Vec<Stmt>,
    pub finally: Vec<Stmt>,
}

/// `except classes as name:`
#[derive(Debug)]
pub struct Handler {
    /// `None` for a bare `except`.
    pub classes: Option<Expr>,
    /// A `Name` expression.
    pub name: Option<Expr>,
    pub body: Vec<Stmt>,
    pub span: Span,
}

#[derive(Debug)]
pub struct Match {
    pub subject: Expr,
    pub cases: Vec<MatchCase>,
}

#[derive(Debug)]
pub struct MatchCase {
    pub pattern: Pattern,
    pub guard: Option<Expr>,
    pub body: Vec<Stmt>,
}

#[derive(Debug)]
pub struct Pattern {
    pub span: Span,
    pub kind: PatternKind,
}

#[derive(Debug)]
pub enum PatternKind {
    /// Outside the language; already reported.
    Error,
    /// `_`
    Anything,
    /// A literal other than the following, or a dotted name: compared with `==`.
    Value(Expr),
    /// `None`, `True` or `False`: compared with `is`.
    Singleton(Expr),
    /// `name`, or `pattern as name`; the name is a `Name` expression.
    Capture(Option<Box<Pattern>>, Expr),
    /// With at most one [`PatternKind::Star`].
    Sequence(Vec<Pattern>),
    /// `*name` or `*_` in a sequence.
    Star(Option<Expr>),
    /// Keys with patterns, and what `**rest` captures.
    Mapping(Vec<(Expr, Pattern)>, Option<Expr>),
    /// `Point(x, y=0)`
    Class(Box<ClassPattern>),
    /// Two alternatives or more.
    Or(Vec<Pattern>),
}

#[derive(Debug)]
pub struct ClassPattern {
    pub class: Expr,
    pub positional: Vec<Pattern>,
    pub keywords: Vec<(Ident, Pattern)>,
}

#[derive(Debug)]
pub struct With {
    /// One or more.
    pub items: Vec<WithItem>,
    pub body: Vec<Stmt>,
}

/// `context as target`
#[derive(Debug)]
pub struct WithItem {
    pub context: Expr,
    pub target: Option<Expr>,
}

/// `from module import name as alias`; for `import module as alias`, `name` is the module itself.
#[derive(Debug)]
pub struct ImportName {
    pub name: Ident,
    pub alias: Ident,
    /// `import module` and not `from module import …`
    pub whole_module: bool,
}

#[derive(Debug)]
pub struct Function {
    pub name: Ident,
    pub params: Vec<Param>,
    pub returns: Option<Expr>,
    pub decorators: Vec<Expr>,
    pub docstring: Option<String>,
    /// Without the docstring.
    pub body: Vec<Stmt>,
    /// Holds `yield` outside nested functions.
    pub is_generator: bool,
    pub is_lambda: bool,
    pub span: Span,
}

#[derive(Debug)]
pub struct Param {
    pub name: Ident,
    pub annotation: Option<Expr>,
    pub default: Option<Expr>,
    /// After a bare `*`: by keyword only.
    pub keyword_only: bool,
    /// Before a `/`: by position only.
    pub positional_only: bool,
    /// `*args` or `**kwargs`; then it is `keyword_only`, too, and has no default.
    pub collects: Option<Collects>,
}

/// What a parameter takes that no other does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collects {
    /// `*args`
    Positional,
    /// `**kwargs`
    Keywords,
}

#[derive(Debug)]
pub struct Class {
    pub id: ClassId,
    pub name: Ident,
    pub form: ClassForm,
    pub bases: Vec<Expr>,
    pub keywords: Vec<Keyword>,
    pub decorators: Vec<Expr>,
    pub docstring: Option<String>,
    /// Without the docstring.
    pub body: Vec<Stmt>,
    /// It stands in no function or class, so that its qualified name is its name.
    pub is_top: bool,
    pub span: Span,
}

/// How a class is made, as far as its syntax says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassForm {
    /// A `class` statement. What a decorator of `dataclasses` or `functools` adds stands in its body.
    Statement,
    /// A frozen dataclass without bases and special methods, whose values are their fields.
    FrozenDataclass,
    /// `P = namedtuple("P", "x y")`: its fields have no types.
    NamedTupleCall,
}
