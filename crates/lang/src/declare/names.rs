//! What the names in declarations mean: the file's own, imported ones, and Python's.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use num_bigint::BigInt;

use crate::ast::{BinaryOp, Expr, ExprKind, FuncId, Module, Name, Span, Stmt, StmtKind, UnaryOp};
use crate::builtins::Builtin;
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::{Global, GlobalKind, import_kind};
use crate::suggest::did_you_mean;

/// Where a name that was not imported may have been meant to come from.
const IMPORTABLE: &[&str] = &["custodiet", "typing", "dataclasses", "collections", "collections.abc", "itertools"];

/// Python's types that have no meaning in the language, and those that are annotations only.
pub(super) const OTHER_TYPES: &[&str] = &["float", "complex", "bytes", "bytearray", "object", "type"];

pub(super) struct Names<'a> {
    pub(super) module: &'a Module,
    pub(super) globals: &'a [Global],
    index: HashMap<&'a str, usize>,
    /// Names whose definition or import has been reported as outside the language.
    refused: HashSet<&'a str>,
    /// The expressions of constants; `None` for those assigned more than once.
    constants: HashMap<&'a str, Option<&'a Expr>>,
    /// How many more unknown names get a suggestion: a suggestion costs time, and no one reads hundreds.
    suggestions: Cell<usize>,
}

impl<'a> Names<'a> {
    pub(super) fn new(module: &'a Module, globals: &'a [Global]) -> Self {
        let index = globals.iter().enumerate().map(|(index, global)| (&*global.name, index)).collect::<HashMap<_, _>>();
        let mut refused = HashSet::new();
        for stmt in &module.body {
            match &stmt.kind {
                StmtKind::Class(class) => {
                    refused.insert(&*class.name.name);
                }
                StmtKind::Import { names, .. } => refused.extend(names.iter().map(|item| &*item.alias.name)),
                _ => {}
            }
        }
        module.functions.iter().for_each(|function| inner_classes(&function.body, &mut refused));
        refused.retain(|name| !index.contains_key(name));
        Self { module, globals, index, refused, constants: constants(module), suggestions: Cell::new(200) }
    }

    /// The name is defined or imported in a way that has been reported already.
    pub(super) fn is_refused(&self, name: &str) -> bool {
        self.refused.contains(name)
    }

    pub(super) fn global(&self, name: &str) -> Option<&'a Global> {
        self.index.get(name).map(|index| &self.globals[*index])
    }

    /// The global that this very definition made; a second definition of a name makes none.
    pub(super) fn defined_at(&self, name: &str, span: Span) -> Option<&'a GlobalKind> {
        self.global(name).filter(|global| global.span == span).map(|global| &global.kind)
    }

    /// What a name or a dotted name such as `typing.Literal` means.
    pub(super) fn meaning(&self, expr: &Expr) -> Option<GlobalKind> {
        match &expr.kind {
            ExprKind::Name(name) => self.meaning_of_name(name),
            // In quotes inside another type: `list["Vertex"]`.
            ExprKind::Str(text) => self.meaning_of_name(text),
            ExprKind::Attribute(base, member) => import_kind(&self.module_path(base)?, &member.name),
            _ => None,
        }
    }

    pub(super) fn meaning_of_name(&self, name: &str) -> Option<GlobalKind> {
        match self.global(name) {
            Some(global) => Some(global.kind.clone()),
            None => Builtin::by_name(name).map(GlobalKind::Builtin),
        }
    }

    /// The module that `collections` or `collections.abc` stands for.
    fn module_path(&self, expr: &Expr) -> Option<String> {
        match &expr.kind {
            ExprKind::Name(name) => match &self.global(name)?.kind {
                // `import collections.abc` binds `collections`.
                GlobalKind::Module(path) if path.contains('.') && path.starts_with(&**name) => Some(name.to_string()),
                GlobalKind::Module(path) => Some(path.to_string()),
                _ => None,
            },
            ExprKind::Attribute(base, member) => Some(format!("{}.{}", self.module_path(base)?, member.name)),
            _ => None,
        }
    }

    /// The word of the `custodiet` vocabulary that an expression names, imported or not.
    ///
    /// A missing import is reported by [`Names::unknown`] where it is seen; what was meant is clear enough to go on.
    pub(super) fn vocabulary(&self, expr: &Expr) -> Option<Name> {
        if let ExprKind::Name(name) = &expr.kind
            && self.global(name).is_none()
        {
            return matches!(import_kind("custodiet", name), Some(GlobalKind::Vocabulary(..))).then(|| name.clone());
        }
        match self.meaning(expr)? {
            GlobalKind::Vocabulary(module, name) if &*module == "custodiet" => Some(name),
            _ => None,
        }
    }

    /// `word` of `custodiet`, and the file does not import it.
    pub(super) fn missing_import(&self, expr: &Expr) -> bool {
        matches!(&expr.kind, ExprKind::Name(name) if self.global(name).is_none())
    }

    pub(super) fn unknown(&self, name: &str, span: Span) -> Diagnostic {
        let diagnostic = Diagnostic::error(Code::UnknownName, span, format!("unknown name `{name}`"));
        let source = IMPORTABLE.iter().find(|module| import_kind(module, name).is_some());
        if let Some(module) = source {
            return diagnostic.label("not imported").help(format!("add `from {module} import {name}`"));
        }
        let types = ["int", "bool", "list", "tuple", "set", "frozenset", "dict"];
        let candidates = types.into_iter().chain(self.globals.iter().map(|global| &*global.name));
        let left = self.suggestions.get();
        self.suggestions.set(left.saturating_sub(1));
        let suggestion = if left > 0 { did_you_mean(name, candidates) } else { None };
        diagnostic
            .label("not defined in this file")
            .help(suggestion.unwrap_or_else(|| format!("define or import `{name}`")))
    }

    /// The `TypeAlias` of `Edge: TypeAlias = …`.
    pub(super) fn is_type_alias_mark(&self, annotation: &Expr) -> bool {
        matches!(self.meaning(annotation), Some(GlobalKind::Vocabulary(_, name)) if &*name == "TypeAlias")
    }

    /// The functions defined at module level, without second definitions of a name.
    pub(super) fn functions(&self) -> impl Iterator<Item = FuncId> + '_ {
        self.module.body.iter().filter_map(|stmt| match stmt.kind {
            StmtKind::Function(id) => {
                let name = &self.module.function(id).name;
                matches!(self.defined_at(&name.name, name.span), Some(GlobalKind::Function(known)) if *known == id)
                    .then_some(id)
            }
            _ => None,
        })
    }

    /// The value of an integer expression that needs no execution: literals, signs, `+ - *`, and module constants.
    pub(super) fn constant_int(&self, expr: &Expr) -> Option<BigInt> {
        self.constant_int_within(expr, 16)
    }

    fn constant_int_within(&self, expr: &Expr, depth: usize) -> Option<BigInt> {
        let depth = depth.checked_sub(1)?;
        match &expr.kind {
            ExprKind::Int(value) => Some(value.clone()),
            ExprKind::Unary(UnaryOp::Negative, inner) => Some(-self.constant_int_within(inner, depth)?),
            ExprKind::Unary(UnaryOp::Positive, inner) => self.constant_int_within(inner, depth),
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.constant_int_within(left, depth)?, self.constant_int_within(right, depth)?);
                match op {
                    BinaryOp::Add => Some(left + right),
                    BinaryOp::Subtract => Some(left - right),
                    BinaryOp::Multiply if left.bits() + right.bits() < 256 => Some(left * right),
                    _ => None,
                }
            }
            ExprKind::Name(name) if self.global(name)?.kind == GlobalKind::Constant => {
                self.constant_int_within((*self.constants.get(&**name)?)?, depth)
            }
            _ => None,
        }
    }
}

/// The classes of a function's body, which are not known to annotations.
fn inner_classes<'a>(body: &'a [Stmt], names: &mut HashSet<&'a str>) {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Class(class) => {
                names.insert(&*class.name.name);
                inner_classes(&class.body, names);
            }
            StmtKind::If { then: body, otherwise, .. }
            | StmtKind::For { body, otherwise, .. }
            | StmtKind::While { body, otherwise, .. } => {
                inner_classes(body, names);
                inner_classes(otherwise, names);
            }
            _ => {}
        }
    }
}

fn constants(module: &Module) -> HashMap<&str, Option<&Expr>> {
    let mut constants = HashMap::new();
    for stmt in &module.body {
        let (targets, value) = match &stmt.kind {
            StmtKind::Assign { targets, value } => (targets.as_slice(), value),
            StmtKind::AnnotatedAssign { target, value: Some(value), .. } => (std::slice::from_ref(target), value),
            _ => continue,
        };
        for target in targets {
            if let ExprKind::Name(name) = &target.kind {
                constants.entry(&**name).and_modify(|known| *known = None).or_insert(Some(value));
            }
        }
    }
    constants
}
