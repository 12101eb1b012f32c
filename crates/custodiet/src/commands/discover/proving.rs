//! Whether submissions equal what is proposed for them, on every pair of the scope.
//!
//! The text of a submission that was graded is compiled in a confined process, which executes nothing of it. What its circuit says is
//! believed only if it agrees with every recorded answer. A pair that tells a proposal from a submission becomes evidence, and the
//! search begins again; so a proposal that merely fits the tests is replaced by one that fits every pair.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use decision::DecidedPair;
use discover::{CandidatePool, Evidence, EvidencePair, Proposals, propose};
use grading::{GradingSetup, RunSettings, WorkFolder};
use lang::problem::Problem;
use pairs::Replay;
use prove::{GivenFunctions, HandedSubmission};
use runner::prepared::PreparedSuite;
use sandbox::support;

use super::graded::ObservedClass;
use crate::commands::grade::given;
use crate::error::{Error, Result};
use crate::progress::Progress;
use crate::proving::ConfinedProver;
use crate::{interrupt, style};

/// Processor time for one submission: a ceiling, since the work is counted.
const TIME: Duration = Duration::from_mins(1);
/// How often what was learned is used for another search.
const ROUNDS: usize = 4;
/// How many questions are asked about all submissions together.
const MOST_ASKED: usize = 400;
/// How many candidates are tried for one submission.
const MOST_CANDIDATES: usize = 60;

/// What is proved about each unexplained submission.
#[derive(Debug, Default)]
pub struct ProvedProposals {
    /// By submission of the class, the candidates that it equals, together with subproperties.
    equal: BTreeMap<usize, Vec<usize>>,
    /// Why nothing can be proved, by submission of the class.
    pub reasons: BTreeMap<usize, String>,
}

impl ProvedProposals {
    /// Whether a submission is proved to equal this candidate and some subproperties.
    pub fn is_equal(&self, submission: usize, candidate: usize) -> bool {
        self.equal.get(&submission).is_some_and(|known| *known == [candidate])
    }
}

/// Proposes, proves, and proposes again.
pub fn proved(
    problem: &Problem,
    class: &ObservedClass,
    pool: &CandidatePool,
    progress: &Progress,
) -> Result<(Proposals, ProvedProposals)> {
    let mut evidence = class.evidence(problem);
    let mut refused = BTreeSet::new();
    let mut proposals = propose(&evidence, pool, &mut refused);
    let mut proved = ProvedProposals::default();
    if !proposals.explanations.unexplained.iter().any(|at| class.sources[*at].is_some()) {
        return Ok((proposals, proved));
    }
    let layers = match support().layers() {
        Ok(layers) => layers,
        Err(error) => {
            let note = style::doubtful("note:");
            remark!("{note} nothing is proved, since the prover cannot be confined here: {error}");
            return Ok((proposals, proved));
        }
    };
    let work = WorkFolder::new()?;
    interrupt::remove_on_exit(vec![work.folder().to_owned()], "nothing was changed");
    let paths = given::GivenPaths { submissions: &[], support: None, prelude: None, adapters: &[], cold_start: false };
    let settings =
        RunSettings { aliases: Vec::new(), language: None, milliseconds: 1000, budget: None, memory: 512, seed: 0 };
    let setup = GradingSetup { given: paths.files(layers)?, settings };
    let prepared = setup.prepare(&work)?;
    let none = PreparedSuite::empty(problem)?;
    let grading = prepared.run(&none);
    let mut prover = ConfinedProver::explaining(grading.config, &work, 0, problem, TIME)?;
    let mut asked = 0;
    for _ in 0..ROUNDS {
        let mut learned = Vec::new();
        let explanations = &proposals.explanations;
        for (place, at) in explanations.unexplained.iter().enumerate() {
            let wanted = wanted(&proposals, place);
            let is_settled = proved.equal.get(at).is_some_and(|known| wanted.starts_with(known));
            let Some(source) = class.sources[*at].as_ref().filter(|_| !is_settled && !proved.reasons.contains_key(at))
            else {
                continue;
            };
            if wanted.is_empty() || asked == MOST_ASKED {
                continue;
            }
            asked += 1;
            progress.say(&format!("proving what {asked} submissions check …"));
            let (text, names) = pool.text_of(problem, &wanted);
            let handed = HandedSubmission {
                files: vec![source.clone()],
                support: Vec::new(),
                predicate: class.predicate.clone(),
                tests: class.tests.clone(),
            };
            let found = prover.explain(handed, GivenFunctions { text, names: names.clone() })?;
            let differs = || {
                let agrees = agrees(&found.accepts, &class.submissions[*at].accepts);
                (!agrees).then(|| "its circuit does not agree with every recorded answer".to_owned())
            };
            if let Some(reason) = found.reason.clone().or_else(differs) {
                proved.reasons.insert(*at, reason);
                continue;
            }
            let number = |name: &String| names.iter().position(|known| known == name).map(|position| wanted[position]);
            proved.equal.remove(at);
            if let Some(equal) = found.equal_to.and_then(|names| names.iter().map(number).collect()) {
                proved.equal.insert(*at, equal);
            }
            learned.extend(found.learned.into_iter().map(|(pair, accepts)| (*at, pair, accepts)));
        }
        if learned.is_empty() {
            break;
        }
        for (at, pair, accepts) in learned {
            learn(&mut evidence, at, &pair, accepts);
        }
        proposals = propose(&evidence, pool, &mut refused);
    }
    Ok((proposals, proved))
}

/// The candidates to be tried for an unexplained submission, the proposed ones first.
fn wanted(proposals: &Proposals, place: usize) -> Vec<usize> {
    let explanations = &proposals.explanations;
    let mut all = explanations.exact[place].clone();
    all.truncate(MOST_CANDIDATES);
    if all.is_empty() {
        let numbers = explanations.together[place].iter();
        all.extend(numbers.filter_map(|number| proposals.list.get(*number)).map(|one| one.candidate));
    }
    all
}

/// Whether the circuit agrees with what was recorded, and says something at all.
fn agrees(predicted: &[Option<bool>], recorded: &[Option<bool>]) -> bool {
    let both: Vec<(bool, bool)> =
        predicted.iter().zip(recorded).filter_map(|(one, other)| Some(((*one)?, (*other)?))).collect();
    !both.is_empty() && both.iter().all(|(one, other)| one == other)
}

/// Adds a pair about which the answer of one submission is known.
fn learn(evidence: &mut Evidence<'_>, submission: usize, pair: &DecidedPair, accepts: bool) {
    let problem = evidence.problem;
    let json = serde_json::json!({ "input": pair.input, "output": pair.output });
    let Some(pair) = eval::Pair::read(problem, &json).ok().and_then(|pair| pairs::concrete(problem, &pair)) else {
        return;
    };
    let Some(bucket) = Replay::new(problem).evaluator().bucket(&pair) else { return };
    evidence.pairs.push(EvidencePair { pair, bucket });
    for (at, one) in evidence.submissions.iter_mut().enumerate() {
        one.accepts.push((at == submission).then_some(accepts));
    }
}

/// The names that the predicate may have.
pub fn predicate_names(problem: &Problem, aliases: &[String]) -> Result<Vec<String>> {
    let predicate = problem.predicate.as_ref().ok_or_else(|| Error::internal("the problem declares no predicate"))?;
    Ok(std::iter::once(predicate.name.to_string()).chain(aliases.iter().cloned()).collect())
}
