//! Tables as CSV. Cells that submissions control show every character, and spreadsheets do not compute them.

use suite::visible::visible;

/// A cell with text that a submission controls.
pub fn untrusted(text: &str) -> String {
    let shown = visible(text);
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{shown}") } else { shown }
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
    }

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        assert_eq!(table([vec!["a", "b,c"], vec!["\"", ""]]), "a,\"b,c\"\n\"\"\"\",\n");
    }
}
