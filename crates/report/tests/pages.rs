//! The pages of a hostile class and of a large one. Both stay in the folder for temporary files, where the browser tests
//! (`crates/report/browser`) find them.

use std::path::Path;

use analysis::loading::{SharedNote, SharedUndefinedName};
use decision::{Answer, ConfirmedDecision, ProofFinding, ProofVerdict, Reason, SubmissionPlace, Undecided};
use grading::roster::Person;
use grading::{Exclusion, LoadStatus, SubmissionResult};
use report::ClassReport;
use runner::Outcome;
use runner::grade::Unstable;
use runner::outcome::{Crash, RaisedException, TimeoutKind};
use runner::protocol::{LoadFailure, LoadFailureKind, UndefinedName};
use suite::Suite;

mod class;
#[path = "class/trees.rs"]
mod trees;

use class::{outcomes, submission, suite};
use trees::suite_of_trees;

/// What would do harm if it were more than text. Whatever runs, runs `hacked()`.
const SCRIPTS: [&str; 6] = [
    "<script>hacked()</script>",
    "<img src=x onerror=hacked()>",
    "\"><svg onload=hacked()>",
    "</pre></code></details></style></script><h1>HACKED</h1>",
    "'-hacked()-' <!-- ${hacked()} {{hacked()}} javascript:hacked()",
    "&lt;b&gt; &#60;i&#62; http://evil.example/x.png",
];
/// Stands in everything that a submission says, and nowhere else.
const SECRET: &str = "Zaphod";

fn report(suite: Suite, submissions: Vec<SubmissionResult>) -> ClassReport {
    let excluded = Exclusion { what: suite.buckets[0].tests[1].id.clone(), reason: SECRET.to_owned() };
    class::report(suite, submissions, vec![excluded])
}

/// Everything that a submission can say, said by one that means harm.
fn hostile() -> ClassReport {
    let suite = suite();
    let mut all = Vec::new();
    for (place, script) in SCRIPTS.iter().enumerate() {
        let said = format!("{SECRET} {script} \0\x1b[31m\u{202e}\u{2066}\u{85}");
        let raised = Outcome::Raised(RaisedException {
            class: said.clone(),
            message: said.clone(),
            file: Some(said.clone()),
            line: Some(7),
        });
        let odd = [
            raised,
            Outcome::Crashed(Crash::Breach(said.clone())),
            Outcome::NotABoolean(said.clone()),
            Outcome::TimedOut(TimeoutKind::Waiting),
        ];
        let odd = |test: usize| (test > 40 && test.is_multiple_of(3)).then(|| odd[test / 3 % 4].clone());
        let text = format!("# {said}\n{}\n{}\r\n\tx", script, "x".repeat(200_000));
        let mut one = submission(&format!("{said}{place}.py"), &text, outcomes(&suite, &[0, 1], odd));
        let person = Person { name: Some(said.clone()), sid: Some(said.clone()), email: Some(said.clone()) };
        one.listed.submitters.push(person);
        one.listed.notes.push(said.clone());
        one.listed.same_as =
            (place > 0).then(|| all.first().map(|one: &SubmissionResult| one.listed.name.clone())).flatten();
        one.stored.printed = format!("{said}\n").repeat(1000);
        one.stored.unstable.push(Unstable { test: "t".to_owned(), first: said.clone(), then: said.clone() });
        if let LoadStatus::Graded(ready) = &mut one.stored.status {
            ready.notes.push(said.clone());
        }
        one.proof = Some(Box::new(told(&suite, place, &said)));
        all.push(one);
        let mut broken = submission(&format!("{said} does not load {place}"), &said, Vec::new());
        let kinds = [LoadFailureKind::Invalid, LoadFailureKind::Import, LoadFailureKind::Raised];
        if let Some(why) = kinds.get(place) {
            broken.stored.status = LoadStatus::Failed(Box::new(lacking(*why, &said)));
        }
        all.push(broken);
    }
    // Charts say everything, too.
    ClassReport { names: true, ..report(suite, all) }
}

/// A decision with everything that comes from a submission.
fn told(suite: &Suite, place: usize, said: &str) -> ConfirmedDecision {
    let raised = Answer::Raised(said.to_owned());
    let fails = &suite.buckets[suite.buckets.len() - 1].fails;
    let fails: Vec<&str> = fails.iter().map(String::as_str).collect();
    let mut decision = class::decision(suite, &[(&fails, raised)]);
    let at = SubmissionPlace { file: said.to_owned(), line: 7 };
    let reason = Reason { at: Some(at.clone()), ..Reason::new(Undecided::Construct, said) };
    if place.is_multiple_of(2) {
        for bucket in &mut decision.buckets {
            bucket.verdict = ProofVerdict::Undecided(reason.clone());
        }
    }
    decision.findings = vec![
        ProofFinding::Raises { exception: said.to_owned(), at: Some(at.clone()) },
        ProofFinding::ChangesArgument { parameter: said.to_owned(), at: Some(at.clone()) },
        ProofFinding::Unreachable { at },
    ];
    decision
}

/// Everything that can be said about a failure to load.
fn lacking(why: LoadFailureKind, said: &str) -> LoadFailure {
    let said = said.to_owned();
    let name = |name: String| UndefinedName {
        name,
        file: Some(said.clone()),
        line: Some(7),
        sketch: Some(format!("{said}\n\t{said}")),
        from: None,
    };
    LoadFailure {
        class: Some(said.clone()),
        candidates: vec![said.clone()],
        undefined: (0..9).map(|number| name(format!("{said}{number}"))).collect(),
        notes: vec![said.clone()],
        ..LoadFailure::new(why, said.clone())
    }
}

/// A class of a thousand, with the sizes and the variety of a real one.
fn large() -> ClassReport {
    let suite = suite();
    // Some raise now and then, and some always, which is deeply flawed.
    let odd = |number: usize| {
        let error = Outcome::Raised(RaisedException {
            class: "IndexError".to_owned(),
            message: "list index out of range".to_owned(),
            file: Some(format!("student_{number:04}.py")),
            line: Some(12),
        });
        move |test: usize| {
            let raises = number.is_multiple_of(25) || (number.is_multiple_of(9) && (test + number).is_multiple_of(7));
            raises.then(|| error.clone())
        }
    };
    let one = |number: usize| {
        // Most check all four required subproperties or all but one.
        let mask = [15, 15, 15, 14, 13, 11, 7, 15, 3, 48][number % 10]
            ^ if number.is_multiple_of(37) { number % 64 } else { 0 };
        let checks: Vec<usize> = (0..6).filter(|place| mask >> place & 1 == 1).collect();
        let text =
            format!("    if len(order) != {number}:  # a comment of some length\n        return False\n").repeat(25);
        let mut one = submission(&format!("student_{number:04}.py"), &text, outcomes(&suite, &checks, odd(number)));
        if number.is_multiple_of(10) {
            "pyret".clone_into(&mut one.stored.language);
        }
        one
    };
    let all = (1..=1000).map(one).collect();
    report(suite, all)
}

fn page(name: &str, report: &ClassReport, shared: bool) -> String {
    let page = if shared { report::html(&report::share::share(report.clone())) } else { report::html(report) };
    std::fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name), &page).expect("written");
    page
}

/// What stands between `<` and `>`, outside of our own style and script.
fn tags(page: &str) -> Vec<&str> {
    let (before, rest) = page.split_once("<style>").expect("a style");
    let (_, rest) = rest.split_once("</style>").expect("its end");
    let (body, script) = rest.split_once("<script>").expect("our script");
    let (_, after) = script.split_once("</script>").expect("its end");
    [before, body, after]
        .into_iter()
        .flat_map(|part| part.split('<').skip(1))
        .map(|tag| tag.split('>').next().unwrap_or_default())
        .collect()
}

#[test]
fn untrusted_text_stays_text() {
    let report = hostile();
    for (name, shared) in [("hostile.html", false), ("hostile-share.html", true)] {
        let page = page(name, &report, shared);
        for tag in tags(&page) {
            let element = tag.trim_start_matches('/').split(' ').next().unwrap_or_default();
            assert!(!["script", "img", "iframe", "link", "object"].contains(&element), "<{tag}>");
            assert!(!tag.contains(" onerror=") && !tag.contains(" onload="), "<{tag}>");
            for attribute in [" src=\"", " href=\""] {
                tag.split(attribute).skip(1).for_each(|value| assert!(value.starts_with('#'), "<{tag}>"));
            }
        }
        assert_eq!(page.matches("<script").count(), 1);
        assert_eq!(page.matches("<h1").count(), 1);
        let unseen = |letter: char| letter.is_control() && letter != '\n' && letter != '\t';
        assert!(
            !page
                .chars()
                .any(|letter| unseen(letter) || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
        );
        assert!(page.lines().map(str::len).max() < Some(2_000_000));
        assert_eq!(page.contains("&lt;script&gt;hacked()&lt;/script&gt;"), !shared);
        for title in ["<h3>Undefined names</h3>", "<h3>Notes on loading</h3>", "Also not defined: "] {
            assert_eq!(page.contains(title), !shared, "{title}");
        }
    }
}

#[test]
fn the_page_for_the_class_says_nothing_of_anybody() {
    let report = hostile();
    let shared = page("hostile-share.html", &report, true);
    assert!(!shared.contains(SECRET), "{}", &shared[shared.find(SECRET).unwrap_or(0).saturating_sub(300)..][..600]);
    assert!(!shared.contains("<pre") && shared.contains("submission 12"));
    assert!(shared.contains("uses an undefined name") && !shared.contains("Undefined names"));
    assert!(shared.contains("raised an exception") && shared.contains("same files as <bdi>submission "));
    assert!(report::html(&report).contains(SECRET));
}

#[test]
fn a_class_of_a_thousand_is_small() {
    let report = large();
    let page = page("large.html", &report, false);
    println!("{} bytes", page.len());
    assert!(page.len() < 20_000_000, "{} bytes", page.len());
    assert_eq!(page.matches("<details class=\"sub\"").count(), 1000);
    // Whatever they hand in.
    let mut report = report;
    for one in &mut report.submissions {
        one.source = Some(report::model::SourceReport { file: "a.py".to_owned(), text: "<&>\"\n".repeat(200_000) });
        one.printed = "<&>\"\n".repeat(10_000);
        let odd = "<&>\"".repeat(125);
        let name = UndefinedName {
            name: odd.clone(),
            file: Some(odd.clone()),
            line: Some(1),
            sketch: Some(odd.clone()),
            from: Some(odd.clone()),
        };
        one.undefined = vec![name; 50];
        one.notes = vec![odd; 20];
    }
    for number in 0..10_000 {
        let (name, language) = (format!("{number}{}", "<&>\"".repeat(125)), "pyret".to_owned());
        let (sketch, submissions) = (Some("<&>\"\n".repeat(100)), vec![number % 1000; 10]);
        let note = SharedNote { note: name.clone(), submissions: submissions.clone() };
        report.undefined.push(SharedUndefinedName { name, language, submissions, from_missing_file: false, sketch });
        report.notes.push(note);
    }
    let worst = report::html(&report).len();
    assert!(worst < 20_000_000, "{worst} bytes");
}

/// `count` predicates that accept everything, perhaps but one test.
fn lax(suite: &Suite, count: usize, rejected: Option<usize>) -> ClassReport {
    let rejected = |test: usize| (Some(test) == rejected).then_some(Outcome::Rejected);
    let one = |number: usize| submission(&format!("s{number}.py"), "", outcomes(suite, &[], rejected));
    class::report(suite.clone(), (1..=count).map(one).collect(), Vec::new())
}

#[test]
fn trees_are_drawn_and_their_text_stays_text() {
    let words = SCRIPTS.iter().map(|script| format!("{script}\u{202e}\0")).collect::<Vec<_>>();
    let suite = suite_of_trees(&words.iter().map(|word| &**word).collect::<Vec<_>>());
    let page = page("trees.html", &lax(&suite, 1, Some(6)), false);
    for tag in tags(&page) {
        let element = tag.trim_start_matches('/').split(' ').next().unwrap_or_default();
        assert!(!["script", "img", "iframe", "foreignObject", "object"].contains(&element), "<{tag}>");
        tag.split(" href=\"").skip(1).for_each(|value| assert!(value.starts_with('#'), "<{tag}>"));
    }
    assert!(!page.chars().any(|letter| letter == '\0' || letter == '\u{202e}'));
    // The pair that shows the mistake, in the list, in both kinds of clusters and among the pairs that are answered differently;
    // and the nearest pair beside it.
    let (shown, twin) = ("<use href=\"#d-9-0\"", "<use href=\"#d-7-v9-1\"");
    assert_eq!((page.matches(shown).count(), page.matches(twin).count()), (4, 1));
    assert!(page.contains("<figcaption>mirrored</figcaption>"));
    let words = "<title>tree: &quot;\\&quot;&gt;&lt;svg onload=hacked(… (&quot;a&quot;, none)</title>";
    assert!(page.contains(words));
    // Each is drawn once.
    for id in ["d-9-0", "d-9-1", "d-7-v9-0", "d-7-v9-1"] {
        assert_eq!(page.matches(&format!("<g id=\"{id}\">")).count(), 1, "{id}");
    }
    assert_eq!(
        page.matches("<g id=").count(),
        14,
        "all pairs of the bucket, and the nearest one once more beside the other"
    );
}

#[test]
fn a_page_with_many_trees_is_small() {
    let words: Vec<String> = (0..3000).map(|number| format!("word {number}")).collect();
    let suite = suite_of_trees(&words.iter().map(|word| &**word).collect::<Vec<_>>());
    let report = lax(&suite, 1000, None);
    let labels: usize = report.tests.iter().flat_map(|test| &test.drawings).map(pairs::drawing::Drawing::labels).sum();
    assert_eq!(labels, 20_000 / 6 * 6, "a pair has six labels");
    let page = report::html(&report);
    assert!(page.len() < 20_000_000, "{} bytes", page.len());
    assert_eq!(page.matches("<g id=").count(), 2, "only what is shown is drawn");
}

/// Bars are parts of the class, the most common first; the first sentences name the most common mistake.
#[test]
fn the_overview_is_scaled_to_the_class() {
    let suite = suite();
    // Of 20, ten forget the last subproperty, five the first one.
    let checks = |number: usize| {
        if number < 10 {
            vec![0, 1, 2]
        } else if number < 15 {
            vec![1, 2, 3]
        } else {
            vec![0, 1, 2, 3]
        }
    };
    let one = |number: usize| submission(&format!("s{number}.py"), "", outcomes(&suite, &checks(number), |_| None));
    let report = class::report(suite.clone(), (0..20).map(one).collect(), Vec::new());
    let page = report::html(&report);
    let overview = &page[page.find("id=\"overview\"").expect("it")..page.find("id=\"buckets\"").expect("its end")];
    assert!(overview.contains("The most common mistake, 50 % (10 submissions), is not to check this: "), "{overview}");
    let (most, less) = (overview.find("#?missed=3").expect("a bar"), overview.find("#?missed=0").expect("a bar"));
    assert!(most < less);
    assert!(
        overview[most..].contains("width:50%")
            && overview[most..].contains("<strong>10</strong> missed <span class=\"share\">50 %")
    );
}

/// Erratic predicates are no candidates; the bucket that one error subproperty would explain for most comes first.
#[test]
fn candidates_leave_out_the_erratic() {
    let suite = suite();
    let bucket = |fails: &str| suite.buckets.iter().position(|one| one.fails == [fails]);
    let tests = |wanted: usize| {
        let all = suite.buckets.iter().enumerate().flat_map(|(at, one)| one.tests.iter().map(move |_| at));
        all.enumerate().filter(move |(_, at)| *at == wanted).map(|(test, _)| test).collect::<Vec<_>>()
    };
    let wanted = bucket("same_num_vertices")
        .or_else(|| suite.buckets.iter().position(|one| one.fails.len() == 2 && one.tests.len() > 2));
    let some = tests(wanted.expect("a bucket"));
    let one = |number: usize, unstable: bool| {
        let odd = |test: usize| (test == some[0]).then_some(Outcome::Accepted);
        let mut one = submission(&format!("s{number}.py"), "", outcomes(&suite, &[0, 1, 2, 3], odd));
        if unstable {
            one.stored.unstable.push(Unstable { test: "t".to_owned(), first: String::new(), then: String::new() });
        }
        one
    };
    let all = vec![one(0, false), one(1, false), one(2, true)];
    let report = class::report(suite.clone(), all, Vec::new());
    for candidate in &report.candidates {
        assert_eq!((candidate.submissions.as_slice(), candidate.size.all, candidate.explained), (&[0, 1][..], 2, 2));
    }
    assert!(report.candidates.is_sorted_by_key(|one| std::cmp::Reverse(one.explained)));
}

#[test]
fn progress_is_shown_and_hides_small_numbers_in_class() {
    let suite = suite();
    let class_of = |checks: &[usize]| {
        let one = |number: usize| submission(&format!("s{number}.py"), "", outcomes(&suite, checks, |_| None));
        class::report(suite.clone(), (0..9).map(one).collect(), Vec::new())
    };
    let (before, mut now) = (class_of(&[0, 1, 2]), class_of(&[0, 1, 2, 3]));
    now.progress = Some(report::story::progress_since(&before, &now));
    let page = report::html(&now);
    assert!(page.contains("Since the last grading, 9 of 9 fixed a mistake, and nobody introduced one."), "{page}");
    assert!(page.contains("Corrected: no mistakes now: 9") && page.contains("<div id=\"progress\">"));
    let mut few = now.clone();
    if let Some(progress) = &mut few.progress {
        progress.corrected.truncate(3);
    }
    let shared = report::html(&report::share::share(few));
    assert!(shared.contains("fewer than 5 of 9 fixed a mistake"), "{shared}");
    assert!(!shared.contains("Corrected: no mistakes now"));
}

/// Charts number submissions unless names are asked for; the page for the class never names them.
#[test]
fn charts_number_submissions() {
    let suite = suite();
    let one = |name: &str| submission(name, "", outcomes(&suite, &[0, 1, 2], |_| None));
    let mut report = class::report(suite.clone(), vec![one("anna.py"), one("bert.py")], Vec::new());
    let heat = |report: &ClassReport| {
        let page = report::html(report);
        let (from, to) =
            (page.find("<svg class=\"heat\"").expect("a heat map"), page.find("As a table").expect("its table"));
        page[from..to].to_owned()
    };
    assert!(!heat(&report).contains("anna.py") && heat(&report).contains("submission 1"));
    report.names = true;
    assert!(heat(&report).contains("anna.py"));
    assert!(!heat(&report::share::share(report)).contains("anna.py"));
}

#[test]
fn numbers_are_those_of_the_order() {
    let report = large();
    let mut seen = vec![false; 1000];
    for (place, index) in report.order.iter().enumerate() {
        assert_eq!(report.submissions[*index].number, place + 1);
        seen[*index] = true;
    }
    assert!(seen.iter().all(|seen| *seen));
    // Clusters in one piece, the deeply flawed behind the others, those without a mistake last.
    let key = |index: &usize| {
        let one = &report.submissions[*index];
        let deep = one.is_deeply_flawed();
        (one.cluster.is_none(), deep, one.cluster)
    };
    let pieces =
        report.order.chunk_by(|one, other| key(one) == key(other)).map(|piece| key(&piece[0])).collect::<Vec<_>>();
    let mut distinct = pieces.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(pieces.len(), distinct.len());
    assert!(pieces.is_sorted_by_key(|(right, deep, _)| (*right, *deep)));
}

#[test]
fn words_are_those_of_the_trade() {
    let page = report::html(&large()).to_lowercase();
    assert!(page.contains("no mistake found by 81 tests"));
    for word in ["misconception", "is correct", "are correct.", "http:", "https:"] {
        assert!(!page.contains(word), "{word}");
    }
}
