//! Compares pairs with the bounds of a scope.

use lang::problem::Problem;
use lang::scope::{Domain, NodePool, Scope};

use crate::concrete::Concrete;
use crate::convert::named_pair;

/// Whether a pair lies outside a scope.
pub fn is_beyond(problem: &Problem, scope: &Scope, pair: &[Concrete]) -> bool {
    named_pair(problem, pair).is_some_and(|pair| !eval::beyond_scope(problem, scope, &pair).is_empty())
}

/// Whether something in a pair has more elements than a scope allows.
pub fn is_longer(scope: &Scope, pair: &[Concrete]) -> bool {
    fn any(domain: &Domain, value: &Concrete, pool: Option<&NodePool>) -> bool {
        match (domain, value) {
            (Domain::Optional(inner), value) => any(inner, value, pool),
            (Domain::Union(alternatives), value) => alternatives.iter().any(|alternative| match (alternative, value) {
                (Domain::Record { record, .. }, Concrete::Record(own, _)) => {
                    record == own && any(alternative, value, pool)
                }
                _ => false,
            }),
            (Domain::Nodes { pool, inner }, value) => {
                !crate::nodes::are_within(pool, value) || any(inner, value, Some(pool))
            }
            (Domain::Node(_), Concrete::Node(record, items)) => {
                let class = pool.and_then(|pool| Some(&pool.classes[pool.class_of(*record)?]));
                class.is_some_and(|class| class.fields.iter().zip(items).any(|(domain, item)| any(domain, item, pool)))
            }
            (Domain::Tuple(domains), Concrete::Tuple(items))
            | (Domain::Record { fields: domains, .. }, Concrete::Record(_, items)) => {
                domains.iter().zip(items).any(|(domain, item)| any(domain, item, pool))
            }
            (Domain::List { element, max } | Domain::Unordered { element, max }, Concrete::List(items))
            | (Domain::Text { element, max }, Concrete::Text(items))
            | (Domain::Set { element, max, .. }, Concrete::Set { elements: items, .. }) => {
                items.len() > *max || items.iter().any(|item| any(element, item, pool))
            }
            (Domain::Dict { key, value, max }, Concrete::Dict(entries)) => {
                entries.len() > *max || entries.iter().any(|(k, v)| any(key, k, pool) || any(value, v, pool))
            }
            _ => false,
        }
    }
    scope.params.iter().zip(pair).any(|(domain, value)| any(domain, value, None))
}

/// The greatest number of elements that a pair of a scope can have.
pub fn most_elements(scope: &Scope) -> u64 {
    fn of(domain: &Domain) -> u64 {
        let times = |max: usize, inner: u64| (max as u64).saturating_mul(1 + inner);
        match domain {
            Domain::Atom(_) | Domain::Int { .. } | Domain::Bool | Domain::Literal(_) | Domain::Node(_) => 0,
            Domain::Optional(inner) => of(inner),
            Domain::Union(alternatives) => alternatives.iter().map(of).max().unwrap_or(0),
            Domain::Nodes { pool, inner } => {
                let inside = pool.classes.iter().map(|class| class.fields.iter().map(of).sum::<u64>()).max();
                of(inner) + times(pool.most(), inside.unwrap_or(0))
            }
            Domain::Tuple(parts) | Domain::Record { fields: parts, .. } => parts.iter().map(of).sum(),
            Domain::List { element, max }
            | Domain::Text { element, max }
            | Domain::Unordered { element, max }
            | Domain::Set { element, max, .. } => times(*max, of(element)),
            Domain::Dict { key, value, max } => times(*max, of(key) + of(value)),
        }
    }
    scope.params.iter().map(of).sum()
}
