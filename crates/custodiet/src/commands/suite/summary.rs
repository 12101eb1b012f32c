//! What a suite contains, in a few lines.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use eval::Program;
use generate::{OUTSIDE_TRIES, RaisingFunction};
use lang::problem::{Problem, PropertyKind, display_name};
use serde_json::{Value as Json, json};
use suite::format::{NotFound, PositiveKind, SuiteBucket, TestKind, TestSource};
use suite::{Suite, SuiteGaps, Test};

use super::add::AddedPairs;
use crate::commands::analyze::describe::Describer;
use crate::commands::explain::layout::{Names, hanging};
use crate::input::for_shell;
use crate::style::{doubtful, faint, strong};
use crate::table;
use crate::words::count;

/// Buckets with too few tests that are listed.
const MAX_SHOWN: usize = 12;

#[derive(Debug)]
pub struct SuiteSummary<'a> {
    pub problem: &'a Problem,
    pub suite: &'a Suite,
    /// How many of the pairs given with `--add` are new.
    pub added: Option<AddedPairs>,
    /// The suite given with `--update`.
    pub old: Option<&'a Suite>,
    /// Tests of the old suite that were dropped because they had been edited.
    pub edited: usize,
    /// Functions of the problem file that raise on valid pairs.
    pub raises: Vec<RaisingFunction>,
    pub seconds: Duration,
    pub output: Option<&'a Path>,
}

impl SuiteSummary<'_> {
    fn tests(&self) -> impl Iterator<Item = &Test> {
        self.suite.buckets.iter().flat_map(|bucket| &bucket.tests)
    }

    /// Tests of the old suite that are not in this one.
    fn dropped(&self) -> usize {
        let here: BTreeSet<&str> = self.tests().map(|test| &*test.id).collect();
        let old = self.old.iter().flat_map(|old| &old.buckets).flat_map(|bucket| &bucket.tests);
        old.filter(|test| !here.contains(&*test.id)).count()
    }

    pub fn text(&self, width: usize) -> String {
        let positive = self.suite.buckets.iter().filter(|bucket| is_positive(bucket)).count();
        let negative = self.suite.buckets.len() - positive;
        let head = format!(
            "{} · {}: {positive} positive, {negative} negative · {}",
            strong(&self.suite.problem.name),
            count(self.suite.buckets.len(), "bucket"),
            count(self.tests().count(), "test")
        );
        let mut text = hanging("", &head, width);
        for found in self.found() {
            text.push_str(&hanging("", &found, width));
        }
        text.push('\n');
        text.push_str(&table::table(&self.rows(), width));
        text.push_str(&self.short(width));
        if let Some(added) = self.added {
            let known = match added {
                AddedPairs { new: 0, all_known: true } => "; the suite had all of them",
                AddedPairs { new: 0, all_known: false } => "; the warnings say why",
                _ => "",
            };
            text.push_str(&hanging("", &format!("added {} with --add{known}", count(added.new, "test")), width));
        }
        if let dropped @ 1.. = self.dropped() {
            let why = "outside the large scope, violating a precondition, raising, or repeated";
            text.push_str(&hanging("", &format!("dropped {} of the old suite: {why}", count(dropped, "test")), width));
        }
        text.push_str(&self.outside_short(width));
        for raises in &self.raises {
            text.push_str(&hanging("", &self.raising(raises), width));
        }
        for function in &self.suite.order_undecided {
            let what = format!("undecided: whether `{function}` depends on the order of a set or an `Unordered` list");
            let line =
                format!("{} {what}; a test that involves it may be wrong in another order", doubtful("warning:"));
            text.push_str(&hanging("", &line, width));
        }
        for line in self.gaps() {
            text.push_str(&hanging("", &line, width));
        }
        let _ = writeln!(text, "\n{}", faint(&self.footer()));
        text
    }

    /// What a suite that was stopped early lacks, and what to do about it.
    fn gaps(&self) -> Vec<String> {
        let gaps = SuiteGaps::of(self.suite);
        match (gaps.stopped_early, gaps.describe()) {
            (true, lacks) => {
                let lacks = lacks.unwrap_or_default();
                let update = self.output.map(|path| {
                    format!("to add what is missing, run the same command again with `--update {}`", path.display())
                });
                let stopped = doubtful(&format!("stopped early by the time limit: {lacks}"));
                std::iter::once(stopped).chain(update).collect()
            }
            (false, _) if gaps.no_positive => {
                vec![doubtful("no positive tests: a predicate that rejects everything would pass")]
            }
            (false, _) => Vec::new(),
        }
    }

    /// Remarks about which buckets were found.
    fn found(&self) -> Vec<String> {
        let mut parts = Vec::new();
        if let large @ 1.. = self.only_large() {
            let why = if self.suite.contradictory.count.is_some() { "contradictory" } else { "not found" };
            parts.push(format!("{large} of these only in the large scope: {why} within the scope"));
        }
        if let Some(NotFound { buckets: buckets @ 1.., candidates }) = self.suite.contradictory.not_found {
            let all = 1_u64 << self.problem.subproperties.len();
            parts.push(format!(
                "{buckets} of {all} buckets not found after {candidates} candidates; they may still be concretizable"
            ));
        }
        parts
    }

    fn only_large(&self) -> usize {
        self.suite.buckets.iter().filter(|bucket| bucket.only_large).count()
    }

    /// `warning: …`, with the pair.
    fn raising(&self, raises: &RaisingFunction) -> String {
        let what = raises_on(self.problem, raises);
        let consequence = "such pairs are in no bucket";
        let help = format!("`custodiet analyze {}` says more", self.problem.source.path);
        format!("{} {what}; {consequence}; {help}", doubtful("warning:"))
    }

    /// Preconditions with fewer pairs than requested: name, number, why.
    fn lacking_outside(&self) -> Vec<(&str, usize, String)> {
        let asked = self.suite.options.outside;
        let why = if self.suite.stopped_early {
            "the time limit was reached".to_owned()
        } else {
            format!("no more found among {OUTSIDE_TRIES} candidates")
        };
        let number = |name: &str| self.suite.outside.iter().filter(|outside| outside.violates == name).count();
        let properties = self.problem.preconditions.iter().map(|property| (&*property.name, number(&property.name)));
        properties.filter(|(_, number)| *number < asked).map(|(name, number)| (name, number, why.clone())).collect()
    }

    fn outside_short(&self, width: usize) -> String {
        let asked = self.suite.options.outside;
        if asked > 0 && self.problem.preconditions.is_empty() {
            return "\nno outside pairs: the problem has no preconditions\n".to_owned();
        }
        let lacking = self.lacking_outside();
        if lacking.is_empty() {
            return String::new();
        }
        let mut text = "\nfewer outside pairs than requested:\n".to_owned();
        for (name, number, why) in lacking {
            let shown = display_name(name, PropertyKind::Precondition);
            text.push_str(&hanging("  ", &format!("{shown}: {number} of {asked} · {why}"), width));
        }
        text
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        for (name, kind) in kinds() {
            let of_kind: Vec<&Test> = self.tests().filter(|test| test.kind == kind).collect();
            let engine = |engine: TestSource| of_kind.iter().filter(|test| test.engine == engine).count();
            let engines = [("solver", engine(TestSource::Solver)), ("random", engine(TestSource::Random))];
            let mut parts = nonzero(&engines);
            if let unproven @ 1.. = of_kind.iter().filter(|test| test.proven == Some(false)).count() {
                let _ = write!(parts, " · {unproven} not proven smallest");
            }
            rows.push(vec![name.to_owned(), of_kind.len().to_string(), parts]);
        }
        let positive: Vec<&Test> = self.tests().filter(|test| test.expect).collect();
        let of = |kind: Option<PositiveKind>| positive.iter().filter(|test| test.positive_kind == kind).count();
        let mut families: BTreeMap<&str, usize> = BTreeMap::new();
        for family in positive.iter().filter_map(|test| test.family.as_deref()) {
            *families.entry(family).or_default() += 1;
        }
        let parts = [
            ("functional", of(Some(PositiveKind::Functional))),
            ("relational", of(Some(PositiveKind::Relational))),
            ("unknown", of(None)),
            ("in families", families.values().sum()),
        ];
        rows.push(vec!["positive".to_owned(), positive.len().to_string(), nonzero(&parts)]);
        if self.suite.options.outside > 0 {
            let number = |name: &str| self.suite.outside.iter().filter(|outside| outside.violates == name).count();
            let properties = self.problem.preconditions.iter();
            let parts: Vec<String> = properties
                .map(|property| format!("{} {}", display_name(&property.name, property.kind), number(&property.name)))
                .collect();
            rows.push(vec!["outside".to_owned(), self.suite.outside.len().to_string(), parts.join(" · ")]);
        }
        rows
    }

    fn short(&self, width: usize) -> String {
        let short: Vec<(&SuiteBucket, &String)> =
            self.suite.buckets.iter().filter_map(|bucket| Some((bucket, bucket.short.as_ref()?))).collect();
        if short.is_empty() {
            return String::new();
        }
        let mut text = format!("\nfewer tests than requested in {}:\n", count(short.len(), "bucket"));
        for (bucket, why) in short.iter().take(MAX_SHOWN) {
            let line = format!("{}: {} · {why}", self.bucket(bucket), count(bucket.tests.len(), "test"));
            text.push_str(&hanging("  ", &line, width));
        }
        if let Some(more) = short.len().checked_sub(MAX_SHOWN).filter(|more| *more > 0) {
            let _ = writeln!(text, "  … and {more} more");
        }
        text
    }

    /// `NO-NEW and UNIQUENESS fail`
    fn bucket(&self, bucket: &SuiteBucket) -> String {
        let kind = |name: &str| self.problem.subproperties.iter().find(|property| &*property.name == name);
        let names = bucket.fails.iter().filter_map(|name| kind(name));
        let names: Vec<String> = names.map(|property| display_name(&property.name, property.kind)).collect();
        if names.is_empty() { "nothing fails".to_owned() } else { Names(names).with_verb("fails", "fail") }
    }

    fn footer(&self) -> String {
        let seconds = format!("{:.1} s", self.seconds.as_secs_f64());
        match self.output {
            Some(path) => {
                let shown = for_shell(path);
                format!("{seconds} · wrote {} · next: custodiet verify {shown}", path.display())
            }
            None => format!("{seconds} · next: write it to a file with -o"),
        }
    }

    pub fn json(&self) -> Json {
        let tests: Vec<&Test> = self.tests().collect();
        let number = |fits: &dyn Fn(&Test) -> bool| tests.iter().filter(|test| fits(test)).count();
        let by_kind: serde_json::Map<String, Json> = kinds()
            .map(|(name, kind)| (name.to_owned(), number(&|test| test.kind == kind).into()))
            .into_iter()
            .collect();
        let short = self.suite.buckets.iter().filter(|bucket| bucket.short.is_some());
        json!({
            "problem": self.suite.problem.name,
            "buckets": self.suite.buckets.len(),
            "tests": tests.len(),
            "by_kind": by_kind,
            "by_engine": {
                "solver": number(&|test| test.engine == TestSource::Solver),
                "random": number(&|test| test.engine == TestSource::Random),
            },
            "positive": {
                "functional": number(&|test| test.positive_kind == Some(PositiveKind::Functional)),
                "relational": number(&|test| test.positive_kind == Some(PositiveKind::Relational)),
                "unknown": number(&|test| test.expect && test.positive_kind.is_none()),
            },
            "unproven": number(&|test| test.proven == Some(false)),
            "only_large": self.only_large(),
            "not_found": self.suite.contradictory.not_found,
            "raises": self.raises.iter().map(|raises| json!({
                "function": raises.function,
                "exception": raises.exception.to_string(),
                "pair": pairs::pair_json(self.problem, &raises.pair),
            })).collect::<Vec<_>>(),
            "outside": self.suite.outside.len(),
            "outside_short": self.lacking_outside().into_iter().map(|(name, number, why)| json!({
                "violates": name, "tests": number, "why": why,
            })).collect::<Vec<_>>(),
            "short": short.map(|bucket| json!({
                "fails": bucket.fails, "tests": bucket.tests.len(), "why": bucket.short,
            })).collect::<Vec<_>>(),
            "added": self.added.map_or(0, |added| added.new),
            "dropped": self.dropped(),
            "edited": self.edited,
            "order_undecided": self.suite.order_undecided,
            "stopped_early": self.suite.stopped_early,
            "no_positive": SuiteGaps::of(self.suite).no_positive,
            "seconds": (self.seconds.as_secs_f64() * 1000.0).round() / 1000.0,
        })
    }
}

/// Why a suite has no tests, and what to do.
pub fn why_no_tests(problem: &Problem, suite: &Suite, raises: &[RaisingFunction]) -> (String, String) {
    let file = &problem.source.path;
    if suite.stopped_early {
        let help = "allow more time with `--time-limit`, or reduce the scope with `--scope`";
        return ("no tests: no pair was found within the time limit".to_owned(), help.to_owned());
    }
    if !raises.is_empty() {
        let places = raises.iter().map(|raises| format!("\n  {}", raises_on(problem, raises)));
        let message =
            format!("no tests: no pair is in a bucket, because functions raise{}", places.collect::<String>());
        return (message, format!("fix the functions that raise; `custodiet analyze {file}` says more"));
    }
    let all = 1_u64 << problem.subproperties.len();
    let why = match suite.contradictory.count {
        Some(count) if count == all => {
            "no valid pair exists within the scope, and the search in the large scope starts from such pairs"
        }
        Some(_) => "no pair of the scope is in such a bucket",
        None => "no pair in such a bucket was found",
    };
    let help = format!(
        "`custodiet analyze {file}` shows which buckets are concretizable; \
         `custodiet suite` takes a larger scope with `--scope`"
    );
    (format!("no tests: {why}"), help)
}

/// `` `first` raises IndexError on is_valid([], []) ``
fn raises_on(problem: &Problem, RaisingFunction { function, exception, pair }: &RaisingFunction) -> String {
    let program = Program::new(problem);
    let describe = Describer { problem, program: &program, scope_option: "" };
    format!("`{function}` raises {exception} on {}", describe.call(pair))
}

fn kinds() -> [(&'static str, TestKind); 4] {
    [
        ("smallest", TestKind::Smallest),
        ("small", TestKind::Small),
        ("diverse", TestKind::Diverse),
        ("large", TestKind::Large),
    ]
}

fn is_positive(bucket: &SuiteBucket) -> bool {
    bucket.tests.first().is_some_and(|test| test.expect)
}

/// `solver 3 · random 4`, without zeros.
fn nonzero(parts: &[(&str, usize)]) -> String {
    let parts = parts.iter().filter(|(_, number)| *number > 0);
    parts.map(|(name, number)| format!("{name} {number}")).collect::<Vec<_>>().join(" · ")
}
