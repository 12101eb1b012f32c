//! Outcomes that were edited, exchanged or left out are noticed, and grading again puts them right. What a forger can make
//! consistent is still only text.

use grading::{LoadStatus, Store};
use runner::Outcome;
use runner::outcome::{Crash, RaisedException};

use super::*;

/// Clears the screen, sets the title, turns the line around, hides.
const EVIL: &str = "\u{1b}[2J\u{1b}]0;owned\u{7}\r\nerror: all is lost\u{9b}31m\u{202e}gnp\u{2066}\u{200b}\u{3164}";

#[test]
fn edited_outcomes_are_noticed_and_graded_again() {
    for change in [
        "update submission set kinds = replace(kinds, 'accepted', 'rejected') where name = 'lax.py'",
        "update submission set kinds = replace(kinds, 'accepted', 'unheard_of') where name = 'lax.py'",
        "update submission set answers = cast(x'01' || substr(answers, 2) as blob) where name = 'lax.py'",
        "update submission set answers = x'' where name = 'lax.py'",
        "update submission set answers = cast(answers || x'00' as blob) where name = 'lax.py'",
        "update submission set tests = 'x' where name = 'lax.py'",
        "update submission set digest = '' where name = 'lax.py'",
        "delete from submission where name = 'lax.py'",
        "update submission set status = '{\"unusable\":\"empty\"}' where name = 'lax.py'",
        "update submission set status = '{}' where name = 'lax.py'",
        "update submission set sha256 = 'aa' where name = 'lax.py'",
        "update submission set unstable = '[{\"test\":\"t\",\"first\":\"accepted\",\"then\":\"rejected\"}]' where name = 'lax.py'",
        "update submission set printed = 'cheater' where name = 'lax.py'",
        "update source set text = 'def is_valid(): ...' where submission = 'lax.py'",
    ] {
        let victim = Victim::new();
        victim.sql(&format!("pragma foreign_keys = off; {change}"));
        let ran = victim.run(&["report", "R"]);
        assert!(ran.code == Some(2) && ran.errors.contains("`lax.py`"), "{change}: {ran:?}");
        assert!(ran.errors.contains("help: run the same `custodiet grade` command again"), "{change}: {ran:?}");
        let input = honest().join("in").display().to_string();
        let ran = victim.run(&["grade", "--no-prove", SUITE, &input, "-o", "R"]);
        assert!(ran.code == Some(1) && ran.text.contains("1 graded before"), "{change}: {ran:?}");
        for name in ["results.json", "results.csv"] {
            let read = |folder: &Path| fs::read(folder.join(name)).expect("results");
            assert!(read(&victim.path("results")) == read(&honest().join("results")), "{change}: {name} differs");
        }
    }
}

#[test]
fn a_changed_roster_is_noticed() {
    let changes: [fn(&mut Json); 6] = [
        |roster| drop(roster["members"].as_array_mut().expect("members").remove(0)),
        |roster| {
            let again = roster["members"][0].clone();
            roster["members"].as_array_mut().expect("members").push(again);
        },
        |roster| roster["members"][0]["name"] = json!("somebody.py"),
        |roster| roster["members"][0]["same_as"] = json!("right.py"),
        |roster| roster["suite"] = json!("0".repeat(64)),
        |roster| drop(roster.as_object_mut().expect("a roster").remove("digest")),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let victim = Victim::new();
        let mut roster = victim.value("roll");
        change(&mut roster);
        victim.set("roll", &roster);
        let ran = victim.run(&["report", "R"]);
        assert!(ran.code == Some(2) && ran.errors.contains("custodiet grade"), "{number}: {ran:?}");
    }
}

/// The outcomes of one suite say nothing about another one.
#[test]
fn outcomes_belong_to_their_suite() {
    let victim = Victim::new();
    let other = victim.shown("other.json");
    let ran = victim.run(&["suite", "problems/toposort.py", "--tests", "1", "--engine", "solver", "-o", &other]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    fs::copy(&other, victim.path("results/suite.json")).expect("copied");
    let ran = victim.run(&["report", "R"]);
    assert!(ran.code == Some(2) && ran.errors.contains("with another suite than `suite.json`"), "{ran:?}");
    assert!(ran.errors.contains("help: run the same `custodiet grade` command again"), "{ran:?}");
}

/// An unverified suite would blame submissions for mistakes that they do not have.
#[test]
fn a_forged_suite_is_noticed() {
    let victim = Victim::new();
    let suite = fs::read_to_string(victim.path("results/suite.json")).expect("a suite");
    victim.write("results/suite.json", &suite.replacen("\"expect\": false", "\"expect\": true", 1));
    let ran = victim.run(&["report", "R"]);
    assert!(ran.code == Some(2) && ran.errors.contains("fails verification"), "{ran:?}");
}

/// A forger who writes as custodiet does is believed, as the documentation says; but what they write stays text.
#[test]
fn consistent_forgeries_are_only_text() {
    let victim = Victim::new();
    {
        let mut store = Store::open(&victim.path("results"), "toposort").expect("a store");
        let mut one = store.submission("lax.py").expect("no fault").expect("a submission");
        one.language = EVIL.to_owned();
        one.printed = EVIL.to_owned();
        for (number, (_, _, outcome)) in one.outcomes.iter_mut().enumerate() {
            let raised = RaisedException {
                class: EVIL.to_owned(),
                message: EVIL.to_owned(),
                file: Some(EVIL.to_owned()),
                line: Some(u64::MAX),
            };
            *outcome = match number % 3 {
                0 => Outcome::Raised(raised),
                1 => Outcome::NotABoolean(EVIL.to_owned()),
                _ => Outcome::Crashed(Crash::Breach(EVIL.to_owned())),
            };
        }
        if let LoadStatus::Graded(ready) = &mut one.status {
            ready.notes = vec![EVIL.to_owned()];
        }
        if let Some(source) = &mut one.source {
            source.file = EVIL.to_owned();
            source.text = EVIL.to_owned();
        }
        store.store(&one, true).expect("stored");
    }
    victim.set("excluded", &json!([{ "what": EVIL, "reason": EVIL }]));
    let obeyed = |text: &str| {
        text.chars().find(|letter| {
            (letter.is_control() && !"\n\t".contains(*letter)) || "\u{202e}\u{2066}\u{200b}\u{3164}".contains(*letter)
        })
    };
    let input = honest().join("in").display().to_string();
    let test = first_test();
    for args in [
        &["report", "R"][..],
        &["report", "R", "--json"],
        &["report", "R", "--share"],
        &["report", "R", "--submission", "lax.py"],
        &["report", "R", "--submission", "lax.py", "--json"],
        &["compare", "R", "all=R"],
        &["feedback", "R", "--reveal", "pairs"],
        &["feedback", "R", "--reveal", "pairs", "--submission", "lax.py"],
        &["regrade", "R", "--exclude", "uniqueness", "--reason", "r"],
        &["regrade", "R", "--restore", "nothing"],
        &["replay", "R", "lax.py", &test, "--submissions", &input],
        &["replay", "R", "lax.py", &test, "--submissions", &input, "--json"],
        &["replay", "R", "nobody", &test, "--submissions", &input],
    ] {
        let ran = victim.run(args);
        assert_eq!((obeyed(&ran.text), obeyed(&ran.errors)), (None, None), "{args:?}: {ran:?}");
        assert!(!ran.text.contains("\nerror: all") && !ran.errors.contains("\nerror: all"), "{args:?}: {ran:?}");
    }
    for name in
        ["results.csv", "submissions.csv", "buckets.csv", "report.html", "feedback/lax.py.md", "feedback/lax.py.html"]
    {
        let text = fs::read_to_string(victim.path("results").join(name)).expect("a file");
        assert_eq!(obeyed(&text), None, "{name}");
    }
}

/// Texts are no longer than grading makes them.
#[test]
fn endless_texts_are_refused() {
    let victim = Victim::new();
    {
        let mut store = Store::open(&victim.path("results"), "toposort").expect("a store");
        let mut one = store.submission("lax.py").expect("no fault").expect("a submission");
        one.printed = "x".repeat(2_000_000);
        store.store(&one, true).expect("stored");
    }
    let ran = victim.run(&["report", "R"]);
    assert!(ran.code == Some(2) && ran.errors.contains("`lax.py`") && ran.errors.len() < 1000, "{ran:?}");
}
