//! The decomposition as JSON, in the order of the file.

use lang::load::Loaded;
use lang::problem::{AtomKind, Field, Problem, Property, PropertyKind, RecordClass, RecordKind, Side};
use lang::render::to_json;
use lang::types::TypeNames;
use serde_json::{Value, json};

pub fn report(loaded: &Loaded) -> Value {
    let problem = &loaded.problem;
    let predicate = problem.predicate.as_ref();
    json!({
        "problem": problem.name,
        "doc": problem.doc,
        "predicate": predicate.map(|predicate| &*predicate.name),
        "has_reference": predicate.is_some_and(|predicate| predicate.has_reference),
        "inputs": params(problem, Side::Input),
        "outputs": params(problem, Side::Output),
        "subproperties": problem.subproperties.iter().map(|property| subproperty(problem, property)).collect::<Vec<_>>(),
        "preconditions": problem.preconditions.iter().map(|property| precondition(problem, property)).collect::<Vec<_>>(),
        "groups": problem.groups.iter().map(|group| json!({ "name": group.name, "members": names(&group.members) })).collect::<Vec<_>>(),
        "scope": problem.scope.to_json(),
        "large_scope": problem.large_scope.to_json(),
        "atoms": problem.atoms.iter().map(|atom| json!({ "name": &*atom.name, "doc": atom.doc, "as": kinds(&atom.kinds) })).collect::<Vec<_>>(),
        "numbers": problem.numbers.iter().map(|number| &*number.name).collect::<Vec<_>>(),
        "records": problem.records.iter().map(|item| record(problem, item)).collect::<Vec<_>>(),
        "diagnostics": loaded.diagnostics.iter().map(|diagnostic| to_json(diagnostic, &problem.source)).collect::<Vec<_>>(),
    })
}

fn params(problem: &Problem, side: Side) -> Vec<Value> {
    let params = problem.predicate.iter().flat_map(|predicate| &predicate.params).filter(|param| param.side == side);
    params.map(|param| json!({ "name": &*param.name, "type": param.annotation })).collect()
}

fn precondition(problem: &Problem, property: &Property) -> Value {
    json!({ "name": &*property.name, "doc": property.doc, "hint": property.hint, "params": own_params(problem, property) })
}

fn subproperty(problem: &Problem, property: &Property) -> Value {
    json!({
        "name": &*property.name,
        "kind": if property.kind == PropertyKind::Error { "error" } else { "required" },
        "doc": property.doc,
        "hint": property.hint,
        "params": own_params(problem, property),
        "instead_of": names(&property.instead_of),
        "stricter_than": names(&property.stricter_than),
    })
}

fn own_params<'a>(problem: &'a Problem, property: &Property) -> Vec<&'a str> {
    problem.module.function(property.function).params.iter().map(|param| &*param.name.name).collect()
}

fn names(names: &[lang::ast::Name]) -> Vec<&str> {
    names.iter().map(|name| &**name).collect()
}

fn kinds(kinds: &[AtomKind]) -> Vec<&'static str> {
    let name = |kind: &AtomKind| match kind {
        AtomKind::Int => "int",
        AtomKind::Str => "str",
    };
    kinds.iter().map(name).collect()
}

fn record(problem: &Problem, record: &RecordClass) -> Value {
    let kind = match record.kind {
        RecordKind::Dataclass { .. } => "dataclass",
        RecordKind::NamedTuple => "namedtuple",
        RecordKind::Enum => {
            let members: Vec<&str> = record.choices.iter().map(|member| &*member.name).collect();
            return json!({ "name": &*record.name, "doc": record.doc, "kind": "enum", "members": members });
        }
    };
    let types = TypeNames::of(problem);
    let field = |field: &Field| json!({ "name": &*field.name, "type": types.show(&field.ty).to_string() });
    let fields: Vec<Value> = record.fields.iter().map(field).collect();
    json!({ "name": &*record.name, "doc": record.doc, "kind": kind, "fields": fields })
}
