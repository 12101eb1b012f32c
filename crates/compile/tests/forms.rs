//! A layout and a scope tell the same form, on every bundled problem.

use compile::{Compiler, Options};
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
        let compiler = Compiler::new(&loaded.problem, &loaded.problem.scope, Options::default()).expect("compiles");
        let structure = PairStructure::of_scope(&loaded.problem, &loaded.problem.scope);
        assert_eq!(compiler.layout.structure(), structure, "{}", path.display());
    }
}
