//! Numbers with their nouns, and first sentences.

/// `1 error`, `2 errors`
pub fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {}", plural(noun)) }
}

pub fn plural(noun: &str) -> String {
    match noun.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None => format!("{noun}s"),
    }
}

/// The first sentence of a docstring, on one line.
pub fn first_sentence(doc: &str) -> String {
    let paragraph = doc.split("\n\n").next().unwrap_or_default();
    let line = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = [". ", "! ", "? "].iter().filter_map(|stop| line.find(stop)).min();
    end.map_or(line.clone(), |end| line[..=end].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_things() {
        assert_eq!(count(1, "error"), "1 error");
        assert_eq!(count(0, "warning"), "0 warnings");
        assert_eq!(count(5, "subproperty"), "5 subproperties");
    }

    #[test]
    fn takes_the_first_sentence() {
        assert_eq!(first_sentence("Every vertex\nof the output. And more."), "Every vertex of the output.");
        assert_eq!(first_sentence("No stop here\n\nSecond paragraph."), "No stop here");
        assert_eq!(first_sentence("A 1.5 b"), "A 1.5 b");
    }
}
