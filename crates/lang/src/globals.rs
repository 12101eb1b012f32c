//! The names a problem file defines at module level, classified by their syntax alone.
//!
//! Invariant: after [`collect`], the `n`-th global of kind `Atom` is `AtomId(n)`, and likewise for records and
//! numbers; `declare` fills `Problem::atoms`, `records` and `numbers` in the same order.

use std::collections::HashMap;

use crate::ast::{
    Class, ClassForm, Expr, ExprKind, FuncId, Function, Ident, ImportName, Module, Name, Span, Stmt, StmtKind,
};
use crate::builtins::Builtin;
use crate::diagnostic::{Code, Diagnostic};
use crate::foreign;
use crate::library;
use crate::problem::{AtomId, NumberId, RecordId};
use crate::suggest::listed;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GlobalId(pub u32);

impl GlobalId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug)]
pub struct Global {
    pub name: Name,
    pub span: Span,
    pub kind: GlobalKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GlobalKind {
    Function(FuncId),
    /// `LIMIT = 3`: evaluated when the file is loaded.
    Constant,
    Atom(AtomId),
    Record(RecordId),
    /// `class Color(Enum)`; the id is that of its members, which are records.
    Enum(RecordId),
    /// Any other class: made when the file is loaded.
    Class,
    Number(NumberId),
    /// `Edge = tuple[Vertex, Vertex]`: no value at run time. `stmt` is its index in `Module::body`.
    Alias {
        stmt: usize,
    },
    /// `import itertools`
    Module(Name),
    Builtin(Builtin),
    /// A function of the library written in Python, under the name by which it is linked: `heapq.heappush`.
    Library(Name),
    /// A module of the submission, by the number of its file.
    Own(usize),
    /// Something outside the language that a submission names; what is said if it is used.
    Outside(Name),
    /// A name of the vocabulary or of `typing`: `subproperty`, `Input`, `NamedTuple`. (module, name)
    Vocabulary(Name, Name),
}

/// Names that may be imported although they are not functions of the language.
const VOCABULARY: &[(&str, &[&str])] = &[
    (
        "custodiet",
        &[
            "Atom",
            "Input",
            "Output",
            "Unordered",
            "draw",
            "error_subproperty",
            "group",
            "precondition",
            "scope",
            "subproperty",
        ],
    ),
    ("abc", &["ABC", "ABCMeta"]),
    ("collections", &["namedtuple"]),
    ("dataclasses", &["KW_ONLY", "dataclass", "field"]),
    ("enum", &["Enum", "auto", "unique"]),
    ("functools", &["total_ordering"]),
    (
        "typing",
        &[
            "AbstractSet",
            "Any",
            "AnyStr",
            "Callable",
            "ChainMap",
            "ClassVar",
            "Collection",
            "Container",
            "Counter",
            "DefaultDict",
            "Deque",
            "Dict",
            "Final",
            "FrozenSet",
            "Generator",
            "Generic",
            "Hashable",
            "ItemsView",
            "Iterable",
            "Iterator",
            "KeysView",
            "List",
            "Literal",
            "Mapping",
            "MutableMapping",
            "MutableSequence",
            "MutableSet",
            "NamedTuple",
            "Never",
            "NewType",
            "NoReturn",
            "Optional",
            "OrderedDict",
            "Protocol",
            "Reversible",
            "Self",
            "Sequence",
            "Set",
            "Sized",
            "Text",
            "Tuple",
            "Type",
            "TypeAlias",
            "TypeVar",
            "Union",
            "ValuesView",
        ],
    ),
    (
        "collections.abc",
        &[
            "Callable",
            "Collection",
            "Container",
            "Generator",
            "Hashable",
            "ItemsView",
            "Iterable",
            "Iterator",
            "KeysView",
            "Mapping",
            "MutableMapping",
            "MutableSequence",
            "MutableSet",
            "Reversible",
            "Sequence",
            "Set",
            "Sized",
            "ValuesView",
        ],
    ),
    ("__future__", &["annotations"]),
];

/// The modules that a problem file may import from, those with built-ins first.
pub fn modules() -> impl Iterator<Item = &'static str> {
    let built_in = Builtin::MODULES.iter().copied().filter(|module| *module != "builtins");
    let words = VOCABULARY.iter().map(|(module, _)| *module);
    let known = built_in.chain(words.filter(|module| !Builtin::MODULES.contains(module)));
    known.chain(library::modules().filter(|module| !Builtin::MODULES.contains(module)))
}

/// The modules to suggest to people. Nobody has to import from the others.
fn suggested_modules() -> impl Iterator<Item = &'static str> {
    modules().filter(|module| !module.contains(['.', '_']))
}

/// The module to suggest for importing this name.
pub fn module_with(name: &str) -> Option<&'static str> {
    suggested_modules().find(|module| import_kind(module, name).is_some())
}

/// Collects the module-level names. Duplicate definitions and unknown imports are reported.
pub fn collect(module: &Module, diagnostics: &mut Vec<Diagnostic>) -> Vec<Global> {
    let mut collector = Collector {
        module,
        globals: Vec::new(),
        by_name: HashMap::new(),
        diagnostics,
        atoms: 0,
        records: 0,
        numbers: 0,
        too_many: false,
    };
    for (index, stmt) in module.body.iter().enumerate() {
        collector.stmt(index, stmt);
    }
    for function in &module.functions {
        collector.declared_global(&function.body);
    }
    collector.globals
}

/// What a member of an importable module means.
pub fn import_kind(module: &str, name: &str) -> Option<GlobalKind> {
    if let Some(builtin) = Builtin::by_import(module, name) {
        return Some(GlobalKind::Builtin(builtin));
    }
    if let Some(qualified) = library::qualified(module, name) {
        return Some(GlobalKind::Library(qualified));
    }
    let (_, names) = VOCABULARY.iter().find(|(known, _)| *known == module)?;
    names.contains(&name).then(|| GlobalKind::Vocabulary(module.into(), name.into()))
}

/// The members of an importable module.
pub fn members(module: &str) -> impl Iterator<Item = &'static str> {
    let words = VOCABULARY.iter().filter(move |(known, _)| *known == module).flat_map(|(_, names)| *names).copied();
    Builtin::of_module(module).map(Builtin::name).chain(words)
}

struct Collector<'a> {
    module: &'a Module,
    globals: Vec<Global>,
    /// Indexes into `globals`.
    by_name: HashMap<Name, usize>,
    diagnostics: &'a mut Vec<Diagnostic>,
    atoms: u16,
    records: u16,
    numbers: u16,
    too_many: bool,
}

impl Collector<'_> {
    /// A `global` statement may name what the module itself gives no value.
    fn declared_global(&mut self, block: &[Stmt]) {
        for stmt in block {
            if let StmtKind::Global(names) = &stmt.kind {
                for ident in
                    names.iter().filter(|ident| self.lookup(&ident.name).is_none()).cloned().collect::<Vec<_>>()
                {
                    self.define(&ident, GlobalKind::Constant);
                }
            }
            crate::ast::walk::blocks(stmt).into_iter().for_each(|block| self.declared_global(block));
        }
    }

    fn stmt(&mut self, index: usize, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Function(id) => {
                let function = self.module.function(*id);
                let kind = if self.is_decorated(function) { GlobalKind::Constant } else { GlobalKind::Function(*id) };
                self.define(&function.name, kind);
            }
            StmtKind::Class(class) => self.class(class),
            StmtKind::TypeAlias { name, .. } => self.define(name, GlobalKind::Alias { stmt: index }),
            StmtKind::Import { module, names } => {
                for name in names {
                    self.import(module, name);
                }
            }
            StmtKind::Assign { targets, value } => {
                for target in targets {
                    self.assign(index, target, value);
                }
            }
            StmtKind::AnnotatedAssign { target, annotation, value: Some(value) } => {
                let ExprKind::Name(name) = &target.kind else { return };
                let ident = Ident { name: name.clone(), span: target.span };
                if matches!(&annotation.kind, ExprKind::Name(name) if self.is_vocabulary(name, "TypeAlias")) {
                    self.define(&ident, GlobalKind::Alias { stmt: index });
                } else {
                    self.assign(index, target, value);
                }
            }
            _ => {}
        }
    }

    /// Whether functions of the file or of Python decorate a function: its name stands for what they return.
    fn is_decorated(&self, function: &Function) -> bool {
        let declares = |decorator: &Expr| {
            ["precondition", "subproperty", "error_subproperty"]
                .iter()
                .any(|word| self.names_vocabulary(callee(decorator), word))
        };
        let is_function = |decorator: &Expr| match &callee(decorator).kind {
            ExprKind::Name(name) => matches!(
                self.lookup(name),
                Some(GlobalKind::Function(_) | GlobalKind::Constant | GlobalKind::Builtin(_) | GlobalKind::Library(_))
            ),
            ExprKind::Attribute(base, member) => matches!(
                &base.kind,
                ExprKind::Name(name) if matches!(
                    self.lookup(name),
                    Some(GlobalKind::Module(module))
                        if Builtin::by_import(module, &member.name).is_some()
                            || library::qualified(module, &member.name).is_some()
                )
            ),
            _ => false,
        };
        !function.decorators.is_empty()
            && !function.decorators.iter().any(declares)
            && function.decorators.iter().all(is_function)
    }

    fn assign(&mut self, index: usize, target: &Expr, value: &Expr) {
        match &target.kind {
            ExprKind::Name(name) => {
                let kind = if self.is_new_type(value) {
                    let Some(id) = self.next_id(name, |this| &mut this.numbers) else { return };
                    GlobalKind::Number(NumberId(id))
                } else if self.is_type(value) || self.is_type_variable(value) {
                    GlobalKind::Alias { stmt: index }
                } else {
                    GlobalKind::Constant
                };
                self.define(&Ident { name: name.clone(), span: target.span }, kind);
            }
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                for item in items {
                    let item = if let ExprKind::Starred(inner) = &item.kind { inner } else { item };
                    if let ExprKind::Name(name) = &item.kind {
                        self.define(&Ident { name: name.clone(), span: item.span }, GlobalKind::Constant);
                    }
                }
            }
            _ => {}
        }
    }

    fn class(&mut self, class: &Class) {
        let has_base = |name: &str| class.bases.iter().any(|base| self.names_vocabulary(base, name));
        let is_record = has_base("NamedTuple") || class.form != ClassForm::Statement;
        if has_base("Atom") {
            if let Some(id) = self.next_id(&class.name.name, |this| &mut this.atoms) {
                self.define(&class.name, GlobalKind::Atom(AtomId(id)));
            }
        } else if has_base("Enum") {
            if let Some(id) = self.next_id(&class.name.name, |this| &mut this.records) {
                self.define(&class.name, GlobalKind::Enum(RecordId(id)));
            }
        } else if is_record {
            if let Some(id) = self.next_id(&class.name.name, |this| &mut this.records) {
                self.define(&class.name, GlobalKind::Record(RecordId(id)));
            }
        } else {
            self.define(&class.name, GlobalKind::Class);
        }
    }

    fn import(&mut self, module: &Ident, item: &ImportName) {
        if item.whole_module {
            if modules().any(|known| known == &*module.name) {
                self.define(&item.alias, GlobalKind::Module(module.name.clone()));
            } else {
                self.unknown_module(module);
            }
        } else if let Some(kind) = import_kind(&module.name, &item.name.name) {
            self.define(&item.alias, kind);
        } else if modules().any(|known| known == &*module.name) {
            let text = format!("`{}.{}` is outside the language", module.name, item.name.name);
            let help = instead_of_member(&module.name, &item.name.name);
            self.diagnostics.push(Diagnostic::error(Code::Outside, item.name.span, text).help(help));
        } else {
            self.unknown_module(module);
        }
    }

    fn unknown_module(&mut self, module: &Ident) {
        let text = format!("import of `{}` is outside the language", module.name);
        let help = match foreign::instead_of(&module.name) {
            Some(instead) => instead.to_owned(),
            None => format!("problem files can import only from {}", listed(suggested_modules())),
        };
        self.diagnostics.push(Diagnostic::error(Code::Outside, module.span, text).help(help));
    }

    /// The next id of one kind of type. A second definition of a name takes none; too many types are reported.
    fn next_id(&mut self, name: &str, counter: impl FnOnce(&mut Self) -> &mut u16) -> Option<u16> {
        let is_new = !self.by_name.contains_key(name);
        let counter = counter(self);
        let id = *counter;
        if let Some(next) = id.checked_add(u16::from(is_new)) {
            *counter = next;
            return Some(id);
        }
        if !std::mem::replace(&mut self.too_many, true) {
            self.diagnostics.push(
                Diagnostic::whole_file(Code::TooLarge, format!("more than {id} types are declared"))
                    .help("a problem needs a handful; leave the rest out"),
            );
        }
        None
    }

    fn define(&mut self, ident: &Ident, kind: GlobalKind) {
        let Some(&earlier) = self.by_name.get(&ident.name) else {
            self.by_name.insert(ident.name.clone(), self.globals.len());
            self.globals.push(Global { name: ident.name.clone(), span: ident.span, kind });
            return;
        };
        // Importing a name twice, or giving a constant a second value, is ordinary Python.
        if self.globals[earlier].kind == kind && !matches!(kind, GlobalKind::Function(_) | GlobalKind::Class) {
            return;
        }
        self.diagnostics.push(
            Diagnostic::error(Code::DuplicateName, ident.span, format!("`{}` is defined twice", ident.name))
                .also(self.globals[earlier].span, "first defined here")
                .help("Python keeps the last one; rename or remove one of them"),
        );
    }

    fn lookup(&self, name: &str) -> Option<&GlobalKind> {
        self.by_name.get(name).map(|index| &self.globals[*index].kind)
    }

    fn is_vocabulary(&self, name: &str, expected: &str) -> bool {
        matches!(self.lookup(name), Some(GlobalKind::Vocabulary(_, known)) if &**known == expected)
    }

    /// `NewType`, or `typing.NewType` after `import typing`.
    fn names_vocabulary(&self, expr: &Expr, expected: &str) -> bool {
        match &expr.kind {
            ExprKind::Name(name) => self.is_vocabulary(name, expected),
            ExprKind::Attribute(base, attribute) => {
                &*attribute.name == expected
                    && matches!(&base.kind, ExprKind::Name(name) if matches!(self.lookup(name), Some(GlobalKind::Module(_))))
            }
            _ => false,
        }
    }

    fn is_new_type(&self, value: &Expr) -> bool {
        matches!(&value.kind, ExprKind::Call(call) if self.names_vocabulary(&call.function, "NewType"))
    }

    /// `T = TypeVar("T")`: any type.
    fn is_type_variable(&self, value: &Expr) -> bool {
        matches!(&value.kind, ExprKind::Call(call) if self.names_vocabulary(&call.function, "TypeVar"))
    }

    /// Reads as a type rather than as a value.
    fn is_type(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Subscript(base, _) => self.is_type(base),
            ExprKind::Binary(crate::ast::BinaryOp::BitOr, left, right) => {
                (self.is_type(left) || self.is_type(right))
                    && (self.is_type_or_none(left) && self.is_type_or_none(right))
            }
            ExprKind::Name(name) => match self.lookup(name) {
                Some(
                    GlobalKind::Atom(_)
                    | GlobalKind::Record(_)
                    | GlobalKind::Enum(_)
                    | GlobalKind::Number(_)
                    | GlobalKind::Alias { .. },
                ) => true,
                Some(GlobalKind::Vocabulary(module, _)) => &**module != "dataclasses",
                Some(GlobalKind::Builtin(builtin)) => is_type_builtin(*builtin),
                Some(_) => false,
                None => Builtin::by_name(name).is_some_and(is_type_builtin) || &**name == "str",
            },
            ExprKind::Attribute(base, _) => {
                matches!(&base.kind, ExprKind::Name(name) if matches!(self.lookup(name), Some(GlobalKind::Module(_))))
            }
            _ => false,
        }
    }

    fn is_type_or_none(&self, value: &Expr) -> bool {
        matches!(value.kind, ExprKind::None) || self.is_type(value)
    }
}

fn callee(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Call(call) => &call.function,
        _ => expr,
    }
}

fn is_type_builtin(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::List
            | Builtin::Tuple
            | Builtin::Set
            | Builtin::FrozenSet
            | Builtin::Dict
            | Builtin::Int
            | Builtin::Bool
            | Builtin::Counter
            | Builtin::DefaultDict
            | Builtin::Deque
            | Builtin::OrderedDict
            | Builtin::Float
    )
}

/// What to do about a member that a module does not offer.
pub(crate) fn instead_of_member(module: &str, name: &str) -> String {
    foreign::instead_of_member(module, name).map_or_else(|| known_members(module), str::to_owned)
}

fn known_members(module: &str) -> String {
    let mut names: Vec<&str> = Builtin::of_module(module).map(Builtin::name).collect();
    names.extend(library::names(module));
    names.sort_unstable();
    names.extend(VOCABULARY.iter().filter(|(known, _)| *known == module).flat_map(|(_, names)| *names));
    format!("`{module}` offers {}", names.join(", "))
}
