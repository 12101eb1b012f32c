//! What a predicate is a version of: subproperties, some of them with a mistake, that hold together exactly where it accepts.
//!
//! Candidates are sets of subproperties and of their versions (`mutants::versions`). Their answers for some pairs are known
//! before any submission is; only a candidate that agrees with the predicate on all of these is compiled, and the solver says
//! whether it agrees on every pair of the scope. A pair on which it does not is one more pair on which candidates must agree.
//! Fewer mistakes come first, then the order of the versions. The first candidate that is equal wins.
//!
//! Invariant: what is said to be equal was proved to be, for every pair in every order of its unordered lists, and for all
//! names that the claim covers. A version whose answer may depend on the order of a set is never used. Guarded by
//! `tests/versions.rs`, and by brute force in `tests/brute_force.rs` and `tests/mutated.rs`.

use std::collections::BTreeMap;

use circuit::{Circuit, Lit};
use compile::{CompileOptions, ListOrder};
use decide::Query;
use decision::Answer;
use eval::Machine;
use lang::problem::display_name;
use mutants::CheckVersion;
use pairs::Concrete;
use serde::{Deserialize, Serialize};
use solver::{SolveResult, SolverKind, SolverLimits};

use crate::checks::predicted;
use crate::decided_problem::DecidedProblem;
use crate::prover::Prover;
use crate::tiny::first_pairs;

/// At most this many pairs are evaluated for every version.
const MOST_PAIRS: usize = 600;
/// At most this many candidates are given to the solver for one submission.
const MOST_ASKED: usize = 80;
/// Conflicts of the solver for one of them, and for all of them; and ticks for all, for when propagation is slow.
const CONFLICTS: u64 = 5_000;
const ALL_CONFLICTS: u64 = 20_000;
const ALL_TICKS: u64 = 60_000_000;
/// Work of compiling a version, in steps, and of all versions together.
const STEPS: u64 = 100_000;
const ALL_STEPS: u64 = 400_000;
/// How much more work is allowed where submissions are compared with given functions.
const MORE: u64 = 5;
/// Gates of the circuit of a version.
const GATES: usize = 200_000;
/// Characters of a formula in words.
const LONGEST: usize = 600;
/// Of more mistakes than this, no pairs are tried.
const MOST_PAIRED: usize = 60;

/// The versions of the subproperties of a problem, with their answers for some pairs.
#[derive(Debug)]
pub struct Versions {
    all: Vec<CheckVersion>,
    pairs: Vec<Vec<Concrete>>,
    /// For each pair whether each subproperty holds.
    plain: Vec<Vec<bool>>,
    /// For each pair whether each version holds; `None` if it takes too long.
    holds: Vec<Vec<Option<bool>>>,
}

/// What a predicate equals on every pair: all of these hold together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VersionFormula {
    /// Positions of subproperties.
    pub subproperties: Vec<usize>,
    /// Numbers of versions.
    pub versions: Vec<usize>,
    /// In words.
    pub text: String,
}

impl Versions {
    pub fn new(decided: &DecidedProblem<'_>) -> Self {
        Self::of(decided, mutants::versions(decided.problem))
    }

    /// Of these functions, the preferred ones first.
    pub(crate) fn of(decided: &DecidedProblem<'_>, all: Vec<CheckVersion>) -> Self {
        let problem = decided.problem;
        let mut pairs: Vec<Vec<Concrete>> = decided.checks.iter().map(|(_, pair)| pair.clone()).collect();
        pairs.truncate(MOST_PAIRS / 2);
        pairs.extend(first_pairs(&decided.scope, MOST_PAIRS / 2));
        let mut found = Self { all, pairs: Vec::new(), plain: Vec::new(), holds: Vec::new() };
        let replay = decide::Replay::new(problem);
        let mut evaluator = replay.evaluator();
        let mut machines: Vec<_> = found.all.iter().map(CheckVersion::machine).collect();
        for pair in pairs {
            let Some(bucket) = evaluator.bucket(&pair) else { continue };
            let Some(values) = pairs::convert::values(problem, &pair) else { continue };
            found.plain.push((0..problem.subproperties.len()).map(|position| !bucket.fails(position)).collect());
            let holds = found.all.iter().zip(&mut machines);
            found.holds.push(holds.map(|(version, machine)| version.holds(problem, machine, &values)).collect());
            found.pairs.push(pair);
        }
        drop(machines);
        found
    }

    /// Whether a formula is true for a pair on which no subproperty raises; `None` if that takes too long.
    pub fn is_true(&self, decided: &DecidedProblem<'_>, formula: &VersionFormula, pair: &[Concrete]) -> Option<bool> {
        let bucket = decide::Replay::new(decided.problem).evaluator().bucket(pair)?;
        let values = pairs::convert::values(decided.problem, pair)?;
        let mut holds = !formula.subproperties.iter().any(|position| bucket.fails(*position));
        for number in &formula.versions {
            let version = &self.all[*number];
            holds &= version.holds(decided.problem, &mut version.machine(), &values)?;
        }
        Some(holds)
    }

    /// The words of a version.
    pub(crate) fn words(&self, number: usize) -> Option<String> {
        self.all.get(number).map(|version| version.words.clone())
    }

    /// In words: `NO-NEW, NONE-DROPPED and SORTEDNESS for neighbors in `order` only`.
    fn text(&self, decided: &DecidedProblem<'_>, subproperties: &[usize], versions: &[usize]) -> String {
        let name = |position: usize| {
            let property = &decided.problem.subproperties[position];
            display_name(&property.name, property.kind)
        };
        let mut parts: Vec<String> = subproperties.iter().map(|position| name(*position)).collect();
        let mut by_mistake: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for number in versions {
            by_mistake.entry(self.all[*number].mistake).or_default().push(*number);
        }
        for numbers in by_mistake.into_values() {
            let names: Vec<String> = numbers.iter().filter_map(|number| self.all[*number].of).map(name).collect();
            let words = &self.all[numbers[0]].words;
            parts.push(match &names[..] {
                [] => words.clone(),
                [one] => format!("{one} {words}"),
                [one, other] => format!("{one} and {other}, both {words}"),
                names => format!("{}, all {words}", listed(names)),
            });
        }
        let separator = if parts.iter().any(|part| part.contains(", ")) { "; " } else { ", " };
        match &parts[..] {
            [only] => only.clone(),
            [first @ .., last] => format!("{}{separator}and {last}", first.join(separator)),
            [] => String::new(),
        }
    }
}

fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The formula that a submission equals, if there is one. All its answers must be known. With `known`, only that formula
/// is asked for.
pub(crate) fn equal(prover: &mut Prover<'_, '_>, known: Option<&VersionFormula>) -> Option<VersionFormula> {
    let versions = prover.decided.versions()?;
    let pairs = if known.is_some() { Vec::new() } else { mixed(prover) };
    let mut search = Search::new(prover, versions);
    pairs.iter().for_each(|pair| search.learn(pair));
    match known {
        Some(known) => search.is_equal(&known.subproperties, &known.versions).then(|| known.clone()),
        None => search.first(),
    }
}

/// What a submission equals among some functions and the subproperties, and the pairs that told other functions from it, each with
/// whether it is accepted. Pairs on which functions must agree with it may be given.
pub(crate) fn equal_among(
    prover: &Prover<'_, '_>,
    versions: &Versions,
    pairs: &[Vec<Concrete>],
) -> (Option<VersionFormula>, Vec<(Vec<Concrete>, bool)>) {
    let mut search = Search::new(prover, versions);
    // Nobody waits for a verdict here.
    search.conflicts = (MORE * CONFLICTS, MORE * ALL_CONFLICTS);
    search.query.ticks_left = Some(MORE * ALL_TICKS);
    search.steps = MORE * ALL_STEPS;
    pairs.iter().for_each(|pair| search.learn(pair));
    search.learned.clear();
    let found = search.first();
    (found, search.learned)
}

/// For each bucket a pair that the submission accepts and one that it does not.
fn mixed(prover: &mut Prover<'_, '_>) -> Vec<Vec<Concrete>> {
    let accepts = prover.circuit.answer().accepts;
    let mut pairs = Vec::new();
    for bucket in &prover.decided.buckets {
        for lit in [accepts, !accepts] {
            if prover.ask(Some(*bucket), &[lit]) == SolveResult::Sat {
                pairs.push(prover.found().1);
            }
        }
    }
    pairs
}

struct Search<'a, 'p> {
    prover: &'a Prover<'a, 'p>,
    versions: &'a Versions,
    /// What the submission does, for pairs that it accepts and for pairs that it does not.
    samples: Vec<Sample>,
    /// Pairs that became samples during the search, and whether they are accepted.
    learned: Vec<(Vec<Concrete>, bool)>,
    asked: usize,
    /// Conflicts of the solver for one candidate, and for all.
    conflicts: (u64, u64),
    circuit: Circuit,
    query: Query,
    /// Evaluates a version; `None` if it was not needed yet.
    machines: Vec<Option<Machine<'a>>>,
    /// For each version whether it holds for all samples that the submission accepts.
    usable: Vec<bool>,
    /// Versions that were compiled; `None` if that is not possible.
    compiled: BTreeMap<usize, Option<Lit>>,
    /// Work of the compiler that is left.
    steps: u64,
}

struct Sample {
    accepts: bool,
    plain: Vec<bool>,
    holds: Vec<Option<bool>>,
}

impl<'a, 'p> Search<'a, 'p> {
    fn new(prover: &'a Prover<'a, 'p>, versions: &'a Versions) -> Self {
        let answers = predicted(prover.circuit, &versions.pairs);
        let known = answers.iter().zip(versions.plain.iter().zip(&versions.holds));
        let samples = known.filter_map(|(answer, (plain, holds))| {
            let accepts = *answer.as_ref()? == Answer::Accepted;
            Some(Sample { accepts, plain: plain.clone(), holds: holds.clone() })
        });
        let own = prover.circuit;
        let circuit = own.circuit.clone();
        let mut query = Query::new(SolverKind::Cadical, &circuit, &own.constraints, true);
        query.assert(&circuit, own.regular);
        query.ticks_left = Some(ALL_TICKS);
        let samples: Vec<Sample> = samples.collect();
        let holds = |number: usize| samples.iter().all(|sample| !sample.accepts || sample.holds[number] == Some(true));
        let usable: Vec<bool> = (0..versions.all.len()).map(holds).collect();
        let machines = versions.all.iter().map(|_| None).collect();
        Self {
            prover,
            versions,
            samples,
            learned: Vec::new(),
            asked: 0,
            conflicts: (CONFLICTS, ALL_CONFLICTS),
            circuit,
            query,
            machines,
            usable,
            compiled: BTreeMap::new(),
            steps: ALL_STEPS,
        }
    }

    fn first(&mut self) -> Option<VersionFormula> {
        let mistakes = self.versions.all.iter().map(|version| version.mistake + 1).max().unwrap_or(0);
        // That a subproperty holds and a version of it, too, is less natural than that a version of it is all that is checked.
        for replaces in [true, false] {
            for mistake in 0..mistakes {
                if let Some(found) = self.with(&[mistake], replaces) {
                    return Some(found);
                }
            }
        }
        // Two mistakes: each must explain something.
        let helpful: Vec<usize> = (0..mistakes).filter(|mistake| self.explains(*mistake)).take(MOST_PAIRED).collect();
        for (at, one) in helpful.iter().enumerate() {
            for other in &helpful[at + 1..] {
                if let Some(found) = self.with(&[*one, *other], true) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// Subproperties that hold wherever the submission accepts.
    fn plain(&self) -> Vec<usize> {
        let holds = |position: &usize| self.samples.iter().all(|sample| !sample.accepts || sample.plain[*position]);
        (0..self.prover.decided.problem.subproperties.len()).filter(holds).collect()
    }

    /// Versions with some mistakes that hold wherever the submission accepts.
    fn usable(&self, mistakes: &[usize]) -> Vec<usize> {
        let of_mistakes = |number: &usize| mistakes.contains(&self.versions.all[*number].mistake);
        (0..self.versions.all.len()).filter(|number| self.usable[*number]).filter(of_mistakes).collect()
    }

    /// Whether a mistake explains a rejected pair that no subproperty explains.
    fn explains(&self, mistake: usize) -> bool {
        let (plain, usable) = (self.plain(), self.usable(&[mistake]));
        let is_open = |sample: &&Sample| !sample.accepts && plain.iter().all(|position| sample.plain[*position]);
        self.samples
            .iter()
            .filter(is_open)
            .any(|sample| usable.iter().any(|number| sample.holds[*number] == Some(false)))
    }

    /// The formula with these mistakes, and no fewer, that equals the submission. If `replaces` is set, no version stands beside its
    /// subproperty.
    fn with(&mut self, mistakes: &[usize], replaces: bool) -> Option<VersionFormula> {
        while self.asked < MOST_ASKED {
            let (mut plain, mut versions) = (self.plain(), self.usable(mistakes));
            if !self.agrees(&plain, &versions) {
                return None;
            }
            self.reduce(&mut plain, &mut versions);
            let is_used =
                |mistake: &usize| versions.iter().any(|number| self.versions.all[*number].mistake == *mistake);
            let is_beside = |number: &usize| self.versions.all[*number].of.is_some_and(|of| plain.contains(&of));
            if !mistakes.iter().all(is_used) || replaces && versions.iter().any(is_beside) {
                return None;
            }
            let before = self.samples.len();
            if self.is_equal(&plain, &versions) {
                let text = self.versions.text(self.prover.decided, &plain, &versions);
                // Nobody reads it, and it would not be stored.
                let is_readable = text.chars().count() <= LONGEST;
                return is_readable.then_some(VersionFormula { subproperties: plain, versions, text });
            }
            // Without another pair nothing would change.
            if self.samples.len() == before {
                return None;
            }
        }
        None
    }

    fn agrees(&self, plain: &[usize], versions: &[usize]) -> bool {
        self.samples.iter().all(|sample| {
            let holds = plain.iter().all(|position| sample.plain[*position])
                && versions.iter().all(|number| sample.holds[*number] == Some(true));
            holds == sample.accepts
        })
    }

    /// Leaves out what is not needed: what only error subproperties say first, then versions, then other subproperties.
    fn reduce(&self, plain: &mut Vec<usize>, versions: &mut Vec<usize>) {
        let properties = &self.prover.decided.problem.subproperties;
        let is_error = |position: &usize| properties[*position].kind == lang::problem::PropertyKind::Error;
        let mut last_first: Vec<usize> = plain.iter().rev().filter(|position| is_error(position)).copied().collect();
        self.reduce_plain(plain, versions, &last_first);
        for number in versions.clone().into_iter().rev() {
            let rest: Vec<usize> = versions.iter().copied().filter(|other| *other != number).collect();
            if self.agrees(plain, &rest) {
                *versions = rest;
            }
        }
        last_first = plain.iter().rev().copied().collect();
        self.reduce_plain(plain, versions, &last_first);
    }

    fn reduce_plain(&self, plain: &mut Vec<usize>, versions: &[usize], last_first: &[usize]) {
        for position in last_first {
            let rest: Vec<usize> = plain.iter().copied().filter(|other| other != position).collect();
            if self.agrees(&rest, versions) {
                *plain = rest;
            }
        }
    }

    /// Whether the solver proves it. If not, the pair that it found becomes a sample.
    fn is_equal(&mut self, plain: &[usize], versions: &[usize]) -> bool {
        self.asked += 1;
        let own = self.prover.circuit;
        let mut all: Vec<Lit> = plain.iter().map(|position| own.subproperties[*position]).collect();
        for number in versions {
            let Some(holds) = self.compiled(*number) else { return false };
            all.push(holds);
        }
        let formula = self.circuit.all(all);
        let differs = self.circuit.xor(own.answer().accepts, formula);
        let differs = self.circuit.or(differs, own.unknown);
        if differs == Lit::FALSE {
            return true;
        }
        let (most, all) = self.conflicts;
        let left = all.saturating_sub(self.query.stats().conflicts);
        self.query.limits =
            SolverLimits { deadline: self.prover.deadline(), ..SolverLimits::conflicts(most.min(left)) };
        let differs = self.query.assumption(&self.circuit, differs);
        match if left == 0 { SolveResult::Unknown } else { self.query.solve(&[differs]) } {
            SolveResult::Unsat => true,
            SolveResult::Unknown => false,
            SolveResult::Sat => {
                let pair = self.query.pair(&own.layout);
                self.learn(&pair);
                false
            }
        }
    }

    /// Adds a pair on which a candidate was wrong.
    fn learn(&mut self, pair: &[Concrete]) {
        let problem = self.prover.decided.problem;
        let replay = decide::Replay::new(problem);
        let bucket = replay.evaluator().bucket(pair);
        let (Some(bucket), Some(values)) = (bucket, pairs::convert::values(problem, pair)) else { return };
        let Some(Some(answer)) = predicted(self.prover.circuit, std::slice::from_ref(&pair.to_vec())).pop() else {
            return;
        };
        let plain = (0..problem.subproperties.len()).map(|position| !bucket.fails(position)).collect();
        let accepts = answer == Answer::Accepted;
        let mut holds = vec![None; self.versions.all.len()];
        for (number, version) in self.versions.all.iter().enumerate().filter(|(number, _)| self.usable[*number]) {
            let machine = self.machines[number].get_or_insert_with(|| version.machine());
            holds[number] = version.holds(problem, machine, &values);
        }
        if accepts {
            self.usable.iter_mut().zip(&holds).for_each(|(usable, holds)| *usable &= *holds == Some(true));
        }
        self.learned.push((pair.to_vec(), accepts));
        self.samples.push(Sample { accepts, plain, holds });
    }

    /// Where a version holds; `None` if that depends on more than the pair, or is not known everywhere.
    fn compiled(&mut self, number: usize) -> Option<Lit> {
        if let Some(known) = self.compiled.get(&number) {
            return *known;
        }
        let compiled = self.versions.all[number].with_function(|problem, function, params| {
            let decided = self.prover.decided;
            let options = CompileOptions {
                symmetry: false,
                order: ListOrder::Any,
                deadline: self.prover.deadline(),
                ..CompileOptions::default()
            };
            let mut compiler = decide::compiler(problem, &decided.scope, options).ok()?;
            compiler.limit_steps(STEPS.min(self.steps));
            compiler.limit_gates(GATES);
            compiler.assume_from(&decided.compiled.circuit, decided.valid);
            let inputs = compiler.circuit().input_count();
            let compiled = compiler.submission(function, params);
            self.steps = self.steps.saturating_sub(compiler.work_of_last());
            let compiled = compiled.ok()?;
            let answer = compiled.answer;
            let is_plain = compiled.any_sets.is_none()
                && answer.other == Lit::FALSE
                && answer.unknown.iter().all(|unknown| unknown.when == Lit::FALSE)
                && compiled.type_errors.iter().all(|when| *when == Lit::FALSE);
            let same_inputs = compiler.circuit().input_count() == inputs && inputs <= self.circuit.input_count();
            let holds = self.circuit.import(compiler.circuit(), &[answer.accepts]);
            (is_plain && same_inputs).then(|| holds[0])
        });
        let compiled = compiled.flatten();
        self.compiled.insert(number, compiled);
        compiled
    }
}
