//! The names of exceptions and types that a language has by itself.
//!
//! A submission chooses the names of its own classes while it runs, so such a name can spell the arguments of a test. Students see
//! only names from these lists: [`PublicFailure`] has no room for any other text.
//!
//! Guarded by `tests/leaks.rs` of the command line.

use std::fmt;

use crate::failures::FailureKind;

/// What a language calls its own exceptions and types, as its adapter reports them.
#[derive(Debug)]
pub struct Vocabulary {
    pub exceptions: &'static [&'static str],
    pub types: &'static [&'static str],
}

impl Vocabulary {
    /// Empty for languages that are not built in.
    pub fn of(language: &str) -> &'static Self {
        match language {
            "python" => &PYTHON,
            "javascript" => &JAVASCRIPT,
            "pyret" => &PYRET,
            _ => &UNKNOWN,
        }
    }
}

/// A failure without a word that the submission controls. A name is `None` if it is not the language's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PublicFailure {
    Raised(Option<&'static str>),
    TimedOut,
    OutOfMemory,
    Crashed,
    NotABoolean(Option<&'static str>),
}

impl PublicFailure {
    pub fn of(failure: &FailureKind, language: &str) -> Self {
        let vocabulary = Vocabulary::of(language);
        let own = |names: &[&'static str], name: &str| names.iter().copied().find(|own| *own == name);
        match failure {
            FailureKind::Raised { class, .. } => Self::Raised(own(vocabulary.exceptions, class)),
            FailureKind::TimedOut => Self::TimedOut,
            FailureKind::OutOfMemory => Self::OutOfMemory,
            // How its process ended is the choice of the submission, too: an exit code is a byte.
            FailureKind::Crashed(_) => Self::Crashed,
            FailureKind::NotABoolean(ty) => Self::NotABoolean(own(vocabulary.types, ty)),
        }
    }
}

/// `raised KeyError`, `raised an exception that is not built in`
impl fmt::Display for PublicFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Raised(Some(class)) => write!(f, "raised {class}"),
            Self::Raised(None) => f.write_str("raised an exception that is not built in"),
            Self::TimedOut => f.write_str("timed out"),
            Self::OutOfMemory => f.write_str("ran out of memory"),
            Self::Crashed => f.write_str("crashed"),
            // A missing `return` in Python.
            Self::NotABoolean(Some("NoneType")) => f.write_str("returned None"),
            Self::NotABoolean(Some(ty)) => write!(f, "returned a value of type {ty}"),
            Self::NotABoolean(None) => f.write_str("returned a value of a type that is not built in"),
        }
    }
}

const UNKNOWN: Vocabulary = Vocabulary { exceptions: &[], types: &[] };

/// CPython's built-in exceptions, without warnings, and its built-in types.
const PYTHON: Vocabulary = Vocabulary {
    exceptions: &[
        "ArithmeticError",
        "AssertionError",
        "AttributeError",
        "BaseException",
        "BaseExceptionGroup",
        "BlockingIOError",
        "BrokenPipeError",
        "BufferError",
        "ChildProcessError",
        "ConnectionAbortedError",
        "ConnectionError",
        "ConnectionRefusedError",
        "ConnectionResetError",
        "EOFError",
        "Exception",
        "ExceptionGroup",
        "FileExistsError",
        "FileNotFoundError",
        "FloatingPointError",
        "GeneratorExit",
        "ImportError",
        "IndentationError",
        "IndexError",
        "InterruptedError",
        "IsADirectoryError",
        "KeyError",
        "KeyboardInterrupt",
        "LookupError",
        "MemoryError",
        "ModuleNotFoundError",
        "NameError",
        "NotADirectoryError",
        "NotImplementedError",
        "OSError",
        "OverflowError",
        "PermissionError",
        "ProcessLookupError",
        "PythonFinalizationError",
        "RecursionError",
        "ReferenceError",
        "RuntimeError",
        "StopAsyncIteration",
        "StopIteration",
        "SyntaxError",
        "SystemError",
        "SystemExit",
        "TabError",
        "TimeoutError",
        "TypeError",
        "UnboundLocalError",
        "UnicodeDecodeError",
        "UnicodeEncodeError",
        "UnicodeError",
        "UnicodeTranslateError",
        "ValueError",
        "ZeroDivisionError",
    ],
    types: &[
        "NoneType",
        "NotImplementedType",
        "builtin_function_or_method",
        "bytearray",
        "bytes",
        "classmethod",
        "complex",
        "coroutine",
        "dict",
        "dict_items",
        "dict_keys",
        "dict_values",
        "ellipsis",
        "enumerate",
        "filter",
        "float",
        "frozenset",
        "function",
        "generator",
        "int",
        "list",
        "map",
        "memoryview",
        "method",
        "module",
        "object",
        "property",
        "range",
        "reversed",
        "set",
        "slice",
        "staticmethod",
        "str",
        "super",
        "tuple",
        "type",
        "zip",
    ],
};

/// JavaScript can throw values of any type.
const JAVASCRIPT: Vocabulary = Vocabulary {
    exceptions: &[
        "AggregateError",
        "Error",
        "EvalError",
        "RangeError",
        "ReferenceError",
        "SyntaxError",
        "TypeError",
        "URIError",
        "number",
        "string",
        "undefined",
    ],
    types: &[
        "Array",
        "Boolean",
        "Map",
        "Number",
        "Object",
        "Promise",
        "Set",
        "String",
        "bigint",
        "function",
        "null",
        "number",
        "object",
        "string",
        "symbol",
        "undefined",
    ],
};

/// The kinds of Pyret's run-time errors, as `adapters/pyret/tests/test_calls.py` finds them in its modules; a submission's own variants are not among the types.
const PYRET: Vocabulary = Vocabulary {
    exceptions: &[
        "Error",
        "arity-mismatch",
        "bad-bracket-target",
        "bad-tuple-bind",
        "cases-arity-mismatch",
        "cases-singleton-mismatch",
        "col-length-mismatch",
        "column-not-found",
        "constructor-arity-mismatch",
        "constructor-syntax-non-constructor",
        "dot-ann-not-present",
        "duplicate-column",
        "equality-failure",
        "exit",
        "exit-quiet",
        "extend-non-object",
        "fail",
        "failure-at-arg",
        "field-not-found",
        "generic-type-mismatch",
        "header-row-mismatch",
        "internal-error",
        "invalid-array-index",
        "lookup-constructor-not-object",
        "lookup-large-index",
        "lookup-non-object",
        "lookup-non-tuple",
        "message-exception",
        "module-load-failure",
        "multi-error",
        "no-branches-matched",
        "no-cases-matched",
        "non-boolean-condition",
        "non-boolean-op",
        "non-function-app",
        "non-tuple-bind",
        "num-string-binop-error",
        "numeric-binop-error",
        "predicate-failure",
        "raise",
        "record-fields-fail",
        "ref-init",
        "row-length-mismatch",
        "sample-error",
        "spinnaker-error",
        "template-not-finished",
        "tup-length-mismatch",
        "tuple-anns-fail",
        "type-mismatch",
        "uninitialized-id",
        "update-frozen-ref",
        "update-non-existent-field",
        "update-non-obj",
        "update-non-ref",
        "user-break",
    ],
    types: &["Function", "Nothing", "Number", "Object", "String", "Tuple", "empty", "link", "none", "some"],
};

#[cfg(test)]
mod tests {
    use super::*;

    fn raised(class: &str, language: &str) -> String {
        let failure = FailureKind::Raised { class: class.to_owned(), place: Some(("a.py".to_owned(), 9)) };
        PublicFailure::of(&failure, language).to_string()
    }

    #[test]
    fn only_names_of_the_language_are_public() {
        assert_eq!(raised("KeyError", "python"), "raised KeyError");
        for (class, language) in [("keyerror", "python"), ("E_0_1", "python"), ("KeyError", "pyret"), ("KeyError", "c")]
        {
            assert_eq!(raised(class, language), "raised an exception that is not built in");
        }
        let returned = |ty: &str| PublicFailure::of(&FailureKind::NotABoolean(ty.to_owned()), "python").to_string();
        assert_eq!(returned("NoneType"), "returned None");
        assert_eq!(returned("int"), "returned a value of type int");
        assert_eq!(returned("T_0_1"), "returned a value of a type that is not built in");
        let crashed = FailureKind::Crashed("exited with code 42 during a test".to_owned());
        assert_eq!(PublicFailure::of(&crashed, "python").to_string(), "crashed");
    }

    /// `docs/reports.md` says how much a name can reveal.
    #[test]
    fn a_name_is_one_of_a_hundred() {
        for language in ["python", "javascript", "pyret"] {
            let vocabulary = Vocabulary::of(language);
            assert!((20..=100).contains(&(vocabulary.exceptions.len() + vocabulary.types.len())), "{language}");
        }
    }
}
