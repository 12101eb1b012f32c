//! `custodiet compare DIR…`: which errors each suite finds in the same submissions.

mod page;
mod text;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use analysis::behavior::FormulaCache;
use analysis::compare::{ComparedSuite, ComparisonTable, compare};
use analysis::{AnalyzedSubmission, AnswerKey, Fingerprint, ProofStatus, SuitePart};
use grading::SubmissionSource;
use report::build::answer_key_of;
use report::model::{ComparisonReport, FORMAT};
use report::plain::line;
use suite::format::TestSource;

use super::folder::ResultsFolder;
use crate::error::{Error, Result};
use crate::{exit, output, style};

/// Compare suites by the errors that each finds in the same submissions
///
/// Each DIR holds the results of one suite, from `custodiet grade`, on the same submissions. DIR:PART uses only some of its tests:
/// `focused` (focused and positive buckets), `solver` or `random` (by the engine that found them), `smallest`. NAME=DIR gives it a
/// name. A difference n;m means that n errors are found only by the first suite and m only by the second.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet compare generated/ staff/\n  \
    custodiet compare all=results/ focused=results/:focused solver=results/:solver random=results/:random\n  \
    custodiet compare generated/ staff/ --csv table.csv --html table.html")]
pub struct Args {
    /// Folders with results
    #[arg(required = true, value_name = "[NAME=]DIR[:PART]")]
    dirs: Vec<String>,

    /// Write the table as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Write the table as an HTML page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

const PARTS: [(&str, SuitePart); 5] = [
    ("all", SuitePart::All),
    ("focused", SuitePart::Focused),
    ("solver", SuitePart::Of(TestSource::Solver)),
    ("random", SuitePart::Of(TestSource::Random)),
    ("smallest", SuitePart::Smallest),
];

/// A folder with a name.
#[derive(Debug)]
struct NamedFolder {
    label: String,
    path: PathBuf,
    part: SuitePart,
}

pub fn run(args: &Args) -> Result<u8> {
    let named: Vec<NamedFolder> = args.dirs.iter().map(|given| NamedFolder::read(given)).collect::<Result<_>>()?;
    if named.len() < 2 {
        let help = "pass two or more folders, or parts of one: results/ results/:focused";
        return Err(Error::usage("there is nothing to compare with").with_help(help));
    }
    for (index, one) in named.iter().enumerate() {
        if named[..index].iter().any(|other| other.label == one.label) {
            let help = "give each a different name: NAME=DIR";
            return Err(Error::usage(format!("two suites are called `{}`", one.label)).with_help(help));
        }
    }
    // One folder may be named several times, but it is locked while it is open.
    let mut folders: Vec<(PathBuf, ResultsFolder)> = Vec::new();
    for one in &named {
        let path = one.path.canonicalize().unwrap_or_else(|_| one.path.clone());
        if !folders.iter().any(|(known, _)| *known == path) {
            folders.push((path, ResultsFolder::read(&one.path)?));
        }
    }
    let of = |one: &NamedFolder| {
        let path = one.path.canonicalize().unwrap_or_else(|_| one.path.clone());
        folders.iter().find(|(known, _)| *known == path).map(|(_, folder)| folder)
    };
    let folders: Vec<&ResultsFolder> = named.iter().filter_map(of).collect();
    same_problem(&named, &folders)?;
    let mut keys: Vec<AnswerKey> = Vec::new();
    for (one, folder) in named.iter().zip(&folders) {
        let key = answer_key_of(&folder.results, one.part)?;
        if key.counted_tests() == 0 {
            let help = "choose another part, or leave it out";
            return Err(Error::usage(format!("`{}` has no tests of this part", one.label)).with_help(help));
        }
        keys.push(key);
    }
    let mut all: Vec<Vec<SeenErrors>> = Vec::new();
    for (folder, key) in folders.iter().zip(&keys) {
        all.push(seen(folder, key)?);
    }
    let changed = changed(&all);
    let suites: Vec<ComparedSuite<'_>> = named
        .iter()
        .zip(keys.iter().zip(&all))
        .map(|(one, (key, members))| ComparedSuite {
            label: one.label.clone(),
            key,
            members: members
                .iter()
                .filter_map(|member| {
                    Some((&*member.name, Fingerprint { key, buckets: member.fingerprint.as_deref()? }))
                })
                .filter(|(name, _)| !changed.contains(*name))
                .collect(),
            proved_wrong: members.iter().any(|member| member.proved_wrong.is_some()).then(|| {
                let wrong = members.iter().filter(|member| member.proved_wrong == Some(true));
                wrong.map(|member| &*member.name).collect()
            }),
        })
        .collect();
    let left = all.iter().flatten().filter(|member| member.is_deeply_flawed && !changed.contains(&*member.name));
    let deep: BTreeSet<&str> = left.map(|member| &*member.name).collect();
    let comparison = ComparisonReport {
        format: FORMAT,
        problem: folders[0].results.problem.name.clone(),
        all: compare(&suites, &|_| false),
        without_deep: compare(&suites, &|name| deep.contains(name)),
    };
    if comparison.all.submissions == 0 {
        let help = "grade the same submissions into each folder";
        return Err(Error::usage("the folders have no submission in common").with_help(help));
    }
    if !changed.is_empty() {
        let some: Vec<String> = changed.iter().take(5).map(|name| line(name)).collect();
        let what = format!(
            "{} in the folders differ and are left out: {}",
            crate::words::count(changed.len(), "submission"),
            some.join(", ")
        );
        remark!("{} {what}", style::doubtful("warning:"));
    }
    for (one, folder) in named.iter().zip(&folders) {
        let excluded: Vec<String> = folder.results.exclusions.names().into_iter().map(line).collect();
        if !excluded.is_empty() {
            remark!("{} `{}` excludes {}", style::doubtful("warning:"), one.label, excluded.join(", "));
        }
    }
    written(args, &comparison)?;
    let shown =
        if args.json { output::json(&serde_json::json!(comparison)) } else { text::text(&comparison, style::width()) };
    output::show(&shown, exit::FINE)
}

fn written(args: &Args, comparison: &ComparisonReport) -> Result<()> {
    let file = |path: &Path, text: &str| output::replace(path, text);
    if let Some(path) = &args.csv {
        file(path, &text::csv(comparison))?;
    }
    if let Some(path) = &args.html {
        file(path, &page::page(comparison))?;
    }
    Ok(())
}

impl NamedFolder {
    /// `[NAME=]DIR[:PART]`
    fn read(given: &str) -> Result<Self> {
        // A folder may have these characters in its name.
        let (label, rest) = match given.split_once('=') {
            Some((label, rest)) if !label.is_empty() && !Path::new(given).exists() => (Some(label), rest),
            _ => (None, given),
        };
        let (path, part) = match rest.rsplit_once(':') {
            Some((path, part)) if !Path::new(rest).exists() => {
                let known = PARTS.iter().find(|(name, _)| *name == part);
                let names = PARTS.map(|(name, _)| name).join(", ");
                let Some((_, part)) = known else {
                    return Err(Error::usage(format!("`{given}`: there is no part `{part}`"))
                        .with_help(format!("parts are {names}")));
                };
                (path, *part)
            }
            _ => (rest, SuitePart::All),
        };
        let label = label.map_or_else(|| rest.trim_end_matches('/').to_owned(), str::to_owned);
        Ok(Self { label, path: PathBuf::from(path), part })
    }
}

fn same_problem(named: &[NamedFolder], folders: &[&ResultsFolder]) -> Result<()> {
    let problem = |folder: &ResultsFolder| folder.results.problem.name.clone();
    for (one, folder) in named.iter().zip(folders) {
        if problem(folder) != problem(folders[0]) {
            let what = format!("`{}` is about `{}`, not about `{}`", one.label, problem(folder), problem(folders[0]));
            return Err(Error::usage(what).with_help("compare results of one problem"));
        }
    }
    Ok(())
}

/// What is kept of a submission.
struct SeenErrors {
    name: String,
    sha256: String,
    /// The buckets in which tests show it to be wrong. `None` if it could not run.
    fingerprint: Option<Rc<[usize]>>,
    /// Whether it is proved wrong in some bucket. `None` if nothing was asked.
    proved_wrong: Option<bool>,
    is_deeply_flawed: bool,
}

/// Diagnoses the submissions of a folder, one at a time.
fn seen(folder: &ResultsFolder, key: &AnswerKey) -> Result<Vec<SeenErrors>> {
    let (source, mut cache) = (folder.source(), FormulaCache::default());
    let mut fingerprints: BTreeSet<Rc<[usize]>> = BTreeSet::new();
    let mut all = Vec::new();
    for index in 0..folder.results.members.len() {
        let one = source.read(index)?;
        let analyzed = AnalyzedSubmission::new(key, &one, &mut cache);
        let fingerprint = analyzed.as_ref().map(|one| {
            // Most submissions are wrong in the same buckets as others.
            let buckets: Rc<[usize]> = Rc::from(&*one.diagnosis.sampled);
            let known = fingerprints.get(&buckets).cloned();
            known.unwrap_or_else(|| {
                fingerprints.insert(Rc::clone(&buckets));
                buckets
            })
        });
        let proof = analyzed.as_ref().map(|one| &one.diagnosis.proof);
        let proof = proof.filter(|proof| proof.status != ProofStatus::TestsOnly);
        let proved_wrong = proof.map(|proof| !proof.witnesses.is_empty());
        let is_deeply_flawed = analyzed.as_ref().is_some_and(AnalyzedSubmission::is_deeply_flawed);
        drop(analyzed);
        all.push(SeenErrors {
            name: one.stored.name,
            sha256: one.stored.sha256,
            fingerprint,
            proved_wrong,
            is_deeply_flawed,
        });
    }
    Ok(all)
}

/// Names of submissions that differ between the folders.
fn changed<'a>(all: &'a [Vec<SeenErrors>]) -> BTreeSet<&'a str> {
    let hashes = |members: &'a Vec<SeenErrors>| {
        members.iter().map(|one| (&*one.name, &*one.sha256)).collect::<std::collections::BTreeMap<_, _>>()
    };
    let all: Vec<_> = all.iter().map(hashes).collect();
    let Some((first, rest)) = all.split_first() else { return BTreeSet::new() };
    let differs = |name: &str, hash: &str| rest.iter().any(|other| other.get(name).is_some_and(|other| *other != hash));
    first.iter().filter(|(name, hash)| differs(name, hash)).map(|(name, _)| *name).collect()
}

/// Both tables with their titles.
fn tables(comparison: &ComparisonReport) -> [(String, &ComparisonTable); 2] {
    let title = |what: &str, table: &ComparisonTable| format!("{what}: {}", table.submissions);
    [
        (title("all submissions", &comparison.all), &comparison.all),
        (title("without the deeply flawed", &comparison.without_deep), &comparison.without_deep),
    ]
}
