//! The built-in functions: the names the language knows without a definition, and those of the few modules a problem
//! file may import.
//!
//! This table, with [`crate::methods`], is where a new built-in starts. Inference, evaluation and compilation match on
//! [`Builtin`] without a catch-all, so that the compiler lists what is left to do. `tests/table.rs` checks the table
//! against CPython and `docs/language.md`.

use std::fmt;

use crate::methods::{Method, StrMethod};
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
            /// `str.lower`: a method of strings as a function.
            StrMethod(StrMethod),
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
                    (Self::Str, _) => Method::by_name(name).and_then(StrMethod::of).map(Self::StrMethod),
                    _ => None,
                }
            }

            pub fn name(self) -> &'static str {
                match self {
                    $($(Self::$variant => $name,)*)*
                    $(Self::$attribute => concat!($class, ".", $member),)*
                    Self::Exception(exception) => exception.name(),
                    Self::StrMethod(method) => method.unbound_name(),
                }
            }

            /// The module it is imported from; `builtins` for what needs no import.
            pub fn module(self) -> &'static str {
                match self {
                    $($(Self::$variant => stringify!($module),)*)*
                    $(Self::$attribute => Self::$owner.module(),)*
                    Self::Exception(exception) => exception.module(),
                    Self::StrMethod(_) => "builtins",
                }
            }

            pub fn signature(self) -> &'static Signature {
                match self {
                    $($(Self::$variant => const { &$signature },)*)*
                    $(Self::$attribute => const { &$attribute_signature },)*
                    Self::Exception(_) => const { &Signature::at_least(0) },
                    // The string comes first; the rest is what the method takes.
                    Self::StrMethod(_) => const { &Signature::at_least(1).any_keyword() },
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
        Chr "chr" Signature::exactly(1);
        Callable "callable" Signature::exactly(1);
        ClassMethod "classmethod" Signature::exactly(1);
        Delattr "delattr" Signature::exactly(2);
        Dict "dict" Signature::between(0, 1).any_keyword();
        Divmod "divmod" Signature::exactly(2);
        Enumerate "enumerate" Signature::exactly(0).then(1, &["iterable", "start"]);
        Filter "filter" Signature::exactly(2);
        Float "float" Signature::between(0, 1);
        Format "format" Signature::between(1, 2);
        FrozenSet "frozenset" Signature::between(0, 1);
        Getattr "getattr" Signature::between(2, 3);
        Hasattr "hasattr" Signature::exactly(2);
        Hash "hash" Signature::exactly(1);
        Id "id" Signature::exactly(1);
        Int "int" Signature::between(0, 1).then(0, &["base"]);
        IsInstance "isinstance" Signature::exactly(2);
        IsSubclass "issubclass" Signature::exactly(2);
        Iter "iter" Signature::between(1, 2);
        Len "len" Signature::exactly(1);
        List "list" Signature::between(0, 1);
        Map "map" Signature::at_least(2);
        Max "max" Signature::at_least(1).keyword_only(&["key", "default"]);
        Min "min" Signature::at_least(1).keyword_only(&["key", "default"]);
        Next "next" Signature::between(1, 2);
        Ord "ord" Signature::exactly(1);
        NotImplemented "NotImplemented" Signature::exactly(0);
        Object "object" Signature::exactly(0);
        Pow "pow" Signature::exactly(0).then(2, &["base", "exp", "mod"]);
        Print "print" Signature::at_least(0).keyword_only(&["sep", "end", "file", "flush"]);
        Property "property" Signature::exactly(0).then(0, &["fget", "fset", "fdel", "doc"]);
        Range "range" Signature::between(1, 3);
        Repr "repr" Signature::exactly(1);
        Reversed "reversed" Signature::exactly(1);
        Round "round" Signature::exactly(0).then(1, &["number", "ndigits"]);
        Set "set" Signature::between(0, 1);
        Setattr "setattr" Signature::exactly(3);
        Sorted "sorted" Signature::exactly(1).keyword_only(&["key", "reverse"]);
        Str "str" Signature::exactly(0).then(0, &["object", "encoding", "errors"]);
        StaticMethod "staticmethod" Signature::exactly(1);
        Sum "sum" Signature::exactly(1).then(0, &["start"]);
        Super "super" Signature::between(0, 2);
        Tuple "tuple" Signature::between(0, 1);
        Type "type" Signature::exactly(1);
        Zip "zip" Signature::at_least(0).keyword_only(&["strict"]);
    }
    mod collections {
        Counter "Counter" Signature::between(0, 1).any_keyword();
        DefaultDict "defaultdict" Signature::between(0, 2).any_keyword();
        Deque "deque" Signature::exactly(0).then(0, &["iterable", "maxlen"]);
        OrderedDict "OrderedDict" Signature::between(0, 1).any_keyword();
    }
    mod itertools {
        Accumulate "accumulate" Signature::exactly(0).then(1, &["iterable", "func"]).keyword_only(&["initial"]);
        Chain "chain" Signature::at_least(0);
        GroupBy "groupby" Signature::exactly(0).then(1, &["iterable", "key"]);
        Combinations "combinations" Signature::exactly(0).then(2, &["iterable", "r"]);
        Pairwise "pairwise" Signature::exactly(1);
        Permutations "permutations" Signature::exactly(0).then(1, &["iterable", "r"]);
        Product "product" Signature::at_least(0).keyword_only(&["repeat"]);
    }
    mod functools {
        Cache "cache" Signature::exactly(1);
        LruCache "lru_cache" Signature::exactly(0).then(0, &["maxsize", "typed"]);
        Wraps "wraps" Signature::exactly(0).then(1, &["wrapped", "assigned", "updated"]);
    }
    mod math {
        Ceil "ceil" Signature::exactly(1);
        Comb "comb" Signature::exactly(2);
        Exp "exp" Signature::exactly(1);
        Fabs "fabs" Signature::exactly(1);
        Factorial "factorial" Signature::exactly(1);
        Floor "floor" Signature::exactly(1);
        Gcd "gcd" Signature::at_least(0);
        IsClose "isclose" Signature::exactly(0).then(2, &["a", "b"]).keyword_only(&["rel_tol", "abs_tol"]);
        IsFinite "isfinite" Signature::exactly(1);
        IsInf "isinf" Signature::exactly(1);
        IsNan "isnan" Signature::exactly(1);
        Isqrt "isqrt" Signature::exactly(1);
        Lcm "lcm" Signature::at_least(0);
        Log "log" Signature::between(1, 2);
        Log10 "log10" Signature::exactly(1);
        Log2 "log2" Signature::exactly(1);
        Perm "perm" Signature::between(1, 2);
        MathPow "pow" Signature::exactly(2);
        Prod "prod" Signature::exactly(1).keyword_only(&["start"]);
        Sqrt "sqrt" Signature::exactly(1);
        Trunc "trunc" Signature::exactly(1);
    }
    mod copy {
        CopyCopy "copy" Signature::exactly(0).then(1, &["x"]);
        DeepCopy "deepcopy" Signature::exactly(0).then(1, &["x", "memo", "_nil"]);
    }
    mod dataclasses {
        Replace "replace" Signature::exactly(1).any_keyword();
    }
    mod abc {
        AbstractMethod "abstractmethod" Signature::exactly(1);
    }
    mod custodiet {
        Closure "closure" Signature::exactly(0).then(1, &["edges"]);
        Reachable "reachable" Signature::exactly(0).then(2, &["edges", "start"]);
    }
    attributes {
        DictFromKeys Dict "dict" "fromkeys" Signature::between(1, 2);
        OrderedFromKeys OrderedDict "OrderedDict" "fromkeys" Signature::exactly(0).then(1, &["iterable", "value"]);
        ObjectSetattr Object "object" "__setattr__" Signature::exactly(3);
        ChainFromIterable Chain "chain" "from_iterable" Signature::exactly(1);
        StrMakeTrans Str "str" "maketrans" Signature::between(1, 3);
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
    BaseException: BaseException,
    Exception: BaseException,
    ArithmeticError: Exception,
    AssertionError: Exception,
    AttributeError: Exception,
    EOFError: Exception,
    FileNotFoundError: OSError,
    FloatingPointError: ArithmeticError,
    FrozenInstanceError: AttributeError,
    ImportError: Exception,
    IndexError: LookupError,
    KeyError: LookupError,
    KeyboardInterrupt: BaseException,
    LookupError: Exception,
    MemoryError: Exception,
    NameError: Exception,
    NotImplementedError: RuntimeError,
    OSError: Exception,
    OverflowError: ArithmeticError,
    RecursionError: RuntimeError,
    RuntimeError: Exception,
    StopIteration: Exception,
    SystemExit: BaseException,
    TimeoutError: OSError,
    TypeError: Exception,
    UnboundLocalError: NameError,
    ValueError: Exception,
    ZeroDivisionError: ArithmeticError,
}

impl Exception {
    /// Whether it is the class or inherits from it.
    #[must_use]
    pub fn is_a(self, class: Exception) -> bool {
        let parents = std::iter::successors(Some(self), |class| {
            let parent = class.parent();
            (parent != *class).then_some(parent)
        });
        parents.into_iter().any(|parent| parent == class)
    }

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
            Self::GroupBy => Some(LazyBuiltin::GroupBy),
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
            | Self::Cache
            | Self::Chr
            | Self::Closure
            | Self::Float
            | Self::Round
            | Self::CopyCopy
            | Self::DeepCopy
            | Self::Ceil
            | Self::Comb
            | Self::Exp
            | Self::Fabs
            | Self::Factorial
            | Self::Floor
            | Self::Gcd
            | Self::IsClose
            | Self::IsFinite
            | Self::IsInf
            | Self::IsNan
            | Self::Isqrt
            | Self::Lcm
            | Self::Log
            | Self::Log10
            | Self::Log2
            | Self::Perm
            | Self::MathPow
            | Self::Prod
            | Self::Sqrt
            | Self::Trunc
            | Self::Counter
            | Self::DefaultDict
            | Self::Deque
            | Self::OrderedDict
            | Self::OrderedFromKeys
            | Self::Dict
            | Self::DictFromKeys
            | Self::Divmod
            | Self::Exception(_)
            | Self::Format
            | Self::FrozenSet
            | Self::Int
            | Self::Iter
            | Self::Len
            | Self::List
            | Self::LruCache
            | Self::Max
            | Self::Min
            | Self::Next
            | Self::Ord
            | Self::Pow
            | Self::Print
            | Self::Range
            | Self::Reachable
            | Self::Replace
            | Self::Repr
            | Self::Set
            | Self::Sorted
            | Self::Str
            | Self::StrMakeTrans
            | Self::StrMethod(_)
            | Self::Sum
            | Self::Tuple
            | Self::Wraps
            | Self::Callable
            | Self::ClassMethod
            | Self::Delattr
            | Self::Getattr
            | Self::Hasattr
            | Self::Hash
            | Self::Id
            | Self::IsInstance
            | Self::IsSubclass
            | Self::NotImplemented
            | Self::Object
            | Self::Property
            | Self::Setattr
            | Self::StaticMethod
            | Self::Super
            | Self::Type
            | Self::AbstractMethod
            | Self::ObjectSetattr => None,
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
    GroupBy,
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
