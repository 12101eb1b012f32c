//! The conditions under which submissions were run: what must be equal for outcomes of several machines to be comparable.
//!
//! Takes a run and its submissions; gives a record that is stored with the results of a part, and compared by
//! [`merge`](crate::merge). Differences are named one by one. Paths are not among them: machines have files in different places.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use runner::adapter::version;
use runner::limits::RunLimits;
use sandbox::SandboxLevel;
use serde::{Deserialize, Serialize};
use submissions::Submission;
use suite::visible::visible;

use crate::form::{cut, short};
use crate::run::GradingRun;

/// Languages, tools and aliases that are read. Runs have fewer.
const MOST: usize = 1_000;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunConditions {
    /// Of custodiet.
    pub release: String,
    pub sandbox: SandboxLevel,
    /// Processor time for one test and for all tests of a submission, in milliseconds.
    pub time: u64,
    pub budget: u64,
    /// In bytes.
    pub memory: u64,
    pub disk: u64,
    pub seed: u64,
    pub aliases: Vec<String>,
    pub language: Option<String>,
    /// The digest of the files that submissions may import.
    pub support: Option<String>,
    /// The languages of the submissions that were run.
    pub languages: BTreeMap<String, LanguageConditions>,
    /// How submissions were proved. `None` if they were not. Earlier releases proved nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proofs: Option<ProofConditions>,
}

/// The limits of proofs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofConditions {
    /// Processor time for one submission, in milliseconds.
    pub milliseconds: u64,
    /// All others, in words.
    pub limits: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LanguageConditions {
    /// The digest of its adapter.
    pub adapter: String,
    /// What its tools say about their versions.
    pub tools: BTreeMap<String, String>,
}

/// Something that two runs do not have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionDifference {
    /// Such as `--time`, or `the version of python3`.
    pub what: String,
    pub one: String,
    pub other: String,
}

impl RunConditions {
    /// Those of a run without further options, and without a submission so far.
    pub fn new(limits: &RunLimits, sandbox: SandboxLevel, seed: u64) -> Self {
        Self {
            release: env!("CARGO_PKG_VERSION").to_owned(),
            sandbox,
            time: milliseconds(limits.test),
            budget: milliseconds(limits.budget),
            memory: limits.memory,
            disk: limits.disk,
            seed,
            aliases: Vec::new(),
            language: None,
            support: None,
            languages: BTreeMap::new(),
            proofs: None,
        }
    }

    pub fn of(grading: &GradingRun<'_>, submissions: &[Submission], proofs: Option<ProofConditions>) -> Self {
        let used: BTreeSet<usize> = submissions.iter().filter_map(|one| grading.chosen(one)).collect();
        let languages = used.into_iter().filter_map(|index| grading.adapters.get(index)).map(|adapter| {
            let tools = grading.language_of(adapter).map(|language| language.tools.paths).unwrap_or_default();
            let versions = tools.iter().filter_map(|(name, path)| {
                let version = version(path, adapter.file.tools.get(name)?)?;
                Some((cut(name), cut(&version)))
            });
            let tools = versions.collect();
            (cut(&adapter.file.name), LanguageConditions { adapter: adapter.sha256.clone(), tools })
        });
        Self {
            aliases: grading.aliases.to_vec(),
            language: grading.language.map(ToOwned::to_owned),
            support: grading.support.as_ref().map(|(_, sha256)| sha256.clone()),
            languages: languages.collect(),
            proofs,
            ..Self::new(&grading.config.limits, grading.config.layers.level, grading.prepared_suite.seed)
        }
    }

    /// What is not the same. Languages that only one of the two has used say nothing.
    pub fn differences(&self, other: &Self) -> Vec<ConditionDifference> {
        let mut found = Vec::new();
        let mut compare = |what: String, one: String, other: String| {
            if one != other {
                found.push(ConditionDifference { what, one: visible(&one), other: visible(&other) });
            }
        };
        let seconds = |milliseconds: u64| format!("{} s", Duration::from_millis(milliseconds).as_secs_f64());
        let mib = |bytes: u64| format!("{} MiB", bytes >> 20);
        let listed = |names: &[String]| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let optional = |text: &Option<String>| text.clone().unwrap_or_else(|| "none".to_owned());
        for (what, of) in [
            ("the release of custodiet", &(|one: &Self| one.release.clone()) as &dyn Fn(&Self) -> String),
            ("the sandbox", &|one| one.sandbox.to_string()),
            ("--time", &|one| seconds(one.time)),
            ("--budget", &|one| seconds(one.budget)),
            ("--memory", &|one| mib(one.memory)),
            ("the disk space for a submission", &|one| mib(one.disk)),
            ("--seed", &|one| one.seed.to_string()),
            ("--alias", &|one| listed(&one.aliases)),
            ("--language", &|one| optional(&one.language)),
            ("the content of --support and --prelude", &|one| shortened(&optional(&one.support))),
            ("--no-prove", &|one| if one.proofs.is_none() { "passed" } else { "not passed" }.to_owned()),
        ] {
            compare(what.to_owned(), of(self), of(other));
        }
        if let (Some(one), Some(other)) = (&self.proofs, &other.proofs) {
            compare("--prove-time".to_owned(), seconds(one.milliseconds), seconds(other.milliseconds));
            compare("the limits of proofs".to_owned(), one.limits.clone(), other.limits.clone());
        }
        for (name, one) in &self.languages {
            let Some(other) = other.languages.get(name) else { continue };
            compare(format!("the adapter for {}", visible(name)), shortened(&one.adapter), shortened(&other.adapter));
            let tools: BTreeSet<&String> = one.tools.keys().chain(other.tools.keys()).collect();
            for tool in tools {
                let version = |language: &LanguageConditions| {
                    language.tools.get(tool).cloned().unwrap_or_else(|| "not recorded".to_owned())
                };
                compare(format!("the version of {}", visible(tool)), version(one), version(other));
            }
        }
        found
    }

    pub(crate) fn is_well_formed(&self) -> bool {
        let all = |texts: &[String]| texts.len() <= MOST && texts.iter().all(|text| short(text));
        let language = |(name, language): (&String, &LanguageConditions)| {
            short(name)
                && short(&language.adapter)
                && language.tools.len() <= MOST
                && language.tools.iter().all(|(name, version)| short(name) && short(version))
        };
        short(&self.release)
            && all(&self.aliases)
            && self.language.as_deref().is_none_or(short)
            && self.support.as_deref().is_none_or(short)
            && self.proofs.as_ref().is_none_or(|proofs| short(&proofs.limits))
            && self.languages.len() <= MOST
            && self.languages.iter().all(language)
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The start of a digest, which is enough to see that two differ.
fn shortened(digest: &str) -> String {
    digest.chars().take(12).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conditions() -> RunConditions {
        let tools = BTreeMap::from([("python3".to_owned(), "Python 3.12.1".to_owned())]);
        let python = LanguageConditions { adapter: "a".repeat(64), tools };
        RunConditions {
            languages: BTreeMap::from([("python".to_owned(), python)]),
            proofs: Some(ProofConditions { milliseconds: 10_000, limits: "1000 conflicts".to_owned() }),
            ..RunConditions::new(&RunLimits::default(), SandboxLevel::Full, 0)
        }
    }

    /// Every field counts, and is named.
    #[test]
    fn every_difference_is_named() {
        let check = |what: &str, change: &dyn Fn(&mut RunConditions)| {
            let mut other = conditions();
            change(&mut other);
            let found = conditions().differences(&other);
            let names: Vec<&str> = found.iter().map(|one| &*one.what).collect();
            assert_eq!(names, [what]);
            assert_ne!(found[0].one, found[0].other, "{what}");
        };
        assert_eq!(conditions().differences(&conditions()), []);
        check("the release of custodiet", &|one| one.release = "another".to_owned());
        check("the sandbox", &|one| one.sandbox = SandboxLevel::Reduced);
        check("--time", &|one| one.time = 1500);
        check("--budget", &|one| one.budget = 1);
        check("--memory", &|one| one.memory <<= 1);
        check("the disk space for a submission", &|one| one.disk <<= 1);
        check("--seed", &|one| one.seed = 7);
        check("--alias", &|one| one.aliases = vec!["check".to_owned()]);
        check("--language", &|one| one.language = Some("python".to_owned()));
        check("the content of --support and --prelude", &|one| one.support = Some("b".repeat(64)));
        check("--no-prove", &|one| one.proofs = None);
        check("--prove-time", &|one| one.proofs.iter_mut().for_each(|proofs| proofs.milliseconds = 1));
        check("the limits of proofs", &|one| one.proofs.iter_mut().for_each(|proofs| proofs.limits.clear()));
        let python = |change: &dyn Fn(&mut LanguageConditions), one: &mut RunConditions| {
            one.languages.values_mut().for_each(change);
        };
        check("the adapter for python", &|one| python(&|python| python.adapter = "c".repeat(64), one));
        let newer = |python: &mut LanguageConditions| {
            python.tools.insert("python3".to_owned(), "Python 3.13.0".to_owned());
        };
        check("the version of python3", &|one| python(&newer, one));
        check("the version of python3", &|one| python(&|python| python.tools.clear(), one));
    }

    /// A part without a submission in a language need not have its tools.
    #[test]
    fn a_language_that_was_not_used_says_nothing() {
        let mut other = conditions();
        other.languages.clear();
        assert_eq!(conditions().differences(&other), []);
        assert_eq!(other.differences(&conditions()), []);
    }
}
