//! The command line as people see it: the files of `tests/cmd`, and what the README and `docs/` show.
//!
//! `TRYCMD=overwrite cargo test -p custodiet --test cmd` rewrites the expected output; review the diff.

use std::path::Path;

use trycmd::TestCases;

fn cases() -> TestCases {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    std::env::set_current_dir(root).expect("the root of the repository");
    let cases = TestCases::new();
    cases.register_bin("custodiet", Path::new(env!("CARGO_BIN_EXE_custodiet")));
    // An installed `custodiet` must not change the output.
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::split_paths(&path).filter(|folder| !folder.join("custodiet").exists());
    let path = std::env::join_paths(path).expect("folders").into_string().expect("UTF-8");
    cases.env("COLUMNS", "100").env("NO_COLOR", "1").env("PATH", path);
    // Where `demo` leaves its report.
    cases.env("TMPDIR", env!("CARGO_TARGET_TMPDIR"));
    cases
}

#[test]
fn commands() {
    cases().case("crates/custodiet/tests/cmd/*.md").case("crates/custodiet/tests/cmd/*.toml");
}

#[test]
fn documentation() {
    cases().case("README.md").case("docs/*.md");
}
