//! A layout and a scope tell the same form, on every bundled problem.

use compile::{CompileOptions, Compiler};
use lang::load::load_file;
use pairs::PairStructure;

#[test]
fn layout_and_scope_tell_the_same() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../problems");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("problems").map(|entry| entry.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "py"));
    assert!(files.len() >= 18);
    for path in files {
        let loaded = load_file(&path);
        let compiler =
            Compiler::new(&loaded.problem, &loaded.problem.scope, CompileOptions::default()).expect("compiles");
        let forms = PairStructure::of_scope(&loaded.problem, &loaded.problem.scope);
        assert_eq!(compiler.layout.structure(), forms, "{}", path.display());
    }
}
