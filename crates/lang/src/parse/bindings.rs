//! Where a file binds each name, and to which import.
//!
//! What `dataclass`, `NamedTuple` or `cast` mean is decided while a file is parsed, before its names are resolved. A name
//! means its import only where nothing else can be meant: no parameter, assignment, definition or other import of the
//! scopes around it binds the same name.

use std::collections::HashMap;

use ruff_python_ast as py;
use ruff_python_ast::visitor::{Visitor, walk_except_handler, walk_expr, walk_parameter, walk_pattern, walk_stmt};
use ruff_text_size::{Ranged, TextRange};

use super::{Lowering, MAX_DEPTH};

/// One place that binds a name.
struct Binding {
    /// Where the name means this: a function, the body of a class, a comprehension, or the whole file.
    scope: TextRange,
    /// What is imported there: a module, and a name in it unless it is the module itself.
    import: Option<(String, Option<String>)>,
}

/// All bindings of a file by name.
#[derive(Default)]
pub(super) struct Bindings {
    by_name: HashMap<String, Vec<Binding>>,
    /// Some expression is deeper than the language allows, so that not all bindings are known.
    incomplete: bool,
}

impl Bindings {
    pub(super) fn of(module: &py::ModModule) -> Self {
        let file = Scope { range: module.range(), is_comprehension: false };
        let mut walk = Walk { found: Self::default(), scopes: vec![file], depth: 0 };
        walk.visit_body(&module.body);
        walk.found
    }

    /// A name that an import binds, and something else in the same scope as well.
    pub(super) fn rebound_import(&self) -> Option<&str> {
        let is_rebound = |bindings: &Vec<Binding>| {
            let imports = bindings.iter().filter(|binding| binding.import.is_some());
            let is_other = |import: &Binding| {
                bindings.iter().any(|other| other.scope == import.scope && other.import != import.import)
            };
            imports.into_iter().any(is_other)
        };
        self.by_name.iter().filter(|(_, bindings)| is_rebound(bindings)).map(|(name, _)| &**name).min()
    }

    /// Nothing in the file binds the name.
    fn is_unbound(&self, name: &str) -> bool {
        !self.incomplete && !self.by_name.contains_key(name)
    }

    /// Whether a name at some place can only be what was imported.
    fn is_import(&self, name: &py::ExprName, module: &str, member: Option<&str>) -> bool {
        let Some(bindings) = self.by_name.get(name.id.as_str()).filter(|_| !self.incomplete) else { return false };
        let mut around = bindings.iter().filter(|binding| binding.scope.contains_range(name.range())).peekable();
        around.peek().is_some()
            && around.all(|binding| {
                binding.import.as_ref().is_some_and(|(from, what)| from == module && what.as_deref() == member)
            })
    }
}

impl Lowering<'_> {
    /// The decorator `@dataclass`. If a problem file forgets to import it, what was meant is clear, and `declare` reports it.
    pub(super) fn is_dataclass(&self, decorator: &py::Expr) -> bool {
        let name = match decorator {
            py::Expr::Call(call) => &call.func,
            other => other,
        };
        let is_forgotten = || {
            self.whole.is_none()
                && !self.broken
                && matches!(name, py::Expr::Name(name) if name.id.as_str() == "dataclass")
                && self.bindings.is_unbound("dataclass")
        };
        self.names_import(decorator, "dataclasses", "dataclass") || is_forgotten()
    }

    /// Whether an expression names something that was imported from a module, under whatever name, or calls it.
    pub(super) fn names_import(&self, expr: &py::Expr, module: &str, name: &str) -> bool {
        match expr {
            py::Expr::Name(alias) => self.bindings.is_import(alias, module, Some(name)),
            py::Expr::Attribute(attribute) => {
                attribute.attr.as_str() == name
                    && matches!(&*attribute.value, py::Expr::Name(alias) if self.bindings.is_import(alias, module, None))
            }
            py::Expr::Call(call) => self.names_import(&call.func, module, name),
            _ => false,
        }
    }
}

#[derive(Clone, Copy)]
struct Scope {
    range: TextRange,
    is_comprehension: bool,
}

struct Walk {
    found: Bindings,
    /// The file, and last the innermost.
    scopes: Vec<Scope>,
    depth: usize,
}

impl Walk {
    fn bind_in(&mut self, scope: Scope, name: &str, import: Option<(String, Option<String>)>) {
        self.found.by_name.entry(name.to_owned()).or_default().push(Binding { scope: scope.range, import });
    }

    fn bind(&mut self, name: &str, import: Option<(String, Option<String>)>) {
        self.bind_in(self.scopes[self.scopes.len() - 1], name, import);
    }

    fn assign(&mut self, name: Option<&py::Identifier>) {
        if let Some(name) = name {
            self.bind(name, None);
        }
    }

    fn inside(&mut self, range: TextRange, is_comprehension: bool, action: impl FnOnce(&mut Self)) {
        self.scopes.push(Scope { range, is_comprehension });
        action(self);
        self.scopes.pop();
    }

    fn deeper(&mut self, action: impl FnOnce(&mut Self)) {
        if self.depth > MAX_DEPTH {
            self.found.incomplete = true;
            return;
        }
        self.depth += 1;
        action(self);
        self.depth -= 1;
    }

    fn import(&mut self, stmt: &py::Stmt) {
        match stmt {
            py::Stmt::Import(import) => {
                for alias in &import.names {
                    let module = &*alias.name;
                    // `import a.b` binds `a`.
                    let first = module.split('.').next().unwrap_or_default();
                    match &alias.asname {
                        Some(bound) => self.bind(bound, Some((module.to_owned(), None))),
                        None => self.bind(first, Some((first.to_owned(), None))),
                    }
                }
            }
            py::Stmt::ImportFrom(import) => {
                let dots = ".".repeat(import.level as usize);
                let module = format!("{dots}{}", import.module.as_ref().map_or("", py::Identifier::as_str));
                for alias in &import.names {
                    let bound = alias.asname.as_ref().unwrap_or(&alias.name);
                    self.bind(bound, Some((module.clone(), Some(alias.name.to_string()))));
                }
            }
            _ => {}
        }
    }
}

impl<'a> Visitor<'a> for Walk {
    fn visit_stmt(&mut self, stmt: &'a py::Stmt) {
        self.deeper(|walk| match stmt {
            py::Stmt::Import(_) | py::Stmt::ImportFrom(_) => walk.import(stmt),
            py::Stmt::FunctionDef(def) => {
                walk.bind(&def.name, None);
                def.decorator_list.iter().for_each(|decorator| walk.visit_decorator(decorator));
                // Defaults are evaluated outside; here they see the parameters, which hides more.
                let inner = TextRange::new(def.name.end(), def.end());
                walk.inside(inner, false, |walk| {
                    walk.visit_parameters(&def.parameters);
                    walk.visit_body(&def.body);
                });
            }
            py::Stmt::ClassDef(class) => {
                walk.bind(&class.name, None);
                class.decorator_list.iter().for_each(|decorator| walk.visit_decorator(decorator));
                if let Some(arguments) = &class.arguments {
                    walk.visit_arguments(arguments);
                }
                let start = class.body.first().map_or(class.end(), Ranged::start);
                walk.inside(TextRange::new(start, class.end()), false, |walk| walk.visit_body(&class.body));
            }
            py::Stmt::Global(global) => {
                let file = walk.scopes[0];
                global.names.iter().for_each(|name| walk.bind_in(file, name, None));
            }
            py::Stmt::Nonlocal(nonlocal) => {
                for scope in walk.scopes.clone().into_iter().skip(1) {
                    nonlocal.names.iter().for_each(|name| walk.bind_in(scope, name, None));
                }
            }
            _ => walk_stmt(walk, stmt),
        });
    }

    fn visit_expr(&mut self, expr: &'a py::Expr) {
        self.deeper(|walk| match expr {
            py::Expr::Name(name) if !name.ctx.is_load() => walk.bind(&name.id, None),
            py::Expr::Lambda(lambda) => walk.inside(lambda.range(), false, |walk| walk_expr(walk, expr)),
            py::Expr::ListComp(_) | py::Expr::SetComp(_) | py::Expr::DictComp(_) | py::Expr::Generator(_) => {
                walk.inside(expr.range(), true, |walk| walk_expr(walk, expr));
            }
            py::Expr::Named(named) => {
                // It belongs to the function around the comprehension.
                let scope = walk.scopes.iter().rev().find(|scope| !scope.is_comprehension);
                if let (Some(scope), py::Expr::Name(name)) = (scope.copied(), &*named.target) {
                    walk.bind_in(scope, &name.id, None);
                }
                walk.visit_expr(&named.value);
            }
            _ => walk_expr(walk, expr),
        });
    }

    fn visit_parameter(&mut self, parameter: &'a py::Parameter) {
        self.assign(Some(&parameter.name));
        walk_parameter(self, parameter);
    }

    fn visit_except_handler(&mut self, handler: &'a py::ExceptHandler) {
        let py::ExceptHandler::ExceptHandler(clause) = handler;
        self.assign(clause.name.as_ref());
        walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &'a py::Pattern) {
        self.deeper(|walk| {
            match pattern {
                py::Pattern::MatchAs(it) => walk.assign(it.name.as_ref()),
                py::Pattern::MatchStar(it) => walk.assign(it.name.as_ref()),
                py::Pattern::MatchMapping(it) => walk.assign(it.rest.as_ref()),
                _ => {}
            }
            walk_pattern(walk, pattern);
        });
    }
}
