//! Says of every name in the file what it refers to, by Python's own rules of scope.
//!
//! A function's variables are those it binds anywhere in its body. The variables of a comprehension are fresh
//! variables of the function around it, except where a generator expression escapes (is not consumed immediately):
//! then it owns its variables, like a function.

mod classes;
mod early;
mod names;

use std::collections::BTreeSet;
use std::collections::HashMap;

use crate::ast::{Call, Comprehension, ComprehensionKind, DictItem, Expr, ExprId, ExprKind, FuncId, Function, Ident};
use crate::ast::{Module, Name, Stmt, StmtKind};
use crate::bindings::bound_names;
use crate::builtins::Builtin;
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::{Global, GlobalId, GlobalKind};
use crate::submission::FileNames;

pub use classes::ResolvedClass;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VarId(pub u32);

impl VarId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// A variable of this function or of one around it.
    Var(VarId),
    Global(GlobalId),
    Builtin(Builtin),
    /// Reported as unknown.
    Unknown,
}

/// Whose frame a variable lives in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// A comprehension at module level.
    Module,
    Function(FuncId),
    /// A generator expression that escapes.
    Generator(ExprId),
}

#[derive(Debug, Clone)]
pub struct Var {
    pub name: Name,
    pub owner: Owner,
    /// Used by an owner other than its own, so that it outlives its frame.
    pub captured: bool,
}

#[derive(Debug, Default)]
pub struct Resolutions {
    pub globals: Vec<Global>,
    pub vars: Vec<Var>,
    /// The variables of each function's parameters, by `FuncId`.
    pub params: Vec<Vec<VarId>>,
    /// The variable or global that a `def` binds, by `FuncId`; `None` for lambdas.
    pub function_names: Vec<Option<Resolution>>,
    /// By `ClassId`.
    pub classes: Vec<ResolvedClass>,
    /// By `ExprId`: names, and attributes of modules and built-in classes (`itertools.product`, `dict.fromkeys`).
    names: Vec<Option<Resolution>>,
    /// By `FuncId`: its name stands for what its decorators return.
    pub decorated: Vec<bool>,
    /// Constants of the module that functions assign to.
    pub rebound: BTreeSet<GlobalId>,
    /// By `ExprId`: generator expressions that own their variables.
    escaping: Vec<bool>,
    /// For `super()`, by the `ExprId` of its name: the variables of the class and of the first parameter.
    supers: HashMap<ExprId, (VarId, VarId)>,
    owned: HashMap<Owner, Vec<VarId>>,
    free: HashMap<Owner, Vec<VarId>>,
}

/// Resolves every name of the module. Annotations are not looked at: they are types, and `declare` reads them.
pub fn resolve(module: &Module, globals: Vec<Global>, diagnostics: &mut Vec<Diagnostic>) -> Resolutions {
    resolve_with(module, globals, None, diagnostics)
}

/// The same for a submission of several files, each with names of its own.
pub(crate) fn resolve_files(
    module: &Module,
    globals: Vec<Global>,
    files: &FileNames,
    diagnostics: &mut Vec<Diagnostic>,
) -> Resolutions {
    resolve_with(module, globals, Some(files), diagnostics)
}

fn resolve_with(
    module: &Module,
    globals: Vec<Global>,
    files: Option<&FileNames>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Resolutions {
    let count = module.expr_count as usize;
    let by_name = (0..).map(GlobalId).zip(&globals).map(|(id, global)| (global.name.clone(), id)).collect();
    let mut resolver = Resolver {
        module,
        by_name,
        out: Resolutions {
            globals,
            vars: Vec::new(),
            params: vec![Vec::new(); module.functions.len()],
            function_names: vec![None; module.functions.len()],
            names: vec![None; count],
            decorated: vec![false; module.functions.len()],
            rebound: BTreeSet::new(),
            classes: vec![ResolvedClass::default(); module.class_count as usize],
            escaping: vec![false; count],
            supers: HashMap::new(),
            owned: HashMap::new(),
            free: HashMap::new(),
        },
        scopes: vec![NameScope {
            owner: Owner::Module,
            comprehension: true,
            class: None,
            names: HashMap::new(),
            nonlocals: HashMap::new(),
            globals: BTreeSet::new(),
        }],
        library: None,
        files,
        undefined: HashMap::new(),
        early: BTreeSet::new(),
        diagnostics,
    };
    resolver.module_body();
    resolver.out
}

impl Resolutions {
    /// What the name or module attribute with this id refers to.
    pub fn get(&self, id: ExprId) -> Option<Resolution> {
        self.names.get(id.index()).copied().flatten()
    }

    /// Whether this generator expression is an object of its own rather than a loop inside its consumer.
    pub fn escapes(&self, id: ExprId) -> bool {
        self.escaping.get(id.index()).copied().unwrap_or(false)
    }

    /// For the name of a `super()`: the variables of the class and of the first parameter.
    pub fn super_vars(&self, name: ExprId) -> Option<(VarId, VarId)> {
        self.supers.get(&name).copied()
    }

    /// Whether the file has classes with code of their own, records with methods included.
    pub fn has_classes(&self) -> bool {
        self.classes.iter().any(|class| class.name.is_some() || !class.attributes.is_empty())
    }

    pub fn class(&self, id: crate::ast::ClassId) -> &ResolvedClass {
        &self.classes[id.index()]
    }

    /// The variables that live in this frame, parameters first.
    pub fn owned(&self, owner: Owner) -> &[VarId] {
        self.owned.get(&owner).map_or(&[], Vec::as_slice)
    }

    /// The variables of surrounding frames that this one, or one inside it, uses.
    pub fn free(&self, owner: Owner) -> &[VarId] {
        self.free.get(&owner).map_or(&[], Vec::as_slice)
    }

    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.index()]
    }

    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }
}

struct NameScope {
    owner: Owner,
    comprehension: bool,
    /// The body of a class, with the variable of the class: functions inside it see that variable alone.
    class: Option<VarId>,
    names: HashMap<Name, VarId>,
    /// Names declared `nonlocal`, with the variable around this function that they mean.
    nonlocals: HashMap<Name, VarId>,
    /// Names declared `global`.
    globals: BTreeSet<Name>,
}

struct Resolver<'a> {
    module: &'a Module,
    by_name: HashMap<Name, GlobalId>,
    out: Resolutions,
    /// Innermost last. The first stands for the module and holds no names of its own.
    scopes: Vec<NameScope>,
    /// The module of the library whose function is being resolved.
    library: Option<Name>,
    /// The names of a submission's files; `None` for a problem file.
    files: Option<&'a FileNames>,
    /// Names of a submission that nothing defines.
    undefined: HashMap<Name, GlobalId>,
    /// Names in bodies of classes that Python may find outside the class: see `early`.
    early: BTreeSet<ExprId>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'a> Resolver<'a> {
    fn module_body(&mut self) {
        for stmt in &self.module.body {
            match &stmt.kind {
                StmtKind::Function(id) => self.module_function(*id),
                StmtKind::Class(class) => self.module_class(class),
                StmtKind::Assign { targets, value } if stmt.span.is_library() => {
                    let name = targets.first().and_then(|target| match &target.kind {
                        ExprKind::Name(name) => crate::library::module_of(name),
                        _ => None,
                    });
                    self.library = Some(name.unwrap_or_default().into());
                    self.expr(value);
                    self.library = None;
                    targets.iter().for_each(|target| self.expr(target));
                }
                _ if self.module.is_executed => self.stmt(stmt),
                StmtKind::Assign { targets, value } => self.module_assign(targets, value),
                StmtKind::AnnotatedAssign { target, value: Some(value), .. } => {
                    self.module_assign(std::slice::from_ref(target), value);
                }
                // Declarations, read by `declare`.
                _ => {}
            }
        }
    }

    fn module_function(&mut self, id: FuncId) {
        let function = self.module.function(id);
        let global = self.global_of(&function.name.name, function.span);
        self.out.function_names[id.index()] = global.map(Resolution::Global);
        self.out.decorated[id.index()] = !function.decorators.is_empty()
            && global.is_some_and(|global| self.out.global(global).kind == GlobalKind::Constant);
        self.library = crate::library::module_of(&function.name.name).map(Name::from);
        self.function(id);
        self.library = None;
    }

    fn module_assign(&mut self, targets: &'a [Expr], value: &'a Expr) {
        let is_constant =
            |name: &Name| self.by_name.get(name).is_some_and(|id| self.out.global(*id).kind == GlobalKind::Constant);
        let declares = targets.iter().any(|target| matches!(&target.kind, ExprKind::Name(name) if !is_constant(name)));
        if !declares {
            self.expr(value);
            targets.iter().for_each(|target| self.expr(target));
        }
    }

    fn function(&mut self, id: FuncId) {
        self.defaults(id);
        self.function_body(id);
    }

    /// What is evaluated where the function is defined.
    fn defaults(&mut self, id: FuncId) {
        let module = self.module;
        let function = module.function(id);
        if self.out.decorated[id.index()] {
            function.decorators.iter().for_each(|decorator| self.expr(decorator));
        }
        for param in &function.params {
            if let Some(default) = &param.default {
                self.expr(default);
            }
        }
    }

    fn function_body(&mut self, id: FuncId) {
        let module = self.module;
        let function = module.function(id);
        self.push_function(id, function);
        function.body.iter().for_each(|stmt| self.stmt(stmt));
        self.scopes.pop();
    }

    fn push_function(&mut self, id: FuncId, function: &Function) {
        let owner = Owner::Function(id);
        let bound = bound_names(self.module, function);
        let mut nonlocals = HashMap::new();
        for ident in &bound.nonlocals {
            if let Some(var) = self.enclosing_variable(&ident.name) {
                nonlocals.insert(ident.name.clone(), var);
            } else {
                self.no_enclosing(ident);
            }
        }
        let mut names = HashMap::new();
        for param in &function.params {
            let var = self.new_var(&param.name.name, owner);
            if names.insert(param.name.name.clone(), var).is_some() {
                let text = format!("parameter `{}` stands twice", param.name.name);
                self.diagnostics
                    .push(Diagnostic::error(Code::DuplicateName, param.name.span, text).help("rename one of them"));
            }
            self.out.params[id.index()].push(var);
        }
        for name in bound.names {
            if !names.contains_key(&name) && !nonlocals.contains_key(&name) {
                let var = self.new_var(&name, owner);
                names.insert(name, var);
            }
        }
        let globals = self.declared_global(bound.globals);
        self.scopes.push(NameScope { owner, comprehension: false, class: None, names, nonlocals, globals });
    }

    fn no_enclosing(&mut self, ident: &Ident) {
        let text = format!("`nonlocal {}` finds no such variable in a function around this one", ident.name);
        self.diagnostics.push(
            Diagnostic::error(Code::UnknownName, ident.span, text).help("assign it in the enclosing function first"),
        );
    }

    fn enclosing_variable(&self, name: &str) -> Option<VarId> {
        let functions = self.scopes.iter().rev().filter(|scope| !scope.comprehension);
        functions.flat_map(|scope| [scope.nonlocals.get(name), scope.names.get(name)]).flatten().next().copied()
    }

    /// The names of a `global` statement, which are constants of the module.
    fn declared_global(&mut self, names: Vec<Ident>) -> BTreeSet<Name> {
        for ident in &names {
            match self.global_of(&ident.name, ident.span).map(|id| (id, &self.out.global(id).kind)) {
                Some((id, GlobalKind::Constant)) => {
                    self.out.rebound.insert(id);
                }
                Some(_) => {
                    let text =
                        format!("`global {}` of something that is not a variable is outside the language", ident.name);
                    let help = "assign to a name that the module gives a value with `=`";
                    self.diagnostics.push(Diagnostic::error(Code::Outside, ident.span, text).help(help));
                }
                None => {}
            }
        }
        names.into_iter().map(|ident| ident.name).collect()
    }

    fn new_var(&mut self, name: &Name, owner: Owner) -> VarId {
        let id = VarId(u32::try_from(self.out.vars.len()).unwrap_or(u32::MAX));
        self.out.vars.push(Var { name: name.clone(), owner, captured: false });
        self.out.owned.entry(owner).or_default().push(id);
        id
    }

    fn owner(&self) -> Owner {
        self.scopes.last().map_or(Owner::Module, |scope| scope.owner)
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Assign { targets, value } => {
                self.expr(value);
                targets.iter().for_each(|target| self.expr(target));
            }
            StmtKind::AnnotatedAssign { target, value, .. } => {
                value.iter().for_each(|value| self.expr(value));
                self.expr(target);
            }
            StmtKind::AugmentedAssign { target, value, .. } => {
                self.expr(target);
                self.expr(value);
            }
            StmtKind::Delete(targets) => targets.iter().for_each(|target| self.expr(target)),
            StmtKind::If { test, then, otherwise } => {
                self.expr(test);
                self.block(then);
                self.block(otherwise);
            }
            StmtKind::For { target, iterable, body, otherwise } => {
                self.expr(iterable);
                self.expr(target);
                self.block(body);
                self.block(otherwise);
            }
            StmtKind::While { test, body, otherwise } => {
                self.expr(test);
                self.block(body);
                self.block(otherwise);
            }
            StmtKind::Expr(value) | StmtKind::YieldFrom(value) => self.expr(value),
            StmtKind::Raise { exception, cause } => exception.iter().chain(cause).for_each(|part| self.expr(part)),
            StmtKind::Try(_) | StmtKind::Match(_) | StmtKind::With(_) => {
                crate::ast::walk::own_expressions(stmt, &mut |expr| self.expr(expr));
                crate::ast::walk::blocks(stmt).into_iter().for_each(|block| self.block(block));
            }
            StmtKind::Return(value) | StmtKind::Yield(value) => value.iter().for_each(|value| self.expr(value)),
            StmtKind::Assert { test, message } => {
                self.expr(test);
                message.iter().for_each(|message| self.expr(message));
            }
            StmtKind::Function(id) => {
                if self.scopes.len() == 1 {
                    return self.module_function(*id);
                }
                let name = &self.module.function(*id).name.name;
                let global = self.global_of(name, stmt.span).map(Resolution::Global);
                self.out.function_names[id.index()] = self.lookup_var(name).map(Resolution::Var).or(global);
                self.out.decorated[id.index()] = !self.module.function(*id).decorators.is_empty();
                self.function(*id);
            }
            StmtKind::Class(class) => {
                let name = self.lookup_var(&class.name.name).map(Resolution::Var);
                self.class(class, name, false);
            }
            StmtKind::Error
            | StmtKind::Pass
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Nonlocal(_)
            | StmtKind::Global(_)
            | StmtKind::Import { .. }
            | StmtKind::TypeAlias { .. } => {}
        }
    }

    fn block(&mut self, block: &'a [Stmt]) {
        block.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn expr(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Name(name) => self.name(expr, name),
            ExprKind::Message(items)
            | ExprKind::FString(items)
            | ExprKind::Tuple(items)
            | ExprKind::List(items)
            | ExprKind::Set(items) => {
                items.iter().for_each(|item| self.expr(item));
            }
            ExprKind::Boolean(_, items) => items.iter().for_each(|item| self.expr(item)),
            ExprKind::Dict(items) => {
                for item in items {
                    match item {
                        DictItem::Pair(key, value) => {
                            self.expr(key);
                            self.expr(value);
                        }
                        DictItem::Spread(value) => self.expr(value),
                    }
                }
            }
            ExprKind::Starred(inner) | ExprKind::Unary(_, inner) => self.expr(inner),
            ExprKind::Subscript(base, index) if self.enumeration(base).is_some() => {
                self.enumeration_as(base, base, "__by_name__");
                self.expr(index);
            }
            ExprKind::Binary(_, left, right) | ExprKind::Subscript(left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Walrus(target, value) => {
                self.expr(value);
                self.walrus_target(target);
            }
            ExprKind::Compare(first, links) => {
                self.expr(first);
                links.iter().for_each(|(_, operand)| self.expr(operand));
            }
            ExprKind::Conditional(conditional) => {
                self.expr(&conditional.test);
                self.expr(&conditional.then);
                self.expr(&conditional.otherwise);
            }
            ExprKind::Slice(slice) => {
                [&slice.lower, &slice.upper, &slice.step].into_iter().flatten().for_each(|part| self.expr(part));
            }
            ExprKind::Formatted(formatted) => {
                self.expr(&formatted.value);
                formatted.spec.iter().for_each(|spec| self.expr(spec));
            }
            ExprKind::Attribute(base, attribute) => self.attribute(expr, base, attribute),
            ExprKind::Lambda(id) => self.function(*id),
            ExprKind::Call(call) => self.call(call),
            ExprKind::Comprehension(comprehension) => self.comprehension(expr.id, comprehension, true),
            ExprKind::Error
            | ExprKind::None
            | ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::Ellipsis => {}
        }
    }

    fn call(&mut self, call: &'a Call) {
        if self.enumeration(&call.function).is_some() {
            self.enumeration_as(&call.function, &call.function, "__of_value__");
        } else {
            self.expr(&call.function);
        }
        self.super_call(call);
        let consumed_here = self.consumes_on_the_spot(call);
        for arg in &call.args {
            match &arg.kind {
                ExprKind::Comprehension(generator) if consumed_here => self.comprehension(arg.id, generator, false),
                _ => self.expr(arg),
            }
        }
        call.keywords.iter().for_each(|keyword| self.expr(&keyword.value));
    }

    /// `all(… for …)`: the built-in runs the generator to its end, or to the first answer, before anything else
    /// can see it.
    fn consumes_on_the_spot(&self, call: &Call) -> bool {
        let Some(Resolution::Builtin(builtin)) = self.out.get(call.function.id) else { return false };
        let whole = matches!(
            builtin,
            Builtin::All
                | Builtin::Any
                | Builtin::Sum
                | Builtin::List
                | Builtin::Tuple
                | Builtin::Set
                | Builtin::FrozenSet
        );
        let harmless = |kind: &ExprKind| {
            matches!(
                kind,
                ExprKind::Lambda(_) | ExprKind::Bool(_) | ExprKind::None | ExprKind::Int(_) | ExprKind::Str(_)
            )
        };
        let sorts = builtin == Builtin::Sorted && call.keywords.iter().all(|keyword| harmless(&keyword.value.kind));
        call.args.len() == 1 && (sorts || (whole && call.keywords.is_empty()))
    }

    fn comprehension(&mut self, id: ExprId, comprehension: &'a Comprehension, may_escape: bool) {
        let escapes = may_escape && comprehension.kind == ComprehensionKind::Generator;
        self.out.escaping[id.index()] = escapes;
        // Python evaluates the first iterable outside.
        let first = &comprehension.clauses[0];
        self.expr(&first.iterable);
        let owner = if escapes { Owner::Generator(id) } else { self.owner() };
        let mut targets = BTreeSet::new();
        comprehension.clauses.iter().for_each(|clause| crate::bindings::target_names(&clause.target, &mut targets));
        let names = targets.into_iter().map(|name| (name.clone(), self.new_var(&name, owner))).collect();
        self.scopes.push(NameScope {
            owner,
            comprehension: true,
            class: None,
            names,
            nonlocals: HashMap::new(),
            globals: BTreeSet::new(),
        });
        for (index, clause) in comprehension.clauses.iter().enumerate() {
            if index > 0 {
                self.expr(&clause.iterable);
            }
            self.expr(&clause.target);
            clause.conditions.iter().for_each(|condition| self.expr(condition));
        }
        self.expr(&comprehension.element);
        comprehension.value.iter().for_each(|value| self.expr(value));
        self.scopes.pop();
    }

    fn walrus_target(&mut self, target: &'a Expr) {
        let ExprKind::Name(name) = &target.kind else { return };
        let mut around = self.scopes.iter().rev().take_while(|scope| scope.comprehension);
        let class = around.position(|scope| scope.class.is_some());
        if class.is_some_and(|depth| depth > 0) {
            let text = "`:=` in a comprehension in the body of a class is refused by Python";
            self.diagnostics.push(Diagnostic::error(Code::Syntax, target.span, text).help("write a loop"));
            self.out.names[target.id.index()] = Some(Resolution::Unknown);
            return;
        }
        if let Some(var) = class.and_then(|_| self.lookup_var(name)) {
            return self.use_var(target.id, var);
        }
        // The target belongs to the function around all comprehensions.
        let in_comprehension = self.scopes.iter().rev().take_while(|scope| scope.comprehension);
        if in_comprehension.flat_map(|scope| scope.names.keys()).any(|bound| bound == name) {
            let text = format!("`{name}` is already the variable of this comprehension");
            self.diagnostics.push(Diagnostic::error(Code::Syntax, target.span, text).help("choose another name"));
        }
        let function = self.scopes.iter().rev().find(|scope| !scope.comprehension);
        let global = self.global_of(name, target.span);
        if let Some(id) = function.filter(|scope| scope.globals.contains(name)).and(global) {
            self.out.names[target.id.index()] = Some(Resolution::Global(id));
        } else if let Some(var) = self.enclosing_variable(name) {
            self.use_var(target.id, var);
        } else if self.files.is_some() {
            self.name(target, name);
        } else {
            let text = "`:=` at module level is outside the language";
            self.diagnostics
                .push(Diagnostic::error(Code::Outside, target.span, text).help("use an ordinary assignment"));
        }
    }

    /// The variable that a name means here. The names in the body of a class are seen by the statements of that body
    /// alone: not by functions, comprehensions or classes in it, which see `__class__` of it and nothing else.
    fn lookup_var(&self, name: &str) -> Option<VarId> {
        for (depth, scope) in self.scopes.iter().rev().enumerate() {
            let found = match scope.class {
                Some(class) if depth > 0 => (name == "__class__").then_some(class),
                _ if scope.globals.contains(name) => return None,
                _ => scope.nonlocals.get(name).or_else(|| scope.names.get(name)).copied(),
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn use_var(&mut self, at: ExprId, var: VarId) {
        self.capture(var);
        self.out.names[at.index()] = Some(Resolution::Var(var));
    }

    /// Notes that the frames between here and the variable's own need it.
    fn capture(&mut self, var: VarId) {
        let home = self.out.var(var).owner;
        for scope in self.scopes.iter().rev() {
            if scope.owner == home {
                break;
            }
            self.out.vars[var.index()].captured = true;
            let free = self.out.free.entry(scope.owner).or_default();
            if !free.contains(&var) {
                free.push(var);
            }
        }
    }
}
