//! Checks a proof folder, trusting nothing in it.
//!
//! Takes a folder; gives a report, or the first thing that is wrong. In this order: the hashes of all files; that the
//! manifest fits the problem file; that implications and buckets fit each other; that each bucket's pair is in it, by
//! `eval`; that the clauses are those which the compiler gives for the problem at that scope; that the proofs are right.
//!
//! Why it suffices to compare the stated implications with the minimal ones of the listed buckets, and not to visit
//! every bucket: all minimal implications together are the prime implicates of the function whose models are the listed
//! buckets, and a function is the conjunction of its prime implicates. So a bucket that breaks none of them is listed,
//! and one that is listed breaks none. Each is proven, so no bucket that is not listed has a pair; each listed bucket
//! has one, which is here.
//!
//! Invariant: no bytes in the folder make it panic. Guarded by `tests/proofs.rs`.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufReader, ErrorKind};
use std::path::Path;

use circuit::Lit;
use compile::{CompileOptions, Compiled};
use eval::{Machine, Pair, Program};
use lang::load::{Mode, load};
use lang::problem::Problem;
use lang::scope::{PairTypes, Scope};
use lang::source::Source;
use pairs::implications::minimal;
use pairs::subproperties::MOST_SUBPROPERTIES;
use pairs::{Bucket, Implication};
use solver::dimacs::Cnf;

use super::fault::CheckError;
use super::formula::Formulas;
use super::manifest::{
    MANIFEST, Manifest, NotRead, PROBLEM, SEAL, cnf_name, proof_name, read_scope, scope_override, seal,
};
use super::{hash, words};
use crate::oracle::compiler;
use crate::orders;
use crate::query::bits;
use crate::session::{Failure, Settings};

/// What a folder that was checked proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub problem: String,
    /// In words.
    pub scope: String,
    /// As an option of the command line.
    pub scope_override: String,
    pub symmetry: bool,
    /// Of custodiet, which wrote the folder.
    pub release: String,
    pub subproperties: usize,
    /// Implications, each with a proof.
    pub implications: usize,
    /// Buckets that have a pair.
    pub concretizable: usize,
    /// Buckets that have none.
    pub excluded: u64,
    /// Subproperties that may raise: a pair on which one does is in no bucket.
    pub may_raise: Vec<String>,
    /// Of all proofs together.
    pub clauses: usize,
    pub proof_bytes: u64,
}

/// Checks everything, and stops at the first fault.
pub fn check_proofs(dir: &Path) -> Result<Report, CheckError> {
    let manifest = read_manifest(dir)?;
    check_files(dir, &manifest)?;
    let text =
        String::from_utf8(read(dir, PROBLEM)?).map_err(|_| CheckError::Problem { why: "is not UTF-8".to_owned() })?;
    let problem = load_problem(&manifest, text)?;
    let scope = check_fit(&manifest, &problem)?;
    let (implications, buckets) = check_buckets(&manifest, &problem)?;
    check_pairs(&manifest, &problem, &scope, &buckets)?;
    check_orders(&problem, &scope)?;
    let compiled = compile(&problem, &scope, manifest.symmetry)?;
    check_circuit(&manifest, &problem, &compiled, &buckets)?;
    let formulas = Formulas::new(&problem, &scope, &compiled, manifest.symmetry, &manifest.release, implications.len());
    let (mut clauses, mut proof_bytes) = (0, 0);
    for (number, implication) in (1..).zip(&implications) {
        let cnf = formulas.of(number, *implication);
        check_formula(dir, &cnf_name(number), &cnf, &manifest)?;
        clauses += cnf.clause_count();
        proof_bytes += check_proof(dir, &proof_name(number), &cnf)?;
    }
    Ok(Report {
        problem: manifest.problem,
        scope: scope.describe(PairTypes::of(&problem)),
        scope_override: manifest.scope_override,
        symmetry: manifest.symmetry,
        release: manifest.release,
        subproperties: problem.subproperties.len(),
        implications: implications.len(),
        concretizable: buckets.len(),
        may_raise: may_raise(&problem, &compiled),
        excluded: (1 << problem.subproperties.len()) - buckets.len() as u64,
        clauses,
        proof_bytes,
    })
}

fn may_raise(problem: &Problem, compiled: &Compiled) -> Vec<String> {
    let outcomes = problem.subproperties.iter().zip(&compiled.subproperties);
    let raising = outcomes.filter(|(_, outcome)| outcome.raises != Lit::FALSE);
    raising.map(|(property, _)| property.name.to_string()).collect()
}

fn read(dir: &Path, name: &str) -> Result<Vec<u8>, CheckError> {
    fs::read(dir.join(name)).map_err(unreadable(name))
}

fn unreadable(file: &str) -> impl FnOnce(io::Error) -> CheckError {
    let file = file.to_owned();
    move |error| match error.kind() {
        ErrorKind::NotFound => CheckError::Missing { file },
        _ => CheckError::Unreadable { file, why: error.to_string().to_lowercase() },
    }
}

/// Reads the manifest; whether it is the one that was written is part of this.
fn read_manifest(dir: &Path) -> Result<Manifest, CheckError> {
    check_entries(dir)?;
    let text = read(dir, MANIFEST)?;
    let seal_found = read(dir, SEAL)?;
    if seal_found != seal(&text).as_bytes() {
        return Err(CheckError::Changed { file: MANIFEST.to_owned() });
    }
    Manifest::read(&text).map_err(|error| match error {
        NotRead::Version(found) => CheckError::Version { found },
        NotRead::Other(why) => CheckError::Manifest { why },
    })
}

/// Only plain files are read: others may never end.
fn check_entries(dir: &Path) -> Result<(), CheckError> {
    let no_folder = |error: io::Error| {
        let why = match error.kind() {
            ErrorKind::NotFound => "there is no such folder".to_owned(),
            ErrorKind::NotADirectory => "it is a file".to_owned(),
            _ => error.to_string().to_lowercase(),
        };
        CheckError::NoFolder { dir: dir.to_owned(), why }
    };
    let entries = fs::read_dir(dir).map_err(no_folder)?;
    if !dir.join(MANIFEST).exists() {
        return Err(CheckError::NoManifest { dir: dir.to_owned() });
    }
    for entry in entries {
        let entry = entry.map_err(no_folder)?;
        let file = entry.file_name().to_string_lossy().into_owned();
        match entry.file_type() {
            Ok(kind) if kind.is_file() => {}
            Ok(_) => return Err(CheckError::Unreadable { file, why: "it is not a plain file".to_owned() }),
            Err(error) => return Err(unreadable(&file)(error)),
        }
    }
    Ok(())
}

/// All files are there, no others are, and none was changed.
fn check_files(dir: &Path, manifest: &Manifest) -> Result<(), CheckError> {
    let expected: BTreeSet<String> = manifest.expected_files().into_iter().collect();
    let why = |why: String| CheckError::Manifest { why };
    for (number, stated) in (1..).zip(&manifest.implications) {
        if stated.cnf != cnf_name(number) || stated.proof != proof_name(number) {
            return Err(why(format!(
                "the files of implication {number} are not called `{}` and `{}`",
                cnf_name(number),
                proof_name(number)
            )));
        }
    }
    if let Some(unlisted) = expected.iter().find(|name| !manifest.files.contains_key(*name)) {
        return Err(why(format!("`files` has no hash of `{unlisted}`")));
    }
    if let Some(surplus) = manifest.files.keys().find(|name| !expected.contains(*name)) {
        return Err(why(format!("`files` has a hash of `{surplus}`, which belongs to no implication")));
    }
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(dir).map_err(unreadable("."))? {
        found.insert(entry.map_err(unreadable("."))?.file_name().to_string_lossy().into_owned());
    }
    let known = |name: &String| expected.contains(name) || [MANIFEST, SEAL].contains(&name.as_str());
    if let Some(file) = found.into_iter().find(|name| !known(name)) {
        return Err(CheckError::Foreign { file });
    }
    for (name, digest) in &manifest.files {
        if hash::of_file(&dir.join(name)).map_err(unreadable(name))? != *digest {
            return Err(CheckError::Changed { file: name.clone() });
        }
    }
    Ok(())
}

fn load_problem(manifest: &Manifest, text: String) -> Result<Problem, CheckError> {
    let loaded = load(Source::new(format!("{}.py", manifest.problem), text), Mode::Problem);
    if let Some(error) = loaded.diagnostics.iter().find(|found| found.is_error()) {
        let line = error.primary.as_ref().map(|label| loaded.problem.source.line(label.span.start));
        let place = line.map_or_else(String::new, |line| format!("line {line}: "));
        return Err(CheckError::Problem { why: format!("has errors: {place}{}", error.message) });
    }
    let found = loaded.problem.subproperties.len();
    if found > MOST_SUBPROPERTIES {
        let why = format!("has {found} subproperties, and there may be at most {MOST_SUBPROPERTIES}");
        return Err(CheckError::Problem { why });
    }
    Ok(loaded.problem)
}

/// The scope, if the manifest says of the problem what the problem file says.
fn check_fit(manifest: &Manifest, problem: &Problem) -> Result<Scope, CheckError> {
    let misfit = |why: String| Err(CheckError::Misfit { why });
    if manifest.problem != problem.name {
        return misfit(format!("`{}` is not the name of a problem", manifest.problem));
    }
    if !manifest.subproperties.iter().map(String::as_str).eq(problem.subproperties.iter().map(|found| &*found.name)) {
        return misfit("the subproperties are not those of the file, in its order".to_owned());
    }
    let scope = match read_scope(problem, &manifest.scope_override) {
        Ok(scope) => scope,
        Err(why) => return misfit(format!("the scope: {why}")),
    };
    if scope_override(&scope) != manifest.scope_override || scope.to_json() != manifest.scope {
        return misfit("`scope` and `scope_override` are not one scope with all its bounds".to_owned());
    }
    Ok(scope)
}

/// The implications and the buckets, if they exclude and list all buckets between them.
fn check_buckets(manifest: &Manifest, problem: &Problem) -> Result<(Vec<Implication>, Vec<Bucket>), CheckError> {
    let positions = |names: &[String]| manifest.positions(names).map_err(|why| CheckError::Manifest { why });
    let mut stated = Vec::new();
    for implication in &manifest.implications {
        stated.push(Implication { hold: positions(&implication.r#if)?, then: positions(&implication.then)? });
    }
    let mut buckets = Vec::new();
    for listed in &manifest.concretizable {
        buckets.push(Bucket::new(positions(&listed.fails)?));
    }
    if !buckets.is_sorted_by(|a, b| a < b) {
        return Err(CheckError::Manifest {
            why: "a bucket is listed twice, or the buckets are not in order".to_owned(),
        });
    }
    let needed = minimal(problem.subproperties.len(), &buckets);
    if let Some(missing) = needed.iter().find(|needed| !stated.contains(needed)) {
        return Err(CheckError::MissingImplication { implication: words::implication(problem, *missing) });
    }
    if let Some(surplus) = stated.iter().find(|stated| !needed.contains(stated)) {
        return Err(CheckError::SurplusImplication { implication: words::implication(problem, *surplus) });
    }
    if needed != stated {
        return Err(CheckError::Manifest {
            why: "an implication is stated twice, or they are not in order".to_owned(),
        });
    }
    Ok((stated, buckets))
}

/// Every listed bucket has a pair, inside the scope.
fn check_pairs(manifest: &Manifest, problem: &Problem, scope: &Scope, buckets: &[Bucket]) -> Result<(), CheckError> {
    let program = Program::new(problem);
    for (listed, bucket) in manifest.concretizable.iter().zip(buckets) {
        let wrong = |why: String| CheckError::Pair { bucket: words::bucket(problem, *bucket), why };
        let pair = Pair::read(problem, &listed.pair).map_err(|error| wrong(error.to_string()))?;
        if let Some(beyond) = eval::beyond_scope(problem, scope, &pair).into_iter().next() {
            return Err(wrong(format!("it lies beyond the scope: {beyond}")));
        }
        replay(problem, &program, &pair, *bucket).map_err(wrong)?;
    }
    Ok(())
}

/// No function is known to depend on an order that Python leaves open.
fn check_orders(problem: &Problem, scope: &Scope) -> Result<(), CheckError> {
    match orders::check(problem, scope, &Settings::default(), &orders::functions(problem)) {
        Err(Failure::DependsOnOrder(found)) => {
            let names = found.iter().map(|found| format!("`{}`", problem.module.function(found.function).name.name));
            let names = names.collect::<Vec<_>>().join(", ");
            Err(CheckError::Problem { why: format!("has functions that depend on the order of a set: {names}") })
        }
        // What cannot be compiled is told next.
        _ => Ok(()),
    }
}

/// The formula says of every listed pair what evaluation says: it is not about another problem.
fn check_circuit(
    manifest: &Manifest,
    problem: &Problem,
    compiled: &Compiled,
    buckets: &[Bucket],
) -> Result<(), CheckError> {
    let Compiled { circuit, layout, preconditions, subproperties, .. } = compiled;
    for (listed, bucket) in manifest.concretizable.iter().zip(buckets) {
        let wrong = |why: &str| CheckError::Pair { bucket: words::bucket(problem, *bucket), why: why.to_owned() };
        let pair = Pair::read(problem, &listed.pair).map_err(|error| wrong(&error.to_string()))?;
        let pair = pairs::concrete(&pair).ok_or_else(|| wrong("an integer is too large"))?;
        let bits = bits(circuit, layout, &pair).ok_or_else(|| wrong("it lies beyond the scope"))?;
        let holds = |lit: Lit| circuit::eval_bool(circuit, lit, &bits);
        let valid = preconditions.iter().all(|outcome| holds(outcome.holds));
        let mut outcomes = subproperties.iter().enumerate();
        let inside = outcomes
            .all(|(position, outcome)| holds(outcome.holds) != bucket.fails(position) && !holds(outcome.raises));
        if !valid || !inside {
            return Err(wrong("the formula says otherwise; this is a bug in custodiet"));
        }
    }
    Ok(())
}

fn replay(problem: &Problem, program: &Program, pair: &Pair, bucket: Bucket) -> Result<(), String> {
    let mut machine = Machine::new(program);
    let preconditions = problem.preconditions.iter().map(|property| (property, true));
    let subproperties = problem.subproperties.iter().enumerate();
    let subproperties = subproperties.map(|(position, property)| (property, !bucket.fails(position)));
    for (index, (property, expected)) in preconditions.chain(subproperties).enumerate() {
        match machine.holds(index, &pair.values) {
            Ok(holds) if holds == expected => {}
            Ok(true) => return Err(format!("`{}` holds of it", property.name)),
            Ok(false) => return Err(format!("`{}` fails of it", property.name)),
            Err(fault) => return Err(format!("`{}` has no answer: {}", property.name, pair.fault_text(&fault))),
        }
    }
    Ok(())
}

fn compile(problem: &Problem, scope: &Scope, symmetry: bool) -> Result<Compiled, CheckError> {
    let refused = |refusal: &compile::Refusal| CheckError::Problem {
        why: format!("cannot be compiled: line {}: {refusal}", problem.source.line(refusal.at.start)),
    };
    let compiler = compiler(problem, scope, CompileOptions { symmetry, ..CompileOptions::default() })
        .map_err(|refusal| refused(&refusal))?;
    compiler.problem().map_err(|refusals| match refusals.first() {
        Some(first) => refused(first),
        None => CheckError::Problem { why: "cannot be compiled".to_owned() },
    })
}

/// The file holds these clauses, and these comments.
fn check_formula(dir: &Path, name: &str, cnf: &Cnf, manifest: &Manifest) -> Result<(), CheckError> {
    let differs = |why: String| {
        let release = manifest.release.clone();
        Err(CheckError::Formula { file: name.to_owned(), why, release })
    };
    let file = File::open(dir.join(name)).map_err(unreadable(name))?;
    let found = match Cnf::read(BufReader::new(file)) {
        Ok(found) => found,
        Err(error) => return differs(error.to_string()),
    };
    let show = |clause: &[i32]| {
        let words: Vec<String> = clause.iter().chain(&[0]).map(ToString::to_string).collect();
        words.join(" ")
    };
    for (number, (found, expected)) in (1..).zip(found.clauses().zip(cnf.clauses())) {
        if found != expected {
            return differs(format!("clause {number} is `{}` and must be `{}`", show(found), show(expected)));
        }
    }
    if (found.clause_count(), found.var_count()) != (cnf.clause_count(), cnf.var_count()) {
        return differs(format!(
            "there are {} clauses over {} variables, and there must be {} over {}",
            found.clause_count(),
            found.var_count(),
            cnf.clause_count(),
            cnf.var_count(),
        ));
    }
    if found.comments() != cnf.comments() {
        let pairs = found.comments().iter().zip(cnf.comments());
        let line = pairs.take_while(|(found, expected)| found == expected).count() + 1;
        return differs(format!("the comment on line {line} is another"));
    }
    Ok(())
}

/// The size of the proof, if it is one.
fn check_proof(dir: &Path, name: &str, cnf: &Cnf) -> Result<u64, CheckError> {
    let file = File::open(dir.join(name)).map_err(unreadable(name))?;
    let bytes = file.metadata().map_err(unreadable(name))?.len();
    solver::proof::check(cnf, BufReader::new(file))
        .map_err(|error| CheckError::Proof { file: name.to_owned(), error })?;
    Ok(bytes)
}
