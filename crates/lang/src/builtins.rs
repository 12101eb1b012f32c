//! The built-in functions: the names the language knows without a definition, and those of the few modules a problem
//! file may import.
//!
//! This table, with [`crate::methods`], is where a new built-in starts. Inference, evaluation and compilation match on
//! [`Builtin`] without a catch-all, so that the compiler lists what is left to do. `tests/table.rs` checks the table
//! against CPython and `docs/language.md`.

use std::fmt;

use crate::signature::Signature;

macro_rules! builtins {
    (
        $(mod $module:ident { $($variant:ident $name:literal $signature:expr;)* })*
        attributes { $($attribute:ident $owner:ident $class:literal $member:literal $attribute_signature:expr;)* }
    ) => {
        /// A function or class that comes with the language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Builtin {
            $($($variant,)*)*
            $($attribute,)*
            /// An exception class.
            Exception(Exception),
        }

        impl Builtin {
            /// All built-ins but the exceptions.
            pub const ALL: &[Builtin] = &[$($(Self::$variant,)*)* $(Self::$attribute,)*];

            /// The modules that have built-ins; those of `builtins` need no import.
            pub const MODULES: &[&str] = &[$(stringify!($module),)*];

            fn of_name(module: &str, name: &str) -> Option<Self> {
                match (module, name) {
                    $($((stringify!($module), $name) => Some(Self::$variant),)*)*
                    _ => exception_of(module, name),
                }
            }

            /// `dict.fromkeys` and `chain.from_iterable`: what an attribute of a built-in class means.
            pub fn attribute(self, name: &str) -> Option<Self> {
                match (self, name) {
                    $((Self::$owner, $member) => Some(Self::$attribute),)*
                    _ => None,
                }
            }

            pub fn name(self) -> &'static str {
                match self {
                    $($(Self::$variant => $name,)*)*
                    $(Self::$attribute => concat!($class, ".", $member),)*
                    Self::Exception(exception) => exception.name(),
                }
            }

            /// The module it is imported from; `builtins` for what needs no import.
            pub fn module(self) -> &'static str {
                match self {
                    $($(Self::$variant => stringify!($module),)*)*
                    $(Self::$attribute => Self::$owner.module(),)*
                    Self::Exception(exception) => exception.module(),
                }
            }

            pub fn signature(self) -> &'static Signature {
                match self {
                    $($(Self::$variant => const { &$signature },)*)*
                    $(Self::$attribute => const { &$attribute_signature },)*
                    Self::Exception(_) => const { &Signature::at_least(0) },
                }
            }
        }
    };
}

builtins! {
    mod builtins {
        Abs "abs" Signature::exactly(1);
        All "all" Signature::exactly(1);
        Any "any" Signature::exactly(1);
        Bool "bool" Signature::between(0, 1);
        Dict "dict" Signature::between(0, 1).any_keyword();
        Divmod "divmod" Signature::exactly(2);
        Enumerate "enumerate" Signature::exactly(0).then(1, &["iterable", "start"]);
        Filter "filter" Signature::exactly(2);
        FrozenSet "frozenset" Signature::between(0, 1);
        Int "int" Signature::between(0, 1).then(0, &["base"]);
        Iter "iter" Signature::between(1, 2);
        Len "len" Signature::exactly(1);
        List "list" Signature::between(0, 1);
        Map "map" Signature::at_least(2);
        Max "max" Signature::at_least(1).keyword_only(&["key", "default"]);
        Min "min" Signature::at_least(1).keyword_only(&["key", "default"]);
        Next "next" Signature::between(1, 2);
        Pow "pow" Signature::exactly(0).then(2, &["base", "exp", "mod"]);
        Range "range" Signature::between(1, 3);
        Reversed "reversed" Signature::exactly(1);
        Set "set" Signature::between(0, 1);
        Sorted "sorted" Signature::exactly(1).keyword_only(&["key", "reverse"]);
        Sum "sum" Signature::exactly(1).then(0, &["start"]);
        Tuple "tuple" Signature::between(0, 1);
        Zip "zip" Signature::at_least(0).keyword_only(&["strict"]);
    }
    mod collections {
        Counter "Counter" Signature::between(0, 1).any_keyword();
        DefaultDict "defaultdict" Signature::between(0, 2).any_keyword();
    }
    mod itertools {
        Accumulate "accumulate" Signature::exactly(0).then(1, &["iterable", "func"]).keyword_only(&["initial"]);
        Chain "chain" Signature::at_least(0);
        Combinations "combinations" Signature::exactly(0).then(2, &["iterable", "r"]);
        Pairwise "pairwise" Signature::exactly(1);
        Permutations "permutations" Signature::exactly(0).then(1, &["iterable", "r"]);
        Product "product" Signature::at_least(0).keyword_only(&["repeat"]);
    }
    mod dataclasses {
        Replace "replace" Signature::exactly(1).any_keyword();
    }
    mod custodiet {
        Closure "closure" Signature::exactly(0).then(1, &["edges"]);
        Reachable "reachable" Signature::exactly(0).then(2, &["edges", "start"]);
    }
    attributes {
        DictFromKeys Dict "dict" "fromkeys" Signature::between(1, 2);
        ChainFromIterable Chain "chain" "from_iterable" Signature::exactly(1);
    }
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

            /// The class it inherits from.
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

impl Exception {
    fn module(self) -> &'static str {
        if self == Self::FrozenInstanceError { "dataclasses" } else { "builtins" }
    }
}

impl fmt::Display for Exception {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Builtin {
    /// What a name means where the file defines no such name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::of_name("builtins", name)
    }

    /// What `from module import name` brings; `None` for what is not a function of the language.
    pub fn by_import(module: &str, name: &str) -> Option<Self> {
        if module == "builtins" { None } else { Self::of_name(module, name) }
    }

    /// For the built-ins that return an iterator of their own.
    pub fn lazy(self) -> Option<LazyBuiltin> {
        match self {
            Self::Accumulate => Some(LazyBuiltin::Accumulate),
            Self::Chain => Some(LazyBuiltin::Chain),
            Self::ChainFromIterable => Some(LazyBuiltin::ChainFromIterable),
            Self::Combinations => Some(LazyBuiltin::Combinations),
            Self::Enumerate => Some(LazyBuiltin::Enumerate),
            Self::Filter => Some(LazyBuiltin::Filter),
            Self::Map => Some(LazyBuiltin::Map),
            Self::Pairwise => Some(LazyBuiltin::Pairwise),
            Self::Permutations => Some(LazyBuiltin::Permutations),
            Self::Product => Some(LazyBuiltin::Product),
            Self::Reversed => Some(LazyBuiltin::Reversed),
            Self::Zip => Some(LazyBuiltin::Zip),
            Self::Abs
            | Self::All
            | Self::Any
            | Self::Bool
            | Self::Closure
            | Self::Counter
            | Self::DefaultDict
            | Self::Dict
            | Self::DictFromKeys
            | Self::Divmod
            | Self::Exception(_)
            | Self::FrozenSet
            | Self::Int
            | Self::Iter
            | Self::Len
            | Self::List
            | Self::Max
            | Self::Min
            | Self::Next
            | Self::Pow
            | Self::Range
            | Self::Reachable
            | Self::Replace
            | Self::Set
            | Self::Sorted
            | Self::Sum
            | Self::Tuple => None,
        }
    }

    /// The built-ins that a module offers, attributes of classes aside.
    pub fn of_module(module: &str) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |builtin| builtin.module() == module && !builtin.name().contains('.'))
    }
}

/// A built-in that returns an iterator, which computes its items on demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LazyBuiltin {
    Accumulate,
    Chain,
    ChainFromIterable,
    Combinations,
    Enumerate,
    Filter,
    Map,
    Pairwise,
    Permutations,
    Product,
    Reversed,
    Zip,
}

fn exception_of(module: &str, name: &str) -> Option<Builtin> {
    Exception::ALL.iter().copied().find(|e| e.name() == name && e.module() == module).map(Builtin::Exception)
}

/// Names of the built-ins that need no import, for suggestions.
pub fn builtin_names() -> impl Iterator<Item = &'static str> {
    Builtin::of_module("builtins").map(Builtin::name).chain(Exception::ALL.iter().map(|e| e.name()))
}
