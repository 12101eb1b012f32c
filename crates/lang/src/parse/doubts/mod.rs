//! What makes it doubtful that Python does with a file what is read off its text.
//!
//! Takes the statements of a file of a submission; gives the first place at which loading it, or a feature that is only
//! partly modeled, could make a difference that no pair shows. A submission with such a place is evaluated as usual, but
//! nothing about it is proved.
//!
//! The rules are about forms, not meaning, and forbid more than they must: an import stands at the beginning of a file or of
//! a function, annotations are types, what only tests use has no effect, and classes have only the special methods that the
//! language knows. Guarded by `crates/lang/src/submission/tests.rs`.

mod forms;
mod names;

use std::collections::BTreeSet;

use ruff_python_ast as py;
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_text_size::{Ranged, TextRange};

use self::forms::{
    CallsIn, Mentions, bound_by_import, called, has_effects, imported, is_alias, is_class_or_tuple, is_constant_expr,
    is_main_check, is_quiet, is_type, last_name, raises_recursion_limit,
};
use self::names::{
    CONTAINERS, FRESH, HARMLESS, NOT_MODELED, OF_DATACLASSES, READABLE, SPECIAL, TEST_TOOLS, TYPES, has,
};
use super::bindings::Bindings;

/// A place that nothing is proved about, and what stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Doubt {
    pub range: TextRange,
    pub message: String,
}

impl Ranged for Doubt {
    fn range(&self) -> TextRange {
        self.range
    }
}

/// What is harmless alone, and not beside something else, perhaps in another file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Feature {
    /// A module that is imported is a folder.
    Package,
    /// A heap or a sorted list compares elements, in an order of its own.
    LibraryCompares,
    /// A class says how it is compared.
    Comparison,
    /// A class says how it is printed.
    OwnText,
    Class,
    Copy,
    Print,
    RecursionLimit,
    Try,
}

/// The features of all files together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Features(BTreeSet<Feature>);

impl Features {
    pub fn add(&mut self, feature: Feature) {
        self.0.insert(feature);
    }

    /// Features that nothing is proved about when they come together.
    pub fn doubt(&self) -> Option<&'static str> {
        use Feature::{Class, Comparison, Copy, LibraryCompares, OwnText, Package, Print, RecursionLimit, Try};
        let clashes: [(&[Feature], &str); 6] = [
            (&[Package], "an import of a package"),
            (&[LibraryCompares, Comparison], "`heapq` or `bisect` beside comparisons of its own"),
            (&[LibraryCompares, Try], "`heapq` or `bisect` beside a `try`"),
            (&[Copy, Class], "`copy` beside classes of its own"),
            (&[Print, OwnText], "`print` beside a `__str__` or `__repr__`"),
            (&[RecursionLimit, Try], "`setrecursionlimit` beside a `try`"),
        ];
        let is_there = |(features, _): &&(&[Feature], &'static str)| features.iter().all(|one| self.0.contains(one));
        clashes.iter().find(is_there).map(|(_, message)| *message)
    }
}

/// The first doubt about the statements of a file, tests left out.
pub(super) fn first_doubt(
    stmts: &[py::Stmt],
    bindings: &Bindings,
    postponed: bool,
    shared: &mut Features,
) -> Option<Doubt> {
    let mut search = Search {
        found: None,
        place: Place::Top,
        tools: BTreeSet::new(),
        types: BTreeSet::new(),
        postponed,
        at_start: false,
        in_comprehension: false,
        shared,
    };
    search.top(stmts);
    if let Some(name) = bindings.rebound_import() {
        let range = stmts.first().map_or_else(TextRange::default, Ranged::range);
        search.doubt(range, format!("`{name}`, which an import binds and something else, too"));
    }
    search.found
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Executed once, unconditionally.
    Top,
    /// In an `if`, a loop, a `try` or a `with` of the top level.
    Block,
    Class,
    Function,
}

struct Search<'a> {
    found: Option<Doubt>,
    place: Place,
    /// Names of what does nothing: libraries for tests, and what is made with them.
    tools: BTreeSet<String>,
    /// Names that imports bind.
    types: BTreeSet<String>,
    postponed: bool,
    /// The next statement stands at the beginning of a function.
    at_start: bool,
    in_comprehension: bool,
    shared: &'a mut Features,
}

impl Search<'_> {
    fn doubt(&mut self, range: TextRange, message: impl Into<String>) {
        if self.found.is_none() {
            self.found = Some(Doubt { range, message: message.into() });
        }
    }

    /// The statements of the file. What an import binds must not be used before.
    fn top(&mut self, stmts: &[py::Stmt]) {
        let (mut used, mut executes) = (Mentions::default(), false);
        for stmt in stmts {
            match stmt {
                py::Stmt::Import(_) | py::Stmt::ImportFrom(_) => {
                    let bound = bound_by_import(stmt);
                    let is_late = |name: &String| name == "*" || used.0.contains(name);
                    if executes && bound.iter().any(is_late) {
                        self.doubt(stmt.range(), "an import of something that may be used before");
                    }
                    self.types.extend(bound);
                }
                _ => {
                    executes |= !is_quiet(stmt);
                    used.visit_stmt(stmt);
                }
            }
            self.visit_stmt(stmt);
        }
    }

    fn within(&mut self, place: Place, look: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.place, place);
        look(self);
        self.place = outer;
    }

    fn import(&mut self, stmt: &py::Stmt) {
        let at_start = std::mem::take(&mut self.at_start);
        for (module, name) in imported(stmt) {
            let root = module.split('.').next().unwrap_or_default();
            let is_tool = has(TEST_TOOLS, root);
            if module.contains('.') && !is_tool && !matches!(module.as_str(), "collections.abc" | "os.path") {
                self.doubt(stmt.range(), "an import from a package");
            }
            if module.starts_with('_') && module != "__future__" {
                self.doubt(stmt.range(), format!("`{module}`, a private module"));
            }
            if self.place != Place::Top && !(at_start && has(HARMLESS, root)) {
                self.doubt(stmt.range(), "an import that is not at the top of the file");
            }
            match root {
                "heapq" | "bisect" => self.shared.add(Feature::LibraryCompares),
                "copy" => self.shared.add(Feature::Copy),
                _ => {}
            }
            if let Some(name) = name {
                let is_modeled = match root {
                    "dataclasses" => has(OF_DATACLASSES, &name) || name == "*",
                    _ => !has(NOT_MODELED, &name),
                };
                if !is_modeled {
                    self.doubt(stmt.range(), format!("`{name}`, which proofs do not cover"));
                }
            }
            if is_tool {
                self.tools.extend(bound_by_import(stmt));
            }
        }
    }

    fn function(&mut self, def: &py::StmtFunctionDef) {
        if def.is_async {
            self.doubt(def.range(), "an `async` function");
        }
        if def.type_params.is_some() {
            self.doubt(def.range(), "type parameters");
        }
        for decorator in &def.decorator_list {
            let callee = called(&decorator.expression);
            if last_name(callee) == Some("composite") {
                self.tools.insert(def.name.to_string());
            }
            self.visit_expr(&decorator.expression);
        }
        for param in &def.parameters {
            if let Some(annotation) = param.annotation() {
                self.annotation(annotation);
            }
            if let Some(default) = param.default() {
                if self.place != Place::Function && has_effects(default) {
                    self.doubt(default.range(), "a default that calls something");
                }
                self.visit_expr(default);
            }
        }
        if let Some(returns) = &def.returns {
            self.annotation(returns);
        }
        self.within(Place::Function, |search| {
            let mut is_start = true;
            for stmt in &def.body {
                let is_import = matches!(stmt, py::Stmt::Import(_) | py::Stmt::ImportFrom(_));
                is_start &= is_import || is_constant_expr(stmt);
                search.at_start = is_import && is_start;
                search.visit_stmt(stmt);
            }
        });
    }

    fn class(&mut self, class: &py::StmtClassDef) {
        let arguments = class.arguments.as_deref();
        if class.type_params.is_some() {
            self.doubt(class.range(), "type parameters");
        }
        if let Some(keyword) = arguments.and_then(|arguments| arguments.keywords.first()) {
            self.doubt(keyword.range(), "a keyword of a class");
        }
        for base in arguments.into_iter().flat_map(|arguments| &arguments.args) {
            let name = last_name(called(base)).unwrap_or_default();
            let is_plain = match base {
                py::Expr::Name(_) | py::Expr::Attribute(_) => !has(CONTAINERS, name),
                py::Expr::Subscript(base) => matches!(last_name(&base.value), Some("Generic" | "Protocol")),
                py::Expr::Call(_) => matches!(name, "namedtuple" | "NamedTuple"),
                _ => false,
            };
            if !is_plain {
                self.doubt(base.range(), "a class that is derived from a built-in one");
            }
            self.visit_expr(base);
        }
        for decorator in &class.decorator_list {
            if let py::Expr::Call(call) = &decorator.expression {
                let is_unusual =
                    |keyword: &&py::Keyword| matches!(keyword.arg.as_deref(), Some("slots" | "weakref_slot"));
                if let Some(keyword) = call.arguments.keywords.iter().find(is_unusual) {
                    self.doubt(keyword.range(), "a dataclass with slots");
                }
            }
            self.visit_expr(&decorator.expression);
        }
        let defines = |name: &str| {
            class.body.iter().any(|stmt| matches!(stmt, py::Stmt::FunctionDef(def) if def.name.as_str() == name))
        };
        self.shared.add(Feature::Class);
        if defines("__iter__") && defines("__len__") {
            self.doubt(class.name.range(), "`__iter__` beside `__len__`, which Python also calls to iterate");
        }
        self.within(Place::Class, |search| class.body.iter().for_each(|stmt| search.member(stmt)));
    }

    /// A statement in the body of a class.
    fn member(&mut self, stmt: &py::Stmt) {
        match stmt {
            py::Stmt::FunctionDef(def) => {
                self.special(&def.name, def.range());
                match def.name.as_str() {
                    "__eq__" | "__lt__" | "__le__" | "__gt__" | "__ge__" => self.shared.add(Feature::Comparison),
                    "__str__" | "__repr__" | "__format__" => self.shared.add(Feature::OwnText),
                    _ => {}
                }
            }
            py::Stmt::Assign(assign) => {
                for target in &assign.targets {
                    match target {
                        py::Expr::Name(name)
                            if name.id.as_str() == "__hash__" && assign.value.is_none_literal_expr() => {}
                        py::Expr::Name(name) => self.special(&name.id, name.range()),
                        _ => {}
                    }
                }
                self.member_value(&assign.value);
            }
            py::Stmt::AnnAssign(assign) => assign.value.iter().for_each(|value| self.member_value(value)),
            py::Stmt::Pass(_) | py::Stmt::ClassDef(_) => {}
            _ if is_constant_expr(stmt) => {}
            _ => self.doubt(stmt.range(), "a statement in the body of a class"),
        }
        self.visit_stmt(stmt);
    }

    fn special(&mut self, name: &str, range: TextRange) {
        if name.starts_with("__") && name.ends_with("__") && !has(SPECIAL, name) {
            self.doubt(range, format!("`{name}`, a special name that proofs do not cover"));
        }
    }

    /// The value of a class attribute. A function of the library behaves differently there: it is not bound.
    fn member_value(&mut self, value: &py::Expr) {
        let is_plain = match value {
            py::Expr::Call(call) => {
                matches!(&*call.func, py::Expr::Name(_) | py::Expr::Attribute(_))
                    && last_name(&call.func).is_some_and(|name| has(FRESH, name))
            }
            py::Expr::Name(_) | py::Expr::Attribute(_) | py::Expr::Lambda(_) => false,
            other => !has_effects(other),
        };
        if !is_plain {
            self.doubt(value.range(), "a class attribute that is computed");
        }
    }

    fn annotation(&mut self, annotation: &py::Expr) {
        if self.postponed {
            return;
        }
        let is_type = match self.place {
            Place::Function => self.is_known_type(annotation),
            _ => is_type(annotation),
        };
        if !is_type {
            self.doubt(annotation.range(), "an annotation that is more than a type");
        }
    }

    /// An annotation in a function is evaluated again and again: it must be certain not to raise.
    fn is_known_type(&self, annotation: &py::Expr) -> bool {
        match annotation {
            py::Expr::Name(name) => has(TYPES, name.id.as_str()) || self.types.contains(name.id.as_str()),
            py::Expr::Subscript(subscript) => {
                let is_generic = match &*subscript.value {
                    py::Expr::Name(name) => {
                        let name = name.id.as_str();
                        matches!(name, "list" | "dict" | "set" | "frozenset" | "tuple" | "type")
                            || self.types.contains(name)
                    }
                    _ => false,
                };
                let parts: &[py::Expr] = match &*subscript.slice {
                    py::Expr::Tuple(tuple) => &tuple.elts,
                    other => std::slice::from_ref(other),
                };
                is_generic && parts.iter().all(|part| part.is_ellipsis_literal_expr() || self.is_known_type(part))
            }
            py::Expr::NoneLiteral(_) | py::Expr::StringLiteral(_) => is_type(annotation),
            _ => false,
        }
    }

    fn is_tool(&self, expr: &py::Expr) -> bool {
        match expr {
            py::Expr::Name(name) => self.tools.contains(name.id.as_str()),
            py::Expr::Attribute(attribute) => self.is_tool(&attribute.value),
            py::Expr::Subscript(subscript) => self.is_tool(&subscript.value),
            py::Expr::Call(call) => self.is_tool(&call.func),
            _ => false,
        }
    }

    /// What is handed to something that does nothing must do nothing either: it is not looked at.
    fn handed_to_tool(&mut self, arguments: &py::Arguments) {
        let values = arguments.args.iter().chain(arguments.keywords.iter().map(|keyword| &keyword.value));
        for value in values {
            let mut calls = CallsIn { tools: &self.tools, found: None };
            calls.visit_expr(value);
            if let Some(range) = calls.found {
                self.doubt(range, "a call in an argument of something that only tests use");
            }
        }
    }

    fn target(&mut self, target: &py::Expr) {
        if let py::Expr::Attribute(attribute) = target {
            let name = attribute.attr.as_str();
            if name == "args" || name.starts_with("__") && name.ends_with("__") {
                self.doubt(target.range(), format!("an assignment to the attribute `{name}`"));
            }
        }
    }

    fn call(&mut self, call: &py::ExprCall) {
        if self.is_tool(&call.func) {
            self.handed_to_tool(&call.arguments);
        }
        let arguments = &call.arguments.args;
        match (last_name(&call.func), &*call.func) {
            (Some("isinstance" | "issubclass"), _) => {
                if let Some(second) = arguments.get(1).filter(|second| !is_class_or_tuple(second)) {
                    self.doubt(second.range(), "a union of types in `isinstance`");
                }
            }
            (Some("id"), py::Expr::Name(_)) => self.doubt(call.range(), "`id`"),
            (Some("print"), py::Expr::Name(_)) => self.shared.add(Feature::Print),
            (Some("lru_cache"), _) if call.arguments.find_keyword("typed").is_some() => {
                self.doubt(call.range(), "`lru_cache` with `typed`");
            }
            (Some("type"), py::Expr::Name(_)) if arguments.len() != 1 => {
                self.doubt(call.range(), "a class made by `type`");
            }
            (Some("setattr" | "delattr" | "__setattr__" | "__delattr__"), _) => {
                let special = |value: &&py::Expr| {
                    let text = value.as_string_literal_expr().map(|text| text.value.to_str().to_owned());
                    text.is_some_and(|text| text.starts_with("__") || text == "args")
                };
                if let Some(name) = arguments.iter().find(special) {
                    self.doubt(name.range(), "an assignment to a special attribute");
                }
            }
            _ => {}
        }
    }
}

impl<'a> Visitor<'a> for Search<'_> {
    fn visit_stmt(&mut self, stmt: &'a py::Stmt) {
        match stmt {
            py::Stmt::Import(_) | py::Stmt::ImportFrom(_) => self.import(stmt),
            py::Stmt::FunctionDef(def) => self.function(def),
            py::Stmt::ClassDef(class) => self.class(class),
            py::Stmt::TypeAlias(_) => self.doubt(stmt.range(), "a `type` statement"),
            py::Stmt::Expr(expr) if self.place == Place::Top && raises_recursion_limit(&expr.value) => {
                self.shared.add(Feature::RecursionLimit);
            }
            py::Stmt::Assign(assign) => {
                assign.targets.iter().for_each(|target| self.target(target));
                if self.is_tool(&assign.value) {
                    let names = assign.targets.iter().filter_map(|target| target.as_name_expr());
                    self.tools.extend(names.map(|name| name.id.to_string()));
                }
                if self.place != Place::Function
                    && is_alias(&assign.value)
                    && !is_type(&assign.value)
                    && has_effects(&assign.value)
                {
                    self.doubt(assign.value.range(), "a type that is computed");
                }
                walk_stmt(self, stmt);
            }
            py::Stmt::AnnAssign(assign) => {
                self.target(&assign.target);
                // Annotations of variables in functions are not evaluated.
                if self.place != Place::Function || !assign.target.is_name_expr() {
                    self.annotation(&assign.annotation);
                }
                if let Some(value) = &assign.value {
                    if self.place != Place::Function && is_alias(value) && !is_type(value) && has_effects(value) {
                        self.doubt(value.range(), "a type that is computed");
                    }
                    self.visit_expr(value);
                }
                self.visit_expr(&assign.target);
            }
            py::Stmt::AugAssign(assign) => {
                self.target(&assign.target);
                walk_stmt(self, stmt);
            }
            py::Stmt::Delete(delete) => {
                delete.targets.iter().for_each(|target| self.target(target));
                walk_stmt(self, stmt);
            }
            py::Stmt::If(_)
            | py::Stmt::For(_)
            | py::Stmt::While(_)
            | py::Stmt::Try(_)
            | py::Stmt::With(_)
            | py::Stmt::Match(_) => {
                if stmt.is_try_stmt() {
                    self.shared.add(Feature::Try);
                }
                let place = if self.place == Place::Top { Place::Block } else { self.place };
                self.within(place, |search| walk_stmt(search, stmt));
            }
            _ => walk_stmt(self, stmt),
        }
    }

    fn visit_expr(&mut self, expr: &'a py::Expr) {
        match expr {
            py::Expr::Attribute(attribute) => {
                let name = attribute.attr.as_str();
                if name == "__name__" && (self.types.contains("wraps") || self.types.contains("functools")) {
                    self.doubt(attribute.range(), "`__name__` beside `wraps`");
                }
                if has(NOT_MODELED, name) || name == "setrecursionlimit" {
                    self.doubt(attribute.range(), format!("`{name}`, which proofs do not cover"));
                }
                let is_special = name.starts_with("__") && name.ends_with("__");
                if is_special && !has(SPECIAL, name) && !has(READABLE, name) {
                    self.doubt(attribute.range(), format!("`{name}`, a special name that proofs do not cover"));
                }
                let of_dataclasses =
                    matches!(&*attribute.value, py::Expr::Name(module) if module.id.as_str() == "dataclasses");
                if of_dataclasses && !has(OF_DATACLASSES, name) {
                    self.doubt(attribute.range(), format!("`dataclasses.{name}`, which proofs do not cover"));
                }
            }
            py::Expr::Compare(compare) if is_main_check(compare) => return,
            py::Expr::Name(name) if name.id.as_str() == "__name__" => {
                self.doubt(name.range(), "`__name__` outside of a comparison with \"__main__\"");
            }
            py::Expr::Name(name) if self.in_comprehension && name.id.as_str() == "super" => {
                self.doubt(name.range(), "`super` in a comprehension");
            }
            py::Expr::Name(name) if name.id.as_str() == "setrecursionlimit" => {
                self.doubt(name.range(), "`setrecursionlimit` with a limit that is not known");
            }
            py::Expr::Call(call) => self.call(call),
            py::Expr::Await(_) => self.doubt(expr.range(), "`await`"),
            _ => {}
        }
        let outer = self.in_comprehension;
        self.in_comprehension |= matches!(
            expr,
            py::Expr::ListComp(_) | py::Expr::SetComp(_) | py::Expr::DictComp(_) | py::Expr::Generator(_)
        );
        walk_expr(self, expr);
        self.in_comprehension = outer;
    }

    fn visit_annotation(&mut self, annotation: &'a py::Expr) {
        self.annotation(annotation);
    }
}
