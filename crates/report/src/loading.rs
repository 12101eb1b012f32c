//! What a class lacks and how it was loaded, as the page and the terminal say it: names that nothing defines, with the
//! beginning of a file that defines them, and notes.
//!
//! Every character of the result is visible; the page also escapes it.

use analysis::loading::{SharedNote, SharedUndefinedName};

use crate::html::text::short;
use crate::plain::{line, lines};
use crate::words::count;

/// Characters that are shown of a name.
const NAME: usize = 80;

/// Names of the same language together, in the order of their first names.
pub fn by_language(all: &[SharedUndefinedName]) -> Vec<Vec<&SharedUndefinedName>> {
    let mut languages: Vec<Vec<&SharedUndefinedName>> = Vec::new();
    for one in all {
        match languages.iter_mut().find(|names| names[0].language == one.language) {
            Some(names) => names.push(one),
            None => languages.push(vec![one]),
        }
    }
    languages
}

/// `` `all-true` is used by 3 submissions and defined nowhere ``
pub fn undefined_name(one: &SharedUndefinedName) -> String {
    let (name, users) = (short(&one.name, NAME), count(one.submissions.len(), "submission"));
    format!("`{name}` is used by {users} and defined nowhere")
}

/// What to do about names of one language.
pub fn provide(names: &[&SharedUndefinedName]) -> String {
    let them = if names.len() == 1 { "it" } else { "them" };
    if !names.iter().any(|one| one.language == "pyret") {
        return format!("put {them} into a file that submissions import, and pass its folder with `--support DIR`");
    }
    let missing = names.iter().any(|one| one.from_missing_file);
    let or_file = if missing { ", or pass `--support DIR` with the missing files that submissions import" } else { "" };
    format!("put {them} into a file and pass `--prelude FILE`{or_file}")
}

/// The beginning of a file that defines these names: their sketches, line by line.
pub fn skeleton(names: &[&SharedUndefinedName]) -> Vec<String> {
    let sketches = names.iter().filter_map(|one| one.sketch.as_deref());
    let sketches: Vec<Vec<String>> = sketches.map(|sketch| lines(sketch.trim_end())).collect();
    sketches.join(&String::new())
}

/// `` 12 submissions: `oracle-support.arr` is missing ``
pub fn note(one: &SharedNote) -> String {
    format!("{}: {}", count(one.submissions.len(), "submission"), line(&one.note))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn undefined(name: &str, language: &str, submissions: &[usize], sketch: Option<&str>) -> SharedUndefinedName {
        SharedUndefinedName {
            name: name.to_owned(),
            language: language.to_owned(),
            submissions: submissions.to_vec(),
            from_missing_file: false,
            sketch: sketch.map(str::to_owned),
        }
    }

    #[test]
    fn numbers_agree_with_their_nouns() {
        let name = |submissions: &[usize]| undefined_name(&undefined("f", "pyret", submissions, None));
        assert_eq!(name(&[0]), "`f` is used by 1 submission and defined nowhere");
        assert_eq!(name(&[0, 4]), "`f` is used by 2 submissions and defined nowhere");
        let note =
            |submissions: &[usize]| note(&SharedNote { note: "a\n b".to_owned(), submissions: submissions.to_vec() });
        assert_eq!([note(&[3]), note(&[3, 4])], ["1 submission: a b", "2 submissions: a b"]);
    }

    #[test]
    fn only_pyret_has_a_prelude() {
        let all = [
            undefined("f", "pyret", &[0], None),
            undefined("f", "other", &[1], None),
            undefined("g", "pyret", &[2], None),
        ];
        let languages = by_language(&all);
        assert_eq!(languages, [vec![&all[0], &all[2]], vec![&all[1]]]);
        assert_eq!(provide(&languages[0]), "put them into a file and pass `--prelude FILE`");
        assert_eq!(provide(&languages[0][..1]), "put it into a file and pass `--prelude FILE`");
        assert_eq!(
            provide(&languages[1]),
            "put it into a file that submissions import, and pass its folder with `--support DIR`"
        );
    }

    #[test]
    fn a_missing_file_can_be_provided() {
        let mut all = [undefined("f", "pyret", &[0], None), undefined("g", "pyret", &[1], None)];
        all[1].from_missing_file = true;
        assert_eq!(
            provide(&all.iter().collect::<Vec<_>>()),
            "put them into a file and pass `--prelude FILE`, or pass `--support DIR` with the missing files that \
             submissions import"
        );
    }

    #[test]
    fn sketches_are_joined_and_every_character_is_visible() {
        let all = [
            undefined("a\x1b[2J\nb", "pyret", &[0], Some("fun a():\r\n\tend\n\n")),
            undefined(&"b".repeat(100), "pyret", &[0], None),
            undefined("c", "pyret", &[0], Some("c = \x1b1\n\n# end")),
        ];
        let names: Vec<&SharedUndefinedName> = all.iter().collect();
        assert_eq!(undefined_name(&all[0]), "`a⟨U+001B⟩[2J↵b` is used by 1 submission and defined nowhere");
        assert!(undefined_name(&all[1]).starts_with(&format!("`{}…` is used", "b".repeat(80))));
        assert_eq!(skeleton(&names), ["fun a():", "\tend", "", "c = ⟨U+001B⟩1", "", "# end"]);
        assert!(skeleton(&names[1..2]).is_empty());
    }
}
