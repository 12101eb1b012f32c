//! Which half-right versions of subproperties a pair shows, and which of them no chosen test shows yet.
//!
//! A predicate is wrong about a pair of a negative bucket only if it accepts in place of every required subproperty that
//! fails there; so a mutant of one of these is *shown* by a pair on which it does not fail. In a positive bucket a mutant is
//! shown by a pair on which it does not hold. One that raises is wrong everywhere.

use compile::Concrete;
use lang::problem::{Problem, PropertyKind};
use mutants::{Answer, Exam, Mutant, Target, mutants};
use pairs::Bucket;

use crate::lattice::is_positive;
use crate::survey::Survey;

/// Pairs of each bucket on which mutants are tried before they are used.
const TRIED: usize = 8;
/// What showing a mutant counts, divided among the candidates that do.
const WEIGHT: u64 = 1 << 20;
/// The same for two mutants at once, of two subproperties.
const WEIGHT_OF_TWO: u64 = 1 << 4;

/// Mutants of a problem, without those that take too long or hardly ever answer.
pub(crate) fn useful(problem: &Problem, survey: &Survey) -> Vec<Mutant> {
    let drawn = survey.drawn.values().flat_map(|pairs| pairs.iter().take(TRIED));
    let pairs: Vec<&Vec<Concrete>> = survey.starts.values().chain(survey.only_large.values()).chain(drawn).collect();
    let is_useful = |mutant: &Mutant| {
        let mut exam = Exam::new(problem, mutant.targets.iter().map(|target| (mutant, *target)));
        let (mut raising, mut asked) = (0, 0);
        for answer in pairs.iter().flat_map(|pair| exam.answers(pair)) {
            if answer == Answer::Endless {
                return false;
            }
            asked += 1;
            raising += usize::from(answer == Answer::Raises);
        }
        2 * raising <= asked
    };
    let mut all = mutants(problem);
    all.retain(is_useful);
    all
}

/// A set of mutants, by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown(Vec<u64>);

impl Shown {
    fn of(answers: impl ExactSizeIterator<Item = bool>) -> Self {
        let mut words = vec![0; answers.len().div_ceil(64)];
        for (at, shown) in answers.enumerate() {
            words[at / 64] |= u64::from(shown) << (at % 64);
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

/// Asks the mutants that count in one bucket.
#[derive(Debug)]
pub struct Examiner<'m> {
    exam: Exam<'m>,
    positive: bool,
}

impl Examiner<'_> {
    pub fn shown(&mut self, pair: &[Concrete]) -> Shown {
        let right = if self.positive { Answer::Holds } else { Answer::Fails };
        Shown::of(self.exam.answers(pair).into_iter().map(|answer| answer != right))
    }
}

/// What candidates show, and what chosen tests do.
#[derive(Clone, Debug, Default)]
pub struct Cover {
    /// By mutant: candidates that show it, and chosen tests that do.
    candidates: Vec<u64>,
    chosen: Vec<u64>,
    /// By mutant: the mutants of other required subproperties that fail too, and those shown with it by a chosen test.
    others: Vec<Shown>,
    together: Vec<Shown>,
}

/// The mutants that count in a bucket, each with what it is put in place of.
pub fn asked<'m>(problem: &Problem, mutants: &'m [Mutant], bucket: Bucket) -> Vec<(&'m Mutant, Target)> {
    let positive = is_positive(problem, bucket);
    let counts = |target: Target| match target {
        Target::Subproperty(position) => positive || bucket.fails(position),
        Target::Predicate => true,
    };
    let all = mutants.iter().flat_map(|mutant| mutant.targets.iter().map(move |target| (mutant, *target)));
    all.filter(|(_, target)| counts(*target)).collect()
}

/// Who asks these mutants, and a cover of none.
pub fn examine<'m>(problem: &'m Problem, mutants: &'m [Mutant], bucket: Bucket) -> (Examiner<'m>, Cover) {
    let positive = is_positive(problem, bucket);
    let asked = asked(problem, mutants, bucket);
    let required = |target: Target| match target {
        Target::Subproperty(position) => !positive && problem.subproperties[position].kind == PropertyKind::Required,
        Target::Predicate => false,
    };
    let others = asked.iter().map(|(_, this)| {
        Shown::of(asked.iter().map(|(_, other)| required(*this) && required(*other) && this != other))
    });
    let cover = Cover {
        candidates: vec![0; asked.len()],
        chosen: vec![0; asked.len()],
        others: others.collect(),
        together: vec![Shown(vec![0; asked.len().div_ceil(64)]); asked.len()],
    };
    (Examiner { exam: Exam::new(problem, asked), positive }, cover)
}

impl Cover {
    /// These are all candidates that there are.
    pub fn count<'s>(&mut self, all: impl Iterator<Item = &'s Shown>) {
        self.candidates.fill(0);
        all.flat_map(Shown::members).for_each(|mutant| self.candidates[mutant] += 1);
    }

    /// A candidate becomes a test.
    pub fn choose(&mut self, shown: &Shown) {
        for mutant in shown.members() {
            self.chosen[mutant] += 1;
            let together = self.together[mutant].0.iter_mut().zip(&shown.0);
            together.for_each(|(known, word)| *known |= word);
        }
    }

    /// What a candidate shows that no chosen test does: the fewer others do, the more it counts.
    pub fn gain(&self, shown: &Shown) -> u64 {
        let mut gain = 0;
        for mutant in shown.members() {
            if self.chosen[mutant] == 0 {
                gain += WEIGHT / self.candidates[mutant].max(1);
            }
            let new = shown.0.iter().zip(&self.others[mutant].0).zip(&self.together[mutant].0);
            let new: u32 = new.map(|((word, others), known)| (word & others & !known).count_ones()).sum();
            gain += WEIGHT_OF_TWO * u64::from(new);
        }
        gain
    }

    /// The same for what few chosen tests show.
    pub fn again(&self, shown: &Shown) -> u64 {
        let worth = |mutant: usize| WEIGHT / self.candidates[mutant].max(1) / (1 + self.chosen[mutant]).pow(2);
        shown.members().map(worth).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cover(number: usize) -> Cover {
        Cover {
            candidates: vec![1; number],
            chosen: vec![0; number],
            others: vec![Shown::of((0..number).map(|_| false)); number],
            together: vec![Shown::of((0..number).map(|_| false)); number],
        }
    }

    fn shown(mutants: &[usize]) -> Shown {
        Shown::of((0..100).map(|mutant| mutants.contains(&mutant)))
    }

    #[test]
    fn what_is_shown_counts_once() {
        let mut cover = cover(100);
        assert!(cover.gain(&shown(&[3, 70])) > cover.gain(&shown(&[70])));
        cover.choose(&shown(&[3, 70]));
        assert_eq!(cover.gain(&shown(&[3, 70])), 0);
        assert!(cover.gain(&shown(&[99])) > 0 && cover.again(&shown(&[3])) > 0);
    }

    #[test]
    fn what_few_candidates_show_counts_more() {
        let mut cover = cover(100);
        cover.count([shown(&[1]), shown(&[1, 2]), shown(&[1])].iter());
        assert!(cover.gain(&shown(&[2])) > cover.gain(&shown(&[1])));
    }

    #[test]
    fn two_at_once_count() {
        let mut cover = cover(100);
        (cover.others[1], cover.others[2]) = (shown(&[2]), shown(&[1]));
        [[1].as_slice(), &[2]].iter().for_each(|one| cover.choose(&shown(one)));
        assert!(cover.gain(&shown(&[1, 2])) > 0);
        cover.choose(&shown(&[1, 2]));
        assert_eq!(cover.gain(&shown(&[1, 2])), 0);
    }
}
