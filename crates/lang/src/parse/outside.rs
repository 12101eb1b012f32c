//! The constructs of Python that the language does not have, each with what to write instead.

use ruff_text_size::Ranged;

use super::{Lowering, span};
use crate::diagnostic::{Code, Diagnostic};

/// What the author used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Construct {
    AnnotatedPlace,
    AsyncStatement,
    AttributeAssignment,
    Await,
    BareRaise,
    Bytes,
    Complex,
    DelName,
    Division,
    DottedImport,
    FString,
    Float,
    GenericParameters,
    Global,
    ImportInside,
    IsComparison,
    KeywordSpread,
    Match,
    MatrixProduct,
    NestedClass,
    NestedDecorator,
    NestedTypeAlias,
    RaiseFrom,
    RelativeImport,
    SlicesInTuple,
    StarImport,
    StarParameter,
    StarStarParameter,
    Surrogate,
    TString,
    Try,
    With,
    YieldExpression,
}

impl Construct {
    /// The construct as the message names it, and the way out.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::AnnotatedPlace => ("an annotation on an attribute or an element", "annotate names only"),
            Self::AsyncStatement => ("`async`", "write it without `async`; nothing in a problem file waits"),
            Self::AttributeAssignment => {
                ("assignment to an attribute", "records are frozen; make a new one with `replace(record, field=value)`")
            }
            Self::Await => ("`await`", "write it without `await`; nothing in a problem file waits"),
            Self::BareRaise => ("`raise` without an exception", "name the exception, for example `raise ValueError`"),
            Self::Bytes => ("a bytes literal", "use a tuple of integers, or a string compared as a whole"),
            Self::Complex => ("a complex number", "use integers"),
            Self::DelName => (
                "`del` of a name",
                "remove the line; names disappear with their function (`del xs[i]` and `del d[k]` are fine)",
            ),
            Self::Division => (
                "`/`, which gives a float,",
                "use `//`, or compare products: `a * d == b * c` instead of `a / b == c / d`",
            ),
            Self::DottedImport => {
                ("`import` of a dotted module", "write `from collections.abc import Iterable`, with the names you need")
            }
            Self::FString => (
                "an f-string that is not a message",
                "f-strings may only be the message of `raise` or `assert`; compare tuples instead of strings",
            ),
            Self::Float => ("a float", "use integers; scale fractions up, for example cents instead of euros"),
            Self::GenericParameters => ("a type parameter", "remove the annotation; types are inferred"),
            Self::Global => ("`global`", "pass the value as an argument and return the new one"),
            Self::ImportInside => ("an import inside a block", "move it to the top of the file"),
            Self::IsComparison => {
                ("comparing identity with `is`", "use `==` or `!=`; `is` goes with `None`, `True` and `False` only")
            }
            Self::KeywordSpread => ("`**` in a call", "write the arguments one by one: `f(a=1, b=2)`"),
            Self::Match => ("`match`", "use `if` and `elif`"),
            Self::MatrixProduct => {
                ("`@` as an operator", "write the sum of products: `sum(a * b for a, b in zip(xs, ys))`")
            }
            Self::NestedClass => ("a class inside a block", "move the class to the top level of the file"),
            Self::NestedDecorator => {
                ("a decorator on a nested function", "remove the decorator, or move the function to the top level")
            }
            Self::NestedTypeAlias => ("a `type` statement inside a block", "move it to the top level of the file"),
            Self::RaiseFrom => ("`raise … from …`", "write `raise` with the exception alone"),
            Self::RelativeImport => ("a relative import", "put the functions into this file: a problem is one file"),
            Self::SlicesInTuple => ("an index with several slices", "slice one dimension at a time: `xs[1:][0]`"),
            Self::StarImport => {
                ("`import *`", "name what you import: `from custodiet import Input, Output, scope, subproperty`")
            }
            Self::StarParameter => ("a parameter like `*args`", "take a list: `def f(values)` and `f([1, 2])`"),
            Self::StarStarParameter => (
                "a parameter like `**kwargs`",
                "name the parameters one by one, with defaults where they may be left out",
            ),
            Self::Surrogate => ("a string with half a surrogate pair", "write the character itself"),
            Self::TString => ("a template string", "compare tuples instead of strings"),
            Self::Try => ("`try`", "test the condition first, for example `if key in d`"),
            Self::With => ("`with`", "write the block without it; a problem file opens nothing"),
            Self::YieldExpression => ("`yield` as an expression", "write `yield value` as a statement of its own"),
        }
    }
}

impl Lowering<'_> {
    /// Reports a construct the language does not have.
    pub(super) fn outside(&mut self, range: impl Ranged, construct: Construct) {
        let (what, help) = construct.words();
        self.report(
            Diagnostic::error(Code::Outside, span(range), format!("{what} is outside the language")).help(help),
        );
    }
}
