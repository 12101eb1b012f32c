//! Numbers with their nouns, and first sentences: what the pages, the feedback and the command line say in the same way.

/// `1 error`, `2 errors`
pub fn count(number: usize, noun: &str) -> String {
    format!("{number} {}", counted(number, noun))
}

/// The noun after a number.
pub fn counted(number: usize, noun: &str) -> String {
    if number == 1 { noun.to_owned() } else { plural(noun) }
}

pub fn plural(noun: &str) -> String {
    match noun.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None => format!("{noun}s"),
    }
}

/// `31 %`, `less than 1 %`
pub fn percent(some: usize, all: usize) -> String {
    match (some * 200 + all).checked_div(2 * all) {
        None => "0 %".to_owned(),
        Some(0) if some > 0 => "less than 1 %".to_owned(),
        Some(100) if some < all => "more than 99 %".to_owned(),
        Some(number) => format!("{number} %"),
    }
}

/// The first sentence of a docstring, on one line.
pub fn first_sentence(doc: &str) -> String {
    let paragraph = doc.split("\n\n").next().unwrap_or_default();
    let line = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = [". ", "! ", "? "].iter().filter_map(|stop| line.find(stop)).min();
    end.map_or(line.clone(), |end| line[..=end].to_owned())
}

/// The same without its period and capital.
pub fn clause(doc: &str) -> String {
    let sentence = first_sentence(doc);
    let line = sentence.trim_end_matches('.');
    let mut letters = line.chars();
    // An acronym stays as it is.
    match (letters.next(), line.chars().nth(1)) {
        (Some(first), Some(second)) if !second.is_uppercase() => first.to_lowercase().chain(letters).collect(),
        _ => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_agree_with_their_nouns() {
        assert_eq!(count(1, "error"), "1 error");
        assert_eq!(count(0, "warning"), "0 warnings");
        assert_eq!(count(5, "subproperty"), "5 subproperties");
    }

    #[test]
    fn percentages_are_rounded_and_honest() {
        let shown =
            [(0, 10), (1, 3), (2, 3), (1, 1000), (999, 1000), (10, 10), (0, 0)].map(|(some, all)| percent(some, all));
        assert_eq!(shown, ["0 %", "33 %", "67 %", "less than 1 %", "more than 99 %", "100 %", "0 %"]);
    }

    #[test]
    fn takes_the_first_sentence() {
        assert_eq!(first_sentence("Every vertex\nof the output. And more."), "Every vertex of the output.");
        assert_eq!(first_sentence("No stop here\n\nSecond paragraph."), "No stop here");
        assert_eq!(first_sentence("A 1.5 b"), "A 1.5 b");
    }

    #[test]
    fn a_clause_is_the_first_sentence() {
        assert_eq!(clause("The output repeats\nnothing. Ever.\n\nMore."), "the output repeats nothing");
        assert_eq!(clause("Is it sorted? Ever."), "is it sorted?");
        assert_eq!(clause("DAGs only."), "DAGs only");
    }
}
