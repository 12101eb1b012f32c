//! Names and attributes that are not variables: globals, built-ins, members of modules, and unknown names.

use crate::ast::{Expr, ExprKind, Ident, Name, Span, StmtKind};
use crate::builtins::{Builtin, builtin_names};
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::{Global, GlobalId, GlobalKind, import_kind, instead_of_member, module_with};
use crate::parse::dataclasses::BUILTIN;
use crate::suggest::closest;

use super::{Owner, Resolution, Resolver};

impl<'a> Resolver<'a> {
    pub(super) fn name(&mut self, expr: &Expr, name: &Name) {
        if let Some(id) = self.alias_of(name) {
            self.out.names[expr.id.index()] = Some(self.global(id, expr.span));
            return;
        }
        if self.early.contains(&expr.id) && self.scopes.last().is_some_and(|scope| scope.class.is_some()) {
            self.read_too_early(name, expr.span);
            self.out.names[expr.id.index()] = Some(Resolution::Unknown);
            return;
        }
        if let Some(var) = self.lookup_var(name) {
            self.use_var(expr.id, var);
            return;
        }
        let resolution = if let Some(word) = name.strip_prefix(BUILTIN) {
            let known = Builtin::by_name(word).or_else(|| Builtin::by_import("dataclasses", word));
            known.map_or(Resolution::Unknown, Resolution::Builtin)
        } else if let Some(id) = self.global_of(name, expr.span) {
            self.global(id, expr.span)
        } else if let Some(builtin) = Builtin::by_name(name) {
            Resolution::Builtin(builtin)
        } else if self.is_undefined(name, expr.span) {
            self.undefined(name, expr.span)
        } else {
            self.unknown(name, expr.span);
            Resolution::Unknown
        };
        self.out.names[expr.id.index()] = Some(resolution);
    }

    fn read_too_early(&mut self, name: &str, span: Span) {
        let text = format!("`{name}` is read in the body of a class that may not have assigned it yet");
        let help = "Python then looks outside the class; give one of the two variables another name";
        self.diagnostics.push(Diagnostic::error(Code::Outside, span, text).help(help));
    }

    /// The global that a name means in the file of this place: in the library, one of the library.
    pub(super) fn global_of(&self, name: &Name, span: Span) -> Option<GlobalId> {
        if let Some(library) = &self.library {
            return self.by_name.get(&*format!("{library}.{name}")).copied();
        }
        let file = self.files.filter(|_| !span.is_library()).and_then(|files| files.of(span));
        file.map_or(&self.by_name, |file| &file.by_name).get(name).copied()
    }

    /// The function of the library that is linked under this name.
    fn linked(&self, qualified: &str) -> Option<Resolution> {
        self.by_name.get(qualified).copied().map(Resolution::Global)
    }

    /// What an import inside a function around this place binds, unless a variable further inside hides it.
    fn alias_of(&self, name: &Name) -> Option<GlobalId> {
        let files = self.files.filter(|files| !files.aliases.is_empty())?;
        for (depth, scope) in self.scopes.iter().rev().enumerate() {
            if scope.class.is_some() && depth > 0 {
                continue;
            }
            if scope.names.contains_key(name) || scope.nonlocals.contains_key(name) {
                return None;
            }
            if let Owner::Function(function) = scope.owner
                && let Some(id) = files.aliases.get(&function).and_then(|aliases| aliases.get(name))
            {
                return Some(*id);
            }
        }
        None
    }

    /// Whether Python does not know a name either.
    fn is_undefined(&self, name: &str, span: Span) -> bool {
        let file = self.files.and_then(|files| files.of(span));
        file.is_some_and(|file| !file.open) && !crate::submission::is_python_builtin(name)
    }

    /// A global that never gets a value.
    fn undefined(&mut self, name: &Name, span: Span) -> Resolution {
        let next = GlobalId(u32::try_from(self.out.globals.len()).unwrap_or(u32::MAX));
        let id = *self.undefined.entry(name.clone()).or_insert(next);
        if id == next {
            self.out.globals.push(Global { name: name.clone(), span, kind: GlobalKind::Constant });
        }
        Resolution::Global(id)
    }

    fn global(&mut self, id: GlobalId, span: Span) -> Resolution {
        let global = self.out.global(id);
        let (message, help) = match &global.kind {
            GlobalKind::Builtin(builtin) => return Resolution::Builtin(*builtin),
            GlobalKind::Enum(_) => {
                let class = format!("{}.__new__", global.name);
                return self.linked(&class).unwrap_or(Resolution::Unknown);
            }
            GlobalKind::Library(qualified) => return self.linked(qualified).unwrap_or(Resolution::Unknown),
            GlobalKind::Function(_)
            | GlobalKind::Constant
            | GlobalKind::Record(_)
            | GlobalKind::Class
            | GlobalKind::Number(_)
            | GlobalKind::Own(_)
            | GlobalKind::Module(_) => {
                return Resolution::Global(id);
            }
            GlobalKind::Outside(what) => {
                let what = what.to_string();
                self.diagnostics.push(Diagnostic::error(Code::Outside, span, what));
                return Resolution::Unknown;
            }
            GlobalKind::Atom(_) => ("atoms are created by Custodiet, not by the file", "take them from the parameters"),
            GlobalKind::Alias { .. } => ("a type is not a value", "use it in annotations only"),
            GlobalKind::Vocabulary(..) => ("this name only declares", "use it at module level, outside functions"),
        };
        let text = format!("`{}` cannot be used in a function", global.name);
        self.diagnostics.push(Diagnostic::error(Code::Outside, span, text).label(message).help(help));
        Resolution::Unknown
    }

    /// The name of the enumeration that an expression is.
    pub(super) fn enumeration(&self, expr: &Expr) -> Option<Name> {
        let ExprKind::Name(name) = &expr.kind else { return None };
        if self.lookup_var(name).is_some() {
            return None;
        }
        let global = self.out.global(self.global_of(name, expr.span)?);
        matches!(global.kind, GlobalKind::Enum(_)).then(|| global.name.clone())
    }

    /// Says of an expression that it is this part of an enumeration. Returns whether there is one.
    pub(super) fn enumeration_as(&mut self, at: &Expr, class: &Expr, part: &str) -> bool {
        let found = self.enumeration(class).and_then(|name| self.linked(&format!("{name}.{part}")));
        self.out.names[at.id.index()] = found.or(Some(Resolution::Unknown));
        found.is_some()
    }

    fn member(&mut self, expr: &Expr, class: &Expr, attribute: &Ident) {
        if attribute.name.starts_with('_') {
            self.outside_member(&attribute.name, attribute.span);
        } else if !self.enumeration_as(expr, class, &attribute.name) {
            let name = self.enumeration(class).unwrap_or_default();
            let text = format!("`{name}` has no member `{}`", attribute.name);
            let help = "write one of its members, or add it to the class";
            self.diagnostics.push(Diagnostic::error(Code::UnknownAttribute, attribute.span, text).help(help));
        }
    }

    pub(super) fn attribute(&mut self, expr: &Expr, base: &'a Expr, attribute: &Ident) {
        if self.enumeration(base).is_some() {
            return self.member(expr, base, attribute);
        }
        self.expr(base);
        let resolution = match self.out.get(base.id) {
            Some(Resolution::Global(id)) => match &self.out.global(id).kind {
                GlobalKind::Module(module) => match import_kind(module, &attribute.name) {
                    Some(GlobalKind::Builtin(builtin)) => Resolution::Builtin(builtin),
                    Some(GlobalKind::Library(qualified)) => match self.linked(&qualified) {
                        Some(resolution) => resolution,
                        None => self.outside_member(&qualified, attribute.span),
                    },
                    _ => {
                        let text = format!("`{module}.{}` is outside the language", attribute.name);
                        let help = instead_of_member(module, &attribute.name);
                        self.diagnostics.push(Diagnostic::error(Code::Outside, attribute.span, text).help(help));
                        Resolution::Unknown
                    }
                },
                GlobalKind::Own(file) => {
                    let names = self.files.and_then(|files| files.files.get(*file));
                    match names.and_then(|names| names.by_name.get(&attribute.name)).copied() {
                        Some(id) => self.global(id, attribute.span),
                        None => self.outside_member(&attribute.name.clone(), attribute.span),
                    }
                }
                _ => return,
            },
            Some(Resolution::Builtin(builtin)) => match builtin.attribute(&attribute.name) {
                Some(member) => Resolution::Builtin(member),
                None if let Some(method) = self.linked(&format!("{}.{}", builtin.name(), attribute.name)) => method,
                None => self.outside_member(&format!("{}.{}", builtin.name(), attribute.name), attribute.span),
            },
            _ => return,
        };
        self.out.names[expr.id.index()] = Some(resolution);
    }

    fn outside_member(&mut self, name: &str, span: Span) -> Resolution {
        self.diagnostics.push(
            Diagnostic::error(Code::Outside, span, format!("`{name}` is outside the language"))
                .help("call the method on a value, as in `xs.count(x)`; see the language reference for what there is"),
        );
        Resolution::Unknown
    }

    fn unknown(&mut self, name: &str, span: Span) {
        if self.is_refused_import(name) {
            return;
        }
        if let Some(help) = outside_builtin(name) {
            let text = format!("`{name}` is outside the language");
            self.diagnostics.push(Diagnostic::error(Code::Outside, span, text).help(help));
            return;
        }
        // Suggestions compare with every name in sight; after many errors they are no help.
        if self.diagnostics.len() > 100 {
            let text = format!("unknown name `{name}`");
            let help = "define it in this file, or pass it as a parameter";
            self.diagnostics
                .push(Diagnostic::error(Code::UnknownName, span, text).label("not defined here").help(help));
            return;
        }
        let visible = self.scopes.iter().flat_map(|scope| scope.names.keys()).chain(self.by_name.keys());
        let mut candidates: Vec<&str> = builtin_names().collect();
        for name in visible {
            candidates.push(name);
        }
        candidates.sort_unstable();
        let help = match closest(name, candidates) {
            Some(similar) => format!("did you mean `{similar}`?"),
            None => match module_with(name) {
                Some(module) => format!("write `from {module} import {name}`"),
                None => "define it in this file, or pass it as a parameter".to_owned(),
            },
        };
        let text = format!("unknown name `{name}`");
        self.diagnostics.push(Diagnostic::error(Code::UnknownName, span, text).label("not defined here").help(help));
    }

    /// An import binds the name and defines nothing, so the import itself has been reported.
    fn is_refused_import(&self, name: &str) -> bool {
        self.module.body.iter().any(|stmt| match &stmt.kind {
            // `import os.path` binds `os`.
            StmtKind::Import { names, .. } => {
                names.iter().any(|item| item.alias.name.split('.').next().is_some_and(|bound| bound == name))
            }
            _ => false,
        })
    }
}

/// What to do instead of a built-in that Python has and the language has not.
fn outside_builtin(name: &str) -> Option<&'static str> {
    Some(match name {
        "input" | "open" => "a subproperty prints and reads nothing; use `custodiet explain` to see why it fails",
        "ascii" => "use `repr`",
        "bytes" | "bytearray" => "use a string, or a tuple of integers",
        "complex" => "complex numbers are not supported; use integers or floats",
        "eval" | "exec" | "compile" | "globals" | "locals" | "vars" | "dir" | "__import__" => "write the code out",
        "slice" => "write the slice as `xs[a:b]`",
        _ => return None,
    })
}
