//! Generates the mutants of a problem.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use eval::Program;
use lang::ast::FuncId;
use lang::load::{Mode, load};
use lang::problem::{PairParam, Problem};
use lang::source::Source;

use crate::operator::Operator;
use crate::reach::{functions, reached};
use crate::site::{Site, SourceEdit};
use crate::view::{PartialView, views};
use crate::{comparisons, counting, elements, logic, names, numbers, pairings, parameters};

/// The most mutants of one function.
const MOST: usize = 80;

/// The function that a mutant replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MutantTarget {
    /// A subproperty, by its position.
    Subproperty(usize),
    /// The reference predicate.
    Predicate,
}

/// A version of the problem with one mistake.
#[derive(Debug)]
pub struct Mutant {
    pub operator: Operator,
    /// The function that contains the mistake.
    pub function: String,
    /// The changed line, after the change.
    pub line: String,
    /// In words, where the mistake is and how it reads: `with line 12 as …`. Empty for a partial view.
    pub(crate) words: String,
    /// The subproperties and the predicate whose answers may change.
    pub targets: Vec<MutantTarget>,
    pub(crate) program: Arc<Program>,
    /// The part of the data that it sees, if it is not an edit of the text.
    pub(crate) view: Option<PartialView>,
    pub(crate) predicate: Option<FuncId>,
    /// The edited file; `None` for a partial view.
    source: Option<Source>,
}

impl Mutant {
    /// Whether it is an edit of the text, and not a partial view.
    pub(crate) fn is_edit(&self) -> bool {
        self.source.is_some()
    }

    /// The replacement of a target: the edited file, the function in it, and for each parameter of the function the
    /// position of the predicate's parameter. `None` for a partial view.
    pub fn replacement(&self, target: MutantTarget) -> Option<(Problem, FuncId, Vec<usize>)> {
        let problem = load(self.source.clone()?, Mode::Problem).problem;
        let (function, params) = match target {
            MutantTarget::Subproperty(position) => {
                let property = problem.subproperties.get(position)?;
                (property.function, property.params.clone())
            }
            MutantTarget::Predicate => {
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
        let edits = interleaved(edits(problem, function));
        found.extend(edits.iter().filter_map(|edit| mutant(problem, function, edit, targets, &mut known)).take(MOST));
    }
    found.extend(viewed(problem));
    found
}

/// Subproperties with partial views.
fn viewed(problem: &Problem) -> Vec<Mutant> {
    let program = Arc::new(Program::new(problem));
    let mut found = Vec::new();
    for (position, property) in problem.subproperties.iter().enumerate() {
        found.extend(views(problem, &property.params).into_iter().map(|view| Mutant {
            operator: Operator::View,
            function: property.name.to_string(),
            line: format!("{view:?}"),
            words: String::new(),
            targets: vec![MutantTarget::Subproperty(position)],
            program: program.clone(),
            view: Some(view),
            predicate: None,
            source: None,
        }));
    }
    found
}

/// For each function, the subproperties that call it, and the predicate if it does.
fn targets(problem: &Problem) -> BTreeMap<FuncId, Vec<MutantTarget>> {
    let mut all: BTreeMap<FuncId, Vec<MutantTarget>> = BTreeMap::new();
    let properties = problem.subproperties.iter().enumerate();
    let reference = problem.predicate.iter().filter(|predicate| predicate.has_reference);
    let roots = properties
        .map(|(position, property)| (MutantTarget::Subproperty(position), property.function))
        .chain(reference.map(|predicate| (MutantTarget::Predicate, predicate.function)));
    for (target, root) in roots {
        for function in reached(problem, root) {
            all.entry(function).or_default().push(target);
        }
    }
    all
}

fn edits(problem: &Problem, function: FuncId) -> Vec<SourceEdit> {
    let mut site = Site::new(problem, function);
    let operators =
        [comparisons::edit, logic::edit, elements::edit, pairings::edit, counting::edit, numbers::edit, names::edit];
    for edit in operators {
        edit(&mut site);
    }
    parameters::edit(&mut site, &pair_params(problem, function));
    site.edits
}

/// The parameters of a subproperty or the predicate; empty for helpers.
fn pair_params(problem: &Problem, function: FuncId) -> Vec<&PairParam> {
    let Some(predicate) = &problem.predicate else { return Vec::new() };
    if predicate.function == function {
        return predicate.params.iter().collect();
    }
    let property = problem.subproperties.iter().find(|property| property.function == function);
    property.iter().flat_map(|property| &property.params).map(|param| &predicate.params[*param]).collect()
}

/// The edits in another order: one of each operator in turn, so that the limit leaves some of each.
fn interleaved(edits: Vec<SourceEdit>) -> Vec<SourceEdit> {
    let mut kinds: BTreeMap<Operator, Vec<SourceEdit>> = BTreeMap::new();
    for edit in edits {
        kinds.entry(edit.operator).or_default().push(edit);
    }
    let mut all = Vec::new();
    for turn in 0..kinds.values().map(Vec::len).max().unwrap_or(0) {
        all.extend(kinds.values().filter_map(|kind| kind.get(turn).cloned()));
    }
    all
}

/// The problem after an edit; `None` if it does not load, or if an earlier edit gave the same text.
fn mutant(
    problem: &Problem,
    function: FuncId,
    edit: &SourceEdit,
    targets: &[MutantTarget],
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
    let words = words(problem, edit, source);
    Some(Mutant {
        operator: edit.operator,
        function: problem.module.function(function).name.name.to_string(),
        line,
        words,
        targets: targets.to_vec(),
        program: Arc::new(Program::new(&loaded.problem)),
        view: None,
        predicate: loaded.problem.predicate.as_ref().map(|predicate| predicate.function),
        source: Some(loaded.problem.source),
    })
}

/// How the changed lines read, and which ones they are in the problem file.
fn words(problem: &Problem, edit: &SourceEdit, after: &Source) -> String {
    let start = edit.changes.iter().map(|(span, _)| span.start).min().unwrap_or(0);
    let end = edit.changes.iter().map(|(span, _)| span.end).max().unwrap_or(0);
    let (line, file) = (problem.source.line(start), format!("{}.py", problem.name));
    if let (Operator::Changed, [(_, inserted)]) = (edit.operator, &edit.changes[..]) {
        return format!("with `{}` before line {line} of {file}", inserted.trim().trim_end_matches(';'));
    }
    let last = problem.source.line(end);
    // What follows the last change is the same in both texts.
    let behind = problem.source.text.len() - end as usize;
    let changed_end = u32::try_from(after.text.len() - behind).unwrap_or(start);
    let lines = after.text.lines().take(after.line(changed_end)).skip(line - 1);
    let text = lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
    let place = if line == last { format!("line {line}") } else { format!("lines {line} to {last}") };
    format!("with {place} of {file} as `{text}`")
}
