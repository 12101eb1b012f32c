//! Bounds for what needs none.

use crate::ast::Ident;
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::GlobalKind;
use crate::scope::needs::{Need, Reached, field_key};
use crate::suggest::{did_you_mean, listed};

use super::bounds::Wanted;

/// Why a key of `scope(…)` bounds nothing; `None` if a type that could not be read is to blame.
pub(super) fn explain(key: &Ident, wanted: &Wanted<'_>) -> Option<Diagnostic> {
    let Wanted { names, types, needs, complete } = *wanted;
    let name = &*key.name;
    let mut reached = Reached::new(types.names);
    types.params.iter().for_each(|param| reached.visit(&param.ty));
    let mut records = types.names.records.iter().zip(&reached.records);
    let field_of =
        records.find(|(record, _)| record.fields.iter().any(|field| field_key(&record.name, &field.name) == name));
    let is_param = types.params.iter().any(|param| &*param.name == name);
    let diagnostic = match (names.global(name).map(|global| &global.kind), field_of) {
        (_, Some((_, true))) if complete => no_need(key),
        _ if is_param && complete => no_need(key),
        (Some(GlobalKind::Atom(_) | GlobalKind::Number(_)), _) | (_, Some((_, false))) if complete => no_effect(key),
        (Some(GlobalKind::Atom(_) | GlobalKind::Number(_)), _) | (_, Some(_)) => return None,
        _ if is_param => return None,
        (Some(GlobalKind::Record(_)), _) => {
            let own = needs.iter().filter(|need| need.key.starts_with(&format!("{name}_"))).map(Need::example);
            let own = listed(own);
            let help = if own.is_empty() {
                "its fields need no bounds; remove it".into()
            } else {
                format!("bound its fields: {own}")
            };
            unknown(key, format!("`{name}` is a record and has no bound of its own")).help(help)
        }
        (Some(GlobalKind::Alias { .. }), _) => {
            unknown(key, format!("`{name}` is another name of a type and has no bound of its own"))
                .help("bound the atoms, integers and parameters it is made of")
        }
        _ => {
            let keys = || needs.iter().map(|need| need.key.as_str());
            let help = did_you_mean(name, keys()).unwrap_or_else(|| match listed(keys()) {
                none if none.is_empty() => "this problem needs no bounds".into(),
                keys => format!("this problem bounds {keys}"),
            });
            unknown(key, format!("there is no `{name}` to bound")).help(help)
        }
    };
    Some(diagnostic)
}

fn no_need(key: &Ident) -> Diagnostic {
    unknown(key, format!("`{}` needs no bound", key.name))
        .help("its type has few values, or is bounded under its own name; remove the bound")
}

fn no_effect(key: &Ident) -> Diagnostic {
    Diagnostic::warning(Code::NoEffect, key.span, format!("no pair holds a `{}`, so its bound has no effect", key.name))
        .help("remove the bound, or use the type in a parameter of the predicate")
}

fn unknown(key: &Ident, message: String) -> Diagnostic {
    Diagnostic::error(Code::UnknownBound, key.span, message)
}
