//! A class beyond a thousand: the page stays small, every submission can be reached, figures agree, and what is held of each
//! submission does not depend on how many tests there are or how long its source is.

use std::cell::Cell;
use std::collections::BTreeSet;

use grading::{StoreError, SubmissionResult, SubmissionSource};
use report::html::paged::{self, LIST, PAGE};
use report::model::SubmissionReport;
use report::{ClassReporter, build};
use runner::Outcome;
use suite::Suite;

#[allow(dead_code, reason = "other tests use the rest")]
mod class;

/// Submissions that are made when they are read. Nothing but their number is in memory.
struct MadeUp {
    suite: Suite,
    read: Cell<usize>,
}

const SOURCE: &str = "SOURCE-OF-A-SUBMISSION";

fn name(number: usize) -> String {
    format!("s{number:05}.py")
}

impl SubmissionSource for MadeUp {
    fn read(&self, index: usize) -> Result<SubmissionResult, StoreError> {
        self.read.set(self.read.get() + 1);
        let checks: Vec<usize> = (0..4).filter(|place| index >> place & 1 == 0).collect();
        let odd = |test: usize| (index % 7 == 3 && test % 11 == 2).then_some(Outcome::NotABoolean("int".to_owned()));
        // Some cannot be run.
        let outcomes = if index % 50 == 49 { Vec::new() } else { class::outcomes(&self.suite, &checks, odd) };
        Ok(class::submission(&name(index), &format!("{SOURCE} {index}\n").repeat(20), outcomes))
    }
}

/// Builds the report of a class, and hands it to a check.
fn with_class(submissions: usize, check: impl FnOnce(&mut ClassReporter<'_>)) {
    let source = MadeUp { suite: class::suite(), read: Cell::new(0) };
    let listed: Vec<SubmissionResult> =
        (0..submissions).map(|index| class::submission(&name(index), "", Vec::new())).collect();
    let results = class::results(class::suite(), &listed, Vec::new());
    let mut reporter = build(&results, &source).expect("a report");
    assert_eq!(source.read.get(), submissions, "each is read once");
    "report-pages".clone_into(&mut reporter.report.pages);
    check(&mut reporter);
}

fn full(reporter: &ClassReporter<'_>) -> Vec<SubmissionReport> {
    (0..reporter.report.submissions.len()).map(|index| reporter.full(index).expect("a submission").1).collect()
}

#[test]
fn the_page_of_a_class_stays_small() {
    let mut sizes = Vec::new();
    for submissions in [2_000, 8_000] {
        with_class(submissions, |reporter| {
            let page = report::html(&reporter.report);
            assert!(!page.contains(SOURCE), "sources are on other pages");
            assert!(page.len() < 5_000_000);
            sizes.push(page.len());
        });
    }
    // Only the links to the pages grow: 3 bytes for each submission.
    assert!(sizes[1] - sizes[0] < 3 * 6_000, "{sizes:?}");
}

#[test]
fn what_is_held_is_brief() {
    with_class(2_000, |reporter| {
        let report = &reporter.report;
        let brief = report.submissions.iter().filter_map(|one| one.diagnosis.as_ref());
        assert!(report.submissions.iter().all(|one| one.source.is_none() && one.printed.is_empty()));
        for one in brief.clone() {
            assert!(one.wrong_tests.is_empty() && one.not_run_tests.is_empty() && one.mistakes.is_empty());
        }
        // The first member of each cluster stands for it in the picture.
        let drawn = brief.filter(|one| !one.counts.is_empty()).count();
        assert_eq!(drawn, report.fingerprints.len());
    });
}

#[test]
fn every_submission_can_be_reached() {
    with_class(2_345, |reporter| {
        let (report, full) = (&reporter.report, full(reporter));
        let class = report::html(report);
        for (number, some) in full.chunks(PAGE).enumerate() {
            assert!(class.contains(&format!("href=\"report-pages/{}\"", paged::page_name(number))));
            let page = paged::page(report, number, some, "../report.html", false);
            for one in some {
                assert!(page.contains(&format!("id=\"s-{}\"", one.number)) && page.contains(&one.name), "{}", one.name);
            }
            assert_eq!(page.matches("<details class=\"sub\"").count(), some.len());
            assert!(page.contains(SOURCE) && page.contains("href=\"../report.html#t-"));
            assert!(!page.contains("href=\"#t-") && !page.contains("href=\"#b-"), "tests are on the page of the class");
        }
        let mut listed = BTreeSet::new();
        for list in 0..full.len().div_ceil(LIST) {
            assert!(class.contains(&format!("href=\"report-pages/{}\"", paged::list_name(list))));
            let text = paged::list(report, list, "../report.html");
            for (index, one) in full.iter().enumerate() {
                let link = format!("href=\"{}#s-{}\"", paged::page_name(index / PAGE), one.number);
                if text.contains(&link) {
                    listed.insert(index);
                }
            }
        }
        assert_eq!(listed.len(), full.len());
    });
}

/// The figures of the class are those of its submissions, one by one.
#[test]
fn figures_agree() {
    with_class(1_500, |reporter| {
        let (report, full) = (&reporter.report, full(reporter));
        for verdict in analysis::Verdict::ALL {
            let number = full.iter().filter(|one| one.verdict == verdict).count();
            assert_eq!(report.summary.with(verdict), number, "{verdict:?}");
        }
        for (number, test) in report.tests.iter().enumerate() {
            let wrong = |one: &&SubmissionReport| {
                one.diagnosis.as_ref().is_some_and(|diagnosis| diagnosis.wrong_tests.contains(&number))
            };
            assert_eq!(test.wrong.all, full.iter().filter(wrong).count(), "test {number}");
        }
        for (place, cluster) in report.fingerprints.iter().enumerate() {
            let members = cluster.members.iter().map(|member| &full[*member]);
            assert!(members.clone().all(|one| one.cluster == Some(place)));
            for diagnosis in members.filter_map(|one| one.diagnosis.as_ref()) {
                assert_eq!(diagnosis.fingerprint, cluster.fingerprint);
                assert_eq!(diagnosis.same_fingerprint, cluster.members.len() - 1);
            }
        }
        let numbers: BTreeSet<usize> = full.iter().map(|one| one.number).collect();
        assert_eq!(numbers, (1..=full.len()).collect());
        let brief = report.submissions.iter().zip(&full);
        for (brief, full) in brief.filter_map(|(one, other)| one.diagnosis.as_ref().zip(other.diagnosis.as_ref())) {
            assert_eq!((brief.wrong, brief.tests, brief.unfocused), (full.wrong, full.tests, full.unfocused));
            assert_eq!(brief.deeply_flawed.is_empty(), full.deeply_flawed.is_empty());
        }
    });
}
