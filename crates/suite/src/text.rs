//! Writes a suite as JSON in which short values stay on one line.

use serde_json::Value as Json;

use crate::format::Suite;

/// Values longer than this are split into lines, one for each part.
const WIDTH: usize = 160;

impl Suite {
    /// The text of the file.
    pub fn to_text(&self) -> String {
        // Keys are strings and numbers are finite, so this cannot fail.
        let json = serde_json::to_value(self).unwrap_or(Json::Null);
        let mut text = String::new();
        write(&json, 0, &mut text);
        text.push('\n');
        text
    }
}

fn write(value: &Json, depth: usize, text: &mut String) {
    let line = spaced(value);
    let indent = "  ".repeat(depth + 1);
    let fits = line.len() + 2 * depth <= WIDTH;
    let (open, close) = match value {
        Json::Object(_) if !fits || depth == 0 => ("{", "}"),
        Json::Array(_) if !fits => ("[", "]"),
        _ => return text.push_str(&line),
    };
    text.push_str(open);
    let mut first = true;
    let mut part = |key: Option<&str>, value: &Json| {
        text.push_str(if std::mem::take(&mut first) { "\n" } else { ",\n" });
        text.push_str(&indent);
        if let Some(key) = key {
            text.push_str(&Json::from(key).to_string());
            text.push_str(": ");
        }
        write(value, depth + 1, text);
    };
    match value {
        Json::Object(entries) => entries.iter().for_each(|(key, value)| part(Some(key), value)),
        Json::Array(items) => items.iter().for_each(|item| part(None, item)),
        _ => {}
    }
    text.push('\n');
    text.push_str(&"  ".repeat(depth));
    text.push_str(close);
}

/// On one line, with spaces after commas and colons.
fn spaced(value: &Json) -> String {
    match value {
        Json::Array(items) => format!("[{}]", items.iter().map(spaced).collect::<Vec<_>>().join(", ")),
        Json::Object(entries) => {
            let entries = entries.iter().map(|(key, value)| format!("{}: {}", Json::from(key.as_str()), spaced(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn long_values_are_broken_and_nothing_is_lost() {
        let short = json!({"a": [1, 2], "b": {"c": "x, y"}});
        let value = json!({"short": short, "long": vec![short; 9]});
        let mut text = String::new();
        write(&value, 0, &mut text);
        assert_eq!(text.lines().count(), 14);
        assert_eq!(text.lines().nth(1), Some(r#"  "short": {"a": [1, 2], "b": {"c": "x, y"}},"#));
        assert_eq!(serde_json::from_str::<Json>(&text).expect("JSON"), value);
    }
}
