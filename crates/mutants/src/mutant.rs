//! From a problem to its mutants.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use eval::Program;
use lang::ast::FuncId;
use lang::load::{Mode, load};
use lang::problem::{PairParam, Problem};
use lang::source::Source;

use crate::operator::Operator;
use crate::reach::{functions, reached};
use crate::site::{Edit, Site};
use crate::view::{View, views};
use crate::{comparisons, counting, elements, logic, names, numbers, parameters, together};

/// Mutants of one function, at most.
const MOST: usize = 80;

/// What a mutant is a mutant of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// By its position among the subproperties.
    Subproperty(usize),
    /// The reference predicate.
    Predicate,
}

/// A problem with one mistake.
#[derive(Debug)]
pub struct Mutant {
    pub operator: Operator,
    /// The function that is wrong.
    pub function: String,
    /// The line that was changed, as it is now.
    pub line: String,
    /// Whose answers it may change.
    pub targets: Vec<Target>,
    pub(crate) program: Arc<Program>,
    /// It looks at a part of the data; the text is as it was.
    pub(crate) view: Option<View>,
    pub(crate) predicate: Option<FuncId>,
    /// The file as it is now, unless it looks at a part of the data.
    source: Option<Source>,
}

impl Mutant {
    /// What stands for a target now: the file, read again, the function, and the positions of the predicate's parameters
    /// that it takes. Nothing for a mutant that looks at a part of the data.
    pub fn stands_for(&self, target: Target) -> Option<(Problem, FuncId, Vec<usize>)> {
        let problem = load(self.source.clone()?, Mode::Problem).problem;
        let (function, params) = match target {
            Target::Subproperty(position) => {
                let property = problem.subproperties.get(position)?;
                (property.function, property.params.clone())
            }
            Target::Predicate => {
                let predicate = problem.predicate.as_ref()?;
                (predicate.function, (0..predicate.params.len()).collect())
            }
        };
        Some((problem, function, params))
    }
}

/// All mutants of a problem.
pub fn mutants(problem: &Problem) -> Vec<Mutant> {
    let targets = targets(problem);
    let mut found = Vec::new();
    for function in functions(problem) {
        let Some(targets) = targets.get(&function) else { continue };
        let mut known = BTreeSet::new();
        let edits = varied(edits(problem, function));
        found.extend(edits.iter().filter_map(|edit| mutant(problem, function, edit, targets, &mut known)).take(MOST));
    }
    found.extend(viewed(problem));
    found
}

/// Subproperties that look at a part of the data only.
fn viewed(problem: &Problem) -> Vec<Mutant> {
    let program = Arc::new(Program::new(problem));
    let mut found = Vec::new();
    for (position, property) in problem.subproperties.iter().enumerate() {
        found.extend(views(problem, &property.params).into_iter().map(|view| Mutant {
            operator: Operator::View,
            function: property.name.to_string(),
            line: format!("{view:?}"),
            targets: vec![Target::Subproperty(position)],
            program: program.clone(),
            view: Some(view),
            predicate: None,
            source: None,
        }));
    }
    found
}

/// For each function, the subproperties that run it, and the predicate if it does.
fn targets(problem: &Problem) -> BTreeMap<FuncId, Vec<Target>> {
    let mut all: BTreeMap<FuncId, Vec<Target>> = BTreeMap::new();
    let properties = problem.subproperties.iter().enumerate();
    let reference = problem.predicate.iter().filter(|predicate| predicate.has_reference);
    let roots = properties
        .map(|(position, property)| (Target::Subproperty(position), property.function))
        .chain(reference.map(|predicate| (Target::Predicate, predicate.function)));
    for (target, root) in roots {
        for function in reached(problem, root) {
            all.entry(function).or_default().push(target);
        }
    }
    all
}

fn edits(problem: &Problem, function: FuncId) -> Vec<Edit> {
    let mut site = Site::new(problem, function);
    let operators =
        [comparisons::edit, logic::edit, elements::edit, together::edit, counting::edit, numbers::edit, names::edit];
    for edit in operators {
        edit(&mut site);
    }
    parameters::edit(&mut site, &pair_params(problem, function));
    site.edits
}

/// The parameters of a subproperty or the predicate; helpers have none of these.
fn pair_params(problem: &Problem, function: FuncId) -> Vec<&PairParam> {
    let Some(predicate) = &problem.predicate else { return Vec::new() };
    if predicate.function == function {
        return predicate.params.iter().collect();
    }
    let property = problem.subproperties.iter().find(|property| property.function == function);
    property.iter().flat_map(|property| &property.params).map(|param| &predicate.params[*param]).collect()
}

/// Edits of all kinds in turn.
fn varied(edits: Vec<Edit>) -> Vec<Edit> {
    let mut kinds: BTreeMap<Operator, Vec<Edit>> = BTreeMap::new();
    for edit in edits {
        kinds.entry(edit.operator).or_default().push(edit);
    }
    let mut varied = Vec::new();
    for turn in 0..kinds.values().map(Vec::len).max().unwrap_or(0) {
        varied.extend(kinds.values().filter_map(|kind| kind.get(turn).cloned()));
    }
    varied
}

/// The problem after an edit, unless it does not load or was there before.
fn mutant(
    problem: &Problem,
    function: FuncId,
    edit: &Edit,
    targets: &[Target],
    known: &mut BTreeSet<String>,
) -> Option<Mutant> {
    let text = edit.apply(&problem.source.text)?;
    if !known.insert(text.clone()) {
        return None;
    }
    let changed = edit.changes.iter().map(|(span, _)| span.start).min()?;
    let loaded = load(Source::new(&problem.source.path, text), Mode::Problem);
    if loaded.has_errors() {
        return None;
    }
    let source = &loaded.problem.source;
    let line = source.text.lines().nth(source.line(changed) - 1).unwrap_or_default().trim().to_owned();
    Some(Mutant {
        operator: edit.operator,
        function: problem.module.function(function).name.name.to_string(),
        line,
        targets: targets.to_vec(),
        program: Arc::new(Program::new(&loaded.problem)),
        view: None,
        predicate: loaded.problem.predicate.as_ref().map(|predicate| predicate.function),
        source: Some(loaded.problem.source),
    })
}
