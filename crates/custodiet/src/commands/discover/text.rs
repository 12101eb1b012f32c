//! Proposals on a terminal.

use std::fmt::Write;
use std::path::PathBuf;

use ::report::plain::line;
use discover::{Explained, Proposed};
use eval::Program;
use lang::problem::display_name;
use pairs::Concrete;
use pairs::names::listed;
use suite::export::call;

use super::DiscoveryReport;
use super::write::WrittenProposal;
use crate::commands::explain::layout::{hanging, labelled};
use crate::input::for_shell;
use crate::style::{faint, good, strong};
use crate::words::count;

/// Names of submissions that are shown.
const MOST_NAMES: usize = 6;

impl DiscoveryReport<'_> {
    /// The names of the submissions that no formula over the subproperties explains.
    pub fn unexplained(&self) -> Vec<&str> {
        let Some(class) = self.class else { return Vec::new() };
        self.proposals.explanations.unexplained.iter().map(|at| &*class.submissions[*at].name).collect()
    }

    /// The names of the submissions that a proposal explains so far.
    pub fn explained(&self, one: &Proposed, how: Explained) -> Vec<&str> {
        let names = self.unexplained();
        let all = one.explained.iter().zip(names).filter(|(explained, _)| **explained == how);
        all.map(|(_, name)| name).collect()
    }

    /// The names of the submissions that are proved to check a proposal, some subproperties, and nothing else.
    pub fn proved(&self, one: &Proposed) -> Vec<&str> {
        let Some(class) = self.class else { return Vec::new() };
        let unexplained = self.proposals.explanations.unexplained.iter();
        let equal = unexplained.filter(|at| self.proved.is_equal(**at, one.candidate));
        equal.map(|at| &*class.submissions[*at].name).collect()
    }

    fn names(&self, positions: &[usize]) -> String {
        let name = |position: &usize| {
            let property = &self.problem.subproperties[*position];
            display_name(&property.name, property.kind)
        };
        if positions.is_empty() {
            "nothing".to_owned()
        } else {
            listed(&positions.iter().map(name).collect::<Vec<_>>())
        }
    }

    fn call(&self, pair: &[Concrete]) -> Option<String> {
        let named = pairs::named_pair(self.problem, pair)?;
        Some(call(self.problem, &Program::new(self.problem), &named, "python"))
    }
}

pub fn report(report: &DiscoveryReport<'_>, width: usize) -> String {
    let mut text = opening(report, width);
    for (number, one) in (1..).zip(&report.proposals.list) {
        text.push('\n');
        proposal(report, number, one, &mut text, width);
    }
    let unexplained = report.unexplained();
    for (name, numbers) in unexplained.iter().zip(&report.proposals.explanations.together) {
        if !numbers.is_empty() {
            let numbers: Vec<String> = numbers.iter().map(|number| (number + 1).to_string()).collect();
            let words = format!("{} is explained by {} together", line(name), listed(&numbers));
            let _ = write!(text, "\n{}", hanging("", &words, width));
        }
    }
    let left: Vec<&str> = left_over(report);
    if !left.is_empty() {
        let words = format!("no proposal explains {}", some(&left));
        let _ = write!(text, "\n{}", hanging("", &words, width));
    }
    let next = if report.proposals.list.is_empty() {
        "next: nothing to add to the problem file".to_owned()
    } else {
        let all = std::iter::once(report.path).chain(report.submissions.iter().map(PathBuf::as_path));
        let path = all.map(for_shell).collect::<Vec<_>>().join(" ");
        format!("next: custodiet discover {path} --choose 1 --write NEW.py; edit its docstring")
    };
    let _ = writeln!(text, "\n{}", faint(&next));
    text
}

/// Unexplained submissions that no proposal is for.
fn left_over<'a>(report: &'a DiscoveryReport<'_>) -> Vec<&'a str> {
    let together = &report.proposals.explanations.together;
    let is_member = |at: &usize| {
        report.proposals.list.iter().any(|one| one.members.contains(at))
            || together.get(*at).is_some_and(|all| !all.is_empty())
    };
    let all = report.unexplained();
    (0..all.len()).filter(|at| !is_member(at)).map(|at| all[at]).collect()
}

fn opening(report: &DiscoveryReport<'_>, width: usize) -> String {
    let name = strong(&report.problem.name);
    let Some(class) = report.class else {
        let found = count(report.proposals.list.len(), "mistake");
        return hanging("", &format!("{name} · {found} that its subproperties do not name"), width);
    };
    let graded = count(class.submissions.len(), "submission");
    let unexplained = report.proposals.explanations.unexplained.len();
    let mut text = if unexplained == 0 {
        let words =
            "the subproperties explain every answer: no submission accepts some pairs of a bucket and not others";
        hanging("", &format!("{name} · {graded} · {} {words}", good("✓")), width)
    } else {
        let verb = if unexplained == 1 { "accepts" } else { "accept" };
        let words = format!("{unexplained} {verb} some pairs of a bucket and not others");
        hanging("", &format!("{name} · {graded} · {words}"), width)
    };
    if unexplained > 0 {
        let tried = count(report.proposals.explanations.tried, "candidate");
        let found = count(report.proposals.list.len(), "proposal");
        text.push_str(&hanging("", &faint(&format!("{found} from {tried}")), width));
    }
    text
}

fn proposal(report: &DiscoveryReport<'_>, number: usize, one: &Proposed, text: &mut String, width: usize) {
    let lead = format!("{number:>3}  {}", strong(&one.proposal.name.replace('_', "-")));
    if report.class.is_some() {
        let counts = [Explained::Exactly, Explained::Partly, Explained::NotAtAll].map(|how| one.count(how));
        let [exactly, partly, not] = counts;
        let proved = report.proved(one).len();
        let exactly =
            if proved == 0 { format!("{exactly} exactly") } else { format!("{exactly} exactly, {proved} proved") };
        let _ = writeln!(text, "{lead}  explains {exactly} · {partly} partly · {not} not at all");
    } else {
        let _ = writeln!(text, "{lead}");
    }
    for source in one.proposal.source.trim_end().lines() {
        let _ = writeln!(text, "       {source}");
    }
    let mut rows = Vec::new();
    let exactly = report.explained(one, Explained::Exactly);
    if !exactly.is_empty() {
        rows.push(("exactly", some(&exactly)));
    } else if report.class.is_some() {
        rows.push(("partly", some(&report.explained(one, Explained::Partly))));
    }
    rows.push(("implies", report.names(&one.relations.implies)));
    rows.push(("implied by", report.names(&one.relations.implied_by)));
    if !one.relations.follows_from_correctness {
        rows.push(("too strict", "it fails for some correct pairs".to_owned()));
    }
    if let Some(closest) = &one.relations.closest {
        let name = report.names(&[closest.subproperty]);
        if let Some(shown) = closest.only_proposal.as_ref().and_then(|pair| report.call(pair)) {
            rows.push(("accepts", format!("{shown}, where {name} fails")));
        }
        if let Some(shown) = closest.only_subproperty.as_ref().and_then(|pair| report.call(pair)) {
            rows.push(("rejects", format!("{shown}, where {name} holds")));
        }
    }
    let rows: Vec<(&str, String)> = rows;
    for row in labelled(&rows, width.saturating_sub(5)).lines() {
        let _ = writeln!(text, "     {row}");
    }
}

/// Some names, which submitters chose.
fn some(names: &[&str]) -> String {
    let shown: Vec<String> = names.iter().take(MOST_NAMES).map(|name| line(name)).collect();
    let rest = names.len().saturating_sub(MOST_NAMES);
    if rest == 0 { shown.join(", ") } else { format!("{} and {rest} more", shown.join(", ")) }
}

/// After `--write`.
pub fn written(report: &DiscoveryReport<'_>, written: &WrittenProposal) -> String {
    let file = for_shell(&written.file);
    let mut text = format!("wrote {} with proposal {}, {}\n", written.file.display(), written.number, written.name);
    let next = if report.class.is_some() && report.path.is_dir() {
        let suite = for_shell(report.path.join("suite.json"));
        format!(
            "next: edit the docstring of `{}`, then custodiet check {file}; custodiet suite {file} --update {suite} -o SUITE",
            written.name
        )
    } else {
        format!("next: edit the docstring of `{}`, then custodiet check {file}", written.name)
    };
    let _ = writeln!(text, "{}", faint(&next));
    text
}
