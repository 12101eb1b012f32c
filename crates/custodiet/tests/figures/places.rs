//! Where figures can be read: each function adds those of one command. `files` and `page` have those of the files.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::files::both;
use super::{Figures, Folder, Views, run, run_json};

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

pub const VERDICTS: [(&str, &str); 9] = [
    ("proved correct", "proved_correct"),
    ("no mistake found", "no_mistake_found"),
    ("unstable", "unstable"),
    ("faulty", "faulty"),
    ("too lax", "too_lax"),
    ("too strict", "too_strict"),
    ("too lax and too strict", "both"),
    ("no answer", "no_answer"),
    ("could not run", "could_not_run"),
];

/// What the line "of these" counts.
const MARKS: [(&str, &str); 5] = [
    ("deeply flawed", "deeply_flawed"),
    ("unrecognized mistakes", "unrecognized"),
    ("wrong in no focused bucket", "unfocused"),
    ("unstable and faulty", "unstable_and_faulty"),
    ("cut short", "cut_short"),
];

/// `too lax 3 · no answer 9`, with the names of the figures. What is not there is zero.
fn parts(shown: &str, known: &[(&str, &'static str)]) -> BTreeMap<&'static str, usize> {
    let mut found: BTreeMap<&'static str, usize> = known.iter().map(|(_, figure)| (*figure, 0)).collect();
    for part in shown.split(" · ").filter(|part| !part.is_empty()) {
        let (label, value) = part.rsplit_once(' ').expect("a number");
        let (_, figure) = known.iter().find(|(name, _)| *name == label).unwrap_or_else(|| panic!("unknown: {part}"));
        found.insert(figure, number(value));
    }
    found
}

/// The table of verdicts: `  label   12   part 3 · other part 9`. Each row is one line here.
pub fn terminal_counts(place: &'static str, shown: &str, figures: &mut Figures) {
    let headline = shown.lines().find(|line| line.contains(" · ") && line.contains(" test")).expect("a headline");
    let part = |what: &str| headline.split(" · ").find(|part| part.contains(what)).expect("a part");
    figures.add(place, "submissions", &number(part(" submission")));
    figures.add(place, "tests", &number(part(" test")));
    let mut rows: Vec<String> = Vec::new();
    for line in shown.lines().skip_while(|line| *line != headline).skip(1).take_while(|line| !line.is_empty()) {
        match rows.last_mut() {
            Some(row) if line.starts_with("   ") => row.extend([" ", line.trim()]),
            _ => rows.push(line.trim().to_owned()),
        }
    }
    let row = |label: &str| rows.iter().find_map(|row| row.strip_prefix(label)).map(str::trim);
    let value = |rest: &str| number(rest.split(' ').next().unwrap_or_default());
    for (label, figure) in
        VERDICTS.iter().filter(|(label, _)| ["no mistake found", "faulty", "could not run"].contains(label))
    {
        figures.add(place, *figure, &value(row(label).unwrap_or_else(|| panic!("no row: {label}"))));
    }
    for (label, figure) in [("proved correct", "proved_correct"), ("unstable", "unstable")] {
        figures.add(place, figure, &row(label).map_or(0, value));
    }
    let kinds = row("faulty").and_then(|rest| rest.split_once(' ')).map_or("", |(_, kinds)| kinds.trim());
    for (figure, value) in parts(kinds, &VERDICTS[4..8]) {
        figures.add(place, figure, &value);
    }
    if place == "report" {
        for (figure, value) in parts(row("of these:").unwrap_or_default(), &MARKS) {
            figures.add("of these", figure, &value);
        }
    }
}

/// The table of what is not checked: a name, then numbers. Rows of zeros are left out.
pub fn terminal_not_checked(place: &'static str, shown: &str, report: &Json, figures: &mut Figures) {
    let table: Vec<Vec<&str>> = shown
        .lines()
        .skip_while(|line| !line.starts_with("not checked"))
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .map(|line| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
        .collect();
    let required = list(&report["subproperties"]).iter().filter(|one| one["required"] == true);
    let named = required.map(|one| (text(&one["shown"]), one));
    for (name, one) in named.chain(list(&report["groups"]).iter().map(|one| (text(&one["name"]), one))) {
        let row = table.iter().find(|row| row[0] == name);
        let is_listed = ["missed", "in_part"].iter().any(|key| count(&one["errors"][*key]["all"]) > 0);
        assert_eq!(row.is_some(), is_listed, "{place}: {name}");
        let at = |place: usize| row.map_or(0, |row| number(row[place]));
        figures.add(place, format!("missed {name}"), &at(1));
        figures.add(place, format!("in part {name}"), &at(2));
    }
}

/// How many clusters and candidates there are: those that are listed with a number, and `and 3 more`.
pub fn terminal_lists(shown: &str, figures: &mut Figures) {
    for (title, figure) in [("behave like", "behaviors"), ("buckets answered inconsistently", "mixed buckets")] {
        let lines = || {
            let section = shown.lines().skip_while(|line| !line.starts_with(title)).skip(1);
            section.take_while(|line| !line.is_empty())
        };
        let is_numbered = |line: &&str| line.get(2..6).is_some_and(|start| start.trim().parse::<usize>().is_ok());
        let more = lines().find_map(|line| line.trim().strip_prefix("and ")?.strip_suffix(" more").map(number));
        figures.add("report", figure, &(lines().filter(is_numbered).count() + more.unwrap_or(0)));
    }
}

/// What `grade` remarks below the table.
pub fn remarks(shown: &str, figures: &mut Figures) {
    let remarks = || shown.lines().filter_map(|line| line.strip_prefix("! "));
    let unfocused = remarks().find_map(|line| line.strip_prefix("wrong in no focused bucket: "));
    figures.add("grade", "unfocused", &unfocused.map_or(0, number));
    let raising = remarks().find(|line| line.contains(" an exception on some test"));
    figures.add("grade", "raising", &raising.map_or(0, number));
}

/// All figures of the summaries, with and without the deeply flawed.
pub fn summary(place: &'static str, json: &Json, figures: &mut Figures) {
    for (view, key) in [(Views::All, "summary"), (Views::WithoutDeep, "summary_without_deep")] {
        for (figure, value) in json[key].as_object().expect("a summary") {
            figures.add(place, view.named(figure), &count(value));
        }
    }
}

pub fn errors(place: &'static str, report: &Json, subproperties: &Json, figures: &mut Figures) {
    for (index, property) in list(subproperties).iter().enumerate() {
        let name = text(&report["subproperties"][index]["shown"]);
        for (figure, key) in [("missed", "missed"), ("in part", "in_part"), ("focused", "focused")] {
            if property["required"] == true || figure == "focused" {
                figures.add_both(place, &format!("{figure} {name}"), both(&property["errors"][key]));
            }
        }
        figures.add_both(place, &format!("explains {name}"), both(&property["explains"]));
    }
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
    for (view, key) in [(Views::All, "all"), (Views::WithoutDeep, "without_deep")] {
        for row in list(&json[key]["rows"]) {
            let group = text(&row["group"]);
            let figure = match group {
                "unfocused" | "positive" => group.to_owned(),
                "total" => "with fingerprint".to_owned(),
                "total without positive" => continue,
                name => format!("focused {name}"),
            };
            let found = row["found"][0].as_u64().map_or(0, |found| found);
            figures.add("compare --json", view.named(&figure), &found);
            if view == Views::All {
                let line = rows.iter().find(|line| line.first() == Some(&group)).expect("a row");
                figures.add("compare", figure, &(if line[1] == "–" { 0 } else { number(line[1]) }));
            }
        }
    }
    figures.add("compare --json", "ran", &count(&json["all"]["submissions"]));
}

/// What `regrade --json` says of those whose grades change.
pub fn regraded(printed: &Json, figures: &mut Figures) {
    figures.add("regrade --json", "tests", &count(&printed["tests"]));
    for change in list(&printed["changes"]) {
        let (name, after) = (text(&change["name"]), &change["after"]);
        figures.add("regrade --json", format!("verdict of {name}"), &text(&after["verdict"]));
        figures.add("regrade --json", format!("wrong of {name}"), &count(&after["wrong"]));
        figures.add("regrade --json", format!("tests of {name}"), &count(&after["tests"]));
    }
}

pub fn feedback(folder: &Folder, report: &Json, figures: &mut Figures) {
    run(&["feedback", &folder.path("results"), "--reveal", "names"]);
    let mut sums = [("no_mistake_found", 0), ("unstable", 0), ("could_not_run", 0), ("faulty", 0)];
    for one in list(&report["submissions"]) {
        let name = text(&one["name"]);
        let page = folder.text(&format!("results/feedback/{}.md", name.replace(',', "_")));
        let answer = page.lines().nth(2).expect("an answer");
        let place = match answer {
            answer if answer.contains("found no mistakes") => 0,
            answer if answer.contains("gave a different answer") => 1,
            answer if answer.contains("could not be run") => 2,
            answer => {
                let (_, found) = answer.split_once(" and found ").unwrap_or_else(|| panic!("{answer}"));
                figures.add("feedback", format!("problems of {name}"), &number(found));
                3
            }
        };
        sums[place].1 += 1;
        if place != 2 {
            let is_step =
                |line: &&str| line.split_once(". ").is_some_and(|(number, _)| number.parse::<usize>().is_ok());
            let more = page.lines().find(|line| line.starts_with("There ") && line.contains(" more problem"));
            let all = page.lines().filter(is_step).count() + more.map_or(0, number);
            figures.add("list in feedback", format!("problems of {name}"), &all);
        }
    }
    sums.into_iter().for_each(|(figure, sum)| figures.add("feedback", figure, &sum));
}
