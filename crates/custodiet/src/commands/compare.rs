//! `custodiet compare DIR…`: which errors each suite finds among the same submissions.

mod page;
mod text;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use analysis::compare::{Side, Table, compare};
use analysis::{Key, Member};
use report::build::{key, members};
use report::model::{Comparison, FORMAT};
use report::plain::line;
use suite::format::TestSource;

use super::folder::Folder;
use super::grade::Refused;
use crate::{exit, output, style};

/// Compare suites by the errors that each finds among the same submissions
///
/// Each DIR holds results of one suite, from `custodiet grade`, on the same submissions. DIR:PART takes only some tests of it:
/// `focused` (buckets focused on a subproperty, and right pairs), `solver` or `random` (by the engine that made them), `smallest`.
/// NAME=DIR gives it a name. Differences are written n;m: so many errors only the one finds, so many only the other.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet compare generated/ staff/\n  \
    custodiet compare all=results/ focused=results/:focused solver=results/:solver random=results/:random\n  \
    custodiet compare generated/ staff/ --csv table.csv --html table.html")]
pub struct Args {
    /// Folders of results
    #[arg(required = true, value_name = "[NAME=]DIR[:PART]")]
    dirs: Vec<String>,

    /// Write the table as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Write the table as a page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
}

/// Which tests of a folder count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    All,
    Focused,
    Of(TestSource),
    Smallest,
}

const PARTS: [(&str, Part); 5] = [
    ("all", Part::All),
    ("focused", Part::Focused),
    ("solver", Part::Of(TestSource::Solver)),
    ("random", Part::Of(TestSource::Random)),
    ("smallest", Part::Smallest),
];

/// A folder with a name.
#[derive(Debug)]
struct Named {
    label: String,
    path: PathBuf,
    part: Part,
}

pub fn run(args: &Args) -> u8 {
    compared(args).unwrap_or_else(|refused| refused.report())
}

fn compared(args: &Args) -> Result<u8, Refused> {
    let named: Vec<Named> = args.dirs.iter().map(|given| Named::read(given)).collect::<Result<_, _>>()?;
    if named.len() < 2 {
        let help = "give two or more, or parts of one: results/ results/:focused";
        return Err(Refused::usage("there is nothing to compare with", help));
    }
    for (index, one) in named.iter().enumerate() {
        if named[..index].iter().any(|other| other.label == one.label) {
            let help = "give each a name of its own: NAME=DIR";
            return Err(Refused::usage(format!("two suites are called `{}`", one.label), help));
        }
    }
    // One folder may be named several times, and can be opened only once at a time.
    let mut folders: Vec<(PathBuf, Folder)> = Vec::new();
    for one in &named {
        let path = one.path.canonicalize().unwrap_or_else(|_| one.path.clone());
        if !folders.iter().any(|(known, _)| *known == path) {
            folders.push((path, Folder::read(&one.path)?));
        }
    }
    let of = |one: &Named| {
        let path = one.path.canonicalize().unwrap_or_else(|_| one.path.clone());
        folders.iter().find(|(known, _)| *known == path).map(|(_, folder)| folder)
    };
    let folders: Vec<&Folder> = named.iter().filter_map(of).collect();
    same_problem(&named, &folders)?;
    let mut keys: Vec<Key> = Vec::new();
    for (one, folder) in named.iter().zip(&folders) {
        let mut key = key(&folder.graded).map_err(|why| Refused::usage(why, "grade again with a new suite"))?;
        leave(&mut key, one.part);
        if key.scored() == 0 {
            let help = "choose another part, or leave it out";
            return Err(Refused::usage(format!("`{}` has no tests of this part", one.label), help));
        }
        keys.push(key);
    }
    let all: Vec<Vec<Member<'_>>> =
        folders.iter().zip(&keys).map(|(folder, key)| members(&folder.graded, key)).collect();
    let changed = changed(&folders);
    let sides: Vec<Side<'_>> = named
        .iter()
        .zip(&folders)
        .zip(keys.iter().zip(&all))
        .map(|((one, folder), (key, members))| Side {
            label: one.label.clone(),
            key,
            members: members
                .iter()
                .map(|member| (&*folder.graded.submissions[member.index].entry.name, member))
                .filter(|(name, _)| !changed.contains(*name))
                .collect(),
        })
        .collect();
    let deep: BTreeSet<&str> = sides
        .iter()
        .flat_map(|side| &side.members)
        .filter(|(_, member)| !member.statement.deep.is_empty())
        .map(|(name, _)| *name)
        .collect();
    let comparison = Comparison {
        format: FORMAT,
        problem: folders[0].graded.problem.name.clone(),
        all: compare(&sides, &|_| false),
        without_deep: compare(&sides, &|name| deep.contains(name)),
    };
    if comparison.all.submissions == 0 {
        let help = "grade the same submissions into each folder";
        return Err(Refused::usage("the folders have no submission in common", help));
    }
    if !changed.is_empty() {
        let some: Vec<String> = changed.iter().take(5).map(|name| line(name)).collect();
        let what = format!("{} differ between the folders and are left out: {}", changed.len(), some.join(", "));
        eprintln!("{} {what}", style::doubtful("warning:"));
    }
    for (one, folder) in named.iter().zip(&folders) {
        let excluded = &folder.graded.excluded.0;
        if !excluded.is_empty() {
            let what: Vec<&str> = excluded.iter().map(|one| &*one.what).collect();
            eprintln!("{} `{}`: excluded are {}", style::doubtful("warning:"), one.label, what.join(", "));
        }
    }
    written(args, &comparison)?;
    let shown = if args.json {
        format!("{:#}\n", serde_json::json!(comparison))
    } else {
        text::text(&comparison, style::width())
    };
    Ok(output::print(&shown, exit::FINE))
}

fn written(args: &Args, comparison: &Comparison) -> Result<(), Refused> {
    let file = |path: &Path, text: &str| output::write_file(path, text).map_err(|why| Refused::usage(why, ""));
    if let Some(path) = &args.csv {
        file(path, &text::csv(comparison))?;
    }
    if let Some(path) = &args.html {
        file(path, &page::page(comparison))?;
    }
    Ok(())
}

impl Named {
    /// `[NAME=]DIR[:PART]`
    fn read(given: &str) -> Result<Self, Refused> {
        // A folder may have signs in its name that mean something here.
        let (label, rest) = match given.split_once('=') {
            Some((label, rest)) if !label.is_empty() && !Path::new(given).exists() => (Some(label), rest),
            _ => (None, given),
        };
        let (path, part) = match rest.rsplit_once(':') {
            Some((path, part)) if !Path::new(rest).exists() => {
                let known = PARTS.iter().find(|(name, _)| *name == part);
                let names = PARTS.map(|(name, _)| name).join(", ");
                let Some((_, part)) = known else {
                    return Err(Refused::usage(
                        format!("`{given}`: there is no part `{part}`"),
                        &format!("parts are {names}"),
                    ));
                };
                (path, *part)
            }
            _ => (rest, Part::All),
        };
        let label = label.map_or_else(|| rest.trim_end_matches('/').to_owned(), str::to_owned);
        Ok(Self { label, path: PathBuf::from(path), part })
    }
}

/// Takes out what is not in the part.
fn leave(key: &mut Key, part: Part) {
    for index in 0..key.tests.len() {
        let test = &key.tests[index];
        let bucket = &key.buckets[test.bucket];
        let is_in = match part {
            Part::All => true,
            Part::Focused => bucket.positive || bucket.focused_on != 0,
            Part::Of(engine) => test.engine == engine,
            Part::Smallest => test.kind == suite::format::TestKind::Smallest,
        };
        key.tests[index].excluded |= !is_in;
    }
}

fn same_problem(named: &[Named], folders: &[&Folder]) -> Result<(), Refused> {
    let problem = |folder: &Folder| folder.graded.problem.name.clone();
    for (one, folder) in named.iter().zip(folders) {
        if problem(folder) != problem(folders[0]) {
            let what = format!("`{}` is about `{}`, not about `{}`", one.label, problem(folder), problem(folders[0]));
            return Err(Refused::usage(what, "compare results of one problem"));
        }
    }
    Ok(())
}

/// Submissions of one name that are not the same in all folders.
fn changed<'a>(folders: &[&'a Folder]) -> BTreeSet<&'a str> {
    let hashes = |folder: &&'a Folder| {
        let all = folder.graded.submissions.iter();
        all.map(|one| (&*one.entry.name, &*one.entry.sha256)).collect::<std::collections::BTreeMap<_, _>>()
    };
    let all: Vec<_> = folders.iter().map(hashes).collect();
    let Some((first, rest)) = all.split_first() else { return BTreeSet::new() };
    let differs = |name: &str, hash: &str| rest.iter().any(|other| other.get(name).is_some_and(|other| *other != hash));
    first.iter().filter(|(name, hash)| differs(name, hash)).map(|(name, _)| *name).collect()
}

/// Both tables with their titles.
fn tables(comparison: &Comparison) -> [(String, &Table); 2] {
    let title = |what: &str, table: &Table| format!("{what}: {}", crate::words::count(table.submissions, "submission"));
    [
        (title("everybody", &comparison.all), &comparison.all),
        (title("without the deeply flawed", &comparison.without_deep), &comparison.without_deep),
    ]
}
