//! What a regrade changed, and for whom.

use serde::Serialize;

use crate::model::{Report, Statement};
use crate::words::word;

/// A submission of which something else is said than before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    pub name: String,
    pub before: Said,
    pub after: Said,
    /// Subproperties of which something else is said: name, before, after.
    pub subproperties: Vec<(String, String, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Said {
    pub verdict: String,
    pub wrong: usize,
    pub tests: usize,
}

/// Submissions whose verdict, number of wrong answers, or standing in a subproperty changed; in the order of the report.
pub fn changes(before: &Report, after: &Report) -> Vec<Change> {
    let both = before.submissions.iter().zip(&after.submissions);
    both.filter_map(|(old, new)| {
        let (before_it, after_it) = (old.statement.as_ref()?, new.statement.as_ref()?);
        let standings = |report: &Report, statement: &Statement| -> Vec<(String, String)> {
            let findings = statement.subproperties.iter();
            findings.map(|one| (report.subproperties[one.subproperty].shown.clone(), word(&one.standing))).collect()
        };
        let (first, then) = (standings(before, before_it), standings(after, after_it));
        let subproperties: Vec<(String, String, String)> = first
            .into_iter()
            .zip(then)
            .filter(|((_, first), (_, then))| first != then)
            .map(|((name, first), (_, then))| (name, first, then))
            .collect();
        let same =
            before_it.verdict == after_it.verdict && before_it.wrong == after_it.wrong && subproperties.is_empty();
        (!same).then(|| Change {
            name: new.name.clone(),
            before: said(before_it),
            after: said(after_it),
            subproperties,
        })
    })
    .collect()
}

fn said(statement: &Statement) -> Said {
    Said { verdict: word(&statement.verdict), wrong: statement.wrong, tests: statement.run }
}
