//! Where the analysis starts: the functions that are called from outside, with values of the types they are declared for.

use std::collections::BTreeSet;

use crate::ast::{Class, Expr, ExprKind, FuncId, Stmt, StmtKind};
use crate::declare::Annotations;
use crate::globals::GlobalKind;
use crate::resolve::{Resolution, VarId};
use crate::types::Type;

use super::Inference;
use super::context::CtxId;
use super::env::Env;
use super::heap::ObjectKind;
use super::value::{Item, Val};
use super::walk;

impl<'a> Inference<'a> {
    /// The predicate, the preconditions and the subproperties, with the types of the predicate's parameters.
    pub fn add_declared_roots(&mut self) {
        let Some(predicate) = &self.problem.predicate else { return };
        let args: Vec<Val> = predicate.params.iter().map(|param| self.of_type(&param.ty)).collect();
        self.add_root(predicate.function, args);
        for property in self.problem.preconditions.iter().chain(&self.problem.subproperties) {
            let types = property.params.iter().map(|index| predicate.params.get(*index));
            let args = types.map(|param| param.map_or(Val::UNKNOWN, |param| self.of_type(&param.ty))).collect();
            self.add_root(property.function, args);
        }
    }

    /// Functions of the module that are never mentioned, or for which no call was found, with their annotations.
    pub fn add_other_roots(&mut self, even_mentioned: bool) -> bool {
        let mentioned = if even_mentioned { BTreeSet::new() } else { self.mentioned() };
        let annotations = Annotations::new(&self.problem.module, &self.problem.resolutions.globals);
        let mut added = false;
        for global in &self.problem.resolutions.globals {
            let GlobalKind::Function(id) = global.kind else { continue };
            if !self.has_context(id) && !mentioned.contains(&id) {
                let function = self.problem.module.function(id);
                let params = function.params.iter();
                let types =
                    params.map(|param| param.annotation.as_ref().map_or(Type::Unknown, |ty| annotations.type_of(ty)));
                let args = types.map(|ty| self.of_type(&ty)).collect();
                self.add_root(id, args);
                added = true;
            }
        }
        added
    }

    fn add_root(&mut self, function: FuncId, mut args: Vec<Val>) {
        args.resize(self.problem.module.function(function).params.len(), Val::UNKNOWN);
        let context = self.new_context(Some(function), &args);
        self.roots.push(context);
    }

    /// The functions that others mention.
    fn mentioned(&self) -> BTreeSet<FuncId> {
        let module = &self.problem.module;
        let mut found = BTreeSet::new();
        for (id, function) in (0..).map(FuncId).zip(&module.functions) {
            let mut pending: Vec<&Expr> = Vec::new();
            walk::block(module, &function.body, &mut |expr| pending.push(expr));
            while let Some(expr) = pending.pop() {
                walk::children(module, expr, &mut |child| pending.push(child));
                if let Some(Resolution::Global(global)) = self.problem.resolutions.get(expr.id)
                    && let GlobalKind::Function(other) = self.problem.resolutions.global(global).kind
                    && other != id
                {
                    found.insert(other);
                }
            }
        }
        found
    }

    /// Any value of a declared type.
    pub fn of_type(&mut self, ty: &Type) -> Val {
        match ty {
            Type::Unknown | Type::Function => Val::UNKNOWN,
            Type::Never => Val::BOTTOM,
            Type::None => Val::NONE,
            Type::Bool => Val::BOOL,
            Type::Int => Val::INT,
            Type::Str => Val::STR,
            Type::Range => Val::RANGE,
            Type::Atom(id) => self.values.one(Item::Atom(*id)),
            Type::Number(id) => self.values.one(Item::Number(*id)),
            Type::Record(id) if self.opaque.is_record(*id) => Val::UNKNOWN,
            Type::Record(id) => self.values.one(Item::Record(*id)),
            Type::Literal(values) => {
                let items = values.iter().map(|value| self.values.literal(value)).collect();
                self.values.of(items)
            }
            Type::Union(members) => {
                let members: Vec<Val> = members.iter().map(|member| self.of_type(member)).collect();
                self.join_all(members)
            }
            Type::Tuple(items) => self.object_of(ObjectKind::Tuple, items),
            Type::TupleOf(item) => self.object_of(ObjectKind::TupleOf, [&**item]),
            Type::List(item) => self.object_of(ObjectKind::List, [&**item]),
            Type::Unordered(item) => self.object_of(ObjectKind::Unordered, [&**item]),
            Type::Set(item) => self.object_of(ObjectKind::Set, [&**item]),
            Type::FrozenSet(item) => self.object_of(ObjectKind::FrozenSet, [&**item]),
            Type::Iterator(item) => self.object_of(ObjectKind::Iterator, [&**item]),
            Type::Keys(item) => self.object_of(ObjectKind::Keys, [&**item]),
            Type::Values(item) => self.object_of(ObjectKind::Values, [&**item]),
            Type::Counter(item) => self.object_of(ObjectKind::Counter, [&**item, &Type::Int]),
            Type::Dict(key, value) => self.object_of(ObjectKind::Dict, [&**key, &**value]),
            Type::DefaultDict(key, value) => self.object_of(ObjectKind::DefaultDict, [&**key, &**value]),
            Type::Items(key, value) => self.object_of(ObjectKind::Items, [&**key, &**value]),
        }
    }

    fn object_of<'t>(&mut self, kind: ObjectKind, parts: impl IntoIterator<Item = &'t Type>) -> Val {
        let parts: Vec<Val> = parts.into_iter().map(|part| self.of_type(part)).collect();
        let site = self.new_site(kind, parts.len());
        for (index, part) in parts.into_iter().enumerate() {
            self.store(site, index, part);
        }
        let object = self.values.one(Item::Object(site));
        // Some pair holds something there.
        self.fill(object, true)
    }

    /// Runs a context once.
    pub fn run(&mut self, id: CtxId) {
        self.current = id;
        self.env = Env::start();
        self.loops.clear();
        self.tries.clear();
        self.lazy = self.tries.anywhere;
        let Some(function) = self.context(id).function else {
            for stmt in &self.problem.module.body {
                self.module_statement(stmt);
            }
            return;
        };
        let params = self.context(id).params.clone();
        for (var, cell) in self.problem.resolutions.params[function.index()].iter().zip(params) {
            let val = self.read(cell);
            self.write_var(*var, val);
        }
        let opaque = self.opaque.functions[function.index()];
        let function = self.problem.module.function(function);
        self.lazy = function.is_generator || opaque || self.tries.anywhere;
        self.block(&function.body);
        if self.env.live && !function.is_generator {
            self.give_result(Val::NONE);
        }
    }

    /// Constants, defaults of parameters and of fields.
    fn module_statement(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Assign { targets, value } => self.module_assign(targets, value),
            StmtKind::AnnotatedAssign { target, value: Some(value), .. } => {
                self.module_assign(std::slice::from_ref(target), value);
            }
            StmtKind::Function(id) => self.define(*id),
            StmtKind::Class(class) if !self.is_record_class(class) => self.class_statement(class),
            StmtKind::Class(class) => {
                let methods = class.body.iter().filter(|stmt| !matches!(stmt.kind, StmtKind::AnnotatedAssign { .. }));
                methods.for_each(|stmt| self.class_member(stmt));
                if let Some(cell) = self.problem.resolutions.class(class.id).cell {
                    self.write_var(cell, Val::UNKNOWN);
                }
                let fields = class.body.iter().filter_map(|stmt| match &stmt.kind {
                    StmtKind::AnnotatedAssign { value: Some(value), .. } => Some(value),
                    _ => None,
                });
                for default in fields {
                    let val = self.eval(default);
                    if let Some((record, index)) = self.field_with_default(default) {
                        self.store_field(record, index, val);
                    }
                }
            }
            _ => {}
        }
    }

    fn is_record_class(&self, class: &Class) -> bool {
        let globals = &self.problem.resolutions.globals;
        let global = globals.iter().find(|global| global.name == class.name.name);
        matches!(global.map(|global| &global.kind), Some(GlobalKind::Record(_) | GlobalKind::Enum(_)))
    }

    fn module_assign(&mut self, targets: &'a [Expr], value: &'a Expr) {
        let is_declaration = targets.iter().any(|target| {
            matches!(target.kind, ExprKind::Name(_)) && self.problem.resolutions.get(target.id).is_none()
        });
        if !is_declaration {
            let val = self.eval(value);
            for target in targets {
                self.assign(target, val);
            }
        }
    }

    fn field_with_default(&self, default: &Expr) -> Option<(crate::problem::RecordId, usize)> {
        (0..).map(crate::problem::RecordId).zip(&self.problem.records).find_map(|(id, record)| {
            let index = record.fields.iter().position(|field| field.default == Some(default.id))?;
            Some((id, index))
        })
    }

    pub fn note_expr(&mut self, expr: &Expr, val: Val) {
        if let Some(report) = &mut self.report {
            let old = report.exprs[expr.id.index()];
            let joined = old.map_or(val, |old| self.values.join(old, val));
            report.exprs[expr.id.index()] = Some(joined);
        }
    }

    pub fn note_var(&mut self, var: VarId, val: Val) {
        if let Some(report) = &mut self.report {
            let old = report.vars[var.index()];
            let joined = old.map_or(val, |old| self.values.join(old, val));
            report.vars[var.index()] = Some(joined);
        }
    }
}
