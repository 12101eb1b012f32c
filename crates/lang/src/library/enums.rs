//! What a file does with an enumeration, as Python: its members are constants, and its class is a value.
//!
//! `Color.RED` is the constant `Color.RED`, `Color(1)` a call of `Color.__of_value__`, and `Color["RED"]` an entry of
//! `Color.__by_name__`. Everywhere else `Color` is a class value, the record's; `eval` and `compile` iterate over the
//! constant `Color.__members__` where they meet it, and call and index it by the other two. A member is made by a call of
//! that class with both of its fields as keywords while `Color.__members__` has no value yet.

use std::fmt::Write;
use std::sync::Arc;

use crate::ast::{Class, Module, StmtKind};
use crate::declare::enums::{member, members};
use crate::globals::{Global, GlobalKind};
use crate::parse::library::LibraryUnit;
use crate::problem::{EnumValue, RecordId};
use crate::source::Source;

use super::Linker;

/// Links every enumeration of the file.
pub(super) fn link(source: &Source, linker: &mut Linker<'_>) {
    let found: Vec<(Arc<str>, RecordId)> = linker
        .globals
        .iter()
        .filter_map(|global| match global.kind {
            GlobalKind::Enum(id) => Some((Arc::clone(&global.name), id)),
            _ => None,
        })
        .collect();
    for (name, id) in found {
        let Some(text) = class(linker.module, &name).map(|class| python(source, class)) else { continue };
        keep_methods(linker.module, &name);
        let unit = LibraryUnit::new(&text);
        linker.define(format!("{name}.__new__").into(), GlobalKind::Record(id));
        for constant in unit.constants() {
            let qualified: Arc<str> = format!("{name}.{constant}").into();
            unit.add_constant(&constant, &qualified, linker.module);
            linker.define(qualified, GlobalKind::Constant);
        }
        let qualified: Arc<str> = format!("{name}.__of_value__").into();
        if let Some((function, _)) = unit.add("__of_value__", &qualified, linker.module) {
            linker.define(qualified, GlobalKind::Function(function));
        }
    }
}

/// The members are constants from here on; what is left of the class are its methods.
fn keep_methods(module: &mut Module, name: &str) {
    for stmt in &mut module.body {
        if let StmtKind::Class(class) = &mut stmt.kind
            && *class.name.name == *name
        {
            class.body.retain(|stmt| member(stmt).is_none());
        }
    }
}

/// Whether a file has enumerations.
pub(super) fn any(globals: &[Global]) -> bool {
    globals.iter().any(|global| matches!(global.kind, GlobalKind::Enum(_)))
}

fn class<'a>(module: &'a Module, name: &str) -> Option<&'a Class> {
    module.body.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Class(class) if *class.name.name == *name => Some(&**class),
        _ => None,
    })
}

fn python(source: &Source, class: &Class) -> String {
    let members = members(class);
    let mut text = String::new();
    for member in &members {
        let _ = match (member.alias_of, &member.written, &member.value) {
            (Some(first), ..) => writeln!(text, "{} = {}", member.name, members[first].name),
            (None, Some(value), _) => {
                writeln!(text, "{0} = __new__(name=\"{0}\", value={1})", member.name, source.slice(value.span))
            }
            (None, None, EnumValue::Int(number)) => {
                writeln!(text, "{0} = __new__(name=\"{0}\", value={number})", member.name)
            }
            (None, None, EnumValue::Float(number)) => {
                writeln!(text, "{0} = __new__(name=\"{0}\", value={number:?})", member.name)
            }
            (None, None, _) => Ok(()),
        };
    }
    let own: Vec<&str> = members.iter().filter(|member| member.alias_of.is_none()).map(|m| &*m.name).collect();
    // A comma behind the only member makes a tuple of it.
    let own = own.join(", ") + if own.len() == 1 { "," } else { "" };
    let named: Vec<String> = members.iter().map(|member| format!("\"{0}\": {0}", member.name)).collect();
    let named = named.join(", ");
    let _ = write!(
        text,
        "__members__ = ({own})\n\
         __by_name__ = {{{named}}}\n\
         \n\
         def __of_value__(value):\n    \
             for member in __members__:\n        \
                 if member == value or member.value == value:\n            \
                     return member\n    \
             raise ValueError(\"no member has this value\")\n"
    );
    text
}
