//! Undefined names and notes: how many submissions each is about, wherever that can be read.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::places::{list, number, text};
use super::{Figures, Folder};

/// `` `all-true` is used by 3 submissions and defined nowhere `` and `3 submissions: a note`, on a terminal or the page.
pub fn sentences(place: &'static str, shown: &str, figures: &mut Figures) {
    let parts: Vec<&str> = shown.split(" is used by ").collect();
    for pair in parts.windows(2) {
        let name = pair[0].rsplit('`').nth(1).expect("a name");
        figures.add(place, format!("undefined {name}"), &number(pair[1].split(' ').next().unwrap_or_default()));
    }
    let starts = shown.split(['\n', '>', '<']).map(|line| line.trim_start_matches("! "));
    for (users, note) in starts.filter_map(|line| line.split_once(": ")) {
        if users.ends_with(" submission") || users.ends_with(" submissions") {
            figures.add(place, format!("note {note}"), &number(users));
        }
    }
}

/// The lists of a class in JSON.
pub fn lists(place: &'static str, json: &Json, figures: &mut Figures) {
    for (figure, list_, key) in [("undefined", "undefined", "name"), ("note", "notes", "note")] {
        for one in list(&json[list_]) {
            let figure = format!("{figure} {}", text(&one[key]));
            figures.add(place, figure, &list(&one["submissions"]).len());
        }
    }
}

/// Counted anew from what `results.json` and `report.json` say of each submission.
pub fn recount(folder: &Folder, figures: &mut Figures) {
    for (place, file) in
        [("results.json", "results/results.json"), ("submissions in report.json", "results/report.json")]
    {
        let mut sums: BTreeMap<String, usize> = BTreeMap::new();
        for one in list(&folder.json(file)["submissions"]) {
            let empty = Vec::new();
            let parts = |key: &str| one[key].as_array().unwrap_or(&empty).clone();
            for undefined in parts("undefined") {
                *sums.entry(format!("undefined {}", text(&undefined["name"]))).or_default() += 1;
            }
            for note in parts("notes") {
                *sums.entry(format!("note {}", text(&note))).or_default() += 1;
            }
        }
        sums.into_iter().for_each(|(figure, sum)| figures.add(place, figure, &sum));
    }
}
