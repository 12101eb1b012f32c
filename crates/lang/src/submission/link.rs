//! Joins the files of a submission into one module, in the order in which Python executes them.
//!
//! The statements of the entry come in their order; those of another file stand where it is first imported. Each file has
//! names of its own ([`FileNames`]). A name that is bound once, by a `def` or an import, means that function or module
//! wherever it is used; every other name is a variable of the module.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::bindings::Counts;
use super::types::is_composite;
use super::{
    FileNames, FileParser, FilePlace, Handed, NamesOfFile, SubmissionFailure, Tests, normalized, stem, syntax,
};
use crate::ast::{Expr, ExprId, ExprKind, FuncId, Module, Name, Span, Stmt, StmtKind, walk};
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::{Global, GlobalId, GlobalKind};
use crate::parse::whole_file::ParsedFile;
use crate::problem::{RecordClass, RecordId, RecordKind};

/// A linked submission.
pub(super) struct Program {
    pub module: Module,
    pub names: FileNames,
    pub globals: Vec<Global>,
    pub records: Vec<RecordClass>,
    /// The function that asks the predicate.
    pub ask: FuncId,
    pub text: String,
    pub files: Vec<FilePlace>,
    pub outside: Vec<Diagnostic>,
    pub doubt: Option<Diagnostic>,
}

/// One file while it is linked.
#[derive(Debug, Default)]
pub(super) struct Unit {
    /// The dotted name of its module.
    pub module: String,
    /// The package that its relative imports start from.
    pub package: String,
    pub counts: Counts,
    pub names: NamesOfFile,
    /// Names that stand for something that does nothing.
    pub stubs: HashSet<Name>,
    /// Names of types.
    pub types: HashSet<Name>,
    /// Names that have a value by now, as far as the text says.
    pub bound: BTreeSet<Name>,
    pub annotated: HashMap<Span, Vec<Name>>,
    pub lost: HashMap<Span, Name>,
    /// Something was executed that may call functions that are not defined yet.
    pub active: bool,
}

/// Where a statement stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// At the top level, executed exactly once.
    Top,
    /// In a block of the top level.
    Block,
}

pub(super) struct Linker<'a> {
    pub handed: Handed<'a>,
    pub entry: &'a str,
    pub parser: FileParser,
    pub units: Vec<Unit>,
    /// Units by the name of their module.
    pub loaded: HashMap<String, usize>,
    pub globals: Vec<Global>,
    pub records: Vec<RecordClass>,
    /// Classes of the entry that are named like a record of the problem, with the parameters by which they are made, if
    /// they say.
    pub makers: Vec<(Name, Option<Vec<Name>>)>,
    pub outside: Vec<Diagnostic>,
    pub aliases: HashMap<FuncId, HashMap<Name, GlobalId>>,
    /// Statements that must come before the one being linked.
    pub before: Vec<Stmt>,
    pub text: String,
    pub places: Vec<FilePlace>,
    pub failure: Option<SubmissionFailure>,
}

pub(super) fn link(handed: Handed<'_>, entry: &str, name: &str) -> Result<Program, SubmissionFailure> {
    let mut linker = Linker {
        handed,
        entry,
        parser: FileParser::default(),
        units: Vec::new(),
        loaded: HashMap::new(),
        globals: Vec::new(),
        records: super::classes::declared(handed.problem),
        makers: Vec::new(),
        outside: Vec::new(),
        aliases: HashMap::new(),
        before: Vec::new(),
        text: String::new(),
        places: Vec::new(),
        failure: None,
    };
    linker.types();
    let stem = stem(entry);
    let is_name = !stem.is_empty() && stem.chars().all(|c| c == '_' || c.is_alphanumeric());
    let is_name = is_name && !stem.starts_with(|c: char| c.is_numeric()) && !super::python::is_standard(stem);
    let module = if is_name { stem } else { "submission" };
    let Some(file) = handed.files.iter().find(|file| file.path == entry) else {
        return Err(SubmissionFailure::Missing { candidates: Vec::new() });
    };
    let mut body = linker.unit(module, "", &file.path, &file.text, Tests::LeftOut(handed.predicate))?;
    let ask = linker.glue(name, &mut body)?;
    if let Some(failure) = linker.failure {
        return Err(failure);
    }
    let module = Module {
        body,
        functions: linker.parser.functions,
        expr_count: linker.parser.expr_count,
        class_count: linker.parser.class_count,
        ..Module::default()
    };
    let files = linker.units.into_iter().map(|unit| unit.names).collect();
    let shared = linker.parser.features.doubt();
    let doubt =
        linker.parser.doubt.take().or_else(|| shared.map(|message| Diagnostic::whole_file(Code::Outside, message)));
    let mut outside = linker.parser.outside;
    outside.append(&mut linker.outside);
    Ok(Program {
        module,
        names: FileNames { files, aliases: linker.aliases },
        globals: linker.globals,
        records: linker.records,
        ask,
        text: linker.text,
        files: linker.places,
        outside,
        doubt,
    })
}

impl Linker<'_> {
    /// Takes a file in: its statements, linked.
    pub fn unit(
        &mut self,
        module: &str,
        package: &str,
        path: &str,
        text: &str,
        tests: Tests<'_>,
    ) -> Result<Vec<Stmt>, SubmissionFailure> {
        let text = normalized(text);
        let start = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        let functions = self.parser.functions.len();
        let parsed = self.parser.file(&text, start, tests).map_err(|fault| syntax(path, &text, start, &fault))?;
        self.text.push_str(&text);
        self.text.push('\n');
        self.places.push(FilePlace { start, path: path.to_owned() });
        let ParsedFile { body, lost, annotated, .. } = parsed;
        let mut counts = self.with_module(|module| Counts::of(module, &body));
        lost.iter().for_each(|(_, name)| counts.add(name));
        self.declared_global(functions, &mut counts);
        let index = self.units.len();
        self.loaded.insert(module.to_owned(), index);
        self.units.push(Unit {
            module: module.to_owned(),
            package: package.to_owned(),
            counts,
            names: NamesOfFile { start, ..NamesOfFile::default() },
            annotated: annotated.into_iter().collect(),
            lost: lost.into_iter().collect(),
            ..Unit::default()
        });
        let mut linked = vec![self.module_name(index, start)];
        self.variables(index);
        let last = self.parser.functions.len();
        self.imports_in_functions(index, functions..last, &mut linked);
        self.block(index, body, Standing::Top, &mut linked);
        Ok(linked)
    }

    /// Lets something look at a module with the functions so far.
    pub fn with_module<T>(&mut self, look: impl FnOnce(&Module) -> T) -> T {
        let functions = std::mem::take(&mut self.parser.functions);
        let module = Module { functions, ..Module::default() };
        let result = look(&module);
        self.parser.functions = module.functions;
        result
    }

    /// A name that a function assigns to has more values than one.
    fn declared_global(&mut self, functions: usize, counts: &mut Counts) {
        for function in &self.parser.functions[functions..] {
            let mut blocks: Vec<&[Stmt]> = vec![&function.body];
            while let Some(block) = blocks.pop() {
                for stmt in block {
                    if let StmtKind::Global(names) = &stmt.kind {
                        names.iter().for_each(|ident| counts.add_several(&ident.name));
                    }
                    blocks.extend(walk::blocks(stmt));
                }
            }
        }
    }

    /// `__name__ = "helpers"`
    fn module_name(&mut self, unit: usize, at: u32) -> Stmt {
        let name: Name = "__name__".into();
        self.define(unit, &name, GlobalKind::Constant);
        let span = Span::new(at, at);
        let target = self.expr(span, ExprKind::Name(name));
        let module = self.units[unit].module.clone();
        let value = self.expr(span, ExprKind::Str(module.into()));
        Stmt { span, kind: StmtKind::Assign { targets: vec![target], value } }
    }

    /// Every name that is bound is a variable, until it turns out to mean one thing.
    fn variables(&mut self, unit: usize) {
        for name in self.units[unit].counts.names() {
            if &*name != "*" {
                self.define(unit, &name, GlobalKind::Constant);
            }
        }
    }

    pub fn expr(&mut self, span: Span, kind: ExprKind) -> Expr {
        let id = ExprId(self.parser.expr_count);
        self.parser.expr_count += 1;
        Expr { id, span, kind }
    }

    /// Gives a name its meaning; if it has one already, it is replaced.
    pub fn define(&mut self, unit: usize, name: &Name, kind: GlobalKind) -> GlobalId {
        let span = Span::new(self.units[unit].names.start, self.units[unit].names.start);
        if let Some(id) = self.units[unit].names.by_name.get(name) {
            self.globals[id.index()].kind = kind;
            return *id;
        }
        let id = GlobalId(u32::try_from(self.globals.len()).unwrap_or(u32::MAX));
        self.globals.push(Global { name: name.clone(), span, kind });
        self.units[unit].names.by_name.insert(name.clone(), id);
        id
    }

    pub fn meaning(&self, unit: usize, name: &str) -> Option<&GlobalKind> {
        let id = self.units[unit].names.by_name.get(name)?;
        Some(&self.globals[id.index()].kind)
    }

    /// A statement that cannot be executed.
    pub fn fault(&mut self, span: Span, message: String) -> Stmt {
        self.outside.push(Diagnostic::error(Code::Outside, span, message));
        Stmt { span, kind: StmtKind::Error }
    }

    /// A name that stands for something outside the language.
    pub fn poison(&mut self, unit: usize, name: &Name, what: &str) {
        self.define(unit, name, GlobalKind::Outside(what.into()));
    }

    pub fn block(&mut self, unit: usize, body: Vec<Stmt>, standing: Standing, linked: &mut Vec<Stmt>) {
        for stmt in body {
            let bound = self.with_module(|module| crate::bindings::names_in(module, std::slice::from_ref(&stmt)));
            let stmt = self.statement(unit, stmt, standing);
            linked.append(&mut self.before);
            linked.extend(stmt);
            self.units[unit].bound.extend(bound);
        }
    }

    fn statement(&mut self, unit: usize, mut stmt: Stmt, standing: Standing) -> Option<Stmt> {
        if let Some(name) = self.undefined_annotation(unit, stmt.span) {
            let message = format!("an annotation with `{name}`, which is not defined yet, is outside the language");
            return Some(self.fault(stmt.span, message));
        }
        let single = |this: &Self, name: &str| standing == Standing::Top && this.units[unit].counts.is_single(name);
        match &mut stmt.kind {
            StmtKind::Import { module, names } => {
                let (module, names) = (module.clone(), std::mem::take(names));
                self.import(unit, stmt.span, &module, names, standing);
                return None;
            }
            StmtKind::Error => {
                let name = self.units[unit].lost.get(&stmt.span).cloned()?;
                if single(self, &name) {
                    let what =
                        self.outside_at(stmt.span).unwrap_or_else(|| format!("`{name}` is outside the language"));
                    self.poison(unit, &name, &what);
                    return None;
                }
            }
            // An import that fails is outside, so what would come after it is never reached.
            StmtKind::Try(inner) if only_imports(&inner.body) => {
                let inner = std::mem::take(&mut **inner);
                for block in [inner.body, inner.otherwise, inner.finally] {
                    let mut linked = Vec::new();
                    self.block(unit, block, standing, &mut linked);
                    self.before.extend(linked);
                }
                return None;
            }
            StmtKind::Function(id) => {
                let id = *id;
                return self.function(unit, id, stmt, standing);
            }
            StmtKind::Class(_) => return self.class(unit, stmt, standing),
            StmtKind::TypeAlias { name, .. } => {
                let name = name.name.clone();
                self.units[unit].types.insert(name.clone());
                self.poison(unit, &name, &format!("`{name}`, a type, is outside the language"));
                return None;
            }
            StmtKind::Assign { targets, value } => {
                if let [Expr { kind: ExprKind::Name(name), .. }] = &**targets {
                    let name = name.clone();
                    if single(self, &name) && self.assigns_type(unit, &name, value) {
                        return None;
                    }
                }
            }
            StmtKind::AnnotatedAssign { target, value: Some(value), .. } => {
                if let ExprKind::Name(name) = &target.kind {
                    let name = name.clone();
                    if single(self, &name) && self.assigns_type(unit, &name, value) {
                        return None;
                    }
                }
            }
            StmtKind::Expr(value) if self.is_stub(unit, value) => return None,
            StmtKind::Expr(Expr { kind: ExprKind::Str(_) | ExprKind::Ellipsis, .. }) | StmtKind::Pass => return None,
            _ => {}
        }
        self.units[unit].active |= may_call(&stmt);
        for block in blocks_mut(&mut stmt) {
            let mut linked = Vec::new();
            self.block(unit, std::mem::take(block), Standing::Block, &mut linked);
            *block = linked;
        }
        Some(stmt)
    }

    fn function(&mut self, unit: usize, id: FuncId, stmt: Stmt, standing: Standing) -> Option<Stmt> {
        let decorators = std::mem::take(&mut self.parser.functions[id.index()].decorators);
        let (stubs, others): (Vec<Expr>, Vec<Expr>) = decorators.into_iter().partition(|expr| self.is_stub(unit, expr));
        let name = self.parser.functions[id.index()].name.name.clone();
        let single = standing == Standing::Top && self.units[unit].counts.is_single(&name);
        let makes_values = stubs.iter().any(is_composite);
        if makes_values {
            let message = format!("the decorators of `{name}` are outside the language");
            if single {
                self.poison(unit, &name, &message);
                return None;
            }
            return Some(self.fault(stmt.span, message));
        }
        let decorated = !others.is_empty();
        self.parser.functions[id.index()].decorators = others;
        if single && !decorated && !self.units[unit].active {
            self.define(unit, &name, GlobalKind::Function(id));
        }
        self.units[unit].active |= decorated;
        Some(stmt)
    }

    /// A name that an annotation needs and that is not defined yet.
    fn undefined_annotation(&self, unit: usize, span: Span) -> Option<Name> {
        let unit = &self.units[unit];
        let defined = |name: &Name| {
            unit.bound.contains(name) || unit.names.open || super::python::is_builtin(name) || &**name == "__name__"
        };
        unit.annotated.get(&span)?.iter().find(|name| !defined(name)).cloned()
    }

    /// What the parser said of a statement that it did not understand.
    fn outside_at(&self, span: Span) -> Option<String> {
        let inside = |diagnostic: &&Diagnostic| {
            diagnostic
                .primary
                .as_ref()
                .is_some_and(|label| span.start <= label.span.start && label.span.end <= span.end)
        };
        self.parser.outside.iter().find(inside).map(|diagnostic| diagnostic.message.clone())
    }

    /// The types of the problem, as a module of their own.
    fn types(&mut self) {
        let problem = self.handed.problem;
        self.units.push(Unit { module: problem.name.clone(), ..Unit::default() });
        self.places.push(FilePlace { start: 0, path: String::new() });
        self.text.push('\n');
        let atoms = problem.atoms.iter().map(|atom| &atom.name);
        for name in atoms.chain(problem.numbers.iter().map(|number| &number.name)) {
            self.poison(0, name, &format!("`{name}`, a type, is outside the language"));
        }
        for (id, record) in (0..).map(RecordId).zip(&problem.records) {
            if record.kind == RecordKind::Enum {
                self.poison(0, &record.name, &format!("`{}`, a type, is outside the language", record.name));
                continue;
            }
            self.define(0, &record.name, GlobalKind::Record(id));
        }
    }
}

/// Whether a block of a `try` does nothing but import.
pub(super) fn only_imports(body: &[Stmt]) -> bool {
    body.iter().all(|stmt| matches!(stmt.kind, StmtKind::Import { .. }))
}

/// Whether executing a statement may call a function.
fn may_call(stmt: &Stmt) -> bool {
    let mut found = false;
    walk::own_expressions(stmt, &mut |expr| {
        walk::sub_expressions(expr, &mut |inner| found |= matches!(inner.kind, ExprKind::Call(_)));
    });
    found || walk::blocks(stmt).into_iter().flatten().any(may_call)
}

pub(super) fn blocks_mut(stmt: &mut Stmt) -> Vec<&mut Vec<Stmt>> {
    match &mut stmt.kind {
        StmtKind::If { then: body, otherwise, .. }
        | StmtKind::For { body, otherwise, .. }
        | StmtKind::While { body, otherwise, .. } => vec![body, otherwise],
        StmtKind::Try(stmt) => {
            let handlers = stmt.handlers.iter_mut().map(|handler| &mut handler.body);
            std::iter::once(&mut stmt.body).chain(handlers).chain([&mut stmt.otherwise, &mut stmt.finally]).collect()
        }
        StmtKind::Match(stmt) => stmt.cases.iter_mut().map(|case| &mut case.body).collect(),
        StmtKind::With(stmt) => vec![&mut stmt.body],
        _ => Vec::new(),
    }
}
