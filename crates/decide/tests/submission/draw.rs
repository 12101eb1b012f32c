//! Random pairs of a scope. Outputs are drawn with a preference for what the inputs hold, so that many are nearly right.

use lang::scope::{Domain, Scope};
use pairs::Concrete;

/// Some pairs, the same for the same seed.
pub fn draw(scope: &Scope, count: usize, seed: u64) -> Vec<Vec<Concrete>> {
    let mut drawing = Drawing { scope, random: fastrand::Rng::with_seed(seed), seen: Vec::new() };
    let mut pairs = Vec::new();
    for _ in 0..count {
        drawing.seen.clear();
        let pair: Option<Vec<Concrete>> = scope.params.iter().map(|domain| drawing.value(domain)).collect();
        pairs.extend(pair);
    }
    pairs
}

struct Drawing<'a> {
    scope: &'a Scope,
    random: fastrand::Rng,
    /// What the pair holds so far, with its domain.
    seen: Vec<(Domain, Concrete)>,
}

impl Drawing<'_> {
    fn value(&mut self, domain: &Domain) -> Option<Concrete> {
        let known: Vec<&Concrete> = self.seen.iter().filter(|(of, _)| of == domain).map(|(_, value)| value).collect();
        if !known.is_empty() && self.random.u8(..) < 170 {
            return Some(known[self.random.usize(..known.len())].clone());
        }
        let value = self.fresh(domain)?;
        self.seen.push((domain.clone(), value.clone()));
        Some(value)
    }

    fn fresh(&mut self, domain: &Domain) -> Option<Concrete> {
        Some(match domain {
            Domain::Int { low, high } => Concrete::Int(self.random.i64(*low..=*high)),
            Domain::Optional(_) if self.random.bool() => Concrete::None,
            Domain::Optional(inner) => self.value(inner)?,
            Domain::Tuple(parts) => Concrete::Tuple(self.values(parts)?),
            Domain::Record { record, fields } => Concrete::Record(*record, self.values(fields)?),
            Domain::List { element, max } => Concrete::List(self.several(element, *max)?),
            Domain::Unordered { element, max } => Concrete::List(distinct(self.several(element, *max)?)),
            Domain::Set { element, max, frozen } => Concrete::set(distinct(self.several(element, *max)?), *frozen),
            Domain::Dict { key, value, max } => {
                let keys = distinct(self.several(key, *max)?);
                let entry = |key| Some((key, self.value(value)?));
                Concrete::Dict(keys.into_iter().map(entry).collect::<Option<_>>()?)
            }
            _ => {
                let values = pairs::domain::values(domain, &self.scope.atoms, 10_000)?;
                values[self.random.usize(..values.len())].clone()
            }
        })
    }

    fn values(&mut self, domains: &[Domain]) -> Option<Vec<Concrete>> {
        domains.iter().map(|domain| self.value(domain)).collect()
    }

    fn several(&mut self, element: &Domain, max: usize) -> Option<Vec<Concrete>> {
        let count = self.random.usize(..=max);
        (0..count).map(|_| self.value(element)).collect()
    }
}

fn distinct(mut values: Vec<Concrete>) -> Vec<Concrete> {
    let mut seen = std::collections::BTreeSet::new();
    values.retain(|value| seen.insert(value.clone()));
    values
}
