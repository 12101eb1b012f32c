//! The language's specification has circuits, and they say what it says. What has none is in `docs/compiling.md`.

mod markdown;

use std::collections::BTreeSet;
use std::path::Path;

use compile::{Construct, LargeValue};
use markdown::{Answer, probed};

/// What `custodiet check` reports before anything is compiled.
const CHECKED_BEFORE: &[Construct] = &[
    Construct::AssignTarget,
    Construct::AssignToName,
    Construct::AugmentedTarget,
    Construct::DeleteTarget,
    Construct::JumpOutsideLoop,
    Construct::OtherAttribute,
    Construct::OtherExpression,
    Construct::OtherStatement,
    Construct::PopOfSet,
    Construct::ReturnOutsideFunction,
    Construct::UnknownName,
    Construct::YieldOutsideGenerator,
];

/// The other refusals, with `…` for what is filled in.
const OTHERS: &[&str] = &[
    "`…` by a number with many possible values",
    "`…` does not end",
    "has keys that cannot be compared",
    "has more than … possible elements",
    "has too many possible values",
    "takes too many steps to compile",
    "time ran out while `…` was being compiled",
];

#[test]
fn the_specification_has_circuits_that_say_what_it_says() {
    let answers = probed(None);
    let documented = documented();
    let mut right = 0;
    for (case, answer) in &answers {
        match answer {
            Answer::Right => right += 1,
            Answer::Refused(reason) => {
                assert!(documented.contains(reason), "{}:{}: `{reason}` is not explained", case.file, case.line);
            }
            Answer::Wrong(wrong) => panic!("{wrong}"),
        }
    }
    assert!(answers.len() > 1500, "only {} cases", answers.len());
    assert!(right * 100 >= answers.len() * 97, "{right} of {} cases have a circuit", answers.len());
}

#[test]
fn every_reason_is_explained_and_nothing_else() {
    let constructs = Construct::ALL.iter().filter(|construct| !CHECKED_BEFORE.contains(construct));
    let reasons: BTreeSet<String> = constructs
        .map(ToString::to_string)
        .chain(LargeValue::ALL.iter().map(ToString::to_string))
        .chain(OTHERS.iter().map(ToString::to_string))
        .collect();
    let documented = documented();
    let missing: Vec<&String> = reasons.difference(&documented).collect();
    let unknown: Vec<&String> = documented.difference(&reasons).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "not explained: {missing:#?}\nexplained in vain: {unknown:#?}");
}

/// The first column of the tables of the page.
fn documented() -> BTreeSet<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/compiling.md");
    let text = std::fs::read_to_string(page).expect("docs/compiling.md");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    let mut reasons = BTreeSet::new();
    for row in rows.filter(|row| *row != "reason") {
        assert!(reasons.insert(row.to_owned()), "`{row}` is explained twice");
    }
    reasons
}
