//! Preconditions, subproperties and groups.

use super::*;
use crate::problem::PropertyKind;

#[track_caller]
fn after(text: &str, expected: &str) {
    check(&format!("{PROBLEM}{text}"), expected);
}

#[test]
fn properties_are_read_whole() {
    let declarations = sound(&format!(
        "{PROBLEM}@precondition(hint='Which graphs?')\ndef acyclic(edges): return True\n\
         @error_subproperty(instead_of=['BOTH'], stricter_than=('no_new',), hint='Count.')\ndef same(order, edges):\n    'Counts.'\n\
         group('BOTH', ['no_new', 'none_dropped'])\n"
    ));
    assert_eq!(declarations.preconditions[0].hint.as_deref(), Some("Which graphs?"));
    let same = &declarations.subproperties[2];
    assert_eq!((same.kind, same.params.as_slice()), (PropertyKind::Error, &[1, 0][..]));
    assert_eq!(same.doc.as_deref(), Some("Counts."));
    let names = |names: &[crate::ast::Name]| names.join(" ");
    assert_eq!((names(&same.instead_of), names(&same.stricter_than)), ("no_new none_dropped".into(), "no_new".into()));
    assert_eq!(names(&declarations.groups[0].members), "no_new none_dropped");
}

#[test]
fn parameters_are_the_predicates() {
    after(
        "@subproperty\ndef p(edgs, order):\n    'P.'\n",
        "C023 <edgs> `p` takes `edgs`, which the predicate does not have | did you mean `edges`?",
    );
    after(
        "@precondition\ndef p(graph): ...\n",
        "C023 <graph> `p` takes `graph`, which the predicate does not have | a property names parameters of the predicate: `edges`, `order`",
    );
    after(
        "@precondition\ndef p(edges=3): ...\n",
        "C025 <3> parameter `edges` has a default | a pair gives every parameter a value; remove the default",
    );
    check_codes(&format!("{PROBLEM}@precondition\ndef p(*, edges): ...\n"), &["C025 <edges>"]);
}

#[test]
fn advice() {
    after(
        "@subproperty\ndef p(order): return True\n",
        "C041 <p> subproperty `p` has no docstring; students would see only its name | say in one sentence what holds: \
         `\"\"\"The output repeats nothing.\"\"\"`",
    );
    after(
        "@subproperty\ndef p(edges):\n    'P.'\n",
        "C043 <p> subproperty `p` ignores the output | name an output among its parameters, such as `order`, or make it a `@precondition`",
    );
    after(
        "group('ONE', ['no_new'])\n",
        "C042 <'ONE'> group `ONE` has one member, `no_new` | a group reports several subproperties as one; add another member or \
         remove the group",
    );
}

#[test]
fn decorators() {
    for (decorator, expected) in [
        ("@subproperty('hint')", "C025 <'hint'>"),
        ("@subproperty(hint=3)", "C025 <3>"),
        ("@subproperty(hint='')", "C025 <''>"),
        ("@subproperty(hnt='h')", "C025 <hnt>"),
        ("@subproperty(instead_of=['no_new'])", "C025 <instead_of>"),
        ("@error_subproperty(instead_of='no_new')", "C025 <'no_new'>"),
        ("@error_subproperty(instead_of=[no_new])", "C025 <no_new>"),
        ("@error_subproperty(instead_of=['no_new', 'no_new'])", "C025 <'no_new'>"),
        ("@error_subproperty(instead_of=['no_knew'])", "C026 <'no_knew'>"),
        ("@error_subproperty(stricter_than=['p'])", "C026 <'p'>"),
        ("@subproperty\n@precondition", "C025 <precondition>"),
        ("@subproperty\n@dataclass", "C010 <dataclass>"),
        ("@subproperty\n@cached", "C011 <cached>"),
    ] {
        check_codes(&format!("{PROBLEM}{decorator}\ndef p(order):\n    'P.'\n"), &[expected]);
    }
    check_codes(&format!("{PROBLEM}@subproperty\ndef p(order):\n    'P.'\n    yield order\n"), &["C025 <p>"]);
    after(
        "@subpropery\ndef p(order): ...\n",
        "C011 <subpropery> unknown name `subpropery` | did you mean `subproperty`?",
    );
}

#[test]
fn forgotten_imports_do_not_hide_what_is_meant() {
    let text = PROBLEM.replace("@subproperty", "@custom.subproperty");
    let source = Source::new("t.py", format!("import custodiet as custom\nfrom custodiet import Atom, Input\n{text}"));
    let (module, mut diagnostics) = parse::parse(&source);
    let globals = globals::collect(&module, &mut diagnostics);
    let declarations = declare(&source, &module, &globals, Mode::Problem, &mut diagnostics);
    let lines: Vec<String> = diagnostics.iter().map(|diagnostic| line(&source, diagnostic)).collect();
    assert_eq!(
        lines,
        [
            "C011 <scope> unknown name `scope` | add `from custodiet import scope`",
            "C011 <Output> unknown name `Output` | add `from custodiet import Output`",
        ]
    );
    assert_eq!((declarations.subproperties.len(), declarations.scope.params.len()), (2, 2));
}

#[test]
fn references() {
    after(
        "group('BOTH', ['NO-NEW', 'none_dropped'])\n",
        "C026 <'NO-NEW'> there is no subproperty `NO-NEW` | did you mean `no_new`?",
    );
    after(
        "def helper(x): return x\ngroup('BOTH', ['no_new', 'helper'])\n",
        "C026 <'helper'> there is no subproperty `helper` | write `@subproperty` above `def helper(…)`",
    );
    after(
        "@precondition\ndef q(edges): ...\ngroup('BOTH', ['no_new', 'q'])\n",
        "C026 <'q'> `q` is a precondition, not a subproperty | only subproperties can be named here; pairs that fail a precondition \
         are not considered at all",
    );
    after(
        "group('A', ['no_new', 'none_dropped'])\ngroup('B', ['no_new', 'A'])\n",
        "C026 <'A'> `A` is a group | a group has subproperties as members; name them one by one",
    );
}

#[test]
fn groups() {
    for (line, expected) in [
        ("group('NO-NEW', ['no_new', 'none_dropped'])", "C018 <'NO-NEW'>"),
        ("group('no_new', ['no_new', 'none_dropped'])", "C018 <'no_new'>"),
        ("group('A', ['no_new', 'none_dropped'])\ngroup('a', ['no_new', 'none_dropped'])", "C018 <'a'>"),
        ("group('A', [])", "C025 <[]>"),
        ("group('A')", "C025 <group('A')>"),
        ("group(3, ['no_new', 'none_dropped'])", "C025 <3>"),
        ("group('A', ['no_new', 'none_dropped'], 3)", "C025 <3>"),
        ("group('A', 'no_new')", "C025 <'no_new'>"),
    ] {
        check_codes(&format!("{PROBLEM}{line}\n"), &[expected]);
    }
    sound(&format!("{PROBLEM}group(name='A', members=['no_new', 'none_dropped'])\n"));
}

#[test]
fn names_that_people_could_not_tell_apart() {
    check_codes(&format!("{PROBLEM}@subproperty\ndef No_New(order):\n    'P.'\n"), &["C018 <No_New>"]);
    check_codes(&format!("{PROBLEM}@subproperty\ndef no_new(order):\n    'P.'\n"), &["C018 <no_new>"]);
}

#[test]
fn a_decomposition_needs_a_required_subproperty() {
    let head = "def is_valid(x: Input[bool], y: Output[bool]): ...\n";
    check(
        head,
        "C024 <is_valid> the file declares no subproperty | write what correct means as functions that return a Boolean, each below `@subproperty`",
    );
    check_codes(&format!("{head}@error_subproperty\ndef p(y):\n    'P.'\n"), &["C024 <is_valid>"]);
    assert!(declared(head, Mode::Language).1.is_empty());
}

#[test]
fn pictures_fit_their_types() {
    let declarations = sound(&format!("{PROBLEM}draw(edges='undirected')\n"));
    let drawn = declarations.predicate.map(|one| one.params.iter().map(|param| param.draw).collect::<Vec<_>>());
    assert_eq!(drawn, Some(vec![Some(crate::picture::PictureKind::Undirected), None]));
    after("draw(edgs='row')\n", "C023 <edgs> the predicate has no parameter `edgs` | did you mean `edges`?");
    after(
        "draw(order='grph')\n",
        "C025 <'grph'> there is no picture `grph` | write one of \"graph\", \"undirected\", \"tree\", \"row\", \"matching\", \"table\", \"text\"",
    );
    after(
        "draw(order='graph')\n",
        "C025 <'graph'> `order` is `list[Vertex]`, which cannot be drawn as `graph` | write \"row\" or \"text\"",
    );
    after(
        "draw('graph')\n",
        "C025 <draw> `draw` takes parameters by name | write `draw(edges=\"graph\", order=\"row\")`",
    );
    after("draw(edges='row')\ndraw(edges='table')\n", "C018 <edges> `draw` names `edges` twice | remove one of them");
}
