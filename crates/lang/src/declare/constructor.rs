//! The names a type is written with: what each stands for, and what to write instead of those a pair cannot have.

use num_traits::ToPrimitive;

use crate::ast::{Expr, ExprKind, Span, UnaryOp};
use crate::builtins::Builtin;
use crate::diagnostic::Diagnostic;
use crate::globals::GlobalKind;
use crate::types::{Literal, Type};

use super::MAX_ITEMS;
use super::names::{Names, OTHER_TYPES};
use super::reader::TypeReader;

/// What takes parameters in square brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Constructor {
    List,
    Set,
    FrozenSet,
    Dict,
    Tuple,
    Unordered,
    Optional,
    Union,
    Literal,
    Counter,
    DefaultDict,
    Iterator,
    Callable,
    /// `Sequence`, `Iterable`, `Any` and others that leave the type of a value open.
    Abstract(&'static str),
    /// `Input` or `Output`.
    Side(&'static str),
}

impl Constructor {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Set => "set",
            Self::FrozenSet => "frozenset",
            Self::Dict => "dict",
            Self::Tuple => "tuple",
            Self::Unordered => "Unordered",
            Self::Optional => "Optional",
            Self::Union => "Union",
            Self::Literal => "Literal",
            Self::Counter => "Counter",
            Self::DefaultDict => "defaultdict",
            Self::Iterator => "Iterator",
            Self::Callable => "Callable",
            Self::Abstract(name) | Self::Side(name) => name,
        }
    }

    pub(super) fn example(self) -> &'static str {
        match self {
            Self::List | Self::Abstract(_) => "list[Vertex]",
            Self::Set => "set[Vertex]",
            Self::FrozenSet => "frozenset[Vertex]",
            Self::Dict => "dict[Vertex, Color]",
            Self::Tuple => "tuple[Vertex, Vertex]",
            Self::Unordered => "Unordered[list[Edge]]",
            Self::Optional => "Optional[Vertex]",
            Self::Union => "Vertex | None",
            Self::Literal => "Literal[\"a\", \"b\"]",
            Self::Counter => "Counter[Vertex]",
            Self::DefaultDict => "defaultdict[Vertex, int]",
            Self::Iterator => "Iterator[Vertex]",
            Self::Callable => "Callable[[int], bool]",
            Self::Side("Input") => "Input[list[Vertex]]",
            Self::Side(_) => "Output[list[Vertex]]",
        }
    }

    /// The way out where a pair cannot hold such values.
    pub(super) fn instead_in_pair(self) -> Option<&'static str> {
        match self {
            Self::Counter | Self::DefaultDict => {
                Some("write `dict[K, Count]` with `Count = NewType(\"Count\", int)` and `scope(Count=range(5))`")
            }
            Self::Iterator => Some("an iterator can be read only once; write `list[T]`"),
            Self::Callable => Some("a pair holds data only; describe the function by its table, `dict[K, V]`"),
            Self::Abstract("Mapping") => Some("say which kind it is: write `dict[K, V]`"),
            Self::Abstract("Any" | "object" | "Hashable") => {
                Some("say what it holds; if only equality matters, declare an atom: `class Item(Atom): ...`")
            }
            Self::Abstract("Set") => Some("say which kind it is: write `set[T]` or `frozenset[T]`"),
            Self::Abstract(_) => Some("say which kind it is: write `list[T]`, `tuple[A, B]` or `set[T]`"),
            _ => None,
        }
    }
}

/// What a name in a type stands for.
pub(super) enum Named {
    /// Complete by itself.
    Type(Type),
    /// The index of its statement.
    Alias(usize),
    Constructor(Constructor),
    /// A class of the file that is neither a record nor an atom.
    Class(String),
    /// Known, and no type of the language: the message and the way out.
    Refused(String, &'static str),
    Unknown(Box<Diagnostic>),
}

pub(super) fn named(names: &Names<'_>, expr: &Expr) -> Named {
    let text = match &expr.kind {
        ExprKind::Name(name) => name.to_string(),
        ExprKind::Str(text) => text.to_string(),
        ExprKind::Attribute(_, member) => member.name.to_string(),
        _ => return Named::Refused("this is not a type".into(), "write a type such as `list[int]` or `Vertex | None`"),
    };
    let not_a_type =
        || Named::Refused(format!("`{text}` is not a type"), "write a type such as `list[int]` or `Vertex | None`");
    match names.meaning(expr) {
        Some(GlobalKind::Atom(id)) => Named::Type(Type::Atom(id)),
        Some(GlobalKind::Number(id)) => Named::Type(Type::Number(id)),
        Some(GlobalKind::Record(id) | GlobalKind::Enum(id)) => Named::Type(Type::Record(id)),
        Some(GlobalKind::Alias { stmt }) => Named::Alias(stmt),
        Some(GlobalKind::Builtin(builtin)) => of_builtin(builtin).unwrap_or_else(not_a_type),
        Some(GlobalKind::Vocabulary(module, name)) => of_vocabulary(&module, &name).unwrap_or_else(not_a_type),
        Some(GlobalKind::Class) => Named::Class(text),
        Some(
            GlobalKind::Function(_)
            | GlobalKind::Constant
            | GlobalKind::Module(_)
            | GlobalKind::Library(_)
            | GlobalKind::Own(_)
            | GlobalKind::Outside(_),
        ) => not_a_type(),
        None => match text.as_str() {
            "object" => Named::Constructor(Constructor::Abstract("object")),
            "complex" => Named::Refused(
                format!("`{text}` is outside the language"),
                "use integers, for example cents instead of a fraction of a coin",
            ),
            text if OTHER_TYPES.contains(&text) => Named::Refused(
                format!("`{text}` is outside the language"),
                "a pair holds atoms, integers, Booleans, strings, and containers and records of them",
            ),
            text if names.is_refused(text) => Named::Type(Type::Unknown),
            _ => Named::Unknown(Box::new(names.unknown(&text, expr.span))),
        },
    }
}

fn of_builtin(builtin: Builtin) -> Option<Named> {
    Some(match builtin {
        Builtin::Int => Named::Type(Type::Int),
        Builtin::Bool => Named::Type(Type::Bool),
        Builtin::Str => Named::Type(Type::Str),
        Builtin::List => Named::Constructor(Constructor::List),
        Builtin::Set => Named::Constructor(Constructor::Set),
        Builtin::FrozenSet => Named::Constructor(Constructor::FrozenSet),
        Builtin::Dict => Named::Constructor(Constructor::Dict),
        Builtin::Tuple => Named::Constructor(Constructor::Tuple),
        Builtin::Counter => Named::Constructor(Constructor::Counter),
        Builtin::DefaultDict => Named::Constructor(Constructor::DefaultDict),
        Builtin::Float => Named::Constructor(Constructor::Abstract("float")),
        Builtin::Deque => Named::Constructor(Constructor::Abstract("deque")),
        Builtin::OrderedDict => Named::Constructor(Constructor::Abstract("OrderedDict")),
        Builtin::Range => Named::Type(Type::Range),
        _ => return None,
    })
}

/// Words of `typing` and `collections.abc` for types that values of a pair cannot have.
const ABSTRACT: &[&str] = &[
    "AbstractSet",
    "Any",
    "AnyStr",
    "ChainMap",
    "ClassVar",
    "Collection",
    "Container",
    "Final",
    "Generic",
    "Hashable",
    "ItemsView",
    "Iterable",
    "KeysView",
    "Mapping",
    "MutableMapping",
    "MutableSequence",
    "MutableSet",
    "Never",
    "NoReturn",
    "OrderedDict",
    "Reversible",
    "Self",
    "Sequence",
    "Set",
    "Sized",
    "Type",
    "ValuesView",
];

fn of_vocabulary(module: &str, name: &str) -> Option<Named> {
    let constructor = match (module, name) {
        (_, "List") => Constructor::List,
        ("typing", "Set") => Constructor::Set,
        (_, "FrozenSet") => Constructor::FrozenSet,
        (_, "Dict") => Constructor::Dict,
        (_, "Tuple") => Constructor::Tuple,
        (_, "Counter") => Constructor::Counter,
        (_, "DefaultDict") => Constructor::DefaultDict,
        (_, "Deque") => Constructor::Abstract("deque"),
        (_, "Optional") => Constructor::Optional,
        (_, "Union") => Constructor::Union,
        (_, "Literal") => Constructor::Literal,
        (_, "Unordered") => Constructor::Unordered,
        (_, "Input") => Constructor::Side("Input"),
        (_, "Output") => Constructor::Side("Output"),
        (_, "Iterator" | "Generator") => Constructor::Iterator,
        (_, "Callable") => Constructor::Callable,
        (_, "Text") => return Some(Named::Type(Type::Str)),
        _ => Constructor::Abstract(ABSTRACT.iter().find(|known| **known == name)?),
    };
    Some(Named::Constructor(constructor))
}

impl TypeReader<'_> {
    /// `Literal["(", ")"]`, `Literal[0, 1]`, `Literal["a", None]`.
    pub(super) fn literal(&mut self, values: &[&Expr], span: Span) -> Type {
        if values.len() > MAX_ITEMS {
            return self.bad(span, "this `Literal` has too many values", "use a `NewType` over `int` with a range");
        }
        let mut literals: Vec<Literal> = Vec::new();
        let mut or_none = false;
        for value in values {
            let literal = match &value.kind {
                ExprKind::Error => return Type::Unknown,
                ExprKind::None => {
                    or_none = true;
                    continue;
                }
                _ => literal(value),
            };
            let Some(literal) = literal else {
                return self.bad(
                    value.span,
                    "a `Literal` lists strings, integers, `True`, `False` or `None`",
                    "write the values themselves, such as `Literal[\"a\", \"b\"]` or `Literal[0, 1]`",
                );
            };
            if let Some(same) = literals.iter().find(|known| equal(known, &literal)) {
                let message = format!("`{literal}` and `{same}` are equal in Python");
                return self.bad(value.span, message, "leave one of them out");
            }
            literals.push(literal);
        }
        match (literals.is_empty(), or_none) {
            (true, _) => self.bad(span, "this `Literal` has no value", "write `Literal[\"a\", \"b\"]`"),
            (false, true) => Type::Literal(literals).join(Type::None),
            (false, false) => Type::Literal(literals),
        }
    }
}

fn literal(expr: &Expr) -> Option<Literal> {
    match &expr.kind {
        ExprKind::Bool(value) => Some(Literal::Bool(*value)),
        ExprKind::Int(value) => value.to_i64().map(Literal::Int),
        ExprKind::Unary(UnaryOp::Negative, inner) => match &inner.kind {
            ExprKind::Int(value) => (-value).to_i64().map(Literal::Int),
            _ => None,
        },
        ExprKind::Str(text) => Some(Literal::Str(text.clone())),
        _ => None,
    }
}

/// Python's `==`: `True` is 1.
fn equal(a: &Literal, b: &Literal) -> bool {
    let number = |literal: &Literal| match literal {
        Literal::Bool(value) => Some(i64::from(*value)),
        Literal::Int(value) => Some(*value),
        Literal::Str(_) | Literal::Member(..) => None,
    };
    match (number(a), number(b)) {
        (Some(a), Some(b)) => a == b,
        _ => a == b,
    }
}
