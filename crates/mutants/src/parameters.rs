//! Parameters that are altered at the beginning of a function: reversed, shortened, deduplicated, swapped.

use lang::ast::Span;
use lang::problem::PairParam;
use lang::types::Type;

use crate::operator::Operator;
use crate::site::Site;

/// `params` are the parameters of the pair that the function takes.
pub fn edit(site: &mut Site<'_>, params: &[&PairParam]) {
    let names: Vec<String> = site.function.params.iter().map(|param| param.name.name.to_string()).collect();
    for (name, param) in names.iter().zip(params) {
        for changed in changed(name, &param.ty) {
            let is_optional = param.ty.members().contains(&Type::None);
            let value = if is_optional { format!("{name} if {name} is None else {changed}") } else { changed };
            before(site, &format!("{name} = {value}"));
        }
    }
    for (position, (name, param)) in names.iter().zip(params).enumerate() {
        for (other, with) in names.iter().zip(params).skip(position + 1) {
            if plain(&param.ty) == plain(&with.ty) {
                before(site, &format!("{name}, {other} = {other}, {name}"));
            }
        }
    }
}

/// Inserts a statement at the beginning of the function.
fn before(site: &mut Site<'_>, statement: &str) {
    let Some(first) = site.function.body.first() else { return };
    let start = first.span.start;
    let text = &site.problem.source.text[..start as usize];
    let line = &text[text.rfind('\n').map_or(0, |end| end + 1)..];
    // The function may be on one line.
    let separator = if line.trim().is_empty() { format!("\n{line}") } else { "; ".to_owned() };
    site.change(Operator::Changed, vec![(Span::new(start, start), format!("{statement}{separator}"))]);
}

/// The type in Python: unordered lists are lists, and optional values are seen where they are not None.
fn plain(ty: &Type) -> Type {
    let members = ty.members().iter().filter(|member| **member != Type::None).cloned();
    match members.collect::<Vec<_>>().as_slice() {
        [Type::Unordered(element)] => Type::List(element.clone()),
        [one] => one.clone(),
        _ => ty.clone(),
    }
}

fn changed(name: &str, ty: &Type) -> Vec<String> {
    match plain(ty) {
        Type::List(element) => {
            let parts = ["[1:]", "[:-1]", "[::-1]", "[:2]", "[1:-1]"];
            let mut all: Vec<String> = parts.map(|part| format!("{name}{part}")).into();
            all.push(format!("[one for at, one in enumerate({name}) if one not in {name}[:at]]"));
            all.push(format!("[one for at, one in enumerate({name}) if at == 0 or {name}[at - 1] != one]"));
            all.push(format!("sorted({name})"));
            if let Type::Tuple(parts) = &*element
                && let [one, other] = &parts[..]
                && one == other
            {
                all.push(format!("[(b, a) for a, b in {name}]"));
                all.push(format!("[*{name}, *((b, a) for a, b in {name})]"));
            }
            all
        }
        Type::Set(_) | Type::FrozenSet(_) => ["[1:]", "[:-1]"].map(|part| format!("set(sorted({name}){part})")).into(),
        Type::Dict(..) => ["[1:]", "[:-1]"].map(|part| format!("dict(list({name}.items()){part})")).into(),
        _ => Vec::new(),
    }
}
