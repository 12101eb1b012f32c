//! What is said at the end of a run: the answer first, then what to do next.

use std::fmt::Write;
use std::path::Path;

use ::report::plain::line;
use grading::summary::Summary;
use runner::outcome::NotRunReason;
use runner::prepared::PreparedSuite;
use serde_json::{Value as Json, json};
use submissions::Warning;

use crate::commands::explain::layout::hanging;
use crate::style::{bad, doubtful, faint, good, strong};
use crate::words::count;

/// Longest bar of the table of what was missed.
const BAR: usize = 30;
/// So many names are listed.
const NAMES: usize = 5;
/// So many reasons.
const REASONS: usize = 8;

#[derive(Debug)]
pub struct Report<'a> {
    pub exam: &'a PreparedSuite,
    pub analysed: &'a ::report::Report,
    pub summary: &'a Summary,
    pub warnings: &'a [Warning],
    /// Submissions that need not be run again.
    pub known: usize,
    pub sandbox: &'a str,
    pub seconds: f64,
    pub output: &'a Path,
}

impl Report<'_> {
    pub fn json(&self) -> Json {
        let s = self.summary;
        let missed: serde_json::Map<String, Json> =
            self.exam.subproperties.iter().cloned().zip(s.missed.iter().map(|count| json!(count))).collect();
        json!({
            "problem": self.exam.problem,
            "submissions": s.submissions,
            "tests": self.analysed.suite.tests,
            "excluded": self.analysed.excluded,
            "sandbox": self.sandbox,
            "no_mistake_found": s.no_mistake,
            "faulty": s.faulty,
            "too_lax": s.too_lax,
            "too_strict": s.too_strict,
            "both": s.both,
            "only_failing": s.only_failing,
            "could_not_run": s.could_not_run,
            "reasons": s.reasons,
            "missed": missed,
            "only_unfocused": self.analysed.summary.unfocused,
            "only_unstable": s.only_unstable,
            "unstable": s.unstable,
            "cut_short": s.cut_short.values().flatten().collect::<Vec<_>>(),
            "known_before": self.known,
            "warnings": self.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "results": self.output.join("results.json"),
            "report": self.output.join("report.html"),
        })
    }

    pub fn text(&self, width: usize) -> String {
        let mut text = String::new();
        self.shared(&mut text, width);
        self.counts(&mut text, width);
        self.missed(&mut text);
        self.remarks(&mut text, width);
        let files =
            format!("report: {} · results.json and tables beside it", self.output.join("report.html").display());
        let _ = write!(text, "\n{files}\n");
        text.push_str(&faint(&self.next()));
        text.push('\n');
        text
    }

    /// Failures that many share come first: they are probably ours, and then nothing below is to be trusted.
    fn shared(&self, text: &mut String, width: usize) {
        for (why, names) in self.summary.shared() {
            let many = format!("{} of {} submissions could not run", names.len(), self.summary.submissions);
            let said = format!("{many}, all for one reason, which may not be theirs: {}", line(why));
            text.push_str(&hanging(&format!("{} ", doubtful("!")), &said, width));
            let prelude = if self.summary.pyret.contains(why) { ", --prelude FILE what Pyret includes" } else { "" };
            let help = format!(
                "is something missing that they were given? --support DIR supplies files, --alias NAME another name{prelude}"
            );
            text.push_str(&hanging("  ", &faint(&help), width));
            text.push('\n');
        }
    }

    fn counts(&self, text: &mut String, width: usize) {
        let s = self.summary;
        let _ = writeln!(
            text,
            "{} · {} · seed {} · sandbox {} · {:.0} s{}",
            strong(&count(s.submissions, "submission")),
            count(self.analysed.suite.tests, "test"),
            self.exam.seed,
            self.sandbox,
            self.seconds.ceil(),
            if self.known > 0 { format!(" · {} known from before", self.known) } else { String::new() }
        );
        let mut row = |label: &str, number: usize, paint: fn(&str) -> String, more: String| {
            let number = format!("{number:>6}");
            let number = if number.trim() == "0" { number } else { paint(&number) };
            let start = format!("  {label:<16}{number}   ");
            if more.is_empty() {
                let _ = writeln!(text, "{}", start.trim_end());
            } else {
                text.push_str(&hanging(&start, &more, width));
            }
        };
        row("no mistake found", s.no_mistake, good, String::new());
        let kinds = [
            ("too lax", s.too_lax),
            ("too strict", s.too_strict),
            ("both", s.both),
            ("only raise or never end", s.only_failing),
        ];
        if s.only_unstable > 0 {
            let more = "no mistake found, but asked twice they answer differently".to_owned();
            row("unstable", s.only_unstable, doubtful, more);
        }
        row("faulty", s.faulty, bad, parts(&kinds));
        let reasons: Vec<(&str, usize)> = s.reasons.iter().map(|(why, names)| (&**why, names.len())).collect();
        row("could not run", s.could_not_run, doubtful, reasons_in_words(&reasons));
    }

    fn missed(&self, text: &mut String) {
        let required = self.analysed.subproperties.iter().filter(|one| one.required);
        let mut rows: Vec<(&str, usize)> =
            required.map(|one| (&*one.shown, one.errors.missed.all + one.errors.in_part.all)).collect();
        rows.retain(|(_, missed)| *missed > 0);
        rows.sort_by_key(|(_, missed)| std::cmp::Reverse(*missed));
        let Some(most) = rows.first().map(|(_, missed)| *missed) else { return };
        let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max("not checked".len());
        let _ = writeln!(text, "\n{}    submissions", strong(&format!("{:<1$}", "not checked", width + 2)));
        for (name, missed) in rows {
            let bar = "█".repeat((missed * BAR).div_ceil(most.max(BAR)));
            let _ = writeln!(text, "  {name:<width$}  {missed:>6}  {bar}");
        }
    }

    fn remarks(&self, text: &mut String, width: usize) {
        let s = self.summary;
        let mut remarks: Vec<String> = Vec::new();
        let unfocused = self.analysed.summary.unfocused;
        if unfocused > 0 {
            remarks.push(format!("only seen in unfocused buckets: {unfocused}"));
        }
        if s.raising > 0 {
            let of = if s.raising == 1 { "submission raises" } else { "submissions raise" };
            remarks.push(format!("{} {of} on some test, which counts as wrong", s.raising));
        }
        if !s.unstable.is_empty() {
            remarks.push(format!("unstable: {} (asked twice, answered differently)", some(&s.unstable)));
        }
        for (why, names) in &s.cut_short {
            let when = match why {
                NotRunReason::TimeOuts => "after five time-outs",
                NotRunReason::Budget => "when the tests together took too long (--budget gives more time)",
                NotRunReason::NotLoaded => "when loading it again failed",
            };
            remarks.push(format!("cut short {when}, some tests not run: {}", some(names)));
        }
        for one in &self.analysed.excluded {
            remarks.push(format!("{} is excluded: {}", one.what, line(&one.reason)));
        }
        remarks.extend(self.warnings.iter().map(|warning| line(&warning.to_string())));
        if !remarks.is_empty() {
            text.push('\n');
        }
        for remark in remarks {
            text.push_str(&hanging(&format!("{} ", doubtful("!")), &remark, width));
        }
    }

    fn next(&self) -> String {
        let folder = self.output.display();
        if self.summary.no_mistake < self.summary.submissions {
            format!(
                "next: custodiet report {folder} · feedback for students: custodiet feedback {folder} --reveal hints"
            )
        } else {
            "next: nothing to mend".to_owned()
        }
    }
}

/// `121 too lax · 9 too strict`, without what is nobody's.
fn parts(kinds: &[(&str, usize)]) -> String {
    let kinds = kinds.iter().filter(|(_, number)| *number > 0);
    kinds.map(|(kind, number)| format!("{kind} {number}")).collect::<Vec<_>>().join(" · ")
}

fn reasons_in_words(reasons: &[(&str, usize)]) -> String {
    let mut reasons = reasons.to_vec();
    reasons.sort_by_key(|(_, number)| std::cmp::Reverse(*number));
    let cut = |why: &str| {
        let why = line(why);
        match why.char_indices().nth(70) {
            Some((end, _)) => format!("{}…", &why[..end]),
            None => why,
        }
    };
    let mut shown: Vec<String> =
        reasons.iter().take(REASONS).map(|(why, number)| format!("{number} {}", cut(why))).collect();
    if reasons.len() > REASONS {
        shown.push(format!("{}: see results.csv", count(reasons.len() - REASONS, "other reason")));
    }
    shown.join(" · ")
}

fn some(names: &[String]) -> String {
    let shown = names.iter().take(NAMES).map(|name| line(name)).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(NAMES) {
        0 => shown,
        rest => format!("{shown} and {rest} more"),
    }
}
