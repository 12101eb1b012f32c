//! `docs/suite-format.md` describes exactly the fields of a suite.

mod common;

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value as Json;
use suite::Suite;
use suite::format::{NotFound, PositiveKind};

/// The names of fields, except those that depend on the problem.
fn keys(json: &Json, found: &mut BTreeSet<String>) {
    match json {
        Json::Array(items) => items.iter().for_each(|item| keys(item, found)),
        Json::Object(fields) => {
            for (key, value) in fields {
                found.insert(key.clone());
                if !["scope", "large_scope", "input", "output", "atoms"].contains(&key.as_str()) {
                    keys(value, found);
                }
            }
        }
        _ => {}
    }
}

/// The example, with every optional field.
fn whole() -> Suite {
    let mut suite = common::toposort();
    suite.contradictory.not_found = Some(NotFound { buckets: 3, candidates: 1000 });
    suite.order_undecided = vec!["connected".to_owned()];
    let bucket = &mut suite.buckets[0];
    bucket.only_large = true;
    bucket.short = Some("there are no others".to_owned());
    let test = &mut bucket.tests[0];
    test.family = Some("f".to_owned());
    test.shape = vec!["1 in edges".to_owned()];
    test.positive_kind = Some(PositiveKind::Relational);
    suite
}

#[test]
fn every_field_is_described() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/suite-format.md");
    let text = std::fs::read_to_string(page).expect("the page");
    let (format, _) = text.split_once("## custodiet verify").expect("two sections");
    let mut fields = BTreeSet::new();
    keys(&serde_json::to_value(whole()).expect("JSON"), &mut fields);
    // The fields of a mix are kinds of tests, and those of an option are described in its row.
    let words: BTreeSet<&str> = format.split(['`', '.', '"', ' ', ',']).collect();
    let missing: Vec<&String> = fields.iter().filter(|field| !words.contains(field.as_str())).collect();
    assert_eq!(missing, Vec::<&String>::new());
    for row in format.lines().filter(|line| line.starts_with("| `")) {
        let names = row.split('|').nth(1).unwrap_or_default();
        for name in names.split([',', '.']).map(|name| name.trim().trim_matches('`')) {
            assert!(fields.contains(name), "{name}: {row}");
        }
    }
}
