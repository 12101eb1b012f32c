//! Stores the outcomes of a few graded programs for a class of any size, as grading the class would, in seconds.
//!
//! `multiply GRADED RESULTS CLASS…`: the first line of each submission in CLASS is `# program N`, and GRADED holds the results of
//! the programs, named `pNNN.py`. `benches/large_class.py` writes both folders. Everything but the outcomes comes from the files
//! of CLASS themselves, so that `custodiet grade … CLASS -o RESULTS` finds nothing left to run. A folder holds at most 65,534
//! submissions, so a larger class is in several.

use sandbox::Layers;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use grading::store::SourceFile;
use grading::{GivenFiles, GradingSetup, LoadStatus, RecordedSetup, Roster, Store, StoredSubmission};
use runner::Outcome;
use submissions::{GatherOptions, Submission, gather};

fn main() -> Result<(), Box<dyn Error>> {
    let folders: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [graded, results, class @ ..] = &*folders else { return Err("pass GRADED, RESULTS and CLASS".into()) };
    let class: Vec<PathBuf> = class.iter().map(fs::canonicalize).collect::<Result<_, _>>()?;
    let suite = fs::read(graded.join("suite.json"))?;
    let problem = suite::read::problem(&suite::read::read(suite.clone())?).map_err(|_| "not a suite")?.name;
    let known = Store::read(graded, &problem)?;
    let roster = Roster::load(&known)?.ok_or("grading was not completed")?;
    let mut programs = BTreeMap::new();
    for member in &roster.members {
        let one = known.checked_submission(&member.name)?.map_err(|why| format!("`{}` {why}", member.name))?;
        programs.insert(member.name.clone(), one);
    }
    let gathered = gather(&class, &GatherOptions::new(["py".to_owned()].iter()))?;
    let mut store = Store::open(results, &problem)?;
    fs::write(results.join("suite.json"), suite)?;
    for submission in &gathered.submissions {
        store.store(&multiplied(submission, &programs)?, true)?;
    }
    let settings = RecordedSetup::load(&known)?.ok_or("no setup")?.settings;
    let sandbox = Layers { level: roster.sandbox, ..Layers::NONE };
    let given = GivenFiles {
        submissions: class,
        support: None,
        prelude: None,
        adapters: Vec::new(),
        sandbox,
        cold_start: false,
    };
    GradingSetup { given, settings }.save(&mut store)?;
    Roster::new(roster.sandbox, &roster.suite, &gathered.submissions).save(&mut store)?;
    println!("{} submissions", gathered.submissions.len());
    Ok(())
}

/// The outcomes of a program as those of a submission.
fn multiplied(
    submission: &Submission,
    programs: &BTreeMap<String, StoredSubmission>,
) -> Result<StoredSubmission, Box<dyn Error>> {
    let text = fs::read_to_string(&submission.origin)?;
    let number: usize =
        text.lines().next().and_then(|line| line.strip_prefix("# program ")).ok_or("no program")?.parse()?;
    let program = format!("p{number:03}.py");
    let mut one = programs.get(&program).ok_or("a program that was not graded")?.clone();
    let file = submission.name.clone();
    let rename = |named: &mut Option<String>| {
        if named.as_deref() == Some(&*program) {
            *named = Some(file.clone());
        }
    };
    for (_, _, outcome) in &mut one.outcomes {
        if let Outcome::Raised(raised) = outcome {
            rename(&mut raised.file);
        }
    }
    match &mut one.status {
        LoadStatus::Graded(ready) => ready.file.clone_from(&file),
        LoadStatus::Failed(failed) => rename(&mut failed.file),
        LoadStatus::Unusable(_) | LoadStatus::NotStarted(_) => {}
    }
    submission.content.as_ref().map_err(Clone::clone)?.sha256().clone_into(&mut one.sha256);
    one.source = Some(SourceFile { file, text });
    one.name.clone_from(&submission.name);
    Ok(one)
}
