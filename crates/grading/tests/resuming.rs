//! Only what is new is run. The submissions are in no known language, so that nothing has to be executed.

use std::fs;
use std::path::Path;

use grading::setup::first_user;
use grading::{GradingEvent, GradingRun, LoadStatus, Store, WorkFolder, run};
use runner::Outcome;
use runner::limits::RunLimits;
use runner::prepared::PreparedSuite;
use runner::protocol::Ready;
use runner::worker::RunConfig;
use sandbox::Layers;
use submissions::{GatherOptions, gather};

/// How many submissions were known, and the names of those that were graded.
fn grade(
    store: &mut Store,
    work: &WorkFolder,
    prepared_suite: &PreparedSuite,
    class: &Path,
    aliases: &[String],
    fresh: bool,
) -> (usize, Vec<String>) {
    let config = RunConfig {
        layers: Layers::NONE,
        limits: RunLimits::default(),
        launcher: None,
        user: first_user(),
        cold_start: false,
        groups: None,
    };
    let grading = GradingRun {
        prepared_suite,
        config: &config,
        adapters: &[],
        language: None,
        aliases,
        support: None,
        work,
        jobs: 2,
        fresh,
    };
    let submissions =
        gather(&[class.to_owned()], &GatherOptions::new(["txt".to_owned()].iter())).expect("a class").submissions;
    let (mut known, mut graded) = (0, Vec::new());
    run(&grading, &submissions, store, &mut |event| match event {
        GradingEvent::Known(count) => known = *count,
        GradingEvent::Graded(one) => graded.push(one.name.clone()),
    })
    .expect("graded");
    graded.sort();
    (known, graded)
}

#[test]
fn only_what_is_new_is_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let class = folder.path().join("class");
    fs::create_dir(&class).expect("a folder");
    let write = |name: &str, text: &str| fs::write(class.join(name), text).expect("written");
    write("a.txt", "a");
    write("b.txt", "b");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/toposort-suite.json");
    let suite = suite::read::read(fs::read(path).expect("the suite")).expect("a suite");
    let prepared_suite =
        PreparedSuite::new(&suite::read::problem(&suite).expect("a problem"), &suite, 0).expect("a prepared suite");
    let mut store = Store::open(&folder.path().join("results"), &prepared_suite.problem).expect("a store");
    let work = WorkFolder::new().expect("a working folder");
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
    let none = Vec::new();
    assert_eq!(grade(&mut store, &work, &prepared_suite, &class, &none, false), (0, names(&["a.txt", "b.txt"])));
    assert_eq!(grade(&mut store, &work, &prepared_suite, &class, &none, false), (2, names(&[])));
    // A changed submission, and a new one.
    write("b.txt", "changed");
    write("c.txt", "c");
    assert_eq!(grade(&mut store, &work, &prepared_suite, &class, &none, false), (1, names(&["b.txt", "c.txt"])));
    // An option that outcomes depend on.
    let aliases = names(&["check"]);
    assert_eq!(grade(&mut store, &work, &prepared_suite, &class, &aliases, false).0, 0);
    assert_eq!(grade(&mut store, &work, &prepared_suite, &class, &aliases, true).0, 0, "--fresh runs everything");
    // A failure that was not the submission's fault is tried again.
    let mut one = store.submission("a.txt").expect("no fault").expect("a submission");
    one.status = LoadStatus::NotStarted("no memory".to_owned());
    store.store(&one, true).expect("stored");
    assert_eq!(grade(&mut store, &work, &prepared_suite, &class, &aliases, false), (2, names(&["a.txt"])));
    // One with all outcomes is complete; one that lacks an outcome is not.
    one.status = LoadStatus::Graded(Ready { file: "a.txt".to_owned(), name: "is_valid".to_owned(), notes: Vec::new() });
    let tests = prepared_suite.tests.iter().map(|test| (test.id.clone(), test.digest.clone(), Outcome::Accepted));
    one.outcomes = tests.collect();
    store.store(&one, true).expect("stored");
    assert_eq!(grade(&mut store, &work, &prepared_suite, &class, &aliases, false), (3, names(&[])));
    one.outcomes.pop();
    store.store(&one, true).expect("stored");
    assert_eq!(grade(&mut store, &work, &prepared_suite, &class, &aliases, false), (2, names(&["a.txt"])));
    let reason = store.submission("a.txt").expect("no fault").and_then(|one| one.status.reason());
    assert_eq!(reason.as_deref(), Some("no file in a known language"));
}
