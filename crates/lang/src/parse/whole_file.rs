//! A whole Python file, as a submission has it: nothing in it is refused, apart from what Python's grammar refuses.
//!
//! Takes the text of a file; gives its statements without its tests, as the Python adapter leaves them out
//! (`adapters/python/worker.py`, `Loader`), and what the adapter looks for at the top level. A construct outside the
//! language becomes an `Error` node, the smallest one around it, and never something else of the language: reached, it
//! is outside; not reached, it does not matter. Annotations are not read.
//!
//! Several files share one tree: places count on from file to file.

use ruff_python_ast::visitor::{Visitor, walk_expr};
use ruff_python_ast::{self as py};
use ruff_python_parser::{Mode, ParseOptions, parse_unchecked};

use super::bindings::Bindings;
use super::doubts::{Features, first_doubt};
use super::{Lowering, VERSION, depth, ident, span, syntax, too_deep};
use crate::ast::{Function, Ident, ImportName, Name, Span, Stmt, StmtKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Source;

/// What lowering a whole file keeps in mind.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// Something outside the language was met in the node that is being lowered, and not in a part of it that has
    /// become an error node itself.
    pub met_outside: bool,
    /// Functions and classes that became error nodes.
    pub lost: Vec<(Span, Name)>,
}

/// What all files of a submission share.
#[derive(Debug, Default)]
pub(crate) struct FileParser {
    pub functions: Vec<Function>,
    pub expr_count: u32,
    pub class_count: u32,
    /// Constructs outside the language, each in an error node.
    pub outside: Vec<Diagnostic>,
    /// The first place about which nothing can be proved, and what the files bring about together.
    pub doubt: Option<Diagnostic>,
    pub features: Features,
}

#[derive(Debug, Default)]
pub(crate) struct ParsedFile {
    pub body: Vec<Stmt>,
    /// What the statements define, the last definition of a name, in the order of the first.
    pub definitions: Vec<Definition>,
    /// Functions and classes that are outside the language: their statements are error nodes.
    pub lost: Vec<(Span, Name)>,
    /// The names that annotations need when a top-level statement is executed.
    pub annotated: Vec<(Span, Vec<Name>)>,
}

/// A name that a top-level statement defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    pub name: String,
    /// For a `def`: how many arguments it takes by position, at least and at most.
    pub arity: Option<(usize, usize)>,
}

/// How the tests of a file are recognized.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tests<'a> {
    /// They are left out; calls of these names count as tests.
    LeftOut(&'a [String]),
    /// Files inside packages are loaded as they are.
    Kept,
}

impl FileParser {
    /// Parses one file whose places begin at `base`. An error is the first syntax error.
    pub fn file(&mut self, text: &str, base: u32, tests: Tests<'_>) -> Result<ParsedFile, Diagnostic> {
        if let Some(span) = depth::too_deep(text) {
            return Err(too_deep(Span::new(span.start + base, span.end + base)));
        }
        let mut padded = "\n".repeat(base as usize);
        padded.push_str(text);
        let source = Source::new("", padded);
        let parsed = parse_unchecked(&source.text, ParseOptions::from(Mode::Module).with_target_version(VERSION));
        let mut lowering = Lowering::new(&source.text);
        lowering.diagnostics = syntax::diagnostics(&source, &parsed);
        if !lowering.diagnostics.is_empty() {
            return Err(lowering.diagnostics.swap_remove(0));
        }
        let py::Mod::Module(module) = parsed.syntax() else { return Ok(ParsedFile::default()) };
        lowering.bindings = Bindings::of(module);
        lowering.whole = Some(Reading::default());
        lowering.functions = std::mem::take(&mut self.functions);
        lowering.next_expr = self.expr_count;
        lowering.class_count = self.class_count;
        let is_test = |stmt: &py::Stmt| matches!(tests, Tests::LeftOut(names) if is_test(stmt, names));
        let kept: Vec<py::Stmt> = module.body.iter().filter(|stmt| !is_test(stmt)).cloned().collect();
        let body = lowering.block(&kept);
        let postponed = module.body.iter().any(postpones_annotations);
        if self.doubt.is_none() {
            let doubt = first_doubt(&kept, &lowering.bindings, postponed, &mut self.features);
            self.doubt = doubt.map(|doubt| Diagnostic::error(Code::Outside, span(&doubt), doubt.message.clone()));
        }
        let mut annotated = Vec::new();
        if !postponed {
            kept.iter().for_each(|stmt| annotations_of(stmt, &mut annotated));
        }
        let lost = lowering.whole.map(|reading| reading.lost).unwrap_or_default();
        self.functions = lowering.functions;
        self.expr_count = lowering.next_expr;
        self.class_count = lowering.class_count;
        for diagnostic in lowering.diagnostics {
            if diagnostic.code == Code::Syntax {
                return Err(diagnostic);
            }
            self.outside.push(diagnostic);
        }
        let mut definitions = Vec::new();
        collect_definitions(&module.body, &mut definitions);
        Ok(ParsedFile { body, definitions, lost, annotated })
    }
}

impl Lowering<'_> {
    /// Lowers a node. In a whole file, what is outside the language is replaced.
    pub(super) fn guarded<T>(&mut self, instead: T, lower: impl FnOnce(&mut Self) -> T) -> T {
        let Some(reading) = &mut self.whole else { return lower(self) };
        let outer = std::mem::replace(&mut reading.met_outside, false);
        let lowered = lower(self);
        let Some(reading) = &mut self.whole else { return lowered };
        if std::mem::replace(&mut reading.met_outside, outer) { instead } else { lowered }
    }

    /// Notes a function or class that is outside the language.
    pub(super) fn note_lost(&mut self, stmt: &py::Stmt) {
        let name = match stmt {
            py::Stmt::FunctionDef(def) => &def.name,
            py::Stmt::ClassDef(class) => &class.name,
            _ => return,
        };
        if let Some(reading) = &mut self.whole {
            reading.lost.push((span(stmt), Name::from(name.as_str())));
        }
    }

    /// `import a, b.c as d`, wherever it stands.
    pub(super) fn any_import(&mut self, import: &py::StmtImport, block: &mut Vec<Stmt>) {
        for alias in &import.names {
            let module = ident(&alias.name);
            let bound = match &alias.asname {
                Some(name) => self.private_ident(name),
                // `import a.b` binds `a`.
                None => {
                    let first = module.name.split('.').next().unwrap_or_default();
                    Ident { name: self.private(first), span: module.span }
                }
            };
            let names = vec![ImportName { name: module.clone(), alias: bound, whole_module: true }];
            block.push(Stmt { span: span(import), kind: StmtKind::Import { module, names } });
        }
    }

    /// `from ..a import b as c`: the name of the module keeps its dots, and `*` is a name.
    pub(super) fn any_import_from(&mut self, import: &py::StmtImportFrom) -> StmtKind {
        let dots = ".".repeat(import.level as usize);
        let named = import.module.as_ref().map_or("", py::Identifier::as_str);
        let module = Ident { name: Name::from(format!("{dots}{named}")), span: span(import) };
        let mut names = Vec::new();
        for alias in &import.names {
            let name = ident(&alias.name);
            let bound = self.private_ident(alias.asname.as_ref().unwrap_or(&alias.name));
            names.push(ImportName { name, alias: bound, whole_module: false });
        }
        StmtKind::Import { module, names }
    }
}

/// Whether a top-level statement is an assertion, prints, or calls a test or the predicate itself.
fn is_test(stmt: &py::Stmt, predicates: &[String]) -> bool {
    let py::Stmt::Expr(expr) = stmt else { return stmt.is_assert_stmt() };
    let py::Expr::Call(call) = &*expr.value else { return false };
    match &*call.func {
        py::Expr::Name(name) => {
            let name = name.id.as_str().to_lowercase();
            name == "print"
                || predicates.contains(&name)
                || name.starts_with("test")
                || name.ends_with("test")
                || name.ends_with("tests")
        }
        py::Expr::Attribute(attribute) => match &*attribute.value {
            py::Expr::Name(module) => matches!(
                (module.id.as_str(), attribute.attr.as_str()),
                ("unittest" | "pytest", "main") | ("doctest", "testmod")
            ),
            _ => false,
        },
        _ => false,
    }
}

fn postpones_annotations(stmt: &py::Stmt) -> bool {
    let py::Stmt::ImportFrom(import) = stmt else { return false };
    import.module.as_ref().is_some_and(|module| module.as_str() == "__future__")
        && import.names.iter().any(|alias| alias.name.as_str() == "annotations")
}

/// The names that statements define, and how: the adapter's `definitions`.
fn collect_definitions(body: &[py::Stmt], found: &mut Vec<Definition>) {
    for stmt in body {
        match stmt {
            py::Stmt::FunctionDef(def) => {
                let params = &def.parameters;
                let most = params.posonlyargs.len() + params.args.len();
                let defaults = params.posonlyargs.iter().chain(&params.args).filter(|param| param.default.is_some());
                let arity = (!def.is_async).then(|| (most - defaults.count(), most));
                define(found, def.name.as_str(), arity);
            }
            py::Stmt::Assign(assign) => assign.targets.iter().for_each(|target| define_target(found, target)),
            py::Stmt::AnnAssign(assign) => define_target(found, &assign.target),
            py::Stmt::If(stmt) => {
                collect_definitions(&stmt.body, found);
                stmt.elif_else_clauses.iter().for_each(|clause| collect_definitions(&clause.body, found));
            }
            py::Stmt::Try(stmt) => {
                collect_definitions(&stmt.body, found);
                collect_definitions(&stmt.orelse, found);
                for handler in &stmt.handlers {
                    let py::ExceptHandler::ExceptHandler(handler) = handler;
                    collect_definitions(&handler.body, found);
                }
            }
            py::Stmt::With(stmt) => collect_definitions(&stmt.body, found),
            _ => {}
        }
    }
}

fn define_target(found: &mut Vec<Definition>, target: &py::Expr) {
    if let py::Expr::Name(name) = target {
        define(found, name.id.as_str(), None);
    }
}

fn define(found: &mut Vec<Definition>, name: &str, arity: Option<(usize, usize)>) {
    match found.iter_mut().find(|definition| definition.name == name) {
        Some(definition) => definition.arity = arity,
        None => found.push(Definition { name: name.to_owned(), arity }),
    }
}

/// The names that executing a statement of the top level looks up for annotations.
fn annotations_of(stmt: &py::Stmt, found: &mut Vec<(Span, Vec<Name>)>) {
    let mut names = Mentioned::default();
    match stmt {
        py::Stmt::FunctionDef(def) => names.function(def),
        py::Stmt::ClassDef(class) => names.class(class),
        py::Stmt::AnnAssign(assign) => names.visit_expr(&assign.annotation),
        py::Stmt::If(stmt) => {
            stmt.body.iter().for_each(|inner| annotations_of(inner, found));
            let clauses = stmt.elif_else_clauses.iter().flat_map(|clause| &clause.body);
            clauses.for_each(|inner| annotations_of(inner, found));
        }
        py::Stmt::Try(stmt) => {
            stmt.body.iter().chain(&stmt.orelse).for_each(|inner| annotations_of(inner, found));
        }
        _ => {}
    }
    if !names.0.is_empty() {
        found.push((span(stmt), names.0));
    }
}

#[derive(Default)]
struct Mentioned(Vec<Name>);

impl Mentioned {
    fn function(&mut self, def: &py::StmtFunctionDef) {
        if def.type_params.is_some() {
            return;
        }
        let params = def.parameters.iter().filter_map(py::AnyParameterRef::annotation);
        params.for_each(|annotation| self.visit_expr(annotation));
        def.returns.iter().for_each(|returns| self.visit_expr(returns));
    }

    fn class(&mut self, class: &py::StmtClassDef) {
        if class.type_params.is_some() {
            return;
        }
        for stmt in &class.body {
            match stmt {
                py::Stmt::FunctionDef(def) => self.function(def),
                py::Stmt::AnnAssign(assign) => self.visit_expr(&assign.annotation),
                _ => {}
            }
        }
    }
}

impl<'a> Visitor<'a> for Mentioned {
    fn visit_expr(&mut self, expr: &'a py::Expr) {
        if let py::Expr::Name(name) = expr {
            self.0.push(Name::from(name.id.as_str()));
        }
        walk_expr(self, expr);
    }
}
