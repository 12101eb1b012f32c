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

impl Span {
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
    /// All functions of the file, nested ones and lambdas included, in the order of their first character.
    pub functions: Vec<Function>,
    pub expr_count: u32,
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
    Str(Arc<str>),
    /// `...`, the body of a predicate without a reference.
    Ellipsis,
    /// The interpolated parts of an f-string. Only messages of `raise` and `assert` may hold one.
    Message(Vec<Expr>),
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
    pub name: Ident,
    pub value: Expr,
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
    /// The right operand is `None`, `True` or `False`.
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
    /// `del xs[i], d[k]`: each target is a subscript.
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
    /// `raise X` or `raise X(message)`.
    Raise(Expr),
    Yield(Option<Expr>),
    YieldFrom(Expr),
    Nonlocal(Vec<Ident>),
    Function(FuncId),
    /// Module level only.
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
}

#[derive(Debug)]
pub struct Class {
    pub name: Ident,
    pub bases: Vec<Expr>,
    pub keywords: Vec<Keyword>,
    pub decorators: Vec<Expr>,
    pub docstring: Option<String>,
    /// Without the docstring.
    pub body: Vec<Stmt>,
    pub span: Span,
}
