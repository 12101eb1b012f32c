//! Compares pairs with the bounds of a scope.

use lang::problem::Problem;
use lang::scope::{Domain, Scope};

use crate::concrete::Concrete;
use crate::convert::named_pair;

/// Whether a pair lies outside a scope.
pub fn is_beyond(problem: &Problem, scope: &Scope, pair: &[Concrete]) -> bool {
    named_pair(problem, pair).is_some_and(|pair| !eval::beyond_scope(problem, scope, &pair).is_empty())
}

/// Whether something in a pair has more elements than a scope allows.
pub fn is_longer(scope: &Scope, pair: &[Concrete]) -> bool {
    fn any(domain: &Domain, value: &Concrete) -> bool {
        match (domain, value) {
            (Domain::Optional(inner), value) => any(inner, value),
            (Domain::Tuple(domains), Concrete::Tuple(items))
            | (Domain::Record { fields: domains, .. }, Concrete::Record(_, items)) => {
                domains.iter().zip(items).any(|(domain, item)| any(domain, item))
            }
            (Domain::List { element, max } | Domain::Unordered { element, max }, Concrete::List(items))
            | (Domain::Set { element, max, .. }, Concrete::Set { elements: items, .. }) => {
                items.len() > *max || items.iter().any(|item| any(element, item))
            }
            (Domain::Dict { key, value, max }, Concrete::Dict(entries)) => {
                entries.len() > *max || entries.iter().any(|(k, v)| any(key, k) || any(value, v))
            }
            _ => false,
        }
    }
    scope.params.iter().zip(pair).any(|(domain, value)| any(domain, value))
}

/// The greatest number of elements that a pair of a scope can have.
pub fn most_elements(scope: &Scope) -> u64 {
    fn of(domain: &Domain) -> u64 {
        let times = |max: usize, inner: u64| (max as u64).saturating_mul(1 + inner);
        match domain {
            Domain::Atom(_) | Domain::Int { .. } | Domain::Bool | Domain::Literal(_) => 0,
            Domain::Optional(inner) => of(inner),
            Domain::Tuple(parts) | Domain::Record { fields: parts, .. } => parts.iter().map(of).sum(),
            Domain::List { element, max } | Domain::Unordered { element, max } | Domain::Set { element, max, .. } => {
                times(*max, of(element))
            }
            Domain::Dict { key, value, max } => times(*max, of(key) + of(value)),
        }
    }
    scope.params.iter().map(of).sum()
}
