//! The files in a folder of results, and what can be counted anew from the outcomes in them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use serde_json::Value as Json;

use super::places::{count, errors, list, summary, text};
use super::{Figures, Folder, Views};

/// What the files say of each submission.
pub fn of_submission(place: &'static str, name: &str, parts: &[(&str, String)], figures: &mut Figures) {
    for (what, value) in parts {
        figures.add(place, format!("{what} of {name}"), &value);
    }
}

/// A submission, from its outcomes alone.
#[expect(clippy::struct_excessive_bools, reason = "marks that do not exclude each other")]
struct Recount<'a> {
    name: &'a str,
    verdict: &'static str,
    /// Tests that it answers wrongly, and tests that count against it: also those that were not run.
    wrong: Vec<&'a Json>,
    lost: Vec<&'a Json>,
    not_run: usize,
    unstable: bool,
    raises: bool,
    buckets: BTreeSet<usize>,
    positive: bool,
    unfocused: bool,
    deep: bool,
    again: bool,
}

impl<'a> Recount<'a> {
    fn new(report: &'a Json, one: &'a Json) -> Self {
        let ran = one["status"] == "graded";
        let counted: Vec<&Json> =
            list(&report["tests"]).iter().filter(|test| ran && test["excluded"] == false).collect();
        let outcome = |test: &Json| one["outcomes"][text(&test["id"])].as_str().unwrap_or("not_run").to_owned();
        let expected = |test: &Json| if test["expect"] == true { "accepted" } else { "rejected" };
        let is_wrong = |test: &&&Json| outcome(test) != "not_run" && outcome(test) != expected(test);
        let wrong: Vec<&Json> = counted.iter().filter(is_wrong).copied().collect();
        let lost: Vec<&Json> = counted.iter().filter(|test| outcome(test) != expected(test)).copied().collect();
        let lax = wrong.iter().any(|test| outcome(test) == "accepted");
        let strict = wrong.iter().any(|test| test["expect"] == true);
        let unstable = one["unstable"] == true;
        let verdict = match (ran, lost.is_empty(), unstable, lax, strict) {
            (false, ..) => "could_not_run",
            (_, true, true, ..) => "unstable",
            (_, true, false, ..) if one["proof"]["status"] == "proved" => "proved_correct",
            (_, true, false, ..) => "no_mistake_found",
            (.., true, true) => "both",
            (.., true, false) => "too_lax",
            (.., false, true) => "too_strict",
            (.., false, false) => "no_answer",
        };
        let buckets: BTreeSet<usize> = wrong.iter().map(|test| count(&test["bucket"])).collect();
        let bucket = |number: &usize| &report["buckets"][*number];
        let negative: Vec<&Json> = buckets.iter().map(bucket).filter(|one| one["positive"] == false).collect();
        let focused = negative.iter().any(|one| !list(&one["focused_on"]).is_empty());
        let fails_in_all = |test: &Json| {
            let fails = list(&report["buckets"][count(&test["bucket"])]["fails"]);
            let required = list(&report["subproperties"]).iter().enumerate().filter(|(_, one)| one["required"] == true);
            required.map(|(place, _)| Json::from(place)).all(|place| fails.contains(&place))
        };
        let seen: Vec<&Json> = counted.iter().filter(|test| outcome(test) != "not_run").copied().collect();
        let mut correct: BTreeMap<&str, Vec<bool>> = BTreeMap::new();
        for test in seen.iter().filter(|test| test["expect"] == true) {
            let kind = test["positive_kind"].as_str().unwrap_or_default();
            correct.entry(kind).or_default().push(outcome(test) == "accepted");
        }
        let is_most = |all: &[bool], answer: bool| all.iter().filter(|one| **one == answer).count() * 2 > all.len();
        let rejects_most = !correct.is_empty() && correct.values().all(|accepted| is_most(accepted, false));
        let nothing_holds: Vec<bool> =
            seen.iter().filter(|test| fails_in_all(test)).map(|test| outcome(test) == "accepted").collect();
        Self {
            name: text(&one["name"]),
            verdict,
            not_run: counted.iter().filter(|test| outcome(test) == "not_run").count(),
            unstable,
            raises: counted.iter().any(|test| outcome(test) == "raised"),
            positive: buckets.iter().any(|one| bucket(one)["positive"] == true),
            unfocused: !negative.is_empty() && !focused,
            deep: rejects_most || is_most(&nothing_holds, true),
            again: one["same_as"].is_string(),
            buckets,
            wrong,
            lost,
        }
    }

    fn is_faulty(&self) -> bool {
        !self.lost.is_empty()
    }

    /// Some answer was seen to be wrong.
    fn has_fingerprint(&self) -> bool {
        !self.wrong.is_empty()
    }
}

/// `results.json`, and everything that can be counted anew from the outcomes in it.
pub fn results(folder: &Folder, report: &Json, figures: &mut Figures) {
    let results = folder.json("results/results.json");
    let all: Vec<Recount<'_>> = list(&results["submissions"]).iter().map(|one| Recount::new(report, one)).collect();
    for (one, written) in all.iter().zip(list(&results["submissions"])) {
        let again = [
            ("verdict", one.verdict.to_owned()),
            ("wrong", one.lost.len().to_string()),
            ("not run", one.not_run.to_string()),
            ("unstable", one.unstable.to_string()),
            ("buckets", one.buckets.len().to_string()),
        ];
        of_submission("outcomes", one.name, &again, figures);
        if one.verdict != "could_not_run" {
            of_submission("outcomes", one.name, &[("seen wrong", one.wrong.len().to_string())], figures);
        }
        let parts = [
            ("verdict", text(&written["verdict"]).to_owned()),
            ("wrong", count(&written["wrong"]).to_string()),
            ("tests", count(&written["tests"]).to_string()),
            ("not run", written["not_run"].as_u64().unwrap_or(0).to_string()),
            ("cut short", written["cut_short"].as_str().unwrap_or_default().to_owned()),
            ("unstable", (written["unstable"] == true).to_string()),
            ("buckets", list(&written["fingerprint"]).len().to_string()),
        ];
        of_submission("results.json", one.name, &parts, figures);
        for (position, property) in list(&report["subproperties"]).iter().enumerate() {
            let is_focused = |test: &&&Json| {
                list(&report["buckets"][count(&test["bucket"])]["focused_on"]).contains(&Json::from(position))
            };
            let figure = format!("wrong on {} of {}", text(&property["name"]), one.name);
            figures.add("outcomes", figure, &one.lost.iter().filter(is_focused).count());
        }
    }
    let counted = list(&report["tests"]).iter().filter(|test| test["excluded"] == false).count();
    figures.add("outcomes", "tests", &counted);
    for (place, _) in list(&report["buckets"]).iter().enumerate() {
        let wrong = |view: Views| all.iter().filter(|one| view.shows(one.deep) && one.buckets.contains(&place)).count();
        figures.add_both("outcomes", &format!("wrong in bucket {place}"), wrong);
    }
    figures.add("outcomes", "without fingerprint", &all.iter().filter(|one| !one.has_fingerprint()).count());
    figures.add_both("outcomes", "submissions", |view| all.iter().filter(|one| view.shows(one.deep)).count());
    let mut sum = |figure: &str, is: &dyn Fn(&Recount<'_>) -> bool| {
        figures.add_both("outcomes", figure, |view| all.iter().filter(|one| view.shows(one.deep) && is(one)).count());
    };
    for verdict in [
        "proved_correct",
        "no_mistake_found",
        "unstable",
        "could_not_run",
        "too_lax",
        "too_strict",
        "both",
        "no_answer",
    ] {
        sum(verdict, &|one| one.verdict == verdict);
    }
    sum("faulty", &|one| one.is_faulty());
    sum("with fingerprint", &|one| one.has_fingerprint());
    sum("unstable_and_faulty", &|one| one.unstable && one.is_faulty());
    sum("all unstable", &|one| one.unstable);
    sum("cut_short", &|one| one.not_run > 0);
    sum("raising", &|one| one.raises);
    sum("positive", &|one| one.positive);
    sum("unfocused", &|one| one.unfocused);
    sum("deeply_flawed", &|one| one.deep);
    sum("submitted twice", &|one| one.again);
    let fingerprints = |view: Views| {
        let mut all_of: BTreeMap<&BTreeSet<usize>, usize> = BTreeMap::new();
        for one in all.iter().filter(|one| view.shows(one.deep) && one.has_fingerprint()) {
            *all_of.entry(&one.buckets).or_default() += 1;
        }
        all_of
    };
    figures.add_both("outcomes", "distinct_fingerprints", |view| fingerprints(view).len());
    figures
        .add_both("outcomes", "like no other", |view| fingerprints(view).values().filter(|size| **size == 1).count());
}

/// `outcomes.parquet`
pub fn outcomes(folder: &Folder, figures: &mut Figures) {
    let file = File::open(folder.0.join("results/outcomes.parquet")).expect("a file");
    let reader = SerializedFileReader::new(file).expect("a table");
    let mut of_submissions: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut of_tests: BTreeMap<String, usize> = BTreeMap::new();
    for row in reader.get_row_iter(None).expect("rows") {
        let row = row.expect("a row");
        let text = |column: usize| row.get_string(column).expect("a text").clone();
        let is = |column: usize| row.get_bool(column).expect("a truth value");
        let (wrong, excluded) = (is(7), is(8));
        assert!(!(wrong && excluded), "an excluded test is wrong");
        let not_run = wrong && text(6) == "not_run";
        let of_submission = of_submissions.entry(text(0)).or_default();
        *of_submission = (of_submission.0 + usize::from(wrong), of_submission.1 + usize::from(not_run));
        // Who did not run a test did not answer it wrongly.
        *of_tests.entry(text(1)).or_default() += usize::from(wrong && !not_run);
    }
    for (name, (wrong, not_run)) in of_submissions {
        figures.add("outcomes.parquet", format!("wrong of {name}"), &wrong);
        figures.add("outcomes.parquet", format!("not run of {name}"), &not_run);
    }
    for (test, wrong) in of_tests {
        figures.add("outcomes.parquet", format!("wrong on test {test}"), &wrong);
    }
}

/// A table with its header, as columns by name. Cells of these classes hold no line ends.
fn table(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut lines = text.lines().map(cells);
    let header = lines.next().expect("a header");
    lines.map(|row| header.iter().cloned().zip(row).collect()).collect()
}

fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => cells.last_mut().expect("a cell").push(letter),
        }
    }
    cells
}

/// A cell that is empty if the submission could not run, since a figure would look like one of a predicate; JSON has this value.
fn none_if_not_run(row: &BTreeMap<String, String>, column: &str, none: &str) -> String {
    let ran = row["verdict"] != "could_not_run";
    assert_eq!(row[column].is_empty(), !ran, "{column} of {}", row["name"]);
    if ran { row[column].clone() } else { none.to_owned() }
}

/// `results.csv`, `submissions.csv`, `buckets.csv`
pub fn tables(folder: &Folder, report: &Json, figures: &mut Figures) {
    let subproperties = list(&report["subproperties"]);
    for row in table(&folder.text("results/results.csv")) {
        let parts = ["verdict", "tests", "unstable"].map(|what| (what, row[what].clone()));
        of_submission("results.csv", &row["name"], &parts, figures);
        let parts = [
            ("wrong", none_if_not_run(&row, "wrong", "0")),
            ("not run", none_if_not_run(&row, "not_run", "0")),
            ("cut short", row["cut_short"].clone()),
        ];
        of_submission("results.csv", &row["name"], &parts, figures);
        for name in subproperties.iter().map(|one| text(&one["name"])) {
            let wrong = if row[name].is_empty() { "0" } else { &row[name] };
            figures.add("results.csv", format!("wrong on {name} of {}", row["name"]), &wrong);
        }
    }
    let mut sums: BTreeMap<String, usize> = BTreeMap::new();
    for row in table(&folder.text("results/submissions.csv")) {
        let or_none = |what: &str, none: &str| none_if_not_run(&row, what, none);
        let parts = [
            ("verdict", row["verdict"].clone()),
            ("tests", or_none("tests", "0")),
            ("wrong", or_none("wrong", "0")),
            ("not run", or_none("not_run", "0")),
            ("cut short", row["cut_short"].clone()),
            ("unstable", or_none("unstable", "false")),
            ("exceptions", or_none("exceptions", "0")),
            ("same behavior", or_none("same_behavior", "0")),
        ];
        of_submission("submissions.csv", &row["name"], &parts, figures);
        let required = subproperties.iter().filter(|one| one["required"] == true);
        let named = required.map(|one| (text(&one["shown"]), text(&one["name"])));
        for (shown, column) in
            named.chain(list(&report["groups"]).iter().map(|one| (text(&one["name"]), text(&one["name"]))))
        {
            for (figure, word) in [("missed", "missed"), ("in part", "in_part")] {
                *sums.entry(format!("{figure} {shown}")).or_default() += usize::from(row[column] == word);
            }
        }
        for one in subproperties {
            let explains = row["instead"].split(' ').any(|name| name == text(&one["name"]));
            *sums.entry(format!("explains {}", text(&one["shown"]))).or_default() += usize::from(explains);
        }
        for figure in ["unrecognized", "deeply_flawed", "unfocused"] {
            *sums.entry(figure.to_owned()).or_default() += usize::from(row[figure] == "true");
        }
        *sums.entry("all unstable".to_owned()).or_default() += usize::from(row["unstable"] == "true");
    }
    sums.into_iter().for_each(|(figure, sum)| figures.add("submissions.csv", figure, &sum));
    for (place, row) in table(&folder.text("results/buckets.csv")).into_iter().enumerate() {
        figures.add("buckets.csv", format!("wrong in bucket {place}"), &row["wrong"]);
        figures.add(
            "buckets.csv",
            Views::WithoutDeep.named(&format!("wrong in bucket {place}")),
            &row["wrong_without_deeply_flawed"],
        );
        figures.add("buckets.csv", format!("tests of bucket {place}"), &row["tests"]);
        figures.add("buckets.csv", format!("mixed in bucket {place}"), &row["mixed"]);
    }
}

/// A count in `report.json`: of all, and without the deeply flawed.
pub fn both(json: &Json) -> impl Fn(Views) -> usize {
    move |view| count(&json[if view == Views::All { "all" } else { "without_deep" }])
}

pub fn report_json(report: &Json, figures: &mut Figures) {
    summary("report.json", report, figures);
    figures.add("report.json", "tests", &count(&report["suite"]["tests"]));
    errors("report.json", report, &report["subproperties"], figures);
    for group in list(&report["groups"]) {
        for (figure, key) in [("missed", "missed"), ("in part", "in_part"), ("focused", "focused")] {
            figures.add_both("report.json", &format!("{figure} {}", text(&group["name"])), both(&group["errors"][key]));
        }
    }
    for one in list(&report["submissions"]) {
        let said = &one["diagnosis"];
        let name = text(&one["name"]);
        let number = |key: &str| if said.is_null() { 0 } else { count(&said[key]) };
        let parts = [
            ("verdict", text(&one["verdict"]).to_owned()),
            ("wrong", number("wrong").to_string()),
            ("tests", number("tests").to_string()),
            ("not run", number("not_run").to_string()),
            ("cut short", said["cut_short"].as_str().unwrap_or_default().to_owned()),
            ("unstable", (!said.is_null() && !list(&said["unstable"]).is_empty()).to_string()),
            ("buckets", if said.is_null() { 0 } else { list(&said["fingerprint"]).len() }.to_string()),
            ("same behavior", number("same_behavior").to_string()),
            ("same fingerprint", number("same_fingerprint").to_string()),
            ("exceptions", if said.is_null() { 0 } else { count(&said["behaves_like"]["exceptions"]) }.to_string()),
        ];
        of_submission("report.json", name, &parts, figures);
        if !said.is_null() {
            assert_eq!(number("tests"), number("run") + number("not_run"), "{name}");
            let (seen, not_run) = (list(&said["wrong_tests"]).len(), list(&said["not_run_tests"]).len());
            assert_eq!(number("wrong"), seen + not_run, "{name}");
            of_submission("list of tests", name, &[("not run", not_run.to_string())], figures);
            of_submission("list of tests", name, &[("seen wrong", seen.to_string())], figures);
            figures.add("report.json", format!("problems of {name}"), &list(&said["problems"]).len());
        }
        for (position, property) in list(&report["subproperties"]).iter().enumerate() {
            let wrong = if said.is_null() { 0 } else { count(&said["wrong_in_focused_buckets"][position]) };
            figures.add("report.json", format!("wrong on {} of {name}", text(&property["name"])), &wrong);
        }
    }
    for (place, bucket) in list(&report["buckets"]).iter().enumerate() {
        figures.add_both("report.json", &format!("wrong in bucket {place}"), both(&bucket["wrong"]));
        figures.add_both("report.json", &format!("mixed in bucket {place}"), both(&bucket["mixed"]));
        figures.add("report.json", format!("tests of bucket {place}"), &count(&bucket["tests"]));
    }
    for test in list(&report["tests"]) {
        figures.add_both("report.json", &format!("wrong on test {}", text(&test["id"])), both(&test["wrong"]));
    }
    for (figure, key) in
        [("like no other", "like_no_other"), ("mixed buckets", "mixed_buckets"), ("submitted twice", "submitted_twice")]
    {
        figures.add_both("report.json", figure, both(&report[key]));
    }
    figures.add("list of candidates", "mixed buckets", &list(&report["candidates"]).len());
    for candidate in list(&report["candidates"]) {
        let figure = format!("mixed in bucket {}", count(&candidate["bucket"]));
        figures.add_both("list of candidates", &figure, both(&candidate["size"]));
    }
    figures.add("report.json", "behaviors", &list(&report["behaviors"]).len());
    figures.add("list of clusters", "distinct_fingerprints", &list(&report["fingerprints"]).len());
    let sum = |view: Views, parts: &[&str]| -> usize {
        let key = if view == Views::All { "summary" } else { "summary_without_deep" };
        parts.iter().map(|part| count(&report[key][*part])).sum()
    };
    let verdicts = ["proved_correct", "no_mistake_found", "unstable", "faulty", "could_not_run"];
    figures.add_both("sum of the verdicts", "submissions", |view| sum(view, &verdicts));
    figures.add_both("sum of the kinds", "faulty", |view| sum(view, &["too_lax", "too_strict", "both", "no_answer"]));
}
