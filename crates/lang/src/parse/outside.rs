//! The constructs of Python that the language does not have, each with what to write instead.

use ruff_text_size::Ranged;

use super::{Lowering, span};
use crate::diagnostic::{Code, Diagnostic};

/// What the author used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Construct {
    AsciiConversion,
    AsyncStatement,
    Await,
    BareRaise,
    Bytes,
    Complex,
    DottedImport,
    ExceptStar,
    GenericParameters,
    GlobalInClass,
    ImportInside,
    MatrixProduct,
    NestedTypeAlias,
    RelativeImport,
    SlicesInTuple,
    StarImport,
    Surrogate,
    TString,
    YieldExpression,
    YieldInCleanup,
}

impl Construct {
    /// The construct as the message names it, and the way out.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::AsciiConversion => ("`!a` in an f-string", "write `!r`"),
            Self::AsyncStatement => ("`async`", "write it without `async`; nothing in a problem file waits"),
            Self::Await => ("`await`", "write it without `await`; nothing in a problem file waits"),
            Self::BareRaise => (
                "`raise` without an exception outside an `except`",
                "name the exception, for example `raise ValueError`",
            ),
            Self::Bytes => ("a bytes literal", "use a string, or a tuple of integers"),
            Self::Complex => ("a complex number", "use integers"),
            Self::DottedImport => {
                ("`import` of a dotted module", "write `from collections.abc import Iterable`, with the names you need")
            }
            Self::ExceptStar => ("`except*`", "write `except`; nothing here raises several exceptions at once"),
            Self::GenericParameters => ("a type parameter", "remove the annotation; types are inferred"),
            Self::GlobalInClass => {
                ("`global` or `nonlocal` in the body of a class", "assign the variable outside the class")
            }
            Self::ImportInside => ("an import inside a block", "move it to the top of the file"),
            Self::MatrixProduct => {
                ("`@` as an operator", "write the sum of products: `sum(a * b for a, b in zip(xs, ys))`")
            }
            Self::NestedTypeAlias => ("a `type` statement inside a block", "move it to the top level of the file"),
            Self::RelativeImport => ("a relative import", "put the functions into this file: a problem is one file"),
            Self::SlicesInTuple => ("an index with several slices", "slice one dimension at a time: `xs[1:][0]`"),
            Self::StarImport => {
                ("`import *`", "name what you import: `from custodiet import Input, Output, scope, subproperty`")
            }
            Self::Surrogate => ("a string with half a surrogate pair", "write the character itself"),
            Self::TString => ("a template string", "write an f-string"),
            Self::YieldInCleanup => (
                "`yield` inside a `try` or `with` that runs code when the generator is closed",
                "collect the values in a list, and yield them after the block",
            ),
            Self::YieldExpression => ("`yield` as an expression", "write `yield value` as a statement of its own"),
        }
    }
}

impl Lowering<'_> {
    /// Reports a construct the language does not have.
    pub(super) fn outside(&mut self, range: impl Ranged, construct: Construct) {
        if let Some(reading) = &mut self.whole {
            if construct == Construct::GenericParameters {
                return;
            }
            reading.met_outside = true;
        }
        let (what, help) = construct.words();
        self.report(
            Diagnostic::error(Code::Outside, span(range), format!("{what} is outside the language")).help(help),
        );
    }
}
