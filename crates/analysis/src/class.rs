//! What is said of a class: which errors are common, who makes the same ones, which buckets hide an error without a name.

use std::collections::BTreeMap;

use crate::answers::{Answer, Answers};
use crate::attribute::Standing;
use crate::key::Key;
use crate::statement::{Statement, Verdict};

/// A submission that could be run.
#[derive(Debug)]
pub struct Member<'a> {
    /// Its place among all submissions.
    pub index: usize,
    pub answers: Answers<'a>,
    pub statement: Statement,
}

#[derive(Debug)]
pub struct Class {
    /// By position of the subproperty.
    pub subproperties: Vec<Errors>,
    /// By group of the key.
    pub groups: Vec<Errors>,
    /// By bucket of the suite, the members that are wrong in it.
    pub buckets: Vec<Vec<usize>>,
    /// Members that are wrong in negative buckets, but in none that is focused on anything.
    pub unfocused: Vec<usize>,
    /// Members that do not accept some right pair.
    pub positive: Vec<usize>,
    /// Largest first. Those without a mistake are in none.
    pub fingerprints: Vec<Cluster>,
    pub behaviours: Vec<Cluster>,
    /// Buckets that some members answer now so, now so; the most common first.
    pub mixed: Vec<Mixed>,
    /// Deeply flawed members.
    pub deep: Vec<usize>,
}

/// Members by what they do about a subproperty or a group.
#[derive(Clone, Debug, Default)]
pub struct Errors {
    pub missed: Vec<usize>,
    pub in_part: Vec<usize>,
    /// Wrong in one of the buckets focused on it.
    pub focused: Vec<usize>,
}

/// Members that are alike.
#[derive(Clone, Debug)]
pub struct Cluster {
    pub members: Vec<usize>,
    /// The smallest test that all of them answer wrongly, if there is one.
    pub test: Option<usize>,
    /// They behave like one formula.
    pub one_behaviour: bool,
}

/// A bucket of which members accept some pairs and reject others: it may want an error subproperty that tells them apart.
#[derive(Clone, Debug)]
pub struct Mixed {
    pub bucket: usize,
    pub members: Vec<usize>,
    /// Its tests, with how many of these members accept and reject them; those accepted by most first.
    pub tests: Vec<(usize, usize, usize)>,
}

impl Class {
    pub fn new(key: &Key, members: &[Member<'_>]) -> Self {
        let wrong_in = |bucket: usize| {
            let is_wrong = |(_, member): &(usize, &Member<'_>)| member.statement.fingerprint.contains(&bucket);
            members.iter().enumerate().filter(is_wrong).map(|(index, _)| index).collect::<Vec<_>>()
        };
        let buckets: Vec<Vec<usize>> = (0..key.buckets.len()).map(wrong_in).collect();
        let deep = |(_, member): &(usize, &Member<'_>)| !member.statement.deep.is_empty();
        Self {
            subproperties: (0..key.names.len()).map(|position| errors(key, members, 1 << position, None)).collect(),
            groups: key
                .groups
                .iter()
                .enumerate()
                .map(|(index, group)| errors(key, members, group.members, Some(index)))
                .collect(),
            unfocused: which(members, |member| is_unfocused(key, &member.statement.fingerprint)),
            positive: which(members, |member| {
                member.statement.fingerprint.iter().any(|bucket| key.buckets[*bucket].positive)
            }),
            fingerprints: clusters(key, members, |member| member.statement.fingerprint.clone()),
            behaviours: clusters(key, members, |member| {
                let statement = &member.statement;
                // A formula says all only where nothing is mixed and everything was answered.
                let whole = statement.behaviour.mixed.is_empty() && statement.failures.is_empty();
                let more = if whole { Vec::new() } else { statement.fingerprint.clone() };
                (statement.behaviour.minimal.formula.clone(), more)
            }),
            mixed: mixed(key, members),
            deep: members.iter().enumerate().filter(deep).map(|(index, _)| index).collect(),
            buckets,
        }
    }
}

/// Wrong in a negative bucket, and in none that is focused on something.
pub fn is_unfocused(key: &Key, fingerprint: &[usize]) -> bool {
    let negative = |bucket: &&usize| !key.buckets[**bucket].positive;
    let focused = |bucket: &usize| key.buckets[*bucket].focused_on != 0;
    fingerprint.iter().any(|bucket| negative(&bucket)) && !fingerprint.iter().filter(negative).any(focused)
}

/// Wrong in a bucket that is focused on one of these.
pub fn is_focused(key: &Key, fingerprint: &[usize], on: u32) -> bool {
    fingerprint.iter().any(|bucket| key.buckets[*bucket].focused_on & on != 0)
}

fn which(members: &[Member<'_>], is: impl Fn(&Member<'_>) -> bool) -> Vec<usize> {
    members.iter().enumerate().filter(|(_, member)| is(member)).map(|(index, _)| index).collect()
}

fn errors(key: &Key, members: &[Member<'_>], mask: u32, group: Option<usize>) -> Errors {
    let stands = |member: &Member<'_>, wanted: Standing| match group {
        Some(group) => member.statement.groups[group] == wanted,
        None => {
            let mut findings = member.statement.attribution.findings.iter();
            findings.any(|finding| 1 << finding.position == mask && finding.standing == wanted)
        }
    };
    Errors {
        missed: which(members, |member| stands(member, Standing::Missed)),
        in_part: which(members, |member| stands(member, Standing::InPart)),
        focused: which(members, |member| is_focused(key, &member.statement.fingerprint, mask)),
    }
}

fn clusters<K: Eq + std::hash::Hash>(
    key: &Key,
    members: &[Member<'_>],
    alike: impl Fn(&Member<'_>) -> K,
) -> Vec<Cluster> {
    let mut order: Vec<Vec<usize>> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for (index, member) in members.iter().enumerate() {
        if member.statement.verdict != Verdict::NoMistake {
            let place = *places.entry(alike(member)).or_insert_with(|| {
                order.push(Vec::new());
                order.len() - 1
            });
            order[place].push(index);
        }
    }
    order.sort_by_key(|members| std::cmp::Reverse(members.len()));
    let formula = |member: usize| &members[member].statement.behaviour.minimal.formula;
    let cluster = |of: Vec<usize>| Cluster {
        test: shared(key, members, &of),
        one_behaviour: of.iter().all(|member| formula(*member) == formula(of[0])),
        members: of,
    };
    order.into_iter().map(cluster).collect()
}

/// Of the tests that all of these answer wrongly, the smallest.
fn shared(key: &Key, members: &[Member<'_>], of: &[usize]) -> Option<usize> {
    let mut wrong: BTreeMap<usize, usize> = BTreeMap::new();
    for member in of {
        for test in members[*member].answers.wrong() {
            *wrong.entry(test).or_default() += 1;
        }
    }
    wrong
        .into_iter()
        .filter(|(_, count)| *count == of.len())
        .map(|(test, _)| test)
        .min_by_key(|test| key.tests[*test].rank)
}

fn mixed(key: &Key, members: &[Member<'_>]) -> Vec<Mixed> {
    let mut all = Vec::new();
    for bucket in 0..key.buckets.len() {
        let is_mixed = |member: &Member<'_>| {
            let counts = member.answers.counts[bucket];
            counts.accepted > 0 && counts.rejected > 0
        };
        let of = which(members, is_mixed);
        if of.is_empty() {
            continue;
        }
        let count = |test: usize, answer: Answer| {
            of.iter().filter(|member| members[**member].answers.of(test) == answer).count()
        };
        let mut tests: Vec<(usize, usize, usize)> = (0..key.tests.len())
            .filter(|test| key.tests[*test].bucket == bucket)
            .map(|test| (test, count(test, Answer::Accepted), count(test, Answer::Rejected)))
            .filter(|(_, accepted, rejected)| accepted + rejected > 0)
            .collect();
        tests.sort_by_key(|(test, accepted, _)| (std::cmp::Reverse(*accepted), key.tests[*test].rank));
        all.push(Mixed { bucket, members: of, tests });
    }
    all.sort_by_key(|mixed| std::cmp::Reverse(mixed.members.len()));
    all
}
