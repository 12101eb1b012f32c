//! What a submission answers on every pair of a tiny scope, by evaluation.

#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use decision::{Answer, DecidedPair, SolverVerdict};
use eval::{AtomName, Fault, Machine, Program, SetOrder, Value};
use lang::problem::{AtomKind, Problem};
use lang::scope::{Domain, Scope};
use lang::submission::SubmissionProgram;
use pairs::{Concrete, rendered};
use prove::{AcceptedPairs, DecidedProblem, DecidedSubmission, ProofLimits, VersionFormula, decide_submission};

/// Of more pairs than this, only some are evaluated.
pub const MOST_PAIRS: usize = 6_000;

/// Evaluation stops after this many pairs on which a submission does not terminate.
const MOST_ENDLESS: usize = 30;

/// A pair, in its bucket.
pub struct PlacedPair {
    pub fails: Vec<String>,
    pub expect: bool,
    pub pair: Vec<Concrete>,
}

/// The pairs of a scope, or some of them.
pub struct PlacedPairs {
    pub pairs: Vec<PlacedPair>,
    all: bool,
}

/// The regular pairs of a scope, with unordered lists in every order. If there are more than `most`, about as many of them.
pub fn pairs_in_every_order(problem: &Problem, scope: &Scope, most: usize) -> PlacedPairs {
    let replay = decide::Replay::new(problem);
    let mut evaluator = replay.evaluator();
    let mut placed = Vec::new();
    let all = crate::problem::all_pairs(scope);
    let every = all.len().div_ceil(2 * most).max(1);
    for pair in all.into_iter().step_by(every) {
        let Some(bucket) = evaluator.bucket(&pair) else { continue };
        let fails: Vec<String> =
            bucket.failing().iter().map(|position| problem.subproperties[position].name.to_string()).collect();
        let expect = pairs::is_positive(problem, bucket);
        let mut orders = vec![Vec::new()];
        for (value, domain) in pair.iter().zip(&scope.params) {
            let all = orders_of(value, domain);
            let with = |known: &Vec<Concrete>| {
                all.iter().map(|value| [known.as_slice(), std::slice::from_ref(value)].concat()).collect::<Vec<_>>()
            };
            orders = orders.iter().flat_map(with).collect();
        }
        placed.extend(orders.into_iter().map(|pair| PlacedPair { fails: fails.clone(), expect, pair }));
    }
    PlacedPairs { pairs: placed, all: every == 1 }
}

/// A value in all orders of its unordered lists. Only those that are a parameter themselves are put into order.
fn orders_of(value: &Concrete, domain: &Domain) -> Vec<Concrete> {
    match (value, domain) {
        (Concrete::List(items), Domain::Unordered { .. }) => {
            permutations(items).into_iter().map(Concrete::List).collect()
        }
        _ => vec![value.clone()],
    }
}

fn permutations(items: &[Concrete]) -> Vec<Vec<Concrete>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in 0..items.len() {
        let mut rest = items.to_vec();
        let item = rest.remove(first);
        all.extend(permutations(&rest).into_iter().map(|rest| [vec![item.clone()], rest].concat()));
    }
    all
}

/// A wrong pair: its size, and how it is shown.
type WrongPair = (Vec<u64>, String);

/// What a submission answers.
pub struct Truth<'a> {
    problem: &'a Problem,
    submission: &'a SubmissionProgram,
    program: Program,
    /// Every pair was evaluated.
    all: bool,
    /// The smallest wrong pair of each bucket.
    wrong: BTreeMap<Vec<String>, WrongPair>,
    /// A pair of each bucket that is accepted, and one that is not.
    accepted: BTreeMap<(Vec<String>, bool), String>,
}

impl<'a> Truth<'a> {
    pub fn new(
        problem: &'a Problem,
        submission: &'a SubmissionProgram,
        PlacedPairs { pairs, all }: &PlacedPairs,
    ) -> Self {
        let program = Program::new(&submission.problem);
        let mut truth =
            Self { problem, submission, program, all: *all, wrong: BTreeMap::new(), accepted: BTreeMap::new() };
        let mut wrong: BTreeMap<Vec<String>, WrongPair> = BTreeMap::new();
        let mut accepted = BTreeMap::new();
        for kinds in all_kinds(problem) {
            for order in [None, Some(SetOrder(1)), Some(SetOrder(2))] {
                let mut machine = truth.machine(order);
                let mut endless = 0;
                for PlacedPair { fails, expect, pair } in pairs {
                    let Some(answer) = truth.answer(&mut machine, pair, &kinds) else { continue };
                    endless += usize::from(answer == Answer::NoAnswer);
                    if endless > MOST_ENDLESS {
                        truth.all = false;
                        break;
                    }
                    let accepts = answer == Answer::Accepted;
                    accepted
                        .entry((fails.clone(), accepts))
                        .or_insert_with(|| pairs::pair_json(problem, pair).to_string());
                    if answer.is_right(*expect) {
                        continue;
                    }
                    let size = truth.size(pair);
                    if wrong.get(fails).is_none_or(|(known, _)| size < *known) {
                        let pair = pairs::pair_json(problem, pair);
                        wrong.insert(fails.clone(), (size, format!("{answer:?} in {order:?} with {kinds:?}: {pair}")));
                    }
                }
            }
        }
        (truth.wrong, truth.accepted) = (wrong, accepted);
        truth
    }

    fn size(&self, pair: &[Concrete]) -> Vec<u64> {
        let params = self.problem.predicate.iter().flat_map(|predicate| &predicate.params);
        pairs::size::measure(params.map(|param| param.side).zip(pair)).to_vec()
    }

    fn machine(&self, order: Option<SetOrder>) -> Machine<'_> {
        let machine = Machine::new(&self.program).with_step_limit(100_000);
        match order {
            None => machine,
            Some(order) => machine.with_set_order(order),
        }
    }

    fn answer(&self, machine: &mut Machine<'_>, pair: &[Concrete], kinds: &[AtomKind]) -> Option<Answer> {
        let values = pairs::convert::values(&self.submission.problem, &rendered(pair, kinds))?;
        match machine.call_id(self.submission.ask()?, &values) {
            Ok(Value::Bool(true)) => Some(Answer::Accepted),
            Ok(Value::Bool(false)) => Some(Answer::Rejected),
            Ok(_) => Some(Answer::NotBoolean(None)),
            Err(fault) => match *fault {
                Fault::Raised(raised) => Some(Answer::Raised(raised.exception.to_string())),
                Fault::Steps { .. } | Fault::TooLarge { .. } => Some(Answer::NoAnswer),
                Fault::Outside { .. } => None,
            },
        }
    }

    /// A pair of the bucket that is answered wrongly.
    pub fn wrong(&self, fails: &[String]) -> Option<&str> {
        self.wrong.get(fails).map(|(_, pair)| pair.as_str())
    }

    /// A pair that contradicts what is said about which pairs are accepted.
    pub fn misses(&self, fails: &[String], accepted: Option<AcceptedPairs>) -> Option<&str> {
        let other = match accepted? {
            AcceptedPairs::All => false,
            AcceptedPairs::None => true,
            AcceptedPairs::Some => return None,
        };
        self.accepted.get(&(fails.to_vec(), other)).map(String::as_str)
    }

    /// A pair for which a formula is not what the submission does.
    pub fn differs(&self, pairs: &PlacedPairs, is_true: &dyn Fn(&[Concrete]) -> Option<bool>) -> Option<String> {
        for kinds in all_kinds(self.problem) {
            for order in [None, Some(SetOrder(1)), Some(SetOrder(2))] {
                let mut machine = self.machine(order);
                for PlacedPair { pair, .. } in &pairs.pairs {
                    let Some(answer) = self.answer(&mut machine, pair, &kinds) else { continue };
                    let Some(holds) = is_true(pair) else { continue };
                    if holds != (answer == Answer::Accepted) {
                        return Some(format!("{answer:?} with {kinds:?}: {}", pairs::pair_json(self.problem, pair)));
                    }
                }
            }
        }
        None
    }

    /// Why a witness is not one.
    pub fn refutes(&self, witness: &DecidedPair, smallest: bool) -> Option<String> {
        let shown = format!("{:?} {:?}", witness.input, witness.output);
        let answer = self.given(witness)?;
        if answer.is_right(witness.expect) {
            return Some(format!("{answer:?} is right: {shown}"));
        }
        if !self.all {
            return None;
        }
        let Some((size, known)) = self.wrong.get(&witness.fails) else {
            return Some(format!("nothing is wrong there, and the witness is {shown}"));
        };
        let found = self.size(&self.pair(witness)?);
        (smallest && found != *size).then(|| format!("{found:?} is not smallest: {size:?} {known}"))
    }

    /// Whether the prediction for a pair is wrong.
    pub fn misjudges(&self, pair: &DecidedPair) -> Option<String> {
        let predicted = pair.predicted.as_ref()?;
        let given = self.given(pair)?;
        let shown = format!("{:?} {:?}", pair.input, pair.output);
        (!predicted.agrees(&given)).then(|| format!("predicted {predicted:?}, given {given:?}: {shown}"))
    }

    pub fn given(&self, pair: &DecidedPair) -> Option<Answer> {
        let kinds: Vec<AtomKind> = self.problem.atoms.iter().map(|atom| pair.atoms[&*atom.name]).collect();
        self.answer(&mut self.machine(None), &self.pair(pair)?, &kinds)
    }

    /// With the numbers that the names of its atoms stand for.
    fn pair(&self, pair: &DecidedPair) -> Option<Vec<Concrete>> {
        let json = serde_json::json!({ "input": pair.input, "output": pair.output });
        let pair = eval::Pair::read(self.problem, &json).expect("a pair");
        let values = pairs::convert::concrete(self.problem, &pair)?;
        let number = |(ty, id)| match pair.atom_name(eval::Atom { ty, id }) {
            AtomName::Int(number) => u32::try_from(number).expect("a number"),
            AtomName::Str(name) => pairs::notation::number_of(&name).expect("a name"),
        };
        Some(values.iter().map(|value| value.rename(&number)).collect())
    }
}

/// What was decided about some buckets.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    pub cells: usize,
    pub decided: usize,
    pub wrong: usize,
    /// Submissions that are said to be versions of the subproperties.
    pub versions: usize,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.cells += other.cells;
        self.decided += other.decided;
        self.wrong += other.wrong;
        self.versions += other.versions;
    }
}

/// A pair for which what a submission is said to be equal to is not what it does.
pub fn differs(
    decided: &DecidedProblem<'_>,
    pairs: &PlacedPairs,
    submission: &SubmissionProgram,
    formula: &VersionFormula,
) -> Option<String> {
    let versions = decided.versions()?;
    let truth = Truth::new(decided.problem, submission, pairs);
    truth.differs(pairs, &|pair| versions.is_true(decided, formula, pair))
}

/// As by default, but nothing takes long.
pub fn limits() -> ProofLimits {
    ProofLimits { steps: 400_000, gates: 400_000, ticks: 30_000_000, ..ProofLimits::default() }
}

/// Decides a submission. Returns what contradicts the truth.
pub fn compare(
    decided: &DecidedProblem<'_>,
    pairs: &PlacedPairs,
    submission: &SubmissionProgram,
    shown: Option<&str>,
) -> (Tally, Vec<String>) {
    let (mut tally, mut faults) = (Tally::default(), Vec::new());
    let name = shown.unwrap_or("decided");
    let started = Instant::now();
    let DecidedSubmission { decision, accepted, equal_to, .. } = decide_submission(decided, submission, &limits(), &[]);
    let seconds = started.elapsed().as_secs_f64();
    let truth = Truth::new(decided.problem, submission, pairs);
    let mut open = BTreeSet::new();
    for (bucket, accepted) in decision.buckets.iter().zip(accepted) {
        tally.cells += 1;
        if let Some(pair) = truth.misses(&bucket.fails, accepted) {
            faults.push(format!("{name}: {:?}: {accepted:?} are accepted, but not {pair}", bucket.fails));
        }
        match &bucket.verdict {
            SolverVerdict::Correct => {
                tally.decided += 1;
                if let Some(pair) = truth.wrong(&bucket.fails) {
                    faults.push(format!("{name}: {:?} is proved correct: {pair}", bucket.fails));
                }
            }
            SolverVerdict::Wrong { witness, smallest } => {
                (tally.decided, tally.wrong) = (tally.decided + 1, tally.wrong + 1);
                let refuted = truth.refutes(&decision.pairs[*witness], *smallest);
                faults.extend(refuted.map(|why| format!("{name}: {:?}: {why}", bucket.fails)));
            }
            SolverVerdict::Undecided(reason) if reason.kind == decision::Undecided::Contradiction => {
                faults.push(format!("{name}: {reason:?} {:?}", decision.pairs));
            }
            SolverVerdict::Undecided(reason) => drop(open.insert(reason.clone())),
        }
    }
    if let (Some(formula), Some(versions)) = (&equal_to, decided.versions()) {
        tally.versions += 1;
        let differs = truth.differs(pairs, &|pair| versions.is_true(decided, formula, pair));
        faults.extend(differs.map(|pair| format!("{name}: not equal to {}: {pair}", formula.text)));
    }
    for pair in &decision.pairs {
        faults.extend(truth.misjudges(pair).map(|why| format!("{name}: {why}")));
    }
    if shown.is_some() {
        let (claim, findings, equal) = (decision.claim, &decision.findings, equal_to.as_ref().map(|it| &it.text));
        println!("{name}: {seconds:.2} s, {claim:?} {open:?} {findings:?} {equal:?}");
    }
    (tally, faults)
}

/// Every combination of kinds of atoms.
pub fn all_kinds(problem: &Problem) -> Vec<Vec<AtomKind>> {
    let mut all = vec![Vec::new()];
    for atom in &problem.atoms {
        let with = |known: &Vec<AtomKind>| {
            atom.kinds.iter().map(|kind| [known.as_slice(), &[*kind]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}
