//! Formulas are compared with brute force, which knows nothing of primes and covers.

use std::collections::BTreeMap;

use analysis::formula::{Formula, FormulaForm, FormulaLiteral};
use analysis::minimize::MinimalFormula;
use pairs::SubpropertySet;

/// All parts over `count` subproperties, as formulas of one part, with the assignments (as bits) that they accept.
fn parts(count: usize, form: FormulaForm) -> Vec<(Vec<FormulaLiteral>, u64)> {
    let mut parts = vec![Vec::new()];
    for position in 0..count {
        let longer = parts.clone().into_iter().flat_map(|part: Vec<FormulaLiteral>| {
            [false, true].map(|negated| {
                let mut part = part.clone();
                part.push(FormulaLiteral { position, negated });
                part
            })
        });
        let longer: Vec<_> = longer.collect();
        parts.extend(longer);
    }
    parts
        .into_iter()
        .map(|part| {
            let formula = Formula { form, parts: vec![part.clone()] };
            (part, accepted(&formula, count))
        })
        .collect()
}

/// Buckets are numbers here, with a bit for each failing subproperty: the rows of a truth table.
fn minimize(count: usize, yes: &[u32], no: &[u32]) -> MinimalFormula {
    let sets = |rows: &[u32]| rows.iter().map(|row| SubpropertySet::from_bits(*row)).collect::<Vec<_>>();
    analysis::minimize::minimize(count, &sets(yes), &sets(no))
}

fn accepts(formula: &Formula, fails: u32) -> bool {
    formula.accepts(SubpropertySet::from_bits(fails))
}

fn accepted(formula: &Formula, count: usize) -> u64 {
    (0..1u32 << count).filter(|fails| accepts(formula, *fails)).fold(0, |bits, fails| bits | 1 << fails)
}

/// Literals, parts, form, the parts themselves: the order in which formulas are preferred.
type Rank = (usize, usize, FormulaForm, Vec<Vec<FormulaLiteral>>);

/// The best formula of each function of `count` subproperties with at most `limit` literals.
fn best(count: usize, limit: usize) -> BTreeMap<u64, Rank> {
    let mut best: BTreeMap<u64, Rank> = BTreeMap::new();
    for form in [FormulaForm::Conjunctive, FormulaForm::Disjunctive] {
        let all = u64::MAX >> (64 - (1 << count));
        let start = if form == FormulaForm::Conjunctive { all } else { 0 };
        let parts = parts(count, form);
        // Sums of parts in increasing order, so that each set of parts comes once.
        let mut stack = vec![(start, 0usize, 0usize, Vec::<Vec<FormulaLiteral>>::new())];
        while let Some((bits, literals, next, chosen)) = stack.pop() {
            let mut sorted = chosen.clone();
            sorted.sort();
            let rank = (literals, chosen.len(), form, sorted);
            let known = best.entry(bits).or_insert_with(|| rank.clone());
            if rank < *known {
                *known = rank;
            }
            for (index, (part, accepts)) in parts.iter().enumerate().skip(next) {
                if literals + part.len() <= limit {
                    let bits = if form == FormulaForm::Conjunctive { bits & accepts } else { bits | accepts };
                    let mut chosen = chosen.clone();
                    chosen.push(part.clone());
                    stack.push((bits, literals + part.len(), index + 1, chosen));
                }
            }
        }
    }
    best
}

fn rank(formula: &Formula) -> Rank {
    (formula.literals(), formula.parts.len(), formula.form, formula.parts.clone())
}

#[test]
fn all_functions_of_three_subproperties_are_the_smallest() {
    // Twelve literals are enough for each of them.
    let best = best(3, 12);
    assert_eq!(best.len(), 256);
    for (bits, expected) in &best {
        let (yes, no): (Vec<u32>, Vec<u32>) = (0..8).partition(|fails| bits >> fails & 1 == 1);
        let found = minimize(3, &yes, &no);
        assert!(found.exact);
        assert_eq!(accepted(&found.formula, 3), *bits);
        assert_eq!(rank(&found.formula), *expected, "function {bits:08b}");
    }
}

#[test]
fn all_functions_of_three_subproperties_with_free_places_are_the_smallest() {
    let best = best(3, 12);
    for code in 0..3u32.pow(8) {
        let digit = |place: u32| code / 3u32.pow(place) % 3;
        let yes: Vec<u32> = (0..8).filter(|place| digit(*place) == 1).collect();
        let no: Vec<u32> = (0..8).filter(|place| digit(*place) == 0).collect();
        let found = minimize(3, &yes, &no).formula;
        let agrees =
            |bits: u64| yes.iter().all(|one| bits >> one & 1 == 1) && no.iter().all(|one| bits >> one & 1 == 0);
        let least = best.iter().filter(|(bits, _)| agrees(**bits)).map(|(_, rank)| rank).min();
        assert_eq!(Some(&rank(&found)), least, "yes {yes:?}, no {no:?}");
    }
}

/// Random functions of six: made of few literals, so that brute force can tell that there is nothing smaller; some places free.
#[test]
fn random_functions_of_six_subproperties_are_the_smallest() {
    const LIMIT: usize = 4;
    let best = best(6, LIMIT);
    let functions: Vec<(&u64, &Rank)> = best.iter().collect();
    let mut rng = fastrand::Rng::with_seed(6);
    let mut sizes = BTreeMap::new();
    for _ in 0..300 {
        let (bits, _) = functions[rng.usize(..functions.len())];
        let free = rng.u64(..) & rng.u64(..);
        let free = if rng.bool() { free } else { 0 };
        let fixed: Vec<u32> = (0..64).filter(|fails| free >> fails & 1 == 0).collect();
        let (yes, no): (Vec<u32>, Vec<u32>) = fixed.iter().partition(|fails| bits >> **fails & 1 == 1);
        let found = minimize(6, &yes, &no);
        assert!(found.exact);
        let agrees = |other: u64| (other ^ bits) & !free == 0;
        let least = functions.iter().filter(|(bits, _)| agrees(**bits)).map(|(_, rank)| *rank).min();
        assert_eq!(Some(&rank(&found.formula)), least, "bits {bits:064b} free {free:064b}");
        *sizes.entry(found.formula.literals()).or_insert(0) += 1;
    }
    assert!(sizes.len() >= 3, "{sizes:?}");
}

/// Any function of six at all: what is found agrees, is no larger than one part for each place, and its opposite costs as much.
#[test]
fn random_tables_of_six_and_eight_subproperties_are_exact() {
    let mut rng = fastrand::Rng::with_seed(8);
    for round in 0..60 {
        let count = if round % 3 == 0 { 8 } else { 6 };
        let (mut yes, mut no) = (Vec::new(), Vec::new());
        for fails in 0..1u32 << count {
            // Like buckets: most places are free.
            match rng.u32(..if count == 8 { 6 } else { 3 }) {
                0 => yes.push(fails),
                1 => no.push(fails),
                _ => {}
            }
        }
        let found = minimize(count, &yes, &no);
        assert!(found.exact, "{count} subproperties, {} and {} places", yes.len(), no.len());
        assert!(yes.iter().all(|fails| accepts(&found.formula, *fails)));
        assert!(!no.iter().any(|fails| accepts(&found.formula, *fails)));
        let opposite = minimize(count, &no, &yes);
        assert_eq!(opposite.formula.literals(), found.formula.literals());
    }
}

#[test]
fn beyond_eight_subproperties_formulas_agree() {
    let mut rng = fastrand::Rng::with_seed(20);
    for _ in 0..20 {
        let all: Vec<u32> = (0..200).map(|_| rng.u32(..1 << 20)).collect();
        let (yes, no): (Vec<u32>, Vec<u32>) = all.iter().partition(|fails| **fails & 0b1011 == 0);
        let found = minimize(20, &yes, &no);
        assert!(!found.exact);
        assert!(yes.iter().all(|fails| accepts(&found.formula, *fails)));
        assert!(!no.iter().any(|fails| accepts(&found.formula, *fails)));
        assert!(found.formula.literals() <= 12, "{:?}", found.formula);
    }
}
