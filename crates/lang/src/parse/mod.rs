//! Turns the text of a problem file into the tree of [`crate::ast`].
//!
//! Takes any text; returns a tree and what is wrong. A construct the language does not have is reported and becomes
//! an `Error` node, or the nearest construct it has, so that everything else is still checked.
//!
//! The only module that knows the parser crates. Invariant: no text makes it panic, and no tree it returns is
//! deeper than [`MAX_DEPTH`], so that later stages may recurse. Guarded by `tests/no_panic.rs`.

mod annotations;
mod bindings;
mod brackets;
pub(crate) mod classes;
pub(crate) mod dataclasses;
mod depth;
pub(crate) mod doubts;
mod expressions;
mod functions;
pub(crate) mod library;
mod outside;
mod patterns;
mod statements;
mod strings;
mod syntax;
mod targets;
mod tries;
pub(crate) mod whole_file;

pub use dataclasses::TEXT_OF_FIELDS;

use std::collections::HashMap;
use std::sync::Arc;

use ruff_python_ast::{self as py, PythonVersion};
use ruff_python_parser::{Mode, ParseOptions, parse_unchecked};
use ruff_text_size::{Ranged, TextRange};

use bindings::Bindings;

use crate::ast::{Expr, ExprId, ExprKind, FuncId, Function, Ident, Module, Name, Span};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Source;

/// How many statements and expressions may be nested in each other.
pub const MAX_DEPTH: usize = 200;

/// The newest grammar a problem file may use.
const VERSION: PythonVersion = PythonVersion::PY312;

/// Parses a problem file. The diagnostics are syntax errors and constructs outside the language.
pub fn parse(source: &Source) -> (Module, Vec<Diagnostic>) {
    if let Some(span) = depth::too_deep(&source.text) {
        return (Module::default(), vec![too_deep(span)]);
    }
    let parsed = parse_unchecked(&source.text, ParseOptions::from(Mode::Module).with_target_version(VERSION));
    let mut lowering = Lowering::new(&source.text);
    lowering.diagnostics = syntax::diagnostics(source, &parsed);
    lowering.broken = !lowering.diagnostics.is_empty();
    let mut module = match parsed.syntax() {
        py::Mod::Module(module) => {
            lowering.bindings = Bindings::of(module);
            lowering.module(&module.body)
        }
        py::Mod::Expression(_) => Module::default(),
    };
    module.functions = lowering.functions;
    module.expr_count = lowering.next_expr;
    module.class_count = lowering.class_count;
    (module, lowering.diagnostics)
}

/// Where a statement stands; decides which statements may stand there.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum BlockKind {
    /// Directly in the module.
    #[default]
    Module,
    /// In an `if` or a loop of the module.
    Nested,
    Class,
    Function,
}

/// What surrounds the node being lowered.
#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each says what is around, independently of the others")]
struct Context {
    place: BlockKind,
    in_loop: bool,
    /// In the message of a `raise` or an `assert`.
    in_message: bool,
    /// In the iterable of a comprehension, where Python forbids `:=`.
    in_iterable: bool,
    /// In a handler, where `raise` needs no exception.
    in_handler: bool,
    /// In a `try` or `with` that would run code when an abandoned generator is closed.
    in_cleanup: bool,
}

struct Lowering<'a> {
    text: &'a str,
    diagnostics: Vec<Diagnostic>,
    functions: Vec<Function>,
    next_expr: u32,
    depth: usize,
    depth_reported: bool,
    here: Context,
    /// What the comprehensions around this place loop over, up to the next function.
    comprehension_names: Vec<String>,
    /// The innermost `def` holds a `yield`.
    yields: bool,
    /// The grammar was broken: where a statement stands is a guess.
    broken: bool,
    /// What `typing.Literal` is called here: strings in it are values, not forward references.
    literal_names: Vec<Name>,
    /// A whole Python file: see `whole_file`.
    whole: Option<whole_file::Reading>,
    class_count: u32,
    /// The innermost class, whose name is part of private names.
    class_name: Option<Name>,
    /// What names can only mean what was imported.
    bindings: Bindings,
    /// The fields of the dataclasses so far, by class.
    dataclasses: HashMap<Name, Vec<dataclasses::DataField>>,
}

impl<'a> Lowering<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            diagnostics: Vec::new(),
            functions: Vec::new(),
            next_expr: 0,
            depth: 0,
            depth_reported: false,
            here: Context::default(),
            comprehension_names: Vec::new(),
            yields: false,
            broken: false,
            literal_names: vec!["Literal".into()],
            whole: None,
            class_count: 0,
            class_name: None,
            bindings: Bindings::default(),
            dataclasses: HashMap::new(),
        }
    }

    fn module(&mut self, body: &[py::Stmt]) -> Module {
        let (docstring, rest) = functions::split_docstring(body);
        Module { docstring, body: self.block(rest), ..Module::default() }
    }

    /// Makes an expression with the next id.
    fn expr_of(&mut self, range: impl Ranged, kind: ExprKind) -> Expr {
        let id = ExprId(self.next_expr);
        self.next_expr += 1;
        Expr { id, span: span(range), kind }
    }

    fn error_expr(&mut self, range: impl Ranged) -> Expr {
        self.expr_of(range, ExprKind::Error)
    }

    /// Takes the next place among the functions, to be filled once the body is known.
    fn reserve_function(&mut self, range: impl Ranged) -> FuncId {
        let id = FuncId(u32::try_from(self.functions.len()).unwrap_or(u32::MAX));
        let span = span(range);
        self.functions.push(Function {
            name: Ident { name: Arc::from(""), span },
            params: Vec::new(),
            returns: None,
            decorators: Vec::new(),
            docstring: None,
            body: Vec::new(),
            is_generator: false,
            is_lambda: false,
            span,
        });
        id
    }

    /// Runs `lower` one level deeper; `None` if that is too deep, which has been reported.
    fn deeper<T>(&mut self, range: impl Ranged, lower: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            self.too_deep(span(range));
            return None;
        }
        self.depth += 1;
        let result = lower(self);
        self.depth -= 1;
        Some(result)
    }

    fn too_deep(&mut self, span: Span) {
        if !std::mem::replace(&mut self.depth_reported, true) {
            self.diagnostics.push(too_deep(span));
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reports what Python itself refuses, though its grammar allows it.
    fn syntax(&mut self, range: impl Ranged, message: impl std::fmt::Display, help: impl Into<String>) {
        if self.broken {
            return;
        }
        self.report(syntax::syntax_error(span(range), message).help(help));
    }
}

fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error(Code::Outside, span, "nested too deeply")
        .label(format!("more than {MAX_DEPTH} levels"))
        .help("give parts of it a name, or put them into functions of their own; a long chain of operators can be a `sum` or a loop")
}

fn span(range: impl Ranged) -> Span {
    let range = range.range();
    Span::new(range.start().to_u32(), range.end().to_u32())
}

fn text_range(span: Span) -> TextRange {
    TextRange::new(span.start.into(), span.end.into())
}

fn ident(identifier: &py::Identifier) -> Ident {
    Ident { name: Arc::from(identifier.as_str()), span: span(identifier) }
}

#[cfg(test)]
mod tests;
