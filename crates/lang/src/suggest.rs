//! "Did you mean …?": the name closest to a mistyped one.

/// Longer names are only compared for equality: the distance takes quadratic time.
const MAX_LENGTH: usize = 64;
/// Further candidates are ignored, so that a hostile file cannot cost time.
const MAX_CANDIDATES: usize = 1_000;

/// The candidate that `name` was most likely meant to be, if one is close enough.
///
/// Case and the difference between `-` and `_` are ignored, so that `NO-NEW` finds `no_new`. Ties go to the first
/// candidate. `name` itself is never suggested.
pub fn closest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = folded(name);
    let limit = (wanted.chars().count() / 3).min(3);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates.into_iter().take(MAX_CANDIDATES) {
        if candidate == name {
            continue;
        }
        let distance = distance_within(&wanted, &folded(candidate), limit);
        if let Some(distance) = distance
            && best.is_none_or(|(least, _)| distance < least)
        {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// ``did you mean `edges`?``, if a candidate is close enough.
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    closest(name, candidates).map(|candidate| format!("did you mean `{candidate}`?"))
}

/// The first dozen names as a message lists them: `` `edges`, `order` ``.
pub fn listed<T: std::fmt::Display>(names: impl IntoIterator<Item = T>) -> String {
    let mut names = names.into_iter();
    let shown: Vec<String> = names.by_ref().take(12).map(|name| format!("`{name}`")).collect();
    let rest = if names.next().is_some() { ", …" } else { "" };
    format!("{}{rest}", shown.join(", "))
}

/// Case and the difference between `-` and `_` do not count.
fn folded(name: &str) -> String {
    name.chars().flat_map(char::to_lowercase).map(|c| if c == '-' { '_' } else { c }).collect()
}

/// How many letters must be inserted, deleted, replaced or swapped with their neighbor, if at most `limit`.
fn distance_within(a: &str, b: &str, limit: usize) -> Option<usize> {
    if a == b {
        return Some(0);
    }
    let (a_length, b_length) = (a.chars().count(), b.chars().count());
    if a_length.abs_diff(b_length) > limit || a_length > MAX_LENGTH || b_length > MAX_LENGTH {
        return None;
    }
    Some(strsim::osa_distance(a, b)).filter(|distance| *distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, candidates: &[&str], expected: Option<&str>) {
        assert_eq!(closest(name, candidates.iter().copied()), expected);
    }

    #[test]
    fn finds_typos() {
        check("egdes", &["order", "edges"], Some("edges"));
        check("edge", &["order", "edges"], Some("edges"));
        check("Edges", &["order", "edges"], Some("edges"));
        check("NO-NEW", &["none_dropped", "no_new"], Some("no_new"));
        check("none_droped", &["no_new", "none_dropped"], Some("none_dropped"));
    }

    #[test]
    fn suggests_nothing_if_nothing_is_close() {
        check("graph", &["edges", "order"], None);
        check("x", &["y"], None);
        check("edges", &["edges"], None);
        check("", &["a"], None);
    }

    #[test]
    fn prefers_the_closest_then_the_first() {
        check("orders", &["orderly", "order"], Some("order"));
        check("abcd1", &["abcd2", "abcd3"], Some("abcd2"));
    }

    #[test]
    fn huge_names_cost_nothing() {
        let huge = "x".repeat(1_000_000);
        let nearly = format!("{huge}y");
        check(&huge, &[&nearly], None);
    }
}
