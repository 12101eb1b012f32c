//! Tables as CSV. Cells that submissions control show every character, and spreadsheets do not compute them.

use suite::visible::{is_unseen, visible};

/// A cell with text that a submission controls. What a spreadsheet would compute starts with `'`. In some countries cells are
/// separated by semicolons, so the same holds after one.
pub fn untrusted(text: &str) -> String {
    let parts: Vec<String> = text.split(';').map(part).collect();
    parts.join(";")
}

/// In the first cell the mark comes before everything, since spreadsheets may drop what is in front of a formula.
fn part(text: &str) -> String {
    let start = text.trim_start_matches(is_blank);
    let shown = visible(text);
    if start.starts_with(is_formula) || text.starts_with(['\t', '\r']) { format!("'{shown}") } else { shown }
}

/// Also in the full width that some keyboards write, and some spreadsheets read.
fn is_formula(letter: char) -> bool {
    "=+-@＝＋－＠﹢﹣﹦﹫−".contains(letter)
}

fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || is_unseen(letter)
}

/// Rows, the first of which is the header, as the text of a file.
pub fn table<I: AsRef<[u8]>>(rows: impl IntoIterator<Item = Vec<I>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        // Writing into memory fails only if rows differ in length, which the writer checks.
        let written = writer.write_record(&row);
        debug_assert!(written.is_ok(), "{written:?}");
    }
    writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreadsheets_compute_nothing() {
        let cells = ["=1+1", "+1", "-1", "@a", "\t=1", "a=1", "\x1b[2Ja", "a\r\nb"].map(untrusted);
        let shown = ["'=1+1", "'+1", "'-1", "'@a", "'⟨U+0009⟩=1", "a=1", "⟨U+001B⟩[2Ja", "a⟨U+000D⟩↵b"];
        assert_eq!(cells, shown);
        let cells = ["  =1", " \t @a", "\u{a0}+1", "\u{200b}-1", "\n=1", "\u{1b}=1", "＝1", "＋1", "－1", " ＠a"]
            .map(untrusted);
        assert!(cells.iter().all(|cell| cell.starts_with('\'')), "{cells:?}");
        assert_eq!(["a;=1", "a;b", "a; ＝1", ";-1"].map(untrusted), ["a;'=1", "a;b", "a;' ＝1", ";'-1"]);
    }

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        assert_eq!(table([vec!["a", "b,c"], vec!["\"", ""]]), "a,\"b,c\"\n\"\"\"\",\n");
    }
}
