//! Every figure that people or programs can read in more than one place has one value.
//!
//! Grades each bundled class and each class of fixtures, collects the figures of every command and file, and compares them.
//! Figures are also counted anew from the raw outcomes of `results.json`, so that all places cannot be wrong together.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;

const TOPOSORT: &str = "docs/examples/toposort-suite.json";

/// A folder of its own, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("custodiet-figures-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn json(&self, name: &str) -> Json {
        serde_json::from_str(&self.text(name)).expect("JSON")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run(args: &[&str]) -> String {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let output = Command::new(env!("CARGO_BIN_EXE_custodiet"))
        .args(args)
        .current_dir(root)
        .env("NO_COLOR", "1")
        .output()
        .expect("the program runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{args:?}\n{errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn run_json(args: &[&str]) -> Json {
    serde_json::from_str(&run(&[args, &["--json"]].concat())).expect("JSON")
}

/// The name of a figure, then where it was read and what it was there.
#[derive(Default)]
struct Figures(BTreeMap<String, Vec<(&'static str, String)>>);

impl Figures {
    fn add(&mut self, place: &'static str, figure: impl Into<String>, value: impl ToString) {
        self.0.entry(figure.into()).or_default().push((place, value.to_string()));
    }

    /// What is read in one place only, and what has two values.
    fn disagreements(&self) -> Vec<String> {
        let differ = |values: &&Vec<(&str, String)>| values.iter().any(|(_, value)| *value != values[0].1);
        let all = self.0.iter().filter(|(_, values)| differ(values));
        all.map(|(figure, values)| format!("{figure}: {values:?}")).collect()
    }
}

fn number(text: &str) -> usize {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("no number: {text}"))
}

fn count(json: &Json) -> usize {
    usize::try_from(json.as_u64().unwrap_or_else(|| panic!("no number: {json}"))).expect("small")
}

fn list(json: &Json) -> &Vec<Json> {
    json.as_array().unwrap_or_else(|| panic!("no list: {json}"))
}

fn text(json: &Json) -> &str {
    json.as_str().unwrap_or_else(|| panic!("no text: {json}"))
}

const VERDICTS: [(&str, &str); 8] = [
    ("no mistake found", "no_mistake_found"),
    ("unstable", "unstable"),
    ("faulty", "faulty"),
    ("too lax", "too_lax"),
    ("too strict", "too_strict"),
    ("too lax and too strict", "both"),
    ("no answer", "no_answer"),
    ("could not run", "could_not_run"),
];

/// The rows of a table on the terminal: `  label   12   part 3 · other part 9`.
fn terminal_counts(place: &'static str, shown: &str, figures: &mut Figures) {
    let headline = shown.lines().find(|line| line.contains(" · ") && line.contains(" test")).expect("a headline");
    let part = |what: &str| headline.split(" · ").find(|part| part.contains(what)).expect("a part");
    figures.add(place, "submissions", number(part(" submission")));
    figures.add(place, "tests", number(part(" test")));
    let mut seen = BTreeMap::new();
    for line in shown.lines().skip_while(|line| *line != headline).skip(1).take_while(|line| !line.is_empty()) {
        for (label, figure) in VERDICTS {
            if let Some(rest) = line.strip_prefix(&format!("  {label} "))
                && rest.starts_with(' ')
            {
                seen.insert(figure, number(rest.split_whitespace().next().unwrap_or_default()));
            }
        }
        for part in line.split(" · ") {
            let part = part.rsplit("   ").next().unwrap_or(part).trim();
            let named =
                [("too lax", "too_lax"), ("too strict", "too_strict"), ("both", "both"), ("no answer", "no_answer")];
            for (label, figure) in named {
                if let Some(rest) = part.strip_prefix(&format!("{label} ")) {
                    seen.insert(figure, number(rest));
                }
            }
        }
    }
    for (_, figure) in VERDICTS {
        figures.add(place, figure, seen.get(figure).copied().unwrap_or(0));
    }
}

/// The table of what is not checked: a name, then numbers.
fn terminal_not_checked(place: &'static str, shown: &str, report: &Json, figures: &mut Figures) {
    let table: Vec<Vec<&str>> = shown
        .lines()
        .skip_while(|line| !line.starts_with("not checked"))
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .map(|line| line.split_whitespace().collect())
        .collect();
    for property in list(&report["subproperties"]).iter().filter(|one| one["required"] == true) {
        let name = text(&property["shown"]);
        let row = table.iter().find(|row| row[0] == name);
        let at = |place: usize| row.map_or(0, |row| number(row[place]));
        figures.add(place, format!("missed {name}"), at(1));
        figures.add(place, format!("in part {name}"), at(2));
    }
}

fn summary(place: &'static str, summary: &Json, figures: &mut Figures) {
    figures.add(place, "submissions", count(&summary["submissions"]));
    for (_, figure) in VERDICTS {
        figures.add(place, figure, count(&summary[figure]));
    }
    for figure in ["unfocused", "positive", "unstable_and_faulty", "cut_short", "raising"] {
        figures.add(place, figure, count(&summary[figure]));
    }
}

fn errors(place: &'static str, report: &Json, subproperties: &Json, figures: &mut Figures) {
    for (index, property) in list(subproperties).iter().enumerate() {
        let name = text(&report["subproperties"][index]["shown"]);
        for (figure, key) in [("missed", "missed"), ("in part", "in_part"), ("focused", "focused")] {
            if property["required"] == true || figure == "focused" {
                figures.add(place, format!("{figure} {name}"), count(&property["errors"][key]["all"]));
            }
        }
    }
}

/// What the files say of each submission.
fn of_submission(place: &'static str, name: &str, parts: &[(&str, String)], figures: &mut Figures) {
    for (what, value) in parts {
        figures.add(place, format!("{what} of {name}"), value);
    }
}

/// `results.json`, and everything that can be counted anew from the outcomes in it.
fn results(folder: &Folder, report: &Json, figures: &mut Figures) {
    let results = folder.json("results/results.json");
    let tests = list(&report["tests"]);
    let counts = tests.iter().filter(|test| test["excluded"] == false);
    let mut sums: BTreeMap<&str, usize> = VERDICTS.iter().map(|(_, figure)| (*figure, 0)).collect();
    let (mut unstable_and_faulty, mut cut_short, mut raising, mut positive, mut unfocused) = (0, 0, 0, 0, 0);
    for one in list(&results["submissions"]) {
        let name = text(&one["name"]);
        let ran = one["status"] == "graded";
        let outcome = |test: &Json| one["outcomes"][text(&test["id"])].as_str().unwrap_or("not_run").to_owned();
        let expected = |test: &Json| if test["expect"] == true { "accepted" } else { "rejected" };
        let wrong: Vec<&Json> = counts
            .clone()
            .filter(|test| ran && outcome(test) != "not_run" && outcome(test) != expected(test))
            .collect();
        let lax = wrong.iter().any(|test| outcome(test) == "accepted");
        let strict = wrong.iter().any(|test| test["expect"] == true);
        let not_run = counts.clone().filter(|test| ran && outcome(test) == "not_run").count();
        let unstable = one["unstable"] == true;
        let verdict = match (ran, wrong.is_empty(), unstable, lax, strict) {
            (false, ..) => "could_not_run",
            (_, true, true, ..) => "unstable",
            (_, true, false, ..) => "no_mistake_found",
            (.., true, true) => "both",
            (.., true, false) => "too_lax",
            (.., false, true) => "too_strict",
            (.., false, false) => "no_answer",
        };
        *sums.entry(verdict).or_default() += 1;
        *sums.entry("faulty").or_default() += usize::from(!wrong.is_empty());
        unstable_and_faulty += usize::from(unstable && !wrong.is_empty());
        cut_short += usize::from(not_run > 0);
        raising += usize::from(counts.clone().any(|test| ran && outcome(test) == "raised"));
        let buckets: std::collections::BTreeSet<usize> = wrong.iter().map(|test| count(&test["bucket"])).collect();
        let bucket = |number: &usize| &report["buckets"][*number];
        positive += usize::from(buckets.iter().any(|one| bucket(one)["positive"] == true));
        let negative: Vec<&Json> = buckets.iter().map(bucket).filter(|one| one["positive"] == false).collect();
        let focused = negative.iter().any(|one| !list(&one["focused_on"]).is_empty());
        unfocused += usize::from(!negative.is_empty() && !focused);
        let again = [
            ("verdict", verdict.to_owned()),
            ("wrong", wrong.len().to_string()),
            ("not run", not_run.to_string()),
            ("unstable", unstable.to_string()),
            ("buckets", buckets.len().to_string()),
        ];
        of_submission("outcomes", name, &again, figures);
        let written = [
            ("verdict", text(&one["verdict"]).to_owned()),
            ("wrong", count(&one["wrong"]).to_string()),
            ("tests", count(&one["tests"]).to_string()),
            ("not run", one["not_run"].as_u64().unwrap_or(0).to_string()),
            ("unstable", unstable.to_string()),
            ("buckets", list(&one["fingerprint"]).len().to_string()),
        ];
        of_submission("results.json", name, &written, figures);
    }
    figures.add("outcomes", "submissions", list(&results["submissions"]).len());
    figures.add("outcomes", "tests", counts.count());
    sums.into_iter().for_each(|(figure, sum)| figures.add("outcomes", figure, sum));
    let more = [
        ("unstable_and_faulty", unstable_and_faulty),
        ("cut_short", cut_short),
        ("raising", raising),
        ("positive", positive),
        ("unfocused", unfocused),
    ];
    more.into_iter().for_each(|(figure, sum)| figures.add("outcomes", figure, sum));
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

fn tables(folder: &Folder, report: &Json, figures: &mut Figures) {
    for row in table(&folder.text("results/results.csv")) {
        let parts = ["verdict", "wrong", "tests", "unstable"].map(|what| (what, row[what].clone()));
        of_submission("results.csv", &row["name"], &parts, figures);
    }
    let mut sums: BTreeMap<String, usize> = BTreeMap::new();
    for row in table(&folder.text("results/submissions.csv")) {
        let ran = row["verdict"] != "could_not_run";
        let or_none = |what: &str, none: &str| if ran { row[what].clone() } else { none.to_owned() };
        let parts = [
            ("verdict", row["verdict"].clone()),
            ("wrong", or_none("wrong", "0")),
            ("not run", or_none("not_run", "0")),
            ("unstable", or_none("unstable", "false")),
        ];
        of_submission("submissions.csv", &row["name"], &parts, figures);
        for property in list(&report["subproperties"]).iter().filter(|one| one["required"] == true) {
            for (figure, word) in [("missed", "missed"), ("in part", "in_part")] {
                let name = format!("{figure} {}", text(&property["shown"]));
                *sums.entry(name).or_default() += usize::from(row[text(&property["name"])] == word);
            }
        }
    }
    sums.into_iter().for_each(|(figure, sum)| figures.add("submissions.csv", figure, sum));
    for (place, row) in table(&folder.text("results/buckets.csv")).into_iter().enumerate() {
        figures.add("buckets.csv", format!("wrong in bucket {place}"), &row["wrong"]);
        figures.add("buckets.csv", format!("tests of bucket {place}"), &row["tests"]);
    }
}

fn report_json(report: &Json, figures: &mut Figures) {
    summary("report.json", &report["summary"], figures);
    figures.add("report.json", "tests", count(&report["suite"]["tests"]));
    errors("report.json", report, &report["subproperties"], figures);
    for one in list(&report["submissions"]) {
        let said = &one["diagnosis"];
        let number = |key: &str| if said.is_null() { 0 } else { count(&said[key]) };
        let parts = [
            ("verdict", text(&one["verdict"]).to_owned()),
            ("wrong", number("wrong").to_string()),
            ("tests", (number("run") + number("not_run")).to_string()),
            ("not run", number("not_run").to_string()),
            ("unstable", (!said.is_null() && !list(&said["unstable"]).is_empty()).to_string()),
            ("buckets", if said.is_null() { 0 } else { list(&said["fingerprint"]).len() }.to_string()),
        ];
        of_submission("report.json", text(&one["name"]), &parts, figures);
    }
    for (place, bucket) in list(&report["buckets"]).iter().enumerate() {
        figures.add("report.json", format!("wrong in bucket {place}"), count(&bucket["wrong"]["all"]));
        figures.add("report.json", format!("tests of bucket {place}"), count(&bucket["tests"]));
    }
}

/// What stands between tags.
fn plain(html: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for letter in html.chars() {
        match letter {
            '<' => inside = true,
            '>' => (inside, _) = (false, text.push(' ')),
            _ if !inside => text.push(letter),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn page(folder: &Folder, report: &Json, figures: &mut Figures) {
    let page = folder.text("results/report.html");
    let overview = page.split("<section id=\"overview\"").nth(1).expect("an overview");
    let overview = overview.split("<div class=\"v-without\">").next().unwrap_or(overview);
    let headline = overview.split("<p class=\"headline\">").nth(1).expect("a headline");
    let headline = plain(headline.split("</p>").next().unwrap_or_default());
    let numbers: Vec<usize> = headline
        .split(' ')
        .filter(|word| word.starts_with(|letter: char| letter.is_ascii_digit()))
        .map(number)
        .collect();
    for (figure, value) in ["faulty", "submissions", "no_mistake_found", "tests"].iter().zip(&numbers) {
        figures.add("page", *figure, value);
    }
    let legend = overview.split("<ul class=\"legend\">").nth(1).expect("a legend");
    let legend = legend.split("</ul>").next().unwrap_or_default();
    for (_, figure) in VERDICTS.iter().filter(|(_, figure)| *figure != "faulty") {
        let item = legend.split("<li>").find(|item| item.contains(&format!("verdict={figure}\"")));
        figures.add("page", *figure, item.map_or(0, |item| number(plain(item).split(' ').next().unwrap_or_default())));
    }
    for one in list(&report["submissions"]) {
        let item =
            page.split(&format!("<details class=\"sub\" id=\"s-{}\"", count(&one["number"]))).nth(1).expect("an item");
        let attribute = |name: &str| {
            let rest = item.split(&format!("data-{name}=\"")).nth(1).expect("an attribute");
            rest.split('"').next().unwrap_or_default().to_owned()
        };
        let wrong = if attribute("wrong") == "-1" { "0".to_owned() } else { attribute("wrong") };
        let unstable = attribute("mark").split(' ').any(|mark| mark == "unstable").to_string();
        let parts = [("verdict", attribute("verdict")), ("wrong", wrong), ("unstable", unstable)];
        of_submission("page", text(&one["name"]), &parts, figures);
    }
    for (place, property) in
        list(&report["subproperties"]).iter().enumerate().filter(|(_, one)| one["required"] == true)
    {
        let bar = overview_of(&page, place);
        let number_before = |word: &str| {
            let words: Vec<&str> = bar.split(' ').collect();
            words.windows(2).find(|pair| pair[1] == word).map_or(0, |pair| number(pair[0]))
        };
        let name = text(&property["shown"]);
        figures.add("page", format!("missed {name}"), number_before("missed"));
        figures.add("page", format!("in part {name}"), number_before("in"));
    }
}

/// The bar of a subproperty, in the view of everybody.
fn overview_of(page: &str, place: usize) -> String {
    let item = page.split(&format!("href=\"#?missed={place}\"")).nth(1).expect("a bar");
    let bar = item.split("class=\"bar v-all\"").nth(1).expect("a bar");
    plain(bar.split("class=\"bar v-without\"").next().unwrap_or(bar)).replace('·', "")
}

/// A folder against its own focused buckets: the first column is the whole suite.
fn compared(folder: &Folder, figures: &mut Figures) {
    let dir = folder.path("results");
    let sides = [format!("all={dir}"), format!("focused={dir}:focused")];
    let args = ["compare", &sides[0], &sides[1]];
    let (json, shown) = (run_json(&args), run(&args));
    let rows: Vec<Vec<&str>> = shown
        .lines()
        .map(|line| line.trim_start().split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
        .collect();
    let table = &json["all"];
    for row in list(&table["rows"]) {
        let group = text(&row["group"]);
        let figure = match group {
            "unfocused" | "positive" => group.to_owned(),
            "total" => "faulty".to_owned(),
            "total without positive" => continue,
            name => format!("focused {name}"),
        };
        let found = row["found"][0].as_u64().map_or(0, |found| found);
        figures.add("compare --json", figure.clone(), found);
        let line = rows.iter().find(|line| line.first() == Some(&group)).expect("a row");
        figures.add("compare", figure, if line[1] == "–" { 0 } else { number(line[1]) });
    }
    let ran = count(&table["submissions"]);
    figures.add("compare --json", "ran", ran);
}

fn feedback(folder: &Folder, report: &Json, figures: &mut Figures) {
    run(&["feedback", &folder.path("results"), "--reveal", "names"]);
    let mut sums = [("no_mistake_found", 0), ("unstable", 0), ("could_not_run", 0), ("faulty", 0)];
    for one in list(&report["submissions"]) {
        let name = text(&one["name"]).replace(',', "_");
        let page = folder.text(&format!("results/feedback/{name}.md"));
        let answer = page.lines().nth(2).expect("an answer");
        let place = match answer {
            answer if answer.contains("found no mistakes") => 0,
            answer if answer.contains("a different answer") => 1,
            answer if answer.contains("could not be run") => 2,
            answer => {
                assert!(answer.contains("found"), "{answer}");
                3
            }
        };
        sums[place].1 += 1;
    }
    sums.into_iter().for_each(|(figure, sum)| figures.add("feedback", figure, sum));
}

/// Everything that can be read of a folder of results.
fn collect(folder: &Folder, shown: &str, printed: &Json) -> Figures {
    let mut figures = Figures::default();
    let dir = folder.path("results");
    let report = folder.json("results/report.json");
    terminal_counts("grade", shown, &mut figures);
    terminal_not_checked("grade", shown, &report, &mut figures);
    summary("grade --json", &printed["summary"], &mut figures);
    figures.add("grade --json", "tests", count(&printed["tests"]));
    errors("grade --json", &report, &printed["subproperties"], &mut figures);
    let names =
        |list_: &Json, figure: &str, figures: &mut Figures| figures.add("grade --json", figure, list(list_).len());
    names(&printed["cut_short"], "cut_short", &mut figures);
    let reasons: usize = printed["reasons"].as_object().expect("reasons").values().map(|names| list(names).len()).sum();
    figures.add("grade --json", "could_not_run", reasons);
    let shown = run(&["report", &dir]);
    terminal_counts("report", &shown, &mut figures);
    terminal_not_checked("report", &shown, &report, &mut figures);
    let printed = run_json(&["report", &dir]);
    summary("report --json", &printed["summary"], &mut figures);
    figures.add("report --json", "tests", count(&printed["tests"]));
    errors("report --json", &report, &printed["subproperties"], &mut figures);
    report_json(&report, &mut figures);
    results(folder, &report, &mut figures);
    tables(folder, &report, &mut figures);
    page(folder, &report, &mut figures);
    feedback(folder, &report, &mut figures);
    let summary = &report["summary"];
    let ran = count(&summary["submissions"]) - count(&summary["could_not_run"]);
    figures.add("report.json", "ran", ran);
    // Without Pyret, no submission to matcher can run.
    if ran > 0 {
        compared(folder, &mut figures);
    }
    let parts = ["no_mistake_found", "unstable", "faulty", "could_not_run"];
    figures.add("sum of the verdicts", "submissions", parts.iter().map(|part| count(&summary[*part])).sum::<usize>());
    let kinds = ["too_lax", "too_strict", "both", "no_answer"];
    figures.add("sum of the kinds", "faulty", kinds.iter().map(|part| count(&summary[*part])).sum::<usize>());
    figures
}

/// Grades twice, since text and JSON are printed by separate runs; the second runs nothing.
fn graded(folder: &Folder, suite: &str, submissions: &[&str]) -> Figures {
    let dir = folder.path("results");
    let args = [&["grade", suite][..], submissions, &["-o", &dir, "--time", "0.2"]].concat();
    let shown = run(&args);
    let printed = run_json(&args);
    collect(folder, &shown, &printed)
}

fn check(figures: &Figures) {
    let disagreements = figures.disagreements();
    assert!(
        disagreements.is_empty(),
        "{} of {} figures:\n{}",
        disagreements.len(),
        figures.0.len(),
        disagreements.join("\n")
    );
}

/// The value that every place agrees on.
fn value(figures: &Figures, figure: &str) -> usize {
    number(&figures.0[figure][0].1)
}

fn suite_of(folder: &Folder, problem: &str) -> String {
    let suite = folder.path("suite.json");
    run(&["suite", &format!("problems/{problem}.py"), "--tests", "2", "--engine", "solver", "-o", &suite]);
    suite
}

/// The bundled class with one of everything: unstable, cut short, not loading, raising. What disagreed here: an unstable
/// submission without a mistake was counted with those without a mistake in `report` and apart from them in `grade`; `missed`
/// in `grade --json` counted wrong answers in focused buckets, and the table `not checked` of `grade` what is not checked.
#[test]
fn of_the_toposort_samples() {
    let folder = Folder::new("toposort");
    let figures = graded(&folder, TOPOSORT, &["submissions/toposort"]);
    check(&figures);
    for figure in
        ["no_mistake_found", "unstable", "faulty", "could_not_run", "cut_short", "raising", "too_lax", "no_answer"]
    {
        assert!(value(&figures, figure) > 0, "the class has none that is {figure}");
    }
    assert_eq!((value(&figures, "no_mistake_found"), value(&figures, "unstable")), (2, 1));
    // With tests taken out.
    let dir = folder.path("results");
    run(&["regrade", &dir, "--exclude", "uniqueness", "--reason", "not taught yet"]);
    let without = graded(&folder, TOPOSORT, &["submissions/toposort"]);
    check(&without);
    assert!(value(&without, "tests") < value(&figures, "tests"));
    assert!(value(&without, "no_mistake_found") > value(&figures, "no_mistake_found"));
}

/// Submissions in a language that this machine may lack are counted as well.
#[test]
fn of_the_sortacle_and_matcher_samples() {
    for problem in ["sortacle", "matcher"] {
        let folder = Folder::new(problem);
        let suite = suite_of(&folder, problem);
        check(&graded(&folder, &suite, &[&format!("submissions/{problem}")]));
    }
}

#[test]
fn of_the_fixtures() {
    for problem in ["toposort", "sortacle", "matcher"] {
        let folder = Folder::new(&format!("fixtures-{problem}"));
        let suite = suite_of(&folder, problem);
        check(&graded(&folder, &suite, &[&format!("crates/custodiet/tests/predicates/{problem}")]));
    }
}

/// Faulty and unstable at once; only unstable; raising only where nothing counts.
#[test]
fn of_a_class_that_is_hard_to_count() {
    let folder = Folder::new("hard");
    let write = |name: &str, text: &str| {
        fs::create_dir_all(folder.0.join("class")).expect("a folder");
        fs::write(folder.0.join("class").join(name), text).expect("written");
    };
    write("faulty_and_unstable.py", "import random\n\ndef is_valid(edges, order):\n    return random.random() < 0.5\n");
    write("always.py", "def is_valid(edges, order):\n    return True\n");
    write("never.py", "def is_valid(edges, order):\n    return False\n");
    write("nothing.py", "x = 1\n");
    write("empty.py", "");
    write("two words, and more.py", "def is_valid(edges, order):\n    return len(order) == len(set(order))\n");
    write("raises.py", "def is_valid(edges, order):\n    return order[0] == edges[0][0]\n");
    let figures = graded(&folder, TOPOSORT, &[&folder.path("class")]);
    check(&figures);
    assert_eq!(value(&figures, "unstable_and_faulty"), 1);
    assert!(value(&figures, "could_not_run") >= 1);
}
