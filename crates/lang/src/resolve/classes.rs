//! Classes: the variables of their bodies, and what `super()` in their methods means.
//!
//! The body of a class runs in the frame around it; the names it binds are fresh variables of that frame, which its
//! methods do not see. Only `__class__`, the class itself, is a variable that methods capture.

use std::collections::{BTreeSet, HashMap};

use crate::ast::{Call, Class, Expr, ExprKind, FuncId, Name, StmtKind};
use crate::bindings::names_in;
use crate::builtins::Builtin;
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::GlobalKind;

use super::{NameScope, Owner, Resolution, Resolver, VarId};

/// What a class statement binds and is made of.
#[derive(Clone, Debug, Default)]
pub struct ResolvedClass {
    /// What its name is bound to.
    pub name: Option<Resolution>,
    /// The variables of its body, by name: they become its attributes.
    pub attributes: Vec<(Name, VarId)>,
    /// `__class__`: the class, as its methods see it.
    pub cell: Option<VarId>,
    /// Which of its bases are evaluated; the others (`ABC`, `Generic[T]`) only declare.
    pub bases: Vec<bool>,
    /// Which of its decorators are called with it; the others have done their work.
    pub decorators: Vec<bool>,
    /// It has `ABC` or `metaclass=ABCMeta`: classes below it must implement what is abstract.
    pub is_abstract: bool,
}

impl<'a> Resolver<'a> {
    pub(super) fn module_class(&mut self, class: &'a Class) {
        let id = self.by_name.get(&class.name.name).copied();
        let kind = id.map(|id| self.out.global(id).kind.clone());
        match (kind, id) {
            (Some(GlobalKind::Class), Some(id)) => self.class(class, Some(Resolution::Global(id)), false),
            (Some(GlobalKind::Record(_) | GlobalKind::Enum(_)), _) => self.class(class, None, true),
            _ => {}
        }
    }

    /// `is_record`: its fields are not attributes of the class, and its bases and decorators only declare.
    pub(super) fn class(&mut self, class: &'a Class, name: Option<Resolution>, is_record: bool) {
        let mut resolved = ResolvedClass { name, ..ResolvedClass::default() };
        resolved.bases = class.bases.iter().map(|base| !is_record && self.base(base)).collect();
        resolved.decorators = class.decorators.iter().map(|it| !is_record && self.decorator(it)).collect();
        resolved.is_abstract = class.bases.iter().any(|base| self.vocabulary(base).as_deref() == Some("ABC"))
            || class.keywords.iter().any(|it| self.vocabulary(&it.value).as_deref() == Some("ABCMeta"));
        if let Some(keyword) = class.keywords.iter().find(|it| self.vocabulary(&it.value).as_deref() != Some("ABCMeta"))
            && !is_record
        {
            let text = format!("`{}=` of a class is outside the language", keyword.name.name);
            self.diagnostics.push(Diagnostic::error(Code::Outside, keyword.name.span, text).help("remove it"));
        }
        let owner = self.owner();
        let mut bound = names_in(self.module, &class.body);
        if is_record {
            class.body.iter().filter_map(field).for_each(|field| {
                bound.remove(field);
            });
        }
        let mut names = HashMap::new();
        for name in bound {
            let var = self.new_var(&name, owner);
            resolved.attributes.push((name.clone(), var));
            names.insert(name, var);
        }
        let cell = self.new_var(&"__class__".into(), owner);
        resolved.cell = Some(cell);
        self.scopes.push(NameScope {
            owner,
            comprehension: true,
            class: Some(cell),
            names,
            nonlocals: HashMap::new(),
            globals: BTreeSet::new(),
        });
        self.early.extend(super::early::early_reads(self.module, &class.body));
        for stmt in &class.body {
            match &stmt.kind {
                StmtKind::Function(id) => self.method(*id),
                StmtKind::AnnotatedAssign { value, .. } if is_record && field(stmt).is_some() => {
                    value.iter().for_each(|value| self.expr(value));
                }
                _ => self.stmt(stmt),
            }
        }
        self.scopes.pop();
        self.out.classes[class.id.index()] = resolved;
    }

    fn method(&mut self, id: FuncId) {
        let function = self.module.function(id);
        self.out.function_names[id.index()] = self.lookup_var(&function.name.name).map(Resolution::Var);
        function.decorators.iter().for_each(|decorator| self.expr(decorator));
        self.function(id);
    }

    /// The word of the vocabulary that an expression names, its parameters aside: `Generic[T]`.
    fn vocabulary(&self, expr: &Expr) -> Option<Name> {
        let name = match &expr.kind {
            ExprKind::Name(name) if self.lookup_var(name).is_none() => name,
            ExprKind::Subscript(base, _) => return self.vocabulary(base),
            ExprKind::Call(call) => return self.vocabulary(&call.function),
            ExprKind::Attribute(base, member) => {
                let ExprKind::Name(module) = &base.kind else { return None };
                let module = self.out.global(*self.by_name.get(module)?);
                let GlobalKind::Module(path) = &module.kind else { return None };
                let kind = crate::globals::import_kind(path, &member.name)?;
                return matches!(kind, GlobalKind::Vocabulary(..)).then(|| member.name.clone());
            }
            _ => return None,
        };
        match &self.out.global(*self.by_name.get(name)?).kind {
            GlobalKind::Vocabulary(_, word) => Some(word.clone()),
            _ => None,
        }
    }

    /// Whether a base is evaluated. What cannot be a base is reported.
    fn base(&mut self, base: &'a Expr) -> bool {
        if self.vocabulary(base).is_some_and(|word| matches!(&*word, "ABC" | "Generic" | "Protocol")) {
            return false;
        }
        self.expr(base);
        let refused = match (self.out.get(base.id), &base.kind) {
            (Some(Resolution::Builtin(Builtin::Object)), _) | (None, ExprKind::Error) => return false,
            (Some(Resolution::Builtin(Builtin::Exception(_)) | Resolution::Var(_) | Resolution::Unknown), _) => {
                return true;
            }
            (Some(Resolution::Global(id)), _) => match &self.out.global(id).kind {
                GlobalKind::Class | GlobalKind::Constant => return true,
                _ => self.out.global(id).name.to_string(),
            },
            (Some(Resolution::Builtin(builtin)), _) => builtin.name().to_owned(),
            (None, _) => "an expression".to_owned(),
        };
        let text = format!("a class that derives from `{refused}` is outside the language");
        let help = "keep the value in an attribute, and write the methods that you need";
        self.diagnostics.push(Diagnostic::error(Code::Outside, base.span, text).help(help));
        false
    }

    /// Whether a decorator is called with the class.
    fn decorator(&mut self, decorator: &'a Expr) -> bool {
        if self.vocabulary(decorator).is_some_and(|word| matches!(&*word, "dataclass" | "total_ordering")) {
            return false;
        }
        self.expr(decorator);
        true
    }

    /// `super()` in a method means the class around the method, and its first parameter.
    pub(super) fn super_call(&mut self, call: &Call) {
        if self.out.get(call.function.id) != Some(Resolution::Builtin(Builtin::Super)) || !call.args.is_empty() {
            return;
        }
        let method = self.scopes.iter().rev().find_map(|scope| match scope.owner {
            Owner::Function(id) if !scope.comprehension => Some(id),
            _ => None,
        });
        let first = method.and_then(|id| self.out.params[id.index()].first().copied());
        if let (Some(class), Some(first)) = (self.lookup_var("__class__"), first) {
            self.capture(class);
            self.capture(first);
            self.out.supers.insert(call.function.id, (class, first));
        } else {
            let text = "`super()` outside a method";
            let help = "use it in a method whose first parameter is `self`";
            self.diagnostics.push(Diagnostic::error(Code::Outside, call.function.span, text).help(help));
        }
    }
}

/// The field of a record that a statement declares.
fn field(stmt: &crate::ast::Stmt) -> Option<&Name> {
    match &stmt.kind {
        StmtKind::AnnotatedAssign { target, .. } => match &target.kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        },
        _ => None,
    }
}
