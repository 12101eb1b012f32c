//! A proposal as a part of the problem file.

use std::collections::BTreeSet;

use lang::load::{Mode, load};
use lang::problem::Problem;
use lang::source::Source;

use crate::candidate::Candidate;

/// A candidate with a name.
#[derive(Clone, Debug)]
pub struct Proposal {
    pub name: String,
    pub doc: String,
    /// Required subproperties that it is mistaken for, by name.
    pub instead_of: Vec<String>,
    /// Required subproperties that it makes too strict, by name.
    pub stricter_than: Vec<String>,
    /// The function with its decorator and docstring.
    pub source: String,
}

#[derive(Debug, thiserror::Error)]
pub enum ProposalError {
    #[error("the problem file with this proposal has errors: {0}")]
    Rejected(String),
}

impl Proposal {
    /// `instead_of` and `stricter_than` are positions of subproperties.
    pub fn new(
        problem: &Problem,
        candidate: &Candidate,
        (instead_of, stricter_than): (&[usize], &[usize]),
        taken: &BTreeSet<String>,
    ) -> Self {
        let name = free_name(problem, &candidate.slug, taken);
        let names = |positions: &[usize]| -> Vec<String> {
            positions.iter().map(|position| problem.subproperties[*position].name.to_string()).collect()
        };
        let (instead_of, stricter_than) = (names(instead_of), names(stricter_than));
        let list = |word: &str, names: &[String]| {
            let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
            (!names.is_empty()).then(|| format!("{word}=[{}]", names.join(", ")))
        };
        let given: Vec<String> =
            [list("instead_of", &instead_of), list("stricter_than", &stricter_than)].into_iter().flatten().collect();
        let decorator = if given.is_empty() {
            "@error_subproperty".to_owned()
        } else {
            format!("@error_subproperty({})", given.join(", "))
        };
        let source = candidate.documented(&name, &decorator, &candidate.doc);
        Self { name, doc: candidate.doc.clone(), instead_of, stricter_than, source }
    }
}

/// The problem file with a proposal at its end. It is loaded again, so what this returns passes `custodiet check`.
pub fn with_proposal(problem: &Problem, proposal: &Proposal) -> Result<String, ProposalError> {
    let mut text = problem.source.text.trim_end().to_owned();
    let is_imported = problem.resolutions.globals.iter().any(|global| *global.name == *"error_subproperty");
    text.push_str("\n\n\n");
    if !is_imported {
        text.push_str("from custodiet import error_subproperty\n\n\n");
    }
    text.push_str(&proposal.source);
    let loaded = load(Source::new(&problem.source.path, text.clone()), Mode::Problem);
    match loaded.diagnostics.iter().find(|diagnostic| diagnostic.is_error()) {
        Some(error) => Err(ProposalError::Rejected(error.message.clone())),
        None => Ok(text),
    }
}

/// A name that nothing in the file has.
fn free_name(problem: &Problem, slug: &str, taken: &BTreeSet<String>) -> String {
    let params = problem.predicate.iter().flat_map(|predicate| &predicate.params).map(|param| param.name.to_string());
    let globals = problem.resolutions.globals.iter().map(|global| global.name.to_string());
    let used: BTreeSet<String> = params.chain(globals).chain(taken.iter().cloned()).collect();
    let is_free = |name: &String| !used.contains(name);
    let numbered = (2..).map(|number: usize| format!("{slug}_{number}"));
    std::iter::once(slug.to_owned()).chain(numbered).find(is_free).unwrap_or_else(|| slug.to_owned())
}
