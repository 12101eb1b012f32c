//! Submissions run in three ways: by the Python adapter, by `eval`, and as a circuit. What they answer is compared.

#![allow(dead_code)]

pub mod adapter;
pub mod draw;

use std::path::Path;
use std::time::Duration;

use circuit::simulate::Simulator;
use circuit::{Deadline, Lit};
use compile::{AtomMode, CompileOptions, CompiledAnswer, Compiler, Construct, Refusal, RefusalKind, UnknownAnswer};
use eval::{Fault, Machine, Program, SetOrder, Value};
use lang::problem::{AtomKind, Problem};
use lang::scope::Scope;
use lang::submission::{Handed, SubmissionFailure, SubmissionFile, SubmissionProgram, load_submission};
use pairs::{Concrete, rendered};

/// What a submission does with a pair.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    Accepts,
    Rejects,
    /// It returns something that is not a Boolean, of this type; empty where the type is not known.
    Other(String),
    Raises(String),
    /// It did not answer in time.
    Endless,
    /// The language does not have something that was reached.
    Outside(String),
}

impl Answer {
    /// Whether two ways of running a submission contradict each other. What is outside or does not end says nothing.
    pub fn contradicts(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Outside(_) | Self::Endless, _) | (_, Self::Outside(_) | Self::Endless) => false,
            (Self::Other(a), Self::Other(b)) => !a.is_empty() && !b.is_empty() && a != b,
            _ => self != other,
        }
    }
}

/// The files of a submission: one file, or all those in a folder.
pub fn files_of(path: &Path) -> Vec<SubmissionFile> {
    let mut files = Vec::new();
    if path.is_dir() {
        collect(path, "", &mut files);
    } else if let Some(name) = path.file_name() {
        files.extend(read(path, name.to_string_lossy().into_owned()));
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<SubmissionFile>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        if path.is_dir() && !name.starts_with(['.', '_']) {
            collect(&path, &format!("{prefix}{name}/"), files);
        } else if path.extension().is_some_and(|extension| extension == "py") {
            files.extend(read(&path, format!("{prefix}{name}")));
        }
    }
}

fn read(path: &Path, name: String) -> Option<SubmissionFile> {
    let text = String::from_utf8_lossy(&std::fs::read(path).ok()?).into_owned();
    Some(SubmissionFile { path: name, text })
}

pub fn load(problem: &Problem, files: &[SubmissionFile]) -> Result<SubmissionProgram, SubmissionFailure> {
    let name = problem.predicate.as_ref().map_or_else(String::new, |predicate| predicate.name.to_string());
    load_submission(Handed { problem, predicate: &[name], files, support: &[] })
}

/// The kinds of atoms of a run: for each atom type the `turn`-th that the problem allows.
pub fn kinds(problem: &Problem, turn: usize) -> Vec<AtomKind> {
    let kind = |atom: &lang::problem::AtomType| atom.kinds[turn % atom.kinds.len()];
    problem.atoms.iter().map(kind).collect()
}

/// How many kinds of atoms have to be tried.
pub fn turns(problem: &Problem) -> usize {
    problem.atoms.iter().map(|atom| atom.kinds.len()).max().unwrap_or(1)
}

/// Evaluation in several orders of sets: the default one, and others.
pub fn in_orders<'a>(submission: &'a SubmissionProgram, program: &'a Program) -> Vec<Evaluation<'a>> {
    let others = (1..4).map(|seed| Evaluation::new(submission, program, Some(SetOrder(seed))));
    std::iter::once(Evaluation::new(submission, program, None)).chain(others).collect()
}

/// Answers by evaluation.
pub struct Evaluation<'a> {
    submission: &'a SubmissionProgram,
    machine: Machine<'a>,
}

impl<'a> Evaluation<'a> {
    pub fn new(submission: &'a SubmissionProgram, program: &'a Program, order: Option<SetOrder>) -> Self {
        let mut machine = Machine::new(program).with_step_limit(300_000);
        if let Some(order) = order {
            machine = machine.with_set_order(order);
        }
        Self { submission, machine }
    }

    /// What loading it ends with, if not well.
    pub fn start(&self) -> Option<Answer> {
        self.machine.start_fault().map(|fault| self.fault(fault))
    }

    pub fn answer(&mut self, pair: &[Concrete], kinds: &[AtomKind]) -> Answer {
        let values = pairs::convert::values(&self.submission.problem, &rendered(pair, kinds));
        let (Some(values), Some(ask)) = (values, self.submission.ask()) else { return Answer::Endless };
        match self.machine.call_id(ask, &values) {
            Ok(Value::Bool(true)) => Answer::Accepts,
            Ok(Value::Bool(false)) => Answer::Rejects,
            Ok(value) => Answer::Other(shown_type(&value)),
            Err(fault) => self.fault(&fault),
        }
    }

    fn fault(&self, fault: &Fault) -> Answer {
        match fault {
            Fault::Raised(raised) => Answer::Raises(raised.exception.to_string()),
            Fault::Steps { .. } | Fault::TooLarge { .. } => Answer::Endless,
            Fault::Outside { what, at } => Answer::Outside(self.described(what, *at)),
        }
    }

    fn described(&self, what: &str, at: Option<lang::ast::Span>) -> String {
        let construct = at.and_then(|at| self.submission.construct_in(at)).map(|found| found.message.clone());
        let place = at.and_then(|at| self.submission.place(at)).map(|(file, line)| format!("{file}:{line}: "));
        format!("{}{}", place.unwrap_or_default(), construct.unwrap_or_else(|| what.to_owned()))
    }
}

/// The type of a value as Python names it, where there is no doubt.
fn shown_type(value: &Value) -> String {
    match value.type_name() {
        "iterator" | "record" | "type" | "builtin_function_or_method" => String::new(),
        name => name.to_owned(),
    }
}

/// Which pairs count: those that satisfy the preconditions.
pub struct Valid {
    circuit: circuit::Circuit,
    holds: Lit,
    layout: compile::Layout,
}

impl Valid {
    pub fn new(problem: &Problem, scope: &Scope) -> Result<Self, Refusal> {
        let options = CompileOptions { symmetry: false, ..CompileOptions::default() };
        let mut compiler = decide::compiler(problem, scope, options)?;
        let mut holds = Lit::TRUE;
        for property in &problem.preconditions {
            let outcome = compiler.precondition(property)?;
            holds = compiler.circuit().and(holds, outcome.holds);
        }
        let layout = compiler.layout.clone();
        Ok(Self { circuit: compiler.into_circuit(), holds, layout })
    }

    /// A pair with its unordered lists in the order that circuits follow.
    pub fn as_laid_out(&self, pair: &[Concrete]) -> Vec<Concrete> {
        let Some(set) = self.layout.encode(pair) else { return pair.to_vec() };
        self.layout.decode(&|lit| lit == Lit::TRUE || set.contains(&lit))
    }
}

/// The pairs that satisfy the preconditions.
pub fn valid_pairs(problem: &Problem, pairs: Vec<Vec<Concrete>>) -> Vec<Vec<Concrete>> {
    let replay = decide::Replay::new(problem);
    let is_valid = |pair: &Vec<Concrete>| {
        replay.answers(pair).is_ok_and(|answers| answers.preconditions.iter().all(|answer| *answer == Ok(true)))
    };
    pairs.into_iter().filter(is_valid).collect()
}

/// A submission as a circuit.
pub struct Circuit {
    pub mode: AtomMode,
    compiled: CompiledAnswer,
    layout: compile::Layout,
    gates: circuit::Circuit,
}

/// Where and why there is no circuit.
pub fn refusal(submission: &SubmissionProgram, refusal: &Refusal) -> String {
    let construct = match refusal.kind {
        RefusalKind::Unsupported(Construct::OtherStatement | Construct::OtherExpression | Construct::UnknownName) => {
            submission.construct_in(refusal.at).map(|found| found.message.clone())
        }
        _ => None,
    };
    let place = submission.place(refusal.at).map(|(file, line)| format!("{file}:{line}: ")).unwrap_or_default();
    format!("{place}{}", construct.unwrap_or_else(|| refusal.to_string()))
}

impl Circuit {
    /// In the first mode in which it has a circuit, for pairs that count.
    pub fn new(
        submission: &SubmissionProgram,
        scope: &Scope,
        valid: &Valid,
        kinds: &[AtomKind],
        time: Duration,
    ) -> Result<Self, Refusal> {
        let modes = [AtomMode::Equality, AtomMode::Order, AtomMode::Values(kinds.to_vec())];
        let modes = if submission.problem.atoms.is_empty() { &modes[..1] } else { &modes[..] };
        let mut last = Self::in_mode(submission, scope, valid, AtomMode::Equality, time);
        for mode in &modes[1..] {
            match &last {
                Err(Refusal { kind: RefusalKind::Unsupported(construct), .. }) if construct.is_about_atoms() => {}
                _ => break,
            }
            last = Self::in_mode(submission, scope, valid, mode.clone(), time);
        }
        last
    }

    fn in_mode(
        submission: &SubmissionProgram,
        scope: &Scope,
        valid: &Valid,
        mode: AtomMode,
        time: Duration,
    ) -> Result<Self, Refusal> {
        let options = CompileOptions {
            symmetry: false,
            atoms: mode.clone(),
            deadline: Deadline::after(time),
            ..CompileOptions::default()
        };
        let problem = &submission.problem;
        let mut compiler: Compiler<'_> = decide::compiler(problem, scope, options)?;
        compiler.assume_from(&valid.circuit, valid.holds);
        let params: Vec<usize> = (0..scope.params.len()).collect();
        let ask = problem.predicate.as_ref().map_or(lang::ast::FuncId(0), |predicate| predicate.function);
        let compiled = compiler.answer(ask, &params)?;
        let layout = compiler.layout.clone();
        Ok(Self { mode, compiled, layout, gates: compiler.into_circuit() })
    }

    pub fn gates(&self) -> usize {
        self.gates.and_count()
    }

    /// Why it does not know what the submission does with some pairs, if there may be such pairs.
    pub fn unknown(&self) -> Vec<&Refusal> {
        self.compiled
            .unknown
            .iter()
            .filter(|unknown| unknown.when != Lit::FALSE)
            .map(|unknown| &unknown.refusal)
            .collect()
    }

    /// What it answers for each pair.
    pub fn answers(&self, pairs: &[Vec<Concrete>]) -> Vec<Answer> {
        let CompiledAnswer { accepts, rejects, other, faults, unknown } = &self.compiled;
        let mut roots: Vec<Lit> = vec![*accepts, *rejects, *other];
        roots.extend(faults.iter().map(|fault| fault.when));
        roots.extend(unknown.iter().map(|unknown| unknown.when));
        let mut simulator: Simulator<1> = Simulator::new(&self.gates, &roots);
        let mut answers = Vec::new();
        for chunk in pairs.chunks(64) {
            let mut words = vec![[0_u64]; self.gates.input_count()];
            for (bit, pair) in chunk.iter().enumerate() {
                for lit in self.layout.encode(pair).unwrap_or_default() {
                    if let Some(input) = self.gates.input_of(lit) {
                        words[input][0] |= 1 << bit;
                    }
                }
            }
            simulator.run(&words);
            for (bit, pair) in chunk.iter().enumerate() {
                let holds = |lit: Lit| simulator.value(lit)[0] >> bit & 1 == 1;
                let raised = faults.iter().filter(|fault| holds(fault.when)).map(|fault| fault.exception.to_string());
                let raised: Vec<String> = raised.collect();
                let unknown: Vec<&UnknownAnswer> = unknown.iter().filter(|unknown| holds(unknown.when)).collect();
                if let [one] = unknown.as_slice()
                    && ![accepts, rejects, other].into_iter().any(|lit| holds(*lit))
                    && raised.is_empty()
                {
                    answers.push(Answer::Outside(one.refusal.to_string()));
                    continue;
                }
                answers.push(match (holds(*accepts), holds(*rejects), holds(*other), raised.as_slice()) {
                    _ if self.layout.encode(pair).is_none() => Answer::Endless,
                    (true, false, false, []) => Answer::Accepts,
                    (false, true, false, []) => Answer::Rejects,
                    (false, false, true, []) => Answer::Other(String::new()),
                    (false, false, false, [one]) => Answer::Raises(one.clone()),
                    _ => Answer::Raises(format!("several answers at once: {raised:?}")),
                });
            }
        }
        answers
    }
}
