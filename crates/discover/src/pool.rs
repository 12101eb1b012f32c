//! All candidates of a problem, as functions that can be called.
//!
//! They are added to the problem file, which is loaded and checked again; what its checker rejects is left out.

use std::collections::BTreeSet;
use std::fmt::Write;

use eval::{Fault, Machine, Program, Value};
use lang::ast::{FuncId, StmtKind};
use lang::load::{Mode, load};
use lang::problem::Problem;
use lang::source::Source;

use crate::candidate::Candidate;
use crate::predicates::predicates;
use crate::terms::terms;

/// Steps that a candidate may take for one pair.
const STEPS: u64 = 20_000;
/// How often what the checker rejects is left out before all of it is.
const ROUNDS: usize = 4;
/// How many functions are added to one file.
const CHUNK: usize = 400;
/// Functions of this name and a number are added.
const ADDED: &str = "custodiet_candidate_";
/// What candidates use.
const BUILTINS: [&str; 12] =
    ["all", "any", "bool", "enumerate", "len", "list", "max", "min", "range", "set", "sorted", "sum"];

#[derive(Debug)]
pub struct CandidatePool {
    pub candidates: Vec<Candidate>,
    files: Vec<PoolFile>,
    /// For each candidate its file, its function there, and which of the predicate's parameters it takes.
    functions: Vec<(usize, FuncId, Vec<usize>)>,
}

#[derive(Debug)]
struct PoolFile {
    program: Program,
}

/// What a candidate says of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CandidateAnswer {
    Holds,
    Fails,
    /// It raises or takes too long, so it cannot be a subproperty.
    Unusable,
}

impl CandidatePool {
    /// The candidates of a problem. `values` are those of some pairs, which say what its functions return.
    pub fn new(problem: &Problem, values: &[Vec<Value>]) -> Self {
        let mut all = Vec::new();
        if !redefines(problem) {
            all.extend(predicates(problem, &terms(problem, values)));
            all.extend(mutants::versions(problem).iter().filter_map(|version| Candidate::version(problem, version)));
        }
        all.sort_by_key(Candidate::rank);
        let mut texts = BTreeSet::new();
        all.retain(|candidate| texts.insert(candidate.text("f")));
        let mut pool = Self { candidates: Vec::new(), files: Vec::new(), functions: Vec::new() };
        for chunk in all.chunks(CHUNK) {
            pool.add(problem, chunk);
        }
        pool
    }

    fn add(&mut self, problem: &Problem, candidates: &[Candidate]) {
        let mut kept: Vec<Candidate> = candidates.to_vec();
        for _ in 0..ROUNDS {
            let (text, starts) = with(problem, &kept);
            let loaded = load(Source::new(&problem.source.path, text), Mode::Problem);
            let errors = loaded.diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
            let spans: Vec<Option<u32>> =
                errors.map(|error| error.primary.as_ref().map(|label| label.span.start)).collect();
            if spans.is_empty() {
                self.take(&loaded.problem, kept);
                return;
            }
            let of = |span: &Option<u32>| {
                span.and_then(|at| starts.partition_point(|start| *start <= at as usize).checked_sub(1))
            };
            let wrong: Option<BTreeSet<usize>> = spans.iter().map(of).collect();
            let Some(wrong) = wrong else { return };
            let mut number = 0;
            kept.retain(|_| {
                number += 1;
                !wrong.contains(&(number - 1))
            });
        }
    }

    fn take(&mut self, loaded: &Problem, candidates: Vec<Candidate>) {
        let Some(predicate) = &loaded.predicate else { return };
        let file = self.files.len();
        self.files.push(PoolFile { program: Program::new(loaded) });
        for (number, candidate) in candidates.into_iter().enumerate() {
            let Some(id) = function(loaded, &format!("{ADDED}{number}")) else { continue };
            let position = |name: &str| predicate.params.iter().position(|param| *param.name == *name);
            let params = loaded.module.function(id).params.iter().map(|param| position(&param.name.name));
            let Some(params) = params.collect::<Option<Vec<usize>>>() else { continue };
            self.functions.push((file, id, params));
            self.candidates.push(candidate);
        }
    }

    /// The problem file followed by some candidates, and the names of these functions.
    pub fn text_of(&self, problem: &Problem, candidates: &[usize]) -> (String, Vec<String>) {
        let chosen: Vec<Candidate> = candidates.iter().map(|candidate| self.candidates[*candidate].clone()).collect();
        let (text, _) = with(problem, &chosen);
        (text, (0..chosen.len()).map(|number| format!("{ADDED}{number}")).collect())
    }

    /// Evaluates candidates.
    pub fn runner(&self) -> PoolRunner<'_> {
        let machines = self.files.iter().map(|file| Machine::new(&file.program).with_step_limit(STEPS)).collect();
        PoolRunner { pool: self, machines }
    }
}

/// Evaluates the candidates of a pool.
#[derive(Debug)]
pub struct PoolRunner<'a> {
    pool: &'a CandidatePool,
    machines: Vec<Machine<'a>>,
}

impl PoolRunner<'_> {
    /// What a candidate says of a pair, given as all values of the predicate's parameters.
    pub fn answer(&mut self, candidate: usize, values: &[Value]) -> CandidateAnswer {
        let (file, id, params) = &self.pool.functions[candidate];
        let args: Vec<Value> = params.iter().map(|param| eval::deep_copy(&values[*param])).collect();
        let answer = self.machines[*file].call_id(*id, &args).and_then(|value| eval::truth(&value));
        match answer {
            Ok(true) => CandidateAnswer::Holds,
            Ok(false) => CandidateAnswer::Fails,
            Err(fault) => match *fault {
                Fault::Raised(_) | Fault::Steps { .. } | Fault::TooLarge { .. } | Fault::Outside { .. } => {
                    CandidateAnswer::Unusable
                }
            },
        }
    }
}

/// Whether a name that candidates use may mean something else in the file.
fn redefines(problem: &Problem) -> bool {
    let globals = &problem.resolutions.globals;
    let is_used = |name: &str| BUILTINS.contains(&name) || name.starts_with("custodiet_");
    globals.iter().any(|global| is_used(&global.name))
}

/// The file with a function for each candidate, and where each begins.
fn with(problem: &Problem, candidates: &[Candidate]) -> (String, Vec<usize>) {
    let mut text = problem.source.text.clone();
    let mut starts = Vec::new();
    for (number, candidate) in candidates.iter().enumerate() {
        text.push_str("\n\n");
        starts.push(text.len());
        let _ = write!(text, "{}", candidate.text(&format!("{ADDED}{number}")));
    }
    (text, starts)
}

fn function(problem: &Problem, name: &str) -> Option<FuncId> {
    problem.module.body.iter().find_map(|statement| match &statement.kind {
        StmtKind::Function(id) if *problem.module.function(*id).name.name == *name => Some(*id),
        _ => None,
    })
}
