//! Imports: which file or module is meant, and what the names then stand for.

use std::collections::BTreeSet;
use std::ops::Range;

use super::link::{Linker, Standing, blocks_mut};
use super::modules::{Found, OwnFile, absolute, find};
use super::{SubmissionFailure, Tests};
use crate::ast::{ExprKind, FuncId, Ident, ImportName, Name, Span, Stmt, StmtKind};
use crate::bindings::bound_names;
use crate::globals::{GlobalId, GlobalKind, import_kind};
use crate::parse::doubts::Feature;

/// A module that was imported.
#[derive(Clone, Copy)]
enum Loaded {
    /// The number of its unit.
    Own(usize),
    Folder,
    Library,
    Standard,
    TestTool,
}

/// What an imported name stands for.
enum Imported {
    Kind(GlobalKind),
    /// A global of another file.
    Global(GlobalId),
    TestTool,
}

impl Imported {
    fn outside(what: &str) -> Self {
        Self::Kind(GlobalKind::Outside(format!("`{what}` is outside the language").into()))
    }
}

impl<'a> Linker<'a> {
    /// An import at the top level, or in a block of it. What it executes goes to `before`.
    pub fn import(&mut self, unit: usize, span: Span, module: &Ident, names: Vec<ImportName>, standing: Standing) {
        for item in names {
            let alias = item.alias.name.clone();
            if &*item.name.name == "*" {
                self.star(unit, span, &module.name);
                continue;
            }
            match self.imported(unit, &module.name, &item) {
                Ok(imported) => self.bind(unit, span, &alias, imported, standing),
                Err(message) => {
                    let fault = self.fault(span, message);
                    self.before.push(fault);
                }
            }
            self.units[unit].bound.insert(alias);
        }
    }

    /// What an imported name stands for; files are loaded on the way. An error is a message.
    fn imported(&mut self, unit: usize, module: &str, item: &ImportName) -> Result<Imported, String> {
        let module = self.absolute(unit, module)?;
        if !item.whole_module {
            return self.member(&module, &item.name.name);
        }
        let loaded = self.module(&module)?;
        let first = module.split('.').next().unwrap_or_default();
        // `import a.b` executes both and binds `a`; `import a.b as c` binds `a.b`.
        if module.contains('.') && first == &*item.alias.name {
            let package = self.module(first)?;
            return Ok(as_name(first, package));
        }
        Ok(as_name(&module, loaded))
    }

    fn absolute(&self, unit: usize, module: &str) -> Result<String, String> {
        absolute(module, &self.units[unit].package)
            .ok_or_else(|| format!("import of `{module}` outside a package is outside the language"))
    }

    /// A module, loaded if it is a file.
    fn module(&mut self, module: &str) -> Result<Loaded, String> {
        if let Some(index) = self.loaded.get(module) {
            return Ok(Loaded::Own(*index));
        }
        if let Some((package, _)) = module.rsplit_once('.')
            && let Found::Own(_) = find(self.handed, self.entry, package)
        {
            // A package is loaded before what is in it.
            self.module(package)?;
        }
        match find(self.handed, self.entry, module) {
            Found::Own(own) => self.load(module, own),
            Found::Folder => {
                self.parser.features.add(Feature::Package);
                Ok(Loaded::Folder)
            }
            Found::Library => Ok(Loaded::Library),
            Found::Standard => Ok(Loaded::Standard),
            Found::TestTool => Ok(Loaded::TestTool),
            Found::Types => Ok(Loaded::Own(0)),
            Found::Missing(why) => Err(format!("import of `{module}`, which {why}, is outside the language")),
        }
    }

    fn load(&mut self, module: &str, own: OwnFile<'a>) -> Result<Loaded, String> {
        if own.file.path == self.entry {
            return Err(format!("import of `{module}`, the file itself, is outside the language"));
        }
        if own.is_package || module.contains('.') {
            self.parser.features.add(Feature::Package);
        }
        let package = match (own.is_package, module.rsplit_once('.')) {
            (true, _) => module,
            (false, Some((package, _))) => package,
            (false, None) => "",
        };
        let tests = if own.without_tests { Tests::LeftOut(self.handed.predicate) } else { Tests::Kept };
        let outer = std::mem::take(&mut self.before);
        let loaded = self.unit(module, package, &own.file.path, &own.file.text, tests);
        self.before = outer;
        match loaded {
            Ok(statements) => self.before.extend(statements),
            Err(failure) => {
                let SubmissionFailure::Syntax { message, .. } = &failure else { return Err(String::new()) };
                let message = format!("import of `{module}`: {message}");
                self.failure.get_or_insert(failure);
                return Err(message);
            }
        }
        match self.loaded.get(module) {
            Some(index) => Ok(Loaded::Own(*index)),
            None => Err(format!("import of `{module}` is outside the language")),
        }
    }

    /// `from module import name`
    fn member(&mut self, module: &str, name: &Name) -> Result<Imported, String> {
        let qualified = format!("{module}.{name}");
        match self.module(module)? {
            Loaded::Own(index) => match self.units[index].names.by_name.get(name) {
                Some(_) if self.units[index].stubs.contains(name) => Ok(Imported::TestTool),
                Some(id) => Ok(Imported::Global(*id)),
                None => match find(self.handed, self.entry, &qualified) {
                    Found::Own(_) => self.module(&qualified).map(|loaded| as_name(&qualified, loaded)),
                    _ => Err(format!("import of `{name}`, which `{module}` does not define, is outside the language")),
                },
            },
            Loaded::Library => {
                Ok(import_kind(module, name).map_or_else(|| Imported::outside(&qualified), Imported::Kind))
            }
            Loaded::Standard => Ok(Imported::outside(&qualified)),
            Loaded::TestTool => Ok(Imported::TestTool),
            // A folder that is not a package has nothing but files.
            Loaded::Folder => self.module(&qualified).map(|loaded| as_name(&qualified, loaded)),
        }
    }

    /// Gives a name what was imported.
    fn bind(&mut self, unit: usize, span: Span, name: &Name, imported: Imported, standing: Standing) {
        let id = match imported {
            Imported::Kind(kind) => self.hidden(unit, name, kind),
            Imported::Global(id) => id,
            Imported::TestTool => {
                self.units[unit].stubs.insert(name.clone());
                let what = format!("`{name}`, which only tests use, is outside the language");
                self.hidden(unit, name, GlobalKind::Outside(what.into()))
            }
        };
        let kind = &self.globals[id.index()].kind;
        if *kind == GlobalKind::Constant {
            return self.copy(unit, span, name, id);
        }
        let known = self.meaning(unit, name);
        let again = known == Some(kind);
        let single = self.units[unit].counts.is_single(name) && !matches!(known, Some(GlobalKind::Function(_)));
        let is_value = matches!(
            kind,
            GlobalKind::Builtin(_) | GlobalKind::Function(_) | GlobalKind::Library(_) | GlobalKind::Record(_)
        );
        if again || single && (standing == Standing::Top || !is_value) {
            self.units[unit].names.by_name.insert(name.clone(), id);
        } else if is_value {
            self.copy(unit, span, name, id);
        } else {
            let fault = self.fault(span, format!("`{name}`, imported and bound again, is outside the language"));
            self.before.push(fault);
        }
    }

    /// A global of its own for what was imported under a name.
    fn hidden(&mut self, unit: usize, name: &Name, kind: GlobalKind) -> GlobalId {
        let id = self.define(unit, &format!("{name} {}", self.globals.len()).into(), kind);
        self.globals[id.index()].name = name.clone();
        id
    }

    /// `name = value`, where the value is that of another global.
    fn copy(&mut self, unit: usize, span: Span, name: &Name, id: GlobalId) {
        let hidden: Name = format!("{name} {}", id.0).into();
        self.units[unit].names.by_name.insert(hidden.clone(), id);
        self.define(unit, name, GlobalKind::Constant);
        let target = self.expr(span, ExprKind::Name(name.clone()));
        let value = self.expr(span, ExprKind::Name(hidden));
        self.before.push(Stmt { span, kind: StmtKind::Assign { targets: vec![target], value } });
    }

    /// `from module import *`
    fn star(&mut self, unit: usize, span: Span, module: &str) {
        let found = self.absolute(unit, module).and_then(|module| self.module(&module).map(|loaded| (module, loaded)));
        match found {
            Ok((_, Loaded::Own(index))) => self.star_of_file(unit, span, index),
            Ok((module, _)) => {
                for name in crate::globals::members(&module) {
                    let name: Name = name.into();
                    if let Some(kind) = import_kind(&module, &name) {
                        self.bind(unit, span, &name, Imported::Kind(kind), Standing::Top);
                    }
                    self.units[unit].bound.insert(name);
                }
                // There is more in it than the language knows.
                self.units[unit].names.open = true;
            }
            Err(message) => {
                let fault = self.fault(span, message);
                self.before.push(fault);
            }
        }
    }

    fn star_of_file(&mut self, unit: usize, span: Span, index: usize) {
        if self.units[index].names.by_name.contains_key("__all__") {
            let fault = self.fault(span, "`import *` from a file with `__all__` is outside the language".to_owned());
            self.before.push(fault);
            return;
        }
        let mut names: Vec<(Name, GlobalId)> = Vec::new();
        names.extend(self.units[index].names.by_name.iter().map(|(name, id)| (name.clone(), *id)));
        names.retain(|(name, _)| !name.starts_with('_') && !name.contains(' '));
        names.sort();
        for (name, id) in names {
            let is_stub = self.units[index].stubs.contains(&name);
            let imported = if is_stub { Imported::TestTool } else { Imported::Global(id) };
            self.bind(unit, span, &name, imported, Standing::Top);
            self.units[unit].bound.insert(name);
        }
        self.units[unit].names.open |= self.units[index].names.open;
    }

    /// Imports inside functions. The files they mean are loaded first of all; that cannot be noticed if loading them only
    /// defines something.
    pub fn imports_in_functions(&mut self, unit: usize, functions: Range<usize>, linked: &mut Vec<Stmt>) {
        for index in functions {
            let id = FuncId(u32::try_from(index).unwrap_or(u32::MAX));
            let function = &self.parser.functions[index];
            let mut bound: BTreeSet<Name> = function.params.iter().map(|param| param.name.name.clone()).collect();
            bound.extend(self.with_module(|module| bound_names(module, module.function(id)).names));
            let body = std::mem::take(&mut self.parser.functions[index].body);
            self.parser.functions[index].body = self.imports_in_block(unit, id, &bound, body, true);
            linked.append(&mut self.before);
        }
    }

    /// An import counts for the whole function, so nothing may come before it: the variable would have no value there, or never
    /// if the import is not reached.
    fn imports_in_block(
        &mut self,
        unit: usize,
        id: FuncId,
        bound: &BTreeSet<Name>,
        body: Vec<Stmt>,
        mut first: bool,
    ) -> Vec<Stmt> {
        let mut linked = Vec::with_capacity(body.len());
        for mut stmt in body {
            if let StmtKind::Import { module, names } = stmt.kind {
                let local = |item| self.local_import(unit, id, bound, &module.name, item).err();
                let message = if first {
                    names.iter().find_map(local)
                } else {
                    Some("an import inside a function, after other statements, is outside the language".to_owned())
                };
                let span = stmt.span;
                linked.push(match message {
                    Some(message) => self.fault(span, message),
                    None => Stmt { span, kind: StmtKind::Pass },
                });
                continue;
            }
            first &= matches!(stmt.kind, StmtKind::Pass | StmtKind::Global(_) | StmtKind::Nonlocal(_));
            for block in blocks_mut(&mut stmt) {
                *block = self.imports_in_block(unit, id, bound, std::mem::take(block), false);
            }
            linked.push(stmt);
        }
        linked
    }

    fn local_import(
        &mut self,
        unit: usize,
        function: FuncId,
        bound: &BTreeSet<Name>,
        module: &str,
        item: &ImportName,
    ) -> Result<(), String> {
        let name = &item.alias.name;
        if bound.contains(name) || &**name == "*" {
            return Err(format!("`{name}`, imported and bound again, is outside the language"));
        }
        let before = self.before.len();
        let imported = self.imported(unit, module, item)?;
        if !self.before[before..].iter().all(only_defines) {
            self.before.truncate(before);
            return Err(format!("import of `{module}` inside a function is outside the language"));
        }
        let id = match imported {
            Imported::Global(id) => id,
            Imported::Kind(kind) => self.hidden(unit, name, kind),
            Imported::TestTool => return Err(format!("`{name}`, which only tests use, is outside the language")),
        };
        self.aliases.entry(function).or_default().insert(name.clone(), id);
        Ok(())
    }
}

/// What a name means that stands for a module.
fn as_name(module: &str, loaded: Loaded) -> Imported {
    match loaded {
        Loaded::Own(index) => Imported::Kind(GlobalKind::Own(index)),
        Loaded::Library => Imported::Kind(GlobalKind::Module(module.into())),
        Loaded::TestTool => Imported::TestTool,
        Loaded::Folder | Loaded::Standard => Imported::outside(module),
    }
}

/// Whether executing a statement can do nothing but define names.
fn only_defines(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Function(_) | StmtKind::Class(_) | StmtKind::Pass => true,
        StmtKind::Assign { value, .. } => matches!(
            value.kind,
            ExprKind::Name(_) | ExprKind::Str(_) | ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::None
        ),
        _ => false,
    }
}
