//! Where figures can be read: each function adds those of one command or file.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use super::{Figures, Folder, run, run_json};

pub fn number(text: &str) -> usize {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("no number: {text}"))
}

pub fn count(json: &Json) -> usize {
    usize::try_from(json.as_u64().unwrap_or_else(|| panic!("no number: {json}"))).expect("small")
}

pub fn list(json: &Json) -> &Vec<Json> {
    json.as_array().unwrap_or_else(|| panic!("no list: {json}"))
}

pub fn text(json: &Json) -> &str {
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
pub fn terminal_counts(place: &'static str, shown: &str, figures: &mut Figures) {
    let headline = shown.lines().find(|line| line.contains(" · ") && line.contains(" test")).expect("a headline");
    let part = |what: &str| headline.split(" · ").find(|part| part.contains(what)).expect("a part");
    figures.add(place, "submissions", &number(part(" submission")));
    figures.add(place, "tests", &number(part(" test")));
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
        figures.add(place, figure, &seen.get(figure).copied().unwrap_or(0));
    }
}

/// The table of what is not checked: a name, then numbers.
pub fn terminal_not_checked(place: &'static str, shown: &str, report: &Json, figures: &mut Figures) {
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
        figures.add(place, format!("missed {name}"), &at(1));
        figures.add(place, format!("in part {name}"), &at(2));
    }
}

pub fn summary(place: &'static str, summary: &Json, figures: &mut Figures) {
    figures.add(place, "submissions", &count(&summary["submissions"]));
    for (_, figure) in VERDICTS {
        figures.add(place, figure, &count(&summary[figure]));
    }
    for figure in ["unfocused", "positive", "unstable_and_faulty", "cut_short", "raising"] {
        figures.add(place, figure, &count(&summary[figure]));
    }
}

pub fn errors(place: &'static str, report: &Json, subproperties: &Json, figures: &mut Figures) {
    for (index, property) in list(subproperties).iter().enumerate() {
        let name = text(&report["subproperties"][index]["shown"]);
        for (figure, key) in [("missed", "missed"), ("in part", "in_part"), ("focused", "focused")] {
            if property["required"] == true || figure == "focused" {
                figures.add(place, format!("{figure} {name}"), &count(&property["errors"][key]["all"]));
            }
        }
    }
}

/// What the files say of each submission.
fn of_submission(place: &'static str, name: &str, parts: &[(&str, String)], figures: &mut Figures) {
    for (what, value) in parts {
        figures.add(place, format!("{what} of {name}"), &value);
    }
}

/// `results.json`, and everything that can be counted anew from the outcomes in it.
pub fn results(folder: &Folder, report: &Json, figures: &mut Figures) {
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
        let buckets: BTreeSet<usize> = wrong.iter().map(|test| count(&test["bucket"])).collect();
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
    figures.add("outcomes", "submissions", &list(&results["submissions"]).len());
    figures.add("outcomes", "tests", &counts.count());
    sums.into_iter().for_each(|(figure, sum)| figures.add("outcomes", figure, &sum));
    let more = [
        ("unstable_and_faulty", unstable_and_faulty),
        ("cut_short", cut_short),
        ("raising", raising),
        ("positive", positive),
        ("unfocused", unfocused),
    ];
    more.into_iter().for_each(|(figure, sum)| figures.add("outcomes", figure, &sum));
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

pub fn tables(folder: &Folder, report: &Json, figures: &mut Figures) {
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
    sums.into_iter().for_each(|(figure, sum)| figures.add("submissions.csv", figure, &sum));
    for (place, row) in table(&folder.text("results/buckets.csv")).into_iter().enumerate() {
        figures.add("buckets.csv", format!("wrong in bucket {place}"), &row["wrong"]);
        figures.add("buckets.csv", format!("tests of bucket {place}"), &row["tests"]);
    }
}

pub fn report_json(report: &Json, figures: &mut Figures) {
    summary("report.json", &report["summary"], figures);
    figures.add("report.json", "tests", &count(&report["suite"]["tests"]));
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
        figures.add("report.json", format!("wrong in bucket {place}"), &count(&bucket["wrong"]["all"]));
        figures.add("report.json", format!("tests of bucket {place}"), &count(&bucket["tests"]));
    }
}

/// What stands between tags.
fn plain(html: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for letter in html.chars() {
        match letter {
            '<' => inside = true,
            '>' => {
                inside = false;
                text.push(' ');
            }
            _ if !inside => text.push(letter),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub fn page(folder: &Folder, report: &Json, figures: &mut Figures) {
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
        figures.add("page", *figure, &value);
    }
    let legend = overview.split("<ul class=\"legend\">").nth(1).expect("a legend");
    let legend = legend.split("</ul>").next().unwrap_or_default();
    for (_, figure) in VERDICTS.iter().filter(|(_, figure)| *figure != "faulty") {
        let item = legend.split("<li>").find(|item| item.contains(&format!("verdict={figure}\"")));
        figures.add("page", *figure, &item.map_or(0, |item| number(plain(item).split(' ').next().unwrap_or_default())));
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
        figures.add("page", format!("missed {name}"), &number_before("missed"));
        figures.add("page", format!("in part {name}"), &number_before("in"));
    }
}

/// The bar of a subproperty, in the view of everybody.
fn overview_of(page: &str, place: usize) -> String {
    let item = page.split(&format!("href=\"#?missed={place}\"")).nth(1).expect("a bar");
    let bar = item.split("class=\"bar v-all\"").nth(1).expect("a bar");
    plain(bar.split("class=\"bar v-without\"").next().unwrap_or(bar)).replace('·', "")
}

/// A folder against its own focused buckets: the first column is the whole suite.
pub fn compared(folder: &Folder, figures: &mut Figures) {
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
        figures.add("compare --json", figure.clone(), &found);
        let line = rows.iter().find(|line| line.first() == Some(&group)).expect("a row");
        figures.add("compare", figure, &(if line[1] == "–" { 0 } else { number(line[1]) }));
    }
    let ran = count(&table["submissions"]);
    figures.add("compare --json", "ran", &ran);
}

pub fn feedback(folder: &Folder, report: &Json, figures: &mut Figures) {
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
    sums.into_iter().for_each(|(figure, sum)| figures.add("feedback", figure, &sum));
}
