//! What a proposal says within the scope, beside the subproperties of the problem: decided by the solver, with pairs that show it.

use std::time::Duration;

use circuit::Deadline;
use decide::compare::{SearchResult, compare};
use decide::{Bucket, DecideError, DecideSettings, PairFunction, Session};
use lang::load::{Mode, load};
use lang::problem::{Problem, PropertyKind};
use lang::source::Source;
use pairs::Concrete;
use solver::SolverLimits;

use crate::proposal::Proposal;

/// Conflicts of the solver for one question.
const CONFLICTS: u64 = 200_000;

/// A ceiling for one proposal, since compiling is not counted here. It is far above what any of the bundled problems takes.
const CEILING: Duration = Duration::from_mins(5);

/// What is decided about a proposal.
#[derive(Clone, Debug, Default)]
pub struct Relations {
    /// Positions of the subproperties that hold wherever the proposal holds.
    pub implies: Vec<usize>,
    /// Positions of the subproperties such that the proposal holds wherever they do.
    pub implied_by: Vec<usize>,
    /// The subproperty that it equals.
    pub equals: Option<usize>,
    /// The proposal holds wherever every required subproperty does.
    pub follows_from_correctness: bool,
    /// The concretizable buckets, with the proposal after the subproperties of the problem.
    pub buckets: Vec<Bucket>,
    pub closest: Option<Closest>,
}

/// The named subproperty that differs from a proposal in the fewest buckets.
#[derive(Clone, Debug)]
pub struct Closest {
    pub subproperty: usize,
    /// The smallest pair for which only the proposal holds.
    pub only_proposal: Option<Vec<Concrete>>,
    /// The smallest pair for which only the subproperty holds.
    pub only_subproperty: Option<Vec<Concrete>>,
}

/// What is decided about a proposal; `None` if the solver gives up. `text` is the problem file with the proposal.
pub fn relations(
    problem: &Problem,
    proposal: &Proposal,
    text: &str,
    likely: Option<usize>,
) -> Result<Option<Relations>, DecideError> {
    let loaded = load(Source::new(&problem.source.path, text.to_owned()), Mode::Problem).problem;
    let Some(own) = loaded.subproperties.iter().position(|property| *property.name == *proposal.name) else {
        return Ok(None);
    };
    let limits = SolverLimits { deadline: Deadline::after(CEILING), ..SolverLimits::conflicts(CONFLICTS) };
    let settings = DecideSettings { limits, ..DecideSettings::default() };
    let scope = problem.scope.clone();
    let mut session = Session::new(&loaded, &scope, &settings)?;
    if !session.order_undecided.is_empty() {
        return Ok(None);
    }
    let (found, is_open) = decide::analysis::enumerate(&mut session, &mut |_| {})?;
    if is_open {
        return Ok(None);
    }
    let buckets: Vec<Bucket> = found.into_iter().map(|(bucket, _)| bucket).collect();
    let others: Vec<usize> = (0..loaded.subproperties.len()).filter(|position| *position != own).collect();
    let never = |one: usize, other: usize| !buckets.iter().any(|bucket| !bucket.fails(one) && bucket.fails(other));
    let implies: Vec<usize> = others.iter().copied().filter(|other| never(own, *other)).collect();
    let implied_by: Vec<usize> = others.iter().copied().filter(|other| never(*other, own)).collect();
    let equals = implies.iter().copied().find(|other| implied_by.contains(other));
    let is_required = |position: &usize| loaded.subproperties[*position].kind == PropertyKind::Required;
    let is_positive =
        |bucket: &Bucket| !others.iter().filter(|other| is_required(other)).any(|other| bucket.fails(*other));
    let follows_from_correctness = !buckets.iter().any(|bucket| is_positive(bucket) && bucket.fails(own));
    let differing = |other: usize| buckets.iter().filter(|bucket| bucket.fails(own) != bucket.fails(other)).count();
    let nearest = likely.or_else(|| others.iter().copied().min_by_key(|other| (differing(*other), *other)));
    let closest = match nearest {
        Some(subproperty) => {
            let [first, second] = [own, subproperty].map(|at| PairFunction::from(&loaded.subproperties[at]));
            let compared = compare(&loaded, &scope, &settings, &first, &second)?;
            // No proposal may raise.
            if compared.raises != SearchResult::None {
                return Ok(None);
            }
            let pair = |result: SearchResult| match result {
                SearchResult::Pair(pair) => Some(pair),
                SearchResult::None | SearchResult::Undecided => None,
            };
            Some(Closest {
                subproperty,
                only_proposal: pair(compared.only_first),
                only_subproperty: pair(compared.only_second),
            })
        }
        None => None,
    };
    // Added at the end of the file, it is the last one; the positions of the others are those of the problem.
    Ok(Some(Relations { implies, implied_by, equals, follows_from_correctness, buckets, closest }))
}
