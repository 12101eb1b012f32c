//! A module of the library, whose functions are lowered one by one into the module of a problem file.
//!
//! Invariant: every span of the library lies behind the largest problem file ([`Span::is_library`]), so that it is
//! never mistaken for a place in the file.

use std::sync::Arc;

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{self as py, PythonVersion};
use ruff_python_parser::{Mode, ParseOptions, Parsed, parse_unchecked};

use super::Lowering;
use crate::ast::{ExprKind, FuncId, LIBRARY_START, Module, Stmt, StmtKind};

/// The parsed text of a module of the library.
#[derive(Debug)]
pub struct LibraryUnit {
    text: String,
    parsed: Parsed<py::Mod>,
}

/// What a name at the top level of the library stands for.
#[derive(Debug, PartialEq, Eq)]
pub enum LibraryName {
    Function,
    /// `name = value`
    Constant,
    /// `from module import name`
    Import {
        module: String,
        name: String,
    },
}

impl LibraryUnit {
    pub fn new(source: &str) -> Self {
        // A comment, which the lexer skips at once.
        let mut text = "#".repeat(LIBRARY_START as usize - 1);
        text.push('\n');
        text.push_str(source);
        let options = ParseOptions::from(Mode::Module).with_target_version(PythonVersion::PY312);
        let parsed = parse_unchecked(&text, options);
        Self { text, parsed }
    }

    fn body(&self) -> &[py::Stmt] {
        match self.parsed.syntax() {
            py::Mod::Module(module) => &module.body,
            py::Mod::Expression(_) => &[],
        }
    }

    pub fn find(&self, wanted: &str) -> Option<LibraryName> {
        self.body().iter().find_map(|stmt| match stmt {
            py::Stmt::FunctionDef(def) if def.name.as_str() == wanted => Some(LibraryName::Function),
            py::Stmt::Assign(assign) if is_name(assign, wanted) => Some(LibraryName::Constant),
            py::Stmt::ImportFrom(import) => import.names.iter().find_map(|alias| {
                let bound = alias.asname.as_ref().unwrap_or(&alias.name);
                let module = import.module.as_ref()?.to_string();
                (bound.as_str() == wanted).then(|| LibraryName::Import { module, name: alias.name.to_string() })
            }),
            _ => None,
        })
    }

    /// Adds a function to a module under another name. Returns it and the names that it mentions.
    pub fn add(&self, name: &str, qualified: &Arc<str>, module: &mut Module) -> Option<(FuncId, Vec<String>)> {
        let def = self.body().iter().find_map(|stmt| match stmt {
            py::Stmt::FunctionDef(def) if def.name.as_str() == name => Some(def),
            _ => None,
        })?;
        let mut lowering = Lowering::new(&self.text);
        lowering.functions = std::mem::take(&mut module.functions);
        lowering.next_expr = module.expr_count;
        lowering.class_count = module.class_count;
        let id = lowering.function(def);
        debug_assert!(lowering.diagnostics.is_empty(), "{qualified}: {:?}", lowering.diagnostics);
        lowering.functions[id.index()].name.name = Arc::clone(qualified);
        let span = lowering.functions[id.index()].span;
        module.functions = lowering.functions;
        module.expr_count = lowering.next_expr;
        module.class_count = lowering.class_count;
        module.body.push(Stmt { span, kind: StmtKind::Function(id) });
        let mut mentioned = Mentioned(Vec::new());
        def.body.iter().for_each(|stmt| mentioned.visit_stmt(stmt));
        mentioned.visit_parameters(&def.parameters);
        Some((id, mentioned.0))
    }
}

impl LibraryUnit {
    /// The names of all constants, in order.
    pub fn constants(&self) -> Vec<String> {
        let names = self.body().iter().filter_map(|stmt| match stmt {
            py::Stmt::Assign(assign) => match &*assign.targets {
                [py::Expr::Name(name)] => Some(name.id.to_string()),
                _ => None,
            },
            _ => None,
        });
        names.collect()
    }

    /// Adds a constant to a module under another name.
    pub fn add_constant(&self, name: &str, qualified: &Arc<str>, module: &mut Module) {
        let found = self.body().iter().find_map(|stmt| match stmt {
            py::Stmt::Assign(assign) if is_name(assign, name) => Some(assign),
            _ => None,
        });
        let Some(assign) = found else { return };
        let mut lowering = Lowering::new(&self.text);
        lowering.functions = std::mem::take(&mut module.functions);
        lowering.next_expr = module.expr_count;
        let target = lowering.expr_of(assign, ExprKind::Name(Arc::clone(qualified)));
        let value = lowering.expr(&assign.value);
        module.functions = lowering.functions;
        module.expr_count = lowering.next_expr;
        let kind = StmtKind::Assign { targets: vec![target], value };
        module.body.push(Stmt { span: super::span(assign), kind });
    }
}

fn is_name(assign: &py::StmtAssign, wanted: &str) -> bool {
    matches!(&*assign.targets, [py::Expr::Name(name)] if name.id.as_str() == wanted)
}

struct Mentioned(Vec<String>);

impl<'a> Visitor<'a> for Mentioned {
    fn visit_stmt(&mut self, stmt: &'a py::Stmt) {
        walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a py::Expr) {
        if let py::Expr::Name(name) = expr {
            self.0.push(name.id.to_string());
        }
        walk_expr(self, expr);
    }
}
