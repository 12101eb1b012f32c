//! Checks a proof folder, trusting nothing in it.
//!
//! Takes a folder; returns a report, or the first fault. It checks, in this order: the hashes of all files; that the
//! manifest matches the problem file; that implications and buckets match each other; that the pair of each bucket is in
//! it, by `eval`; that the clauses are those that the compiler generates for the problem at that scope; that the proofs
//! are valid; the same for the questions about orders.
//!
//! It compares the stated implications with the minimal ones of the listed buckets instead of visiting every bucket. That
//! suffices: the minimal implications are the prime implicates of the function whose models are the listed buckets, and a
//! function is the conjunction of its prime implicates. So the buckets that violate no implication are exactly the listed
//! ones. Every implication is proven, so no other bucket has a pair; every listed bucket has one, which is in the folder.
//!
//! Invariant: no content of a folder makes it panic. Guarded by `tests/proofs.rs`.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufReader, ErrorKind};
use std::path::Path;

use circuit::Lit;
use compile::{CompileOptions, Compiled, Compiler, Refusal};
use eval::{Machine, Pair, Program};
use lang::ast::FuncId;
use lang::load::{Mode, load};
use lang::problem::Problem;
use lang::scope::{PairTypes, Scope};
use lang::source::Source;
use pairs::implications::minimal;
use pairs::subproperties::MOST_SUBPROPERTIES;
use pairs::{Bucket, Implication, Placement};
use solver::dimacs::Cnf;

use super::fault::{CheckError, FormulaFault, FormulaSize, ManifestMismatch, PairFault, ProblemFault};
use super::formula::{FolderFacts, Formulas, OrderFormulas};
use super::manifest::{
    MANIFEST, Manifest, ManifestError, PROBLEM, SEAL, cnf_name, order_cnf_name, order_proof_name, proof_name,
    read_scope, scope_override, seal,
};
use super::write::all_functions;
use super::{hash, words};
use crate::oracle::compiler;
use crate::order_questions::{OrderQuestion, OrderQuestions};
use crate::orders::{self, OrderCaveat};
use crate::query::bits;

/// What a valid folder proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofReport {
    pub problem: String,
    /// In words.
    pub scope: String,
    /// As an option of the command line.
    pub scope_override: String,
    pub symmetry: bool,
    /// The release of custodiet that wrote the folder.
    pub release: String,
    pub subproperties: usize,
    /// How many implications are proven.
    pub implications: usize,
    /// How many of them may fail in another order of sets and unordered lists.
    pub in_one_order: usize,
    /// How many proofs there are that a function does not depend on an order.
    pub order_proofs: usize,
    /// Functions that may depend on an order.
    pub order_undecided: Vec<String>,
    /// How many buckets have a pair.
    pub concretizable: usize,
    /// How many buckets have none.
    pub excluded: u64,
    /// Subproperties that may raise: a pair on which one does is in no bucket.
    pub may_raise: Vec<String>,
    /// Of all proofs together.
    pub clauses: usize,
    pub proof_bytes: u64,
}

/// Checks everything, and stops at the first fault.
pub fn check_proofs(dir: &Path) -> Result<ProofReport, CheckError> {
    let manifest = read_manifest(dir)?;
    check_files(dir, &manifest)?;
    let text = String::from_utf8(read(dir, PROBLEM)?).map_err(|_| ProblemFault::NotUtf8)?;
    let problem = load_problem(&manifest, text)?;
    let scope = check_fit(&manifest, &problem)?;
    let (implications, buckets) = check_buckets(&manifest, &problem)?;
    check_pairs(&manifest, &problem, &scope, &buckets)?;
    let compiled = compile(&problem, &scope, manifest.symmetry)?;
    check_circuit(&manifest, &problem, &compiled, &buckets)?;
    let facts =
        FolderFacts { problem: &problem, scope: &scope, symmetry: manifest.symmetry, release: &manifest.release };
    let formulas = Formulas::new(facts, &compiled, implications.len());
    let mut checked = Checked { dir, manifest: &manifest, clauses: 0, proof_bytes: 0 };
    for (number, implication) in (1..).zip(&implications) {
        checked.check(&formulas.of(number, *implication), &cnf_name(number), &proof_name(number))?;
    }
    let undecided = check_orders(facts, &mut checked)?;
    let Checked { clauses, proof_bytes, .. } = checked;
    let caveat = OrderCaveat::new(&problem, &compiled, &undecided);
    let in_one_order = implications.iter().filter(|implication| caveat.concerns(**implication)).count();
    Ok(ProofReport {
        problem: manifest.problem,
        scope: scope.describe(PairTypes::of(&problem)),
        scope_override: manifest.scope_override,
        symmetry: manifest.symmetry,
        release: manifest.release,
        subproperties: problem.subproperties.len(),
        implications: implications.len(),
        in_one_order,
        order_proofs: manifest.orders.len(),
        order_undecided: manifest.order_undecided,
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
        _ => CheckError::Unreadable { file, error },
    }
}

/// Reads the manifest and checks it against its seal.
fn read_manifest(dir: &Path) -> Result<Manifest, CheckError> {
    check_entries(dir)?;
    let text = read(dir, MANIFEST)?;
    let seal_found = read(dir, SEAL)?;
    if seal_found != seal(&text).as_bytes() {
        return Err(CheckError::Changed { file: MANIFEST.to_owned() });
    }
    Ok(Manifest::read(&text)?)
}

/// Only regular files are read: reading a pipe or a device may block forever.
fn check_entries(dir: &Path) -> Result<(), CheckError> {
    let no_folder = |error: io::Error| CheckError::NoFolder { dir: dir.to_owned(), error };
    let entries = fs::read_dir(dir).map_err(no_folder)?;
    if !dir.join(MANIFEST).exists() {
        return Err(CheckError::NoManifest { dir: dir.to_owned() });
    }
    for entry in entries {
        let entry = entry.map_err(no_folder)?;
        let file = entry.file_name().to_string_lossy().into_owned();
        match entry.file_type() {
            Ok(kind) if kind.is_file() => {}
            Ok(_) => return Err(CheckError::NotAFile { file }),
            Err(error) => return Err(unreadable(&file)(error)),
        }
    }
    Ok(())
}

/// Checks that all files are there, that there are no others, and that none was changed.
fn check_files(dir: &Path, manifest: &Manifest) -> Result<(), CheckError> {
    let expected: BTreeSet<String> = manifest.expected_files().into_iter().collect();
    for (number, stated) in (1..).zip(&manifest.implications) {
        if stated.cnf != cnf_name(number) || stated.proof != proof_name(number) {
            return Err(ManifestError::FileNames { number }.into());
        }
    }
    if let Some(file) = expected.iter().find(|name| !manifest.files.contains_key(*name)) {
        return Err(ManifestError::MissingHash { file: file.clone() }.into());
    }
    if let Some(file) = manifest.files.keys().find(|name| !expected.contains(*name)) {
        return Err(ManifestError::SurplusHash { file: file.clone() }.into());
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
        let line = error.primary.as_ref().map_or(1, |label| loaded.problem.source.line(label.span.start));
        return Err(ProblemFault::Errors { line, message: error.message.clone() }.into());
    }
    let found = loaded.problem.subproperties.len();
    if found > MOST_SUBPROPERTIES {
        return Err(ProblemFault::TooManySubproperties { found }.into());
    }
    Ok(loaded.problem)
}

/// The scope, if the manifest describes the problem file.
fn check_fit(manifest: &Manifest, problem: &Problem) -> Result<Scope, ManifestMismatch> {
    if manifest.problem != problem.name {
        return Err(ManifestMismatch::Name(manifest.problem.clone()));
    }
    if !manifest.subproperties.iter().map(String::as_str).eq(problem.subproperties.iter().map(|found| &*found.name)) {
        return Err(ManifestMismatch::Subproperties);
    }
    let scope = read_scope(problem, &manifest.scope_override)?;
    if scope_override(&scope) != manifest.scope_override || scope.to_json() != manifest.scope {
        return Err(ManifestMismatch::Bounds);
    }
    Ok(scope)
}

/// The implications and the buckets, if every bucket is either listed or excluded by an implication.
fn check_buckets(manifest: &Manifest, problem: &Problem) -> Result<(Vec<Implication>, Vec<Bucket>), CheckError> {
    let mut stated = Vec::new();
    for implication in &manifest.implications {
        let hold = manifest.positions(&implication.r#if)?;
        stated.push(Implication { hold, then: manifest.positions(&implication.then)? });
    }
    let mut buckets = Vec::new();
    for listed in &manifest.concretizable {
        buckets.push(Bucket::new(manifest.positions(&listed.fails)?));
    }
    if !buckets.is_sorted_by(|a, b| a < b) {
        return Err(ManifestError::BucketOrder.into());
    }
    let needed = minimal(problem.subproperties.len(), &buckets);
    if let Some(missing) = needed.iter().find(|needed| !stated.contains(needed)) {
        return Err(CheckError::MissingImplication { implication: words::implication(problem, *missing) });
    }
    if let Some(surplus) = stated.iter().find(|stated| !needed.contains(stated)) {
        return Err(CheckError::SurplusImplication { implication: words::implication(problem, *surplus) });
    }
    if needed != stated {
        return Err(ManifestError::ImplicationOrder.into());
    }
    Ok((stated, buckets))
}

/// Checks that the pair of every listed bucket is in it and inside the scope.
fn check_pairs(manifest: &Manifest, problem: &Problem, scope: &Scope, buckets: &[Bucket]) -> Result<(), CheckError> {
    let program = Program::new(problem);
    for (listed, bucket) in manifest.concretizable.iter().zip(buckets) {
        let wrong = |fault: PairFault| CheckError::Pair { bucket: words::bucket(problem, *bucket), fault };
        let pair = Pair::read(problem, &listed.pair).map_err(|error| wrong(PairFault::Unreadable(error)))?;
        if let Some(beyond) = eval::beyond_scope(problem, scope, &pair).into_iter().next() {
            return Err(wrong(PairFault::BeyondScope(beyond.clone())));
        }
        replay(problem, &program, &pair, *bucket).map_err(wrong)?;
    }
    Ok(())
}

/// Checks the proof of every question about orders, except for functions that are listed as undecided; returns those.
fn check_orders(facts: FolderFacts<'_>, checked: &mut Checked<'_>) -> Result<Vec<FuncId>, CheckError> {
    let problem = facts.problem;
    let manifest = checked.manifest;
    let name = |function: FuncId| problem.module.function(function).name.name.to_string();
    let undecided: Vec<FuncId> =
        all_functions(problem).filter(|function| manifest.order_undecided.contains(&name(*function))).collect();
    if !undecided.iter().copied().map(name).eq(manifest.order_undecided.iter().cloned()) {
        return Err(ManifestError::OrderUndecided.into());
    }
    let functions = orders::functions(problem);
    let options = CompileOptions { symmetry: facts.symmetry, ..CompileOptions::default() };
    let questions = OrderQuestions::new(problem, facts.scope, options, &functions, problem.preconditions.len())
        .map_err(|refusal| not_compiled(problem, &[refusal]))?;
    if let Some(function) = questions.refused.iter().find(|function| !undecided.contains(function)) {
        return Err(CheckError::MissingOrder { function: name(*function) });
    }
    let decided: Vec<&OrderQuestion> =
        questions.questions.iter().filter(|question| !undecided.contains(&question.function.function)).collect();
    if let Some(missing) = decided.get(manifest.orders.len()) {
        return Err(CheckError::MissingOrder { function: name(missing.function.function) });
    }
    let formulas = OrderFormulas::new(facts, &questions, decided.len());
    for (number, stated) in (1..).zip(&manifest.orders) {
        let question = decided.get(number - 1).ok_or(ManifestError::Orders)?;
        let (cnf, proof) = (order_cnf_name(number), order_proof_name(number));
        let order = words::other_order(&questions.layout, question.other);
        let expected = (name(question.function.function), order, &cnf, &proof);
        if (stated.function.clone(), stated.order.clone(), &stated.cnf, &stated.proof) != expected {
            return Err(ManifestError::Orders.into());
        }
        checked.check(&formulas.of(number, question), &cnf, &proof)?;
    }
    Ok(undecided)
}

/// Checks that the formula agrees with evaluation on every listed pair: it describes this problem and no other.
fn check_circuit(
    manifest: &Manifest,
    problem: &Problem,
    compiled: &Compiled,
    buckets: &[Bucket],
) -> Result<(), CheckError> {
    let Compiled { circuit, layout, preconditions, subproperties, .. } = compiled;
    for (listed, bucket) in manifest.concretizable.iter().zip(buckets) {
        let wrong = |fault: PairFault| CheckError::Pair { bucket: words::bucket(problem, *bucket), fault };
        let pair = Pair::read(problem, &listed.pair).map_err(|error| wrong(PairFault::Unreadable(error)))?;
        let pair = pairs::concrete(problem, &pair).ok_or_else(|| wrong(PairFault::TooLarge))?;
        let bits = bits(circuit, layout, &pair).ok_or_else(|| wrong(PairFault::NotEncoded))?;
        let holds = |lit: Lit| circuit::eval_bool(circuit, lit, &bits);
        let valid = preconditions.iter().all(|outcome| holds(outcome.holds));
        let mut outcomes = subproperties.iter().enumerate();
        let inside = outcomes
            .all(|(position, outcome)| holds(outcome.holds) != bucket.fails(position) && !holds(outcome.raises));
        if !valid || !inside {
            return Err(wrong(PairFault::FormulaDisagrees));
        }
    }
    Ok(())
}

/// Checks that evaluation puts the pair into the bucket.
fn replay(problem: &Problem, program: &Program, pair: &Pair, bucket: Bucket) -> Result<(), PairFault> {
    let mut machine = Machine::new(program);
    let name = |property: usize| {
        let mut properties = problem.preconditions.iter().chain(&problem.subproperties);
        properties.nth(property).map_or_else(String::new, |property| property.name.to_string())
    };
    match Placement::of(problem, |property| machine.holds(property, &pair.values)) {
        Placement::In(found) => {
            let mut positions = 0..problem.subproperties.len();
            let Some(position) = positions.find(|position| found.fails(*position) != bucket.fails(*position)) else {
                return Ok(());
            };
            let property = name(problem.preconditions.len() + position);
            Err(if found.fails(position) { PairFault::Fails { property } } else { PairFault::Holds { property } })
        }
        Placement::Invalid(property) => Err(PairFault::Fails { property: name(property) }),
        Placement::Raises(property, fault) => {
            Err(PairFault::NoAnswer { property: name(property), fault: pair.fault_text(&fault) })
        }
    }
}

fn compile(problem: &Problem, scope: &Scope, symmetry: bool) -> Result<Compiled, ProblemFault> {
    let options = CompileOptions { symmetry, ..CompileOptions::default() };
    let compiled = compiler(problem, scope, options).map_err(|refusal| vec![refusal]).and_then(Compiler::problem);
    compiled.map_err(|refusals| not_compiled(problem, &refusals))
}

fn not_compiled(problem: &Problem, refusals: &[Refusal]) -> ProblemFault {
    let first = refusals.first();
    let line = first.map_or(1, |refusal| problem.source.line(refusal.at.start));
    ProblemFault::NotCompiled { line, reason: first.map_or_else(String::new, ToString::to_string) }
}

/// The proofs that were checked so far.
struct Checked<'a> {
    dir: &'a Path,
    manifest: &'a Manifest,
    clauses: usize,
    proof_bytes: u64,
}

impl Checked<'_> {
    fn check(&mut self, cnf: &Cnf, cnf_name: &str, proof_name: &str) -> Result<(), CheckError> {
        check_formula(self.dir, cnf_name, cnf, self.manifest)?;
        self.clauses += cnf.clause_count();
        self.proof_bytes += check_proof(self.dir, proof_name, cnf)?;
        Ok(())
    }
}

/// Checks that the file holds exactly these clauses and comments.
fn check_formula(dir: &Path, name: &str, cnf: &Cnf, manifest: &Manifest) -> Result<(), CheckError> {
    let differs = |fault: FormulaFault| {
        let release = manifest.release.clone();
        Err(CheckError::Formula { file: name.to_owned(), fault, release })
    };
    let file = File::open(dir.join(name)).map_err(unreadable(name))?;
    let found = match Cnf::read(BufReader::new(file)) {
        Ok(found) => found,
        Err(error) => return differs(error.into()),
    };
    for (number, (found, expected)) in (1..).zip(found.clauses().zip(cnf.clauses())) {
        if found != expected {
            return differs(FormulaFault::Clause { number, found: found.to_vec(), expected: expected.to_vec() });
        }
    }
    let size = |cnf: &Cnf| FormulaSize { clauses: cnf.clause_count(), variables: cnf.var_count() };
    if size(&found) != size(cnf) {
        return differs(FormulaFault::Size { found: size(&found), expected: size(cnf) });
    }
    if found.comments() != cnf.comments() {
        let pairs = found.comments().iter().zip(cnf.comments());
        let line = pairs.take_while(|(found, expected)| found == expected).count() + 1;
        return differs(FormulaFault::Comment { line });
    }
    Ok(())
}

/// The size of the proof, if it is valid.
fn check_proof(dir: &Path, name: &str, cnf: &Cnf) -> Result<u64, CheckError> {
    let file = File::open(dir.join(name)).map_err(unreadable(name))?;
    let bytes = file.metadata().map_err(unreadable(name))?.len();
    solver::proof::check(cnf, BufReader::new(file))
        .map_err(|error| CheckError::Proof { file: name.to_owned(), error })?;
    Ok(bytes)
}
