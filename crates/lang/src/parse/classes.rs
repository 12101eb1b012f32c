//! Class statements, and `P = namedtuple("P", "x y")`, which makes one.
//!
//! What `dataclass` and `total_ordering` add to a class becomes methods in its body, so that later stages need not know
//! these decorators. Private names (`__x`) get the name of their class here, as in Python.

use std::sync::Arc;

use ruff_python_ast as py;
use ruff_text_size::Ranged;

use super::dataclasses::DataclassOptions;
use super::functions::split_docstring;
use super::{BlockKind, Lowering, span};
use crate::ast::{Class, ClassForm, ClassId, ExprKind, Ident, Name, Stmt, StmtKind};

/// Special methods that a record may define and remain one: nothing that compares or computes with it calls them.
pub(crate) const HARMLESS: &[&str] = &["__repr__", "__str__", "__format__"];

impl Lowering<'_> {
    pub(super) fn class(&mut self, def: &py::StmtClassDef) -> StmtKind {
        // What the type parameters name is used in annotations only.
        let decorators = def.decorator_list.iter().map(|decorator| self.expr(&decorator.expression)).collect();
        let (docstring, rest) = split_docstring(&def.body);
        let bases = def.arguments.as_deref().map_or(&[][..], |arguments| &arguments.args);
        let declares = [("typing", "NamedTuple"), ("custodiet", "Atom")];
        let declares =
            bases.iter().any(|base| declares.iter().any(|(module, name)| self.names_import(base, module, name)));
        let (bases, keywords) = def.arguments.as_deref().map(|arguments| self.arguments(arguments)).unwrap_or_default();
        let options = self.dataclass_options(def).filter(|_| !declares);
        let is_record =
            options.as_ref().is_some_and(|options| options.frozen && self.is_plain_record(def, rest, *options));
        let is_top = self.here.place == BlockKind::Module;
        let outer_name = self.class_name.replace(Arc::from(def.name.as_str()));
        let outer = self.here;
        self.here.place = BlockKind::Class;
        self.here.in_loop = false;
        let mut body = match &options {
            Some(_) if !is_record => self.dataclass_body(def, rest),
            _ => self.block(rest),
        };
        if let Some(options) = options.filter(|_| !is_record) {
            self.add_dataclass_methods(def, options, &mut body);
        }
        if def.decorator_list.iter().any(|it| self.names_import(&it.expression, "functools", "total_ordering")) {
            self.add_total_ordering(def, &mut body);
        }
        self.here = outer;
        self.class_name = outer_name;
        StmtKind::Class(Box::new(Class {
            id: self.next_class(),
            name: self.private_ident(&def.name),
            form: if is_record { ClassForm::FrozenDataclass } else { ClassForm::Statement },
            bases,
            keywords,
            decorators,
            docstring,
            body,
            is_top,
            span: span(def),
        }))
    }

    fn next_class(&mut self) -> ClassId {
        self.class_count += 1;
        ClassId(self.class_count - 1)
    }

    /// A frozen dataclass whose values are nothing but their fields.
    fn is_plain_record(&self, def: &py::StmtClassDef, body: &[py::Stmt], options: DataclassOptions) -> bool {
        let own_repr = |stmt: &py::Stmt| matches!(stmt, py::Stmt::FunctionDef(def) if def.name.as_str() == "__repr__");
        let has_base = def.arguments.as_deref().is_some_and(|arguments| !arguments.args.is_empty());
        let special = |name: &str| name.starts_with("__") && name.ends_with("__") && !HARMLESS.contains(&name);
        !has_base
            && options.match_args
            && (options.repr || body.iter().any(own_repr))
            && self.here.place == BlockKind::Module
            // In a submission a class with methods is made when it is executed.
            && (self.whole.is_none()
                || body.iter().all(|stmt| matches!(stmt, py::Stmt::AnnAssign(_) | py::Stmt::Pass(_))))
            && body.iter().all(|stmt| match stmt {
                py::Stmt::FunctionDef(def) => !special(def.name.as_str()),
                py::Stmt::AnnAssign(assign) => !assign.value.as_deref().is_some_and(|value| self.is_field_call(value)),
                _ => true,
            })
    }

    /// `__x` in the body of a class `C` is `_C__x`.
    pub(super) fn private(&self, name: &str) -> Name {
        match &self.class_name {
            // A class whose name is nothing but underscores leaves them as they are.
            Some(class) if name.starts_with("__") && !name.ends_with("__") && class.chars().any(|c| c != '_') => {
                Arc::from(format!("_{}{name}", class.trim_start_matches('_')))
            }
            _ => Arc::from(name),
        }
    }

    pub(super) fn private_ident(&self, identifier: &py::Identifier) -> Ident {
        Ident { name: self.private(identifier.as_str()), span: span(identifier) }
    }

    /// `P = namedtuple("P", "x y", defaults=(0,))` as the class that it makes.
    pub(super) fn named_tuple_call(&mut self, assign: &py::StmtAssign) -> Option<StmtKind> {
        let ([py::Expr::Name(target)], py::Expr::Call(call)) = (&*assign.targets, &*assign.value) else { return None };
        if self.here.place != BlockKind::Module || !self.names_import(&call.func, "collections", "namedtuple") {
            return None;
        }
        let arguments = &call.arguments;
        let named = |name: &str| {
            let keyword = arguments.keywords.iter().find(|keyword| keyword.arg.as_deref() == Some(name));
            keyword.map(|keyword| &keyword.value)
        };
        let fields = field_names(arguments.args.get(1).or_else(|| named("field_names"))?)?;
        let defaults: Vec<&py::Expr> = match named("defaults") {
            None => Vec::new(),
            Some(py::Expr::Tuple(tuple)) => tuple.elts.iter().collect(),
            Some(py::Expr::List(list)) => list.elts.iter().collect(),
            Some(_) => return None,
        };
        let known = ["typename", "field_names", "defaults", "module"];
        let plain = |keyword: &py::Keyword| keyword.arg.as_deref().is_some_and(|name| known.contains(&name));
        if defaults.len() > fields.len() || !arguments.keywords.iter().all(plain) {
            return None;
        }
        let range = call.func.range();
        let first = fields.len() - defaults.len();
        let mut body = Vec::new();
        for (index, field) in fields.into_iter().enumerate() {
            let target = self.expr_of(range, ExprKind::Name(field));
            let annotation = self.error_expr(range);
            let value = index.checked_sub(first).and_then(|index| defaults.get(index)).map(|value| self.expr(value));
            body.push(Stmt { span: span(range), kind: StmtKind::AnnotatedAssign { target, annotation, value } });
        }
        Some(StmtKind::Class(Box::new(Class {
            id: self.next_class(),
            name: Ident { name: Arc::from(target.id.as_str()), span: span(target) },
            form: ClassForm::NamedTupleCall,
            bases: Vec::new(),
            keywords: Vec::new(),
            decorators: Vec::new(),
            docstring: None,
            body,
            is_top: true,
            span: span(assign),
        })))
    }
}

/// `"x y"`, `"x, y"`, `["x", "y"]` or `("x", "y")`
fn field_names(expr: &py::Expr) -> Option<Vec<Name>> {
    let items = match expr {
        py::Expr::StringLiteral(literal) => {
            let text = literal.value.to_str().replace(',', " ");
            return Some(text.split_whitespace().map(Arc::from).collect());
        }
        py::Expr::List(list) => &list.elts,
        py::Expr::Tuple(tuple) => &tuple.elts,
        _ => return None,
    };
    let name = |item: &py::Expr| match item {
        py::Expr::StringLiteral(literal) => Some(Arc::from(literal.value.to_str())),
        _ => None,
    };
    items.iter().map(name).collect()
}
