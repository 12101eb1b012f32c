//! Which mutants a pair exposes, and which mutants no chosen test exposes yet.
//!
//! A test is worth its place in a suite if it distinguishes a wrong predicate from a correct one. Nobody knows the wrong
//! predicates that students will write, but mutants, subproperties with one plausible mistake in them, are a good forecast:
//! mutation testing rests on the observation that tests which expose simple mistakes expose most others, too. So tests are
//! chosen to expose as many mutants as possible.
//!
//! A test *exposes* a mutant if a predicate with the mutant in place of the original gives the wrong answer. In a negative
//! bucket such a predicate is wrong only if it accepts, so every required subproperty that fails there must be replaced by
//! something that does not fail: a mutant of one of these is exposed by a pair on which the mutant does not fail. In a
//! positive bucket a mutant is exposed by a pair on which it does not hold. A mutant that raises is wrong everywhere.
//!
//! A predicate that forgets two subproperties is wrong only about pairs on which it misses both failures. Hence *pairs* of
//! mutants of different subproperties count too: only a test that exposes both at once catches a predicate with both
//! mistakes in a bucket where both subproperties fail.
//!
//! A likeness of the output to a correct one (`likeness`) counts as a mutant that looks at nothing else.

use circuit::Deadline;
use lang::problem::{Problem, PropertyKind, Side};
use mutants::{Mutant, MutantAnswer, MutantRunner, MutantTarget, mutants};
use pairs::{Bucket, Concrete, is_positive};

use crate::likeness::{Likeness, LikenessSet};
use crate::survey::Survey;

/// The number of pairs of each bucket on which mutants are tried before they are used.
const TRIED: usize = 8;
/// The worth of a mutant that no chosen test exposes, in [`MutantCoverage::rarity`].
pub const WEIGHT: u64 = 1 << 16;

/// The mutants of a problem, without those that take too long or raise on most pairs; none if there is
/// no time to find out.
pub(crate) fn useful(problem: &Problem, survey: &Survey, deadline: Deadline) -> Vec<Mutant> {
    let drawn = survey.drawn.values().flat_map(|pairs| pairs.iter().take(TRIED));
    let pairs: Vec<&Vec<Concrete>> = survey.starts.values().chain(survey.only_large.values()).chain(drawn).collect();
    let mut all = mutants(problem);
    let of_all = all.iter().enumerate().flat_map(|(at, mutant)| mutant.targets.iter().map(move |target| (at, *target)));
    let asked: Vec<(usize, MutantTarget)> = of_all.collect();
    let mut runner = MutantRunner::new(problem, asked.iter().map(|(at, target)| (&all[*at], *target)));
    let mut raising = vec![0; all.len()];
    let mut too_long = vec![false; all.len()];
    for pair in &pairs {
        if deadline.is_due() {
            return Vec::new();
        }
        let answers = runner.answers_of(pair, |position| !too_long[asked[position].0]);
        for (answer, (at, _)) in answers.into_iter().zip(&asked) {
            raising[*at] += usize::from(answer == Some(MutantAnswer::Raises));
            too_long[*at] |= answer == Some(MutantAnswer::TimesOut);
        }
    }
    let useful = all
        .iter()
        .zip(raising)
        .zip(too_long)
        .map(|((mutant, raising), too_long)| !too_long && 2 * raising <= pairs.len() * mutant.targets.len());
    let mut useful = useful.collect::<Vec<bool>>().into_iter();
    all.retain(|_| useful.next().unwrap_or(false));
    all
}

/// A set of mutants, by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exposed(Vec<u64>);

impl Exposed {
    fn of(answers: impl Iterator<Item = bool>) -> Self {
        let answers: Vec<bool> = answers.collect();
        let mut words = vec![0; answers.len().div_ceil(64)];
        for (at, exposed) in answers.into_iter().enumerate() {
            words[at / 64] |= u64::from(exposed) << (at % 64);
        }
        Self(words)
    }

    pub fn contains(&self, mutant: usize) -> bool {
        self.0.get(mutant / 64).is_some_and(|word| word >> (mutant % 64) & 1 == 1)
    }

    fn members(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = left.checked_ilog2()?;
                left ^= 1 << bit;
                Some(64 * at + bit as usize)
            })
        })
    }
}

/// Runs the mutants that matter in one bucket.
#[derive(Debug)]
pub struct Examiner<'m> {
    runner: MutantRunner<'m>,
    positive: bool,
    /// Positions of the outputs.
    outputs: Vec<usize>,
}

impl Examiner<'_> {
    /// The mutants that a pair exposes; `correct` is a correct pair with the same input, if one is known.
    pub fn exposed(&mut self, pair: &[Concrete], correct: Option<&[Concrete]>) -> Exposed {
        let expected = if self.positive { MutantAnswer::Holds } else { MutantAnswer::Fails };
        let answers = self.runner.answers(pair).into_iter().map(|answer| answer != expected);
        // A correct output is like itself in every respect, which says nothing.
        let alike = LikenessSet::of(correct.filter(|_| !self.positive), pair, &self.outputs);
        Exposed::of(answers.chain(alike.flags()))
    }
}

/// Which mutants the chosen tests expose.
#[derive(Clone, Debug, Default)]
pub struct MutantCoverage {
    /// For each mutant, the number of chosen tests that expose it.
    times: Vec<u64>,
    /// For each mutant, those with which it forms a pair: mutants of other required subproperties that fail.
    partners: Vec<Exposed>,
    /// For each mutant, those that some chosen test exposes together with it.
    exposed_with: Vec<Exposed>,
}

/// The mutants that matter in a bucket, each with what it replaces.
pub fn asked<'m>(problem: &Problem, mutants: &'m [Mutant], bucket: Bucket) -> Vec<(&'m Mutant, MutantTarget)> {
    let positive = is_positive(problem, bucket);
    let counts = |target: MutantTarget| match target {
        MutantTarget::Subproperty(position) => positive || bucket.fails(position),
        MutantTarget::Predicate => true,
    };
    let all = mutants.iter().flat_map(|mutant| mutant.targets.iter().map(move |target| (mutant, *target)));
    all.filter(|(_, target)| counts(*target)).collect()
}

/// Runs these mutants; and the coverage of an empty choice of tests.
pub fn examine<'m>(problem: &'m Problem, mutants: &'m [Mutant], bucket: Bucket) -> (Examiner<'m>, MutantCoverage) {
    let positive = is_positive(problem, bucket);
    let asked = asked(problem, mutants, bucket);
    let required = |target: MutantTarget| match target {
        MutantTarget::Subproperty(position) => {
            !positive && problem.subproperties[position].kind == PropertyKind::Required
        }
        MutantTarget::Predicate => false,
    };
    let number = asked.len() + Likeness::COUNT;
    let partners = (0..number).map(|this| {
        Exposed::of((0..number).map(|other| match (asked.get(this), asked.get(other)) {
            (Some((_, this)), Some((_, other))) => required(*this) && required(*other) && this != other,
            // Predicates seldom compare in one respect alone.
            (None, None) => this != other,
            _ => false,
        }))
    });
    let cover = MutantCoverage {
        times: vec![0; number],
        partners: partners.collect(),
        exposed_with: vec![Exposed(vec![0; number.div_ceil(64)]); number],
    };
    let sides = problem.predicate.iter().flat_map(|predicate| predicate.params.iter().enumerate());
    let outputs = sides.filter(|(_, param)| param.side == Side::Output).map(|(at, _)| at).collect();
    (Examiner { runner: MutantRunner::new(problem, asked), positive, outputs }, cover)
}

impl MutantCoverage {
    /// Adds a candidate to the chosen tests.
    pub fn choose(&mut self, exposed: &Exposed) {
        for mutant in exposed.members() {
            self.times[mutant] += 1;
            let exposed_with = self.exposed_with[mutant].0.iter_mut().zip(&exposed.0);
            exposed_with.for_each(|(known, word)| *known |= word);
        }
    }

    /// The number of mutants that a candidate exposes and no chosen test does.
    pub fn newly_exposed(&self, exposed: &Exposed) -> u64 {
        exposed.members().map(|mutant| u64::from(self.times[mutant] == 0)).sum()
    }

    /// The same for pairs of mutants; each pair counts twice.
    pub fn newly_exposed_pairs(&self, exposed: &Exposed) -> u64 {
        let new = |mutant: usize| -> u32 {
            let words = exposed.0.iter().zip(&self.partners[mutant].0).zip(&self.exposed_with[mutant].0);
            words.map(|((word, partners), known)| (word & partners & !known).count_ones()).sum()
        };
        exposed.members().map(|mutant| u64::from(new(mutant))).sum()
    }

    /// The worth of the mutants that a candidate exposes: the fewer chosen tests expose one, the more it is worth.
    pub fn rarity(&self, exposed: &Exposed) -> u64 {
        exposed.members().map(|mutant| WEIGHT / (1 + self.times[mutant]).pow(2)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coverage(number: usize) -> MutantCoverage {
        let none = vec![Exposed::of((0..number).map(|_| false)); number];
        MutantCoverage { times: vec![0; number], partners: none.clone(), exposed_with: none }
    }

    fn exposed(mutants: &[usize]) -> Exposed {
        Exposed::of((0..100).map(|mutant| mutants.contains(&mutant)))
    }

    #[test]
    fn a_mutant_counts_as_new_once() {
        let mut coverage = coverage(100);
        assert!(coverage.newly_exposed(&exposed(&[3, 70])) > coverage.newly_exposed(&exposed(&[70])));
        coverage.choose(&exposed(&[3, 70]));
        assert_eq!(coverage.newly_exposed(&exposed(&[3, 70])), 0);
        assert!(coverage.newly_exposed(&exposed(&[99])) > 0 && coverage.rarity(&exposed(&[3])) > 0);
    }

    #[test]
    fn pairs_of_mutants_count() {
        let mut coverage = coverage(100);
        (coverage.partners[1], coverage.partners[2]) = (exposed(&[2]), exposed(&[1]));
        [[1].as_slice(), &[2]].iter().for_each(|one| coverage.choose(&exposed(one)));
        let both = exposed(&[1, 2]);
        assert!(coverage.newly_exposed(&both) == 0 && coverage.newly_exposed_pairs(&both) > 0);
        coverage.choose(&both);
        assert_eq!(coverage.newly_exposed_pairs(&both), 0);
    }
}
