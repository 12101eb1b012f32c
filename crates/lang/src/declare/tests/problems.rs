//! The bundled problems.

use std::path::Path;

use super::*;

#[test]
fn all_bundled_problems_are_sound() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../problems");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("problems").map(|entry| entry.expect("entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "py"));
    files.sort();
    assert!(files.len() >= 11, "{files:?}");
    for path in files {
        let source = Source::new(path.display().to_string(), std::fs::read_to_string(&path).expect("text"));
        let (module, mut diagnostics) = parse::parse(&source);
        let globals = globals::collect(&module, &mut diagnostics);
        let declarations = declare(&source, &module, &globals, Mode::Problem, &mut diagnostics);
        let lines: Vec<String> = diagnostics.iter().map(|diagnostic| line(&source, diagnostic)).collect();
        assert_eq!(lines.join("\n"), "", "{}", path.display());
        let params = declarations.types().params.len();
        assert!(params >= 2 && declarations.scope.params.len() == params, "{}", path.display());
        assert_eq!(declarations.large_scope.params.len(), params);
    }
}

#[test]
fn toposort_is_declared_whole() {
    let text = include_str!("../../../../../problems/toposort.py");
    let source = Source::new("toposort.py", text);
    let (module, mut diagnostics) = parse::parse(&source);
    let globals = globals::collect(&module, &mut diagnostics);
    let declarations = declare(&source, &module, &globals, Mode::Problem, &mut diagnostics);
    let names: Vec<&str> = declarations.subproperties.iter().map(|property| &*property.name).collect();
    assert_eq!(
        names,
        ["no_new", "none_dropped", "uniqueness", "sortedness", "same_num_vertices", "incoming_edge_count"]
    );
    assert_eq!(declarations.scope.describe(declarations.types()), "5 vertices in all, ≤ 5 edges, order ≤ 6");
}
