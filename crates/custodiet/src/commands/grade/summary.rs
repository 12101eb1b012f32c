//! What `grade` and `merge` print at the end: the answer first, then what to do next.

use std::fmt::Write;
use std::path::Path;

use ::report::ClassReport;
use ::report::model::ReasonReport;
use ::report::plain::line;
use decision::Undecided;
use grading::Shard;
use grading::merge::NOT_GRADED;
use runner::limits::TIME_OUTS;
use runner::outcome::NotRunReason;
use serde_json::{Map, Value as Json, json};
use submissions::Warning;

use crate::commands::explain::layout::hanging;
use crate::commands::report::figures::{self, not_checked, proofs, some, verdicts};
use crate::commands::report::loading::{self, named};
use crate::input::for_shell;
use crate::style::{doubtful, faint, strong};
use crate::words::count;

/// What was graded.
#[derive(Clone, Copy, Debug)]
pub enum RunScope {
    Class,
    /// A part of a class, and the number of submissions in that class.
    Part {
        shard: Shard,
        class: usize,
    },
    /// A class whose parts were graded before. Submissions of missing parts were not.
    Merged {
        parts: usize,
        not_graded: usize,
    },
}

#[derive(Debug)]
pub struct RunSummary<'a> {
    pub report: &'a ClassReport,
    pub scope: RunScope,
    pub warnings: &'a [Warning],
    /// Submissions that did not have to be run again.
    pub known: usize,
    /// Tests that were made of pairs that a proof found.
    pub adopted: usize,
    /// Decides the order in which tests are run.
    pub seed: u64,
    pub seconds: f64,
    pub output: &'a Path,
}

impl RunSummary<'_> {
    pub fn json(&self) -> Json {
        let reasons = self.report.reasons.iter();
        let reasons: Map<String, Json> =
            reasons.map(|one| (one.reason.clone(), json!(named(self.report, &one.submissions)))).collect();
        let mut json = figures::json(self.report);
        let more = [
            ("reasons", Json::Object(reasons)),
            ("unstable", json!(self.unstable())),
            ("cut_short", json!(self.cut_short().iter().map(|(_, name)| *name).collect::<Vec<_>>())),
            ("known_before", json!(self.known)),
            ("adopted", json!(self.adopted)),
            ("warnings", json!(self.warnings.iter().map(ToString::to_string).collect::<Vec<_>>())),
        ];
        let files =
            [("results", json!(self.output.join("results.json"))), ("report", json!(self.output.join("report.html")))];
        let scope = match self.scope {
            RunScope::Class => files.to_vec(),
            RunScope::Part { shard, class } => {
                vec![("shard", json!({ "index": shard.index(), "count": shard.count(), "class": class }))]
            }
            RunScope::Merged { parts, not_graded } => {
                [&[("parts", json!(parts)), ("not_graded", json!(not_graded))], &files[..]].concat()
            }
        };
        if let Json::Object(fields) = &mut json {
            fields.extend(more.into_iter().chain(scope).map(|(name, value)| (name.to_owned(), value)));
        }
        json
    }

    pub fn text(&self, width: usize) -> String {
        let mut text = self.common_reasons(width);
        text.push_str(&self.headline());
        text.push_str(&verdicts(self.report, width));
        text.push_str(&proofs(self.report, width));
        text.push_str(&not_checked(self.report));
        text.push_str(&loading::shown(self.report, width));
        let remarks = self.remarks();
        if !remarks.is_empty() {
            text.push('\n');
        }
        for remark in remarks {
            text.push_str(&hanging(&format!("{} ", doubtful("!")), &remark, width));
        }
        text.push('\n');
        if !matches!(self.scope, RunScope::Part { .. }) {
            let page = self.output.join("report.html");
            let _ = writeln!(text, "report: {} · results.json and tables are next to it", page.display());
        }
        text.push_str(&faint(&self.next()));
        text.push('\n');
        text
    }

    fn headline(&self) -> String {
        let known = if self.known > 0 { format!(" · {} graded before", self.known) } else { String::new() };
        let number = self.report.summary.submissions;
        let submissions = match self.scope {
            RunScope::Class => strong(&count(number, "submission")),
            RunScope::Part { shard, class } => {
                strong(&format!("part {shard} · {number} of {}", count(class, "submission")))
            }
            RunScope::Merged { parts, .. } => {
                format!("{} from {}", strong(&count(number, "submission")), count(parts, "part"))
            }
        };
        format!(
            "{submissions} · {} · seed {} · sandbox {} · {:.0} s{known}\n",
            count(self.report.suite.tests, "test"),
            self.seed,
            self.report.sandbox,
            self.seconds.ceil(),
        )
    }

    /// Failures that many share come first: they are probably not the submissions' fault, and make the rest meaningless.
    fn common_reasons(&self, width: usize) -> String {
        // What is said about missing parts is said below.
        let is_common = |one: &&ReasonReport| one.is_common && !one.reason.starts_with(NOT_GRADED);
        let mut common: Vec<_> = self.report.reasons.iter().filter(is_common).collect();
        common.sort_by_key(|one| std::cmp::Reverse(one.submissions.len()));
        let mut text = String::new();
        for one in common {
            let many = format!("{} of {} submissions", one.submissions.len(), self.report.summary.submissions);
            let said = format!(
                "{many} could not run for the same reason, which may not be their fault: {}",
                line(&one.reason)
            );
            text.push_str(&hanging(&format!("{} ", doubtful("!")), &said, width));
            // Names are listed below, with what to do about them; a reason that is the machine's says so itself.
            let has_way_out = |index: &usize| {
                let submission = &self.report.submissions[*index];
                submission.not_started || !submission.undefined.is_empty()
            };
            if one.submissions.iter().all(has_way_out) {
                text.push('\n');
                continue;
            }
            let is_pyret = |index: &usize| self.report.submissions[*index].language == "pyret";
            let prelude =
                if one.submissions.iter().any(is_pyret) { ", --prelude FILE a file that Pyret includes" } else { "" };
            let help = format!(
                "--support DIR provides files that all submissions need, --alias NAME accepts another name{prelude}"
            );
            text.push_str(&hanging("  ", &faint(&help), width));
            text.push('\n');
        }
        text
    }

    fn unstable(&self) -> Vec<&str> {
        self.report.submissions.iter().filter(|one| one.is_unstable()).map(|one| &*one.name).collect()
    }

    /// Submissions that were not run on all tests, by the reason.
    fn cut_short(&self) -> Vec<(NotRunReason, &str)> {
        let submissions = self.report.submissions.iter();
        submissions.filter_map(|one| Some((one.diagnosis.as_ref()?.cut_short?, &*one.name))).collect()
    }

    fn remarks(&self) -> Vec<String> {
        let s = &self.report.summary;
        let mut remarks: Vec<String> = Vec::new();
        if let RunScope::Merged { not_graded: not_graded @ 1.., .. } = self.scope {
            let (were, are) = if not_graded == 1 { ("was", "is") } else { ("were", "are") };
            let number = count(not_graded, "submission");
            remarks.push(format!("parts are missing: {number} {were} not graded and {are} counted as could not run"));
        }
        if s.unfocused > 0 {
            remarks.push(format!("wrong in no focused bucket: {}", count(s.unfocused, "submission")));
        }
        if self.adopted > 0 {
            let (tests, were) = (count(self.adopted, "test"), if self.adopted == 1 { "was" } else { "were" });
            remarks.push(format!(
                "{tests} {were} added to suite.json from pairs that proofs found, and everyone was run on them"
            ));
        }
        if s.found_by_proof_only > 0 {
            let number = count(s.found_by_proof_only, "submission");
            remarks.push(format!(
                "found by proof only: {number}; no test shows the mistake, so it costs no points and feedback does not mention it \
                 (--adopt-witnesses makes tests of such pairs, for everyone)"
            ));
        }
        let faults = self.report.undecided.iter().filter(|one| one.kind == Undecided::Contradiction);
        let faults: Vec<&str> = faults.flat_map(|one| named(self.report, &one.submissions)).collect();
        if !faults.is_empty() {
            let what = "a proof was withdrawn because the submission answered otherwise, which is a fault of Custodiet";
            remarks.push(format!("{what}; please report it with {}", some(&faults)));
        }
        if s.raising > 0 {
            let raise = if s.raising == 1 { "submission raises" } else { "submissions raise" };
            remarks.push(format!("{} {raise} an exception on some test, which counts as wrong", s.raising));
        }
        let unstable = self.unstable();
        if !unstable.is_empty() {
            remarks.push(format!("unstable: {} (different answers when the same test was run again)", some(&unstable)));
        }
        let cut_short = self.cut_short();
        for reason in NotRunReason::ALL {
            let names: Vec<&str> = cut_short.iter().filter(|(why, _)| *why == reason).map(|(_, name)| *name).collect();
            if !names.is_empty() {
                let what = "cut short: tests were not run, which counts as wrong,";
                remarks.push(format!("{what} {}: {}", when(reason), some(&names)));
            }
        }
        for one in &self.report.excluded {
            remarks.push(format!("{} is excluded: {}", line(&one.what), line(&one.reason)));
        }
        remarks.extend(self.warnings.iter().map(|warning| line(&warning.to_string())));
        remarks
    }

    fn next(&self) -> String {
        let folder = for_shell(self.output);
        let s = &self.report.summary;
        if let RunScope::Part { shard, .. } = self.scope {
            return format!(
                "{folder} holds part {shard} only; once all parts are graded: custodiet merge PART… -o DIR"
            );
        }
        if s.fine() < s.submissions {
            format!(
                "next: custodiet report {folder} · feedback for students: custodiet feedback {folder} --reveal hints"
            )
        } else {
            "no mistakes found in any submission".to_owned()
        }
    }
}

/// When the tests of a submission were cut short.
fn when(reason: NotRunReason) -> String {
    match reason {
        NotRunReason::TimeOuts => format!("after {TIME_OUTS} timeouts"),
        NotRunReason::Budget => {
            "because the time for all tests together, loading included, was used up (--budget allows more)".to_owned()
        }
        NotRunReason::NotLoaded => "because it could be loaded once, but not again".to_owned(),
        NotRunReason::NotRecorded => "because no outcome is recorded (grade again)".to_owned(),
    }
}
