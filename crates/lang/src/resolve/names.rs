//! Names and attributes that are not variables: globals, built-ins, members of modules, and unknown names.

use crate::ast::{Expr, Ident, Name, Span};
use crate::builtins::{Builtin, builtin_names};
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::{GlobalId, GlobalKind, import_kind, module_with};
use crate::suggest::closest;

use super::{Resolution, Resolver};

impl<'a> Resolver<'a> {
    pub(super) fn name(&mut self, expr: &Expr, name: &Name) {
        if let Some(var) = self.lookup_var(name) {
            self.use_var(expr.id, var);
            return;
        }
        let resolution = if let Some(id) = self.by_name.get(name) {
            self.global(*id, expr.span)
        } else if let Some(builtin) = Builtin::by_name(name) {
            Resolution::Builtin(builtin)
        } else {
            self.unknown(name, expr.span);
            Resolution::Unknown
        };
        self.out.names[expr.id.index()] = Some(resolution);
    }

    fn global(&mut self, id: GlobalId, span: Span) -> Resolution {
        let global = self.out.global(id);
        let (message, help) = match &global.kind {
            GlobalKind::Builtin(builtin) => return Resolution::Builtin(*builtin),
            GlobalKind::Function(_)
            | GlobalKind::Constant
            | GlobalKind::Record(_)
            | GlobalKind::Number(_)
            | GlobalKind::Module(_) => {
                return Resolution::Global(id);
            }
            GlobalKind::Atom(_) => ("atoms are created by Custodiet, not by the file", "take them from the parameters"),
            GlobalKind::Alias { .. } => ("a type is not a value", "use it in annotations only"),
            GlobalKind::Vocabulary(..) => ("this name only declares", "use it at module level, outside functions"),
        };
        let text = format!("`{}` cannot be used in a function", global.name);
        self.diagnostics.push(Diagnostic::error(Code::Outside, span, text).label(message).help(help));
        Resolution::Unknown
    }

    pub(super) fn attribute(&mut self, expr: &Expr, base: &'a Expr, attribute: &Ident) {
        self.expr(base);
        let resolution = match self.out.get(base.id) {
            Some(Resolution::Global(id)) => match &self.out.global(id).kind {
                GlobalKind::Module(module) => match import_kind(module, &attribute.name) {
                    Some(GlobalKind::Builtin(builtin)) => Resolution::Builtin(builtin),
                    _ => self.outside_member(&format!("{module}.{}", attribute.name), attribute.span),
                },
                GlobalKind::Record(_) => {
                    let name = format!("{}.{}", self.out.global(id).name, attribute.name);
                    self.outside_member(&name, attribute.span)
                }
                _ => return,
            },
            Some(Resolution::Builtin(builtin)) => match builtin.attribute(&attribute.name) {
                Some(member) => Resolution::Builtin(member),
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
}

/// What to do instead of a built-in that Python has and the language has not.
fn outside_builtin(name: &str) -> Option<&'static str> {
    Some(match name {
        "print" | "input" | "open" => {
            "a subproperty prints and reads nothing; use `custodiet explain` to see why it fails"
        }
        "isinstance" | "type" | "issubclass" | "callable" | "hasattr" | "getattr" | "setattr" => {
            "the types of a pair are declared in the predicate's signature; nothing else can arrive"
        }
        "str" | "repr" | "chr" | "ord" | "format" | "ascii" | "bytes" | "bytearray" => {
            "strings are compared as a whole; use a list of `Literal` values for characters"
        }
        "float" | "round" | "complex" => "there are no floats; use integers and `//`",
        "hash" | "id" => "compare with `==`",
        "eval" | "exec" | "compile" | "globals" | "locals" | "vars" | "dir" | "__import__" => "write the code out",
        "object" | "super" | "property" | "classmethod" | "staticmethod" => "use functions and records",
        "slice" => "write the slice as `xs[a:b]`",
        _ => return None,
    })
}
