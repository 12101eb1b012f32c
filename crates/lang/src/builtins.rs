//! The names the language knows without a definition: Python's built-in functions and the few modules a problem
//! file may import.

use std::fmt;

/// A function or class that comes with the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Builtin {
    Abs,
    All,
    Any,
    Bool,
    Dict,
    DictFromKeys,
    Divmod,
    Enumerate,
    Filter,
    FrozenSet,
    Int,
    Iter,
    Len,
    List,
    Map,
    Max,
    Min,
    Next,
    Pow,
    Range,
    Reversed,
    Set,
    Sorted,
    Sum,
    Tuple,
    Zip,
    // collections
    Counter,
    DefaultDict,
    // itertools
    Accumulate,
    Chain,
    ChainFromIterable,
    Combinations,
    Pairwise,
    Permutations,
    Product,
    // dataclasses
    Replace,
    // custodiet
    Closure,
    Reachable,
    /// An exception class.
    Exception(Exception),
}

macro_rules! exceptions {
    ($($name:ident: $parent:ident,)*) => {
        /// A built-in exception class.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Exception { $($name,)* }

        impl Exception {
            pub const ALL: &[Exception] = &[$(Exception::$name,)*];

            pub fn name(self) -> &'static str {
                match self { $(Exception::$name => stringify!($name),)* }
            }

            #[must_use]
            pub fn parent(self) -> Exception {
                match self { $(Exception::$name => Exception::$parent,)* }
            }
        }
    };
}

exceptions! {
    Exception: Exception,
    ArithmeticError: Exception,
    AssertionError: Exception,
    AttributeError: Exception,
    FrozenInstanceError: AttributeError,
    IndexError: LookupError,
    KeyError: LookupError,
    LookupError: Exception,
    MemoryError: Exception,
    NameError: Exception,
    NotImplementedError: RuntimeError,
    OverflowError: ArithmeticError,
    RecursionError: RuntimeError,
    RuntimeError: Exception,
    StopIteration: Exception,
    TypeError: Exception,
    UnboundLocalError: NameError,
    ValueError: Exception,
    ZeroDivisionError: ArithmeticError,
}

impl fmt::Display for Exception {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Builtin {
    /// What a name means where the file defines no such name.
    pub fn by_name(name: &str) -> Option<Self> {
        Some(match name {
            "abs" => Self::Abs,
            "all" => Self::All,
            "any" => Self::Any,
            "bool" => Self::Bool,
            "dict" => Self::Dict,
            "divmod" => Self::Divmod,
            "enumerate" => Self::Enumerate,
            "filter" => Self::Filter,
            "frozenset" => Self::FrozenSet,
            "int" => Self::Int,
            "iter" => Self::Iter,
            "len" => Self::Len,
            "list" => Self::List,
            "map" => Self::Map,
            "max" => Self::Max,
            "min" => Self::Min,
            "next" => Self::Next,
            "pow" => Self::Pow,
            "range" => Self::Range,
            "reversed" => Self::Reversed,
            "set" => Self::Set,
            "sorted" => Self::Sorted,
            "sum" => Self::Sum,
            "tuple" => Self::Tuple,
            "zip" => Self::Zip,
            _ => return exception_by_name(name).map(Self::Exception),
        })
    }

    /// What `from module import name` brings; `None` for what is not a function of the language.
    pub fn by_import(module: &str, name: &str) -> Option<Self> {
        Some(match (module, name) {
            ("collections", "Counter") => Self::Counter,
            ("collections", "defaultdict") => Self::DefaultDict,
            ("itertools", "accumulate") => Self::Accumulate,
            ("itertools", "chain") => Self::Chain,
            ("itertools", "combinations") => Self::Combinations,
            ("itertools", "pairwise") => Self::Pairwise,
            ("itertools", "permutations") => Self::Permutations,
            ("itertools", "product") => Self::Product,
            ("dataclasses", "replace") => Self::Replace,
            ("dataclasses", "FrozenInstanceError") => Self::Exception(Exception::FrozenInstanceError),
            ("custodiet", "closure") => Self::Closure,
            ("custodiet", "reachable") => Self::Reachable,
            _ => return None,
        })
    }

    /// `dict.fromkeys` and `chain.from_iterable`: what an attribute of a built-in class means.
    pub fn attribute(self, name: &str) -> Option<Self> {
        match (self, name) {
            (Self::Dict, "fromkeys") => Some(Self::DictFromKeys),
            (Self::Chain, "from_iterable") => Some(Self::ChainFromIterable),
            _ => None,
        }
    }

    /// Whether it gives an iterator and does its work when asked.
    pub fn is_lazy(self) -> bool {
        matches!(
            self,
            Self::Accumulate
                | Self::Chain
                | Self::ChainFromIterable
                | Self::Combinations
                | Self::Enumerate
                | Self::Filter
                | Self::Map
                | Self::Pairwise
                | Self::Permutations
                | Self::Product
                | Self::Reversed
                | Self::Zip
        )
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Abs => "abs",
            Self::All => "all",
            Self::Any => "any",
            Self::Bool => "bool",
            Self::Dict => "dict",
            Self::DictFromKeys => "dict.fromkeys",
            Self::Divmod => "divmod",
            Self::Enumerate => "enumerate",
            Self::Filter => "filter",
            Self::FrozenSet => "frozenset",
            Self::Int => "int",
            Self::Iter => "iter",
            Self::Len => "len",
            Self::List => "list",
            Self::Map => "map",
            Self::Max => "max",
            Self::Min => "min",
            Self::Next => "next",
            Self::Pow => "pow",
            Self::Range => "range",
            Self::Reversed => "reversed",
            Self::Set => "set",
            Self::Sorted => "sorted",
            Self::Sum => "sum",
            Self::Tuple => "tuple",
            Self::Zip => "zip",
            Self::Counter => "Counter",
            Self::DefaultDict => "defaultdict",
            Self::Accumulate => "accumulate",
            Self::Chain => "chain",
            Self::ChainFromIterable => "chain.from_iterable",
            Self::Combinations => "combinations",
            Self::Pairwise => "pairwise",
            Self::Permutations => "permutations",
            Self::Product => "product",
            Self::Replace => "replace",
            Self::Closure => "closure",
            Self::Reachable => "reachable",
            Self::Exception(exception) => exception.name(),
        }
    }
}

/// Exceptions that need no import. `FrozenInstanceError` lives in `dataclasses`.
fn exception_by_name(name: &str) -> Option<Exception> {
    Exception::ALL.iter().copied().find(|e| e.name() == name && *e != Exception::FrozenInstanceError)
}

/// Names of the built-ins that need no import, for suggestions.
pub fn builtin_names() -> impl Iterator<Item = &'static str> {
    const FUNCTIONS: &[&str] = &[
        "abs",
        "all",
        "any",
        "bool",
        "dict",
        "divmod",
        "enumerate",
        "filter",
        "frozenset",
        "int",
        "iter",
        "len",
        "list",
        "map",
        "max",
        "min",
        "next",
        "pow",
        "range",
        "reversed",
        "set",
        "sorted",
        "sum",
        "tuple",
        "zip",
    ];
    FUNCTIONS.iter().copied().chain(Exception::ALL.iter().map(|e| e.name()))
}
