//! Versions of subproperties: what a predicate may check in place of one.
//!
//! A version is a mutant with words that say what is different, so that "SORTEDNESS for neighbors in `order` only" can be said of a
//! predicate that is proved to check just that. Some are functions that call the subproperty with a part of the data, added
//! to the end of the problem file; the others are the edits of [`crate::mutants`], and their words quote the changed line.
//!
//! Invariant: the words of a version describe it for every problem; a file that gives a built-in function of Python another meaning has
//! none that are added.

use std::fmt::Write;
use std::sync::Arc;

use eval::{Fault, Machine, Program, Value};
use lang::ast::{FuncId, StmtKind};
use lang::load::{Loaded, Mode, load};
use lang::problem::Problem;
use lang::source::Source;

use crate::mutant::{Mutant, MutantTarget, mutants};
use crate::seen::{SeenPart, seen};
use crate::version_source::copied;

/// Steps that a version may take for one pair.
const STEPS: u64 = 20_000;
/// Added functions are called this and a number.
const ADDED: &str = "custodiet_version_";
/// What added functions use.
const BUILTINS: [&str; 6] = ["all", "any", "bool", "enumerate", "len", "range"];

/// What a predicate may check in place of a subproperty.
#[derive(Debug)]
pub struct CheckVersion {
    /// The position of the subproperty; `None` for a function that stands for itself.
    pub of: Option<usize>,
    /// Versions with the same number make the same mistake, in several subproperties.
    pub mistake: usize,
    /// What is different, after the name of the subproperty: `for neighbors in `order` only`.
    pub words: String,
    text: VersionText,
}

#[derive(Debug)]
enum VersionText {
    /// An edit of a function that the subproperty calls.
    Edited(Arc<Mutant>),
    /// A function that calls it, or one that was given; for each of its parameters, which of the predicate's it is.
    Added { file: Arc<AddedFile>, function: FuncId, params: Vec<usize> },
}

/// The problem file with more functions.
#[derive(Debug)]
struct AddedFile {
    problem: Problem,
    program: Program,
}

/// All versions of the subproperties of a problem, the simplest first.
pub fn versions(problem: &Problem) -> Vec<CheckVersion> {
    let mut all = added(problem);
    let first = all.iter().map(|version| version.mistake + 1).max().unwrap_or(0);
    let edited = mutants(problem).into_iter().filter(Mutant::is_edit);
    for (number, mutant) in edited.enumerate() {
        let mutant = Arc::new(mutant);
        for target in &mutant.targets {
            let MutantTarget::Subproperty(of) = target else { continue };
            let text = VersionText::Edited(mutant.clone());
            all.push(CheckVersion { of: Some(*of), mistake: first + number, words: mutant.words.clone(), text });
        }
    }
    all
}

/// The versions that see a part of the data.
fn added(problem: &Problem) -> Vec<CheckVersion> {
    if redefines(problem) {
        return Vec::new();
    }
    let mut parts: Vec<SeenPart> = seen(problem);
    let mut loaded = with(problem, &parts);
    if loaded.has_errors() {
        // What an error points to is left out, and the rest is tried once more.
        parts.retain(|part| !with(problem, std::slice::from_ref(part)).has_errors());
        loaded = with(problem, &parts);
    }
    if loaded.has_errors() {
        return Vec::new();
    }
    let problem = loaded.problem;
    let program = Program::new(&problem);
    let file = Arc::new(AddedFile { problem, program });
    let mut words: Vec<String> = Vec::new();
    let mut found = Vec::new();
    for (number, part) in parts.into_iter().enumerate() {
        let Some(function) = function(&file.problem, &format!("{ADDED}{number}")) else { continue };
        let mistake = words.iter().position(|known| *known == part.words).unwrap_or_else(|| {
            words.push(part.words.clone());
            words.len() - 1
        });
        let Some(property) = file.problem.subproperties.get(part.of) else { continue };
        let params = property.params.clone();
        let text = VersionText::Added { file: file.clone(), function, params };
        found.push(CheckVersion { of: Some(part.of), mistake, words: part.words, text });
    }
    found
}

/// Functions that stand for themselves, in the order of their names. `text` is the problem file followed by them; what its
/// checker rejects gives none, and neither does a name that is not a function of pairs.
pub fn given(problem: &Problem, text: &str, names: &[String]) -> Vec<CheckVersion> {
    let loaded = load(Source::new(&problem.source.path, text), Mode::Problem);
    if loaded.has_errors() {
        return Vec::new();
    }
    let problem = loaded.problem;
    let program = Program::new(&problem);
    let file = Arc::new(AddedFile { problem, program });
    let mut found = Vec::new();
    for (number, name) in names.iter().enumerate() {
        let Some((function, params)) = of_pairs(&file.problem, name) else { continue };
        let text = VersionText::Added { file: file.clone(), function, params };
        found.push(CheckVersion { of: None, mistake: number, words: name.clone(), text });
    }
    found
}

/// A function whose parameters are those of the predicate, and which of them they are.
fn of_pairs(problem: &Problem, name: &str) -> Option<(FuncId, Vec<usize>)> {
    let function = function(problem, name)?;
    let known = &problem.predicate.as_ref()?.params;
    let position = |param: &str| known.iter().position(|known| *known.name == *param);
    let params = problem.module.function(function).params.iter().map(|param| position(&param.name.name));
    Some((function, params.collect::<Option<_>>()?))
}

/// Whether a name that added functions use may mean something else in the file.
fn redefines(problem: &Problem) -> bool {
    let globals = &problem.resolutions.globals;
    globals.iter().any(|global| BUILTINS.contains(&&*global.name) || global.name.starts_with(ADDED))
}

/// The file with a function for each part.
fn with(problem: &Problem, parts: &[SeenPart]) -> Loaded {
    let mut text = problem.source.text.clone();
    for (number, part) in parts.iter().enumerate() {
        let property = &problem.subproperties[part.of];
        let params: Vec<&str> = property.params.iter().map(|param| name_of(problem, *param)).collect();
        let params = params.join(", ");
        let _ = write!(text, "\n\ndef {ADDED}{number}({params}):\n");
        for line in &part.body {
            let _ = writeln!(text, "    {line}");
        }
    }
    load(Source::new(&problem.source.path, text), Mode::Problem)
}

fn name_of(problem: &Problem, param: usize) -> &str {
    problem.predicate.as_ref().and_then(|predicate| predicate.params.get(param)).map_or("_", |param| &param.name)
}

fn function(problem: &Problem, name: &str) -> Option<FuncId> {
    problem.module.body.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Function(id) if *problem.module.function(*id).name.name == *name => Some(*id),
        _ => None,
    })
}

impl CheckVersion {
    /// A machine that evaluates this version.
    pub fn machine(&self) -> Machine<'_> {
        let program = match &self.text {
            VersionText::Edited(mutant) => &*mutant.program,
            VersionText::Added { file, .. } => &file.program,
        };
        Machine::new(program).with_step_limit(STEPS)
    }

    /// Whether it holds for a pair of `problem`, given as all values of the predicate's parameters. What raises does not hold. `None` if that takes
    /// too long.
    pub fn holds(&self, problem: &Problem, machine: &mut Machine<'_>, values: &[Value]) -> Option<bool> {
        let answer = match &self.text {
            VersionText::Edited(_) => machine.holds(problem.preconditions.len() + self.of?, values),
            VersionText::Added { function, params, .. } => {
                let args: Vec<Value> = params.iter().map(|param| eval::deep_copy(&values[*param])).collect();
                machine.call_id(*function, &args).and_then(|value| eval::truth(&value))
            }
        };
        match answer {
            Ok(holds) => Some(holds),
            Err(fault) => match *fault {
                Fault::Raised(_) => Some(false),
                Fault::Steps { .. } | Fault::TooLarge { .. } | Fault::Outside { .. } => None,
            },
        }
    }

    /// The version as a function of the problem file that is called `name`, without a docstring, and with whatever else it
    /// needs before it. `None` if it cannot be written so.
    pub fn source(&self, problem: &Problem, name: &str) -> Option<String> {
        match &self.text {
            VersionText::Edited(mutant) => {
                let (edited, function, _) = mutant.replacement(MutantTarget::Subproperty(self.of?))?;
                copied(problem, &edited, function, name)
            }
            VersionText::Added { file, function, params } => {
                let (written, of) = (&file.problem, file.problem.module.function(*function));
                let (first, last) = (of.body.first()?.span, of.body.last()?.span);
                let body = written.source.text.get(first.start as usize..last.end as usize)?;
                let params: Vec<&str> = params.iter().map(|param| name_of(problem, *param)).collect();
                Some(format!("def {name}({}):\n    {body}\n", params.join(", ")))
            }
        }
    }

    /// Whether it is an edit of the problem file, and not a view of a part of the data.
    pub fn is_edit(&self) -> bool {
        matches!(self.text, VersionText::Edited(_))
    }

    /// Calls `with` with a file, the function in it that is this version, and for each of its parameters which of the predicate's it is.
    pub fn with_function<T>(&self, with: impl FnOnce(&Problem, FuncId, &[usize]) -> T) -> Option<T> {
        match &self.text {
            VersionText::Edited(mutant) => {
                let (problem, function, params) = mutant.replacement(MutantTarget::Subproperty(self.of?))?;
                Some(with(&problem, function, &params))
            }
            VersionText::Added { file, function, params } => Some(with(&file.problem, *function, params)),
        }
    }
}
