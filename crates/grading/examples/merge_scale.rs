//! How long merging takes, and how much memory it needs: `merge_scale SUBMISSIONS PARTS`.
//!
//! Writes the parts of a class that nobody handed in, every submission with an outcome on each of the 82 tests of
//! `docs/examples/toposort-suite.json`, then merges them. `benches/README.md` has results.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use grading::proofs::question;
use grading::roster::RosterEntry;
use grading::{
    ClassMember, LoadStatus, ProofChecker, Roster, RunConditions, Shard, ShardRecord, Store, StoredSubmission,
    check_parts, copy_parts,
};
use runner::Outcome;
use runner::limits::RunLimits;
use runner::prepared::PreparedSuite;
use runner::protocol::Ready;
use sandbox::SandboxLevel;

const SUITE: &str = "suite";

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<usize> = std::env::args().skip(1).map(|number| number.parse()).collect::<Result<_, _>>()?;
    let [submissions, count] = numbers[..] else { return Err("usage: merge_scale SUBMISSIONS PARTS".into()) };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/toposort-suite.json");
    let suite = suite::read::read(fs::read(path)?)?;
    let problem = suite::read::problem(&suite)?;
    let prepared_suite = PreparedSuite::new(&problem, &suite, 0)?;
    let (question, checker) = (question(&suite), ProofChecker::new(&problem));
    let folder = tempfile::tempdir()?;
    let digest = |number: usize| format!("{number:064x}");
    let member = |number| ClassMember { name: format!("submission_{number}"), sha256: digest(number) };
    let class: Vec<ClassMember> = (0..submissions).map(member).collect();
    let count = u32::try_from(count)?;
    let started = Instant::now();
    let mut parts = Vec::new();
    for index in 1..=count {
        parts.push(write_part(folder.path(), Shard::new(index, count)?, &class, &prepared_suite)?);
    }
    println!("written   {:>6.1} s  {:>5} MiB", started.elapsed().as_secs_f64(), peak());
    drop(class);
    let started = Instant::now();
    let checked = check_parts(&parts, &prepared_suite.problem, false)?;
    println!("checked   {:>6.1} s  {:>5} MiB", started.elapsed().as_secs_f64(), peak());
    let started = Instant::now();
    let merged = folder.path().join("merged");
    let mut store = Store::open(&merged, &prepared_suite.problem)?;
    copy_parts(&checked, &prepared_suite, (&question, &checker), &mut store, &mut || {})?;
    drop(store);
    let bytes = fs::metadata(merged.join("results.sqlite"))?.len() >> 20;
    println!("copied    {:>6.1} s  {:>5} MiB   database {bytes} MiB", started.elapsed().as_secs_f64(), peak());
    Ok(())
}

/// The most memory that this process has had, in MiB.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|number| number.parse::<u64>().ok()).unwrap_or_default() >> 10
}

fn write_part(
    folder: &Path,
    shard: Shard,
    class: &[ClassMember],
    prepared_suite: &PreparedSuite,
) -> Result<PathBuf, Box<dyn Error>> {
    let conditions = RunConditions::new(&RunLimits::default(), SandboxLevel::Full, 0);
    let folder = folder.join(shard.index().to_string());
    let mut store = Store::open(&folder, &prepared_suite.problem)?;
    let mut entries = Vec::new();
    let mut record = ShardRecord::new(shard, class.to_vec(), conditions).finished();
    for member in record.members() {
        let name = member.name.clone();
        let tests = prepared_suite.tests.iter().map(|test| (test.id.clone(), test.digest.clone(), Outcome::Accepted));
        let stored = StoredSubmission {
            name: name.clone(),
            sha256: member.sha256.clone(),
            conditions: String::new(),
            language: "python".to_owned(),
            status: LoadStatus::Graded(Ready { file: name.clone(), name: "is_valid".to_owned(), notes: Vec::new() }),
            unstable: Vec::new(),
            printed: String::new(),
            source: None,
            outcomes: tests.collect(),
        };
        store.store(&stored, true)?;
        entries.push(RosterEntry { name, ..RosterEntry::default() });
    }
    Roster::of(SandboxLevel::Full, SUITE, entries).save(&mut store)?;
    record.save(&mut store)?;
    Ok(folder)
}
