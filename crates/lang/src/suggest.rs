//! "Did you mean …?": the name nearest to a mistyped one.

/// Names longer than this are compared by spelling alone: the distance of two huge names is not worth its time.
const LONGEST: usize = 64;
/// Further candidates are ignored: no real file has that many, and a hostile one must not cost time.
const MOST: usize = 1_000;

/// The candidate that `name` was most likely meant to be, if one is near enough to be worth saying.
///
/// Case and the difference between `-` and `_` cost nothing, so that `NO-NEW` finds `no_new`. Of equally near
/// candidates the first wins. `name` itself is not suggested.
pub fn closest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = folded(name);
    let limit = (wanted.len() / 3).min(3);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates.into_iter().take(MOST) {
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

/// `did you mean `edges`?`, or nothing.
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

fn folded(name: &str) -> Vec<char> {
    name.chars().flat_map(char::to_lowercase).map(|c| if c == '-' { '_' } else { c }).collect()
}

/// How many letters must be inserted, deleted, replaced or swapped with their neighbour, if not more than `limit`.
fn distance_within(a: &[char], b: &[char], limit: usize) -> Option<usize> {
    if a == b {
        return Some(0);
    }
    if a.len().abs_diff(b.len()) > limit || a.len() > LONGEST || b.len() > LONGEST {
        return None;
    }
    // Three rows of the usual table: a swap looks two rows back.
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        before_last = last;
        last = row;
    }
    Some(last[b.len()]).filter(|distance| *distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, candidates: &[&str], expected: Option<&str>) {
        assert_eq!(closest(name, candidates.iter().copied()), expected);
    }

    #[test]
    fn finds_slips_of_the_pen() {
        check("egdes", &["order", "edges"], Some("edges"));
        check("edge", &["order", "edges"], Some("edges"));
        check("Edges", &["order", "edges"], Some("edges"));
        check("NO-NEW", &["none_dropped", "no_new"], Some("no_new"));
        check("none_droped", &["no_new", "none_dropped"], Some("none_dropped"));
    }

    #[test]
    fn stays_silent_where_nothing_is_near() {
        check("graph", &["edges", "order"], None);
        check("x", &["y"], None);
        check("edges", &["edges"], None);
        check("", &["a"], None);
    }

    #[test]
    fn prefers_the_nearest_then_the_first() {
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
