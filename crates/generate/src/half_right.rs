//! Which half-right versions of subproperties a pair shows, and which of them no chosen test shows yet.
//!
//! A predicate is wrong about a pair of a negative bucket only if it accepts in place of every required subproperty that
//! fails there; so a mutant of one of these is *shown* by a pair on which it does not fail. In a positive bucket a mutant is
//! shown by a pair on which it does not hold. One that raises is wrong everywhere. A likeness of the output to something right
//! counts like a mutant that looks at nothing else.

use lang::problem::{Problem, PropertyKind, Side};
use mutants::{Mutant, MutantAnswer as Answer, MutantRunner as Exam, MutantTarget as Target, mutants};
use pairs::{Bucket, Concrete};

use crate::likeness::{LIKENESSES, likenesses};
use crate::survey::Survey;
use pairs::is_positive;

/// Pairs of each bucket on which mutants are tried before they are used.
const TRIED: usize = 8;
/// What a mutant that no chosen test shows counts in [`Cover::again`].
pub const WEIGHT: u64 = 1 << 16;

/// Mutants of a problem, without those that take too long or hardly ever answer.
pub(crate) fn useful(problem: &Problem, survey: &Survey) -> Vec<Mutant> {
    let drawn = survey.drawn.values().flat_map(|pairs| pairs.iter().take(TRIED));
    let pairs: Vec<&Vec<Concrete>> = survey.starts.values().chain(survey.only_large.values()).chain(drawn).collect();
    let is_useful = |mutant: &Mutant| {
        let mut exam = Exam::new(problem, mutant.targets.iter().map(|target| (mutant, *target)));
        let (mut raising, mut asked) = (0, 0);
        for answer in pairs.iter().flat_map(|pair| exam.answers(pair)) {
            if answer == Answer::TimesOut {
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
    fn of(answers: impl Iterator<Item = bool>) -> Self {
        let answers: Vec<bool> = answers.collect();
        let mut words = vec![0; answers.len().div_ceil(64)];
        for (at, shown) in answers.into_iter().enumerate() {
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
    /// Positions of the outputs.
    outputs: Vec<usize>,
}

impl Examiner<'_> {
    /// What a pair shows; `right` is a pair with the same input that is right, if one is known.
    pub fn shown(&mut self, pair: &[Concrete], right: Option<&[Concrete]>) -> Shown {
        let expected = if self.positive { Answer::Holds } else { Answer::Fails };
        let answers = self.exam.answers(pair).into_iter().map(|answer| answer != expected);
        // An output that is right is like itself in everything.
        let alike = likenesses(right.filter(|_| !self.positive), pair, &self.outputs);
        Shown::of(answers.chain(alike))
    }
}

/// What candidates show, and what chosen tests do.
#[derive(Clone, Debug, Default)]
pub struct Cover {
    /// By mutant: chosen tests that show it.
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
    let number = asked.len() + LIKENESSES;
    let others = (0..number).map(|this| {
        Shown::of((0..number).map(|other| match (asked.get(this), asked.get(other)) {
            (Some((_, this)), Some((_, other))) => required(*this) && required(*other) && this != other,
            // What is compared is seldom one thing alone.
            (None, None) => this != other,
            _ => false,
        }))
    });
    let cover = Cover {
        chosen: vec![0; number],
        others: others.collect(),
        together: vec![Shown(vec![0; number.div_ceil(64)]); number],
    };
    let sides = problem.predicate.iter().flat_map(|predicate| predicate.params.iter().enumerate());
    let outputs = sides.filter(|(_, param)| param.side == Side::Output).map(|(at, _)| at).collect();
    (Examiner { exam: Exam::new(problem, asked), positive, outputs }, cover)
}

impl Cover {
    /// A candidate becomes a test.
    pub fn choose(&mut self, shown: &Shown) {
        for mutant in shown.members() {
            self.chosen[mutant] += 1;
            let together = self.together[mutant].0.iter_mut().zip(&shown.0);
            together.for_each(|(known, word)| *known |= word);
        }
    }

    /// How many mutants a candidate shows that no chosen test does.
    pub fn gain(&self, shown: &Shown) -> u64 {
        shown.members().map(|mutant| u64::from(self.chosen[mutant] == 0)).sum()
    }

    /// The same for two mutants at once; each two counts twice.
    pub fn gain_of_twos(&self, shown: &Shown) -> u64 {
        let new = |mutant: usize| -> u32 {
            let words = shown.0.iter().zip(&self.others[mutant].0).zip(&self.together[mutant].0);
            words.map(|((word, others), known)| (word & others & !known).count_ones()).sum()
        };
        shown.members().map(|mutant| u64::from(new(mutant))).sum()
    }

    /// How much of what a candidate shows few chosen tests show.
    pub fn again(&self, shown: &Shown) -> u64 {
        shown.members().map(|mutant| WEIGHT / (1 + self.chosen[mutant]).pow(2)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cover(number: usize) -> Cover {
        Cover {
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
    fn two_at_once_count() {
        let mut cover = cover(100);
        (cover.others[1], cover.others[2]) = (shown(&[2]), shown(&[1]));
        [[1].as_slice(), &[2]].iter().for_each(|one| cover.choose(&shown(one)));
        assert!(cover.gain(&shown(&[1, 2])) == 0 && cover.gain_of_twos(&shown(&[1, 2])) > 0);
        cover.choose(&shown(&[1, 2]));
        assert_eq!(cover.gain_of_twos(&shown(&[1, 2])), 0);
    }
}
