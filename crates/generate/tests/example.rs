//! The suite in `docs/examples`, which the documentation shows, is up to date.
//!
//! `UPDATE=1 cargo test -p custodiet-generate --test example` writes it again.

#[path = "../../suite/tests/common/mod.rs"]
mod common;

use std::path::Path;

#[test]
fn the_example_is_up_to_date() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/toposort-suite.json");
    let text = format!("{}\n", serde_json::to_string_pretty(&common::toposort()).expect("JSON"));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &text).expect("written");
    }
    assert_eq!(std::fs::read_to_string(&file).expect("the example"), text);
}
